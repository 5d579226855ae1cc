"""A game at this keyboard, of any kind: people move in turn, named players by themselves."""

from __future__ import annotations

from typing import Any, Generic, TypeAlias

from westeros_intrigue.cli.seats import YOU
from westeros_intrigue.cli.sitting import Sitting
from westeros_intrigue.cli.terminal import Page, Shown, Terminal
from westeros_intrigue.game import Move, State, View
from westeros_intrigue.sessions import GameFile, Session, names_of


class Table(Sitting, Generic[State, View, Move]):
    """A game at this keyboard."""

    def __init__(
        self, terminal: Terminal, session: Session[State, View, Move], file: GameFile
    ) -> None:
        super().__init__(terminal, file)
        self.session: Session[State, View, Move] = session
        self.names: tuple[str, ...] = names_of(session.seats, YOU)
        self._at_keyboard: int | None = None

    def introduction(self) -> list[Shown]:
        """Return what people read before a new game."""
        return [f"{self.session.game.NAME}. At any prompt ? helps and quit leaves."]

    def record_text(self) -> str:
        """Return the record of the game so far."""
        return str(self.session.record)

    def take_back(self) -> bool:
        """Go back to the last decision of a person, if there is one."""
        if not self.session.past:
            return False
        self.go_to(self.session.undone())
        return True

    @property
    def is_shared(self) -> bool:
        """True if several people share the screen."""
        return len(self.session.people) > 1

    def go_to(self, session: Session[State, View, Move]) -> None:
        """Go on from a moment of the game, and save it."""
        self.session = session
        self.keep()

    def play_on(self) -> list[Shown]:
        """Play to the end, and return how it ended."""
        while not self.session.state.is_over:
            seat = self.session.state.active_player
            if self.session.waits_for == "person" and seat is not None:
                self._hand_over(seat)
                self.person_decides(seat)
            else:
                self.step_on()
        return self.ending()

    def step_on(self) -> None:
        """Let the next thing happen without a person; Ctrl-C makes a search decide."""
        seat = self.session.state.active_player
        who = "" if seat is None else self.names[seat]
        with self.terminal.thinking(who) as stop:
            after = self.session.stepped(stop=stop)
        self.go_to(after)

    def person_decides(self, seat: int) -> None:
        """Let a person make a move, or undo one."""
        raise NotImplementedError

    def public_page(self) -> Page:
        """Return what everybody may see, and nothing else."""
        raise NotImplementedError

    def ending(self) -> list[Shown]:
        """Return how the game ended."""
        raise NotImplementedError

    def nobody_at_keyboard(self) -> None:
        """Make the next person come to the keyboard, where several share it."""
        if self.is_shared:
            self.terminal.erase()
            self._at_keyboard = None

    def _hand_over(self, seat: int) -> None:
        """Make sure that the right person is at the keyboard before a secret is shown."""
        if not self.is_shared or self._at_keyboard == seat:
            return
        self.terminal.erase()
        self.terminal.turn_to(self.public_page())
        self.terminal.forget_typed_ahead()
        asked = f"{self.names[seat]}, press Enter when only you see the screen: "
        while self.terminal.ask(asked):
            self.terminal.say("Press Enter alone, or type quit.")
        self.terminal.erase()
        self._at_keyboard = seat


AnyGameTable: TypeAlias = Table[Any, Any, Any]
"""A table of any game."""
