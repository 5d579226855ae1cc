"""Records: whole games as text that a person reads and annotates, checked when they are read.

`record` has the value and the functions on files, `parts` what it is made of. `lines` takes a file
apart into games, `reading` a game into a draft (`drafts`), and `checks` plays it. `writing` is the
way back.

Rules: turn.clockwise, elimination.unable, elimination.empty, round.throne, round.penalty,
final.ranking.
"""

from westeros_intrigue.text.records.parts import InvalidRecord, RecordedPlacement, RecordedRound
from westeros_intrigue.text.records.record import Record, read_records, write_records

__all__ = [
    "InvalidRecord",
    "Record",
    "RecordedPlacement",
    "RecordedRound",
    "read_records",
    "write_records",
]
