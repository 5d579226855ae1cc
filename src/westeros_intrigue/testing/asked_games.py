"""A check of the game that a bot asks: the one it plays, not one with other rules.

A subclass of a game is a game of its own, with the bots of its base. A bot that looks for the base
by its name asks it for moves and their effects, and plays by the wrong rules without any error.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from westeros_intrigue.gamekit import GameOf
from westeros_intrigue.gamekit.asking import SeatedPlayer
from westeros_intrigue.gamekit.authoring.authored import AuthoredGame
from westeros_intrigue.gamekit.values import short_repr
from westeros_intrigue.rules import HouseRules
from westeros_intrigue.testing.player_checks import CheckFailed

_ANSWERS = (
    *("legal_moves", "distinct_moves", "moves", "explain", "apply", "scores", "final_winner"),
    *("hide", "observe", "question", "deciders"),
)
"""Functions without chance, whose results can be compared."""
_DRAWS: Mapping[str, tuple[str, ...]] = {
    "play": ("play",),
    "guess": ("guess",),
    "chance": ("chance",),
    "determinize": ("guess", "determinize"),
    "_after": ("play", "chance"),
}
"""Functions with chance, and the methods in which another game may differ."""


def _find_others(game: object) -> Iterator[Any]:
    """Yield the other games, made so far or bases, of which this one's positions are positions."""
    for base in type(game).__mro__[1:]:
        if isinstance(base, type) and issubclass(base, GameOf) and base is not GameOf:
            with suppress(Exception):  # of an author; a base need not be a whole game
                base()  # which a bot may be the first to make
    waiting: list[Any] = [AuthoredGame]
    while waiting:
        cls = waiting.pop()
        waiting += cls.__subclasses__()
        other = vars(cls).get("_only")
        if other is None or other is game:
            continue
        if isinstance(game, GameOf) and isinstance(other, GameOf):
            own, its = game._types[0], other._types[0]
            if issubclass(own, its) or issubclass(its, own):
                yield other
        elif isinstance(game, HouseRules) and isinstance(other, HouseRules):
            yield other


class Asked:
    """The games that are watched while bots are asked for moves in one of them."""

    def __init__(self, game: object) -> None:
        """Watch no game yet; `game` is the one that the bots play."""
        self._game: Any = game
        self._bot = ""
        self._depth = 0
        self._wrong = ""

    def asking(self, name: str, player: Callable[..., Any]) -> Callable[..., Any]:
        """Return a player, which raises CheckFailed if it asked another game with other answers.

        Args:
            name: its name.
            player: the player.
        """

        @functools.wraps(player, updated=())
        def choose(view: Any, rng: Any) -> object:  # noqa: ANN401 - of any game
            self._bot, self._wrong = name, ""
            try:
                return player(view, rng)
            finally:
                self._bot = ""
                if self._wrong:
                    has_game = isinstance(player, SeatedPlayer)
                    cure = ". It must ask the game that it is handed" if has_game else _CURE
                    raise CheckFailed(self._wrong + cure)

        return choose

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note in the `with` block which games a bot asks."""
        others = [*_find_others(self._game)]
        games = [self._game, *others] if others else []
        try:
            for each in games:
                for name in (*_ANSWERS, *_DRAWS):
                    if (function := getattr(each, name, None)) is not None:
                        setattr(each, name, functools.partial(self._note, each, name, function))
            yield
        finally:
            for each in games:
                for name in (*_ANSWERS, *_DRAWS):
                    vars(each).pop(name, None)

    def _note(
        self,
        game: AuthoredGame[Any],
        name: str,
        function: Callable[..., object],
        /,
        *arguments: object,
        **named: object,
    ) -> object:
        """Return the answer of a game; note it if the bot's own game answers otherwise."""
        asked = functools.partial(function, *arguments, **named)
        if not self._bot or self._depth or self._wrong:
            return asked()
        # The bot's own game may ask others, such as the game that it changes.
        self._depth += 1
        try:
            if game is not self._game:
                self._compare(game, name, asked)
            return asked()
        finally:
            self._depth -= 1

    def _compare(
        self, game: AuthoredGame[Any], name: str, asked: functools.partial[object]
    ) -> None:
        """Note it if the bot's own game answers otherwise than another one."""
        own, wrong = self._game, f"the player {self._bot!r} asks the game {game.KEY} for {name}"
        if name in _DRAWS:
            differ = [each for each in _DRAWS[name] if _differ(type(game), type(own), each)]
            if differ:
                self._wrong = f"{wrong}, of which {own.KEY} has its own {differ[0]}"
            return
        theirs = _answer(asked)
        same = functools.partial(getattr(own, name), *asked.args, **asked.keywords)
        if (answer := _answer(same)) != theirs:
            self._wrong = (
                f"{wrong}, which answers {_in_words(theirs)}, and plays {own.KEY}, which answers "
                f"{_in_words(answer)}"
            )


_CURE = (
    ". Give it a parameter `game`, which it is handed, and ask that one: "
    "def bot(view, rng, game): return game.legal_moves(view)[0]"
)


def _differ(one: type, other: type, name: str) -> bool:
    return getattr(one, name, None) is not getattr(other, name, None)


def _in_words(answer: object) -> str:
    return f"by {answer.__name__}" if isinstance(answer, type) else short_repr(answer)


def _answer(asked: Callable[[], object]) -> object:
    """Return a result that can be compared, or the class of an error."""
    try:
        result = asked()
    except Exception as error:  # noqa: BLE001 - of either author
        return type(error)
    return tuple(result) if isinstance(result, list | range | tuple) else result
