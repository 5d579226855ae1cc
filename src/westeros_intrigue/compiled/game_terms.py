"""The terms of the games of a table, as the kernel has them."""

from __future__ import annotations

from westeros_intrigue.compiled.fast import integers, signed
from westeros_intrigue.compiled.game_kernel import GameTerms
from westeros_intrigue.compiled.packing import terms_of
from westeros_intrigue.compiled.sources import numbers_a_game
from westeros_intrigue.rules.variants import Variant


def game_terms(players: int, variant: Variant, first_player: int, seed: int) -> GameTerms:
    """Return what the games of a seed have in common."""
    rounds = range(1, variant.rounds_for(players) + 1)
    return GameTerms(
        table=terms_of(players, variant),
        first_player=first_player,
        cards_in_game=integers(variant.cards_in_game(each) for each in rounds),
        hand_sizes=integers(variant.hand_size(players, each) for each in rounds),
        starter_counts=integers(variant.starter_count(players, each) for each in rounds),
        throne_count=len(variant.throne_cards),
        numbers_a_game=numbers_a_game(players, variant),
        seed=signed(seed),
    )
