"""The table: what everybody at it sees, from the first card of a round to its points."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.rules.automated import Turns, seen_stack
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.events import Event, Reveal
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.on_table import OnTable
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.pyramid import Board
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.transitions import (
    elimination,
    may_place,
    round_end,
    round_start,
    score_piles,
    table_after,
    unless_noted,
    waiting,
)
from westeros_intrigue.rules.unseen import check_possible
from westeros_intrigue.rules.variants import STANDARD, Variant


@public
@attrs.frozen(repr=False)
class Table(OnTable, Value):
    """What everybody at the table sees at one moment, and nothing else.

    A server can send it to everybody: `observe(state, seat).table == state.table` for every seat.
    At a table of people, where no program knows the hands, it keeps the game by itself: `new`
    begins it, and each event leads on: `then`. For people who type, `dealt`, `placed`, `gone_out`,
    `scored` and `revealed` make the events. The constructor and `attrs.evolve` check nothing: do
    not call them.

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

    players: int
    """How many players there are, 2 to 6."""
    variant: Variant
    """What the game is played with: options, seats, rounds, Iron Throne cards."""
    starting_player: int
    """The seat that starts this round, from 0 (rule round.rotation)."""
    board: Board = attrs.field(eq=False)
    """The court as bits, for programs that look at many positions."""
    results: tuple[RoundResult, ...] = ()
    """The finished rounds, from the first, with None for what not everybody may know."""
    hand_size: int = 0
    """How many cards each seat was dealt in this round; 0 in `Phase.DEALING`."""
    starters: tuple[Card, ...] = ()
    """The cards that started the bottom row, from column 0 to the right."""
    active_player: int | None = None
    """The seat to move, from 0; None when nobody is to move."""
    can_place: bool = False
    """Whether it is known that the seat to move can place a card. In a game that a program deals it
    is. At a table of people it is known of the first player of a round, and of others who say so;
    False when nobody is to move."""
    placements: tuple[Placement, ...] = ()
    """The placements of this round in order; the starters do not count."""
    eliminations: tuple[Elimination, ...] = ()
    """The eliminations of this round in order."""
    turned_over: tuple[Turns, ...] = ()
    """For each seat, from 0, if it is automated: for each of its turns in this round the cards
    that it turned over and set aside, as they came; as it goes out, all its cards. None for a turn
    that nobody at a table of people has noted."""
    has_numbers: bool = True
    """False if the game is played with printed cards, which have no numbers. Then the card of a
    placement stands for any of its house, and need not be the same character in two rounds."""

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
            first_player: the seat that starts round 1, from 0; None for the one that the variant
                fixes, or seat 0.
            has_numbers: False for printed cards, which have a house and no number.

        Raises:
            InvalidValue: players or first player out of range.
            InvalidVariant: the variant does not suit the players; `faults` lists why.
        """
        check_type("variant", variant, Variant)
        starting_player = variant.check(players, first_player)
        board = Board.empty(variant.width_limit(players))
        check_type("has_numbers", has_numbers, bool)
        return waiting(cls(players, variant, starting_player, board, has_numbers=has_numbers))

    @property
    def summary(self) -> str:
        """The round, the phase and whose turn it is, in words."""
        rounds = self.variant.rounds_for(self.players)
        turn = "" if self.active_player is None else f", player {self.active_player} to move"
        return f"round {self.round_number} of {rounds}, {self.phase.value}{turn}"

    @property
    def table(self) -> Table:
        """The table itself."""
        return self

    def then(self, event: Event) -> Table:
        """Return the table after an event.

        >>> from westeros_intrigue import events, observe, setup
        >>> state = setup(3, seed=1)
        >>> table = Table.new(3)
        >>> for event in events(None, observe(state, None)):
        ...     table = table.then(event)
        >>> table == state.table
        True

        Between a placement and the next event it is known whose turn it is, and not whether that
        player can place a card: `can_place` is False.

        Args:
            event: what happens next. Cards that it shows and that not everybody sees are left out.

        Raises:
            WrongPhase: the game waits for something else.
            IllegalMove: a placing rule refuses the move, or an automated house must place
                otherwise; `violations` lists each.
            InvalidDeal: the table of the variant has no such Iron Throne cards.
            InvalidValue: another event must come next, or no deal leads here.

        Rules: turn.clockwise, turn.must-place, elimination.unable, elimination.final, round.end,
        solo.highest, solo.side, solo.public.
        """
        table = table_after(self, event)
        check_possible(table)
        return table

    def dealt(self, starters: Iterable[Card] = ()) -> Table:
        """Return the table with the next round dealt, its starters in the bottom row.

        Raises:
            WrongPhase: the table is not in `Phase.DEALING`.
            InvalidValue: other cards start the row.

        Rules: setup.hand-size, setup.starter, option.anyone-deal, option.anyone-deal.columns.
        """
        check_phase(self.phase, Phase.DEALING, "a round is dealt")
        return self.then(round_start(self, starters))

    def placed(self, move: Move) -> Table:
        """Return the table after the seat to move has placed a card; see `then`.

        Players who have no card, or no slot, are out at once. Nobody has noted what an automated
        house turned over, unless a `SetAside` came before.

        Rules: turn.clockwise, turn.must-place, elimination.empty, solo.highest, solo.side.
        """
        seat = self._to_move("a card is placed")
        return unless_noted(self).then(Placement(seat, move))._settled()

    def gone_out(self) -> Table:
        """Return the table after the seat to move has said that none of their cards fits.

        >>> Table.new(3).dealt().gone_out()
        Traceback (most recent call last):
        westeros_intrigue.InvalidValue: with 12 cards in hand some card must fit: every house has \
an open slot

        Rules: elimination.unable, turn.must-place.
        """
        self._to_move("a player goes out")
        return unless_noted(self).then(elimination(self))._settled()

    def scored(self) -> Table:
        """Return the table with a finished round scored: before the next deal, or at the end.

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

    def revealed(self, throne_cards: Iterable[IronThroneCard]) -> Table:
        """Return the table of a finished game with the Iron Throne cards turned over.

        >>> from westeros_intrigue import STANDARD, IronThroneCard, apply, legal_moves, setup
        >>> state = setup(4, seed=7, variant=STANDARD.with_rounds(1))
        >>> while moves := legal_moves(state):
        ...     state = apply(state, moves[0])
        >>> table = state.table.scored().revealed([IronThroneCard(1, icons=2)])
        >>> [len(pile) for pile in table.revealed_score_piles]
        [0, 0, 0, 1]

        Args:
            throne_cards: the cards as they were drawn, one for each round.

        Raises:
            WrongPhase: the game is not over, or the cards are known.
            InvalidDeal: the table of the variant has no such cards.
            InvalidValue: there are not as many cards as rounds.

        Rules: final.reveal.
        """
        check_phase(self.phase, Phase.GAME_OVER, "the Iron Throne cards are revealed")
        return self.then(Reveal(score_piles(self, throne_cards)))

    def _settled(self) -> Table:
        """Return the table with those out who come to move and cannot place, as everybody sees."""
        table = self
        while table.active_player is not None and not may_place(table):
            table = unless_noted(table).then(elimination(table))
        return table

    @property
    def is_drawing(self) -> bool:
        """Whether the automated house to move has set cards aside in this turn."""
        seat = self.active_player
        if seat is None or seat not in self.variant.automated:
            return False
        return len(self.turned_over[seat]) > self._placement_count(seat)

    def _stack_seen(self, seat: int, *, before_turn: bool = False) -> tuple[Card | None, ...]:
        """Return a stack as the table sees it, top first, with None for a card it has not seen.

        `before_turn` is the moment before the house turned over what it has set aside.
        """
        count = self._placement_count(seat)
        turns = self.turned_over[seat][: count if before_turn else None]
        return seen_stack(self.hand_size, turns, count)

    def _placement_count(self, seat: int) -> int:
        return sum(placed.player == seat for placed in self.placements)

    def _to_move(self, what: str) -> int:
        """Return the seat to move; a WrongPhase if there is none for what is done."""
        check_phase(self.phase, Phase.PLAYING, what)
        assert self.active_player is not None  # noqa: S101 - for the type checker
        return self.active_player
