"""Random games at saved tables: what people and computer players do, and the entries about it.

A game is played by a `Session`, and each entry is written here by hand, so that a fold of the
entries has something else to agree with.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.gamekit.stores import Entry
from westeros_intrigue.play.saved.seats import AUTOMATED, Seat, StandIn
from westeros_intrigue.play.saved.session import AnySession, Session

NAMES = ("Ada", "Ben", "Cem", "Dora", "Eve", "Finn")
TABLES: Mapping[str, tuple[str, int, Mapping[str, OptionValue], tuple[str, ...]]] = {
    "two at cards": ("westeros-intrigue", 2, {}, ("greedy",)),
    "six at cards": ("westeros-intrigue", 6, {"rounds": 2}, ("random", "greedy")),
    "cards with options": (
        "westeros-intrigue",
        4,
        {"option": ("anyone-can-die", "rivalry"), "rounds": 2},
        ("random", "provident"),
    ),
    "one against the houses": ("westeros-intrigue", 4, {"solo": True, "rounds": 2}, ()),
    "houses among players": (
        "westeros-intrigue",
        3,
        {"houses": "BTS", "automated": (1,), "rounds": 3},
        ("random",),
    ),
    "monopoly": ("monopoly", 2, {}, ("simple",)),
    "monopoly by house rules": (
        "monopoly",
        4,
        {"house_rules": ("pot", "double-go"), "castle_sale": "full"},
        ("random", "trader"),
    ),
    "btwixt": ("btwixt", 3, {}, ("simple",)),
    "the longest btwixt": ("btwixt", 6, {"variant": "kingsmoot"}, ("random", "simple")),
    "a draft": ("btwixt", 4, {"variant": "draft", "short": True}, ("random",)),
}
"""Tables by a name: the game, the number of players, the options and the computer players."""


@attrs.frozen
class Moment:
    """A game after an entry, as it was played, and not read from a log."""

    entry: Entry
    session: AnySession
    holders: tuple[str, ...]


def begin(rng: random.Random, name: str) -> AnySession:
    """Begin a game with at least one person."""
    key, players, options, bots = TABLES[name]
    game = GAMES[key]
    state = game.new_game(players, options, seed=rng.randrange(10**6))
    return seated(rng, game, state, bots)


def seated(rng: random.Random, game: AnyGame, state: Any, bots: tuple[str, ...]) -> AnySession:
    """Seat people and computer players at a state, at least one person."""
    automated = game.automated_seats(state)
    free = [seat for seat in range(state.players) if seat not in automated]
    people = {*rng.sample(free, rng.randint(1, len(free)) if bots else len(free))}
    seats = tuple(
        Seat("", AUTOMATED if at in automated else PERSON if at in people else rng.choice(bots))
        for at in range(state.players)
    )
    return Session.begun(game, state, seats, seed=rng.randrange(10**6))


def some_move(rng: random.Random, session: AnySession) -> object:
    """Return a random move of the player to move."""
    return rng.choice(session.game.distinct_moves(session.state))


def play_on(
    rng: random.Random, session: AnySession, most: int, bots: tuple[str, ...]
) -> Iterator[Moment]:
    """Play a game to its end, or for so many entries, with all that can happen at a table."""
    holders = [""] * session.state.players
    for number in range(1, most + 1):
        if session.waits_for == "nobody":
            return
        kind, seat, text, by = "", None, "", PERSON
        drawn = rng.random()
        at = rng.choice(session.people) if session.people else None
        if drawn < 0.04 and session.can_undo:
            kind, session = "undo", session.undone()
        elif drawn < 0.06 and at is not None and bots:
            stand_in = StandIn(rng.choice(["Mira", "Piers"]), rng.choice(bots), rng.random() < 0.5)
            kind, seat, text, session = "lend", at, str(stand_in), session.lent(at, stand_in)
        elif drawn < 0.08 and at is not None:
            kind, seat, session = "back", at, session.taken_back(at)
        elif drawn < 0.09 and at is not None and bots:
            kind, seat, text = "bot", at, rng.choice(bots)
            session, holders[at] = session.reseated(at, Seat("", text)), ""
        elif drawn < 0.11 and (free := free_seats(session, holders)):
            kind, seat = "sit", rng.choice(free)
            text = by = NAMES[seat]
            session, holders[seat] = session.reseated(seat, Seat(text, PERSON)), by
        elif session.waits_for == "person":
            kind, seat = "move", session.state.active_player
            by = rng.choice((PERSON, holders[seat]))
            move = some_move(rng, session)
            text, session = str(move), session.moved(seat, move)
        elif session.state.active_player is None:
            kind, session = "step", session.proceeded()
        else:
            by = rng.choice((PERSON, "ada", ""))
            session = session.stepped()
            step = session.steps[-1]
            kind, seat = ("step", None) if step.seat is None else ("move", step.seat)
            text = "" if step.seat is None else str(step.move)
        yield Moment(Entry(number, kind, seat, text, by), session, tuple(holders))


def free_seats(session: AnySession, holders: list[str]) -> list[int]:
    """Return the seats where somebody can sit down, also instead of a computer player."""
    automated = session.game.automated_seats(session.state)
    seats = range(session.state.players)
    return [seat for seat in seats if seat not in automated and not holders[seat]]
