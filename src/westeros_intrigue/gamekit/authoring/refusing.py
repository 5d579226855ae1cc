"""Refused moves of authored games: the author's refusals, or the kit's where there are none."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import attrs

from westeros_intrigue.gamekit.authoring import texts
from westeros_intrigue.gamekit.authoring.position import STATE, Position
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.gamekit.refusals import Fault, Refusals, Row, Violation
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.gamekit.values import Value, short_repr


@attrs.frozen
class TurnFacts(Value):
    """The facts of a refusal for which the author wrote no words.

    >>> str(TurnRefusal.NOT_LEGAL.of(3, TurnFacts("3", legal=("1", "2"))))
    '3 is not legal: choose 1 or 2'
    """

    move: str
    """The move, shortened."""
    seat: int | None = None
    """The seat that would make it, from 0, or whose view it is; None for a spectator."""
    player: int | None = None
    """The seat of the call, from 0, if the view is another's."""
    question: str = ""
    """The open question in words."""
    legal: tuple[str, ...] = ()
    """The first legal moves."""


_Row = Row[TurnFacts]


class TurnRefusal(Refusals):
    """The reasons for refusing a move that need no word of the author; they cite no rule.

    >>> TurnRefusal.GAME_OVER.find_obstacle(TurnFacts("1"))
    'the game is over'
    """

    GAME_OVER = _Row("nobody-to-move", "", "the game is over")
    """No player must decide."""
    ANOTHER_VIEW = _Row(
        "another-view",
        "",
        lambda facts: (
            f"this is the view of {viewer_in_words(facts.seat)}, not of player {facts.player}"
        ),
    )
    """The move would be made in the view of another seat."""
    NOT_YOUR_TURN = _Row(
        "not-your-turn",
        "",
        lambda facts: f"{viewer_in_words(facts.seat)} is not to move: {facts.question}",
    )
    """Other seats decide."""
    NOT_LEGAL = _Row(
        "not-legal",
        "",
        lambda facts: f"{facts.move} is not legal",
        lambda facts: f"choose {join_words(facts.legal, 'or')}",
    )
    """The move is not among the legal ones."""

    def find_remedy(self, facts: Any, answers: tuple[Any, ...] = ()) -> str:  # noqa: ANN401
        """Return the advice, in words, which already name the legal moves.

        Args:
            facts: the facts that the words name.
            answers: moves that would work.
        """
        del answers
        return super().find_remedy(facts)

    def put_together(self, move: object, obstacle: str, remedy: str) -> str:
        """Return the sentence about a refused move.

        Args:
            move: the move.
            obstacle: what is in the way.
            remedy: what would work; empty if that is unknown.
        """
        del move
        return f"{obstacle}: {remedy}" if remedy else obstacle

    def of(
        self, move: object, facts: TurnFacts, answers: Callable[[], Iterable[Any]] | None = None
    ) -> AuthoredViolation:
        """Return the violation of a move that is refused for this reason.

        Args:
            move: the move.
            facts: the facts that the words name.
            answers: returns moves that would work, when they are asked for.
        """
        return Violation(self, move, facts, self.rule, answers)


AuthoredViolation = Violation[Refusals, Any, Any]


def find_violations(
    game: Any,  # noqa: ANN401 - a `GameOf`, whose module imports this one
    position: Position,
    move: object,
    player: int | None,
    *,
    is_move: bool,
) -> tuple[AuthoredViolation, ...]:
    """Return the violations of a move: the author's if `refuse` yields some, or the kit's.

    Args:
        game: the game.
        position: a state or a view.
        move: any object.
        player: the seat that would make the move, from 0; None for the active player.
        is_move: False if the object has not the type of the game's moves.

    Raises:
        WrongType: `refuse` yields something else than refusals and faults.
    """
    seat = position.viewer
    if not position.to_move:
        return (_refuse(TurnRefusal.GAME_OVER, move),)
    if seat == STATE:
        seat = position.active_player if player is None else player
    elif player not in {None, seat}:
        return (_refuse(TurnRefusal.ANOTHER_VIEW, move, seat=seat, player=player),)
    if seat is None or seat not in position.to_move:
        asked = game.question(position)
        return (_refuse(TurnRefusal.NOT_YOUR_TURN, move, seat=seat, question=asked),)
    legal = game._moves_of(position, seat)
    if is_move and move in legal:
        return ()
    # Nothing in the words may depend on what is hidden from the seat.
    view = position if position.viewer != STATE else game.observe(position, seat)
    answers = partial(game._moves_of, view if game._hides else position, seat)
    own = tuple(
        Violation(fault.refusal, move, fault.facts, fault.refusal.rule, answers)
        for fault in (find_faults(game, view, seat, move) if is_move else ())
    )
    listed = texts.list_first(legal)
    return own or (_refuse(TurnRefusal.NOT_LEGAL, move, answers, legal=listed),)


def _refuse(
    refusal: TurnRefusal,
    move: object,
    answers: Callable[[], Iterable[Any]] | None = None,
    **facts: Any,  # noqa: ANN401 - of the fields
) -> AuthoredViolation:
    return refusal.of(move, TurnFacts(texts.show_move(move), **facts), answers)


def find_faults(game: Any, view: Position, seat: int, move: object) -> Iterator[Fault[Any]]:  # noqa: ANN401
    """Yield the reasons of `refuse` against a move, each as a fault.

    Args:
        game: the game.
        view: the view of the seat.
        seat: the seat, from 0.
        move: the move.

    Raises:
        WrongType: `refuse` yields something else than refusals and faults.
    """
    for each in game.refuse(view, seat, move):
        fault = each if isinstance(each, Fault) else Fault(each)
        if not isinstance(fault.refusal, Refusals):
            raise WrongType(
                "refuse must yield members of Refusals, or a Fault of one with its facts, not "
                f"{short_repr(each)}"
            )
        yield fault
