"""Train a network for `LearnedPlayer` from random weights, by self-play and against greedy.

    python train_by_self_play.py --players 2 --folder training

It needs the extra `fast`. The folder receives the learning curve, the weights, which
`LearnedPlayer(weights="training/mine.weights")` uses, and a checkpoint, from which the same command
continues. docs/how-to/train-a-player.md explains the steps.
"""

import argparse
import csv
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue import SOLO_SCHEMING, STANDARD
from westeros_intrigue.lab.environments.vector import Tables

TABLES, STEPS, MINIBATCH = 256, 96, 1024
"""A chunk has 96 placements at each of 256 tables, from which the network then learns in parts."""
SOLO_SHARE = 0.1
"""The share of four-player chunks that are solo games."""
TRACE = 0.8
"""The lambda of SARSA(lambda): 1 learns from the end of the round, 0 from the next position."""
FIRST_RATE, LAST_RATE = 1e-3, 2e-5
FIRST_TEMPERATURE, LAST_TEMPERATURE = 0.04, 0.03
"""The size of Adam's steps, and the readiness to try worse moves, before and after the finish. The
last value is divided by the number of players, since the worths of moves differ less with more
players."""
FINISH = 800
"""The number of final chunks, in which each first value gradually becomes the second."""
MARGIN_SHARE, FINAL_MARGIN_SHARE = 0.1, 0.5
"""The worth of a move is the chance of placing the last card, plus a share of a fifth of the
margin. The share is small in training and larger in play, since the margin is less uncertain
then."""
INPUTS, SUMS, UNITS, MOST = 626, 128, 32, 8.0
"""The sizes of the layers, and the cap on the numbers of the first layer."""

Array = NDArray[Any]


class Network:
    """Two layers and two outputs: a fifth of the margin, and the chance of winning minus a half."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Begin with random weights."""
        shapes = [(INPUTS, SUMS), (SUMS,), (SUMS, UNITS), (UNITS,), (UNITS, 2), (2,)]
        spread = [0.08, 0, (2 / SUMS) ** 0.5, 0, 0.1, 0]
        self.weights: list[Array] = [
            (size * rng.standard_normal(shape)).astype(np.float32)
            for shape, size in zip(shapes, spread, strict=True)
        ]
        self.moments = [np.zeros_like(each) for each in self.weights * 2]
        self.updates = 0

    def layers(self, inputs: Array) -> tuple[Array, Array, Array]:
        """Return the two layers and the outputs for rows of inputs."""
        first, first_bias, second, second_bias, last, last_bias = self.weights
        sums = np.clip(inputs.astype(np.float32) @ first + first_bias, 0, MOST)
        units = np.maximum(sums @ second + second_bias, 0)
        return sums, units, units @ last + last_bias

    def learn(self, inputs: Array, wanted: Array, rate: float) -> None:
        """Take a step of Adam towards the target outputs of positions."""
        second, last = self.weights[2], self.weights[4]
        sums, units, outputs = self.layers(inputs)
        error = (outputs - wanted).astype(np.float32) / len(inputs)
        to_units = (error @ last.T) * (units > 0)
        to_sums = (to_units @ second.T) * ((sums > 0) & (sums < MOST))
        slopes = []
        for layer, change in ((inputs, to_sums), (sums, to_units), (units, error)):
            slopes += [layer.astype(np.float32).T @ change, change.sum(0)]
        self.updates += 1
        for at, slope in enumerate(slopes):
            mean, square = self.moments[at], self.moments[at + len(slopes)]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            self.weights[at] -= rate / (1 - 0.9**self.updates) * mean / size

    def packed(self, margin_share: float) -> bytes:
        """Return the weights as `LearnedPlayer` reads them: integers, in units of 1/1024."""
        *layers, last, last_bias = self.weights
        layers += [last @ [margin_share, 1], last_bias @ [margin_share, 1]]
        numbers = np.concatenate([np.ravel(1024 * layer) for layer in layers])
        return np.round(numbers).astype("<i2").tobytes()


class Placed(NamedTuple):
    """A placement at each table, and its results."""

    seats: Array
    inputs: Array
    """The network's inputs for the position after it."""
    done: Array
    """True if it ended the round."""
    results: Array
    """For each table and seat, the correct outputs, if the round is over."""


def place(
    tables: Tables, weights: bytes, rng: np.random.Generator, temperature: float = 0
) -> Placed:
    """Place a card at each table, better moves more likely; at temperature 0, only the best."""
    values = tables.values(weights)
    worths, starts = values.worths, values.offsets[:-1]
    if temperature:
        worths = worths / temperature + rng.gumbel(size=len(worths))
    best = worths == np.repeat(np.maximum.reduceat(worths, starts), np.diff(values.offsets))
    picked = np.minimum.reduceat(np.where(best, np.arange(len(worths)), len(worths)), starts)
    seats = tables.seats.copy()
    tables.step(values.actions[picked])
    points = tables.rewards
    margins = points - (points.sum(1, keepdims=True) - points) / (tables.players - 1)
    wins = (points == points.max(1, keepdims=True)) - 0.5
    results = np.stack([margins / 5, wins], 2)
    return Placed(seats, values.inputs(picked), tables.done.copy(), results)


def targets(chunk: list[Placed], outputs: Array) -> Array:
    """Return the target outputs of SARSA(lambda) for each placement, from the last back."""
    tables, players = chunk[0].results.shape[:2]
    is_known = np.zeros((tables, players), bool)
    next_outputs, wanted = np.zeros((2, tables, players, 2))
    found = np.empty_like(outputs)
    for step in reversed(range(len(chunk))):
        placed, here = chunk[step], (np.arange(tables), chunk[step].seats)
        is_known[placed.done] = True
        next_outputs[placed.done] = wanted[placed.done] = placed.results[placed.done]
        target = (1 - TRACE) * next_outputs[here] + TRACE * wanted[here]
        # Where the chunk cuts a round off, a seat's last position keeps the network's value.
        target = np.where(is_known[here][:, None], target, outputs[step])
        is_known[here], next_outputs[here], wanted[here] = True, outputs[step], target
        found[step] = target
    return found


def tables_of(rng: np.random.Generator, players: list[int], greedy_share: float) -> Tables:
    """Return new tables for one of these numbers of players; with four, sometimes solo."""
    seats, kind = int(rng.choice(players)), rng.random()
    return Tables(
        TABLES,
        players=seats,
        opponents="greedy" if kind < greedy_share else None,
        variant=SOLO_SCHEMING if seats == 4 and kind > 1 - SOLO_SHARE else STANDARD,
        seed=int(rng.integers(2**63)),
    )


def train(network: Network, tables: Tables, rng: np.random.Generator, finished: float) -> int:
    """Play a chunk, learn from it, and return the number of rounds that ended."""
    last = LAST_TEMPERATURE / tables.players
    temperature = FIRST_TEMPERATURE * (last / FIRST_TEMPERATURE) ** finished
    rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** finished
    weights = network.packed(MARGIN_SHARE)
    chunk = [place(tables, weights, rng, temperature) for _ in range(STEPS)]
    learn_from(network, chunk, rng, rate)
    return sum(int(placed.done.sum()) for placed in chunk)


def learn_from(
    network: Network, chunk: list[Placed], rng: np.random.Generator, rate: float
) -> None:
    """Learn from a chunk of placements, in parts."""
    wanted = targets(chunk, np.stack([network.layers(placed.inputs)[2] for placed in chunk]))
    inputs, wanted = np.concatenate([placed.inputs for placed in chunk]), wanted.reshape(-1, 2)
    for some in np.array_split(rng.permutation(len(inputs)), len(inputs) // MINIBATCH):
        network.learn(inputs[some], wanted[some], rate)


def won_against_greedy(network: Network, players: int, rounds: int) -> float:
    """Return the share of rounds that the network wins from one seat, averaged over seats."""
    tables = Tables(rounds, players=players, opponents="greedy", seed=2**64 - 1)
    weights, rng = network.packed(MARGIN_SHARE), np.random.default_rng()
    won, counted = 0, np.zeros(rounds, bool)
    while not counted.all():
        placed = place(tables, weights, rng)
        wins = placed.results[np.arange(rounds), placed.seats, 1] > 0
        won += int((wins & placed.done & ~counted).sum())
        counted |= placed.done
    return won / rounds


def in_pairs(weights: bytes, players: int) -> bytes:
    """Return the same network, with the first layer in an order in which it is computed sooner.

    The compiled code leaves out a pair of numbers of the first layer if both are 0. So numbers that
    are often above 0 in the same positions stand in a pair.
    """
    sizes = np.cumsum([INPUTS * SUMS, SUMS, SUMS * UNITS])
    first, biases, second, rest = np.split(np.frombuffer(weights, "<i2"), sizes)
    tables, rng = Tables(TABLES, players=players, seed=2**64 - 1), np.random.default_rng()
    inputs = np.concatenate([place(tables, weights, rng).inputs for _ in range(STEPS)])
    # Exact, since sums of such integers are far below the 24 bits of a number.
    sums = inputs.astype(np.float32) @ first.reshape(INPUTS, SUMS).astype(np.float32) + biases
    is_positive = (sums > 0).astype(np.float32)
    together = is_positive.T @ is_positive
    np.fill_diagonal(together, -1)
    order: list[int] = []
    while len(order) < SUMS:
        pair = divmod(int(together.argmax()), SUMS)
        order += pair
        together[[*pair]] = together[:, [*pair]] = -1
    layers = [
        first.reshape(INPUTS, SUMS)[:, order],
        biases[order],
        second.reshape(SUMS, UNITS)[order],
    ]
    return b"".join([*(layer.tobytes() for layer in layers), rest.tobytes()])


def save(path: Path, network: Network, progress: tuple[int, int, int]) -> None:
    """Write a checkpoint, from which the same training continues, in place of the last one."""
    unfinished = path.with_suffix(".new.npz")
    np.savez(unfinished, np.array([network.updates, *progress]), *network.weights, *network.moments)
    unfinished.replace(path)


def loaded(path: Path) -> tuple[Network, int, int, int]:
    """Return the network of a checkpoint, with its chunks, rounds and processor seconds."""
    network = Network(np.random.default_rng())
    with np.load(path) as saved:
        progress, *arrays = (saved[name] for name in saved.files)
    network.weights, network.moments = arrays[:6], arrays[6:]
    network.updates, number, rounds, seconds = map(int, progress)
    return network, number, rounds, seconds


def main() -> None:
    """Train, or continue a training, and write the result."""
    parser = argparse.ArgumentParser(description="Train a player by self-play.")
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--greedy", type=float, default=0.15, help="share of greedy opponents")
    parser.add_argument("--chunks", type=int, default=2400, help="the length of the training")
    parser.add_argument("--minutes", type=float, default=60, help="the time limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("training"))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checkpoint, curve = options.folder / "checkpoint.npz", options.folder / "curve.csv"
    network, number, rounds, used = Network(np.random.default_rng(options.seed)), 0, 0, 0
    if checkpoint.exists():
        network, number, rounds, used = loaded(checkpoint)
    else:
        curve.write_text("rounds,seconds,won\n", encoding="utf-8")
    print(f"training from chunk {number}; the first figure comes within minutes", flush=True)
    started, until = time.process_time(), time.monotonic() + 60 * options.minutes
    goes_on = number < options.chunks
    while goes_on:
        # A chunk's number and the seed determine its random numbers.
        rng = np.random.default_rng([options.seed, number])
        finished = max(0, 1 - (options.chunks - number) / FINISH)
        rounds += train(network, tables_of(rng, options.players, options.greedy), rng, finished)
        number += 1
        goes_on = number < options.chunks and time.monotonic() < until
        if goes_on and number % 20:
            continue
        seconds = round(used + time.process_time() - started)
        won = won_against_greedy(network, options.players[0], 1000)
        print(f"chunk {number}, {rounds} rounds, {seconds} s: {won:.1%} won of greedy", flush=True)
        save(checkpoint, network, (number, rounds, seconds))
        with curve.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerow([rounds, seconds, won])
        weights = in_pairs(network.packed(FINAL_MARGIN_SHARE), options.players[0])
        (options.folder / "mine.weights").write_bytes(weights)


if __name__ == "__main__":
    main()
