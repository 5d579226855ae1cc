"""The golden numbers: compiled code and plain Python compute what the file has, case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from helpers.checkout import load

from westeros_intrigue.lab.simulation import solver

golden = load("scripts/making/golden_numbers.py")
LINES: dict[str, str] = golden.read_lines()
CASES: dict[str, Callable[[], Iterable[object]]] = golden.cases()


def test_the_file_has_a_line_for_each_case() -> None:
    assert [*LINES][: len(CASES)] == [*CASES]


@pytest.mark.untraced
@pytest.mark.parametrize("family", sorted({name.split()[0] for name in CASES}))
def test_every_case_gives_the_numbers_of_the_file(
    family: str, compiled_or_not: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The number of nodes depends on the size of the table.
    monkeypatch.setattr(solver, "PLAIN_TABLE_BITS", solver.TABLE_BITS)
    names = [name for name in CASES if name.split()[0] == family]
    if compiled_or_not == "plain":
        names = names[OPENINGS.get(family, 0) :: SAMPLES.get(family, 1)]
    for name in names:
        assert golden.line_of(name, CASES[name]()) == LINES[name]


SAMPLES = {"solve": 2, "tables": 3, "choice": 3, "reading": 3, "reading-worlds": 6}
OPENINGS = {"solve": 14, "reading": 2, "reading-worlds": 2}
"""Of the families that take plain Python longest, it tries one case in so many, and not the first
ones, which are positions early in a round."""


def test_the_maker_changes_no_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "golden_numbers.txt"
    file.write_text("rounds: 1 2 3\n")
    monkeypatch.setattr(golden, "FILE", file)
    monkeypatch.setattr(golden, "cases", lambda: {"games": lambda: [4], "rounds": lambda: [1, 2]})
    with pytest.raises(SystemExit, match=r"'rounds' have changed, and are not overwritten"):
        golden.main([])
    assert file.read_text() == "rounds: 1 2 3\n"
    monkeypatch.setattr(golden, "cases", lambda: {"games": lambda: [4]})
    golden.main([])
    assert file.read_text() == "rounds: 1 2 3\ngames: 4\n"
