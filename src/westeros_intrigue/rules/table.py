"""The table: the public information of a game.

Tables, states and views share its properties. A game with real cards is followed event by event, by
what people see at the table.

Rules: turn.clockwise, turn.must-place, elimination.empty, elimination.unable, final.reveal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Annotated, Self

import attrs

from westeros_intrigue.gamekit.display import Pictured
from westeros_intrigue.gamekit.values import (
    Count,
    Length,
    OnlyIfUnusual,
    Ordinal,
    Value,
    check_type,
    tuple_of,
)
from westeros_intrigue.rules.cards import (
    HOUSES,
    Board,
    Card,
    CardCount,
    Cards,
    House,
    IronThroneCard,
    Move,
)
from westeros_intrigue.rules.court import FIRST_SLOT, Court, unchecked_court
from westeros_intrigue.rules.history import (
    NO_EARLIER_ROUNDS,
    EarlierRounds,
    Eliminations,
    Event,
    Phase,
    Placement,
    Placements,
    Reveal,
    RoundResult,
    SetAside,
    TurnsOfSeats,
    TurnStart,
    check_phase,
    missing_houses,
)
from westeros_intrigue.rules.transitions import (
    elimination,
    may_place,
    round_end,
    round_start,
    score_piles,
    seat_to_move,
    table_after,
    waiting,
)
from westeros_intrigue.rules.unseen import check_possible, stack_seen
from westeros_intrigue.rules.variants import (
    STANDARD,
    PerPlayer,
    PlayerCount,
    Seat,
    Variant,
    check_players,
)


class PublicFacts(Pictured):
    """The public properties of a table, a state or a view."""

    __slots__ = ()

    @property
    @abstractmethod
    def table(self) -> Table:
        """The table, with everything that all players see; for a table, itself."""

    @property
    def _of_round(self) -> Table:
        """A table with the right values of all fields that do not change within a round."""
        return self.table

    @property
    def _board(self) -> Board:
        """The court as bits."""
        return self.table._board

    @property
    def players(self) -> PlayerCount:
        """The number of players, 2 to 6."""
        return self._of_round.players

    @property
    def variant(self) -> Variant:
        """The variant of the game: its options, seats, rounds and Iron Throne cards."""
        return self._of_round.variant

    @property
    def phase(self) -> Phase:
        """The phase of the game, which decides what comes next."""
        if self.active_player is not None:
            return Phase.PLAYING
        table = self._of_round
        if self._rounds_scored == table.variant.rounds_for(table.players):
            return Phase.GAME_OVER
        return Phase.ROUND_OVER if table.hand_size else Phase.DEALING

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.phase is Phase.GAME_OVER

    @property
    def round_number(self) -> Ordinal:
        """The round, counted from 1; in `Phase.DEALING`, the round to deal next."""
        table = self._of_round
        return min(self._rounds_scored + 1, table.variant.rounds_for(table.players))

    @property
    def _rounds_scored(self) -> int:
        table = self._of_round
        return table.earlier.count + len(table.results)

    @property
    def starting_player(self) -> Seat:
        """The seat that starts this round, from 0 (rule round.rotation)."""
        return self._of_round.starting_player

    @property
    def first_player(self) -> Seat:
        """The seat that started round 1, from 0 (rule round.rotation)."""
        return (self.starting_player - self.round_number + 1) % self.players

    @property
    def active_player(self) -> Seat | None:
        """The seat to move, from 0, or None. In a state, it always has a legal move."""
        return self.table.active_player

    @property
    def starters(self) -> Cards:
        """The cards that started the bottom row, from column 0 to the right."""
        return self._of_round.starters

    @property
    def court(self) -> Court:
        """The cards placed in this round, and the starters."""
        cards = dict(enumerate(self.starters, FIRST_SLOT.cell))
        for placed in self.placements:
            cards[placed.move.slot.cell] = placed.move.card
        return unchecked_court(cards, self._board)

    @property
    def placements(self) -> Placements:
        """The placements of this round in order; the starters do not count."""
        return self.table.placements

    @property
    def eliminations(self) -> Eliminations:
        """The eliminations of this round in order."""
        return self.table.eliminations

    @property
    def hand_sizes(self) -> PerPlayer[CardCount]:
        """For each seat, from 0, the number of cards in its hand."""
        size, placers = self._of_round.hand_size, [placed.player for placed in self.placements]
        return tuple([size - placers.count(seat) for seat in range(self.players)])

    @property
    def missing_houses(self) -> PerPlayer[Annotated[tuple[House, ...], Length(most=len(HOUSES))]]:
        """For each seat, from 0, the houses of which it provably has no card.

        A player who goes out with cards in hand proves this; an empty hand proves nothing (rule
        info.elimination).
        """
        return missing_houses(self.players, self.starters, self.placements, self.eliminations)

    @property
    def known_stacks(self) -> PerPlayer[Cards]:
        """For each seat, from 0, the cards at the bottom of its stack that everybody has seen.

        Top first; empty for a seat that is not automated (rule solo.public).
        """
        table = self.table
        if not table.variant.automated:
            return ((),) * table.players
        return tuple(
            tuple(card for card in stack_seen(table, seat) if card is not None)
            if seat in table.variant.automated
            else ()
            for seat in range(table.players)
        )

    @property
    def last_placer(self) -> Seat | None:
        """The seat that placed the latest card of the round, from 0; None before the first."""
        return self.placements[-1].player if self.placements else None

    @property
    def penalty_points(self) -> PerPlayer[Count]:
        """For each seat, from 0, the penalty points of all finished rounds (rule round.penalty)."""
        table = self._of_round
        earlier = table.earlier.penalty_points or (0,) * table.players
        return tuple(
            [
                sum([each.penalty_points[seat] for each in table.results], points)
                for seat, points in enumerate(earlier)
            ]
        )

    @property
    def score_pile_sizes(self) -> PerPlayer[Count]:
        """For each seat, from 0, the number of Iron Throne cards drawn (rule round.throne)."""
        table = self._of_round
        drawn = [result.last_placer for result in table.results]
        earlier = table.earlier.score_piles or ((),) * table.players
        return tuple([len(pile) + drawn.count(seat) for seat, pile in enumerate(earlier)])

    @property
    def revealed_score_piles(self) -> tuple[tuple[IronThroneCard, ...], ...]:
        """For each seat, from 0, its Iron Throne cards after the end of the game; empty before."""
        table = self._of_round
        if not self.is_over or table.results[0].throne_card is None:
            return ()
        piles = list(table.earlier.score_piles or ((),) * table.players)
        for result in table.results:
            piles[result.last_placer] += (result.throne_card,)
        return tuple(tuple(filter(None, pile)) for pile in piles)


class Followed(PublicFacts):
    """A table, or a view of it, that follows a game event by event."""

    __slots__ = ()

    def then(self, event: Event) -> Self:
        """Return the position after an event, as its viewer may know it.

        After a placement, it is not known whether the next player can place a card, so `can_place`
        of the table is False.

        >>> from westeros_intrigue import Table, View, events, observe, setup
        >>> state = setup(3, seed=1)
        >>> table, view = Table.new(3), View(Table.new(3), 1)
        >>> for event in events(None, observe(state, 1)):
        ...     table, view = table.then(event), view.then(event)
        >>> table == state.table, view == observe(state, 1)
        (True, True)

        Args:
            event: the next event. Cards that it shows and that the viewer does not see are
                ignored; the viewer's own must be there: the hand in a `RoundStart`.

        Raises:
            WrongPhase: the event does not belong to the phase.
            IllegalMove: the move breaks a placing rule, or the procedure of an automated house
                dictates another; `violations` lists the reasons.
            InvalidDeal: the variant does not have these Iron Throne cards.
            InvalidValue: another event must come next, or no deal leads to the position: perhaps
                the viewer's own cards contradict it.

        Rules: turn.clockwise, turn.must-place, elimination.unable, elimination.final, round.end,
        solo.highest, solo.side, solo.public.
        """
        return self._after(event)

    @abstractmethod
    def _after(self, event: Event) -> Self:
        """Return the position after an event; see `then`."""

    @property
    def _fits(self) -> bool | None:
        """True if a card of the seat to move is known to fit, False if none does, else None."""
        return None

    def placed(self, move: Move, set_aside: Iterable[Card] = ()) -> Self:
        """Return the position after the seat to move has placed a card; see `then`.

        Next players without a card, or without an open slot, go out at once. In a view, the
        viewer's own hand shows whether the viewer can place a card in turn.

        Args:
            move: the placement.
            set_aside: the cards that an automated house has turned over before this one, in the
                order drawn. None means that its first card was placed, so note all of them.

        Rules: turn.clockwise, turn.must-place, elimination.empty, solo.highest, solo.side,
        solo.set-aside.
        """
        check_type("move", move, Move)
        seat = seat_to_move(self.table, "a card is placed")
        return self._drawn(set_aside).then(Placement(seat, move))._settled()

    def gone_out(self, set_aside: Iterable[Card] = ()) -> Self:
        """Return the position after the seat to move has gone out, because none of its cards fits.

        >>> from westeros_intrigue import Table
        >>> Table.new(3).dealt().gone_out()
        Traceback (most recent call last):
        westeros_intrigue.InvalidValue: a player with 12 cards cannot be out: every house has \
an open slot

        Args:
            set_aside: the cards that an automated house has turned over, in the order drawn: its
                whole stack.

        Rules: elimination.unable, turn.must-place, solo.out.
        """
        out = elimination(self.table)
        return self._drawn(set_aside).then(out)._settled()

    def revealed(self, throne_cards: Iterable[IronThroneCard]) -> Self:
        """Return the position at the end of a game with its Iron Throne cards revealed.

        >>> from westeros_intrigue import STANDARD, IronThroneCard, apply, legal_moves, setup
        >>> state = setup(4, seed=7, variant=STANDARD.with_rounds(1))
        >>> while moves := legal_moves(state):
        ...     state = apply(state, moves[0])
        >>> table = state.table.scored().revealed([IronThroneCard(1, icons=2)])
        >>> [len(pile) for pile in table.revealed_score_piles]
        [0, 0, 0, 1]

        Args:
            throne_cards: the cards in the order drawn, one for each round; those of rounds without
                results come first, seat by seat.

        Raises:
            WrongPhase: the game is not over, or the cards are revealed already.
            InvalidDeal: the variant does not have these cards.
            InvalidValue: the number of cards is not the number of rounds, or the viewer has seen
                others.

        Rules: final.reveal.
        """
        check_phase(self.phase, Phase.GAME_OVER, "the Iron Throne cards are revealed")
        return self.then(Reveal(score_piles(self.table, throne_cards)))

    def _drawn(self, set_aside: Iterable[Card]) -> Self:
        """Return the position after the house to move has set these cards aside, if any."""
        cards = tuple_of("set_aside", Card, set_aside)
        return self.then(SetAside(self.table.active_player or 0, cards)) if cards else self

    def _settled(self) -> Self:
        """Return the position after what needs no decision: eliminations, and a turn's start."""
        position = self
        while (seat := position.active_player) is not None:
            if not may_place(position.table) or position._fits is False:
                position = position.then(elimination(position.table))
            elif position._fits:
                return position.then(TurnStart(seat))
            else:
                break
        return position


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
    _board: Board = attrs.field(eq=False)
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
    earlier: Annotated[EarlierRounds, OnlyIfUnusual()] = NO_EARLIER_ROUNDS
    """The sums of the rounds before the first of `results`; none in a game that was followed from
    its first round."""

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
        """The table before the first card of the same game, or of its rounds that have results.

        >>> from westeros_intrigue import setup
        >>> setup(4, seed=1).table.start == Table.new(4)
        True
        """
        first_player = (self.first_player + self.earlier.count) % self.players
        return waiting(self, (), first_player)

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
