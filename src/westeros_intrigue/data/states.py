"""A whole state as data: the deal, the moves, and the position that they lead to.

The document contains every hand and all cards of later rounds, so its kind is `omniscient-state`.
The position is for programs that do not implement the rules. Reading replays the deal and the
moves, and refuses a document with another position.
"""

from __future__ import annotations

import attrs

from westeros_intrigue.base.errors import DecodingError, fault
from westeros_intrigue.data.codecs import Codec, Data
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.objects import derived, differences, read_fields, record
from westeros_intrigue.data.transcripts import last_state
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.transcript import Transcript

_POSITION = (
    "phase",
    "round_number",
    "starting_player",
    "active_player",
    "court",
    "hands",
    "placements",
    "eliminations",
    "last_placer",
    "known_counts",
    "penalty_points",
    "score_piles",
    "results",
)
"""The fields of the position, which must be that of the replay."""


def state_codec(codecs: Codecs) -> Codec[GameState]:
    """Return the codec of a state, hidden cards included."""
    history = codecs.fields(Transcript)
    position = record(GameState, codecs.fields(GameState, _POSITION))
    fields = {**history, "position": derived(position)}

    def write(state: GameState) -> Data:
        transcript = Transcript.of(state)
        data = {name: codec.write(getattr(transcript, name)) for name, codec in history.items()}
        return {**data, "position": position.write(state)}

    def read(data: object) -> GameState:
        values = read_fields(data, fields)
        found = values.pop("position")
        transcript = Transcript(**values)
        # Each round that has begun has a list of placements, perhaps an empty one.
        begun = min(len(transcript.deal.rounds), transcript.scored_rounds + 1)
        if len(transcript.placements) != begun:
            count = len(transcript.placements)
            raise fault(f"rounds that have begun: {begun}, not {count}", "/placements")
        state = last_state(transcript)
        if faults := differences(found, position.write(state), "/position"):
            raise DecodingError(faults)
        return state

    return attrs.evolve(record(GameState, fields), write=write, read=read)
