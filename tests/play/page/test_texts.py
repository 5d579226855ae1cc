"""No name is too long for a table: with the longest ones in every seat, nothing is cut.

`texts.json` has the faults that are left at each moment of each table, in each window. They may
only become fewer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from helpers.checkout import ROOT

from play.page.asking import through
from play.page.browsing import Person, in_a_browser
from play.page.moments import TABLES, Moment, all_moments, some_moments
from westeros_intrigue.play.page import positions
from westeros_intrigue.play.page.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
TEXTS = (HERE / "texts.js").read_text("utf-8").strip().removesuffix(";")
"""Returns what is wrong with the texts and controls that one sees."""
LEFT: dict[str, dict[str, list[int]]] = json.loads((HERE / "texts.json").read_text("utf-8"))
"""The number of faults by table, moment and window."""
SIZES = ((1280, 800), (844, 390), (390, 844), (360, 740), (320, 640))
SAMPLE = (SIZES[0], SIZES[2])
FINGER = 40
"""The least width and height of a control, in pixels."""
ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f"
SETS: dict[Literal["light", "dark"], tuple[str, ...]] = {
    "light": (
        "Maximilian-Georg",
        "Wilhelmina-Wanda",
        "Bartholomew-Finn",
        "Alexandrina-Rose",
        "Montgomery-Oscar",
        "Christopher-Hugh",
    ),
    "dark": (
        "MMMMMMMMMMMMMMMM",
        "Wwwwwwwwwwwwwwww",
        "\U0001f389\U0001f3b2" * 4,
        f"{ENGLAND} A",
        "\N{HEBREW LETTER SHIN}" * 8 + " " + "\N{HEBREW LETTER MEM}" * 7,
        "\N{CYRILLIC CAPITAL LETTER ES}" + "\N{CYRILLIC SMALL LETTER SHCHA}" * 15,
    ),
}
"""Names for each scheme: the longest that the page accepts, wide ones, and other scripts."""


PUT = """(style) => {
  const put = Object.assign(document.createElement("button"), { textContent: "Put there", style });
  document.querySelector(".lede").append(put);
}"""
"""Puts a button with a style into a sentence of the page."""
PLANTED = (
    ("font-size: 9px", "small 9px: Put"),
    ("width: 30px; white-space: nowrap; overflow: hidden", "cut at button: Put"),
    ("width: 20px; padding: 0; white-space: nowrap; border: 1px solid", "spilled at button: Put"),
    ("width: 30px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis", "ellipsis at"),
    ("position: fixed; left: -30px", "outside: Put"),
    ("position: fixed; left: -30px", "off the screen: Put"),
    ("margin-inline-start: -8em; background: none", "overlap: "),
    ("position: fixed; inset: 0; background: red", "covered by button: "),
    ("position: fixed; inset: 0; z-index: 9", "unreachable, under button: "),
    ("height: 20px; min-height: 0", "target "),
)
"""A fault of each kind: a style of what is put there, and the words for it."""
SHOWN = {"westeros-intrigue": "#game", "usual": "#any .ask"}
"""What is there once a moment is shown; of a game's own table, its first part."""
PICTURES = {"btwixt": "bt-crown", "monopoly": "mp-shield"}
"""A drawing of each table that loads a sheet of them."""


def test_the_names_are_the_longest_that_the_page_accepts() -> None:
    browser = ROOT / "src/westeros_intrigue/play/page/browser"
    assert 'maxlength="16"' in (browser / "join.html").read_text("utf-8")
    for names in SETS.values():
        assert max(len(name.encode("utf-16-le")) // 2 for name in names) == 16


class Measurer(Person):
    """Somebody who opens moments with the names of each scheme, in windows of each size."""

    def __init__(self, browser: Browser, server: Server) -> None:
        super().__init__(browser, server.address)
        self._ask = through(server)

    def faults_at(self, moment: Moment, sizes: Sequence[tuple[int, int]]) -> list[list[str]]:
        """Return the faults of a moment in each window."""
        found: list[list[str]] = [[] for _ in sizes]
        with drawn(moment):
            for scheme, names in SETS.items():
                game = self._ask("load", record=moment.record_with(names))["game"]
                self.page.emulate_media(color_scheme=scheme)
                for at, (width, height) in enumerate(sizes):
                    self.page.set_viewport_size({"width": width, "height": height})
                    self.open(game, moment)
                    found[at] += self.page.evaluate(TEXTS, FINGER) + unreadable(self.page)
        return found

    def open(self, game: str, moment: Moment) -> None:
        """Open a moment as a newcomer does, and press what belongs to it."""
        page, table = self.page, moment.table
        page.evaluate("() => localStorage.clear()")
        page.goto(f"{self.address}/{game}")
        page.reload()  # the address differs behind its hash alone
        is_over = moment.name == "over"
        page.wait_for_selector("#ending" if is_over else SHOWN.get(table, "#any-own .own-root *"))
        if table in PICTURES:
            page.wait_for_function("(id) => document.getElementById(id)", arg=PICTURES[table])
        for selector in moment.press:
            page.locator(selector).locator("visible=true").first.click()


def unreadable(page: Page) -> list[str]:
    """Return what axe finds, element by element."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - a browser may be missing

    violations = Axe().run(page).response["violations"]
    return [f"axe, {each['id']}: {node['target']}" for each in violations for node in each["nodes"]]


@contextmanager
def drawn(moment: Moment) -> Iterator[None]:
    """Let every game be on the usual table, if the moment is one of that."""
    with pytest.MonkeyPatch.context() as patch:
        if moment.table == "usual":
            patch.setattr(positions, "show_screen", lambda *_: None)
        yield


@in_a_browser
@pytest.mark.parametrize("table", TABLES)
def test_with_the_longest_names_no_more_is_wrong_than_was(
    browser: Browser, server: Server, table: str, pytestconfig: pytest.Config
) -> None:
    """A release opens every moment in every window, and refuses a number that could be lower."""
    is_every: bool = pytestconfig.getoption("--every-moment")
    moments = [
        each for each in (all_moments if is_every else some_moments)() if each.table == table
    ]
    measurer = Measurer(browser, server)
    sizes = SIZES if is_every else SAMPLE
    found = {moment.name: measurer.faults_at(moment, sizes) for moment in moments}
    measurer.leave()
    for name, windows in found.items():
        for size, faults in zip(sizes, windows, strict=True):
            left = LEFT[table][name][SIZES.index(size)]
            assert len(faults) <= left, f"{name}, {size}: {faults}"
    if is_every:
        assert {name: [*map(len, windows)] for name, windows in found.items()} == LEFT[table]


@in_a_browser
@pytest.mark.parametrize(("style", "told"), PLANTED)
def test_a_fault_is_found(browser: Browser, server: Server, style: str, told: str) -> None:
    person = Person(browser, server.address)
    page = person.page
    before = {*page.evaluate(TEXTS, FINGER)}
    page.evaluate(PUT, style)
    found = {*page.evaluate(TEXTS, FINGER)} - before
    assert [fault for fault in found if fault.startswith(told)], found
    person.leave()
