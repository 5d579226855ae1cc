"""Public values of the three games and of a game of one's own, sent, copied and changed."""

# ruff: noqa: S301 - what is read here was written here

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.cases import sampled
from helpers.sample_documents import some_values

import westeros_intrigue as wi
from nim import nim
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.games import btwixt, monopoly

EXAMPLES = Path(__file__).parents[2] / "examples"
LARGEST = pickle.HIGHEST_PROTOCOL


@cache
def travellers() -> tuple[Any, ...]:
    """A value of each kind: of the card game, of the two board games, and of nim."""
    found = [*some_values(), wi.DECK, wi.IronThroneCard(3, 7), wi.DOCUMENTS, wi.greedy_player]
    found += [wi.Slot(25, 99), wi.Move(wi.DECK[0], wi.Slot(20, 0)), wi.rule("turn.must-place")]
    found += [monopoly.SAMPLE, btwixt.SAMPLE_BOX]
    for game, players in ((monopoly, 3), (btwixt, 4), (nim, 2)):
        found += _of(game, players)
    return tuple(found)


def _of(game: Any, players: int) -> list[Any]:
    start = state = game.new_game(players, seed=1)
    for _ in range(40):
        if state.is_over or state.active_player is None:
            break
        moves = game.distinct_moves(state)
        state = game.apply(state, moves[len(moves) // 2])
    views = [game.observe(state, seat) for seat in range(players)]
    moves = tuple(game.distinct_moves(start))
    return [start, state, *views, moves, game.Record.from_state(state), *game.events(start, state)]


def refusals() -> list[Exception]:
    """An error of each kind that a game raises."""
    state = wi.setup(2, seed=1)
    calls: list[Callable[[], object]] = [
        lambda: wi.apply(state, wi.parse_move("S4@c9")),
        lambda: wi.parse_card("Q"),
        lambda: wi.from_json(wi.View, "{"),
        lambda: wi.setup(9),
        lambda: wi.setup("two"),  # type: ignore[arg-type]  # refused
        lambda: wi.score_round(state),
        lambda: wi.parse_court("a0 S1 . S2"),
    ]
    found: list[Exception] = []
    for call in calls:
        with pytest.raises(wi.WesterosIntrigueError) as caught:
            call()
        found.append(caught.value)
    return found


def assert_equal(arrived: Any, sent: Any) -> None:
    if sent is wi.DOCUMENTS or sent in GAMES.values():
        assert repr(arrived) == repr(sent)
        return
    assert type(arrived) is type(sent)
    assert arrived == sent
    assert hash(arrived) == hash(sent)


def dill_there_and_back(value: object) -> object:
    dill = pytest.importorskip("dill")
    return dill.loads(dill.dumps(value))


def cloudpickle_there_and_back(value: object) -> object:
    return pickle.loads(pytest.importorskip("cloudpickle").dumps(value))


WAYS: dict[str, Callable[[object], object]] = {
    "pickle, first protocol": lambda value: pickle.loads(pickle.dumps(value, 0)),
    "pickle, second protocol": lambda value: pickle.loads(pickle.dumps(value, 2)),
    "pickle, latest protocol": lambda value: pickle.loads(pickle.dumps(value, LARGEST)),
    "cloudpickle": cloudpickle_there_and_back,
    "dill": dill_there_and_back,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize(
    "way", sampled(WAYS, {*WAYS} - {"pickle, first protocol", "pickle, second protocol"})
)
def test_a_value_arrives_as_it_was_sent(way: str) -> None:
    for value in travellers():
        assert_equal(WAYS[way](value), value)
    for error in refusals():
        arrived = WAYS[way](error)
        assert arrived == error
        assert str(arrived) == str(error)


def test_a_changed_copy_without_changes_is_equal() -> None:
    for value in travellers():
        if attrs.has(type(value)) and value is not wi.DOCUMENTS:  # a converter, not a value
            assert_equal(attrs.evolve(value), value)


def test_another_process_reads_what_cloudpickle_has_written(tmp_path: Path) -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    file = tmp_path / "values"
    file.write_bytes(cloudpickle.dumps((travellers(), refusals())))
    program = (
        f"import pickle, sys; sys.path.insert(0, {str(EXAMPLES)!r})\n"
        f"values, errors = pickle.loads(open({str(file)!r}, 'rb').read())\n"
        "print(len(values), len(errors))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == [str(len(travellers())), str(len(refusals()))]
