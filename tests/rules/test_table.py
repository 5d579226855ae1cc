"""What everybody at the table sees: the same for all, and a game that keeps itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import attrs
import pytest
from helpers.cases import each, sampled
from helpers.refusals import assert_refused
from helpers.tables import BOTTOM_ROW, TWO_HANDS, card, court, game, move, play, play_out
from helpers.watched_games import TABLES, watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Elimination,
    Event,
    GameState,
    House,
    InvalidValue,
    IronThroneCard,
    Move,
    Phase,
    Placement,
    Slot,
    Table,
    View,
    WesterosIntrigueError,
    WrongPhase,
    WrongType,
    events,
    from_json,
    observe,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.rules import Reveal, RoundEnd, SetAside, TurnStart
from westeros_intrigue.rules.following import apply_event, make_round_end, make_round_start
from westeros_intrigue.rules.unseen import unseen_at_end
from westeros_intrigue.views import throne_cards_left

EVERY_TABLE = each(list(TABLES))
SOME_TABLES = pytest.mark.parametrize("name", sampled(TABLES, ["2 players", "Solo Scheming"]))


def games(name: str) -> list[Sequence[GameState]]:
    """The states of a game at a table, and those of one that waits for its second round."""
    return [watched_game(name, 1).states, watched_game(name, 2, rounds_dealt=1).states]


def played(name: str) -> list[GameState]:
    return [state for states in games(name) for state in states]


# A table is the fold of its events


@SOME_TABLES
def test_the_events_of_each_viewer_lead_from_position_to_position(name: str) -> None:
    for states in games(name):
        start = states[0]
        new = Table.new(start.players, variant=start.variant, first_player=start.starting_player)
        for viewer in a_player_and_a_spectator(start):
            view, before = View(new, viewer), None
            for state in states:
                after = observe(state, viewer)
                for event in events(before, after):
                    view = view.then(event)
                assert view == after
                before = after


def a_player_and_a_spectator(state: GameState) -> tuple[int, None]:
    return max({*range(state.players)}.difference(state.variant.automated)), None


@EVERY_TABLE
def test_the_events_of_states_lead_the_table_along_without_what_is_hidden(name: str) -> None:
    for states in games(name):
        start = states[0]
        table = Table.new(start.players, variant=start.variant, first_player=start.starting_player)
        view = View(table, min(set(range(6)).difference(start.variant.automated)))
        for before, state in pairwise((None, *states)):
            assert state is not None
            for event in events(before, state):
                table = apply_event(table, event)
            assert table == state.table
        assert view.then(events(None, states[0])[0]).hand == states[0].hands[view.player or 0]


@pytest.mark.rule("elimination.unable", "turn.must-place")
def test_between_a_placement_and_the_next_event_nobody_knows_whether_a_card_fits() -> None:
    start = setup(3, seed=1).table
    assert (start.active_player, start.can_place) == (0, True)
    placed = start.then(Placement(0, move("S1@a0")))
    assert (placed.active_player, placed.can_place) == (1, False)
    assert placed.then(TurnStart(1)).can_place
    assert placed.then(Placement(1, move("S2@a1"))) == placed.then(TurnStart(1)).then(
        Placement(1, move("S2@a1"))
    )


def test_an_event_that_cannot_come_next_is_refused() -> None:
    table, waiting = Table.new(3).dealt(), Table.new(3)
    start, end = make_round_start(waiting, ()), make_round_end(OVER)
    assert OVER.then(end) == OVER.scored()
    out_of_order: tuple[Event, ...] = (
        Placement(1, move("S1@a0")), Elimination(1, 0, 12), Elimination(0, 0, 12),
        Elimination(0, 0, 11), TurnStart(0), SetAside(0, DECK[:1]),
    )  # fmt: skip
    tried: list[tuple[Table | View, Event]] = [
        *((position, event) for event in out_of_order for position in (table, View(table))),
        (waiting, attrs.evolve(start, hand_size=9)),
        (waiting, attrs.evolve(start, round_number=2)),
        (OVER, attrs.evolve(end, penalty_points=(0, 0))),
    ]
    calls = [partial(position.then, event) for position, event in tried]
    assert_refused("events that cannot come next", InvalidValue, calls)


def test_an_event_is_followed_only_if_its_parts_have_the_right_types() -> None:
    over = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1")
    view, solo = observe(over, 0), watched_game("Solo Scheming", 1).states[1].table
    own = View(Table.new(2), 0)
    turn = own.dealt(setup(2, seed=1).hands[0])
    end = make_round_end(OVER, STANDARD.throne_cards[0])
    tried: list[tuple[Table | View, Event]] = [
        (own, make_round_start(own.table, ())),
        (turn, Placement(0, Move(turn.hand[0], Slot(0, 0)))),
        (turn.table, Elimination(0, 0, 14)),
        (turn.placed(Move(turn.hand[0], Slot(0, 0))), TurnStart(1)),
        (solo, SetAside(1, DECK[:1])),
        (view, end),
        (view.then(end), Reveal((STANDARD.throne_cards[:1], ()))),
    ]
    calls = [
        partial(position.then, attrs.evolve(event, **{field.name: part}))  # type: ignore[arg-type]
        for position, event in tried
        for field in attrs.fields(type(event))
        for part in (1.5, (1.5, 1.5))
    ]
    cards: Any = (1,)
    equal: Any = 1.0
    calls.append(partial(own.then, make_round_start(own.table, (), (cards, None))))
    calls.append(partial(own.then, attrs.evolve(tried[0][1], round_number=equal)))
    assert_refused("events with parts of a wrong type", WesterosIntrigueError, calls)
    # Numbers that only equal the right ones are not kept.
    out = attrs.evolve(OVER.eliminations[0], player=0.0, cards_left=0.0)  # type: ignore[arg-type]
    with pytest.raises(WrongType, match="player must be an int, not 0"):
        TURN.then(out)


@pytest.mark.rule("elimination.unable", "info.elimination")
def test_a_player_is_not_out_if_the_viewer_holds_what_the_other_would_have_to_hold() -> None:
    court_of_three = bottom_row("S1 S2 S3 L1 L2 B1 B2")
    four_targaryens = tuple(card for card in DECK if card.house is House.TARGARYEN)[:4]
    # Of 11 cards of a closed house only 9 exist, and the viewer holds 4 of them.
    assert court_of_three.active_player == 1
    hidden = View(court_of_three, 0, (*four_targaryens, *DECK[20:26]))
    with pytest.raises(InvalidValue, match="no deal agrees with the view"):
        hidden.gone_out()


def test_what_a_viewer_cannot_see_at_the_table_is_refused() -> None:
    start = setup(3, seed=1)
    own, another = observe(start, 0), observe(start, 1)
    over = play_out(start)
    drawer = over.last_placer
    assert drawer is not None
    with pytest.raises(InvalidValue, match="a spectator has no cards"):
        View(Table.new(3)).dealt(DECK[:12])
    calls = [
        lambda: own.placed(Move(start.hands[1][0], Slot(0, 0))),
        lambda: another.placed(Move(start.hands[1][0], Slot(0, 0))),
        own.gone_out,
        another.gone_out,
        lambda: observe(over, (drawer + 1) % 3).scored(STANDARD.throne_cards[0]),
    ]
    assert_refused("events that a viewer cannot see", InvalidValue, calls)
    assert observe(over, drawer).scored().score_pile == (None,)
    with pytest.raises(WrongPhase):
        observe(over, 0).placed(Move(DECK[0], Slot(0, 0)))


@pytest.mark.rule("info.throne", "round.throne")
def test_each_own_iron_throne_card_is_noted_or_not() -> None:
    states = next(
        states
        for states in (watched_game("2 players", seed).states for seed in range(50))
        if observe(states[-1], 0).score_pile_sizes[0] == 2
    )
    final = observe(states[-1], 0)
    now = View(states[0].table.start, 0)
    for event in events(None, final)[:-1]:
        if isinstance(event, RoundEnd) and event.last_placer == 0 and now.score_pile:
            now = now.then(attrs.evolve(event, throne_card=None))
        else:
            now = now.then(event)
    assert now.score_pile == (final.score_pile[0], None)
    assert tuple(result.throne_card for result in now.results) == now.score_pile
    assert from_json(View, to_json(now)) == now
    assert {*throne_cards_left(now)} == {*STANDARD.throne_cards} - {now.score_pile[0]}
    throne_cards = [result.throne_card for result in states[-1].results if result.throne_card]
    assert now.revealed(throne_cards) == final
    with pytest.raises(InvalidValue, match="has seen other"):
        now.revealed(throne_cards[::-1])


@pytest.mark.rule("components.names")
def test_a_card_that_stands_for_a_printed_one_was_not_seen_before() -> None:
    for state in watched_game("Solo Scheming", 1).states:
        for view in (observe(state, None), observe(state, 0)):
            seen = {*view.court.values(), *view.hand}.union(*view.known_stacks)
            for house in {unseen.house for unseen in {*DECK} - seen}:
                assert view.stand_in(house) not in seen
    starks = tuple(card for card in DECK if card.house is House.STARK)
    all_starks = View(Table.new(3).dealt(), 0, (*starks, *DECK[-3:]))
    with pytest.raises(InvalidValue, match="has seen all cards of Stark"):
        all_starks.stand_in(House.STARK)


# What a table refuses


TURN = Table.new(2).dealt()
OVER = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1").table
IN_PHASE = {table.phase: table for table in (Table.new(2), TURN, OVER, OVER.scored())}
STEPS: dict[str, tuple[Phase, Callable[[Table], Table]]] = {
    "a round is dealt": (Phase.DEALING, Table.dealt),
    "a card is placed": (Phase.PLAYING, lambda table: table.placed(move("S1@a0"))),
    "a player goes out": (Phase.PLAYING, Table.gone_out),
    "a round is scored": (Phase.ROUND_OVER, Table.scored),
    "the Iron Throne cards are revealed": (Phase.GAME_OVER, lambda table: table.revealed([])),
}


def test_each_step_has_its_phase() -> None:
    assert set(IN_PHASE) == {phase for phase, _ in STEPS.values()} == set(Phase)
    for what, (phase, step) in STEPS.items():
        for other in set(Phase) - {phase}:
            said = f"^{what} only in {phase!r}, but the game is in {other!r}"
            with pytest.raises(WrongPhase, match=said):
                step(IN_PHASE[other])


@pytest.mark.rule("setup.starter", "option.anyone-deal")
def test_as_many_cards_start_the_row_as_the_round_has_starters() -> None:
    five, anyone = Table.new(5), watched_game("4 players, Anyone Can Die", 1, rounds_dealt=1).now
    tried = [(Table.new(2), "S1"), (five, ""), (five, "S1 S2")]
    tried += [(anyone.table, "S1"), (anyone.table, "S1 S1")]
    calls = [partial(table.dealt, map(card, starters.split())) for table, starters in tried]
    assert_refused("starters of a round", InvalidValue, calls)
    assert five.dealt([card("S1")]).court == court("S")
    assert anyone.table.dealt([card("S1"), card("L1")]).court == court("SL")


def bottom_row(cards: str) -> Table:
    """A table of two at which the cards lie in the bottom row, from the left."""
    table = TURN
    for column, text in enumerate(cards.split()):
        table = table.placed(Move(card(text), Slot(0, column)))
    return table


@pytest.mark.rule("elimination.unable", "turn.must-place")
def test_a_player_for_whom_some_card_must_fit_is_not_out() -> None:
    with pytest.raises(InvalidValue, match=r"a player with 14 cards .* every house has an open"):
        TURN.gone_out()
    # Eleven cards are in hand, and nine of them at the most are Targaryens.
    three_houses = bottom_row("S1 S2 S3 L1 L2 B1 B2")
    with pytest.raises(InvalidValue, match="no deal agrees with the table"):
        three_houses.gone_out()
    two_houses = bottom_row("S1 S2 S3 S4 L1 L2 L3")
    out = two_houses.gone_out()
    assert out.missing_houses == ((), (House.STARK, House.LANNISTER))
    assert out.active_player == 0
    # Of the 18 cards of the other two houses not both can hold all that they have left.
    with pytest.raises(InvalidValue, match="no deal agrees with the table"):
        out.gone_out()


@pytest.mark.rule("elimination.unable", "info.elimination")
@EVERY_TABLE
def test_a_player_can_be_out_only_with_hidden_cards_of_houses_that_have_no_open_slot(
    name: str,
) -> None:
    for state in played(name):
        seat = state.active_player
        if seat is None:
            continue
        why = f"player {seat} is known to have a legal move"
        if all(map(state.court.open_slots, House)):
            why = "every house has an open slot"
        with pytest.raises(InvalidValue, match=why):
            state.table.gone_out()


# Automated houses: player 0 of Stark, then Lannister, Baratheon, Targaryen.


def turn_with_a_known_stack() -> tuple[Table, Placement, tuple[Card, ...], list[Table]]:
    """A table on the turn of a house whose stack all have seen; what it placed, and set aside.

    The last value has the later tables of the game.
    """
    for seed in range(100):
        states = watched_game("Solo Scheming", seed).states
        for number, (before, after) in enumerate(pairwise(states)):
            seat = before.active_player
            if seat and before.known_counts[seat] == len(before.hands[seat]):
                aside = after.table.turned_over[seat][-1]
                lying = before.court.values()
                if aside and any(other.house is aside[0].house for other in lying):
                    later = [state.table for state in states[number + 1 :]]
                    return before.table, after.placements[-1], aside, later
    raise AssertionError


@pytest.mark.rule("solo.set-aside", "solo.recycle", "solo.public")
def test_a_house_turns_over_the_cards_of_its_stack_down_to_the_first_that_fits() -> None:
    table, placed, aside, later_tables = turn_with_a_known_stack()
    seat, lying = placed.player, list(table.court.values())
    stack = table.known_stacks[seat]
    assert stack[: len(aside) + 1] == (*aside, placed.move.card)
    assert table.then(SetAside(seat, aside)).then(placed).placements[-1] == placed
    fitting = next(c for c in DECK if table.court.open_slots(c.house) and c not in (*lying, *stack))
    in_court = next(c for c in lying if c.house is aside[0].house)
    turned = (
        (fitting, *aside),
        (in_court, *aside[1:]),
        (*aside, aside[0]),
        (*aside, placed.move.card),
        (*aside, *stack),
        (),
    )

    def placed_after(cards: tuple[Card, ...]) -> Table:
        return table.then(SetAside(seat, cards)).then(placed)

    calls: list[Callable[[], Table]] = [partial(placed_after, cards) for cards in turned]
    drawing = table.then(SetAside(seat, aside))
    assert drawing.placed(placed.move) == table.placed(placed.move, aside)
    unsure = View(attrs.evolve(table, can_place=False)).then(SetAside(seat, aside))
    assert events(unsure, unsure.then(placed)) == (TurnStart(seat), placed)
    for later in map(View, later_tables):
        turned_over, *others = events(View(table), later)
        assert turned_over == SetAside(seat, aside)
        assert events(unsure, later) == (TurnStart(seat), *others)
    calls += [
        lambda: drawing.then(SetAside(seat, aside)),
        lambda: drawing.placed(placed.move, aside),
        lambda: table.placed(placed.move),
    ]
    assert_refused("cards that an automated house turns over", InvalidValue, calls)


def court_that_closes() -> tuple[GameState, GameState, int]:
    """A placement that leaves no open slot, before and after, and a house with cards at that time.

    All have seen some of its cards, which it has set aside before, but not all.
    """
    for seed in range(200):
        for before, after in pairwise(watched_game("a duel with an automated house", seed).states):
            if after.phase is Phase.ROUND_OVER and not after._board.open_bits:
                last = after.placements[-1].player
                for out in after.eliminations[len(before.eliminations) :]:
                    seat, known = out.player, before.known_counts[out.player]
                    if seat != last and 0 < known < out.cards_left:
                        return before, after, seat
    raise AssertionError


@pytest.mark.rule("solo.out.unable", "elimination.unable", "solo.public")
def test_where_no_slot_is_open_nobody_has_to_turn_over_a_stack() -> None:
    before, after, seat = court_that_closes()
    last = after.placements[-1]
    turns = after.table.turned_over[last.player]
    number = sum(placed.player == last.player for placed in before.placements)
    table = before.table.placed(last.move, turns[number] if turns else ())
    assert table.eliminations == after.eliminations
    assert table.known_stacks[seat] == before.table.known_stacks[seat]
    assert len(table.known_stacks[seat]) < table.hand_sizes[seat]
    scored = table.scored()
    assert scored.penalty_points == score_round(after).penalty_points
    result = scored.results[table.round_number - 1]
    assert result.kept[seat] is None
    # What was seen of the stack was in the game, so it had not died before.
    unseen = unseen_at_end(scored, result)
    assert not {*unseen.cards}.intersection(table.known_stacks[seat])
    assert unseen.has_ways
    assert from_json(Table, to_json(scored)) == scored


# The end


@pytest.mark.rule("final.reveal")
def test_the_iron_throne_cards_of_the_table_are_revealed_one_for_each_round() -> None:
    over = OVER.scored()
    calls = [lambda: over.revealed([]), lambda: over.revealed([IronThroneCard(1, 99)])]
    assert_refused("Iron Throne cards that a table reveals", ValueError, calls)
    with pytest.raises(InvalidValue, match=r"the numbers of cards by seat must be \(1, 0\)"):
        over.then(Reveal(((), STANDARD.throne_cards[:1])))
    shown = over.revealed(STANDARD.throne_cards[:1])
    assert shown.revealed_score_piles == (STANDARD.throne_cards[:1], ())
    assert shown.phase is Phase.GAME_OVER
    with pytest.raises(WrongPhase, match=r"^the Iron Throne cards are revealed already$"):
        shown.revealed(STANDARD.throne_cards[:1])
