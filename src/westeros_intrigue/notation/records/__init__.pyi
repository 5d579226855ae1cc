from westeros_intrigue.notation.records.record import Record as Record, read_records as read_records
from westeros_intrigue.notation.records.writing import (
    RecordedPlacement as RecordedPlacement,
    RecordedRound as RecordedRound,
    origin_tags as origin_tags,
)
from westeros_intrigue.rules.log import InvalidRecord as InvalidRecord
