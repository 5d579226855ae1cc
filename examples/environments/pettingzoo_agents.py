"""Random and greedy agents at a table of PettingZoo: each seat of each deal is greedy once.

Needs the extra `pettingzoo`.
"""

import random

from westeros_intrigue import STANDARD, greedy_player, observe
from westeros_intrigue.lab.environments import actions
from westeros_intrigue.lab.environments.pettingzoo import WesterosIntrigueEnv
from westeros_intrigue.rules import draw_deal

PLAYERS, DEALS = 4, 25
ONE_ROUND = STANDARD.with_rounds(1)


def random_action(environment: WesterosIntrigueEnv, rng: random.Random) -> int:
    """Choose a legal action from the mask, which is all that an agent needs."""
    mask = environment.observe(environment.agent_selection)["action_mask"]
    return rng.choice(mask.nonzero()[0].tolist())


def greedy_action(environment: WesterosIntrigueEnv, rng: random.Random) -> int:
    """Let a player of the library choose from the view of the agent to move."""
    view = observe(environment.game, environment.game.active_player)
    return actions.encode(view, greedy_player(view, rng))


def play(environment: WesterosIntrigueEnv, greedy_agent: str, rng: random.Random) -> str:
    """Play a round, and return the agent with the highest reward."""
    rewarded: dict[str, float] = {}
    for agent in environment.agent_iter():
        _, reward, is_over, _, _ = environment.last(observe=False)
        if is_over:
            rewarded[agent] = reward
            environment.step(None)
        elif agent == greedy_agent:
            environment.step(greedy_action(environment, rng))
        else:
            environment.step(random_action(environment, rng))
    return max(rewarded, key=rewarded.__getitem__)


def main() -> None:
    """Play one greedy agent against three random ones, in every seat of every deal."""
    rng = random.Random(1)
    environment = WesterosIntrigueEnv(PLAYERS, variant=ONE_ROUND, rewards="victory")
    won = 0
    for _ in range(DEALS):
        deal = draw_deal(PLAYERS, rng, ONE_ROUND)
        for agent in environment.possible_agents:
            environment.reset(options={"deal": deal})
            won += play(environment, agent, rng) == agent
    rounds = DEALS * PLAYERS
    print(f"The greedy agent won {won} of {rounds} rounds against three random ones.")
    print(f"Even play would win {rounds // PLAYERS}.")


if __name__ == "__main__":
    main()
