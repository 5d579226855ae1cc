from westeros_intrigue.play.referee.game import (
    MADE_UP as MADE_UP,
    NotPossible as NotPossible,
    RealGame as RealGame,
    RealTable as RealTable,
    known_seats as known_seats,
    made_up as made_up,
    public_view as public_view,
    without_numbers as without_numbers,
)
