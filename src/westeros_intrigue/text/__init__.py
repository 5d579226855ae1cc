"""The game as text: cards, moves, courts, sentences and whole games.

Read `notation` first, then `courts`, `records` and `sentences`.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.base.on_demand import on_demand as _on_demand
from westeros_intrigue.base.public import publish as _publish
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
    "OPTIONS",
    "Record",
    "RecordedPlacement",
    "RecordedRound",
    "automated_seats",
    "new_game",
    "parse_card",
    "parse_court",
    "parse_hand",
    "parse_move",
    "parse_slot",
    "read_records",
    "rematch",
    "sentence",
    "write_records",
]

if TYPE_CHECKING:
    from westeros_intrigue.text.sentences import sentence
    from westeros_intrigue.text.table_options import (
        OPTIONS,
        automated_seats,
        new_game,
        rematch,
    )
else:
    __getattr__, __dir__ = _on_demand(
        globals(),
        {
            "sentences": "sentence",
            "table_options": "OPTIONS automated_seats new_game rematch",
        },
    )

_publish(globals())
