/* The numbers of `tensors` and the masks of `actions`, written from tables in lock step.

   Each function is the one of that name in `numbers.py`, which explains the numbers. */
#ifndef OBSERVATIONS_H
#define OBSERVATIONS_H

#include "checks.h"
#include "tables.h"

static inline Row row_at(Row rows, int64_t number, int width) {
    if (rows.bytes) return (Row){NULL, rows.bytes + number * width};
    return (Row){rows.numbers + number * width, NULL};
}

static inline void write_number(Row row, int at, float number) {
    if (row.bytes)
        row.bytes[at] = (uint8_t)(number * 255 + 0.5F);
    else
        row.numbers[at] = number;
}

static inline void write_numbers(Row row, int first, const float *numbers, int count) {
    if (row.bytes)
        for (int number = 0; number < count; number++) write_number(row, first + number, numbers[number]);
    else
        memcpy(row.numbers + first, numbers, (size_t)count * sizeof *numbers);
}

static inline void write_truth(Row row, int at, bool truth) {
    if (row.bytes)
        row.bytes[at] = truth ? 255 : 0;
    else
        row.numbers[at] = truth;
}

static inline int number_of(int cell) {
    const int row = cell >> 3;
    return greatest(0, least(cell - (row * (row - 1) >> 1), CELL_COUNT - 1));
}

/* Return the open slots of a house as bits, in the order of their places. */
static inline uint32_t places_of(int64_t slots) {
    uint64_t places = (uint64_t)slots & (bit(BOTTOM_PLACES) - 1);
    for (int row = 1; row < ROW_BITS; row++) {
        const uint64_t cells_of_row = (bit(ROW_BITS - row) - 1) << ROW_BITS * row;
        places |= ((uint64_t)slots & cells_of_row) >> (ROW_BITS - BOTTOM_PLACES + (row * (row - 1) >> 1));
    }
    return (uint32_t)places;
}

static inline float share_of(const Scale *scale, int row, int64_t count) {
    return scale->by_count[row * scale->count + ((uint64_t)count < (uint64_t)scale->count ? count : 0)];
}

static inline void show_court(int64_t *memory, Row row) {
    uint64_t changed = 0;
    for (int house = 0; house < HOUSE_COUNT; house++) {
        go_one_by_one();
        changed |= (uint64_t)(memory[house] ^ memory[SHOWN_PLANES + house]);
        memory[SHOWN_PLANES + house] = memory[house];
    }
    for (; changed; changed &= changed - 1) {
        const int cell = lowest(changed), number = AT_COURT + number_of(cell);
        for (int house = 0; house < HOUSE_COUNT; house++)
            write_truth(row, number + CELL_COUNT * house, memory[house] >> cell & 1);
    }
}

/* The places of a house are written as a word of 32, which compilers make vectors of; what is too much is overwritten
   by the next house, and after the last one by the hand sizes. */
static inline void show_slots(const int64_t *memory, Row row) {
    for (int house = 0; house < HOUSE_COUNT; house++) {
        const uint32_t places = places_of(memory[SLOTS + house]);
        const int first = AT_OPEN + PLACES * house;
        if (row.bytes)
            for (int place = 0; place < WORD_OF_PLACES; place++)
                row.bytes[first + place] = places >> place & 1 ? 255 : 0;
        else
            for (int place = 0; place < WORD_OF_PLACES; place++)
                row.numbers[first + place] = (float)(int)(places >> place & 1);
    }
}

static inline void write_actions(uint32_t places, int count, uint8_t *mask) {
    for (int place = 0; place < count; place++) mask[place] = (uint8_t)(places >> place & 1);
}

/* As in `show_slots`, but nothing follows the last house. */
static void show_mask(int seat, const int64_t *memory, bool *mask) {
    for (int house = 0; house < HOUSE_COUNT; house++) {
        const uint32_t places = count_of(memory[HANDS + seat], house) ? places_of(memory[SLOTS + house]) : 0;
        uint8_t *actions = (uint8_t *)mask + PLACES * house; /* Compilers make no vectors of truths. */
        if (house + 1 < HOUSE_COUNT)
            write_actions(places, WORD_OF_PLACES, actions);
        else
            write_actions(places, PLACES, actions);
    }
}

static inline int clockwise(int players, int viewer, int seat) {
    return seat >= viewer ? seat - viewer : seat - viewer + players;
}

static int64_t count_turned_over(int seat, const int64_t *memory) {
    const int size = (int)memory[STACK_SIZES + seat], known = greatest(0, least((int)memory[KNOWN + seat], size));
    int64_t cards = 0;
    for (int card = size - known; card < size; card++) cards += one_card((int)(memory[STACKS + seat] >> 2 * card & 3));
    return cards;
}

static void show_history(int players, int viewer, const int64_t *memory, Row row) {
    for (int number = SIZE_OF_VIEW; number < SIZE_OF_VIEW + SIZE_OF_HISTORY; number++) write_truth(row, number, false);
    for (int ply = 0; ply < memory[PLIES]; ply++) {
        const int64_t step = memory[WAY + ply];
        const int seat = least((int)(step >> 16 & BYTE), MOST_PLAYERS - 1);
        const int cell = (int)(step & BYTE) + (int)memory[GROWN_LEFT] - (int)(step >> 8 & BYTE);
        const int first = SIZE_OF_VIEW + (MOST_PLAYERS + 1) * number_of(cell);
        write_truth(row, first + greatest(0, clockwise(players, viewer, seat)), true);
        write_number(row, first + MOST_PLAYERS, (float)((ply + 1) / (double)DECK_SIZE));
    }
}

/* The cell of each place of an action: the left end, the right end, and the 28 cells above the bottom row. */
static const uint8_t CELLS_OF_PLACES[PLACES] = {LEFT_END, RIGHT_END, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21,
    24, 25, 26, 27, 28, 32, 33, 34, 35, 40, 41, 42, 48, 49, 56};

static int code_of(int action) {
    return action / PLACES << 6 | CELLS_OF_PLACES[action % PLACES];
}

/* Return whether an action is legal for the seat to move, whose open slots are known. The table may not be checked
   yet. */
static bool is_legal(int64_t action, const int64_t *memory) {
    if (action < 0 || action >= ACTION_COUNT || (uint64_t)memory[SEAT] >= MOST_PLAYERS) return false;
    const int code = code_of((int)action), house = code >> 6;
    return count_of(memory[HANDS + memory[SEAT]], house) && memory[SLOTS + house] >> (code & 63) & 1;
}

/* Return the first table whose action is illegal, unless it waits, or -1. */
static int64_t find_illegal(const Memories *memories, const bool *waits, const int64_t *actions) {
    for (int64_t at = 0; at < memories->count; at++)
        if (!waits[at] && !is_legal(actions[at], memories->items + at * memories->stride)) return at;
    return -1;
}

static inline __attribute__((always_inline)) void write_view(
    const Terms *terms, const Scale *scale, int viewer, int64_t *memory, Row row, int width) {
    const int players = terms->players;
    const float *lasting = scale->lasting + (memory[ROUND] * players + viewer) * SIZE_OF_LASTING;
    show_court(memory, row);
    show_slots(memory, row);
    write_numbers(row, AT_HAND_SIZE, lasting, SIZE_OF_LASTING);
    write_truth(row, AT_TO_MOVE + clockwise(players, viewer, (int)memory[SEAT]), true);
    if (memory[PLIES]) write_truth(row, AT_PLACED_LAST + clockwise(players, viewer, (int)memory[LAST_SEAT]), true);
    for (int seat = 0; seat < players; seat++) {
        const int shown = clockwise(players, viewer, seat);
        const int64_t hand = memory[HANDS + seat];
        write_number(row, AT_HAND_SIZE + shown, share_of(scale, HAND_SHARES, size_of(hand)));
        write_number(row, AT_OUT_AFTER + shown, share_of(scale, OUT_SHARES, memory[OUT_AFTER + seat]));
        write_number(row, AT_POINTS + shown, share_of(scale, POINT_SHARES, memory[TABLE_POINTS + seat]));
        write_number(row, AT_PILE_SIZES + shown, share_of(scale, PILE_SHARES, memory[DRAWN + seat]));
        const int64_t cards = seat == viewer ? hand : count_turned_over(seat, memory);
        if (!cards && !memory[LACKED + seat]) continue; /* Their numbers are 0 already. */
        for (int house = 0; house < HOUSE_COUNT; house++) {
            const int number = HOUSE_COUNT * shown + house;
            write_number(row, AT_KNOWN + number, share_of(scale, KNOWN_SHARES, count_of(cards, house)));
            write_truth(row, AT_MISSING + number, memory[LACKED + seat] >> house & 1);
        }
    }
    if (memory[FEWEST + viewer]) {
        for (int value = 0; value < 3; value++) {
            const int64_t cards = memory[THRONE_PILES + viewer] >> PILE_BITS * value & PILE;
            write_number(row, AT_THRONE_VALUES + value, share_of(scale, VALUE_SHARES, cards));
        }
        write_number(row, AT_THRONE_ICONS, share_of(scale, ICON_SHARES, memory[FEWEST + viewer] - 1));
    }
    if (width > SIZE_OF_VIEW) show_history(players, viewer, memory, row);
}

/* In each call, one kind of numbers is NULL, so that the compiler makes code for the other alone. */
static void show(const Terms *terms, const Scale *scale, int viewer, int64_t *memory, Row row, int width) {
    if (row.bytes)
        write_view(terms, scale, viewer, memory, (Row){NULL, row.bytes}, width);
    else
        write_view(terms, scale, viewer, memory, (Row){row.numbers, NULL}, width);
}

/* Tables whose game begins are not shown yet: `numbers.advance` begins with the check of all actions, which is apart
   here. */
static void advance_table(const LockStepTerms *terms, const Mind *mind, const Scale *scale, bool begins, int64_t action,
    const Arrays *arrays, int64_t at, int64_t *memory) {
    const int players = terms->table.players;
    float *rewards = arrays->rewards + at * players;
    if (!begins) place(players, code_of((int)action), memory);
    arrays->done[at] = play_table_on(terms, mind, rewards, memory, begins);
    const int viewer = (int)memory[SEAT];
    arrays->games[at] = memory[GAME];
    arrays->seats[at] = viewer;
    show(&terms->table, scale, viewer, memory, row_at(arrays->observations, at, arrays->width), arrays->width);
    show_mask(viewer, memory, arrays->masks + at * ACTION_COUNT);
}

/* Ask for what a turn at a table reads beside its board. Of many tables, the caches keep little from step to step. */
static inline void prefetch_table(const int64_t *memory) {
    for (int item = NUMBER; item < WAY; item += 64 / (int)sizeof *memory) __builtin_prefetch(memory + item);
}

/* Return NULL, or the fault of the first table that cannot go on: those before it have gone on. A check of all tables
   before would read them from memory twice. */
static const char *advance_tables(const LockStepTerms *terms, const Mind *mind, const Scale *scale, bool begins,
    const bool *waits, const int64_t *actions, const Arrays *arrays, const Memories *memories) {
    memset(arrays->rewards, 0, (size_t)(memories->count * terms->table.players) * sizeof *arrays->rewards);
    for (int64_t at = 0; at < memories->count; at++) {
        int64_t *memory = memories->items + at * memories->stride;
        if (at + 1 < memories->count) prefetch_table(memory + memories->stride);
        arrays->done[at] = false;
        if (waits[at]) continue;
        const char *fault = find_fault_of_table(terms, begins, memory);
        if (fault) return fault;
        advance_table(terms, mind, scale, begins, actions[at], arrays, at, memory);
    }
    return NULL;
}

static int play_given(const LockStepTerms *terms, const Mind *mind, int64_t action, float *rewards, int64_t *memory) {
    const bool begins = action < 0;
    if (!begins && !is_legal(action, memory)) return -1;
    memset(rewards, 0, (size_t)terms->table.players * sizeof *rewards);
    if (!begins) place(terms->table.players, code_of((int)action), memory);
    return play_table_on(terms, mind, rewards, memory, begins);
}

static void show_given(
    const LockStepTerms *terms, const Scale *scale, int viewer, int64_t *memory, Row row, int width, bool *mask) {
    const int players = terms->table.players, seat = (int)memory[SEAT];
    show(&terms->table, scale, viewer, memory, row, width);
    memset(mask, 0, ACTION_COUNT * sizeof *mask);
    if (memory[ROUND] == terms->round_count)
        write_truth(row, AT_TO_MOVE + clockwise(players, viewer, seat), false);
    else if (seat == viewer)
        show_mask(viewer, memory, mask);
}

/* `rows` has a row for each action; `offsets` the first action of each table. */
static void show_after(const Terms *terms, const Scale *scale, const Arrays *arrays, const Memories *memories, Row rows,
    const int64_t *actions, const int64_t *offsets) {
    const size_t size = (size_t)arrays->width * (rows.bytes ? sizeof *rows.bytes : sizeof *rows.numbers);
    for (int64_t at = 0; at < memories->count; at++) {
        const int64_t *table = memories->items + at * memories->stride;
        const Row shown = row_at(arrays->observations, at, arrays->width);
        for (int64_t number = offsets[at]; number < offsets[at + 1]; number++) {
            const Row row = row_at(rows, number, arrays->width);
            int64_t memory[ROW_SIZE];
            memcpy(memory, table, sizeof memory);
            if (rows.bytes)
                memcpy(row.bytes, shown.bytes, size);
            else
                memcpy(row.numbers, shown.numbers, size);
            place(terms->players, code_of((int)actions[number]), memory);
            for (int turn = 0; turn < terms->players && memory[OUT] >> memory[SEAT] & 1; turn++)
                memory[SEAT] = seat_after(terms->players, (int)memory[SEAT]);
            find_slots(terms, memory);
            show(terms, scale, (int)table[SEAT], memory, row, arrays->width);
        }
    }
}

/* Return the number of actions valued: at most `offsets` of the end. */
static void value_tables(const Terms *terms, const Mind *mind, const Memories *memories, int64_t *worths,
    int64_t *words, const int64_t *offsets) {
    for (int64_t at = 0; at < memories->count; at++) {
        look_at(terms, mind, memories->items + at * memories->stride);
        const int64_t count = value_moves(terms, mind, 1), room = offsets[at + 1] - offsets[at];
        const size_t moves = (size_t)(count < room ? count : room);
        memcpy(worths + offsets[at], mind->worths, moves * sizeof *worths);
        memcpy(words + offsets[at] * WORD_COUNT, mind->words, moves * WORD_COUNT * sizeof *words);
    }
}

#endif
