"""Players: functions that choose a move from a view, two simple ones, and games between them.

Rules: turn.must-place, solo.elsewhere, info.public.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import brief, check_integer, check_type
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules import pyramid
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES
from westeros_intrigue.rules.dealing import (
    Deal,
    InvalidDeal,
    RandomSource,
    check_source,
    random_below,
)
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.state import GameState, Phase, View
from westeros_intrigue.rules.variants import STANDARD, Variant

Player = TypeAliasType("Player", "Callable[[View, RandomSource], Move]")
"""A player: from what its seat may know, and a source of random numbers, to one of its moves.

It is called only when its seat is to move, and never sees a state. Whatever it wants to remember
it must keep itself.
"""


@public
def random_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each house and slot equally likely.

    It is uniform over `distinct_moves`: to hold a second card of a house makes that house no more
    likely. A choice uniform over `legal_moves` would weigh each house by its cards.

    >>> import random
    >>> from westeros_intrigue import setup
    >>> str(random_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'S1@a0'

    Raises:
        WrongType: `view` is no View.
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place.
    """
    moves = _moves(view, rng)
    return moves[random_below(len(moves), rng)]


@public
def greedy_player(view: View, rng: RandomSource) -> Move:
    """Return the move after which the court suits the own hand best; a tie is drawn.

    It looks one placement ahead. With `own`, `unseen` and `slots` counted for each house in the
    court that the move leads to, the move is worth the sum over the houses of

        slots * (own - unseen / 2)

    and twice the number of cards that the hand has of the house placed.

    - `slots` are the open slots that take the house, `own` the cards of it in the hand. Their
      product counts the ways to place a card next time: a slot is worth the more, the more of
      one's cards could go there.
    - `unseen` are the cards of the house that lie neither in the court nor in the hand, so some
      other player may hold them. A slot that they can use helps the others, but they are spread
      over several hands or unused, and so weigh half.
    - The last term keeps the hand mixed. It places first what the hand has most of, because
      a player goes out when none of the houses he has left finds a slot.

    It knows nothing of turns to come, of who is out or of the points. `docs/players.md` tells how
    often it wins.

    >>> import random
    >>> from westeros_intrigue import setup
    >>> str(greedy_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T4@a0'

    Raises:
        WrongType: `view` is no View.
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place, court.match, elimination.unable.
    """
    moves = _moves(view, rng)
    own = [0] * len(HOUSES)
    unseen = [CARDS_PER_HOUSE] * len(HOUSES)
    for card in view.hand:
        own[card.house.index] += 1
        unseen[card.house.index] -= 1
    for card in view.court.values():
        unseen[card.house.index] -= 1
    # In halves of a point, so that equal moves are equal without rounding.
    weights = [2 * own[index] - unseen[index] for index in range(len(HOUSES))]
    court = view.court
    best: list[Move] = []
    most = 0
    for move in moves:
        placed = move.card.house.index
        _, open_slots = pyramid.place(
            court._occupied, court._open_slots, placed, move.slot.cell, court.width_limit
        )
        # The card placed is no longer in the hand, which takes 2 off its house's weight.
        worth = 4 * own[placed] - 2 * (open_slots >> PLANE_BITS * placed & PLANE).bit_count()
        for weight in weights:
            worth += weight * (open_slots & PLANE).bit_count()
            open_slots >>= PLANE_BITS
        if not best or worth > most:
            best, most = [move], worth
        elif worth == most:
            best.append(move)
    return best[random_below(len(best), rng)]


@public
def play_game(
    players: Sequence[Player | None],
    *,
    seed: int | None = None,
    rng: RandomSource | None = None,
    deal: Deal | None = None,
    first_player: int = 0,
    variant: Variant = STANDARD,
) -> GameState:
    """Play a game to its end and return the last state; its `results` are the rounds.

    Each player is shown its own view and nothing else. The game's chance is drawn before the
    first move, so the same seed gives any players the same cards: those of `setup` with that seed.

    >>> final = play_game([greedy_player, random_player], seed=5)
    >>> final
    <GameState: 2 players, round 2 of 2, game-over>
    >>> [result.last_placer for result in final.results]
    [0, 0]

    Args:
        players: one for each seat, from seat 0, 2 to 6 in all. An automated seat has no player:
            it has None, so that the place in the list is always the seat, and the length the
            number of seats. Other seats cannot have None.
        seed: an int of at least 0, for the cards and for the players' random numbers.
        rng: a source of random numbers in its place. The game is dealt from it first; then the
            players share it in turn order.
        deal: the cards. Then `seed` or `rng` is for the players only.
        first_player: the seat that starts round 1, from 0.
        variant: the table. `STANDARD.with_rounds(1)` plays a single round.

    Raises:
        WrongType: an argument of another type, or a player that cannot be called.
        InvalidValue: a number out of its range; both seed and rng; None for a seat that needs a
            player, or a player for an automated seat.
        InvalidVariant: the variant does not suit the players.
        InvalidDeal: the deal does not fit the game, or stops short of its end.
        IllegalMove: a player chose a move that the rules refuse.

    Rules: solo.elsewhere, round.count.
    """
    check_type("players", players, Sequence)
    check_type("variant", variant, Variant)
    if seed is not None and rng is not None:
        raise InvalidValue("give only one of seed and rng")
    if rng is None and seed is not None:
        rng = random.Random(check_integer("seed", seed, 0))  # noqa: S311 - a game, no secret
    elif rng is None:
        rng = random.SystemRandom()
    check_source(rng)
    if deal is None:
        state = setup(len(players), rng=rng, first_player=first_player, variant=variant)
    else:
        state = setup(len(players), deal=deal, first_player=first_player, variant=variant)
        _check_whole(deal, variant.rounds_for(len(players)))
    _check_players(players, variant)
    while state.phase is not Phase.GAME_OVER:
        seat = state.active_player
        if seat is None:
            state = score_round(state)
        elif (player := players[seat]) is None:
            state = apply(state, distinct_moves(state)[0])
        else:
            state = apply(state, player(observe(state, seat), rng), player=seat)
    return state


def _moves(view: View, rng: RandomSource) -> tuple[Move, ...]:
    check_type("view", view, View)
    check_source(rng)
    moves = distinct_moves(view)
    if not moves:
        who = "a spectator" if view.player is None else f"player {view.player}"
        raise InvalidValue(f"{who} is not to move: ask the player of seat {view.active_player}")
    return moves


def _check_players(players: Sequence[Player | None], variant: Variant) -> None:
    for seat, player in enumerate(players):
        if seat in variant.automated and player is not None:
            raise InvalidValue(f"the player of seat {seat}, which is automated, must be None")
        if seat not in variant.automated and player is None:
            raise InvalidValue(f"seat {seat} is not automated, so its player must not be None")
        if player is not None and not callable(player):
            raise WrongType(f"a player must be callable with view and rng, not {brief(player)}")


def _check_whole(deal: Deal, round_count: int) -> None:
    # Somebody would have to tell the rest while the game goes on: `setup` and `deal_round` do that.
    faults = []
    if len(deal.rounds) < round_count:
        faults.append(f"the game has {round_count} rounds, and {len(deal.rounds)} are dealt")
    if len(deal.throne_cards) < round_count:
        faults.append(
            f"the game draws {round_count} Iron Throne cards, and the deal has "
            f"{len(deal.throne_cards)}"
        )
    if faults:
        raise InvalidDeal(faults)
