"""A check that a player program follows the protocol of `play_game`."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
import sys
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from itertools import cycle, islice
from types import ModuleType
from typing import Any

import attrs
from typing_extensions import TypeVar

from westeros_intrigue.gamekit import chance, errors
from westeros_intrigue.gamekit.asking import seat_player
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.game import GAMES, Game, State, View
from westeros_intrigue.gamekit.limits import tuple_of
from westeros_intrigue.gamekit.values import check_integer, short_repr
from westeros_intrigue.players import Player, random_player
from westeros_intrigue.rules.cards import House, Move
from westeros_intrigue.rules.state import setup
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    OPTIONS,
    SOLO_SCHEMING,
    STANDARD,
    Variant,
    check_players,
)

Chosen = TypeVar("Chosen", default=Any)


class CheckFailed(AssertionError):
    """A player, an engine or a store breaks its protocol; the text states the rule and the moment.

    >>> from westeros_intrigue.testing import check_player
    >>> try:
    ...     check_player(lambda view, rng: None, players=[2])
    ... except CheckFailed as failed:
    ...     print(str(failed).splitlines()[0])
    The player did not return a move: None.
    """

    def __init__(self, *arguments: object) -> None:  # `AssertionError` has no signature
        super().__init__(*arguments)


def _variants_to_check(players: int) -> list[Variant]:
    """Return variants that cover every option; most of the games are short."""
    houses = tuple(islice(cycle(House), players))
    housed = STANDARD.with_seats(houses=houses)
    every = housed.with_options(**dict.fromkeys(OPTIONS, True)).with_rounds(2)
    # Seat 0 belongs to a player; with six players, seats 1 to 4 cover all houses' procedures.
    automated = STANDARD.with_seats(houses=houses, automated=range(1, min(players, 5)))
    alone = [housed.with_options(**{option: True}).with_rounds(2) for option in OPTIONS]
    last_first = attrs.evolve(every, first_player=players - 1)
    return [STANDARD, automated.with_rounds(1), last_first, *alone, SOLO_SCHEMING]


def check_player(
    player: Player,
    *,
    players: Iterable[int] | None = None,
    variants: Iterable[Variant] | None = None,
    games: int = 2,
    seed: int = 0,
    reproducible: bool = True,
) -> None:
    """Check that a player follows the protocol of `play_game`, in games against random players.

    - On every turn, it returns a legal `Move` and raises no exception.
    - It draws random numbers only from the source that it is given, never from Python's global one.
    - It does not change its view.
    - For the same views and random numbers, it chooses the same moves: each game is played twice.

    >>> from westeros_intrigue import SOLO_SCHEMING, STANDARD, greedy_player
    >>> variants = [STANDARD, SOLO_SCHEMING]
    >>> check_player(greedy_player, players=[4], variants=variants, games=1)

    Args:
        player: the player.
        players: the numbers of players, each from 2 to 6; all by default.
        variants: the variants, each played with the numbers of players that it allows; by default
            the standard game and others that cover every option.
        games: the number of games for each variant and number of players.
        seed: the seed of the games.
        reproducible: False to play each game only once, for players that remember earlier games or
            have a separate source of random numbers.

    Raises:
        CheckFailed: the player breaks the protocol; the text states the rule and the moment.
        InvalidValue: a number is out of range, or no variant fits the numbers of players and leaves
            a seat to the player.
    """
    if not callable(player):
        raise errors.WrongType(
            f"a player must be callable with view and rng, not {short_repr(player)}"
        )
    games = check_integer("games", games, 1)
    seed = check_integer("seed", seed, 0)
    for kind, (count, variant) in enumerate(_games_to_play(players, variants)):
        free = [seat for seat in range(count) if seat not in variant.automated]
        for number in range(games):
            seat = free[(kind + number) % len(free)]
            where = f"{count} players, {variant}, game {number}, player at seat {seat}"
            play = partial(_play, player, seat, players=count, variant=variant, seed=seed + number)
            moves = play(where=where)
            again = play(where=f"{where}, the same game again") if reproducible else moves
            for turn, (first, second) in enumerate(zip(moves, again, strict=False), start=1):
                if first != second:
                    raise CheckFailed(
                        "The player chose another move when the same game was played again: "
                        f"{first}, then {second}.\n"
                        f"  game: {where}, turn {turn}\n"
                        "  Draw random numbers from `rng`, and remember nothing between games; or "
                        "pass reproducible=False."
                    )


def _games_to_play(
    players: Iterable[int] | None, variants: Iterable[Variant] | None
) -> list[tuple[int, Variant]]:
    """Return each number of players with each variant that fits it."""
    every = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    counts = every if players is None else tuple_of("players", int, players)
    given = None if variants is None else tuple_of("variants", Variant, variants)
    found: list[tuple[int, Variant]] = []
    for count in map(check_players, counts):
        tried = _variants_to_check(count) if given is None else given
        found += [
            (count, variant)
            for variant in tried
            if len(variant.houses) in {0, count} and len(variant.automated) < count
        ]
    if not found:
        raise errors.InvalidValue(
            "nothing would be checked: no variant fits the numbers of players and leaves a seat"
        )
    return found


def _play(
    player: Player, seat: int, *, players: int, variant: Variant, seed: int, where: str
) -> list[Move]:
    """Play a game against random players and return the player's moves."""
    state = setup(players, seed=seed, variant=variant)
    game = GAMES["westeros-intrigue"]
    own = chance.SplitMix(seed, 0)  # which has only the method `random`
    others = random.Random(f"{seed} others")  # noqa: S311 - a game, no secret
    moves: list[Move] = []
    while (active := (state := game.proceed(state)).active_player) is not None:
        if active == seat:
            moves.append(ask_player(game, player, state, own, f"{where}, turn {len(moves) + 1}"))
            state = game.apply(state, moves[-1])
        else:
            state = game.apply(state, random_player(game.observe(state, active), others))
    return moves


def place_of(error: BaseException, game: object) -> str:
    """Return the author's function and line that an error came from; empty if none is known."""
    own = getattr(game, "checked_game", game)
    module = own if isinstance(own, ModuleType) else sys.modules.get(type(own).__module__)
    file = getattr(module, "__file__", None)
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == file]
    names = [frame.name for frame in frames if not frame.name.startswith("<")]  # as a comprehension
    return f"{names[-1]}, in line {frames[-1].lineno}, raises " if file and names else ""


def ask_player(
    game: Game[State, View, Chosen],
    player: Callable[[View, chance.RandomSource], Chosen],
    state: State,
    rng: chance.RandomSource,
    where: str,
) -> Chosen:
    """Return the move of a player of any game, who must be the active one.

    Raises:
        CheckFailed: the player breaks the protocol.
    """
    view = game.observe(state, state.active_player)

    def failure(what: str) -> CheckFailed:
        shown = game.draw_text(view).replace("\n", "\n    ")
        legal = join_words(game.legal_moves(view)[: errors.MOST_LISTED])
        return CheckFailed(f"{what}\n  game: {where}\n  view: {shown}\n  legal: {legal}")

    before = random.getstate()
    try:
        move = seat_player(player, game)(view, rng)
    except CheckFailed as failed:
        raise failure(f"{failed}.") from None
    except (Exception, SystemExit) as error:
        # A player that searches calls the functions of the game's author.
        raised = place_of(error, game) or "The player raised "
        raise failure(f"{raised}{type(error).__name__}: {error}.") from error
    if random.getstate() != before:
        raise failure(
            "The player drew from Python's global source of random numbers or seeded it. It must "
            "draw from its argument `rng`."
        )
    if view != game.observe(state, state.active_player):
        raise failure("The player changed its view.")
    try:
        refusals = game.explain(view, move)
    except TypeError:
        raise failure(f"The player did not return a move: {short_repr(move)}.") from None
    if refusals:
        reasons = " ".join(map(str, refusals))
        raise failure(f"The player chose an illegal move, {move}: {reasons}")
    return move
