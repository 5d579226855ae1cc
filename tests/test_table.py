"""What everybody at the table sees: the same for all, and a game that keeps itself."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import cycle, pairwise

import pytest
from cases import each
from tables import BOTTOM_ROW, TWO_HANDS, card, court, game, move, play, play_out, wrong
from watched_games import TABLES, watched_game

from westeros_intrigue import (
    ASSUMED_THRONE_CARDS,
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Card,
    GameState,
    House,
    IllegalMove,
    InvalidDeal,
    InvalidValue,
    InvalidVariant,
    IronThroneCard,
    Move,
    Phase,
    Placement,
    Slot,
    Table,
    View,
    ViolationCode,
    WrongPhase,
    WrongType,
    determinize,
    is_eliminated,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.rules.automated import seen_stack
from westeros_intrigue.rules.table import CanPlace, TurnedOver

EVERY_TABLE = each(list(TABLES))


def games(name: str) -> list[Sequence[GameState]]:
    """The states of a game at a table, and those of one that waits for its second round."""
    return [watched_game(name, 1).states, watched_game(name, 2, rounds_dealt=1).states]


def played(name: str) -> list[GameState]:
    return [state for states in games(name) for state in states]


def views_of(state: GameState) -> list[View]:
    seats = [seat for seat in range(state.players) if seat not in state.variant.automated]
    return [observe(state, seat) for seat in (*seats, None)]


@pytest.mark.rule("info.public", "solo.public")
@EVERY_TABLE
def test_every_player_and_a_spectator_see_the_table_of_the_state(name: str) -> None:
    for state in played(name):
        assert all(view.table == state.table for view in views_of(state))


@EVERY_TABLE
def test_a_world_drawn_from_a_view_lies_on_the_same_table(name: str) -> None:
    for index, state in enumerate(played(name)[::7]):
        for view in views_of(state)[index % 2 :: 2]:
            assert determinize(view, random.Random(index)).table == view.table


# A table that keeps a game by itself


def turned_over_by(before: GameState | None, state: GameState) -> Callable[[int], tuple[Card, ...]]:
    """What the automated houses turn over from one state to the next, each time it is asked."""
    turns = defaultdict[int, list[tuple[Card, ...]]](list)
    known = 0
    if before is not None and before.phase is Phase.PLAYING:
        seat, placed = state.placements[-1].player, state.placements[-1].move.card
        if seat in state.variant.automated:
            stack = before.hands[seat]
            turns[seat].append(stack[: stack.index(placed)])
        known = len(before.eliminations)
    for out in state.eliminations[known:]:
        if out.player in state.variant.automated:
            # It set aside one card upon the other, and keeps them as they lie.
            turns[out.player].append(state.hands[out.player][::-1])
    return lambda seat: turns[seat].pop(0)


def giving(cards: tuple[Card, ...]) -> TurnedOver:
    return lambda _seat: cards


def to_move_in(state: GameState) -> CanPlace:
    """Of those who are asked, the one to move is the first who can place."""
    return lambda seat: seat == state.active_player


TOLD = (("dealt", "placed", "gone_out"), ("gone_out",), ())
"""The steps with which somebody tells who can place; elsewhere players say that they are out."""


def kept_by_itself(states: Sequence[GameState], told: Sequence[str]) -> list[Table]:
    """The tables of a game, each made from the one before by what was seen to happen."""
    start = states[0]
    first_player = start.starting_player
    table = Table.new(start.players, variant=start.variant, first_player=first_player)
    tables = []
    for before, state in pairwise((None, *states)):
        assert state is not None
        turned_over = turned_over_by(before, state)
        can_place = dict.fromkeys(told, to_move_in(state)).get
        if before is not None and before.phase is Phase.PLAYING:
            table = table.placed(state.placements[-1].move, can_place("placed"), turned_over)
        elif before is not None:
            table = table.scored()
        if table.phase is Phase.DEALING and state.phase is not Phase.DEALING:
            table = table.dealt(state.starters, can_place("dealt"), turned_over)
        while table.active_player is not None and table.active_player != state.active_player:
            assert "placed" not in told
            assert table.hand_sizes[table.active_player]
            table = table.gone_out(can_place("gone_out"), turned_over)
            assert "gone_out" not in told or table.active_player == state.active_player
        if table.phase is Phase.GAME_OVER:
            assert table.revealed_score_piles == ()
            drawn = [result.throne_card for result in state.results]
            table = table.revealed([card for card in drawn if card is not None])
        tables.append(table)
    return tables


@pytest.mark.rule(
    "turn.clockwise",
    "round.end",
    "round.penalty",
    "solo.public",
    "final.reveal",
    "elimination.unable",
    "elimination.empty",
    "info.elimination",
)
@EVERY_TABLE
def test_a_table_that_is_told_who_can_place_or_who_is_out_follows_the_game(name: str) -> None:
    for states in games(name):
        for told in TOLD:
            assert kept_by_itself(states, told) == [state.table for state in states]


def followed_by(seat: int | None, states: Sequence[GameState], told: Sequence[str]) -> list[View]:
    """The views of a game, each made from the one before by the own cards and what all see."""
    start = states[0]
    table = Table.new(start.players, variant=start.variant, first_player=start.starting_player)
    view = View(table, seat)
    views = []
    for before, state in pairwise((None, *states)):
        assert state is not None
        turned_over = turned_over_by(before, state)
        can_place = dict.fromkeys(told, to_move_in(state)).get
        if before is not None and before.phase is Phase.PLAYING:
            view = view.placed(state.placements[-1].move, can_place("placed"), turned_over)
        elif before is not None:
            drawn = state.results[-1].throne_card
            view = view.scored(drawn if view.last_placer == seat else None)
        if view.phase is Phase.DEALING and state.phase is not Phase.DEALING:
            hand = () if seat is None else state.hands[seat]
            view = view.dealt(hand, state.starters, turned_over)
        while view.active_player not in (None, state.active_player):
            assert "placed" not in told
            view = view.gone_out(can_place("gone_out"), turned_over)
            assert "gone_out" not in told or view.active_player == state.active_player
        if view.phase is Phase.GAME_OVER:
            drawn_cards = [result.throne_card for result in state.results]
            view = view.revealed([card for card in drawn_cards if card is not None])
        views.append(view)
    return views


@pytest.mark.rule("info.public", "info.leftover", "info.throne", "turn.own-hand")
@EVERY_TABLE
def test_a_player_follows_the_game_with_the_own_hand_and_what_all_see(name: str) -> None:
    for states in games(name):
        viewers = {*range(states[0].players), None}.difference(states[0].variant.automated)
        for seat, told in zip(viewers, cycle(TOLD), strict=False):
            assert followed_by(seat, states, told) == [observe(state, seat) for state in states]


def test_a_view_knows_by_itself_whether_its_viewer_can_place() -> None:
    """Who asks for nobody else's word goes out, and stays in, as the own hand says."""
    for states in games(next(iter(TABLES))):
        for before, state in pairwise(states):
            if before.phase is not Phase.PLAYING or not state.placements:
                continue
            placed = state.placements[-1]
            for seat in range(state.players):
                view = observe(before, seat).placed(placed.move)
                out = {gone.player for gone in view.eliminations}
                if view.active_player == seat:
                    assert legal_moves(view)
                if seat in out:
                    assert is_eliminated(state, seat)


def test_what_a_viewer_cannot_see_at_the_table_is_refused() -> None:
    start = setup(3, seed=1)
    own, another = observe(start, 0), observe(start, 1)
    with pytest.raises(InvalidValue, match="player 0 is to move and does not hold"):
        own.placed(Move(start.hands[1][0], Slot(0, 0)))
    with pytest.raises(InvalidValue, match="player 1 is not to move and holds"):
        another.placed(Move(start.hands[1][0], Slot(0, 0)))
    with pytest.raises(InvalidValue, match=r"^a card in the player's own hand fits$"):
        own.gone_out()
    with pytest.raises(InvalidValue, match="some card must fit"):
        another.gone_out()
    over = play_out(start)
    drawer = over.last_placer
    assert drawer is not None
    other = (drawer + 1) % 3
    with pytest.raises(InvalidValue, match=f"player {drawer} draws the Iron Throne card"):
        observe(over, other).scored(STANDARD.throne_cards[0])
    assert observe(over, drawer).scored().score_pile == ()
    with pytest.raises(WrongPhase):
        observe(over, 0).placed(Move(DECK[0], Slot(0, 0)))


def test_a_player_may_have_seen_other_cards_than_those_revealed() -> None:
    over = play_out(setup(2, seed=1, variant=STANDARD.with_rounds(1)))
    drawer = over.last_placer
    view = observe(over, drawer).scored(STANDARD.throne_cards[0])
    with pytest.raises(InvalidValue, match="has seen other"):
        view.revealed(STANDARD.throne_cards[1:2])
    assert view.revealed(STANDARD.throne_cards[:1]).is_over
    untold = observe(over, drawer).scored().revealed(STANDARD.throne_cards[:1])
    assert untold.score_pile == STANDARD.throne_cards[:1]


@pytest.mark.rule("components.names")
def test_a_card_that_stands_for_a_printed_one_was_not_seen_before() -> None:
    view = observe(setup(3, seed=1), 0)
    held = {card.house for card in view.hand}
    for house in held:
        assert view.stand_in(house) not in view.hand
    stark = tuple(card for card in DECK if card.house is House.STARK)
    watched = View(Table.new(3).dealt())
    assert watched.stand_in(House.STARK) == stark[0]
    assert watched.placed(Move(stark[0], Slot(0, 0))).stand_in(House.STARK) == stark[1]
    for state in watched_game("Solo Scheming", 1).states:
        seen = {*state.court.values()}.union(*state.table.known_stacks)
        for house in {unseen.house for unseen in {*DECK} - seen}:
            assert observe(state, None).stand_in(house) not in seen
    rest = tuple(card for card in DECK if card.house is House.TARGARYEN)[:3]
    all_starks = View(Table.new(3).dealt(), 0, (*stark, *rest))
    with pytest.raises(InvalidValue, match="has seen all cards of Stark"):
        all_starks.stand_in(House.STARK)


@pytest.mark.rule("solo.public")
def test_where_nobody_has_noted_what_houses_turned_over_nothing_is_known_of_their_stacks() -> None:
    states = watched_game("Solo Scheming", 1).states
    table = states[0].table
    over = next(state for state in states if state.phase is Phase.ROUND_OVER)
    for state in states[1 : states.index(over) + 1]:
        table = table.placed(state.placements[-1].move, to_move_in(state))
        assert table.placements == state.placements
        assert table.eliminations == state.eliminations
        assert table.missing_houses == state.table.missing_houses
        assert table.known_stacks == ((),) * 4
    kept = table.scored().results[0].kept
    for seat in (1, 2, 3):
        assert kept[seat] == (None if over.hands[seat] else ())
    assert table.scored().penalty_points == states[states.index(over) + 1].penalty_points


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
            said = f"^{what} in {phase!r}, and the game is in {other!r}"
            with pytest.raises(WrongPhase, match=said):
                step(IN_PHASE[other])


def test_a_table_has_players_and_a_variant_that_suits_them() -> None:
    for players in (1, 7):
        with pytest.raises(InvalidValue, match="players must be from 2 to 6"):
            Table.new(players)
    with pytest.raises(InvalidValue, match="first_player must be from 0 to 2"):
        Table.new(3, first_player=3)
    with pytest.raises(WrongType, match="variant must be a Variant"):
        Table.new(3, variant=wrong(None))
    for players, first_player in ((3, 0), (4, 1)):
        with pytest.raises(InvalidVariant):
            Table.new(players, variant=SOLO_SCHEMING, first_player=first_player)


@pytest.mark.rule("setup.starter", "option.anyone-deal")
def test_as_many_cards_start_the_row_as_the_round_has_starters() -> None:
    five, anyone = Table.new(5), watched_game("4 players, Anyone Can Die", 1, rounds_dealt=1).now
    refused: list[tuple[Table, str, str]] = [
        (Table.new(2), "S1", "0 cards start the bottom row, all different, not S1"),
        (five, "", "1 card starts the bottom row, all different, not none"),
        (five, "S1 S2", "1 card starts the bottom row, all different, not S1, S2"),
        (anyone.table, "S1", "2 cards start"),
        (anyone.table, "S1 S1", "2 cards start the bottom row, all different, not S1, S1"),
    ]
    for table, starters, said in refused:
        with pytest.raises(InvalidValue, match=said):
            table.dealt([card(text) for text in starters.split()])
    with pytest.raises(WrongType):
        five.dealt(wrong(["S1"]))
    assert five.dealt([card("S1")]).court == court("S")
    two = anyone.table.dealt([card("S1"), card("L1")]).court
    assert two == court("SL")
    assert [two.open_slots(house) for house in House] == [
        court("SL").open_slots(house) for house in House
    ]


@each(
    [
        ("L1@b0", ViolationCode.SUPPORT_MISSING),
        ("L1@a2", ViolationCode.NOT_BESIDE),
        ("L1@a0", ViolationCode.SLOT_TAKEN),
        ("S1@a1", ViolationCode.CARD_IN_COURT),
    ]
)
def test_a_table_takes_no_card_that_the_court_refuses(tried: str, code: ViolationCode) -> None:
    table = TURN.placed(move("S1@a0"))
    with pytest.raises(IllegalMove) as refused:
        table.placed(move(tried))
    assert [violation.code for violation in refused.value.violations] == [code]


def test_a_card_that_started_the_row_is_not_placed_again_and_a_move_is_a_move() -> None:
    table = Table.new(5).dealt([card("S1")])
    with pytest.raises(IllegalMove) as refused:
        table.placed(move("S1@a1"))
    assert [v.code for v in refused.value.violations] == [ViolationCode.CARD_IN_COURT]
    with pytest.raises(WrongType, match="move must be a Move"):
        table.placed(wrong("S2@a1"))


def bottom_row(cards: str) -> Table:
    """A table of two at which the cards lie in the bottom row, from the left."""
    table = TURN
    for column, text in enumerate(cards.split()):
        table = table.placed(Move(card(text), Slot(0, column)))
    return table


@pytest.mark.rule("elimination.unable", "turn.must-place")
def test_a_player_for_whom_some_card_must_fit_is_not_out() -> None:
    with pytest.raises(InvalidValue, match=r"with 14 cards in hand .* every house has an open"):
        TURN.gone_out()
    # Eleven cards are in hand, and nine of them at the most are Targaryens.
    three_houses = bottom_row("S1 S2 S3 L1 L2 B1 B2")
    with pytest.raises(
        InvalidValue,
        match=r"with 11 cards in hand .* only 9 cards of Targaryen are not in the court",
    ):
        three_houses.gone_out()
    two_houses = bottom_row("S1 S2 S3 S4 L1 L2 L3")
    out = two_houses.gone_out()
    assert out.missing_houses == ((), (House.STARK, House.LANNISTER))
    assert out.active_player == 0
    assert out.gone_out(lambda _seat: True).phase is Phase.ROUND_OVER


@pytest.mark.rule("elimination.unable", "info.elimination")
@EVERY_TABLE
def test_a_player_can_be_out_only_with_hidden_cards_of_houses_that_have_no_open_slot(
    name: str,
) -> None:
    for state in played(name):
        seat = state.active_player
        if seat is None:
            continue
        closed = [house for house in House if not state.court.open_slots(house)]
        lying = state.court.values()
        hidden = [card for card in DECK if card.house in closed and card not in lying]
        if len(hidden) < state.hand_sizes[seat]:
            houses = " and ".join(map(str, closed))
            only = f"only {len(hidden)} cards of {houses} are not in the court"
            why = only if closed else "every house has an open slot"
            said = f"^with {state.hand_sizes[seat]} cards in hand some card must fit: {why}$"
            with pytest.raises(InvalidValue, match=said):
                state.table.gone_out()
        else:
            assert state.table.gone_out().eliminations[len(state.eliminations)].player == seat


@pytest.mark.rule("elimination.unable", "round.end")
def test_when_the_pyramid_is_full_everybody_is_out_with_the_cards_that_are_left() -> None:
    # Two players of whom each is dealt 16 cards, and 28 slots.
    variant = STANDARD.with_options(anyone_can_die=True).with_rounds(1).with_dead(4)
    table = Table.new(2, variant=variant).dealt()
    view = View(table)
    while view.phase is Phase.PLAYING:
        numbers = {house: sum(c.house is house for c in view.court.values()) for house in House}
        house = min(filter(view.court.open_slots, House), key=numbers.__getitem__)
        placed = Move(view.stand_in(house), view.court.open_slots(house)[0])
        table, view = table.placed(placed), view.placed(placed)
    assert len(view.court) == 28
    assert table == view.table
    assert [out.cards_left for out in view.eliminations] == [2, 2]


# Automated houses: player 0 of Stark, then Lannister, Baratheon, Targaryen.


SOLO = Table.new(4, variant=SOLO_SCHEMING).dealt().placed(move("S1@a0"))


@pytest.mark.rule("solo.highest", "solo.side")
@each([("L1@a1", "solo.side"), ("S2@a1", "solo.side")])
def test_an_automated_house_places_where_its_procedure_says(tried: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        SOLO.placed(move(tried), turned_over=giving(()))
    (violation,) = refused.value.violations
    assert (violation.code, violation.rule) == (ViolationCode.NOT_DICTATED, rule)
    placed = move(tried)
    assert (violation.house, violation.card) == (placed.card.house, placed.card)
    assert (violation.slot, violation.player) == (placed.slot, 1)
    assert (refused.value.state, refused.value.move) == (SOLO, placed)


def test_an_automated_house_places_in_the_highest_row_that_takes_the_card() -> None:
    table = SOLO.placed(move("S2@a-1"))
    with pytest.raises(IllegalMove) as refused:
        table.placed(move("S3@a-2"))
    (violation,) = refused.value.violations
    assert (violation.code, violation.rule) == (ViolationCode.NOT_DICTATED, "solo.highest")
    assert violation.dictated == move("S3@b-1")


def turn_with_a_known_stack() -> tuple[Table, Placement, tuple[Card, ...]]:
    """A table on the turn of a house whose stack all have seen; what it placed, and set aside."""
    for seed in range(100):
        for before, after in pairwise(watched_game("Solo Scheming", seed).states):
            seat = before.active_player
            if seat and before.known_counts[seat] == len(before.hands[seat]):
                aside = turned_over_by(before, after)(seat)
                lying = before.court.values()
                if aside and any(other.house is aside[0].house for other in lying):
                    return before.table, after.placements[-1], aside
    raise AssertionError


@pytest.mark.rule("solo.set-aside", "solo.recycle", "solo.public")
def test_a_house_turns_over_the_cards_of_its_stack_down_to_the_first_that_fits() -> None:
    table, placed, aside = turn_with_a_known_stack()
    seat, lying = placed.player, list(table.court.values())
    stack = table.known_stacks[seat]
    assert stack[: len(aside) + 1] == (*aside, placed.move.card)
    assert table.placed(placed.move, turned_over=giving(aside))
    fitting = next(c for c in DECK if table.court.open_slots(c.house) and c not in (*lying, *stack))
    in_court = next(c for c in lying if c.house is aside[0].house)
    refused: list[tuple[tuple[Card, ...], str]] = [
        ((fitting, *aside), f"{fitting} fits, and would have been placed"),
        (
            (in_court, *aside[1:]),
            f"{in_court} is in the court already; {aside[0]} lies where {in_court} is turned over",
        ),
        ((*aside, aside[0]), "a card is turned over twice"),
        ((*aside, placed.move.card), "a card is turned over twice"),
        (
            (*aside, *stack),
            f"{len(stack)} cards lie in the stack, and {len(aside) + len(stack) + 1} are turned",
        ),
    ]
    for cards, said in refused:
        with pytest.raises(InvalidValue, match=f"automated: (.*; )?{said}(;| over|$)"):
            table.placed(placed.move, turned_over=giving(cards))
    with pytest.raises(WrongType):
        table.placed(placed.move, turned_over=giving(wrong(["S1"])))


@pytest.mark.rule("solo.public")
def test_after_a_turn_that_nobody_noted_no_card_of_the_stack_is_known() -> None:
    noted = DECK[:1]
    assert seen_stack(4, (noted,), 1) == (None, None, *noted)
    assert seen_stack(4, (noted, None), 2) == (None, None)


@pytest.mark.rule("solo.out", "solo.public.kept")
def test_a_house_that_goes_out_turns_over_its_whole_stack() -> None:
    states = watched_game("Solo Scheming", 1).states
    before, after = next(
        (before, after)
        for before, after in pairwise(states)
        if after.eliminations and after.eliminations[0].player and after.eliminations[0].cards_left
    )
    out = after.eliminations[0]
    kept = after.hands[out.player][::-1]
    cards = {seat: turned_over_by(before, after)(seat) for seat in (before.active_player,) if seat}
    move_made, can_place = after.placements[-1].move, to_move_in(after)

    def but_for(last: tuple[Card, ...]) -> Table:
        turns = {**cards, out.player: last}
        return before.table.placed(move_made, can_place, turns.get)

    assert but_for(kept) == after.table
    with pytest.raises(InvalidValue, match=f"{len(kept)} cards lie in the stack"):
        but_for(kept[1:])


# The end


@pytest.mark.rule("final.reveal")
def test_the_iron_throne_cards_of_the_table_are_revealed_one_for_each_round() -> None:
    over = OVER.scored()
    with pytest.raises(InvalidValue, match="1 cards are drawn, one a round, not 0"):
        over.revealed([])
    with pytest.raises(InvalidDeal, match="has no Iron Throne card"):
        over.revealed([IronThroneCard(1, 99)])
    with pytest.raises(WrongType):
        over.revealed(wrong([None]))
    shown = over.revealed(ASSUMED_THRONE_CARDS[:1])
    assert shown.revealed_score_piles == (ASSUMED_THRONE_CARDS[:1], ())
    assert shown.phase is Phase.GAME_OVER
    with pytest.raises(WrongPhase, match=r"^the Iron Throne cards .* once, and they are known$"):
        shown.revealed(ASSUMED_THRONE_CARDS[:1])


@EVERY_TABLE
def test_the_iron_throne_cards_lie_open_and_no_round_comes_after_the_last_when_a_game_is_over(
    name: str,
) -> None:
    for state in played(name):
        rounds = state.variant.rounds_for(state.players)
        for position in (state, *views_of(state)):
            assert bool(position.revealed_score_piles) is position.is_over
            assert 1 <= position.round_number <= rounds
