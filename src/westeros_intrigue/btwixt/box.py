"""The box as a value: leaders, allies, influence cards and tokens.

A box with gaps is a catalogue: it can be listed and filled in, and `setup` refuses to play with it.

Rules: components.counts, components.tokens, box.catalogue, box.well-formed, box.copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Final, TypeVar

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_integer, check_type, tuple_of
from westeros_intrigue.btwixt.boxfile import LISTS, codec_of
from westeros_intrigue.btwixt.cards import Ally, Card, InfluenceCard, Kind, Leader
from westeros_intrigue.btwixt.faults import Fault, InvalidBox, form_faults, game_faults
from westeros_intrigue.btwixt.ring import MAX_PLAYERS, MIN_PLAYERS
from westeros_intrigue.btwixt.variants import Variant
from westeros_intrigue.btwixt.vocabulary import Ability, Colour, Name, Notes, Operation, Timing
from westeros_intrigue.data.catalogues import text_of
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT, parse

T = TypeVar("T")


class _Named(dict[str, T]):
    """The entries of a kind, or something of each, by id."""

    def __init__(self, kind: str, values: Mapping[str, T]) -> None:
        super().__init__(values)
        self._kind = kind

    def __missing__(self, name: str) -> T:
        check_type("an id", name, str)
        raise InvalidValue(f"the box has no {self._kind} {name!r}")


@attrs.frozen(slots=False, repr=False)  # without slots, so that it can remember what is looked up
class Box(Value):
    """All cards and tokens that a game is played with.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> SAMPLE_BOX
    <Box: Sample box>
    >>> len(SAMPLE_BOX.cards), SAMPLE_BOX.ally("shae").name, SAMPLE_BOX.entry("betrayal").value
    (109, 'Shae', 1)
    >>> SAMPLE_BOX.kind(SAMPLE_BOX.cards[0]), SAMPLE_BOX.power("shae")
    (Kind.STANDARD, 6)
    >>> Box.from_json(SAMPLE_BOX.to_json()) == SAMPLE_BOX
    True

    Raises:
        InvalidBox: it is not well-formed; the error lists every fault.

    Rules: box.catalogue, box.well-formed.
    """

    name: Name
    """The name of the box."""
    leaders: tuple[Leader, ...]
    """The leader cards."""
    allies: tuple[Ally, ...]
    """The ally cards."""
    influence: tuple[InfluenceCard, ...]
    """The influence cards, an entry a title."""
    tokens: tuple[tuple[int, int], ...] | None = None
    """Pairs of a value and the number of tokens with it, values ascending; None if unknown."""
    printed: bool = False
    """True if it is meant to be exactly the printed box."""
    sample: bool = False
    """True if it contains inventions, and is for trying out."""
    sources: tuple[Notes, ...] = ()
    """The sources of its facts."""

    def __repr__(self) -> str:
        return f"<Box: {self.name}>"

    def __attrs_post_init__(self) -> None:
        tuple_of("leaders", Leader, self.leaders)
        tuple_of("allies", Ally, self.allies)
        tuple_of("influence", InfluenceCard, self.influence)
        if faults := [Fault.at(path, reason) for path, reason in form_faults(self)]:
            raise InvalidBox(faults)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every copy of every influence card, entry by entry; copies are equal."""
        return tuple(card for entry in self.influence for card in entry.cards)

    @property
    def token_values(self) -> tuple[int, ...]:
        """The values of all tokens, ascending, as far as they are known."""
        return tuple(value for value, count in self.tokens or () for _ in range(count))

    # The properties below are looked up at every move.

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
    def _timed(self) -> dict[Timing, dict[str, tuple[Ability, ...]]]:
        timed: dict[Timing, dict[str, tuple[Ability, ...]]] = {timing: {} for timing in Timing}
        for name, ability in self._abilities:
            there = timed[ability.timing]
            there[name] = (*there.get(name, ()), ability)
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
    def _movable(self) -> dict[tuple[Colour, ...], frozenset[str]]:
        return {}

    @cached_property
    def _faults(self) -> dict[tuple[int, Variant], tuple[Fault, ...]]:
        return {}

    @classmethod
    def from_json(cls, text: str | bytes) -> Box:
        """Return the box of a file; one with gaps is a catalogue.

        >>> from westeros_intrigue.btwixt import KNOWN_CARDS
        >>> Box.from_json(KNOWN_CARDS.to_json()) == KNOWN_CARDS
        True

        Raises:
            DecodingError: it is not JSON, or not such a file; the error lists every fault.
            InvalidBox: the box is not well-formed; the error lists every fault.
            WrongType: `text` is not a str.

        Rules: box.catalogue, box.well-formed.
        """
        return codec_of(cls).read(parse(text, DEFAULT_SIZE_LIMIT))

    def to_json(self) -> str:
        """Return the text of the file of the box, one entry a line."""
        return text_of(codec_of(type(self)), self, LISTS)

    def faults(self, players: int, variant: Variant) -> tuple[Fault, ...]:
        """Return why a game cannot be played with the box; nothing if one can be.

        >>> from westeros_intrigue.btwixt import KNOWN_CARDS, STANDARD
        >>> print(KNOWN_CARDS.faults(3, STANDARD)[0])
        leaders: the printed box has 9 leaders, not 8

        Raises:
            InvalidValue: the number of players is out of range.

        Rules: box.refused, box.minimum.
        """
        players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
        check_type("variant", variant, Variant)
        found = self._faults.get((players, variant))
        if found is None:
            found = self._faults[players, variant] = tuple(game_faults(self, players, variant))
        return found

    def entry(self, card: Card | str) -> InfluenceCard:
        """Return the entry of a card, or of the id of one.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.entry("betrayal").value
        1

        Raises:
            InvalidValue: the box has no such card.
            WrongType: `card` is neither a Card nor a str.
        """
        return self._entries[card.id if isinstance(card, Card) else card]

    def ally(self, ally_id: str) -> Ally:
        """Return an ally by its id.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.ally("oberyn-martell").power
        7

        Raises:
            InvalidValue: the box has no such ally.
            WrongType: `ally_id` is not a str.
        """
        return self._allies[ally_id]

    def holds(self, card: Card) -> bool:
        """Return whether a card is one of the box.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.holds(Card("betrayal")), SAMPLE_BOX.holds(Card("shae"))
        (True, False)

        Raises:
            WrongType: `card` is not a card.
        """
        check_type("card", card, Card)
        return card.id in self._entries

    def abilities(self, card_id: str, timing: Timing) -> tuple[Ability, ...]:
        """Return the abilities of a card or an ally that apply at some moment, in their order.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> print(*SAMPLE_BOX.abilities("shae", Timing.WHEN_CLAIMED))
        when_claimed move_ally

        Args:
            card_id: the id of an influence card or an ally.
            timing: the moment.
        """
        return self._timed[timing].get(card_id, ())

    def timed(self, timing: Timing) -> Mapping[str, tuple[Ability, ...]]:
        """Return all abilities that apply at some moment, by the ids of their cards and allies.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> list(SAMPLE_BOX.timed(Timing.THIS_ROUND))
        ['jaime-lannister', 'arianne-martell']
        """
        return self._timed[timing]

    def able(self, operation: Operation) -> frozenset[str]:
        """Return the ids of the cards and allies that have an operation.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.able(Operation.NO_COPIES)
        frozenset({'jaime-lannister'})
        """
        return self._able[operation]

    def movable(self, colours: tuple[Colour, ...]) -> frozenset[str]:
        """Return the ids of the influence cards of some colours that others can move.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> "royal-decree" in SAMPLE_BOX.movable(tuple(Colour))
        False

        Rules: card.decree.
        """
        found = self._movable.get(colours)
        if found is None:
            of_colours = frozenset(each.id for each in self.influence if each.colour in colours)
            found = self._movable[colours] = of_colours - self.able(Operation.PROTECT_SELF)
        return found

    def kind(self, card: Card) -> Kind | None:
        """Return the kind of a card.

        Raises:
            InvalidValue: the box has no such card.
        """
        return self.entry(card).kind

    def value(self, card: Card) -> int:
        """Return what a card adds to a bid; 0 where that is not known.

        Raises:
            InvalidValue: the box has no such card.
        """
        return self._values[card.id]

    def total(self, cards: Iterable[Card]) -> int:
        """Return the sum of what cards add to a bid.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.total([Card("betrayal"), Card("betrayal")])
        2

        Raises:
            InvalidValue: the box has no such card.
        """
        values = self._values
        return sum([values[card.id] for card in cards])

    def power(self, ally_id: str) -> int:
        """Return what an ally adds to a council; 0 where that is not known.

        Raises:
            InvalidValue: the box has no such ally.
        """
        return self._allies[ally_id].power or 0


def _read(name: str) -> Box:
    return Box.from_json(files("westeros_intrigue.btwixt").joinpath(name).read_bytes())


KNOWN_CARDS: Final = _read("known.json")
"""The publicly known part of the printed box: a catalogue with gaps, so no game can be played."""
SAMPLE_BOX: Final = _read("sample.json")
"""A box to try the game out. Its notes name card by card what is invented."""
