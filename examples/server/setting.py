"""What a table is made with, as a request from anybody."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

import attrs

from westeros_intrigue.gamekit.game import GAMES, Game
from westeros_intrigue.gamekit.options import OptionKind, OptionValue

MOST_TRIES = 200
"""How many playouts or games a bot may try at each move: a fifth of a second of CPU time."""
MEMBERS = {"game": str, "players": int | None, "options": dict, "bots": dict}


@attrs.frozen
class Setting:
    """A game of `GAMES`, and who and what it is played with."""

    game: str
    """The key of the game."""
    players: int | None = None
    """The number of seats; None for the usual one."""
    options: Mapping[str, OptionValue] = attrs.field(factory=dict)
    """Values of the game's `OPTIONS`."""
    bots: Mapping[int, str] = attrs.field(factory=dict)
    """The names of players of the game, by their seats."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the setting of a JSON text.

        The game may still refuse it.

        Raises:
            ValueError: the text is not JSON, or names what is unknown.
            TypeError: a member is of another type.
        """
        try:
            data = json.loads(text, object_pairs_hook=_object)
        except RecursionError:
            raise ValueError("the text is nested too deeply") from None
        if not isinstance(data, dict) or not data.keys() <= MEMBERS.keys():
            raise ValueError(f"send an object with some of these members: {', '.join(MEMBERS)}")
        for name, value in data.items():
            if not isinstance(value, MEMBERS[name]) or isinstance(value, bool):
                raise TypeError(f"{name} is of another type: see /games")
        if data.get("game") not in GAMES:
            raise ValueError(f"name one of the games: {', '.join(GAMES)}")
        options = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.get("options", {}).items()
        }
        game = GAMES[data["game"]]
        seats = {str(seat): seat for seat in range(game.MAX_PLAYERS)}
        bots = data.get("bots", {})
        if not bots.keys() <= seats.keys():
            raise ValueError(f"bots sit in seats from 0 to {game.MAX_PLAYERS - 1}")
        named = {seats[seat]: name for seat, name in sorted(bots.items())}
        return cls(data["game"], data.get("players"), options, named)

    def __str__(self) -> str:
        """Return the JSON text, the same for equal settings."""
        return json.dumps(attrs.asdict(self), sort_keys=True)

    def check_bots(self, state: Any) -> None:  # noqa: ANN401 - of any game
        """Raise a ValueError unless each bot can sit in its seat at the table of a first state."""
        for name in self.bots.values():
            check_bot(GAMES[self.game], name)
        taken = GAMES[self.game].automated_seats(state)
        free = [seat for seat in range(state.players) if seat not in taken]
        if not self.bots.keys() <= set(free):
            raise ValueError(f"bots sit in the seats {free}")

    @property
    def files(self) -> Mapping[str, OptionValue]:
        """The options that are files, without which the game's record cannot be read."""
        kinds = {option.name: option.kind for option in GAMES[self.game].OPTIONS}
        return {
            name: value for name, value in self.options.items() if kinds[name] is OptionKind.FILE
        }


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has a key twice")
    return members


def check_bot(game: Game[Any, Any, Any], name: object) -> None:
    """Raise a ValueError unless a name is that of a player who can be a bot.

    Whoever chose a player that tries more, such as `search:100000`, would choose how long the
    server thinks.
    """
    players = game.PLAYERS
    if not (
        isinstance(name, str) and players.has(name) and players.count_tries(name) <= MOST_TRIES
    ):
        raise ValueError(f"a bot is one of {', '.join(bots_of(game))}; N is at most {MOST_TRIES}")


def bots_of(game: Game[Any, Any, Any]) -> dict[str, str]:
    """Return the names of the players that can be bots, each with a sentence about it."""
    return {
        name: player.summary
        for name, player in game.PLAYERS.items()
        if player.is_numbered or game.PLAYERS.count_tries(name) <= MOST_TRIES
    }
