"""Draw the effect of the rule in the first example of docs/how-to/measure-a-rule.md.

Run `python scripts/make.py effect-picture` after a change of the example, of the picture or of the
games. It runs the example of the page, so the picture shows the figures of the table above it.
"""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/how-to/measure-a-rule.md"
PICTURE = PAGE.with_name("effect.svg")


def draw() -> str:
    """Return the picture of the effect that the example prints."""
    block = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE.read_text("utf-8"))[0]
    *steps, _print = doctest.DocTestParser().get_examples(block)
    names: dict[str, Any] = {"__name__": "__main__"}
    sys.path.insert(0, str(ROOT / "examples"))
    for step in steps:
        exec(step.source, names)  # noqa: S102 - our own page
    return str(names["effect"].draw_svg())


def main(_arguments: Sequence[str] = ()) -> None:
    """Write the picture."""
    PICTURE.write_text(draw(), encoding="utf-8")
