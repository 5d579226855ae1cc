"""Whole games of any kind between named players, and the counts of who won them."""

from __future__ import annotations

import random
from functools import reduce
from hashlib import sha256
from operator import add
from typing import Annotated, Self

import attrs

from westeros_intrigue.base.limits import Length
from westeros_intrigue.base.options import TableOptions
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.counted import Histogram, Mean, share_won
from westeros_intrigue.game import GAMES
from westeros_intrigue.playing import play_game


@attrs.frozen
class CountedWins(Value):
    """The counts of some games. Those of two parts add up by `+`."""

    policies: Annotated[tuple[str, ...], Length(2)]
    """The name of the player of each seat, from 0."""
    winners: Annotated[tuple[Histogram, ...], Length(2)]
    """For each seat the number of winners of the games that it won, and 0 for the others."""

    def __len__(self) -> int:
        return len(self.winners[0])

    def __add__(self, other: Self) -> CountedWins:
        winners = zip(self.winners, other.winners, strict=True)
        return CountedWins(self.policies, tuple(mine + its for mine, its in winners))

    def means(self, player: int) -> dict[str, Mean]:
        """Return the share of the games that a player won; a shared victory counts in parts."""
        return {"wins": share_won(self.winners[player])}


@attrs.frozen
class NamedGames(Value):
    """The terms of many games, which determine every random outcome of each.

    >>> games = NamedGames("monopoly", ("simple", "random"), 1)
    >>> games.play(range(10)).means(0)["wins"].value
    1.0
    """

    game: str
    """The key of the game in `GAMES`."""
    policies: tuple[str, ...]
    """The name of the player of each seat, from 0; that of an automated seat has no effect."""
    seed: int
    options: TableOptions = ()
    """The options of the table, by name."""

    def play(self, numbers: range) -> CountedWins:
        """Play some of the games, and return their counts."""
        return reduce(add, map(self._play, numbers))

    @property
    def automated(self) -> tuple[int, ...]:
        """The seats that the rules move."""
        game = GAMES[self.game]
        return (*game.automated_seats(game.new_game(len(self.policies), dict(self.options))),)

    def _play(self, number: int) -> CountedWins:
        game = GAMES[self.game]
        digest = sha256(f"{self.seed} {number}".encode()).digest()
        seed = random.Random(int.from_bytes(digest)).getrandbits(53)  # noqa: S311 - a game
        start = game.new_game(len(self.policies), dict(self.options), seed=seed)
        automated = game.automated_seats(start)
        players = [
            None if seat in automated else game.PLAYERS.parse(name)
            for seat, name in enumerate(self.policies)
        ]
        winners = game.final_winner(play_game(players, game=game, seed=seed, state=start)).winners
        won = [len(winners) * (seat in winners) for seat in range(len(players))]
        return CountedWins(self.policies, tuple(Histogram.of([among]) for among in won))
