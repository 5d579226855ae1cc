"""Checks of views and of the worlds drawn from them, for tests to call."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import attrs

from helpers.watched_games import moves_on
from helpers.worlds_by_enumeration import World, odds_by_enumeration, worlds
from westeros_intrigue import (
    DECK,
    GameState,
    House,
    Move,
    Phase,
    Slot,
    View,
    determinize,
    distinct_moves,
    explain,
    is_eliminated,
    legal_moves,
    observe,
    odds,
    position_key,
    to_json,
)
from westeros_intrigue.gamekit.values import make_unchecked
from westeros_intrigue.views import Determinizer

Viewer = int | None


# Two states of which a player has seen the same


def check_views_tell_the_same(one: GameState, other: GameState, player: Viewer) -> None:
    """A player who has seen the same of two states has the same view of both."""
    assert_equal_in_everything(observe(one, player), observe(other, player))


def assert_equal_in_everything(one: View, other: View) -> None:
    """Two views are equal, and so is all that is computed from them."""
    for field in attrs.fields(View):
        assert getattr(one, field.name) == getattr(other, field.name), field.name
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)
    assert pickle.dumps(one) == pickle.dumps(other)
    assert to_json(one) == to_json(other)
    assert legal_moves(one) == legal_moves(other)
    assert distinct_moves(one) == distinct_moves(other)
    assert position_key(one) == position_key(other)
    for move in some_moves(one):
        assert explain(one, move) == explain(other, move)
    for seat in range(one.players):
        assert is_eliminated(one, seat) == is_eliminated(other, seat)
    assert odds(one) == odds(other)
    assert determinize(one, random.Random(1)) == determinize(other, random.Random(1))


def some_moves(view: View) -> list[Move]:
    """A few moves, legal or not."""
    slots = [Slot(0, 0), *view.court, Slot(1, 0)]
    return [*legal_moves(view)[:3], *(Move(DECK[index], slots[-1]) for index in (0, 13, 35))]


def changed(view: View, **fields: Any) -> View:
    """The view with other own cards, or other fields of its table, whether that can be or not."""
    own = {
        name: fields.pop(name, getattr(view, name))
        for name in ("player", "hand", "score_pile", "kept")
    }
    return make_unchecked(View, table=attrs.evolve(view.table, **fields), **own)


def check_what_is_said_of_others_is_true(state: GameState, player: Viewer) -> None:
    """No hand holds a house that the view says it misses, and known stacks lie where it says."""
    view = observe(state, player)
    for hand, missing, known in zip(
        state.hands, view.missing_houses, view.known_stacks, strict=True
    ):
        assert not {card.house for card in hand} & set(missing)
        assert hand[len(hand) - len(known) :] == known
    chances = odds(view)
    for seat, hand in enumerate(state.hands):
        for house in House:
            assert chances[seat][house][sum(card.house is house for card in hand)] > 0
    if state.active_player is not None:
        assert legal_moves(state)


# Worlds


def check_world_agrees(view: View, seed: int) -> None:
    """A world drawn from a view looks like the view, and its seat to move can place."""
    world = determinize(view, random.Random(seed))
    again = observe(world, view.player)
    for field in attrs.fields(View):
        assert getattr(again, field.name) == getattr(view, field.name), field.name
    assert again == view
    for name in ("phase", "round_number", "hand_sizes", "penalty_points", "last_placer"):
        assert getattr(world, name) == getattr(view, name), name
    assert tuple(map(len, world.score_piles)) == view.score_pile_sizes
    assert world.known_counts == tuple(map(len, view.known_stacks))
    for hand, known in zip(world.hands, view.known_stacks, strict=True):
        assert hand[len(hand) - len(known) :] == known
    held = [card for hand in world.hands for card in hand]
    lying = [*held, *world.court.values()]
    assert len(set(lying)) == len(lying)
    assert set(view.hand) <= set(held)
    for hand, missing in zip(world.hands, view.missing_houses, strict=True):
        assert not {card.house for card in hand} & set(missing)
    assert bool(legal_moves(world)) == (view.active_player is not None)
    if view.player is not None and view.player == view.active_player:
        assert legal_moves(world) == legal_moves(view)
        assert distinct_moves(world) == distinct_moves(view)
    assert_throne_cards_are_those_of_the_table(world)
    assert Determinizer(view).draw(random.Random(seed)) == world


def assert_throne_cards_are_those_of_the_table(world: GameState) -> None:
    drawn = [*(card for pile in world.score_piles for card in pile), *world.rest.throne_cards]
    assert not Counter(drawn) - Counter(world.variant.throne_cards)
    if world.phase is not Phase.GAME_OVER:
        assert len(drawn) == world.variant.rounds_for(world.players)


def check_world_can_be_played_to_the_end(view: View, seed: int) -> None:
    """A world can be played on until the game is over, or waits for cards where the view does."""
    rng = random.Random(seed)
    world = determinize(view, rng)
    while world.phase not in (Phase.GAME_OVER, Phase.DEALING):
        world = moves_on(world, rng)
        observe(world, None)
    if view.phase is Phase.DEALING:
        assert world.phase is Phase.DEALING
        return
    assert world.phase is Phase.GAME_OVER
    rounds = world.variant.rounds_for(world.players)
    assert [result.round_number for result in world.results] == list(range(1, rounds + 1))
    assert sum(len(pile) for pile in world.score_piles) == rounds


def check_rounds_to_come(view: View, seed: int) -> None:
    """The rounds to come in a world are dealt as the rules say, and the dead stay dead."""
    if view.phase in (Phase.DEALING, Phase.GAME_OVER):
        return
    variant, players = view.variant, view.players
    world = determinize(view, random.Random(seed))
    rounds = variant.rounds_for(players)
    assert len(world.rest.rounds) == rounds - view.round_number
    assert len(world.rest.throne_cards) == rounds - len(view.results)
    alive = {*world.court.values(), *(card for hand in world.hands for card in hand)}
    if view.round_number == 1:
        alive = set(DECK)
    for number, dealt in enumerate(world.rest.rounds, start=view.round_number + 1):
        assert len(dealt.dealt) == len(set(dealt.dealt))
        assert {len(hand) for hand in dealt.hands} == {variant.hand_size(players, number)}
        assert len(dealt.starters) == variant.starter_count(players, number)
        if variant.anyone_can_die:
            assert set(dealt.dealt) < alive
            alive = set(dealt.dealt)


def check_odds_are_exact(view: View) -> None:
    """The odds are those counted over all deals that agree with the view."""
    assert [dict(chances) for chances in odds(view)] == odds_by_enumeration(view)


def check_frequencies(view: View, draws: int = 40, seed: int = 1) -> None:
    """Each deal comes up as often as histories lead to it: chi-square, `draws` for each."""
    ways = worlds(view)
    count = draws * len(ways)
    expected = {world: count * number / ways.total() for world, number in ways.items()}
    rng = random.Random(seed)
    determinizer = Determinizer(view)
    drawn = Counter(world_of(determinizer.draw(rng)) for _ in range(count))
    assert set(drawn) <= set(expected)
    often = {world: number for world, number in expected.items() if number >= 10}
    chi_square = sum((drawn[world] - number) ** 2 / number for world, number in often.items())
    assert chi_square < highest_chi_square(max(1, len(often) - 1))


def highest_chi_square(degrees: int) -> float:
    """What chi-square exceeds once in about 30 000 times (Wilson and Hilferty, 4 sigma)."""
    if degrees == 0:
        return 1e-9
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + 4 * spread**0.5) ** 3)


def world_of(state: GameState) -> World:
    """A state's hands as `worlds` writes them."""
    return state.hands
