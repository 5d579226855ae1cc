"""Councils' powers and the final ranking."""

from typing import Any

from . import table
from .script import Game


def power(game: Game, council: int) -> int:
    """The powers of a council's allies and the values of its tokens (score.council)."""
    lying = game["councils"][council]
    powers = [table.ally_data(game, ally)["power"] for ally in lying["allies"]]
    return int(sum(powers) + sum(lying["tokens"]))


def criteria(game: Game, player: int) -> tuple[int, int, int]:
    """What leaders are compared by, the first first."""
    two = table.own_councils(game, player)
    powers = [power(game, council) for council in two]
    allies = [len(game["councils"][council]["allies"]) for council in two]
    # score.small, score.winner; then score.tie-other; then score.tie-allies
    return min(powers), max(powers), sum(allies)


def final(game: Game) -> dict[str, Any]:
    """The ranking, leaders who share a place together (score.ranking), and what decided it."""
    scores = [criteria(game, player) for player in range(game["players"])]
    ranking = [
        [player for player in range(game["players"]) if scores[player] == score]
        for score in sorted({*scores}, reverse=True)
    ]
    decided_by = "shared"  # score.shared
    left = [*range(game["players"])]
    for number, name in enumerate(["small", "other", "allies"]):
        best = max(scores[player][number] for player in left)
        left = [player for player in left if scores[player][number] == best]
        if len(left) == 1:
            decided_by = name
            break
    return {
        "powers": [power(game, council) for council in range(game["players"])],
        "ranking": ranking,
        "winners": ranking[0],
        "decided_by": decided_by,
    }
