"""Faults of a box: those of its form, and what a game needs and the box lacks.

A box with gaps is a catalogue: it can be listed and filled in, but `setup` refuses it.

Rules: box.refused, box.minimum, box.well-formed, components.counts, components.colours.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Protocol, Self, runtime_checkable

import attrs

from westeros_intrigue.gamekit import english, errors, values
from westeros_intrigue.games.btwixt.pieces.cards import (
    Ally,
    Ids,
    InfluenceCard,
    Kind,
    Leader,
    Numbers,
)
from westeros_intrigue.games.btwixt.pieces.operations import (
    MOST_PIECES,
    Abilities,
    Ability,
    Colour,
    ability_faults,
)
from westeros_intrigue.games.btwixt.pieces.variants import Variant

_ID = re.compile(r"(?!c[0-9]+\Z)[a-z][a-z0-9-]*", re.ASCII)  # c and a number is a council
_ELEMENT = re.compile(r"/(\d+)(?=/|$)")


@runtime_checkable
class Contents(Protocol):
    """The parts of a box that are judged; the class itself is built on this module."""

    @property
    def name(self) -> str:
        """The name of the box."""
        ...

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """The leader cards."""
        ...

    @property
    def allies(self) -> tuple[Ally, ...]:
        """The ally cards."""
        ...

    @property
    def influence(self) -> tuple[InfluenceCard, ...]:
        """The influence cards, one entry per title."""
        ...

    @property
    def tokens(self) -> tuple[tuple[int, int], ...] | None:
        """Pairs of a value and the number of tokens with it; None if unknown."""
        ...

    @property
    def token_values(self) -> Numbers:
        """The values of all tokens, as far as they are known."""
        ...

    @property
    def printed(self) -> bool:
        """True if it claims to be exactly the printed box."""
        ...

    @property
    def invented(self) -> Ids:
        """`tokens` if their values are made up."""
        ...


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
        """Return a fault at a JSON Pointer.

        Args:
            pointer: a JSON Pointer, such as `/leaders/0`.
            text: the sentence about the fault.
        """
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


def form_faults(box: Contents) -> Iterator[str]:
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


def list_places(box: Contents) -> Iterator[_Place]:
    """Yield the entries of a box in the order of the file."""
    parts: Mapping[str, Sequence[Leader | Ally | InfluenceCard]] = {
        "leaders": box.leaders,
        "allies": box.allies,
        "influence": box.influence,
    }
    for part, entries in parts.items():
        for index, entry in enumerate(entries):
            yield _Place(part, index, entry)


def _reference_faults(path: str, ability: Ability, box: Contents) -> Iterator[str]:
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


def _piece_faults(box: Contents) -> Iterator[str]:
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
def game_faults(box: Contents, players: int, variant: Variant) -> tuple[Fault, ...]:
    """Return the reasons why a box is unsuitable for a game, unknown facts first."""
    numbers, gaps = [*_number_faults(box, players, variant)], [*_gaps(box, variant)]
    faults = numbers + gaps if box.printed else gaps + numbers
    if variant.is_advanced and all(entry.kind is not None for entry in box.influence):
        faults += _white_faults(box)
    return tuple(faults)


def _gaps(box: Contents, variant: Variant) -> Iterator[Fault]:
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


def _copies(box: Contents, *kinds: Kind) -> int | None:
    """Return the number of cards of the kinds; None if unknown."""
    copies = [
        entry.kind and entry.copies
        for entry in box.influence
        if entry.kind is None or entry.kind in kinds
    ]
    return None if None in copies else sum(filter(None, copies))


def _number_faults(box: Contents, players: int, variant: Variant) -> Iterator[Fault]:
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


def _white_faults(box: Contents) -> Iterator[Fault]:
    for index, leader in enumerate(box.leaders):
        own = [entry.copies for entry in box.influence if entry.leader == leader.id]
        copies = sum(filter(None, own))
        if copies != 4 and None not in own:
            text = f"expected 4 white cards in the advanced game, not {copies}"
            yield Fault(f"leaders[{index}]", text)
