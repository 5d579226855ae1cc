"""Checks of a game's options, of its end, and of the players that it names."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import copy
import hashlib
import itertools
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic

import attrs

from westeros_intrigue.gamekit import chance
from westeros_intrigue.gamekit.asking import seat_player
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.gamekit.options import Option, OptionKind, OptionValue, option_text
from westeros_intrigue.testing import asked_games
from westeros_intrigue.testing.player_checks import CheckFailed, ask_player

_BOT_GAMES = 10
_BOT_DECISIONS = 500
"""The number of decisions of a player after which even fewer games are enough."""
_MORE_BOT_GAMES = 400
_MORE_BOT_DECISIONS = 1000
"""The number of decisions that short games go on for: of them, a fault in one of 250 decisions
almost surely shows."""
_SAMPLED_DECISIONS = 6
"""The number of decisions of a player that takes a number, which can be slow."""
_ASKED_TWICE = 3
_FEWEST_TIMED = 3
_LONGEST = 600
"""The number of moves of a game that shows what an option changes."""
_TRIES = 24
"""The number of games in which an option may change nothing, at each number of players."""


def ends(game: Game[State, View, Move], state: State, rng: random.Random, most: int) -> bool:
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


def check_options(
    game: Game[State, View, Move], seed: int
) -> Iterator[tuple[int, dict[str, OptionValue], str]]:
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
        if hasattr(game, "start"):
            _check_effect(game, option.name, tables, seed)


def _check_effect(
    game: Game[State, View, Move], name: str, tables: Mapping[OptionValue, Sequence[int]], seed: int
) -> None:
    """Check that games differ with each two values of an option, which has these tables.

    Raises:
        CheckFailed: they are the same with all values, or with two of them.
    """
    pairs = [*itertools.combinations(tables, 2)]
    alike = _find_alike(game, name, tables, seed)
    if alike and len(alike) == len(pairs):
        raise CheckFailed(
            f"{game.NAME}: the option {name} changes nothing: games are the same with "
            f"{' and '.join(map(option_text, tables))}; start must use it, or write it to a "
            "field that moves, play or scores read; or remove it"
        )
    if alike:
        raise CheckFailed(
            f"{game.NAME}: two values of the option {name} mean the same: games are the same with "
            f"{' and '.join(map(option_text, alike[0]))}; start must tell them apart in a field "
            "that moves, play or scores read; or remove one of them"
        )


def _find_tables(
    game: Game[State, View, Move], option: Option, value: OptionValue, seed: int
) -> list[int]:
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


def _find_alike(
    game: Game[State, View, Move], name: str, tables: Mapping[OptionValue, Sequence[int]], seed: int
) -> Sequence[tuple[OptionValue, OptionValue]]:
    """Return the pairs of values of an option with which games differ in nothing else.

    Values without a common number of players are not compared.
    """
    bots: Sequence[Callable[[View, chance.RandomSource], Move]] = getattr(game, "BOTS", ())
    alike = [
        (one, other)
        for one, other in itertools.combinations(tables, 2)
        if not {*tables[one]}.isdisjoint(tables[other])
    ]
    for number, players in itertools.product(
        range(_TRIES), range(game.MIN_PLAYERS, game.MAX_PLAYERS + 1)
    ):
        # Random moves seldom come near what some options change, such as who wins a close bid.
        player = bots[-1] if number % 2 and bots else None
        marks = {
            value: _fingerprint(game, {name: value}, players, seed + number, player)
            for value in dict.fromkeys(itertools.chain.from_iterable(alike))
            if players in tables[value]
        }
        alike = [
            (one, other)
            for one, other in alike
            if one not in marks or other not in marks or marks[one] == marks[other]
        ]
        if not alike:
            break
    return alike


def _fingerprint(
    game: Game[State, View, Move],
    options: dict[str, OptionValue],
    players: int,
    seed: int,
    player: Callable[[View, chance.RandomSource], Move] | None,
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
class _Timed(Generic[View, Move]):
    """A player whose moves are timed."""

    player: Callable[[View, chance.RandomSource], Move]
    moves: int = 0
    seconds: float = 0.0

    def __call__(self, view: View, rng: chance.RandomSource) -> Move:
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
    game: Game[State, View, Move], seed: int, most_decisions: int, most_seconds: float
) -> dict[str, float]:
    """Check that every named player plays whole games at every seat; return its time for a move.

    A player that the game itself names plays ten games, or fewer if they are long; if they are
    short, more, until it has made a thousand decisions.

    Raises:
        CheckFailed: a player breaks the protocol, needs too long for a move, or asks another game
            than the one it plays.
    """
    asked = asked_games.Asked(getattr(game, "checked_game", game))
    with asked.watching():
        return _check_players(game, seed, most_decisions, most_seconds, asked)


def _check_players(
    game: Game[State, View, Move],
    seed: int,
    most_decisions: int,
    most_seconds: float,
    asked: asked_games.Asked,
) -> dict[str, float]:
    times = {}
    for index, (name, entry) in enumerate(game.PLAYERS.items()):
        if entry.package or (entry.stands_for and not hasattr(game, "start")):
            continue
        # A player can be slow if its number is large.
        player = seat_player(game.PLAYERS.parse(name.replace(":N", ":1")), game)
        timed = _Timed(asked.asking(name, player))
        most = 1 if entry.stands_for else _SAMPLED_DECISIONS if entry.is_numbered else 0
        rng = _random(seed)
        for number in range(1 if most else _MORE_BOT_GAMES):
            enough = _BOT_DECISIONS if number < _BOT_GAMES else _MORE_BOT_DECISIONS
            if number and timed.moves >= enough:
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


def _play(
    game: Game[State, View, Move],
    timed: _Timed[View, Move],
    state: State,
    rng: random.Random,
    limits: _Limits,
) -> State:
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
