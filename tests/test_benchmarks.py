"""The benchmarks run: each figure once, on little data. The results are not checked here."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.cases import each

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import (  # noqa: E402 - found by the line above
    best_response,
    btwixt,
    chances,
    endings,
    environments,
    exploit,
    figures,
    monopoly,
    page_calls,
    refusals,
    second_engine,
    speed,
    strength,
)
from benchmarks.__main__ import RUNS, main  # noqa: E402
from benchmarks.measuring import Contender  # noqa: E402
from benchmarks.publishing import Figure  # noqa: E402
from westeros_intrigue import Move, RandomSource, View, legal_moves  # noqa: E402
from westeros_intrigue.lab.players import reading  # noqa: E402
from westeros_intrigue.lab.players.outlooks import INSIGHTS, OUTLOOKS, Outlook  # noqa: E402
from westeros_intrigue.players import parse_player  # noqa: E402

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
        assert "__main__" not in source.replace('run_name="__main__"', ""), "one program"


@pytest.mark.parametrize("words", [[], ["chess"], ["strength", "greedy"]])
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


def test_the_decisions_that_follow_refusals_are_counted_in_each_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    refusals.main(["--games", "1"])
    counted = re.findall(
        r"(?m)^([a-z-]+): (\d+) of (\d+) decisions within three tries "
        r"\((\d+) at try 2, (\d+) at try 3\)$",
        capsys.readouterr().out,
    )
    assert [key for key, *_ in counted] == ["westeros-intrigue", "monopoly", "btwixt"]
    for _, *counts in counted:
        ended, total, *by_try = map(int, counts)
        assert sum(by_try) == ended <= total


def first_move(view: View, _rng: RandomSource) -> Move:
    return legal_moves(view)[0]


def test_an_interrupted_attack_continues_after_its_last_deal(tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    exploit.attack("reads:0.01", "greedy", 2, seed=2, kept=kept)
    first = exploit.read_deals(kept, "reads:0.01", "greedy", 2)
    continued = exploit.attack("reads:0.01", "greedy", 3, seed=2, kept=kept)
    assert exploit.read_deals(kept, "reads:0.01", "greedy", 2)[:2] == first
    assert len(kept.read_text("utf-8").splitlines()) == 3
    at_once = exploit.attack("reads:0.01", "greedy", 3, seed=2)
    assert (continued.shares, continued.margins) == (at_once.shares, at_once.margins)
    assert exploit.read_deals(kept, "reads:0.01", "greedy", 3) == []  # deals of another seed


def test_an_attack_that_has_played_its_deals_does_not_train_again(tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    about = {"attack": "trained", "player": "greedy", "seed": 2}
    deal = strength.OfDeal(share=0.5, margin=1.5, seconds=1.0, placements=10)
    lines = [json.dumps(about | deal._asdict()) for _ in range(2)]
    kept.write_text("\n".join([*lines, ""]), "utf-8")
    assert exploit.attack("trained", "greedy", 2, seed=2, kept=kept).shares == (0.5, 0.5)


def test_a_network_learns_from_its_placements_against_a_player_without_weights() -> None:
    opponent, rng = parse_player("search:2"), np.random.default_rng(1)
    network = best_response.network_of_package(rng)
    placements = best_response.chunk_of_rounds(opponent, network.packed(0.1), rng, 20)
    assert len(placements) >= 20
    assert {placed.inputs.shape for placed in placements} == {(1, 626)}
    assert placements[-1].done.all()
    (end,) = placements[-1].results
    assert end[0][0] == -end[1][0]
    assert {end[0][1], end[1][1]} == {0.5, -0.5}


def test_the_moves_of_each_deal_are_kept(tmp_path: Path) -> None:
    kept, table = tmp_path / "moves.jsonl", chances.Table("greedy", "greedy", 3, seed=4)
    first = chances.rounds_at(table, 1, kept)
    continued = chances.rounds_at(table, 2, kept)
    assert continued[:1] == first
    assert len(kept.read_text("utf-8").splitlines()) == 2
    assert chances.rounds_at(table, 2, kept) == continued == chances.rounds_at(table, 2)


def test_too_few_rounds_for_a_figure_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        strength.main(["greedy", "random", "--deals", "1"])
    assert "argument --deals: must be at least 2, not 1" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2 rounds like these have no slope: play more"):
        chances.main(["greedy", "--rounds", "2"])


def test_only_the_hints_do_without_reading_where_the_network_alone_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, readers, read = tmp_path / "moves.jsonl", list[int | None](), reading.read

    def noted(view: View, *arguments: Any) -> Any:
        readers.append(view.player)
        return read(view, *arguments)

    monkeypatch.setattr(reading, "read", noted)
    monkeypatch.setattr(chances, "report", lambda _rounds: ())  # of many rounds
    chances.main(["reader", "--rounds", "2", "--network", "--keep", str(kept)])
    deals = map(json.loads, kept.read_text("utf-8").splitlines())
    moves = [chances.Seen(*each_) for deal in deals for each_ in deal["seen"]]
    assert {each_.loose for each_ in moves} == {None}
    assert {*readers} == {0, 1}  # the opponent, in either seat


def test_a_chance_leads_back_to_the_judgement_it_was_made_from() -> None:
    insight, outlook = INSIGHTS["learned"][2], OUTLOOKS["learned"][3]
    for judged in (-0.4, 0.0, 0.3):
        of_two = insight.chance(judged, 0.2, 0.5)
        assert chances.judgement(of_two, 0.2, 0.5, "learned", 2) == pytest.approx(judged)
        of_three = outlook.chance(judged, 0.5)
        assert chances.judgement(of_three, None, 0.5, "learned", 3) == pytest.approx(judged)
    assert chances.judgement(1.0, None, 0.5, "learned", 3) is None
    assert chances.judgement(0.5, None, 0.5, "person", 3) is None


def test_a_fit_finds_the_numbers_behind_the_rounds() -> None:
    rng, true = random.Random(1), Outlook(-0.5, 2.0, 0.3, 3.0, 0.8, 1.5)
    seen = []
    for _ in range(6000):
        judged, worth, late = rng.uniform(-1, 1), rng.uniform(-0.5, 0.5), rng.random()
        chance, ahead = true.chance(judged, late), 0.3 + 3 * worth + rng.gauss(0, 1)
        won = rng.random() < chance
        seen.append(chances.Seen(chance, judged, worth, None, late, won, ahead))
    assert chances.fitted_outlook(seen) == pytest.approx(true, abs=0.4)
    # The report knows that these chances are right.
    lines = chances.report([seen[:3000], seen[3000:]])
    found = {each.name: each.value for each in lines if isinstance(each, Figure)}
    assert found["slope"] == pytest.approx(1, abs=0.1)
    assert found["largest error of a band"] < 5
    assert found["Brier score"] < found["Brier score of a constant"]


ENDINGS = sorted(endings.lines(), key=lambda line: int(line["information_sets"]))[:2]


@pytest.mark.parametrize("line", ENDINGS)
def test_an_ending_of_the_file_is_worth_what_it_says(line: dict[str, object]) -> None:
    state = endings.state_of(line)
    ending = endings.Ending.of(state)
    assert sum(state.hand_sizes) <= endings.MOST_CARDS
    assert ending.information_sets == line["information_sets"]
    ending.learn()
    value, worths, error = ending.worth_of(endings.hand_of(state))
    assert error < 0.01
    assert value == pytest.approx(line["value"], abs=0.001)
    assert worths == pytest.approx(line["worths"], abs=0.001)


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
