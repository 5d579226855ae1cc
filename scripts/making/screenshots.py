"""Draw the pictures of the documentation: page, terminal, notebook, and the other games' tables.

    python scripts/make.py screenshots

The pictures show what the library does today. Page and notebook are photographed in the system's
Chromium, and the terminal is drawn by rich: group `dev`.
"""

from __future__ import annotations

import html
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from rich.console import Console
from rich.text import Text

from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.sessions import Folder

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "_static"
COMMAND = (sys.executable, "-m", "westeros_intrigue")
TYPED = "B2 a0\nL6 b-2\nB3 a1\nS1 c0\n"
"""The moves in the terminal. Illegal ones are refused, as the picture may show."""
CELLS = 2
"""How many cells of the notebook the picture has."""
LINES = 24
"""The height of the terminal in the picture."""
TABLE = {
    "do": "start",
    "name": "westeros-intrigue",
    "seats": [{"name": "", "who": who} for who in ("person", "greedy", "greedy", "greedy")],
    "options": [],
    "seed": 7,
}
"""The table on the page, the same for each picture."""
PLACEMENTS = 4
"""The placements on the page before the picture."""
SEED = 5
"""The seed of the game of B'Twixt in its picture."""
LATE = 6
"""The rounds of that game before the picture."""
TURNS = 60
"""The turns of the game of Monopoly before its picture, as the first one of seat 0 from there."""


SEATED = {f"Seat-{seat}": "simple" if seat else "person" for seat in range(4)} | {
    f"Player-{seat}": name for seat, name in enumerate(("Mira", "Oswin", "Tamsin"), 1)
}
"""The people at the tables of Monopoly and B'Twixt."""

STYLE = """
body { width: 56em; padding: 1em; font: 16px sans-serif; }
.cell { display: grid; grid-template-columns: 4em 1fr; margin-bottom: 0.8em; color: #67625a; }
.highlight { color: black; background: #f6f6f4; border: 1px solid #ddd; padding: 0 0.8em; }
td, th { padding: 0.2em 0.8em; text-align: left; border-bottom: 1px solid #ddd; color: black; }
"""


def page(folder: str, browser: Browser) -> None:
    """Photograph the page after a few placements."""
    with Server(Folder(Path(folder)), port=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tab = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        remembered = json.dumps(json.dumps(TABLE))
        tab.add_init_script(f"localStorage.setItem('westeros-intrigue-table', {remembered})")
        tab.goto(server.address)
        tab.click("#play")
        for number in range(PLACEMENTS + 1):  # of the last, the picture shows the hint
            tab.wait_for_selector("#hand-part.turn", timeout=60_000)
            tab.click("#hint")
            hinted = tab.locator(".hinted")
            hinted.wait_for()
            if number < PLACEMENTS:
                hinted.click()
                tab.wait_for_selector("#hand-part:not(.turn)")
        tab.screenshot(path=PICTURES / "page.jpg", type="jpeg", quality=80)
        server.shutdown()


def btwixt_table(folder: str, browser: Browser) -> None:
    """Photograph the table of B'Twixt in the second season, after a card has been chosen."""
    state = btwixt.new_game(4, {}, seed=SEED)
    rng = random.Random(SEED)  # noqa: S311 - a game, not a secret
    while not _is_shown(state):
        seat = state.active_player
        state = btwixt.apply(state, btwixt.simple_player(btwixt.observe(state, seat), rng))
    record = quote(str(btwixt.Record.from_state(state, tags=SEATED)))
    with Server(Folder(Path(folder)), port=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tab = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        tab.goto(f"{server.address}/record={record}")
        tab.locator(".bt-hand button").nth(1).click()
        tab.screenshot(path=PICTURES / "btwixt.jpg", type="jpeg", quality=60)
        server.shutdown()


def monopoly_table(folder: str, browser: Browser) -> None:
    """Photograph the table of Monopoly when seat 0 is about to throw the dice."""
    state = monopoly.new_game(4, {}, seed=SEED)
    rng = random.Random(SEED)  # noqa: S311 - a game, not a secret
    while not _is_before_a_throw(state):
        seat = state.active_player
        state = monopoly.apply(state, monopoly.simple_player(monopoly.observe(state, seat), rng))
    record = quote(str(monopoly.Record.from_state(state, tags=SEATED)))
    with Server(Folder(Path(folder)), port=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tab = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        # No advice for newcomers is in the way.
        tab.add_init_script("localStorage.setItem('monopoly-pointers', 'rent auction sets')")
        tab.goto(f"{server.address}/record={record}")
        tab.locator(".m-acts .main").wait_for()
        tab.wait_for_selector("#mp-shield", state="attached")
        tab.screenshot(path=PICTURES / "monopoly.jpg", type="jpeg", quality=60)
        server.shutdown()


def _is_before_a_throw(state: monopoly.GameState) -> bool:
    """Return true if seat 0 is asked before a late throw."""
    is_own = state.active_player == state.turn_player == 0
    is_turn = is_own and state.decision is monopoly.Decision.FLOOR
    return is_turn and state.turn_number > TURNS and 0 not in state.bankrupt


def _is_shown(state: btwixt.GameState) -> bool:
    """Return true if seat 0 has bid in a late round and is asked again."""
    decision = state.decision
    is_turn = decision is not None and decision.kind is btwixt.DecisionKind.TURN
    return (
        is_turn and state.active_player == 0 and len(state.results) > LATE and bool(state.piles[0])
    )


def notebook(browser: Browser) -> None:
    """Photograph the cells of a notebook that explain why a card cannot go to a slot."""
    cells = json.loads((ROOT / "examples/first_look.ipynb").read_text("utf-8"))["cells"]
    titles = ["".join(cell["source"]).startswith("## Why not?") for cell in cells]
    shown = []
    for cell in cells[titles.index(True) :]:
        code = highlight("".join(cell["source"]), PythonLexer(), HtmlFormatter(nobackground=True))
        if cell["cell_type"] == "code" and len(shown) < CELLS:
            data = cell["outputs"][0]["data"]
            output = "".join(data.get("image/svg+xml") or data["text/html"])
            number = html.escape(f"[{cell['execution_count']}]")
            shown.append(f'<div class="cell">{number}{code}<span></span><div>{output}</div></div>')
    style = f"<style>{STYLE}{HtmlFormatter().get_style_defs()}</style>"
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.set_content(f"<!doctype html>{style}<body>{''.join(shown)}</body>")
    tab.locator("body").screenshot(path=PICTURES / "notebook.png")


def terminal(folder: str) -> None:
    """Draw the terminal in the middle of a game."""
    environment = os.environ | {"WESTEROS_INTRIGUE_GAMES": folder, "COLUMNS": "80"}
    done = subprocess.run(  # noqa: S603
        [*COMMAND, "play", "--seed", "7", "--colour", "always"],
        input=TYPED, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    shown = Text.from_ansi(done.stdout).split("\n")
    last = max(number for number, line in enumerate(shown) if line.plain.startswith("Your card"))
    console = Console(record=True, width=80, file=io.StringIO())
    for line in shown[max(0, last - LINES + 1) : last + 1]:
        console.print(line, soft_wrap=True)
    svg = console.export_svg(title="westeros-intrigue play")
    svg = re.sub(
        r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL
    )  # which comes from another site
    (PICTURES / "terminal.svg").write_text(svg, "utf-8")


def main(_arguments: Sequence[str] = ()) -> None:
    """Draw all pictures."""
    with tempfile.TemporaryDirectory() as games, sync_playwright() as play:
        chromium = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        terminal(games)
        notebook(chromium)
        page(games, chromium)
        btwixt_table(games, chromium)
        monopoly_table(games, chromium)
