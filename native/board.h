/* The board: a position as small integers, and how a placement changes it.

   Each function is the one of that name in `board.py`, whose docstring explains the numbers. A board is the same
   list of 64-bit integers as there, and other lists can begin with one.

   Entries check a board's indices before they use it. Whatever the other items are, nothing here reads or writes
   outside the list, and no loop is endless. */
#ifndef BOARD_H
#define BOARD_H

#include <string.h>

#include "layout.h"

static const uint64_t BOTTOM_ROW = 0xFF, HIGHEST_ROW = UINT64_C(0x7F) << 56, PAIRS = 0x7F7F7F7F7F7F7F7F;
static const uint64_t ODD = 0x1E3779B97F4A7C15;

static inline int least(int one, int other) {
    return one < other ? one : other;
}

static inline int greatest(int one, int other) {
    return one > other ? one : other;
}

/* Keep a loop from being vectorized that reads numbers one by one just after they were written one by one: a vector of
   them would wait until all have arrived in memory. */
static inline void go_one_by_one(void) {
    __asm__ volatile("");
}

static inline uint64_t bit(int place) {
    return UINT64_C(1) << (place & 63);
}

static inline int popcount(uint64_t bits) {
    return __builtin_popcountll(bits);
}

/* Of no bits, it is 63. */
static inline int lowest(uint64_t bits) {
    return __builtin_ctzll(bits | bit(63));
}

static inline int64_t mix(int64_t signature, int64_t word) {
    return (int64_t)(((uint64_t)signature ^ (uint64_t)(signature >> 29) ^ (uint64_t)word) * ODD);
}

static inline uint64_t plane_of(const int64_t *board, int house) {
    return (uint64_t)board[house];
}

static inline uint64_t pairs_of(uint64_t occupied) {
    return occupied & occupied >> 1 & PAIRS;
}

static inline uint64_t upper_slots(uint64_t plane, uint64_t pairs, uint64_t occupied) {
    return ((plane | plane >> 1) & pairs) << ROW_BITS & ~occupied;
}

static inline int mirror_cell(int cell, int width) {
    return 15 * (cell >> 3) + width - 1 - cell;
}

static uint64_t stack_after(uint64_t stack, int drawn, int size) {
    uint64_t rest = stack >> 2 * (drawn + 1);
    for (int place = 0; place < drawn; place++) rest |= (stack >> 2 * place & 3) << (2 * (size - 2 - place) & 63);
    return rest;
}

static int find_dictated_cell(uint64_t slots, bool is_right) {
    const int highest = 63 - __builtin_clzll(slots | 1);
    slots &= BOTTOM_ROW << (highest & ~7);
    return is_right ? highest : lowest(slots);
}

static inline int count_of(int64_t hand, int house) {
    return (int)(hand >> COUNT_BITS * house & COUNT);
}

static inline int size_of(int64_t hand) {
    return count_of(hand, 0) + count_of(hand, 1) + count_of(hand, 2) + count_of(hand, 3);
}

static inline int64_t one_card(int house) {
    return (int64_t)1 << COUNT_BITS * house;
}

static inline uint64_t unite_planes(const int64_t *board, int first) {
    return (uint64_t)(board[first] | board[first + 1] | board[first + 2] | board[first + 3]);
}

static void find_slots(const Terms *terms, int64_t *board) {
    const uint64_t occupied = unite_planes(board, 0), pairs = pairs_of(occupied);
    uint64_t ends = 0;
    if (board[WIDTH] != terms->width_limit) ends = bit(LEFT_END) | (board[WIDTH] != 0 ? bit(RIGHT_END) : 0);
    for (int house = 0; house < HOUSE_COUNT; house++)
        board[SLOTS + house] = (int64_t)(upper_slots(plane_of(board, house), pairs, occupied) | ends);
}

static inline int64_t one_of_each(int64_t hand) {
    return (hand | hand >> 1 | hand >> 2 | hand >> 3) & 0x1111;
}

static inline uint64_t slots_of(const int64_t *board, int house) {
    return (uint64_t)board[SLOTS + house];
}

static int count_moves(const int64_t *board, int64_t hand) {
    int count = 0;
    for (int house = 0; house < HOUSE_COUNT; house++) count += popcount(slots_of(board, house)) * count_of(hand, house);
    return count;
}

static inline int seat_after(int players, int seat) {
    return seat + 1 < players ? seat + 1 : 0;
}

static bool start_turn(const Terms *terms, int64_t *board) {
    find_slots(terms, board);
    int64_t houses = 0;
    int seat = (int)board[SEAT];
    for (int house = 0; house < HOUSE_COUNT; house++)
        if (board[SLOTS + house]) houses |= (int64_t)COUNT << COUNT_BITS * house;
    for (int turn = 0; turn < terms->players; turn++) {
        if (!(board[OUT] >> seat & 1)) {
            if (board[HANDS + seat] & houses) {
                board[SEAT] = seat;
                return true;
            }
            board[OUT] |= (int64_t)1 << seat;
        }
        seat = seat_after(terms->players, seat);
    }
    return false;
}

static void put_card(int64_t *board, int code) {
    const int house = code >> 6 & 3;
    const int64_t seat = board[SEAT];
    int cell = code & 63;
    if (cell == LEFT_END)
        for (int plane = 0; plane < HOUSE_COUNT; plane++) {
            go_one_by_one();
            board[plane] = (int64_t)(plane_of(board, plane) << 1);
        }
    else if (cell == RIGHT_END)
        cell = (int)board[WIDTH];
    if (cell < ROW_BITS) board[WIDTH]++;
    board[house] |= (int64_t)bit(cell);
    board[PLACED]++;
    board[HANDS + seat] -= one_card(house);
    board[LAST_SEAT] = seat;
    board[LAST_HOUSE] = house;
}

/* Return whether the seat to move has a card of a house, and a slot for it. */
static inline bool has_move(int house, const int64_t *board) {
    return count_of(board[HANDS + board[SEAT]], house) && board[SLOTS + house];
}

static int set_aside_by(int seat, const int64_t *board) {
    const uint64_t stack = (uint64_t)board[STACKS + seat];
    int count = 0;
    while (count < MOST_CARDS && !board[SLOTS + (stack >> 2 * count & 3)]) count++;
    return count;
}

static int follow_procedure(const Terms *terms, int64_t *board) {
    const int seat = (int)board[SEAT], size = (int)board[STACK_SIZES + seat];
    const uint64_t stack = (uint64_t)board[STACKS + seat];
    const int drawn = set_aside_by(seat, board);
    int house = (int)(stack >> 2 * drawn & 3);
    /* Never, since a stack has the hand's cards; but each placement must leave the hand smaller. */
    for (int other = 0; other < HOUSE_COUNT && !has_move(house, board); other++) house = other;
    board[STACKS + seat] = (int64_t)stack_after(stack, drawn, size);
    board[STACK_SIZES + seat] = size - 1;
    const uint64_t slots = slots_of(board, house) & ~BOTTOM_ROW;
    const bool is_right = terms->places_right >> seat & 1;
    if (!slots) return house << 6 | (is_right && board[WIDTH] ? RIGHT_END : LEFT_END);
    return house << 6 | find_dictated_cell(slots, is_right);
}

#endif
