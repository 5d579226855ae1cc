"""A game as one dictionary: set up, asked, played and pictured."""

from typing import Any

from .script import Decision, Game
from .seasons import whole_game


def new_game(
    box: dict[str, Any],
    players: int,
    chance: dict[str, Any],
    *,
    first_player: int = 0,
    leaders: list[str] | None = None,
    variant: dict[str, Any],
) -> Game:
    """A game before its first decision."""
    game: Game = {
        "box": box,
        "variant": variant,
        "chance": chance,
        "players": players,
        "leaders": [*leaders] if leaders else [None] * players,
        "first_player": first_player,  # setup.first-player: the caller names the seat
        "phase": "PLAYING",
        "season": None,
        "round_number": None,
        "ally_deck": list(chance["allies"]),
        "row": [],
        "looked": [],
        "returned": [],
        "dead": [],
        "current": [],
        "placing": None,
        "supply": list(chance["tokens"]),
        "councils": [{"allies": [], "tokens": []} for _ in range(players)],  # ring.councils
        "deck": [],
        "discard": [],
        "removed": [],
        "undrawn": {leader: list(cards) for leader, cards in chance["leader_cards"].items()},
        "hands": [[] for _ in range(players)],
        "packs": [[] for _ in range(players)],
        "aside": [[] for _ in range(players)],
        "piles": [[] for _ in range(players)],
        "knelt": [False] * players,
        "being_played": None,
        "played": [],
        "skipped": [],
        "lasting": [],
        "bid": None,
        "results": [],
        "question": None,
    }
    game["script"] = whole_game(game)
    next(game["script"])
    return game


def legal(game: Game) -> list[Decision]:
    """All legal decisions of the leader who is asked; none when the game is over."""
    return [] if game["question"] is None else game["question"]["options"]


def play(game: Game, decision: Decision) -> None:
    """Make a legal decision for the leader who is asked."""
    try:
        game["script"].send(decision)
    except StopIteration:
        game["question"] = None


def picture(game: Game) -> dict[str, Any]:
    """What lies where, hidden or not, as plain data; it holds until the next decision."""
    left_out = ("script", "box", "chance")
    return {key: value for key, value in game.items() if key not in left_out}
