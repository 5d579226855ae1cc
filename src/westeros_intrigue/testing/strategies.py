"""Strategies for the game: cards, moves, variants, deals, positions, events, records, whole games.

Every position results from a drawn deal and drawn distinct moves, so Hypothesis can shrink a
failing example towards the standard game, the unshuffled deck, fewer placements and the first
distinct moves. If `players` is None, any number from 2 to 6 is drawn; if `variant` is None, any
variant that fits the players.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Collection
from typing import Any

import attrs
from hypothesis import strategies as st

from westeros_intrigue.gamekit.values import check_integer, check_type
from westeros_intrigue.notation.records.record import Record
from westeros_intrigue.rules.cards import (
    DECK,
    FARTHEST_COLUMN,
    HIGHEST_ROW,
    Card,
    House,
    IronThroneCard,
    Move,
    Slot,
)
from westeros_intrigue.rules.dealing import Deal, RoundDeal, draw_deal
from westeros_intrigue.rules.game_events import Event, Phase
from westeros_intrigue.rules.log import events as log_events
from westeros_intrigue.rules.moves import apply, distinct_moves, legal_moves
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.state import GameState, setup
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    OPTIONS,
    SOLO_SCHEMING,
    STANDARD,
    Variant,
    check_players,
    needs_houses,
)
from westeros_intrigue.rules.view import View
from westeros_intrigue.views.observation import observe

_MOST_SHARES = 2**32
_SHARES = st.integers(0, _MOST_SHARES - 1)
_PLAYER_COUNTS = st.integers(MIN_PLAYERS, MAX_PLAYERS)
_MOST_ROUNDS = 6  # games with more rounds would be slower and no better


def cards() -> st.SearchStrategy[Card]:
    """Any of the 36 character cards.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.number == 4).number
    4
    """
    return st.sampled_from(DECK)


def throne_cards() -> st.SearchStrategy[IronThroneCard]:
    """Any valid Iron Throne card, mostly with few icons, so that ties occur.

    >>> from hypothesis import find
    >>> find(throne_cards(), lambda card: card.value == 3)
    IronThroneCard(value=3, icons=1)
    """
    return st.builds(
        IronThroneCard, st.integers(1, 3), st.integers(1, 4) | st.integers(1, 999_999_999)
    )


def slots_near() -> st.SearchStrategy[Slot]:
    """A slot that a court can reach, or one just beyond.

    >>> from hypothesis import find
    >>> str(find(slots_near(), lambda slot: slot.row == 1))
    'b0'
    """
    return st.builds(Slot, st.integers(0, 8), st.integers(-9, 9))


def slots() -> st.SearchStrategy[Slot]:
    """A slot near or far.

    >>> from hypothesis import find
    >>> str(find(slots(), lambda slot: slot.row > 8))
    'j0'
    """
    columns = st.integers(-FARTHEST_COLUMN, FARTHEST_COLUMN)
    return slots_near() | st.builds(Slot, st.integers(0, HIGHEST_ROW), columns)


def moves() -> st.SearchStrategy[Move]:
    """Any card to any slot, near or far, and hardly ever legal; for legal moves, see `moves_in`.

    >>> from hypothesis import find
    >>> str(find(moves(), lambda move: move.slot.row == 1))
    'S1@b0'
    """
    return st.builds(Move, cards(), slots())


def variants(players: int | None = None) -> st.SearchStrategy[Variant]:
    """A variant for a number of players, by default for any number from 2 to 6.

    It can have options, houses, automated seats (even all of them), one to six rounds, other Iron
    Throne cards and a fixed first player; with four players, it is sometimes Solo Scheming. It
    shrinks towards `STANDARD`.

    >>> from hypothesis import find
    >>> find(variants(4), lambda variant: variant.rivalry).options
    ('rivalry',)

    Raises:
        InvalidValue: `players` is not from 2 to 6.
    """
    return _variants(players)


@st.composite
def _variants(draw: st.DrawFn, players: int | None) -> Variant:
    seats = draw(_PLAYER_COUNTS) if players is None else check_players(players)
    ready_made = [STANDARD] if seats != len(SOLO_SCHEMING.houses) else [STANDARD, SOLO_SCHEMING]
    if ready := draw(st.sampled_from([*ready_made, None])):
        return ready
    rounds = draw(st.none() | st.integers(1, _MOST_ROUNDS))
    count = seats if rounds is None else rounds
    options: dict[str, Any] = {option: draw(st.booleans()) for option in OPTIONS}
    chosen = [option for option in OPTIONS if options[option]]
    some = st.lists(st.integers(0, seats - 1), unique=True, max_size=seats)
    automated = draw(some)
    housed = st.tuples(*[st.sampled_from(House)] * seats)
    return Variant(
        rounds=rounds,
        **options,
        houses=draw(housed if automated or needs_houses(chosen) else st.just(()) | housed),
        automated=sorted(automated),
        throne_cards=draw(
            st.just(STANDARD.throne_cards)
            | st.lists(throne_cards(), min_size=count, max_size=count + 2)
        ),
        first_player=draw(st.none() | st.integers(0, seats - 1)),
        dead=draw(st.sampled_from((0, 2, 6))) if options["anyone_can_die"] else 0,
    )


Choose = Callable[[int], int]
"""A function from a count n to an index in range(n)."""


def moves_in(state: GameState) -> st.SearchStrategy[Move]:
    """A move to try in a position: legal, nearly legal, or arbitrary.

    Nearly legal moves place any card in a slot that is open to its house.

    >>> from hypothesis import find
    >>> state = setup(2, seed=1)
    >>> find(moves_in(state), lambda move: True) in legal_moves(state)
    True
    """
    return _moves_in(state)


@st.composite
def _moves_in(draw: st.DrawFn, state: GameState) -> Move:
    check_type("state", state, GameState)
    # Indexes into lists are ten times as fast as new strategies for each position.
    choose = chooser(draw)
    legal = [move.card for move in legal_moves(state)]
    wanted = DECK if choose(2) or not legal else legal
    card = wanted[choose(len(wanted))]
    if not choose(2) and (open_slots := state.court.open_slots(card.house)):
        return Move(card, open_slots[choose(len(open_slots))])
    return Move(card, draw(slots()))


@st.composite
def _players_and_variants(
    draw: st.DrawFn, players: int | None, variant: Variant | None
) -> tuple[int, Variant]:
    """A number of players and a variant that fits it; each is drawn only if it is None."""
    if variant is not None:
        check_type("variant", variant, Variant)
        if players is None and variant.houses:
            return len(variant.houses), variant
    seats = draw(_PLAYER_COUNTS) if players is None else players
    return seats, draw(variants(seats)) if variant is None else variant


def deals(
    players: int | None = None, variant: Variant | None = None, *, rounds: int | None = None
) -> st.SearchStrategy[Deal]:
    """The deal of a game: the cards of the first `rounds` rounds, by default of all rounds.

    It has an Iron Throne card for each of these rounds.

    >>> from hypothesis import Phase as Stage, find, settings
    >>> at_once = settings(phases=[Stage.generate], max_examples=100)
    >>> len(find(deals(3, rounds=2), lambda deal: True, settings=at_once).throne_cards)
    2

    Args:
        players: the number of seats; by default, 2 to 6 are drawn.
        variant: the variant; by default, one is drawn.
        rounds: the number of rounds, from the first; by default, all.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not fit the players.
    """
    return _deals(players, variant, rounds=rounds)


@st.composite
def _deals(
    draw: st.DrawFn, players: int | None, variant: Variant | None, *, rounds: int | None
) -> Deal:
    seats, variant = draw(_players_and_variants(players, variant))
    count = variant.rounds_for(seats) if rounds is None else check_integer("rounds", rounds)
    if not count:
        return Deal()
    return draw_deal(seats, _Source(draw), variant=variant.with_rounds(count))


@attrs.frozen
class _Source:
    """A source of random numbers that shrink towards those that leave a deck unshuffled."""

    draw: st.DrawFn

    def random(self) -> float:
        return 1 - (self.draw(_SHARES) + 1) / _MOST_SHARES


def round_deals() -> st.SearchStrategy[RoundDeal]:
    """The deal of the first round of a game."""
    return deals(rounds=1).map(lambda deal: deal.rounds[0])


def starts(
    players: int | None = None, variant: Variant | None = None, *, rounds: int | None = None
) -> st.SearchStrategy[GameState]:
    """The first state of a game, with any first player that the variant allows.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=3)
    ... @given(starts(4))
    ... def test_the_first_player_is_to_move(state):
    ...     assert state.active_player == state.first_player
    >>> test_the_first_player_is_to_move()

    Args:
        players: the number of players; by default any from 2 to 6.
        variant: the variant; by default any that fits the players.
        rounds: the number of rounds in the deal; by default all.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidDeal: the game has fewer rounds.
        InvalidVariant: the variant does not fit the players.
    """
    return _starts(players, variant, rounds=rounds)


@st.composite
def _starts(
    draw: st.DrawFn, players: int | None, variant: Variant | None, *, rounds: int | None
) -> GameState:
    seats, variant = draw(_players_and_variants(players, variant))
    deal = draw(deals(seats, variant, rounds=rounds))
    first = variant.first_player
    if first is None:
        first = draw(st.integers(0, seats - 1))
    return setup(seats, deal=deal, first_player=first, variant=variant)


def play_game(state: GameState, choose: Choose) -> list[GameState]:
    """Return the states of a game from this state to its end, or to the end of its deal."""
    states = [state]
    while state.phase not in (Phase.GAME_OVER, Phase.DEALING):
        if state.phase is Phase.ROUND_OVER:
            state = score_round(state)
        else:
            possible = distinct_moves(state)
            state = apply(state, possible[choose(len(possible))])
        states.append(state)
    return states


def games(
    players: int | None = None, variant: Variant | None = None
) -> st.SearchStrategy[tuple[GameState, ...]]:
    """All states of a whole game, from setup to the end.

    >>> from hypothesis import Phase as Stage, find, settings
    >>> at_once = settings(phases=[Stage.generate], max_examples=100)
    >>> find(games(2), lambda played: True, settings=at_once)[-1].phase
    Phase.GAME_OVER

    Args:
        players: the number of seats; by default, 2 to 6 are drawn.
        variant: the variant; by default, one is drawn.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not fit the players.
    """
    return _games(players, variant)


@st.composite
def _games(draw: st.DrawFn, players: int | None, variant: Variant | None) -> tuple[GameState, ...]:
    return tuple(play_game(draw(starts(players, variant)), chooser(draw)))


def states(
    players: int | None = None,
    variant: Variant | None = None,
    *,
    phases: Collection[Phase] = tuple(Phase),
) -> st.SearchStrategy[GameState]:
    """A reachable position in one of the phases, in any round.

    The deal is complete, unless the phase is DEALING.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=3)
    ... @given(states(4, phases={Phase.PLAYING}))
    ... def test_the_player_to_move_can_place(state):
    ...     assert legal_moves(state)
    >>> test_the_player_to_move_can_place()

    Args:
        players: the number of seats; by default, 2 to 6 are drawn.
        variant: the variant; by default, one is drawn.
        phases: the possible phases of the state.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not fit the players.
    """
    return _states(players, variant, phases=phases)


@st.composite
def _states(
    draw: st.DrawFn, players: int | None, variant: Variant | None, *, phases: Collection[Phase]
) -> GameState:
    seats, variant = draw(_players_and_variants(players, variant))
    phase = draw(st.sampled_from(sorted(phases, key=list(Phase).index)))
    rounds = None
    if phase is Phase.DEALING:
        rounds = draw(st.integers(0, variant.rounds_for(seats) - 1))
    played = play_game(draw(starts(seats, variant, rounds=rounds)), chooser(draw))
    wanted = [state for state in played if state.phase is phase]
    # Positions with players who are out are few, and matter most.
    with_players_out = [state for state in wanted if state.eliminations]
    return draw(st.sampled_from(wanted) | st.sampled_from(with_players_out or wanted))


def views(
    players: int | None = None,
    variant: Variant | None = None,
    *,
    phases: Collection[Phase] = tuple(Phase),
) -> st.SearchStrategy[View]:
    """The view of a reachable position by a seat that is not automated, or by a spectator.

    >>> from hypothesis import Phase as Stage, find, settings
    >>> at_once = settings(phases=[Stage.generate], max_examples=100)
    >>> strategy = views(2, phases={Phase.PLAYING})
    >>> find(strategy, lambda view: view.player == 1, settings=at_once).players
    2

    Args:
        players: the number of seats; by default, 2 to 6 are drawn.
        variant: the variant; by default, one is drawn.
        phases: the possible phases of the view.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not fit the players.
    """
    return _views(players, variant, phases=phases)


@st.composite
def _views(
    draw: st.DrawFn, players: int | None, variant: Variant | None, *, phases: Collection[Phase]
) -> View:
    state = draw(states(players, variant, phases=phases))
    seats = {*range(state.players)}.difference(state.variant.automated)
    return observe(state, draw(st.sampled_from([*sorted(seats), None])))


def events(kind: type[Event] | None = None) -> st.SearchStrategy[Event]:
    """An event of a game, including everything hidden.

    >>> from hypothesis import given
    >>> from westeros_intrigue.rules import SetAside
    >>> @given(events(SetAside))
    ... def test_it(event):
    ...     assert event.cards

    Args:
        kind: the class of the event; None for any.
    """
    over = {Phase.GAME_OVER}
    finished = states(4, SOLO_SCHEMING, phases=over) | states(phases=over)
    logs = finished.map(lambda state: log_events(None, state))
    wanted = logs.map(lambda log: [e for e in log if kind is None or isinstance(e, kind)])
    return wanted.filter(bool).flatmap(st.sampled_from)


def records() -> st.SearchStrategy[Record]:
    """The record of a reachable position, without comments.

    >>> from hypothesis import given
    >>> @given(records())
    ... def test_it(record):
    ...     assert Record.parse(str(record)) == record
    """
    return states().map(Record.from_state)


def chooser(draw: st.DrawFn) -> Choose:
    """Return a function that draws the index."""
    return lambda count: draw(st.integers(0, count - 1))
