"""Whole games by the thousand, as arrays: every round, the points, and who won."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.values import Value, check_integer, check_type
from westeros_intrigue.compiled import game_kernel, kernel, lanes
from westeros_intrigue.compiled.arrays import BY_ITEMS, read_only, read_only_flags
from westeros_intrigue.compiled.chunks import simulated_in_chunks
from westeros_intrigue.compiled.codes import policy_codes
from westeros_intrigue.compiled.policies import Policies, Policy, policy_of_each
from westeros_intrigue.compiled.sources import LAST_SEED, last_game, numbers_a_game
from westeros_intrigue.compiled.threads import Progress, play_in_pieces
from westeros_intrigue.rules.history import Decision
from westeros_intrigue.rules.points import points_by_cards_left
from westeros_intrigue.rules.variants import STANDARD, Variant, check_players

GAMES_A_PIECE = 500
"""How many games are played between two looks at progress and Ctrl-C."""
GAMES_AT_ONCE = 10_000
"""How many games stand in the memory of a worker at once."""
DECISIONS = tuple(Decision)
"""What the items of `SimulatedGames.decided_by` stand for."""


@attrs.frozen(repr=False, unsafe_hash=False)
class SimulatedGames(Value):
    """The games of a simulation as arrays, one item or row for each game.

    The arrays cannot be written to. Where an array has rounds, they come second, from the first.

    >>> games = simulate_games(3, 100, seed=1)
    >>> games, games.penalty_points.shape
    (<SimulatedGames: 100 games of 3 players, random, seed 1>, (100, 3, 3))
    >>> bool((games.is_winner.sum(axis=1) >= 1).all())
    True

    Rules: round.penalty, round.throne, final.total, final.lowest, final.icons, final.shared.
    """

    players: int
    """How many players there are, 2 to 6."""
    variant: Variant
    """The table: options, seats, rounds, Iron Throne cards."""
    policies: tuple[Policy, ...]
    """For each seat, from 0, how it chooses its moves; no matter for an automated seat."""
    seed: int
    """The seed that fixes the games."""
    start: int
    """The number of the first of these games, from 0."""
    first_player: int
    """The seat that starts the first round, counted from 0."""
    cards_left: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game, round and seat, from 0, the cards left."""
    last_placer: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round the seat that placed the last card, from 0."""
    last_house: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round the house of the last card, by `House.index`."""
    plies: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round how many cards were placed."""
    throne_cards: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round the Iron Throne card drawn, by its place in
    `variant.throne_cards`."""
    penalty_points: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game, round and seat, from 0, the points of the round, options included."""
    totals: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and seat, from 0, all points less the values of its Iron Throne cards."""
    is_winner: NDArray[np.bool_] = attrs.field(converter=read_only_flags, eq=BY_ITEMS)
    """For each game and seat, from 0, whether it won, alone or with others."""
    decided_by: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game what decided it, by the place in `list(Decision)`."""

    def __len__(self) -> int:
        return len(self.totals)

    def __repr__(self) -> str:
        policies = ", ".join(policy.value for policy in dict.fromkeys(self.policies))
        return (
            f"<SimulatedGames: {len(self)} games of {self.players} players, {policies}, "
            f"seed {self.seed}>"
        )


def simulate_games(
    players: int,
    games: int,
    *,
    policy: Policies = Policy.RANDOM,
    seed: int,
    start: int = 0,
    first_player: int = 0,
    variant: Variant = STANDARD,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> SimulatedGames:
    """Play many whole games of any variant and return what came of them, as arrays.

    The chance of a game depends on the seed, its number and the variant alone, its moves also on
    the policies and on who starts.

    >>> from westeros_intrigue import SOLO_SCHEMING
    >>> games = simulate_games(4, 1000, policy=Policy.GREEDY, seed=1, variant=SOLO_SCHEMING)
    >>> games
    <SimulatedGames: 1000 games of 4 players, greedy, seed 1>

    Args:
        players: 2 to 6.
        games: how many games, at least 0.
        policy: how all seats choose, or for each seat, from 0, how it does. An automated seat
            follows its procedure, whatever is given for it.
        seed: 0 to 2**64 - 1.
        start: the number of the first game, from 0.
        first_player: the seat that starts the first round of each game, counted from 0.
        variant: the table.
        threads: how many threads share the work, at least 1. With an executor, each chunk has
            so many.
        executor: any `concurrent.futures.Executor`, whose workers play ten thousand games at a
            time; None plays here. The games are the same.
        progress: called in the calling thread, after each five hundred games or so, with the
            number played and of all; with an executor, after each chunk. What it raises ends the
            simulation.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.
        InvalidVariant: the variant does not suit the players.

    Rules: setup.throne, round.count, round.rotation, final.total, option.anyone, solo.elsewhere.
    """
    check_players(players)
    check_type("variant", variant, Variant)
    check_integer("first_player", first_player, 0, players - 1)
    variant.check(players, first_player)
    policies = policy_of_each(players, policy)
    last = last_game(players, variant)
    check_integer("seed", seed, 0, LAST_SEED)
    check_integer("start", start, 0, last)
    check_integer("games", games, 0, last + 1 - start)
    if executor is not None:
        simulate = partial(
            simulate_games,
            players,
            policy=policies,
            seed=seed,
            first_player=first_player,
            variant=variant,
            threads=threads,
        )
        numbers = range(start, start + games)
        return simulated_in_chunks(simulate, numbers, GAMES_AT_ONCE, executor, progress)
    rounds = range(1, variant.rounds_for(players) + 1)
    terms = game_kernel.GameTerms(
        players=players,
        width_limit=variant.width_limit(players),
        first_player=first_player,
        policies=policy_codes(policies, variant),
        cards_in_game=np.array([variant.cards_in_game(number) for number in rounds], np.int64),
        hand_sizes=np.array([variant.hand_size(players, number) for number in rounds], np.int64),
        starter_counts=np.array(
            [variant.starter_count(players, number) for number in rounds], np.int64
        ),
        throne_count=len(variant.throne_cards),
        numbers_a_game=numbers_a_game(players, variant),
        seed=np.uint64(seed),
    )
    outcomes = kernel.new_outcomes(games * len(rounds), players)
    throne_cards = np.zeros((games, len(rounds)), np.int16)

    is_random = bool((terms.policies == kernel.RANDOM).all())

    def play(piece: slice) -> None:
        of_piece = slice(piece.start * len(rounds), piece.stop * len(rounds))
        of_rounds = kernel.Outcomes(*(field[of_piece] for field in outcomes))
        decks = np.zeros((lanes.LANES, len(rounds), kernel.DECK_SIZE), np.int64)
        arguments = (
            np.zeros(max(kernel.DECK_SIZE, terms.throne_count), np.int64),
            kernel.new_table(),
            np.zeros(1, np.uint64),
        )
        first, found = start + piece.start, game_kernel.GameOutcomes(of_rounds, throne_cards[piece])
        if is_random:
            lanes.play_games(terms, first, found, decks, *arguments, lanes.new_lanes())
        else:
            game_kernel.play_games(terms, first, found, decks[0], *arguments)

    play_in_pieces(play, games, GAMES_A_PIECE, threads=threads, progress=progress)
    shape = (games, len(rounds))
    cards_left = outcomes.cards_left.reshape(*shape, players)
    last_placer, plies, last_house = (
        field.reshape(shape)
        for field in (outcomes.last_placer, outcomes.plies, outcomes.last_house)
    )
    by_cards_left = np.array(points_by_cards_left(variant, players), np.int16)
    points = by_cards_left[cards_left, last_house[:, :, None], np.arange(players)]
    totals, is_winner, decided_by = _ends(variant, points, last_placer, throne_cards)
    return SimulatedGames(
        players=players,
        variant=variant,
        policies=policies,
        seed=seed,
        start=start,
        first_player=first_player,
        cards_left=cards_left,
        last_placer=last_placer,
        last_house=last_house,
        plies=plies,
        throne_cards=throne_cards,
        penalty_points=points,
        totals=totals,
        is_winner=is_winner,
        decided_by=decided_by,
    )


def _ends(
    variant: Variant,
    points: NDArray[np.int16],
    last_placer: NDArray[np.int16],
    throne_cards: NDArray[np.int16],
) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.int16]]:
    """Return totals, winners and what decided; must agree with `scoring.rank`."""
    values = np.array([card.value for card in variant.throne_cards], np.int16)
    icons = np.array([card.icons for card in variant.throne_cards], np.int64)
    seats = np.arange(points.shape[2])
    is_drawer = last_placer[:, :, None] == seats
    drawn = throne_cards[:, :, None]
    totals = points.sum(axis=1, dtype=np.int16) - (is_drawer * values[drawn]).sum(
        axis=1, dtype=np.int16
    )
    none = np.iinfo(np.int64).max
    fewest = np.where(is_drawer, icons[drawn], none).min(axis=1)
    is_lowest = totals == totals.min(axis=1, keepdims=True)
    among = np.where(is_lowest, fewest, none).min(axis=1, keepdims=True)
    is_winner = is_lowest & (fewest == among)
    decided_by = np.where(
        is_lowest.sum(axis=1) == 1,
        DECISIONS.index(Decision.LOWEST_TOTAL),
        np.where(
            is_winner.sum(axis=1) == 1,
            DECISIONS.index(Decision.FEWEST_ICONS),
            DECISIONS.index(Decision.SHARED),
        ),
    )
    return totals, is_winner, decided_by.astype(np.int16)
