"""`simulate`: its numbers, its table and JSON, its progress, and what plays it."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from cases import each
from lab.matches.test_match_files import sealed
from patience import PATIENCE
from sample_documents import edited_data
from terminals import Answer, Result, command

from westeros_intrigue import SOLO_SCHEMING, STANDARD, House
from westeros_intrigue.lab import simulation
from westeros_intrigue.lab.matches.simulations import Batch
from westeros_intrigue.lab.simulation import Policy, Simulation, simulate_games, simulate_rounds


def simulate(*arguments: str, is_terminal: bool = False) -> Result:
    finished = command("simulate", *arguments, is_terminal=is_terminal)
    assert finished.code == 0
    return finished


def data(*arguments: str) -> Any:
    return json.loads(simulate("--json", *arguments).out)


def batch(thing: str = "round", players: int = 4, **changes: Any) -> Batch:
    return Batch(thing, 1000, Simulation(players, **{"policies": "random", "seed": 1, **changes}))


OPTIONS = STANDARD.with_seats(houses=House).with_options(
    house_affiliation=True, rivalry=True, anyone_can_die=True
)


@each(
    {
        **{
            f"rounds of {players}, {policy.value}": batch(
                players=players, policies=policy, rotate=True
            )
            for players in (2, 5)
            for policy in Policy
        },
        "games": batch("game", policies=(*Policy,), first_player=2),
        "games of Solo Scheming": batch("game", variant=SOLO_SCHEMING),
        "games with options": batch("game", variant=OPTIONS, policies="greedy"),
    }
)
def test_the_plain_rules_give_the_very_counts_of_the_compiled_ones(those: Batch) -> None:
    numbers = range(5, 8)
    assert those.play("plain", numbers) == those.play("bulk", numbers)


def test_the_numbers_of_rounds_are_means_and_shares_with_their_errors() -> None:
    found = data("--single-rounds", "30", "--players", "3", "--plain", "--seed", "4", "--rotate")
    rounds = simulate_rounds(3, 30, seed=4, rotate=True)
    assert {name: found[name] for name in ("rounds", "engine", "players", "seed", "rotate")} == {
        "rounds": 30, "engine": "plain", "players": 3, "seed": 4, "rotate": True,
    }  # fmt: skip
    for seat, numbers in enumerate(found["seats"]):
        points = rounds.cards_left[:, seat].tolist()
        assert numbers["seat"] == seat
        assert numbers["policy"] == "random"
        assert numbers["house"] is None
        assert numbers["points"]["mean"] == pytest.approx(mean(points), abs=1e-6)
        assert numbers["points"]["error"] == pytest.approx(stdev(points) / 30**0.5, abs=1e-6)
    assert sum(numbers["last_card"]["mean"] for numbers in found["seats"]) == pytest.approx(1)
    assert found["court"]["mean"] == pytest.approx(rounds.court_size.mean(), abs=1e-6)


def test_the_numbers_of_games_are_those_of_the_games() -> None:
    found = data("--games", "6", "--players", "2", "--policy", "greedy", "random", "--seed", "3")
    games = simulate_games(2, 6, policy=[Policy.GREEDY, Policy.RANDOM], seed=3)
    for seat, numbers in enumerate(found["seats"]):
        wins = games.is_winner[:, seat] / games.is_winner.sum(axis=1)
        points = games.penalty_points[:, :, seat].sum(axis=1)
        assert numbers["wins"]["mean"] == pytest.approx(wins.mean(), abs=1e-6)
        assert numbers["points"]["mean"] == pytest.approx(points.mean(), abs=1e-6)
        assert numbers["total"]["mean"] == pytest.approx(games.totals[:, seat].mean(), abs=1e-6)
    assert (found["games"], found["engine"]) == (6, "bulk")
    assert "court" not in found


def test_solo_scheming_and_options_are_simulated() -> None:
    found = data("--single-rounds", "20", "--solo", "--option", "rivalry", "--policy", "greedy")
    assert found["engine"] == "plain"
    assert found["options"] == ["rivalry"]
    assert [seat["policy"] for seat in found["seats"]] == ["greedy", *["automated"] * 3]
    assert [seat["house"] for seat in found["seats"]][:2] == ["Stark", "Baratheon"]
    games = simulate("--games", "2", "--solo", "--policy", "greedy").out
    assert (
        "2 games of 4 players, seed 1, played in bulk (westeros_intrigue.lab.simulation)." in games
    )
    assert re.search(r"(?m)^1 Baratheon  automated +", games)


def test_the_table_lists_the_seats_below_a_heading_within_80_columns() -> None:
    out = simulate("--single-rounds", "40", "--plain", "--players", "6", "--option", "rivalry").out
    assert out.startswith("40 rounds of 6 players, seed 1, played by the plain rules.")
    assert re.search(r"(?m)^seat +policy +points +last card *$", out)
    assert re.search(r"(?m)^5 Lannister +random +\d\.\d{3} ± \d\.\d{3} +\d+\.\d % ± \d\.\d *$", out)
    assert re.search(r"\nCards in the court at the end: \d\d\.\d{3} ± \d\.\d{3}\n$", out)
    assert max(map(len, out.splitlines())) <= 80


def test_a_single_round_has_no_error() -> None:
    assert "± 0.000" in simulate("--single-rounds", "1", "--plain").out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--policy", "greedy", "random"), "name one policy, or one for each of 4 seats, not 2"),
        (("--solo", "--rotate"), "in Solo Scheming seat 0 starts: --rotate does not go with it"),
        (("--solo", "--players", "3"), "Solo Scheming has 4 seats, not 3"),
        (("--resume", ""), "a file is needed, not ''"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments: tuple[str, ...], told: str) -> None:
    finished = command("simulate", *arguments)
    assert (finished.code, finished.out) == (2, "")
    assert told in finished.err


@pytest.mark.parametrize(
    ("arguments", "engine"),
    [
        (("--single-rounds", "2"), "bulk"),
        (("--single-rounds", "2", "--plain"), "plain"),
        (("--single-rounds", "2", "--option", "rivalry"), "plain"),
        (("--games", "2", "--automated", "1"), "bulk"),
        (("--games", "2", "--plain"), "plain"),
    ],
)
def test_the_compiled_rules_are_used_where_they_can_play(
    arguments: tuple[str, ...], engine: str
) -> None:
    assert data(*arguments)["engine"] == engine


def test_without_the_extra_the_plain_rules_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(simulation, "engine", raising=False)
    monkeypatch.setitem(sys.modules, "westeros_intrigue.lab.simulation.engine", None)
    assert data("--single-rounds", "2")["engine"] == "plain"


# Shared out, and kept


@pytest.mark.parametrize(
    "arguments",
    [
        ("--single-rounds", "5000", "--rotate"),
        ("--single-rounds", "30", "--plain", "--option", "rivalry"),
        ("--games", "300", "--solo"),
    ],
)
def test_chunks_workers_and_files_change_no_number(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "simulation.jsonl"
    alone = simulate(*arguments, "--json").out
    assert simulate(*arguments, "--json", "--chunk", "7", "--out", str(path)).out == alone
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert simulate(*arguments, "--json", "--resume", str(path)).out == alone
    whole = path.read_bytes()
    assert simulate(*arguments, "--json", "--resume", str(path)).out == alone
    assert path.read_bytes() == whole


@pytest.mark.long
def test_worker_processes_give_the_same_numbers() -> None:
    for arguments in (("--games", "20", "--plain"), ("--single-rounds", "20000")):
        shared = simulate(*arguments, "--json", "--workers", "2").out
        assert shared == simulate(*arguments, "--json").out


def test_a_cluster_gives_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("westeros_intrigue.play.terminal.computing._PATIENCE", PATIENCE)
    distributed: Any = importlib.import_module("distributed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster:
        address = ("--scheduler", cluster.scheduler_address)
        shared = simulate("--games", "50", "--json", *address).out
    assert shared == simulate("--games", "50", "--json").out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--single-rounds 20 --out FILE", "exists already"),
        ("--single-rounds 20 --seed 2", "is of another simulation: /seed: expected '2', not '1'"),
        ("--games 20", "/thing: expected 'game', not 'round'"),
        ("--single-rounds 21", "/count: expected 21, not 20"),
        ("--single-rounds 20 --players 3", "/players: expected 3, not 4"),
    ],
)
def test_a_file_of_another_simulation_is_refused(arguments: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "simulation.jsonl"
    simulate("--single-rounds", "20", "--out", str(path))
    more = [] if "--out" in arguments else ["--resume", "FILE"]
    words = [word.replace("FILE", str(path)) for word in [*arguments.split(), *more]]
    finished = command("simulate", *words)
    assert (finished.code, finished.out) == (2, "")
    assert told in finished.err


DAMAGES = {
    "start = 19": "/2/counted: there are 20 rounds",
    "start = 1": "/3: round 5 has been played before",
    "counted/policies reverse": "/2/counted/policies: these are not those of the simulation",
    "counted/points/0/counts pop": "/2/counted: each seat has as many counts",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_with_the_line(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "simulation.jsonl"
    arguments = ["--single-rounds", "20", "--chunk", "5", "--policy", "greedy", *["random"] * 3]
    simulate(*arguments, "--plain", "--out", str(path))  # without threads, so with lines in order
    header, line, *others = path.read_bytes().splitlines(keepends=True)
    damaged = sealed(edited_data(json.loads(line), f"crc32 drop; {damage}"))
    path.write_bytes(b"".join([header, damaged, *others]))
    finished = command("simulate", *arguments, "--resume", str(path))
    assert (finished.code, finished.out) == (2, "")
    assert f"{path}: {DAMAGES[damage]}" in finished.err


def test_a_file_of_version_1_is_read_by_all_later_versions(tmp_path: Path) -> None:
    path = tmp_path / "simulation.jsonl"
    path.write_bytes((Path(__file__).parents[2] / "samples" / "simulation-1.jsonl").read_bytes())
    arguments = ("--games", "40", "--players", "3", "--policy", "greedy", "--json")
    assert simulate(*arguments, "--resume", str(path)).out == simulate(*arguments).out
    assert path.read_bytes().count(b"\n") == 5


def test_a_terminal_sees_progress_and_a_pipe_sees_none() -> None:
    arguments = ("--single-rounds", "4", "--plain")
    shown = simulate(*arguments, is_terminal=True)
    assert "100% 4/4" in re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", shown.err)
    assert "4/4" not in shown.out
    assert simulate(*arguments).err == ""


def test_ctrl_c_clears_the_progress_and_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object, **__: object) -> Answer:
        raise KeyboardInterrupt

    monkeypatch.setattr("westeros_intrigue.lab.matches.simulations.play_game", interrupted)
    stopped = command("simulate", "--plain")
    assert stopped.code == 130
    assert stopped.err == "westeros-intrigue: stopped by Ctrl-C\n"
    path = str(tmp_path / "simulation.jsonl")
    stopped = command("simulate", "--plain", "--out", path)
    assert f"what was played is stored: --resume {path} continues" in stopped.err
