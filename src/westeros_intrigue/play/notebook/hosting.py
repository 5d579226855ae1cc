"""A table in a notebook without the widget: requests of a person, and the messages that follow.

A game in progress reaches the person's cell in messages, which no notebook stores. What a notebook
may store is what a spectator sees.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from westeros_intrigue import GameState, View, observe
from westeros_intrigue.gamekit import documents, english, limits, values
from westeros_intrigue.gamekit.codecs import Data
from westeros_intrigue.gamekit.errors import (
    InvalidValue,
    PlayerFailed,
    WesterosIntrigueError,
    WrongType,
)
from westeros_intrigue.gamekit.game import GAMES, AnyGame, AnyPosition, find_game
from westeros_intrigue.gamekit.pictures import image_in_html
from westeros_intrigue.gamekit.players import BUILT_IN
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.play.elements import court_scene
from westeros_intrigue.play.page import messages, positions, reviews
from westeros_intrigue.play.page.stories import Stories
from westeros_intrigue.play.sessions import AUTOMATED, AnySession, Seat, Session

Message: TypeAlias = dict[str, Data]
"""JSON data with `do`, which a cell gets."""
LONGEST_MESSAGE = 100_000
"""The most bytes of a message."""
_MOST_SHOWN = 12
"""The most positions that follow one request; the person then asks for more."""
_MOST_TOLD = 12
"""The number of sentences of the story, the latest ones."""
_QUICK = 0.05
"""The seconds up to which a player moves while the kernel waits."""
_GAME = "notebook"
"""The id of the game in messages."""
_SHOWN = (
    "kind", "moment", "seats", "waits_for", "viewer", "active", "story", "standings", "can_undo",
    "told", "view", "moves", "takes", "name", "question", "ranges", "facts", "picture",
)  # fmt: skip
"""The parts of the page's messages that the elements show."""


def show(session: AnySession, seat: int | None, *, is_drawn: bool = True) -> Message:
    """Return a game as a seat sees it, or as a spectator does if `seat` is None."""
    here = () if seat is None else (seat,)
    screen = positions.Screen(here)
    shown = positions.show_position(_GAME, session, seat, screen, Stories(), is_drawn=is_drawn)
    written: Any = messages.ANSWERS.write(shown)
    kept = {name: written[name] for name in _SHOWN if name in written}
    return {**kept, "told": kept["told"][-_MOST_TOLD:]}


def without_choices(shown: Message) -> Message:
    """Return a position without its moves and buttons."""
    others = {name: part for name, part in shown.items() if name != "can_undo"}
    return {**others, "moves": [], "ranges": [], "waits_for": "nobody"}


def draw_still(game: AnyGame, seen: AnyPosition) -> dict[str, str]:
    """Return the picture and the text of a position, by media type, for a file.

    Args:
        game: the game.
        seen: a view.
    """
    picture = image_in_html(game.draw_svg(seen))
    return {"text/html": picture, "text/plain": game.draw_text(seen)}


def show_publicly(session: AnySession) -> Message:
    """Return a game as a spectator sees it, without moves: all that a notebook may store of it."""
    return without_choices(show(session, None))


class Host:
    """A person's game in a notebook: it answers their requests, and lets the others play.

    >>> import westeros_intrigue as wi
    >>> from westeros_intrigue.play.sessions import Seat, Session
    >>> seats = (Seat("", "person"), Seat("", "greedy"))
    >>> sent = []
    >>> host = Host(Session.begun(wi, wi.setup(2, seed=1), seats, seed=1), 0, sent.append)
    >>> host.hear({"do": "move", "move": "S5@a0"})
    >>> [message["do"] for message in sent], len(sent[0]["answers"])
    (['show'], 2)
    >>> host.hear({"do": "move", "move": "S5@a0"})
    >>> sent[-1]["text"][:42]
    'S5 cannot go to a0: you have no such card.'

    Args:
        session: the game.
        seat: the person's seat.
        send: sends a message to the person's cell.
    """

    def __init__(self, session: AnySession, seat: int, send: Callable[[Message], object]) -> None:
        """Keep the game."""
        self.game: AnyGame = session.game
        self.session: AnySession = session
        self._seat, self._send = seat, send
        self._thread: threading.Thread | None = None
        self._stops = threading.Event()

    def start(self) -> None:
        """Let the others play until the person must decide."""
        self._play_on(is_shown=False)

    @property
    def position(self) -> AnyPosition:
        """The state now."""
        state: AnyPosition = self.session.state
        return state

    def public(self) -> Message:
        """Return a spectator's position."""
        return show_publicly(self.session)

    def still(self) -> dict[str, str]:
        """Return the spectator's picture and text, by media type."""
        return draw_still(self.game, self.game.observe(self.session.state, None))

    def hear(self, request: Mapping[str, Any]) -> None:
        """Do what a person asks, and send what follows: positions, a hint or a refusal."""
        try:
            self._do(request)
        except messages.Unable as unable:
            self._refuse(unable.fault.text)
        except PlayerFailed as failed:
            self._refuse(self._in_words(failed))
        except (ValueError, WesterosIntrigueError) as error:
            self._refuse(english.as_sentence(str(error)))

    def wait(self) -> None:
        """Wait until the others have played."""
        if self._thread:
            self._thread.join()

    def _do(self, request: Mapping[str, Any]) -> None:
        asked = request.get("do")
        if asked == "look":
            self._show_now(is_thinking=self._is_thinking)
        elif self._is_thinking:
            self._send_text("The others are still deciding.")
        elif asked == "move":
            self._move(str(request.get("move", "")))
        elif asked == "step":
            self.session = self.session.stepped()
            self._play_on()
        elif asked == "undo":
            self.session = self.session.undone()
            self._show_now()
        elif asked == "hint":
            advice = reviews.find_hint(self.session, self._seat, positions.Screen((self._seat,)))
            self._send({"do": "advise", "move": advice.move, "text": advice.text})
        else:
            self._send_text("A table does not know this request.")

    def _move(self, text: str) -> None:
        view = self.session.view_of(self._seat, (self._seat,))
        names = positions.names_at(self.session)
        verdict = reviews.judge_move(self.session.game, view, text, names)
        if not verdict.is_legal:
            self._refuse(" ".join(str(reason) for reason in verdict.reasons))
            return
        self.session = self.session.moved(self._seat, verdict.move)
        self._play_on()

    def _play_on(self, *, is_shown: bool = True) -> None:
        """Let the others play until the person must decide, or must ask for more."""
        if positions.waits_for(self.session) == "step" and not self._are_quick():
            if is_shown:
                self._show_now(is_thinking=True)
            self._thread = threading.Thread(target=self._think, daemon=True)
            self._thread.start()
            return
        past = [self.session]
        while positions.waits_for(self.session) == "step" and len(past) < _MOST_SHOWN:
            self.session = self.session.stepped()
            past.append(self.session)
        if is_shown:
            # The picture is the largest part, and the last one is enough.
            *before, last = past
            shown = [show(each, self._seat, is_drawn=False) for each in before]
            self._show(*shown, show(last, self._seat))

    def _think(self) -> None:
        """Let searching players play, who take seconds, while the kernel answers."""
        try:
            for left in reversed(range(_MOST_SHOWN)):
                if positions.waits_for(self.session) != "step":
                    return
                self.session = self.session.stepped(stop=self._stops.is_set)
                self._show_now(is_thinking=left > 0)
        except PlayerFailed as failed:
            self._refuse(self._in_words(failed))

    def close(self) -> None:
        """Let searching players decide at once, since no cell waits for them."""
        self._stops.set()

    def _are_quick(self) -> bool:
        game = self.session.game
        players = {each.player for each in self.session.seats} - {PERSON}
        return all(seconds_of(game, name) <= _QUICK for name in players)

    @property
    def _is_thinking(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _show_now(self, *, is_thinking: bool = False) -> None:
        """Send the position; while players think, without the button that lets them go on."""
        shown = show(self.session, self._seat)
        if is_thinking and shown["waits_for"] == "step":
            shown["waits_for"] = "person"
        self._show(shown)

    def _show(self, *shown: Message) -> None:
        """Send positions, the latest that fit in a message."""
        answers: list[Data] = [*shown]
        while len(answers) > 1 and len(documents.dump(answers)) > LONGEST_MESSAGE:
            del answers[0]
        self._send({"do": "show", "answers": answers})

    def _refuse(self, text: str) -> None:
        """Show the position again, since the cell may have shown a placement already."""
        self._show_now()
        self._send_text(text)

    def _send_text(self, text: str) -> None:
        self._send({"do": "tell", "text": text})

    def _in_words(self, failed: PlayerFailed) -> str:
        names = positions.names_at(self.session)
        return english.as_sentence(positions.failure_in_words(failed, names))


def seconds_of(game: AnyGame, player: str) -> float:
    """Return the CPU seconds that a move of a named player takes; many if they are not measured.

    >>> import westeros_intrigue
    >>> seconds_of(westeros_intrigue, "greedy") < 0.01 < seconds_of(westeros_intrigue, "search:200")
    True

    Args:
        game: the game.
        player: the name, perhaps with a number.
    """
    kind, _, number = player.partition(":")
    entry = game.PLAYERS.get(player) or game.PLAYERS.get(f"{kind}:N")
    if entry is None:
        return 0.0  # an automated seat
    if entry.seconds is None:
        return float("inf")
    return entry.seconds * int(number or 1)


def seat_players(
    game: AnyGame, state: AnyPosition, seat: int, opponents: str | Sequence[str], seed: int
) -> AnySession:
    """Return a game with a person in a seat, and players in the others.

    Args:
        game: the game.
        state: its first state.
        seat: the person's seat, from 0.
        opponents: the name of the other players, or a name for each of their seats; empty for the
            usual player.
        seed: the seed of the players' choices.

    Raises:
        InvalidValue: the person cannot have the seat, or the game has no player of a name.
    """
    seat = values.check_integer("seat", seat, 0, state.players - 1)
    automated = game.automated_seats(state)
    others = [each for each in range(state.players) if each != seat and each not in automated]
    if isinstance(opponents, str):
        opponents = [opponents or game.PLAYERS.usual] * len(others)
    named = limits.tuple_of("opponents", str, opponents)
    if len(named) != len(others):
        raise InvalidValue(f"opponents must be one name or {len(others)}, not {len(named)}")
    if seat in automated:
        raise InvalidValue(f"the rules play seat {seat}: choose another seat")
    for each in named:
        game.PLAYERS.parse(each)  # a person would never come
    who = {seat: PERSON, **dict.fromkeys(automated, AUTOMATED)}
    who |= dict(zip(others, named, strict=True))
    seats = tuple(Seat("", who[each]) for each in range(state.players))
    return Session.begun(game, state, seats, seed=seed)


def game_of(value: object, game: AnyGame | str | None) -> AnyGame:
    """Return the game of a position or a record.

    Args:
        value: the position or the record.
        game: the game or its key; None for a game of the library.

    Raises:
        WrongType: no game of the library has such values.
    """
    if game is not None:
        return find_game(game)
    for key in BUILT_IN:
        found = GAMES[key]
        if isinstance(value, found.Record) or getattr(value, "_GAME", None) == key:
            return found
    raise WrongType(
        f"no game of the library has {values.short_repr(value)}: name its game with game="
    )


class Frames:
    """The moments of a game, which a reader goes through without playing.

    Args:
        session: the game.
        seat: the seat whose view is shown; None for a spectator's.
        states: the states by moment; the last one is shown first.
        send: sends a message to the reader's cell.
    """

    def __init__(
        self,
        session: AnySession,
        seat: int | None,
        states: Sequence[AnyPosition],
        send: Callable[[Message], object],
    ) -> None:
        """Show the last moment."""
        self.game: AnyGame = session.game
        self._whole, self._seat, self._states, self._send = session, seat, states, send
        self.last: int = len(states) - 1
        self.session: AnySession = session
        self._turn(self.last)

    @property
    def position(self) -> AnyPosition:
        """The state at the moment."""
        state: AnyPosition = self.session.state
        return state

    def public(self) -> Message:
        """Return a spectator's position at the moment."""
        return show_publicly(self.session)

    def still(self) -> dict[str, str]:
        """Return the spectator's picture and text, by media type."""
        return draw_still(self.game, self.game.observe(self.session.state, None))

    def hear(self, request: Mapping[str, Any]) -> None:
        """Show the moment that is asked for."""
        at = request.get("at", self.last)
        if isinstance(at, int) and 0 <= at <= self.last:
            self._turn(at)
        self._send({"do": "show", "answers": [without_choices(show(self.session, self._seat))]})

    def close(self) -> None:
        """Do nothing, since no player thinks."""

    def _turn(self, moment: int) -> None:
        state = self._states[moment]
        self.session = attrs.evolve(self._whole, state=state, moment=moment, past=())


class Still:
    """A position without a game, which a reader only looks at.

    Args:
        game: the game.
        position: a view, or a state, of which a spectator's view is shown.
        send: sends a message to the reader's cell.
    """

    def __init__(
        self, game: AnyGame, position: AnyPosition, send: Callable[[Message], object]
    ) -> None:
        """Keep the position."""
        self.game: AnyGame = game
        self.position: AnyPosition = position
        self._send = send

    def public(self) -> Message:
        """Return the position to show: its author chose whose view it is."""
        game, position = self.game, self.position
        players = range(position.players)
        seats: list[Data] = [{"name": f"Player {seat}"} for seat in players]
        if isinstance(position, GameState | View):
            view = position if isinstance(position, View) else observe(position, None)
            return {**court_scene(view), "seats": seats, "moves": []}
        return {
            "seats": seats,
            "active": position.active_player,
            "question": english.as_sentence(game.question(position)),
            "facts": [game.player_in_words(position, seat) for seat in players],
            "picture": game.draw_svg(position),
        }

    def still(self) -> dict[str, str]:
        """Return the picture and the text of the position, by media type."""
        return draw_still(self.game, self.position)

    def hear(self, _request: Mapping[str, Any]) -> None:
        """Show the position."""
        self._send({"do": "show", "answers": [self.public()]})

    def close(self) -> None:
        """Do nothing, since no player thinks."""
