"""Lists what only the owner knows and owner.toml does not contain yet.

    python scripts/owner.py          print each empty value; the exit status is 1 if there is one
    python scripts/owner.py --pin    write the commits of the actions into .github/workflows

The build of the package (hatch_build.py) and of the site (docs/conf.py) read the same file.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
FACTS = ROOT / "owner.toml"
WORKFLOWS = ROOT / ".github" / "workflows"

Facts = Mapping[str, Mapping[str, str]]


def read_facts(path: Path = FACTS) -> Facts:
    """Return the tables of owner.toml."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


FORMS = {"addresses": r"https://\S+", "actions": r"[0-9a-f]{40}"}
"""The form of each value of a table."""


def faults(facts: Facts) -> Iterator[str]:
    """Yield each value that is empty, or has another form than its table asks for."""
    for table, values in facts.items():
        for name, value in values.items():
            if not value:
                yield f"{table}.{name} is empty"
            elif not re.fullmatch(FORMS.get(table, ".*"), value):
                yield f"{table}.{name} must match {FORMS[table]}, not {value!r}"


def pinned(workflow: str, commits: Mapping[str, str]) -> str:
    """Return a workflow whose actions are named by their commits, with the tags as comments."""

    def pin(match: re.Match[str]) -> str:
        action, tag = match["action"], match["tag"]
        commit = commits.get(f"{action}@{tag}")
        return f"uses: {action}@{commit} # {tag}" if commit else match[0]

    return re.sub(
        r"uses: (?P<action>[\w.-]+/[\w./-]+)@(?P<tag>[\w./-]+)$", pin, workflow, flags=re.MULTILINE
    )


def main() -> int:
    """Pin the actions if asked to, and list what is empty."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--pin", action="store_true", help="pin the actions of the workflows")
    options = parser.parse_args()
    facts = read_facts()
    found = [*faults(facts)]
    if options.pin and not any("must match" in fault for fault in found):
        for path in sorted(WORKFLOWS.glob("*.yml")):
            path.write_text(pinned(path.read_text("utf-8"), facts["actions"]), "utf-8")
    for fault in found:
        print(f"owner.toml: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
