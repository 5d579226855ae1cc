/* The lists of integers that Python and C share, and what the entries are called with.

   The names and numbers are those of the Python modules named below, whose docstrings explain them. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* board.py */

enum { HOUSE_COUNT = 4, CARDS_PER_HOUSE = 9, ROW_BITS = 8, MOST_PLAYERS = 6, DECK_SIZE = 36 };
enum { MOST_CARDS = 18 }; /* In a hand: of two players, when nobody else is left. */
enum { COUNT_BITS = 4, COUNT = 15, LAST_WORTH = 2, LEFT_END = 0, RIGHT_END = 1 };
enum {
    MIRROR = 4,
    WIDTH = 8,
    PLACED = 9,
    SEAT = 10,
    OUT = 11,
    HANDS = 12,
    STACKS = 18,
    STACK_SIZES = 24,
    LAST_SEAT = 30,
    LAST_HOUSE = 31,
    SLOTS = 32,
    BOARD_SIZE = 36
};

typedef struct {
    int players, width_limit;
    int automated, places_right; /* The automated seats, and those that use the rightmost slot, as bits. */
    int hero;
} Terms;

/* kernel.py */

enum {
    START = BOARD_SIZE,
    DECK = 120,
    NUMBER = 156,
    POLICIES = 160,
    ERRS = 0,
    BY_CARDS = 1,
    POLICY_SIZE = 2,
    MEMORY_SIZE = POLICIES + MOST_PLAYERS * POLICY_SIZE
};
enum { UNSEEN_CARDS, STEP_COUNT, FREE_COUNT, FREE_CARDS, FIRST_NODE, PILES };
enum { CHANCE, SHARE, NEXT_NODE, EDGE_SIZE };
enum { BYTE = 255, BIAS = 64, NEVER = -(1 << 20), MOST_CHOICES = 2 * 56 + 2 * HOUSE_COUNT };
enum { WHOLE_DECK = 0x9999, WHOLE_HAND = 0xFFFF };

/* The number of the last edge's first item in a plan. */
typedef struct {
    const int64_t *items;
    int64_t last_edge;
} Plan;

/* network.py */

enum { SUM_COUNT = 128, UNIT_COUNT = 32, UNIT_BITS = 10, MOST = 8 << UNIT_BITS, WORD_BITS = 64 };
enum { COURT, OPEN, COUNTS, HOUSE_WORDS };
enum { OWN = 0, UNSEEN = 9, SLOT_COUNT = 18, PROMISED = 26, ALONE = 32 };
enum { MOST_SLOTS = 8, MOST_PROMISED = 6, MOST_ALONE = 4 };
enum { TABLE = 12, OTHERS = 13, OPENINGS = 14, WORD_COUNT = 17 };
enum { OWN_SIZE = 0, ROOM = 17, KIND = 25, NEXT = 31 };
enum { IS_IN = 0, HAS_MORE = 1, LEFT = 2, LACKS = 6, SEAT_BITS = 10, MOST_LEFT = 4 };
enum { OPENED_BITS = 7, LEAST_OPENED = -3, OPENINGS_BITS = HOUSE_COUNT * OPENED_BITS };
enum { SIZES = 0, MISSING = 6, OPENED = 12, SEEN_SIZE = 36 };
enum { MOST_MOVES = 20, GROWN = 1, IMAGE = 2, KINDS = 4, INPUT_COUNT = WORD_BITS * WORD_COUNT };

/* The weights. */
typedef struct {
    const int16_t *first; /* A row of `SUM_COUNT` for each input. */
    const int32_t *first_biases;
    const int16_t *second; /* A row for each pair of sums, with the two weights of each unit. */
    const int32_t *second_biases;
    const int64_t *last;
    int64_t last_bias;
    int rows_together; /* The number of different rows of `first`, or of their complements, whose sums have 16 bits. */
} Network;

/* A network with the position that it looks at, and the moves that it has valued. */
typedef struct {
    Network network;
    int64_t *words; /* The inputs after each move, or NULL. */
    int64_t *seen, *codes, *worths, *board;
    struct Base *base; /* The working memory of a call: see `network.h`. */
} Mind;

/* search.py */

enum { SIGNATURE = 0, LOW = 1, HIGH = 2, REACHED = 3 };
enum { GAINED = 7, GOAL, CODE, SCORE, CHOSEN, MOVE_COUNT, NODES_BEFORE, NODE_SIZE };
enum { MOST_PLIES = 36, MOVES_OF_A_NODE = 32, NODE_ROWS = MOVES_OF_A_NODE * (MOST_PLIES + 3) };
enum { YES = 1, NO = 0, UNKNOWN = -1, NO_MOVE = 256, TRIED = -1000000 };
enum { NODES = 0, NODE_LIMIT = 1, PLY = 2, FIRST_CHOSEN = 3, PATH = 4, LINE_SIZE = PATH + MOST_PLIES + 2 };
enum { AT_START = -1, BOARD_ROWS = MOST_PLIES + 2 };
enum { BOUND_BASE = 64, BOUND_BITS = 8, BOUND = 255, MOVE_SHIFT = 16, MOVE = 511, COST_SHIFT = 25 };

/* `boards`, `nodes` and the hash table have rows one after another. */
typedef struct {
    int64_t *line, *root, *boards, *nodes, *table;
    uint64_t entries; /* A power of two: half the entries of the table's list. */
} Search;

/* rounds.py and trial_kernel.py */

enum { NUMBERS_A_ROUND = 128, NUMBERS_A_WORLD = 256, NUMBERS_TO_DRAW = 128 };
enum { ROUND_HAND_SIZE, ROUND_STARTERS, ROUND_CARDS, ROUND_FACTS, MOST_ROUNDS = 1000 };
enum { MARGIN, POINTS, WIN, END_SIZE };
enum { CHOICE_WIDTH = 4, CHOICE_SEAT, CHOICE_MOVE, CHOICE_PLACED, CHOICE_SIZE };
enum { WEIGHT_BITS = 30 };

/* The results of rounds, an item for each, and of `cards_left` one for each seat. */
typedef struct {
    int16_t *cards_left, *last_placer, *plies, *last_house;
} Results;

/* Rounds `first`, `first + 1`, … of a seed. */
typedef struct {
    Terms terms;
    int64_t *memory; /* The kernel's, with the policies and the board that playouts begin with. */
    uint64_t seed, first;
    int64_t count;
    Results results;
} Job;

/* Single rounds: where seat `first_player` starts round 0, and `rotation` is the step from round to round. */
typedef struct {
    Job job;
    int hand_size, starter_count, first_player, rotation;
} RoundsJob;

/* Games: for each round, its `ROUND_FACTS`; the number of Iron Throne cards, and of random numbers a game. */
typedef struct {
    Job job;
    const int64_t *rounds;
    int round_count, throne_count, first_player;
    uint64_t numbers_a_game;
    int16_t *throne_cards;
} GamesJob;

/* Playouts: each in a world of its own. */
typedef struct {
    Job job;
    Plan plan;
} WorldsJob;

/* Worlds alone: for each, the hands of all seats, then their stacks. */
typedef struct {
    WorldsJob worlds;
    int64_t *drawn;
} DrawingJob;

/* Trials of moves in worlds. */
typedef struct {
    Job job;
    const int64_t *moves, *points, *worlds;
    int move_count, most_left; /* The most cards left that `points` knows. */
    int64_t *tried; /* The margins of all moves in all worlds, then the points, then the wins. */
} TrialsJob;

/* lock_step.py */

enum { GAME = MEMORY_SIZE, ROUND, LEARNERS, GROWN_LEFT, PLIES, OUT_AFTER };
enum {
    LACKED = OUT_AFTER + MOST_PLAYERS, /* `MISSING` in Python, where the network has another. */
    KNOWN = LACKED + MOST_PLAYERS,
    TABLE_POINTS = KNOWN + MOST_PLAYERS,
    DRAWN = TABLE_POINTS + MOST_PLAYERS,
    THRONE_PILES = DRAWN + MOST_PLAYERS,
    FEWEST = THRONE_PILES + MOST_PLAYERS,
    WAY = FEWEST + MOST_PLAYERS,
    COUNTED = WAY + DECK_SIZE,
    OPENINGS_SO_FAR = COUNTED + 1, /* `OPENINGS` in Python, for the same reason. */
    TABLE_SIZE = OPENINGS_SO_FAR + MOST_PLAYERS * HOUSE_COUNT
};
enum { PILE_BITS = 8, PILE = 255, MOST_TURNS = DECK_SIZE / 2 };

/* What all tables have in common. */
typedef struct {
    Terms table;
    int first_player, round_count, throne_count, most_left;
    const int64_t *cards_in_game, *hand_sizes, *starter_counts; /* For each round. */
    uint64_t numbers_a_game, seed;
    const int64_t *points, *throne_values, *throne_icons;
    bool is_for_victory;
    int64_t stride, chance;
    int by_network; /* The seats that place by the network, as bits. */
    int64_t given; /* The numbers that choose the moves of a given game, or 0. */
} LockStepTerms;

/* numbers.py */

enum { SHOWN_PLANES = TABLE_SIZE, ROW_SIZE = SHOWN_PLANES + HOUSE_COUNT };
enum { CELL_COUNT = 36, PLACES = 30, BOTTOM_PLACES = 2, ACTION_COUNT = HOUSE_COUNT * PLACES, WORD_OF_PLACES = 32 };

/* The first number of each block of an observation; `tensors.START` has them by name. */
enum {
    AT_COURT = 0,
    AT_OPEN = AT_COURT + HOUSE_COUNT * CELL_COUNT,
    AT_HAND_SIZE = AT_OPEN + HOUSE_COUNT * PLACES,
    AT_TO_MOVE = AT_HAND_SIZE + MOST_PLAYERS,
    AT_STARTS = AT_TO_MOVE + MOST_PLAYERS,
    AT_PLACED_LAST = AT_STARTS + MOST_PLAYERS,
    AT_OUT_AFTER = AT_PLACED_LAST + MOST_PLAYERS,
    AT_POINTS = AT_OUT_AFTER + MOST_PLAYERS,
    AT_PILE_SIZES = AT_POINTS + MOST_PLAYERS,
    AT_AUTOMATED = AT_PILE_SIZES + MOST_PLAYERS,
    AT_HOUSE = AT_AUTOMATED + MOST_PLAYERS,
    AT_KNOWN = AT_HOUSE + MOST_PLAYERS * HOUSE_COUNT,
    AT_MISSING = AT_KNOWN + MOST_PLAYERS * HOUSE_COUNT,
    AT_PLAYERS = AT_MISSING + MOST_PLAYERS * HOUSE_COUNT
};

/* The blocks of the number of players, the phase, the round and the options have 14 numbers. */
enum { AT_THRONE_VALUES = AT_PLAYERS + 14, AT_THRONE_ICONS = AT_THRONE_VALUES + 3, SIZE_OF_VIEW = AT_THRONE_ICONS + 1 };
enum { SIZE_OF_HISTORY = CELL_COUNT * (MOST_PLAYERS + 1), SIZE_OF_LASTING = SIZE_OF_VIEW - AT_HAND_SIZE };
enum { HAND_SHARES, OUT_SHARES, KNOWN_SHARES, POINT_SHARES, PILE_SHARES, VALUE_SHARES, ICON_SHARES, SHARE_ROWS };

/* The numbers that represent counts. */
typedef struct {
    const float *lasting; /* For each round and viewer, the numbers from `AT_HAND_SIZE` on. */
    const float *by_count; /* `SHARE_ROWS` rows of the numbers of each count. */
    int count; /* The length of such a row. */
} Scale;

/* A row of an observation, in numbers or in bytes, of which 255 stands for 1. */
typedef struct {
    float *numbers;
    uint8_t *bytes;
} Row;

/* A learner's arrays of all tables. */
typedef struct {
    Row observations;
    int width; /* The length of a row: with the history or without. */
    bool *masks;
    int64_t *seats;
    float *rewards;
    bool *done;
    int64_t *games;
} Arrays;

/* Tables one after another, each of `stride` integers. */
typedef struct {
    int64_t *items, count, stride;
} Memories;

/* inference.py */

enum { SCALE, SLIP, LOOSE_SCALE, LOOSE_SLIP, MODEL_SIZE };

/* The hands that the other player may have had, and what is known of each. */
typedef struct {
    const int64_t *hands;
    double *alike, *loose;
    int64_t count;
} Hands;

/* Codes of placements or moves. */
typedef struct {
    const int64_t *items;
    int64_t count;
} Codes;

#endif
