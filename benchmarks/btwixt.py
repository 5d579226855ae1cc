"""B'Twixt: whole games and moves per second, with random moves and with simple players.

Moves are also compared with those of the card game, in the same turns.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.figures import card_game
from benchmarks.measuring import Contender, Line, Spread, Work, chosen, measured, share
from benchmarks.publishing import Figure
from westeros_intrigue import play_game
from westeros_intrigue.games import btwixt

GAMES = 10
"""The number of games in a turn."""


def random_games(players: int, count: str, games: int = GAMES) -> Contender:
    """Whole games on the sample box: list the legal moves, choose one at random, apply it."""

    def prepare(turn: int) -> Work:
        rng = random.Random(turn)

        def work() -> int:
            number = 0
            for game in range(games):
                state = btwixt.setup(players, seed=games * turn + game)
                while moves := btwixt.legal_moves(state):
                    state = btwixt.apply(state, chosen(moves, rng))
                    number += 1
            return number if count == "moves" else games

        return work

    return Contender(f"{players} players, {count}", prepare)


def simple_games(players: int) -> Contender:
    """Whole games of simple players, who see views."""

    def prepare(turn: int) -> Work:
        seats = [btwixt.simple_player] * players
        return lambda: sum(
            play_game(seats, game=btwixt, seed=GAMES * turn + game).is_over for game in range(GAMES)
        )

    return Contender(f"{players} simple players, games", prepare)


def report(turns: int) -> Iterator[Line]:
    """Measure games and moves a second."""
    counts = [random_games(players, count) for players in (3, 4, 6) for count in ("games", "moves")]
    yield f"Games and moves a second of random play on the sample box; {turns} turns."
    reference = card_game()
    all_rates = measured([reference, *counts, simple_games(4)], turns)
    for name, rates in all_rates.items():
        middle, lowest, highest = spread = Spread.of(rates)
        yield f"{name:28}{spread}"
        yield Figure(name, middle, (lowest, highest))
        if name != reference.name:
            yield share(all_rates, name, reference.name)
