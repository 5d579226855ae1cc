"""Views that cannot be: the player's cards must suit the table, and some deal the whole."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import lru_cache

import attrs
import pytest
from cases import each
from refusals import assert_refused
from tables import wrong
from watched_games import watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    DecodingError,
    House,
    InvalidValue,
    IronThroneCard,
    Phase,
    View,
    determinize,
    observe,
    odds,
    parse_card,
)
from westeros_intrigue.documents import from_data, to_data
from westeros_intrigue.gamekit.values import make_unchecked
from westeros_intrigue.rules.state import own_faults
from westeros_intrigue.views import Determinizer


@lru_cache
def first_view(table: str, name: str) -> View:
    """The first view of player 0 in random games that has something to be contradicted."""
    for seed in range(100):
        for state in watched_game(table, seed).states:
            view = observe(state, 0)
            if WANTED[name](view):
                return view
    raise AssertionError(name)


def is_playing(view: View) -> bool:
    return view.phase is Phase.PLAYING


WANTED: dict[str, Callable[[View], bool]] = {
    "in mid-round": lambda view: is_playing(view) and len(view.placements) == 20,
    "own turn": lambda view: view.active_player == 0 and len(view.placements) > 15,
    "out with cards": lambda view: (
        is_playing(view) and bool(view.hand) and bool(view.missing_houses[0])
    ),
    "other out with cards": lambda view: is_playing(view) and any(view.missing_houses[1:]),
    "known cards": lambda view: is_playing(view) and any(len(k) > 1 for k in view.known_stacks),
    "house out with cards": lambda view: (
        is_playing(view)
        and any(k and m for k, m in zip(view.known_stacks, view.missing_houses, strict=True))
    ),
    "Iron Throne card": lambda view: (
        is_playing(view) and view.round_number == 3 and len(view.score_pile) == 1
    ),
    "round over": lambda view: view.phase is Phase.ROUND_OVER and bool(view.hand),
    "game over": lambda view: (
        view.phase is Phase.GAME_OVER and bool(view.score_pile) and view.kept[0] != view.hand
    ),
    "third round": lambda view: is_playing(view) and view.round_number == 3,
    "blocked": lambda view: view.active_player == 0 and not all(map(view.court.open_slots, House)),
}

MID = first_view("4 players", "in mid-round")
OUT = first_view("4 players", "out with cards")
OTHER_OUT = first_view("4 players", "other out with cards")
SOLO = first_view("Solo Scheming", "known cards")
HOUSE_OUT = first_view("Solo Scheming", "house out with cards")
THRONE = first_view("4 players", "Iron Throne card")
ROUND_OVER = first_view("4 players", "round over")
GAME_OVER = first_view("4 players", "game over")
BLOCKED = first_view("4 players", "blocked")
ANYONE = first_view("3 players, Anyone Can Die", "third round")
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


def but(view: View, **fields: object) -> Callable[[], View]:
    """Makes the view with other own cards, or of another player."""
    return lambda: attrs.evolve(view, **wrong(fields))


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
    but(THRONE, player=None, hand=(), score_pile=()),
    but(MID, player=9),
    but(MID, player=-1),
    but(SOLO, player=1),
    but(THRONE, score_pile=THRONE.score_pile * 2),
    but(THRONE, score_pile=(IronThroneCard(3, 99),) * len(THRONE.score_pile)),
    but(GAME_OVER, score_pile=OTHER_PILE),
    but(THRONE, kept=THRONE.kept[:1]),
    but(THRONE, kept=((*(THRONE.kept[0] or ()), DECK[0]), THRONE.kept[1])),
    but(GAME_OVER, kept=(*GAME_OVER.kept[:-1], GAME_OVER.kept[0])),
    but(THRONE, player=None),
)


@pytest.mark.rule("info.public", "info.leftover", "info.elimination", "info.throne", "solo.public")
def test_a_view_holds_the_cards_that_its_player_can_have_at_the_table() -> None:
    assert_refused("views that cannot be", InvalidValue, OWN_CARDS)


def faults_with(view: View, **fields: object) -> list[tuple[str, str]]:
    """What keeps the view's own cards, some of them changed, from being a player's."""
    own = {name: getattr(view, name) for name in ("table", "player", "hand", "score_pile", "kept")}
    return list(own_faults(make_unchecked(View, **wrong({**own, **fields}))))


def test_a_fault_is_told_at_the_cards_that_have_it() -> None:
    none = "a spectator has no cards"
    assert faults_with(THRONE, player=None) == [
        ("/hand", none),
        ("/score_pile", none),
        ("/kept", none),
    ]
    assert faults_with(OUT, hand=(*OUT.hand[1:], FITTING))[0][0] == "/hand"
    assert {path for path, _ in faults_with(BLOCKED, hand=CLOSED_HAND)} == {"/hand"}
    assert faults_with(GAME_OVER) == []
    assert faults_with(GAME_OVER, kept=(None,) * len(GAME_OVER.kept)) == []


@pytest.mark.rule("info.leftover", "setup.starter", "solo.public")
def test_a_card_that_was_kept_lay_nowhere_else_in_its_round() -> None:
    five = observe(watched_game("5 players", 1).now, 0)
    solo = observe(watched_game("Solo Scheming", 1).now, 0)
    seen_to_lie = 0
    for view in (five, solo):
        for index, (result, kept) in enumerate(zip(view.results, view.kept, strict=True)):
            of_others = [card for cards in result.kept[1:] if cards for card in cards]
            for elsewhere in (*result.starters, *of_others) if kept else ():
                hands: list[object] = [None] * len(view.kept)
                hands[index] = (elsewhere, *(kept or ())[1:])
                told = faults_with(view, kept=hands)
                assert (f"/kept/{index}", "a card is in two places") in told
                seen_to_lie += 1
    assert seen_to_lie


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


class Always:
    """A source that always gives the same."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize("number", [0.0, 0.5, 1 - 2**-53])
def test_even_a_source_that_always_gives_the_same_draws_a_world_that_agrees(
    number: float,
) -> None:
    for view in (MID, OTHER_OUT, SOLO, HOUSE_OUT, ANYONE, GAME_OVER, DEALING):
        assert observe(determinize(view, Always(number)), 0) == view


@pytest.mark.rule("info.throne")
def test_a_player_knows_how_many_iron_throne_cards_they_drew() -> None:
    views = (
        observe(state, 0)
        for seed in range(100)
        for state in watched_game("4 players", seed).states
        if state.phase is Phase.PLAYING
    )
    view = next(view for view in views if len(view.score_pile) == 2)
    for known in ((None, None), (view.score_pile[0], None), (None, view.score_pile[1])):
        assert attrs.evolve(view, score_pile=known).score_pile == known
    for pile in ((), view.score_pile[:1], (None,) * 3):
        with pytest.raises(InvalidValue, match=f"player 0 has drawn 2 cards, not {len(pile)}"):
            attrs.evolve(view, score_pile=pile)
