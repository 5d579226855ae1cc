"""The state of a game, as it is and as one player sees it.

Rules: elimination.keeps, round.end, solo.stack, info.public, info.leftover, info.throne,
info.throne-automated, info.elimination.
"""

from __future__ import annotations

import enum

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.display import Pictured
from westeros_intrigue.base.errors import WrongPhase
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.variants import Variant


@public
class Phase(enum.Enum):
    """What a game waits for.

    >>> Phase.PLAYING
    Phase.PLAYING
    """

    DEALING = "dealing"
    """The next round's cards, which the deal did not hold: `deal_round`."""
    PLAYING = "playing"
    """The active player's placement: `apply`."""
    ROUND_OVER = "round-over"
    """The round's scoring, as all players are out: `score_round`."""
    GAME_OVER = "game-over"
    """Nothing: `final_winner` tells who won."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


_WHAT_TO_CALL = {
    Phase.DEALING: "deal_round(state, round_deal) deals the next round",
    Phase.PLAYING: "apply(state, move) places a card",
    Phase.ROUND_OVER: "score_round(state) scores the round",
    Phase.GAME_OVER: "final_winner(state) tells who won",
}


@attrs.frozen
class RoundFrame(Value):
    """What all states of a round have in common; they share one."""

    players: int
    variant: Variant
    round_number: int
    starting_player: int
    starters: tuple[Card, ...]
    round_deal: RoundDeal | None
    rest: Deal
    penalty_points: tuple[int, ...]
    score_piles: tuple[tuple[IronThroneCard, ...], ...]
    results: tuple[RoundResult, ...]
    width_limit: int


@attrs.frozen
class Stack(Value):
    """The cards of an automated seat, and how many at the bottom the whole table has seen.

    Rules: solo.stack, solo.recycle, solo.public.
    """

    cards: tuple[Card, ...]
    """The cards, top first."""
    known_count: int = 0
    """How many of them, at the bottom, were drawn and set aside before."""


@public
@attrs.frozen(repr=False)
class GameState(Value, Pictured):
    """Everything about a game at one moment: what is on the table, hidden cards included.

    States come from `setup`, `apply`, `score_round` and `deal_round`, and never change. Two are
    equal when all of it is, history included. The constructor and `attrs.evolve` are not for
    callers: they check nothing. A state holds every hand and the chance to come:
    send a player `observe(state, player)`, never the state.

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

    _frame: RoundFrame
    active_player: int | None
    """The seat to move, from 0; None when nobody is to move. There is always a legal move."""
    placements: tuple[Placement, ...]
    """The placements of this round in order (the starters are none)."""
    eliminations: tuple[Elimination, ...]
    """The eliminations of this round in order."""
    # The court as in pyramid.py, and for each seat the cards of its hand as bits, by card index.
    _occupied: int
    _open_slots: int
    _held: tuple[int, ...]
    # For each seat the stack of an automated house or None; empty without automated seats.
    _stacks: tuple[Stack | None, ...]

    def __repr__(self) -> str:
        frame = self._frame
        rounds = frame.variant.rounds_for(frame.players)
        turn = "" if self.active_player is None else f", player {self.active_player} to move"
        return (
            f"<GameState: {frame.players} players, round {frame.round_number} of {rounds}, "
            f"{self.phase.value}{turn}>"
        )

    @property
    def players(self) -> int:
        """How many players there are, 2 to 6."""
        return self._frame.players

    @property
    def variant(self) -> Variant:
        """What the game is played with: options, seats, rounds, Iron Throne cards."""
        return self._frame.variant

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        if self.active_player is not None:
            return Phase.PLAYING
        # In a round that was dealt and is over, everybody is out.
        if not self.eliminations:
            return Phase.DEALING
        is_scored = len(self._frame.results) == self._frame.round_number
        return Phase.GAME_OVER if is_scored else Phase.ROUND_OVER

    @property
    def round_number(self) -> int:
        """The round, counted from 1; in `Phase.DEALING` the one that is to be dealt."""
        return self._frame.round_number

    @property
    def starting_player(self) -> int:
        """The seat that starts this round, from 0 (rule round.rotation)."""
        return self._frame.starting_player

    @property
    def court(self) -> Court:
        """The cards placed in this round, and the starters."""
        cards = {Slot(0, column): card for column, card in enumerate(self._frame.starters)}
        cards.update((placed.move.slot, placed.move.card) for placed in self.placements)
        return Court._reached(cards, self._frame.width_limit, self._occupied, self._open_slots)

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
        """For each seat, from 0, how many cards at the bottom of its stack all have seen.

        0 for a seat that is not automated (rule solo.public).
        """
        stacks = self._stacks or (None,) * self.players
        return tuple(0 if stack is None else stack.known_count for stack in stacks)

    @property
    def last_placer(self) -> int | None:
        """The seat that placed the round's last card so far, from 0; None before the first."""
        return self.placements[-1].player if self.placements else None

    @property
    def penalty_points(self) -> tuple[int, ...]:
        """For each seat, from 0, the penalty points of all finished rounds (rule round.penalty)."""
        return self._frame.penalty_points

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


@public
@attrs.frozen(repr=False)
class View(Value, Pictured):
    """What one player may know of a game at one moment, or a spectator.

    It holds nothing else, so it can be sent to the player as it is. `observe` makes it.

    >>> from westeros_intrigue import observe, setup
    >>> observe(setup(4, seed=1), 2)
    <View of player 2: round 1 of 4, playing, player 0 to move>

    Rules: info.public, info.leftover, info.throne, info.throne-automated, info.elimination,
    info.memory, solo.public.
    """

    player: int | None
    """The seat that sees this, from 0; None for a spectator."""
    players: int
    """How many players there are, 2 to 6."""
    variant: Variant
    """What the game is played with: options, seats, rounds, Iron Throne cards."""
    phase: Phase
    """What the game waits for."""
    round_number: int
    """The round, counted from 1; in `Phase.DEALING` the one that is to be dealt."""
    starting_player: int
    """The seat that starts this round, from 0."""
    active_player: int | None
    """The seat to move, from 0; None when nobody is to move. There is always a legal move."""
    starters: tuple[Card, ...]
    """The cards that started the bottom row, from column 0 to the right."""
    court: Court
    """The cards placed in this round, and the starters."""
    placements: tuple[Placement, ...]
    """The placements of this round in order."""
    eliminations: tuple[Elimination, ...]
    """The eliminations of this round in order."""
    hand: tuple[Card, ...]
    """The cards in the player's own hand, by house and number; none for a spectator."""
    hand_sizes: tuple[int, ...]
    """For each seat, from 0, how many cards it holds."""
    missing_houses: tuple[tuple[House, ...], ...]
    """For each seat, from 0, the houses that it has been proved not to hold, by going out with
    cards in hand; nothing for an empty hand (rule info.elimination)."""
    known_stacks: tuple[tuple[Card, ...], ...]
    """For each seat, from 0, if it is automated the cards at the bottom of its stack that all have
    seen, top first; nothing for other seats (rule solo.public)."""
    last_placer: int | None
    """The seat that placed the last card of this round so far, from 0; None before the first."""
    penalty_points: tuple[int, ...]
    """For each seat, from 0, the penalty points of all finished rounds."""
    score_pile: tuple[IronThroneCard, ...]
    """The player's own Iron Throne cards, in drawing order; none for a spectator."""
    score_pile_sizes: tuple[int, ...]
    """For each seat, from 0, how many Iron Throne cards it has drawn."""
    results: tuple[RoundResult, ...]
    """The finished rounds, with None for what the player may not know."""
    revealed_score_piles: tuple[tuple[IronThroneCard, ...], ...]
    """For each seat, from 0, its Iron Throne cards, once the game is over; empty before."""
    # Whether it is known to hold together, as what `observe` makes; a changed copy is not.
    _is_observed: bool = attrs.field(init=False, default=False, eq=False, repr=False)

    def __repr__(self) -> str:
        who = "a spectator" if self.player is None else f"player {self.player}"
        turn = "" if self.active_player is None else f", player {self.active_player} to move"
        rounds = self.variant.rounds_for(self.players)
        return f"<View of {who}: round {self.round_number} of {rounds}, {self.phase.value}{turn}>"


Position = TypeAliasType("Position", GameState | View)
"""A game at one moment: all of it, or what one player may know."""


def vouched(view: View) -> View:
    """Mark a view as one that is known to hold together, and return it."""
    object.__setattr__(view, "_is_observed", True)
    return view


def check_phase(state: GameState, phase: Phase, function: str) -> None:
    """Check that a function that belongs to one phase is called in it.

    Raises:
        WrongPhase: the state is in another phase.
        WrongType: `state` is not a GameState.
    """
    check_type("state", state, GameState)
    if state.phase is not phase:
        raise WrongPhase(
            f"{function} is for {phase}, and the game is in {state.phase}: "
            f"{_WHAT_TO_CALL[state.phase]}"
        )


def cards_of(held: int) -> tuple[Card, ...]:
    """Return the cards whose bits are set, by house and number."""
    return tuple(card for card in DECK if held >> card.index & 1)


def bits_of(cards: tuple[Card, ...]) -> int:
    """Return the bits that stand for the cards."""
    return sum(1 << card.index for card in cards)
