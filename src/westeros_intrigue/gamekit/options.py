"""The options of a table as data, for the forms, flags and new games of all games."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import limits
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.text import number
from westeros_intrigue.gamekit.values import NamedEnum, Value, check_type, short_repr

T = TypeVar("T")

OptionValue = TypeAliasType("OptionValue", bool | int | str | tuple[str, ...] | tuple[int, ...])
"""The value of an option; its kind determines the type."""
TableOptions = TypeAliasType("TableOptions", tuple[tuple[str, OptionValue], ...])
"""The options of a table, by name."""
FileReport = TypeAliasType("FileReport", tuple[str, bool])
"""Lines about the contents and gaps of an owner's file, and True if it suffices for a game."""
LONGEST_TEXT = 1_000_000
"""The maximum number of characters in a text or a file."""


class OptionKind(NamedEnum):
    """The kinds of options, by their values.

    >>> OptionKind("flag")
    OptionKind.FLAG
    """

    FLAG = "flag"
    """A bool."""
    NUMBER = "number"
    """An int from `least` to `most`."""
    NUMBERS = "numbers"
    """A tuple of such ints."""
    CHOICE = "choice"
    """One of `choices`."""
    CHOICES = "choices"
    """A tuple of some of `choices`."""
    TEXT = "text"
    """A str."""
    FILE = "file"
    """A str: the contents of an owner's file, such as an edition or a box."""


@attrs.frozen
class Option(Value):
    """An option of a new table.

    >>> stones = Option("stones", OptionKind.NUMBER, "the stones of the heap", least=1, most=99)
    >>> stones.check(12), stones.parse("12")
    (12, 12)
    """

    name: str
    """The name, in lower-case letters and underscores."""
    kind: OptionKind
    """The kind, which determines the type of the value."""
    help: str
    """A phrase that explains the option to users."""
    choices: tuple[str, ...] = ()
    """The strings that the value can be or contain."""
    least: int = 0
    """The lowest number."""
    most: int = 0
    """The highest number."""
    metavar: str = ""
    """The placeholder for the value in help texts, such as `SEAT`."""
    report: Callable[[str, str], FileReport | None] | None = attrs.field(default=None, repr=False)
    """For a JSON file: a function that returns a report, given the text of the file and the command
    that plays with it.

    It returns None for another game's file, and can raise a DecodingError for a faulty file.
    """

    def parse(self, text: str) -> OptionValue:
        """Parse a value: `true`, `false`, a number, `1+2` for a list, or any other text.

        >>> Option("short", OptionKind.FLAG, "a shorter game").parse("true")
        True

        Raises:
            InvalidValue: the text is not a value of this option.
        """
        check_type(self.name, text, str)
        try:
            return self.check(_PARSED.get(self.kind, str)(text))
        except ValueError as error:
            raise InvalidValue(f"{self.name}: {short_repr(text)} is not valid: {error}") from None

    def check(self, value: object) -> OptionValue:
        """Check a value of this option, and return it with its numbers as ints.

        Raises:
            WrongType: the value has the wrong type.
            InvalidValue: the value is out of range.
        """
        checked: OptionValue = self._checks[self.kind](self.name, value)
        return checked

    @property
    def _checks(self) -> Mapping[OptionKind, limits.Check]:
        integer = limits.Range(self.least, self.most)._check
        word, text = limits.OneOf(self.choices)._check, limits.Longest(LONGEST_TEXT)._check
        return {
            OptionKind.FLAG: partial(limits.check_instance, bool),
            OptionKind.NUMBER: integer,
            OptionKind.NUMBERS: partial(limits.check_parts, [integer]),
            OptionKind.CHOICE: word,
            OptionKind.CHOICES: partial(limits.check_parts, [word]),
            OptionKind.TEXT: text,
            OptionKind.FILE: text,
        }


def _flag(text: str) -> bool:
    if text not in {"true", "false"}:
        raise ValueError("write true or false")
    return text == "true"


def _parts(text: str) -> list[str]:
    return text.split("+") if text else []


def _number(text: str) -> int:
    return -number(text[1:]) if text.startswith("-") else number(text)


_PARSED: Mapping[OptionKind, Callable[[str], OptionValue]] = {
    OptionKind.FLAG: _flag,
    OptionKind.NUMBER: _number,
    OptionKind.NUMBERS: lambda text: tuple(map(_number, _parts(text))),
    OptionKind.CHOICES: lambda text: tuple(_parts(text)),
}


def check_options(
    known: Sequence[Option], values: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Check the options of a new table, and return them with their numbers as ints.

    >>> players = Option("seats", OptionKind.NUMBER, "the seats", least=2, most=6)
    >>> check_options([players], {"seats": 7})
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: seats must be from 2 to 6, not 7

    Raises:
        WrongType: the options are not a mapping, or a value has the wrong type.
        InvalidValue: a value is out of range, or the game has no option of that name.
    """
    check_type("options", values, Mapping)
    options = {option.name: option for option in known}
    checked = {}
    for name, value in values.items():
        if name not in options:
            names = ", ".join(options) or "none"
            raise InvalidValue(f"the game has no option {short_repr(name)}; its options: {names}")
        checked[name] = options[name].check(value)
    return checked


def option_text(value: OptionValue) -> str:
    """Return a value as text that `Option.parse` reads.

    >>> option_text((1, 3)), option_text(True)
    ('1+3', 'true')
    """
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_data(options: Iterable[tuple[str, OptionValue]]) -> dict[str, Any]:
    """Return options by name as JSON data."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options}


@attrs.frozen
class NewGames(Value, Generic[T]):
    """The functions that start one kind of game."""

    options: Sequence[Option]
    """The options of a table."""
    state: type[T]
    """The class of states."""
    begin: Callable[[int | None, Mapping[str, Any], int | None], T]
    """Returns a new game from the number of players (None for the default), options and a seed."""
    again: Callable[[T, int | None], T]
    """Returns a new game at the table of a state, from a seed."""

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        *,
        seed: int | None = None,
    ) -> T:
        """Return a new game at a table with these options.

        >>> from westeros_intrigue.games import btwixt, monopoly
        >>> from westeros_intrigue import new_game
        >>> state = new_game(3, {"option": ("rivalry",), "rounds": 1}, seed=1)
        >>> state.players, state.variant.options, [str(house) for house in state.variant.houses]
        (3, ('rivalry',), ['Stark', 'Lannister', 'Baratheon'])
        >>> monopoly.new_game(2, {"offers": 0}, seed=1).variant.offers
        0
        >>> print(btwixt.new_game(3, {"variant": "kingsmoot", "short": True}, seed=1).variant)
        kingsmoot short

        Args:
            players: the number of seats; None for the default, 4 if the table allows it.
            options: values of `OPTIONS` by name.
            seed: an int of at least 0; None for fresh entropy.

        Raises:
            WrongType: an argument or an option has the wrong type.
            InvalidValue: an option is out of range, or options contradict each other.
            InvalidVariant: the table is impossible; `faults` lists the reasons.
            DecodingError: a file is not an edition or a box.
            ValueError: an edition or a box has gaps or contradicts itself.
        """
        return self.begin(players, check_options(self.options, options), seed)

    def rematch(self, state: T, *, seed: int | None = None) -> T:
        """Return a new game at the table of another game; only chance differs.

        >>> from westeros_intrigue import new_game, rematch
        >>> state = new_game(options={"solo": True}, seed=1)
        >>> rematch(state, seed=1) == state, rematch(state, seed=2) == state
        (True, False)

        Args:
            state: the other game, at any point.
            seed: an int of at least 0; None for fresh entropy.

        Raises:
            WrongType: `state` is not a GameState, or the seed not an int.
            InvalidValue: the seed is negative, or the state was drawn from a view that lacks part
                of the table.
        """
        check_type("state", state, self.state)
        return self.again(state, seed)
