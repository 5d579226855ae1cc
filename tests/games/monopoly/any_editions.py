"""Editions drawn at random from all that are accepted, the smallest and the richest among them."""

from __future__ import annotations

import random

import attrs

from westeros_intrigue.games.monopoly import (
    ChanceCard,
    Edition,
    Effect,
    Mark,
    Space,
    SpaceKind,
    Word,
)
from westeros_intrigue.games.monopoly.spaces import (
    DEED_KINDS,
    FEWEST_SPACES,
    MOST_CARDS,
    MOST_COINS,
    MOST_SPACES,
)

GROUPS = ("ash", "amber", "light blue", "sea-green", "rust")
ALWAYS_THERE = (SpaceKind.GO, SpaceKind.JAIL)
MOVES = {Word.MOVE_TO, Word.MOVE_TO_NEAREST, Word.MOVE_BY}
ENDS = [word for word in Word if word not in {*MOVES, Word.JAIL_CARD}]


def any_edition(rng: random.Random) -> Edition:
    """An edition for the number of a game."""
    dearest = rng.choice((2, 9, 400, MOST_COINS))
    size = rng.choice((FEWEST_SPACES, rng.randint(13, 40), rng.randint(13, 60), MOST_SPACES))
    kinds = any_kinds(size, rng)
    storeys = rng.choice((1, 3, 4, 10))
    spaces = [any_space(number, kind, storeys, dearest, rng) for number, kind in enumerate(kinds)]
    start_money, fewest = rng.choice((0, 1, dearest, MOST_COINS)), rng.randint(2, 6)
    return Edition(
        name="any edition", sources=(), printed=False, sample=True,
        players=(fewest, rng.randint(fewest, 6)), start_money=start_money,
        salary=rng.choice((0, 2, dearest)), coins=((MOST_COINS, 6), (1, 1)),
        jail_fee=amount(dearest, rng), jail_tries=rng.choice((1, 3, 20)),
        holdfasts=rng.choice((0, 1, 12, MOST_COINS)), castles=rng.choice((0, 1, MOST_COINS)),
        storeys=storeys, set_factor=rng.choice((1, 2, 100)),
        faith_rent=tuple(amount(dearest, rng) for _ in range(kinds.count(SpaceKind.FAITH))),
        order_rent=tuple(
            (amount(dearest, rng), amount(9, rng)) for _ in range(kinds.count(SpaceKind.ORDER))
        ),
        opening_bid=amount(dearest, rng), bid_step=amount(dearest, rng), spaces=spaces,
        cards=any_cards(kinds, dearest, rng) if SpaceKind.CHANCE in kinds else (),
        marks=(("*", Mark.INVENTED),), hints=(),
    )  # fmt: skip


def amount(dearest: int, rng: random.Random) -> int:
    """A number of coins."""
    return rng.choice((1, rng.randint(1, dearest), dearest))


def any_kinds(size: int, rng: random.Random) -> list[SpaceKind]:
    """The kinds of the spaces; a few of them may be most of a board."""
    others = [kind for kind in SpaceKind if kind not in {*ALWAYS_THERE, SpaceKind.GO_TO_JAIL}]
    weights = [rng.choice((0, 1, 1, 9)) for _ in others]
    weights[0] += not sum(weights)
    kinds = rng.choices(others, weights, k=size)
    jail, go_to_jail = rng.sample(range(1, size), 2)
    if rng.randrange(2):
        kinds[go_to_jail] = SpaceKind.GO_TO_JAIL
    kinds[0], kinds[jail] = ALWAYS_THERE
    return kinds


def any_space(
    number: int, kind: SpaceKind, storeys: int, dearest: int, rng: random.Random
) -> Space:
    """A space of a kind, with all its numbers."""
    if kind is SpaceKind.TAX:
        return Space(f"Space {number}", kind, amount=amount(dearest, rng))
    if kind not in DEED_KINDS:
        return Space(f"Space {number}", kind)
    mortgage = amount(dearest, rng)
    space = Space(
        f"Space {number}",
        kind,
        price=amount(dearest, rng),
        mortgage=mortgage,
        unmortgage=rng.randint(mortgage, max(dearest, mortgage)),
    )
    if kind is not SpaceKind.LOCATION:
        return space
    return attrs.evolve(
        space,
        group=rng.choice(GROUPS[: rng.randint(1, 5)]),
        rents=sorted(amount(dearest, rng) for _ in range(storeys + 2)),
        holdfast_cost=amount(dearest, rng),
        castle_cost=amount(dearest, rng),
    )


def any_cards(kinds: list[SpaceKind], dearest: int, rng: random.Random) -> tuple[ChanceCard, ...]:
    """A deck in which drawing ends, perhaps only after all other cards."""
    last = ChanceCard("last", 1, [any_effect(rng.choice(ENDS), kinds, dearest, rng)])
    cards, left = [last], rng.choice((0, 3, 30, MOST_CARDS)) - 1
    while left > 0 and len(cards) < MOST_CARDS:
        copies = rng.randint(1, min(left, 9))
        if not rng.randrange(6):
            effects = [Effect(Word.JAIL_CARD)]
        else:
            words = rng.choices(ENDS, k=rng.choice((0, 1, 1, 2, 9)))
            if not words or rng.randrange(2):
                words.insert(rng.randint(0, len(words)), rng.choice([*MOVES]))
            effects = [any_effect(word, kinds, dearest, rng) for word in words]
        cards.append(ChanceCard(f"card {len(cards)}", copies, effects))
        left -= copies
    return tuple(rng.sample(cards, len(cards)))


def any_effect(word: Word, kinds: list[SpaceKind], dearest: int, rng: random.Random) -> Effect:
    """An effect, which leads to Chance again more often than not where it moves a token."""
    chances = [number for number, kind in enumerate(kinds) if kind is SpaceKind.CHANCE]
    match word:
        case Word.MOVE_TO:
            return Effect(word, [rng.choice((rng.randrange(len(kinds)), *chances))])
        case Word.MOVE_BY:
            return Effect(word, [rng.choice((-1, 1)) * rng.randint(1, len(kinds) - 1)])
        case Word.MOVE_TO_NEAREST:
            return Effect(word, kind=rng.choice((rng.choice(kinds), SpaceKind.CHANCE)))
        case _:
            return Effect(word, [amount(dearest, rng) for _ in range(word.arguments)])
