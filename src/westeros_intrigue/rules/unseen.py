"""The cards that a viewer has not seen: who may have them, and whether any deal leads here.

Rules: info.public, info.leftover, info.elimination, info.memory, solo.public, option.anyone,
option.anyone-deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.rules.automated import seen_stack
from westeros_intrigue.rules.card_counts import DeadPile, Death, Pile, Unseen, house_counts
from westeros_intrigue.rules.cards import DECK, HOUSES, Card, House
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.phases import Phase

if TYPE_CHECKING:
    from westeros_intrigue.rules.table import Table
    from westeros_intrigue.rules.view import View


def stack_seen(table: Table, seat: int, *, before_turn: bool = False) -> tuple[Card | None, ...]:
    """Return a stack, top first, with None for each card that the players have not seen.

    With `before_turn`, it is the stack at the start of the house's current turn.
    """
    count = table.hand_size - table.hand_sizes[seat]
    turns = table.turned_over[seat][: count if before_turn else None]
    return seen_stack(table.hand_size, turns, count)


def check_possible(table: Table, view: View | None = None) -> None:
    """Raise an InvalidValue unless some deal leads to the table and to the view of it, if any."""
    if not unseen_now(table, view).has_ways:
        what = "table" if view is None else "view"
        raise InvalidValue(f"no deal agrees with the {what}")


def check_finished(table: Table, results: Sequence[RoundResult]) -> None:
    """Raise an InvalidValue unless some deal leads to each of the finished rounds."""
    for result in results:
        if not unseen_at_end(table, results, result).has_ways:
            raise InvalidValue(f"no deal agrees with round {result.round_number}")


def unseen_now(table: Table, view: View | None) -> Unseen:
    """Return the cards that a viewer has not seen in the present round, and who may have them.

    Without a view the viewer is a spectator.
    """
    player: int | None = None
    hand: tuple[Card, ...] = ()
    results = table.results
    if view is not None:
        player, hand, results = view.player, view.hand, view.results
    known, missing, sizes = table.known_stacks, table.missing_houses, table.hand_sizes
    open_houses = frozenset(house.index for house in table.board.open_houses)
    piles = []
    for seat in range(table.players):
        if seat == player:
            piles.append(Pile())
            continue
        needed: frozenset[int] = frozenset()
        if seat == table.active_player and table.can_place and len(open_houses) < len(HOUSES):
            can_place = any(card.house.index in open_houses for card in known[seat])
            needed = frozenset() if can_place else open_houses
        piles.append(_hand_pile(sizes[seat] - len(known[seat]), missing[seat], needed))
    if table.phase is Phase.DEALING:
        return Unseen(DECK, [*piles, Pile(len(DECK))])
    placed = (placement.move.card for placement in table.placements)
    seen = [*table.starters, *placed, *hand, *chain.from_iterable(known)]
    return _unseen(table, results, seen, piles, table.round_number)


def unseen_at_end(table: Table, results: Sequence[RoundResult], result: RoundResult) -> Unseen:
    """Return the cards that a viewer had not seen at the end of a finished round."""
    return _unseen(table, results, _seen_in(result), _hands_at_end(result), result.round_number)


def _seen_in(result: RoundResult) -> tuple[Card, ...]:
    placed = (placement.move.card for placement in result.placements)
    kept = (card for seat in range(len(result.kept)) for card in _kept_seen(result, seat))
    return (*result.starters, *placed, *kept)


def _kept_seen(result: RoundResult, seat: int) -> tuple[Card, ...]:
    """Return the cards that the viewer has seen of those that a seat was left with."""
    kept = result.kept[seat]
    if kept is not None or not any(result.turned_over):
        return kept or ()
    # If no slot was open, nobody had to turn over the rest of a stack.
    count = sum(placed.player == seat for placed in result.placements)
    stack = seen_stack(count + result.cards_left[seat], result.turned_over[seat], count)
    return tuple(card for card in stack if card is not None)


def _hands_at_end(result: RoundResult) -> list[Pile]:
    """Return what was unseen of each seat's cards at the end of a finished round."""
    return [
        _hand_pile(left - len(_kept_seen(result, seat)), missing)
        for seat, (left, missing) in enumerate(
            zip(result.cards_left, result.missing_houses, strict=True)
        )
    ]


def _hand_pile(size: int, missing: Iterable[House], needed: frozenset[int] = frozenset()) -> Pile:
    """Return what is unseen of a seat's cards, and what play has shown of it."""
    barred = frozenset(house.index for house in missing) if size else frozenset()
    return Pile(size, barred, needed)


def _unseen(
    table: Table,
    results: Sequence[RoundResult],
    seen: Sequence[Card],
    hands: Sequence[Pile],
    round_number: int,
) -> Unseen:
    players, variant = table.players, table.variant
    known = frozenset(seen)
    unseen = [card for card in DECK if card not in known]
    in_game = variant.cards_in_game(round_number)
    dealt = players * variant.hand_size(players, round_number)
    unused = in_game - dealt - variant.starter_count(players, round_number)
    piles = [*hands, Pile(unused)]
    if variant.has_dead(round_number):
        piles.append(dead_pile(table, results, unseen, round_number))
    return Unseen(unseen, piles)


def dead_pile(
    table: Table, results: Sequence[RoundResult], unseen: Sequence[Card], round_number: int
) -> DeadPile:
    """Return the characters that have died before a round in which some cards are unseen.

    Rules: components.names, option.anyone, info.memory, info.elimination.
    """
    deaths = []
    unseen_later = tuple(unseen) if table.has_numbers else DECK
    in_game = table.variant.cards_in_game
    for result in reversed(results[: round_number - 1]):
        number = result.round_number
        seen = frozenset(_seen_in(result))
        hidden = house_counts(card for card in DECK if card not in seen)
        hands = [pile for pile in _hands_at_end(result) if not pile.is_free]
        count = in_game(number) - in_game(number + 1)
        deaths.append(Death(count, unseen_later, hidden, tuple(hands)))
        if table.has_numbers:
            unseen_later = tuple(card for card in unseen_later if card not in seen)
    deaths.append(Death(table.variant.dead, unseen_later, house_counts(DECK), ()))
    return DeadPile(deaths=tuple(deaths[::-1]), has_numbers=table.has_numbers)
