"""Documents with one thing changed: refused with a DecodingError, or the document of a game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations_with_replacement, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from watched_games import watched_game
from worlds_by_enumeration import open_houses_of_the_blocked

from westeros_intrigue import (
    DECK,
    DecodingError,
    House,
    Phase,
    Table,
    View,
    from_json,
    observe,
    setup,
    to_json,
)
from westeros_intrigue.documents import DOCUMENTS, from_data, to_data
from westeros_intrigue.views import Snapshot

FILES = sorted((Path(__file__).parents[1] / "samples/json/v1").glob("*.json"))
OTHERS: tuple[object, ...] = (None, True, -1, 0, 1, 2, 10**30, 0.5, "", "S1", "S1@a0", [], {})


def changed(data: Any, others: Iterator[object], count: int) -> Iterator[Any]:
    """The data with one thing changed, in every place: to what is near, and to the next others."""
    neighbours: tuple[object, ...] = ()
    match data:
        case bool():
            neighbours = (not data,)
        case int():
            neighbours = (data - 1, data + 1)
        case str() if data:
            neighbours = (data[:-1], data + data[-1], data[:-1] + chr(ord(data[-1]) + 1))
        case dict():
            for key, value in data.items():
                yield {name: kept for name, kept in data.items() if name != key}
                for other in changed(value, others, count):
                    yield {**data, key: other}
            yield {**data, "more": 1}
        case list():
            for index, value in enumerate(data):
                yield [*data[:index], *data[index + 1 :]]
                yield [*data[: index + 1], *data[index:]]
                for other in changed(value, others, count):
                    yield [*data[:index], other, *data[index + 1 :]]
            yield data[::-1]
        case _:
            pass
    for other in (*neighbours, *islice(others, count)):
        if type(other) is not type(data) or other != data:
            yield other


@cache
def documents() -> tuple[Any, ...]:
    """A document of every kind that is read, and tables and views at moments of games."""
    of_each_kind = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FILES}
    for alike in ("omniscient-state-over", "omniscient-state-solo", "omniscient-state-dealing"):
        del of_each_kind[alike]  # three times the documents, with nothing new in them
    written = {DOCUMENTS.kinds[cls] for cls in DOCUMENTS.written}
    found = [one for one in of_each_kind.values() if one["kind"] not in written]
    start = setup(3, seed=1)
    found += [to_data(start.table), to_data(observe(start, 0))]
    for name in ("2 players", "Solo Scheming", "3 players, Anyone Can Die"):
        over = [one for one in watched_game(name, 1).states if one.phase is Phase.ROUND_OVER][:2]
        found += [to_data(observe(state, 0)) for state in over]
    return tuple(found)


def check(data: Any) -> None:
    """The document is refused, or it is that of a value which some game leads to."""
    kind = data.get("kind") if isinstance(data, dict) else None
    cls = next((cls for cls, name in DOCUMENTS.kinds.items() if name == kind), View)
    try:
        value: Any = from_json(cls, json.dumps(data))
    except DecodingError:
        return
    assert from_data(cls, to_data(value)) == value
    assert json.loads(to_json(value)).keys() == data.keys()
    if isinstance(value, Snapshot):
        value = value.view
    if isinstance(value, Table):
        value = View(value)
    if isinstance(value, View):
        assert a_deal_exists(value)


def a_deal_exists(view: View) -> bool:
    """Whether the hidden cards of the present round can be dealt; found by trying, by house."""
    if view.phase is Phase.DEALING or view.variant.anyone_can_die:
        return True
    table = view.table
    stacks = [table.known_stacks[seat] for seat in range(table.players)]
    seen = [*view.court.values(), *view.hand, *chain(*stacks)]
    if len(set(seen)) != len(seen):
        return False
    left = tuple(sum(card.house is house and card not in seen for card in DECK) for house in House)
    barred = dict(open_houses_of_the_blocked(view))
    hidden = [
        (table.hand_sizes[seat] - len(stacks[seat]), barred.get(seat, set()))
        for seat in range(table.players)
        if seat != view.player
    ]
    return sum(left) >= sum(size for size, _ in hidden) and can_be_dealt(left, hidden)


def can_be_dealt(left: tuple[int, ...], hidden: list[tuple[int, set[House]]]) -> bool:
    """Whether the hands can be dealt from so many cards of each house."""
    if not hidden:
        return True
    (size, barred), *others = hidden
    houses = [index for index, house in enumerate(House) if house not in barred]
    for hand in combinations_with_replacement(houses, size):
        rest = tuple(count - hand.count(index) for index, count in enumerate(left))
        if min(rest) >= 0 and can_be_dealt(rest, others):
            return True
    return False


@pytest.mark.rule("elimination.unable", "info.elimination", "solo.public")
def test_a_sample_of_changed_documents_is_refused_or_read_right() -> None:
    rng = random.Random(1)
    for document in documents():
        every = list(changed(document, cycle(OTHERS), 4))
        for data in rng.sample(every, min(len(every), 12)):
            check(data)


@pytest.mark.long
def test_every_thirtieth_changed_document_is_refused_or_read_right() -> None:
    for document in documents():
        for data in islice(changed(document, cycle(OTHERS), len(OTHERS)), 0, None, 30):
            check(data)
