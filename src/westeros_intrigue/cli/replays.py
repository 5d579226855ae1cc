"""A game of any kind step by step, by its own text and events."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.text import Text

from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.terminal import CardSize, Shown, Terminal, headline
from westeros_intrigue.game import AnyGame
from westeros_intrigue.sessions import AnyRecord
from westeros_intrigue.sessions.seats import places, recorded_names, sentences, with_names


class Replay:
    """The steps of a record, each with a page.

    The pages are the texts of the game. A pipe sees the first and the last position only.
    """

    def __init__(
        self, game: AnyGame, record: AnyRecord, terminal: Terminal, *, is_open: bool
    ) -> None:
        self.terminal = terminal
        self.is_open = is_open
        """True if hidden cards are shown."""
        self.states: list[Any] = list(record.replay())
        self.rounds: dict[str, int] = {}
        """By the number of a round, as it is typed, the step at which it starts."""
        self.names: tuple[str, ...] = recorded_names(record)
        self._game = game
        self._tags = record.tags

    @property
    def count(self) -> int:
        """The number of steps."""
        return len(self.states)

    def turn_over(self) -> None:
        """Show people who watch what is revealed after the last step."""

    def page(self, step: int, size: CardSize) -> Shown:  # noqa: ARG002 - texts have one size
        """Return what happened, and the position as the game draws it."""
        if step == 0:
            tags: list[Shown] = [columns("", "", rows=self._tags), ""] if self._tags else []
            return Group(headline(self._game.NAME), *tags, self._position(step))
        before, state = self.states[step - 1 : step + 1]
        told = sentences(self._game, before, state, None)
        happened = [f"  {with_names(sentence, self.names)}" for sentence in told]
        if not self.terminal.redraws and step < self.count - 1:
            return Group(*happened)
        end = self.ending() if step == self.count - 1 and self.states[-1].is_over else []
        position = [] if end else [self._position(step)]
        return Group(headline(f"Step {step} of {self.count - 1}"), *happened, "", *position, *end)

    def ending(self) -> list[Shown]:
        """Return the end of a game that is over: the last position and the places."""
        final = self._game.final_winner(self.states[-1])
        return [self._position(-1), "", *places(final, self.names)]

    def _position(self, step: int) -> Text:
        state = self.states[step]
        shown = state if self.is_open else self._game.observe(state, None)
        return Text(self._game.draw_text(shown))
