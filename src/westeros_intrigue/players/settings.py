"""What the players that search are set to, and the checks of it."""

from __future__ import annotations

from math import inf
from typing import Any

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.values import brief
from westeros_intrigue.compiled.trials import Style

STYLES = {
    "greedy": Style(own=2, unseen=1, mixed=4, random=0.1),
    "random": Style(own=0, unseen=0, mixed=0, random=1.0),
}
"""How the seats of a playout choose, by the names of the policies."""


def one_of_the_policies(_instance: object, _attribute: attrs.Attribute[Any], value: object) -> None:
    """Check the name of a policy; see `check_policy`."""
    check_policy(value)


def check_policy(value: object) -> None:
    """Check the name of a policy.

    Raises:
        WrongType: it is no str.
        InvalidValue: there is no such policy.
    """
    if not isinstance(value, str):
        raise WrongType(f"policy must be a str, not {brief(value)}")
    if value not in STYLES:
        names = " or ".join(repr(name) for name in STYLES)
        raise InvalidValue(f"policy must be {names}, not {brief(value)}")


def seconds_or_none(_instance: object, _attribute: attrs.Attribute[Any], value: object) -> None:
    """Check a number of seconds.

    Raises:
        WrongType: it is neither a number nor None.
        InvalidValue: it is not more than 0, or infinite.
    """
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise WrongType(f"seconds must be a number or None, not {brief(value)}")
    if not 0 < value < inf:
        raise InvalidValue(f"seconds must be more than 0 and finite, not {brief(value)}")
