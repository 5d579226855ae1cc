"""Bad input: each is refused by a typed error whose message helps, and nothing changes."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from cases import each
from tables import (
    BOTTOM_ROW,
    FOUR_HANDS,
    TWO_HANDS,
    assert_faults,
    card,
    court,
    game,
    move,
    play,
    play_game,
    play_out,
    slot,
    wrong,
)

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Court,
    Deal,
    House,
    IllegalMove,
    InvalidDeal,
    InvalidValue,
    InvalidVariant,
    IronThroneCard,
    Move,
    RoundDeal,
    Slot,
    Variant,
    WesterosIntrigueError,
    WrongPhase,
    WrongType,
    apply,
    deal_from_deck,
    deal_round,
    distinct_moves,
    draw_deal,
    draw_text,
    explain,
    final_winner,
    find_move,
    is_eliminated,
    legal_moves,
    position_key,
    rank,
    score_round,
    setup,
)

YES: Any = True
PLAYING = game(*FOUR_HANDS)
OVER = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1")
GOOD = deal_from_deck(DECK, 4)
CROWN = STANDARD.throne_cards[0]


# The doors of setup


@pytest.mark.parametrize("players", [0, 1, 7, -1, 10**100, pytest.param(-(10**5000), id="vast")])
def test_a_game_has_2_to_6_players(players: int) -> None:
    for call in (
        lambda: setup(players, seed=1),
        lambda: draw_deal(players, random.Random(1)),
        lambda: deal_from_deck(DECK, players),
        lambda: STANDARD.rounds_for(players),
        lambda: STANDARD.hand_size(players, 1),
        lambda: STANDARD.starter_count(players, 1),
        lambda: STANDARD.width_limit(players),
    ):
        with pytest.raises(InvalidValue, match=r"players.* from 2 to 6, not "):
            call()


@pytest.mark.parametrize("players", [True, 2.0, "3", None, Fraction(3), (3,)])
def test_players_are_counted_by_an_int_and_a_bool_is_none(players: object) -> None:
    with pytest.raises(WrongType, match=r"players.* an int, not "):
        setup(wrong(players), seed=1)


@pytest.mark.parametrize("seed", [-1, pytest.param(-(10**5000), id="vast")])
def test_a_seed_is_not_negative(seed: int) -> None:
    with pytest.raises(InvalidValue, match=r"seed.* at least 0, not "):
        setup(4, seed=seed)


@pytest.mark.parametrize("seed", [True, 1.5, "1", b"1", (1,)])
def test_a_seed_is_an_int(seed: object) -> None:
    with pytest.raises(WrongType, match=r"seed.* an int, not "):
        setup(4, seed=wrong(seed))


@pytest.mark.parametrize("first_player", [-1, 4])
def test_the_first_player_is_a_seat(first_player: int) -> None:
    with pytest.raises(InvalidValue, match=r"first_player.* from 0 to 3, not "):
        setup(4, seed=1, first_player=first_player)


@pytest.mark.parametrize("first_player", [True, 1.0, "0"])
def test_the_first_player_is_an_int(first_player: object) -> None:
    with pytest.raises(WrongType, match=r"first_player.* an int, not "):
        setup(4, seed=1, first_player=wrong(first_player))


@pytest.mark.parametrize(
    ("sources", "named"),
    [
        ({"seed": 1, "rng": random.Random(1)}, "seed and rng"),
        ({"seed": 0, "deal": Deal()}, "seed and deal"),
        ({"rng": random.Random(1), "deal": Deal()}, "rng and deal"),
        ({"seed": 1, "rng": random.Random(1), "deal": Deal()}, "seed and rng and deal"),
    ],
)
def test_chance_has_one_source(sources: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidValue, match=f"one .*{named}"):
        setup(4, **sources)


@pytest.mark.parametrize("rng", [7, "x", object(), random.random])
def test_a_source_of_random_numbers_has_the_method_random(rng: object) -> None:
    with pytest.raises(WrongType, match=r"rng .* random\(\)"):
        setup(4, rng=wrong(rng))
    with pytest.raises(WrongType, match=r"rng .* random\(\)"):
        draw_deal(4, wrong(rng))


@pytest.mark.parametrize("number", [1.0, -0.1, float("nan"), float("inf"), 7])
def test_a_random_number_is_at_least_0_and_below_1(number: float) -> None:
    class Loaded:
        def random(self) -> float:
            return number

    with pytest.raises(InvalidValue, match=r"at least 0\.0, below 1\.0, not "):
        setup(4, rng=Loaded())


# Deals


FAULTY_ROUNDS: dict[str, tuple[RoundDeal, list[str]]] = {
    "a missing card": (
        RoundDeal((GOOD.hands[0][:-1], *GOOD.hands[1:])),
        ["player 0 .*9 cards, not 8"],
    ),
    "a doubled card": (
        RoundDeal(((card("L9"), *GOOD.hands[0][1:]), *GOOD.hands[1:])),
        ["L9 is dealt 2 times"],
    ),
    "hands of wrong sizes": (
        RoundDeal((GOOD.hands[0][:-1], *GOOD.hands[1:3], (*GOOD.hands[3], GOOD.hands[0][-1]))),
        ["player 0 .*9 cards, not 8", "player 3 .*9 cards, not 10"],
    ),
    "a hand too few": (
        RoundDeal(GOOD.hands[:3]),
        ["4 .* 3"],
    ),
    "a starter too many": (
        RoundDeal(GOOD.hands, (card("S1"),)),
        ["0 .*bottom row, not 1", "S1 is dealt 2 times"],
    ),
    "all at once": (
        RoundDeal((DECK[:9], DECK[8:17], DECK[:1]), DECK[35:]),
        [
            "4 .* 3",
            "player 2 .*9 cards, not 1",
            "0 .*bottom row, not 1",
            "S1 is dealt 2 times",
            "S9 is dealt 2 times",
        ],
    ),
}


@pytest.mark.parametrize(("round_deal", "faults"), FAULTY_ROUNDS.values(), ids=FAULTY_ROUNDS.keys())
def test_a_faulty_deal_is_refused_with_all_its_faults_and_the_round_of_each(
    round_deal: RoundDeal, faults: list[str]
) -> None:
    with pytest.raises(InvalidDeal) as caught:
        setup(4, deal=Deal((GOOD, round_deal)))
    assert_faults(caught.value.faults, [f"^round 2: .*{fault}" for fault in faults])
    assert str(caught.value) == "; ".join(caught.value.faults)
    waiting = setup(4, deal=Deal())
    with pytest.raises(InvalidDeal) as at_the_table:
        deal_round(waiting, round_deal)
    assert_faults(at_the_table.value.faults, faults)
    assert waiting == setup(4, deal=Deal())


def test_the_faults_of_all_rounds_and_of_the_throne_cards_are_listed_together() -> None:
    foreign = IronThroneCard(1, 9)
    deal = Deal((RoundDeal(()), *[GOOD] * 4), (CROWN, CROWN, CROWN, foreign))
    with pytest.raises(InvalidDeal) as caught:
        setup(4, deal=deal)
    assert_faults(
        caught.value.faults,
        [
            "4 rounds.* 5 ",
            "^round 1: .*4 .* 0",
            f"{CROWN}.* 3 times.* 1",
            f"no Iron Throne card .{foreign}",
        ],
    )


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (DECK[:-1], "round 1 .*36 cards, not 35"),
        ((*DECK, DECK[0]), "round 1 .*36 cards, not 37; S1 .*2 times"),
        ((*DECK[:-1], DECK[0]), "^S1 .*2 times"),
        ((), "round 1 .*36 cards, not 0"),
    ],
)
def test_a_deck_has_all_cards_once(deck: tuple[Card, ...], fault: str) -> None:
    with pytest.raises(InvalidDeal, match=fault):
        deal_from_deck(deck, 4)


@pytest.mark.parametrize("round_number", [0, -1])
def test_rounds_are_counted_from_1(round_number: int) -> None:
    for call in (
        lambda: deal_from_deck(DECK, 4, round_number=round_number),
        lambda: STANDARD.hand_size(4, round_number),
        lambda: STANDARD.starter_count(4, round_number),
        lambda: STANDARD.cards_in_game(round_number),
    ):
        with pytest.raises(InvalidValue, match=r"round_number.* at least 1, not "):
            call()


# Variants


@each(
    [
        (STANDARD.with_rounds(0), "at least 1 round, not 0"),
        (STANDARD.with_rounds(8), "8 rounds need as many Iron Throne cards, and the table has 7"),
        (Variant(throne_cards=()), "unknown Iron Throne cards cannot be drawn"),
        (STANDARD.with_seats(houses=(House.STARK,)), "4 houses.* not 1|4 players .*1"),
        (STANDARD.with_options(rivalry=True), "rivalry needs a house for each player"),
        (STANDARD.with_seats(automated=(4,)), "there is no seat 4 to automate among 4 players"),
        (STANDARD.with_seats(automated=(1, 1)), "automated (once|twice)"),
        (STANDARD.with_seats(automated=(1,)), "an automated seat needs a house"),
        (
            STANDARD.with_throne_cards([CROWN] * 30)
            .with_rounds(20)
            .with_options(anyone_can_die=True),
            "after 19 rounds of Anyone Can Die no hand can be dealt",
        ),
    ]
)
def test_a_variant_that_cannot_be_played_is_refused(variant: Variant, fault: str) -> None:
    with pytest.raises(InvalidVariant, match=fault):
        setup(4, seed=1, variant=variant)


def test_all_that_is_wrong_with_a_variant_is_listed() -> None:
    variant = Variant(
        rounds=9, rivalry=True, house_affiliation=True, automated=(3, 9, 3), first_player=1
    )
    with pytest.raises(InvalidVariant) as caught:
        setup(4, seed=1, variant=variant)
    assert len(caught.value.faults) == 6
    with pytest.raises(InvalidVariant) as caught:
        setup(4, seed=1, variant=variant, first_player=0)
    assert len(caught.value.faults) == 7
    assert caught.value.faults[-1] == "player 1 must start, not player 0"


def test_a_variant_without_any_throne_card_or_with_too_few_is_refused_by_draw_deal_too() -> None:
    with pytest.raises(InvalidVariant):
        draw_deal(4, random.Random(1), STANDARD.with_rounds(8))


# Values out of range, and values of wrong types


@each(
    [
        lambda: Slot(-1, 0),
        lambda: Slot(26, 0),
        lambda: Slot(0, 10**101),
        lambda: Slot(0, -(10**5000)),
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
        lambda: is_eliminated(PLAYING, 4),
        lambda: is_eliminated(PLAYING, -1),
        lambda: explain(PLAYING, move("S1@a0"), player=4),
        lambda: apply(PLAYING, move("S1@a0"), player=-1),
        lambda: rank((-1, 0), ((), ())),
        lambda: rank((), ()),
        lambda: rank((1, 2), ((),)),
    ]
)
def test_a_value_out_of_its_range_is_an_invalid_value(make: Callable[[], object]) -> None:
    with pytest.raises(InvalidValue) as caught:
        make()
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 300  # however vast the number


WRONGLY_TYPED: dict[str, Callable[[], object]] = {
    "a slot of text": lambda: Slot(wrong("a"), 0),
    "a slot of bools": lambda: Slot(YES, YES),
    "a slot of a float": lambda: Slot(0, wrong(1.0)),
    "a card of a letter": lambda: Card(wrong("S"), 1),
    "a card of a float": lambda: Card(House.STARK, wrong(1.0)),
    "a card of a bool": lambda: Card(House.STARK, YES),
    "a throne card of a bool": lambda: IronThroneCard(YES, 1),
    "a move of tuples": lambda: Move(wrong((House.STARK, 1)), wrong((0, 0))),
    "a move of text": lambda: Move(card("S1"), wrong("a0")),
    "a round deal of letters": lambda: RoundDeal(wrong(["SSL"])),
    "starters by houses": lambda: RoundDeal.from_houses(["S"], wrong([House.STARK])),
    "a deal of one round": lambda: Deal(wrong(GOOD)),
    "a deal of throne values": lambda: Deal((), wrong((1, 2))),
    "houses of letters": lambda: STANDARD.with_seats(houses=wrong("SLBT")),
    "automated bools": lambda: STANDARD.with_seats(automated=(True,)),
    "automated, but how many": lambda: STANDARD.with_seats(automated=wrong(3)),
    "throne values": lambda: STANDARD.with_throne_cards(wrong((1, 2))),
    "rounds of a bool": lambda: STANDARD.with_rounds(YES),
    "setup with a deal of rounds": lambda: setup(4, deal=wrong((GOOD,))),
    "setup with a round's deal": lambda: setup(4, deal=wrong(GOOD)),
    "setup with a variant's name": lambda: setup(4, seed=1, variant=wrong("standard")),
    "draw_deal with a seed": lambda: draw_deal(4, wrong(1)),
    "a deck of text": lambda: deal_from_deck(wrong("SLBT"), 4),
    "a deck's round": lambda: deal_from_deck(DECK, 4, round_number=wrong("1")),
    "legal_moves of a court": lambda: legal_moves(wrong(court("S"))),
    "distinct_moves of None": lambda: distinct_moves(wrong(None)),
    "find_move of a court": lambda: find_move(wrong(court("S")), House.STARK, slot("a1")),
    "explain a text": lambda: explain(PLAYING, wrong("S1@a0")),
    "explain of None": lambda: explain(wrong(None), move("S1@a0")),
    "explain for a name": lambda: explain(PLAYING, move("S1@a0"), player=wrong("Arya")),
    "apply to a court": lambda: apply(wrong(court("S")), move("L1@a1")),
    "apply for True": lambda: apply(PLAYING, move("S1@a0"), player=True),
    "is_eliminated True": lambda: is_eliminated(PLAYING, YES),
    "is_eliminated of None": lambda: is_eliminated(wrong(None), 0),
    "position_key of None": lambda: position_key(wrong(None)),
    "score_round of None": lambda: score_round(wrong(None)),
    "score_round with a value": lambda: score_round(OVER, throne_card=wrong(3)),
    "deal_round of None": lambda: deal_round(wrong(None), GOOD),
    "deal_round of a deal": lambda: deal_round(setup(4, deal=Deal()), wrong(Deal((GOOD,)))),
    "final_winner of None": lambda: final_winner(wrong(None)),
    "rank of bools": lambda: rank((True, False), ((), ())),
    "rank of cards for piles": lambda: rank((1,), wrong((CROWN,))),
    "a drawing of text": lambda: draw_text(wrong("S1")),
}


@each(WRONGLY_TYPED)
def test_a_value_of_a_wrong_type_is_refused_at_the_door(call: Callable[[], object]) -> None:
    playing, over = copy.deepcopy(PLAYING), game(*FOUR_HANDS)
    with pytest.raises(WrongType) as caught:
        call()
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, WesterosIntrigueError)
    assert " not " in str(caught.value) or " none" in str(caught.value)  # what was given
    assert playing == PLAYING == over


# Functions called in the wrong phase


def test_no_move_is_made_after_the_round_is_over() -> None:
    with pytest.raises(IllegalMove, match="no round is being played"):
        apply(OVER, move("B1@a4"))


def test_a_round_is_scored_only_when_it_is_over_and_only_once() -> None:
    fresh, over = setup(3, seed=1), play_game(setup(2, seed=1))
    for state in (fresh, play(PLAYING, "0:S@a0"), setup(3, deal=Deal()), over):
        before = repr(state), state.penalty_points, state.score_piles
        with pytest.raises(WrongPhase, match=r"Phase\.ROUND_OVER.* Phase\."):
            score_round(state)
        assert (repr(state), state.penalty_points, state.score_piles) == before


def test_a_winner_is_only_known_when_the_game_is_over() -> None:
    fresh = setup(3, seed=1)
    for state in (fresh, play_out(fresh), score_round(play_out(fresh)), setup(3, deal=Deal())):
        with pytest.raises(WrongPhase, match=r"Phase\.GAME_OVER.* Phase\."):
            final_winner(state)


def test_wrong_phase_is_a_runtime_error_and_one_of_the_library_s() -> None:
    for caught_as in (RuntimeError, WesterosIntrigueError):
        with pytest.raises(caught_as):
            score_round(PLAYING)


def test_after_any_error_the_state_is_as_it_was_and_the_game_goes_on() -> None:
    state = play(game(*FOUR_HANDS), "0:S@a0 1:L@a1")
    untouched = play(game(*FOUR_HANDS), "0:S@a0 1:L@a1")
    for bad in ("S1@a0", "L1@b0", "S8@a9", "T1@b0"):
        with pytest.raises(IllegalMove):
            apply(state, move(bad))
    with pytest.raises(WrongPhase):
        score_round(state)
    assert state == untouched
    assert play(state, "2:S@b0 3:B@a2") == play(untouched, "2:S@b0 3:B@a2")
