"""The ring of leaders, and the councils between them.

Seats are counted clockwise from 0. Council `c` lies between the seats `c` and `c + 1`, so there
are as many councils as leaders, and each leader has two.

Rules: ring.seats, ring.councils, ring.neighbours, ring.yours.
"""

from __future__ import annotations

from functools import lru_cache

from westeros_intrigue.base.values import check_integer

MIN_PLAYERS = 3
"""The fewest leaders of a game."""
MAX_PLAYERS = 6
"""The most leaders of a game."""


def left_council(seat: int) -> int:
    """Return the council to the left of a seat.

    >>> left_council(3)
    3

    Raises:
        WrongType: `seat` is not an int.
        InvalidValue: it is negative.

    Rules: ring.councils.
    """
    return check_integer("seat", seat, 0, MAX_PLAYERS - 1)


def right_council(seat: int, players: int) -> int:
    """Return the council to the right of a seat at a table of that many leaders.

    >>> right_council(0, 4)
    3

    Raises:
        WrongType: an argument is not an int.
        InvalidValue: the number of players is out of range, or the seat is not at the table.

    Rules: ring.councils.
    """
    players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
    return (check_integer("seat", seat, 0, players - 1) - 1) % players


def neighbours(seat: int, players: int) -> tuple[int, int]:
    """Return the two leaders with whom a seat shares a council: to its left and to its right.

    >>> neighbours(0, 4)
    (1, 3)

    Raises:
        WrongType: an argument is not an int.
        InvalidValue: the number of players is out of range, or the seat is not at the table.

    Rules: ring.neighbours.
    """
    players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
    seat = check_integer("seat", seat, 0, players - 1)
    return (seat + 1) % players, (seat - 1) % players


def councils_of(seat: int, players: int) -> tuple[int, int]:
    """Return the two councils of a seat in the order of their numbers."""
    right = (seat - 1) % players
    return (right, seat) if right < seat else (seat, right)


@lru_cache(64)
def clockwise(first: int, players: int) -> tuple[int, ...]:
    """Return all seats clockwise from one of them."""
    return (*range(first, players), *range(first))
