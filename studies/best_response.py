"""The most that can be won against a player: a network learns to beat only that player.

Run `python -m studies best-response PLAYER [--seconds N] [--deals N] [--seed N]`, with
`--publish` to write docs/figures.json. The network begins with the weights of the package, and
learns from rounds of two against the player, as `examples/train_by_self_play.py` does, for some
seconds of the processor: 1 200, the default, are ten minutes of two cores. Then it plays deals that
it has not met, each from both seats. Rounds against a player without weights, such as
`search:1000`, are played one by one, so there are fewer.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.publishing import Figure, at_least, publish
from studies.strength import ONE_ROUND, figures as strength_figures, strength
from westeros_intrigue import Player, apply, distinct_moves, observe, setup
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.environments.vector import Tables, Values
from westeros_intrigue.lab.players import LearnedPlayer
from westeros_intrigue.lab.players.search import WEIGHTS, mind_of_view
from westeros_intrigue.lab.simulation.fast import fastest
from westeros_intrigue.lab.simulation.network import WORD_COUNT, value_moves
from westeros_intrigue.lab.simulation.network_files import NETWORK_SIZE
from westeros_intrigue.lab.simulation.packing import terms_of
from westeros_intrigue.players import parse_player

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
from train_by_self_play import (
    FINAL_MARGIN_SHARE,
    LAST_RATE,
    MARGIN_SHARE,
    MINIBATCH,
    STEPS,
    TABLES,
    Network,
    Placed,
    learn_from,
    place,
)

TEMPERATURE = 0.015
"""The readiness to try worse moves: the same as at the end of the package's training."""
FIRST_RATE = 3e-4
"""The size of the first steps, which must change a network that knows the game."""


def network_of_package(rng: np.random.Generator) -> Network:
    """Return a network that values positions of two as the package's network does."""
    network = Network(rng)
    numbers = np.frombuffer(WEIGHTS.read_bytes()[:NETWORK_SIZE], "<i2").astype(np.float32) / 1024
    for at, weights in enumerate(network.weights[:4]):
        network.weights[at] = numbers[: weights.size].reshape(weights.shape).copy()
        numbers = numbers[weights.size :]
    # A worth combines the two outputs; when separated, they begin as equal parts of it.
    of_both = numbers / (1 + FINAL_MARGIN_SHARE)
    network.weights[4] = np.stack([of_both[:-1]] * 2, 1)
    network.weights[5] = np.array([of_both[-1]] * 2)
    return network


def chunk_of_rounds(
    opponent: Player, weights: bytes, rng: np.random.Generator, wanted: int
) -> list[Placed]:
    """Play rounds one by one, and return at least that number of the network's placements."""
    chunk: list[Placed] = []
    while len(chunk) < wanted:
        chance, seat = random.Random(int(rng.integers(2**62))), int(rng.integers(2))
        state, placed = setup(2, rng=chance, variant=ONE_ROUND), list[Placed]()
        while state.active_player is not None:
            view = observe(state, state.active_player)
            if state.active_player != seat:
                state = apply(state, opponent(view, chance))
                continue
            mind, moves = mind_of_view(view, weights), distinct_moves(view)
            count = fastest(value_moves)(terms_of(2, view.variant), mind, 1)
            worths = np.asarray(mind.work.worths[:count]) / 2**21 / TEMPERATURE
            best = int((worths + rng.gumbel(size=count)).argmax())
            codes = np.asarray(mind.work.codes)
            words = np.asarray(mind.work.words).reshape(-1, WORD_COUNT)
            values = Values(worths, codes, codes, words)
            inputs, nothing = values.inputs([best]), np.zeros((1, 2, 2))
            placed.append(Placed(np.array([seat]), inputs, np.array([False]), nothing))
            state = apply(state, moves[best])
        if not placed:
            continue
        left, last = state.hand_sizes, state.placements[-1].player
        points = [2 * (each == last) - left[each] for each in range(2)]
        results = [[(points[each] - points[1 - each]) / 5, (each == last) - 0.5] for each in (0, 1)]
        end = placed.pop()._replace(done=np.array([True]), results=np.array([results]))
        chunk += [*placed, end]
    return chunk


def best_response(opponent: str, seconds: float, seed: int) -> tuple[bytes, int]:
    """Return the weights of a network that has learnt to beat a player, and its rounds."""
    network, rounds = network_of_package(np.random.default_rng(seed)), 0
    started, number, finished = time.process_time(), 0, 0.0
    while finished < 1:
        rng = np.random.default_rng([seed, number])
        weights = network.packed(MARGIN_SHARE)
        try:
            tables = Tables(TABLES, opponents=opponent, seed=int(rng.integers(2**63)))
            chunk = [place(tables, weights, rng, TEMPERATURE) for _ in range(STEPS)]
        except InvalidValue:  # it has no weights
            chunk = chunk_of_rounds(parse_player(opponent), weights, rng, 4 * MINIBATCH)
        learn_from(network, chunk, rng, FIRST_RATE * (LAST_RATE / FIRST_RATE) ** finished)
        rounds += sum(int(placed.done.sum()) for placed in chunk)
        number, finished = number + 1, (time.process_time() - started) / seconds
        if number % 20 == 0:
            print(f"{finished:.0%} of the time, {rounds} rounds", flush=True)
    return network.packed(MARGIN_SHARE), rounds


def main(arguments: Sequence[str]) -> None:
    """Train, play, and print the share won."""
    parser = argparse.ArgumentParser(
        prog="python -m studies best-response",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("player")
    parser.add_argument("--seconds", type=float, default=1200, help="of the processor")
    parser.add_argument("--deals", type=at_least(2), default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    weights, rounds = best_response(options.player, options.seconds, options.seed)
    response, player = LearnedPlayer(weights=weights), parse_player(options.player)
    found = strength(response, player, 2, options.deals, options.seed)
    print(f"after {rounds} rounds the best response to {options.player} won {found.share()}")
    if options.publish:
        numbers = f"--seconds {options.seconds:g} --deals {options.deals} --seed {options.seed}"
        command = f"python -m studies best-response {options.player} {numbers}"
        time_used = Figure("trained for", options.seconds, unit="CPU s")
        met = Figure("rounds of training", rounds)
        run = f"best response to {options.player}"
        publish(run, command, [*strength_figures(found)[:2], time_used, met])
