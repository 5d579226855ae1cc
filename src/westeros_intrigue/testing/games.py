"""Strategies for positions and games: deals, states, views, whole games.

Every position comes from a drawn deal by drawn choices among the distinct moves, so that Hypothesis
can shrink a failing example: towards the unshuffled deck, towards fewer placements, and towards
the first of the distinct moves.
"""

# Hypothesis gives `draw`, and callers never do.
# ruff: noqa: D417

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from hypothesis import strategies as st

from westeros_intrigue.base.values import check_type
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.cards import DECK, Card
from westeros_intrigue.rules.dealing import Deal, RoundDeal, deal_from_deck
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, distinct_moves, legal_moves
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.variants import Variant, check_players
from westeros_intrigue.rules.view import View
from westeros_intrigue.testing.values import (
    cards,
    first_players,
    moves,
    near,
    player_counts,
    slots_near,
    variants,
)

Choose = Callable[[int], int]
"""Chooses one of so many things: from a count to an index below it."""

_MOST_PLACEMENTS = 35


def moves_in(state: GameState) -> st.SearchStrategy[Move]:
    """A move to be judged in a position: legal, nearly legal, or from far away.

    Nearly legal are a held card to a slot of the court or beside it, and any card to such a slot.

    >>> from hypothesis import find
    >>> state = setup(2, seed=1)
    >>> find(moves_in(state), lambda move: True) in legal_moves(state)
    True
    """
    check_type("state", state, GameState)
    strategies: list[st.SearchStrategy[Move]] = [moves(), st.builds(Move, cards(), slots_near())]
    if state.court:
        beside = near(tuple(state.court))
        strategies.append(st.builds(Move, cards(), st.sampled_from(beside)))
    held = [card for hand in state.hands for card in hand]
    if held:
        strategies.append(st.builds(Move, st.sampled_from(held), slots_near()))
    legal = legal_moves(state)
    if legal:
        strategies.append(st.sampled_from(legal))
    return st.one_of(strategies)


@st.composite
def tables(
    draw: st.DrawFn, players: int | None = None, variant: Variant | None = None
) -> tuple[int, Variant]:
    """A number of players and a variant that suits it; what is given is kept.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5)
    ... @given(tables())
    ... def test_a_table(table):
    ...     players, variant = table
    ...     assert len(variant.houses) in {0, players}
    >>> test_a_table()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
    """
    if players is not None:
        check_players(players)
    if variant is not None:
        check_type("variant", variant, Variant)
    if variant is not None and players is None and variant.houses:
        seats = len(variant.houses)
    else:
        seats = draw(player_counts()) if players is None else players
    return seats, draw(variants(seats)) if variant is None else variant


@st.composite
def deals(
    draw: st.DrawFn,
    players: int | None = None,
    variant: Variant | None = None,
    *,
    rounds: int | None = None,
) -> Deal:
    """The chance of a game: a deal for each of the first `rounds` rounds, all by default.

    It holds an Iron Throne card for each of these rounds. With Anyone Can Die the last two cards
    of a round's deck are those that are dead in the next.

    >>> from hypothesis import given, settings
    >>> from westeros_intrigue import STANDARD
    >>> @settings(max_examples=5)
    ... @given(deals(2, STANDARD))
    ... def test_a_deal(deal):
    ...     assert len(deal.rounds) == len(deal.throne_cards) == 2
    >>> test_a_deal()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.
        rounds: how many rounds are dealt, no more than the game has.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not suit the players.
    """
    seats, table = draw(tables(players, variant))
    count = table.rounds_for(seats) if rounds is None else rounds
    throne = draw(st.permutations(table.throne_cards))[:count]
    dealt = []
    in_game: Sequence[Card] = DECK
    for round_number in range(1, count + 1):
        deck = draw(st.permutations(in_game))
        dealt.append(deal_from_deck(deck, seats, table, round_number=round_number))
        if table.anyone_can_die:
            alive = frozenset(deck[: table.cards_in_game(round_number)])
            in_game = [card for card in in_game if card in alive]
    return Deal(dealt, throne)


def round_deals(
    players: int | None = None, variant: Variant | None = None
) -> st.SearchStrategy[RoundDeal]:
    """The chance of the first round of a game.

    >>> from hypothesis import given, settings
    >>> from westeros_intrigue import STANDARD
    >>> @settings(max_examples=5)
    ... @given(round_deals(5, STANDARD))
    ... def test_a_deal(deal):
    ...     assert len(deal.starters) == 1
    >>> test_a_deal()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not suit the players.
    """
    return deals(players, variant, rounds=1).map(lambda deal: deal.rounds[0])


@st.composite
def starts(
    draw: st.DrawFn,
    players: int | None = None,
    variant: Variant | None = None,
    *,
    rounds: int | None = None,
) -> GameState:
    """A game that has just been set up, with any first player that the variant allows.

    >>> from hypothesis import given, settings
    >>> from westeros_intrigue import STANDARD
    >>> @settings(max_examples=5)
    ... @given(starts(4, STANDARD))
    ... def test_a_start(state):
    ...     assert state.active_player == state.starting_player
    >>> test_a_start()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.
        rounds: the deal stops short after so many rounds; it holds them all by default.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidDeal: the game has fewer rounds.
        InvalidVariant: the variant does not suit the players.
    """
    seats, table = draw(tables(players, variant))
    deal = draw(deals(seats, table, rounds=rounds))
    return setup(seats, deal=deal, first_player=draw(first_players(seats, table)), variant=table)


def play_round(state: GameState, choose: Choose) -> list[GameState]:
    """The states of a round from this one on, up to the one in which all players are out."""
    states = [state]
    while state.phase is Phase.PLAYING:
        possible = distinct_moves(state)
        state = apply(state, possible[choose(len(possible))])
        states.append(state)
    return states


def play_game(state: GameState, choose: Choose) -> list[GameState]:
    """The states of a game from this one on, up to its end or to where the deal stops short."""
    states = [state]
    while state.phase not in (Phase.GAME_OVER, Phase.DEALING):
        if state.phase is Phase.ROUND_OVER:
            state = score_round(state)
            states.append(state)
        else:
            states += play_round(state, choose)[1:]
            state = states[-1]
    return states


def play_to_round(state: GameState, round_number: int, choose: Choose) -> GameState:
    """The first state of a later round, or of the game's end if there is no such round."""
    while state.round_number < round_number:
        over = play_round(state, choose)[-1]
        state = score_round(over)
    return state


@st.composite
def round_states(
    draw: st.DrawFn, players: int | None = None, variant: Variant | None = None
) -> tuple[GameState, ...]:
    """All states of one round, the first of a game, from the deal until all players are out.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5)
    ... @given(round_states(2))
    ... def test_a_round(played):
    ...     assert played[-1].phase is Phase.ROUND_OVER
    >>> test_a_round()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not suit the players.
    """
    seats, table = draw(tables(players, variant))
    state = draw(starts(seats, table.with_rounds(1)))
    return tuple(play_round(state, chooser(draw)))


@st.composite
def games(
    draw: st.DrawFn, players: int | None = None, variant: Variant | None = None
) -> tuple[GameState, ...]:
    """All states of a whole game, from setup to the end.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5)
    ... @given(games(2))
    ... def test_a_game(played):
    ...     assert played[-1].phase is Phase.GAME_OVER
    >>> test_a_game()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not suit the players.
    """
    return tuple(play_game(draw(starts(players, variant)), chooser(draw)))


@st.composite
def states(
    draw: st.DrawFn,
    players: int | None = None,
    variant: Variant | None = None,
    *,
    phases: Collection[Phase] = tuple(Phase),
) -> GameState:
    """A reachable position in one of the phases, in any round.

    A deal stops short where the phase is DEALING, and holds all rounds elsewhere.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5)
    ... @given(states(4, phases={Phase.PLAYING}))
    ... def test_a_position(state):
    ...     assert legal_moves(state)
    >>> test_a_position()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.
        phases: the phases to choose from, all by default.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not suit the players.
    """
    seats, table = draw(tables(players, variant))
    phase = draw(st.sampled_from(sorted(phases, key=list(Phase).index)))
    rounds = table.rounds_for(seats)
    choose = chooser(draw)
    round_number = draw(st.integers(1, rounds))
    if phase is Phase.DEALING:
        state = draw(starts(seats, table, rounds=round_number - 1))
        return play_to_round(state, round_number, choose)
    state = play_to_round(draw(starts(seats, table)), round_number, choose)
    if phase is Phase.PLAYING:
        for _ in range(draw(st.integers(0, _MOST_PLACEMENTS))):
            possible = distinct_moves(state)
            later = apply(state, possible[choose(len(possible))])
            if later.phase is not Phase.PLAYING:
                break
            state = later
        return state
    over = play_round(state, choose)[-1]
    if phase is Phase.ROUND_OVER:
        return over
    return play_game(over, choose)[-1]


@st.composite
def views(
    draw: st.DrawFn,
    players: int | None = None,
    variant: Variant | None = None,
    *,
    phases: Collection[Phase] = tuple(Phase),
    spectators: bool = True,
) -> View:
    """What a seat or a spectator may know of a reachable position.

    >>> from hypothesis import given, settings
    >>> from westeros_intrigue import STANDARD
    >>> @settings(max_examples=5)
    ... @given(views(2, STANDARD, phases={Phase.PLAYING}, spectators=False))
    ... def test_a_view(view):
    ...     assert len(view.hand) == view.hand_sizes[view.player]
    >>> test_a_view()

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default. Automated seats have no view.
        phases: the phases to choose from, all by default.
        spectators: whether a spectator may be drawn. One is drawn in any case at a table where
            every seat is automated.

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        InvalidVariant: the variant does not suit the players.
    """
    state = draw(states(players, variant, phases=phases))
    seats: list[int | None] = [
        seat for seat in range(state.players) if seat not in state.variant.automated
    ]
    return observe(
        state, draw(st.sampled_from([*seats, None] if spectators or not seats else seats))
    )


def chooser(draw: st.DrawFn) -> Choose:
    """A chooser that draws."""
    return lambda count: draw(st.integers(0, count - 1))
