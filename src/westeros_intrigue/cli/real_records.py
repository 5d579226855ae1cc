"""The record of a game with real cards, and the way back from one.

Nobody has told all hands: the cards that nobody placed are made up, in a way that agrees with all
that happened.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from westeros_intrigue import (
    Card,
    Deal,
    Determinizer,
    GameState,
    House,
    InvalidValue,
    IronThroneCard,
    Phase,
    Record,
    RecordedPlacement,
    RecordedRound,
    RoundDeal,
    View,
    WrongPhase,
)
from westeros_intrigue.cli.real_table import HAND, OUT, NotPossible, RealTable
from westeros_intrigue.rules.dealing import throne_faults

MADE_UP = "cards that nobody placed are made up"
"""How the tag `Referee` of a record ends whose hands are not all told."""

_NO_DEAL = "no deal leads to this: somebody who is out could have placed a card"
_MOST_TRIES = 10_000


def record_of(
    game: RealTable, tags: Mapping[str, str], throne_cards: Sequence[IronThroneCard] = ()
) -> Record:
    """Return the record of the game so far, with made-up cards where nobody saw them.

    Args:
        game: the table.
        tags: its tags.
        throne_cards: the Iron Throne cards in the order of the rounds, once they are shown.
            Before, they are made up, and the last round of the game waits for its scoring.

    Raises:
        NotPossible: no deal leads to what has been entered.
    """
    table, variant = game.table, game.table.variant
    is_known = table.hand_size > 0 and not table.is_over
    ends = (*game.finished, game.view) if is_known else game.finished
    if throne_faults(throne_cards, variant):
        variant = variant.with_throne_cards(throne_cards)
    scored = len(table.results)
    if table.is_over and not throne_cards:
        scored -= 1
    return Record(
        players=table.players,
        deal=Deal(_deals(ends), throne_cards or variant.throne_cards[:scored]),
        rounds=[
            RecordedRound(RecordedPlacement(each.player, each.move) for each in end.placements)
            for end in ends
        ],
        scored_rounds=scored,
        variant=variant,
        first_player=ends[0].starting_player if ends else table.starting_player,
        tags=tags,
    )


def made_up(record: Record) -> str:
    """Return a sentence on the hands that a record makes up, as nobody told them; or nothing."""
    sees = dict(record.tags).get("Referee", "")
    if not sees.endswith(MADE_UP):
        return ""
    told = re.search(r"hand of (player \d)", sees)
    hands = f"any hand but that of {told[1]}" if told else "the hands"
    return f"Nobody told the referee {hands}: cards that were never placed are made up."


def _deals(ends: Sequence[View]) -> list[RoundDeal]:
    """Return a deal for each round that leads to what is known of it, and made up where it is not.

    With Anyone Can Die each round is dealt from the cards of the one before: the last comes first.

    Raises:
        NotPossible: there is none.
    """
    deals: list[RoundDeal] = []
    for end in reversed(ends):
        is_needed = bool(deals) and end.variant.has_dead(end.round_number)
        needed = Counter(card.house for card in deals[0].dealt) if is_needed else Counter[House]()
        deals.insert(0, _deal(end, needed))
    return deals


def _deal(end: View, needed: Counter[House]) -> RoundDeal:
    worlds, rng = _worlds(end), random.Random(end.round_number)  # noqa: S311 - nobody guesses it
    for _ in range(_MOST_TRIES):
        world = worlds.draw(rng, later_rounds=False)
        hands = [_hand_at_start(end, seat, hand) for seat, hand in enumerate(world.hands)]
        dealt = [*end.starters, *chain(*hands)]
        if not needed - Counter(card.house for card in dealt):
            # The cards of a house have the numbers from 1: so later rounds are dealt from them.
            names: dict[Card, Card] = {}
            for house in House:
                cards = sorted(card for card in dealt if card.house is house)
                names |= {card: Card(house, number) for number, card in enumerate(cards, start=1)}
            return RoundDeal([[names[card] for card in hand] for hand in hands], end.starters)
    raise NotPossible(_NO_DEAL)


def _worlds(end: View) -> Determinizer:
    try:
        return Determinizer(end)
    except InvalidValue:
        pass
    try:
        # Perhaps whoever is to move can hold no card that fits, and has not said so yet.
        return _worlds(end.gone_out())
    except (InvalidValue, WrongPhase):
        raise NotPossible(_NO_DEAL) from None


def _hand_at_start(end: View, seat: int, left: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that a seat was dealt, a stack in its order, if it has these left."""
    placed = [each.move.card for each in end.placements if each.player == seat]
    if seat not in end.variant.automated:
        return (*placed, *left)
    turns = end.table.turned_over[seat]
    stack = left[::-1] if len(turns) > len(placed) else left
    for card, noted in zip(reversed(placed), reversed(turns[: len(placed)]), strict=True):
        set_aside = noted or ()
        stack = (*set_aside, card, *stack[: len(stack) - len(set_aside)])
    return stack


def entries_of(record: Record, player: int | None = None) -> Iterator[str]:
    """Yield the entries with which a referee would follow the game of a record.

    Of a player, if one is given, the hands are told, and not that none of its cards fits.
    """
    before: GameState | None = None
    for state in record.replay():
        table = state.table
        if table.is_over:
            return
        if before is None or len(table.results) > len(before.results):
            yield from _letters(table.starters)
            if player is not None and table.phase is Phase.PLAYING:
                yield HAND + "".join(_letters(state.hands[player]))
            gone = table.eliminations
        else:
            placed = table.placements[-1]
            card, gone = placed.move.card, table.eliminations[len(before.eliminations) :]
            if placed.player in table.variant.automated:
                turn = [each.player for each in table.placements].count(placed.player)
                yield from _letters(table.turned_over[placed.player][turn - 1])
                yield card.house.letter
            else:
                yield f"{card.house.letter} {placed.move.slot}"
        # When no slot is open everybody goes out without a word, as one without cards does.
        for out in gone if any(map(table.court.open_slots, House)) else ():
            if out.player in table.variant.automated:
                yield from _letters(table.turned_over[out.player][-1]) if out.cards_left else ()
            elif out.cards_left and out.player != player:
                yield OUT
        before = state


def _letters(cards: Sequence[Card] | None) -> Iterator[str]:
    return (card.house.letter for card in cards or ())
