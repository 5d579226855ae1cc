"""Programs of several people at one table, killed at any instant: no move is lost or made twice."""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.patience import PATIENCE

from play.saved.one_person import TABLE, open_store, play
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.play.saved import SavedTable, Store, head_of, open_table
from westeros_intrigue.play.saved.seats import Seat
from westeros_intrigue.play.saved.session import AnySession, Session

PEOPLE = ("ada", "ben", "cem", "dora")
WINDOWS = (*PEOPLE, "ada 2")
"""The programs, by their persons. One person has two, which can make a move at once."""
STORES = ("folder", "sqlite")
GAME_MODULES = ("westeros_intrigue.games.monopoly", "westeros_intrigue.games.btwixt")
if sys.platform == "win32":
    PROCESSES = multiprocessing.get_context("spawn")
else:
    PROCESSES = multiprocessing.get_context("forkserver")
# Programs that begin with the library and the games already imported begin at once.
PROCESSES.set_forkserver_preload(["westeros_intrigue.play.saved", *GAME_MODULES])
_PAUSE = 0.002


@attrs.define
class Programs:
    """The programs of people at a table, which are started again when they are killed."""

    kind: str
    folder: Path
    processes: dict[str, BaseProcess] = attrs.field(factory=dict)
    kills: int = 0

    def start(self, window: str) -> None:
        """Start a program."""
        person = window.partition(" ")[0]
        given = (self.kind, self.folder / "tables", person, self.folder / window)
        self.processes[window] = PROCESSES.Process(target=play, args=given)
        self.processes[window].start()

    def kill(self, window: str) -> None:
        """Kill a program at once, and start it again."""
        process = self.processes[window]
        process.kill()
        process.join(PATIENCE)
        self.kills += 1
        self.start(window)

    def lines(self, window: str) -> list[str]:
        """Return what a program has written, before and after it was killed."""
        path = self.folder / window
        return path.read_text("utf-8").splitlines() if path.exists() else []

    def wait_for_lines(self, window: str, number: int) -> bool:
        """Wait until a program has written so many lines; return False if it is over."""
        end = time.monotonic() + PATIENCE
        while len(self.lines(window)) < number:
            if self.processes[window].exitcode is not None:
                return False
            assert time.monotonic() < end
            time.sleep(_PAUSE)
        return True

    def end(self) -> None:
        """Wait until all programs have ended by themselves."""
        for process in self.processes.values():
            process.join(PATIENCE)
            assert process.exitcode == 0


def begin(key: str, options: Mapping[str, OptionValue], seed: int) -> AnySession:
    """Begin a game of four people and a computer player."""
    game = GAMES[key]
    state: Any = game.new_game(len(PEOPLE) + 1, options, seed=seed)
    seats = (*(Seat("", "person") for _ in PEOPLE), Seat("", "random"))
    return Session.begun(game, state, seats, seed=seed)


def play_with_kills(
    kind: str, folder: Path, session: AnySession, rng: random.Random, kills: int
) -> Programs:
    """Play a game to its end, and kill programs as long as it lasts."""
    folder.mkdir()
    assert open_store(kind, folder / "tables").create(head_of(TABLE, session.record))
    programs = Programs(kind, folder)
    try:
        for window in WINDOWS:
            programs.start(window)
        while programs.kills < kills:
            window = rng.choice(WINDOWS)
            wanted = len(programs.lines(window)) + rng.randint(0, 3)
            if not programs.wait_for_lines(window, wanted):
                break
            time.sleep(rng.random() * 0.02)
            programs.kill(window)
        programs.end()
    finally:
        for process in programs.processes.values():
            process.kill()
    return programs


def check_nothing_is_lost_or_doubled(store: Store, programs: Programs) -> None:
    """The log is a legal game, with each move that was made once, and no other one."""
    log = store.entries(TABLE)
    assert [entry.number for entry in log] == [*range(1, len(log) + 1)]
    table = open_table(store, TABLE)
    assert isinstance(table, SavedTable)
    assert table.session.state.is_over
    assert sorted(table.holders) == ["", *PEOPLE]
    assert sorted(entry.by for entry in log if entry.kind == "sit") == [*PEOPLE]
    moments = moments_of(table, log)
    unknown = 0
    for person in PEOPLE:
        lines = [
            line.split(" ", 2)
            for window in WINDOWS
            if window.startswith(person)
            for line in programs.lines(window)
        ]
        tried = {(int(one[1]), one[2]) for one in lines if one[0] == "try"}
        made = [int(one[1]) for one in lines if one[0] == "done"]
        seat = table.holders.index(person)
        own = [one for one in log if (one.kind, one.seat) == ("move", seat)]
        assert {one.by for one in own} == {person}
        assert len({*made}) == len(made)
        assert {*made} <= {one.number for one in own}, "nothing is lost"
        assert {(moments[one.number], one.text) for one in own} <= tried, "nothing is made up"
        unknown += len(own) - len(made)
    assert unknown <= programs.kills, "only those who were killed do not know that a move is made"


def moments_of(table: SavedTable, log: Any) -> dict[int, int]:
    """Return the moment at which each entry was appended, by its number."""
    before, moments = SavedTable.begun(table.head), {}
    for entry in log:
        moments[entry.number] = before.moment
        before = before.then(entry)
    assert before == table
    return moments


@pytest.mark.parametrize("kind", STORES)
def test_killed_programs_lose_and_double_no_move_at_a_table(tmp_path: Path, kind: str) -> None:
    session = begin("westeros-intrigue", {"rounds": 1}, seed=2)
    programs = play_with_kills(kind, tmp_path / "game", session, random.Random(kind), kills=6)
    assert programs.kills >= 3
    check_nothing_is_lost_or_doubled(open_store(kind, tmp_path / "game" / "tables"), programs)


def sessions() -> Iterator[AnySession]:
    """Games of all kinds, one after another."""
    for seed in count(1):
        yield begin("westeros-intrigue", {}, seed)
        yield begin("btwixt", {"short": True}, seed)
        yield begin("monopoly", {}, seed)


@pytest.mark.long
@pytest.mark.parametrize("kind", STORES)
def test_two_hundred_kills_lose_and_double_no_move(tmp_path: Path, kind: str) -> None:
    """It takes long: two hundred programs are started again, in games of all kinds."""
    rng, kills = random.Random(kind), 0
    for number, session in enumerate(sessions()):
        folder = tmp_path / f"game-{number}"
        programs = play_with_kills(kind, folder, session, rng, 200 - kills)
        check_nothing_is_lost_or_doubled(open_store(kind, folder / "tables"), programs)
        kills += programs.kills
        if kills >= 200:
            break
    assert kills == 200
