"""A game of two as a record, its lines, and tables for records of all kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.watched_games import TABLES

SAMPLES = Path(__file__).parents[1] / "samples" / "records"

GAME = """\
Westeros Intrigue record 1
[Date "2024-05-01"]
Players: 2
First player: 0
Rounds: 2
Throne table: 1/1 1/2 2/3 2/4 2/5 3/6 3/7
Throne cards: 1/2 2/3

Round 1: player 0 starts
Hand 0: S7 T6 B1 T9 S3 T1 T8 T5 B5 S1 S9 L7 T4 B7
Hand 1: S4 S6 B4 L2 L3 L6 L5 B9 T7 L8 S8 B8 S2 T3
0:S1@a0 1:S2@a-1
0:L7@a-2 1:S4@a1
0:S3@a-3 1:S6@b0
0:T1@a2 1:T3@a-4
0:T4@b-4 1:S8@b-2
0:S7@b1 1:L2@b-3
0:S9@b-1 1:L3@c-4
0:out(7) 1:L5@c-3
1:L6@d-4
1:out(5)
Throne card: 1/2 to player 1
Cards left: 7 5
Penalty points: 7 5

Round 2: player 1 starts
Hand 0: L3 S4 S9 S2 B6 S5 T4 S7 T5 T9 S8 S3 L9 L1
Hand 1: T6 L6 B7 B2 T1 B4 T8 L5 B8 L2 S6 T7 B9 B1
1:T1@a0 0:T4@a-1
1:T6@a1 0:S2@a2
1:L2@a-2 0:T5@a-3
1:T7@b-3 0:T9@b-1
1:T8@b0 0:S3@a-4
1:S6@b1 0:L1@b-2
1:L5@c-2 0:S4@b-4
1:L6@c-3 0:S5@c-4
1:out(6) 0:L3@d-3
0:L9@d-4
0:S7@c0
0:out(3)
Throne card: 2/3 to player 0
Cards left: 3 6
Penalty points: 3 6

Totals: 8 10
Ranking: 0 > 1
Decided by: lowest total
"""

EACH_TABLE = pytest.mark.parametrize("table", TABLES)
"""Tables of all kinds, by name."""


def line_of_game(number: int) -> str:
    return GAME.split("\n")[number - 1]


def edited(number: int, text: str | None) -> str:
    """GAME with another line instead of line `number`, or without it."""
    lines = GAME.split("\n")
    lines[number - 1 : number] = [] if text is None else text.split("\n")
    return "\n".join(lines)


def up_to(number: int) -> str:
    """GAME up to and with line `number`."""
    return "\n".join(GAME.split("\n")[:number])
