"""The faults of a box: of its form, or as the material of a game.

Rules: box.refused, box.minimum, box.well-formed, components.counts, components.tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

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


@attrs.frozen(order=True)
class Fault(Value):
    """Something in a box that is unknown or wrong, and where it stands.

    >>> print(Fault("influence[5].colour", "is unknown"))
    influence[5].colour is unknown
    """

    path: str
    """The place in the file, such as `influence[5].colour`, counted from 0."""
    text: str
    """The fault, and what would be right."""

    def __str__(self) -> str:
        return f"{self.path} {self.text}"


class InvalidBox(WesterosIntrigueError, ValueError):
    """A box that cannot be, or that a game cannot be played with.

    >>> print(InvalidBox([Fault("tokens", "is unknown"), Fault("allies", "are too few")]))
    tokens is unknown; allies are too few
    """

    faults: tuple[Fault, ...]
    """Every fault that was found, in the order of the file; never empty."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


def form_faults(box: Box) -> Iterator[Fault]:
    """Yield the reasons why a box is not well-formed, as far as it could be read."""
    return all_faults(_checks(box))


def _checks(box: Box) -> Iterator[Iterator[Fault]]:
    @cache
    def known(field: str) -> set[str]:
        part, name, _ = _REFERRED[field]
        return {getattr(entry, name) for entry in getattr(box, part)}

    ids: set[str] = set()
    yield _box_name_faults(box)
    for part, (_, field) in ENTRIES.items():
        names: set[str] = set()
        for index, entry in enumerate(getattr(box, part, ())):
            path = f"{part}[{index}]"
            yield _id_faults(f"{path}.id", entry, ids)
            yield _name_faults(f"{path}.{field}", entry, field, names)
            if part == "influence":
                yield _entry_faults(path, entry)
                yield _reference_faults(path, entry, "leader", known)
            for number, ability in enumerate(getattr(entry, "abilities", None) or ()):
                here = f"{path}.abilities[{number}]"
                yield _vocabulary_faults(here, ability, on_ally=part == "allies")
                for name in ("ally", "title"):
                    yield _reference_faults(here, ability, name, known)
    yield _token_faults(box)
    yield _too_many("influence", (entry.copies or 0 for entry in getattr(box, "influence", ())))
    yield _too_many("tokens", (count for _, count in getattr(box, "tokens", None) or ()))


_REFERRED = {
    "leader": ("leaders", "id", "leader"),
    "ally": ("allies", "name", "ally"),
    "title": ("influence", "title", "card"),
}
"""For each field that refers to an entry: its part, its field, and a word for it."""


def _box_name_faults(box: Box) -> Iterator[Fault]:
    if box.name != box.name.strip() or not box.name:
        yield Fault("name", f"is {box.name!r}: write a line without outer spaces")
    yield from _name_faults("name", box, "name", set())


def _name_faults(path: str, named: object, field: str, seen: set[str]) -> Iterator[Fault]:
    """Check that terminals, pictures and lines of a record can show a name, which is new."""
    if UNPRINTABLE.search(name := getattr(named, field)):
        yield Fault(path, f"is {name!r}: leave out control characters")
    if name in seen:
        yield Fault(path, f"is {name!r} a second time")
    seen.add(name)


def _id_faults(path: str, entry: Leader | Ally | InfluenceCard, seen: set[str]) -> Iterator[Fault]:
    if _ID.fullmatch(entry.id) is None:
        yield Fault(path, f"is {entry.id!r}: write small letters, digits and hyphens")
    elif entry.id in seen:
        yield Fault(path, f"is {entry.id!r} a second time: every id is its own")
    seen.add(entry.id)


def _entry_faults(path: str, entry: InfluenceCard) -> Iterator[Fault]:
    if entry.kind and entry.colour and entry.colour not in COLOURS[entry.kind]:
        wanted = " or ".join(map(str, COLOURS[entry.kind]))
        yield Fault(f"{path}.colour", f"is {entry.colour}, and a {entry.kind} card is {wanted}")
    if entry.leader is not None and entry.kind is not Kind.LEADER:
        yield Fault(f"{path}.leader", "is set, and only a white card belongs to a leader")
    if entry.copies is not None and entry.copies < 1:
        yield Fault(f"{path}.copies", f"is {entry.copies}: a card that is there has one or more")
    if entry.value is not None and entry.value < 0:
        yield Fault(f"{path}.value", f"is {entry.value}: a value is 0 or more")


def _reference_faults(
    path: str, it: object, field: str, known: Callable[[str], set[str]]
) -> Iterator[Fault]:
    if (name := getattr(it, field)) is not None and name not in known(field):
        _, its, word = _REFERRED[field]
        yield Fault(f"{path}.{field}", f"is {name!r}, and no {word} has that {its}")


def _vocabulary_faults(path: str, ability: Ability, *, on_ally: bool) -> Iterator[Fault]:
    for text in ability_faults(ability, on_ally=on_ally):
        yield Fault(path, f"is outside the vocabulary: {text}")


def _token_faults(box: Box) -> Iterator[Fault]:
    before = 0
    for value, count in box.tokens or ():
        if value <= before:
            yield Fault("tokens", f"has the value {value}: values are at least 1 and ascend")
        if count < 1:
            yield Fault("tokens", f"has {count} of the value {value}: leave out what is not there")
        before = value


def _too_many(part: str, counts: Iterable[int]) -> Iterator[Fault]:
    """Check the size of a box before it is laid out piece by piece."""
    if (found := sum(max(0, count) for count in counts)) > MOST_PIECES:
        yield Fault(part, f"are {found} pieces, and a box can have {MOST_PIECES}")


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
        yield Fault("tokens", f"is unknown: {_WHERE['tokens']}")
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
            yield Fault(f"{path}.{field}", f"is unknown: {_WHERE[field].format(name=name)}")


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
    for path, verb, found, least in (
        ("leaders", "are {}", len(box.leaders), players),
        ("allies", "are {}", len(box.allies), rounds),
        ("tokens", "are {}", _tokens(box), rounds),
        ("influence", "are {}", _copies(box, *variant.first_kinds), variant.hand_size * players),
        ("influence", "has {} events", _copies(box, Kind.EVENT), events),
    ):
        if found is not None and found < least:
            yield Fault(path, f"{verb.format(found)}, and {game} needs {least}")


def _white_faults(box: Box) -> Iterator[Fault]:
    for index, leader in enumerate(box.leaders):
        own = [entry for entry in box.influence if entry.leader == leader.id]
        copies = sum(entry.copies or 0 for entry in own)
        if copies != 4 and all(entry.copies is not None for entry in own):
            text = f"has {copies} white cards, and every leader has 4 in the advanced game"
            yield Fault(f"leaders[{index}]", text)


def _count_faults(box: Box) -> Iterator[Fault]:
    for path, found, printed in (
        ("leaders", len(box.leaders), 9),
        ("allies", len(box.allies), 50),
        ("tokens", _tokens(box), 54),
        ("standard influence cards", _copies(box, Kind.STANDARD), 62),
        ("event influence cards", _copies(box, Kind.EVENT), 11),
        ("leader-specific influence cards", _copies(box, Kind.LEADER), 36),
    ):
        if found is not None and found != printed:
            yield Fault(path, f"are {found}, and the printed box has {printed}")
