"""The course of a round as a document tells it, laid out again card by card."""

from __future__ import annotations

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.court import InvalidCourt
from westeros_intrigue.rules.history import Placement
from westeros_intrigue.rules.table import CanPlace, Table
from westeros_intrigue.rules.violations import IllegalMove


def laid_out(
    table: Table,
    starters: tuple[Card, ...],
    placements: tuple[Placement, ...],
    turned_over: tuple[Turns, ...],
    active_player: int | None = None,
) -> Table:
    """Return a table with a round dealt and played; a DecodingError if no round goes so.

    `active_player` is to move after the placements; None where the round is over.
    """
    players = [*(placed.player for placed in placements), active_player]
    turns = [iter(of_seat) for of_seat in turned_over]

    def can_place(index: int) -> CanPlace:
        # Whoever places next could place. After the last placement it is the seat to move.
        return lambda seat: seat == players[index]

    def next_turn(seat: int) -> tuple[Card, ...] | None:
        try:
            return next(turns[seat])
        except StopIteration:
            raise fault("there is a turn for each placement", f"/turned_over/{seat}") from None

    if players[0] is None:
        raise fault("the first player of a round can always place", "/placements")
    if len(turned_over) != len(table.turned_over):
        raise fault(f"{len(table.turned_over)} seats have an entry here", "/turned_over")
    try:
        table = table.dealt(starters, can_place(0), next_turn)
    except (InvalidCourt, InvalidValue) as error:
        raise fault(str(error), "/starters") from None
    for index, placed in enumerate(placements):
        path = f"/placements/{index}"
        if placed.player != table.active_player:
            raise fault(f"player {placed.player} is out, or is not there", f"{path}/player")
        try:
            table = table.placed(placed.move, can_place(index + 1), next_turn)
        except IllegalMove as error:
            broken = [(f"{path}/move", str(violation)) for violation in error.violations]
            raise DecodingError(broken) from None
        except InvalidValue as error:
            raise fault(str(error), "/turned_over") from None
    return table
