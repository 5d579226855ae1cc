"""`web`: the game in a browser, served by this machine to itself."""

from __future__ import annotations

import errno
import threading
import webbrowser
from pathlib import Path

from westeros_intrigue.play.page.server import Server, way_in
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.terminal.commands import Options, Parser, add_number, add_switch
from westeros_intrigue.play.terminal.files import path_of
from westeros_intrigue.play.terminal.output import Output, Refused

_PORT = 8321
_LAST_PORT = 2**16 - 1
_HOST = "127.0.0.1"
_UNTIL_IT_IS_OPEN = 2
"""The seconds that the page has to open before something is compiled beside it."""
_WARNING = (
    "Anybody with this link can play for every person at every table and see their hands, and "
    "nothing is encrypted. Friends get links of their own: choose With friends on the page."
)


def add_arguments(parser: Parser) -> None:
    help_text = f"the port; 0 for any that is free (default {_PORT})"
    add_number(parser, "--port", 0, _LAST_PORT, help_text, default=_PORT)
    help_text = f"the address to listen at; any but {_HOST} lets others in (default {_HOST})"
    parser.add_argument("--host", default=_HOST, metavar="ADDRESS", help=help_text)
    help_text = "save the games in this folder (default: the one that `games` lists)"
    parser.add_argument("--folder", metavar="FOLDER", help=help_text)
    add_switch(parser, "--no-browser", "open no browser")


def run(options: Options, terminal: Output) -> int:
    """Serve the page until Ctrl-C is pressed."""
    folder = Folder.usual()
    if options.folder is not None:
        folder = Folder(Path(path_of(options.folder)))
    try:
        server = Server(folder, options.host, options.port)
    except OSError as error:
        place = f"{options.host}:{options.port} with the games in {folder.path}"
        is_refused = error.errno in {errno.EADDRINUSE, errno.EACCES}
        other_port = "; --port 0 chooses a free one" if options.port and is_refused else ""
        raise Refused(f"cannot serve at {place}: {error.strerror}{other_port}") from error
    with server, way_in(folder.path, server.address, is_wanted=not options.no_browser) as file:
        terminal.line(f"Play at {server.address}")
        if server.is_shared:
            for other in server.shared_addresses:
                terminal.line(f"On your other machines: {other}")
            terminal.show(_WARNING)
        terminal.show(f"The games are saved in {folder.path}. Ctrl-C stops.")
        terminal.flush()
        warming = threading.Timer(_UNTIL_IT_IS_OPEN, server.engine.prepare)
        warming.daemon = True
        warming.start()
        if file:
            # Some browsers run in the terminal, and come back only when they are left.
            threading.Thread(target=webbrowser.open, args=(file,), daemon=True).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            terminal.show("", "Stopped. The same address goes on with the games next time.")
    return 0
