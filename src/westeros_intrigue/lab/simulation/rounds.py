"""Many rounds by the kernel: single rounds, whole games, and playouts of a position.

`native/rounds.h` and `native/lanes.h` have the same functions, which play many rounds at a time,
with the same numbers.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from westeros_intrigue.gamekit.chance import skip_numbers
from westeros_intrigue.lab.simulation.board import (
    COUNT_BITS,
    HANDS,
    LAST_HOUSE,
    LAST_SEAT,
    PLACED,
    SEAT,
    Integers,
    Terms,
    size_of,
)
from westeros_intrigue.lab.simulation.fast import NUMBERS_A_ROUND
from westeros_intrigue.lab.simulation.kernel import (
    DECK,
    DECK_SIZE,
    MEMORY_SIZE,
    NUMBER,
    START,
    WHOLE_DECK,
    deal,
    draw_world,
    play_on,
    shuffle,
    shuffle_share,
    start,
)
from westeros_intrigue.lab.simulation.results import Arrays

ROUND_FACTS = 3
"""The numbers for each round of a game: the hand size, the starters, and the characters in the
game."""


def write_result(
    terms: Terms, arrays: Arrays, at: int, placed_before: int, memory: Integers
) -> None:
    """Write the result of a finished round, whose court began with some cards."""
    cards_left, last_placer, plies, last_house = (array.reshape(-1) for array in arrays[:4])
    for seat in range(terms.players):
        cards_left[terms.players * at + seat] = size_of(memory[HANDS + seat])
    last_placer[at] = memory[LAST_SEAT]
    plies[at] = memory[PLACED] - placed_before
    last_house[at] = memory[LAST_HOUSE]


def play_rounds(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    terms: Terms,
    memory: Integers,
    hand_size: int,
    starter_count: int,
    first_player: int,
    rotation: int,
    seed: int,
    first: int,
    arrays: Arrays,
) -> None:
    """Play rounds `first`, `first + 1`, … of a seed, as many as the arrays have room for.

    `memory` holds the policies. `first_player` starts round 0, and each later round starts
    `rotation` seats further on.
    """
    memory = [*map(int, memory)]
    for at in range(len(arrays[0])):
        memory[NUMBER] = skip_numbers(seed, (first + at) * NUMBERS_A_ROUND)
        shuffle_share(WHOLE_DECK, memory)
        deal(terms, hand_size, starter_count, memory)
        memory[SEAT] = (first_player + (first + at) * rotation) % terms.players
        play_on(terms, memory)
        write_result(terms, arrays, at, starter_count, memory)


def play_games(  # noqa: PLR0917 - for the same reason
    terms: Terms,
    memory: Integers,
    rounds: Integers,
    throne_count: int,
    numbers_a_game: int,
    first_player: int,
    seed: int,
    first: int,
    arrays: Arrays,
) -> None:
    """Play games `first`, `first + 1`, … of a seed, as many as the arrays have room for.

    `rounds` lists the facts of each round. The last array gets the Iron Throne card of each round,
    by its index in the variant.
    """
    memory, count = [*map(int, memory), *range(throne_count)], len(rounds) // ROUND_FACTS
    throne_cards = arrays[4].reshape(-1)
    for game in range(len(arrays[0])):
        memory[NUMBER] = skip_numbers(seed, (first + game) * numbers_a_game)
        memory[MEMORY_SIZE:] = range(throne_count)
        shuffle(MEMORY_SIZE, throne_count, memory)
        decks = draw_decks(rounds, memory)
        for number, deck in enumerate(decks):
            hand_size, starter_count, _ = rounds[ROUND_FACTS * number : ROUND_FACTS * (number + 1)]
            memory[DECK : DECK + DECK_SIZE] = deck
            deal(terms, hand_size, starter_count, memory)
            memory[SEAT] = (first_player + number) % terms.players
            play_on(terms, memory)
            write_result(terms, arrays, count * game + number, starter_count, memory)
            throne_cards[count * game + number] = memory[MEMORY_SIZE + number]


def draw_decks(rounds: Integers, memory: Integers) -> list[list[int]]:
    """Return the deck of each round: the first cards are still in the game in the next one."""
    share, decks = WHOLE_DECK, []
    for number in range(len(rounds) // ROUND_FACTS):
        shuffle_share(share, memory)
        deck = [*memory[DECK : DECK + DECK_SIZE]]
        alive = deck[: rounds[ROUND_FACTS * number + 2]]
        share = sum(1 << COUNT_BITS * house for house in alive)
        decks.append(deck)
    return decks


def play_worlds(  # noqa: PLR0917 - for the same reason
    terms: Terms, plan: Integers, seed: int, first: int, memory: Integers, arrays: Arrays
) -> None:
    """Play a position to the end of the round in worlds `first`, `first + 1`, ….

    `memory` holds the position and the policies; `plan` says how its hidden cards are distributed.
    """
    memory = [*map(int, memory)]
    for at in range(len(arrays[0])):
        memory[NUMBER] = skip_numbers(seed, (first + at) * NUMBERS_A_ROUND)
        start(memory)
        draw_world(terms, plan, memory)
        play_on(terms, memory)
        write_result(terms, arrays, at, memory[START + PLACED], memory)
