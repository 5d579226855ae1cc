"""Turns, landings, rents, jail and cards, rule by rule."""

from __future__ import annotations

import json
import random

import pytest

from games.monopoly.tables import SHEET, card, codes, own, played, rolled, setup, table, told
from westeros_intrigue import InvalidValue, WrongType
from westeros_intrigue.gamekit.chance import random_below
from westeros_intrigue.games.monopoly import (
    Decision,
    Deed,
    Edition,
    GameState,
    Variant,
    ViolationCode,
    apply,
    legal_moves,
    means,
    read_edition,
    rent,
    write_edition,
)
from westeros_intrigue.games.monopoly.table import Paid, Purpose

NO_OFFERS = Variant(offers=0)


def with_card(*effects: list[object]) -> Edition:
    """The sample edition with a deck of one card, and one that does nothing to speak of."""
    data = json.loads(write_edition(SHEET))
    data["cards"] = [
        {"id": "first", "copies": 1, "effects": list(effects)},
        {"id": "second", "copies": 1, "effects": [["collect", 1]]},
    ]
    return read_edition(json.dumps(data))


@pytest.mark.rule("rent.order")
def test_of_an_order_the_rent_shown_is_that_of_the_highest_throw() -> None:
    assert rent(table(9, 9, deeds=own(1, 12)), 12) == 6
    assert rent(table(9, 9, deeds=own(1, 12, 28)), 12) == 12
    assert rent(table(9, 9), 12) is None


@pytest.mark.rule("debt.one-by-one")
@pytest.mark.parametrize(
    ("effect", "position", "cash"),
    [
        (["move_to", 24], 24, 11),
        (["move_to", 36], 36, 11 + 1),
        (["move_to_nearest", "faith"], 5, 11),
        (["move_to_nearest", "order"], 12, 11),
        (["move_by", -2], 34, 9),
        (["move_by", 2], 38, 9 - 2),
        (["go_to_jail"], 10, 9),
        (["collect", 3], 36, 12),
        (["pay", 3], 36, 6),
        (["collect_each", 2], 36, 13),
        (["pay_each", 2], 36, 5),
        (["pay_buildings", 1, 3], 36, 9 - (1 + 4 + 3)),
        (["take_deed"], 36, 9),
    ],
)
def test_each_word_of_the_vocabulary_does_what_it_says(
    effect: list[object], position: int, cash: int
) -> None:
    edition = with_card(effect)
    deeds = own(0, 1, level=1) | own(0, 3) | own(0, 37, level=4) | own(0, 39, level=5)
    deeds |= own(0, 6, 21, 23, 24, 34, 5, 12)
    state = rolled(
        table(9, 9, 9, at=(31, 0, 0), rolls=[(2, 3)], deck=[0, 1], deeds=deeds, edition=edition)
    )
    assert (state.positions[0], state.cash[0]) == (position, cash)


@pytest.mark.rule("card.draw", "move.clockwise")
def test_the_nearest_space_of_a_kind_is_never_that_of_the_token() -> None:
    edition = with_card(["move_to_nearest", "chance"])
    state = rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)], deck=[0, 1], edition=edition))
    assert (state.positions[0], state.cash[0]) == (2, 9 + 2 + 1)


BUILT = table(9, 9, deeds=own(0, 1, 3, level=1))
DUES = table(
    9, 9, at=(31, 0), rolls=[(2, 3)], deck=[0], deeds=own(0, 1, 3, level=1),
    edition=with_card(["pay_buildings", 1, 1]),
)  # fmt: skip
PAYMENTS = [
    (rolled(table(9, 9, at=(37, 0), rolls=[(1, 2)])), (), Purpose.SALARY),
    (rolled(table(9, 9, rolls=[(1, 3)])), (), Purpose.TAX),
    (rolled(table(9, 9, at=(20, 0), rolls=[(4, 2)])), ("buy",), Purpose.DEED),
    (rolled(table(9, 9, at=(20, 0), rolls=[(4, 2)], deeds=own(1, 26))), ("demand",), Purpose.RENT),
    (rolled(table(9, 9, at=(10, 0), tries=(0, None))), ("pay-fee",), Purpose.JAIL),
    (table(9, 9, deeds=own(0, 5) | own(1, 15)), ("offer 1: 5 for 15+2c", "accept"), Purpose.TRADE),
    (table(9, 9, deeds=own(0, 1, 3)), ("build 1",), Purpose.BUILDING),
    (BUILT, ("sell 1",), Purpose.SALE),
    (BUILT, ("sell-set brown",), Purpose.SALE),
    (table(9, 9, deeds=own(0, 5)), ("mortgage 5",), Purpose.MORTGAGE),
    (table(9, 9, deeds=own(0, 5, mortgaged=True)), ("redeem 5",), Purpose.REDEMPTION),
    (rolled(table(1, 9, 9, rolls=[(1, 3)])), (), Purpose.BANKRUPTCY),
    (rolled(DUES), (), Purpose.CARD),
]


@pytest.mark.parametrize(("state", "moves", "why"), PAYMENTS)
def test_a_payment_says_why(state: GameState, moves: tuple[str, ...], why: Purpose) -> None:
    payments = (event for event in played(state, *moves).moves.all_events())
    assert [event.why for event in payments if isinstance(event, Paid)] == [why]


@pytest.mark.rule("card.draw")
def test_effects_follow_one_another_and_jail_cuts_the_rest() -> None:
    edition = with_card(["pay", 2], ["collect", 5], ["go_to_jail"], ["collect", 5])
    state = rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)], deck=[0], edition=edition))
    assert (state.cash[0], state.jail_tries[0]) == (12, 0)
    edition = with_card(["pay_buildings", 1, 1])
    state = rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)], deck=[0], edition=edition))
    assert state.cash[0] == 9
    assert not any(isinstance(event, Paid) for event in state.moves.events)


@pytest.mark.rule("card.draw", "trade.buildings")
def test_a_card_takes_or_swaps_deeds_that_buildings_let_go() -> None:
    deeds = own(1, 5, 1) | own(1, 6, 8, 9, level=1) | own(0, 21) | own(2, 15, mortgaged=True)
    state = rolled(
        table(9, 9, 9, at=(31, 0, 0), rolls=[(2, 3)], deck=[card("take-deed")], deeds=deeds)
    )
    assert (state.decision, told(state)) == (Decision.DEED, ["choose 1", "choose 5", "choose 15"])
    assert codes(state, "choose 6") == [ViolationCode.NOT_A_CHOICE]
    assert codes(state, "choose 5 for 21") == [ViolationCode.NOT_A_CHOICE]
    state = played(state, "choose 15")
    assert state.deeds[15] == Deed(0, mortgaged=True)
    swap = table(
        9, 9, 9, at=(31, 0, 0), rolls=[(2, 3)], deck=[0], deeds=deeds,
        edition=with_card(["swap_deed"]),
    )  # fmt: skip
    state = rolled(swap)
    assert told(state) == ["choose 1 for 21", "choose 5 for 21", "choose 15 for 21"]
    assert codes(state, "choose 5") == [ViolationCode.NOT_A_CHOICE]
    state = played(state, "choose 5 for 21")
    assert (state.deeds[5].owner, state.deeds[21].owner) == (0, 1)
    nothing = table(
        9,
        9,
        at=(31, 0),
        rolls=[(2, 3)],
        deck=[0],
        deeds=own(1, 5),
        edition=with_card(["swap_deed"]),
    )
    assert rolled(nothing).deeds[5].owner == 1


def test_a_position_has_only_its_own_players_and_spaces() -> None:
    state = setup(2, seed=1)
    with pytest.raises(InvalidValue):
        means(state, 2)
    with pytest.raises(InvalidValue):
        rent(state, 40)
    with pytest.raises(WrongType):
        legal_moves(5)  # type: ignore[arg-type]
    with pytest.raises(WrongType):
        means(5, 0)  # type: ignore[arg-type]


@pytest.mark.rule("setup.first")
def test_seats_are_alike() -> None:
    for seed in range(2):
        one = setup(3, seed=seed)
        other = setup(3, seed=seed, first_player=1)
        rng = random.Random(seed)
        while not one.is_over:
            assert other.active_player == (one.active_player + 1) % 3  # type: ignore[operator]
            assert other.cash == (one.cash[2], *one.cash[:2])
            moves = legal_moves(one)
            assert [str(move) for move in moves] == [str(move) for move in legal_moves(other)]
            move = moves[random_below(len(moves), rng)]
            one, other = apply(one, move), apply(other, move)
        assert other.is_over
