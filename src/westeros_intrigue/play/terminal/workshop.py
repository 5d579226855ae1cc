"""A game as its author writes it: `play --game pig.py --watch`.

The author makes the moves of all seats, and sees the state with each seat's view. When the file
changes, it is loaded again, and the moves so far are made in the new game.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from westeros_intrigue.gamekit import chance
from westeros_intrigue.gamekit.authoring.game_files import load_game
from westeros_intrigue.gamekit.authoring.position import words_of
from westeros_intrigue.gamekit.english import as_sentence, count_things
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.options import TableOptions
from westeros_intrigue.play.terminal.output import Output

_PROMPT = "A move or its number; random, undo, new, check, or quit: "
_LOOKS_A_SECOND = 4
_MOST_MOVES = 40


class Workshop:
    """A game in a file, the moves made in it, and the file's last faults."""

    def __init__(
        self,
        terminal: Output,
        path: Path,
        players: int | None,
        options: TableOptions,
        seed: int,
    ) -> None:
        """Load the file; faults are shown, not raised."""
        self._terminal, self._path = terminal, path
        self._players, self._options, self._seed = players, dict(options), seed
        self._game: Any = None
        self._states: list[Any] = []
        self._moves: list[tuple[int, str]] = []
        self._news: list[str] = []
        self._lock = threading.Lock()
        self._changed = self._stamp()
        self._reload()

    def run(self) -> None:
        """Show the game and make moves until the author quits."""
        is_done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=[is_done], daemon=True)
        watcher.start()
        try:
            while True:
                with self._lock:
                    self._show()
                typed = self._terminal.read_line(_PROMPT)
                with self._lock:
                    self._reload_if_changed()
                    self._answer(typed)
        finally:
            is_done.set()
            watcher.join()

    def _watch(self, is_done: threading.Event) -> None:
        """Show the game again when the file changes, while the author thinks."""
        while not is_done.wait(1 / _LOOKS_A_SECOND):
            with self._lock:
                if self._reload_if_changed():
                    self._show()
                    self._terminal.show(_PROMPT)
                    self._terminal.flush()

    def _stamp(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (0, 0)
        return (found.st_mtime_ns, found.st_size)

    def _reload_if_changed(self) -> bool:
        stamp = self._stamp()
        if stamp in {self._changed, (0, 0)}:
            return False
        self._changed = stamp
        self._news.append(f"{self._path} has changed.")
        self._reload()
        return True

    def _reload(self) -> None:
        """Load the file, and make the moves so far in the new game, as far as they are legal."""
        began = time.perf_counter()
        try:
            game: Any = load_game(self._path)
            states = [game.new_game(self._players, self._options, seed=self._seed)]
        except Exception as error:  # noqa: BLE001 - the author's code raises anything
            self._news.append(f"{error}")  # it begins with the name of the file
            return
        made: list[tuple[int, str]] = []
        for seat, text in self._moves:
            try:
                states.append(game.apply(states[-1], game.parse_move(text), player=seat))
            except Exception as error:  # noqa: BLE001 - as above
                self._news.append(
                    as_sentence(f"after {count_things(len(made), 'move')}, {text} fails: {error}")
                )
                break
            made.append((seat, text))
        self._game, self._states, self._moves = game, states, made
        self._news.append(f"{game.NAME} is loaded, in {time.perf_counter() - began:.2f} s.")

    def _answer(self, typed: str) -> None:
        """Do what the author has typed; an error of the game is news."""
        words = {"undo": self._undo, "new": self._begin, "check": self._check}
        try:
            if typed in words:
                words[typed]()
            elif self._game is None:
                self._news.append("The file has a fault: mend it first.")
            elif typed:
                self._make(typed)
        except Exception as error:  # noqa: BLE001 - as above
            refusal = isinstance(error, WesterosIntrigueError)
            self._news.append(as_sentence(error if refusal else f"{type(error).__name__}: {error}"))

    def _undo(self) -> None:
        if self._moves:
            self._states, self._moves = self._states[:-1], self._moves[:-1]

    def _begin(self) -> None:
        self._seed, self._moves = self._seed + 1, []
        self._reload()

    def _check(self) -> None:
        from westeros_intrigue.testing import CheckFailed, check_game  # noqa: PLC0415 - slow to import

        try:
            self._news.append(f"No fault is found. Who sees what:\n{check_game(self._game)}")
        except CheckFailed as failed:
            self._news.append(str(failed))

    def _make(self, typed: str) -> None:
        game, state = self._game, self._states[-1]
        if not game.deciders(state):
            raise InvalidValue("the game is over: undo, or new for another one")
        seat = state.active_player
        moves = game.legal_moves(game.observe(state, seat))
        if typed == "random":
            move = chance.choose(moves, chance.SplitMix(self._seed, len(self._moves)))
        elif typed.isdecimal() and typed not in set(map(str, moves)):
            number = int(typed)
            if not 1 <= number <= len(moves):
                raise InvalidValue(f"choose a number from 1 to {len(moves)}, not {number}")
            move = moves[number - 1]
        else:
            move = game.parse_move(typed)
        before = len(state.log)
        state = game.apply(state, move, player=seat)
        self._states.append(state)
        self._moves.append((seat, str(move)))
        self._news += [as_sentence(words_of(event)) for event in state.log[before:]]

    def _show(self) -> None:
        """Show the news, the state, what each view shows instead, and the moves."""
        terminal, news = self._terminal, self._news
        self._news = []
        if self._game is not None and self._states:
            try:
                for line in self._page():
                    terminal.show(line)
            except Exception as error:  # noqa: BLE001 - as above
                news.append(as_sentence(f"{type(error).__name__}: {error}"))
        for line in news:
            terminal.show(line)

    def _page(self) -> Iterator[str]:
        game, state = self._game, self._states[-1]
        made = count_things(len(self._moves), "move")
        yield f"-- {game.NAME}, seed {self._seed}, after {made} --"
        whole = game.draw_text(state).splitlines()
        yield "The state:"
        yield from (f"  {line}" for line in whole)
        for seat in (*range(state.players), None):
            who = "A spectator" if seat is None else f"Player {seat}"
            seen = game.draw_text(game.observe(state, seat)).splitlines()
            yield from _difference(who, whole, seen)
        if not game.deciders(state):
            yield f"The game is over: {game.final_winner(state).ranking}"
            return
        seat = state.active_player
        view = game.observe(state, seat)
        yield as_sentence(game.question(view))
        moves = game.legal_moves(view)
        for number, move in enumerate(moves[:_MOST_MOVES], 1):
            words, text = game.move_in_words(view, move), str(move)
            yield f"  {number} {words}" if words == text else f"  {number} {words} ({text})"
        if len(moves) > _MOST_MOVES:
            yield f"  … {len(moves)} moves in all"


def _difference(who: str, whole: Sequence[str], seen: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a view that the state does not have."""
    other = [line for line in seen if line not in whole]
    if not other and len(seen) == len(whole):
        yield f"{who} sees all of it."
        return
    yield f"{who} sees:"
    yield from (f"  {line}" for line in other)
