"""Questions: where the script of a game stops.

A script is a generator: it yields where a leader must decide, and gets the decision back. So a game
can be told from top to bottom."""

from collections.abc import Generator
from typing import Any

Game = dict[str, Any]
Card = tuple[str, int]
Decision = tuple[Any, ...]
Script = Generator[None, Decision, None]
Answer = Generator[None, Decision, Any]


def ask(
    game: Game, kind: str, player: int, options: list[Decision], *, hidden: bool = False
) -> Answer:
    """Ask one leader, or make the decision where all players can see that it is the only one.

    `hidden` is for questions whose options rest on hidden cards: those are always asked.
    """
    if len(options) == 1 and not hidden:
        return options[0]  # decision.forced
    game["question"] = {"kind": kind, "player": player, "options": options}  # decision.asked
    answer = yield
    game["question"] = None
    return answer


def choose(game: Game, kind: str, player: int, values: list[Any], *, may: bool = False) -> Answer:
    """Ask one leader to choose one of some values; None if there is none, or if they decline."""
    if values == []:
        return None  # effect.must: without a legal choice it does nothing
    options: list[Decision] = [("Choose", value) for value in values]
    if may:
        options.append(("Decline",))
    answer = yield from ask(game, kind, player, options)
    return answer[1] if answer[0] == "Choose" else None
