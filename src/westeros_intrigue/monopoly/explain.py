"""Why a move is refused: every rule that it breaks, with what would do instead.

Rules: trade.listing, decision.never-stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief
from westeros_intrigue.monopoly.moves import (
    MOVE_TYPES,
    Accept,
    Bid,
    Build,
    Buy,
    Choose,
    Decline,
    Demand,
    GiveUp,
    Mortgage,
    Move,
    Offer,
    Pass,
    PayFee,
    Place,
    PutUp,
    Redeem,
    Sell,
    SellSet,
    TryDouble,
    UseCard,
    Waive,
)
from westeros_intrigue.monopoly.property import check_position, check_seat
from westeros_intrigue.monopoly.refusals import (
    Refusals,
    bid_refusals,
    build_refusals,
    buy_refusals,
    choice_refusals,
    fee_refusals,
    give_up_refusals,
    jail_card_refusals,
    mortgage_refusals,
    place_refusals,
    redeem_refusals,
    sell_refusals,
    sell_set_refusals,
    violation,
)
from westeros_intrigue.monopoly.state import Position, View
from westeros_intrigue.monopoly.steps import Auction, Decision
from westeros_intrigue.monopoly.table import Phase, Table
from westeros_intrigue.monopoly.trade_refusals import offer_refusals
from westeros_intrigue.monopoly.violations import Violation, ViolationCode

_RAISING: tuple[type, ...] = (Sell, SellSet, Mortgage)
ANSWERS: Mapping[Decision, tuple[type, ...]] = {
    Decision.FLOOR: (Build, *_RAISING, Redeem, Offer, Pass),
    Decision.ANSWER: (Accept, Decline),
    Decision.JAIL: (PayFee, UseCard, TryDouble),
    Decision.PURCHASE: (Buy, PutUp, *_RAISING, Offer),
    Decision.BID: (Bid, Pass, *_RAISING),
    Decision.SITING: (Place,),
    Decision.RENT: (Demand, Waive),
    Decision.DEBT: (*_RAISING, Offer, GiveUp),
    Decision.DEED: (Choose,),
}
"""For each decision the classes of the moves that answer it; for a building nobody may sell."""

_QUESTIONS = {
    Decision.FLOOR: "player {} has the floor",
    Decision.ANSWER: "player {} must answer an offer",
    Decision.JAIL: "player {} must choose how to leave jail",
    Decision.PURCHASE: "player {} must buy the deed or put it up",
    Decision.BID: "player {} is asked for a bid",
    Decision.SITING: "player {} must place a building",
    Decision.RENT: "player {} may demand rent",
    Decision.DEBT: "player {} must raise money",
    Decision.DEED: "player {} must choose a deed",
}
_ORDER = {code: number for number, code in enumerate(ViolationCode)}
_WORDS = {
    SellSet: "sell-set", PutUp: "put-up", PayFee: "pay-fee", UseCard: "use-card",
    TryDouble: "try-double", GiveUp: "give-up",
}  # fmt: skip


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return everything that is wrong with a move; () exactly for legal moves, offers included.

    Args:
        position: a state or a view. In a view only its player's moves are legal.
        move: any move.
        player: the seat that would make it, from 0, where that is to be made sure.

    Raises:
        WrongType: an argument of another type.
        InvalidValue: there is no such player.

    Rules: trade.listing, decision.never-stuck.
    """
    check_position(position)
    if not isinstance(move, MOVE_TYPES):
        raise WrongType(f"move must be a move of this game, not {brief(move)}")
    if player is not None:
        check_seat(position, player)
    return tuple(_violations(position, move, player))


def _violations(position: Position, move: Move, player: int | None) -> Iterator[Violation]:
    asked = position.active_player
    decision = position.decision
    if asked is None or decision is None:
        yield violation(ViolationCode.NOBODY_TO_MOVE, _nobody(position, move))
        return
    speakers = [] if player is None else [player]
    if isinstance(position, View):
        speakers.append(-1 if position.player is None else position.player)
    if any(speaker != asked for speaker in speakers):
        question = _QUESTIONS[decision].format(asked)
        sentence = f"{move} is not yours to play now: {question}. Wait for your turn to decide."
        yield violation(ViolationCode.NOT_YOUR_DECISION, sentence)
        return
    table = position.table
    answers = answers_now(table, decision)
    if not isinstance(move, answers):
        question = _QUESTIONS[decision].format(asked)
        *most, last = [_WORDS.get(kind, kind.__name__.lower()) for kind in answers]
        wanted = f"{', '.join(most)} or {last}" if most else last
        sentence = f"{move} is no answer: {question}. {wanted.capitalize()}."
        yield violation(ViolationCode.NOT_ASKED_NOW, sentence)
        return
    found = _REFUSALS.get(type(move))
    if found is not None:
        yield from sorted(found(table, asked, move), key=lambda one: _ORDER[one.code])


def answers_now(table: Table, decision: Decision) -> tuple[type, ...]:
    """Return the classes of the moves that answer the decision.

    Rules: auction.raise.
    """
    step = table.agenda[0]
    if isinstance(step, Auction) and step.level is not None:
        return (Bid, Pass)
    return ANSWERS[decision]


def _nobody(position: Position, move: Move) -> str:
    if position.phase is Phase.GAME_OVER:
        return f"{move} comes too late: the game is over. Start another one."
    what = "throw with supply_dice" if position.phase is Phase.ROLLING else "card with supply_card"
    return f"{move} comes too early: the game waits for chance. Supply the next {what}."


# For the moves that can break a rule, what finds out which.
_REFUSALS: Mapping[type, Callable[[Table, int, Any], Refusals]] = {
    Build: build_refusals,
    Sell: sell_refusals,
    SellSet: sell_set_refusals,
    Mortgage: mortgage_refusals,
    Redeem: redeem_refusals,
    Offer: offer_refusals,
    Buy: buy_refusals,
    Bid: bid_refusals,
    Place: place_refusals,
    PayFee: fee_refusals,
    UseCard: jail_card_refusals,
    GiveUp: give_up_refusals,
    Choose: choice_refusals,
}
