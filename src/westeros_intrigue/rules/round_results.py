"""Finished rounds: the result of each, and the sums of those that a position has no results of.

A result says what was played, what each player had left, and what that proves about their hands.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Annotated

import attrs

from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.limits import Count, Length, Ordinal
from westeros_intrigue.gamekit.notebook_tables import Rows, Tabled
from westeros_intrigue.gamekit.results import default_names
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.rules.automated import TurnsOfSeats, list_known_stacks
from westeros_intrigue.rules.board import FIRST_OPEN, after_placement, list_open_houses
from westeros_intrigue.rules.cards import Card, CardCount, Cards, House, IronThroneCard
from westeros_intrigue.rules.court import FIRST_SLOT
from westeros_intrigue.rules.dealing import RoundDeal, throne_faults
from westeros_intrigue.rules.game_events import (
    Elimination,
    Eliminations,
    Placement,
    Placements,
    RoundEnd,
)
from westeros_intrigue.rules.house_rules import find_opening
from westeros_intrigue.rules.points import MOST_ADDED, Adjustments
from westeros_intrigue.rules.variants import MAX_PLAYERS, PerPlayer, Seat, Variant


@attrs.frozen
class RoundResult(Value, Tabled):
    """The result of a finished round.

    In a Table, a View, and a state drawn from a view, hidden values are None.

    >>> from westeros_intrigue import play_game, random_player
    >>> result = play_game([random_player, random_player], seed=1).results[0]
    >>> result.cards_left, result.last_placer, result.throne_card
    ((7, 7), 1, IronThroneCard(value=2, icons=3))

    Rules: round.end, round.throne, round.penalty, info.leftover, info.throne, info.elimination.
    """

    round_number: Ordinal
    """The round, counted from 1."""
    starting_player: Seat
    """The seat that started it, from 0."""
    deal: RoundDeal | None
    """The round's cards; None if they are not known."""
    starters: Cards
    """The cards that started the bottom row, from column 0 to the right."""
    placements: Placements
    """All placements in order."""
    eliminations: Eliminations
    """All eliminations in order, one for each player."""
    last_placer: Seat
    """The seat that placed the last card, from 0. It drew the Iron Throne card."""
    throne_card: IronThroneCard | None
    """The Iron Throne card that the last placer drew; None if it is not known."""
    cards_left: PerPlayer[CardCount]
    """For each seat, from 0, the number of cards left in its hand."""
    kept: PerPlayer[Cards | None]
    """For each seat, from 0, the cards left in its hand; None for cards that are not known."""
    adjustments: Adjustments
    """The points that the options added or subtracted."""
    penalty_points: PerPlayer[CardCount]
    """The round's penalty points for each seat, from 0, adjustments included."""
    turned_over: TurnsOfSeats = ()
    """The cards that automated seats turned over, as in `Table`; empty without such seats."""

    def list_missing_houses(self, variant: Variant) -> tuple[tuple[House, ...], ...]:
        """Return, for each seat, the houses that cannot be among its remaining cards.

        The player's elimination proves this.

        >>> from westeros_intrigue import play_game, random_player
        >>> state = play_game([random_player, random_player], seed=1)
        >>> for seat, houses in enumerate(state.results[0].list_missing_houses(state.variant)):
        ...     print(seat, *houses)
        0 Stark Targaryen
        1 Stark Targaryen

        Args:
            variant: the game's variant, which sets the width of the court and can open slots.

        Raises:
            WrongType: `variant` is not a Variant.

        Rules: info.elimination.
        """
        check_type("variant", variant, Variant)
        return list_missing_houses(
            variant, len(self.kept), self.starters, self.placements, self.eliminations
        )

    @property
    def _known_left(self) -> list[Cards]:
        """For each seat, from 0, the known cards among those left: all, or some of a stack."""
        placers = [placement.player for placement in self.placements]
        # If no slot was open, the rest of a stack did not need to be turned over.
        stacks = list_known_stacks(self.cards_left, placers, self.turned_over)
        return [
            seen if kept is None else kept for kept, seen in zip(self.kept, stacks, strict=True)
        ]

    def _rows(self) -> Rows:
        columns = ("round", "started", "placed last", *default_names(len(self.penalty_points)))
        row = (
            self.round_number,
            f"player {self.starting_player}",
            f"player {self.last_placer}",
            *self.penalty_points,
        )
        return "Penalty points by round", columns, [row]


def announce_result(result: RoundResult, throne_card: IronThroneCard | None) -> RoundEnd:
    """Return the event that ends a round with this result; None for a hidden Iron Throne card."""
    return RoundEnd(
        result.round_number,
        result.cards_left,
        result.adjustments,
        result.penalty_points,
        result.last_placer,
        throne_card,
    )


@attrs.frozen
class EarlierRounds(Value):
    """The sums of finished rounds whose results are missing from a position.

    A position from `parse_position` begins with its current round, so it has only sums for the
    earlier rounds.

    >>> from westeros_intrigue import parse_position
    >>> view = parse_position("-; 12, 12, 12; round 2; points 1 0 2; drawn 0 0 1")
    >>> view.table.earlier.count, view.round_number, view.penalty_points
    (1, 2, (1, 0, 2))

    Rules: round.penalty, round.throne.
    """

    penalty_points: Annotated[tuple[Count, ...], Length(most=MAX_PLAYERS)] = ()
    """For each seat, from 0, the penalty points of these rounds; empty if there are none."""
    score_piles: Annotated[
        tuple[tuple[IronThroneCard | None, ...], ...], Length(most=MAX_PLAYERS)
    ] = ()
    """For each seat, from 0, the Iron Throne cards drawn in them, with None for hidden cards; empty
    if there are no earlier rounds."""

    @property
    def count(self) -> int:
        """The number of these rounds."""
        return sum(map(len, self.score_piles))

    @property
    def _hidden(self) -> EarlierRounds:
        """The sums as they are public before the end of the game, without the cards drawn."""
        piles = tuple([(None,) * len(pile) for pile in self.score_piles])
        return self if piles == self.score_piles else attrs.evolve(self, score_piles=piles)

    def _faults(self, players: int, variant: Variant) -> list[str]:
        """Return the reasons why a game cannot have these sums."""
        if self == NO_EARLIER_ROUNDS:
            return []
        if {len(self.penalty_points), len(self.score_piles)} - {players}:
            return [f"each of {players} players needs penalty points and a score pile"]
        count, rounds = self.count, variant.rounds_for(players)
        if not 0 < count < rounds:
            return [f"{count} of {count_things(rounds, 'round')} cannot come before another"]
        sizes = [variant.hand_size(players, number + 1) for number in range(count)]
        most = sum(sizes) + MOST_ADDED * count
        if not 0 <= min(self.penalty_points) <= max(self.penalty_points) <= most:
            return [f"{count_things(count, 'round')} can bring 0 to {most} penalty points"]
        return throne_faults(chain(*self.score_piles), variant)


NO_EARLIER_ROUNDS = EarlierRounds()


def list_missing_houses(
    variant: Variant,
    players: int,
    starters: Sequence[Card],
    placements: Sequence[Placement],
    eliminations: Iterable[Elimination],
) -> tuple[tuple[House, ...], ...]:
    """Return, for each seat, the houses that had an open slot when it went out with cards in hand.

    Rules: info.elimination.
    """
    missing: list[tuple[House, ...]] = [()] * players
    proofs = [out for out in eliminations if out.cards_left]
    if proofs:
        cards_and_cells = [(card, cell) for cell, card in enumerate(starters, FIRST_SLOT.cell)]
        before = max([out.placements_before for out in proofs])
        cards_and_cells += [(turn.move.card, turn.move.slot.cell) for turn in placements[:before]]
        width_limit = variant.width_limit(players)
        opening = find_opening(variant.house_rule)
        occupied, open_bits = 0, FIRST_OPEN
        open_after = [open_bits]  # each number of cards
        for card, cell in cards_and_cells:
            occupied, open_bits = after_placement(
                occupied, open_bits, width_limit, card.house.index, cell
            )
            if opening is not None:
                open_bits = opening(occupied, width_limit)
            open_after.append(open_bits)
        for out in proofs:
            open_then = open_after[len(starters) + out.placements_before]
            missing[out.player] = list_open_houses(open_then)
    return tuple(missing)
