"""Worlds with a past: what other seats would have seen of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest

from games.btwixt.any_boxes import random_box
from games.btwixt.invariants import unsound
from games.btwixt.tables import at_random, random_game, states_of
from westeros_intrigue.games.btwixt import (
    STANDARD,
    Block,
    Event,
    GameState,
    Happening,
    View,
    determinize,
    observe,
    setup,
)
from westeros_intrigue.games.btwixt.replay import replay


def any_game(seed: int) -> Iterator[GameState]:
    """A game by random moves, of a variant or with other abilities."""
    if seed % 2:
        return random_game(seed // 2)
    variant = STANDARD.with_revealed_allies() if seed % 8 == 2 else STANDARD
    state = setup(3 + seed // 2 % 4, seed=seed, box=random_box(seed), variant=variant)
    return states_of(state, at_random(seed))


def check_pasts(seeds: Iterable[int], step: int) -> int:
    """Check worlds of some states; return the number of other views that were replayed."""
    checked = 0
    for seed in seeds:
        rng = random.Random(seed)
        for number, state in enumerate(any_game(seed)):
            looks = state.table.looked_at_size > 0 and rng.random() < 0.2
            if (number + seed) % step and not looks and not state.is_over:
                continue
            viewers = (None, *range(state.players))
            viewer = viewers[rng.randrange(len(viewers))]
            view = observe(state, viewer)
            world = determinize(view, rng, with_past=True)
            assert observe(world, viewer) == view
            assert not list(unsound(world))
            for other in viewers:
                seen = observe(world, other)
                assert replay(seen) == seen
                checked += 1
    return checked


@pytest.mark.rule("info.public", "info.hand", "info.memory", "info.taken", "info.ally-deck")
def test_the_rules_lead_to_what_each_other_seat_would_have_seen_of_a_world() -> None:
    assert check_pasts((0, 1, 2, 7), 60) > 50


@pytest.mark.rule("info.ally-deck", "info.memory")
def test_allies_that_a_leader_knows_stay_where_they_are_though_others_put_them_back() -> None:
    state = next(state for number, state in enumerate(any_game(44)) if number == 299)
    view = observe(state, 4)
    assert view.blocks[0] == Block(3, ("test-ally-3a",))
    for seed in range(12):
        world = determinize(view, random.Random(seed), with_past=True)
        assert not list(unsound(world))
        assert "test-ally-3a" in world.ally_deck[:3]


@pytest.mark.long
def test_they_do_so_in_other_games() -> None:
    assert check_pasts((100, 107, 108, 109), 40) > 120


def dealt(view: View) -> list[Event]:
    """The hands dealt in earlier seasons."""
    events = [event for _, event in view.past_sights]
    return [event for event in events if event.happening is Happening.DEALT]


@pytest.mark.rule("season.end", "info.hand")
@pytest.mark.parametrize("seed", [0, 20, 33, 52])
def test_a_season_that_is_over_has_shown_which_hands_were_dealt(seed: int) -> None:
    *_, state = random_game(seed)
    assert not any(event.happening is Happening.TOOK for event in state.table.past)
    world = determinize(observe(state, 1), random.Random(seed), with_past=True)
    for other in range(state.players):
        assert dealt(observe(world, other)) == dealt(observe(state, other)) != []


@pytest.mark.rule("info.draft", "draft.secret")
def test_the_cards_that_a_leader_drafted_unseen_may_have_come_in_any_order() -> None:
    state = next(state for state in random_game(8) if state.table.aside_sizes[0] == 2)
    view = observe(state, None)
    rising = falling = 0
    for seed in range(150):
        world = determinize(view, random.Random(seed), with_past=True)
        for first, second in world.asides:
            rising += first.id < second.id
            falling += first.id > second.id
    assert abs(rising - falling) < 4 * (rising + falling) ** 0.5
