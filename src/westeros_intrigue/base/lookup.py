"""Rulebooks as mappings: the entry of an id, and what was probably meant by an unknown one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_type

_Rule = TypeVar("_Rule")


def entry_of(rulebook: Mapping[str, _Rule], rule_id: str) -> _Rule:
    """Return the rule of a rulebook with an id; an InvalidValue names ids that look like it."""
    check_type("rule_id", rule_id, str)
    if rule_id in rulebook:
        return rulebook[rule_id]
    from difflib import get_close_matches  # noqa: PLC0415 - for this message only

    close = get_close_matches(rule_id, rulebook)
    hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise InvalidValue(f"no rule has the id {rule_id!r}{hint}")
