"""All random outcomes of a game, drawn at setup or chosen.

Rules: setup.chance, setup.order, season.deck-set, advanced.hand, advanced.events, kingsmoot.deck.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit import errors, limits, values
from westeros_intrigue.gamekit.chance import RandomSource, check_source, shuffle
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.pieces.box_faults import InvalidBox
from westeros_intrigue.games.btwixt.pieces.cards import Cards, Ids, Kind, Numbers
from westeros_intrigue.games.btwixt.pieces.variants import Variant


class InvalidChance(errors.Faulty):
    """Orders of cards or tokens are impossible for the box and the variant.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX, STANDARD, setup
    >>> import random
    >>> chance = draw_chance(3, random.Random(1), SAMPLE_BOX, STANDARD)
    >>> try:
    ...     setup(3, chance=attrs.evolve(chance, tokens=chance.tokens[1:]))
    ... except InvalidChance as error:
    ...     print(*error.faults)
    tokens lacks 3
    """


@attrs.frozen(field_transformer=limits.add_checks)
class Chance(values.Value):
    """Every random order of a game; each begins with the item drawn first.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX, STANDARD
    >>> chance = draw_chance(3, random.Random(1), SAMPLE_BOX, STANDARD)
    >>> len(chance.allies), len(chance.tokens), [len(order) for order in chance.influence]
    (50, 54, [62, 62, 62])

    Rules: setup.chance.
    """

    allies: Ids
    """The ally deck from its top, by id."""
    tokens: Numbers
    """The values of the tokens in the order in which they leave the supply."""
    leaders: Ids
    """The leader cards, by id; a random pick is the first one left."""
    influence: tuple[Cards, ...]
    """The influence deck of each season; card i goes to seat i mod players."""
    events: Cards = ()
    """The events in the order in which they join the deck; empty except in the advanced game."""
    leader_cards: tuple[Cards, ...] = ()
    """For each leader, in the order of the box, the white cards in drawing order, one per season;
    empty except in the advanced game."""


def cards_of(box: Box, *kinds: Kind) -> Cards:
    """Return all cards of some kinds, entry by entry."""
    return tuple(card for entry in box.influence if entry.kind in kinds for card in entry.cards)


def events_of(box: Box, variant: Variant) -> Cards:
    """Return the events that are not yet in the first deck, entry by entry."""
    return cards_of(box, Kind.EVENT) if variant.is_advanced else ()


def own_cards(box: Box, variant: Variant) -> tuple[Cards, ...]:
    """Return the undrawn white cards of each leader of the box; empty if there are none."""
    if not variant.is_advanced:
        return ()
    return tuple(
        tuple(card for entry in box.influence if entry.leader == leader.id for card in entry.cards)
        for leader in box.leaders
    )


def decks(players: int, box: Box, variant: Variant, events: Cards) -> Iterator[Cards]:
    """Yield the cards of each season's influence deck, with the events that join it in order."""
    first, added = cards_of(box, *variant.first_kinds), variant.events_added(players)
    for index in range(len(variant.seasons(players))):
        yield first + events[: added * index]


def draw_chance(players: int, rng: RandomSource, box: Box, variant: Variant) -> Chance:
    """Return all random outcomes of a game, drawn only with `rng.random`.

    It shuffles the allies, the tokens and the leaders; in the advanced game, the events and each
    leader's white cards; and finally each season's influence deck.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX, STANDARD
    >>> draw_chance(3, random.Random(1), SAMPLE_BOX, STANDARD).tokens[:6]
    (3, 1, 2, 3, 1, 1)

    Args:
        players: the number of seats, 3 to 6.
        rng: a source of random numbers, such as `random.Random(1)`.
        box: the pieces to shuffle.
        variant: the options of the game.

    Raises:
        InvalidBox: the box is unsuitable for the game.
        InvalidValue: the number of players is out of range.

    Rules: setup.chance.
    """
    values.check_type("box", box, Box)
    check_box(players, box, variant)
    check_source(rng)
    return _orders(players, box, variant, lambda items: shuffle(items, rng))


def undrawn_chance(players: int, box: Box, variant: Variant) -> Chance:
    """Return the outcomes without shuffling, for a replay whose events name what was drawn.

    Raises:
        InvalidBox: the box is unsuitable for the game.
    """
    check_box(players, box, variant)
    return _orders(players, box, variant, tuple)


def check_box(players: int, box: Box, variant: Variant) -> None:
    """Raise InvalidBox if the box is unsuitable for the game."""
    if faults := box.faults(players, variant):
        raise InvalidBox(map(str, faults))


def _orders(
    players: int, box: Box, variant: Variant, order: Callable[[Sequence[Any]], tuple[Any, ...]]
) -> Chance:
    """Return the outcomes for which `order` puts each set of items in order."""
    allies = order([ally.id for ally in box.allies])
    tokens = order(box.token_values)
    leaders = order([leader.id for leader in box.leaders])
    events = order(events_of(box, variant))
    white = tuple([order(own) for own in own_cards(box, variant)])
    influence = tuple([order(deck) for deck in decks(players, box, variant, events)])
    return values.make_unchecked(
        Chance, allies=allies, tokens=tokens, leaders=leaders, influence=influence, events=events,
        leader_cards=white,
    )  # fmt: skip


def check_chance(chance: Chance, players: int, box: Box, variant: Variant) -> None:
    """Raise InvalidBox or InvalidChance if no game can have these outcomes."""
    check_box(players, box, variant)
    if faults := tuple(_faults(chance, players, box, variant)):
        raise InvalidChance(faults)


def _faults(chance: Chance, players: int, box: Box, variant: Variant) -> Iterator[str]:
    orders: dict[str, Iterable[object]] = {
        "allies": [ally.id for ally in box.allies],
        "tokens": box.token_values,
        "leaders": [leader.id for leader in box.leaders],
        "events": events_of(box, variant),
    }
    for name, expected in orders.items():
        yield from misfits(name, getattr(chance, name), expected)
    series = {
        "influence": tuple(decks(players, box, variant, chance.events)),
        "leader_cards": own_cards(box, variant),
    }
    for name, cards in series.items():
        given = getattr(chance, name)
        if len(given) != len(cards):
            yield f"{name} has {len(given)} orders, but {len(cards)} are needed"
        for index, pair in enumerate(zip(given, cards, strict=False)):
            yield from misfits(f"{name}[{index}]", *pair)


def misfits(name: str, given: Iterable[object], expected: Iterable[object]) -> Iterator[str]:
    """Yield the missing and the additional items of a collection."""
    found, right = Counter(given), Counter(expected)
    told = []
    for verb, things in (("lacks", right - found), ("also has", found - right)):
        names = [*map(str, things.elements())]
        if names:
            more = f" and {len(names) - 5} more" * (len(names) > 5)
            told.append(f"{verb} {', '.join(names[:5])}{more}")
    if told:
        yield f"{name} {' and '.join(told)}"
