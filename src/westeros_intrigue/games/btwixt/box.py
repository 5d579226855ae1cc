"""The box as a value: leaders, allies, influence cards and tokens, with its file and its faults.

The file is JSON that an owner of the printed game can fill in; unknown values are null or missing.
A box with gaps is a catalogue: it can be listed and filled in, but `setup` refuses it. Faults
concern the form of a box or its suitability for a game.

`box.json` is the box of the game, and the only place of its names: what is publicly known, and for
the rest inventions, which each entry lists once. Without them, it is the catalogue of what is
known. A form is a short file that lists what an owner's box has instead.

Rules: box.refused, box.minimum, box.well-formed, components.counts, components.tokens,
box.catalogue, box.copies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, Any, Final, Self, TypeVar, cast

import attrs

from westeros_intrigue.gamekit import english, errors, limits, values
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
from westeros_intrigue.gamekit.text import word_of
from westeros_intrigue.games import game_codecs
from westeros_intrigue.games.btwixt.cards import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Ally,
    Card,
    Cards,
    Ids,
    InfluenceCard,
    Kind,
    Leader,
    Notes,
    Numbers,
)
from westeros_intrigue.games.btwixt.operations import (
    MOST_PIECES,
    Abilities,
    Ability,
    Colour,
    Name,
    Operation,
    Pieces,
    Timing,
    ability_faults,
)
from westeros_intrigue.games.btwixt.variants import Variant

_ID = re.compile(r"(?!c[0-9]+\Z)[a-z][a-z0-9-]*", re.ASCII)  # c and a number is a council
_ELEMENT = re.compile(r"/(\d+)(?=/|$)")


@attrs.frozen(order=True)
class Fault(values.Value):
    """A fault in a box, or a value that a game needs and the box lacks.

    >>> print(Fault("influence[5].copies", "expected at least 1, not 0"))
    influence[5].copies: expected at least 1, not 0
    >>> print(Fault("influence[5].colour", "the icon at the top left", is_gap=True))
    influence[5].colour is unknown: the icon at the top left
    """

    path: str
    """The place in the file, such as `influence[5].colour`, counted from 0."""
    text: str
    """The fault and the correct form; for a gap, where an owner finds the value."""
    is_gap: bool = False
    """True if the value is unknown."""

    @classmethod
    def at(cls, pointer: str, text: str) -> Self:
        """Return a fault at a JSON Pointer."""
        path = _ELEMENT.sub(r"[\1]", pointer).lstrip("/").replace("/", ".")
        return cls(path or "the file", text)

    def __str__(self) -> str:
        return f"{self.path}{' is unknown' if self.is_gap else ''}: {self.text}"


class InvalidBox(errors.Faulty):
    """A box is impossible or unsuitable for a game.

    >>> from westeros_intrigue.games.btwixt import KNOWN_CARDS, setup
    >>> try:
    ...     setup(3, box=KNOWN_CARDS)
    ... except InvalidBox as error:
    ...     print(error.faults[0])
    leaders: the printed box has 9 leaders, not 8
    """


def form_faults(box: Box) -> Iterator[str]:
    """Yield the reasons why a box is not well-formed, each after its place in the file."""
    if box.name != box.name.strip() or not box.name:
        yield f"name: expected a line without outer spaces, not {box.name!r}"
    leaders = {leader.id for leader in box.leaders}
    ids: set[str] = set()
    names: set[tuple[str, str]] = set()
    for place in list_places(box):
        path, entry = place.path, place.entry
        if _ID.fullmatch(entry.id) is None:
            wanted = "expected small letters, digits and hyphens"
            yield f"{path}.id: {wanted}, not {entry.id!r}"
        elif entry.id in ids:
            twice = "appears twice, but each entry needs a different id"
            yield f"{path}.id: {entry.id!r} {twice}"
        if (place.part, place.name) in names:
            yield f"{path}.{place.name_field}: {place.name!r} appears twice"
        ids.add(entry.id)
        names.add((place.part, place.name))
        for field in entry.invented:
            if field not in place.inventable:
                wanted = english.join_words(place.inventable, "or")
                yield f"{path}.invented: expected {wanted}, not {field!r}"
        if isinstance(entry, InfluenceCard):
            yield from _card_faults(path, entry)
            if entry.leader is not None and entry.leader not in leaders:
                yield f"{path}.leader: no leader has the id {entry.leader!r}"
        for number, ability in enumerate(place.abilities):
            here = f"{path}.abilities[{number}]"
            for reason in ability_faults(ability, on_ally=isinstance(entry, Ally)):
                yield f"{here}: outside the vocabulary: {reason}"
            yield from _reference_faults(here, ability, box)
    yield from _piece_faults(box)


@attrs.frozen
class _Place:
    """An entry of a box, and where it is."""

    part: str
    """The part of the file, such as `allies`."""
    index: int
    """The place in the part, from 0."""
    entry: Leader | Ally | InfluenceCard

    @property
    def path(self) -> str:
        return f"{self.part}[{self.index}]"

    @property
    def name(self) -> str:
        """The printed name or title."""
        return self.entry.title if isinstance(self.entry, InfluenceCard) else self.entry.name

    @property
    def name_field(self) -> str:
        """The field with the name or the title."""
        return "title" if isinstance(self.entry, InfluenceCard) else "name"

    @property
    def abilities(self) -> Abilities:
        """The abilities, as far as they are known."""
        return () if isinstance(self.entry, Leader) else self.entry.abilities or ()

    @property
    def inventable(self) -> tuple[str, ...]:
        """The fields whose values can be made up."""
        if isinstance(self.entry, Leader):
            return ("name",)
        if isinstance(self.entry, Ally):
            return ("name", "power", "abilities")
        return ("title", "kind", "colour", "value", "copies", "leader", "triumph", "abilities")


def list_places(box: Box) -> Iterator[_Place]:
    """Yield the entries of a box in the order of the file."""
    parts: Mapping[str, Sequence[Leader | Ally | InfluenceCard]] = {
        "leaders": box.leaders,
        "allies": box.allies,
        "influence": box.influence,
    }
    for part, entries in parts.items():
        for index, entry in enumerate(entries):
            yield _Place(part, index, entry)


def _reference_faults(path: str, ability: Ability, box: Box) -> Iterator[str]:
    """Yield the names in an ability that no card has."""
    if ability.ally is not None and all(ability.ally != ally.name for ally in box.allies):
        yield f"{path}.ally: no ally has the name {ability.ally!r}"
    titles = (entry.title for entry in box.influence)
    if ability.title is not None and ability.title not in titles:
        yield f"{path}.title: no card has the title {ability.title!r}"


def _card_faults(path: str, entry: InfluenceCard) -> Iterator[str]:
    if entry.kind and entry.colour and entry.colour not in _COLOURS[entry.kind]:
        wanted = " or ".join(map(str, _COLOURS[entry.kind]))
        yield f"{path}.colour: expected {wanted} for {_A_CARD[entry.kind]}, not {entry.colour}"
    if entry.leader is not None and entry.kind is not Kind.LEADER:
        yield f"{path}.leader: only a white card belongs to a leader"


_COLOURS: Mapping[Kind, tuple[Colour, ...]] = {
    Kind.STANDARD: (Colour.RED, Colour.GREEN, Colour.PURPLE),
    Kind.EVENT: (Colour.BLUE,),
    Kind.LEADER: (Colour.WHITE,),
}
"""The colours of each kind of influence card (rule components.colours)."""
_A_CARD: Mapping[Kind, str] = {
    Kind.STANDARD: "a standard card",
    Kind.EVENT: "an event card",
    Kind.LEADER: "a leader card",
}


def _piece_faults(box: Box) -> Iterator[str]:
    if unknown := [field for field in box.invented if field != "tokens"]:
        yield f"invented: expected tokens, not {unknown[0]!r}"
    for (before, _), (value, _) in pairwise(box.tokens or ()):
        if value <= before:
            yield f"tokens: expected ascending values, not {value} after {before}"
    # Before the pieces are listed one by one.
    counts = {
        "influence": [entry.copies or 0 for entry in box.influence],
        "tokens": [count for _, count in box.tokens or ()],
    }
    for path, each in counts.items():
        if (found := sum(each)) > MOST_PIECES:
            yield f"{path}: expected at most {MOST_PIECES} pieces, not {found}"


@lru_cache(64)
def game_faults(box: Box, players: int, variant: Variant) -> tuple[Fault, ...]:
    """Return the reasons why a box is unsuitable for a game, unknown facts first."""
    numbers, gaps = [*_number_faults(box, players, variant)], [*_gaps(box, variant)]
    faults = numbers + gaps if box.printed else gaps + numbers
    if variant.is_advanced and all(entry.kind is not None for entry in box.influence):
        faults += _white_faults(box)
    return tuple(faults)


def _gaps(box: Box, variant: Variant) -> Iterator[Fault]:
    """Yield the unknown values, each with the place where an owner of the printed box finds it."""
    for place in list_places(box):
        for field, where in _unknown_fields(place.entry, variant):
            yield Fault(f"{place.path}.{field}", where, is_gap=True)
    if box.tokens is None:
        yield Fault("tokens", "turn all tokens over and count each number", is_gap=True)


def _unknown_fields(
    entry: Leader | Ally | InfluenceCard, variant: Variant
) -> Iterator[tuple[str, str]]:
    """Yield the unknown fields that a game needs, each with the place where it is printed."""
    if isinstance(entry, Ally):
        if entry.power is None:
            yield "power", f"the number beside the name of {entry.name}"
        if entry.abilities is None:
            yield "abilities", f"the text of {entry.name}"
    if isinstance(entry, InfluenceCard) and entry.kind in {None, *variant.kinds}:
        icon, title = "the icon at the top left of", entry.title
        if entry.kind is None:
            kinds = "blue is an event, white a leader's own card, any other standard"
            yield "kind", f"{icon} {title}; {kinds}"
        if entry.colour is None:
            yield "colour", f"{icon} {title}"
        if entry.value is None:
            yield "value", f"the number beside the title of {title}"
        if entry.copies is None:
            yield "copies", f"count the cards titled {title}"
        if entry.abilities is None:
            yield "abilities", f"the text of {title}"
        if entry.leader is None and entry.kind is Kind.LEADER:
            yield "leader", f"the name at the bottom of {title}"


def _copies(box: Box, *kinds: Kind) -> int | None:
    """Return the number of cards of the kinds; None if unknown."""
    copies = [
        entry.kind and entry.copies
        for entry in box.influence
        if entry.kind is None or entry.kind in kinds
    ]
    return None if None in copies else sum(filter(None, copies))


def _number_faults(box: Box, players: int, variant: Variant) -> Iterator[Fault]:
    """Yield the pieces of which there are too few or, in the printed box, other numbers."""
    rounds = variant.rounds(players)
    there = {
        "leaders": len(box.leaders),
        "allies": len(box.allies),
        "tokens": None if box.tokens is None else len(box.token_values),
        "cards": _copies(box, *variant.first_kinds),
        "standard cards": _copies(box, Kind.STANDARD),
        "events": _copies(box, Kind.EVENT),
        "white cards": _copies(box, Kind.LEADER),
    }
    head, wanted = "the printed box has", _PRINTED
    if not box.printed:
        head = f"a game of {players} leaders and {rounds} rounds needs"
        wanted = {
            "leaders": players,
            "allies": rounds,
            "tokens": rounds,
            "cards": variant.hand_size * players,
            "events": variant.events_added(players) * (len(variant.seasons(players)) - 1),
        }
    for what, number in wanted.items():
        found = there[what]
        if found is not None and (found != number if box.printed else found < number):
            path = what if what in {"leaders", "allies", "tokens"} else "influence"
            yield Fault(path, f"{head} {number} {what}, not {found}")


_PRINTED = {
    "leaders": 9,
    "allies": 50,
    "tokens": 54,
    "standard cards": 62,
    "events": 11,
    "white cards": 36,
}
"""The numbers of the pieces in the printed box (rule components.counts)."""


def _white_faults(box: Box) -> Iterator[Fault]:
    for index, leader in enumerate(box.leaders):
        own = [entry.copies for entry in box.influence if entry.leader == leader.id]
        copies = sum(filter(None, own))
        if copies != 4 and None not in own:
            text = f"expected 4 white cards in the advanced game, not {copies}"
            yield Fault(f"leaders[{index}]", text)


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


SAMPLE_BOX: Final = Box.from_json(
    files("westeros_intrigue.games.btwixt").joinpath("box.json").read_bytes()
)
"""The box of the game: all that is publicly known, and inventions, which its entries list."""
KNOWN_CARDS: Final = _drop_inventions(SAMPLE_BOX)
"""The publicly known part of the printed box: a catalogue with gaps, so no game can be played."""
