"""Measures of strength: the training of a best response, and solved endings."""

from __future__ import annotations

import sys

import pytest
from checkout import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks import endings

SMALL = sorted(endings.lines(), key=lambda line: len(line["worths"]) * line["other_hands"])[:2]


@pytest.mark.parametrize("line", SMALL)
def test_an_ending_of_the_file_is_worth_what_it_says(line: dict[str, object]) -> None:
    state = endings.state_of(line)
    belief = endings.Belief.of(state)
    assert len(belief.chances) == line["other_hands"]
    worths, error = endings.solve(endings.trees(state), belief)
    assert error < 0.002
    assert worths == pytest.approx(line["worths"], abs=0.002)
