"""`assist`: advice for one player of a game with real cards, of whom alone it knows the hand.

It follows the game as a referee does. Its advice about other hands follows from public information
and the player's own cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import Group

from westeros_intrigue import House, Phase, odds
from westeros_intrigue.gamekit.values import counted
from westeros_intrigue.lab.players import analyse
from westeros_intrigue.play.referee import MADE_UP, without_numbers
from westeros_intrigue.play.sessions import PERSON, Seat
from westeros_intrigue.play.sessions.session import YOU
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser, add_number
from westeros_intrigue.play.terminal.display import called, columns, hand_table
from westeros_intrigue.play.terminal.output import Refused
from westeros_intrigue.play.terminal.prompt import Word
from westeros_intrigue.play.terminal.referee import Referee
from westeros_intrigue.play.terminal.terminal import CardSize, Shown, Terminal
from westeros_intrigue.rules.variants import MAX_PLAYERS

_SEES = f"the court and the hand of player {{}}; other {MADE_UP}"
_PLAYOUTS = 3000
_MOST_SHOWN = 8


def add_arguments(parser: Parser) -> None:
    files.add_names(parser)
    help_text = "your seat (default 0)"
    add_number(parser, "--seat", 0, MAX_PLAYERS - 1, help_text, metavar="SEAT")
    parser.add_table("4, or as many as names")
    files.add_record(parser)


def run(options: Options, terminal: Terminal) -> int:
    """Follow a game, new or resumed, and advise one player; save the record."""
    if options.resume is not None:
        session, file, record = files.resumed(options, "assist")
        told = dict(record.tags)["Referee"]
        seat = next((seat for seat in session.people if told == _SEES.format(seat)), None)
        if seat is None:
            raise Refused(f"{options.resume}: it is not a record of an assistant")
        Assistant(terminal, session, file, record, seat).play()
        return 0
    session = files.real_session(options)
    seat = options.seat or 0
    if seat not in session.people:
        raise Refused(f"seat {seat} is not a person's", 2)
    if not options.name:
        session = session.reseated(seat, Seat(YOU, PERSON))
    file = files.new_file(options.record, "assistant")
    Assistant(terminal, session, file, None, seat).play()
    return 0


class Assistant(Referee):
    """A referee who knows the hand of one player, and advises that player."""

    COMMAND: ClassVar[str] = "assist"

    def words(self) -> list[Word]:
        return [
            Word("hint", "what a search would do with your hand, and why", self._hint),
            Word("advice", "your placements, each played on in many deals", self._advice),
            Word("odds", "what the others may have", self._odds),
            *super().words(),
        ]

    @property
    def _sees(self) -> str:
        return _SEES.format(self._view.player)

    def answer(self, typed: str) -> None:
        if self._table.needs_hand:
            self._enter(typed)
        else:
            super().answer(typed)

    def _prompt(self) -> str:
        if self._table.needs_hand:
            return "Your hand, by the letters of its houses, such as SSLBT: "
        return super()._prompt()

    def _page(self, news: Sequence[Shown], size: CardSize) -> Shown:
        page = super()._page(news, size)
        is_playing = self._view.phase is Phase.PLAYING
        return Group(page, hand_table(self._view)) if is_playing else page

    def _check_turn(self) -> None:
        if self._view.active_player != self._view.player:
            raise Refused("It is not your turn to place a card")

    def _hint(self, _argument: str) -> None:
        self._check_turn()
        super()._hint(_argument)

    def _advice(self, _argument: str) -> None:
        self._check_turn()
        with self.terminal.thinking("The search") as stop:
            found = analyse(self._view, playouts=_PLAYOUTS, stop=stop)
        self.terminal.say(
            "The best placements, and by how many points you come out ahead:",
            *(f"  {without_numbers(str(judged))}" for judged in found.moves[:_MOST_SHOWN]),
            f"Each was played on in {counted(found.worlds, 'deal')} that may be, by greedy "
            "players. An Iron Throne card counts 2 points off.",
        )

    def _odds(self, _argument: str) -> None:
        if self._view.phase is not Phase.PLAYING:
            self.terminal.say("Your hand is not known yet.")
            return
        rows = [
            [f"{seat} {called(self._view, self.names, seat)}", *cells]
            for seat, cells in enumerate(odds(self._view).in_words)
            if seat != self._view.player
        ]
        table = columns("", *(f">{house}" for house in House), rows=rows)
        self.terminal.say(
            table,
            "The average number of cards of each house in their hands, and the probability of any.",
        )
