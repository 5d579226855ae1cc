"""What a player's own cards can be, beside what everybody at the table sees.

Rules: info.public, info.leftover, info.throne, info.elimination, info.memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from westeros_intrigue.base.values import check_integer
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.dealing import throne_faults
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.seen import missing_houses
from westeros_intrigue.rules.table import Table

Hand = tuple[Card, ...]
Pile = tuple[IronThroneCard, ...]


def own_card_faults(
    table: Table, seat: int | None, hand: Hand, score_pile: Pile, kept: Sequence[Hand | None]
) -> Iterator[tuple[str, str]]:
    """Yield what keeps cards from being a player's own at a table, each with a path.

    Which hidden cards agree with them is counted elsewhere.
    """
    if seat is None:
        for name, cards in (("hand", hand), ("score_pile", score_pile), ("kept", kept)):
            if cards:
                yield f"/{name}", "a spectator has no cards"
        return
    check_integer("player", seat)
    if not 0 <= seat < table.players:
        yield "/player", f"there are {table.players} players, and no player {seat}"
        return
    if seat in table.variant.automated:
        yield "/player", f"player {seat} is automated, and sees nothing"
        return
    yield from _hand_faults(table, seat, hand)
    yield from _pile_faults(table, seat, score_pile)
    yield from _kept_faults(table, seat, hand, kept)


def _hand_faults(table: Table, seat: int, hand: Hand) -> Iterator[tuple[str, str]]:
    size = table.hand_sizes[seat]
    if len(hand) != size:
        yield "/hand", f"player {seat} holds {size} cards, not {len(hand)}"
    court = table.court
    elsewhere = {*court.values(), *(card for stack in table.known_stacks for card in stack)}
    for card in dict.fromkeys(hand):
        if card in elsewhere or hand.count(card) > 1:
            yield "/hand", f"{card} is in two places"
    houses = {card.house for card in hand}
    if houses.intersection(table.missing_houses[seat]):
        yield "/hand", f"player {seat} went out, and one of these cards could have been placed"
    if seat == table.active_player and not any(map(court.open_slots, houses)):
        yield "/hand", f"player {seat} is to move, and none of these cards can be placed"


def _pile_faults(table: Table, seat: int, pile: Pile) -> Iterator[tuple[str, str]]:
    if pile and len(pile) != table.score_pile_sizes[seat]:
        size = table.score_pile_sizes[seat]
        yield "/score_pile", f"player {seat} has drawn {size} cards, not {len(pile)}"
    revealed = table.revealed_score_piles
    if revealed and pile != revealed[seat]:
        yield "/score_pile", "the table has seen other cards"
    for fault in throne_faults(pile, table.variant):
        yield "/score_pile", fault


def _kept_faults(
    table: Table, seat: int, hand: Hand, hands_kept: Sequence[Hand | None]
) -> Iterator[tuple[str, str]]:
    if len(hands_kept) != len(table.results):
        yield "/kept", f"{len(table.results)} rounds are over, not {len(hands_kept)}"
        return
    for index, (result, kept) in enumerate(zip(table.results, hands_kept, strict=True)):
        path = f"/kept/{index}"
        if kept is None:
            continue
        if len(kept) != result.cards_left[seat]:
            yield path, f"player {seat} was left with {result.cards_left[seat]} cards"
        of_others = (cards for cards in result.kept if cards is not None)
        elsewhere = {placed.move.card for placed in result.placements}.union(
            result.starters, *of_others
        )
        if len(elsewhere.union(kept)) < len(elsewhere) + len(kept):
            yield path, "a card is in two places"
        played = result.starters, result.placements, result.eliminations
        missing = missing_houses(*played, table.players, table.variant)
        if any(card.house in missing[seat] for card in kept):
            yield path, "one of these cards could have been placed"
    if table.phase is Phase.GAME_OVER and hands_kept[-1] not in (None, hand):
        yield "/kept", "the hand is what is left of the last round"
