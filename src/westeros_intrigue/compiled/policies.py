"""The policies by which seats choose their moves in simulations and playouts."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.values import NamedEnum, brief


class Policy(NamedEnum):
    """The way in which a seat chooses its moves in a simulation or playout.

    Wherever a policy is an argument, its value will do: `"greedy"` is `Policy.GREEDY`.

    >>> Policy.GREEDY, Policy("greedy") is Policy.GREEDY
    (Policy.GREEDY, True)
    """

    RANDOM = "random"
    """At random, uniform over `distinct_moves`, as `players.random_player` does."""
    LEGAL = "legal"
    """At random, uniform over `legal_moves`: a house counts by its cards in the hand."""
    GREEDY = "greedy"
    """As `players.greedy_player` does."""
    EPSILON_GREEDY = "epsilon-greedy"
    """As `GREEDY`, but one move in ten is made as by `RANDOM`."""


EPSILON = 0.1
"""The share of its moves that `Policy.EPSILON_GREEDY` makes at random."""
Policies = TypeAliasType("Policies", "Policy | str | Iterable[Policy | str]")
"""One policy for all seats, or one for each from seat 0."""


def policy_named(value: Policy | str) -> Policy:
    """Return a policy, or the policy of a value.

    >>> policy_named("greedy")
    Policy.GREEDY

    Raises:
        InvalidValue: no policy has that value.
    """
    if isinstance(value, Policy):
        return value
    if not isinstance(value, str):
        raise WrongType(f"a policy must be a Policy or its name, not {brief(value)}")
    try:
        return Policy(value)
    except ValueError:
        names = ", ".join(repr(policy.value) for policy in Policy)
        raise InvalidValue(f"a policy must be one of {names}, not {brief(value)}") from None


def policies_named(policies: Policies) -> tuple[Policy, ...]:
    """Return policies, of which one alone stands for all seats.

    Raises:
        InvalidValue: a name is not a policy's; a list has a single policy.
    """
    if isinstance(policies, Policy | str):
        return (policy_named(policies),)
    if not isinstance(policies, Iterable):
        raise WrongType(f"policy must be a Policy, a name or several, not {brief(policies)}")
    named = tuple(map(policy_named, policies))
    if len(named) == 1:
        raise InvalidValue(f"a list has a policy for each seat: for all, pass {named[0]} alone")
    return named


def policy_of_each(players: int, policies: Policies) -> tuple[Policy, ...]:
    """Return for each seat its policy.

    Raises:
        InvalidValue: a name is not a policy's; not as many policies as players.
    """
    named = policies_named(policies)
    if len(named) == 1:
        return named * players
    if len(named) != players:
        raise InvalidValue(f"{players} seats need a policy each, not {len(named)}")
    return named
