"""The analysis of positions and games: the worth of moves from the mover's knowledge."""

from __future__ import annotations

import math
import pickle
import random
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import attrs
import pytest
from helpers.cases import each
from helpers.compiling import extension
from helpers.strategies import states
from hypothesis import given, settings

from benchmarks.chances import ADVISED, seen_in, slope_of
from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    InvalidValue,
    Move,
    Phase,
    Record,
    Variant,
    WrongPhase,
    apply,
    determinize,
    distinct_moves,
    greedy_player,
    legal_moves,
    observe,
    parse_move,
    play_game,
    random_player,
    setup,
)
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.lab.players import (
    Analysis,
    JudgedMove,
    LearnedPlayer,
    analyse,
    analyse_record,
    search,
)
from westeros_intrigue.lab.players.analysis import HINT_PLAYOUTS, advice, better, hint, why
from westeros_intrigue.lab.players.game_analysis import TURNING_POINT
from westeros_intrigue.lab.players.outlooks import (
    INSIGHTS,
    MIXTURE,
    OUTLOOKS,
    habits_of,
    kind_of,
)
from westeros_intrigue.lab.players.reading import try_all
from westeros_intrigue.lab.simulation import Policy, solve
from westeros_intrigue.lab.simulation.trials import MOST_WORLDS, Trials
from westeros_intrigue.players import PLAYERS, parse_player

ONE_ROUND = STANDARD.with_rounds(1)


def after(placements: int, *, players: int = 2, seed: int = 1) -> GameState:
    state, rng = setup(players, seed=seed), random.Random(seed)
    for _ in range(placements):
        state = apply(state, rng.choice(legal_moves(state)))
    return state


def seen(state: GameState) -> Any:
    return observe(state, state.active_player)


# Positions


@settings(max_examples=25)
@given(states(phases=(Phase.PLAYING,)))
def test_every_distinct_move_is_judged_the_best_first(state: GameState) -> None:
    found = analyse(seen(state), playouts=1)
    assert {judged.move for judged in found.moves} == set(distinct_moves(seen(state)))
    shown = [(round(100 * judged.win), judged.margin) for judged in found.moves]
    assert shown == sorted(shown, reverse=True)  # the chance decides, and the margin if it is level
    assert max(judged.win for judged in found.moves) - found.best.win < 0.02
    assert found.player == state.active_player
    assert found.worlds == 1
    assert all(0 <= judged.win <= 1 for judged in found.moves)


def test_an_analysis_that_is_stopped_judges_by_the_worlds_so_far() -> None:
    view = observe(setup(3, seed=1), 0)
    looks = iter([False, False, True])
    stopped = analyse(view, playouts=2000, stop=lambda: next(looks))
    assert stopped == analyse(view, playouts=stopped.worlds * len(stopped.moves))
    assert stopped.worlds < analyse(view, playouts=2000, stop=lambda: False).worlds
    whole = analyse(view, playouts=300)
    assert analyse(view, playouts=300, stop=lambda: False) == whole
    assert analyse(view, playouts=300, seed=1) != whole


def test_many_playouts_are_tried_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = [], Trials.worlds

    def worlds(trials: Trials, first: int, count: int) -> Any:
        drawn.append(count)
        return draw(trials, first, count)

    monkeypatch.setattr(Trials, "worlds", worlds)
    found = analyse(observe(setup(3, seed=1), 0), playouts=30_000)
    assert found.worlds == sum(drawn) > max(drawn) == MOST_WORLDS


def test_a_view_is_judged_by_the_knowledge_of_its_player() -> None:
    state = after(9, players=3)
    world = determinize(seen(state), random.Random(4))
    assert world.hands != state.hands
    assert analyse(seen(state), playouts=100) == analyse(seen(world), playouts=100)


@pytest.mark.parametrize(("players", "assumed"), [(3, "learned"), (4, "greedy"), (4, "person")])
def test_more_than_two_are_judged_by_network_and_playouts(players: int, assumed: str) -> None:
    view = seen(after(4, players=players))
    found, moves = analyse(view, playouts=600, assumed=assumed), distinct_moves(view)
    trials = Trials(view, Policy.EPSILON_GREEDY, 0)
    tried = ends_of(trials.of(moves, 0, trials.worlds(0, found.worlds)), len(moves))
    kinds = MIXTURE if assumed == "person" else (assumed,)
    outlooks = [OUTLOOKS[kind][players] for kind in kinds]
    start, slope = (fmean(getattr(each, name) for each in outlooks) for name in MARGIN_LINE)
    results = {
        move: [win + margin / (players - 1) / 10 for margin, _, win in ends]
        for move, ends in zip(moves, tried, strict=True)
    }
    for move, ends, opinion in zip(moves, tried, LearnedPlayer()._worths(view), strict=True):
        of_worlds = [*zip(*ends, strict=True)]
        margin, points, wins = map(fmean, of_worlds)
        of_playouts = wins - 0.5 + margin / (players - 1) / 10
        worth = (of_playouts + 2 * opinion) / 3
        judged = found.of(move)
        assert judged.margin == pytest.approx(start + slope * worth)
        late = 4 / 36
        odds = [
            math.exp(
                each.logit + each.late * late
                + (each.logit_slope + each.logit_slope_if_late * late) * opinion
            )
            for each in outlooks
        ]  # fmt: skip
        assert judged.win == pytest.approx(fmean(odd / (1 + odd) for odd in odds))
        assert judged.points == pytest.approx(points)
        assert judged.points_error == pytest.approx(error_of(of_worlds[1]))
        assert judged.margin_error == pytest.approx(slope / 3 * error_of(results[move]))
        assert judged.win_error == judged.loss_error == 0  # the network knows


MARGIN_LINE = "margin", "margin_slope"


def test_two_are_judged_by_the_likely_hands_of_the_other() -> None:
    view = seen(after(7))
    found, moves = analyse(view, playouts=600, assumed="knight"), distinct_moves(view)
    count = min(600 // len(moves), 64)
    tried = try_all(view, habits_of("search:200"), count, 0)
    insight, late = INSIGHTS["search:200"][2], 7 / 36
    wins = {}
    for move, judged, ends in zip(moves, tried.judged, tried.ends, strict=True):
        assert len(ends) == count
        logit = insight.always + insight.loose * tried.reading.loose + insight.late * late
        slope = insight.judged + insight.judged_if_loose * tried.reading.loose
        logit += (slope + insight.judged_if_late * late) * judged
        wins[move] = 1 / (1 + math.exp(-logit))
        assert found.of(move).win == pytest.approx(wins[move])
        assert (found.of(move).win_error > 0) == (0 < sum(ends) < count)
    assert found.belief is not None
    assert found.belief.player == 1 - (view.player or 0)
    assert wins[found.best.move] > max(wins.values()) - 0.01


def test_moves_are_tried_until_the_analysis_is_stopped() -> None:
    view = seen(after(7))
    found = analyse(view, playouts=10_000, stop=lambda: True)
    few = try_all(view, habits_of("person"), 16, 0)
    insight = INSIGHTS["person"][2]
    chances = [insight.chance(judged, few.reading.loose, 7 / 36) for judged in few.judged]
    assert [found.of(move).win for move in distinct_moves(view)] == pytest.approx(chances)


def test_without_the_compiled_half_two_are_judged_by_the_network() -> None:
    view = seen(after(7))
    with extension(None):
        found = analyse(view, playouts=4, assumed="learned")
    outlook = OUTLOOKS["learned"][2]
    for move, worth in zip(distinct_moves(view), LearnedPlayer()._worths(view), strict=True):
        assert found.of(move).win == pytest.approx(outlook.chance(worth, 7 / 36))
    assert found.belief is None


def test_each_seat_can_have_another_player() -> None:
    view = seen(after(4, players=3))
    seated = ["squire", "squire", "squire"]
    assert view.player == 1
    alike = analyse(view, playouts=4, assumed="squire")
    assert analyse(view, playouts=4, assumed=seated) == alike
    seated[1] = "maester"  # the player to move, whose own name does not matter
    assert analyse(view, playouts=4, assumed=seated) == alike
    seated[2] = "learned"
    mixed = analyse(view, playouts=4, assumed=seated)
    learned = analyse(view, playouts=4, assumed="learned")
    for move in distinct_moves(view):
        both = alike.of(move).win + learned.of(move).win
        assert mixed.of(move).win == pytest.approx(both / 2)
    assert mixed.assumed == ("squire", "learned")
    assert mixed.against == "against players like squire and learned"


def test_every_kind_of_player_has_its_chances() -> None:
    assert {*OUTLOOKS} == {*INSIGHTS} - {"person"}  # which is one of several
    for name in PLAYERS:
        kind = kind_of(name.replace(":N", ":50"))
        assert kind in INSIGHTS
        assert 2 in INSIGHTS[kind]
        for insight, loose, late in product(INSIGHTS[kind].values(), (0.0, 1.0), (0.0, 0.9)):
            # A better judgement is a better chance, so that the order is that of the player.
            assert insight.slope(loose, late) > 0
    for outlook in OUTLOOKS.values():
        assert [*outlook] == [2, 3, 4, 5, 6]
        for of_players in outlook.values():
            assert of_players.slope(0.0) > 0 < of_players.slope(1.0)
            assert of_players.margin_slope > 0


def ends_of(tried: Sequence[int], moves: int) -> list[list[tuple[int, ...]]]:
    """The ends of the trials of each move."""
    size = len(tried) // 3
    ends: list[tuple[int, ...]] = [
        *zip(tried[:size], tried[size : 2 * size], tried[2 * size :], strict=True)
    ]
    return [ends[size // moves * at : size // moves * (at + 1)] for at in range(moves)]


def error_of(numbers: Sequence[float]) -> float:
    """The standard error of the mean."""
    return stdev(map(float, numbers)) / math.sqrt(len(numbers))


OPTIONS = STANDARD.with_seats(houses=[*House][:2]).with_options(rivalry=True)


@pytest.mark.parametrize(
    ("players", "variant", "has_weights"),
    [(2, OPTIONS, True), (4, SOLO_SCHEMING, True), (2, STANDARD, False)],
)
def test_what_the_network_does_not_know_is_judged_by_playouts(
    players: int, variant: Variant, has_weights: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = seen(setup(players, seed=1, variant=variant))
    if not has_weights:
        monkeypatch.setattr(search, "WEIGHTS", Path("nowhere"))
    found, moves = analyse(view, playouts=600), distinct_moves(view)
    trials = Trials(view, Policy.EPSILON_GREEDY, 0)
    tried = ends_of(trials.of(moves, 0, trials.worlds(0, found.worlds)), len(moves))
    for move, ends in zip(moves, tried, strict=True):
        margins, _, wins = zip(*ends, strict=True)
        assert found.of(move).margin == pytest.approx(fmean(margins) / (players - 1))
        assert found.of(move).win == pytest.approx(fmean(wins))
        assert found.of(move).win_error > 0


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 5])
def test_the_chance_shown_is_how_often_the_round_is_won(players: int) -> None:
    adviser = attrs.evolve(ADVISED, assumed="knight")
    knight = parse_player("knight")
    rounds = [seen_in(knight, players, f"test {number}", adviser) for number in range(50)]
    differences = [fmean(each.shown - each.won for each in of_round) for of_round in rounds]
    assert abs(fmean(differences)) < 4 * stdev(differences) / 50**0.5
    # 50 rounds bound a slope less tightly than the 500 whose slopes docs/players.md has.
    assert 0.6 < slope_of([each for of_round in rounds for each in of_round]) < 1.4


def test_two_seats_that_know_all_cards_get_exact_values_and_lines() -> None:
    state = after(16)
    found, solution = analyse(state), solve(state)
    assert found.is_exact
    assert found.best.margin == solution.value
    best = {judged.move for judged in found.moves if judged.margin == found.best.margin}
    assert best == set(solution.best_moves)
    for judged in found.moves:
        end = state
        for move in judged.line:
            end = apply(end, move)
        assert end.active_player is None
        assert judged.line[0] == judged.move
        assert judged.win == (end.last_placer == state.active_player)
        assert judged.margin_error == judged.win_error == judged.points_error == 0
    while len(found.best.line) > 1:
        state = apply(state, found.best.move)
        found = analyse(state)
    assert apply(state, found.best.move).phase is Phase.ROUND_OVER


def test_what_a_move_loses_is_counted_from_the_best_one() -> None:
    def judged(move: str, win: float, error: float = 0.14) -> JudgedMove:
        return JudgedMove(parse_move(move), 0.0, 0.1, win, 0.1, 1.0, 1.0, error)

    moves = (
        judged("S1@a0", 0.9),
        judged("L1@a0", 0.7),
        judged("B1@a0", 0.5),
        judged("T1@a1", 0.89, 0.0),
    )
    found = Analysis(0, moves, 100)
    assert found.loss(parse_move("S1@a0")) == 0
    assert found.loss(parse_move("B9@a0")) == pytest.approx(0.4)  # any card of the house
    assert found.is_clear_loss(parse_move("B1@a0"))
    assert not found.is_clear_loss(parse_move("L1@a0"))  # twice the error is 0.28
    assert not found.is_clear_loss(parse_move("T1@a1"))  # nobody notices one in a hundred
    with pytest.raises(InvalidValue, match="T1@a0 is not a legal move of the position"):
        found.of(parse_move("T1@a0"))
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - its own bytes


@each(
    [
        {"playouts": 0},
        {"seed": 2**32},
        {"nodes": 0},
        {"assumed": "nobody"},
        {"assumed": ["greedy", "greedy"]},
        {"position": observe(setup(4, seed=1), 2)},
        {"position": observe(setup(4, seed=1), None)},
    ]
)
def test_impossible_analyses_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        analyse(**{"position": setup(4, seed=1), "playouts": 4, **arguments})
    with pytest.raises(WrongPhase, match="a position is analysed only"):
        analyse(play_game([random_player] * 2, seed=1))


# Reasons


@settings(max_examples=25)
@given(states(phases=(Phase.PLAYING,)))
def test_reasons_agree_with_the_court(state: GameState) -> None:
    view = seen(state)
    moves = distinct_moves(view)
    for move in moves[:4]:
        after_it = view.court.place(move.card, move.slot)
        reason = why(view, move, [other for other in moves if other != move])
        assert (reason == "is the only placement there is") == (len(moves) == 1)
        for house in House:
            before, after = (len(court.open_slots(house)) for court in (view.court, after_it))
            for said, is_so in (
                ("opens", after > before),
                ("keeps (a|two|three) slots? open", 0 < after <= before),
                ("takes", 0 < after < before),
                ("leaves no slot", after == 0),
            ):
                assert is_so or not re.search(rf"{said}[^SLBT]*{house}", reason)


def test_advice_names_the_players_who_can_answer_and_the_missing_houses_of_the_others() -> None:
    found = {"may hold": 0, "others may": 0, "is out": 0, "are out": 0, "(no ": 0, "others are": 0}
    for seed in range(5):
        state = setup(4, seed=seed)
        while state.active_player is not None:
            view = seen(state)
            moves = distinct_moves(view)
            text = advice(view, analyse(view, playouts=60))
            out = {gone.player for gone in view.eliminations}
            for seat in range(4):
                assert (f"player {seat} may hold" in text) <= (
                    {*range(4)} - out - {view.player} == {seat}
                )
                if seat in out and len(out) < 3:
                    houses = [str(house) for house in House if house in view.missing_houses[seat]]
                    assert not houses or f"layer {seat} (no {join_words(houses, 'or')})" in text
                else:
                    assert f"layer {seat} (no " not in text
            for phrase in found:
                found[phrase] += phrase in text
            state = apply(state, moves[5 * len(state.placements) % len(moves)])
    assert all(found.values()), found


def test_a_chance_is_a_reason_only_if_it_reads_higher() -> None:
    view = seen(after(6, players=4))
    best, *_, made = (attrs.evolve(each, win=0.34) for each in analyse(view, playouts=60).moves)
    reasons = [*better(view, attrs.evolve(best, win=0.344), made)]
    assert reasons == [why(view, best.move, [made.move])]
    chance, *others = better(view, attrs.evolve(best, win=0.35), made)
    assert chance == "wins 35 % of such rounds, this 34 %"
    assert others == reasons


def test_an_analysis_says_which_players_its_chances_assume() -> None:
    view = seen(after(6, players=2))
    assert analyse(view, playouts=1).against == "against an unknown player"
    assert analyse(view, playouts=1, assumed="squire").against == "against a player like squire"
    three = seen(after(6, players=3))
    told = analyse(three, playouts=1, assumed=["person", "knight", "person"]).against
    assert told in {
        "against unknown players",
        "against unknown players and players like knight",
    }
    state = after(16, players=2)
    assert analyse(state).against == "with perfect play by all"
    assert analyse(state, playouts=1, nodes=1).assumed == ("greedy",)
    houses = setup(4, seed=1, variant=STANDARD.with_seats(houses=House).with_options(rivalry=True))
    found = analyse(observe(houses, houses.active_player), playouts=1, assumed="learned")
    assert found.assumed == ("greedy",) * 3


def test_a_hint_says_what_the_other_probably_holds() -> None:
    said = 0
    for seed in range(4):
        view = seen(after(13, seed=seed))
        found = analyse(view, playouts=HINT_PLAYOUTS, assumed="knight")
        assert found.belief is not None
        assert (found.belief.in_words() or "Best move") in hint(view, assumed="knight").replace(
            "Player", "player"
        )
        said += bool(found.belief.facts)
    assert said


# Games


def choices(record: Record) -> Iterator[tuple[GameState, Move]]:
    for state, following in pairwise(record.replay()):
        if state.active_player is not None and state.active_player not in state.variant.automated:
            yield state, following.placements[-1].move


def test_every_placement_that_a_player_chose_is_judged() -> None:
    final = play_game([greedy_player, None, None, None], seed=4, variant=SOLO_SCHEMING)
    record, told = Record.from_state(final), list[tuple[int, int]]()
    found = analyse_record(record, playouts=10, progress=lambda *both: told.append(both))
    assert [(each_one.player, each_one.move) for each_one in found.placements] == [
        (state.active_player, move) for state, move in choices(record)
    ]
    assert {each_one.round_number for each_one in found.placements} == {1, 2, 3, 4, 5}
    of_all = len(found.placements)
    assert told == [(number, of_all) for number in range(1, of_all + 1)]


def test_the_record_comes_back_with_a_comment_on_each_turning_point() -> None:
    final = play_game([random_player] * 3, seed=2, variant=ONE_ROUND)
    record = Record.from_state(final).with_comment("Why?", round_number=1, placement=3)
    found = analyse_record(record, playouts=300)
    for judged in found.placements:
        comment = found.record.rounds[0].placements[judged.number - 1].comment
        before = record.rounds[0].placements[judged.number - 1].comment
        assert comment == "\n".join(filter(None, (before, judged.comment)))
        assert bool(judged.comment) == judged.is_turning_point
        assert judged.analysis.best.loss_error == 0  # it loses nothing, whatever the playouts say
        if judged.is_turning_point:
            assert judged.loss >= TURNING_POINT
            assert f"{judged.move} loses {100 * judged.loss:.0f} % of the rounds" in judged.comment
            best, made = judged.analysis.best, judged.analysis.of(judged.move)
            assert (" of such rounds" in judged.comment) == (best.win > made.win)
    assert found.turning_points
    assert Record.parse(str(found.record)) == found.record
    assert analyse_record(found.record, playouts=300).record == found.record
    assert str(attrs.evolve(found, placements=())).startswith("The chance to win the round")
    one_seat = analyse_record(record, playouts=300, players=(1,))
    assert one_seat.placements == tuple(one for one in found.placements if one.player == 1)
    assert "player 0:" not in one_seat.draw_svg()
    with pytest.raises(InvalidValue, match=r"players\[0\] must be from 0 to 2, not 3"):
        analyse_record(record, players=(3,))


def test_the_course_of_a_game_has_each_placement_and_names_the_turning_points() -> None:
    final = play_game([greedy_player, random_player, random_player], seed=2)
    tags = {"Player-1": "Ada", "Seat-0": "person"}
    found = analyse_record(Record.from_state(final, tags=tags), playouts=100)
    picture = found.draw_svg()
    told = picture.partition("<desc>")[2].partition("</desc>")[0].splitlines()
    assert len(told) == len(found.placements)
    for number, (line, judged) in enumerate(zip(told, found.placements, strict=True), 1):
        name = ("You", "Ada", "player 2")[judged.player]
        win = 100 * judged.analysis.of(judged.move).win
        begin = f"Placement {number}, {name}: wins the round {win:.0f} times in 100, "
        assert line.startswith(f"{begin}{100 * judged.loss:.0f} fewer than the best")
        assert line.endswith(f"({judged.move})") == judged.is_turning_point
    assert picture.count(">Round ") == len(final.results)
