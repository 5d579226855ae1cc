"""Reports of games are true of games with exact values, and find what was planted."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

import pytest

from lab.design.exact_games import (
    CASES,
    HastyClimb,
    Side,
    climb,
    exact_between,
    exact_measures,
    hasty,
    nim,
)
from westeros_intrigue import InvalidValue
from westeros_intrigue.gamekit.errors import PlayerFailed
from westeros_intrigue.lab.design import GameReport, Rung, describing, measure_game
from westeros_intrigue.lab.design.describing import Plan, _ladder, _report, kind_of
from westeros_intrigue.lab.design.reports import estimate_quantile
from westeros_intrigue.lab.design.tables import table_of
from westeros_intrigue.lab.simulation.counted import Estimate

EXAMPLES = Path(__file__).parents[3] / "examples"
PLANTED = '''
from attrs import frozen
from westeros_intrigue.gamekit import GameOf, Position


@frozen
class Count(Position):
    number: int = 0


def plain(view, rng):
    """Play the first move."""
    return "one"


class Planted(GameOf[Count, str]):
    """Count to four."""

    BOTS = (plain,)
    ACTIONS = ("one", "two", "hundred")

    def start(self, players, rng):
        return Count(players=players)

    def moves(self, state, seat):
        if state.number > 50:
            return ["hundred"]
        return ["one", "two"]

    def play(self, state, seat, move, rng):
        number = state.number + (1 if move == "one" else 2)
        if move == "hundred":
            number = 100
        return state.replace(number=number, to_move=None if number >= 4 else 1 - seat)

    def scores(self, state):
        return [int(seat == state.turn % 2) for seat in range(2)]
'''


def reports(side: Side, seats: int, times: int, games: int) -> list[GameReport]:
    """Reports of random players, without a ladder, each of other games."""
    found = []
    for seed in range(times):
        plan = Plan(table_of(side), seats, seed, games, ("random",), "random", ())
        found.append(_report(plan, [plan.describe(number) for number in range(games)]))
    return found


def covered(found: Sequence[GameReport], truth: dict[str, float]) -> dict[str, float]:
    """For each figure that varies, the share of the intervals that contain the truth."""
    hits: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for report in found:
        for figure in report.figures:
            exact, low, high = truth.get(figure.name), figure.found.low, figure.found.high
            if exact is None or low is None or high is None:
                continue
            if exact == 0:  # the interval of a share that is never found always has it
                assert low == 0
                continue
            times[figure.name] += 1
            hits[figure.name] += low <= exact <= high
    return {name: hits[name] / times[name] for name in times}


def truth_of(side: Side, seats: int) -> dict[str, float]:
    truth = exact_measures(side, seats, None)
    if side[0] is climb:
        chances = [truth[f"won by seat {seat}"] for seat in range(seats)]
        spread = sum(chance * (1 - chance) for chance in chances)
        truth["result known after 0 % of the moves"] = 1 - spread / (1 - 1 / seats)
    return truth


GAMES = {name: CASES[name][0] for name in ("nim", "climb", "high card")} | {
    "fast climb": CASES["climb"][1]
}
SEATS = {name: 3 if "climb" in name else 2 for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_intervals_contain_the_exact_figures(
    name: str, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """Ten reports of few games, or before a release a thousand of more games."""
    times: int | None = pytestconfig.getoption("--repetitions")
    if name != "climb":  # of whose result something is known at the start
        monkeypatch.setattr(describing, "FORESEEN", 0)
        monkeypatch.setattr(describing, "DRAWN", 0)
    truth = truth_of(GAMES[name], SEATS[name])
    found = reports(GAMES[name], SEATS[name], times or 10, 40 if times else 25)
    shares = covered(found, truth)
    if times is not None:
        for figure, share in shares.items():
            assert 0.93 <= share <= 0.975, figure
        return
    assert len(shares) >= 3
    assert min(shares.values()) >= 0.6  # of 10
    assert sum(shares.values()) / len(shares) >= 0.85
    if name == "climb":  # the noise of a few playouts is taken off
        known = "result known after 0 % of the moves"
        mean = sum(report[known].found.value for report in found) / len(found)
        assert mean == pytest.approx(truth[known], abs=0.06)


def test_intervals_contain_the_exact_step_of_the_ladder(pytestconfig: pytest.Config) -> None:
    """Ten steps of forty deals, or before a release a thousand."""
    times: int | None = pytestconfig.getoption("--repetitions")
    side: Side = (HastyClimb(), {})
    exact = exact_between(side, 2, {"random": None, "hasty": hasty})["won by hasty"]
    hits, seeds = 0, range(times or 10)
    for seed in seeds:
        plan = Plan(table_of(side), 2, seed, 0, ("random", "hasty"), "random", (40,))
        [rung] = _ladder(plan, [plan.describe(number) for number in range(40)])
        assert rung.ahead.low is not None
        assert rung.ahead.high is not None
        hits += rung.ahead.low <= exact <= rung.ahead.high
    share = hits / len(seeds)
    assert 0.93 <= share <= 0.97 if times else share >= 0.7


def test_all_is_known_of_a_game_that_is_decided_at_its_start() -> None:
    report = measure_game(nim, games=30, seed=1)  # clever players decide it at the start
    assert report["result known after 0 % of the moves"].found == Estimate(1.0)
    assert report["worlds behind a view after 50 % of the moves"].found == Estimate(1.0)


def test_planted_faults_of_a_game_are_found(tmp_path: Path) -> None:
    file = tmp_path / "planted.py"
    file.write_text(PLANTED)
    report = measure_game(file, games=20, seed=1)
    assert report.never_legal == ("hundred",)
    assert [each.name for each in report.never_chosen] == ["two, offered 80 times"]
    assert report.never_chosen[0].found.high == pytest.approx(1 - 0.05 ** (1 / 80))
    assert [line.partition(": ")[2] for line in report.never_run] == [
        'return ["hundred"]',
        "number = 100",
    ]
    assert re.search(r"never ran:\n  line \d+, moves: return", str(report))
    assert report["moves"].found == Estimate(4.0)
    assert not any("never" in each for each in report.left_out)


def test_a_report_names_what_it_leaves_out() -> None:
    report = measure_game("westeros-intrigue", games=10, seed=1)
    assert "moves that were never legal: the game declares no ACTIONS" in report.left_out
    assert "moves, 5 % of games below: it needs more games" in report.left_out
    assert "worlds behind a view after 0 % of the moves: more than 217" in report.left_out
    with pytest.raises(InvalidValue, match="left out: moves, 5 % of games below: it needs more"):
        report["moves, 5 % of games below"]
    with pytest.raises(InvalidValue, match="no figure is called 'drama': choose moves, moves, 50"):
        report["drama"]
    names = {each.name for each in report.figures}
    assert not {name for name in names if "drama" in name or "lead" in name}
    assert [rung.stronger for rung in report.ladder] == ["greedy", "search:20"]
    assert report.ladder[0].elo.value > 100


def test_programs_read_the_same_report_of_any_workers() -> None:
    file = EXAMPLES / "nim.py"
    alone = measure_game(file, games=10, seed=3)
    with ProcessPoolExecutor(1) as pool:
        assert measure_game(file, games=10, seed=3, executor=pool, chunk=7) == alone
    assert json.loads(alone.to_json())["left_out"] == [*alone.left_out]
    assert [row["figure"] for row in alone.to_rows()] == [each.name for each in alone.figures]
    assert alone._repr_html_().startswith("<table><caption>Nim: 10 games of 2 players")


KILLED = """
import os, sys
from westeros_intrigue.lab.design import measure_game

def kill(played, games):
    if played == 14:
        os._exit(9)  # at once, as if it were killed

measure_game(sys.argv[1], games=10, seed=3, out=sys.argv[2], progress=kill)
"""


def test_a_report_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """Ten games and the first deals of the ladder are stored, and half a line."""
    game, file = EXAMPLES / "nim.py", tmp_path / "report.jsonl"
    command = [sys.executable, "-c", KILLED, str(game), str(file)]
    assert subprocess.run(command, check=False).returncode == 9
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 14
    file.write_bytes(b"".join([*lines, lines[-1][:30]]))
    played: list[int] = []
    report = measure_game(
        game,
        games=10,
        seed=3,
        out=file,
        resume=True,
        chunk=7,
        progress=lambda count, _: played.append(count),
    )
    assert report == measure_game(game, games=10, seed=3)
    assert played == [21, 28, 35, 42, 49, 56, 10 + 40 + 12]
    assert measure_game(game, games=10, seed=3, out=file, resume=True) == report


def test_a_file_names_its_own_game_after_another_one_of_the_same_name(tmp_path: Path) -> None:
    game, other, file = EXAMPLES / "nim.py", tmp_path / "nim.py", tmp_path / "report.jsonl"
    other.write_text(f"\n{game.read_text('utf-8')}", "utf-8")
    never_run = measure_game(game, games=10, seed=3).never_run
    measure_game(other, games=10, seed=3)
    assert measure_game(game, games=10, seed=3, out=file).never_run == never_run
    digests = [sha256(each.read_bytes()).hexdigest()[:8] for each in (game, other)]
    head = file.read_text("utf-8").partition("\n")[0]
    assert [f"_game_in_nim {digest}" in head for digest in digests] == [True, False]


def test_a_file_of_another_report_is_refused(tmp_path: Path) -> None:
    """A finished file too: its figures are not those of the version that the report would name."""
    game, file = tmp_path / "planted.py", tmp_path / "report.jsonl"
    game.write_text(PLANTED)
    measure_game(game, games=10, seed=1, out=file)
    with pytest.raises(InvalidValue, match="exists already"):
        measure_game(game, games=10, seed=1, out=file)
    with pytest.raises(InvalidValue, match="is of another report: /seed: expected 2, not 1"):
        measure_game(game, games=10, seed=2, out=file, resume=True)
    game.write_text(PLANTED.replace("number > 50", "number > 60"))
    with pytest.raises(InvalidValue, match=r"is of another report: /versions/1: expected 'planted"):
        measure_game(game, games=10, seed=1, out=file, resume=True)


def test_the_player_that_fails_is_named(tmp_path: Path) -> None:
    game = tmp_path / "planted.py"
    game.write_text(PLANTED.replace('return "one"', 'return "three"'))
    with pytest.raises(PlayerFailed, match="plain, asked for player 0's move at step 0, failed"):
        measure_game(game, games=10, seed=1)
    game.write_text(PLANTED.replace("number=number,", "number=number // (move == 'one'),"))
    with pytest.raises(PlayerFailed, match=r"random, asked for player \d's move, failed: ZeroD"):
        measure_game(game, games=10, seed=1)


def test_lines_ran_also_if_the_file_was_named_without_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "planted.py").write_text(PLANTED)
    monkeypatch.chdir(tmp_path)
    assert len(measure_game("planted.py", games=10, seed=1).never_run) == 2


def test_a_step_without_a_bound_says_so() -> None:
    assert Rung("a", "b", 9, Estimate(1.0, 0.9, 1.0)).elo.value == inf
    assert str(Rung("a", "b", 9, Estimate(1.0, 0.9, 1.0))) == "b over a: more than +382 Elo"
    assert str(Rung("a", "b", 9, Estimate(0.0, 0.0, 0.1))) == "b over a: less than -382 Elo"


def test_quantiles_have_the_binomial_interval() -> None:
    # A table of order statistics: for the median of 20, the 6th and the 15th.
    assert estimate_quantile(range(1, 21), 0.5) == Estimate(10.0, 6.0, 15.0)
    assert estimate_quantile(range(1, 6), 0.5) == Estimate(3.0)
    assert estimate_quantile([7] * 100, 0.05) == Estimate(7.0, 7.0, 7.0)


def test_kinds_of_moves_are_words_or_classes() -> None:
    class Step:
        def __str__(self) -> str:
            return "a0 b1"

    moves: list[Any] = ["raise 5", "stand-by", 3, "S4@a0", Step()]
    assert [*map(kind_of, moves)] == ["raise", "stand-by", "int", "str", "Step"]


def test_a_game_that_cannot_be_measured_is_refused() -> None:
    with pytest.raises(InvalidValue, match="has automated seats"):
        measure_game(("westeros-intrigue", {"solo": True}), seats=4, seed=1)
    with pytest.raises(InvalidValue, match="games must be from 10 to"):
        measure_game(nim, games=3, seed=1)
