"""The common parts of requests and answers: seats, sizes, and their codecs."""

from __future__ import annotations

import re
from typing import Annotated

from westeros_intrigue.base.limits import Longest
from westeros_intrigue.data.codecs import named, string, text
from westeros_intrigue.data.conversion import DOCUMENTS
from westeros_intrigue.data.objects import record
from westeros_intrigue.data.values import CODECS as VALUES
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions.folder import GAME_ID
from westeros_intrigue.sessions.seats import AUTOMATED, LONGEST_NAME, PERSON, Seat

SIZE_LIMIT = 300_000
"""The longest request, in bytes: three times the record of the longest game."""

Text = Annotated[str, Longest(SIZE_LIMIT)]
"""A text of any length that fits into a message."""
GameId = Annotated[str, "the id of a game"]
"""The id of a game in the folder of games."""
Who = Annotated[str, "a player"]
"""`PERSON`, `AUTOMATED` or the name of a player of the game."""


def _game(written: str) -> str | None:
    return written if re.fullmatch(GAME_ID, written) else None


def _who(written: str) -> str | None:
    return written if re.fullmatch(_WHO_IS, written) else None


_WHO_IS = "[a-z][a-z-]*(:[1-9][0-9]*)?"
_WHO = text(f"{PERSON}, {AUTOMATED} or the name of a player", f"^{_WHO_IS}$", _who)
CODECS = VALUES.extended(
    {
        GameId: named("game", text("the id of a game", f"^{GAME_ID}$", _game)),
        Who: _WHO,
        Seat: named("seat", record(Seat, {"name": string(LONGEST_NAME), "who": _WHO})),
        View: lambda _: DOCUMENTS.codec_of(View),
    }
)
"""The codecs of the parts of messages."""
