"""A seat for an assistant: the parts of every table, and a table in the folder of games."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Self

import attrs

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition
from westeros_intrigue.gamekit.judging import Verdict, judge, seat_of, speaking_to
from westeros_intrigue.gamekit.options import OptionKind, OptionValue
from westeros_intrigue.gamekit.seeds import fresh_seed, seed_of_players
from westeros_intrigue.gamekit.sentences import with_names
from westeros_intrigue.gamekit.wording import rules_of_table
from westeros_intrigue.play.saved import Seated, head_of
from westeros_intrigue.play.sessions import (
    AUTOMATED,
    PERSON,
    AnySession,
    Folder,
    Seat,
    Session,
)
from westeros_intrigue.play.sessions.folder import name_by_time

ASSISTANT = "assistant"
"""The name of an assistant in the log of a table."""
LONGEST_MOVE = 300
"""The most characters of a move that are read."""
_SECONDS_TO_THINK = 5.0
"""The time for all moves of computer players between two decisions, if they can be stopped."""


@attrs.frozen
class Reason(values.Value):
    """A reason for refusing a move."""

    rule: str
    """The id of the broken rule; empty for a text that is not a move."""
    text: str
    """The reason as a sentence."""


class Table(ABC):
    """A table as an assistant sees it from its seat."""

    game: AnyGame
    """The game."""
    seat: int | None
    """The assistant's seat, from 0; None for a referee."""
    is_elsewhere: bool = False
    """True if the table is on another machine, which can take its time."""
    seen: float = 0.0
    """The time at which another machine has shown the table, as `time.monotonic` counts."""

    @property
    @abstractmethod
    def moment(self) -> int:
        """A number that grows with each event, by which an assistant can say what it has seen."""

    @property
    @abstractmethod
    def is_asked(self) -> bool:
        """True if the assistant must decide."""

    @property
    @abstractmethod
    def places(self) -> tuple[str, ...]:
        """The places of the finished game, best first; empty before the end."""

    @property
    @abstractmethod
    def who(self) -> str:
        """The assistant's part and the other seats, in a sentence."""

    @abstractmethod
    def story(self) -> list[str]:
        """Return the events since the assistant's last move, in words; nothing is consumed."""

    @abstractmethod
    def words(self) -> str:
        """Return the position as text."""

    @abstractmethod
    def question(self) -> str:
        """Return the question to the assistant; empty unless it must decide."""

    @abstractmethod
    def moves(self) -> Mapping[str, str]:
        """Return the legal moves of the assistant, each with its words."""

    @abstractmethod
    def why(self, text: str) -> tuple[Reason, ...]:
        """Return the reasons against a move; empty for a legal one."""

    @abstractmethod
    def play(self, text: str) -> tuple[Reason, ...]:
        """Make a move, or return the reasons for refusing it."""

    @abstractmethod
    def picture(self) -> str:
        """Return the position as SVG."""

    @abstractmethod
    def read(self) -> None:
        """Look at the table again, since others can have played there; nothing changes."""

    @abstractmethod
    def refresh(self) -> None:
        """Look at the table again, and make the steps that need no decision of a person."""

    @property
    def waits_until(self) -> str:
        """The moment when the assistant begins to play, in a sentence; empty if it plays."""
        return ""

    def apart(self) -> Table:
        """Return the table for one call of a tool: a copy of one that is elsewhere."""
        return self

    def later(self, other: Table) -> Table:
        """Return this table, or another state of it that was seen later."""
        return max(self, other, key=lambda table: table.seen)

    def close(self) -> None:  # noqa: B027 - most tables are saved
        """Leave the table for good."""

    def rules(self) -> tuple[str, ...]:
        """Return the rules that the players of the table need, in paragraphs."""
        return self.game.PRIMER

    def json(self) -> str:
        """Return the position as JSON.

        Raises:
            InvalidValue: the table has none.
        """
        raise InvalidValue("this table has no JSON: look at it in words")

    def hint(self) -> str:
        """Return the move that the computer would make in the assistant's seat, and why.

        Raises:
            InvalidValue: the table gives no hints.
        """
        raise InvalidValue("a referee gives no hints")

    def record(self) -> str:
        """Return the record of the game as text.

        Raises:
            InvalidValue: the record would show hidden cards.
        """
        raise InvalidValue("the host of the table has its record")

    def undo(self) -> None:
        """Take back the last entry.

        Raises:
            InvalidValue: the table takes nothing back.
        """
        raise InvalidValue("only a table with printed cards takes entries back")


class Local(Table):
    """A table in the folder of games: computer players have the other seats.

    It is saved from the first move on, so another program can continue it. Seeds are drawn here
    and never shown, because a seed is every hand.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> import tempfile, pathlib
    >>> folder = Folder(pathlib.Path(tempfile.mkdtemp()))
    >>> table = Local.begun(GAMES["btwixt"], 3, "", {}, folder)
    >>> table.is_asked, table.play("bid 5")[0].rule
    (True, '')
    >>> table.play(next(iter(table.moves())))
    ()
    >>> Local(folder, table.id).moment == table.moment
    True

    Args:
        folder: the folder of games.
        table: the id of the table.

    Raises:
        InvalidValue: there is no such table, or it cannot be continued here.
        ValueError: its log is not one of the game.
    """

    def __init__(self, folder: Folder, table: str) -> None:
        """Open the table."""
        self.seated: Seated = Seated(folder.tables, table, ASSISTANT)
        self.game: AnyGame = self.seated.table.game
        self.id: str = table

    @classmethod
    def begun(  # noqa: PLR0917 - the arguments of the tool
        cls,
        game: AnyGame,
        players: int | None,
        opponents: str,
        options: Mapping[str, OptionValue],
        folder: Folder,
        name: str = "",
    ) -> Self:
        """Begin a game, and play to the assistant's first decision.

        Args:
            game: the game.
            players: the number of players; None for the least.
            opponents: the name of the computer player in the other seats; empty for the usual one.
            options: values of the game's options.
            folder: the folder of games.
            name: the id of the table; empty for one by the time.

        Raises:
            InvalidValue: there is no such table, or an option names a file of this machine.
            ValueError: the game refuses the options.
            OSError: the table cannot be saved.
        """
        opponents = opponents or game.PLAYERS.usual
        values.check_one_of("opponents", opponents, plain_players(game))
        state = new_state(game, players, options)
        automated = game.automated_seats(state)
        free = [seat for seat in range(state.players) if seat not in automated]
        chosen = free[secrets.randbelow(len(free))]
        seats = tuple(
            Seat("", AUTOMATED if at in automated else PERSON if at == chosen else opponents)
            for at in range(state.players)
        )
        session: AnySession = Session.begun(game, state, seats, seed=seed_of_players())
        head = folder.add_table(head_of(name or name_by_time(game.KEY), session.record))
        table = cls(folder, head.id)
        table.seated.sit()
        table.refresh()
        return table

    @property
    def seat(self) -> int | None:  # type: ignore[override]  # computed, as others can sit down
        """The assistant's seat, from 0; None if the table is watched."""
        return self.seated.seat

    @property
    def view(self) -> AnyPosition:
        """The view of the assistant's seat."""
        return self.seated.view

    @property
    def moment(self) -> int:
        """The number of entries so far, of which an undone step takes none away."""
        return self.seated.table.version

    @property
    def is_asked(self) -> bool:
        """True if the assistant must decide."""
        return self.seated.is_asked

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the finished game, best first; empty before the end."""
        return self.seated.places

    @property
    def who(self) -> str:
        """The assistant's seat and the players in the others."""
        own = self.seat
        seats = enumerate(self.seated.table.session.seats)
        others = [f"player {at} ({seat.player})" for at, seat in seats if at != own]
        listed = english.join_words(others)
        if own is None:
            return f"You watch {listed}."
        return f"You are player {own}. The others are {listed}."

    def read(self) -> None:
        """Read what others have appended."""
        self.seated.refresh()

    def refresh(self) -> None:
        """Read what others have appended, and play to the next decision of a person or the end."""
        end = time.monotonic() + _SECONDS_TO_THINK
        self.seated.refresh()
        self.seated.run(stop=lambda: time.monotonic() > end)

    def story(self) -> list[str]:
        """Return the events since the assistant's last move, in words."""
        return list(self.seated.told(self.seated.last_move))

    def words(self) -> str:
        """Return the position as text."""
        speaker = speaking_to(self.game, self.view, self.seat, in_drawing=True)
        return speaker(self.game.draw_text(self.view))

    def question(self) -> str:
        """Return the question to the assistant; empty unless it must decide."""
        asked = self.seated.speaker(self.game.question(self.view)) if self.is_asked else ""
        return english.as_sentence(asked)

    def moves(self) -> Mapping[str, str]:
        """Return the legal moves of the assistant, each with its words."""
        game, view, speaker = self.game, self.view, self.seated.speaker
        return {
            str(move): speaker(game.move_in_words(view, move))
            for move in (game.distinct_moves(view) if self.is_asked else ())
        }

    def why(self, text: str) -> tuple[Reason, ...]:
        """Return the reasons against a move; empty for a legal one."""
        return reasons_of(self.seated.judge(text[:LONGEST_MOVE]))

    def play(self, text: str) -> tuple[Reason, ...]:
        """Make a move and those of the others, or return the reasons for refusing it."""
        verdict = self.seated.judge(text[:LONGEST_MOVE])
        if not verdict.is_legal:
            return reasons_of(verdict)
        self.seated.play(verdict.move, self.seated.table.moment)
        self.refresh()
        return ()

    def picture(self) -> str:
        """Return the position as SVG."""
        return with_names(self.game.draw_svg(self.view), self.seated.names)

    def rules(self) -> tuple[str, ...]:
        """Return the rules that the players of the table need, in paragraphs."""
        return rules_of_table(self.game, self.view)

    def json(self) -> str:
        """Return the position as JSON, without its past."""
        return self.game.DOCUMENTS.to_json(self.view, history=False)

    def hint(self) -> str:
        """Return the move that the computer would make in the assistant's seat, and why."""
        return self.seated.table.session.hint(self.view, self.seated.names)[1]

    def record(self) -> str:
        """Return the record of the finished game.

        Raises:
            InvalidValue: the game is not over, and the record has every hand.
        """
        if not self.view.is_over:
            raise InvalidValue("the record has every hand, and can be read when the game is over")
        return str(self.seated.table.record)


def plain_players(game: AnyGame) -> list[str]:
    """Return the players of a game by names without a number, which could ask for hours.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> plain_players(GAMES["btwixt"])
    ['random', 'simple', 'planner']
    """
    return [name for name, player in game.PLAYERS.items() if not player.is_numbered]


def plain_options(game: AnyGame) -> dict[str, str]:
    """Return the options of a game that name no file of this machine, with their descriptions.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> "edition" in plain_options(GAMES["monopoly"])
    False
    """
    return {each.name: each.help for each in game.OPTIONS if each.kind is not OptionKind.FILE}


def new_state(
    game: AnyGame, players: int | None, options: Mapping[str, OptionValue]
) -> AnyPosition:
    """Return a new game from a secret seed.

    Raises:
        InvalidValue: there is no such table, or an option names a file of this machine.
        ValueError: the game refuses the options.
    """
    files = {option.name for option in game.OPTIONS if option.kind is OptionKind.FILE}
    if named := sorted(files & set(options)):
        raise InvalidValue(
            f"{english.join_words(named)} cannot be given here: `westeros-intrigue play` and `web` "
            "take files"
        )
    state: AnyPosition = game.new_game(players, options, seed=fresh_seed(game))
    return state


def judge_move(
    game: AnyGame, view: AnyPosition, text: str, names: Sequence[str] = ()
) -> tuple[object, tuple[Reason, ...]]:
    """Return the move that a text means at a view, and the reasons against it.

    The reasons have the names of the seats; without names, they have "you" and seat numbers.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.gamekit import GAMES
    >>> game, view = GAMES["westeros-intrigue"], observe(setup(6, seed=1), 0)
    >>> judge_move(game, view, "Stark to a0")
    (Move(card=Card('S8'), slot=Slot(row=0, column=0)), ())
    >>> judge_move(game, view, "S8@b0")[1][0].rule
    'court.support'
    """
    speaker = speaking_to(game, view, seat_of(view), names)
    verdict = judge(game, view, text[:LONGEST_MOVE], speaker)
    return verdict.move, reasons_of(verdict)


def reasons_of(verdict: Verdict) -> tuple[Reason, ...]:
    """Return the reasons against a text; empty for a legal move."""
    return tuple(Reason(reason.rule, str(reason)) for reason in verdict.reasons)
