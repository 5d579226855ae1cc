"""The state of a game, one player's view of it, and the draft that the rules change.

Everything is open but the order of the cards that no player has seen, and the throws to come.
A state is thus a table and its chance, and a view is a table and a player.

`apply` thaws a draft from a state, the rules change it, and it is frozen again. It lives within one
call, of `play_on` for many moves, and never leaves the package. Its parts are tuples, so what does
not change is shared with the state it came from. The draft also answers about deeds and their
numbers: sets, rents, building, selling, mortgages, means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import agenda, display, values
from westeros_intrigue.gamekit.agenda import Agenda, Step, first_step
from westeros_intrigue.games.monopoly.board import Board, Deal, Dice
from westeros_intrigue.games.monopoly.editions import Edition
from westeros_intrigue.games.monopoly.moves import Move, ViolationCode
from westeros_intrigue.games.monopoly.spaces import (
    CardNumber,
    Numbers,
    Seat,
    SpaceKind,
    SpaceNumber,
    buildings,
    spaces_of,
    whole_sets,
)
from westeros_intrigue.games.monopoly.table import (
    UNOWNED,
    Acquired,
    CardsPassed,
    Deed,
    Event,
    Holdings,
    Levelled,
    Moves,
    Paid,
    Phase,
    Purpose,
    Returned,
    Start,
    Table,
    Thrown,
    Tries,
    Turned,
    Variant,
    castles_left,
    holdfasts_left,
)


class Decision(values.NamedEnum):
    """The questions to the active player.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> setup(3, seed=1).decision
    Decision.FLOOR
    """

    FLOOR = "floor"
    """An act, or Pass, in the interval before a roll."""
    ANSWER = "answer"
    """Accept or Decline an offer."""
    JAIL = "jail"
    """PayFee, UseCard or TryDouble."""
    PURCHASE = "purchase"
    """Buy or PutUp."""
    BID = "bid"
    """Bid or Pass in an auction."""
    SITING = "siting"
    """Place, for a building won in an auction."""
    RENT = "rent"
    """Demand or Waive."""
    DEBT = "debt"
    """Sell, SellSet, Mortgage or Offer, to raise money."""
    DEED = "deed"
    """Choose, for a Chance card."""


@values.facts_of_table
class PublicFacts(display.Drawn):
    """The properties that states and views share: all that lies on the table."""

    __slots__ = ()

    table: Table

    edition: Edition = values.of_table("start.board.edition")
    """The edition in play."""
    board: Board = values.of_table("start.board")
    """The board of the edition."""
    variant: Variant = values.of_table("start.variant")
    """The variant in play."""

    @property
    def sample(self) -> bool:
        """True if the game is played with invented numbers (rule edition.sample-flag)."""
        return self.edition.sample

    @property
    def players(self) -> int:
        """The number of players, with those who are bankrupt."""
        return len(self.table.cash)

    phase: Phase
    """The phase of the game."""

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.table.phase is Phase.GAME_OVER

    turn_number: values.Ordinal
    """The turn, counted from 1."""
    turn_player: Seat
    """Whose turn it is, from 0."""
    active_player: Seat | None
    """The player who is to decide, from 0; None when nobody is."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """The players who may decide now: one, or nobody."""
        player = self.table.active_player
        return () if player is None else (player,)

    @property
    def decision(self) -> Decision | None:
        """The question to the active player; None when no player is asked."""
        table = self.table
        return None if table.active_player is None else first_step(table.agenda, Question).KIND

    @property
    def step(self) -> Step | None:
        """The first step of the agenda: the auction, the debt, the offer that is asked about."""
        return self.table.agenda[0] if self.table.agenda else None

    agenda: tuple[Step, ...]
    """The steps that follow, the next one first."""
    doubles: Annotated[int, values.Range(0, 2)]
    """The number of doubles in a row in this turn."""
    cash: tuple[values.Count, ...]
    """For each player the coins."""
    positions: tuple[SpaceNumber, ...]
    """For each player the space of the token."""
    jail_tries: tuple[Tries | None, ...]
    """For each player in jail how often they have tried for a double; None outside."""
    deeds: tuple[Deed, ...]
    """For each space how its deed stands."""
    kept_cards: tuple[tuple[CardNumber, ...], ...]
    """For each player the numbers of the jail cards."""
    unseen_cards: tuple[CardNumber, ...]
    """The numbers of the cards that no player has seen, ascending."""
    known_bottom: tuple[CardNumber, ...]
    """The seen cards under the deck, by number, in order."""
    standing: tuple[Seat, ...]
    """The players who pass until the interval before their own next throw, ascending."""
    bankrupt: tuple[Seat, ...]
    """The players who are out, in that order."""
    moves: Moves
    """All moves of the game."""

    throws_used: int
    """The number of throws in the game."""

    @property
    def treasury(self) -> int:
        """The coins of the Treasury; they may be below 0 (rule components.treasury)."""
        return self.board.coins - sum(self.table.cash)

    @property
    def holdfasts_left(self) -> values.Count:
        """The number of Holdfasts that the Treasury has."""
        return holdfasts_left(self.table)

    @property
    def castles_left(self) -> values.Count:
        """The number of Castles that the Treasury has."""
        return castles_left(self.table)

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        asked = self.decision
        what = "" if asked is None else f", player {self.active_player}: {asked.value}"
        sample = ", sample edition" if self.sample else ""
        return f"{self.players} players, turn {self.turn_number}, {self.phase.value}{what}{sample}"


@attrs.frozen(repr=False)
class GameState(values.Value, PublicFacts):
    """A whole game: the table, and the chance to come, which nobody may know.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> setup(3, seed=1)
    <GameState: 3 players, turn 1, playing, player 0: floor, sample edition>

    Rules: info.public, info.deck.
    """

    table: Table
    """The public information."""
    deal: Deal
    """All chance of the game."""


@attrs.frozen(repr=False)
class View(values.Value, PublicFacts):
    """The knowledge of a player about a game: the table.

    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> observe(setup(3, seed=1), 2)
    <View of player 2: 3 players, turn 1, playing, player 0: floor, sample edition>

    Rules: info.views.
    """

    table: Table
    """The public information."""
    player: Seat | None
    """The seat that looks, from 0; None for a spectator."""


Position = TypeAliasType("Position", GameState | View)
"""A state or a view."""


_NAMES = tuple(field.name for field in attrs.fields(Holdings))
_OF_START = tuple(name for name in _NAMES if hasattr(Start, name))
"""The parts of the table that lie there when the game begins."""
_parts = attrgetter(*_NAMES)


class Draft(Holdings, Agenda):
    """A game that is being changed."""

    __slots__ = ("deal", "events", "listed")

    deal: Deal
    events: list[Event]
    listed: Sequence[Move] | None
    """All legal moves but offers, where finding out who is asked has listed them."""
    # Declared again, as type checkers differ in what they infer from the assignments below.
    moves: Moves
    throws_used: int
    cash: Numbers
    jail_tries: tuple[int | None, ...]
    deeds: tuple[Deed, ...]
    owned: Numbers
    mortgaged: int
    built: int
    kept_cards: tuple[Numbers, ...]
    known_bottom: Numbers
    agenda: tuple[Step, ...]

    @classmethod
    def begin(cls, start: Start, deal: Deal) -> Draft:
        """Return a game with an empty agenda."""
        table = {name: getattr(start, name) for name in _OF_START}
        draft = cls(
            start=start, moves=Moves(), throws_used=0, draws=(), phase=Phase.PLAYING, turn_number=0,
            active_player=None, doubles=0, standing=(), agenda=(), **table,
        )  # fmt: skip
        draft.deal, draft.events, draft.listed = deal, [], None
        return draft

    @classmethod
    def of(cls, state: GameState) -> Draft:
        """Thaw a state; the events before its last decision are left out."""
        draft = cls(*_parts(state.table))
        draft.deal, draft.events, draft.listed = state.deal, [], None
        return draft

    def freeze(self) -> GameState:
        """Return the state; what happened after its last move is added to the game."""
        if self.events:
            self.moves = self.moves.and_then(tuple(self.events))
        return GameState(Table(*_parts(self)), self.deal)

    def pay(self, payer: int | None, payee: int | None, amount: int, why: Purpose) -> None:
        """Move coins; None stands for the Treasury.

        Rules: components.treasury.
        """
        if payer is not None:
            self.cash = values.replace_item(self.cash, payer, self.cash[payer] - amount)
        if payee is not None:
            self.cash = values.replace_item(self.cash, payee, self.cash[payee] + amount)
        self.events.append(values.shared(Paid, payer, payee, amount, why))

    def give_deed(self, space: int, player: int) -> None:
        """Let a deed change hands, mortgaged or not.

        Rules: mortgage.transfer.
        """
        self._take_deed(space)
        self.deeds = values.replace_item(
            self.deeds, space, values.shared(Deed, player, self.deeds[space].mortgaged)
        )
        self.owned = values.replace_item(self.owned, player, self.owned[player] | 1 << space)
        self.events.append(values.shared(Acquired, player, space, self.board.names[space]))

    def return_deed(self, space: int) -> None:
        """Let the Treasury have a deed, free of its mortgage."""
        self._take_deed(space)
        self.deeds = values.replace_item(self.deeds, space, UNOWNED)
        self.mortgaged &= ~(1 << space)
        self.events.append(Returned(space, self.board.names[space]))

    def _take_deed(self, space: int) -> None:
        if (owner := self.deeds[space].owner) is not None:
            self.owned = values.replace_item(self.owned, owner, self.owned[owner] & ~(1 << space))

    def turn_deed(self, space: int, *, mortgaged: bool) -> None:
        """Turn a deed face down, or face up again."""
        self.deeds = values.replace_item(
            self.deeds, space, values.shared(Deed, self.deeds[space].owner, mortgaged)
        )
        self.mortgaged ^= 1 << space
        self.events.append(values.shared(Turned, space, self.board.names[space], mortgaged))

    def set_level(self, space: int, level: int) -> None:
        """Change the buildings on a Location."""
        self.deeds = values.replace_item(
            self.deeds, space, Deed(self.deeds[space].owner, level=level)
        )
        bits = self.board.set_bits[space]
        is_built = any(self.deeds[each].level for each in self.board.sets[space])
        self.built = self.built | bits if is_built else self.built & ~bits
        in_words = buildings(level, self.board.edition.storeys)
        self.events.append(Levelled(space, self.board.names[space], level, in_words))

    def gain_cards(self, player: int, cards: Numbers) -> None:
        """Add jail cards to those of a player."""
        self.kept_cards = values.replace_item(
            self.kept_cards, player, (*self.kept_cards[player], *cards)
        )

    def pass_cards(self, giver: int, taker: int | None, number: int) -> None:
        """Let the oldest jail cards of a player change hands; None puts them under the deck."""
        cards = self.kept_cards[giver]
        self.kept_cards = values.replace_item(self.kept_cards, giver, cards[number:])
        if taker is None:
            self.known_bottom = (*self.known_bottom, *cards[:number])
        else:
            self.gain_cards(taker, cards[:number])
        self.events.append(CardsPassed(giver, taker, number))

    def set_tries(self, player: int, tries: int | None) -> None:
        """Put a player in jail after a number of tries, or release the player."""
        self.jail_tries = values.replace_item(self.jail_tries, player, tries)

    def throw(self, player: int) -> Dice | None:
        """Throw the dice; None, and Phase.ROLLING, if the throw must be supplied.

        Rules: chance.by-hand.
        """
        dice = self.deal.dice(self.throws_used)
        if dice is None:
            self.phase = Phase.ROLLING
            return None
        self.throws_used += 1
        self.events.append(values.shared(Thrown, player, dice))
        return dice


class Act(values.NamedEnum):
    """The acts that nobody undoes within one interval.

    Rules: interval.undo.
    """

    BUILT = "built"
    SOLD = "sold"
    MORTGAGED = "mortgaged"
    REDEEMED = "redeemed"


Done = TypeAliasType("Done", tuple[int, Act, int])
"""A player, an act, and the deed, or of building and selling the first space of the set."""


class Fault(NamedTuple):
    """One thing that is wrong with a move, not yet in words."""

    code: ViolationCode
    template: str
    """The sentence after the move; {all} and {any} stand for the spaces, {needed} and
    {found} for the numbers. Front ends write You for a player, so no verb agrees with one."""
    spaces: Sequence[int] = ()
    needed: int | None = None
    found: int | None = None
    rule: str | None = None
    """The id of the rule, where it is a narrower one than that of the code."""


Faults = TypeAliasType("Faults", Iterator[Fault])


class Question(agenda.Question[Draft], decider="player"):
    """A step that asks a player."""

    __slots__ = ()

    KIND: ClassVar[Decision]

    @property
    def debt(self) -> int:
        """The coins that must be raised."""
        return 0

    @property
    def done(self) -> tuple[Done, ...]:
        """The acts that may not be undone in the interval."""
        return ()

    @property
    def answers(self) -> tuple[type, ...]:
        """The classes of the moves that answer it now."""
        return self.MOVES

    def faults(self, _holdings: Holdings, _player: int, _move: Any) -> Faults:  # noqa: ANN401 - as MOVES
        """Yield everything that is wrong with an answer that no other question has."""
        yield from ()

    def offers_made(self, _player: int) -> int | None:
        """Return how many offers a player has made at it; None where offers have no place.

        Rules: trade.when, trade.bound.
        """
        return None

    def can_offer(self, _holdings: Holdings, _player: int) -> bool:
        """Return whether the player who is asked has any legal offer."""
        return False

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        """Return every legal move but offers, in a fixed order, of the player who is asked.

        Kinds stand in the order of the classes in `moves`, spaces by index, bids rising.
        """
        raise NotImplementedError

    def waits(self, draft: Draft) -> bool:
        """Ask the player, unless there is but one move.

        Rules: decision.forced.
        """
        [player] = self.deciders
        found = self.options(draft, player)
        if len(found) == 1 and not self.can_offer(draft, player):
            draft.drop()
            self.accept(draft, player, found[0])
            return False
        draft.active_player, draft.listed = player, found
        return True


def owns_set(holdings: Holdings, player: int, space: int) -> bool:
    """Return whether a player owns the whole set of a space, mortgaged or not.

    Rules: rent.siblings.
    """
    wanted = holdings.board.set_bits[space]
    return bool(wanted) and holdings.owned[player] & wanted == wanted


def is_built_on(holdings: Holdings, space: int) -> bool:
    """Return whether buildings stand in the set of a deed.

    Rules: trade.buildings.
    """
    return holdings.built >> space & 1 == 1


def deeds_of(holdings: Holdings, player: int) -> Numbers:
    """Return the spaces whose deeds a player owns, ascending."""
    return spaces_of(holdings.owned[player])


def sets_of(holdings: Holdings, player: int) -> list[Numbers]:
    """Return the sets that a player owns whole, from GO."""
    return [*map(spaces_of, whole_sets(holdings.board.group_bits, holdings.owned[player]))]


def sites(holdings: Holdings, player: int, *, castle: bool | None = None) -> list[int]:
    """Return where a player could build but for supply and cost; None for either building.

    Rules: build.set, build.even, build.castle.
    """
    top = holdings.board.castle_level
    deeds, owned = holdings.deeds, holdings.owned[player] & ~holdings.mortgaged
    found = []
    for bits in whole_sets(holdings.board.group_bits, owned):
        spaces = spaces_of(bits)
        lowest = min([deeds[space].level for space in spaces])
        # The lowest level determines the kind of building that is due in the whole set.
        if lowest < top and castle in (None, lowest == top - 1):
            found += [space for space in spaces if deeds[space].level == lowest]
    return sorted(found)


def building_cost(holdings: Holdings, space: int) -> int:
    """Return what the next building on a Location costs.

    Rules: build.cost.
    """
    board = holdings.board
    if holdings.deeds[space].level == board.castle_level - 1:
        return board.castle_costs[space]
    return board.holdfast_costs[space]


def buildings_left(holdings: Holdings, space: int) -> int:
    """Return how many of the buildings that come next on a Location the Treasury has.

    Rules: build.supply.
    """
    if holdings.deeds[space].level == holdings.board.castle_level - 1:
        return castles_left(holdings)
    return holdfasts_left(holdings)


def _sale(holdings: Holdings, space: int, level: int) -> int:
    """Return what the building sells for that brought a Location to a level.

    Rules: sell.holdfast, sell.castle.
    """
    board = holdings.board
    if level == board.castle_level and holdings.variant.castle_sale == "full":
        return board.castle_costs[space]
    costs = board.castle_costs if level == board.castle_level else board.holdfast_costs
    return (costs[space] + 1) // 2


def sale(holdings: Holdings, space: int) -> int:
    """Return what the highest building on a Location sells for."""
    return _sale(holdings, space, holdings.deeds[space].level)


def set_sale(holdings: Holdings, spaces: Numbers) -> int:
    """Return what all buildings of a set sell for.

    Rules: sell.set.
    """
    return sum(
        _sale(holdings, space, level)
        for space in spaces
        for level in range(1, holdings.deeds[space].level + 1)
    )


def is_short_of_holdfasts(holdings: Holdings, space: int) -> bool:
    """Return whether a Castle cannot be sold alone.

    Rules: sell.castle-short.
    """
    board = holdings.board
    return (
        holdings.deeds[space].level == board.castle_level
        and holdfasts_left(holdings) < board.castle_level - 1
    )


def means_of(holdings: Holdings, player: int) -> int:
    """Return what a player could pay after selling and mortgaging everything.

    Rules: debt.means.
    """
    board = holdings.board
    total = holdings.cash[player]
    for space in deeds_of(holdings, player):
        deed = holdings.deeds[space]
        if not deed.mortgaged:
            total += board.mortgages[space]
        if deed.level:
            total += set_sale(holdings, (space,))
    return total


def rent_of(holdings: Holdings, space: int) -> int:
    """Return the rent of an owned Location or Faith.

    Rules: rent.location, rent.set, rent.faith.
    """
    board = holdings.board
    deed = holdings.deeds[space]
    owner = deed.owner
    if board.kinds[space] is SpaceKind.FAITH:
        return board.edition.faith_rent[_count_siblings(holdings, space) - 1]
    rent = board.rents[space][deed.level]
    if deed.level or owner is None or not owns_set(holdings, owner, space):
        return rent
    return rent * board.edition.set_factor


def order_share(holdings: Holdings, space: int) -> tuple[int, int]:
    """Return which part of a throw an Order's rent is, as a fraction.

    Rules: rent.order.
    """
    return holdings.board.edition.order_rent[_count_siblings(holdings, space) - 1]


def _count_siblings(holdings: Holdings, space: int) -> int:
    owner = holdings.deeds[space].owner
    return sum(holdings.deeds[other].owner == owner for other in holdings.board.siblings[space])


def check_position(position: object) -> None:
    """Raise a WrongType unless something is a state or a view."""
    values.check_type("position", position, GameState | View)


def check_seat(position: Position, player: int) -> int:
    """Return a seat after checking that the position has it.

    Raises:
        WrongType: it is not an int.
        InvalidValue: the seat does not exist.
    """
    return values.check_integer("player", player, 0, position.players - 1)


def means(position: Position, player: int) -> int:
    """Return what a player could pay after selling all buildings and mortgaging all deeds.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> means(setup(2, seed=1), 0)
    36

    Args:
        position: a state or a view.
        player: the seat, from 0.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: debt.means.
    """
    check_position(position)
    return means_of(position.table, check_seat(position, player))


def rent(position: Position, space: int) -> int | None:
    """Return the rent of a deed as things stand; None where a visitor owes nothing.

    Of an Order, whose rent is a part of a throw, it is what a throw of 12 brings.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> table = arrange(SAMPLE, cash=(9, 9), deeds={1: Deed(0), 3: Deed(0, mortgaged=True)})
    >>> rent(table, 1), rent(table, 3), rent(table, 5)
    (2, None, None)

    Args:
        position: a state or a view.
        space: counted from GO, 0.

    Raises:
        InvalidValue: the space does not exist.

    Rules: rent.location, rent.set, rent.faith, rent.order, rent.siblings.
    """
    check_position(position)
    table = position.table
    space = values.check_integer("space", space, 0, table.board.size - 1)
    deed = table.deeds[space]
    if deed.owner is None or deed.mortgaged:
        return None
    if table.board.kinds[space] is SpaceKind.ORDER:
        return part_of_throw(order_share(table, space), _HIGHEST_THROW)
    return rent_of(table, space)


_HIGHEST_THROW = 12


def part_of_throw(share: tuple[int, int], thrown: int) -> int:
    """Return a part of a throw, rounded up.

    Rules: rent.order.
    """
    part, whole = share
    return -(-thrown * part // whole)
