"""The stories of games: told on from where a reader is, they are those told from the start."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from play.page.asking import Ask, asking, seats
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.page.positions import show_position
from westeros_intrigue.play.page.stories import Stories
from westeros_intrigue.play.sessions import PERSON, AnySession, Seat, Session

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "a court of four": ("westeros-intrigue", 4, {}),
    "a round alone": ("westeros-intrigue", 4, {"solo": True}),
    "options of a court": ("westeros-intrigue", 3, {"option": ("anyone-can-die", "rivalry")}),
    "coins": ("monopoly", 3, {}),
    "a ring": ("btwixt", 3, {}),
    "a ring with a draft": ("btwixt", 4, {"variant": "draft"}),
}


def begun(key: str, players: int, options: dict[str, Any]) -> AnySession:
    game = GAMES[key]
    state = game.new_game(players, options, seed=2)
    automated = game.automated_seats(state)
    who = [Seat("", "automated" if seat in automated else PERSON) for seat in range(players)]
    return Session.begun(game, state, tuple(who), seed=2)


def moved_on(session: AnySession, rng: random.Random) -> AnySession:
    if session.waits_for == "person":
        seat = session.state.active_player
        view = session.game.observe(session.state, seat)
        return session.moved(seat, rng.choice([*session.game.legal_moves(view)]))
    return session.stepped()


@pytest.mark.parametrize("table", TABLES)
def test_a_story_told_on_is_the_one_told_from_the_start(table: str) -> None:
    """Each reader looks at some moments, and names change between them."""
    session, rng, stories = begun(*TABLES[table]), random.Random(1), Stories()
    game, looks = session.game, 0
    names = [f"Name {seat}" for seat in range(len(session.seats))]
    for _ in range(120):
        if session.waits_for == "nobody":
            break
        for viewer in (None, *session.people[:2]):
            if rng.random() < 0.4:
                view = game.observe(session.state, viewer)
                told = stories.tell_story("x", session, view, viewer, names=names)
                assert told == Stories().tell_story("x", session, view, viewer, names=names)
                looks += bool(told)
        if rng.random() < 0.03:
            names[0] += "!"
        session = moved_on(session, rng)
    assert looks > 10


def told_by(ask: Ask, game: str) -> list[Any]:
    """Return the stories that an engine tells a spectator and the first seat."""
    return [ask("look", game=game, seat=seat)["told"] for seat in (None, 0)]


@pytest.mark.parametrize("key", ["westeros-intrigue", "monopoly", "btwixt"])
def test_a_story_forgets_what_is_undone(tmp_path: Path, key: str) -> None:
    """Spectators look before and after, but not while a decision is undone."""
    ask, who = asking(tmp_path), "greedy" if key == "westeros-intrigue" else "simple"
    here = ask("start", name=key, seats=seats("person", who, who), options=[], seed=3)
    undone = 0
    while undone < 2:
        at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
        if here["waits_for"] != "person" or len(here["moves"]) < 2:
            move = here["moves"][0] if here["moves"] else ""
            name = move["name"] if isinstance(move, dict) else move
            here = ask("play", **at, move=name) if move else ask("step", **at)
            continue
        for is_first, move in zip((True, False), here["moves"], strict=False):
            name = move["name"] if isinstance(move, dict) else move
            here = ask("play", **at, move=name)
            assert told_by(ask, here["game"]) == told_by(asking(tmp_path), here["game"])
            if not is_first or not here["can_undo"]:
                break
            ask("undo", game=here["game"], seat=0, moment=here["moment"])
            undone += 1


def test_a_table_is_drawn_unless_a_screen_draws_it_itself(tmp_path: Path) -> None:
    ask: Ask = asking(tmp_path)
    here = ask(
        "start", name="btwixt", seats=seats("person", "simple", "simple"), options=[], seed=1
    )
    at = {"game": here["game"], "seat": 0}
    drawn, own = ask("look", **at), ask("look", **at, drawn=False)
    assert drawn["picture"].startswith("<svg")
    assert drawn["words"]
    assert own == {**drawn, "picture": "", "words": []}
    move = here["moves"][0]["name"]
    played = ask("play", **at, moment=0, move=move, drawn=False)
    assert (played["picture"], played["words"]) == ("", [])
    assert ask("undo", **at, moment=1)["picture"] == drawn["picture"]


def test_each_answer_tells_its_whole_story() -> None:
    session = begun("westeros-intrigue", 4, {})
    session = moved_on(moved_on(session, random.Random(1)), random.Random(1))
    stories = Stories()
    shown = [show_position("x", session, seat, stories=stories) for seat in (0, 1, 0)]
    assert shown == [show_position("x", session, seat) for seat in (0, 1, 0)]
    assert len(shown[0].told) == 3
