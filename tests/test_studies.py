"""The studies run, on little data, and do what they say; their results are not checked here."""

from __future__ import annotations

import copy
import json
import os
import random
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import publishing  # noqa: E402 - found by the line above
from benchmarks.publishing import Figure  # noqa: E402
from studies import (  # noqa: E402
    best_response,
    chances,
    effects,
    endings,
    exploit,
    refusals,
    replay,
    strength,
)
from studies.__main__ import RUNS, main  # noqa: E402
from westeros_intrigue import (  # noqa: E402
    InvalidValue,
    Move,
    RandomSource,
    View,
    apply,
    distinct_moves,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.gamekit.chance import random_below  # noqa: E402
from westeros_intrigue.lab.design import compare_games  # noqa: E402
from westeros_intrigue.lab.players import LearnedPlayer, reading  # noqa: E402
from westeros_intrigue.lab.players.outlooks import (  # noqa: E402
    INSIGHTS,
    KNOWN,
    MIXED,
    MIXTURE,
    OUTLOOKS,
    Known,
    Outlook,
    kind_of,
)
from westeros_intrigue.lab.simulation import packing  # noqa: E402
from westeros_intrigue.players import parse_player  # noqa: E402
from westeros_intrigue.rules import draw_deal  # noqa: E402
from westeros_intrigue.rules.unseen import house_counts  # noqa: E402

LEARNED = LearnedPlayer()
PURE = {"PYTHONPATH": str(ROOT / "src")}
"""The environment in which the package of this checkout is imported."""


def test_a_study_is_asked_for_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    _, listed = capsys.readouterr().out.split("\nruns:\n")
    assert [line.split()[0] for line in listed.splitlines()] == list(RUNS)
    assert {f"{module}.py" for module, _ in RUNS.values()} == {
        path.name for path in (ROOT / "studies").glob("[!_]*.py")
    }
    for module, _ in RUNS.values():
        source = (ROOT / "studies" / f"{module}.py").read_text("utf-8")
        assert "\ndef main(arguments: Sequence[str]" in source, module
        assert "__main__" not in source.replace('run_name="__main__"', ""), "one program"


def test_a_study_that_is_not_named_in_full_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["strength", "greedy"])
    assert capsys.readouterr().err.startswith("usage: python -m studies strength")


def test_no_benchmark_needs_a_study() -> None:
    """Only the benchmarks are in the source distribution."""
    for path in (ROOT / "benchmarks").glob("*.py"):
        assert not re.search(r"(from|import) studies", path.read_text("utf-8")), path.name


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


def test_an_attack_of_your_own_is_measured_in_deals_of_a_secret_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source = "from westeros_intrigue import distinct_moves\n\n\n"
    source += "def attack(view, rng):\n    return distinct_moves(view)[0]\n"
    (tmp_path / "an_attack.py").write_text(source, "utf-8")
    words = ["greedy", "--attack", "an_attack:attack", "--players", "3", "--deals", "2"]
    exploit.main(words)
    exploit.main(words)
    told = r"an_attack:attack against greedy at a table of 3, 2 deals of seed (\d+): won"
    first, second = re.findall(told, capsys.readouterr().out)
    assert first != second
    with pytest.raises(InvalidValue, match="cannot import an_attack:other"):
        exploit.attack_of("an_attack:other", "greedy")


@pytest.mark.parametrize("players", [2, 4])
def test_an_attack_hides_its_hand_in_moves_that_are_as_good(players: int) -> None:
    """A move that tells the truth about the hand more clearly is judged worse by it."""
    rng = random.Random(5)
    state = setup(players, seed=5, variant=strength.ONE_ROUND)
    for _ in range(3 * players):
        state = apply(state, LEARNED(observe(state, state.active_player), rng))
    view = observe(state, state.active_player)
    habits, found = (
        reading.ReadingPlayer().habits,
        reading.read(view, exploit.reads(0.08).habits, 1),
    )
    codes = [packing.code_of(view._board.occupied, move) for move in distinct_moves(view)]
    believed = [exploit.belief_after(view, found, code, habits) for code in codes]
    assert all(0 < each_ < 1 for each_ in believed)
    as_good = dict.fromkeys(range(len(codes)), 0.1)
    chosen = exploit.hidden_choice(view, found, codes, as_good, habits)
    assert believed[chosen] == min(believed) < max(believed)
    worst = believed.index(max(believed))
    assert exploit.hidden_choice(view, found, codes, as_good | {worst: 0.5}, habits) == worst


def test_a_replayed_search_makes_the_move_that_the_player_made() -> None:
    """With the hand and the random numbers of the player, the search leads to its placements."""
    checked, seeds = list[bool](), list[int]()
    state = setup(2, seed=3, variant=strength.ONE_ROUND)
    held = exploit.counts_of(packing.pack_hand(house_counts(state.hands[1])))

    class Checked(exploit.Replay):
        def _likelihoods(self, code: int, readings: Any, _seed: int) -> Any:
            if held in readings and seeds:
                known = readings[held]
                made = self.replayed(known, *exploit.moves_in(known), seeds.pop(0))
                checked.append(made == code)
            return dict.fromkeys(readings, 1.0)

    attack, target, rng = Checked(), reading.ReadingPlayer(), random.Random(3)
    for _ in range(12):
        view = observe(state, state.active_player)
        if view.active_player == 0:
            state = apply(state, attack(view, random.Random(4)))
            continue
        before, ahead = rng.getstate(), copy.deepcopy(rng)
        move = target(view, rng)
        if rng.getstate() != before:  # it had a choice
            seeds.append(random_below(2**32, ahead))
        state = apply(state, move)
    assert len(checked) >= 4
    assert all(checked)


def test_the_ceiling_holds_the_hands_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = draw_deal(3, random.Random(2), strength.ONE_ROUND)
    state = setup(3, deal=deal, variant=strength.ONE_ROUND)
    seen, judge_some = list[Any](), reading.Reading.judge_some

    def noted(self: reading.Reading, *arguments: Any) -> Any:
        seen.append([*self.hands])
        return judge_some(self, *arguments)

    monkeypatch.setattr(reading.Reading, "judge_some", noted)
    exploit.Sees(deal=deal)(observe(state, 0), random.Random(1))
    assert seen == [[packing.pack_hand(house_counts(hand)) for hand in state.hands[1:]]]


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


def test_the_effects_of_options_are_those_of_compare_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = {"rivalry": effects.GAMES["cards"].rules["rivalry"]}
    few = effects.GAMES["cards"]._replace(seats=(2, 3), rules=rules)
    found: dict[str, Figure] = {}

    def keep(run: str, command: str, figures: Any) -> None:
        assert run == "options of the card game"
        assert command.endswith("studies effects cards --deals 20 --player greedy --seed 1")
        found.update({figure.name: figure for figure in figures})

    monkeypatch.setattr(effects, "GAMES", {"cards": few})
    monkeypatch.setattr(effects, "publish", keep)
    effects.main(["cards", "--deals", "20", "--publish"])
    option = ("westeros-intrigue", {"option": ("rivalry",)})
    effect = compare_games("westeros-intrigue", option, players="greedy", seats=3, deals=20, seed=1)
    total = effect["mean total"]
    assert found["3 players, none: mean total"].value == round(total.before.value, 2)
    assert found["3 players, rivalry: mean total"].value == round(total.difference.value, 2)
    winners = effect.comparisons[0].other_winners
    assert found["3 players, rivalry: other winners"].value == round(100 * winners.value, 1)
    assert found["2 players, rivalry: moves"] == Figure(
        "2 players, rivalry: moves", 0.0, unit="points"
    )
    assert found["2 players, none: won by greedy"].value > 80


@pytest.mark.parametrize("opponent", ["greedy", "person", "mixed"])
def test_each_round_is_played_again_with_another_move(opponent: str) -> None:
    table = chances.Table(opponent, opponent, 3, seed=5)
    for moves in chances.rounds_at(table, 2):
        made = [move.made for move in moves]
        assert made.count(chances.OTHER_MOVES) == 3  # from each seat
        first = made.index(chances.OTHER_MOVES)
        assert {*made[:first]} == {chances.ADVISED_MOVES}
        after = made[first + 1 : made.index(chances.ADVISED_MOVES, first)]
        assert {*after} <= {chances.LATER_MOVES}
    seats = chances.players_at(table, "a deal")
    assert seats == chances.players_at(table, "a deal")
    assert {*seats} <= ({opponent} if opponent == "greedy" else {*MIXTURE})


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


@pytest.mark.untraced
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


CHANCES = re.compile(r"chances against (\S+), (\d) players")


def test_a_chance_is_shown_where_the_published_rounds_bear_it_out() -> None:
    """Each published curve decides on its moves; what is not published is not shown."""
    published = json.loads((ROOT / "docs" / "figures.json").read_text("utf-8"))
    found: dict[str, dict[int, Known]] = {}
    for run, data in published.items():
        if named := CHANCES.fullmatch(run):
            name, players = named[1], int(named[2])
            kind = name if name == MIXED else kind_of(name)
            advised = chances.is_right(data["figures"])
            others = advised and chances.is_right(data["figures"], chances.OTHERS)
            found.setdefault(kind, {})[players] = Known(advised, others)
    assert found == KNOWN


def test_a_curve_that_fails_lets_no_chance_be_shown() -> None:
    right: dict[str, dict[str, Any]] = {
        "moves": {"value": 300},
        "slope": {"value": 1.2, "interval": [1.09, 1.3]},
        "largest error of a band": {"value": 10.0},
    }
    assert chances.is_right(right)
    wrong_ones: dict[str, dict[str, Any]] = {
        "moves": {"value": 199},
        "slope": {"value": 0.8, "interval": [0.7, 0.89]},
        "largest error of a band": {"value": 10.1},
    }
    for name, wrong in wrong_ones.items():
        assert not chances.is_right(right | {name: wrong}), name
    assert not chances.is_right(right, chances.OTHERS)


def a_run(command: str) -> dict[str, Any]:
    figures = {"won": {"value": 80.0, "unit": "%"}, "a placement": {"value": 9.0, "unit": "ms"}}
    return {"command": command, "machine": "one with numba", "commit": "then", "figures": figures}


def test_old_figures_hold_if_their_first_deals_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    strong = "python -m studies strength greedy random --players 3 --deals 9 --seed 2"
    published = {
        "same": a_run(strong),
        "other": a_run(strong.replace("random", "provident")) | {"commit": "later"},
        "hints": a_run(strong.replace("greedy", "advice")),
        "than": a_run(strong.replace("random", "random --than random")),
    }
    figures = tmp_path / "figures.json"
    figures.write_text(json.dumps(published), "utf-8")
    monkeypatch.setattr(replay, "FIGURES", figures)
    monkeypatch.setattr(publishing, "FIGURES", figures)
    monkeypatch.setattr(replay, "package_of", lambda name, _folder: Path(name))
    play = replay.play

    def played(which: replay.Played, deals: int, package: Path) -> replay.Deals:
        changed = which._replace(seed=3) if package.name == "later" else which
        return play(changed, deals, ROOT)

    monkeypatch.setattr(replay, "play", played)
    monkeypatch.setattr(replay, "environment_of", lambda _package: os.environ | PURE)
    assert replay.main([*published, "--deals", "2", "--publish"]) == 1
    told = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert told["same"] == "equal: the placements of 2 deals are the same"
    assert told["other"] == "different: 0 of 2 deals are equal"
    assert told["hints"].startswith("cannot be replayed with the package of today (")
    assert told["than"] == "no deals of named players: run it again"
    written = json.loads(figures.read_text("utf-8"))
    assert written["same"]["replayed"]["deals"] == 2
    assert "numba" not in written["same"]["machine"]
    assert written["same"]["figures"]["won"] == published["same"]["figures"]["won"]
    assert written["same"]["figures"]["a placement"]["value"] < 9
    assert {name for name, run in written.items() if "replayed" in run} == {"same"}
    assert replay.main(["same", "--deals", "2"]) == 0


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
