"""Data of single values: what contradicts itself is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
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
    some_values,
)
from watched_games import watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    Court,
    Deal,
    DecodingError,
    Elimination,
    FinalResult,
    InvalidValue,
    Phase,
    Record,
    RoundResult,
    Table,
    View,
    Violation,
    events,
    from_json,
    observe,
)
from westeros_intrigue.documents import from_data, to_data
from westeros_intrigue.gamekit.codecs import Codec, array, integer, printable, record
from westeros_intrigue.rules import Adjustment, RoundEnd, RoundStart

EDITS: dict[object, tuple[str, ...]] = {
    Court(): (
        "width_limit = 9",
        'width_limit = "8"',
        'cards/a-0 = "S1"',
        'cards/a0 = "S0"',
        'cards/a1 = "S1"',
    ),
    STANDARD: (
        'houses = ["X"]',
        'houses = ["S", 7]',
        "rivalry = 1",
        "rounds = -1",
        "automated = [0, 2, 1]",
        "automated = [1, 1]",
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


# States, records and views


def test_a_state_that_its_deal_and_moves_do_not_lead_to_is_refused() -> None:
    edits = (
        "players = 5",
        "first_player = 1",
        "variant/rounds = 9",
        "deal/rounds/0/hands/0 pop",
        "deal/throne_cards = []",
        "placements pop",
        "placements/0 pop",
        'placements/0/2/move = "S1@z9"',
        "scored_rounds = 0",
        "position/court drop",
        "position/court/cards clear",
        "position/hands pop",
        "position/hands/0 reverse",
        'position/phase = "dealing"',
        "position/results/0/last_placer = 9",
        "position/known_counts = [false, 0, 0, 0]",
        "position/penalty_points/1 = 99; position/hands/2 = []; position/round_number = 4",
    )
    assert_edits_refused("data of a state", played_games()[2][60], edits)


def test_a_record_that_does_not_hold_together_is_refused() -> None:
    edits = (
        "rounds/0/placements/1/player = 0",
        "scored_rounds = 4",
        "deal/rounds/1/hands/0 pop",
        "rounds pop",
        'comment = "\\u0000"',
        f'comment = "{"x" * 10**6}"',
        'tags + ["a b", ""]',
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
        "kept/1 = null",
        "kept/0 reverse",
        'kept/1 + "S1"',
    )
    assert_edits_refused("data of a view", view, edits)


def test_a_table_that_no_game_shows_is_refused_alone_and_in_a_view() -> None:
    edits = (
        "players = 5",
        "starting_player = 0",
        "active_player = null",
        "variant/rounds = 1",
        'phase = "round-over"',
        'phase = "dealing"',
        "round_number = 1",
        'starters = ["S1"]',
        "court/cards popitem",
        "placements pop",
        "placements/0/player = 5",
        "hand_sizes/3 = 0",
        'known_stacks/0 + "S1"',
        "turned_over + []",
        "last_placer = null",
        "penalty_points reverse",
        "score_pile_sizes/0 = 5",
        "revealed_score_piles + []",
        "results/0/kept pop",
        "results/0/kept/0 = []",
        'results/0/throne_card = {"value": 1, "icons": 1}',
        "results/0/placements clear",
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
