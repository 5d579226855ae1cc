"""The game move by move: which moves are legal, why others are not, and what a move leads to.

Rules: decision.order, decision.forced, bid.turn, setup.chance.
"""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.questions import answerer
from westeros_intrigue.base.values import brief, check_integer, check_type
from westeros_intrigue.btwixt.agenda import answer, asked, options
from westeros_intrigue.btwixt.moves import MOVES, Decline, Move
from westeros_intrigue.btwixt.questions import Question
from westeros_intrigue.btwixt.state import GameState, Position
from westeros_intrigue.btwixt.violations import IllegalMove, Violation, ViolationCode
from westeros_intrigue.btwixt.working_copy import WorkingCopy


def deciders(position: Position) -> tuple[int, ...]:
    """Return the seats that may decide now, from 0: several where they draft at the same time.

    >>> from westeros_intrigue.btwixt import DRAFT, setup
    >>> leaders = ("jon-snow", "cersei-lannister", "euron-greyjoy")
    >>> deciders(setup(3, seed=1, leaders=leaders, variant=DRAFT, first_player=1))
    (1, 2, 0)

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: draft.pick.
    """
    check_type("position", position, Position)
    return position.deciders


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
    if isinstance(position, GameState):
        # For `apply`, which is mostly called with one of them.
        moves = position.__dict__["legal"] = options(position)
        return moves
    check_type("position", position, Position)
    seat = answerer(position)
    return () if seat is None else options(position, seat)


distinct_moves = legal_moves
"""No two legal moves do the same (rules decision.order, box.copies)."""


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return every reason why a move is refused; nothing exactly for a legal move.

    >>> from westeros_intrigue.btwixt import Kneel, setup
    >>> print(*explain(setup(3, seed=1), Kneel()))
    kneel is refused: it answers another question. Pick a leader card, or draw a random one.

    Args:
        position: the game, or what the mover knows of it.
        move: the move that is tried.
        player: the seat that tries it, from 0; None for whoever decides, or for the viewer.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: decision.order.
    """
    check_type("position", position, Position)
    if not isinstance(move, MOVES):
        raise WrongType(f"move must be a move of this game, not {brief(move)}")
    if player is not None:
        player = check_integer("player", player, 0, position.players - 1)
    return tuple(_violations(position, move, player))


def apply(state: GameState, move: Move, *, player: int | None = None) -> GameState:
    """Return the state after a move and everything that follows without a decision.

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
        InvalidValue: the seat does not exist.

    Rules: bid.turn, order.depth.
    """
    if type(state) is not GameState:
        check_type("state", state, GameState)
    question = asked(state)
    seat = None if question is None else _mover(state, question, move, player)
    if question is None or seat is None:
        raise IllegalMove(explain(state, move, player=player), move, state)
    game = WorkingCopy(state)
    answer(game, question, seat, move)
    return game.frozen()


def _mover(state: GameState, question: Question, move: Move, player: int | None) -> int | None:
    """Return the seat that makes a move; None if the move is refused."""
    if player is None and state.legal:
        for listed in state.legal:
            if listed is move:
                return question.seat
    seat = answerer(state, player)
    if seat is None or not isinstance(move, MOVES):
        return None
    return seat if question.allows(state.table, question.shown(state, seat), move) else None


def proceed(state: GameState) -> GameState:
    """Return the state itself: here everything that needs no decision follows at once.

    >>> from westeros_intrigue.btwixt import setup
    >>> state = setup(3, seed=1)
    >>> proceed(state) is state
    True

    Raises:
        WrongType: `state` is not a GameState.

    Rules: order.depth.
    """
    check_type("state", state, GameState)
    return state


def _violations(position: Position, move: Move, player: int | None) -> Iterator[Violation]:
    step = asked(position)
    if step is None:
        code = ViolationCode.NOBODY_TO_DECIDE
        yield Violation(code, move, "the game is over", "See who has won")
        return
    seat = answerer(position, player)
    if seat is None:
        deciding = " and ".join(map(str, step.deciders))
        found = f"seat {deciding} decides now"
        yield Violation(ViolationCode.NOT_YOUR_DECISION, move, found, "Wait for your turn")
    elif not step.fits(move):
        code, asks = ViolationCode.OTHER_DECISION, step.KIND
        yield Violation(code, move, "it answers another question", asks.request, asks.rule)
    elif isinstance(move, Decline):
        if not step.may_decline:
            code = ViolationCode.MUST_CHOOSE
            yield Violation(code, move, "nobody may decline here", step.KIND.request)
    else:
        shown = step.shown(position, seat)
        for code, found, remedy in step.reasons(position.table, shown, *step.chosen(move)):
            yield Violation(code, move, found, remedy)
