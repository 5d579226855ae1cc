"""Odds at tables with automated houses, against rounds that are dealt and played.

Each simulated round deals the cards that the viewer did not hold, and every house turns over its
stack by the procedure. Rounds in which anybody at the table would have seen something else are
dropped; in the rest, the hands are counted. Which card a player chose to place proves nothing, so
players are dealt the cards that they placed. The simulation knows nothing of the package's views,
counts and stacks, nor what follows from them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, pairwise, product
from math import sqrt

import attrs
import pytest
from watched_games import turned_up

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    GameState,
    House,
    Phase,
    View,
    apply,
    distinct_moves,
    observe,
    odds,
    setup,
)

S, L, B, T = House
VIEWER = 0
ENOUGH = 200
"""So many rounds must agree with what was seen; then most chances are off by less than 0.04."""
MOST_TURNED = 5
"""So many cards may houses have turned over: the more, the fewer rounds agree."""


@attrs.frozen
class Turn:
    """A turn of a round, as all at the table see it."""

    player: int
    open_houses: frozenset[House]
    """The houses of which a card would have fitted."""
    drawn: tuple[House, ...] | None
    """What an automated house turned over; None for a player."""
    placed: Card | None
    """None if the player went out."""


def turns_until(states: Sequence[GameState]) -> Iterator[Turn]:
    """The turns of the first round up to the last state."""
    variant = states[0].variant
    for before, after in pairwise(states):
        drawn = {
            seat: tuple(card.house for card in cards) for seat, cards in turned_up(before, after)
        }
        placed = after.placements[-1]
        fitted = open_houses(before)
        yield Turn(placed.player, fitted, drawn.get(placed.player), placed.move.card)
        for out in after.eliminations[len(before.eliminations) :]:
            seen = None
            if out.player in variant.automated:
                # It has turned over its stack, which lies the other way round now.
                seen = tuple(card.house for card in after.hands[out.player][::-1])
            yield Turn(out.player, open_houses(after), seen, None)


def open_houses(state: GameState) -> frozenset[House]:
    return frozenset(house for house in House if state.court.open_slots(house))


def simulated(
    own: Sequence[Card],
    pool: Sequence[Card],
    sizes: Sequence[int],
    turns: Sequence[Turn],
    rng: random.Random,
) -> list[list[Card]]:
    """The hands after a round of these turns with other cards; empty if others would be seen.

    `own` are the viewer's cards, `pool` those that others may have been dealt, and `sizes` how many
    of them. A card is dealt when somebody looks at it, which is as good as dealing it before.
    """
    cards, unseen = list(pool), list(sizes)
    under: list[list[Card]] = [[] for _ in sizes]

    def dealt(seat: int) -> Card:
        unseen[seat] -= 1
        return cards.pop(int(rng.random() * len(cards)))

    for turn in turns:
        seat = turn.player
        aside: list[Card] = []
        for house in turn.drawn or ():
            card = dealt(seat) if unseen[seat] else under[seat].pop(0)
            if card.house is not house:
                return []
            if house not in turn.open_houses:
                aside.append(card)
        under[seat] += aside[::-1]
    hands = [
        [*(dealt(seat) for _ in range(unseen[seat])), *known] for seat, known in enumerate(under)
    ]
    hands[VIEWER] = list(own)
    for turn in turns:
        hand = hands[turn.player]
        if turn.placed is None and any(card.house in turn.open_houses for card in hand):
            return []
    return hands


def rounds_that_agree(
    states: Sequence[GameState], view: View, tries: int
) -> Iterator[list[list[Card]]]:
    """The hands of the simulated rounds in which all have seen what they saw in these states."""
    turns, rng = list(turns_until(states)), random.Random(1)
    own = states[-1].hands[VIEWER]
    sizes = [len(hand) for hand in states[0].hands]
    sizes[VIEWER] = 0
    fixed = {*states[0].hands[VIEWER], *states[0].starters}
    for turn in turns:
        if turn.placed is not None and turn.drawn is None:
            fixed.add(turn.placed)
            sizes[turn.player] -= turn.player != VIEWER
    pool = [card for card in DECK if card not in fixed]
    fitting = open_houses(states[-1])
    for _ in range(tries):
        hands = simulated(own, pool, sizes, turns, rng)
        # If it is known that the next player can place a card, some card must fit.
        mover = hands[view.active_player or 0] if hands else []
        if hands and (not view.table.can_place or any(card.house in fitting for card in mover)):
            yield hands


def check_by_simulation(states: Sequence[GameState], view: View, tries: int) -> bool:
    """Assert that the odds of a view are those of simulated rounds, if enough rounds agree."""
    counted: Counter[tuple[int, House, int]] = Counter()
    agreed = 0
    for hands in rounds_that_agree(states, view, tries):
        agreed += 1
        for seat, hand in enumerate(hands):
            held = Counter(card.house for card in hand)
            counted.update((seat, house, held[house]) for house in House)
    if agreed < ENOUGH:
        return False
    for (seat, chances), house in product(enumerate(odds(view)), House):
        for number, chance in enumerate(map(float, chances[house])):
            found = counted[seat, house, number] / agreed
            assert abs(found - chance) <= 5 * sqrt(chance * (1 - chance) / agreed) + 2 / agreed
            assert chance or not found
    return True


def moments(players: int, automated: tuple[int, ...]) -> Iterator[list[GameState]]:
    """Random games up to a moment at which a house has set cards aside."""
    houses = (B, T, S, L, T, B)[:players]
    variant = STANDARD.with_seats(houses=houses, automated=automated)
    for seed in count():
        rng = random.Random(seed)
        states = [setup(players, seed=seed, variant=variant)]
        turned, last = 0, 0
        while states[-1].phase is Phase.PLAYING and turned <= MOST_TURNED:
            if any(map(any, states[-1].table.turned_over)):
                last = len(states)
            states.append(apply(states[-1], rng.choice(distinct_moves(states[-1]))))
            turned += sum(len(cards) for _, cards in turned_up(states[-2], states[-1]))
        if last:
            yield states[:last]


def followed(states: Sequence[GameState]) -> View:
    """What player 0 knows who follows the game with real cards, and notes what is turned over."""
    start = states[0]
    view = View(start.table.start, VIEWER).dealt(start.hands[VIEWER], start.starters)
    for before, after in pairwise(states):
        placed = after.placements[-1]
        drawn = dict(turned_up(before, after)).get(placed.player, ())
        view = view.placed(placed.move, drawn[:-1])
        while len(view.eliminations) < len(after.eliminations):
            seat = after.eliminations[len(view.eliminations)].player
            is_house = seat in start.variant.automated
            view = view.gone_out(after.hands[seat][::-1] if is_house else ())
    return view


@pytest.mark.rule("solo.set-aside", "solo.recycle", "solo.public", "info.elimination")
@pytest.mark.parametrize(
    ("wanted", "tries"), [(1, 200_000), pytest.param(4, 500_000, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(
    ("players", "automated"),
    [
        (4, (1,)),
        pytest.param(5, (2,), marks=pytest.mark.long),
        pytest.param(6, (1,), marks=pytest.mark.long),
        (6, (1, 4)),
    ],
)
def test_odds_beside_automated_houses_are_those_of_simulated_rounds(
    players: int, automated: tuple[int, ...], wanted: int, tries: int
) -> None:
    checked = 0
    for states in moments(players, automated):
        if check_by_simulation(states, observe(states[-1], VIEWER), tries):
            checked += check_by_simulation(states, followed(states), tries)
        if checked == wanted:
            break
