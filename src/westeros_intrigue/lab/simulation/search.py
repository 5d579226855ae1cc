"""The search of the solver: can a player reach a result against any defence?

Only `search` is called from outside. It answers yes or no; `solver` repeats it until the value is
known. The result of a position counts from there on: who places last, and the placements of the
hero (the player whom the search is for), minus the other player's at a table of two. Positions that
continue alike have the same signature, and bounds save the search part of its work.

It is plain Python, and `native/search.h` holds the same functions. It does not use lanes: the next
position depends on the hash table, so searches in lock step would diverge immediately.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from typing import NamedTuple

from westeros_intrigue.lab.simulation.board import (
    BOARD_SIZE,
    COUNT,
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    LAST_WORTH,
    MIRROR,
    OUT,
    PLACED,
    RIGHT_END,
    ROW_BITS,
    SEAT,
    SLOTS,
    STACK_SIZES,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    count_moves,
    count_of,
    follow_procedure,
    lowest,
    mirror_cell,
    mix,
    one_of_each,
    pairs_of,
    popcount,
    put_card,
    seat_after,
    size_of,
    start_turn,
    unite_planes,
)
from westeros_intrigue.lab.simulation.fast import many_zeros, zero_rows, zeros

SIGNATURE, LOW, HIGH, REACHED = 0, 1, 2, 3
"""The items of a node that `judge` writes: the signature of its position, the bounds of its result,
and the cells that each house can still reach."""
GAINED, GOAL, CODE, SCORE, CHOSEN, MOVE_COUNT, NODES_BEFORE = range(7, 14)
"""The others: the worth to the hero of the placements since the position before, as `advance` finds
it; the result to reach; the move that leads to the position, and its score; the move that settled
it or is being tried; the number of its moves that may settle it; and the nodes before it."""
NODE_SIZE = 14
MOST_PLIES = 36
MOST_MOVES = 32
"""An upper bound for the moves of a position."""

YES, NO, UNKNOWN = 1, 0, -1

NO_MOVE = 256
TRIED = -(10**6)
"""The score of a move that need not be examined again."""

NODES, NODE_LIMIT, PLY, FIRST_CHOSEN, PATH = 0, 1, 2, 3, 4
"""The number of positions examined so far, its limit, the ply to continue with, and the move that
settled the first position; then for each ply of the line examined, the index of its node."""
AT_START = -1
"""The ply before a search has begun."""
BOUND_BASE, BOUND_BITS, BOUND = 64, 8, 255
"""In the table, a bound is an 8-bit number, counted from -64."""
MOVE_SHIFT, MOVE, COST_SHIFT = 16, 511, 25


class Search(NamedTuple):
    """The working memory of a search."""

    line: Integers
    root: Integers
    """The first board, before the turn passes from the last seat."""
    boards: list[Integers]
    """The board of each ply."""
    nodes: list[Integers]
    """The first position, and from `MOST_MOVES * (ply + 1)` on, the moves that may settle the
    position of a ply."""
    table: Integers
    """The hash table: for each entry, a signature and the facts about it: in bits from the lowest,
    the bounds, the move to try first, and the number of nodes searched."""


def new_search(entries: int) -> Search:
    """Return the memory of a search, with a number of entries that is a power of two."""
    return Search(
        line=zeros(PATH + MOST_PLIES + 2),
        root=zeros(BOARD_SIZE),
        boards=zero_rows(MOST_PLIES + 2, BOARD_SIZE),
        nodes=zero_rows(MOST_MOVES * (MOST_PLIES + 3), NODE_SIZE),
        table=many_zeros(2 * entries),
    )


def least_placements(room: int, turn: int, seats: int) -> int:
    """Return the minimum number of cards that a seat places while the bottom row has room.

    Each placement fills at most one cell of the row, so no seat is blocked before the row is full.
    `turn` seats that are still in place before this one.
    """
    return max(0, (room - turn + seats - 1) // seats)


def limit_hand(hand: int, most: int) -> int:
    """Return a hand without the cards of each house that exceed those of another one."""
    limited = 0
    for house in range(HOUSE_COUNT):
        limited |= min(count_of(hand, house), count_of(most, house)) << COUNT_BITS * house
    return limited


def reach(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    terms: Terms, board: Integers, first: int, occupied: int, held: int, node: Integers
) -> int:
    """Find the cells that each house can still reach once the bottom row is full.

    A house reaches a cell if one of its cards can be a support, and the other support exists or can
    be reached by any house in a hand. Return all these cells.
    """
    filled = occupied
    for house in range(HOUSE_COUNT):
        node[REACHED + house] = 0
    row = 0xFF
    for _ in range(1, terms.width_limit):
        row <<= ROW_BITS
        cells = pairs_of(filled) << ROW_BITS & row & ~occupied
        if cells:
            for house in range(HOUSE_COUNT):
                if count_of(held, house):
                    support = board[first + house] | node[REACHED + house]
                    comes_to = (support | support >> 1) << ROW_BITS & cells
                    node[REACHED + house] |= comes_to
                    filled |= comes_to
    return filled ^ occupied


def is_mirrored(board: Integers) -> bool:
    """Return whether to mirror a court, so that it and its mirror image have one signature."""
    mine = unite_planes(board, 0), board[0], board[1], board[2]
    its = unite_planes(board, MIRROR), board[MIRROR], board[MIRROR + 1], board[MIRROR + 2]
    return its < mine


def judge(  # noqa: PLR0912 - a call costs as much as what it would do
    terms: Terms, board: Integers, node: Integers
) -> None:
    """Find the signature of a position, and bounds of its result."""
    hero, seat, out = terms.hero, board[SEAT], board[OUT]
    own_hand, other_hands, seats, turn = 0, 0, 0, 0
    player = seat
    for _ in range(terms.players):
        if out >> player & 1 == 0:
            if player == hero:
                own_hand, turn = board[HANDS + player], seats
            else:
                other_hands += board[HANDS + player]
            seats += 1
        player = seat_after(terms.players, player)
    first = MIRROR if terms.automated == 0 and is_mirrored(board) else 0
    occupied = unite_planes(board, first)
    room, is_hero = terms.width_limit - board[WIDTH], int(seat == hero)
    held = own_hand + other_hands
    signature = mix(seat | out << 3, room)
    if room == 0:
        cells = reach(terms, board, first, occupied, held, node)
        free, most = popcount(cells), 0
        for house in range(HOUSE_COUNT):
            reached = node[REACHED + house]
            count = min(popcount(reached), COUNT)
            most |= count << COUNT_BITS * house
            # The position of a house's cards matters only below cells that it can reach.
            matters = reached >> ROW_BITS | reached >> (ROW_BITS - 1)
            signature = mix(signature, board[first + house] & matters)
        signature = mix(signature, cells)
    else:
        cell_count = terms.width_limit * (terms.width_limit + 1) // 2
        free, most = cell_count - board[PLACED], 0xFFFF
        # A card with both slots above it full no longer matters for matches.
        buried = occupied >> ROW_BITS & occupied >> (ROW_BITS - 1)
        for house in range(HOUSE_COUNT):
            matters = board[first + house] & ~buried if count_of(held, house) else 0
            signature = mix(signature, matters)
        signature = mix(signature, occupied)
    for player in range(terms.players):
        if out >> player & 1 == 0:
            signature = mix(signature, limit_hand(board[HANDS + player], most))
            if terms.automated >> player & 1:
                signature = mix(signature, board[STACKS + player])
                signature = mix(signature, board[STACK_SIZES + player])
    own, others = size_of(limit_hand(own_hand, most)), size_of(limit_hand(other_hands, most))
    own_least = max(is_hero, min(own, least_placements(room, turn, seats)))
    others_least = max(1 - is_hero, min(others, least_placements(room, is_hero, seats)))
    own_most = min(own, free - others_least)
    others_most = min(others, free - own_least)
    if terms.players == 2:
        high = own_most - others_least + LAST_WORTH if own_most else -others_least - LAST_WORTH
        low = own_least - others_most - LAST_WORTH if others_most else own_least + LAST_WORTH
    else:
        high = own_most + LAST_WORTH if own_most else 0
        low = own_least if others_most else own_least + LAST_WORTH
    node[SIGNATURE], node[LOW], node[HIGH] = signature, low, high


def put_with_mirror(board: Integers, code: int) -> None:
    """Place a card in a position and in its mirror image, where the ends of a row are exchanged."""
    width, house, cell = board[WIDTH], code >> 6, code & 63
    if cell == RIGHT_END:
        for plane in range(HOUSE_COUNT):
            board[MIRROR + plane] <<= 1
        mirrored = 0
    else:
        mirrored = width if cell < ROW_BITS else mirror_cell(cell, width)
    board[MIRROR + house] |= 1 << mirrored
    put_card(board, code)


def advance(terms: Terms, board: Integers, before: int) -> tuple[bool, int]:
    """Pass the turn until a player is to move, playing automated seats; return whether one is.

    Return also the worth to the hero of the placements since `before`: their difference at a table
    of two, otherwise only the hero's. At the end of the round, it includes who placed last.
    """
    gained = 0
    while True:
        mover = board[SEAT]
        worth = 1 if mover == terms.hero else -1 if terms.players == 2 else 0
        gained += worth * (board[PLACED] - before)
        before = board[PLACED]
        board[SEAT] = seat_after(terms.players, mover)
        goes_on = start_turn(terms, board)
        if not goes_on:
            gained += worth * LAST_WORTH
        if not goes_on or terms.automated >> board[SEAT] & 1 == 0:
            return goes_on, gained
        put_with_mirror(board, follow_procedure(terms, board))


def find_entry(table: Integers, signature: int) -> int:
    """Return the index of a signature's entry: one of two neighbours, if one of them has it."""
    entry = 2 * (signature >> 32) & len(table) - 1
    return entry ^ 2 if table[entry ^ 2] == signature else entry


def look_up(work: Search, node: Integers) -> int:
    """Narrow the bounds of a node by its table entry; return the first move to try."""
    entry = find_entry(work.table, node[SIGNATURE])
    facts = work.table[entry + 1]
    if work.table[entry] != node[SIGNATURE] or facts == 0:
        return NO_MOVE
    node[LOW] = max(node[LOW], (facts & BOUND) - BOUND_BASE)
    node[HIGH] = min(node[HIGH], (facts >> BOUND_BITS & BOUND) - BOUND_BASE)
    return facts >> MOVE_SHIFT & MOVE


def note(work: Search, node: Integers, outcome: int) -> None:
    """Store a position's outcome in the table, replacing the cheaper of two entries."""
    signature, low, high, table = node[SIGNATURE], node[LOW], node[HIGH], work.table
    if outcome == YES:
        low = node[GOAL]
    else:
        high = node[GOAL] - 1
    entry = find_entry(table, signature)
    is_new, other = table[entry] != signature, entry ^ 2
    if is_new and table[other + 1] >> COST_SHIFT < table[entry + 1] >> COST_SHIFT:
        entry = other
    table[entry] = signature
    table[entry + 1] = (
        low + BOUND_BASE
        | high + BOUND_BASE << BOUND_BITS
        | node[CHOSEN] << MOVE_SHIFT
        | work.line[NODES] - node[NODES_BEFORE] << COST_SHIFT
    )


def move_on(terms: Terms, board: Integers, after: Integers, node: Integers) -> bool:
    """Make the position of a node, up to a player's turn; return whether there is one."""
    # Stacks come last, and few tables have any.
    for item in range(SLOTS if terms.automated else STACKS):
        after[item] = board[item]
    put_with_mirror(after, node[CODE])
    goes_on, node[GAINED] = advance(terms, after, board[PLACED])
    return goes_on


def score(terms: Terms, board: Integers, after: Integers, code: int) -> int:
    """Return how promising a move is for its player, given the position after it.

    Taking slots from the others counts as much as gaining slots. Ties favour houses of which the
    player has many cards and the others few, and the bottom row.
    """
    house, mover = code >> 6, board[SEAT]
    own_hand, other_hands = after[HANDS + mover], 0
    for seat in range(terms.players):
        if seat != mover and after[OUT] >> seat & 1 == 0:
            other_hands += after[HANDS + seat]
    balance = count_moves(after, one_of_each(own_hand))
    balance -= count_moves(after, one_of_each(other_hands))
    own_cards = count_of(board[HANDS + mover], house)
    in_row = 8 if code & 63 < ROW_BITS else 0
    return 3 * balance + own_cards - count_of(other_hands, house) + in_row


def begin(terms: Terms, work: Search, ply: int) -> int:
    """Settle a position by known facts, or list the moves that could settle it."""
    board, after, node = work.boards[ply], work.boards[ply + 1], work.nodes[work.line[PATH + ply]]
    node[NODES_BEFORE] = work.line[NODES]
    work.line[NODES] += 1
    goal, first = node[GOAL], look_up(work, node)
    if node[LOW] >= goal:
        return YES
    if node[HIGH] < goal:
        return NO
    is_hero, hand = board[SEAT] == terms.hero, board[HANDS + board[SEAT]]
    at = MOST_MOVES * (ply + 1)
    for house in range(HOUSE_COUNT):
        slots = board[SLOTS + house] if count_of(hand, house) else 0
        while slots:
            move = work.nodes[at]
            move[CODE] = code = house << 6 | lowest(slots)
            slots &= slots - 1
            if move_on(terms, board, after, move):
                judge(terms, after, move)
                look_up(work, move)
            else:
                move[LOW] = move[HIGH] = 0
            move[GOAL] = goal - move[GAINED]
            reaches = move[LOW] >= move[GOAL]
            if not reaches and move[HIGH] >= move[GOAL]:
                move[SCORE] = -TRIED if code == first else score(terms, board, after, code)
                at += 1
            elif reaches == is_hero:
                node[CHOSEN] = code
                return YES if is_hero else NO
    node[MOVE_COUNT] = at - MOST_MOVES * (ply + 1)
    return UNKNOWN


def descend(terms: Terms, work: Search, ply: int) -> bool:
    """Continue with the most promising untried move; return whether there is one."""
    node, best, most = work.nodes[work.line[PATH + ply]], -1, TRIED
    for at in range(MOST_MOVES * (ply + 1), MOST_MOVES * (ply + 1) + node[MOVE_COUNT]):
        if work.nodes[at][SCORE] > most:
            best, most = at, work.nodes[at][SCORE]
    if best < 0:
        return False
    move = work.nodes[best]
    move[SCORE] = TRIED
    node[CHOSEN] = move[CODE]
    move_on(terms, work.boards[ply], work.boards[ply + 1], move)
    work.line[PATH + ply + 1] = best
    return True


def search(terms: Terms, work: Search, goal: int) -> int:
    """Return `YES` or `NO`: whether the hero reaches a result from the first position.

    Return `UNKNOWN` at the limit of nodes; the next call continues from there.
    """
    line = work.line
    ply = line[PLY]
    if ply == AT_START:
        board, root, ply = work.boards[0], work.nodes[0], 0
        board[:] = work.root
        line[PATH] = 0
        goes_on, gained = advance(terms, board, board[PLACED])
        if not goes_on:
            return YES if gained >= goal else NO
        judge(terms, board, root)
        root[GOAL] = goal - gained
    while True:
        if line[NODES] >= line[NODE_LIMIT]:
            line[PLY] = ply
            return UNKNOWN
        outcome = begin(terms, work, ply)
        while True:
            node = work.nodes[line[PATH + ply]]
            if outcome == UNKNOWN:
                if descend(terms, work, ply):
                    ply += 1
                    break
                outcome = NO if work.boards[ply][SEAT] == terms.hero else YES
                node[CHOSEN] = NO_MOVE
            # A position settled by its bounds needs no entry in the table.
            if node[LOW] < node[GOAL] <= node[HIGH]:
                note(work, node, outcome)
            if ply == 0:
                line[FIRST_CHOSEN] = node[CHOSEN]
                return outcome
            ply -= 1
            if (outcome == YES) != (work.boards[ply][SEAT] == terms.hero):
                outcome = UNKNOWN  # the move failed; the next one is tried
