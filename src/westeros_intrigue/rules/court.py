"""The court: the pyramid of cards, its open slots, and the reasons against a placement.

`list_violations` is the rules for placing cards as the rulebook states them, one after another; the
board says the same of every slot at once, but not why.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import ItemsView, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby, pairwise
from typing import Annotated

import attrs
from typing_extensions import override

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import Faulty, InvalidValue
from westeros_intrigue.gamekit.pictures import Pictured
from westeros_intrigue.rules.board import PLANE, PLANE_BITS, Board, cells
from westeros_intrigue.rules.cards import (
    DECK,
    SLOTS,
    WIDEST,
    Card,
    House,
    Move,
    Slot,
    WidthLimit,
    next_of,
)
from westeros_intrigue.rules.house_rules import find_opening
from westeros_intrigue.rules.violations import (
    NO_REMEDY,
    IllegalMove,
    Remedy,
    Violation,
    ViolationCode,
    Violations,
    house_of,
    violation,
)

FIRST_SLOT = Slot(0, 0)


class InvalidCourt(Faulty):
    """No sequence of placements can produce these cards; `faults` lists the reasons.

    >>> from westeros_intrigue import parse_court
    >>> parse_court("a0 S1 . S2")
    Traceback (most recent call last):
    westeros_intrigue.rules.court.InvalidCourt: the bottom row has a gap between a0 and a2
    """


@attrs.frozen(init=False, repr=False)
class Court(values.Value, Pictured, values.ByName[Slot, Card]):
    """The cards of the court by slot: an immutable mapping in slot order.

    Use it without a game to referee a table whose hands you cannot see: `place` enforces the rules
    for placing cards and refuses a card that is already in the court.

    >>> court = Court().place(Card(House.STARK, 1), Slot(0, 0))
    >>> court
    Court({Slot(row=0, column=0): Card('S1')}, width_limit=8)
    >>> print(court)
    a0 S1
    >>> [str(slot) for slot in court.open_slots(House.LANNISTER)]
    ['a-1', 'a1']
    >>> court.explain(House.LANNISTER, Slot(1, 0))[0].rule
    'court.support'

    Args:
        cards: the cards by slot; by default the empty court.
        width_limit: the maximum number of cards in the bottom row, 1 to 8.
        house_rule: the house rule that opens additional slots, as in `Variant.house_rule`. With
            one, cards need not match the cards below them.

    Raises:
        InvalidCourt: no sequence of placements produces these cards; `faults` lists the reasons.
        InvalidValue: the width limit is out of range.

    Rules: court.first, court.beside, court.no-insert, court.width, court.support, court.match,
    court.upper-gap, court.early-rise, court.vacant, components.characters.
    """

    _GAME = "westeros-intrigue"
    _entries: Mapping[Slot, Card] = attrs.field(alias="cards")
    width_limit: WidthLimit
    """The maximum number of cards in the bottom row (rule court.width)."""
    house_rule: Annotated[str, limits.Printable(200), limits.OnlyIfUnusual()]
    """The house rule that opens additional slots, as in `Variant.house_rule`; empty if none."""
    _board: Board = attrs.field(init=False, eq=False)

    def __init__(
        self,
        cards: Mapping[Slot, Card] = {},
        width_limit: int = WIDEST,
        house_rule: str = "",
    ) -> None:
        """Check the cards."""
        values.check_type("cards", cards, Mapping)
        width_limit = values.check_integer("width_limit", width_limit, 1, WIDEST)
        for slot, card in cards.items():
            values.check_type("a slot of the court", slot, Slot)
            values.check_type("a card of the court", card, Card)
        if len(cards) > len(DECK):
            raise InvalidCourt([f"the deck has {len(DECK)} cards, not {len(cards)}"])
        opening = find_opening(house_rule)
        if faults := tuple(_faults(cards, width_limit, is_printed=opening is None)):
            raise InvalidCourt(faults)
        board = Board.empty(width_limit, opening)
        # The bottom row grows from the first card.
        for slot in sorted(cards, key=lambda slot: (slot.row, abs(slot.column), slot)):
            board = board.place(cards[slot].house.index, slot.cell)
        # Pyright does not know the method, which attrs makes beside a constructor of one's own.
        self.__attrs_init__(  # pyright: ignore[reportAttributeAccessIssue]
            dict(sorted(cards.items())), width_limit, board.house_rule
        )
        object.__setattr__(self, "_board", board)

    @override
    def items(self) -> ItemsView[Slot, Card]:
        """Return the slots with their cards, in slot order.

        >>> from westeros_intrigue import parse_court
        >>> [(str(slot), str(card)) for slot, card in parse_court("a0 S4 L1").items()]
        [('a0', 'S4'), ('a1', 'L1')]
        """
        return self._entries.items()

    def __hash__(self) -> int:
        return hash((*self._entries.items(), self.width_limit))

    def __repr__(self) -> str:
        rule = f", house_rule={self.house_rule!r}" if self.house_rule else ""
        return f"Court({self._entries!r}, width_limit={self.width_limit}{rule})"

    def __str__(self) -> str:
        """The rows from the bottom up: the first slot of each, then its cards; `.` is a gap."""
        return " / ".join(_row_text(row) for row in self.rows) or "-"

    @property
    def rows(self) -> tuple[tuple[tuple[Slot, Card], ...], ...]:
        """The rows from the bottom up: the occupied slots of each with their cards, from the left.

        >>> court = Court({Slot(0, 0): Card(House.STARK, 1), Slot(0, 1): Card(House.STARK, 2)})
        >>> [[f"{card} in {slot}" for slot, card in row] for row in court.rows]
        [['S1 in a0', 'S2 in a1']]
        """
        return tuple(tuple(row) for _, row in groupby(self.items(), key=lambda item: item[0].row))

    @property
    def left(self) -> int:
        """The column of the leftmost card of the bottom row; 0 in the empty court."""
        return min((slot.column for slot in self._entries if slot.row == 0), default=0)

    @property
    def width(self) -> int:
        """The number of cards in the bottom row."""
        return sum(slot.row == 0 for slot in self._entries)

    def open_slots(self, house: House) -> tuple[Slot, ...]:
        """Return the slots that are open to the house, in slot order."""
        values.check_type("house", house, House)
        plane = self._board.open_bits >> PLANE_BITS * house.index & PLANE
        return tuple([SLOTS[cell] for cell in cells(plane)])

    def explain(self, house: House | Card, slot: Slot) -> Violations:
        """Return the violations of a house, or of a card, in the slot; () if it may go there.

        >>> print(*Court().explain(Card(House.STARK, 4), Slot(0, 1)))
        S4 cannot go to a1: the court is empty, and its first card goes to a0. Choose that slot.

        Args:
            house: the house, or a card of it.
            slot: the slot.
        """
        values.check_type("house", house, House | Card)
        values.check_type("slot", slot, Slot)
        broken: Iterable[Violation] = ()
        if not self._board.is_open(house_of(house), slot.cell):
            broken = list_violations(self, self.width_limit, house, slot)
        if doubled := tuple([taken for taken, card in self._entries.items() if card == house]):
            code = ViolationCode.CARD_IN_COURT
            return (violation(code, house, slot, slots=doubled), *broken)
        return tuple(broken)

    def place(self, card: Card | House, slot: Slot) -> Court:
        """Return the court with the card in the slot.

        Printed cards have no numbers, so you can pass a house instead of a card. The first card of
        the house that is not in the court is then placed, and a refusal applies to all its cards.

        >>> print(Court().place(House.STARK, Slot(0, 0)).place(House.STARK, Slot(0, 1)))
        a0 S1 S2
        >>> Court().place(Card(House.STARK, 1), Slot(0, 1))
        Traceback (most recent call last):
        westeros_intrigue.rules.violations.IllegalMove: S1 cannot go to a1: the court is empty, \
and its first card goes to a0. Choose that slot.

        Args:
            card: the card, or the house of a printed card.
            slot: the slot.

        Raises:
            IllegalMove: the placement breaks a rule; `violations` lists them, and `state` is this
                court.
            InvalidValue: all cards of the house are in the court.
        """
        if violations := self.explain(card, slot):
            move = None if isinstance(card, House) else Move(card, slot)
            raise IllegalMove(violations, move, self)
        if isinstance(card, House):
            if (lowest := next_of(card, {*self._entries.values()})) is None:
                raise InvalidValue(f"all cards of {card} are in the court")
            card = lowest
        board = self._board.place(card.house.index, slot.cell)
        cards = {taken.cell: other for taken, other in self._entries.items()}
        return make_unchecked_court({**cards, slot.cell: card}, board)


def list_violations(
    cards: Mapping[Slot, Card],
    width_limit: int,
    card_or_house: Card | House,
    slot: Slot,
    player: int | None = None,
    *,
    remedy: Remedy = NO_REMEDY,
) -> Iterator[Violation]:
    """Yield the violations of a card, or of every card of a house, above cards in the court.

    Only the printed rules count. A violation has the seat, from 0, of the player; None for no game.
    `remedy` contains the placements that would work.

    Rules: court.vacant, court.first, court.width, court.beside, court.support, court.match.
    """
    broken = partial(
        violation, card_or_house=card_or_house, slot=slot, player=player, remedy=remedy
    )
    missing = tuple([support for support in slot.supports if support not in cards])
    columns = [occupied.column for occupied in cards if occupied.row == 0]
    if slot in cards:
        yield broken(ViolationCode.SLOT_TAKEN, found=(cards[slot],))
    elif missing:
        yield broken(ViolationCode.SUPPORT_MISSING, slots=missing)
    elif slot.row > 0:
        below = tuple([cards[support] for support in slot.supports])
        if house_of(card_or_house) not in {card.house for card in below}:
            yield broken(ViolationCode.HOUSE_UNMATCHED, found=below)
    elif columns:
        ends = Slot(0, min(columns) - 1), Slot(0, max(columns) + 1)
        is_full = len(columns) >= width_limit
        if is_full:
            yield broken(ViolationCode.ROW_FULL, width_limit=width_limit)
        if slot not in ends:
            yield broken(ViolationCode.NOT_BESIDE, slots=() if is_full else ends)
    elif slot != FIRST_SLOT:
        yield broken(ViolationCode.NOT_FIRST_SLOT, slots=(FIRST_SLOT,))


def make_unchecked_court(cards: dict[int, Card], board: Board) -> Court:
    """Return a court that legal placements have reached, from its cards by cell, without checks."""
    return values.make_unchecked(
        Court,
        _entries={SLOTS[cell]: cards[cell] for cell in sorted(cards)},
        width_limit=board.width_limit,
        house_rule=board.house_rule,
        _board=board,
    )


def _faults(cards: Mapping[Slot, Card], width_limit: int, *, is_printed: bool) -> Iterator[str]:
    """Yield the reasons why no placements lead to these cards.

    Unless `is_printed`, a house rule can have opened slots when other cards were in the court.
    """
    slots_of_cards: dict[Card, Slot] = {}
    for slot, card in cards.items():
        if card in slots_of_cards:
            yield f"{card} is both in {slots_of_cards[card]} and in {slot}"
        slots_of_cards.setdefault(card, slot)
    columns = sorted(slot.column for slot in cards if slot.row == 0)
    if cards and 0 not in columns:
        yield f"{FIRST_SLOT} is empty, but the first card of a court is always there"
    for left, right in pairwise(columns):
        if right - left > 1:
            yield f"the bottom row has a gap between a{left} and a{right}"
    most = width_limit if is_printed else WIDEST
    if len(columns) > most:
        yield f"the bottom row has {len(columns)} cards, more than {most}"
    for slot, card in cards.items():
        missing = [support for support in slot.supports if support not in cards]
        below = [cards[support] for support in slot.supports if support in cards]
        if missing:
            supports = english.join_words(slot.supports)
            empty = "both are" if len(missing) > 1 else f"{missing[0]} is"
            yield f"{card} in {slot} needs cards below it in {supports}, and {empty} empty"
        elif is_printed and below and card.house not in {other.house for other in below}:
            yield f"{card} in {slot} matches neither {below[0]} nor {below[1]} below it"


def _row_text(row: tuple[tuple[Slot, Card], ...]) -> str:
    texts = {slot.column: str(card) for slot, card in row}
    columns = range(min(texts), max(texts) + 1)
    return " ".join([str(row[0][0]), *(texts.get(column, ".") for column in columns)])
