/* The functions that Python calls, once for each set of instructions.

   `module.c` reads and checks their arguments, and calls those of the best set that the processor has. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "layout.h"

/* Working memory of games in lanes: the shuffled Iron Throne cards, and a deck for each round. */
typedef struct {
    size_t alignment, of_a_throne_card, of_a_deck;
} SizesInLanes;

typedef struct {
    const char *name;
    SizesInLanes sizes;
    int (*value_moves)(const Terms *, const Mind *, int images);
    void (*count_openings)(const int64_t *board, const int64_t *way, int plies, int grown, int64_t *seen);
    int (*search)(const Terms *, const Search *, int64_t goal);
    bool (*weigh_hands)(
        const Terms *, const Mind *, const double *model, int seat, const Codes *way, int64_t *memory, const Hands *);
    bool (*try_hands)(const Terms *, const Mind *, const double *model, const Codes *codes, const Codes *hands,
        uint64_t seed, uint64_t first, int64_t *memory, int64_t *wins, int64_t *tried);
    void (*weigh_worlds)(const Terms *, const int64_t *choices, int64_t choice_count, const int64_t *worlds,
        int64_t *memory, int64_t *weights, int64_t count);
    int64_t (*find_illegal)(const Memories *, const bool *waits, const int64_t *actions);
    const char *(*advance_tables)(const LockStepTerms *, const Mind *, const Scale *, bool begins, const bool *waits,
        const int64_t *actions, const Arrays *, const Memories *);
    int (*play_given)(const LockStepTerms *, const Mind *, int64_t action, float *rewards, int64_t *memory);
    void (*show_given)(
        const LockStepTerms *, const Scale *, int viewer, int64_t *memory, Row row, int width, bool *mask);
    void (*show_after)(const Terms *, const Scale *, const Arrays *, const Memories *, Row rows, const int64_t *actions,
        const int64_t *offsets);
    void (*value_tables)(
        const Terms *, const Mind *, const Memories *, int64_t *worths, int64_t *words, const int64_t *offsets);
    void (*play_rounds)(const RoundsJob *);
    void (*play_games)(const GamesJob *, void *thrones, void *decks);
    void (*play_worlds)(const WorldsJob *);
    void (*draw_worlds)(const DrawingJob *);
    void (*try_moves)(const TrialsJob *);
    void (*add_up)(const int64_t *tried, int64_t moves, int64_t worlds, int kind, int64_t win_worth, int64_t best,
        bool of_squares, int64_t *sums);
} Entries;

extern const Entries entries_of_baseline, entries_of_v3, entries_of_v4;

#endif
