"""The table: the public information of a game, and how it follows the game event by event.

To follow a game with real cards, apply each event that players can see; tables and views check it,
and that some deal still agrees with all that was seen.

Rules: turn.clockwise, turn.must-place, elimination.empty, elimination.unable, final.reveal.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs
from typing_extensions import override

from westeros_intrigue.gamekit.limits import tuple_of
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.rules import following, public_facts, unseen, variants
from westeros_intrigue.rules.board import Board
from westeros_intrigue.rules.cards import Card, Cards, IronThroneCard, Move
from westeros_intrigue.rules.game_events import (
    Event,
    Phase,
    Placement,
    Reveal,
    SetAside,
    TurnStart,
    check_phase,
)
from westeros_intrigue.rules.house_rules import find_opening


class Followed(public_facts.PublicFacts):
    """A table or a view that follows a game event by event."""

    __slots__ = ()

    @abstractmethod
    def then(self, event: Event) -> Self:
        """Return the position after an event, with only the facts that its viewer may know.

        After a placement, it is unknown whether the next player can place a card, so the table's
        `can_place` is False.

        >>> from westeros_intrigue import Table, View, events, observe, setup
        >>> state = setup(3, seed=1)
        >>> table, view = Table.new(3), View(Table.new(3), 1)
        >>> for event in events(None, observe(state, 1)):
        ...     table, view = table.then(event), view.then(event)
        >>> table == state.table, view == observe(state, 1)
        (True, True)

        Args:
            event: the next event. Cards that the viewer cannot see are ignored; the viewer's own
                cards must be included, such as the hand in a `RoundStart`.

        Raises:
            WrongPhase: the event does not belong to the phase.
            IllegalMove: the move breaks a rule for placing cards, or an automated house must make
                another move; `violations` lists the reasons.
            InvalidDeal: the variant does not have these Iron Throne cards.
            InvalidValue: another event must come next, or no deal can lead to the position, perhaps
                because the viewer's own cards contradict it.

        Rules: turn.clockwise, turn.must-place, elimination.unable, elimination.final, round.end,
        solo.highest, solo.side, solo.public.
        """

    @property
    def _fits(self) -> bool | None:
        """True if a card of the seat to move is known to fit, False if none fits, else None."""
        return None

    def placed(self, move: Move, set_aside: Iterable[Card] = ()) -> Self:
        """Return the position after the seat to move has placed a card; see `then`.

        The next players go out immediately if they have no card or no slot is open. In a view, the
        viewer also goes out if no card in their hand fits.

        Args:
            move: the placement.
            set_aside: the cards that an automated house has turned over before this one, in the
                order drawn. Pass all of them: an empty list means that it placed its first card.

        Raises:
            WrongPhase: no round is being played.
            IllegalMove: as for `then`.
            InvalidValue: as for `then`.

        Rules: turn.clockwise, turn.must-place, elimination.empty, solo.highest, solo.side,
        solo.set-aside.
        """
        seat = following.require_seat_to_move(self.table, "a card is placed")
        return self._drawn(set_aside).then(Placement(seat, move))._settled()

    def gone_out(self, set_aside: Iterable[Card] = ()) -> Self:
        """Return the position after the seat to move has gone out, because none of its cards fits.

        >>> from westeros_intrigue import Table
        >>> Table.new(3).dealt().gone_out()
        Traceback (most recent call last):
        westeros_intrigue.gamekit.errors.InvalidValue: a player with 12 cards cannot be out: every \
house has an open slot

        Args:
            set_aside: the cards that an automated house has turned over, in the order drawn: its
                whole stack.

        Raises:
            WrongPhase: no round is being played.
            InvalidValue: the player is known to be able to place a card, or as for `then`.

        Rules: elimination.unable, turn.must-place, solo.out.
        """
        return self._drawn(set_aside).then(following.make_elimination(self.table))._settled()

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
            throne_cards: the cards in the order drawn, one for each round; cards of rounds without
                results come first, by seat, from 0.

        Raises:
            WrongPhase: the game is not over, or the cards are already revealed.
            InvalidDeal: the variant does not have these cards.
            InvalidValue: the number of cards is not the number of rounds, or the viewer has seen
                other cards.

        Rules: final.reveal.
        """
        check_phase(self.phase, Phase.GAME_OVER, "the Iron Throne cards are revealed")
        return self.then(Reveal(following.sort_into_piles(self.table, throne_cards)))

    def _drawn(self, set_aside: Iterable[Card]) -> Self:
        """Return the position after the house to move has set aside these cards, if any."""
        cards = tuple_of("set_aside", Card, set_aside)
        return self.then(SetAside(self.table.active_player or 0, cards)) if cards else self

    def _settled(self) -> Self:
        """Return the position after any events without a decision: eliminations, a turn's start."""
        position = self
        while (seat := position.active_player) is not None:
            if not following.may_place(position.table) or position._fits is False:
                position = position.then(following.make_elimination(position.table))
            elif position._fits:
                return position.then(TurnStart(seat))
            else:
                break
        return position


@attrs.frozen(repr=False)
class Table(Followed, public_facts.TableFacts, Value):
    """The public information of a game at one moment.

    A server can send it to every client: `observe(state, seat).table == state.table` for every
    seat. A table can also follow a game with real cards, when no program knows the hands: `new`
    returns the first table, and `then` the table after an event. `dealt`, `placed`, `gone_out`,
    `scored` and `revealed` create an event and apply it. Do not call the constructor or
    `attrs.evolve`, which check nothing.

    >>> from westeros_intrigue import setup
    >>> table = setup(4, seed=1).table
    >>> table
    <Table: 4 players, round 1 of 4, playing, player 0 to move>
    >>> table.hand_sizes, table.penalty_points, len(table.court)
    ((9, 9, 9, 9), (0, 0, 0, 0), 0)

    A round at a real table:

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

    player: ClassVar[None] = None
    """None: a table is what a spectator sees."""
    hand: ClassVar[tuple[()]] = ()
    """Empty, as a spectator has no cards."""

    @property
    def _hands_in_sight(self) -> Mapping[int, Cards]:
        """No hand: a table is what a spectator sees."""
        return {}

    def __repr__(self) -> str:
        return f"<Table: {self.players} players, {self.summary}>"

    @classmethod
    def new(
        cls,
        players: int,
        *,
        variant: variants.Variant = variants.STANDARD,
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
            InvalidVariant: the variant does not fit the players; `faults` lists the reasons.
        """
        check_type("variant", variant, variants.Variant)
        players = variants.check_players(players)
        starting_player = variant.check(players, first_player)
        board = Board.empty(variant.width_limit(players), find_opening(variant.house_rule))
        check_type("has_numbers", has_numbers, bool)
        table = cls(players, variant, starting_player, board, has_numbers=has_numbers)
        return following.await_deal(table, (), starting_player) if variant.automated else table

    @property
    def summary(self) -> str:
        """The round, the phase and the seat to move, in words."""
        rounds = self.variant.rounds_for(self.players)
        turn = "" if self.active_player is None else f", player {self.active_player} to move"
        return f"round {self.round_number} of {rounds}, {self.phase.value}{turn}"

    @property
    def start(self) -> Table:
        """The table before the first card of this game, or of the first round that has results.

        >>> from westeros_intrigue import setup
        >>> setup(4, seed=1).table.start == Table.new(4)
        True
        """
        first_player = (self.first_player + self.earlier.count) % self.players
        start = following.await_deal(self, (), first_player)
        return attrs.evolve(start, earlier=self.earlier._hidden)

    @override
    def then(self, event: Event) -> Table:
        table = following.apply_event(self, event)
        unseen.check_possible(table)
        return table

    def dealt(self, starters: Iterable[Card] = ()) -> Table:
        """Return the table with the next round dealt and its starters in the bottom row.

        Raises:
            WrongPhase: the table is not in `Phase.DEALING`.
            InvalidValue: the number of starters is wrong, or a card occurs twice.

        Rules: setup.hand-size, setup.starter, option.anyone-deal, option.anyone-deal.columns.
        """
        return self.then(following.make_round_start(self, starters))

    def scored(self) -> Table:
        """Return the table with the finished round scored.

        >>> from westeros_intrigue import apply, legal_moves, setup
        >>> state = setup(4, seed=7)
        >>> while moves := legal_moves(state):
        ...     state = apply(state, moves[0])
        >>> table = state.table.scored()
        >>> table, table.penalty_points
        (<Table: 4 players, round 2 of 4, dealing>, (6, 4, 4, 4))

        Raises:
            WrongPhase: the round is not over, or is already scored.

        Rules: round.penalty, round.rotation, solo.remaining, option.affiliation, option.rivalry.
        """
        return self.then(following.make_round_end(self))
