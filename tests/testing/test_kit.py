"""The strategies of the kit: what they draw, that they draw all of it, and how they are found."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase as HypothesisPhase, given, settings, strategies as st

from westeros_intrigue import (
    STANDARD,
    GameState,
    MissingExtra,
    MissingName,
    distinct_moves,
    testing,
)
from westeros_intrigue.testing.hypothesis_hook import register

register()

# The examples are the same at each run, or a count would now and then fall below what is asked.
MEASURED = settings(
    database=None,
    deadline=None,
    derandomize=True,
    phases=[HypothesisPhase.generate],
    suppress_health_check=list(HealthCheck),
)
SOURCE = str(Path(testing.__file__).parents[2])


def counted(
    strategy: st.SearchStrategy[Any], features: Callable[[Any], list[object]], examples: int
) -> Counter[object]:
    """How many of so many examples have each feature."""
    counts: Counter[object] = Counter()

    @settings(MEASURED, max_examples=examples)
    @given(strategy)
    def count(example: Any) -> None:
        counts.update(set(features(example)))

    count()
    return counts


# Variants, deals, states, views


@pytest.mark.long
def test_states_are_drawn_in_every_phase_of_every_number_of_players_and_with_every_option() -> None:
    def features(state: GameState) -> list[object]:
        variant = state.variant
        found: dict[object, bool] = {
            "automated": bool(variant.automated),
            "a dictated move": state.active_player in variant.automated,
            "standard": variant == STANDARD,
            "a later round": state.round_number > 1,
            "starters": bool(state.round_deal and state.round_deal.starters),
            "forced": len(distinct_moves(state)) == 1,
            "blocked": any(out.cards_left for out in state.eliminations),
            "out with no card": any(not out.cards_left for out in state.eliminations),
            "blocked while others play": state.active_player is not None
            and any(out.cards_left for out in state.eliminations),
            "a bottom row that is full": sum(slot.row == 0 for slot in state.court)
            == state.court.width_limit,
            "row c": any(slot.row == 2 for slot in state.court),
            "a stack that is known in part": any(state.known_counts),
        }
        options = [*variant.options, state.phase, state.players]
        return [*options, *(name for name, is_so in found.items() if is_so)]

    counts = counted(testing.states(), features, 400)
    assert len(counts) == 3 + 4 + 5 + 12
    assert min(counts.values()) >= 2, counts


# Registration


def run(program: str, *paths: str) -> str:
    """What a program prints in an interpreter of its own."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([SOURCE, *paths])}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def installed(tmp_path: Path) -> str:
    """A folder that says of the package what its installation says: the entry point."""
    info = tmp_path / "kit_under_test-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kit-under-test\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[hypothesis]\n_ = westeros_intrigue.testing.hypothesis_hook:register\n"
    )
    return str(tmp_path)


DRAWN = """
import warnings
warnings.simplefilter("error")
{imports}
from hypothesis import Phase, find, settings, strategies as st
from westeros_intrigue import GameState, View
first = settings(max_examples=1, phases=[Phase.generate], database=None)
for cls in (GameState, View):
    print(type(find(st.from_type(cls), lambda _example: True, settings=first)).__name__)
"""


@pytest.mark.long
@pytest.mark.parametrize("imports", ["import hypothesis", "import westeros_intrigue.testing"])
def test_the_entry_point_registers_whatever_is_imported_first(imports: str, installed: str) -> None:
    assert run(DRAWN.format(imports=imports), installed).split() == ["GameState", "View"]


def test_without_hypothesis_the_kit_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [known for known in sys.modules if known.startswith(testing.__name__)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    needed = r"deals needs hypothesis: .*westeros-intrigue\[hypothesis\]"
    kit = importlib.import_module("westeros_intrigue.testing")
    with pytest.raises(MissingName, match=needed):
        _ = kit.deals
    with pytest.raises(MissingExtra, match=needed):
        from westeros_intrigue.testing import deals  # noqa: F401, PLC0415 - it fails
    assert kit.check_game
    assert not hasattr(kit, "deals")
