"""The record of a game with real cards, and the way back from one.

The hands were not all entered: the cards that nobody placed are made up, in a way that agrees with
all that happened.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.knowledge import Determinizer
from westeros_intrigue.referee.table import NotPossible, RealTable
from westeros_intrigue.rules.cards import Card, House, IronThroneCard
from westeros_intrigue.rules.dealing import Deal, RoundDeal, throne_faults
from westeros_intrigue.rules.events import TurnStart
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View
from westeros_intrigue.text import Record, RecordedPlacement, RecordedRound

MADE_UP = "cards that nobody placed are made up"
"""The end of the tag `Referee` of a record in which some hands are unknown."""

_NO_DEAL = "no deal leads to this: somebody who is out could have placed a card"
_MOST_TRIES = 10_000


def record_of(game: RealTable, throne_cards: Sequence[IronThroneCard] = ()) -> Record:
    """Return the record of the game so far, with made-up cards where nobody saw them.

    Args:
        game: the table.
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
        first_player=table.first_player,
    )


def known_seats(record: Record) -> tuple[int, ...]:
    """Return the seats, from 0, whose hands in a record are the real ones.

    >>> from westeros_intrigue import setup
    >>> known_seats(Record.from_state(setup(2, seed=1)))
    (0, 1)
    """
    sees = dict(record.tags).get("Referee", "")
    if not sees.endswith(MADE_UP):
        return tuple(range(record.players))
    return tuple(int(seat) for seat in re.findall(r"hand of player (\d)", sees))


def public_view(record: Record, state: GameState) -> View:
    """Return the public information of a position of a record; printed cards have no numbers.

    >>> from westeros_intrigue import setup
    >>> state = setup(2, seed=1)
    >>> public_view(Record.from_state(state, tags={"Referee": "the table"}), state)
    <View of a spectator: round 1 of 2, playing, player 0 to move>
    """
    has_numbers = "Referee" not in dict(record.tags)
    return View(attrs.evolve(state.table, has_numbers=has_numbers))


def made_up(record: Record) -> str:
    """Return a sentence on the unknown hands that a record makes up; or nothing.

    >>> from westeros_intrigue import setup
    >>> record = Record.from_state(setup(2, seed=1), tags={"Referee": f"the table; {MADE_UP}"})
    >>> made_up(record)
    'The referee did not know the hands: cards that were never placed are made up.'
    """
    known = known_seats(record)
    if len(known) == record.players:
        return ""
    hands = f"any hand but that of player {known[0]}" if known else "the hands"
    return f"The referee did not know {hands}: cards that were never placed are made up."


def _rounds(ends: Sequence[View]) -> list[tuple[RoundDeal, RecordedRound]]:
    """Return for each round a deal that leads to what is known of it, and what was placed.

    With Anyone Can Die each round is dealt from the cards of the one before: the last comes first.

    Raises:
        NotPossible: such a deal does not exist.
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
        hands = [_hand_at_start(world, seat, hand) for seat, hand in enumerate(world.hands)]
        deal = RoundDeal(hands, end.starters)
        if not needed - Counter(card.house for card in deal.dealt):
            return _numbered(deal, [(each.player, each.move) for each in end.placements])
    raise NotPossible(_NO_DEAL)


def _numbered(
    deal: RoundDeal, placed: Sequence[tuple[int, Move]]
) -> tuple[RoundDeal, RecordedRound]:
    """Return a round with the cards of each house numbered from 1, as they come to the court.

    A later round can thus be dealt from the cards of an earlier one.
    """
    names: dict[Card, Card] = {}
    for card in (*deal.starters, *(move.card for _, move in placed), *chain(*deal.hands)):
        if card not in names:
            number = 1 + sum(known.house is card.house for known in names)
            names[card] = Card(card.house, number)
    hands = [[names[card] for card in hand] for hand in deal.hands]
    return RoundDeal(hands, [names[card] for card in deal.starters]), RecordedRound(
        RecordedPlacement(player, Move(names[move.card], move.slot)) for player, move in placed
    )


def _worlds(end: View) -> Determinizer:
    try:
        return Determinizer(_with_turn_started(end))
    except InvalidValue:
        raise NotPossible(_NO_DEAL) from None


def _with_turn_started(end: View) -> View:
    """Return the view with a player to move who can place a card, if some deal allows that.

    A made-up hand in which no card fits would put a player out who has not spoken.
    """
    if end.active_player is None or end.table.can_place:
        return end
    try:
        return end.then(TurnStart(end.active_player))
    except InvalidValue:
        return end


def _hand_at_start(end: GameState, seat: int, left: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that a seat was dealt, a stack in its order, if it has these left."""
    placed = [each.move.card for each in end.placements if each.player == seat]
    if seat not in end.variant.automated:
        return (*placed, *left)
    turns = end.table.turned_over[seat]
    is_turned = any(turns[len(placed) :])
    stack = left[::-1] if is_turned else left
    for card, set_aside in zip(reversed(placed), reversed(turns[: len(placed)]), strict=True):
        stack = (*set_aside, card, *stack[: len(stack) - len(set_aside)])
    return stack
