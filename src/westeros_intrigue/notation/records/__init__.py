"""Records: whole games as text that people can read and annotate, checked on reading.

Read `writing` first, the lines of a game and their parsers; then `reading`, which compares a text
with the replayed game; and `record`, the class and its files.
"""

from westeros_intrigue.notation.records.record import Record, read_records
from westeros_intrigue.notation.records.writing import RecordedPlacement, RecordedRound, origin_tags
from westeros_intrigue.rules.log import InvalidRecord

__all__ = [
    "InvalidRecord",
    "Record",
    "RecordedPlacement",
    "RecordedRound",
    "origin_tags",
    "read_records",
]
