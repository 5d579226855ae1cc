"""A table with printed cards: the assistant is the referee, and enters what people place.

Each entry is saved before it is shown, so another program can continue the table.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Self

from westeros_intrigue import House, Phase
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.sentences import places
from westeros_intrigue.gamekit.values import check_integer
from westeros_intrigue.gamekit.wording import rules_of_table
from westeros_intrigue.play.assistants.tables import ASSISTANT, LONGEST_MOVE, Reason, Table
from westeros_intrigue.play.referee import RealGame
from westeros_intrigue.play.referee.game import OUT, without_numbers
from westeros_intrigue.play.saved import PrintedTable, Store, open_table
from westeros_intrigue.play.saved.table import Draft, append, head_with_printed_cards
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.sessions.folder import name_by_time
from westeros_intrigue.rules.points import rank

_MOST_SUSPECTS = 3


class Printed(Table):
    """A game of Westeros Intrigue with printed cards, seen like a spectator.

    >>> import tempfile, pathlib
    >>> folder = Folder(pathlib.Path(tempfile.mkdtemp()))
    >>> table = Printed.begun(2, {}, 0, folder)
    >>> table.play("stark to a0"), table.question()
    ((), 'What does player 1 do? Enter a placement such as S b2, or out.')
    >>> table.play("S c0")[0].text.partition(":")[0]
    'A Stark card cannot go to c0'

    >>> Printed(folder, table.id).real.entries
    ('S a0',)

    Args:
        folder: the folder of games.
        table: the id of the table.

    Raises:
        InvalidValue: there is no such table, or it cannot be continued here.
        ValueError: its log is not one of the game.
    """

    seat: int | None = None

    def __init__(self, folder: Folder, table: str) -> None:
        """Open the table."""
        opened = open_table(folder.tables, table)
        if not isinstance(opened, PrintedTable):
            raise InvalidValue(f"the table {table} has no printed cards")
        self.game: AnyGame = opened.game
        self.id: str = table
        self._store: Store = folder.tables
        self._table: PrintedTable = opened

    @classmethod
    def begun(
        cls,
        players: int | None,
        options: Mapping[str, OptionValue],
        first_player: int,
        folder: Folder,
        name: str = "",
    ) -> Self:
        """Begin a game before the first card.

        Args:
            players: the number of players; None for two.
            options: options of the game.
            first_player: the seat, from 0, that begins.
            folder: the folder of games.
            name: the id of the table; empty for one by the time.

        Raises:
            InvalidValue: there is no such table.
            OSError: the table cannot be saved.
        """
        game = GAMES["westeros-intrigue"]
        table = game.new_game(players, options, seed=0).table
        first = check_integer("first_player", first_player, 0, table.players - 1)
        real = RealGame.new(table.players, table.variant, first)
        head = folder.add_table(head_with_printed_cards(name or name_by_time(game.KEY), real))
        return cls(folder, head.id)

    @property
    def real(self) -> RealGame:
        """The entries of the game so far."""
        return self._table.real

    def read(self) -> None:
        """Read what others have entered."""
        self._append(lambda _: ())

    def refresh(self) -> None:
        """Read what others have entered: nothing happens by itself."""
        self.read()

    def _append(self, choose: Callable[[PrintedTable], Sequence[Draft]]) -> None:
        table = append(self._store, self._table, choose, ASSISTANT)
        assert isinstance(table, PrintedTable)  # noqa: S101 - for the type checker
        self._table = table

    @property
    def moment(self) -> int:
        """The number of entries so far, also of those that were taken back."""
        return self._table.version

    @property
    def is_asked(self) -> bool:
        """True until the places are certain."""
        return not self.places

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the finished game, once the Iron Throne cards are shown."""
        table = self.real.table
        if not table.view.is_over or table.to_show is not None:
            return ()
        final = rank(table.view.penalty_points, table.score_piles)
        return tuple(places(final, [f"player {seat}" for seat in range(table.view.players)]))

    @property
    def who(self) -> str:
        """The assistant's part."""
        return "You are the referee of a game with printed cards, and see what all see."

    def story(self) -> list[str]:
        """Return nothing: people tell the assistant the events."""
        return []

    def words(self) -> str:
        """Return the position as text, without the numbers that printed cards lack."""
        return without_numbers(self.game.draw_text(self.real.table.view))

    def rules(self) -> tuple[str, ...]:
        """Return the rules that the players of the table need, in paragraphs."""
        return rules_of_table(self.game, self.real.table.view)

    def question(self) -> str:
        """Return the question whose answer the referee enters next."""
        table = self.real.table
        if self.places:
            return ""
        if table.to_show is not None:
            return (
                f"Which Iron Throne cards does player {table.to_show} show? Enter each as "
                "value/icons, such as 3/7 1/2."
            )
        if missing := table.starters_missing:
            cards = english.count_things(missing, "card")
            return f"Which cards start the bottom row? {cards} missing; enter a house, such as S."
        if table.is_automated:
            return (
                f"Which house does player {table.seat} turn over? Enter a house, such as S, or out."
            )
        return f"What does player {table.seat} do? Enter a placement such as S b2, or out."

    def moves(self) -> Mapping[str, str]:
        """Return the placements that fit, and `out`; none while other things are entered."""
        table = self.real.table
        is_placing = not (table.starters_missing or table.is_automated)
        if table.table.phase is not Phase.PLAYING or not is_placing:
            return {}
        court = table.table.court
        placed = {
            f"{house.letter} {slot}": f"{house} to {slot}"
            for house in House
            for slot in court.open_slots(house)
        }
        return {**placed, OUT: "no card fits"}

    def why(self, text: str) -> tuple[Reason, ...]:
        """Return the reason against an entry; empty for a possible one."""
        return self._reasons(text)

    def play(self, text: str) -> tuple[Reason, ...]:
        """Enter what a person did, or return the reason why it is impossible."""
        if reasons := self._reasons(text):
            return reasons
        entry = text[:LONGEST_MOVE].strip()
        self._append(lambda _: [("enter", None, entry)])
        return ()

    def _reasons(self, text: str) -> tuple[Reason, ...]:
        entry = text[:LONGEST_MOVE].strip()
        if not self.is_asked:
            return (Reason("", "The game is over."),)
        try:
            self.real.entered(entry)
        except ValueError as error:
            told = [english.as_sentence(error)]
        else:
            return ()
        with suppress(ValueError):
            told += [
                f"Entry {number} is {self.real.entries[number - 1]} and may have been {instead}."
                for number, instead in islice(self.real.suspects(entry), _MOST_SUSPECTS)
            ]
        return (Reason("", " ".join(told)),)

    def picture(self) -> str:
        """Return the position as SVG."""
        return str(self.game.draw_svg(self.real.table.view))

    def record(self) -> str:
        """Return the record of the game so far; it makes up the cards that stayed in hands."""
        return self._table.record.to_text(numbers=False)

    def undo(self) -> None:
        """Take back the last entry.

        Raises:
            InvalidValue: nothing has been entered.
        """
        self._append(lambda _: [("undo", None, "")])
