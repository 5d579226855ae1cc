"""What happened between two positions of a game, as far as the viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.dealing import RoundDeal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Adjustment, Elimination, Placement, RoundResult
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import Position, View, check_position


@public
@attrs.frozen
class RoundStart(Value):
    """A round being dealt.

    >>> from westeros_intrigue import observe, setup
    >>> [start] = events(None, observe(setup(6, seed=1), 0))
    >>> print(start)
    round 1 is dealt, 6 cards each; player 0 starts
    >>> print(*start.hands[0])
    S8 L5 L6 L7 T4 T9

    Rules: setup.hand-size, setup.starter, round.rotation.
    """

    round_number: int
    """The round, counted from 1."""
    starting_player: int
    """The seat that starts it, from 0."""
    hand_size: int
    """How many cards each seat is dealt."""
    starters: tuple[Card, ...]
    """The cards that start the bottom row, from column 0 to the right."""
    hands: tuple[tuple[Card, ...] | None, ...]
    """For each seat, from 0, the cards that it is dealt, by house and number, and for an automated
    seat its stack, top first; None if they are not known."""

    def __str__(self) -> str:
        dealt = f"{self.hand_size} cards" if self.hand_size > 1 else "1 card"
        lying = f"; {_listed(self.starters)} in the court" if self.starters else ""
        return (
            f"round {self.round_number} is dealt, {dealt} each{lying}; "
            f"player {self.starting_player} starts"
        )


@public
@attrs.frozen
class SetAside(Value):
    """The cards that an automated house turns over and sets aside, before it places or goes out.

    >>> from westeros_intrigue import parse_card
    >>> print(SetAside(2, (parse_card("S4"), parse_card("B1"))))
    player 2 turns over S4 B1 and sets them aside

    Rules: solo.set-aside, solo.public.
    """

    player: int
    """The automated seat, from 0."""
    cards: tuple[Card, ...]
    """The cards as they came; never none."""

    def __str__(self) -> str:
        them = "it" if len(self.cards) == 1 else "them"
        return f"player {self.player} turns over {_listed(self.cards)} and sets {them} aside"


@public
@attrs.frozen
class ThroneCardDraw(Value):
    """An Iron Throne card being drawn at the end of a round.

    >>> from westeros_intrigue import IronThroneCard
    >>> print(ThroneCardDraw(1, IronThroneCard(3, icons=7)))
    player 1 draws an Iron Throne card: 3 points off, 7 icons

    Rules: round.throne, info.throne, info.throne-automated.
    """

    player: int
    """The seat that draws it, from 0."""
    card: IronThroneCard | None
    """The card; None if it is not known. A player knows those that the player drew."""

    def __str__(self) -> str:
        shown = "" if self.card is None else f": {self.card}"
        return f"player {self.player} draws an Iron Throne card{shown}"


@public
@attrs.frozen
class RoundEnd(Value):
    """A round being scored.

    >>> print(RoundEnd(1, (6, 4, 4), (), (6, 4, 4)))
    round 1 is scored, penalty points: player 0 takes 6, player 1 takes 4, player 2 takes 4

    Rules: round.penalty, option.affiliation, option.rivalry.
    """

    round_number: int
    """The round, counted from 1."""
    cards_left: tuple[int, ...]
    """For each seat, from 0, how many cards are left in its hand."""
    adjustments: tuple[Adjustment, ...]
    """What the options add or take off; none that comes to 0."""
    penalty_points: tuple[int, ...]
    """The round's penalty points for each seat, from 0, adjustments included."""

    def __str__(self) -> str:
        taken = (f"player {seat} takes {points}" for seat, points in enumerate(self.penalty_points))
        return f"round {self.round_number} is scored, penalty points: {', '.join(taken)}"


@public
@attrs.frozen
class Reveal(Value):
    """The Iron Throne cards being shown at the end of the game.

    >>> from westeros_intrigue import IronThroneCard
    >>> print(Reveal(((IronThroneCard(3, icons=7),), ())))
    the Iron Throne cards are shown: player 0 has 3 points off, 7 icons

    Rules: final.reveal.
    """

    score_piles: tuple[tuple[IronThroneCard, ...], ...]
    """For each seat, from 0, its Iron Throne cards in drawing order."""

    def __str__(self) -> str:
        shown = (
            f"player {seat} has {' and '.join(map(str, pile))}"
            for seat, pile in enumerate(self.score_piles)
            if pile
        )
        return f"the Iron Throne cards are shown: {'; '.join(shown)}"


Event = TypeAliasType(
    "Event", RoundStart | SetAside | Placement | Elimination | ThroneCardDraw | RoundEnd | Reveal
)
"""Something that happened in a game; its text is a line for a log."""


@public
def events(before: Position | None, after: Position) -> tuple[Event, ...]:
    """Return what happened between two positions, in order.

    Between two states it is everything. **So send a player the events of two views.**

    >>> from westeros_intrigue import SOLO_SCHEMING, apply, legal_moves, observe, proceed, setup
    >>> before = setup(4, seed=3, variant=SOLO_SCHEMING)
    >>> after = proceed(apply(before, legal_moves(before)[0]))
    >>> for event in events(observe(before, 0), observe(after, 0)):
    ...     print(event)
    player 0 S2@a0
    player 1 B3@a-1
    player 2 B6@b-1
    player 3 B9@a1

    Args:
        before: a state or a view; None for everything since the game began.
        after: a later position of the same game: a state, or a view of the same seat.

    Raises:
        InvalidValue: `after` does not follow from `before`, or is seen by somebody else.

    Rules: info.public, info.leftover, info.throne.
    """
    check_position(after)
    happened = tuple(_happened(after))
    if before is None:
        return happened
    check_position(before)
    if _viewer(before) != _viewer(after):
        raise InvalidValue("the positions must be two states, or two views of one seat")
    earlier = tuple(_happened(before))
    # A card that nobody had told when it was drawn may be known by now.
    told = [
        attrs.evolve(other, card=None)
        if isinstance(one, ThroneCardDraw) and isinstance(other, ThroneCardDraw) and not one.card
        else other
        for one, other in zip(earlier, happened, strict=False)
    ]
    if tuple(told) != earlier or before.variant != after.variant:
        raise InvalidValue(f"{after!r} does not follow from {before!r}")
    return happened[len(earlier) :]


def _viewer(position: Position) -> tuple[int | None, ...]:
    """Return who sees the position; nobody in particular where it is a state."""
    return (position.player,) if isinstance(position, View) else ()


def _happened(position: Position) -> Iterator[Event]:
    """Yield what has happened since the game began, as far as the viewer could know it then."""
    table, viewer = position.table, _viewer(position)
    for result in position.results:
        yield from _played(position, result, result.deal, result.kept)
        is_known = not viewer or result.last_placer in viewer
        yield ThroneCardDraw(result.last_placer, result.throne_card if is_known else None)
        yield RoundEnd(
            result.round_number, result.cards_left, result.adjustments, result.penalty_points
        )
    if table.phase in (Phase.PLAYING, Phase.ROUND_OVER):
        if isinstance(position, GameState):
            yield from _played(position, table, position.round_deal, position.hands)
        else:
            seats = range(table.players)
            held = [position.hand if seat == position.player else None for seat in seats]
            yield from _played(position, table, None, held)
    if piles := table.revealed_score_piles:
        yield Reveal(piles)


def _played(
    position: Position,
    of_round: RoundResult | Table,
    deal: RoundDeal | None,
    held: Sequence[tuple[Card, ...] | None],
) -> Iterator[Event]:
    """Yield what happened in a round up to its last placement; `held` is left of each hand."""
    variant, number, placements = position.variant, of_round.round_number, of_round.placements
    hands = list(held)
    for seat, cards in enumerate(held):
        if seat in variant.automated:
            hands[seat] = None if deal is None else deal.hands[seat]
        elif cards is not None:
            placed = (placed.move.card for placed in placements if placed.player == seat)
            hands[seat] = tuple(sorted((*cards, *placed)))
    hand_size = variant.hand_size(position.players, number)
    starters = of_round.starters
    yield RoundStart(number, of_round.starting_player, hand_size, starters, tuple(hands))
    timed: list[tuple[int, Placement | Elimination]] = [
        (out.placements_before, out) for out in of_round.eliminations
    ]
    timed += enumerate(placements)
    turns = [iter(of_seat) for of_seat in of_round.turned_over]
    for _, event in sorted(timed, key=itemgetter(0)):
        set_aside = next(turns[event.player], None) if turns else None
        if set_aside:
            yield SetAside(event.player, set_aside)
        yield event


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
