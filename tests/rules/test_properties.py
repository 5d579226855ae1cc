"""What holds in every position: legality and its reasons, unchanging values, all the cards."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from itertools import pairwise

import pytest
import strategies
from hypothesis import given, settings, strategies as st

from westeros_intrigue import (
    DECK,
    STANDARD,
    Court,
    GameState,
    IllegalMove,
    InvalidCourt,
    Move,
    Phase,
    Slot,
    ViolationCode,
    apply,
    distinct_moves,
    draw_text,
    explain,
    final_winner,
    find_move,
    is_eliminated,
    legal_moves,
    position_key,
    score_round,
    setup,
)

ONE_ROUND = STANDARD.with_rounds(1)
PLACING_RULES = pytest.mark.rule(
    "turn.must-place",
    "turn.own-hand",
    "court.first",
    "court.beside",
    "court.width",
    "court.support",
    "court.match",
    "court.vacant",
)


def is_accepted(state: GameState, move: Move) -> bool:
    """Whether `apply` takes the move; if it does not, it must say the same as `explain`."""
    refusal: IllegalMove | None = None
    try:
        apply(state, move)
    except IllegalMove as error:
        refusal = error
    if refusal is None:
        return True
    assert refusal.violations == explain(state, move)
    assert refusal.move == move
    assert refusal.state is state
    return False


# Legality


@PLACING_RULES
@given(data=st.data(), state=strategies.states())
def test_explain_is_empty_and_apply_accepts_exactly_for_the_legal_moves(
    data: st.DataObject, state: GameState
) -> None:
    legal = legal_moves(state)
    for move in data.draw(st.lists(strategies.moves_in(state), min_size=1, max_size=25)):
        assert (explain(state, move) == ()) is (move in legal)
        assert is_accepted(state, move) is (move in legal)


@PLACING_RULES
@settings(max_examples=strategies.FEW)
@given(strategies.states(phases={Phase.PLAYING}))
def test_no_card_and_no_slot_near_the_court_is_judged_otherwise_than_listed(
    state: GameState,
) -> None:
    near = [Slot(row, column) for row in range(9) for column in range(-9, 10)]
    explained = {
        move
        for move in (Move(card, slot) for card in DECK for slot in near)
        if not explain(state, move)
    }
    assert explained == set(legal_moves(state))


@given(data=st.data(), state=strategies.states())
def test_violations_come_in_the_order_of_the_codes_and_each_code_once(
    data: st.DataObject, state: GameState
) -> None:
    order = list(ViolationCode)
    for move in data.draw(st.lists(strategies.moves_in(state), min_size=1, max_size=15)):
        codes = [order.index(violation.code) for violation in explain(state, move)]
        assert codes == sorted(set(codes))


@pytest.mark.rule("turn.clockwise", "round.end")
@given(data=st.data(), state=strategies.states())
def test_a_move_is_judged_by_the_turn_alone_when_it_is_not_the_player_s(
    data: st.DataObject, state: GameState
) -> None:
    move = data.draw(strategies.moves_in(state))
    for player in range(state.players):
        violations = explain(state, move, player=player)
        if state.active_player is None:
            assert [violation.code for violation in violations] == [ViolationCode.NOBODY_TO_MOVE]
        elif player == state.active_player:
            assert violations == explain(state, move)
        else:
            assert [violation.code for violation in violations] == [ViolationCode.NOT_YOUR_TURN]


@pytest.mark.rule("turn.must-place", "elimination.unable", "elimination.empty")
@given(strategies.states())
def test_somebody_has_a_legal_move_exactly_while_a_round_is_played(state: GameState) -> None:
    is_played = state.phase is Phase.PLAYING
    assert bool(legal_moves(state)) is is_played
    assert (state.active_player is not None) is is_played


@pytest.mark.rule("components.characters.house", "components.names")
@given(strategies.states(phases={Phase.PLAYING}))
def test_the_distinct_moves_are_one_for_each_house_and_slot_in_the_order_of_the_legal_moves(
    state: GameState,
) -> None:
    legal = legal_moves(state)
    first_of_its_kind = {(move.card.house, move.slot): move for move in reversed(legal)}
    expected = tuple(move for move in legal if move in first_of_its_kind.values())
    assert distinct_moves(state) == expected
    for move in expected:
        assert find_move(state, move.card.house, move.slot) == move


@given(strategies.states(phases={Phase.PLAYING}))
def test_legal_moves_are_ordered_by_house_row_column_and_number(state: GameState) -> None:
    def order(move: Move) -> tuple[int, int, int, int]:
        house = "SLBT".index(move.card.house.letter)
        return house, move.slot.row, move.slot.column, move.card.number

    orders = [order(move) for move in legal_moves(state)]
    assert orders == sorted(set(orders))


@pytest.mark.rule("court.support", "court.match", "court.beside", "court.no-insert")
@given(strategies.states(phases={Phase.PLAYING, Phase.ROUND_OVER}))
def test_a_court_made_from_its_cards_alone_has_the_same_open_slots(state: GameState) -> None:
    made = Court(dict(state.court), state.court.width_limit)
    assert made == state.court
    for house in strategies.HOUSES:
        assert made.open_slots(house) == state.court.open_slots(house)


@pytest.mark.rule("court.first", "court.width", "court.support", "court.match", "court.no-insert")
@given(data=st.data(), state=strategies.states(phases={Phase.PLAYING, Phase.ROUND_OVER}))
def test_a_court_is_refused_exactly_when_no_order_of_placements_builds_it(
    data: st.DataObject, state: GameState
) -> None:
    cards = dict(state.court)
    for slot in data.draw(st.lists(st.sampled_from(sorted(cards) or [Slot(0, 0)]), max_size=2)):
        cards.pop(slot, None)
    cards.update(
        data.draw(st.dictionaries(strategies.slots_near(), strategies.cards(), max_size=2))
    )
    width = data.draw(st.integers(6, 8))
    court, is_built = Court(width_limit=width), True
    # If any order builds it, so does this one: row by row, and the bottom row from its first card.
    for slot in sorted(cards, key=lambda slot: (slot.row, abs(slot.column))):
        try:
            court = court.place(cards[slot], slot)
        except IllegalMove:
            is_built = False
            break
    if is_built:
        assert Court(cards, width) == court
    else:
        with pytest.raises(InvalidCourt):
            Court(cards, width)


def test_slots_at_the_edge_of_what_can_be_written_down_are_judged_like_any_other() -> None:
    state = setup(4, seed=1)
    card = state.hands[0][0]
    farthest = strategies.FARTHEST_COLUMN
    for row in (0, 1, strategies.HIGHEST_ROW):
        for column in (-farthest, farthest):
            code = ViolationCode.SUPPORT_MISSING if row else ViolationCode.NOT_FIRST_SLOT
            violations = explain(state, Move(card, Slot(row, column)))
            assert [violation.code for violation in violations] == [code]
            assert str(violations[0])


# Turns


@pytest.mark.rule("turn.clockwise", "elimination.final", "elimination.skipped", "round.end")
@given(strategies.round_states())
def test_the_turn_passes_clockwise_to_the_next_player_who_is_not_out(
    played: tuple[GameState, ...],
) -> None:
    assert played[0].active_player == played[0].starting_player
    for before, after in pairwise(played):
        assert before.active_player is not None
        clockwise = [
            (before.active_player + step) % after.players for step in range(1, after.players + 1)
        ]
        still_in = [player for player in clockwise if not is_eliminated(after, player)]
        assert after.active_player == next(iter(still_in), None)
    out = [elimination.player for elimination in played[-1].eliminations]
    assert sorted(out) == list(range(played[-1].players))


@pytest.mark.rule("elimination.unable", "elimination.empty", "elimination.own-turn")
@given(strategies.round_states())
def test_a_player_goes_out_exactly_when_the_turn_comes_to_a_hand_that_fits_nowhere(
    played: tuple[GameState, ...],
) -> None:
    for before, after in pairwise(played):
        assert before.active_player is not None
        clockwise = [
            (before.active_player + step) % after.players for step in range(1, after.players + 1)
        ]
        asked = [player for player in clockwise if not is_eliminated(before, player)]
        if after.active_player is not None:
            asked = asked[: asked.index(after.active_player)]
        for player in asked:
            assert not any(after.court.open_slots(card.house) for card in after.hands[player])
        newly_out = after.eliminations[len(before.eliminations) :]
        assert [out.player for out in newly_out] == asked
        for out in newly_out:
            assert out.placements_before == len(after.placements)
            assert out.cards_left == len(after.hands[out.player])


# Cards are conserved


def all_cards(state: GameState) -> list[str]:
    """The cards of the hands, of the court and out of the round, one by one."""
    assert state.round_deal is not None
    hands = [card for hand in state.hands for card in hand]
    return sorted(str(card) for card in [*hands, *state.court.values(), *state.round_deal.unused])


@pytest.mark.rule("components.characters", "setup.unused", "elimination.keeps", "round.reshuffle")
@given(strategies.games())
def test_the_hands_the_court_and_the_unused_cards_are_the_deck_at_any_time(
    game: tuple[GameState, ...],
) -> None:
    deck = sorted(str(card) for card in DECK)
    assert all(all_cards(state) == deck for state in game)


@pytest.mark.rule("turn.must-place", "turn.own-hand", "court.vacant")
@given(strategies.round_states())
def test_a_placement_takes_one_card_from_the_hand_of_the_player_to_move_into_the_court(
    played: tuple[GameState, ...],
) -> None:
    for before, after in pairwise(played):
        placed = after.placements[-1]
        assert after.placements[:-1] == before.placements
        assert placed.player == before.active_player == after.last_placer
        assert dict(after.court) == {**before.court, placed.move.slot: placed.move.card}
        assert placed.move.slot not in before.court
        for player in range(after.players):
            held = set(before.hands[player])
            if player == placed.player:
                assert placed.move.card in held
                held.remove(placed.move.card)
            assert set(after.hands[player]) == held


# Values never change


def snapshot(state: GameState) -> tuple[object, ...]:
    """All that a state tells, as text, and its pickle."""
    told = [
        repr(getattr(state, name))
        for name in dir(GameState)
        if not name.startswith("_") and not callable(getattr(state, name))
    ]
    return (repr(state), *told, pickle.dumps(state))


def call_everything(state: GameState, tried: Iterable[Move]) -> None:
    """Call each function that takes a state, for what it leaves behind."""
    for move in [*legal_moves(state)[:3], *tried]:
        explain(state, move)
        is_accepted(state, move)
    if state.phase is Phase.ROUND_OVER:
        score_round(state)
    if state.phase is Phase.GAME_OVER:
        final_winner(state)
    distinct_moves(state)
    is_eliminated(state, 0)
    position_key(state)
    draw_text(state.court)
    hash(state)


@settings(max_examples=strategies.FEW)
@given(data=st.data(), game=strategies.games(variant=STANDARD.with_rounds(2)))
def test_no_state_once_reached_is_changed_by_anything_later(
    data: st.DataObject, game: tuple[GameState, ...]
) -> None:
    tried = data.draw(st.lists(strategies.moves(), max_size=3))
    before = [snapshot(state) for state in game]
    for state in game:
        call_everything(state, tried)
    assert [snapshot(state) for state in game] == before


# A deal and the moves are the game


def replay(start: GameState, game: tuple[GameState, ...]) -> list[GameState]:
    """The states of a game replayed from its first state by the moves that it tells."""
    states = [start]
    for state in game[1:]:
        if states[-1].phase is Phase.PLAYING:
            states.append(apply(states[-1], state.placements[-1].move))
        else:
            states.append(score_round(states[-1]))
    return states


@given(strategies.games())
def test_a_deal_and_the_moves_replay_a_game_exactly(game: tuple[GameState, ...]) -> None:
    assert replay(game[0], game) == list(game)


@given(
    data=st.data(),
    one=strategies.games(variant=ONE_ROUND),
    other=strategies.games(variant=ONE_ROUND),
)
def test_games_played_in_turns_with_one_another_go_as_they_go_alone(
    data: st.DataObject, one: tuple[GameState, ...], other: tuple[GameState, ...]
) -> None:
    first, second = one[0], other[0]
    rest, rest_of_other = list(one[1:]), list(other[1:])
    while rest or rest_of_other:
        if rest and (not rest_of_other or data.draw(st.booleans())):
            expected = rest.pop(0)
            is_played = first.phase is Phase.PLAYING
            first = apply(first, expected.placements[-1].move) if is_played else score_round(first)
            assert first == expected
        else:
            expected = rest_of_other.pop(0)
            is_played = second.phase is Phase.PLAYING
            second = (
                apply(second, expected.placements[-1].move) if is_played else score_round(second)
            )
            assert second == expected
