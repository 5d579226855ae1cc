"""Refusals: why a move is refused, in the same words for every game.

A game declares its refusals once, in an enumeration of `Refusals`: a code, the rule that it cites,
the obstacle and the remedy. Its checks yield members with facts, and `explain` makes a `Violation`
of each, which has six names in every game: `code`, `rule`, `obstacle`, `remedy`, `answers` and
`facts`. Words and answers are found when they are asked for, so legality stays cheap.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, runtime_checkable

import attrs
from typing_extensions import TypeVar

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import RefusedMove
from westeros_intrigue.gamekit.values import NamedEnum, Value

F = TypeVar("F")
G = TypeVar("G", default=Any)
"""The facts of a row; any, unless it says otherwise."""
M = TypeVar("M")
R = TypeVar("R", bound="Refusals")
V = TypeVar("V", bound="AnyViolation")

MOST_NAMED = 6
"""The most answers of a violation."""
Words: TypeAlias = str | Callable[[G], str]
"""A sentence, or a function that returns it for the facts of a refusal."""


@runtime_checkable
class AnyViolation(Protocol):
    """A violation of any game: the names with which a program shows why a move is refused.

    `str` returns the whole sentence.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> game = GAMES["btwixt"]
    >>> view = game.observe(game.setup(3, seed=1), 0)
    >>> [violation] = game.explain(view, game.parse_move("kneel"))
    >>> print(violation.code, violation.rule, violation.obstacle, sep="; ")
    other-decision; setup.leaders; it answers another question
    >>> print(*violation.answers[:2], sep="; ")
    leader cersei-lannister; leader tyrion-lannister
    """

    @property
    def code(self) -> str:
        """The kind of violation, by which programs decide, such as `too-dear`."""
        ...

    @property
    def rule(self) -> str:
        """The id of the broken rule; empty if the game declares none for it."""
        ...

    @property
    def obstacle(self) -> str:
        """The obstacle, in words."""
        ...

    @property
    def remedy(self) -> str:
        """The advice, in words: what would work; empty if the sentence has none."""
        ...

    @property
    def answers(self) -> tuple[Any, ...]:
        """Moves that would work, six at most, from what the seat may know."""
        ...

    @property
    def facts(self) -> Any:  # noqa: ANN401 - each game has its own
        """The facts that the words name: a value of a class of the game."""
        ...


@attrs.frozen
class Row(Generic[G]):
    """A refusal, as `Refusals` declare it; its words can be functions of the game's facts.

    >>> Row("too-many", "take.left", "the heap has fewer.").rule
    'take.left'
    """

    code: str
    """The kind of violation, such as `too-many`; several refusals can have the same."""
    rule: str
    """The id of the rule."""
    obstacle: Words[G]
    """The obstacle."""
    remedy: Words[G] = ""
    """The advice; without it, the answers are named."""


class Refusals(NamedEnum):
    """Base of the enumerations of a game's refusals: each member is declared by its `Row`.

    >>> class Why(Refusals):
    ...     TOO_MANY = Row("too-many", "take.left", lambda left: f"only {left} are left.")
    >>> Why.TOO_MANY.code, Why.TOO_MANY.rule, Why.TOO_MANY.find_obstacle(2)
    ('too-many', 'take.left', 'only 2 are left.')
    >>> Why.TOO_MANY.value, Why("too-many")
    ('too-many', Why.TOO_MANY)
    >>> Why.TOO_MANY.put_together(3, "only 2 are left.", Why.TOO_MANY.find_remedy(2, (1, 2)))
    '3: only 2 are left. Choose 1 or 2.'
    """

    code: str
    """The kind of violation."""
    rule: str
    """The id of the rule."""
    _row: Row[Any]

    def __init__(self, row: Row[Any]) -> None:
        self.code, self.rule, self._row = row.code, row.rule, row

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # The words of rows can be functions, which have no text and cannot be pickled.
        for name, member in cls.__members__.items():
            member._value_ = name.lower().replace("_", "-")

    @classmethod
    def _missing_(cls, value: object) -> Refusals | None:
        return next((member for member in cls if member._value_ == value), None)

    def __str__(self) -> str:
        return str(self._value_)

    def find_obstacle(self, facts: Any) -> str:  # noqa: ANN401 - each game has its own
        """Return the obstacle, in words."""
        return _put_in_words(self._row.obstacle, facts)

    def find_remedy(self, facts: Any, answers: tuple[Any, ...] = ()) -> str:  # noqa: ANN401
        """Return the advice, in words.

        Args:
            facts: the facts that the words name.
            answers: moves that would work.
        """
        return _put_in_words(self._row.remedy, facts) or _choose(answers)

    def put_together(self, move: object, obstacle: str, remedy: str) -> str:
        """Return the sentence about a refused move.

        Args:
            move: the move.
            obstacle: what is in the way.
            remedy: what would work; empty if that is unknown.
        """
        return f"{move}: {obstacle} {remedy}".rstrip()


def _put_in_words(words: Words[G], facts: G) -> str:
    return words if isinstance(words, str) else words(facts)


def _choose(answers: tuple[object, ...]) -> str:
    return f"Choose {join_words(answers, 'or')}." if answers else ""


class Fault(NamedTuple, Generic[G]):
    """A refusal with its facts, not yet in words; `GameOf.refuse` yields it.

    >>> class Why(Refusals):
    ...     TOO_MANY = Row("too-many", "take.left", lambda left: f"only {left} are left.")
    >>> Fault(Why.TOO_MANY, 2).facts
    2
    """

    refusal: Refusals
    """The reason: a member of the game's refusals."""
    facts: G | None = None
    """The facts that the words name: a value of a class of the game, or a number."""


@attrs.frozen
class Violation(Value, Generic[R, F, M]):
    """One reason why a move is refused, as data; `str` returns a sentence for the player.

    It contains nothing hidden from the seat that tried the move.

    >>> class Why(Refusals):
    ...     TOO_MANY = Row("too-many", "take.left", lambda left: f"only {left} are left.")
    >>> violation = Violation(Why.TOO_MANY, 3, 2, "take.left", lambda: [1, 2])
    >>> print(violation)
    3: only 2 are left. Choose 1 or 2.
    >>> violation.code, violation.rule, violation.answers, violation.facts
    ('too-many', 'take.left', (1, 2), 2)
    """

    refusal: R
    """The reason: a member of the game's refusals."""
    move: M
    """The move that was tried."""
    facts: F
    """The facts that the words name: a value of a class of the game."""
    rule: str
    """The id of the broken rule; empty if the game declares none for it."""
    _answers: Callable[[], Iterable[M]] | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def code(self) -> str:
        """The kind of violation; several refusals can have the same."""
        return self.refusal.code

    @property
    def obstacle(self) -> str:
        """The obstacle, in words."""
        return self.refusal.find_obstacle(self.facts)

    @property
    def remedy(self) -> str:
        """The advice, in words: what would work; empty if the sentence has none."""
        return self.refusal.find_remedy(self.facts, self.answers)

    @property
    def answers(self) -> tuple[M, ...]:
        """Moves that would work, six at most, from what the seat may know; found when asked for."""
        return tuple(islice(self._answers(), MOST_NAMED)) if self._answers else ()

    def __str__(self) -> str:
        return self.refusal.put_together(self.move, self.obstacle, self.remedy)


class IllegalMove(RefusedMove[V, M]):
    """A move that the rules of a game refuse; the base of each game's `IllegalMove`.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> game = GAMES["monopoly"]
    >>> try:
    ...     game.apply(game.setup(2, seed=1), game.parse_move("buy"))
    ... except IllegalMove as error:
    ...     print(*[violation.rule for violation in error.violations])
    turn.steps
    """
