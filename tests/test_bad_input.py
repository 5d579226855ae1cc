"""Bad input: each is refused by a typed error whose message helps, and nothing changes.

The message names the argument, what was given, and what would be right.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from itertools import repeat
from typing import Any

import pytest
from helpers.refusals import assert_refused
from helpers.tables import FOUR_HANDS, card, game, move, play, play_game, play_out, wrong

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Court,
    Deal,
    DecodingError,
    House,
    InvalidDeal,
    InvalidValue,
    InvalidVariant,
    IronThroneCard,
    Record,
    RoundDeal,
    Slot,
    Variant,
    View,
    WrongPhase,
    WrongType,
    apply,
    deal_round,
    draw_svg,
    explain,
    final_winner,
    is_eliminated,
    legal_moves,
    observe,
    score_round,
    setup,
)
from westeros_intrigue.gamekit import errors
from westeros_intrigue.gamekit.outline import Line, Outline
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.notation import RecordedRound
from westeros_intrigue.play.printing import animate_svg
from westeros_intrigue.rules import deal_from_deck, draw_deal, rank

PLAYING = game(*FOUR_HANDS)
GOOD = deal_from_deck(DECK, 4)
CROWN = STANDARD.throne_cards[0]
STATE = setup(2, seed=1)


# Values out of range


class Loaded:
    """A source of chance that knows one number."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def random(self) -> Any:
        return self.number


VAST = -(10**5000)
OUT_OF_RANGE: list[Callable[[], object]] = [
    *(partial(setup, players, seed=1) for players in (0, 1, 7, -1, 10**100, VAST)),
    lambda: draw_deal(7, random.Random(1)),
    lambda: deal_from_deck(DECK, 7),
    lambda: STANDARD.rounds_for(7),
    lambda: STANDARD.hand_size(7, 1),
    lambda: STANDARD.starter_count(7, 1),
    lambda: STANDARD.width_limit(7),
    *(partial(setup, 4, seed=seed) for seed in (-1, VAST)),
    *(partial(setup, 4, seed=1, first_player=player) for player in (-1, 4)),
    lambda: setup(4, seed=1, rng=random.Random(1)),
    lambda: setup(4, seed=1, rng=random.Random(1), deal=Deal()),
    *(partial(setup, 4, rng=Loaded(number)) for number in (1.0, -0.1, math.nan, math.inf, 7)),
    lambda: deal_from_deck(DECK, 4, round_number=0),
    lambda: STANDARD.hand_size(4, 0),
    lambda: STANDARD.starter_count(4, -1),
    lambda: STANDARD.cards_in_game(-1),
    lambda: Slot(-1, 0),
    lambda: Slot(26, 0),
    lambda: Card(House.STARK, 0),
    lambda: Card(House.STARK, 10),
    lambda: IronThroneCard(0, 1),
    lambda: IronThroneCard(4, 1),
    lambda: IronThroneCard(1, 0),
    lambda: Court(width_limit=0),
    lambda: Court(width_limit=9),
    lambda: Variant(rounds=-1),
    lambda: STANDARD.with_rounds(-1),
    lambda: STANDARD.with_seats(automated=(-1,)),
    lambda: Variant(first_player=-1),
    *(partial(observe, PLAYING, player) for player in (4, -1, 10**100)),
    *(
        partial(is_eliminated, at, seat)
        for at in (PLAYING, observe(PLAYING, 0))
        for seat in (4, -1)
    ),
    lambda: explain(PLAYING, move("S1@a0"), player=4),
    lambda: explain(observe(PLAYING, 0), move("S1@a0"), player=-1),
    lambda: apply(PLAYING, move("S1@a0"), player=-1),
    lambda: rank((-1, 0), ((), ())),
    lambda: rank((), ()),
    lambda: rank((1, 2), ((),)),
    *(partial(Variant, rounds=number) for number in (-1, 101)),
    lambda: Variant(throne_cards=[CROWN] * 501),
    *(partial(Variant, first_player=number) for number in (-1, 1001)),
    lambda: Variant(automated=(1001,)),
    lambda: Record(7),
    lambda: Record(2, first_player=6),
]


@pytest.mark.rule("components.throne.values")
def test_a_value_out_of_its_range_is_an_invalid_value() -> None:
    for error in assert_refused("values at the doors", InvalidValue, OUT_OF_RANGE):
        assert isinstance(error, ValueError)
        assert len(str(error)) < 300  # however vast the number


# Deals and variants


FAULTY_ROUNDS = (
    RoundDeal((GOOD.hands[0][:-1], *GOOD.hands[1:])),
    RoundDeal(((card("L9"), *GOOD.hands[0][1:]), *GOOD.hands[1:])),
    RoundDeal((GOOD.hands[0][:-1], *GOOD.hands[1:3], (*GOOD.hands[3], GOOD.hands[0][-1]))),
    RoundDeal(GOOD.hands[:3]),
    RoundDeal(GOOD.hands, (card("S1"),)),
    RoundDeal((DECK[:9], DECK[8:17], DECK[:1]), DECK[35:]),
)


def test_a_faulty_deal_is_refused_with_all_its_faults_and_the_round_of_each() -> None:
    waiting = setup(4, deal=Deal())
    at_a_table = [partial(deal_round, waiting, one) for one in FAULTY_ROUNDS]
    alone = assert_refused("deals of a round", InvalidDeal, at_a_table)
    in_round_2 = [partial(setup, 4, deal=Deal((GOOD, one))) for one in FAULTY_ROUNDS]
    second = assert_refused("deals of round 2", InvalidDeal, in_round_2)
    for one, later in zip(alone, second, strict=True):
        assert isinstance(one, InvalidDeal)
        assert isinstance(later, InvalidDeal)
        assert later.faults == tuple(f"round 2: {fault}" for fault in one.faults)
        assert str(later) == "; ".join(later.faults)
    assert waiting == setup(4, deal=Deal())


def test_the_faults_of_all_rounds_of_the_throne_cards_and_of_a_deck_are_listed_together() -> None:
    foreign = IronThroneCard(1, 9)
    deal = Deal((RoundDeal(()), *[GOOD] * 4), (CROWN, CROWN, CROWN, foreign))
    endless = repeat(DECK[0])
    decks = (DECK[:-1], (*DECK, DECK[0]), (*DECK[:-1], DECK[0]), (), endless)
    calls: list[Callable[[], object]] = [partial(setup, 4, deal=deal)]
    calls += [partial(deal_from_deck, deck, 4) for deck in decks]
    assert_refused("deals and decks", InvalidDeal, calls)


def endless(thing: object) -> Any:
    """Return an iterator of one thing that fails if all of it is read."""
    yield from repeat(thing, 2000)
    raise AssertionError("an endless iterator was read to the end")


EVENING = Line("an evening")
OF_ENDLESS_LENGTH: tuple[Callable[[], object], ...] = (
    lambda: RoundDeal((endless(DECK[0]),)),
    lambda: RoundDeal(endless(DECK[:1])),
    lambda: RoundDeal((), endless(DECK[0])),
    lambda: Deal(endless(GOOD)),
    lambda: Deal((), endless(CROWN)),
    lambda: RoundDeal.from_houses(endless("S")),
    lambda: RoundDeal.from_houses(("S",), in_game=endless(DECK[0])),
    lambda: STANDARD.with_seats(houses=endless(House.STARK)),
    lambda: STANDARD.with_seats(automated=endless(1)),
    lambda: STANDARD.with_throne_cards(endless(CROWN)),
    lambda: View(STATE.table, 0, endless(DECK[0])),
    lambda: View(STATE.table, 0, (), endless(None)),
    lambda: View(STATE.table, 0, (), (), endless(None)),
    lambda: observe(STATE, 0).limited_to(endless(legal_moves(STATE)[0])),
    lambda: Record(2, tags=endless(("Event", "Winter"))),
    lambda: Record(2, rounds=endless(RecordedRound())),
    lambda: STATE.table.gone_out(endless(DECK[0])),
    lambda: InvalidDeal(endless("a fault")),
    lambda: DecodingError(endless(("/hands", "a fault"))),
    lambda: monopoly.Bundle(deeds=endless(1)),
    lambda: monopoly.Deal(endless((1, 2))),
    lambda: monopoly.Money(1, 1, endless((1, 1))),
    lambda: btwixt.setup(3, leaders=endless("jon-snow")),
    lambda: btwixt.rank(endless(1), (1, 1, 1)),
    lambda: btwixt.Box("x", endless(None), (), ()),
    lambda: Outline(endless(EVENING)),
    lambda: draw_svg(STATE, frame=endless(STATE)),
    lambda: draw_svg(STATE, highlight=endless(STATE.placements)),
    lambda: animate_svg(endless(STATE)),
)


def test_an_endless_iterable_is_refused_when_more_is_read_than_any_tuple_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(errors, "MOST_PARTS", 500)
    for call in OF_ENDLESS_LENGTH:
        with pytest.raises(InvalidValue, match=r"must have (at most )?\d.* (elements|faults)"):
            call()


def test_a_range_that_no_memory_holds_is_refused_with_its_length() -> None:
    with pytest.raises(
        InvalidValue, match=r"automated must have at most 3000000 elements, not 10{12}"
    ):
        STANDARD.with_seats(automated=range(10**12))


WRONG_VARIANTS = (
    STANDARD.with_rounds(8),
    Variant(throne_cards=()),
    STANDARD.with_seats(houses=(House.STARK,)),
    STANDARD.with_options(rivalry=True),
    STANDARD.with_seats(automated=(4,)),
    STANDARD.with_seats(automated=(1,)),
    *(STANDARD.with_seats(houses=House, automated=seats) for seats in ((0, 9, 7), (4,))),
    STANDARD.with_throne_cards([CROWN] * 30).with_rounds(20).with_options(anyone_can_die=True),
    STANDARD.with_dead(2),
    STANDARD.with_options(anyone_can_die=True).with_dead(3),
    STANDARD.with_options(anyone_can_die=True).with_rounds(3).with_dead(30),
    Variant(rounds=9, rivalry=True, house_affiliation=True, automated=(3, 9, 3), first_player=1),
)


def test_a_variant_that_cannot_be_played_is_refused_with_all_its_faults() -> None:
    calls = [partial(setup, 4, seed=1, variant=variant) for variant in WRONG_VARIANTS]
    calls += [partial(setup, 4, seed=1, variant=WRONG_VARIANTS[-1], first_player=0)]
    calls += [partial(setup, players, seed=1, variant=SOLO_SCHEMING) for players in (2, 5)]
    calls += [partial(setup, 4, seed=1, variant=SOLO_SCHEMING, first_player=2)]
    for error in assert_refused("variants", InvalidVariant, calls):
        assert isinstance(error, InvalidVariant)
        assert str(error) == "; ".join(error.faults)
    with pytest.raises(InvalidVariant):
        draw_deal(4, random.Random(1), STANDARD.with_rounds(8))
    with pytest.raises(InvalidValue, match="first_player must be from 0 to 3, not 7"):
        setup(4, variant=Variant(first_player=7))
    with pytest.raises(InvalidValue, match="rounds must be from 1 to 100, not 0"):
        STANDARD.with_rounds(0)


def test_an_option_that_does_not_exist_is_refused_with_the_one_that_was_meant() -> None:
    for name, perhaps in (("rivalri", "; did you mean rivalry?"), ("dragons", "")):
        with pytest.raises(WrongType) as refusal:
            STANDARD.with_options(**{name: True})
        options = "house_affiliation, rivalry or anyone_can_die"
        assert str(refusal.value) == f"an option must be {options}, not {name!r}{perhaps}"


# Functions called in the wrong phase


def test_a_round_is_scored_only_when_it_is_over_and_only_once() -> None:
    fresh, over = setup(3, seed=1), play_game(setup(2, seed=1))
    for state in (fresh, play(PLAYING, "0:S@a0"), setup(3, deal=Deal()), over):
        before = repr(state), state.penalty_points, state.score_piles
        with pytest.raises(WrongPhase, match=r"Phase\.ROUND_OVER.* Phase\."):
            score_round(state)
        assert (repr(state), state.penalty_points, state.score_piles) == before
    for state in (fresh, over):
        with pytest.raises(WrongPhase, match=r"Phase\.DEALING.* Phase\."):
            deal_round(state, GOOD)


def test_a_winner_is_only_known_when_the_game_is_over() -> None:
    fresh = setup(3, seed=1)
    for state in (fresh, play_out(fresh), score_round(play_out(fresh)), setup(3, deal=Deal())):
        with pytest.raises(WrongPhase, match=r"Phase\.GAME_OVER.* Phase\."):
            final_winner(state)


# Strange values


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize("value", [10**5000, ["x"] * 10**5, Broken()], ids=["huge", "long", "mute"])
def test_an_error_about_a_foreign_value_is_short_whatever_the_value_is(value: object) -> None:
    for call in (legal_moves, score_round, final_winner, Court):
        with pytest.raises(WrongType) as refused:
            call(wrong(value))
        assert len(str(refused.value)) < 200
