"""The terms that determine every game of a match: seatings, cards and random numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations, permutations
from math import comb, factorial, prod

import attrs

import westeros_intrigue
from westeros_intrigue.base.chance import shuffled
from westeros_intrigue.base.options import TableOptions
from westeros_intrigue.base.values import Value, check_integer
from westeros_intrigue.data import Data
from westeros_intrigue.game import GAMES, Position
from westeros_intrigue.matches.terms import terms_data
from westeros_intrigue.rules.dealing import Deal, draw_deal
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import STANDARD, Variant

MOST_SEATINGS = 24
"""The maximum number of seatings in all of which each deal is played."""


@attrs.frozen
class Match(Value):
    """The terms of a match, which determine the seating, cards and random numbers of every game.

    >>> from westeros_intrigue import STANDARD
    >>> match = Match(("ann", "ben"), players=2, deals=100, seed=1, variant=STANDARD)
    >>> match.seatings(0)
    ((0, 1), (1, 0))
    >>> str(match.cards(0).rounds[0].hands[1][0]), match.source(0, purpose=1).random()
    ('T3', 0.876728951050878)
    >>> match.to_data()["names"]
    ['ann', 'ben']
    """

    names: tuple[str, ...]
    """The names of the entrants. Elsewhere an entrant is its index here, from 0."""
    players: int
    """The number of seats at a table, automated ones included."""
    deals: int
    """The number of deals, which are numbered from 0."""
    seed: int
    """The seed of all random numbers, 0 to 2**53 - 1."""
    variant: Variant | None
    """The variant of each game of Westeros Intrigue; None for another game."""
    lineup: tuple[int, ...] = ()
    """The entrants at each table, in any order, some perhaps more than once; empty for a balanced
    choice."""
    forfeits: bool = False
    """True if a player that fails loses the game; otherwise its failure ends the match."""
    game: str = westeros_intrigue.KEY
    """The key of the game in `GAMES`."""
    options: TableOptions = ()
    """The options of a game without a variant, by name."""

    @property
    def rounds(self) -> int:
        """The number of rounds of a game; 0 for a game that is not played in rounds."""
        return self.variant.rounds_for(self.players) if self.variant else 0

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats for entrants: all but the automated ones."""
        automated = self.variant.automated if self.variant else ()
        return tuple(seat for seat in range(self.players) if seat not in automated)

    def seatings(self, deal: int) -> tuple[tuple[int, ...], ...]:
        """Return the seatings of a deal, each with the entrant of every chair.

        If there are at most 24 different seatings, each deal is played in all of them. A table has
        each entrant the same number of times, or some once more if the chairs do not divide evenly;
        with more entrants than chairs, all combinations of them meet.

        Otherwise the entrants form a circle, shuffled for each deal, and the chairs rotate around
        it: one game for each entrant, in which each entrant has every chair once.

        >>> from westeros_intrigue import STANDARD
        >>> match = Match(("a", "b", "c"), players=2, deals=1, seed=1, variant=STANDARD)
        >>> match.seatings(0)
        ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
        >>> len(Match(tuple("abcdef"), players=6, deals=1, seed=1, variant=STANDARD).seatings(0))
        6
        """
        chairs = len(self.chairs)
        if self._seating_count <= MOST_SEATINGS:
            return tuple(seating for lineup in self._lineups() for seating in _arrangements(lineup))
        circle = shuffled(self.lineup or range(len(self.names)), self.source(deal, "seating"))
        return tuple(
            tuple(circle[(turn + chair) % len(circle)] for chair in range(chairs))
            for turn in range(len(circle))
        )

    def seated(self, deal: int) -> Iterator[tuple[int | None, ...]]:
        """Yield the seatings of a deal over all seats, with None for automated ones.

        >>> from westeros_intrigue import SOLO_SCHEMING
        >>> match = Match(("ann", "ben"), players=4, deals=1, seed=1, variant=SOLO_SCHEMING)
        >>> list(match.seated(0))
        [(0, None, None, None), (1, None, None, None)]
        """
        for seating in self.seatings(deal):
            entrant = dict(zip(self.chairs, seating, strict=True))
            yield tuple(entrant.get(seat) for seat in range(self.players))

    def possible_shares(self, entrant: int) -> tuple[float, float]:
        """Return the least and the greatest share of its games that an entrant can win.

        Each of its seats counts as a game, and a victory as one, or less if it is shared.

        >>> from westeros_intrigue import STANDARD
        >>> lineup = (0, 1, 1, 1)
        >>> match = Match(("x", "y"), players=4, deals=1, seed=1, variant=STANDARD, lineup=lineup)
        >>> match.possible_shares(0), match.possible_shares(1)
        ((0.0, 1.0), (0.0, 0.3333333333333333))

        Raises:
            InvalidValue: the entrant is out of range.
        """
        entrant = check_integer("entrant", entrant, 0, len(self.names) - 1)
        tables = [seats for seats in self.seated(0) if entrant in seats]
        own = sum(seats.count(entrant) for seats in tables)
        alone = sum({*seats} == {entrant} for seats in tables)
        return alone / own, len(tables) / own

    def cards(self, deal: int) -> Deal:
        """Return the cards of a deal of Westeros Intrigue."""
        return draw_deal(self.players, self.source(deal, "cards"), self.variant or STANDARD)

    def start(self, deal: int) -> Position:
        """Return the first state of a deal, whatever the game.

        >>> match = Match(("ann", "ben"), 2, 1, 1, None, game="monopoly", options=(("offers", 0),))
        >>> match.start(0)
        <GameState: 2 players, turn 1, playing, player 0: floor, sample edition>
        """
        if self.variant:
            return setup(self.players, deal=self.cards(deal), variant=self.variant)
        seed = self.source(deal, "cards").getrandbits(53)
        start: Position = GAMES[self.game].new_game(self.players, dict(self.options), seed=seed)
        return start

    def source(self, deal: int, purpose: int | str) -> random.Random:
        """Return the source of random numbers of a deal for a seat, or for another purpose.

        It depends only on the seed, the deal and the purpose, not on entrants or earlier games.
        """
        name = f"{self.seed} {deal} {purpose}"
        return random.Random(int.from_bytes(sha256(name.encode()).digest()))  # noqa: S311 - a game

    def to_data(self) -> dict[str, Data]:
        """Return the terms as plain data, for JSON."""
        unused = ("game", "options") if self.variant else ("variant",)
        return terms_data(self, without=unused)

    def _lineups(self) -> Iterator[tuple[int, ...]]:
        """Yield the entrants of each kind of table, in any order."""
        if self.lineup:
            yield self.lineup
            return
        everybody = range(len(self.names))
        rounds, more = divmod(len(self.chairs), len(everybody))
        for once_more in combinations(everybody, more):
            yield (*everybody,) * rounds + once_more

    @property
    def _seating_count(self) -> int:
        # All balanced line-ups have as many seatings as the first.
        first = next(self._lineups())
        count = 1 if self.lineup else comb(len(self.names), len(first) % len(self.names))
        same = prod(factorial(times) for times in Counter(first).values())
        return count * factorial(len(first)) // same


def _arrangements(lineup: tuple[int, ...]) -> list[tuple[int, ...]]:
    return sorted(set(permutations(lineup)))
