"""The arguments of commands: fields of frozen classes, which `argparse` fills.

A command is a class derived from `Command`. Each of its fields is an argument, whose flag is the
name of the field:

    pace: float = option(SECONDS, "how long each step is shown", default=1.0)

`option` is a flag with a value, `options` one that can be repeated, and `flag` one without a value;
`positional`, `optional_positional` and `positionals` have no flag. `text`, `integer` and `one_of`
make kinds of values, and `shared` has those of several commands, such as `shared.SEED`.

These functions return the type of the value, so a type checker compares the kind
of the argument, its default and the annotation, and finds each use of a field. At run time they
return fields of attrs, whose metadata say how `argparse` reads the argument.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import argparse
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    NoReturn,
    TextIO,
    TypeAlias,
    TypeVar,
    cast,
    overload,
)

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit.english import did_you_mean, printable
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.limits import AnyField
from westeros_intrigue.gamekit.options import Option, OptionKind, TableOptions
from westeros_intrigue.play.terminal.output import PROGRAM, Output

if TYPE_CHECKING:
    from _typeshed import SupportsWrite
else:  # which only type checkers have
    SupportsWrite = Iterable

T = TypeVar("T")
C = TypeVar("C", bound="Command")

if not TYPE_CHECKING:

    class Field:
        """A declaration of a field; brackets hold the type of its value, as in `Field[int]`."""

        def __class_getitem__(cls, _type: object) -> object:
            return Any

else:
    Field: TypeAlias = Annotated[T, "declared"]

CARD_GAME: AnyGame = GAMES["westeros-intrigue"]
"""The game of every command that names no other."""
_ARGUMENT = "argument"
"""The key of an Argument in the metadata of a field."""
_OF_GAME = "option_"
"""The prefix that tells options of a game from other arguments in the result of `argparse`."""

Help: TypeAlias = str | Callable[[AnyGame], str]
"""A text about an argument, which can depend on the game; `%(default)s` is its default."""
Limit: TypeAlias = int | Callable[[AnyGame], int]
"""A limit of a number, which can depend on the game."""
Add: TypeAlias = Callable[..., argparse.Action]
"""The method `add_argument` of a parser, or of a group of arguments."""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, and suggests known flags."""

    def __init__(self, prog: str | None = None, **how: Any) -> None:  # noqa: ANN401 - argparse's
        """Return a parser that reads no abbreviations and keeps the lines of its texts."""
        lines = argparse.RawDescriptionHelpFormatter
        super().__init__(prog, formatter_class=lines, allow_abbrev=False, **how)
        self.arguments: list[argparse.Action] = []
        """The arguments that `add` has added, in order."""

    def add(self, command: type[Command], game: AnyGame) -> None:
        """Add the arguments of a command for a game."""
        groups: dict[Group, Add] = {}
        for argument, field in _arguments_of(command):
            group = argument.group
            if group is not None and group not in groups:
                groups[group] = group.add_to(self, game)
            add = self.add_argument if group is None else groups[group]
            self.arguments += argument.add(add, field.name, game)

    def add_more_options(self, command: type[Command], game: AnyGame) -> None:
        """Add the options of another game that have other flags."""
        for argument, _ in _arguments_of(command):
            for option in filter(argument.is_wanted, game.OPTIONS) if argument.is_wanted else ():
                if flag_of_option(option) not in self.flags:
                    self.arguments.append(add_option(self.add_argument, option))

    @property
    def flags(self) -> list[str]:
        """The flags of the arguments."""
        return ["--help", *(flag for each in self.arguments for flag in each.option_strings)]

    def error(self, message: str) -> NoReturn:
        """Print the error and end with exit code 2."""
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def refuse(self, unknown: Sequence[str], played: AnyGame) -> NoReturn:
        """Print the unknown arguments, with suggestions, and end with exit code 2."""
        message = f"unrecognized arguments: {' '.join(unknown)}"
        flag, flags = unknown[0].partition("=")[0], self.flags
        named = [
            key
            for key, game in GAMES.items()
            if flag in map(flag_of_option, game.OPTIONS) and game is not played
        ]
        if named and "--game" in flags:
            self.error(f"{message}; {flag} goes with --game {' or '.join(named)}")
        of_files = [each for each in ("--rule", "--game") if each in flags]
        if flag.endswith(".py") and of_files:
            self.error(f"{message}; did you mean {of_files[0]} {flag}?")
        suggested = did_you_mean(flag, flags, form="{}")
        perhaps = f"; did you mean {suggested}?" if suggested else ""
        value = unknown[0].partition("=")[2] or "".join(unknown[1:2])
        self.error(f"{message}{perhaps}{self._fault_of(suggested, value)}")

    def _fault_of(self, flag: str, value: str) -> str:
        """Return a sentence if a value does not suit a flag; otherwise, an empty text."""
        for argument in self.arguments:
            if value and flag in argument.option_strings and argument.nargs != 0:
                try:
                    self._get_values(argument, [value])
                except argparse.ArgumentError as error:
                    return f" It {error.message}"
        return ""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; argparse would hide a failure to print."""
        if file is None:
            _print(self.format_help(), sys.stdout)
        else:
            file.write(self.format_help())

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Print a message and end the program; argparse would hide a failure to print."""
        _print(message or "", sys.stderr)
        raise SystemExit(status)


class ShowVersion(argparse.Action):
    """The action of `--version`; that of argparse would hide a failure to print."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and end the program."""
        _print(f"{PROGRAM} {westeros_intrigue.__version__}\n", sys.stdout)
        parser.exit()


def _print(text: str, stream: TextIO | None) -> None:
    """Print a text; a stream that was closed before the program started is None."""
    if stream is not None:
        stream.write(text)
        stream.flush()


@attrs.frozen
class Kind(Generic[T]):
    """A kind of argument."""

    metavar: str | None
    """The placeholder in help texts; None shows the words to choose from."""
    reader: Callable[[AnyGame], Callable[[str], T]]
    """Returns, for a game, the function that reads the text of an argument."""
    words: Callable[[], Iterable[str]] | None = None
    """Returns the words to choose from."""

    def keywords(self, game: AnyGame) -> dict[str, Any]:
        """Return the keywords of `argparse`."""
        words = self.words and [*self.words()]
        return {"metavar": self.metavar, "type": self.reader(game), "choices": words}


def text(metavar: str, read: Callable[[str], T]) -> Kind[T]:
    """Return the kind of a text that a function reads in the same way for all games."""
    return Kind(metavar, lambda _game: read)


def reader_of(
    what: str, read: Callable[[str], T], is_fit: Callable[[T], bool]
) -> Callable[[str], T]:
    """Return a reader of an argument; for an invalid argument, it reports the required form."""

    def read_checked(typed: str) -> T:
        with suppress(ValueError):
            if is_fit(value := read(typed)):
                return value
        raise argparse.ArgumentTypeError(f"must be {what}, not {typed[:40]!r}")

    return read_checked


def integer(least: Limit, most: Limit, metavar: str = "N") -> Kind[int]:
    """Return the kind of integers within a range."""

    def reader(game: AnyGame) -> Callable[[str], int]:
        first, last = _limit_for(least, game), _limit_for(most, game)

        def read(typed: str) -> int:
            # int would also read signs, spaces and digits of other scripts.
            return int(typed) if re.fullmatch("[0-9]+", typed) else first - 1

        return reader_of(
            f"a number from {first} to {last}", read, range(first, last + 1).__contains__
        )

    return Kind(metavar, reader)


def one_of(
    words: Callable[[], Iterable[str]],
    metavar: str | None = None,
    suggest: Callable[[str], str] = lambda _typed: "",
) -> Kind[str]:
    """Return the kind of a word to choose; for another one, the error suggests the nearest.

    Args:
        words: returns the words.
        metavar: what stands for the word in the help.
        suggest: returns the end of the error for a word that has another meaning; an empty text to
            suggest the word that is spelled most like it.
    """

    def read(typed: str) -> str:
        choices = [*words()]
        if typed in choices:
            return typed
        listed = ", ".join(map(repr, choices))
        perhaps = suggest(typed.lower()) or did_you_mean(typed, choices)
        raise argparse.ArgumentTypeError(
            f"invalid choice: {typed!r} (choose from {listed}){perhaps}"
        )

    return Kind(metavar, lambda _game: read, words)


@attrs.frozen(eq=False)
class Group:
    """Some arguments of a command that belong together."""

    add_to: Callable[[Parser, AnyGame], Add]
    """Adds the group to a parser, and returns its method `add_argument`."""


def alternatives() -> Group:
    """Return a new group of arguments that exclude each other."""
    return Group(lambda parser, _game: parser.add_mutually_exclusive_group().add_argument)


@attrs.frozen
class Argument:
    """The ways in which `argparse` reads a field of a command."""

    add: Callable[[Add, str, AnyGame], list[argparse.Action]]
    """Adds the argument of a name for a game."""
    read: Callable[[argparse.Namespace, str, AnyGame], object]
    """Returns the value of the field from the result of `argparse`."""
    group: Group | None = None
    is_wanted: Callable[[Option], bool] | None = None
    """Tells which options of the game the field contains, if it contains any."""


def _arguments_of(
    command: type[Command],
) -> list[tuple[Argument, AnyField]]:
    return [(field.metadata[_ARGUMENT], field) for field in attrs.fields(command)]


def _text_for(help_text: Help, game: AnyGame) -> str:
    return help_text if isinstance(help_text, str) else help_text(game)


def _limit_for(limit: Limit, game: AnyGame) -> int:
    return limit if isinstance(limit, int) else limit(game)


def _value(namespace: argparse.Namespace, name: str, _game: AnyGame) -> object:
    return vars(namespace)[name]


def _values(namespace: argparse.Namespace, name: str, _game: AnyGame) -> object:
    return tuple(vars(namespace)[name] or ())


def flag_of(name: str) -> str:
    """Return the flag of an argument, whose last underscore tells it from a word of Python.

    >>> flag_of("show_hands"), flag_of("from_")
    ('--show-hands', '--from')
    """
    return f"--{name.rstrip('_').replace('_', '-')}"


@overload
def option(
    kind: Kind[T], help_text: Help, *, default: T, group: Group | None = None, also: str = ""
) -> Field[T]: ...
@overload
def option(kind: Kind[T], help_text: Help, *, group: Group | None = None) -> Field[T | None]: ...
def option(
    kind: Kind[T],
    help_text: Help,
    *,
    default: T | None = None,
    group: Group | None = None,
    also: str = "",
) -> Field[T | None]:
    """Return a field for a flag with a value, and perhaps a second spelling of the flag."""

    def add(add: Add, name: str, game: AnyGame) -> list[argparse.Action]:
        flags = [flag_of(name), *filter(None, [also])]
        keywords = kind.keywords(game)
        return [
            add(*flags, dest=name, default=default, help=_text_for(help_text, game), **keywords)
        ]

    return attrs.field(default=default, metadata={_ARGUMENT: Argument(add, _value, group)})


def options(
    kind: Kind[T], help_text: Help, *, nargs: str | None = None, group: Group | None = None
) -> Field[tuple[T, ...]]:
    """Return a field for a flag with several values: repeated, or after it with nargs="+"."""
    action = "append" if nargs is None else "store"

    def add(add: Add, name: str, game: AnyGame) -> list[argparse.Action]:
        how = {"action": action, "nargs": nargs, "help": _text_for(help_text, game)}
        return [add(flag_of(name), dest=name, **how, **kind.keywords(game))]

    return attrs.field(default=(), metadata={_ARGUMENT: Argument(add, _values, group)})


def flag(help_text: Help, *, group: Group | None = None) -> Field[bool]:
    """Return a field for a flag without a value."""

    def add(add: Add, name: str, game: AnyGame) -> list[argparse.Action]:
        how = {"dest": name, "action": "store_true", "help": _text_for(help_text, game)}
        return [add(flag_of(name), **how)]

    return attrs.field(default=False, metadata={_ARGUMENT: Argument(add, _value, group)})


def _positional(
    kind: Kind[T], help_text: Help, nargs: str | None
) -> Callable[..., list[argparse.Action]]:
    def add(add: Add, name: str, game: AnyGame) -> list[argparse.Action]:
        return [add(name, nargs=nargs, help=_text_for(help_text, game), **kind.keywords(game))]

    return add


def positional(kind: Kind[T], help_text: Help) -> Field[T]:
    """Return a field for a value without a flag."""
    argument = Argument(_positional(kind, help_text, None), _value)
    return cast("T", attrs.field(metadata={_ARGUMENT: argument}))


def optional_positional(
    kind: Kind[T], help_text: Help, *, group: Group | None = None
) -> Field[T | None]:
    """Return a field for a value without a flag that can be left out."""
    argument = Argument(_positional(kind, help_text, "?"), _value, group)
    return cast("T | None", attrs.field(default=None, metadata={_ARGUMENT: argument}))


def positionals(kind: Kind[T], help_text: Help) -> Field[tuple[T, ...]]:
    """Return a field for one or more values without a flag."""
    argument = Argument(_positional(kind, help_text, "+"), _values)
    return cast("tuple[T, ...]", attrs.field(metadata={_ARGUMENT: argument}))


def flag_of_option(option: Option) -> str:
    """Return the flag for an option of a game."""
    return flag_of(option.name)


def add_option(add: Add, option: Option) -> argparse.Action:
    """Add an option of a game to the arguments."""
    kind, help_text = option.kind, option.help.replace("%", "%%")
    if option.choices:
        help_text = f"{help_text}: {', '.join(option.choices)}"
    flag, dest = flag_of_option(option), f"{_OF_GAME}{option.name}"
    if kind is OptionKind.FLAG:
        return add(flag, dest=dest, action="store_const", const=True, help=help_text)
    usual = "FILE" if kind is OptionKind.FILE else "NAME" if option.choices else "N"
    how: dict[str, Any] = {"metavar": option.metavar or usual}
    if option.choices:
        how |= one_of(lambda: option.choices, how["metavar"]).keywords(CARD_GAME)
    if kind in {OptionKind.NUMBER, OptionKind.NUMBERS}:
        how["type"] = integer(option.least, option.most).reader(CARD_GAME)
    if kind in {OptionKind.NUMBERS, OptionKind.CHOICES}:
        return add(flag, dest=dest, action="append", help=f"{help_text}; repeatable", **how)
    return add(flag, dest=dest, help=help_text, **how)


def _options_in(namespace: argparse.Namespace, _name: str, game: AnyGame) -> TableOptions:
    values = vars(namespace)
    pairs = [(option.name, values.get(f"{_OF_GAME}{option.name}")) for option in game.OPTIONS]
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in pairs
        if value is not None
    )


def options_of_the_game(
    is_wanted: Callable[[Option], bool], *, group: Group | None = None
) -> Field[TableOptions]:
    """Return a field for the options of the game's table that the arguments contain."""

    def add(add: Add, _name: str, game: AnyGame) -> list[argparse.Action]:
        return [add_option(add, option) for option in game.OPTIONS if is_wanted(option)]

    argument = Argument(add, _options_in, group, is_wanted)
    return attrs.field(default=(), metadata={_ARGUMENT: argument})


def flags_given(options: TableOptions, **others: object) -> list[str]:
    """Return the flags of the arguments that a user has given: others, then options of the game.

    >>> flags_given((("solo", True),), players=3, seed=None, name=())
    ['--players', '--solo']
    """
    named = [name for name, value in others.items() if value not in {None, ()}]
    return [flag_of(name) for name in (*named, *(name for name, _ in options))]


_AUTO = "auto"
COLOUR, COLOR = "--colour", "--color"
"""The flags of the whole program, accepted before and after the name of a command."""


@attrs.frozen(kw_only=True)
class Command(ABC):
    """A command with its arguments."""

    colour: str = option(
        one_of(lambda: (_AUTO, "always", "never")),
        f"use colour: auto, always or never (default {_AUTO})",
        default=_AUTO,
        also=COLOR,
    )

    @abstractmethod
    def run(self, terminal: Output) -> int:
        """Run the command and return its exit code."""


def read_command(command: type[C], namespace: argparse.Namespace, game: AnyGame) -> C:
    """Return a command with the values of its arguments."""
    values: dict[str, Any] = {
        field.name: argument.read(namespace, field.name, game)
        for argument, field in _arguments_of(command)
    }
    return command(**values)
