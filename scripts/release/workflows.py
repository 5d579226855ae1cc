"""The lines that the workflows of the repository run, so that a rehearsal runs the same."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path


def line_of(workflow: Path, name: str) -> str:
    r"""Return what the step of a workflow with a name runs.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "publish.yml"
    >>> _ = file.write_text("- name: It builds\n  run: |\n    one\n    two\n")
    >>> line_of(file, "It builds")
    'one\ntwo\n'
    """
    text = workflow.read_text("utf-8")
    pattern = rf"(?m)^( *)- name: {re.escape(name)}\n\1  run: (.*\n(?:\1    .*\n|\n)*)"
    found = re.search(pattern, text)
    if found is None:
        raise LookupError(f"{workflow.name} has no step {name!r} that runs something")
    first, _, rest = found[2].partition("\n")
    if first == "|":
        return textwrap.dedent(rest)
    return str(json.loads(first)) if first.startswith('"') else first
