"""The faults of a box: of its form, or as the material of a game.

Rules: box.refused, box.minimum, box.well-formed, components.counts, components.tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Self

import attrs

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.partial import all_faults
from westeros_intrigue.base.values import UNPRINTABLE, Value
from westeros_intrigue.btwixt.cards import COLOURS, ENTRIES, Ally, InfluenceCard, Kind, Leader
from westeros_intrigue.btwixt.variants import Variant
from westeros_intrigue.btwixt.vocabulary import Ability, ability_faults

if TYPE_CHECKING:
    from westeros_intrigue.btwixt.box import Box

MOST_PIECES = 1000
"""The most influence cards, and the most tokens, of a box; the printed one has 109 and 54."""
_ID = re.compile(r"(?!c[0-9]+\Z)[a-z][a-z0-9-]*", re.ASCII)  # c and a number is a council
_ELEMENT = re.compile(r"/(\d+)(?=/|$)")


Faults = Iterator[tuple[str, str]]
"""Places in the file, each a JSON Pointer, and what is wrong there."""


@attrs.frozen(order=True)
class Fault(Value):
    """Something in a box that is wrong, or that a game lacks.

    >>> print(Fault("influence[5].copies", "expected at least 1, not 0"))
    influence[5].copies: expected at least 1, not 0
    >>> print(Fault("influence[5].colour", "the icon at the top left", is_gap=True))
    influence[5].colour is unknown: the icon at the top left
    """

    path: str
    """The place in the file, such as `influence[5].colour`, counted from 0."""
    text: str
    """The fault, and what would be right; for a gap the place where an owner finds the value."""
    is_gap: bool = False
    """True if the value is unknown."""

    @classmethod
    def at(cls, pointer: str, text: str) -> Self:
        """Return a fault at a JSON Pointer."""
        path = _ELEMENT.sub(r"[\1]", pointer).lstrip("/").replace("/", ".")
        return cls(path or "the file", text)

    def __str__(self) -> str:
        return f"{self.path}{' is unknown' if self.is_gap else ''}: {self.text}"


class InvalidBox(WesterosIntrigueError, ValueError):
    """A box that cannot be, or that a game cannot be played with.

    >>> print(InvalidBox([Fault("tokens", "count them", is_gap=True), Fault("name", "is empty")]))
    tokens is unknown: count them; name: is empty
    """

    faults: tuple[Fault, ...]
    """Every fault that was found, in the order of the file; never empty."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


def form_faults(box: Box, unread: Collection[str] = ()) -> Faults:
    """Yield the reasons why a box is not well-formed, without the parts at the paths `unread`."""
    return all_faults(_checks(box), unread)


def _checks(box: Box) -> Iterator[Faults]:
    @cache
    def known(field: str) -> set[str]:
        part, name, _ = _REFERRED[field]
        return {getattr(entry, name) for entry in getattr(box, part)}

    ids: set[str] = set()
    yield _box_name_faults(box)
    for part, (_, field) in ENTRIES.items():
        names: set[str] = set()
        for index, entry in enumerate(getattr(box, part, ())):
            path = f"/{part}/{index}"
            yield _id_faults(f"{path}/id", entry, ids)
            yield _name_faults(f"{path}/{field}", entry, field, names)
            if part == "influence":
                yield _entry_faults(path, entry)
                yield _reference_faults(path, entry, "leader", known)
            for number, ability in enumerate(getattr(entry, "abilities", None) or ()):
                here = f"{path}/abilities/{number}"
                yield _ability_faults(here, ability, on_ally=part == "allies")
                for name in ("ally", "title"):
                    yield _reference_faults(here, ability, name, known)
    yield _token_faults(box)
    yield _too_many("/influence", (entry.copies or 0 for entry in getattr(box, "influence", ())))
    yield _too_many("/tokens", (count for _, count in getattr(box, "tokens", None) or ()))


_REFERRED = {
    "leader": ("leaders", "id", "leader"),
    "ally": ("allies", "name", "ally"),
    "title": ("influence", "title", "card"),
}
"""For each field that refers to an entry: its part, its field, and a word for it."""


def _box_name_faults(box: Box) -> Faults:
    if box.name != box.name.strip() or not box.name:
        yield "/name", f"expected a line without outer spaces, not {box.name!r}"
    yield from _name_faults("/name", box, "name", set())


def _name_faults(path: str, named: object, field: str, seen: set[str]) -> Faults:
    """Check that terminals, pictures and lines of a record can show a name, which is new."""
    if UNPRINTABLE.search(name := getattr(named, field)):
        yield path, f"expected no control characters, as in {name!r}"
    if name in seen:
        yield path, f"{name!r} is there a second time"
    seen.add(name)


def _id_faults(path: str, entry: Leader | Ally | InfluenceCard, seen: set[str]) -> Faults:
    if _ID.fullmatch(entry.id) is None:
        yield path, f"expected small letters, digits and hyphens, not {entry.id!r}"
    elif entry.id in seen:
        yield path, f"{entry.id!r} is there a second time, and each entry needs its own"
    seen.add(entry.id)


def _entry_faults(path: str, entry: InfluenceCard) -> Faults:
    if entry.kind and entry.colour and entry.colour not in COLOURS[entry.kind]:
        wanted = " or ".join(map(str, COLOURS[entry.kind]))
        yield f"{path}/colour", f"expected {wanted} for a {entry.kind} card, not {entry.colour}"
    if entry.leader is not None and entry.kind is not Kind.LEADER:
        yield f"{path}/leader", "only a white card belongs to a leader"
    for field, least in (("copies", 1), ("value", 0)):
        if (number := getattr(entry, field)) is not None and number < least:
            yield f"{path}/{field}", f"expected at least {least}, not {number}"


def _ability_faults(path: str, ability: Ability, *, on_ally: bool) -> Faults:
    if isinstance(ability, Ability):  # arguments of one that is read in part may be missing
        for reason in ability_faults(ability, on_ally=on_ally):
            yield path, f"outside the vocabulary: {reason}"


def _reference_faults(
    path: str, it: object, field: str, known: Callable[[str], set[str]]
) -> Faults:
    if (name := getattr(it, field)) is not None and name not in known(field):
        _, its, word = _REFERRED[field]
        yield f"{path}/{field}", f"no {word} has the {its} {name!r}"


def _token_faults(box: Box) -> Faults:
    before = 0
    for value, count in box.tokens or ():
        if value <= before:
            yield "/tokens", f"expected values that ascend, each at least 1, not {value}"
        if count < 1:
            yield "/tokens", f"expected at least 1 token of the value {value}, not {count}"
        before = value


def _too_many(path: str, counts: Iterable[int]) -> Faults:
    """Check the size of a box before it is laid out piece by piece."""
    if (found := sum(max(0, count) for count in counts)) > MOST_PIECES:
        yield path, f"expected at most {MOST_PIECES} pieces, not {found}"


def game_faults(box: Box, players: int, variant: Variant) -> Iterator[Fault]:
    """Yield the reasons why a game cannot be played with a box, unknown facts first."""
    if box.printed:
        yield from _count_faults(box)
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
        yield from _minimum_faults(box, players, variant)
    if Kind.LEADER in variant.side_kinds and all(entry.kind is not None for entry in box.influence):
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
"""For each field where an owner of the printed box finds it."""


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


def _tokens(box: Box) -> int | None:
    return None if box.tokens is None else len(box.token_values)


def _minimum_faults(box: Box, players: int, variant: Variant) -> Iterator[Fault]:
    rounds = variant.rounds(players)
    events = variant.events_added(players) * (len(variant.seasons(players)) - 1)
    game = f"a game of {players} leaders and {rounds} rounds"
    for path, what, found, least in (
        ("leaders", "leaders", len(box.leaders), players),
        ("allies", "allies", len(box.allies), rounds),
        ("tokens", "tokens", _tokens(box), rounds),
        ("influence", "cards", _copies(box, *variant.first_kinds), variant.hand_size * players),
        ("influence", "events", _copies(box, Kind.EVENT), events),
    ):
        if found is not None and found < least:
            yield Fault(path, f"{game} needs {least} {what}, not {found}")


def _white_faults(box: Box) -> Iterator[Fault]:
    for index, leader in enumerate(box.leaders):
        own = [entry for entry in box.influence if entry.leader == leader.id]
        copies = sum(entry.copies or 0 for entry in own)
        if copies != 4 and all(entry.copies is not None for entry in own):
            text = f"expected 4 white cards in the advanced game, not {copies}"
            yield Fault(f"leaders[{index}]", text)


def _count_faults(box: Box) -> Iterator[Fault]:
    for path, what, found, printed in (
        ("leaders", "leaders", len(box.leaders), 9),
        ("allies", "allies", len(box.allies), 50),
        ("tokens", "tokens", _tokens(box), 54),
        ("influence", "standard cards", _copies(box, Kind.STANDARD), 62),
        ("influence", "events", _copies(box, Kind.EVENT), 11),
        ("influence", "white cards", _copies(box, Kind.LEADER), 36),
    ):
        if found is not None and found != printed:
            yield Fault(path, f"the printed box has {printed} {what}, not {found}")
