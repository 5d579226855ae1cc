/* Checks of the lists of integers that Python hands over, before anything but the test of an action goes by them.

   They keep every index inside its list and every loop finite. That a position can come about in a game is not checked:
   Python makes the lists from checked values. */
#ifndef CHECKS_H
#define CHECKS_H

#include "layout.h"

/* Each returns a fault, in words that follow the list's name, or NULL. */
const char *find_fault_of_plan(const Terms *terms, const int64_t *plan, int64_t count);
const char *find_fault_of_rounds(const Terms *terms, const int64_t *rounds, int64_t count);
const char *find_fault_of_search(const Terms *terms, const Search *work);

/* Those of tables are part of every step, and stand here to be compiled with it. */

static inline bool is_within(int64_t number, int64_t least, int64_t most) {
    return least <= number && number <= most;
}

static inline const char *find_fault_of_hands(const int64_t *hands, int64_t count) {
    for (int64_t at = 0; at < count; at++)
        if (!is_within(hands[at], 0, WHOLE_HAND)) return "has a hand that is no count of four houses";
    return NULL;
}

static inline const char *find_fault_of_board(const Terms *terms, const int64_t *board) {
    if (!is_within(board[SEAT], 0, terms->players - 1)) return "has a seat to move that is not at the table";
    if (!is_within(board[WIDTH], 0, terms->width_limit)) return "has a bottom row that is too wide";
    if (!is_within(board[PLACED], 0, DECK_SIZE)) return "has too many cards in its court";
    if (!is_within(board[LAST_SEAT], 0, terms->players - 1)) return "has a last seat that is not at the table";
    if (!is_within(board[LAST_HOUSE], 0, HOUSE_COUNT - 1)) return "has a last card of no house";
    for (int seat = 0; seat < terms->players; seat++)
        if (!is_within(board[STACK_SIZES + seat], 0, MOST_CARDS)) return "has a stack that is too large";
    return find_fault_of_hands(board + HANDS, terms->players);
}

static inline const char *find_fault_of_table(const LockStepTerms *terms, bool begins, const int64_t *memory) {
    const int64_t people = ((INT64_C(1) << terms->table.players) - 1) & ~(int64_t)terms->table.automated;
    if (!(memory[LEARNERS] & people)) return "has a table without a learner"; /* It would never stop. */
    if (begins) return NULL;
    if (!is_within(memory[ROUND], 0, terms->round_count - 1)) return "has a table past its last round";
    if (!is_within(memory[PLIES], 0, DECK_SIZE)) return "has a table with too many placements";
    if (!is_within(memory[COUNTED], 0, memory[PLIES])) return "has a table with too many counted placements";
    if (!is_within(memory[GROWN_LEFT], 0, memory[WIDTH])) return "has a table that has grown too far";
    return find_fault_of_board(&terms->table, memory);
}

#endif
