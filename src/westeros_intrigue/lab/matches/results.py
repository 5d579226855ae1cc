"""`MatchResult`: the result of a match with intervals and ratings, as values, text, JSON and CSV.

Sums over games are exact, so the order of addition does not matter. The games of a deal are not
independent, since all entrants play the same cards in turn. The unit is therefore the deal, or a
block of deals. The variance is measured between blocks around the ratio of the sums, and quantiles
of Student's t allow for few deals.

A rating is one number for each entrant; differences predict the order of entrants. The model is
Bradley and Terry's, or Plackett and Luce's for more than two players: the probability of being
ranked first is proportional to an entrant's strength. A ranking of several entrants counts as its
pairs, which estimates the same strengths. Pairs and games of a deal are not independent, so the
error is computed from the deals' influence on the strengths (sandwich estimator).
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from html import escape
from itertools import combinations
from math import ceil, log, sqrt
from numbers import Real
from operator import add
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Self

import attrs

from westeros_intrigue.drawing import svg
from westeros_intrigue.gamekit import packaging
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue, MissingExtra
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.notebook_tables import Columnar, columns_of_rows, html_table
from westeros_intrigue.gamekit.pictures import Picture, image_in_html
from westeros_intrigue.gamekit.text import Row, csv_table, text_table
from westeros_intrigue.gamekit.values import Value, check_type, short_repr
from westeros_intrigue.lab.matches.match import GameOutcome, Match
from westeros_intrigue.lab.matches.sequential import Verdict
from westeros_intrigue.lab.simulation import counted
from westeros_intrigue.lab.simulation.counted import Estimate

if TYPE_CHECKING:  # only ratings need NumPy
    import numpy as np
    from numpy.typing import NDArray


def estimate_share(
    blocks: Sequence[counted.Sample], deals: int, least: float = 0.0, most: float = 1.0
) -> Estimate:
    """Return the ratio of the sums of some blocks, between two bounds.

    `bounds_of_share` returns the interval, from the variance between the blocks.
    """
    count, value, variance = counted.measure(blocks)
    if count == 1 or least == most:
        return Estimate(value)
    # The position between the bounds, from 0 to 1.
    width = most - least
    place, variance = (value - least) / width, variance / width**2
    if variance:
        # A few deals can agree by chance: add the variance of a single one.
        total = float(sum(whole for _, whole, _ in blocks))
        variance += place * (1 - place) / (total * count)
    low, high = counted.bounds_of_share(place, variance, deals)
    return Estimate(value, least + width * low, least + width * high)


def check_ratings() -> None:
    """Check that the extra `match` is installed, which only ratings need.

    Raises:
        MissingExtra: it is not installed.
    """
    with packaging.needs_extra("a rating", "match"):
        import choix  # noqa: F401, PLC0415 - see above


def deals_to_tell(share: float, other: float = 0.5) -> int:
    """Return the number of deals needed to distinguish one share of wins from another.

    With that number, a 95 % interval around the true `share` excludes `other` nine times out of
    ten. Each deal is assumed to have two independent games.

    >>> deals_to_tell(0.52), deals_to_tell(0.6)
    (3279, 127)

    Args:
        share: the true share, above 0 and below 1.
        other: the share to distinguish it from, above 0 and below 1.

    Raises:
        InvalidValue: a number is out of range, or the shares are equal.
    """
    for name, number in {"share": share, "other": other}.items():
        check_type(name, number, Real)
        if not 0 < number < 1:
            raise InvalidValue(f"{name} must be above 0 and below 1, not {short_repr(number)}")
    if share == other:
        raise InvalidValue(f"share and other are both {share}: no match can distinguish them")
    deviation = sqrt(share * (1 - share) / 2)
    normal = NormalDist()
    errors = normal.inv_cdf((1 + counted.CONFIDENCE) / 2) + normal.inv_cdf(0.9)
    return ceil((errors * deviation / (share - other)) ** 2)


@attrs.frozen
class Tally(Value):
    """The sums of an entrant over games. A game counts once for each seat of the entrant.

    >>> total = Tally(games=1, rounds=2, points=5) + Tally(games=1, rounds=2, points=9)
    >>> total.games, total.rounds, total.points
    (2, 4, 14)
    """

    games: int = 0
    """The games played."""
    rounds: int = 0
    """The rounds played."""
    rounds_won: Fraction = Fraction(0)
    """The rounds in which the entrant placed the last card."""
    games_won: Fraction = Fraction(0)
    """The games won; a shared victory counts as an equal part for each winner."""
    wins_shared: int = 0
    """The games won together with others."""
    points: int = 0
    """The penalty points."""
    forfeits: int = 0
    """The games lost through a failure of the player: an error, an illegal or too long a move."""
    lost_on_time: int = 0
    """Those of them that were lost through too long a move."""
    ahead: tuple[Fraction, ...] = ()
    """For each entrant, the games in which this one was ranked before it; a shared place counts
    half."""

    def __add__(self, other: Self) -> Self:
        return counted.add_fields(self, other)


Block = tuple[Tally, ...]
"""The tally of each entrant over a block of deals."""


def sum_games(match: Match, outcomes: Iterable[GameOutcome]) -> Block:
    """Return the tally of each entrant over games of a match."""
    tallies = [Tally(ahead=(Fraction(0),) * len(match.names))] * len(match.names)
    for outcome in outcomes:
        winners = outcome.ranking[0]
        place = {seat: place for place, seats in enumerate(outcome.ranking) for seat in seats}
        for seat, entrant in enumerate(outcome.seating):
            if entrant is None:
                continue
            has_won, rounds_won = seat in winners, Fraction(outcome.last_placers.count(seat))
            if has_won:  # also the rounds that a forfeit has ended
                rounds_won += Fraction(match.rounds - len(outcome.last_placers), len(winners))
            ahead = [Fraction(0)] * len(match.names)
            for other_seat, other in enumerate(outcome.seating):
                if other is None or other == entrant:
                    continue
                if place[seat] <= place[other_seat]:
                    ahead[other] += Fraction(1, 1 + (place[seat] == place[other_seat]))
            tallies[entrant] += Tally(
                games=1,
                rounds=match.rounds,
                rounds_won=rounds_won,
                games_won=Fraction(has_won, len(winners) or 1),  # a lone player can forfeit
                wins_shared=int(has_won and len(winners) > 1),
                points=outcome.penalty_points[seat] if outcome.penalty_points else 0,
                forfeits=int(outcome.forfeit is not None and not has_won),
                lost_on_time=int(
                    outcome.forfeit is not None and outcome.forfeit.on_time and not has_won
                ),
                ahead=tuple(ahead),
            )
    return tuple(tallies)


ELO = 400 / log(10)
"""Rating points per unit of the natural logarithm of the odds: 400 points are odds of 10."""


@attrs.frozen
class Rating(Value):
    """The rating of an entrant.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> from westeros_intrigue.lab.matches import play_match
    >>> entrants = {"random": random_player, "greedy": greedy_player}
    >>> best, other = play_match(entrants, deals=50, seed=1).ratings
    >>> isinstance(best, Rating), best.name, round(best.points.value - other.points.value)
    (True, 'greedy', 638)
    """

    name: str
    """The name of the entrant."""
    points: Estimate
    """The rating in Elo points, with its 95 % interval; the mean of all entrants is 0."""


def _reaches(
    strengths: NDArray[np.float64], ahead: NDArray[np.float64], games: NDArray[np.float64]
) -> list[float]:
    """Return how far the intervals of ratings reach; 0 if all blocks are equal.

    Args:
        strengths: one for each entrant.
        ahead: for each block, the number of games in which one was ranked before another.
        games: the number of games in which two met, including the extra drawn game.
    """
    import numpy as np  # noqa: PLC0415 - only ratings need it

    count = len(ahead)
    if count == 1:
        return [0.0] * len(strengths)
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    information = -games * chances * chances.T
    information -= np.diag(information.sum(axis=1))
    inverse = np.linalg.pinv(information)
    met = ahead + ahead.transpose(0, 2, 1)
    surprises = (ahead - met * chances).sum(axis=2)
    moved = (surprises - surprises.mean(axis=0)) @ inverse
    variances = (moved**2).sum(axis=0) * count / (count - 1)
    # A few deals can agree by chance: add the uncertainty of a single one.
    errors = np.sqrt(variances + np.diag(inverse) / count)
    errors[np.isclose(variances, 0)] = 0
    reaches: list[float] = (ELO * counted.t_quantile(count) * errors).tolist()
    return reaches


_EDGE = 16
_LINE = 28
_SCALE = 360


def ratings_svg(ratings: Sequence[Rating], caption: str, theme: svg.Theme) -> Picture:
    """Return an SVG of the ratings, best at the top, on a common scale with a line at the mean."""
    lines = [f"{rating.name}: {rating.points.whole}" for rating in ratings]
    spans: list[list[float]] = [
        sorted(end for end in attrs.astuple(rating.points) if end is not None) for rating in ratings
    ]
    lowest, highest = min(map(min, spans)), max(map(max, spans))
    left = 2 * _EDGE + max(svg.text_width(line, 13) for line in lines)
    width = max(left + _SCALE, _EDGE + svg.text_width(caption, 13, bold=True)) + _EDGE

    def across(points: float) -> int:
        return left + round((points - lowest) / (highest - lowest or 1) * _SCALE)

    top = 2 * _EDGE + 20
    bottom = top + _LINE * len(ratings)
    mean = across(0)
    parts = [
        svg.group("panel", [svg.box(1, 1, width - 2, bottom + 34, radius=12)]),
        svg.line_of_text(caption, _EDGE, _EDGE + 14, bold=True),
        f'<path {svg.class_of("panel")} d="M{mean} {top - 4}V{bottom}"/>',
        svg.line_of_text("0", mean, bottom + 16, size=11, kind="muted", anchor="middle"),
    ]
    middles = range(top + _LINE // 2, bottom, _LINE)
    for rating, line, span, y in zip(ratings, lines, spans, middles, strict=True):
        low, high = across(span[0]), across(span[-1])
        interval = svg.box(low, y - 1, max(2, high - low), 2, radius=1)
        point = f'<circle cx="{across(rating.points.value)}" cy="{y}" r="5" fill="currentColor"/>'
        parts += [svg.line_of_text(line, _EDGE, y + 5), svg.group("last", [interval, point])]
    label = f"{caption} {'. '.join(lines)}."
    return svg.document(parts, width, bottom + 36, label, theme=theme)


@attrs.frozen
class Standing(Value):
    """The figures of an entrant in a match, each with its 95 % interval.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> from westeros_intrigue.lab.matches import play_match
    >>> entrants = {"random": random_player, "greedy": greedy_player}
    >>> best = play_match(entrants, deals=50, seed=1).standings[0]
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
    >>> from westeros_intrigue.lab.matches import play_match
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
    """The share of these games in which the first was ranked before the second; a shared place
    counts half."""


@attrs.frozen(repr=False)
class MatchResult(Value, Columnar):
    """The result of a match.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> from westeros_intrigue.lab.matches import play_match
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
    """

    match: Match
    """The terms of the match."""
    blocks: tuple[Block, ...]
    """The sums over blocks of deals: one deal each, or several if there are over a thousand
    deals."""
    verdict: Verdict | None = None
    """The answer of the test that ended the match early; None without one."""

    def __repr__(self) -> str:
        return f"<MatchResult: {self._size}: {', '.join(self.match.names)}>"

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The standing of each entrant, by the share of games won, the largest first."""
        standings = map(self._standing, range(len(self.match.names)))
        return tuple(sorted(standings, key=lambda standing: -standing.games_won.value))

    def _standing(self, place: int) -> Standing:
        tallies = [block[place] for block in self.blocks]
        limits = self.match.deals, *_possible_shares(self.match, place)
        return Standing(
            self.match.names[place],
            reduce(add, tallies),
            estimate_share([(tally.games_won, tally.games, 1) for tally in tallies], *limits),
            estimate_share([(tally.rounds_won, tally.rounds, 1) for tally in tallies], *limits),
            counted.estimate_mean(
                [(tally.points, tally.rounds, 1) for tally in tallies], least=0.0
            ),
        )

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pairs of entrants that met, in the order of their names in the match."""
        pairings = []
        for (first, name), (second, other) in combinations(enumerate(self.match.names), 2):
            tallies = ((block[first], block[second]) for block in self.blocks)
            pairs = ((mine.ahead[second], its.ahead[first]) for mine, its in tallies)
            blocks = [(ahead, ahead + behind, 1) for ahead, behind in pairs]
            if games := int(sum(met for _, met, _ in blocks)):
                share = estimate_share(blocks, self.match.deals)
                pairings.append(Pairing(name, other, games, share))
        return tuple(pairings)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The rating of each entrant from the rankings of its games, best first.

        Each pair that met is credited with one more drawn game, so that even an entrant that won
        every game has a finite rating. Empty if no two entrants met, as in Solo Scheming.

        Raises:
            MissingExtra: choix is not installed.
        """
        check_ratings()
        import choix  # noqa: PLC0415 - only ratings need it
        import numpy as np  # noqa: PLC0415 - as above

        ahead = np.array([[tally.ahead for tally in block] for block in self.blocks], float)
        total = ahead.sum(axis=0)
        games = total + total.T
        if not games.any():
            return ()
        shared = games > 0
        strengths = choix.ilsr_pairwise_dense(total + shared / 2, max_iter=1000)
        reaches = _reaches(strengths, ahead, games + shared)
        figures = zip(self.match.names, (ELO * strengths).tolist(), reaches, strict=True)
        ratings = (Rating(name, counted.estimate_around(*figure)) for name, *figure in figures)
        return tuple(sorted(ratings, key=lambda rating: -rating.points.value))

    def draw_svg(self, *, theme: svg.Theme = "auto") -> Picture:
        """Return the ratings with their intervals as an SVG.

        >>> from westeros_intrigue import greedy_player, random_player
        >>> from westeros_intrigue.lab.matches import play_match
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
        """Return a flat row for each entrant, best first, such as for a pandas DataFrame."""
        return [
            {
                "entrant": standing.name,
                "games": standing.tally.games,
                "games_won": float(standing.tally.games_won),
                "wins_shared": standing.tally.wins_shared,
                "forfeits": standing.tally.forfeits,
                "lost_on_time": standing.tally.lost_on_time,
                **counted.columns_of("games_won_share", standing.games_won),
                **(_rounds(standing) if standing.tally.rounds else {}),
            }
            for standing in self.standings
        ]

    def to_columns(self) -> dict[str, list[object]]:
        """Return the columns of `to_rows`, such as for pandas, Polars or Arrow.

        >>> from westeros_intrigue.lab.matches import play_match
        >>> play_match({"a": "greedy", "b": "random"}, deals=5, seed=1).to_columns()["entrant"]
        ['a', 'b']
        """
        return columns_of_rows(self.to_rows())

    def to_csv(self) -> str:
        """Return the rows of `to_rows` as CSV, with a heading."""
        return csv_table(self.to_rows())

    def to_json(self) -> str:
        """Return the terms and the results of the match as JSON.

        Raises:
            MissingExtra: choix is not installed.
        """
        match = self.match
        data: dict[str, Any] = {
            "kind": "match-result",
            "version": 1,
            "match": match.to_data(),
            "standings": self.to_rows(),
            "ratings": [
                {"entrant": rating.name, **counted.columns_of("points", rating.points)}
                for rating in self.ratings
            ],
            "pairings": [
                {
                    "first": pairing.first,
                    "second": pairing.second,
                    "games": pairing.games,
                    **counted.columns_of("ahead", pairing.ahead),
                }
                for pairing in self.pairings
            ],
        }
        if verdict := self.verdict:
            data["verdict"] = {
                **attrs.asdict(verdict.test),
                "is_more": verdict.is_more,
                "log_ratio": verdict.log_ratio,
            }
        return json.dumps(data, indent=2)

    def to_table(self) -> str:
        """Return the results as text: the entrants, best first, their ratings and pairings.

        If the extra `match` is not installed, a line says so instead of the ratings.
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
        return table + (image_in_html(self.draw_svg()) if ratings else "")

    @property
    def _shown_ratings(self) -> tuple[Rating, ...] | str:
        """The ratings, or the reason for their absence, shown below the results."""
        try:
            return self.ratings
        except MissingExtra as error:
            return f"No ratings: {error}."

    @property
    def _table(self) -> tuple[list[str], list[list[str]]]:
        """The headings and the cells of the entrants."""
        rows = [_cells(self.match, standing) for standing in self.standings]
        return [*rows[0]], [[*row.values()] for row in rows]

    @property
    def _caption(self) -> str:
        verdict = f" Verdict: {self.verdict}." if self.verdict else ""
        return f"{self._size}. In brackets 95 % intervals.{verdict}"

    @property
    def _size(self) -> str:
        match = self.match
        seats_taken = sum(standing.tally.games for standing in self.standings)
        games = count_things(seats_taken // len(match.chairs), "game")
        deals = count_things(match.deals, "deal")
        game = "" if match.game == "westeros-intrigue" else f", {GAMES[match.game].NAME}"
        players = count_things(match.players, "player")
        origin = f"salt {match.salt}" if match.salt else f"seed {match.seed}"
        return f"{deals}, {games} of {players}, {origin}{game}"


def _possible_shares(match: Match, entrant: int) -> tuple[float, float]:
    """Return the lowest and the highest share of its games that an entrant can win.

    Each of its seats counts as a game; a victory counts 1, or less if it is shared.
    """
    tables = [seats for seats in match.seatings(0) if entrant in seats]
    own = sum(seats.count(entrant) for seats in tables)
    alone = sum({*seats} == {entrant} for seats in tables)
    return alone / own, len(tables) / own


def _cells(match: Match, standing: Standing) -> dict[str, str]:
    tally = standing.tally
    forfeits = {"forfeits": str(tally.forfeits)} if match.forfeits else {}
    if match.forfeits and match.move_seconds is not None:
        forfeits["on time"] = str(tally.lost_on_time)
    rounds = {"rounds won": standing.rounds_won.percent, "points a round": str(standing.points)}
    return {
        "entrant": standing.name,
        "games won": standing.games_won.percent,
        **(rounds if tally.rounds else {}),
        "shared": str(tally.wins_shared),
        **forfeits,
        "games": str(tally.games),
    }


def _rounds(standing: Standing) -> Row:
    """Return the columns of a game with rounds."""
    tally = standing.tally
    return {
        "rounds": tally.rounds,
        "rounds_won": float(tally.rounds_won),
        **counted.columns_of("rounds_won_share", standing.rounds_won),
        "points": tally.points,
        **counted.columns_of("points_per_round", standing.points),
    }
