/* The network: the worth of each move of a position, in integers.

   Each function is the one of that name in `network.py`, which explains the inputs. Python keeps the sums that moves
   share from one call to the next; here, they last as long as a call. */
#ifndef NETWORK_H
#define NETWORK_H

#include "kernel.h"
#include "vectors.h"

static inline uint64_t ones(int number, int most) {
    return bit(greatest(least(number, most), 0)) - 1;
}

static int64_t count_upper(const int64_t *board, uint64_t court) {
    const uint64_t pairs = pairs_of(court);
    int64_t counts = 0;
    for (int house = 0; house < HOUSE_COUNT; house++)
        counts |= (int64_t)popcount(upper_slots(plane_of(board, house) & court, pairs, court)) << 8 * house;
    return counts;
}

/* `way` is the list from its first placement on, and `seen` from the first count on. */
static void count_openings(const int64_t *board, const int64_t *way, int plies, int grown, int64_t *seen) {
    uint64_t court = unite_planes(board, 0);
    int64_t after = count_upper(board, court);
    for (int ply = plies - 1; ply >= 0; ply--) {
        const int64_t step = way[ply];
        const int seat = least((int)(step >> 16 & BYTE), MOST_PLAYERS - 1);
        court &= ~bit((int)(step & BYTE) + grown - (int)(step >> 8 & BYTE));
        const int64_t before = count_upper(board, court);
        for (int house = 0; house < HOUSE_COUNT; house++)
            seen[HOUSE_COUNT * seat + house] += (after >> 8 * house & BYTE) - (before >> 8 * house & BYTE);
        after = before;
    }
}

static int frequency(const int64_t *board, int64_t hand, int house, int placed) {
    const int hidden = CARDS_PER_HOUSE - popcount(plane_of(board, house));
    return ((count_of(hand, house) << 4 | hidden) - (house == placed ? 17 : 0)) * 4 | (3 - house);
}

static int order_houses(const int64_t *board, int64_t hand, int placed) {
    int order = 0;
    for (int house = 0; house < HOUSE_COUNT; house++) {
        const int own = frequency(board, hand, house, placed);
        int rank = 0;
        for (int other = 0; other < HOUSE_COUNT; other++) rank += frequency(board, hand, other, placed) > own;
        order |= house << 2 * rank;
    }
    return order;
}

/* `PLACES_ABOVE` of a width. */
static uint64_t places_above(int width) {
    uint64_t cells = 0;
    for (int row = 1; row < width; row++) cells |= ones(width - row, 8) << (ROW_BITS * row & 63);
    return cells;
}

static void write_houses(const int64_t *board, int64_t hand, int order, uint64_t *words) {
    const uint64_t occupied = unite_planes(board, 0), pairs = pairs_of(occupied);
    const uint64_t above = places_above((int)board[WIDTH]) & ~occupied;
    uint64_t upper[HOUSE_COUNT], once = 0, twice = 0;
    for (int house = 0; house < HOUSE_COUNT; house++) {
        go_one_by_one();
        upper[house] = upper_slots(plane_of(board, house), pairs, occupied);
        twice |= once & upper[house];
        once |= upper[house];
    }
    for (int rank = 0; rank < HOUSE_COUNT; rank++, words += HOUSE_WORDS) {
        const int house = order >> 2 * rank & 3, own = count_of(hand, house);
        const uint64_t plane = plane_of(board, house), slots = upper[house];
        const uint64_t promised = ((plane | (plane >> 1 & PAIRS)) & ~pairs) << ROW_BITS & above;
        words[COURT] = plane;
        words[OPEN] = slots;
        words[COUNTS] = ones(own, CARDS_PER_HOUSE) << OWN |
                        ones(CARDS_PER_HOUSE - popcount(plane) - own, CARDS_PER_HOUSE) << UNSEEN |
                        ones(popcount(slots), MOST_SLOTS) << SLOT_COUNT |
                        ones(popcount(promised), MOST_PROMISED) << PROMISED |
                        ones(popcount(slots & ~twice), MOST_ALONE) << ALONE;
    }
}

static void write_table(
    const Terms *terms, int seat, int own_size, int64_t out, int order, const int64_t *seen, uint64_t *words) {
    uint64_t facts = 0, is_next = 1;
    words[TABLE] = ones(own_size, 17) << OWN_SIZE | bit(KIND + (terms->automated ? 0 : terms->players - 1));
    memset(words + OPENINGS, 0, (WORD_COUNT - OPENINGS) * sizeof *words);
    for (int turn = 0; turn < terms->players - 1; turn++) {
        const int other = (seat + turn + 1) % terms->players, first = SEAT_BITS * turn;
        const int size = (int)seen[SIZES + other];
        uint64_t opened = 0;
        if (out >> other & 1) {
            facts |= ones(size, MOST_LEFT) << (first + LEFT);
        } else {
            facts |= bit(first + IS_IN) | (uint64_t)(size > own_size) << (first + HAS_MORE);
            words[TABLE] |= is_next << (NEXT + turn);
            is_next = 0;
        }
        for (int rank = 0; rank < HOUSE_COUNT; rank++) {
            const int house = order >> 2 * rank & 3;
            const int count = (int)seen[OPENED + HOUSE_COUNT * other + house] - LEAST_OPENED;
            facts |= (uint64_t)(seen[MISSING + other] >> house & 1) << (first + LACKS + rank);
            opened |= ones(count, OPENED_BITS) << OPENED_BITS * rank;
        }
        words[OPENINGS + (turn >> 1)] |= opened << OPENINGS_BITS * (turn & 1);
    }
    words[OTHERS] = facts;
}

/* The sums of the first layer, one for each unit of a vector. */
typedef struct {
    Numbers vectors[SUM_COUNT / NUMBERS];
} Sums;

enum { MOST_IMAGES = 2 };

/* The inputs that a move changes, of the position and of its mirror image, and for each all bits if it is removed, and
   its rank if `list_changes_by_rank` found it. */
typedef struct {
    int count;
    uint16_t inputs[MOST_IMAGES][INPUT_COUNT];
    int16_t is_removed[INPUT_COUNT];
    uint8_t ranks[INPUT_COUNT];
} Changes;

/* Add the inputs of a word that have changed to a list, and those of the mirror image. */
static inline __attribute__((always_inline)) void list_changes(
    int word, bool is_of_court, uint64_t now, uint64_t before, int width, Changes *changes) {
    for (uint64_t changed = now ^ before; changed; changed &= changed - 1) {
        const int place = lowest(changed), at = changes->count++;
        const int image = is_of_court ? mirror_cell(place, width) & 63 : place;
        changes->inputs[0][at] = (uint16_t)(WORD_BITS * word + place);
        changes->inputs[1][at] = (uint16_t)(WORD_BITS * word + image);
        changes->is_removed[at] = (int16_t)((int)(now >> place & 1) - 1);
    }
}

/* As `list_changes`, of a word of each rank. Places often change at several ranks at once, so the loop is over places:
   when it ends is easier to predict than for each word alone. What is written for a word without a change is written
   over by the next change. */
static inline __attribute__((always_inline)) void list_changes_by_rank(
    int first, bool is_of_court, const uint64_t *now, const uint64_t *before, int grown, int width, Changes *changes) {
    uint64_t changed[HOUSE_COUNT], places = 0;
    int count = changes->count;
    for (int rank = 0; rank < HOUSE_COUNT; rank++) {
        const int word = HOUSE_WORDS * rank + first;
        go_one_by_one();
        changed[rank] = now[word] ^ before[word] << grown;
        places |= changed[rank];
    }
    for (; places; places &= places - 1) {
        const int place = lowest(places), image = is_of_court ? mirror_cell(place, width) & 63 : place;
        for (int rank = 0; rank < HOUSE_COUNT; rank++) {
            const int word = HOUSE_WORDS * rank + first;
            go_one_by_one();
            changes->inputs[0][count] = (uint16_t)(WORD_BITS * word + place);
            changes->inputs[1][count] = (uint16_t)(WORD_BITS * word + image);
            changes->is_removed[count] = (int16_t)((int)(now[word] >> place & 1) - 1);
            changes->ranks[count] = (uint8_t)rank;
            count += (int)(changed[rank] >> place & 1);
        }
    }
    changes->count = count;
}

/* Add the rows of the inputs to the sums of each image, or subtract those of inputs that are removed. As many rows as
   cannot exceed 16 bits are added to each other first, since twice as many of their numbers fit into a vector. Of the
   next `ways` totals of an image, each has the next row of each input: in a court that grows to the left. `shifts` is
   NULL if the rows are those of the inputs. */
static inline __attribute__((always_inline)) void add_rows(const Sums *const *sums, const Network *network,
    const Changes *changes, const int *shifts, int images, int ways, bool some_are_removed, Sums *totals) {
    enum { PARTS = SUM_COUNT / SHORTS, MOST_WAYS = 2 };
    const int together = least(PARTS, REGISTERS / (images * ways)); /* The vectors that stay in registers. */
    const int16_t *is_removed = changes->is_removed;
    int first = 0;
    do {
        const int end = least(changes->count, first + network->rows_together);
        for (int part = 0; part < PARTS; part += together) {
            const int16_t *rows = network->first + part * SHORTS;
            Shorts numbers[MOST_IMAGES * MOST_WAYS][PARTS], removed = {0};
            for (int kind = 0; kind < images * ways; kind++)
                for (int v = 0; v < together; v++) numbers[kind][v] = (Shorts){0};
            for (int at = first; at < end; at++) {
                const Shorts mask = some_are_removed ? (Shorts){0} + is_removed[at] : (Shorts){0};
                const int shift = shifts ? shifts[changes->ranks[at]] : 0;
                removed -= mask;
                for (int image = 0; image < images; image++) {
                    const int16_t *row = rows + SUM_COUNT * (changes->inputs[image][at] + shift);
                    for (int way = 0; way < ways; way++)
                        for (int v = 0; v < together; v++)
                            numbers[image * ways + way][v] += load_shorts(row + SUM_COUNT * way + v * SHORTS) ^ mask;
                }
            }
            for (int kind = 0; kind < images * ways; kind++) {
                const int image = kind / ways, way = kind % ways;
                Numbers *total = totals[IMAGE * image + way].vectors + 2 * part;
                const Numbers *before = first ? total : sums[image]->vectors + 2 * part;
                for (int v = 0; v < together; v++) {
                    /* -x is ~x + 1, which may exceed 16 bits. */
                    total[2 * v] = before[2 * v] + widen_shorts(numbers[kind][v], 0) + widen_shorts(removed, 0);
                    total[2 * v + 1] = before[2 * v + 1] + widen_shorts(numbers[kind][v], 1) + widen_shorts(removed, 0);
                }
            }
        }
        first = end;
    } while (first < changes->count);
}

/* Limit the sums of the first layer. */
static inline void limit_sums(const Sums *sums, int16_t *layer) {
    for (int part = 0; part < SUM_COUNT / SHORTS; part++) {
        const Numbers *totals = sums->vectors + 2 * part;
        const Shorts limited = limit_numbers(totals[0], totals[1], MOST);
        memcpy(layer + SHORTS * part, &limited, sizeof limited);
    }
}

/* Return the worths of the sums of each image, added up. A pair of weights is loaded once for all images. */
static inline __attribute__((always_inline)) int64_t weigh_layers(
    const Sums *sums, const Network *network, int images) {
    enum { PARTS = UNIT_COUNT / NUMBERS };
    int16_t layers[MOST_IMAGES][SUM_COUNT];
    int32_t found[UNIT_COUNT];
    Numbers units[MOST_IMAGES][PARTS];
    uint64_t some = 0;
    for (int image = 0; image < images; image++) {
        memcpy(units[image], network->second_biases, sizeof units[image]);
        limit_sums(sums + IMAGE * image, layers[image]);
    }
    for (int part = 0; part < SUM_COUNT / SHORTS; part++) {
        Shorts either = {0};
        for (int image = 0; image < images; image++) either |= load_shorts(layers[image] + SHORTS * part);
        some |= (uint64_t)which_are_not_zero((Numbers)either) << NUMBERS * part;
    }
    for (; some; some &= some - 1) {
        const int at = lowest(some);
        for (int v = 0; v < PARTS; v++) {
            Numbers weights;
            memcpy(&weights, network->second + 2 * (UNIT_COUNT * at + v * NUMBERS), sizeof weights);
            for (int image = 0; image < images; image++) {
                int32_t pair;
                memcpy(&pair, layers[image] + 2 * at, sizeof pair);
                units[image][v] += multiply_pairs(weights, pair);
            }
        }
    }
    for (int v = 0; v < PARTS; v++) {
        Numbers both = {0};
        for (int image = 0; image < images; image++) both += (units[image][v] & (units[image][v] > 0)) >> UNIT_BITS;
        memcpy(found + v * NUMBERS, &both, sizeof both);
    }
    int64_t worth = 0;
    for (int unit = 0; unit < UNIT_COUNT; unit++) worth += (int64_t)found[unit] * network->last[unit];
    return worth;
}

/* The inputs of the houses before the moves, each with the rank of its number. Other orders have the same inputs at
   other ranks, and so they are listed once for all orders of a position. */
typedef struct {
    uint64_t words[TABLE];
    Changes court; /* Those of cells, all added. */
} Unranked;

static inline void list_unranked(const int64_t *board, int64_t hand, Unranked *unranked) {
    const int own_ranks = 1 << 2 | 2 << 4 | 3 << 6, width = (int)board[WIDTH];
    const uint64_t none[TABLE] = {0};
    unranked->court.count = 0;
    write_houses(board, hand, own_ranks, unranked->words);
    list_changes_by_rank(COURT, true, unranked->words, none, 0, width, &unranked->court);
    list_changes_by_rank(OPEN, true, unranked->words, none, 0, width, &unranked->court);
}

/* Write what `write_houses` would, and how far each house's inputs lie behind those that are listed. */
static inline void rank_houses(const Unranked *unranked, int order, uint64_t *words, int *shifts) {
    for (int rank = 0; rank < HOUSE_COUNT; rank++) {
        const int house = order >> 2 * rank & 3;
        shifts[house] = WORD_BITS * HOUSE_WORDS * (rank - house);
        memcpy(words + HOUSE_WORDS * rank, unranked->words + HOUSE_WORDS * house, HOUSE_WORDS * sizeof *words);
    }
}

/* The inputs of the position before the moves, in one order of houses, and their sums for each kind of court.

   Positions that follow each other have many inputs in common, so an entry goes on with the base of the position
   before. What Python calls `base` and `included` are the words here: those of the court are in `kinds` alone. */
typedef struct Base {
    int order;
    uint64_t words[WORD_COUNT];
    Unranked unranked;
    Sums shared, kinds[KINDS]; /* The first without the inputs of the court. */
} Base;

/* Return a mind whose calls go on with a base, which has no inputs yet. */
static Mind begin_with(Base *base, const Mind *mind) {
    Mind begun = *mind;
    memset(base->words, 0, sizeof base->words);
    memcpy(&base->shared, mind->network.first_biases, sizeof base->shared);
    begun.base = base;
    return begun;
}

static inline __attribute__((always_inline)) void write_bases(
    const Terms *terms, const Mind *mind, int images, int order, Base *base) {
    const int64_t *board = mind->board, hand = board[HANDS + board[SEAT]];
    const int width = (int)board[WIDTH];
    const Sums *const shared[] = {&base->shared, &base->shared};
    uint64_t before[WORD_COUNT];
    const Changes *court = &base->unranked.court;
    Changes changes;
    int shifts[HOUSE_COUNT];
    changes.count = 0;
    memcpy(before, base->words, sizeof before);
    base->order = order;
    rank_houses(&base->unranked, order, base->words, shifts);
    write_table(terms, (int)board[SEAT], size_of(hand) - 1, board[OUT], order, mind->seen, base->words);
    base->words[TABLE] |= ones(terms->width_limit - width, 8) << ROOM;
    list_changes_by_rank(COUNTS, false, base->words, before, 0, width, &changes);
    for (int word = TABLE; word < WORD_COUNT; word++)
        list_changes(word, false, base->words[word], before[word], width, &changes);
    add_rows(shared, &mind->network, &changes, NULL, 1, 1, true, &base->shared);
    if (width < terms->width_limit)
        add_rows(shared, &mind->network, court, shifts, images, 2, false, base->kinds);
    else
        add_rows(shared, &mind->network, court, shifts, images, 1, false, base->kinds);
}

static int rank_of(int house, int order) {
    int rank = 0;
    while (rank < HOUSE_COUNT - 1 && (order >> 2 * rank & 3) != house) rank++;
    return rank;
}

/* Return the worth of a move, and write the inputs of the position after it. Of the cells of the court, the move
   changes one. */
static inline __attribute__((always_inline)) int64_t value_move(
    const Terms *terms, const Mind *mind, int images, const Base *base, int code, uint64_t *words) {
    const int cell = code & 63, width = (int)mind->board[WIDTH], seat = (int)mind->board[SEAT];
    const int grows = cell == LEFT_END ? GROWN : 0, grows_in_image = cell == RIGHT_END ? GROWN : 0;
    const Sums *const before[] = {&base->kinds[grows], &base->kinds[IMAGE | grows_in_image]};
    int64_t after[BOARD_SIZE];
    Sums sums[KINDS];
    Changes changes;
    changes.count = 0;
    memcpy(after, mind->board, STACKS * sizeof *after);
    put_card(after, code);
    memcpy(words + TABLE, base->words + TABLE, (WORD_COUNT - TABLE) * sizeof *words);
    if (cell < ROW_BITS) words[TABLE] ^= bit(ROOM + terms->width_limit - width - 1);
    write_houses(after, after[HANDS + seat], base->order, words);
    const int now = (int)after[WIDTH], court = HOUSE_WORDS * rank_of(code >> 6, base->order) + COURT;
    list_changes(court, true, words[court], base->words[court] << grows, now, &changes);
    list_changes_by_rank(OPEN, true, words, base->words, grows, now, &changes);
    list_changes_by_rank(COUNTS, false, words, base->words, 0, now, &changes);
    list_changes(TABLE, false, words[TABLE], base->words[TABLE], now, &changes);
    add_rows(before, &mind->network, &changes, NULL, images, 1, true, sums);
    const int64_t biases = images * (mind->network.last_bias * (1 << UNIT_BITS));
    return (biases + weigh_layers(sums, &mind->network, images)) * (2 / images);
}

static inline __attribute__((always_inline)) int value_images(const Terms *terms, const Mind *mind, int images) {
    Base *base = mind->base;
    int64_t *board = mind->board;
    const int64_t hand = board[HANDS + board[SEAT]];
    int count = 0;
    base->order = -1;
    find_slots(terms, board);
    list_unranked(board, hand, &base->unranked);
    for (int house = 0; house < HOUSE_COUNT; house++) {
        uint64_t slots = count_of(hand, house) ? slots_of(board, house) : 0;
        if (!slots) continue;
        const int order = order_houses(board, hand, house);
        if (order != base->order) write_bases(terms, mind, images, order, base);
        for (; slots && count < MOST_MOVES; slots &= slots - 1) {
            uint64_t words[WORD_COUNT];
            const int code = house << 6 | lowest(slots);
            mind->codes[count] = code;
            mind->worths[count] = value_move(terms, mind, images, base, code, words);
            if (mind->words) memcpy(mind->words + count * WORD_COUNT, words, sizeof words);
            count++;
        }
    }
    return count;
}

/* The number of images is constant in each call, so that the compiler unrolls the loops over images. */
static int value_moves(const Terms *terms, const Mind *mind, int images) {
    return images == 1 ? value_images(terms, mind, 1) : value_images(terms, mind, 2);
}

static int value_moves_twice(const Terms *terms, const Mind *mind) {
    return value_moves(terms, mind, terms->automated ? 1 : 2);
}

static int best_of(const Mind *mind, int count) {
    int best = 0;
    for (int move = 1; move < count; move++)
        if (mind->worths[move] > mind->worths[best]) best = move;
    return best;
}

static int best_by_network(const Terms *terms, const Mind *mind) {
    const int count = value_moves_twice(terms, mind);
    return count ? (int)mind->codes[best_of(mind, count)] : 0;
}

#endif
