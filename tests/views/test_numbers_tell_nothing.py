"""A player who has the source code learns nothing of hidden cards from the numbers of cards.

Printed cards have no numbers, so the library draws them. The adversary tries every hand that the
others may hold and every way in which chance may fall, and finds each hand as likely as before.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction

import pytest

from westeros_intrigue import DECK, Card, House, Record, RoundDeal, observe, setup
from westeros_intrigue.gamekit.chance import RandomSource

STEPS = 6
"""How finely chance is divided: enough for draws of one among two or three."""


class Path:
    """A source of chance that follows a path, and lengthens it where it ends."""

    def __init__(self, steps: list[int]) -> None:
        self.steps = steps
        self.taken = 0

    def random(self) -> float:
        if self.taken == len(self.steps):
            self.steps.append(0)
        self.taken += 1
        return (self.steps[self.taken - 1] + 0.5) / STEPS


def chances(seen: Callable[[RandomSource], Hashable]) -> dict[Hashable, Fraction]:
    """What a player may see, and how likely it is, over all ways in which chance may fall."""
    found: Counter[Hashable] = Counter()
    steps: list[int] = []
    while True:
        found[seen(Path(steps))] += Fraction(1, STEPS ** len(steps))  # type: ignore[assignment]
        while steps and steps[-1] == STEPS - 1:
            steps.pop()
        if not steps:
            return dict(found)  # type: ignore[arg-type]
        steps[-1] += 1


ALIVE = tuple(
    card for card in DECK if card.house in {House.STARK, House.LANNISTER} and card.number < 4
)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_numbers_of_a_hand_are_as_likely_whatever_the_others_hold(
    seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def own_hand(others: tuple[str, str]) -> Callable[[RandomSource], Hashable]:
        hands = [*others[:seat], "SL", *others[seat:]]

        def seen(source: RandomSource) -> Hashable:
            monkeypatch.setattr(random, "SystemRandom", lambda: source)
            return RoundDeal.from_houses(hands, in_game=ALIVE).hands[seat]

        return seen

    first, *others = [
        chances(own_hand(hands)) for hands in (("S", "S"), ("SS", ""), ("LL", "S"), ("L", "SLS"))
    ]
    assert len(first) == 9
    assert all(other == first for other in others)


RECORD = """\
Westeros Intrigue record 1
Players: 2
First player: 1
Rounds: 1
Options: anyone can die
Dead: 32
Round 1
Hand 0: {}
Hand 1: {}
1:S@a0
"""


def shown(own: str, hidden: str, source: RandomSource) -> tuple[Card, ...]:
    """The numbered cards in the view of player 0, of a record whose moves have houses alone."""
    view = observe(Record.parse(RECORD.format(own, hidden), rng=source).state, 0)
    return (*view.court.values(), *view.hand)


def test_the_card_of_a_move_by_its_house_is_as_likely_whatever_else_is_in_the_hand() -> None:
    for other in range(3, 9):
        seen = chances(lambda source, other=other: shown("S1 L1", f"S2 S{other}", source)[0])  # type: ignore[misc]
        assert seen == {
            Card(House.STARK, 2): Fraction(1, 2),
            Card(House.STARK, other): Fraction(1, 2),
        }


@pytest.mark.untraced
@pytest.mark.parametrize("hidden", ["SS", "SL", "TS"])
def test_the_numbers_in_the_view_of_a_record_without_numbers_are_as_likely_whatever_is_hidden(
    hidden: str,
) -> None:
    seen = [shown("SL", hidden, random.Random(seed)) for seed in range(900)]
    for place in range(3):
        numbers = Counter(cards[place].number for cards in seen)
        assert all(65 < numbers[number] < 135 for number in range(1, 10))
    # Neither of two cards of a house is the lower one more often.
    assert 400 < sum(placed.number < own.number for placed, own, _ in seen) < 500


def test_without_a_source_all_chance_is_the_system_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(5))
    text = RECORD.format("SL", "SS")
    assert setup(3) == setup(3, rng=random.Random(5))
    assert RoundDeal.from_houses(("SL", "SS")) == RoundDeal.from_houses(
        ("SL", "SS"), rng=random.Random(5)
    )
    assert Record.parse(text) == Record.parse(text, rng=random.Random(5))
