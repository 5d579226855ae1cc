"""The elements: one file of the page's own parts, and what they do in pages of others."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.checkout import ROOT, load

from play.page.browsing import chromium, expect, in_a_browser, needs_chromium, new_page
from westeros_intrigue import View, apply, explain, legal_moves, observe, parse_move, setup
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.games import monopoly
from westeros_intrigue.play.elements import court_scene, element_source, write_elements
from westeros_intrigue.play.elements.joining import read_shared_files, strip_comments
from westeros_intrigue.play.notebook import hosting
from westeros_intrigue.play.page.server import page_files
from westeros_intrigue.play.sessions import Seat, Session

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


SOURCE = ROOT / "src" / "westeros_intrigue"


def test_the_elements_are_one_small_file_that_needs_no_other() -> None:
    source = element_source()
    assert len(gzip.compress(source.encode(), mtime=0)) < 16_000
    assert not re.search(
        r"^import\b|\bimport\(|\bfetch\(|@import|\burl\((?!#)", source, re.MULTILINE
    )
    assert [*re.findall(r"https?://[\w./]+", source)] == ["http://www.w3.org/2000/svg"] * 2
    assert not re.search(r"\binnerHTML\b|\beval\b|<script|\bstyle=", source)
    assert source.count("\nexport default widget;") == source.count("export ") == 1


def test_page_and_elements_have_each_function_from_the_same_module() -> None:
    scripts = [*SOURCE.glob("play/elements/*.js"), *SOURCE.glob("play/page/browser/*.js")]
    texts = "".join(path.read_text("utf-8") for path in scripts)
    for name in ("showCourt", "placing", "dragging", "fly", "signsOf", "cardButton", "roving"):
        assert len(re.findall(rf"^export function {name}\(", texts, re.MULTILINE)) == 1
        assert element_source().count(f"function {name}(") == 1
    page = page_files()
    inside = page["style.css"][1] + page["table.css"][1]
    for name, content in read_shared_files().items():
        assert content == page[name][1] if name in page else content in inside, name
    court = strip_comments("court.css", read_shared_files()["court.css"]).decode()
    assert json.dumps(court, ensure_ascii=False)[1:-1] in element_source()
    assert not [name for name in page if name.endswith("_element.js")], "the page does not need it"


def test_the_elements_show_what_the_page_shows_in_the_same_colours() -> None:
    colours = dict(re.findall(r"--([\w-]+):light-dark\((#\w+|rgb\(.*?\)),", element_source()))
    assert colours["ground"] == "#e9e0cd"
    tokens = read_shared_files()["tokens.css"].decode()
    light, dark = (
        dict(re.findall(r"--([\w-]+): (.*);", each)) for each in tokens.split(":root")[1:]
    )
    assert {name: light[name] for name in dark} == colours


def test_spaces_and_comments_of_styles_do_not_reach_browsers() -> None:
    sheet = b"""/* Ends. */
.a > b,
.c {
  font: 1px "A, B";
  color: red;
}
@media (a) {
  b {
    c: d;
  }
}
"""
    shown = strip_comments("a.css", sheet)
    assert shown == b'.a>b,.c{font:1px "A, B";color:red}@media (a){b{c:d}}'


def test_types_and_indentation_go_without_what_follows_them() -> None:
    script = b"/** @type {A} */ (a).b();\nlet c;\n/** Ends. */\nlet d;\n"
    assert (
        strip_comments("a.html", b"<p>\n  One\n  <b>two</b>\n</p>\n")
        == b"<p>\nOne\n<b>two</b>\n</p>\n"
    )
    assert strip_comments("a.js", script) == b"(a).b();\nlet c;\nlet d;\n"


def test_a_folder_gets_the_file_and_its_types(tmp_path: Path) -> None:
    script, types = write_elements(tmp_path / "new" / "folder")
    assert script.read_text("utf-8") == element_source()
    text = types.read_text("utf-8")
    for name in ("westeros-court", "westeros-table"):
        assert f'"{name}"' in text
        assert f'defined("{name}", ' in element_source()
    write_elements(tmp_path / "new" / "folder")


def test_a_scene_contains_the_view_alone() -> None:
    state = setup(3, seed=4)
    scene = court_scene(observe(state, 1))
    assert scene["seats"] == [{"name": f"Player {seat}"} for seat in range(3)]
    assert scene["moves"] == []
    text = str(scene)
    assert all(str(card) in text for card in state.hands[1])
    others = {str(card) for seat in (0, 2) for card in state.hands[seat]}
    assert not {card for card in others if re.search(rf"\b{card}\b", text)}
    view = observe(state, 0)
    assert isinstance(view, View)
    with pytest.raises(InvalidValue, match="names must be one for each of the 3 players"):
        court_scene(view, ["Ada"])


TSC = shutil.which("tsc")
STRANGER = """import "./westeros-elements.js";
import type { CourtScene, MoveEvent, TableScene } from "./westeros-elements.js";
import type { AnyPosition, Position, ViewDocument } from "./messages";

declare const [position, other, view]: [Position, AnyPosition, ViewDocument];
const court = document.createElement("westeros-court");
court.position = view;
court.position = position satisfies CourtScene;
const table = document.createElement("westeros-table");
table.play([position, other satisfies TableScene]);
table.addEventListener("move", (event) => court.tell((event as MoveEvent).detail.move));
// @ts-expect-error: a text is missing
table.advise("S4@a0");
// @ts-expect-error: a scene has a view or seats
court.position = { moves: [] };
"""
"""What somebody writes who sends the element the messages of the page."""


@pytest.mark.skipif(TSC is None, reason="tsc is not installed")
def test_a_page_in_typescript_gives_the_elements_the_messages_of_the_page(tmp_path: Path) -> None:
    assert TSC
    write_elements(tmp_path)
    load("scripts/making/schema.py").write_files(tmp_path)
    (tmp_path / "page.ts").write_text(STRANGER, "utf-8")
    options = ("--strict", "--noEmit", "--target", "es2023", "--ignoreConfig")
    command = [TSC, *options, "--module", "es2022", "--moduleResolution", "bundler", "page.ts"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[:2000]


# In a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    pytest.importorskip("playwright")
    with chromium() as browser:
        yield browser


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types westeros-intrigue 'allow-duplicates'"
)
NAMES = ["You", "Ann", "Ben", "Cem"]
PAGE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Club</title><main><h1>Club</h1>
<{0} id="it"></{0}></main><script type="module" src="page.js"></script></html>"""
SCRIPT = """import "./westeros-elements.js";
window.heard = [];
for (const kind of ["move", "refused", "hint", "undo", "step"])
  it.addEventListener(kind, ({ type, detail }) => heard.push([type, detail?.move ?? ""]));
it.position = await (await fetch("scene")).json();
"""


@contextmanager
def page_with(browser: Browser, element: str, scene: Any, **context: Any) -> Iterator[Page]:
    """A page of somebody else with an element, in which nothing goes wrong."""
    page = new_page(browser.new_context(**{"reduced_motion": "reduce", **context}))
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    served = {
        "": ("text/html", PAGE.format(element)),
        "page.js": ("text/javascript", SCRIPT),
        "westeros-elements.js": ("text/javascript", element_source()),
        "try_court.js": (
            "text/javascript",
            (ROOT / "docs/_static/try_court.js").read_text("utf-8"),
        ),
        "other.js": ("text/javascript", element_source().replace('VERSION = "', 'VERSION = "0', 1)),
        "scene": ("application/json", json.dumps(scene)),
    }

    def answer(route: Route) -> None:
        kind, body = served[route.request.url.rpartition("/")[2]]
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=body, content_type=kind, headers=headers)

    page.route("**/*", answer)
    page.goto("http://club.test/")
    while not page.evaluate("Boolean(it.position)"):  # the policy forbids to wait by a function
        page.wait_for_timeout(20)
    yield page
    page.context.close()
    assert faults == []


def some_scene() -> tuple[Any, dict[str, Any]]:
    """A view in the middle of a round, and what the element shows of it."""
    state = setup(4, seed=7)
    for _ in range(9):
        state = apply(state, legal_moves(observe(state, state.active_player))[-1])
    view = observe(state, state.active_player)
    return view, court_scene(view, NAMES)


CARD = {"x": 6, "y": 20}


@needs_chromium
def test_a_placement_by_mouse_by_keys_and_one_that_is_refused(browser: Browser) -> None:
    view, scene = some_scene()
    with page_with(browser, "westeros-court", scene) as page:
        court = page.locator("#it")
        expect(court.locator(".court .card")).to_have_count(9)
        assert page.evaluate("document.activeElement === document.body"), "it takes no focus"
        court.locator(".hand button:not(.card--nowhere)").first.click(position=CARD)  # type: ignore[arg-type]
        expect(court.locator(".reason")).to_contain_text("fits in")
        court.locator(".cell--near").first.click()
        [[kind, refused]] = page.evaluate("heard")
        assert kind == "refused"
        why = str(explain(view, parse_move(refused))[0])
        page.evaluate("(why) => it.tell(why)", why)
        expect(court.locator(".reason")).to_contain_text("cannot go there")
        expect(court.locator("[role=status]")).to_contain_text("cannot go there")
        page.keyboard.press("Escape")
        expect(court.locator(".reason")).to_have_text("Your turn: choose a card.")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        (_, [kind, move]) = page.evaluate("heard")
        assert kind == "move"
        assert move in scene["moves"]
        expect(court.locator(".court .card")).to_have_count(10)
        expect(court.locator(".dock.turn")).to_have_count(0)


@in_a_browser
@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_its_place_and_is_as_dark_as_its_page(
    browser: Browser, width: int, scheme: str
) -> None:
    _, scene = some_scene()
    size = {"width": width, "height": 800}
    place: Any = {"viewport": size, "color_scheme": scheme, "has_touch": width < 400}
    with page_with(browser, "westeros-court", scene, **place) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == width
        cell = page.locator("#it .cell--free").first.bounding_box()
        assert cell is not None
        assert cell["width"] > 30
        card = page.locator("#it .hand button:not(.card--nowhere)").first
        if width < 400:
            card.tap(position=CARD)  # type: ignore[arg-type]
            page.locator("#it .cell--open").first.tap(position={"x": 4, "y": 4})
        else:
            slot = page.locator("#it .court")
            card.hover()
            page.mouse.down()
            page.mouse.move(600, 400)
            open_ = slot.locator(".cell--open").first.bounding_box()
            assert open_ is not None
            page.mouse.move(open_["x"] + 9, open_["y"] + 9)
            page.mouse.up()
        assert page.evaluate("heard.at(-1)[0]") == "move"
        ink = "rgb(240, 234, 221)" if scheme == "dark" else "rgb(42, 37, 28)"
        assert page.evaluate("getComputedStyle(it).color") == ink
        page.evaluate("document.documentElement.style.colorScheme = 'dark'")
        assert page.evaluate("getComputedStyle(it).color") == "rgb(240, 234, 221)"
        page.evaluate(axe_source())
        assert (
            page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))")
            == []
        )


def axe_source() -> str:
    from importlib.resources import files  # noqa: PLC0415 - an optional package

    package = files("axe_playwright_python")
    return (package / "axe.min.js").read_text("utf-8")


@in_a_browser
def test_documents_of_another_version_are_refused_in_words(browser: Browser) -> None:
    _, scene = some_scene()
    for element in ("westeros-court", "westeros-table"):
        with page_with(browser, element, scene) as page:
            page.evaluate(
                "it.position = { ...it.position, view: { ...it.position.view, version: 2 } }"
            )
            refused = page.locator("#it .refused").first
            expect(refused).to_contain_text("shows documents of version 1, not 2")
            expect(page.locator("#it .hand button")).to_have_count(0)
            page.evaluate("(scene) => { it.position = scene; }", scene)
            expect(refused).to_be_hidden()
            expect(page.locator("#it .hand button").first).to_be_visible()


@in_a_browser
def test_a_bare_view_is_shown_without_a_choice_and_versions_live_side_by_side(
    browser: Browser,
) -> None:
    _, scene = some_scene()
    with page_with(browser, "westeros-court", scene["view"]) as page:
        expect(page.locator("#it .court .card")).to_have_count(9)
        expect(page.locator("#it .hand button:enabled")).to_have_count(0)
        # A second version of the file has a class of its own.
        made = page.evaluate(
            """async (scene) => {
              const before = customElements.get("westeros-court");
              await import("./other.js");
              const names = ["westeros-court", `westeros-court-0${before.VERSION}`];
              const other = document.createElement(names[1]);
              document.body.append(other);
              other.position = scene;
              const versions = names.map((name) => customElements.get(name).VERSION);
              const buttons = other.shadowRoot.querySelectorAll(".hand button").length;
              return [customElements.get(names[0]) === before, versions, buttons];
            }""",
            scene,
        )
        same, (first, second), buttons = made
        assert same
        assert second == f"0{first}"
        assert buttons == len(scene["view"]["hand"])


@needs_chromium
def test_a_table_of_another_game_has_a_button_for_each_move_and_a_number_for_a_range(
    browser: Browser,
) -> None:
    scene: dict[str, Any] = {
        "seats": [{"name": "You"}, {"name": "Ann"}],
        "facts": ["30 coins", "29 coins"],
        "active": 0,
        "question": "Bid, or pass.",
        "moves": [
            {"name": "pass", "title": "Pass"},
            *({"name": f"bid {each}", "title": f"Bid {each} coins"} for each in range(4, 31)),
        ],
        "ranges": [{"before": "bid ", "after": "", "least": 4, "most": 30, "words": "bid 4 to 30"}],
        "told": ["Ann throws 3 and 4."],
        "can_undo": False,
        "picture": hosting.Still(monopoly, monopoly.setup(2, seed=1), print).public()["picture"],
    }
    with page_with(browser, "westeros-table", scene) as page:
        table = page.locator("#it")
        expect(table.locator(".heading")).to_have_text("Bid, or pass.")
        expect(table.locator(".seats [aria-current=true]")).to_have_text("You · 30 coins")
        expect(table.locator(".moves > button")).to_have_count(2)
        expect(table.locator(".picture svg")).to_be_visible()
        for _ in range(3):
            table.get_by_role("button", name="More: bid 4 to 30").click()
        expect(table.get_by_role("button", name="Bid 7 coins")).to_be_visible()
        number = table.get_by_label("bid 4 to 30", exact=True)
        number.fill("99")
        expect(table.locator(".moves > button").nth(1)).to_be_disabled()
        number.fill("12")
        number.press("Enter")
        # A second quick click is not an answer to what comes next.
        table.get_by_role("button", name="Pass").click()
        assert page.evaluate("heard") == [["move", "bid 12"]]
        page.evaluate("it.advise('bid 9', 'Nine is enough.')")
        expect(table.locator(".hinted")).to_have_text("Bid 9 coins")
        expect(table.locator(".heading")).to_have_text("Nine is enough.")
        table.get_by_role("button", name="Hint").click()
        assert page.evaluate("heard.at(-1)") == ["hint", ""]


@in_a_browser
def test_a_table_shows_positions_one_after_another_and_speaks(browser: Browser) -> None:
    seats = (Seat("", "person"), Seat("", "greedy"), Seat("", "greedy"))
    import westeros_intrigue  # noqa: PLC0415 - as a game

    session: Any = Session.begun(westeros_intrigue, setup(3, seed=4), seats, seed=1)
    sent: list[Any] = []
    host = hosting.Host(session, 0, sent.append)
    host.start()
    host.hear({"do": "look"})
    with page_with(browser, "westeros-table", sent[-1]["answers"][0]) as page:
        table = page.locator("#it")
        expect(table.locator(".seats")).to_contain_text("12 cards · 0 points")
        table.locator(".hand button").first.click(position=CARD)  # type: ignore[arg-type]
        table.locator(".cell--open").first.click()
        [[_, move]] = page.evaluate("heard")
        host.hear({"do": "move", "move": move})
        page.evaluate("(answers) => it.play(answers)", sent[-1]["answers"])
        expect(table.locator(".court .card")).to_have_count(3)
        expect(table.locator(".told li").last).to_contain_text("Greedy 2 places")
        said = page.evaluate("[...it.shadowRoot.children].at(-1).innerText")
        assert "Greedy 2 places" in said
        assert said.endswith("Your turn")
        table.get_by_role("button", name="Undo").click()
        assert page.evaluate("heard.at(-1)") == ["undo", ""]
        page.evaluate("it.position = null")
        expect(table.locator(".bar")).to_be_hidden()


MODEL = """async () => {
  const { default: widget } = await import("./westeros-elements.js");
  const heard = [];
  window.model = {
    sent: [],
    get: (name) => ({ _public: {}, _last: 0 })[name],
    send: (request) => model.sent.push(request),
    on: (_kind, each) => heard.push(each),
    off: (_kind, each) => heard.splice(heard.indexOf(each), 1),
    answer: (message) => heard.forEach((each) => each(message)),
  };
  window.escaped = [];
  document.addEventListener("keydown", ({ key }) => escaped.push(key));
  window.cell = document.createElement("div");
  document.body.append(cell);
  window.end = widget.render({ model, el: cell });
}"""
"""Shows a table as a notebook does, with a stand-in for the kernel."""


@needs_chromium
def test_a_cell_keeps_its_keys_and_says_that_the_kernel_is_busy(browser: Browser) -> None:
    _, scene = some_scene()
    with page_with(browser, "westeros-court", scene) as page:
        page.evaluate(MODEL)
        assert page.evaluate("model.sent") == [{"do": "look"}]
        expect(page.get_by_text("The kernel is busy.")).to_be_visible()
        page.evaluate("(scene) => model.answer({ do: 'show', answers: [scene] })", scene)
        expect(page.get_by_text("The kernel is busy.")).to_have_count(0)
        cell = page.locator("div > westeros-table")
        cell.locator(".hand button:not(.card--nowhere)").first.focus()
        for key in ("d", "d", "Enter", "Enter", "Control+s"):
            page.keyboard.press(key)
        assert page.evaluate("escaped") == ["Control", "s"], "keys of the notebook go through"
        do, move = page.evaluate("Object.values(model.sent.at(-1))")
        assert do == "move"
        assert move in scene["moves"]
        expect(page.get_by_text("The kernel is busy.")).to_be_visible()
        assert page.evaluate("model.sent.at(-1)") == {"do": "look"}, "a lost answer comes again"
        page.evaluate("model.answer({ do: 'tell', text: 'It is not your turn.' })")
        expect(cell.locator(".heading")).to_have_text("It is not your turn.")
        page.evaluate("end()")
        page.evaluate("model.answer({ do: 'tell', text: 'Nobody hears this.' })")
        expect(cell.locator(".heading")).to_have_text("It is not your turn.")


@in_a_browser
def test_a_position_of_the_tutorial_answers_and_begins_again(browser: Browser) -> None:
    _, scene = some_scene()
    told = {move: f"You have placed {move}." for move in scene["moves"]}
    with page_with(browser, "westeros-court", scene) as page:
        page.evaluate("(told) => { it.dataset.answers = JSON.stringify(told); }", told)
        page.evaluate("import('./try_court.js')")
        court, again = page.locator("#it"), page.get_by_text("Try another placement")
        expect(again).to_be_hidden()
        for _ in range(2):
            court.locator(".hand button:not(.card--nowhere)").first.click(position=CARD)  # type: ignore[arg-type]
            court.locator(".cell--open").first.click()
            expect(court.locator(".reason")).to_have_text(f"You have placed {scene['moves'][0]}.")
            again.click()
            expect(court.locator(".court .card")).to_have_count(9)
