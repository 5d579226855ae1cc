/* Conclusions from the other player's placements in a round of two.

   Each function is the one of that name in `inference.py`, which explains the numbers. The only logarithms and powers
   of the compiled half are here: they are those of the machine's C library, as Python's are. */
#ifndef INFERENCE_H
#define INFERENCE_H

#include <math.h>

#include "tables.h"

static const double ALIKE_SCALE = 0.02 * (1 << 2 * UNIT_BITS), GOOD_SCALE = 0.2 * (1 << 2 * UNIT_BITS);
static const double SLIP = 0.03, LIKELY = 0.3, UNLIKELY = 0.02;

static inline double larger(double one, double other) {
    return one > other ? one : other;
}

static double chance_of(const Mind *mind, int count, int best, int code, double scale) {
    double total = 0, chosen = 0;
    for (int move = 0; move < count; move++) {
        const double share = exp((double)(mind->worths[move] - mind->worths[best]) / scale);
        total += share;
        if (mind->codes[move] == code) chosen = share;
    }
    return chosen / total;
}

static void weigh_placement(
    const Terms *terms, const Mind *mind, int code, int64_t placed, int64_t *memory, const Hands *hands) {
    const int place_of_hand = HANDS + (int)memory[SEAT];
    double most_alike = 0, most_good = 0;
    look_at(terms, mind, memory);
    for (int64_t at = 0; at < hands->count; at++) {
        const int64_t hand = (hands->hands[at] - placed) & 0xFFFF;
        if (hands->good[at] != 0 && find_forced_move(hand, memory) < 0) {
            mind->board[place_of_hand] = hand;
            const int count = value_moves_twice(terms, mind), best = best_of(mind, count);
            const double share = chance_of(mind, count, best, code, ALIKE_SCALE);
            hands->alike[at] *= SLIP / count + (1 - SLIP) * share;
            hands->good[at] *= chance_of(mind, count, best, code, GOOD_SCALE);
        }
        most_alike = larger(most_alike, hands->alike[at]);
        most_good = larger(most_good, hands->good[at]);
    }
    for (int64_t at = 0; at < hands->count; at++)
        if (hands->alike[at] < UNLIKELY * most_alike && hands->good[at] < UNLIKELY * most_good)
            hands->alike[at] = hands->good[at] = 0;
}

/* Return whether a placement is one of the seat to move, whose open slots are known. */
static bool is_open(int64_t code, const int64_t *memory) {
    if (code < 0 || code >= HOUSE_COUNT << 6) return false;
    const int house = (int)code >> 6;
    return count_of(memory[HANDS + memory[SEAT]], house) && slots_of(memory, house) >> (code & 63) & 1;
}

/* Return false if a code is none of a legal move. */
static bool end_rounds(const Terms *terms, const Mind *mind, const Codes *codes, int64_t placed, const int64_t *memory,
    const Hands *hands, int64_t *tried) {
    const int viewer = (int)memory[SEAT];
    double most = 0;
    for (int64_t at = 0; at < hands->count; at++) most = larger(most, hands->alike[at]);
    for (int64_t at = 0; at < hands->count; at++) {
        if (hands->alike[at] < LIKELY * most) continue;
        hands->ends[at] = (int64_t)bit((int)codes->count);
        for (int64_t index = 0; index < codes->count; index++) {
            memcpy(tried, memory, TABLE_SIZE * sizeof *tried);
            tried[HANDS + (viewer ? 0 : 1)] = (hands->hands[at] - placed) & 0xFFFF;
            if (!is_open(codes->items[index], tried)) return false;
            place(terms->players, (int)codes->items[index], tried);
            while (start_turn(terms, tried) && !tried[OUT]) take_turn_at_table(terms, mind, tried);
            if (tried[LAST_SEAT] == viewer) hands->ends[at] |= (int64_t)bit((int)index);
        }
    }
    return true;
}

/* Return false if a placement is not legal. */
static bool explain_placements(const Terms *terms, const Mind *mind, int viewer, const Codes *way, const Codes *codes,
    int64_t *memory, const Hands *hands, int64_t *tried) {
    int64_t placed = 0;
    memory[HANDS + 1 - viewer] = hands->hands[0];
    for (int64_t ply = 0; ply < way->count; ply++) {
        const int code = (int)way->items[ply];
        if (!start_turn(terms, memory) || !is_open(way->items[ply], memory)) return false;
        if (memory[SEAT] != viewer) {
            weigh_placement(terms, mind, code, placed, memory, hands);
            placed += one_card(code >> 6 & 3);
        }
        place(terms->players, code, memory);
    }
    start_turn(terms, memory);
    return end_rounds(terms, mind, codes, placed, memory, hands, tried);
}

#endif
