"""The court: the pyramid of cards that the players build, and the slots open to each house."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from functools import partial
from itertools import groupby, pairwise
from types import MappingProxyType

import attrs
from typing_extensions import override

from westeros_intrigue.base.display import Pictured
from westeros_intrigue.base.errors import Faulty, InvalidValue
from westeros_intrigue.base.values import Value, check_integer, check_type
from westeros_intrigue.rules.cards import DECK, Card, House
from westeros_intrigue.rules.pyramid import Board
from westeros_intrigue.rules.slots import SLOTS, WIDEST, Move, Slot, WidthLimit
from westeros_intrigue.rules.violations import IllegalMove, Violation, ViolationCode, violation

FIRST_SLOT = Slot(0, 0)
_NO_CARDS: Mapping[Slot, Card] = MappingProxyType({})


class InvalidCourt(Faulty):
    """An arrangement of cards that no sequence of placements produces; `faults` lists the reasons.

    >>> from westeros_intrigue import parse_court
    >>> parse_court("a0 S1 . S2")
    Traceback (most recent call last):
    westeros_intrigue.InvalidCourt: the bottom row has a gap between a0 and a2
    """


@attrs.frozen(init=False, eq=False, repr=False)
class Court(Value, Pictured, Mapping[Slot, Card]):
    """The cards of the court by slot: an immutable mapping in slot order.

    A referee who cannot see the hands can use it without a game: `place` enforces the placing
    rules, and refuses a card that is already in the court.

    >>> court = Court().place(Card(House.STARK, 1), Slot(0, 0))
    >>> court
    Court({Slot(row=0, column=0): Card(house=House.STARK, number=1)}, width_limit=8)
    >>> print(court)
    a0 S1
    >>> [str(slot) for slot in court.open_slots(House.LANNISTER)]
    ['a-1', 'a1']
    >>> court.explain(House.LANNISTER, Slot(1, 0))[0].rule
    'court.support'

    Args:
        cards: the cards by slot; by default the empty court.
        width_limit: the maximum number of cards in the bottom row, 1 to 8.

    Raises:
        InvalidCourt: no sequence of placements produces these cards; `faults` lists the reasons.
        InvalidValue: the width limit is out of range.

    Rules: court.first, court.beside, court.no-insert, court.width, court.support, court.match,
    court.upper-gap, court.early-rise, court.vacant, components.characters.
    """

    _cards: dict[Slot, Card]
    board: Board
    """The cards as bits, for programs that look at many courts."""

    def __init__(self, cards: Mapping[Slot, Card] = _NO_CARDS, width_limit: int = WIDEST) -> None:
        """Check the cards."""
        check_type("cards", cards, Mapping)
        width_limit = check_integer("width_limit", width_limit, 1, WIDEST)
        for slot, card in cards.items():
            check_type("a slot of the court", slot, Slot)
            check_type("a card of the court", card, Card)
        ordered = dict(sorted(cards.items()))
        if faults := _faults(ordered, width_limit):
            raise InvalidCourt(faults)
        board = Board.empty(width_limit)
        for slot, card in ordered.items():
            board = board.place(card.house.index, slot.cell)
        self.__attrs_init__(ordered, board)

    @property
    def width_limit(self) -> WidthLimit:
        """The maximum number of cards in the bottom row (rule court.width)."""
        return self.board.width_limit

    def __getitem__(self, slot: Slot) -> Card:
        return self._cards[slot]

    def __iter__(self) -> Iterator[Slot]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    @override
    def items(self) -> ItemsView[Slot, Card]:
        """Return the slots with their cards, in slot order.

        >>> from westeros_intrigue import parse_court
        >>> [(str(slot), str(card)) for slot, card in parse_court("a0 S4 L1").items()]
        [('a0', 'S4'), ('a1', 'L1')]
        """
        return self._cards.items()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Court):
            return NotImplemented
        return self.width_limit == other.width_limit and self._cards == other._cards

    def __hash__(self) -> int:
        return hash((tuple(self._cards.items()), self.width_limit))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return Court, (self._cards, self.width_limit)

    def __repr__(self) -> str:
        return f"Court({self._cards!r}, width_limit={self.width_limit})"

    def __str__(self) -> str:
        """Each row from the bottom up: its first slot, then its cards, `.` for a gap."""
        return " / ".join(_row_text(row) for row in self.rows) or "-"

    @property
    def rows(self) -> tuple[tuple[tuple[Slot, Card], ...], ...]:
        """The rows from the bottom up, each with its occupied slots and their cards from the left.

        >>> court = Court({Slot(0, 0): Card(House.STARK, 1), Slot(0, 1): Card(House.STARK, 2)})
        >>> [[f"{card} in {slot}" for slot, card in row] for row in court.rows]
        [['S1 in a0', 'S2 in a1']]
        """
        by_row = groupby(self._cards.items(), key=lambda item: item[0].row)
        return tuple(tuple(row) for _, row in by_row)

    @property
    def left(self) -> int:
        """The column of the leftmost card of the bottom row; 0 in the empty court."""
        return min((slot.column for slot in self._cards if slot.row == 0), default=0)

    @property
    def width(self) -> int:
        """The number of cards in the bottom row."""
        return sum(slot.row == 0 for slot in self._cards)

    def open_slots(self, house: House) -> tuple[Slot, ...]:
        """Return the slots that are open to the house, in slot order."""
        check_type("house", house, House)
        return tuple(SLOTS[cell] for cell in self.board.cells(house))

    def explain(self, house: House, slot: Slot) -> tuple[Violation, ...]:
        """Return every violation of a placing rule by the house in the slot; none if it is open."""
        check_type("house", house, House)
        check_type("slot", slot, Slot)
        return self.violations(house, slot, None)

    def place(self, card: Card | House, slot: Slot) -> Court:
        """Return the court with the card in the slot.

        Printed cards have no number. For a house, this places the first of its cards that is not in
        the court yet; a refusal then applies to every card of the house.

        >>> print(Court().place(House.STARK, Slot(0, 0)).place(House.STARK, Slot(0, 1)))
        a0 S1 S2
        >>> Court().place(Card(House.STARK, 1), Slot(0, 1))
        Traceback (most recent call last):
        westeros_intrigue.IllegalMove: S1 cannot go to a1: the court is empty, and its \
first card lies in a0. Choose that slot.

        Raises:
            IllegalMove: the placement breaks a rule; `violations` lists each, `state` is this
                court.
            InvalidValue: all cards of the house are in the court.
        """
        check_type("slot", slot, Slot)
        if isinstance(card, House):
            if violations := self.violations(card, slot, None):
                raise IllegalMove(violations, None, self)
            card = self._next_of(card)
        check_type("card", card, Card)
        violations = self.violations(card.house, slot, card)
        lies_in = [taken for taken, other in self._cards.items() if other == card]
        if lies_in:
            code = ViolationCode.CARD_IN_COURT
            doubled = violation(code, card.house, slot, card, slots=tuple(lies_in))
            violations = (doubled, *violations)
        if violations:
            raise IllegalMove(violations, Move(card, slot), self)
        board = self.board.place(card.house.index, slot.cell)
        cards = {taken.cell: other for taken, other in self._cards.items()}
        return reached_court({**cards, slot.cell: card}, board)

    def _next_of(self, house: House) -> Card:
        lying = set(self._cards.values())
        for card in DECK:
            if card.house is house and card not in lying:
                return card
        raise InvalidValue(f"all cards of {house} are in the court")

    def violations(
        self, house: House, slot: Slot, card: Card | None, player: int | None = None
    ) -> tuple[Violation, ...]:
        """Return the violations of `explain`, without its checks of types.

        Nor does it check whether the card is already in the court: `place` does.

        Args:
            house: the house of the card.
            slot: any slot.
            card: the card that the violations name; None for none.
            player: the seat that they name, from 0; None for none.

        >>> four = Card(House.STARK, 4)
        >>> print(*Court().violations(House.STARK, Slot(0, 1), four))
        S4 cannot go to a1: the court is empty, and its first card lies in a0. Choose that slot.

        Rules: court.vacant, court.first, court.width, court.beside, court.support, court.match.
        """
        if self.board.is_open(house, slot.cell):
            return ()
        broken = partial(violation, house=house, slot=slot, card=card, player=player)
        if slot in self._cards:
            return (broken(ViolationCode.SLOT_TAKEN, found=(self._cards[slot],)),)
        if slot.row > 0:
            missing = tuple(support for support in slot.supports if support not in self._cards)
            if missing:
                return (broken(ViolationCode.SUPPORT_MISSING, slots=missing),)
            below = tuple(self._cards[support] for support in slot.supports)
            return (broken(ViolationCode.HOUSE_UNMATCHED, found=below),)
        if not self._cards:
            return (broken(ViolationCode.NOT_FIRST_SLOT, slots=(FIRST_SLOT,)),)
        ends = (self.left - 1, self.left + self.width)
        violations = []
        is_full = self.width == self.width_limit
        if is_full:
            violations.append(broken(ViolationCode.ROW_FULL, width_limit=self.width_limit))
        if slot.column not in ends:
            growing = () if is_full else (Slot(0, ends[0]), Slot(0, ends[1]))
            violations.append(broken(ViolationCode.NOT_BESIDE, slots=growing))
        return tuple(violations)


def reached_court(cards: dict[int, Card], board: Board) -> Court:
    """Return the court that legal placements have reached, from its cards by cell, unchecked."""
    court = Court.__new__(Court)
    court.__attrs_init__({SLOTS[cell]: cards[cell] for cell in sorted(cards)}, board)
    return court


def _row_text(row: tuple[tuple[Slot, Card], ...]) -> str:
    first, last = row[0][0], row[-1][0]
    cards = {slot.column: str(card) for slot, card in row}
    columns = range(first.column, last.column + 1)
    return " ".join([str(first), *(cards.get(column, ".") for column in columns)])


def _faults(cards: Mapping[Slot, Card], width_limit: int) -> list[str]:
    faults = []
    seen: dict[Card, Slot] = {}
    for slot, card in cards.items():
        if card in seen:
            faults.append(f"{card} is both in {seen[card]} and in {slot}")
        seen.setdefault(card, slot)
    columns = sorted(slot.column for slot in cards if slot.row == 0)
    if cards and 0 not in columns:
        faults.append(f"{FIRST_SLOT} is empty, although the first card of a court lies there")
    faults += [
        f"the bottom row has a gap between a{left} and a{right}"
        for left, right in pairwise(columns)
        if right - left > 1
    ]
    if len(columns) > width_limit:
        faults.append(f"the bottom row has {len(columns)} cards, more than {width_limit}")
    for slot, card in cards.items():
        missing = [str(support) for support in slot.supports if support not in cards]
        below = [cards[support] for support in slot.supports if support in cards]
        if missing:
            faults.append(f"{card} in {slot} needs cards below it in {' and '.join(missing)}")
        elif below and card.house not in {other.house for other in below}:
            faults.append(f"{card} in {slot} matches neither {below[0]} nor {below[1]} below it")
    return faults
