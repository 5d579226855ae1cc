"""The table: the public information of a game, and its moves so far.

Players are seats from 0, spaces are counted from 0 clockwise, and amounts are in coins. A new state
is cheap however long the game is.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import itertools
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.agenda import Steps
from westeros_intrigue.gamekit.limits import Count
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.games.monopoly.pieces.board import Board, Dice
from westeros_intrigue.games.monopoly.pieces.spaces import (
    CardNumbers,
    Numbers,
    Seat,
    Seats,
    SpaceNumber,
)
from westeros_intrigue.games.monopoly.position.happenings import Events, Thrown
from westeros_intrigue.games.monopoly.position.moves import Move


class Moves(Value):
    """Moves in order. A state has one more move than the previous one, and shares all others.

    The events after the last move follow from the rules and are not compared.

    >>> from westeros_intrigue.games.monopoly import Buy, PutUp
    >>> first = Moves(Moves(), Buy())
    >>> second = Moves(first, PutUp())
    >>> len(second), list(second), first == Moves(Moves(), Buy())
    (2, [Buy(), PutUp()], True)
    """

    __slots__ = ("_before", "_last", "_length", "events")

    events: Events
    """The events since the last move; before the first one, since the beginning."""

    _before: Moves | None
    _last: Move | None
    _length: int

    def __init__(
        self, before: Moves | None = None, last: Move | None = None, events: Events = ()
    ) -> None:
        """Continue earlier moves with a last one; without both, start with no moves."""
        self._before, self._last, self.events = before, last, events
        self._length = 0 if before is None else before._length + 1

    def and_then(self, events: Events) -> Moves:
        """Return these moves with further events after them."""
        return Moves(self._before, self._last, self.events + events)

    def events_since(self, earlier: Moves) -> Events | None:
        """Return the events after earlier moves; None if these do not continue them."""
        found: list[Events] = []
        link: Moves | None = self
        while link is not None and link._length > earlier._length:
            found.append(link.events)
            link = link._before
        if link is not earlier:
            known = len(earlier.events)
            if link is None or link != earlier or link.events[:known] != earlier.events:
                return None
            found.append(link.events[known:])
        return tuple(itertools.chain.from_iterable(reversed(found)))

    def all_events(self) -> Events:
        """Return all events since the beginning."""
        return self.events_since(Moves()) or ()

    def by_move(self) -> Iterator[tuple[int, Events]]:
        """Yield the number of moves so far with the events after them, beginning with none."""
        for link in reversed([*self._links()]):
            yield len(link), link.events

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        return reversed([*reversed(self)])

    def __reversed__(self) -> Iterator[Move]:
        return (link._last for link in self._links() if link._last is not None)

    def _links(self) -> Iterator[Moves]:
        link: Moves | None = self
        while link is not None:
            yield link
            link = link._before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves):
            return NotImplemented
        if self._length != other._length:
            return False
        for mine, theirs in zip(self._links(), other._links(), strict=True):
            if mine is theirs:
                return True
            if mine._last != theirs._last:
                return False
        return True

    def __hash__(self) -> int:
        return hash((self._length, self._last))

    def __repr__(self) -> str:
        return f"<{english.count_things(self._length, 'move')}>"

    def __reduce__(self) -> values.Recipe:
        # In one tuple, since pickling links would recurse once for every move of the game.
        links = tuple((link._last, link.events) for link in self._links())
        return _link, (links[::-1],)


def _link(links: Iterable[tuple[Move | None, Events]]) -> Moves | None:
    """Return the moves with these links, from the beginning."""
    chain = None
    for link in links:
        chain = Moves(chain, *link)
    return chain


MOST_OFFERS = 1000
"""The most offers that a variant can allow."""
CASTLE_SALES = ("full", "half")
"""The sale prices of a Castle."""
HOUSE_RULES = ("pot", "no-auction", "double-go", "no-jail-rent", "uneven")
"""The common house rules that a table can agree on."""
MOST_TRIES = 20
"""The most tries for a double that an edition can allow."""
Tries = Annotated[int, limits.Range(0, MOST_TRIES)]
"""A number of tries for a double in jail."""


LONGEST_MOMENT = 10_000
"""The most characters of a moment at which a game begins."""


class Phase(values.NamedEnum):
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


def _check_house_rules(names: Iterable[str]) -> tuple[str, ...]:
    """Return house rules in the order of `HOUSE_RULES`, each once."""
    known = limits.OneOf(HOUSE_RULES)._check
    checked = limits.check_parts([known], "house_rules", names)
    return tuple(name for name in HOUSE_RULES if name in checked)


@attrs.frozen(field_transformer=limits.add_checks)
class Variant(Value):
    """The rules that can vary for the same edition.

    >>> Variant(offers=0)
    Variant(offers=0, castle_sale='full', house_rules=())

    Raises:
        InvalidValue: a value is out of range.
        WrongType: a value has the wrong type.

    Rules: trade.bound, sell.castle, house.pot, house.no-auction, house.double-go,
    house.no-jail-rent, house.uneven.
    """

    offers: Annotated[int, limits.Range(0, MOST_OFFERS)] = 3
    """The maximum number of a player's offers in one interval, purchase or debt; 0 for no
    trading."""
    castle_sale: Annotated[str, limits.OneOf(CASTLE_SALES)] = "full"
    """The sale price of a Castle: its cost if `full`; half of the cost, rounded up, if `half`."""
    house_rules: Annotated[
        tuple[Annotated[str, limits.OneOf(HOUSE_RULES)], ...], limits.OnlyIfUnusual()
    ] = attrs.field(default=(), converter=_check_house_rules)
    """House rules, such as `no-auction`; none in the rulebook's game."""


STANDARD = Variant()
"""The rules of this library's rulebook."""


@attrs.frozen(field_transformer=limits.add_checks)
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
    level: Annotated[int, limits.Range(0, 11)] = 0
    """The number of Holdfasts; one more than the maximum means a Castle."""


UNOWNED = Deed()
"""A deed of the Treasury, also used for spaces without a deed."""


@attrs.define(eq=False)
class Layout:
    """The contents of a table. Tuples are indexed by player, deeds by space."""

    cash: tuple[Count, ...]
    """The coins of the players."""
    positions: tuple[SpaceNumber, ...]
    """The spaces of the tokens; for a player who is out, the last one."""
    jail_tries: tuple[Tries | None, ...]
    """The number of tries for a double of each player in jail; None for players outside."""
    deeds: tuple[Deed, ...] = attrs.field(repr=False)
    """The owners of the deeds, with mortgages and buildings."""
    kept_cards: tuple[CardNumbers, ...]
    """The numbers of each player's jail cards, oldest first."""
    known_bottom: CardNumbers
    """The cards under the deck that all players have seen, by number, in order."""
    bankrupt: Seats
    """The players who are out, in order."""
    turn_player: Seat
    """The player whose turn it is, from 0."""


@attrs.define(eq=False)
class Moment(Layout):
    """A table during a turn."""

    phase: Phase
    """The phase of the game."""
    turn_number: limits.Ordinal
    """The number of the turn, from 1."""
    doubles: Annotated[int, limits.Range(0, 2)]
    """The number of doubles in a row in this turn."""
    standing: Seats
    """The players who pass until the interval before their next throw, ascending."""
    pot: Count
    """The coins in the pot of the house rule; 0 without it (rule house.pot)."""


@attrs.frozen(field_transformer=limits.add_checks)  # pyright: ignore[reportGeneralTypeIssues] - a draft is not frozen
class Start(Value, Layout):
    """The table when the game began. Tuples are indexed by player, deeds by space.

    Rules: setup.money, setup.board, setup.first.
    """

    board: Board
    variant: Variant
    moment: Annotated[str, limits.Printable(LONGEST_MOMENT), limits.OnlyIfUnusual()] = ""
    """The moment of the turn, as `moments` writes it; empty for the beginning of the first turn."""


@attrs.define(eq=False)
class Holdings(Moment):
    """The public information. Tuples are indexed by player, deeds by space.

    The rules read and change it in a `Draft`; a `Table` is the same, frozen.
    """

    start: Start = attrs.field(repr=False)
    """The beginning of the game: its players, edition and variant."""
    moves: Moves
    """All moves of the game."""
    throws_used: int
    """The number of throws in the game."""
    draws: Numbers = attrs.field(repr=False)
    """The cards drawn from those that no player had seen, by number."""
    active_player: int | None
    """The player to decide, from 0; None if there is none."""
    agenda: Steps
    """The coming steps, in order."""
    board: Board = attrs.field(eq=False, repr=False)
    """The board of the edition."""
    owned: Numbers = attrs.field(eq=False, repr=False)
    """The deeds of each player as a set of spaces (see `spaces`)."""
    mortgaged: int = attrs.field(eq=False, repr=False)
    """The mortgaged deeds as a set of spaces."""
    built: int = attrs.field(eq=False, repr=False)
    """All Locations of sets with a building, as a set of spaces."""

    @property
    def throws(self) -> tuple[Dice, ...]:
        """All throws of the game."""
        return tuple(event.dice for event in self.moves.all_events() if isinstance(event, Thrown))

    @property
    def variant(self) -> Variant:
        """The variant in play."""
        return self.start.variant

    @property
    def holdfasts_left(self) -> int:
        """The number of Holdfasts that the Treasury has (rule build.supply)."""
        return self.board.edition.supply.holdfasts - count_buildings(self)[0]

    @property
    def castles_left(self) -> int:
        """The number of Castles that the Treasury has (rule build.supply)."""
        return self.board.edition.supply.castles - count_buildings(self)[1]

    @property
    def unseen_cards(self) -> Numbers:
        """The numbers of the cards that no player has seen, ascending."""
        seen = {*self.known_bottom, *itertools.chain.from_iterable(self.kept_cards)}
        return tuple(card for card in range(len(self.board.cards)) if card not in seen)


@attrs.frozen  # pyright: ignore[reportGeneralTypeIssues] - a draft is not frozen
class Table(Value, Holdings):
    """The public information. Tuples are indexed by player, deeds by space.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> table = setup(3, seed=1).table
    >>> table.cash, table.positions
    ((30, 30, 30), (0, 0, 0))

    Rules: info.public.
    """


def facts_of(cls: type[Layout], laid: Layout) -> dict[str, Any]:
    """Return the facts of a table that `cls` declares, `Layout` or `Moment`, by name."""
    return {field.name: getattr(laid, field.name) for field in attrs.fields(cls)}


def count_buildings(laid: Start | Holdings) -> tuple[int, int]:
    """Return the numbers of Holdfasts and of Castles on the board."""
    levels, castle = [deed.level for deed in laid.deeds], laid.board.castle_level
    castles = levels.count(castle)
    return sum(levels) - castles * castle, castles


def solvent(holdings: Holdings) -> Numbers:
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
    while (player := (player + 1) % players) in holdings.bankrupt:
        pass
    return player


def solvent_after(holdings: Holdings, player: int) -> Numbers:
    """Return the other solvent players, clockwise from a player's left."""
    left = solvent(holdings)
    return (*(seat for seat in left if seat > player), *(seat for seat in left if seat < player))
