"""Auctions of deeds and of the last building, and building and selling itself."""

from __future__ import annotations

import attrs
import pytest

from games.monopoly.tables import SHEET, codes, own, played, table, told
from westeros_intrigue.games.monopoly import Variant, ViolationCode
from westeros_intrigue.games.monopoly.table import AuctionOpened

NO_OFFERS = Variant(offers=0)


@pytest.mark.rule("build.set", "build.cost", "build.level")
def test_only_a_whole_unmortgaged_set_is_built_on_for_cash() -> None:
    state = table(1, 9, deeds=own(0, 1, 3) | own(0, 11, 13, 14) | own(0, 5) | own(0, 6, 8))
    assert codes(state, "build 1") == []
    assert codes(state, "build 11") == [ViolationCode.TOO_DEAR]
    assert codes(state, "build 6") == [ViolationCode.SET_INCOMPLETE]
    assert codes(state, "build 5") == [ViolationCode.NOT_A_CHOICE]
    assert codes(state, "build 7") == [ViolationCode.NOT_A_CHOICE]
    assert codes(state, "build 99") == [ViolationCode.NOT_A_CHOICE]
    assert codes(state, "build 16") == [ViolationCode.NOT_OWNED]
    state = table(9, 9, deeds=own(0, 1) | own(0, 3, mortgaged=True))
    assert codes(state, "build 1") == [ViolationCode.SET_MORTGAGED]
    state = table(9, 9, deeds=own(0, 1, 3, level=5))
    assert codes(state, "build 1") == [ViolationCode.FULL]
    assert not any(move.startswith("build") for move in told(state))


@pytest.mark.rule("sell.holdfast", "sell.set")
def test_what_cannot_be_sold() -> None:
    state = table(9, 9, deeds=own(0, 1, level=1) | own(0, 3) | own(0, 11, 13, 14) | own(1, 21))
    assert codes(state, "sell 3") == [ViolationCode.UNEVEN, ViolationCode.NOTHING_BUILT]
    assert codes(state, "sell 21") == [ViolationCode.NOT_OWNED]
    assert codes(state, "sell-set pink") == [ViolationCode.NOTHING_BUILT]
    assert codes(state, "sell-set red") == [ViolationCode.SET_INCOMPLETE]
    assert codes(state, "sell-set violet") == [ViolationCode.NOT_A_CHOICE]


@pytest.mark.rule("shortage.last", "build.level")
@pytest.mark.parametrize(("level", "box", "lot"), [(3, 19, "Holdfast"), (4, 24, "Castle")])
def test_the_auction_names_the_last_building_of_its_kind(level: int, box: int, lot: str) -> None:
    edition = attrs.evolve(SHEET, holdfasts=box, castles=1)
    deeds = own(0, 16, 18, 19, level=level) | own(1, 6, 8, 9, level=level)
    state = played(table(9, 9, deeds=deeds, edition=edition, variant=NO_OFFERS), "0: build 16")
    assert [event.building for event in state.moves.events if isinstance(event, AuctionOpened)] == [
        lot
    ]


@pytest.mark.rule("sell.castle-short")
@pytest.mark.parametrize(("left", "told"), [(4, []), (3, [ViolationCode.HOLDFASTS_SHORT])])
def test_a_castle_is_sold_while_four_holdfasts_are_left(
    left: int, told: list[ViolationCode]
) -> None:
    edition = attrs.evolve(SHEET, holdfasts=8 + left)
    deeds = own(0, 21, level=5) | own(0, 23, 24, level=4)
    assert codes(table(9, 9, deeds=deeds, edition=edition), "sell 21") == told
