"""A game with real cards, as a referee knows it: a table, and what is entered at it.

Printed cards have no numbers, so each card of a house gets the next one.

Rules: components.names, setup.starter, elimination.unable, solo.highest, solo.side.
"""

from __future__ import annotations

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
)
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.typed import read_wanted
from westeros_intrigue.rules.automated import dictated_slot
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE

OUT = "out"
"""What is entered when the player to move says that no card fits."""


class NotPossible(Exception):
    """What somebody at the table says or does cannot be; the message says why."""


@attrs.frozen
class RealTable(Value):
    """A game at a table of people, at one moment. It never changes: each entry makes another."""

    table: Table
    laid: tuple[Card, ...] = ()
    """The cards laid so far to start the bottom row, until all of them lie there."""

    @classmethod
    def new(cls, players: int, variant: Variant, first_player: int) -> RealTable:
        """Return a table before its first card."""
        return cls(Table.new(players, variant=variant, first_player=first_player))._begun()

    @property
    def starters_missing(self) -> int:
        """How many cards must still be laid to start the bottom row."""
        table = self.table
        if table.phase is not Phase.DEALING:
            return 0
        return table.variant.starter_count(table.players, table.round_number) - len(self.laid)

    @property
    def court(self) -> Court:
        """The court, or the cards that start it."""
        if not self.laid:
            return self.table.court
        lying = {Slot(0, column): card for column, card in enumerate(self.laid)}
        return Court(lying, self.table.court.width_limit)

    @property
    def is_game_over(self) -> bool:
        """Whether all rounds are over."""
        return self.table.phase is Phase.GAME_OVER

    @property
    def is_round_over(self) -> bool:
        """Whether all players are out of the round."""
        return self.table.phase is Phase.ROUND_OVER

    @property
    def seat(self) -> int:
        """The seat to move, from 0, or the one that starts the round."""
        active_player = self.table.active_player
        return self.table.starting_player if active_player is None else active_player

    def cards_left(self, seat: int) -> int:
        """Return how many cards a seat holds in this round."""
        table = self.table
        if table.phase is Phase.DEALING:
            return table.variant.hand_size(table.players, table.round_number)
        return table.hand_sizes[seat]

    def entered(self, entry: str) -> RealTable:
        """Return the table after an entry: a starter `S`, a placement `S b2`, or `out`.

        Raises:
            NotationError: it is none of them.
            IllegalMove, NotPossible: it cannot be.
        """
        if self.is_game_over or self.is_round_over:
            raise NotPossible("the round is over (rule round.end)")
        if entry == OUT:
            return self._gone_out()
        wanted = read_wanted(entry)
        if wanted.slot is None and not self.starters_missing:
            raise NotationError("", 1, len(entry) + 1, "a slot such as b2")
        if wanted.slot is None:
            card = self._card(wanted.house)
            return attrs.evolve(self, laid=(*self.laid, card))._begun()
        if self.starters_missing:
            raise NotPossible("the cards that start the bottom row come first, by their houses")
        return self._placed(wanted.house, wanted.slot)

    def dictated(self, house: House) -> Slot | None:
        """Return where the automated seat to move must place a card; None if it fits nowhere.

        Rules: solo.highest, solo.side.
        """
        table = self.table
        return dictated_slot(table._open_slots, house, table.variant.houses[self.seat])

    def next_round(self) -> RealTable:
        """Return the table with this round scored, before the first card of the next one."""
        return RealTable(self.table.scored())._begun()

    def _begun(self) -> RealTable:
        if self.table.phase is not Phase.DEALING or self.starters_missing:
            return self
        return RealTable(self.table.dealt(self.laid))

    def _placed(self, house: House, slot: Slot) -> RealTable:
        move = Move(self._card(house), slot)
        is_automated = self.seat in self.table.variant.automated
        is_refused = self.table.court.explain(house, slot)
        if is_automated and not is_refused and slot != self.dictated(house):
            raise NotPossible(
                f"this house places a {house} card in {self.dictated(house)}: in the highest row "
                "that takes it, and there at its own side (rules solo.highest, solo.side)"
            )
        return RealTable(self.table.placed(move))

    def _gone_out(self) -> RealTable:
        if self.starters_missing:
            raise NotPossible("the cards that start the bottom row come first, by their houses")
        try:
            return RealTable(self.table.gone_out())
        except InvalidValue as error:
            raise NotPossible(f"{error} (rule turn.must-place)") from None

    def _card(self, house: House) -> Card:
        number = 1 + sum(card.house is house for card in self.court.values())
        if number > CARDS_PER_HOUSE:
            raise NotPossible(
                f"all {CARDS_PER_HOUSE} {house} cards lie in the court (rule components.characters)"
            )
        return Card(house, number)
