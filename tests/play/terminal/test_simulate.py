"""`simulate`: its numbers, its table and JSON, its progress, and what plays it."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from helpers.patience import PATIENCE
from helpers.terminals import Answer, Result, command

from westeros_intrigue.gamekit import packaging
from westeros_intrigue.lab import simulation
from westeros_intrigue.lab.simulation import Simulation
from westeros_intrigue.lab.simulation.counted import t_quantile


def simulate(*arguments: str, is_terminal: bool = False) -> Result:
    finished = command("simulate", *arguments, is_terminal=is_terminal)
    assert finished.code == 0
    return finished


def data(*arguments: str) -> Any:
    return json.loads(simulate("--json", *arguments).out)


def test_the_numbers_of_rounds_are_means_and_shares_with_their_intervals() -> None:
    found = data("--single-rounds", "30", "--players", "3", "--seed", "4", "--rotate")
    rounds = Simulation(3, "random", seed=4, rotate=True).rounds(range(30))
    assert {name: found[name] for name in ("rounds", "players", "seed", "rotate")} == {
        "rounds": 30, "players": 3, "seed": 4, "rotate": True,
    }  # fmt: skip
    for seat, numbers in enumerate(found["seats"]):
        points = rounds.cards_left[:, seat].tolist()
        assert numbers["seat"] == seat
        assert numbers["policy"] == "random"
        assert numbers["house"] is None
        assert numbers["points"] == pytest.approx(mean(points))
        reach = t_quantile(30) * stdev(points) / 30**0.5
        assert numbers["points_high"] == pytest.approx(mean(points) + reach)
    assert sum(numbers["last_card"] for numbers in found["seats"]) == pytest.approx(1)
    assert found["court"] == pytest.approx(rounds.court_size.mean())


def test_the_table_lists_the_seats_below_a_heading_within_80_columns() -> None:
    out = simulate("--single-rounds", "40", "--players", "6").out
    assert out.startswith("40 rounds of 6 players, seed 1. In brackets 95 % intervals.")
    assert re.search(r"(?m)^seat +policy +points +last card *$", out)
    mean, share = r"\d\.\d{3} \(\d\.\d{3} to \d\.\d{3}\)", r"\d+\.\d % \(-?\d+\.\d to \d+\.\d\)"
    assert re.search(rf"(?m)^5 +random +{mean} +{share} *$", out)
    assert re.search(r"\nCards in the court at the end: \d\d\.\d{3} \(.* to .*\)\n$", out)
    assert max(map(len, out.splitlines())) <= 80
    assert "(" not in simulate("--single-rounds", "1").out.replace("In brackets", "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--policy", "greedy", "random"), "name one policy, or one for each of 4 seats, not 2"),
        (("--solo", "--rotate"), "in Solo Scheming seat 0 starts: --rotate does not go with it"),
        (("--option", "rivalry"), "use --games for this table"),
        (("--resume", ""), "a file is needed, not ''"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments: tuple[str, ...], told: str) -> None:
    finished = command("simulate", *arguments)
    assert (finished.code, finished.out) == (2, "")
    assert told in finished.err


def test_single_rounds_name_the_extra_and_whole_games_need_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(vars(simulation), "Simulation", raising=False)
    monkeypatch.setattr("westeros_intrigue.play.terminal.computing.find_spec", lambda _: None)
    monkeypatch.setattr(packaging, "import_module", missing)
    finished = command("simulate")
    assert (finished.code, finished.out) == (1, "")
    assert 'pip install "westeros-intrigue[fast]"; --games N plays whole' in finished.err
    assert "wins" in simulate("--games", "2", "--policy", "greedy").out


def missing(module: str) -> object:
    if not module.startswith("westeros_intrigue.lab.simulation"):
        return importlib.import_module(module)
    raise ModuleNotFoundError("No module named 'numpy'", name="numpy")


# Shared out, and kept


@pytest.mark.parametrize(
    "arguments",
    [
        ("--single-rounds", "5000", "--rotate"),
        ("--games", "4", "--policy", "provident", "greedy", "--players", "2"),
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


def test_a_file_of_version_1_is_read_by_all_later_versions(tmp_path: Path) -> None:
    path = tmp_path / "simulation.jsonl"
    path.write_bytes((Path(__file__).parents[2] / "samples" / "simulation-1.jsonl").read_bytes())
    arguments = ("--games", "40", "--players", "3", "--policy", "greedy", "--json")
    assert simulate(*arguments, "--resume", str(path)).out == simulate(*arguments).out
    assert path.read_bytes().count(b"\n") == 5


def test_a_terminal_sees_progress_and_a_pipe_sees_none() -> None:
    arguments = ("--single-rounds", "4")
    shown = simulate(*arguments, is_terminal=True)
    assert "100% 4/4" in re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", shown.err)
    assert "4/4" not in shown.out
    assert simulate(*arguments).err == ""


def test_ctrl_c_clears_the_progress_and_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object, **__: object) -> Answer:
        raise KeyboardInterrupt

    monkeypatch.setattr("westeros_intrigue.lab.matches.many_games.play_game", interrupted)
    arguments = ("simulate", "--games", "2", "--policy", "provident")
    stopped = command(*arguments)
    assert stopped.code == 130
    assert stopped.err == "westeros-intrigue: stopped by Ctrl-C\n"
    path = str(tmp_path / "simulation.jsonl")
    stopped = command(*arguments, "--out", path)
    assert f"what was played is stored: --resume {path} continues" in stopped.err
