"""Train a network for `LearnedPlayer` from random weights, by playing against itself.

    python train_by_self_play.py --players 2 --folder training

It needs the extra `fast`. The folder receives a checkpoint, from which the same command goes on,
the learning curve, and the weights: `LearnedPlayer(weights="training/mine.weights")` plays by them.
docs/how-to/train-a-player.md explains the steps.
"""

import argparse
import csv
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue import SOLO_SCHEMING, STANDARD
from westeros_intrigue.environments.tensors import FIELDS
from westeros_intrigue.environments.vector import Tables

TABLES, STEPS, MINIBATCH = 512, 48, 1024
"""A chunk has 48 placements at each of 512 tables; then the network learns from them in parts."""
GREEDY_SHARE, SOLO_SHARE = 0.2, 0.1
"""The share of the chunks in which greedy players have all seats but one, and of solo games."""
TRACE = 0.8
"""The lambda of SARSA(lambda): 1 learns from the end of the round, 0 from the next position."""
FIRST_RATE, LAST_RATE = 1e-3, 2e-5
FIRST_TEMPERATURE, LAST_TEMPERATURE = 0.04, 0.015
"""At the beginning and the end: the size of Adam's steps, and how readily worse moves are tried."""
MARGIN_SHARE = 0.1
"""A move is worth the chance to place the last card, and this share of a fifth of the margin."""
SUMS, UNITS, MOST = 128, 32, 8.0
"""The sizes of the two layers, and the most that a number of the first counts."""

BLOCKS = {field.name: field for field in FIELDS}
CELLS = [(row, column) for row in range(8) for column in range(8 - row)]
PLACES = CELLS[8:]
"""The cells of a full court, and those above its bottom row."""
LEFT_BELOW = [CELLS.index((row - 1, column)) for row, column in PLACES]
RIGHT_BELOW = [CELLS.index((row - 1, column + 1)) for row, column in PLACES]
COLUMNS = np.array(
    [
        192 * house + place
        for house in range(4)
        for place in (
            *(8 * row + column for row, column in CELLS),
            *(64 + 8 * row + column for row, column in PLACES),
            *range(128, 164),
        )
    ]
    + [*range(768, 804), *range(832, 882)]
)
"""For each input its row in a file of weights, which has room for more."""
ROWS_IN_FILE = 896

Array = NDArray[Any]


def ones(numbers: Array, most: int) -> Array:
    """Return each number as a row of ones: with four inputs, 3 is 1 1 1 0."""
    return np.expand_dims(np.round(numbers), -1) > np.arange(most)


def inputs(numbers: Array) -> Array:
    """Return the inputs, each 0 or 1, of positions after a move, from `Tables.after().numbers`."""

    def block(name: str) -> Array:
        field = BLOCKS[name]
        return numbers[:, field.start : field.stop].reshape(-1, *field.shape)

    court, slots = block("court") > 0, block("open")[:, :, 2:] > 0
    own = np.round(9 * block("known")[:, 0])
    # The house of which the hand has most comes first: the names of houses do not matter.
    order = np.argsort(court.sum(2) - 16 * own, axis=1, kind="stable")
    court, slots = (np.take_along_axis(each, order[..., None], 1) for each in (court, slots))
    own = np.take_along_axis(own, order, 1)
    occupied = court.max(1)
    width = occupied[:, :8].sum(1)
    within = np.array([row + column for row, column in PLACES]) < width[:, None]
    has_both = occupied[:, LEFT_BELOW] & occupied[:, RIGHT_BELOW]
    may_open = (within & ~occupied[:, 8:] & ~has_both)[:, None]
    houses = [
        court,
        slots,
        ones(own, 9),
        ones(9 - own - court.sum(2), 9),  # unseen
        ones(slots.sum(2), 8),
        ones(((court[:, :, LEFT_BELOW] | court[:, :, RIGHT_BELOW]) & may_open).sum(2), 6),
        ones((slots & (slots.sum(1, keepdims=True) == 1)).sum(2), 4),  # open to no other house
    ]
    sizes, players = np.round(17 * block("hand_size")), 2 + block("players").argmax(1)
    kind = np.where(block("automated").max(1) > 0, 0, players - 1)
    is_out = block("out_after")[:, 1:] > 0
    is_in = ~is_out & (np.arange(1, 6) < players[:, None])
    table = [
        ones(sizes[:, 0], 17),
        ones(np.where(players == 2, 7, 8) - width, 8),  # free cells of the bottom row
        kind[:, None] == np.arange(6),
        block("to_move")[:, 1:] > 0,
    ]
    others = [
        is_in[..., None],
        (is_in & (sizes[:, 1:] > sizes[:, :1]))[..., None],
        ones(np.where(is_out, sizes[:, 1:], 0), 4),
        np.take_along_axis(block("missing")[:, 1:] > 0, order[:, None], 2),
    ]
    parts = [np.concatenate(houses, 2), *table, np.concatenate(others, 2)]
    return np.concatenate([part.reshape(len(numbers), -1) for part in parts], 1)


class Network:
    """Two layers, and two outputs: a fifth of the margin, and the chance to win less a half."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Begin with random weights."""
        shapes = [(len(COLUMNS), SUMS), (SUMS,), (SUMS, UNITS), (UNITS,), (UNITS, 2), (2,)]
        spread = [0.08, 0, (2 / SUMS) ** 0.5, 0, 0.1, 0]
        self.weights: list[Array] = [
            (size * rng.standard_normal(shape)).astype(np.float32)
            for shape, size in zip(shapes, spread, strict=True)
        ]
        self.moments = [np.zeros_like(each) for each in self.weights * 2]
        self.updates = 0

    def layers(self, seen: Array) -> tuple[Array, Array, Array]:
        """Return the two layers and the outputs for rows of inputs."""
        first, first_bias, second, second_bias, last, last_bias = self.weights
        sums = np.clip(seen.astype(np.float32) @ first + first_bias, 0, MOST)
        units = np.maximum(sums @ second + second_bias, 0)
        return sums, units, units @ last + last_bias

    def learn(self, seen: Array, wanted: Array, rate: float) -> None:
        """Take a step of Adam towards the outputs that positions should have had."""
        _, _, second, _, last, _ = self.weights
        sums, units, outputs = self.layers(seen)
        error = (outputs - wanted).astype(np.float32) / len(seen)
        to_units = (error @ last.T) * (units > 0)
        to_sums = (to_units @ second.T) * ((sums > 0) & (sums < MOST))
        slopes = []
        for layer, change in ((seen, to_sums), (sums, to_units), (units, error)):
            slopes += [layer.astype(np.float32).T @ change, change.sum(0)]
        self.updates += 1
        for at, slope in enumerate(slopes):
            mean, square = self.moments[at], self.moments[at + len(slopes)]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            self.weights[at] -= rate / (1 - 0.9**self.updates) * mean / size

    def write(self, path: Path) -> None:
        """Write the weights as `LearnedPlayer` reads them: whole numbers, in parts of 1 024."""
        first, first_bias, second, second_bias, last, last_bias = self.weights
        rows, shares = np.zeros((ROWS_IN_FILE, SUMS)), np.array([MARGIN_SHARE, 1])
        rows[COLUMNS] = first
        layers = (rows, first_bias, second, second_bias, last @ shares, last_bias @ shares)
        numbers = np.concatenate([np.ravel(1024 * layer) for layer in layers])
        np.round(numbers).astype("<i2").tofile(path)


class Placed(NamedTuple):
    """A placement at each table, and what it led to."""

    seats: Array
    inputs: Array
    values: Array
    """The outputs of the network for it."""
    done: Array
    """True if it ended the round."""
    results: Array
    """For each table and seat the outputs that would have been right, if the round is over."""


def place(tables: Tables, network: Network, rng: np.random.Generator, temperature: float) -> Placed:
    """Place a card at each table, the better the more likely; at temperature 0 always the best."""
    numbers, actions, offsets = tables.after()
    seen, starts = inputs(numbers), offsets[:-1]
    values = network.layers(seen)[2]
    worth = values @ np.array([MARGIN_SHARE, 1])
    if temperature:
        worth = worth / temperature + rng.gumbel(size=len(worth))
    best = worth == np.repeat(np.maximum.reduceat(worth, starts), np.diff(offsets))
    picked = np.minimum.reduceat(np.where(best, np.arange(len(worth)), len(worth)), starts)
    seats = tables.seats.copy()
    tables.step(actions[picked])
    points = tables.rewards
    margins = points - (points.sum(1, keepdims=True) - points) / (tables.players - 1)
    wins = (points == points.max(1, keepdims=True)) - 0.5
    results = np.stack([margins / 5, wins], 2)
    return Placed(seats, seen[picked], values[picked], tables.done.copy(), results)


def targets(chunk: list[Placed], players: int) -> Array:
    """Return the outputs that SARSA(lambda) wants for each placement, found from the last back."""
    tables = np.arange(len(chunk[0].seats))
    is_known = np.zeros((len(tables), players), bool)
    next_values, wanted = np.zeros((2, len(tables), players, 2))
    found = []
    for placed in reversed(chunk):
        over, here = placed.done, (tables, placed.seats)
        is_known[over] = True
        next_values[over] = wanted[over] = placed.results[over]
        target = (1 - TRACE) * next_values[here] + TRACE * wanted[here]
        # Where the chunk breaks a round off, a seat's last position stays at the network's value.
        target = np.where(is_known[here][:, None], target, placed.values)
        is_known[here], next_values[here], wanted[here] = True, placed.values, target
        found.append(target)
    return np.concatenate(found[::-1])


def tables_of(rng: np.random.Generator, players: list[int]) -> Tables:
    """Return new tables of one of these numbers of players; of four, sometimes solo."""
    seats, kind = int(rng.choice(players)), rng.random()
    return Tables(
        TABLES,
        players=seats,
        opponents="greedy" if kind < GREEDY_SHARE else None,
        variant=SOLO_SCHEMING if seats == 4 and kind > 1 - SOLO_SHARE else STANDARD,
        seed=int(rng.integers(2**63)),
    )


def train(network: Network, tables: Tables, rng: np.random.Generator, progress: float) -> int:
    """Play a chunk, learn from it, and return the number of rounds that ended."""
    temperature = FIRST_TEMPERATURE * (LAST_TEMPERATURE / FIRST_TEMPERATURE) ** progress
    rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** max(0, (progress - 0.3) / 0.7)
    chunk = [place(tables, network, rng, temperature) for _ in range(STEPS)]
    seen = np.concatenate([placed.inputs for placed in chunk])
    wanted = targets(chunk, tables.players)
    for some in np.array_split(rng.permutation(len(seen)), len(seen) // MINIBATCH):
        network.learn(seen[some], wanted[some], rate)
    return sum(int(placed.done.sum()) for placed in chunk)


def won_against_greedy(network: Network, players: int, rounds: int) -> float:
    """Return the share of rounds that the network wins from one seat, each seat as often."""
    tables = Tables(rounds, players=players, opponents="greedy", seed=2**64 - 1)
    rng, won, counted = np.random.default_rng(), 0, np.zeros(rounds, bool)
    while not counted.all():
        placed = place(tables, network, rng, 0)
        wins = placed.results[np.arange(rounds), placed.seats, 1] > 0
        won += int((wins & placed.done & ~counted).sum())
        counted |= placed.done
    return won / rounds


def save(path: Path, network: Network, progress: tuple[int, int, int]) -> None:
    """Write a checkpoint, from which the same training goes on."""
    np.savez(path, np.array([network.updates, *progress]), *network.weights, *network.moments)


def loaded(path: Path) -> tuple[Network, int, int, int]:
    """Return the network of a checkpoint, and its chunks, rounds and seconds of the processor."""
    network = Network(np.random.default_rng())
    with np.load(path) as saved:
        progress, *arrays = (saved[name] for name in saved.files)
    network.weights, network.moments = arrays[:6], arrays[6:]
    network.updates, number, rounds, seconds = map(int, progress)
    return network, number, rounds, seconds


def main() -> None:
    """Train, or go on with a training, and write what has been learnt."""
    parser = argparse.ArgumentParser(description="Train a player by self-play.")
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--chunks", type=int, default=2000, help="the length of the training")
    parser.add_argument("--minutes", type=float, default=60, help="when to break off")
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
    started, until = time.process_time(), time.monotonic() + 60 * options.minutes
    goes_on = number < options.chunks
    while goes_on:
        # All chance of a chunk follows from its number and the seed.
        rng = np.random.default_rng([options.seed, number])
        rounds += train(network, tables_of(rng, options.players), rng, number / options.chunks)
        number += 1
        goes_on = number < options.chunks and time.monotonic() < until
        if goes_on and number % 20:
            continue
        seconds = round(used + time.process_time() - started)
        won = won_against_greedy(network, options.players[0], 1000)
        print(f"chunk {number}, {rounds} rounds, {seconds} s: {won:.1%} won of greedy", flush=True)
        with curve.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerow([rounds, seconds, won])
        save(checkpoint, network, (number, rounds, seconds))
        network.write(options.folder / "mine.weights")


if __name__ == "__main__":
    main()
