"""A game of any kind step by step, by its own text and events."""

from __future__ import annotations

import abc
from typing import Any, Generic, TypeAlias, TypeVar

from rich.console import Group
from rich.text import Text

from westeros_intrigue.base.records import GameRecord
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.terminal import CardSize, Shown, Terminal, headline
from westeros_intrigue.game import AnyGame
from westeros_intrigue.sessions import AnyRecord
from westeros_intrigue.sessions.seats import places, recorded_names, sentences, with_names

S = TypeVar("S")


class Replay(abc.ABC, Generic[S]):
    """The steps of a record, each with a page."""

    def __init__(self, record: GameRecord[S], terminal: Terminal, *, is_open: bool) -> None:
        self.terminal = terminal
        self.is_open = is_open
        """True if hidden cards are shown."""
        self.states: list[S] = list(record.replay())
        self.rounds: dict[str, int] = {}
        """By the number of a round, as it is typed, the step at which it starts."""

    @property
    def count(self) -> int:
        """The number of steps."""
        return len(self.states)

    @abc.abstractmethod
    def page(self, step: int, size: CardSize) -> Shown:
        """Return the page of a step."""

    @abc.abstractmethod
    def ending(self) -> list[Shown]:
        """Return the end of a game that is over."""

    def turn_over(self) -> None:
        """Show people who watch what is revealed after the last step."""


class AnyReplay(Replay[object]):
    """The steps of a record of any game. A pipe sees the first and the last position only."""

    def __init__(
        self, game: AnyGame, record: AnyRecord, terminal: Terminal, *, is_open: bool
    ) -> None:
        super().__init__(record, terminal, is_open=is_open)
        self._game = game
        self._tags = record.tags
        self._names = recorded_names(record)

    def page(self, step: int, size: CardSize) -> Shown:  # noqa: ARG002 - texts have one size
        """Return what happened, and the position as the game draws it."""
        if step == 0:
            tags: list[Shown] = [columns("", "", rows=self._tags), ""] if self._tags else []
            return Group(headline(self._game.NAME), *tags, self._position(step))
        before, state = self.states[step - 1 : step + 1]
        told = sentences(self._game, before, state, None)
        happened = [f"  {with_names(sentence, self._names)}" for sentence in told]
        if not self.terminal.redraws and step < self.count - 1:
            return Group(*happened)
        end = self.ending() if step == self.count - 1 and self._is_over else []
        position = [] if end else [self._position(step)]
        return Group(headline(f"Step {step} of {self.count - 1}"), *happened, "", *position, *end)

    def ending(self) -> list[Shown]:
        """Return the last position and the places."""
        final = self._game.final_winner(self.states[-1])
        return [self._position(-1), "", *places(final, self._names)]

    @property
    def _is_over(self) -> bool:
        view = self._game.observe(self.states[-1], None)
        return bool(view.is_over)

    def _position(self, step: int) -> Text:
        state = self.states[step]
        shown = state if self.is_open else self._game.observe(state, None)
        return Text(self._game.draw_text(shown))


AnyGameReplay: TypeAlias = Replay[Any]
"""The steps of a record of any game."""
