"""Data of states, records and views: what no game leads to is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from sample_documents import (
    assert_edits_refused,
    changed,
    edited,
    faults_of,
    played_games,
    refused,
)
from watched_games import watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    DecodingError,
    Phase,
    Record,
    Table,
    View,
    observe,
)
from westeros_intrigue.documents import to_data


def test_a_state_that_its_deal_and_moves_do_not_lead_to_is_refused() -> None:
    edits = (
        "players = 5",
        "players = 7",
        "first_player = 4",
        "first_player = 1",
        "variant/rounds = 9",
        "variant/rivalry = true",
        "deal/rounds/0/hands/0 pop",
        "deal/throne_cards = []",
        "placements pop",
        "placements/0 pop",
        'placements/0/2/move = "S1@z9"',
        "scored_rounds = 0",
        "scored_rounds = 9",
        "position = null",
        "position/court drop",
        "position/x = 0",
        "position/court/cards clear",
        "position/hands pop",
        "position/hands/0 reverse",
        "position/active_player = true",
        'position/phase = "dealing"',
        "position/results/0/last_placer = 9",
        "position/known_counts = [false, 0, 0, 0]",
        "position/penalty_points/1 = 99; position/hands/2 = []; position/round_number = 4",
    )
    assert_edits_refused("data of a state", played_games()[2][60], edits)


def test_a_record_that_does_not_hold_together_is_refused() -> None:
    edits = (
        "rounds/0/placements/1/player = 0",
        "rounds/0/comment = 7",
        "scored_rounds = 9",
        "scored_rounds = 4",
        "deal/rounds/1/hands/0 pop",
        'comment = "\\u0000"',
        f'comment = "{"x" * 10**6}"',
        "rounds pop",
        'tags + ["a"]',
        'tags + ["a b", ""]',
        "variant/rivalry = true",
        "first_player = 4",
    )
    assert_edits_refused("data of a record", Record.from_state(played_games()[2][60]), edits)


def view_with(change: Callable[[Any], object]) -> Any:
    return changed(observe(played_games()[2][60], 1), change)


def test_the_own_cards_of_a_view_are_those_of_the_player_at_the_table() -> None:
    view = observe(played_games()[2][60], 1)
    [drawn] = view.score_pile
    assert drawn is not None
    lying = next(iter(view.court.values()))
    hand = sorted((lying, *view.hand[1:]))
    pile = json.dumps([attrs.asdict(drawn)] * 2)
    edits = (
        "player = 4",
        "hand reverse",
        "hand pop",
        f"hand = {json.dumps([*map(str, hand)])}",
        f"score_pile = {pile}",
        "score_pile/0/icons = 99",
        "kept pop",
        "kept/1 = null",
        "kept/0 reverse",
        'kept/1 + "S1"',
        "table = null",
    )
    assert_edits_refused("data of a view", view, edits)


def test_a_table_that_no_game_shows_is_refused_alone_and_in_a_view() -> None:
    edits = (
        "players = 3",
        "players = 5",
        "starting_player = 4",
        "starting_player = 0",
        "active_player = null",
        "variant/rounds = 0",
        "variant/rounds = 1",
        'phase = "round-over"',
        'phase = "dealing"',
        "round_number = 1",
        "round_number = 7",
        'starters = ["S1"]',
        "court/cards popitem",
        "court/width_limit = 7",
        "placements pop",
        "placements/0/player = 5",
        "eliminations + null",
        "hand_sizes/3 = 0",
        'missing_houses/0 + "S"',
        'known_stacks/0 + "S1"',
        "turned_over + []",
        "last_placer = null",
        "penalty_points reverse",
        "score_pile_sizes/0 = 5",
        "revealed_score_piles + []",
        "results pop",
        "results/0 drop",
        "results/0/kept pop",
        "results/0/kept/0 = []",
        'results/0/throne_card = {"value": 1, "icons": 1}',
        "results/0/placements clear",
        "results/0/placements pop",
        'results/0/starters = ["S1"]',
        'results/0/placements/0/move = "S1@b0"',
    )
    state = played_games()[2][60]
    view = observe(state, 1)
    alone = assert_edits_refused("data of a table", state.table, edits)
    for edit, error in zip(edits, alone, strict=True):
        assert isinstance(error, DecodingError)
        in_a_view = [f"/table{path}: {reason}" for path, reason in error.faults]
        assert faults_of(View, edited(view, f"table/{edit}")) == in_a_view


@pytest.mark.rule("info.elimination")
def test_a_kept_card_of_a_finished_round_fitted_nowhere() -> None:
    view = observe(played_games()[2][60], 1)
    placed = {placed.move.card for placed in view.results[0].placements}
    unseen = next(card for card in DECK[::-1] if card not in {*placed, *(view.kept[0] or ())})

    def change(data: Any) -> None:
        data["kept"][0][-1] = str(unseen)

    refused(
        View, view_with(change), "/kept/0", "^/kept/0: one of these cards could have been placed$"
    )


@pytest.mark.rule("info.leftover", "info.elimination")
def test_some_deal_must_agree_with_each_finished_round() -> None:
    # With these cards left to one player, the others cannot have been out without their houses.
    left = {1: ("5 players", 2, ["S8", "L1"]), 2: ("3 players", 1, ["B2", "B8"])}
    for number, (table, player, cards) in left.items():
        states = watched_game(table, 1).states
        view = observe(next(one for one in states if one.round_number == number + 1), player)
        data: Any = to_data(view)
        data["kept"][number - 1] = cards
        refused(View, data, "", f"^the document: no deal agrees with round {number}$")


def test_a_player_without_cards_is_not_to_move() -> None:
    for states in played_games()[:5]:
        for state in states:
            outs = state.eliminations
            empty = next((index for index, out in enumerate(outs) if not out.cards_left), None)
            if state.phase is not Phase.ROUND_OVER or empty is None:
                continue

            def change(data: Any, first: int = empty) -> None:
                data["active_player"] = data["eliminations"][first]["player"]
                data["eliminations"] = data["eliminations"][:first]
                data["phase"], data["can_place"] = "playing", True

            refused(Table, changed(state.table, change), "/active_player", "cannot place a card")
            return
    pytest.fail("in no game does anybody place all their cards")


@pytest.mark.rule("solo.public", "solo.public.kept")
def test_all_have_seen_what_an_automated_house_turned_over() -> None:
    solo = played_games()[10]
    state, out = next(
        (state, state.eliminations[0].player)
        for state in solo
        if state.phase is Phase.PLAYING
        and state.eliminations
        and state.eliminations[0].player != 0
        and state.eliminations[0].cards_left > 1
    )

    now = (
        f"known_stacks/{out} pop",
        f"turned_over/{out} pop",
        f"turned_over/{out}/-1 pop",
        f"turned_over/{out} + []",
        "turned_over pop",
    )
    assert_edits_refused("data of a table of automated houses", state.table, now)
    before = (
        "results/0/kept/1 = null",
        "results/0/kept pop",
        "results/0/turned_over pop",
        "results/0/turned_over/1/-1 pop",
    )
    later = next(state for state in solo if state.round_number == 2)
    assert_edits_refused("data of what automated houses kept", later.table, before)


@pytest.mark.rule("solo.side")
def test_an_automated_house_cannot_have_placed_a_card_elsewhere_than_its_procedure_does() -> None:
    def change(data: Any) -> None:
        data["placements"][1]["move"] = data["placements"][1]["move"][:2] + "@a1"

    state = played_games()[10][2]
    assert [str(slot) for slot in state.court] == ["a-1", "a0"]
    refused(
        Table,
        changed(state.table, change),
        "/placements/1/move",
        "procedure of player 1's house dictates",
    )


@pytest.mark.rule("final.reveal", "info.throne")
def test_at_the_end_of_the_game_the_last_round_and_the_iron_throne_cards_lie_on_the_table() -> None:
    ended = played_games()[10][-1]

    edits = (
        "placements pop",
        'results/0/throne_card = {"value": 1, "icons": 99}',
        "results/0/throne_card = null",
    )
    assert_edits_refused("data of a table at the end of the game", ended.table, edits)
    view = next(
        view
        for view in (observe(played_games()[2][-1], seat) for seat in range(4))
        if view.score_pile and view.kept[0] != view.hand
    )
    other = next(card for card in STANDARD.throne_cards if card not in view.score_pile)
    pile = changed(view, lambda data: data["score_pile"][0].update(attrs.asdict(other)))
    refused(View, pile, "/score_pile", "the table shows other cards")
    kept = changed(view, lambda data: data["kept"].__setitem__(-1, data["kept"][0]))
    refused(View, kept, "/kept", "the hand must be the cards left from the last round")
