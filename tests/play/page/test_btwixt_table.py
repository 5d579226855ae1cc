"""The table of B'Twixt on the page: where each question is answered, and that all can be read."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from play.page.asking import Ask, through
from play.page.browsing import Person, expect, in_a_browser, violations
from play.page.test_friends import invite, listening
from play.page.test_layout import Reader
from westeros_intrigue.games import btwixt
from westeros_intrigue.games.btwixt import DecisionKind
from westeros_intrigue.play.page.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

SIZES = ((1280, 800), (1280, 720), (390, 844), (844, 390))
NAMES = ("", "Mira", "Oswin", "Tamsin", "Edda", "Hal")
SMALLEST = """() => Math.min(...[...document.querySelectorAll('#any *')].filter((each) =>
  each.checkVisibility() &&
  [...each.childNodes].some((one) => one.nodeType === 3 && one.data.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
"""Returns the size of the smallest letters, in pixels."""
CHANGES = """(selector) => {
  [window.changed, window.added] = [new Set(), 0];
  window.observer?.disconnect();
  window.observer = new MutationObserver((found) => found.forEach(({ target, addedNodes }) => {
    window.changed.add(target.className);
    for (const each of addedNodes)
      if (each.nodeType === 1) window.added += 1 + each.querySelectorAll('*').length;
  }));
  window.observer.observe(document.querySelector(selector), {
    childList: true, subtree: true, attributeFilter: ['aria-pressed'],
  });
}"""
"""Collects the classes of the elements that change, and counts the elements that come in."""
MOVED = """() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    window.moved.push(`${this.getAttribute('class')} ${this.dataset.seat ?? ''}`.trim());
    return animate.apply(this, how);
  };
}"""
"""Collects the classes and seats of the elements that scripts let move."""
OUTSIDE = """() => [...document.querySelectorAll('.bt-hand, .t-answers, .t-answers button')]
  .filter((each) => each.checkVisibility()).filter((each) => {
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    return width && (left < -1 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1);
  }).map((each) => each.className)"""
"""Returns the classes of what you need and cannot see without scrolling."""

UNSEEN = """(selector) => {
  const stage = document.querySelector('.t-stage').getBoundingClientRect();
  return [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility()).filter((each) => {
      const { top, bottom, left, right } = each.getBoundingClientRect();
      return top < stage.top - 1 || bottom > stage.bottom + 1
        || left < -1 || right > stage.right + 1;
    }).map((each) => each.className);
}"""
"""Returns the classes of the pieces on the ring that one would scroll to."""
REACHED = """(wanted) => {
  const shown = [...document.querySelectorAll('#any-own button:not([disabled])')];
  return shown.flatMap((each, number) => {
    if (wanted !== null && number !== wanted) return [];
    for (let part = each.parentElement; part; part = part.parentElement)
      if (/auto|scroll/.test(getComputedStyle(part).overflowY)) {
        const [inner, outer] = [each.getBoundingClientRect(), part.getBoundingClientRect()];
        part.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
      }
    const { x, y, width, height } = each.getBoundingClientRect();
    const [left, top] = [x + width / 2, y + height / 2];
    if (!each.contains(document.elementFromPoint(left, top))) return [];
    const isStep = each.matches(
      '.bt-hand [aria-pressed], .bt-pack [aria-pressed], .bt-sheet [aria-pressed], .bt-tk');
    return [{ left, top, number, move: each.dataset.move ?? '', isStep }];
  });
}"""
"""Scrolls, as a wheel does, to one button of the table after the other, or to the one of a number,
and returns those whose middle a mouse can click."""
WITH_A_MOUSE = ((1280, 800), (1366, 768), (1280, 720), (390, 844), (844, 390))


def reached(ask: Ask, kind: str, players: int = 4, variant: str = "standard") -> str:
    """Return a game in which seat 0 is asked a kind of question, or which is over."""
    who = [{"name": NAMES[seat], "who": "simple" if seat else "person"} for seat in range(players)]
    options = [{"name": "variant", "value": variant}] if variant != "standard" else []
    for seed in range(1, 40):
        rng = random.Random(seed)
        here = ask("start", name="btwixt", seats=who, options=options, seed=seed)
        while here["waits_for"] != "nobody":
            asked = here["screen"]["facts"]["asked"]
            is_mine = here["waits_for"] == "person"
            if is_mine and asked["kind"] == kind:
                return str(here["game"])
            at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
            if is_mine:
                here = ask("play", **at, move=wanted(here["moves"], asked["kind"], rng))
            else:
                here = ask("step", **at)
        if kind == "over":
            return str(here["game"])
    raise AssertionError(kind)


def wanted(moves: list[Any], kind: str, rng: random.Random) -> str:
    """Return a move that wins bids and leads to many questions."""
    names = [str(each["name"]) for each in moves]
    playing = [each for each in names if each.startswith("play")]
    if kind == "turn" and playing and rng.random() < 0.8:
        return rng.choice(playing)
    return "kneel" if "kneel" in names else rng.choice(names)


def late(
    ask: Ask, is_wanted: Callable[[btwixt.GameState], bool], players: int = 4, seed: int = 3
) -> Any:
    """Return a game of a person and simple players at its last state of a kind."""
    rng, state = random.Random(seed), btwixt.setup(players, seed=seed)
    simple = btwixt.PLAYERS.parse("simple")
    found = state
    while not state.is_over:
        found = state if is_wanted(state) else found
        assert state.active_player is not None
        view = btwixt.observe(state, state.active_player)
        state = btwixt.apply(state, simple(view, rng))
    names = {f"Seat-{seat}": "simple" if seat else "person" for seat in range(players)}
    return ask("load", record=str(btwixt.Record.from_state(found, tags=names)))


def before_the_end(ask: Ask, players: int = 4) -> Any:
    """Return a game whose last move a computer player is to make."""
    here = late(ask, lambda state: bool(state.active_player), players)
    assert here["waits_for"] == "step"
    return here


def asks(kind: str) -> Callable[[btwixt.GameState], bool]:
    """Return what is true of a state that asks the first seat a kind of question."""

    def is_asked(state: btwixt.GameState) -> bool:
        asking = state.table.asking
        return state.active_player == 0 and asking is not None and asking.KIND.value == kind

    return is_asked


def played(state: btwixt.GameState, player: btwixt.Player, seed: int) -> Iterator[btwixt.GameState]:
    """Yield the states of a game in which all play alike, except the last one."""
    rng = random.Random(seed)
    while not state.is_over:
        yield state
        assert state.active_player is not None
        state = btwixt.apply(state, player(btwixt.observe(state, state.active_player), rng))


def hardest_questions(players: int) -> dict[str, btwixt.GameState]:
    """Return a state for each kind of question to seat 0: one with many allies beside it.

    Some kinds are only asked in random games, or in drafts.
    """
    simple, random_player = map(btwixt.PLAYERS.parse, ("simple", "random"))
    hardest: dict[str, tuple[tuple[int, ...], btwixt.GameState]] = {}
    for seed in range(1, 60):
        note_hardest(hardest, played(btwixt.setup(players, seed=seed), simple, seed))
    for seed in count():
        if len(hardest) == len(DecisionKind):
            break
        variant = btwixt.DRAFT if seed % 2 else btwixt.STANDARD
        state = btwixt.setup(players, seed=seed, variant=variant)
        found: dict[str, tuple[tuple[int, ...], btwixt.GameState]] = {}
        note_hardest(found, played(state, random_player, seed))
        hardest = found | hardest
    return {kind: state for kind, (_, state) in hardest.items()}


def note_hardest(
    hardest: dict[str, tuple[tuple[int, ...], btwixt.GameState]], states: Iterator[btwixt.GameState]
) -> None:
    """Note the states with more allies than those known so far, by kind of question."""
    for state in states:
        asking = state.table.asking
        if state.active_player == 0 and asking is not None:
            kind, councils = asking.KIND.value, state.table.councils
            beside = [len(councils[at].allies) for at in (0, state.table.players - 1)]
            answers = len(list(btwixt.legal_moves(btwixt.observe(state, 0))))
            measure = (min(beside), sum(beside), answers)
            if kind not in hardest or measure > hardest[kind][0]:
                hardest[kind] = (measure, state)


def record_of(state: btwixt.GameState) -> btwixt.Record:
    """Return the game of a person in seat 0 and simple players."""
    seats = range(state.table.players)
    tags = {f"Seat-{seat}": "simple" if seat else "person" for seat in seats}
    return btwixt.Record.from_state(state, tags=tags)


def answers_by_mouse(page: Page) -> set[str]:
    """Return the moves that buttons make: at once, or after another button has been clicked."""
    reached = page.evaluate(REACHED, None)
    moves = {each["move"] for each in reached}
    for step in [each["number"] for each in reached if each["isStep"]]:
        [at] = page.evaluate(REACHED, step)
        page.mouse.click(at["left"], at["top"])
        moves |= {each["move"] for each in page.evaluate(REACHED, None)}
        page.keyboard.press("Escape")
    return moves - {""}


@pytest.fixture
def ask(server: Server) -> Ask:
    return through(server)


def opened(person: Person, game: str) -> Page:
    person.page.goto(f"{person.address}/{game}")
    return drawn(person)


def opened_anew(person: Person, width: int, height: int, scheme: Any = "light") -> Page:
    """Open the game again as a newcomer with a window of a size does, in the same browser."""
    drawn(person)  # which remembers what has been shown
    person.page.evaluate("() => localStorage.clear()")
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.emulate_media(color_scheme=scheme)
    person.page.reload()
    return drawn(person)


def drawn(person: Person) -> Page:
    person.page.locator(".t-table, .bt-end").first.wait_for()
    person.page.wait_for_function("() => document.getElementById('bt-crown')")
    return person.page


CASES = [
    ("choose-leader", 4, "standard"),
    ("turn", 3, "standard"),
    ("turn", 4, "standard"),
    ("turn", 5, "standard"),
    ("turn", 6, "standard"),
    ("bid-card", 4, "standard"),
    ("token-move", 4, "standard"),
    ("place-ally", 4, "standard"),
    ("place-ally", 6, "standard"),
    ("place-token", 3, "standard"),
    ("draft", 4, "draft"),
    ("over", 4, "standard"),
]


@in_a_browser
@pytest.mark.parametrize("case", CASES, ids=[f"{kind}-{players}" for kind, players, _ in CASES])
def test_all_can_be_read_and_nothing_is_covered_at_any_size(
    browser: Browser, server: Server, ask: Ask, case: tuple[str, int, str]
) -> None:
    """It takes long: axe reads the page in each size and in the dark."""
    kind, players, variant = case
    game = reached(ask, kind, players, variant)
    reader = Reader(browser, f"{server.address}/{game}", screen="")
    for width, height, scheme in (*((*each, "light") for each in SIZES), (390, 844, "dark")):
        size = f"{width}x{height}, {scheme}"
        page = opened_anew(reader, width, height, scheme)
        reader.read(size)
        assert violations(reader) == "", size
        assert page.evaluate("document.documentElement.scrollWidth") <= width, size
        if kind != "over":
            assert page.evaluate(SMALLEST) >= 11, size
            assert page.evaluate(OUTSIDE) == [], size
        if kind == "turn":
            page.locator(".bt-hand button").first.click()
            reader.read(f"{size}, a card is chosen")
            assert page.evaluate(OUTSIDE) == [], f"{size}, a card is chosen"
    reader.leave()


@in_a_browser
@pytest.mark.parametrize("players", [5, 6])
def test_on_a_phone_on_its_side_all_councils_are_in_sight_without_scrolling(
    browser: Browser, server: Server, ask: Ask, players: int
) -> None:
    """With as many allies as the last season brings; of a question, at least the answers."""
    own = '.bt-co[data-state~="own"]'
    ring = f".bt-co, {own} .bt-ally, .bt-ring .t-seat, .bt-now, .bt-me"
    answers = f"{own}, {own} .bt-ally"
    for kind, parts in (("turn", ring), ("place-ally", answers)):
        game = late(ask, asks(kind), players)["game"]
        reader = Reader(browser, f"{server.address}/{game}", screen="")
        for width, height in ((844, 390), (932, 430)):
            size = f"{kind}, {width}x{height}"
            page = opened_anew(reader, width, height)
            assert page.locator(parts).locator("visible=true").count() > players - 2
            assert page.evaluate(UNSEEN, parts) == [], size
            assert page.evaluate(SMALLEST) >= 11, size
            assert page.evaluate(OUTSIDE) == [], size
            reader.read(size)
        reader.leave()


@in_a_browser
def test_every_answer_can_be_given_with_a_mouse_at_a_table_of_six(
    browser: Browser, server: Server, ask: Ask
) -> None:
    """It takes long: of each question, each button is clicked in five windows."""
    questions = hardest_questions(6)
    assert {*questions} == {kind.value for kind in DecisionKind}
    person = Person(browser, server.address)
    for kind, state in questions.items():
        here = ask("load", record=str(record_of(state)))
        page = opened(person, here["game"])
        expect(page.locator("#any")).to_have_attribute("data-moment", str(here["moment"]))
        options = {each["move"] for each in here["screen"]["facts"]["options"]}
        for width, height in WITH_A_MOUSE:
            page.set_viewport_size({"width": width, "height": height})
            assert options - answers_by_mouse(page) == set(), f"{kind}, {width}x{height}"
    person.leave()


@in_a_browser
@pytest.mark.parametrize("kind", [DecisionKind.ALLY_MOVE, DecisionKind.TURN, DecisionKind.DRAFT])
def test_a_question_that_no_script_knows_is_drawn_with_its_request_and_its_moves(
    browser: Browser, server: Server, ask: Ask, kind: DecisionKind
) -> None:
    """Answered by mouse, by keyboard and, by the names of the buttons, with a screen reader."""
    record = record_of(hardest_questions(4)[kind.value])
    here = ask("load", record=str(record))
    request = kind.sentence
    titles = [each["title"] for each in here["moves"]]
    for width, height in WITH_A_MOUSE:
        viewport = {"width": width, "height": height}
        person = Person(browser, server.address, viewport=viewport)
        known = f'"kind":"{kind.value}","heading":"{kind.heading}"'
        reword_answers(person, known, f'"kind":"swap-allies","heading":"{request}"')
        page = opened(person, here["game"])
        sheet = page.get_by_role("group", name=request)
        expect(sheet.get_by_role("heading")).to_have_text(request)
        buttons = sheet.get_by_role("button")
        assert [" ".join(text.split()) for text in buttons.all_inner_texts()] == titles
        moves = {each["move"] for each in here["screen"]["facts"]["options"]}
        assert answers_by_mouse(page) == moves, viewport
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALLEST) >= 11
        assert violations(person) == ""
        page.click("#any-hint")
        expect(page.locator(".t-hinted")).to_have_count(1)
        buttons.last.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#any")).not_to_have_attribute("data-moment", str(here["moment"]))
        here = ask("load", record=str(record))
        page.unroute_all(behavior="ignoreErrors")  # the page waits for news
        person.leave()


def reword_answers(person: Person, old: str, new: str) -> None:
    """Let the engine's answers have another word, as those of a changed game would."""

    def change(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(old, new))

    person.page.route("**/messages", change)


@in_a_browser
def test_the_season_is_not_printed_over_the_name_of_the_game_on_a_phone(
    browser: Browser, server: Server, ask: Ask
) -> None:
    """A friend's bar has a button for reactions instead of the one that leaves."""
    game = reached(ask, "turn")
    secret = through(server, invite(server, game, 1))("join", name="", seat=1, how="sit")["secret"]
    link, viewport = server.address.replace(server.token, secret), {"width": 390, "height": 844}
    person = Person(browser, link, screen="any", viewport=viewport)
    page = person.page
    expect(page.locator(".bt-track-s")).to_be_visible()
    expect(page.locator("#reactions")).to_be_visible()
    edges = page.evaluate(
        """() => ['.brand', '.bt-track-s', '#reactions']
          .map((each) => document.querySelector(each).getBoundingClientRect())
          .map(({ left, right }) => [left, right])"""
    )
    name = page.locator("#game-name")
    assert name.evaluate("(each) => getComputedStyle(each).clipPath") == "inset(50%)"
    assert edges[0][1] <= edges[1][0]
    assert edges[1][1] <= edges[2][0]
    person.leave()


@in_a_browser
def test_a_round_is_played_with_the_keyboard_alone(
    browser: Browser, server: Server, ask: Ask
) -> None:
    person = Person(browser, server.address)
    page = opened(person, reached(ask, "turn"))
    hand = page.locator(".bt-hand button")
    hand.first.focus()
    page.keyboard.press("ArrowRight")
    expect(hand.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(hand.nth(1)).to_have_attribute("aria-pressed", "true")
    title = hand.nth(1).locator(".t-title").inner_text().replace("\xad", "")
    expect(page.locator(".t-question")).to_contain_text(title)
    page.keyboard.press("Escape")
    expect(hand.nth(1)).to_have_attribute("aria-pressed", "false")
    moment = page.locator("#any").get_attribute("data-moment")
    page.keyboard.press("k")
    expect(page.locator("#any")).not_to_have_attribute("data-moment", str(moment))
    person.leave()


@in_a_browser
def test_a_card_and_the_card_that_it_takes_are_one_step(
    browser: Browser, server: Server, ask: Ask
) -> None:
    """Betrayal is chosen in the hand; a tap on a card in a pile plays it and takes that card."""
    game = reached(ask, "bid-card")
    person = Person(browser, server.address)
    page = opened(person, game)
    page.click("#any-undo")
    page.locator(".bt-hand:not(.bt-hand--wait)").wait_for()
    page.locator('.bt-hand [aria-label^="Betrayal"]').first.click()
    taken = page.locator(".bt-takes button").locator("visible=true").first
    label = str(taken.get_attribute("aria-label"))
    value = label.split(", ")[1]
    taken.click()
    mine = page.locator('.t-log li:has-text("take")').last
    expect(mine).to_contain_text(f"{label.split(',', maxsplit=1)[0].removeprefix('Take ')} {value}")
    person.leave()


@in_a_browser
def test_a_choice_repaints_the_card_and_its_consequences_alone(
    browser: Browser, server: Server, ask: Ask
) -> None:
    """Councils, and leaders from whom it takes nothing, stay the elements that they are."""
    person = Person(browser, server.address)
    page = opened(person, reached(ask, "turn", 6))
    hand = page.locator(".bt-hand button")
    page.evaluate(CHANGES, "#any-own")
    for at in range(hand.count()):
        hand.nth(at).click()
        expect(hand.nth(at)).to_have_attribute("aria-pressed", "true")
    changed = set(page.evaluate("() => [...window.changed]"))
    parts = {"t-hand", "t-card", "t-question", "t-rail", "t-cell", "bt-me", "t-answers"}
    assert {each.split(" ")[0] for each in changed} <= parts
    assert page.evaluate("() => window.added") < page.evaluate(
        f"() => {hand.count()} * document.querySelectorAll('#any-own *').length / 3"
    )
    person.leave()


@in_a_browser
def test_who_is_asked_keeps_the_table_when_somebody_comes_or_leaves(
    browser: Browser, server: Server, ask: Ask
) -> None:
    person = Person(browser, server.address)
    game = reached(ask, "turn", 6)
    secret = through(server, invite(server, game, 1))("join", name="", seat=1, how="sit")["secret"]
    page = opened(person, game)
    is_look: Callable[[Any], bool] = lambda answer: '"look"' in (answer.request.post_data or "")  # noqa: E731 - one line
    page.evaluate(CHANGES, "#any-own")
    for _ in range(3):
        with page.expect_response(is_look), listening(server, secret, game):
            pass
    page.wait_for_timeout(300)  # for what an answer draws
    assert page.evaluate("() => [...window.changed]") == []
    person.leave()


@in_a_browser
def test_choosing_moves_nothing_but_the_card(browser: Browser, server: Server, ask: Ask) -> None:
    person = Person(browser, server.address)
    page = opened(person, reached(ask, "turn"))
    boxes: Callable[[], Any] = lambda: page.evaluate(  # noqa: E731 - the same twice
        """() => [...document.querySelectorAll('.bt-co, .t-seat, .bt-now, .t-answers')]
          .map((each) => { const { x, y, width, height } = each.getBoundingClientRect();
            return [x, y, width, height].map(Math.round); })"""
    )
    before = boxes()
    page.locator(".bt-hand button").last.click()
    expect(page.locator('.bt-hand [aria-pressed="true"]')).to_have_count(1)
    assert boxes() == before
    person.leave()


@in_a_browser
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_an_ally_goes_to_its_council_unless_motion_is_reduced(
    browser: Browser, server: Server, ask: Ask, motion: str
) -> None:
    person = Person(browser, server.address, reduced_motion=motion)
    page = opened(person, reached(ask, "place-ally"))
    page.evaluate(MOVED)
    page.locator(".t-mini, .bt-hand button").first.hover()
    assert page.evaluate("() => window.moved") == []
    moment = page.locator("#any").get_attribute("data-moment")
    page.locator('[data-key^="place"]').first.click()
    expect(page.locator("#any")).not_to_have_attribute("data-moment", str(moment))
    moved = page.evaluate("() => window.moved")
    assert ("bt-ally" in moved) == (motion != "reduce")
    assert motion != "reduce" or not moved
    person.leave()


@in_a_browser
def test_a_newcomer_is_told_once_what_wins(browser: Browser, server: Server, ask: Ask) -> None:
    game = reached(ask, "place-ally")
    person = Person(browser, server.address)
    page = opened(person, game)
    expect(page.locator(".t-question")).to_contain_text("Only your weaker council counts")
    page.click("#any-hint")
    expect(page.locator(".t-hinted")).to_have_count(1)
    page.reload()
    page.locator(".t-table").wait_for()
    expect(page.locator(".t-question")).to_contain_text("You choose")
    person.leave()


@in_a_browser
def test_a_hint_is_marked_at_the_table(browser: Browser, server: Server, ask: Ask) -> None:
    person = Person(browser, server.address)
    page = opened(person, reached(ask, "place-ally"))
    page.click("#any-hint")
    expect(page.locator(".t-hinted")).to_have_count(1)
    expect(page.locator(".t-question")).not_to_contain_text("Thinking")
    person.leave()


@in_a_browser
def test_the_end_says_who_wins_council_by_council(
    browser: Browser, server: Server, ask: Ask
) -> None:
    person = Person(browser, server.address)
    page = opened(person, reached(ask, "over"))
    facts = ask("look", game=page.url.rpartition("/")[2], seat=0)["screen"]["facts"]
    expect(page.locator(".bt-endring .bt-co")).to_have_count(4)
    rows = page.locator(".bt-rank tbody tr")
    for row, place in enumerate(facts["end"]["places"]):
        expect(rows.nth(row).locator(".bt-sm")).to_have_text(str(place["small"]))
    lines = len(facts["end"]["ties"]) + len(facts["end"]["closest"])
    expect(page.locator(".bt-why li")).to_have_count(lines)
    # A new game begins with the bids of the round that was lost by the least.
    lost = facts["end"]["closest"][0]
    page.locator(".bt-why--lost button").first.click()
    page.locator(".t-table").wait_for()
    again = ask("look", game=page.url.rpartition("/")[2], seat=0)["screen"]["facts"]
    assert {name: again[name] for name in ("season", "round_number")} == {
        name: lost[name] for name in ("season", "round_number")
    }
    assert again["phase"] == "bidding"
    assert [each["ally"] for each in again["current"]][:1] == [lost["ally"]]
    person.leave()


PAUSED = """() => {
  window.held = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    if (this.closest('.bt-end')) {
      made.pause();
      window.held.push(made);
    }
    return made;
  };
}"""
"""Lets the end of a game stand still, until a test says which moment it shows."""
HIDDEN = """(at) => {
  for (const each of window.held) each.currentTime = at;
  return [...document.querySelectorAll('.bt-rank tbody tr, .bt-verdict')]
    .filter((each) => Number(getComputedStyle(each).opacity) < 0.5).length;
}"""
"""Returns how many places, and the verdict, are not shown yet after some milliseconds."""
LEFT = """() => [
  ...document.querySelectorAll('.bt-end--counted, .withheld, .bt-tok__back, .bt-lit, .bt-was'),
].map((each) => each.className).concat(document.getAnimations().map(({ id }) => id))"""
"""Returns what still covers the end, or moves."""


class Witness(Person):
    """Somebody who follows a game of B'Twixt to its end, which then stands still."""

    def __init__(self, browser: Browser, address: str, game: str, motion: str) -> None:
        super().__init__(browser, address, reduced_motion=motion)
        page = self.page
        for script in (PAUSED, MOVED):
            page.evaluate(script)
            page.add_init_script(f"({script})()")  # for a page that is loaded again
        page.goto(f"{address}/{game}")
        page.locator(".bt-end").wait_for()


def result(ask: Ask, game: str) -> list[str]:
    """Return the places and small councils that a screen reader tells, as patterns."""
    over = ask("look", game=game, seat=0)
    names = [each["name"].replace("You", "[Yy]ou") for each in over["seats"]]
    places = over["screen"]["facts"]["end"]["places"]
    return [rf"{names[each['seat']]} \w+ with {each['small']}\b" for each in places]


@in_a_browser
@pytest.mark.parametrize("players", [4, 6])
def test_the_end_is_counted_from_the_last_leader_to_the_first(
    browser: Browser, server: Server, ask: Ask, players: int
) -> None:
    game = before_the_end(ask, players)["game"]
    person = Witness(browser, server.address, game, "no-preference")
    page = person.page
    assert page.locator(".bt-end--counted").count() == 1
    # A screen reader has the whole result at once, as one text.
    told = page.locator("#status p").last
    for place in result(ask, game):
        expect(told).to_contain_text(re.compile(place))
    # Two councils of the last leader, then the place.
    assert page.evaluate(HIDDEN, 0) == page.evaluate(HIDDEN, 1390) == players + 1
    assert page.evaluate(HIDDEN, 1910) == players
    expect(page.locator(".bt-rank tbody tr").last).to_have_css("opacity", "1")
    expect(page.locator("#ending-heading")).to_have_css("opacity", "0")
    assert page.evaluate(HIDDEN, players * 1200 - 510) == 2
    # Left alone, all is shown in the end, and nothing goes on moving.
    page.evaluate("() => window.held.forEach((each) => each.play())")
    expect(page.locator(".bt-end--counted")).to_have_count(0)
    assert page.evaluate(LEFT) == []
    assert not violations(person)
    # Who opens the game again sees its end at once.
    page.reload()
    page.locator(".bt-end").wait_for()
    assert page.evaluate("() => window.moved") == []
    assert page.evaluate(LEFT) == []
    person.leave()


@in_a_browser
@pytest.mark.parametrize("act", ["Enter", " ", "a", "tap"])
def test_a_tap_or_a_key_shows_the_whole_end_and_does_nothing_else(
    browser: Browser, server: Server, ask: Ask, act: str
) -> None:
    game = before_the_end(ask)["game"]
    person = Witness(browser, server.address, game, "no-preference")
    page = person.page
    expect(page.locator("#rematch")).to_be_focused()
    assert page.evaluate(HIDDEN, 100) == 5
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    if act == "tap":
        button = page.locator(".bt-why--lost button").first
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box
        page.mouse.click(box["x"] + 9, box["y"] + 9)
    else:
        page.keyboard.press(act)
    expect(page.locator(".bt-end--counted")).to_have_count(0)
    assert page.evaluate(LEFT) == []
    assert [each for each in sent if '"again"' in each] == []
    assert page.locator(".bt-why--lost button:disabled").count() == 0
    assert page.url.endswith(game)
    if act == "Enter":  # the next press is one
        page.keyboard.press(act)
        page.locator(".t-table").wait_for()
    person.leave()


@in_a_browser
def test_the_end_is_there_at_once_if_motion_is_reduced(
    browser: Browser, server: Server, ask: Ask
) -> None:
    game = before_the_end(ask)["game"]
    person = Witness(browser, server.address, game, "reduce")
    page = person.page
    assert page.evaluate("() => window.moved") == []
    assert page.evaluate(LEFT) == []
    for place in result(ask, game):
        expect(page.locator("#status p").last).to_contain_text(re.compile(place))
    person.leave()
