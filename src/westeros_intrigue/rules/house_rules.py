"""A house rule of the card game as data: what it permits, what it counts, and its text.

A court asks it which slots it opens, and the end of a game which totals it changes. `house_games`
makes a whole game from one. `Variant.house_rule` holds the text, such as `last-counts bonus=5`, by
which states, records and documents name their house rule.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from string import punctuation
from typing import Any, Generic, TypeVar

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.options import Option, OptionValue, option_text
from westeros_intrigue.rules.board import BOTTOM_ROW, PLANE, PLANE_BITS, Board, cells
from westeros_intrigue.rules.cards import ROW_ABOVE, SLOTS, WIDEST, House, Slot
from westeros_intrigue.rules.violations import ViolationCode

P = TypeVar("P")

_PLAIN = punctuation.replace("%", "")
"""The characters of an option that its text in a record leaves as they are, besides letters."""


class HouseRule(ABC, Generic[P]):
    """A house rule, as courts and results see it: the slots that it opens, and its totals.

    `P` is the class of the positions that it counts; they contain courts, which ask for the slots.
    """

    KEY: str
    """The name in records, JSON and on the command line."""

    @abstractmethod
    def permits(
        self,
        court: Mapping[Slot, House],
        house: House,
        slot: Slot,
        code: ViolationCode,
        options: Mapping[str, OptionValue],
        /,
    ) -> bool:
        """Return True if a card of the house may go to a slot that a printed rule closes."""

    @abstractmethod
    def total(self, state: P, player: int, total: int, /) -> int:
        """Return the final total of a player, from 0, whose total by the rules is `total`."""

    @property
    @abstractmethod
    def opens_slots(self) -> bool:
        """True if the house rule can allow placements that the rules forbid."""

    @property
    @abstractmethod
    def replaced(self) -> frozenset[str]:
        """The methods that begin or continue a game and that the house rule replaces."""

    @property
    @abstractmethod
    def _own_options(self) -> Mapping[str, Option]:
        """The options that the house rule adds to those of the card game, by name."""

    def _read_options(self, text: str) -> dict[str, OptionValue]:
        """Return the options in the text of a house rule, such as `last-counts bonus=5`."""
        pairs = [pair.partition("=") for pair in text.split()[1:]]
        texts = {name: value for name, _, value in pairs}
        return {
            name: option.parse(_unquote(texts[name]))
            for name, option in self._own_options.items()
            if name in texts
        }

    def _text_of(self, options: Mapping[str, OptionValue]) -> str:
        """Return the text of the house rule with these options.

        Every variant of a house rule has it, also where the rule only forbids moves: whatever plays
        by the printed rules can then refuse the variant.
        """
        chosen = sorted((name, value) for name, value in options.items() if value is not False)
        # A record has one line for it, and a space before each option.
        pairs = [f" {name}={_quote(option_text(value))}" for name, value in chosen]
        return f"{self.KEY}{''.join(pairs)}"


_rules: dict[str, HouseRule[Any]] = {}


def register_house_rule(rule: HouseRule[Any]) -> None:
    """Make a house rule known by its key, so that documents of its games can be read."""
    _rules[rule.KEY] = rule


def find_house_rule(text: str) -> tuple[HouseRule[Any], Mapping[str, OptionValue]]:
    """Return the house rule named by a text such as `last-counts bonus=5`, and its options.

    Raises:
        InvalidValue: no such house rule is installed, or the text is not the one for these options.
    """
    key = text.partition(" ")[0]
    rule = _rules.get(key) or GAMES.get(key)
    if not isinstance(rule, HouseRule):
        raise InvalidValue(
            f"the house rule {values.short_repr(key)} is not installed: install its package, or "
            "make an instance of its class first"
        )
    options = rule._read_options(text)
    # A record has one text for a rule with its options.
    if text != (written := rule._text_of(options)):
        raise InvalidValue(f"write the house rule {values.short_repr(text)} as {written!r}")
    return rule, options


BEGINNING = ("setup", "new_game", "rematch")
"""The methods that begin a game; a round or a position that is given is the same without them."""


def find_replaced(house_rule: str) -> frozenset[str]:
    """Return the methods of play that a house rule replaces, such as `allows`; none without one.

    Raises:
        InvalidValue: no such house rule is installed.
    """
    return find_house_rule(house_rule)[0].replaced if house_rule else frozenset()


def find_opening(house_rule: str) -> partial[int] | None:
    """Return the opening of a house rule, for its board; None if it opens no slots.

    Raises:
        InvalidValue: no such house rule is installed.
    """
    values.check_type("house_rule", house_rule, str)
    if not house_rule:
        return None
    rule, _ = find_house_rule(house_rule)
    return partial(_find_open_bits, house_rule) if rule.opens_slots else None


def _find_open_bits(house_rule: str, occupied: int, width_limit: int) -> int:
    """Return the slots open to each house, by the printed rules or by the house rule."""
    rule, options = find_house_rule(house_rule)
    houses = {
        cell: house
        for house in House
        for cell in cells(occupied >> PLANE_BITS * house.index & PLANE)
    }
    court = {SLOTS[cell]: houses[cell] for cell in sorted(houses)}
    board = Board.empty(width_limit)
    for slot, house in court.items():
        board = board.place(house.index, slot.cell)
    pyramid = sum(1 << cell for cell in houses)
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


def _quote(text: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415 - slow to import, and of use to few

    return quote(text, _PLAIN)


def _unquote(text: str) -> str:
    from urllib.parse import unquote  # noqa: PLC0415 - slow to import, and of use to few

    return unquote(text)
