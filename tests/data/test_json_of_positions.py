"""Data of states, records and views: what no game leads to is refused with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from cases import each
from documents import (
    changed,
    dealt_by_hand,
    played_games,
    refused,
)
from watched_games import watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    GameState,
    Phase,
    Record,
    Table,
    View,
    observe,
)
from westeros_intrigue.data import from_data, to_data

Change = Callable[[Any], object]


def nothing(_data: object) -> None:
    """Change nothing."""


def state_with(change: Change, state: GameState | None = None) -> Any:
    return changed(state or played_games()[2][60], change)


@each(
    [
        (lambda data: data.update(players=5), "/deal", ""),
        (lambda data: data.update(players=7), "/players", "from 2 to 6"),
        (lambda data: data.update(first_player=4), "", "first_player must be from 0 to 3"),
        (lambda data: data.update(first_player=1), "/placements/0/0", "it is player 1's turn"),
        (lambda data: data["variant"].update(rounds=9), "/variant", "9 rounds need as many"),
        (lambda data: data["variant"].update(rivalry=True), "/variant", "needs a house"),
        (lambda data: data["deal"]["rounds"][0]["hands"][0].pop(), "/deal", ""),
        (
            lambda data: data["deal"].update(throne_cards=[]),
            "/position/score_piles/1",
            "expected 0 elements",
        ),
        (lambda data: data["placements"].pop(), "/placements", "rounds that have begun"),
        (lambda data: data["placements"][0].pop(), r"/placements/0/\d+", "is still to move"),
        (lambda data: data["placements"][0][2].update(move="S1@z9"), "/placements/0/2", "rests on"),
        (
            lambda data: data.update(scored_rounds=0),
            "/placements",
            "rounds that have begun: 1, not 3",
        ),
        (lambda data: data.update(scored_rounds=9), "/placements", "rounds that have begun"),
        (lambda data: data.update(position=None), "/position", "expected an object, not null"),
        (lambda data: data["position"].pop("court"), "/position", "the key 'court' is missing"),
        (lambda data: data["position"].update(x=0), "/position", "unknown key 'x'"),
        (lambda data: data["position"]["court"]["cards"].clear(), "/position/court/cards", ""),
        (lambda data: data["position"]["hands"].pop(), "/position/hands", "expected 4 elements"),
        (lambda data: data["position"]["hands"][0].reverse(), "/position/hands/0/0", "expected"),
        (lambda data: data["position"].update(active_player=True), "/position/active_player", ""),
        (
            lambda data: data["position"].update(phase="dealing"),
            "/position/phase",
            "expected 'playing'",
        ),
        (
            lambda data: data["position"]["results"][0].update(last_placer=9),
            "/position/results/0/last_placer",
            "not 9",
        ),
        (
            lambda data: data["position"].update(known_counts=[False, 0, 0, 0]),
            "/position/known_counts/0",
            "expected 0, not false",
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

    error = refused(GameState, state_with(change), "/position/hands/2", "elements, not 0")
    assert [path for path, _ in error.faults] == [
        "/position/round_number",
        "/position/hands/2",
        "/position/penalty_points/1",
    ]


def test_a_state_in_dealing_has_no_placements_in_the_round_to_come() -> None:
    state = dealt_by_hand(3, STANDARD, 1)
    assert from_data(GameState, to_data(state)) == state
    data = state_with(lambda data: data["placements"].append([]), state)
    refused(GameState, data, "/placements", "not 2")


@each(
    [
        (
            lambda data: data["rounds"][0]["placements"][1].update(player=0),
            "/rounds/0/placements/1",
            "it is player 1's turn",
        ),
        (lambda data: data["rounds"][0].update(comment=7), "/rounds/0/comment", "expected a text"),
        (
            lambda data: data.update(scored_rounds=9),
            "",
            "9 rounds are scored, but only 4 are dealt",
        ),
        (lambda data: data.update(scored_rounds=4), r"/rounds/2/placements/\d+", "still to move"),
        (
            lambda data: data["deal"]["rounds"][1]["hands"][0].pop(),
            "/deal",
            "dealt 9 cards, not 8",
        ),
        (lambda data: data.update(comment="\x00"), "", "no control character"),
        (lambda data: data.update(comment="x" * 10**6), "/comment", "at most 150000"),
        (lambda data: data["rounds"].pop(), "/rounds", "there must be 4 rounds, as in the deal"),
        (lambda data: data["tags"].append(["a"]), "/tags/0", "2 elements"),
        (lambda data: data["tags"].append(["a b", ""]), "", "the name of a tag"),
        (lambda data: data["variant"].update(rivalry=True), "/variant", "rivalry needs a house"),
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


def _doubled(cards: list[Any]) -> None:
    cards += cards


def _exchange(data: Any) -> None:
    # A card of the viewer's hand for one that lies in the court.
    data["hand"][0] = next(iter(data["table"]["court"]["cards"].values()))
    data["hand"].sort(key=lambda card: ("SLBT".index(card[0]), card[1]))


@each(
    [
        (lambda data: data.update(player=4), "/player", "no player 4"),
        (lambda data: data["hand"].reverse(), "/hand", "by house and number"),
        (lambda data: data["hand"].pop(), "/hand", "holds 9 cards, not 8"),
        (_exchange, "/hand", "is in two places"),
        (lambda data: _doubled(data["score_pile"]), "/score_pile", "has drawn 1 cards, not 2"),
        (lambda data: data["score_pile"][0].update(icons=99), "/score_pile", "has no Iron"),
        (lambda data: data["kept"].pop(), "/kept", "2 rounds are over, not 1"),
        (lambda data: data["kept"].__setitem__(1, None), "/kept/1", "has seen these cards"),
        (lambda data: data["kept"][0].reverse(), "/kept/0", "by house and number"),
        (lambda data: data["kept"][1].append("S1"), "/kept/1", "was left with 0 cards"),
        (lambda data: data.update(table=None), "/table", "expected an object, not null"),
    ]
)
def test_the_own_cards_of_a_view_are_those_of_the_player_at_the_table(
    change: Change, path: str, reason: str
) -> None:
    assert from_data(View, view_with(nothing))
    refused(View, view_with(change), path, reason)


@each(
    [
        (lambda table: table.update(players=3), r"/results/0/placem.*/player", "to move"),
        (lambda table: table.update(players=5), "/results/0/starters", "1 card starts"),
        (
            lambda table: table.update(starting_player=4),
            r"/results/0/placements/\d/player",
            "to move",
        ),
        (
            lambda table: table.update(starting_player=0),
            r"/results/0/placements/\d/player",
            "to move",
        ),
        (lambda table: table.update(active_player=None), "/active_player", "expected 0"),
        (lambda table: table["variant"].update(rounds=0), "/variant", "at least 1 round"),
        (lambda table: table["variant"].update(rounds=1), "/results", "the game has 1 rounds"),
        (lambda table: table.update(phase="round-over"), "/phase", "expected 'playing'"),
        (lambda table: table.update(phase="dealing"), "/placements", "expected 0 elements"),
        (
            lambda table: table.update(round_number=1),
            r"/results/0/placements/\d/player",
            "is to move",
        ),
        (lambda table: table.update(round_number=7), "/round_number", "expected 3, not 7"),
        (lambda table: table.update(starters=["S1"]), "/starters", "0 cards start"),
        (lambda table: table["court"]["cards"].popitem(), "/court/cards", "is missing"),
        (lambda table: table["court"].update(width_limit=7), "/court/width_limit", "expected 8"),
        (lambda table: table["placements"].pop(), "/active_player", "is to move, not"),
        (
            lambda table: table["placements"][0].update(player=5),
            "/placements/0/player",
            "is to move, not player 5",
        ),
        (
            lambda table: table["eliminations"].extend([None]),
            "/eliminations/0",
            "expected an object",
        ),
        (lambda table: table["hand_sizes"].__setitem__(3, 0), "/hand_sizes/3", "expected"),
        (lambda table: table["missing_houses"][0].append("S"), "/missing_houses/0", ""),
        (lambda table: table["known_stacks"][0].append("S1"), "/known_stacks/0", "0 elements"),
        (
            lambda table: table["turned_over"].append([]),
            "/turned_over",
            "expected 0 entries",
        ),
        (lambda table: table.update(last_placer=None), "/last_placer", ", not null"),
        (lambda table: table["penalty_points"].reverse(), "/penalty_points/0", "expected"),
        (lambda table: table["score_pile_sizes"].__setitem__(0, 5), "/score_pile_sizes/0", ""),
        (lambda table: table["revealed_score_piles"].append([]), "/revealed_score_piles", ""),
        (lambda table: table["results"].pop(), "/placements/0/player", "is to move"),
        (lambda table: table["results"].pop(0), r"/results/0/placements/\d/player", "is to move"),
        (lambda table: table["results"][0]["kept"].pop(), "/results/0/kept", "4 elements"),
        (lambda table: table["results"][0]["kept"].__setitem__(0, []), "/results/0/kept/0", "null"),
        (
            lambda table: table["results"][0].update(throne_card={"value": 1, "icons": 1}),
            "/results/0/throne_card",
            "expected null",
        ),
        (
            lambda table: table["results"][0]["placements"].clear(),
            "/results/0/eliminations",
            "is not out",
        ),
        (
            lambda table: table["results"][0]["placements"].pop(),
            "/results/0/eliminations",
            "is not out",
        ),
        (
            lambda table: table["results"][0].update(starters=["S1"]),
            "/results/0/starters",
            "0 card",
        ),
        (
            lambda table: table["results"][0]["placements"][0].update(move="S1@b0"),
            "/results/0/placements/0/move",
            "rests on",
        ),
    ]
)
def test_a_table_that_no_game_shows_is_refused_alone_and_in_a_view(
    change: Change, path: str, reason: str
) -> None:
    table = played_games()[2][60].table
    assert from_data(Table, changed(table, nothing)) == table
    refused(Table, changed(table, change), path, reason)
    refused(View, view_with(lambda data: change(data["table"])), "/table" + path, reason)


def test_a_kept_card_of_a_finished_round_lay_nowhere_else() -> None:
    def change(data: Any) -> None:
        data["kept"][0][0] = data["table"]["results"][0]["placements"][0]["move"][:2]
        data["kept"][0].sort(key=lambda card: ("SLBT".index(card[0]), card[1]))

    refused(View, view_with(change), "/kept/0", "a card is in two places")


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

    def turned(data: Any) -> Any:
        return data["results"][0]["turned_over"]

    changes: list[tuple[Change, str, str]] = [
        (lambda data: data["known_stacks"][out].pop(), f"/known_stacks/{out}", "elements"),
        (
            lambda data: data["turned_over"][out].pop(),
            "/eliminations/0",
            "but only 0 are turned over",
        ),
        (lambda data: data["turned_over"][out][-1].pop(), "/eliminations/0", "are turned over"),
        (lambda data: data["turned_over"][out].append([]), f"/turned_over/{out}", "elements"),
        (lambda data: data["turned_over"].pop(), "/turned_over", "expected 4 entries"),
        (lambda data: data["results"][0]["kept"].__setitem__(1, None), "/results/0/kept/1", "null"),
        (lambda data: data["results"][0]["kept"].pop(), "/results/0/kept", "elements"),
        (
            lambda data: data["results"][0]["turned_over"].pop(),
            "/results/0/turned_over",
            "4 entries",
        ),
        (
            lambda data: data["results"][0]["turned_over"][1][-1].pop(),
            r"/results/0/eliminations/\d",
            "the stack has",
        ),
    ]
    later = next(state for state in solo if state.round_number == 2)
    for change, path, reason in changes:
        table = later.table if "results" in path else state.table
        refused(Table, changed(table, change), path, reason)


def test_an_automated_seat_has_no_view() -> None:
    refused(View, view_with(lambda data: data.update(player=1), 0, 10), "/player", "automated")


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

    def invent(data: Any) -> None:
        data["results"][0]["throne_card"] = {"value": 1, "icons": 99}

    def forget_one(data: Any) -> None:
        data["results"][0]["throne_card"] = None

    refused(Table, changed(ended.table, lambda data: data["placements"].pop()), "/placements", "")
    refused(Table, changed(ended.table, invent), "/results", "has no Iron Throne card")
    refused(
        Table,
        changed(ended.table, forget_one),
        "/results",
        "there must be 5 cards, one for each round, not 4",
    )
    view = next(
        view
        for view in (observe(played_games()[2][-1], seat) for seat in range(4))
        if view.score_pile and view.kept[0] != view.hand
    )
    other = next(card for card in STANDARD.throne_cards if card not in view.score_pile)
    pile = changed(view, lambda data: data["score_pile"][0].update(attrs.asdict(other)))
    refused(View, pile, "/score_pile", "the table has seen other cards")
    kept = changed(view, lambda data: data["kept"].__setitem__(-1, data["kept"][0]))
    refused(View, kept, "/kept", "the hand is what is left of the last round")
