/* One set of entries, for the instructions that the file which includes this has chosen. */
#include "entries.h"
#include "inference.h"
#include "lanes.h"
#include "observations.h"
#include "search.h"

static int value_moves_alone(const Terms *terms, const Mind *mind, int images) {
    Base base;
    const Mind begun = begin_with(&base, mind);
    return value_moves(terms, &begun, images);
}

static bool weigh_with(const Terms *terms, const Mind *mind, const double *model, int seat, const Codes *way,
    int64_t *memory, const Hands *hands) {
    Base base;
    const Mind begun = begin_with(&base, mind);
    return weigh_hands(terms, &begun, model, seat, way, memory, hands);
}

static bool try_with(const Terms *terms, const Mind *mind, const double *model, const Codes *codes, const Codes *hands,
    uint64_t seed, uint64_t first, int64_t *memory, int64_t *wins, int64_t *tried) {
    Base base;
    const Mind begun = begin_with(&base, mind);
    return try_hands(terms, &begun, model, codes, hands, seed, first, memory, wins, tried);
}

static const char *advance_with(const LockStepTerms *terms, const Mind *mind, const Scale *scale, bool begins,
    const bool *waits, const int64_t *actions, const Arrays *arrays, const Memories *memories) {
    if (!mind) return advance_tables(terms, NULL, scale, begins, waits, actions, arrays, memories);
    Base base;
    const Mind begun = begin_with(&base, mind);
    return advance_tables(terms, &begun, scale, begins, waits, actions, arrays, memories);
}

static int play_given_with(
    const LockStepTerms *terms, const Mind *mind, int64_t action, float *rewards, int64_t *memory) {
    if (!mind) return play_given(terms, NULL, action, rewards, memory);
    Base base;
    const Mind begun = begin_with(&base, mind);
    return play_given(terms, &begun, action, rewards, memory);
}

static void value_tables_with(const Terms *terms, const Mind *mind, const Memories *memories, int64_t *worths,
    int64_t *words, const int64_t *offsets) {
    Base base;
    const Mind begun = begin_with(&base, mind);
    value_tables(terms, &begun, memories, worths, words, offsets);
}

static void play_games(const GamesJob *games, void *thrones, void *decks) {
    if (games->job.terms.automated)
        play_games_one_by_one(games, thrones, decks);
    else
        play_games_in_lanes(games, thrones, decks);
}

static void play_worlds(const WorldsJob *worlds) {
    if (worlds->job.terms.automated)
        play_worlds_one_by_one(worlds);
    else
        play_worlds_in_lanes(worlds);
}

static void draw_worlds(const DrawingJob *drawing) {
    if (drawing->worlds.job.terms.automated)
        draw_worlds_one_by_one(drawing);
    else
        draw_worlds_in_lanes(drawing);
}

static void try_moves(const TrialsJob *trials) {
    if (trials->job.terms.automated)
        try_moves_one_by_one(trials);
    else
        try_moves_in_lanes(trials);
}

/* A deck, in lanes or one by one. */
typedef union {
    Deck in_lanes;
    int64_t cards[DECK_SIZE];
} AnyDeck;

const Entries ENTRIES = {
    .name = NAME,
    .sizes = {sizeof(Words), WORDS * sizeof(Words), sizeof(AnyDeck)},
    .value_moves = value_moves_alone,
    .count_openings = count_openings,
    .search = search,
    .weigh_hands = weigh_with,
    .try_hands = try_with,
    .weigh_worlds = weigh_worlds,
    .find_illegal = find_illegal,
    .advance_tables = advance_with,
    .play_given = play_given_with,
    .show_given = show_given,
    .show_after = show_after,
    .value_tables = value_tables_with,
    .play_rounds = play_rounds_in_lanes,
    .play_games = play_games,
    .play_worlds = play_worlds,
    .draw_worlds = draw_worlds,
    .try_moves = try_moves,
    .add_up = add_up,
};
