"""Events: the steps of a game, one value for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.limits import Length, Ordinal
from westeros_intrigue.base.values import Value, counted
from westeros_intrigue.rules.cards import DECK, Card, CardCount, Cards, IronThroneCard
from westeros_intrigue.rules.history import Adjustments, Elimination, Placement
from westeros_intrigue.rules.variants import PerPlayer, Seat


@attrs.frozen
class RoundStart(Value):
    """The deal of a round.

    >>> from westeros_intrigue import events, observe, setup
    >>> [start] = events(None, observe(setup(6, seed=1), 0))
    >>> print(start)
    round 1 is dealt, 6 cards each; player 0 starts
    >>> print(*start.hands[0])
    S8 L5 L6 L7 T4 T9

    Rules: setup.hand-size, setup.starter, round.rotation.
    """

    round_number: Ordinal
    """The round, counted from 1."""
    starting_player: Seat
    """The seat that starts it, from 0."""
    hand_size: CardCount
    """The number of cards dealt to each seat."""
    starters: Cards
    """The cards that start the bottom row, from column 0 to the right."""
    hands: PerPlayer[Cards | None]
    """For each seat, from 0, the cards dealt to it, sorted by house and number; for an automated
    seat, its stack, top first. None for unknown cards."""

    def __str__(self) -> str:
        dealt = counted(self.hand_size, "card")
        lying = f"; {_listed(self.starters)} in the court" if self.starters else ""
        return (
            f"round {self.round_number} is dealt, {dealt} each{lying}; "
            f"player {self.starting_player} starts"
        )


@attrs.frozen
class TurnStart(Value):
    """The start of the turn of a player who can place a card.

    The first turn of a round has no such event. At a table of people it may be left out, since
    players do not announce that a card fits.

    >>> print(TurnStart(2))
    player 2 is to move

    Rules: turn.clockwise, turn.must-place, elimination.own-turn.
    """

    player: Seat
    """The seat, from 0."""

    def __str__(self) -> str:
        return f"player {self.player} is to move"


@attrs.frozen
class SetAside(Value):
    """The cards that an automated house turns over and sets aside, before it places or goes out.

    >>> from westeros_intrigue import parse_card
    >>> print(SetAside(2, (parse_card("S4"), parse_card("B1"))))
    player 2 turns over S4 B1 and sets them aside

    Rules: solo.set-aside, solo.public.
    """

    player: Seat
    """The automated seat, from 0."""
    cards: Annotated[tuple[Card, ...], Length(1, len(DECK))]
    """The cards in the order drawn."""

    def __str__(self) -> str:
        them = "it" if len(self.cards) == 1 else "them"
        return f"player {self.player} turns over {_listed(self.cards)} and sets {them} aside"


@attrs.frozen
class RoundEnd(Value):
    """The scoring of a round, and the draw of its Iron Throne card.

    >>> from westeros_intrigue import IronThroneCard
    >>> print(RoundEnd(1, (6, 4, 4), (), (6, 4, 4), 2, IronThroneCard(3, icons=7)))
    round 1 is scored, penalty points: player 0 takes 6, player 1 takes 4, player 2 takes 4; \
player 2 draws an Iron Throne card: 3 points off, 7 icons

    Rules: round.penalty, round.throne, info.throne, info.throne-automated, option.affiliation,
    option.rivalry.
    """

    round_number: Ordinal
    """The round, counted from 1."""
    cards_left: PerPlayer[CardCount]
    """For each seat, from 0, the number of cards left in its hand."""
    adjustments: Adjustments
    """The points that the options add or subtract."""
    penalty_points: PerPlayer[CardCount]
    """The round's penalty points for each seat, from 0, adjustments included."""
    last_placer: Seat
    """The seat that placed the last card, from 0. It draws the Iron Throne card."""
    throne_card: IronThroneCard | None
    """The card drawn; None if unknown. In the events of a view, only its player's own are known."""

    def __str__(self) -> str:
        taken = (f"player {seat} takes {points}" for seat, points in enumerate(self.penalty_points))
        shown = "" if self.throne_card is None else f": {self.throne_card}"
        return (
            f"round {self.round_number} is scored, penalty points: {', '.join(taken)}; "
            f"player {self.last_placer} draws an Iron Throne card{shown}"
        )


@attrs.frozen
class Reveal(Value):
    """The showing of the Iron Throne cards at the end of the game.

    >>> from westeros_intrigue import IronThroneCard
    >>> print(Reveal(((IronThroneCard(3, icons=7),), ())))
    the Iron Throne cards are shown: player 0 has 3 points off, 7 icons

    Rules: final.reveal.
    """

    score_piles: PerPlayer[tuple[IronThroneCard, ...]]
    """For each seat, from 0, its Iron Throne cards in drawing order."""

    def __str__(self) -> str:
        shown = (
            f"player {seat} has {' and '.join(map(str, pile))}"
            for seat, pile in enumerate(self.score_piles)
            if pile
        )
        return f"the Iron Throne cards are shown: {'; '.join(shown)}"


Event = TypeAliasType(
    "Event", RoundStart | TurnStart | SetAside | Placement | Elimination | RoundEnd | Reveal
)
"""A step of a game; `str` returns a line for a log."""


def seen_by(event: Event, viewer: int | None) -> Event:
    """Return an event as a player sees it, or a spectator.

    >>> from westeros_intrigue import events, setup
    >>> [start] = events(None, setup(2, seed=1))
    >>> [hand is None for hand in seen_by(start, 1).hands]
    [True, False]

    Args:
        event: an event of a state or of a view.
        viewer: the seat of a player, from 0; None for a spectator.

    Rules: info.public, info.throne, info.throne-automated.
    """
    if isinstance(event, RoundStart):
        hands = [hand if seat == viewer else None for seat, hand in enumerate(event.hands)]
        return attrs.evolve(event, hands=tuple(hands))
    if isinstance(event, RoundEnd) and event.last_placer != viewer:
        return attrs.evolve(event, throne_card=None)
    return event


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
