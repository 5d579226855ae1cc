/* Random rounds in lanes, by the vector types of C, with the courts in words of 64 bits. */
#include "simulated.h"

#ifndef LANES
#define LANES 16
#endif
#if defined __AVX512F__
#define WORDS 8
#elif defined __AVX2__
#define WORDS 4
#else
#define WORDS 2
#endif
#define VECTORS (LANES / WORDS)
typedef uint64_t Words __attribute__((vector_size(8 * WORDS)));
typedef int64_t Signed __attribute__((vector_size(8 * WORDS)));

static inline Words mixed(Words z) {
    return MIX(z);
}

/* The product of a number of 53 bits and a small one, without its lowest 53 bits. */
static inline Words share(Words number, Words bound) {
    const Words low = number & 0xFFFFFFFFull, high = number >> 32;
    return (high * bound + (low * bound >> 32)) >> 21;
}

static inline Words count(Words bits) {
#if defined __AVX512VPOPCNTDQ__
    for (int lane = 0; lane < WORDS; lane++) bits[lane] = __builtin_popcountll(bits[lane]);
    return bits;
#else
    bits -= bits >> 1 & 0x5555555555555555ull;
    bits = (bits & 0x3333333333333333ull) + (bits >> 2 & 0x3333333333333333ull);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Full;
    bits += bits >> 8;
    bits += bits >> 16;
    return (bits + (bits >> 32)) & 0x7F;
#endif
}

static long play(int players, int hand_size, int most_wide, long rounds, uint64_t seed) {
    const uint64_t limit = (uint64_t)most_wide;
    uint64_t cards_of[6] = {0};
    for (int card = 0; card < players * hand_size; card++) cards_of[card % players] |= 1ull << card;
    long left = 0;
    for (long first = 0; first < rounds; first += LANES) {
        Words plane[4][VECTORS] = {0}, width[VECTORS], number[VECTORS], low[VECTORS], high[VECTORS];
        Words hand[6][VECTORS], is_in[6][VECTORS];
        for (int v = 0; v < VECTORS; v++) {
            for (int lane = 0; lane < WORDS; lane++)
                number[v][lane] = seed + (uint64_t)(first + v * WORDS + lane) * 128 * STEP;
            low[v] = (Words){0} + (0x1FFull << 9 | 0x1FFull << 27);
            high[v] = (Words){0} + (0x3FFFFull << 18);
        }
        for (int last = 35; last > 0; last--)
            for (int v = 0; v < VECTORS; v++) {
                number[v] += STEP;
                const Words chosen = share(mixed(number[v]), (Words){0} + (uint64_t)(last + 1));
                const Words x = (low[v] >> last ^ low[v] >> chosen) & 1;
                const Words y = (high[v] >> last ^ high[v] >> chosen) & 1;
                low[v] ^= x << last ^ x << chosen;
                high[v] ^= y << last ^ y << chosen;
            }
        for (int v = 0; v < VECTORS; v++) {
            for (int seat = 0; seat < players; seat++) {
                const uint64_t own = cards_of[seat];
                hand[seat][v] = count(~low[v] & ~high[v] & own) | count(low[v] & ~high[v] & own) << 4 |
                                count(~low[v] & high[v] & own) << 8 | count(low[v] & high[v] & own) << 12;
                is_in[seat][v] = ~(Words){0};
            }
            width[v] = (Words){0};
            if (players == 5) {
                const Words x = low[v] >> 35 & 1, y = high[v] >> 35 & 1;
                plane[0][v] = ~x & ~y & 1, plane[1][v] = x & ~y, plane[2][v] = ~x & y, plane[3][v] = x & y;
                width[v] += 1;
            }
        }
        uint64_t somebody = 1;
        while (somebody) {
            Words any = {0};
            for (int seat = 0; seat < players; seat++)
                for (int v = 0; v < VECTORS; v++) {
                    const Words p0 = plane[0][v], p1 = plane[1][v], p2 = plane[2][v], p3 = plane[3][v];
                    const Words w = width[v], h = hand[seat][v];
                    const Words occupied = p0 | p1 | p2 | p3, vacant = ~occupied;
                    const Words pairs = occupied & occupied >> 1 & PAIRS;
                    const Words s0 = ((p0 | p0 >> 1) & pairs) << 8 & vacant;
                    const Words s1 = ((p1 | p1 >> 1) & pairs) << 8 & vacant;
                    const Words s2 = ((p2 | p2 >> 1) & pairs) << 8 & vacant;
                    const Words s3 = ((p3 | p3 >> 1) & pairs) << 8 & vacant;
                    const Words ends = (1 - (Words)(w != 0)) & (Words)(w != limit) & 3;
                    const Words c0 = (count(s0) + ends) & (Words)((h & 15) != 0);
                    const Words c1 = c0 + ((count(s1) + ends) & (Words)((h & 0xF0) != 0));
                    const Words c2 = c1 + ((count(s2) + ends) & (Words)((h & 0xF00) != 0));
                    const Words moves = c2 + ((count(s3) + ends) & (Words)((h & 0xF000) != 0));
                    const Words active = is_in[seat][v] & (Words)(moves != 0);
                    is_in[seat][v] = active;
                    any |= active;
                    number[v] += STEP & active;
                    Words chosen = share(mixed(number[v]), moves);
                    const Words g0 = (Words)((Signed)chosen >= (Signed)c0);
                    const Words g1 = (Words)((Signed)chosen >= (Signed)c1);
                    const Words g2 = (Words)((Signed)chosen >= (Signed)c2);
                    chosen -= (c0 & g0 & ~g1) | (c1 & g1 & ~g2) | (c2 & g2);
                    Words slots = (s0 & ~g0) | (s1 & g0 & ~g1) | (s2 & g1 & ~g2) | (s3 & g2);
                    const Words is_end = (Words)((Signed)chosen < (Signed)ends);
                    const Signed skipped = (Signed)(chosen - ends);
                    for (int passed = 0; passed < 6; passed++)
                        slots &= ~(slots & -slots & (Words)(skipped > passed));
                    const Words is_left = is_end & (Words)(chosen == 0);
                    const Words one = (Words){0} + 1;
                    const Words card = ((is_left & 1) | (is_end & ~is_left & one << w) |
                                        (~is_end & slots & -slots)) & active;
                    const Words shift = is_left & active & 1;
                    plane[0][v] = p0 << shift | (card & ~g0);
                    plane[1][v] = p1 << shift | (card & g0 & ~g1);
                    plane[2][v] = p2 << shift | (card & g1 & ~g2);
                    plane[3][v] = p3 << shift | (card & g2);
                    width[v] = w + (is_end & active & 1);
                    const Words house = (g0 & 1) + (g1 & 1) + (g2 & 1);
                    hand[seat][v] = h - (one << (house << 2) & active);
                }
            somebody = 0;
            for (int lane = 0; lane < WORDS; lane++) somebody |= any[lane];
        }
        for (int lane = 0; lane < LANES && first + lane < rounds; lane++)
            for (int seat = 0; seat < players; seat++) {
                const uint64_t h = hand[seat][lane / WORDS][lane % WORDS];
                left += (h & 15) + (h >> 4 & 15) + (h >> 8 & 15) + (h >> 12);
            }
    }
    return left;
}
