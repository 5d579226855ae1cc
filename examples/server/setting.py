"""The setting of a table, read from an untrusted request."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Self

import attrs

from server.hashing import hashed
from westeros_intrigue.gamekit import GAMES, Game, OptionKind, OptionValue

MOST_SECONDS = 0.5
"""The CPU seconds that a bot may take for a move, on average, as `PLAYERS` states them."""
LARGEST = 64 * 1024  # the maximum number of characters of a request
LONGEST_CLOCK = 7 * 24 * 3600  # the maximum time of a clock, in seconds
MEMBERS = {
    "game": str,
    "players": int | None,
    "options": dict,
    "bots": dict,
    "clock": dict,
    "open": bool,
    "invitation": str,
}
FORFEIT = "forfeit"


@attrs.frozen
class Clock:
    """The time that players have, in seconds, and what happens at its end."""

    move: int | None = None  # for a move; None for any time
    game: int | None = None  # for all moves of a player; None for any time
    then: str = FORFEIT
    """The name of the bot that plays on for a player whose time is over; or `forfeit`, which ends
    the game."""

    @classmethod
    def parse(cls, data: Mapping[str, Any], game: Game[Any, Any, Any]) -> Self:
        """Return the clock of JSON data; raise ValueError if it is wrong."""
        if not data.keys() <= {"move", "game", "then"}:
            raise ValueError("a clock has some of these members: move, game, then")
        for name in ("move", "game"):
            seconds = data.get(name)
            if seconds is not None and not (type(seconds) is int and 1 <= seconds <= LONGEST_CLOCK):
                raise ValueError(f"clock.{name} is seconds from 1 to {LONGEST_CLOCK}")
        if data.get("then", FORFEIT) != FORFEIT:
            check_bot(game, data["then"])
        return cls(**data)


@attrs.frozen
class Setting:
    """The key of a game, with its players, options and bots."""

    game: str
    players: int | None = None  # the number of seats; None for the usual one
    options: Mapping[str, OptionValue] = attrs.field(factory=dict)
    bots: Mapping[int, str] = attrs.field(factory=dict)
    """The names of players of the game, by their seats."""
    clock: Clock | None = None
    is_open: bool = False  # True if everybody finds the table in the list
    invitation: str = ""  # the hash of the secret that people need to sit down; empty for none
    maker: str = ""  # the hash of the secret of who has made the table; empty for nobody

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the setting of a JSON text, which the game may still refuse.

        Raises:
            ValueError: the text is not JSON, or names something unknown.
            TypeError: a member has the wrong type.
        """
        data = read_json(text)
        if not isinstance(data, dict) or not data.keys() <= MEMBERS.keys():
            raise ValueError(f"send an object with some of these members: {', '.join(MEMBERS)}")
        for name, value in data.items():
            is_right = isinstance(value, bool) == (name == "open")
            if not (is_right and isinstance(value, MEMBERS[name])):
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
        clock = Clock.parse(data["clock"], game) if "clock" in data else None
        secret = data.get("invitation", "")
        return cls(
            data["game"],
            data.get("players"),
            options,
            named,
            clock,
            data.get("open", False),
            secret and hashed(secret),
        )

    @classmethod
    def stored(cls, text: str) -> Self:
        """Return the setting of a text in the store, which an earlier version may have written."""
        data = json.loads(text)
        options = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data["options"].items()
        }
        bots = {int(seat): name for seat, name in data["bots"].items()}
        clock = Clock(**data["clock"]) if data.get("clock") else None
        kept = {name: data[name] for name in ("is_open", "invitation", "maker") if name in data}
        return cls(data["game"], data["players"], options, bots, clock, **kept)

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

    Otherwise, as with `search:100000`, clients would decide how long the server thinks.
    """
    if not isinstance(name, str) or not game.PLAYERS.has(name):
        raise ValueError(f"a bot is one of {', '.join(bots_of(game))}")
    seconds = game.PLAYERS.seconds(name)
    if seconds is None or seconds > MOST_SECONDS:
        cost = "an unknown time" if seconds is None else f"{seconds:.2g} CPU seconds"
        raise ValueError(f"{name} takes {cost} for a move; at most {MOST_SECONDS} are allowed")


def bots_of(game: Game[Any, Any, Any]) -> dict[str, str]:
    """Return the names of the players that can be bots, each with a sentence about it."""
    return {
        name: player.summary
        for name, player in game.PLAYERS.items()
        if player.seconds is not None and player.seconds <= MOST_SECONDS
    }


def read_json(text: str) -> Any:  # noqa: ANN401 - any data
    """Return the data of a JSON text from a client; raise ValueError if it is not JSON."""
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_with_each_key_once)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def _refuse(constant: str) -> float:
    raise ValueError(f"JSON has no {constant}")


def _with_each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a member of an object occurs twice")
    if any(isinstance(value, float) and math.isinf(value) for value in found.values()):
        raise ValueError("a number is too large")
    return found
