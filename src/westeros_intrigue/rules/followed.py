"""Games with real cards: what people see at the table, as events of a table or of a view.

Rules: turn.clockwise, turn.must-place, elimination.empty, elimination.unable, final.reveal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Self

from westeros_intrigue.base.values import check_type
from westeros_intrigue.rules.cards import IronThroneCard
from westeros_intrigue.rules.events import Event, Reveal, TurnStart
from westeros_intrigue.rules.history import Placement
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.public_facts import PublicFacts
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.transitions import elimination, may_place, score_piles, seat_to_move


class Followed(PublicFacts):
    """A table, or a view of it, that follows a game event by event."""

    __slots__ = ()

    @abstractmethod
    def then(self, event: Event) -> Self:
        """Return the position after an event."""

    @abstractmethod
    def _noted(self) -> Self:
        """Return the position with an unknown turn of the house to move, unless it is recorded."""

    @property
    def _fits(self) -> bool | None:
        """True if a card of the seat to move is known to fit, False if none does, else None."""
        return None

    def placed(self, move: Move) -> Self:
        """Return the position after the seat to move has placed a card; see `then`.

        Next players without a card, or without an open slot, go out at once. In a view, the
        viewer's own hand shows whether the viewer can place a card in turn. The cards that an
        automated house turned over are unknown, unless a `SetAside` came before.

        Rules: turn.clockwise, turn.must-place, elimination.empty, solo.highest, solo.side.
        """
        check_type("move", move, Move)
        seat = seat_to_move(self.table, "a card is placed")
        return self._noted().then(Placement(seat, move))._settled()

    def gone_out(self) -> Self:
        """Return the position after the seat to move has gone out, because none of its cards fits.

        >>> from westeros_intrigue import Table
        >>> Table.new(3).dealt().gone_out()
        Traceback (most recent call last):
        westeros_intrigue.InvalidValue: a player with 12 cards cannot be out: every house has \
an open slot

        Rules: elimination.unable, turn.must-place.
        """
        out = elimination(self.table)
        return self._noted().then(out)._settled()

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
            throne_cards: the cards in the order drawn, one for each round.

        Raises:
            WrongPhase: the game is not over, or the cards are revealed already.
            InvalidDeal: the variant does not have these cards.
            InvalidValue: the number of cards is not the number of rounds, or the viewer has seen
                others.

        Rules: final.reveal.
        """
        check_phase(self.phase, Phase.GAME_OVER, "the Iron Throne cards are revealed")
        return self.then(Reveal(score_piles(self.table, throne_cards)))

    def _settled(self) -> Self:
        """Return the position after what needs no decision: eliminations, and a turn's start."""
        position = self
        while (seat := position.active_player) is not None:
            if not may_place(position.table) or position._fits is False:
                position = position._noted().then(elimination(position.table))
            elif position._fits:
                return position.then(TurnStart(seat))
            else:
                break
        return position
