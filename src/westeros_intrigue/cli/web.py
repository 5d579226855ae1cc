"""`web`: the game in a browser, served by this machine to itself."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

from westeros_intrigue.cli.arguments import Command, Options, Parser, add_number
from westeros_intrigue.cli.files import path_of
from westeros_intrigue.cli.terminal import Refused, Terminal
from westeros_intrigue.web.keeping import Folder
from westeros_intrigue.web.server import Server
from westeros_intrigue.web.warming import warm_up

_PORT = 8321
_LAST_PORT = 2**16 - 1
_HOST = "127.0.0.1"
_FOLDER = "~/westeros-intrigue-games"


def _add_arguments(parser: Parser) -> None:
    told = f"the port; 0 for any that is free (default {_PORT})"
    add_number(parser, "--port", 0, _LAST_PORT, told, default=_PORT)
    told = f"the address to listen at; any but {_HOST} lets others in (default {_HOST})"
    parser.add_argument("--host", default=_HOST, metavar="ADDRESS", help=told)
    told = f"where the games are kept (default {_FOLDER})"
    parser.add_argument("--games", default=_FOLDER, metavar="FOLDER", help=told)
    parser.add_argument("--no-open", action="store_true", help="open no browser")


def run(options: Options, terminal: Terminal) -> int:
    """Serve the page until Ctrl-C is pressed."""
    folder = Folder(Path(path_of(options.games)))
    try:
        server = Server(folder, options.host, options.port)
    except OSError as error:
        place = f"{options.host}:{options.port} with the games in {folder.path}"
        other_port = "; --port 0 takes any that is free" if options.port else ""
        raise Refused(f"cannot serve at {place}: {error.strerror}{other_port}") from error
    with server:
        terminal.line(f"Play at {server.address}")
        terminal.show(f"The games are kept in {folder.path}. Ctrl-C stops.")
        terminal.flush()
        threading.Thread(target=warm_up, daemon=True).start()
        if not options.no_open:
            # Some browsers run in the terminal, and come back only when they are left.
            threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            terminal.show("", "Stopped. The same address goes on with the games next time.")
    return 0


COMMAND = Command(
    "web",
    "play in the browser",
    run,
    _add_arguments,
    (("web", "play in the browser"),),
)
