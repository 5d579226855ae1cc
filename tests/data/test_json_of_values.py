"""Data of single values: what contradicts itself is refused with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cases import each
from documents import (
    changed,
    faults_of,
    played_games,
    refused,
)

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Court,
    Deal,
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
from westeros_intrigue.data import from_data, to_data
from westeros_intrigue.data.codecs import Codec, array, integer, printable
from westeros_intrigue.data.objects import differences, record
from westeros_intrigue.rules import Adjustment, RoundEnd, RoundStart
from westeros_intrigue.rules.history import ADJUSTMENTS

Change = Callable[[Any], object]


def nothing(_data: object) -> None:
    """Change nothing."""


RIVALRY = Adjustment(1, 1, "option.rivalry")


@each(
    [
        (Court(), lambda data: data.update(cards=[]), "/cards: expected an object, not a list"),
        (
            Court(),
            lambda data: data.update(width_limit=9),
            "/width_limit: expected an integer from 1 to 8, not 9",
        ),
        (
            Court(),
            lambda data: data.update(width_limit="8"),
            "/width_limit: expected an integer, not '8'",
        ),
        (Court(), lambda data: data["cards"].update({"a-0": "S1"}), "/cards: 'a-0' is not a slot"),
        (Court(), lambda data: data["cards"].update({"a0": "S0"}), "/cards/a0: 'S0' is not a card"),
        (Court(), lambda data: data["cards"].update(a0=7), "/cards/a0: expected a card, not 7"),
        (
            Court(),
            lambda data: data["cards"].update({"a1": "S1"}),
            "/cards: a0 is empty, although the first card of a court lies there",
        ),
        (
            STANDARD,
            lambda data: data.update(houses=["X"]),
            "/houses/0: expected one of S, L, B, T, not 'X'",
        ),
        (
            STANDARD,
            lambda data: data.update(houses=["S", 7]),
            "/houses/1: expected one of S, L, B, T, not 7",
        ),
        (STANDARD, lambda data: data.update(houses=7), "/houses: expected a list, not 7"),
        (
            STANDARD,
            lambda data: data.update(rivalry=1),
            "/rivalry: expected true or false, not 1",
        ),
        (
            STANDARD,
            lambda data: data.update(rounds=-1),
            "/rounds: expected an integer from 0 to 9007199254740991, not -1",
        ),
        (
            STANDARD,
            lambda data: data.update(automated=[0, 2, 1]),
            "/automated/2: seats must ascend, each once: 1 follows 2",
        ),
        (
            STANDARD,
            lambda data: data.update(automated=[1, 1]),
            "/automated/1: seats must ascend, each once: 1 follows 1",
        ),
        (
            STANDARD,
            lambda data: data.update(automated=[-1]),
            "/automated/0: expected an integer from 0 to 9007199254740991, not -1",
        ),
        (
            STANDARD,
            lambda data: data.update(throne_cards={}),
            "/throne_cards: expected a list, not an object",
        ),
        (Deal(), lambda data: data.update(rounds=[7]), "/rounds/0: expected an object, not 7"),
        (
            RIVALRY,
            lambda data: data.update(rule="option.houses"),
            f"/rule: expected one of {', '.join(ADJUSTMENTS)}, not 'option.houses'",
        ),
        (
            RIVALRY,
            lambda data: data.update(rule=None),
            f"/rule: expected one of {', '.join(ADJUSTMENTS)}, not null",
        ),
        (
            RIVALRY,
            lambda data: data.update(kind="view"),
            "/kind: expected 'adjustment', not 'view'",
        ),
        (
            RIVALRY,
            lambda data: data.update(version="1"),
            "/version: version 1 can be read, not '1'",
        ),
        (
            Record(2, Deal()),
            lambda data: data.update(comment=7),
            "/comment: expected a text, not 7",
        ),
        (
            Record(2, Deal()),
            lambda data: data.update(comment="x" * 150_001),
            "/comment: expected a text of at most 150000 characters, not of 150001",
        ),
        (
            Record(2, Deal()),
            lambda data: data.update(tags=[["a", "b", "c"]]),
            "/tags/0: expected a list of 2 elements, not of 3",
        ),
    ]
)
def test_a_value_is_refused_with_the_place_of_its_fault(
    value: object, change: Change, fault: str
) -> None:
    assert faults_of(type(value), changed(value, nothing)) == []
    assert faults_of(type(value), changed(value, change)) == [fault]


def test_a_text_of_a_record_may_be_as_long_as_its_limit() -> None:
    longest = Record(2, Deal(), tags=(("Event", "x" * 1000),))
    assert from_data(Record, to_data(longest)) == longest
    data = changed(longest, lambda data: data.update(tags=[["Event", "x" * 1001]]))
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


def violation_data(**facts: object) -> dict[str, object]:
    data: dict[str, object] = {
        "game": "westeros-intrigue", "kind": "violation", "version": 1,
        "code": "slot-taken", "rule": "court.vacant",
        "house": "S", "card": "S4", "slot": "b2", "found": ["L3"], "slots": [], "player": None,
        "active_player": None, "width_limit": None, "dictated": None,
    }  # fmt: skip
    return {**data, **facts}


@each([
        ({"rule": "court.match"}, "/rule: slot-taken cites court.vacant"),
        (
            {"code": "not-dictated", "player": 1, "dictated": "S4@a0", "found": []},
            "/rule: not-dictated cites solo.stack or solo.highest or solo.side",
        ),
        ({"house": "L"}, "/house: it is not the house of the card"),
        ({"found": []}, "/found: slot-taken does not come with 0 cards"),
        ({"slots": ["a0"]}, "/slots: slot-taken does not come with 1 slots"),
        ({"dictated": "S4@a0"}, "/dictated: slot-taken does not use dictated"),
        (
            {"code": "row-full", "rule": "court.width", "found": [], "width_limit": 8},
            "/slot: row-full applies only to the bottom row",
        ),
        (
            {"code": "row-full", "rule": "court.width", "found": [], "slot": "a9"},
            "/width_limit: row-full needs width_limit",
        ),
        (
            {
                "code": "house-unmatched", "rule": "court.match", "slot": "a1",
                "found": ["L3", "L4"],
            },
            "/slot: house-unmatched applies only to an upper row",
        ),
        (
            {"code": "support-missing", "rule": "court.support", "found": [], "slots": ["a1"]},
            "/slots: the slot does not rest on them",
        ),
        (
            {
                "code": "card-in-court", "rule": "components.characters", "card": None,
                "found": [], "slots": ["a0"],
            },
            "/card: card-in-court needs a card",
        ),
        (
            {"code": "not-your-turn", "rule": "turn.clockwise", "found": []},
            "/active_player: not-your-turn needs active_player",
        ),
        (
            {"code": "not-dictated", "rule": "solo.side", "found": [], "player": 1},
            "/dictated: not-dictated needs dictated",
        ),
    ])  # fmt: skip
def test_a_violation_has_the_facts_that_its_sentence_needs_and_no_others(
    facts: dict[str, object], fault: str
) -> None:
    assert str(from_data(Violation, violation_data()))
    assert faults_of(Violation, violation_data(**facts)) == [fault]


def test_a_violation_cites_a_rule_that_some_violation_cites() -> None:
    refused(Violation, violation_data(rule="court.unknown"), "/rule", "one of .*court.vacant")


def test_of_very_many_differences_the_first_hundred_are_told() -> None:
    told = differences([0] * 200, [1] * 200)
    assert [path for path, _ in told] == [f"/{index}" for index in range(100)]


NOT_ONE_PLACE = "/ranking: each player has one place"
NOT_FIRST = "/winners: the winners are those in the first place"
NOT_SHARED = "/ranking/0: players share a place at equal totals, in seat order"


@each(
    [
        ({"ranking": [[0, 1], [2]]}, [NOT_FIRST, NOT_SHARED]),
        ({"ranking": [[2], [1], [0]]}, [NOT_FIRST, "/ranking: a lower total ranks higher"]),
        ({"ranking": [[0], [1]]}, [NOT_ONE_PLACE]),
        ({"ranking": [[0], [1], [1]]}, [NOT_ONE_PLACE]),
        ({"winners": [1]}, [NOT_FIRST]),
        ({"winners": []}, ["/winners: expected a list of at least 1 elements, not of 0"]),
        ({"decided_by": "shared"}, ["/decided_by: it was decided by lowest-total"]),
        ({"totals": []}, [NOT_ONE_PLACE]),
        ({"totals": [3, 3, 5]}, ["/decided_by: it was decided by fewest-icons"]),
        ({"totals": [3, 3, 5], "decided_by": "fewest-icons"}, []),
        (
            {"totals": [3, 3, 5], "ranking": [[0, 1], [2]], "winners": [0, 1]},
            ["/decided_by: it was decided by shared"],
        ),
        (
            {"totals": [3, 3, 5], "ranking": [[1, 0], [2]], "winners": [1, 0]},
            [NOT_SHARED, "/decided_by: it was decided by shared"],
        ),
    ]
)
def test_a_final_result_agrees_with_its_totals(facts: dict[str, object], faults: list[str]) -> None:
    data = {
        "game": "westeros-intrigue", "kind": "final-result", "version": 1,
        "winners": [0], "totals": [3, 4, 5],
        "ranking": [[0], [1], [2]], "decided_by": "lowest-total",
    }  # fmt: skip
    assert faults_of(FinalResult, data) == []
    assert faults_of(FinalResult, {**data, **facts}) == faults


def of_round(change: Change, *, seen: bool = False) -> Any:
    """The data of a round of four players, as it was or as a player has seen it."""
    state = played_games()[2][-1]
    result = observe(state, 0).results[1] if seen else state.results[1]
    return changed(result, change)


NOT_HELD = "/deal/hands: a hand must be the cards that its player placed or has left"
NOT_ALL_KNOWN = "/deal: if the deal is known, all cards left are known"
NOT_DEALT = "/cards_left: no round deals the players this number of cards"
NOT_THE_LAST = "/last_placer: another player placed the last card"
NOT_THE_POINTS = "/penalty_points: they are not the cards left plus the adjustments"
NOT_SO_ELIMINATED = "/eliminations: the placements do not lead to these eliminations"


@each(
    [
        (
            lambda data: data["placements"].clear(),
            ["/eliminations: player 1 is not out"],
        ),
        (
            lambda data: data["placements"][3].update(player=4),
            ["/placements/3/player: player 0 is to move, not player 4"],
        ),
        (
            lambda data: data["placements"].pop(),
            ["/eliminations: player 2 is not out"],
        ),
        (
            lambda data: data["placements"][0].update(move="S4@a1"),
            [
                (
                    "/placements/0/move: S4 cannot go to a1: the court is empty, and its first "
                    "card lies in a0. Choose that slot."
                )
            ],
        ),
        (
            lambda data: data.update(starting_player=5),
            ["/starting_player: there are 4 players"],
        ),
        (
            lambda data: data.update(starting_player=2),
            ["/placements/0/player: player 2 is to move, not player 1"],
        ),
        (lambda data: data.update(last_placer=(data["last_placer"] + 1) % 4), [NOT_THE_LAST]),
        (lambda data: data.update(last_placer=4), [NOT_THE_LAST]),
        (lambda data: data["eliminations"].pop(), ["/eliminations: player 2 is not out"]),
        (lambda data: data["kept"].pop(), ["/kept: there are 4 players"]),
        (lambda data: data["penalty_points"].pop(), ["/penalty_points: there are 4 players"]),
        (
            lambda data: data["kept"][0].append(data["placements"][0]["move"][:2]),
            ["/kept/0: 1 cards are left", "/kept: a card is in two places", NOT_HELD],
        ),
        (lambda data: data.update(kept=[None] * 4), [NOT_ALL_KNOWN]),
        (lambda data: data.update(throne_card=None), []),  # only its drawer has seen it
        (
            lambda data: data.update(starters=["S1"], deal=None),
            ["/starters: 0 cards start the bottom row, all different, not S1"],
        ),
        (
            lambda data: data["deal"]["starters"].append("S1"),
            ["/deal/starters: they are not the starters of the round"],
        ),
        (lambda data: data["deal"]["hands"].reverse(), [NOT_HELD]),
        (lambda data: data["deal"]["hands"][0].append("S1"), [NOT_HELD]),
        (lambda data: data["penalty_points"].reverse(), [NOT_THE_POINTS]),
        (
            lambda data: data.update(
                adjustments=[{"player": 0, "points": 1, "rule": "option.rivalry"}] * 2
            ),
            ["/adjustments: each player has at most one, in seat order", NOT_THE_POINTS],
        ),
        (
            lambda data: data.update(
                adjustments=[{"player": 0, "points": 1, "rule": "option.affiliation"}]
            ),
            ["/adjustments/0/points: option.affiliation is worth -1"],
        ),
    ]
)
def test_a_round_result_that_no_round_gives_is_refused(change: Change, faults: list[str]) -> None:
    assert faults_of(RoundResult, of_round(nothing)) == []
    assert faults_of(RoundResult, of_round(change)) == faults


@each(
    [
        (lambda turns: turns.pop(), "/turned_over: there are 4 players"),
        (lambda turns: turns[1].pop(), "/turned_over/1: there is a turn for each placement, and"),
        (lambda turns: turns[1][-1].reverse(), "/turned_over/1: the cards left must be those"),
        (lambda turns: turns[1][0].append("S1"), "/turned_over/1: a house turns over only its own"),
    ]
)
@pytest.mark.rule("solo.public", "solo.public.kept")
def test_what_no_house_turns_over_in_a_round_is_refused(change: Change, fault: str) -> None:
    result = next(
        result for result in played_games()[10][-1].results if len(result.kept[1] or ()) > 1
    )
    assert faults_of(RoundResult, changed(result, nothing)) == []
    [found] = faults_of(RoundResult, changed(result, lambda data: change(data["turned_over"])))
    assert found.startswith(fault)


@each(
    [
        (RoundStart, {"starting_player": 4}, "/starting_player: there are 4 players"),
        (RoundStart, {"hand_size": 8}, "/hands/0: 8 cards are dealt"),
        (RoundStart, {"starters": ["S1"]}, "/hands: a card is in two places"),
        (RoundEnd, {"penalty_points": [0, 0]}, "/penalty_points: there are 4 players"),
        (
            RoundEnd,
            {"adjustments": [{"player": 4, "points": 1, "rule": "option.rivalry"}]},
            "/penalty_points: there are 4 players",
        ),
        (RoundEnd, {"cards_left": [9, 9, 9, 9]}, NOT_THE_POINTS),
    ]
)
@pytest.mark.rule("setup.hand-size", "round.penalty")
def test_the_start_or_the_end_of_no_round_is_refused(
    kind: type, facts: dict[str, object], fault: str
) -> None:
    happened = events(None, played_games()[2][-1])
    event = next(event for event in happened if isinstance(event, kind))
    assert faults_of(kind, changed(event, nothing)) == []
    assert fault in faults_of(kind, changed(event, lambda data: data.update(facts)))


@pytest.mark.rule("option.anyone-deal")
def test_the_starters_of_a_round_are_as_many_as_it_has_and_all_different() -> None:
    result = played_games()[7][-1].results[1]
    assert len(result.starters) == 2

    def change(data: Any) -> None:
        data.update(starters=[str(result.starters[0])] * 2, deal=None)

    twice = ", ".join([str(result.starters[0])] * 2)
    said = f"/starters: 2 cards start the bottom row, all different, not {twice}"
    assert faults_of(RoundResult, changed(result, change)) == [said]


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


@pytest.mark.parametrize("character", "\x00\x07\x1b\n\t\x7f\x9b\u2028\u202e\u2066\ud800\uffff")
def test_a_printable_text_has_no_character_that_steers_or_breaks(character: str) -> None:
    assert printable(9).read("Sea Snake") == "Sea Snake"
    with pytest.raises(DecodingError, match="no control character"):
        printable(9).read(f"Sea{character}")
    with pytest.raises(DecodingError, match="at most 9 characters"):
        printable(9).read("Sea Snakes")
