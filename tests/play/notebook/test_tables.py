"""Tables in notebooks: what a person's clicks do, and what the next cell has."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import Any

import pytest

import westeros_intrigue as wi
from play.notebook.asking import Cell
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.games import monopoly
from westeros_intrigue.play import notebook
from westeros_intrigue.play.notebook import hosting
from westeros_intrigue.play.sessions import Seat, Session

pytest.importorskip("anywidget")


def test_a_placement_is_followed_by_those_of_the_others_and_the_next_cell_goes_on() -> None:
    cell = Cell(notebook.play(wi.setup(4, seed=7), opponents="greedy"))
    [message] = cell.ask("move", move=cell.moves[0])
    assert message["do"] == "show"
    assert [len(each["view"]["table"]["placements"]) for each in message["answers"]] == [1, 2, 3, 4]
    state = cell.table.state
    assert (len(state.placements), state.active_player) == (4, 0)
    assert [*cell.table.record.replay()][-1] == state
    again = notebook.play(state, opponents="greedy")
    assert again.state == state


def test_a_refused_placement_is_explained_and_changes_nothing() -> None:
    cell = Cell(notebook.play(wi.setup(4, seed=7)))
    before = cell.table.state
    shown, told = cell.ask("move", move="S9@z9")
    assert (shown["do"], told["do"]) == ("show", "tell")
    assert "z9" in told["text"]
    # The court shows the places by their colours.
    assert "would fit elsewhere" in told["text"]
    assert cell.table.state is before


def test_a_hint_names_a_legal_move_and_says_why() -> None:
    cell = Cell(notebook.play(wi.setup(3, seed=2)))
    [advice] = cell.ask("hint")
    assert advice["move"] in cell.moves
    assert advice["text"].endswith(".")


def test_undo_takes_the_last_placement_back() -> None:
    cell = Cell(notebook.play(wi.setup(3, seed=2)))
    before = cell.table.state
    cell.ask("move", move=cell.moves[0])
    assert cell.shown["can_undo"]
    cell.ask("undo")
    assert cell.table.state == before
    _, told = cell.ask("undo")
    assert told["text"] == "There is nothing to undo."


@pytest.mark.parametrize("key", [*GAMES])
def test_any_game_is_played_to_its_end_in_small_messages(key: str) -> None:
    cell = Cell(notebook.begin(key, seed=3, opponents=GAMES[key].PLAYERS.usual))
    while cell.go_on():
        pass
    assert cell.table.state.is_over
    assert cell.shown["story"]
    refused = [each for each in cell.messages if each["do"] != "show"]
    assert refused == []
    for message in cell.messages:
        assert len(message["answers"]) <= 12
        size = len(json.dumps(message, ensure_ascii=False).encode())
        assert size <= hosting.LONGEST_MESSAGE
        assert all("picture" not in each or not each["picture"] for each in message["answers"][:-1])


def test_who_is_out_goes_on_after_twelve_positions() -> None:
    seats = (Seat("", "trader"), Seat("", "simple"))
    session: Any = Session.begun(monopoly, monopoly.setup(2, seed=1), seats, seed=1)
    sent: list[Any] = []
    host = hosting.Host(session, 0, sent.append)
    host.start()
    moment = host.session.moment
    host.hear({"do": "step"})
    assert len(sent[-1]["answers"]) == 12
    assert host.session.moment == moment + 12
    assert sent[-1]["answers"][-1]["waits_for"] == "step"


def test_the_kernel_answers_while_searching_players_think(monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, may_move = threading.Event(), threading.Event()
    player = wi.PLAYERS["greedy"].make(0)

    def slow(view: wi.View, rng: Any) -> wi.Move:
        thinks.set()
        assert may_move.wait(60)
        return player(view, rng)

    monkeypatch.setattr(hosting, "seconds_of", lambda *_: 5.0)
    monkeypatch.setattr("westeros_intrigue.play.saved.session.seat_player", lambda *_: slow)
    cell = Cell(notebook.play(wi.setup(2, seed=1), opponents="greedy"))
    before = len(cell.messages)
    cell.table._hear(None, {"do": "move", "move": cell.moves[0]}, [])
    assert thinks.wait(60)
    cell.table._hear(None, {"do": "hint"}, [])
    assert cell.messages[-1] == {"do": "tell", "text": "The others are still deciding."}
    may_move.set()
    cell.table.wait()
    numbers = [
        len(each["answers"][0]["view"]["table"]["placements"])
        for each in cell.messages[before:]
        if each["do"] == "show"
    ]
    assert numbers == [1, 2]
    assert cell.moves


def test_a_player_that_fails_is_named_without_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: wi.View, _rng: Any) -> wi.Move:
        raise KeyError(str(view.hand))

    monkeypatch.setattr("westeros_intrigue.play.saved.session.seat_player", lambda *_: broken)
    table = notebook.play(wi.setup(2, seed=1), opponents="random")
    cell = Cell(table)
    _, told = cell.ask("move", move=cell.moves[0])
    assert "failed: KeyError" in told["text"]
    assert "Card" not in told["text"]


@pytest.mark.parametrize(
    "request_", [{}, {"do": 7}, {"do": "shuffle"}, [1], None, "look", {"do": "at", "at": -1}]
)
def test_a_request_of_another_form_does_nothing(request_: Any) -> None:
    cell = Cell(notebook.play(wi.setup(2, seed=1)))
    before = cell.table.state
    cell.table._hear(None, request_, [])
    assert cell.messages[-1] == {"do": "tell", "text": "A table does not know this request."}
    assert cell.table.state is before


def test_a_record_is_looked_through_from_a_seat() -> None:
    record = wi.Record.from_state(wi.play_game(["greedy", "random"], seed=1))
    cell = Cell(notebook.replay(record, seat=1))
    states = [*record.replay()]
    assert cell.table._last == len(states) - 1
    [message] = cell.ask("at", at=3)
    [shown] = message["answers"]
    assert shown["view"] == json.loads(wi.to_json(wi.observe(states[3], 1)))
    assert shown["moves"] == []
    assert "can_undo" not in shown
    assert cell.table.state == states[3]
    cell.ask("at", at=len(states))
    assert cell.table.state == states[3]
    assert [*cell.table.record.replay()] == states[:4]


def test_a_position_is_shown_to_its_viewer_or_to_all() -> None:
    state = wi.setup(3, seed=1)
    assert Cell(notebook.show(state)).shown["view"]["hand"] == []
    assert Cell(notebook.show(wi.observe(state, 2))).shown["view"]["player"] == 2
    table = notebook.show(monopoly.observe(monopoly.setup(2, seed=1), 1))
    assert Cell(table).shown["picture"].startswith("<svg")
    with pytest.raises(InvalidValue, match="a position alone has no record"):
        _ = table.record


def test_what_is_no_table_is_refused_in_words() -> None:
    state = wi.setup(3, seed=1)
    wrong: Any = 5
    for begin, error, words in (
        (lambda: notebook.play(wrong), WrongType, "name its game with game="),
        (lambda: notebook.play(state, 3), InvalidValue, "seat must be from 0 to 2, not 3"),
        (lambda: notebook.play(state, opponents="person"), InvalidValue, "no player is called"),
        (lambda: notebook.play(state, opponents=["greedy"]), InvalidValue, "one name or 2, not 1"),
        (lambda: notebook.begin("chess"), InvalidValue, "game must be one of"),
        (lambda: notebook.begin("monopoly", 9), InvalidValue, "players"),
        (lambda: notebook.replay(wrong), WrongType, "name its game with game="),
    ):
        with pytest.raises(error, match=words):
            begin()  # type: ignore[no-untyped-call]


def test_an_author_s_game_is_played_by_one_line() -> None:
    import nim  # noqa: PLC0415 - an example

    game = nim.Nim()
    cell = Cell(game.play_in_notebook(seed=1))
    while cell.go_on():
        pass
    assert cell.table.state.to_move == ()
    assert Cell(notebook.replay(cell.table.record, game=game)).table._last > 1


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
