"""Many games of named players, and the results of rounds or games as text.

Named players play whole games of any kind, and their victories are counted. Policies play the
rounds and games of a `Simulation`.
"""

from __future__ import annotations

import json
from functools import partial, reduce
from operator import add
from typing import TYPE_CHECKING, Any

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.options import TableOptions, options_data
from westeros_intrigue.gamekit.text import Row, text_table
from westeros_intrigue.lab.matches.match import source_named
from westeros_intrigue.lab.simulation import counted, running
from westeros_intrigue.lab.simulation.results_file import code_of
from westeros_intrigue.players.playing import play_game
from westeros_intrigue.rules.cards import House

if TYPE_CHECKING:  # its import needs NumPy
    from westeros_intrigue.lab.simulation.simulation import Simulation


@attrs.frozen
class NamedGames(values.Value):
    """The terms of many games, which determine every random outcome.

    >>> games = NamedGames("monopoly", ("simple", "random"), 1)
    >>> games.count_games(range(10)).means(0)["wins"].value
    1.0
    """

    game: str
    """The key of the game in `GAMES`."""
    policies: tuple[str, ...]
    """The name of the player of each seat, from 0; it has no effect for an automated seat."""
    seed: int
    options: TableOptions = ()
    """The options of the table, by name."""

    def count_games(self, numbers: range, run: running.Run = running.Run()) -> counted.CountedGames:  # noqa: B008 - frozen
        """Return the counts of some games.

        Args:
            numbers: the numbers of the games, without gaps, at least one.
            run: the way to play them.

        Raises:
            InvalidValue: the file of the run exists or is of another simulation.
            DecodingError: the file is damaged.
            MatchInterrupted: the executor failed.
        """
        usual = running.chunk_size(len(numbers))
        game = GAMES[self.game]
        players = {name: game.PLAYERS.parse(name) for name in self.policies}
        return counted.count_in_chunks(
            counted.CountedGames, self, numbers, partial(_count, self), run, usual,
            code_of(players, game),
        )  # fmt: skip

    def play(self, number: int) -> counted.CountedGames:
        """Play one game, and return its winners."""
        game = GAMES[self.game]
        seed = source_named(f"{self.seed} {number}").getrandbits(53)
        start = game.new_game(len(self.policies), dict(self.options), seed=seed)
        automated = game.automated_seats(start)
        players = [None if seat in automated else name for seat, name in enumerate(self.policies)]
        winners = game.final_winner(play_game(players, game=game, seed=seed, state=start)).winners
        won = (len(winners) * (seat in winners) for seat in range(len(players)))
        return counted.CountedGames(self.policies, tuple(counted.Histogram.of([n]) for n in won))


def _count(games: NamedGames, numbers: range) -> counted.CountedGames:
    return reduce(add, map(games.play, numbers))


@attrs.frozen
class SimulationResult(values.Value):
    """The counts of a simulation, with what was simulated.

    >>> from westeros_intrigue.lab.simulation import Simulation
    >>> simulation = Simulation(2, "greedy", seed=1)
    >>> print(SimulationResult(simulation, simulation.count_rounds(range(40))).to_table())
    40 rounds of 2 players, seed 1. In brackets 95 % intervals.
    <BLANKLINE>
    seat  policy                  points              last card
    0     greedy  1.975 (1.740 to 2.210)  30.0 % (17.7 to 46.1)
    1     greedy  2.075 (1.725 to 2.425)  70.0 % (53.9 to 82.3)
    <BLANKLINE>
    Cards in the court at the end: 23.950 (23.433 to 24.467)
    """

    terms: Simulation | NamedGames
    counts: counted.CountedRounds | counted.CountedGames
    automated: tuple[int, ...] = ()
    """The seats that the rules move."""
    houses: tuple[House, ...] = ()
    """The house of each seat, if any."""

    def to_json(self) -> str:
        """Return the terms, and the means of each seat with their 95 % intervals, as JSON."""
        terms, counts = self.terms, self.counts
        if isinstance(terms, NamedGames):
            table: dict[str, Any] = {"game": terms.game, "options": options_data(terms.options)}
        else:
            options = [*terms.variant.options]
            table = {"first_player": terms.first_player, "rotate": terms.rotate, "options": options}
        data = {
            f"{counts.THING}s": len(counts),
            "players": len(counts.policies),
            "seed": terms.seed,
            **table,
            "seats": self._seats,
        }
        if isinstance(counts, counted.CountedRounds):
            data |= counted.columns_of("court", counts.court_size.mean)
        return json.dumps(data, indent=2)

    def to_table(self) -> str:
        """Return a line for each seat, below a heading."""
        counts = self.counts
        head, rows = counts._table
        for row, seat in zip(rows, self._seats, strict=True):
            row[:2] = f"{seat['seat']} {seat['house'] or ''}".rstrip(), str(seat["policy"])
        lines = [
            f"{counts._size}, seed {self.terms.seed}. In brackets 95 % intervals.",
            "",
            *text_table(head, rows),
        ]
        if isinstance(counts, counted.CountedRounds):
            lines += ["", f"Cards in the court at the end: {counts.court_size.mean:.3f}"]
        return "\n".join(lines)

    @property
    def _seats(self) -> list[Row]:
        """The rows of the counts, with the house and the automation of each seat."""
        return [
            {
                "seat": seat,
                "policy": "automated" if seat in self.automated else policy,
                "house": str(self.houses[seat]) if self.houses else None,
                **self.counts._columns(seat),
            }
            for seat, policy in enumerate(self.counts.policies)
        ]
