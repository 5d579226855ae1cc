"""Records: whole games as text that people can read and annotate, checked on reading.

Read `writing` first, the lines of a game and their parsers; then `reading`, which compares a text
with the replayed game; and `record`, the class and its files.
"""

__all__ = ("__doc__",)  # an inner module: no name here is promised

# Programs that import these names from here still run.
from westeros_intrigue.notation.records.record import Record as Record, read_records as read_records
from westeros_intrigue.notation.records.writing import (
    RecordedPlacement as RecordedPlacement,
    RecordedRound as RecordedRound,
    origin_tags as origin_tags,
)
from westeros_intrigue.rules.log import InvalidRecord as InvalidRecord
