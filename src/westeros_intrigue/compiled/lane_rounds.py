"""Blocks of rounds in lanes: simulated rounds and games, and playouts.

A round is put into a lane by one function, played to its end by `lanes.play_to_the_end`, and read
out by another, whatever it is a part of.
"""

from __future__ import annotations

from westeros_intrigue.base.chance import skipped
from westeros_intrigue.compiled.bits import CARDS_PER_HOUSE
from westeros_intrigue.compiled.board import (
    HANDS,
    LAST_HOUSE,
    LAST_SEAT,
    PLACED,
    Integers,
    Terms,
    size_of,
)
from westeros_intrigue.compiled.compiler import compiled
from westeros_intrigue.compiled.game_kernel import (
    Decks,
    GameTerms,
    Outcomes,
    RoundTerms,
    Small,
    draw_decks,
    draw_throne_cards,
)
from westeros_intrigue.compiled.kernel import (
    DECK_SIZE,
    NUMBER as NUMBER_IN_MEMORY,
    draw_world,
    start,
)
from westeros_intrigue.compiled.lane_bits import (
    FIRST_SEAT,
    HIGH,
    LANES,
    LOW,
    NUMBER,
    Lanes,
)
from westeros_intrigue.compiled.lane_deals import (
    deal,
    draw_worlds,
    load,
    shuffle_new_deck,
    unload_end,
)
from westeros_intrigue.compiled.sources import NUMBERS_A_ROUND


@compiled
def deal_rounds(terms: RoundTerms, first: int, lanes: Lanes) -> None:
    """Shuffle and deal rounds `first`, `first + 1`, … of a simulation."""
    for group in range(len(lanes)):
        for lane in range(LANES):
            number = first + group * LANES + lane
            seat = (terms.first_player + terms.rotation * number) % terms.table.players
            lanes[group, FIRST_SEAT, lane] = seat
            lanes[group, NUMBER, lane] = skipped(terms.seed, number * NUMBERS_A_ROUND)
        shuffle_new_deck(lanes[group])
        deal(terms.table, terms.hand_size, terms.starter_count, lanes[group])


@compiled
def shuffle_for_games(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: GameTerms,
    first: int,
    throne_cards: Small,
    planes: Lanes,
    deck: Decks,
    cards: Integers,
    memory: Integers,
    lanes: Lanes,
) -> None:
    """Draw the Iron Throne cards of games, and shuffle the deck of each round.

    `planes` has for each group and round the deck as two planes of bits. The arrays after it are
    room to work in.
    """
    rounds = len(terms.hand_sizes)
    somebody_dies = terms.cards_in_game[rounds - 1] < DECK_SIZE
    for group in range(len(lanes)):
        for lane in range(LANES):
            game = group * LANES + lane
            if game >= len(throne_cards):
                continue
            memory[NUMBER_IN_MEMORY] = skipped(terms.seed, (first + game) * terms.numbers_a_game)
            draw_throne_cards(terms, game, throne_cards, cards, memory)
            if somebody_dies:
                draw_decks(terms, deck, cards, memory)
                for round_index in range(rounds):
                    low, high = 0, 0
                    for place in range(DECK_SIZE):
                        house = deck[round_index, place] // CARDS_PER_HOUSE
                        low |= (house & 1) << place
                        high |= (house >> 1) << place
                    planes[group, round_index, 0, lane] = low
                    planes[group, round_index, 1, lane] = high
            lanes[group, NUMBER, lane] = memory[NUMBER_IN_MEMORY]
        if not somebody_dies:
            for round_index in range(rounds):
                shuffle_new_deck(lanes[group])
                for lane in range(LANES):
                    planes[group, round_index, 0, lane] = lanes[group, LOW, lane]
                    planes[group, round_index, 1, lane] = lanes[group, HIGH, lane]


@compiled
def deal_round(
    terms: GameTerms, round_index: int, starter: int, planes: Lanes, lanes: Lanes
) -> None:
    """Deal a round of games from the decks that are shuffled."""
    hand_size, starters = terms.hand_sizes[round_index], terms.starter_counts[round_index]
    for group in range(len(lanes)):
        for lane in range(LANES):
            lanes[group, FIRST_SEAT, lane] = starter
            lanes[group, LOW, lane] = planes[group, round_index, 0, lane]
            lanes[group, HIGH, lane] = planes[group, round_index, 1, lane]
        deal(terms.table, hand_size, starters, lanes[group])


@compiled
def start_worlds(  # noqa: PLR0917 - for the same reason
    terms: Terms,
    plan: Integers,
    seed: int,
    first: int,
    numbers_a_world: int,
    memory: Integers,
    lanes: Lanes,
) -> None:
    """Begin with a position, in worlds `first`, `first + 1`, …, each drawn with its own numbers."""
    for group in range(len(lanes)):
        for lane in range(LANES):
            number = first + group * LANES + lane
            memory[NUMBER_IN_MEMORY] = skipped(seed, number * numbers_a_world)
            start(memory)
            if terms.automated:
                draw_world(terms, plan, memory)
            load(terms, memory, lane, lanes[group])
        if not terms.automated:
            draw_worlds(terms, plan, lanes[group])


@compiled
def write_down(  # noqa: PLR0917 - for the same reason
    players: int,
    first: int,
    step: int,
    placed_before: int,
    outcomes: Outcomes,
    memory: Integers,
    lanes: Lanes,
) -> None:
    """Write the results of the lanes to rounds `first`, `first + step`, …, as far as there are.

    Each court began with `placed_before` cards.
    """
    for group in range(len(lanes)):
        for lane in range(LANES):
            number = first + step * (group * LANES + lane)
            if number < len(outcomes.plies):
                unload_end(players, lane, lanes[group], memory)
                outcomes.plies[number] = memory[PLACED] - placed_before
                outcomes.last_placer[number] = memory[LAST_SEAT]
                outcomes.last_house[number] = memory[LAST_HOUSE]
                for seat in range(players):
                    outcomes.cards_left[number, seat] = size_of(memory[HANDS + seat])
