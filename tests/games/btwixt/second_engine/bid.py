"""Totals, the winner, the ranking and the council that a bid binds to."""

from typing import Any

from . import table
from .script import Game


def total(game: Game, player: int) -> int:
    """The sum of the values in a pile, whoever played the cards (claim.total)."""
    return sum(int(table.card_data(game, card)["value"]) for card in game["piles"][player])


def ranking(game: Game) -> list[int]:
    """The leaders by total, the best first (claim.ranking).

    Tied ones come clockwise from the first player (claim.winner).
    """
    seats = table.clockwise_from(game, game["first_player"])
    return sorted(seats, key=lambda seat: -total(game, seat))


def strings(game: Game, player: int) -> int:
    """How many copies of Pulling the Strings lie in a pile (card.strings.piles)."""
    return len(
        [
            card
            for card in game["piles"][player]
            if table.does(table.card_data(game, card), "placement", "place_shared")
        ]
    )


def bound_council(game: Game, winner: int) -> int | None:
    """The council that Pulling the Strings binds the winner to (card.strings)."""
    of_left = strings(game, table.left_neighbour(game, winner))
    of_right = strings(game, table.right_neighbour(game, winner))
    if of_left > of_right:
        return table.left_council(game, winner)
    if of_right > of_left:
        return table.right_council(game, winner)
    return None


def decided(game: Game) -> dict[str, Any]:
    """All that is read once, when the bid is decided (claim.fixed)."""
    ranked = ranking(game)
    return {
        "totals": [total(game, seat) for seat in range(game["players"])],
        "ranking": ranked,
        "winner": ranked[0],
        "second": ranked[1],
        "bound": bound_council(game, ranked[0]),
    }
