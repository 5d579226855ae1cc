"""Looking ahead: moves tried in drawn worlds, up to the player's next turn, by the network.

As in `kernel`, plain Python that numba compiles where it is installed. Each seat of a world makes
the move that the network values most, by what that seat may know.
"""

from __future__ import annotations

from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.board import (
    HANDS,
    LAST_SEAT,
    LAST_WORTH,
    OUT,
    SEAT,
    SLOTS,
    STACKS,
    Integers,
    Terms,
    can_place,
    dictated,
    find_slots,
    put,
    size_of,
)
from westeros_intrigue.compiled.kernel import start
from westeros_intrigue.compiled.network import ONE, Network, Work, best_of, value_moves
from westeros_intrigue.compiled.network_inputs import MISSING, SIZES

MARGIN_SHARE = 50
"""The worth of a round that has ended: a half or minus a half for who placed last, and the margin
divided by this."""


def find_and_value(terms: Terms, network: Network, work: Work, memory: Integers) -> int:
    """Value the moves of the seat to move; return how many there are."""
    find_slots(terms, memory, 0)
    return value_moves(terms, network, work, memory)


def put_out(memory: Integers, work: Work) -> None:
    """Put out the seat to move; cards in its hand prove that it lacks each house with a slot."""
    seat = memory[SEAT]
    memory[OUT] |= 1 << seat
    work.seen[MISSING + seat] = 0
    for house in range(HOUSE_COUNT):
        if memory[SLOTS + house] and memory[HANDS + seat]:
            work.seen[MISSING + seat] |= 1 << house


def result(terms: Terms, memory: Integers) -> int:
    """Return the worth of a round's end to the hero."""
    margin, own, half = 0, 0, ONE * ONE // 2
    for seat in range(terms.players):
        points = size_of(memory[HANDS + seat])
        if seat == memory[LAST_SEAT]:
            points -= LAST_WORTH
        if seat == terms.hero:
            own = points
        else:
            margin += points
    margin = (margin - own * (terms.players - 1)) * ONE * ONE // (terms.players - 1)
    return (half if memory[LAST_SEAT] == terms.hero else -half) + margin // MARGIN_SHARE


def play_to_turn(terms: Terms, network: Network, work: Work, memory: Integers) -> int:
    """Play on until the hero is to move or the round is over, and return the worth of that."""
    while memory[OUT] != (1 << terms.players) - 1:
        seat = memory[SEAT]
        if memory[OUT] >> seat & 1 == 0:
            find_slots(terms, memory, 0)
            if not can_place(memory[HANDS + seat], memory):
                put_out(memory, work)
            elif terms.automated >> seat & 1:
                put(memory, 0, dictated(terms, memory, 0))
            else:
                for each in range(terms.players):
                    work.seen[SIZES + each] = size_of(memory[HANDS + each])
                best = best_of(value_moves(terms, network, work, memory), work)
                if seat == terms.hero:
                    return work.worths[best]
                put(memory, 0, work.codes[best])
        memory[SEAT] = seat + 1 if seat + 1 < terms.players else 0
    return result(terms, memory)


def look_ahead(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms,
    network: Network,
    work: Work,
    moves: Integers,
    missing: Integers,
    worlds: Integers,
    memory: Integers,
    found: Integers,
) -> None:
    """Try each move in each of the worlds, and write to `found` the sum of what it is worth.

    `missing` has for each seat the houses that it is proved to lack before the move.
    """
    players, hero = terms.players, terms.hero
    for world in range(len(worlds) // (2 * players)):
        for tried in range(len(moves)):
            start(memory)
            for seat in range(players):
                memory[HANDS + seat] = worlds[2 * players * world + seat]
                memory[STACKS + seat] = worlds[2 * players * world + players + seat]
                work.seen[MISSING + seat] = missing[seat]
            put(memory, 0, moves[tried])
            memory[SEAT] = hero + 1 if hero + 1 < players else 0
            found[tried] += play_to_turn(terms, network, work, memory)
