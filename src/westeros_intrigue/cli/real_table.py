"""A game with real cards, as a referee knows it: the court, and who placed what, but no hand.

How many cards a player still holds follows from the placements, and so do turns and points.

Rules: setup.hand-size, setup.starter, turn.clockwise, elimination.unable, elimination.empty,
elimination.own-turn, round.end, round.rotation, solo.highest, solo.side.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from westeros_intrigue import (
    Adjustment,
    Card,
    Court,
    Elimination,
    House,
    Move,
    NotationError,
    Placement,
    Slot,
    Variant,
)
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.display import listed
from westeros_intrigue.cli.typed import read_wanted
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.rules.automated import _PLACES_RIGHT as PLACES_RIGHT
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE
from westeros_intrigue.rules.points import adjustments

OUT = "out"
"""What is entered when the player to move says that no card fits."""


class NotPossible(Exception):
    """What somebody at the table says or does cannot be; the message says why."""


@attrs.frozen
class RoundScore(Value):
    """What a round gave each seat."""

    cards_left: tuple[int, ...]
    adjustments: tuple[Adjustment, ...]
    penalty_points: tuple[int, ...]
    """The points of the round, adjustments included."""
    last_placer: int


@attrs.frozen
class RealTable(Value):
    """A game at a table of people, at one moment. It never changes: each step makes another."""

    players: int
    variant: Variant
    starting_player: int
    """The seat that starts this round, from 0."""
    court: Court
    starters_missing: int
    """How many cards must still be laid to start the bottom row."""
    active_player: int | None
    """The seat to move, from 0; None when all are out of the round."""
    placements: tuple[Placement, ...] = ()
    eliminations: tuple[Elimination, ...] = ()
    results: tuple[RoundScore, ...] = ()

    @classmethod
    def new(cls, players: int, variant: Variant, first_player: int) -> RealTable:
        """Return a table before its first card."""
        court = Court(width_limit=variant.width_limit(players))
        starters = variant.starter_count(players, 1)
        return cls(players, variant, first_player, court, starters, first_player)

    @property
    def round_number(self) -> int:
        """The round, counted from 1."""
        return len(self.results) + 1

    @property
    def is_game_over(self) -> bool:
        """Whether all rounds are over."""
        return len(self.results) == self.variant.rounds_for(self.players)

    @property
    def penalty_points(self) -> tuple[int, ...]:
        """For each seat the points of all rounds that are over."""
        return tuple(
            sum(result.penalty_points[seat] for result in self.results) for seat in self._seats
        )

    @property
    def throne_counts(self) -> tuple[int, ...]:
        """For each seat how many Iron Throne cards it has drawn."""
        drawn = [result.last_placer for result in self.results]
        return tuple(drawn.count(seat) for seat in self._seats)

    def cards_left(self, seat: int) -> int:
        """Return how many cards a seat still holds in this round."""
        placed = sum(placed.player == seat for placed in self.placements)
        return self.variant.hand_size(self.players, self.round_number) - placed

    def entered(self, entry: str) -> RealTable:
        """Return the table after an entry: a starter `S`, a placement `S b2`, or `out`.

        Raises:
            NotationError: it is none of them.
            IllegalMove, NotPossible: it cannot be.
        """
        seat = self.active_player
        if seat is None or self.is_game_over:
            raise NotPossible("the round is over (rule round.end)")
        if entry == OUT:
            return self.gone_out(seat)
        wanted = read_wanted(entry)
        if self.starters_missing and wanted.slot is None:
            return self.started_with(wanted.house)
        if wanted.slot is None:
            raise NotationError("", 1, len(entry) + 1, "a slot such as b2")
        if self.starters_missing:
            raise NotPossible("the cards that start the bottom row come first, by their houses")
        return self.placed(seat, wanted.house, wanted.slot)

    def started_with(self, house: House) -> RealTable:
        """Return the table with the next card that starts the bottom row.

        Raises:
            NotPossible: all cards of the house lie in the court.

        Rules: setup.starter, option.anyone-deal.
        """
        court = self.court.place(self._card(house), Slot(0, len(self.court)))
        return attrs.evolve(self, court=court, starters_missing=self.starters_missing - 1)

    def placed(self, seat: int, house: House, slot: Slot) -> RealTable:
        """Return the table after the seat to move has placed a card of the house.

        Raises:
            IllegalMove: the court does not take it there.
            NotPossible: all cards of the house lie in the court, or the procedure of an automated
                house dictates another slot.
        """
        move = Move(self._card(house), slot)
        court = self.court.place(move.card, slot)
        if seat in self.variant.automated and slot != self.dictated(seat, house):
            raise NotPossible(
                f"this house places a {house} card in {self.dictated(seat, house)}: in the highest "
                "row that takes it, and there at its own side (rules solo.highest, solo.side)"
            )
        placements = (*self.placements, Placement(seat, move))
        return attrs.evolve(self, court=court, placements=placements)._passed(seat)

    def dictated(self, seat: int, house: House) -> Slot | None:
        """Return where an automated seat must place a card; None if it fits nowhere.

        Rules: solo.highest, solo.side.
        """
        slots = self.court.open_slots(house)
        if not slots:
            return None
        row = [slot for slot in slots if slot.row == slots[-1].row]
        return row[-1] if self.variant.houses[seat] in PLACES_RIGHT else row[0]

    def gone_out(self, seat: int) -> RealTable:
        """Return the table after the seat to move has said that no card fits.

        Raises:
            NotPossible: some card must fit, whatever the hand.

        Rules: elimination.unable.
        """
        closed = [house for house in House if not self.court.open_slots(house)]
        left = self.cards_left(seat)
        elsewhere = len(closed) * CARDS_PER_HOUSE - sum(
            card.house in closed for card in self.court.values()
        )
        if left > elsewhere:
            held = f"{counted(left, 'card')} in hand"
            if not closed:
                why = "every house has an open slot"
            else:
                why = f"only {elsewhere} cards of {listed(closed)} are not in the court"
            raise NotPossible(f"with {held} some card must fit: {why} (rule turn.must-place)")
        return self._out(seat)._passed(seat)

    def next_round(self) -> RealTable:
        """Return the table with this round scored, before the first card of the next one.

        Rules: round.penalty, round.rotation, option.affiliation, option.rivalry.
        """
        cards_left = tuple(self.cards_left(seat) for seat in self._seats)
        last = self.placements[-1]
        adjusted = adjustments(self.variant, last.move.card.house, cards_left)
        points = list(cards_left)
        for adjustment in adjusted:
            points[adjustment.player] += adjustment.points
        result = RoundScore(cards_left, adjusted, tuple(points), last.player)
        first = (self.starting_player + 1) % self.players
        scored = attrs.evolve(
            self,
            starting_player=first,
            active_player=first,
            court=Court(width_limit=self.court.width_limit),
            placements=(),
            eliminations=(),
            results=(*self.results, result),
        )
        if scored.is_game_over:
            return scored
        starters = self.variant.starter_count(self.players, scored.round_number)
        return attrs.evolve(scored, starters_missing=starters)

    @property
    def _seats(self) -> Iterable[int]:
        return range(self.players)

    def _card(self, house: House) -> Card:
        number = 1 + sum(card.house is house for card in self.court.values())
        if number > CARDS_PER_HOUSE:
            raise NotPossible(
                f"all {CARDS_PER_HOUSE} {house} cards lie in the court (rule components.characters)"
            )
        return Card(house, number)

    def _out(self, seat: int) -> RealTable:
        out = Elimination(seat, len(self.placements), self.cards_left(seat))
        return attrs.evolve(self, eliminations=(*self.eliminations, out))

    def _passed(self, seat: int) -> RealTable:
        """Return the table with the turn passed on from a seat; who cannot place goes out."""
        table = self
        is_closed = not any(self.court.open_slots(house) for house in House)
        for step in range(1, self.players + 1):
            following = (seat + step) % self.players
            if any(out.player == following for out in table.eliminations):
                continue
            if table.cards_left(following) and not is_closed:
                return attrs.evolve(table, active_player=following)
            table = table._out(following)
        return attrs.evolve(table, active_player=None)
