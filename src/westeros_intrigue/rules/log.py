"""The log of a game: the events between two positions, and the replay of its moves.

Within a round, only the events after the earlier position are made. Otherwise, the rounds since the
deal of its round are examined: its events must be the first of them. What both positions have is
compared, and is mostly the same objects.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import attrs

from westeros_intrigue.gamekit import english, records, values
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.rules import moves, scoring
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.board import bits_of, cards_of
from westeros_intrigue.rules.cards import Cards
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, deal_faults
from westeros_intrigue.rules.game_events import (
    Elimination,
    Event,
    Phase,
    Placement,
    Placements,
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    TurnStart,
    in_order,
)
from westeros_intrigue.rules.round_results import (
    NO_EARLIER_ROUNDS,
    EarlierRounds,
    RoundResult,
    announce_result,
)
from westeros_intrigue.rules.state import GameState, begin
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.rules.view import Position, View, check_position, list_hands
from westeros_intrigue.rules.violations import Violation


def events(before: Position | None, after: Position) -> tuple[Event, ...]:
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
    if before is None:
        return tuple(_list_events(after))
    check_position(before)
    viewers = {getattr(position, "player", -1) for position in (before, after)}
    if len(viewers) > 1:
        raise InvalidValue("the positions must be two states, or two views of one seat")
    # States of one round share the table of its start; no other positions do.
    is_dealt = before._of_round is after._of_round
    if _has_same_deal(before, after):
        later = _list_later(before.table, after.table)
        if later is not None:
            return tuple(later)
    first = len(before._of_round.results)
    if _past(before, first) != _past(after, first):
        first = 0
    old, new = (_list_events(position, first, is_dealt=is_dealt) for position in (before, after))
    count = len(old)
    if old and isinstance(old[-1], SetAside) and new[count - 1 : count] != old[-1:]:
        # At a real table, a house sets cards aside before it is known whether one fits.
        new[count - 1 : count + 1] = reversed(new[count - 1 : count + 1])
    is_same_game = is_dealt or _constants(before.table) == _constants(after.table)
    if is_same_game and (new[:count] == old or [*map(_hide_like, old, new)] == old):
        return tuple(new[count:])
    raise InvalidValue(f"{after!r} does not follow from {before!r}")


def _has_same_deal(before: Position, after: Position) -> bool:
    """Return True if the positions are of one round of one game, and know the same of its deal.

    It may return False for other positions of one round, which must then be compared by events.
    """
    if isinstance(before, GameState) and isinstance(after, GameState):
        return before._frame is after._frame
    if not isinstance(before, View) or not isinstance(after, View):
        return False
    one, other = before.table, after.table
    if _of_deal(one) != _of_deal(other):
        return False
    if (before.score_pile, before.kept) != (after.score_pile, after.kept):
        return False
    since = other.placements[len(one.placements) :]
    placed = [turn.move.card for turn in since if turn.player == before.player]
    return bits_of(before.hand) == bits_of((*after.hand, *placed))


def _of_deal(table: Table) -> tuple[object, ...]:
    """Return the facts that are the same from the deal of a round to its scoring."""
    return (
        table.results,
        table.variant,
        table.players,
        table.starting_player,
        table.hand_size,
        table.starters,
        table.has_numbers,
        table.earlier,
    )


def _list_later(before: Table, after: Table) -> list[Event] | None:
    """Return the events of a round after an earlier moment; None if it does not lead there."""
    placed, out = len(before.placements), len(before.eliminations)
    eliminations = after.eliminations[out:]
    turned_over = zip(before.turned_over, after.turned_over, strict=True)
    if (
        before.placements != after.placements[:placed]
        or before.eliminations != after.eliminations[:out]
        or any(gone.placements_before < placed for gone in eliminations)
        or any(turns != later[: len(turns)] for turns, later in turned_over)
    ):
        return None
    to_move = after.active_player if after.can_place else None
    new = course(after.placements, after.eliminations, after.turned_over, to_move, since=before)
    seat = before.active_player if before.can_place else None
    if not placed or seat is None:
        return new
    # The turn has started before, and the player is still to move or places a card.
    return new[1:] if new[:1] == [values.shared(TurnStart, seat)] else None


def _past(position: Position, rounds: int) -> tuple[object, ...]:
    """Return the facts about the first rounds; making the results of a view takes longer."""
    if isinstance(position, GameState):
        return position._frame.results[:rounds]
    return position.table.results[:rounds], position.kept[:rounds], position.score_pile


def _hide_like(earlier: Event, later: Event) -> Event:
    """Return the later event without an Iron Throne card that the earlier one does not know."""
    if isinstance(earlier, RoundEnd) and isinstance(later, RoundEnd):
        return attrs.evolve(later, throne_card=earlier.throne_card and later.throne_card)
    return later


def _constants(table: Table) -> tuple[object, ...]:
    """Return the facts that are the same from the start to the end of a game."""
    earlier = table.earlier._hidden
    return table.players, table.variant, table.first_player, table.has_numbers, earlier


def _list_events(after: Position, first: int = 0, *, is_dealt: bool = False) -> list[Event]:
    """Return the events since the deal of the round `first`, counted from 0.

    With `is_dealt`, the deal of the current round is left out.
    """
    listed: list[Event] = []
    now = after.table
    # A view makes its results when it is asked for them.
    for result in after.results[first:] if len(now.results) > first else ():
        listed.append(_start(after, result, result.deal, result.kept))
        listed += course(result.placements, result.eliminations, result.turned_over)
        listed.append(_end(after, result))
    if now.phase in {Phase.PLAYING, Phase.ROUND_OVER}:
        if not is_dealt:
            deal = after.round_deal if isinstance(after, GameState) else None
            listed.append(_start(after, now, deal, list_hands(after)))
        to_move = now.active_player if now.can_place else None
        listed += course(now.placements, now.eliminations, now.turned_over, to_move)
    if piles := now.revealed_score_piles:
        listed.append(Reveal(piles))
    return listed


def _start(
    position: Position,
    now: Table | RoundResult,
    deal: RoundDeal | None,
    held: Iterable[Cards | None],
) -> RoundStart:
    """Return the deal of a round, from the hands that the seats hold now or have kept."""
    hands = list(held)
    for seat, cards in enumerate(hands):
        if seat in position.variant.automated:
            hands[seat] = None if deal is None else deal.hands[seat]
        elif cards is not None:
            turns = (turn for turn in now.placements if turn.player == seat)
            placed = [turn.move.card for turn in turns]
            hands[seat] = cards_of(bits_of((*cards, *placed)))
    size = position.variant.hand_size(position.players, now.round_number)
    return RoundStart(now.round_number, now.starting_player, size, now.starters, tuple(hands))


def _end(position: Position, result: RoundResult) -> RoundEnd:
    """Return the scoring of a round."""
    is_hidden = isinstance(position, View) and result.last_placer != position.player
    return announce_result(result, None if is_hidden else result.throne_card)


def course(
    placements: Sequence[Placement],
    eliminations: Sequence[Elimination],
    turned_over: Sequence[Turns],
    to_move: int | None = None,
    since: Table | None = None,
) -> list[Event]:
    """Return the events of a round after its deal, in order.

    Args:
        placements: all placements of the round.
        eliminations: all eliminations of the round.
        turned_over: the cards that automated seats have turned over, as in `Table`.
        to_move: the seat that can place after the last event, if that is known.
        since: the table at an earlier moment of the round; the events until then are left out. The
            start of the turn to move then is listed, even if it was known.
    """
    listed: list[Event] = []
    placed = out = 0
    seen: Sequence[Turns] = ((),) * len(turned_over)
    is_drawing = False
    if since is not None:
        placed, out, seen = len(since.placements), len(since.eliminations), since.turned_over
        is_drawing = bool(seen) and since.is_drawing
    has_begun = placed > 0
    set_aside = [iter(turns[len(old) :]) for turns, old in zip(turned_over, seen, strict=True)]
    for turn in in_order(placements[placed:], eliminations[out:], placed):
        seat = turn.player
        # The first player of a round can always place.
        if has_begun and isinstance(turn, Placement):
            listed.append(values.shared(TurnStart, seat))
        if seat < len(set_aside) and not is_drawing and (cards := next(set_aside[seat], ())):
            listed.append(SetAside(seat, cards))
        listed.append(turn)
        has_begun, is_drawing = True, False
    if to_move is not None and has_begun:
        listed.append(values.shared(TurnStart, to_move))
    for seat, turns in enumerate(set_aside):
        listed += [SetAside(seat, cards) for cards in turns if cards]
    return listed


@attrs.define(slots=False, eq=False, repr=False)
class InvalidRecord(records.InvalidRecord[Violation]):
    """The record is inconsistent: an illegal move, a duplicate card, a wrong result.

    >>> print(InvalidRecord(["player 0 is to move"], 12, 5, 1, 3))
    line 12, column 5 (round 1, placement 3): player 0 is to move
    """


def earlier_of(state: GameState) -> EarlierRounds:
    """Return the sums of the rounds before a game began, with the Iron Throne cards if known."""
    earlier = state.table.earlier
    sizes = [*map(len, earlier.score_piles)]
    piles = tuple([pile[:size] for pile, size in zip(state.score_piles, sizes, strict=False)])
    if [*map(len, piles)] != sizes:
        return earlier._hidden
    return attrs.evolve(earlier, score_piles=piles)


def moves_of(state: GameState) -> tuple[Deal, list[Placements]]:
    """Return the whole deal of a game up to a state, and the placements of each round.

    Iron Throne cards that only the players who drew them have seen are missing from the deal. A
    game that was read from the line of a later round begins with that round.

    Raises:
        InvalidValue: the state was drawn from a view.
    """
    values.check_type("state", state, GameState)
    deals = [result.deal for result in state.results]
    placements = [result.placements for result in state.results]
    if state.phase in (Phase.PLAYING, Phase.ROUND_OVER):
        deals.append(state.round_deal)
        placements.append(state.placements)
    known_deals = [*filter(None, deals)]
    drawn = [*filter(None, [result.throne_card for result in state.results])]
    # At a real table, hidden cards are hidden in all rounds; in a drawn state, only in some.
    if len(known_deals) != len(deals) or len(drawn) not in (0, len(state.results)):
        raise InvalidValue(
            f"a state drawn from a view has no complete history: {state!r}. Write the view, or the "
            "state of the game itself"
        )
    deal = Deal((*known_deals, *state.rest.rounds), (*drawn, *state.rest.throne_cards))
    return deal, placements


def replay(  # noqa: PLR0917 - the parts of a record
    players: int,
    variant: Variant,
    first_player: int,
    deal: Deal,
    placements: Sequence[Iterable[Placement]],
    scored_rounds: int,
    earlier: EarlierRounds = NO_EARLIER_ROUNDS,
) -> Iterator[GameState]:
    """Yield the states of a game: after setup, after each placement and after each scoring.

    Args:
        players: 2 to 6.
        variant: the variant of the game.
        first_player: the seat that starts round 1, from 0.
        deal: all known deals. If players dealt round by round, earlier states therefore have later
            cards in `rest`.
        placements: the placements of each round of the deal; the last rounds can be missing.
        scored_rounds: the number of scored rounds of the deal. A finished round can be unscored.
        earlier: the sums of the rounds before those of the deal.

    Raises:
        InvalidRecord: the game breaks a rule; the error names the round and the placement.
    """
    for count, done in ((len(placements), "played"), (scored_rounds, "scored")):
        if count > len(deal.rounds):
            counted = english.count_things(count, "round")
            raise InvalidRecord([f"{counted} {done}, but only {len(deal.rounds)} dealt"])
    number: int | None = None
    placement: int | None = None
    try:
        state = begin(players, variant, first_player, deal, earlier)
        yield state
        for index in range(len(deal.rounds)):
            number, placement = earlier.count + index + 1, None
            played = chain(*placements[index : index + 1])
            for placement, placed in enumerate(played, start=1):  # noqa: B007 - for errors
                if index > scored_rounds:
                    raise InvalidValue(
                        f"round {number} is played, but round {number - 1} is not scored"
                    )
                state = moves.apply(state, placed.move, player=placed.player)
                yield state
            if index < scored_rounds:
                is_hidden, why = not state.rest.throne_cards, ""
                if state.phase is Phase.PLAYING:
                    why = f"player {state.active_player} is still to move"
                elif is_hidden and any(state.score_piles):
                    why = "the deal has no Iron Throne card for it"
                if why:
                    raise InvalidValue(f"round {number} is scored, but {why}")
                state = scoring.score_round(state, hidden=is_hidden)
                yield state
    except WesterosIntrigueError as error:
        violations = getattr(error, "violations", ())
        faults = getattr(error, "faults", violations or [error])
        if isinstance(error, InvalidDeal):
            number, _ = next(deal_faults(deal, players, variant, earlier.score_piles))
        reasons = map(str, faults)
        raise InvalidRecord(reasons, None, None, number, placement, violations) from error
