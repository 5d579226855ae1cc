"""The record of a game with real cards, and the way back from one.

Nobody has told all hands: the cards that nobody placed are made up, in a way that agrees with all
that happened.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

import attrs

from westeros_intrigue import (
    Card,
    Deal,
    Determinizer,
    House,
    InvalidValue,
    IronThroneCard,
    Move,
    Phase,
    Record,
    RecordedPlacement,
    RecordedRound,
    RoundDeal,
    View,
    WrongPhase,
    observe,
)
from westeros_intrigue.cli.real_table import NotPossible, RealTable
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
    rounds = _rounds(ends)
    return Record(
        players=table.players,
        deal=Deal([deal for deal, _ in rounds], throne_cards or variant.throne_cards[:scored]),
        rounds=[recorded for _, recorded in rounds],
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


def _rounds(ends: Sequence[View]) -> list[tuple[RoundDeal, RecordedRound]]:
    """Return for each round a deal that leads to what is known of it, and what was placed.

    With Anyone Can Die each round is dealt from the cards of the one before: the last comes first.

    Raises:
        NotPossible: there is no such deal.
    """
    rounds: list[tuple[RoundDeal, RecordedRound]] = []
    needed = Counter[House]()
    for end in reversed(ends):
        if not end.variant.has_dead(end.round_number):
            needed = Counter()
        rounds.insert(0, _round(end, needed))
        needed = Counter(card.house for card in rounds[0][0].dealt)
    return rounds


def _round(end: View, needed: Counter[House]) -> tuple[RoundDeal, RecordedRound]:
    worlds, rng = _worlds(end), random.Random(end.round_number)  # noqa: S311 - nobody guesses it
    for _ in range(_MOST_TRIES):
        world = worlds.draw(rng, later_rounds=False)
        hands = [_hand_at_start(end, seat, hand) for seat, hand in enumerate(world.hands)]
        dealt = [*end.starters, *chain(*hands)]
        if needed - Counter(card.house for card in dealt):
            continue
        # The cards of a house have the numbers from 1: so later rounds are dealt from them.
        names: dict[Card, Card] = {}
        for house in House:
            cards = sorted(card for card in dealt if card.house is house)
            names |= {card: Card(house, number) for number, card in enumerate(cards, start=1)}
        deal = RoundDeal(
            [[names[card] for card in hand] for hand in hands],
            [names[card] for card in end.starters],
        )
        return deal, RecordedRound(
            RecordedPlacement(each.player, Move(names[each.move.card], each.move.slot))
            for each in end.placements
        )
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


def tables_of(record: Record, player: int | None = None) -> list[RealTable]:
    """Return the tables that led to a record's game, the first first.

    Of a player, if one is given, the hands are known.
    """
    tables: list[RealTable] = []
    finished: tuple[View, ...] = ()
    for state in record.replay():
        # Nobody has told which Iron Throne cards were drawn.
        view = attrs.evolve(observe(state, player), score_pile=())
        if state.phase is Phase.ROUND_OVER:
            over = RealTable(view, (), finished)
            finished = (*finished, view)
        else:
            tables.append(RealTable(view, (), finished).settled())
    if state.phase is Phase.ROUND_OVER:
        tables.append(over.settled())
    return tables
