"""A game as one dictionary: set up, asked, played and pictured."""

import pickle
from copy import deepcopy
from typing import Any

from . import board, holdings
from .board import Edition
from .holdings import Game
from .options import Decision
from .turns import whole_game

STANDARD = {"offers": 3, "castle_sale": "full", "house_rules": ()}


def arrange(
    edition: Edition,
    players: int,
    turn_player: int = 0,
    *,
    dice: list[tuple[int, int]] | None = None,
    cards: list[int] | None = None,
    variant: dict[str, Any] | None = None,
    **table: Any,
) -> Game:
    """A game at the start of a turn, before its first decision.

    For a table that is not that after setup, `table` may hold cash, positions, tries and kept
    (lists by seat), bankrupt (seats in order of going out) and deeds (space: (owner, mortgaged,
    level)). Kept cards are left out of the deck.
    """
    kept = deepcopy(table.get("kept", [[] for _ in range(players)]))
    numbered = board.numbered_cards(edition)
    in_deck = [i for i in range(len(numbered)) if all(i not in hand for hand in kept)]
    game: Game = {
        "edition": edition,
        "variant": {**STANDARD, **(variant or {})},
        "numbered_cards": numbered,
        "sets": {space: board.set_around(edition, space) for space in board.deeds(edition)},
        "players": players,
        "cash": list(table.get("cash", [edition["money"]["start"]] * players)),  # setup.money
        "positions": list(table.get("positions", [0] * players)),  # setup.board: no salary
        "tries": list(table.get("tries", [None] * players)),
        "kept": kept,
        "bankrupt": list(table.get("bankrupt", [])),
        "deeds": {
            space: {"owner": None, "mortgaged": False, "level": 0} for space in board.deeds(edition)
        },
        "turn_player": turn_player,  # setup.first: the caller names the seat
        "turn_number": 0,
        "doubles": 0,
        "dice": list(dice or []),
        "throws_used": 0,
        "top": [] if cards is None else [number for number in cards if number in in_deck],
        "unseen": in_deck if cards is None else [],
        "under": [],
        "phase": "PLAYING",
        "question": None,
        "choices": [],
        "standing": set(),
        "pot": 0,
        "interval": None,
        "auction": None,
        "debt": None,
        "purchase": None,
        "winner": None,
    }
    for space, (owner, mortgaged, level) in table.get("deeds", {}).items():
        game["deeds"][space].update(owner=owner, mortgaged=mortgaged, level=level)
    game["script"] = whole_game(game)
    next(game["script"])
    return game


def go_on(game: Game, decision: Decision) -> None:
    """Let the script run to its next stop."""
    try:
        game["script"].send(decision)
    except StopIteration:
        game["question"], game["choices"] = None, []


def legal(game: Game) -> list[Decision]:
    """All legal decisions but offers (trade.listing)."""
    choices: list[Decision] = game["choices"]
    return choices


def play(game: Game, decision: Decision) -> None:
    """Make a legal decision for who is asked."""
    go_on(game, decision)


def supply_dice(game: Game, thrown: tuple[int, int]) -> None:
    """Give the throw that the game waits for (chance.by-hand)."""
    game["dice"].append(thrown)
    go_on(game, ())


def supply_card(game: Game, card: str) -> None:
    """Give, by its id, the card that the game waits for (chance.by-hand)."""
    number = next(one for one in game["unseen"] if game["numbered_cards"][one]["id"] == card)
    game["unseen"].remove(number)
    game["top"].append(number)
    go_on(game, ())


def ranking(game: Game) -> list[int]:
    """The winner, then the others in reverse order of going out (end.ranking)."""
    return [game["winner"], *reversed(game["bankrupt"])]


def picture(game: Game) -> dict[str, Any]:
    """What the table looks like, as plain data of its own (info.public).

    Only the order of unseen cards is hidden at a table (info.deck); here it is shown.
    """
    question = game["question"] or {}
    shown = {
        "phase": game["phase"],
        "turn_number": game["turn_number"],
        "turn_player": game["turn_player"],
        "active_player": question.get("player"),
        "decision": question.get("decision"),
        "doubles": game["doubles"],
        "cash": game["cash"],
        "treasury": holdings.treasury(game),
        "pot": holdings.pot(game),
        "positions": game["positions"],
        "tries": game["tries"],
        "holdfasts_left": holdings.holdfasts_left(game),
        "castles_left": holdings.castles_left(game),
        "standing": sorted(game["standing"]),
        "interval": game["interval"],
        "auction": game["auction"],
        "debt": game["debt"],
        "purchase": game["purchase"],
        "throws_used": game["throws_used"],
        "bankrupt": game["bankrupt"],
        "ranking": None if game["winner"] is None else ranking(game),
    }
    deeds = {
        space: (deed["owner"], deed["mortgaged"], deed["level"])
        for space, deed in game["deeds"].items()
    }
    # A copy of its own, several times as fast as deepcopy.
    return {**pickle.loads(pickle.dumps(shown)), "deeds": deeds}  # noqa: S301 - our own
