"""A whole state as data: the deal, the moves, and the position that they lead to.

The document contains every hand and all cards of later rounds, so its kind is `omniscient-state`.
The position is for programs that do not implement the rules. Reading replays the deal and the
moves, and refuses a document with another position.
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
"""The codec of the position, which must be that of the replay."""
_FIELDS = {**FIELDS, "position": derived(_POSITION)}


def _write(state: GameState) -> Data:
    transcript = Transcript.of(state)
    data = {name: codec.write(getattr(transcript, name)) for name, codec in FIELDS.items()}
    return {**data, "position": _POSITION.write(state)}


def _read(data: object) -> GameState:
    fields = read_fields(data, _FIELDS)
    position = fields.pop("position")
    transcript = Transcript(**fields)
    # Each round that has begun has a list of placements, perhaps an empty one.
    begun = min(len(transcript.deal.rounds), transcript.scored_rounds + 1)
    if len(transcript.placements) != begun:
        count = len(transcript.placements)
        raise fault(f"rounds that have begun: {begun}, not {count}", "/placements")
    state = last_state(transcript)
    if faults := differences(position, _POSITION.write(state), "/position"):
        raise DecodingError(faults)
    return state


STATE: Codec[GameState] = attrs.evolve(record(GameState, _FIELDS), write=_write, read=_read)
"""The codec of a state, hidden cards included."""
