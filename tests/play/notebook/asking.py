"""A person in a notebook, without one: the cell's requests, and the messages that it gets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play import notebook

if TYPE_CHECKING:
    from westeros_intrigue.play.notebook.widget import NotebookTable


KEYS = ("westeros-intrigue", "monopoly", "btwixt")


class Cell:
    """The cell of a table."""

    def __init__(self, table: NotebookTable, seed: int = 1) -> None:
        self.table = table
        self.messages: list[dict[str, Any]] = []
        self._rng = Random(seed)
        table.send = self._receive
        self.ask("look")

    def _receive(self, message: Any, buffers: Any = None) -> None:
        assert buffers is None
        self.messages.append(message)

    def ask(self, what: object, **more: object) -> list[dict[str, Any]]:
        """Send a request, and return the messages that follow."""
        before = len(self.messages)
        self.table._hear(self.table, {"do": what, **more}, [])
        self.table.wait()
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


def stored(table: NotebookTable) -> dict[str, Any]:
    """What a notebook's file gets of a table: the state of the widget, and the cell's output."""
    state = {name: each for name, each in table.get_state().items() if name != "_esm"}
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    return {"state": state, "output": data}


def random_tables(games: int) -> Iterator[NotebookTable]:
    """Tables of random games of all kinds, after each click."""
    for number in range(games):
        rng, game = Random(number), GAMES[KEYS[number % len(KEYS)]]
        players = rng.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
        seat = rng.randrange(players)
        table = notebook.begin(game, players, seat, opponents="random", seed=number)
        cell = Cell(table, seed=number)
        for _ in range(rng.randint(3, 20)):
            yield table
            if not cell.go_on():
                break
