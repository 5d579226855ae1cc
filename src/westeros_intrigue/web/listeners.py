"""The listeners of games, who learn at once that something has happened."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeAlias

import attrs

from westeros_intrigue.base.values import Value

_MOST_LISTENERS = 16
"""The most with one secret; a browser that comes back leaves the line that it had for a while."""

HOST = "host"
"""The stand-in for a secret where the person who serves the page listens."""
SEATS = "seats"
"""The news that somebody has come or gone, or that another one sits in a seat."""
News: TypeAlias = "SimpleQueue[tuple[str, str]]"
"""Changes of games: the name of a line, and a moment that its game has come to, or `seats`."""


@attrs.frozen
class Line(Value):
    """The news that a screen listens to."""

    name: str
    """The name that the browser gave it."""
    game: str
    who: str
    """The secret of the chair that listens, or `HOST`."""


class Listeners:
    """The listeners of all games.

    >>> listeners, news = Listeners(), SimpleQueue()
    >>> with listeners.listening(Line("mine", "game", "secret"), news):
    ...     listeners.tell("game", "5")
    ...     (
    ...         news.get(),
    ...         news.get(),
    ...         listeners.is_there("game", "secret"),
    ...         listeners.is_there("game", "x"),
    ...     )
    (('mine', 'seats'), ('mine', '5'), True, False)
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._lock = threading.Lock()
        self._lines: dict[str, list[tuple[Line, News]]] = {}

    @contextmanager
    def listening(self, line: Line, news: News) -> Iterator[bool]:
        """Put what changes from now on into a queue; yield False if too many listen already."""
        heard = (line, news)
        with self._lock:
            lines = self._lines.setdefault(line.game, [])
            same = sum(other.who == line.who for other, _ in lines)
            if is_heard := same < _MOST_LISTENERS:
                lines.append(heard)
        if not same:
            self.tell(line.game, SEATS)
        try:
            yield is_heard
        finally:
            with self._lock:
                lines = self._lines.get(line.game, [])
                lines[:] = [each for each in lines if each is not heard]
                if not lines:
                    self._lines.pop(line.game, None)
            if not self.is_there(line.game, line.who):
                self.tell(line.game, SEATS)

    def tell(self, game: str, text: str) -> None:
        """Tell everybody who listens to a game."""
        with self._lock:
            for line, news in self._lines.get(game, ()):
                news.put((line.name, text))

    def is_there(self, game: str, who: str) -> bool:
        """Return whether anybody listens with this secret."""
        with self._lock:
            return any(line.who == who for line, _ in self._lines.get(game, ()))
