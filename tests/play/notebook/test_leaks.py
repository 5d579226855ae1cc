"""What a notebook stores of a game in progress: what a spectator sees, and nothing else."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import attrs
import pytest

from play.notebook.asking import Cell, random_games
from westeros_intrigue import GameState, draw_svg, draw_text, observe, setup
from westeros_intrigue.gamekit.pictures import image_in_html
from westeros_intrigue.play.notebook import hosting
from westeros_intrigue.play.page import positions

FEW, MANY = 6, 200


def check_stored(cell: Cell) -> None:
    """The file would be the same if what a spectator does not see were different."""
    session, stored = cell.host.session, cell.host.public()
    game, state = session.game, session.state
    assert stored["moves"] == []
    # In later rounds, cards were placed in earlier ones.
    if isinstance(state, GameState) and state.round_number == 1:
        hidden = {str(card) for hand in state.hands for card in hand}
        assert not hidden & set(re.findall(r"\b[SLBT][1-9]\b", json.dumps(stored)))
    if state.is_over or positions.waits_for(session) == "round":
        return
    world = game.determinize(game.observe(state, None), Random(1))
    other = attrs.evolve(session, state=world, past=())
    assert stored == hosting.show_publicly(other)
    assert cell.host.still() == hosting.Frames(other, None, [world], print).still()


def test_a_notebook_stores_nothing_hidden_of_a_game() -> None:
    checked = 0
    for cell in random_games(FEW):
        check_stored(cell)
        checked += 1
    assert checked > 4 * FEW


@pytest.mark.long
@pytest.mark.untraced
def test_a_notebook_stores_nothing_hidden_of_two_hundred_games() -> None:
    checked = 0
    for cell in random_games(MANY):
        check_stored(cell)
        checked += 1
    assert checked > 4 * MANY


def test_the_check_finds_a_hand_that_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = next(random_games(1))
    seat = cell.host._seat
    monkeypatch.setattr(cell.host, "public", lambda: hosting.show(cell.host.session, seat))
    with pytest.raises(AssertionError):
        check_stored(cell)


def test_a_widget_stores_what_its_host_makes_public_and_the_spectator_s_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("anywidget")
    from westeros_intrigue.play import notebook  # noqa: PLC0415 - an extra

    state = setup(3, seed=2)
    table = notebook.play(state, seat=1)
    sent: list[Any] = []
    monkeypatch.setattr(table, "send", sent.append)
    table._hear(table, {"do": "look"}, [])
    move = sent[-1]["answers"][-1]["moves"][0]
    table._hear(table, {"do": "move", "move": move}, [])
    kept = {name: each for name, each in table.get_state().items() if name != "_esm"}
    assert kept.pop("_public") == hosting.show_publicly(table._host.session)  # type: ignore[union-attr]
    assert set(kept) >= {"_last", "_anywidget_id", "layout"}
    plain = {"_last", "_anywidget_id", "_css", "layout", "tabbable", "tooltip", "_dom_classes"}
    assert {name for name in kept if not name.startswith(("_model", "_view"))} <= plain
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"} == set(data)
    seen = observe(table.state, None)
    assert data["text/html"] == image_in_html(draw_svg(seen))
    assert data["text/plain"] == draw_text(seen)
