"""The page in a real browser: whole games by mouse, keyboard and touch, and what may go wrong."""

from __future__ import annotations

import datetime as dt
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.checkout import ROOT
from helpers.ports import own_port
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from play.page.asking import asking, begun, kept, played, through
from play.page.browsing import (
    IN_SIGHT,
    Person,
    in_a_browser,
    strings_in_memory,
    violations,
    without_tokens,
)
from westeros_intrigue import Record, distinct_moves, draw_svg, parse_court
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.play.page.server import Server, page_files
from westeros_intrigue.play.puzzles import load_puzzles

PAGE = (
    *(files("westeros_intrigue.play.page") / "browser").iterdir(),
    *(
        file
        for file in files("westeros_intrigue.play.elements").iterdir()
        if file.name.endswith((".js", ".css", ".svg"))
    ),
)


def test_the_page_has_nothing_that_its_policy_forbids_and_names_no_other_site() -> None:
    for file in PAGE:
        text = file.read_text("utf-8").replace('"http://www.w3.org/2000/svg"', "")
        assert "://" not in text
        assert not re.search(r'\sstyle="|\son\w+="|innerHTML|<script>|\beval\b', text)


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Person]:
    person = Person(browser, server.address)
    yield person
    person.leave()


def by_mouse(person: Person) -> None:
    card, slot = person.move()
    person.page.keyboard.press("Escape")
    expect(person.page.locator("#reason")).to_contain_text("choose a card")
    person.page.click(f'#hand [data-card="{card}"]', position=IN_SIGHT)
    person.page.click(f'#court button[data-slot="{slot}"]', position={"x": 4, "y": 4})


def by_keyboard(person: Person) -> None:
    """Use no key but Tab, arrows, Enter and Escape."""
    page = person.page
    buttons = [each.get_attribute("data-card") for each in page.locator("#hand button").all()]
    press_until(person, "Tab", "document.activeElement.dataset.card")
    for _ in buttons:
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#reason').textContent")
        if page.evaluate("document.activeElement.dataset.slot"):
            break
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight")
    # There and back again: the arrows move among the slots.
    start = page.evaluate("document.activeElement.dataset.slot")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    if page.evaluate("document.activeElement.dataset.slot") != start:
        page.locator(f'#court button[data-slot="{start}"]').focus()
    page.keyboard.press("Enter")


def press_until(person: Person, key: str, wanted: str) -> None:
    for _ in range(60):
        if person.page.evaluate(wanted):
            return
        person.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead there")


def by_touch(person: Person) -> None:
    card, slot = person.move()
    person.page.tap(f'#hand [data-card="{card}"]', position=IN_SIGHT)  # takes the choice back
    expect(person.page.locator("#reason")).to_contain_text("choose a card")
    person.page.tap(f'#hand [data-card="{card}"]', position=IN_SIGHT)
    person.page.tap(f'#court button[data-slot="{slot}"]')


def go_on(person: Person, place: Callable[[Person], None] = by_mouse) -> None:
    """Make a placement, and wait until it is told."""
    told = person.told
    place(person)
    person.until_told_more(told)


def play(person: Person, place: Callable[[Person], None], onward: str = "click") -> None:
    """Play to the end of the game."""
    while (waiting := person.wait()) != "story" or not person.is_over:
        if waiting == "story":
            getattr(person.page.locator("#onward"), onward)(*["Enter"] * (onward == "press"))
            person.page.wait_for_function(TOLD_ON)
        elif waiting == "cover":
            person.sit_down()
        else:
            go_on(person, place)
    won = re.compile("wins? with|share the win")
    expect(person.page.locator("#ending-heading")).to_contain_text(won)


TOLD_ON = "() => !document.querySelector('#story').getClientRects().length"


def games(server_folder: Path) -> list[Record]:
    return [kept(server_folder, file.stem) for file in server_folder.glob("*.txt")]


@in_a_browser
def test_a_whole_game_by_mouse(person: Person, tmp_path: Path) -> None:
    page, form = person.page, person.page.locator("#table-form")
    assert not violations_of_ways(person)
    page.locator("#new-table").evaluate("(each) => { each.open = true; }")
    form.get_by_label("Rivalry").check()
    for seat, house in enumerate(("Targaryen", "Stark", "Baratheon", "Lannister")):
        form.get_by_label(f"House of seat {seat + 1}").select_option(house)
    form.get_by_label("Who starts").select_option("Seat 2")
    person.begin("person", *["greedy"] * 3, rounds=2)
    expect(page.locator("#told li").first).to_have_text("Mira starts round 1.")
    expect(page.locator("#scores tbody th").first).to_have_text("You, Targaryen")
    assert person.wait() == "turn"
    assert not violations(person)
    play(person, by_mouse)
    assert not violations(person)
    [record] = games(tmp_path)
    assert record.state.is_over
    page.click("#look-back")
    assert not violations(person)
    expect(page.locator("#placement")).to_contain_text("Round 1: Mira placed ")
    page.click("#review summary")
    expect(page.locator("#record")).not_to_have_value("")
    page.click("#copy")
    expect(page.locator("#status")).to_contain_text("Copied.")
    assert Record.parse(page.evaluate("navigator.clipboard.readText()")) == record
    with page.expect_download() as download:
        page.click("#save")
    assert Record.parse(Path(download.value.path()).read_text("utf-8")) == record


@in_a_browser
def test_a_whole_game_on_a_phone(browser: Browser, server: Server, tmp_path: Path) -> None:
    size = {"width": 390, "height": 844}
    phone: dict[str, Any] = {"viewport": size, "has_touch": True, "is_mobile": True}
    person = Person(browser, server.address, color_scheme="dark", **phone)
    assert not violations_of_ways(person)
    person.begin("person", *["random", "greedy"] * 2)
    while person.wait() == "turn":
        go_on(person, by_touch)
    assert not violations(person)
    play(person, by_touch)
    assert games(tmp_path)[0].state.is_over
    person.page.click("#look-back")
    assert not overflows(person)
    person.page.click("#leave")
    person.page.wait_for_selector("#setup:not([hidden])")
    assert not overflows(person)
    person.leave()


def violations_of_ways(person: Person) -> str:
    """Open every way to begin a game, with all its options."""
    found = ""
    for way in ("new-table", "with-friends", "any-games", "from-position"):
        person.page.locator(f"#{way}").evaluate("(each) => { each.open = true; }")
        person.page.locator(f"#{way} form details").evaluate_all(
            "(all) => { for (const each of all) each.open = true; }"
        )
        found += violations(person)
    return found


def overflows(person: Person) -> bool:
    """Whether the page is wider than the screen."""
    return bool(person.page.evaluate("() => document.documentElement.scrollWidth > screen.width"))


@in_a_browser
def test_a_puzzle_is_tried_until_it_is_solved(person: Person) -> None:
    page, puzzle = person.page, load_puzzles()[0]
    page.click("text=Puzzles")
    page.click("#solve button >> text=Solve")
    moves = distinct_moves(puzzle.state)
    wrong = next(move for move in moves if not puzzle.is_solved_by(move))
    for move, told in ((wrong, "does not win"), (puzzle.solution, "wins, whatever")):
        page.click(f'#puzzle-hand [data-card="{move.card}"]', position=IN_SIGHT)
        expect(page.locator("#puzzle-reason")).to_contain_text(f"{move.card} fits in")
        page.click(f'#puzzle-court button[data-slot="{move.slot}"]', position={"x": 4, "y": 4})
        expect(page.locator("#puzzle-reason")).to_contain_text(told)
        placed = page.locator(f'#puzzle-court [data-card="{move.card}"]')
        expect(placed).to_be_visible()
        expect(page.locator("#other-hand .card")).not_to_have_count(4)
        page.click("#solution")
        expect(page.locator("#other-hand .card")).to_have_count(4)
        expect(placed).to_have_count(0)
    assert not Axe().run(page).response["violations"]
    held = holding(page, "attempt")
    with page.expect_request(lambda request: asks(request, "attempt")):
        page.click("#solution")
    page.click("#next-puzzle")
    expect(page.locator("#puzzle-heading")).to_have_text("Puzzle 2, level 1")
    with page.expect_response(lambda response: asks(response.request, "attempt")):
        held[0].continue_()
    page.unroute("**/messages")
    page.click("#solution")
    solution = load_puzzles()[1].solution
    expect(page.locator("#puzzle-reason")).to_contain_text(
        f"{solution.card} in row {solution.slot.row + 1} wins"
    )
    # What the first puzzle was still asked has not been told.
    expect(page.locator("#status p", has_text="wins")).to_have_count(1)
    page.reload()
    expect(page.locator("#puzzle-heading")).to_have_text("Puzzle 2, level 1")
    page.click("#leave")
    page.wait_for_selector("#setup:not([hidden])")


@in_a_browser
def test_the_puzzle_of_the_day_counts_the_days_in_a_row(person: Person) -> None:
    page, day = person.page, dt.datetime.now(tz=dt.UTC).replace(hour=12)
    for count in (1, 2):
        page.clock.set_fixed_time(day + dt.timedelta(days=count))
        page.locator("#solve").evaluate("(each) => { each.closest('details').open = true; }")
        page.click("#daily")
        page.wait_for_selector("#puzzle:not([hidden])")
        expect(page.locator("#puzzle-heading")).to_contain_text("Puzzle of the day")
        puzzle = load_puzzles()[int(page.url.rpartition("-")[2]) - 1]
        for _ in range(2):  # the second time counts no more
            page.click(f'#puzzle-hand [data-card="{puzzle.solution.card}"]', position=IN_SIGHT)
            slot = puzzle.solution.slot
            page.click(f'#puzzle-court button[data-slot="{slot}"]', position={"x": 4, "y": 4})
            told = "1 day." if count == 1 else "2 days in a row."
            solved = f"Solved today: {told}"  # some puzzles take half a minute of a busy machine
            expect(page.locator("#puzzle-reason")).to_contain_text(solved)
            page.click("#send-puzzle")
            sent = page.evaluate("navigator.clipboard.readText()").splitlines()
            assert sent[0].startswith("Westeros Intrigue, the puzzle of the day, ")
            assert sent[-1].startswith("Solved on try ")
            assert len(sent) <= 12
            page.click("#solution")
        page.click("#leave")
        expect(page.locator("#streak")).to_contain_text("Solved today")
    page.clock.set_fixed_time(day + dt.timedelta(days=4))
    page.reload()
    page.wait_for_selector("#setup:not([hidden])")
    expect(page.locator("#streak")).to_be_empty()


@in_a_browser
def test_a_placement_is_seen_at_once_and_said_with_those_that_follow(person: Person) -> None:
    page = person.page
    page.evaluate(WATCH_FLIGHTS)
    person.begin("person", "greedy", "random", "greedy")
    assert page.evaluate("document.activeElement.dataset.card")
    told = person.told
    card, slot = person.move()
    held = holding(page, "play")
    with page.expect_request(lambda request: asks(request, "play")):
        page.click(f'#court button[data-slot="{slot}"]', position={"x": 4, "y": 4})
    placed = page.locator(f'#court [data-slot="{slot}"] [data-card="{card}"]')
    expect(placed).to_be_visible()
    expect(page.locator("#hand button:enabled")).to_have_count(0)
    held[0].continue_()
    person.until_told_more(told)
    assert person.wait() == "turn"
    expect(placed).to_be_visible()
    said = page.locator("#status").inner_text()
    for line in page.locator("#told li").all_inner_texts()[told:]:
        assert line in said
    assert said.endswith("Your turn.")
    assert page.evaluate("flown") == []  # to a person who wants no motion


def asks(request: Request, do: str) -> bool:
    return f'"do":"{do}"' in (request.post_data or "")


def holding(page: Page, do: str) -> list[Route]:
    """Hold the requests of a kind from now on, and return those that are held."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if asks(route.request, do):
            held.append(route)
        else:
            route.continue_()

    page.route("**/messages", hold)
    return held


@in_a_browser
def test_the_review_shows_where_the_slider_stands(person: Person, tmp_path: Path) -> None:
    ask = asking(tmp_path)
    *_, last = played(ask, begun(ask, ("person", "knight"), rounds=1))
    page = person.page
    page.goto("about:blank")  # the first page would not ask anew
    asked: list[int] = []
    held: list[Route] = []

    def slow(route: Route) -> None:
        request = json.loads(route.request.post_data or "{}")
        if request["do"] == "review":
            asked.append(request["number"])
        if request.get("number") == 2:
            held.append(route)
        else:
            route.continue_()

    page.route("**/messages", slow)
    # However fast the placements are judged, the slider is moved before the third.
    with page.expect_request(lambda request: '"number":2}' in (request.post_data or "")):
        page.goto(f"{person.address}/{last['game']}")
    page.click("#look-back")
    expect(page.locator("#past .card")).to_have_count(1)
    page.evaluate(DRAG)
    expect(page.locator("#past .card")).to_have_count(8)
    held[0].continue_()
    expect(page.locator("#judged")).not_to_contain_text("Looking")
    expect(page.locator("#past .card")).to_have_count(8)
    # One's own placements, the even ones, are judged first; the slider asks for two of the others.
    assert [number for number in asked[: asked.index(7)] if number % 2] == [1]
    # What a knight wins against somebody unknown is not known, so only one's own line is drawn.
    expect(page.locator("#curve polyline")).to_have_count(1)
    expect(page.locator("#curve .keys span")).to_have_text(["You"])


@in_a_browser
def test_the_review_leads_to_the_mistakes_and_plays_on_from_any_of_them(
    person: Person, tmp_path: Path
) -> None:
    ask = asking(tmp_path)
    *_, last = played(ask, begun(ask, ("person", "greedy", "greedy"), rounds=1, seed=2))
    page = person.page
    page.goto(f"{person.address}/{last['game']}")
    page.click("#look-back")
    expect(page.locator("#judged")).to_be_empty()
    expect(page.locator("#against")).to_have_text("against players like greedy")
    mistakes = page.locator("#mistakes button")
    # The list, the curve and the key M have the same mistakes.
    expect(page.locator("#curve .mark")).to_have_count(mistakes.count())
    mistakes.first.click()
    expect(mistakes.first).to_have_attribute("aria-current", "true")
    expect(page.locator("#past .cell--wrong")).to_have_count(1)
    expect(page.locator("#placement")).to_contain_text("was better")
    assert not violations(person)
    seen = page.inner_text("#placement")
    page.keyboard.press("m")
    expect(page.locator("#placement")).not_to_have_text(seen)
    number = page.input_value("#number")
    page.click("#curve svg >> nth=0", position={"x": 9, "y": 9})
    expect(page.locator("#number")).not_to_have_value(number)
    page.click("#play-on")
    assert person.wait() == "turn"
    assert page.url.rpartition("/")[2] != last["game"]


@in_a_browser
def test_numbers_below_nothing_have_minus_signs(person: Person, tmp_path: Path) -> None:
    ask = asking(tmp_path)
    ends = (
        [*played(ask, begun(ask, ("person", *["greedy"] * 3), rounds=1, seed=seed))][-1]
        for seed in range(1, 20)
    )
    last = next(end for end in ends if " with -" in end["story"][0])
    page = person.page
    page.goto(f"{person.address}/{last['game']}")
    expect(page.locator("#ending-heading")).to_contain_text(" with \N{MINUS SIGN}")
    totals = page.locator("#totals td").all_inner_texts()
    assert any("\N{MINUS SIGN}" in each for each in totals)
    assert not any("-" in each for each in totals)
    text = "-2 points in a-1, +1, 3-7, Ann-9 (-1)"
    shown = page.evaluate("async (text) => (await import('./elements.js')).withMinus(text)", text)
    assert shown == "\N{MINUS SIGN}2 points in a-1, +1, 3-7, Ann-9 (\N{MINUS SIGN}1)"


DRAG = """() => {
  const slider = document.querySelector('#number');
  for (let number = 1; number < 8; number += 1) {
    slider.value = String(number);
    slider.dispatchEvent(new Event('input'));
  }
}"""


WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@in_a_browser
@pytest.mark.parametrize(("players", "size"), [(4, WIDE), (6, NARROW)], ids=["wide", "narrow"])
def test_nothing_moves_that_nobody_moved(
    browser: Browser, server: Server, players: int, size: dict[str, int]
) -> None:
    person = Person(browser, server.address, viewport=size)
    person.begin("person", *["greedy"] * (players - 1))
    page = person.page
    places = {json.dumps(page.evaluate(PLACES))}
    while person.wait() == "turn":
        assert page.evaluate(HIDDEN_CARDS, "#court .card, #hand .card") == []
        page.click("#hand button >> nth=-1")
        places.add(json.dumps(page.evaluate(PLACES)))
        page.keyboard.press("Escape")
        go_on(person)
    places.add(json.dumps(page.evaluate(PLACES)))
    assert len(places) == 1
    assert page.locator("#onward").is_visible()
    assert page.evaluate(HIDDEN_CARDS, "#court .card") == []
    assert page.locator("#court").is_visible()
    assert not page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
    person.leave()


PLACES = """() => {
  const box = (each) => {
    const { y, width, height } = each.getBoundingClientRect();
    return [y, width, height].map(Math.round).join();
  };
  const fixed = ['#hand', '#court', '#reason'].map((id) => document.querySelector(id));
  const cells = document.querySelectorAll('#court .cell:not(.cell--left, .cell--right)');
  const sizes = new Set([...cells].map((each) => box(each).split(',').slice(1).join()));
  return [box(fixed[0]), box(fixed[1]), box(fixed[2]).split(',')[0], cells.length, sizes.size];
}"""
HIDDEN_CARDS = """(wanted) => {
  const cards = [...document.querySelectorAll(wanted)];
  return cards.filter((card) => {
    const { x, y, width } = card.getBoundingClientRect();
    const there = document.elementFromPoint(x + 9, y + 9);
    return x < 0 || x + width > innerWidth || !there || !there.closest('.card, .cell');
  }).map((card) => card.textContent);
}"""


@in_a_browser
def test_a_phone_on_its_side_shows_all_that_a_turn_needs(browser: Browser, server: Server) -> None:
    width, height = 640, 400
    person = Person(browser, server.address, viewport={"width": width, "height": height})
    page = person.page
    person.begin("person", *["greedy"] * 3)
    expect(page.locator("#hand-heading")).to_have_text("Your turn · 0 points against you")
    for _ in range(2):
        go_on(person)
        assert person.wait() == "turn"
    seen = ("#hand-heading", "#reason", "#hand .card", "#court .card", "#others .seat", "#hint")
    for each in seen:
        boxes = [found.bounding_box() for found in page.locator(each).all()]
        assert boxes
        for box in filter(None, boxes):
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
    assert page.evaluate(HIDDEN_CARDS, "#court .card, #hand .card") == []
    for button, shown in (("#show-scores", "#scores td"), ("#show-told", "#told li")):
        page.click(button)
        page.locator(shown).last.click(trial=True)  # nothing lies over it
    sizes = page.evaluate(SIZES_OF_TEXTS)
    assert min(sizes) >= 11
    person.leave()


SIZES_OF_TEXTS = """() => [...document.querySelectorAll('body *')]
  .filter((each) => each.getClientRects().length && [...each.childNodes].some(
    (inside) => inside instanceof Text && inside.data.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize))"""


@in_a_browser
def test_in_plain_python_the_page_names_another_strongest_level(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "has_extension", lambda: False)
    person = Person(browser, server.address)
    strongest = person.page.locator("#levels button").last
    expect(strongest).to_have_text("Learnedthe strongest in plain Python")
    strongest.click()
    expect(person.page.locator("#game")).to_be_visible()
    person.leave()


@in_a_browser
def test_one_tap_begins_a_game_against_a_level_and_back_leads_out_of_it(person: Person) -> None:
    page = person.page
    levels = page.locator("#levels button")
    expect(levels.locator("b")).to_have_text(["Squire", "Knight", "Maester"])
    form = page.locator("#others-form")
    page.click("#any-games > summary")
    expect(form).not_to_be_empty()
    page.click("#any-games > summary")
    held = holding(page, "start")
    levels.nth(1).dblclick()
    page.wait_for_timeout(300)
    [start] = held  # of one game, not two
    start.continue_()
    page.unroute("**/messages")
    assert person.wait() == "turn"
    expect(page).to_have_title(re.compile(r"^Your turn . Westeros Intrigue$"))
    names = page.locator("#others .seat-name")
    expect(names).to_have_text(["Mira", "Oswin", "Tamsin"])
    expect(names.first).to_have_attribute("title", "Mira, knight")
    expect(page.locator("#others .seat-face svg")).to_have_count(3)
    held = holding(page, "tables")
    page.go_back()
    expect(page.locator("#play-note")).to_have_text("You, Mira, Oswin and Tamsin (knight).")
    expect(page).to_have_title("Westeros Intrigue")
    with page.expect_request(lambda request: asks(request, "tables")):
        page.click("#any-games > summary")
    expect(form).to_be_empty()  # a choice in the former form would be lost
    held[0].continue_()
    expect(form).not_to_be_empty()
    page.go_forward()
    expect(page.locator("#game")).to_be_visible()


@in_a_browser
def test_a_browser_of_2023_that_stores_nothing_plays(browser: Browser, server: Server) -> None:
    """It lacks what came later; style sheets of then have no `light-dark`."""
    served = page_files().items()
    assert not [name for name, (_, content) in served if b"light-dark(" in content]
    person = Person(browser, server.address, color_scheme="dark")
    person.context.add_init_script(
        "delete window.SharedWorker; delete Element.prototype.checkVisibility; "
        "Object.defineProperty(window, 'localStorage', { get: () => { throw new Error('no'); } })"
    )
    person.page.goto(server.address)
    person.begin("person", "greedy")
    play(person, by_keyboard, "press")
    person.leave()


@in_a_browser
def test_an_address_with_a_record_begins_a_game_in_its_position(person: Person) -> None:
    page, state = person.page, load_puzzles()[0].state
    who = ["greedy", "person"] if state.active_player else ["person", "greedy"]
    record = Record.from_state(state, tags={f"Seat-{seat}": each for seat, each in enumerate(who)})
    for text, screen in ((quote(str(record)), "#game"), ("no record, cut in %E0%A4%A", "#setup")):
        page.goto("about:blank")
        page.goto(f"{person.address}/record={text}")
        page.wait_for_selector(f"{screen}:not([hidden])")
        assert "#record" not in page.url
        laid = len(state.placements) if screen == "#game" else 0
        expect(page.locator("#court .card")).to_have_count(laid)
    expect(page.get_by_role("alert")).to_contain_text("expected the title of a record")
    page.set_viewport_size({"width": PHONE, "height": 300})
    page.evaluate("scrollTo(0, 9999)")
    expect(page.get_by_role("alert")).to_be_in_viewport()


@in_a_browser
def test_who_is_out_can_skip_and_play_again(person: Person, tmp_path: Path) -> None:
    page = person.page
    person.let_others_think()
    ask = asking(tmp_path)
    course = played(ask, begun(ask, ["person", *["greedy"] * 3], rounds=1))
    page.goto(f"{person.address}/{next(filter(is_out_early, course))['game']}")
    expect(page.locator("#reason")).to_contain_text(
        "fits any more: you are out of this round, with "
    )
    page.click("#skip")
    assert person.wait() == "story"
    page.select_option("#pace", "0", force=True)
    expect(page.locator("#court .card").first).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator("#rematch")).to_be_visible()
    page.click("#rematch")
    page.wait_for_selector("#hand-part.turn")
    expect(page.locator("#others .seat")).to_have_count(3)


@in_a_browser
def test_the_end_of_a_round_tells_what_cost_most_and_lets_the_reader_try_again_or_send_it_on(
    person: Person, tmp_path: Path
) -> None:
    ask = asking(tmp_path)
    course = played(ask, begun(ask, ["person", *["squire"] * 3], rounds=2, seed=4))
    over = next(each for each in course if each["waits_for"] == "round")
    page = person.page
    page.goto(f"{person.address}/{over['game']}")
    expect(page.locator("#swing")).to_have_text(
        re.compile(r"^S4 in row 1 cost you most: B3 in row 1 was better: it wins ")
    )
    # Seats, heading and sheet say the same points, and who leads.
    expect(page.locator("#hand-heading")).to_have_text("Your hand · 3 points against you")
    expect(page.locator("#own .seat")).to_have_attribute("aria-label", re.compile("3 points"))
    leading = "Squire 2 and Squire 3 lead with 1 point: the fewest win."
    expect(page.locator("#leading")).to_have_text(leading)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { configurable: true })")
    page.click("#send-round")  # as on a page without encryption
    expect(page.locator("#send-round")).to_have_text("Copied")
    page.evaluate("delete navigator.clipboard")
    sent = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert sent[0].startswith("Westeros Intrigue, round 1: You 3, ")
    assert len(sent) <= 12
    squares = re.findall("[\u2b1c\U0001f7e5\U0001f7e8\u2b1b]", "".join(sent))
    assert len(squares) == len(over["view"]["table"]["placements"])
    page.click("#try-again")
    expect(page.locator("#rounds")).to_have_text("Round 1 of 1")
    assert person.wait() == "turn"
    page.go_back()
    expect(page.locator("#swing")).to_contain_text("cost you most")


def is_out_early(position: Any) -> bool:
    """Whether the person is out, and two others are not."""
    out = [each["player"] for each in position["view"]["table"]["eliminations"]]
    return position["waits_for"] == "step" and 0 in out and len(out) < 3


@in_a_browser
def test_a_reload_keeps_the_colours_and_the_game(person: Person) -> None:
    page = person.page
    person.begin("person", "greedy", "greedy")
    go_on(person)
    assert person.wait() == "turn"
    seen = page.inner_text("#told"), page.inner_text("#hand")
    panels = [page.locator("#hand-part"), page.locator("#court .cell--free").first]
    light = [look(panel) for panel in panels]
    choose_colours(person, "dark")
    dark = [look(panel) for panel in panels]
    assert not set(light) & set(dark)
    page.reload()
    assert person.wait() == "turn"
    assert (page.inner_text("#told"), page.inner_text("#hand")) == seen
    assert [look(panel) for panel in panels] == dark
    choose_colours(person, "light")
    assert [look(panel) for panel in panels] == light


def choose_colours(person: Person, scheme: str) -> None:
    person.page.keyboard.press("?")
    person.page.get_by_label("Colours").select_option(scheme)
    person.page.click("text=Close")


def look(element: Locator) -> tuple[str, str]:
    """Return what an element is filled with, and its edge."""
    style = "(each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).borderColor]"
    ground, edge = element.evaluate(style)
    return ground, edge


@in_a_browser
@pytest.mark.parametrize("is_touched", [False, True], ids=["mouse", "touch"])
def test_a_card_can_be_dragged_to_its_slot(
    browser: Browser, server: Server, is_touched: bool
) -> None:
    person = Person(browser, server.address, has_touch=is_touched)
    person.begin("person", "greedy")
    page = person.page
    box = page.locator("#hand button >> nth=0").bounding_box()
    assert box
    start = (box["x"] + 10, box["y"] + 10)
    drag(person, start, (start[0], start[1] - 200), is_touched=is_touched)
    expect(page.locator("#reason")).to_contain_text("fits in 1 place.")
    expect(page.locator("#game .card--flying")).to_have_count(0)
    expect(page.locator('#hand [aria-pressed="true"]')).to_have_count(1)
    for is_chosen in ("false", "true"):  # keys go on where the drag has ended
        page.locator("#hand button >> nth=0").press("Enter")
        expect(page.locator("#hand button >> nth=0")).to_have_attribute("aria-pressed", is_chosen)
    slot = page.locator('#court button[data-slot="a0"]').bounding_box()
    assert slot
    # Near is near enough.
    drag(person, start, (slot["x"] - 20, slot["y"] - 20), is_touched=is_touched)
    expect(page.locator("#told li").nth(1)).to_contain_text("in row 1.")
    person.leave()


def drag(
    person: Person, start: tuple[float, float], end: tuple[float, float], *, is_touched: bool
) -> None:
    """Drag with the mouse or a finger, in a few steps."""
    if not is_touched:
        mouse = person.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=5)
        mouse.up()
        return
    client = person.context.new_cdp_session(person.page)
    for step in range(6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        touch = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y}]}
        client.send("Input.dispatchTouchEvent", touch)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


@in_a_browser
def test_what_is_placed_flies_to_its_slot(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, reduced_motion="no-preference")
    page = person.page
    page.evaluate(WATCH_FLIGHTS)
    person.begin("person", "greedy")
    by_mouse(person)
    expect(page.locator("#court .card")).to_have_count(2)
    assert person.wait() == "turn"
    cards = page.locator("#court .card").evaluate_all(
        "(all) => all.map((each) => each.dataset.card)"
    )
    page.wait_for_function("() => new Set(flown).size >= 2")
    assert {*page.evaluate("flown")} == {*cards}
    expect(page.locator(".card--flying")).to_have_count(0)
    person.leave()


WATCH_FLIGHTS = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap((each) => [...each.addedNodes]);
    const flying = added.filter((each) => each.matches('.card--flying'));
    flown.push(...flying.map((each) => each.dataset.card));
  }).observe(document.querySelector('#game'), { childList: true });
}"""


@in_a_browser
def test_a_slot_that_is_closed_says_why(person: Person) -> None:
    person.begin("person", "greedy", "greedy", "greedy")
    page = person.page
    near = page.locator("#court .cell--near")
    told = person.told
    page.click("#hand button >> nth=0", position=IN_SIGHT)
    page.click('#court button[data-slot="a0"]')
    person.until_told_more(told)
    while person.wait() == "turn" and not near.count():
        go_on(person)
    near.first.click()
    houses = near.first.locator("svg").count()
    takes = r"[A-Z]\w+" if houses == 1 else r"[A-Z]\w+ or [A-Z]\w+"
    expect(page.locator("#reason")).to_have_text(re.compile(rf"^This place takes {takes}\.$"))
    for card in page.locator("#hand button").all():
        card.click(position=IN_SIGHT)
        if near.count():
            break
    near.first.click()
    expect(page.locator("#reason")).to_contain_text("cannot go there: it would rest on ")
    page.locator("#told li").last.hover()
    expect(page.locator("#court .card--lit")).to_have_count(1)
    coordinate = re.compile(r"\b[a-h]-?\d\b")
    expect(page.locator("#game")).not_to_have_text(coordinate)
    labels = page.locator("#court button").evaluate_all(
        "(all) => all.map((each) => each.ariaLabel)"
    )
    assert not [*filter(coordinate.search, labels)]
    page.click("#court .cell--last")
    expect(page.locator("#reason")).to_contain_text(", placed by Tamsin")
    page.click("#show-rules")
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()
    expect(page.locator('#hand [aria-pressed="true"]')).to_have_count(1)
    page.click("#undo")
    expect(page.locator("#reason")).to_contain_text("choose a card")


@in_a_browser
def test_no_other_hand_is_in_the_page_or_its_memory(person: Person, tmp_path: Path) -> None:
    person.begin("person", "person", "greedy")
    assert person.wait() == "cover"
    assert not violations(person)
    # Nobody has looked yet: what is there, the driver of the browser has brought.
    before = strings_in_memory(person)
    for step in ("place", "undo", "leave"):
        if person.page.locator("#setup").is_visible():
            person.page.click("#games button")
        person.sit_down()
        person.page.click("#hand button >> nth=0", position=IN_SIGHT)
        person.page.wait_for_function("() => document.activeElement.dataset.slot")
        if step == "place":
            person.page.keyboard.press("Enter")
        else:
            person.page.click(f"#{step}")
        # Between two persons nobody's hand may be there.
        person.page.wait_for_selector("#cover:not([hidden]), #setup:not([hidden])")
        [record] = games(tmp_path)
        hidden = [str(card) for hand in record.state.hands for card in hand]
        pattern = re.compile(rf"\b({'|'.join(hidden)})\b")
        texts = (person.page.content(), *(strings_in_memory(person) - before))
        assert not [*filter(pattern.search, map(without_tokens, texts))]


@in_a_browser
def test_an_engine_that_dies_is_said_to_be_gone_and_the_game_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    port = own_port()
    with engine_at(port, tmp_path) as address:
        person = Person(browser, address)
        person.begin("person", "person")
        person.sit_down()
        _, slot = person.move()
    # Otherwise the request could still reach the next engine.
    with person.page.expect_event("requestfailed", lambda request: asks(request, "play")):
        person.page.click(f'#court button[data-slot="{slot}"]')
    expect(person.page.get_by_role("alert")).to_contain_text("has stopped")
    with engine_at(port, tmp_path) as again:
        assert again == address
        # The placement is sent again.
        expect(person.page.get_by_role("alert")).to_be_empty()
        expect(person.page.locator("#cover-heading")).to_have_text("Player 2 is to move")
        person.context.close()
    assert person.faults == []


@in_a_browser
def test_a_card_chosen_when_the_connection_is_back_stays_chosen(person: Person) -> None:
    page = person.page
    person.begin("person", "greedy")
    card, _ = person.move()
    page.keyboard.press("Escape")
    page.route("**/messages", lambda route: route.abort())
    # Both requests ask for the position each second, half a second apart.
    page.click("#hint")
    page.wait_for_timeout(500)
    page.click("#hint")
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.unroute("**/messages")
    expect(page.get_by_role("alert")).to_be_empty()
    chosen = page.locator(f'#hand [data-card="{card}"]')
    chosen.click(position=IN_SIGHT)
    page.wait_for_timeout(1500)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    page.route("**/messages", lambda route: route.abort(), times=1)
    page.click("#leave")
    expect(page.locator("#setup")).to_be_visible()


@in_a_browser
def test_a_late_answer_about_an_earlier_game_is_dropped(person: Person, server: Server) -> None:
    person.begin("person", "greedy")
    page, ask = person.page, through(server)
    game, others = page.url.rpartition("/")[2], begun(ask)["game"]
    held = holding(page, "look")
    server.engine.listeners.announce(game, others)
    ask("replace", game=game, seat=1, who="person")
    page.wait_for_timeout(1000)
    for each in reversed(held):
        each.continue_()
    page.unroute("**/messages")
    expect(page).to_have_url(re.compile(others))


@in_a_browser
def test_a_late_answer_is_explained_by_what_the_server_says(person: Person) -> None:
    page = person.page
    # Minutes are seconds here.
    page.add_init_script(
        "const limit = AbortSignal.timeout; AbortSignal.timeout = (each) => limit(each / 12)"
    )
    page.reload()
    person.begin("person", "greedy")
    reason, held = page.locator("#reason"), holding(page, "hint")
    page.click("#hint")
    page.wait_for_timeout(2000)
    expect(reason).to_have_text("Thinking …")
    held.pop().continue_()
    expect(page.locator("#court .hinted")).to_have_count(1)
    page.unroute("**/messages")
    preparing = '{"kind":"status","is_preparing":true}'

    def answer(route: Route) -> None:
        if asks(route.request, "status"):
            route.fulfill(body=preparing, content_type="application/json")
        elif not asks(route.request, "hint"):
            route.continue_()

    page.route("**/messages", answer)
    page.click("#hint")
    expect(reason).to_contain_text("The library is warming up")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    expect(page.get_by_role("alert")).to_be_empty()
    page.unroute("**/messages")
    page.route("**/messages", lambda _: None)
    page.click("#hint")
    expect(reason).to_contain_text("does not answer")


@in_a_browser
def test_what_happened_meanwhile_is_said_after_a_refusal(person: Person, server: Server) -> None:
    person.context.add_init_script("delete window.SharedWorker")
    page = person.page
    page.route(re.compile("/news$"), lambda _: None)  # only a refusal can tell the page
    page.reload()
    person.begin("person", "greedy")
    ask, game = through(server), page.url.rpartition("/")[2]
    move = ask("look", game=game, seat=0)["moves"][0]
    ask("play", game=game, seat=0, moment=0, move=move)
    by_mouse(person)
    expect(page.locator("#status")).to_contain_text(f"You place {move.partition('@')[0]} in row 1.")


@contextmanager
def engine_at(port: int, games: Path) -> Iterator[str]:
    """Run the command in a process of its own, and kill it at the end; yield its address."""
    arguments = ["web", "--no-browser", "--port", str(port), "--folder", str(games)]
    with subprocess.Popen(
        [sys.executable, "-m", "westeros_intrigue", *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().removeprefix("Play at ").strip()
        finally:
            process.kill()


PHONE = 390


@in_a_browser
def test_the_widest_court_fits_a_phone(browser: Browser) -> None:
    widest = parse_court("a0 S1 S2 S3 S4 L1 L2 L3 L4")
    style = (ROOT / "docs" / "_static" / "court.css").read_text("utf-8")
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    page.set_content(f'<style>{style}</style><div class="court">{draw_svg(widest)}</div>')
    box = page.locator(".court > svg").bounding_box()
    page.close()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE
