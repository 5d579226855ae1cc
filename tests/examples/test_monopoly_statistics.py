"""The statistics of Monopoly in the docs, which an example computes."""

from __future__ import annotations

from pathlib import Path

import pytest

import monopoly_statistics
from westeros_intrigue.games.monopoly import PLAYABLE

DOCS = Path(__file__).parents[2] / "docs/monopoly"


@pytest.mark.long
def test_the_page_has_the_figures_of_the_games() -> None:
    page = {*(DOCS / "play.md").read_text("utf-8").splitlines()}
    for players, games in ((2, 200), (4, 400)):
        played = monopoly_statistics.play(PLAYABLE, players, games)
        assert {*monopoly_statistics.lengths(played).splitlines()} < page
    for table in (monopoly_statistics.returns, monopoly_statistics.winners):
        assert {*table(played).splitlines()} < page
    assert (DOCS / "landings.svg").read_text("utf-8") == monopoly_statistics.draw(played)
