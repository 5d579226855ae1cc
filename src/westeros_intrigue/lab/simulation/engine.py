"""The rounds and games of a simulation, played in lanes.

Rules: setup.hand-size, round.rotation, round.count, solo.elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from operator import add
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from westeros_intrigue.gamekit.chance import shuffled
from westeros_intrigue.lab.simulation import board, kernel
from westeros_intrigue.lab.simulation.counted import CountedGames, CountedRounds
from westeros_intrigue.lab.simulation.fast import RoundSource, numbers_a_game, signed
from westeros_intrigue.lab.simulation.lanes import (
    DECKS,
    Lanes,
    blocks,
    copy_row,
    deal,
    draw_for_games,
    play_to_the_end,
    shuffle_rounds,
    start_games_round,
    unload,
    write_results,
)
from westeros_intrigue.lab.simulation.packing import new_memory, terms_of
from westeros_intrigue.lab.simulation.results import (
    Arrays,
    SimulatedGames,
    SimulatedRounds,
    TracedRound,
    counts_of_games,
    counts_of_rounds,
    ends_of,
    filled,
    room_for_rounds,
    traced_moves,
)
from westeros_intrigue.lab.simulation.running import Counts, Run
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.dealing import deal_from_deck
from westeros_intrigue.rules.variants import STANDARD

if TYPE_CHECKING:
    from westeros_intrigue.lab.simulation.simulation import Simulation

T = TypeVar("T")
ROUNDS_A_PIECE, GAMES_A_PIECE = 50_000, 10_000
"""The number played between two looks at progress and Ctrl-C, some hundredths of a second apart:
threads seldom wait for each other, and memory is seldom asked for."""
ROUNDS_A_CHUNK, GAMES_A_CHUNK = 1_000_000, 100_000
"""The number that a worker of an executor counts at a time."""


def rounds(simulation: Simulation, numbers: range, run: Run) -> SimulatedRounds:
    """Return single rounds of a simulation."""
    fill, room = partial(_play_rounds, simulation), partial(room_for_rounds, simulation.players)
    cards_left, last_placer, plies, last_house = filled(run, fill, room, numbers, ROUNDS_A_PIECE)
    return SimulatedRounds(
        simulation.players, simulation.policies, simulation.seed, numbers.start,
        cards_left, last_placer, plies, last_house,
        simulation.first_player, simulation.rotate,
    )  # fmt: skip


def games(simulation: Simulation, numbers: range, run: Run) -> SimulatedGames:
    """Return games of a simulation."""
    fill, room = partial(_play_games, simulation), partial(_room_for_games, simulation)
    arrays = filled(run, fill, room, numbers, GAMES_A_PIECE)
    cards_left, last_placer, plies, last_house, *ends = arrays
    return SimulatedGames(
        simulation.players, simulation.policies, simulation.seed, numbers.start,
        cards_left, last_placer, plies, last_house,
        simulation.variant, simulation.first_player, *ends,
    )  # fmt: skip


def count_rounds(simulation: Simulation, numbers: range, run: Run) -> CountedRounds:
    """Return the counts of rounds, of which there are some."""
    rounds(simulation, numbers[:0], Run())  # Compile here.
    count = partial(_count, rounds, counts_of_rounds, ROUNDS_A_PIECE, simulation)
    return run.total(count, numbers, here=ROUNDS_A_PIECE, elsewhere=ROUNDS_A_CHUNK)


def count_games(simulation: Simulation, numbers: range, run: Run) -> CountedGames:
    """Return the counts of games, of which there are some."""
    games(simulation, numbers[:0], Run())
    count = partial(_count, games, counts_of_games, GAMES_A_PIECE, simulation)
    return run.total(count, numbers, here=GAMES_A_PIECE, elsewhere=GAMES_A_CHUNK)


def trace(simulation: Simulation, number: int) -> TracedRound:
    """Return the cards and the moves of a round."""
    cards = deal_from_deck(shuffled(DECK, RoundSource(simulation.seed, number)), simulation.players)
    terms = terms_of(simulation.players, STANDARD)
    memory = [*map(int, new_memory(simulation.policies))]
    _, lanes = next(blocks(1))
    _deal_rounds(simulation, number, lanes)
    unload(terms, 0, lanes[0], memory)
    starter = memory[board.SEAT]
    return TracedRound(cards, starter, traced_moves(cards, terms, memory))


def _count(
    play: Callable[[Simulation, range, Run], T],
    counts_of: Callable[[T], Counts],
    size: int,
    simulation: Simulation,
    numbers: range,
) -> Counts:
    parts = (numbers[at : at + size] for at in range(0, len(numbers), size))
    return reduce(add, (counts_of(play(simulation, part, Run())) for part in parts))


def _play_rounds(simulation: Simulation, numbers: range, arrays: Arrays) -> None:
    players, memory = simulation.players, new_memory(simulation.policies)
    terms, starters = terms_of(players, STANDARD), STANDARD.starter_count(players, 1)
    for first, lanes in blocks(len(numbers)):
        _deal_rounds(simulation, numbers.start + first, lanes)
        play_to_the_end(terms, memory, lanes)
        write_results(first, 1, starters, arrays, lanes)


def _deal_rounds(simulation: Simulation, first: int, lanes: Lanes) -> None:
    """Deal rounds `first`, `first + 1`, … of the standard game."""
    players, rotation = simulation.players, int(simulation.rotate)
    first_seat = (simulation.first_player + first * rotation) % players
    shuffle_rounds(players, first, first_seat, rotation, signed(simulation.seed), lanes)
    deal(players, 0, STANDARD.hand_size(players, 1), STANDARD.starter_count(players, 1), lanes)


def _room_for_games(simulation: Simulation, count: int) -> Arrays:
    players = simulation.players
    rounds = simulation.variant.rounds_for(players)
    return (
        *room_for_rounds(players, count, rounds),
        np.empty((count, rounds), np.int16),
        np.empty((count, rounds, players), np.int16),
        np.empty((count, players), np.int16),
        np.empty((count, players), np.bool_),
        np.empty(count, np.int16),
    )


def _play_games(simulation: Simulation, numbers: range, arrays: Arrays) -> None:
    variant, players = simulation.variant, simulation.players
    terms, memory = terms_of(players, variant), new_memory(simulation.policies)
    each_round = range(1, variant.rounds_for(players) + 1)
    rounds, thrones = len(each_round), len(variant.throne_cards)
    alive = [kernel.DECK_SIZE, *(variant.cards_in_game(each) for each in each_round[:-1])]
    to_shuffle, stride = np.array(alive, np.uint64), numbers_a_game(players, variant)
    cards_left, last_placer, _, last_house, throne_cards, *ends = arrays
    seed, drawn = signed(simulation.seed), DECKS + 2 * rounds
    for first, lanes in blocks(len(numbers), drawn + thrones):
        draw_for_games(rounds, thrones, to_shuffle, numbers.start + first, stride, seed, lanes)
        for at, each in enumerate(each_round):
            copy_row(drawn + at, lanes, throne_cards[first:, at])
            start_games_round(at, (simulation.first_player + at) % players, lanes)
            starters = variant.starter_count(players, each)
            deal(players, terms.automated, variant.hand_size(players, each), starters, lanes)
            play_to_the_end(terms, memory, lanes)
            write_results(at + rounds * first, rounds, starters, arrays, lanes)
    found = ends_of(variant, throne_cards, cards_left, last_placer, last_house)
    for array, items in zip(ends, found, strict=True):
        array[:] = items
