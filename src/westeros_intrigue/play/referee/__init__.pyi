from westeros_intrigue.play.referee.game import (
    MADE_UP as MADE_UP,
    NotPossible as NotPossible,
    RealGame as RealGame,
    RealTable as RealTable,
    describe_made_up_hands as describe_made_up_hands,
    list_known_seats as list_known_seats,
    public_view as public_view,
    without_numbers as without_numbers,
)
