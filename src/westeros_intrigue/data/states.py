"""A whole state as data: what lies on the table, and the deal and moves that led there.

The document holds every hand and the chance to come, so its kind is `omniscient-state`. The
position is there for programs that do not know the rules. Reading does not take it at its word:
the deal and the moves are replayed, and the position must be the one that they lead to.
"""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import Any

from westeros_intrigue.base.errors import DecodingError, InvalidValue, refusal
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
from westeros_intrigue.data.tables import (
    CARD_COUNT,
    CARDS,
    COUNT,
    COURT,
    DEAL,
    ELIMINATIONS,
    MOVE,
    PHASE,
    PLACEMENTS,
    PLAYER,
    PLAYERS,
    ROUND_RESULT,
    THRONE_CARDS,
    VARIANT,
    per_seat,
)
from westeros_intrigue.rules.dealing import Deal, InvalidDeal
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.state import GameState, Phase
from westeros_intrigue.rules.variants import InvalidVariant, Variant
from westeros_intrigue.rules.violations import IllegalMove

_HISTORY: dict[str, Codec[Any]] = {
    "players": PLAYERS,
    "variant": VARIANT,
    "first_player": PLAYER,
    "deal": DEAL,
    "moves": array(array(MOVE)),
    "scored_rounds": integer(0),
}
"""What a game is replayed from."""
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
    data: dict[str, Data] = {
        name: _HISTORY[name].write(value) for name, value in _history(state).items()
    }
    data["position"] = _position_data(state)
    return data


def _position_data(state: GameState) -> Data:
    return {name: write(get(state)) for name, get, write in _WRITERS}


def _history(state: GameState) -> dict[str, object]:
    results = state.results
    is_dealt = len(results) < state.round_number and state.phase is not Phase.DEALING
    deals = [result.deal for result in results]
    placements = [result.placements for result in results]
    if is_dealt:
        deals.append(state.round_deal)
        placements.append(state.placements)
    known = [deal for deal in deals if deal is not None]
    drawn = [result.throne_card for result in results if result.throne_card is not None]
    if len(known) < len(deals) or len(drawn) < len(results):
        raise InvalidValue(
            "a state drawn from a view has no history that could be written down: "
            "write the view, or the state of the game itself"
        )
    return {
        "players": state.players,
        "variant": state.variant,
        "first_player": (state.starting_player - state.round_number + 1) % state.players,
        "deal": Deal((*known, *state.rest.rounds), (*drawn, *state.rest.throne_cards)),
        "moves": tuple(tuple(placed.move for placed in round_) for round_ in placements),
        "scored_rounds": len(results),
    }


def _read(data: object) -> GameState:
    members = read_object(data, (*_HISTORY, "position"))
    history: dict[str, Any] = {}
    for name, codec in _HISTORY.items():
        try:
            history[name] = codec.read(members[name])
        except DecodingError as error:
            raise error.under(name) from None
    state = _replayed(**history)
    if faults := differences(members["position"], _position_data(state), "/position"):
        raise DecodingError(faults)
    return state


def _replayed(
    *,
    players: int,
    variant: Variant,
    first_player: int,
    deal: Deal,
    moves: tuple[tuple[Move, ...], ...],
    scored_rounds: int,
) -> GameState:
    try:
        state = setup(players, deal=deal, first_player=first_player, variant=variant)
    except (InvalidVariant, InvalidDeal) as error:
        path = "/variant" if isinstance(error, InvalidVariant) else "/deal"
        raise DecodingError((path, fault) for fault in error.faults) from None
    except InvalidValue as error:
        raise refusal(str(error), "/first_player") from None
    # A round that is dealt has its moves, be they none; one that is not dealt cannot have any.
    dealt = min(len(deal.rounds), scored_rounds + 1)
    if len(moves) != dealt or scored_rounds > dealt:
        raise refusal(f"{dealt} rounds are dealt and begun, not {len(moves)}", "/moves")
    if len(deal.throne_cards) < scored_rounds:
        raise refusal(f"{scored_rounds} rounds are scored", "/deal/throne_cards")
    for index, of_round in enumerate(moves):
        state = _played(state, of_round, f"/moves/{index}")
        if index < scored_rounds:
            if state.phase is not Phase.ROUND_OVER:
                raise refusal("the round is not over, and cannot be scored", f"/moves/{index}")
            state = score_round(state)
    return state


def _played(state: GameState, moves: tuple[Move, ...], path: str) -> GameState:
    for index, move in enumerate(moves):
        try:
            state = apply(state, move)
        except IllegalMove as error:
            raise DecodingError(
                (f"{path}/{index}", str(violation)) for violation in error.violations
            ) from None
    return state


STATE: Codec[GameState] = Codec(
    _write,
    _read,
    object_schema(
        {
            **{name: codec.schema for name, codec in _HISTORY.items()},
            "position": object_schema({name: codec.schema for name, codec in _POSITION.items()}),
        }
    ),
    merged(*chain(_HISTORY.values(), _POSITION.values())),
)
"""The codec of a state with all that is hidden in it."""
