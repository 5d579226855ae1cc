"""Hypothesis strategies for the values of the library: cards, slots, moves, deals, games.

Every position comes from a drawn deal by drawn choices among the distinct moves, so that Hypothesis
can shrink a failing example: towards the unshuffled deck, towards fewer placements, and towards
the first of the distinct moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import attrs
from hypothesis import strategies as st

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Deal,
    GameState,
    House,
    IronThroneCard,
    Move,
    Phase,
    RoundDeal,
    Slot,
    Variant,
    apply,
    deal_from_deck,
    distinct_moves,
    legal_moves,
    score_round,
    setup,
)

Choose = Callable[[int], int]
"""Chooses one of so many things: from a count to an index below it."""

HOUSES: tuple[House, ...] = tuple(House)
HIGHEST_ROW = 25
FARTHEST_COLUMN = 10**100


def houses() -> st.SearchStrategy[House]:
    """Any of the four houses."""
    return st.sampled_from(House)


def cards() -> st.SearchStrategy[Card]:
    """Any of the 36 character cards."""
    return st.sampled_from(DECK)


def throne_cards() -> st.SearchStrategy[IronThroneCard]:
    """Any Iron Throne card that a table may hold; few icons are likely, so that ties occur."""
    return st.builds(
        IronThroneCard, st.integers(1, 3), st.integers(1, 4) | st.integers(1, 999_999_999)
    )


def slots_near() -> st.SearchStrategy[Slot]:
    """A slot that a court can reach, or one just outside."""
    return st.builds(Slot, st.integers(0, 8), st.integers(-9, 9))


def slots_far() -> st.SearchStrategy[Slot]:
    """Any slot that can be written down, most of them far away from every court."""
    columns = st.integers(-FARTHEST_COLUMN, FARTHEST_COLUMN)
    return st.builds(Slot, st.integers(0, HIGHEST_ROW), columns)


def slots() -> st.SearchStrategy[Slot]:
    """A slot near or far."""
    return slots_near() | slots_far()


def moves() -> st.SearchStrategy[Move]:
    """Any card to any slot near or far; hardly ever a legal move."""
    return st.builds(Move, cards(), slots())


def moves_in(state: GameState) -> st.SearchStrategy[Move]:
    """A move to be judged in a position: legal, nearly legal, or from far away.

    Nearly legal are a held card to a slot of the court or beside it, and any card to such a slot.
    """
    strategies: list[st.SearchStrategy[Move]] = [moves(), st.builds(Move, cards(), slots_near())]
    if state.court:
        beside = [
            Slot(slot.row + rows, slot.column + columns)
            for slot in state.court
            for rows in (0, 1)
            for columns in (-1, 0, 1)
        ]
        strategies.append(st.builds(Move, cards(), st.sampled_from(sorted(set(beside)))))
    held = [card for hand in state.hands for card in hand]
    if held:
        strategies.append(st.builds(Move, st.sampled_from(held), slots_near()))
    legal = legal_moves(state)
    if legal:
        strategies.append(st.sampled_from(legal))
    return st.one_of(strategies)


def player_counts() -> st.SearchStrategy[int]:
    """The number of players: 2 to 6."""
    return st.integers(2, 6)


def decks() -> st.SearchStrategy[tuple[Card, ...]]:
    """The 36 character cards in any order."""
    return st.permutations(DECK).map(tuple)


@st.composite
def deals(
    draw: st.DrawFn, players: int, variant: Variant = STANDARD, *, rounds: int | None = None
) -> Deal:
    """The chance of a game: a deal for each of the first `rounds` rounds, all by default.

    It holds an Iron Throne card for each of these rounds. With Anyone Can Die the last two cards
    of a round's deck are those that are dead in the next.
    """
    count = variant.rounds_for(players) if rounds is None else rounds
    throne = draw(st.permutations(variant.throne_cards))[:count]
    dealt = []
    in_game: Sequence[Card] = DECK
    for round_number in range(1, count + 1):
        deck = draw(st.permutations(in_game))
        dealt.append(deal_from_deck(deck, players, variant, round_number=round_number))
        if variant.anyone_can_die:
            alive = frozenset(deck[: variant.cards_in_game(round_number)])
            in_game = [card for card in in_game if card in alive]
    return Deal(dealt, throne)


def first_players(players: int, variant: Variant = STANDARD) -> st.SearchStrategy[int]:
    """A seat that may start round 1."""
    if variant.first_player is not None:
        return st.just(variant.first_player)
    return st.integers(0, players - 1)


@st.composite
def starts(
    draw: st.DrawFn,
    players: int | None = None,
    variant: Variant = STANDARD,
    *,
    rounds: int | None = None,
) -> GameState:
    """A game that has just been set up, of any number of players and with any first player.

    With `rounds` the deal stops short after so many rounds.
    """
    seats = draw(player_counts()) if players is None else players
    deal = draw(deals(seats, variant, rounds=rounds))
    return setup(
        seats, deal=deal, first_player=draw(first_players(seats, variant)), variant=variant
    )


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
    draw: st.DrawFn, players: int | None = None, variant: Variant = STANDARD
) -> tuple[GameState, ...]:
    """All states of one round, the first of a game, from the deal until all players are out."""
    seats = draw(player_counts()) if players is None else players
    state = draw(starts(seats, variant.with_rounds(1)))
    return tuple(play_round(state, _chooser(draw)))


@st.composite
def games(
    draw: st.DrawFn, players: int | None = None, variant: Variant = STANDARD
) -> tuple[GameState, ...]:
    """All states of a whole game, from setup to the end."""
    return tuple(play_game(draw(starts(players, variant)), _chooser(draw)))


@st.composite
def states(
    draw: st.DrawFn,
    players: int | None = None,
    variant: Variant = STANDARD,
    *,
    phases: Collection[Phase] = tuple(Phase),
) -> GameState:
    """A reachable position in one of the phases, of any number of players and in any round.

    A deal stops short where the phase is DEALING, and holds all rounds elsewhere.
    """
    seats = draw(player_counts()) if players is None else players
    phase = draw(st.sampled_from(sorted(phases, key=list(Phase).index)))
    rounds = variant.rounds_for(seats)
    choose = _chooser(draw)
    round_number = draw(st.integers(1, rounds))
    if phase is Phase.DEALING:
        state = draw(starts(seats, variant, rounds=round_number - 1))
        return play_to_round(state, round_number, choose)
    state = play_to_round(draw(starts(seats, variant)), round_number, choose)
    if phase is Phase.PLAYING:
        for _ in range(draw(st.integers(0, 35))):
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


def _chooser(draw: st.DrawFn) -> Choose:
    return lambda count: draw(st.integers(0, count - 1))


@attrs.frozen
class Renumbering:
    """Another numbering of the cards of each house; every house keeps its nine cards."""

    cards: dict[Card, Card]
    """Each card's new one."""

    def move(self, move: Move) -> Move:
        """The same move with the renumbered card."""
        return Move(self.cards[move.card], move.slot)

    def deal(self, deal: Deal) -> Deal:
        """The same deal with the renumbered cards."""
        return Deal(
            [
                RoundDeal(
                    [[self.cards[card] for card in hand] for hand in dealt.hands],
                    [self.cards[card] for card in dealt.starters],
                )
                for dealt in deal.rounds
            ],
            deal.throne_cards,
        )


@st.composite
def renumberings(draw: st.DrawFn) -> Renumbering:
    """Any renumbering of the cards within their houses."""
    renumbered: dict[Card, Card] = {}
    for house in HOUSES:
        numbered = [card for card in DECK if card.house is house]
        renumbered.update(zip(numbered, draw(st.permutations(numbered)), strict=True))
    return Renumbering(renumbered)
