"""How seats choose their moves in simulations."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import NamedEnum, tuple_of


class Policy(NamedEnum):
    """How a seat chooses its moves in a simulation.

    >>> Policy.GREEDY
    Policy.GREEDY
    """

    LEGAL_MOVES = "legal-moves"
    """At random, uniform over `legal_moves`: a house counts by its cards in the hand."""
    DISTINCT_MOVES = "distinct-moves"
    """At random, uniform over `distinct_moves`, as `players.random_player` does."""
    GREEDY = "greedy"
    """As `players.greedy_player` does."""


Policies = TypeAliasType("Policies", "Policy | Iterable[Policy]")
"""One policy for all seats, or one for each from seat 0."""


def policy_of_each(players: int, policy: Policies) -> tuple[Policy, ...]:
    """Return for each seat its policy.

    Raises:
        InvalidValue: not as many policies as players.
    """
    if isinstance(policy, Policy):
        return (policy,) * players
    policies = tuple_of("policy", Policy, policy)
    if len(policies) != players:
        raise InvalidValue(f"each of {players} seats has a policy, and {len(policies)} are given")
    return policies
