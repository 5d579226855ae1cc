"""What errors say: which argument is wrong, what was given, and what would be right."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from cases import each
from tables import play_out

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Court,
    Deal,
    Determinizer,
    House,
    InvalidDeal,
    InvalidValue,
    InvalidVariant,
    Move,
    RoundDeal,
    Slot,
    Table,
    Variant,
    View,
    WrongType,
    apply,
    deal_from_deck,
    draw_deal,
    find_move,
    is_eliminated,
    legal_moves,
    parse_card,
    parse_court,
    parse_hand,
    parse_move,
    parse_slot,
    rank,
    score_round,
    setup,
)
from westeros_intrigue.rules import SetAside, dictated_slot, reveal
from westeros_intrigue.text.notation import hand_text

STATE = setup(2, seed=1)
EMPTY = Court()
S1 = Card(House.STARK, 1)
A0 = Slot(0, 0)
CHANCE = random.Random(1)
WAITING = Table.new(2)
OVER = play_out(setup(2, seed=1, variant=STANDARD.with_rounds(1))).table.scored()
FIRST = Move(S1, A0)
HOUSE = Table.new(
    2, variant=STANDARD.with_seats(houses=(House.STARK, House.LANNISTER), automated=(0,))
).dealt()


class Source:
    """A source of random numbers that has one only."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def random(self) -> Any:
        return self.number


# Each with what the error says before ", not 1.5", which is what stands in for another type.
WRONG_TYPES: list[tuple[str, Callable[[Any], object]]] = [
    ("cards must be a Mapping", Court),
    ("width_limit must be an int", lambda wrong: Court({}, wrong)),
    ("a slot of the court must be a Slot", lambda wrong: Court({wrong: S1})),
    ("a card of the court must be a Card", lambda wrong: Court({A0: wrong})),
    ("house must be a House", EMPTY.open_slots),
    ("house must be a House", lambda wrong: EMPTY.explain(wrong, A0)),
    ("slot must be a Slot", lambda wrong: EMPTY.explain(House.STARK, wrong)),
    ("card must be a Card", lambda wrong: EMPTY.place(wrong, A0)),
    ("slot must be a Slot", lambda wrong: EMPTY.place(S1, wrong)),
    ("house must be a House", lambda wrong: find_move(STATE, wrong, A0)),
    ("slot must be a Slot", lambda wrong: find_move(STATE, House.STARK, wrong)),
    ("state must be a GameState", lambda wrong: apply(wrong, Move(S1, A0))),
    ("move must be a Move", lambda wrong: apply(STATE, wrong)),
    ("court must be a Court", lambda wrong: dictated_slot(wrong, House.STARK, S1)),
    ("card must be a Card", lambda wrong: dictated_slot(EMPTY, House.STARK, wrong)),
    ("house must be a House", lambda wrong: dictated_slot(EMPTY, wrong, S1)),
    ("state must be a GameState", score_round),
    ("state must be a GameState", lambda wrong: reveal(wrong, ())),
    ("penalty_points must be a tuple", lambda wrong: rank(wrong, ())),
    ("score_piles must be a tuple", lambda wrong: rank((1,), wrong)),
    ("each of penalty_points must be an int", lambda wrong: rank((wrong,), ((),))),
    ("each of a score pile must be an IronThroneCard", lambda wrong: rank((1,), ((wrong,),))),
    ("hands must be a tuple", RoundDeal),
    ("a hand must be a tuple", lambda wrong: RoundDeal((wrong,))),
    ("each of a hand must be a Card", lambda wrong: RoundDeal(((wrong,),))),
    ("starters must be a tuple", lambda wrong: RoundDeal((), wrong)),
    ("hands must be a tuple", RoundDeal.from_houses),
    ("starters must be a str", lambda wrong: RoundDeal.from_houses(("S",), wrong)),
    ("rounds must be a tuple", Deal),
    ("throne_cards must be a tuple", lambda wrong: Deal((), wrong)),
    ("variant must be a Variant", lambda wrong: draw_deal(2, CHANCE, wrong)),
    ("cards must be a tuple", lambda wrong: deal_from_deck(wrong, 2)),
    ("each of cards must be a Card", lambda wrong: deal_from_deck([wrong], 2)),
    ("variant must be a Variant", lambda wrong: deal_from_deck(DECK, 2, wrong)),
    ("players must be an int", STANDARD.rounds_for),
    ("round_number must be an int", STANDARD.cards_in_game),
    ("round_number must be an int", lambda wrong: STANDARD.hand_size(2, wrong)),
    ("houses must be a tuple", lambda wrong: Variant(houses=wrong)),
    ("each of automated must be an int", lambda wrong: Variant(automated=(wrong,))),
    ("throne_cards must be a tuple", lambda wrong: Variant(throne_cards=wrong)),
    ("house_affiliation must be a bool", lambda wrong: Variant(house_affiliation=wrong)),
    ("rivalry must be a bool", lambda wrong: Variant(rivalry=wrong)),
    ("anyone_can_die must be a bool", lambda wrong: Variant(anyone_can_die=wrong)),
    ("rounds must be an int", lambda wrong: Variant(rounds=wrong)),
    ("first_player must be an int", lambda wrong: Variant(first_player=wrong)),
    ("variant must be a Variant", lambda wrong: Table.new(2, variant=wrong)),
    ("starters must be a tuple", WAITING.dealt),
    ("each of starters must be a Card", lambda wrong: WAITING.dealt([wrong])),
    ("move must be a Move", STATE.table.placed),
    ("throne_cards must be a tuple", OVER.revealed),
    ("each of throne_cards must be an IronThroneCard", lambda wrong: OVER.revealed([wrong])),
    ("event must be an Event", STATE.table.then),
    ("event must be an Event", View(WAITING).then),
    ("each of cards must be a Card", lambda wrong: HOUSE.then(SetAside(0, (wrong,)))),
    ("table must be a Table", View),
    ("hand must be a tuple", lambda wrong: View(WAITING, 0, wrong)),
    ("each of hand must be a Card", lambda wrong: View(WAITING, 0, (wrong,))),
    ("score_pile must be a tuple", lambda wrong: View(WAITING, 0, (), wrong)),
    ("kept must be a tuple", lambda wrong: View(WAITING, 0, (), (), wrong)),
    ("player must be an int", lambda wrong: View(WAITING, wrong)),
    ("house must be a House", View(WAITING).stand_in),
    ("move must be a Move", View(WAITING).placed),
    ("position must be a GameState", legal_moves),
    ("player must be an int", lambda wrong: is_eliminated(STATE, wrong)),
    ("view must be a View", Determinizer),
    ("a card must be a str", parse_card),
    ("a slot must be a str", parse_slot),
    ("a move must be a str", parse_move),
    ("a hand must be a str", parse_hand),
    ("a court must be a str", parse_court),
    ("cards must be a tuple", hand_text),
    ("each of cards must be a Card", lambda wrong: hand_text((wrong,))),
]


@each(WRONG_TYPES)
def test_an_argument_of_a_wrong_type_is_named(said: str, call: Callable[[Any], object]) -> None:
    with pytest.raises(WrongType) as caught:
        call(1.5)
    assert str(caught.value) == f"{said}, not 1.5"


@pytest.mark.parametrize(
    ("said", "make"),
    [
        ("rounds", lambda number: Variant(rounds=number)),
        ("first_player", lambda number: Variant(first_player=number)),
        ("an automated seat", lambda number: Variant(automated=(number,))),
    ],
)
def test_a_number_of_a_variant_that_is_out_of_range_is_named(
    said: str, make: Callable[[int], object]
) -> None:
    make(0)
    make(1000)
    for number in (-1, 1001):
        with pytest.raises(InvalidValue) as caught:
            make(number)
        assert str(caught.value) == f"{said} must be from 0 to 1000, not {number}"


def test_what_is_wrong_with_a_variant_is_told_with_the_remedy() -> None:
    for variant, fault in (
        (
            Variant(automated=(1,)),
            "an automated seat needs a house: use with_seats(houses=...)",
        ),
        (
            Variant(first_player=4),
            "there is no seat 4 to start among 4 players, counted from 0",
        ),
    ):
        with pytest.raises(InvalidVariant) as caught:
            variant.check(4, 0)
        assert caught.value.faults == (fault,)


def test_iron_throne_cards_that_are_not_known_are_not_drawn() -> None:
    with pytest.raises(InvalidVariant) as caught:
        setup(4, variant=STANDARD.with_throne_cards(()))
    assert caught.value.faults == ("unknown Iron Throne cards cannot be drawn",)


def test_negative_points_are_named() -> None:
    with pytest.raises(InvalidValue, match=r"^each of penalty_points must be at least 0"):
        rank((-1,), ((),))


def test_points_without_piles_are_counted() -> None:
    with pytest.raises(InvalidValue, match="not 2 points and 1 piles in all"):
        rank((1, 2), ((),))


def test_a_throne_card_that_is_missing_or_too_many_is_told_with_the_remedy() -> None:
    assert STATE.round_deal is not None
    table = setup(2, deal=Deal((STATE.round_deal,)), variant=STANDARD.with_rounds(1))
    with pytest.raises(
        InvalidValue,
        match=r"^the deal .* as throne_card=, or hidden=True$",
    ):
        score_round(play_out(table))
    whole = play_out(setup(2, seed=1))
    with pytest.raises(
        InvalidValue, match=r"^the deal contains the Iron Throne card .* leave throne"
    ):
        score_round(whole, throne_card=whole.rest.throne_cards[0])
    with pytest.raises(WrongType, match=r"^throne_card must be an IronThroneCard"):
        score_round(play_out(table), throne_card=3)  # type: ignore[arg-type]


def test_a_source_without_random_numbers_is_shown() -> None:
    with pytest.raises(WrongType) as caught:
        draw_deal(2, 7)  # type: ignore[arg-type]
    assert str(caught.value) == "rng must be an object with a method random(), not 7"


@pytest.mark.parametrize(
    ("number", "error", "said"),
    [
        ("0.5", WrongType, "a random number must be a float, not '0.5'"),
        (True, WrongType, "a random number must be a float, not True"),
        (1, InvalidValue, "a random number must be at least 0.0, below 1.0, not 1"),
    ],
)
def test_a_random_number_that_is_none_is_shown(
    number: object, error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as caught:
        draw_deal(2, Source(number))
    assert str(caught.value) == said


def test_one_text_instead_of_several_is_shown() -> None:
    with pytest.raises(WrongType) as caught:
        RoundDeal.from_houses("SLBT")
    assert str(caught.value) == "hands must be a tuple of str, one a player, not 'SLBT'"


def test_every_letter_that_stands_for_no_house_is_named() -> None:
    with pytest.raises(InvalidDeal) as caught:
        RoundDeal.from_houses(("SXYL",))
    assert [fault[:3] for fault in caught.value.faults] == ["'X'", "'Y'"]


def test_a_card_that_the_table_does_not_have_is_not_counted() -> None:
    assert STATE.round_deal is not None
    deal = Deal((STATE.round_deal,), STATE.rest.throne_cards[:1])
    variant = STANDARD.with_throne_cards(STATE.rest.throne_cards[1:] * 2)
    with pytest.raises(InvalidDeal) as caught:
        setup(2, deal=deal, variant=variant)
    [card] = deal.throne_cards
    [fault] = caught.value.faults
    assert fault == f"the table has no Iron Throne card ({card})"
