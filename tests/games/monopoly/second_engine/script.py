"""Questions, throws and cards: where the script of a game stops.

A script is a generator: it yields where a player must decide, or where a throw or a card must be
supplied, and gets the decision back. So a game can be told from top to bottom."""

from collections.abc import Generator
from typing import Any

from .holdings import Game
from .offers import may_offer
from .options import PASSES, Decision, options

Script = Generator[None, Decision, None]


class TurnOverError(Exception):
    """Jail or bankruptcy cut the turn short (turn.cut)."""


class GameOverError(Exception):
    """One solvent player is left (end.last)."""


def ask(game: Game, kind: str, player: int, **more: Any) -> Generator[None, Decision, Decision]:
    """Ask one player for one decision, or make it where there is no choice."""
    game["question"] = {"decision": kind, "player": player, **more}
    choices = game["choices"] = options(game)
    only_passes = kind == "floor" and choices == PASSES
    may_choose = (len(choices) > 1 and not only_passes) or may_offer(game)
    # interval.skip: who is about to roll is asked even so, since that Pass is the throw
    is_roller = kind == "floor" and player == game["turn_player"]
    if may_choose or is_roller:
        if kind == "floor":
            game["standing"].discard(player)  # interval.standing: until the own next throw
        decision = yield
    else:
        decision = choices[0]  # decision.forced
    game["question"], game["choices"] = None, []
    return decision


def throw(game: Game) -> Generator[None, Decision, tuple[int, int]]:
    """The next throw, of the list that moves, tries and Orders share (chance.deal)."""
    while game["throws_used"] == len(game["dice"]):
        game["phase"] = "ROLLING"  # chance.by-hand
        yield
    game["phase"] = "PLAYING"
    a, b = game["dice"][game["throws_used"]]
    game["throws_used"] += 1
    return a, b


def draw(game: Game) -> Generator[None, Decision, int]:
    """The number of the top card (card.draw)."""
    while game["top"] == [] and game["unseen"] != []:
        game["phase"] = "DRAWING"  # chance.by-hand
        yield
    game["phase"] = "PLAYING"
    # card.return: never reshuffled; after the whole deck its order repeats
    pile = game["top"] if game["top"] != [] else game["under"]
    number: int = pile.pop(0)
    return number


def put_under(game: Game, number: int) -> None:
    """Under the deck, face down (card.return)."""
    game["under"].append(number)
