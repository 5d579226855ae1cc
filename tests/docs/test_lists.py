"""The lists and numbers of the pages are those of the code: a row that is forgotten fails here."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

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


@pytest.fixture(name="listings")
def _listings(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    return importlib.import_module("listings")


def listed(text: str, *words: str) -> bool:
    """Return true if a page has a list that is made when the site is built."""
    return f"```{{listing}} {' '.join(words)}\n```\n" in text


def test_the_page_lists_every_command_with_a_link_to_its_section(listings: Any) -> None:
    assert listed(COMMAND_LINE, "commands")
    shown = rows("\n".join(listings.list_commands()).replace("[`", "`"))
    assert [code_in(row)[0] for row in shown] == [*COMMANDS]
    for row in shown:
        link = re.search(r"\]\(([\w/.-]*)#([\w-]+)\)", row[0])
        assert not link or section(PAGES_OF_COMMANDS[link[1]], link[2])
        assert link or "edition" in row[0], row  # a part of another section


def test_the_page_lists_every_argument_of_every_command(listings: Any) -> None:
    assert listed(COMMAND_LINE, "arguments")
    shown = "\n".join(listings.list_arguments())
    for name, parser in parsers()[1].items():
        parser.add(load_command(name), CARD_GAME)
        own = shown.partition(f"| `{name}` | What it does |")[2].partition("\n\n")[0]
        flags = {flag for each in parser.arguments for flag in each.option_strings}
        missing = {flag for flag in flags - {"--colour", "--color"} if not has_flag(own, flag)}
        assert not missing, name


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
def test_a_page_lists_every_option_of_a_game(name: str, listings: Any) -> None:
    assert listed((DOCS / name / "play.md").read_text("utf-8"), "options", name)
    shown = "\n".join(listings.list_options(name))
    for option in GAMES[name].OPTIONS:
        assert has_flag(shown, f"--{option.name.replace('_', '-')}")
        assert option.help in shown
        assert all(re.search(rf"\b{choice}\b", shown) for choice in option.choices)


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


def test_the_page_lists_each_house_rule_with_its_effect(listings: Any) -> None:
    run = ("house", "rules", "of", "monopoly")
    assert listed((DOCS / "monopoly/play.md").read_text("utf-8"), "effects", *run)
    shown = {code_in(row)[0]: row for row in rows("\n".join(listings.list_effects(*run)))}
    assert {*HOUSE_RULES} <= shown.keys()
    for name in HOUSE_RULES:
        assert shown[name][1] in GAMES["monopoly"].RULEBOOK[f"house.{name}"].text
        assert shown[name][2].startswith("{figure}"), f"{name} is to be measured"


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
def test_a_page_lists_every_player(name: str, page: str, listings: Any) -> None:
    assert listed((DOCS / page).read_text("utf-8"), "players", name)
    shown = rows("\n".join(listings.list_players(name)))
    assert [code_in(row)[0] for row in shown] == [*GAMES[name].PLAYERS]


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
