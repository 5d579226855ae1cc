"""The benchmarks run: each figure once, on little data. The results are not checked here."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from helpers.cases import each

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import (  # noqa: E402 - found by the line above
    btwixt,
    design,
    environments,
    figures,
    monopoly,
    page_calls,
    second_engine,
    speed,
)
from benchmarks.__main__ import RUNS, main  # noqa: E402
from benchmarks.measuring import Contender  # noqa: E402
from westeros_intrigue import legal_moves  # noqa: E402

SMALL = [
    *(figures.playouts(players, rounds=1) for players in figures.PLAYER_COUNTS),
    figures.dealt_playouts(4, rounds=1),
    *figures.calls(count=1),
    *figures.records(count=1),
    second_engine.playouts(6),
    monopoly.states(3, decisions=20),
    monopoly.pace(2, "simple"),
    btwixt.random_games(3, "games", games=1),
    Contender(environments.LIBRARYS_PART, environments.librarys_part),
    *second_engine.calls(count=1),
]


def test_a_run_is_asked_for_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(RUNS)
    measured_in_turns = [name for name, (module, _) in RUNS.items() if module == "speed"]
    assert measured_in_turns == ["speed", *speed.MEASUREMENTS]
    for module, _ in RUNS.values():
        source = (ROOT / "benchmarks" / f"{module}.py").read_text("utf-8")
        assert "\ndef main(arguments: Sequence[str]" in source, module
        assert "__main__" not in source, "one program"


def test_the_commands_of_designers_take_less_than_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    short = {"measure, Nim": f"{design.COMMANDS['measure, Nim']} --games 10"}
    monkeypatch.setattr(design, "COMMANDS", short)
    assert design.main(["--turns", "1"]) == 0
    assert re.match(r"measure, Nim: \d+\.\d+ \(.+\) CPU s", capsys.readouterr().out)
    monkeypatch.setattr(design, "LIMIT", 0)
    assert design.main(["--turns", "1"]) == 1


@pytest.mark.parametrize("words", [[], ["chess"], ["strength"]])
def test_a_run_that_is_not_named_in_full_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert capsys.readouterr().err.startswith("usage: python -m benchmarks")


@each(SMALL)
def test_a_figure_does_its_work(contender: Contender) -> None:
    assert contender.prepare(0)() > 0


def test_the_second_engine_stands_where_the_package_does() -> None:
    for number in range(3):
        state = figures.position(number)
        plain = {second_engine._move(move) for move in legal_moves(state)}
        assert second_engine._game_at(state).legal() == plain


def test_one_placement_on_the_page_stays_within_its_calls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page_calls.main(["--list", "1"])
    summary, most_called = capsys.readouterr().out.splitlines()
    found = re.match(r"one placement: (\d+) calls", summary)
    assert found
    # More calls need a reason: a saved game was once played again for each placement, by 1 570.
    assert int(found[1]) < 820, page_calls.__doc__
    assert ".py:" in most_called


def test_a_later_placement_on_the_page_calls_at_most_eight_more_for_each_before_it() -> None:
    """The story goes on where its reader is; the court and the file grow by the placement."""
    calls = [sum(entered.values()) for entered in page_calls.count_calls()]
    assert calls[5] < calls[0] + 20
    assert calls[9] < calls[1] + 8 * 10


@pytest.mark.parametrize(("key", "most"), [("monopoly", 1_500), ("btwixt", 1_800)])
def test_a_move_on_a_game_s_own_table_draws_no_picture(key: str, most: int) -> None:
    counted = page_calls.count_calls(key)
    assert max(sum(entered.values()) for entered in counted) < 1.2 * most
    assert sum(sum(entered.values()) for entered in counted) / len(counted) < most
    assert not any("draw" in code.co_name for entered in counted for code in entered)
