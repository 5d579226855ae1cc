/* The search of the solver: can a player reach a result against any defence?

   Each function is the one of that name in `search.py`, which explains the search, and the lists are the same. */
#ifndef SEARCH_H
#define SEARCH_H

#include "kernel.h"

static inline int64_t *board_of_ply(const Search *work, int ply) {
    return work->boards + ply * BOARD_SIZE;
}

static inline int64_t *node_at(const Search *work, int64_t at) {
    return work->nodes + at * NODE_SIZE;
}

static int least_placements(int room, int turn, int seats) {
    return seats ? greatest(0, (room - turn + seats - 1) / seats) : 0;
}

static int64_t limit_hand(int64_t hand, int64_t most) {
    int64_t limited = 0;
    for (int house = 0; house < HOUSE_COUNT; house++)
        limited |= (int64_t)least(count_of(hand, house), count_of(most, house)) << COUNT_BITS * house;
    return limited;
}

static uint64_t reach(
    const Terms *terms, const int64_t *board, int first, uint64_t occupied, int64_t held, int64_t *node) {
    uint64_t filled = occupied, row = BOTTOM_ROW;
    for (int house = 0; house < HOUSE_COUNT; house++) node[REACHED + house] = 0;
    for (int number = 1; number < terms->width_limit; number++) {
        row <<= ROW_BITS;
        const uint64_t cells = pairs_of(filled) << ROW_BITS & row & ~occupied;
        if (!cells) continue;
        for (int house = 0; house < HOUSE_COUNT; house++) {
            if (!count_of(held, house)) continue;
            const uint64_t support = plane_of(board, first + house) | (uint64_t)node[REACHED + house];
            const uint64_t comes_to = (support | support >> 1) << ROW_BITS & cells;
            node[REACHED + house] |= (int64_t)comes_to;
            filled |= comes_to;
        }
    }
    return filled ^ occupied;
}

/* The planes of the board are compared as in Python, where they are signed. */
static bool is_mirrored(const int64_t *board) {
    const int64_t mine[] = {(int64_t)unite_planes(board, 0), board[0], board[1], board[2]};
    const int64_t its[] = {(int64_t)unite_planes(board, MIRROR), board[MIRROR], board[MIRROR + 1], board[MIRROR + 2]};
    for (int item = 0; item < 4; item++)
        if (its[item] != mine[item]) return its[item] < mine[item];
    return false;
}

static void judge(const Terms *terms, const int64_t *board, int64_t *node) {
    const int hero = terms->hero, seat = (int)board[SEAT], out = (int)board[OUT];
    int64_t own_hand = 0, other_hands = 0;
    int seats = 0, turn = 0, player = seat;
    for (int other = 0; other < terms->players; other++) {
        if (!(out >> player & 1)) {
            if (player == hero) {
                own_hand = board[HANDS + player];
                turn = seats;
            } else {
                other_hands += board[HANDS + player];
            }
            seats++;
        }
        player = seat_after(terms->players, player);
    }
    const int first = terms->automated == 0 && is_mirrored(board) ? MIRROR : 0;
    const uint64_t occupied = unite_planes(board, first);
    const int room = terms->width_limit - (int)board[WIDTH], is_hero = seat == hero;
    const int64_t held = own_hand + other_hands;
    int64_t signature = mix(seat | out << 3, room), most;
    int free;
    if (room == 0) {
        const uint64_t cells = reach(terms, board, first, occupied, held, node);
        free = popcount(cells);
        most = 0;
        for (int house = 0; house < HOUSE_COUNT; house++) {
            const uint64_t reached = (uint64_t)node[REACHED + house];
            most |= (int64_t)least(popcount(reached), COUNT) << COUNT_BITS * house;
            /* The position of a house's cards matters only below cells that it can reach. */
            const uint64_t matters = reached >> ROW_BITS | reached >> (ROW_BITS - 1);
            signature = mix(signature, (int64_t)(plane_of(board, first + house) & matters));
        }
        signature = mix(signature, (int64_t)cells);
    } else {
        free = terms->width_limit * (terms->width_limit + 1) / 2 - (int)board[PLACED];
        most = 0xFFFF;
        /* A card with both slots above it full no longer matters for matches. */
        const uint64_t buried = occupied >> ROW_BITS & occupied >> (ROW_BITS - 1);
        for (int house = 0; house < HOUSE_COUNT; house++) {
            const uint64_t matters = count_of(held, house) ? plane_of(board, first + house) & ~buried : 0;
            signature = mix(signature, (int64_t)matters);
        }
        signature = mix(signature, (int64_t)occupied);
    }
    for (player = 0; player < terms->players; player++) {
        if (out >> player & 1) continue;
        signature = mix(signature, limit_hand(board[HANDS + player], most));
        if (terms->automated >> player & 1) {
            signature = mix(signature, board[STACKS + player]);
            signature = mix(signature, board[STACK_SIZES + player]);
        }
    }
    const int own = size_of(limit_hand(own_hand, most)), others = size_of(limit_hand(other_hands, most));
    const int own_least = greatest(is_hero, least(own, least_placements(room, turn, seats)));
    const int others_least = greatest(1 - is_hero, least(others, least_placements(room, is_hero, seats)));
    const int own_most = least(own, free - others_least), others_most = least(others, free - own_least);
    int low, high;
    if (terms->players == 2) {
        high = own_most ? own_most - others_least + LAST_WORTH : -others_least - LAST_WORTH;
        low = others_most ? own_least - others_most - LAST_WORTH : own_least + LAST_WORTH;
    } else {
        high = own_most ? own_most + LAST_WORTH : 0;
        low = others_most ? own_least : own_least + LAST_WORTH;
    }
    node[SIGNATURE] = signature;
    node[LOW] = low;
    node[HIGH] = high;
}

static void put_with_mirror(int64_t *board, int code) {
    const int width = (int)board[WIDTH], house = code >> 6 & 3, cell = code & 63;
    int mirrored = 0;
    if (cell == RIGHT_END) {
        for (int plane = MIRROR; plane < MIRROR + HOUSE_COUNT; plane++)
            board[plane] = (int64_t)(plane_of(board, plane) << 1);
    } else {
        mirrored = cell < ROW_BITS ? width : mirror_cell(cell, width);
    }
    board[MIRROR + house] |= (int64_t)bit(mirrored);
    put_card(board, code);
}

/* Return whether a player is to move, and add to `gained` what the hero has gained. */
static bool advance(const Terms *terms, int64_t *board, int64_t before, int64_t *gained) {
    *gained = 0;
    for (;;) {
        const int mover = (int)board[SEAT];
        const int worth = mover == terms->hero ? 1 : terms->players == 2 ? -1 : 0;
        *gained += worth * (board[PLACED] - before);
        before = board[PLACED];
        board[SEAT] = seat_after(terms->players, mover);
        const bool goes_on = start_turn(terms, board);
        if (!goes_on) *gained += worth * LAST_WORTH;
        if (!goes_on || !(terms->automated >> board[SEAT] & 1)) return goes_on;
        put_with_mirror(board, follow_procedure(terms, board));
    }
}

/* Return the place of an entry's signature; the facts follow it. */
static uint64_t find_entry(const Search *work, int64_t signature) {
    const uint64_t entry = 2 * (uint64_t)(signature >> 32) & (2 * work->entries - 1);
    return work->table[entry ^ 2] == signature ? entry ^ 2 : entry;
}

static int look_up(const Search *work, int64_t *node) {
    const uint64_t entry = find_entry(work, node[SIGNATURE]);
    const int64_t facts = work->table[entry + 1];
    if (work->table[entry] != node[SIGNATURE] || facts == 0) return NO_MOVE;
    node[LOW] = greatest((int)node[LOW], (int)(facts & BOUND) - BOUND_BASE);
    node[HIGH] = least((int)node[HIGH], (int)(facts >> BOUND_BITS & BOUND) - BOUND_BASE);
    return (int)(facts >> MOVE_SHIFT & MOVE);
}

static void note(const Search *work, const int64_t *node, int outcome) {
    const int64_t signature = node[SIGNATURE];
    int64_t low = node[LOW], high = node[HIGH], *table = work->table;
    if (outcome == YES)
        low = node[GOAL];
    else
        high = node[GOAL] - 1;
    uint64_t entry = find_entry(work, signature);
    const uint64_t other = entry ^ 2;
    const bool is_new = table[entry] != signature;
    if (is_new && table[other + 1] >> COST_SHIFT < table[entry + 1] >> COST_SHIFT) entry = other;
    const uint64_t cost = (uint64_t)(work->line[NODES] - node[NODES_BEFORE]) << COST_SHIFT;
    table[entry] = signature;
    table[entry + 1] = (int64_t)((uint64_t)(low + BOUND_BASE) | (uint64_t)(high + BOUND_BASE) << BOUND_BITS |
                                 (uint64_t)node[CHOSEN] << MOVE_SHIFT | cost);
}

static bool move_on(const Terms *terms, const int64_t *board, int64_t *after, int64_t *node) {
    /* Stacks come last, and few tables have any. */
    memcpy(after, board, (terms->automated ? SLOTS : STACKS) * sizeof *board);
    put_with_mirror(after, (int)node[CODE]);
    return advance(terms, after, board[PLACED], &node[GAINED]);
}

static int score(const Terms *terms, const int64_t *board, const int64_t *after, int code) {
    const int house = code >> 6 & 3, mover = (int)board[SEAT];
    int64_t other_hands = 0;
    for (int seat = 0; seat < terms->players; seat++)
        if (seat != mover && !(after[OUT] >> seat & 1)) other_hands += after[HANDS + seat];
    int balance = count_moves(after, one_of_each(after[HANDS + mover]));
    balance -= count_moves(after, one_of_each(other_hands));
    const int own_cards = count_of(board[HANDS + mover], house), in_row = (code & 63) < ROW_BITS ? 8 : 0;
    return 3 * balance + own_cards - count_of(other_hands, house) + in_row;
}

static int begin(const Terms *terms, const Search *work, int ply) {
    int64_t *board = board_of_ply(work, ply), *after = board_of_ply(work, ply + 1);
    int64_t *node = node_at(work, work->line[PATH + ply]);
    node[NODES_BEFORE] = work->line[NODES];
    work->line[NODES]++;
    const int64_t goal = node[GOAL];
    const int first_move = look_up(work, node);
    if (node[LOW] >= goal) return YES;
    if (node[HIGH] < goal) return NO;
    const bool is_hero = board[SEAT] == terms->hero;
    const int64_t hand = board[HANDS + board[SEAT]];
    const int first = MOVES_OF_A_NODE * (ply + 1);
    int at = first;
    for (int house = 0; house < HOUSE_COUNT; house++) {
        uint64_t slots = count_of(hand, house) ? slots_of(board, house) : 0;
        for (; slots && at < first + MOVES_OF_A_NODE; slots &= slots - 1) {
            int64_t *move = node_at(work, at);
            const int code = house << 6 | lowest(slots);
            move[CODE] = code;
            if (move_on(terms, board, after, move)) {
                judge(terms, after, move);
                look_up(work, move);
            } else {
                move[LOW] = move[HIGH] = 0;
            }
            move[GOAL] = goal - move[GAINED];
            const bool reaches = move[LOW] >= move[GOAL];
            if (!reaches && move[HIGH] >= move[GOAL]) {
                move[SCORE] = code == first_move ? -TRIED : score(terms, board, after, code);
                at++;
            } else if (reaches == is_hero) {
                node[CHOSEN] = code;
                return is_hero ? YES : NO;
            }
        }
    }
    node[MOVE_COUNT] = at - first;
    return UNKNOWN;
}

static bool descend(const Terms *terms, const Search *work, int ply) {
    int64_t *node = node_at(work, work->line[PATH + ply]), *best = NULL;
    const int first = MOVES_OF_A_NODE * (ply + 1);
    const int count = (int)node[MOVE_COUNT];
    for (int at = first; at < first + count; at++) {
        int64_t *move = node_at(work, at);
        if (move[SCORE] > (best ? best[SCORE] : TRIED)) {
            best = move;
            work->line[PATH + ply + 1] = at;
        }
    }
    if (!best || ply == MOST_PLIES) return false;
    best[SCORE] = TRIED;
    node[CHOSEN] = best[CODE];
    move_on(terms, board_of_ply(work, ply), board_of_ply(work, ply + 1), best);
    return true;
}

/* What it goes on from has been checked: see `find_fault_of_search`. */
static int search(const Terms *terms, const Search *work, int64_t goal) {
    int64_t *line = work->line;
    int ply = (int)line[PLY];
    if (ply == AT_START) {
        int64_t *board = board_of_ply(work, 0), *root = node_at(work, 0), gained;
        memcpy(board, work->root, BOARD_SIZE * sizeof *board);
        ply = 0;
        line[PATH] = 0;
        if (!advance(terms, board, board[PLACED], &gained)) return gained >= goal ? YES : NO;
        judge(terms, board, root);
        root[GOAL] = goal - gained;
    }
    for (;;) {
        if (line[NODES] >= line[NODE_LIMIT]) {
            line[PLY] = ply;
            return UNKNOWN;
        }
        int outcome = begin(terms, work, ply);
        for (;;) {
            int64_t *node = node_at(work, line[PATH + ply]);
            if (outcome == UNKNOWN) {
                if (descend(terms, work, ply)) {
                    ply++;
                    break;
                }
                outcome = board_of_ply(work, ply)[SEAT] == terms->hero ? NO : YES;
                node[CHOSEN] = NO_MOVE;
            }
            /* A position settled by its bounds needs no entry in the table. */
            if (node[LOW] < node[GOAL] && node[GOAL] <= node[HIGH]) note(work, node, outcome);
            if (ply == 0) {
                line[FIRST_CHOSEN] = node[CHOSEN];
                return outcome;
            }
            ply--;
            if ((outcome == YES) != (board_of_ply(work, ply)[SEAT] == terms->hero))
                outcome = UNKNOWN; /* the move failed; the next one is tried */
        }
    }
}

#endif
