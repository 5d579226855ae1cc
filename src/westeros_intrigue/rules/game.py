"""The state of a game: the table, the hidden hands, and the chance to come.

Rules: elimination.keeps, round.end, solo.stack, info.public, info.leftover, info.throne,
info.throne-automated.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from math import inf
from operator import attrgetter

import attrs
from typing_extensions import override

from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.rules import pyramid
from westeros_intrigue.rules.automated import Stack, dictated_move
from westeros_intrigue.rules.cards import DECK, Card, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.on_table import OnTable
from westeros_intrigue.rules.seen import court_of
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
from westeros_intrigue.rules.variants import Variant


@attrs.frozen(cache_hash=True)
class Outlook(Value):
    """What a round begins with and what follows it, as far as it matters for play.

    Cards of a house play alike, and so do hands of the same cards; only an automated house draws
    them as they lie.
    """

    variant: Variant
    round_number: int
    starting_player: int
    totals: tuple[int, ...]
    """For each seat, from 0, its points less the values of its Iron Throne cards."""
    fewest_icons: tuple[float, ...]
    """For each seat, from 0, what breaks its ties (rule final.icons); infinite without a card."""
    later_rounds: tuple[tuple[tuple[str, ...], str], ...]
    """For each later round that is dealt, the houses of the hands and of the starters."""
    throne_cards: tuple[IronThroneCard, ...]
    """The Iron Throne cards to come."""
    drawn: tuple[tuple[int, int], ...] | None
    """The Iron Throne cards drawn, where not all that are to come are known: they come no more."""
    in_game: str | None
    """The houses of the characters still in the game, where the next round is not dealt."""


@attrs.frozen(slots=False)  # for the cached property
class RoundFrame(Value):
    """What all states of a round have in common; they share one."""

    table: Table
    """The table of the round; who is to move, and all that changes, each state has itself."""
    rest: Deal
    score_piles: tuple[tuple[IronThroneCard, ...], ...]
    results: tuple[RoundResult, ...] = ()
    round_deal: RoundDeal | None = None
    dealt_before: tuple[Card, ...] | None = None
    """The cards of the round before, in a state drawn from a view that waits for the next ones."""

    @cached_property
    def width_limit(self) -> int:
        """How many cards the bottom row may hold."""
        return self.table.variant.width_limit(self.table.players)

    @property
    def last_dealt(self) -> tuple[Card, ...] | None:
        """The cards that the last round was dealt with; None if there was none, or any will do."""
        dealt = self.results[-1].deal if self.results else None
        return self.dealt_before if dealt is None else dealt.dealt

    @cached_property
    def outlook(self) -> Outlook:
        """What of all this matters for play; it must hold for every state of the round."""
        table, variant, piles = self.table, self.table.variant, self.score_piles
        rounds_left = variant.rounds_for(table.players) - len(self.results)
        throne_cards = self.rest.throne_cards[:rounds_left]
        drawn = None
        if len(throne_cards) < rounds_left:
            drawn = tuple(sorted((card.value, card.icons) for pile in piles for card in pile))
        dealt = self.round_deal.dealt if self.round_deal else self.last_dealt
        is_open = variant.anyone_can_die and not self.rest.rounds and rounds_left > 0
        return Outlook(
            variant=variant,
            round_number=table.round_number,
            starting_player=table.starting_player,
            totals=tuple(
                points - sum(card.value for card in pile)
                for points, pile in zip(table.penalty_points, piles, strict=True)
            ),
            fewest_icons=tuple(min((card.icons for card in pile), default=inf) for pile in piles),
            later_rounds=tuple(_houses_of(deal, variant.automated) for deal in self.rest.rounds),
            throne_cards=throne_cards,
            drawn=drawn,
            in_game=_houses(_by_house(dealt)) if dealt and is_open else None,
        )


def _houses_of(deal: RoundDeal, automated: tuple[int, ...]) -> tuple[tuple[str, ...], str]:
    hands = (hand if seat in automated else _by_house(hand) for seat, hand in enumerate(deal.hands))
    return tuple(map(_houses, hands)), _houses(deal.starters)


def _by_house(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=attrgetter("index"))


def _houses(cards: Iterable[Card]) -> str:
    return "".join(card.house.letter for card in cards)


@public
@attrs.frozen(repr=False)
class GameState(OnTable, Value):
    """Everything about a game at one moment: what is on the table, hidden cards included.

    States come from `setup`, `apply`, `score_round` and `deal_round`, and never change. Two are
    equal when everything in them is, history included. Do not call the constructor or
    `attrs.evolve`: they check nothing. A state holds every hand and the chance to come: send a
    player `observe(state, player)`, never the state.

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

    What the game is played with, and its chance:

    >>> state.variant.options, state.known_counts
    ((), (0, 0, 0, 0))
    >>> len(state.round_deal.dealt), len(state.rest.rounds), len(state.rest.throne_cards)
    (36, 3, 4)
    """

    # The table of a state is kept as flat values, since every placement makes a state and few
    # tables are asked for: what does not change within a round, and what does.
    _frame: RoundFrame
    active_player: int | None
    """The seat to move, from 0; None when nobody is to move. There is always a legal move."""
    placements: tuple[Placement, ...]
    """The placements of this round in order; the starters do not count."""
    eliminations: tuple[Elimination, ...]
    """The eliminations of this round in order."""
    # The court as in pyramid.py, and for each seat the cards of its hand as bits, by card index.
    _occupied: int
    _open_slots: int
    _held: tuple[int, ...]
    # For each seat the stack of an automated house or None; empty without automated seats.
    _stacks: tuple[Stack | None, ...]

    def __repr__(self) -> str:
        return f"<GameState: {self.players} players, {self.table.summary}>"

    @property
    def table(self) -> Table:
        """What everybody at the table sees."""
        round_ = self._frame.table
        return Table(
            round_.players,
            round_.variant,
            round_.starting_player,
            round_.results,
            round_.hand_size,
            round_.starters,
            self.active_player,
            self.placements,
            self.eliminations,
            tuple([() if stack is None else stack.turns for stack in self._stacks]),
            self._occupied,
            self._open_slots,
        )

    @property
    def _of_round(self) -> Table:
        return self._frame.table

    @property
    @override
    def court(self) -> Court:
        # As of the table, which is not made for it.
        frame, bits = self._frame, (self._occupied, self._open_slots)
        return court_of(frame.table.starters, self.placements, frame.width_limit, *bits)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """For each seat, from 0, its cards, by house and number.

        For an automated seat its stack, top first.
        """
        return tuple(
            cards_of(held) if stack is None else stack.cards
            for held, stack in zip(self._held, self._stacks or (None,) * self.players, strict=True)
        )

    @property
    def known_counts(self) -> tuple[int, ...]:
        """For each seat, from 0, how many cards at the bottom of its stack everybody has seen.

        0 for a seat that is not automated (rule solo.public).
        """
        stacks = self._stacks or (None,) * self.players
        return tuple(0 if stack is None else stack.known_count for stack in stacks)

    @property
    def score_piles(self) -> tuple[tuple[IronThroneCard, ...], ...]:
        """For each seat, from 0, its Iron Throne cards in drawing order (rule round.throne)."""
        return self._frame.score_piles

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """The finished rounds, from the first."""
        return self._frame.results

    @property
    def round_deal(self) -> RoundDeal | None:
        """This round's deal; None while dealing, and in a state drawn from a view."""
        return self._frame.round_deal

    @property
    def rest(self) -> Deal:
        """What chance still holds: the later rounds and the Iron Throne cards not drawn yet."""
        return self._frame.rest

    @property
    def _dictated(self) -> Move | None:
        """The one move of the automated house to move; None if a player is to move, or nobody."""
        seat = self.active_player
        stack = self._stacks[seat] if self._stacks and seat is not None else None
        if seat is None or stack is None:
            return None
        return dictated_move(stack.cards, self._open_slots, self.variant.houses[seat])


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
    """Return the state in which the turn has come to `seat`, or to whoever can place after it.

    Rules: turn.clockwise, elimination.unable, elimination.empty, round.end, solo.out.
    """
    out = [gone.player for gone in eliminations] if eliminations else eliminations
    if seat not in out and can_place(held[seat], open_slots):
        next_player: int | None = seat  # most often; the loop would say the same
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
