"""A whole state as data: what lies on the table, and the deal and moves that led there.

The document holds every hand and the chance to come, so its kind is `omniscient-state`. The
position is there for programs that do not know the rules. Reading does not take it at its word:
the deal and the moves are replayed, and the position must be the one that they lead to.
"""

from __future__ import annotations

import attrs

from westeros_intrigue.base.errors import DecodingError, fault
from westeros_intrigue.data import values
from westeros_intrigue.data.codecs import (
    Codec,
    Data,
    array,
    derived,
    differences,
    integer,
    optional,
    read_fields,
    record,
)
from westeros_intrigue.data.transcripts import FIELDS, last_state
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.transcript import Transcript

_POSITION: Codec[GameState] = record(
    GameState,
    {
        "phase": values.PHASE,
        "round_number": integer(1),
        "starting_player": values.PLAYER,
        "active_player": optional(values.PLAYER),
        "court": values.COURT,
        "hands": values.per_seat(values.CARDS),
        "placements": values.PLACEMENTS,
        "eliminations": values.ELIMINATIONS,
        "last_placer": optional(values.PLAYER),
        "known_counts": values.per_seat(values.CARD_COUNT),
        "penalty_points": values.per_seat(values.COUNT),
        "score_piles": values.per_seat(values.THRONE_CARDS),
        "results": array(values.ROUND_RESULT),
    },
)
"""What the replay must lead to."""
_FIELDS = {**FIELDS, "position": derived(_POSITION)}


def _write(state: GameState) -> Data:
    transcript = Transcript.of(state)
    data = {name: codec.write(getattr(transcript, name)) for name, codec in FIELDS.items()}
    return {**data, "position": _POSITION.write(state)}


def _read(data: object) -> GameState:
    fields = read_fields(data, _FIELDS)
    position = fields.pop("position")
    transcript = Transcript(**fields)
    # A round that is dealt and begun has a list of placements, perhaps an empty one.
    begun = min(len(transcript.deal.rounds), transcript.scored_rounds + 1)
    if len(transcript.placements) != begun:
        count = len(transcript.placements)
        raise fault(f"{begun} rounds are dealt and begun, not {count}", "/placements")
    state = last_state(transcript)
    if faults := differences(position, _POSITION.write(state), "/position"):
        raise DecodingError(faults)
    return state


STATE: Codec[GameState] = attrs.evolve(record(GameState, _FIELDS), write=_write, read=_read)
"""The codec of a state with all that is hidden in it."""
