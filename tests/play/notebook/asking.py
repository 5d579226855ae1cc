"""A person in a notebook, without one: the cell's requests, and the messages that it gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Protocol

from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play.notebook.hosting import Frames, Host, Still, game_of, seat_players

KEYS = ("westeros-intrigue", "monopoly", "btwixt")


class Make(Protocol):
    """Makes what answers a cell, as the widget's does."""

    def __call__(self, send: Any, /) -> Host | Frames | Still: ...


class Cell:
    """The cell of a table."""

    def __init__(self, make: Make, seed: int = 1) -> None:
        self.messages: list[dict[str, Any]] = []
        self.host: Any = make(self.messages.append)
        self._rng = Random(seed)
        if isinstance(self.host, Host):
            self.host.start()
        self.ask("look")

    def ask(self, what: object, **more: object) -> list[dict[str, Any]]:
        """Send a request, and return the messages that follow."""
        before = len(self.messages)
        self.host.hear({"do": what, **more})
        if isinstance(self.host, Host):
            self.host.wait()
        return self.messages[before:]

    @property
    def shown(self) -> dict[str, Any]:
        """The position that the cell shows in the end."""
        *_, last = (each for each in self.messages if each["do"] == "show")
        answer: dict[str, Any] = last["answers"][-1]
        return answer

    @property
    def moves(self) -> list[str]:
        return [each if isinstance(each, str) else each["name"] for each in self.shown["moves"]]

    def go_on(self) -> bool:
        """Make a random move or what else comes next; return False at the end of the game."""
        if self.moves:
            self.ask("move", move=self._rng.choice(self.moves))
        elif self.shown["waits_for"] == "nobody":
            return False
        else:
            self.ask("step")
        return True


def playing(
    state: Any, seat: int = 0, opponents: str | Sequence[str] = "", game: Any = None, seed: int = 1
) -> Cell:
    """A person who plays on from a state."""
    session = seat_players(game_of(state, game), state, seat, opponents, seed)
    return Cell(lambda send: Host(session, seat, send), seed)


def random_games(games: int) -> Iterator[Cell]:
    """Cells with random games of all kinds, after each click."""
    for number in range(games):
        rng, game = Random(number), GAMES[KEYS[number % len(KEYS)]]
        players = rng.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
        state = game.setup(players, seed=number)
        cell = playing(state, rng.randrange(players), "random", seed=number)
        for _ in range(rng.randint(3, 20)):
            yield cell
            if not cell.go_on():
                break
