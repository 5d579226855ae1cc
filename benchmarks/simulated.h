/* The common part of the programs that play random rounds, each by a function `play` of its own.

   Usage: PROGRAM PLAYERS ROUNDS SEED; prints the cards left in all rounds and the CPU seconds. It deals
   and plays as a Simulation does with the policy "random", so the sum must be the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PAIRS 0x7F7F7F7F7F7F7F7Full
#define STEP 0x9E3779B97F4A7C15ull
/* One step of splitmix64, of a word or of a vector of them. */
#define MIX(z) ((z) = ((z) ^ (z) >> 30) * 0xBF58476D1CE4E5B9ull, (z) = ((z) ^ (z) >> 27) * 0x94D049BB133111EBull, ((z) ^ (z) >> 31) >> 11)

static long play(int players, int hand_size, int limit, long rounds, uint64_t seed);

int main(int argc, char **argv) {
    static const int hand_sizes[] = {0, 0, 14, 12, 9, 7, 6};
    if (argc != 4) return 2;
    const int players = atoi(argv[1]);
    const clock_t begun = clock();
    const long left = play(players, hand_sizes[players], players == 2 ? 7 : 8, atol(argv[2]), strtoull(argv[3], NULL, 10));
    printf("%ld %.6f\n", left, (double)(clock() - begun) / CLOCKS_PER_SEC);
    return 0;
}
