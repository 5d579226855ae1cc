"""This machine: `web` serves the page, `mcp` serves assistants, and `doctor` checks the extras."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import errno
import platform
import sys
import threading
import time
import webbrowser
from contextlib import nullcontext
from pathlib import Path

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit.packaging import needs_extra
from westeros_intrigue.lab import simulation
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.play.page.engine import warm_up
from westeros_intrigue.play.page.server import Server, read_address, way_in
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.terminal import shared
from westeros_intrigue.play.terminal.arguments import (
    Command,
    flag,
    integer,
    option,
)
from westeros_intrigue.play.terminal.extras import EXTRAS, lacking
from westeros_intrigue.play.terminal.files import path_of
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused
from westeros_intrigue.rules.moves import apply, legal_moves
from westeros_intrigue.rules.state import GameState, setup

_UNTIL_IT_IS_OPEN = 2
"""The time in seconds for the page to open before the server makes slow first calls."""
_WARNING = (
    "Anyone with this link can play for every person at every table and see their hands, and "
    "nothing is encrypted. Send friends the link of their table: choose With friends on the page."
)


_PORT = 8321
_LAST_PORT = 65535
_HOST = "127.0.0.1"


@attrs.frozen(kw_only=True)
class WebCommand(Command):
    """`web`: the page in the browser."""

    port: int = option(
        integer(0, _LAST_PORT),
        "the port; 0 for any that is free (default %(default)s)",
        default=_PORT,
    )
    host: str = option(
        shared.ADDRESS,
        "the address to listen at; 0.0.0.0 lets in friends of the network (default %(default)s)",
        default=_HOST,
    )
    address: str = option(
        shared.ADDRESS,
        "the address at which browsers reach the page, if it is behind a proxy, a tunnel or a name",
        default="",
    )
    folder: str | None = option(
        shared.FOLDER, "save the games in this folder (default: the one that `games` lists)"
    )
    game: str | None = option(
        shared.GAME, "also offer the game in a file of yours, such as pig.py, beside all others"
    )
    no_browser: bool = flag("open no browser")

    def run(self, terminal: Output) -> int:
        """Serve the page until Ctrl-C is pressed."""
        folder = Folder.usual()
        if self.folder is not None:
            folder = Folder(Path(path_of(self.folder)))
        try:
            outside = read_address(self.address) if self.address else ""
        except ValueError as error:
            raise Refused(f"--address {error}", 2) from None
        try:
            server = Server(folder, self.host, self.port, outside)
        except OSError as error:
            place = f"{self.host}:{self.port} with the games in {folder.path}"
            # Errors of the folder have a file name.
            is_port = not error.filename and error.errno in {errno.EADDRINUSE, errno.EACCES}
            other_port = "; --port 0 chooses a free one" if self.port and is_port else ""
            raise Refused(f"cannot serve at {place}: {error.strerror}{other_port}") from error
        to_open = nullcontext() if self.no_browser else way_in(folder.path, server.address)
        with server, to_open as file:
            terminal.line(f"Play at {server.address}")
            if server.is_shared:
                for other in server.addresses_of(server.token):
                    terminal.line(f"On your other machines: {other}")
                terminal.show(_WARNING)
            terminal.show(f"The games are saved in {folder.path}. Ctrl-C stops.")
            terminal.flush()
            warming = threading.Timer(_UNTIL_IT_IS_OPEN, server.engine.prepare)
            warming.daemon = True
            warming.start()
            if file:
                # Some browsers run in the terminal and return only when they are closed.
                threading.Thread(target=webbrowser.open, args=(file,), daemon=True).start()
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                terminal.show("", "Stopped. Next time, the same address continues the games.")
            finally:
                warming.cancel()
        return 0


@attrs.frozen(kw_only=True)
class McpCommand(Command):
    """`mcp`: tables for an assistant."""

    http: int | None = option(
        integer(1, _LAST_PORT),
        "serve HTTP at this port of 127.0.0.1 (default: the standard input and output)",
    )
    no_moves: bool = flag("offer no tool that lists legal moves")
    no_hints: bool = flag("offer no tool that says what the computer would do")
    any_host: bool = flag("let assistants join links to any machine, not only nearby ones")

    def run(self, terminal: Output) -> int:
        """Serve an assistant until it closes the connection, or Ctrl-C is pressed."""
        with needs_extra(f"`{PROGRAM} mcp`", "mcp"):
            from westeros_intrigue.play.assistants import held, server  # noqa: PLC0415 - an extra
        allowed = held.Allowed(
            lists_moves=not self.no_moves,
            gives_hints=not self.no_hints,
            any_host=self.any_host,
            names_are_secret=self.http is not None,
        )
        served = server.make_server(Folder.usual(), allowed)
        if self.http is None:
            # Only the protocol may write to the standard output.
            served.run("stdio")
            return 0
        terminal.line(f"Serving http://{_HOST}:{self.http}/mcp for assistants. Ctrl-C stops.")
        terminal.flush()
        served.run("streamable-http", host=_HOST, port=self.http)
        return 0


_PLAYOUTS, _ROUNDS, _ROUNDS_IN_PYTHON = 100, 1_000_000, 5_000


@attrs.frozen(kw_only=True)
class DoctorCommand(Command):
    """`doctor`: what is installed, what is missing, and the speed of this machine."""

    quick: bool = flag("skip the speed test")
    json: bool = shared.json()

    def run(self, terminal: Output) -> int:
        """Print the installed and missing extras, and which half runs, and measure the speed."""
        if self.json:
            terminal.write_json(_examine(is_quick=self.quick))
            return 0
        terminal.line(f"{PROGRAM} {westeros_intrigue.__version__}")
        terminal.line(f"Python {platform.python_version()} on {sys.platform}")
        terminal.line(f"games in {Folder.usual().path}")
        instructions = _instructions()
        runs = f"compiled, {instructions}" if instructions else "plain Python, which is far slower"
        terminal.line(f"simulations and bots: {runs}")
        for extra, added in EXTRAS.items():
            missing = lacking(extra)
            lacks = f"lacks {', '.join(missing)}" if missing else "installed"
            terminal.line(f"  {extra:12}{added.use}: {lacks}")
            if missing:
                terminal.line(f'{"":14}pip install "{PROGRAM}[{extra}]"')
        if self.quick:
            return 0
        speed = _measure()
        terminal.line(f"ready to play after {speed['seconds_to_ready']:.1f} s")
        terminal.line(f"rules: {speed['moves']:,.0f} moves of four players in a CPU second")
        if (rounds := speed.get("rounds")) is not None:
            terminal.line(
                f"simulation: {rounds:,.0f} random rounds of four players in a CPU second"
            )
        return 0


def _examine(*, is_quick: bool) -> dict[str, object]:
    """Return the extras and, unless it is quick, the speed of this machine as plain data."""
    extras = {
        extra: {"use": added.use, "missing": [*lacking(extra)]} for extra, added in EXTRAS.items()
    }
    return {
        "version": westeros_intrigue.__version__,
        "python": platform.python_version(),
        "platform": sys.platform,
        "games": str(Folder.usual().path),
        "compiled": _instructions(),
        "extras": extras,
        "speed": None if is_quick else _measure(),
    }


def _instructions() -> str | None:
    """Return the instructions that the compiled half uses; None if Python runs."""
    native = fast.extension()
    return native.SETS[-1] if native else None


def _measure() -> dict[str, float]:
    """Return the seconds that the slow first calls take, and moves and rounds in a CPU second."""
    begun = time.perf_counter()
    warm_up()
    speed = {"seconds_to_ready": time.perf_counter() - begun}
    states = [setup(4, seed=number) for number in range(_PLAYOUTS)]
    begun = time.process_time()
    speed["moves"] = sum(map(_play_out, states)) / (time.process_time() - begun)
    if not lacking("fast"):
        simulated = simulation.Simulation(4, "random", seed=1)
        rounds = _ROUNDS if fast.has_extension() else _ROUNDS_IN_PYTHON
        begun = time.process_time()
        simulated.rounds(range(rounds))
        speed["rounds"] = rounds / (time.process_time() - begun)
    return speed


def _play_out(state: GameState) -> int:
    """Play the first legal moves of a round; return their number."""
    while moves := legal_moves(state):
        state = apply(state, moves[0])
    return len(state.placements)
