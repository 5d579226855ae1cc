"""Two simple players.

Rules: info.memory, bid.turn, claim.total, score.small.
"""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import TypeAliasType

from westeros_intrigue.base.chance import RandomSource, check_source, random_below
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.named_players import NamedPlayers, one_player
from westeros_intrigue.base.values import check_type
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.moves import Choose, Decline, Draft, Kneel, Move, Play
from westeros_intrigue.btwixt.play import distinct_moves
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.state import View
from westeros_intrigue.btwixt.table import DecisionKind

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
        WrongType: `view` is no View, or `rng` no source of random numbers.
        InvalidValue: the viewer does not decide.

    Rules: bid.turn.
    """
    moves = _moves(view, rng)
    return moves[random_below(len(moves), rng)]


def simple_player(view: View, rng: RandomSource) -> Move:
    """Return a sensible move; between equally good ones chance decides.

    It bids for what an ally and a token are worth, with the cheapest card that takes the lead, and
    kneels when it leads or the price is too high. It places for the stronger small council, takes
    and keeps high cards, and discards low ones. It knows nothing of deals and of other leaders'
    plans.

    >>> import random
    >>> from westeros_intrigue.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
    >>> print(simple_player(view, random.Random(1)))
    play betrayal

    Raises:
        WrongType: `view` is no View, or `rng` no source of random numbers.
        InvalidValue: the viewer does not decide.

    Rules: claim.total, claim.winner, score.small.
    """
    moves = _moves(view, rng)
    decision = view.decision
    worth = _WORTH.get(decision.kind) if decision else None
    if worth is None:
        return moves[random_below(len(moves), rng)]
    worths = [worth(view, move) for move in moves]
    best = [move for move, found in zip(moves, worths, strict=True) if found == max(worths)]
    return best[random_below(len(best), rng)]


def _moves(view: View, rng: RandomSource) -> tuple[Move, ...]:
    check_type("view", view, View)
    check_source(rng)
    moves = distinct_moves(view)
    if not moves:
        raise InvalidValue("the viewer does not decide, so there is no move to return")
    return moves


def _value(view: View, card: Card) -> int:
    return view.box.entry(card).value or 0


def _seat(view: View) -> int:
    return view.player or 0


def _powers(view: View) -> list[int]:
    """The powers of the councils as far as one can tell."""
    return [
        sum(view.box.ally(ally).power or 0 for ally in council.allies)
        + _TOKEN * len(council.tokens)
        for council in view.councils
    ]


def _standing(view: View, powers: list[int]) -> int:
    """How well a leader stands: what the small council has counts most, then the other's."""
    small, other = sorted(powers[council] for council in councils_of(_seat(view), view.players))
    return 4 * small + other


def _turn(view: View, move: Move) -> int:
    """Kneeling is worth 0; a card is worth playing if it takes the lead cheaply enough."""
    if not isinstance(move, Play):
        return 0 if isinstance(move, Kneel) else -1
    seat = _seat(view)
    totals = [sum(_value(view, card) for card in pile) for pile in view.piles]
    order = view.table.turn_order
    leader = min(order, key=lambda other: (-totals[other], order.index(other)))
    standing_others = not all(knelt for other, knelt in enumerate(view.knelt) if other != seat)
    if leader == seat and (any(totals) or not standing_others):
        return -1
    # A tie goes to whoever sits first.
    needed = totals[leader] - totals[seat] + (order.index(leader) < order.index(seat))
    prize = sum(view.box.ally(current.ally).power or 0 for current in view.current) + _TOKEN
    rounds_left = view.players + 2 - view.round_number
    affordable = max(1, len(view.hand) // rounds_left) + (prize > 6) + (prize > 8)
    if len(view.piles[seat]) >= affordable or prize < 3:
        return -1
    value = _value(view, move.card)
    return 100 - value if value >= needed else value - 8


def _draft(view: View, move: Move) -> int:
    return _value(view, move.card) if isinstance(move, Draft) else 0


def _gain_card(view: View, move: Move) -> int:
    return _value(view, move.card) if isinstance(move, Choose) and move.card else 0


def _lose_card(view: View, move: Move) -> int:
    return -_gain_card(view, move)


def _choice(move: Move) -> Choose:
    assert isinstance(move, Choose)  # noqa: S101 - for the type checker: the question has no other
    return move


def _place_ally(view: View, move: Move) -> int:
    return _placed(view, move, view.box.ally(view.current[0].ally).power or 0)


def _place_token(view: View, move: Move) -> int:
    return _placed(view, move, _TOKEN)


def _placed(view: View, move: Move, power: int) -> int:
    powers = _powers(view)
    powers[_choice(move).chosen_council] += power
    return _standing(view, powers)


def _move_token(view: View, move: Move) -> int:
    powers = _powers(view)
    powers[_choice(move).chosen_council] -= _TOKEN
    powers[_choice(move).way[1]] += _TOKEN
    return _standing(view, powers)


def _decline(_view: View, move: Move) -> int:
    return isinstance(move, Decline)


def _accept(_view: View, move: Move) -> int:
    return not isinstance(move, Decline)


_WORTH: dict[DecisionKind, Callable[[View, Move], int]] = {
    DecisionKind.DRAFT: _draft,
    DecisionKind.TURN: _turn,
    DecisionKind.BID_CARD: _gain_card,
    DecisionKind.TOKEN_MOVE: _move_token,
    DecisionKind.PLACE_ALLY: _place_ally,
    DecisionKind.PLACE_TOKEN: _place_token,
    DecisionKind.TAKE: _gain_card,
    DecisionKind.DISCARD: _lose_card,
    DecisionKind.OFFER: _decline,
    DecisionKind.CANCEL: _accept,
}
"""For each question with a sensible answer what a move is worth; else one is as good as another."""


PLAYERS: NamedPlayers[Player] = NamedPlayers(
    (
        one_player("random", "makes any move", random_player),
        one_player("simple", "makes moves of plain sense", simple_player),
    ),
    "simple",
    {},
)
"""The players by name, each with a sentence for people who choose between them."""
