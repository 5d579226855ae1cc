"""The agenda of a game: the remaining steps, the next one first.

A state stores its agenda, a tuple of frozen values. A move is made in a draft, a mutable copy of
the state. It answers the question at the front; then the steps run until one waits. A task runs as
soon as it reaches the front. A question waits there for a player, unless it has only one answer,
which is then given automatically. New steps go to the front, so they finish before the older ones
continue.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import enum
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.gamekit.values import short_repr

D = TypeVar("D", bound="Agenda")
S = TypeVar("S")


class Step:
    """One remaining step of the game. It contains nothing hidden.

    A class of steps can say by `line` how it is written in the line of a position, and by `so_far`
    which of its fields change while it waits.

    >>> class Pause(Step):
    ...     def waits(self, draft):
    ...         return not draft.is_ready
    """

    __slots__ = ()

    LINE: ClassVar[str] = ""
    """The form of the step in the line of a position; empty if it has none."""
    SO_FAR: ClassVar[tuple[str, ...]] = ()
    """The fields that change while the step waits."""

    def __init_subclass__(cls, *, line: str | None = None, so_far: tuple[str, ...] = ()) -> None:
        """Set the class attributes, as in `class Buy(Question, line="buy {space}")`."""
        super().__init_subclass__()
        if line is not None:
            cls.LINE, cls.SO_FAR = line, so_far

    def waits(self, draft: Any, /) -> bool:  # noqa: ANN401 - each game has its draft
        """Remove the step from the agenda and run it; return True if the game must wait instead."""
        raise NotImplementedError


Steps = tuple[Step, ...]
"""Steps in order, the next first."""


class Task(Step, Generic[D]):
    """A step that runs as soon as it reaches the front.

    >>> class Deal(Task):
    ...     def do(self, draft):
    ...         draft.cards += ["a", "b"]
    >>> class Draft(Agenda):
    ...     cards = []
    ...     agenda = (Deal(),)
    >>> draft = Draft()
    >>> Deal().waits(draft), draft.cards, draft.agenda
    (False, ['a', 'b'], ())
    """

    __slots__ = ()

    def waits(self, draft: D, /) -> bool:
        """Run the task and return False."""
        draft.drop()
        self.do(draft)
        return False

    def do(self, draft: D, /) -> None:
        """Change the game and put any steps that follow at the front."""
        raise NotImplementedError


class Question(Step, Generic[D]):
    """A step that waits for one seat to answer, or for several at the same time.

    A class of questions writes `options` and `accept`; it overrides `deciders`, `faults` or `waits`
    if the rules differ from what these do here.

    Every answer is told by an event, the first that `accept` logs: whoever reads a game back from
    its events, or tells them to the players, finds each answer in the event that it made. If the
    draft shows its `events_so_far`, `carry_out` refuses a question whose answer makes none, unless
    its class is declared with `told_later=True`, or with the classes of the answers that a later
    event tells, such as `told_later=(Pass,)`.

    >>> import attrs
    >>> @attrs.frozen
    ... class Discard(Question):
    ...     seat: int
    ...
    ...     def options(self, draft, seat):
    ...         return draft.cards
    ...
    ...     def accept(self, draft, seat, move):
    ...         draft.cards.remove(move)
    >>> class Hand(Agenda):
    ...     cards = ["a"]
    ...     agenda = (Discard(2),)
    >>> Discard(2).deciders, Discard(2).waits(Hand())  # the only answer is given
    ((2,), False)
    """

    __slots__ = ()

    KIND: ClassVar[Any]
    """The kind of the question, a member of an enumeration of the game."""
    MOVES: ClassVar[tuple[type, ...]]
    """The classes of the moves that answer it."""
    DECIDER: ClassVar[str] = "seat"
    """The name of the field that stores the seat that may answer, if only one may."""
    TOLD_LATER: ClassVar[bool | tuple[type, ...]] = False
    """True if no answer has an event of its own, since a later event tells it, or several answers;
    the classes of such answers if the others have one."""

    def __init_subclass__(
        cls,
        *,
        kind: enum.Enum | None = None,
        moves: tuple[type, ...] | None = None,
        decider: str | None = None,
        told_later: bool | tuple[type, ...] | None = None,
        line: str | None = None,
        so_far: tuple[str, ...] = (),
    ) -> None:
        """Set the capitalised class attributes, as in `class Bid(Question, kind=Decision.BID)`."""
        super().__init_subclass__(line=line, so_far=so_far)
        facts = {"KIND": kind, "MOVES": moves, "DECIDER": decider, "TOLD_LATER": told_later}
        for name, fact in facts.items():
            if fact is not None:
                setattr(cls, name, fact)

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may answer, from 0; the one asked first comes first.

        Several seats may answer in any order, with the same result.
        """
        return (getattr(self, self.DECIDER),)

    def options(self, draft: D, seat: int, /) -> Sequence[Any]:
        """Return a seat's legal answers.

        Args:
            draft: the game while it changes.
            seat: the seat that is asked, from 0.
        """
        raise NotImplementedError

    def faults(self, draft: D, seat: int, move: Any, /) -> Iterable[Any]:  # noqa: ANN401 - each game has its moves
        """Return the reasons why a seat may not answer with a move; none if the answer is legal.

        By default, an answer is legal if it is an option.

        >>> class Call(Question):
        ...     def options(self, draft, seat):
        ...         return "heads", "tails"
        >>> Call().faults(None, 0, "edge")
        ('edge is not among the answers: heads or tails',)

        Args:
            draft: the game while it changes.
            seat: the seat that answers, from 0.
            move: the answer.
        """
        options = self.options(draft, seat)
        if move in options:
            return ()
        return (f"{move} is not among the answers: {join_words(options, 'or')}",)

    def accept(self, draft: D, seat: int, move: Any, /) -> None:  # noqa: ANN401 - for the same reason
        """Carry out a legal answer, and log its event first; it has already left the agenda.

        Call it through `carry_out`, which checks that there is an event.

        Args:
            draft: the game while it changes.
            seat: the seat that answers, from 0.
            move: the answer.
        """
        raise NotImplementedError

    def carry_out(self, draft: D, seat: int, move: Any, /) -> None:  # noqa: ANN401 - as above
        """Accept a legal answer, and check that an event tells it.

        >>> class Call(Question):
        ...     def accept(self, draft, seat, move):
        ...         draft.events_so_far += 1
        >>> class Draft(Agenda):
        ...     events_so_far = 0
        >>> draft = Draft()
        >>> Call().carry_out(draft, 0, "heads")
        >>> draft.events_so_far
        1

        Args:
            draft: the game while it changes.
            seat: the seat that answers, from 0.
            move: the answer.

        Raises:
            WrongType: `accept` logged no event, and the answer is not among `TOLD_LATER`.
        """
        before = draft.events_so_far
        self.accept(draft, seat, move)
        if before is not None and before == draft.events_so_far:
            self.check_told_later(seat, move)

    def check_told_later(self, seat: int, move: object, /) -> None:
        """Check that an answer that logged no event is one that a later event tells.

        >>> class Secret(Question, told_later=True):
        ...     pass
        >>> Secret().check_told_later(0, "heads")

        Args:
            seat: the seat that answers, from 0.
            move: the answer.

        Raises:
            WrongType: the answer is not among `TOLD_LATER`.
        """
        later = self.TOLD_LATER
        if not (isinstance(move, later) if isinstance(later, tuple) else later):
            raise WrongType(
                f"{type(self).__name__} must log an event for the answer {short_repr(move)} of "
                f"seat {seat}, which tells it to the players and to those who read the game back; "
                "accept logged none"
            )

    def waits(self, draft: D, /) -> bool:
        """Return whether there is a choice; if there is none, accept the only answer."""
        seat = self.deciders[0]
        options = self.options(draft, seat)
        if len(options) == 1:
            draft.drop()
            self.carry_out(draft, seat, options[0])
            return False
        return True


class Agenda:
    """The agenda of a game during a move; a base class of drafts.

    >>> import attrs
    >>> @attrs.define
    ... class Draft(Agenda):
    ...     cards: list[str]
    ...     agenda: tuple[Step, ...] = ()
    >>> @attrs.frozen
    ... class Discard(Question[Draft]):
    ...     seat: int
    ...
    ...     def options(self, draft: Draft, seat: int) -> list[str]:
    ...         return draft.cards
    ...
    ...     def accept(self, draft: Draft, seat: int, move: str) -> None:
    ...         draft.cards.remove(move)
    >>> @attrs.frozen
    ... class DiscardAll(Task[Draft]):
    ...     seat: int
    ...
    ...     def do(self, draft: Draft) -> None:
    ...         draft.push(*[Discard(self.seat)] * len(draft.cards))
    >>> draft = Draft(["a", "b"], (DiscardAll(2),))
    >>> draft.run()
    >>> draft.agenda
    (Discard(seat=2), Discard(seat=2))
    >>> draft.answer(2, "a")
    >>> draft.agenda, draft.cards
    ((), [])
    >>> draft.push(Discard(0), Discard(1))
    >>> draft.replace(Discard(2))
    >>> draft.drop()
    >>> draft.agenda
    (Discard(seat=1),)
    """

    agenda: Steps
    """The remaining steps, the next one first."""

    @property
    def events_so_far(self) -> object:
        """A value that every event changes, such as the number of events; None checks no answer."""
        return None

    def push(self, *steps: Step) -> None:
        """Put steps before all others, in the given order."""
        self.agenda = steps + self.agenda

    def drop(self) -> None:
        """Remove the first step."""
        self.agenda = self.agenda[1:]

    def replace(self, step: Step) -> None:
        """Replace the first step."""
        self.agenda = (step, *self.agenda[1:])

    def run(self) -> None:
        """Run steps until one waits or none is left."""
        while agenda := self.agenda:
            if agenda[0].waits(self):
                return

    def answer(self, seat: int, move: object) -> None:
        """Accept a seat's legal answer to the open question, and run the steps that follow.

        Args:
            seat: the seat that answers, from 0.
            move: the answer.

        Raises:
            WrongType: the question accepts the answer without an event, and no later event tells
                it.
        """
        question = self.agenda[0]
        assert isinstance(question, Question)  # noqa: S101 - for the type checker
        self.drop()
        question.carry_out(self, seat, move)
        self.run()


def first_step(agenda: Steps, cls: type[S]) -> S:
    """Return the first step of an agenda, which must be an instance of `cls`."""
    step = agenda[0]
    assert isinstance(step, cls)  # noqa: S101 - for the type checker: what asks for it implies it
    return step
