"""Checks for any game that follows `westeros_intrigue.gamekit.game`.

from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.testing import check_game

for game in GAMES.values():
    check_game(game)
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable

import attrs

from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.values import check_integer
from westeros_intrigue.testing import authored_games, tables
from westeros_intrigue.testing.player_checks import CheckFailed, place_of
from westeros_intrigue.testing.promises import PromiseCheck

_MOST_DECISIONS = 10_000
_MOST_SECONDS = 1.0


def check_game(
    game: Game[State, View, Move],
    *,
    games: int = 5,
    seed: int = 0,
    most_decisions: int = _MOST_DECISIONS,
    most_seconds: float = _MOST_SECONDS,
    hidden_from: Callable[[State, int | None], State] | None = None,
) -> authored_games.Knowledge:
    """Check that a game has every name of `Game` and keeps the promises of the protocol.

    First, it lists all missing names, with their signatures, and values of the wrong type, and
    refuses the key of another game of the library. Then it plays games with random moves, a game
    with each value of each option (both ends of a range), and ten games with each player in
    `PLAYERS`, or fewer if they are long:

    - Every function returns what `Game` declares, and sentences are not empty.
    - Every option can be set, and each two of its values lead to different games.
    - Every player asks the game that it plays, not one with other rules, such as the game of which
      this one is a subclass.
    - Every player returns a legal move, and the same move for the same view and random numbers,
      and needs little time. A player of the game itself makes a thousand decisions, if its games
      are short.
    - Moves have the same order in another process, where sets are ordered differently.
    - The order of two simultaneous answers does not matter.
    - The legal moves are the moves that `explain` does not refuse, each listed once. Moves that
      were legal earlier in the game represent all other moves.
    - A seat decides exactly when it has legal moves, and only the views of deciders have any.
    - `apply` raises a ValueError for every other move, and a state never changes.
    - Each violation has a code, an obstacle, and a rule of the rulebook or none; its answers are
      legal moves. If the game has `refuse`, it yields a reason for every refused move of the seat
      that decides, and none for a legal one.
    - A view and its worlds agree, even in all texts, and have the same moves.
    - States, views and moves are values: copies and pickles are equal, and so are their hashes.
    - JSON and the text of each move lead back to the value, and other texts are not moves. Legal
      moves have different words. A line leads to the same position, if the game has lines.
    - `proceed` does nothing if a player must decide, and no player wins before the end.
    - The same seed and moves lead to the same game, which ends. Other seeds lead to other games if
      anything at the start is left to chance. `rematch` leads to the game that its seed determines
      at the same table.
    - Invalid numbers of players, seeds, texts, records and documents raise a ValueError.
    - A record replays the game, and its text and files lead back to the record.
    - `NOTATION`, if the game has it, shows a move of each class as `str` writes it, and
      `table_rules` returns at most 6000 characters.
    - Events between two views are the events that `seen_by` returns, and have documents.
    - In a game made with `GameOf`, worlds have the same cards as the game, each once; worlds of a
      view differ, the moves of the game were legal in them, and they agree with what their seat has
      seen; a view does not hide again what it has shown; views hide something if the game has
      `hide`; and the log does not reveal moves that fields hide.
    - In such a game, views with different legal moves have different numbers for learners, unless
      the author wrote `tensor`. Other differences that numbers do not show, such as the order of a
      tuple of which only the things are counted, are named under the table.

    No check can distinguish an open card from a leaked one, in a field or in an announcement. The
    result is a table of the seats that see each field, and of the positions in which it had
    content: read it once, and read the announcements. For fields that are seldom filled, up to 60
    more games are played. For a game that is a module, the table is empty. `seconds` of the result
    has the time that each player needs for a move.

    >>> from westeros_intrigue.games import monopoly
    >>> knowledge = check_game(monopoly, games=1)
    >>> knowledge.seconds["simple"] < 1
    True

    Args:
        game: the module, or the instance of a subclass of `GameOf`.
        games: the number of games with random moves, with each number of players in turn.
        seed: the seed of the first game.
        most_decisions: the maximum number of decisions in a game.
        most_seconds: the maximum time, in seconds, that a player may need for a move on average,
            except a search that takes a number.
        hidden_from: a function that changes the facts of a state that are hidden from a seat or a
            spectator; the view must not change. By default, a world is drawn from the view, which
            misses leaks that `determinize` shares.

    Raises:
        CheckFailed: a promise is broken; the message names the promise and the game.
    """
    games, seed = check_integer("games", games), check_integer("seed", seed)
    name = str(getattr(game, "NAME", game))
    check: PromiseCheck[State, View, Move]
    check = PromiseCheck(game, name, most_decisions, hidden_from)
    try:
        knowledge = check.check_game(games, seed)
        seconds = tables.check_players(check.game, seed, most_decisions, most_seconds)
    except CheckFailed:
        raise
    except Exception as error:  # from the author's functions, which can raise any exception
        place = place_of(error, game)
        raise CheckFailed(f"{check.where}: {place}{type(error).__name__}: {error}") from error
    return attrs.evolve(knowledge, seconds=seconds)
