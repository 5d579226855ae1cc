"""A position in one line: whatever is written is read again, and whatever is read could be."""

from __future__ import annotations

import random
from functools import partial

import pytest
from helpers.refusals import assert_refused
from helpers.tables import play_game, play_out
from hypothesis import assume, given, strategies as st

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    GameState,
    InvalidValue,
    Move,
    NotationError,
    Phase,
    Position,
    Table,
    View,
    deal_round,
    determinize,
    draw_svg,
    draw_text,
    events,
    final_winner,
    format_position,
    from_json,
    legal_moves,
    observe,
    odds,
    parse_card,
    parse_position,
    parse_slot,
    position_key,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.documents import from_json_lines, to_json_lines
from westeros_intrigue.rules import DECK, Reveal, deal_from_deck, reveal
from westeros_intrigue.testing import games

OUT = "a-3 L1 L2 L3 S1 S2 S3 S4; *S5 S6 S7 S8 S9 B1 B2 B3 B4 B5, x11~SL"


def some_with_a_line(states: list[GameState], data: st.DataObject) -> GameState:
    variant = states[0].variant
    assume(not variant.automated and variant.first_player is None)
    return data.draw(
        st.sampled_from([s for s in states if s.phase in {Phase.PLAYING, Phase.ROUND_OVER}])
    )


@given(games(), st.data())
def test_a_position_survives_its_line(states: list[GameState], data: st.DataObject) -> None:
    state = some_with_a_line(states, data)
    viewer = data.draw(st.none() | st.integers(0, state.players - 1))
    positions: tuple[Position, ...] = (state, observe(state, viewer))
    for position in positions:
        line = format_position(position)
        again = parse_position(
            line.replace(" ", data.draw(st.sampled_from((" ", "  ", "_", "\t"))))
        )
        assert format_position(again) == line
        assert type(again) is type(position)
        assert legal_moves(again) == legal_moves(position)
        for name in FACTS:
            assert getattr(again, name) == getattr(position, name), (name, line)
        if isinstance(again, GameState):
            assert isinstance(position, GameState)
            assert again.hands == position.hands
            assert play_out(again).eliminations == play_out(position).eliminations
            if state.round_number == 1:
                assert from_json(GameState, to_json(again)) == again
        else:
            assert isinstance(position, View)
            assert from_json(View, to_json(again)) == again
            # With Anyone Can Die, a line forgets the cards of the rounds before.
            if not state.variant.has_dead(state.round_number) or state.round_number == 1:
                assert position_key(again) == position_key(position)
                assert odds(again) == odds(position)


@given(games(), st.data())
def test_a_damaged_line_is_read_as_what_it_says_or_refused(
    states: list[GameState], data: st.DataObject
) -> None:
    state = some_with_a_line(states, data)
    is_state = data.draw(st.booleans())
    line = format_position(state if is_state else observe(state, 0))
    at = data.draw(st.integers(0, len(line)))
    piece = data.draw(st.sampled_from((*"SLBTx*?~,;/-. 0917", "~SL", "; last S", "round 2; ")))
    removed = data.draw(st.integers(0, 2))
    try:
        position = parse_position(line[:at] + piece + line[at + removed :])
    except NotationError:
        return
    again = format_position(position)
    assert format_position(parse_position(again)) == again
    if isinstance(position, View):
        assert observe(determinize(position, random.Random(1)), position.player) == position


@pytest.mark.rule("option.anyone", "info.memory")
def test_the_dead_of_earlier_rounds_are_no_cards_of_the_round() -> None:
    view = parse_position("-; 16, 16; round 3; drawn 1 1; rounds 3; anyone-can-die")
    assert isinstance(view, View)
    assert {sum(hand) for hand in odds(view).means} == {16}
    world = determinize(view, random.Random(1))
    assert [len(hand) for hand in world.hands] == [16, 16]
    ended = observe(play_out(world), 0)
    scored = ended.scored(None if ended.last_placer else world.rest.throne_cards[0])
    assert scored.is_over
    assert from_json(View, to_json(scored)) == scored


@pytest.mark.rule("setup.starter", "option.anyone-deal")
def test_starters_are_no_placements_wherever_the_row_grows() -> None:
    sums = "round 2; drawn 1 0 0 0; first 0; anyone-can-die"
    view = parse_position(f"a-1 T1 S1 S2; 7, 8, 8, 8; {sums}")
    assert list(map(str, view.starters)) == ["S1", "S2"]
    assert [str(placed.move) for placed in view.placements] == ["T1@a-1"]


@pytest.mark.rule("final.reveal", "round.throne")
def test_the_cards_of_earlier_rounds_come_first_in_the_piles() -> None:
    cards = STANDARD.throne_cards[:3]
    hands = "S S S S S S S S S L L L L L, L L L L B B B B B T T T T T"
    known = "+".join(f"{card.value}/{card.icons}" for card in cards[:2])
    state = parse_position(f"-; {hands}; round 3; drawn {known} 0; rounds 3")
    assert isinstance(state, GameState)
    over = score_round(play_out(state), throne_card=cards[2])
    drawer = over.results[0].last_placer
    assert observe(over, drawer).results[0].throne_card == cards[2]
    hidden = parse_position(f"-; {hands}; round 3; drawn 1 1; rounds 3")
    assert isinstance(hidden, GameState)
    piles = reveal(score_round(play_out(hidden), hidden=True), cards).score_piles
    assert [pile[0] for pile in piles] == list(cards[:2])
    assert piles[drawer][1] == cards[2]


@pytest.mark.rule("info.elimination")
def test_a_player_who_is_out_lacks_the_houses_that_were_open() -> None:
    view = parse_position(OUT)
    assert isinstance(view, View)
    assert [out.cards_left for out in view.eliminations] == [11]
    assert {house.letter for house in view.missing_houses[1]} == {"S", "L"}
    assert odds(view)[1][parse_card("S1").house][0] == 1
    full = "a-4 T S L B T B L / b-4 T S B B B L / c-4 T S B B L / d-4 T S B L / e-4 T S L / f-4 S L"
    line = f"{full} / g-4 S; x3~, x3~; round 2; drawn 0 1; anyone-can-die; printed"
    assert format_position(parse_position(line)) == line
    rounds = (observe(play_out(setup(6, seed=seed)), None) for seed in range(200))
    line = next(line for line in map(format_position, rounds) if ", x0, " in line)
    with pytest.raises(
        NotationError, match=r"expected no houses but of a player .*, found 'x0~S, x"
    ):
        parse_position(line.replace(", x0, ", ", x0~S, "))


def test_a_real_table_does_not_say_whether_the_next_player_can_place() -> None:
    hand = [parse_card(text) for text in ["S1", "S2", "L1", "L2", "B1", "B2", "T1", "T2", "T3"]]
    view = View(Table.new(4, has_numbers=False), 2).dealt(hand)
    card = view.stand_in(parse_card("S1").house)
    view = view.placed(Move(card, parse_slot("a0")))
    line = format_position(view)
    assert line == "a0 S; 8, ?9, S S L L B B T T T, 9; printed"
    again = parse_position(line)
    assert isinstance(again, View)
    assert format_position(again) == line
    assert position_key(again) == position_key(view)
    assert odds(again) == odds(view)
    assert "9 cards, 0 penalty points: S S L L B B T T T\n" in draw_text(view)
    assert "S, Stark</title>" in draw_svg(view)


def test_a_later_round_has_sums_and_plays_on_to_the_end_of_the_game() -> None:
    line = "-; S1 S2 S3 S4 S5 S6 S7 L1 L2 L3 L4 L5 L6 L7, S8 S9 L8 L9 B1 B2 B3 B4 B5 T1 T2 T3 T4 T5"
    state = parse_position(f"{line}; round 2; points 4 6; drawn 3/7 0; first 0")
    assert isinstance(state, GameState)
    assert (state.penalty_points, state.score_piles[0][0].icons, state.rest.rounds) == (
        (4, 6),
        7,
        (),
    )
    over = score_round(play_out(state), throne_card=STANDARD.throne_cards[0])
    assert over.is_over
    assert sum(final_winner(over).totals) == sum(over.penalty_points) - 4
    assert from_json(GameState, to_json(over)) == over
    hidden = parse_position(f"{line}; round 2; points 4 6; drawn 1 0; first 0")
    assert isinstance(hidden, GameState)
    assert observe(hidden, 0).score_pile == (None,)
    over = reveal(score_round(play_out(hidden), hidden=True), STANDARD.throne_cards[:2])
    assert over.table.revealed_score_piles[0][0] == STANDARD.throne_cards[0]
    view = observe(over, 0)
    assert from_json(View, to_json(view)) == view
    assert len(view.results) == 1
    for earlier, later in ((hidden, over), (observe(hidden, 0), view)):
        assert events(earlier, later)[-1] == Reveal(over.score_piles)
    _, steps = from_json_lines(to_json_lines(view))
    assert [position for _, position in steps][-1] == view
    middle = parse_position(f"{line}; round 2; drawn 1 0; rounds 3")
    assert isinstance(middle, GameState)
    waiting = score_round(play_out(middle), hidden=True)
    assert (waiting.phase, waiting.round_number) == (Phase.DEALING, 3)
    assert deal_round(waiting, deal_from_deck(DECK, 2)).round_number == 3
    assert waiting.table.start.round_number == 2


@pytest.mark.parametrize(
    "state",
    [setup(4, seed=1, variant=SOLO_SCHEMING), setup(3, deal=Deal()), play_game(setup(2, seed=1))],
)
def test_what_a_line_cannot_have_is_refused(state: GameState) -> None:
    with pytest.raises(
        InvalidValue, match=r"a line (describes a round|cannot describe automated seats)"
    ):
        format_position(state)


FACTS = (
    *("court", "hand_sizes", "missing_houses", "eliminations", "penalty_points", "variant"),
    *("score_pile_sizes", "phase", "last_placer", "starting_player", "round_number"),
)
DEALT = "-; S S S S S S S S S L L L L L, L L L L B B B B B T T T T T"
COURT = OUT.partition(";")[0]
OVER = (
    "a0 B4 T5 T4 B1 T8 L6 T3 S8 / b0 T6 T9 B3 B8 L8 L3 T1 / c0 T7 B7 B9 B6 L7 L2 / "
    "d0 T2 B2 B5 L9 L1 / e2 L4 L5; x2~LBT, x0, x2~LB, x2~LB, x0, x2~LBT"
)


REFUSED = (
    "a0 S1",
    "a0 S1; 8, 9, 9, 9; rond 2",
    "a0 S1; S1, 9, 9, 9",
    "a0 S1; S, 9, 9",
    "a0 S1; 8",
    "a0 S1; S2, S3, 9",
    "a1 S1; 8, 9, 9, 9",
    "a0 S1; 9, 8, 9, 9",
    "a0 S1; 8, 9, *9, 9",
    "a0 S1; 8, 9, 9~S, 9",
    f"{COURT}; *10, x11",
    f"{COURT}; *10, x11~S",
    f"{OVER}; last B",
    "a0 S1; 8, 9, 9, 9; round 0",
    "a0 S1; 8, 9, 9, 9; round 9",
    "a0 S1; 8, 9, 9, 9; round 2; first 0",
    "a0 S1; 8, 9, 9, 9; points 1 2 3 4",
    "a0 S1; 8, 9, 9, 9; drawn 0 0 0 0",
    "a0 S1; 8, 9, 9, 9; round 2; points 99 0 0 0; drawn 1 0 0 0; first 0",
    "a0 S1; 8, 9, 9, 9; round 2; drawn 3/7 0 0 0; first 0",
    f"{DEALT}; round 3; drawn 3/7 1; rounds 3",
    "a0 S1; 8, 9, 9, 9; rivalry",
    f"{DEALT}; printed",
    "-; S S S S S S S S S S, 9",
    "-; S1 S2 S3 S4 S5 S6, *6, 6, 6, 6, 6",
    "a0 S1; 9, 9, 9, 9",
    "a0 S1; *8, 9, 9, 9",
    "a0 S1; 8, *9, 9, 10",
    "a0 S1; 8, 9, 9, 7; first 0",
    "a0 S1 S2 S3 S4 S5; 8, 8, 8, x8~L",
    "a0 S1 L1 T1 B1; 6, 6, 6, 6, 6",
    "a0 S1; 8, 9, 9, 9; rounds 9",
    "a0 S1; 8, 9, 9, 9; first 4",
    "a0 S1 / b0 S2; 8, 8, 9, 9",
    "a-3 L1 L2 L3 S1 S2 S3 S4; 7, x14~SL",
)


def test_an_error_says_where_it_is_and_what_would_do() -> None:
    calls = [partial(parse_position, line) for line in REFUSED]
    assert_refused("lines that are no position", NotationError, calls)
