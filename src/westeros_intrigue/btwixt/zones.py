"""Cards, allies and tokens on their way from one place to another, and what that shows to whom.

Every function takes a state and returns another. All of them keep the table, the hidden parts and
the memories in step.

Rules: effect.lasting, effect.kill, token.return, advanced.removed, info.returned, info.taken,
info.ally-deck, row.next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, TypeVar

import attrs

from westeros_intrigue.btwixt import memory
from westeros_intrigue.btwixt.cards import Card, Kind
from westeros_intrigue.btwixt.memory import Memory
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import Council, Current, Step, Table
from westeros_intrigue.btwixt.variants import Base

T = TypeVar("T")


def with_parts(state: GameState, **changes: Any) -> GameState:  # noqa: ANN401 - any field
    """Return the state with parts of it changed, its table or others."""
    # As attrs.evolve, in a quarter of the time: this runs at every step of the agenda.
    parts = list(_state_parts(state))
    for name, part in changes.items():
        parts[_STATE_FIELDS[name]] = part
    return GameState(*parts)


def on_table(state: GameState, **changes: Any) -> GameState:  # noqa: ANN401 - any field of a table
    """Return the state with parts of its table changed."""
    parts = list(_table_parts(state.table))
    for name, part in changes.items():
        parts[_TABLE_FIELDS[name]] = part
    return with_parts(state, table=Table(*parts))


_STATE_FIELDS = {name: index for index, name in enumerate(attrs.fields_dict(GameState))}
_state_parts = attrgetter(*_STATE_FIELDS)
_TABLE_FIELDS = {name: index for index, name in enumerate(attrs.fields_dict(Table))}
_table_parts = attrgetter(*_TABLE_FIELDS)


def push(state: GameState, *steps: Step) -> GameState:
    """Return the state with steps put in front of its agenda (rule order.depth)."""
    return on_table(state, agenda=steps + state.table.agenda)


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return values of which one is replaced."""
    return (*values[:index], value, *values[index + 1 :])


def remember(state: GameState, change: Callable[[int, Memory], Memory]) -> GameState:
    """Return the state with each memory changed; the last viewer is everybody together."""
    memories = tuple(change(viewer, known) for viewer, known in enumerate(state.memories))
    return with_parts(state, memories=memories)


def numbers(table: Table, cards: Iterable[Card]) -> list[int]:
    """Return the places of cards in the memories."""
    return [table.box._numbers[card] for card in cards]


def leave_hand(state: GameState, seat: int, cards: Iterable[Card]) -> GameState:
    """Let cards leave a hand openly."""
    gone = tuple(cards)
    kept = tuple(card for card in state.hands[seat] if card not in gone)
    state = _with_hand(state, seat, kept)
    places = numbers(state.table, gone)
    return remember(state, lambda _, known: known.located(places, 0))


def join_hand(state: GameState, seat: int, cards: tuple[Card, ...]) -> GameState:
    """Let cards join a hand openly."""
    state = _with_hand(state, seat, tuple(sorted(state.hands[seat] + cards)))
    places = numbers(state.table, cards)
    return remember(state, lambda _, known: known.located(places, memory.hand(seat)))


def take_unseen(state: GameState, taker: int, victim: int, card: Card) -> GameState:
    """Let a leader take a card from another's hand; only who sees one of the hands knows it."""
    knowing = hand_viewers(state.table, taker) | hand_viewers(state.table, victim)
    kept = tuple(other for other in state.hands[victim] if other != card)
    state = _with_hand(state, victim, kept)
    state = _with_hand(state, taker, tuple(sorted((*state.hands[taker], card))))
    places = numbers(state.table, (card,))
    source, target = memory.hand(victim), memory.hand(taker)
    return remember(
        state,
        lambda viewer, known: (
            known.located(places, target) if viewer in knowing else known.suspects(source, target)
        ),
    )


def _with_hand(state: GameState, seat: int, hand: tuple[Card, ...]) -> GameState:
    sizes = replaced(state.table.hand_sizes, seat, len(hand))
    hands = replaced(state.hands, seat, hand)
    return on_table(with_parts(state, hands=hands), hand_sizes=sizes)


def hand_viewers(table: Table, seat: int) -> set[int]:
    """Return who sees a hand: its leader, and who watches it (rule info.hand)."""
    return {seat} | {lasting.leader for lasting in table.lasting if lasting.target == seat}


def see_hand(state: GameState, viewer: int, seat: int) -> GameState:
    """Let a leader see another's hand."""
    places = numbers(state.table, state.hands[seat])
    return remember(
        state,
        lambda other, known: known.saw(memory.hand(seat), places) if other == viewer else known,
    )


def discarded(state: GameState, cards: Iterable[Card]) -> GameState:
    """Put cards that lie nowhere else on the discard pile, or out of the game."""
    table = state.table
    discard, removed = list(table.discard), list(table.removed)
    for card in cards:
        white = table.box.entry(card).kind is Kind.LEADER
        # Kingsmoot has the base standard: there white cards are discarded like all others.
        (removed if white and table.variant.base is Base.ADVANCED else discard).append(card)
    return on_table(state, discard=tuple(discard), removed=tuple(removed))


def discard_from_hand(state: GameState, seat: int, cards: tuple[Card, ...]) -> GameState:
    """Discard cards from a hand; everybody sees them."""
    return discarded(leave_hand(state, seat, cards), cards)


def add_to_pile(state: GameState, seat: int, card: Card) -> GameState:
    """Add a card to a pile; what it does until the end of the round goes with it."""
    table = state.table
    lasting = tuple(
        attrs.evolve(effect, leader=seat) if effect.card == card else effect
        for effect in table.lasting
    )
    piles = replaced(table.piles, seat, (*table.piles[seat], card))
    state = on_table(state, piles=piles, lasting=lasting)
    for effect in lasting:
        if effect.card == card and effect.target is not None:
            state = see_hand(state, seat, effect.target)
    return state


def top_ally(state: GameState) -> tuple[GameState, str]:
    """Turn up the top ally of the deck, which must not be empty."""
    ally, *rest = state.ally_deck
    state = on_table(with_parts(state, ally_deck=tuple(rest)), ally_deck_size=len(rest))
    return remember(state, lambda _, known: known.revealed(ally)), ally


def next_ally(state: GameState) -> tuple[GameState, str | None]:
    """Reveal the next ally for an ability; None if there is no more (rule row.next)."""
    if state.table.variant.revealed_allies:
        if state.ally_deck:
            state, ally = top_ally(state)
            state = on_table(state, row=(*state.table.row, ally))
        if not state.table.row:
            return state, None
        first, *rest = state.table.row
        return on_table(state, row=tuple(rest)), first
    return top_ally(state) if state.ally_deck else (state, None)


def make_current(state: GameState, ally: str, *, extra: bool) -> GameState:
    """Let an ally become a current one."""
    return on_table(state, current=(*state.table.current, Current(ally, extra=extra)))


def bury(state: GameState, ally: str) -> GameState:
    """Put an ally that lies nowhere else on the dead pile."""
    return on_table(state, dead=tuple(sorted((*state.table.dead, ally))))


def kill_in_council(state: GameState, ally: str) -> GameState:
    """Kill an ally that lies in a council."""
    councils = tuple(_without(council, ally) for council in state.table.councils)
    return bury(on_table(state, councils=councils), ally)


def move_ally(state: GameState, ally: str, council: int) -> GameState:
    """Move an ally from one council to another."""
    councils = [_without(other, ally) for other in state.table.councils]
    allies = (*councils[council].allies, ally)
    councils[council] = attrs.evolve(councils[council], allies=allies)
    return on_table(state, councils=tuple(councils))


def _without(council: Council, ally: str) -> Council:
    return attrs.evolve(council, allies=tuple(other for other in council.allies if other != ally))


def kill_current(state: GameState) -> GameState:
    """Kill the ally that has been current longest, if there is one (rule token.on-ally)."""
    if not state.table.current:
        return state
    killed, *rest = state.table.current
    supply = state.table.supply + killed.tokens
    return bury(on_table(state, current=tuple(rest), supply=supply), killed.ally)


def place_token(state: GameState, council: int) -> GameState:
    """Put the next token of the supply, which must not be empty, into a council."""
    table = state.table
    there = table.councils[council]
    councils = replaced(
        table.councils, council, attrs.evolve(there, tokens=(*there.tokens, table.supply[0]))
    )
    return on_table(state, councils=councils, supply=table.supply[1:])


def token_onto_current(state: GameState) -> GameState:
    """Put the next token of the supply onto the ally current longest, if there are both."""
    table = state.table
    if not table.current or not table.supply:
        return state
    first = attrs.evolve(table.current[0], tokens=(*table.current[0].tokens, table.supply[0]))
    return on_table(state, current=(first, *table.current[1:]), supply=table.supply[1:])
