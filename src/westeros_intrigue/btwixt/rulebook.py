"""The rules and rulings of B'Twixt as data, by id.

A rule is stated in the rulebook, or follows from it, or is a ruling: the text is silent or
ambiguous there, and the entry has the reading chosen and its reason. Where a rule is of
two kinds, the second part is a separate entry. The texts are paraphrases.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from westeros_intrigue.btwixt import rules_of_a_round, rules_of_cards, rules_of_the_ring
from westeros_intrigue.rules.entries import Rule, entry_of

RULEBOOK: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        entry.id: entry
        for entry in rules_of_the_ring.RULES + rules_of_a_round.RULES + rules_of_cards.RULES
    }
)
"""All rules by id, chapter by chapter."""


def rule(rule_id: str) -> Rule:
    """Return the rule with an id, such as `claim.winner`.

    >>> print(rule("ring.neighbours"))
    ring.neighbours: Leaders who share a council are neighbours.

    Raises:
        InvalidValue: no rule has that id; the message names ids that look like it.
        WrongType: `rule_id` is not a str.
    """
    return entry_of(RULEBOOK, rule_id)
