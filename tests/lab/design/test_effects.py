"""Effects of rules are those of games with exact values, and no rule is blamed for nothing."""

from __future__ import annotations

import json
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from helpers.checkout import load

from lab.design.exact_games import (
    CASES,
    SOLVED,
    TARGETS,
    Case,
    exact_between,
    exact_measures,
    four_nim,
    hasty,
    high_card,
    mirror_nim,
    nim,
    open_pig,
    perfect,
    same_nim,
)
from nim import Nim, clever
from westeros_intrigue import InvalidValue, WrongType
from westeros_intrigue.gamekit.errors import PlayerFailed
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.design import Comparison, Effect, Measured, compare_games
from westeros_intrigue.lab.design.comparing import _kinds_of, usual_players
from westeros_intrigue.lab.design.differences import Difference, Ratio
from westeros_intrigue.lab.design.effects import compare, judge
from westeros_intrigue.lab.design.played import Terms, play_deal
from westeros_intrigue.lab.design.tables import both_tables
from westeros_intrigue.lab.simulation.counted import Estimate, chance_beyond, t_quantile

EXAMPLES = Path(__file__).parents[3] / "examples"
PIG: Case = (
    (open_pig, {"target": TARGETS[0]}),
    (open_pig, {"target": TARGETS[1]}),
    2,
    perfect,
)
ENTRANTS: Case = (*CASES["climb"][:3], hasty)
"""Two entrants at three seats, so that each deal is played in six seatings."""


def truth_of(case: Case) -> dict[str, float]:
    """The exact effect on each measure."""
    before, after, seats, player = case
    if case is ENTRANTS:
        both = {"player": player, "random": None}
        old, new = (exact_between(side, seats, both) for side in (before, after))
        return {name: new[name] - old[name] for name in old}
    if case is PIG:
        first, second = (SOLVED[target].values[0] for target in TARGETS)
        return {"won by who begins": second - first}
    old, new = (exact_measures(side, seats, player) for side in (before, after))
    return {name: new[name] - old[name] for name in old}


def repeat(case: Case, times: int, deals: int) -> list[Comparison]:
    """Compare both sides again and again, with other deals each time."""
    before, after, seats, player = case
    kind: dict[str, Any] = {"player": player or "random"}
    if case is ENTRANTS:
        kind["random"] = "random"
    terms = Terms(*both_tables(before, after), seats, 1, (kind,), (1,))
    edges = pairwise(range(0, times * deals + 1, deals))
    blocks = ([play_deal(terms, 0, deal) for deal in range(*edge)] for edge in edges)
    return [judge([compare(["player"], rows)])[0][0] for rows in blocks]


def width(measured: Measured) -> float:
    """The width of the interval of a difference."""
    found = measured.difference
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


def covered(comparisons: list[Comparison], truth: dict[str, float]) -> dict[str, float]:
    """For each measure that varies, the share of the intervals that contain the truth."""
    hits: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for comparison in comparisons:
        for measured in comparison.measures:
            found = measured.difference
            exact = truth.get(measured.name)
            if exact is None:
                continue
            if found.low is None or found.high is None:
                assert found.value == pytest.approx(exact, abs=1e-9)
                continue
            times[measured.name] += 1
            hits[measured.name] += found.low <= exact <= found.high
    return {name: hits[name] / times[name] for name in times}


@pytest.mark.parametrize("name", [*CASES, "pig", "entrants"])
def test_intervals_contain_the_exact_effect(name: str, pytestconfig: pytest.Config) -> None:
    """Twenty comparisons of few deals, or before a release a thousand of more deals."""
    case = {**CASES, "pig": PIG, "entrants": ENTRANTS}[name]
    times: int | None = pytestconfig.getoption("--repetitions")
    if times is None:
        comparisons = repeat(case, 20, 12 if name == "entrants" else 30)
        shares = covered(comparisons, truth_of(case))
        assert len(shares) >= (1 if name == "pig" else 2)
        if name == "entrants":  # seatings make the share steady, and its interval narrow
            assert median(width(each["won by player"]) for each in comparisons) < 0.25
        assert min(shares.values()) >= 0.75  # of 20: a wrong unit or error covers far less
        assert sum(shares.values()) / len(shares) >= 0.88
        return
    # Bonett and Price's intervals are cautious for shares that seldom change in few deals.
    deals = {"high card": 250, "entrants": 60}.get(name, 100)
    comparisons = repeat(case, times, deals)
    for measure, share in covered(comparisons, truth_of(case)).items():
        assert 0.93 <= share <= 0.97, measure
    if name == "no effect":
        blamed = sum(any(each.is_clear for each in one.measures) for one in comparisons)
        assert blamed <= 0.05 * times


def test_a_rule_without_an_effect_is_not_blamed() -> None:
    comparisons = repeat(CASES["no effect"], 40, 20)
    blamed = sum(any(each.is_clear for each in one.measures) for one in comparisons)
    alone = sum(any(each.probability < 0.05 for each in one.measures) for one in comparisons)
    assert blamed <= 2 < alone  # 5 % of 40; without Holm's test three times as many
    effect = compare_games(nim, same_nim, players="random", deals=40, seed=1)
    assert {each.difference.value for each in effect.comparisons[0].measures} == {0.0}
    assert not any(each.is_clear for each in effect.comparisons[0].measures)
    assert effect.comparisons[0].other_moves.percent.startswith("0.0 % (0.0 to 8.8)")
    assert "Moves differ in 0.0 %" in str(effect)
    mirrored = compare_games(nim, mirror_nim, players="random", deals=40, seed=1)
    assert mirrored.comparisons[0].other_moves.value > 0.5


def test_a_rule_with_an_effect_is_found() -> None:
    effect = compare_games(nim, four_nim, players="random", deals=60, seed=1)
    assert effect["moves"].is_clear
    assert effect["moves"].difference.value < 0
    assert effect["choices a move"].is_clear
    assert effect["choices a move"].difference.value > 0
    with pytest.raises(InvalidValue, match="no measure is called 'drama'"):
        effect["drama"]


def test_a_bot_that_does_not_know_the_rule_is_told_from_one_that_does() -> None:
    """Random players hardly feel what a stubborn one does, so the effect depends on who plays."""

    def stubborn(view: Any, _rng: Any) -> int:
        return max(1, view.stones % 4) if view.stones % 4 else 1

    kinds: list[Any] = [
        {"stubborn": stubborn, "random": "random"},
        {"clever": clever, "random": "random"},
    ]
    effect = compare_games(nim, four_nim, players=kinds, deals=100, seed=3)
    lost = effect["won by stubborn"]
    assert lost.is_clear
    assert lost.difference.value < -0.1
    kept = effect.comparisons[1]["won by clever"].difference
    assert kept.low is not None
    assert kept.high is not None
    assert kept.low < 0 < kept.high


def test_effects_that_differ_between_players_are_named() -> None:
    def timid(view: Any, _rng: Any) -> int:
        del view
        return 1

    effect = compare_games(nim, four_nim, players=[timid, "random"], deals=60, seed=1)
    assert effect.comparisons[0].other_moves.value == 0
    assert "moves" in {each.name for each in effect.depends}
    assert "It depends on who plays. moves: +0.00 between timid" in str(effect)


def test_the_result_is_the_same_for_any_workers_and_a_resumed_file(tmp_path: Path) -> None:
    def run(**how: Any) -> Effect:
        return compare_games(
            nim, EXAMPLES / "nim.py", players=["random", "clever"], deals=30, seed=2, **how
        )

    alone, file = run(), tmp_path / "effect.jsonl"
    with ThreadPoolExecutor(2) as threads:
        assert run(executor=threads, chunk=7, out=file) == alone
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    file.write_bytes(b"".join(lines[:3]))
    assert run(out=file, resume=True) == alone
    assert run(out=file, resume=True, chunk=1) == alone
    with pytest.raises(InvalidValue, match="exists already"):
        run(out=file)
    changed = tmp_path / "nim.py"
    changed.write_text((EXAMPLES / "nim.py").read_text().replace("min(3,", "min(4,"))
    with pytest.raises(InvalidValue, match=r"is of another effect: /versions/2: expected 'nim\.py"):
        compare_games(
            nim, changed, players=["random", "clever"], deals=30, seed=2, out=file, resume=True
        )
    with pytest.raises(InvalidValue, match="is of another effect: /seed"):
        compare_games(
            nim,
            EXAMPLES / "nim.py",
            players=["random", "clever"],
            deals=30,
            seed=3,
            out=file,
            resume=True,
        )


def test_processes_find_games_by_file_by_class_and_by_key(tmp_path: Path) -> None:
    changed = tmp_path / "nim.py"
    text = (EXAMPLES / "nim.py").read_text().replace("range(1, min(3,", "range(1, min(4,")
    changed.write_text(text)
    pairs: list[tuple[Any, Any]] = [
        (nim, changed),
        ("monopoly", ("monopoly", {"house_rules": ("pot",)})),
    ]
    with ProcessPoolExecutor(1) as pool:
        for before, after in pairs:
            alone = compare_games(before, after, players="random", deals=2, seed=1)
            found = compare_games(before, after, players="random", deals=2, seed=1, executor=pool)
            assert found == alone

        class Hidden(Nim):
            """A game that no worker can import."""

        with pytest.raises(InvalidValue, match="workers cannot import Hidden"):
            compare_games(nim, Hidden(), players="random", deals=2, seed=1, executor=pool)


def test_two_versions_of_one_file_are_both_there(tmp_path: Path) -> None:
    changed = tmp_path / "nim.py"
    text = (EXAMPLES / "nim.py").read_text()
    changed.write_text(text.replace("range(1, min(3,", "range(1, min(4,"))
    effect = compare_games(EXAMPLES / "nim.py", changed, players="random", deals=60, seed=1)
    assert effect["moves"].is_clear
    assert re.fullmatch(r"Nim \([0-9a-f]{8}\) -> Nim \([0-9a-f]{8}\)", effect._title)
    assert len({*effect.versions}) == 3
    assert all("nim.py (" in version for version in effect.versions[1:])
    renamed = changed.rename(tmp_path / "other.py")
    effect = compare_games(EXAMPLES / "nim.py", renamed, players="random", deals=2, seed=1)
    assert (effect.before, effect.after) == ("Nim (nim.py)", "Nim (other.py)")
    same = compare_games(nim, EXAMPLES / "nim.py", players="random", deals=20, seed=1)
    assert same.comparisons[0].other_moves.value == 0


def test_two_versions_of_a_house_rule_are_both_there(tmp_path: Path) -> None:
    changed = tmp_path / "no_repeats.py"
    text = (EXAMPLES / "no_repeats.py").read_text()
    changed.write_text(text.replace("is not placed[-1]", "is placed[-1]"))
    rule = EXAMPLES / "no_repeats.py"
    effect = compare_games(rule, changed, players="random", deals=12, seed=1)
    assert effect["choices a move"].difference.value < -4
    printed = [
        compare_games("westeros-intrigue", each, players="random", deals=12, seed=1)
        for each in (rule, changed)
    ]
    assert effect["choices a move"].before == printed[0]["choices a move"].after
    assert effect["choices a move"].after == printed[1]["choices a move"].after


def test_precision_ends_it_at_a_width_and_not_at_a_wish() -> None:
    effect = compare_games(
        nim, four_nim, players="random", deals=2000, seed=1, precision=0.15, about="moves"
    )
    deals, found = effect.comparisons[0].deals, effect["moves"].difference
    assert 30 <= deals < 2000
    assert deals % 50 == 0
    assert found.high is not None
    assert found.high - found.value <= 0.15
    assert "it stopped at a precision of 0.15 for moves" in effect.stopped
    with ThreadPoolExecutor(2) as threads:
        again = compare_games(
            nim,
            four_nim,
            players="random",
            deals=2000,
            seed=1,
            precision=0.15,
            about="moves",
            executor=threads,
            chunk=13,
        )
    assert again == effect
    drama: dict[str, Any] = {"precision": 0.1, "about": "drama"}
    with pytest.raises(InvalidValue, match="no measure is called 'drama': choose moves"):
        compare_games(nim, four_nim, players="random", deals=1, seed=1, **drama)
    wrong: Any = "0.1"
    with pytest.raises(WrongType, match=r"precision must be a Real, not '0\.1'"):
        compare_games(nim, four_nim, players="random", deals=100, seed=1, precision=wrong)
    for none in (0, float("inf"), float("nan")):
        with pytest.raises(InvalidValue, match="precision must be above 0 and finite"):
            compare_games(nim, four_nim, players="random", deals=100, seed=1, precision=none)


def test_a_precision_that_is_not_reached_is_told() -> None:
    effect = compare_games(nim, four_nim, players="random", deals=40, seed=1, precision=0.01)
    told = "40 deals were too few for a precision of 0.01 for won by who begins"
    assert effect.stopped == told
    assert f"{told}." in " ".join(str(effect).split())
    assert json.loads(effect.to_json())["stopped"] == told


def test_two_kinds_of_players_play_as_it_comes() -> None:
    assert usual_players(nim) == ("clever", "sampling:20")
    assert usual_players(open_pig) == ("random", "sampling:20")
    effect = compare_games(nim, four_nim, deals=8, seed=1)
    assert [each.label for each in effect.comparisons] == ["clever", "sampling:20"]
    assert _kinds_of(None, nim, 600)[1] == (1, 10)
    assert _kinds_of(None, nim, 60)[1] == (1, 2)


def test_pairing_is_worth_what_it_saves() -> None:
    pot = ("monopoly", {"house_rules": ("pot",)})
    effect = compare_games(monopoly, pot, players="simple", seats=3, deals=12, seed=6)
    assert effect["won by who begins"].pairing is not None
    assert effect["won by who begins"].pairing > 1.5
    assert effect["won by who begins"].before.value < 1


def test_who_gains_is_a_measure_of_each_entrant() -> None:
    entrants = {"clever": "clever", "random": "random"}
    effect = compare_games(nim, four_nim, players=entrants, deals=20, seed=1)
    assert effect.comparisons[0].games == 40
    assert effect["won by clever"].before.value > 0.9
    names = [each.name for each in effect.comparisons[0].measures]
    assert "won by random" not in names  # the rest of what clever wins


def test_what_a_result_says_can_be_read_by_programs() -> None:
    effect = compare_games(high_card, (high_card, {"ranks": 5}), players="random", deals=20, seed=1)
    assert effect.after == "High Card, ranks 5"
    data = json.loads(effect.to_json())
    assert (data["seed"], data["comparisons"][0]["deals"]) == (1, 20)
    assert [row["measure"] for row in data["measures"]] == effect.to_columns()["measure"]
    told = effect["choices a move"]._cells[3]
    assert f"random, 20 deals, choices a move: {told}." in effect.draw_svg()
    shown = [each.name for each in effect.comparisons[0].shown]
    assert "moves" not in shown
    assert "margin" in shown
    html = effect._repr_html_()
    assert html.count("<table>") == 1
    assert "<img" in html


def test_the_picture_of_the_page_shows_the_figures_of_its_example() -> None:
    picture = load("scripts/making/effect_picture.py")
    drawn = picture.draw()
    assert picture.PICTURE.read_text("utf-8") == drawn, "run scripts/make.py effect-picture"
    page = picture.PAGE.read_text("utf-8")
    figures = re.findall(r"[+-]\d+\.\d+ \([+-]\d+\.\d+ to [+-]\d+\.\d+\)", page)
    assert len(figures) == 4
    assert all(figure in drawn for figure in figures)
    assert f"({picture.PICTURE.name})" in page


def test_what_cannot_be_compared_is_refused() -> None:
    solo = ("westeros-intrigue", {"solo": True})
    with pytest.raises(InvalidValue, match="has automated seats"):
        compare_games("westeros-intrigue", solo, players="random", seats=4, deals=1, seed=1)
    with pytest.raises(InvalidValue, match=r"there is no file missing\.py"):
        compare_games(nim, "missing.py", deals=1, seed=1)
    with pytest.raises(InvalidValue, match="name at least one player"):
        compare_games(nim, four_nim, players=[], deals=1, seed=1)
    with pytest.raises(InvalidValue, match="two kinds of players have the same names, random"):
        compare_games(nim, four_nim, players=["random", "random"], deals=1, seed=1)
    with pytest.raises(InvalidValue, match="Nim has 2 to 4 players, not 5"):
        compare_games(nim, four_nim, seats=5, deals=1, seed=1)
    with pytest.raises(PlayerFailed, match="broken"):
        compare_games(nim, four_nim, players={"broken": lambda _view, _rng: 9}, deals=1, seed=1)


def test_one_deal_has_no_interval_and_proves_nothing() -> None:
    effect = compare_games(nim, four_nim, players="random", deals=1, seed=1)
    assert {each.difference.low for each in effect.comparisons[0].measures} == {None}
    assert not any(each.is_clear for each in effect.comparisons[0].measures)


def test_no_share_differs_by_more_than_all_games() -> None:
    effect = compare_games(nim, four_nim, players="random", deals=2, seed=2)
    for name in ("won by who begins", "unfinished"):
        found = effect[name].difference
        assert (found.low, found.high) == (-1.0, 1.0), name
    moves = effect["moves"].difference
    assert moves.low is not None
    assert moves.low < -1


def test_a_difference_of_shares_is_bonett_and_prices() -> None:
    """Their interval for 20 pairs of which three changed to 1 and none to 0."""
    ratio = Ratio.of([(1, 1)] * 3 + [(0, 1)] * 17) - Ratio.of([(0, 1)] * 20)
    found = Difference.of(ratio, 20, is_share=True)
    # (3 + 1 - 1) / 22, and ((3 + 2) / 22 - that squared) / 22
    assert found.middle == pytest.approx(3 / 22)
    assert found.error == pytest.approx(((5 / 22 - (3 / 22) ** 2) / 22) ** 0.5)
    assert found.estimate == Estimate(0.15, found.middle - found.reach, found.middle + found.reach)


def test_probabilities_agree_with_the_quantiles() -> None:
    for count in (2, 5, 30, 999):
        assert chance_beyond(t_quantile(count), count) == pytest.approx(0.05, abs=1e-9)
        assert chance_beyond(-t_quantile(count), count) == pytest.approx(0.05, abs=1e-9)
    assert chance_beyond(2.0, 3) == pytest.approx(0.1835, abs=1e-4)  # a printed table, 2 degrees
