"""The seats: people, named players and automated houses, and the table they sit at."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from westeros_intrigue.base.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.cli import files
from westeros_intrigue.cli.arguments import Options, Parser, options_in, reader
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.game import AnyGame, Game, Move, State, View
from westeros_intrigue.sessions import PERSON, AnySession, Session
from westeros_intrigue.sessions.seats import seats_for, shown_name


def add_names(parser: Parser) -> None:
    """Add the names of people."""
    read = reader("a name that can be shown", _name)
    told = "the name of a person; repeatable"
    parser.add_argument("--name", action="append", type=read, default=[], help=told)


def known_player(game: AnyGame, *, or_own: bool = False) -> Callable[[str], str]:
    """Return a function that reads the name of a player of a game.

    Args:
        game: the game.
        or_own: True to accept `MODULE:NAME`, a player of somebody's own.
    """

    def read(name: str) -> str:
        try:
            game.PLAYERS.parse(name)
        except InvalidValue as error:
            module, colon, inside = name.partition(":")
            if or_own and module and colon and inside and f"{module}:N" not in game.PLAYERS:
                return name
            own = " (or MODULE:NAME of your own)" if or_own else ""
            raise argparse.ArgumentTypeError(f"{error}{own}") from None
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
    counts = range(fewest, game.MAX_PLAYERS + 1) if people > 1 else (None,)
    wanted = [options.players] if options.players else counts or [fewest]
    state, refusal = None, ""
    for players in wanted:
        try:
            state = game.new_game(players, values, seed=seed)
        except WesterosIntrigueError as error:
            refusal = str(error)
        else:
            if state.players - len(game.automated_seats(state)) >= people:
                break
    if state is None:
        raise Refused(refusal, 2)
    return state


def begun(
    options: Options,
    game: Game[State, View, Move],
    state: State,
    *,
    people: int,
    others: str,
    seed: int,
    tags: Mapping[str, str] | None = None,
) -> Session[State, View, Move]:
    """Return a new game, with people in its first seats by the names in the arguments."""
    automated = game.automated_seats(state)
    try:
        seated = seats_for(getattr(options, "name", ()), state.players, automated, people, others)
    except InvalidValue as error:
        raise Refused(str(error), 2) from error
    return Session.begun(game, state, seated, seed=seed, tags=tags)


def real_session(options: Options, usual: int = 4) -> AnySession:
    """Return the table of people with real cards that the arguments ask for, with its seats."""
    if options.players is None and not options_in(options, Parser.game).get("solo"):
        options.players = max(2, len(options.name)) if options.name else usual
    state = new_state(options, Parser.game, 1, 0)
    people = state.players - len(Parser.game.automated_seats(state))
    return begun(options, Parser.game, state, people=people, others=PERSON, seed=0)


def _name(text: str) -> str:
    if shown := shown_name(text):
        return shown
    raise ValueError
