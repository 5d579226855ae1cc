/* What the others' placements tell about their hands.

   Each function is the one of that name in `inference.py`, which explains the numbers. The only powers of the compiled
   half are here: they are those of the machine's C library, as Python's are. */
#ifndef INFERENCE_H
#define INFERENCE_H

#include <math.h>

#include "tables.h"

static const double WORTH_UNIT = 2.0 * (1 << 2 * UNIT_BITS), UNLIKELY = 1e-4;

static double power_of(const Mind *mind, int move, int64_t top, double scale) {
    return exp((double)(mind->worths[move] - top) / WORTH_UNIT / scale);
}

static double chance_of(const Mind *mind, int count, int code, double scale, double slip) {
    const int64_t top = mind->worths[best_of(mind, count)];
    double total = 0, chosen = 0;
    for (int move = 0; move < count; move++) {
        const double share = power_of(mind, move, top, scale);
        total += share;
        if (mind->codes[move] == code) chosen = share;
    }
    return slip / count + (1 - slip) * chosen / total;
}

static void weigh_placement(const Terms *terms, const Mind *mind, const double *model, int code, int64_t placed,
    int64_t *memory, const Hands *hands) {
    const int place_of_hand = HANDS + (int)memory[SEAT];
    double most = 0;
    look_at(terms, mind, memory);
    for (int64_t at = 0; at < hands->count; at++) {
        const int64_t hand = (hands->hands[at] - placed) & 0xFFFF;
        if (hands->alike[at] + hands->loose[at] > 0 && find_forced_move(hand, memory) < 0) {
            mind->board[place_of_hand] = hand;
            const int count = value_moves_twice(terms, mind);
            hands->alike[at] *= chance_of(mind, count, code, model[SCALE], model[SLIP]);
            hands->loose[at] *= chance_of(mind, count, code, model[LOOSE_SCALE], model[LOOSE_SLIP]);
        }
        const double both = hands->alike[at] + hands->loose[at];
        if (both > most) most = both;
    }
    for (int64_t at = 0; at < hands->count; at++)
        if (hands->alike[at] + hands->loose[at] < UNLIKELY * most) hands->alike[at] = hands->loose[at] = 0;
}

/* Return whether a placement is one of the seat to move, whose open slots are known. */
static bool is_open(int64_t code, const int64_t *memory) {
    if (code < 0 || code >= HOUSE_COUNT << 6) return false;
    const int house = (int)code >> 6;
    return count_of(memory[HANDS + memory[SEAT]], house) && slots_of(memory, house) >> (code & 63) & 1;
}

/* Return false if a placement is not legal. */
static bool weigh_hands(const Terms *terms, const Mind *mind, const double *model, int seat, const Codes *way,
    int64_t *memory, const Hands *hands) {
    int64_t placed = 0;
    memory[HANDS + seat] = hands->hands[0];
    for (int64_t ply = 0; ply < way->count; ply++) {
        const int code = (int)way->items[ply];
        if (!start_turn(terms, memory) || !is_open(way->items[ply], memory)) return false;
        if (memory[SEAT] == seat) {
            weigh_placement(terms, mind, model, code, placed, memory, hands);
            placed += one_card(code >> 6 & 3);
        }
        place(terms->players, code, memory);
    }
    start_turn(terms, memory);
    return true;
}

static int choose_nearly(const Terms *terms, const Mind *mind, double scale, double slip, int64_t *memory) {
    const int forced = find_forced_move(memory[HANDS + memory[SEAT]], memory);
    if (forced >= 0) return forced;
    look_at(terms, mind, memory);
    const int count = value_moves_twice(terms, mind);
    const int64_t top = mind->worths[best_of(mind, count)];
    double total = 0, left = (double)next_number(memory) / 9007199254740992.0;
    for (int move = 0; move < count; move++) total += power_of(mind, move, top, scale);
    for (int move = 0; move < count; move++) {
        left -= slip / count + (1 - slip) * power_of(mind, move, top, scale) / total;
        if (left < 0) return (int)mind->codes[move];
    }
    return (int)mind->codes[count - 1];
}

/* Return false if a code is none of a legal move. */
static bool try_hands(const Terms *terms, const Mind *mind, const double *model, const Codes *codes, const Codes *hands,
    uint64_t seed, uint64_t first, int64_t *memory, int64_t *wins, int64_t *tried) {
    const int viewer = (int)memory[SEAT], others = terms->players - 1;
    const int64_t worlds = hands->count / others;
    if (!start_turn(terms, memory) || memory[SEAT] != viewer) return false;
    for (int64_t index = 0; index < codes->count; index++) {
        if (!is_open(codes->items[index], memory)) return false;
        for (int64_t at = 0; at < worlds; at++) {
            memcpy(tried, memory, TABLE_SIZE * sizeof *tried);
            for (int other = 0; other < others; other++)
                tried[HANDS + other + (other >= viewer)] = hands->items[at * others + other];
            tried[NUMBER] = skip_numbers((int64_t)seed, (first + (uint64_t)at) * NUMBERS_A_WORLD);
            place(terms->players, (int)codes->items[index], tried);
            while (start_turn(terms, tried) && popcount((uint64_t)tried[OUT]) < others) {
                int code = -1;
                if (tried[SEAT] != viewer) {
                    code = choose_nearly(terms, mind, model[SCALE], model[SLIP], tried);
                } else {
                    code = find_forced_move(tried[HANDS + viewer], tried);
                    if (code < 0) {
                        look_at(terms, mind, tried);
                        code = (int)mind->codes[best_of(mind, value_moves(terms, mind, 1))];
                    }
                }
                place(terms->players, code, tried);
            }
            wins[index * worlds + at] = tried[LAST_SEAT] == viewer;
        }
    }
    return true;
}

#endif
