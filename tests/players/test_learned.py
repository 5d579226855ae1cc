"""The player that has learnt: it plays everywhere, alike with and without compiled code."""

from __future__ import annotations

import pickle
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from strategies import states

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    InvalidValue,
    Phase,
    Placement,
    WrongType,
    distinct_moves,
    legal_moves,
    observe,
    play_game,
)
from westeros_intrigue.compiled import fast
from westeros_intrigue.compiled.board import BOARD_SIZE, put
from westeros_intrigue.compiled.network import MOST, SUM_COUNT, UNIT_BITS
from westeros_intrigue.compiled.network_inputs import MISSING, WORD_BITS, WORD_COUNT, write_inputs
from westeros_intrigue.compiled.packing import board_of, code_of, terms_of
from westeros_intrigue.compiled.weights import NETWORK_SIZE, read_networks
from westeros_intrigue.environments.tensors import encode
from westeros_intrigue.players import LearnedPlayer, learned

ONE_ROUND = STANDARD.with_rounds(1)
TRAINING = import_module("train_by_self_play")
WEIGHTS = Path(learned.__file__).with_name("learned.weights")


@pytest.mark.rule("solo.elsewhere", "option.anyone", "option.affiliation", "option.rivalry")
@pytest.mark.parametrize("player", [LearnedPlayer(), LearnedPlayer(8)])
def test_it_plays_at_every_table(player: LearnedPlayer) -> None:
    for players in range(2, 7):
        options = STANDARD.with_seats(houses=[House.STARK] * players).with_options(
            house_affiliation=True, rivalry=True, anyone_can_die=True
        )
        assert play_game([player] * players, seed=1, variant=options).is_over
    assert play_game([player, None, None, None], seed=1, variant=SOLO_SCHEMING).is_over


@pytest.mark.parametrize("playouts", [0, 8])
def test_it_chooses_the_same_without_the_extra(
    playouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = [LearnedPlayer(playouts)] * 2
    compiled = play_game(seated, seed=3, variant=ONE_ROUND)
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    assert play_game(seated, seed=3, variant=ONE_ROUND) == compiled


@given(state=states(phases=(Phase.PLAYING,)))
def test_its_inputs_are_those_of_the_published_numbers(state: GameState) -> None:
    view = observe(state, state.active_player)
    terms, memory = terms_of(view.players, view.variant), [*board_of(view), *[0] * BOARD_SIZE]
    seen = [*view.hand_sizes, *[0] * (MISSING - view.players), *[0] * 6]
    for gone in view.eliminations:
        for house in view.missing_houses[gone.player]:
            seen[MISSING + gone.player] |= 1 << house.index
    for move in distinct_moves(view):
        memory[BOARD_SIZE:] = memory[:BOARD_SIZE]
        put(memory, BOARD_SIZE, code_of(view.board.occupied, move))
        words = [0] * WORD_COUNT
        write_inputs(terms, view.player or 0, memory, BOARD_SIZE, seen, words)
        after = np.asarray(encode(view.then(Placement(view.player or 0, move))))
        of_numbers = TRAINING.COLUMNS[TRAINING.inputs(after[None])[0]]
        of_board = [
            WORD_BITS * at + bit
            for at, word in enumerate(words)
            for bit in range(WORD_BITS)
            if word >> bit & 1
        ]
        assert sorted(of_numbers) == of_board


@given(state=states(phases=(Phase.PLAYING,)))
def test_playouts_in_any_position_lead_to_a_legal_move(state: GameState) -> None:
    view = observe(state, state.active_player)
    assert LearnedPlayer(1)(view, random.Random(1)) in legal_moves(state)


def test_no_sum_of_its_weights_exceeds_32_bits() -> None:
    networks: Any = read_networks(WEIGHTS.read_bytes())
    for network in networks:
        added = [sum(abs(int(row[each])) for row in network.first) for each in range(SUM_COUNT)]
        assert max(added) < 2**31
        for *weights, bias in zip(*network.second, network.second_biases, strict=True):
            most = MOST * sum(abs(int(weight)) for weight in weights)
            assert most + (abs(int(bias)) << UNIT_BITS) < 2**31


def test_weights_of_one_s_own_take_the_place_of_those_of_the_package(tmp_path: Path) -> None:
    own = tmp_path / "own.weights"
    own.write_bytes(WEIGHTS.read_bytes())
    games = [
        play_game([LearnedPlayer(weights=weights)] * 2, seed=1, variant=ONE_ROUND)
        for weights in (own, str(own), None)
    ]
    assert games[0] == games[1] == games[2]
    own = tmp_path / "indifferent.weights"
    own.write_bytes(bytes(NETWORK_SIZE))
    assert play_game([LearnedPlayer(weights=own)] * 2, seed=1, variant=ONE_ROUND) != games[0]


def test_a_file_of_another_size_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.weights"
    own.write_bytes(WEIGHTS.read_bytes()[:-1])
    with pytest.raises(InvalidValue):
        play_game([LearnedPlayer(weights=own)] * 2, seed=1)


def test_it_is_a_value() -> None:
    player = LearnedPlayer(30, weights="own.weights")
    assert player == pickle.loads(pickle.dumps(player))  # noqa: S301
    assert len({player, LearnedPlayer(30), LearnedPlayer()}) == 3


@pytest.mark.parametrize(("playouts", "error"), [(-1, InvalidValue), (1.0, WrongType)])
def test_only_a_number_of_playouts_is_accepted(playouts: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        LearnedPlayer(playouts)


def test_weights_are_the_path_of_a_file() -> None:
    with pytest.raises(WrongType):
        LearnedPlayer(weights=5)  # type: ignore[arg-type]
