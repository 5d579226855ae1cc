"""Train a PyTorch network by policy gradients against the greedy player, then measure it.

It needs PyTorch and the extras `fast` and `match`. Pass the number of updates of the network.
"""

import sys
from typing import Any

import torch

from westeros_intrigue.lab.environments import PolicyPlayer
from westeros_intrigue.lab.environments.actions import ACTION_COUNT
from westeros_intrigue.lab.environments.tensors import SIZE
from westeros_intrigue.lab.environments.vector import Tables
from westeros_intrigue.lab.matches import play_match

tables = Tables(512, opponents="greedy", rewards="victory", seed=1)
seats = torch.from_dlpack(tables.seats.copy())[:, None]  # the learner keeps its seats
body = [torch.nn.Linear(SIZE, 128), torch.nn.ReLU(), torch.nn.Linear(128, ACTION_COUNT + 1)]
network = torch.nn.Sequential(*body)  # the actions, and the chance to win
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
for update in range(int(sys.argv[1]) if len(sys.argv) > 1 else 1000):
    played, won = [], []
    for _ in range(16):
        numbers, masks = map(torch.tensor, (tables.observations, tables.masks))
        with torch.no_grad():
            worths = network(numbers)[:, :ACTION_COUNT].masked_fill(masks == 0, -torch.inf)
        actions = torch.distributions.Categorical(logits=worths).sample()
        tables.step(actions.numpy())
        done, rewards = map(torch.tensor, (tables.done, tables.rewards))
        won.append(rewards.gather(1, seats)[done, 0].mean())
        played.append((numbers, masks, actions, done, rewards.gather(1, seats)[:, 0]))
    earned, losses = network(torch.tensor(tables.observations))[:, ACTION_COUNT].detach(), []
    for numbers, masks, actions, done, rewards in reversed(played):
        earned = torch.where(done, rewards, earned)  # the reward of the round
        found = network(numbers)
        worths = found[:, :ACTION_COUNT].masked_fill(masks == 0, -torch.inf)
        chosen = torch.distributions.Categorical(logits=worths)
        error = earned - found[:, ACTION_COUNT]
        losses.append(
            error**2 - chosen.log_prob(actions) * error.detach() - 0.01 * chosen.entropy()
        )
    optimizer.zero_grad()
    torch.stack(losses).mean().backward()
    optimizer.step()
    if update % 50 == 49:
        print(
            f"update {update + 1}: {torch.stack(won).nanmean():.0%} of the rounds won", flush=True
        )


def choose(numbers: Any, mask: Any) -> Any:
    """Return the action that the network likes best."""
    with torch.no_grad():
        worths = network(torch.from_numpy(numbers))[:ACTION_COUNT]
    return worths.masked_fill(~torch.from_numpy(mask), -torch.inf).argmax()


result = play_match({"mine": PolicyPlayer(choose), "greedy": "greedy"}, deals=500, rounds=1, seed=2)
print(result.to_table())
