"""The variants of the game, and the calendar of each.

Rules: variant.combine, short.start, season.start, season.rounds, season.total, advanced.events.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import Final

import attrs

from westeros_intrigue.gamekit.errors import Faulty
from westeros_intrigue.gamekit.limits import add_checks
from westeros_intrigue.gamekit.values import Value, Word, check_integer
from westeros_intrigue.games.btwixt.pieces.cards import MAX_PLAYERS, MIN_PLAYERS, Kind


class Season(Word):
    """A season of the time track.

    >>> from westeros_intrigue.games.btwixt import ADVANCED
    >>> ADVANCED.with_short().seasons(3)
    (Season.AUTUMN, Season.WINTER)
    """

    SUMMER = "summer"
    """The first season on the track; some games begin later (rule season.start)."""
    AUTUMN = "autumn"
    """The second season."""
    WINTER = "winter"
    """The last season."""


SEASONS: Final = tuple(Season)


class Base(Word):
    """The cards in the game.

    >>> from westeros_intrigue.games.btwixt import ADVANCED
    >>> ADVANCED.base
    Base.ADVANCED
    """

    STANDARD = "standard"
    """The red, green and purple cards."""
    ADVANCED = "advanced"
    """With leaders' own cards and events (rules advanced.hand, advanced.events)."""


class Drafting(Word):
    """The way in which leaders get their hands.

    >>> from westeros_intrigue.games.btwixt import KINGSMOOT
    >>> KINGSMOOT.draft
    Drafting.KINGSMOOT
    """

    NONE = "none"
    """Hands are dealt."""
    DRAFT = "draft"
    """Each leader picks from packs that are passed around (rule draft.pick)."""
    KINGSMOOT = "kingsmoot"
    """A draft from all cards of the box (rule kingsmoot.deck)."""


class InvalidVariant(Faulty):
    """A combination of options is impossible; `faults` lists every reason.

    >>> try:
    ...     Variant(Base.ADVANCED, Drafting.DRAFT)
    ... except InvalidVariant as error:
    ...     print(*error.faults)
    draft goes only with the base standard, not with advanced (a ruling of this library, \
variant.combine)
    """


# Without slots, so that it can cache look-ups.
@attrs.frozen(slots=False, field_transformer=add_checks)
class Variant(Value):
    """A variant: the base, the draft, and options that are on or off.

    >>> STANDARD.seasons(3), STANDARD.rounds(3)
    ((Season.SUMMER, Season.AUTUMN, Season.WINTER), 12)
    >>> ADVANCED.with_short().rounds(6)
    7

    Raises:
        InvalidVariant: the advanced cards cannot be drafted.

    Rules: variant.combine.
    """

    base: Base = Base.STANDARD
    """The cards in the game."""
    draft: Drafting = Drafting.NONE
    """The way in which leaders get their hands."""
    short: bool = False
    """True if the game starts a season later."""
    revealed_allies: bool = False
    """True if the season's allies are revealed in a row."""

    def __attrs_post_init__(self) -> None:
        if self.is_drafted and self.base is not Base.STANDARD:
            reason = (
                f"{self.draft} goes only with the base standard, not with {self.base} (a ruling of "
                "this library, variant.combine)"
            )
            raise InvalidVariant([reason])

    def __str__(self) -> str:
        words = [str(self.draft if self.is_drafted else self.base)]
        words += [word for name, word in FLAGS.items() if getattr(self, name)]
        return " ".join(words)

    @property
    def is_drafted(self) -> bool:
        """True if leaders draft their hands."""
        return self.draft is not Drafting.NONE

    def seasons(self, players: int) -> tuple[Season, ...]:
        """Return the seasons that are played.

        >>> DRAFT.with_short().seasons(4)
        (Season.AUTUMN, Season.WINTER)

        Raises:
            WrongType: `players` is not an int.
            InvalidValue: the number of players is out of range.

        Rules: season.start, short.start.
        """
        players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
        return SEASONS[(players > 4) + self.short :]

    def rounds(self, players: int) -> int:
        """Return the rounds of the whole game.

        >>> [STANDARD.rounds(players) for players in range(3, 7)]
        [12, 15, 12, 14]

        Raises:
            WrongType: `players` is not an int.
            InvalidValue: the number of players is out of range.

        Rules: components.track, season.rounds, season.total.
        """
        return len(self.seasons(players)) * (players + 1)

    def events_added(self, players: int) -> int:
        """Return the number of events that each change of season adds.

        >>> ADVANCED.events_added(4), STANDARD.events_added(4)
        (3, 0)

        Raises:
            WrongType: `players` is not an int.
            InvalidValue: the number of players is out of range.

        Rules: advanced.events, advanced.short.
        """
        players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
        return (3 if players <= 4 else 6) * self.is_advanced

    @property
    def first_kinds(self) -> tuple[Kind, ...]:
        """The kinds of cards in the first influence deck.

        Rules: setup.deck, kingsmoot.deck.
        """
        return tuple(Kind) if self.draft is Drafting.KINGSMOOT else (Kind.STANDARD,)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of cards that can come into play."""
        return tuple(Kind) if self.is_advanced else self.first_kinds

    @cached_property
    def is_advanced(self) -> bool:
        """True if leaders draw white cards, which are never discarded, and events join the deck.

        Rules: advanced.hand, advanced.events, advanced.removed, kingsmoot.discard.
        """
        return self.base is Base.ADVANCED

    def row_size(self, players: int) -> int:
        """Return the number of allies revealed at the start of a season.

        >>> STANDARD.row_size(4), STANDARD.with_revealed_allies().row_size(4)
        (0, 5)

        Rules: row.fill.
        """
        return (players + 1) * self.revealed_allies

    @property
    def hand_size(self) -> int:
        """The number of cards of the influence deck that each leader is dealt."""
        return 9 if self.is_advanced else 10

    def with_short(self) -> Variant:
        """Return the variant that starts a season later.

        >>> print(STANDARD.with_short())
        standard short
        """
        return attrs.evolve(self, short=True)

    def with_revealed_allies(self) -> Variant:
        """Return the variant with a row of revealed allies.

        >>> print(KINGSMOOT.with_revealed_allies())
        kingsmoot revealed-allies
        """
        return attrs.evolve(self, revealed_allies=True)


FLAGS: Final[Mapping[str, str]] = {
    field.name: field.name.replace("_", "-")
    for field in attrs.fields(Variant)
    if field.default is False
}
"""The options of a variant that are on or off, each with its word in texts."""

STANDARD: Final = Variant()
"""The game of the rulebook's first pages."""
ADVANCED: Final = Variant(base=Base.ADVANCED)
"""With leaders' own cards and events."""
DRAFT: Final = Variant(draft=Drafting.DRAFT)
"""With drafted hands."""
KINGSMOOT: Final = Variant(draft=Drafting.KINGSMOOT)
"""With hands drafted from all cards."""
VARIANTS: Final = (STANDARD, ADVANCED, DRAFT, KINGSMOOT)
"""The variants with a name; each goes with any of `FLAGS`."""
VARIANTS_BY_WORDS: Final[Mapping[str, Variant]] = {
    str(variant): variant
    for game in VARIANTS
    for values in product((False, True), repeat=len(FLAGS))
    for variant in [Variant(game.base, game.draft, **dict(zip(FLAGS, values, strict=True)))]
}
"""All variants by their words."""
