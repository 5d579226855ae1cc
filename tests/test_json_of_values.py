"""Data of single values: what contradicts itself is refused with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from documents import (
    changed,
    played_games,
    refused,
)

from westeros_intrigue import (
    DECK,
    STANDARD,
    Court,
    Deal,
    FinalResult,
    Phase,
    RoundResult,
    Violation,
    from_data,
    observe,
    score_round,
    to_data,
)

GAMES = list(played_games())
Change = Callable[[Any], object]


@pytest.mark.parametrize(
    ("value", "change", "path", "reason"),
    [
        (Court(), lambda data: data.update(cards=[]), "/cards", "an object is wanted"),
        (Court(), lambda data: data.update(width_limit=9), "/width_limit", "from 1 to 8"),
        (Court(), lambda data: data["cards"].update({"a-0": "S1"}), "/cards", "not a slot"),
        (Court(), lambda data: data["cards"].update({"a0": "S0"}), "/cards/a0", "not a card"),
        (Court(), lambda data: data["cards"].update({"a1": "S1"}), "/cards", "a0 is empty"),
        (STANDARD, lambda data: data.update(houses=["X"]), "/houses/0", "one of S, L, B, T"),
        (STANDARD, lambda data: data.update(rivalry=1), "/rivalry", "true or false is wanted"),
        (STANDARD, lambda data: data.update(rounds=-1), "/rounds", "from 0 to"),
        (STANDARD, lambda data: data.update(automated=[-1]), "/automated/0", "from 0 to"),
        (STANDARD, lambda data: data.update(throne_cards={}), "/throne_cards", "a list is wanted"),
        (Deal(), lambda data: data.update(rounds=[{}]), "/rounds/0", "'hands' is missing"),
    ],
)
def test_a_value_is_refused_with_the_place_of_its_fault(
    value: object, change: Change, path: str, reason: str
) -> None:
    refused(type(value), changed(value, change), path, reason)


def violation_data(**facts: object) -> dict[str, object]:
    data: dict[str, object] = {
        "kind": "violation", "version": 1, "code": "slot-taken", "rule": "court.vacant",
        "house": "S", "card": "S4", "slot": "b2", "found": ["L3"], "slots": [], "player": None,
        "active_player": None, "width_limit": None, "dictated": None,
    }  # fmt: skip
    return {**data, **facts}


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"rule": "court.match"}, "/rule"),
        ({"rule": "court.unknown"}, "/rule"),
        ({"house": "L"}, "/house"),
        ({"found": []}, "/found"),
        ({"slots": ["a0"]}, "/slots"),
        ({"player": 1}, "/player"),
        ({"dictated": "S4@a0"}, "/dictated"),
        ({"code": "row-full", "rule": "court.width", "found": [], "width_limit": 8}, "/slot"),
        ({"code": "row-full", "rule": "court.width", "found": [], "slot": "a9"}, "/width_limit"),
        ({"code": "house-unmatched", "rule": "court.match", "slot": "a1"}, "/slot"),
        (
            {"code": "support-missing", "rule": "court.support", "found": [], "slots": ["a1"]},
            "/slots",
        ),
        (
            {
                "code": "card-in-court", "rule": "components.characters", "card": None,
                "found": [], "slots": ["a0"],
            },
            "/card",
        ),
        ({"code": "not-your-turn", "rule": "turn.clockwise", "found": []}, "/active_player"),
        ({"code": "not-dictated", "rule": "solo.side", "found": [], "player": 1}, "/dictated"),
    ],
)  # fmt: skip
def test_a_violation_has_the_facts_that_its_sentence_needs_and_no_others(
    facts: dict[str, object], path: str
) -> None:
    assert str(from_data(Violation, violation_data()))
    refused(Violation, violation_data(**facts), path, "")


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"ranking": [[0, 1], [2]]}, "/ranking/0"),
        ({"ranking": [[2], [1], [0]]}, "/ranking"),
        ({"ranking": [[0], [1]]}, "/ranking"),
        ({"ranking": [[0], [1], [1]]}, "/ranking"),
        ({"winners": [1]}, "/winners"),
        ({"winners": []}, "/winners"),
        ({"decided_by": "shared"}, "/decided_by"),
        ({"totals": [3, 3, 5]}, "/decided_by"),
        ({"totals": [3, 3, 5], "decided_by": "fewest-icons"}, ""),
        ({"totals": [3, 3, 5], "ranking": [[0, 1], [2]], "winners": [0, 1]}, "/decided_by"),
        ({"totals": [3, 3, 5], "ranking": [[1, 0], [2]], "winners": [1, 0]}, "/ranking/0"),
    ],
)
def test_a_final_result_agrees_with_its_totals(facts: dict[str, object], path: str) -> None:
    data = {
        "kind": "final-result", "version": 1, "winners": [0], "totals": [3, 4, 5],
        "ranking": [[0], [1], [2]], "decided_by": "lowest-total",
    }  # fmt: skip
    assert from_data(FinalResult, data)
    if path:
        refused(FinalResult, {**data, **facts}, path, "")
    else:
        assert from_data(FinalResult, {**data, **facts})


def nothing(_data: object) -> None:
    """Change nothing."""


def of_round(change: Change, *, seen: bool = False) -> Any:
    """The data of a round of four players, as it was or as a player has seen it."""
    state = GAMES[2][-1]
    result = observe(state, 0).results[1] if seen else state.results[1]
    return changed(result, change)


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        (lambda data: data["placements"].clear(), "/placements", "can always place"),
        (lambda data: data["placements"][3].update(player=4), "/placements/3/player", "no player"),
        (lambda data: data["placements"].pop(), "/cards_left", "equally many cards"),
        (lambda data: data["placements"][0].update(move="S4@a1"), "/placements/0/move", "a0"),
        (lambda data: data.update(starting_player=5), "/starting_player", "no player 5"),
        (lambda data: data.update(starting_player=2), r"/placements/\d", "is out"),
        (lambda data: data.update(last_placer=(data["last_placer"] + 1) % 4), "/last_placer", ""),
        (lambda data: data["eliminations"].pop(), "/eliminations", "do not lead to"),
        (lambda data: data["kept"].pop(), "/kept", "there are 4 players"),
        (lambda data: data["kept"][0].append(data["placements"][0]["move"][:2]), "/kept/0", ""),
        (lambda data: data.update(kept=[None] * 4), "/deal", "where the deal is known"),
        (lambda data: data.update(throne_card=None), "/deal", "where the deal is known"),
        (lambda data: data.update(starters=["S1"], deal=None), "/placements/0/move", ""),
        (lambda data: data.update(starters=["S1", "S1"], deal=None), "/starters", ""),
        (lambda data: data["deal"]["starters"].append("S1"), "/deal/hands", ""),
        (lambda data: data["deal"]["hands"].reverse(), "/deal/hands", "placed and kept"),
        (lambda data: data["deal"]["hands"][0].append("S1"), "/deal/hands", "placed and kept"),
        (lambda data: data["penalty_points"].reverse(), "/penalty_points", "gives other points"),
        (
            lambda data: data.update(
                adjustments=[{"player": 0, "points": 1, "rule": "option.rivalry"}] * 2
            ),
            "/adjustments",
            "each player has one",
        ),
        (
            lambda data: data.update(
                adjustments=[{"player": 0, "points": 1, "rule": "option.affiliation"}]
            ),
            "/adjustments/0/points",
            "option.affiliation gives -1",
        ),
    ],
)  # fmt: skip
def test_a_round_result_that_no_round_gives_is_refused(
    change: Change, path: str, reason: str
) -> None:
    assert from_data(RoundResult, of_round(nothing))
    refused(RoundResult, of_round(change), path, reason)


@pytest.mark.rule("elimination.unable", "info.elimination")
def test_a_kept_card_that_could_have_been_placed_is_refused() -> None:
    for states in GAMES[:5]:
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
            refused(RoundResult, data, f"/kept/{seat}", "could have been placed")
            return
    pytest.fail("nobody was blocked while a card lay unused")
