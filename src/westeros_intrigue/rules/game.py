"""The state of a game: the table, the hidden hands, and the chance to come."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache, cached_property
from itertools import chain
from math import inf

import attrs
from typing_extensions import override

from westeros_intrigue.base.values import Value
from westeros_intrigue.rules import pyramid
from westeros_intrigue.rules.automated import Stack, dictated_move
from westeros_intrigue.rules.cards import DECK, Card, IronThroneCard
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.public_facts import PublicFacts
from westeros_intrigue.rules.pyramid import Board
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.turns import (
    BARATHEON,
    LANNISTER,
    STARK,
    TARGARYEN,
    can_place,
    pass_turn,
)


@attrs.frozen(slots=False)  # for the cached property
class RoundFrame(Value):
    """The facts that all states of a round have in common; they share one object."""

    table: Table
    """The table of the round; all that changes within it, each state has itself."""
    rest: Deal
    score_piles: tuple[tuple[IronThroneCard, ...], ...]
    results: tuple[RoundResult, ...] = ()
    round_deal: RoundDeal | None = None
    dealt_before: tuple[Card, ...] | None = None
    """The cards of the round before, in a state drawn from a view that waits for the next ones."""

    @property
    def last_dealt(self) -> tuple[Card, ...] | None:
        """The cards dealt in the last finished round; None before one is, or if any will do."""
        dealt = self.results[-1].deal if self.results else None
        return self.dealt_before if dealt is None else dealt.dealt

    @cached_property
    def outlook(self) -> tuple[Hashable, ...]:
        """The start of the round and what follows it, as far as it matters for play.

        Cards of a house play alike, and so do hands of the same cards; only an automated house
        draws them as they lie.
        """
        table, variant, piles = self.table, self.table.variant, self.score_piles
        rounds_left = variant.rounds_for(table.players) - len(self.results)
        totals = tuple(
            points - sum(card.value for card in pile)
            for points, pile in zip(table.penalty_points, piles, strict=True)
        )
        fewest_icons = tuple(min((card.icons for card in pile), default=inf) for pile in piles)
        later_rounds = tuple(_houses_of(deal, variant.automated) for deal in self.rest.rounds)
        throne_cards = _values_and_icons(self.rest.throne_cards[:rounds_left])
        # Cards that are drawn come no more: it matters where not all that come are known.
        is_known = len(throne_cards) == rounds_left
        drawn = () if is_known else tuple(sorted(_values_and_icons(chain(*piles))))
        in_game = ""  # The characters that the next round is dealt from, if it is dealt.
        if variant.anyone_can_die and not self.rest.rounds and rounds_left > 0:
            dealt = self.round_deal.dealt if self.round_deal else self.last_dealt
            in_game = _sorted_houses(dealt or ())
        begins = variant, table.round_number, table.starting_player
        return (*begins, totals, fewest_icons, later_rounds, throne_cards, drawn, in_game)


def _houses_of(deal: RoundDeal, automated: tuple[int, ...]) -> tuple[str, ...]:
    hands = (
        letters(hand) if seat in automated else _sorted_houses(hand)
        for seat, hand in enumerate(deal.hands)
    )
    return (letters(deal.starters), *hands)


def letters(cards: Iterable[Card]) -> str:
    """Return the letters of the cards' houses, in the order of the cards."""
    return "".join(card.house.letter for card in cards)


def _sorted_houses(cards: Iterable[Card]) -> str:
    return "".join(sorted(letters(cards)))


def _values_and_icons(cards: Iterable[IronThroneCard]) -> tuple[tuple[int, int], ...]:
    return tuple((card.value, card.icons) for card in cards)


@attrs.frozen(repr=False)
class GameState(PublicFacts, Value):
    """Everything about a game at one moment: what is on the table, hidden cards included.

    States come from `setup`, `apply`, `score_round` and `deal_round`, and never change. Two are
    equal when everything in them is, history included. The constructor and `attrs.evolve` check
    nothing: do not call them. Send a player `observe(state, player)`, never the state, which
    contains every hand and the chance to come.

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

    # A state stores its table as flat values, since every placement makes a state and few
    # tables are asked for: what does not change within a round, and what does.
    frame: RoundFrame
    """The facts that all states of this round have in common."""
    active_player: int | None
    """The seat to move, from 0; None when nobody is to move. There is always a legal move."""
    placements: tuple[Placement, ...]
    """The placements of this round in order; the starters do not count."""
    eliminations: tuple[Elimination, ...]
    """The eliminations of this round in order."""
    # Not a `Board`, since the tuple needs a tenth of a state's memory.
    occupied: int
    """The occupied slots as bits, as in `Board`."""
    open_slots: int
    """The open slots of each house as bits, as in `Board`."""
    held: tuple[int, ...]
    """For each seat, from 0, the cards in its hand as bits, by `Card.index`."""
    stacks: tuple[Stack | None, ...]
    """For each seat, from 0, the stack of an automated house, or None; empty without such seats."""

    def __repr__(self) -> str:
        return f"<GameState: {self.players} players, {self.table.summary}>"

    @property
    def table(self) -> Table:
        """The public information."""
        round_ = self.frame.table
        return Table(
            round_.players,
            round_.variant,
            round_.starting_player,
            Board(self.occupied, self.open_slots, round_.board.width_limit),
            round_.results,
            round_.hand_size,
            round_.starters,
            self.active_player,
            self.active_player is not None,
            self.placements,
            self.eliminations,
            tuple([stack.turns if stack else () for stack in self.stacks]) if self.stacks else (),
            round_.has_numbers,
        )

    @property
    @override
    def board(self) -> Board:
        """The court as bits, for programs that look at many positions."""
        return Board(self.occupied, self.open_slots, self.frame.table.board.width_limit)

    @property
    @override
    def _of_round(self) -> Table:
        return self.frame.table

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """For each seat, from 0, its cards by house and number; of a stack, top first."""
        return tuple(
            cards_of(held) if stack is None else stack.cards
            for held, stack in zip(self.held, self.stacks or (None,) * self.players, strict=True)
        )

    @property
    def known_counts(self) -> tuple[int, ...]:
        """For each seat, from 0, how many cards at the bottom of its stack everybody has seen."""
        return tuple(map(len, self.known_stacks))

    @property
    def score_piles(self) -> tuple[tuple[IronThroneCard, ...], ...]:
        """For each seat, from 0, its Iron Throne cards in drawing order (rule round.throne)."""
        return self.frame.score_piles

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """The finished rounds, from the first."""
        return self.frame.results

    @property
    def round_deal(self) -> RoundDeal | None:
        """This round's deal; None while dealing, and in a state drawn from a view."""
        return self.frame.round_deal

    @property
    def rest(self) -> Deal:
        """The chance to come: the later rounds and the Iron Throne cards not drawn yet."""
        return self.frame.rest

    @property
    def dictated(self) -> Move | None:
        """The one move of the automated house to move; None if a player is to move, or nobody."""
        seat = self.active_player
        stack = self.stacks[seat] if self.stacks and seat is not None else None
        if seat is None or stack is None:
            return None
        return dictated_move(stack.cards, self.open_slots, self.variant.houses[seat])


def passed_to(  # noqa: PLR0917 - the fields of a state, at every placement
    seat: int,
    frame: RoundFrame,
    placements: tuple[Placement, ...],
    eliminations: tuple[Elimination, ...],
    occupied: int,
    open_slots: int,
    held: tuple[int, ...],
    stacks: tuple[Stack | None, ...],
) -> GameState:
    """Return the state in which the turn has come to `seat`, or to whoever can place after it."""
    out = [gone.player for gone in eliminations] if eliminations else eliminations
    if seat not in out and can_place(held[seat], open_slots):
        next_player: int | None = seat  # most often; the loop would find the same
    else:
        next_player, going_out = pass_turn(
            seat, frame.table.players, out, lambda other: can_place(held[other], open_slots)
        )
        for gone in going_out:
            cards_left = held[gone].bit_count()
            eliminations = (*eliminations, Elimination(gone, len(placements), cards_left))
            if stacks and (stack := stacks[gone]):
                stacks = (*stacks[:gone], stack.after_going_out(), *stacks[gone + 1 :])
    return GameState(
        frame, next_player, placements, eliminations, occupied, open_slots, held, stacks
    )


def cards_of(held: int) -> tuple[Card, ...]:
    """Return the cards whose bits are set, by house and number."""
    return (
        _cards_of(held & STARK)
        + _cards_of(held & LANNISTER)
        + _cards_of(held & BARATHEON)
        + _cards_of(held & TARGARYEN)
    )


@cache
def _cards_of(held: int) -> tuple[Card, ...]:
    # Of one house, which has 512 sets of cards.
    return tuple([DECK[index] for index in pyramid.cells(held)])


def bits_of(cards: tuple[Card, ...]) -> int:
    """Return the bits that stand for the cards."""
    return sum(1 << card.index for card in cards)
