"""Turns, landings, rents, jail and cards, rule by rule."""

from __future__ import annotations

import json
import random

import pytest

from games.monopoly.tables import SHEET, own, played, rolled, setup, table
from westeros_intrigue.gamekit.chance import random_below
from westeros_intrigue.games.monopoly import (
    Edition,
    GameState,
    Variant,
    apply,
    legal_moves,
    read_edition,
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
