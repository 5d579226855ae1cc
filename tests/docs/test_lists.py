"""The lists and numbers of the pages are those of the code: a row that is forgotten fails here."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import attrs
import pytest
from helpers.checkout import ROOT
from helpers.page_blocks import code_in

from westeros_intrigue.gamekit import GAMES, text
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.games.btwixt.pieces.operations import MOST_PIECES, Operation
from westeros_intrigue.games.btwixt.pieces.variants import Variant as BtwixtVariant
from westeros_intrigue.games.monopoly.pieces import spaces
from westeros_intrigue.games.monopoly.position.state import Decision, Question
from westeros_intrigue.games.monopoly.position.table import HOUSE_RULES, Variant as MonopolyVariant
from westeros_intrigue.games.monopoly.turns import dealings, throws
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.notation.records import writing
from westeros_intrigue.play.terminal.arguments import CARD_GAME
from westeros_intrigue.play.terminal.commands import COMMANDS, load_command, parsers
from westeros_intrigue.rules.cards import CELLS, DECK, ROW_ABOVE, SLOTS, WIDEST
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MOST_ROUNDS,
    MOST_THRONE_CARDS,
    OPTION_RULES,
    OPTIONS,
    STANDARD,
    Variant,
)

DOCS = ROOT / "docs"
COMMAND_LINE = (DOCS / "command-line.md").read_text("utf-8")
PAGES_OF_COMMANDS = {
    "": COMMAND_LINE,
    **{
        page: (DOCS / page).read_text("utf-8")
        for page in ("how-to/real-cards.md", "how-to/matches.md")
    },
}
ANYWHERE = {
    *("--help", "--color", "--colour", "--game", "--force", "--players", "--seed"),
    *(f"--{option.name.replace('_', '-')}" for option in CARD_GAME.OPTIONS),
}
"""The flags of many commands, which the page explains once."""
WIDTHS = re.compile(r"(\d) with\s+two players, (?:otherwise|else)\s+(\d)")


def section(text: str, anchor: str) -> str:
    """The section of a page with an anchor, without its heading."""
    for heading, body in re.findall(r"(?ms)^## (.+?)$(.*?)(?=^## |\Z)", text):
        if heading.lower().replace(" ", "-") == anchor:
            return str(body)
    raise AssertionError(anchor)


def rows(text: str) -> list[list[str]]:
    """The cells of each row of the tables whose first cell is code, without headings."""
    lines = re.findall(r"(?m)^\| (`.*) \|$(?!\n\| ?-)", text)
    return [[cell.strip() for cell in re.split(r" \|(?: |$)", line)] for line in lines]


def has_flag(text: str, flag: str) -> bool:
    return re.search(rf"{flag}(?![\w-])", text) is not None


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_explains_every_argument_of_a_command(name: str) -> None:
    link = re.search(rf"\[`{name}`\]\(([\w/.-]*)#([\w-]+)\)", COMMAND_LINE)
    assert link, f"the first table of docs/command-line.md needs a row of {name}"
    own = section(PAGES_OF_COMMANDS[link[1]], link[2])
    parser = parsers()[1][name]
    parser.add(load_command(name), CARD_GAME)
    missing = [
        flag
        for argument in parser.arguments
        for flag in argument.option_strings
        if flag.startswith("--")
        if not (flag in ANYWHERE and (flag == "--color" or has_flag(COMMAND_LINE, flag)))
        if not has_flag(own, flag)
    ]
    assert missing == [], f"the section of {name}"


@pytest.mark.parametrize(
    ("line", "page", "anchor"),
    [
        ("play", "", "play"),
        ("play --game monopoly", "", "other-games"),
        ("puzzle", "", "puzzle"),
        ("replay game.txt", "", "replay"),
        ("referee --players 2", "how-to/real-cards.md", "referee"),
    ],
)
def test_a_page_explains_every_word_at_a_prompt(
    line: str, page: str, anchor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))
    terminals = pytest.importorskip("helpers.terminals")
    terminals.command("play", "--record", "game.txt", "--seed", "1", typed=["S a0", "quit"])
    shown = terminals.command(
        *line.split(), typed=["?", "quit"], is_terminal=anchor == "replay"
    ).plain
    helped = re.split(r"for help\)?: \?", shown)[1]
    words = re.findall(r"(?m)^ {2}([a-z]+) ", helped)
    assert "quit" in words
    own = section(PAGES_OF_COMMANDS[page], anchor) + section(COMMAND_LINE, "play")
    assert [word for word in words if not re.search(rf"`{word}\b", own)] == []


@pytest.mark.parametrize("name", ["monopoly", "btwixt"])
def test_a_page_has_every_option_of_a_game(name: str) -> None:
    options = section((DOCS / name / "play.md").read_text("utf-8"), "options")
    for option in GAMES[name].OPTIONS:
        assert has_flag(options, f"--{option.name.replace('_', '-')}")
        named = {piece.split()[-1] for piece in code_in([options])}
        assert {*option.choices} <= named


def test_every_rule_that_can_vary_is_an_option_of_its_game() -> None:
    switches = [field.name for field in attrs.fields(Variant) if isinstance(field.default, bool)]
    assert switches == list(OPTION_RULES), "the card game: Variant and OPTION_RULES"
    offered = {option.name for option in GAMES["monopoly"].OPTIONS}
    assert {field.name for field in attrs.fields(MonopolyVariant)} <= offered
    options = {option.name: option.choices for option in GAMES["btwixt"].OPTIONS}
    games = {field.name for field in attrs.fields(BtwixtVariant)} - {"base", "draft"}
    assert games <= options.keys()


@pytest.mark.parametrize("option", OPTIONS)
def test_the_pages_have_every_option_of_the_card_game(option: str) -> None:
    dashes, words = option.replace("_", "-"), option.replace("_", " ")
    options = section((DOCS / "how-to/make-a-variant.md").read_text("utf-8"), "options")
    assert option in [row[0].strip("`") for row in rows(options)]
    (names,) = (row[1] for row in rows(COMMAND_LINE) if row[0] == "`--option NAME`")
    assert dashes in code_in([names])
    assert f'"{dashes}"' in (DOCS / "notation.md").read_text("utf-8"), "its grammar"
    assert f'"{words}"' in (DOCS / "records.md").read_text("utf-8"), "its grammar"
    fields = {row[0]: row[-1] for row in rows((DOCS / "environments.md").read_text("utf-8"))}
    assert words.title() in fields["`options`"].split(", ")


def test_the_page_has_every_operation_of_abilities() -> None:
    abilities = section(
        (DOCS / "btwixt/play.md").read_text("utf-8"), "entering-the-cards-of-b'twixt"
    )
    table = abilities[abilities.index("### Abilities") :]
    assert [
        (code_in(row[:1])[0], code_in(row[1:2]), code_in(row[2:3]), code_in(row[3:4]))
        for row in rows(table)
    ] == [
        (
            str(operation.value),
            [str(argument) for argument in operation.arguments],
            [str(timing.value) for timing in operation.timings(on_ally=False)],
            [str(timing.value) for timing in operation.timings(on_ally=True)],
        )
        for operation in Operation
    ]


def test_the_page_has_every_question_of_monopoly_with_its_answers() -> None:
    page = (DOCS / "monopoly/play.md").read_text("utf-8")
    heading = "| decision | who is asked | answers |\n"
    table = page[page.index(heading) + len(heading) :].partition("\n\n")[0]
    steps: tuple[type[Step], ...] = (*dealings.STEPS, *throws.STEPS)
    answers = {
        step.KIND.name: {
            re.sub("(?<!^)(?=[A-Z])", "-", move.__name__).lower() for move in step.MOVES
        }
        for step in steps
        if issubclass(step, Question)
    }
    shown = {row[0].strip("`"): {*re.findall("[a-z-]+", row[2])} for row in rows(table)}
    assert shown.keys() == answers.keys() == {decision.name for decision in Decision}
    for name, classes in answers.items():
        assert classes <= shown[name], name


def test_the_page_has_a_row_for_each_house_rule() -> None:
    house_rules = section((DOCS / "monopoly/play.md").read_text("utf-8"), "house-rules")
    assert {*HOUSE_RULES} <= {row[0].strip("`") for row in rows(house_rules)}


@pytest.mark.parametrize("name", GAMES)
def test_a_page_has_each_chapter_of_the_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    book = importlib.import_module("rulebooks").book_of(name)
    chapters = {rule.chapter for rule in book.rulebook.values()}
    assert chapters - book.pages.keys() == set(), "a rule-atlas must name them"


def test_the_page_has_every_effect_of_a_chance_card() -> None:
    page = (DOCS / "monopoly/play.md").read_text("utf-8")
    effects = page[page.index("| effect | meaning |") : page.index("</details>")]
    shown = re.findall(r'\["(\w+)"', effects)
    assert shown == [str(word.value) for word in spaces.Word]


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("westeros-intrigue", "command-line.md"),
        ("monopoly", "monopoly/play.md"),
        ("btwixt", "btwixt/play.md"),
    ],
)
def test_a_page_has_every_player(name: str, page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    heading = re.search(r"(?mi)^\| name \| (?:plays|strategy) \|\n", text)
    assert heading
    listed = code_in(row[0] for row in rows(text[heading.end() :].partition("\n\n")[0]))
    assert {re.sub(r":\d+$", ":N", each) for each in listed} == {*GAMES[name].PLAYERS}


def test_the_pages_give_the_numbers_of_the_code() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"**{len(CARD_GAME.RULEBOOK)} rules and rulings" in readme
    assert f"into {tensors.SIZE} numbers" in (DOCS / "environments.md").read_text("utf-8")
    assert f"wi-{actions.ACTION_COUNT}/1" == actions.CODE
    assert f"wi-{len(SLOTS) * 4}/1" == actions.ABSOLUTE_CODE
    codes = {actions.CODE, actions.ABSOLUTE_CODE, tensors.CODE}
    pages = "".join(page.read_text("utf-8") for page in [*DOCS.rglob("*.md"), ROOT / "README.md"])
    assert set(re.findall(r"wi-\d+/\d+", pages)) <= codes


def test_the_rules_of_options_are_under_a_heading_that_names_them_all() -> None:
    page = (DOCS / "rules/solo.rst").read_text("utf-8")
    titles = [name.replace("_", " ").title() for name in OPTIONS]
    assert " and ".join([", ".join(titles[:-1]), titles[-1]]) in page.splitlines()


def spaced(number: int) -> str:
    """A number as pages write it, with a space between the thousands."""
    return f"{number:,}".replace(",", " ")


NUMBERS = dict(enumerate("no one two three four five six seven eight nine ten".split()))  # noqa: SIM905 - as a row of words

LIMITS = {
    "btwixt/play.md": [
        f"at most {spaced(MOST_PIECES)} influence cards and {spaced(MOST_PIECES)} tokens"
    ],
    "monopoly/play.md": [
        f"{spaces.FEWEST_SPACES} to {spaces.MOST_SPACES} spaces",
        f"a deck at most {spaces.MOST_CARDS} cards",
        f"no amount is above {spaced(spaces.MOST_COINS)}",
        f"{NUMBERS[len(HOUSE_RULES)].capitalize()} house rules that many tables play with",
    ],
    "records.md": [
        f"have {spaced(text.LINE_LIMIT)} characters and a game {spaced(writing.GAME_LIMIT)};",
        f"a comment can have {spaced(writing.COMMENT_LINE_LIMIT)} characters",
        f"tags and comments {spaced(writing.ANNOTATION_LIMIT)} together",
        f"a game {MOST_ROUNDS} rounds and {MOST_THRONE_CARDS} Iron Throne cards",
    ],
    "vectors.md": [f"{len(SLOTS)} times the index", f"the {len(SLOTS)} that a court can reach"],
    "environments.md": [
        f"the seat's hand, divided by {tensors.MOST_CARDS} ",
        f"plus 1, divided by {len(DECK) + 1} ",
        f"finished rounds, divided by {tensors.MOST_POINTS} times",
    ],
    "house.md": [
        f"a plane of {CELLS} bits",
        f"Each row has {ROW_ABOVE} bits",
        f"is always {ROW_ABOVE} bits after",
    ],
}
"""Sentences of pages with limits that the code has."""


@pytest.mark.parametrize("page", LIMITS)
def test_a_page_gives_the_limits_of_the_code(page: str) -> None:
    words = " ".join((DOCS / page).read_text("utf-8").split())
    assert [sentence for sentence in LIMITS[page] if sentence not in words] == []


def test_a_width_limit_is_written_as_the_variant_has_it() -> None:
    two, *more = (STANDARD.width_limit(players) for players in range(2, MAX_PLAYERS + 1))
    assert {*more} == {WIDEST}
    text = CARD_GAME.RULEBOOK["court.width"].text
    assert text == f"The bottom row has at most {WIDEST} cards, or {two} with two players."
    pages = {
        str(page.relative_to(DOCS)): found
        for page in [*DOCS.rglob("*.md"), *DOCS.rglob("*.rst")]
        if (found := WIDTHS.findall(page.read_text("utf-8")))
    }
    assert pages == {"glossary.md": [(str(two), str(WIDEST))]}, "the glossary alone has the numbers"


def test_compiled_code_has_a_court_as_wide_as_the_rules() -> None:
    pytest.importorskip("numpy")
    board = importlib.import_module("westeros_intrigue.lab.simulation.board")
    lanes = (ROOT / "native/lanes.h").read_text("utf-8")
    assert board.ROW_BITS == WIDEST
    assert f"enum {{ COLUMNS = {WIDEST}," in lanes
