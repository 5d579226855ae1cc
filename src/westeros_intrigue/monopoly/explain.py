"""The reasons why a move is refused: every rule that it breaks, with the remedy."""

from __future__ import annotations

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.notation import word_of
from westeros_intrigue.base.questions import answerer
from westeros_intrigue.base.values import brief, listed
from westeros_intrigue.monopoly.legality import Fault, faults, is_sound
from westeros_intrigue.monopoly.moves import MOVE_TYPES, Move
from westeros_intrigue.monopoly.property import check_position, check_seat
from westeros_intrigue.monopoly.questions import asked_in_words
from westeros_intrigue.monopoly.state import Position
from westeros_intrigue.monopoly.steps import Question, head
from westeros_intrigue.monopoly.table import Phase, Table
from westeros_intrigue.monopoly.violations import Violation, ViolationCode

_ORDER = {code: number for number, code in enumerate(ViolationCode)}


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return everything that is wrong with a move; () exactly for legal moves, offers included.

    >>> from westeros_intrigue.monopoly import Buy, Pass, setup
    >>> explain(setup(2, seed=1), Pass())
    ()
    >>> [violation.code for violation in explain(setup(2, seed=1), Buy())]
    [ViolationCode.NOT_ASKED_NOW]

    Args:
        position: a state or a view. In a view only its player's moves are legal.
        move: any move.
        player: the seat that would make it, from 0, to make sure of it.

    Raises:
        InvalidValue: the player does not exist.

    Rules: trade.listing, decision.never-stuck.
    """
    check_position(position)
    if type(move) not in MOVE_TYPES:
        raise WrongType(f"move must be a move of this game, not {brief(move)}")
    if player is not None:
        player = check_seat(position, player)
    table = position.table
    if (refusal := _refusal(position, move, player)) or (asked := table.active_player) is None:
        return refusal
    found = sorted(faults(table, asked, move), key=lambda fault: _ORDER[fault.code])
    return tuple(_in_words(table, move, fault) for fault in found)


def _refusal(position: Position, move: Move, player: int | None) -> tuple[Violation, ...]:
    """Return why nobody, or somebody else, or another move is asked for; that reason alone."""
    table = position.table
    if (asked := table.active_player) is None:
        return _alone(ViolationCode.NOBODY_TO_MOVE, _nobody(position, move))
    answers = head(table.agenda, Question).answers
    is_asked = answerer(position, player) is not None
    if is_asked and type(move) in answers:
        return ()
    question = asked_in_words(table, asked)
    if not is_asked:
        sentence = f"{move} is not yours to play now: {question}. Wait for your turn to decide."
        return _alone(ViolationCode.NOT_YOUR_DECISION, sentence)
    wanted = listed(map(word_of, answers), "or").capitalize()
    return _alone(ViolationCode.NOT_ASKED_NOW, f"{move} is not an answer: {question}. {wanted}.")


def _in_words(table: Table, move: Move, fault: Fault) -> Violation:
    board = table.board
    names = [
        f"{board.names[at]} ({at})" if at < board.size else f"space {at}" for at in fault.spaces
    ]
    sentence = fault.template.format(
        all=" and ".join(names), any=" or ".join(names), needed=fault.needed, found=fault.found
    )
    rule = fault.rule or fault.code.rules[0]
    spaces = tuple(fault.spaces)
    return Violation(fault.code, rule, f"{move}: {sentence}", spaces, fault.needed, fault.found)


def _alone(code: ViolationCode, sentence: str) -> tuple[Violation]:
    return (Violation(code, code.rules[0], sentence),)


def is_legal(table: Table, player: int, move: Move) -> bool:
    """Return whether the player who is asked may make a move."""
    step = table.agenda[0]
    return (
        isinstance(step, Question) and type(move) in step.answers and is_sound(table, player, move)
    )


def _nobody(position: Position, move: Move) -> str:
    if position.phase is Phase.GAME_OVER:
        return f"{move} comes too late: the game is over. Start another one."
    what = "throw with supply_dice" if position.phase is Phase.ROLLING else "card with supply_card"
    return f"{move} comes too early: the game waits for chance. Supply the next {what}."
