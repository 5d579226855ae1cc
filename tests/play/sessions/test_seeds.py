"""Seeds that nobody finds by trying all of them, at every table that people play at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from helpers.terminals import command
from testing.sound_games import LoveLetter

from play.page.asking import asking, begun
from westeros_intrigue import Record, setup
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.seeds import fresh_seed
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.matches import Match
from westeros_intrigue.play.assistants.tables import Local
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.sessions import PERSON, Folder, Seat, Session, read_record

BITS = {"westeros-intrigue": 128, "btwixt": 128, "monopoly": 64}
"""The most that the documents of each game hold."""


def size_of(seeds: list[int]) -> int:
    """Return the number of bits that seeds have, of which each is random."""
    return max(seed.bit_length() for seed in seeds)


@pytest.mark.parametrize("key", BITS)
def test_a_seed_is_as_long_as_the_game_accepts_and_its_record_keeps_it(key: str) -> None:
    game = GAMES[key]
    seeds = [fresh_seed(game) for _ in range(30)]
    assert BITS[key] - 20 < size_of(seeds) <= BITS[key]
    state = game.new_game(None, {}, seed=seeds[0])
    assert game.Record.parse(str(game.Record.from_state(state))).state == state
    assert game.DOCUMENTS.from_json(type(state), game.DOCUMENTS.to_json(state)) == state


def test_a_game_whose_documents_hold_shorter_seeds_gets_these() -> None:
    game: AnyGame = LoveLetter()
    seeds = [fresh_seed(game) for _ in range(30)]
    assert 53 - 20 < size_of(seeds) <= 53
    game.new_game(None, {}, seed=seeds[0])


def seeds_of_the_page(folder: Path) -> list[int]:
    engine = Engine(Folder(folder))
    ask, seeds = asking(folder, engine), list[int]()
    for _ in range(5):
        game = begun(ask, seed=None)["game"]
        with engine._games.opening(str(game)) as opened:
            seeds.append(int(dict(opened.session.tags)["Seed"]))
    return seeds


def seeds_of_assistants(folder: Path) -> list[int]:
    game = GAMES["westeros-intrigue"]
    tables = [Local.begun(game, 2, "", {}, Folder(folder)) for _ in range(5)]
    return [int(dict(table.seated.table.session.tags)["Seed"]) for table in tables]


def seeds_of_the_terminal(folder: Path) -> list[int]:
    seeds = list[int]()
    for number in range(5):
        file = folder / f"{number}.txt"
        command("play", "--record", str(file), typed=["save", "quit"])
        seeds.append(int(dict(read_record(file.read_text("utf-8"))[1].tags)["Seed"]))
    return seeds


@pytest.mark.parametrize(
    "seeds_of", [seeds_of_the_page, seeds_of_assistants, seeds_of_the_terminal]
)
def test_the_tables_of_people_have_long_seeds(
    tmp_path: Path, seeds_of: Callable[[Path], list[int]]
) -> None:
    assert size_of(seeds_of(tmp_path)) > 100


def test_a_record_without_a_seed_gives_the_computer_no_numbers_that_others_know() -> None:
    """With one seed for all such records, anybody could compute what the computer will do."""
    game, record = GAMES["westeros-intrigue"], Record.from_state(setup(3, seed=1))
    seeds = {dict(Session.resumed(game, record).tags)["Seed"] for _ in range(5)}
    assert len(seeds) == 5
    assert size_of([int(seed) for seed in seeds]) > 100
    kept = Session.resumed(game, record.with_tags({"Seed": "5"}))
    assert dict(kept.tags)["Seed"] == "5"


def test_a_drawn_seed_stays_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = tuple(Seat("", who) for who in (PERSON, "random", "random"))
    game, start = GAMES["westeros-intrigue"], setup(3, seed=1)
    begun_without = Session.resumed(game, Record.from_state(start), others="random")
    seed = dict(begun_without.tags)["Seed"]
    assert dict(begun_without.reseated(1, seats[1]).tags)["Seed"] == seed
    monkeypatch.setattr("secrets.randbits", Mock(side_effect=AssertionError))
    assert dict(Session.resumed(game, begun_without.record).tags)["Seed"] == seed


def test_a_match_with_a_salt_deals_every_game_from_as_many_bits() -> None:
    match = Match(("ann", "ben"), 2, 20, None, None, game="monopoly", salt="0" * 32)
    starts: list[Any] = [match.start(deal) for deal in range(20)]
    assert 53 < size_of([start.deal.seed for start in starts]) <= 64


def test_a_game_of_dice_that_is_set_up_without_a_seed_has_a_long_one() -> None:
    assert 53 < size_of([monopoly.setup(2).deal.seed or 0 for _ in range(20)]) <= 64
