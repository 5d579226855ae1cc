"""The results of a round and of a game: points, Iron Throne cards, places."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import attrs
from rich.console import Group
from rich.table import Table

from westeros_intrigue import Decision, IronThroneCard, RoundResult, rule
from westeros_intrigue.base.values import listed
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.terminal import CardSize, Shown, Terminal, headline
from westeros_intrigue.rules import rank
from westeros_intrigue.sessions.seats import YOU
from westeros_intrigue.text.typed import written

_DECISIONS = {
    Decision.LOWEST_TOTAL: "by the lowest total (rule final.lowest)",
    Decision.FEWEST_ICONS: "on a tie, by the Iron Throne card with fewest icons (rule final.icons)",
    Decision.SHARED: "on a tie that nothing separates, so they share it (rule final.shared)",
}
_THRONE = "Iron Throne (points/icons)"
_BEFORE_A_CARD = 1.0
"""The seconds before an Iron Throne card is turned over."""


def round_table(names: Sequence[str], scored: RoundResult, totals: Sequence[int]) -> Table:
    """Return a round's points, seat by seat; `totals` are those of all rounds."""
    rows = []
    for seat, name in enumerate(names):
        notes = [
            f"{adjustment.points:+} {rule(adjustment.rule).title}"
            for adjustment in scored.adjustments
            if adjustment.player == seat
        ]
        if seat == scored.last_placer:
            notes.append("draws an Iron Throne card")
        numbers = (scored.cards_left[seat], scored.penalty_points[seat], totals[seat])
        rows.append([f"{seat} {name}", *map(str, numbers), "; ".join(notes)])
    return columns("", ">cards left", ">points", ">total", "", rows=rows)


@attrs.frozen
class Ending:
    """The end of a game: everybody's points, and their Iron Throne cards."""

    names: tuple[str, ...]
    results: tuple[RoundResult, ...]
    piles: tuple[tuple[IronThroneCard, ...], ...]

    @property
    def points(self) -> tuple[int, ...]:
        """For each seat the points of all rounds."""
        rounds = (result.penalty_points for result in self.results)
        return tuple(map(sum, zip(*rounds, strict=True)))

    def turn_over(self, terminal: Terminal) -> None:
        """Turn the Iron Throne cards over one by one, where people can watch."""
        if not terminal.redraws:
            return
        for shown in range(sum(map(len, self.piles)) + 1):
            terminal.turn_to(functools.partial(self._turned, shown))
            terminal.pause(_BEFORE_A_CARD)

    def lines(self) -> list[Shown]:
        """Return the places as a table, who wins by what, and your place."""
        final = rank(self.points, self.piles)
        rows, own_place = [], ""
        for place, seat in final.places:
            points = str(self.points[seat])
            if len(self.results) > 1:
                rounds = "+".join(str(each.penalty_points[seat]) for each in self.results)
                points = f"{rounds} = {points}"
            pile = " ".join(map(written, self.piles[seat])) or "none"
            name, total = f"{seat} {self.names[seat]}", str(final.totals[seat])
            rows.append([f"{place}.", name, points, total, pile])
            if self.names[seat] == YOU:
                own_place = f"Your place: {place} of {len(self.names)}."
        winners = [self.names[seat] for seat in final.winners]
        title = "You win!" if winners == [YOU] else "The game is over"
        verb = "win" if len(winners) > 1 or winners == [YOU] else "wins"
        sentence = f"{listed(winners)} {verb} {_DECISIONS[final.decided_by]}. {own_place}"
        table = columns(">place", "", ">points", ">total", _THRONE, rows=rows)
        return [headline(title), table, "", sentence.rstrip()]

    def _turned(self, shown: int, _size: CardSize) -> Group:
        """Return the totals with the first cards face up, seat by seat."""
        rows = []
        for seat, pile in enumerate(self.piles):
            before = sum(map(len, self.piles[:seat]))
            up = pile[: max(0, shown - before)]
            total = self.points[seat] - sum(card.value for card in up)
            cards = " ".join([*map(written, up), *["?"] * (len(pile) - len(up))])
            rows.append([f"{seat} {self.names[seat]}", str(self.points[seat]), str(total), cards])
        table = columns("", ">points", ">total", _THRONE, rows=rows)
        return Group(headline("The Iron Throne cards are turned over"), table)
