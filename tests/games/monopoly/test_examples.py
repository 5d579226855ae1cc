"""Worked examples of the rules, on the sample edition."""

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
    means,
    rent,
)


@pytest.mark.rule("setup.players", "setup.money", "edition.refused", "edition.gaps")
@pytest.mark.rule("components.coins")
def test_example_of_setup() -> None:
    assert (setup(3, seed=0).cash, setup(3, seed=0).treasury) == ((30, 30, 30), 173)
    assert setup(6, seed=0).treasury == 83
    with pytest.raises(InvalidEdition) as refused:
        setup(3, PRINTED)
    assert len(refused.value.faults) == 237


@pytest.mark.rule("go.salary", "go.backward", "card.go-once")
def test_example_of_go() -> None:
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


@pytest.mark.rule("jail.try", "jail.third", "jail.fee", "jail.start", "turn.count")
def test_example_of_jail() -> None:
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


@pytest.mark.rule("rent.location", "rent.set", "rent.siblings")
def test_example_of_locations() -> None:
    assert rent(table(9, 9, deeds=own(0, 1)), 1) == 1
    assert rent(table(9, 9, deeds=own(0, 1, 3)), 1) == 2
    halved = table(9, 9, deeds=own(0, 1) | own(0, 3, mortgaged=True))
    assert (rent(halved, 1), rent(halved, 3)) == (2, None)
    built = table(9, 9, deeds=own(0, 1, level=1) | own(0, 3))
    assert (rent(built, 1), rent(built, 3)) == (3, 2)
    assert rent(table(9, 9, deeds=own(0, 37, level=4) | own(0, 39, level=5)), 39) == 35


@pytest.mark.rule("sell.set", "sell.castle-short", "debt.means")
def test_example_of_selling() -> None:
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


@pytest.mark.rule("trade.both", "trade.buildings", "trade.bound", "mortgage.transfer")
def test_example_of_offers() -> None:
    state = table(
        4, 6, deeds=own(0, 11, 13, 14, level=1) | own(0, 5) | own(1, 26, mortgaged=True),
        kept=((card("jail-card"),), ()),
    )  # fmt: skip
    assert codes(state, "offer 1: 5 for 5c") == []
    swapped = played(state, "offer 1: 1j for 26", "1: accept")
    assert (swapped.deeds[26].owner, swapped.deeds[26].mortgaged) == (0, True)
    assert swapped.kept_cards == ((), (card("jail-card"),))


@pytest.mark.rule("bankrupt.to-player", "bankrupt.sell-out", "turn.cut")
def test_example_of_bankrupt_to_a_player() -> None:
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


@pytest.mark.rule("debt.one-by-one")
def test_example_of_each() -> None:
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
