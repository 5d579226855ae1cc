"""Sessions at the command line, as people see them: those of sessions/ and those on the pages.

A line with `$` is a command, and what follows is what it shows; `...` leaves out any text, and
alone on a line at least one line. An answer stands after its prompt, and the input ends where no
more prompts follow. Between two prompts, and after the last one, what the program shows is left out
too if nothing stands there. `cat > FILE` writes the lines below it that begin with `>`.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from helpers.terminals import Answer, command

from westeros_intrigue.play.terminal.arguments import CARD_GAME
from westeros_intrigue.play.terminal.commands import COMMANDS, load_command, parsers

PLAY, DOCS = Path(__file__).parents[1], Path(__file__).parents[3] / "docs"
SESSIONS = sorted(Path(__file__).with_name("sessions").glob("*.txt"))
PAGES = ("command-line", "how-to/real-cards", "how-to/matches")
TEXT = "".join((DOCS / f"{page}.md").read_text(encoding="utf-8") for page in PAGES)
ON_PAGES = re.findall(
    r"(?:<!-- typed: ([^\n]*) -->\n\n)?```text\n(\$ westeros-intrigue [^\n]*\n.*?)```",
    TEXT,
    re.DOTALL,
)
TITLED = [
    pytest.param(text, id=f"{path.stem}: {title}")
    for path in SESSIONS
    for title, text in re.findall(
        r"(?ms)^## ([^\n]*)\n(.*?)(?=^## |\Z)", path.read_text(encoding="utf-8")
    )
]

TYPED = re.findall(
    r"(?m)^\$? *westeros-intrigue (\w+)(.*)$",
    TEXT + "".join(path.read_text("utf-8") for path in SESSIONS),
)
"""The commands of the sessions, with their arguments."""
OF_MANY = {
    *("--color", "--colour", "--help"),
    *(f"--{option.name.replace('_', '-')}" for option in CARD_GAME.OPTIONS),
}
"""The flags of the whole program and of tables, which each command gets from one place."""
TESTS = [path.read_text("utf-8") for path in sorted(PLAY.rglob("test_*.py"))]


@pytest.mark.parametrize("text", TITLED)
def test_a_session_is_what_the_program_shows(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("westeros_intrigue.lab.players.analysis.HINT_PLAYOUTS", 20)
    for session in re.findall(r"(?ms)^(\$ .*?)(?=^\$ |\Z)", text):
        check_session(session.rstrip("\n") + "\n")


@pytest.mark.long
def test_every_session_of_the_pages_is_what_the_program_shows() -> None:
    assert len(ON_PAGES) == TEXT.count("```text\n$ westeros-intrigue")
    for typed, session in ON_PAGES:
        check_session(session, iter(re.split(r"\s*;\s*", typed)) if typed else iter(()))


def check_session(text: str, typed: Iterator[str] | None = None) -> None:
    first, _, wanted = text.partition("\n")
    name, *arguments = shlex.split(first.removeprefix("$ "))
    if name == "westeros-intrigue":
        prompts: list[int] = []
        answer = answers_in(wanted, prompts) if typed is None else lambda _: next(typed, None)
        shown = run(arguments, answer)
        wanted = with_pages_left_out(wanted.splitlines(), prompts)
    elif arguments[0] == ">":
        written = [line[2:] for line in wanted.splitlines() if line.startswith(">")]
        Path(arguments[1]).write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
        return
    else:
        assert name == "cat"
        shown = Path(arguments[0]).read_text(encoding="utf-8")
    shown, wanted = plain(shown), plain(wanted)
    if not fits(shown, wanted):
        lines = wanted.splitlines(keepends=True)
        begins = (
            at for at in range(len(lines)) if not fits(shown, "".join(lines[: at + 1]) + "...")
        )
        differs = lines[next(begins, -1)] if lines else ""
        pytest.fail(
            f"expected\n{text}\nshown\n{shown}\nthe first line that differs: {differs}",
            pytrace=False,
        )


def fits(shown: str, wanted: str) -> bool:
    return doctest.OutputChecker().check_output(wanted, shown, doctest.ELLIPSIS)


def run(arguments: Sequence[str], answer: Callable[[str], Answer]) -> str:
    """Return what a command shows, its errors, and its exit code unless it is 0."""
    errors = StringIO()
    try:
        with redirect_stdout(StringIO()) as helped, redirect_stderr(errors):
            done = command(*arguments, typed=answer)
    except SystemExit as ended:
        shown, code = helped.getvalue() + errors.getvalue(), ended.code
    else:
        shown, code = done.plain + done.err, done.code
    return shown + f"[exit {code}]\n" * (code != 0)


def answers_in(text: str, prompts: list[int]) -> Callable[[str], Answer]:
    """Type what stands after the next prompt of the text that is the one on the screen."""
    lines = enumerate(text.splitlines())

    def answer(new: str) -> Answer:
        prompt = new[new.rfind("\n") + 1 :].strip()
        for number, line in lines:
            if line.startswith(prompt):
                prompts.append(number)
                return line[len(prompt) :]
        return None

    return answer


def with_pages_left_out(lines: list[str], prompts: Sequence[int]) -> str:
    for number in prompts:
        if number + 1 in {*prompts, len(lines)}:
            lines[number] += "..."
    return "".join(f"{line}\n" for line in lines)


def plain(text: str) -> str:
    """Return a text as it is on any screen and system, without the blanks that end a line."""
    return re.sub("─+", "─", re.sub(r"(?m) +$", "", text)).lstrip("\n").replace(os.sep, "/")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_flag_is_typed_in_a_session_or_a_test(name: str) -> None:
    sessions = [arguments.split() for each, arguments in TYPED if each == name]
    tests = [test for test in TESTS if f'"{name}"' in test]
    assert sessions or tests
    parser = parsers()[1][name]
    parser.add(load_command(name), CARD_GAME)
    flags = {flag for argument in parser.arguments for flag in argument.option_strings}
    in_sessions = {flag for flag in flags if any(flag in typed for typed in sessions)}
    in_tests = {flag for flag in flags if any(f'"{flag}"' in test for test in tests)}
    assert {flag for flag in flags - in_sessions - in_tests if flag.startswith("--")} <= OF_MANY


def test_the_page_has_every_exit_code() -> None:
    codes = TEXT[TEXT.index("## Exit codes") : TEXT.index("## Colours")]
    assert re.findall(r"(?m)^\| (\d+) \|", codes) == ["0", "1", "2", "130", "141"]
