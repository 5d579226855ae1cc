"""The state of a game, one player's view of it, and the draft that the rules change.

Everything is public except the order of the unseen cards and the future throws. A state is a table
with its random outcomes, and a view is a table with a player.

`apply` makes a draft from a state, which the rules change and then freeze. A draft lasts for one
call, or for many moves in `play_on`, and never leaves the package. Its parts are tuples, so it
shares unchanged parts with the original state. The draft also answers questions about deeds and
their numbers: sets, rents, building, selling, mortgages, means.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import agenda, limits, values
from westeros_intrigue.gamekit.agenda import Agenda, Steps, first_step
from westeros_intrigue.gamekit.drafts import make_copiers
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.spellings import Told
from westeros_intrigue.gamekit.values import replace_item, shared
from westeros_intrigue.games import pictured
from westeros_intrigue.games.monopoly.pieces.board import Board, Deal
from westeros_intrigue.games.monopoly.pieces.editions import Edition
from westeros_intrigue.games.monopoly.pieces.spaces import (
    CardNumbers,
    Numbers,
    Seat,
    Seats,
    SpaceKind,
    SpaceNumber,
    buildings,
    spaces_of,
)
from westeros_intrigue.games.monopoly.position.happenings import (
    Acquired,
    CardsPassed,
    Event,
    Levelled,
    Paid,
    Purpose,
    Returned,
    Turned,
)
from westeros_intrigue.games.monopoly.position.moves import Move
from westeros_intrigue.games.monopoly.position.refusals import Fault
from westeros_intrigue.games.monopoly.position.table import (
    UNOWNED,
    Deed,
    Holdings,
    Layout,
    Moves,
    Phase,
    Start,
    Table,
    Tries,
    Variant,
    facts_of,
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


class PublicFacts(pictured.Drawn):
    """The properties that states and views share: the public information."""

    __slots__ = ()

    _GAME = "monopoly"

    table: Table

    @property
    def edition(self) -> Edition:
        """The edition in play."""
        return self.table.start.board.edition

    @property
    def board(self) -> Board:
        """The board of the edition."""
        return self.table.start.board

    @property
    def variant(self) -> Variant:
        """The variant in play."""
        return self.table.start.variant

    @property
    def sample(self) -> bool:
        """True if the game is played with invented numbers (rule edition.sample-flag)."""
        return self.table.start.board.edition.sample

    @property
    def players(self) -> int:
        """The number of players, including bankrupt ones."""
        return len(self.table.cash)

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.table.phase

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.table.phase is Phase.GAME_OVER

    @property
    def turn_number(self) -> limits.Ordinal:
        """The turn, counted from 1."""
        return self.table.turn_number

    @property
    def turn_player(self) -> Seat:
        """The player whose turn it is, from 0."""
        return self.table.turn_player

    @property
    def active_player(self) -> Seat | None:
        """The player to decide, from 0; None if there is none."""
        return self.table.active_player

    @property
    def deciders(self) -> Numbers:
        """The players who may decide now: one or none."""
        player = self.table.active_player
        return () if player is None else (player,)

    @property
    def decision(self) -> Decision | None:
        """The question to the active player; None when no player is asked."""
        table = self.table
        return None if table.active_player is None else first_step(table.agenda, Question).KIND

    @property
    def agenda(self) -> Steps:
        """The coming steps in order; such as the current auction, debt or offer."""
        return self.table.agenda

    @property
    def doubles(self) -> int:
        """The number of doubles in a row in this turn."""
        return self.table.doubles

    @property
    def cash(self) -> Numbers:
        """The coins of each player."""
        return self.table.cash

    @property
    def positions(self) -> Numbers:
        """The space of each player's token."""
        return self.table.positions

    @property
    def jail_tries(self) -> tuple[Tries | None, ...]:
        """The number of tries of each player in jail; None for players outside."""
        return self.table.jail_tries

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """The deed of each space, with owner, mortgage and buildings."""
        return self.table.deeds

    @property
    def kept_cards(self) -> tuple[CardNumbers, ...]:
        """The numbers of each player's jail cards."""
        return self.table.kept_cards

    @property
    def unseen_cards(self) -> CardNumbers:
        """The numbers of the cards that no player has seen, ascending."""
        return self.table.unseen_cards

    @property
    def known_bottom(self) -> CardNumbers:
        """The seen cards under the deck, by number, in order."""
        return self.table.known_bottom

    @property
    def standing(self) -> Seats:
        """The players who pass until the interval before their next throw, ascending."""
        return self.table.standing

    @property
    def pot(self) -> int:
        """The coins in the pot of the house rule; 0 without it (rule house.pot)."""
        return self.table.pot

    @property
    def bankrupt(self) -> Seats:
        """The players who are out, in order."""
        return self.table.bankrupt

    @property
    def moves(self) -> Moves:
        """All moves of the game."""
        return self.table.moves

    @property
    def throws_used(self) -> int:
        """The number of throws in the game."""
        return self.table.throws_used

    @property
    def treasury(self) -> int:
        """The coins of the Treasury, without the pot; they may be below 0.

        Rules: components.treasury, house.pot.
        """
        return self.edition.money.total - sum(self.table.cash) - self.table.pot

    @property
    def holdfasts_left(self) -> limits.Count:
        """The number of Holdfasts that the Treasury has."""
        return self.table.holdfasts_left

    @property
    def castles_left(self) -> limits.Count:
        """The number of Castles that the Treasury has."""
        return self.table.castles_left

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        asked = self.decision
        what = "" if asked is None else f", player {self.active_player}: {asked.value}"
        sample = ", sample edition" if self.sample else ""
        return f"{self.players} players, turn {self.turn_number}, {self.phase.value}{what}{sample}"


@attrs.frozen(repr=False)
class GameState(values.Value, PublicFacts):
    """A whole game: the table and all random outcomes, including future ones.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> setup(3, seed=1)
    <GameState: 3 players, turn 1, playing, player 0: floor, sample edition>

    Rules: info.public, info.deck.
    """

    table: Table
    """The public information."""
    deal: Deal
    """All random outcomes of the game."""


@attrs.frozen(repr=False)
class View(values.Value, PublicFacts):
    """A player's knowledge of a game: the table.

    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> observe(setup(3, seed=1), 2)
    <View of player 2: 3 players, turn 1, playing, player 0: floor, sample edition>

    Rules: info.views.
    """

    table: Table
    """The public information."""
    player: Seat | None
    """The seat of the viewer, from 0; None for a spectator."""

    @property
    def viewer(self) -> int | None:
        """The seat of the viewer, from 0, under the name that views of every game have."""
        return self.player


Position = TypeAliasType("Position", GameState | View)
"""A state or a view."""


_INTO_POT = frozenset({Purpose.TAX, Purpose.CARD, Purpose.JAIL})
"""The payments to the Treasury that go into the pot."""


class Draft(Holdings, Agenda):
    """A game that is being changed."""

    __slots__ = ("deal", "events", "listed")

    deal: Deal
    events: list[Event]
    listed: Sequence[Move] | None
    """All legal moves except offers, if they were listed to find the asked player."""

    # Declared again, since pyright infers different types from the assignments below.
    moves: Moves
    pot: int
    cash: Numbers
    jail_tries: tuple[int | None, ...]
    deeds: tuple[Deed, ...]
    owned: Numbers
    mortgaged: int
    built: int
    kept_cards: tuple[Numbers, ...]
    known_bottom: Numbers

    @property
    def events_so_far(self) -> int:
        """The number of events of the move."""
        return len(self.events)

    @classmethod
    def begin(cls, start: Start, deal: Deal) -> Draft:
        """Return a game with an empty agenda."""
        table = Table(
            start=start, board=start.board, moves=Moves(), throws_used=0, draws=(),
            phase=Phase.PLAYING, turn_number=0, active_player=None, doubles=0, standing=(),
            pot=0, agenda=(), owned=(0,) * len(start.cash), mortgaged=0, built=0,
            **facts_of(Layout, start),
        )  # fmt: skip
        draft = cls.of(GameState(table, deal))
        draft.deeds = (UNOWNED,) * len(start.deeds)
        for space, deed in enumerate(start.deeds):
            if deed.owner is not None:
                draft.give_deed(space, deed.owner)
                if deed.mortgaged:
                    draft.turn_deed(space, mortgaged=True)
                if deed.level:
                    draft.set_level(space, deed.level)
        draft.events.clear()  # nothing has happened yet
        return draft

    def copied(self) -> Draft:
        """Return a copy without events, to try something out."""
        draft = _thaw(self)
        draft.deal, draft.events, draft.listed = self.deal, [], None
        return draft

    @classmethod
    def bare(cls, holdings: Holdings) -> Draft:
        """Return a table without its agenda: what a line tells before its steps."""
        draft = _thaw(holdings)
        draft.agenda = ()
        return draft

    @classmethod
    def of(cls, state: GameState) -> Draft:
        """Return the draft of a state, without the events before its last decision."""
        draft = _thaw(state.table)
        draft.deal, draft.events, draft.listed = state.deal, [], None
        return draft

    def freeze(self) -> GameState:
        """Return the state; events after the last move are added to the game."""
        if self.events:
            self.moves = self.moves.and_then(tuple(self.events))
        return GameState(_freeze(self), self.deal)

    def pay(self, payer: int | None, payee: int | None, amount: int, why: Purpose) -> None:
        """Move coins, if there are any to move; None stands for the Treasury.

        Rules: components.treasury, house.pot.
        """
        if not amount:
            return
        if payee is None and why in _INTO_POT and "pot" in self.variant.house_rules:
            self.pot += amount
        elif why is Purpose.POT:
            self.pot -= amount
        if payer is not None:
            self.cash = replace_item(self.cash, payer, self.cash[payer] - amount)
        if payee is not None:
            self.cash = replace_item(self.cash, payee, self.cash[payee] + amount)
        self.events.append(shared(Paid, payer, payee, amount, why))

    def give_deed(self, space: int, taker: int | None) -> None:
        """Transfer a deed, mortgaged or not; None returns it to the Treasury, redeemed.

        Rules: mortgage.transfer.
        """
        bit, name = 1 << space, self.board.names[space]
        self.owned = tuple(
            [bits | bit if seat == taker else bits & ~bit for seat, bits in enumerate(self.owned)]
        )
        if taker is None:
            self.deeds = replace_item(self.deeds, space, UNOWNED)
            self.mortgaged &= ~bit
            self.events.append(Returned(space, name))
        else:
            given = shared(Deed, taker, self.deeds[space].mortgaged)
            self.deeds = replace_item(self.deeds, space, given)
            self.events.append(shared(Acquired, taker, space, name))

    def turn_deed(self, space: int, *, mortgaged: bool) -> None:
        """Turn a deed face down, or face up again."""
        self.deeds = replace_item(
            self.deeds, space, shared(Deed, self.deeds[space].owner, mortgaged)
        )
        self.mortgaged ^= 1 << space
        self.events.append(shared(Turned, space, self.board.names[space], mortgaged))

    def set_level(self, space: int, level: int) -> None:
        """Change the buildings on a Location."""
        deed = self.deeds[space]
        changed = shared(Deed, deed.owner, deed.mortgaged, level)
        self.deeds = replace_item(self.deeds, space, changed)
        bits = self.board.set_bits[space]
        is_built = any(self.deeds[each].level for each in self.board.sets[space])
        self.built = self.built | bits if is_built else self.built & ~bits
        in_words = buildings(level, self.board.edition.storeys)
        self.events.append(Levelled(space, self.board.names[space], level, in_words))

    def gain_cards(self, player: int, cards: Numbers) -> None:
        """Give a player jail cards."""
        self.kept_cards = replace_item(self.kept_cards, player, (*self.kept_cards[player], *cards))

    def pass_cards(self, giver: int, taker: int | None, number: int) -> None:
        """Pass a player's oldest jail cards, if any, to another; None puts them under the deck."""
        if not number:
            return
        cards = self.kept_cards[giver]
        self.kept_cards = replace_item(self.kept_cards, giver, cards[number:])
        if taker is None:
            self.known_bottom = (*self.known_bottom, *cards[:number])
        else:
            self.gain_cards(taker, cards[:number])
        self.events.append(CardsPassed(giver, taker, number))

    def set_tries(self, player: int, tries: int | None) -> None:
        """Put a player in jail after a number of tries, or release the player."""
        self.jail_tries = replace_item(self.jail_tries, player, tries)


def _find_roller(table: Holdings, _known: object) -> int:
    return table.turn_player


def _find_here(table: Holdings, _known: object) -> int:
    return table.positions[table.turn_player]


Roller = Annotated[Seat, Told(_find_roller)]
"""A player, usually the one whose turn it is."""
Here = Annotated[SpaceNumber, Told(_find_here)]
"""A space, usually the one where the player whose turn it is stands."""
Act = Annotated[type, "act"]
"""The class of an act that may not be undone."""
Done = TypeAliasType("Done", tuple[Seat, Act, SpaceNumber])
"""A player, the class of an act, and the deed or, for building and selling, the first space of the
set."""


_thaw, _freeze = make_copiers(Table, Draft)


@cache
def _one_of_each(classes: tuple[type, ...]) -> Sequence[Move]:
    return tuple(cls() for cls in classes)


class Question(agenda.Question[Draft], decider="player"):
    """A step that asks a player."""

    __slots__ = ()

    KIND: ClassVar[Decision]
    """The kind of the question."""
    offers: Any = 0
    """The number of offers so far, or of each player's offers."""
    done: tuple[Done, ...] = ()
    """The acts that may not be undone in the interval."""

    @property
    def debt(self) -> int:
        """The coins that must be raised."""
        return 0

    @property
    def answers(self) -> tuple[type, ...]:
        """The classes of the moves that currently answer the question."""
        return self.MOVES

    def faults(self, _holdings: Holdings, _player: int, _move: Any, /) -> Iterator[Fault]:  # noqa: ANN401 - as MOVES
        """Yield the faults of an answer that only this question has."""
        yield from ()

    def offers_made(self, _player: int, /) -> int:
        """Return the number of a player's offers so far.

        Rules: trade.when, trade.bound.
        """
        made: int = self.offers
        return made

    def can_offer(self, _holdings: Holdings, _player: int, /) -> bool:
        """Return whether the asked player has a legal offer."""
        return False

    def in_words(self, holdings: Holdings, speaker: Speaker, /) -> str:
        """Return the question as a sentence, with the names and numbers that matter."""
        raise NotImplementedError

    def options(self, _holdings: Holdings, _player: int, /) -> Sequence[Move]:
        """Return every legal move of the asked player except offers, in a fixed order.

        Moves are ordered by kind, as the classes in `moves`, then by space or bid, ascending. By
        default, there is one of each class.
        """
        return _one_of_each(self.MOVES)

    def waits(self, draft: Draft) -> bool:
        """Ask the player, unless there is only one move.

        Rules: decision.forced.
        """
        [player] = self.deciders
        found = self.options(draft, player)
        if len(found) == 1 and not self.can_offer(draft, player):
            draft.drop()
            self.carry_out(draft, player, found[0])
            return False
        draft.active_player, draft.listed = player, found
        return True


def is_built_on(holdings: Holdings, space: int) -> bool:
    """Return whether the set of a deed has buildings.

    Rules: trade.buildings.
    """
    return holdings.built >> space & 1 == 1


def deeds_of(holdings: Holdings, player: int) -> Numbers:
    """Return the spaces whose deeds a player owns, ascending."""
    return spaces_of(holdings.owned[player])


def next_building(board: Board, level: int) -> str:
    """Return the name of the next building on a Location with a level.

    Rules: build.castle.
    """
    return "Castle" if level == board.castle_level - 1 else "Holdfast"


def building_cost(holdings: Holdings, space: int) -> int:
    """Return the cost of the next building on a Location.

    Rules: build.cost.
    """
    return holdings.board.building_costs[space][holdings.deeds[space].level]


def buildings_left(holdings: Holdings, space: int) -> int:
    """Return the Treasury's supply of the kind of building that comes next on a Location.

    Rules: build.supply.
    """
    is_castle = next_building(holdings.board, holdings.deeds[space].level) == "Castle"
    return holdings.castles_left if is_castle else holdings.holdfasts_left


def _sale(holdings: Holdings, space: int, level: int) -> int:
    """Return the sale price of the building that brought a Location to a level.

    Rules: sell.holdfast, sell.castle.
    """
    board = holdings.board
    cost = board.building_costs[space][level - 1]
    is_full = level == board.castle_level and holdings.variant.castle_sale == "full"
    return cost if is_full else (cost + 1) // 2


def sale(holdings: Holdings, space: int) -> int:
    """Return the sale price of the highest building on a Location."""
    return _sale(holdings, space, holdings.deeds[space].level)


def set_sale(holdings: Holdings, spaces: Numbers) -> int:
    """Return the sale price of all buildings of a set.

    Rules: sell.set.
    """
    return sum(
        _sale(holdings, space, level)
        for space in spaces
        for level in range(1, holdings.deeds[space].level + 1)
    )


def means_of(holdings: Holdings, player: int) -> int:
    """Return the coins that a player could pay after selling and mortgaging everything.

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


def rent_of(holdings: Holdings, space: int, thrown: int | None = None) -> int | None:
    """Return the rent of an owned deed; None for an Order without a throw.

    Rules: rent.location, rent.set, rent.faith, rent.order.
    """
    board, level = holdings.board, holdings.deeds[space].level
    if board.kinds[space] is SpaceKind.FAITH:
        return board.edition.faith_rent[_find_siblings(holdings, space).bit_count() - 1]
    if board.kinds[space] is SpaceKind.ORDER:
        return None if thrown is None else part_of_throw(order_share(holdings, space), thrown)
    rent = board.rents[space][level]
    is_bare_set = not level and _find_siblings(holdings, space) == board.set_bits[space]
    return rent * board.edition.set_factor if is_bare_set else rent


def order_share(holdings: Holdings, space: int) -> tuple[int, int]:
    """Return the fraction of a throw that is an Order's rent.

    Rules: rent.order.
    """
    return holdings.board.edition.order_rent[_find_siblings(holdings, space).bit_count() - 1]


def _find_siblings(holdings: Holdings, space: int) -> int:
    """Return the deeds that raise the rent of a deed, as its owner has them, as a set.

    Rules: rent.siblings.
    """
    owner = holdings.deeds[space].owner
    owned = 0 if owner is None else holdings.owned[owner]
    return owned & holdings.board.siblings[space]


def check_position(position: object) -> None:
    """Raise WrongType unless `position` is a state or a view."""
    if type(position) is not GameState and type(position) is not View:  # quicker, and mostly enough
        values.check_type("position", position, GameState | View)


def check_seat(position: Position, player: int) -> int:
    """Return a seat after checking that the position has it.

    Raises:
        WrongType: `position` is not a position, or the seat not an int.
        InvalidValue: the seat does not exist.
    """
    check_position(position)
    return values.check_integer("player", player, 0, position.players - 1)


def means(position: Position, player: int) -> int:
    """Return the coins that a player could pay after selling and mortgaging everything.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> means(setup(2, seed=1), 0)
    30

    Args:
        position: a state or a view.
        player: the seat, from 0.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: debt.means.
    """
    player = check_seat(position, player)
    return means_of(position.table, player)


def rent(position: Position, space: int) -> int | None:
    """Return the current rent of a deed; None if a visitor owes nothing.

    An Order's rent is a part of a throw; the result is for a throw of 12.

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
    return rent_now(table, values.check_integer("space", space, 0, table.board.size - 1))


_HIGHEST_THROW = 12


def rent_now(holdings: Holdings, space: int) -> int | None:
    """Return the current rent of a deed; None if a visitor owes nothing."""
    deed = holdings.deeds[space]
    if deed.owner is None or deed.mortgaged:
        return None
    return rent_of(holdings, space, _HIGHEST_THROW)


def part_of_throw(share: tuple[int, int], thrown: int) -> int:
    """Return a part of a throw, rounded up.

    Rules: rent.order.
    """
    part, whole = share
    return -(-thrown * part // whole)
