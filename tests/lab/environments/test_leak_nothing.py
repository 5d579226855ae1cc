"""Beyond the frameworks' kits: nothing hidden is revealed, and no legal move is missing.

Hidden cards change places in the deal, the same steps are taken again, and as long as the player at
the table would have seen the same, every observation, mask, text, picture and error is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyspiel
import pytest
from helpers.strategies import FEW
from helpers.watched_games import WatchedGame
from hypothesis import given, settings
from open_spiel.python.observation import make_observation
from views.test_views_leak_nothing import at_any_moment, two_games_that_look_the_same

from westeros_intrigue import GameState, IllegalMove, View, distinct_moves, observe, random_player
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.lab.environments.action_games import ActionTable, TableToPlay
from westeros_intrigue.lab.environments.given_games import CardGame
from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv
from westeros_intrigue.lab.environments.openspiel import DealGame, State
from westeros_intrigue.lab.environments.openspiel.houses import Dealing
from westeros_intrigue.lab.environments.pettingzoo import WesterosIntrigueEnv
from westeros_intrigue.lab.environments.rendering import frame

ILLEGAL = (0, 1, 2, 3, 31, 62, 95, 119)
"""Actions of which most are illegal in most positions."""


def put(environment: CardGame, state: GameState) -> None:
    """Continue from a state, in plain Python and not at the compiled table."""
    environment._game, environment._given, environment._deal = state, None, None
    assert environment.game is state


def told(state: GameState, seat: int) -> dict[str, object]:
    """All that the environments tell a player of a state, each by its name."""
    return {
        **told_by_numbers(observe(state, seat)),
        **told_by_pettingzoo(state, seat),
        **told_by_gymnasium(state, seat),
        **told_by_openspiel(state, seat),
    }


def told_by_numbers(view: View) -> dict[str, object]:
    return {
        "tensor": tensors.encode(view).tobytes(),
        "history": tensors.encode_history(view).tobytes(),
        "mask": actions.legal_mask(view),
        "reasons": {
            number: [*map(str, why)] for number, why in actions.explain_actions(view).items()
        },
    }


def told_by_pettingzoo(state: GameState, seat: int) -> dict[str, object]:
    agent = f"player_{seat}"
    pictures: dict[str, object] = {}
    for mode in ("ansi", "svg", "rgb_array"):
        environment = WesterosIntrigueEnv(
            state.players, variant=state.variant, render_mode=mode, first_player=state.first_player
        )
        environment.reset(seed=1)
        put(environment, state)
        shown = environment.render()
        assert shown is not None
        pictures[f"pettingzoo {mode}"] = shown if isinstance(shown, str) else shown.tobytes()
    seen = environment.observe(agent)
    return {
        "pettingzoo observation": (seen["observation"].tobytes(), seen["action_mask"].tobytes()),
        "pettingzoo infos": environment.infos[agent],
        "pettingzoo rewards": environment._table.returns(state),
        "pettingzoo errors": [*errors(environment._table, state, seat)],
        **pictures,
    }


def told_by_gymnasium(state: GameState, seat: int) -> dict[str, object]:
    empty = {seat, *state.variant.automated}
    players = [None if other in empty else random_player for other in range(state.players)]
    environment = OneSeatEnv(
        players, variant=state.variant, render_mode="ansi", first_player=state.first_player
    )
    environment.reset(seed=1)
    put(environment, state)
    parts: dict[str, object] = {
        "gymnasium observation": environment._observe()[0].tobytes(),
        "gymnasium mask": environment.action_masks().tobytes(),
        "gymnasium picture": environment.render(),
        "gymnasium frame": frame(observe(state, seat)).tobytes(),
    }
    if state.active_player == seat:
        illegal = next(number for number in range(120) if not environment.action_masks()[number])
        seen, *rest, info = environment.step(illegal)
        mask = info.pop("action_mask").tobytes()
        parts["gymnasium step"] = (seen.tobytes(), rest, mask, info)
    return parts


def told_by_openspiel(state: GameState, seat: int) -> dict[str, object]:
    game = DealGame({"players": state.players})
    now: State = game.new_initial_state()
    now.table = TableToPlay(state.players, state.variant, "points", state.first_player)
    now.now = Dealing(state)
    player = now.table.seats.index(seat)
    parts: dict[str, object] = {}
    kinds = pyspiel.PrivateInfoType
    for recall in (False, True):
        for public, private in ((True, True), (True, False), (False, True)):
            observation = make_observation(
                game,
                pyspiel.IIGObservationType(
                    public_info=public,
                    perfect_recall=recall,
                    private_info=kinds.SINGLE_PLAYER if private else kinds.NONE,
                ),
            )
            observation.set_from(now, player)
            text = observation.string_from(now, player)
            name = f"openspiel, recall {recall}, public {public}, private {private}"
            parts[name] = (observation.tensor.tobytes(), text)
    if state.active_player == seat:
        legal = now._legal_actions(player)
        parts["openspiel actions"] = [(now._action_to_string(player, one), one) for one in legal]
        for number in ILLEGAL:
            if number not in legal:
                with pytest.raises(IllegalMove) as refused:
                    now._apply_action(number)
                parts[f"openspiel error {number}"] = str(refused.value)
    return parts


def errors(table: ActionTable, state: GameState, seat: int) -> Iterator[object]:
    """What a refused action tells: its text, and the view that the error knows."""
    if state.active_player == seat:
        for number in ILLEGAL:
            if number not in actions.legal_actions(state):
                with pytest.raises(IllegalMove) as refused:
                    table.play(state, seat, number)
                assert refused.value.__context__ is None
                yield str(refused.value), refused.value.violations, refused.value.state


def check_told_the_same(one: GameState, other: GameState, seat: int) -> None:
    """A player who has seen the same of two states is told the same of both."""
    here, there = told(one, seat), told(other, seat)
    assert here.keys() == there.keys()
    for name, what in here.items():
        assert what == there[name], name


def check_no_move_is_missing(state: GameState, seat: int) -> None:
    """The masks hold every legal move, and no other."""
    view = observe(state, seat)
    places = {(move.card.house, move.slot) for move in distinct_moves(view)}
    legal = {number for number, is_legal in enumerate(actions.legal_mask(view)) if is_legal}
    assert {actions.place_of(view, number) for number in legal} == places
    assert len(legal) == len(places)
    environment = WesterosIntrigueEnv(
        state.players, variant=state.variant, first_player=state.first_player
    )
    put(environment, state)
    mask = environment.observe(f"player_{seat}")["action_mask"]
    assert set(mask.nonzero()[0].tolist()) == legal
    assert set(mask.tolist()) <= {0, 1}


@settings(max_examples=FEW)
@given(two_games_that_look_the_same(at_any_moment()))
def test_equal_views_lead_to_equal_observations_pictures_and_errors(
    pair: tuple[WatchedGame, WatchedGame, int | None],
) -> None:
    one, other, seat = pair
    if seat is not None:
        check_told_the_same(one.now, other.now, seat)
        check_no_move_is_missing(one.now, seat)
