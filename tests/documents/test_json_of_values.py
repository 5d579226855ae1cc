"""Data of single values: what contradicts itself is refused with its place."""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from sample_documents import assert_edits_refused, edited, faults_of, played_games, refused
from watched_games import watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Court,
    Deal,
    Decision,
    DecodingError,
    FinalResult,
    Phase,
    Record,
    RoundDeal,
    RoundResult,
    Violation,
    events,
    observe,
    score_round,
)
from westeros_intrigue.documents import from_data, to_data
from westeros_intrigue.gamekit.codecs import Codec, array, differences, integer, printable, record
from westeros_intrigue.rules import Adjustment, RoundEnd, RoundStart

RIVALRY = Adjustment(1, 1, "option.rivalry")
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
    RIVALRY: ('rule = "option.houses"', "rule = null", 'kind = "view"', 'version = "1"'),
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


def test_of_very_many_keys_the_first_hundred_faults_are_told() -> None:
    data = {
        "game": "westeros-intrigue",
        "kind": "round-deal",
        "version": 1,
        **{f"x{number}": 1 for number in range(150)},
    }
    told = faults_of(RoundDeal, data)
    assert len(told) == 100
    assert told[:3] == [
        ": the key 'hands' is missing",
        ": the key 'starters' is missing",
        ": unknown key 'x0'",
    ]


@each(
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (2**53 - 1, "9007199254740991"),
        (1 - 2**53, "-9007199254740991"),
        (2**53, "an integer beyond 2^53"),
        (-(2**53), "an integer beyond 2^53"),
        (1.5, "a fraction"),
        ([], "a list"),
        ({}, "an object"),
        ((), "a Python tuple"),
    ]
)
def test_any_data_has_a_short_name(data: object, name: str) -> None:
    assert faults_of(Card, data) == [f": expected a card, not {name}"]


def test_a_text_is_cut_short_after_forty_characters() -> None:
    assert faults_of(Card, "x" * 40) == [f": '{'x' * 40}' is not a card"]
    assert faults_of(Card, "x" * 41) == [f": '{'x' * 40}...' is not a card"]


VIOLATION: dict[str, object] = {
    "game": "westeros-intrigue", "kind": "violation", "version": 1,
    "code": "slot-taken", "rule": "court.vacant",
    "house": "S", "card": "S4", "slot": "b2", "found": ["L3"], "slots": [], "player": None,
    "active_player": None, "width_limit": None, "dictated": None,
}  # fmt: skip


def test_a_violation_has_the_facts_that_its_sentence_needs_and_no_others() -> None:
    edits = (
        'rule = "court.match"',
        'code = "not-dictated"; player = 1; dictated = "S4@a0"; found = []',
        'house = "L"',
        "found = []",
        'slots = ["a0"]',
        'dictated = "S4@a0"',
        'code = "row-full"; rule = "court.width"; found = []; width_limit = 8',
        'code = "row-full"; rule = "court.width"; found = []; slot = "a9"',
        'code = "house-unmatched"; rule = "court.match"; slot = "a1"; found = ["L3", "L4"]',
        'code = "support-missing"; rule = "court.support"; found = []; slots = ["a1"]',
        'code = "card-in-court"; rule = "components.characters"; card = null; slots = ["a0"]',
        'code = "not-your-turn"; rule = "turn.clockwise"; found = []',
        'code = "not-dictated"; rule = "solo.side"; found = []; player = 1',
    )
    violation = from_data(Violation, VIOLATION)
    assert str(violation)
    assert_edits_refused("data of a violation", violation, edits)


def test_a_violation_cites_a_rule_that_some_violation_cites() -> None:
    refused(Violation, {**VIOLATION, "rule": "court.unknown"}, "/rule", "one of .*court.vacant")


def test_of_very_many_differences_the_first_hundred_are_told() -> None:
    told = differences([0] * 200, [1] * 200)
    assert [path for path, _ in told] == [f"/{index}" for index in range(100)]


def test_a_final_result_agrees_with_its_totals() -> None:
    edits = (
        "ranking = [[0, 1], [2]]",
        "ranking = [[2], [1], [0]]",
        "ranking = [[0], [1]]",
        "ranking = [[0], [1], [1]]",
        "winners = [1]",
        "winners = []",
        'decided_by = "shared"',
        "totals = []",
        "totals = [3, 3, 5]",
        "totals = [3, 3, 5]; ranking = [[0, 1], [2]]; winners = [0, 1]",
        "totals = [3, 3, 5]; ranking = [[1, 0], [2]]; winners = [1, 0]",
    )
    result = FinalResult((0,), (3, 4, 5), ((0,), (1,), (2,)), Decision.LOWEST_TOTAL)
    assert_edits_refused("data of a final result", result, edits)
    tied = edited(result, 'totals = [3, 3, 5]; decided_by = "fewest-icons"')
    assert from_data(FinalResult, tied)


def test_a_round_result_that_no_round_gives_is_refused() -> None:
    result = played_games()[2][-1].results[1]
    rivalry = '{"player": 0, "points": 1, "rule": "option.rivalry"}'
    edits = (
        "placements clear",
        "placements/3/player = 4",
        "placements pop",
        'placements/0/move = "S4@a1"',
        "starting_player = 5",
        "starting_player = 2",
        f"last_placer = {(result.last_placer + 1) % 4}",
        "last_placer = 4",
        "eliminations pop",
        "kept pop",
        "penalty_points pop",
        f'kept/0 + "{result.placements[0].move.card}"',
        "kept = [null, null, null, null]",
        'starters = ["S1"]; deal = null',
        'deal/starters + "S1"',
        "deal/hands reverse",
        'deal/hands/0 + "S1"',
        "penalty_points reverse",
        f"adjustments = [{rivalry}, {rivalry}]",
        f"adjustments = [{rivalry.replace('rivalry', 'affiliation')}]",
    )
    assert_edits_refused("data of a round result", result, edits)
    # Only the player who drew the Iron Throne card has seen it.
    assert from_data(RoundResult, edited(result, "throne_card = null"))


@pytest.mark.rule("solo.public", "solo.public.kept")
def test_what_no_house_turns_over_in_a_round_is_refused() -> None:
    results = played_games()[10][-1].results
    result = next(result for result in results if len(result.kept[1] or ()) > 1)
    edits = (
        "turned_over pop",
        "turned_over/1 pop",
        "turned_over/1/-1 reverse",
        'turned_over/1/0 + "S1"',
    )
    assert_edits_refused("data of a round of automated houses", result, edits)


@pytest.mark.rule("solo.recycle")
def test_a_house_may_place_a_card_that_it_has_set_aside_before() -> None:
    def set_aside_and_placed(result: RoundResult, seat: int) -> set[Card]:
        placed = {one.move.card for one in result.placements if one.player == seat}
        return placed & {card for turn in result.turned_over[seat] for card in turn or ()}

    results = [
        result
        for seed in range(4)
        for result in watched_game("Solo Scheming", seed).states[-1].results
        if any(set_aside_and_placed(result, seat) for seat in range(1, 4))
    ]
    assert results
    for result in results:
        assert from_data(RoundResult, to_data(result)) == result


@pytest.mark.rule("option.anyone")
def test_a_round_with_more_cards_than_can_be_alive_is_refused() -> None:
    over = watched_game("3 players, Anyone Can Die", 1).states[-1]
    second = over.results[1]
    assert from_data(RoundResult, to_data(second)) == second
    # At least two characters have died before each round.
    assert faults_of(RoundResult, edited(second, "round_number = 3"))


@pytest.mark.rule("setup.hand-size", "round.penalty")
def test_the_start_or_the_end_of_no_round_is_refused() -> None:
    happened = events(None, played_games()[2][-1])
    start = next(event for event in happened if isinstance(event, RoundStart))
    end = next(event for event in happened if isinstance(event, RoundEnd))
    starts = ("starting_player = 4", "hand_size = 8", 'starters = ["S1"]')
    assert_edits_refused("data of the start of a round", start, starts)
    rivalry = '{"player": 4, "points": 1, "rule": "option.rivalry"}'
    ends = (
        "penalty_points = [0, 0]", f"adjustments = [{rivalry}]", "cards_left = [9, 9, 9, 9]",
        "last_placer = 5",
    )  # fmt: skip
    assert_edits_refused("data of the end of a round", end, ends)


@pytest.mark.rule("option.anyone-deal")
def test_the_starters_of_a_round_are_as_many_as_it_has_and_all_different() -> None:
    result = played_games()[7][-1].results[1]
    assert len(result.starters) == 2
    first = result.starters[0]
    said = f"/starters: 2 cards start the bottom row, all different, not {first}, {first}"
    data = edited(result, f'starters = ["{first}", "{first}"]; deal = null')
    assert faults_of(RoundResult, data) == [said]


@pytest.mark.rule("elimination.unable", "info.elimination")
def test_a_kept_card_that_could_have_been_placed_is_refused() -> None:
    for states in played_games()[:5]:
        state = next(state for state in states if state.phase is Phase.ROUND_OVER)
        missing = observe(state, None).missing_houses
        [result] = score_round(state).results
        placed = {placement.move.card for placement in result.placements}
        for seat, houses in enumerate(missing):
            others = {card for hand in state.hands for card in hand}
            unseen = [card for card in DECK if card not in placed | others and card.house in houses]
            if not unseen:
                continue
            data: Any = to_data(observe(score_round(state), seat).results[0])
            assert from_data(RoundResult, data)
            data["kept"][seat][0] = str(unseen[0])
            said = f"/kept/{seat}: one of these cards could have been placed"
            assert faults_of(RoundResult, data) == [said]
            return
    pytest.fail("nobody was blocked while a card lay unused")


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
