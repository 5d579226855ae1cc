"""The replay of a round from a document, event by event.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from westeros_intrigue.base.errors import DecodingError, InvalidValue, WrongPhase, fault
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.events import Event, SetAside
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.log import course
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transitions import round_start, table_after
from westeros_intrigue.rules.violations import IllegalMove


def replay_round(  # noqa: PLR0917 - the fields of a document
    table: Table,
    starters: Sequence[Card],
    placements: Sequence[Placement],
    eliminations: Sequence[Elimination],
    turned_over: Sequence[Turns],
    to_move: int | None = None,
) -> Table:
    """Return a table with a round dealt and played. Raise DecodingError for an impossible round.

    `to_move` is the seat that can place after the last event, if that is known.
    """
    if len(turned_over) != len(table.turned_over):
        raise fault(
            f"expected {len(table.turned_over)} entries, not {len(turned_over)}",
            "/turned_over",
        )
    table = _step(table, round_start(table, starters), "/starters")
    for event in course(placements, eliminations, turned_over, to_move):
        match event:
            case Placement():
                path = f"/placements/{len(table.placements)}"
                path += "/player" if event.player != table.active_player else "/move"
            case Elimination():
                path = f"/eliminations/{len(table.eliminations)}"
            case SetAside(player):
                path = f"/turned_over/{player}"
            case _:
                number = len(table.placements)
                is_last = number == len(placements)
                path = "/active_player" if is_last else f"/placements/{number}/player"
        table = _step(table, event, path)
    return table


def replay_result(table: Table, result: RoundResult, turned_over: Sequence[Turns]) -> Table:
    """Return a table with the round of a result dealt and played to its end."""
    played = replay_round(
        table, result.starters, result.placements, result.eliminations, turned_over
    )
    if played.phase is not Phase.ROUND_OVER:
        raise fault(f"player {played.active_player} is not out", "/eliminations")
    return played


def _step(table: Table, event: Event, path: str) -> Table:
    try:
        return table_after(table, event)
    except IllegalMove as error:
        broken = [(path, str(violation)) for violation in error.violations]
        raise DecodingError(broken) from None
    except (InvalidValue, WrongPhase) as error:
        raise fault(str(error), path) from None
