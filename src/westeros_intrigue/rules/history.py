"""Placements, eliminations, and the results of rounds and games.

The constructors check nothing, since every placement calls one. The functions that accept such
values from outside check them: `Table.then`, `View.then`, `Transcript.play`, and readers of JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import attrs

from westeros_intrigue.base.display import Tabled
from westeros_intrigue.base.limits import Length, OneOf, Ordinal, Range
from westeros_intrigue.base.values import NamedEnum, Value, counted
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import (
    DECK,
    HOUSES,
    Card,
    CardCount,
    Cards,
    House,
    IronThroneCard,
)
from westeros_intrigue.rules.dealing import RoundDeal
from westeros_intrigue.rules.pyramid import Board
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.variants import MAX_PLAYERS, STANDARD, PerPlayer, Seat

ADJUSTMENTS = {"option.affiliation": -1, "option.rivalry": 1}
"""The points that the rules of options add or subtract (rule option.affiliation.point)."""
MOST_ADDED = sum(points for points in ADJUSTMENTS.values() if points > 0)
"""The most points that options add to those of a player's cards in a round."""


@attrs.frozen
class Placement(Value):
    """A card placed in the court by a player.

    >>> from westeros_intrigue import parse_move
    >>> print(Placement(2, parse_move("S4@b2")))
    player 2 S4@b2

    Rules: turn.must-place, info.public.
    """

    player: Seat
    """The seat that placed it, from 0."""
    move: Move
    """The card and its slot."""

    def __str__(self) -> str:
        return f"player {self.player} {self.move}"


@attrs.frozen
class Elimination(Value):
    """A player going out of the round.

    >>> from westeros_intrigue import play_game, random_player
    >>> final = play_game([random_player, random_player], seed=1)
    >>> final.results[0].eliminations[0]
    Elimination(player=1, placements_before=15, cards_left=7)
    >>> print(final.results[0].eliminations[0])
    player 1 is out with 7 cards left

    Rules: elimination.unable, elimination.empty, elimination.own-turn, elimination.keeps.
    """

    player: Seat
    """The seat that went out, from 0."""
    placements_before: CardCount
    """The number of cards placed in the round before it, without starters."""
    cards_left: CardCount
    """The number of cards left in the hand."""

    def __str__(self) -> str:
        return f"player {self.player} is out with {counted(self.cards_left, 'card')} left"


@attrs.frozen
class Adjustment(Value):
    """Points that an option adds to a round's penalty, or subtracts from it.

    >>> Adjustment(player=2, points=-1, rule="option.affiliation").points
    -1

    Rules: option.affiliation, option.rivalry.
    """

    player: Seat
    """The seat, from 0."""
    points: Annotated[int, Range(-1, 1)]
    """1 or -1. An option without effect makes no adjustment."""
    rule: Annotated[str, OneOf(tuple(ADJUSTMENTS))]
    """The id of the option's rule."""


Placements = Annotated[tuple[Placement, ...], Length(most=len(DECK))]
Eliminations = Annotated[tuple[Elimination, ...], Length(most=MAX_PLAYERS)]
Adjustments = Annotated[tuple[Adjustment, ...], Length(most=MAX_PLAYERS)]
TurnsOfSeats = Annotated[tuple[Turns, ...], Length(most=MAX_PLAYERS)]


@attrs.frozen
class RoundResult(Value, Tabled):
    """The result of a finished round.

    In a Table, a View, and a state drawn from a view, hidden values are None.

    >>> from westeros_intrigue import play_game, random_player
    >>> result = play_game([random_player, random_player], seed=1).results[0]
    >>> result.cards_left, result.last_placer, result.throne_card
    ((6, 7), 0, IronThroneCard(value=2, icons=3))

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
    """For each seat, from 0, the cards left in its hand; None if they are not known."""
    adjustments: Adjustments
    """The points that the options added or subtracted."""
    penalty_points: PerPlayer[CardCount]
    """The round's penalty points for each seat, from 0, adjustments included."""
    turned_over: TurnsOfSeats = ()
    """The cards that automated seats turned over, as in `Table`; empty without such seats."""

    @property
    def missing_houses(self) -> tuple[tuple[House, ...], ...]:
        """For each seat, from 0, the houses of which it cannot have had a card left.

        The elimination of the player proves this (rule info.elimination).
        """
        return missing_houses(len(self.kept), self.starters, self.placements, self.eliminations)


def missing_houses(
    players: int,
    starters: Sequence[Card],
    placements: Iterable[Placement],
    eliminations: Iterable[Elimination],
) -> tuple[tuple[House, ...], ...]:
    """Return for each seat the houses that had an open slot when it went out with cards in hand.

    Rules: info.elimination.
    """
    missing: list[tuple[House, ...]] = [()] * players
    proving = [out for out in eliminations if out.cards_left]
    if proving:
        lying = [(card, Slot(0, column)) for column, card in enumerate(starters)]
        lying += [(placed.move.card, placed.move.slot) for placed in placements]
        boards = [Board.empty(STANDARD.width_limit(players))]  # no option changes the limit
        for card, slot in lying:
            boards.append(boards[-1].place(card.house.index, slot.cell))
        for out in proving:
            open_houses = boards[len(starters) + out.placements_before].open_houses
            missing[out.player] = tuple(house for house in HOUSES if house in open_houses)
    return tuple(missing)


class Decision(NamedEnum):
    """The criterion that decided a game.

    >>> Decision.SHARED
    Decision.SHARED

    Rules: final.lowest, final.icons, final.shared, final.shared.holders.
    """

    LOWEST_TOTAL = "lowest-total"
    """One player had the lowest total (rule final.lowest)."""
    FEWEST_ICONS = "fewest-icons"
    """Players tied, and one of them had the card with the fewest icons (rule final.icons)."""
    SHARED = "shared"
    """Players tied, and nothing separated them (rule final.shared)."""
