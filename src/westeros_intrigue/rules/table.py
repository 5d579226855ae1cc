"""The table: the public information of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import attrs

from westeros_intrigue.base.limits import OnlyIfUnusual
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.rules.cards import Card, Cards
from westeros_intrigue.rules.events import Event
from westeros_intrigue.rules.followed import Followed
from westeros_intrigue.rules.history import Eliminations, Placements, RoundResult, TurnsOfSeats
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.pyramid import Board
from westeros_intrigue.rules.transitions import round_end, round_start, table_after, waiting
from westeros_intrigue.rules.unseen import check_possible
from westeros_intrigue.rules.variants import STANDARD, PlayerCount, Seat, Variant, check_players


@attrs.frozen(repr=False)
class Table(Followed, Value):
    """The public information of a game at one moment: everything that all players see.

    A server can send it to everybody: `observe(state, seat).table == state.table` for every seat.
    It can also follow a game with real cards, where no program knows the hands: `new` returns the
    first table, and `then` the table after an event. `dealt`, `placed`, `gone_out`, `scored` and
    `revealed` also make the event. The constructor and `attrs.evolve` check nothing: do not call
    them.

    >>> from westeros_intrigue import setup
    >>> table = setup(4, seed=1).table
    >>> table
    <Table: 4 players, round 1 of 4, playing, player 0 to move>
    >>> table.hand_sizes, table.penalty_points, len(table.court)
    ((9, 9, 9, 9), (0, 0, 0, 0), 0)

    A round at a table of people:

    >>> from westeros_intrigue import parse_move
    >>> Table.new(3)
    <Table: 3 players, round 1 of 3, dealing>
    >>> table = Table.new(3).dealt().placed(parse_move("S4@a0"))
    >>> table
    <Table: 3 players, round 1 of 3, playing, player 1 to move>
    >>> len(table.court), table.hand_sizes
    (1, (11, 12, 12))

    Rules: info.public, info.leftover, info.elimination, solo.public.
    """

    players: PlayerCount
    """The number of players, 2 to 6."""
    variant: Variant
    """The variant of the game: its options, seats, rounds and Iron Throne cards."""
    starting_player: Seat
    """The seat that starts this round, from 0 (rule round.rotation)."""
    board: Board = attrs.field(eq=False)
    """The court as bits, for programs that examine many positions."""
    results: tuple[RoundResult, ...] = ()
    """The finished rounds, from the first, with None for hidden values."""
    hand_size: int = 0
    """The number of cards dealt to each seat in this round; 0 in `Phase.DEALING`."""
    starters: Cards = ()
    """The cards that started the bottom row, from column 0 to the right."""
    active_player: Seat | None = None
    """The seat to move, from 0; None if no seat is to move."""
    can_place: bool = False
    """True if it is known that the seat to move can place a card. A program that deals the cards
    always knows it. At a table of people, it is known for the first player of a round and after a
    `TurnStart`. False if no seat is to move."""
    placements: Placements = ()
    """The placements of this round in order; the starters do not count."""
    eliminations: Eliminations = ()
    """The eliminations of this round in order."""
    turned_over: TurnsOfSeats = ()
    """For each seat, from 0: for each turn of an automated seat in this round, the cards that it
    turned over and set aside, in the order drawn; on the turn on which it goes out, all its cards,
    or none at a table of people where no slot is open."""
    has_numbers: Annotated[bool, OnlyIfUnusual()] = True
    """False if the game is played with printed cards, which have no numbers. The card of a
    placement then represents any card of its house, maybe another character in each round."""

    def __repr__(self) -> str:
        return f"<Table: {self.players} players, {self.summary}>"

    @classmethod
    def new(
        cls,
        players: int,
        *,
        variant: Variant = STANDARD,
        first_player: int | None = None,
        has_numbers: bool = True,
    ) -> Table:
        """Return the table before the first card.

        Args:
            players: 2 to 6.
            variant: the rules of the game.
            first_player: the seat that starts round 1, from 0; None for the seat that the variant
                prescribes, or seat 0.
            has_numbers: False for printed cards, which have a house but no number.

        Raises:
            InvalidValue: the number of players or the first player is out of range.
            InvalidVariant: the variant does not suit the players; `faults` lists why.
        """
        check_type("variant", variant, Variant)
        players = check_players(players)
        starting_player = variant.check(players, first_player)
        board = Board.empty(variant.width_limit(players))
        check_type("has_numbers", has_numbers, bool)
        return cls(players, variant, starting_player, board, has_numbers=has_numbers).start

    @property
    def summary(self) -> str:
        """The round, the phase and the seat to move, in words."""
        rounds = self.variant.rounds_for(self.players)
        turn = "" if self.active_player is None else f", player {self.active_player} to move"
        return f"round {self.round_number} of {rounds}, {self.phase.value}{turn}"

    @property
    def table(self) -> Table:
        """The table itself."""
        return self

    @property
    def start(self) -> Table:
        """The table before the first card of the same game.

        >>> from westeros_intrigue import setup
        >>> setup(4, seed=1).table.start == Table.new(4)
        True
        """
        return waiting(self, (), self.first_player)

    def _after(self, event: Event) -> Table:
        table = table_after(self, event)
        check_possible(table)
        return table

    def dealt(self, starters: Iterable[Card] = ()) -> Table:
        """Return the table with the next round dealt, its starters in the bottom row.

        Raises:
            WrongPhase: the table is not in `Phase.DEALING`.
            InvalidValue: the number of starters is wrong, or a card is doubled.

        Rules: setup.hand-size, setup.starter, option.anyone-deal, option.anyone-deal.columns.
        """
        check_phase(self.phase, Phase.DEALING, "a round is dealt")
        return self.then(round_start(self, starters))

    def scored(self) -> Table:
        """Return the table with the finished round scored.

        >>> from westeros_intrigue import apply, legal_moves, setup
        >>> state = setup(4, seed=7)
        >>> while moves := legal_moves(state):
        ...     state = apply(state, moves[0])
        >>> table = state.table.scored()
        >>> table, table.penalty_points
        (<Table: 4 players, round 2 of 4, dealing>, (6, 4, 4, 4))

        Rules: round.penalty, round.rotation, solo.remaining, option.affiliation, option.rivalry.
        """
        return self.then(round_end(self))

    @property
    def is_drawing(self) -> bool:
        """True if the automated house to move has set cards aside in this turn."""
        seat = self.active_player
        return (
            seat is not None
            and seat in self.variant.automated
            and len(self.turned_over[seat]) > self.hand_size - self.hand_sizes[seat]
        )
