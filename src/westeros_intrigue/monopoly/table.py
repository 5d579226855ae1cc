"""The table: all that everybody sees, and what the rules ask about it."""

from __future__ import annotations

from typing import Annotated

import attrs

from westeros_intrigue.base.limits import Count, OneOf, Ordinal, Range
from westeros_intrigue.base.values import NamedEnum, Value
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.chance import Dice
from westeros_intrigue.monopoly.event_kinds import Thrown
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.space_sets import bits_of
from westeros_intrigue.monopoly.spaces import CardNumber, Seat, SpaceNumber
from westeros_intrigue.monopoly.steps import Step

MOST_OFFERS = 1000
"""The most offers that a variant can allow."""
CASTLE_SALES = ("full", "half")
"""The prices of a Castle that is sold."""
Tries = Annotated[int, Range(0, 20)]
"""A number of tries for a double in jail."""


class Phase(NamedEnum):
    """The phases of a game.

    >>> Phase.ROLLING
    Phase.ROLLING
    """

    PLAYING = "playing"
    """A player is to decide."""
    ROLLING = "rolling"
    """The next throw must be supplied: `supply_dice`."""
    DRAWING = "drawing"
    """The next Chance card must be supplied: `supply_card`."""
    GAME_OVER = "game-over"
    """One player is left."""


@attrs.frozen
class Variant(Value):
    """The rules that can vary although the edition is the same.

    >>> Variant(offers=0)
    Variant(offers=0, castle_sale='full')

    Raises:
        InvalidValue: a value out of range.
        WrongType: one of another type.

    Rules: trade.bound, sell.castle.
    """

    offers: int = attrs.field(default=3, validator=Range(0, MOST_OFFERS))
    """The most offers of a player in one interval, purchase or debt; 0 for no trading."""
    castle_sale: str = attrs.field(default="full", validator=OneOf(CASTLE_SALES))
    """The price of a Castle that is sold: its cost if `full`, half of it, rounded up, if `half`."""


STANDARD = Variant()
"""The rules as the rulebook of this library reads them."""


@attrs.frozen
class Deed(Value):
    """The owner of a deed, its mortgage, and the buildings on its space.

    >>> Deed(0, level=2)
    Deed(owner=0, mortgaged=False, level=2)

    Rules: build.level, mortgage.take.
    """

    owner: Seat | None = None
    """The player, from 0; None while the Treasury has the deed."""
    mortgaged: bool = False
    """True if the deed is mortgaged."""
    level: Annotated[int, Range(0, 11)] = 0
    """The number of Holdfasts there; one more than the most of them is a Castle."""


UNOWNED = Deed()
"""A deed of the Treasury; it stands for spaces without a deed as well."""


@attrs.define(eq=False)
class Layout:
    """The things that lie on a table. Tuples go by player, deeds by space."""

    cash: tuple[Count, ...]
    """The coins of the players."""
    positions: tuple[SpaceNumber, ...]
    """The spaces of the tokens; of a player who is out the last one."""
    jail_tries: tuple[Tries | None, ...]
    """For each player in jail the number of tries for a double; None outside."""
    deeds: tuple[Deed, ...] = attrs.field(repr=False)
    """The owners of the deeds, with mortgages and buildings."""
    kept_cards: tuple[tuple[CardNumber, ...], ...]
    """For each player the numbers of the jail cards, the oldest first."""
    known_bottom: tuple[CardNumber, ...]
    """The cards under the deck that everybody has seen, by number, in order."""
    bankrupt: tuple[Seat, ...]
    """The players who are out, in that order."""
    turn_player: Seat
    """The player whose turn it is, from 0."""


@attrs.define(eq=False)
class Moment(Layout):
    """A table during a turn."""

    phase: Phase
    """The phase of the game."""
    turn_number: Ordinal
    """The number of the turn, from 1."""
    doubles: Annotated[int, Range(0, 2)]
    """The number of doubles in a row in this turn."""
    standing: tuple[Seat, ...]
    """The players who pass until the interval before their own next throw, ascending."""


@attrs.frozen
class Start(Value, Layout):
    """The table when the game began. Tuples go by player, deeds by space.

    Rules: setup.money, setup.board, setup.first.
    """

    board: Board
    variant: Variant

    @property
    def owned(self) -> tuple[int, ...]:
        """The deeds of each player as a set of spaces."""
        owned = [0] * len(self.cash)
        for space, deed in enumerate(self.deeds):
            if deed.owner is not None:
                owned[deed.owner] |= 1 << space
        return tuple(owned)

    @property
    def mortgaged(self) -> int:
        """The mortgaged deeds as a set of spaces."""
        return bits_of(at for at, deed in enumerate(self.deeds) if deed.mortgaged)

    @property
    def built(self) -> int:
        """All Locations of the sets with a building as a set of spaces."""
        built = [at for at, deed in enumerate(self.deeds) if deed.level]
        return bits_of({each for at in built for each in self.board.sets[at]})

    @property
    def unseen_cards(self) -> tuple[int, ...]:
        """The numbers of the cards that nobody has seen, ascending."""
        seen = {*self.known_bottom, *(card for cards in self.kept_cards for card in cards)}
        return tuple(card for card in range(len(self.board.cards)) if card not in seen)


@attrs.define(eq=False)
class Holdings(Moment):
    """The public information. Tuples go by player, deeds by space.

    The rules ask about it and change it in a `Draft`; a `Table` is the same, frozen.
    """

    start: Start = attrs.field(repr=False)
    """The beginning of the game: its players, edition and variant."""
    moves: Moves
    """All moves of the game."""
    throws_used: int
    """The number of throws in the game."""
    draws: tuple[int, ...] = attrs.field(repr=False)
    """The cards drawn from those that nobody had seen, by number."""
    active_player: int | None
    """The player who is to decide, from 0; None when nobody is."""
    agenda: tuple[Step, ...]
    """The steps that follow, the next one first."""
    board: Board = attrs.field(eq=False, repr=False)
    """The board of the edition."""
    owned: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """The deeds of each player as a set of spaces (see `space_sets`)."""
    mortgaged: int = attrs.field(eq=False, repr=False)
    """The mortgaged deeds as a set of spaces."""
    built: int = attrs.field(eq=False, repr=False)
    """All Locations of the sets with a building as a set of spaces."""

    @property
    def throws(self) -> tuple[Dice, ...]:
        """All throws of the game."""
        return tuple(event.dice for event in self.moves.all_events() if isinstance(event, Thrown))

    @property
    def variant(self) -> Variant:
        """The variant in play."""
        return self.start.variant

    @property
    def unseen_cards(self) -> tuple[int, ...]:
        """The numbers of the cards that nobody has seen, ascending."""
        drawn = {*self.draws}
        return tuple(card for card in self.start.unseen_cards if card not in drawn)


@attrs.frozen
class Table(Value, Holdings):
    """The public information. Tuples go by player, deeds by space.

    >>> from westeros_intrigue.monopoly import setup
    >>> table = setup(3, seed=1).table
    >>> table.cash, table.positions
    ((36, 36, 36), (0, 0, 0))

    Rules: info.public.
    """


def holdfasts_left(holdings: Holdings) -> int:
    """Return the number of Holdfasts that the Treasury has.

    Rules: build.supply.
    """
    board = holdings.board
    castle = board.castle_level
    deeds = holdings.deeds
    levels = [deeds[space].level for space in board.locations]
    return board.edition.holdfasts - sum(levels) + castle * levels.count(castle)


def castles_left(holdings: Holdings) -> int:
    """Return the number of Castles that the Treasury has.

    Rules: build.supply.
    """
    board = holdings.board
    castle = board.castle_level
    deeds = holdings.deeds
    return board.edition.castles - sum(deeds[space].level == castle for space in board.locations)


def solvent(holdings: Holdings) -> tuple[int, ...]:
    """Return the players who are not bankrupt, ascending.

    Rules: bankrupt.out.
    """
    out = holdings.bankrupt
    return tuple([player for player in range(len(holdings.cash)) if player not in out])


def next_solvent(holdings: Holdings, player: int) -> int:
    """Return the next solvent player clockwise.

    Rules: bankrupt.out.
    """
    players = len(holdings.cash)
    following = (player + 1) % players
    while following in holdings.bankrupt:
        following = (following + 1) % players
    return following


def solvent_after(holdings: Holdings, player: int) -> tuple[int, ...]:
    """Return the other solvent players, clockwise from a player's left."""
    players = len(holdings.cash)
    others = ((player + distance) % players for distance in range(1, players))
    return tuple(other for other in others if other not in holdings.bankrupt)
