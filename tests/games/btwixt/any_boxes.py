"""Random boxes: cards with combinations of abilities that no printed card has."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import attrs

from westeros_intrigue.games.btwixt import SAMPLE_BOX, Box
from westeros_intrigue.games.btwixt.pieces import operations

_PART = 0.8  # the share of cards with abilities


def random_box(seed: int) -> Box:
    """Return the sample box with random abilities on four in five cards.

    Each operation has random numbers of its own, so that a new operation changes only the abilities
    whose place it takes.
    """
    rng = random.Random(seed)
    chances = {each: random.Random(f"{seed} {each.value}") for each in operations.Operation}

    def abilities(card: str, *, on_ally: bool) -> tuple[operations.Ability, ...]:
        number = rng.choice((1, 1, 1, 2, 3)) if rng.random() < _PART else 0
        found = []
        for place in range(number):
            drawn = {each: chances[each].random() for each in operations.Operation}
            able = [each for each in drawn if each.timings(on_ally=on_ally)]
            operation = max(able, key=drawn.__getitem__)
            own = random.Random(f"{seed} {card} {place} {operation.value}")
            found.append(_ability(own, operation, on_ally=on_ally))
        return tuple(found)

    return attrs.evolve(
        SAMPLE_BOX,
        name=f"Random box {seed}",
        allies=tuple(
            attrs.evolve(ally, abilities=abilities(ally.id, on_ally=True))
            for ally in SAMPLE_BOX.allies
        ),
        influence=tuple(
            attrs.evolve(
                entry, abilities=abilities(entry.id, on_ally=False), triumph=bool(number % 2)
            )
            for number, entry in enumerate(SAMPLE_BOX.influence)
        ),
    )


def _ability(
    rng: random.Random, operation: operations.Operation, *, on_ally: bool
) -> operations.Ability:
    timing = rng.choice(operation.timings(on_ally=on_ally))
    arguments = {str(name): _ARGUMENTS[name](rng) for name in operation.arguments}
    if operation is operations.Operation.LOOK_ALLIES:
        arguments["kill"] = rng.randint(0, arguments["count"])
    may = operation is operations.Operation.MOVE_BID_CARD and rng.random() < 0.5
    return operations.Ability(timing, operation, may=may, **arguments)


def _some(rng: random.Random, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(rng.sample(values, rng.randint(1, len(values))))


_ARGUMENTS: dict[operations.Argument, Callable[[random.Random], Any]] = {
    operations.Argument.COLOURS: lambda rng: _some(rng, tuple(operations.Colour)),
    operations.Argument.CARDS: lambda rng: rng.randint(1, 3),
    operations.Argument.UNLESS_WINNER: lambda rng: rng.random() < 0.5,
    operations.Argument.ALLY: lambda rng: rng.choice(SAMPLE_BOX.allies).name,
    operations.Argument.SIDE: lambda rng: rng.choice(tuple(operations.Side)),
    operations.Argument.COUNT: lambda rng: rng.randint(1, 4),
    operations.Argument.KILL: lambda rng: rng.randint(0, 2),
    operations.Argument.WHO: lambda rng: _some(rng, tuple(operations.Who)),
    operations.Argument.TITLE: lambda rng: rng.choice(SAMPLE_BOX.influence).title,
    operations.Argument.ONTO: lambda rng: rng.choice(tuple(operations.Onto)),
}
"""A strategy for each argument."""
