"""`web`: the game in a browser, served by this machine to itself."""

from __future__ import annotations

import errno
import os
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from westeros_intrigue.cli.arguments import Options, Parser, add_number
from westeros_intrigue.cli.files import path_of
from westeros_intrigue.cli.output import Output, Refused
from westeros_intrigue.sessions import Folder
from westeros_intrigue.web.server import Server
from westeros_intrigue.web.warming import warm_up

_PORT = 8321
_LAST_PORT = 2**16 - 1
_HOST = "127.0.0.1"
_UNTIL_IT_IS_OPEN = 2
"""The seconds that the page has to open before something is compiled beside it."""
_LEADING = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={address}">
<title>Westeros Intrigue</title>
<a href="{address}">Play</a>
"""
_WARNING = (
    "Anybody with this link can play for every person at every table and see their hands, and "
    "nothing is encrypted. Friends get links of their own: choose With friends on the page."
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    told = f"the port; 0 for any that is free (default {_PORT})"
    add_number(parser, "--port", 0, _LAST_PORT, told, default=_PORT)
    told = f"the address to listen at; any but {_HOST} lets others in (default {_HOST})"
    parser.add_argument("--host", default=_HOST, metavar="ADDRESS", help=told)
    told = "save the games in this folder (default: the one that `games` lists)"
    parser.add_argument("--folder", metavar="FOLDER", help=told)
    parser.add_argument("--no-browser", action="store_true", help="open no browser")


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
    with server, _way_in(folder.path, server.address, is_wanted=not options.no_browser) as way_in:
        terminal.line(f"Play at {server.address}")
        if server.is_shared:
            for other in server.shared_addresses:
                terminal.line(f"On your other machines: {other}")
            terminal.show(_WARNING)
        terminal.show(f"The games are saved in {folder.path}. Ctrl-C stops.")
        terminal.flush()
        warming = threading.Timer(_UNTIL_IT_IS_OPEN, warm_up)
        warming.daemon = True
        warming.start()
        if way_in:
            # Some browsers run in the terminal, and come back only when they are left.
            threading.Thread(target=webbrowser.open, args=(way_in,), daemon=True).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            terminal.show("", "Stopped. The same address goes on with the games next time.")
    return 0


@contextmanager
def _way_in(folder: Path, address: str, *, is_wanted: bool) -> Iterator[str | None]:
    """Yield the address of a file that leads to the page, while it is there; None if not wanted.

    Everybody on this machine can read the command line of a browser, and nobody else the file.
    """
    if not is_wanted:
        yield None
        return
    file = folder.resolve() / "open.html"
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as opened:  # noqa: PTH123 - its rights
        opened.write(_LEADING.format(address=address))
    try:
        yield file.as_uri()
    finally:
        file.unlink(missing_ok=True)
