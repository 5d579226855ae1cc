"""Games to watch: `replay` of a record, `demo` with simple players, and the list of `games`.

A person at a terminal sees a page for each step; a pipe gets the game as text.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import attrs

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.options import TableOptions
from westeros_intrigue.gamekit.packaging import needs_extra
from westeros_intrigue.play import sessions
from westeros_intrigue.play.saved.seats import seats_for
from westeros_intrigue.play.sessions import Session
from westeros_intrigue.play.terminal import files, shared
from westeros_intrigue.play.terminal.arguments import (
    Command,
    alternatives,
    flag,
    option,
    optional_positional,
)
from westeros_intrigue.play.terminal.extras import lacking
from westeros_intrigue.play.terminal.files import Story
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused, align, read_number

if TYPE_CHECKING:
    from westeros_intrigue.play.terminal.replaying import Replay


@attrs.frozen(kw_only=True)
class ReplayCommand(Command):
    """`replay`: a record, step by step to a person, all at once in a pipe."""

    file: str = shared.file()
    number: int = shared.number()
    game: str | None = shared.game_of_file()
    own: TableOptions = shared.own_files()
    show_hands: bool = shared.show_hands()
    all: bool = flag("show the whole game at once, as in a pipe")

    def run(self, terminal: Output) -> int:
        """Show a game in a file."""
        notes: list[str] = []
        game, record = files.record_in(self.file, self.number, self.game, self.own, notes.extend)
        story = Story(game, record, is_open=self.show_hands, notes=tuple(notes))
        is_stepped = terminal.is_typed and not (self.all or self.file == files.STANDARD_INPUT)
        if pages := _pages_of(story, terminal) if is_stepped else None:
            pages.step_through()
        else:
            terminal.show(*tell_game(story))
        return 0


def _pages_of(story: Story, terminal: Output) -> Replay | None:
    """Return the pages of a game for a terminal, if it has any."""
    with suppress(ModuleNotFoundError):
        from westeros_intrigue.play.terminal import replaying, screen  # noqa: PLC0415 - an extra

        if isinstance(terminal, screen.Terminal):
            return replaying.Replay(story, terminal)
    return None


def tell_game(story: Story) -> Iterator[str]:
    """Yield a whole game as text: the tags, the first position, the events, comments and the end.

    In the card game, the position at the end of each round is included.
    """
    yield from [*story.opening(), "", *_draw(story, 0)]
    for step, sentences in enumerate(story.told):
        if story.is_scoring(step):
            yield from _draw(story, step - 1)
        yield from (f"  {english.capital(sentence)}" for sentence in sentences)
        yield from story.comments(step)
    yield from ["", *tell_end(story)]


def tell_end(story: Story) -> list[str]:
    """Return the last position of a game, and the places if it is over."""
    return [*_draw(story, -1), *story.places()]


def _draw(story: Story, step: int) -> list[str]:
    return [line.text for line in story.draw(step)]


@attrs.frozen(kw_only=True)
class DemoCommand(shared.GameCommand):
    """`demo`: a game between players of the program; a pipe gets only the end."""

    players: int | None = shared.players("4")
    table_options: TableOptions = shared.options_of_table()
    seed: int = shared.seed()
    pace: float = option(
        shared.SECONDS,
        "how long each step is shown in a terminal (default %(default)g)",
        default=1.0,
    )
    show_hands: bool = shared.show_hands()
    quiet: bool = flag("show only how it ended, as in a pipe")

    def run(self, terminal: Output) -> int:
        """Play a game at the table in the arguments and show it."""
        game = self.played
        start = files.new_state(game, self.players, self.table_options, seed=self.seed)
        automated, usual = game.automated_seats(start), game.PLAYERS.usual
        seated = seats_for((), start.players, automated, 0, usual)
        played = Session.begun(game, start, seated, seed=self.seed)
        while not played.state.is_over:
            played = played.stepped()
        story = Story(game, played.record, is_open=self.show_hands)
        pages = _pages_of(story, terminal)
        if pages and pages.terminal.redraws and not self.quiet:
            pages.present(self.pace)
        table = f"{game.NAME}, {english.count_things(start.players, 'player')}"
        terminal.show_under(f"{table}, seed {self.seed}: the end", *tell_end(story))
        return 0


_CHANGE = alternatives()


@attrs.frozen(kw_only=True)
class GamesCommand(Command):
    """`games`: the list of saved games, or one of them to continue, rename or delete."""

    saved: str | None = optional_positional(
        shared.SAVED_GAME, "continue the game with this number or name (default: list them)"
    )
    rename: str | None = option(shared.NEW_NAME, "give the game this name instead", group=_CHANGE)
    delete: bool = flag("delete the game instead", group=_CHANGE)
    json: bool = shared.json()

    def run(self, terminal: Output) -> int:
        """List the most recent games, or continue, rename or delete one."""
        folder = sessions.Folder.usual()
        games = list(folder.games())
        if self.saved is not None:
            wanted = _find(self.saved, games)
            if told := self._change(folder, wanted):
                terminal.line(told)
                return 0
            return _continue(wanted, games, terminal)
        if self.delete or self.rename is not None:
            raise Refused("name the game, by its number or name in `games`", 2)
        if self.json:
            terminal.write_json([_as_data(folder, game) for game in games])
            return 0
        if not games:
            command = "web" if lacking("cli") else "play"
            terminal.show(f"No games in {folder.path}. `{PROGRAM} {command}` begins one.")
            return 0
        for line in _list(games, terminal.width):
            terminal.line(line)
        terminal.show("", f"The games are in {folder.path}.")
        asked = "The number of a game to continue, or Enter: "
        if terminal.is_typed and (typed := terminal.read_line(asked)):
            return _continue(_find(typed, games), games, terminal)
        return 0

    def _change(self, folder: sessions.Folder, wanted: str) -> str:
        """Delete or rename a game; return a sentence about it, or nothing if neither is wanted."""
        if self.delete:
            folder.delete(wanted)
            return f"{wanted} is deleted."
        if self.rename is not None:
            folder.rename(wanted, self.rename)
            return f"{wanted} is called {self.rename} now."
        return ""


def _as_data(folder: sessions.Folder, game: sessions.SavedGame) -> dict[str, object]:
    """Return a saved game as plain data."""
    return {
        "name": game.id,
        "game": game.game,
        "players": [*game.names],
        "state": game.state,
        "is_over": game.is_over,
        "saved": game.saved and game.saved.isoformat(timespec="seconds"),
        "command": game.command,
        "file": str(folder.file(game.id).path),
    }


def _list(games: Sequence[sessions.SavedGame], width: int) -> Iterator[str]:
    """Yield a line for each game; the names give way if it is too long."""
    rows = [
        (
            f"{number:>2}",
            game.game,
            f"{game.saved:%d %b %H:%M}" if game.saved else "",
            game.state,
            _who_plays(game),
        )
        for number, game in enumerate(games, 1)
    ]
    for line in align(rows):
        yield line if len(line) <= width else f"{line[: width - 1].rstrip()}…"


def _who_plays(game: sessions.SavedGame) -> str:
    """Return the names of the people, and the number of other players."""
    named = [game.names[seat] for seat in game.people] or [*game.names]
    more = len(game.names) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _find(wanted: str, games: Sequence[sessions.SavedGame]) -> str:
    """Return the name of the game with a number in the list, or with a name."""
    if number := read_number(wanted, len(games)):
        wanted = games[number - 1].id
    if not files.is_there(sessions.Folder.usual().file(wanted).path):
        raise Refused(f"no saved game {wanted[:80]!r}; `{PROGRAM} games` lists them", 2)
    return wanted


def _continue(wanted: str, games: Sequence[sessions.SavedGame], terminal: Output) -> int:
    listed = {each.id: each.command for each in games}
    return _command_to_continue(listed.get(wanted, "play"), wanted).run(terminal)


def _command_to_continue(owner: str, wanted: str) -> Command:
    """Return the command that continues a saved game, by the name of the command that began it."""
    with needs_extra(f"`{PROGRAM} {owner}`", "cli"):
        from westeros_intrigue.play.terminal import playing, real_cards  # noqa: PLC0415 - an extra
    match owner:
        case "referee":
            return real_cards.RefereeCommand(resume=wanted)
        case "assist":
            return real_cards.AssistCommand(resume=wanted)
        case _:
            return playing.PlayCommand(resume=wanted)
