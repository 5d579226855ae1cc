"""Records: whole games as text that a person reads and annotates, checked when they are read.

`record` has the value and the functions on files, `words` what people say in it. `lines` takes a
file apart into games, `reading` reads one (`fields` its lines, `as_read` what comes of them), and
`claims` holds what its text says against the play. `faults` has the errors of what cannot be read,
and `writing` is the way back.
"""

from westeros_intrigue.rules.transcript import InvalidRecord
from westeros_intrigue.text.records.record import Record, read_records, write_records
from westeros_intrigue.text.records.words import RecordedPlacement, RecordedRound

__all__ = [
    "InvalidRecord",
    "Record",
    "RecordedPlacement",
    "RecordedRound",
    "read_records",
    "write_records",
]
