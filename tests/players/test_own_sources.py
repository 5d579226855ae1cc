"""Each player of a game has numbers of its own, which tell nothing about the others'."""

from __future__ import annotations

import copy
import random

from westeros_intrigue import Move, RandomSource, View, play_game, random_player
from westeros_intrigue.gamekit.chance import source_for


def first_numbers(seed: int) -> list[float]:
    numbers: list[float] = []

    def keep(view: View, rng: RandomSource) -> Move:
        if len(numbers) <= (view.player or 0):
            numbers.append(copy.deepcopy(rng).random())
        return random_player(view, rng)

    play_game([keep] * 2, seed=seed)
    return numbers


def test_seats_have_different_numbers_that_a_seed_repeats() -> None:
    numbers = first_numbers(5)
    assert len({*numbers}) == 2
    assert numbers == first_numbers(5)
    assert not {*numbers} & {*first_numbers(6)}
    # They are not those of the deal, either.
    deal = random.Random(5)
    assert not {*numbers} & {deal.random() for _ in range(500)}


def test_a_player_that_copies_its_source_does_not_know_the_others_numbers() -> None:
    sources: list[object] = []

    def keep(view: View, rng: RandomSource) -> Move:
        if all(rng is not known for known in sources):
            sources.append(rng)
        return random_player(view, rng)

    play_game([keep] * 3, seed=1)
    assert len(sources) == 3


def test_the_choices_of_one_player_do_not_move_the_numbers_of_another() -> None:
    def idle(view: View, rng: RandomSource) -> Move:
        del rng
        return random_player(view, random.Random(1))

    def busy(view: View, rng: RandomSource) -> Move:
        for _ in range(9):
            rng.random()
        return idle(view, rng)

    for seed in range(3):
        assert play_game([idle, random_player], seed=seed) == play_game(
            [busy, random_player], seed=seed
        )


def test_a_source_shows_nothing_of_another_purpose() -> None:
    one, other = source_for("secret", "player 0"), source_for("secret", "player 1")
    assert one.getstate() != other.getstate()
    assert source_for("secret", "player 0").random() == one.random()
    assert source_for("secrets", "player 0").random() != source_for("secret", "player 0").random()
