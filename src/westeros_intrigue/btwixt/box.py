"""The box as a value: leaders, allies, influence cards and tokens.

A box with gaps is a catalogue: it can be listed and filled in, and `setup` refuses to play with it.

Rules: components.counts, components.tokens, box.catalogue, box.well-formed, box.copies.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_integer, check_type, tuple_of
from westeros_intrigue.btwixt.boxfile import parts_of, text_of
from westeros_intrigue.btwixt.cards import Ally, Card, InfluenceCard, Kind, Leader
from westeros_intrigue.btwixt.faults import Fault, InvalidBox, form_faults, game_faults
from westeros_intrigue.btwixt.ring import MAX_PLAYERS, MIN_PLAYERS
from westeros_intrigue.btwixt.variants import Variant
from westeros_intrigue.btwixt.vocabulary import Ability, Name, Notes, Operation, Timing
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT, parse


@attrs.frozen(repr=False)
class Box(Value):
    """All cards and tokens that a game is played with.

    Raises:
        InvalidBox: it is not well-formed; the error lists every fault.

    Rules: box.catalogue, box.well-formed.
    """

    name: Name
    """The name of the box."""
    leaders: tuple[Leader, ...]
    allies: tuple[Ally, ...]
    influence: tuple[InfluenceCard, ...]
    tokens: tuple[tuple[int, int], ...] | None = None
    """Pairs of a value and the number of tokens with it, values ascending; None if unknown."""
    printed: bool = False
    """True if it is meant to be exactly the printed box."""
    sample: bool = False
    """True if it contains inventions, and is for trying out."""
    sources: tuple[Notes, ...] = ()
    """The sources of its facts."""
    cards: tuple[Card, ...] = attrs.field(init=False, eq=False)
    """Every copy of every influence card, entry by entry; copies are equal."""
    _entries: dict[str, InfluenceCard] = attrs.field(init=False, eq=False)
    _allies: dict[str, Ally] = attrs.field(init=False, eq=False)
    _values: dict[str, int] = attrs.field(init=False, eq=False)
    _powers: dict[str, int] = attrs.field(init=False, eq=False)
    _timed: dict[Timing, dict[str, tuple[Ability, ...]]] = attrs.field(init=False, eq=False)
    _able: dict[Operation, frozenset[str]] = attrs.field(init=False, eq=False)

    def __repr__(self) -> str:
        return f"<Box: {self.name}>"

    def __attrs_post_init__(self) -> None:
        tuple_of("leaders", Leader, self.leaders)
        tuple_of("allies", Ally, self.allies)
        tuple_of("influence", InfluenceCard, self.influence)
        if faults := tuple(form_faults(self)):
            raise InvalidBox(faults)
        cards = tuple(card for entry in self.influence for card in entry.cards)
        timed: dict[Timing, dict[str, tuple[Ability, ...]]] = {timing: {} for timing in Timing}
        entries: tuple[InfluenceCard | Ally, ...] = (*self.influence, *self.allies)
        for entry in entries:
            for ability in entry.abilities or ():
                there = timed[ability.timing]
                there[entry.id] = (*there.get(entry.id, ()), ability)
        able: dict[Operation, frozenset[str]] = {
            operation: frozenset(
                entry.id
                for entry in entries
                if any(ability.do is operation for ability in entry.abilities or ())
            )
            for operation in Operation
        }
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "_entries", {entry.id: entry for entry in self.influence})
        object.__setattr__(self, "_allies", {ally.id: ally for ally in self.allies})
        object.__setattr__(self, "_values", {each.id: each.value or 0 for each in self.influence})
        object.__setattr__(self, "_powers", {each.id: each.power or 0 for each in self.allies})
        object.__setattr__(self, "_timed", timed)
        object.__setattr__(self, "_able", able)

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
        return cls(**parts_of(cls, parse(text, DEFAULT_SIZE_LIMIT)))

    def to_json(self) -> str:
        """Return the text of the file of the box, one entry a line."""
        return text_of(self)

    def faults(self, players: int, variant: Variant) -> tuple[Fault, ...]:
        """Return why a game cannot be played with the box; nothing if one can be.

        >>> from westeros_intrigue.btwixt import KNOWN_CARDS, STANDARD
        >>> print(KNOWN_CARDS.faults(3, STANDARD)[0])
        leaders are 8, and the printed box has 9

        Raises:
            InvalidValue: the number of players is out of range.

        Rules: box.refused, box.minimum.
        """
        check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
        check_type("variant", variant, Variant)
        return tuple(game_faults(self, players, variant))

    def entry(self, card: Card | str) -> InfluenceCard:
        """Return the entry of a card, or of the id of one.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.entry("betrayal").value
        1

        Raises:
            InvalidValue: the box has no such card.
            WrongType: `card` is neither a Card nor a str.
        """
        card_id = card.id if isinstance(card, Card) else card
        entry = self._entries.get(card_id)
        if entry is None:
            check_type("card", card_id, str)
            raise InvalidValue(f"the box {self.name!r} has no influence card {card_id!r}")
        return entry

    def ally(self, ally_id: str) -> Ally:
        """Return an ally by its id.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.ally("oberyn-martell").power
        7

        Raises:
            InvalidValue: the box has no such ally.
            WrongType: `ally_id` is not a str.
        """
        ally = self._allies.get(ally_id)
        if ally is None:
            check_type("ally_id", ally_id, str)
            raise InvalidValue(f"the box {self.name!r} has no ally {ally_id!r}")
        return ally

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

    def able(self, operation: Operation) -> frozenset[str]:
        """Return the ids of the cards and allies that have an operation.

        >>> from westeros_intrigue.btwixt import SAMPLE_BOX
        >>> SAMPLE_BOX.able(Operation.NO_COPIES)
        frozenset({'jaime-lannister'})
        """
        return self._able[operation]

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
        try:
            return self._values[card.id]
        except KeyError:
            return self.entry(card).value or 0

    def power(self, ally_id: str) -> int:
        """Return what an ally adds to a council; 0 where that is not known.

        Raises:
            InvalidValue: the box has no such ally.
        """
        try:
            return self._powers[ally_id]
        except KeyError:
            return self.ally(ally_id).power or 0

    @property
    def token_values(self) -> tuple[int, ...]:
        """The values of all tokens, ascending, as far as they are known."""
        return tuple(value for value, count in self.tokens or () for _ in range(count))


def _read(name: str) -> Box:
    return Box.from_json(files("westeros_intrigue.btwixt").joinpath(name).read_bytes())


KNOWN_CARDS: Final = _read("known.json")
"""The publicly known part of the printed box: a catalogue with gaps, so no game can be played."""
SAMPLE_BOX: Final = _read("sample.json")
"""A box to try the game out. Its notes name card by card what is invented."""
