"""Auctions of deeds and of the last building, and building and selling itself."""

from __future__ import annotations

import attrs
import pytest

from games.monopoly.tables import SHEET, codes, own, played, rolled, table, told
from westeros_intrigue.games.monopoly import Decision, GameState, Variant, ViolationCode
from westeros_intrigue.games.monopoly.table import AuctionOpened, Passed

NO_OFFERS = Variant(offers=0)


def put_up(*cash: int) -> GameState:
    """Harrenhal, put up by player 0."""
    state = table(*cash, at=(18, *(0,) * (len(cash) - 1)), rolls=[(2, 3)], variant=NO_OFFERS)
    return played(rolled(state), "put-up")


@pytest.mark.rule("auction.cash", "auction.bids")
def test_a_bid_lies_between_the_highest_and_the_cash() -> None:
    state = played(put_up(9, 4, 9), "1: bid 2", "2: bid 3")
    assert codes(state, "bid 3") == [ViolationCode.BID_LOW]
    assert codes(state, "bid 10") == [ViolationCode.BID_OVER_CASH]
    assert codes(state, "bid 4") == []
    assert codes(played(state, "pass"), "bid 5") == [ViolationCode.BID_OVER_CASH]


@pytest.mark.rule("auction.raise", "sell.when")
def test_the_bidder_who_is_asked_may_sell_and_mortgage() -> None:
    deeds = own(1, 1, 3, level=1) | own(1, 5)
    state = table(9, 0, at=(18, 0), rolls=[(2, 3)], deeds=deeds, variant=NO_OFFERS)
    state = played(rolled(state), "put-up")
    assert told(state) == ["pass", "sell 1", "sell 3", "sell-set brown", "mortgage 5"]
    state = played(state, "1: sell 1", "1: mortgage 5", "1: bid 2", "0: pass")
    assert (state.deeds[23].owner, state.cash) == (1, (9, 0))


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


@pytest.mark.rule("build.castle", "build.even")
def test_a_castle_needs_four_holdfasts_or_a_castle_on_all_others() -> None:
    state = table(99, 9, deeds=own(0, 1, level=5) | own(0, 3, level=4))
    assert codes(state, "build 3") == []
    state = table(99, 9, deeds=own(0, 1, level=4) | own(0, 3, level=3))
    assert codes(state, "build 1") == [ViolationCode.UNEVEN]


@pytest.mark.rule("build.supply")
def test_without_a_holdfast_none_can_be_bought_but_a_castle_can() -> None:
    edition = attrs.evolve(SHEET, holdfasts=9, castles=1)
    deeds = own(0, 1, 3, level=4) | own(1, 6, level=1) | own(1, 8, 9)
    state = table(9, 9, deeds=deeds, edition=edition, variant=NO_OFFERS)
    assert state.holdfasts_left == 0
    state = played(state, "0: build 1")
    assert (state.holdfasts_left, state.castles_left) == (4, 0)
    assert codes(played(state, "1: pass"), "build 3") == [ViolationCode.SUPPLY_EMPTY]
    empty = table(9, 9, deeds=deeds, edition=edition, turn=1, variant=NO_OFFERS)
    assert codes(empty, "build 8") == [ViolationCode.SUPPLY_EMPTY]


@pytest.mark.rule("sell.castle")
def test_a_variant_sells_castles_for_half() -> None:
    deeds = own(0, 21, level=5) | own(0, 23, 24, level=4)
    state = table(9, 9, deeds=deeds, variant=Variant(castle_sale="half"))
    assert played(state, "sell 21").cash[0] == 9 + 2
    assert played(state, "sell-set red").cash[0] == 9 + 2 + 24


@pytest.mark.rule("sell.holdfast", "sell.set")
def test_what_cannot_be_sold() -> None:
    state = table(9, 9, deeds=own(0, 1, level=1) | own(0, 3) | own(0, 11, 13, 14) | own(1, 21))
    assert codes(state, "sell 3") == [ViolationCode.UNEVEN, ViolationCode.NOTHING_BUILT]
    assert codes(state, "sell 21") == [ViolationCode.NOT_OWNED]
    assert codes(state, "sell-set pink") == [ViolationCode.NOTHING_BUILT]
    assert codes(state, "sell-set red") == [ViolationCode.SET_INCOMPLETE]
    assert codes(state, "sell-set violet") == [ViolationCode.NOT_A_CHOICE]


@pytest.mark.rule("mortgage.take", "mortgage.redeem")
def test_deeds_are_mortgaged_and_redeemed_for_the_printed_values() -> None:
    state = table(9, 9, deeds=own(0, 37) | own(0, 39, mortgaged=True), variant=NO_OFFERS)
    assert played(state, "mortgage 37").cash[0] == 12
    assert played(state, "redeem 39").cash[0] == 5
    assert codes(state, "mortgage 39") == [ViolationCode.MORTGAGED]
    assert codes(state, "redeem 37") == [ViolationCode.NOT_MORTGAGED]
    assert codes(state, "mortgage 5") == [ViolationCode.NOT_OWNED]
    assert codes(state, "redeem 2") == [ViolationCode.NOT_A_CHOICE]
    built = table(1, 9, deeds=own(0, 1, level=1) | own(0, 3) | own(0, 39, mortgaged=True))
    assert codes(built, "mortgage 3") == [ViolationCode.BUILT_ON]
    assert codes(built, "redeem 39") == [ViolationCode.TOO_DEAR]


def last_holdfast(*cash: int) -> GameState:
    """One Holdfast is left; players 0 and 1 have sets to build on, player 2 has not."""
    edition = attrs.evolve(SHEET, holdfasts=1)
    deeds = own(0, 16, 18, 19) | own(1, 6, 8, 9) | own(1, 5)
    return table(*cash, deeds=deeds, edition=edition, variant=NO_OFFERS)


@pytest.mark.rule("shortage.last", "shortage.rivals")
def test_only_those_who_could_build_it_are_asked_for_the_last_piece() -> None:
    state = played(last_holdfast(9, 1, 9), "0: build 16")
    assert (state.active_player, state.decision, told(state)) == (
        1,
        Decision.BID,
        ["bid 1", "pass"],
    )
    poor = played(last_holdfast(9, 0, 9), "0: build 16")
    assert (poor.deeds[16].level, poor.cash[0]) == (1, 7)
    assert Passed(1) not in poor.moves.events


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


@pytest.mark.rule("shortage.last")
def test_while_two_are_left_nobody_is_asked() -> None:
    edition = attrs.evolve(SHEET, holdfasts=2)
    deeds = own(0, 16, 18, 19) | own(1, 6, 8, 9)
    state = played(table(9, 9, deeds=deeds, edition=edition, variant=NO_OFFERS), "0: build 16")
    assert (state.deeds[16].level, state.active_player) == (1, 1)


@pytest.mark.rule("shortage.protocol")
def test_who_asks_for_the_last_piece_must_hold_its_cost() -> None:
    assert codes(last_holdfast(1, 9, 9), "build 16") == [ViolationCode.TOO_DEAR]


@pytest.mark.rule("shortage.protocol", "auction.raise")
def test_in_the_auction_of_a_building_nobody_sells() -> None:
    state = played(last_holdfast(9, 9, 9), "0: build 16")
    assert codes(state, "mortgage 6") == [ViolationCode.NOT_ASKED_NOW]


@pytest.mark.rule("shortage.place", "interval.undo")
def test_a_rival_who_wins_chooses_a_site_and_has_built() -> None:
    state = played(last_holdfast(9, 9, 9), "0: build 16", "1: bid 1", "0: pass")
    assert (state.decision, told(state)) == (Decision.SITING, ["place 6", "place 8", "place 9"])
    assert codes(state, "place 16") == [ViolationCode.NOT_A_CHOICE]
    state = played(state, "1: place 8")
    assert (state.deeds[8].level, state.cash, state.active_player) == (1, (9, 8, 9), 1)
    assert codes(state, "sell 8") == [ViolationCode.UNDOES]


@pytest.mark.rule("shortage.place")
def test_the_starter_who_wins_builds_where_they_asked_for_the_bid() -> None:
    state = played(
        last_holdfast(9, 9, 9), "0: build 16", "1: bid 1", "0: bid 2", "1: bid 3", "0: bid 4"
    )
    state = played(state, "1: pass")
    assert (state.deeds[16].level, state.cash[0]) == (1, 5)


@pytest.mark.rule("shortage.place", "interval.undo")
def test_a_building_is_not_sited_where_its_winner_sold_in_the_interval() -> None:
    edition = attrs.evolve(SHEET, holdfasts=4)
    deeds = own(0, 16, 18, 19) | own(1, 6, 8, level=1) | own(1, 9) | own(1, 11, level=1)
    state = table(9, 9, deeds=deeds | own(1, 13, 14), edition=edition, variant=NO_OFFERS, turn=1)
    state = played(state, "1: sell 6", "0: build 16", "1: pass", "0: build 18", "1: bid 1")
    assert told(played(state, "0: pass")) == ["place 13", "place 14"]
