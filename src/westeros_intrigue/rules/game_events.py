"""The history of a game: its phases, its events, and the results of rounds and games.

The constructors check nothing, since every placement calls one. Values from outside are checked
where they enter: in `Table.then`, `View.then`, `Record` and the JSON readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Annotated, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit.display import Rows, Tabled, default_names
from westeros_intrigue.gamekit.errors import WrongPhase
from westeros_intrigue.gamekit.values import (
    Count,
    Length,
    NamedEnum,
    OneOf,
    Ordinal,
    Range,
    Value,
    count_things,
)
from westeros_intrigue.rules.automated import Turns, recycle
from westeros_intrigue.rules.cards import (
    DECK,
    HOUSES,
    Board,
    Card,
    CardCount,
    Cards,
    House,
    IronThroneCard,
    Move,
    ThroneCards,
    join_cards,
)
from westeros_intrigue.rules.court import FIRST_SLOT
from westeros_intrigue.rules.dealing import RoundDeal, throne_faults
from westeros_intrigue.rules.house_rules import find_opening
from westeros_intrigue.rules.variants import MAX_PLAYERS, STANDARD, PerPlayer, Seat, Variant

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


def check_phase(found: Phase, wanted: Phase, what: str) -> None:
    """Raise WrongPhase unless the game is in the phase of a step."""
    if found is not wanted:
        todo = _WHAT_TO_DO[found]
        raise WrongPhase(f"{what} only in {wanted}, but the game is in {found}: {todo}")


ADJUSTMENTS = {"option.affiliation": -1, "option.rivalry": 1}
"""The points that an option adds or subtracts (rule option.affiliation.point)."""
MOST_ADDED = sum(points for points in ADJUSTMENTS.values() if points > 0)
"""The maximum number of points that options add to a player's points in a round."""


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
    Elimination(player=1, placements_before=15, cards_left=7)
    >>> print(final.results[0].eliminations[0])
    player 1 is out with 7 cards left

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
class Adjustment(Value):
    """A point that an option adds to a round's penalty or subtracts from it.

    >>> Adjustment(player=2, points=-1, rule="option.affiliation").points
    -1

    Rules: option.affiliation, option.rivalry.
    """

    player: Seat
    """The seat, from 0."""
    points: Annotated[int, Range(-1, 1)]
    """1 or -1. Options without effect make no adjustment."""
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
    """For each seat, from 0, the cards left in its hand; None for cards that are not known."""
    adjustments: Adjustments
    """The points that the options added or subtracted."""
    penalty_points: PerPlayer[CardCount]
    """The round's penalty points for each seat, from 0, adjustments included."""
    turned_over: TurnsOfSeats = ()
    """The cards that automated seats turned over, as in `Table`; empty without such seats."""

    @property
    def missing_houses(self) -> tuple[tuple[House, ...], ...]:
        """For each seat, from 0, the houses that cannot be among its remaining cards.

        The player's elimination proves this (rule info.elimination).
        """
        return missing_houses(len(self.kept), self.starters, self.placements, self.eliminations)

    @property
    def _known_left(self) -> list[Cards]:
        """For each seat, from 0, the known cards among those left: all, or some of a stack."""
        # If no slot was open, the rest of a stack did not need to be turned over.
        stacks = list_known_stacks(self.cards_left, self.placements, self.turned_over)
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


def in_order(placements: Iterable[P], eliminations: Sequence[Elimination]) -> list[P | Elimination]:
    """Return the placements and the eliminations of a round in order."""
    turns: list[P | Elimination] = list(placements)
    for out in reversed(eliminations):
        turns.insert(out.placements_before, out)
    return turns


def missing_houses(
    players: int,
    starters: Sequence[Card],
    placements: Iterable[Placement],
    eliminations: Iterable[Elimination],
    house_rule: str = "",
) -> tuple[tuple[House, ...], ...]:
    """Return, for each seat, the houses that had an open slot when it went out with cards in hand.

    Without the game's house rule, houses whose slots it opened may be missing.

    Rules: info.elimination.
    """
    missing: list[tuple[House, ...]] = [()] * players
    proving = [out for out in eliminations if out.cards_left]
    if proving:
        lying = [(card, cell) for cell, card in enumerate(starters, FIRST_SLOT.cell)]
        lying += [(placed.move.card, placed.move.slot.cell) for placed in placements]
        width_limit = STANDARD.width_limit(players)  # no option changes it
        boards = [Board.empty(width_limit, find_opening(house_rule))]
        for card, cell in lying:
            boards.append(boards[-1].place(card.house.index, cell))
        for out in proving:
            open_houses = boards[len(starters) + out.placements_before].open_houses
            missing[out.player] = tuple(house for house in HOUSES if house in open_houses)
    return tuple(missing)


def find_seen_cards(
    left: int, seat: int, placements: Iterable[Placement], turns: Turns
) -> tuple[Card | None, ...]:
    """Return a stack with `left` cards, top first, with None for each card that is not public.

    The cards set aside in the current turn, or when the house went out, are at the bottom.

    Rules: solo.public, solo.public.kept.
    """
    count = sum(placed.player == seat for placed in placements)
    stack: tuple[Card | None, ...] = (None,) * (left + count)
    for set_aside in turns[:count]:
        stack = recycle(stack, set_aside)
    aside: Cards = tuple(chain(*turns[count:]))
    return (*stack[len(aside) :], *aside[::-1])


def list_known_stacks(
    hand_sizes: Sequence[int], placements: Sequence[Placement], turned_over: Sequence[Turns]
) -> tuple[Cards, ...]:
    """Return, for each seat, the cards at the bottom of its stack that all players have seen."""
    turned_over = turned_over or ((),) * len(hand_sizes)
    return tuple(
        tuple(filter(None, find_seen_cards(left, seat, placements, turns)))
        for seat, (left, turns) in enumerate(zip(hand_sizes, turned_over, strict=True))
    )


class Decision(NamedEnum):
    """The criterion that decided a game.

    >>> Decision.SHARED
    Decision.SHARED

    Rules: final.lowest, final.icons, final.shared, final.shared.holders.
    """

    LOWEST_TOTAL = "lowest-total"
    """One player had the lowest total (rule final.lowest)."""
    FEWEST_ICONS = "fewest-icons"
    """Players tied, and one had the card with the fewest icons (rule final.icons)."""
    SHARED = "shared"
    """Players tied and shared the victory (rule final.shared)."""

    @property
    def _in_words(self) -> str:
        """The reason as part of a sentence, such as `the lowest total`."""
        return _REASONS[self]


_REASONS = {
    Decision.LOWEST_TOTAL: "the lowest total",
    Decision.FEWEST_ICONS: "a tie, then the Iron Throne card with the fewest icons",
    Decision.SHARED: "a tie that nothing separates",
}


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
        lying = f"; {join_cards(self.starters)} in the court" if self.starters else ""
        return (
            f"round {self.round_number} is dealt, {dealt} each{lying}; "
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
    """The revealing of the Iron Throne cards at the end of the game.

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
