"""The box as a value: leaders, allies, influence cards and tokens, with its file and its faults.

The file is JSON that an owner of the printed game can fill in; unknown values are null or missing.
A box with gaps is a catalogue: it can be listed and filled in, but `setup` refuses it. Faults
concern the form of a box or its suitability for a game.

Rules: box.refused, box.minimum, box.well-formed, components.counts, components.tokens,
box.catalogue, box.copies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, Self, TypeVar, cast

import attrs

from westeros_intrigue.gamekit import errors, options, values
from westeros_intrigue.gamekit.codecs import (
    Codec,
    Data,
    catalogue,
    integer,
    name_schema,
    optional,
    pairs,
    record,
    text,
    text_of,
)
from westeros_intrigue.gamekit.documents import DEFAULT_SIZE_LIMIT, Codecs, parse
from westeros_intrigue.gamekit.text import word_of
from westeros_intrigue.games.btwixt.cards import (
    COLOURS,
    ENTRIES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_PIECES,
    Abilities,
    Ability,
    Ally,
    Card,
    Cards,
    Colour,
    InfluenceCard,
    Kind,
    Leader,
    Name,
    Notes,
    Numbers,
    Operation,
    Pieces,
    Timing,
    ability_faults,
    describe,
)
from westeros_intrigue.games.btwixt.variants import ADVANCED, KINGSMOOT, STANDARD, Variant

_ID = re.compile(r"(?!c[0-9]+\Z)[a-z][a-z0-9-]*", re.ASCII)  # c and a number is a council
_ELEMENT = re.compile(r"/(\d+)(?=/|$)")


Faults = Iterator[errors.PlacedFault]
"""Places in the file, as JSON Pointers, with the faults there."""


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


@attrs.define(slots=False, eq=False, repr=False)
class InvalidBox(errors.WesterosIntrigueError, ValueError):
    """A box is impossible or unsuitable for a game.

    >>> print(InvalidBox([Fault("tokens", "count them", is_gap=True), Fault("name", "is empty")]))
    tokens is unknown: count them; name: is empty
    """

    faults: tuple[Fault, ...] = attrs.field(converter=errors.as_tuple)
    """Every fault, in the order of the file; never empty."""

    def __str__(self) -> str:
        return errors.join_faults(self.faults)


def form_faults(box: Box) -> Faults:
    """Yield the reasons why a box is not well-formed."""
    names = {
        field: {getattr(entry, name) for entry in getattr(box, part)}
        for field, (part, name, _) in _REFERRED.items()
    }
    if box.name != box.name.strip() or not box.name:
        yield "/name", f"expected a line without outer spaces, not {box.name!r}"
    ids: set[str] = set()
    for part, field in ENTRIES.items():
        seen: set[str] = set()
        for index, entry in enumerate(getattr(box, part)):
            path = f"/{part}/{index}"
            yield from _id_faults(f"{path}/id", entry, ids)
            if (name := getattr(entry, field)) in seen:
                yield f"{path}/{field}", f"{name!r} appears twice"
            seen.add(name)
            if part == "influence":
                yield from _entry_faults(path, entry)
            yield from _reference_faults(path, entry, names)
            for number, ability in enumerate(getattr(entry, "abilities", None) or ()):
                here = f"{path}/abilities/{number}"
                for reason in ability_faults(ability, on_ally=part == "allies"):
                    yield here, f"outside the vocabulary: {reason}"
                yield from _reference_faults(here, ability, names)
    for (before, _), (value, _) in pairwise(box.tokens or ()):
        if value <= before:
            yield "/tokens", f"expected ascending values, not {value} after {before}"
    # Before the pieces are listed one by one.
    counts = {
        "/influence": [entry.copies or 0 for entry in box.influence],
        "/tokens": [count for _, count in box.tokens or ()],
    }
    for path, each in counts.items():
        if (found := sum(each)) > MOST_PIECES:
            yield path, f"expected at most {MOST_PIECES} pieces, not {found}"


_REFERRED = {
    "leader": ("leaders", "id", "leader"),
    "ally": ("allies", "name", "ally"),
    "title": ("influence", "title", "card"),
}
"""For each field that refers to an entry: the part, the field, and a word for it."""


def _id_faults(path: str, entry: Leader | Ally | InfluenceCard, seen: set[str]) -> Faults:
    if _ID.fullmatch(entry.id) is None:
        yield path, f"expected small letters, digits and hyphens, not {entry.id!r}"
    elif entry.id in seen:
        yield path, f"{entry.id!r} appears twice, but each entry needs a different id"
    seen.add(entry.id)


def _entry_faults(path: str, entry: InfluenceCard) -> Faults:
    if entry.kind and entry.colour and entry.colour not in COLOURS[entry.kind]:
        wanted = " or ".join(map(str, COLOURS[entry.kind]))
        yield f"{path}/colour", f"expected {wanted} for a {entry.kind} card, not {entry.colour}"
    if entry.leader is not None and entry.kind is not Kind.LEADER:
        yield f"{path}/leader", "only a white card belongs to a leader"


def _reference_faults(path: str, it: object, names: Mapping[str, set[str]]) -> Faults:
    for field, (_, its, word) in _REFERRED.items():
        name = getattr(it, field, None)
        if name is not None and name not in names[field]:
            yield f"{path}/{field}", f"no {word} has the {its} {name!r}"


def game_faults(box: Box, players: int, variant: Variant) -> Iterator[Fault]:
    """Yield the reasons why a box is unsuitable for a game, unknown facts first."""
    numbers = [*_number_faults(box, players, variant)]
    if box.printed:
        yield from numbers
    for index, ally in enumerate(box.allies):
        yield from _gaps(f"allies[{index}]", ally, ally.name, ("power", "abilities"))
    for index, entry in enumerate(box.influence):
        if entry.kind is None or entry.kind in variant.kinds:
            names = ["kind", "colour", "value", "copies", "abilities"]
            names += ["leader"] * (entry.kind is Kind.LEADER)
            yield from _gaps(f"influence[{index}]", entry, entry.title, names)
    if box.tokens is None:
        yield Fault("tokens", _WHERE["tokens"], is_gap=True)
    if not box.printed:
        yield from numbers
    if variant.is_advanced and all(entry.kind is not None for entry in box.influence):
        yield from _white_faults(box)


_WHERE = {
    "power": "the number beside the name of {name}",
    "abilities": "the text of {name}",
    "kind": "the icon at the top left of {name}; blue is an event, white a leader's own card, "
    "any other standard",
    "colour": "the icon at the top left of {name}",
    "value": "the number beside the title of {name}",
    "copies": "count the cards titled {name}",
    "leader": "the name at the bottom of {name}",
    "tokens": "turn all tokens over and count each number",
}
"""The place where an owner of the printed box finds each field."""


def _gaps(
    path: str, entry: Ally | InfluenceCard, name: str, fields: Iterable[str]
) -> Iterator[Fault]:
    for field in fields:
        if getattr(entry, field) is None:
            yield Fault(f"{path}.{field}", _WHERE[field].format(name=name), is_gap=True)


def _copies(box: Box, *kinds: Kind) -> int | None:
    """Return the number of cards of the kinds; None if unknown."""
    copies = [
        entry.kind and entry.copies
        for entry in box.influence
        if entry.kind is None or entry.kind in kinds
    ]
    return None if None in copies else sum(filter(None, copies))


_PRINTED = {
    "leaders": 9,
    "allies": 50,
    "tokens": 54,
    "standard cards": 62,
    "events": 11,
    "white cards": 36,
}
"""The numbers of pieces in the printed box."""


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


def _white_faults(box: Box) -> Iterator[Fault]:
    for index, leader in enumerate(box.leaders):
        own = [entry for entry in box.influence if entry.leader == leader.id]
        copies = sum(entry.copies or 0 for entry in own)
        if copies != 4 and all(entry.copies is not None for entry in own):
            text = f"expected 4 white cards in the advanced game, not {copies}"
            yield Fault(f"leaders[{index}]", text)


_FORMATS = "westeros-intrigue/btwixt-box/"
FORMAT = f"{_FORMATS}1"
"""The first member of a file."""
LISTS = ("sources", "leaders", "allies", "influence")
"""The members of a file that have a line for each entry."""

_FIELDS = ("name", "printed", "sample", "sources", "leaders", "allies", "influence", "tokens")


def _defaults(cls: type[Any]) -> set[str]:
    """Return the names of the fields that have a default."""
    return {each.name for each in attrs.fields(cls) if each.default is not attrs.NOTHING}


def _omit_needless(cls: type[Any], codecs: Codecs) -> Codec[Any]:
    """Return a codec that omits unnecessary members and accepts missing ones."""
    codec = record(cls, codecs.fields(cls), optional=_defaults(cls))

    def write(value: object) -> Data:
        data = cast("dict[str, Data]", codec.write(value))
        if isinstance(value, Ability):
            names = ["timing", *["may"] * value.may, "do", *value.do.arguments]
        else:
            names = [name for name, it in data.items() if it or name not in _LEFT_OUT]
        return {name: data[name] for name in names}

    return name_schema(word_of(cls), attrs.evolve(codec, write=write))


_LEFT_OUT = ("leader", "invented", "notes")


def _number(digits: str) -> int | None:
    return int(digits) if re.fullmatch(_NUMBER, digits) else None


_NUMBER = "[1-9][0-9]{0,8}"
_TOKENS = pairs(
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
@attrs.frozen(slots=False, repr=False, field_transformer=values.add_checks)
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
    tokens: tuple[tuple[Annotated[int, values.Range(1, 10**9 - 1)], Pieces], ...] | None = None
    """Pairs of a value and the number of tokens with it, values ascending; None if unknown."""
    printed: bool = False
    """True if it claims to be exactly the printed box."""
    sample: bool = False
    """True if it contains inventions, for trying the game out."""
    sources: tuple[Notes, ...] = ()
    """The sources of the facts."""

    def __repr__(self) -> str:
        return f"<Box: {self.name}>"

    def __attrs_post_init__(self) -> None:
        if faults := [Fault.at(path, reason) for path, reason in form_faults(self)]:
            raise InvalidBox(faults)

    @property
    def cards(self) -> Cards:
        """Every copy of every influence card, entry by entry; copies are equal."""
        return tuple(card for entry in self.influence for card in entry.cards)

    @property
    def token_values(self) -> Numbers:
        """The values of all tokens, ascending, as far as they are known."""
        return tuple(value for value, count in self.tokens or () for _ in range(count))

    # Every move uses the properties below.

    @cached_property
    def _entries(self) -> _Named[InfluenceCard]:
        return _Named("influence card", {entry.id: entry for entry in self.influence})

    @cached_property
    def _allies(self) -> _Named[Ally]:
        return _Named("ally", {ally.id: ally for ally in self.allies})

    @cached_property
    def _values(self) -> _Named[int]:
        return _Named("influence card", {entry.id: entry.value or 0 for entry in self.influence})

    @cached_property
    def _abilities(self) -> list[tuple[str, Ability]]:
        entries: tuple[InfluenceCard | Ally, ...] = (*self.influence, *self.allies)
        return [(entry.id, ability) for entry in entries for ability in entry.abilities or ()]

    @cached_property
    def _timed(self) -> dict[tuple[str, Timing], Abilities]:
        timed: dict[tuple[str, Timing], Abilities] = {}
        for name, ability in self._abilities:
            key = name, ability.timing
            timed[key] = (*timed.get(key, ()), ability)
        return timed

    @cached_property
    def _able(self) -> dict[Operation, frozenset[str]]:
        return {
            operation: frozenset(
                name for name, ability in self._abilities if ability.do is operation
            )
            for operation in Operation
        }

    @cached_property
    def _movable(self) -> Callable[[tuple[Colour, ...]], frozenset[str]]:
        protected = self.able(Operation.PROTECT_SELF)
        return cache(
            lambda colours: frozenset(
                each.id
                for each in self.influence
                if each.colour in colours and each.id not in protected
            )
        )

    @cached_property
    def _faults(self) -> Callable[[int, Variant], tuple[Fault, ...]]:
        return cache(lambda players, variant: tuple(game_faults(self, players, variant)))

    @classmethod
    def from_json(cls, text: str | bytes) -> Box:
        """Return the box of a file; a box with gaps is a catalogue.

        >>> from westeros_intrigue.games.btwixt import KNOWN_CARDS
        >>> Box.from_json(KNOWN_CARDS.to_json()) == KNOWN_CARDS
        True

        Raises:
            DecodingError: the text is not JSON, or not such a file; the error lists every fault.
            InvalidBox: the box is not well-formed; the error lists every fault.
            WrongType: `text` is not a str.

        Rules: box.catalogue, box.well-formed.
        """
        return BOX.read(parse(text, DEFAULT_SIZE_LIMIT))

    def to_json(self) -> str:
        """Return the text of the box's file, one entry per line."""
        return text_of(BOX, self, LISTS)

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
        return self._faults(players, variant)

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
        >>> print(*SAMPLE_BOX.abilities("shae", Timing.WHEN_CLAIMED))
        when_claimed move_ally

        Args:
            card_id: the id of an influence card or an ally.
            timing: the moment.
        """
        return self._timed.get((card_id, timing), ())

    def able(self, operation: Operation) -> frozenset[str]:
        """Return the ids of the cards and allies that have an operation.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.able(Operation.NO_COPIES)
        frozenset({'jaime-lannister'})
        """
        return self._able[operation]

    def movable(self, colours: tuple[Colour, ...]) -> frozenset[str]:
        """Return the ids of the influence cards of some colours that others can move.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> "royal-decree" in SAMPLE_BOX.movable(tuple(Colour))
        False

        Rules: card.decree.
        """
        return self._movable(colours)

    def value(self, card: Card) -> int:
        """Return the value of a card in a bid; 0 if unknown.

        Raises:
            InvalidValue: the box has no such card.
        """
        return self._values[card.id]

    def total(self, cards: Iterable[Card]) -> int:
        """Return the total value of cards in a bid.

        >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.total([Card("betrayal"), Card("betrayal")])
        2

        Raises:
            InvalidValue: the box has no such card.
        """
        values = self._values
        return sum([values[card.id] for card in cards])

    def power(self, ally_id: str) -> int:
        """Return the power that an ally adds to a council; 0 if unknown.

        Raises:
            InvalidValue: the box has no such ally.
        """
        return self._allies[ally_id].power or 0


_CODECS = Codecs({cls: partial(_omit_needless, cls) for cls in (Ability, Ally, InfluenceCard)})
_MEMBERS = {
    **_CODECS.fields(Box, _FIELDS),
    "tokens": optional(attrs.evolve(_TOKENS, read=lambda data: tuple(sorted(_TOKENS.read(data))))),
}
BOX: Codec[Box] = catalogue(Box, FORMAT, _MEMBERS, optional=_defaults(Box))
"""The codec of boxes, with or without gaps."""


def _read(name: str) -> Box:
    return Box.from_json(files("westeros_intrigue.games.btwixt").joinpath(name).read_bytes())


KNOWN_CARDS: Final = _read("known.json")
"""The publicly known part of the printed box: a catalogue with gaps, so no game can be played."""
SAMPLE_BOX: Final = _read("sample.json")
"""A box for trying the game out. Its notes list the inventions card by card."""


@attrs.frozen
class BoxReport(values.Value):
    """The contents of a file, and its gaps; `str` is the report for its owner.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> print(check_box(SAMPLE_BOX.to_json()))
    Sample box: 9 leaders, 30 allies, 109 influence cards of 24 titles, 54 tokens.
    The standard game: ready for 3 to 6 leaders.
    The advanced game: ready for 3 to 6 leaders.
    The Kingsmoot draft: ready for 3 to 6 leaders.
    """

    box: Box | None
    """The box; None if the file is not one."""
    faults: tuple[Fault, ...]
    """The reasons why the file is not a box; empty if it is one."""
    games: tuple[tuple[str, tuple[Fault, ...]], ...]
    """For each game, by name, the reasons why 3 to 6 leaders cannot play it."""

    @property
    def is_playable(self) -> bool:
        """True if the standard game can be played at every table."""
        return self.box is not None and not self.games[0][1]

    @property
    def in_words(self) -> tuple[str, ...]:
        """The abilities of each card and ally, as they will be played."""
        if self.box is None:
            return ()
        cards = [f"{card.title}. {describe(card)}" for card in self.box.influence if card.abilities]
        allies = [f"{ally.name}. {describe(ally)}" for ally in self.box.allies if ally.abilities]
        return (*cards, *allies)

    def __str__(self) -> str:
        if self.box is None:
            return "\n".join(["This is not a box:", *(f"  {fault}" for fault in self.faults)])
        box = self.box
        head = (
            f"{box.name}: {len(box.leaders)} leaders, {len(box.allies)} allies, "
            f"{len(box.cards)} influence cards of {len(box.influence)} titles, "
            f"{len(box.token_values)} tokens."
        )
        lines = [head]
        listed: set[Fault] = set()
        for game, faults in self.games:
            new = [fault for fault in faults if fault not in listed]
            listed |= set(faults)
            besides = ", plus the faults above" if len(new) < len(faults) else ""
            needed = f"{len(new)} to be filled in{besides}"
            ready = f"ready for {MIN_PLAYERS} to {MAX_PLAYERS} leaders"
            lines += [f"{game}: {needed if faults else ready}.", *(f"  {fault}" for fault in new)]
        return "\n".join(lines)


_GAMES = (
    ("The standard game", STANDARD),
    ("The advanced game", ADVANCED),
    ("The Kingsmoot draft", KINGSMOOT),
)


def check_box(text: str | bytes) -> BoxReport:
    """Return the contents of the text of a box's file, with its gaps and faults.

    >>> print(check_box('{"name": 5}').faults[0])
    the file: the key 'format' is missing

    Raises:
        WrongType: `text` is not a str.

    Rules: box.refused, box.well-formed.
    """
    try:
        box = Box.from_json(text)
    except errors.DecodingError as error:
        return BoxReport(None, tuple(Fault.at(*each) for each in error.faults), ())
    except InvalidBox as error:
        return BoxReport(None, error.faults, ())
    tables = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    games = []
    for name, variant in _GAMES:
        found = (fault for players in tables for fault in box.faults(players, variant))
        games.append((name, tuple(dict.fromkeys(found))))
    return BoxReport(box, (), tuple(games))


def check_box_file(path: str | Path) -> BoxReport:
    """Return the contents of a box's file, with its gaps and faults.

    >>> import tempfile
    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> path = Path(tempfile.mkdtemp(), "box.json")
    >>> _ = path.write_text(SAMPLE_BOX.to_json(), "utf-8")
    >>> check_box_file(path).faults
    ()

    Raises:
        OSError: the file cannot be read.

    Rules: box.refused, box.well-formed.
    """
    with Path(path).open("rb") as file:
        return check_box(file.read(DEFAULT_SIZE_LIMIT + 1))


def file_report(text: str, _command: str) -> options.FileReport | None:
    """Return the report of a box, with its abilities in words; None for a file of another game."""
    if _FORMATS not in text:
        return None
    report = check_box(text)
    return "\n  ".join([str(report), *report.in_words]), report.is_playable
