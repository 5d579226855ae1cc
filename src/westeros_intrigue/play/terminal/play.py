"""`play`: a game of any kind in the terminal, alone or with others at one keyboard."""

from __future__ import annotations

import datetime as dt

from westeros_intrigue import GameState
from westeros_intrigue.gamekit.chance import fresh_seed
from westeros_intrigue.notation.records.writing import origin_tags
from westeros_intrigue.play.sessions import AnySession, Folder, GameFile, Session
from westeros_intrigue.play.sessions.session import seats_for
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser, add_number
from westeros_intrigue.play.terminal.output import PROGRAM, Refused
from westeros_intrigue.play.terminal.tables import CourtTable, Table
from westeros_intrigue.play.terminal.terminal import Terminal
from westeros_intrigue.rules.variants import MAX_PLAYERS


def add_arguments(parser: Parser) -> None:
    parser.add_game()
    help_text = "how many people play at this keyboard (default 1, or as many as names)"
    add_number(parser, "--people", 1, MAX_PLAYERS, help_text)
    files.add_names(parser)
    players = parser.game.PLAYERS
    listed = "; ".join(f"{name}: {each.summary}" for name, each in players.items())
    parser.add_argument(
        "--opponents",
        type=files.known_player(parser.game),
        metavar="PLAYER",
        help=f"the players in the other seats (default {players.usual}): {listed}",
    )
    parser.add_table("4, or as many as people")
    parser.add_seed(None, "another game each time")
    files.add_record(parser)


def run(options: Options, terminal: Terminal) -> int:
    """Play a game, new or resumed, save it, and play another if it is wanted."""
    if options.resume is not None:
        _resumed(options, terminal).play()
        return 0
    seed = fresh_seed() if options.seed is None else options.seed
    _begun(options, terminal, seed, options.record).play()
    asked = "Another game? y for yes, Enter for no: "
    while terminal.is_typed and terminal.ask(asked).lower() in {"y", "yes"}:
        _begun(options, terminal, fresh_seed(), None).play()
    return 0


def _begun(options: Options, terminal: Terminal, seed: int, name: str | None) -> Table:
    game = options.played
    people = options.people or max(1, len(options.name))
    if len(options.name) > people:
        raise Refused(f"{len(options.name)} names for {people} people", 2)
    state = files.new_state(options, game, people, seed)
    tags = origin_tags(dt.datetime.now().astimezone().date())
    if not isinstance(state, GameState):
        del tags["Rules"]  # the version is that of the rules of Westeros Intrigue
    tags |= Folder.usual().store_files(game, files.table_of(options, game))
    others = options.opponents or game.PLAYERS.usual
    seated = seats_for(options.name, state.players, game.automated_seats(state), people, others)
    session = Session.begun(game, state, seated, seed=seed, tags=tags)
    return _table(terminal, session, files.new_file(name, game.KEY))


def _resumed(options: Options, terminal: Terminal) -> Table:
    session, file, _ = files.resumed(options, "play")
    if not session.people:
        raise Refused(f"{options.resume}: no seat is a person's; `{PROGRAM} replay` shows the game")
    return _table(terminal, session, file, f"Going on with {options.resume}.")


def _table(terminal: Terminal, session: AnySession, file: GameFile, *news: str) -> Table:
    kind = CourtTable if isinstance(session.state, GameState) else Table
    table: Table = kind(terminal, session, file)
    table.news = [*(news or table.introduction())]
    return table
