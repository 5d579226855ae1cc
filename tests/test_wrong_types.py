"""Every public function and method refuses an argument of a wrong type, in the words of the file.

The arguments are given one at a time, to what the library exports of the card game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from docs.test_docstrings import ALL, OF_THE_CARD_GAME, call, good_arguments, is_called
from refusals import assert_refused

from westeros_intrigue import WesterosIntrigueError

UNCHECKED = {
    "Adjustment", "After", "Checked", "CoursePoint", "EarlierRounds", "Elimination", "Estimate",
    "FinalResult", "Knowledge", "Match", "MatchResult", "Odds", "Pairing", "Placement",
    "Rating", "Reveal", "RoundEnd", "RoundResult", "RoundStart",
    "Rule", "Rulebook", "SetAside", "Standing", "Tally", "TurnStart", "Views", "Violation", "cards",
    "check_game", "check_player(reproducible)", "contains", "decode(numbers)",
    "decode_history(numbers)", "draw(later_rounds)", "events(kind)", "is_clear_loss",
    "legal_actions", "legal_mask", "loss", "make_py_observer", "of(counts)", "of(move)",
    "play_match(out)", "play_match(progress)", "seated", "full_seatings(deal)", "seatings",
    "seen_by", "sentence", "source", "start", "states(phases)", "to_columns(name)", "under",
    "views(phases)", "views(spectators)", "violations", "with_digits(digits)",
}  # fmt: skip
"""Classes whose values the library makes, and functions and arguments that nothing checks."""
FITS_ANYTHING = r"Any\b|float|Callable|Mapping\[str, Any\]|dict\[str, Any\]"
"""Annotations of arguments that may be numbers, or that another function checks."""


def wrongly_typed(value: object) -> Iterator[object]:
    """Something else instead of a value, and instead of the first of its parts."""
    yield 1.5
    if type(value) is int:
        yield True
    if isinstance(value, tuple) and value:
        yield from ((part, *value[1:]) for part in wrongly_typed(value[0]))


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")  # of long reprs
def test_an_argument_of_a_wrong_type_is_named() -> None:
    calls = [
        partial(call, named, {**good, name: wrong})
        for named in ALL
        if named.module in OF_THE_CARD_GAME and is_called(named) and named.name not in UNCHECKED
        for good in [good_arguments(named)]
        for name, parameter in named.parameters.items()
        if f"{named.name}({name})" not in UNCHECKED
        if not re.match(FITS_ANYTHING, str(parameter.annotation))
        for wrong in wrongly_typed(good.get(name, parameter.default))
    ]
    assert_refused("arguments of a wrong type", WesterosIntrigueError, calls)
