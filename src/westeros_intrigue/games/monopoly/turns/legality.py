"""Legal moves and offers of a position, and the reasons for refusing others.

Questions on the agenda list their answers and find the faults of any move. Here, moves are checked
in a position, and faults are put in words.

Rules: trade.listing, decision.never-stuck, jail.life.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product

import attrs

from westeros_intrigue.gamekit import text
from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.gamekit.refusals import MOST_NAMED
from westeros_intrigue.games.bots import answerer
from westeros_intrigue.games.monopoly.position import moves, sentences, state
from westeros_intrigue.games.monopoly.position.moves import Bundle, Move, Offer
from westeros_intrigue.games.monopoly.position.refusals import (
    Facts,
    Fault,
    Refusal,
    Violation,
    ViolationCode,
)
from westeros_intrigue.games.monopoly.position.state import Position, Question
from westeros_intrigue.games.monopoly.position.table import Holdings, Phase, Table, solvent_after
from westeros_intrigue.games.monopoly.turns import acts

_ORDER = tuple(ViolationCode)
_NOBODY_TO_MOVE = {
    Phase.ROLLING: Refusal.ROLLING,
    Phase.DRAWING: Refusal.DRAWING,
    Phase.GAME_OVER: Refusal.GAME_OVER,
}
"""The refusals of every move while no player is asked."""


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return the violations of a move; () for legal moves only, including offers.

    >>> from westeros_intrigue.games.monopoly import Buy, Pass, setup
    >>> explain(setup(2, seed=1), Pass())
    ()
    >>> [violation.code for violation in explain(setup(2, seed=1), Buy())]
    [ViolationCode.NOT_ASKED_NOW]

    Args:
        position: a state or a view. In a view, only its player's moves are legal.
        move: any move.
        player: the seat that would make it, from 0; None skips the check.

    Raises:
        InvalidValue: the player does not exist.

    Rules: trade.listing, decision.never-stuck.
    """
    state.check_position(position)
    moves.check_move("move", move)
    if player is not None:
        player = state.check_seat(position, player)
    table = position.table
    asked = answerer(position, player)
    faults = _find_faults(table, asked, move)
    answers = None if asked is None else partial(_find_answers, table, asked, type(move))
    violations = [
        Violation(fault.refusal, move, _facts(table, move, fault), fault.refusal.rule, answers)
        for fault in faults
    ]
    return tuple(sorted(violations, key=lambda violation: _ORDER.index(violation.code)))


def _find_faults(table: Holdings, asked: int | None, move: Move) -> Iterator[Fault]:
    """Yield the faults of a move, or only one if the game asks for another player or move."""
    if table.active_player is None:
        yield Fault(_NOBODY_TO_MOVE[table.phase])
        return
    answers = first_step(table.agenda, Question).answers
    if asked is not None and type(move) in answers:
        yield from acts.faults(table, asked, move)
        return
    question = sentences.question_in_words(table)
    if asked is None:
        yield Fault(Refusal.NOT_YOUR_DECISION, question=question)
    else:
        yield Fault(Refusal.NOT_ASKED_NOW, choices=_list_answers(table, asked), question=question)


def _list_answers(table: Holdings, asked: int) -> tuple[str, ...]:
    """Return the moves of the asked player, or their kinds if they are many."""
    question, legal = first_step(table.agenda, Question), options(table, asked)
    can_offer = question.can_offer(table, asked)
    if not can_offer and len(legal) <= MOST_NAMED:
        return tuple(map(str, legal))
    kinds = {*map(type, legal), *[Offer] * can_offer}
    return tuple([text.word_of(answer) for answer in question.answers if answer in kinds])


def _find_answers(table: Table, asked: int, kind: type[Move]) -> Iterator[Move]:
    """Yield the moves of the asked player, first those of the kind that was tried.

    Rules: trade.listing.
    """
    legal = options(table, asked)
    same = [move for move in legal if type(move) is kind]
    if kind is Offer and first_step(table.agenda, Question).can_offer(table, asked):
        yield from _find_offers(table, asked)
    yield from chain(same, (move for move in legal if type(move) is not kind))


def _facts(table: Holdings, move: Move, fault: Fault) -> Facts:
    board, spaces = table.board, tuple(fault.spaces)
    names = tuple(
        f"{board.names[at]} ({at})" if at < board.size else f"space {at}" for at in spaces
    )
    return Facts(
        move,
        spaces,
        names,
        fault.needed,
        fault.found,
        fault.player,
        fault.choices,
        fault.question,
    )


def is_legal(table: Holdings, player: int, move: Move) -> bool:
    """Return whether the asked player may make a move."""
    return not any(_find_faults(table, player, move))


def find_obstacle(holdings: Holdings, player: int, move: Move) -> str:
    """Return the reason why a player may not make a move at a table that is read, if any."""
    fault = next(_find_faults(holdings, player, move), None)
    if fault is None:
        return ""
    facts = _facts(holdings, move, fault)
    return str(Violation(fault.refusal, move, facts, fault.refusal.rule, None))


def options(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return every legal move of the asked player except offers, in a fixed order."""
    return first_step(holdings.agenda, Question).options(holdings, player)


def may_offer(position: Position) -> bool:
    """Return whether the player to decide has a legal offer.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> (
    ...     may_offer(arrange(SAMPLE, cash=(9, 9))),
    ...     may_offer(arrange(SAMPLE, cash=(9, 9), deeds={5: Deed(1)})),
    ... )
    (False, True)

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.listing, debt.trade.
    """
    return find_proposer(position) is not None


def find_proposer(position: Position) -> int | None:
    """Return the player to decide who has a legal offer; None if there is none."""
    state.check_position(position)
    player, table = answerer(position), position.table
    if player is None or not first_step(table.agenda, Question).can_offer(table, player):
        return None
    return player


def goods_of(position: Position, player: int) -> Mapping[str, str]:
    """Return the things that a player, from 0, can offer now, described by their names in offers.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> goods_of(arrange(SAMPLE, cash=(9, 9), deeds={5: Deed(1)}), 1)
    {'5': 'Thornwick', '9c': '9 coins'}

    Args:
        position: a state or a view.
        player: the seat, from 0.

    Raises:
        InvalidValue: the player does not exist.
        WrongType: `position` is not a position.

    Rules: trade.what, trade.buildings.
    """
    player = state.check_seat(position, player)
    if not may_offer(position):
        return {}
    table = position.table
    counted = (Bundle(cards=len(table.kept_cards[player])), Bundle(coins=table.cash[player]))
    words = {str(space): table.board.names[space] for space in acts.tradable(table, player)}
    return words | {str(most): moves.goods(most) for most in counted if most}


def simple_offers(position: Position) -> Iterator[moves.Offer]:
    """Yield a fixed family of legal offers: thing for coins, coins for thing, thing for thing.

    Coins are 1, 2, 3, 5, 8, 13 and so on, up to the cash. An exchange of things may include coins
    on either side.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> [str(offer) for offer in simple_offers(arrange(SAMPLE, cash=(2, 9), deeds={5: Deed(1)}))]
    ['offer 1: 1c for 5', 'offer 1: 2c for 5']

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.listing.
    """
    if (player := find_proposer(position)) is not None:
        yield from _find_offers(position.table, player)


def _find_offers(table: Table, player: int) -> Iterator[moves.Offer]:
    debt = first_step(table.agenda, Question).debt
    for partner in sorted(solvent_after(table, player)):
        for give, take in _pairs(table, player, partner):
            if debt and acts.means_after(table, player, give, take) < debt:
                continue
            yield moves.Offer(partner, give, take)


def _pairs(holdings: Holdings, player: int, partner: int) -> Iterator[tuple[Bundle, Bundle]]:
    mine, theirs = _things(holdings, player), _things(holdings, partner)
    my_coins, their_coins = _coins(holdings.cash[player]), _coins(holdings.cash[partner])
    for thing, coins in product(mine, their_coins):
        yield thing, Bundle(coins=coins)
    for thing, coins in product(theirs, my_coins):
        yield Bundle(coins=coins), thing
    for thing, other in product(mine, theirs):
        yield thing, other
        for coins in my_coins:
            yield attrs.evolve(thing, coins=coins), other
        for coins in their_coins:
            yield thing, attrs.evolve(other, coins=coins)


def _things(holdings: Holdings, player: int) -> list[Bundle]:
    cards = [Bundle(cards=1)] if holdings.kept_cards[player] else []
    return [Bundle((space,)) for space in acts.tradable(holdings, player)] + cards


def _coins(cash: int) -> list[int]:
    found = []
    coins, following = 1, 2
    while coins <= cash:
        found.append(coins)
        coins, following = following, coins + following
    return found
