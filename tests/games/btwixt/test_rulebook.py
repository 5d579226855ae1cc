"""The rules that the code cites."""

from __future__ import annotations

import re
from pathlib import Path

from westeros_intrigue.games.btwixt import RULEBOOK


def test_every_rule_that_the_code_cites_exists() -> None:
    source = Path(__file__).parents[3] / "src" / "westeros_intrigue" / "games" / "btwixt"
    chapters = {name.partition(".")[0] for name in RULEBOOK}
    pattern = re.compile(
        rf"\b(?:{'|'.join(sorted(chapters))})\.[a-z-]+(?:\.[a-z-]+)*(?=[,.\s;)]|$)"
    )
    cited = set()
    for path in source.rglob("*.py"):
        for listed in re.findall(r"(?m)Rules: ((?:.|\n)*?)\.\n", path.read_text(encoding="utf-8")):
            cited |= set(pattern.findall(listed))
    assert cited
    assert cited - set(RULEBOOK) == set()
