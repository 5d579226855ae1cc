"""The log of a game: the events between two of its positions.

Only new rounds, placements and eliminations are examined. To check that the later position follows
from the earlier one, the values that both have are compared, most of which are the same objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.events import Event, Reveal, RoundEnd, RoundStart, SetAside, TurnStart
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import Position, View, check_position

Hands = Sequence[tuple[Card, ...] | None]
"""For each seat, the cards in its hand; None if unknown."""


def events(before: Position | None, after: Position) -> tuple[Event, ...]:
    """Return the events between two positions, in order.

    The events between two states include hidden cards. **Send a player the events between two
    views.** `View.then` and `Table.then` apply them.

    >>> from westeros_intrigue import SOLO_SCHEMING, apply, legal_moves, observe, proceed, setup
    >>> before = setup(4, seed=3, variant=SOLO_SCHEMING)
    >>> after = proceed(apply(before, legal_moves(before)[0]))
    >>> for event in events(observe(before, 0), observe(after, 0)):
    ...     print(event)
    player 0 S2@a0
    player 1 is to move
    player 1 B3@a-1
    player 2 is to move
    player 2 B6@b-1
    player 3 is to move
    player 3 B9@a1
    player 0 is to move

    Args:
        before: a state or a view; None for all events of the game.
        after: a later position of the same game: a state, or a view of the same seat.

    Raises:
        InvalidValue: `after` does not follow from `before`, or has another viewer.

    Rules: info.public, info.leftover, info.throne.
    """
    check_position(after)
    if before is after:
        return ()
    if before is None:
        return tuple(_happened(after, 0, None))
    check_position(before)
    if (new := _within_round(before, after)) is not None:
        return tuple(new)
    if _viewer(before) != _viewer(after):
        raise InvalidValue("the positions must be two states, or two views of one seat")
    count = len(_finished(before))
    then = _round(before, count)
    if not _follows(before, after, then):
        raise InvalidValue(f"{after!r} does not follow from {before!r}")
    is_revealed = bool(before.is_over and before.table.revealed_score_piles)
    return tuple(_happened(after, count, then, is_revealed=is_revealed))


def _within_round(before: Position, after: Position) -> Iterator[Event] | None:
    """Return the events between two states of a round; None if they are not of one deal.

    States of one deal share their frame, and the placements determine all else.
    """
    if not (isinstance(before, GameState) and isinstance(after, GameState)):
        return None
    placed, gone = len(before.placements), len(before.eliminations)
    if before.frame is not after.frame or before.placements != after.placements[:placed]:
        return None
    noted = tuple([len(stack.turns) if stack else 0 for stack in before.stacks])
    turned_over = tuple([stack.turns if stack else () for stack in after.stacks])
    since = Reached(placed, gone, before.active_player is not None, noted)
    return course(
        after.placements, after.eliminations, turned_over, after.active_player, since=since
    )


def _viewer(position: Position) -> tuple[int | None, ...]:
    """Return the viewer in a tuple; an empty tuple for a state."""
    return (position.player,) if isinstance(position, View) else ()


@attrs.frozen
class _Round:
    """A round, finished or not, with the cards known in a position."""

    of: Table | RoundResult
    hands: Hands
    """The cards left in each hand."""
    deal: Any
    """The deal; None if unknown."""
    to_move: int | None = None
    """The seat to move, if it is known that it can place a card."""

    def key(self) -> tuple[object, ...]:
        return self.of.round_number, self.of.starting_player, self.of.starters


def _finished(position: Position) -> tuple[RoundResult, ...]:
    """Return the finished rounds; for a view, without the viewer's cards, to save time."""
    return position.results if isinstance(position, GameState) else position.table.results


def _round(position: Position, index: int) -> _Round | None:
    """Return the round with an index from 0; None if it is not dealt."""
    results = _finished(position)
    if index < len(results):
        result = results[index]
        hands = list(result.kept)
        if isinstance(position, View) and position.player is not None:
            hands[position.player] = position.kept[index]
        return _Round(result, hands, result.deal)
    table = position.table
    if table.is_over or not table.hand_size:
        return None
    to_move = table.active_player if table.can_place else None
    if isinstance(position, GameState):
        return _Round(table, position.hands, position.round_deal, to_move)
    seats = range(table.players)
    held = [position.hand if seat == position.player else None for seat in seats]
    return _Round(table, held, None, to_move)


def _follows(before: Position, after: Position, then: _Round | None) -> bool:
    """Return whether the later position can come from the earlier one."""
    count = len(_finished(before))
    one, other = before.table, after.table
    now = _round(after, count)
    return (
        (one.players, one.variant) == (other.players, other.variant)
        and len(other.results) >= count
        and _same_results(_finished(before), _finished(after)[:count])
        and _same_own(before, after)
        and (not one.revealed_score_piles or bool(other.revealed_score_piles))
        and (now is not None or then is None)
        and (then is None or now is None or _continues(then, now, one.variant.automated))
        and (then is not None or now is not None or one.starting_player == other.starting_player)
    )


def _same_own(before: Position, after: Position) -> bool:
    """Return whether a viewer's own cards in the finished rounds are the same."""
    if not isinstance(before, View) or not isinstance(after, View):
        return True
    drawn = len(before.score_pile)
    return (
        after.kept[: len(before.kept)] == before.kept
        and after.score_pile[:drawn] == before.score_pile
    )


def _same_results(earlier: Sequence[RoundResult], later: Sequence[RoundResult]) -> bool:
    """Return whether the rounds are the same. Iron Throne cards may be known only in the later."""
    return all(
        one is other or one == (other if one.throne_card else attrs.evolve(other, throne_card=None))
        for one, other in zip(earlier, later, strict=True)
    )


def _continues(then: _Round, now: _Round, automated: Sequence[int]) -> bool:
    """Return whether a round is the same as another one, at a later time."""
    one, other = then.of, now.of
    placed, gone = len(one.placements), len(one.eliminations)
    if (
        then.key() != now.key()
        or one.placements != other.placements[:placed]
        or one.eliminations != other.eliminations[:gone]
        or any(
            turns != until_now[: len(turns)]
            for turns, until_now in zip(one.turned_over, other.turned_over, strict=True)
        )
    ):
        return False
    if then.to_move is not None:
        # A player who can place does so next, or is still to move.
        since = Reached(placed, gone, is_known_to_place=False)
        later = course(other.placements, other.eliminations, (), now.to_move, since=since)
        if next(later, None) != TurnStart(then.to_move):
            return False
    new = other.placements[placed:]
    return all(
        held is None
        or left is None
        or (
            (seat not in automated or then.deal == now.deal)
            and {*held} == {*left, *(one.move.card for one in new if one.player == seat)}
        )
        for seat, (held, left) in enumerate(zip(then.hands, now.hands, strict=True))
    )


def _happened(
    after: Position, first: int, then: _Round | None, *, is_revealed: bool = False
) -> Iterator[Event]:
    """Yield the events since a moment of the round `first`, counted from 0.

    `then` is the round at that moment; None before its deal.
    """
    viewer = _viewer(after)
    results = _finished(after)
    drawn = after.score_pile if isinstance(after, View) else ()
    for index in range(first, len(results) + 1):
        now = _round(after, index)
        if now is None:
            break
        yield from _course(now, then if index == first else None, after)
        if index < len(results):
            result = results[index]
            is_known = not viewer or result.last_placer in viewer
            card = result.throne_card
            if viewer and is_known:
                own = sum(one.last_placer in viewer for one in results[:index])
                card = drawn[own] if own < len(drawn) else None
            yield RoundEnd(
                result.round_number,
                result.cards_left,
                result.adjustments,
                result.penalty_points,
                result.last_placer,
                card if is_known else None,
            )
    if not is_revealed and after.is_over and (piles := after.table.revealed_score_piles):
        yield Reveal(piles)


def _course(now: _Round, then: _Round | None, position: Position) -> Iterator[Event]:
    """Yield the events of a round since `then`, up to its last placement or elimination."""
    table = now.of
    since = START
    if then is None:
        number = table.round_number
        hand_size = position.variant.hand_size(position.players, number)
        hands = _dealt(now, position.variant.automated)
        yield RoundStart(number, table.starting_player, hand_size, table.starters, hands)
    else:
        noted = tuple(map(len, then.of.turned_over))
        placed, gone = len(then.of.placements), len(then.of.eliminations)
        since = Reached(placed, gone, then.to_move is not None, noted)
    yield from course(
        table.placements, table.eliminations, table.turned_over, now.to_move, since=since
    )


def _dealt(now: _Round, automated: Sequence[int]) -> tuple[tuple[Card, ...] | None, ...]:
    """Return the cards dealt to each seat; for an automated seat, its stack."""
    hands = list(now.hands)
    for seat, cards in enumerate(hands):
        if seat in automated:
            hands[seat] = None if now.deal is None else now.deal.hands[seat]
        elif cards is not None:
            own = (one.move.card for one in now.of.placements if one.player == seat)
            hands[seat] = tuple(sorted((*cards, *own)))
    return tuple(hands)


class Reached(NamedTuple):
    """The progress of a round at some moment."""

    placements: int = 0
    eliminations: int = 0
    is_known_to_place: bool = True
    """True if it was known that the seat to move can place, as of the first seat."""
    noted: tuple[int, ...] = ()
    """For each seat, the number of recorded turns; empty for none."""


START = Reached()
"""A round that has just been dealt."""


def course(
    placements: Sequence[Placement],
    eliminations: Sequence[Elimination],
    turned_over: Sequence[Turns],
    to_move: int | None,
    *,
    since: Reached = START,
) -> Iterator[Event]:
    """Yield the events of a round after its deal, in order.

    `to_move` is the seat that can place after the last event, if that is known.
    """
    _, gone, is_known_to_place, noted = since
    ended = [0] * len(turned_over)  # the number of finished turns of each seat
    for placed in placements[: since.placements] if turned_over else ():
        ended[placed.player] += 1
    for out in eliminations[:gone] if turned_over else ():
        ended[out.player] += 1

    def set_aside(seat: int) -> Iterator[SetAside]:
        if seat < len(ended):
            number = ended[seat]
            is_new = not noted or number >= noted[seat]
            if is_new and number < len(turned_over[seat]) and turned_over[seat][number] != ():
                yield SetAside(seat, turned_over[seat][number])
            ended[seat] += 1

    for number in range(since.placements, len(placements) + 1):
        while gone < len(eliminations) and eliminations[gone].placements_before == number:
            yield from set_aside(eliminations[gone].player)
            yield eliminations[gone]
            gone += 1
            is_known_to_place = False
        is_last = number == len(placements)
        mover = to_move if is_last else placements[number].player
        if mover is not None and not is_known_to_place:
            yield TurnStart(mover)
        if is_last:
            for seat in range(len(ended)):
                yield from set_aside(seat)
        else:
            yield from set_aside(mover or 0)
            yield placements[number]
            is_known_to_place = False
