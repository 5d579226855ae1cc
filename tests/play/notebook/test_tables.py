"""Tables in notebooks: what a person's clicks do, and what the next cell has."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import Any

import pytest

import westeros_intrigue as wi
from play.notebook.asking import Cell, playing
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.games import monopoly
from westeros_intrigue.play.notebook import hosting
from westeros_intrigue.play.sessions import Seat, Session


def test_a_placement_is_followed_by_those_of_the_others_and_the_next_cell_goes_on() -> None:
    cell = playing(wi.setup(4, seed=7), opponents="greedy")
    [message] = cell.ask("move", move=cell.moves[0])
    assert message["do"] == "show"
    assert [len(each["view"]["table"]["placements"]) for each in message["answers"]] == [1, 2, 3, 4]
    state = cell.host.position
    assert (len(state.placements), state.active_player) == (4, 0)
    assert [*cell.host.session.record.replay()][-1] == state
    assert playing(state).host.position == state


def test_a_refused_placement_is_explained_and_changes_nothing() -> None:
    cell = playing(wi.setup(4, seed=7))
    before = cell.host.position
    shown, told = cell.ask("move", move="S9@z9")
    assert (shown["do"], told["do"]) == ("show", "tell")
    # The court shows the places by their colours.
    assert "would fit elsewhere" in told["text"]
    assert cell.host.position is before


def test_a_hint_names_a_legal_move_and_says_why() -> None:
    cell = playing(wi.setup(3, seed=2))
    [advice] = cell.ask("hint")
    assert advice["move"] in cell.moves
    assert advice["text"].endswith(".")


def test_undo_takes_the_last_placement_back() -> None:
    cell = playing(wi.setup(3, seed=2))
    before = cell.host.position
    cell.ask("move", move=cell.moves[0])
    assert cell.shown["can_undo"]
    cell.ask("undo")
    assert cell.host.position == before
    _, told = cell.ask("undo")
    assert told["text"] == "There is nothing to undo."


@pytest.mark.parametrize("key", ["westeros-intrigue", "monopoly", "btwixt"])
def test_any_game_is_played_to_its_end_in_small_messages(key: str) -> None:
    game = GAMES[key]
    cell = playing(game.setup(3, seed=3))
    while cell.go_on():
        pass
    assert cell.host.position.is_over
    assert cell.shown["story"]
    for message in cell.messages:
        assert message["do"] == "show"
        assert len(message["answers"]) <= 12
        size = len(json.dumps(message, ensure_ascii=False).encode())
        assert size <= hosting.LONGEST_MESSAGE
        assert not any(each.get("picture") for each in message["answers"][:-1])


def test_long_messages_leave_out_the_first_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "LONGEST_MESSAGE", 4_000)
    cell = playing(wi.setup(4, seed=7))
    [message] = cell.ask("move", move=cell.moves[0])
    assert 1 <= len(message["answers"]) < 4
    assert len(json.dumps(message)) < 4_200
    assert len(cell.shown["view"]["table"]["placements"]) == 4


def test_who_is_out_goes_on_after_twelve_positions() -> None:
    seats = (Seat("", "trader"), Seat("", "simple"))
    session: Any = Session.begun(monopoly, monopoly.setup(2, seed=1), seats, seed=1)
    cell = Cell(lambda send: hosting.Host(session, 0, send))
    moment = cell.host.session.moment
    cell.ask("step")
    assert len(cell.messages[-1]["answers"]) == 12
    assert cell.host.session.moment == moment + 12
    assert cell.shown["waits_for"] == "step"


def test_the_kernel_answers_while_searching_players_think(monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, may_move = threading.Event(), threading.Event()
    player = wi.PLAYERS["greedy"].make(0)

    def slow(view: wi.View, rng: Any) -> wi.Move:
        thinks.set()
        assert may_move.wait(60)
        return player(view, rng)

    monkeypatch.setattr(hosting, "seconds_of", lambda *_: 5.0)
    monkeypatch.setattr("westeros_intrigue.play.saved.session.seat_player", lambda *_: slow)
    cell = playing(wi.setup(2, seed=1), opponents="greedy")
    before = len(cell.messages)
    cell.host.hear({"do": "move", "move": cell.moves[0]})
    assert thinks.wait(60)
    cell.host.hear({"do": "hint"})
    assert cell.messages[-1] == {"do": "tell", "text": "The others are still deciding."}
    may_move.set()
    cell.host.wait()
    shown = [each["answers"][0] for each in cell.messages[before:] if each["do"] == "show"]
    assert [len(each["view"]["table"]["placements"]) for each in shown] == [1, 2]
    assert [each["waits_for"] for each in shown] == ["person", "person"], "no button to go on"
    assert cell.moves


@pytest.mark.parametrize("seconds", [0.0, 5.0])
def test_a_player_that_fails_is_named_without_hidden_cards(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    def broken(view: wi.View, _rng: Any) -> wi.Move:
        raise KeyError(str(view.hand))

    monkeypatch.setattr(hosting, "seconds_of", lambda *_: seconds)
    monkeypatch.setattr("westeros_intrigue.play.saved.session.seat_player", lambda *_: broken)
    cell = playing(wi.setup(2, seed=1), opponents="random")
    told = cell.ask("move", move=cell.moves[0])[-1]
    assert "failed: KeyError" in told["text"]
    assert "Card" not in told["text"]


@pytest.mark.parametrize("request_", [{}, {"do": 7}, {"do": "shuffle"}, {"do": "at", "at": -1}])
def test_a_request_of_another_form_does_nothing(request_: Any) -> None:
    cell = playing(wi.setup(2, seed=1))
    before = cell.host.position
    cell.host.hear(request_)
    assert cell.messages[-1] == {"do": "tell", "text": "A table does not know this request."}
    assert cell.host.position is before


def test_a_position_is_shown_to_its_viewer_or_to_all() -> None:
    state, other = wi.setup(3, seed=1), monopoly.observe(monopoly.setup(2, seed=1), 1)
    for game, position in ((wi, state), (wi, wi.observe(state, 2)), (monopoly, other)):
        cell = Cell(lambda send, game=game, seen=position: hosting.Still(game, seen, send))
        if position is other:
            assert cell.shown["picture"].startswith("<svg")
        else:
            assert cell.shown["view"]["player"] == (None if position is state else 2)
            assert bool(cell.shown["view"]["hand"]) == (position is not state)


def test_what_is_no_table_is_refused_in_words() -> None:
    state = wi.setup(3, seed=1)
    for error, words, arguments in (
        (WrongType, "name its game with game=", {"state": 5}),
        (InvalidValue, "seat must be from 0 to 2, not 3", {"seat": 3}),
        (InvalidValue, "no player is called", {"opponents": "person"}),
        (InvalidValue, "one name or 2, not 1", {"opponents": ["greedy"]}),
        (InvalidValue, "game must be one of", {"game": "chess"}),
        (InvalidValue, "the rules play seat 1", {"state": solo(), "seat": 1}),
    ):
        with pytest.raises(error, match=words):
            playing(**{"state": state, **arguments})  # type: ignore[arg-type]


def solo() -> wi.GameState:
    return wi.proceed(wi.setup(4, seed=1, variant=wi.SOLO_SCHEMING))


def test_who_plays_alone_plays_against_automated_houses() -> None:
    cell = playing(solo())
    cell.ask("move", move=cell.moves[0])
    assert cell.host.position.placements


# The widget


@pytest.fixture
def notebook() -> Any:
    pytest.importorskip("anywidget")
    from westeros_intrigue.play import notebook  # noqa: PLC0415 - an extra

    return notebook


def clicked(table: Any, **request: Any) -> dict[str, Any]:
    """What the cell of a table gets last after a request."""
    sent: list[Any] = []
    table.send = sent.append
    table._hear(table, request, [])
    message: dict[str, Any] = sent[-1]
    return message


def test_the_next_cell_has_the_state_and_the_record(notebook: Any) -> None:
    table = notebook.play(wi.setup(2, seed=1), opponents="greedy")
    look = clicked(table, do="look")
    clicked(table, do="move", move=look["answers"][0]["moves"][0])
    assert [*table.record.replay()][-1] == table.state
    assert len(table._public["view"]["table"]["placements"]) == 2
    for wrong in ([1], None, "look"):
        table._hear(table, wrong, [])
    assert len(table.state.placements) == 2


def test_a_record_is_looked_through_from_a_seat(notebook: Any) -> None:
    record = wi.Record.from_state(wi.play_game(["greedy", "random"], seed=1))
    table = notebook.replay(record, seat=1)
    states = [*record.replay()]
    assert table._last == len(states) - 1
    [shown] = clicked(table, do="at", at=3)["answers"]
    assert shown["view"] == json.loads(wi.to_json(wi.observe(states[3], 1)))
    assert shown["moves"] == []
    assert "can_undo" not in shown
    assert table.state == states[3]
    clicked(table, do="at", at=len(states))
    assert [*table.record.replay()] == states[:4]
    with pytest.raises(InvalidValue, match="a position alone has no record"):
        _ = notebook.show(states[3]).record


def test_an_author_s_game_is_played_by_one_line(notebook: Any) -> None:
    from nim import nim  # noqa: PLC0415 - an example

    table = nim.play_in_notebook(seed=1)
    look = clicked(table, do="look")
    clicked(table, do="move", move=look["answers"][-1]["moves"][0]["name"])
    table.wait()
    assert notebook.replay(table.record, game=nim)._last > 1


def test_the_library_loads_nothing_of_it_and_says_which_extra_is_missing() -> None:
    script = """
import sys
import westeros_intrigue
from westeros_intrigue.gamekit import GameOf
from westeros_intrigue.play import notebook
assert not {"anywidget", "traitlets", "ipywidgets"} & set(sys.modules)
sys.modules["anywidget"] = None
try:
    notebook.play
except westeros_intrigue.MissingName as error:
    print(error)
try:
    from westeros_intrigue.play.notebook import replay
except westeros_intrigue.MissingExtra as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == 2 * (
        "a table in a notebook needs anywidget: install the extra `widget`, "
        'pip install "westeros-intrigue[widget]"\n'
    )
