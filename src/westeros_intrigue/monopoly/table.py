"""What lies on the table: all that everybody sees, and what the rules ask about it.

Rules: info.public, components.treasury, bankrupt.out, build.supply.
"""

from __future__ import annotations

from typing import Protocol

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import NamedEnum, Value, brief, check_integer, check_type
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.chance import Dice
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.steps import Step

_MOST_OFFERS = 1000


class Phase(NamedEnum):
    """Where a game stands.

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
    """What can vary although the edition is the same.

    >>> Variant(offers=0)
    Variant(offers=0, castle_sale='full')

    Raises:
        InvalidValue: a value out of range.
        WrongType: one of another type.

    Rules: trade.bound, sell.castle.
    """

    offers: int = 3
    """How many offers a player may make in one interval, purchase or debt; 0 for no trading."""
    castle_sale: str = "full"
    """For what a Castle is sold: `full` for its cost, `half` for half of it, rounded up."""

    def __attrs_post_init__(self) -> None:
        check_integer("offers", self.offers, 0, _MOST_OFFERS)
        check_type("castle_sale", self.castle_sale, str)
        if self.castle_sale not in {"full", "half"}:
            raise InvalidValue(
                f"castle_sale must be 'full' or 'half', not {brief(self.castle_sale)}"
            )


STANDARD = Variant()
"""The rules as the sheet of rulings has them."""


@attrs.frozen
class Deed(Value):
    """How a deed stands: whose it is, whether it is mortgaged, and what is built there.

    >>> Deed(0, level=2)
    Deed(owner=0, mortgaged=False, level=2)

    Rules: build.level, mortgage.take.
    """

    owner: int | None = None
    """The seat, from 0; None while the Treasury holds the deed."""
    mortgaged: bool = False
    level: int = 0
    """How many Holdfasts stand there; one more than the most of them is a Castle."""


UNOWNED = Deed()
"""A deed that the Treasury holds; it stands for spaces without a deed too."""


@attrs.frozen
class Start(Value):
    """What lay on the table when the game began. Tuples go by seat, deeds by space.

    Rules: setup.money, setup.board, setup.first.
    """

    board: Board
    variant: Variant
    cash: tuple[int, ...]
    positions: tuple[int, ...]
    jail_tries: tuple[int | None, ...]
    """For each player in jail how often they have tried for a double; None outside."""
    deeds: tuple[Deed, ...]
    kept_cards: tuple[tuple[int, ...], ...]
    """For each player the numbers of the jail cards, the one kept longest first."""
    known_bottom: tuple[int, ...]
    """The cards under the deck that everybody has seen, by number, in order."""
    bankrupt: tuple[int, ...]
    """Who is out, in that order."""
    turn_player: int

    @property
    def unseen_cards(self) -> tuple[int, ...]:
        """The numbers of the cards that nobody has seen, ascending."""
        seen = {*self.known_bottom, *(card for cards in self.kept_cards for card in cards)}
        return tuple(card for card in range(len(self.board.cards)) if card not in seen)


class Holdings(Protocol):
    """What the rules ask about: of a table, and of the working copy of one."""

    @property
    def board(self) -> Board:
        """The board with its numbers."""

    @property
    def variant(self) -> Variant:
        """The variant in play."""

    @property
    def cash(self) -> tuple[int, ...]:
        """For each player the coins."""

    @property
    def positions(self) -> tuple[int, ...]:
        """For each player the space of the token."""

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """For each space how its deed stands."""

    @property
    def kept_cards(self) -> tuple[tuple[int, ...], ...]:
        """For each player the numbers of the jail cards."""

    @property
    def bankrupt(self) -> tuple[int, ...]:
        """Who is out, in that order."""

    @property
    def agenda(self) -> tuple[Step, ...]:
        """What is still to be done, the next step first."""


@attrs.frozen
class Table(Value):
    """All that everybody at the table sees. Tuples go by seat, deeds by space.

    Rules: info.public.
    """

    start: Start = attrs.field(repr=False)
    moves: Moves
    """All moves of the game."""
    throws: tuple[Dice, ...] = attrs.field(repr=False)
    """All throws of the game."""
    draws: tuple[int, ...] = attrs.field(repr=False)
    """The cards drawn from those that nobody had seen, by number."""
    phase: Phase
    turn_number: int
    """Counted from 1."""
    turn_player: int
    active_player: int | None
    """Who is to decide; None when nobody is."""
    doubles: int
    """How many doubles in a row the turn has seen."""
    cash: tuple[int, ...]
    positions: tuple[int, ...]
    """For each player the space of the token; of one who is out the last one."""
    jail_tries: tuple[int | None, ...]
    """For each player in jail how often they have tried for a double; None outside."""
    deeds: tuple[Deed, ...] = attrs.field(repr=False)
    kept_cards: tuple[tuple[int, ...], ...]
    """For each player the numbers of the jail cards, the one kept longest first."""
    known_bottom: tuple[int, ...]
    """The cards under the deck that everybody has seen, by number, in order."""
    bankrupt: tuple[int, ...]
    """Who is out, in that order."""
    agenda: tuple[Step, ...]
    """What is still to be done, the next step first."""

    @property
    def board(self) -> Board:
        """The board with its numbers."""
        return self.start.board

    @property
    def variant(self) -> Variant:
        """The variant in play."""
        return self.start.variant

    @property
    def unseen_cards(self) -> tuple[int, ...]:
        """The numbers of the cards that nobody has seen, ascending."""
        drawn = {*self.draws}
        return tuple(card for card in self.start.unseen_cards if card not in drawn)


def holdfasts_left(holdings: Holdings) -> int:
    """Return how many Holdfasts the Treasury has.

    Rules: build.supply.
    """
    board = holdings.board
    castle = board.castle_level
    deeds = holdings.deeds
    levels = (deeds[space].level for space in board.locations)
    return board.edition.holdfasts - sum(level for level in levels if level < castle)


def castles_left(holdings: Holdings) -> int:
    """Return how many Castles the Treasury has.

    Rules: build.supply.
    """
    board = holdings.board
    castle = board.castle_level
    deeds = holdings.deeds
    return board.edition.castles - sum(deeds[space].level == castle for space in board.locations)


def solvent(holdings: Holdings) -> tuple[int, ...]:
    """Return the seats that are not bankrupt, ascending.

    Rules: bankrupt.out.
    """
    out = holdings.bankrupt
    return tuple(seat for seat in range(len(holdings.cash)) if seat not in out)


def next_solvent(holdings: Holdings, player: int) -> int:
    """Return the next solvent seat clockwise from a player.

    Rules: bankrupt.out.
    """
    players = len(holdings.cash)
    seat = (player + 1) % players
    while seat in holdings.bankrupt:
        seat = (seat + 1) % players
    return seat


def solvent_after(holdings: Holdings, player: int) -> tuple[int, ...]:
    """Return the other solvent seats, clockwise from a player's left."""
    players = len(holdings.cash)
    seats = ((player + distance) % players for distance in range(1, players))
    return tuple(seat for seat in seats if seat not in holdings.bankrupt)
