"""The rules and rulings of the second game as data, by id.

A rule is stated in the publisher's leaflet, or follows from it, or is a ruling: the leaflet is
silent or ambiguous there, and the entry gives the reading taken and the reason for it. An entry
that is a ruling in one part only counts as one. The texts are paraphrases.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_type
from westeros_intrigue.monopoly import rules_between_players, rules_on_the_board
from westeros_intrigue.rules.rulebook import Rule

RULEBOOK: Final[Mapping[str, Rule]] = MappingProxyType(
    {entry.id: entry for entry in rules_on_the_board.RULES + rules_between_players.RULES}
)
"""All rules by id, chapter by chapter."""


def rule(rule_id: str) -> Rule:
    """Return the rule with an id, such as `auction.cash`.

    >>> print(rule("build.even"))
    build.even: A player builds only on a Location with the fewest buildings of its set.

    Raises:
        InvalidValue: there is no such rule; the message names ids that look like it.
        WrongType: `rule_id` is not a str.
    """
    check_type("rule_id", rule_id, str)
    if rule_id in RULEBOOK:
        return RULEBOOK[rule_id]
    close = get_close_matches(rule_id, RULEBOOK)
    hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise InvalidValue(f"no rule has the id {rule_id!r}{hint}")
