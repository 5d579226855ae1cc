"""The steps of the agenda as words, for positions in one line: `2 place shae`, `0 discard 2`.

A step begins with its seat, or with `-` if it has none. Each class of steps says by its `line` how
it is written. Steps of a draft or a deal have no line, since their cards are not public.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from typing import Final

from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.lines import StepForms
from westeros_intrigue.gamekit.text import Scanner
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.position.line_words import OWN, StepTable
from westeros_intrigue.games.btwixt.turns import abilities, seasons

_BY_ABILITY = (abilities.Take, abilities.TokenMove, abilities.OtherLeader, abilities.Effect)
"""The steps that name the card or the ally with their ability."""
_STEPS: Final = StepForms(
    (
        seasons.Turn, *abilities.QUESTIONS, abilities.Effect, abilities.Land, seasons.NextTurn,
        seasons.ClaimCurrent, seasons.DecideBid, seasons.EndRound,
    ),
    OWN,
)  # fmt: skip


def step_in_words(step: Step, box: Box, players: int) -> str:
    """Return a step in words.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> step_in_words(abilities.PlaceAlly(2, "page", 1, "loras-tyrell"), SAMPLE_BOX, 3)
    '2 place page c1 by loras-tyrell'

    Raises:
        InvalidValue: a line has no words for the step, since a hand is drafted or dealt.
    """
    return _STEPS.write(step, StepTable(box, players))


def read_step(scanner: Scanner, box: Box, players: int) -> Step:
    """Return the step of a text, as `step_in_words` writes it.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> read_step(Scanner("0 discard 2"), SAMPLE_BOX, 3)
    Discard(seat=0, count=2)

    Raises:
        NotationError: the text is not a step, or the box has no such card or ally.
    """
    scanner.skip_space()
    start = scanner.position
    step = _STEPS.read(scanner, StepTable(box, players), {})
    if isinstance(step, _BY_ABILITY) and (step.card is None) is (step.ally is None):
        raise scanner.error("a card such as betrayal#1, or an ally, with the ability", start)
    return step
