"""Ends of rounds in which few deals are left that agree with a view, found in random games."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from watched_games import watched_game
from worlds_by_enumeration import (
    dead_count,
    hidden_sizes,
    last_round_seen,
    number_of_ways,
    unseen_cards,
    worlds,
)

from westeros_intrigue import Phase, View, observe

MOST_WAYS = 500
MOST_DEAD = 6


def is_late(view: View) -> bool:
    """Whether the deals that agree with the view are few enough to be counted."""
    return 1 < number_of_ways(view) <= MOST_WAYS and dead_count(view) <= MOST_DEAD


Feature = Callable[[View], bool]


def is_restricted(view: View) -> bool:
    return 1 < len(worlds(view)) < number_of_ways(view)


def is_blocked_with_unseen_cards(view: View) -> bool:
    return any(
        size and missing
        for size, missing in zip(hidden_sizes(view), view.missing_houses, strict=True)
    )


def another_is_to_move(view: View) -> bool:
    return view.active_player not in (None, view.player)


def remembers_what_cannot_be_dead(view: View) -> bool:
    """Whether some cards were seen too late for all of the dead to be among them."""
    late = [card for card in unseen_cards(view) if last_round_seen(view, card) > 1]
    early = len(unseen_cards(view)) - len(late)
    return view.round_number >= 3 and dead_count(view) > 0 and early < dead_count(view)


def is_memory_and_elimination(view: View) -> bool:
    return is_blocked_with_unseen_cards(view) and remembers_what_cannot_be_dead(view)


FEATURES: dict[str, tuple[str, Feature]] = {
    "missing houses": (
        "5 players",
        lambda view: is_blocked_with_unseen_cards(view) and view.active_player == view.player,
    ),
    "missing houses, all out": (
        "4 players",
        lambda view: is_blocked_with_unseen_cards(view) and view.phase is Phase.ROUND_OVER,
    ),
    "a seat to move that must be able to place": (
        "3 players",
        lambda view: another_is_to_move(view) and not is_blocked_with_unseen_cards(view),
    ),
    "both": ("6 players", lambda v: another_is_to_move(v) and is_blocked_with_unseen_cards(v)),
    "unused cards of two players": (
        "2 players",
        lambda view: is_blocked_with_unseen_cards(view) and len(unseen_cards(view)) > 8,
    ),
    "unused cards and a seat to move": ("2 players", another_is_to_move),
    "known stacks": (
        "Solo Scheming",
        lambda view: another_is_to_move(view) and any(view.known_stacks),
    ),
    "a stack beside hands": (
        "an automated house beside two players",
        lambda view: another_is_to_move(view) and all(hidden_sizes(view)[1:]),
    ),
    "dead cards": (
        "3 players, Anyone Can Die",
        lambda view: remembers_what_cannot_be_dead(view) and not is_blocked_with_unseen_cards(view),
    ),
    "dead cards and missing houses": ("4 players, Anyone Can Die", is_memory_and_elimination),
    "dead cards of two players and houses": (
        "a duel with an automated house",
        remembers_what_cannot_be_dead,
    ),
    "cards that died before the first round": (
        "3 players in the middle of Anyone Can Die",
        lambda view: view.round_number == 2 and is_blocked_with_unseen_cards(view),
    ),
    "dead cards and known stacks": (
        "Solo Scheming with all options",
        lambda view: remembers_what_cannot_be_dead(view) and any(view.known_stacks),
    ),
}
"""Endings in which something restricts the deals: at which table, and what."""


@lru_cache
def ending(name: str, most: int = 150) -> View:
    """The first view found in random games that has a feature, and few deals that agree."""
    table, feature = FEATURES[name]
    for seed in range(300):
        whole = watched_game(table, seed)
        for state in whole.states:
            for player in whole.viewers():
                view = observe(state, player)
                is_small = number_of_ways(view) <= most and dead_count(view) <= MOST_DEAD
                if is_small and feature(view) and is_restricted(view):
                    return view
    raise AssertionError(name)
