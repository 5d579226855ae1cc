"""`simulate`: its numbers, its table and JSON, its progress, and what plays it."""

from __future__ import annotations

import json
import re
import sys
from statistics import mean, stdev
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from terminals import Answer, Result, command, program

from westeros_intrigue import STANDARD, final_winner, greedy_player, play_game, random_player
from westeros_intrigue.cli import simulate as module
from westeros_intrigue.cli.simulate import Outcome, Tally, Terms, plain_rounds


def simulate(*arguments: str, is_terminal: bool = False) -> Result:
    finished = command("simulate", *arguments, is_terminal=is_terminal)
    assert finished.code == 0
    return finished


def data(*arguments: str) -> Any:
    return json.loads(simulate("--json", *arguments).out)


def terms(players: int = 4, policy: str = "random", **changes: Any) -> Terms:
    usual = {"variant": STANDARD, "seed": 1, "first_player": 0, "rotate": False}
    return Terms(players, (policy,) * players, **{**usual, **changes})


def plain(those: Terms, count: int) -> list[Outcome]:
    return [outcome for piece in plain_rounds(those, count) for outcome in piece]


# What the module bulk gives for seed 1, rounds 0 to 2: points by seat, who placed last, and how
# many cards the court held.
BULK: dict[tuple[int, str], list[tuple[tuple[int, ...], int, int]]] = {
    (2, "random"): [((8, 6), 1, 14), ((6, 6), 0, 16), ((7, 7), 1, 14)],
    (2, "legal"): [((1, 4), 0, 23), ((6, 5), 1, 17), ((5, 5), 1, 18)],
    (2, "greedy"): [((1, 1), 1, 26), ((1, 2), 0, 25), ((3, 2), 1, 23)],
    (5, "random"): [((3, 1, 2, 3, 3), 1, 24), ((4, 1, 3, 2, 2), 1, 24), ((3, 3, 1, 2, 2), 2, 25)],
    (5, "legal"): [((3, 1, 1, 2, 2), 2, 27), ((4, 2, 3, 3, 3), 1, 21), ((4, 2, 2, 3, 4), 1, 21)],
    (5, "greedy"): [((2, 1, 1, 1, 2), 3, 29), ((4, 1, 2, 1, 2), 3, 26), ((2, 1, 1, 3, 2), 1, 27)],
}


@pytest.mark.parametrize("policy", ["random", "legal", "greedy"])
@pytest.mark.parametrize("players", [2, 5])
def test_the_plain_rules_give_the_very_rounds_of_the_bulk_simulation(
    players: int, policy: str
) -> None:
    found = plain(terms(players, policy, rotate=True), 3)
    assert found == [
        Outcome(
            {"points": points, "last_card": [seat == last for seat in range(players)]}, court_size
        )
        for points, last, court_size in BULK[players, policy]
    ]


def test_the_numbers_of_rounds_are_means_and_shares_with_their_errors() -> None:
    found = data("--rounds", "30", "--players", "3", "--plain", "--seed", "4", "--rotate")
    outcomes = plain(terms(3, seed=4, rotate=True), 30)
    assert {name: found[name] for name in ("rounds", "engine", "players", "seed", "rotate")} == {
        "rounds": 30, "engine": "plain", "players": 3, "seed": 4, "rotate": True,
    }  # fmt: skip
    for seat, numbers in enumerate(found["seats"]):
        points = [outcome.numbers["points"][seat] for outcome in outcomes]
        assert numbers["seat"] == seat
        assert numbers["policy"] == "random"
        assert numbers["house"] is None
        assert numbers["points"]["mean"] == pytest.approx(mean(points), abs=1e-6)
        assert numbers["points"]["error"] == pytest.approx(stdev(points) / 30**0.5, abs=1e-6)
    assert sum(numbers["last_card"]["mean"] for numbers in found["seats"]) == pytest.approx(1)
    assert found["court"]["mean"] == pytest.approx(
        mean(outcome.court_size or 0 for outcome in outcomes), abs=1e-6
    )


def test_the_numbers_of_games_are_those_of_play_game_with_the_seeds_in_turn() -> None:
    found = data("--games", "6", "--players", "2", "--policy", "greedy", "random", "--seed", "3")
    games = [play_game([greedy_player, random_player], seed=seed) for seed in range(3, 9)]
    for seat in range(2):
        finals = [final_winner(state) for state in games]
        totals = [final.totals[seat] for final in finals]
        wins = [(seat in final.winners) / len(final.winners) for final in finals]
        numbers = found["seats"][seat]
        assert numbers["total"]["mean"] == pytest.approx(mean(totals), abs=1e-6)
        assert numbers["wins"]["mean"] == pytest.approx(mean(wins), abs=1e-6)
        points = [state.penalty_points[seat] for state in games]
        assert numbers["points"]["mean"] == pytest.approx(mean(points), abs=1e-6)
    assert (found["games"], found["engine"]) == (6, "plain")
    assert "court" not in found


def test_solo_scheming_and_options_are_simulated_by_the_plain_rules() -> None:
    found = data("--rounds", "20", "--solo", "--option", "rivalry", "--policy", "greedy")
    assert found["engine"] == "plain"
    assert found["options"] == ["rivalry"]
    assert [seat["policy"] for seat in found["seats"]] == ["greedy", *["automated"] * 3]
    assert [seat["house"] for seat in found["seats"]][:2] == ["Stark", "Baratheon"]
    games = simulate("--games", "2", "--solo", "--policy", "greedy").out
    assert "2 games of 4 players, seed 1, played by the plain rules." in games
    assert re.search(r"(?m)^1 Baratheon  automated +", games)


def test_the_table_lists_the_seats_below_a_heading_within_80_columns() -> None:
    out = simulate("--rounds", "40", "--plain", "--players", "6", "--option", "rivalry").out
    assert out.startswith("40 rounds of 6 players, seed 1, played by the plain rules.")
    assert re.search(r"(?m)^seat +policy +points +last card *$", out)
    assert re.search(r"(?m)^5 Lannister +random +\d\.\d{3} ± \d\.\d{3} +\d+\.\d % ± \d\.\d *$", out)
    assert re.search(r"\nCards in the court at the end: \d\d\.\d{3} ± \d\.\d{3}\n$", out)
    assert max(map(len, out.splitlines())) <= 80


def test_a_single_round_has_no_error() -> None:
    assert "± 0.000" in simulate("--rounds", "1", "--plain").out
    tally = Tally()
    tally.add(3)
    assert (tally.mean, tally.error) == (3, 0)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--policy", "greedy", "random"), "4 seats have one policy, or 4, not 2"),
        (("--solo", "--rotate"), "in Solo Scheming seat 0 starts: --rotate does not go with it"),
        (("--solo", "--players", "3"), "Solo Scheming has 4 seats, not 3"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments: tuple[str, ...], told: str) -> None:
    finished = command("simulate", *arguments)
    assert (finished.code, finished.out) == (2, "")
    assert told in finished.err


class Bulk(ModuleType):
    """Stands for the module bulk, which needs an extra, and plays no cards."""

    def __init__(self) -> None:
        super().__init__("westeros_intrigue.compiled")
        self.calls: list[tuple[int, int]] = []
        self.policies: list[str] = []

    def Policy(self, value: str) -> str:  # noqa: N802
        self.policies.append(value)
        return value

    def available_cores(self) -> int:
        return 2

    def simulate_rounds(
        self, players: int, rounds: int, *, start: int, threads: int, **_: object
    ) -> SimpleNamespace:
        self.calls.append((start, rounds))
        assert threads == 2

        class Array(list[Any]):
            def tolist(self) -> list[Any]:
                return list(self)

        return SimpleNamespace(
            cards_left=Array([[3] * players] * rounds),
            last_placer=Array([1] * rounds),
            court_size=Array([24] * rounds),
        )


@pytest.fixture
def bulk(monkeypatch: pytest.MonkeyPatch) -> Bulk:
    module = Bulk()
    monkeypatch.setitem(sys.modules, "westeros_intrigue.compiled", module)
    monkeypatch.setattr("westeros_intrigue.compiled", module, raising=False)
    return module


def test_the_bulk_simulation_is_used_where_it_is_installed_and_the_output_says_so(
    bulk: Bulk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PIECE", 40)
    out = simulate("--rounds", "100", "--policy", "greedy", "legal", "random", "random").out
    assert "in bulk" in out
    assert "westeros_intrigue.compiled" in out
    assert re.search(r"(?m)^1 +legal +3\.000 ± 0\.000 +100\.0 % ± 0\.0 *$", out)
    assert bulk.calls == [(0, 40), (40, 40), (80, 20)]
    assert bulk.policies == ["greedy", "legal-moves", "distinct-moves", "distinct-moves"]


@pytest.mark.parametrize(
    "arguments", [("--plain",), ("--option", "rivalry"), ("--automated", "1"), ("--solo",)]
)
def test_the_plain_rules_are_used_where_bulk_is_not_wanted_or_cannot_play(
    bulk: Bulk, arguments: tuple[str, ...]
) -> None:
    assert data("--rounds", "2", *arguments)["engine"] == "plain"
    assert not bulk.calls


def test_without_the_extra_the_plain_rules_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "westeros_intrigue.compiled", None)
    assert data("--rounds", "2")["engine"] == "plain"


def test_a_terminal_sees_progress_and_a_pipe_sees_none() -> None:
    arguments = ("--rounds", "4", "--plain")
    shown = simulate(*arguments, is_terminal=True)
    assert "100% 4/4" in re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", shown.err)
    assert "4/4" not in shown.out
    assert simulate(*arguments).err == ""


def test_ctrl_c_clears_the_progress_and_leaves_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> Answer:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "play_game", interrupted)
    stopped = command("simulate", "--plain")
    assert stopped.code == 130
    assert stopped.err == "westeros-intrigue: stopped by Ctrl-C\n"


@pytest.mark.long
def test_the_installed_program_simulates_in_a_pipe() -> None:
    finished = program("simulate", "--games", "2", "--json")
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert json.loads(finished.stdout)["games"] == 2
