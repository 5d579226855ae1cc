"""Players: functions from a view to a move, one at random and one of plain sense.

Rules: info.memory, bid.turn, claim.total, score.small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from typing_extensions import TypeAliasType

from westeros_intrigue.base.chance import RandomSource, check_source, random_below
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.questions import answerer
from westeros_intrigue.base.values import check_type
from westeros_intrigue.btwixt.agenda import answer, asked, options
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.moves import Choose, Decline, Draft, Kneel, Move, Play
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import DecisionKind, Public
from westeros_intrigue.btwixt.working_copy import WorkingCopy

Player = TypeAliasType("Player", "Callable[[View, RandomSource], Move]")
"""A player: from what its seat may know, and a source of random numbers, to one of its moves."""

_TOKEN = 2  # about what a token is worth, whose number nobody knows


def random_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each of the distinct ones equally likely.

    >>> import random
    >>> from westeros_intrigue.btwixt import observe, setup
    >>> print(random_player(observe(setup(3, seed=1), 0), random.Random(1)))
    leader tyrion-lannister

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer does not decide.

    Rules: bid.turn.
    """
    return _one(options, view, rng)


def simple_player(view: View, rng: RandomSource) -> Move:
    """Return a sensible move; between equally good ones chance decides.

    It shares the values of its hand out over the rounds of the season, more of them for a strong
    ally. While the bid costs no more than that it plays its highest card, and it kneels as soon as
    it leads. It places for the stronger small council, prefers high cards, and discards low
    ones. It knows nothing of deals and of other leaders' plans.

    >>> import random
    >>> from westeros_intrigue.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
    >>> print(simple_player(view, random.Random(1)))
    play test-oath

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer does not decide.

    Rules: claim.total, claim.winner, score.small.
    """
    return _one(sensible_moves, view, rng)


def reason(view: View, move: Move) -> str:
    """Return why a simple player makes a move, as the end of a sentence; empty if it is plain.

    >>> from westeros_intrigue.btwixt import legal_moves, observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
    >>> reason(view, legal_moves(view)[0])
    'the ally is worth more cards than are bid so far'
    """
    if isinstance(move, Kneel):
        totals = [*map(view.box.total, view.piles)]
        leads = totals[view.player or 0] == max(totals) > 0
        return "you lead" if leads else "the bid would cost more cards than the ally is worth"
    if isinstance(move, Play):
        return "the ally is worth more cards than are bid so far"
    found = _WORTH.get(view.decision.kind) if view.decision else None
    return "" if found is None else found[1]


def sensible_moves(position: View | WorkingCopy, seat: int) -> Sequence[Move]:
    """Return those of the legal moves of a leader who is asked that seem best."""
    moves, table = options(position, seat), position.table
    asking = table.asking
    kind = None if asking is None else asking.KIND
    if kind is DecisionKind.TURN:
        hand = position.hand if isinstance(position, View) else position.hands[seat]
        return (_bid(table, seat, hand, moves),)
    found = None if kind is None else _WORTH.get(kind)
    if found is None:
        return moves
    worths = [found[0](table, seat, move) for move in moves]
    most = max(worths)
    return [move for move, worth in zip(moves, worths, strict=True) if worth == most]


def play_on(
    state: GameState, players: Sequence[object], rngs: Sequence[RandomSource | None]
) -> GameState:
    """Return the state when a seat decides that neither of the players above has, or nobody does.

    They choose from a working copy of the game and change it, as they store nothing that they see.

    >>> import random
    >>> from westeros_intrigue.btwixt import setup
    >>> play_on(setup(3, seed=1), [random_player] * 3, [random.Random(1)] * 3)
    <GameState: 3 players, winter, round 4, game-over>

    Args:
        state: any state.
        players: the player of each seat, from seat 0.
        rngs: the source of random numbers of each seat.

    Rules: order.depth.
    """
    seat = state.active_player
    found = [next((moves for known, moves in _MOVES if known is each), None) for each in players]
    if seat is None or found[seat] is None:
        return state
    game = WorkingCopy(state)
    while question := asked(game):
        seat = question.seat
        candidates, source = found[seat], rngs[seat]
        if candidates is None or source is None:
            break
        moves = candidates(game, seat)
        answer(game, question, seat, moves[random_below(len(moves), source)])
    return game.frozen()


def _one(candidates: Callable[[View, int], Sequence[Move]], view: View, rng: RandomSource) -> Move:
    check_type("view", view, View)
    check_source(rng)
    if (seat := answerer(view)) is None:
        raise InvalidValue("the viewer is not asked to decide, and so has no moves")
    moves = candidates(view, seat)
    return moves[random_below(len(moves), rng)]


def _bid(table: Public, seat: int, hand: tuple[Card, ...], moves: Sequence[Move]) -> Move:
    """Return the highest card while it is worth its price and another leads; else kneeling."""
    value = table.box.value
    cards = [(value(move.card), move) for move in moves if isinstance(move, Play)]
    kneel = next(move for move in moves if isinstance(move, Kneel))
    totals = [*map(table.box.total, table.piles)]
    order = table.turn_order
    leader = max(order, key=totals.__getitem__)  # of equal ones the first
    alone = all(knelt for other, knelt in enumerate(table.knelt) if other != seat)
    if not cards or (leader == seat and (any(totals) or alone)):
        return kneel
    needed = totals[leader] - totals[seat] + (order.index(leader) < order.index(seat))
    spent = sum(value(card) for player, card in table.plays if player == seat)
    prize = sum(table.box.power(each.ally) for each in table.current)
    rounds_left = table.players + 2 - table.round_number
    whole = sum(map(value, hand)) + spent
    price = whole if rounds_left == 1 else whole / rounds_left * (0.9 + 0.25 * (prize - _POWER))
    if alone:
        # The last to bid needs only the cheapest card that wins.
        enough = [pair for pair in cards if pair[0] >= needed]
        if enough:
            cost, move = min(enough, key=itemgetter(0))
            return move if spent + cost <= 1.5 * price else kneel
        return max(cards, key=itemgetter(0))[1] if spent + needed <= price else kneel
    if spent >= price or spent + needed > 1.6 * price:
        return kneel
    return max(cards, key=itemgetter(0))[1]


_POWER = 4.2  # about what an ally has


def expected_powers(table: Public) -> list[int]:
    """Return the powers of the councils as far as one can know them."""
    return [
        sum(map(table.box.power, council.allies)) + _TOKEN * len(council.tokens)
        for council in table.councils
    ]


def _gain_card(table: Public, _seat: int, move: Move) -> int:
    return table.box.value(move.card) if isinstance(move, Draft | Choose) and move.card else 0


def _lose_card(table: Public, seat: int, move: Move) -> int:
    return -_gain_card(table, seat, move)


def _standing(table: Public, seat: int, move: Move) -> int:
    """Return how well a leader stands after an ally or a token was placed, or a token moved.

    The small council counts most, then the other.
    """
    powers = expected_powers(table)
    if isinstance(move, Choose) and move.council is not None:
        if move.to is not None:
            powers[move.council] -= _TOKEN
            powers[move.to] += _TOKEN
        elif table.asking is not None and table.asking.KIND is DecisionKind.PLACE_ALLY:
            powers[move.council] += table.box.power(table.current[0].ally)
        else:
            powers[move.council] += _TOKEN
    small, other = sorted(powers[council] for council in councils_of(seat, table.players))
    return 4 * small + other


def _accept(_table: Public, _seat: int, move: Move) -> int:
    return not isinstance(move, Decline)


_STRONGEST = "your councils are strongest so"
_WORTH: dict[DecisionKind, tuple[Callable[[Public, int, Move], int], str]] = {
    DecisionKind.DRAFT: (_gain_card, "no card of the pack is higher"),
    DecisionKind.BID_CARD: (_gain_card, "no card there is higher"),
    DecisionKind.TOKEN_MOVE: (_standing, _STRONGEST),
    DecisionKind.PLACE_ALLY: (_standing, _STRONGEST),
    DecisionKind.PLACE_TOKEN: (_standing, _STRONGEST),
    DecisionKind.TAKE: (_gain_card, "no card there is higher"),
    DecisionKind.DISCARD: (_lose_card, "no card of yours is lower"),
    DecisionKind.OFFER: (_accept, ""),
    DecisionKind.CANCEL: (_accept, ""),
}
"""For each question with a sensible answer what a move is worth, and why the best is the best."""
_MOVES: tuple[tuple[Player, Callable[[View | WorkingCopy, int], Sequence[Move]]], ...] = (
    (random_player, options),
    (simple_player, sensible_moves),
)
"""The players that store nothing, and the moves of which each makes one at random."""
