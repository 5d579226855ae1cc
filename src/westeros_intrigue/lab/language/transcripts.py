"""The transcript of a language model: its decisions, and counts of what went wrong."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from typing import Any

import attrs

from westeros_intrigue.lab.language.queries import CUT, Query


@attrs.frozen
class Decided:
    """One decision in a transcript.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.lab.language import LanguagePlayer
    >>> import random
    >>> player = LanguagePlayer(lambda messages: "Move: S8@a0", "westeros-intrigue")
    >>> move = player(observe(setup(6, seed=1), 0), random.Random(1))
    >>> [decided] = player.transcript.decisions
    >>> decided.move, decided.is_chance, player.transcript.rows()[0]["read"]
    ('S8@a0', False, 'S8@a0')
    """

    query: Query
    """The messages and the answers."""
    move: str
    """The move that was made; empty if the model forfeited."""
    is_chance: bool = False
    """True if the move was drawn because no answer was a legal move."""


@attrs.define
class Transcript:
    """The decisions of a language model, in the order in which they ended.

    Copies of a player share it, so that it also has the games of a match in one process.

    >>> Transcript().counts()["decisions"], Transcript().rows()
    (0, [])
    """

    decisions: list[Decided] = attrs.field(factory=list)
    """The decisions."""

    def counts(self) -> dict[str, Any]:
        """Return the counts of decisions by how they ended, and of answers by what was wrong.

        `decisions` is the sum of `at_once`, `after_refusal`, `by_chance` and `forfeits`. `refused`
        has the answers by rule id, the most frequent first. Tokens are None if no answer has them.
        """
        attempts = [each for decided in self.decisions for each in decided.query.attempts]
        chosen = [each for each in self.decisions if each.move and not each.is_chance]
        refused = Counter(rule for attempt in attempts for rule in attempt.rules)
        return {
            "decisions": len(self.decisions),
            "answers": len(attempts),
            "at_once": sum(len(each.query.attempts) == 1 for each in chosen),
            "after_refusal": sum(len(each.query.attempts) > 1 for each in chosen),
            "by_chance": sum(each.is_chance for each in self.decisions),
            "forfeits": sum(not each.move for each in self.decisions),
            "cut": refused[CUT],
            "refused": dict(refused.most_common()),
            "tokens_in": _sum([each.answer.tokens_in for each in attempts]),
            "tokens_out": _sum([each.answer.tokens_out for each in attempts]),
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each answer, for a data frame: decision, try, move, rules and texts."""
        return [
            {
                "decision": number,
                "try": tries,
                "answer": attempt.answer.text,
                "read": attempt.text,
                "refused": " ".join(attempt.rules),
                "reply": attempt.reply,
                "made": decided.move,
                "by_chance": decided.is_chance,
            }
            for number, decided in enumerate(self.decisions)
            for tries, attempt in enumerate(decided.query.attempts, start=1)
        ]


def _sum(tokens: list[int | None]) -> int | None:
    known = [each for each in tokens if each is not None]
    return sum(known) if known else None
