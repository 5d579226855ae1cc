"""Inference from play: how likely a world makes what the others have placed.

A world fixes the hands that the others had at their turns, and so how likely a player of the style
of the trials was to place what was seen. What was seen is a card, and worlds are drawn by card:
of the cards of a house in a hand each is as likely to be the one that is placed.
"""

from __future__ import annotations

from westeros_intrigue.compiled.bits import HOUSE_COUNT, popcount
from westeros_intrigue.compiled.board import (
    COUNT_BITS,
    SLOTS,
    WIDTH,
    Integers,
    Terms,
    count_of,
    find_slots,
)
from westeros_intrigue.compiled.kernel import ALWAYS, BEST, ERRS, POLICIES, POLICY_SIZE, best_moves
from westeros_intrigue.compiled.packing import bottom_row, code_of, planes_of
from westeros_intrigue.rules.pyramid import PLANE_BITS
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.view import Position

CHOICE_WIDTH, CHOICE_SEAT, CHOICE_MOVE, CHOICE_PLACED, CHOICE_SIZE = 4, 5, 6, 7, 8
"""A choice: the planes of the court before it, and its width; who placed; what, as the kernel has
it; and what that seat has placed since, this card included, counted as a hand."""
DOUBT = int(0.7 * ALWAYS)
"""The least share, in units of 2**-53, of choices that anybody makes at random: people differ."""
WEIGHT_BITS = 30
"""The likeliest world weighs so much, as a power of two."""


def choices_in(position: Position) -> list[int]:
    """Return the placements of the round that others than the seat to move have chosen."""
    table = position.table
    choices: list[int] = []
    occupied = 0
    for column, card in enumerate(table.starters):
        occupied |= 1 << PLANE_BITS * card.house.index + Slot(0, column).cell
    placed = [0] * position.players
    for placement in table.placements:
        placed[placement.player] += 1 << COUNT_BITS * placement.move.card.house.index
    for placement in table.placements:
        seat, move = placement.player, placement.move
        house = move.card.house.index
        if seat != position.active_player and seat not in table.variant.automated:
            width = bottom_row(occupied)[1]
            code = code_of(occupied, move)
            choices += (*planes_of(occupied), width, seat, code, placed[seat])
        placed[seat] -= 1 << COUNT_BITS * house
        occupied |= 1 << PLANE_BITS * house + move.slot.cell
    return choices


def weigh_worlds(
    terms: Terms, choices: Integers, worlds: Integers, memory: Integers, weights: Integers
) -> None:
    """Find for each world how likely the others' choices are in it, next to the likeliest."""
    world_size = 2 * terms.players
    for world in range(len(weights)):
        weights[world] = 1 << WEIGHT_BITS
    for at in range(0, len(choices), CHOICE_SIZE):
        for house in range(HOUSE_COUNT):
            memory[house] = choices[at + house]
        memory[WIDTH] = choices[at + CHOICE_WIDTH]
        find_slots(terms, memory, 0)
        greatest = 1
        for world in range(len(weights)):
            hand = worlds[world_size * world + choices[at + CHOICE_SEAT]]
            hand += choices[at + CHOICE_PLACED]
            likelihood = likelihood_of(terms, hand, choices, at, memory)
            weights[world] = weights[world] * (likelihood >> 21) >> 32
            greatest = max(greatest, weights[world])
        for world in range(len(weights)):
            weights[world] = (weights[world] << WEIGHT_BITS) // greatest


def likelihood_of(terms: Terms, hand: int, choices: Integers, at: int, memory: Integers) -> int:
    """Return how likely the seat of a choice, with a hand, places one card so, times 2**53."""
    seat, code = choices[at + CHOICE_SEAT], choices[at + CHOICE_MOVE]
    errs = max(memory[POLICIES + POLICY_SIZE * seat + ERRS], DOUBT)
    move_count = 0
    for house in range(HOUSE_COUNT):
        if count_of(hand, house):
            move_count += popcount(memory[SLOTS + house])
    likelihood = errs // move_count
    best_count = best_moves(terms, hand, memory)
    if best_count and memory[BEST + (code >> 6)] >> (code & 63) & 1:
        likelihood += (ALWAYS - errs) // best_count
    return likelihood // count_of(hand, code >> 6)
