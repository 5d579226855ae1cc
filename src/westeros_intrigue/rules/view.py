"""What one player may know of a game: the table, and the cards that are the player's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import (
    Value,
    check_integer,
    check_iterable,
    check_type,
    instance,
    tuple_of,
)
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.dealing import throne_faults
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.on_table import OnTable
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.table import CanPlace, Table, TurnedOver, not_noted


def _hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(tuple_of("hand", Card, cards)))


def _score_pile(cards: Iterable[IronThroneCard]) -> tuple[IronThroneCard, ...]:
    return tuple_of("score_pile", IronThroneCard, cards)


def _kept(hands: Iterable[Iterable[Card] | None]) -> tuple[tuple[Card, ...] | None, ...]:
    check_iterable("kept", hands)
    return tuple(None if cards is None else _hand(cards) for cards in hands)


@public
@attrs.frozen(repr=False)
class View(OnTable, Value):
    """What one player may know of a game at one moment, or a spectator.

    It holds nothing else, so it can be sent to the player as it is. `observe` makes it from a
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
    """What everybody at the table sees."""
    player: int | None = None
    """The seat that sees this, from 0; None for a spectator."""
    hand: tuple[Card, ...] = attrs.field(default=(), converter=_hand)
    """The cards in the player's own hand, by house and number; none for a spectator."""
    score_pile: tuple[IronThroneCard, ...] = attrs.field(default=(), converter=_score_pile)
    """The player's own Iron Throne cards, in drawing order; none for a spectator, or if the player
    has told nobody which they are."""
    kept: tuple[tuple[Card, ...] | None, ...] = attrs.field(default=(), converter=_kept)
    """For each finished round the cards left in the player's own hand; none for a spectator. None
    if they are not known: in a state that was drawn from the view of another player."""

    def __attrs_post_init__(self) -> None:
        if faults := tuple(own_faults(self)):
            why = "; ".join(reason for _, reason in faults)
            raise InvalidValue(f"no player can see this at the table: {why}")

    def __repr__(self) -> str:
        who = "a spectator" if self.player is None else f"player {self.player}"
        return f"<View of {who}: {self.table.summary}>"

    @classmethod
    def _seen(
        cls,
        table: Table,
        player: int | None,
        hand: tuple[Card, ...],
        score_pile: tuple[IronThroneCard, ...],
        kept: tuple[tuple[Card, ...] | None, ...],
    ) -> View:
        # What is seen of a state needs no check.
        view = cls.__new__(cls)
        object.__setattr__(view, "table", table)
        object.__setattr__(view, "player", player)
        object.__setattr__(view, "hand", hand)
        object.__setattr__(view, "score_pile", score_pile)
        object.__setattr__(view, "kept", kept)
        return view

    def stand_in(self, house: House) -> Card:
        """Return a card that can represent a printed one of the house, placed by somebody else.

        Any that the viewer has not seen in this round will do, as printed cards have no number.

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

    def placed(
        self,
        move: Move,
        can_place: CanPlace | None = None,
        turned_over: TurnedOver = not_noted,
    ) -> View:
        """Return the view after the seat to move has placed a card, as the table sees it.

        A card of the viewer's leaves the hand. The hand shows whether the viewer can place one.

        Args:
            move: the card and its slot.
            can_place: whether another seat whose turn comes can place a card now, as in
                `Table.placed`.
            turned_over: as in `Table.placed`.

        Raises:
            WrongPhase: nobody is to move.
            IllegalMove: a placing rule refuses the move, or an automated house must place
                otherwise; `violations` lists each.
            InvalidValue: the viewer is not to move and holds the card, or the other way round; an
                automated house cannot have turned over these cards.
        """
        check_type("move", move, Move)
        is_own = self.player == self.active_player
        if self.active_player is not None and is_own != (move.card in self.hand):
            how = "is to move and does not hold" if is_own else "is not to move and holds"
            raise InvalidValue(f"player {self.player} {how} {move.card}")
        hand = tuple(card for card in self.hand if card != move.card)
        asked = self._asking(lambda: self.court.place(move.card, move.slot), hand, can_place)
        return attrs.evolve(self, table=self.table.placed(move, asked, turned_over), hand=hand)

    def gone_out(
        self, can_place: CanPlace | None = None, turned_over: TurnedOver = not_noted
    ) -> View:
        """Return the view after another player, to move, has said that no card fits.

        Args:
            can_place: as in `placed`.
            turned_over: as in `placed`.

        Raises:
            WrongPhase: nobody is to move.
            InvalidValue: some card must fit, whatever the hand; the viewer is to move.
        """
        if self.player is not None and self.player == self.active_player:
            raise InvalidValue("a card in the player's own hand fits")
        asked = self._asking(lambda: self.court, self.hand, can_place)
        return attrs.evolve(self, table=self.table.gone_out(asked, turned_over))

    def dealt(
        self,
        hand: Iterable[Card] = (),
        starters: Iterable[Card] = (),
        turned_over: TurnedOver = not_noted,
    ) -> View:
        """Return the view with the next round dealt: the viewer's hand, and the starters.

        Args:
            hand: the player's own cards.
            starters: the cards that start the bottom row, from the left.
            turned_over: as in `placed`.

        Raises:
            WrongPhase: the table is not in `Phase.DEALING`.
            InvalidValue: these cannot be the cards of the round.
        """
        # The first player of a round can always place.
        return attrs.evolve(self, table=self.table.dealt(starters, None, turned_over), hand=hand)

    def scored(self, throne_card: IronThroneCard | None = None) -> View:
        """Return the view with a finished round scored.

        Args:
            throne_card: the Iron Throne card, if the player drew it and says which it is.

        Raises:
            WrongPhase: the round is not over, or scored already.
            InvalidValue: somebody else drew the card.
            InvalidDeal: the table of the variant has no such Iron Throne card left.
        """
        table = self.table.scored()
        pile = self.score_pile
        if throne_card is not None:
            if self.player is None or self.last_placer != self.player:
                raise InvalidValue(f"player {self.last_placer} draws the Iron Throne card, unseen")
            pile = (*pile, throne_card)
        kept = self.kept if self.player is None else (*self.kept, self.hand)
        hand = self.hand if table.is_over else ()
        return attrs.evolve(self, table=table, hand=hand, score_pile=pile, kept=kept)

    def revealed(self, throne_cards: Iterable[IronThroneCard]) -> View:
        """Return the view of a finished game with the Iron Throne cards turned over.

        Args:
            throne_cards: the cards as they were drawn, one for each round.

        Raises:
            WrongPhase: the game is not over, or the cards are known.
            InvalidDeal: the table of the variant has no such cards.
            InvalidValue: there are not as many cards as rounds, or the player has seen others.
        """
        table = self.table.revealed(throne_cards)
        pile = () if self.player is None else table.revealed_score_piles[self.player]
        if self.score_pile not in ((), pile):
            raise InvalidValue(f"player {self.player} has seen other Iron Throne cards")
        return attrs.evolve(self, table=table, score_pile=pile)

    def _asking(
        self, court: Callable[[], Court], hand: tuple[Card, ...], can_place: CanPlace | None
    ) -> CanPlace:
        """Return who can place a card in the court; of the viewer the hand shows it."""

        def asked(seat: int) -> bool:
            if seat == self.player:
                return any(court().open_slots(card.house) for card in hand)
            return any(map(court().open_slots, House)) if can_place is None else can_place(seat)

        return asked

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
                throne_card=next(own_throne_cards, None)
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
    if not isinstance(position, (GameState, View)):
        check_type("position", position, GameState)


def check_seat(position: Position, player: object) -> int:
    """Return the seat if the position has it; an InvalidValue if not."""
    return check_integer("player", player, 0, position.players - 1)


def own_faults(view: View) -> Iterator[tuple[str, str]]:
    """Yield what keeps a viewer's cards from being theirs at the table, each with its path.

    Which hidden cards agree with them is counted elsewhere.
    """
    table, seat = view.table, view.player
    if seat is None:
        for name in ("hand", "score_pile", "kept"):
            if getattr(view, name):
                yield f"/{name}", "a spectator has no cards"
        return
    check_integer("player", seat)
    if not 0 <= seat < table.players:
        yield "/player", f"there are {table.players} players, and no player {seat}"
        return
    if seat in table.variant.automated:
        yield "/player", f"player {seat} is automated, and sees nothing"
        return
    yield from _hand_faults(table, seat, view.hand)
    yield from _pile_faults(table, seat, view.score_pile)
    yield from _kept_faults(view, seat)


def _hand_faults(table: Table, seat: int, hand: tuple[Card, ...]) -> Iterator[tuple[str, str]]:
    size = table.hand_sizes[seat]
    if len(hand) != size:
        yield "/hand", f"player {seat} holds {size} cards, not {len(hand)}"
    court = table.court
    elsewhere = {*court.values(), *chain(*table.known_stacks)}
    for card in dict.fromkeys(hand):
        if card in elsewhere or hand.count(card) > 1:
            yield "/hand", f"{card} is in two places"
    houses = {card.house for card in hand}
    if houses.intersection(table.missing_houses[seat]):
        yield "/hand", f"player {seat} went out, and one of these cards could have been placed"
    if seat == table.active_player and not any(map(court.open_slots, houses)):
        yield "/hand", f"player {seat} is to move, and none of these cards can be placed"


def _pile_faults(
    table: Table, seat: int, pile: tuple[IronThroneCard, ...]
) -> Iterator[tuple[str, str]]:
    size = table.score_pile_sizes[seat]
    if pile and len(pile) != size:
        yield "/score_pile", f"player {seat} has drawn {size} cards, not {len(pile)}"
    revealed = table.revealed_score_piles
    if revealed and pile != revealed[seat]:
        yield "/score_pile", "the table has seen other cards"
    for fault in throne_faults(pile, table.variant):
        yield "/score_pile", fault


def _kept_faults(view: View, seat: int) -> Iterator[tuple[str, str]]:
    results = view.table.results
    if len(view.kept) != len(results):
        yield "/kept", f"{len(results)} rounds are over, not {len(view.kept)}"
        return
    for index, (result, kept) in enumerate(zip(results, view.kept, strict=True)):
        path = f"/kept/{index}"
        if kept is None:
            continue
        if len(kept) != result.cards_left[seat]:
            yield path, f"player {seat} was left with {result.cards_left[seat]} cards"
        placed = (placed.move.card for placed in result.placements)
        of_others = (cards for cards in result.kept if cards is not None)
        elsewhere = {*placed, *result.starters, *chain(*of_others)}
        if len(elsewhere.union(kept)) < len(elsewhere) + len(kept):
            yield path, "a card is in two places"
        missing = result.missing_houses[seat]
        if any(card.house in missing for card in kept):
            yield path, "one of these cards could have been placed"
    if view.is_over and view.kept[-1] not in (None, view.hand):
        yield "/kept", "the hand is what is left of the last round"
