"""Random games, what each player sees of them, and other deals that look the same to a player.

A watched game is a deal and the steps that were taken, so that the same steps can be tried with
another deal. `seen_by` tells what a player at the table sees, as it happens, from the states
themselves: it knows nothing of views. Two deals under which a player has seen the same differ only
in what that player may not know.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

import attrs

from helpers.sample_documents import EVERY_OPTION
from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Deal,
    GameState,
    House,
    IronThroneCard,
    Phase,
    RoundDeal,
    Variant,
    WesterosIntrigueError,
    apply,
    distinct_moves,
    legal_moves,
    score_round,
    setup,
)
from westeros_intrigue.rules import draw_deal

S, L, B, T = House
ANYONE = STANDARD.with_options(anyone_can_die=True)
ALL_OPTIONS = SOLO_SCHEMING.with_options(**EVERY_OPTION)
TWINS = tuple(IronThroneCard(value, icons=1) for value in (1, 1, 1, 2, 2, 3))

TABLES: dict[str, tuple[int, Variant]] = {
    **{f"{players} players": (players, STANDARD) for players in range(2, 7)},
    **{f"{players} players, Anyone Can Die": (players, ANYONE) for players in range(2, 7)},
    "3 players in the middle of Anyone Can Die": (3, ANYONE.with_rounds(2).with_dead(4)),
    "Solo Scheming": (4, SOLO_SCHEMING),
    "Solo Scheming with all options": (4, ALL_OPTIONS),
    "an automated house beside two players": (
        3,
        STANDARD.with_seats(houses=(B, T, S), automated=(1,)),
    ),
    "a duel with an automated house": (
        2,
        ANYONE.with_seats(houses=(L, S), automated=(1,)).with_rounds(5),
    ),
    "three automated houses of six": (
        6,
        ANYONE.with_seats(houses=(T, T, B, L, S, S), automated=(0, 2, 3)).with_options(
            house_affiliation=True, rivalry=True
        ),
    ),
    "Iron Throne cards that come twice": (4, STANDARD.with_throne_cards(TWINS)),
}
"""Tables with their number of players: every number, every option, automated seats."""


@attrs.frozen
class WatchedGame:
    """A game up to some moment: the deal, and the states from the setup on."""

    deal: Deal
    states: tuple[GameState, ...]

    @property
    def now(self) -> GameState:
        """The state at the moment."""
        return self.states[-1]

    def until(self, moment: int) -> WatchedGame:
        """The game up to an earlier moment, counted from 0; beyond the end, from 0 again."""
        return WatchedGame(self.deal, self.states[: moment % len(self.states) + 1])

    def viewers(self) -> list[int | None]:
        """Who can look at it: the players, and a spectator."""
        seats = set(range(self.now.players)) - set(self.now.variant.automated)
        return [*sorted(seats), None]


def moves_on(state: GameState, rng: random.Random) -> GameState:
    """The state after the next step: a random move, or the scoring of the round."""
    if state.phase is Phase.ROUND_OVER:
        return score_round(state)
    possible = distinct_moves(state)
    return apply(state, possible[int(rng.random() * len(possible))])


@lru_cache(maxsize=400)
def watched_game(table: str, seed: int, *, rounds_dealt: int | None = None) -> WatchedGame:
    """A random game to its end, or to where a deal of fewer rounds stops short."""
    players, variant = TABLES[table]
    rng = random.Random(seed)
    deal = draw_deal(players, rng, variant)
    if rounds_dealt is not None:
        deal = Deal(deal.rounds[:rounds_dealt], deal.throne_cards)
    first_player = variant.first_player
    if first_player is None:
        first_player = rng.randrange(players)
    states = [setup(players, deal=deal, variant=variant, first_player=first_player)]
    while states[-1].phase not in (Phase.GAME_OVER, Phase.DEALING):
        states.append(moves_on(states[-1], rng))
    return WatchedGame(deal, tuple(states))


def with_deal(game: WatchedGame, deal: Deal) -> WatchedGame | None:
    """The game with the same steps and another deal; None if that cannot be."""
    start = game.states[0]
    try:
        state = setup(
            start.players, deal=deal, variant=start.variant, first_player=start.starting_player
        )
        states = [state]
        for before, after in zip(game.states, game.states[1:], strict=False):
            if before.phase is Phase.PLAYING:
                state = apply(state, after.placements[-1].move)
            else:
                state = score_round(state)
            states.append(state)
    except WesterosIntrigueError:
        return None
    return WatchedGame(deal, tuple(states))


# What is seen


def seen_by(states: Sequence[GameState], player: int | None) -> list[object]:
    """All that a player sees of a game, or a spectator, from the setup up to its last state."""
    seen: list[object] = []
    before: GameState | None = None
    for state in states:
        seen += [
            (state.phase, state.round_number, state.starting_player, state.active_player),
            state.round_deal.starters if state.round_deal else (),
            state.placements[-1:],
            tuple(len(hand) for hand in state.hands),
            tuple(elimination.player for elimination in state.eliminations),
            state.penalty_points,
            tuple(len(pile) for pile in state.score_piles),
            turned_up(before, state),
        ]
        if player is not None:
            seen += [state.hands[player], state.score_piles[player]]
        if state.phase is Phase.GAME_OVER:
            seen.append(state.score_piles)
        before = state
    return seen


def turned_up(before: GameState | None, state: GameState) -> list[tuple[int, tuple[Card, ...]]]:
    """The cards that automated houses drew since the state before, in the order drawn.

    A house draws down to the card that it places; a house that goes out has drawn all its cards.
    """
    automated = state.variant.automated
    cards = []
    if before is not None and before.active_player in automated:
        stack = before.hands[before.active_player]
        placed = state.placements[-1].move.card
        cards.append((before.active_player, stack[: stack.index(placed) + 1]))
    is_same_round = before is not None and before.phase is Phase.PLAYING
    known = len(before.eliminations) if before is not None and is_same_round else 0
    if state.phase is not Phase.GAME_OVER:
        cards += [
            (out.player, state.hands[out.player])
            for out in state.eliminations[known:]
            if out.player in automated
        ]
    return cards


def seen_cards(states: Sequence[GameState], player: int | None, round_number: int) -> set[Card]:
    """The cards that a player has seen in a round: placed, turned up, or in the own hand."""
    cards: set[Card] = set()
    before = None
    for state in states:
        if state.round_number == round_number and state.round_deal is not None:
            cards.update(state.round_deal.starters)
            cards.update(placed.move.card for placed in state.placements[-1:])
            cards.update(card for _, drawn in turned_up(before, state) for card in drawn)
            cards.update(() if player is None else state.hands[player])
        before = state
    return cards


# Other deals that look the same


Swap = tuple[int, int, int, int]
"""Which two unseen cards change places, in which round, and up to which round thereafter."""


def looking_the_same(game: WatchedGame, player: int | None, swaps: Sequence[Swap]) -> WatchedGame:
    """The same steps with another deal, of which the player has seen the same.

    Cards that the player has not seen in a round change places, two by two, in that round alone or
    in those after it too, and so do Iron Throne cards. A swap that the player would have noticed,
    or under which the steps would not be possible, is left out.
    """
    seen = seen_by(game.states, player)
    # A hand is picked up as a whole: in which order it was dealt, nobody knows.
    game = with_deal(game, with_hands_dealt_the_other_way_round(game)) or game
    for swap in swaps:
        for swapped in (with_swapped_throne_cards, with_swapped_cards):
            deal = swapped(game, player, swap)
            found = None if deal == game.deal else with_deal(game, deal)
            if found and seen_by(found.states, player) == seen:
                game = found
    assert seen_by(game.states, player) == seen
    return game


def with_hands_dealt_the_other_way_round(game: WatchedGame) -> Deal:
    """The deal in which all players, but no automated houses, get their cards in reverse."""
    automated = game.now.variant.automated
    rounds = [
        attrs.evolve(
            dealt,
            hands=[
                hand if seat in automated else hand[::-1] for seat, hand in enumerate(dealt.hands)
            ],
        )
        for dealt in game.deal.rounds
    ]
    return attrs.evolve(game.deal, rounds=rounds)


def with_swapped_cards(game: WatchedGame, player: int | None, swap: Swap) -> Deal:
    """The deal in which two cards that the player has not seen have changed places."""
    one, other, first, count = swap
    if not game.deal.rounds:
        return game.deal
    first %= len(game.deal.rounds)
    seen = seen_cards(game.states, player, first + 1)
    unseen = [card for card in DECK if card not in seen] or list(DECK)
    cards = (unseen[one % len(unseen)], unseen[other % len(unseen)])
    names = dict(zip(cards, cards[::-1], strict=True))
    rounds = [
        RoundDeal(
            [[names.get(card, card) for card in hand] for hand in dealt.hands],
            [names.get(card, card) for card in dealt.starters],
        )
        if first <= index <= first + count
        else dealt
        for index, dealt in enumerate(game.deal.rounds)
    ]
    return attrs.evolve(game.deal, rounds=rounds)


def with_swapped_throne_cards(game: WatchedGame, _player: int | None, swap: Swap) -> Deal:
    """The deal in which two Iron Throne cards have changed places, be they dealt or not."""
    deal = game.deal
    table = list(game.now.variant.throne_cards)
    for card in deal.throne_cards:
        table.remove(card)
    cards = [*deal.throne_cards, *table]
    one, other = swap[0] % len(cards), swap[1] % len(cards)
    cards[one], cards[other] = cards[other], cards[one]
    return attrs.evolve(deal, throne_cards=cards[: len(deal.throne_cards)])


def some_positions(
    count: int, seed: int, tables: Sequence[tuple[int, Variant]] = tuple(TABLES.values())
) -> list[GameState]:
    """Return positions of the tables, of any round, as random play reaches them."""
    rng = random.Random(seed)
    found: list[GameState] = []
    while len(found) < count:
        players, variant = tables[len(found) % len(tables)]
        state = setup(players, rng=rng, variant=variant, first_player=variant.first_player or 0)
        for _ in range(rng.randrange(variant.rounds_for(players))):
            while state.phase is not Phase.ROUND_OVER:
                state = apply(state, rng.choice(legal_moves(state)))
            state = score_round(state)
        states = []
        while state.phase is Phase.PLAYING:
            states.append(state)
            state = apply(state, rng.choice(legal_moves(state)))
        # Rather late ones: that is where some are out and hands are known in part.
        found.append(states[max(rng.randrange(len(states)), rng.randrange(len(states)))])
    return found
