"""The events of a game, from the deal of a round to the last card, and its phases between them.

Each event says one thing that happened, in a sentence; whoever sees a part of it gets that part.
The constructors check nothing, since every placement calls one. Values from outside are checked
where they enter: in `Table.then`, `View.then`, `Record` and the JSON readers.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import WrongPhase
from westeros_intrigue.gamekit.limits import Length, Ordinal
from westeros_intrigue.gamekit.values import NamedEnum, Value
from westeros_intrigue.rules.cards import (
    DECK,
    Card,
    CardCount,
    Cards,
    IronThroneCard,
    Move,
    ThroneCards,
    join_cards,
)
from westeros_intrigue.rules.points import Adjustments
from westeros_intrigue.rules.variants import MAX_PLAYERS, PerPlayer, Seat

P = TypeVar("P")


class Phase(NamedEnum):
    """The phase of a game: the step that it is waiting for.

    >>> Phase.PLAYING
    Phase.PLAYING
    """

    DEALING = "dealing"
    """The game waits for the cards of the next round, which the deal does not contain:
    `deal_round`."""
    PLAYING = "playing"
    """The game waits for a placement by the active player: `apply`."""
    ROUND_OVER = "round-over"
    """All players are out, and the game waits for the scoring of the round: `score_round`."""
    GAME_OVER = "game-over"
    """The game is over: `final_winner` returns its result."""


_WHAT_TO_DO = {
    Phase.DEALING: "deal the next round",
    Phase.PLAYING: "place a card",
    Phase.ROUND_OVER: "score the round",
    Phase.GAME_OVER: "nothing follows",
}


def check_phase(phase: Phase, due: Phase, step: str) -> None:
    """Raise WrongPhase unless the game is in the phase `due` of a step: `a card is placed`."""
    if phase is not due:
        todo = _WHAT_TO_DO[phase]
        raise WrongPhase(f"{step} only in {due}, but the game is in {phase}: {todo}")


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
        dealt = count_things(self.hand_size, "card")
        starting = f"; {join_cards(self.starters)} in the court" if self.starters else ""
        return (
            f"round {self.round_number} is dealt, {dealt} each{starting}; "
            f"player {self.starting_player} starts"
        )


@attrs.frozen
class TurnStart(Value):
    """The start of the turn of a player who can place a card.

    The first turn of a round has no such event. At a real table it is optional, since players do
    not announce that a card fits.

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
    """The cards that an automated house turns over and sets aside before it places or goes out.

    >>> from westeros_intrigue import parse_card
    >>> print(SetAside(2, (parse_card("S4"), parse_card("B1"))))
    player 2 turns over S4 B1, which cannot be placed

    Rules: solo.set-aside, solo.public.
    """

    player: Seat
    """The automated seat, from 0."""
    cards: Annotated[tuple[Card, ...], Length(1, len(DECK))]
    """The cards in the order drawn."""

    def __str__(self) -> str:
        return f"player {self.player} turns over {join_cards(self.cards)}, which cannot be placed"


@attrs.frozen
class Placement(Value):
    """A card placed in the court by a player.

    >>> from westeros_intrigue import parse_move
    >>> print(Placement(2, parse_move("S4@b2")))
    player 2 S4@b2

    Rules: turn.must-place, info.public.
    """

    player: Seat
    """The seat that placed the card, from 0."""
    move: Move
    """The card and its slot."""

    def __str__(self) -> str:
        return f"player {self.player} {self.move}"


@attrs.frozen
class Elimination(Value):
    """A player's elimination from the round.

    >>> from westeros_intrigue import play_game, random_player
    >>> final = play_game([random_player, random_player], seed=1)
    >>> final.results[0].eliminations[0]
    Elimination(player=0, placements_before=14, cards_left=7)
    >>> print(final.results[0].eliminations[0])
    player 0 is out with 7 cards left

    Rules: elimination.unable, elimination.empty, elimination.own-turn, elimination.keeps.
    """

    player: Seat
    """The seat that went out, from 0."""
    placements_before: CardCount
    """The number of cards placed earlier in the round, without starters."""
    cards_left: CardCount
    """The number of cards left in the hand."""

    def __str__(self) -> str:
        return f"player {self.player} is out with {count_things(self.cards_left, 'card')} left"


@attrs.frozen
class RoundEnd(Value):
    """The scoring of a round and the draw of its Iron Throne card.

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
    """The card drawn; None if unknown. In a view's events, only its player's cards are known."""

    def __str__(self) -> str:
        taken = (f"player {seat} takes {points}" for seat, points in enumerate(self.penalty_points))
        shown = "" if self.throne_card is None else f": {self.throne_card}"
        return (
            f"round {self.round_number} is scored, penalty points: {', '.join(taken)}; "
            f"player {self.last_placer} draws an Iron Throne card{shown}"
        )


@attrs.frozen
class Reveal(Value):
    """All Iron Throne cards, which are shown at the end of the game.

    >>> from westeros_intrigue import IronThroneCard
    >>> print(Reveal(((IronThroneCard(3, icons=7),), ())))
    the Iron Throne cards are shown: player 0 has 3 points off, 7 icons

    Rules: final.reveal.
    """

    score_piles: PerPlayer[ThroneCards]
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
Placements = Annotated[tuple[Placement, ...], Length(most=len(DECK))]
Eliminations = Annotated[tuple[Elimination, ...], Length(most=MAX_PLAYERS)]


def in_order(
    placements: Iterable[P], eliminations: Sequence[Elimination], first: int = 0
) -> list[P | Elimination]:
    """Return the placements and the eliminations of a round in order, from a placement on.

    `first` is the number of earlier placements, which are left out with their eliminations.
    """
    turns: list[P | Elimination] = list(placements)
    for out in reversed(eliminations):
        turns.insert(out.placements_before - first, out)
    return turns


def seen_by(event: Event, viewer: int | None) -> Event:
    """Return an event as seen by a player or a spectator.

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
