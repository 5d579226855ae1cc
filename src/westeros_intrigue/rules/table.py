"""The table: what everybody at it sees, from the first card of a round to its points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongPhase
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, check_type, tuple_of
from westeros_intrigue.rules.automated import (
    Turns,
    seen_stack,
    slot_dictated,
    turn_faults,
    undictated,
)
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, Card, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.dealing import InvalidDeal, throne_faults
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.on_table import OnTable
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.points import adjusted_points, adjustments
from westeros_intrigue.rules.pyramid import Board
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.turns import pass_turn
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.rules.violations import IllegalMove

CanPlace = Callable[[int], bool]
TurnedOver = Callable[[int], Sequence[Card] | None]


def not_noted(_seat: int) -> None:
    """Tell nothing of what an automated seat turns over."""


@public
@attrs.frozen(repr=False)
class Table(OnTable, Value):
    """What everybody at the table sees at one moment, and nothing else.

    A server can send it to everybody: `observe(state, seat).table == state.table` for every seat.
    At a table of people, where no program knows the hands, it keeps the game by itself: `new`
    begins it, `dealt`, `placed`, `gone_out` and `scored` take it on. The constructor and
    `attrs.evolve` check nothing: do not call them.

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
    placements: tuple[Placement, ...] = ()
    """The placements of this round in order; the starters do not count."""
    eliminations: tuple[Elimination, ...] = ()
    """The eliminations of this round in order."""
    turned_over: tuple[Turns, ...] = ()
    """For each seat, from 0, if it is automated: for each of its turns in this round the cards
    that it turned over and set aside, as they came; as it goes out, all its cards."""

    def __repr__(self) -> str:
        return f"<Table: {self.players} players, {self.summary}>"

    @classmethod
    def new(
        cls, players: int, *, variant: Variant = STANDARD, first_player: int | None = None
    ) -> Table:
        """Return the table before the first card.

        Args:
            players: 2 to 6.
            variant: the rules of the game.
            first_player: the seat that starts round 1, from 0; None for the one that the variant
                fixes, or seat 0.

        Raises:
            InvalidValue: players or first player out of range.
            InvalidVariant: the variant does not suit the players; `faults` lists why.
        """
        check_type("variant", variant, Variant)
        return cls._waiting(players, variant, variant.check(players, first_player), ())

    @classmethod
    def _waiting(
        cls,
        players: int,
        variant: Variant,
        starting_player: int,
        results: tuple[RoundResult, ...],
    ) -> Table:
        """Return the table that waits for the cards of a round."""
        nothing: tuple[Turns, ...] = ((),) * players if variant.automated else ()
        board = Board.empty(variant.width_limit(players))
        return cls(players, variant, starting_player, board, results, turned_over=nothing)

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

    def dealt(
        self,
        starters: Iterable[Card] = (),
        can_place: CanPlace | None = None,
        turned_over: TurnedOver = not_noted,
    ) -> Table:
        """Return the table with the next round dealt, its starters in the bottom row.

        Args:
            starters: the cards that start the bottom row, from the left.
            can_place: as in `placed`.
            turned_over: as in `placed`.

        Raises:
            WrongPhase: the table is not in `Phase.DEALING`.
            InvalidValue: other cards start the row.

        Rules: setup.hand-size, setup.starter, option.anyone-deal, option.anyone-deal.columns.
        """
        check_phase(self.phase, Phase.DEALING, "a round is dealt")
        laid = tuple_of("starters", Card, starters)
        count = self.variant.starter_count(self.players, self.round_number)
        if len(laid) != count or len(set(laid)) != count:
            wanted = "1 card starts" if count == 1 else f"{count} cards start"
            found = ", ".join(map(str, laid)) or "none"
            raise InvalidValue(f"{wanted} the bottom row, all different, not {found}")
        table = self._laid_out(laid)
        return table._passed_to(self.starting_player, can_place, turned_over)

    def placed(
        self,
        move: Move,
        can_place: CanPlace | None = None,
        turned_over: TurnedOver = not_noted,
    ) -> Table:
        """Return the table after the seat to move has placed a card, and the turn has passed.

        Whether the next player can place a card is the one question that a table cannot answer.
        Without `can_place` a player who has cards can while any slot is open, unless `gone_out`
        tells otherwise.

        Args:
            move: the card and its slot.
            can_place: whether a seat whose turn comes can place a card now.
            turned_over: the cards that an automated seat turns over and sets aside on its turn, as
                they come; all of them as it goes out. None where nobody has noted them.

        Raises:
            WrongPhase: nobody is to move.
            IllegalMove: a placing rule refuses the move, or an automated house must place
                otherwise; `violations` lists each.
            InvalidValue: an automated house cannot have turned over these cards.

        Rules: turn.clockwise, turn.must-place, solo.highest, solo.side, solo.public.
        """
        seat = self._to_move("a card is placed")
        check_type("move", move, Move)
        self._check_placement(seat, move)
        return self._with_turn(seat, turned_over, move.card)._passed_to(
            (seat + 1) % self.players,
            can_place,
            turned_over,
            placements=(*self.placements, Placement(seat, move)),
            board=self.board.place(move.card.house.index, move.slot.cell),
        )

    def gone_out(
        self, can_place: CanPlace | None = None, turned_over: TurnedOver = not_noted
    ) -> Table:
        """Return the table after the player to move has said that none of their cards fits.

        >>> Table.new(3).dealt().gone_out()
        Traceback (most recent call last):
        westeros_intrigue.InvalidValue: with 12 cards in hand some card must fit: every house has \
an open slot

        Args:
            can_place: as in `placed`.
            turned_over: as in `placed`.

        Raises:
            WrongPhase: nobody is to move.
            InvalidValue: some card must fit, whatever the hand.

        Rules: elimination.unable, turn.must-place.
        """
        seat = self._to_move("a player goes out")
        left, court = self.hand_sizes[seat], self.court
        closed = [house for house in HOUSES if not court.open_slots(house)]
        lying = sum(card.house in closed for card in court.values())
        elsewhere = CARDS_PER_HOUSE * len(closed) - lying
        if left > elsewhere:
            why = "every house has an open slot"
            if closed:
                houses = " and ".join(map(str, closed))
                why = f"only {elsewhere} cards of {houses} are not in the court"
            raise InvalidValue(f"with {left} cards in hand some card must fit: {why}")
        asked = can_place or (lambda _seat: self.board.open_slots > 0)
        return self._passed_to(seat, lambda other: other != seat and asked(other), turned_over)

    def scored(self) -> Table:
        """Return the table with a finished round scored: before the next deal, or at the end.

        >>> from westeros_intrigue import apply, legal_moves, setup
        >>> state = setup(4, seed=7)
        >>> while moves := legal_moves(state):
        ...     state = apply(state, moves[0])
        >>> table = state.table.scored()
        >>> table, table.penalty_points
        (<Table: 4 players, round 2 of 4, dealing>, (6, 4, 4, 4))

        Raises:
            WrongPhase: the round is not over, or scored already.

        Rules: round.penalty, round.rotation, solo.remaining, option.affiliation, option.rivalry.
        """
        check_phase(self.phase, Phase.ROUND_OVER, "a round is scored")
        cards_left = self.hand_sizes
        last = self.placements[-1]
        adjusted = adjustments(self.variant, last.move.card.house, cards_left)
        result = RoundResult(
            round_number=self.round_number,
            starting_player=self.starting_player,
            deal=None,
            starters=self.starters,
            placements=self.placements,
            eliminations=self.eliminations,
            last_placer=last.player,
            throne_card=None,
            cards_left=cards_left,
            # An automated house that is out has turned over all its cards.
            kept=tuple(
                stack if seat in self.variant.automated and len(stack) == cards_left[seat] else None
                for seat, stack in enumerate(self.known_stacks)
            ),
            adjustments=adjusted,
            penalty_points=adjusted_points(cards_left, adjusted),
            turned_over=self.turned_over,
        )
        results = (*self.results, result)
        if len(results) == self.variant.rounds_for(self.players):
            return attrs.evolve(self, results=results)
        starting_player = (self.starting_player + 1) % self.players
        return self._waiting(self.players, self.variant, starting_player, results)

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
        if self.revealed_score_piles:
            raise WrongPhase("the Iron Throne cards are revealed once, and they are known")
        drawn = tuple_of("throne_cards", IronThroneCard, throne_cards)
        if len(drawn) != len(self.results):
            raise InvalidValue(
                f"{len(self.results)} cards are drawn, one a round, not {len(drawn)}"
            )
        if faults := throne_faults(drawn, self.variant):
            raise InvalidDeal(faults)
        shown = zip(self.results, drawn, strict=True)
        return attrs.evolve(
            self, results=tuple(attrs.evolve(result, throne_card=card) for result, card in shown)
        )

    def _laid_out(self, starters: tuple[Card, ...]) -> Table:
        """Return the table with the next round dealt, before anybody's turn has come."""
        laid = {Slot(0, column): card for column, card in enumerate(starters)}
        board = Court(laid, self.board.width_limit).board
        return attrs.evolve(
            self,
            hand_size=self.variant.hand_size(self.players, self.round_number),
            starters=starters,
            board=board,
        )

    def _to_move(self, what: str) -> int:
        """Return the seat to move; a WrongPhase if there is none for what is done."""
        check_phase(self.phase, Phase.PLAYING, what)
        assert self.active_player is not None  # noqa: S101 - for the type checker
        return self.active_player

    def _check_placement(self, seat: int, move: Move) -> None:
        """Refuse what the court does not take, or what a house's procedure does not dictate."""
        card, slot = move.card, move.slot
        lying = (*self.starters, *(placed.move.card for placed in self.placements))
        if card in lying or not self.board.is_open(card.house, slot.cell):
            self.court.place(card, slot)  # which tells why it takes none
        if seat in self.variant.automated:
            dictated = slot_dictated(self.board.open_slots, card.house, self.variant.houses[seat])
            if dictated is not None and dictated != slot:
                move_dictated = Move(card, dictated)
                broken = undictated(move_dictated, card.house, card, slot, seat)
                raise IllegalMove(broken, move, self)

    def _passed_to(
        self,
        seat: int,
        can_place: CanPlace | None,
        turned_over: TurnedOver,
        **changes: Any,  # noqa: ANN401 - of the table's fields
    ) -> Table:
        """Return the table with changes, and the turn passed on to `seat` or whoever can place."""
        board = changes.get("board", self.board)
        asked = can_place or (lambda _seat: board.open_slots > 0)
        placers = [placed.player for placed in changes.get("placements", self.placements)]
        active, going_out = pass_turn(
            seat,
            self.players,
            [out.player for out in self.eliminations],
            lambda other: placers.count(other) < self.hand_size and asked(other),
        )
        gone = [
            Elimination(out, len(placers), self.hand_size - placers.count(out)) for out in going_out
        ]
        eliminations = (*self.eliminations, *gone)
        table = attrs.evolve(self, active_player=active, eliminations=eliminations, **changes)
        for out in going_out:
            table = table._with_turn(out, turned_over, None)
        return table

    def _with_turn(self, seat: int, turned_over: TurnedOver, placed: Card | None) -> Table:
        """Return the table with what a seat turns over on its turn, if it is automated."""
        if seat not in self.variant.automated:
            return self
        cards = turned_over(seat)
        set_aside = None if cards is None else tuple_of("turned_over", Card, cards)
        if set_aside is not None and (
            faults := turn_faults(self._seen_stack(seat), self.court, set_aside, placed)
        ):
            raise InvalidValue(f"player {seat} is automated: {'; '.join(faults)}")
        turns = list(self.turned_over)
        turns[seat] = (*turns[seat], set_aside)
        return attrs.evolve(self, turned_over=tuple(turns))

    def _seen_stack(self, seat: int) -> tuple[Card | None, ...]:
        count = sum(placed.player == seat for placed in self.placements)
        return seen_stack(self.hand_size, self.turned_over[seat], count)
