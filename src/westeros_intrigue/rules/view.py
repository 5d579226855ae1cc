"""A view: what a player or a spectator knows at one moment, as a value without hidden cards.

It is the table and the viewer's own cards, and follows events as a table does. A `Position` is a
state or a view; functions that need only visible facts take both.

Rules: info.public, info.leftover, info.throne, info.elimination.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Annotated

import attrs
from typing_extensions import TypeAliasType, override

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.notebook_tables import Listed
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.rules import following, unseen
from westeros_intrigue.rules.board import PLANE_BITS
from westeros_intrigue.rules.cards import DECK, Card, Cards, House, IronThroneCard, Move, next_of
from westeros_intrigue.rules.dealing import InvalidDeal, throne_faults
from westeros_intrigue.rules.game_events import Event, Placement, Reveal, RoundEnd, RoundStart
from westeros_intrigue.rules.round_results import RoundResult
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.table import Followed, Table
from westeros_intrigue.rules.variants import Seat

Hand = Annotated[tuple[Card, ...], limits.Length(most=len(DECK), ascending=True)]
"""Cards by house and number."""
SeenPile = tuple[IronThroneCard | None, ...]
"""Iron Throne cards in drawing order, with None for unknown ones."""


def _convert_hand(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(limits.tuple_of("hand", Card, cards)))


@attrs.frozen(repr=False, field_transformer=limits.add_checks)
class View(Followed, values.Value):
    """The knowledge of a player or a spectator at one moment of a game.

    It contains no hidden cards, so you can send it to the player. `observe` makes it from a state;
    at a real table, make it from the table and the player's own cards.

    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(4, seed=1), 2)
    >>> view
    <View of player 2: round 1 of 4, playing, player 0 to move>
    >>> view == View(view.table, 2, view.hand)
    True

    At a real table, players follow the game with their own hands and public information:

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
        InvalidValue: the player cannot have these cards at this table.

    Rules: info.public, info.leftover, info.throne, info.throne-automated, info.elimination,
    info.memory, solo.public.
    """

    # Pyright does not know that a frozen field may stand for a property.
    table: Table  # pyright: ignore[reportIncompatibleMethodOverride]
    """The public information."""
    player: Seat | None = None
    """The seat that sees this, from 0; None for a spectator."""
    hand: Hand = attrs.field(default=(), converter=_convert_hand)
    """The cards in the player's own hand, by house and number; empty for a spectator."""
    score_pile: SeenPile = ()
    """The player's own Iron Throne cards, in drawing order, with None for each card that the player
    has not named; empty for a spectator."""
    kept: tuple[Hand | None, ...] = ()
    """For each finished round, the cards left in the player's own hand, by house and number. None
    if they are unknown, as in a state drawn from another player's view. Empty for a spectator."""

    def __attrs_post_init__(self) -> None:
        _check_own_cards(own_faults(self))

    def __repr__(self) -> str:
        return f"<View of {viewer_in_words(self.player)}: {self.table.summary}>"

    @property
    def viewer(self) -> int | None:
        """The seat of the viewer, from 0, under the name that views of every game have."""
        return self.player

    def stand_in(self, house: House) -> Card:
        """Return a card that can represent a printed card of the house that another player placed.

        Printed cards have no numbers, so any card that the viewer has not seen this round will do.
        Such a game begins with `Table.new(players, has_numbers=False)`.

        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(4, seed=1), 2)
        >>> card = view.stand_in(House.STARK)
        >>> card.house is House.STARK, card in view.hand
        (True, False)

        Raises:
            InvalidValue: the viewer has seen all cards of the house.

        Rules: components.names, components.characters.house.
        """
        values.check_type("house", house, House)
        if (card := next_of(house, self._seen)) is None:
            raise InvalidValue(f"player {self.player} has seen all cards of {house}")
        return card

    @property
    def _hands_in_sight(self) -> Mapping[int, Cards]:
        """The viewer's own hand by seat, from 0; no hand for a spectator."""
        return {} if self.player is None else {self.player: self.hand}

    @property
    def _seen(self) -> frozenset[Card]:
        """The cards whose place in this round the viewer knows."""
        return frozenset((*self.hand, *self.court.values(), *chain(*self.known_stacks)))

    def limited_to(self, moves: Iterable[Move]) -> View:
        """Return the view with only the slots of these moves open, each to the house of its move.

        House rules that forbid moves pass such a view to bots, which choose among the open slots.
        The views are equal, since both show the same facts, but their `position_key` differs.
        Documents do not store the limit, and in later views all open slots are open again.
        `explain` reports only the printed rules that a move breaks, and none for other moves.

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
        open_bits, board = 0, self.table._board
        for move in limits.tuple_of("moves", Move, moves):
            if move.card not in self.hand or not board.is_open(move.card.house, move.slot.cell):
                raise InvalidValue(f"{move} is not a legal move of the view")
            open_bits |= 1 << PLANE_BITS * move.card.house.index + move.slot.cell
        if not open_bits:
            raise InvalidValue("a house rule must leave a legal move")
        closed = (board.open_bits | board.closed) & ~open_bits
        limited = board._replace(open_bits=open_bits, closed=closed)
        return self._with_table(attrs.evolve(self.table, board=limited), self.kept)

    def _with_table(self, table: Table, kept: tuple[Cards | None, ...]) -> View:
        """Return the view of a table on which the viewer has the same cards, without checks."""
        return values.make_unchecked(
            View,
            table=table,
            player=self.player,
            hand=self.hand,
            score_pile=self.score_pile,
            kept=kept,
        )

    @override
    def then(self, event: Event) -> View:
        hand, pile, kept, seat = self.hand, self.score_pile, self.kept, self.player
        table = following.apply_event(self.table, event)
        match event:
            case RoundStart() if seat is not None:
                hand = _convert_hand(event.hands[seat] or ())
            case Placement(player, Move(card)) if player == seat:
                if card not in hand:
                    raise InvalidValue(f"player {seat} does not have {card}")
                hand = tuple(other for other in hand if other != card)
            case RoundEnd() if seat is not None:
                if event.last_placer == seat:
                    pile += (event.throne_card,)
                    if missing := throne_faults(pile, table.variant):
                        raise InvalidDeal(missing)
                kept += (hand,)
                hand = hand if table.is_over else ()
            case Reveal() if seat is not None:
                shown = table.revealed_score_piles[seat]
                if any(own not in (None, card) for own, card in zip(pile, shown, strict=True)):
                    raise InvalidValue(f"player {seat} has seen other Iron Throne cards")
                pile = shown
            case _:
                pass
        view = values.make_unchecked(
            View, table=table, player=seat, hand=hand, score_pile=pile, kept=kept
        )
        _check_own_cards(_own_faults(view))
        unseen.check_possible(view)
        return view

    def dealt(self, hand: Iterable[Card] = (), starters: Iterable[Card] = ()) -> View:
        """Return the view with the next round dealt: the viewer's hand and the starters.

        Args:
            hand: the player's own cards.
            starters: the cards that start the bottom row, from the left.

        Raises:
            WrongPhase: the table is not in `Phase.DEALING`.
            InvalidValue: the round cannot have these cards.
        """
        seats = range(self.players)
        own = _convert_hand(hand)
        if own and self.player is None:
            raise InvalidValue("impossible view: a spectator has no cards")
        hands = tuple(own if seat == self.player else None for seat in seats)
        return self.then(following.make_round_start(self.table, starters, hands))

    def scored(self, throne_card: IronThroneCard | None = None) -> View:
        """Return the view with a finished round scored.

        Args:
            throne_card: the Iron Throne card, if the player drew it and has named it.

        Raises:
            WrongPhase: the round is not over, or is already scored.
            InvalidValue: another player drew the card.
            InvalidDeal: the variant has no such Iron Throne card left.
        """
        end = following.make_round_end(self.table, throne_card)
        if throne_card is not None and end.last_placer != self.player:
            raise InvalidValue(f"player {self.last_placer} draws the Iron Throne card, unseen")
        return self.then(end)

    @property
    def _fits(self) -> bool | None:
        if self.player != self.active_player:
            return None
        open_houses = self.table._board.open_houses
        return any(card.house in open_houses for card in self.hand)

    @property
    def results(self) -> Listed[RoundResult]:
        """The finished rounds, from the first, with None for facts hidden from the player."""
        seat = self.player
        if seat is None:
            return Listed(self.table.results)
        earlier = self.table.earlier
        before = len(earlier.score_piles[seat]) if earlier.count else 0
        own_throne_cards = iter(self.score_pile[before:])
        return Listed(
            attrs.evolve(
                result,
                throne_card=next(own_throne_cards)
                if result.last_placer == seat
                else result.throne_card,
                kept=values.replace_item(result.kept, seat, kept),
            )
            for result, kept in zip(self.table.results, self.kept, strict=True)
        )


Faults = list[tuple[str, str]]
"""The fields with a fault, as in `/kept/0`, each with a sentence."""


def own_faults(view: View) -> Faults:
    """Return the reasons why the viewer cannot have these cards at the table."""
    faults = [*_own_faults(view)]
    if view.player is None or not {"/player", "/score_pile", "/kept"}.isdisjoint(dict(faults)):
        return faults  # there might be no results
    checks: list[tuple[str, Callable[[], None]]] = [
        ("/hand", partial(unseen.check_hands_now, view))
    ]
    for index, (result, kept) in enumerate(zip(view.table.results, view.kept, strict=True)):
        own = result, view.table.variant, view.player, kept or ()
        check_kept = partial(unseen.check_hands_at_end, *own)
        checks.append((f"/kept/{index}", check_kept))
    for field, check in checks:
        # A card can be in two places, or could have been placed when its player went out.
        try:
            check()
        except InvalidValue as error:
            faults.append((field, str(error)))
    if view.is_over and view.kept[-1] not in (None, view.hand):
        faults.append(("/kept", "the hand must be the cards left from the last round"))
    return faults


def _own_faults(view: View) -> Iterator[tuple[str, str]]:
    """Yield the faults of the viewer's own cards that follow from them and the table's numbers."""
    table, seat = view.table, view.player
    if seat is None:
        own = {"/hand": view.hand, "/score_pile": view.score_pile, "/kept": view.kept}
        yield from ((field, "a spectator has no cards") for field, cards in own.items() if cards)
        return
    if seat >= table.players:
        yield "/player", f"there are {table.players} players, and no player {seat}"
        return
    if seat in table.variant.automated:
        yield "/player", f"player {seat} is automated, and sees nothing"
        return
    size = table.hand_sizes[seat]
    if len(view.hand) != size:
        held = english.count_things(size, "card")
        yield "/hand", f"player {seat} holds {held}, not {len(view.hand)}"
    if table.can_place and view._fits is False:
        yield "/hand", f"player {seat} is to move, and none of these cards can be placed"
    results = table.results
    if len(view.kept) != len(results):
        due = english.count_things(len(results), "hand")
        yield "/kept", f"there must be {due} kept, one for each round, not {len(view.kept)}"
    for index, (result, cards) in enumerate(zip(results, view.kept, strict=False)):
        if cards is not None and len(cards) != result.cards_left[seat]:
            left = english.count_things(result.cards_left[seat], "card")
            yield f"/kept/{index}", f"player {seat} was left with {left}, not {len(cards)}"
    drawn = table.score_pile_sizes[seat]
    if len(view.score_pile) != drawn:
        due = english.count_things(drawn, "card")
        yield "/score_pile", f"player {seat} has drawn {due}, not {len(view.score_pile)}"
    revealed = table.revealed_score_piles
    if revealed and view.score_pile != revealed[seat]:
        yield "/score_pile", "the table shows other Iron Throne cards"
    for fault in throne_faults(view.score_pile, table.variant):
        yield "/score_pile", fault


def _check_own_cards(faults: Iterable[tuple[str, str]]) -> None:
    """Raise InvalidValue if the viewer's own cards have faults."""
    if sentences := [sentence for _, sentence in faults]:
        raise InvalidValue(f"impossible view: {'; '.join(sentences)}")


Position = TypeAliasType("Position", GameState | View)
"""A game at one moment: the whole game or one player's view of it."""


def check_position(position: object) -> None:
    """Check that `position` is a GameState or a View."""
    if type(position) is not GameState and type(position) is not View:  # quicker, and mostly enough
        values.check_type("position", position, GameState | View)


def check_seat(position: Position, player: object) -> int:
    """Return the seat if the position has it; raise InvalidValue otherwise."""
    return values.check_integer("player", player, 0, position.players - 1)


SeenHands = list[Cards | None]
"""The hand of each seat, as far as it is known."""


def list_hands(position: Position) -> SeenHands:
    """Return each seat's hand, from seat 0, with None for a hand that the position lacks."""
    if isinstance(position, GameState):
        return list(position.hands)
    return [position.hand if seat == position.player else None for seat in range(position.players)]


def list_piles(position: Position) -> list[SeenPile]:
    """Return each seat's Iron Throne cards, from seat 0, with None for hidden ones."""
    piles: list[SeenPile] = list(position._piles)
    if isinstance(position, GameState):
        return list(position.score_piles) if any(position.score_piles) else piles
    if position.player is not None:
        piles[position.player] = position.score_pile
    return piles
