"""The steps of the agenda: what is still to be done, the next one first.

A state stores its agenda as a tuple. A move answers the first step, and the game runs on to the
next step that asks a player. Steps are data; the loop of `legality` knows what each does.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import ClassVar, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import questions
from westeros_intrigue.gamekit.values import NamedEnum, Value
from westeros_intrigue.games.monopoly import moves
from westeros_intrigue.games.monopoly.moves import Bundle

S = TypeVar("S")


class Decision(NamedEnum):
    """The questions to the active player.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> setup(3, seed=1).decision
    Decision.FLOOR
    """

    FLOOR = "floor"
    """An act, or Pass, in the interval before a roll."""
    ANSWER = "answer"
    """Accept or Decline an offer."""
    JAIL = "jail"
    """PayFee, UseCard or TryDouble."""
    PURCHASE = "purchase"
    """Buy or PutUp."""
    BID = "bid"
    """Bid or Pass in an auction."""
    SITING = "siting"
    """Place, for a building won in an auction."""
    RENT = "rent"
    """Demand or Waive."""
    DEBT = "debt"
    """Sell, SellSet, Mortgage or Offer, to raise money."""
    DEED = "deed"
    """Choose, for a Chance card."""


class Act(NamedEnum):
    """The acts that nobody undoes within one interval.

    Rules: interval.undo.
    """

    BUILT = "built"
    SOLD = "sold"
    MORTGAGED = "mortgaged"
    REDEEMED = "redeemed"


Done = TypeAliasType("Done", tuple[int, Act, int])
"""A player, an act, and the deed, or of building and selling the first space of the set."""


class Question(questions.Question):
    """A step that asks a player."""

    __slots__ = ()

    KIND: ClassVar[Decision]
    DECIDER: ClassVar[str] = "player"

    @property
    def answers(self) -> tuple[type, ...]:
        """The classes of the moves that answer it now."""
        return self.MOVES


RAISING = (moves.Sell, moves.SellSet, moves.Mortgage)
"""The moves that raise money for what must be paid."""
_ACTS = (moves.Build, *RAISING, moves.Redeem, moves.Offer)


@attrs.frozen
class Interval(Value, Question):
    """Everybody may act until all have passed in a row.

    Rules: interval.floor, interval.close, interval.finite, interval.live.
    """

    KIND: ClassVar[Decision] = Decision.FLOOR
    DECIDER: ClassVar[str] = "floor"
    MOVES: ClassVar[tuple[type, ...]] = (*_ACTS, moves.Pass, moves.StandBy)

    floor: int
    """The player who may act now."""
    passes: int
    """The number of passes in a row."""
    done: tuple[Done, ...]
    """The acts that may not be undone in this interval."""
    offers: tuple[int, ...]
    """For each player how many offers they made in it."""


@attrs.frozen
class Answer(Value, Question):
    """An offer waits for its answer.

    Rules: trade.offer.
    """

    KIND: ClassVar[Decision] = Decision.ANSWER
    DECIDER: ClassVar[str] = "partner"
    MOVES: ClassVar[tuple[type, ...]] = (moves.Accept, moves.Decline)

    proposer: int
    partner: int
    give: Bundle
    take: Bundle


@attrs.frozen
class InJail(Value, Question):
    """A player in jail chooses how to leave it.

    Rules: jail.start.
    """

    KIND: ClassVar[Decision] = Decision.JAIL
    MOVES: ClassVar[tuple[type, ...]] = (moves.PayFee, moves.UseCard, moves.TryDouble)

    player: int


@attrs.frozen
class Roll(Value):
    """The dice are thrown for a move.

    Rules: turn.steps, turn.third-double.
    """

    player: int


@attrs.frozen
class TryRoll(Value):
    """The dice are thrown in jail.

    Rules: jail.try, jail.third.
    """

    player: int


@attrs.frozen
class Exit(Value):
    """A player leaves jail and moves.

    Rules: jail.third.
    """

    player: int
    distance: int


@attrs.frozen
class Again(Value):
    """After a double the same player rolls again.

    Rules: turn.double.
    """

    player: int


@attrs.frozen
class Draw(Value):
    """A Chance card is drawn.

    Rules: card.draw.
    """

    player: int


@attrs.frozen
class Effects(Value):
    """The effects of a card, from one on, by its number.

    Rules: card.draw.
    """

    player: int
    card: int
    effect: int


@attrs.frozen
class Purchase(Value, Question):
    """An unowned deed is bought or put up.

    Rules: land.unowned.
    """

    KIND: ClassVar[Decision] = Decision.PURCHASE
    MOVES: ClassVar[tuple[type, ...]] = (moves.Buy, moves.PutUp, *RAISING, moves.Offer)

    player: int
    space: int
    offers: int
    """The number of offers that the visitor has made meanwhile."""


@attrs.frozen
class RentClaim(Value, Question):
    """The owner is asked whether to demand the rent.

    Rules: rent.moment.
    """

    KIND: ClassVar[Decision] = Decision.RENT
    DECIDER: ClassVar[str] = "owner"
    MOVES: ClassVar[tuple[type, ...]] = (moves.Demand, moves.Waive)

    owner: int
    visitor: int
    space: int


@attrs.frozen
class OrderThrow(Value):
    """The dice are thrown for an Order's rent.

    Rules: rent.order.
    """

    owner: int
    visitor: int


@attrs.frozen
class Auction(Value, Question):
    """An auction.

    Rules: auction.protocol, shortage.protocol.
    """

    KIND: ClassVar[Decision] = Decision.BID
    MOVES: ClassVar[tuple[type, ...]] = (moves.Bid, moves.Pass, *RAISING)

    space: int
    """The deed; for a building, where the starter wants it."""
    level: int | None
    """None for a deed; for a building the level that it would bring the starter's Location to."""
    starter: int
    bidders: tuple[int, ...]
    """The participating seats, ascending."""
    last_asked: int
    high: int = 0
    leader: int | None = None
    """The player of the highest bid."""
    passed: tuple[int, ...] = ()
    """The players who have passed since the last bid."""

    def passed_by(self, player: int) -> Auction:
        """Return the auction after a pass."""
        passed = (*self.passed, player)
        return Auction(
            self.space, self.level, self.starter, self.bidders, player, self.high, self.leader,
            passed,
        )  # fmt: skip

    def raised_by(self, player: int, amount: int) -> Auction:
        """Return the auction after a bid, which voids all passes."""
        return Auction(self.space, self.level, self.starter, self.bidders, player, amount, player)

    @property
    def answers(self) -> tuple[type, ...]:
        """Nobody sells for a building, which would change supply and sites (rule auction.raise)."""
        return self.MOVES if self.level is None else (moves.Bid, moves.Pass)

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seat that is asked next; empty when the auction is closed.

        It is the first clockwise from the one asked last that bids, does not lead and has not
        passed since the last bid. The player who asked for a building is asked only after a first
        bid.

        >>> Auction(23, None, 2, (0, 1, 2, 3), last_asked=2).deciders
        (3,)

        Rules: auction.protocol, auction.starter, shortage.protocol.
        """
        following = bisect_right(self.bidders, self.last_asked)
        # All are asked in turn, so whoever leads or has passed comes up again only at the end.
        seat = self.bidders[following % len(self.bidders)]
        last = self.starter if self.level and self.leader is None else self.leader
        return () if seat == last or seat in self.passed else (seat,)


@attrs.frozen
class Siting(Value, Question):
    """The winner of a building chooses where it stands.

    Rules: shortage.place.
    """

    KIND: ClassVar[Decision] = Decision.SITING
    MOVES: ClassVar[tuple[type, ...]] = (moves.Place,)

    player: int
    is_castle: bool


@attrs.frozen
class Owing(Value, Question):
    """A debt; None stands for the Treasury as creditor.

    Rules: debt.pay, debt.raise.
    """

    KIND: ClassVar[Decision] = Decision.DEBT
    DECIDER: ClassVar[str] = "debtor"
    MOVES: ClassVar[tuple[type, ...]] = (*RAISING, moves.Offer, moves.GiveUp)

    debtor: int
    creditor: int | None
    amount: int
    offers: int = 0
    """The number of offers that the debtor has made because of it."""


@attrs.frozen
class DeedChoice(Value, Question):
    """The drawer of a card chooses another player's deed.

    Rules: card.draw.
    """

    KIND: ClassVar[Decision] = Decision.DEED
    MOVES: ClassVar[tuple[type, ...]] = (moves.Choose,)

    player: int
    is_swap: bool


Step = TypeAliasType(
    "Step",
    Interval | Answer | InJail | Roll | TryRoll | Exit | Again | Draw | Effects | Purchase |
    RentClaim | OrderThrow | Auction | Siting | Owing | DeedChoice,
)  # fmt: skip
"""Any step."""


def head(agenda: tuple[Step, ...], cls: type[S]) -> S:
    """Return the first step of an agenda, which is known to be of a class."""
    step = agenda[0]
    assert isinstance(step, cls)  # noqa: S101 - for the type checker: the decision implies it
    return step
