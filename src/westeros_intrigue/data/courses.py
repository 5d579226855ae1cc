"""The course of a round as a document tells it, laid out again card by card.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn.
"""

from __future__ import annotations

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.court import InvalidCourt
from westeros_intrigue.rules.history import Placement
from westeros_intrigue.rules.table import CanPlace, Table
from westeros_intrigue.rules.violations import IllegalMove


class Course:
    """The placements of a round, and who is to move after them."""

    def __init__(
        self,
        placements: tuple[Placement, ...],
        active_player: int | None,
        turned_over: tuple[Turns, ...],
    ) -> None:
        self._placements = placements
        self._players = [*(placed.player for placed in placements), active_player]
        self._turns = [iter(turns) for turns in turned_over]

    def laid_on(self, table: Table, starters: tuple[Card, ...]) -> Table:
        """Return the table with the round dealt and played; a DecodingError if no round goes so."""
        try:
            table = table.dealt(starters, self._can_place(0), self._turned_over)
        except (InvalidCourt, InvalidValue) as error:
            raise fault(str(error), "/starters") from None
        for index, placed in enumerate(self._placements):
            path = f"/placements/{index}"
            if placed.player != table.active_player:
                raise fault(f"player {placed.player} is out, or is not there", f"{path}/player")
            try:
                table = table.placed(placed.move, self._can_place(index + 1), self._turned_over)
            except IllegalMove as error:
                broken = [(f"{path}/move", str(violation)) for violation in error.violations]
                raise DecodingError(broken) from None
            except InvalidValue as error:
                raise fault(str(error), "/turned_over") from None
        return table

    def _can_place(self, index: int) -> CanPlace:
        # Whoever places next could place. After the last placement it is the seat to move.
        return lambda seat: seat == self._players[index]

    def _turned_over(self, seat: int) -> tuple[Card, ...] | None:
        try:
            return next(self._turns[seat])
        except StopIteration:
            raise fault("there is a turn for each placement", f"/turned_over/{seat}") from None
