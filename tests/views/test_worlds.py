"""Worlds drawn from a view: they agree with it, each comes up, and each as often as any other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, product

import attrs
import pytest
from helpers import strategies
from helpers.cases import sampled
from helpers.view_checks import (
    Viewer,
    check_frequencies,
    check_odds_are_exact,
    check_rounds_to_come,
    check_world_agrees,
    check_world_can_be_played_to_the_end,
)
from helpers.watched_games import TABLES, watched_game
from helpers.worlds_by_enumeration import dead_count, number_of_ways, worlds
from hypothesis import assume, given, settings, strategies as st

from westeros_intrigue import (
    STANDARD,
    Deal,
    House,
    IronThroneCard,
    Phase,
    View,
    apply,
    determinize,
    events,
    from_json,
    legal_moves,
    observe,
    odds,
    setup,
    to_json,
)
from westeros_intrigue.rules import SetAside
from westeros_intrigue.views import Determinizer


@st.composite
def views(draw: st.DrawFn) -> View:
    """What somebody sees of a game at any table, at any moment."""
    table = draw(st.sampled_from(list(TABLES)))
    players, variant = TABLES[table]
    rounds = draw(st.none() | st.integers(0, variant.rounds_for(players) - 1))
    whole = watched_game(table, draw(st.integers(0, 15)), rounds_dealt=rounds)
    # Near the end of a round most is known of the hands.
    moment = draw(st.integers(0, len(whole.states) - 1))
    return observe(whole.states[moment], draw(st.sampled_from(whole.viewers())))


# Every world agrees with the view


@given(view=views(), seed=st.integers(0, 2**32))
def test_a_world_looks_like_the_view_that_it_is_drawn_from(view: View, seed: int) -> None:
    check_world_agrees(view, seed)


@given(view=views(), seed=st.integers(0, 2**32))
def test_a_world_can_be_played_on_to_the_end_of_the_game(view: View, seed: int) -> None:
    check_world_can_be_played_to_the_end(view, seed)


@given(view=views(), seed=st.integers(0, 2**32))
def test_worlds_can_be_drawn_from_what_others_see_in_a_world(view: View, seed: int) -> None:
    """A search may ask in a world what another player there would think."""
    world = determinize(view, random.Random(seed))
    for seat in {*range(view.players), None} - set(view.variant.automated):
        check_world_agrees(observe(world, seat), seed)


# Every deal that agrees comes up, and each as often

FOUND_SOON = ("3 players, Anyone Can Die",)


def is_late(view: View, most_ways: int = 500) -> bool:
    """Whether the deals that agree with the view are few enough to be counted."""
    return 1 < number_of_ways(view) <= most_ways and dead_count(view) <= 6


def restricted_endings(table: str) -> Iterator[View]:
    """Ends of rounds at which something that was seen rules out some of few deals."""
    for seed in range(300):
        whole = watched_game(table, seed)
        for state, player in product(whole.states, whole.viewers()):
            view = observe(state, player)
            if is_late(view, 150) and 1 < len(worlds(view)) < number_of_ways(view):
                yield view
                break


@pytest.mark.parametrize("table", sampled(TABLES, FOUND_SOON))
def test_every_deal_that_agrees_comes_up_and_each_as_often_as_any_other(table: str) -> None:
    for view in islice(restricted_endings(table), 2):
        check_frequencies(view)
        check_odds_are_exact(view)


@st.composite
def endings(draw: st.DrawFn) -> View:
    """What somebody sees when few deals are left that agree, at any table, in any round."""
    table = draw(st.sampled_from(list(TABLES)))
    whole = watched_game(table, draw(st.integers(0, 30)))
    player: Viewer = draw(st.sampled_from(whole.viewers()))
    candidates = [state for state in whole.states if state.placements]
    late = [state for state in candidates if is_late(observe(state, player))]
    assume(late)
    return observe(draw(st.sampled_from(late)), player)


@settings(max_examples=2 * strategies.FEW)
@given(endings())
def test_odds_are_those_counted_over_all_deals_at_the_end_of_any_round(view: View) -> None:
    check_odds_are_exact(view)


@settings(max_examples=2 * strategies.FEW)
@given(view=endings(), seed=st.integers(0, 2**32))
def test_a_world_is_one_of_all_deals_that_agree(view: View, seed: int) -> None:
    agreeing = set(worlds(view))
    determinizer = Determinizer(view)
    rng = random.Random(seed)
    for _ in range(20):
        assert determinizer.draw(rng).hands in agreeing


# Odds


@given(views())
def test_odds_sum_to_one_and_their_means_to_the_hand(view: View) -> None:
    for seat, chances in enumerate(odds(view)):
        assert list(chances) == list(House)
        size = view.hand_sizes[seat]
        assert all(len(row) == size + 1 for row in chances.values())
        assert all(sum(row) == 1 and min(row) >= 0 for row in chances.values())
        mean = sum(n * chance for row in chances.values() for n, chance in enumerate(row))
        assert mean == size
        for house in view.missing_houses[seat]:
            assert chances[house][0] == 1
        if seat == view.player:
            for house in House:
                held = sum(card.house is house for card in view.hand)
                assert chances[house][held] == 1


# Memory


@given(view=views(), seed=st.integers(0, 2**32))
def test_the_rounds_to_come_in_a_world_can_be_dealt_and_the_dead_stay_dead(
    view: View, seed: int
) -> None:
    check_rounds_to_come(view, seed)


# What is hidden besides the hands


def test_iron_throne_cards_that_the_player_has_not_told_are_any_that_nobody_has() -> None:
    told = next(
        view
        for seed in range(30)
        for view in (observe(state, 0) for state in watched_game("4 players", seed).states)
        if len(view.score_pile) == 3 and not view.is_over
    )
    second = told.score_pile[1]
    view = attrs.evolve(told, score_pile=(None, second, None))
    own = [result for result in view.results if result.last_placer == 0]
    assert [result.throne_card for result in own] == [None, second, None]
    drawn: set[IronThroneCard | None] = set()
    to_come: set[IronThroneCard | None] = set()
    for seed in range(150):
        world = determinize(view, random.Random(seed))
        piles = world.score_piles
        assert tuple(map(len, piles)) == view.score_pile_sizes
        assert piles[0][1] == second
        assert len({card for pile in piles for card in pile}) == sum(view.score_pile_sizes)
        drawn.add(piles[0][0])
        to_come.update(world.rest.throne_cards)
    assert drawn == to_come == {*STANDARD.throne_cards} - {second}


@pytest.mark.parametrize("table", ["2 players", "3 players", "a duel with an automated house"])
def test_at_a_table_of_people_the_odds_do_not_take_for_granted_that_the_next_can_place(
    table: str,
) -> None:
    found = 0
    for seed in range(40):
        for state in watched_game(table, seed).states:
            spoken = observe(state, 0)
            seat = spoken.active_player
            if not is_late(spoken) or seat in {None, 0} or len(spoken._board.open_houses) == 4:
                continue
            view = attrs.evolve(spoken, table=attrs.evolve(spoken.table, can_place=False))
            assert from_json(View, to_json(view)) == view
            check_odds_are_exact(view)
            for number in range(20):
                world = determinize(view, random.Random(number))
                assert world.placements == view.placements
                assert world.active_player is None or legal_moves(world)
            found += 1
            if found == 3:
                return
    pytest.fail("there is no such moment")


# Drawing


@given(view=views(), seed=st.integers(0, 2**32))
def test_a_world_for_search_within_the_round_leaves_later_deals_out_and_nothing_else(
    view: View, seed: int
) -> None:
    worlds = Determinizer(view)
    world = worlds.draw(random.Random(seed))
    within = worlds.draw(random.Random(seed), later_rounds=False)
    rest = Deal((), world.rest.throne_cards)
    assert within == attrs.evolve(world, frame=attrs.evolve(world._frame, rest=rest))


def test_hands_and_deals_are_drawn_as_worlds_are() -> None:
    state = setup(5, seed=3)
    for _ in range(7):
        state = apply(state, legal_moves(state)[0])
    worlds = Determinizer(observe(state, 1))
    for seed in range(5):
        world = worlds.draw(random.Random(seed), later_rounds=False)
        counts = tuple(Counter(card.house for card in hand) for hand in world.hands)
        drawn = worlds.draw_hands(random.Random(seed))
        assert [Counter(hand) for hand in drawn] == [Counter(hand) for hand in counts]
        assert all(list(hand) == list(House) for hand in drawn)
        deal = worlds.draw_deal(random.Random(seed))
        assert deal.starters == state.starters
        assert state.round_deal
        assert deal.hands[1] == tuple(sorted(state.round_deal.hands[1]))
        played = setup(5, deal=Deal((deal,)))
        for placed in state.placements:
            played = apply(played, placed.move, player=placed.player)
        assert played.hands == world.hands


def test_a_world_in_mid_turn_goes_on_with_the_turn_of_its_house() -> None:
    drawing = 0
    for before, after in pairwise(watched_game("Solo Scheming", 1).states):
        if before.phase is not Phase.PLAYING or before.round_number > 1:
            break
        view = observe(before, 0)
        for event in events(view, observe(after, 0)):
            view = view.then(event)
            seat = view.active_player
            if seat is None or not isinstance(event, SetAside) or event.player != seat:
                continue
            earlier, turn = view.table.turned_over[seat][:-1], event.cards
            if len(turn) == view.hand_sizes[seat]:
                continue  # its house goes out
            world = determinize(view, random.Random(1))
            assert world.table.turned_over[seat] == earlier
            for move in legal_moves(world):
                now = apply(world, move).table.turned_over[seat]
                assert (now[:-1], now[-1][: len(turn)]) == (earlier, turn)
                drawing += 1
    assert drawing
