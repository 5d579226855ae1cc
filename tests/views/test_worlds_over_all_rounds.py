"""With Anyone Can Die, worlds honour what every finished round has proved, counted card by card.

The counting here knows nothing of the package's: it goes through which cards died when, and deals
the hidden cards of each round one after the other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice

from helpers.worlds_by_enumeration import proved, seen_in, ways_of_round, ways_to_deal

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Deal,
    GameState,
    House,
    InvalidDeal,
    Phase,
    View,
    apply,
    deal_round,
    legal_moves,
    observe,
    odds,
    score_round,
    setup,
)
from westeros_intrigue.rules import deal_from_deck
from westeros_intrigue.rules.unseen import DeadPile, Death
from westeros_intrigue.views import Determinizer

DYING = STANDARD.with_options(anyone_can_die=True)


def deaths(view: View) -> Iterator[tuple[frozenset[Card], int]]:
    """Yield who is dead in round 3, and in how many ways the two rounds before can have gone."""
    now = {*view.court.values(), *view.hand}
    first, second = view.results
    may_die_first = [card for card in DECK if card not in now | seen_in(second)]
    may_die_second = [card for card in DECK if card not in now]
    before = ways_of_round(first, frozenset(), DYING)
    for died_first in combinations(may_die_first, 2):
        dealt = before * ways_of_round(second, frozenset(died_first), DYING)
        if dealt:
            for died_second in combinations(may_die_second, 2):
                if not set(died_first) & set(died_second):
                    yield frozenset(died_first + died_second), dealt


def late_views() -> Iterator[View]:
    """Views of round 3, where little is hidden and rounds before have proved something."""
    # In the first two, the second round can be dealt in more ways with some dead than with others.
    for seed in (289, 479, *range(40)):
        state, rng = setup(3, seed=seed, variant=DYING), random.Random(seed)
        while (moves := legal_moves(state)) or state.round_number < 3:
            state = apply(state, rng.choice(moves)) if moves else score_round(state)
        view = observe(state, 0)
        is_told = any(hand[1] for result in view.results for hand in proved(result, DYING))
        if sum(view.hand_sizes[1:]) < 12 and is_told:
            yield view


def test_eliminations_of_earlier_rounds_tell_who_can_be_dead() -> None:
    assert next(late_views())
    for view in islice(late_views(), 3):
        unseen = [card for card in DECK if card not in {*view.court.values(), *view.hand}]
        hands = tuple(
            (view.hand_sizes[seat], frozenset(view.missing_houses[seat])) for seat in (1, 2)
        )
        weights: Counter[frozenset[Card]] = Counter()
        for dead, count in deaths(view):
            alive = [card for card in unseen if card not in dead]
            weights[dead] += count * ways_to_deal(tuple(card.house for card in alive), hands)
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


def waiting_in_round_3(seed: int, players: int = 3) -> GameState:
    """A game that waits for the cards of its third round."""
    drawn = setup(players, seed=seed, variant=DYING)
    state = setup(players, deal=Deal((drawn.round_deal, *drawn.rest.rounds[:1])), variant=DYING)  # type: ignore[arg-type]
    rng = random.Random(seed)
    for card in drawn.rest.throne_cards[:2]:
        while moves := legal_moves(state):
            state = apply(state, rng.choice(moves))
        state = score_round(state, throne_card=card)
    return state


def test_a_world_that_waits_for_cards_takes_no_dead_ones() -> None:
    state = waiting_in_round_3(1)
    assert state.phase is Phase.DEALING
    view = observe(state, 0)
    worlds = Determinizer(view)
    seen = seen_in(view.results[1])
    died = Counter[Card]()
    for seed in range(60):
        world = worlds.draw(random.Random(seed))
        refused = [card for card in DECK if dealing_refuses(world, card)]
        assert len(refused) == 2
        assert not seen.intersection(refused)
        died.update(refused)
    assert len(died) > 4  # they differ from world to world


def dealing_refuses(state: GameState, card: Card) -> bool:
    """Whether a third round with the card cannot be dealt."""
    others = [other for other in DECK if other != card]
    deal = deal_from_deck([card, *others[:31]], 3, DYING, round_number=3)
    try:
        deal_round(state, deal)
    except InvalidDeal as error:
        return any(fault.startswith(str(card)) for fault in error.faults)
    return False


def test_who_died_when_is_drawn_by_the_number_of_histories() -> None:
    starks, lannisters = DECK[:9], DECK[9:17]
    hidden = (9, 8, 0, 0)
    first = Death(1, (starks[0], *lannisters), hidden, ())
    pile = DeadPile(deaths=(first, Death(1, (*starks, *lannisters), hidden, ())))
    rng = random.Random(1)
    died = 0
    for _ in range(400):
        pools = [list(starks), list(lannisters), [], []]
        died += starks[0] in pile.draw((1, 1, 0, 0), pools, rng)
    # A Lannister first: 8 * 9 histories, in 8 of which this Stark follows. The Stark first: 8.
    assert 50 < died < 110
