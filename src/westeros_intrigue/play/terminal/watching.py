"""Games to watch: `replay` of a record, `demo` with simple players, and the list of `games`.

A person at a terminal sees a page for each step; a pipe gets the game as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from westeros_intrigue import Record, draw_text
from westeros_intrigue.gamekit import errors, records, values
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.play import sessions
from westeros_intrigue.play.referee import describe_made_up_hands, without_numbers
from westeros_intrigue.play.sessions import AnyRecord, Session, session
from westeros_intrigue.play.terminal import commands, files
from westeros_intrigue.play.terminal.commands import Options
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused, align, read_number
from westeros_intrigue.players.playing import play_game

if TYPE_CHECKING:
    from westeros_intrigue.play.terminal.replaying import Replay


def run_replay(options: Options, terminal: Output) -> int:
    """Show a game in a file: step by step to a person, all at once in a pipe."""
    game, record = files.record_in(options)
    is_stepped = terminal.is_typed and not (options.all or options.file == files.STANDARD_INPUT)
    pages = _pages_of(game, record, terminal, is_open=options.show_hands) if is_stepped else None
    if pages:
        pages.step_through()
    else:
        terminal.show(*tell_game(game, record, is_open=options.show_hands))
    return 0


def _pages_of(
    game: AnyGame, record: AnyRecord, terminal: Output, *, is_open: bool
) -> Replay | None:
    """Return the steps of a record as pages of a terminal, if it has any."""
    with suppress(ModuleNotFoundError):
        from westeros_intrigue.play.terminal import replaying, screen  # noqa: PLC0415 - an extra

        if isinstance(terminal, screen.Terminal):
            kind = replaying.CourtReplay if isinstance(record, Record) else replaying.Replay
            return kind(game, record, terminal, is_open=is_open)
    return None


def tell_game(game: AnyGame, record: AnyRecord, *, is_open: bool) -> Iterator[str]:
    """Yield a whole game as text: the tags, the first position, the events, comments and the end.

    Args:
        game: the game.
        record: its record.
        is_open: True to show hidden cards.
    """
    states = list(record.replay())
    yield from align(record.tags)
    if isinstance(record, Record):
        yield from filter(None, [is_open and describe_made_up_hands(record)])
        yield from files.remarks(record.comment)
    yield from ["", *_draw(game, record, states[0], is_open=is_open)]
    yield from files.comments_on(record, states[0])
    steps = zip(pairwise(states), files.tell_steps(game, record), strict=True)
    for (before, state), told in steps:
        if isinstance(record, Record) and len(state.results) > len(before.results):
            yield from _draw(game, record, before, is_open=is_open)
        yield from (f"  {values.capital(each)}" for each in told)
        yield from files.comments_on(record, state)
    yield from ["", *tell_end(game, record, is_open=is_open)]


def tell_end(game: AnyGame, record: AnyRecord, *, is_open: bool) -> Iterator[str]:
    """Yield the last position of a game, and the places if it is over."""
    yield from _draw(game, record, record.state, is_open=is_open)
    if record.state.is_over:
        names = records.list_names(record.tags, record.state.players)
        yield from session.places(game.final_winner(record.state), names)


def _draw(game: AnyGame, record: AnyRecord, state: Any, *, is_open: bool) -> Iterator[str]:  # noqa: ANN401 - each game has its positions
    names = records.list_names(record.tags, state.players)
    if isinstance(record, Record):
        text = draw_text(state, reveal=is_open, names=names)
        yield without_numbers(text) if "Referee" in dict(record.tags) else text
        return
    for line in files.draw_lines(game, state, names, is_open=is_open):
        yield line.text


def run_demo(options: Options, terminal: Output) -> int:
    """Play a game at the table in the arguments and show it; a pipe gets only the end."""
    game = options.played
    start = files.new_state(options, game, 1, options.seed)
    usual = game.PLAYERS.usual
    player, automated = game.PLAYERS.parse(usual), game.automated_seats(start)
    seated = session.seats_for((), start.players, automated, 0, usual)
    begun = Session.begun(game, start, seated, seed=options.seed)
    players = [None if seat in automated else player for seat in range(start.players)]
    state = play_game(players, game=game, seed=options.seed, state=start)
    record = game.Record.from_state(state, tags=begun.record.tags)
    table = f"{game.NAME}, {values.count_things(start.players, 'player')}"
    pages = _pages_of(game, record, terminal, is_open=options.show_hands)
    if pages and pages.terminal.redraws and not options.quiet:
        pages.present(options.pace)
    ending = tell_end(game, record, is_open=options.show_hands)
    terminal.show_under(f"{table}, seed {options.seed}: the end", *ending)
    return 0


def run_games(options: Options, terminal: Output) -> int:
    """List the most recent games, or continue a game."""
    folder = sessions.Folder.usual()
    games = list(folder.games())
    if options.game_id is not None:
        return _continue(options.game_id, games, terminal)
    if not games:
        terminal.show(f"No games in {folder.path}. `{PROGRAM} play` begins one.")
        return 0
    for number, each in enumerate(games, 1):
        terminal.show(f"{number:>2}  {each.title}")
    terminal.show("", f"The games are in {folder.path}.")
    asked = "The number of a game to continue, or Enter: "
    if terminal.is_typed and (typed := terminal.read_line(asked)):
        return _continue(typed, games, terminal)
    return 0


def _continue(wanted: str, games: list[sessions.SavedGame], terminal: Output) -> int:
    if number := read_number(wanted, len(games)):
        wanted = games[number - 1].id
    folder = sessions.Folder.usual()
    try:
        text = folder.file(wanted).read()
        _, record = sessions.read_record(text, folder.own_files(text))
    except errors.WesterosIntrigueError as error:
        raise Refused(f"the saved game {wanted[:80]!r} cannot be read: {error}") from error
    except (FileNotFoundError, ValueError) as error:
        raise Refused(f"no saved game {wanted[:80]!r}; `{PROGRAM} games` lists them", 2) from error
    options = commands.parse_arguments([sessions.owner_of(record), "--resume", wanted])
    code: int = options.run(options, terminal)
    return code
