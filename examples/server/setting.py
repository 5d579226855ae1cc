"""The setting of a table, read from an untrusted request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

import attrs

from westeros_intrigue.gamekit import GAMES, Game, OptionKind, OptionValue
from westeros_intrigue.gamekit.documents import parse

MOST_TRIES = 200
"""The playouts or games that a bot may try for a move: without numba, from 0.1 seconds of CPU
time in Westeros Intrigue to half a second in the other games."""
LARGEST = 64 * 1024  # the maximum number of characters of a request
MEMBERS = {"game": str, "players": int | None, "options": dict, "bots": dict}


@attrs.frozen
class Setting:
    """The key of a game, with its players, options and bots."""

    game: str
    players: int | None = None  # the number of seats; None for the usual one
    options: Mapping[str, OptionValue] = attrs.field(factory=dict)
    bots: Mapping[int, str] = attrs.field(factory=dict)
    """The names of players of the game, by their seats."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the setting of a JSON text, which the game may still refuse.

        Raises:
            ValueError: the text is not JSON, or names something unknown.
            TypeError: a member has the wrong type.
        """
        data = parse(text, 8 * LARGEST)  # a text is escaped in the store, and so longer
        if not isinstance(data, dict) or not data.keys() <= MEMBERS.keys():
            raise ValueError(f"send an object with some of these members: {', '.join(MEMBERS)}")
        for name, value in data.items():
            if not isinstance(value, MEMBERS[name]) or isinstance(value, bool):
                raise TypeError(f"{name} has the wrong type: see /games")
        if data.get("game") not in GAMES:
            raise ValueError(f"name one of the games: {', '.join(GAMES)}")
        options = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.get("options", {}).items()
        }
        game = GAMES[data["game"]]
        bots = data.get("bots", {})
        if not bots.keys() <= {*map(str, range(game.MAX_PLAYERS))}:
            raise ValueError(f"bots sit in seats from 0 to {game.MAX_PLAYERS - 1}")
        named = {int(seat): name for seat, name in sorted(bots.items())}
        return cls(data["game"], data.get("players"), options, named)

    def __str__(self) -> str:
        """Return the JSON text, which is equal for equal settings."""
        return json.dumps(attrs.asdict(self), sort_keys=True)

    def check_bots(self, state: Any) -> None:  # noqa: ANN401 - of any game
        """Raise ValueError unless each bot can sit in its seat at the table of a first state."""
        for name in self.bots.values():
            check_bot(GAMES[self.game], name)
        taken = GAMES[self.game].automated_seats(state)
        free = [seat for seat in range(state.players) if seat not in taken]
        if not self.bots.keys() <= set(free):
            raise ValueError(f"bots sit in the seats {free}")

    @property
    def files(self) -> Mapping[str, OptionValue]:
        """The options that are files, which are needed to read the game's record."""
        files = [each.name for each in GAMES[self.game].OPTIONS if each.kind is OptionKind.FILE]
        return {name: value for name, value in self.options.items() if name in files}


def check_bot(game: Game[Any, Any, Any], name: object) -> None:
    """Raise ValueError unless a name is a player's that can be a bot.

    With more tries, as in `search:100000`, clients would decide how long the server thinks.
    """
    is_known = isinstance(name, str) and game.PLAYERS.has(name)
    if not is_known or _count_tries(game, str(name)) > MOST_TRIES:
        raise ValueError(f"a bot is one of {', '.join(bots_of(game))}; N is at most {MOST_TRIES}")


def bots_of(game: Game[Any, Any, Any]) -> dict[str, str]:
    """Return the names of the players that can be bots, each with a sentence about it."""
    return {
        name: player.summary
        for name, player in game.PLAYERS.items()
        if player.is_numbered or _count_tries(game, name) <= MOST_TRIES
    }


def _count_tries(game: Game[Any, Any, Any], name: str) -> int:
    """Return the number in the full name of a player: 50 of `search:50`, 0 of `greedy`."""
    short = game.PLAYERS.get(name)
    full = short.stands_for if short and short.stands_for else name
    return int(full.partition(":")[2] or 0)
