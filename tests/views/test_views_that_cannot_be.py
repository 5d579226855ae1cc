"""Views that cannot be: the player's cards must suit the table, and some deal the whole."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import attrs
import pytest
from helpers.cases import each
from helpers.refusals import assert_refused
from helpers.tables import wrong
from helpers.watched_games import watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    DecodingError,
    GameState,
    House,
    InvalidValue,
    IronThroneCard,
    Move,
    Phase,
    View,
    determinize,
    observe,
    odds,
    parse_card,
)
from westeros_intrigue.documents import from_data, to_data
from westeros_intrigue.notation.notation import hand_text
from westeros_intrigue.rules import Placement, Table
from westeros_intrigue.rules.following import (
    apply_event,
    finish_round,
    make_elimination,
    score_table,
)
from westeros_intrigue.views import Determinizer


def first_view(table: str, wanted: Callable[[View], object]) -> View:
    """The first view of player 0 in a round of random games that has what is wanted."""
    return next(
        view
        for seed in range(100)
        for state in watched_game(table, seed).states
        for view in [observe(state, 0)]
        if view.phase is Phase.PLAYING and wanted(view)
    )


MID = first_view("4 players", lambda view: len(view.placements) == 20)
OUT = first_view("4 players", lambda view: view.hand and view.missing_houses[0])
SOLO = first_view("Solo Scheming", lambda view: any(len(k) > 1 for k in view.known_stacks))
THRONE = first_view("4 players", lambda view: view.round_number == 3 and len(view.score_pile) == 1)
BLOCKED = first_view(
    "4 players", lambda view: view.active_player == 0 and not all(map(view.court.open_slots, House))
)
ANYONE = first_view("3 players, Anyone Can Die", lambda view: view.round_number == 3)
GAME_OVER = next(
    view
    for view in (observe(watched_game("4 players", seed).now, 0) for seed in range(100))
    if view.score_pile and view.kept[0] != view.hand
)
DEALING = observe(watched_game("4 players", 1, rounds_dealt=2).now, 0)
UNSEEN = [card for card in DECK if card not in (*MID.hand, *MID.court.values())]
KNOWN = next(card for stack in SOLO.known_stacks for card in stack)
FITTING = next(
    card for card in DECK if card.house in OUT.missing_houses[0] and card not in OUT.court.values()
)
CLOSED = next(house for house in House if not BLOCKED.court.open_slots(house))
OTHER_PILE = [card for card in STANDARD.throne_cards if card not in GAME_OVER.score_pile][
    : len(GAME_OVER.score_pile)
]


def but(view: View, **fields: object) -> Callable[[], Determinizer]:
    """Asks about the view with other own cards, or of another player."""
    return lambda: Determinizer(attrs.evolve(view, **wrong(fields)))


CLOSED_HAND = [card for card in DECK if card.house is CLOSED][: len(BLOCKED.hand)]
OWN_CARDS = (
    but(MID, hand=(MID.hand[0], *MID.hand[:-1])),
    but(MID, hand=(next(iter(MID.court.values())), *MID.hand[1:])),
    but(SOLO, hand=(KNOWN, *SOLO.hand[1:])),
    but(MID, hand=(*MID.hand, UNSEEN[0])),
    but(MID, hand=MID.hand[1:]),
    but(DEALING, hand=DECK[:9]),
    but(OUT, hand=(*OUT.hand[1:], FITTING)),
    but(BLOCKED, hand=CLOSED_HAND),
    but(MID, player=None),
    but(THRONE, player=None, hand=(), kept=()),
    but(MID, player=9),
    but(SOLO, player=1),
    but(THRONE, score_pile=THRONE.score_pile * 2),
    but(THRONE, score_pile=()),
    but(THRONE, score_pile=(IronThroneCard(3, 99),) * len(THRONE.score_pile)),
    but(GAME_OVER, score_pile=OTHER_PILE),
    but(THRONE, kept=THRONE.kept[:1]),
    but(THRONE, kept=((*(THRONE.kept[0] or ()), DECK[0]), THRONE.kept[1])),
    but(GAME_OVER, kept=(*GAME_OVER.kept[:-1], GAME_OVER.kept[0])),
)


def test_a_view_holds_the_cards_that_its_player_can_have_at_the_table() -> None:
    assert_refused("views that cannot be", InvalidValue, OWN_CARDS)
    with pytest.raises(InvalidValue, match="in two places"):
        attrs.evolve(MID, hand=(MID.hand[0], *MID.hand[:-1]))


# Hands that the player can have, and with which nobody can hold what the others must hold.


def holding(table: str, moment: int, player: int, hand: str) -> View:
    view = observe(watched_game(table, 0).states[moment], player)
    return attrs.evolve(view, hand=[parse_card(text) for text in hand.split()])


NO_DEAL = {
    "the player to move could place nothing": holding("3 players", 24, 0, "L5 L7 B2 B8"),
    "a player who is out would hold what could be placed": (
        holding("3 players", 47, 2, "T2 T3 T8 T9")
    ),
    "after the round too": holding("4 players", 111, 3, "B1 B2 B3 B8"),
    "the automated house to move could place nothing": holding("Solo Scheming", 87, 0, "L8 B5"),
    "more would have died than could": (
        holding("3 players, Anyone Can Die", 71, 2, "S1 S8 T3 T4 T8")
    ),
}


@pytest.mark.rule("info.leftover", "info.elimination", "info.memory", "solo.public")
@each(NO_DEAL)
def test_a_view_that_no_deal_agrees_with_is_refused_and_no_card_told(view: View) -> None:
    asked: list[Callable[[], object]] = [
        lambda: Determinizer(view),
        lambda: determinize(view, random.Random(1)),
        lambda: odds(view),
        lambda: from_data(View, to_data(view)),
    ]
    for question in asked:
        with pytest.raises((InvalidValue, DecodingError)) as refused:
            question()
        assert re.search("no deal agrees with the (view|table)", str(refused.value))


def scored_when_all_went_out(state: GameState) -> Table:
    """The table after the round if all who could place went out instead, unchecked."""
    table = attrs.evolve(state.table, can_place=False)
    while table.active_player is not None:
        table = apply_event(table, make_elimination(table))
    return score_table(table, finish_round(table))


def test_a_document_of_a_finished_round_that_no_deal_agrees_with_is_refused() -> None:
    # Every card is dealt, so someone held the cards that fit.
    state = next(
        state
        for state in watched_game("4 players", 1).states
        if not all(map(state.court.open_slots, House)) and state.active_player is not None
    )
    with pytest.raises(DecodingError, match=r"no deal agrees with round 1$"):
        from_data(Table, to_data(scored_when_all_went_out(state)))
    later = next(
        state
        for state in watched_game("4 players", 8).states
        if state.round_number == 2 and state.phase is Phase.PLAYING
    )
    # Player 2 could place neither of two cards, so both are B, of which none but these were left.
    result = later.results[0]
    assert [hand_text(hand or ()) for hand in result.kept] == ["T7", "T5", "B6 B8", "T9"]
    view = observe(later, 0)
    assert from_data(View, to_data(view)) == view
    impossible = attrs.evolve(view, kept=((parse_card("B6"),),))
    assert from_data(Table, to_data(impossible.table)) == impossible.table
    with pytest.raises(DecodingError, match=r"no deal agrees with round 1$"):
        from_data(View, to_data(impossible))


def test_a_player_places_a_card_of_the_own_hand() -> None:
    state = next(
        state
        for state in watched_game("4 players", 0).states
        if state.active_player == 0 and len(state.placements) > 4
    )
    view = observe(state, 0)
    card = next(card for card in state.hands[1] if state.court.open_slots(card.house))
    move = Move(card, state.court.open_slots(card.house)[0])
    with pytest.raises(InvalidValue, match=f"^player 0 does not have {card}$"):
        view.then(Placement(0, move))


class Always:
    """A source that always gives the same."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize("number", [0.0, 0.5, 1 - 2**-53])
def test_even_a_source_that_always_gives_the_same_draws_a_world_that_agrees(number: float) -> None:
    for view in (MID, OUT, SOLO, ANYONE, GAME_OVER, DEALING):
        assert observe(determinize(view, Always(number)), 0) == view
