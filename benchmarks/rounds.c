/* Random rounds in a plain C loop: what the compiled simulation is measured against. */
#include "simulated.h"

static uint64_t number;

static inline int below(int bound) {
    uint64_t z = number += STEP;
    return (int)(MIX(z) * (uint64_t)bound >> 53);
}

static long play(int players, int hand_size, int limit, long rounds, uint64_t seed) {
    long left = 0;
    for (long round = 0; round < rounds; round++) {
        int deck[36], held[6][4] = {{0}}, out = 0, seat = 0, width = 0;
        uint64_t plane[4] = {0};
        number = seed + (uint64_t)round * 128 * STEP;
        for (int card = 0; card < 36; card++) deck[card] = card / 9;
        for (int last = 35; last > 0; last--) {
            int chosen = below(last + 1), card = deck[last];
            deck[last] = deck[chosen];
            deck[chosen] = card;
        }
        for (int card = 0, to = 0; card < players * hand_size; card++) {
            held[to][deck[card]]++;
            if (++to == players) to = 0;
        }
        if (players == 5) plane[deck[35]] = width = 1;
        left += players * hand_size;
        while (out != (1 << players) - 1) {
            if (!(out >> seat & 1)) {
                const uint64_t occupied = plane[0] | plane[1] | plane[2] | plane[3];
                const uint64_t pairs = occupied & occupied >> 1 & PAIRS;
                const int ends = width == limit ? 0 : width ? 2 : 1;
                uint64_t slots[4];
                int counts[4], moves = 0;
                for (int house = 0; house < 4; house++) {
                    slots[house] = ((plane[house] | plane[house] >> 1) & pairs) << 8 & ~occupied;
                    counts[house] = held[seat][house] ? __builtin_popcountll(slots[house]) + ends : 0;
                    moves += counts[house];
                }
                if (moves == 0) {
                    out |= 1 << seat;
                } else {
                    int chosen = below(moves), house = 0;
                    while (chosen >= counts[house]) chosen -= counts[house++];
                    if (chosen >= ends) {
                        uint64_t open = slots[house];
                        for (chosen -= ends; chosen > 0; chosen--) open &= open - 1;
                        plane[house] |= open & -open;
                    } else {
                        if (chosen == 0) {
                            for (int each = 0; each < 4; each++) plane[each] <<= 1;
                            plane[house] |= 1;
                        } else {
                            plane[house] |= 1ull << width;
                        }
                        width++;
                    }
                    held[seat][house]--;
                    left--;
                }
            }
            if (++seat == players) seat = 0;
        }
    }
    return left;
}
