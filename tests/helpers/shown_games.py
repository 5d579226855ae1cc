"""Plays the examples of any game's rules: a position, what is played, what follows or is refused.

The common part of the format, which `shown_rules` reads:

- The first lines are the position: a line for the game's `parse_position`.
- `> 1: bid 3` is a move as text, by seat 1, and `> bid 3` one by the player who decides. The result
  is what happens, in the words for a spectator, or a refusal with its code and its rule.
- `> line` shows the position as a line, `> seen by 0` or `> seen by all` a view of it.
- `> question`, `> moves` and `> winner` show what is asked, the legal moves, and the end.

A game adds words of its own in a subclass: `STEPS`, by their first word, and `OPENINGS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

from helpers.shown_rules import Example, read_examples
from westeros_intrigue.gamekit import AnyGame, WesterosIntrigueError, read_line, write_line

Result = tuple[str, ...]
_MOVE = re.compile(r"(?:([0-9]): )?(.+)")


def each_example(folder: Path) -> pytest.MarkDecorator:
    """Return the parameters of a test of every example of a folder, with the marks of its rules."""
    return pytest.mark.parametrize(
        "example",
        [
            pytest.param(
                example,
                id=f"{' '.join(example.rules)}: {example.title}",
                marks=pytest.mark.rule(*example.rules),
            )
            for example in read_examples(folder)
        ],
    )


def assert_shown(example: Example, played: Played) -> None:
    """Check that the position and each step of an example have the results that it says."""
    for line, result, shown in play_example(example, played):
        assert shown == result, f"{example.path.name}:{example.line}: {line}"


def play_example(example: Example, played: Played) -> Iterator[tuple[str, Result, Result]]:
    """Yield the position and each step, with its result as written and as it is."""
    steps = list(example.steps)
    refusal = steps.pop(0).result if steps and not steps[0].line else ()
    opening = "\n".join(example.position)
    yield opening, refusal, result_of(partial(played.begin, opening))
    for step in steps:
        yield step.line, step.result, result_of(partial(played.step, step.line))


def result_of(call: Callable[[], Iterable[str] | None]) -> Result:
    """Return the lines of a step, or of the refusal or error that it raises."""
    try:
        return tuple(call() or ())
    except WesterosIntrigueError as error:
        violations = getattr(error, "violations", ())
        return tuple(f"refused, {why.code.value}, {why.rule}: {why}" for why in violations) or (
            f"refused, {type(error).__name__}: {error}",
        )


class Played:
    """An example as far as it is played."""

    game: ClassVar[AnyGame]
    """The game; each has a subclass."""
    OPENINGS: ClassVar[Mapping[str, Callable[[Any, str], object]]] = {}
    """The positions that are not lines, by their first word: return one from the rest."""
    STEPS: ClassVar[Mapping[str, Callable[[Any, str], Iterable[str] | None]]] = {}
    """The steps of this game, by their first word: return the result, from the rest."""

    now: Any = None
    """The position."""
    before: Any = None
    """The position before the last step that changed it."""

    def begin(self, text: str) -> None:
        """Begin with the position of a text."""
        word, _, rest = text.partition(" ")
        opening = self.OPENINGS.get(word)
        self.now = opening(self, rest) if opening else read_line(self.game, text)

    def step(self, line: str) -> Iterable[str] | None:
        """Play or show what a line says; return the result."""
        word, _, rest = line.partition(" ")
        if own := self.STEPS.get(word):
            return own(self, rest)
        if common := _COMMON.get(word):
            return common(self, rest)
        return self.play(line)

    def play(self, line: str) -> Iterable[str]:
        """Make a move, perhaps by a named seat; return what happens."""
        seat, text = _MOVE.fullmatch(line).groups()  # type: ignore[union-attr]  # of any line
        move = self.game.parse_move(text)
        return self.follow(
            self.game.apply(self.now, move, player=None if seat is None else int(seat))
        )

    def follow(self, position: object) -> Iterable[str]:
        """Go on to a position; return what happened on the way, as a spectator reads it."""
        self.become(position)
        events = self.game.events(self.before, self.now)
        words = [self.game.sentence(event, None) for event in events]
        return [sentence for sentence in words if sentence]

    def become(self, position: object) -> None:
        """Go on to a position."""
        self.before, self.now = self.now, position


def _show_line(played: Played, _rest: str) -> Iterable[str]:
    return [write_line(played.game, played.now)]


def _show_seen(played: Played, rest: str) -> Iterable[str]:
    return [write_line(played.game, played.game.observe(played.now, viewer(rest)))]


def _show_question(played: Played, _rest: str) -> Iterable[str]:
    return [played.game.question(played.now) or "nobody decides"]


def _show_moves(played: Played, _rest: str) -> Iterable[str]:
    return [", ".join(map(str, played.game.legal_moves(played.now))) or "none"]


def _show_winner(played: Played, _rest: str) -> Iterable[str]:
    return [
        f"{place}. {' and '.join(f'player {seat}' for seat in seats)}"
        for place, seats in enumerate(played.game.final_winner(played.now).ranking, start=1)
    ]


def viewer(text: str) -> int | None:
    """Read `by 2`, `seen by all` or `for 0`."""
    word = text.rsplit(maxsplit=1)[-1]
    return None if word == "all" else int(word)


_COMMON: Mapping[str, Callable[[Played, str], Iterable[str]]] = {
    "line": _show_line,
    "seen": _show_seen,
    "question": _show_question,
    "moves": _show_moves,
    "winner": _show_winner,
}
