"""Sentences of the pages that a program can prove: each test reads its claim, and tries it."""

from __future__ import annotations

import ast
import importlib
import io
import random
import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from helpers.cases import MODULES
from helpers.checkout import ROOT
from helpers.page_blocks import BLOCKS

import westeros_intrigue as wi
from westeros_intrigue import House, Move, Phase, Slot, Violation, explain, legal_moves, setup
from westeros_intrigue.gamekit import GAMES, AnyGame


def words_of(page: str) -> str:
    """The text of a page on one line."""
    return " ".join((ROOT / page).read_text("utf-8").split())


def refusals(games: int) -> Iterator[Violation]:
    """The violations of random placements, over whole rounds of two to six players."""
    rng = random.Random(1)
    for seed in range(games):
        state = setup(2 + seed % 5, seed=seed)
        while state.phase is Phase.PLAYING:
            assert state.active_player is not None
            for _ in range(3):
                card = rng.choice(state.hands[state.active_player])
                slot = Slot(rng.randrange(5), rng.randrange(-5, 6))
                yield from explain(state, Move(card, slot))
            state = wi.apply(state, rng.choice(legal_moves(state)))


def test_the_page_says_which_refusals_name_what_would_work() -> None:
    named = "|".join([*(house.name.title() for house in House), r"\b[a-z]-?\d+\b", "that slot"])
    found = {
        violation.code.name
        for violation in refusals(60)
        if re.search(named, re.split(r"[.:] (?=[A-Z])", str(violation))[-1])
    }
    said = re.search(
        r"the attempt, the obstacle, and what the rule wants\. (.*?);", words_of("docs/errors.md")
    )
    assert said
    assert found == set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", said[1]))


def written_without_numbers() -> str:
    """A record of a game with printed cards, which have no numbers."""
    return wi.Record.from_state(setup(4, seed=1)).to_text(numbers=False)


def first_seen(name: str, module: str) -> object:
    """What a new environment shows first."""
    pytest.importorskip(module)
    environments = importlib.import_module(f"westeros_intrigue.lab.environments.{module}")
    environment = getattr(environments, name)()
    seen = environment.reset()
    return seen[0].tolist() if seen else environment.observe("player_0")["observation"].tolist()


def in_every_game(make: Callable[[AnyGame], object]) -> list[Callable[[], object]]:
    """A call for each of the games."""
    return [partial(make, game) for game in GAMES.values()]


AT_RANDOM: dict[str, list[Callable[[], object]]] = {
    "setup": in_every_game(lambda game: game.setup(3)),
    "new_game": in_every_game(lambda game: game.new_game(3)),
    "rematch": in_every_game(lambda game: game.rematch(game.setup(3, seed=1))),
    "play_game": [lambda: wi.play_game(["random", "random"])],
    "Deal.completed": [lambda: wi.Deal().completed(3)],
    "RoundDeal.from_houses": [lambda: wi.RoundDeal.from_houses(["S" * 9, "L" * 9, "B" * 9])],
    "Record.parse": [lambda: wi.Record.parse(written_without_numbers())],
    "read_records": [lambda: [*wi.read_records(io.StringIO(written_without_numbers()))]],
    "reset": [
        lambda: first_seen("OneSeatEnv", "gymnasium"),
        lambda: first_seen("WesterosIntrigueEnv", "pettingzoo"),
    ],
}


def test_the_page_lists_the_calls_that_use_system_randomness() -> None:
    said = re.search(
        r"these calls use system randomness: (.*?)\.\s[A-Z]", words_of("docs/install.md")
    )
    assert said
    assert set(re.findall(r"`(.*?)`", said[1])) == set(AT_RANDOM)


@pytest.mark.parametrize("call", AT_RANDOM)
def test_a_call_that_uses_system_randomness_does_not_repeat(call: str) -> None:
    for made in AT_RANDOM[call]:
        first = made()
        # Two hands can have equally many cards of each house, which is all that learners see.
        assert any(made() != first for _ in range(10))


def imports_of(code: str) -> Iterator[tuple[str, str]]:
    """The module and the name of each import from the package in a block."""
    lines = re.findall(r"(?m)^(?:>>>|\.\.\.) ?(.*)$", code) or code.splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(wi.__name__):
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("module", MODULES)
def test_pages_import_only_public_names(module: str) -> None:
    names = {
        name
        for block in BLOCKS
        if block.language.startswith("python") and block.page != "docs/house.md"  # on the inside
        for imported, name in imports_of(block.text)
        if imported == module
    }
    modules = {each.rpartition(".")[2] for each in MODULES if each.startswith(f"{module}.")}
    assert names - {*importlib.import_module(module).__all__} - modules == set()


def test_each_entry_of_the_reference_begins_with_its_path() -> None:
    configured = ast.parse((ROOT / "docs/conf.py").read_text("utf-8")).body
    assigned = {ast.unparse(line) for line in configured if isinstance(line, ast.Assign)}
    assert "Each entry begins with the path to import it from." in words_of("docs/api/index.rst")
    assert "add_module_names = True" in assigned
