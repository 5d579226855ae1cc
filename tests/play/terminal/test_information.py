"""Nobody asks what the size of the screen hides: each page has what its player decides by."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from helpers.terminals import Screen, Typist

from westeros_intrigue import GameState
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.records import list_names
from westeros_intrigue.gamekit.sentences import sentences
from westeros_intrigue.play.sessions import AnySession, GameFile, Seat, Session
from westeros_intrigue.play.terminal.files import Story
from westeros_intrigue.play.terminal.output import Stopped
from westeros_intrigue.play.terminal.playing import CourtTable, Table
from westeros_intrigue.play.terminal.replaying import Replay
from westeros_intrigue.play.terminal.screen import Terminal

MORE = "Enter for more: "
SIZES = ((80, 24), (60, 20), (120, 40))
_SHARE = 0.15
"""How many of a person's decisions are looked at."""
_WATCHED = 4
"""Of these, one in four is also looked at in a replay or in a demo, at each size in turn."""


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
    screen, terminal = screen_of(width, height)
    kind = CourtTable if isinstance(session.state, GameState) else Table
    table = kind(terminal, session, GameFile(folder / "game.txt"))
    with pytest.raises(Stopped):
        table.person_decides(0)
    return table, pages_on(screen)


def watched(session: AnySession, width: int, height: int, *, in_replay: bool) -> list[str]:
    """The pages of the last step of a game, in a replay or in a demo, with all hands."""
    screen, terminal = screen_of(width, height)
    shown = Replay(Story(session.game, session.record, is_open=True), terminal)
    terminal.turn_to(functools.partial(shown.page, shown.last))
    if in_replay:
        with pytest.raises(Stopped):
            terminal.read_line("Enter continues: ")
    else:
        terminal.pause(1)
    return pages_on(screen)


def screen_of(width: int, height: int) -> tuple[Screen, Terminal]:
    screen = Screen()
    typist = Typist(lambda new: "" if new.endswith(MORE) else None, screen, is_terminal=True)
    size = {"COLUMNS": str(width), "LINES": str(height)}
    terminal = Terminal(typist, screen, screen, size)
    terminal.sleep = lambda _: None
    return screen, terminal


def pages_on(screen: Screen) -> list[str]:
    pages = screen.getvalue().split("\x1b[2J\x1b[H")[1:]
    return [re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", page) for page in pages]


def needed(table: Table) -> Iterator[str]:
    """What a player decides by: hand, own goods, the question, the moves, and what happened."""
    view: Any = table._view
    game = table.session.game
    session = table.session
    before = session.past[-1][1] if session.past else session.first
    for sentence in sentences(game, before, session.state, 0, table.names):
        yield sentence[1:]
    yield from goods(session, view)
    if isinstance(table, CourtTable):
        yield from map(str, view.hand)
        yield from (str(card) for _, card in view.court.items())
        yield from (str(slot) for card in view.hand for slot in view.court.open_slots(card.house))
        yield "Your card and slot"
        return
    yield table._in_names(game.question(view))[1:]
    yield from (words.partition(": ")[0] for words in table.moves.values())
    if game.KEY == "monopoly":
        yield f"{view.cash[0]} coin"
        yield from (view.board.names[at] for at, deed in enumerate(view.deeds) if deed.owner == 0)
    else:
        yield from (table._in_names(str(card).partition("#")[0]) for card in view.hand)
        yield f"bid {view.box.total(view.piles[0])}" if view.piles[0] else ""


def goods(session: AnySession, view: Any) -> Iterator[str]:
    """What is public about all players: points, coins, deeds, bids, councils."""
    game, seats = session.game, range(view.players)
    if isinstance(session.state, GameState):
        yield from (f"{points}" for points in view.penalty_points)
    elif game.KEY == "monopoly":
        yield from (f"{view.cash[seat]} coin" for seat in seats if view.cash[seat])
        yield from (
            view.board.names[at] for at, deed in enumerate(view.deeds) if deed.owner is not None
        )
    elif game.KEY == "btwixt":
        titles = game.titles(view)
        for seat in seats:
            yield f"{view.hand_sizes[seat]} card"
            yield f"bid {view.box.total(view.piles[seat])}" if view.piles[seat] else ""
        for council in view.table.councils:
            yield from (titles[ally] for ally in council.allies)


def told(session: AnySession) -> Iterator[str]:
    """What those watch for who see all hands: what happened, the cards, the mover's goods."""
    state, game = session.state, session.game
    if isinstance(state, GameState):
        yield from (str(card) for _, card in state.court.items())
        yield from (str(card) for hand in state.hands for card in hand)
    *_, before, _ = session.record.replay()
    names = list_names(session.record.tags, state.players)
    titles = game.titles(state)
    for sentence in sentences(game, before, state, None, names):
        yield sentence[1:]
    if game.KEY == "monopoly":
        yield from (f"{coins} coin" for coins in state.cash if coins)  # or bankrupt
        mine = (at for at, deed in enumerate(state.deeds) if deed.owner == state.active_player)
        yield from (state.board.names[at] for at in mine)
    elif game.KEY == "btwixt":
        yield from (titles[str(card).partition("#")[0]] for hand in state.hands for card in hand)


def check_pages(pages: list[str], height: int, needed: Iterable[str]) -> None:
    assert all(page.strip().count("\n") < height for page in pages)
    shown = " ".join(" ".join(pages).replace(MORE, " ").split())
    missing = [each for each in needed if " ".join(each.split()) not in shown]
    assert missing == [], (height, "\n".join(pages))
    *_, last = pages
    lines = last.removesuffix("\n").split("\n")
    has_prompt = lines[-1].endswith(": ")
    is_full = len(lines) == height - 1 + has_prompt
    assert is_full or "…" not in last, (height, last)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("count", [15, pytest.param(1000, marks=pytest.mark.long)])
def test_a_page_has_all_that_its_player_decides_by(key: str, count: int, tmp_path: Path) -> None:
    """Own goods, question, moves, what happened, others' goods; nothing is cut for want of a line
    while one is free.

    It takes long: a thousand pages are drawn, shortened until they fit, and read.
    """
    sizes = cycle(SIZES)
    for number, session in enumerate(islice(decisions(key), count)):
        width, height = next(sizes)
        table, pages = asked(session, width, height, tmp_path)
        check_pages(pages, height, needed(table))
        # A replay plays the whole game again, which takes as long as all else.
        if session.moment and number % _WATCHED == 0:
            pages = watched(session, width, height, in_replay=number // _WATCHED % 2 == 0)
            check_pages(pages, height, told(session))
