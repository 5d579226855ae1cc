"""The cards that a viewer has seen alone: the reasons why they cannot be theirs at the table.

Rules: info.leftover, info.throne, info.elimination.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from westeros_intrigue.base.values import check_integer, counted
from westeros_intrigue.rules.cards import Card, IronThroneCard, in_two_places
from westeros_intrigue.rules.dealing import throne_faults

if TYPE_CHECKING:
    from westeros_intrigue.rules.table import Table
    from westeros_intrigue.rules.view import View

SeenPile = tuple[IronThroneCard | None, ...]
"""Iron Throne cards in drawing order, with None for each that is not known."""


def agree(known: SeenPile, later: SeenPile) -> bool:
    """Return whether a pile begins with these cards, as far as they are known."""
    return len(known) <= len(later) and all(
        one in (None, other) for one, other in zip(known, later, strict=False)
    )


def own_faults(view: View, *, now: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the reasons why a viewer cannot have these cards at the table, each with its path.

    `card_counts` finds the hidden cards that agree with them. `now` leaves finished rounds out.
    """
    table, seat = view.table, view.player
    if seat is None:
        for name in ("hand", "score_pile", "kept"):
            if getattr(view, name):
                yield f"/{name}", "a spectator has no cards"
        return
    check_integer("player", seat)
    if not 0 <= seat < table.players:
        yield "/player", f"there are {table.players} players, and no player {seat}"
        return
    if seat in table.variant.automated:
        yield "/player", f"player {seat} is automated, and sees nothing"
        return
    yield from _hand_faults(table, seat, view.hand)
    yield from _pile_faults(table, seat, view.score_pile)
    if not now:
        yield from _kept_faults(view, seat)


def _hand_faults(table: Table, seat: int, hand: tuple[Card, ...]) -> Iterator[tuple[str, str]]:
    size = table.hand_sizes[seat]
    if len(hand) != size:
        yield "/hand", f"player {seat} holds {counted(size, 'card')}, not {len(hand)}"
    for card in in_two_places(hand, table.court.values(), *table.known_stacks):
        yield "/hand", f"{card} is in two places"
    houses = {card.house for card in hand}
    if houses.intersection(table.missing_houses[seat]):
        yield "/hand", f"player {seat} went out, and one of these cards could have been placed"
    if (
        seat == table.active_player
        and table.can_place
        and houses.isdisjoint(table.board.open_houses)
    ):
        yield "/hand", f"player {seat} is to move, and none of these cards can be placed"


def _pile_faults(table: Table, seat: int, pile: SeenPile) -> Iterator[tuple[str, str]]:
    size = table.score_pile_sizes[seat]
    if len(pile) != size:
        yield "/score_pile", f"player {seat} has drawn {counted(size, 'card')}, not {len(pile)}"
    revealed = table.revealed_score_piles
    if revealed and pile != revealed[seat]:
        yield "/score_pile", "the table has seen other cards"
    for fault in throne_faults(pile, table.variant):
        yield "/score_pile", fault


def _kept_faults(view: View, seat: int) -> Iterator[tuple[str, str]]:
    results = view.table.results
    if len(view.kept) != len(results):
        wanted = counted(len(results), "hand")
        yield "/kept", f"there must be {wanted}, one for each round, not {len(view.kept)}"
        return
    for index, (result, kept) in enumerate(zip(results, view.kept, strict=True)):
        path = f"/kept/{index}"
        if kept is None:
            continue
        if len(kept) != result.cards_left[seat]:
            yield path, f"player {seat} was left with {counted(result.cards_left[seat], 'card')}"
        placed = (placed.move.card for placed in result.placements)
        of_others = (cards for cards in result.kept if cards is not None)
        if in_two_places(kept, placed, result.starters, *of_others):
            yield path, "a card is in two places"
        missing = result.missing_houses[seat]
        if any(card.house in missing for card in kept):
            yield path, "one of these cards could have been placed"
    if view.is_over and view.kept[-1] not in (None, view.hand):
        yield "/kept", "the hand is what is left of the last round"
