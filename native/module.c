/* The module: it reads what Python hands over, checks it, releases the interpreter's lock, and calls the entries.

   It keeps nothing of a call, so that any number of threads and interpreters can use it. Each function takes the
   arguments of the Python function of that name, and perhaps the number of a set of instructions, which tests choose.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "checks.h"
#include "entries.h"
#include "processor.h"

#ifndef SOURCES
#define SOURCES ""
#endif

/* The sets of instructions, the slowest first; a processor may lack the later ones. */
static const Entries *const SETS[] = {
    &entries_of_baseline,
#if defined __x86_64__
    &entries_of_v3,
    &entries_of_v4,
#endif
};

/* What a module keeps: the number of sets that the processor has, since to ask it takes longer than most calls. */
typedef struct {
    int set_count;
} Kept;

/* Return the entries of the set whose number comes last, or of the best one. */
static const Entries *take_set(Arguments *arguments, PyObject *module, Py_ssize_t needed) {
    const int count = ((const Kept *)PyModule_GetState(module))->set_count;
    if (arguments->failed || arguments->count == needed) return SETS[count - 1];
    return SETS[take_integer(arguments, arguments->given[needed], "the set of instructions", 0, count - 1)];
}

static Terms take_terms(Arguments *arguments, PyObject *value) {
    PyObject *parts[5] = {NULL};
    Terms terms;
    take_parts(arguments, value, "terms", parts, 5);
    terms.players = (int)take_integer(arguments, parts[0], "terms.players", 2, MOST_PLAYERS);
    terms.width_limit = (int)take_integer(arguments, parts[1], "terms.width_limit", 1, ROW_BITS);
    terms.automated = (int)take_integer(arguments, parts[2], "terms.automated", 0, (1 << MOST_PLAYERS) - 1);
    terms.places_right = (int)take_integer(arguments, parts[3], "terms.places_right", 0, (1 << MOST_PLAYERS) - 1);
    terms.hero = (int)take_integer(arguments, parts[4], "terms.hero", 0, terms.players - 1);
    return terms;
}

/* Fail if a check, which is made only as long as none has failed, finds a fault. */
static void refuse(Arguments *arguments, const char *name, const char *fault) {
    if (fault) fail(arguments, name, fault);
}

static Network take_network(Arguments *arguments, PyObject *value) {
    PyObject *parts[7] = {NULL};
    Network network;
    take_parts(arguments, value, "network", parts, 7);
    network.first = take_items(arguments, parts[0], "network.first", INT16, INPUT_COUNT * SUM_COUNT, false).items;
    network.first_biases = take_items(arguments, parts[1], "network.first_biases", INT32, SUM_COUNT, false).items;
    network.second = take_items(arguments, parts[2], "network.second", INT16, SUM_COUNT * UNIT_COUNT, false).items;
    network.second_biases = take_items(arguments, parts[3], "network.second_biases", INT32, UNIT_COUNT, false).items;
    network.last = take_items(arguments, parts[4], "network.last", INT64, UNIT_COUNT, false).items;
    network.last_bias = take_integer(arguments, parts[5], "network.last_bias", INT16_MIN, INT16_MAX);
    network.rows_together = (int)take_integer(arguments, parts[6], "network.rows_together", 1, INPUT_COUNT);
    return network;
}

static int64_t *take_words(Arguments *arguments, PyObject *value, const char *name, int64_t least, bool is_written) {
    return take_items(arguments, value, name, INT64, least, is_written).items;
}

/* The parts of the working memory that only Python uses are not read. */
static Mind take_mind(Arguments *arguments, PyObject *value) {
    enum { PARTS_OF_WORK = 9, AT_WORDS = 0, AT_SEEN = 6, AT_CODES = 7, AT_WORTHS = 8 };
    PyObject *parts[4] = {NULL}, *work[PARTS_OF_WORK] = {NULL};
    Mind mind;
    take_parts(arguments, value, "mind", parts, 4);
    mind.network = take_network(arguments, parts[0]);
    take_parts(arguments, parts[1], "mind.work", work, PARTS_OF_WORK);
    mind.words = take_words(arguments, work[AT_WORDS], "mind.work.words", MOST_MOVES * WORD_COUNT, true);
    mind.seen = take_words(arguments, work[AT_SEEN], "mind.work.seen", SEEN_SIZE, true);
    mind.codes = take_words(arguments, work[AT_CODES], "mind.work.codes", MOST_MOVES, true);
    mind.worths = take_words(arguments, work[AT_WORTHS], "mind.work.worths", MOST_MOVES, true);
    mind.board = take_words(arguments, parts[2], "mind.board", BOARD_SIZE, true);
    return mind;
}

static PyObject *none(void) {
    Py_INCREF(Py_None);
    return Py_None;
}

PyDoc_STRVAR(value_moves_doc, "value_moves(terms, mind, images)\n--\n\nThe compiled `network.value_moves`.");

static PyObject *value_moves(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "value_moves", given, count, 3);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 3);
    const Terms terms = take_terms(&arguments, given[0]);
    const Mind mind = take_mind(&arguments, given[1]);
    const int images = (int)take_integer(&arguments, given[2], "images", 1, 2);
    int moves = 0;
    if (!arguments.failed) refuse(&arguments, "mind.board", find_fault_of_board(&terms, mind.board));
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS moves = entries->value_moves(&terms, &mind, images);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, PyLong_FromLong(moves));
}

PyDoc_STRVAR(value_moves_twice_doc, "value_moves_twice(terms, mind)\n--\n\nThe compiled `network.value_moves_twice`.");

static PyObject *value_moves_twice(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "value_moves_twice", given, count, 2);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 2);
    const Terms terms = take_terms(&arguments, given[0]);
    const Mind mind = take_mind(&arguments, given[1]);
    int moves = 0;
    if (!arguments.failed) refuse(&arguments, "mind.board", find_fault_of_board(&terms, mind.board));
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS moves = entries->value_moves(&terms, &mind, terms.automated ? 1 : 2);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, PyLong_FromLong(moves));
}

PyDoc_STRVAR(count_openings_doc,
    "count_openings(board, way, start, plies, grown, seen, at)\n--\n\nThe compiled `network.count_openings`.");

static PyObject *count_openings(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "count_openings", given, count, 7);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 7);
    const int64_t *board = take_words(&arguments, given[0], "board", BOARD_SIZE, false);
    const Items way = take_items(&arguments, given[1], "way", INT64, 0, false);
    const int64_t start = take_integer(&arguments, given[2], "start", 0, way.count);
    const int plies = (int)take_integer(&arguments, given[3], "plies", 0, way.count - start);
    const int grown = (int)take_integer(&arguments, given[4], "grown", 0, ROW_BITS);
    const Items seen = take_items(&arguments, given[5], "seen", INT64, MOST_PLAYERS * HOUSE_COUNT, true);
    const int64_t at = take_integer(&arguments, given[6], "at", 0, seen.count - MOST_PLAYERS * HOUSE_COUNT);
    if (!arguments.failed)
        entries->count_openings(board, (int64_t *)way.items + start, plies, grown, (int64_t *)seen.items + at);
    return end_call(&arguments, none());
}

PyDoc_STRVAR(search_doc, "search(terms, work, goal)\n--\n\nThe compiled `search.search`.");

static PyObject *search(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "search", given, count, 3);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 3);
    const Terms terms = take_terms(&arguments, given[0]);
    PyObject *parts[5] = {NULL};
    Search work;
    take_parts(&arguments, given[1], "work", parts, 5);
    work.line = take_words(&arguments, parts[0], "work.line", LINE_SIZE, true);
    work.root = take_words(&arguments, parts[1], "work.root", BOARD_SIZE, false);
    work.boards = take_words(&arguments, parts[2], "work.boards", BOARD_ROWS * BOARD_SIZE, true);
    work.nodes = take_words(&arguments, parts[3], "work.nodes", NODE_ROWS * NODE_SIZE, true);
    const Items table = take_items(&arguments, parts[4], "work.table", INT64, 4, true);
    work.table = table.items;
    work.entries = (uint64_t)table.count / 2;
    const int64_t goal = take_integer(&arguments, given[2], "goal", -BOUND, BOUND);
    int outcome = UNKNOWN;
    if (!arguments.failed && (table.count & (table.count - 1)))
        fail(&arguments, "work.table", "must have a power of two as its length");
    if (!arguments.failed) refuse(&arguments, "work.root", find_fault_of_board(&terms, work.root));
    if (!arguments.failed) refuse(&arguments, "work", find_fault_of_search(&terms, &work));
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS outcome = entries->search(&terms, &work, goal);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, PyLong_FromLong(outcome));
}

/* Fail unless a table of people can be looked at in a round. */
static void check_table_of_people(Arguments *arguments, const Terms *terms, const int64_t *memory) {
    if (!arguments->failed && terms->automated) fail(arguments, "terms", "have an automated seat");
    if (!arguments->failed) refuse(arguments, "memory", find_fault_of_board(terms, memory));
    if (!arguments->failed &&
        (memory[PLIES] < 0 || memory[PLIES] > DECK_SIZE || memory[COUNTED] < 0 || memory[COUNTED] > memory[PLIES] ||
            memory[GROWN_LEFT] < 0 || memory[GROWN_LEFT] > ROW_BITS))
        fail(arguments, "memory", "has impossible placements");
}

PyDoc_STRVAR(weigh_hands_doc, "weigh_hands(terms, mind, model, seat, way, memory, hands, alike, loose)\n--\n\n"
                              "The compiled `inference.weigh_hands`.");

static PyObject *weigh_hands(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "weigh_hands", given, count, 9);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 9);
    const Terms terms = take_terms(&arguments, given[0]);
    const Mind mind = take_mind(&arguments, given[1]);
    const double *model = take_items(&arguments, given[2], "model", FLOAT64, MODEL_SIZE, false).items;
    const int seat = (int)take_integer(&arguments, given[3], "seat", 0, terms.players - 1);
    const Items way = take_items(&arguments, given[4], "way", INT64, 0, false);
    int64_t *memory = take_words(&arguments, given[5], "memory", TABLE_SIZE, true);
    const Items hands = take_items(&arguments, given[6], "hands", INT64, 1, false);
    const Items alike = take_items(&arguments, given[7], "alike", FLOAT64, hands.count, true);
    const Items loose = take_items(&arguments, given[8], "loose", FLOAT64, hands.count, true);
    check_table_of_people(&arguments, &terms, memory);
    if (!arguments.failed) refuse(&arguments, "hands", find_fault_of_hands(hands.items, hands.count));
    if (!arguments.failed && memory[PLIES] != 0) fail(&arguments, "memory", "has placements");
    if (!arguments.failed) {
        const Codes placements = {way.items, way.count};
        const Hands all_hands = {hands.items, alike.items, loose.items, hands.count};
        bool is_legal;
        Py_BEGIN_ALLOW_THREADS is_legal =
            entries->weigh_hands(&terms, &mind, model, seat, &placements, memory, &all_hands);
        Py_END_ALLOW_THREADS if (!is_legal) fail(&arguments, "way", "has a placement that is not legal");
    }
    return end_call(&arguments, none());
}

PyDoc_STRVAR(try_hands_doc, "try_hands(terms, mind, model, codes, hands, seed, first, memory, wins)\n--\n\n"
                            "The compiled `inference.try_hands`.");

static PyObject *try_hands(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "try_hands", given, count, 9);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 9);
    const Terms terms = take_terms(&arguments, given[0]);
    const Mind mind = take_mind(&arguments, given[1]);
    const double *model = take_items(&arguments, given[2], "model", FLOAT64, MODEL_SIZE, false).items;
    const Items codes = take_items(&arguments, given[3], "codes", INT64, 0, false);
    const Items hands = take_items(&arguments, given[4], "hands", INT64, 0, false);
    const uint64_t seed = take_word(&arguments, given[5], "seed"), first = take_word(&arguments, given[6], "first");
    const int64_t *start = take_words(&arguments, given[7], "memory", TABLE_SIZE, false);
    if (!arguments.failed && codes.count > MOST_MOVES) fail(&arguments, "codes", "has too many moves");
    int64_t *wins = NULL;
    const int others = terms.players - 1;
    if (!arguments.failed && hands.count % others) fail(&arguments, "hands", "are not of whole worlds");
    if (!arguments.failed) wins = take_words(&arguments, given[8], "wins", codes.count * (hands.count / others), true);
    check_table_of_people(&arguments, &terms, start);
    if (!arguments.failed) refuse(&arguments, "hands", find_fault_of_hands(hands.items, hands.count));
    if (!arguments.failed) {
        const Codes moves = {codes.items, codes.count}, held = {hands.items, hands.count};
        int64_t memory[TABLE_SIZE], tried[TABLE_SIZE];
        bool is_legal;
        memcpy(memory, start, sizeof memory);
        Py_BEGIN_ALLOW_THREADS is_legal =
            entries->try_hands(&terms, &mind, model, &moves, &held, seed, first, memory, wins, tried);
        Py_END_ALLOW_THREADS if (!is_legal) fail(&arguments, "codes", "has a move that is not legal");
    }
    return end_call(&arguments, none());
}

PyDoc_STRVAR(weigh_worlds_doc,
    "weigh_worlds(terms, choices, worlds, memory, weights)\n--\n\nThe compiled `trial_kernel.weigh_worlds`.");

static const char *find_fault_of_choices(const Terms *terms, const int64_t *choices, int64_t count) {
    for (const int64_t *choice = choices; choice < choices + CHOICE_SIZE * count; choice += CHOICE_SIZE)
        if (choice[CHOICE_SEAT] < 0 || choice[CHOICE_SEAT] >= terms->players || choice[CHOICE_WIDTH] < 0 ||
            choice[CHOICE_WIDTH] > terms->width_limit || choice[CHOICE_MOVE] < 0 ||
            choice[CHOICE_MOVE] >= HOUSE_COUNT << 6 || choice[CHOICE_PLACED] < 0 || choice[CHOICE_PLACED] > WHOLE_HAND)
            return "has a choice that nobody at the table can make";
    return NULL;
}

static PyObject *weigh_worlds(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "weigh_worlds", given, count, 5);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 5);
    const Terms terms = take_terms(&arguments, given[0]);
    const Items choices = take_items(&arguments, given[1], "choices", INT64, 0, false);
    const Items weights = take_items(&arguments, given[4], "weights", INT64, 0, true);
    const int64_t *worlds = take_words(&arguments, given[2], "worlds", weights.count * 2 * terms.players, false);
    const int64_t *start = take_words(&arguments, given[3], "memory", MEMORY_SIZE, false);
    const int64_t choice_count = choices.count / CHOICE_SIZE;
    if (!arguments.failed) refuse(&arguments, "choices", find_fault_of_choices(&terms, choices.items, choice_count));
    if (!arguments.failed) {
        int64_t memory[MEMORY_SIZE];
        memcpy(memory, start, sizeof memory);
        Py_BEGIN_ALLOW_THREADS entries->weigh_worlds(
            &terms, choices.items, choice_count, worlds, memory, weights.items, weights.count);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, none());
}

/* More integers than a table has before its given numbers. */
enum { MOST_GIVEN = 1 << 24 };

static LockStepTerms take_lock_step_terms(Arguments *arguments, PyObject *value) {
    PyObject *parts[15] = {NULL};
    LockStepTerms terms;
    take_parts(arguments, value, "terms", parts, 15);
    terms.table = take_terms(arguments, parts[0]);
    terms.first_player = (int)take_integer(arguments, parts[1], "terms.first_player", 0, terms.table.players - 1);
    const Items hand_sizes = take_items(arguments, parts[3], "terms.hand_sizes", INT64, 1, false);
    terms.cards_in_game = take_words(arguments, parts[2], "terms.cards_in_game", hand_sizes.count, false);
    terms.hand_sizes = hand_sizes.items;
    terms.starter_counts = take_words(arguments, parts[4], "terms.starter_counts", hand_sizes.count, false);
    terms.round_count = (int)hand_sizes.count;
    terms.numbers_a_game = take_word(arguments, parts[5], "terms.numbers_a_game");
    terms.seed = take_word(arguments, parts[6], "terms.seed");
    const int64_t points_a_card = HOUSE_COUNT * terms.table.players;
    const Items points = take_items(arguments, parts[7], "terms.points", INT64, points_a_card, false);
    terms.points = points.items;
    terms.most_left = (int)(points.count / points_a_card) - 1;
    const Items thrones = take_items(arguments, parts[8], "terms.throne_values", INT64, hand_sizes.count, false);
    terms.throne_values = thrones.items;
    terms.throne_count = (int)thrones.count;
    terms.throne_icons = take_words(arguments, parts[9], "terms.throne_icons", thrones.count, false);
    terms.is_for_victory = take_integer(arguments, parts[10], "terms.is_for_victory", 0, 1);
    terms.stride = (int64_t)take_word(arguments, parts[11], "terms.stride");
    terms.chance = take_integer(arguments, parts[12], "terms.chance", ROW_SIZE, 2 * ROW_SIZE);
    terms.by_network = (int)take_integer(arguments, parts[13], "terms.by_network", 0, (1 << MOST_PLAYERS) - 1);
    terms.given = take_integer(arguments, parts[14], "terms.given", 0, MOST_GIVEN);
    for (int number = 0; !arguments->failed && number < terms.round_count; number++) {
        const int64_t facts[ROUND_FACTS] = {
            terms.hand_sizes[number], terms.starter_counts[number], terms.cards_in_game[number]};
        refuse(arguments, "terms", find_fault_of_rounds(&terms.table, facts, 1));
    }
    return terms;
}

static Scale take_scale(Arguments *arguments, PyObject *value, int64_t rounds_and_viewers) {
    PyObject *parts[2] = {NULL};
    take_parts(arguments, value, "scale", parts, 2);
    const int64_t lasting = rounds_and_viewers * SIZE_OF_LASTING;
    const Items of_rounds = take_items(arguments, parts[0], "scale.lasting", FLOAT32, lasting, false);
    const Items by_count = take_items(arguments, parts[1], "scale.by_count", FLOAT32, SHARE_ROWS, false);
    return (Scale){of_rounds.items, by_count.items, (int)(by_count.count / SHARE_ROWS)};
}

/* Return rows of observations, of the width that `count` of them have. */
static Row take_rows(Arguments *arguments, PyObject *value, const char *name, int64_t least, int64_t *items) {
    const bool is_in_bytes = is_buffer_of(arguments, value, name, UINT8);
    const Items rows = take_items(arguments, value, name, is_in_bytes ? UINT8 : FLOAT32, least, true);
    *items = rows.count;
    if (is_in_bytes) return (Row){NULL, rows.items};
    return (Row){rows.items, NULL};
}

static int width_of_rows(Arguments *arguments, int64_t items, int64_t count) {
    const int64_t width = count ? items / count : 0;
    if (!arguments->failed && count && width != SIZE_OF_VIEW && width != SIZE_OF_VIEW + SIZE_OF_HISTORY)
        fail(arguments, "observations", "have rows of another width");
    return (int)width;
}

/* Return the tables, each of `stride` integers at least. */
static Memories take_memories(Arguments *arguments, PyObject *value, int64_t count, int64_t stride) {
    const Items items = take_items(arguments, value, "memories", INT64, count * stride, true);
    const Memories memories = {items.items, count, count ? items.count / count : 0};
    if (!arguments->failed && count && items.count % count)
        fail(arguments, "memories", "have rows of different lengths");
    return memories;
}

/* Return the integers that a table needs at least. */
static int64_t size_of_table(const LockStepTerms *terms) {
    const int64_t drawn = terms->chance + terms->throne_count + (int64_t)DECK_SIZE * terms->round_count;
    const int64_t of_a_seat = 1 + (int64_t)MOST_TURNS * terms->round_count;
    if (!terms->given) return drawn;
    return (terms->given > drawn ? terms->given : drawn) + terms->table.players * of_a_seat;
}

PyDoc_STRVAR(advance_tables_doc, "advance_tables(terms, mind, scale, begins, waits, actions, arrays, memories)\n--\n\n"
                                 "The compiled `numbers.advance_tables`.");

static PyObject *advance_tables(PyObject *module, PyObject *const *given, Py_ssize_t given_count) {
    Arguments arguments;
    begin_call(&arguments, "advance_tables", given, given_count, 8);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 8);
    const LockStepTerms terms = take_lock_step_terms(&arguments, given[0]);
    const bool has_mind = given[1] != Py_None;
    Mind mind = {.words = NULL};
    if (has_mind) mind = take_mind(&arguments, given[1]);
    mind.words = NULL;
    const Scale scale = take_scale(&arguments, given[2], terms.round_count * terms.table.players);
    const bool begins = take_integer(&arguments, given[3], "begins", 0, 1);
    const Items waits = take_items(&arguments, given[4], "waits", BOOL, 0, false);
    const int64_t count = waits.count;
    const Items actions = take_items(&arguments, given[5], "actions", INT64, count, false);
    PyObject *parts[6] = {NULL};
    Arrays arrays;
    int64_t items = 0;
    take_parts(&arguments, given[6], "arrays", parts, 6);
    arrays.observations = take_rows(&arguments, parts[0], "arrays.observations", count * SIZE_OF_VIEW, &items);
    arrays.width = width_of_rows(&arguments, items, count);
    arrays.masks = take_items(&arguments, parts[1], "arrays.masks", BOOL, count * ACTION_COUNT, true).items;
    arrays.seats = take_words(&arguments, parts[2], "arrays.seats", count, true);
    arrays.rewards =
        take_items(&arguments, parts[3], "arrays.rewards", FLOAT32, count * terms.table.players, true).items;
    arrays.done = take_items(&arguments, parts[4], "arrays.done", BOOL, count, true).items;
    arrays.games = take_words(&arguments, parts[5], "arrays.games", count, true);
    const Memories memories = take_memories(&arguments, given[7], count, size_of_table(&terms));
    int64_t refused = -1;
    if (!arguments.failed) {
        const char *fault;
        Py_BEGIN_ALLOW_THREADS if (!begins) refused = entries->find_illegal(&memories, waits.items, actions.items);
        if (refused < 0)
            fault = entries->advance_tables(
                &terms, has_mind ? &mind : NULL, &scale, begins, waits.items, actions.items, &arrays, &memories);
        else
            fault = find_fault_of_table(&terms, begins, memories.items + refused * memories.stride);
        Py_END_ALLOW_THREADS refuse(&arguments, "memories", fault);
    }
    return end_call(&arguments, PyLong_FromLongLong(refused));
}

PyDoc_STRVAR(
    play_given_doc, "play_given(terms, mind, action, rewards, memory)\n--\n\nThe compiled `numbers.play_given`.");

static PyObject *play_given(PyObject *module, PyObject *const *given, Py_ssize_t given_count) {
    Arguments arguments;
    begin_call(&arguments, "play_given", given, given_count, 5);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 5);
    const LockStepTerms terms = take_lock_step_terms(&arguments, given[0]);
    const bool has_mind = given[1] != Py_None;
    Mind mind = {.words = NULL};
    if (has_mind) mind = take_mind(&arguments, given[1]);
    mind.words = NULL;
    const int64_t action = take_integer(&arguments, given[2], "action", -1, ACTION_COUNT - 1);
    float *rewards = take_items(&arguments, given[3], "rewards", FLOAT32, terms.table.players, true).items;
    const Memories memories = take_memories(&arguments, given[4], 1, size_of_table(&terms));
    if (!arguments.failed && !terms.given) fail(&arguments, "terms.given", "must be the place of given numbers");
    if (!arguments.failed) refuse(&arguments, "memories", find_fault_of_table(&terms, action < 0, memories.items));
    int outcome = -1;
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS outcome =
            entries->play_given(&terms, has_mind ? &mind : NULL, action, rewards, memories.items);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, PyLong_FromLong(outcome));
}

/* Return the first number of each table, and of the end: at most `most`. */
static const int64_t *take_offsets(Arguments *arguments, PyObject *value, int64_t count, int64_t most) {
    const int64_t *offsets = take_words(arguments, value, "offsets", count + 1, false);
    if (!arguments->failed && (offsets[0] < 0 || offsets[count] > most)) fail(arguments, "offsets", "lead outside");
    for (int64_t at = 0; !arguments->failed && at < count; at++)
        if (offsets[at] > offsets[at + 1]) fail(arguments, "offsets", "must ascend");
    return offsets;
}

/* Fail unless each table can be looked at between two steps. */
static void check_boards(Arguments *arguments, const Terms *terms, const Memories *memories) {
    for (int64_t at = 0; !arguments->failed && at < memories->count; at++) {
        const int64_t *memory = memories->items + at * memories->stride;
        refuse(arguments, "memories", find_fault_of_board(terms, memory));
        if (!arguments->failed &&
            (memory[PLIES] < 0 || memory[PLIES] > DECK_SIZE || memory[COUNTED] < 0 || memory[COUNTED] > memory[PLIES] ||
                memory[GROWN_LEFT] < 0 || memory[GROWN_LEFT] > ROW_BITS || memory[ROUND] < 0))
            fail(arguments, "memories", "have a table with impossible placements");
    }
}

PyDoc_STRVAR(
    show_given_doc, "show_given(terms, scale, viewer, memory, row, mask)\n--\n\nThe compiled `numbers.show_given`.");

static PyObject *show_given(PyObject *module, PyObject *const *given, Py_ssize_t given_count) {
    Arguments arguments;
    begin_call(&arguments, "show_given", given, given_count, 6);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 6);
    const LockStepTerms terms = take_lock_step_terms(&arguments, given[0]);
    const Scale scale = take_scale(&arguments, given[1], (terms.round_count + 1) * terms.table.players);
    const int viewer = (int)take_integer(&arguments, given[2], "viewer", 0, terms.table.players - 1);
    const Memories memories = take_memories(&arguments, given[3], 1, size_of_table(&terms));
    check_boards(&arguments, &terms.table, &memories);
    int64_t items = 0;
    const Row row = take_rows(&arguments, given[4], "row", SIZE_OF_VIEW, &items);
    const int width = width_of_rows(&arguments, items, 1);
    bool *mask = take_items(&arguments, given[5], "mask", BOOL, ACTION_COUNT, true).items;
    if (!arguments.failed && memories.items[ROUND] > terms.round_count)
        fail(&arguments, "memory", "has a table past its last round");
    if (!arguments.failed) entries->show_given(&terms, &scale, viewer, memories.items, row, width, mask);
    return end_call(&arguments, none());
}

PyDoc_STRVAR(show_after_doc, "show_after(terms, scale, observations, memories, numbers, actions, offsets)\n--\n\n"
                             "The compiled `numbers.show_after`.");

static PyObject *show_after(PyObject *module, PyObject *const *given, Py_ssize_t given_count) {
    Arguments arguments;
    begin_call(&arguments, "show_after", given, given_count, 7);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 7);
    const Terms terms = take_terms(&arguments, given[0]);
    const Items actions = take_items(&arguments, given[5], "actions", INT64, 0, false);
    const int64_t count = take_items(&arguments, given[6], "offsets", INT64, 1, false).count - 1;
    const int64_t *offsets = take_offsets(&arguments, given[6], count, actions.count);
    const Memories memories = take_memories(&arguments, given[3], count, ROW_SIZE);
    check_boards(&arguments, &terms, &memories);
    int64_t rounds = 1;
    for (int64_t at = 0; !arguments.failed && at < count; at++)
        if (memories.items[at * memories.stride + ROUND] >= rounds)
            rounds = memories.items[at * memories.stride + ROUND] + 1;
    if (rounds > MOST_ROUNDS) fail(&arguments, "memories", "have a table past its last round");
    const Scale scale = take_scale(&arguments, given[1], rounds * terms.players);
    int64_t items = 0, after = 0;
    Arrays arrays = {.width = 0};
    arrays.observations = take_rows(&arguments, given[2], "observations", count * SIZE_OF_VIEW, &items);
    arrays.width = width_of_rows(&arguments, items, count);
    const Row numbers = take_rows(&arguments, given[4], "numbers", actions.count * arrays.width, &after);
    if (!arguments.failed && !numbers.bytes != !arrays.observations.bytes)
        fail(&arguments, "numbers", "must have items of the same kind as the observations");
    for (int64_t at = 0; !arguments.failed && at < count; at++) {
        const int64_t first = offsets[at];
        const bool waits[] = {false};
        const Memories table = {memories.items + at * memories.stride, 1, memories.stride};
        for (int64_t number = first; !arguments.failed && number < offsets[at + 1]; number++)
            if (entries->find_illegal(&table, waits, (const int64_t *)actions.items + number) >= 0)
                fail(&arguments, "actions", "have an action that is not legal");
    }
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS entries->show_after(&terms, &scale, &arrays, &memories, numbers, actions.items, offsets);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, none());
}

PyDoc_STRVAR(value_tables_doc,
    "value_tables(terms, mind, memories, worths, words, offsets)\n--\n\nThe compiled `numbers.value_tables`.");

static PyObject *value_tables(PyObject *module, PyObject *const *given, Py_ssize_t given_count) {
    Arguments arguments;
    begin_call(&arguments, "value_tables", given, given_count, 6);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 6);
    const Terms terms = take_terms(&arguments, given[0]);
    const Mind mind = take_mind(&arguments, given[1]);
    const Items worths = take_items(&arguments, given[3], "worths", INT64, 0, true);
    int64_t *words = take_words(&arguments, given[4], "words", worths.count * WORD_COUNT, true);
    const int64_t count = take_items(&arguments, given[5], "offsets", INT64, 1, false).count - 1;
    const int64_t *offsets = take_offsets(&arguments, given[5], count, worths.count);
    const Memories memories = take_memories(&arguments, given[2], count, TABLE_SIZE);
    check_boards(&arguments, &terms, &memories);
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS entries->value_tables(&terms, &mind, &memories, worths.items, words, offsets);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, none());
}

/* Return the results that `count` rounds have room for: the length of the second array. */
static Results take_results(Arguments *arguments, PyObject **parts, int players, int64_t *count) {
    Results results;
    const Items last_placer = take_items(arguments, parts[1], "last_placer", INT16, 0, true);
    *count = last_placer.count;
    results.last_placer = last_placer.items;
    results.cards_left = take_items(arguments, parts[0], "cards_left", INT16, *count * players, true).items;
    results.plies = take_items(arguments, parts[2], "plies", INT16, *count, true).items;
    results.last_house = take_items(arguments, parts[3], "last_house", INT16, *count, true).items;
    return results;
}

/* Copy the kernel's memory, so that the caller's does not change. */
static void take_memory(Arguments *arguments, PyObject *value, const Terms *terms, int64_t *memory) {
    const int64_t *start = take_words(arguments, value, "memory", MEMORY_SIZE, false);
    if (arguments->failed) return;
    memcpy(memory, start, MEMORY_SIZE * sizeof *memory);
    for (int seat = 0; seat < MOST_PLAYERS; seat++) {
        const int64_t errs = memory[POLICIES + POLICY_SIZE * seat + ERRS];
        if (errs < 0 || errs > INT64_C(1) << 53) fail(arguments, "memory", "has a policy that errs too often");
    }
    refuse(arguments, "memory", find_fault_of_board(terms, memory + START));
}

PyDoc_STRVAR(play_rounds_doc,
    "play_rounds(terms, memory, hand_size, starter_count, first_player, rotation, seed, first, arrays)\n--\n\n"
    "The compiled `rounds.play_rounds`.");

static PyObject *play_rounds(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "play_rounds", given, count, 9);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 9);
    RoundsJob rounds;
    int64_t memory[MEMORY_SIZE];
    PyObject *parts[4] = {NULL};
    rounds.job.terms = take_terms(&arguments, given[0]);
    rounds.job.memory = memory;
    take_memory(&arguments, given[1], &rounds.job.terms, memory);
    rounds.hand_size = (int)take_integer(&arguments, given[2], "hand_size", 1, MOST_CARDS);
    rounds.starter_count = (int)take_integer(&arguments, given[3], "starter_count", 0, rounds.job.terms.width_limit);
    rounds.first_player = (int)take_integer(&arguments, given[4], "first_player", 0, rounds.job.terms.players - 1);
    rounds.rotation = (int)take_integer(&arguments, given[5], "rotation", 0, 1);
    rounds.job.seed = take_word(&arguments, given[6], "seed");
    rounds.job.first = take_word(&arguments, given[7], "first");
    take_parts(&arguments, given[8], "arrays", parts, 4);
    rounds.job.results = take_results(&arguments, parts, rounds.job.terms.players, &rounds.job.count);
    const int64_t facts[ROUND_FACTS] = {rounds.hand_size, rounds.starter_count, DECK_SIZE};
    if (!arguments.failed) refuse(&arguments, "terms", find_fault_of_rounds(&rounds.job.terms, facts, 1));
    if (!arguments.failed && rounds.job.terms.automated) fail(&arguments, "terms", "have automated seats");
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS entries->play_rounds(&rounds);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, none());
}

PyDoc_STRVAR(play_games_doc,
    "play_games(terms, memory, rounds, throne_count, numbers_a_game, first_player, seed, first, arrays)\n--\n\n"
    "The compiled `rounds.play_games`.");

/* Return memory for so many things, on a boundary that suits vectors, and in `room` what to free. */
static void *allocate(size_t count, size_t size, size_t alignment, void **room) {
    *room = count < PTRDIFF_MAX / (size + 1) ? malloc(count * size + alignment) : NULL;
    if (!*room) return NULL;
    return (char *)*room + alignment - (uintptr_t)*room % alignment;
}

static PyObject *play_games(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "play_games", given, count, 9);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 9);
    GamesJob games;
    int64_t memory[MEMORY_SIZE];
    PyObject *parts[5] = {NULL};
    games.job.terms = take_terms(&arguments, given[0]);
    games.job.memory = memory;
    take_memory(&arguments, given[1], &games.job.terms, memory);
    const Items rounds = take_items(&arguments, given[2], "rounds", INT64, ROUND_FACTS, false);
    games.rounds = rounds.items;
    games.round_count = (int)(rounds.count / ROUND_FACTS);
    games.throne_count = (int)take_integer(&arguments, given[3], "throne_count", games.round_count, INT16_MAX);
    games.numbers_a_game = take_word(&arguments, given[4], "numbers_a_game");
    games.first_player = (int)take_integer(&arguments, given[5], "first_player", 0, games.job.terms.players - 1);
    games.job.seed = take_word(&arguments, given[6], "seed");
    games.job.first = take_word(&arguments, given[7], "first");
    take_parts(&arguments, given[8], "arrays", parts, 5);
    games.job.results = take_results(&arguments, parts, games.job.terms.players, &games.job.count);
    games.throne_cards = take_items(&arguments, parts[4], "throne_cards", INT16, games.job.count, true).items;
    if (!arguments.failed)
        refuse(&arguments, "rounds", find_fault_of_rounds(&games.job.terms, games.rounds, games.round_count));
    if (!arguments.failed && games.job.count % games.round_count) fail(&arguments, "last_placer", "ends in mid-game");
    if (!arguments.failed) {
        void *room_of_thrones, *room_of_decks;
        const SizesInLanes sizes = entries->sizes;
        void *thrones = allocate((size_t)games.throne_count, sizes.of_a_throne_card, sizes.alignment, &room_of_thrones);
        void *decks = allocate((size_t)games.round_count, sizes.of_a_deck, sizes.alignment, &room_of_decks);
        games.job.count /= games.round_count;
        if (thrones && decks) {
            Py_BEGIN_ALLOW_THREADS entries->play_games(&games, thrones, decks);
            Py_END_ALLOW_THREADS
        } else {
            PyErr_NoMemory();
            arguments.failed = true;
        }
        free(room_of_thrones);
        free(room_of_decks);
    }
    return end_call(&arguments, none());
}

static Plan take_plan(Arguments *arguments, PyObject *value, const Terms *terms) {
    const Items plan = take_items(arguments, value, "plan", INT64, PILES, false);
    if (!arguments->failed) refuse(arguments, "plan", find_fault_of_plan(terms, plan.items, plan.count));
    return (Plan){plan.items, plan.count - EDGE_SIZE};
}

PyDoc_STRVAR(
    play_worlds_doc, "play_worlds(terms, plan, seed, first, memory, arrays)\n--\n\nThe compiled `rounds.play_worlds`.");

static PyObject *play_worlds(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "play_worlds", given, count, 6);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 6);
    WorldsJob worlds;
    int64_t memory[MEMORY_SIZE];
    PyObject *parts[4] = {NULL};
    worlds.job.terms = take_terms(&arguments, given[0]);
    worlds.job.memory = memory;
    worlds.plan = take_plan(&arguments, given[1], &worlds.job.terms);
    worlds.job.seed = take_word(&arguments, given[2], "seed");
    worlds.job.first = take_word(&arguments, given[3], "first");
    take_memory(&arguments, given[4], &worlds.job.terms, memory);
    take_parts(&arguments, given[5], "arrays", parts, 4);
    worlds.job.results = take_results(&arguments, parts, worlds.job.terms.players, &worlds.job.count);
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS entries->play_worlds(&worlds);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, none());
}

PyDoc_STRVAR(draw_worlds_doc,
    "draw_worlds(terms, plan, seed, first, worlds, memory)\n--\n\nThe compiled `trial_kernel.draw_worlds`.");

static PyObject *draw_worlds(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "draw_worlds", given, count, 6);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 6);
    DrawingJob drawing;
    int64_t memory[MEMORY_SIZE];
    Job *job = &drawing.worlds.job;
    job->terms = take_terms(&arguments, given[0]);
    job->memory = memory;
    drawing.worlds.plan = take_plan(&arguments, given[1], &job->terms);
    job->seed = take_word(&arguments, given[2], "seed");
    job->first = take_word(&arguments, given[3], "first");
    const Items drawn = take_items(&arguments, given[4], "worlds", INT64, 0, true);
    drawing.drawn = drawn.items;
    job->count = drawn.count / (2 * job->terms.players);
    take_memory(&arguments, given[5], &job->terms, memory);
    if (!arguments.failed) {
        Py_BEGIN_ALLOW_THREADS entries->draw_worlds(&drawing);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, none());
}

PyDoc_STRVAR(try_moves_doc, "try_moves(terms, moves, by_cards_left, seed, first, worlds, tried, memory)\n--\n\n"
                            "The compiled `trial_kernel.try_moves`.");

static PyObject *try_moves(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arguments arguments;
    begin_call(&arguments, "try_moves", given, count, 8);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 8);
    TrialsJob trials;
    int64_t memory[MEMORY_SIZE];
    Job *job = &trials.job;
    job->terms = take_terms(&arguments, given[0]);
    job->memory = memory;
    const Items moves = take_items(&arguments, given[1], "moves", INT64, 0, false);
    const int64_t points_a_card = HOUSE_COUNT * job->terms.players;
    const Items points = take_items(&arguments, given[2], "by_cards_left", INT64, points_a_card, false);
    job->seed = take_word(&arguments, given[3], "seed");
    job->first = take_word(&arguments, given[4], "first");
    const Items worlds = take_items(&arguments, given[5], "worlds", INT64, 0, false);
    trials.moves = moves.items;
    trials.move_count = (int)moves.count;
    trials.points = points.items;
    trials.most_left = (int)(points.count / points_a_card) - 1;
    trials.worlds = worlds.items;
    job->count = worlds.count / (2 * job->terms.players);
    trials.tried = take_words(&arguments, given[6], "tried", END_SIZE * job->count * moves.count, true);
    take_memory(&arguments, given[7], &job->terms, memory);
    if (!arguments.failed && memory[START + SEAT] != job->terms.hero)
        fail(&arguments, "memory", "has another seat to move than terms.hero");
    for (int64_t at = 0; !arguments.failed && at < moves.count; at++)
        if (trials.moves[at] < 0 || trials.moves[at] >= HOUSE_COUNT << 6)
            fail(&arguments, "moves", "has a move of no house");
    for (int64_t at = 0; !arguments.failed && at < job->count; at++)
        refuse(
            &arguments, "worlds", find_fault_of_hands(trials.worlds + at * 2 * job->terms.players, job->terms.players));
    if (!arguments.failed && job->count && moves.count) {
        Py_BEGIN_ALLOW_THREADS entries->try_moves(&trials);
        Py_END_ALLOW_THREADS
    }
    return end_call(&arguments, none());
}

PyDoc_STRVAR(
    add_up_doc, "add_up(tried, moves, kind, win_worth, best, power)\n--\n\nThe compiled `trial_kernel.add_up`.");

static PyObject *add_up(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    enum { MOST_SUMS = 256 };
    Arguments arguments;
    begin_call(&arguments, "add_up", given, count, 6);
    if (arguments.failed) return NULL;
    const Entries *entries = take_set(&arguments, module, 6);
    const Items tried = take_items(&arguments, given[0], "tried", INT64, 0, false);
    const int64_t moves = take_integer(&arguments, given[1], "moves", 1, MOST_SUMS);
    const int kind = (int)take_integer(&arguments, given[2], "kind", 0, WIN);
    const int64_t win_worth = take_integer(&arguments, given[3], "win_worth", INT32_MIN, INT32_MAX);
    const int64_t best = take_integer(&arguments, given[4], "best", -1, moves - 1);
    const int power = (int)take_integer(&arguments, given[5], "power", 1, 2);
    int64_t sums[MOST_SUMS];
    PyObject *listed = arguments.failed ? NULL : PyList_New((Py_ssize_t)moves);
    if (listed) {
        const int64_t worlds = tried.count / (END_SIZE * moves);
        Py_BEGIN_ALLOW_THREADS entries->add_up(tried.items, moves, worlds, kind, win_worth, best, power == 2, sums);
        Py_END_ALLOW_THREADS for (int64_t move = 0; move < moves; move++)
            PyList_SetItem(listed, (Py_ssize_t)move, PyLong_FromLongLong(sums[move]));
    }
    return end_call(&arguments, listed);
}

static int execute(PyObject *module) {
    const int count = ((Kept *)PyModule_GetState(module))->set_count = count_sets();
    PyObject *names = PyTuple_New(count);
    for (int set = 0; names && set < count; set++) {
        PyObject *name = PyUnicode_FromString(SETS[set]->name);
        if (!name || PyTuple_SetItem(names, set, name) < 0) Py_CLEAR(names);
    }
    const int failed = !names || PyModule_AddObjectRef(module, "SETS", names) < 0;
    Py_XDECREF(names);
    return failed || PyModule_AddStringConstant(module, "SOURCES", SOURCES) < 0 ? -1 : 0;
}

#define FUNCTION(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, name##_doc}

static PyMethodDef METHODS[] = {
    FUNCTION(add_up),
    FUNCTION(advance_tables),
    FUNCTION(count_openings),
    FUNCTION(draw_worlds),
    FUNCTION(play_games),
    FUNCTION(play_given),
    FUNCTION(play_rounds),
    FUNCTION(play_worlds),
    FUNCTION(search),
    FUNCTION(show_after),
    FUNCTION(show_given),
    FUNCTION(try_hands),
    FUNCTION(try_moves),
    FUNCTION(value_moves),
    FUNCTION(value_moves_twice),
    FUNCTION(value_tables),
    FUNCTION(weigh_hands),
    FUNCTION(weigh_worlds),
    {NULL, NULL, 0, NULL},
};

/* What a module declares: the later parts are known to Python from 3.12 and from 3.13 on, and are not in the headers of
   3.11. Their numbers belong to the stable ABI. */
enum { MULTIPLE_INTERPRETERS = 3, GIL = 4 };
#define WITH_A_LOCK_OF_ITS_OWN ((void *)2)
#define WITHOUT_A_LOCK ((void *)1)

static PyModuleDef_Slot FROM_3_13[] = {
    {GIL, WITHOUT_A_LOCK},
    {MULTIPLE_INTERPRETERS, WITH_A_LOCK_OF_ITS_OWN},
    {Py_mod_exec, (void *)execute},
    {0, NULL},
};

#define MODULE_WITH(slots) \
    {PyModuleDef_HEAD_INIT, .m_name = "_native", .m_doc = "The compiled half of the laboratory.", \
        .m_size = sizeof(Kept), .m_methods = METHODS, .m_slots = (slots)}

static PyModuleDef OF_3_11 = MODULE_WITH(FROM_3_13 + 2), OF_3_12 = MODULE_WITH(FROM_3_13 + 1);
static PyModuleDef OF_3_13 = MODULE_WITH(FROM_3_13);

PyMODINIT_FUNC PyInit__native(void) {
    if (Py_Version >= 0x030D0000) return PyModuleDef_Init(&OF_3_13);
    return PyModuleDef_Init(Py_Version >= 0x030C0000 ? &OF_3_12 : &OF_3_11);
}
