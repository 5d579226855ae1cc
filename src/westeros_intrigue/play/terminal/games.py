"""`games`: the saved games of the terminal and of the page, to go on with."""

from __future__ import annotations

from westeros_intrigue.play.sessions import Folder, SavedGame, owner_of, read_record
from westeros_intrigue.play.terminal.commands import Options, Parser, parsed
from westeros_intrigue.play.terminal.display import columns
from westeros_intrigue.play.terminal.output import PROGRAM, Refused
from westeros_intrigue.play.terminal.terminal import Terminal


def add_arguments(parser: Parser) -> None:
    help_text = "continue the game with this number, or of this name (default: list them)"
    parser.add_argument("game_id", nargs="?", metavar="GAME", help=help_text)


def run(options: Options, terminal: Terminal) -> int:
    """List the games that were played last, or continue one."""
    folder = Folder.usual()
    games = list(folder.games())
    if options.game_id is not None:
        return _continued(options.game_id, games, terminal)
    if not games:
        terminal.show(f"No games in {folder.path}. `{PROGRAM} play` begins one.")
        return 0
    rows = [
        (str(at), each.game, each.state, f"{each.saved:%Y-%m-%d %H:%M}", ", ".join(each.names))
        for at, each in enumerate(games, 1)
    ]
    listed = columns(">", "game", "state", "saved", "players", rows=rows)
    terminal.show(listed, "", f"The games are in {folder.path}.")
    if terminal.is_typed and (typed := terminal.ask("The number of the one to continue: ")):
        return _continued(typed, games, terminal)
    return 0


def _continued(wanted: str, games: list[SavedGame], terminal: Terminal) -> int:
    names = [saved.id for saved in games]
    if wanted.isdecimal() and 1 <= int(wanted[:9]) <= len(games):
        wanted = names[int(wanted[:9]) - 1]
    if wanted not in names:
        raise Refused(f"no saved game {wanted[:80]!r}; `{PROGRAM} games` lists them", 2)
    _, record = read_record(Folder.usual().file(wanted).read())
    options = parsed([owner_of(record), "--resume", wanted])
    code: int = options.run(options, terminal)
    return code
