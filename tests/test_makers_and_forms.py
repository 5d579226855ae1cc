"""Every game's positions, made in every way, lead back from every form, or are refused in words."""

from __future__ import annotations

import re

import pytest
from helpers.checkout import ROOT, load

from westeros_intrigue.games import monopoly

CROSSING = load("scripts/makers_and_forms.py")


@pytest.mark.untraced
def test_positions_of_every_maker_lead_back_from_every_form() -> None:
    results = CROSSING.run([*CROSSING.games()], range(2))
    assert not results.failures, "\n".join(results.failures)
    assert results.counted.total() > 1000


@pytest.mark.long
def test_every_cell_of_the_tables_is_reached() -> None:
    """Six seeds reach them all; `.ci/run release` goes on for ten minutes."""
    results = CROSSING.run([*CROSSING.games()], range(2, 11))
    assert not results.failures, "\n".join(results.failures)
    assert not CROSSING.missing(results)


def test_the_page_has_the_tables_of_the_program() -> None:
    page = (ROOT / "docs/positions.md").read_text(encoding="utf-8")
    renew = "python scripts/makers_and_forms.py --seeds 0 --page"
    assert CROSSING.tables() in page, f"run {renew}"


@pytest.mark.untraced
def test_what_is_lost_on_the_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a line says other coins, or a form is refused without a documented sentence."""
    write = monopoly.format_position

    def with_more_coins(position: monopoly.Position) -> str:
        return re.sub("^([*]?)([0-9])", r"\g<1>1\g<2>", write(position))

    monkeypatch.setattr(monopoly, "format_position", with_more_coins)
    results = CROSSING.run(["monopoly"], [0])
    assert "as line, monopoly" in "".join(results.failures)
    monkeypatch.undo()
    monkeypatch.setattr(CROSSING, "REFUSALS", ())
    results = CROSSING.run(["btwixt"], [0])
    assert "state of `determinize` as JSON, btwixt" in "".join(results.failures)
    assert "state | house rules | line" in CROSSING.missing(results)
