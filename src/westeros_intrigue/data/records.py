"""A record as data: the table, the chance, the placements, and what people said about them.

A record plays itself when it is made, so what is read here holds together.
"""

from __future__ import annotations

from typing import Any

from westeros_intrigue.base.errors import fault
from westeros_intrigue.base.tags import TAG_LIMIT
from westeros_intrigue.data.codecs import array, integer, record, string
from westeros_intrigue.data.transcripts import not_played
from westeros_intrigue.data.values import DEAL, MOVE, PLAYER, PLAYERS, VARIANT
from westeros_intrigue.text.records import InvalidRecord, Record, RecordedPlacement, RecordedRound
from westeros_intrigue.text.records.words import ANNOTATION_LIMIT

_COMMENT = string(ANNOTATION_LIMIT)
_PLACEMENT = record(RecordedPlacement, {"player": PLAYER, "move": MOVE, "comment": _COMMENT})
_ROUND = record(RecordedRound, {"placements": array(_PLACEMENT), "comment": _COMMENT})


def _record(**fields: Any) -> Record:  # noqa: ANN401 - the fields of RECORD, read by their codecs
    dealt, played = len(fields["deal"].rounds), len(fields["rounds"])
    if played != dealt:
        # A record would fill up the missing rounds, and then be written otherwise.
        raise fault(
            f"{dealt} rounds are dealt, and {played} are here; an empty one counts", "/rounds"
        )
    try:
        return Record(**fields)
    except InvalidRecord as error:
        raise not_played(error, "/rounds/{}", "/placements/{}") from None


RECORD = record(
    _record,
    {
        "players": PLAYERS,
        "variant": VARIANT,
        "first_player": PLAYER,
        "deal": DEAL,
        "rounds": array(_ROUND),
        "scored_rounds": integer(0),
        "tags": array(array(string(TAG_LIMIT), 2, 2)),
        "comment": _COMMENT,
    },
)
"""The codec of a record. A tag is a list of its name and its text, as the order of tags counts."""
