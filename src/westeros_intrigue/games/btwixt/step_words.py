"""The steps of the agenda as words, for positions in one line: `2 place shae`, `0 discard 2`.

A step begins with its seat, or with `-` if it has none. Abilities are numbered from 0 in their card
or ally; 0 is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import short_repr
from westeros_intrigue.games.btwixt import abilities, seasons
from westeros_intrigue.games.btwixt.box import Box
from westeros_intrigue.games.btwixt.cards import Ally, Card, InfluenceCard, councils_of
from westeros_intrigue.games.btwixt.moves import parse_card
from westeros_intrigue.games.btwixt.operations import Ability, Operation

MOST_DIGITS: Final = 10
"""One more digit than a number of a line can have."""


def step_in_words(step: Step, box: Box) -> str:  # noqa: PLR0911, PLR0912 - one a class of steps
    """Return a step in words.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> step_in_words(abilities.PlaceAlly(2, "page", 1, "loras-tyrell"), SAMPLE_BOX)
    '2 place page c1 by loras-tyrell'

    Raises:
        InvalidValue: a line has no words for the step, since a hand is drafted or dealt.
    """
    match step:
        case seasons.Turn():
            count = "" if step.count is None else f" {step.count}"
            return f"{step.seat} turn{count}{' begun' * step.begun}"
        case abilities.PlaceAlly():
            where = "" if step.council is None else f" c{step.council} by {step.bringer}"
            return f"{step.seat} place {step.ally}{where}"
        case abilities.PlaceToken():
            return f"{step.seat} token"
        case abilities.AllyMove():
            return f"{step.seat} join {step.ally}"
        case abilities.Take():
            return f"{step.seat} take {step.leader} by {step.card or step.ally}"
        case abilities.Kill():
            return f"{step.seat} kill {step.count}"
        case abilities.PutBack():
            return f"{step.seat} return"
        case abilities.Discard():
            return f"{step.seat} discard {step.count}"
        case abilities.Offer():
            asked = "".join(f" {seat}" for seat in step.seats)
            return f"{step.seat} offer {step.ally} {step.leader} {_id_of(step.title, box)}{asked}"
        case abilities.Cancel():
            return f"{step.seat} cancel {step.ally} {step.leader} {_id_of(step.title, box)}"
        case abilities.BidCard():
            return f"{step.seat} fetch {step.card}{_number(step.ability, step.card, box)}"
        case abilities.TokenMove():
            return f"{step.seat} move-token {step.card or step.ally}"
        case abilities.OtherLeader():
            by = step.card or step.ally
            return f"{step.seat} leader {by}{_number(step.ability, by, box)}"
        case abilities.Effect():
            by, seat = step.card or step.ally, "-" if step.seat is None else step.seat
            return f"{seat} effect {by}{_number(step.ability, by, box)}"
        case abilities.Land():
            return f"{step.seat} land {step.card}"
        case seasons.NextTurn():
            return f"{step.seat} next"
        case seasons.ClaimCurrent():
            return f"{step.seat} claim"
        case seasons.DecideBid():
            return "- decide"
        case seasons.EndRound():
            return "- end"
        case _:
            raise InvalidValue(f"a line has no words for the step {type(step).__name__}")


def find_number(word: str, most: int) -> int | None:
    """Return the number that digits spell; None for other texts, and for a larger number.

    >>> find_number("12", 20), find_number("12", 6), find_number("c1", 6)
    (12, None, None)
    """
    is_number = word.isascii() and word.isdecimal() and len(word) < MOST_DIGITS
    return int(word) if is_number and int(word) <= most else None


def _id_of(title: str, box: Box) -> str:
    """Return the id of the card with a title."""
    return next(entry.id for entry in box.influence if entry.title == title)


def _abilities_of(name: str, box: Box) -> tuple[Ability, ...]:
    """Return the abilities of a card or an ally, by id."""
    entries: tuple[InfluenceCard | Ally, ...] = (*box.influence, *box.allies)
    found = next((entry.abilities for entry in entries if entry.id == name), None)
    return found or ()


def _number(ability: Ability, by: Card | str | None, box: Box) -> str:
    """Return a space and the number of an ability in its card or ally; empty for the first."""
    number = _abilities_of(by.id if isinstance(by, Card) else by or "", box).index(ability)
    return f" {number}" * bool(number)


@attrs.frozen
class _Words:
    """The words of a step after its seat, as far as they have not been read."""

    words: list[str]
    box: Box
    players: int

    def read_word(self, expected: str) -> str:
        if not self.words:
            raise InvalidValue(f"expected {expected}")
        return self.words.pop(0)

    def read_number(self, expected: str, most: int = 1000) -> int:
        word = self.read_word(expected)
        number = find_number(word, most)
        if number is None:
            raise InvalidValue(f"expected {expected}, not {short_repr(word)}")
        return number

    def read_seat(self) -> int:
        return self.read_number("a seat", self.players - 1)

    def read_ally(self) -> str:
        name = self.read_word("an ally")
        return self.box.ally(name).id

    def read_source(self) -> tuple[Card | None, str | None]:
        """Return the card or the ally with an ability."""
        name = self.read_word("a card such as betrayal#1, or an ally")
        if any(name == ally.id for ally in self.box.allies):
            return None, name
        card = parse_card(name)
        self.box.entry(card)
        return card, None

    def read_card(self) -> Card:
        card, _ = self.read_source()
        if card is None or not card.copy:
            raise InvalidValue("expected a card with its number, such as betrayal#1")
        return card

    def read_title(self) -> str:
        return self.box.entry(self.read_word("a card such as betrayal")).title

    def read_ability(self, card: Card | None, ally: str | None, *operations: Operation) -> Ability:
        known = _abilities_of(card.id if card is not None else ally or "", self.box)
        number = self.read_number("the number of an ability") if self.words else 0
        if number >= len(known) or (operations and known[number].do not in operations):
            raise InvalidValue(f"expected the number of such an ability of {card or ally}")
        return known[number]


def read_step(text: str, box: Box, players: int) -> Step:
    """Return the step of a text, as `step_in_words` writes it.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> read_step("0 discard 2", SAMPLE_BOX, 3)
    Discard(seat=0, count=2)

    Raises:
        InvalidValue: the text is not a step, or the box has no such card or ally.
        NotationError: a card of it is not written as a card.
    """
    seat, _, rest = text.partition(" ")
    words = _Words(rest.lower().split(), box, players)
    name = words.read_word("a step such as place shae")
    read = _WITH_SEAT.get(name) if seat != "-" else _WITHOUT_SEAT.get(name)
    if read is None:
        known = ", ".join(_WITH_SEAT if seat != "-" else _WITHOUT_SEAT)
        raise InvalidValue(f"expected {known}, not {name!r}")
    number = -1 if seat == "-" else find_number(seat, players - 1)
    if number is None:
        raise InvalidValue(f"expected a seat before {name}, not {short_repr(seat)}")
    step = read(number, words)
    if words.words:
        raise InvalidValue(f"expected nothing after the step, not {words.words[0]!r}")
    return step


def _read_turn(seat: int, words: _Words) -> Step:
    if not words.words:
        return seasons.Turn(seat)
    count = words.read_number("a number of cards")
    begun = bool(words.words) and words.read_word("begun") == "begun"
    return seasons.Turn(seat, count, begun)


def _read_placement(seat: int, words: _Words) -> Step:
    ally = words.read_ally()
    if not words.words:
        return abilities.PlaceAlly(seat, ally)
    councils = {f"c{council}": council for council in councils_of(seat, words.players)}
    council = words.read_word("a council")
    if council not in councils or words.read_word("by") != "by":
        raise InvalidValue(f"expected {' or '.join(councils)}, by and an ally")
    return abilities.PlaceAlly(seat, ally, councils[council], words.read_ally())


def _read_take(seat: int, words: _Words) -> Step:
    leader = words.read_seat()
    if words.read_word("by") != "by":
        raise InvalidValue("expected by and a card or an ally")
    return abilities.Take(seat, leader, *words.read_source())


def _read_offer(seat: int, words: _Words) -> Step:
    ally, leader, title = words.read_ally(), words.read_seat(), words.read_title()
    others = []
    while words.words:
        others.append(words.read_seat())
    return abilities.Offer(seat, ally, leader, title, tuple(others))


def _read_cancel(seat: int, words: _Words) -> Step:
    return abilities.Cancel(seat, words.read_ally(), words.read_seat(), words.read_title())


def _read_fetch(seat: int, words: _Words) -> Step:
    card = words.read_card()
    return abilities.BidCard(seat, words.read_ability(card, None, Operation.MOVE_BID_CARD), card)


def _read_leader(seat: int, words: _Words) -> Step:
    card, ally = words.read_source()
    choosing = (Operation.WATCH_HAND, Operation.TO_PILE_OF, Operation.LOOK_AND_TAKE)
    return abilities.OtherLeader(seat, words.read_ability(card, ally, *choosing), card, ally)


def _read_effect(seat: int, words: _Words) -> Step:
    card, ally = words.read_source()
    return abilities.Effect(
        words.read_ability(card, ally), None if seat < 0 else seat, card=card, ally=ally
    )


_WITH_SEAT: Final[Mapping[str, Callable[[int, _Words], Step]]] = {
    "turn": _read_turn,
    "place": _read_placement,
    "token": lambda seat, _: abilities.PlaceToken(seat),
    "join": lambda seat, words: abilities.AllyMove(seat, words.read_ally()),
    "take": _read_take,
    "kill": lambda seat, words: abilities.Kill(seat, words.read_number("a number of allies")),
    "return": lambda seat, _: abilities.PutBack(seat),
    "discard": lambda seat, words: abilities.Discard(seat, words.read_number("a number of cards")),
    "offer": _read_offer,
    "cancel": _read_cancel,
    "fetch": _read_fetch,
    "move-token": lambda seat, words: abilities.TokenMove(seat, *words.read_source()),
    "leader": _read_leader,
    "effect": _read_effect,
    "land": lambda seat, words: abilities.Land(seat, words.read_card()),
    "next": lambda seat, _: seasons.NextTurn(seat),
    "claim": lambda seat, _: seasons.ClaimCurrent(seat),
}
_WITHOUT_SEAT: Final[Mapping[str, Callable[[int, _Words], Step]]] = {
    "effect": _read_effect,
    "decide": lambda _seat, _words: seasons.DecideBid(),
    "end": lambda _seat, _words: seasons.EndRound(),
}
