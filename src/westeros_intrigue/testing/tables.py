"""Checks of a game's options, of its end, and of the players that it names."""

from __future__ import annotations

import copy
import hashlib
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit import AnyGame, chance
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.options import Option, OptionKind, OptionValue, option_text
from westeros_intrigue.testing.player_checks import CheckFailed, ask_player

_BOT_GAMES = 10
_BOT_DECISIONS = 500
_SAMPLED_DECISIONS = 6
"""The number of decisions of a player that takes a number, which can be slow."""
_ASKED_TWICE = 3
_FEWEST_TIMED = 3
_LONGEST = 600
"""The number of moves of a game that shows what an option changes."""
_TRIES = 24
"""The number of games in which an option may change nothing, at each number of players."""


def ends(game: AnyGame, state: Any, rng: random.Random, most: int) -> bool:  # noqa: ANN401 - of any game
    """Return True if random moves lead to the end of a game.

    Nothing else is checked, so that an endless game is soon found.
    """
    for _ in range(most):
        state = game.proceed(state)
        if state.active_player is None:
            return True
        state = game.apply(state, chance.choose(game.legal_moves(state), rng))
    return False


def values_of(option: Option) -> tuple[OptionValue, ...]:
    """Return values of an option: both ends of numbers, and every choice; none for texts.

    >>> from westeros_intrigue.gamekit.options import Option, OptionKind
    >>> values_of(Option("stones", OptionKind.NUMBER, "the stones", least=2, most=9))
    (2, 9)
    """
    match option.kind:
        case OptionKind.FLAG:
            return (False, True)
        case OptionKind.NUMBER:
            return tuple({option.least: None, option.most: None})
        case OptionKind.NUMBERS:
            return tuple({(): None, (option.least,): None, (option.most,): None})
        case OptionKind.CHOICE:
            return option.choices
        case OptionKind.CHOICES:
            return ((), *((each,) for each in option.choices))
    return ()


def check_options(game: AnyGame, seed: int) -> Iterator[tuple[int, dict[str, OptionValue], str]]:
    """Check that a game can be set up with each value of an option, and that each option matters.

    Yield the number of players, each option with a value, and this in words.

    Raises:
        CheckFailed: `start` refuses a value at every number of players, raises anything but
            ValueError, or plays the same game whatever the value.
    """
    for option in game.OPTIONS:
        tables: dict[OptionValue, Sequence[int]] = {}
        for value in values_of(option):
            tables[value] = _find_tables(game, option, value, seed)
            if tables[value]:
                what = f"{option.name}={option_text(value)}"
                yield tables[value][0], {option.name: value}, what
        # In a game that is a module, an option may matter in few games.
        is_authored = hasattr(game, "start")
        if is_authored and len(tables) > 1 and not _matters(game, option.name, tables, seed):
            raise CheckFailed(
                f"{game.NAME}: the option {option.name} changes nothing: games are the same with "
                f"{' and '.join(map(option_text, tables))}; start must use it, or write it to a "
                "field that moves, play or scores read; or remove it"
            )


def _find_tables(game: AnyGame, option: Option, value: OptionValue, seed: int) -> list[int]:
    """Return the numbers of players at which a value of an option can be played."""
    allowed, refusals = [], []
    what = f"{game.NAME}: the option {option.name}={option_text(value)}"
    for players in range(game.MIN_PLAYERS, game.MAX_PLAYERS + 1):
        try:
            game.new_game(players, {option.name: value}, seed=seed)
        except ValueError as error:
            refusals.append(f"{type(error).__name__}: {error}")
        except Exception as error:
            raise CheckFailed(
                f"{what}, which OPTIONS offers: start raises {type(error).__name__}: {error} at "
                f"{count_things(players, 'player')}: mend start for this value, or allow fewer "
                "values, such as with Range"
            ) from error
        else:
            allowed.append(players)
    # The options of a game that is a module can need each other.
    if not allowed and hasattr(game, "start"):
        raise CheckFailed(
            f"{what}, which OPTIONS offers: start refuses it at every number of players: "
            f"{refusals[0]}: mend start for this value, or allow fewer values, such as with Range"
        )
    return allowed


def _matters(game: AnyGame, name: str, tables: dict[OptionValue, Sequence[int]], seed: int) -> bool:
    """Return True if games differ in anything but the value of an option."""
    bots = getattr(game, "BOTS", ())
    shared = [
        players
        for players in range(game.MIN_PLAYERS, game.MAX_PLAYERS + 1)
        if all(players in each for each in tables.values())
    ]
    for number in range(_TRIES):
        for players in shared:
            # Random moves seldom come near what some options change, such as who wins a close bid.
            player = bots[-1] if number % 2 and bots else None
            marks = {
                _fingerprint(game, {name: value}, players, seed + number, player)
                for value in tables
            }
            if len(marks) > 1:
                return True
    return not shared


def _fingerprint(
    game: AnyGame,
    options: dict[str, OptionValue],
    players: int,
    seed: int,
    player: Callable[[Any, chance.RandomSource], Any] | None,
) -> bytes:
    """Return a digest of what players see and may do in a game of a player, or of random moves."""
    rng, digest = _random(seed), hashlib.sha256()
    state, [(name, value)] = game.new_game(players, options, seed=seed), options.items()
    where = f"{game.NAME}, {name}={option_text(value)}, {players} players, seed {seed}"
    for _ in range(_LONGEST):
        state = game.proceed(state)
        moves = game.legal_moves(state)
        digest.update(f"{game.draw_text(state)}\n{[*map(str, moves)]}\n".encode())
        if state.active_player is None:
            digest.update(repr(game.final_winner(state)).encode())
            break
        if player is None:
            move = chance.choose(moves, rng)
        else:
            move = ask_player(game, player, state, rng, where)
        state = game.apply(state, move, player=state.active_player)
    return digest.digest()


@attrs.define
class _Timed:
    """A player whose moves are timed."""

    player: Callable[[Any, chance.RandomSource], Any]
    moves: int = 0
    seconds: float = 0.0

    def __call__(self, view: Any, rng: chance.RandomSource) -> Any:  # noqa: ANN401 - of any game
        began = time.perf_counter()
        try:
            return self.player(view, rng)
        finally:
            self.seconds += time.perf_counter() - began
            self.moves += 1

    @property
    def mean(self) -> float:
        return self.seconds / max(1, self.moves)


def check_players(
    game: AnyGame, seed: int, most_decisions: int, most_seconds: float
) -> dict[str, float]:
    """Check that every named player plays whole games at every seat; return its time for a move.

    A player that the game itself names plays ten games, or fewer if they are long.

    Raises:
        CheckFailed: a player breaks the protocol, or needs too long for a move.
    """
    times = {}
    for index, (name, entry) in enumerate(game.PLAYERS.items()):
        if entry.package or (entry.stands_for and not hasattr(game, "start")):
            continue
        # A player can be slow if its number is large.
        timed = _Timed(game.PLAYERS.parse(name.replace(":N", ":1")))
        most = 1 if entry.stands_for else _SAMPLED_DECISIONS if entry.is_numbered else 0
        rng = _random(seed)
        for number in range(1 if most else _BOT_GAMES):
            if number and timed.moves >= _BOT_DECISIONS:
                break
            spread = game.MAX_PLAYERS - game.MIN_PLAYERS + 1
            players = game.MIN_PLAYERS + (index + number) % spread
            where = f"{game.NAME}, the player {name!r} at {players} seats, seed {seed + number}"
            # An author can make a bot faster, but not a search that plays whole games.
            seconds = math.inf if most else most_seconds
            limits = _Limits(where, min(most or most_decisions, most_decisions), seconds)
            state = _play(game, timed, game.setup(players, seed=seed + number), rng, limits)
            if not (state.is_over or most):
                raise CheckFailed(
                    f"{where}, after {count_things(most_decisions, 'move')}: the game does not "
                    "end: the player must not move in circles, or play must end such games"
                )
        times[name] = timed.mean
    return times


@attrs.frozen
class _Limits:
    """The limits of a player in one game, and its place in messages."""

    where: str
    decisions: int
    seconds: float


def _play(game: AnyGame, timed: _Timed, state: Any, rng: random.Random, limits: _Limits) -> Any:  # noqa: ANN401 - of any game
    """Play a game with a player at every seat; return its last state."""
    state = game.proceed(state)
    for played in range(limits.decisions):
        if state.active_player is None:
            break
        here = f"{limits.where}, after {count_things(played, 'move')}"
        same = copy.copy(rng)
        move = ask_player(game, timed, state, rng, here)
        if timed.moves >= _FEWEST_TIMED and timed.mean > limits.seconds:
            raise CheckFailed(
                f"{here}: it needs {timed.mean:.1f} s for a move, and may need "
                f"{limits.seconds:g} s: make it faster, or pass a larger most_seconds"
            )
        if (
            played < min(_ASKED_TWICE, limits.decisions - 1)
            and ask_player(game, timed, state, same, here) != move
        ):
            raise CheckFailed(
                f"{here}: asked twice with the same random numbers, it chose different moves: it "
                "must draw from `rng`, and remember nothing between moves"
            )
        state = game.proceed(game.apply(state, move))
    return state


def _random(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - chance of a check
