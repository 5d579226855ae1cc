"""The kinds of arguments, and the arguments that several commands share."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import argparse
from collections.abc import Callable

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.options import OptionKind, TableOptions
from westeros_intrigue.gamekit.records import trim_name
from westeros_intrigue.play.terminal.arguments import (
    CARD_GAME,
    Command,
    Field,
    Group,
    Kind,
    flag,
    integer,
    one_of,
    option,
    optional_positional,
    options,
    options_of_the_game,
    positional,
    reader_of,
    text,
)

LAST_SEED = 2**64 - 1
"""The last seed of games; those of a match are smaller."""
MOST_GAMES = 10**9
"""The maximum number of games in a file."""
MOST_STEPS = 10**9
"""The maximum number of steps in a game."""


def _player_reader(game: AnyGame) -> Callable[[str], str]:
    def read(name: str) -> str:
        try:
            game.PLAYERS.parse(name)
        except InvalidValue as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        return name

    return read


def _read_name(typed: str) -> str:
    try:
        name = trim_name(typed)
    except InvalidValue as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not name:
        raise argparse.ArgumentTypeError(f"must be a name that can be shown, not {typed[:40]!r}")
    return name


FILE = text("FILE", str)
FOLDER = text("FOLDER", str)
ADDRESS = text("ADDRESS", str)
SAVED_GAME = text("SAVED-GAME", str)
NEW_NAME = text("NAME", str)
RULE = text("ID", str.lower)
"""The id of a rule, or a chapter."""
NAME = text("NAME", _read_name)
"""The name of a person."""
POSITION = text("LINE", str)
"""A position in one line, which its game reads."""
PLAYER = Kind("PLAYER", _player_reader)
"""The name of a player of the game."""
ENTRANT = text("PLAYER", str)
"""A player of a match, who can be in another package."""
SECONDS = text(
    "SECONDS", reader_of("seconds from 0 to 60", float, lambda number: 0 <= number <= 60)
)
SEED = integer(0, LAST_SEED)
GAME = one_of(lambda: GAMES, "GAME")
"""The key of a game."""

TABLE = Group(
    lambda parser, game: parser.add_argument_group(f"the table of {game.NAME}").add_argument
)
"""The arguments for the table of a game, under a heading of their own."""


def players(default: str) -> Field[int | None]:
    """Return a field for the number of seats; the text is the default."""

    def explain(game: AnyGame) -> str:
        return f"the number of seats, {game.MIN_PLAYERS} to {game.MAX_PLAYERS} (default {default})"

    seats = integer(lambda game: game.MIN_PLAYERS, most_players)
    return option(seats, explain, group=TABLE)


def most_players(game: AnyGame) -> int:
    """Return the maximum number of players of a game."""
    return game.MAX_PLAYERS


def options_of_table(*without: str) -> Field[TableOptions]:
    """Return a field for the options of the table that the arguments contain."""
    return options_of_the_game(lambda option: option.name not in without, group=TABLE)


def own_files() -> Field[TableOptions]:
    """Return a field for the owner's files among the options, such as an edition of Monopoly."""
    return options_of_the_game(lambda option: option.kind is OptionKind.FILE)


def describe_players(game: AnyGame) -> str:
    """Return the players of a game, each with a description, as a text for help."""
    described = (f"{name}: {player.summary}" for name, player in game.PLAYERS.items())
    return "; ".join(described).replace("%", "%%")


def names() -> Field[tuple[str, ...]]:
    """Return a field for the names of people."""
    return options(NAME, "the name of a person; repeatable")


def seed(kind: Kind[int] | None = None) -> Field[int]:
    """Return a field for the seed of chance."""
    help_text = "an integer from 0 that fixes the game (default %(default)s)"
    return option(kind or SEED, help_text, default=1)


def record() -> Field[str | None]:
    """Return a field for the file to save a game to."""
    return option(FILE, "save the game to FILE (default: a new file that `games` lists)")


def resume() -> Field[str | None]:
    """Return a field for the game to continue."""
    return option(FILE, "continue the last game in FILE, or one by its name in `games`")


_OF_RECORDS = "a file of records, or - for the input"


def file() -> Field[str]:
    """Return a field for the name of a file of records."""
    return positional(FILE, _OF_RECORDS)


def file_or_position() -> Field[str | None]:
    """Return a field for the name of a file of records, which `position` can replace."""
    return optional_positional(FILE, _OF_RECORDS)


def position() -> Field[str | None]:
    """Return a field for the line of a position instead of a file."""
    help_text = "instead of the file, a position of --game in one line, such as 'a0 S1; 8, 9, 9, 9'"
    return option(POSITION, help_text)


def number() -> Field[int]:
    """Return a field for the number of a game in a file."""
    help_text = "the number of the game in the file (default %(default)s)"
    return option(integer(1, MOST_GAMES), help_text, default=1)


def game_of_file() -> Field[str | None]:
    """Return a field for the game of a file."""
    return option(
        GAME, lambda _: f"the game of the file: {', '.join(GAMES)} (default: as in the file)"
    )


def show_hands() -> Field[bool]:
    """Return a field for the wish to see hidden cards."""
    return flag("show all hands")


def json() -> Field[bool]:
    """Return a field for the wish to read the results with a program."""
    return flag("write JSON instead of text")


def force() -> Field[bool]:
    """Return a field for the permission to overwrite."""
    return flag("overwrite files that exist")


@attrs.frozen(kw_only=True)
class GameCommand(Command):
    """A command for any game."""

    game: str | None = option(
        GAME,
        lambda _: (
            f"the game: {', '.join(GAMES)} (default {CARD_GAME.KEY}), or a file of yours such as "
            "pig.py; each has its options"
        ),
    )

    @property
    def played(self) -> AnyGame:
        """The game in the arguments, or the card game."""
        return CARD_GAME if self.game is None else GAMES[self.game]
