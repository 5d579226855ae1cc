"""The rules and rulings of the second game as data, by id.

A rule is stated in the publisher's leaflet, or follows from it, or is a ruling: the leaflet is
silent or ambiguous there, and the entry has the reading chosen and its reason. An entry
that is a ruling in one part only counts as one. The texts are paraphrases.
"""

from __future__ import annotations

from typing import Final

from westeros_intrigue.gamekit.rulebook import Rulebook, paragraphs
from westeros_intrigue.games.monopoly import rules_between_players, rules_on_the_board

RULEBOOK: Final = Rulebook(rules_on_the_board.RULES + rules_between_players.RULES)
"""All rules by id, chapter by chapter."""
rule: Final = RULEBOOK.rule
PRIMER: Final = paragraphs("""
    Be the last who is not bankrupt.

    In your turn you throw both dice and move on. After a double you throw again, but the
    third in a row sends you to jail.

    A deed that nobody owns is yours for its price; if you do not buy it, all may bid.

    On the deed of another you pay its rent, if its owner asks for it.

    With all Locations of a colour you get double rent and may build: four Holdfasts,
    evenly, and then a Castle.

    Faiths earn more the more of them you own; Orders earn by a throw of the dice.

    Before each throw all may build, sell, mortgage or offer a trade in turn. Pass if you
    want nothing.

    You leave jail by the fee, a card or a double.

    If you owe more than you have, sell buildings and mortgage deeds. If that is not enough,
    you are out.
""")
"""The rules that a newcomer needs."""
