"""Chance: a seed is a deal for ever, and nothing outside of a game has a part in it.

The file in tests/samples is compared exactly. It is written anew by

    cd tests && python -m rules.test_golden

with the package installed. The seeds' deals never change; read the difference before keeping it.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from helpers.tables import play_game

import westeros_intrigue
from westeros_intrigue import SOLO_SCHEMING, STANDARD, Card, Deal, Variant, setup
from westeros_intrigue.rules import draw_deal

DEALS = Path(__file__).parents[1] / "samples/deals.txt"


def words(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in cards)


def deal_lines(deal: Deal) -> Iterator[str]:
    drawn = ", ".join(f"{card.value} with {card.icons}" for card in deal.throne_cards)
    yield f"  throne cards, value with icons: {drawn}"
    for round_number, dealt in enumerate(deal.rounds, start=1):
        yield f"  round {round_number}"
        for seat, hand in enumerate(dealt.hands):
            yield f"    {seat}: {words(hand)}"
        if dealt.starters:
            yield f"    starters: {words(dealt.starters)}"
        if dealt.unused:
            yield f"    unused: {words(dealt.unused)}"


def golden_deals() -> str:
    """The deals of some seeds for each number of players, and with Anyone Can Die."""
    lines = []
    anyone = STANDARD.with_options(anyone_can_die=True)
    tables: list[tuple[str, int, Variant, tuple[int, ...]]] = [
        *((f"{players} players", players, STANDARD, (0, 1, 2**64)) for players in range(2, 7)),
        ("5 players, Anyone Can Die", 5, anyone, (1,)),
        ("Solo Scheming, Anyone Can Die", 4, SOLO_SCHEMING.with_options(anyone_can_die=True), (1,)),
    ]
    for name, players, variant, seeds in tables:
        for seed in seeds:
            lines += [
                f"{name}, seed {seed}",
                *deal_lines(draw_deal(players, random.Random(seed), variant)),
            ]
    return "\n".join(lines) + "\n"


def test_seeds_give_the_deals_that_they_have_always_given() -> None:
    assert golden_deals() == DEALS.read_text()
    assert setup(3, seed=5) == setup(3, rng=random.Random(5))
    assert setup(3, seed=5) == setup(3, deal=draw_deal(3, random.Random(5)))


GAME_IN_A_NEW_PROCESS = """
from westeros_intrigue import Phase, apply, distinct_moves, legal_moves, score_round, setup
state = setup(5, seed=11)
while state.phase is not Phase.GAME_OVER:
    if state.phase is Phase.ROUND_OVER:
        state = score_round(state)
    else:
        print(*legal_moves(state))
        state = apply(state, distinct_moves(state)[-1])
print(state.results, state.court)
"""


def test_seeds_and_games_are_the_same_under_every_hash_seed() -> None:
    package = Path(westeros_intrigue.__file__).parent.parent
    one, other = (
        subprocess.run(
            [sys.executable, "-c", GAME_IN_A_NEW_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(package)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    )
    assert one == other != b""


class CountedNumbers:
    """A source of random numbers that tells how many were taken."""

    def __init__(self) -> None:
        self.taken = 0
        self._numbers = random.Random(8)

    def random(self) -> float:
        self.taken += 1
        return self._numbers.random()


@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_takes_all_its_random_numbers_at_setup_and_none_of_the_global_ones(
    players: int,
) -> None:
    before, numbers = random.getstate(), CountedNumbers()
    state = setup(players, rng=numbers)
    assert numbers.taken == 6 + players * 35  # a shuffle of n cards takes n - 1 numbers
    assert play_game(state).is_over
    assert numbers.taken == 6 + players * 35
    assert random.getstate() == before


if __name__ == "__main__":
    DEALS.write_text(golden_deals())
