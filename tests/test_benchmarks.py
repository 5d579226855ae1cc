"""The benchmarks run: each figure once, on little data. The results are not checked here."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from cases import each

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import (  # noqa: E402 - found by the line above
    btwixt,
    environments,
    figures,
    monopoly,
    other_games,
    profile_of_a_ply,
    pruning,
    publishing,
    second_engine,
    sizes,
    strength,
    views,
)
from benchmarks.__main__ import MEASUREMENTS, against_others, main  # noqa: E402
from benchmarks.measuring import Contender, Line, Spread, measured, table  # noqa: E402
from benchmarks.publishing import Figure  # noqa: E402
from westeros_intrigue import Move, RandomSource, View, explain, legal_moves  # noqa: E402


def printed(lines: Iterable[Line]) -> list[str]:
    return [line for line in lines if isinstance(line, str)]


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


@each(SMALL)
def test_a_figure_does_its_work(contender: Contender) -> None:
    assert contender.prepare(0)() > 0


def test_refused_moves_are_refused_and_positions_have_moves() -> None:
    for number in range(20):
        state = figures.position(number)
        assert legal_moves(state)
        assert explain(state, figures.refused_move(number))


def test_the_second_engine_stands_where_the_package_does() -> None:
    for number in range(3):
        state = figures.position(number)
        plain = {second_engine._move(move) for move in legal_moves(state)}
        assert second_engine._game_at(state).legal() == plain


def test_the_solver_is_exact_without_each_part_of_its_pruning_and_looks_at_no_fewer() -> None:
    states = pruning.endings(4, 9)
    values, nodes, _ = pruning.solved("all parts", states)
    for part in pruning.PARTS:
        values_without, nodes_without, _ = pruning.solved(part, states)
        assert values_without == values
        assert nodes_without >= nodes


@pytest.mark.long
def test_other_libraries_play_or_are_named() -> None:
    contenders, missing = other_games.installed()
    rates = measured([figures.playouts(4, rounds=1), figures.dealt_playouts(4, 1), *contenders], 1)
    assert len(printed(against_others(rates, contenders))) == len(contenders) + 1
    assert contenders or missing
    assert set(missing) <= set(other_games.LIBRARIES)


def test_a_table_has_a_line_for_each_row_and_a_cell_for_each_ratio() -> None:
    rates = {"fast": [4.0, 6.0], "slow": [2.0, 2.0]}
    found = [*table(rates, {"fast": ["slow"], "slow": ["missing"]}, ["slow"])]
    lines = printed(found)
    assert Figure("fast / slow", 2.5, (2.0, 3.0)) in found
    assert lines[1].endswith("2.50 (2.00 to 3.00)")
    assert len(lines) == 3
    assert Spread.of([1.0, 3.0, 2.0]) == (2.0, 1.0, 3.0)


@pytest.mark.long
def test_sizes_views_and_profile_report() -> None:
    assert len(printed(sizes.bytes_of_a_state(1))) == 3 + len(figures.PLAYER_COUNTS)
    assert len(printed(sizes.import_time(1))) == 5
    assert len([*profile_of_a_ply.report(1, positions=2)]) == len(profile_of_a_ply.PARTS) + 2
    assert views.MOMENTS


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--turns", "0"])
    assert "--turns must be at least 1" in capsys.readouterr().err
    assert "functions" in MEASUREMENTS


@pytest.mark.long
def test_the_command_line_prints_and_publishes_what_it_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(publishing, "FIGURES", tmp_path / "figures.json")
    publishing.write({"other": {"command": "a", "figures": {"b": {"value": 1}}}})
    main(["--only", "import", "--turns", "1", "--publish"])
    assert "import westeros_intrigue" in capsys.readouterr().out
    published = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert published["import"]["figures"]["import westeros_intrigue"]["unit"] == "ms"
    assert published["other"]["figures"] == {"b": {"value": 1}}


def test_the_strength_of_two_players_is_measured_over_paired_deals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in (*strength.OTHERS, "search"):
        assert callable(strength.player(f"{name}:10"))
    strength.main(["greedy", "random", "--players", "3", "--deals", "10"])
    assert re.match(
        r"greedy against random, 3 players: won \d+\.\d % ± \d+\.\d %, margin \+",
        capsys.readouterr().out,
    )
    # A player against itself wins each deal from one seat and loses it from the others.
    even = strength.strength(first_move, first_move, players=2, deals=5, seed=1)
    assert set(even.shares) == {0.5}
    assert set(even.margins) == {0.0}


def first_move(view: View, _rng: RandomSource) -> Move:
    return legal_moves(view)[0]
