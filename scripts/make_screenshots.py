"""Draws the pictures of the first page of the documentation: the page to play on, and the terminal.

    python scripts/make_screenshots.py

It plays a few moves in each, so that the pictures show what the library does today. The page is
photographed in the system's Chromium, and the terminal is drawn by rich: group `dev`.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

from westeros_intrigue.sessions import Folder
from westeros_intrigue.web.server import Server

PICTURES = Path(__file__).parents[1] / "docs" / "_static"
COMMAND = (sys.executable, "-m", "westeros_intrigue")
TYPED = "B2 a0\nL6 b-2\nB3 a1\nS1 c0\n"
"""The moves in the terminal. What does not fit is refused, which the picture may show."""
LINES = 24
"""The height of the terminal in the picture."""
PLACEMENTS = 4
"""The placements on the page before the picture."""


def page(folder: str) -> None:
    """Photograph the page after a few placements."""
    with Server(Folder(Path(folder)), port=0) as server, sync_playwright() as play:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        tab = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
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


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as games:
        terminal(games)
        page(games)
