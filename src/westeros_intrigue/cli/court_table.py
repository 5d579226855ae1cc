"""A game of Westeros Intrigue at this keyboard: the court, the seats, and the hand to play from."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from rich.console import Group

from westeros_intrigue import GameState, Phase, Slot, observe
from westeros_intrigue.base.values import counted
from westeros_intrigue.cli import display
from westeros_intrigue.cli.placing import Placing
from westeros_intrigue.cli.tables import Table
from westeros_intrigue.cli.terminal import SMALL, CardSize, Shown, headline
from westeros_intrigue.sessions.seats import YOU
from westeros_intrigue.text.typed import Wanted

_INTRODUCTION = (
    "Place your cards in the court: beside the bottom row, or above two cards of which one is of "
    "the same house. Each card left in your hand at the end of a round is a penalty point; an Iron "
    "Throne card, for the last player to place, is worth 1 to 3 off. The lowest total wins. At any "
    "prompt ? helps and quit leaves."
)


class CourtTable(Placing, Table):
    """A game of Westeros Intrigue at this keyboard."""

    _look = Placing._look
    _view = Table._view

    def introduction(self) -> list[Shown]:
        """Return the aim of the game, and the signs of the houses."""
        return [_INTRODUCTION, display.legend()]

    def take_back(self) -> bool:
        """Drop the chosen card, or undo a person's last placement."""
        return Placing.take_back(self) or Table.take_back(self)

    def person_decides(self, seat: int) -> None:
        """Show the person's view, and ask until a card is placed, or a placement undone."""
        Placing.take_back(self)
        super().person_decides(seat)

    def move_prompt(self, seat: int) -> str:  # noqa: ARG002 - the page has the name
        return "Your card and slot (? for help): "

    def step_on(self) -> None:
        """Let the next placement be made, or the round be scored."""
        if self.session.state.phase is Phase.ROUND_OVER:
            self._end_round()
        else:
            super().step_on()

    def ending(self) -> list[Shown]:
        """Turn the Iron Throne cards over, and return the last round and the places."""
        over = self.session.state
        ending = display.Ending(self.names, over, over.score_piles)
        ending.turn_over(self.terminal)
        return [*self._last_round, *ending.lines()]

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        seat = self.session.state.active_player
        self.go_to(self.session.moved(seat or 0, self._move(wanted, slot)))

    def happened(self, seat: int | None, *, is_all: bool = False) -> Sequence[Shown]:
        view = observe(self.session.state, seat)
        told = display.happened(view, self.names, None if is_all else seat)
        return told[-view.players :] if seat is None else told

    def turn_page(self, seat: int, news: Sequence[Shown], size: CardSize) -> Shown:
        """Return all that the player to move needs: what is new, the court, seats, the hand."""
        view = observe(self.session.state, seat)
        who = self.names[seat]
        whose = "your turn" if who == YOU else f"{who} to move"
        title = f"{display.round_title(view)}, placement {len(view.placements) + 1}: {whose}"
        parts = (self.position(size, self.names), display.hand_table(view))
        return Group(headline(title), *news, "", *parts)

    def _page(self, seat: int | None, news: Sequence[Shown], size: CardSize, _: str = "") -> Shown:
        """Return the court and the seats."""
        view = observe(self.session.state, seat)
        position = display.position(view, size, names=self.names, room=self.terminal.room)
        return Group(headline(display.round_title(view)), *news, "", position)

    def _end_round(self) -> None:
        """Show how the round ended, with its points; one who plays alone sees their own card."""
        over = self.session.state
        super().step_on()
        asks = self._public_viewer
        if self.is_shared:
            self.terminal.erase()
            self.at_keyboard: int | None = None
        page = functools.partial(self._round_page, over, asks, self.taken_news())
        if self.session.state.phase is Phase.GAME_OVER:
            self._last_round: list[Shown] = [page(SMALL), ""]
            if not self.terminal.redraws:
                return
        self.terminal.turn_to(page)
        if self.is_shared:
            self.terminal.forget_typed_ahead()
        self.terminal.ask("Press Enter to go on: ")

    def _round_page(
        self, over: GameState, asks: int | None, news: Sequence[Shown], size: CardSize
    ) -> Shown:
        seen, view = observe(over, asks), observe(self.session.state, asks)
        result = view.results[-1]
        happened = display.happened(seen, self.names, asks)[-2 * view.players :]
        placed = counted(len(result.placements), "card")
        placed = f"{placed} placed, the last by {self.names[result.last_placer]}."
        end = display.round_end(seen, view, self.names, size, "", *news, *happened, placed, "")
        own = asks is not None and asks == result.last_placer
        return Group(*end, *([f"Your Iron Throne card: {result.throne_card}."] if own else []))
