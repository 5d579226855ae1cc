"""A whole state as data: what lies on the table, and the deal and moves that led there.

The document holds every hand and the chance to come, so its kind is `omniscient-state`. The
position is there for programs that do not know the rules. Reading does not take it at its word:
the deal and the moves are replayed, and the position must be the one that they lead to.
"""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import Any

from westeros_intrigue.base.errors import DecodingError, fault
from westeros_intrigue.data.codecs import (
    Codec,
    Data,
    array,
    differences,
    integer,
    merged,
    object_schema,
    optional,
    read_object,
)
from westeros_intrigue.data.transcripts import FIELDS, last_state
from westeros_intrigue.data.values import (
    CARD_COUNT,
    CARDS,
    COUNT,
    COURT,
    ELIMINATIONS,
    PHASE,
    PLACEMENTS,
    PLAYER,
    ROUND_RESULT,
    THRONE_CARDS,
    per_seat,
)
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.transcript import Transcript

_POSITION: dict[str, Codec[Any]] = {
    "phase": PHASE,
    "round_number": integer(1),
    "starting_player": PLAYER,
    "active_player": optional(PLAYER),
    "court": COURT,
    "hands": per_seat(CARDS),
    "placements": PLACEMENTS,
    "eliminations": ELIMINATIONS,
    "last_placer": optional(PLAYER),
    "known_counts": per_seat(CARD_COUNT),
    "penalty_points": per_seat(COUNT),
    "score_piles": per_seat(THRONE_CARDS),
    "results": array(ROUND_RESULT),
}
"""What the replay must lead to."""
_WRITERS = [(name, attrgetter(name), codec.write) for name, codec in _POSITION.items()]


def _write(state: GameState) -> Data:
    transcript = Transcript.of(state)
    data: dict[str, Data] = {
        name: codec.write(getattr(transcript, name)) for name, codec in FIELDS.items()
    }
    data["position"] = _position_data(state)
    return data


def _position_data(state: GameState) -> Data:
    return {name: write(get(state)) for name, get, write in _WRITERS}


def _read(data: object) -> GameState:
    members = read_object(data, (*FIELDS, "position"))
    fields: dict[str, Any] = {}
    for name, codec in FIELDS.items():
        try:
            fields[name] = codec.read(members[name])
        except DecodingError as error:
            raise error.under(name) from None
    transcript = Transcript(**fields)
    # A round that is dealt and begun has its placements, be they none.
    begun = min(len(transcript.deal.rounds), transcript.scored_rounds + 1)
    if len(transcript.placements) != begun:
        count = len(transcript.placements)
        raise fault(f"{begun} rounds are dealt and begun, not {count}", "/placements")
    state = last_state(transcript)
    if faults := differences(members["position"], _position_data(state), "/position"):
        raise DecodingError(faults)
    return state


STATE: Codec[GameState] = Codec(
    _write,
    _read,
    object_schema(
        {
            **{name: codec.schema for name, codec in FIELDS.items()},
            "position": object_schema(
                {name: codec.schema for name, codec in _POSITION.items()}, "GameState"
            ),
        },
        "GameState",
    ),
    merged(*chain(FIELDS.values(), _POSITION.values())),
)
"""The codec of a state with all that is hidden in it."""
