"""Worked examples on the sample edition; cards, payments, seats, auctions, debts and the end."""

from __future__ import annotations

import json
import random

import attrs
import pytest

from games.monopoly.tables import SHEET, card, codes, own, played, rolled, setup, table
from westeros_intrigue import FinalResult, WrongPhase
from westeros_intrigue.gamekit.chance import random_below
from westeros_intrigue.games.monopoly import (
    PRINTED,
    Decision,
    Deed,
    Edition,
    GameState,
    InvalidEdition,
    Phase,
    Variant,
    ViolationCode,
    apply,
    final_winner,
    legal_moves,
    means,
    read_edition,
    rent,
    write_edition,
)
from westeros_intrigue.games.monopoly.table import AuctionOpened, Paid, Purpose


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


@pytest.mark.rule("shortage.last", "build.level")
@pytest.mark.parametrize(("level", "box", "lot"), [(3, 19, "Holdfast"), (4, 24, "Castle")])
def test_the_auction_names_the_last_building_of_its_kind(level: int, box: int, lot: str) -> None:
    edition = attrs.evolve(SHEET, holdfasts=box, castles=1)
    deeds = own(0, 16, 18, 19, level=level) | own(1, 6, 8, 9, level=level)
    state = played(table(9, 9, deeds=deeds, edition=edition, variant=NO_OFFERS), "0: build 16")
    assert [event.building for event in state.moves.events if isinstance(event, AuctionOpened)] == [
        lot
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
    deeds: dict[int, Deed],
    kept: tuple[tuple[int, ...], ...],
    *,
    saves: bool,
) -> None:
    rent = own(1, 31, 32, 34, level=1)
    state = table(*cash, at=(22, 0, 0), rolls=[(6, 4)], deeds=rent | deeds, kept=kept)
    state = played(rolled(state), "1: demand")
    assert (state.decision is Decision.DEBT) is saves


@pytest.mark.rule("end.last", "end.ranking", "end.no-limit")
def test_the_last_solvent_player_wins_at_once() -> None:
    state = table(0, 9, 0, at=(33, 0, 0), rolls=[(2, 3)], out=[2], variant=NO_OFFERS)
    with pytest.raises(WrongPhase):
        final_winner(state)
    state = rolled(state)
    assert (state.phase, state.agenda, state.active_player) == (Phase.GAME_OVER, (), None)
    assert final_winner(state) == FinalResult((1,), (), ((1,), (0,), (2,)), None)
