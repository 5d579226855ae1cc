"""A record as data: the players, the deal, the placements, and the comments on them.

The constructor of a record plays the game, so every record that is read is consistent.
"""

from __future__ import annotations

from typing import Any

from westeros_intrigue.base.errors import fault
from westeros_intrigue.base.values import counted
from westeros_intrigue.data.codecs import Codec
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.objects import record
from westeros_intrigue.data.transcripts import not_played
from westeros_intrigue.text.records import InvalidRecord, Record


def _record(**fields: Any) -> Record:  # noqa: ANN401 - the fields of a record, read by their codecs
    dealt, played = len(fields["deal"].rounds), len(fields["rounds"])
    if played != dealt:
        # The constructor would add the missing rounds, and the record would be written differently.
        raise fault(
            f"there must be {counted(dealt, 'round')}, as in the deal, even if one is empty, "
            f"not {played}",
            "/rounds",
        )
    try:
        return Record(**fields)
    except InvalidRecord as error:
        raise not_played(error, "/rounds/{}", "/placements/{}") from None


_FIELDS = (
    "players",
    "variant",
    "first_player",
    "deal",
    "rounds",
    "scored_rounds",
    "tags",
    "comment",
)


def record_codec(codecs: Codecs) -> Codec[Record]:
    """Return the codec of a record. Each tag is a list of name and text: their order matters."""
    return record(_record, codecs.fields(Record, _FIELDS))
