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
    View,
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
    outlooks,
    search,
)
from westeros_intrigue.lab.players.analysis import (
    HINT_PLAYOUTS,
    Chance,
    advice,
    better,
    hint,
    why,
)
from westeros_intrigue.lab.players.game_analysis import TURNING_POINT
from westeros_intrigue.lab.players.outlooks import (
    ADVISED,
    BOTH,
    INSIGHTS,
    LINES,
    MIXTURE,
    NEITHER,
    OUTLOOKS,
    Known,
    habits_of,
    kind_of,
)
from westeros_intrigue.lab.players.reading import try_all
from westeros_intrigue.lab.simulation import Policy, solve
from westeros_intrigue.lab.simulation.trials import MOST_WORLDS, Trials
from westeros_intrigue.players import PLAYERS

ONE_ROUND = STANDARD.with_rounds(1)


def after(placements: int, *, players: int = 2, seed: int = 1) -> GameState:
    state, rng = setup(players, seed=seed), random.Random(seed)
    for _ in range(placements):
        state = apply(state, rng.choice(legal_moves(state)))
    return state


def seen(state: GameState) -> Any:
    return observe(state, state.active_player)


# Positions


@pytest.mark.untraced
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
    of_kinds = [OUTLOOKS[kind][players] for kind in kinds]
    start, slope = (fmean(getattr(each, name) for each in of_kinds) for name in MARGIN_LINE)
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
            for each in of_kinds
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
    insight, late, line = INSIGHTS["search:200"][2], 7 / 36, LINES["search:200"][2]
    wins = {}
    for move, judged, ends in zip(moves, tried.judged, tried.ends, strict=True):
        assert len(ends) == count
        logit = insight.always + insight.loose * tried.reading.loose + insight.late * late
        slope = insight.judged + insight.judged_if_loose * tried.reading.loose
        logit += (slope + insight.judged_if_late * late) * judged
        wins[move] = 1 / (1 + math.exp(-logit))
        of_other = 1 / (1 + math.exp(-line.start - line.slope * logit))
        is_best = found.of(move).rank == 1
        assert found.of(move).win == pytest.approx(wins[move] if is_best else of_other)
        assert (found.of(move).win_error > 0) == (0 < sum(ends) < count)
    assert found.belief is not None
    assert found.belief.player == 1 - (view.player or 0)
    assert wins[found.best.move] > max(wins.values()) - 0.01


def test_moves_are_tried_until_the_analysis_is_stopped() -> None:
    view = seen(after(7))
    found = analyse(view, playouts=10_000, stop=lambda: True, assumed="search:1000")
    few = try_all(view, habits_of("search:1000"), 16, 0)
    insight = INSIGHTS["search:1000"][2]
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


@pytest.mark.untraced
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
    found = analyse(view, playouts=60).moves
    best, *_, made = (attrs.evolve(each, win=0.34, has_chance=True) for each in found)
    reasons = [*better(view, attrs.evolve(best, win=0.344), made)]
    assert reasons == [why(view, best.move, [made.move])]
    chance, *others = better(view, attrs.evolve(best, win=0.35), made)
    assert chance == "wins 35 % of such rounds, this 34 %"
    assert others == reasons
    more, *_ = better(view, attrs.evolve(best, win=0.35, has_chance=False), made)
    assert more == "wins more rounds"


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


# Chances that were measured


def let_be_known(monkeypatch: pytest.MonkeyPatch, known: Known) -> None:
    """Let rounds have shown these chances to be right, among unknown players at any table."""
    monkeypatch.setattr(outlooks, "KNOWN", {"person": dict.fromkeys(range(2, 7), known)})


@pytest.mark.parametrize("known", [BOTH, ADVISED, NEITHER])
@pytest.mark.parametrize("players", [2, 3])
def test_a_chance_is_shown_only_if_it_was_measured_for_such_a_move(
    monkeypatch: pytest.MonkeyPatch, players: int, known: Known
) -> None:
    let_be_known(monkeypatch, known)
    state = setup(players, seed=4)
    for _ in range(5):
        state = apply(state, distinct_moves(state)[0])
    view = observe(state, state.active_player)
    found = analyse(view, playouts=HINT_PLAYOUTS)
    best, *others = found.moves
    assert [judged.rank for judged in found.moves] == [*range(1, len(found.moves) + 1)]
    assert others
    assert best.has_chance == known.advised
    assert {judged.has_chance for judged in others} == {known.others}
    # As text, as a table, as rows and as a picture.
    shown = {BOTH: len(found.moves), ADVISED: 1, NEITHER: 0}[known]
    assert sum("%" in str(judged) for judged in found.moves) == shown
    html = found._repr_html_()
    assert html.count(" %") == 2 * shown
    rows = found.to_rows()
    assert [row["rank"] for row in rows] == [judged.rank for judged in found.moves]
    for name in ("win", "win_error", "loss", "loss_error"):
        assert sum(row[name] is not None for row in rows) == shown
    assert {row["is_clear_loss"] for row in rows} <= {True, False}
    picture = found.draw_svg(view)
    slots = len({judged.move.slot for judged in found.moves})
    in_picture = {BOTH: slots, ADVISED: 1, NEITHER: 0}[known]
    assert len({*re.findall(r"(\w\d in \S+): wins", picture)}) == in_picture
    assert ("its place among the moves" in picture) == (known != BOTH)
    assert ("rounds of 100" in picture) == known.advised
    # In the advice, the chances of the best two stand, as far as they are known.
    said = hint(view)
    assert said.count("%") - analysis_of_belief(found) <= sum(known)
    assert ("of the time against an unknown player" in said) == (known.advised and players == 2)
    assert (f"(the first of {len(found.moves)} placements against" in said) == (known == NEITHER)


def test_a_chance_is_known_only_where_it_was_measured_in_the_same_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither with fewer trials, without the compiled half, by other rules nor by other players."""
    all_kinds = {kind: dict.fromkeys(range(2, 7), BOTH) for kind in (*INSIGHTS, "mixed")}
    monkeypatch.setattr(outlooks, "KNOWN", all_kinds)

    def is_known(view: View, playouts: int = HINT_PLAYOUTS, assumed: Any = "person") -> bool:
        return analyse(view, playouts=playouts, assumed=assumed).best.has_chance

    two, four = seen(after(7)), seen(after(7, players=4))
    assert is_known(two)
    assert is_known(four)
    assert not is_known(two, playouts=100)  # its chance rests on the trials
    assert is_known(four, playouts=100)  # and this one on the network
    with extension(None):
        assert not is_known(two, playouts=4)
    deadly = setup(4, seed=1, variant=STANDARD.with_options(anyone_can_die=True))
    assert not is_known(observe(deadly, deadly.active_player))
    assert is_known(four, assumed="knight")
    assert not is_known(four, assumed="search:300")  # only like it
    assert is_known(four, assumed=("knight", "greedy", "squire", "knight"))
    assert not is_known(four, assumed=("knight", "maester", "maester", "knight"))  # one reads hands
    all_kinds["greedy"] = {}
    assert not is_known(four, assumed=("knight", "greedy", "squire", "knight"))
    del all_kinds["mixed"]
    assert not is_known(four, assumed=("knight", "squire", "squire", "knight"))
    solo = setup(4, seed=1, variant=SOLO_SCHEMING)
    assert not is_known(observe(solo, 0))


def test_another_move_never_reads_better_than_the_best() -> None:
    """By its line, a chance can be higher than that of the best move; it is then as high."""
    line = outlooks.Line(2.0, 0.5)
    one, best = Chance(0.31, 0.02, (0.0, 0.1)), Chance(0.4)
    assert one.on(line, 0.99).win == pytest.approx(line.chance(0.31))
    assert round(100 * one.on(line, best.win).win) == 39
    assert best.on(line, 0.4).win == 0.4
    assert one.on(outlooks.SAME, best.win).win == pytest.approx(0.31)
    assert one.on(outlooks.SAME, best.win).trials == pytest.approx([0.0, 0.1])
    assert outlooks.Line(0.0, 0.9).chance(1.0) == 1.0


def analysis_of_belief(found: Analysis) -> int:
    """Return how often a hint says how sure a conclusion is."""
    return found.belief.in_words().count("%") if found.belief else 0


@pytest.mark.parametrize("known", [ADVISED, NEITHER])
def test_a_move_whose_chance_is_not_known_has_a_place(
    monkeypatch: pytest.MonkeyPatch, known: Known
) -> None:
    let_be_known(monkeypatch, known)
    one_round = STANDARD.with_rounds(1)
    record = Record.from_state(play_game([random_player] * 2, seed=1, variant=one_round))
    found = analyse_record(record, playouts=HINT_PLAYOUTS)
    assert found.turning_points
    for judged in found.turning_points:
        assert re.match(rf"{judged.move} is the \d+\w\w best of \d+ placements\.", judged.comment)
        assert judged.comment.count("%") <= known.advised
        assert not judged.has_chance
    for judged, row in zip(found.placements, found.to_rows(), strict=True):
        assert judged.win == judged.analysis.best.win
        assert judged.has_best_chance == judged.analysis.best.has_chance
        assert (row["rank"], row["choices"]) == (judged.rank, len(judged.analysis.moves))
        is_known = judged.rank == 1 and judged.analysis.best.has_chance
        assert (row["loss"] is None) == (row["win"] is None) == (not is_known)
    assert "best placements" in str(found)
    assert str(found).count("%") == sum(judged.comment.count("%") for judged in found.placements)
    assert ("The prospects with the best placement" in str(found)) == (known == NEITHER)
    picture = found.draw_svg()
    assert "fewer than the best" not in picture
    assert "place, from best to worst" in picture
    assert ("times in 100" in picture) == (">50%<" in picture) == known.advised


def test_where_every_placement_wins_there_is_nothing_to_measure() -> None:
    rng = random.Random(1)
    ends: list[GameState] = []
    while not ends:
        state = setup(2, rng=rng)
        while state.active_player is not None and not state.eliminations:
            state = apply(state, random_player(observe(state, state.active_player), rng))
        ends = [state] if len(distinct_moves(state)) > 1 else []
    (state,) = ends
    alone = analyse(observe(state, state.active_player), playouts=10)
    assert all(judged.has_chance and judged.win == 1 for judged in alone.moves)
