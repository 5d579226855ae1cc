"""The questions that allies ask once they are claimed.

Rules: effect.must, ally.robb, ally.varys, ally.looks, order.several, row.look, row.safe,
effect.kill, decision.forced, decision.asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.moves import Decline, Move, choice
from westeros_intrigue.btwixt.questions import CardQuestion, Question, Reason, Shown, titles
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.state import Position, View
from westeros_intrigue.btwixt.table import DecisionKind, Public
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.working_copy import WorkingCopy


@attrs.frozen
class AllyMove(Value, Question):
    """Choose an ally of the other council, which joins the one that was claimed."""

    KIND: ClassVar[DecisionKind] = DecisionKind.ALLY_MOVE
    FIELDS: ClassVar[tuple[str, ...]] = ("ally",)
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.ALLY_NOT_THERE,
        "the ally is not in the leader's other council",
    )

    ally: str
    """The ally whose ability it is."""

    def among(self, table: Public, _shown: Shown) -> tuple[str, ...]:
        here = table.council_of(self.ally)
        own = councils_of(self.seat, table.players)
        if here not in own:
            return ()
        return table.councils[own[0] if here == own[1] else own[1]].allies

    def answer(self, game: WorkingCopy, ally: str) -> None:
        here = game.table.council_of(self.ally)
        if here is not None:
            game.place_ally(ally, here)
            game.note(Happening.MOVED_ALLY, self.seat, allies=(ally,), councils=(here,))


@attrs.frozen
class Take(Value, CardQuestion):
    """Choose a card of the hand that is shown."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TAKE
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.CARD_NOT_THERE,
        "that hand does not have the card",
    )

    leader: int
    """The leader whose hand it is."""
    card: Card | None
    """The card whose ability it is; None if it is an ally's."""
    ally: str | None

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.take_unseen(self.seat, self.leader, card)

    def waits(self, game: WorkingCopy) -> bool:
        return game.table.hand_sizes[self.leader] > 1

    def shown(self, position: Position | WorkingCopy, _seat: int) -> Shown:
        if isinstance(position, View):
            return dict(position.shown_hands).get(self.leader, ())
        return position.hands[self.leader]


class LookingQuestion(Question):
    """A question that is answered with one of the allies that the decider looks at."""

    __slots__ = ()

    FIELDS: ClassVar[tuple[str, ...]] = ("ally",)
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.ALLY_NOT_THERE,
        "the ally is not one of those looked at",
    )

    def shown(self, position: Position | WorkingCopy, _seat: int) -> Shown:
        return position.looked_at


@attrs.frozen
class Kill(Value, LookingQuestion):
    """Choose one of the allies looked at, which is killed."""

    KIND: ClassVar[DecisionKind] = DecisionKind.KILL

    count: int
    """The number of allies still to be killed."""

    def among(self, _table: Public, shown: Shown) -> Shown:
        return shown if self.count else ()

    def answer(self, game: WorkingCopy, ally: str) -> None:
        game.look_away(ally)
        game.reveal((ally,))
        game.bury(ally)
        game.push(Kill(self.seat, self.count - 1))

    def waits(self, game: WorkingCopy) -> bool:
        return 0 < self.count < game.table.looked_at_size


@attrs.frozen
class PutBack(Value, LookingQuestion):
    """Choose the next of the allies looked at, which goes back below those before it."""

    KIND: ClassVar[DecisionKind] = DecisionKind.RETURN

    def answer(self, game: WorkingCopy, ally: str) -> None:
        game.look_away(ally)
        game.put_back = (*game.put_back, ally)
        if game.looked_at:
            game.table.put_back_size = len(game.put_back)
            game.push(self)
        else:
            game.put_allies_back(self.seat)

    def waits(self, game: WorkingCopy) -> bool:
        return game.table.looked_at_size > 1


@attrs.frozen
class Discard(Value, CardQuestion):
    """Choose a card of the hand to discard."""

    KIND: ClassVar[DecisionKind] = DecisionKind.DISCARD

    count: int
    """The number of cards still to be discarded."""

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.discard_from_hand(self.seat, (card,))
        if self.count > 1:
            game.push(Discard(self.seat, self.count - 1))

    def waits(self, game: WorkingCopy) -> bool:
        return game.table.hand_sizes[self.seat] > self.count


@attrs.frozen
class TitleQuestion(CardQuestion):
    """A question whether a card of a title is discarded from the hand."""

    ally: str
    leader: int
    """The other leader: the claimant, or the one who discarded a card to kill the ally."""
    title: str

    @property
    def may_decline(self) -> bool:
        return True

    def options(self, table: Public, shown: Shown) -> Iterator[Move]:
        if table.council_of(self.ally) is not None:
            for card in titles(shown):
                if table.box.entry(card).title == self.title:
                    yield choice(card=card)
            yield Decline()

    def reasons(self, table: Public, shown: Shown, card: Card) -> Iterator[Reason]:
        yield from super().reasons(table, shown, card)
        if table.box.holds(card) and table.box.entry(card).title != self.title:
            found = f"its title is not {self.title}"
            remedy = f"Choose a card titled {self.title}, or decline"
            yield ViolationCode.NOT_THAT_TITLE, found, remedy

    def waits(self, game: WorkingCopy) -> bool:
        table = game.table
        return table.hand_sizes[self.seat] > 0 and table.council_of(self.ally) is not None


@attrs.frozen
class Offer(Value, TitleQuestion):
    """Another leader may discard a card to kill an ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.OFFER

    seats: tuple[int, ...]
    """The leaders still to be asked the same."""

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.discard_from_hand(self.seat, (card,), (self.ally,))
        game.push(Cancel(self.leader, self.ally, self.seat, self.title))

    def decline(self, game: WorkingCopy) -> None:
        super().decline(game)
        if self.seats:
            game.push(attrs.evolve(self, seat=self.seats[0], seats=self.seats[1:]))


@attrs.frozen
class Cancel(Value, TitleQuestion):
    """The claimant may discard a card to save the ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.CANCEL

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.discard_from_hand(self.seat, (card,), (self.ally,))

    def decline(self, game: WorkingCopy) -> None:
        super().decline(game)
        game.kill_in_council(self.ally)
