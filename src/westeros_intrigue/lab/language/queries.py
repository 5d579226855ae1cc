"""One decision of a language model, as a value without input or output.

Plain functions, asynchronous clients and other frameworks send `messages` in their own way, and
pass each answer to `answered`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import NotationError
from westeros_intrigue.gamekit.game import AnyPosition
from westeros_intrigue.gamekit.rulebook import CitesRule
from westeros_intrigue.gamekit.wording import read_move
from westeros_intrigue.lab.language.answers import Answer, find_moves
from westeros_intrigue.lab.language.prompts import ENDING, Message, Prompter, in_words

MOST_NAMED = 6
"""The most legal moves in the reply to a text that is not a move."""
SILENCE, CUT, NOTATION, UNNAMED = "silence", "cut", "notation", "unnamed"
"""The faults of an answer that breaks no rule by id."""


@attrs.frozen
class Attempt:
    """One answer of a language model, and what is wrong with it."""

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
        first: NotationError | ValueError | None = None
        for text in find_moves(answer.text):
            try:
                move = read_move(self.prompter.game, self.view, text)
            except ValueError as error:
                first = first or error
                continue
            return self._judge_move(answer, text, move)
        if first is None:
            return Attempt(answer, "", None, (SILENCE,), f"Your answer has no move. {ENDING}")
        text = find_moves(answer.text)[0]
        works = self._examples()
        if isinstance(first, NotationError):
            found = values.short_repr(text)
            told = f"{found} is not a move: expected {first.expected}.{works}"
        else:
            told = english.as_sentence(first)
        return Attempt(answer, text, None, (NOTATION,), f"{told} {ENDING}")

    def _examples(self) -> str:
        """Return a sentence with some legal moves, unless reasons or moves are kept from models."""
        if self.prompter.explains != "sentences":
            return ""
        legal = self.prompter.game.distinct_moves(self.view)
        # Spread over the list, since neighbours are alike.
        step = max(1, len(legal) // MOST_NAMED)
        return f" Legal moves include {english.join_words(legal[::step][:MOST_NAMED])}."

    def _judge_move(self, answer: Answer, text: str, move: object) -> Attempt:
        faults = self.prompter.game.explain(self.view, move)
        rules = tuple(each.rule if isinstance(each, CitesRule) else UNNAMED for each in faults)
        reply = f"{self._reasons(rules, faults)} Answer again. {ENDING}" if faults else ""
        return Attempt(answer, text, move, rules, reply)

    def _reasons(self, rules: Sequence[str], faults: Sequence[object]) -> str:
        game, explains = self.prompter.game, self.prompter.explains
        if explains == "sentences":
            told = [english.as_sentence(in_words(game, self.view, str(each))) for each in faults]
            return f"Refused: {english.join_sentences(told)}"
        cited = [str(game.rule(each)) for each in dict.fromkeys(rules) if each in game.RULEBOOK]
        return " ".join(["That move is illegal.", *(cited if explains == "rules" else ())])
