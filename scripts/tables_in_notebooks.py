"""Play a round in JupyterLab and in marimo, and look for hands in the files of notebooks.

    python scripts/tables_in_notebooks.py

It needs the group `notebooks` and Chromium. In each program, it plays a round by clicks and one by
keys, with keys that JupyterLab would take for commands. Then it runs a notebook with 200 games, and
reads what the file and its exports contain: no card of a hand.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from helpers.ports import own_port
from play.page.browsing import chromium, new_page

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PLAY = """import westeros_intrigue as wi
from westeros_intrigue.play import notebook
table = notebook.play(wi.setup(3, seed=7), opponents="greedy")
table"""
AFTER = "print(len(table.state.placements), 'placements')"
MARIMO = f"""import marimo
app = marimo.App()

@app.cell
def _():
{"".join(f"    {line}{chr(10)}" for line in PLAY.splitlines())}
"""
GAMES = 200
RANDOM_GAMES = f"""import json, random
import westeros_intrigue as wi
from IPython.display import display
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play import notebook
hidden = {{}}
for number in range({GAMES}):
    rng = random.Random(number)
    game = GAMES[["westeros-intrigue", "monopoly", "btwixt"][number % 3]]
    players = rng.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
    table = notebook.begin(game, players, rng.randrange(players), "random")
    for _ in range(rng.randint(2, 12)):
        view = game.observe(table.state, table.state.active_player)
        moves = game.legal_moves(view)
        request = {{"do": "move", "move": str(rng.choice(moves))}} if moves else {{"do": "step"}}
        table._hear(table, request, [])
    if isinstance(table.state, wi.GameState) and table.state.round_number == 1:
        hidden[table.model_id] = [[str(card) for card in hand] for hand in table.state.hands]
    display(table)
with open("hidden.json", "w") as file:
    json.dump(hidden, file)"""
STATES = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
CARD = re.compile(r"\b[SLBT][1-9]\b")
IMAGE = re.compile(r"base64,[\w+/=]+")
PATIENCE = 60
"""The seconds until a program that hangs ends the check."""


@contextmanager
def serving(command: Sequence[str], folder: Path, address: str) -> Iterator[None]:
    """Run a program of notebooks in a folder until it answers at an address."""
    words = [sys.executable, "-m", *command]
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(words, cwd=folder, stdout=log, stderr=log)  # noqa: S603 - our own
        try:
            for _ in range(10 * PATIENCE):
                with suppress(OSError), urllib.request.urlopen(address):  # noqa: S310 - this machine
                    break
                if process.poll() is not None:
                    sys.exit((folder / "log.txt").read_text("utf-8"))
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait()


def by_clicks(court: Locator, _page: Page) -> None:
    """Place a card with the mouse."""
    court.locator(".hand button:not(.card--nowhere)").first.click(position={"x": 8, "y": 30})
    court.locator(".cell--open").first.click(position={"x": 5, "y": 5})


def by_keys(court: Locator, page: Page) -> None:
    """Place a card with the keyboard."""
    court.locator(".hand button:not(.card--nowhere)").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def play_round(page: Page, place: Callable[[Locator, Page], None]) -> int:
    """Play a round at the first table, and go on to the next; return the number of placements."""
    table = page.locator("westeros-table").first
    court, onward = table.locator("westeros-court"), table.get_by_role("button", name="Next round")
    for placed in range(40):
        court.locator(".dock.turn").or_(onward).first.wait_for()
        if onward.is_visible():
            table.locator(".heading", has_text="the fewest win").wait_for()
            onward.click()
            court.locator(".dock.turn").wait_for()
            return placed
        before = court.locator(".court .card").count()
        place(court, page)
        for _ in range(50 * PATIENCE):
            is_placed = court.locator(".court .card").count() != before
            if onward.is_visible() or (is_placed and court.locator(".dock.turn").count()):
                break
            page.wait_for_timeout(20)
        else:
            told = table.locator(".heading").inner_text(), court.locator(".reason").inner_text()
            sys.exit(f"a placement has no answer: {told}")
    sys.exit("a round has no end")


def play_both(page: Page) -> None:
    """Play a round by clicks and one by keys, and ask for a hint."""
    table = page.locator("westeros-table").first
    table.locator(".hand button").first.wait_for()
    print("  a round by clicks:", play_round(page, by_clicks), "placements")
    table.get_by_role("button", name="Hint").click()
    table.locator(".heading", has_text="looks best").wait_for()
    table.locator(".hand [aria-pressed=true]").click()
    print("  a round by keys:", play_round(page, by_keys), "placements")


def in_lab(page: Page, folder: Path) -> None:
    """Play in JupyterLab; the keys of the table delete no cell, and the file has no hand."""
    write_notebook(folder / "play.ipynb", PLAY, AFTER)
    port = own_port()
    options = ("--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=")
    with serving(("jupyterlab", *options), folder, f"http://127.0.0.1:{port}/api"):
        page.goto(f"http://127.0.0.1:{port}/lab/tree/play.ipynb?reset")
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()
        # The editor of a cell takes keys a moment after it is shown.
        while not page.locator("westeros-table").count():
            cells.first.locator(".cm-content").click()
            page.keyboard.press("Control+Enter")
            page.wait_for_timeout(5000)
        page.locator("westeros-court .hand button").first.focus()
        for key in ("ArrowDown", "d", "d", "x", "a"):
            page.keyboard.press(key)
        play_both(page)
        if cells.count() != 2:
            sys.exit(f"keys on the table have changed the notebook: {cells.count()} cells")
        cells.nth(1).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        cells.nth(1).locator(".jp-OutputArea-output", has_text="placements").wait_for()
        page.keyboard.press("Escape")
        page.keyboard.press("Control+s")
        page.wait_for_timeout(3000)
    saved = json.loads((folder / "play.ipynb").read_text("utf-8"))
    shown = [each["data"] for each in saved["cells"][0]["outputs"]]
    if len(shown) != 1 or not {VIEW, "text/html", "text/plain"} <= set(shown[0]):
        sys.exit(f"JupyterLab has stored another output: {shown}")


def in_marimo(page: Page, folder: Path) -> None:
    """Play in marimo."""
    (folder / "table.py").write_text(MARIMO, "utf-8")
    port = own_port()
    command = ("marimo", "run", "table.py", "--headless", "--no-token", f"--port={port}")
    with serving(command, folder, f"http://127.0.0.1:{port}/health"):
        page.goto(f"http://127.0.0.1:{port}/")
        play_both(page)


def write_notebook(path: Path, *cells: str) -> None:
    """Write a notebook with cells of code."""
    import nbformat  # noqa: PLC0415 - of the group

    made = [nbformat.v4.new_code_cell(each) for each in cells]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    whole = nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": kernel})
    nbformat.write(whole, path)


def find_hands(folder: Path) -> None:
    """Run 200 games in a notebook, and look for hands in the file and in its exports."""
    write_notebook(folder / "games.ipynb", RANDOM_GAMES)
    convert = ("jupyter", "nbconvert", "--log-level=ERROR")
    runs = (
        ("--to=notebook", "--execute", "--output=with_states.ipynb", "games.ipynb"),
        ("--to=notebook", "--execute", "--ExecutePreprocessor.store_widget_state=False",
         "--output=without_states.ipynb", "games.ipynb"),
        ("--to=html", "with_states.ipynb"),
        ("--to=html", "--HTMLExporter.embed_images=True", "without_states.ipynb"),
    )  # fmt: skip
    checked = 0
    for run in runs:
        subprocess.run([sys.executable, "-m", *convert, *run], cwd=folder, check=True)  # noqa: S603 - our own
        hidden = json.loads((folder / "hidden.json").read_text("utf-8"))
        name = run[-1] if run[0] == "--to=html" else run[-2].removeprefix("--output=")
        if run[0] == "--to=html":
            check_text((folder / name).with_suffix(".html").read_text("utf-8"), hidden)
        else:
            checked += check_tables(json.loads((folder / name).read_text("utf-8")), hidden)
    if checked < GAMES // 4:
        sys.exit(f"only {checked} tables were checked")
    print(f"  {checked} tables of the card game in two files, and two exports: no hand")


def check_tables(notebook: Mapping[str, Any], hidden: Mapping[str, list[list[str]]]) -> int:
    """Check the output and the stored state of each table; return how many were checked."""
    states = notebook["metadata"].get("widgets", {}).get(STATES, {}).get("state", {})
    outputs = {
        each["data"][VIEW]["model_id"]: each["data"]
        for cell in notebook["cells"]
        for each in cell["outputs"]
        if VIEW in each.get("data", {})
    }
    for table, hands in hidden.items():
        state = {
            name: each
            for name, each in states.get(table, {}).get("state", {}).items()
            if name != "_esm"
        }
        kept = IMAGE.sub("", json.dumps([state, outputs[table]]))
        if found := set(CARD.findall(kept)) & {card for hand in hands for card in hand}:
            sys.exit(f"the file of a notebook names {sorted(found)}")
    return len(hidden)


def check_text(text: str, hidden: Mapping[str, list[list[str]]]) -> None:
    """Check that an export, which has the placements of all tables, lists no hand."""
    for hand in (hand for hands in hidden.values() for hand in hands if len(hand) > 2):
        for between in (" ", ", ", ",", '","', '", "'):
            if between.join(hand) in text:
                sys.exit(f"an exported notebook lists the hand {' '.join(hand)}")


def main() -> None:
    """Do all of it; end with 1 at the first fault."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        for title, play in (("JupyterLab", in_lab), ("marimo", in_marimo)):
            folder = Path(name) / title
            folder.mkdir()
            print(title)
            page = new_page(browser)
            page.set_default_timeout(1000 * PATIENCE)
            faults: list[str] = []
            page.on("pageerror", lambda error, faults=faults: faults.append(str(error)))
            play(page, folder)
            if faults:
                sys.exit("\n".join(faults))
            page.close()
        print("Files")
        find_hands(Path(name))


if __name__ == "__main__":
    main()
