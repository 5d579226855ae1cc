"""The replay of a transcript from data, and the places of errors in it."""

from __future__ import annotations

from collections import deque

from westeros_intrigue.base.errors import DecodingError
from westeros_intrigue.rules.dealing import InvalidDeal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.transcript import InvalidRecord, Transcript
from westeros_intrigue.rules.variants import InvalidVariant


def last_state(transcript: Transcript) -> GameState:
    """Return the last state of a transcript. Raise DecodingError if it breaks a rule."""
    try:
        (state,) = deque(transcript.play(), maxlen=1)
    except InvalidRecord as error:
        raise not_played(error, "/placements/{}", "/{}") from None
    return state


def not_played(error: InvalidRecord, round_path: str, placement_path: str) -> DecodingError:
    """Return the error of data that breaks a rule, with the place of the fault."""
    if isinstance(error.__cause__, InvalidVariant):
        path = "/variant"
    elif isinstance(error.__cause__, InvalidDeal):
        path = "/deal"
    elif error.round_number is None:
        path = ""
    else:
        path = round_path.format(error.round_number - 1)
        if error.placement is not None:
            path += placement_path.format(error.placement - 1)
    return DecodingError((path, fault) for fault in error.faults)
