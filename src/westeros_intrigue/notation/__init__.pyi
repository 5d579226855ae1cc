from westeros_intrigue.notation.notation import (
    parse_card as parse_card,
    parse_court as parse_court,
    parse_hand as parse_hand,
    parse_move as parse_move,
    parse_slot as parse_slot,
    sentence as sentence,
)
from westeros_intrigue.notation.positions import (
    format_position as format_position,
    parse_position as parse_position,
)
from westeros_intrigue.notation.records import (
    Record as Record,
    RecordedPlacement as RecordedPlacement,
    RecordedRound as RecordedRound,
    origin_tags as origin_tags,
    read_records as read_records,
)
from westeros_intrigue.notation.table_options import (
    OPTIONS as OPTIONS,
    automated_seats as automated_seats,
    new_game as new_game,
    rematch as rematch,
)
