"""Fifteen worked examples of the rules, on the sample edition."""

from __future__ import annotations

import pytest

from games.monopoly.tables import card, codes, own, played, rolled, setup, table
from westeros_intrigue.games.monopoly import (
    PRINTED,
    Decision,
    InvalidEdition,
    Phase,
    Variant,
    ViolationCode,
    legal_moves,
    means,
    rent,
)


@pytest.mark.rule("setup.players", "setup.money", "edition.refused", "edition.gaps")
@pytest.mark.rule("components.coins")
def test_example_1_setup() -> None:
    assert (setup(3, seed=0).cash, setup(3, seed=0).treasury) == ((30, 30, 30), 173)
    assert setup(6, seed=0).treasury == 83
    with pytest.raises(InvalidEdition) as refused:
        setup(3, PRINTED)
    assert len(refused.value.faults) == 237


@pytest.mark.rule("go.salary", "go.backward", "card.go-once")
def test_example_2_go() -> None:
    state = rolled(table(9, 9, at=(35, 0), rolls=[(2, 5)], deck=[card("pay-1")]))
    assert (state.positions[0], state.cash[0]) == (2, 9 + 2 - 1)
    state = rolled(table(9, 9, at=(38, 0), rolls=[(1, 1)]))
    assert (state.positions[0], state.cash[0], state.turn_player) == (0, 11, 0)
    assert state.decision is Decision.FLOOR
    back = card("back-3"), card("back-3", 1)
    state = rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)], deck=[back[0], card("collect-1")]))
    assert (state.positions[0], state.cash[0]) == (33, 10)
    state = rolled(table(9, 9, at=(37, 0), rolls=[(2, 3)], deck=[back[0]]))
    # Chance on 2, which was reached over GO: the salary is of the way there, none of the way back.
    assert (state.positions[0], state.cash[0]) == (39, 11)
    state = rolled(table(9, 9, at=(30 - 1, 0), rolls=[(3, 4)], deck=[card("to-riverrun")]))
    assert (state.positions[0], state.cash[0]) == (24, 11)


@pytest.mark.rule("turn.double", "turn.third-double")
def test_example_3_doubles() -> None:
    deeds = own(0, 6, 16)
    state = rolled(table(9, 9, deeds=deeds, rolls=[(3, 3), (5, 5), (2, 2)]))
    assert (state.positions[0], state.turn_player, state.doubles) == (6, 0, 1)
    state = rolled(state)
    assert (state.positions[0], state.turn_player, state.doubles) == (16, 0, 2)
    state = rolled(state)
    assert (state.positions[0], state.jail_tries[0], state.turn_player) == (10, 0, 1)


@pytest.mark.rule("jail.try", "jail.third", "jail.fee", "jail.start", "turn.count")
def test_example_4_jail() -> None:
    jailed = table(
        9, 9, at=(10, 0), tries=(0, None), rolls=[(1, 2), (1, 2), (2, 5), (3, 1), (4, 4)]
    )
    state = played(rolled(jailed), "0: try-double")
    assert (state.positions[0], state.jail_tries[0], state.turn_player) == (10, 1, 1)
    state = played(rolled(state), "1: put-up", "0: pass", "1: pass")
    state = played(rolled(state), "0: try-double")
    assert state.jail_tries[0] == 2
    state = rolled(state)  # the other player goes to Just Visiting's neighbour, 7
    assert state.phase is Phase.DRAWING
    third = table(
        3, 9, at=(10, 0), tries=(2, None), rolls=[(6, 1)], deck=[card("collect-1")],
        deeds=own(0, 21), variant=Variant(offers=0),
    )  # fmt: skip
    # Mortgage is the one move that is left, so it is made; with offers it would be asked.
    state = rolled(third)
    assert (state.cash[0], state.deeds[21].mortgaged, state.positions[0]) == (1, True, 17)
    paid = played(
        rolled(table(9, 9, at=(10, 0), tries=(1, None), rolls=[(6, 6)], deck=[card("pay-2")])),
        "0: pay-fee",
    )
    assert (paid.positions[0], paid.cash[0], paid.doubles, paid.turn_player) == (22, 2, 1, 0)


@pytest.mark.rule("jail.third")
def test_example_4_third_try_with_a_debt() -> None:
    third = table(
        3, 9, at=(10, 0), tries=(2, None), rolls=[(6, 1)], deck=[card("collect-1")],
        deeds=own(0, 21) | own(1, 5),
    )  # fmt: skip
    state = rolled(third)  # there is no choice but to try for a double
    assert (state.decision, state.jail_tries[0]) == (Decision.DEBT, 3)
    state = played(state, "0: mortgage 21")
    assert (state.cash[0], state.positions[0], state.jail_tries[0]) == (1, 17, None)


@pytest.mark.rule("rent.location", "rent.set", "rent.siblings")
def test_example_5_locations() -> None:
    assert rent(table(9, 9, deeds=own(0, 1)), 1) == 1
    assert rent(table(9, 9, deeds=own(0, 1, 3)), 1) == 2
    halved = table(9, 9, deeds=own(0, 1) | own(0, 3, mortgaged=True))
    assert (rent(halved, 1), rent(halved, 3)) == (2, None)
    built = table(9, 9, deeds=own(0, 1, level=1) | own(0, 3))
    assert (rent(built, 1), rent(built, 3)) == (3, 2)
    assert rent(table(9, 9, deeds=own(0, 37, level=4) | own(0, 39, level=5)), 39) == 35


@pytest.mark.rule("rent.faith", "rent.order", "rent.siblings")
def test_example_6_faiths_and_orders() -> None:
    faiths = table(9, 9, deeds=own(1, 5, 15) | own(1, 25, mortgaged=True))
    assert (rent(faiths, 5), rent(faiths, 15), rent(faiths, 25)) == (4, 4, None)
    one = table(9, 9, at=(7, 0), deeds=own(1, 12), rolls=[(2, 3), (4, 3)])
    assert played(rolled(one), "1: demand").cash == (5, 13)
    two = table(
        19, 9, at=(7, 0), deeds=own(1, 12) | own(1, 28, mortgaged=True), rolls=[(2, 3), (5, 5)]
    )
    state = played(rolled(two), "1: demand")
    assert (state.cash, state.turn_player) == ((9, 19), 1)


@pytest.mark.rule("build.even", "build.castle", "sell.castle", "sell.holdfast")
def test_example_7_even() -> None:
    uneven = table(9, 9, deeds=own(0, 11, 13, level=1) | own(0, 14))
    told = [str(move) for move in legal_moves(uneven)]
    assert [move for move in told if move.startswith(("build", "sell "))] == [
        "build 14", "sell 11", "sell 13",
    ]  # fmt: skip
    full = table(9, 9, deeds=own(0, 11, 13, 14, level=4))
    assert (full.holdfasts_left, full.castles_left) == (20, 12)
    castle = played(full, "0: build 11")
    assert (castle.cash[0], castle.holdfasts_left, castle.castles_left) == (6, 24, 11)
    single = table(9, 9, deeds=own(0, 11, level=5) | own(0, 13, 14, level=4))
    assert [str(move) for move in legal_moves(single) if str(move).startswith("sell ")] == [
        "sell 11"
    ]
    sold = played(single, "0: sell 11")
    assert (sold.cash[0], sold.holdfasts_left) == (12, 20)


@pytest.mark.rule("sell.set", "sell.castle-short", "debt.means")
def test_example_8_selling() -> None:
    red = own(0, 21, level=5) | own(0, 23, 24, level=4)
    assert played(table(9, 9, deeds=red), "0: sell 21").cash[0] == 13
    assert played(table(9, 9, deeds=red), "0: sell-set red").cash[0] == 9 + 28
    assert means(table(9, 9, deeds=red), 0) == 9 + 34
    # Five sets at level 4, or near it, leave three Holdfasts: 32 - 8 - 12 - 8 - 1 = 3.
    short = table(
        9,
        9,
        deeds=red
        | own(1, 1, 3, level=4)
        | own(1, 6, 8, 9, level=4)
        | own(1, 37, level=1)
        | own(1, 39),
    )
    assert short.holdfasts_left == 3
    assert codes(short, "sell 21") == [ViolationCode.HOLDFASTS_SHORT]
    sold = played(short, "0: sell-set red")
    assert (sold.cash[0], sold.holdfasts_left) == (37, 11)


@pytest.mark.rule("auction.protocol", "auction.who", "auction.raise", "auction.forced")
@pytest.mark.rule("auction.bids", "auction.starter")
def test_example_9_auction() -> None:
    state = table(
        5, 0, 9, 3, at=(0, 0, 18, 0), turn=2, rolls=[(2, 3)], deeds=own(3, 6),
    )  # fmt: skip
    state = played(rolled(state), "2: put-up", "3: bid 1", "0: bid 3", "2: pass")
    state = played(state, "3: mortgage 6")
    assert state.cash[3] == 4
    state = played(state, "3: bid 4", "0: bid 5", "2: pass")
    assert state.cash == (0, 0, 9, 4)
    assert (state.deeds[23].owner, state.deeds[6].mortgaged) == (0, True)


@pytest.mark.rule("shortage.last", "shortage.rivals", "shortage.protocol", "shortage.place")
def test_example_10_shortage() -> None:
    deeds = (
        own(0, 16, 18, 19)
        | own(1, 6, 8, level=1)
        | own(1, 9)
        | own(2, 31, 32, 34, level=4)
        | own(2, 21, 23, 24, level=4)
        | own(2, 37, level=3)
        | own(2, 39, level=2)
    )
    state = table(5, 3, 0, deeds=deeds, variant=Variant(offers=0))
    assert state.holdfasts_left == 32 - 2 - 24 - 5 == 1
    contested = played(state, "0: build 16", "1: bid 1", "0: bid 2", "1: bid 3", "0: pass")
    assert (contested.cash[:2], contested.deeds[9].level) == ((5, 0), 1)
    alone = played(state, "0: build 16", "1: pass")
    assert (alone.cash[:2], alone.deeds[16].level) == ((3, 3), 1)


@pytest.mark.rule("trade.both", "trade.buildings", "trade.bound", "mortgage.transfer")
def test_example_11_offers() -> None:
    state = table(
        4, 6, deeds=own(0, 11, 13, 14, level=1) | own(0, 5) | own(1, 26, mortgaged=True),
        kept=((card("jail-card"),), ()),
    )  # fmt: skip
    assert codes(state, "offer 1: 5 for 5c") == []
    swapped = played(state, "offer 1: 1j for 26", "1: accept")
    assert (swapped.deeds[26].owner, swapped.deeds[26].mortgaged) == (0, True)
    assert swapped.kept_cards == ((), (card("jail-card"),))
    assert codes(state, "offer 1: 11 for 6c") == [ViolationCode.BUILT_ON]
    assert codes(state, "offer 1: 5 for 7c") == [ViolationCode.TOO_FEW_COINS]
    assert codes(state, "offer 1: 2c for 3c") == [ViolationCode.COINS_BOTH_WAYS]
    assert codes(state, "offer 1: 5 for 0") == [ViolationCode.ONE_SIDED]
    for _ in range(3):
        state = played(state, "0: offer 1: 5 for 1c", "1: decline", "1: pass")
    assert codes(state, "offer 1: 5 for 5c") == [ViolationCode.OFFERS_SPENT]


@pytest.mark.rule("debt.trade", "debt.hopeless", "debt.raise")
def test_example_12_debt() -> None:
    # Moat Cailin with one Holdfast asks for 9.
    state = table(
        6, 9, 4,
        at=(0, 0, 22),
        turn=2,
        deeds=own(0, 31, 32, 34, level=1) | own(2, 1, 3) | own(2, 35, mortgaged=True),
        rolls=[(6, 4)],
    )  # fmt: skip
    state = played(rolled(state), "0: demand")
    assert means(state, 2) == 6
    assert codes(state, "offer 1: 1+3 for 4c") == [ViolationCode.DEBT_UNPAID]
    saved = played(state, "2: offer 1: 1+3 for 5c", "1: accept")
    assert (saved.cash[2], saved.turn_player) == (0, 0)
    state = played(state, "2: offer 1: 35 for 3c", "1: accept", "2: mortgage 1", "2: mortgage 3")
    assert (state.cash, state.deeds[35].owner) == ((15, 6, 0), 1)


@pytest.mark.rule("bankrupt.to-player", "bankrupt.sell-out", "turn.cut")
def test_example_13_bankrupt_to_a_player() -> None:
    state = table(
        9, 3, 9,
        at=(0, 11, 0),
        turn=1,
        deeds=own(0, 16, 18, 19, level=4) | own(1, 5),
        kept=((), (card("jail-card"),), ()),
        rolls=[(4, 4)],
    )  # fmt: skip
    state = played(rolled(state), "0: demand")
    assert means(state, 1) == 4
    treasury = state.treasury
    state = played(state, "1: give-up")
    assert state.cash == (13, 0, 9)
    assert (state.deeds[5].owner, state.deeds[5].mortgaged) == (0, True)
    assert (state.kept_cards[0], state.treasury) == ((card("jail-card"),), treasury - 1)
    assert (state.turn_player, state.bankrupt) == (2, (1,))


@pytest.mark.rule("bankrupt.to-treasury", "bankrupt.lots", "bankrupt.out", "auction.unsold")
def test_example_14_bankrupt_to_the_treasury() -> None:
    state = table(
        9, 0, 9, at=(0, 33, 0), turn=1, rolls=[(2, 3)],
        deeds=own(1, 26, 11, mortgaged=True),
        variant=Variant(offers=0),
    )  # fmt: skip
    state = rolled(state)
    assert [step.space for step in state.agenda if hasattr(step, "space")] == [11, 26]
    state = played(state, "2: bid 1", "0: pass", "2: pass", "0: pass")
    assert (state.deeds[11].owner, state.deeds[11].mortgaged) == (2, False)
    assert (state.deeds[26].owner, state.deeds[26].mortgaged) == (None, False)
    assert (state.turn_player, state.cash) == (2, (9, 0, 8))


@pytest.mark.rule("debt.one-by-one")
def test_example_15_each() -> None:
    state = table(
        0, 0, 9, 9, at=(0, 0, 2, 0), turn=2, deeds=own(0, 14), rolls=[(2, 3)],
        deck=[card("collect-each-1")], variant=Variant(offers=0),
    )  # fmt: skip
    state = rolled(state)
    assert (state.cash, state.bankrupt) == ((0, 0, 11, 8), (1,))
    assert state.deeds[14].mortgaged
    state = table(
        9, 9, 1, 9, at=(0, 0, 2, 0), turn=2, rolls=[(2, 3)], deck=[card("pay-each-1")]
    )  # fmt: skip
    state = rolled(state)
    assert (state.cash, state.bankrupt, state.turn_player) == ((9, 9, 0, 10), (2,), 3)
