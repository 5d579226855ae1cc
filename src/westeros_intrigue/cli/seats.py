"""The seats: people, named players and automated houses, and the table they sit at."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress

from westeros_intrigue.base.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.cli import files
from westeros_intrigue.cli.arguments import Options, Parser, flags_in, reader
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.game import AnyGame, Game, Move, State, View
from westeros_intrigue.sessions import PERSON, AnySession, Session
from westeros_intrigue.sessions.seats import seats_for, shown_name


def add_names(parser: Parser) -> None:
    """Add the names of people."""
    read = reader("a name that can be shown", shown_name, bool)
    told = "the name of a person; repeatable"
    parser.add_argument("--name", action="append", type=read, default=[], help=told)


def known_player(game: AnyGame) -> Callable[[str], str]:
    """Return a function that reads the name of a player of a game."""

    def read(name: str) -> str:
        try:
            game.PLAYERS.parse(name)
        except InvalidValue as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        return name

    return read


def new_state(
    options: Options, game: Game[State, View, Move], people: int, seed: int | None
) -> State:
    """Return a new game at the table that the arguments ask for.

    If they do not name a number of seats, several people have as few as they need, and one has the
    usual number.
    """
    values = files.table_of(options, game)
    fewest = max(people, game.MIN_PLAYERS)
    several = range(fewest, max(fewest, game.MAX_PLAYERS) + 1) if people > 1 else [None]
    state = None
    for players in [options.players] if options.players else several:
        with suppress(WesterosIntrigueError):
            state = game.new_game(players, values, seed=seed)
            if state.players - len(game.automated_seats(state)) >= people:
                break
    try:
        # Once more, where none can be made, for the reason.
        return game.new_game(players, values, seed=seed) if state is None else state
    except WesterosIntrigueError as error:
        own = files.own_paths(options, game).values()
        if isinstance(error, InvalidValue) or not own:
            raise
        raise Refused(f"{', '.join(own)}: {error}") from error


def real_session(options: Options) -> AnySession:
    """Return the table of people with real cards that the arguments ask for, with its seats."""
    if options.players is None and "--solo" not in flags_in(options):
        options.players = max(2, len(options.name)) if options.name else 4
    state = new_state(options, Parser.game, 1, 0)
    automated = Parser.game.automated_seats(state)
    people = state.players - len(automated)
    seated = seats_for(options.name, state.players, automated, people, PERSON)
    return Session.begun(Parser.game, state, seated, seed=0)
