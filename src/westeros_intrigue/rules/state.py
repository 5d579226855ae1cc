"""The state of a game, with its hidden cards: how it begins, and whose turn comes next.

A state combines the table, the hidden hands and the later deals. `next_state` passes the turn and
eliminates the players who cannot place a card.

Rules: turn.clockwise, elimination.own-turn, elimination.unable, elimination.empty.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cached_property
from itertools import chain, islice

import attrs
from typing_extensions import override

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import RandomSource, source_of
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.notebook_tables import Listed
from westeros_intrigue.rules import dealing, following, public_facts
from westeros_intrigue.rules.automated import Stack, Turns, find_dictated_move
from westeros_intrigue.rules.board import Board, bits_of, can_place, cards_of
from westeros_intrigue.rules.cards import DECK, Card, Cards, IronThroneCard, Move, Piles
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, check_deal
from westeros_intrigue.rules.game_events import (
    Elimination,
    Eliminations,
    Phase,
    Placements,
    check_phase,
)
from westeros_intrigue.rules.round_results import EarlierRounds, RoundResult
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import STANDARD, Variant

Stacks = tuple[Stack | None, ...]
"""The stack of each seat, from 0; None for a seat that is not automated."""


@attrs.frozen(slots=False)  # for the cached property
class RoundFrame(values.Value):
    """The facts that all states of a round share."""

    table: Table
    """The table of the round; each state stores the fields that change within the round."""
    rest: Deal
    """The deal of the later rounds, and the Iron Throne cards not yet drawn."""
    score_piles: Piles
    """For each seat, from 0, the Iron Throne cards that it has drawn."""
    results: tuple[RoundResult, ...] = ()
    """The finished rounds, with nothing hidden."""
    round_deal: RoundDeal | None = None
    """The deal of this round; None while dealing, and in a state drawn from a view."""
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
        """The start of the round and its future, as far as they matter for play: for position keys.

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

    What is still to be dealt and drawn:

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
        _, _, width_limit, opening, _ = round_._board
        return Table(
            round_.players,
            round_.variant,
            round_.starting_player,
            Board(self._occupied, self._open_bits, width_limit, opening),
            round_.results,
            round_.hand_size,
            round_.starters,
            self.active_player,
            self.active_player is not None,
            self.placements,
            self.eliminations,
            round_.turned_over and tuple([stack.turns if stack else () for stack in self._stacks]),
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
    next_player = None
    for _ in held:
        if seat not in out:
            if can_place(held[seat], open_bits):
                next_player = seat
                break
            gone = Elimination(seat, len(placements), held[seat].bit_count())
            eliminations = (*eliminations, gone)
            if stack := stacks[seat]:
                stacks = values.replace_item(stacks, seat, stack.after_going_out())
        seat = (seat + 1) % len(held)
    return GameState(
        frame, next_player, placements, eliminations, occupied, open_bits, held, stacks
    )


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


def begin(
    players: int, variant: Variant, first_player: int, deal: Deal, earlier: EarlierRounds
) -> GameState:
    """Return a game of whose earlier rounds, if any, only the sums are known, with a round dealt.

    Args:
        players: 2 to 6.
        variant: the rules of the game.
        first_player: the seat that started round 1, from 0.
        deal: the deals from the next round on, and the Iron Throne cards from then on.
        earlier: the sums; with unknown Iron Throne cards, the deal cannot have any.

    Raises:
        InvalidValue: a number is out of range, or no rounds can have these sums.
        InvalidDeal: the deal does not fit the game; `faults` lists the reasons.
        InvalidVariant: the variant does not fit the players; `faults` lists the reasons.
    """
    table = Table.new(players, variant=variant, first_player=first_player)
    if faults := earlier._faults(players, variant):
        raise InvalidValue(f"the earlier rounds cannot have these sums: {'; '.join(faults)}")
    check_deal(deal, players, variant, earlier.score_piles)
    if not earlier.count:
        return next_round(RoundFrame(table, deal, score_piles=((),) * table.players))
    start = (table.starting_player + earlier.count) % table.players
    table = attrs.evolve(following.await_deal(table, (), start), earlier=earlier._hidden)
    piles = tuple(tuple(filter(None, pile)) for pile in earlier.score_piles)
    return next_round(RoundFrame(table, deal, score_piles=piles))


def deal_round(state: GameState, round_deal: RoundDeal) -> GameState:
    """Return the state with the next round dealt, for a game that is waiting for its cards.

    >>> from westeros_intrigue import DECK
    >>> from westeros_intrigue.rules import deal_from_deck
    >>> table = setup(3, deal=Deal())
    >>> deal_round(table, deal_from_deck(DECK, 3))
    <GameState: 3 players, round 1 of 3, playing, player 0 to move>

    Args:
        state: a state in `Phase.DEALING`.
        round_deal: the hands and the cards that start the court.

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


def supply_chance(state: GameState, seed: int) -> GameState:
    """Return the state with the deals and the Iron Throne cards that it lacks, by a seed.

    What is known stays, so a game that was read from a line can be played to its end. A state that
    lacks nothing is returned itself.

    >>> from westeros_intrigue import parse_position
    >>> state = parse_position("-; S S S S S S S L L L L L L L, T T T T T T T B B B B B B B")
    >>> len(state.rest.rounds), len(supply_chance(state, 7).rest.rounds)
    (0, 1)
    >>> supply_chance(setup(4, deal=Deal()), 7) == setup(4, seed=7)
    True

    Args:
        state: a state in any phase.
        seed: an int of at least 0.

    Raises:
        InvalidValue: the seed is out of range, or the Iron Throne cards of scored rounds are with
            the players at a real table.
        InvalidVariant: the Iron Throne cards of the variant are unknown.

    Rules: setup.throne, setup.throne.once, round.reshuffle, option.anyone-deal.
    """
    values.check_type("state", state, GameState)
    rng = source_of(values.check_integer("seed", seed, 0), None)
    frame, variant, players = state._frame, state.variant, state.players
    sizes = state.table.score_pile_sizes
    hidden = sum(sizes) - sum(map(len, frame.score_piles))
    if state.phase is Phase.GAME_OVER and not hidden:
        return state
    if hidden and state.results:
        raise InvalidValue(
            "the players have the Iron Throne cards of scored rounds, which no seed can know: use "
            "`reveal` at the end"
        )
    lacking = hidden + variant.rounds_for(players) - sum(sizes) - len(frame.rest.throne_cards)
    drawn = iter(
        dealing.draw_throne_cards(
            variant, (*chain(*frame.score_piles), *frame.rest.throne_cards), lacking, rng
        )
    )
    piles = tuple(
        [
            (*pile, *islice(drawn, size - len(pile)))
            for pile, size in zip(frame.score_piles, sizes, strict=True)
        ]
    )
    is_waiting = state.phase is Phase.DEALING
    number = state.round_number - is_waiting + len(frame.rest.rounds)
    if frame.rest.rounds:
        dealt: Iterable[Card] = frame.rest.rounds[-1].dealt
    elif is_waiting:
        dealt = frame.last_dealt or DECK
    else:
        placed = (placement.move.card for placement in state.placements)
        dealt = (*chain(*state.hands), *frame.table.starters, *placed)
    rounds = dealing.draw_rounds(players, rng, variant, number + 1, dealt)
    rest = Deal((*frame.rest.rounds, *rounds), (*frame.rest.throne_cards, *drawn))
    if (rest, piles) == (frame.rest, frame.score_piles):
        return state
    frame = attrs.evolve(frame, rest=rest, score_piles=piles)
    return next_round(frame) if is_waiting else attrs.evolve(state, frame=frame)


def next_round(frame: RoundFrame) -> GameState:
    """Return the start of the next round, dealt if the rest of the deal contains its cards."""
    table = frame.table
    if not frame.rest.rounds:
        nothing = (0,) * table.players, (None,) * table.players
        return GameState(frame, None, (), (), *table._board[:2], *nothing)
    rounds, throne_cards = frame.rest.rounds, frame.rest.throne_cards
    return start_round(frame, rounds[0], Deal(rounds[1:], throne_cards))


def start_round(frame: RoundFrame, round_deal: RoundDeal, rest: Deal) -> GameState:
    """Return the round before its first placement; `rest` is the deal after the round."""
    table = following.deal_table(frame.table, round_deal.starters)
    frame = RoundFrame(
        table, rest, frame.score_piles, frame.results, round_deal, frame.dealt_before
    )
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
