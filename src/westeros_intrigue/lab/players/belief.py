"""Conclusions about another player's hand, as chances and in words."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import attrs

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.players import outlooks
from westeros_intrigue.lab.players.reading import Reading, can_read, chances_upto, others_at, read
from westeros_intrigue.lab.simulation.board import HOUSE_COUNT, count_of
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, House, Move
from westeros_intrigue.rules.view import View

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""Counts of cards in words."""
_PROBABLE = 0.6
"""The least chance that is worth saying."""
_LEAST_GAIN = 0.15
"""The least that the placements add to a chance that is worth saying."""
_SUREST = 99
"""The most per cent that are said of a conclusion."""
_MOST_SAID = 2
"""The most facts that are said, and the most placements that tell one."""
_LEAST_GAIN_OF_ONE = 0.05
"""The least that a placement adds to a chance, to be named."""
ChancesByHouse: TypeAlias = tuple[tuple[float, ...], ...]
"""For each house, in the order of `HOUSES`, the chance of each count of its cards, from none."""


@attrs.frozen
class Fact(values.Value):
    """A number of cards of a house that another player probably holds.

    >>> str(Fact(House.STARK, 2, 0.8))
    'two Starks (80 %)'
    """

    house: House
    """The house."""
    count: int
    """The number of its cards that the player holds."""
    chance: float
    """Its chance, from 0 to 1."""
    placements: tuple[Move, ...] = ()
    """The placements of that player that tell it, in the order of the round."""

    def __str__(self) -> str:
        plural = "s" if self.count > 1 else ""
        chance = min(100 * self.chance, _SUREST)
        return f"{NUMBERS[self.count]} {self.house}{plural} ({chance:.0f} %)"


@attrs.frozen
class Belief(values.Value):
    """The chances of another player's hand, as the viewer can know them.

    >>> from westeros_intrigue import STANDARD, Record, observe, play_game
    >>> final = play_game(["greedy", "learned"], seed=6, variant=STANDARD.with_rounds(1))
    >>> state = [*Record.from_state(final).replay()][16]
    >>> belief = believe(observe(state, 0), assumed="learned")
    >>> belief.in_words("Ben")[:55]
    'Ben probably holds two Lannisters (99 %) and one Targar'
    >>> belief.chance(House.LANNISTER, 2) > 0.9, belief.player
    (True, 1)
    """

    player: int
    """The seat whose hand it is, from 0."""
    chances: tuple[tuple[float, ...], ...]
    """For each house, in the order of `HOUSES`, the chance that the hand has none of its cards,
    one, two, … nine."""
    placements: tuple[Move, ...]
    """The placements of that player in the round, in order."""
    unlike_network: float
    """The chance that the player does not place nearly like `LearnedPlayer`, so that its placements
    tell less; at a table of more than two, the mean of the others' chances."""
    facts: tuple[Fact, ...] = ()
    """The conclusions from the placements, the surest first; empty if they show little."""

    def chance(self, house: House, count: int) -> float:
        """Return the chance that the hand has a number of cards of a house.

        Args:
            house: the house.
            count: the number of cards, 0 to 9.

        Raises:
            InvalidValue: the number is not one from 0 to 9.
        """
        values.check_type("house", house, House)
        count = values.check_integer("count", count, 0, CARDS_PER_HOUSE)
        return self.chances[house.index][count]

    def in_words(self, name: str = "", *, has_numbers: bool = True, is_past: bool = False) -> str:
        """Return the facts as a sentence about a player; empty if there are none.

        Args:
            name: the name of the player; empty for its seat, such as `player 1`.
            has_numbers: False to name a card by its house, since printed cards have no numbers.
            is_past: True for a position of the past.
        """
        values.check_type("name", name, str)
        values.check_type("has_numbers", has_numbers, bool)
        values.check_type("is_past", is_past, bool)
        if not self.facts:
            return ""
        holds = "held" if is_past else "holds"
        conclusions = (
            f"{name or f'player {self.player}'} probably {holds} {english.join_words(self.facts)}"
        )
        moves = {move for fact in self.facts for move in fact.placements}
        named = [
            f"{move.card if has_numbers else f'a {move.card.house} card'} in {move.slot}"
            for move in self.placements
            if move in moves
        ]
        tells = "told" if is_past else "tells" if len(named) == 1 else "tell"
        return (
            f"{conclusions}: {english.join_words(named)} {tells} it."
            if named
            else f"{conclusions}."
        )


def believe(
    view: View, *, assumed: str = outlooks.PERSON, player: int | None = None
) -> Belief | None:
    """Return the chances of another player's hand, from what the viewer knows.

    The viewer must be to move, at a table where the network of `LearnedPlayer` applies; None
    elsewhere, or if all others are out. At a table of more than two, the chances are those of a
    thousand deals that agree with the view, weighed by the placements of all; without the compiled
    half of the package, this takes half a minute.

    >>> from westeros_intrigue import observe, setup
    >>> believe(observe(setup(2, seed=1), 0)).facts
    ()

    Args:
        view: the view of the player to move.
        assumed: the name of the other players, such as `"knight"`; `"person"` if they are unknown.
        player: the seat of the other player, from 0; None for the next seat.

    Raises:
        InvalidValue: no player has that name, or the seat is that of the viewer or not at the
            table.
    """
    values.check_type("view", view, View)
    habits = outlooks.habits_of(outlooks.kind_of(assumed))
    if player is not None:
        player = values.check_integer("player", player, 0, view.players - 1)
        if player == view.player:
            raise InvalidValue(f"player must be another seat than the viewer's, {player}")
    if view.active_player is None or view.active_player != view.player or not can_read(view):
        return None
    following = (view.active_player + 1) % view.players
    return belief_of(view, read(view, habits), following if player is None else player)


def belief_of(view: View, reading: Reading, other: int) -> Belief:
    """Return the conclusions about a player, with the placements that show them."""
    hands = _hands_of(view, reading, other)
    chances, prior = _by_house(hands, reading.chances), _by_house(hands, reading.prior)
    surest = sorted(_conclusions(chances, prior), key=lambda fact: -fact.chance)[:_MOST_SAID]
    facts = tuple(_with_placements(view, reading, other, surest))
    placements = tuple(placed.move for placed in view.placements if placed.player == other)
    return Belief(other, chances, placements, reading.loose, facts)


def _conclusions(chances: ChancesByHouse, prior: ChancesByHouse) -> Iterator[Fact]:
    """Yield the likeliest number of cards of each house, where the placements made it probable."""
    for house in HOUSES:
        chances_of_counts = chances[house.index]
        count = max(range(CARDS_PER_HOUSE + 1), key=chances_of_counts.__getitem__)
        chance = chances_of_counts[count]
        if _PROBABLE <= chance < 1 and chance - prior[house.index][count] >= _LEAST_GAIN:
            yield Fact(house, count, chance)


def _hands_of(view: View, reading: Reading, other: int) -> Sequence[int]:
    """Return the hand of a player in each world of a reading."""
    others = others_at(view)
    return reading.hands[others.index(other) :: len(others)]


def _by_house(hands: Sequence[int], chances: Sequence[float]) -> ChancesByHouse:
    """Return the chance of each count of each house."""
    chances_by_house = [[0.0] * (CARDS_PER_HOUSE + 1) for _ in range(HOUSE_COUNT)]
    for hand, chance in zip(hands, chances, strict=True):
        for house in range(HOUSE_COUNT):
            chances_by_house[house][count_of(hand, house)] += chance
    return tuple(map(tuple, chances_by_house))


def _with_placements(
    view: View, reading: Reading, other: int, facts: Sequence[Fact]
) -> Sequence[Fact]:
    """Return facts with the placements that tell them."""
    if not facts:
        return facts
    hands = _hands_of(view, reading, other)
    placements = [
        (number, placed.move)
        for number, placed in enumerate(view.placements, 1)
        if placed.player == other
    ]
    # Each placement adds to the chance, after the earlier ones.
    stages = [reading.prior, *(chances_upto(view, reading, number) for number, _ in placements)]
    by_stage = [_by_house(hands, chances) for chances in stages]
    explained = []
    for fact in facts:
        course = [stage[fact.house.index][fact.count] for stage in by_stage]
        gains = [after - before for before, after in pairwise(course)]
        telling = [index for index, gain in enumerate(gains) if gain >= _LEAST_GAIN_OF_ONE]
        most_telling = sorted(telling, key=lambda index: -gains[index])[:_MOST_SAID]
        moves = tuple(placements[index][1] for index in sorted(most_telling))
        explained.append(attrs.evolve(fact, placements=moves))
    return explained
