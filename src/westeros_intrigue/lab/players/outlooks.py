"""The chance of winning a round, by those who sit at the table.

The same position is worth more among weaker players. Each outlook is fitted to rounds of somebody
who follows the hints, against players of one kind in all other seats, and at tables of two also to
rounds in which one of its moves, drawn by lot, is another; the program `python -m studies chances
KIND --players N --fit` prints it. `KNOWN` lists the chances that fresh rounds have shown to be
right. Nobody knows how a person plays, so a person counts as any of several kinds.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from statistics import fmean
from typing import NamedTuple

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.players.reading import UNKNOWN, Habits
from westeros_intrigue.players.named import PLAYERS

PERSON = "person"
"""An unknown player."""
GREEDY = "greedy"
MIXTURE = ("search:30", "search:200", "greedy", "learned")
"""The kinds of players of which a person is one, each as likely as the others."""


class Outlook(NamedTuple):
    """Chances and margins for the network's worths of moves, as measured in rounds."""

    logit: float
    """The logarithm of the odds to place last, for a move that the network values at 0."""
    logit_slope: float
    """Its increase for each unit of the network's worth."""
    margin: float
    """The margin of a move whose worth to `LearnedPlayer` with playouts is 0."""
    margin_slope: float
    """Its increase for each unit of that worth."""
    late: float = 0.0
    """The increase of `logit` for the share of all cards of the round that have been placed."""
    logit_slope_if_late: float = 0.0
    """The increase of `logit_slope` for the same share."""

    def slope(self, late: float) -> float:
        """Return the increase of the logarithm for each unit of the network's worth."""
        return self.logit_slope + self.logit_slope_if_late * late

    def chance(self, network_worth: float, late: float) -> float:
        """Return the chance of placing the last card of the round."""
        start = self.logit + self.late * late
        return 1 / (1 + exp(-start - self.slope(late) * network_worth))


class Insight(NamedTuple):
    """Chances for moves judged by the others' likely hands, as measured in rounds.

    The logarithm of the odds to place last is a sum of products, whose factors the names tell.
    """

    always: float
    judged: float
    loose: float
    """For the chance that the other player does not place like the network; at tables of two."""
    judged_if_loose: float
    late: float
    """For the share of all cards of the round that have been placed."""
    judged_if_late: float

    def slope(self, loose: float, late: float) -> float:
        """Return the increase of the logarithm for each unit of the judgement."""
        return self.judged + self.judged_if_loose * loose + self.judged_if_late * late

    def chance(self, judged: float, loose: float, late: float) -> float:
        """Return the chance of placing the last card of the round."""
        start = self.always + self.loose * loose + self.late * late
        return 1 / (1 + exp(-start - self.slope(loose, late) * judged))


class Line(NamedTuple):
    """The chance of a move other than the best, by the chance that its judgement alone gives it.

    The logarithm of the odds is a line of the other. A move is chosen as the best partly by luck,
    so that the same judgement can be worth more or less in another move.
    """

    start: float
    slope: float

    def chance(self, chance: float) -> float:
        """Return the chance of placing last."""
        if not 0 < chance < 1:
            return chance
        return 1 / (1 + exp(-self.start - self.slope * log(chance / (1 - chance))))


OUTLOOKS: Mapping[str, Mapping[int, Outlook]] = {
    "random": {
        2: Outlook(3.37, 3.35, 4.86, 1.76),
        3: Outlook(0.86, 3.01, 3.33, 1.89),
        4: Outlook(0.26, 2.55, 2.43, 2.07),
        5: Outlook(0.12, 2.71, 2.07, 2.2),
        6: Outlook(-0.08, 3.18, 1.84, 2.31),
    },
    "search:30": {
        2: Outlook(0.68, 3.19, 1.17, 4.13),
        3: Outlook(-0.27, 2.31, 0.97, 3.51, -1.1, 2.1),
        4: Outlook(-0.78, 3.22, 0.95, 3.0),
        5: Outlook(-0.79, 3.44, 0.98, 2.8),
        6: Outlook(-0.9, 3.68, 0.97, 2.55),
    },
    "search:200": {
        2: Outlook(0.13, 3.98, 0.12, 4.64),
        3: Outlook(-0.97, 1.86, 0.3, 3.26, 0.23, 2.06),
        4: Outlook(-1.17, 2.15, 0.52, 2.92, 0.28, 2.12),
        5: Outlook(-0.91, 3.99, 0.77, 2.92),
        6: Outlook(-0.87, 4.04, 0.81, 2.5),
    },
    "search:1000": {
        2: Outlook(0.07, 3.62, 0.0, 4.5),
        3: Outlook(-1.2, 3.46, 0.13, 3.75),
        4: Outlook(-1.05, 3.39, 0.5, 2.93),
        5: Outlook(-0.94, 3.73, 0.67, 2.64),
        6: Outlook(-0.87, 3.72, 0.79, 2.41),
    },
    "greedy": {
        2: Outlook(1.63, 3.15, 2.1, 2.54),
        3: Outlook(0.54, 2.56, 1.6, 2.8, -1.01, 2.32),
        4: Outlook(-0.19, 3.55, 1.38, 2.82),
        5: Outlook(-0.44, 3.89, 1.34, 2.96),
        6: Outlook(-0.47, 3.59, 1.36, 2.63),
    },
    "provident": {
        2: Outlook(1.34, 3.45, 1.58, 3.04),
        3: Outlook(-0.05, 1.88, 0.97, 3.16, -0.36, 2.54),
        4: Outlook(0.11, 2.54, 1.35, 2.65, -0.57, 2.12),
        5: Outlook(-0.08, 3.27, 1.45, 2.5),
        6: Outlook(-0.12, 2.27, 1.39, 2.32, -0.49, 2.48),
    },
    "learned": {
        2: Outlook(-0.66, 4.67, -0.67, 4.79),
        3: Outlook(-2.01, 3.44, -0.08, 3.13, 1.98, 0.09),
        4: Outlook(-1.83, 3.97, 0.39, 2.57, 1.84, 0.68),
        5: Outlook(-1.39, 1.97, 0.57, 2.3, 1.15, 2.21),
        6: Outlook(-1.49, 3.26, 0.68, 2.38, 1.15, 1.64),
    },
    "reader": {
        # The margins are those of moves judged by likely hands, as they are among readers alone.
        2: Outlook(-3.63, 5.78, -0.67, 4.79, 0.23, 1.36),
        3: Outlook(-2.69, 1.76, 0.07, 2.83, 0.78, 1.98),
        4: Outlook(-2.68, 2.2, 0.39, 2.48, 1.08, 1.52),
        5: Outlook(-1.89, 2.32, 0.67, 2.58, 0.99, 1.71),
        6: Outlook(-2.3, 1.7, 0.72, 2.46, 0.75, 1.23),
    },
}
"""The outlook by the kind of the other players, and the number of players."""

INSIGHTS: Mapping[str, Mapping[int, Insight]] = {
    "random": {2: Insight(3.37, 4.2, 0.0, 0.0, 0.0, 0.0)},
    "search:30": {2: Insight(1.09, 4.03, 0.39, -0.08, -1.77, 1.53)},
    "search:200": {2: Insight(0.67, 3.88, 0.13, -0.01, -1.11, 2.06)},
    "search:1000": {2: Insight(0.58, 4.34, 0.15, 0.15, -0.89, 2.33)},
    "greedy": {2: Insight(0.9, 3.06, 1.12, -0.19, -1.14, 3.06)},
    "provident": {2: Insight(1.07, 3.92, 0.58, -0.55, -1.03, 1.91)},
    "learned": {2: Insight(2.75, 6.82, 0.75, -0.28, -2.42, 4.37)},
    "reader": {
        2: Insight(-0.07, 5.67, -1.56, -2.49, -1.34, 3.15),
        3: Insight(-1.67, 4.24, 0.0, 0.0, 0.54, 2.06),
        4: Insight(-1.5, 4.0, 0.0, 0.0, -0.18, 2.75),
        5: Insight(-1.22, 4.71, 0.0, 0.0, -0.74, 2.89),
        6: Insight(-1.24, 4.47, 0.0, 0.0, -0.5, 2.78),
    },
    PERSON: {2: Insight(1.25, 4.6, -0.15, -1.67, -1.15, 2.71)},
}
"""The outlook of moves that are judged by likely hands, by the kind of the other players, and the
number of players. Where one is missing, moves are judged by the network."""

SAME = Line(0.0, 1.0)
"""The line of a chance that is the same in the best move and in another."""
LINES: Mapping[str, Mapping[int, Line]] = {
    "search:30": {2: Line(0.15, 0.92)},
    "search:200": {2: Line(-0.17, 0.89)},
    "greedy": {2: Line(0.03, 0.78)},
    "provident": {2: Line(-0.04, 0.94)},
    "learned": {2: Line(0.4, 0.91)},
    "reader": {2: Line(0.2, 0.75)},
    PERSON: {2: Line(0.15, 1.05)},
}
"""The lines of the other moves that were measured to be different, by the kind of the other
players, and the number of players."""

_HABITS: Mapping[str, Habits] = {
    "random": UNKNOWN._replace(loose=0.99),
    "search:30": UNKNOWN._replace(loose=0.8),
    "search:200": UNKNOWN._replace(loose=0.5),
    "greedy": UNKNOWN._replace(loose=0.95),
    "provident": UNKNOWN._replace(loose=0.95),
    # It always makes the best move, and with playouts one that is hardly worse.
    "learned": UNKNOWN._replace(scale=0.01, slips=0.03, loose=0.05),
}


class Known(NamedTuple):
    """The moves whose chance may be shown."""

    advised: bool
    """The best move."""
    others: bool
    """The other moves."""


BOTH, ADVISED, NEITHER = Known(True, True), Known(True, False), Known(False, False)  # noqa: FBT003
MIXED = "mixed"
"""A table at which players of several kinds sit."""
KNOWN: Mapping[str, Mapping[int, Known]] = {
    "search:30": {2: NEITHER, 3: BOTH, 4: BOTH, 6: BOTH},
    "search:200": {2: BOTH, 3: BOTH, 4: BOTH, 6: BOTH},
    "search:1000": {2: NEITHER, 3: BOTH, 4: NEITHER, 6: BOTH},
    GREEDY: {2: NEITHER, 3: BOTH, 4: BOTH, 6: BOTH},
    "provident": {2: BOTH, 3: BOTH, 4: BOTH, 6: BOTH},
    "learned": {2: BOTH, 3: BOTH, 4: NEITHER, 6: BOTH},
    "reader": {2: BOTH, 3: ADVISED, 4: ADVISED, 6: ADVISED},
    PERSON: {2: NEITHER, 3: BOTH, 4: NEITHER, 6: BOTH},
    MIXED: {3: BOTH, 4: NEITHER, 6: BOTH},
}
"""The moves whose chance fresh rounds have shown to be right, by the kind of the other players, and
the number of players: its slope may be 1, give or take a tenth, and no band of 200 moves or more
is off by more than ten points. Where an entry is missing, nobody has measured the chance. `python
-m studies chances` measures it, and a test compares these with the published figures."""


def habits_of(kind: str) -> Habits:
    """Return how a kind of player is imagined to place; an unknown one as by `UNKNOWN`."""
    return _HABITS.get(kind, UNKNOWN)


def kind_of(name: str) -> str:
    """Return the kind that stands for a player: its own, one like it, or `PERSON` if none is.

    >>> kind_of("knight"), kind_of("search:5000"), kind_of("learned:50"), kind_of("person")
    ('search:200', 'search:1000', 'learned', 'person')

    Raises:
        InvalidValue: no player has the name.
    """
    if name == PERSON:
        return PERSON
    full = PLAYERS.name_of(PLAYERS.parse(name))
    word, _, number = full.partition(":")
    if word == "search":
        searching = [kind for kind in INSIGHTS if kind.startswith("search:")]
        return min(searching, key=lambda kind: abs(log(int(number) / int(kind[7:]))))
    if word.startswith("learned"):
        return "learned"
    return full if full in INSIGHTS else PERSON


def is_kind(name: str) -> bool:
    """Return whether a player is exactly the kind that stands for it.

    >>> is_kind("knight"), is_kind("search:5000"), is_kind("person")
    (True, False, True)
    """
    return name == PERSON or PLAYERS.name_of(PLAYERS.parse(name)) == kind_of(name)


def players_in(seats: Iterable[str]) -> tuple[str, ...]:
    """Return the players of some seats as `analyse` takes them: unknown ones become `PERSON`.

    >>> players_in(["squire", "person", "automated", "a plug-in that is not installed"])
    ('squire', 'person', 'person', 'person')
    """
    return tuple(name if _is_known(name) else PERSON for name in seats)


def _is_known(name: str) -> bool:
    try:
        kind_of(name)
    except InvalidValue:
        return False
    return True


def insight_among(kinds: Sequence[str], players: int) -> Insight | None:
    """Return the outlook of moves judged by likely hands; None where it has not been measured."""
    return INSIGHTS[kinds[0]].get(players) if len({*kinds}) == 1 else None


def line_among(kinds: Sequence[str], players: int) -> Line:
    """Return the line of the chances of moves other than the best."""
    return LINES.get(kinds[0], {}).get(players, SAME) if len({*kinds}) == 1 else SAME


def find_known(kinds: Sequence[str], players: int, *, is_read: bool) -> Known:
    """Return the moves whose chance may be shown, by whether hands were read for it.

    A chance that was not found in the way that was measured is not known.
    """
    measured = [*dict.fromkeys(kinds), *([MIXED] if len({*kinds}) > 1 else [])]
    if any((players in INSIGHTS.get(kind, {})) != is_read for kind in dict.fromkeys(kinds)):
        return NEITHER
    found = [KNOWN.get(kind, {}).get(players, NEITHER) for kind in measured]
    return Known(all(each.advised for each in found), all(each.others for each in found))


def chance_among(kinds: Sequence[str], players: int, worth: float, late: float) -> float:
    """Return the chance of placing last by the network's worth of a move, among other players.

    `late` is the share of all cards of the round that have been placed.
    """
    return fmean(
        fmean(OUTLOOKS[each][players].chance(worth, late) for each in _kinds_in(kind))
        for kind in kinds
    )


def margin_among(kinds: Sequence[str], players: int) -> tuple[float, float]:
    """Return the margin of a move that is worth 0, and its increase for each unit of worth."""
    outlooks = [OUTLOOKS[each][players] for kind in kinds for each in _kinds_in(kind)]
    return fmean(each.margin for each in outlooks), fmean(each.margin_slope for each in outlooks)


def _kinds_in(kind: str) -> Sequence[str]:
    """Return the kinds that a kind may be."""
    return MIXTURE if kind == PERSON else (kind,)
