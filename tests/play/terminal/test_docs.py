"""The sessions on the pages about commands are what the program does."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from terminals import command

from westeros_intrigue.play.terminal.commands import COMMANDS

DOCS = Path(__file__).parents[3] / "docs"
PAGES = ("command-line", "how-to/real-cards", "how-to/matches")
TEXT = "".join((DOCS / f"{page}.md").read_text(encoding="utf-8") for page in PAGES)
SESSIONS = re.findall(
    r"(?:<!-- typed: ([^\n]*) -->\n\n)?```text\n\$ westeros-intrigue ([^\n]*)\n(.*?)```",
    TEXT,
    re.DOTALL,
)


@pytest.mark.long
def test_every_session_of_the_page_is_what_the_program_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", ".")
    monkeypatch.setenv("COLUMNS", "80")
    assert len(SESSIONS) == 13
    for typed, line, wanted in SESSIONS:
        lines = [each.strip() for each in typed.split(";")] if typed else []
        shown = command(*shlex.split(line), typed=lines, is_terminal=False).out
        # An empty line in the text would begin with the end of the one before.
        shown = shown.lstrip("\n").replace("──\n", "─\n")
        matches = doctest.OutputChecker().check_output(wanted, shown, doctest.ELLIPSIS)
        assert matches, f"{line}\n{shown}"


def test_the_page_tells_of_every_command_and_of_every_word_at_a_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = re.findall(r"(?m)^\| \[`(\w+)`\]\([\w/.-]*#([\w-]+)\) \|", TEXT)
    assert [name for name, _ in listed] == [*COMMANDS]
    headings = re.findall(r"(?m)^## (.+)$", TEXT)
    assert {anchor for _, anchor in listed} <= {each.lower().replace(" ", "-") for each in headings}
    monkeypatch.chdir(tmp_path)
    helped = command("play", typed=["?"]).plain.rpartition("help): ?")[2]
    words = re.findall(r"(?m)^  ([a-z]+) ", helped)
    assert words
    for word in words:
        assert f"`{word}" in TEXT


def test_the_page_tells_of_every_exit_code() -> None:
    codes = TEXT[TEXT.index("## Exit codes") : TEXT.index("## Colours")]
    assert re.findall(r"(?m)^\| (\d+) \|", codes) == ["0", "1", "2", "130"]
