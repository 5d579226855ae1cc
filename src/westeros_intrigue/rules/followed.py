"""Games with real cards: what people see at the table, as events of a table or of a view.

Rules: turn.clockwise, turn.must-place, elimination.empty, elimination.unable, final.reveal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Self

from westeros_intrigue.base.values import check_type, tuple_of
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.events import Event, Reveal, SetAside, TurnStart
from westeros_intrigue.rules.history import Placement
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.public_facts import PublicFacts
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.transitions import elimination, may_place, score_piles, seat_to_move


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
