"""The page: the time from a click to the next picture, and many tables at once.

    python -m benchmarks page [ADDRESS [--size]] [--publish]
    python -m benchmarks page --choices [--publish]

Without an address it serves the page itself, and 200 people play at separate tables at the same
time. With the address of a site where the library runs in the page, such as
`http://127.0.0.1:8000/play/index.html`, it measures the clicks there or, with --size, how much a
browser downloads on its first visit. With --choices, it measures how long the tables of the games
take to show a card or a deed that somebody chooses. Chromium must be installed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, sync_playwright

from benchmarks.measuring import Line
from benchmarks.publishing import Figure, publish
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.sessions import Folder

CLICKS = 40
"""The number of moves clicked in each game."""
TABLES = 200
MESSAGES = 15
"""The number of messages that each table sends, one after another."""
STARTING_MS = 120_000
"""The time limit for loading the library into the page."""
WATCHED = """(isCourt) => {
  let clicked = 0;
  addEventListener("pointerdown", ({ timeStamp }) => { clicked = timeStamp; }, true);
  window.painted = [];
  new MutationObserver(() => {
    const since = clicked;
    clicked = 0;
    if (since) requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.painted.push(performance.now() - since);
      port2.postMessage(0);
    });
  }).observe(...(isCourt
    ? [document.body, { childList: true, subtree: true }]
    : [document.querySelector("#any"), { attributeFilter: ["data-moment"] }]));
}"""
"""Measures from the pointer's press to the end of the first frame that shows the result.

A card is drawn in the court before the engine answers; other games wait for the answer.
"""
READY = """() => !document.querySelector("#ending").hidden
  || document.querySelector("#story").checkVisibility()
  || document.querySelector("#hand-part.turn, #any-hint:not([disabled])")?.checkVisibility()"""
MARKED = {
    "westeros-intrigue": "#court .hinted",
    "monopoly": ".m-reason button",
    "btwixt": ".bt-hinted:not([disabled])",
}
"""What a click on the hint's move needs, by game."""
CHOICES = {
    "westeros-intrigue": "#hand button:not(.card--nowhere)",
    "monopoly": ".m-sp:has(.m-sp__band)",
    "btwixt": ".bt-hand:not(.bt-hand--wait) button, .bt-pack button",
}
"""What can be chosen without a move, by game: a card of the hand, or a deed on the board."""
CHOSEN = """async (selector) => {
  const times = [];
  for (let at = 0; at < 25; at += 1) {
    const all = document.querySelectorAll(selector);
    const begun = performance.now();
    all[at % all.length].click();
    await new Promise((painted) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = painted;
      port2.postMessage(0);
    }));
    times.push(performance.now() - begun);
    await new Promise((rested) => setTimeout(rested, 50));
  }
  return times.slice(5);
}"""
"""Returns the milliseconds from a click to the end of its frame, without those of the first."""


def start(page: Page, address: str, key: str) -> None:
    """Open the page, and start a table of a game."""
    table = {"do": "start", "name": key, "options": [], "seed": 1}
    table["seats"] = [
        {"name": "", "who": who} for who in ("person", *[GAMES[key].PLAYERS.usual] * 2)
    ]
    remembered = json.dumps(json.dumps(table))
    page.add_init_script(f"localStorage.setItem('westeros-intrigue-table', {remembered})")
    page.set_default_timeout(STARTING_MS)
    page.goto(address)
    page.wait_for_selector("#setup:not([hidden])")
    page.select_option("#pace", "0", force=True)
    page.evaluate(WATCHED, key == "westeros-intrigue")
    page.click("#play")


def painted(page: Page, address: str, key: str) -> list[float]:
    """Return the milliseconds of clicks at a table of a game, by hints."""
    start(page, address, key)
    hint, marked = "#hint" if key == "westeros-intrigue" else "#any-hint", MARKED[key]
    found: list[float] = []
    while len(found) < CLICKS:
        page.wait_for_function(READY)
        if page.locator("#ending").is_visible():
            break
        if page.locator("#onward").is_visible():
            page.click("#onward")
            page.wait_for_selector("#story", state="hidden")
            continue
        page.click(hint)
        page.locator(marked).first.wait_for()
        page.evaluate("() => { window.painted = []; }")
        page.locator(marked).first.click()
        found.append(page.wait_for_function("() => window.painted[0]").json_value())
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as play:
        path = shutil.which("chromium")
        yield play.chromium.launch(executable_path=path, args=["--no-sandbox"])


def clicks(address: str) -> Iterator[Line]:
    """Yield a line on the clicks of each game."""
    with browser() as chromium:
        for key in ("westeros-intrigue", "monopoly", "btwixt"):
            page = chromium.new_page(
                viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
            )
            yield from line(key, painted(page, address, key))
            page.close()


def choices(address: str) -> Iterator[Line]:
    """Yield a line on what a choice takes at the table of each game."""
    with browser() as chromium:
        for key, selector in CHOICES.items():
            page = chromium.new_page(
                viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
            )
            start(page, address, key)
            page.wait_for_function(READY)
            if key == "btwixt":
                page.locator(".bt-sheet button").first.click()  # a leader card
            page.locator(selector).first.wait_for()
            yield from line(key, page.evaluate(CHOSEN, selector))
            page.close()


def first_visit(address: str) -> Iterator[Line]:
    """Yield a line on the megabytes that a browser downloads before the first turn."""
    with browser() as chromium:
        page = chromium.new_page()
        requests: list[Request] = []

        def finished(request: Request) -> None:
            requests.append(request)

        page.on("requestfinished", finished)
        start(page, address, "westeros-intrigue")
        page.wait_for_function(READY)
        size = round(sum(each.sizes()["responseBodySize"] for each in requests) / 1_000_000)
        yield f"the first visit: {size} MB"
        yield Figure("downloaded", size, unit="MB")


def played(address: str, seed: int) -> list[float]:
    """Play at a table over HTTP; return the milliseconds of each answer."""
    place = urlsplit(address)
    connection = HTTPConnection(place.netloc, timeout=120)
    found = []

    def ask(**request: object) -> Any:
        begun = time.perf_counter()
        connection.request(
            "POST",
            f"{place.path}messages",
            json.dumps(request),
            {"Content-Type": "application/json"},
        )
        answer = json.loads(connection.getresponse().read())
        found.append(1000 * (time.perf_counter() - begun))
        if answer["kind"] != "position":
            raise ValueError(answer)
        return answer

    seats = [{"name": "", "who": who} for who in ("person", "greedy", "greedy", "greedy")]
    here = ask(do="start", name="westeros-intrigue", seats=seats, options=[], seed=seed)
    while len(found) < MESSAGES and not here["story"]:
        at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
        moves = here["moves"]
        here = ask(do="play", move=moves[0], **at) if moves else ask(do="step", **at)
    connection.close()
    return found


def tables(address: str) -> Iterator[Line]:
    """Yield a line on the answers at many tables at once; a fault raises an error."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(TABLES) as pool:
        each = [*pool.map(lambda seed: played(address, seed), range(TABLES))]
    answers = [time for found in each for time in found]
    rate = len(answers) / (time.perf_counter() - begun)
    yield from line(f"{TABLES} tables at once", answers)
    yield f"{rate:,.0f} a second, 0 errors"


def line(name: str, milliseconds: Sequence[float]) -> Iterator[Line]:
    """Yield the median of a measure, and its range without the slowest twentieth."""
    lowest, *_ = ordered = sorted(milliseconds)
    highest, middle = ordered[int(0.95 * len(ordered))], median(ordered)
    yield f"{name}: {len(ordered)} answers, median {middle:.0f} ms, 95 % {highest:.0f} ms"
    yield Figure(name, round(middle), (round(lowest), round(highest)), unit="ms")


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks page", description=__doc__)
    parser.add_argument("address", nargs="?", help="a site where the library runs in the page")
    parser.add_argument("--size", action="store_true", help="measure the size of a first visit")
    parser.add_argument("--choices", action="store_true", help="measure what a choice takes")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    with ExitStack() as ended:
        if options.address:
            lines = (first_visit if options.size else clicks)(options.address)
        else:
            games = ended.enter_context(tempfile.TemporaryDirectory())
            server = ended.enter_context(Server(Folder(Path(games)), port=0))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            ended.callback(server.shutdown)
            lines = (
                choices(server.address)
                if options.choices
                else chain(clicks(server.address), tables(server.address))
            )
        found: list[Figure] = []
        for each in lines:
            if isinstance(each, Figure):
                found.append(each)
            else:
                print(each, flush=True)
    if options.publish:
        run, command = "page", "python -m benchmarks page"
        if options.size:
            run, command = "a first visit", f"{command} ADDRESS --size"
        elif options.choices:
            run, command = "a choice", f"{command} --choices"
        elif options.address:
            run, command = "the page's own engine", f"{command} ADDRESS"
        publish(run, command, found)
