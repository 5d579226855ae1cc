"""What a notebook stores of a game in progress: what a spectator sees, and nothing else."""

from __future__ import annotations

import json
import re
from random import Random
from typing import TYPE_CHECKING

import attrs
import pytest

from play.notebook.asking import random_tables, stored
from westeros_intrigue import GameState
from westeros_intrigue.gamekit.pictures import image_in_html
from westeros_intrigue.play.notebook import hosting
from westeros_intrigue.play.page import positions

if TYPE_CHECKING:
    from westeros_intrigue.play.notebook.widget import NotebookTable

pytest.importorskip("anywidget")
FEW, MANY = 6, 200


def check_stored(table: NotebookTable) -> None:
    """The file would be the same if what a spectator does not see were different."""
    session = table._host.session  # type: ignore[union-attr]  # somebody plays
    game, state = session.game, session.state
    kept = stored(table)
    assert kept["state"]["_public"]["moves"] == []
    # In later rounds, cards were placed in earlier ones.
    if isinstance(state, GameState) and state.round_number == 1:
        hidden = {str(card) for hand in state.hands for card in hand}
        assert not hidden & set(re.findall(r"\b[SLBT][1-9]\b", without_images(json.dumps(kept))))
    if state.is_over or positions.waits_for(session) == "round":
        return
    seen = game.observe(state, None)
    world = game.determinize(seen, Random(1))
    other = attrs.evolve(session, state=world, past=())
    assert kept["state"]["_public"] == hosting.show_publicly(other)
    # The picture and the text are those of the public view.
    assert kept["output"]["text/plain"] == game.draw_text(game.observe(world, None))
    assert kept["output"]["text/html"] == image_in_html(game.draw_svg(game.observe(world, None)))


def without_images(text: str) -> str:
    """Leave out images in base64, which may spell anything."""
    return re.sub(r"base64,[\w+/=]+", "", text)


def test_a_notebook_stores_nothing_hidden_of_a_game() -> None:
    checked = 0
    for table in random_tables(FEW):
        check_stored(table)
        checked += 1
    assert checked > 4 * FEW


@pytest.mark.long
@pytest.mark.untraced
def test_a_notebook_stores_nothing_hidden_of_two_hundred_games() -> None:
    checked = 0
    for table in random_tables(MANY):
        check_stored(table)
        checked += 1
    assert checked > 4 * MANY


def test_the_check_finds_a_hand_that_is_stored() -> None:
    table = next(random_tables(1))
    table._public = hosting.show(table._host.session, table._host._seat)  # type: ignore[union-attr]
    with pytest.raises(AssertionError):
        check_stored(table)
