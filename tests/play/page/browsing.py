"""A person at the page, in a real browser."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from helpers.patience import PATIENCE

# Most tests beside those in a browser ask by messages alone, and run without Playwright.
if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        Page,
        Position,
        expect as expect,  # noqa: PLC0414 - tests import it from here
    )
else:

    def expect(shown: Any) -> Any:
        """Return what waits for something on a page."""
        from playwright import sync_api  # noqa: PLC0415 - as above

        return sync_api.expect(shown)


WITHOUT = (
    # Pages of its own, which it would load for every person beside the page that is tested.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright switches off: the last list replaces the others.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)
"""What Chromium does not need for a page, by its own names."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    f"--disable-features={','.join(WITHOUT)}",
)

needs_chromium = pytest.mark.skipif(
    shutil.which("chromium") is None, reason="Chromium is not installed"
)


def in_a_browser(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that needs the browser, and takes long."""
    marked: Callable[..., None] = pytest.mark.long(needs_chromium(test))
    return marked


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser of the system."""
    from playwright import sync_api  # noqa: PLC0415 - as above

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(ARGUMENTS), timeout=1000 * PATIENCE
        )
        sync_api.expect.set_options(timeout=1000 * PATIENCE)
        yield browser
        browser.close()


def new_page(where: Browser | BrowserContext) -> Page:
    page = where.new_page()
    page.context.set_default_timeout(1000 * PATIENCE)  # of its popups and of `Route.fetch` too
    return page


IN_SIGHT: Position = {"x": 6, "y": 40}
"""Where the next card of a full hand does not lie on a card."""


def place_first(page: Page) -> None:
    """Place the first card that fits in the first slot that is open."""
    page.click("#hand button:not(.card--nowhere) >> nth=0", position=IN_SIGHT)
    page.click("#court .cell--open >> nth=0", position={"x": 4, "y": 4})


class Person:
    """Somebody who plays in a browser, and whom no fault of the page escapes."""

    def __init__(
        self, browser: Browser, address: str, *, screen: str = "setup", **context: Any
    ) -> None:
        self.context = browser.new_context(**{"reduced_motion": "reduce", **context})
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.address: str = address
        self.page: Page = new_page(self.context)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.goto(address)
        if screen:
            self.page.wait_for_selector(f"#{screen}:not([hidden])")

    def _note(self, kind: str, text: str) -> None:
        # A refused request is no fault of the page, nor is an engine that is gone.
        if kind in {"error", "warning"} and "Failed to load resource" not in text:
            self.faults.append(text)

    def begin(self, *who: str, solo: bool = False, rounds: int = 1, seed: int = 1) -> None:
        """Fill in the form and begin a game."""
        page, form = self.page, self.page.locator("#table-form")
        page.wait_for_selector("#setup:not([hidden])")
        page.wait_for_selector("#loading", state="hidden")
        page.locator("#new-table").evaluate("(each) => { each.open = true; }")
        form.locator("details").evaluate("(each) => { each.open = true; }")
        if solo:
            form.get_by_label("Solo Scheming").check()
        else:
            form.locator("[name=count]").fill(str(len(who)))
            form.locator("[name=count]").press("Tab")
        for seat, each in enumerate(who):
            form.get_by_label(f"Who plays seat {seat + 1}").select_option(each)
        form.locator("[name=rounds]").fill(str(rounds))
        form.locator("[name=seed]").fill(str(seed))
        page.select_option("#pace", "0", force=True)
        form.locator("button.main").click()
        page.wait_for_selector("#game:not([hidden]), #cover:not([hidden])")

    def let_others_think(self) -> None:
        """Let nothing happen for ten minutes while others are to move, unless they are skipped."""
        # A move that reaches the engine before the pace would let the others move at once.
        with self.page.expect_response(lambda answer: '"pace"' in (answer.request.post_data or "")):
            self.page.evaluate(
                """() => {
                  const pace = document.querySelector('#pace');
                  pace.append(new Option('', '600000', true, true));
                  pace.dispatchEvent(new Event('change'));
                }"""
            )

    def leave(self) -> None:
        """Close the page, which had no fault."""
        # A request that is still on its way would fail a later test.
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.close()
        assert self.faults == [], self.faults

    @property
    def told(self) -> int:
        """How many sentences are told of the round."""
        return int(self.page.locator("#told li").count())

    def wait(self) -> str:
        """Wait until something is for a person to do, and say what: `turn`, `cover`, `story`."""
        return str(self.page.wait_for_function(WAITING).json_value())

    def move(self) -> tuple[str, str]:
        """Choose a card that fits, if none is chosen, and return it with a slot for it."""
        chosen = self.page.locator('#hand [aria-pressed="true"]')
        if not chosen.count():
            self.page.click("#hand button:not(.card--nowhere) >> nth=0", position=IN_SIGHT)
        slot = self.page.locator("#court .cell--open").first.get_attribute("data-slot")
        card = chosen.get_attribute("data-card")
        assert card
        assert slot
        return card, slot

    def until_told_more(self, told: int) -> None:
        """Wait until something has happened."""
        self.page.wait_for_function(HAPPENED, arg=told)

    def sit_down(self) -> None:
        """Say that one is there, where several people play, and wait for the hand."""
        if self.wait() == "cover":
            self.page.click("#uncover")
        self.page.wait_for_selector("#hand-part.turn >> visible=true")

    @property
    def is_over(self) -> bool:
        """Whether the end of the game is told."""
        return bool(self.page.locator("#ending").is_visible())


def without_tokens(text: str) -> str:
    """Leave out tokens, since chance may write anything between two hyphens, even a card."""
    return re.sub(r"[\w-]{20,}", "", text)


def strings_in_memory(person: Person) -> set[str]:
    """Return every string that the page holds, once what nobody refers to is gone."""
    client = person.context.new_cdp_session(person.page)
    chunks: list[str] = []
    client.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    client.send("HeapProfiler.collectGarbage")
    client.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    client.detach()
    # They are the last part of a long document.
    _, _, strings = "".join(chunks).partition('"strings":')
    return set(json.loads(strings.strip().removesuffix("}")))


def violations(person: Person) -> str:
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - as above

    results = Axe().run(person.page)
    return results.generate_report() if results.violations_count else ""


WAITING = """() => {
  const end = [...document.querySelectorAll('#story, #ending')];
  if (end.some((each) => each.getClientRects().length)) return 'story';
  if (!document.querySelector('#cover').hidden) return 'cover';
  return !document.querySelector('#game').hidden && document.querySelector('#hand-part.turn')
    ? 'turn' : null;
}"""
HAPPENED = """(told) => document.querySelectorAll('#told li').length !== told
  || [...document.querySelectorAll('#story, #ending')].some((each) => each.getClientRects().length)
  || !document.querySelector('#cover').hidden"""
