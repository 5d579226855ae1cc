"""Records: whole games as text that people can read and annotate, checked on reading.

Read `writing` first, the lines of a game and their parsers; then `reading`, which compares a text
with the replayed game; and `record`, the class and its files.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.notation.records.record import Record as Record, read_records as read_records
from westeros_intrigue.notation.records.writing import (
    RecordedPlacement as RecordedPlacement,
    RecordedRound as RecordedRound,
)
from westeros_intrigue.rules.log import InvalidRecord as InvalidRecord

_publish(globals())
