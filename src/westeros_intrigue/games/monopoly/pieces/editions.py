"""Editions: the numbers on the board, the title deeds and the Chance cards, as one value.

The rules are the same for every copy of the game; the numbers are data. Unknown numbers are None:
such an edition can be read, listed, filled in and drawn, but not played. Editions that contradict
themselves are refused from any source.

Edition files are JSON and need not be trusted; the library includes two, and `forms` a form that
fills in one of them.

Rules: edition.gaps.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Annotated, Any, assert_never

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import codecs, errors
from westeros_intrigue.gamekit.documents import DEFAULT_SIZE_LIMIT, Codecs, dump, parse
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.limits import Length, Printable, Range, add_checks
from westeros_intrigue.gamekit.packaging import read_file
from westeros_intrigue.gamekit.values import NamedEnum, Value, check_type
from westeros_intrigue.games import game_codecs
from westeros_intrigue.games.monopoly.pieces.spaces import (
    FEWEST_SPACES,
    LONGEST_NAME,
    MOST_CARDS,
    MOST_COINS,
    MOST_PLAYERS,
    MOST_SPACES,
    Argument,
    ChanceCard,
    Coins,
    Effect,
    Name,
    Price,
    Space,
    SpaceKind,
    Word,
    buildings,
)

Faults = TypeAliasType("Faults", Iterator[errors.PlacedFault])
"""The places of faults, as JSON Pointers into the file, with the reasons."""

EVERY_VALUE = "*"
"""The path of the mark that applies to all values without a separate mark."""

OrderRent = TypeAliasType("OrderRent", tuple[Price, Price])
"""A rent as a fraction of the throw: its numerator and its denominator."""

_GROUP = re.compile(r"[a-z]+(?:[ -][a-z]+)*")
_Source = Annotated[str, Printable(400)]


class InvalidEdition(errors.Faulty):
    """An edition contradicts itself, or lacks values that a game needs.

    >>> from westeros_intrigue.games.monopoly import PRINTED, setup
    >>> try:
    ...     setup(2, PRINTED)
    ... except InvalidEdition as error:
    ...     print(len(error.faults), error.faults[0])
    237 /spaces/1/mortgage: unknown mortgage value, on the back of the title deed Hardhome
    """


class Mark(NamedEnum):
    """The source of a value of an edition.

    >>> from westeros_intrigue.games.monopoly import PRINTED
    >>> dict(PRINTED.marks)["/money/start"]
    Mark.STATED
    """

    STATED = "stated"
    """The publisher's leaflet states it."""
    REPORTED = "reported"
    """A good public source states it, or it follows from one."""
    HINT = "hint"
    """A weak source hints at it."""
    OWNER = "owner"
    """An owner read it from a copy of the game."""
    INVENTED = "invented"
    """It is invented."""


@attrs.frozen(field_transformer=add_checks)
class Money(Value):
    """The coins in the box, and what players get at the start and at GO.

    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> SAMPLE.money.start, SAMPLE.money.go
    (36, 3)
    """

    start: Coins
    """The coins of each player at the start."""
    go: Coins
    """The coins that passing GO pays."""
    coins: Annotated[tuple[tuple[Price, Price], ...], Length(1, 20)]
    """The value and the number of each kind of coin."""

    @cached_property
    def total(self) -> int:
        """The total value of the coins."""
        return sum(worth * count for worth, count in self.coins)


@attrs.frozen(field_transformer=add_checks)
class JailTerms(Value):
    """The ways out of jail.

    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> SAMPLE.jail
    JailTerms(fee=4, tries=3)
    """

    fee: Price
    """The coins that a player pays to leave jail."""
    tries: Annotated[int, Range(1, 20)]
    """The number of tries for a double."""


@attrs.frozen(field_transformer=add_checks)
class Supply(Value):
    """The buildings in the box.

    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> SAMPLE.supply
    Supply(holdfasts=30, castles=10)
    """

    holdfasts: Coins
    """The number of Holdfasts."""
    castles: Coins
    """The number of Castles."""


@attrs.frozen(field_transformer=add_checks)
class AuctionTerms(Value):
    """The bids that an auction allows.

    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> SAMPLE.auction
    AuctionTerms(opening=1, step=1)
    """

    opening: Price
    """The minimum first bid, in coins."""
    step: Price
    """The minimum raise of a bid, in coins."""


Marks = tuple[tuple[str, Mark], ...]
"""The sources of values by JSON Pointer."""
Hints = tuple[tuple[str, tuple[Price, ...]], ...]
"""Possible numbers for unknown values by JSON Pointer."""


@attrs.frozen(cache_hash=True, field_transformer=add_checks)
class Edition(Value):
    """A whole copy of the game as data: its board, its numbers and its deck of Chance cards.

    `read_edition` reads one from a file, `missing` lists the unknown values, and `fill_in` fills
    them in. `setup` accepts only editions without gaps.

    >>> from westeros_intrigue.games.monopoly import PRINTED, SAMPLE
    >>> SAMPLE.sample, PRINTED.spaces[39].name
    (True, "King's Landing")
    >>> attrs.evolve(SAMPLE, faith_rent=(1,))
    Traceback (most recent call last):
    westeros_intrigue.games.monopoly.pieces.editions.InvalidEdition: /faith_rent: expected 4 \
rents, one a deed, not 1

    Raises:
        InvalidEdition: the edition contradicts itself; `faults` lists how.
        InvalidValue: a number is out of range.
        WrongType: a part has the wrong type.

    Rules: edition.catalogue, edition.sample-flag, edition.well-formed.
    """

    name: Name
    """The name of the edition."""
    sources: Annotated[tuple[_Source, ...], Length(most=50)]
    """The sources of its values."""
    printed: bool
    """True if the edition claims to be the printed game, and so has no hints or inventions."""
    sample: bool
    """True if it has invented values; states, records and drawings then show it."""
    players: tuple[Coins, Coins]
    """The minimum and the maximum number of players."""
    money: Money
    """The coins of the game, and those that players get."""
    jail: JailTerms
    """The ways out of jail."""
    supply: Supply
    """The buildings in the box."""
    storeys: Annotated[int, Range(1, 10)]
    """The number of Holdfasts on a Location before it may have a Castle."""
    set_factor: Annotated[int, Range(1, 100)]
    """The factor that multiplies the rent of a Location without buildings if one player owns its
    set."""
    faith_rent: Annotated[tuple[Price, ...], Length(most=MOST_SPACES)]
    """The rents by the number of Faiths that the owner has, from 1."""
    order_rent: Annotated[tuple[OrderRent, ...], Length(most=MOST_SPACES)]
    """The rent as a fraction of the throw, by the number of Orders that the owner has, from 1."""
    auction: AuctionTerms
    """The bids that an auction allows."""
    spaces: Annotated[tuple[Space, ...], Length(FEWEST_SPACES, MOST_SPACES)]
    """The spaces from GO, clockwise."""
    cards: Annotated[tuple[ChanceCard, ...], Length(most=MOST_CARDS)] | None
    """The deck of Chance cards; None if unknown."""
    marks: Marks = attrs.field(repr=False)
    """The source of each known value, by its JSON Pointer in the file; `*` stands for all values
    without a separate mark."""
    hints: Hints = attrs.field(repr=False)
    """Possible numbers for unknown values, by JSON Pointer. They are shown to users, but never used
    in games."""

    def __attrs_post_init__(self) -> None:
        # In a file they are the members of an object, which have no order.
        object.__setattr__(self, "marks", tuple(sorted(self.marks, key=_path_of)))
        object.__setattr__(self, "hints", tuple(sorted(self.hints, key=_path_of)))
        checks = (_number_faults, _board_faults, _space_faults, _deck_faults, _card_faults)
        faults = [fault for find in checks for fault in find(self)]
        # A list of the wrong length is already a fault, and would also cause faults of marks.
        faults += _mark_faults(self, {path for path, _ in faults})
        if self.printed:
            faults += _print_faults(self)
        if faults:
            raise InvalidEdition(f"{path}: {reason}" for path, reason in faults)

    def __repr__(self) -> str:
        return f"<Edition {self.name!r}: {len(self.spaces)} spaces>"


def _path_of(entry: tuple[str, object]) -> str:
    return entry[0]


def _number_faults(edition: Edition) -> Iterator[errors.PlacedFault]:
    fewest, most = edition.players
    if not 2 <= fewest <= most <= MOST_PLAYERS:
        yield "/players", f"expected a range within 2 to {MOST_PLAYERS}, not {fewest} to {most}"
    money = edition.money
    if (needed := money.start * most) > money.total:
        yield "/money/coins", f"{most} players need {needed} coins, and there are {money.total}"
    for kind, rents in (
        (SpaceKind.FAITH, edition.faith_rent),
        (SpaceKind.ORDER, edition.order_rent),
    ):
        if len(rents) != (count := _count(edition, kind)):
            wanted = f"{count_things(count, 'rent')}, one a deed"
            yield f"/{kind.value}_rent", f"expected {wanted}, not {len(rents)}"


def _count(edition: Edition, kind: SpaceKind) -> int:
    return sum(space.kind is kind for space in edition.spaces)


def _board_faults(edition: Edition) -> Iterator[errors.PlacedFault]:
    if edition.spaces[0].kind is not SpaceKind.GO:
        yield "/spaces", "the first space must be GO"
    for kind in (SpaceKind.GO, SpaceKind.JAIL):
        if (count := _count(edition, kind)) != 1:
            yield "/spaces", f"expected one space of the kind {kind.value}, not {count}"
    if (count := _count(edition, SpaceKind.GO_TO_JAIL)) > 1:
        yield "/spaces", f"expected at most one space of the kind go_to_jail, not {count}"
    deeds = Counter(space.name for space in edition.spaces if space.kind.is_deed)
    for name, count in deeds.items():
        if count > 1:
            yield "/spaces", f"{count} deeds have the name {name!r}: each needs a different one"
    if edition.cards is not None and bool(edition.cards) != bool(_count(edition, SpaceKind.CHANCE)):
        yield "/cards", "expected Chance spaces exactly if there are cards"


def _space_faults(edition: Edition) -> Iterator[errors.PlacedFault]:
    for index, space in enumerate(edition.spaces):
        path = f"/spaces/{index}"
        is_location = space.kind is SpaceKind.LOCATION
        if not (_GROUP.fullmatch(space.group or "") if is_location else space.group is None):
            yield (f"{path}/group", f"expected a set in small letters, not {space.group!r}")
        known = [rent for rent in space.rents if rent is not None]
        if known != sorted(known):
            yield f"{path}/rents", "rents must never fall"
        if space.mortgage and space.unmortgage and space.unmortgage < space.mortgage:
            # Otherwise, mortgaging and redeeming a deed would earn money.
            yield f"{path}/unmortgage", f"expected at least the mortgage, {space.mortgage}"
        rents = edition.storeys + 2 if is_location else 0
        if len(space.rents) != rents:
            yield f"{path}/rents", f"expected {count_things(rents, 'rent')}, not {len(space.rents)}"
        if not space.name.strip():
            yield f"{path}/name", "the name is empty"


def _deck_faults(edition: Edition) -> Iterator[errors.PlacedFault]:
    cards = edition.cards or ()
    for card_id, count in Counter(card.id for card in cards).items():
        if count > 1:
            yield "/cards", f"the card {card_id!r} is listed {count} times: count it by its copies"
    if (count := _copies(edition)) > MOST_CARDS:
        yield "/cards", f"expected at most {MOST_CARDS} cards in all, not {count}"
    if cards and all(card.moves or card.is_kept for card in cards):
        yield "/cards", "some card must neither move its drawer nor stay, or drawing never ends"


def _card_faults(edition: Edition) -> Iterator[errors.PlacedFault]:
    for index, card in enumerate(edition.cards or ()):
        path = f"/cards/{index}/effects"
        if len(card.effects) > 1 and Word.JAIL_CARD in [effect.word for effect in card.effects]:
            yield path, "jail_card must be the only effect of its card"
        if card.moves > 1:
            # Each card leads to at most one other, so drawing ends within one round of the deck.
            yield path, f"a card moves its drawer at most once, not {card.moves} times"
        for number, effect in enumerate(card.effects):
            for reason in dict.fromkeys(_effect_faults(edition, effect)):
                yield f"{path}/{number}", f"{effect}: {reason}"


def _effect_faults(edition: Edition, effect: Effect) -> Iterator[str]:
    if effect.kind is not None and not _count(edition, effect.kind):
        yield "no space is of that kind"
    for argument, number in zip(effect.word.arguments, effect.numbers, strict=True):
        match argument:
            case Argument.SPACE:
                if not 0 <= number < len(edition.spaces):
                    yield "it leads off the board"
            case Argument.STEPS:
                if not 0 < abs(number) < len(edition.spaces):
                    yield "it must move, and by less than the whole board"
            case Argument.COINS:
                if not 1 <= number <= MOST_COINS:
                    yield f"amounts must be from 1 to {MOST_COINS}"
            case _:
                assert_never(argument)


DECK = "/cards"
"""The JSON Pointer of the deck in an edition's file."""
_ALWAYS_KNOWN = (
    "/players",
    "/money/start",
    "/money/go",
    "/money/coins",
    "/jail/fee",
    "/jail/tries",
    "/supply/holdfasts",
    "/supply/castles",
    "/storeys",
    "/set_factor",
    "/faith_rent",
    "/order_rent",
    "/auction/opening",
    "/auction/step",
)
"""The JSON Pointers of the values that no edition lacks, besides names."""
_ON_THE_SPACE, _ON_THE_FRONT, _ON_THE_BACK = (
    "on the board space", "on the front of the title deed", "on the back of the title deed",
)  # fmt: skip
_NUMBERS_OF_SPACES = {
    "price": ("price", _ON_THE_SPACE),
    "mortgage": ("mortgage value", _ON_THE_BACK),
    "unmortgage": ("unmortgage cost", _ON_THE_BACK),
    "holdfast_cost": ("cost of a Holdfast", _ON_THE_FRONT),
    "castle_cost": ("cost of a Castle", _ON_THE_FRONT),
    "amount": ("amount of the tax", _ON_THE_SPACE),
}
"""The name of each number of a space except rents, and the place where an owner finds it, by the
names in `Space.parts`."""


@attrs.frozen
class Gap(Value):
    """An unknown value of an edition.

    >>> from westeros_intrigue.games.monopoly import PRINTED, missing
    >>> print(missing(PRINTED)[6])
    /spaces/1/rents/2: unknown rent with 2 Holdfasts, on the front of the title deed Hardhome
    """

    path: str
    """The JSON Pointer of the value in the file."""
    what: str
    """The name of the value."""
    where: str
    """The place where the owner of a copy finds it."""

    def __str__(self) -> str:
        return f"{self.path}: unknown {self.what}, {self.where}"


def find_values(edition: Edition) -> Iterator[tuple[str, Gap | None]]:
    """Yield the JSON Pointer of each value, with a description if the value is unknown."""
    yield from ((path, None) for path in _ALWAYS_KNOWN)
    for index, space in enumerate(edition.spaces):
        yield f"/spaces/{index}/name", None
        numbers: dict[str, tuple[int | None, str, str]] = {
            part: (getattr(space, part), *_NUMBERS_OF_SPACES[part]) for part in space.parts
        }
        for level, rent in enumerate(space.rents):
            what = f"rent with {buildings(level, edition.storeys)}"
            numbers[f"rents/{level}"] = rent, what, _ON_THE_FRONT
        for part, (number, what, where) in numbers.items():
            path = f"/spaces/{index}/{part}"
            yield path, Gap(path, what, f"{where} {space.name}") if number is None else None
    if edition.cards is None:
        what, where = "effects and copies of each card", "in the deck of Chance cards"
        yield DECK, Gap(DECK, what, where)
    for index, _ in enumerate(edition.cards or ()):
        yield f"{DECK}/{index}/effects", None
        yield f"{DECK}/{index}/copies", None


def _is_under(path: str, others: set[str]) -> bool:
    """Return True if a path is one of the others or below one of them."""
    return any(f"{path}/".startswith(f"{other}/") for other in others)


def _mark_faults(edition: Edition, faulty: set[str]) -> Iterator[errors.PlacedFault]:
    marks, gaps = dict(edition.marks), dict(find_values(edition))
    known = {path: gap for path, gap in gaps.items() if gap is None}
    for path in known | marks:
        if path == EVERY_VALUE or _is_under(path, faulty):
            continue
        if path not in known:
            yield "/marks", f"{path} is not the path of a known value"
        elif path not in marks and EVERY_VALUE not in marks:
            yield "/marks", f"{path} has no mark"
    for path, _ in edition.hints:
        if path not in gaps and not _is_under(path, faulty):
            yield "/hints", f"{path} is not the path of a value"
    if not edition.sample and Mark.INVENTED in marks.values():
        yield "/sample", "an edition with invented values must be marked as a sample"


_PRINTED_COUNTS = {
    "spaces": 40,
    "spaces of the kind location": 22,
    "spaces of the kind faith": 4,
    "spaces of the kind order": 2,
    "cards": 32,
    "holdfasts": 32,
    "castles": 12,
}
"""The numbers of things in the printed game."""


def _print_faults(edition: Edition) -> Iterator[errors.PlacedFault]:
    if edition.sample:
        yield "/printed", "an edition is either printed or a sample"
    for path, mark in dict(edition.marks).items():
        if mark in {Mark.HINT, Mark.INVENTED}:
            yield "/marks", f"{path} is only {mark.value}, and the edition claims to be printed"
    counts = {f"spaces of the kind {kind.value}": _count(edition, kind) for kind in SpaceKind}
    counts |= {"spaces": len(edition.spaces), "cards": _copies(edition)}
    counts |= attrs.asdict(edition.supply)
    for what, printed in _PRINTED_COUNTS.items():
        found = counts[what]
        if found != printed and (what != "cards" or edition.cards is not None):
            yield "/printed", f"the printed game has {printed} {what}, not {found}"


def _copies(edition: Edition) -> int:
    return sum(card.copies for card in edition.cards or ())


_MOST_MARKS = 5000

NAME_CODEC: codecs.Codec[str] = codecs.atom(Printable(LONGEST_NAME))
"""The codec of names of editions, spaces and cards."""
_KIND: codecs.Codec[SpaceKind] = Codecs().codec_for(SpaceKind)


def _space(kind: SpaceKind) -> codecs.Codec[Space]:
    parts = Codecs().fields(Space, Space("", kind).parts)
    fields: dict[str, codecs.Codec[Any]] = {"name": NAME_CODEC, "kind": codecs.choice([kind])}
    if kind is SpaceKind.LOCATION:
        fields |= {"group": NAME_CODEC, **parts, **Codecs().fields(Space, ["rents"])}
    name = f"{kind.value.replace('_', '-')}-space"
    return codecs.name_schema(name, codecs.record(Space, fields | parts))


_SPACES = {kind.value: _space(kind) for kind in SpaceKind}
_SPACE: codecs.Codec[Space] = codecs.codec_by_member(
    "kind", _SPACES, lambda space: _SPACES[space.kind._value_].write(space)
)


def _read_effect(data: object) -> Effect:
    if type(data) is not list or not data:
        raise codecs.mismatch("a word and what belongs to it", data)
    word = _WORD.read(data[0])
    rest = data[1:]
    kind = None
    if word is Word.MOVE_TO_NEAREST and rest:
        kind = _KIND.read(rest.pop(0))
    with errors.faults_at():
        return Effect(word, tuple(map(_NUMBER.read, rest)), kind)


_WORD = codecs.name_schema("effect-word", codecs.choice(Word))
_NUMBER = codecs.integer(-MOST_COINS, MOST_COINS)
_PARTS = [_WORD.schema, {"anyOf": [_NUMBER.schema, _KIND.schema]}, _NUMBER.schema]
_EFFECT: codecs.Codec[Effect] = codecs.Codec(
    lambda effect: [*effect.parts],
    _read_effect,
    {
        "anyOf": [
            {"type": "array", "prefixItems": _PARTS[:count], "minItems": count, "maxItems": count}
            for count in (1, 2, 3)
        ]
    },
)


_CODECS = Codecs(
    {
        Space: codecs.name_schema("space", _SPACE),
        Effect: codecs.name_schema("effect", _EFFECT),
        Marks: game_codecs.pairs(NAME_CODEC, Codecs().codec_for(Mark), _MOST_MARKS),
        Hints: game_codecs.pairs(
            NAME_CODEC, codecs.array(codecs.integer(1, MOST_COINS), Length(0, 20)), _MOST_MARKS
        ),
    }
)
_FIELDS = _CODECS.fields(Edition)
CARD_CODEC: codecs.Codec[ChanceCard] = _CODECS.codec_for(ChanceCard)
"""The codec of Chance cards."""


def _read_members(data: object) -> Edition:
    # Contradictions are an InvalidEdition, unlike those of values inside other documents.
    return Edition(**codecs.read_fields(data, _FIELDS))


EDITION: codecs.Codec[Edition] = codecs.name_schema(
    "edition",
    codecs.with_head(
        {"format": 1}, attrs.evolve(codecs.record(Edition, _FIELDS), read=_read_members)
    ),
)
"""The codec of editions, with or without gaps."""


def read_edition(document: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT) -> Edition:
    """Return the edition of a JSON file; unknown values are None.

    >>> read_edition("{}")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.DecodingError: the document: the key 'format' is missing

    Args:
        document: the text of the file.
        size_limit: the largest length that is read, in characters or bytes.

    Raises:
        DecodingError: the text is not JSON, or not an edition; `faults` lists every place.
        InvalidEdition: the edition contradicts itself; `faults` lists how.

    Rules: edition.catalogue, edition.well-formed.
    """
    return EDITION.read(parse(document, size_limit))


def write_edition(edition: Edition) -> str:
    """Return the edition as JSON, with a line for each space, card and mark.

    >>> read_edition(write_edition(SAMPLE)) == SAMPLE
    True

    Raises:
        WrongType: `edition` is not an Edition.

    Rules: edition.catalogue.
    """
    check_type("edition", edition, Edition)
    return game_codecs.text_of(EDITION, edition)


@lru_cache(maxsize=8)  # a record is written after every move
def fingerprint(edition: Edition) -> str:
    """Return a fingerprint of sixteen digits, equal for editions that lead to the same games.

    Sources, marks and hints do not count.

    >>> fingerprint(SAMPLE) == fingerprint(PRINTED)
    False
    """
    data: Any = EDITION.write(edition)
    for name in ("sources", "marks", "hints"):
        del data[name]
    return sha256(dump(data).encode()).hexdigest()[:16]


_PACKAGE = "westeros_intrigue.games.monopoly"

PRINTED = read_edition(read_file(_PACKAGE, "edition-printed.json"))
"""Publicly known facts of the printed game. It has gaps, so `setup` refuses it.

Rules: edition.gaps.
"""

SAMPLE = read_edition(read_file(_PACKAGE, "edition-sample.json"))
"""A playable edition with invented names, numbers and cards.

Rules: edition.sample-flag.
"""
