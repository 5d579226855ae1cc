"""The state of a game, including hidden cards, and a player's view of it.

A state combines the table, the hidden hands and the later deals. A view combines the table and the
player's own cards.

Rules: info.leftover, info.throne, info.elimination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import chain
from typing import Annotated

import attrs
from typing_extensions import TypeAliasType, override

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import RandomSource, source_of
from westeros_intrigue.gamekit.display import Listed, viewer_in_words
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.rules import dealing, following, public_facts, unseen
from westeros_intrigue.rules.automated import Stack, Turns, find_dictated_move
from westeros_intrigue.rules.cards import (
    DECK,
    PLANE_BITS,
    Board,
    Card,
    Cards,
    House,
    IronThroneCard,
    Move,
    Piles,
    cells,
    next_of,
)
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, check_deal, throne_faults
from westeros_intrigue.rules.game_events import (
    Elimination,
    Eliminations,
    Event,
    Phase,
    Placement,
    Placements,
    Reveal,
    RoundEnd,
    RoundResult,
    RoundStart,
    check_phase,
)
from westeros_intrigue.rules.table import Followed, Table
from westeros_intrigue.rules.variants import STANDARD, Seat, Variant

Stacks = tuple[Stack | None, ...]
"""The stack of each seat, from 0; None for a seat that is not automated."""


@attrs.frozen(slots=False)  # for the cached property
class RoundFrame(values.Value):
    """The facts that all states of a round share."""

    table: Table
    """The table of the round; each state stores the fields that change within the round."""
    rest: Deal
    score_piles: Piles
    results: tuple[RoundResult, ...] = ()
    round_deal: RoundDeal | None = None
    dealt_before: Cards | None = None
    """The cards of the previous round, in a state drawn from a view that is waiting for the next
    deal."""

    @property
    def last_dealt(self) -> Cards | None:
        """The cards dealt in the last finished round; None before the first, or if any fit."""
        dealt = self.results[-1].deal if self.results else None
        return self.dealt_before if dealt is None else dealt.dealt

    @cached_property
    def outlook(self) -> Hashable:
        """The start of the round and its future, as far as they matter for play.

        Cards of one house are equivalent, as are hands with the same cards; the order matters only
        for an automated house.
        """
        table, variant = self.table, self.table.variant
        in_game: list[str] = []  # The characters that the next round is dealt from, if it is dealt.
        if variant.anyone_can_die and not self.rest.rounds:
            dealt = self.round_deal.dealt if self.round_deal else self.last_dealt
            in_game = sorted(letters(dealt or ()))
        return (
            variant,
            table.round_number,
            table.starting_player,
            table.penalty_points,
            tuple(map(as_multiset, self.score_piles)),
            tuple(_houses_of(deal, variant.automated) for deal in self.rest.rounds),
            self.rest.throne_cards,
            *in_game,
        )


def _houses_of(deal: RoundDeal, automated: tuple[int, ...]) -> tuple[str, ...]:
    hands = (
        letters(hand) if seat in automated else "".join(sorted(letters(hand)))
        for seat, hand in enumerate(deal.hands)
    )
    return (letters(deal.starters), *hands)


def letters(cards: Iterable[Card]) -> str:
    """Return the letters of the cards' houses, in the order of the cards."""
    return "".join(card.house.letter for card in cards)


def as_multiset(pile: Iterable[IronThroneCard | None]) -> Hashable:
    """Return a value that is equal for piles with the same cards in any order."""
    return frozenset(Counter(pile).items())


@attrs.frozen(repr=False)
class GameState(public_facts.PublicFacts, values.Value):
    """A whole game at one moment, including hidden cards.

    States come from `setup`, `apply`, `score_round` and `deal_round`, and never change. Equal
    states also have equal histories. Do not call the constructor or `attrs.evolve`, which check
    nothing. Send players `observe(state, player)`, never the state, which contains every hand and
    all later deals.

    >>> from westeros_intrigue import setup
    >>> state = setup(4, seed=1)
    >>> state
    <GameState: 4 players, round 1 of 4, playing, player 0 to move>
    >>> state.players, state.round_number, state.phase, state.starting_player
    (4, 1, Phase.PLAYING, 0)
    >>> [str(card) for card in state.hands[3]]
    ['S3', 'S9', 'L1', 'L4', 'B1', 'B4', 'B6', 'B7', 'B9']

    After a placement, and after the round:

    >>> from westeros_intrigue import apply, legal_moves, score_round
    >>> state = apply(state, legal_moves(state)[0])
    >>> print(state.court)
    a0 S1
    >>> while moves := legal_moves(state):
    ...     state = apply(state, moves[0])
    >>> scored = score_round(state)
    >>> state.last_placer, scored.penalty_points, len(scored.results)
    (1, (6, 5, 6, 7), 1)
    >>> [len(pile) for pile in scored.score_piles]
    [0, 1, 0, 0]

    Its chance:

    >>> len(state.round_deal.dealt), len(state.rest.rounds), len(state.rest.throne_cards)
    (36, 3, 4)
    """

    # A state stores its table as flat values, since every placement makes a state but few tables
    # are needed: the frame does not change within a round, the other fields do. Pyright does not
    # know that a frozen field may stand for a property.
    _frame: RoundFrame
    active_player: int | None  # pyright: ignore[reportIncompatibleMethodOverride]
    """The seat to move, from 0, which always has a legal move; None when no player is to move."""
    placements: Placements  # pyright: ignore[reportIncompatibleMethodOverride]
    """The placements of this round in order, without the starters."""
    eliminations: Eliminations  # pyright: ignore[reportIncompatibleMethodOverride]
    """The eliminations of this round in order."""
    # The two integers of a `Board`, since the tuple would take a tenth of a state's memory.
    _occupied: int
    _open_bits: int
    # For each seat, from 0, the cards in its hand as bits, by `Card.index`.
    _held: tuple[int, ...]
    # For each seat, from 0, the stack of an automated house, or None.
    _stacks: Stacks

    def __repr__(self) -> str:
        return f"<GameState: {self.players} players, {self.table.summary}>"

    @property
    def table(self) -> Table:
        """The public information."""
        round_ = self._frame.table
        return Table(
            round_.players,
            round_.variant,
            round_.starting_player,
            self._board,
            round_.results,
            round_.hand_size,
            round_.starters,
            self.active_player,
            self.active_player is not None,
            self.placements,
            self.eliminations,
            round_.turned_over and tuple([each.turns if each else () for each in self._stacks]),
            round_.has_numbers,
            round_.earlier,
        )

    @property
    @override
    def _board(self) -> Board:
        _, _, width_limit, opening, _ = self._frame.table._board
        return Board(self._occupied, self._open_bits, width_limit, opening)

    @property
    @override
    def _of_round(self) -> Table:
        return self._frame.table

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """For each seat, from 0, its cards by house and number; of a stack, top first."""
        return tuple(
            cards_of(held) if stack is None else stack.cards
            for held, stack in zip(self._held, self._stacks, strict=True)
        )

    @property
    def known_counts(self) -> tuple[int, ...]:
        """For each seat, from 0, the number of cards at the bottom of its stack that are public."""
        return tuple(map(len, self.known_stacks))

    @property
    def score_piles(self) -> Piles:
        """For each seat, from 0, its Iron Throne cards in drawing order (rule round.throne)."""
        return self._frame.score_piles

    @property
    def results(self) -> Listed[RoundResult]:
        """The finished rounds, from the first."""
        return Listed(self._frame.results)

    @property
    def round_deal(self) -> RoundDeal | None:
        """This round's deal; None while dealing, and in a state drawn from a view."""
        return self._frame.round_deal

    @property
    def rest(self) -> Deal:
        """The rest of the deal: the later rounds and the Iron Throne cards not yet drawn."""
        return self._frame.rest

    @property
    def dictated(self) -> Move | None:
        """The only legal move of the automated house to move; None if there is no such house."""
        seat = self.active_player
        stack = None if seat is None else self._stacks[seat]
        if seat is None or stack is None:
            return None
        return find_dictated_move(stack.cards, self._open_bits, self.variant.houses[seat])


def next_state(  # noqa: PLR0917 - the fields of a state, at every placement
    seat: int,
    frame: RoundFrame,
    placements: Placements,
    eliminations: Eliminations,
    occupied: int,
    open_bits: int,
    held: tuple[int, ...],
    stacks: Stacks,
) -> GameState:
    """Return the state in which `seat` is to move, or the next seat that can place a card.

    Players are eliminated only on their own turn, since others might have unblocked them by then.
    The last remaining player is checked like any other.
    """
    out = [gone.player for gone in eliminations] if eliminations else eliminations
    players, next_player = len(held), None
    for _ in range(players):
        if seat not in out:
            if following.can_place(held[seat], open_bits):
                next_player = seat
                break
            gone = Elimination(seat, len(placements), held[seat].bit_count())
            eliminations = (*eliminations, gone)
            if stack := stacks[seat]:
                stacks = values.replace_item(stacks, seat, stack.after_going_out())
        seat = (seat + 1) % players
    return GameState(
        frame, next_player, placements, eliminations, occupied, open_bits, held, stacks
    )


def cards_of(held: int) -> Cards:
    """Return the cards with set bits, by house and number."""
    return (
        _cards_of(held & following.STARK)
        + _cards_of(held & following.LANNISTER)
        + _cards_of(held & following.BARATHEON)
        + _cards_of(held & following.TARGARYEN)
    )


@cache
def _cards_of(held: int) -> Cards:
    # One house has 512 sets of cards.
    return tuple([DECK[index] for index in cells(held)])


def bits_of(cards: Cards) -> int:
    """Return the cards as bits."""
    return sum(1 << card.index for card in cards)


Hand = Annotated[tuple[Card, ...], values.Length(most=len(DECK), ascending=True)]
"""Cards by house and number."""
SeenHands = list[Cards | None]
"""The hand of each seat, as far as it is known."""
SeenPile = tuple[IronThroneCard | None, ...]
"""Iron Throne cards in drawing order, with None for unknown ones."""


def _convert_hand(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(values.tuple_of("hand", Card, cards)))


@attrs.frozen(repr=False, field_transformer=values.add_checks)
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
        for move in values.tuple_of("moves", Move, moves):
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
        table = following.table_after(self.table, event)
        match event:
            case RoundStart() if seat is not None:
                hand = _convert_hand(event.hands[seat] or ())
            case Placement(player, Move(card)) if player == seat:
                if card not in hand:
                    raise InvalidValue(f"player {seat} does not have {card}")
                hand = tuple(each for each in hand if each != card)
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
        return self.then(following.round_start(self.table, starters, hands))

    def scored(self, throne_card: IronThroneCard | None = None) -> View:
        """Return the view with a finished round scored.

        Args:
            throne_card: the Iron Throne card, if the player drew it and has named it.

        Raises:
            WrongPhase: the round is not over, or is already scored.
            InvalidValue: another player drew the card.
            InvalidDeal: the variant has no such Iron Throne card left.
        """
        end = following.round_end(self.table, throne_card)
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


Position = TypeAliasType("Position", GameState | View)
"""A game at one moment: the whole game or one player's view of it."""


def check_position(position: object) -> None:
    """Check that `position` is a GameState or a View."""
    values.check_type("position", position, GameState | View)


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


def check_seat(position: Position, player: object) -> int:
    """Return the seat if the position has it; raise InvalidValue otherwise."""
    return values.check_integer("player", player, 0, position.players - 1)


Faults = list[tuple[str, str]]
"""The fields with a fault, as in `/kept/0`, each with a sentence."""


def own_faults(view: View) -> Faults:
    """Return the reasons why the viewer cannot have these cards at the table."""
    faults = [*_own_faults(view)]
    if view.player is None or not {"/player", "/score_pile", "/kept"}.isdisjoint(dict(faults)):
        return faults  # there might be no results
    checks: list[tuple[str, Callable[[], object]]] = [("/hand", partial(unseen.unseen_now, view))]
    for index, result in enumerate(view.results):
        checks.append((f"/kept/{index}", partial(unseen.unseen_at_end, view, result)))
    for field, check in checks:
        # A card can be in two places, or could have been placed when its player went out.
        try:
            check()
        except InvalidValue as error:
            faults.append((field, str(error)))
    if view.is_over and view.kept[-1] not in (None, view.hand):
        faults.append(("/kept", "the hand must be the cards left from the last round"))
    return faults


def _check_own_cards(faults: Iterable[tuple[str, str]]) -> None:
    """Raise InvalidValue if the viewer's own cards have faults."""
    if sentences := [sentence for _, sentence in faults]:
        raise InvalidValue(f"impossible view: {'; '.join(sentences)}")


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
        held = values.count_things(size, "card")
        yield "/hand", f"player {seat} holds {held}, not {len(view.hand)}"
    if table.can_place and view._fits is False:
        yield "/hand", f"player {seat} is to move, and none of these cards can be placed"
    results = table.results
    if len(view.kept) != len(results):
        wanted = values.count_things(len(results), "hand")
        yield "/kept", f"there must be {wanted} kept, one for each round, not {len(view.kept)}"
    for index, (result, cards) in enumerate(zip(results, view.kept, strict=False)):
        if cards is not None and len(cards) != result.cards_left[seat]:
            left = values.count_things(result.cards_left[seat], "card")
            yield f"/kept/{index}", f"player {seat} was left with {left}, not {len(cards)}"
    drawn = table.score_pile_sizes[seat]
    if len(view.score_pile) != drawn:
        wanted = values.count_things(drawn, "card")
        yield "/score_pile", f"player {seat} has drawn {wanted}, not {len(view.score_pile)}"
    revealed = table.revealed_score_piles
    if revealed and view.score_pile != revealed[seat]:
        yield "/score_pile", "the table shows other Iron Throne cards"
    for fault in throne_faults(view.score_pile, table.variant):
        yield "/score_pile", fault


def setup(
    players: int,
    *,
    seed: int | None = None,
    rng: RandomSource | None = None,
    deal: Deal | None = None,
    first_player: int | None = None,
    variant: Variant = STANDARD,
) -> GameState:
    """Return a new game, with the first round dealt.

    This fixes all random outcomes of the game. They are drawn from the seed, from `rng` or, by
    default, from the system's randomness; or they are taken from `deal`, and the seed or `rng`
    fills its gaps. A seed leads to the same deal on every version and platform.

    >>> state = setup(4, seed=7)
    >>> state.active_player, [len(hand) for hand in state.hands]
    (0, [9, 9, 9, 9])
    >>> setup(4, seed=7) == state
    True

    Args:
        players: 2 to 6.
        seed: an int of at least 0.
        rng: a source of random numbers; all numbers for the game are drawn now.
        deal: the random outcomes. If they are incomplete, the seed or `rng` completes them; without
            either, `deal_round` deals the later rounds.
        first_player: the seat that starts round 1, from 0; None for the seat that the variant
            fixes, or seat 0.
        variant: the rules of the game.

    Raises:
        InvalidValue: the number of players, the seed or the first player is out of range, or both
            seed and rng are passed.
        InvalidDeal: the deal does not fit the game; `faults` lists the reasons.
        InvalidVariant: the variant does not fit the players; `faults` lists the reasons.

    Rules: setup.hand-size, setup.unused, setup.starter, setup.first-player,
    setup.first-player.youngest, setup.throne.
    """
    table = Table.new(players, variant=variant, first_player=first_player)
    players = table.players
    is_drawn = deal is None or seed is not None or rng is not None
    deal = Deal() if deal is None else deal
    values.check_type("deal", deal, Deal)
    if is_drawn:
        deal = deal.completed(players, variant, source_of(seed, rng))
    else:
        check_deal(deal, players, variant)
    return next_round(RoundFrame(table, deal, score_piles=((),) * players))


def deal_round(state: GameState, round_deal: RoundDeal) -> GameState:
    """Return the state with the next round dealt, for a game that is waiting for its cards.

    >>> from westeros_intrigue import DECK
    >>> from westeros_intrigue.rules import deal_from_deck
    >>> table = setup(3, deal=Deal())
    >>> deal_round(table, deal_from_deck(DECK, 3))
    <GameState: 3 players, round 1 of 3, playing, player 0 to move>

    Raises:
        WrongPhase: the game is not in `Phase.DEALING`.
        InvalidDeal: the cards do not fit the round; `faults` lists the reasons.

    Rules: round.reshuffle, setup.hand-size, setup.starter, option.anyone-deal.
    """
    values.check_type("state", state, GameState)
    values.check_type("round_deal", round_deal, RoundDeal)
    check_phase(state.phase, Phase.DEALING, "a round is dealt")
    frame = state._frame
    players, variant, number = state.players, state.variant, state.round_number
    faults = tuple(dealing.round_faults(round_deal, frame.last_dealt, players, variant, number))
    if faults:
        raise InvalidDeal(faults)
    return start_round(frame, round_deal, frame.rest)


def next_round(frame: RoundFrame) -> GameState:
    """Return the start of the next round, dealt if the rest of the deal contains its cards."""
    table = frame.table
    if not frame.rest.rounds:
        nothing = (0,) * table.players, (None,) * table.players
        return GameState(frame, None, (), (), *table._board[:2], *nothing)
    round_deal, *later = frame.rest.rounds
    return start_round(frame, round_deal, Deal(later, frame.rest.throne_cards))


def start_round(frame: RoundFrame, round_deal: RoundDeal, rest: Deal) -> GameState:
    """Return the round before its first placement; `rest` is the deal after the round."""
    table = following.deal_table(
        frame.table, following.round_start(frame.table, round_deal.starters)
    )
    frame = attrs.evolve(frame, table=table, round_deal=round_deal, rest=rest)
    held = tuple(bits_of(hand) for hand in round_deal.hands)
    stacks = make_stacks(table, round_deal.hands, ((),) * table.players)
    return next_state(table.starting_player, frame, (), (), *table._board[:2], held, stacks)


def make_stacks(table: Table, hands: Iterable[Cards], turned_over: Iterable[Turns]) -> Stacks:
    """Return the stack of each seat, from 0; None for a seat that is not automated."""
    automated = table.variant.automated
    return tuple(
        Stack(hand, turns) if seat in automated else None
        for seat, (hand, turns) in enumerate(zip(hands, turned_over, strict=True))
    )
