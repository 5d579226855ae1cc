"""Documents for the tests: values of every class that has data, and how to spoil their data."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial, reduce
from operator import getitem
from typing import Any

import attrs
import pytest
from hypothesis import strategies as st

from helpers.refusals import assert_refused
from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Court,
    Deal,
    DecodingError,
    GameState,
    House,
    IllegalMove,
    Move,
    Phase,
    Record,
    Slot,
    Variant,
    View,
    apply,
    deal_round,
    distinct_moves,
    events,
    explain,
    final_winner,
    observe,
    score_round,
    setup,
)
from westeros_intrigue.documents import DOCUMENTS, from_data, to_data
from westeros_intrigue.rules.variants import OPTIONS
from westeros_intrigue.views import Snapshot

S, L, B, T = House.STARK, House.LANNISTER, House.BARATHEON, House.TARGARYEN
EVERY_OPTION = dict.fromkeys(OPTIONS, True)
ALL_OPTIONS = STANDARD.with_options(**EVERY_OPTION)
TABLES: tuple[tuple[int, Variant], ...] = (
    *((players, STANDARD) for players in range(2, 7)),
    *((n, ALL_OPTIONS.with_seats(houses=(S, L, B, T, S, B)[:n])) for n in range(2, 7)),
    (4, SOLO_SCHEMING),
    (4, SOLO_SCHEMING.with_options(**EVERY_OPTION)),
    (5, STANDARD.with_seats(houses=(S, T, L, S, B), automated=(1, 3))),
    (3, STANDARD.with_seats(houses=(T, L, T), automated=(0, 1, 2))),
)
JUNK: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 36, 2**53, -(10**30), 1.0, float("nan"), float("inf"), "",
    "S4", "S10", "a0", "a-0", "S4@a0", "S4@c1", "S", "playing", "game-over", "\ud800", "x" * 500,
    [], {}, [None], {"S4": "a0"}, [[]], (), b"S4",
)  # fmt: skip


@cache
def played_games() -> tuple[tuple[GameState, ...], ...]:
    """A game of each table, from setup to its end, with moves chosen at random."""
    return tuple(_played(players, variant) for players, variant in TABLES)


def _played(players: int, variant: Variant) -> tuple[GameState, ...]:
    chance = random.Random(0)
    states = [setup(players, seed=0, variant=variant)]
    while states[-1].phase is not Phase.GAME_OVER:
        moves = distinct_moves(states[-1])
        move = moves[int(chance.random() * len(moves))] if moves else None
        states.append(apply(states[-1], move) if move else score_round(states[-1]))
    return tuple(states)


def dealt_by_hand(players: int, variant: Variant, rounds: int) -> GameState:
    """A state in Phase.DEALING of a game whose cards come from outside."""
    drawn = setup(players, seed=players, variant=variant)
    deals = [deal for deal in (drawn.round_deal, *drawn.rest.rounds) if deal is not None]
    state = setup(players, deal=Deal(), variant=variant)
    for number in range(rounds):
        state = deal_round(state, deals[number])
        while state.phase is Phase.PLAYING:
            state = apply(state, distinct_moves(state)[0])
        state = score_round(state, throne_card=drawn.rest.throne_cards[number])
    return state


def viewers(state: GameState) -> list[int | None]:
    """Who may look at a state."""
    seats = [seat for seat in range(state.players) if seat not in state.variant.automated]
    return [None, *seats]


def as_printed(view: View) -> View:
    """The same view at a table with printed cards."""
    return attrs.evolve(view, table=attrs.evolve(view.table, has_numbers=False))


@cache
def some_values() -> tuple[object, ...]:
    """Values of every class that has data, many of them taken from games."""
    return tuple(_some_values())


def _some_values() -> Iterator[object]:
    yield from (Court(), Court({}, 5), Deal(), STANDARD, SOLO_SCHEMING, ALL_OPTIONS)
    for number, states in enumerate(played_games()):
        chance = random.Random(number)
        last = states[-1]
        for state in (states[0], last, *chance.sample(states, 3)):
            yield state
            yield state.table
            yield state.court
            yield state.rest
            views = [observe(state, viewer) for viewer in viewers(state)]
            yield from (*views, Snapshot.of(views[-1]))
            yield from state.results
            yield from observe(state, None).results
            yield from events(None, observe(state, None))
            yield from state.rest.rounds
            yield from _violations(state, chance)
            if state.phase is not Phase.GAME_OVER:
                yield Record.from_state(
                    state, tags={"Date": "2024-05-01"}, comment="Winter.\nSoon."
                )
        yield from last.variant.throne_cards
        yield from (change for result in last.results for change in result.adjustments)
        yield from events(None, last)
        yield final_winner(last)
        yield last.variant
    for players, variant in TABLES:
        for rounds in (0, 1):
            state = dealt_by_hand(players, variant, rounds)
            yield state
            yield observe(state, None)


def readable_values() -> list[object]:
    """Those of them whose documents are read, not only written."""
    return [value for value in some_values() if type(value) not in DOCUMENTS.written]


def any_value() -> st.SearchStrategy[object]:
    """Any value that is read; the games are played when the first is drawn."""
    return st.deferred(lambda: st.sampled_from(readable_values()))


def _violations(state: GameState, chance: random.Random) -> Iterator[object]:
    for _ in range(5):
        cards = [*(card for hand in state.hands for card in hand), *state.court.values()]
        card = chance.choice(cards or DECK)
        move = Move(card, Slot(chance.choice((0, 0, 1, 2)), chance.randrange(-5, 6)))
        yield move
        yield from explain(state, move)
        yield from explain(state, move, player=chance.randrange(state.players))
        try:
            state.court.place(move.card, move.slot)
        except IllegalMove as refused:
            yield from refused.violations


def spoilt(data: object, chance: random.Random, times: int = 1) -> object:
    """A copy of data in which a few places are changed at random."""
    holder = [copy.deepcopy(data)]
    for _ in range(times):
        spots = list(_spots(holder))
        if not spots:
            break
        container, key = chance.choice(spots)
        value = container[key]
        alike = [(one, at) for one, at in spots if type(one[at]) is type(value)]
        other, place = chance.choice(alike)
        match chance.randrange(7):
            case 0:
                container[key] = copy.deepcopy(chance.choice(JUNK))
            case 1:
                container[key] = copy.deepcopy(other[place])
            case 2:
                mine, theirs = copy.deepcopy((value, other[place]))
                container[key], other[place] = theirs, mine
            case 3:
                del container[key]
            case 4 if isinstance(container, dict):
                container[chance.choice(("x", "__class__", "S4", "a0"))] = chance.choice(("S1", 7))
            case 4:
                container.insert(chance.randrange(len(container) + 1), copy.deepcopy(value))
            case 5 if type(value) is int:
                container[key] = value + chance.choice((-1, 1))
            case _:
                one, at = chance.choice(spots)
                container[key] = copy.deepcopy(one[at])
    return holder[0] if holder else None


TEXTS = (
    "", " ", "#", "# x", " x", "x ", "x  y", "a # b", 'a"] #', '"', "]", '[A "b"]', "a\nb",
    "a\n\n#b", "\ufeffx", "x\u2028y", "\x85", "\xa0x", "x\t", "\xe9", "\\n", "Round 1", "0:S1@a0",
    "x" * 900, "Westeros Intrigue record 1", "\u3000x", "\xad", "\u200d",
)  # fmt: skip
"""Texts that a comment or a tag may have, or that its line could not keep."""


def varied(data: Any, chance: random.Random) -> Any:
    """A copy of data with a part that is often as valid: cut, moved, repeated, nearby or a text."""
    changed = copy.deepcopy(data)
    container, key, value = changed, None, changed
    # Lists near the top, such as the rounds, are as likely as the many cards.
    while isinstance(value, dict | list) and value and (key is None or chance.random() < 0.7):
        container = value
        key = chance.choice([*value] if isinstance(value, dict) else range(len(value)))
        value = container[key]
    if isinstance(value, list) and value:
        one, other = chance.choices(range(len(value)), k=2)
        match chance.randrange(5):
            case 0:
                value[one], value[other] = value[other], value[one]
            case 1:
                del value[one]
            case 2:
                del value[one:]
            case 3:
                value.append(copy.deepcopy(value[one]))
            case _ if key == "tags":
                value.append(["Place", chance.choice(TEXTS)])
            case _:
                value.reverse()
    elif type(value) is bool:
        container[key] = not value
    elif type(value) is int:
        container[key] = chance.choice((*range(7), value - 1, value + 1))
    elif isinstance(value, str):
        is_card = re.fullmatch("[SLBT][1-9]", value)
        container[key] = chance.choice([*map(str, DECK)] if is_card else TEXTS)
    return changed


def _spots(container: Any) -> Iterator[tuple[Any, Any]]:
    """The places in data: each with the dict or list that it is in."""
    for key in list(container) if isinstance(container, dict) else range(len(container)):
        yield container, key
        if isinstance(container[key], dict | list):
            yield from _spots(container[key])


def written(data: object) -> str:
    """JSON of data that a decoder may be given, NaN and the like included."""
    return json.dumps(data, default=lambda thing: list(thing) if thing else [])


def edited(value: object, edits: str) -> Any:
    """The data of a value after edits such as `players = 5; hands/0 reverse; starters + "S1"`.

    An edit has a path, and sets, appends or drops, or calls a method of a list or a dict.
    """
    return edited_data(to_data(value), edits)


def edited_data(original: object, edits: str) -> Any:
    """The data after edits; see `edited`."""
    data: Any = copy.deepcopy(original)
    for edit in edits.split("; "):
        path, verb, *rest = edit.split(" ", 2)
        *way, last = (int(key) if re.fullmatch(r"-?\d+", key) else key for key in path.split("/"))
        holder: Any = reduce(getitem, way, data)
        if verb == "=":
            holder[last] = json.loads(rest[0])
        elif verb == "+":
            holder[last].append(json.loads(rest[0]))
        elif verb == "drop":
            del holder[last]
        else:
            getattr(holder[last], verb)()
    return data


def assert_edits_refused(title: str, value: object, edits: Iterable[str]) -> list[Exception]:
    """Check that the data of a value is read, and after each edit refused as the file says."""
    cls = type(value)
    assert from_data(cls, to_data(value)) == value
    calls = [partial(from_data, cls, edited(value, edit)) for edit in edits]
    return assert_refused(title, DecodingError, calls)


def refused(cls: type, data: object, path: str, reason: str = "") -> DecodingError:
    """The error of data that must be refused, with a fault at a place, a regular expression."""
    with pytest.raises(DecodingError, match=reason or None) as raised:
        from_data(cls, data)
    assert any(re.fullmatch(path, place) for place, _ in raised.value.faults), raised.value
    return raised.value
