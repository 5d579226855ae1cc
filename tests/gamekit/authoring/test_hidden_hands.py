"""Hands that a field declares: views without them, and worlds with cards that are unseen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from types import new_class
from typing import Annotated, Any

import pytest
from attrs import evolve, frozen

from follow_suit import DECK, FollowSuit, Tricks, follow_suit
from westeros_intrigue.gamekit import (
    DecodingError,
    GameOf,
    Hand,
    InvalidValue,
    NotationError,
    Position,
    RandomSource,
    Word,
    WrongType,
    choose,
    shuffle,
)
from westeros_intrigue.lab.solving import solve
from westeros_intrigue.testing import CheckFailed, check_game

PAIRS = (1, 1, 2, 2, 3)
a_name: Any = "trick"


@frozen
class Pairs(Position):
    cards: Annotated[tuple[int | None, ...], Hand(PAIRS, seen=("shown",))]
    shown: int | None = None


class Same(GameOf[Pairs, int]):
    """Each player has a card; guess the sum of all. The first right guess wins."""

    MAX_PLAYERS = 2
    excluded: Mapping[int, Sequence[int]] = {}

    def start(self, players: int, rng: RandomSource) -> Pairs:
        first, second, shown, *_ = shuffle(PAIRS, rng)
        return Pairs((first, second), shown, players=players)

    def moves(self, state: Pairs, seat: int) -> Sequence[int]:
        del state, seat
        return range(2, 6)

    def play(self, state: Pairs, seat: int, move: int, rng: RandomSource) -> Pairs:
        del move, rng
        return state.replace(to_move=None if seat else 1)

    def scores(self, state: Pairs) -> Sequence[int]:
        return [0] * state.players

    def may_hold(self, view: Pairs, seat: int, card: int, /) -> bool:
        assert view.viewer != seat
        return card not in self.excluded.get(seat, ())


same = Same()


def worlds(game: Any, view: Any, count: int = 600) -> list[Any]:
    rng = random.Random(1)
    return [game.determinize(view, rng) for _ in range(count)]


def test_a_view_has_the_own_cards_and_a_world_the_unseen_ones() -> None:
    state = follow_suit.setup(3, seed=1)
    view = follow_suit.observe(state, 1)
    assert view.hands == (("?",) * 5, state.hands[1], ("?",) * 5)
    assert view.aside == ("?",) * 9
    assert follow_suit.observe(state, None).hands == (("?",) * 5,) * 3
    for world in worlds(follow_suit, view, 20):
        assert world.hands[1] == state.hands[1]
        assert sorted((*world.aside, *(card for hand in world.hands for card in hand))) == sorted(
            DECK
        )
        assert follow_suit.observe(world, 1) == view


def test_all_deals_of_unseen_cards_are_equally_probable() -> None:
    view = Pairs((1, 0), 2, players=2, viewer=0)
    found = Counter(world.cards[1] for world in worlds(same, view))
    assert [*map(len, [found])] == [3]
    assert all(150 < found[card] < 250 for card in (1, 2, 3))
    everyone = Counter(
        world.cards for world in worlds(same, evolve(view, cards=(0, 0), viewer=None))
    )
    # Of 1, 1, 2 and 3, two different cards in an order, or both ones: each of 12 pairs of cards.
    assert all(70 < found < 130 for pair, found in everyone.items() if pair.count(1) in {1, 2})
    assert everyone[2, 3] + everyone[3, 2] < 130
    nothing = Pairs((None, 0), None, players=2, viewer=0)
    assert {world.cards[0] for world in worlds(same, nothing, 9)} == {None}


def test_what_moves_have_shown_is_respected_however_rare_such_a_deal_is() -> None:
    state = follow_suit.setup(4, seed=2, size=6)
    lacks = {1: "CDH", 2: "CDS", 3: "CHS"}
    void = tuple(tuple(lacks.get(seat, "")) for seat in range(4))
    own = tuple(card for card in DECK if card[0] == "C")
    hands = (own, *(("?",) * 6 for _ in lacks))
    view = evolve(follow_suit.observe(state, 0), hands=hands, void=void, aside=())
    for world in worlds(follow_suit, view, 3):
        assert ["".join({card[0] for card in hand}) for hand in world.hands] == [*"CSHD"]
    # Only one of a million deals gives both all their cards of two suits.
    free = evolve(view, void=((), ("C", "D"), ("C", "S"), ("C", "H")))
    drawn = worlds(follow_suit, free, 300)
    assert all(
        card[0] not in free.void[seat]
        for world in drawn
        for seat, hand in enumerate(world.hands)
        for card in hand
    )
    spades = [sum(card[0] == "S" for card in world.hands[1]) for world in drawn]
    # Of the deals in which seat 1 has k spades, there are comb(6, k) ** 3, since the suits of the
    # other two follow; if it took its six cards first, there would be comb(6, k) ** 2.
    weights = {k: comb(6, k) ** 3 for k in range(7)}
    variance = sum(n * (k - 3) ** 2 for k, n in weights.items()) / sum(weights.values())
    assert sum((k - 3) ** 2 for k in spades) / len(spades) == pytest.approx(variance, rel=0.2)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"void": (("C",), tuple("CDHS"), ())}, "may_hold refuses too many of them to player 1"),
        ({"trick": ("Z1",)}, "trick has 'Z1', which the deck of hands does not have, or which is"),
        ({"played": ("S1", "S1")}, "played has 'S1', which the deck of hands does not have"),
        ({"aside": ("?",) * 3}, "hides 13 cards of hands and aside, and 19 of the deck are unseen"),
        ({"aside": ("?",) * 99}, "hides 109 cards of hands and aside, and 19 of the deck are"),
    ],
)
def test_a_view_that_no_deal_leads_to_is_refused(changes: Any, told: str) -> None:
    view = follow_suit.observe(follow_suit.setup(3, seed=1), 0)
    with pytest.raises(InvalidValue, match=told):
        follow_suit.determinize(view.replace(**changes), random.Random(1))


def test_a_line_of_cards_that_nobody_can_have_is_refused() -> None:
    line = follow_suit.format_position(follow_suit.setup(3, seed=1))
    assert follow_suit.parse_position(line).hands == follow_suit.setup(3, seed=1).hands
    with pytest.raises(NotationError, match="which the deck of hands does not have"):
        follow_suit.parse_position(line.replace('"C1"', '"C2"'))
    with pytest.raises(NotationError, match="hands must have 4 hands, one for each player, not 3"):
        follow_suit.parse_position(line.replace("players 3", "players 4"))
    view = follow_suit.DOCUMENTS.to_data(follow_suit.observe(follow_suit.setup(3, seed=1), 0))
    assert isinstance(view, dict)
    with pytest.raises(DecodingError, match="hands must have 4 hands, one for each player, not 3"):
        follow_suit.DOCUMENTS.from_data(Tricks, {**view, "players": 4})
    short = line.replace('"C1",', "")
    with pytest.raises(NotationError, match="the deck of hands has 'C1', the state has not"):
        follow_suit.parse_position(short)


class Suit(Word):
    SUN = "sun"
    MOON = "moon"
    BACK = "back"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Hand((Suit.SUN, Suit.MOON)), "needs a value that stands for a hidden one"),
        (lambda: Hand((0, 1, 2)), "such as hidden=-1"),
        (lambda: Hand(()), "a Hand needs a deck without the value of hidden cards, and there is"),
        (lambda: Hand((1, 2), hidden=2), "without the value of hidden cards, not 2"),
        (lambda: Hand((1, 2), seen=a_name), "seen must be a tuple, not 'trick'"),
    ],
)
def test_a_hand_has_a_deck_and_a_value_for_hidden_cards(make: Any, told: str) -> None:
    with pytest.raises((InvalidValue, WrongType), match=told):
        make()


def test_any_value_of_its_type_stands_for_a_hidden_card() -> None:
    assert Hand((Suit.SUN, Suit.MOON), hidden=Suit.BACK).hidden is Suit.BACK
    assert Hand((0, 1), hidden=-1).hidden == -1
    assert (Hand((1, 2)).hidden, Hand(("a",)).hidden) == (0, "?")


@frozen
class Flat(Position):
    hands: Annotated[str, Hand(PAIRS)] = ""


@frozen
class Deep(Position):
    hands: Annotated[tuple[tuple[tuple[int, ...], ...], ...], Hand(PAIRS)] = ()


@frozen
class Unnamed(Position):
    hands: Annotated[tuple[tuple[int, ...], ...], Hand(PAIRS, seen=("hands",), rest="pile")] = ()


@frozen
class Parts(Position):
    hands: tuple[Annotated[tuple[int, ...], Hand(PAIRS)], ...] = ()


@pytest.mark.parametrize(
    ("cls", "told"),
    [
        (Flat, r"Flat\.hands: a Hand describes the cards of each seat, such as Annotated"),
        (Deep, r"Deep\.hands: a Hand describes the cards of each seat, such as Annotated"),
        (Unnamed, r"Unnamed\.hands: Hand names hands and pile, but no other field has that name"),
        (Parts, r"Parts\.hands: Hand must describe the whole field"),
    ],
)
def test_a_hand_that_describes_no_cards_of_seats_is_a_fault_of_the_class(
    cls: Any, told: str
) -> None:
    make: Any = new_class("Faulty", (GameOf[cls, int],))
    with pytest.raises(WrongType, match=told):
        make()


def test_what_no_card_follows_from_is_a_fault_of_the_class() -> None:
    members = {"may_hold": Same.may_hold}
    make: Any = new_class("Faulty", (GameOf[Position, int],), {}, lambda ns: ns.update(members))
    with pytest.raises(WrongType, match="may_hold says which cards a Hand can have, but no field"):
        make()


def test_hands_are_hidden_information_for_programs() -> None:
    with pytest.raises(InvalidValue, match="Same hides something: GameTree finds equilibria"):
        solve(same, 2)
    state = follow_suit.setup(3, seed=1)
    assert follow_suit.draw_svg(follow_suit.observe(state, 0)).count('class="back"') == 19


@pytest.mark.untraced
def test_a_check_finds_forgotten_facts_and_fields() -> None:
    class Forgetful(FollowSuit):
        def may_hold(self, view: Tricks, seat: int, card: str, /) -> bool:
            del view, seat, card
            return True

    with pytest.raises(CheckFailed, match="guess must respect what the moves have shown"):
        check_game(Forgetful())
    knowledge = check_game(follow_suit, games=2)
    assert [*map(bool, (seen for seen, _ in knowledge.fields["hands"].values()))][:2] == [
        True,
        False,
    ]
    assert choose([*knowledge.fields["aside"].values()], random.Random(1))[0] == 0
