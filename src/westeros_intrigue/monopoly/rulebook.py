"""The rules and rulings of the second game as data, by id.

A rule is stated in the publisher's leaflet, or follows from it, or is a ruling: the leaflet is
silent or ambiguous there, and the entry has the reading chosen and its reason. An entry
that is a ruling in one part only counts as one. The texts are paraphrases.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from westeros_intrigue.monopoly import rules_between_players, rules_on_the_board
from westeros_intrigue.rules.entries import Rule, entry_of

RULEBOOK: Final[Mapping[str, Rule]] = MappingProxyType(
    {entry.id: entry for entry in rules_on_the_board.RULES + rules_between_players.RULES}
)
"""All rules by id, chapter by chapter."""


def rule(rule_id: str) -> Rule:
    """Return the rule with an id, such as `auction.cash`.

    >>> print(rule("build.even"))
    build.even: A player builds only on a Location with the fewest buildings of its set.

    Raises:
        InvalidValue: no rule has that id; the message names ids that look like it.
        WrongType: `rule_id` is not a str.
    """
    return entry_of(RULEBOOK, rule_id)
