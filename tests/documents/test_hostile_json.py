"""JSON from anybody: it is refused with its place, or it is as good as what the library writes."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest
from helpers import strategies
from helpers.checkout import ROOT
from helpers.refusals import assert_refused
from helpers.sample_documents import (
    any_value,
    edited,
    played_games,
    refused,
    spoilt,
    varied,
    written,
)
from hypothesis import given, strategies as st

from westeros_intrigue import (
    Card,
    Court,
    Deal,
    DecodingError,
    Elimination,
    GameState,
    House,
    InvalidRecord,
    IronThroneCard,
    Placement,
    Record,
    Table,
    View,
    determinize,
    events,
    explain,
    from_json,
    legal_moves,
    observe,
    read_records,
    setup,
    to_json,
)
from westeros_intrigue.documents import from_data, to_data
from westeros_intrigue.rules import SetAside, TurnStart

PLACEMENT = '{"game":"westeros-intrigue","kind":"placement","version":1,'
HOSTILE = (
    "",
    "{",
    "\ufeff{}",
    "[]",
    "NaN",
    '{"game":"westeros-intrigue","kind":null,"version":1}',
    '{"game":"westeros-intrigue","kind":["placement"],"version":1}',
    '{"game":"westeros-intrigue","kind":"placement","version":2}',
    '{"game":"westeros-intrigue","kind":"placement","version":true}',
    '{"game":"westeros-intrigue","version":1,"player":0,"move":"S4@a0"}',
    '{"game":"westeros-intrigue","kind":"placement","player":0,"move":"S4@a0"}',
)
HOSTILE_MEMBERS = (
    '"player":0,"move":"S4"} x',
    '"player":NaN,"move":"S4@a0"}',
    '"player":1e400,"move":"S4@a0"}',
    '"player":1.0,"move":"S4@a0"}',
    '"player":6,"move":"S4@a0"}',
    '"player":-0,"move":"S4@a0"}',
    '"player":0,"move":"S4@a-0"}',
    '"player":0,"move":"S4@a0\\n"}',
    '"player":0,"move":"S4@a\u0661"}',
    '"player":0}',
    '"player":0,"move":"S4@a0","x":1}',
    '"player":0,"player":0,"move":""}',
)


def test_a_text_is_refused_with_the_place_of_its_fault() -> None:
    texts = [*HOSTILE, *(PLACEMENT + members for members in HOSTILE_MEMBERS)]
    calls = [partial(from_json, Placement, text) for text in texts]
    assert_refused("JSON of a placement", DecodingError, calls)


def _placement(members: str) -> Callable[[], object]:
    return partial(from_json, Placement, PLACEMENT + members)


def _in_view(change: str) -> Callable[[], object]:
    return partial(from_data, View, edited(observe(setup(2, seed=1), 0), change))


UNTRUSTED: dict[str, list[Callable[[], object]]] = {
    "gigabytes": [
        partial(from_json, Card, " " * 1_000_001),
        partial(from_json, Card, b" " * 10**7),
    ],
    "deep nesting": [partial(from_json, View, opening * 10**5) for opening in ("[", '{"a":')],
    "duplicate keys": [_placement('"player":0,"player":0,"move":"S4@a0"}')],
    "unknown or missing keys": [
        _placement('"player":0}'),
        _placement('"player":0,"move":"S4@a0","x":1}'),
    ],
    "`NaN`, `Infinity`, `1e400`, `1.0`": [
        _placement(f'"player":{number},"move":"S4@a0"}}')
        for number in ("NaN", "Infinity", "-Infinity", "1e400", "1.0", "1e0")
    ],
    '`true` for 1, `"1"` for 1': [
        _placement(f'"player":{number},"move":"S4@a0"}}') for number in ("true", '"1"')
    ],
    "integers beyond 2^53 - 1": [
        _placement(f'"player":{number},"move":"S4@a0"}}') for number in (2**53, "9" * 900_000)
    ],
    "text that is not UTF-8": [
        partial(from_json, Card, text) for text in (b'"\xff"', '"S4"'.encode("utf-16"))
    ],
    "a byte order mark": [
        partial(from_json, Card, text)
        for text in ('\ufeff\ufeff"S4"', ' \ufeff"S4"', '"S4"\ufeff', '"\ufeffS4"')
    ],
    '`"s4"`, `"S4@a-0"`, digits of other scripts': [
        _placement(f'"player":0,"move":"{move}"}}')
        for move in ("s4@a0", "S4@a-0", "S\u0664@a0", "S4@a\u0661", " S4@a0")
    ],
    "impossible courts, deals, moves, positions": [
        partial(from_data, Court, edited(Court(), 'cards/a1 = "S1"')),
        partial(
            from_data,
            Record,
            edited(
                Record.from_state(setup(2, seed=1)),
                'deal/rounds/0/hands/0 reverse; deal/rounds/0/hands/0 + "S1"',
            ),
        ),
        _in_view("table/active_player = 1"),
        _in_view("hand = []"),
    ],
}
"""Calls for each row of the table of untrusted input in docs/json.md."""


def test_each_kind_of_untrusted_input_is_refused_in_a_short_message() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    table = page.partition("## Untrusted input")[2].partition("| input | result |\n|---|---|\n")[2]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in table.split("\n\n")[0].splitlines()]
    assert rows == [*UNTRUSTED]
    for row, calls in UNTRUSTED.items():
        for call in calls:
            with pytest.raises(DecodingError) as refusal:
                call()
            assert len(str(refusal.value)) < 400, row
    for marked in ('\ufeff"S4"', '\ufeff"S4"'.encode()):
        assert from_json(Card, marked) == Card(House.STARK, 4)


def test_a_huge_integer_is_refused_without_being_read() -> None:
    text = '{"game":"westeros-intrigue","kind":"iron-throne-card","version":1,"value":3,"icons":%s}'
    assert from_json(IronThroneCard, text % 999_999_999).icons == 999_999_999
    for digits in (str(2**53), "9" * 300_000, "-" + "9" * 300_000):
        with pytest.raises(DecodingError, match="/icons: expected an integer") as raised:
            from_json(IronThroneCard, text % digits)
        assert len(str(raised.value)) < 200


def test_deep_nesting_is_refused() -> None:
    for opening in ("[", '{"kind":'):
        with pytest.raises(
            DecodingError, match=r"^the document: (the text is nested too deeply$|invalid JSON)"
        ):
            from_json(View, opening * (900_000 // len(opening)))
    data: list[object] = []
    for _ in range(100_000):
        data = [data]
    refused(View, data, "", "expected an object")
    refused(Deal, edited(Deal(), "rounds = []") | {"rounds": data}, "/rounds/0")


def test_a_text_is_utf_8_and_not_parsed_over_the_size_limit() -> None:
    assert from_json(Card, '"S4"' + " " * 2_000_000, size_limit=2_000_004) == Card(House.STARK, 4)
    no_texts: list[Any] = [None, 4, bytearray(b'"S4"')]
    texts = [" " * 2_000_000, b" " * 2_000_000, b'"\xff"', '"S4"'.encode("utf-16"), *no_texts]
    calls = [partial(from_json, Card, text) for text in texts]
    for text, size in (("1", 0), ("1", 1), ('"S4"', 3)):
        calls.append(partial(from_json, Card, text, size_limit=size))
    assert_refused("texts of JSON", Exception, calls)


def test_the_text_of_an_error_is_short_however_many_and_long_the_faults() -> None:
    long = "x" * 10**6
    assert len(str(DecodingError([(f"/{long}", long)] * 50))) < 15_000
    cards = {f"a{column}": "S1" for column in range(5000)}
    document = json.dumps({**json.loads(to_json(Court())), "cards": cards})
    with pytest.raises(DecodingError, match=r"^/cards: the deck has 36 cards, not 5000$"):
        from_json(Court, document)
    cards = {f"a{2 * column}": "S1" for column in range(30)}
    with pytest.raises(DecodingError) as refusal:
        from_json(Court, json.dumps({**json.loads(document), "cards": cards}))
    assert refusal.value.path == "/cards"
    assert str(refusal.value).endswith(f"; and {len(refusal.value.faults) - 20} more")
    assert len(str(refusal.value)) < 3000


def assert_keeps_its_promises(value: object, data: object) -> None:
    """A decoder that takes spoilt data must have been given what the library itself writes."""
    assert to_data(value) == data
    assert repr(value)
    assert hash(value) == hash(from_json(type(value), to_json(value)))
    if isinstance(value, (GameState, View)):
        moves = legal_moves(value)
        assert all(not explain(value, move) for move in moves)
        is_asked = isinstance(value, GameState) or value.player == value.active_player
        assert bool(moves) == (value.active_player is not None and is_asked)
    if isinstance(value, Record):
        assert Record.parse(str(value)) == value
    if isinstance(value, Table):
        value = View(value)
    if isinstance(value, View):
        seen = observe(determinize(value, random.Random(1)), value.player)
        # People at a table may not know whether the player to move can place a card; a world does.
        since = events(value, seen)
        assert not (since and value.table.can_place)
        assert {*map(type, since)} <= {TurnStart, SetAside, Elimination}


@strategies.MANY
@given(any_value(), st.integers(0, 2**32), st.integers(1, 3))
def test_spoilt_data_and_json_are_refused_or_what_another_value_is_written_as(
    value: object, seed: int, times: int
) -> None:
    chance, cls = random.Random(seed), type(value)
    data = spoilt(to_data(value), chance, times)
    text = written(data)
    if chance.random() < 0.3:
        cut = chance.randrange(len(text) + 1)
        text = text[:cut] + chance.choice(("", "}", '"', "\x00", "1")) + text[cut + 1 :]
    readers = (partial(from_data, cls, data), partial(from_json, cls, text))
    for number, read in enumerate(readers):
        try:
            accepted = read()
        except DecodingError:
            continue
        assert_keeps_its_promises(accepted, json.loads(text) if number else data)


def any_record() -> st.SearchStrategy[Record]:
    """The record of a game up to any moment at which it is still played."""
    games = st.deferred(lambda: st.sampled_from(played_games()))
    return games.flatmap(lambda states: st.sampled_from(states[:-1])).map(Record.from_state)


@strategies.MANY
@given(any_record(), st.integers(0, 2**32))
def test_a_record_of_moved_parts_is_refused_or_read_back_from_its_text_and_its_json(
    record: Record, seed: int
) -> None:
    chance, rounds, deal = random.Random(seed), [*record.rounds], record.deal
    one, other = chance.choices(range(len(rounds)), k=2)
    rounds[one], rounds[other] = rounds[other], rounds[one]
    if chance.random() < 0.3:
        placements = rounds[one].placements
        cut = placements[: chance.randrange(len(placements) + 1)]
        rounds[one] = attrs.evolve(rounds[one], placements=cut)
    if chance.random() < 0.2:
        count = chance.randrange(len(deal.throne_cards) + 1)
        deal = attrs.evolve(deal, throne_cards=deal.throne_cards[:count])
    if chance.random() < 0.2:
        deal = attrs.evolve(deal, rounds=deal.rounds[: chance.randrange(len(deal.rounds) + 1)])
    scored = max(0, record.scored_rounds - chance.choice((0, 0, 1, 9)))
    try:
        moved = attrs.evolve(record, rounds=tuple(rounds), deal=deal, scored_rounds=scored)
    except InvalidRecord:
        return
    assert Record.parse(str(moved)) == moved
    assert from_json(Record, to_json(moved)) == moved


def varied_record(record: Record, chance: random.Random) -> Record | None:
    """The record of data with up to three other parts, or None if it is refused."""
    data: object = to_data(record)
    for _ in range(chance.randrange(1, 4)):
        data = varied(data, chance)
    try:
        accepted = from_data(Record, data)
    except DecodingError:
        return None
    assert to_data(accepted) == data
    return accepted


def assert_is_read_back(record: Record) -> None:
    text = str(record)
    assert Record.parse(text) == record == attrs.evolve(record)
    assert str(Record.parse(text)) == text
    assert list(read_records(io.StringIO(f"{text}\n\n{text}\n"))) == [record, record]
    assert from_json(Record, to_json(record)) == record


@pytest.mark.untraced
@strategies.MANY
@given(any_record(), st.integers(0, 2**32))
def test_every_record_that_is_accepted_is_read_back_from_its_text(
    record: Record, seed: int
) -> None:
    if accepted := varied_record(record, random.Random(seed)):
        assert_is_read_back(accepted)


@pytest.mark.long
def test_many_varied_records_are_accepted() -> None:
    states = [game[len(game) // 2] for game in played_games()]
    chance = random.Random(1)
    tried = [varied_record(Record.from_state(state), chance) for state in states for _ in range(25)]
    accepted = [record for record in tried if record]
    assert len(tried) / 10 < len(accepted) < len(tried) / 2
    for record in accepted:
        assert_is_read_back(record)
