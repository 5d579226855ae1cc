"""Cards, payments, auctions and debts that games by random moves seldom lead to."""

from __future__ import annotations

import json

import pytest

from games.monopoly.tables import SHEET, boxed, card, own, played, rolled, table
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly.position.happenings import AuctionOpened, Paid, Purpose

NO_OFFERS = monopoly.Variant(offers=0)


def with_card(*effects: list[object]) -> monopoly.Edition:
    """The sample edition with a deck of one card, and one that does nothing to speak of."""
    data = json.loads(monopoly.write_edition(SHEET))
    data["cards"] = [
        {"id": "first", "copies": 1, "effects": list(effects)},
        {"id": "second", "copies": 1, "effects": [["collect", 1]]},
    ]
    return monopoly.read_edition(json.dumps(data))


@pytest.mark.rule("card.draw", "move.clockwise")
def test_the_nearest_space_of_a_kind_is_never_that_of_the_token() -> None:
    edition = with_card(["move_to_nearest", "chance"])
    state = rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)], deck=[0, 1], edition=edition))
    assert (state.positions[0], state.cash[0]) == (2, 9 + 2 + 1)


DUES = table(
    9, 9, at=(31, 0), rolls=[(2, 3)], deck=[0], deeds=own(0, 1, 3, level=1),
    edition=with_card(["pay_buildings", 1, 1]),
)  # fmt: skip
PAYMENTS = [
    (rolled(table(9, 9, rolls=[(1, 3)])), (), Purpose.TAX),
    (rolled(table(9, 9, at=(20, 0), rolls=[(4, 2)], deeds=own(1, 26))), ("demand",), Purpose.RENT),
    (rolled(table(9, 9, at=(10, 0), tries=(0, None))), ("pay-fee",), Purpose.JAIL),
    (table(9, 9, deeds=own(0, 5) | own(1, 15)), ("offer 1: 5 for 15+2c", "accept"), Purpose.TRADE),
    (table(9, 9, deeds=own(0, 1, 3)), ("build 1",), Purpose.BUILDING),
    (table(9, 9, deeds=own(0, 5)), ("mortgage 5",), Purpose.MORTGAGE),
    (rolled(table(1, 9, 9, rolls=[(1, 3)])), (), Purpose.BANKRUPTCY),
    (rolled(DUES), (), Purpose.CARD),
]


@pytest.mark.parametrize(("state", "moves", "why"), PAYMENTS)
def test_a_payment_has_a_reason(
    state: monopoly.GameState, moves: tuple[str, ...], why: Purpose
) -> None:
    payments = (event for event in played(state, *moves).moves.all_events())
    assert [event.why for event in payments if isinstance(event, Paid)] == [why]


@pytest.mark.rule("shortage.last", "build.level")
@pytest.mark.parametrize(("level", "box", "lot"), [(3, 19, "Holdfast"), (4, 24, "Castle")])
def test_the_auction_names_the_last_building_of_its_kind(level: int, box: int, lot: str) -> None:
    edition = boxed(box, 1)
    deeds = own(0, 16, 18, 19, level=level) | own(1, 6, 8, 9, level=level)
    state = played(table(9, 9, deeds=deeds, edition=edition, variant=NO_OFFERS), "0: build 16")
    [opened] = [event for event in state.moves.events if isinstance(event, AuctionOpened)]
    where = state.board.names[16]
    told = f"player 0 puts the last {lot} up for auction, to build it on {where}"
    assert monopoly.sentence(opened, None) == told


@pytest.mark.rule("trade.listing")
def test_one_coin_may_be_offered_for_a_deed() -> None:
    assert [monopoly.may_offer(table(coins, 9, deeds=own(1, 5))) for coins in (0, 1)] == [
        False,
        True,
    ]


CARD = card("jail-card")


@pytest.mark.rule("debt.trade", "trade.listing")
@pytest.mark.parametrize(
    ("cash", "deeds", "kept", "saves"),
    [
        # A coin buys deeds that can be mortgaged for 8, or for 9.
        ((1, 0, 0), own(2, 21, 37, 39), ((), (), ()), False),
        ((1, 0, 0), own(2, 5, 21, 37, 39), ((), (), ()), True),
        # A jail card is worth no coin to the debtor, whoever gives it.
        ((1, 0, 8), {}, ((CARD,), (), ()), True),
        ((1, 0, 7), {}, ((CARD,), (), ()), False),
        ((5, 0, 3), own(0, 21, mortgaged=True), ((), (), (CARD,)), False),
        ((6, 0, 3), own(0, 21, mortgaged=True), ((), (), (CARD,)), True),
    ],
)
def test_whether_any_deal_saves_a_debtor(
    cash: tuple[int, int, int],
    deeds: dict[int, monopoly.Deed],
    kept: tuple[tuple[int, ...], ...],
    *,
    saves: bool,
) -> None:
    rent = own(1, 31, 32, 34, level=1)
    state = table(*cash, at=(22, 0, 0), rolls=[(6, 4)], deeds=rent | deeds, kept=kept)
    state = played(rolled(state), "1: demand")
    assert (state.decision is monopoly.Decision.DEBT) is saves
