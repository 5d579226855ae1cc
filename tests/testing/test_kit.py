"""The strategies of the kit: what they draw, that they draw all of it, and how they are found."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from cases import is_of_the_players
from hypothesis import (
    HealthCheck,
    Phase as HypothesisPhase,
    find,
    given,
    settings,
    strategies as st,
)

import westeros_intrigue
from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Decision,
    FinalResult,
    GameState,
    IronThroneCard,
    MissingExtra,
    Phase,
    RoundResult,
    Variant,
    View,
    Violation,
    ViolationCode,
    distinct_moves,
    final_winner,
    setup,
    testing,
)
from westeros_intrigue.rules import Adjustment, EarlierRounds, Rule, rank
from westeros_intrigue.testing.hypothesis_hook import STRATEGIES, register

register()

# The examples are the same at each run, or a count would now and then fall below what is asked.
MEASURED = settings(
    database=None,
    deadline=None,
    derandomize=True,
    phases=[HypothesisPhase.generate],
    suppress_health_check=list(HealthCheck),
)
OF_MOVES = [code for code in ViolationCode if code is not ViolationCode.CARD_IN_COURT]
OF_COURTS = list(ViolationCode)[list(ViolationCode).index(ViolationCode.CARD_IN_COURT) : -1]
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


@given(st.data())
def test_a_variant_suits_the_players_that_it_is_drawn_for(data: st.DataObject) -> None:
    players = data.draw(testing.player_counts())
    variant = data.draw(testing.variants(players))
    first = data.draw(testing.first_players(players, variant))
    assert setup(players, seed=1, variant=variant, first_player=first).variant == variant


@pytest.mark.long
def test_variants_are_drawn_with_every_option_and_all_that_can_vary() -> None:
    def features(variant: Variant) -> list[object]:
        seats = len(variant.houses)
        found: dict[object, bool] = {
            "standard": variant == STANDARD,
            "solo": variant == SOLO_SCHEMING,
            "all options": len(variant.options) == 3,
            "no option": not variant.options,
            "houses without use": bool(seats) and not variant.options and not variant.automated,
            "some automated": 0 < len(variant.automated) < seats,
            "all automated": 0 < len(variant.automated) == seats,
            "rounds": variant.rounds is not None,
            "first player": variant.first_player is not None,
            "throne cards": variant.throne_cards != STANDARD.throne_cards,
        }
        return [*variant.options, *(name for name, is_so in found.items() if is_so)]

    counts = counted(testing.variants(), features, 400)
    assert len(counts) == 13, counts


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


@pytest.mark.long
def test_games_end_by_every_decision_and_final_scores_too() -> None:
    def of_state(state: GameState) -> list[object]:
        return [final_winner(state).decided_by]

    ends = counted(testing.states(phases={Phase.GAME_OVER}), of_state, 200)
    assert set(ends) == set(Decision), ends

    def of_scores(scores: tuple[tuple[int, ...], tuple[tuple[IronThroneCard, ...], ...]]) -> Any:
        result = rank(*scores)
        places = [len(place) for place in result.ranking]
        lower = max(places[1:], default=0) > 1
        return [result.decided_by, ("shared below", lower), ("winners", len(result.winners))]

    scores = counted(testing.final_scores(), of_scores, 300)
    assert set(Decision) <= set(scores)
    assert scores["shared below", True] >= 5
    assert {("winners", count) for count in (1, 2, 3)} <= set(scores)
    assert min(scores[decision] for decision in Decision) >= 15, scores


@pytest.mark.long
def test_views_are_of_every_seat_and_of_spectators_unless_they_are_not_wanted() -> None:
    def features(view: View) -> list[object]:
        return [view.player, view.phase, "own turn" if view.player == view.active_player else ""]

    counts = counted(testing.views(), features, 150)
    assert {None, 0, 1, 2, 3, 4, 5, *Phase, "own turn"} <= set(counts)
    seated = counted(testing.views(4, STANDARD, spectators=False), features, 30)
    assert None not in seated


@given(testing.views(4, SOLO_SCHEMING, spectators=False))
def test_an_automated_seat_has_no_view(view: View) -> None:
    assert view.player == 0


@pytest.mark.long
def test_where_every_seat_is_automated_only_a_spectator_looks_on() -> None:
    all_automated = SOLO_SCHEMING.with_seats(automated=range(4)).with_rounds(1)
    view = find(testing.views(4, all_automated, spectators=False), lambda _view: True)
    assert view.player is None


@given(testing.states(variant=SOLO_SCHEMING, phases={Phase.PLAYING}))
def test_a_variant_with_houses_tells_the_number_of_players(state: GameState) -> None:
    assert state.players == 4


@settings(max_examples=10)
@given(testing.games(3))
def test_a_game_is_told_from_its_first_state_to_its_last(game: tuple[GameState, ...]) -> None:
    assert not game[0].placements
    assert not game[0].results
    assert game[-1].phase is Phase.GAME_OVER
    assert len(game[-1].results) == game[-1].variant.rounds_for(3)


@pytest.mark.long
def test_the_simplest_state_is_that_of_an_unshuffled_deck() -> None:
    state = find(testing.states(phases={Phase.PLAYING}), lambda _state: True)
    assert (state.players, state.variant, state.placements) == (2, STANDARD, ())
    assert [str(card) for card in state.hands[0][:3]] == ["S1", "S3", "S5"]


# Registration


@settings(MEASURED, max_examples=1)
@given(st.data())
def test_each_registered_type_is_drawn_by_from_type(data: st.DataObject) -> None:
    for cls in STRATEGIES:
        assert isinstance(data.draw(st.from_type(cls)), cls)


def test_every_frozen_value_of_the_package_that_is_no_consequence_of_others_can_be_drawn() -> None:
    values = {
        thing
        for module in (westeros_intrigue, westeros_intrigue.rules)
        for name in module.__all__
        if inspect.isclass(thing := getattr(module, name))
        and attrs.has(thing)
        and not is_of_the_players(thing)
    }
    followed = {
        Adjustment,
        EarlierRounds,
        FinalResult,
        RoundResult,
        Violation,
    }  # from positions and moves
    assert values - set(STRATEGIES) == {*followed, Rule}  # RULEBOOK has all rules


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
@pytest.mark.parametrize(
    "imports",
    [
        "import hypothesis",
        *(
            pytest.param(imports, marks=pytest.mark.long)
            for imports in (
                "import westeros_intrigue",
                "import westeros_intrigue.testing",
                "import hypothesis, westeros_intrigue.testing",
                "import westeros_intrigue.testing.hypothesis_hook",
            )
        ),
    ],
)
def test_the_entry_point_registers_whatever_is_imported_first(imports: str, installed: str) -> None:
    assert run(DRAWN.format(imports=imports), installed).split() == ["GameState", "View"]


def test_without_hypothesis_the_kit_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [known for known in sys.modules if known.startswith(testing.__name__)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(MissingExtra, match=r"needs hypothesis: .*westeros-intrigue\[hypothesis\]"):
        _ = importlib.import_module("westeros_intrigue.testing").deals
    assert importlib.import_module("westeros_intrigue.testing").check_game


@pytest.mark.long
def test_the_library_never_imports_hypothesis() -> None:
    package = Path(SOURCE, "westeros_intrigue")
    files = [path.relative_to(SOURCE).with_suffix("") for path in package.rglob("*.py")]
    names = [".".join(path.parts).removesuffix(".__init__") for path in files]
    # The simulation needs numba, which takes seconds to import, and is held to it by the layers.
    everything = [name for name in names if not {"testing", "simulation"} & set(name.split("."))]
    assert len(everything) > 60
    program = f"import sys, {', '.join(everything)}; print('hypothesis' in sys.modules)"
    assert run(program) == "False"
