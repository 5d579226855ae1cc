"""With Anyone Can Die, worlds honour what every finished round has proved, counted card by card.

The counting here knows nothing of the package's: it goes through which cards died when, and deals
the hidden cards of each round one after the other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice

import pytest

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Court,
    Determinizer,
    House,
    Phase,
    RoundResult,
    Slot,
    View,
    apply,
    legal_moves,
    observe,
    odds,
    parse_card,
    score_round,
    setup,
)

DYING = STANDARD.with_options(anyone_can_die=True)
Hand = tuple[int, frozenset[House]]
"""How many cards are hidden in a hand, and of which houses it has none."""


def ways(cards: Sequence[Card], hands: tuple[Hand, ...]) -> int:
    """In how many ways the cards can be dealt to the hands, one card after the other."""

    @cache
    def rest(index: int, sizes: tuple[int, ...]) -> int:
        if index == len(cards):
            return 1
        return sum(
            rest(index + 1, (*sizes[:seat], size - 1, *sizes[seat + 1 :]))
            for seat, size in enumerate(sizes)
            if size and cards[index].house not in hands[seat][1]
        )

    return rest(0, tuple(size for size, _ in hands))


def enumerate_row(starters: Sequence[Card]) -> Iterator[tuple[Slot, Card]]:
    for column, card in enumerate(starters):
        yield Slot(0, column), card


def proved(view: View, result: RoundResult) -> tuple[Hand, ...]:
    """The hidden hands at the end of a finished round: of a house that fitted none holds any."""
    hands = []
    for out in result.eliminations:
        if result.kept[out.player] is None:
            court = Court(dict(enumerate_row(result.starters)), view.court.width_limit)
            for placed in result.placements[: out.placements_before]:
                court = court.place(placed.move.card, placed.move.slot)
            fitted = frozenset(house for house in House if court.open_slots(house))
            hands.append((out.cards_left, fitted if out.cards_left else frozenset()))
    return tuple(hands)


def seen_in(result: RoundResult) -> set[Card]:
    kept = [card for cards in result.kept if cards for card in cards]
    return {*result.starters, *(placed.move.card for placed in result.placements), *kept}


def histories(view: View) -> Iterator[tuple[frozenset[Card], int]]:
    """Yield who is dead in round 3, and in how many ways the two rounds before can have gone."""
    now = {*view.court.values(), *view.hand}
    first, second = (seen_in(result) for result in view.results)
    may_die_first = [card for card in DECK if card not in now | second]
    may_die_second = [card for card in DECK if card not in now]
    hidden_first = [card for card in DECK if card not in first]
    before = ways(hidden_first, proved(view, view.results[0]))
    for died_first in combinations(may_die_first, 2):
        hidden = [card for card in DECK if card not in second and card not in died_first]
        dealt = before * ways(hidden, proved(view, view.results[1]))
        if dealt:
            for died_second in combinations(may_die_second, 2):
                if not set(died_first) & set(died_second):
                    yield frozenset(died_first + died_second), dealt


def late_views() -> Iterator[View]:
    """Views of round 3, where little is hidden and rounds before have proved something."""
    for seed in range(40):
        state, rng = setup(3, seed=seed, variant=DYING), random.Random(seed)
        while state.round_number < 3 or len(state.placements) < 20:
            moves = legal_moves(state)
            if not moves and state.round_number == 3:
                break
            state = apply(state, rng.choice(moves)) if moves else score_round(state)
        view = observe(state, 0)
        is_told = any(hand[1] for result in view.results for hand in proved(view, result))
        if state.phase is Phase.ROUND_OVER and sum(view.hand_sizes[1:]) < 12 and is_told:
            yield view


@pytest.mark.rule("option.anyone", "info.elimination", "info.memory")
def test_eliminations_of_earlier_rounds_tell_who_can_be_dead() -> None:
    assert next(late_views())
    for view in islice(late_views(), 3):
        unseen = [card for card in DECK if card not in {*view.court.values(), *view.hand}]
        hands = tuple(
            (view.hand_sizes[seat], frozenset(view.missing_houses[seat])) for seat in (1, 2)
        )
        weights: Counter[frozenset[Card]] = Counter()
        for dead, count in histories(view):
            alive = [card for card in unseen if card not in dead]
            weights[dead] += count * ways(alive, hands)
        total = sum(weights.values())
        # How likely a house has so many hidden cards in all, over both hands together.
        chances = odds(view)
        for house in House:
            expected = sum(
                Fraction(weight, total) * sum(c.house is house for c in unseen if c not in dead)
                for dead, weight in weights.items()
            )
            found = sum(
                count * chance
                for seat in (1, 2)
                for count, chance in enumerate(chances[seat][house])
            )
            assert found == expected, (view, house)
        drawn = Determinizer(view)
        for seed in range(20):
            world = drawn.draw(random.Random(seed))
            held = {card for hand in world.hands for card in hand}
            assert weights[frozenset(card for card in unseen if card not in held)]


def test_a_card_that_must_be_dead_is_in_no_world() -> None:
    state = setup(4, seed=2, variant=DYING)
    while state.round_number < 3:
        moves = legal_moves(state)
        state = apply(state, moves[-1]) if moves else score_round(state)
    view = observe(state, 0)
    dead = parse_card("L4")
    worlds = Determinizer(view)
    assert view.results[1].round_number == 2
    for seed in range(100):
        assert not any(dead in hand for hand in worlds.draw(random.Random(seed)).hands)
