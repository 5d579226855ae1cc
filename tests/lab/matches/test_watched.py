"""Players that hold a match up or bring its process down lose their games, and nobody else does."""

from __future__ import annotations

import copyreg
import gc
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.cases import each

from westeros_intrigue import (
    STANDARD,
    Move,
    Player,
    RandomSource,
    View,
    greedy_player,
    random_player,
)
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.matches import (
    EntrantFailed,
    Match,
    MatchInterrupted,
    MatchResult,
    Tally,
    play_match,
    watched,
)
from westeros_intrigue.lab.matches.match import MoveTooLong, play_deal
from westeros_intrigue.lab.matches.watched import ProcessEnded, play_watched

SPAWN = multiprocessing.get_context("spawn")  # other threads of the tests rule out a fork
pytestmark = pytest.mark.skipif(not watched.can_watch(), reason="needs a system with forks")


def tally_of(result: MatchResult, name: str) -> Tally:
    return {standing.name: standing.tally for standing in result.standings}[name]


def is_moment(view: View) -> bool:
    """Return True at the third placement or later of the second seat."""
    return view.viewer == 1 and len(view.placements) > 4


def retrying(view: View, rng: RandomSource) -> Move:
    """Catch whatever happens, as a bot that tries a network again."""
    while is_moment(view):
        with suppress(BaseException):
            time.sleep(600)
    return random_player(view, rng)


def calculating(view: View, rng: RandomSource) -> Move:
    """Call C that does not return."""
    if is_moment(view):
        sum(range(10**15))
    return random_player(view, rng)


def deaf(view: View, rng: RandomSource) -> Move:
    """Ignore the alarm."""
    if is_moment(view):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(600)
    return random_player(view, rng)


def convertible(view: View, rng: RandomSource) -> Move:
    """Raise another error, which is still a move that took too long."""
    try:
        while is_moment(view):
            pass
    except BaseException as error:
        raise KeyError("S4") from error
    return random_player(view, rng)


def killed(view: View, rng: RandomSource) -> Move:
    if is_moment(view):
        os.kill(os.getpid(), signal.SIGKILL)
    return random_player(view, rng)


def crashing(view: View, rng: RandomSource) -> Move:
    if is_moment(view):
        os.kill(os.getpid(), signal.SIGSEGV)
    return random_player(view, rng)


def quitting(view: View, rng: RandomSource) -> Move:
    if is_moment(view):
        os._exit(0)
    return random_player(view, rng)


def play(player: Player, **more: Any) -> MatchResult:
    entrants = {"good": greedy_player, "bad": player}
    return play_match(entrants, **{"deals": 1, "seed": 1, "rounds": 1, "forfeits": True, **more})


@pytest.mark.parametrize(
    "player",
    [
        retrying,
        pytest.param(calculating, marks=pytest.mark.long),
        pytest.param(deaf, marks=pytest.mark.long),
    ],
)
def test_no_player_can_switch_its_limit_off(
    player: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "GRACE", 0.1)
    path = tmp_path / "match.jsonl"
    result = play(player, move_seconds=1, out=path)
    assert tally_of(result, "bad").lost_on_time == tally_of(result, "bad").forfeits == 1
    assert tally_of(result, "good").forfeits == 0
    written = path.read_text("utf-8")
    assert "the match allows 1 second a move, and the player went on when it was" in written
    assert f"in {player.__name__}" in written


@pytest.mark.long
@each({"retrying": retrying, "killed": killed})
def test_a_worker_that_a_player_holds_up_or_brings_down_costs_only_that_game(
    player: Player,
) -> None:
    limit = None if player is killed else 1
    executor = partial(ProcessPoolExecutor, 1, SPAWN)
    result = play(player, move_seconds=limit, executor=executor)
    bad = tally_of(result, "bad")
    assert (bad.forfeits, bad.lost_on_time) == (1, limit or 0)
    assert tally_of(result, "good").games == 2


def test_a_move_that_takes_too_long_is_one_whatever_the_player_makes_of_it() -> None:
    with pytest.raises(EntrantFailed, match="the match allows 1 second a move") as caught:
        play(convertible, move_seconds=1, forfeits=False)
    assert caught.value.forfeit.on_time
    assert isinstance(caught.value.__cause__, MoveTooLong)


def match_of(**more: Any) -> Match:
    usual: dict[str, Any] = {
        "names": ("good", "bad"), "players": 2, "deals": 2, "seed": 1,
        "variant": STANDARD.with_rounds(2),
    }  # fmt: skip
    return Match(**usual, **more)


@each({"killed": (killed, "SIGKILL"), "crashing": (crashing, "SIGSEGV")})
def test_who_ends_the_process_loses_the_game_and_is_named(player: Player, how: str) -> None:
    entrants = random_player, player
    first, second = play_watched(match_of(forfeits=True), entrants, range(2))
    assert (first.deal, second.deal) == (0, 1)
    for played, game in zip((first, second), (first.games[0], second.games[0]), strict=True):
        assert game.seating == (0, 1)
        forfeit = game.forfeit
        assert forfeit is not None
        assert (forfeit.seat, forfeit.round_number, forfeit.on_time) == (1, 1, False)
        assert forfeit.placement in {6, 7}
        assert f"the process was ended by {how}" in forfeit.report
        assert game.ranking == ((0,), (1,))
        # In the other seat, the player does not fail, and the game goes on as without the failure.
        without = play_deal(match_of(forfeits=True), (random_player, random_player), played.deal)
        assert played.games[1] == without.games[1]
    with pytest.raises(EntrantFailed, match=r"bad failed at deal 0, in seat 1 .*, placement [67]:"):
        play_watched(match_of(), entrants, range(1))


def test_a_process_that_ends_quietly_ends_the_game_too() -> None:
    (played,) = play_watched(match_of(forfeits=True), (random_player, quitting), range(1))
    assert played.games[0].forfeit is not None
    assert "the process ended with the exit code 0" in played.games[0].forfeit.report


def test_an_error_as_the_only_forfeit_does_not_cover_the_end_of_a_process() -> None:
    terms = match_of(forfeits=True, forfeit_on="builtins:KeyError")
    with pytest.raises(EntrantFailed) as caught:
        play_watched(terms, (random_player, killed), range(1))
    assert isinstance(caught.value.__cause__, ProcessEnded)


class Once:
    """A player whose process ends once, by somebody else: without a fault of its own."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __call__(self, view: View, rng: RandomSource) -> Move:
        if is_moment(view) and not self.file.exists():
            self.file.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return random_player(view, rng)


def test_one_end_of_a_process_is_nobodys_fault(tmp_path: Path) -> None:
    entrants = greedy_player, Once(tmp_path / "ended")
    played = play_watched(match_of(forfeits=True), entrants, range(2))
    assert (tmp_path / "ended").exists()
    assert played == tuple(
        play_deal(match_of(forfeits=True), (greedy_player, random_player), deal) for deal in (0, 1)
    )


class Reporting:
    """A player with a memory and a report."""

    def __init__(self) -> None:
        self.moves = 0

    def __call__(self, view: View, rng: RandomSource) -> Move:
        self.moves += 1
        return random_player(view, rng)

    def report(self) -> str:
        return f"{self.moves} moves"


class Uncopied(Reporting):
    """A player that ends the process when it is copied."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> Uncopied:
        os._exit(4)


class Unread(Reporting):
    """A player that ends the process when its report is read."""

    def report(self) -> str:
        os._exit(5)


def test_reports_are_read_where_the_game_is_played() -> None:
    entrants = greedy_player, Reporting()
    expected = play_deal(match_of(), entrants, 0)
    assert play_watched(match_of(), entrants, range(1)) == (expected,)
    assert expected.games[0].reports[1].endswith(" moves")


@each({"copied": Uncopied, "asked for a report": Unread})
def test_who_ends_the_process_when_it_is(bad: Callable[[], Reporting]) -> None:
    (played,) = play_watched(match_of(forfeits=True), (greedy_player, bad()), range(1))
    for game in played.games:
        assert game.forfeit is not None
        assert game.seating[game.forfeit.seat] == 1
        assert (game.forfeit.round_number, game.forfeit.placement) == (1, 1)


def test_games_of_their_own_players_are_the_same_in_a_fork() -> None:
    terms = Match(("simple", "bad"), 2, 2, 1, None, (), forfeits=True, game="monopoly")

    def bad(view: monopoly.View, rng: RandomSource) -> monopoly.Move:
        if view.turn_number > 4:
            os.kill(os.getpid(), signal.SIGKILL)
        return monopoly.random_player(view, rng)

    def good(view: monopoly.View, rng: RandomSource) -> monopoly.Move:
        return monopoly.random_player(view, rng)

    simple: tuple[Any, ...] = (monopoly.simple_player, good)
    assert play_watched(terms, simple, range(2)) == tuple(
        play_deal(terms, simple, deal) for deal in range(2)
    )
    for played in play_watched(terms, (monopoly.simple_player, bad), range(1)):
        for game in played.games:
            assert game.forfeit is not None
            assert game.seating[game.forfeit.seat] == 1
            assert game.forfeit.placement > 4


class Unpickled(Exception):
    """An error that cannot be sent."""

    def __init__(self) -> None:
        super().__init__("it broke")
        self.what = lambda: None


def restored(args: tuple[Any, ...], cause: BaseException | None) -> EntrantFailed:
    error = EntrantFailed(*args)
    error.__cause__ = cause
    return error


def reduce_with_cause(error: EntrantFailed) -> tuple[Any, ...]:
    """Pickle an error with its cause, as Dask does with all errors once it is imported."""
    return restored, (error.args, error.__cause__)


@pytest.mark.parametrize("takes_cause", [False, True])
def test_an_error_in_the_fork_is_raised_with_its_cause(
    *, takes_cause: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if takes_cause:
        monkeypatch.setitem(copyreg.dispatch_table, EntrantFailed, reduce_with_cause)

    def raises(error: BaseException) -> Player:
        def choose(_view: View, _rng: RandomSource) -> Move:
            raise error

        return choose

    with pytest.raises(EntrantFailed, match="it broke") as caught:
        play_watched(match_of(), (random_player, raises(Unpickled())), range(1))
    assert repr(caught.value.__cause__) == "RuntimeError('Unpickled: it broke')"
    with pytest.raises(KeyboardInterrupt):
        play_watched(match_of(), (random_player, raises(KeyboardInterrupt())), range(1))


class Broken(Executor):
    """An executor of which the first breaks, and the others play in this process."""

    made = 0

    def __init__(self) -> None:
        Broken.made += 1
        self.is_broken = Broken.made == 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.is_broken:
            future.set_exception(BrokenExecutor("a worker ended"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_match_whose_workers_die_finds_who_ends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "made", 0)
    result = play(killed, deals=3, chunk=1, executor=Broken)
    assert tally_of(result, "bad").forfeits == 3
    assert tally_of(result, "good").games_won >= Fraction(3)
    monkeypatch.setattr(Broken, "made", 0)
    with pytest.raises(EntrantFailed, match="bad failed at deal 0"):
        play(killed, chunk=1, executor=Broken, forfeits=False)
    monkeypatch.setattr(Broken, "made", 0)
    with pytest.raises(MatchInterrupted, match=r"0 of 1 deals of good and bad .*pass the class"):
        play(killed, executor=Broken())


def test_without_forks_workers_are_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "made", 0)
    monkeypatch.setattr("westeros_intrigue.lab.matches.many_games.can_watch", lambda: False)
    assert play(random_player, executor=Broken) == play(random_player)


class Garbage:
    """What no name leads to, and nobody has collected yet."""

    def __init__(self, file: Path) -> None:
        self.file, self.itself = file, self

    def __del__(self) -> None:
        """Note the process that collects it."""
        self.file.write_text(f"{os.getpid()}")


def collecting(view: View, rng: RandomSource) -> Move:
    """Collect garbage, as Python does after so many objects."""
    gc.collect()
    return random_player(view, rng)


def test_a_fork_collects_no_garbage_of_the_process_that_was_forked(tmp_path: Path) -> None:
    """An executor that is garbage takes a lock then, which another thread held at the fork."""
    file = tmp_path / "process"
    gc.collect()
    gc.disable()
    try:
        Garbage(file)
        play_watched(match_of(), (collecting, collecting), range(1))
        assert not file.exists()
    finally:
        gc.enable()
    gc.collect()
    assert file.read_text() == f"{os.getpid()}"
