"""The end of the game: the power of the councils, and who wins.

Rules: score.council, score.small, score.winner, score.tie-other, score.tie-allies, score.shared,
score.ranking, season.end.
"""

from __future__ import annotations

from collections.abc import Sequence

from westeros_intrigue.base.errors import InvalidValue, WrongPhase
from westeros_intrigue.base.results import FinalResult, ranked
from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.ring import MAX_PLAYERS, MIN_PLAYERS, councils_of
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import DecidedBy, Phase, Public
from westeros_intrigue.btwixt.working_copy import WorkingCopy


def score(game: WorkingCopy) -> None:
    """Turn all tokens in councils over, and end the game."""
    table = game.table
    numbers = [len(council.allies) for council in table.councils]
    table.token_values = _turned_over(table, game.chance)
    table.final = rank(table.powers, numbers)
    table.phase = Phase.GAME_OVER
    game.note(Happening.ENDED, totals=table.powers)


def _turned_over(table: Public, chance: Chance) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(chance.tokens[token] for token in council.tokens) for council in table.councils
    )


def council_powers(state: GameState) -> tuple[int, ...]:
    """Return the power of each council, tokens included, at any time of the game.

    It needs a GameState, as nobody at the table knows the tokens.

    >>> from westeros_intrigue.btwixt import setup
    >>> council_powers(setup(3, seed=1))
    (0, 0, 0)

    Raises:
        WrongType: `state` is not a GameState.

    Rules: score.council.
    """
    check_type("state", state, GameState)
    return state.table.powers_with(_turned_over(state.table, state.chance))


def rank(powers: Sequence[int], allies: Sequence[int]) -> FinalResult[DecidedBy]:
    """Return the end of a game by the powers of its councils and the number of their allies.

    The total of a seat is the power of its small council.

    >>> rank([17, 22, 16, 20], [0, 0, 0, 0]).ranking
    ((1,), (0,), (2,), (3,))

    Raises:
        WrongType: a power or a number is not an int.
        InvalidValue: the number of players is out of range, or the two have different lengths.

    Rules: score.small, score.winner, score.tie-other, score.tie-allies, score.shared,
    score.ranking.
    """
    players = check_integer("the number of councils", len(powers), MIN_PLAYERS, MAX_PLAYERS)
    if len(allies) != players:
        raise InvalidValue(f"{players} councils need their allies, not {len(allies)}")
    powers = [check_integer("a power", power) for power in powers]
    allies = [check_integer("a number of allies", number, 0) for number in allies]
    worth = []
    for seat in range(players):
        own = councils_of(seat, players)
        small, other = sorted(powers[council] for council in own)
        worth.append((small, other, sum(allies[council] for council in own)))
    ranking = ranked(worth)
    decided_by = DecidedBy.SHARED
    if len(ranking[0]) == 1:
        first, second = (worth[place[0]] for place in ranking[:2])
        decided_by = next(
            what
            for what, best, next_best in zip(_CRITERIA, first, second, strict=True)
            if best != next_best
        )
    return FinalResult(ranking[0], tuple(small for small, *_ in worth), ranking, decided_by)


_CRITERIA = (DecidedBy.SMALL_COUNCIL, DecidedBy.OTHER_COUNCIL, DecidedBy.ALLIES)


def final_winner(state: GameState | View) -> FinalResult[DecidedBy]:
    """Return the end of a game.

    >>> from westeros_intrigue.btwixt import setup
    >>> final_winner(setup(3, seed=1))
    Traceback (most recent call last):
    westeros_intrigue.WrongPhase: the game is not over: its phase is choosing-leaders

    Raises:
        WrongPhase: the game is not over.
        WrongType: `state` is neither a GameState nor a View.

    Rules: score.winner, score.shared.
    """
    check_type("state", state, GameState | View)
    if state.table.final is None:
        raise WrongPhase(f"the game is not over: its phase is {state.phase}")
    return state.table.final
