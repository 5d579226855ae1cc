"""Bots of games: the seat that they move for, and their list by name."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from westeros_intrigue.gamekit import asking, players, values
from westeros_intrigue.gamekit.chance import RandomSource, check_source

P = TypeVar("P")
T = TypeVar("T")


def answerer(position: Any, player: int | None = None) -> int | None:  # noqa: ANN401 - of either game
    """Return the seat that must answer: a view's viewer, `player`, or the first decider.

    Return None if only other players must answer, or none.

    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> state = setup(3, seed=1)
    >>> answerer(state), answerer(state, 2), answerer(observe(state, 1))
    (0, None, None)
    """
    deciders = position.deciders
    if not deciders:
        return None
    seat: int | None = getattr(position, "player", deciders[0] if player is None else player)
    return seat if seat in deciders and (player is None or player == seat) else None


def find_asked_seat(view: Any, cls: type, rng: RandomSource) -> int:  # noqa: ANN401 - of a cls
    """Check a player's arguments and return the seat that it moves for.

    Raises:
        WrongType: `view` is not a `cls`, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    values.check_type("view", view, cls)
    check_source(rng)
    if (seat := answerer(view)) is None:
        raise asking.wrong_viewer(view.player, view.deciders)
    return seat


def find_choices(
    known: Iterable[tuple[object, T]], seats: int, seated: Sequence[object], rngs: Sequence[object]
) -> list[T | None]:
    """Return the function by which each seat's player chooses without a view; None for others."""
    players.check_one_each(seats, seated, "player")
    players.check_one_each(seats, rngs, "rng")
    return [next((choose for one, choose in known if one is each), None) for each in seated]


def searching_players(
    game: str,
    random_player: P,
    simple_player: P,
    reason: Callable[[Any, Any], str],
    search: type[Any],
    *further: players.NamedPlayer[P],
    seconds: float,
) -> players.NamedPlayers[P]:
    """Return the players of a game by name; the simple player is the default.

    `planner` is a search that is fast enough to play against people.

    Args:
        game: the key of the game.
        random_player: makes any move.
        simple_player: makes sensible moves.
        reason: returns the reason for a move of the simple player, given the view.
        search: the class of the searching player, with a field `worlds` for the number of worlds.
        further: additional players of this game, listed between the simple player and the search.
        seconds: the CPU seconds that the searching player takes for a move and each world.
    """
    summary = "tries its moves in N games that could be behind its view"
    entries = (
        players.one_player("random", "makes any move", random_player, seconds=0.00002),
        players.one_player(
            "simple", "makes moves of plain sense", simple_player, reason, seconds=0.00003
        ),
        *further,
        players.NamedPlayer("search:N", summary, search, "worlds", seconds=seconds),
    )
    return players.NamedPlayers(
        entries, "simple", {"planner": "search:8"}, players.player_group(game)
    )
