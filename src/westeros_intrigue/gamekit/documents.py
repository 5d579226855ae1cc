"""The documents of a game: values as data and as JSON, with a head that names their kind.

The codecs are derived from the annotations of classes, including limits (see `limits`). Writing,
reading and the schema therefore all follow the class.

Python's module `json` also accepts texts that are not JSON: duplicate keys, NaN and infinities.
Each of these, like any other part that fits no value, becomes an `Unreadable`. Every codec refuses
it and states where it is.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import enum
import json
import types
import typing
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import codecs, limits, travel, values
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType, fault, faults_at
from westeros_intrigue.gamekit.notebook_tables import Listed
from westeros_intrigue.gamekit.text import word_of

T = TypeVar("T")

Own: TypeAlias = "codecs.Codec[Any] | Callable[[Codecs], codecs.Codec[Any]]"
"""A hand-written codec, or a function that makes one from the others."""


@attrs.frozen(eq=False, repr=False)
class Codecs:
    """The codecs of a game's classes, each derived on first use."""

    _own: Mapping[Any, Own] = attrs.field(factory=dict)
    """The classes whose codecs are not derived."""
    _derived: dict[Any, codecs.Codec[Any]] = attrs.field(factory=dict, init=False)

    def extended(self, own: Mapping[Any, Own]) -> Codecs:
        """Return these codecs with some added or replaced by ones that are not derived."""
        return Codecs({**self._own, **own})

    def codec_for(self, hint: Any) -> codecs.Codec[Any]:  # noqa: ANN401 - any annotation
        """Return the codec of a class or an annotation.

        Raises:
            WrongType: the annotation, or a field's annotation, describes values that JSON cannot
                represent.
        """
        if hint not in self._derived:
            self._derived[hint] = self._derive(hint)
        return self._derived[hint]

    def fields(self, cls: type, names: Iterable[str] | None = None) -> dict[str, codecs.Codec[Any]]:
        """Return the codecs of a class's fields and properties, by name.

        Args:
            cls: the class.
            names: the names of the fields; None for the constructor's fields that count for
                equality.
        """
        if names is None:
            names = [each.name for each in attrs.fields(cls) if each.init and each.eq]
        found = {}
        for name in names:
            try:
                found[name] = self.codec_for(limits.annotation(cls, name))
            except (TypeError, NameError) as error:
                raise WrongType(f"{cls.__name__}.{name}: {error}") from None
        return found

    def record(self, cls: type[T], names: Iterable[str] | None = None) -> codecs.Codec[T]:
        """Return the codec of a class, written as an object with these fields; None for all."""
        return codecs.record(cls, self.fields(cls, names), usual=_usual(cls))

    def codec_by_tag(self, tag: str, classes: Iterable[Any]) -> codecs.Codec[Any]:
        """Return the codec of objects of several classes, whose member `tag` names the class.

        The name is the class's kind, or the name in its annotation.
        """
        codec_of, writers = {}, {}
        for each in classes:
            cls, name = typing.get_args(each) or (each, word_of(each))
            codec = codecs.with_head({tag: name}, self.record(cls))
            codec_of[name] = codecs.name_schema(word_of(cls), codec)
            writers[cls] = codec.write
        return codecs.codec_by_member(tag, codec_of, lambda value: writers[type(value)](value))

    def _derive(self, hint: Any, metadata: tuple[object, ...] = ()) -> codecs.Codec[Any]:  # noqa: ANN401, PLR0911 - any annotation, one case a form
        if own := self._own.get(hint):
            return own if isinstance(own, codecs.Codec) else own(self)
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return self._derive(arguments[0], hint.__metadata__)
        if isinstance(hint, TypeAliasType):
            aliased = self._derive(hint.__value__, metadata)
            return aliased if metadata else codecs.name_schema(word_of(hint), aliased)
        kinds = [each for each in arguments if each is not types.NoneType]
        if origin in {types.UnionType, typing.Union} and len(kinds) == 1:
            return codecs.optional(self._derive(kinds[0], metadata))
        if isinstance(origin, type) and attrs.has(origin):
            return self.codec_for(origin)  # its parameters have codecs that the game supplies
        if origin is Listed:
            return self._tuple((*arguments, ...), metadata)
        if origin is tuple and arguments:
            return self._tuple(arguments, metadata)
        if hint is bool:
            return codecs.BOOLEAN
        if hint is int or hint is str:
            return _atom(hint, metadata)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return codecs.name_schema(word_of(hint), codecs.choice(hint))
        if isinstance(hint, type) and attrs.has(hint) and issubclass(hint, Hashable):
            return codecs.name_schema(word_of(hint), self.record(hint))
        if origin is list:
            raise WrongType(f"{hint} can change: use tuple[{arguments[0].__name__}, ...]")
        raise WrongType(
            f"{hint} has no JSON: use int, bool, str, an enumeration, a frozen class or a tuple"
        )

    def _tuple(self, arguments: tuple[Any, ...], metadata: tuple[object, ...]) -> codecs.Codec[Any]:
        if arguments[-1] is not Ellipsis:
            return codecs.sequence(*map(self.codec_for, arguments))
        element = self.codec_for(arguments[0])
        length = next(
            (each for each in metadata if isinstance(each, limits.Length)), limits.Length()
        )
        return codecs.array(element, length)


def _atom(hint: type[Any], metadata: tuple[object, ...]) -> codecs.Codec[Any]:
    usual = limits.Range(-codecs.LARGEST_INTEGER) if hint is int else limits.Longest(_LONGEST)
    limit = next((each for each in metadata if isinstance(each, limits.Limit)), usual)
    return codecs.atom(limit)


_LONGEST = 2000


def _usual(cls: type[Any]) -> dict[str, Any]:
    return {
        each.name: each.default
        for each in attrs.fields(cls)
        if limits.OnlyIfUnusual() in getattr(limits.annotation(cls, each.name), "__metadata__", ())
    }


DEFAULT_SIZE_LIMIT = 1_000_000
"""The default limit in characters or bytes, far larger than the longest game."""
_LONGEST_INTEGER = 17  # 2**53 - 1 has 16 digits, and a sign may precede them


def dump(data: codecs.Data) -> str:
    """Return data as JSON: without spaces, in ASCII, with keys in the order of the data."""
    return _ENCODER.encode(data)


def parse(document: str | bytes, size_limit: int) -> object:
    """Return the data of a JSON text. Raise DecodingError if it is too long or is not JSON."""
    size_limit = values.check_integer("size_limit", size_limit, 1)
    values.check_type("JSON", document, str | bytes)
    if len(document) > size_limit:
        raise fault(f"the text is longer than size_limit={size_limit}")
    try:
        text = document if isinstance(document, str) else document.decode()
        # Some editors begin a file with a byte order mark.
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise fault(f"the text is not UTF-8, at byte {error.start}") from None
    except json.JSONDecodeError as error:
        reason = f"invalid JSON, at line {error.lineno}, column {error.colno}: {error.msg}"
        raise fault(reason) from None
    except RecursionError:
        raise fault("the text is nested too deeply") from None


def _object(pairs: list[tuple[str, object]]) -> object:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    [(doubled, _)] = Counter(key for key, _ in pairs).most_common(1)
    return codecs.Unreadable(f"an object with the key {codecs.describe_data(doubled)} twice")


def _integer(digits: str) -> object:
    # Python parses long integers in quadratic time, and refuses very long ones.
    if len(digits) > _LONGEST_INTEGER:
        return codecs.Unreadable("an integer beyond 2^53")
    # JSON allows -0, but a document writes 0.
    return int(digits) if digits != "-0" else codecs.Unreadable("-0")


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=lambda _digits: codecs.Unreadable("a fraction"),
    parse_constant=codecs.Unreadable,
)


VERSION = 1
"""The version of new documents. All versions from 1 on can be read."""


WHOLE = "omniscient-state"
"""The kind of the documents that contain everything hidden."""


def form_of_all_games(
    cls: type[Any], own: Mapping[Any, Own] | None = None, refusal: str = ""
) -> travel.Form:
    """Return the form of a class of every game: its document without the name of a game.

    Args:
        cls: the class.
        own: the codecs of parts that differ between games.
        refusal: why data is not read; empty if it is.
    """

    @cache
    def codec() -> codecs.Codec[Any]:
        head: dict[str, codecs.Data] = {"kind": word_of(cls), "version": VERSION}
        return codecs.with_head(head, Codecs(own or {}).codec_for(cls))

    def read(data: object) -> object:
        if refusal:
            raise InvalidValue(refusal)
        with faults_at():
            return codec().read(data)

    return travel.Form(
        "",
        lambda value: codec().write(value),
        read,
        lambda: codecs.without_references(codec().schema),
    )


def _name_kinds(classes: Iterable[type | tuple[type, str]]) -> dict[type[Any], str]:
    return dict(each if isinstance(each, tuple) else (each, word_of(each)) for each in classes)


@attrs.frozen(eq=False, repr=False)
class Documents:
    """A game's classes whose values have documents, with their codecs.

    A document begins with `game`, `kind` and `version`. Values such as cards and moves are plain
    strings instead.

    >>> from westeros_intrigue import Elimination
    >>> from westeros_intrigue.documents import DOCUMENTS
    >>> DOCUMENTS.to_json(Elimination(2, placements_before=12, cards_left=3))[:60]
    '{"game":"westeros-intrigue","kind":"elimination","version":1'
    >>> DOCUMENTS.from_data(Elimination, {"game": "chess", "kind": "elimination", "version": 1})
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.DecodingError: /game: expected 'westeros-intrigue', not 'chess'
    >>> DOCUMENTS.codec_of(Elimination).write(Elimination(2, 12, 3))["kind"]
    'elimination'
    """

    game: str
    """The key of the game, such as `westeros-intrigue`."""
    _codecs: Codecs
    """The codecs of its values; one is derived when a document of its class is first used."""
    kinds: Mapping[type[Any], str] = attrs.field(converter=_name_kinds)
    """The kind of each class's documents, except for plain strings. It is the name of the class,
    or the one beside it in the argument, as in `(GameState, "omniscient-state")`."""
    _find: Callable[[str], Documents] = attrs.field(kw_only=True, alias="find")
    """The function that finds these documents by key in another process."""
    _bare: tuple[type[Any], ...] = attrs.field(default=(), kw_only=True, alias="bare")
    """The classes whose documents have no head, such as cards and moves."""
    written: Collection[type[Any]] = attrs.field(default=(), kw_only=True)
    """The classes whose documents are only written, for programs that display the values:
    `from_data` and `from_json` refuse them. They can still be read inside other documents."""
    snapshot: Callable[[Any], object] = attrs.field(default=lambda view: view, kw_only=True)
    """Returns a view's current knowledge without its history: a value whose document does not
    grow during the game. Views without a history are their own snapshots."""
    _is_whole: Callable[[Any], bool] = attrs.field(
        default=lambda _value: False, kw_only=True, alias="is_whole"
    )
    """Returns True for a state, if states are of the same class as views."""
    _games: Mapping[type[Any], str] = attrs.field(factory=dict, kw_only=True, alias="games")
    """The keys of the games of some classes, if they differ from `game`."""
    _rules_of: Mapping[type[Any], int] = attrs.field(factory=dict, kw_only=True, alias="rules")
    """The version of the rules by which games continue from values of some classes. Documents name
    it unless it is 1, and those of other versions are refused."""
    _documents: dict[type, codecs.Codec[Any]] = attrs.field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        kit = "westeros_intrigue.gamekit"  # whose classes are of every game
        for cls in (*self.kinds, *self._bare):
            if not cls.__module__.startswith(kit):
                travel.give_form(cls, self._form_of(cls))

    def _form_of(self, cls: type[Any]) -> travel.Form:
        """Return how the values of a class travel through the frameworks of others."""
        if self.kinds.get(cls) == WHOLE:
            return travel.whole_form(self.game)

        def write(value: object) -> codecs.Data:
            return travel.refuse_whole() if self._is_whole(value) else self.to_data(value)

        def read(data: object) -> object:
            value = self.from_data(cls, data)
            return travel.refuse_whole() if self._is_whole(value) else value

        def describe() -> codecs.Schema:
            return codecs.without_references(self.codec_of(cls).schema)

        return travel.Form(self.game, write, read, describe)

    def __repr__(self) -> str:
        return f"<Documents of {self.game}: {', '.join(self.kinds.values())}>"

    def __reduce__(self) -> tuple[Callable[[str], Documents], tuple[str]]:
        # Each process looks up its own documents, so a pool of workers can run `to_json`.
        return self._find, (self.game,)

    def to_data(self, value: object, *, history: bool = True) -> codecs.Data:
        """Return a value as dicts, lists, strings, integers, booleans and None.

        **The data of a GameState contains all hidden information**, such as every hand and all
        cards of later rounds. Send a player the data of `observe(state, player)` instead.

        >>> from westeros_intrigue import Card, House, Move, Placement, Slot
        >>> from westeros_intrigue.documents import to_data
        >>> to_data(Placement(2, Move(Card(House.STARK, 4), Slot(1, -2))))
        {'game': 'westeros-intrigue', 'kind': 'placement', 'version': 1, 'player': 2, \
'move': 'S4@b-2'}
        >>> to_data(Card(House.STARK, 4))
        'S4'

        Args:
            value: the value.
            history: False to leave out the past of a view, as `snapshot` does.

        Raises:
            WrongType: values of the class have no JSON document, or only a view has a past that
                can be left out.
            InvalidValue: the value has no complete history, such as a state drawn from a view, or
                another player's view of such a state; or it contains an integer beyond 2^53, which
                many JSON readers cannot read.
        """
        values.check_type("history", history, bool)
        if not history:
            value = self.snapshot(value)
        return self.codec_of(type(value)).write(value)

    def from_data(self, cls: type[T], data: object) -> T:
        """Return the value described by data in the format of `to_data`.

        The data need not be trusted: every returned value is valid, and games can reach every
        returned state or view. Only a view of a game made with `GameOf` is merely compared with a
        world that `guess` draws from it.

        >>> from westeros_intrigue import Card, House, Move, Placement, Slot
        >>> from westeros_intrigue.documents import from_data, to_data
        >>> from_data(Move, "S4@b-2")
        Move(card=Card('S4'), slot=Slot(row=1, column=-2))
        >>> data = to_data(Placement(2, Move(Card(House.STARK, 4), Slot(0, 0))))
        >>> from_data(Placement, {**data, "player": True})
        Traceback (most recent call last):
        westeros_intrigue.gamekit.errors.DecodingError: /player: expected an integer, not true

        Args:
            cls: the class of the value, such as `View`.
            data: what `json.loads` returns: dicts, lists, texts, numbers, bools and None.

        Raises:
            DecodingError: the data is invalid; `faults` lists each place with its reason.
            InvalidValue: documents of the class are only written.
            WrongType: values of the class have no JSON document.
        """
        codec = self.codec_of(cls)
        if cls in self.written:
            kinds = [kind for each, kind in self.kinds.items() if each not in self.written]
            bare = [word_of(each) for each in self._bare]
            raise InvalidValue(
                f"documents of {cls.__name__} are only written; these kinds can be read: "
                f"{', '.join([*bare, *kinds])}"
            )
        with faults_at():
            return codec.read(data)

    def to_json(self, value: object, *, history: bool = True) -> str:
        """Return a value as JSON; equal values of a class have the same text.

        **The JSON of a GameState contains all hidden information**; see `to_data`.

        >>> from westeros_intrigue import IronThroneCard, to_json
        >>> to_json(IronThroneCard(3, icons=7))
        '{"game":"westeros-intrigue","kind":"iron-throne-card","version":1,"value":3,"icons":7}'

        Args:
            value: the value.
            history: False to leave out the past of a view, as for `to_data`.

        Raises:
            WrongType: as for `to_data`.
            InvalidValue: as for `to_data`.
        """
        return dump(self.to_data(value, history=history))

    def from_json(
        self, cls: type[T], text: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT
    ) -> T:
        """Return the value described by a JSON text in the format of `to_json`.

        >>> from westeros_intrigue import Deal, Slot, from_json
        >>> from_json(Slot, '"b-2"')
        Slot(row=1, column=-2)
        >>> from_json(Deal, '{"rounds":[],"rounds":[],"throne_cards":[]}')
        Traceback (most recent call last):
        westeros_intrigue.gamekit.errors.DecodingError: the document: expected an object, not an \
object with the key 'rounds' twice

        Args:
            cls: the class of the value.
            text: the JSON, which need not be trusted.
            size_limit: the maximum number of characters or bytes.

        Raises:
            DecodingError: the text is too long, or does not describe a value of the class.
            InvalidValue: the limit is below 1, or documents of the class are only written.
            WrongType: values of the class have no JSON document, or `text` is not text.
        """
        return self.from_data(cls, parse(text, size_limit))

    def schema(self, cls: type | None = None) -> codecs.Schema:
        """Return the JSON Schema of the documents of a class, or of all documents of the game.

        The schemas in the documentation's downloads also describe classes and fields.

        >>> from westeros_intrigue import Card, Deal
        >>> from westeros_intrigue.documents import DOCUMENTS
        >>> DOCUMENTS.schema(Card)["$ref"], DOCUMENTS.schema(Deal)["title"]
        ('#/$defs/card', 'Deal, version 1')

        Args:
            cls: the class; None for all.

        Raises:
            WrongType: values of the class have no JSON document.
        """
        if cls is None:
            title, name, rules = f"Documents of {self.game}", "documents", self._rules()
        else:
            rules = self.codec_of(cls).schema
            title = name = cls.__name__
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:{self.game}:{name}:{VERSION}",
            "title": f"{title}, version {VERSION}",
            **codecs.hoist_definitions(rules),
        }

    def _rules(self) -> codecs.Schema:
        bare = [self.codec_of(cls).schema for cls in self._bare]
        kinds = {kind: self.codec_of(cls).schema for cls, kind in self.kinds.items()}
        # This way, a validator applies only the schema of the document's kind and reports its
        # faults.
        by_kind = [
            {
                "if": {
                    "type": "object",
                    "required": ["kind"],
                    "properties": {"kind": {"const": kind}},
                },
                "then": schema,
            }
            for kind, schema in kinds.items()
        ]
        rules = {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"enum": list(kinds)}},
            "allOf": by_kind,
        }
        if not bare:
            return rules
        return {"if": {"type": "string"}, "then": {"anyOf": bare}, "else": rules}

    def codec_of(self, cls: type[T]) -> codecs.Codec[T]:
        """Return the codec of the documents of a class. Raise WrongType if it has no documents."""
        if not isinstance(cls, type) or not (cls in self.kinds or cls in self._bare):
            name = cls.__name__ if isinstance(cls, type) else values.short_repr(cls)
            raise WrongType(f"{name} has no documents")
        if cls not in self._documents:
            found: codecs.Codec[Any] = self._codecs.codec_for(cls)
            if kind := self.kinds.get(cls):
                game = self._games.get(cls, self.game)
                if rules := self._rules_of.get(cls):
                    found = codecs.with_rules(rules, found)
                found = codecs.with_head({"game": game, "kind": kind, "version": VERSION}, found)
                found = codecs.name_schema(f"{kind}-document", found)
            self._documents[cls] = found
        codec: codecs.Codec[T] = self._documents[cls]
        return codec
