"""Records of games that began at the line of a later round: with the sums of the rounds before."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from westeros_intrigue import (
    STANDARD,
    DecodingError,
    GameState,
    InvalidRecord,
    NotationError,
    Phase,
    Record,
    apply,
    determinize,
    format_position,
    from_json,
    legal_moves,
    observe,
    parse_position,
    play_game,
    proceed,
    setup,
    supply_chance,
    to_json,
)
from westeros_intrigue.documents import from_data, to_data

HANDS = "S1 S2 S3 S4 S5 S6 S7 L1 L2 L3 L4 L5 L6 L7, S8 S9 L8 L9 B1 B2 B3 B4 B5 T1 T2 T3 T4 T5"
LINE = f"-; {HANDS}; round 2; points 4 6; drawn 3/7 0; first 0"


def begun(line: str = LINE, seed: int = 5) -> GameState:
    state = parse_position(line)
    assert isinstance(state, GameState)
    return supply_chance(state, seed)


def assert_recorded(state: GameState) -> None:
    record = Record.from_state(state)
    assert Record.parse(str(record)) == record
    assert from_json(Record, to_json(record)) == record
    assert from_json(GameState, to_json(state)) == state
    assert [*record.replay()][-1] == state


def test_the_record_of_a_later_round_has_its_number_and_the_sums() -> None:
    state = apply(begun(), legal_moves(begun())[0])
    lines = str(Record.from_state(state)).splitlines()
    assert lines[2:] == [
        "Players: 2",
        "First player: 1",
        "Throne table: 1/1 1/2 2/3 2/4 2/5 3/6 3/7",
        f"Throne cards: {state.rest.throne_cards[0].value}/{state.rest.throne_cards[0].icons}",
        "Earlier points: 4 6",
        "Earlier cards: 3/7 0",
        "",
        "Round 2: player 0 starts",
        f"Hand 0: {HANDS.split(', ', maxsplit=1)[0]}",
        f"Hand 1: {HANDS.split(', ')[1]}",
        "0:S1@a0",
    ]
    assert_recorded(state)


@given(st.integers(2, 6), st.integers(0, 40), st.integers(0, 2**32), st.booleans())
def test_a_game_that_goes_on_from_a_line_is_recorded(
    players: int, moves: int, seed: int, is_deadly: bool
) -> None:
    rng = random.Random(seed)
    variant = STANDARD.with_options(anyone_can_die=is_deadly)
    state = setup(players, seed=seed, variant=variant)
    last = rng.randrange(1, variant.rounds_for(players)) + 1
    while state.round_number < last or (moves and state.phase is Phase.PLAYING):
        moves -= state.round_number == last
        legal = legal_moves(state)
        state = proceed(apply(state, rng.choice(legal))) if legal else proceed(state)
        if state.is_over:
            return
    line = format_position(state)
    again = begun(line)
    assert format_position(again) == line
    assert_recorded(again)
    final = play_game(["random"] * players, state=again, seed=1)
    assert_recorded(final)
    assert final.penalty_points >= state.penalty_points
    assert_recorded(begun(format_position(determinize(observe(state, 0), rng))))


def test_before_unknown_cards_are_supplied_the_record_has_their_numbers() -> None:
    state = parse_position(LINE.replace("3/7", "1"))
    assert isinstance(state, GameState)
    assert "\nEarlier cards: 1 0\n" in str(Record.from_state(state))
    assert_recorded(state)


def test_comments_belong_to_the_rounds_by_their_numbers() -> None:
    record = Record.from_state(begun()).with_comment("Late.", round_number=2)
    assert record.rounds[0].comment == "Late."
    assert Record.parse(str(record)) == record
    with pytest.raises(ValueError, match="round_number must be 2, not 1"):
        record.with_comment("Early.", round_number=1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Round 2", "Round 1", "line 10, column 7: expected round 2"),
        (
            "player 0 starts",
            "player 1 starts",
            "line 10, .*says Round: player 1 starts, but",
        ),
        ("Earlier points: 4 6\n", "", "each of 2 players needs penalty points and a score pile"),
        ("Earlier cards: 3/7 0\n", "", "line 9, column 7: expected round 1"),
        ("Earlier points: 4 6", "Earlier points: 4 66", "1 round can bring 0 to 15 penalty poin"),
        ("Earlier points: 4 6", "Earlier points: 4", "each of 2 players needs penalty points"),
        ("Earlier cards: 3/7 0", "Earlier cards: 3/7 0 0", "each of 2 players needs penalty poi"),
        ("Earlier cards: 3/7 0", "Earlier cards: 3/7 1/1", "expected round 3"),
        ("Earlier cards: 3/7 0", "Earlier cards: 1 0", "must be known, or none"),
        ("Earlier cards: 3/7 0", "Earlier cards: 3/9 0", "the table has no Iron Throne card"),
        ("Earlier cards: 3/7 0", "Earlier cards: 3/ 0", "line 8, column 16: expected a number of"),
        ("0:S1@a0", "1:S8@a0", "line 13, column 1 .round 2, placement 1.: S8 cannot go to a0: it"),
        ("S1 S2 S3", "S2 S3", "round 2.*: player 0 must be dealt 14 cards, not 13"),
    ],
)
def test_a_record_to_which_no_game_leads_is_refused(old: str, new: str, told: str) -> None:
    text = str(Record.from_state(apply(begun(), legal_moves(begun())[0])))
    assert text.count(old) == 1
    with pytest.raises((NotationError, InvalidRecord), match=told):
        Record.parse(text.replace(old, new))


@pytest.mark.parametrize(
    ("earlier", "told"),
    [
        ({"penalty_points": [], "score_piles": []}, "/earlier: omit it: the default is"),
        ({"penalty_points": [4, 6], "score_piles": [[], []]}, "0 of 2 rounds cannot come before"),
        ({"penalty_points": [4, 6], "score_piles": [[None], []]}, "must be known, or none"),
        ({"penalty_points": [4, 7], "score_piles": [[{"value": 3, "icons": 7}], []]}, "/position"),
    ],
)
def test_a_document_to_which_no_game_leads_is_refused(earlier: Any, told: str) -> None:
    data: Any = to_data(begun())
    assert data["earlier"]["penalty_points"] == [4, 6]
    with pytest.raises(DecodingError, match=told):
        from_data(GameState, {**data, "earlier": earlier})


def test_a_fault_in_a_document_is_placed_by_the_round_of_its_deal() -> None:
    data: Any = to_data(apply(begun(), legal_moves(begun())[0]))
    data["placements"][0][0]["player"] = 1
    with pytest.raises(DecodingError, match="/placements/0/0"):
        from_data(GameState, data)
