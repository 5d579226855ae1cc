"""The knowledge of one player: the table, and the player's own cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.display import viewer_in_words
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import (
    Value,
    check_field,
    check_integer,
    check_iterable,
    check_type,
    instance,
    tuple_of,
    unchecked,
)
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard
from westeros_intrigue.rules.dealing import InvalidDeal, throne_faults
from westeros_intrigue.rules.events import Event, Reveal, RoundEnd, RoundStart, TurnStart
from westeros_intrigue.rules.followed import Followed
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.own_cards import SeenPile, agree, own_faults
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.pyramid import PLANE_BITS
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transitions import round_end, round_start, table_after
from westeros_intrigue.rules.unseen import check_possible


def _hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(tuple_of("hand", Card, cards)))


def pile_seen(cards: Iterable[IronThroneCard | None]) -> SeenPile:
    """Return the Iron Throne cards of a viewer as a tuple; `attrs` converts with it."""
    check_iterable("score_pile", cards)
    pile = tuple(cards)
    tuple_of("score_pile", IronThroneCard, [card for card in pile if card is not None])
    return pile


def _kept(hands: Iterable[Iterable[Card] | None]) -> tuple[tuple[Card, ...] | None, ...]:
    check_iterable("kept", hands)
    return tuple(None if cards is None else _hand(cards) for cards in hands)


@attrs.frozen(repr=False)
class View(Followed, Value):
    """The knowledge of one player or of a spectator at one moment of a game.

    It contains nothing else, so it can be sent to the player as it is. `observe` makes it from a
    state; at a table of people it is made from the table and the player's own cards.

    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(4, seed=1), 2)
    >>> view
    <View of player 2: round 1 of 4, playing, player 0 to move>
    >>> view == View(view.table, 2, view.hand)
    True

    At a table of people a player follows the game with their own hand and what everybody sees:

    >>> from westeros_intrigue import STANDARD, apply, legal_moves
    >>> short = STANDARD.with_rounds(1)
    >>> state = setup(3, seed=1, variant=short)
    >>> view = View(Table.new(3, variant=short), 0).dealt(state.hands[0])
    >>> while moves := legal_moves(state):
    ...     state = apply(state, moves[0])
    ...     view = view.placed(moves[0])
    ...     while view.active_player != state.active_player:
    ...         view = view.gone_out()
    >>> view.scored().revealed(state.rest.throne_cards)
    <View of player 0: round 1 of 1, game-over>

    Raises:
        InvalidValue: the cards are not those of the player at this table.

    Rules: info.public, info.leftover, info.throne, info.throne-automated, info.elimination,
    info.memory, solo.public.
    """

    table: Table = attrs.field(validator=instance(Table))
    """The public information."""
    player: int | None = None
    """The seat that sees this, from 0; None for a spectator."""
    hand: tuple[Card, ...] = attrs.field(default=(), converter=_hand)
    """The cards in the player's own hand, by house and number; none for a spectator."""
    score_pile: SeenPile = attrs.field(default=(), converter=pile_seen)
    """The player's own Iron Throne cards, in drawing order; none for a spectator. None for each
    card that is not known, because the player has not said which it is."""
    kept: tuple[tuple[Card, ...] | None, ...] = attrs.field(default=(), converter=_kept)
    """For each finished round the cards left in the player's own hand; none for a spectator. None
    if they are not known: in a state that was drawn from the view of another player."""

    def __attrs_post_init__(self) -> None:
        if self.player is not None:
            check_field(self, "player")
        if faults := tuple(own_faults(self)):
            raise InvalidValue(_not_seen(faults))

    def __repr__(self) -> str:
        return f"<View of {viewer_in_words(self.player)}: {self.table.summary}>"

    def stand_in(self, house: House) -> Card:
        """Return a card that can represent a printed one of the house, placed by somebody else.

        Any that the viewer has not seen in this round will do, as printed cards have no number:
        the game begins with `Table.new(players, has_numbers=False)`.

        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(4, seed=1), 2)
        >>> card = view.stand_in(House.STARK)
        >>> card.house is House.STARK, card in view.hand
        (True, False)

        Raises:
            InvalidValue: the viewer has seen all cards of the house.

        Rules: components.names, components.characters.house.
        """
        check_type("house", house, House)
        seen = {*self.hand, *self.court.values(), *chain(*self.known_stacks)}
        for card in DECK:
            if card.house is house and card not in seen:
                return card
        raise InvalidValue(f"player {self.player} has seen all cards of {house}")

    def limited_to(self, moves: Iterable[Move]) -> View:
        """Return the view in which only the slots of these moves are open, to their houses.

        House rules that forbid moves show it to bots, which choose among the open slots. Documents
        do not store it, and a view that goes on from it has all open slots again.

        >>> from westeros_intrigue import legal_moves, observe, setup
        >>> view = observe(setup(2, seed=1), 0)
        >>> starks = [move for move in legal_moves(view) if move.card.house is House.STARK]
        >>> {move.card.house for move in legal_moves(view.limited_to(starks))}
        {House.STARK}

        Args:
            moves: some of the legal moves of the view; cards of one house are equivalent.

        Raises:
            InvalidValue: there are no moves, or one is not legal.

        Rules: turn.must-place.
        """
        limited, board = 0, self.table.board
        for move in tuple_of("moves", Move, moves):
            if move.card not in self.hand or not board.is_open(move.card.house, move.slot.cell):
                raise InvalidValue(f"{move} is not a legal move of the view")
            limited |= 1 << PLANE_BITS * move.card.house.index + move.slot.cell
        if not limited:
            raise InvalidValue("a house rule must leave a legal move")
        table = attrs.evolve(self.table, board=board._replace(open_slots=limited))
        return attrs.evolve(self, table=table)

    def _after(self, event: Event) -> View:
        hand, pile, kept, seat = self.hand, self.score_pile, self.kept, self.player
        if seat is not None and seat == self.active_player:
            self._check_own(event)
        table = table_after(self.table, event)
        match event:
            case RoundStart() if seat is not None:
                hand = _hand(event.hands[seat] or ())
            case Placement(player, move) if player == seat:
                hand = tuple(card for card in hand if card != move.card)
            case RoundEnd() if seat is not None:
                if event.last_placer == seat:
                    pile = (*pile, event.throne_card)
                    if missing := list(throne_faults(pile, table.variant)):
                        raise InvalidDeal(missing)
                kept = (*kept, hand)
                hand = hand if table.is_over else ()
            case Reveal() if seat is not None:
                if not agree(pile, event.score_piles[seat]):
                    raise InvalidValue(f"player {seat} has seen other Iron Throne cards")
                pile = event.score_piles[seat]
            case _:
                pass
        view = unchecked(View, table=table, player=seat, hand=hand, score_pile=pile, kept=kept)
        if faults := tuple(own_faults(view, now=True)):
            raise InvalidValue(_not_seen(faults))
        check_possible(table, view)
        return view

    def _check_own(self, event: Event) -> None:
        """Check an event of the viewer's own turn against the hand."""
        match event:
            case Placement(_, move) if move.card not in self.hand:
                raise InvalidValue(f"player {self.player} is to move and does not hold {move.card}")
            case Elimination() if self._can_place:
                raise InvalidValue("a card in the player's own hand fits")
            case TurnStart() if not self._can_place:
                raise InvalidValue("no card in the player's own hand fits")
            case _:
                pass

    @property
    def _can_place(self) -> bool:
        """Return True if a card in the viewer's own hand fits."""
        open_houses = self.table.board.open_houses
        return any(card.house in open_houses for card in self.hand)

    def dealt(self, hand: Iterable[Card] = (), starters: Iterable[Card] = ()) -> View:
        """Return the view with the next round dealt: the viewer's hand, and the starters.

        Args:
            hand: the player's own cards.
            starters: the cards that start the bottom row, from the left.

        Raises:
            WrongPhase: the table is not in `Phase.DEALING`.
            InvalidValue: these cannot be the cards of the round.
        """
        check_phase(self.phase, Phase.DEALING, "a round is dealt")
        seats = range(self.players)
        own = _hand(hand)
        if own and self.player is None:
            raise InvalidValue("no player can see this at the table: a spectator has no cards")
        hands = tuple(own if seat == self.player else None for seat in seats)
        return self.then(round_start(self.table, starters, hands))

    def scored(self, throne_card: IronThroneCard | None = None) -> View:
        """Return the view with a finished round scored.

        Args:
            throne_card: the Iron Throne card, if the player drew it and it is known.

        Raises:
            WrongPhase: the round is not over, or scored already.
            InvalidValue: somebody else drew the card.
            InvalidDeal: the table of the variant has no such Iron Throne card left.
        """
        end = round_end(self.table, throne_card)
        if throne_card is not None and end.last_placer != self.player:
            raise InvalidValue(f"player {self.last_placer} draws the Iron Throne card, unseen")
        return self.then(end)

    @property
    def _fits(self) -> bool | None:
        return self._can_place if self.player == self.active_player else None

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """The finished rounds, with None for what the player may not know."""
        seat = self.player
        if seat is None:
            return self.table.results
        own_throne_cards = iter(self.score_pile)
        return tuple(
            attrs.evolve(
                result,
                throne_card=next(own_throne_cards)
                if result.last_placer == seat
                else result.throne_card,
                kept=(*result.kept[:seat], kept, *result.kept[seat + 1 :]),
            )
            for result, kept in zip(self.table.results, self.kept, strict=True)
        )


Position = TypeAliasType("Position", GameState | View)
"""A game at one moment: all of it, or what one player may know."""


def check_position(position: object) -> None:
    """Check that `position` is a GameState or a View."""
    check_type("position", position, GameState | View)


def check_seat(position: Position, player: object) -> int:
    """Return the seat if the position has it; raise InvalidValue otherwise."""
    return check_integer("player", player, 0, position.players - 1)


def _not_seen(faults: Iterable[tuple[str, str]]) -> str:
    why = "; ".join(reason for _, reason in faults)
    return f"no player can see this at the table: {why}"
