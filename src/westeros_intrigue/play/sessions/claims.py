"""Newcomers who say that a seat is theirs, and the devices by which such a word is judged.

The people at the table let a newcomer in. Both screens show the same two words, so that they let in
the newcomer whom they hear or see, and nobody who asks at the same time.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, Final

import attrs

from westeros_intrigue.gamekit import values

_MOST_OF_DEVICE: Final = 3
"""The number of claims at one table from a device."""
_MOST_CLAIMS: Final = 100
_PATIENCE: Final = 30
"""The time in seconds after which a claim ends if its newcomer no longer asks."""
_WORDS = (
    """amber blue brown copper crimson golden green grey ivory lilac olive orange pink purple red
    silver teal violet white yellow""",
    """badger beaver crane deer eagle falcon fox hare heron horse lion lynx marten otter owl
    raven salmon seal stag swan tiger trout wolf""",
)
"""The first words and the second words."""


@attrs.frozen
class Device(values.Value):
    """The signs by which two screens are known to be in the same hands.

    >>> Device("key", "192.0.2.7").is_same(Device("other", "192.0.2.7"))
    True
    >>> Device("", "").is_same(Device("", ""))
    False
    """

    browser: str = ""
    """The key that a browser has drawn; empty for a program without one."""
    address: str = ""
    """The network address; empty if it is unknown."""

    def is_same(self, other: Device) -> bool:
        """Return True if both have the same browser or the same address."""
        return (bool(self.browser) and self.browser == other.browser) or (
            bool(self.address) and self.address == other.address
        )

    def may_be(self, other: Device) -> bool:
        """Return True unless both are at known addresses, and nothing of them is the same.

        >>> Device("key", "").may_be(Device("other", "192.0.2.7"))
        True
        >>> Device("key", "192.0.2.9").may_be(Device("other", "192.0.2.7"))
        False
        """
        return not (self.address and other.address) or self.is_same(other)


@attrs.frozen
class Claim(values.Value):
    """A newcomer who says that a seat is theirs."""

    number: str
    """The secret number of the claim, which only the newcomer knows."""
    game: str
    seat: int
    id: int = 0
    """The number of the claim for the people at the table."""
    words: str = ""
    """The two words that the newcomer's screen and those of the table show."""
    device: Device = Device()
    """The device of the newcomer."""
    name: str | None = None
    """The name of a newcomer who wants to sit down in a free chair; None for one who says that the
    seat is theirs."""


@attrs.frozen
class Answer(values.Value):
    """The answer to a claim."""

    secret: str
    """The secret that opens the seat; empty if the newcomer was refused."""
    reason: str = ""
    """The reason of a refusal, as a sentence for the newcomer."""


NOT_ASKED = "this question is not open any more: choose your seat again"


class Claims:
    """Newcomers who ask for their seats from another browser, until a person lets them in.

    >>> claims = Claims()
    >>> claim = claims.make("game", 1)
    >>> [each.seat for each in claims.of("game")], claims.secret(claim.number)
    ([1], None)
    >>> claims.answer(claim, "secret")
    >>> [*claims.of("game")], claims.secret(claim.number)
    ([], 'secret')

    Args:
        clock: returns the time in seconds, from any beginning.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without any."""
        self._clock = clock
        self._lock = threading.Lock()
        self._claims: dict[str, Claim] = {}
        self._asked: dict[str, float] = {}
        self._answers: dict[str, Answer] = {}
        self._agreed: dict[str, frozenset[str]] = {}
        self._made: dict[tuple[str, Device], int] = {}
        self._last = 0

    def make(
        self, game: str, seat: int, device: Device = Device(), name: str | None = None
    ) -> Claim | None:
        """Return a new claim to a seat; None if too many claims have come from the device.

        Only whoever has its number gets the answer: programs at one address look alike. A browser
        that asks again has a new claim instead of its earlier one, which ends.

        Args:
            game: the id of the game.
            seat: the seat.
            device: the device of the newcomer.
            name: the name of a newcomer who wants to sit down in a free chair.
        """
        with self._lock:
            wanted = seat, device, name
            earlier = [
                each.number
                for each in self._open(game)
                if device.browser and (each.seat, each.device, each.name) == wanted
            ]
            if not earlier:
                if self._count(game, device) >= _MOST_OF_DEVICE:
                    return None
                self._made[game, device] = self._made.get((game, device), 0) + 1
            for number in earlier:
                self._end(number)
            self._last += 1
            used = {each.words for each in self._open(game)}
            number = secrets.token_urlsafe(16)
            claim = Claim(number, game, seat, self._last, _draw_words(used), device, name)
            self._claims[number] = claim
            self._asked[number] = self._clock()
            _limit(self._made)
            if len(self._claims) > _MOST_CLAIMS:
                self._end(next(iter(self._claims)))
            return claim

    def of(self, game: str) -> Iterator[Claim]:
        """Yield the open claims of a game, the earliest first."""
        with self._lock:
            yield from self._open(game)

    def follow(self, number: str) -> Claim | None:
        """Return an open claim about which its newcomer asks again; None if it is not open."""
        with self._lock:
            claim = self._claims.get(number)
            if claim is not None:
                self._asked[number] = self._clock()
            return claim

    def agree(self, claim: Claim, who: str) -> frozenset[str]:
        """Note that a screen lets a newcomer in; return all that do.

        Args:
            claim: an open claim.
            who: the secret of the screen.
        """
        with self._lock:
            self._agreed[claim.number] = self._agreed.get(claim.number, frozenset()) | {who}
            return self._agreed[claim.number]

    def screens_that_agreed(self, claim: Claim) -> frozenset[str]:
        """Return the screens that have let a newcomer in, so far."""
        return self._agreed.get(claim.number, frozenset())

    def is_contested(self, claim: Claim) -> bool:
        """Return True if another newcomer asks for the same seat."""
        return any(
            each.seat == claim.seat and each.number != claim.number for each in self.of(claim.game)
        )

    def is_open(self, number: str) -> bool:
        """Return True if no person has answered a claim."""
        return number in self._claims

    def answer(self, claim: Claim, secret: str, reason: str = NOT_ASKED) -> None:
        """Let a newcomer have the seat, by its new secret; an empty one refuses them.

        Args:
            claim: the claim.
            secret: the secret that opens the seat; empty to refuse.
            reason: the reason of a refusal.
        """
        with self._lock:
            if self._end(claim.number):
                self._answers[claim.number] = Answer(secret, "" if secret else reason)
                _limit(self._answers)

    def secret(self, number: str) -> str | None:
        """Return the secret for a claim, empty if it is refused, None without an answer."""
        answer = self._answers.get(number)
        return None if answer is None else answer.secret

    def reason(self, number: str) -> str:
        """Return the reason why a claim that is not open has no secret."""
        answer = self._answers.get(number)
        return NOT_ASKED if answer is None else answer.reason

    def _open(self, game: str) -> list[Claim]:
        """Return the open claims of a game; those whose newcomers have gone end."""
        now = self._clock()
        for number in [each for each in self._claims if now - self._asked[each] > _PATIENCE]:
            self._end(number)
        return [each for each in self._claims.values() if each.game == game]

    def _end(self, number: str) -> bool:
        """Remove a claim; return False if it is not open."""
        self._asked.pop(number, None)
        self._agreed.pop(number, None)
        return self._claims.pop(number, None) is not None

    def _count(self, game: str, device: Device) -> int:
        return sum(
            count
            for (at, other), count in self._made.items()
            if at == game and (other == device or other.is_same(device))
        )


def _draw_words(used: Iterable[str]) -> str:
    """Return two words that no open claim has."""
    every = (" ".join(pair) for pair in product(*map(str.split, _WORDS)))
    return secrets.choice([each for each in every if each not in used])


def _limit(kept: dict[Any, Any]) -> None:
    """Remove the oldest entries, as far as there are too many."""
    while len(kept) > _MOST_CLAIMS:
        del kept[next(iter(kept))]
