"""Data of single values: what contradicts itself is refused with its place."""

from __future__ import annotations

from functools import partial

import pytest
from sample_documents import assert_edits_refused, edited, faults_of, played_games, some_values

from westeros_intrigue import (
    STANDARD,
    Court,
    Deal,
    DecodingError,
    Elimination,
    FinalResult,
    InvalidValue,
    Record,
    RoundDeal,
    RoundResult,
    Violation,
    events,
    from_json,
)
from westeros_intrigue.documents import from_data, to_data
from westeros_intrigue.gamekit.codecs import Codec, array, integer, printable, record
from westeros_intrigue.rules import Adjustment, RoundEnd, RoundStart

EDITS: dict[object, tuple[str, ...]] = {
    Court(): (
        "cards = []",
        "width_limit = 9",
        'width_limit = "8"',
        'cards/a-0 = "S1"',
        'cards/a0 = "S0"',
        "cards/a0 = 7",
        'cards/a1 = "S1"',
    ),
    STANDARD: (
        'houses = ["X"]',
        'houses = ["S", 7]',
        "houses = 7",
        "rivalry = 1",
        "rounds = -1",
        "automated = [0, 2, 1]",
        "automated = [1, 1]",
        "automated = [-1]",
        "throne_cards = {}",
        "dead = 0",
    ),
    Deal(): ("rounds = [7]",),
    Elimination(0, 1, 2): ('kind = "view"', 'version = "1"', "player = null"),
    Record(2, Deal()): (
        "comment = 7",
        f'comment = "{"x" * 150_001}"',
        'tags = [["a", "b", "c"]]',
    ),
}


def test_a_value_is_refused_with_the_place_of_its_fault() -> None:
    for value, edits in EDITS.items():
        assert_edits_refused(f"data: {type(value).__name__}", value, edits)


def test_a_text_of_a_record_may_be_as_long_as_its_limit() -> None:
    longest = Record(2, Deal(), tags=(("Event", "x" * 1000),))
    assert from_data(Record, to_data(longest)) == longest
    data = edited(longest, f'tags = [["Event", "{"x" * 1001}"]]')
    said = "/tags/0/1: expected a text of at most 1000 characters, not of 1001"
    assert faults_of(Record, data) == [said]


def test_all_keys_that_are_missing_or_unknown_are_told() -> None:
    data = {
        "game": "westeros-intrigue",
        "kind": "round-deal",
        "version": 1,
        "starters": [],
        "x": 1,
        "hand": [],
    }
    assert faults_of(RoundDeal, data) == [
        ": the key 'hands' is missing",
        ": unknown key 'x'",
        ": unknown key 'hand'",
    ]


@pytest.mark.parametrize("cls", [Adjustment, FinalResult, RoundResult, Violation])
def test_results_and_violations_are_only_written(cls: type) -> None:
    wanted = (
        f"documents of {cls.__name__} are only written; these kinds can be read: card, slot, move, "
        "iron-throne-card, court, round-deal, deal, variant, placement, elimination, round-start, "
        "turn-start, set-aside, round-end, reveal, omniscient-state, table, view, "
        "snapshot, record"
    )
    value = next(value for value in some_values() if type(value) is cls)
    for refused_call in (partial(from_data, cls, to_data(value)), partial(from_json, cls, "{")):
        with pytest.raises(InvalidValue, match=f"^{wanted}$"):
            refused_call()


@pytest.mark.rule("setup.hand-size", "round.penalty")
def test_the_start_or_the_end_of_no_round_is_refused() -> None:
    happened = events(None, played_games()[2][-1])
    start = next(event for event in happened if isinstance(event, RoundStart))
    end = next(event for event in happened if isinstance(event, RoundEnd))
    starts = ("starting_player = 4", "hand_size = 8", 'starters = ["S1"]')
    assert_edits_refused("data of the start of a round", start, starts)
    rivalry = '{"player": 0, "points": 1, "rule": "option.rivalry"}'
    ends = (
        "penalty_points = [0, 0]", f"adjustments = [{rivalry.replace('0', '4')}]",
        f"adjustments = [{rivalry}, {rivalry}]",
        f"adjustments = [{rivalry.replace('rivalry', 'affiliation')}]",
        f"adjustments = [{rivalry.replace('rivalry', 'houses')}]",
        "cards_left = [9, 9, 9, 9]", "last_placer = 5",
    )  # fmt: skip
    assert_edits_refused("data of the end of a round", end, ends)


def test_every_fault_of_an_object_and_its_lists_is_told_up_to_a_hundred() -> None:
    codec: Codec[dict[str, object]] = record(
        dict, {"seats": array(integer(0, 5)), "name": printable(8)}
    )
    with pytest.raises(DecodingError) as refused:
        codec.read({"seats": [0, 7, 1, "2"], "name": "a\x1b]0;owned\x07"})
    assert [path for path, _ in refused.value.faults] == ["/seats/1", "/seats/3", "/name"]
    with pytest.raises(DecodingError) as refused:
        codec.read({"seats": [9] * 1000, "name": 3})
    assert len(refused.value.faults) == 100


@pytest.mark.parametrize("character", "\x00\x07\x1b\n\x7f\x9b\u200b\u2028\u202e\u2066\ud800\uffff")
def test_a_printable_text_has_no_character_that_steers_or_breaks(character: str) -> None:
    assert printable(9).read("Sea Snake") == "Sea Snake"
    with pytest.raises(DecodingError, match="no control character"):
        printable(9).read(f"Sea{character}")
    with pytest.raises(DecodingError, match="at most 9 characters"):
        printable(9).read("Sea Snakes")
