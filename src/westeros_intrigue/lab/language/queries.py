"""One decision of a language model, as a value without input or output.

Plain functions, asynchronous clients and other frameworks send `messages` in their own way, and
pass each answer to `answered`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from typing import Any, Final

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.game import AnyPosition
from westeros_intrigue.gamekit.judging import Gives, Verdict, judge
from westeros_intrigue.lab.language.answers import Answer, find_moves
from westeros_intrigue.lab.language.prompts import ENDING, Message, Prompter

SILENCE, CUT, NOTATION, UNNAMED = "silence", "cut", "notation", "unnamed"
"""The faults of an answer that breaks no rule by id."""


@attrs.frozen
class Attempt:
    """One answer of a language model, and what is wrong with it.

    >>> from westeros_intrigue import observe, setup
    >>> query = Query(Prompter("westeros-intrigue"), observe(setup(6, seed=1), 0))
    >>> [attempt] = query.answered("Move: S8@b0").attempts
    >>> attempt.text, str(attempt.move), attempt.rules
    ('S8@b0', 'S8@b0', ('court.support',))
    """

    answer: Answer
    """The answer."""
    text: str
    """The text that was read as a move; empty if there is none."""
    move: Any
    """The move; None if the text is not a move."""
    rules: tuple[str, ...]
    """The ids of the broken rules; `notation` for a text that is not a move, `silence` for no text,
    `cut` for an answer that was cut off, and `unnamed` for a fault without a rule."""
    reply: str
    """The reply to the model; empty for a legal move."""


@attrs.frozen
class Query:
    r"""One decision of a language model: what it is told, and its answers so far.

    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(6, seed=1), 0)
    >>> query = Query(Prompter("westeros-intrigue"), view).answered("Move: S8@b0")
    >>> query.move is None, query.attempts[0].rules
    (True, ('court.support',))
    >>> print(query.messages[-1]["content"].partition(":")[0])
    Refused
    >>> str(query.answered("Then the first slot.\nMove: S8@a0").move)
    'S8@a0'
    """

    prompter: Prompter
    """The content of the messages."""
    view: AnyPosition
    """The view of the seat that decides."""
    before: AnyPosition | None = None
    """The seat's view at its last decision; None for its first."""
    attempts: tuple[Attempt, ...] = ()
    """The answers so far."""

    @property
    def messages(self) -> list[Message]:
        """The messages to send now: the prompt, and each answer so far with the reply to it."""
        told = self.prompter.messages(self.view, self.before)
        for attempt in self.attempts:
            told.append({"role": "assistant", "content": attempt.answer.text or "(no answer)"})
            told.append({"role": "user", "content": attempt.reply})
        return told

    @property
    def move(self) -> Any:  # noqa: ANN401 - each game has its moves
        """The legal move; None if there is none yet."""
        return self.attempts[-1].move if self.attempts and not self.attempts[-1].reply else None

    def answered(self, answer: Answer | str) -> Query:
        """Return the query after another answer.

        Raises:
            WrongType: the answer is neither an Answer nor a str.
        """
        values.check_type("answer", answer, str | Answer)
        given = Answer(answer) if isinstance(answer, str) else answer
        return attrs.evolve(self, attempts=(*self.attempts, self._judge(given)))

    def _judge(self, answer: Answer) -> Attempt:
        if answer.is_cut:
            reply = f"Your answer was cut off. Answer more briefly. {ENDING}"
            return Attempt(answer, "", None, (CUT,), reply)
        found = find_moves(answer.text)
        if not found:
            return Attempt(answer, "", None, (SILENCE,), f"Your answer has no move. {ENDING}")
        verdicts = (self._verdict_on(text) for text in found)
        read = ((text, each) for text, each in zip(found, verdicts, strict=True) if each.is_a_move)
        text, verdict = next(read, (found[0], self._verdict_on(found[0])))
        if not verdict.is_a_move:
            return Attempt(answer, text, None, (NOTATION,), f"{verdict.text} {ENDING}")
        rules = tuple(each.rule or UNNAMED for each in verdict.reasons)
        head = "Refused: " * (self.prompter.explains in {"sentences", "reasons"})
        reply = "" if verdict.is_legal else f"{head}{verdict.text} Answer again. {ENDING}"
        return Attempt(answer, text, verdict.move, rules, reply)

    def _verdict_on(self, text: str) -> Verdict:
        return judge(self.prompter.game, self.view, text, gives=_GIVES[self.prompter.explains])


_GIVES: Final[dict[str, Gives]] = {
    "sentences": "remedy", "reasons": "reasons", "rules": "rules", "illegal": "nothing",
}  # fmt: skip
"""The help of a refusal, by what a `Prompter` explains."""
