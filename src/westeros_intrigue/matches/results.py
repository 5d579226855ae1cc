"""`MatchResult`: the result of a match, as values, text, JSON and CSV."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import combinations

import attrs

from westeros_intrigue.base.errors import InvalidValue, MissingExtra
from westeros_intrigue.base.tables import Row, csv_table, text_table
from westeros_intrigue.base.values import Value, brief, counted
from westeros_intrigue.drawing.notebook import html_table
from westeros_intrigue.drawing.style import Theme
from westeros_intrigue.game import GAMES
from westeros_intrigue.matches.estimates import Estimate, estimated_mean, estimated_share
from westeros_intrigue.matches.match import Match
from westeros_intrigue.matches.pictures import ratings_svg
from westeros_intrigue.matches.ratings import Rating, rate
from westeros_intrigue.matches.tallies import Block, Tally


@attrs.frozen
class Standing(Value):
    """The figures of an entrant in a match, each with its 95 % interval.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> from westeros_intrigue.matches import play_match
    >>> entrants = {"random": random_player, "greedy": greedy_player}
    >>> best = play_match(entrants, deals=50, seed=1).ranked[0]
    >>> isinstance(best, Standing), best.name, best.games_won.percent
    (True, 'greedy', '98.0 % (92.7 to 99.5)')
    """

    name: str
    """The name of the entrant."""
    tally: Tally
    """Its games, rounds and points, as exact sums."""
    games_won: Estimate
    """The share of its games that it won."""
    rounds_won: Estimate
    """The share of its rounds in which it placed the last card; 0 in a game without rounds."""
    points: Estimate
    """The mean of its penalty points in a round; 0 in a game without rounds."""


@attrs.frozen
class Pairing(Value):
    """Two entrants, and the share of games in which the first was ranked before the second.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> from westeros_intrigue.matches import play_match
    >>> entrants = {"random": random_player, "greedy": greedy_player}
    >>> [pairing] = play_match(entrants, deals=50, seed=1).pairings
    >>> isinstance(pairing, Pairing), pairing.games, pairing.ahead.percent
    (True, 100, '2.0 % (0.5 to 7.3)')
    """

    first: str
    """The name of the first."""
    second: str
    """The name of the second."""
    games: int
    """The number of games in which they met, counted by pairs of seats."""
    ahead: Estimate
    """The share of these in which the first was ranked before the second, a shared place counted
    half."""


@attrs.frozen(repr=False)
class MatchResult(Value):
    """The result of a match.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> from westeros_intrigue.matches import play_match
    >>> entrants = {"random": random_player, "greedy": greedy_player}
    >>> result = play_match(entrants, deals=50, seed=1)
    >>> import choix  # of the extra `match`, for the ratings
    >>> print(result.to_table())
    50 deals, 100 games of 2 players, seed 1. In brackets 95 % intervals.
    <BLANKLINE>
    entrant              games won             rounds won       points a round  shared  games
    greedy   98.0 % (92.7 to 99.5)  93.5 % (89.5 to 96.0)  2.42 (2.27 to 2.56)       0    100
    random      2.0 % (0.5 to 7.3)    6.5 % (4.0 to 10.5)  5.49 (5.25 to 5.73)       0    100
    <BLANKLINE>
    entrant               rating
    greedy   +319 (+218 to +421)
    random   -319 (-421 to -218)

    `to_rows` is for tables, `to_json` for other programs:

    >>> [row["entrant"] for row in result.to_rows()], result.to_csv()[:13]
    (['greedy', 'random'], 'entrant,games')
    >>> import json
    >>> json.loads(result.to_json())["standings"] == result.to_rows()
    True
    >>> result.tally("greedy").games
    100
    """

    match: Match
    """The terms of the match."""
    blocks: tuple[Block, ...]
    """The sums over blocks of deals: one deal each, or more if there are over a thousand deals."""

    def __repr__(self) -> str:
        return f"<MatchResult: {self._size}: {', '.join(self.match.names)}>"

    @property
    def _games(self) -> int:
        seats_taken = sum(self.tally(name).games for name in self.match.names)
        return seats_taken // len(self.match.chairs)

    def tally(self, name: str) -> Tally:
        """Return the exact sums of an entrant, which require no extra.

        Raises:
            InvalidValue: no entrant has that name.
        """
        if name not in self.match.names:
            raise InvalidValue(f"{brief(name)} is not one of {', '.join(self.match.names)}")
        place = self.match.names.index(name)
        return sum((block.tallies[place] for block in self.blocks), Tally())

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The standing of each entrant, in the order of their names in the match."""
        return tuple(self._standing(place) for place in range(len(self.match.names)))

    def _standing(self, place: int) -> Standing:
        tallies = [block.tallies[place] for block in self.blocks]
        rounds = [tally.rounds for tally in tallies]
        least, most = self.match.possible_shares(place)

        def share(won: list[Fraction], played: list[int]) -> Estimate:
            return estimated_share(won, played, self.match.deals, least=least, most=most)

        return Standing(
            self.match.names[place],
            sum(tallies, Tally()),
            share([tally.games_won for tally in tallies], [tally.games for tally in tallies]),
            share([tally.rounds_won for tally in tallies], rounds) if any(rounds) else _NOTHING,
            estimated_mean([tally.points for tally in tallies], rounds)
            if any(rounds)
            else _NOTHING,
        )

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pairs of entrants that met, in the order of their names in the match."""
        pairings = []
        for first, second in combinations(range(len(self.match.names)), 2):
            ahead = [block.ahead[first][second] for block in self.blocks]
            met = [block.ahead[first][second] + block.ahead[second][first] for block in self.blocks]
            if games := sum(met):
                share = estimated_share(ahead, met, self.match.deals)
                names = self.match.names
                pairings.append(Pairing(names[first], names[second], int(games), share))
        return tuple(pairings)

    @cached_property
    def ranked(self) -> tuple[Standing, ...]:
        """The standings by the share of games won, the largest first."""
        return tuple(sorted(self.standings, key=lambda standing: -standing.games_won.value))

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The rating of each entrant from the rankings of its games, the best first.

        Empty if no two entrants met, as in Solo Scheming.

        Raises:
            MissingExtra: choix is not installed.
        """
        return rate(self.match.names, self.blocks)

    def draw_svg(self, *, theme: Theme = "auto") -> str:
        """Return the ratings with their intervals as an SVG.

        >>> from westeros_intrigue import greedy_player, random_player
        >>> from westeros_intrigue.matches import play_match
        >>> entrants = {"random": random_player, "greedy": greedy_player}
        >>> play_match(entrants, deals=10, seed=1).draw_svg().startswith("<svg ")
        True

        Args:
            theme: `"light"`, `"dark"`, or `"auto"` for the reader's preference.

        Raises:
            MissingExtra: choix is not installed.
            InvalidValue: the theme is unknown, or no two entrants met.
        """
        if not self.ratings:
            raise InvalidValue("the result has no ratings to draw: no two entrants met")
        return ratings_svg(self.ratings, f"Ratings from {self._size}", theme)

    def to_rows(self) -> list[Row]:
        """Return a flat row for each entrant, best first, such as for a DataFrame of pandas."""
        return [
            {
                "entrant": standing.name,
                "games": standing.tally.games,
                "games_won": float(standing.tally.games_won),
                "wins_shared": standing.tally.wins_shared,
                "forfeits": standing.tally.forfeits,
                **_columns("games_won_share", standing.games_won),
                **_rounds(standing),
            }
            for standing in self.ranked
        ]

    def to_csv(self) -> str:
        """Return the rows of `to_rows` as CSV, with a heading."""
        return csv_table(self.to_rows())

    def to_json(self) -> str:
        """Return the terms and the results of the match as JSON."""
        match = self.match
        data = {
            "kind": "match-result",
            "version": 1,
            "match": match.to_data(),
            "standings": self.to_rows(),
            "ratings": [
                {"entrant": rating.name, **_columns("points", rating.points)}
                for rating in self.ratings
            ],
            "pairings": [
                {
                    "first": pairing.first,
                    "second": pairing.second,
                    "games": pairing.games,
                    **_columns("ahead", pairing.ahead),
                }
                for pairing in self.pairings
            ],
        }
        return json.dumps(data, indent=2)

    def to_table(self) -> str:
        """Return the results as text: the entrants, best first, their ratings and pairings.

        If the extra `match` is not installed, a line says so in place of the ratings.
        """
        lines = [self._caption, "", *text_table(*self._table)]
        if isinstance(ratings := self._shown_ratings, str):
            lines += ["", ratings]
        elif ratings:
            cells = [[rating.name, rating.points.whole] for rating in ratings]
            lines += ["", *text_table(("entrant", "rating"), cells)]
        if len(self.match.names) > 2 and self.pairings:
            rows = [
                [f"{pairing.first} before {pairing.second}", pairing.ahead.percent,
                 str(pairing.games)]
                for pairing in self.pairings
            ]  # fmt: skip
            lines += ["", *text_table(("each against each", "ranked first", "games"), rows)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the table of the entrants and the picture of their ratings, for notebooks."""
        table = html_table(self._caption, *self._table)
        if isinstance(ratings := self._shown_ratings, str):
            return f"{table}<p>{escape(ratings)}</p>"
        return table + (self.draw_svg() if ratings else "")

    @property
    def _shown_ratings(self) -> tuple[Rating, ...] | str:
        """The ratings, or the reason why there are none to be shown below the results."""
        try:
            return self.ratings
        except MissingExtra as error:
            return f"No ratings: {error}."

    @property
    def _table(self) -> tuple[list[str], list[list[str]]]:
        """The headings and the cells of the entrants, without columns that are all empty."""
        rows = [_cells(standing) for standing in self.ranked]
        filled = [name for name in rows[0] if rows[0][name]]
        return filled, [[row[name] for name in filled] for row in rows]

    @property
    def _caption(self) -> str:
        return f"{self._size}. In brackets 95 % intervals."

    @property
    def _size(self) -> str:
        match = self.match
        return (
            f"{counted(match.deals, 'deal')}, {counted(self._games, 'game')} of {match.players} "
            f"players, seed {match.seed}{'' if match.rounds else f', {GAMES[match.game].NAME}'}"
        )


_NOTHING = Estimate(0.0)


def _cells(standing: Standing) -> dict[str, str]:
    return {
        "entrant": standing.name,
        "games won": standing.games_won.percent,
        "rounds won": standing.rounds_won.percent if standing.tally.rounds else "",
        "points a round": str(standing.points) if standing.tally.rounds else "",
        "shared": str(standing.tally.wins_shared),
        "games": str(standing.tally.games),
    }


def _rounds(standing: Standing) -> Row:
    """Return the columns of a game that is played in rounds."""
    if not standing.tally.rounds:
        return {}
    return {
        "rounds": standing.tally.rounds,
        "rounds_won": float(standing.tally.rounds_won),
        **_columns("rounds_won_share", standing.rounds_won),
        "points": standing.tally.points,
        **_columns("points_per_round", standing.points),
    }


def _columns(name: str, estimate: Estimate) -> Row:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
