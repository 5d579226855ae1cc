"""The forms in which values travel through the frameworks of others: pydantic, cattrs, orjson.

The documents of a game give each of its classes a form when they are made. Nothing is imported
before a framework asks for it.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Collection, Mapping
from types import NoneType, UnionType
from typing import Any, ClassVar, NoReturn, TypeVar, Union, get_args, get_origin, overload

import attrs

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import DecodingError, InvalidValue, WrongType

T = TypeVar("T")


@attrs.frozen
class Form:
    """The functions that write, read and describe the values of a class."""

    game: str
    """The key of the game to which the class belongs."""
    write: Callable[[Any], Any]
    """Returns a value as dicts, lists, texts, integers, booleans and None."""
    read: Callable[[Any], Any]
    """Returns the value of such data, which need not be trusted."""
    schema: Callable[[], Mapping[str, Any]]
    """Returns the JSON Schema of the data."""


class Travels:
    """Base of the values that frameworks can take: pydantic asks its classes for their forms."""

    __slots__ = ()

    _form: ClassVar[Form | None] = None
    """The form of the class; None if its values are only parts of other documents."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Any:  # noqa: ANN401 - a TypedDict of pydantic
        """Return how pydantic validates and writes values of the class.

        A value is taken as it is, and data as its document. `model_dump` keeps the value, and JSON
        has its document.
        """
        from pydantic_core import core_schema  # noqa: PLC0415 - only pydantic calls this

        form = _form_of(cls)

        def validate(given: object) -> object:
            return given if isinstance(given, cls) else form.read(given)

        return core_schema.no_info_plain_validator_function(
            validate,
            serialization=core_schema.plain_serializer_function_ser_schema(
                form.write, when_used="json"
            ),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _core_schema: object, _handler: object) -> dict[str, Any]:
        """Return the JSON Schema of the documents of the class."""
        return dict(_form_of(cls).schema())


def give_form(cls: type[Any], form: Form) -> None:
    """Give a class its form.

    A house rule also writes classes of the card game, which keep that game's form. A class of an
    author's that has two games has none.
    """
    earlier: Form | None = vars(cls).get("_form")
    if earlier is None:
        type.__setattr__(cls, "_form", form)
    elif earlier.game != form.game and not cls.__module__.startswith("westeros_intrigue."):
        type.__setattr__(cls, "_form", _form_of_several(cls))


def later_form(game: str, find: Callable[[], Form]) -> Form:
    """Return a form that is made when it is first used.

    Args:
        game: the key of the game.
        find: returns the form.
    """
    return Form(
        game,
        lambda value: find().write(value),
        lambda data: find().read(data),
        lambda: find().schema(),
    )


def _form_of_several(cls: type[Any]) -> Form:
    def refuse(_given: object = None) -> NoReturn:
        raise InvalidValue(
            f"several games have {cls.__name__}: use to_data of the game's DOCUMENTS"
        )

    return Form("", refuse, refuse, refuse)


def give_texts(
    game: str, classes: Collection[type[Any]], parse: Callable[[str], object], example: str
) -> None:
    """Give the classes of moves the form of their texts.

    Args:
        game: the key of the game.
        classes: the classes.
        parse: returns the move of a text, of any of the classes.
        example: a text, for the schema.
    """
    for cls in classes:
        give_form(cls, Form(game, str, _reader(cls, parse), lambda: _text_schema(example)))


def _reader(cls: type[Any], parse: Callable[[str], object]) -> Callable[[Any], Any]:
    def read(text: object) -> object:
        if not isinstance(text, str):
            raise InvalidValue(f"a move is a text, not {type(text).__name__}")
        move = parse(text)
        if not isinstance(move, cls):
            raise InvalidValue(f"{text!r} is a {type(move).__name__}, not a {cls.__name__}")
        return move

    return read


def _text_schema(example: str) -> dict[str, Any]:
    return {"type": "string", "examples": [example]}


def refuse_whole(_given: object = None) -> NoReturn:
    """Raise InvalidValue: a framework sends what it takes to its clients."""
    raise InvalidValue(
        "a state contains every hand: answer with observe(state, seat), and store it with to_json"
    )


def whole_form(game: str) -> Form:
    """Return the form of the states of a game, which refuses all."""
    return Form(game, refuse_whole, refuse_whole, refuse_whole)


def _form_of(cls: object) -> Form:
    form: Form | None = vars(cls).get("_form") if isinstance(cls, type) else None
    if form is None:
        name = cls.__name__ if isinstance(cls, type) else repr(cls)
        raise WrongType(
            f"{name} has no form of its own: it is a part of other values, or a result with to_rows"
        )
    return form


def _classes_of(hint: object) -> tuple[object, ...]:
    """Return the classes of a union, of its name, or of a class with parameters."""
    # A name that newer Pythons give by `type` is of another class than one for older Pythons.
    if value := getattr(hint, "__value__", None):
        return _classes_of(value)
    origin = get_origin(hint)
    if origin is Union or origin is UnionType:
        return tuple(cls for each in get_args(hint) for cls in _classes_of(each))
    return (hint if origin is None else origin,)


def _read_one_of(classes: tuple[object, ...], data: object) -> object:
    """Return the value of data that the form of one of several classes can read."""
    if data is None and NoneType in classes:
        return None
    own = [cls for cls in classes if cls is not NoneType] or [NoneType]
    if len(own) == 1:
        return _form_of(own[0]).read(data)
    errors: list[DecodingError] = []
    for form in [_form_of(cls) for cls in own]:
        try:
            return form.read(data)
        except InvalidValue:
            continue
        except DecodingError as error:
            errors.append(error)
    # Documents of other classes differ in their heads; the one that is meant has a fault below.
    if errors := [error for error in errors if error.path not in {"/game", "/kind"}]:
        raise max(errors, key=lambda error: len(error.path))
    names = join_words([getattr(cls, "__name__", repr(cls)) for cls in own], "or")
    raise InvalidValue(f"expected the data of {names}; this {type(data).__name__} is of none")


def write_value(value: object) -> Any:  # noqa: ANN401 - data of any kind
    """Return a value of any game as dicts, lists, texts, integers, booleans and None.

    That is what to give to orjson, as `default`, and to others that write JSON.

    >>> from westeros_intrigue import observe, parse_move, setup
    >>> write_value(parse_move("S4@b-2"))
    'S4@b-2'
    >>> state = setup(2, seed=1)
    >>> write_value(observe(state, 0))["kind"]
    'view'
    >>> write_value(state)
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: a state contains every hand: answer with \
observe(state, seat), and store it with to_json

    Raises:
        InvalidValue: the value is a state.
        WrongType: values of the class are only parts of others.
    """
    return _form_of(type(value)).write(value)


@overload
def read_value(cls: type[T], data: object) -> T: ...
@overload
def read_value(cls: object, data: object) -> Any: ...  # noqa: ANN401 - of a union
def read_value(cls: object, data: object) -> Any:
    """Return the value of a class that `write_value` wrote; the data need not be trusted.

    >>> from westeros_intrigue.games.monopoly import Bid, Move
    >>> read_value(Bid, "bid 4"), read_value(Move, "pass")
    (Bid(amount=4), Pass())

    Args:
        cls: the class, or a union of classes, such as `Move` and `Event` of a game.
        data: what `json.loads` returns.

    Raises:
        DecodingError: the data is not a document of the class.
        InvalidValue: it is the text of another move, or the class is that of a state or of
            results, which are only written.
        NotationError: it is not the text of a move.
        WrongType: values of the class are only parts of others.
    """
    return _read_one_of(_classes_of(cls), data)


def register_hooks(converter: Any) -> None:  # noqa: ANN401 - cattrs need not be installed
    """Let a converter of cattrs structure and unstructure values of any game.

    >>> from cattrs import Converter
    >>> from westeros_intrigue import Move
    >>> converter = Converter()
    >>> register_hooks(converter)
    >>> converter.unstructure(converter.structure("S4@b-2", Move))
    'S4@b-2'

    Args:
        converter: a `cattrs.Converter`.
    """

    def has_form(hint: object) -> bool:
        classes = [cls for cls in _classes_of(hint) if cls is not NoneType]
        return bool(classes) and all(
            isinstance(cls, type) and issubclass(cls, Travels) for cls in classes
        )

    def write(value: object) -> Any:  # noqa: ANN401 - data of any kind
        return None if value is None else write_value(value)

    converter.register_structure_hook_func(has_form, lambda data, cls: read_value(cls, data))
    converter.register_unstructure_hook_func(has_form, write)
