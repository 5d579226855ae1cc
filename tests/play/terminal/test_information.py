"""Nobody asks what the size of the screen hides: each page has what its player decides by."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from terminals import Screen, Typist

from westeros_intrigue import GameState
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.sessions import AnySession, GameFile, Seat, Session
from westeros_intrigue.play.terminal.output import Stopped
from westeros_intrigue.play.terminal.playing import CourtTable, Table
from westeros_intrigue.play.terminal.screen import Terminal

MORE = "Enter for more: "
SIZES = ((80, 24), (60, 20), (120, 40))
_SHARE = 0.15
"""How many of a person's decisions are looked at."""


def decisions(key: str) -> Iterator[AnySession]:
    """Games of one person, who plays well at times, at some of that person's decisions."""
    game: Any = GAMES[key]
    rng = random.Random(key)
    usual = game.PLAYERS.parse(game.PLAYERS.usual)
    while True:
        players = rng.randint(max(2, game.MIN_PLAYERS), game.MAX_PLAYERS)
        first = game.new_game(players, {}, seed=rng.randrange(10**6))
        others = (Seat("", game.PLAYERS.usual) for _ in range(players - 1))
        session = Session.begun(game, first, (Seat("", "person"), *others), seed=1)
        while not session.state.is_over:
            if session.waits_for != "person":
                session = session.stepped()
                continue
            if rng.random() < _SHARE:
                yield session
            view = game.observe(session.state, 0)
            is_good = rng.random() < 0.7
            move = usual(view, rng) if is_good else rng.choice(game.legal_moves(view))
            session = session.moved(0, move)


def asked(session: AnySession, width: int, height: int, folder: Path) -> tuple[Table, list[str]]:
    """The table, and the pages that it shows until it asks for a move, without escape codes."""
    screen = Screen()
    typist = Typist(lambda new: "" if new.endswith(MORE) else None, screen, is_terminal=True)
    size = {"COLUMNS": str(width), "LINES": str(height)}
    terminal = Terminal(typist, screen, screen, size)
    kind = CourtTable if isinstance(session.state, GameState) else Table
    table = kind(terminal, session, GameFile(folder / "game.txt"))
    with pytest.raises(Stopped):
        table.person_decides(0)
    pages = screen.getvalue().split("\x1b[2J\x1b[H")[1:]
    return table, [re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", page) for page in pages]


def needed(table: Table) -> Iterator[str]:
    """What a player decides by: hand, own goods, the question, the moves, and what happened."""
    view: Any = table._view
    game = table.session.game
    yield from map(str, table.list_events(0))
    if isinstance(table, CourtTable):
        yield from map(str, view.hand)
        yield from (str(card) for _, card in view.court.items())
        yield from (str(slot) for card in view.hand for slot in view.court.open_slots(card.house))
        yield "Your card and slot"
        return
    yield table._in_names(game.question(view))[1:]
    yield from (table._in_words(move).partition(": ")[0] for move in table._moves)
    if game.KEY == "monopoly":
        yield f"{view.cash[0]} coin"
        yield from (view.board.names[at] for at, deed in enumerate(view.deeds) if deed.owner == 0)
    else:
        yield from (table._in_names(str(card).partition("#")[0]) for card in view.hand)
        yield f"bid {view.box.total(view.piles[0])}" if view.piles[0] else ""


def check_pages(key: str, count: int, folder: Path) -> None:
    for session, (width, height) in zip(islice(decisions(key), count), cycle(SIZES), strict=False):
        table, pages = asked(session, width, height, folder)
        assert all(page.strip().count("\n") < height for page in pages)
        shown = " ".join(" ".join(pages).replace(MORE, " ").split())
        missing = [each for each in needed(table) if " ".join(each.split()) not in shown]
        assert missing == [], (key, width, height, "\n".join(pages))


@pytest.mark.parametrize("key", GAMES)
def test_a_page_has_all_that_its_player_decides_by(key: str, tmp_path: Path) -> None:
    check_pages(key, 45, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_a_thousand_pages_have_all_that_their_player_decides_by(key: str, tmp_path: Path) -> None:
    check_pages(key, 1000, tmp_path)
