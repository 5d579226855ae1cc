"""The author's class: the options that `start` declares, and the faults of the class."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import inspect
import math
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeGuard

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.authoring.field_kinds import find_field_faults, hands_of
from westeros_intrigue.gamekit.authoring.position import Occurrence, Position, extra_fields
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.limits import Ordinal
from westeros_intrigue.gamekit.options import Option, OptionKind
from westeros_intrigue.gamekit.rulebook import Rule
from westeros_intrigue.gamekit.values import Word


def types_of(cls: type, base: type) -> tuple[Any, ...]:
    """Return the classes of positions and moves, from `GameOf[Heap, int]` among the bases.

    Raises:
        WrongType: no base has such types.
    """
    for each in cls.__mro__:
        for generic in vars(each).get("__orig_bases__", ()):
            if typing.get_origin(generic) is base:
                return typing.get_args(generic)
    name = cls.__name__
    raise WrongType(f"{name} must name its types: class {name}(GameOf[State, int])")


_LARGEST_OPTION = 1_000_000
_TAKEN = ("players", "seed", "rng", "rules")
"""Names that an option cannot have."""
_AUTHORED = ("start", "moves", "play", "scores")
_HIDING = ("hide", "guess")
"""The methods that a game needs if it hides anything: both or none."""


def options_of(start: Callable[..., object]) -> Iterator[Option]:
    """Yield the options of a table: the keyword-only parameters of `start`."""
    parameters = [*inspect.signature(start).parameters.values()][3:]  # after self, players, rng
    if not parameters:
        return
    try:
        hints: Mapping[str, object] = typing.get_type_hints(start, include_extras=True)
    except NameError as error:
        raise WrongType(
            f"the options of start cannot be read: {error}; import it where the program can see "
            "it, not under TYPE_CHECKING"
        ) from None
    for parameter in parameters:
        default: object = parameter.default
        fault = ""
        if parameter.kind is not parameter.KEYWORD_ONLY:
            fault = "must be keyword-only: write * before it"
        elif default is parameter.empty:
            fault = "needs a default"
        elif parameter.name in _TAKEN:
            fault = f"needs another name: {join_words(_TAKEN)} have a meaning here"
        if fault:
            raise WrongType(f"the option {parameter.name} of start {fault}")
        option = _option(parameter.name, hints.get(parameter.name), default)
        if default is not None:
            attrs.evolve(option, name=f"the default of {parameter.name}").check(default)
        yield option


def _option(name: str, hint: object, default: object) -> Option:
    alternatives = _arguments(hint)
    if type(None) in alternatives:
        hint = next(one for one in alternatives if one is not type(None))
    kind, *metadata = _arguments(hint) if typing.get_origin(hint) is Annotated else (hint,)
    phrase = next((part for part in metadata if isinstance(part, str)), name.replace("_", " "))
    if kind is bool:
        return Option(name, OptionKind.FLAG, phrase)
    if default is not None:
        phrase = f"{phrase} (default {default})"
    span = next((part for part in metadata if isinstance(part, limits.Range)), None)
    if kind is int and span:
        most = _LARGEST_OPTION if span.high is None else span.high
        return Option(name, OptionKind.NUMBER, phrase, least=span.low, most=most)
    choices = _arguments(kind)
    words = tuple(choice for choice in choices if is_line(choice))
    if typing.get_origin(kind) is Literal and len(words) == len(choices):
        return Option(name, OptionKind.CHOICE, phrase, choices=words)
    raise WrongType(
        f'the option {name} of start must be a bool, Annotated[int, Range(1, 9), "help"] or a '
        f"Literal of strings in which no word begins with #, not {hint}"
    )


def _arguments(hint: object) -> tuple[object, ...]:
    return typing.get_args(hint)


def is_line(text: object) -> TypeGuard[str]:
    """Return True if a value is text that a line of a record can contain."""
    is_printed = isinstance(text, str) and text.isprintable()
    return is_printed and f" {text}".partition(" #")[0].strip() == text


def first_line(player: Callable[..., object]) -> str:
    """Return the first line of a player's docstring or, without one, its name."""
    return (inspect.getdoc(player) or player.__name__).partition("\n")[0].rstrip(".")


def accepts(function: object, wanted: Callable[..., object]) -> bool:
    """Return whether a function can be called like another one."""
    parameters = inspect.signature(wanted).parameters.values()
    by_name = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    if not callable(function):
        return False
    try:
        inspect.signature(function).bind(
            *range(len(parameters) - len(by_name)), **dict.fromkeys(by_name)
        )
    except TypeError:
        return False
    except ValueError:  # a function written in C can have no signature
        return True
    return True


def show_signature(name: str, function: object, names: Mapping[str, type] = {}) -> str:
    """Return the declaration of a function, with these types instead of type variables.

    >>> show_signature("shuffle", lambda cards: None)
    'def shuffle(cards)'
    """
    if not callable(function):
        return values.short_repr(function)
    text = str(inspect.signature(function)).replace("'", "")
    for letter, cls in names.items():
        label: str = getattr(cls, "__name__", str(cls))
        text = re.sub(rf"\b{letter}\b", label, text)
    return f"def {name}{text}"


def find_taken_names(cls: type[Position]) -> Iterator[str]:
    """Yield a fault for each of the author's fields that cannot have its name."""
    taken = {*dir(Position), "game", "kind", "moves", "rules", "seed", "version"}
    for base in cls.__mro__[: cls.__mro__.index(Position)]:
        for name in inspect.get_annotations(base):
            if name in taken:
                yield f"{cls.__name__}.{name}: choose another name, since the kit uses this one"
            elif name.startswith("_"):
                yield f"{cls.__name__}.{name}: choose a name that does not begin with _"


def find_wrong_constants(game: Any, hints: Mapping[str, Any]) -> Iterator[str]:  # noqa: ANN401 - a game or its class
    """Yield the faults of a game's name, key and rules, and of constants with these annotations."""
    name, key = game.NAME, game.KEY
    if not (name and is_line(name)):
        found = values.short_repr(name)
        yield f"NAME, {found}, must be a line of text in which no word begins with #"
    if not (isinstance(key, str) and re.fullmatch("[a-z0-9_-]+", key)):
        yield f"KEY, {values.short_repr(key)}, must be lower-case letters, digits and dashes"
    for constant, hint in {"RULES": tuple[Rule, ...], **hints}.items():
        try:
            limits.find_check(hint)(constant, getattr(game, constant))
        except (InvalidValue, WrongType) as error:
            yield str(error)
            continue
        if constant == "RULES":
            ids = [rule.id for rule in game.RULES]
            for twice in sorted({each for each in ids if ids.count(each) > 1}):
                yield f"RULES: {ids.count(twice)} rules have the id {twice}: give each another id"


def find_faults(game: Any, base: Any) -> Iterator[str]:  # noqa: ANN401 - a game, and `GameOf`
    """Yield the faults of the class of a game, of which the base declares the methods."""
    cls, (position, move) = type(game), game._types
    names = {"S": position, "M": move}
    hiding = {name for name in _HIDING if getattr(cls, name) is not getattr(base, name)}
    for name in (*_AUTHORED, *_HIDING, "may_hold", "chance"):
        wanted, found = getattr(base, name), getattr(cls, name)
        declared = show_signature(name, wanted, names)
        if wanted is found and (name in _AUTHORED or (hiding and name in _HIDING)):
            needs = f", as it has {join_words(sorted(hiding), 'and')}" if hiding else ""
            yield f"missing: {declared}{'' if name in _AUTHORED else needs}"
        elif not accepts(found, wanted):
            yield f"{declared}, not {show_signature(name, found, names)}"
    if not (isinstance(position, type) and issubclass(position, Position)):
        yield f"the positions, {values.short_repr(position)}, must be a subclass of Position"
    elif "__attrs_attrs__" not in vars(position):
        yield f"the class {position.__name__} must be frozen: write @attrs.frozen above it"
    else:
        yield from find_taken_names(position)
        try:
            Codecs().fields(position, extra_fields(position))
        except TypeError as error:
            yield str(error)
        else:
            yield from find_field_faults(position, _numbers_of(cls))
            if cls.may_hold is not base.may_hold and not hands_of(position):
                yield "may_hold says which cards a Hand can have, but no field is a Hand"
    if not (move in (int, str) or hasattr(move, "parse") or Word in getattr(move, "__mro__", ())):
        yield (
            f"the moves, {values.short_repr(move)}, must be int, str, a subclass of Word, or a "
            "class with a class method parse(text)"
        )
    elif move.__hash__ is None:
        yield f"the class {move.__name__} must be frozen: write @attrs.frozen above it"
    yield from _faults_of_constants(cls)
    yield from _find_closed_sites(cls, base)
    try:
        list(options_of(cls.start))
    except (TypeError, ValueError) as error:
        yield str(error)


def _numbers_of(cls: Any) -> frozenset[str]:  # noqa: ANN401 - as above
    """Return the names of the options that are numbers; none if the options have a fault."""
    try:
        options = [*options_of(cls.start)]
    except (TypeError, ValueError):
        return frozenset()
    return frozenset(each.name for each in options if each.kind is OptionKind.NUMBER)


def _find_closed_sites(cls: Any, base: Any) -> Iterator[str]:  # noqa: ANN401 - as above
    """Yield a fault for each method that a house rule replaces, but that is not a site."""
    for owner in cls.__mro__[1:]:
        sites = vars(owner).get("SITES", ()) if owner is not base else ()
        if not sites:
            continue
        for name in vars(cls):
            is_replaced = inspect.isfunction(vars(cls)[name]) and hasattr(owner, name)
            if is_replaced and name not in sites and not name.startswith("_"):
                yield (
                    f"{cls.__name__}.{name}: {owner.__name__} lets house rules replace only "
                    f"{join_words(sites)}"
                )


def _faults_of_constants(cls: Any) -> Iterator[str]:  # noqa: ANN401 - a subclass of `GameOf`
    if wrong := [*find_wrong_constants(cls, _CONSTANTS)]:
        yield from wrong
        return
    if cls.MIN_PLAYERS > cls.MAX_PLAYERS:
        yield f"MIN_PLAYERS, {cls.MIN_PLAYERS}, must be at most MAX_PLAYERS, {cls.MAX_PLAYERS}"
    bots = ["random", "thinker", *(getattr(each, "__name__", "") for each in cls.BOTS)]
    if len({*bots}) < len(bots) or not all(map(str.isidentifier, bots)):
        yield (
            f"BOTS, {values.short_repr(cls.BOTS)}, must be functions with different names, not "
            "random or thinker"
        )
    yield from _faults_of_seconds(cls)
    for event in cls.EVENTS:
        yield from _faults_of_event(event)


def _faults_of_event(event: Any) -> Iterator[str]:  # noqa: ANN401 - a member of EVENTS
    if not (isinstance(event, type) and issubclass(event, Occurrence)):
        yield f"EVENTS: {values.short_repr(event)} must be a subclass of Occurrence"
        return
    if "__attrs_attrs__" not in vars(event) or event.__hash__ is None:
        yield f"the class {event.__name__} must be frozen: write @attrs.frozen above it"
        return
    names = [each.name for each in vars(event)["__attrs_attrs__"]]
    taken = [name for name in names if name in {*dir(Occurrence), "event"}]
    if taken:
        yield f"{event.__name__}.{taken[0]}: choose another name, since the kit uses this one"
    if event.TO and event.TO not in names:
        yield f"TO of {event.__name__}, {values.short_repr(event.TO)}, must be the name of a field"
    if event.words is Occurrence.words:
        yield f"missing: {show_signature('words', event.words)} of {event.__name__}"
    try:
        Codecs().fields(event)
    except TypeError as error:
        yield str(error)


def _faults_of_seconds(cls: Any) -> Iterator[str]:  # noqa: ANN401 - as above
    known = ["random", *map(name_of_bot, cls.BOTS), SAMPLING]
    if not isinstance(cls.SECONDS, Mapping) or not {*cls.SECONDS} <= {*known}:
        found = values.short_repr(cls.SECONDS)
        yield f"SECONDS, {found}, must be a mapping from names among {join_words(known)}"
        return
    for name, seconds in cls.SECONDS.items():
        if type(seconds) not in {int, float} or not 0 < seconds < math.inf:
            yield f"SECONDS of {name}, {values.short_repr(seconds)}, must be a number above 0"


SAMPLING = "sampling:N"
"""The name of the players that sample worlds, of which N is the number of games that they play."""


def name_of_bot(bot: Callable[..., object]) -> str:
    """Return the name of the player that a function of `BOTS` is."""
    return getattr(bot, "__name__", "").replace("_", "-")


_CONSTANTS: Mapping[str, Any] = {
    "MIN_PLAYERS": Ordinal,
    "MAX_PLAYERS": Ordinal,
    "RULES_VERSION": Ordinal,
    "SITES": tuple[str, ...],
    "EVENTS": tuple[type, ...],
    "BOTS": tuple[Callable, ...],  # type: ignore[type-arg]  # only that they can be called
}
