"""Data of single values: what contradicts itself is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

import attrs
import pytest
from helpers.refusals import assert_refused
from helpers.sample_documents import (
    assert_edits_refused,
    edited,
    played_games,
    refused,
    some_values,
)

import westeros_intrigue as wi
from westeros_intrigue.documents import DOCUMENTS, from_data, to_data
from westeros_intrigue.gamekit.codecs import Codec, array, atom, integer, record
from westeros_intrigue.gamekit.limits import Length, Printable
from westeros_intrigue.rules import Adjustment, TurnStart
from westeros_intrigue.rules.following import apply_event

EDITS: dict[object, tuple[str, ...]] = {
    wi.Court(): (
        "width_limit = 9",
        'width_limit = "8"',
        'cards/a-0 = "S1"',
        'cards/a0 = "S0"',
        'cards/a1 = "S1"',
    ),
    wi.STANDARD: (
        'houses = ["X"]',
        'houses = ["S", 7]',
        "rivalry = 1",
        "rounds = -1",
        "automated = [0, 2, 1]",
        "automated = [1, 1]",
        "dead = 0",
    ),
    wi.Deal(): ("rounds = [7]",),
    wi.Elimination(0, 1, 2): ('kind = "view"', 'version = "1"', "player = null"),
    wi.Record(2, wi.Deal()): (
        "comment = 7",
        f'comment = "{"x" * 150_001}"',
        'tags = [["a", "b", "c"]]',
        f'tags = [["Event", "{"x" * 1001}"]]',
    ),
}


def test_every_kind_of_document_is_among_the_values_of_the_tests() -> None:
    assert {type(value) for value in some_values()} >= DOCUMENTS.kinds.keys()


def test_a_value_is_refused_with_the_place_of_its_fault() -> None:
    for value, edits in EDITS.items():
        assert_edits_refused(f"data: {type(value).__name__}", value, edits)


def test_results_and_violations_are_only_written() -> None:
    written = {type(value): value for value in some_values() if type(value) in DOCUMENTS.written}
    assert written.keys() == {Adjustment, wi.FinalResult, wi.RoundResult, wi.Violation}
    calls: list[Callable[[], object]] = [
        partial(from_data, wi.RoundResult, to_data(written[wi.RoundResult])),
        partial(wi.from_json, wi.Violation, "{}"),
    ]
    assert_refused("documents that are only written", wi.InvalidValue, calls)


def test_every_fault_of_an_object_and_its_lists_is_told_up_to_a_hundred() -> None:
    codec: Codec[dict[str, object]] = record(
        dict, {"seats": array(integer(0, 5), Length()), "name": atom(Printable(8))}
    )
    with pytest.raises(wi.DecodingError) as refused:
        codec.read({"seats": [0, 7, 1, "2"], "name": "a\x1b]0;owned\x07"})
    assert [path for path, _ in refused.value.faults] == ["/seats/1", "/seats/3", "/name"]
    with pytest.raises(wi.DecodingError) as refused:
        codec.read({"seats": [9] * 1000, "name": 3})
    assert len(refused.value.faults) == 100


def test_a_printable_text_has_no_character_that_steers_or_breaks() -> None:
    ship = atom(Printable(9))
    assert ship.read("Sea Snake") == "Sea Snake"
    texts = [f"Sea{steering}" for steering in "\x00\x1b\n\x9b\u200b\u2028\u202e\ud800\uffff"]
    calls = [partial(ship.read, text) for text in (*texts, "Sea Snakes")]
    assert_refused("texts that cannot be printed", wi.DecodingError, calls)


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
        "deal/rounds/1/hands pop",
        "; ".join(["deal/throne_cards pop"] * 3),
        "rounds pop",
        'comment = "\\u0000"',
        f'comment = "{"x" * 10**6}"',
        'tags + ["a b", ""]',
    )
    assert_edits_refused("data of a record", wi.Record.from_state(played_games()[2][60]), edits)
    begun = wi.Record.from_state(played_games()[2][3])
    assert_edits_refused("data of a record of a game just begun", begun, ["rounds reverse"])


def test_the_own_cards_of_a_view_are_those_of_the_player_at_the_table() -> None:
    view = wi.observe(played_games()[2][60], 1)
    [drawn] = view.score_pile
    assert drawn is not None
    lying = next(iter(view.court.values()))
    hand = sorted((lying, *view.hand[1:]))
    pile = json.dumps([attrs.asdict(drawn)] * 2)
    edits = (
        "player = 4",
        "player = null",
        "hand reverse",
        "hand pop",
        f"hand = {json.dumps([*map(str, hand)])}",
        f"score_pile = {pile}",
        "score_pile/0/icons = 99",
        "kept/1 = null",
        "kept/0 reverse",
        'kept/1 + "S1"',
        "kept pop",
    )
    assert_edits_refused("data of a view", view, edits)
    solo = wi.observe(wi.setup(4, seed=1, variant=wi.SOLO_SCHEMING), 0)
    assert_edits_refused("data of a view beside automated houses", solo, ["player = 1"])


def test_a_player_who_can_place_a_card_has_one_that_fits() -> None:
    view = next(
        wi.observe(state, state.active_player)
        for state in chain.from_iterable(played_games())
        if state.phase is wi.Phase.PLAYING and len(state.table._board.open_houses) < 4
    )
    unplaced = {*wi.DECK}.difference(view.court.values())
    fitting = view.table._board.open_houses
    hand = sorted(card for card in unplaced if card.house not in fitting)[: len(view.hand)]
    why = f"player {view.player} is to move, and none of these cards can be placed"
    refused(wi.View, edited(view, f"hand = {json.dumps([*map(str, hand)])}"), "/hand", why)


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
        "results/0/placements pop",
        "results/0/eliminations pop",
        "results/0/eliminations/0/cards_left = 12",
        'results/0/starters = ["S1"]',
        'results/0/placements/0/move = "S1@b0"',
    )
    state = played_games()[2][60]
    view = wi.observe(state, 1)
    alone = assert_edits_refused("data of a table", state.table, edits)
    for edit, error in zip(edits, alone, strict=True):
        assert isinstance(error, wi.DecodingError)
        with pytest.raises(wi.DecodingError) as in_a_view:
            from_data(wi.View, edited(view, f"table/{edit}"))
        found = [(f"/table{path}", reason) for path, reason in error.faults]
        assert [*in_a_view.value.faults] == found


def test_a_table_of_no_deal_is_named_in_a_view() -> None:
    state = wi.setup(3, seed=1)
    table = state.table
    for column, card in enumerate(wi.DECK[:8]):  # Starks fill the bottom row
        seat = table.active_player or 0
        if not table.can_place:
            table = apply_event(table, TurnStart(seat))
        table = apply_event(table, wi.Placement(seat, wi.Move(card, wi.Slot(0, column))))
    for seat in (2, 0, 1):  # and nobody has the last one
        table = apply_event(table, wi.Elimination(seat, 8, table.hand_sizes[seat]))
    view: Any = to_data(wi.observe(state, 0))
    shown: Any = to_data(table)
    view["table"] = {key: shown[key] for key in view["table"]}
    with pytest.raises(wi.DecodingError) as refused:
        from_data(wi.View, view)
    assert refused.value.faults == (("/table", "no deal agrees with the table"),)


@pytest.mark.rule("solo.public", "solo.public.kept")
def test_all_have_seen_what_an_automated_house_turned_over() -> None:
    solo = played_games()[10]
    state, out = next(
        (state, state.eliminations[0].player)
        for state in solo
        if state.phase is wi.Phase.PLAYING
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


@pytest.mark.rule("final.reveal", "info.throne")
def test_at_the_end_of_the_game_the_last_round_and_the_iron_throne_cards_lie_on_the_table() -> None:
    ended = played_games()[10][-1]

    edits = (
        "placements pop",
        'results/0/throne_card = {"value": 1, "icons": 99}',
        "results/0/throne_card = null",
    )
    assert_edits_refused("data of a table at the end of the game", ended.table, edits)
