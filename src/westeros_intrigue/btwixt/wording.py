"""Abilities in words, made from the vocabulary: for screens, pictures and owners of the box.

Rules: box.well-formed, components.triumph.
"""

from __future__ import annotations

from westeros_intrigue.base.values import check_type, listed
from westeros_intrigue.btwixt.cards import Ally, InfluenceCard
from westeros_intrigue.btwixt.vocabulary import Ability, Onto, Who


def describe(thing: Ability | Ally | InfluenceCard) -> str:
    """Return what an ability, an ally or an influence card does, in sentences.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> print(describe(SAMPLE_BOX.entry("betrayal")))
    As you play it: you may move a red, green or purple card from another leader's pile to yours.
    >>> print(describe(SAMPLE_BOX.ally("jaime-lannister")))
    This round: nobody may play a card while a copy of it lies in a pile.

    Raises:
        WrongType: it is neither.

    Rules: components.influence, components.ally.
    """
    if isinstance(thing, Ability):
        return _sentence(thing)
    if not isinstance(thing, Ally):
        check_type("thing", thing, InfluenceCard)
    if thing.abilities is None:
        return "Its abilities are unknown."
    return " ".join(map(_sentence, thing.abilities)) or "It has no ability."


def _sentence(ability: Ability) -> str:
    what = ability.do.sentence.format(
        colours=listed(ability.colours or [""], "or"),
        cards=_Number(ability.cards or 0),
        ally=ability.ally,
        side=ability.side,
        count=_Number(ability.count or 0),
        who=_discarding(ability.who),
        title=ability.title,
        kill=f", kill {ability.kill} of them" if ability.kill else "",
        onto="on the current ally" if ability.onto is Onto.CURRENT else "in a council of yours",
        unless_winner=", unless you won the bid" if ability.unless_winner else "",
    )
    may = "you may " if ability.may else ""
    return f"{ability.timing.sentence}: {may}{what}."


def _discarding(who: tuple[Who, ...]) -> str:
    verb = "discard" if who == (Who.YOU,) else "discards"
    return f"{' and '.join(_WHO[each] for each in who)} {verb if len(who) == 1 else 'each discard'}"


class _Number(int):
    """A number that is written with its noun, as in `{count:card}`."""

    def __format__(self, noun: str) -> str:
        if self == 1:
            return f"{'an' if noun == 'ally' else 'a'} {noun}"
        return f"{int(self)} {'allies' if noun == 'ally' else noun + 's'}"


_WHO = {Who.YOU: "you", Who.SECOND: "the leader with the second-highest total"}
