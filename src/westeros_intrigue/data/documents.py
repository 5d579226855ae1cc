"""The documents of one game: values as data and as JSON, with a head that names their kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, TypeVar

from westeros_intrigue.base.errors import (
    WrongType,
    faults_at,
)
from westeros_intrigue.base.values import brief
from westeros_intrigue.data.codecs import Codec, Data, Schema, merged, named
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT, dump, parse
from westeros_intrigue.data.objects import kind_of, with_head

T = TypeVar("T")

VERSION = 1
"""The version of the documents that are written. All versions from 1 on can be read."""


class Documents:
    """The classes of a game whose values have documents, with their codecs.

    A document begins with `game`, `kind` and `version`. Values such as cards and moves are bare
    text instead.

    >>> from westeros_intrigue import Elimination
    >>> from westeros_intrigue.data import DOCUMENTS
    >>> DOCUMENTS.to_json(Elimination(2, placements_before=12, cards_left=3))[:60]
    '{"game":"westeros-intrigue","kind":"elimination","version":1'
    >>> DOCUMENTS.from_data(Elimination, {"game": "chess"})
    Traceback (most recent call last):
    westeros_intrigue.DecodingError: /game: expected 'westeros-intrigue', not 'chess'
    >>> DOCUMENTS.codec_of(Elimination).write(Elimination(2, 12, 3))["kind"]
    'elimination'

    Args:
        game: the key of the game, such as `westeros-intrigue`.
        codecs: the codecs of its values.
        classes: the classes whose values have documents.
        kinds: the `kind` of the documents of classes whose name is not their kind.
        bare: the classes whose documents have no head, such as cards and moves.
        snapshot: the function that returns the knowledge of a view without its history.
    """

    def __init__(
        self,
        game: str,
        codecs: Codecs,
        classes: Iterable[type],
        *,
        kinds: Mapping[type, str] | None = None,
        bare: Iterable[type] = (),
        snapshot: Callable[[Any], object] = lambda view: view,
    ) -> None:
        """Store the classes. A codec is derived when a document of its class is first used."""
        self.game = game
        self.kinds: dict[type[Any], str] = {cls: kind_of(cls) for cls in classes} | dict(
            kinds or {}
        )
        """The kind of the documents of each class, except for classes of bare texts."""
        self._codecs = codecs
        self._bare = tuple(bare)
        self.snapshot = snapshot
        """Returns the knowledge of a view at this moment, without its history: a value whose
        document does not grow with the game. Views without a history are snapshots themselves."""
        self._documents: dict[type, Codec[Any]] = {}

    def __repr__(self) -> str:
        return f"<Documents of {self.game}: {', '.join(self.kinds.values())}>"

    def __reduce__(self) -> tuple[Callable[[str], Documents], tuple[str]]:
        # Another process finds its own documents, so a pool of workers can run `to_json`.
        return _documents_of, (self.game,)

    def to_data(self, value: object) -> Data:
        """Return a value as dicts, lists, strings, integers, booleans and None.

        **The data of a GameState contains everything that is hidden**, such as every hand and all
        cards of later rounds. Send a player the data of `observe(state, player)` instead.

        >>> from westeros_intrigue import Card, House, Move, Placement, Slot
        >>> from westeros_intrigue.data import to_data
        >>> to_data(Placement(2, Move(Card(House.STARK, 4), Slot(1, -2))))
        {'game': 'westeros-intrigue', 'kind': 'placement', 'version': 1, 'player': 2, \
'move': 'S4@b-2'}
        >>> to_data(Card(House.STARK, 4))
        'S4'

        Raises:
            WrongType: values of the class have no documents.
            InvalidValue: the value is a state drawn from a view, or another player's view of one,
                which have no complete history, or contains an integer beyond 2^53, which many
                readers of JSON cannot read.
        """
        return self.codec_of(type(value)).write(value)

    def from_data(self, cls: type[T], data: object) -> T:
        """Return the value of data that `to_data` returned.

        The data may come from anybody: every value returned is valid, and every state or view is
        one that a game can reach.

        >>> from westeros_intrigue import Card, House, Move, Placement, Slot
        >>> from westeros_intrigue.data import from_data, to_data
        >>> from_data(Move, "S4@b-2")
        Move(card=Card(house=House.STARK, number=4), slot=Slot(row=1, column=-2))
        >>> data = to_data(Placement(2, Move(Card(House.STARK, 4), Slot(0, 0))))
        >>> from_data(Placement, {**data, "player": True})
        Traceback (most recent call last):
        westeros_intrigue.DecodingError: /player: expected an integer, not true

        Raises:
            DecodingError: the data is invalid; `faults` lists each place with its reason.
            WrongType: values of the class have no documents.
        """
        codec = self.codec_of(cls)
        with faults_at():
            return codec.read(data)

    def to_json(self, value: object) -> str:
        """Return a value as JSON; equal values of a class have the same text.

        **The JSON of a GameState contains everything that is hidden**; see `to_data`.

        >>> from westeros_intrigue import IronThroneCard, to_json
        >>> to_json(IronThroneCard(3, icons=7))
        '{"game":"westeros-intrigue","kind":"iron-throne-card","version":1,"value":3,"icons":7}'

        Raises:
            WrongType: as for `to_data`.
            InvalidValue: as for `to_data`.
        """
        return dump(self.to_data(value))

    def from_json(
        self, cls: type[T], text: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT
    ) -> T:
        """Return the value of a JSON text that `to_json` returned.

        >>> from westeros_intrigue import Deal, Slot, from_json
        >>> from_json(Slot, '"b-2"')
        Slot(row=1, column=-2)
        >>> from_json(Deal, '{"rounds":[],"rounds":[],"throne_cards":[]}')
        Traceback (most recent call last):
        westeros_intrigue.DecodingError: the document: expected an object, not an object with \
the key 'rounds' twice

        Args:
            cls: the class of the value.
            text: the JSON, from anybody.
            size_limit: the greatest number of characters or bytes to parse.

        Raises:
            DecodingError: the text is too long, or is not the JSON of such a value.
            InvalidValue: the limit is below 1.
            WrongType: values of the class have no documents, or `text` is not text.
        """
        self.codec_of(cls)  # refuse a class without documents before parsing
        return self.from_data(cls, parse(text, size_limit))

    def schema(self, cls: type | None = None) -> Schema:
        """Return the JSON Schema of the documents of a class, or of all documents of the game.

        The file in the package has descriptions of classes and fields as well.

        >>> from westeros_intrigue import Card, Deal
        >>> from westeros_intrigue.data import DOCUMENTS
        >>> DOCUMENTS.schema(Card)["$ref"], DOCUMENTS.schema(Deal)["title"]
        ('#/$defs/card', 'Deal, version 1')

        Args:
            cls: the class; None for all.

        Raises:
            WrongType: values of the class have no documents.
        """
        if cls is not None:
            codec: Codec[Any] = self.codec_of(cls)
            title = f"{cls.__name__}, version {VERSION}"
            return self._schema(title, cls.__name__, codec.schema, codec.definitions)
        bare = [self.codec_of(cls).schema for cls in self._bare]
        kinds = {kind: self.codec_of(cls).schema for cls, kind in self.kinds.items()}
        # A validator thus applies only the schema of the document's kind, and reports its faults.
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
            "type": ["object", "string"],
            "if": {"type": "string"},
            "then": {"anyOf": bare} if bare else False,
            "else": {
                "required": ["kind"],
                "properties": {"kind": {"enum": list(kinds)}},
                "allOf": by_kind,
            },
        }
        title = f"Documents of {self.game}, version {VERSION}"
        return self._schema(
            title, "documents", rules, merged(*map(self.codec_of, (*self.kinds, *self._bare)))
        )

    def codec_of(self, cls: type[T]) -> Codec[T]:
        """Return the codec of the documents of a class. Raise WrongType if it has no documents."""
        if not isinstance(cls, type) or not (cls in self.kinds or cls in self._bare):
            name = cls.__name__ if isinstance(cls, type) else brief(cls)
            raise WrongType(f"{name} has no documents")
        if cls not in self._documents:
            is_bare = cls in self._bare
            self._documents[cls] = self._codecs.codec_for(cls) if is_bare else self._document(cls)
        codec: Codec[T] = self._documents[cls]
        return codec

    def _document(self, cls: type[T]) -> Codec[T]:
        kind = self.kinds[cls]
        head: dict[str, str | int] = {"game": self.game, "kind": kind, "version": VERSION}
        return named(f"{kind}-document", with_head(head, self._codecs.codec_for(cls)))

    def _schema(
        self, title: str, name: str, rules: Schema, definitions: Mapping[str, Schema]
    ) -> Schema:
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:{self.game}:{name}:{VERSION}",
            "title": title,
            **rules,
            "$defs": dict(sorted(definitions.items())),
        }


def _documents_of(game: str) -> Documents:
    found: Documents = import_module("westeros_intrigue.game").GAMES[game].DOCUMENTS
    return found
