"""The claims of docs/knowledge.md are in its data, and the data come from the scripts."""

from __future__ import annotations

import csv
from itertools import islice
from typing import Any

import pytest
from helpers.checkout import ROOT, load

maker, drawer = load("scripts/making/knowledge.py"), load("scripts/making/knowledge_page.py")


def kept(figure: str) -> list[list[str]]:
    """The rows of a file, without their head."""
    path = ROOT / f"docs/knowledge/{figure}.csv"
    with path.open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert tuple(head) == maker.FIGURES[figure][1]
    return rows


def as_text(rows: Any) -> list[list[str]]:
    return [list(map(str, row)) for row in rows]


def test_the_tables_of_the_page_are_those_of_the_data() -> None:
    text = drawer.PAGE.read_text(encoding="utf-8")
    assert drawer.page_text(text) == text, "run scripts/make.py knowledge-page"


@pytest.mark.long
def test_the_first_deal_is_solved_again() -> None:
    assert as_text(islice(maker.deals(), 1)) == kept("deals")[:1]


@pytest.mark.long
def test_players_play_solo_deals_as_before() -> None:
    assert as_text(maker.solo(1)) == kept("solo")[:1]


@pytest.mark.long
@pytest.mark.parametrize("figure", ["seats", "throne"])
def test_the_simulations_begin_as_their_files_do(figure: str) -> None:
    assert as_text(islice(maker.FIGURES[figure][0](), 5)) == kept(figure)[:5]
