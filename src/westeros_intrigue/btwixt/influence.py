"""The questions that influence cards ask: for a card in a pile, for a token, for a leader.

Rules: card.corruption, card.decree, effect.others, effect.you-pile, effect.no-retrigger,
token.pick, ally.varys, precedence.cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import ClassVar

import attrs

from westeros_intrigue.base.values import Value, replaced
from westeros_intrigue.btwixt.allies import Take
from westeros_intrigue.btwixt.bidding import Land
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.moves import Decline, Move, choice
from westeros_intrigue.btwixt.questions import Question, Reason, Shown
from westeros_intrigue.btwixt.table import DecisionKind, Lasting, Public
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Ability, Operation
from westeros_intrigue.btwixt.working_copy import WorkingCopy, without_one

_by_title = attrgetter("id", "copy")  # many times faster than the order of cards itself


@attrs.frozen
class BidCard(Value, Question):
    """Choose a card in another leader's pile, which comes to the player's pile."""

    KIND: ClassVar[DecisionKind] = DecisionKind.BID_CARD
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "card")

    ability: Ability
    card: Card | None
    """The card whose ability it is."""

    @property
    def may_decline(self) -> bool:
        return self.ability.may

    def options(self, table: Public, _shown: Shown) -> Iterable[Move]:
        movable = table.box.movable(self.ability.colours)
        moves: list[Move] = []
        for seat, pile in enumerate(table.piles):
            if seat != self.seat:
                cards = [card for card in pile if card.id in movable]
                moves += [choice(seat, card) for card in sorted(cards, key=_by_title)]
        return [*moves, Decline()] if moves and self.ability.may else moves

    def reasons(self, table: Public, _shown: Shown, seat: int, card: Card) -> Iterator[Reason]:
        remedy = "Choose a card that the ability can move from another leader's pile"
        if seat not in range(table.players) or card not in table.piles[seat]:
            found = f"it does not lie in a pile of seat {seat}"
            yield ViolationCode.CARD_NOT_THERE, found, remedy
        if seat == self.seat:
            yield ViolationCode.OWN_PILE, "it would stay in the same pile", remedy
        if table.box.holds(card):
            colour = table.box.entry(card).colour
            if colour not in self.ability.colours:
                listed = " or ".join(map(str, self.ability.colours))
                found = f"it is {colour}, and the ability moves {listed}"
                yield ViolationCode.WRONG_COLOUR, found, remedy
            if card.id in table.box.able(Operation.PROTECT_SELF):
                found = "other influence cards cannot move it"
                yield ViolationCode.PROTECTED, found, remedy

    def answer(self, game: WorkingCopy, seat: int, card: Card) -> None:
        table = game.table
        table.piles = replaced(table.piles, seat, without_one(table.piles[seat], card))
        game.note(Happening.MOVED_CARD, self.seat, seat, cards=(card,))
        game.add_to_pile(self.seat, card)


@attrs.frozen
class TokenMove(Value, Question):
    """Move a token from one council to another of the same leader."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TOKEN_MOVE
    FIELDS: ClassVar[tuple[str, ...]] = ("council", "to")

    card: Card | None
    """The card whose ability it is; None if it is an ally's."""
    ally: str | None

    def options(self, table: Public, _shown: Shown) -> Iterable[Move]:
        return [
            choice(council=council, to=to)
            for council, there in enumerate(table.councils)
            if there.tokens
            for to in _beside(council, table.players)
        ]

    def reasons(self, table: Public, _shown: Shown, council: int, to: int) -> Iterator[Reason]:
        players = table.players
        remedy = "Move a token from a council that has one to the next council on either side"
        if council not in range(players) or not table.councils[council].tokens:
            found = f"council {council} is without tokens"
            yield ViolationCode.NO_TOKEN_THERE, found, remedy
        if to not in _beside(council, players) or council not in range(players):
            found = f"no leader has both council {council} and council {to}"
            yield ViolationCode.NOT_ONE_LEADERS_COUNCILS, found, remedy

    def answer(self, game: WorkingCopy, council: int, to: int) -> None:
        game.move_token(council, to)
        game.note(Happening.MOVED_TOKEN, self.seat, councils=(council, to))


def _beside(council: int, players: int) -> list[int]:
    return sorted(((council - 1) % players, (council + 1) % players))


@attrs.frozen
class OtherLeader(Value, Question):
    """Choose another leader, whose hand is seen or to whose pile a card goes."""

    KIND: ClassVar[DecisionKind] = DecisionKind.LEADER
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    ability: Ability
    card: Card | None
    """The card whose ability it is; None if it is an ally's."""
    ally: str | None

    def among(self, table: Public, _shown: Shown) -> Iterator[int]:
        for seat in range(table.players):
            if seat != self.seat and not self._nothing_to_take(table, seat):
                yield seat

    def reasons(self, table: Public, _shown: Shown, seat: int) -> Iterator[Reason]:
        if seat == self.seat or seat not in range(table.players):
            found = f"seat {seat} is not another leader"
            yield ViolationCode.NOT_ANOTHER_LEADER, found, "Choose another seat"
        elif self._nothing_to_take(table, seat):
            found = f"seat {seat} has an empty hand"
            yield ViolationCode.EMPTY_HAND, found, "Choose a leader who has cards"

    def answer(self, game: WorkingCopy, chosen: int) -> None:
        table = game.table
        if self.ability.do is Operation.TO_PILE_OF:
            table.agenda = tuple(
                Land(chosen, step.card)
                if isinstance(step, Land) and step.card == self.card
                else step
                for step in table.agenda
            )
            cards = () if self.card is None else (self.card,)
            game.note(Happening.HANDED_OVER, self.seat, chosen, cards=cards)
            return
        game.see_hand(self.seat, chosen)
        if self.ability.do is Operation.LOOK_AND_TAKE:
            game.push(Take(self.seat, chosen, self.card, self.ally))
        elif self.card is not None:
            table.lasting += (Lasting(self.card, self.seat, target=chosen),)

    def _nothing_to_take(self, table: Public, seat: int) -> bool:
        return self.ability.do is Operation.LOOK_AND_TAKE and not table.hand_sizes[seat]
