"""The tables that games bring along: how the page finds, shows and leaves them."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from helpers.checkout import ROOT, load

from play.page.asking import seats, serving, through
from play.page.browsing import Person, expect, in_a_browser
from westeros_intrigue import play_game
from westeros_intrigue.gamekit import GameScreen, game as registry
from westeros_intrigue.play.page.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
    person = Person(browser, f"{server.address}/{here['game']}", screen="any", color_scheme="dark")
    page = person.page
    expect(page.locator(".heap")).to_have_text("5 stones")
    expect(page.locator(".heap")).to_have_css("color", "rgb(4, 5, 6)")
    expect(page.locator("#any-picture")).to_be_hidden()
    assert page.title().startswith("Your turn ")
    assert page.title().endswith(" Nim with a screen")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#any-own")).to_contain_text("Try 1")
    page.get_by_role("button", name="Take one stone").click()
    expect(page.locator(".heap")).to_have_text(re.compile("^[123] stones?$"))  # the bot's move
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
@pytest.mark.usefixtures("folder")
def test_a_screen_that_draws_its_table_asks_for_no_picture(
    browser: Browser, server: Server
) -> None:
    here = started(through(server))
    person = Person(browser, f"{server.address}/{here['game']}", screen="any")
    take = person.page.get_by_role("button", name="Take one stone")
    take.wait_for()
    with person.page.expect_response(lambda each: '"play"' in str(each.request.post_data)) as sent:
        take.click()
    assert '"drawn":false' in str(sent.value.request.post_data)
    assert (sent.value.json()["picture"], sent.value.json()["words"]) == ("", [])
    person.leave()


@in_a_browser
def test_a_screen_that_cannot_be_loaded_leaves_the_usual_table(
    browser: Browser, server: Server, folder: Path
) -> None:
    (folder / "screen.js").write_text("export const nothing = 1;")
    here = started(through(server))
    person = Person(browser, f"{server.address}/{here['game']}", screen="any")
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


FIRST_OF_A_NAME = re.compile(
    r"\b(?:name|who\(\w*\)|whom\(\w*\))(?:\.\w+\(\))*"
    r"(?:\[0\]|\.(?:at|charAt)\(0\)|\.(?:slice|substring)\(0, 1\))|\[\.\.\.(?:\w+\.)?name\]"
)
"""What cuts a letter off a name, perhaps in its middle."""


def test_only_one_module_takes_letters_from_names() -> None:
    """An emoji or a flag is one letter, but several characters."""
    source = ROOT / "src" / "westeros_intrigue"
    folders = ("play/page/browser", "play/elements", "games/*/screen")
    scripts = [path for folder in folders for path in source.glob(f"{folder}/*.js")]
    assert {path.name for path in scripts} >= {"names.js", "seats.js", "parts.js"}
    assert FIRST_OF_A_NAME.search("seats[seat].name[0]")
    assert FIRST_OF_A_NAME.search("told.who(seat).trim().charAt(0)")
    cut = {path.name for path in scripts if FIRST_OF_A_NAME.search(path.read_text("utf-8"))}
    assert cut == set()


ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f"
NAMES = ("", "\U0001f389 Ann", "\U0001f3b2", f"{ENGLAND} Cat", "Simple 1", "Simon")
SIGNS = ("Y", "\U0001f389", "\U0001f3b2", ENGLAND, "S1", "So")
BROKEN = """() => [...document.querySelectorAll('#any *')].flatMap((each) => [...each.childNodes])
  .filter((each) => each.nodeType === 3 && !each.data.isWellFormed()).map((each) => each.data)"""
"""Returns the texts with half a character."""


@in_a_browser
@pytest.mark.parametrize(
    ("key", "signs"), [("monopoly", ".m-mark b, .m-seat__face"), ("btwixt", ".t-face")]
)
def test_each_player_has_a_sign_of_whole_letters(
    browser: Browser, server: Server, key: str, signs: str
) -> None:
    people = [{"name": name, "who": "simple" if name else "person"} for name in NAMES]
    here = through(server)("start", name=key, seats=people, options=[], seed=1)
    person = Person(browser, f"{server.address}/{here['game']}", screen="any")
    faces = person.page.locator("#any-own").locator(signs)
    faces.first.wait_for()
    assert person.page.evaluate(BROKEN) == []
    assert {text.strip() for text in faces.all_inner_texts()} == set(SIGNS)
    person.leave()


@in_a_browser
@pytest.mark.parametrize(("key", "name"), [("monopoly", "Monopoly"), ("btwixt", "B'Twixt")])
def test_the_page_is_called_as_the_game_is(
    browser: Browser, server: Server, key: str, name: str
) -> None:
    here = through(server)(
        "start", name=key, seats=seats("person", "simple", "simple"), options=[], seed=1
    )
    person = Person(browser, f"{server.address}/{here['game']}", screen="any")
    page = person.page
    expect(page.locator("h1")).to_have_text(name)
    assert name in page.title()
    page.click("#leave")
    page.wait_for_selector("#setup:not([hidden])")
    expect(page.locator("h1")).to_have_text("Westeros Intrigue")
    assert page.title() == "Westeros Intrigue"
    person.leave()


LONG_NAMES = ("Maximilian-Georg", "Mira", "Wilhelmina-Wanda", "Oswin", "Tamsin")
CUT = """() => [...document.querySelectorAll('.m-chart')].flatMap((chart) => {
  const { top, bottom } = chart.getBoundingClientRect();
  const names = [...chart.querySelectorAll('.m-chart__name')];
  return names.filter((each) => each.checkVisibility()).filter((each) => {
    const box = each.getBoundingClientRect();
    return box.top < top || box.bottom > bottom || box.right > innerWidth;
  }).map((each) => each.textContent);
})"""
"""Returns the names beside a chart that lie outside of it."""


@in_a_browser
@pytest.mark.parametrize(
    ("key", "bot"), [("westeros-intrigue", "greedy"), ("monopoly", "random"), ("btwixt", "random")]
)
def test_an_end_has_no_empty_part_and_cuts_no_name(
    browser: Browser, server: Server, key: str, bot: str
) -> None:
    game = registry.GAMES[key]
    final = play_game([game.PLAYERS.parse(bot)] * 6, game=game, seed=2)
    tags = {f"Seat-{seat}": bot if seat else "person" for seat in range(6)}
    tags |= {f"Player-{seat}": name for seat, name in enumerate(LONG_NAMES, 1)}
    over = through(server)("load", record=str(game.Record.from_state(final, tags=tags)))
    for width, height in ((1280, 800), (390, 844)):
        viewport = {"width": width, "height": height}
        person = Person(browser, server.address, viewport=viewport)
        person.page.goto(f"{server.address}/{over['game']}")
        person.page.wait_for_selector("#ending:not([hidden])")
        own = person.page.locator("#ending-own")
        if key == "westeros-intrigue":
            expect(own).to_be_hidden()
        else:
            expect(own).to_contain_text("Mira")
        assert person.page.evaluate(CUT) == []
        person.leave()


@in_a_browser
@pytest.mark.usefixtures("folder")
def test_the_start_page_has_a_picture_of_each_game_with_a_table_of_its_own(
    browser: Browser, server: Server
) -> None:
    page = Person(browser, server.address).page
    page.click("#any-games > summary")
    picture = page.locator("#others-form img")
    for key in ("monopoly", "btwixt"):
        page.locator("#others-form [name=game]").select_option(key)
        expect(picture).to_have_attribute(
            "src", re.compile(f"/screens/{key}/[0-9a-f]+/preview.svg$")
        )
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    page.locator("#others-form [name=game]").select_option("own-nim")
    expect(picture).to_be_hidden()  # its author has drawn none
