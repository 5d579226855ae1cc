"""`GameReport`: the figures of a game for its designer, each with an interval or left out."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Iterable, Sequence
from math import ceil, exp, inf, lgamma, log, log10
from textwrap import fill
from typing import Any

import attrs

from westeros_intrigue.gamekit.english import count_things, join_words
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.notebook_tables import columns_of_rows, html_table
from westeros_intrigue.gamekit.text import Row, text_table
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.lab.simulation.counted import Estimate, columns_of

_WIDEST = 100
_EACH_SIDE = 0.025
_HEAD = ("figure", "value", "95 % interval")
_NOTE = (
    "These are figures of games between these players. The share of the result that is known says "
    "how much better a spectator guesses who wins than by equal chances."
)


@attrs.frozen
class Reported(Value):
    """A figure of a game.

    >>> from westeros_intrigue.lab.simulation import Estimate
    >>> print(Reported("moves without a choice", Estimate(0.25, 0.2, 0.3), is_share=True))
    moves without a choice: 25.0 % (20.0 to 30.0)
    """

    name: str
    """The name, such as `won by who begins`."""
    found: Estimate
    """The figure, with its 95 % interval."""
    is_share: bool = False
    """True if it is a share, which texts show in per cent."""

    def __str__(self) -> str:
        told = self.found.percent if self.is_share else f"{self.found:.2f}"
        return f"{self.name}: {told}"

    @property
    def _cells(self) -> tuple[str, str, str]:
        factor, form, unit = (100, "z.1f", " %") if self.is_share else (1, "z.2f", "")
        low, high = self.found.low, self.found.high
        ends = [f"{factor * end:{form}}" for end in (low, high) if end is not None]
        told = " to ".join(ends) if ends else "in every game"
        return self.name, f"{factor * self.found.value:{form}}{unit}", told


@attrs.frozen
class Rung(Value):
    """A step of the ladder of players: how much stronger one is than another.

    >>> from westeros_intrigue.lab.simulation import Estimate
    >>> print(Rung("random", "clever", 40, Estimate(0.9, 0.8, 0.95)))
    clever over random: +382 (+241 to +512) Elo
    """

    weaker: str
    """The name of the player that is expected to be weaker."""
    stronger: str
    """The name of the other one."""
    deals: int
    """The number of deals, each played from every seat."""
    ahead: Estimate
    """The share of their meetings in which the stronger one is ranked before; ties are halves."""

    @property
    def elo(self) -> Estimate:
        """The difference of their ratings; an end without a bound is infinite."""
        found = self.ahead
        ends = (found.value if end is None else end for end in (found.low, found.high))
        low, high = map(_elo, ends)
        return Estimate(_elo(found.value), low, high)

    def __str__(self) -> str:
        low, high = self.elo.low or 0.0, self.elo.high or 0.0
        told = self.elo.whole
        if high == inf:
            told = f"more than {low:+.0f}"
        elif low == -inf:
            told = f"less than {high:+.0f}"
        return f"{self.stronger} over {self.weaker}: {told} Elo"


def _elo(share: float) -> float:
    return inf if share >= 1 else -inf if share <= 0 else 400 * log10(share / (1 - share))


@attrs.frozen(repr=False)
class GameReport(Value):
    """The figures of a game between its own players, for its designer.

    >>> from nim import nim
    >>> from westeros_intrigue.lab.design import measure_game
    >>> report = measure_game(nim, games=30, seed=1)
    >>> report, report["choices a move"].found.value
    (<GameReport: Nim, 30 games of 2 players>, 3.0)
    """

    game: str
    """The name of the game, with its options."""
    seats: int
    """The number of seats."""
    players: tuple[str, ...]
    """The players of the ladder, weakest first."""
    usual: str
    """The player of all figures but the ladder, at every seat."""
    games: int
    """The number of games."""
    seed: int
    """The seed of all games."""
    versions: tuple[str, ...]
    """The version of the library, and the file of the game with a digest."""
    figures: tuple[Reported, ...]
    """The figures."""
    ladder: tuple[Rung, ...]
    """The steps between the players."""
    never_chosen: tuple[Reported, ...]
    """The kinds of moves that are often offered and never chosen, each with its share of 0."""
    never_legal: tuple[str, ...]
    """The moves of the game's `ACTIONS` that were never legal."""
    never_run: tuple[str, ...]
    """The lines of the rules, in the author's file, that no game reached."""
    left_out: tuple[str, ...]
    """The figures that are left out, each with the reason."""

    def __repr__(self) -> str:
        return f"<GameReport: {self.game}, {self._size}>"

    def __getitem__(self, name: str) -> Reported:
        """Return a figure by its name."""
        found = {each.name: each for each in self.figures}
        if name in found:
            return found[name]
        for each in self.left_out:
            if each.startswith(f"{name}: "):
                raise InvalidValue(f"it is left out: {each}")
        raise InvalidValue(f"no figure is called {name!r}: choose {join_words(found, 'or')}")

    def __str__(self) -> str:
        lines = [
            f"{self.game}: {self._size}, {self.usual}, seed {self.seed}",
            f"{', '.join(self.versions)}.",
            "",
            *text_table(_HEAD, [each._cells for each in self.figures]),
        ]
        for title, told in self._lists:
            lines += ["", f"{title}:", *(f"  {each}" for each in told)]
        return "\n".join([*lines, "", fill(_NOTE, _WIDEST)])

    def _repr_html_(self) -> str:
        """Return the figures as a table and the other parts as lists, for notebooks."""
        from html import escape  # noqa: PLC0415 - of use to notebooks alone

        caption = f"{self.game}: {self._size}, {self.usual}, seed {self.seed}"
        table = html_table(caption, _HEAD, (each._cells for each in self.figures))
        lists = (
            f"<p>{escape(title)}: {escape('; '.join(map(str, told)))}</p>"
            for title, told in self._lists
        )
        return table + "".join(lists)

    def to_rows(self) -> list[Row]:
        """Return a flat row for each figure; shares are between 0 and 1.

        >>> from nim import nim
        >>> from westeros_intrigue.lab.design import measure_game
        >>> measure_game(nim, games=30, seed=1).to_rows()[0]["figure"]
        'moves'
        """
        return [{"figure": each.name, **columns_of("value", each.found)} for each in self.figures]

    def to_columns(self) -> dict[str, list[object]]:
        """Return the columns of `to_rows`, such as for pandas, Polars or Arrow.

        >>> from nim import nim
        >>> from westeros_intrigue.lab.design import measure_game
        >>> measure_game(nim, games=30, seed=1).to_columns()["figure"][0]
        'moves'
        """
        return columns_of_rows(self.to_rows())

    def to_json(self) -> str:
        """Return the terms and the figures as JSON.

        >>> from nim import nim
        >>> from westeros_intrigue.lab.design import measure_game
        >>> json.loads(measure_game(nim, games=30, seed=1).to_json())["games"]
        30
        """
        data: dict[str, Any] = {
            "kind": "game-report",
            "version": 1,
            "game": self.game,
            "seats": self.seats,
            "players": self.players,
            "usual": self.usual,
            "games": self.games,
            "seed": self.seed,
            "versions": self.versions,
            "figures": self.to_rows(),
            "ladder": [
                {
                    "weaker": rung.weaker,
                    "stronger": rung.stronger,
                    "deals": rung.deals,
                    **columns_of("ahead", rung.ahead),
                }
                for rung in self.ladder
            ],
            "never_chosen": [each.name for each in self.never_chosen],
            "never_legal": self.never_legal,
            "never_run": self.never_run,
            "left_out": self.left_out,
        }
        return json.dumps(data, indent=2)

    @property
    def _size(self) -> str:
        return f"{count_things(self.games, 'game')} of {count_things(self.seats, 'player')}"

    @property
    def _lists(self) -> Iterable[tuple[str, Sequence[object]]]:
        found: dict[str, Sequence[object]] = {
            "The ladder": self.ladder,
            f"Kinds of moves that {self.usual} never chose, and their share": self.never_chosen,
            "Moves that were never legal": self.never_legal and [join_words(self.never_legal)],
            "Lines of the rules that never ran": self.never_run,
            "Left out": self.left_out,
        }
        return [(title, told) for title, told in found.items() if told]


def estimate_quantile(numbers: Sequence[int], share: float) -> Estimate:
    """Return a quantile with the interval between two of the ordered numbers.

    The interval needs no assumption about the numbers; with too few of them, it has no ends.

    >>> print(estimate_quantile(range(1, 101), 0.5))
    50.00 (40.00 to 61.00)

    Args:
        numbers: at least one number.
        share: the share of the numbers below, between 0 and 1.
    """
    ordered, count = sorted(numbers), len(numbers)
    value = float(ordered[max(1, ceil(count * share)) - 1])
    low, high, below = 0, count + 1, 0.0
    for number in range(count + 1):
        # The count of numbers below the quantile has a binomial distribution.
        below += exp(
            lgamma(count + 1)
            - lgamma(number + 1)
            - lgamma(count - number + 1)
            + number * log(share)
            + (count - number) * log(1 - share)
        )
        if below <= _EACH_SIDE:
            low = number + 1
        if below >= 1 - _EACH_SIDE:
            high = number + 1
            break
    if low < 1 or high > count:
        return Estimate(value)
    return Estimate(value, float(ordered[low - 1]), float(ordered[high - 1]))
