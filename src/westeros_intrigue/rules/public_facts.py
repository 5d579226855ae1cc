"""The public properties that tables, states and views have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated

from westeros_intrigue.base.display import Pictured
from westeros_intrigue.base.limits import Count, Length, Ordinal
from westeros_intrigue.rules.cards import HOUSES, CardCount, Cards, House, IronThroneCard
from westeros_intrigue.rules.court import FIRST_SLOT, Court, reached_court
from westeros_intrigue.rules.history import Eliminations, Placements, missing_houses
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.pyramid import Board
from westeros_intrigue.rules.unseen import stack_seen
from westeros_intrigue.rules.variants import PerPlayer, PlayerCount, Seat, Variant

if TYPE_CHECKING:
    from westeros_intrigue.rules.table import Table


class PublicFacts(Pictured):
    """The public properties of a table, a state or a view."""

    __slots__ = ()

    @property
    @abstractmethod
    def table(self) -> Table:
        """The table, with everything that all players see; for a table, itself."""

    @property
    def _of_round(self) -> Table:
        """A table with the right values of all fields that do not change within a round."""
        return self.table

    @property
    def board(self) -> Board:
        """The court as bits, for programs that examine many positions."""
        return self.table.board

    @property
    def players(self) -> PlayerCount:
        """The number of players, 2 to 6."""
        return self._of_round.players

    @property
    def variant(self) -> Variant:
        """The variant of the game: its options, seats, rounds and Iron Throne cards."""
        return self._of_round.variant

    @property
    def phase(self) -> Phase:
        """The phase of the game, which decides what comes next."""
        if self.active_player is not None:
            return Phase.PLAYING
        table = self._of_round
        if len(table.results) == table.variant.rounds_for(table.players):
            return Phase.GAME_OVER
        return Phase.ROUND_OVER if table.hand_size else Phase.DEALING

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.phase is Phase.GAME_OVER

    @property
    def round_number(self) -> Ordinal:
        """The round, counted from 1; in `Phase.DEALING`, the round to deal next."""
        table = self._of_round
        return min(len(table.results) + 1, table.variant.rounds_for(table.players))

    @property
    def starting_player(self) -> Seat:
        """The seat that starts this round, from 0 (rule round.rotation)."""
        return self._of_round.starting_player

    @property
    def first_player(self) -> Seat:
        """The seat that started round 1, from 0 (rule round.rotation)."""
        return (self.starting_player - self.round_number + 1) % self.players

    @property
    def active_player(self) -> Seat | None:
        """The seat to move, from 0, or None. In a state, it always has a legal move."""
        return self.table.active_player

    @property
    def starters(self) -> Cards:
        """The cards that started the bottom row, from column 0 to the right."""
        return self._of_round.starters

    @property
    def court(self) -> Court:
        """The cards placed in this round, and the starters."""
        cards = dict(enumerate(self.starters, FIRST_SLOT.cell))
        for placed in self.placements:
            cards[placed.move.slot.cell] = placed.move.card
        return reached_court(cards, self.board)

    @property
    def placements(self) -> Placements:
        """The placements of this round in order; the starters do not count."""
        return self.table.placements

    @property
    def eliminations(self) -> Eliminations:
        """The eliminations of this round in order."""
        return self.table.eliminations

    @property
    def hand_sizes(self) -> PerPlayer[CardCount]:
        """For each seat, from 0, the number of cards in its hand."""
        size, placers = self._of_round.hand_size, [placed.player for placed in self.placements]
        return tuple([size - placers.count(seat) for seat in range(self.players)])

    @property
    def missing_houses(self) -> PerPlayer[Annotated[tuple[House, ...], Length(most=len(HOUSES))]]:
        """For each seat, from 0, the houses of which it provably has no card.

        A player who goes out with cards in hand proves this; an empty hand proves nothing (rule
        info.elimination).
        """
        return missing_houses(self.players, self.starters, self.placements, self.eliminations)

    @property
    def known_stacks(self) -> PerPlayer[Cards]:
        """For each seat, from 0, the cards at the bottom of its stack that everybody has seen.

        Top first; empty for a seat that is not automated (rule solo.public).
        """
        table = self.table
        if not table.variant.automated:
            return ((),) * table.players
        return tuple(
            tuple(card for card in stack_seen(table, seat) if card is not None)
            if seat in table.variant.automated
            else ()
            for seat in range(table.players)
        )

    @property
    def last_placer(self) -> Seat | None:
        """The seat that placed the latest card of the round, from 0; None before the first."""
        return self.placements[-1].player if self.placements else None

    @property
    def penalty_points(self) -> PerPlayer[Count]:
        """For each seat, from 0, the penalty points of all finished rounds (rule round.penalty)."""
        results = self._of_round.results
        return tuple(
            [sum([each.penalty_points[seat] for each in results]) for seat in range(self.players)]
        )

    @property
    def score_pile_sizes(self) -> PerPlayer[Count]:
        """For each seat, from 0, the number of Iron Throne cards drawn (rule round.throne)."""
        drawn = [result.last_placer for result in self._of_round.results]
        return tuple(drawn.count(seat) for seat in range(self.players))

    @property
    def revealed_score_piles(self) -> tuple[tuple[IronThroneCard, ...], ...]:
        """For each seat, from 0, its Iron Throne cards after the end of the game; empty before."""
        results = self._of_round.results
        if not self.is_over or results[0].throne_card is None:
            return ()
        return tuple(
            tuple(
                result.throne_card
                for result in results
                if result.last_placer == seat and result.throne_card
            )
            for seat in range(self.players)
        )
