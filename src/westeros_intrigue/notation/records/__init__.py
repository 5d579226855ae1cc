"""Records: whole games as text that people read and annotate, checked when they are read.

`record` has the class and the functions for files, `words` the tags and comments. `reading` reads
the lines of a game into a `draft`, with a parser for each line in `fields`; `claims` compares the
results in the text with the play, and `writing` writes records.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.notation.records.record import Record as Record, read_records as read_records
from westeros_intrigue.notation.records.writing import (
    RecordedPlacement as RecordedPlacement,
    RecordedRound as RecordedRound,
)
from westeros_intrigue.rules.log import InvalidRecord as InvalidRecord

_publish(globals())
