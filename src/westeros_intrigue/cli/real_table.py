"""A game with real cards, as a referee knows it: a table, and what is entered at it.

Printed cards have no numbers, so each card of a house gets the next one. A referee sees no hand,
an assistant that of one player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import attrs

from westeros_intrigue import (
    Card,
    Court,
    House,
    InvalidValue,
    Move,
    NotationError,
    Phase,
    Slot,
    Table,
    Variant,
    View,
)
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.typed import read_wanted
from westeros_intrigue.rules.automated import dictated_slot
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE
from westeros_intrigue.rules.table import not_noted

OUT = "out"
"""What is entered when the player to move says that no card fits."""
HAND = "hand "
"""What an entry begins with that tells a hand."""
_STARTERS_FIRST = "the cards that start the bottom row come first, by their houses"


class NotPossible(Exception):
    """What somebody at the table says or does cannot be; the message says why."""


@attrs.frozen
class RealTable(Value):
    """A game at a table of people, at one moment. It never changes: each entry makes another."""

    view: View
    """What is known: what the table sees, and one hand if it is told."""
    waiting: tuple[Card, ...] = ()
    """The cards that lie face up and wait for others: those that start the bottom row, until the
    round is dealt, or those that the automated house to move has set aside."""
    finished: tuple[View, ...] = ()
    """For each finished round what was known at its end."""

    @classmethod
    def new(
        cls, players: int, variant: Variant, first_player: int, player: int | None = None
    ) -> RealTable:
        """Return a table before its first card; `player` is the seat whose hand is told, if any."""
        table = Table.new(players, variant=variant, first_player=first_player)
        return cls(View(table, player))._begun()

    @property
    def table(self) -> Table:
        """What everybody sees."""
        return self.view.table

    @property
    def starters_missing(self) -> int:
        """How many cards must still be laid to start the bottom row."""
        table = self.table
        if table.phase is not Phase.DEALING:
            return 0
        return table.variant.starter_count(table.players, table.round_number) - len(self.waiting)

    @property
    def court(self) -> Court:
        """The court, or the cards that start it."""
        if self.table.phase is not Phase.DEALING:
            return self.table.court
        lying = {Slot(0, column): card for column, card in enumerate(self.waiting)}
        return Court(lying, self.table.court.width_limit)

    @property
    def seat(self) -> int:
        """The seat to move, from 0, or the one that starts the round."""
        active_player = self.table.active_player
        return self.table.starting_player if active_player is None else active_player

    @property
    def is_automated(self) -> bool:
        """Whether an automated house is to move."""
        return self.table.active_player in self.table.variant.automated

    @property
    def needs_hand(self) -> bool:
        """Whether the hand is to be told now, as the round begins."""
        is_dealing = self.table.phase is Phase.DEALING
        return is_dealing and self.view.player is not None and not self.starters_missing

    def entered(self, entry: str) -> RealTable:
        """Return the table after an entry, with the round scored if that ends it.

        It is a placement `S b2`, `out`, or the house of a card alone that is turned over: to start
        the bottom row, or by an automated house, which places it or sets it aside. Where a hand is
        to be told it is `hand SSLBT`.

        Raises:
            NotationError: it is none of them.
            IllegalMove, NotPossible: it cannot be.
        """
        after = self._after(entry)
        if after.table.phase is Phase.ROUND_OVER:
            after = RealTable(after.view.scored(), (), (*after.finished, after.view))
        return after._begun()

    def _after(self, entry: str) -> RealTable:
        if self.table.is_over:
            raise NotPossible("the game is over")
        if self.needs_hand:
            return self._with_hand(entry.removeprefix(HAND))
        wanted = None if entry == OUT else read_wanted(entry)
        if self.starters_missing:
            if wanted is None or wanted.slot:
                raise NotPossible(_STARTERS_FIRST)
            return attrs.evolve(self, waiting=(*self.waiting, self._unseen_card(wanted.house)))
        if wanted is None:
            return self._gone_out()
        if wanted.slot:
            return self._placed(wanted.house, wanted.slot)
        if self.is_automated:
            return self._turned_over(wanted.house)
        raise NotationError("", 1, len(entry) + 1, "a slot such as b2")

    def dictated(self, house: House) -> Slot | None:
        """Return where the automated seat to move must place a card; None if it fits nowhere."""
        table = self.table
        return dictated_slot(table.court, table.variant.houses[self.seat], house)

    def _with_hand(self, text: str) -> RealTable:
        """Return the table with the hand told, by the letters of its houses."""
        letters = [letter for letter in text.upper() if letter not in " ,"]
        if not {*letters} <= {house.letter for house in House}:
            raise NotPossible("a hand is told by the letters of its houses, such as SSLBT")
        table = self.table
        count = table.variant.hand_size(table.players, table.round_number)
        if len(letters) != count:
            raise NotPossible(f"{count} cards are in the hand, not {len(letters)}")
        hand: list[Card] = []
        for letter in letters:
            hand.append(self._unseen_card(House(letter), hand))
        return RealTable(self.view.dealt(hand, self.waiting), (), self.finished)

    def _begun(self) -> RealTable:
        if self.table.phase is not Phase.DEALING or self.starters_missing or self.needs_hand:
            return self
        return RealTable(self.view.dealt((), self.waiting), (), self.finished)

    def _turned_over(self, house: House) -> RealTable:
        if slot := self.dictated(house):
            return self._placed(house, slot)
        set_aside = attrs.evolve(self, waiting=(*self.waiting, self._card(house)))
        is_all = len(set_aside.waiting) == self.table.hand_sizes[self.seat]
        return set_aside._gone_out() if is_all else set_aside

    def _placed(self, house: House, slot: Slot) -> RealTable:
        move = Move(self._card(house), slot)
        return RealTable(self.view.placed(move, None, self._noted()), (), self.finished)

    def _gone_out(self) -> RealTable:
        noted = self._noted() if self.waiting else not_noted
        try:
            return RealTable(self.view.gone_out(None, noted), (), self.finished)
        except InvalidValue as error:
            raise NotPossible(f"{error} (rule turn.must-place)") from None

    def _noted(self) -> Callable[[int], tuple[Card, ...] | None]:
        """Return what tells the table the cards that the seat to move has set aside, once."""
        noted = iter([self.waiting])
        return lambda seat: next(noted, None) if seat == self.seat else None

    def _card(self, house: House) -> Card:
        """Return a card of a house that is placed or turned over: mostly one not seen before."""
        if self.seat == self.view.player:
            held = [card for card in self.view.hand if card.house is house]
            if not held:
                raise NotPossible(f"no {house} card is in the hand (rule turn.own-hand)")
            return held[0]
        known = self.table.known_stacks[self.seat] if self.is_automated else ()
        again = len(self.waiting) - (self.table.hand_sizes[self.seat] - len(known))
        if known and again >= 0:
            if known[again].house is house:
                return known[again]
            raise NotPossible(
                f"a {known[again].house} card was set aside there, and comes now (rule "
                "solo.recycle)"
            )
        return self._unseen_card(house)

    def _unseen_card(self, house: House, told: Sequence[Card] = ()) -> Card:
        stacks = chain(*self.table.known_stacks)
        seen = (*self.court.values(), *stacks, *self.waiting, *self.view.hand, *told)
        number = 1 + sum(card.house is house for card in {*seen})
        if number > CARDS_PER_HOUSE:
            raise NotPossible(
                f"all {CARDS_PER_HOUSE} {house} cards have been seen (rule components.characters)"
            )
        return Card(house, number)
