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

from westeros_intrigue.cards import DECK, Card
from westeros_intrigue.court import Court
from westeros_intrigue.dealing import Deal, RoundDeal, deal_from_deck
from westeros_intrigue.history import Adjustment, Elimination, FinalResult, Placement, RoundResult
from westeros_intrigue.moves import apply, distinct_moves, legal_moves
from westeros_intrigue.records import Record
from westeros_intrigue.rounds import setup
from westeros_intrigue.scoring import rank, score_round
from westeros_intrigue.slots import Move
from westeros_intrigue.state import GameState, Phase, View
from westeros_intrigue.testing.values import (
    cards,
    final_scores,
    first_players,
    moves,
    near,
    player_counts,
    slots_near,
    variants,
)
from westeros_intrigue.variants import Variant
from westeros_intrigue.views import observe

Choose = Callable[[int], int]
"""Chooses one of so many things: from a count to an index below it."""

_MOST_PLACEMENTS = 35


def moves_in(state: GameState) -> st.SearchStrategy[Move]:
    """A move to be judged in a position: legal, nearly legal, or from far away.

    Nearly legal are a held card to a slot of the court or beside it, and any card to such a slot.
    """
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
    """A number of players and a variant that suits it; what is given is kept."""
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

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.
        rounds: how many rounds are dealt, no more than the game has.
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
    """The chance of the first round of a game."""
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

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.
        rounds: the deal stops short after so many rounds; it holds them all by default.
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
    """All states of one round, the first of a game, from the deal until all players are out."""
    seats, table = draw(tables(players, variant))
    state = draw(starts(seats, table.with_rounds(1)))
    return tuple(play_round(state, chooser(draw)))


@st.composite
def games(
    draw: st.DrawFn, players: int | None = None, variant: Variant | None = None
) -> tuple[GameState, ...]:
    """All states of a whole game, from setup to the end.

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.
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

    >>> from hypothesis import find
    >>> find(states(4, phases={Phase.PLAYING}), lambda state: True)
    <GameState: 4 players, round 1 of 4, playing, player 0 to move>

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default.
        phases: the phases to choose from, all by default.
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

    Args:
        players: how many play, 2 to 6; any number by default.
        variant: the table; any that suits the players by default. Automated seats have no view.
        phases: the phases to choose from, all by default.
        spectators: whether a spectator may be drawn. One is drawn in any case at a table where
            every seat is automated.
    """
    state = draw(states(players, variant, phases=phases))
    seats: list[int | None] = [
        seat for seat in range(state.players) if seat not in state.variant.automated
    ]
    return observe(
        state, draw(st.sampled_from([*seats, None] if spectators or not seats else seats))
    )


def courts() -> st.SearchStrategy[Court]:
    """The court of a reachable position."""
    return states(phases=(Phase.PLAYING, Phase.ROUND_OVER)).map(lambda state: state.court)


def round_results() -> st.SearchStrategy[RoundResult]:
    """The result of the first round of a game."""
    return round_states().map(lambda played: score_round(played[-1]).results[0])


def final_results() -> st.SearchStrategy[FinalResult]:
    """The final result of bare numbers, with many ties."""
    return final_scores().map(lambda scores: rank(*scores))


def records() -> st.SearchStrategy[Record]:
    """The record of a reachable position with nothing written beside it."""
    return states().map(Record.from_state)


def chooser(draw: st.DrawFn) -> Choose:
    """A chooser that draws."""
    return lambda count: draw(st.integers(0, count - 1))


def placements() -> st.SearchStrategy[Placement]:
    """A placement of a round that was played."""
    return round_states().flatmap(lambda played: st.sampled_from(played[-1].placements))


def eliminations() -> st.SearchStrategy[Elimination]:
    """An elimination of a round that was played."""
    return round_states().flatmap(lambda played: st.sampled_from(played[-1].eliminations))


def adjustments() -> st.SearchStrategy[Adjustment]:
    """A change of the points of a round by House Affiliation or Rivalry."""
    rules = st.sampled_from(("option.affiliation", "option.rivalry"))
    points = st.integers(-36, 36).filter(bool)
    return st.builds(Adjustment, st.integers(0, 5), points, rules)
