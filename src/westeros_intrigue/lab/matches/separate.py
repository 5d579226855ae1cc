"""Players in processes of their own, which know only the documents of their views.

A bot in the process of a match can read everything in its memory, all hands included. A
`SeparatePlayer` sends each view as JSON to another process and reads the move. That process runs a
function of Python, or any program in any language that answers lines in the same way.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import contextlib
import json
import queue
import random
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from pkgutil import resolve_name
from typing import IO, Any, Self, TextIO

from westeros_intrigue import KEY
from westeros_intrigue.gamekit.asking import seat_player
from westeros_intrigue.gamekit.chance import RandomSource, source_for
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.limits import tuple_of
from westeros_intrigue.gamekit.values import check_integer, check_one_of, short_repr

LONGEST_ANSWER = 10_000
"""The maximum number of characters of an answer."""
MOST_SECONDS = 24 * 3600


class SeparateFailed(WesterosIntrigueError, RuntimeError):
    """The process of a player ended, answered too late, or answered with something else.

    >>> issubclass(SeparateFailed, RuntimeError)
    True
    """


class SeparatePlayer:
    """A player in a process of its own, for bots that you do not trust.

    The process gets a line of JSON for each decision: `{"seed": 5, "view": {…}}`, with the document
    of its view and a seed for its random numbers. It answers with a line: `{"move": "S4@a0"}`. It
    knows nothing else, and each game and each seat has a new process. Its seed tells nothing about
    the cards. But any program that knows one hand can try small seeds of a game until that hand is
    dealt: leave the seed of a match out, and take a secret one elsewhere.

    The process has the rights of its user, so it could still attack this one. Let the command start
    it as another user, or in a container: `("podman", "run", "--rm", "--interactive", …)`.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> command = (*SeparatePlayer.PYTHON, "westeros_intrigue:greedy_player", "westeros-intrigue")
    >>> player = SeparatePlayer(command)
    >>> str(player(observe(setup(2, seed=1), 0), random.Random(1)))
    'L8@a0'
    >>> player.close()

    Args:
        command: the program and its arguments.
        game: the key of the game.
        seconds: the time that a move may take, 1 to 86 400 seconds.

    Raises:
        InvalidValue: the command is empty, the game is unknown, or the time is out of range.
    """

    PYTHON: tuple[str, ...] = (
        sys.executable,
        "-c",
        "from westeros_intrigue.lab.matches import separate; separate.main()",
    )
    """The beginning of a command that runs a function of Python, by its name and the game."""

    def __init__(self, command: Sequence[str], game: str = KEY, seconds: int = 60) -> None:
        """Start nothing yet: the process begins with the first view."""
        self.command: tuple[str, ...] = tuple_of("command", str, command)
        if not self.command:
            raise InvalidValue("the command needs at least the name of a program")
        check_one_of("game", game, GAMES)
        self.game: str = game
        self.seconds: int = check_integer("seconds", seconds, 1, MOST_SECONDS)
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()

    def __repr__(self) -> str:
        return f"SeparatePlayer({self.command!r}, {self.game!r}, {self.seconds})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeparatePlayer) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[str, ...], str, int]]:
        """Return the arguments: a copy has a process of its own."""
        return type(self), (self.command, self.game, self.seconds)

    def __call__(self, view: Any, rng: RandomSource) -> Any:  # noqa: ANN401 - of any game
        """Return the move that the process answers; ask it with a seed drawn from `rng`.

        Raises:
            SeparateFailed: it ended, took too long, or answered with something else.
            NotationError: it answered with a text that is not a move.
        """
        game = GAMES[self.game]
        process = self._process or self._start()
        asked = {"seed": _seed_from(rng), "view": game.DOCUMENTS.to_data(view)}
        with contextlib.suppress(BrokenPipeError):  # it has ended, which is found below
            assert process.stdin is not None  # noqa: S101 - for the type checker
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
        try:
            line = self._answers.get(timeout=self.seconds)
        except queue.Empty:
            self.close()
            raise SeparateFailed(f"no move within {self.seconds} seconds") from None
        if not line:
            self.close()
            raise SeparateFailed(f"the process of {short_repr(self.command)} has ended")
        return game.parse_move(_move_in(line))

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._ending()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603 - the command of the caller
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._process, self._answers = process, queue.SimpleQueue()
        # The process ends with the player, which is forgotten after a game.
        self._ending = weakref.finalize(self, _end, process)
        threading.Thread(target=_listen, args=(process.stdout, self._answers), daemon=True).start()
        return process


def _seed_from(rng: RandomSource) -> int:
    """Return a seed that does not show the numbers of the source.

    The source may have more numbers for others, as where all players share one.
    """
    drawn = " ".join(rng.random().hex() for _ in range(3))
    return source_for(drawn, "a player in a process of its own").getrandbits(53)


def _listen(answers: IO[str], lines: queue.SimpleQueue[str]) -> None:
    """Pass on the answers of a process, each cut at a length; an empty one at its end."""
    with contextlib.suppress(ValueError, OSError):  # closed, or not UTF-8
        while line := answers.readline(LONGEST_ANSWER):
            lines.put(line)
    lines.put("")


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
    process.wait()


def _move_in(line: str) -> str:
    """Return the move in an answer, as a text."""
    try:
        move = json.loads(line)["move"]
    except (ValueError, TypeError, KeyError, RecursionError):
        move = None
    if not isinstance(move, str):
        raise SeparateFailed(f'expected a line such as {{"move": "S4@a0"}}, not {short_repr(line)}')
    return move


def answer(player: Callable[..., Any], game: str, asked: TextIO, answers: TextIO) -> None:
    r"""Answer views with the moves of a player, line by line, to the end of the input.

    >>> import io
    >>> from westeros_intrigue import greedy_player, observe, setup
    >>> view = GAMES[KEY].DOCUMENTS.to_data(observe(setup(2, seed=1), 0))
    >>> answers = io.StringIO()
    >>> answer(greedy_player, KEY, io.StringIO(json.dumps({"seed": 1, "view": view})), answers)
    >>> answers.getvalue()
    '{"move": "L9@a0"}\n'

    Args:
        player: the player.
        game: the key of the game.
        asked: the views.
        answers: the file for the moves.
    """
    played = GAMES[game]
    seated = seat_player(player, played)
    of_views = type(played.observe(played.new_game(None, {}, seed=0), 0))
    for line in asked:
        data = json.loads(line)
        view = played.DOCUMENTS.from_data(of_views, data["view"])
        move = seated(view, random.Random(data["seed"]))  # noqa: S311 - a game, no secret
        answers.write(json.dumps({"move": str(move)}) + "\n")
        answers.flush()


def main() -> None:
    """Answer with the function and for the game that the command line names."""
    _, name, game = sys.argv
    answers = sys.stdout
    sys.stdout = sys.stderr  # a bot may print
    answer(resolve_name(name), game, sys.stdin, answers)
