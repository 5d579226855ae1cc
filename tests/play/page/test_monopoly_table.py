"""Monopoly on its own table in a browser: its questions, its keys and its end."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from play.page.asking import Ask, asking, seats, serving, through
from play.page.browsing import Person, expect, in_a_browser, violations
from play.page.test_btwixt_table import CHANGES, MOVED, SMALLEST, reword_answers
from play.page.test_friends import invite
from westeros_intrigue import play_game
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly.telling.screen_facts import table_facts

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = [(1280, 800), (390, 844), (844, 390)]
ASK_ALL = "() => localStorage.setItem('monopoly-asking', 'all')"
"""Lets the table ask also what it would answer for the player."""
MOTION = pytest.mark.parametrize("motion", ["no-preference", "reduce"])


def begun(ask: Ask, seed: int = 4) -> Any:
    """Return a game in which several deeds are owned, before the throw of the person."""
    who = seats("person", *["simple"] * 3)
    here, rng = ask("start", name="monopoly", seats=who, options=[], seed=seed), random.Random(1)
    while True:
        at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
        if here["waits_for"] != "person":
            here = ask("step", **at)
            continue
        facts = here["screen"]["facts"]
        if facts["turn"] > 12 and facts["question"]["reason"] == "turn":
            return here
        moves = [move["name"] for move in here["moves"]]
        wanted = [move for move in ("buy", "pass", "demand", "try-double") if move in moves]
        here = ask("play", **at, move=(wanted or [rng.choice(moves)])[0])


@contextmanager
def at_table(
    browser: Browser, folder: Path, here: Any, *, asks_all: bool = False, **how: Any
) -> Iterator[Person]:
    """Yield a person at the table of a game in a folder, once its pictures are there.

    Args:
        browser: the browser.
        folder: the folder of the engine that has the game.
        here: the game's position, as the engine answers.
        asks_all: True if the person is also asked what the table would answer for them.
        how: options of the browser's context, such as its size.
    """
    with serving(folder) as server:
        game = f"{server.address}/{here['game']}"
        if asks_all:
            person = Person(browser, server.address, **how)
            person.page.evaluate(ASK_ALL)
            person.page.goto(game)
        else:
            person = Person(browser, game, screen="any", **how)
        person.page.wait_for_selector("#mp-shield", state="attached")
        yield person
        person.leave()


@in_a_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_table_fits_the_window_and_can_be_read(
    browser: Browser, tmp_path: Path, size: tuple[int, int], scheme: Any
) -> None:
    here = begun(asking(tmp_path))
    viewport = {"width": size[0], "height": size[1]}
    with at_table(browser, tmp_path, here, viewport=viewport, color_scheme=scheme) as person:
        page = person.page
        expect(page.locator(".m-mid h2")).to_have_text("Your turn")
        assert page.locator("[data-i]").count() == len(here["screen"]["facts"]["spaces"])
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate(SMALLEST) >= 11
        ring = page.locator(".m-ring").bounding_box()
        assert ring
        assert ring["y"] + ring["height"] <= size[1]
        assert not violations(person)


def own_decisions() -> Iterator[monopoly.GameState]:
    """Yield states in which the first seat decides; the second one is a computer player."""
    simple = monopoly.PLAYERS.parse("simple")
    # The last building of a kind is rare.
    deeds = {space: monopoly.Deed(0) for space in (1, 3)}
    moment = "turn 3; 0 places Holdfast then floor 0"
    yield monopoly.arrange(monopoly.SAMPLE, cash=(20, 20, 9), deeds=deeds, moment=moment)
    for seed in range(40):
        rng, state = random.Random(seed), monopoly.setup(3, seed=seed)
        for _ in range(400):
            state = monopoly.proceed(state)
            if state.is_over:
                break
            view = monopoly.observe(state, state.active_player)
            if state.active_player != 0:
                state = monopoly.apply(state, simple(view, rng))
                continue
            yield state
            state = monopoly.apply(state, rng.choice(monopoly.legal_moves(view)))


def loaded(ask: Ask, state: monopoly.GameState) -> Any:
    """Return a game with a person in the first seat."""
    names = {f"Seat-{seat}": "simple" if seat else "person" for seat in range(3)}
    return ask("load", record=str(monopoly.Record.from_state(state, tags=names)))


def asked_for(ask: Ask, reason: str) -> Any:
    """Return a game in which the person is asked for a reason."""
    for state in own_decisions():
        facts = table_facts(monopoly.observe(state, 0))
        if facts and facts.question and facts.question.reason.value == reason:
            return loaded(ask, state)
    raise AssertionError(reason)


SMALLEST_BUT_TABS = SMALLEST.replace("'#any *'", "'#any :not(.m-tab)'")
"""As `SMALLEST`, without the deeds of a seat: on a phone, strips of color without their houses."""


@in_a_browser
@pytest.mark.parametrize("reason", ["purchase", "bid", "offer", "debt", "jail"])
def test_a_question_can_be_read_on_a_phone_in_the_dark(
    browser: Browser, tmp_path: Path, reason: str
) -> None:
    here = asked_for(asking(tmp_path), reason)
    for width, height in ((390, 844), (844, 390)):
        how: Any = {"viewport": {"width": width, "height": height}, "color_scheme": "dark"}
        with at_table(browser, tmp_path, here, **how) as person:
            person.page.locator(".m-mid h2").wait_for()
            assert person.page.evaluate("document.documentElement.scrollWidth") <= width
            assert person.page.evaluate(SMALLEST_BUT_TABS) >= 11
            assert not violations(person)


ANSWERS = ".m-acts > button, .m-acts > .m-list button, .m-menu li button"
"""The buttons of the middle, and those of the menu of acts."""


@in_a_browser
@pytest.mark.parametrize("decision", monopoly.Decision)
def test_every_question_is_answered_with_the_mouse(
    browser: Browser, tmp_path: Path, decision: monopoly.Decision
) -> None:
    state = next(each for each in own_decisions() if each.decision is decision)
    here = loaded(asking(tmp_path), state)
    with at_table(browser, tmp_path, here, asks_all=True) as person:
        page = person.page
        moment = str(here["moment"])
        expect(page.locator("#any")).to_have_attribute("data-moment", moment)
        expect(page.locator(".m-mid h2")).not_to_be_empty()
        if decision is monopoly.Decision.DEBT:
            page.locator(".m-acts summary").click()
        page.locator(ANSWERS).locator("visible=true").first.click()
        expect(page.locator("#any")).not_to_have_attribute("data-moment", moment)


@in_a_browser
@pytest.mark.parametrize("reason", ["jail", "rent"])
@pytest.mark.parametrize("size", SIZES)
def test_a_question_that_no_script_knows_is_drawn_with_its_words_and_its_moves(
    browser: Browser, tmp_path: Path, size: tuple[int, int], reason: str
) -> None:
    here = asked_for(asking(tmp_path), reason)
    (width, height), titles = size, [each["title"] for each in here["moves"]]
    how: Any = {"asks_all": True, "viewport": {"width": width, "height": height}}
    with at_table(browser, tmp_path, here, **how) as person:
        page = person.page
        reword_answers(person, f'"reason":"{reason}"', '"reason":"swap"')
        page.reload()
        list_of_moves = page.locator(".m-list")
        list_of_moves.wait_for()
        expect(page.locator(".m-mid h2")).to_have_text(here["question"].removesuffix("."))
        assert list_of_moves.get_by_role("button").all_inner_texts() == titles
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALLEST_BUT_TABS) >= 11
        assert not violations(person)
        page.locator(".m-list button").last.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#any")).not_to_have_attribute("data-moment", str(here["moment"]))
        page.unroute_all(behavior="ignoreErrors")  # the page waits for news


HIDDEN = """() => [...document.querySelectorAll('.m-sp__name')].filter((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const [text, space] = [range.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
  const isCut = text.left < space.left - 1 || text.right > space.right + 1
    || text.top < space.top - 1 || text.bottom > space.bottom + 1;
  const beside = [...document.querySelectorAll('.m-crest, .m-sp__foot, .m-sp__band')];
  return isCut || beside.some((each) => {
    const box = each.getBoundingClientRect();
    return each.closest('.m-ring')
      && Math.min(box.right, text.right) - Math.max(box.left, text.left) > 1
      && Math.min(box.bottom, text.bottom) - Math.max(box.top, text.top) > 2;
  });
}).map((name) => name.textContent)"""
"""Returns the names on the board that leave their space, or that something covers."""


@in_a_browser
@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (1440, 900)])
def test_every_name_on_the_board_can_be_read(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Wherever the tokens stand: here, all of them on each space in turn."""
    here = begun(asking(tmp_path))
    viewport = {"width": size[0], "height": size[1]}
    with at_table(browser, tmp_path, here, viewport=viewport) as person:
        page = person.page
        page.locator(".m-mid h2").wait_for()
        assert page.evaluate(HIDDEN) == []
        found = page.evaluate(
            f"""() => {{
              const hidden = {HIDDEN};
              const tokens = document.querySelector('.m-ring .m-tokens:not(.m-in)');
              tokens.append(...document.querySelectorAll('.m-ring .m-crest'));
              const found = [];
              for (const space of document.querySelectorAll('.m-ring .m-sp')) {{
                space.append(tokens);
                found.push(...hidden());
              }}
              return found;
            }}"""
        )
        assert found == []


@in_a_browser
def test_a_turn_is_played_with_the_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    here = begun(asking(tmp_path))
    with at_table(browser, tmp_path, here) as person:
        page = person.page
        throw = page.get_by_role("button", name="Throw the dice")
        throw.wait_for()
        home = page.locator("[data-i][tabindex='0']")
        home.focus()
        at = int(home.get_attribute("data-i") or 0)
        page.keyboard.press("ArrowUp")
        size = len(here["screen"]["facts"]["spaces"])
        expect(page.locator(f"[data-i='{(at + 1) % size}']")).to_be_focused()
        page.keyboard.press("Home")
        expect(page.locator(f"[data-i='{at}']")).to_be_focused()
        menu = page.locator(".m-menu summary")
        menu.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".m-sheet")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".m-sheet")).to_be_hidden()
        expect(menu).to_be_focused()
        before = page.locator("#any").get_attribute("data-moment")
        throw.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#any")).not_to_have_attribute("data-moment", before or "")


def test_an_offer_is_previewed_only_to_the_person_who_may_make_it(tmp_path: Path) -> None:
    ask = asking(tmp_path)
    here = begun(ask)
    at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
    goods = [{each["name"] for each in side} for side in here["goods"]]
    partner = next(seat for seat in (1, 2, 3) if goods[seat])
    deed = next(name for name in goods[partner] if name.isdecimal())
    offer = f"offer {partner}: 1c for {deed}"
    sides = ask("preview", **at, move=offer)["facts"]["sides"]
    assert [side["player"] for side in sides] == [0, partner]
    assert [side["cash_after"] - side["cash_before"] for side in sides] == [-1, 1]
    refused = ask("preview", **at, move=f"offer {partner}: 999c for {deed}")
    assert refused["kind"] == "refused"
    assert ask("preview", **at, move="offer 9")["kind"] == "refused"
    assert ask("preview", **at | {"seat": partner}, move=offer)["code"] == "not-yours"
    assert ask("preview", **at, move="pass")["facts"] is None
    again = ask("look", game=here["game"], seat=0)
    assert again["moment"] == here["moment"]


@in_a_browser
def test_a_newcomer_is_told_each_lesson_once(browser: Browser, tmp_path: Path) -> None:
    """Of what has just happened: rent that was paid, an auction that was lost, a whole set."""
    ask = asking(tmp_path)
    who, rng = seats("person", *["simple"] * 3), random.Random(1)
    here = ask("start", name="monopoly", seats=who, options=[], seed=4)
    while True:
        at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
        facts = here["screen"]["facts"]
        paid = [each for each in facts["story"] if not each["player"] and "as rent" in str(each)]
        if here["waits_for"] != "person":
            here = ask("step", **at)
        elif (
            facts["question"]["reason"] == "turn" and paid and paid[-1]["turn"] >= facts["turn"] - 4
        ):
            break
        else:
            moves = [move["name"] for move in here["moves"]]
            wanted = [move for move in ("buy", "pass", "demand") if move in moves]
            here = ask("play", **at, move=(wanted or [rng.choice(moves)])[0])
    with at_table(browser, tmp_path, here) as person:
        page = person.page
        expect(page.locator(".m-pointer")).to_contain_text("owes its owner rent")
        assert not violations(person)
        page.reload()
        page.locator(".m-acts button").first.wait_for()
        expect(page.locator(".m-pointer").filter(has_text="owes its owner rent")).to_have_count(0)


def asked_twice(ask: Ask) -> Any:
    """Return an auction in which a person who passes is asked again."""
    who = seats("person", *["simple"] * 3)
    for seed in range(1, 40):
        here, before = ask("start", name="monopoly", seats=who, options=[], seed=seed), None
        for _ in range(600):
            at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
            facts = here["screen"]["facts"]
            if before and not facts["auction"]:
                before = None
            if here["waits_for"] == "nobody":
                break
            if here["waits_for"] != "person":
                here = ask("step", **at)
                continue
            if facts["question"]["reason"] == "bid" and before:
                return ask("undo", **at)
            if facts["question"]["reason"] == "bid":
                before = here["moment"]
            names = [each["name"] for each in here["moves"]]
            move = next(each for each in ("put-up", "pass", "demand", *names) if each in names)
            here = ask("play", **at, move=move)
    raise AssertionError


@in_a_browser
def test_one_can_leave_an_auction_for_good(browser: Browser, tmp_path: Path) -> None:
    """The page passes in the viewer's place until the auction closes."""
    here = asked_twice(asking(tmp_path))
    with at_table(browser, tmp_path, here) as person:
        page = person.page
        page.select_option("#pace", "0", force=True)
        page.get_by_role("button", name="Pass for good").click()
        page.locator(".m-acts button").first.wait_for()
        expect(page.locator(".m-mid h2")).not_to_contain_text("auction")


@in_a_browser
def test_a_bid_that_is_half_chosen_stays_when_a_friend_steps_out(
    browser: Browser, tmp_path: Path
) -> None:
    here = asked_twice(asking(tmp_path))
    with serving(tmp_path) as server:
        host = through(server)
        invited = through(server, invite(server, here["game"], 2))
        asked = invited("join", name="Ben", seat=2, how="sit")
        [claim] = host("look", game=here["game"], seat=0)["claims"]
        host("admit", game=here["game"], claim=claim["number"], is_right=True)
        ben = through(server, invited("claimed", claim=asked["claim"])["secret"])
        person = Person(browser, f"{server.address}/{here['game']}", screen="any")
        page, bid = person.page, person.page.get_by_label("Your bid")
        highest = str(bid.get_attribute("max"))
        bid.press("End")
        expect(bid).to_have_value(highest)
        with page.expect_response(re.compile("message")):  # the page asks who is there now
            assert ben("lend", game=here["game"], seat=2)["kind"] == "friends"
        expect(bid).to_have_value(highest)
        expect(bid).to_be_focused()
        person.leave()


@in_a_browser
def test_the_pot_lies_on_the_free_space_and_ahead_of_the_token(
    browser: Browser, tmp_path: Path
) -> None:
    line = "*9@jail0, 9@0; turn 3 of 0; pot 12; jail; house-rules pot; unseen 32; seen by 0"
    here = asking(tmp_path)("arrange", name="monopoly", line=line)
    with at_table(browser, tmp_path, here) as person:
        page = person.page
        free = page.locator('[data-i="20"]')
        expect(free.locator("small")).to_have_text("pot: +12")
        expect(free).to_have_attribute("aria-label", "Free Parking, pays the pot, 12")
        page.get_by_role("button", name="10 ahead: Free Parking, +12").wait_for()
        page.get_by_role("button", name="Pay 5 into the pot").wait_for()


@in_a_browser
def test_an_offer_is_made_of_deeds_and_coins(browser: Browser, tmp_path: Path) -> None:
    ask = asking(tmp_path)
    here = begun(ask)
    with at_table(browser, tmp_path, here) as person:
        page = person.page
        page.locator(".m-menu summary").click()
        page.locator(".m-to button").first.click()
        page.locator("dialog .m-side").first.locator("button:enabled").first.click()
        page.get_by_label("adds one more").last.click()
        expect(page.locator("dialog [role=status]").first).to_contain_text("adds 1 coin")
        expect(page.locator(".m-changes tbody")).to_contain_text("You: worth")
        assert not violations(person)
        page.get_by_role("button", name="Send the offer").click()
        expect(page.locator(".m-log")).to_contain_text("You offer")


@in_a_browser
@MOTION
def test_a_throw_moves_its_token_and_what_it_changes_unless_motion_is_reduced(
    browser: Browser, tmp_path: Path, motion: str
) -> None:
    here = begun(asking(tmp_path))
    with at_table(browser, tmp_path, here, reduced_motion=motion) as person:
        page = person.page
        page.evaluate(MOVED)
        page.locator(".m-sp:has(.m-sp__band)").first.click()
        assert page.evaluate("() => window.moved") == []
        moment = page.locator("#any").get_attribute("data-moment")
        page.get_by_role("button", name="Throw the dice").click()
        expect(page.locator("#any")).not_to_have_attribute("data-moment", str(moment))
        page.locator(".m-log li").last.wait_for()
        moved = page.evaluate("() => window.moved")
        assert moved[:1] == (["m-crest 0"] if motion != "reduce" else [])
        kinds = {each.split(" ")[0] for each in moved}
        assert kinds <= {"m-crest", "m-die", "m-drawn", "m-glow", "m-stack", "m-tab", "m-sp", "m-h"}


def just_before(ask: Ask, happens: Callable[[Any, Any, str], bool]) -> tuple[Any, Any]:
    """Return a game just before a move of its person, and the facts after it.

    Args:
        ask: the engine.
        happens: true of the facts before and after the move, and the move.
    """
    who = seats("person", "simple")

    def after(here: Any, move: str) -> Any:
        at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
        return ask("play", **at, move=move) if move else ask("step", **at)

    for seed in range(12, 40):  # the first one soon has a card and a set
        here = ask("start", name="monopoly", seats=who, options=[], seed=seed)
        moves, rng = list[str](), random.Random(1)
        while here["waits_for"] != "nobody" and len(moves) < 400:
            names = [each["name"] for each in here["moves"]]
            wanted = [each for each in ("buy", "demand", "pass", "try-double") if each in names]
            is_asked = here["waits_for"] == "person"
            moves.append((wanted or [rng.choice(names)])[0] if is_asked else "")
            former, here = here["screen"]["facts"], after(here, moves[-1])
            if is_asked and happens(former, here["screen"]["facts"], moves[-1]):
                again = ask("start", name="monopoly", seats=who, options=[], seed=seed)
                for move in moves[:-1]:
                    again = after(again, move)
                return again, here["screen"]["facts"]
    raise AssertionError


def draws(former: Any, now: Any, _: str) -> bool:
    """Whether the person throws, draws a card and is not asked to buy."""
    asked = [(each["question"] or {}) for each in (former, now)]
    is_new = now["card"] is not None and now["card"] != former["card"]
    return is_new and asked[0].get("reason") == "turn" and not asked[1].get("purchase")


def completes(former: Any, now: Any, move: str) -> bool:
    """Whether the person buys the last deed of a set."""
    purchase = (former["question"] or {}).get("purchase") or {}
    return move == "buy" and purchase.get("completes") is True and now["question"] is None


TURNED = "() => window.moved.filter((each) => each === 'm-drawn').length"
GLOWN = "() => window.moved.filter((each) => each === 'm-glow').length"
AMOUNTS = """() => {
  [window.amounts, window.labels] = [[], 0];
  new MutationObserver((found) => {
    for (const { target, type } of found)
      if (type === 'attributes') window.labels += 1;
      else if (target.matches('.m-seat[data-seat="0"] .m-money b'))
        window.amounts.push(Number(target.textContent));
  }).observe(document.querySelector('#any-own'), {
    childList: true, subtree: true, attributeFilter: ['aria-label'],
  });
}"""
"""Collects the amounts that the first seat's coins pass through, and counts labels that change."""


@in_a_browser
@MOTION
def test_a_card_turns_over_once_when_it_is_drawn(
    browser: Browser, tmp_path: Path, motion: str
) -> None:
    here, now = just_before(asking(tmp_path), draws)
    name = next(each["name"] for each in now["spaces"] if each["kind"] == "chance")
    with at_table(browser, tmp_path, here, reduced_motion=motion) as person:
        page = person.page
        person.let_others_think()
        page.evaluate(MOVED)
        page.get_by_role("button", name="Throw the dice").click()
        card, deed = page.locator(".m-drawn"), page.locator(".m-sp:has(.m-sp__band)").first
        expect(card.locator("h3")).to_have_text(name)
        assert page.evaluate(TURNED) == (motion != "reduce")
        expect(page.locator(".m-drawn__back")).to_have_count(0)
        assert not violations(person)
        # A card that is shown again has been drawn before.
        deed.click()
        expect(card).to_have_count(0)
        deed.click()
        expect(card).to_be_visible()
        assert page.evaluate(TURNED) == (motion != "reduce")


@in_a_browser
@MOTION
def test_a_set_that_is_bought_glows_once_and_the_coins_count(
    browser: Browser, tmp_path: Path, motion: str
) -> None:
    here, now = just_before(asking(tmp_path), completes)
    before = here["screen"]["facts"]
    purchase = before["question"]["purchase"]
    family = now["spaces"][purchase["space"]]["family"]
    deeds = sum(each["family"] == family for each in now["spaces"])
    cash, left = before["seats"][0]["cash"], now["seats"][0]["cash"]
    with at_table(browser, tmp_path, here, reduced_motion=motion) as person:
        page = person.page
        person.let_others_think()
        page.evaluate(MOVED)
        page.evaluate(AMOUNTS)
        page.get_by_role("button", name=f"Buy for {purchase['price']}").click()
        seat = page.locator('.m-seat[data-seat="0"]')
        expect(seat).to_have_attribute("aria-label", re.compile(rf", {left} coins"))
        expect(seat.locator(".m-money b")).to_have_text(str(left))
        expect(page.locator(".m-glow")).to_have_count(0)
        amounts = page.evaluate("() => window.amounts")
        if motion == "reduce":
            assert (page.evaluate(GLOWN), amounts) == (0, [])
        else:
            # On the board, and in the owner's row.
            assert page.evaluate(GLOWN) == deeds + 1
            assert [amounts[0], amounts[-1]] == [cash, left]
            assert amounts == sorted(amounts, reverse=True)
        # For a screen reader, the amount is in the label, which changes with the position alone.
        expect(seat.locator(".m-money b")).to_have_attribute("aria-hidden", "true")
        assert page.evaluate("() => window.labels") == 0
        assert not violations(person)


@in_a_browser
def test_a_choice_of_a_deed_moves_nothing(browser: Browser, tmp_path: Path) -> None:
    here = begun(asking(tmp_path))
    with at_table(browser, tmp_path, here) as person:
        page = person.page
        boxes = """() => [...document.querySelectorAll('.m-sp, .m-seat, .m-acts > *, .m-nx')]
          .map((each) => { const { x, y, width, height } = each.getBoundingClientRect();
            return [x, y, width, height].map(Math.round); })"""
        before = page.evaluate(boxes)
        deeds = page.locator(".m-sp:has(.m-sp__band)")
        for at in (0, 4, 9):
            deeds.nth(at).click()
            name = str(deeds.nth(at).get_attribute("aria-label")).split(", ")[0]
            expect(page.locator(".m-deed h3")).to_have_text(name)
            assert page.evaluate(boxes) == before


@in_a_browser
def test_a_choice_of_a_deed_repaints_the_middle_alone(browser: Browser, tmp_path: Path) -> None:
    here = begun(asking(tmp_path))
    with at_table(browser, tmp_path, here) as person:
        page = person.page
        page.evaluate(CHANGES, "#any-own")
        deeds = page.locator(".m-sp:has(.m-sp__band)")
        for at in range(4):
            deeds.nth(at).click()
            name = str(deeds.nth(at).get_attribute("aria-label")).split(", ")[0]
            expect(page.locator(".m-deed h3")).to_have_text(name)
        assert page.evaluate("() => [...window.changed]") == ["m-stage"]
        assert page.evaluate("() => window.added") < page.evaluate(
            "() => 4 * document.querySelectorAll('#any-own *').length / 2"
        )


@in_a_browser
def test_a_game_ends_with_the_worth_of_everybody_over_time(
    browser: Browser, tmp_path: Path
) -> None:
    ask, game = asking(tmp_path), GAMES["monopoly"]
    final = play_game([game.PLAYERS.parse("random")] * 3, game=game, seed=1)
    names = {f"Seat-{seat}": "person" if not seat else "simple" for seat in range(3)}
    over = ask("load", record=str(game.Record.from_state(final, tags=names)))
    assert len(json.dumps(over["screen"]["facts"]["courses"]))
    with serving(tmp_path) as server:
        person = Person(browser, f"{server.address}/{over['game']}", screen="ending")
        page = person.page
        expect(page.locator(".m-fin")).to_have_count(3)
        expect(page.locator(".m-fin--win")).to_contain_text("the last in the game")
        expect(page.get_by_role("img", name="at most")).to_be_visible()
        turnings = over["screen"]["facts"]["turnings"]
        expect(page.locator(".m-why li")).to_have_count(len(turnings))
        assert not violations(person)
        page.get_by_role("button", name="Play on from there").first.click()
        expect(page.locator("#any")).to_have_attribute("data-moment", str(turnings[0]["moment"]))
        person.leave()
