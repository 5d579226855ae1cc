"""The box as a value: leaders, allies, influence cards and tokens, with its file.

The file is JSON that an owner of the printed game can fill in; unknown values are null or missing.
A box with gaps is a catalogue: it can be listed and filled in, but `setup` refuses it. Its faults
are in `box_faults`.

`box.json` is the box of the game, and the only place of its names: what is publicly known, and for
the rest inventions, which each entry lists once. Without them, it is the catalogue of what is
known. A form is a short file that lists what an owner's box has instead.

Rules: box.refused, box.minimum, box.well-formed, components.counts, components.tokens,
box.catalogue, box.copies.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from typing import Annotated, Any, Final, TypeVar, cast

import attrs

from westeros_intrigue.gamekit import errors, limits, values
from westeros_intrigue.gamekit.codecs import (
    Codec,
    Data,
    describe_data,
    integer,
    name_schema,
    optional,
    read_fields,
    record,
    text,
    with_head,
)
from westeros_intrigue.gamekit.documents import DEFAULT_SIZE_LIMIT, Codecs, parse
from westeros_intrigue.gamekit.packaging import read_file
from westeros_intrigue.gamekit.text import word_of
from westeros_intrigue.games import game_codecs
from westeros_intrigue.games.btwixt.pieces.box_faults import (
    Fault,
    InvalidBox,
    form_faults,
    game_faults,
    list_places,
)
from westeros_intrigue.games.btwixt.pieces.cards import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Ally,
    Card,
    Cards,
    Ids,
    InfluenceCard,
    Leader,
    Notes,
    Numbers,
)
from westeros_intrigue.games.btwixt.pieces.operations import (
    MOST_PIECES,
    Abilities,
    Ability,
    Colour,
    Name,
    Operation,
    Pieces,
    Timing,
)
from westeros_intrigue.games.btwixt.pieces.variants import Variant

FORMATS = "westeros-intrigue/btwixt-box/"
"""The beginning of the first member of a file, before the version."""
FORMAT = f"{FORMATS}1"
"""The first member of a file."""

_FIELDS = (
    *("name", "printed", "sample", "invented", "sources"),
    *("leaders", "allies", "influence", "tokens"),
)


def _defaults(cls: type[Any]) -> set[str]:
    """Return the names of the fields that have a default."""
    return {each.name for each in attrs.fields(cls) if each.default is not attrs.NOTHING}


def _omit_needless(cls: type[Any], codecs: Codecs) -> Codec[Any]:
    """Return a codec that omits unnecessary members and accepts missing ones."""
    codec = record(cls, codecs.fields(cls), optional=_defaults(cls))

    def write(value: object) -> Data:
        data = cast("dict[str, Data]", codec.write(value))
        if isinstance(value, Ability):
            names = ["timing", *["may"] * value.may, "do", *map(str, value.do.arguments)]
        else:
            names = [name for name, it in data.items() if it or name not in _LEFT_OUT]
        return {name: data[name] for name in names}

    return name_schema(word_of(cls), attrs.evolve(codec, write=write))


_LEFT_OUT = ("leader", "invented", "notes")


def _number(digits: str) -> int | None:
    return int(digits) if re.fullmatch(_NUMBER, digits) else None


_NUMBER = "[1-9][0-9]{0,8}"
_TOKENS = game_codecs.pairs(
    text("a number on tokens", f"^{_NUMBER}$", _number), integer(1, MOST_PIECES), MOST_PIECES
)


T = TypeVar("T")


class _Named(dict[str, T]):
    """The entries of a kind, or a fact about each, by id."""

    def __init__(self, kind: str, values: Mapping[str, T]) -> None:
        super().__init__(values)
        self._kind = kind

    def __missing__(self, name: str) -> T:
        values.check_type("an id", name, str)
        raise errors.InvalidValue(f"the box has no {self._kind} {values.short_repr(name)}")


# Without slots, so that it can cache look-ups.
@attrs.frozen(slots=False, repr=False, cache_hash=True, field_transformer=limits.add_checks)
class Box(values.Value):
    """All cards and tokens of a game.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> SAMPLE_BOX
    <Box: Sample box>
    >>> len(SAMPLE_BOX.cards), SAMPLE_BOX.ally("shae").name, SAMPLE_BOX.entry("betrayal").value
    (109, 'Shae', 1)
    >>> SAMPLE_BOX.value(SAMPLE_BOX.cards[0]), SAMPLE_BOX.power("shae")
    (1, 6)
    >>> Box.from_json(SAMPLE_BOX.to_json()) == SAMPLE_BOX
    True

    Raises:
        InvalidBox: the box is not well-formed; the error lists every fault.

    Rules: box.catalogue, box.well-formed.
    """

    name: Name
    """The name of the box."""
    leaders: tuple[Leader, ...]
    """The leader cards."""
    allies: tuple[Ally, ...]
    """The ally cards."""
    influence: tuple[InfluenceCard, ...]
    """The influence cards, one entry per title."""
    tokens: tuple[tuple[Annotated[int, limits.Range(1, 10**9 - 1)], Pieces], ...] | None = None
    """Pairs of a value and the number of tokens with it, values ascending; None if unknown."""
    printed: bool = False
    """True if it claims to be exactly the printed box."""
    sample: bool = False
    """True if it contains inventions, for trying the game out."""
    invented: Ids = ()
    """`tokens` if their values are made up; entries list what is made up in them."""
    sources: tuple[Notes, ...] = ()
    """The sources of the facts."""

    def __repr__(self) -> str:
        return f"<Box: {self.name}>"

    def __attrs_post_init__(self) -> None:
        if faults := [*form_faults(self)]:
            raise InvalidBox(faults)

    @property
    def cards(self) -> Cards:
        """Every copy of every influence card, entry by entry; copies are equal."""
        return tuple(card for entry in self.influence for card in entry.cards)

    @property
    def token_values(self) -> Numbers:
        """The values of all tokens, ascending, as far as they are known."""
        return tuple(value for value, count in self.tokens or () for _ in range(count))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of leaders and allies and the titles of influence cards, by id.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.names["jon-snow"], SAMPLE_BOX.names["betrayal"]
        ('Jon Snow', 'Betrayal')
        """
        return {place.entry.id: place.name for place in list_places(self)}

    # Every move uses the properties below.

    @cached_property
    def _entries(self) -> _Named[InfluenceCard]:
        return _Named("influence card", {entry.id: entry for entry in self.influence})

    @cached_property
    def _allies(self) -> _Named[Ally]:
        return _Named("ally", {ally.id: ally for ally in self.allies})

    @cached_property
    def _abilities(self) -> list[tuple[str, Ability]]:
        entries: tuple[InfluenceCard | Ally, ...] = (*self.influence, *self.allies)
        return [(entry.id, ability) for entry in entries for ability in entry.abilities or ()]

    @cached_property
    def _timed(self) -> dict[Timing, dict[str, Abilities]]:
        timed: dict[Timing, dict[str, Abilities]] = {timing: {} for timing in Timing}
        for name, ability in self._abilities:
            at_once = timed[ability.timing]
            at_once[name] = (*at_once.get(name, ()), ability)
        return timed

    @cached_property
    def able(self) -> Mapping[Operation, frozenset[str]]:
        """The ids of the cards and allies that have each operation.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.able[Operation.NO_COPIES]
        frozenset({'jaime-lannister'})
        """
        return {
            operation: frozenset(
                name for name, ability in self._abilities if ability.do is operation
            )
            for operation in Operation
        }

    @cached_property
    def movable(self) -> Mapping[str, Colour | None]:
        """The colours of the influence cards that other cards can move, by id.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.movable["betrayal"], "royal-decree" in SAMPLE_BOX.movable
        (Colour.RED, False)

        Rules: card.decree.
        """
        protected = self.able[Operation.PROTECT_SELF]
        return {each.id: each.colour for each in self.influence if each.id not in protected}

    @classmethod
    def from_json(cls, text: str | bytes) -> Box:
        """Return the box of a file, or of a form; a box with gaps is a catalogue.

        A form is a file with the member `base`, which must be `sample`. It lists what differs from
        the sample box: entries with the id of the entry that they change, or with a new id, and
        the `tokens`. `without` lists the ids of entries that the box does not have.

        >>> from westeros_intrigue.games.btwixt import KNOWN_CARDS
        >>> Box.from_json(KNOWN_CARDS.to_json()) == KNOWN_CARDS
        True

        Raises:
            DecodingError: the text is not JSON, or not such a file; the error lists every fault.
            InvalidBox: the box is not well-formed; the error lists every fault.
            WrongType: `text` is not a str.

        Rules: box.catalogue, box.well-formed.
        """
        data = parse(text, DEFAULT_SIZE_LIMIT)
        if not (isinstance(data, dict) and "base" in data):
            return BOX.read(data)
        form = _Form(data)
        whole = form.fill_in()
        try:
            box = BOX.read(whole)
        except errors.DecodingError as error:
            raise errors.DecodingError([*form.faults, *map(form.place, error.faults)]) from None
        except InvalidBox as error:
            if form.faults:
                raise errors.DecodingError(form.faults) from None
            raise InvalidBox(map(form.place_in_words, error.faults)) from None
        if form.faults:
            raise errors.DecodingError(form.faults)
        return box

    def to_json(self) -> str:
        """Return the text of the box's file, one entry per line."""
        return game_codecs.text_of(BOX, self)

    def faults(self, players: int, variant: Variant) -> tuple[Fault, ...]:
        """Return the faults of the box for a game; empty if it is suitable.

        >>> from westeros_intrigue.games.btwixt import KNOWN_CARDS, STANDARD
        >>> print(KNOWN_CARDS.faults(3, STANDARD)[0])
        leaders: the printed box has 9 leaders, not 8

        Args:
            players: the number of seats.
            variant: the options of the game.

        Raises:
            InvalidValue: the number of players is out of range.

        Rules: box.refused, box.minimum.
        """
        players = values.check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
        values.check_type("variant", variant, Variant)
        return game_faults(self, players, variant)

    def entry(self, card: Card | str) -> InfluenceCard:
        """Return the entry of a card or a card id.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.entry("betrayal").value
        1

        Raises:
            InvalidValue: the box has no such card.
            WrongType: `card` is neither a Card nor a str.
        """
        return self._entries[card.id if isinstance(card, Card) else card]

    def ally(self, ally_id: str) -> Ally:
        """Return an ally by its id.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.ally("oberyn-martell").power
        7

        Raises:
            InvalidValue: the box has no such ally.
            WrongType: `ally_id` is not a str.
        """
        return self._allies[ally_id]

    def holds(self, card: Card) -> bool:
        """Return whether the box has a card.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.holds(Card("betrayal")), SAMPLE_BOX.holds(Card("shae"))
        (True, False)

        Raises:
            WrongType: `card` is not a card.
        """
        values.check_type("card", card, Card)
        return card.id in self._entries

    def abilities(self, card_id: str, timing: Timing) -> Abilities:
        """Return the abilities of a card or an ally that apply at some moment, in order.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> [ability.do for ability in SAMPLE_BOX.abilities("shae", Timing.WHEN_CLAIMED)]
        [Operation.MOVE_ALLY]

        Args:
            card_id: the id of an influence card or an ally.
            timing: the moment.
        """
        return self._timed[timing].get(card_id, ())

    def value(self, card: Card) -> int:
        """Return the value of a card in a bid; 0 if unknown.

        Raises:
            InvalidValue: the box has no such card.
        """
        return self._entries[card.id].value or 0

    def total(self, cards: Iterable[Card]) -> int:
        """Return the total value of cards in a bid.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.total([Card("betrayal"), Card("betrayal")])
        2

        Raises:
            InvalidValue: the box has no such card.
        """
        entries = self._entries
        return sum([entries[card.id].value or 0 for card in cards])

    def power(self, ally_id: str) -> int:
        """Return the power that an ally adds to a council; 0 if unknown.

        Raises:
            InvalidValue: the box has no such ally.
        """
        return self._allies[ally_id].power or 0


_CODECS = Codecs(
    {cls: partial(_omit_needless, cls) for cls in (Ability, Leader, Ally, InfluenceCard)}
)
_MEMBERS = {
    **_CODECS.fields(Box, _FIELDS),
    "tokens": optional(attrs.evolve(_TOKENS, read=lambda data: tuple(sorted(_TOKENS.read(data))))),
}
BOX: Codec[Box] = with_head(
    {"format": FORMAT},
    attrs.evolve(
        record(Box, _MEMBERS, optional=_defaults(Box)),
        # Contradictions are errors of the class.
        read=lambda data: Box(**read_fields(data, _MEMBERS, _defaults(Box))),
    ),
)
"""The codec of boxes, with or without gaps."""


_PARTS = ("leaders", "allies", "influence")


class _Form:
    """A short file that lists what differs from the sample box."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self._places: dict[tuple[str, int], int] = {}
        self.faults: list[errors.PlacedFault] = []
        """The faults of members that only a form has."""

    def fill_in(self) -> dict[str, Any]:
        """Return the whole file, as far as the form makes sense."""
        form = dict(self._data)
        whole = cast("dict[str, Any]", BOX.write(SAMPLE_BOX))
        if (base := form.pop("base")) != "sample":
            self.faults.append(("/base", f"expected 'sample', not {describe_data(base)}"))
        without = self._take_list(form, "without")
        known = {entry["id"] for part in _PARTS for entry in whole[part]}
        self.faults += [
            (f"/without/{index}", f"the sample box has no entry {describe_data(name)}")
            for index, name in enumerate(without)
            if not isinstance(name, str) or name not in known
        ]
        for part in _PARTS:
            left = [entry for entry in whole[part] if entry["id"] not in without]
            whole[part] = self._merge(part, left, self._take_list(form, part))
        if "tokens" in form:
            whole["invented"] = []
        whole |= {"name": "A box", "sources": []} | form
        entries = [entry for part in _PARTS for entry in whole[part] if isinstance(entry, dict)]
        whole["sample"] = any(bool(entry.get("invented")) for entry in (whole, *entries))
        return whole

    def _take_list(self, form: dict[str, Any], name: str) -> list[Any]:
        """Take a list out of a form; an empty one if the form lacks it."""
        items = form.pop(name, [])
        if isinstance(items, list):
            return items
        self.faults.append((f"/{name}", f"expected an array, not {describe_data(items)}"))
        return []

    def _merge(self, part: str, left: list[Any], entries: list[Any]) -> list[Any]:
        """Return the entries of the sample box with those of the form, and remember where."""
        indexes = {entry["id"]: index for index, entry in enumerate(left)}
        for number, entry in enumerate(entries):
            name = entry.get("id") if isinstance(entry, dict) else None
            index = indexes.get(name) if isinstance(name, str) else None
            if index is None:
                self._places[part, len(left)] = number
                left.append(entry)
                continue
            self._places[part, index] = number
            before = left[index]
            made_up = [field for field in before.get("invented", ()) if field not in entry]
            left[index] = {**before, **entry, "invented": made_up}
        return left

    def place(self, fault: errors.PlacedFault) -> errors.PlacedFault:
        """Return a fault of the whole file with its place in the form."""
        path, reason = fault
        return re.sub(r"^/(\w+)/(\d+)", lambda found: "/" + self._find(found, "/{}"), path), reason

    def place_in_words(self, fault: object) -> str:
        """Return a fault of the whole file, which begins with its place, for the form."""
        return re.sub(r"^(\w+)\[(\d+)\]", lambda found: self._find(found, "[{}]"), str(fault))

    def _find(self, found: re.Match[str], index: str) -> str:
        part, number = found[1], int(found[2])
        return part + index.format(self._places.get((part, number), number))


def _drop_inventions(box: Box) -> Box:
    """Return the catalogue of what is known: a box without its inventions."""
    leaders = [leader for leader in box.leaders if not leader.invented]
    allies = [_forget_inventions(ally) for ally in box.allies if "name" not in ally.invented]
    influence = [
        _forget_inventions(entry) for entry in box.influence if "title" not in entry.invented
    ]
    return Box(
        "What is known of the printed box", tuple(leaders), tuple(allies), tuple(influence),
        printed=True, sources=box.sources,
    )  # fmt: skip


Entry = TypeVar("Entry", Ally, InfluenceCard)


def _forget_inventions(entry: Entry) -> Entry:
    changes: dict[str, Any] = dict.fromkeys(entry.invented)
    return attrs.evolve(entry, invented=(), **changes)


SAMPLE_BOX: Final = Box.from_json(read_file("westeros_intrigue.games.btwixt", "box.json"))
"""The box of the game: all that is publicly known, and inventions, which its entries list."""
KNOWN_CARDS: Final = _drop_inventions(SAMPLE_BOX)
"""The publicly known part of the printed box: a catalogue with gaps, so no game can be played."""
