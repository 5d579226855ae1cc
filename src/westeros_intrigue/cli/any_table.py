"""A game of any kind in the terminal, by its own text, events and moves."""

from __future__ import annotations

import functools

from rich.console import Group
from rich.text import Text

from westeros_intrigue import InvalidValue
from westeros_intrigue.cli.prompt import Word
from westeros_intrigue.cli.tables import AnyGameTable
from westeros_intrigue.cli.terminal import CardSize, Page, Shown, Terminal, headline
from westeros_intrigue.sessions import AnySession, GameFile, names_of
from westeros_intrigue.sessions.seats import places, sentences, with_names

_MOST_LISTED = 20


class AnyTable(AnyGameTable):
    """A game of any kind: moves are typed as they are written, or by their numbers."""

    def __init__(self, terminal: Terminal, session: AnySession, file: GameFile) -> None:
        super().__init__(terminal, session, file)
        self.RULES = session.game.RULEBOOK
        self.names: tuple[str, ...] = names_of(session.seats)
        self._told: list[str] = []

    def words(self) -> list[Word]:
        """Return what can be typed: a move, and the commands."""
        return [
            Word("MOVE", "a move as it is written in the list"),
            Word("1", "the first move of the list"),
            Word("moves", "list all moves", self._list_all),
            *super().words(),
        ]

    def go_to(self, session: AnySession) -> None:
        """Go on from a moment, and print what happened meanwhile, as far as people may know it."""
        viewer = self.session.people[0] if len(self.session.people) == 1 else None
        if session.moment > self.session.moment:
            happened = sentences(session.game, self.session.state, session.state, viewer)
            self._told += [with_names(each, self.names) for each in happened]
        else:
            self._told = ["A move was taken back."]
        super().go_to(session)

    def person_decides(self, seat: int) -> None:
        """Show what the person may know, and ask for a move until one is made."""
        before = self.session
        self.terminal.turn_to(functools.partial(self._turn_page, seat, self.taken_news()))
        while self.session is before:
            self.step(f"{self.names[seat]}, your move (? for help): ")

    def answer(self, typed: str) -> None:
        """Make the move that was typed."""
        session = self.session
        seat = session.state.active_player
        view = session.game.observe(session.state, seat)
        moves = session.game.legal_moves(view)
        if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:9]) <= len(moves):
            move = moves[int(typed[:9]) - 1]
        else:
            move = session.game.parse_move(typed)
        if refusals := session.game.explain(view, move):
            raise InvalidValue(" ".join(str(each).rstrip(".") + "." for each in refusals)[:-1])
        self._told = []
        self.go_to(session.moved(view.active_player, move))

    def public_page(self) -> Page:
        """Return what everybody may see."""
        return functools.partial(self._page, None, [])

    def ending(self) -> list[Shown]:
        """Return the last position and the places."""
        final = self.session.game.final_winner(self.session.state)
        return [*self._told, "", *places(final, self.names)]

    def _turn_page(self, seat: int, news: list[Shown], size: CardSize) -> Shown:
        view = self.session.game.observe(self.session.state, seat)
        listed = list(map(str, self.session.game.legal_moves(view)))
        return Group(self._page(seat, news, size), "", *_numbered(listed, _MOST_LISTED))

    def _page(self, seat: int | None, news: list[Shown], _size: CardSize) -> Shown:
        game = self.session.game
        told = [f"  {each}" for each in self._told]
        drawn = game.draw_text(game.observe(self.session.state, seat))
        return Group(headline(game.NAME), *news, *told, "", Text(drawn))

    def _list_all(self, _argument: str) -> None:
        view = self.session.game.observe(self.session.state, self.session.state.active_player)
        listed = list(map(str, self.session.game.legal_moves(view)))
        self.terminal.say(*_numbered(listed, len(listed)))


def _numbered(moves: list[str], most: int) -> list[str]:
    shown = [f"{number:>3} {move}" for number, move in enumerate(moves[:most], 1)]
    more = len(moves) - len(shown)
    return [*shown, *([f"    and {more} more: moves lists them all"] if more else [])]
