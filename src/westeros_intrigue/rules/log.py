"""The log of a game: the events between two of its positions.

Only new rounds, placements and eliminations are examined. To check that the later position follows
from the earlier one, the values that both have are compared, most of which are the same objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.dealing import RoundDeal
from westeros_intrigue.rules.events import Event, Reveal, RoundEnd, RoundStart, SetAside, TurnStart
from westeros_intrigue.rules.game import GameState, bits_of, cards_of
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.own_cards import agree
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import Position, View, check_position


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
        return tuple(_happened(after))
    check_position(before)
    if _viewer(before) != _viewer(after):
        raise InvalidValue("the positions must be two states, or two views of one seat")
    table = before.table
    since = _reached(table)
    if _follows(before, after, since):
        new = tuple(_happened(after, len(table.results), since))
        # A player who can place does so next, or is still to move.
        seat = table.active_player if table.can_place else None
        known = () if seat is None else (TurnStart(seat),)
        if new[: len(known)] == known:
            return new[len(known) : len(new) - bool(table.revealed_score_piles)]
    raise InvalidValue(f"{after!r} does not follow from {before!r}")


def _viewer(position: Position) -> tuple[int | None, ...]:
    """Return the viewer in a tuple; an empty tuple for a state."""
    return (position.player,) if isinstance(position, View) else ()


def _follows(before: Position, after: Position, since: Reached | None) -> bool:
    """Return whether the later position can come from the earlier one, as it was `since` then."""
    if (
        isinstance(before, GameState)
        and isinstance(after, GameState)
        and before.frame is after.frame
    ):
        # The placements determine all else.
        return before.placements == after.placements[: len(before.placements)]
    one, other = before.table, after.table
    count = len(one.results)
    if one.start != other.start or len(other.results) < count:
        return False
    now = _round(after, count)
    return (
        (not one.revealed_score_piles or bool(other.revealed_score_piles))
        and _same_results(_finished(before), _finished(after)[:count])
        and _same_own(before, after)
        and (since is None or (_continues(one, now) and _same_hands(before, after, count)))
    )


def _same_own(before: Position, after: Position) -> bool:
    """Return whether a viewer's own cards in the finished rounds are the same."""
    if not isinstance(before, View) or not isinstance(after, View):
        return True
    is_same = after.kept[: len(before.kept)] == before.kept
    return is_same and agree(before.score_pile, after.score_pile)


def _same_results(earlier: Sequence[RoundResult], later: Sequence[RoundResult]) -> bool:
    """Return whether the rounds are the same. Iron Throne cards may be known only in the later."""
    return all(
        one is other or one == (other if one.throne_card else attrs.evolve(other, throne_card=None))
        for one, other in zip(earlier, later, strict=True)
    )


def _continues(one: Table, now: Table | RoundResult) -> bool:
    """Return whether a round is the present one of a table, at a later time."""
    return (
        one.starters == now.starters
        and one.placements == now.placements[: len(one.placements)]
        and one.eliminations == now.eliminations[: len(one.eliminations)]
        and all(
            turns == until_now[: len(turns)]
            for turns, until_now in zip(one.turned_over, now.turned_over, strict=True)
        )
    )


def _same_hands(before: Position, after: Position, index: int) -> bool:
    """Return whether each seat has the same cards in a round, as far as both positions know."""
    (deal, dealt), (later_deal, later) = _cards(before, index), _cards(after, index)
    return (not before.variant.automated or deal == later_deal) and all(
        one == other or None in (one, other) for one, other in zip(dealt, later, strict=True)
    )


def _finished(position: Position) -> tuple[RoundResult, ...]:
    """Return the finished rounds; for a view, without the viewer's cards, to save time."""
    return position.results if isinstance(position, GameState) else position.table.results


def _round(position: Position, index: int) -> Table | RoundResult:
    """Return a finished round, counted from 0, or the table of the present one."""
    results = _finished(position)
    return results[index] if index < len(results) else position.table


def _cards(
    position: Position, index: int
) -> tuple[RoundDeal | None, list[tuple[Card, ...] | None]]:
    """Return the deal of a round, and the cards that each seat had in it; None if unknown."""
    now = _round(position, index)
    deal = None
    left: list[tuple[Card, ...] | None] = [None] * position.players
    if isinstance(position, View):
        if position.player is not None:
            left[position.player] = (*position.kept, position.hand)[index]
    elif isinstance(now, RoundResult):
        deal, left = now.deal, list(now.kept)
    else:
        deal, left = position.round_deal, list(position.hands)
    for seat, cards in enumerate(left):
        if cards is not None:
            placed = (one.move.card for one in now.placements if one.player == seat)
            left[seat] = cards_of(bits_of((*cards, *placed)))
    return deal, left


def _happened(after: Position, first: int = 0, since: Reached | None = None) -> Iterator[Event]:
    """Yield the events since a moment of the round `first`, counted from 0.

    Without `since`, it is the moment before the deal.
    """
    for index in range(first, len(_finished(after)) + 1):
        now = _round(after, index)
        if isinstance(now, Table) and _reached(now) is None:
            break
        if since is None:
            yield _start(after, now, index)
        to_move = now.active_player if isinstance(now, Table) and now.can_place else None
        yield from course(now.placements, now.eliminations, now.turned_over, to_move, since=since)
        since = None
        if isinstance(now, RoundResult):
            yield _end(after, now, index)
    if piles := after.revealed_score_piles:
        yield Reveal(piles)


def _start(position: Position, now: Table | RoundResult, index: int) -> RoundStart:
    """Return the deal of a round, counted from 0."""
    number, variant = now.round_number, position.variant
    deal, hands = _cards(position, index)
    for seat in variant.automated:
        hands[seat] = None if deal is None else deal.hands[seat]
    hand_size = variant.hand_size(position.players, number)
    return RoundStart(number, now.starting_player, hand_size, now.starters, tuple(hands))


def _end(position: Position, result: RoundResult, index: int) -> RoundEnd:
    """Return the scoring of a round, counted from 0."""
    throne_card = result.throne_card
    if isinstance(position, View):
        is_own = result.last_placer == position.player
        throne_card = position.results[index].throne_card if is_own else None
    return RoundEnd(
        result.round_number,
        result.cards_left,
        result.adjustments,
        result.penalty_points,
        result.last_placer,
        throne_card,
    )


class Reached(NamedTuple):
    """The progress of a round at some moment."""

    placements: int
    eliminations: int
    noted: tuple[int, ...]
    """For each seat, the number of recorded turns; empty without automated seats."""


def _reached(table: Table) -> Reached | None:
    """Return the progress of the present round; None before its deal, and after the last one."""
    if not table.hand_size or table.is_over:
        return None
    noted = tuple(map(len, table.turned_over))
    return Reached(len(table.placements), len(table.eliminations), noted)


def course(
    placements: Sequence[Placement],
    eliminations: Sequence[Elimination],
    turned_over: Sequence[Turns],
    to_move: int | None,
    *,
    since: Reached | None = None,
) -> Iterator[Event]:
    """Yield the events of a round after its deal, or since a later moment, in order.

    `to_move` is the seat that can place after the last event, if that is known.
    """
    first, gone, noted = since or (0, 0, ())
    is_known_to_place = since is None
    ended = [0] * len(turned_over)  # the number of finished turns of each seat
    for placed in placements[:first] if turned_over else ():
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

    for number in range(first, len(placements) + 1):
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
