"""Checks of a game's names, their signatures, and the types of results."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import functools
import inspect
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from westeros_intrigue.gamekit.authoring import declarations
from westeros_intrigue.gamekit.game import GAMES, AnyGame, Game, Move, State, View
from westeros_intrigue.gamekit.players import BUILT_IN
from westeros_intrigue.gamekit.values import short_repr
from westeros_intrigue.testing.player_checks import CheckFailed

_MEMBERS: dict[str, Any] = {name: each for name, each in vars(Game).items() if name[0] != "_"}
"""The properties and functions of the protocol."""


def check_names(game: object) -> None:
    """Check that a game has every name of the protocol, with the right type or parameters.

    Its key must not be that of a game of the library, since `GAMES` would never list it.

    Raises:
        CheckFailed: it does not; the message lists each missing or different name with its
            declaration in the protocol.
    """
    if isinstance(game, type):
        raise CheckFailed(f"{game.__name__} is a class: pass its instance, {game.__name__}()")
    if faults := "\n    ".join(_faults(game)):
        name = getattr(game, "__name__", type(game).__name__)
        raise CheckFailed(
            f"the game {name} differs from westeros_intrigue.gamekit.game.Game:\n    {faults}"
        )
    key = getattr(game, "KEY", None)
    if key in BUILT_IN and GAMES.get(key) is not game:
        raise CheckFailed(
            f"KEY is {key!r}, the key of a game of the library, {BUILT_IN[key]}: an entry point "
            "of that name is skipped, so choose another KEY"
        )


class CheckedResults:
    """A game whose functions raise CheckFailed if a result has the wrong type.

    Args:
        game: the game.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        # `isinstance` with a protocol looks at what is stored, without asking `__getattr__`.
        for name in dir(game):
            if not name.startswith("_"):
                getattr(self, name, None)

    @property
    def checked_game(self) -> AnyGame:
        """The game itself."""
        return self._game

    def __getattr__(self, name: str) -> object:
        member = getattr(self._game, name)
        if isinstance(_MEMBERS.get(name), types.FunctionType):
            member = functools.partial(self._call, name, member)
        vars(self)[name] = member  # later look-ups find it in the instance
        return member

    def _call(
        self, name: str, function: Callable[..., object], /, *arguments: object, **named: object
    ) -> object:
        result = function(*arguments, **named)
        if not _is_of(result, _hint(name)):
            found = f"{name} returned {short_repr(result)}"
            raise CheckFailed(f"{self._game.NAME}: {found}; it must return {_type_of(name)}")
        return result


def check_results(game: Game[State, View, Move]) -> Game[State, View, Move]:
    """Return a game whose functions raise CheckFailed if a result has the wrong type."""
    # It finds its names by `__getattr__`, where no type checker can see them.
    found: Any = CheckedResults(game)
    checked: Game[State, View, Move] = found
    return checked


def _faults(game: object) -> Iterator[str]:
    for name, member in _MEMBERS.items():
        if not hasattr(game, name):
            yield f"missing: {_declaration(name)}"
            continue
        thing = getattr(game, name)
        if isinstance(member, property):
            if not _is_of(thing, _hint(name)):
                yield f"{_declaration(name)}, not {short_repr(thing)}"
        elif not callable(thing) or not declarations.accepts(thing, _without_self(member)):
            yield f"{_declaration(name)}, not {declarations.show_signature(name, thing)}"


def _without_self(function: types.FunctionType) -> Callable[..., object]:
    """Return a function of the protocol without its parameter `self`."""
    return types.MethodType(function, Game)


def _declaration(name: str) -> str:
    member = _MEMBERS[name]
    if isinstance(member, property):
        return f"{name}: {_type_of(name)}"
    return declarations.show_signature(name, _without_self(member))


def _type_of(name: str) -> str:
    return str(inspect.signature(_function(name)).return_annotation)


@functools.cache
def _hint(name: str) -> Any:  # noqa: ANN401 - a type, or a form of typing
    return get_type_hints(_function(name))["return"]


def _function(name: str) -> Any:  # noqa: ANN401 - a function, also of a property
    member = _MEMBERS[name]
    return member.fget if isinstance(member, property) else member


def _is_of(value: object, hint: Any) -> bool:  # noqa: ANN401 - for the same reason
    if hint is Any or isinstance(hint, TypeVar):
        return True
    kind, parts = get_origin(hint), get_args(hint)
    if kind is types.UnionType:
        return any(_is_of(value, part) for part in parts)
    if not isinstance(value, kind or hint):
        return False
    if isinstance(value, Mapping) and len(parts) == 2:
        keys, values = parts
        return all(_is_of(key, keys) and _is_of(each, values) for key, each in value.items())
    if isinstance(value, Sequence) and parts:
        # A str is also a sequence of letters.
        return not isinstance(value, str) and all(_is_of(each, parts[0]) for each in value)
    return True
