"""Trains a small network by proximal policy optimization against `greedy_player`, in NumPy alone.

    python train_policy.py --minutes 10 --curve curve.csv

Rounds of two players, the learner in either seat. It needs the extra `gymnasium`. It takes minutes,
so it is no part of the checks; docs/how-to/train-a-policy.md shows what came of a run.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue import STANDARD, greedy_player
from westeros_intrigue.environments.actions import ACTION_COUNT
from westeros_intrigue.environments.gymnasium import OneSeatEnv
from westeros_intrigue.environments.tensors import SIZE

Array = NDArray[Any]
HIDDEN = 128
GAMES_A_BATCH = 128
EPOCHS = 4
MINIBATCH = 256
LEARNING_RATE = 1e-3
CLIP = 0.2
ENTROPY_BONUS = 0.01
VALUE_WEIGHT = 0.5
SCALE = 10.0
"""A round's points are divided by this, so that values are about 1."""


class Network:
    """One hidden layer, from which come the logits of the actions and the value of the position."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Draw small weights."""
        self.weights: dict[str, Array] = {
            "hidden": rng.normal(0, np.sqrt(2 / SIZE), (SIZE, HIDDEN)),
            "hidden_bias": np.zeros(HIDDEN),
            "logits": rng.normal(0, 0.01, (HIDDEN, ACTION_COUNT)),
            "logits_bias": np.zeros(ACTION_COUNT),
            "value": rng.normal(0, 0.01, (HIDDEN, 1)),
            "value_bias": np.zeros(1),
        }
        self._means = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._squares = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._steps = 0

    def __call__(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the chances of the legal actions, and the values."""
        weights = self.weights
        hidden = np.maximum(seen @ weights["hidden"] + weights["hidden_bias"], 0)
        logits = hidden @ weights["logits"] + weights["logits_bias"]
        logits = np.where(masks > 0, logits, -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        values = (hidden @ weights["value"] + weights["value_bias"])[:, 0]
        return hidden, chances / chances.sum(axis=1, keepdims=True), values

    def learn(self, seen: Array, hidden: Array, to_logits: Array, to_values: Array) -> None:
        """Go one step of Adam down the gradient, given what the loss says of the outputs."""
        weights = self.weights
        to_hidden = to_logits @ weights["logits"].T + to_values[:, None] * weights["value"].T
        to_hidden = to_hidden * (hidden > 0)
        gradients = {
            "hidden": seen.T @ to_hidden,
            "hidden_bias": to_hidden.sum(axis=0),
            "logits": hidden.T @ to_logits,
            "logits_bias": to_logits.sum(axis=0),
            "value": hidden.T @ to_values[:, None],
            "value_bias": to_values.sum(axis=0, keepdims=True),
        }
        self._steps += 1
        for name, gradient in gradients.items():
            self._means[name] += 0.1 * (gradient - self._means[name])
            self._squares[name] += 0.001 * (gradient**2 - self._squares[name])
            mean = self._means[name] / (1 - 0.9**self._steps)
            square = self._squares[name] / (1 - 0.999**self._steps)
            weights[name] -= LEARNING_RATE * mean / (np.sqrt(square) + 1e-8)


Step = tuple[Array, Array, int, float, float]
"""What was seen, the mask, the action, its logarithmic chance, and the value that was expected."""


def play(
    environment: OneSeatEnv, network: Network, seed: int, rng: np.random.Generator | None
) -> tuple[list[Step], float]:
    """Play a round, and return its steps and points; without a source the likeliest actions."""
    steps: list[Step] = []
    seen, info = environment.reset(seed=seed)
    is_over, points = False, 0.0
    while not is_over:
        mask = info["action_mask"]
        _, [chances], [value] = network(seen[None], mask[None])
        action = int(chances.argmax() if rng is None else rng.choice(ACTION_COUNT, p=chances))
        steps.append((seen, mask, action, float(np.log(chances[action])), float(value)))
        seen, reward, is_over, _, info = environment.step(action)
        points += reward
    return steps, points


def improve(
    network: Network, played: list[tuple[list[Step], float]], rng: np.random.Generator
) -> None:
    """Make what did better than expected likelier, and what did worse less likely."""
    steps = [(*step, points / SCALE) for steps, points in played for step in steps]
    seen, masks, actions, before, values, results = (
        np.array(column, dtype=float) for column in zip(*steps, strict=True)
    )
    advantages = results - values
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        order = rng.permutation(len(steps))
        for start in range(0, len(steps), MINIBATCH):
            some = order[start : start + MINIBATCH]
            hidden, chances, expected = network(seen[some], masks[some])
            chosen = np.eye(ACTION_COUNT)[actions[some].astype(int)]
            logs = np.log(np.maximum(chances, 1e-12))
            ratio = np.exp((logs * chosen).sum(axis=1) - before[some])
            gain = advantages[some]
            is_clipped = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            to_log = np.where(is_clipped, 0.0, -gain * ratio)[:, None]
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            to_logits = to_log * (chosen - chances)
            to_logits += ENTROPY_BONUS * chances * (logs + entropy)
            to_values = VALUE_WEIGHT * (expected - results[some])
            network.learn(seen[some], hidden, to_logits / len(some), to_values / len(some))


def share_won(environments: list[OneSeatEnv], network: Network, deals: int) -> float:
    """Return the share of rounds won: the same deals for both seats, the likeliest actions."""
    won = 0
    for seat, environment in enumerate(environments):
        for seed in range(deals):
            play(environment, network, seed, None)
            won += environment.game.results[0].last_placer == seat
    return won / (2 * deals)


def main() -> None:
    """Train for some minutes, and write the learning curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--deals", type=int, default=250, help="of each evaluation, for both seats")
    parser.add_argument("--every", type=int, default=20, help="batches between evaluations")
    parser.add_argument("--curve", type=Path, default=Path("curve.csv"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    network = Network(rng)
    one_round = STANDARD.with_rounds(1)
    environments = [
        OneSeatEnv([None, greedy_player], variant=one_round),
        OneSeatEnv([greedy_player, None], variant=one_round),
    ]
    end = time.monotonic() + 60 * options.minutes
    batches = 0
    with options.curve.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["rounds", "won"])
        while True:
            if batches % options.every == 0:
                won = share_won(environments, network, options.deals)
                writer.writerow([batches * GAMES_A_BATCH, won])
                file.flush()
                print(f"{batches * GAMES_A_BATCH:>8} rounds: {won:.1%} won against greedy_player")
                if time.monotonic() > end:
                    break
            # Training deals begin where those of the evaluations end.
            first = options.deals + batches * GAMES_A_BATCH
            played = [
                play(environments[number % 2], network, first + number, rng)
                for number in range(GAMES_A_BATCH)
            ]
            improve(network, played, rng)
            batches += 1


if __name__ == "__main__":
    main()
