"""Counterfactual regret minimization on a small ending, until neither player can gain.

Two players see the same court, and neither knows the other's hand. Chance picks a deal that is
consistent with what both have seen. Needs the extra `openspiel`.
"""

import random

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import westeros_intrigue.lab.environments.openspiel  # noqa: F401 - it registers the games
from westeros_intrigue import STANDARD, greedy_player, play_game

SEED, PLACEMENTS_LEFT, WORLDS, ITERATIONS = 3, 5, 6, 20


def main() -> None:
    """Solve the last placements of a round that two greedy players have begun."""
    final = play_game([greedy_player] * 2, rng=random.Random(SEED), variant=STANDARD.with_rounds(1))
    placements = final.results[0].placements[:-PLACEMENTS_LEFT]
    opening = "_".join(f"{of.move.card.house.letter}@{of.move.slot}" for of in placements)
    game = pyspiel.load_game(
        f"python_westeros_intrigue_deal(seed={SEED},rounds=1,returns=victory,worlds={WORLDS},"
        f"opening={opening})"
    )
    solver = cfr.CFRSolver(game)
    for iteration in range(ITERATIONS + 1):
        if iteration % 5 == 0:
            gain = exploitability.nash_conv(game, solver.average_policy())
            print(f"After {iteration:2} iterations the players could gain {gain:.3f} in all.")
        solver.evaluate_and_update_policy()


if __name__ == "__main__":
    main()
