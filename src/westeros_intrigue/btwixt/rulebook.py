"""The rules and rulings of B'Twixt as data, by id.

A rule is stated in the rulebook, or follows from it, or is a ruling: the text is silent or
ambiguous there, and the entry has the reading chosen and its reason. Where a rule is of
two kinds, the second part is a separate entry. The texts are paraphrases.
"""

from __future__ import annotations

from typing import Final

from westeros_intrigue.btwixt import rules_of_a_round, rules_of_cards, rules_of_the_ring
from westeros_intrigue.rules.entries import Rulebook, paragraphs

RULEBOOK: Final = Rulebook(rules_of_the_ring.RULES + rules_of_a_round.RULES + rules_of_cards.RULES)
"""All rules by id, chapter by chapter."""
rule: Final = RULEBOOK.rule
PRIMER: Final = paragraphs("""
    You share a council with each neighbour. Your weaker council counts: make both strong.

    Each round the leaders bid for an ally. In your turn you play a card face up, and do
    what it says, or kneel, which passes for the rest of the round.

    Once all have knelt, the highest total wins the ally. A tie goes to the first clockwise
    from the first player.

    The winner puts the ally into either of their two councils, does what it says, and puts
    a power token, unseen, into one of them.

    Some allies help, some have less than no power: they are for the council that you do not
    need.

    Ten cards last for a whole season, which has one round more than there are leaders. Then
    all are dealt new hands.

    After winter all tokens are turned over. The power of a council is that of its allies
    and tokens, and the strongest weaker council wins.
""")
"""The rules that a newcomer needs."""
