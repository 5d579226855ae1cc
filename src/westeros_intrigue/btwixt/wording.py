"""Abilities in words, made from the vocabulary: for screens, pictures and owners of the box.

Rules: box.well-formed, components.triumph.
"""

from __future__ import annotations

from westeros_intrigue.base.values import check_type, listed
from westeros_intrigue.btwixt.cards import Ally, InfluenceCard
from westeros_intrigue.btwixt.vocabulary import Ability, Onto, Operation, Timing, Who


def describe(thing: Ability | Ally | InfluenceCard) -> str:
    """Return what an ability, an ally or an influence card does, in sentences.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> print(describe(SAMPLE_BOX.entry("betrayal")))
    When played: you may move a red, green or purple card from another leader's pile to yours.
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
    what = _OPERATIONS[ability.do].format(
        colours=listed(ability.colours or [""], "or"),
        cards=_counted(ability.cards, "card"),
        ally=ability.ally,
        side=ability.side,
        allies=_counted(ability.count, "ally"),
        discards=_counted(ability.count, "card"),
        who=" and ".join(_WHO[who] for who in ability.who),
        verb=_verb(ability.who),
        title=ability.title,
        kill=f", kill {ability.kill} of them" if ability.kill else "",
        onto="on the current ally" if ability.onto is Onto.CURRENT else "in a council of yours",
        unless=", unless you won the bid" if ability.unless_winner else "",
    )
    may = "you may " if ability.may else ""
    return f"{_TIMINGS[ability.timing]}: {may}{what}."


def _verb(who: tuple[Who, ...]) -> str:
    if len(who) > 1:
        return "each discard"
    return "discard" if who == (Who.YOU,) else "discards"


def _counted(number: int | None, word: str) -> str:
    if number == 1:
        return f"{'an' if word == 'ally' else 'a'} {word}"
    return f"{number or 0} {'allies' if word == 'ally' else word + 's'}"


_WHO = {Who.YOU: "you", Who.SECOND: "the leader with the second-highest total"}
_TIMINGS = {
    Timing.ON_PLAY: "When played",
    Timing.IN_PILE: "In a pile",
    Timing.AFTER_BID: "After the bid",
    Timing.PLACEMENT: "Placement",
    Timing.CLEAN_UP: "At the end of the round",
    Timing.THIS_ROUND: "This round",
    Timing.WHEN_CLAIMED: "When claimed",
}
_OPERATIONS = {
    Operation.MOVE_BID_CARD: "move a {colours} card from another leader's pile to yours",
    Operation.PROTECT_SELF: "other influence cards cannot move this card",
    Operation.MOVE_TOKEN: "move a token from a leader's council to that leader's other council",
    Operation.WATCH_HAND: "choose another leader, and see that hand until the end of the round",
    Operation.SKIP_TURNS: "from your next turn on, skip, or play up to {cards} and kneel",
    Operation.TO_PILE_OF: "choose another leader, to whose pile this card is added",
    Operation.TO_HAND: "this card returns to your hand{unless}",
    Operation.PLACE_SHARED: "a neighbour who wins must use the council shared with you",
    Operation.PLACE_WITH_HIGHEST: "with an ally of the highest power among yours",
    Operation.PLACE_WITH: "with {ally}, if that ally is yours",
    Operation.PLACE_SIDE: "in the council to your {side}",
    Operation.CLAIM_NEXT: "reveal the next ally and claim it, into the same council",
    Operation.MOVE_ALLY: "move an ally from your other council to this one",
    Operation.LOOK_AND_TAKE: "look at another leader's hand and take a card of it",
    Operation.LOOK_ALLIES: "look at the top {allies}{kill}, and put the rest back in any order",
    Operation.DISCARD: "{who} {verb} {discards}",
    Operation.OFFER_KILL: (
        "another leader may discard a {title} to kill this ally, and you one to save it"
    ),
    Operation.NO_COPIES: "nobody may play a card while a copy of it lies in a pile",
    Operation.TAKE_BACK_PILE: "the first leader to kneel with a pile takes it back",
    Operation.GAIN_TOKEN: "gain a token {onto}",
    Operation.KILL_CURRENT: "the current ally is killed",
    Operation.INTRODUCE: "the next ally becomes current as well",
}
"""The sentence of each operation; its arguments are filled in."""
