"""Every way in which a move can be refused is reached."""

from __future__ import annotations

import pytest

from games.monopoly.tables import boxed, card, codes, own, played, rolled, table
from westeros_intrigue.games.monopoly import (
    Bundle,
    GameState,
    Move,
    Offer,
    Pass,
    ViolationCode as Code,
    explain,
    legal_moves,
    observe,
    parse_move,
)
from westeros_intrigue.games.monopoly.position.refusals import Refusal

Refusals = dict[str, str]
"""Moves, and the code and the rule of each refusal; empty for a legal move."""


def refused(state: GameState, move: str) -> str:
    """The code and the rule of each violation."""
    found = explain(state, parse_move(move))
    return ", ".join(f"{violation.code.value} ({violation.rule})" for violation in found)


def owing(*cash: int) -> GameState:
    """Player 0 owes 9 to player 1, on Moat Cailin with one Holdfast."""
    deeds = own(1, 31, 32, 34, level=1) | own(0, 5) | own(2, 37, 39)
    state = table(*cash, at=(22, 0, 0), rolls=[(6, 4)], deeds=deeds)
    return played(rolled(state), "1: demand")


ONE = table(1, 9, deeds=own(0, 1, 3) | own(0, 11, 13, 14) | own(0, 5) | own(0, 6, 8))
BUILT = table(9, 9, deeds=own(0, 1, level=1) | own(0, 3) | own(0, 11, 13, 14) | own(1, 21))
JAILED = table(9, 9, at=(10, 0), tries=(0, None))
AUCTION = played(rolled(table(9, 4, 9, at=(18, 0, 0), rolls=[(2, 3)])), "put-up", "1: bid 2")
TRADING = table(
    4, 6, 0, out=[2], deeds=own(0, 11, 13, 14, level=1) | own(0, 5) | own(1, 26, mortgaged=True)
)
TAKEN = own(1, 5, 1) | own(1, 6, 8, 9, level=1) | own(0, 21)
AT_THE_LAST_HOLDFAST = table(9, 9, deeds=own(0, 16, 18, 19) | own(1, 6, 8, 9), edition=boxed(1))
ONE_CASTLE = own(0, 21, level=5) | own(0, 23, 24, level=4)
REFUSED: dict[str, tuple[GameState, Refusals]] = {
    "building": (
        ONE,
        {
            "build 11": "too-dear (build.cost)",
            "build 6": "set-incomplete (build.set)",
            "build 5": "not-a-choice (build.set)",
            "build 99": "not-a-choice (components.deeds)",
            "build 16": "not-owned (build.set)",
            "mortgage 16": "not-owned (mortgage.take)",
            "redeem 16": "not-owned (mortgage.redeem)",
            "redeem 5": "not-mortgaged (mortgage.redeem), too-dear (mortgage.redeem)",
            "buy": "not-asked-now (turn.steps)",
        },
    ),
    "a mortgaged set": (
        table(9, 9, deeds=own(0, 1) | own(0, 3, mortgaged=True)),
        {"build 1": "set-mortgaged (build.set)", "mortgage 3": "mortgaged (mortgage.take)"},
    ),
    "castles": (table(9, 9, deeds=own(0, 1, 3, level=5)), {"build 1": "full (build.level)"}),
    "no holdfast": (
        table(9, 9, deeds=own(0, 1, 3), edition=boxed(0)),
        {"build 1": "supply-empty (build.supply)"},
    ),
    "three holdfasts left for a castle": (
        table(9, 9, deeds=ONE_CASTLE, edition=boxed(11)),
        {"sell 21": "holdfasts-short (sell.castle-short)"},
    ),
    "four holdfasts": (table(9, 9, deeds=ONE_CASTLE, edition=boxed(12)), {"sell 21": ""}),
    "selling": (
        BUILT,
        {
            "sell 3": "uneven (sell.holdfast), nothing-built (sell.holdfast)",
            "sell 21": "not-owned (sell.when)",
            "sell-set pink": "nothing-built (sell.set)",
            "sell-set red": "set-incomplete (sell.set)",
            "sell-set violet": "not-a-choice (sell.set)",
            "mortgage 3": "built-on (mortgage.take)",
        },
    ),
    "low": (played(AUCTION, "2: bid 3"), {"bid 3": "bid-low (auction.bids)"}),
    "high": (played(AUCTION, "2: bid 3"), {"bid 10": "bid-over-cash (auction.cash)"}),
    "jail": (rolled(JAILED), {"use-card": "no-card (jail.card)"}),
    "trading": (
        TRADING,
        {
            "offer 2: 5 for 1c": "bad-partner (trade.what)",
            "offer 9: 5 for 1c": "bad-partner (trade.what)",
            "offer 1: 99 for 1c": "not-owned (trade.both)",
            "offer 1: 5 for 35": "not-theirs (trade.both)",
            "offer 1: 1j for 1c": "too-few-cards (trade.both)",
            "offer 1: 11 for 6c": "built-on (trade.buildings)",
            "offer 1: 5 for 7c": "too-few-coins (trade.both)",
            "offer 1: 2c for 3c": "coins-both-ways (trade.both)",
            "offer 1: 5 for 0": "one-sided (trade.both)",
        },
    ),
    "uneven sets": (
        table(99, 9, deeds=own(0, 1, level=4) | own(0, 3, level=3)),
        {"build 1": "uneven (build.even)"},
    ),
    "the site of a holdfast": (
        played(AT_THE_LAST_HOLDFAST, "0: build 16", "1: bid 1", "0: pass"),
        {"place 16": "not-a-choice (shortage.place)"},
    ),
    "a card that takes a deed": (
        rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)], deck=[card("take-deed")], deeds=TAKEN)),
        {"choose 6": "not-a-choice (card.draw)", "choose 5 for 21": "not-a-choice (card.draw)"},
    ),
    "a debt": (owing(2, 9, 0), {"offer 2: 1c for 37+39": "debt-unpaid (debt.trade)"}),
    "a debt that can be paid": (
        rolled(table(1, 9, at=(35, 0), rolls=[(1, 2)], deeds=own(0, 5, 15))),
        {"give-up": "can-pay (debt.must)"},
    ),
    "a deed for more than the cash": (
        rolled(table(0, 9, at=(35, 0), rolls=[(1, 3)], deeds=own(0, 5))),
        {"buy": "too-dear (land.buy)"},
    ),
    "a fee for more than the cash": (
        rolled(table(0, 9, at=(10, 0), tries=(0, None), kept=[[card("jail-card")], []])),
        {"pay-fee": "too-dear (jail.fee)"},
    ),
    "dice to be thrown": (rolled(table(9, 9)), {"pass": "nobody-to-move (chance.by-hand)"}),
    "a card to be drawn": (
        rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)])),
        {"pass": "nobody-to-move (chance.by-hand)"},
    ),
    "the end": (
        rolled(table(0, 9, at=(35, 0), rolls=[(1, 2)])),
        {"pass": "nobody-to-move (end.last)"},
    ),
}


@pytest.mark.rule("debt.must", "mortgage.take", "mortgage.redeem", "sell.castle-short")
@pytest.mark.parametrize(("state", "refusals"), REFUSED.values(), ids=REFUSED)
def test_a_move_is_refused_for_each_rule_that_it_breaks(
    state: GameState, refusals: Refusals
) -> None:
    assert {move: refused(state, move) for move in refusals} == refusals


@pytest.mark.rule("interval.undo")
@pytest.mark.parametrize(
    ("done", "undoing"),
    [
        ("mortgage 5", "redeem 5"),
        ("redeem 15", "mortgage 15"),
        ("build 1", "sell-set brown"),
        ("sell-set brown", "build 3"),
    ],
)
def test_no_player_reverses_an_act_of_the_interval(done: str, undoing: str) -> None:
    deeds = own(0, 1, 3, level=1) | own(0, 5) | own(0, 15, mortgaged=True) | own(1, 25)
    state = played(table(9, 9, deeds=deeds, rolls=[(4, 6)]), f"0: {done}")
    assert refused(played(state, "1: pass"), undoing) == "undoes (interval.undo)"
    assert Code.UNDOES not in codes(played(rolled(state), "1: pass"), undoing)


@pytest.mark.rule("interval.undo", "shortage.place")
def test_a_building_won_in_an_auction_does_not_reverse_a_sale_of_the_interval() -> None:
    deeds = own(0, 1, 3, level=1) | own(0, 11, 13, 14) | own(1, 6, 8, 9)
    state = table(20, 20, deeds=deeds, edition=boxed(2))
    state = played(state, "0: sell 1", "1: build 6", "0: bid 5", "1: pass")
    assert [str(move) for move in legal_moves(state)] == ["place 11", "place 13", "place 14"]


@pytest.mark.rule("trade.bound")
def test_after_three_offers_a_player_makes_no_more() -> None:
    state = TRADING
    for _ in range(3):
        state = played(state, "0: offer 1: 5 for 1c", "1: decline", "1: pass")
    assert refused(state, "offer 1: 5 for 5c") == "offers-spent (trade.bound)"


@pytest.mark.rule("interval.live")
def test_a_move_out_of_turn_is_refused_until_its_seat_has_the_floor() -> None:
    state = table(9, 9, deeds=own(1, 5) | own(0, 15))
    for viewer in (1, None):
        [violation] = explain(observe(state, viewer), Pass())
        assert violation.code is Code.NOT_YOUR_DECISION
        assert violation.rule == "interval.floor"
    assert explain(observe(played(state, "0: pass"), 1), Pass(), player=1) == ()


def test_every_refusal_is_reached() -> None:
    shown = ", ".join(words for _, refusals in REFUSED.values() for words in refusals.values())
    elsewhere = {"undoes", "offers-spent", "not-your-decision"}
    for refusal in Refusal:
        code = refusal.code.value
        assert f"{code} ({refusal.rule})" in shown or code in elsewhere
    assert {refusal.code for refusal in Refusal} == {*Code}


def test_a_code_names_the_rules_of_its_refusals() -> None:
    assert Code.TOO_DEAR.rules == ("build.cost", "mortgage.redeem", "land.buy", "jail.fee")
    assert Code.UNEVEN.rules == ("build.even", "sell.holdfast")


@pytest.mark.rule("decision.never-stuck", "chance.by-hand")
@pytest.mark.parametrize(
    ("state", "move", "words"),
    [
        (ONE, Offer(1, Bundle(), Bundle()), "one side is empty. Put something on each side."),
        (ONE, Offer(1, Bundle((99,)), Bundle((), 0, 1)), "the deed of space 99 does not belong to"),
        (rolled(table(9, 9)), Pass(), "supply_dice"),
        (rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)])), Pass(), "supply_card"),
    ],
)
def test_a_refusal_names_the_fault(state: GameState, move: Move, words: str) -> None:
    assert words in str(explain(state, move)[0])
