"""Compare the messages of today with those of a commit, and list what they no longer say.

    python scripts/messages.py COMMIT

The messages are in tests/samples/messages.txt. An earlier message is paired with one of today that
stands under the same heading and is most like it, in the order of the file, or else with the one
most like it in the whole file. The pair is listed if the earlier one says a fact that the other
does not: a quoted value, a number, a line or column, a place in a document, a card or slot, an
argument, a rule, what must be otherwise, or a name that begins with a capital letter.

A message of scripts/messages.toml may say less, for a reason that stands there. The program fails
if anything else is listed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import attrs

ROOT = Path(__file__).parents[1]
MESSAGES = "tests/samples/messages.txt"
ALIKE = 0.4
"""The least likeness of the words of two messages, from 0 to 1, that makes them a pair."""

WORD = re.compile(
    r"""
    (?P<fact>
        (?<!\w)'(?:[^'\\]|\\.)*'(?!\w)  # a quoted value
      | (?:line|column)\ \d+            # a place in a text
      | (?<!\w)/\w[\w/~.-]*             # a place in a document
      | \w+_\w+=? | \w+(?==)            # an argument
      | (?:(?<=[:;]\ )|\A)(?!there)\w+(?=\ (?:must\ be|needs?)\b)  # what is wrong
      | [a-z]+(?:\.[a-z-]+)+            # a rule
      | [a-z]?-?\d+                     # a number or a slot
      | [A-Z]\w*                        # a card, a house, a type
    )
    | \w+ | [^\w\s]                     # anything else
    """,
    re.VERBOSE,
)


@attrs.frozen
class Pair:
    """A message of before, and what is said instead today, if anything."""

    before: str
    now: str | None

    @property
    def lost(self) -> tuple[str, ...]:
        """The facts that only the earlier message says, in its order."""
        return tuple(fact for fact in facts(self.before) if not _says(self.now or "", fact))

    def __str__(self) -> str:
        """The two messages, one below the other, and what is lost."""
        lost = ", ".join(self.lost) or "the message"
        return f"- {self.before}\n+ {self.now or 'none is like it'}\n  lost: {lost}"


@attrs.frozen
class Excuse:
    """Pairs of which the later message may say less, and why."""

    reason: str
    pairs: tuple[Pair, ...]


def main() -> None:
    """Print the pairs that say less and have no excuse."""
    parser = argparse.ArgumentParser(description="List what the messages no longer say.")
    parser.add_argument("commit", metavar="COMMIT", help="the commit to compare with")
    commit = parser.parse_args().commit
    before = subprocess.run(  # noqa: S603 - git, with a commit that the caller names
        ["git", "show", f"{commit}:{MESSAGES}"],  # noqa: S607 - as it is found on the path
        cwd=ROOT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout
    now = (ROOT / MESSAGES).read_text("utf-8")
    excused = {pair.before for excuse in excuses() for pair in excuse.pairs}
    found = [
        pair
        for pair in say_less(read_paragraphs(before), read_paragraphs(now))
        if pair.before not in excused
    ]
    for pair in found:
        print(f"{pair}\n")
    if found:
        says = "message says" if len(found) == 1 else "messages say"
        sys.exit(f"{len(found)} {says} less than before")


def read_paragraphs(text: str) -> dict[str, list[str]]:
    """Return the messages of a file by their headings."""
    found = re.findall(r"(?m)^# (.*)\n((?:[^#\n].*\n)*)", text)
    return {heading: body.splitlines() for heading, body in found}


def excuses() -> tuple[Excuse, ...]:
    """Return the excuses of messages.toml."""
    entries = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["excuse"]
    return tuple(
        Excuse(
            reason=entry["reason"],
            pairs=tuple(Pair(pair["before"], pair.get("now")) for pair in entry["pairs"]),
        )
        for entry in entries
    )


def say_less(before: dict[str, list[str]], now: dict[str, list[str]]) -> list[Pair]:
    """Return the pairs of which the later message lacks a fact, or is missing; each pair once.

    A message that stands today as often as before is in no pair.
    """
    of_today = [message for messages in now.values() for message in messages]
    rarer = Counter(message for messages in before.values() for message in messages)
    rarer -= Counter(of_today)
    return list(
        dict.fromkeys(
            pair
            for heading, messages in before.items()
            for pair in pairs(messages, now.get(heading, []), of_today)
            if pair.before in rarer and (pair.lost or pair.now is None)
        )
    )


def pairs(
    before: Sequence[str], now: Sequence[str], elsewhere: Sequence[str] = ()
) -> Iterator[Pair]:
    """Yield each earlier message with the later one that is most like it.

    Pairs of one paragraph do not cross. A message without a counterpart there is paired with the
    one most like it elsewhere, of which those that say all its facts come first.
    """
    left = dict(_aligned(before, now))
    for number, message in enumerate(before):
        if number in left:
            yield Pair(message, now[left[number]])
        elif message not in elsewhere:
            alike = [other for other in elsewhere if _likeness(message, other) >= ALIKE]
            best = max(
                (Pair(message, other) for other in alike),
                key=lambda pair: (not pair.lost, _likeness(message, pair.now or "")),
                default=Pair(message, None),
            )
            yield best


@cache
def facts(message: str) -> tuple[str, ...]:
    """Return what a message says, without its type: values, numbers, places and names.

    >>> facts("InvalidValue: player must be from 0 to 3, not 'x'")
    ('player', '0', '3', "'x'")
    """
    text = message.partition(": ")[2]
    return tuple(found["fact"].rstrip("=") for found in WORD.finditer(text) if found["fact"])


def _says(message: str, fact: str) -> bool:
    """Return whether a message has a fact, perhaps in a longer word or value, but not number."""
    within = rf"(?<![\d-]){re.escape(fact.strip(chr(39)))}(?!\d)"
    return fact in facts(message) or re.search(within, message) is not None


def _aligned(before: Sequence[str], now: Sequence[str]) -> list[tuple[int, int]]:
    """Return pairs of numbers in two lists that do not cross, with the most likeness in all."""
    scores = [[0.0] * (len(now) + 1) for _ in range(len(before) + 1)]
    for i in reversed(range(len(before))):
        for j in reversed(range(len(now))):
            together = scores[i + 1][j + 1] + _worth(before[i], now[j])
            scores[i][j] = max(scores[i + 1][j], scores[i][j + 1], together)
    found, i, j = [], 0, 0
    while i < len(before) and j < len(now):
        if scores[i][j] == scores[i + 1][j + 1] + _worth(before[i], now[j]):
            found.append((i, j))
            i, j = i + 1, j + 1
        elif scores[i][j] == scores[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def _worth(before: str, now: str) -> float:
    """Return what a pair adds to the likeness of two lists, more if it says all that it said."""
    if before == now:
        return 2
    likeness = _likeness(before, now)
    if likeness < ALIKE:
        return float("-inf")
    return likeness / 2 if Pair(before, now).lost else likeness


@cache
def _likeness(one: str, other: str) -> float:
    """Return the share of its words that each message has of the other, the mean of both."""
    words, others = _words(one), _words(other)
    shared = (words & others).total()
    return shared / 2 / max(1, words.total()) + shared / 2 / max(1, others.total())


@cache
def _words(message: str) -> Counter[str]:
    return Counter(found[0] for found in WORD.finditer(message.partition(": ")[2]))


if __name__ == "__main__":
    main()
