"""No answer of the page depends on what its reader cannot see.

Each request is asked again in other worlds: states with other hidden cards that whoever asks
cannot tell from the true one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.stand_ins import wrong_moves

from play.page.asking import requested
from westeros_intrigue import GameState, Phase
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.messages import write_answer
from westeros_intrigue.play.saved.session import AnySession
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.sessions.claims import Device
from westeros_intrigue.play.sessions.folder import OpenGame
from westeros_intrigue.play.sessions.presence import Presence

GAME_KEYS = ("westeros-intrigue", "monopoly", "btwixt")
HOST, ANN, BEN = range(3)
SEES: dict[str, int | None] = {
    "host": HOST,
    "player": ANN,
    "lender": BEN,
    "stand-in": BEN,
    "spectator": None,
    "newcomer": None,
}
"""The seat whose view each role has; whoever has lent a seat sees no hand."""


class Friends:
    """Three people and computer players at a table that others watch, and whom one plays for."""

    def __init__(self, folder: Path, game: AnyGame) -> None:
        self.folder, self.game = Folder(folder), game
        engine = Engine(self.folder, lambda token: (f"http://192.0.2.7/#{token}",))
        people = [{"name": "", "who": "person"}] * 3
        seats = [*people, {"name": "", "who": "random"}]
        started = self.ask(engine, "", "start", name=game.KEY, seats=seats, options=[], seed=3)
        self.id = str(started["game"])
        self.tokens = {"host": ""}
        for seat in (ANN, BEN):
            invited = self.ask(engine, "", "invite", game=self.id, seat=seat)
            link = str(invited["link"]["addresses"][0].partition("#")[2])
        for role, name, seat in (("player", "Ann", ANN), ("lender", "Ben", BEN)):
            self.tokens[role] = self.sit(engine, link, name, seat, "sit")
        self.ask(engine, "", "begin", game=self.id)
        self.ask(engine, self.tokens["lender"], "seek", game=self.id, seat=BEN)
        self.tokens["stand-in"] = self.sit(engine, link, "Zoe", BEN, "play")
        self.tokens["spectator"] = self.sit(engine, link, "", None, "sit")
        self.tokens["newcomer"] = link
        self.session: AnySession = self.opened(engine)
        self.first = self.session

    def sit(self, engine: Engine, link: str, name: str, seat: int | None, how: str) -> str:
        visitor, device = engine.people.find(link), Device("", f"address of {name}")
        request = json.dumps(requested("join", {"name": name, "seat": seat, "how": how}))
        joined: Any = json.loads(write_answer(engine.answer(request, visitor, device)))
        return str(joined["secret"])

    def opened(self, engine: Engine) -> AnySession:
        with engine._games.opening(self.id) as game:
            return game.session

    def ask(self, engine: Engine, token: str, do: str, **members: object) -> Any:
        visitor = engine.people.find(token) if token else None
        device = Device("", f"address of {token}")
        return json.loads(
            write_answer(engine.answer(json.dumps(requested(do, members)), visitor, device))
        )

    def move_on(self, rng: random.Random) -> None:
        """Play a random move in the true world; begin again after the end of a round or game."""
        session = self.session
        while session.waits_for == "step":
            session = session.stepped()
        if session.waits_for == "person":
            seat = session.state.active_player
            view = session.game.observe(session.state, seat)
            session = session.moved(seat, rng.choice(session.game.legal_moves(view)))
        state = session.state
        # The page tells of a round that is over from its deal, which a guessed world does not have.
        has_past = isinstance(state, GameState) and (
            state.round_number > 1 or state.phase is not Phase.PLAYING
        )
        self.session = self.first if state.is_over or has_past else session

    def answers(self, role: str, state: Any, wrong: list[str]) -> dict[str, Any]:
        """Return all answers to a role in a world, by an engine that has shown nothing yet."""
        engine = Engine(self.folder, lambda token: (f"http://192.0.2.7/#{token}",))
        engine.listeners.presence = Presence(lambda: 0.0)
        with engine._games.opening(self.id) as game:
            world = attrs.evolve(self.session, state=state)
            engine._games._remember(OpenGame(game.file, world))
        own = SEES[role]
        at = {"game": self.id, "moment": self.session.moment}
        legal = (
            self.game.legal_moves(self.game.observe(self.session.state, own))
            if own == self.session.state.active_player
            else ()
        )
        tried = [*wrong, *(str(move) for move in legal[:1])]
        asked: list[tuple[str, dict[str, object]]] = [
            ("choices", {}),
            ("friends", {"game": self.id}),
        ]
        for seat in (own, None, HOST, ANN, BEN, 3):
            asked += [
                ("look", {"game": self.id, "seat": seat}),
                ("write", {"game": self.id, "seat": seat, "moment": None}),
            ]
        for seat in (HOST, ANN, BEN, 3):
            asked += [("hint", {**at, "seat": seat})]
            for move in tried:
                members = {**at, "seat": seat, "move": move}
                asked += [("preview", members), *([("play", members)] if move in wrong else [])]
        asked += [("review", {"game": self.id, "number": 0}), ("copy", {"game": self.id})]
        asked += [("undo", {**at, "seat": own})] if own != HOST else []
        return {
            f"{do} {members}": self.ask(engine, self.tokens[role], do, **members)
            for do, members in asked
        }


def check(game: AnyGame, folder: Path, decisions: int) -> None:
    rng = random.Random(7)
    friends = Friends(folder, game)
    changed = dict.fromkeys(SEES, 0)
    for _ in range(decisions):
        wrong = rng.sample(wrong_moves(game.NAME), 2)
        for role, seat in SEES.items():
            told = friends.answers(role, friends.session.state, wrong)
            view = game.observe(friends.session.state, seat)
            for _ in range(2):
                world = game.determinize(view, rng)
                changed[role] += world != friends.session.state
                assert friends.answers(role, world, wrong) == told, role
        friends.move_on(rng)
    assert all(changed.values()), changed


@pytest.mark.parametrize("key", GAME_KEYS)
def test_no_answer_depends_on_what_its_reader_cannot_see(tmp_path: Path, key: str) -> None:
    check(GAMES[key], tmp_path, 4)


@pytest.mark.long
@pytest.mark.parametrize("key", GAME_KEYS)
def test_no_answer_in_forty_states_depends_on_what_its_reader_cannot_see(
    tmp_path: Path, key: str
) -> None:
    check(GAMES[key], tmp_path, 40)
