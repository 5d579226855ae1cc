"""What errors say: which argument is wrong, what was given, and what would be right."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from refusals import assert_refused
from tables import play_out

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Court,
    Deal,
    House,
    InvalidDeal,
    InvalidValue,
    Move,
    RoundDeal,
    Slot,
    Table,
    Variant,
    View,
    WrongType,
    apply,
    find_move,
    is_eliminated,
    legal_moves,
    parse_card,
    parse_court,
    parse_hand,
    parse_move,
    parse_slot,
    score_round,
    setup,
)
from westeros_intrigue.knowledge import Determinizer
from westeros_intrigue.rules import SetAside, deal_from_deck, dictated_slot, draw_deal, rank, reveal
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


TYPED: list[Callable[[Any], object]] = [
    Court,
    lambda wrong: Court({}, wrong),
    lambda wrong: Court({wrong: S1}),
    lambda wrong: Court({A0: wrong}),
    EMPTY.open_slots,
    lambda wrong: EMPTY.explain(wrong, A0),
    lambda wrong: EMPTY.explain(House.STARK, wrong),
    lambda wrong: EMPTY.place(wrong, A0),
    lambda wrong: EMPTY.place(S1, wrong),
    lambda wrong: find_move(STATE, wrong, A0),
    lambda wrong: find_move(STATE, House.STARK, wrong),
    lambda wrong: apply(wrong, Move(S1, A0)),
    lambda wrong: apply(STATE, wrong),
    lambda wrong: dictated_slot(wrong, House.STARK, S1),
    lambda wrong: dictated_slot(EMPTY, House.STARK, wrong),
    lambda wrong: dictated_slot(EMPTY, wrong, S1),
    score_round,
    lambda wrong: reveal(wrong, ()),
    lambda wrong: rank(wrong, ()),
    lambda wrong: rank((1,), wrong),
    lambda wrong: rank((wrong,), ((),)),
    lambda wrong: rank((1,), ((wrong,),)),
    RoundDeal,
    lambda wrong: RoundDeal((wrong,)),
    lambda wrong: RoundDeal(((wrong,),)),
    lambda wrong: RoundDeal((), wrong),
    RoundDeal.from_houses,
    lambda wrong: RoundDeal.from_houses(("S",), wrong),
    Deal,
    lambda wrong: Deal((), wrong),
    lambda wrong: draw_deal(2, CHANCE, wrong),
    lambda wrong: deal_from_deck(wrong, 2),
    lambda wrong: deal_from_deck([wrong], 2),
    lambda wrong: deal_from_deck(DECK, 2, wrong),
    STANDARD.rounds_for,
    STANDARD.cards_in_game,
    lambda wrong: STANDARD.hand_size(2, wrong),
    lambda wrong: Variant(houses=wrong),
    lambda wrong: Variant(automated=(wrong,)),
    lambda wrong: Variant(throne_cards=wrong),
    lambda wrong: Variant(house_affiliation=wrong),
    lambda wrong: Variant(rivalry=wrong),
    lambda wrong: Variant(anyone_can_die=wrong),
    lambda wrong: Variant(rounds=wrong),
    lambda wrong: Variant(first_player=wrong),
    lambda wrong: Table.new(2, variant=wrong),
    WAITING.dealt,
    lambda wrong: WAITING.dealt([wrong]),
    STATE.table.placed,
    OVER.revealed,
    lambda wrong: OVER.revealed([wrong]),
    STATE.table.then,
    View(WAITING).then,
    lambda wrong: HOUSE.then(SetAside(0, (wrong,))),
    View,
    lambda wrong: View(WAITING, 0, wrong),
    lambda wrong: View(WAITING, 0, (wrong,)),
    lambda wrong: View(WAITING, 0, (), wrong),
    lambda wrong: View(WAITING, 0, (), (), wrong),
    lambda wrong: View(WAITING, wrong),
    View(WAITING).stand_in,
    View(WAITING).placed,
    legal_moves,
    lambda wrong: is_eliminated(STATE, wrong),
    Determinizer,
    parse_card,
    parse_slot,
    parse_move,
    parse_hand,
    parse_court,
    hand_text,
    lambda wrong: hand_text((wrong,)),
]


def test_an_argument_of_a_wrong_type_is_named() -> None:
    assert_refused("arguments of a wrong type", WrongType, [partial(call, 1.5) for call in TYPED])


OUT_OF_RANGE: list[Callable[[], object]] = [
    *(partial(Variant, rounds=number) for number in (-1, 1001)),
    *(partial(Variant, first_player=number) for number in (-1, 1001)),
    *(partial(Variant, automated=(number,)) for number in (-1, 1001)),
    lambda: Variant(automated=(1,)).check(4, 0),
    lambda: Variant(first_player=4).check(4, 0),
    lambda: setup(4, variant=STANDARD.with_throne_cards(())),
    lambda: rank((-1,), ((),)),
    lambda: rank((1, 2), ((),)),
    lambda: draw_deal(2, Source(1)),
    lambda: RoundDeal.from_houses(("SXYL",)),
]


def test_a_value_out_of_range_is_named_with_the_remedy() -> None:
    assert_refused("values out of range", ValueError, OUT_OF_RANGE)
    assert Variant(rounds=1000, first_player=0, automated=(1000,))


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


def test_a_source_of_chance_or_hands_of_a_wrong_type_is_shown() -> None:
    calls: list[Callable[[], object]] = [
        lambda: draw_deal(2, 7),  # type: ignore[arg-type]
        lambda: draw_deal(2, Source("0.5")),
        lambda: draw_deal(2, Source(number=True)),
        lambda: RoundDeal.from_houses("SLBT"),
    ]
    assert_refused("sources of chance and hands of a wrong type", WrongType, calls)


def test_a_card_that_the_table_does_not_have_is_not_counted() -> None:
    assert STATE.round_deal is not None
    deal = Deal((STATE.round_deal,), STATE.rest.throne_cards[:1])
    variant = STANDARD.with_throne_cards(STATE.rest.throne_cards[1:] * 2)
    with pytest.raises(InvalidDeal) as caught:
        setup(2, deal=deal, variant=variant)
    [card] = deal.throne_cards
    [fault] = caught.value.faults
    assert fault == f"the table has no Iron Throne card ({card})"
