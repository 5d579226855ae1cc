"""The words of seats, allies, cards, titles, councils and abilities in the steps of a line.

The steps themselves say by `line` how they are written; these are the words of their fields.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Final

import attrs

from westeros_intrigue.gamekit import spellings
from westeros_intrigue.gamekit.limits import Range
from westeros_intrigue.gamekit.spellings import Called, Described, Known, Spelling, Told, usually
from westeros_intrigue.gamekit.text import Scanner, pattern
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.pieces.cards import (
    Ally,
    Card,
    InfluenceCard,
    councils_of,
    shared_card,
)
from westeros_intrigue.games.btwixt.pieces.operations import Ability, Operation

MOST_DIGITS: Final = 10
"""One more digit than a number of a line can have."""


def find_number(word: str, most: int) -> int | None:
    """Return the number that digits spell; None for other texts, and for a larger number.

    >>> find_number("12", 20), find_number("12", 6), find_number("c1", 6)
    (12, None, None)
    """
    is_number = word.isascii() and word.isdecimal() and len(word) < MOST_DIGITS
    return int(word) if is_number and int(word) <= most else None


@attrs.frozen
class StepTable:
    """The part of a table that the words of steps need: it has no agenda."""

    box: Box
    players: int


def _abilities_of(table: StepTable, known: Known) -> tuple[Ability, ...]:
    """Return the abilities of the card or the ally of a step."""
    card, ally = known.get("card"), known.get("ally")
    name = card.id if card is not None else ally
    entries: tuple[InfluenceCard | Ally, ...] = (*table.box.influence, *table.box.allies)
    found = next((entry.abilities for entry in entries if entry.id == name), None)
    return found or ()


def _first_ability(*operations: Operation) -> Callable[[StepTable, Known], Any]:
    """Return a function that finds the first ability of a card or an ally, if it is suitable."""

    def find(table: StepTable, known: Known) -> Any:  # noqa: ANN401 - an ability, or none
        first = _abilities_of(table, known)[:1]
        return first[0] if first and first[0].do in operations else attrs.NOTHING

    return find


_CHOOSING = (Operation.WATCH_HAND, Operation.TO_PILE_OF, Operation.LOOK_AND_TAKE)
_AN_ABILITY = Described("the number of such an ability of the card or the ally, from 0")

SeatAt = Annotated[int, "seat"]
"""A seat at the table."""
Reader = Annotated[SeatAt | None, Called(("-",))]
"""The seat of a step, or none."""
AllyId = Annotated[str, "ally"]
"""An ally of the box, by id."""
CardWithAbility = Annotated[Card | None, usually(None)]
"""The card with an ability; None if it is an ally's."""
AllyWithAbility = Annotated[AllyId | None, usually(None)]
"""The ally with an ability; None if it is a card's."""
Title = Annotated[str, "title"]
"""The title of influence cards, in a line by id."""
OwnCouncil = Annotated[int, "council"]
"""A council of the seat of the step, in a line with a c before it."""
Counted = Annotated[int, Range(0, 1000)]
"""A number of cards or allies."""
Begun = Annotated[bool, "begun"]
"""True with the word `begun`."""
AnyAbility = Annotated[Ability, "any", _AN_ABILITY, Told(_first_ability(*Operation))]
"""An ability, in a line by its number in its card or ally; the first is left out."""
BidAbility = Annotated[Ability, "bid", _AN_ABILITY, Told(_first_ability(Operation.MOVE_BID_CARD))]
"""An ability that moves a card of a bid."""
LeaderAbility = Annotated[Ability, "leader", _AN_ABILITY, Told(_first_ability(*_CHOOSING))]
"""An ability for which another leader is chosen."""

_NUMBER = spellings.NUMBER
_ID = pattern("[a-z][a-z0-9-]*(?![a-z0-9-]*#)")
_NUMBERED_CARD = pattern("[a-z][a-z0-9-]*#[1-9][0-9]{0,5}(?![0-9])")
_ANY_ID = re.compile("(?!#)[^ ]+")
_ANY_CARD = pattern("[a-z][a-z0-9-]*(?:#[1-9][0-9]{0,5})?(?![^ ;])")
_COUNCIL = pattern("c[0-9]{1,2}(?![a-z0-9-])")
_A_CARD = "a card with its number, such as betrayal#1"


def _scan_seat(scanner: Scanner, table: StepTable, _known: Known) -> int:
    last, start = table.players - 1, scanner.position
    seat = int(scanner.need(_NUMBER, "a seat"))
    if seat > last:
        raise scanner.error(f"a seat from 0 to {last}", start)
    return seat


def _scan_ally(scanner: Scanner, table: StepTable, _known: Known) -> str:
    start = scanner.position
    name = scanner.need(_ID, "an ally").lower()
    if all(ally.id != name for ally in table.box.allies):
        raise scanner.error("an ally of the box", start)
    return name


def _scan_card(scanner: Scanner, table: StepTable, _known: Known) -> Card:
    start = scanner.position
    name, _, copy = scanner.need(_NUMBERED_CARD, _A_CARD).lower().partition("#")
    if not table.box.holds(shared_card(name)):
        raise scanner.error("a card of the box", start)
    return shared_card(name, int(copy))


def _scan_title(scanner: Scanner, table: StepTable, _known: Known) -> str:
    start = scanner.position
    name = scanner.need(_ID, "a card such as betrayal").lower()
    if not table.box.holds(shared_card(name)):
        raise scanner.error("a card of the box", start)
    return table.box.entry(name).title


def _write_title(title: str, table: StepTable, _known: Known) -> str:
    return next(entry.id for entry in table.box.influence if entry.title == title)


def _scan_council(scanner: Scanner, table: StepTable, known: Known) -> int:
    councils = {f"c{council}": council for council in councils_of(known["seat"], table.players)}
    expected, start = " or ".join(councils), scanner.position
    council = councils.get(scanner.need(_COUNCIL, expected).lower())
    if council is None:
        raise scanner.error(expected, start)
    return council


def _scan_ability(
    operations: tuple[Operation, ...], scanner: Scanner, table: StepTable, known: Known
) -> Ability:
    abilities, start = _abilities_of(table, known), scanner.position
    number = int(scanner.need(_NUMBER, "the number of an ability"))
    if number >= len(abilities) or abilities[number].do not in operations:
        by = known.get("card") or known.get("ally")
        raise scanner.error(f"the number of such an ability of {by}, from 0", start)
    return abilities[number]


def _write_ability(ability: Ability, table: StepTable, known: Known) -> str:
    return str(_abilities_of(table, known).index(ability))


def _ability_word(*operations: Operation) -> Spelling[Ability]:
    scan = partial(_scan_ability, operations)
    return Spelling(_NUMBER, scan, "the number of an ability", _write_ability, ("#",))


def _scan_id(scanner: Scanner, _table: object, _known: Known) -> str:
    return scanner.need(_ANY_ID, "an id such as shae")


def _scan_any_card(scanner: Scanner, _table: object, _known: Known) -> Card:
    name, _, copy = scanner.need(_ANY_CARD, "a card such as betrayal").lower().partition("#")
    return shared_card(name, int(copy or 0))


ID: Final = Spelling(_ANY_ID, _scan_id, "an id such as shae", spellings.as_text, ("an ally",))
"""The spelling of an id, which need not be of a box."""
CARD: Final = Spelling(
    _ANY_CARD, _scan_any_card, "a card such as betrayal", spellings.as_text, ("a card",)
)
"""The spelling of a card, perhaps with its number, which need not be of a box."""


def _scan_box_card(scanner: Scanner, table: StepTable, known: Known) -> Card:
    start = scanner.position
    card = _scan_any_card(scanner, table, known)
    if not table.box.holds(shared_card(card.id)):
        raise scanner.error("a card of the box", start)
    return card


BOX_SEAT: Final = Spelling(_NUMBER, _scan_seat, "a seat", spellings.as_text, ("#",))
"""The spelling of a seat at the table."""
BOX_ALLY: Final = Spelling(_ID, _scan_ally, "an ally of the box", spellings.as_text, ("an ally",))
"""The spelling of an ally of the box, by id."""
BOX_CARD: Final = Spelling(
    _ANY_CARD, _scan_box_card, "a card of the box", spellings.as_text, ("a card",)
)
"""The spelling of a card of the box, perhaps with its number."""
OWN: Final[Mapping[Any, Spelling[Any]]] = {
    SeatAt: BOX_SEAT,
    AllyId: BOX_ALLY,
    Card: Spelling(_NUMBERED_CARD, _scan_card, _A_CARD, spellings.as_text, ("a card",)),
    Title: Spelling(_ID, _scan_title, "a card such as betrayal", _write_title, ("a title",)),
    OwnCouncil: Spelling(
        _COUNCIL, _scan_council, "a council", lambda council, *_: f"c{council}", ("a council",)
    ),
    Begun: spellings.one_of({"begun": True}),
    AnyAbility: _ability_word(*Operation),
    BidAbility: _ability_word(Operation.MOVE_BID_CARD),
    LeaderAbility: _ability_word(*_CHOOSING),
}
"""The spellings that do not follow from annotations."""
