"""Checks that hold for every game of `westeros_intrigue.game`, whatever its rules.

from westeros_intrigue.game import GAMES
from westeros_intrigue.testing.any_game import check_game

for game in GAMES.values():
    check_game(game)
"""

from __future__ import annotations

import copy
import functools
import pickle
import random
from collections.abc import Callable, Iterable, Sequence

from westeros_intrigue.base.chance import random_below
from westeros_intrigue.game import Game, Move, Position, State, View
from westeros_intrigue.testing.failures import CheckFailed

_MOST_DECISIONS = 1_000_000


def check_game(
    game: Game[State, View, Move],
    *,
    games: int = 5,
    seed: int = 0,
    most_decisions: int = _MOST_DECISIONS,
    hidden_from: Callable[[State, int | None], State] | None = None,
) -> None:
    """Play games by random moves and check at each decision what every game promises.

    - The legal moves are those that `explain` has nothing against, and no two are alike. Those
      that were legal earlier in the game stand for all others.
    - Somebody decides exactly when there are legal moves, for that seat and in that view alone.
    - `apply` raises a ValueError for every other move, and a state never changes.
    - A view and its worlds tell the same, in every text too, and ask for the same moves.
    - States, views and moves are values: copies and pickles are equal, and so are their hashes.
    - JSON and the text of each move lead back to the value.
    - `proceed` does nothing where somebody decides, and nobody has won before the end.
    - The same seed and the same moves give the same game, and it ends.

    >>> from westeros_intrigue import monopoly
    >>> check_game(monopoly, games=1)

    Args:
        game: the module.
        games: how many games are played, the numbers of players in turn.
        seed: where the first game begins.
        most_decisions: how many decisions a game may have, and how much may follow without one.
        hidden_from: changes in a state what a seat, or a spectator, may not know; its view must
            then be the same. By default a world drawn from the view is taken, which finds no leak
            that `determinize` respects.

    Raises:
        CheckFailed: a promise is broken; the message says which, and in which game.
    """
    counts = range(game.MIN_PLAYERS, game.MAX_PLAYERS + 1)
    for number in range(games):
        players = counts[number % len(counts)]
        where = f"{game.NAME}, {players} players, seed {seed + number}"
        state = _setup(game, players, seed + number, where)
        rng = random.Random(seed + number)  # noqa: S311 - chance of a check
        played: list[Move] = []
        known: dict[Move, None] = {}
        steps = 0
        while not state.is_over:
            here = f"{where}, after {len(played)} moves"
            steps += 1
            _require(steps <= most_decisions, f"{here}: the game does not end")
            if state.active_player is None:
                following = game.proceed(state)
                _require(following != state, f"{here}: proceed changes nothing")
                state = following
                continue
            moves = game.legal_moves(state)
            _check_moves(game, state, moves, here)
            known |= dict.fromkeys(moves)
            if _is_looked_into(len(played)):  # this takes longer than many moves
                _check_other_moves(game, state, moves, known, here)
                _check_values(game, state, moves, here)
                _check_views(game, state, rng, here, hidden_from)
            move = moves[random_below(len(moves), rng)]
            played.append(move)
            state = _applied(game, state, move, here)
        _check_end(game, state, where)
        _check_other_moves(game, state, (), known, where)
        _check_values(game, state, (), where)
        _check_views(game, state, rng, where, hidden_from)
        _check_replay(game, players, seed + number, played, state)


def _is_looked_into(decisions: int) -> bool:
    """Whether so many decisions are a number such as 0, 1, 2, 5, 10, 20, 50, 100 and so on."""
    return str(decisions).rstrip("0") in {"", "1", "2", "5"}


def _require(condition: object, message: str) -> None:
    if not condition:
        raise CheckFailed(message)


def _setup(game: Game[State, View, Move], players: int, seed: int, where: str) -> State:
    state = game.setup(players, seed=seed)
    _require(state == game.setup(players, seed=seed), f"{where}: the seed gives two games")
    _require(state.players == players, f"{where}: the state has {state.players} players")
    return state


def _check_moves(
    game: Game[State, View, Move], state: State, moves: Sequence[Move], here: str
) -> None:
    _require(state.active_player in range(state.players), f"{here}: nobody decides")
    _require(moves, f"{here}: player {state.active_player} decides and has no move")
    _require(len(set(moves)) == len(moves), f"{here}: a move is listed twice")
    for move in moves:
        _require(not game.explain(state, move), f"{here}: {move} is legal, and explained away")
    for seat in range(state.players):
        seen = game.legal_moves(game.observe(state, seat))
        wanted = tuple(moves) if seat == state.active_player else ()
        _require(tuple(seen) == wanted, f"{here}: the view of player {seat} has other moves")
        if seat != state.active_player:
            told = game.explain(state, moves[0], player=seat)
            _require(told, f"{here}: player {seat} may move out of turn")
            _require(all(str(one) for one in told), f"{here}: a refusal says nothing")


def _check_other_moves(
    game: Game[State, View, Move],
    state: State,
    moves: Sequence[Move],
    known: Iterable[Move],
    here: str,
) -> None:
    """Check that moves known from elsewhere are refused here unless they are listed."""
    before = game.to_json(state)
    positions: list[State | View] = [state]
    if state.active_player is not None:
        positions.append(game.observe(state, state.active_player))
        _require(game.proceed(state) == state, f"{here}: proceed takes a decision")
        _require(_fails(RuntimeError, game.final_winner, state), f"{here}: somebody has won before")
    for move in known:
        for position in positions:
            told = game.explain(position, move)
            _require(told or move in moves, f"{here}: {move} is neither listed nor refused")
            _require(all(str(one) for one in told), f"{here}: a refusal says nothing")
        if move not in moves:
            _require(_fails(ValueError, game.apply, state, move), f"{here}: {move} is applied")
    _require(game.to_json(state) == before, f"{here}: the state has changed")


def _fails(error: type[Exception], function: Callable[..., object], *arguments: object) -> bool:
    """Whether a function raises such an error, and says why."""
    try:
        function(*arguments)
    except error as raised:
        return bool(str(raised))
    return False


def _applied(game: Game[State, View, Move], state: State, move: Move, here: str) -> State:
    before = hash(state)
    following = game.apply(state, move)
    _require(hash(state) == before, f"{here}: {move} changed the state that it was made in")
    _require(following != state, f"{here}: {move} changes nothing")
    other = next(seat for seat in range(state.players) if seat != state.active_player)
    is_refused = _fails(ValueError, functools.partial(game.apply, player=other), state, move)
    _require(is_refused, f"{here}: player {other} may move out of turn")
    return following


def _check_values(
    game: Game[State, View, Move], state: State, moves: Sequence[Move], here: str
) -> None:
    positions: tuple[State | View, ...] = (
        state,
        *(game.observe(state, seat) for seat in (None, *range(state.players))),
    )
    for position in positions:
        _check_copy(position, game.from_json(type(position), game.to_json(position)), here)
        _require(game.draw_text(position), f"{here}: there is no text of {position!r}")
    for move in moves:
        _require(game.parse_move(str(move)) == move, f"{here}: the text of {move} is another move")
    for value in (*positions, *moves):
        _check_copy(value, copy.copy(value), here)
        _check_copy(value, copy.deepcopy(value), here)
        _check_copy(value, pickle.loads(pickle.dumps(value)), here)  # noqa: S301 - just written


def _check_copy(value: object, other: object, here: str) -> None:
    _require(other == value, f"{here}: a copy of {value!r} is another value")
    _require(hash(other) == hash(value), f"{here}: a copy of {value!r} has another hash")


def _check_views(
    game: Game[State, View, Move],
    state: State,
    rng: random.Random,
    here: str,
    hidden_from: Callable[[State, int | None], State] | None,
) -> None:
    for seat in (None, *range(state.players)):
        view = game.observe(state, seat)
        _require(_alike(state, view), f"{here}: the view of {seat} tells another position")
        world = game.determinize(view, rng)
        _require(game.observe(world, seat) == view, f"{here}: a world of {seat} shows another view")
        if seat is not None:
            asked = game.legal_moves(world) if seat == state.active_player else ()
            _require(
                tuple(asked) == tuple(game.legal_moves(view)),
                f"{here}: a world of {seat} has other moves",
            )
        other = game.observe(world if hidden_from is None else hidden_from(state, seat), seat)
        _require(other == view, f"{here}: the view of {seat} leaks")
        for tell in (game.to_json, game.draw_text, repr):
            _require(tell(other) == tell(view), f"{here}: a text of the view of {seat} leaks")


def _alike(state: Position, view: Position) -> bool:
    return (state.players, state.active_player, state.phase, state.is_over) == (
        view.players,
        view.active_player,
        view.phase,
        view.is_over,
    )


def _check_end(game: Game[State, View, Move], state: State, where: str) -> None:
    _require(state.active_player is None, f"{where}: somebody decides after the end")
    _require(not game.legal_moves(state), f"{where}: there are moves after the end")
    final = game.final_winner(state)
    ranked = [seat for place in final.ranking for seat in place]
    _require(sorted(ranked) == list(range(state.players)), f"{where}: the ranking is not of all")
    _require(tuple(final.winners) == tuple(final.ranking[0]), f"{where}: the first did not win")


def _check_replay(
    game: Game[State, View, Move], players: int, seed: int, moves: Sequence[Move], last: State
) -> None:
    state = game.setup(players, seed=seed)
    for move in moves:
        state = game.apply(_proceeded(game, state), move)
    if _proceeded(game, state) != last:
        raise CheckFailed(f"{game.NAME}, seed {seed}: the same moves end in another state")


def _proceeded(game: Game[State, View, Move], state: State) -> State:
    while state.active_player is None and not state.is_over:
        state = game.proceed(state)
    return state
