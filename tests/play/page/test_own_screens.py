"""The tables that games bring along: how the page finds, shows and leaves them."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.checkout import ROOT, load
from playwright.sync_api import Browser, expect

from play.page.asking import seats, serving, through
from play.page.browsing import Person, in_a_browser
from westeros_intrigue.gamekit import GameScreen, game as registry
from westeros_intrigue.play.page.server import Server

SCRIPT = """/* A heap. */
export function makeScreen(root, host) {
  return {
    show({ screen: { facts }, moves }) {
      const heap = host.made("p", { className: "heap" }, `${facts.stones} stones`);
      const take = moves.map(({ name, title }) =>
        host.made("button", { onclick: () => host.play(name) }, title));
      root.replaceChildren(heap, ...take, host.controls);
      return moves.length > 0;
    },
    advise: ({ move }) => root.append(`Try ${move}`),
    refuse: (text) => root.append(text),
    hide: () => root.replaceChildren(),
    end: ({ screen: { facts } }, place) => place.append(`${facts.stones} stones are left`),
  };
}
"""


@attrs.frozen
class Heap:
    """What the screen shows."""

    stones: int


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Add a game with its own table, as the file of a game does."""
    place = tmp_path / "own_nim"
    (place / "screen").mkdir(parents=True)
    (place / "__init__.py").write_text("")
    (place / "screen" / "screen.js").write_text(SCRIPT)
    (place / "screen" / "screen.css").write_text(
        ".heap { color: rgb(1, 2, 3); }\n"
        "@media (prefers-color-scheme: dark) { .heap { color: rgb(4, 5, 6); } }"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "examples")
    nim: Any = importlib.import_module("nim").Nim

    class OwnNim(nim):  # type: ignore[misc]  # an example that is loaded as a file
        """Take one to three stones in turn. The player who takes the last one wins."""

        NAME, KEY = "Nim with a screen", "own-nim"
        SCREEN = GameScreen("own_nim", Heap, lambda view: Heap(view.stones))

    registry.add_game(OwnNim())
    yield place / "screen"
    registry._GAMES.added.pop("own-nim", None)
    sys.modules.pop("own_nim", None)  # the next test has another; `nim` others hold too


def started(ask: Any) -> Any:
    options = [{"name": "stones", "value": "5"}]
    who = seats("person", "clever")
    return ask("start", name="own-nim", seats=who, options=options, seed=1)


def fetched(server: Server, path: str) -> tuple[int, str, str, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.read()
    connection.close()
    kind, kept = (answer.headers.get(name, "") for name in ("Content-Type", "Cache-Control"))
    return answer.status, kind, kept, found


@pytest.mark.usefixtures("folder")
def test_a_browser_gets_the_files_of_a_screen_by_an_address_with_their_hash(server: Server) -> None:
    [style] = [name for name in server.delivery.shared if name.endswith("/own.js")]
    start = style.removesuffix("own.js")
    screen = started(through(server))["screen"]
    assert screen["facts"] == {"stones": 5}
    status, kind, kept, content = fetched(server, f"/-/{start}{screen['address']}screen.js")
    assert (status, kind) == (200, "text/javascript; charset=utf-8")
    assert "immutable" in kept
    assert content.startswith(b"export function makeScreen")  # without comments
    for path in (
        f"{start}{screen['address']}other.js",
        f"{start}{screen['address']}../__init__.py",
        f"{start}screens/monopoly-0/0/screen.js",
        f"{start}screens/westeros-intrigue/0/screen.js",
        f"0/{screen['address']}screen.js",
        screen["address"],
    ):
        assert fetched(server, f"/-/{path}")[0] == 404, path


def test_the_address_of_a_screen_changes_with_its_files(tmp_path: Path, folder: Path) -> None:
    with serving(tmp_path / "first") as server:
        before = started(through(server))["screen"]["address"]
    game: Any = registry.GAMES["own-nim"]
    type(game).SCREEN = GameScreen("own_nim", Heap, lambda view: Heap(view.stones))
    (folder / "screen.css").write_text(".heap {}")
    with serving(tmp_path / "second") as server:
        assert started(through(server))["screen"]["address"] != before


@pytest.mark.usefixtures("folder")
def test_the_site_has_the_files_beside_the_page(tmp_path: Path) -> None:
    site = tmp_path / "site"
    load("scripts/build_docs.py").copy_page(site)
    [script] = site.glob("screens/own-nim/*/screen.js")
    assert script.read_text() == SCRIPT
    assert (script.parent / "screen.css").is_file()


@in_a_browser
@pytest.mark.usefixtures("folder")
def test_a_game_is_played_to_its_end_on_its_own_screen(browser: Browser, server: Server) -> None:
    here = started(through(server))
    person = Person(browser, f"{server.address}#{here['game']}", screen="any", color_scheme="dark")
    page = person.page
    expect(page.locator(".heap")).to_have_text("5 stones")
    expect(page.locator(".heap")).to_have_css("color", "rgb(4, 5, 6)")
    expect(page.locator("#any-picture")).to_be_hidden()
    assert page.title().startswith("Your turn ")
    assert page.title().endswith(" Nim with a screen")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#any-own")).to_contain_text("Try 1")
    page.get_by_role("button", name="Take one stone").click()
    expect(page.locator(".heap")).to_have_text("4 stones")
    expect(page.locator(".heap")).not_to_have_text("4 stones")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".heap")).to_have_text("5 stones")
    page.get_by_role("button", name="Take 3 stones").click()
    expect(page.locator("#ending-own")).to_have_text("0 stones are left")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".heap")).to_contain_text("stones")
    page.click("#leave")
    page.wait_for_selector("#setup:not([hidden])")
    assert page.locator(".heap").count() == 0
    person.leave()


@in_a_browser
def test_a_screen_that_cannot_be_loaded_leaves_the_usual_table(
    browser: Browser, server: Server, folder: Path
) -> None:
    (folder / "screen.js").write_text("export const nothing = 1;")
    here = started(through(server))
    person = Person(browser, f"{server.address}#{here['game']}", screen="any")
    page = person.page
    page.get_by_role("button", name="Take one stone").click()
    expect(page.locator("#any-told")).to_contain_text("take 1")
    assert [fault for fault in person.faults if "makeScreen" in fault]
    person.faults.clear()
    person.leave()


@pytest.mark.parametrize(("key", "prefix"), [("monopoly", "m"), ("btwixt", "bt")])
def test_every_class_of_a_style_sheet_is_one_that_a_script_gives(key: str, prefix: str) -> None:
    """A class whose second half is a number, a side or a colour counts by its first half."""
    game = registry.GAMES[key]
    assert isinstance(game, registry.HasScreen)
    files = game.SCREEN.read_files()
    scripts = "".join(
        content.decode() for name, content in files.items() if name.endswith((".js", ".svg"))
    )
    styled = set(re.findall(rf"\.{prefix}-([\w-]+)", files["screen.css"].decode()))
    unused = {
        name
        for name in styled
        if not re.search(rf"(?<![\w-])({prefix}-)?{name}(?![\w-])", scripts)
        and not re.search(rf"(?<![\w-]){name.rpartition('--')[0] or name[:1]}(--)?\$\{{", scripts)
    }
    assert unused == set()
