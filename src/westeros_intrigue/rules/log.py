"""The log of a game: the events between two positions, and the replay of its moves.

Only new rounds, placements and eliminations are examined. A comparison of the values that both
positions share, most of which are the same objects, shows whether the later position follows from
the earlier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.errors import Faulty, InvalidValue, WesterosIntrigueError, as_tuple
from westeros_intrigue.rules import history, moves, scoring
from westeros_intrigue.rules.court import IllegalMove, Turns, Violation
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, round_faults
from westeros_intrigue.rules.state import (
    GameState,
    Position,
    SeenHands,
    View,
    agree,
    bits_of,
    cards_of,
    check_position,
    setup,
)
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import Variant


def events(before: Position | None, after: Position) -> tuple[history.Event, ...]:
    """Return the events between two positions, in order.

    The events between two states include hidden cards. **Send players only the events between two
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
        return tuple(_events_of(after))
    check_position(before)
    if _viewer(before) != _viewer(after):
        raise InvalidValue("the positions must be two states, or two views of one seat")
    table = before.table
    since = _progress_of(table)
    if _follows(before, after, since):
        new = tuple(_events_of(after, len(table.results), since))
        # A player who can place does so next, or is still to move.
        seat = table.active_player if table.can_place else None
        known = () if seat is None else (history.TurnStart(seat),)
        if new[: len(known)] == known:
            return new[len(known) : len(new) - bool(table.revealed_score_piles)]
    raise InvalidValue(f"{after!r} does not follow from {before!r}")


def _viewer(position: Position) -> tuple[int | None, ...]:
    """Return the viewer in a tuple; an empty tuple for a state."""
    return (position.player,) if isinstance(position, View) else ()


def _follows(before: Position, after: Position, since: Progress | None) -> bool:
    """Return True if the later position can come from the earlier one, whose moment is `since`."""
    if (
        isinstance(before, GameState)
        and isinstance(after, GameState)
        and before._frame is after._frame
    ):
        # The placements determine the rest.
        return before.placements == after.placements[: len(before.placements)]
    one, other = before.table, after.table
    count = len(one.results)
    if one.start != other.start or len(other.results) < count:
        return False
    now = _round(after, count)
    return (
        (not one.revealed_score_piles or bool(other.revealed_score_piles))
        and _same_results(_results_of(before), _results_of(after)[:count])
        and _same_own(before, after)
        and (since is None or (_continues(one, now) and _same_hands(before, after, count)))
    )


def _same_own(before: Position, after: Position) -> bool:
    """Return True if a viewer's own cards in the finished rounds are the same."""
    if not isinstance(before, View) or not isinstance(after, View):
        return True
    is_same = after.kept[: len(before.kept)] == before.kept
    return is_same and agree(before.score_pile, after.score_pile)


def _same_results(
    earlier: Sequence[history.RoundResult], later: Sequence[history.RoundResult]
) -> bool:
    """Return True if the rounds are the same. Only the later one may know its Iron Throne card."""
    return all(
        one is other or one == (other if one.throne_card else attrs.evolve(other, throne_card=None))
        for one, other in zip(earlier, later, strict=True)
    )


def _continues(one: Table, now: Table | history.RoundResult) -> bool:
    """Return True if a round is a table's current round at a later time."""
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
    """Return True if each seat has the same cards in a round, where both positions know them."""
    (deal, dealt), (later_deal, later) = _cards(before, index), _cards(after, index)
    return (not before.variant.automated or deal == later_deal) and all(
        one == other or None in (one, other) for one, other in zip(dealt, later, strict=True)
    )


def _results_of(position: Position) -> tuple[history.RoundResult, ...]:
    """Return the finished rounds; for a view, without the viewer's cards, to save time."""
    return position.results if isinstance(position, GameState) else position.table.results


def _round(position: Position, index: int) -> Table | history.RoundResult:
    """Return a finished round, counted from 0, or the table of the current one."""
    results = _results_of(position)
    return results[index] if index < len(results) else position.table


def _cards(position: Position, index: int) -> tuple[RoundDeal | None, SeenHands]:
    """Return the deal of a round and the cards that each seat had in it; None if unknown."""
    now = _round(position, index)
    deal = None
    left: SeenHands = [None] * position.players
    if isinstance(position, View):
        if position.player is not None:
            left[position.player] = (*position.kept, position.hand)[index]
    elif isinstance(now, history.RoundResult):
        deal, left = now.deal, list(now.kept)
    else:
        deal, left = position.round_deal, list(position.hands)
    for seat, cards in enumerate(left):
        if cards is not None:
            placed = (one.move.card for one in now.placements if one.player == seat)
            left[seat] = cards_of(bits_of((*cards, *placed)))
    return deal, left


def _events_of(
    after: Position, first: int = 0, since: Progress | None = None
) -> Iterator[history.Event]:
    """Yield the events since a moment in the round `first`, counted from 0.

    Without `since`, that is the moment before the deal.
    """
    for index in range(first, len(_results_of(after)) + 1):
        now = _round(after, index)
        if isinstance(now, Table) and _progress_of(now) is None:
            break
        if since is None:
            yield _start(after, now, index)
        to_move = now.active_player if isinstance(now, Table) and now.can_place else None
        yield from course(now.placements, now.eliminations, now.turned_over, to_move, since=since)
        since = None
        if isinstance(now, history.RoundResult):
            yield _end(after, now, index)
    if piles := after.revealed_score_piles:
        yield history.Reveal(piles)


def _start(position: Position, now: Table | history.RoundResult, index: int) -> history.RoundStart:
    """Return the deal of a round, counted from 0."""
    number, variant = now.round_number, position.variant
    deal, hands = _cards(position, index)
    for seat in variant.automated:
        hands[seat] = None if deal is None else deal.hands[seat]
    hand_size = variant.hand_size(position.players, number)
    return history.RoundStart(number, now.starting_player, hand_size, now.starters, tuple(hands))


def _end(position: Position, result: history.RoundResult, index: int) -> history.RoundEnd:
    """Return the scoring of a round, counted from 0."""
    throne_card = result.throne_card
    if isinstance(position, View):
        is_own = result.last_placer == position.player
        throne_card = position.results[index].throne_card if is_own else None
    return history.RoundEnd(
        result.round_number,
        result.cards_left,
        result.adjustments,
        result.penalty_points,
        result.last_placer,
        throne_card,
    )


class Progress(NamedTuple):
    """The progress of a round at some moment."""

    placements: int
    eliminations: int
    noted: tuple[int, ...]
    """For each seat, the number of recorded turns; empty without automated seats."""


def _progress_of(table: Table) -> Progress | None:
    """Return the progress of the current round; None before its deal and after the last round."""
    if not table.hand_size or table.is_over:
        return None
    noted = tuple(map(len, table.turned_over))
    return Progress(len(table.placements), len(table.eliminations), noted)


def course(
    placements: Sequence[history.Placement],
    eliminations: Sequence[history.Elimination],
    turned_over: Sequence[Turns],
    to_move: int | None,
    *,
    since: Progress | None = None,
) -> Iterator[history.Event]:
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

    def set_aside(seat: int) -> Iterator[history.SetAside]:
        if seat < len(ended):
            number = ended[seat]
            is_new = not noted or number >= noted[seat]
            if is_new and number < len(turned_over[seat]) and turned_over[seat][number] != ():
                yield history.SetAside(seat, turned_over[seat][number])
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
            yield history.TurnStart(mover)
        if is_last:
            for seat in range(len(ended)):
                yield from set_aside(seat)
        else:
            yield from set_aside(mover or 0)
            yield placements[number]
            is_known_to_place = False


@attrs.define(slots=False, eq=False, repr=False)
class InvalidRecord(WesterosIntrigueError, ValueError):
    """The record is inconsistent: an illegal move, a duplicate card, a wrong result.

    >>> print(InvalidRecord(["player 0 is to move"], 12, 5, 1, 3))
    line 12, column 5 (round 1, placement 3): player 0 is to move
    """

    faults: tuple[str, ...] = attrs.field(converter=as_tuple)
    """The reasons, one sentence for each fault; never empty."""
    line: int | None = None
    """The line of the file, from 1; None if the record was not read from text."""
    column: int | None = None
    """The character in the line, from 1; None if the record was not read from text."""
    round_number: int | None = None
    """The round, counted from 1; None for a fault of the whole game."""
    placement: int | None = None
    """The placement of the round, counted from 1; None for a fault of the whole round."""
    violations: tuple[Violation, ...] = attrs.field(default=(), converter=as_tuple)
    """Every violation of an illegal move; empty for other faults."""

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, column {self.column}"
        faults = "; ".join(self.faults)
        if self.round_number is not None:
            placement = "" if self.placement is None else f", placement {self.placement}"
            in_game = f"round {self.round_number}{placement}"
            place = f"{place} ({in_game})" if place else in_game
            faults = faults.removeprefix(f"{in_game}: ")
        return f"{place}: {faults}" if place else faults


def moves_of(state: GameState) -> tuple[Deal, list[history.Placements]]:
    """Return the whole deal of a game up to a state, and the placements of each round.

    Iron Throne cards that only the players who drew them have seen are missing from the deal.

    Raises:
        InvalidValue: the state was drawn from a view, or read from the line of a later round.
    """
    values.check_type("state", state, GameState)
    deals = [result.deal for result in state.results]
    placements = [result.placements for result in state.results]
    if state.phase in (history.Phase.PLAYING, history.Phase.ROUND_OVER):
        deals.append(state.round_deal)
        placements.append(state.placements)
    known = [deal for deal in deals if deal is not None]
    drawn = [result.throne_card for result in state.results if result.throne_card is not None]
    # At a real table, hidden cards are hidden in all rounds; in a drawn state, only in some.
    is_whole = not state.table.earlier.count and len(known) == len(deals)
    if not is_whole or len(drawn) not in (0, len(state.results)):
        raise InvalidValue(
            f"a state drawn from a view, or read from a line of a later round, has no complete "
            f"history: {state!r}. Write the view, or the state of the game itself"
        )
    deal = Deal((*known, *state.rest.rounds), (*drawn, *state.rest.throne_cards))
    return deal, placements


def replay(  # noqa: PLR0917 - the parts of a record
    players: int,
    variant: Variant,
    first_player: int,
    deal: Deal,
    placements: Sequence[Iterable[history.Placement]],
    scored_rounds: int,
) -> Iterator[GameState]:
    """Yield the states of a game: after setup, after each placement and after each scoring.

    Args:
        players: 2 to 6.
        variant: the variant of the game.
        first_player: the seat that starts round 1, from 0.
        deal: all known deals. If players dealt round by round, earlier states therefore have later
            cards in `rest`.
        placements: the placements of each round, from the first; the last rounds can be missing.
        scored_rounds: the number of scored rounds. A finished round can be unscored.

    Raises:
        InvalidRecord: the game breaks a rule; the error names the round and the placement.
    """
    state = _begin(players, variant, first_player, deal)
    yield state
    dealt = len(deal.rounds)
    for count, done in ((len(placements), "played"), (scored_rounds, "scored")):
        if count > dealt:
            raise InvalidRecord(
                [f"{values.count_things(count, 'round')} {done}, but only {dealt} dealt"]
            )
    unplayed = ((),) * (dealt - len(placements))
    for number, of_round in enumerate((*placements, *unplayed), start=1):
        index = 0
        for index, placed in enumerate(of_round, start=1):
            if number > scored_rounds + 1:
                fault = f"round {number} is played, but round {number - 1} is not scored"
                raise InvalidRecord([fault], round_number=number, placement=1)
            state = _place(state, placed, number, index)
            yield state
        if number <= scored_rounds:
            state = _score(state, index or None)
            yield state


def _begin(players: int, variant: Variant, first_player: int, deal: Deal) -> GameState:
    try:
        return setup(players, deal=deal, first_player=first_player, variant=variant)
    except Faulty as error:
        number = None
        if isinstance(error, InvalidDeal):
            number = _faulty_round(deal, variant, players)
        raise InvalidRecord(error.faults, round_number=number) from error
    except InvalidValue as error:
        raise InvalidRecord([str(error)]) from error


def _faulty_round(deal: Deal, variant: Variant, players: int) -> int | None:
    """Return the first round with an invalid deal, from 1; None if all are valid."""
    before = None
    for number, round_deal in enumerate(deal.rounds, start=1):
        is_too_many = number > variant.rounds_for(players)
        if is_too_many or round_faults(round_deal, before, players, variant, number):
            return number
        before = round_deal.dealt
    return None


def _place(state: GameState, placed: history.Placement, number: int, index: int) -> GameState:
    try:
        return moves.apply(state, placed.move, player=placed.player)
    except IllegalMove as error:
        faults = [str(violation) for violation in error.violations]
        raise InvalidRecord(faults, None, None, number, index, error.violations) from error
    except InvalidValue as error:
        raise InvalidRecord([str(error)], None, None, number, index) from error


def _score(state: GameState, placement: int | None) -> GameState:
    """Return the state with its round scored; `placement` is its last placement, from 1."""
    number, is_hidden = state.round_number, not state.rest.throne_cards
    fault = ""
    if state.phase is not history.Phase.ROUND_OVER:
        fault = f"player {state.active_player} is still to move"
    elif is_hidden and any(state.score_piles):
        fault = "the deal has no Iron Throne card for it"
    if fault:
        fault = f"round {number} is scored, but {fault}"
        raise InvalidRecord([fault], round_number=number, placement=placement)
    return scoring.score_round(state, hidden=is_hidden)
