"""The court: the pyramid of cards, its open slots, and the reasons against a placement.

An automated house takes the next card of its stack, and its procedure dictates the slot.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Annotated, Any, TypeVar

import attrs
from typing_extensions import override

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.display import Pictured, Rows, Tabled, viewer_in_words
from westeros_intrigue.gamekit.errors import Faulty, InvalidValue, RefusedMove
from westeros_intrigue.rules.cards import (
    BOTTOM_ROW,
    DECK,
    PLANE,
    PLANE_BITS,
    ROW_ABOVE,
    SLOTS,
    WIDEST,
    Board,
    Card,
    Cards,
    House,
    Move,
    Slot,
    WidthLimit,
    cells,
    next_of,
)
from westeros_intrigue.rules.variants import Seat


class ViolationCode(values.RuleCode):
    """The kinds of violations by a placement, in the order in which `explain` lists them.

    >>> ViolationCode.ROW_FULL
    ViolationCode.ROW_FULL
    """

    NOBODY_TO_MOVE = "nobody-to-move", "round.end"
    """No round is being played (rule round.end). No other violation is reported with it."""
    NOT_YOUR_TURN = "not-your-turn", "turn.clockwise"
    """Another player is to move (rule turn.clockwise). No other violation is reported with it."""
    CARD_NOT_IN_HAND = "card-not-in-hand", "turn.own-hand"
    """The card is not in the hand of the player to move (rule turn.own-hand)."""
    CARD_IN_COURT = "card-in-court", "components.characters"
    """The card is already in the court (rule components.characters); only the methods of a Court
    report this."""
    SLOT_TAKEN = "slot-taken", "court.vacant"
    """The slot is occupied (rule court.vacant). No other rule about the slot is checked."""
    NOT_FIRST_SLOT = "not-first-slot", "court.first"
    """The court is empty, and the slot is in the bottom row but not a0 (rule court.first)."""
    ROW_FULL = "row-full", "court.width"
    """The bottom row has reached its width limit (rule court.width)."""
    NOT_BESIDE = "not-beside", "court.beside"
    """The slot is not next to an end of the bottom row (rule court.beside)."""
    SUPPORT_MISSING = "support-missing", "court.support"
    """One or both of the slots below are empty (rule court.support)."""
    HOUSE_UNMATCHED = "house-unmatched", "court.match"
    """Neither of the two cards below is of the card's house (rule court.match)."""
    NOT_DICTATED = "not-dictated", "solo.stack", "solo.highest", "solo.side"
    """The procedure of an automated house dictates another placement: the first card of its stack
    that fits (rule solo.stack), in the highest possible row (rule solo.highest), on the side of its
    house (rule solo.side)."""


_CITED = tuple(rule for code in ViolationCode for rule in code.rules)


@attrs.frozen
class Violation(values.Value, Tabled):
    """A rule that a placement breaks, with the facts. `str` returns a sentence for the player.

    The sentence suggests a legal alternative, or states the rule if the facts do not determine one.
    Fields that a code does not use are None or empty.

    >>> violation = Violation(
    ...     ViolationCode.SLOT_TAKEN,
    ...     "court.vacant",
    ...     House.STARK,
    ...     Card(House.STARK, 4),
    ...     Slot(1, 2),
    ...     found=(Card(House.LANNISTER, 3),),
    ... )
    >>> print(violation)
    S4 cannot go to b2: L3 is already there. A slot can contain only one card.
    """

    code: ViolationCode
    """The kind of violation."""
    rule: Annotated[str, values.OneOf(_CITED)]
    """The id of the broken rule, for `rule` to look up."""
    house: House
    """The house of the card."""
    card: Card | None
    """The card; None if only a house was given."""
    slot: Slot
    """The slot in which the player tried to place it."""
    found: Annotated[tuple[Card, ...], values.Length(most=2)] = ()
    """The card that occupies the slot, or the two cards below it that do not match."""
    slots: Annotated[tuple[Slot, ...], values.Length(most=2)] = ()
    """The empty slots below, the slots where the bottom row can grow, the slot for the first card,
    or the slot that the card is already in."""
    player: Seat | None = None
    """The seat that tried to place a card, from 0; None for a spectator, or for a Court's
    violations."""
    active_player: Seat | None = None
    """The seat to move, from 0, if it is another player's turn."""
    width_limit: WidthLimit | None = None
    """The number of cards in the bottom row, if it is full."""
    dictated: Move | None = None
    """The move that the procedure of an automated house dictates. In a GameState, it and `rule`
    depend on the hidden stack, so the sentence names neither. Do not show them to players."""

    @classmethod
    def _rows_of(cls, values: Sequence[Violation]) -> Rows:
        return "Refused", ("rule", "why"), [(each.rule, str(each)) for each in values]

    def __str__(self) -> str:
        card = self.card or f"A {self.house} card"
        houses = dict.fromkeys(each.house for each in sorted(self.found))
        slots = values.join_words(self.slots, "or")
        why = _SENTENCES[self.code].format(
            self,
            asking=viewer_in_words(self.player),
            found=values.join_words(self.found),
            houses=values.join_words(houses, "or"),
            empty="both are" if len(self.slots) > 1 else f"{slots} is",
            supports=values.join_words(self.slot.supports),
            # A full row has no such slots, and its own violation.
            remedy=f" It grows at its ends: choose {slots}." if slots else "",
        )
        return f"{card} cannot go to {self.slot}: {why}"


Violations = tuple[Violation, ...]
"""A violation for each broken rule, in the order of `ViolationCode`."""


def violation(
    code: ViolationCode,
    what: Card | House,
    slot: Slot,
    **facts: Any,  # noqa: ANN401 - the fields that the code uses
) -> Violation:
    """Return the violation for a code with the facts that it uses, by default of its only rule."""
    rule = facts.pop("rule", code.rules[0])
    card = what if isinstance(what, Card) else None
    return Violation(code, rule, house_of(what), card, slot, **facts)


def house_of(what: Card | House) -> House:
    """Return the house of a card, or a house that stands for any of its cards."""
    return what.house if isinstance(what, Card) else what


class IllegalMove(RefusedMove[Violation, Move | None]):
    """A placement that the rules refuse.

    You can show the text to the player who tried the move. It lists the violations that all players
    can see. It mentions that the card is not in the hand, which other players must not learn, only
    if nothing else is wrong. `violations` lists every violation, including the move of an automated
    house, and `state` can contain every hand: do not show either to players.

    >>> from westeros_intrigue import Court, parse_card, parse_slot
    >>> try:
    ...     Court().place(parse_card("S1"), parse_slot("a1"))
    ... except IllegalMove as error:
    ...     print(error.move, [violation.rule for violation in error.violations])
    S1@a1 ['court.first']
    """

    violations: Violations
    """A violation for each broken rule, in the order of `ViolationCode`; never empty."""
    move: Move | None
    """The move that was tried; None if it named a house and the hand has no card of that house."""
    state: object
    """The GameState, View or Court in which the move was tried."""

    def __str__(self) -> str:
        in_sight = [
            violation
            for violation in self.violations
            if violation.code is not ViolationCode.CARD_NOT_IN_HAND
        ]
        return values.join_sentences([*map(str, in_sight or self.violations)])


# Templates for `Violation.__str__`.
_SENTENCES = {
    ViolationCode.NOBODY_TO_MOVE: (
        "no round is being played. Cards are placed after the next deal, if the game has one."
    ),
    ViolationCode.NOT_YOUR_TURN: (
        "it is player {0.active_player}'s turn, not {asking}'s. Wait for it."
    ),
    ViolationCode.CARD_NOT_IN_HAND: (
        "player {0.player} has no such card. Choose a card from the player's hand."
    ),
    ViolationCode.CARD_IN_COURT: (
        "the card is already in {0.slots[0]}, and there is only one of it."
    ),
    ViolationCode.SLOT_TAKEN: "{0.found[0]} is already there. A slot can contain only one card.",
    ViolationCode.NOT_FIRST_SLOT: (
        "the court is empty, and its first card goes to {0.slots[0]}. Choose that slot."
    ),
    ViolationCode.ROW_FULL: (
        "the bottom row has {0.width_limit} cards and is full. Only upper rows can still grow."
    ),
    ViolationCode.NOT_BESIDE: "the slot is not beside an end of the bottom row.{remedy}",
    ViolationCode.SUPPORT_MISSING: (
        "the slot rests on {supports}, and {empty} empty. "
        "Above the bottom row, a card rests on two cards side by side."
    ),
    ViolationCode.HOUSE_UNMATCHED: (
        "it would rest on {found}, neither of them {0.house}. Only {houses} may go there."
    ),
    ViolationCode.NOT_DICTATED: (
        "the procedure of player {0.player}'s house dictates another placement. "
        "Apply the one legal move."
    ),
}


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

    _entries: dict[Slot, Card] = attrs.field(alias="cards")
    width_limit: WidthLimit
    """The maximum number of cards in the bottom row (rule court.width)."""
    house_rule: Annotated[str, values.Printable(200), values.OnlyIfUnusual()]
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
        self.__attrs_init__(dict(sorted(cards.items())), width_limit, board.house_rule)
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
        return tuple(SLOTS[cell] for cell in cells(plane))

    def explain(self, house: House | Card, slot: Slot) -> Violations:
        """Return the violations of a house, or of a card, in the slot; () if it may go there.

        >>> print(*Court().explain(Card(House.STARK, 4), Slot(0, 1)))
        S4 cannot go to a1: the court is empty, and its first card goes to a0. Choose that slot.
        """
        values.check_type("house", house, House | Card)
        values.check_type("slot", slot, Slot)
        found: Iterable[Violation] = ()
        if not self._board.is_open(house_of(house), slot.cell):
            found = list_violations(self, self.width_limit, house, slot)
        if doubled := tuple([taken for taken, card in self._entries.items() if card == house]):
            code = ViolationCode.CARD_IN_COURT
            return (violation(code, house, slot, slots=doubled), *found)
        return tuple(found)

    def place(self, card: Card | House, slot: Slot) -> Court:
        """Return the court with the card in the slot.

        Printed cards have no numbers, so you can pass a house instead of a card. The first card of
        the house that is not in the court is then placed, and a refusal applies to all its cards.

        >>> print(Court().place(House.STARK, Slot(0, 0)).place(House.STARK, Slot(0, 1)))
        a0 S1 S2
        >>> Court().place(Card(House.STARK, 1), Slot(0, 1))
        Traceback (most recent call last):
        westeros_intrigue.rules.court.IllegalMove: S1 cannot go to a1: the court is empty, and its \
first card goes to a0. Choose that slot.

        Raises:
            IllegalMove: the placement breaks a rule; `violations` lists them, and `state` is this
                court.
            InvalidValue: all cards of the house are in the court.
        """
        if violations := self.explain(card, slot):
            move = None if isinstance(card, House) else Move(card, slot)
            raise IllegalMove(violations, move, self)
        if isinstance(card, House):
            if (found := next_of(card, {*self._entries.values()})) is None:
                raise InvalidValue(f"all cards of {card} are in the court")
            card = found
        board = self._board.place(card.house.index, slot.cell)
        cards = {taken.cell: other for taken, other in self._entries.items()}
        return make_unchecked_court({**cards, slot.cell: card}, board)


def list_violations(
    lying: Mapping[Slot, Card],
    width_limit: int,
    what: Card | House,
    slot: Slot,
    player: int | None = None,
) -> Iterator[Violation]:
    """Yield the violations of a card, or of every card of a house, above cards in the court.

    Only the printed rules count. A violation has the seat, from 0, of the player; None for no game.

    Rules: court.vacant, court.first, court.width, court.beside, court.support, court.match.
    """
    broken = partial(violation, what=what, slot=slot, player=player)
    missing = tuple([support for support in slot.supports if support not in lying])
    row = [taken.column for taken in lying if taken.row == 0]
    if slot in lying:
        yield broken(ViolationCode.SLOT_TAKEN, found=(lying[slot],))
    elif missing:
        yield broken(ViolationCode.SUPPORT_MISSING, slots=missing)
    elif slot.row > 0:
        below = tuple([lying[support] for support in slot.supports])
        if house_of(what) not in {each.house for each in below}:
            yield broken(ViolationCode.HOUSE_UNMATCHED, found=below)
    elif row:
        ends = Slot(0, min(row) - 1), Slot(0, max(row) + 1)
        is_full = len(row) >= width_limit
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
    seen: dict[Card, Slot] = {}
    for slot, card in cards.items():
        if card in seen:
            yield f"{card} is both in {seen[card]} and in {slot}"
        seen.setdefault(card, slot)
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
            needed = values.join_words(slot.supports)
            empty = "both are" if len(missing) > 1 else f"{missing[0]} is"
            yield f"{card} in {slot} needs cards below it in {needed}, and {empty} empty"
        elif is_printed and below and card.house not in {other.house for other in below}:
            yield f"{card} in {slot} matches neither {below[0]} nor {below[1]} below it"


def _row_text(row: tuple[tuple[Slot, Card], ...]) -> str:
    texts = {slot.column: str(card) for slot, card in row}
    columns = range(min(texts), max(texts) + 1)
    return " ".join([str(row[0][0]), *(texts.get(column, ".") for column in columns)])


def find_opening(house_rule: str) -> partial[int] | None:
    """Return the opening of a house rule, for its board; None if it opens no slots.

    Raises:
        InvalidValue: no such house rule is installed.
    """
    values.check_type("house_rule", house_rule, str)
    if not house_rule:
        return None
    from westeros_intrigue.gamekit.house_rules import find_house_rule  # noqa: PLC0415 - of few games

    rule, _ = find_house_rule(house_rule)
    return partial(_find_open_bits, house_rule) if rule.opens_slots else None


def _find_open_bits(house_rule: str, occupied: int, width_limit: int) -> int:
    """Return the slots open to each house, by the printed rules or by the house rule."""
    from westeros_intrigue.gamekit.house_rules import find_house_rule  # noqa: PLC0415 - of few games

    rule, options = find_house_rule(house_rule)
    lying = {
        cell: house
        for house in House
        for cell in cells(occupied >> PLANE_BITS * house.index & PLANE)
    }
    court = {SLOTS[cell]: lying[cell] for cell in sorted(lying)}
    board = Board.empty(width_limit)
    for slot, house in court.items():
        board = board.place(house.index, slot.cell)
    pyramid = sum(1 << cell for cell in lying)
    row = pyramid & BOTTOM_ROW
    # The empty slots above two cards and, unless no court is wider, beside the bottom row.
    closed = (pyramid & pyramid >> 1) << ROW_ABOVE & ~pyramid
    if row.bit_count() < WIDEST:
        closed |= (row << 1 | row >> 1) & ~row
    bits = board.open_bits
    for cell in cells(closed):
        code = ViolationCode.ROW_FULL if cell < ROW_ABOVE else ViolationCode.HOUSE_UNMATCHED
        for house in House:
            if not board.is_open(house, cell) and rule.permits(
                court, house, SLOTS[cell], code, options
            ):
                bits |= 1 << PLANE_BITS * house.index + cell
    return bits


T = TypeVar("T")

PLACES_RIGHT = frozenset({House.TARGARYEN})
"""The houses that place cards in the rightmost slot of a row, not the leftmost (rule solo.side)."""

Turns = tuple[Cards, ...]
"""For each turn of an automated house in a round, the cards that it turned over and set aside, in
the order drawn. On the turn when it goes out, these are all its cards; at a real table where no
slot is open, there are none."""


@attrs.frozen
class Stack(values.Value):
    """The stack of an automated seat and the cards that it has turned over this round.

    Rules: solo.stack, solo.recycle.
    """

    cards: Cards
    """The cards, top first."""
    turns: Turns = ()
    """The cards turned over in each turn."""

    def after_placement(self, placed: Card) -> Stack:
        """Return the stack after one of its cards is placed.

        Rules: solo.set-aside, solo.recycle, solo.out.last-card, solo.public.
        """
        set_aside = self.cards[: self.cards.index(placed)]
        return Stack(recycle(self.cards, set_aside), (*self.turns, set_aside))

    def after_going_out(self) -> Stack:
        """Return the stack after the house has drawn and set aside all its cards.

        Rules: solo.out, solo.out.unable, solo.out.final, solo.public, solo.public.kept.
        """
        return Stack(self.cards[::-1], (*self.turns, self.cards))


def find_dictated_move(stack: Cards, open_bits: int, house: House) -> Move:
    """Return the only placement that an automated house to move may make.

    The first card from the top of the stack that fits goes to the highest possible row: to the
    rightmost slot for Targaryen, to the leftmost slot for the other houses.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.set-aside, solo.elsewhere,
    solo.elsewhere.stark.
    """
    # Some card fits; otherwise the house would be out.
    return next(
        Move(card, slot)
        for card in stack
        if (slot := dictate_slot(open_bits, card.house, house)) is not None
    )


def find_dictated_slot(court: Court, house: House, card: Card | House) -> Slot | None:
    """Return the slot in which an automated house must place a card; None if the card does not fit.

    With real cards, turn over the next card of the house's stack; place it in this slot, or set it
    aside if it does not fit.

    >>> from westeros_intrigue import parse_court
    >>> court = parse_court("a0 S1 S2 L1")
    >>> print(find_dictated_slot(court, House.TARGARYEN, House.STARK))
    b1
    >>> print(find_dictated_slot(court, House.BARATHEON, House.TARGARYEN))
    a-1

    Args:
        court: the court before the placement.
        house: the house of the automated seat.
        card: the card that is turned over, or its house.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.elsewhere.stark.
    """
    values.check_type("court", court, Court)
    values.check_type("house", house, House)
    values.check_type("card", card, House | Card)
    return dictate_slot(court._board.open_bits, house_of(card), house)


def dictate_slot(open_bits: int, card_house: House, house: House) -> Slot | None:
    """Return the slot in which an automated house must place a card; None if it does not fit."""
    plane = open_bits >> PLANE_BITS * card_house.index & PLANE
    if not plane:
        return None
    row_start = (plane.bit_length() - 1) // ROW_ABOVE * ROW_ABOVE
    row = plane >> row_start
    slot = row if house in PLACES_RIGHT else row & -row
    return SLOTS[row_start + slot.bit_length() - 1]


def procedure_violations(dictated: Move, what: Card | House, slot: Slot, player: int) -> Violations:
    """Return the violation of the dictated move by a card, or by every card of a house."""
    is_card = what in {dictated.card, dictated.card.house}
    if is_card and slot == dictated.slot:
        return ()
    rule = "solo.highest"
    if slot == dictated.slot:
        rule = "solo.stack"
    elif is_card and slot.row == dictated.slot.row:
        rule = "solo.side"
    code = ViolationCode.NOT_DICTATED
    return (violation(code, what, slot, rule=rule, player=player, dictated=dictated),)


def recycle(stack: Sequence[T], set_aside: Sequence[T]) -> tuple[T, ...]:
    """Return a stack after a placement, with the cards set aside before it under the rest.

    They stay in the order of their pile: the card set aside last is on top (rule
    solo.recycle.order).
    """
    return (*stack[len(set_aside) + 1 :], *reversed(set_aside))
