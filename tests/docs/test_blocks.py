"""Every block of code on a page is run, or compared with what the library does.

The examples in Python run as doctests. Each other block is claimed by exactly one check below; a
block that none claims fails, and so does a check that claims none.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.checkout import ROOT
from helpers.page_blocks import BLOCKS, PAGES, Block
from helpers.page_server import (
    court_on_a_page,
    many_tables,
    players_in_browsers,
    program_above,
    program_of,
    web_server,
)
from helpers.shell_commands import check_command, commands
from play.terminal.test_sessions import ON_PAGES
from test_guard import permission

from docs.test_chat_bot import PAGE as CHAT_BOT
from docs.test_grammars import grammar_text
from westeros_intrigue import Phase, Record, greedy_player
from westeros_intrigue.gamekit.game import ENTRY_POINTS
from westeros_intrigue.gamekit.players import player_group
from westeros_intrigue.play.terminal.commands import parse_arguments
from westeros_intrigue.play.terminal.machine import McpCommand

MANY_TABLES = "docs/how-to/many-tables.md"
OWN_PAGE = "docs/how-to/own-page.md"
RUN_IN_CI = {
    (page, int(number))
    for page, number in re.findall(
        r'run_block\(session, "(\S+)", (\d+)', (ROOT / "noxfile.py").read_text(encoding="utf-8")
    )
}


@attrs.frozen
class Check:
    """A check of blocks: which it claims, and what it does with one."""

    claims: Callable[[Block], bool]
    holds: Callable[[Block, pytest.MonkeyPatch, Path], None]


def _on(page: str, language: str, beginning: str) -> Callable[[Block], bool]:
    return lambda block: (
        (block.page, block.language) == (page, language) and block.text.startswith(beginning)
    )


def run_commands(block: Block, patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Each command is one that this checkout knows, with its arguments."""
    asked = [*commands(block.text)]
    assert asked
    for number, words in enumerate(asked):
        (folder / str(number)).mkdir()
        with patch.context() as inner:
            check_command(words, inner, folder / str(number))


def session(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Sessions run in play/terminal/test_sessions.py, in order: some use the game of another."""
    assert block.text in {text for _, text in ON_PAGES}


def grammar(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """The grammars are held against the library in docs/test_grammars.py."""
    assert block.text == grammar_text(Path(block.page).name)


def annotated_record(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Without the remarks on the right it is a record, and written just so."""
    remarks_start = block.text.index("the title, with")
    lines = block.text.rstrip().split("\n")
    written = "\n".join(line[:remarks_start].rstrip() for line in lines)
    record = Record.parse(written)
    assert str(record) == written
    assert record.state.phase is Phase.GAME_OVER
    assert record.rounds[0].placements[3].comment == "To the right at last."


def picture_of_the_folders(block: Block, *_: object) -> None:
    """Each folder stands in the picture, and imports only from those below it."""
    shown = re.findall(r"(?m)^    (\w+)/ ", block.text)
    package = ROOT / "src" / "westeros_intrigue"
    assert set(shown) == {path.parent.name for path in package.glob("*/__init__.py")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    in_order = [name for layer in layers for name in re.findall(r"\w+", layer)]
    assert [name for name in in_order if name in shown] == shown


def entry_point(block: Block, *_: object) -> None:
    """It is of the group that the library looks into."""
    groups = [ENTRY_POINTS, player_group("westeros-intrigue")]
    assert {*tomllib.loads(block.text)["project"]["entry-points"]} <= {*groups}


def configuration_of_an_assistant(block: Block, *_: object) -> None:
    """It is JSON, and starts a command that this checkout knows."""
    [server] = json.loads(block.text)["mcpServers"].values()
    assert {*server} == {"command", "args"}
    assert server["command"] == "westeros-intrigue"
    assert isinstance(parse_arguments(server["args"]), McpCommand)


def worth_of_a_move(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """The greedy player chooses by this formula, as its docstring says."""
    assert block.text in inspect.getdoc(greedy_player).replace("    ", "")  # type: ignore[union-attr]


def program_file(block: Block, _patch: pytest.MonkeyPatch, folder: Path) -> None:
    """The program and what it shows stand one below the other: the first is run as a file."""
    [shown] = (each for each in BLOCKS if (each.page, each.language) == (block.page, "console"))
    line, wanted = shown.text.split("\n", 1)
    prompt, program, name = line.split()
    assert (prompt, program) == ("$", "python")
    assert f"`{name}`" in (ROOT / block.page).read_text(encoding="utf-8")
    (folder / name).write_text(block.text, "utf-8")
    done = subprocess.run(
        [sys.executable, name], cwd=folder, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == (wanted, "")


def chat_bot(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """docs/test_chat_bot.py plays every branch of the program of which it is the end."""
    assert block.page == CHAT_BOT


def with_the_program(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """It is typed, or compared, where the program of the page is run."""
    assert any((each.page, each.language) == (block.page, "py") for each in BLOCKS)


def with_the_requests(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """The server that the requests of the page are sent to."""
    assert many_tables in {each.holds for each in CHECKS.values()}
    assert block.text.count("\n") == 1


def trailer_of_a_commit(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """The guard on speed permits what it says."""
    assert permission(block.text.removeprefix("Slower: ").rstrip()) == {"apply": 1.05}


def behind_another_name(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """The options are those of the command, and other programs ask its port."""
    done = subprocess.run(
        [sys.executable, "-m", "westeros_intrigue", "web", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    known = done.stdout
    assert {*re.findall(r"--\w[\w-]*", block.text.partition("intrigue web")[2])} <= {*known.split()}
    asked = re.findall(r"(?:9000:localhost|//127\.0\.0\.1|-p 8321):(\d+)", block.text)
    assert all(f"default {port}" in known for port in asked)
    if block.language == "nginx":  # what browsers send is replaced, the server's name as well
        sent = dict(re.findall(r"proxy_set_header (\S+) (\S+);", block.text))
        assert (sent["Host"], sent["X-Forwarded-For"]) == ("games.example.org", "$remote_addr")


def with_a_framework(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """It serves `answer` of the page; the frameworks themselves are not installed."""
    compile(block.text, block.page, "exec")
    assert "status, kind, text = answer(request.method, path, secret, " in block.text


def keys_of_a_position(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Every position among the test vectors has these keys, in this order."""
    keys = re.findall(r"(?m)^\w+", block.text)
    for name in ("placements", "legal-moves", "refusals"):
        assert all([*line["position"]] == keys for line in _vectors(name))


def keys_of_a_violation(block: Block, _patch: pytest.MonkeyPatch, _folder: Path) -> None:
    """Every violation among the test vectors has these keys, in this order."""
    keys = block.text.strip().split(", ")
    found = [violation for line in _vectors("refusals") for violation in line["violations"]]
    assert found
    assert all([*violation] == keys for violation in found)


def _vectors(name: str) -> list[dict[str, Any]]:
    lines = (ROOT / "vectors" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines
    return [json.loads(line) for line in lines]


CHECKS = {
    "commands": Check(
        lambda block: (
            block.language == "sh" and not block.text.startswith(("curl ", "PYTHONPATH="))
        ),
        run_commands,
    ),
    "requests": Check(_on("docs/how-to/web-server.md", "sh", "curl "), with_the_program),
    "session": Check(
        lambda block: block.language == "text" and block.text.startswith("$ westeros-intrigue "),
        session,
    ),
    "grammar of the notation": Check(_on("docs/notation.md", "text", "card "), grammar),
    "grammar of records": Check(_on("docs/records.md", "text", "file "), grammar),
    "record": Check(_on("docs/records.md", "text", "Westeros Intrigue record"), annotated_record),
    "picture of the folders": Check(
        _on("CONTRIBUTING.md", "text", "src/westeros_intrigue/"), picture_of_the_folders
    ),
    "entry point": Check(_on("docs/how-to/any-game.md", "toml", "[project]"), entry_point),
    "entry point of a house rule": Check(
        _on("docs/how-to/make-a-variant.md", "toml", "[project.entry-points"), entry_point
    ),
    "entry point of a bot": Check(
        _on("docs/how-to/write-a-player.md", "toml", "[project]"), entry_point
    ),
    "configuration of an assistant": Check(
        _on("docs/how-to/assistants.md", "json", "{"), configuration_of_an_assistant
    ),
    "the same beside language models": Check(
        _on("docs/how-to/language-models.md", "json", "{"), configuration_of_an_assistant
    ),
    "formula": Check(_on("docs/players.md", "text", "slots * "), worth_of_a_move),
    "position": Check(_on("docs/vectors.md", "text", "players "), keys_of_a_position),
    "violation": Check(_on("docs/vectors.md", "text", "code, "), keys_of_a_violation),
    **{
        f"address by {program}": Check(
            _on("docs/how-to/other-names.md", language, beginning), behind_another_name
        )
        for program, language, beginning in (
            ("option", "console", "westeros-intrigue "),
            ("tunnel", "console", "ssh "),
            ("proxy", "nginx", "server {"),
            ("other proxy", "text", "games.example.org {"),
            ("container", "console", "docker "),
        )
    },
    "trailer": Check(_on("benchmarks/README.md", "text", "Slower: "), trailer_of_a_commit),
    "server": Check(_on("docs/how-to/web-server.md", "py", "if __name__ == "), web_server),
    **{
        name: Check(_on("docs/how-to/web-server.md", "py", f"from {name}"), with_a_framework)
        for name in ("flask", "django")
    },
    "its client": Check(
        _on("docs/how-to/web-server.md", "html", "<!doctype html>"), players_in_browsers
    ),
    "server of an own page": Check(_on(OWN_PAGE, "py", "import random"), with_the_program),
    "its page": Check(_on(OWN_PAGE, "html", "<!doctype html>"), court_on_a_page),
    "server of many tables": Check(_on(MANY_TABLES, "sh", "PYTHONPATH="), with_the_requests),
    "its requests": Check(_on(MANY_TABLES, "sh", "curl "), many_tables),
    "chat bot": Check(_on(CHAT_BOT, "py", "import io"), chat_bot),
    "program": Check(_on("docs/bulk.md", "py", "from collections "), program_file),
    "its output": Check(_on("docs/bulk.md", "console", "$ "), with_the_program),
}
OTHERS = [b for b in BLOCKS if b.language != "python" and not b.is_directive]


def by_place(block: Block) -> str:
    return f"{block.page}:{block.line}"


TAKES_LONG = {
    court_on_a_page,
    many_tables,
    players_in_browsers,
    program_file,
    run_commands,
    web_server,
}


def with_marks(block: Block) -> Any:
    long = any(each.claims(block) and each.holds in TAKES_LONG for each in CHECKS.values())
    return pytest.param(block, marks=pytest.mark.long if long else ())


@pytest.mark.parametrize("block", [*map(with_marks, OTHERS)], ids=by_place)
def test_every_block_is_what_it_says(
    block: Block, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    claimed = [check for check in CHECKS.values() if check.claims(block)]
    assert len(claimed) == 1, f"{len(claimed)} checks claim the block"
    claimed[0].holds(block, monkeypatch, tmp_path)


def test_the_blocks_that_install_something_are_run_in_ci() -> None:
    installing = {
        (block.page, block.number)
        for block in OTHERS
        if block.language == "sh" and re.search(r"\bpip install\b", block.text)
    }
    # The first needs other libraries that are slow to build, the second a tool that runs for hours.
    assert installing - RUN_IN_CI == {("docs/benchmarks.md", 1), ("scripts/README.md", 4)}
    assert installing >= RUN_IN_CI


def test_a_page_upgrades_pip_before_it_installs_a_group() -> None:
    """The pip that comes with Python 3.11 and 3.12 knows no groups."""
    installing = 0
    for page in PAGES:
        before, *later = page.read_text(encoding="utf-8").split("--group", 1)
        installing += len(later)
        assert not later or "pip install --upgrade pip" in before, page
    assert installing > 3


def programs_of(page: str) -> Iterator[str]:
    """The examples of a page as a program, and each of its programs with the examples above it."""
    own = [block for block in BLOCKS if block.page == page]
    if examples := [block for block in own if block.language == "python"]:
        yield program_of(examples)
    for block in own:
        if block.language == "py":
            yield f"{program_above(block)}\n\n{block.text}"


@pytest.mark.parametrize(
    "page", sorted({block.page for block in BLOCKS if block.language in {"py", "python"}})
)
def test_a_program_of_a_page_defines_no_name_twice(page: str) -> None:
    """Whoever joins the blocks would otherwise get the second where the first is meant."""
    for program in programs_of(page):
        defined = Counter(
            statement.name
            for statement in ast.parse(program).body
            if isinstance(statement, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        )
        assert [name for name, count in defined.items() if count > 1] == []


def test_every_block_in_python_is_an_example_that_pytest_runs() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run = {
        path.relative_to(ROOT).as_posix()
        for pattern in options["tool"]["pytest"]["ini_options"]["testpaths"]
        for path in ROOT.glob(pattern)
    }
    for block in BLOCKS:
        if block.language == "python":
            assert block.page in run
            assert block.text.startswith(">>> "), by_place(block)
            assert block.text.endswith("\n\n"), f"{by_place(block)}: an empty line at the end"
            assert "doctest: +SKIP" not in block.text
