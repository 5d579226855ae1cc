"""Golden data: the deals of seeds, as they are for ever.

The file in tests/samples is compared exactly. It is written anew by

    cd tests && python -m rules.test_golden

with the package installed. The seeds' deals never change; read the difference before keeping it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Deal,
    Variant,
)
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


@pytest.mark.rule("setup.hand-size", "setup.starter", "setup.unused", "setup.throne")
def test_seeds_give_the_deals_that_they_have_always_given() -> None:
    assert golden_deals() == DEALS.read_text()


if __name__ == "__main__":
    DEALS.write_text(golden_deals())
