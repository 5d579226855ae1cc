"""`play_game`: any game from its start to its end."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Container, Sequence
from typing import Any, overload

from westeros_intrigue.gamekit.asking import decide
from westeros_intrigue.gamekit.chance import RandomSource, check_source, source_for, source_of
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase, WrongType
from westeros_intrigue.gamekit.game import AnyGame, Game, Move, State, View, find_game
from westeros_intrigue.gamekit.limits import check_iterable
from westeros_intrigue.gamekit.players import check_one_each
from westeros_intrigue.gamekit.values import check_type, short_repr
from westeros_intrigue.players.simple import Player
from westeros_intrigue.rules import house_games
from westeros_intrigue.rules.house_games import HouseRules
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.variants import Variant


@overload
def play_game(
    players: Sequence[Player | str | None],
    *,
    game: None = None,
    seed: int | None = None,
    rng: RandomSource | None = None,
    rngs: Sequence[RandomSource | None] | None = None,
    state: GameState | None = None,
    **table: Any,  # noqa: ANN401 - the arguments of `setup`
) -> GameState: ...


@overload
def play_game(
    players: Sequence[Callable[[View, RandomSource], Move] | str | None],
    *,
    game: Game[State, View, Move] | str,
    seed: int | None = None,
    rng: RandomSource | None = None,
    rngs: Sequence[RandomSource | None] | None = None,
    state: State | None = None,
    **table: Any,  # noqa: ANN401 - each game has its table
) -> State: ...


def play_game(
    players: Sequence[Callable[[Any, RandomSource], Any] | str | None],
    *,
    game: AnyGame | str | None = None,
    seed: int | None = None,
    rng: RandomSource | None = None,
    rngs: Sequence[RandomSource | None] | None = None,
    state: Any = None,
    **table: Any,
) -> Any:
    """Play a game to its end and return the last state.

    Each player receives only its own view.

    >>> from westeros_intrigue.games import btwixt
    >>> from westeros_intrigue import greedy_player, random_player
    >>> final = play_game([greedy_player, random_player], seed=5)
    >>> final
    <GameState: 2 players, round 2 of 2, game-over>
    >>> [result.last_placer for result in final.results]
    [0, 0]
    >>> play_game(["greedy", "random"], seed=5) == final
    True
    >>> final = play_game([btwixt.simple_player] * 3, game=btwixt, seed=1)
    >>> btwixt.final_winner(final).ranking
    ((0,), (1,), (2,))

    Args:
        players: the player of each seat, from seat 0, or its name in the game's `PLAYERS`; None for
            automated seats only.
        game: a game, such as `westeros_intrigue.games.monopoly`, or its key in `GAMES`, such as
            `monopoly`; None for the card game, by the house rule that the variant or the state
            names, if any.
        seed: an int of at least 0, for the game and for the players' random numbers. Each player
            gets a source of its own, which tells nothing about the game or the others' numbers,
            unless the seed is small enough to be guessed.
        rng: a source of random numbers instead of a seed. `setup` draws from it first; then the
            players share it in turn order, so a player could copy it, and foresee what the others
            do with it. Without either, the system's randomness is used, which cannot be copied.
        rngs: a source of random numbers for each seat, from seat 0, so that players' choices do not
            affect each other's random numbers; None for an automated seat.
        state: the state from which the game continues; the seed or rng is then only for the
            players.
        table: other arguments of the game's `setup`, such as `variant`. With a `deal`, the seed or
            rng is only for the players.

    Raises:
        InvalidValue: a number is out of range; no game has the given key, or no player the given
            name; both seed and rng are passed, or both a state and arguments of `setup`; a seat
            lacks a player, or an automated seat has one; or there is not one player or source for
            each seat.
        WrongPhase: no player can decide, but the game is not over, because its deal is incomplete.
        WrongType: the game is not a game, or a player cannot be called.
        PlayerFailed: a player raised an error, which is the cause, or chose an illegal move.
        ValueError: `setup` refuses its arguments.

    Rules: solo.elsewhere, round.count.
    """
    check_type("players", players, Sequence)
    check_iterable("players", players)
    rng = source_of(seed, rng)
    game = find_game("westeros-intrigue" if game is None else game)
    # A foreign game needs names for its players only if one is used.
    seated = [game.PLAYERS.parse(each) if isinstance(each, str) else each for each in players]
    called = [each if isinstance(each, str) else "" for each in players]
    if state is None:
        dealt_from = rng if table.get("deal") is None else None
        state = _find_own(game, table.get("variant")).setup(len(players), rng=dealt_from, **table)
    elif table:
        raise InvalidValue(f"pass only one of state and {', '.join(table)}")
    game = _find_own(game, getattr(state, "variant", None))
    check_one_each(state.players, seated, "player")
    if empty := missing_players(seated, game.automated_seats(state)):
        raise InvalidValue(f"seat {empty[0]} is not automated, so its player must not be None")
    sources: Sequence[RandomSource | None]
    if rngs is not None:
        sources = rngs
    elif seed is not None:  # no player may find another's numbers in its own
        sources = [source_for(str(seed), f"player {seat}") for seat in range(len(seated))]
    else:
        sources = [rng] * len(seated)
    check_one_each(len(seated), sources, "rng")
    for each, player in zip(sources, seated, strict=True):
        if player is not None:
            check_source(each)
    while (
        seat := (state := game.play_on(game.proceed(state), seated, sources)).active_player
    ) is not None:
        player, source = seated[seat], sources[seat]
        # For the type checker: automated turns are over.
        assert player is not None and source is not None  # noqa: PT018, S101
        state = decide(game, state, seat, player, source, name=called[seat])
    if not state.is_over:
        raise WrongPhase(f"no player decides in {state.phase}: deal the whole game first")
    return state


def _find_own(game: AnyGame, variant: object) -> AnyGame:
    """Return the game of a table: that of its house rule, if the card game's variant names one."""
    if not isinstance(variant, Variant) or isinstance(game, HouseRules):
        return game
    return house_games.find_game(variant) or game


def missing_players(players: Sequence[object], automated: Container[int]) -> list[int]:
    """Return the seats that lack a player and are not automated.

    Raises:
        InvalidValue: an automated seat has a player.
        WrongType: a player cannot be called.
    """
    for seat, player in enumerate(players):
        if player is None:
            continue
        if seat in automated:
            raise InvalidValue(f"the player of seat {seat}, which is automated, must be None")
        if not callable(player):
            raise WrongType(
                f"a player must be callable with view and rng, not {short_repr(player)}"
            )
    return [seat for seat, player in enumerate(players) if player is None and seat not in automated]
