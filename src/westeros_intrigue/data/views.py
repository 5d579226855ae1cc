"""A view as data: what a player is sent, and nothing that is hidden from him.

Reading believes nothing that can be derived. Every round is retraced from its placements, and all
that follows from them must be what the document says. Then some deal must agree with each round.

Rules: info.public, info.leftover, info.throne, info.throne-automated, info.elimination.
"""

from __future__ import annotations

from westeros_intrigue.base.errors import DecodingError, InvalidValue, refusal
from westeros_intrigue.data.codecs import (
    Codec,
    array,
    differences,
    integer,
    optional,
    record,
)
from westeros_intrigue.data.tables import (
    CARD_COUNT,
    CARDS,
    COUNT,
    COURT,
    ELIMINATIONS,
    HOUSE,
    PHASE,
    PLACEMENTS,
    PLAYER,
    PLAYERS,
    SEEN_RESULT,
    THRONE_CARDS,
    VARIANT,
    per_seat,
)
from westeros_intrigue.knowledge.coherence import derive
from westeros_intrigue.knowledge.worlds import Determinizer
from westeros_intrigue.rules.state import View, vouched

_FIELDS: Codec[View] = record(
    View,
    {
        "player": optional(PLAYER),
        "players": PLAYERS,
        "variant": VARIANT,
        "phase": PHASE,
        "round_number": integer(1),
        "starting_player": PLAYER,
        "active_player": optional(PLAYER),
        "starters": CARDS,
        "court": COURT,
        "placements": PLACEMENTS,
        "eliminations": ELIMINATIONS,
        "hand": CARDS,
        "hand_sizes": per_seat(CARD_COUNT),
        "missing_houses": per_seat(array(HOUSE, most=4)),
        "known_stacks": per_seat(CARDS),
        "last_placer": optional(PLAYER),
        "penalty_points": per_seat(COUNT),
        "score_pile": THRONE_CARDS,
        "score_pile_sizes": per_seat(COUNT),
        "results": array(SEEN_RESULT),
        "revealed_score_piles": array(THRONE_CARDS),
    },
)


def _read(data: object) -> View:
    view = _FIELDS.read(data)
    derived, at_round_ends = derive(view)
    if faults := differences(data, _FIELDS.write(derived)):
        raise DecodingError(faults)
    for index, at_end in enumerate(at_round_ends):
        _check_deal(at_end, f"/results/{index}")
    _check_deal(view, "")
    return view


def _check_deal(view: View, path: str) -> None:
    try:
        Determinizer(vouched(view))
    except InvalidValue:
        raise refusal("no deal agrees with all of this", path) from None


VIEW: Codec[View] = Codec(_FIELDS.write, _read, _FIELDS.schema, _FIELDS.definitions)
"""The codec of what one player may know."""
