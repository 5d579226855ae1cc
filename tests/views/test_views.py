"""What each player may know: every field of a view, and what the functions say of views."""

from __future__ import annotations

import pickle
import random

import attrs
import pytest
from helpers.tables import TWO_HANDS, game, play_out
from helpers.view_checks import check_what_is_said_of_others_is_true
from helpers.watched_games import TABLES, WatchedGame, watched_game, with_deal, with_swapped_cards
from hypothesis import given, strategies as st

from westeros_intrigue import (
    SOLO_SCHEMING,
    House,
    InvalidValue,
    Phase,
    View,
    ViolationCode,
    apply,
    determinize,
    distinct_moves,
    explain,
    is_eliminated,
    legal_moves,
    observe,
    parse_move,
    position_key,
    setup,
    testing,
)


@st.composite
def watched(draw: st.DrawFn) -> tuple[WatchedGame, int | None]:
    """A game at any table up to any moment, and who looks at it."""
    whole = watched_game(draw(st.sampled_from(list(TABLES))), draw(st.integers(0, 15)))
    game_so_far = whole.until(draw(st.integers(0, len(whole.states) - 1)))
    return game_so_far, draw(st.sampled_from(game_so_far.viewers()))


# What all may know


def test_a_house_rule_leaves_some_of_the_moves_of_a_view() -> None:
    state = setup(2, seed=1)
    for _ in range(4):
        state = apply(state, legal_moves(state)[0])
    view = observe(state, 0)
    moves = legal_moves(view)
    few = [move for move in moves if move.card.house is moves[0].card.house]
    limited = view.limited_to(few)
    assert [*legal_moves(limited)] == few
    assert limited == view.limited_to(moves) == view
    assert position_key(limited) != position_key(view)
    worlds = [determinize(each, random.Random(1)) for each in (limited, view)]
    assert worlds[0] == worlds[1]
    copied: View = pickle.loads(pickle.dumps(limited))  # noqa: S301 - just written
    placed = {position_key(each.placed(few[0])) for each in (copied, view)}
    assert len(placed) == 1 < len(legal_moves(copied)) < len(moves)
    with pytest.raises(InvalidValue, match="a house rule must leave a legal move"):
        view.limited_to([])
    with pytest.raises(InvalidValue, match="S1@h0 is not a legal move of the view"):
        view.limited_to([parse_move("S1@h0")])


@pytest.mark.rule("info.public")
@given(watched())
def test_all_see_the_court_the_turn_who_placed_what_hand_sizes_and_points(
    looked_at: tuple[WatchedGame, int | None],
) -> None:
    state, player = looked_at[0].now, looked_at[1]
    view = observe(state, player)
    public = {name for name in {*dir(state)} & {*dir(view.table)} if name[0] != "_"}
    assert len(public) > 10
    for name in public - {"results", "then"}:
        assert getattr(view, name) == getattr(state, name), name
    assert view.player == player
    assert view.starters == (state.round_deal.starters if state.round_deal else ())
    assert view.hand_sizes == tuple(len(hand) for hand in state.hands)
    assert view.score_pile_sizes == tuple(len(pile) for pile in state.score_piles)
    assert len(view.results) == len(state.results)
    for seen, result in zip(view.results, state.results, strict=True):
        for field in attrs.fields(type(result)):
            if field.name not in {"deal", "kept", "throne_card"}:
                assert getattr(seen, field.name) == getattr(result, field.name), field.name


@pytest.mark.rule("info.public", "info.leftover", "info.throne", "elimination.keeps.hidden")
@given(watched())
def test_a_player_sees_the_own_hand_and_iron_throne_cards_and_a_spectator_none(
    looked_at: tuple[WatchedGame, int | None],
) -> None:
    state, player = looked_at[0].now, looked_at[1]
    view = observe(state, player)
    assert view.hand == (() if player is None else state.hands[player])
    assert view.score_pile == (() if player is None else state.score_piles[player])
    for seen, result in zip(view.results, state.results, strict=True):
        assert seen.deal is None
        for seat, kept in enumerate(seen.kept):
            is_seen = seat == player or seat in state.variant.automated
            assert kept == (result.kept[seat] if is_seen else None)


@pytest.mark.rule("info.elimination", "solo.public", "solo.public.kept")
@given(watched())
def test_what_a_view_says_of_other_hands_is_never_contradicted_by_the_truth(
    looked_at: tuple[WatchedGame, int | None],
) -> None:
    check_what_is_said_of_others_is_true(looked_at[0].now, looked_at[1])


# Conclusions from going out


@pytest.mark.rule("info.elimination")
@given(watched())
def test_missing_houses_are_those_that_had_an_open_slot_when_the_seat_went_out(
    looked_at: tuple[WatchedGame, int | None],
) -> None:
    game_so_far, player = looked_at
    view = observe(game_so_far.now, player)
    expected: list[tuple[House, ...]] = [()] * view.players
    for out in view.eliminations:
        then = next(
            state
            for state in game_so_far.states
            if state.round_number == view.round_number
            and state.round_deal is not None
            and len(state.placements) == out.placements_before
        )
        if out.cards_left:
            expected[out.player] = tuple(house for house in House if then.court.open_slots(house))
    assert view.missing_houses == tuple(expected)
    for result in view.results:
        for out in result.eliminations:
            assert out.cards_left or not result.list_missing_houses(view.variant)[out.player]


# Moves


@pytest.mark.rule("turn.clockwise", "turn.own-hand")
@given(data=st.data(), looked_at=watched())
def test_the_viewer_to_move_has_the_moves_of_the_state_and_nobody_else_has_any(
    data: st.DataObject, looked_at: tuple[WatchedGame, int | None]
) -> None:
    state, player = looked_at[0].now, looked_at[1]
    view = observe(state, player)
    is_to_move = player is not None and state.active_player == player
    assert legal_moves(view) == (legal_moves(state) if is_to_move else ())
    assert distinct_moves(view) == (distinct_moves(state) if is_to_move else ())
    tried = data.draw(testing.moves_in(state))
    broken = explain(view, tried)
    if is_to_move:
        # Those of a state have no cards or slots instead, since all players may read them.
        public = [attrs.evolve(violation, open_slots=(), instead=()) for violation in broken]
        assert public == [*explain(state, tried)]
        assert (broken == ()) == (tried in legal_moves(view))
    else:
        nobody = state.active_player is None
        code = ViolationCode.NOBODY_TO_MOVE if nobody else ViolationCode.NOT_YOUR_TURN
        assert [violation.code for violation in broken] == [code]
    for seat in range(state.players):
        assert is_eliminated(view, seat) == is_eliminated(state, seat)


# Keys


@pytest.mark.rule("option.anyone")
def test_keys_between_rounds_tell_who_is_still_in_the_game_where_somebody_can_die() -> None:
    table = "3 players, Anyone Can Die"
    waiting = watched_game(table, 2, rounds_dealt=2)
    assert waiting.now.phase is Phase.DEALING
    keys_by_houses: dict[tuple[str, ...], set[object]] = {}
    for one in range(12):
        for other in range(one):
            found = with_deal(waiting, with_swapped_cards(waiting, None, (one, other, 1, 0)))
            deal = found and found.now.results[-1].deal
            if found and deal:
                houses = tuple(sorted(card.house.letter for card in deal.dealt))
                keys_by_houses.setdefault(houses, set()).add(position_key(found.now))
    assert len(keys_by_houses) > 1
    assert all(len(keys) == 1 for keys in keys_by_houses.values())
    assert len(set.union(*keys_by_houses.values())) == len(keys_by_houses)
    # In a world drawn from a view nobody knows who has died.
    world = determinize(observe(waiting.now, 0), random.Random(1))
    assert position_key(world) not in set.union(*keys_by_houses.values())


# Values


def test_the_repr_of_a_view_tells_who_looks_at_which_moment() -> None:
    state = game(*TWO_HANDS)
    for seat in (0, 1):
        playing = "round 1 of 1, playing, player 0 to move"
        assert repr(observe(state, seat)) == f"<View of player {seat}: {playing}>"
        assert repr(state.table) == f"<Table: 2 players, {playing}>"
    assert repr(observe(play_out(state), None)) == "<View of a spectator: round 1 of 1, round-over>"


# Bad input


@pytest.mark.parametrize("player", [1, 2, 3])
def test_an_automated_house_looks_at_nothing(player: int) -> None:
    with pytest.raises(InvalidValue, match=f"player {player} is automated"):
        observe(setup(4, seed=1, variant=SOLO_SCHEMING), player)
