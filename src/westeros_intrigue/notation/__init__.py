"""The game as text: cards, moves, courts, events and whole games.

Read `notation` first, then the folder `records`, `position_lines` and `table_options`.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.notation.notation import (
    parse_card,
    parse_court,
    parse_hand,
    parse_move,
    parse_slot,
    sentence,
)
from westeros_intrigue.notation.position_lines import format_position, parse_position
from westeros_intrigue.notation.records.record import Record, read_records
from westeros_intrigue.notation.records.writing import RecordedPlacement, RecordedRound, origin_tags
from westeros_intrigue.notation.table_options import OPTIONS, automated_seats, new_game, rematch

__all__ = [
    "OPTIONS",
    "Record",
    "RecordedPlacement",
    "RecordedRound",
    "automated_seats",
    "format_position",
    "new_game",
    "origin_tags",
    "parse_card",
    "parse_court",
    "parse_hand",
    "parse_move",
    "parse_position",
    "parse_slot",
    "read_records",
    "rematch",
    "sentence",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
