"""Cases of any kind of input: how one ends, and what a refusal must say."""

from __future__ import annotations

import enum
import random
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, islice
from typing import Any

import attrs

from westeros_intrigue import DecodingError, NotationError, WesterosIntrigueError

SECONDS, SECONDS_OF_CHECKS = 2, 20
"""The maximum processor time for reading a case, and for checking its value: of a view, each of the
hundreds of views that led to it, which takes two seconds on a slow machine."""
LONGEST_MESSAGE = 20_000
BATCH = 150
"""The number of cases of a kind that use the same games."""
SHOWN = 2000
"""The number of characters of a failed case that are printed."""
Chance = random.Random


class Outcome(enum.Enum):
    """What became of a case."""

    ACCEPTED = "accepted"
    REFUSED_BY_RULE = "refused by a rule"
    REFUSED_FOR_FORM = "refused for its form"


class Broken(AssertionError):
    """The library broke a promise."""


def require(condition: object, promise: str) -> None:
    """Raise Broken unless the promise is kept."""
    if not condition:
        raise Broken(promise)


@attrs.frozen
class Kind:
    """A kind of input: where it comes from, how it is read, and what its value promises."""

    name: str
    damage: Callable[[int, int, Chance], Any]
    """Returns the input of a case from the seed, the number of the batch, and chance."""
    read: Callable[[Any], Any]
    refusals: tuple[type[WesterosIntrigueError], ...]
    """The documented errors."""
    check: Callable[[Any, Any, Chance], None] = lambda _damaged, _value, _chance: None
    """Checks the value of an accepted input."""


@attrs.frozen
class Failure:
    """A case in which a promise was broken."""

    kind: str
    seed: int
    number: int
    damaged: object
    error: str

    def __str__(self) -> str:
        shown = self.damaged if isinstance(self.damaged, str) else repr(self.damaged)
        return (
            f"{self.error}\n{shown[:SHOWN]}\n"
            f"python scripts/fuzz --kinds {self.kind} --seed {self.seed} "
            f"--first {self.number} --cases 1"
        )


def run_case(kind: Kind, seed: int, number: int) -> Outcome | Failure:
    """Run one case of a kind."""
    chance = Chance(f"{seed} {kind.name} {number}")
    damaged: object = None
    try:
        damaged = kind.damage(seed, number // BATCH, chance)
        begun = time.process_time()
        try:
            value = kind.read(damaged)
        except kind.refusals as error:
            check_refusal(error)
            return Outcome.REFUSED_BY_RULE if is_by_rule(error) else Outcome.REFUSED_FOR_FORM
        finally:
            require(time.process_time() - begun < SECONDS, "reading takes too long")
        begun = time.process_time()
        kind.check(damaged, value, chance)
        spent = time.process_time() - begun
        require(spent < SECONDS_OF_CHECKS, "the checks of the value take too long")
    except Exception:  # noqa: BLE001 - whatever is not documented
        return Failure(kind.name, seed, number, damaged, traceback.format_exc())
    return Outcome.ACCEPTED


def check_refusal(error: WesterosIntrigueError) -> None:
    """Check that an error has a short message, and a place."""
    require(0 < len(str(error)) < LONGEST_MESSAGE, "a message is empty or too long")
    if isinstance(error, DecodingError):
        paths = [path for path, _ in error.faults]
        require(paths and all(not path or path[0] == "/" for path in paths), "a path is missing")
    if isinstance(error, NotationError):
        require(error.line >= 1 and error.column >= 1, "the line or the column is missing")


_FORM = re.compile(
    "invalid JSON|the text |the key |unknown key |omit it|the checksum|the elements must ascend|"
    "expected (an? |one of |true or|null)|.* is not an? "
)
"""The beginnings of faults that codecs find before any rule of a game is asked."""


def is_by_rule(error: WesterosIntrigueError) -> bool:
    """Return True if a rule of the game refuses the input, whose form is right."""
    if isinstance(error, DecodingError):
        return not all(_FORM.match(reason) for _, reason in error.faults)
    if isinstance(error, NotationError):
        return error.expected.startswith(("a position that", "a card that is not in"))
    return True


def run(
    chosen: Sequence[Kind],
    *,
    seed: int = 0,
    first: int = 0,
    cases: int | None = None,
    seconds: float | None = None,
    report: Callable[[str], object] = print,
) -> tuple[dict[str, Counter[Outcome]], list[Failure]]:
    """Run cases of the kinds in turn; return the numbers of outcomes by kind, and the failures.

    Ctrl-C ends the run early.

    Args:
        chosen: the kinds.
        seed: the seed of all cases.
        first: the number of the first case of each kind.
        cases: the number of cases in all; None for no end.
        seconds: the time after which no further case begins; None for no end.
        report: called with each failure as text.
    """
    outcomes = {kind.name: Counter[Outcome]() for kind in chosen}
    failures: list[Failure] = []
    end = None if seconds is None else time.monotonic() + seconds
    numbered = ((number, kind) for number in count(first) for kind in chosen)
    with suppress(KeyboardInterrupt):
        for number, kind in islice(numbered, cases):
            if end is not None and time.monotonic() > end:
                break
            outcome = run_case(kind, seed, number)
            if isinstance(outcome, Failure):
                failures.append(outcome)
                report(str(outcome))
            else:
                outcomes[kind.name][outcome] += 1
    return outcomes, failures


def describe(outcomes: Mapping[str, Counter[Outcome]]) -> Iterator[str]:
    """Yield a line for each kind: the cases, and the share of each outcome."""
    for name, counted in outcomes.items():
        total = counted.total()
        shares = (f"{counted[outcome] / max(total, 1):6.1%} {outcome.value}" for outcome in Outcome)
        yield f"{name:32}{total:8} cases: {', '.join(shares)}"
