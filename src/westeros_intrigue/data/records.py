"""A record as data: the players, the deal, the placements, and the comments on them.

The constructor of a record plays the game, so every record that is read is consistent.
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
        # The constructor would add the missing rounds, and the record would be written differently.
        raise fault(
            f"there must be {dealt} rounds, as in the deal, even if one is empty, not {played}",
            "/rounds",
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
"""The codec of a record. Each tag is a list of name and text, since the order of tags matters."""
