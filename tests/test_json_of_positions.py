"""Data of states, records and views: what no game leads to is refused with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cases import each
from documents import (
    changed,
    dealt_by_hand,
    played_games,
    refused,
)

from westeros_intrigue import (
    STANDARD,
    GameState,
    Phase,
    Record,
    View,
    from_data,
    observe,
    to_data,
)

Change = Callable[[Any], object]


def nothing(_data: object) -> None:
    """Change nothing."""


def state_with(change: Change, state: GameState | None = None) -> Any:
    return changed(state or played_games()[2][60], change)


@each(
    [
        (lambda data: data.update(players=5), "/deal", ""),
        (lambda data: data.update(players=7), "/players", "from 2 to 6"),
        (lambda data: data.update(first_player=4), "/first_player", "from 0 to 3"),
        (lambda data: data.update(first_player=1), "/moves/0/0", "does not hold it"),
        (lambda data: data["variant"].update(rounds=9), "/variant", "9 rounds need as many"),
        (lambda data: data["variant"].update(rivalry=True), "/variant", "needs a house"),
        (lambda data: data["deal"]["rounds"][0]["hands"][0].pop(), "/deal", ""),
        (lambda data: data["deal"].update(throne_cards=[]), "/deal/throne_cards", "are scored"),
        (lambda data: data["moves"].pop(), "/moves", "begun, not"),
        (lambda data: data["moves"][0].pop(), "/moves/0", "^/moves/0: the round is not over, and"),
        (lambda data: data["moves"][0].__setitem__(2, "S1@z9"), "/moves/0/2", "rests on"),
        (lambda data: data.update(scored_rounds=0), "/moves", "1 rounds are dealt and begun"),
        (lambda data: data.update(scored_rounds=9), "/moves", "dealt and begun"),
        (lambda data: data.update(position=None), "/position", "an object is right, not null"),
        (lambda data: data["position"].pop("court"), "/position", "the key 'court' is missing"),
        (lambda data: data["position"].update(x=0), "/position", "unknown key 'x'"),
        (lambda data: data["position"]["court"]["cards"].clear(), "/position/court/cards", ""),
        (lambda data: data["position"]["hands"].pop(), "/position/hands", "4 elements are right"),
        (lambda data: data["position"]["hands"][0].reverse(), "/position/hands/0/0", "is right"),
        (lambda data: data["position"].update(active_player=True), "/position/active_player", ""),
        (lambda data: data["position"].update(phase="dealing"), "/position/phase", "'playing' is"),
        (
            lambda data: data["position"]["results"][0].update(last_placer=9),
            "/position/results/0/last_placer",
            "not 9",
        ),
        (
            lambda data: data["position"].update(known_counts=[False, 0, 0, 0]),
            "/position/known_counts/0",
            "0 is right, not false",
        ),
    ]
)
def test_a_state_that_its_deal_and_moves_do_not_lead_to_is_refused(
    change: Change, path: str, reason: str
) -> None:
    assert from_data(GameState, state_with(nothing))
    refused(GameState, state_with(change), path, reason)


def test_every_difference_between_a_position_and_its_replay_is_listed() -> None:
    def change(data: Any) -> None:
        data["position"]["penalty_points"][1] += 1
        data["position"]["hands"][2] = []
        data["position"]["round_number"] = 4

    error = refused(GameState, state_with(change), "/position/hands/2", "elements are right, not 0")
    assert [path for path, _ in error.faults] == [
        "/position/round_number",
        "/position/hands/2",
        "/position/penalty_points/1",
    ]


def test_a_state_in_dealing_has_no_moves_in_the_round_to_come() -> None:
    state = dealt_by_hand(3, STANDARD, 1)
    assert from_data(GameState, to_data(state)) == state
    refused(GameState, state_with(lambda data: data["moves"].append([]), state), "/moves", "not 2")


@each(
    [
        (
            lambda data: data["rounds"][0]["placements"][1].update(player=0),
            "/rounds/0/placements/1",
            "it is player 1's turn",
        ),
        (lambda data: data["rounds"][0].update(comment=7), "/rounds/0/comment", "a text is wanted"),
        (lambda data: data.update(scored_rounds=9), r"/rounds/2/placements/\d+", "still to move"),
        (
            lambda data: data["deal"]["rounds"][1]["hands"][0].pop(),
            "/rounds/1",
            "dealt 9 cards, not 8",
        ),
        (lambda data: data.update(comment="\x00"), "", "no control character"),
        (lambda data: data.update(comment="x" * 10**6), "/comment", "at most 150000"),
        (lambda data: data["rounds"].pop(), "/rounds", "4 rounds are dealt, and 3 are here"),
        (lambda data: data["tags"].append(["a"]), "/tags/0", "2 to 2 elements"),
        (lambda data: data["tags"].append(["a b", ""]), "", "the name of a tag"),
        (lambda data: data["variant"].update(rivalry=True), "", "rivalry needs a house"),
        (lambda data: data.update(first_player=4), "", "first_player must be from 0 to 3"),
    ]
)
def test_a_record_that_does_not_hold_together_is_refused(
    change: Change, path: str, reason: str
) -> None:
    record = Record.from_state(played_games()[2][60])
    assert from_data(Record, to_data(record)) == record
    refused(Record, changed(record, change), path, reason)


def view_with(change: Change, viewer: int | None = 1, table: int = 2, ply: int = 60) -> Any:
    return changed(observe(played_games()[table][ply], viewer), change)


def _exchange(data: Any) -> None:
    # A card of the viewer's hand for one that lies in the court.
    data["hand"][0] = next(iter(data["court"]["cards"].values()))
    data["hand"].sort(key=lambda card: ("SLBT".index(card[0]), card[1]))


@each(
    [
        (lambda data: data.update(player=4), "/player", "no player 4"),
        (lambda data: data.update(starting_player=4), "/starting_player", "no player 4"),
        (lambda data: data.update(starting_player=0), r"/results/0/placements/\d", "is out"),
        (lambda data: data.update(active_player=None), "/active_player", "is right, not null"),
        (lambda data: data["variant"].update(rounds=0), "/variant", "at least 1 round"),
        (lambda data: data["variant"].update(rounds=1), "/results", "the game has 1 rounds"),
        (lambda data: data.update(phase="round-over"), "/phase", "'playing' is right"),
        (lambda data: data.update(phase="dealing"), "/placements", "0 elements are right"),
        (lambda data: data.update(round_number=1), r"/results/0/placements/\d", "is out"),
        (lambda data: data.update(round_number=7), "/round_number", "3 is right, not 7"),
        (lambda data: data.update(starters=["S1"]), "/starters", "0 cards start the bottom row"),
        (lambda data: data["court"]["cards"].popitem(), "/court/cards.*", ""),
        (lambda data: data["court"].update(width_limit=7), "/court/width_limit", "8 is right"),
        (lambda data: data["placements"].pop(), r"/hand_sizes/\d", "is right"),
        (lambda data: data["placements"][0].update(player=5), "/placements/0/player", "no player"),
        (lambda data: data["eliminations"].append(data["eliminations"]), "/eliminations/0", ""),
        (lambda data: data["hand"].reverse(), "/hand/0", "is right"),
        (lambda data: data["hand"].pop(), "", "^the document: no deal agrees with all of this$"),
        (_exchange, "", "no deal agrees"),
        (lambda data: data["hand_sizes"].__setitem__(3, 0), "/hand_sizes/3", "is right"),
        (lambda data: data["hand_sizes"].pop(), "/hand_sizes", "4 elements are right"),
        (lambda data: data["missing_houses"][0].append("S"), "/missing_houses/0", ""),
        (lambda data: data["known_stacks"].pop(), "/known_stacks", "there are 4 players"),
        (lambda data: data["known_stacks"][0].append("S1"), "/known_stacks/0", "0 elements"),
        (lambda data: data.update(last_placer=None), "/last_placer", "is right, not null"),
        (lambda data: data["penalty_points"].reverse(), "/penalty_points/0", "is right"),
        (lambda data: data["score_pile"].append({"value": 1, "icons": 9}), "/score_pile", ""),
        (lambda data: data["score_pile_sizes"].__setitem__(0, 5), "/score_pile_sizes/0", "not 5"),
        (lambda data: data["revealed_score_piles"].append([]), "/revealed_score_piles", ""),
        (lambda data: data["results"][0]["kept"].pop(), "/results/0/kept", "there are 4 players"),
        (lambda data: data["results"][0]["kept"].__setitem__(1, None), "/results/0/kept/1", ""),
        (lambda data: data["results"][0]["kept"].__setitem__(0, []), "/results/0/kept/0", "null"),
        (lambda data: data["results"][0]["placements"].clear(), "/results/0/placements", ""),
        (
            lambda data: data["results"][0]["placements"].pop(),
            r"/results/0/(cards_left|kept)/\d",
            "",
        ),
        (lambda data: data["results"][0].update(starters=["S1"]), "/results/0/starters", "0 cards"),
        (
            lambda data: data["results"][0]["placements"][0].update(move="S1@b0"),
            "/results/0/placements/0/move",
            "rests on",
        ),
        (lambda data: data["results"].pop(), "/round_number", ""),
    ]
)
def test_a_view_that_no_game_shows_is_refused(change: Change, path: str, reason: str) -> None:
    assert from_data(View, view_with(nothing))
    refused(View, view_with(change), path, reason)


def test_a_kept_card_of_a_finished_round_lay_nowhere_else() -> None:
    def change(data: Any) -> None:
        result = data["results"][0]
        result["kept"][viewer][0] = result["placements"][0]["move"][:2]
        result["kept"][viewer].sort(key=lambda card: ("SLBT".index(card[0]), card[1]))

    view = observe(played_games()[2][60], 1)
    viewer = next(seat for seat, left in enumerate(view.results[0].cards_left) if left)
    refused(View, view_with(change, viewer), "/results/0", "no deal agrees")


def test_the_viewer_has_seen_the_iron_throne_cards_that_he_drew() -> None:
    state = played_games()[2][60]
    viewer = state.results[0].last_placer

    def forget(data: Any) -> None:
        data["results"][0]["throne_card"] = None

    def invent(data: Any) -> None:
        data["results"][0]["throne_card"] = data["score_pile"][0] = {"value": 1, "icons": 99}

    refused(View, view_with(forget, viewer), "/results/0/throne_card", "has seen this card")
    refused(View, view_with(invent, viewer), "/results/0", "no deal agrees")
    other = (viewer + 1) % 4

    def peek(data: Any) -> None:
        data["results"][0]["throne_card"] = {"value": 1, "icons": 1}

    refused(View, view_with(peek, other), "/results/0/throne_card", "null is right")


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
                data["phase"] = "playing"

            data = changed(observe(state, None), change)
            refused(View, data, "/active_player", "has no card left")
            return
    pytest.fail("in no game does anybody place all his cards")


def test_an_automated_seat_has_no_view_and_a_stack_that_all_have_seen_when_it_is_out() -> None:
    solo = played_games()[10]
    index, out = next(
        (index, state.eliminations[0].player)
        for index, state in enumerate(solo)
        if state.phase is Phase.PLAYING
        and state.eliminations
        and state.eliminations[0].player != 0
        and state.eliminations[0].cards_left
    )

    def forget(data: Any) -> None:
        data["known_stacks"][out].pop()

    def double(data: Any) -> None:
        data["known_stacks"][out].append(data["known_stacks"][out][0])

    table = {"table": 10, "ply": index}
    refused(View, view_with(forget, None, **table), f"/known_stacks/{out}", "cards are left")
    refused(View, view_with(double, None, **table), f"/known_stacks/{out}", "cards are left")
    refused(View, view_with(lambda data: data.update(player=1), 0, **table), "/player", "automated")


def test_an_automated_house_cannot_have_placed_a_card_elsewhere_than_its_procedure_does() -> None:
    def change(data: Any) -> None:
        data["placements"][1]["move"] = data["placements"][1]["move"][:2] + "@a1"
        cards = data["court"]["cards"]
        cards["a1"] = cards.pop("a-1")

    state = played_games()[10][2]
    assert [str(slot) for slot in state.court] == ["a-1", "a0"]
    refused(View, view_with(change, 0, 10, 2), "/placements/1/move", "dictates another slot")


def test_at_the_end_of_the_game_the_last_round_lies_on_the_table() -> None:
    last = len(played_games()[10]) - 1

    def change(data: Any) -> None:
        data["placements"].pop()
        data["known_stacks"][1] = []
        data["hand"] = ["S1"]

    error = refused(View, view_with(change, 0, 10, last), "/placements", "elements are right")
    assert len(error.faults) == 3
