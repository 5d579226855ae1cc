"""Effects of a change of the rules: each measure under both rules, and the difference."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Sequence
from functools import cached_property
from math import inf, sqrt
from textwrap import fill
from typing import Any

import attrs

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.notebook_tables import columns_of_rows, html_table
from westeros_intrigue.gamekit.pictures import Picture, image_in_html
from westeros_intrigue.gamekit.text import Row, text_table
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.lab.design.differences import (
    LEVEL,
    Difference,
    Ratio,
    estimate_ratio,
    names_in,
    parts_of,
    stand_out,
)
from westeros_intrigue.lab.design.effect_pictures import Mark, draw_differences
from westeros_intrigue.lab.design.played import FORCED, SHARES, PlayedDeal
from westeros_intrigue.lab.simulation.counted import Estimate, chance_beyond, columns_of

_LEGEND = (
    "In brackets 95 % intervals. clear: stands out among all these measures together; perhaps: "
    "only by itself. pairing: how many times as many deals it would take if each rule had other "
    "cards."
)
_WARNING = (
    "These are effects between these players. One that does not look ahead plays as before, so "
    "people may use the rule better."
)
_WIDEST = 100
_HEAD = ("measure", "before", "after", "difference", "pairing", "")


@attrs.frozen
class Measured(Value):
    """A measure under both rules, and the difference.

    >>> from westeros_intrigue.lab.design import compare_games
    >>> one_round = ("westeros-intrigue", {"rounds": 1})
    >>> effect = compare_games("westeros-intrigue", one_round, players="random", deals=30, seed=1)
    >>> effect["moves"].is_clear, effect["moves"].difference.value < 0
    (True, True)
    """

    name: str
    """The name, such as `won by who begins`."""
    before: Estimate
    """The figure under the rules before, with its 95 % interval."""
    after: Estimate
    """The figure under the rules after."""
    difference: Estimate
    """The figure after minus the figure before, with the interval of the paired deals; without
    ends if all deals differ by the same amount."""
    probability: float
    """The probability of such a difference, or a larger one, if the rule has no effect."""
    pairing: float | None
    """The factor by which more deals would be needed for the same interval if each rule had other
    cards; None if all deals differ by the same amount."""
    is_clear: bool = False
    """True if the difference stands out among all measures together, by Holm's test at 5 %."""

    @property
    def is_share(self) -> bool:
        """True if the measure is a share, which texts show in per cent."""
        return self.name.startswith(SHARES) or self.name == FORCED

    @property
    def _mark(self) -> Mark:
        """The difference in a picture: in points, or relative to the figure before."""
        change = self.difference
        base = 1.0 if self.is_share else abs(self.before.value) or 1.0
        ends = (change.low, change.value, change.high)
        low, value, high = ((change.value if end is None else end) / base for end in ends)
        return Mark(self.name, low, value, high, self.is_clear, self._cells[3])

    @property
    def _cells(self) -> tuple[str, ...]:
        factor, form, unit = (100, "z.1f", " %") if self.is_share else (1, "z.2f", "")
        change, signed = self.difference, f"+{form}"
        ends = (change.low, change.high)
        shown = [f"{factor * end:{signed}}" for end in ends if end is not None]
        told = f"({' to '.join(shown)})" if shown else "in every deal"
        return (
            self.name,
            f"{factor * self.before.value:{form}}{unit}",
            f"{factor * self.after.value:{form}}{unit}",
            f"{factor * change.value:{signed}} {told}",
            "" if self.pairing is None else f"{self.pairing:.1f}",
            "clear" if self.is_clear else "perhaps" if self.probability < LEVEL else "",
        )


@attrs.frozen(repr=False)
class Comparison(Value):
    """The games of one kind of players under both rules.

    >>> from westeros_intrigue.lab.design import compare_games
    >>> same = compare_games("monopoly", "monopoly", players="random", deals=2, seed=1)
    >>> same.comparisons[0]
    <Comparison: random, 2 deals>
    """

    players: tuple[str, ...]
    """The names of the players at the tables."""
    deals: int
    """The number of deals."""
    games: int
    """The number of games under each rule: the deals in all seatings."""
    other_moves: Estimate
    """The share of the games in which any move differs."""
    other_winners: Estimate
    """The share of the games with other winners."""
    measures: tuple[Measured, ...]
    """The measures. One that tells the same as an earlier one is left out."""

    def __repr__(self) -> str:
        return f"<Comparison: {self.label}, {english.count_things(self.deals, 'deal')}>"

    def __getitem__(self, name: str) -> Measured:
        """Return a measure by its name."""
        found = {measured.name: measured for measured in self.measures}
        if name not in found:
            raise InvalidValue(
                f"no measure is called {name!r}: choose {english.join_words(found, 'or')}"
            )
        return found[name]

    @property
    def label(self) -> str:
        """The names of the players in a phrase."""
        return english.join_words(self.players)

    @property
    def shown(self) -> tuple[Measured, ...]:
        """The measures without those that are the same number in every game."""
        return tuple(
            each
            for each in self.measures
            if each.difference.value
            or (each.before.value and (each.is_share or each.before.low is not None))
        )

    @property
    def _heading(self) -> str:
        deals = english.count_things(self.deals, "deal")
        games = english.count_things(self.games, "game")
        return f"{self.label}: {deals}, {games} under each rule."

    @property
    def _glance(self) -> str:
        return (
            f"Moves differ in {self.other_moves.percent} of the games, winners in "
            f"{self.other_winners.percent}."
        )


@attrs.frozen
class Dependence(Value):
    """A measure on which the rule has clearly different effects between two kinds of players.

    >>> from westeros_intrigue.lab.simulation import Estimate
    >>> print(Dependence("moves", ("clever", "random"), (Estimate(-2.5), Estimate(0.5))))
    moves: -2.50 between clever, +0.50 between random
    """

    name: str
    """The name of the measure."""
    players: tuple[str, str]
    """The names of both kinds of players."""
    differences: tuple[Estimate, Estimate]
    """The difference that the rule makes between each kind."""

    def __str__(self) -> str:
        is_share = self.name.startswith(SHARES) or self.name == FORCED
        told = (
            f"{100 * each.value:+.1f} points" if is_share else f"{each.value:+.2f}"
            for each in self.differences
        )
        between = (f"{of} between {who}" for of, who in zip(told, self.players, strict=True))
        return f"{self.name}: {', '.join(between)}"


@attrs.frozen(repr=False)
class Effect(Value):
    """The effect of a change of the rules between given players.

    `print` shows it, and a notebook shows it with a picture. In brackets, `effect["moves"]` is a
    measure between the first kind of players.

    >>> from westeros_intrigue.lab.design import compare_games
    >>> effect = compare_games("monopoly", "monopoly", players="random", deals=2, seed=1)
    >>> effect, effect["moves"].difference.value
    (<Effect: Monopoly: Game of Thrones Edition -> Monopoly: Game of Thrones Edition>, 0.0)
    """

    before: str
    """The name of the game before, with its options."""
    after: str
    """The name of the game after."""
    seats: int
    """The number of seats at each table."""
    seed: int
    """The seed of all games."""
    versions: tuple[str, ...]
    """The version of the library, and the files of the games, each with a digest."""
    comparisons: tuple[Comparison, ...]
    """The games of each kind of players. Each kind plays other deals, so they are independent."""
    depends: tuple[Dependence, ...]
    """The measures whose effects depend on who plays: those of the first kind of players and
    another one differ clearly, by Holm's test at 5 %."""
    stopped: str = ""
    """The end of the games: at the precision that was wanted, or without it; empty if none was."""

    def __repr__(self) -> str:
        return f"<Effect: {self._title}>"

    def __getitem__(self, name: str) -> Measured:
        """Return a measure between the first kind of players, by its name."""
        return self.comparisons[0][name]

    def __str__(self) -> str:
        lines = [_fold(self._title), _fold(self._caption)]
        for comparison in self.comparisons:
            cells = [measured._cells for measured in comparison.shown]
            table = text_table(_HEAD, cells)
            lines += ["", comparison._heading, comparison._glance, "", *table]
        notes = "\n".join(_fold(note) for note in self._notes)
        return "\n".join([*lines, "", notes])

    def _repr_html_(self) -> str:
        """Return the tables and the picture, for notebooks."""
        tables = (
            html_table(
                f"{comparison._heading} {comparison._glance}",
                _HEAD,
                (measured._cells for measured in comparison.shown),
            )
            for comparison in self.comparisons
        )
        notes = "".join(html_note(note) for note in (self._title, self._caption, *self._notes))
        return f"{''.join(tables)}{notes}{image_in_html(self.draw_svg())}"

    def to_rows(self) -> list[Row]:
        """Return a flat row for each measure and kind of players, such as for a pandas DataFrame.

        Shares are between 0 and 1.

        >>> from westeros_intrigue.lab.design import compare_games
        >>> effect = compare_games("monopoly", "monopoly", players="random", deals=2, seed=1)
        >>> effect.to_rows()[0]["measure"]
        'moves'
        """
        return [
            {
                "players": comparison.label,
                "measure": measured.name,
                **columns_of("before", measured.before),
                **columns_of("after", measured.after),
                **columns_of("difference", measured.difference),
                "probability": measured.probability,
                "clear": measured.is_clear,
                "pairing": measured.pairing,
            }
            for comparison in self.comparisons
            for measured in comparison.measures
        ]

    def to_columns(self) -> dict[str, list[object]]:
        """Return the columns of `to_rows`, such as for pandas, Polars or Arrow.

        >>> from westeros_intrigue.lab.design import compare_games
        >>> effect = compare_games("monopoly", "monopoly", players="random", deals=2, seed=1)
        >>> effect.to_columns()["measure"][:2]
        ['moves', 'turns']
        """
        return columns_of_rows(self.to_rows())

    def to_json(self) -> str:
        """Return the terms and the results as JSON.

        >>> from westeros_intrigue.lab.design import compare_games
        >>> effect = compare_games("monopoly", "monopoly", players="random", deals=2, seed=1)
        >>> json.loads(effect.to_json())["seed"]
        1
        """
        data: dict[str, Any] = {
            "kind": "effect",
            "version": 1,
            "before": self.before,
            "after": self.after,
            "seats": self.seats,
            "seed": self.seed,
            "versions": self.versions,
            "stopped": self.stopped,
            "comparisons": [
                {
                    "players": comparison.players,
                    "deals": comparison.deals,
                    "games": comparison.games,
                    **columns_of("other_moves", comparison.other_moves),
                    **columns_of("other_winners", comparison.other_winners),
                }
                for comparison in self.comparisons
            ],
            "measures": self.to_rows(),
            "depends": [each.name for each in self.depends],
        }
        return json.dumps(data, indent=2)

    def draw_svg(self) -> Picture:
        """Return a picture of the differences with their intervals.

        >>> from westeros_intrigue.lab.design import compare_games
        >>> effect = compare_games("monopoly", "monopoly", players="random", deals=2, seed=1)
        >>> effect.draw_svg()[:4]
        '<svg'
        """
        kinds = {
            f"{each.label}, {english.count_things(each.deals, 'deal')}": [
                measured._mark for measured in each.shown
            ]
            for each in self.comparisons
        }
        return draw_differences(self._title, kinds)

    @cached_property
    def _title(self) -> str:
        return f"{self.before} -> {self.after}"

    @property
    def _caption(self) -> str:
        seats = english.count_things(self.seats, "seat")
        stopped = f" {english.as_sentence(self.stopped)}" if self.stopped else ""
        return f"{seats}, seed {self.seed}; {', '.join(self.versions)}.{stopped}"

    @property
    def _notes(self) -> list[str]:
        depends = [f"It depends on who plays. {each}." for each in map(str, self.depends)]
        if len(self.comparisons) > 1 and not depends:
            depends = ["No effect clearly depends on who plays."]
        return [
            *depends,
            _LEGEND,
            _WARNING,
        ]


def _fold(text: str) -> str:
    return fill(text, _WIDEST, break_on_hyphens=False)


def html_note(text: str) -> str:
    """Return a paragraph in HTML."""
    from html import escape  # noqa: PLC0415 - of use to notebooks alone

    return f"<p>{escape(text)}</p>"


def _within(found: Estimate, most: float) -> Estimate:
    """Return a difference whose interval has only possible ones, which a few deals exceed."""
    if found.low is None or found.high is None:
        return found
    return attrs.evolve(found, low=max(found.low, -most), high=min(found.high, most))


def compare(
    players: Sequence[str], blocks: Sequence[PlayedDeal]
) -> tuple[Comparison, list[Difference]]:
    """Return the comparison of one kind of players, in which nothing is clear yet.

    Args:
        players: the names of the players.
        blocks: the blocks of deals, in their order.
    """
    deals, games = sum(block.deals for block in blocks), sum(block.games for block in blocks)
    measures, differences = [], []
    for name in names_in(blocks):
        is_share = name.startswith(SHARES)
        before = Ratio.of(parts_of((block.before for block in blocks), name))
        after = Ratio.of(parts_of((block.after for block in blocks), name))
        change = Difference.of(after - before, deals, is_share=is_share, games=games)
        paired, apart = (after - before).variance, before.variance + after.variance
        measures.append(
            Measured(
                name,
                estimate_ratio(before, deals, is_share=is_share),
                estimate_ratio(after, deals, is_share=is_share),
                _within(change.estimate, 1.0 if is_share or name == FORCED else inf),
                change.probability,
                apart / paired if paired else None,
            )
        )
        differences.append(change)
    other_moves = Ratio.of([(block.other_moves, block.games) for block in blocks])
    other_winners = Ratio.of([(block.other_winners, block.games) for block in blocks])
    comparison = Comparison(
        (*players,),
        deals,
        games,
        estimate_ratio(other_moves, deals, is_share=True),
        estimate_ratio(other_winners, deals, is_share=True),
        (*measures,),
    )
    return comparison, differences


def judge(
    compared: Sequence[tuple[Comparison, Sequence[Difference]]],
) -> tuple[tuple[Comparison, ...], tuple[Dependence, ...]]:
    """Return comparisons in which what stands out is clear, and what depends on the players.

    Args:
        compared: the comparisons, each with the differences of its measures.
    """
    measures = [each for comparison, _ in compared for each in comparison.measures]
    clear = stand_out([each.probability for each in measures])
    judged = iter(
        attrs.evolve(each, is_clear=place in clear) for place, each in enumerate(measures)
    )
    comparisons = tuple(
        attrs.evolve(comparison, measures=tuple(next(judged) for _ in comparison.measures))
        for comparison, _ in compared
    )
    pairs: list[Dependence] = []
    probabilities: list[float] = []
    first, *others = zip(comparisons, (changes for _, changes in compared), strict=True)
    for other in others:
        for mine, change in zip(first[0].measures, first[1], strict=True):
            for its, changed in zip(other[0].measures, other[1], strict=True):
                # A measure that is clear for neither cannot differ clearly.
                if mine.name == its.name and (mine.is_clear or its.is_clear):
                    error = sqrt(change.error**2 + changed.error**2)
                    count = min(change.count, changed.count)
                    apart = change.middle - changed.middle
                    who = first[0].label, other[0].label
                    pairs.append(Dependence(mine.name, who, (mine.difference, its.difference)))
                    probabilities.append(
                        chance_beyond(apart / error, count) if error else float(not apart)
                    )
    return comparisons, tuple(pairs[place] for place in sorted(stand_out(probabilities)))
