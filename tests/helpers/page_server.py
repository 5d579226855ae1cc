"""The web server of the page on servers: run as a file, and asked as people and programs ask."""

from __future__ import annotations

import doctest
import http.client
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from play.page.browsing import chromium, expect, new_page

from helpers.checkout import ROOT
from helpers.page_blocks import BLOCKS, Block
from helpers.patience import PATIENCE
from helpers.ports import own_port
from westeros_intrigue.play.elements import write_elements

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


def web_server(block: Block, _patch: pytest.MonkeyPatch, folder: Path) -> None:
    """The blocks of the page up to this one are a file that serves a game."""
    port = own_port()
    with _served(block.page, folder, port):
        [typed] = (each for each in BLOCKS if (each.page, each.language) == (block.page, "sh"))
        made, joined, shown, placed = (
            line.replace("8000", str(port)) for line in typed.text.splitlines()
        )
        status, told = _curl(made)
        assert status == 201
        names = json.loads(told)

        def filled(line: str) -> str:
            return line.replace("NAME", names["table"]).replace("SECRET", names["secret"])

        assert _curl(filled(joined))[0] == 201
        status, told = _curl(filled(shown))
        moves = json.loads(told)["moves"]
        assert (status, len(moves)) == (200, 14)
        assert _curl(filled(shown).replace("Bearer ", "bEARER  "))[0] == 200
        assert _curl(filled(shown).replace("Bearer ", "Basic "))[0] == 403
        assert _curl(filled(placed).replace("MOVE", moves[0]))[0] == 200
        assert _curl(filled(joined))[0] == 409
        status, told = _curl(made, chunked=True)
        assert status == 411
        assert "Content-Length" in json.loads(told)["error"]


def players_in_browsers(block: Block, _patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Two players meet at a table by the page, play a whole round, and outlast their server."""
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed")
    (folder / "client.html").write_text(block.text, "utf-8")
    port = own_port()
    with chromium() as browser:
        with _served(block.page, folder, port):
            ann, ann_faults = _person(browser.new_context(), f"http://127.0.0.1:{port}/")
            ann.click("text=for two")
            ann.wait_for_selector("#hand button >> nth=13")
            invitation = ann.get_attribute("#invitation", "href")
            assert invitation
            bob, bob_faults = _person(browser.new_context(), invitation)
            bob.click("text=Sit down")
            expect(bob.locator("#turn")).to_have_text("You are player 1. Player 0 is to move.")
            _refused_with_its_rule(bob)
            late, _ = _person(browser.new_context(), invitation)
            late.click("text=Sit down")
            expect(late.locator("#refused")).to_contain_text("all seats are taken")
            for person in (ann, bob, ann):
                _place(person)
            # The rest without clicks, each of which takes a second.
            while not ann.evaluate("shown.view.table.results.length"):
                for person in (ann, bob):
                    person.evaluate("refresh().then(() => shown.moves[0] && place(shown.moves[0]))")
            for person in (ann, bob):
                expect(person.locator("#log")).to_contain_text("round 2")
        expect(ann.locator("#silent")).to_be_visible()
        with _served(block.page, folder, port):
            _led_from_a_lost_table(ann)
            guest, guest_faults = _person(browser.new_context(), invitation)
            _led_from_a_lost_table(guest)
        assert ann_faults == bob_faults == guest_faults == []


def court_on_a_page(block: Block, _patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Somebody plays a round on the page of fifteen lines, whose server has the two routes."""
    pytest.importorskip("fastapi")
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed")
    assert block.text.count("\n") <= 15
    [program] = (each for each in BLOCKS if (each.page, each.language) == (block.page, "py"))
    assert program.text.count("@app.") == 2
    (folder / "server.py").write_text(program.text, "utf-8")
    write_elements(folder / "static")
    (folder / "static" / "index.html").write_text(block.text, "utf-8")
    port = own_port()
    words = [sys.executable, "-m", "uvicorn", "server:app", "--port", str(port)]
    process = subprocess.Popen([*words, "--log-level", "error"], cwd=folder)
    try:
        _wait_for(process, port)
        with chromium() as browser:
            person, faults = _person(browser.new_context(), f"http://127.0.0.1:{port}/")
            court = person.locator("#court")
            lying = court.locator(".court .card")
            for placed in range(3):
                court.locator(".hand button:not(.card--nowhere)").first.focus()
                person.keyboard.press("Enter")
                # A place that takes other houses is refused by the rules.
                if near := court.locator(".cell--near").all():
                    near[0].click()
                    expect(court.locator(".reason")).to_contain_text("cannot go there")
                court.locator(".cell--open").first.focus()
                person.keyboard.press("Enter")
                expect(court.locator(".dock.turn")).to_be_visible()
                assert lying.count() == 3 * (placed + 1)
            assert faults == []
    finally:
        process.terminate()
        process.wait()


def many_tables(block: Block, _patch: pytest.MonkeyPatch, folder: Path) -> None:
    """The command of the page runs processes that answer the requests of the block."""
    [command] = (
        each.text
        for each in BLOCKS
        if each.page == block.page and each.text.startswith("PYTHONPATH=")
    )
    path, program = command.split(" ", 1)
    port = str(own_port())
    environment = {**os.environ, "STORE": f"sqlite:{folder}/tables.db"}
    environment["PYTHONPATH"] = str(ROOT / path.partition("=")[2])
    words = [sys.executable, *shlex.split(program.replace("8000", port))[1:]]
    process = subprocess.Popen(words, cwd=ROOT, env=environment)
    try:
        _wait_for(process, int(port))
        names = {"8000": port, "TABLE": "t" * 22, "SECRET": "s" * 22}
        for line in block.text.splitlines():
            filled = re.sub("|".join(names), lambda found: names[found[0]], line)
            status, told = _curl(filled)
            assert status in {200, 204}, told
            if "PUT" in line and "/seats/0" in line:
                names["MOVE"] = json.loads(told)["moves"][0]
    finally:
        process.terminate()
        process.wait()


def _person(context: BrowserContext, address: str) -> tuple[Page, list[str]]:
    """Somebody at the page, and what goes wrong in it."""
    page = new_page(context)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    return page, faults


def _refused_with_its_rule(person: Page) -> None:
    person.fill("#written", "S1@a0")
    person.click("text=Place")
    expect(person.locator("#refused")).to_contain_text("it is player 0's turn")
    with person.expect_popup() as opened:
        person.locator("#refused a").first.click()
    expect(opened.value.locator("body")).to_contain_text("turn.clockwise: Turns pass")


def _led_from_a_lost_table(person: Page) -> None:
    """The page says that the table is gone, and opens another."""
    expect(person.locator("#refused")).to_contain_text("no such table")
    expect(person.locator("#silent")).to_be_hidden()
    expect(person.locator("#turn")).to_be_hidden()
    expect(person.locator("#door")).to_be_hidden()
    person.click("text=for two")
    expect(person.locator("#turn")).to_have_text("You are player 0. Your turn.")
    expect(person.locator("#refused")).to_be_empty()


def _place(person: Page) -> None:
    """Place the first card that fits, and wait until the picture shows it."""
    person.evaluate("refresh()")
    moves = person.evaluate("shown.moves")
    lying = len(person.evaluate("Object.keys(shown.view.table.court.cards)"))
    card, slot = moves[0].split("@")
    person.click(f"#hand button:text-is('{card}')")
    person.click(f"#slots button:text-is('{slot}')")
    person.wait_for_function(
        "(lying) => Object.keys(shown.view.table.court.cards).length > lying", arg=lying
    )
    # The picture has come, and shows the card.
    person.wait_for_function("""() => {
      const { complete, naturalWidth, alt } = document.getElementById("court");
      return complete && naturalWidth && alt.includes(JSON.stringify(shown.view.table.court.cards));
    }""")


def program_above(block: Block) -> str:
    """The examples of a page above a block, without prompts and what they show."""
    return program_of(
        each
        for each in BLOCKS
        if (each.page, each.language) == (block.page, "python") and each.line < block.line
    )


def program_of(blocks: Iterable[Block]) -> str:
    """The examples in some blocks, without prompts and what they show."""
    parser = doctest.DocTestParser()
    texts = [block.text for block in blocks]
    return "".join(example.source for text in texts for example in parser.get_examples(text))


@contextmanager
def _served(page: str, folder: Path, port: int) -> Iterator[None]:
    """Run the page's program up to the block that serves, at a port."""
    last = next(each for each in BLOCKS if (each.page, each.language) == (page, "py"))
    assert last.text.count("8000") == 1
    served = last.text.replace("8000", str(port))  # which another process may use
    (folder / "server.py").write_text(f"{program_above(last)}\n\n{served}", "utf-8")
    with (folder / "log.txt").open("w") as log:
        command = [sys.executable, "server.py"]
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            _wait_for(process, port)
            yield
        finally:
            process.terminate()
            process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert process.poll() is None, "the server has ended"
            time.sleep(0.05)


def _curl(line: str, *, chunked: bool = False) -> tuple[int, str]:
    """Send what a command of curl would send."""
    program, *words = shlex.split(line)
    options: dict[str, str] = {}
    while words[0].startswith("-"):
        options[words[0]] = words[1]
        words = words[2:]
    [address] = words
    assert program == "curl"
    assert options.keys() <= {"-X", "-H", "-d"}
    url = urlsplit(address)
    path = f"{url.path}?{url.query}" if url.query else url.path
    headers = dict([options["-H"].split(": ")]) if "-H" in options else {}
    method = options.get("-X", "POST" if "-d" in options else "GET")
    assert url.hostname
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=PATIENCE)
    with closing(connection):
        if chunked:  # the answer does not wait for a body, and would be lost among its chunks
            connection.putrequest(method, url.path)
            connection.putheader("Transfer-Encoding", "chunked")
            connection.endheaders()
        else:
            connection.request(method, path, options.get("-d"), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
