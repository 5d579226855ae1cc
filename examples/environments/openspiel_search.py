"""OpenSpiel's search over information sets against a random player, in rounds of two.

The bot is the Python one: OpenSpiel's C++ bots cannot play games written in Python. Needs the extra
`openspiel`.
"""

import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from westeros_intrigue.lab.environments.openspiel import State, resampler

DEALS, SIMULATIONS = 3, 25


def play(game: pyspiel.Game, bot: ISMCTSBot, seat: int, rng: random.Random) -> bool:
    """Play a round, and return whether the bot won."""
    state: State = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == seat:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state.returns()[seat] == 1


def main() -> None:
    """Let the bot play both seats of a few deals."""
    rng = random.Random(1)
    won = 0
    for seed in range(DEALS):
        name = f"python_westeros_intrigue_deal(seed={seed},rounds=1,returns=victory)"
        game = pyspiel.load_game(name)
        for seat in range(2):
            numbers = np.random.RandomState(seed)
            evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=numbers)
            bot = ISMCTSBot(
                game, evaluator, uct_c=2, max_simulations=SIMULATIONS, random_state=numbers
            )
            bot.set_resampler(resampler(rng))
            won += play(game, bot, seat, rng)
    print(f"With {SIMULATIONS} simulations a move, the search won {won} of {2 * DEALS} rounds.")


if __name__ == "__main__":
    main()
