"""Does what strangers want to do, with only the installed library and its site.

    python scripts/stranger.py SITE [TASK...]

SITE is the folder of the built documentation. Run it by the Python of an environment in which the
wheel is installed with the extras cli, fast, match, pettingzoo and hypothesis. Each task follows a
page: it runs the examples from the HTML and uses the downloads that the page links to.
"""

from __future__ import annotations

import doctest
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import westeros_intrigue as wi

TASKS: dict[str, Callable[[Path], None]] = {}
"""The tasks, by name."""
BLOCK = re.compile(r'<div class="highlight-(\w+) notranslate">.*?<pre>(.*?)</pre>', re.DOTALL)


def task(function: Callable[[Path], None]) -> Callable[[Path], None]:
    """List a task."""
    TASKS[function.__name__] = function
    return function


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of a page's HTML, as a reader would copy them."""
    return [
        unescape(re.sub(r"<[^>]+>", "", code))
        for name, code in BLOCK.findall(text)
        if name == language
    ]


def run_page(page: Path, end: str = "</html>") -> None:
    """Run the examples of a page, or those before `end`, and compare what they print."""
    text, found, _ = page.read_text("utf-8").partition(end)
    assert found, page
    source = "\n\n".join(blocks(text, "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    assert test.examples, page
    result = doctest.DocTestRunner().run(test)
    assert not result.failed, f"{page}: {result.failed} of {result.attempted} examples"


@task
def see_a_refusal_in_a_notebook(_site: Path) -> None:
    """Draw a position, and a refusal as a table."""
    state = wi.setup(2, seed=1)
    assert "<svg" in state._repr_mimebundle_()["image/svg+xml"]  # as a notebook asks
    [violation, *_] = wi.explain(state, wi.parse_move("S1@a1"))
    assert violation.rule in str(violation._repr_html_())


def ask(address: str, *, secret: str = "", body: str | None = None) -> dict[str, Any]:
    """Send a request to the server, and return its answer."""
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    data = None if body is None else body.encode()
    request = urllib.request.Request(f"http://127.0.0.1:8123{address}", data, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return dict(json.load(answer))


@task
def serve_a_game(site: Path) -> None:
    """Copy the page's program up to its last lines, start it, and place a card."""
    text = (site / "how-to" / "web-server.html").read_text("utf-8")
    last = re.search(r'<div class="highlight-py .*?</pre>', text, re.DOTALL)
    assert last is not None
    program = [
        example.source
        for block in blocks(text[: last.start()], "python")
        for example in doctest.DocTestParser().get_examples(block)
    ]
    program += [code.replace("8000", "8123") for code in blocks(text, "py")]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "server.py").write_text("\n".join(program), "utf-8")
        Path(folder, "client.html").write_text(*blocks(text, "html"), "utf-8")
        server = subprocess.Popen(
            [sys.executable, "server.py"], cwd=folder, stderr=subprocess.DEVNULL
        )
        try:
            for _ in range(100):
                try:
                    made = ask("/tables", body="2")
                    break
                except urllib.error.URLError:
                    time.sleep(0.2)
            table, secret = f"/tables/{made['table']}", made["secret"]
            ask(f"{table}/join", body="")
            [move, *_] = ask(table, secret=secret)["moves"]
            assert ask(f"{table}/moves", secret=secret, body=move)
        finally:
            server.terminate()
            server.wait()


@task
def beat_the_greedy_player(site: Path) -> None:
    """Write the bot of the page, and measure it with an interval."""
    run_page(site / "how-to" / "write-a-player.html")


@task
def use_pettingzoo(site: Path) -> None:
    """Play in PettingZoo."""
    run_page(site / "environments.html", end='<section id="gymnasium">')


@task
def analyse_a_real_game(_site: Path) -> None:
    """Write a game down as text, and review it with the command."""
    final = wi.play_game([wi.random_player, wi.greedy_player], seed=3)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game.txt").write_text(str(wi.Record.from_state(final)), "utf-8")
        command = [sys.executable, "-m", "westeros_intrigue", "analyse", "game.txt"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout


@task
def make_a_variant(site: Path) -> None:
    """Save the house rule of the page as a file, and change the rules as far as possible."""
    page = site / "how-to" / "make-a-variant.html"
    [module] = [
        block
        for block in blocks(page.read_text("utf-8"), "python")
        if "def " in block and "house_rule(" in block
    ]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "no_repeats.py").write_text(module, "utf-8")
        sys.path.insert(0, folder)
        run_page(page)


@task
def simulate_a_million_rounds(_site: Path) -> None:
    """Count a million rounds."""
    from westeros_intrigue.lab.simulation import Simulation  # noqa: PLC0415 - it needs an extra

    assert len(Simulation(4, "greedy", seed=1).rounds(range(1_000_000))) == 1_000_000


@task
def test_an_engine(site: Path) -> None:
    """Test an engine with the testing kit."""
    run_page(site / "testing.html")


@task
def look_a_rule_up(site: Path) -> None:
    """Find a rule in the download, and in the package."""
    rules = json.loads((site / "data" / "rules.json").read_text("utf-8"))
    for rule in rules["westeros-intrigue"]:
        assert wi.rule(rule["id"]).text == rule["text"]


PORT = """
import { readFileSync } from "node:fs";
const HOUSES = ["S", "L", "B", "T"];
const at = (row, column) => "abcdefghijklmnopqrstuvwxyz"[row] + column;
let checked = 0;
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\\n")) {
  const { position, legal_moves } = JSON.parse(line);
  const { court, active_player, automated, hands, width_limit } = position;
  if (active_player === null || automated.includes(active_player)) continue;
  const bottom = Object.keys(court).filter((slot) => slot[0] === "a");
  const row = bottom.map((slot) => Number(slot.slice(1)));
  const open = (house) => {
    if (!row.length) return [[0, 0]];
    const [left, right] = [Math.min(...row), Math.max(...row)];
    const slots = row.length < width_limit ? [[0, left - 1], [0, right + 1]] : [];
    for (let r = 1; r < width_limit; r++)
      for (let c = left; c <= right; c++) {
        const below = [court[at(r - 1, c)], court[at(r - 1, c + 1)]];
        const fits = below.every(Boolean) && below.some((card) => card[0] === house);
        if (fits && !court[at(r, c)]) slots.push([r, c]);
      }
    return slots;
  };
  const moves = HOUSES.flatMap((house) => open(house).flatMap(([r, c]) =>
    hands[active_player].filter((card) => card[0] === house).map((card) => `${card}@${at(r, c)}`)));
  if (moves.join() !== legal_moves.join()) throw new Error(line);
  checked++;
}
console.log(checked);
"""


@task
def port_to_javascript(site: Path) -> None:
    """Compute legal moves in another language, and check them against the vectors."""
    node = shutil.which("node")
    if node is None:
        print("  Node is not installed: left out")
        return
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(site / "data" / "vectors.zip") as archive:
            archive.extractall(folder)
        Path(folder, "port.mjs").write_text(PORT, "utf-8")
        command = [node, "port.mjs", "vectors/legal-moves.jsonl"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert int(done.stdout) > 100


@task
def add_a_game(site: Path) -> None:
    """Download the smallest game from the site, and check it with the kit."""
    from westeros_intrigue.testing import check_game  # noqa: PLC0415 - for this task only

    sys.path.insert(0, str(site / "data"))
    from nim import nim  # noqa: PLC0415 - found on the path that is set above

    check_game(nim)
    state = nim.setup(2, seed=1)
    assert random.Random(1).choice(nim.legal_moves(state)) in nim.legal_moves(state)


def main() -> int:
    """Do all tasks, or those that are named."""
    site, *names = sys.argv[1:]
    failed = 0
    for name in names or TASKS:
        started = time.monotonic()
        try:
            TASKS[name](Path(site).resolve())
        except Exception as fault:  # noqa: BLE001 - a task may fail in any way
            failed += 1
            print(f"FAILED {name}: {fault!r}"[:2000])
        print(f"{name}: {time.monotonic() - started:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
