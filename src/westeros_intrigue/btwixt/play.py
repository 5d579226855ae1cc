"""The game move by move: which moves are legal, why others are not, and what a move leads to.

Rules: decision.order, decision.forced, bid.turn, setup.chance.
"""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief, check_integer, check_type
from westeros_intrigue.btwixt.agenda import question, run
from westeros_intrigue.btwixt.moves import MOVES, Choose, Decline, Draft, Move, Play
from westeros_intrigue.btwixt.questions import known
from westeros_intrigue.btwixt.state import GameState, Position, View
from westeros_intrigue.btwixt.violations import IllegalMove, Violation, ViolationCode
from westeros_intrigue.btwixt.zones import on_table, with_parts


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return every legal move of who decides, in one order; nothing if the viewer does not.

    Playing cards comes before kneeling, kneeling before skipping, choosing before declining;
    choices are ordered by seat, council, and card.

    >>> from westeros_intrigue.btwixt import setup
    >>> print(*legal_moves(setup(3, seed=1))[-2:], sep=", ")
    leader test-leader, random leader

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: decision.order.
    """
    _check_position(position)
    if not position.table.agenda or not _may_answer(position, None):
        return ()
    step = position.table.agenda[0]
    return tuple(question(step).options(known(position, step), step))


def distinct_moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves of which no two do the same: of equal cards the first.

    Cards are equal that lie in the same place and have the same entry in the box.

    >>> from westeros_intrigue.btwixt import Kneel, apply, setup
    >>> state = setup(3, seed=1, leaders=("jon-snow", "cersei-lannister", "euron-greyjoy"))
    >>> len(legal_moves(state)), len(distinct_moves(state))
    (11, 6)

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: decision.order.
    """
    distinct: dict[object, Move] = {}
    for move in legal_moves(position):
        distinct.setdefault(_sort_of(move), move)
    return tuple(distinct.values())


def _sort_of(move: Move) -> object:
    if isinstance(move, Play | Draft):
        return type(move), move.card.id
    if isinstance(move, Choose) and move.card is not None:
        return move.seat, move.card.id
    return move


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return every reason why a move is refused; nothing exactly for a legal move.

    >>> from westeros_intrigue.btwixt import Kneel, setup
    >>> print(*explain(setup(3, seed=1), Kneel()))
    kneel is refused: a leader card is to be picked. Pick one, or take a random one.

    Args:
        position: the game, or what the mover knows of it.
        move: the move that is tried.
        player: the seat that tries it, from 0; None for whoever decides, or for the viewer.

    Raises:
        WrongType: an argument is of another type.
        InvalidValue: there is no such seat.

    Rules: decision.order.
    """
    _check_position(position)
    if not isinstance(move, MOVES):
        raise WrongType(f"move must be a move of this game, not {brief(move)}")
    if player is not None:
        check_integer("player", player, 0, position.players - 1)
    return tuple(_violations(position, move, player))


def apply(state: GameState, move: Move, *, player: int | None = None) -> GameState:
    """Return the state after a move and everything that follows by itself.

    >>> from westeros_intrigue.btwixt import ChooseLeader, setup
    >>> state = apply(setup(3, seed=1), ChooseLeader("jon-snow"), player=0)
    >>> state.leaders, state.active_player
    (('jon-snow', None, None), 1)

    Args:
        state: the game.
        move: the move of who decides.
        player: the seat that makes it, from 0, to make sure that it is the one to decide.

    Raises:
        IllegalMove: the rules refuse the move; the error lists every reason.
        WrongType: an argument is of another type.
        InvalidValue: there is no such seat.

    Rules: bid.turn, order.depth.
    """
    check_type("state", state, GameState)
    if violations := explain(state, move, player=player):
        raise IllegalMove(violations, move, state)
    step, *rest = state.table.agenda
    moves = None if state.moves is None else (*state.moves, move)
    state = on_table(with_parts(state, moves=moves), agenda=tuple(rest))
    return run(question(step).answer(state, step, move))


def proceed(state: GameState) -> GameState:
    """Return the state itself: here everything that needs no decision follows at once.

    >>> from westeros_intrigue.btwixt import setup
    >>> state = setup(3, seed=1)
    >>> proceed(state) is state
    True

    Raises:
        WrongType: `state` is no GameState.

    Rules: order.depth.
    """
    check_type("state", state, GameState)
    return state


def _violations(position: Position, move: Move, player: int | None) -> Iterator[Violation]:
    agenda = position.table.agenda
    if not agenda:
        code = ViolationCode.NOBODY_TO_DECIDE
        yield Violation(code, move, "the game is over", "See who has won")
        return
    step = agenda[0]
    asked = question(step)
    if not _may_answer(position, player):
        found = f"seat {step.seat} decides now"
        yield Violation(ViolationCode.NOT_YOUR_DECISION, move, found, "Wait for your turn")
    elif not asked.fits(move):
        yield Violation(ViolationCode.OTHER_DECISION, move, asked.asked, asked.remedy)
    elif isinstance(move, Decline):
        if not asked.may_decline(step):
            found = f"{asked.asked}, and nobody may decline here"
            yield Violation(ViolationCode.MUST_CHOOSE, move, found, asked.remedy)
    else:
        for code, found, remedy in asked.reasons(known(position, step), step, move):
            yield Violation(code, move, found, remedy)


def _may_answer(position: Position, player: int | None) -> bool:
    seat = position.table.agenda[0].seat
    viewer_decides = not isinstance(position, View) or position.player == seat
    return viewer_decides and player in {None, seat}


def _check_position(position: Position) -> None:
    if not isinstance(position, GameState | View):
        raise WrongType(f"position must be a GameState or a View, not {brief(position)}")
