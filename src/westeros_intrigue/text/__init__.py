"""The game as text: cards, moves, courts and whole games.

Read `notation` first, then `courts` and `records`.
"""

from westeros_intrigue.text.courts import parse_court
from westeros_intrigue.text.notation import parse_card, parse_hand, parse_move, parse_slot
from westeros_intrigue.text.records import (
    Record,
    RecordedPlacement,
    RecordedRound,
    read_records,
    write_records,
)

__all__ = [
    "Record",
    "RecordedPlacement",
    "RecordedRound",
    "parse_card",
    "parse_court",
    "parse_hand",
    "parse_move",
    "parse_slot",
    "read_records",
    "write_records",
]
