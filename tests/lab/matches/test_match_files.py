"""Files of matches: played deals survive restarts and failures."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from helpers.programs import ended, press_ctrl_c, running
from helpers.refusals import assert_refused
from helpers.sample_documents import edited_data
from hypothesis import HealthCheck, given, settings, strategies as st

from westeros_intrigue import (
    DecodingError,
    InvalidValue,
    Move,
    Player,
    RandomSource,
    View,
    distinct_moves,
    greedy_player,
    random_player,
)
from westeros_intrigue.lab.matches import EntrantFailed, MatchInterrupted, MatchResult, play_match
from westeros_intrigue.lab.players import MonteCarloPlayer
from westeros_intrigue.lab.simulation import workers
from westeros_intrigue.lab.simulation.results_file import check_same, code_of

TWO: dict[str, Player] = {"random": random_player, "greedy": greedy_player}
SPAWN = multiprocessing.get_context("spawn")  # other threads of the tests rule out a fork
DEALS = 8


class Here(Executor):
    """An executor that does each piece at once, unless it is not ready."""

    def ready(self) -> None:
        """Raise what becomes of the piece instead."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            self.ready()
            future.set_result(fn(*args, **kwargs))
        except (CancelledError, InvalidValue, TypeError) as error:
            future.set_exception(error)
        return future


def unasked(_view: View, _rng: RandomSource) -> Move:
    raise AssertionError("nobody is to be asked")


def play(entrants: dict[str, Player] = TWO, **more: Any) -> MatchResult:
    return play_match(entrants, **{"deals": DEALS, "seed": 1, "chunk": 1, "rounds": 1, **more})


def sealed(data: dict[str, Any]) -> bytes:
    """A line of the file with its checksum."""
    text = json.dumps(data, separators=(",", ":"))[:-1].encode()
    return text + b',"crc32":"%08x"}\n' % crc32(text)


@pytest.fixture(scope="module")
def whole() -> MatchResult:
    return play()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the whole match."""
    path = tmp_path_factory.mktemp("match") / "match.jsonl"
    play(out=path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, written: bytes) -> Path:
    """A file of its own with the whole match."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(written)
    return path


# The file


def test_a_file_of_version_1_is_read_by_all_later_versions(tmp_path: Path) -> None:
    written = (Path(__file__).parents[2] / "samples" / "match-1.jsonl").read_bytes()
    path = tmp_path / "match.jsonl"
    path.write_bytes(written)
    found = play(dict.fromkeys(TWO, unasked), deals=6, chunk=2, out=path, resume=True)
    assert found == play(deals=6)
    assert path.read_bytes() == written


def test_an_incomplete_file_of_other_code_is_refused_by_name(
    written: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.jsonl"
    cut = written[: len(written) // 2]
    path.write_bytes(cut)
    with pytest.raises(InvalidValue, match=r"was played with other code: /players/greedy: .*un"):
        play({**TWO, "greedy": unasked}, out=path, resume=True)
    with pytest.raises(
        InvalidValue, match=r"/players/greedy: expected .MonteCarloPlayer\(playouts=5"
    ):
        play({**TWO, "greedy": MonteCarloPlayer(5)}, out=path, resume=True)
    made: Player = lambda view, _rng: distinct_moves(view)[-1]  # noqa: E731 - by a function
    codes = [code_of({"a": made}, None, {"a": name}) for name in ("own:2", "own:3")]
    with pytest.raises(InvalidValue, match=r"lambda>> \(own:3\) .*', not .*lambda>> \(own:2\) "):
        check_same("a worker plays with other code", *codes)
    codes = [code_of({"a": MonteCarloPlayer(5, inference=each).choose}) for each in (True, False)]
    with pytest.raises(InvalidValue, match=r"inference=False.*, not .*inference=True"):
        check_same("a worker plays with other code", *codes)
    monkeypatch.setattr(workers, "library_version", lambda: "0.0.9 (12345678)")
    with pytest.raises(InvalidValue, match=r"/library: expected '0\.0\.9 \(12345678\)', not '"):
        play(out=path, resume=True)
    assert path.read_bytes() == cut


class Elsewhere(Here):
    """An executor whose workers have another version of the library."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with pytest.MonkeyPatch.context() as other:
            other.setattr(workers, "library_version", lambda: "0.0.9 (12345678)")
            return super().submit(fn, *args, **kwargs)


def test_a_worker_with_another_version_is_refused_by_name() -> None:
    words = r"a worker \(.+, process \d+\) has westeros_intrigue 0\.0\.9 \(12345678\), not "
    with pytest.raises(InvalidValue, match=words):
        play(executor=Elsewhere())


def test_every_byte_that_is_changed_is_noticed(
    whole: MatchResult, written: bytes, tmp_path: Path
) -> None:
    path, rng = tmp_path / "match.jsonl", random.Random(1)
    for place in rng.sample(range(len(written) - 1), 100):
        changed = bytearray(written)
        changed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        with pytest.raises((DecodingError, InvalidValue)):
            play(out=path, resume=True)
    path.write_bytes(written[:-1] + b"x")  # as if a program had ended in the middle of the line
    assert play(out=path, resume=True) == whole


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 1))
def test_a_file_that_ends_anywhere_is_gone_on_with(
    share: float, whole: MatchResult, written: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(written[: int(share * len(written))])
    assert play(out=path, resume=True) == whole
    assert path.read_bytes() == written


def test_only_a_regular_file_is_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="is not a regular file, so it cannot be resumed"):
        play(out=tmp_path, resume=True)


def test_a_file_is_not_written_over(written: bytes, path: Path) -> None:
    with pytest.raises(InvalidValue, match=r"match\.jsonl exists already: resume it"):
        play(out=path)
    assert path.read_bytes() == written
    for foreign in (b"my notes", b'{"kind":"match"}', written.replace(b":1", b":2")[:99]):
        path.write_bytes(foreign)
        with pytest.raises(InvalidValue, match=r"match\.jsonl is not the beginning of such a file"):
            play(out=path, resume=True)
        assert path.read_bytes() == foreign


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"entrants": {"a": random_player, "b": random_player}}, "/names/0: expected 'a'"),
        ({"rounds": 2}, "/variant/rounds: expected 2, not 1"),
        ({"forfeits": True}, "/forfeits: expected true, not false"),
    ],
)
def test_a_file_of_another_match_is_refused(
    changed: dict[str, Any], message: str, written: bytes, path: Path
) -> None:
    with pytest.raises(InvalidValue, match=f"is of another match: {message}"):
        play(out=path, resume=True, **changed)
    assert path.read_bytes() == written


DAMAGES = (
    "kind drop",
    "deals/0/deal = 8",
    "deals/0/games/0/seating drop",
    "deals/0/games/0/seating = [0, 2]",
    "deals/0/games reverse",
    "deals/0/games/1/ranking = [[0], [0]]",
    "deals/0/games/0/last_placers = []",
    "deals/0/games/0/last_placers = [0, 0]",
    "deals/0/games/0/penalty_points = [0]",
    "deals/0/games/0/last_placers = [2]",
    "deals/0/games/0/last_placers = [-2]",
    'deals/0/games/0/forfeit = {"seat": 0, "round_number": 2, "placement": 1, "report": ""}',
    "deals/0/deal = 1",
)


def test_a_damaged_file_is_refused_with_the_line(written: bytes, tmp_path: Path) -> None:
    first, second, *others = written.splitlines(keepends=True)
    path = tmp_path / "match.jsonl"

    def resume(damage: str) -> None:
        line = edited_data(json.loads(second), f"crc32 drop; {damage}")
        path.write_bytes(b"".join([first, sealed(line), *others]))
        play(out=path, resume=True)

    def reseal(checksum: bytes) -> None:
        path.write_bytes(first + second.rpartition(b',"crc32":')[0] + checksum + b"}\n")
        play(out=path, resume=True)

    calls = [partial(resume, damage) for damage in DAMAGES]
    calls += [partial(reseal, checksum) for checksum in (b"", b',"crc32":"00000000"')]
    assert_refused("damaged files of a match", DecodingError, calls)


# Players that fail


def failing_second(view: View, _rng: RandomSource) -> Move:
    if view.player == 1 and len(view.placements) > 4:
        raise ZeroDivisionError("that was too much")
    return distinct_moves(view)[0]


def test_a_forfeit_gives_the_others_the_round_and_the_game(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    entrants: dict[str, Player] = {"bad": failing_second, "a": random_player, "b": random_player}
    more = {"players": 3, "rounds": 2, "deals": 2, "forfeits": True, "out": path}
    result = play(entrants, **more)
    tallies = {standing.name: standing.tally for standing in result.standings}
    bad, a, b = (tallies[name] for name in entrants)
    assert (bad.games, bad.forfeits, a.forfeits) == (12, 4, 0)
    # In seat 1 it fails in the first round, so both rounds are lost, each with a hand of 12 cards.
    assert bad.points >= 4 * 2 * 12
    assert [tally.games for tally in (bad, a, b)] == [12, 12, 12]
    assert bad.rounds_won + a.rounds_won + b.rounds_won == 24
    assert bad.games_won + a.games_won + b.games_won == 12
    [forfeit, *_] = [
        game["forfeit"]
        for line in path.read_text("utf-8").splitlines()[1:]
        for deal in json.loads(line)["deals"]
        for game in deal["games"]
        if game["forfeit"]
    ]
    assert (forfeit["seat"], forfeit["round_number"]) == (1, 1)
    assert forfeit["report"].endswith("ZeroDivisionError: that was too much\n")
    more["resume"] = True
    assert play(dict.fromkeys(entrants, unasked), **more) == result


def test_deals_played_before_a_failure_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    spared = play({"a": greedy_player, "b": random_player})
    is_mended = False

    def fails_late(view: View, rng: RandomSource) -> Move:
        if not is_mended and len(path.read_text("utf-8").splitlines()) > 4:
            raise ZeroDivisionError
        return random_player(view, rng)

    entrants: dict[str, Player] = {"a": greedy_player, "b": fails_late}
    with pytest.raises(EntrantFailed) as caught:
        play(entrants, out=path)
    assert caught.value.deal == 4
    is_mended = True
    told: list[int] = []
    again = play(entrants, out=path, resume=True, progress=lambda played, _: told.append(played))
    assert again == spared
    assert told == [5, 6, 7, 8]


# Executors that fail


class Hit:
    """A player whose process gets a signal, once, or who raises what Ctrl-C does."""

    def __init__(self, file: Path, number: signal.Signals | None) -> None:
        self.file, self.number = file, number

    def __call__(self, view: View, rng: RandomSource) -> Move:
        if self.number is None:
            raise KeyboardInterrupt
        if not self.file.exists():
            self.file.touch()
            os.kill(os.getpid(), self.number)
        return random_player(view, rng)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_worker_that_ends_costs_its_chunks_and_nothing_else(
    number: signal.Signals, whole: MatchResult, tmp_path: Path
) -> None:
    # Ctrl-C as an exception may leave the lock of the results held, and the others wait for ever.
    hit: dict[str, Player] = {**TWO, "random": Hit(tmp_path / "hit", number)}
    path = tmp_path / "match.jsonl"
    with (
        ProcessPoolExecutor(2, SPAWN) as executor,
        pytest.raises(
            MatchInterrupted,
            match=r"of 8 deals of random and greedy were played: BrokenProcessPool.*pass the class",
        ) as caught,
    ):
        play(hit, executor=executor, out=path)
    assert len(path.read_text("utf-8").splitlines()) == 1 + caught.value.played
    assert play(hit, out=path, resume=True) == whole


class Limited(Here):
    """An executor that takes some pieces, and then raises an error or loses them."""

    made = 0

    def __init__(self, pieces: int, error: Exception) -> None:
        Limited.made += 1
        self.left, self.error = pieces, error

    def ready(self) -> None:
        if not self.left:
            raise self.error
        self.left -= 1


def test_a_broken_executor_is_replaced_while_that_brings_results(
    whole: MatchResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limited, "made", 0)
    path = tmp_path / "match.jsonl"
    assert play(executor=partial(Limited, 3, CancelledError()), out=path) == whole
    assert Limited.made == 3
    assert len(path.read_text("utf-8").splitlines()) == 1 + DEALS
    full = Limited(3, RuntimeError("cannot schedule new futures"))
    with pytest.raises(
        MatchInterrupted,
        match="3 of 8 deals of random and greedy were played: RuntimeError: cannot",
    ):
        play(executor=full, out=tmp_path / "other.jsonl")


def test_a_pool_names_a_player_that_cannot_be_sent_and_ctrl_c_cancels_its_work(
    tmp_path: Path,
) -> None:
    with ProcessPoolExecutor(1, SPAWN) as executor:
        with pytest.raises(MatchInterrupted, match=r"0 of 8 deals .* \w+Error: .*lambda"):
            play({"a": lambda view, _rng: distinct_moves(view)[0]}, executor=executor)
        with pytest.raises(KeyboardInterrupt):
            play({"a": Hit(tmp_path, None)}, executor=executor)
        with pytest.raises(RuntimeError, match="after shutdown"):
            executor.submit(int)


def test_no_pool_is_left_waiting_for_a_player_that_cannot_be_sent() -> None:
    before = {*multiprocessing.active_children()}
    with pytest.raises(MatchInterrupted, match=r"0 of 8 deals .* \w+Error: .*lambda"):
        play(
            {"a": lambda view, _rng: distinct_moves(view)[0]},
            executor=partial(ProcessPoolExecutor, 1, SPAWN),
        )
    assert {*multiprocessing.active_children()} <= before


@pytest.mark.long
@pytest.mark.parametrize(
    ("executor", "times"),
    [("nullcontext(ProcessPoolExecutor)", 1), ("ProcessPoolExecutor(2)", 3)],
    ids=["made by the match", "pressed three times"],
)
def test_ctrl_c_loses_no_finished_chunk(executor: str, times: int, tmp_path: Path) -> None:
    path, program = tmp_path / "match.jsonl", tmp_path / "program.py"
    program.write_text(
        "import signal\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from contextlib import nullcontext\n"
        "from multiprocessing import get_context\n"
        "from westeros_intrigue import greedy_player, random_player\n"
        "from westeros_intrigue.lab.matches import play_match\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"    with {executor} as executor:\n"
        "        play_match({'random': random_player, 'greedy': greedy_player}, deals=20_000,\n"
        f"            seed=1, rounds=1, chunk=5, executor=executor, out={str(path)!r})\n",
        "utf-8",
    )
    with running([sys.executable, str(program)]) as process:
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            time.sleep(0.05)
        for _ in range(times):
            press_ctrl_c(process)
            time.sleep(0.02)
        errors = ended(process, again=times > 1)
    assert "KeyboardInterrupt" in errors
    assert process.returncode == -signal.SIGINT
    kept = 5 * (path.read_bytes().count(b"\n") - 1)
    told: list[int] = []

    def stop(played: int, _of_all: int) -> None:
        told.append(played)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(TWO, deals=20_000, seed=1, rounds=1, out=path, resume=True, progress=stop)
    assert kept < told[0] <= kept + 50
