"""The people at a table by the last sign of life of each screen, and the readers of past moments.

A sign is any request, or a beat, which a page sends every few seconds. An open connection does not
count: a phone without network leaves it open for minutes.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

import attrs

from westeros_intrigue.gamekit import values

HERE, POCKET, DARK, GONE = "here", "pocket", "dark", "gone"
"""The standings of a screen: its page is in sight; it is hidden, such as on a phone in a pocket; no
sign of life comes; it was closed, or was never there."""
SECONDS_BETWEEN_BEATS: Final = 8
"""The pause between two signs of life of a program that only waits."""
SECONDS_OF_SILENCE: Final = 20
"""After this time without a sign of life, a screen is dark."""


@attrs.frozen
class Sign(values.Value):
    """The last sign of life of a screen."""

    at: float
    """The time in seconds, as the clock of `Presence` counts."""
    how: str
    """`HERE`, `POCKET` if the page is hidden, or `GONE` if it has been closed since.

    A hidden page has a line. Without one it was closed: browsers hide a page before they close it,
    and what it sends then can arrive after the end of its line.
    """


class Presence:
    """The people at their screens, the absence of others, and the readers of past moments.

    Screens are named by their secrets. Whether a person is there, and for how long not, follows
    from the last sign of the screen whenever it is asked.

    >>> now = 0
    >>> presence = Presence(lambda: now)
    >>> presence.beat("game", "ben")
    >>> presence.standing("game", "ben"), presence.seconds_away("game", "ben")
    ('here', 0)
    >>> now = 25
    >>> presence.standing("game", "ben"), presence.seconds_away("game", "ben")
    ('dark', 25)
    >>> presence.enter("game", "ben")
    True
    >>> presence.beat("game", "ben", is_hidden=True)
    >>> now = 60
    >>> presence.standing("game", "ben"), presence.seconds_away("game", "ben")
    ('pocket', 35)

    Args:
        clock: returns the time in seconds, from any beginning.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without people; who has never been seen is away from now on."""
        self._clock = clock
        self._lock = threading.RLock()
        self._unseen = Sign(clock(), GONE)
        self._signs: dict[str, dict[str, Sign]] = {}
        self._lines: dict[tuple[str, str], int] = {}
        self._shown: dict[tuple[str, str], tuple[int, bool]] = {}

    def read_clock(self) -> float:
        """Return the time in seconds, from any beginning."""
        return self._clock()

    def beat(self, game: str, who: str, *, is_hidden: bool = False) -> None:
        """Note a sign of life of a screen.

        Args:
            game: the id of the game.
            who: the secret of the screen.
            is_hidden: True if the page is hidden, and its next sign may not come.
        """
        with self._lock:
            sign = Sign(self._clock(), POCKET if is_hidden else HERE)
            self._signs.setdefault(game, {})[who] = sign

    def hear(self, game: str, who: str, *, is_quiet: bool = False) -> None:
        """Note a request of a screen.

        Args:
            game: the id of the game.
            who: the secret of the screen.
            is_quiet: True for a request that hidden pages also send: they stay hidden.
        """
        with self._lock:
            if not is_quiet or self._sign(game, who).how != POCKET:
                self.beat(game, who)

    def expect(self, game: str, who: str) -> None:
        """Let the absence of a screen that has never been seen begin now.

        >>> now = 0
        >>> presence = Presence(lambda: now)
        >>> now = 600
        >>> presence.expect("game", "chair 1")
        >>> presence.seconds_away("game", "chair 1"), presence.seconds_away("game", "other")
        (0, 600)
        """
        with self._lock:
            signs = self._signs.setdefault(game, {})
            signs.setdefault(who, Sign(self._clock(), GONE))

    def move_on(self, game: str, earlier: str) -> None:
        """Let the signs of an earlier game count for another, to which its people come along."""
        with self._lock:
            self._signs[game] = {**self._signs.get(earlier, {}), **self._signs.get(game, {})}

    def enter(self, game: str, who: str) -> bool:
        """Add a line to a screen, which is a sign of life; return True for its first."""
        with self._lock:
            self.hear(game, who, is_quiet=True)
            count = self._lines.get((game, who), 0)
            self._lines[game, who] = count + 1
            return not count

    def leave(self, game: str, who: str) -> bool:
        """Remove a line of a screen; return True for its last.

        It says how the screen is away, not since when: a line can end long after its page.
        """
        with self._lock:
            count = self._lines.get((game, who), 0)
            if count > 1:
                self._lines[game, who] = count - 1
                return False
            self._lines.pop((game, who), None)
            self._shown.pop((game, who), None)
            if self.standing(game, who) == HERE:
                sign = self._sign(game, who)
                self._signs.setdefault(game, {})[who] = attrs.evolve(sign, how=GONE)
            return True

    def standing(self, game: str, who: str) -> str:
        """Return `HERE`, `POCKET`, `DARK` or `GONE`."""
        with self._lock:
            sign = self._sign(game, who)
            is_silent = self._clock() - sign.at >= SECONDS_OF_SILENCE
            has_line = (game, who) in self._lines
        if sign.how == POCKET and not has_line:
            return GONE
        return DARK if sign.how == HERE and is_silent else sign.how

    def standings(self, game: str) -> tuple[tuple[str, str], ...]:
        """Return all screens of a game that have been seen, with their standings."""
        with self._lock:
            return tuple((who, self.standing(game, who)) for who in self._signs.get(game, ()))

    def is_there(self, game: str, who: str) -> bool:
        """Return True if a person is at this screen."""
        return self.standing(game, who) == HERE

    def seconds_away(self, game: str, who: str) -> int:
        """Return the seconds since the last sign of a screen; 0 if a person is there."""
        with self._lock:
            if self.is_there(game, who):
                return 0
            return int(self._clock() - self._sign(game, who).at)

    def nearest(self, game: str, screens: Iterable[str]) -> str:
        """Return the screen of a person, who may have several, at which they are or last were.

        >>> presence = Presence()
        >>> presence.beat("game", "phone")
        >>> presence.nearest("game", ["laptop", "phone"])
        'phone'
        """
        order = (HERE, POCKET, DARK, GONE)
        with self._lock:
            return min(
                screens,
                key=lambda who: (order.index(self.standing(game, who)), -self._sign(game, who).at),
            )

    def _sign(self, game: str, who: str) -> Sign:
        return self._signs.get(game, {}).get(who, self._unseen)

    def show(self, game: str, who: str, moment: int, *, is_held: bool) -> bool:
        """Note the moment that a screen shows; return True if that changes who is reading.

        A message that was overtaken by a later one, with a later moment, changes nothing.

        >>> presence = Presence()
        >>> presence.enter("game", "ben")
        True
        >>> presence.show("game", "ben", 60, is_held=False)
        False
        >>> presence.show("game", "ben", 57, is_held=True), presence.is_reading("game", "ben")
        (False, False)

        Args:
            game: the id of the game.
            who: the secret of the screen.
            moment: the moment.
            is_held: True if the screen stays there, although the game goes on.
        """
        with self._lock:
            latest, was_held = self._shown.get((game, who), (-1, False))
            if not self._is_reachable(game, who) or moment < latest:
                return False
            self._shown[game, who] = moment, is_held
            return was_held != is_held

    def forget_moments(self, game: str) -> None:
        """Forget what screens show, since the game has gone back to an earlier moment."""
        with self._lock:
            self._shown = {key: shown for key, shown in self._shown.items() if key[0] != game}

    def is_reading(self, game: str, who: str) -> bool:
        """Return True if a screen stays at a moment that is past."""
        with self._lock:
            is_held = self._shown.get((game, who), (0, False))[1]
            return is_held and self._is_reachable(game, who)

    def _is_reachable(self, game: str, who: str) -> bool:
        return self.standing(game, who) in {HERE, POCKET}
