"""The public facts of a position: the fields of a table, and what follows from them.

Tables, states and views have these properties in common. `TableFacts` holds the fields, below the
functions of `following` and `unseen`; `table` makes it a `Table`, which uses both.

Rules: round.rotation, info.elimination, solo.public, final.reveal.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from abc import abstractmethod
from typing import Annotated, Self

import attrs

from westeros_intrigue.gamekit.limits import Count, Length, OnlyIfUnusual, Ordinal
from westeros_intrigue.gamekit.pictures import Pictured
from westeros_intrigue.rules import cards
from westeros_intrigue.rules.automated import TurnsOfSeats, list_known_stacks
from westeros_intrigue.rules.board import Board
from westeros_intrigue.rules.court import FIRST_SLOT, Court, make_unchecked_court
from westeros_intrigue.rules.game_events import Eliminations, Phase, Placements
from westeros_intrigue.rules.round_results import (
    NO_EARLIER_ROUNDS,
    EarlierRounds,
    RoundResult,
    list_missing_houses,
)
from westeros_intrigue.rules.variants import PerPlayer, PlayerCount, Seat, Variant


class PublicFacts(Pictured):
    """The public properties of a table, a state or a view."""

    __slots__ = ()

    _GAME = "westeros-intrigue"

    @property
    @abstractmethod
    def table(self) -> TableFacts:
        """The table with the public information; for a table, the table itself."""

    @property
    def _of_round(self) -> TableFacts:
        """A table of this round, at any moment: for the facts that hold for the whole round."""
        return self.table

    @property
    def _board(self) -> Board:
        """The court as bits."""
        return self.table._board

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
        """The phase of the game, which determines the next step."""
        if self.active_player is not None:
            return Phase.PLAYING
        table = self._of_round
        if self._rounds_scored == table.variant.rounds_for(table.players):
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
        return min(self._rounds_scored + 1, table.variant.rounds_for(table.players))

    @property
    def _rounds_scored(self) -> int:
        table = self._of_round
        return table.earlier.count + len(table.results)

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
    def deciders(self) -> tuple[Seat, ...]:
        """The seat to move, from 0, as the only one; empty if no seat is to move."""
        seat = self.active_player
        return () if seat is None else (seat,)

    @property
    def starters(self) -> cards.Cards:
        """The cards that started the bottom row, from column 0 to the right."""
        return self._of_round.starters

    @property
    def court(self) -> Court:
        """The cards placed in this round and the starters."""
        cards = dict(enumerate(self.starters, FIRST_SLOT.cell))
        for placed in self.placements:
            cards[placed.move.slot.cell] = placed.move.card
        return make_unchecked_court(cards, self._board)

    @property
    def placements(self) -> Placements:
        """The placements of this round in order; the starters do not count."""
        return self.table.placements

    @property
    def eliminations(self) -> Eliminations:
        """The eliminations of this round in order."""
        return self.table.eliminations

    @property
    def hand_sizes(self) -> PerPlayer[cards.CardCount]:
        """For each seat, from 0, the number of cards in its hand."""
        size, placers = self._of_round.hand_size, [placed.player for placed in self.placements]
        return tuple([size - placers.count(seat) for seat in range(self.players)])

    @property
    def missing_houses(
        self,
    ) -> PerPlayer[Annotated[tuple[cards.House, ...], Length(most=len(cards.HOUSES))]]:
        """For each seat, from 0, the houses that are provably not in its hand.

        Going out with cards in hand proves this; an empty hand proves nothing (rule
        info.elimination).
        """
        parts = self.starters, self.placements, self.eliminations
        return list_missing_houses(self.variant, self.players, *parts)

    @property
    def known_stacks(self) -> PerPlayer[cards.Cards]:
        """For each seat, from 0, the cards at the bottom of its stack that all players have seen.

        The top card comes first. Empty for a seat that is not automated (rule solo.public).
        """
        table = self.table
        if not table.turned_over:  # otherwise hands would be counted in vain
            return ((),) * table.players
        placers = [placement.player for placement in table.placements]
        return list_known_stacks(table.hand_sizes, placers, table.turned_over)

    @property
    def last_placer(self) -> Seat | None:
        """The seat that placed the latest card of the round, from 0; None before the first."""
        return self.placements[-1].player if self.placements else None

    @property
    def penalty_points(self) -> PerPlayer[Count]:
        """For each seat, from 0, the penalty points of all finished rounds (rule round.penalty)."""
        table = self._of_round
        earlier = table.earlier.penalty_points or (0,) * table.players
        rounds = [result.penalty_points for result in table.results]
        return tuple(map(sum, zip(earlier, *rounds, strict=True)))

    @property
    def _piles(self) -> tuple[tuple[cards.IronThroneCard | None, ...], ...]:
        """For each seat, from 0, its Iron Throne cards, with None for cards that are not public."""
        table = self._of_round
        piles = list(table.earlier.score_piles or ((),) * table.players)
        for result in table.results:
            piles[result.last_placer] += (result.throne_card,)
        return tuple(piles)

    @property
    def score_pile_sizes(self) -> PerPlayer[Count]:
        """For each seat, from 0, the number of Iron Throne cards drawn (rule round.throne)."""
        return tuple(map(len, self._piles))

    @property
    def revealed_score_piles(self) -> cards.Piles:
        """For each seat, from 0, its Iron Throne cards; empty before the end of the game."""
        if not self.is_over or self._of_round.results[0].throne_card is None:
            return ()
        return tuple(tuple(filter(None, pile)) for pile in self._piles)


@attrs.frozen(repr=False)
class TableFacts(PublicFacts):
    """The fields of a table; see `Table`."""

    # Pyright does not know that a frozen field may stand for a property.
    players: PlayerCount  # pyright: ignore[reportIncompatibleMethodOverride]
    """The number of players, 2 to 6."""
    variant: Variant  # pyright: ignore[reportIncompatibleMethodOverride]
    """The variant of the game: its options, seats, rounds and Iron Throne cards."""
    starting_player: Seat  # pyright: ignore[reportIncompatibleMethodOverride]
    """The seat that starts this round, from 0 (rule round.rotation)."""
    _board: Board = attrs.field(eq=False)  # pyright: ignore[reportIncompatibleMethodOverride]
    results: tuple[RoundResult, ...] = ()
    """The finished rounds, from the first, with None for hidden values."""
    hand_size: int = 0
    """The number of cards dealt to each seat in this round; 0 in `Phase.DEALING`."""
    starters: cards.Cards = ()  # pyright: ignore[reportIncompatibleMethodOverride]
    """The cards that started the bottom row, from column 0 to the right."""
    active_player: Seat | None = None  # pyright: ignore[reportIncompatibleMethodOverride]
    """The seat to move, from 0; None if no seat is to move."""
    can_place: bool = False
    """True if the seat to move is known to have a legal move. A program that deals the cards always
    knows this. At a real table, it is known for the first player of a round and after a
    `TurnStart`. False if no seat is to move."""
    placements: Placements = ()  # pyright: ignore[reportIncompatibleMethodOverride]
    """The placements of this round in order; the starters do not count."""
    eliminations: Eliminations = ()  # pyright: ignore[reportIncompatibleMethodOverride]
    """The eliminations of this round in order."""
    turned_over: TurnsOfSeats = ()
    """For each seat, from 0, and each turn of an automated seat in this round, the cards that it
    turned over and set aside, in the order drawn. On the turn when it goes out, these are all its
    cards; at a real table where no slot is open, there are none."""
    has_numbers: Annotated[bool, OnlyIfUnusual()] = True
    """False if the game is played with printed cards, which have no numbers. The card of a
    placement then represents any card of its house, perhaps a different character in each round."""
    earlier: Annotated[EarlierRounds, OnlyIfUnusual()] = NO_EARLIER_ROUNDS
    """The sums of the rounds before the first of `results`; empty in a game that was followed from
    its first round."""

    @property
    def table(self) -> Self:
        """The table itself."""
        return self

    @property
    def is_drawing(self) -> bool:
        """True if the automated house to move has set cards aside in this turn."""
        seat = self.active_player
        return (
            seat in self.variant.automated
            and len(self.turned_over[seat]) > self.hand_size - self.hand_sizes[seat]
        )
