"""The listeners of games, who learn at once that something has happened."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeAlias

_MOST_LISTENERS = 16
"""The most with one secret; a browser that comes back leaves the line that it had for a while."""

SEATS = "seats"
"""The news that somebody has come or gone, or that another one sits in a seat."""
News: TypeAlias = "SimpleQueue[str]"
"""The changes of a game: a moment that it has come to, or `seats`."""


class Listeners:
    """The listeners of all games.

    >>> listeners = Listeners()
    >>> with listeners.listening("game", "secret") as news:
    ...     listeners.tell("game", "5")
    ...     (
    ...         news.get(),
    ...         news.get(),
    ...         listeners.is_there("game", "secret"),
    ...         listeners.is_there("game", "x"),
    ...     )
    ('seats', '5', True, False)
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._lock = threading.Lock()
        self._lines: dict[str, list[tuple[str, News]]] = {}

    @contextmanager
    def listening(self, game: str, who: str) -> Iterator[News | None]:
        """Yield the news of a game from now on; None if too many with this secret listen.

        Args:
            game: the game.
            who: the secret of the chair that listens; empty for the one who serves the page.
        """
        line: tuple[str, News] = (who, SimpleQueue())
        with self._lock:
            lines = self._lines.setdefault(game, [])
            is_full = sum(other == who for other, _ in lines) >= _MOST_LISTENERS
            if not is_full:
                lines.append(line)
        self._tell_of(game, who)
        try:
            yield None if is_full else line[1]
        finally:
            with self._lock:
                lines = self._lines.get(game, [])
                lines[:] = [each for each in lines if each[1] is not line[1]]
                if not lines:
                    self._lines.pop(game, None)
            self._tell_of(game, who)

    def tell(self, game: str, news: str) -> None:
        """Tell everybody who listens to a game."""
        with self._lock:
            for _, line in self._lines.get(game, ()):
                line.put(news)

    def is_there(self, game: str, who: str) -> bool:
        """Return whether anybody listens with this secret."""
        with self._lock:
            return bool(who) and any(other == who for other, _ in self._lines.get(game, ()))

    def _tell_of(self, game: str, who: str) -> None:
        if who:
            self.tell(game, SEATS)
