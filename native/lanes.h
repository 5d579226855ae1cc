/* Rounds in lock step: each lane plays a round, and one instruction advances `SIZE` of them.

   They are the rounds of `rounds.h`, number for number. No branch depends on a lane: impossible actions of its seat are
   masked out, so that the compiler makes vector instructions.

   A court is columns of bytes. Each card of the bottom row is the foot of a column. Its next slot is open if the column
   to its right is at least as high, and depends only on its column and the two next to it. Moves are chosen as in the
   kernel: uniformly, in the order of houses and cells. The greedy player values all moves and keeps only the best ones.
   Values are bytes, which wrap around. A set of houses has bit 2 * house for each. Columns that no lane has are left
   out, and so are, for the greedy player, slots that no lane can use. */
#ifndef LANES_H
#define LANES_H

#include "rounds.h"
#include "vectors.h"

enum { COLUMNS = 8, LANES = SIZE };
enum {
    VALUE_BIAS = 80
}; /* It makes all values of moves positive: they are from -70 to 84, and 0 stands for no move. */

typedef struct {
    Bytes hand[HOUSE_COUNT]; /* The cards of each house. */
    Bytes is_in; /* A mask of all bits while the seat is in. */
} Seat;

/* The rounds of all lanes, which the same seat has started. Seats are by turn, from that seat on.

   The order of the fields is for speed. Zen 4, at least, compares a load with the stores before it by the place in a
   page and a few bits that stand for the page: one in sixteen pairs of pages looks like the same one, for as long as a
   process has them, and the load waits. So nothing that is read soon after has the place in a page, 64 rows away, of
   what is written: the fields of every turn are the first 64 rows, and `values` lie three rows before the columns that
   have been read for them. */
typedef struct {
    /* The houses of the cards to the lower left and right of the slot of each column. */
    Bytes lower[2][COLUMNS];
    /* The seat to move: for each house, its moves; the number of the chosen one among those of its house, the bits of
       that house as masks, and whether it is at an end; the houses that it can place at the ends; whether it places a
       card. */
    Bytes counts[HOUSE_COUNT], chosen, is_low, is_high, at_end[2], ends[2], is_in;
    Bytes width; /* Of the bottom row. */
    Bytes open[COLUMNS]; /* The houses that the hand can place in the slot of each column. */
    /* For each column from 1, the houses of its cards as two planes of bits, the bottom one lowest, and its height as a
       single bit. Column 0 is empty, for the space left of the court. */
    Bytes low[COLUMNS + 1], high[COLUMNS + 1], height[COLUMNS + 1];
    Seat seats[MOST_PLAYERS];
    /* For greedy seats: the worth of an open slot of each house; the values of the moves; the part of a value that does
       not depend on slots; the values of ends, and the best of all; and whether the seat chooses at random. */
    Bytes worth[HOUSE_COUNT], values[2][COLUMNS], own_worth[HOUSE_COUNT], end_values[2][HOUSE_COUNT], most, at_random;
    Words number[WORDS]; /* The random number generators. */
    Bytes lying[HOUSE_COUNT]; /* The cards of each house in the court. */
    Bytes last_turn, last_house; /* Of the last placement. */
    int first_seat;
    int columns; /* No court of a lane has more. */
} Group;

_Static_assert(offsetof(Group, seats) == 64 * sizeof(Bytes), "the fields of every turn are 64 rows");
_Static_assert(
    offsetof(Group, values) == offsetof(Group, low) + 61 * sizeof(Bytes), "values lie 61 rows after columns");

/* Shuffled cards: card i has the house `low + 2 * high`, by the bits i. */
typedef struct {
    Words low[WORDS], high[WORDS];
} Deck;

static inline Bytes mask(SignedBytes condition) {
    return (Bytes)condition;
}

static inline Bytes either(Bytes is_one, Bytes one, Bytes other) {
    return other ^ (is_one & (one ^ other));
}

/* GCC finds the instructions of the next three functions only if they are named. */
static inline Bytes larger_bytes(Bytes one, Bytes other) {
#if defined __x86_64__ && SIZE == 64
    return (Bytes)_mm512_max_epu8((__m512i)one, (__m512i)other);
#else
    return either(mask(one > other), one, other);
#endif
}

/* Return a mask of the items that have a bit in common. */
static inline Bytes have_common(Bytes one, Bytes other) {
#if defined __x86_64__ && SIZE == 64
    return (Bytes)_mm512_movm_epi8(_mm512_test_epi8_mask((__m512i)one, (__m512i)other));
#else
    return mask((one & other) != 0);
#endif
}

static inline bool any(Bytes row) {
#if defined __x86_64__ && SIZE == 64
    return _mm512_test_epi64_mask((__m512i)row, (__m512i)row) != 0;
#else
    const Words words = (Words)row;
    uint64_t bits = 0;
    for (int at = 0; at < LANES_A_WORD; at++) bits |= words[at];
    return bits != 0;
#endif
}

static inline Bytes all(int number) {
    return (Bytes){0} + (uint8_t)number;
}

static inline Words all_words(uint64_t number) {
    return (Words){0} + number;
}

static inline Bytes shift_right(Bytes row, int bits) {
    return (Bytes)((Halves)row >> bits) & (uint8_t)(0xFF >> bits);
}

/* GCC converts vectors of bytes to words item by item, and loops over them in many steps. */
static inline void widen(const Bytes *restrict row, Words *restrict words) {
#if defined __x86_64__ && SIZE == 64
    for (int v = 0; v < WORDS; v++)
        words[v] = (Words)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)((const uint8_t *)row + 8 * v)));
#else
    for (int lane = 0; lane < LANES; lane++) ((uint64_t *)words)[lane] = ((const uint8_t *)row)[lane];
#endif
}

static inline void narrow(const Words *restrict words, Bytes *restrict row) {
#if defined __x86_64__ && SIZE == 64
    __m128i bytes[WORDS];
    for (int v = 0; v < WORDS; v++) bytes[v] = _mm512_cvtepi64_epi8((__m512i)words[v]);
    __m128i quarters[WORDS / 2];
    for (int q = 0; q < WORDS / 2; q++) quarters[q] = _mm_unpacklo_epi64(bytes[2 * q], bytes[2 * q + 1]);
    __m512i all_bytes = _mm512_castsi128_si512(quarters[0]);
    all_bytes = _mm512_inserti64x2(all_bytes, quarters[1], 1);
    all_bytes = _mm512_inserti64x2(all_bytes, quarters[2], 2);
    *row = (Bytes)_mm512_inserti64x2(all_bytes, quarters[3], 3);
#else
    for (int lane = 0; lane < LANES; lane++) ((uint8_t *)row)[lane] = (uint8_t)((const uint64_t *)words)[lane];
#endif
}

static inline Words count_bits(Words bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
    bits += bits >> 8;
    bits += bits >> 16;
    return (bits + (bits >> 32)) & 0x7F;
}

static inline Words scramble_words(Words number) {
    number = (number ^ number >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ number >> 27) * UINT64_C(0x94D049BB133111EB);
    return (number ^ number >> 31) >> 11;
}

static inline Words is_not_zero(Words words) {
    return (Words)(words != 0);
}

/* Draw a number of 53 bits in each lane whose seat can place. */
static inline void draw_if_in(Group *group, Words *numbers) {
    Words is_in[WORDS];
    widen(&group->is_in, is_in);
    for (int v = 0; v < WORDS; v++) {
        group->number[v] += is_not_zero(is_in[v]) & STEP;
        numbers[v] = scramble_words(group->number[v]);
    }
}

static inline uint64_t *lane_of(Words *words, int lane) {
    return (uint64_t *)words + lane;
}

/* Begin rounds `first`, `first + step`, … of a seed, each with `stride` random numbers. */
static void number_rounds(uint64_t seed, uint64_t first, uint64_t step, uint64_t stride, Group *group) {
    for (int lane = 0; lane < LANES; lane++)
        *lane_of(group->number, lane) = seed + (first + (uint64_t)lane * step) * stride * STEP;
}

/* Make a deck of some cards, counted as a hand, in the order of houses. */
static inline void deck_from_counts(const Words *counts, Deck *deck) {
    for (int v = 0; v < WORDS; v++) {
        Words upto = all_words(0), low = all_words(0), high = all_words(0);
        for (int house = 0; house < HOUSE_COUNT; house++) {
            const Words before = upto;
            upto += counts[v] >> COUNT_BITS * house & COUNT;
            const Words cards = (all_words(1) << upto) - (all_words(1) << before);
            if (house & 1) low += cards;
            if (house & 2) high += cards;
        }
        deck->low[v] = low;
        deck->high[v] = high;
    }
}

/* Shuffle the first cards of the deck in each lane, as `kernel.shuffle` does. */
static void shuffle_deck(int size, Group *group, Deck *deck) {
    for (int v = 0; v < WORDS; v++) {
        Words low = deck->low[v], high = deck->high[v], number = group->number[v];
        for (int last = size - 1; last > 0; last--) {
            number += STEP;
            const Words chosen = scramble_words(number) * (uint64_t)(last + 1) >> 53;
            const Words both = (all_words(1) << chosen) ^ (UINT64_C(1) << last);
            low ^= both & -((low >> chosen ^ low >> last) & 1);
            high ^= both & -((high >> chosen ^ high >> last) & 1);
        }
        deck->low[v] = low;
        deck->high[v] = high;
        group->number[v] = number;
    }
}

/* Return the counts by house of some of `count` cards of a deck. */
static inline Words counts_in(uint64_t cards, int count, const Deck *deck, int v) {
    const Words low = deck->low[v] & cards, high = deck->high[v] & cards;
    const Words ones_ = count_bits(low), twos = count_bits(high), threes = count_bits(low & high);
    const Words none = (uint64_t)count - ones_ - twos + threes;
    return none | (ones_ - threes) << 4 | (twos - threes) << 8 | threes << 12;
}

static void take_hands(const Words *hands, Seat *seat) {
    for (int house = 0; house < HOUSE_COUNT; house++) {
        Words cards[WORDS];
        for (int v = 0; v < WORDS; v++) cards[v] = hands[v] >> COUNT_BITS * house & COUNT;
        narrow(cards, &seat->hand[house]);
    }
}

/* Begin with courts of at most so many columns: the slots of others are not open, and not looked at. */
static void begin_columns(int columns, Group *group) {
    group->columns = columns;
    for (int column = 0; column < COLUMNS; column++) group->open[column] = all(0);
}

/* `kernel.deal`, starting with the first seat; a round begins with an empty group. */
static void deal_lanes(int players, int hand_size, int starter_count, const Deck *deck, Group *group) {
    const int dealt = players * hand_size;
    for (int turn = 0; turn < players; turn++) {
        const int seat = (group->first_seat + turn) % players;
        uint64_t cards = 0;
        Words hands[WORDS];
        for (int place = 0; place < hand_size; place++) cards |= bit(place * players + seat);
        for (int v = 0; v < WORDS; v++) hands[v] = counts_in(cards, hand_size, deck, v);
        take_hands(hands, &group->seats[turn]);
        group->seats[turn].is_in = all(255);
    }
    for (int turn = players; turn < MOST_PLAYERS; turn++) group->seats[turn].is_in = all(0);
    for (int house = 0; house < HOUSE_COUNT; house++) group->lying[house] = all(0);
    for (int column = 0; column <= COLUMNS; column++) {
        const bool is_starter = 0 < column && column <= starter_count;
        group->low[column] = group->high[column] = all(0);
        group->height[column] = all(is_starter ? 2 : 1);
        if (!is_starter) continue;
        Words low[WORDS], high[WORDS];
        for (int v = 0; v < WORDS; v++) {
            low[v] = deck->low[v] >> (dealt + column - 1) & 1;
            high[v] = deck->high[v] >> (dealt + column - 1) & 1;
        }
        narrow(low, &group->low[column]);
        narrow(high, &group->high[column]);
        for (int house = 0; house < HOUSE_COUNT; house++)
            group->lying[house] += mask((group->low[column] | group->high[column] << 1) == (uint8_t)house) & 1;
    }
    group->width = all(starter_count);
    begin_columns(starter_count, group);
    group->last_turn = group->last_house = all(0);
}

/* Load courts given as the planes of houses. */
static void take_courts(const Words planes[HOUSE_COUNT][WORDS], Group *group) {
    Words rows[3][WORDS];
    for (int v = 0; v < WORDS; v++) {
        rows[0][v] = planes[1][v] | planes[3][v];
        rows[1][v] = planes[2][v] | planes[3][v];
        rows[2][v] = rows[0][v] | rows[1][v] | planes[0][v];
    }
    Bytes *const columns[] = {group->low, group->high, group->height};
    for (int row = 0; row < 3; row++) {
        columns[row][0] = all(row == 2);
        for (int column = 0; column < COLUMNS; column++) {
            Words cells[WORDS];
            /* The factor collects the cells of a column in the highest byte. */
            for (int v = 0; v < WORDS; v++)
                cells[v] = (rows[row][v] >> column & 0x0101010101010101) * UINT64_C(0x0102040810204080) >> 56;
            narrow(cells, &columns[row][column + 1]);
            if (row == 2) columns[row][column + 1] += 1;
        }
    }
    int most = COLUMNS;
    while (most > 0 && !any(group->height[most] & 0xFE)) most--;
    begin_columns(most, group);
    for (int house = 0; house < HOUSE_COUNT; house++) {
        Words counts[WORDS];
        for (int v = 0; v < WORDS; v++) counts[v] = count_bits(planes[house][v]);
        narrow(counts, &group->lying[house]);
    }
}

/* Return the value of the house with these two bits. */
static inline Bytes of_house(Bytes is_low, Bytes is_high, const Bytes *values) {
    const Bytes lower = either(is_low, values[1], values[0]);
    return either(is_high, either(is_low, values[3], values[2]), lower);
}

/* Return the set of the house with these two bits. */
static inline Bytes house_set(Bytes is_low, Bytes is_high) {
    return ((is_low & 0x55) ^ 0x11) & (is_high ^ 0x0F);
}

/* Find the slots that each hand can use; a seat that cannot place is out. Return whether one can. */
static bool survey(int limit, int turn, Group *group) {
    Seat *seat = &group->seats[turn];
    Bytes has = all(0);
    for (int house = 0; house < HOUSE_COUNT; house++) has |= mask(seat->hand[house] != 0) & (uint8_t)(1 << 2 * house);
    Bytes some = has & mask(group->width != (uint8_t)limit);
    group->ends[0] = some;
    group->ends[1] = some & mask(group->width != 0);
    for (int column = 1; column < group->columns; column++) {
        const Bytes height = group->height[column], below = shift_right(height, 1);
        Bytes both = all(0);
        for (int side = 0; side < 2; side++) {
            const Bytes is_low = have_common(group->low[column + side], below);
            const Bytes is_high = have_common(group->high[column + side], below);
            both |= group->lower[side][column] = house_set(is_low, is_high);
        }
        const Bytes is_open = mask(height > 1) & mask(group->height[column + 1] >= height);
        some |= group->open[column] = both & has & is_open;
    }
    group->is_in = seat->is_in &= mask(some != 0);
    return any(group->is_in);
}

/* Decide which seats that can place move at random. Return whether another one can place. */
static bool decide(int64_t errs, Group *group) {
    group->at_random = all(errs == ALWAYS ? 255 : 0);
    if (errs != 0 && errs != ALWAYS) {
        Words drawn[WORDS];
        draw_if_in(group, drawn);
        for (int v = 0; v < WORDS; v++) drawn[v] = (Words)(drawn[v] < (uint64_t)errs);
        narrow(drawn, &group->at_random);
    }
    return any(group->is_in & ~group->at_random);
}

/* `board.count_moves`, of one card of each house. */
static void count_slots(Group *group) {
    Bytes even = all(0), odd = all(0);
    for (int end = 0; end < 2; end++) {
        even += group->ends[end] & 0x11;
        odd += shift_right(group->ends[end], 2) & 0x11;
    }
    for (int column = 1; column < group->columns; column++) {
        even += group->open[column] & 0x11;
        odd += shift_right(group->open[column], 2) & 0x11;
    }
    group->counts[0] = even & 15;
    group->counts[1] = odd & 15;
    group->counts[2] = shift_right(even, 4);
    group->counts[3] = shift_right(odd, 4);
}

/* Count each slot once for every card if the seat chooses at random among cards. */
static void count_cards(int turn, Group *group) {
    for (int house = 0; house < HOUSE_COUNT; house++)
        group->counts[house] *= either(group->at_random, group->seats[turn].hand[house], all(1));
}

/* Find the worth of slots and cards of each house. Return whether a lane has open ends. */
static bool value_houses(int turn, Group *group) {
    for (int house = 0; house < HOUSE_COUNT; house++) {
        const Bytes own = group->seats[turn].hand[house];
        /* An open slot is worth twice the house's cards in the hand, minus its unseen ones. */
        group->worth[house] = 3 * own + group->lying[house] - CARDS_PER_HOUSE;
        /* The placed card leaves the hand, which costs each slot of its house 2. */
        group->own_worth[house] = 4 * own - 2 * group->counts[house] + VALUE_BIAS;
        group->end_values[0][house] = group->end_values[1][house] = all(0);
    }
    group->most = all(0);
    return any(group->ends[0]);
}

static void value_ends(int limit, Group *group) {
    const Bytes is_row = mask(group->width != 0), closes = mask(group->width + 1 == (uint8_t)limit);
    const Bytes of_all = group->worth[0] + group->worth[1] + group->worth[2] + group->worth[3];
    Bytes low = all(0), high = all(0);
    for (int column = 1; column <= COLUMNS; column++) {
        const Bytes is_last = mask(group->width == (uint8_t)column);
        low |= group->low[column] & is_last;
        high |= group->high[column] & is_last;
    }
    const Bytes is_low[] = {have_common(group->low[1], all(1)), have_common(low, all(1))};
    const Bytes is_high[] = {have_common(group->high[1], all(1)), have_common(high, all(1))};
    /* A full row also closes its other end; in an empty row, a second end opens. */
    const Bytes of_end = ((of_all - 2) & ~is_row) - ((2 * of_all - 4) & closes) - (2 & is_row);
    for (int end = 0; end < 2; end++) {
        const Bytes set = house_set(is_low[end], is_high[end]);
        const Bytes of_beside = of_house(is_low[end], is_high[end], group->worth) & is_row;
        for (int house = 0; house < HOUSE_COUNT; house++) {
            const uint8_t only = (uint8_t)(1 << 2 * house);
            Bytes value = of_end + group->own_worth[house] + (group->worth[house] & is_row);
            value += of_beside & mask(set != only);
            value &= have_common(group->ends[end], all(only));
            group->end_values[end][house] = value;
            group->most = larger_bytes(group->most, value);
        }
    }
}

/* Find the values of the slot of a column, for the houses below it. */
static void value_slot(int column, Group *group) {
    const Bytes height = group->height[column];
    Bytes set[2], of_neighbour[2], is_there[2], of_own[2], own_worth[2];
    for (int side = 0; side < 2; side++) {
        /* The card before or after the slot, in its row. */
        const int beside = column - 1 + 2 * side;
        const Bytes low = have_common(group->low[beside], height);
        const Bytes high = have_common(group->high[beside], height);
        set[side] = house_set(low, high);
        of_neighbour[side] = of_house(low, high, group->worth);
        is_there[side] = mask(group->height[beside] > height);
        /* The card to the lower left or right. */
        const Bytes lower = group->lower[side][column];
        const Bytes is_low = have_common(lower, all(0x44)), is_high = have_common(lower, all(0x50));
        of_own[side] = of_house(is_low, is_high, group->worth);
        own_worth[side] = of_house(is_low, is_high, group->own_worth);
    }
    const Bytes differ = mask(group->lower[0][column] != group->lower[1][column]);
    for (int side = 0; side < 2; side++) {
        const Bytes own = group->lower[side][column];
        Bytes value = own_worth[side] - of_own[side] - (of_own[1 - side] & differ) + 2;
        for (int beside = 0; beside < 2; beside++) {
            const Bytes of_beside = of_neighbour[beside] & mask(set[beside] != own);
            value += (of_own[side] + of_beside - 2) & is_there[beside];
        }
        value &= have_common(group->open[column] & own, side ? differ : all(255));
        group->values[side][column] = value;
        group->most = larger_bytes(group->most, value);
    }
}

/* Keep only the best moves of seats that do not choose at random. */
static void keep_best(Group *group) {
    for (int end = 0; end < 2; end++) {
        Bytes kept = group->at_random;
        for (int house = 0; house < HOUSE_COUNT; house++)
            kept |= mask(group->end_values[end][house] == group->most) & (uint8_t)(1 << 2 * house);
        group->ends[end] &= kept;
    }
    for (int column = 1; column < group->columns; column++) {
        if (!any(group->open[column])) continue;
        Bytes kept = group->at_random;
        for (int side = 0; side < 2; side++)
            kept |= group->lower[side][column] & mask(group->values[side][column] == group->most);
        group->open[column] &= kept;
    }
}

/* Draw a move of each lane, uniformly over the counted ones, and find its house. */
static void draw_move(Group *group) {
    const Bytes upto_0 = group->counts[0], upto_1 = upto_0 + group->counts[1];
    const Bytes upto_2 = upto_1 + group->counts[2], sum = upto_2 + group->counts[3];
    Words numbers[WORDS], bounds[WORDS];
    Bytes drawn;
    draw_if_in(group, numbers);
    widen(&sum, bounds);
    for (int v = 0; v < WORDS; v++) numbers[v] = numbers[v] * bounds[v] >> 53;
    narrow(numbers, &drawn);
    /* Past a house: the masks are set from house 1, 2 and 3 on. */
    const Bytes past_0 = mask(drawn >= upto_0), past_1 = mask(drawn >= upto_1), past_2 = mask(drawn >= upto_2);
    group->chosen = drawn - either(past_2, upto_2, either(past_1, upto_1, past_0 & upto_0));
    group->is_low = past_2 | (past_0 & ~past_1);
    group->is_high = past_1;
}

/* Find the slot of the chosen card if the seat chooses at random among cards. */
static void find_slot(int turn, Group *group) {
    const Bytes of_chosen = of_house(group->is_low, group->is_high, group->seats[turn].hand);
    const Bytes cards = either(group->at_random, of_chosen, all(1));
    Bytes multiple = cards, slot = all(0);
    for (int slots = 0; slots < 8; slots++) { /* A house has nine slots at most. */
        slot -= mask(group->chosen >= multiple);
        multiple += cards;
    }
    group->chosen = slot;
}

/* Place the chosen cards above the bottom row. Return whether others go into that row. */
static bool put_cards(int turn, Group *group) {
    const Bytes is_in = group->is_in, is_low = group->is_low, is_high = group->is_high;
    const Bytes house = house_set(is_low, is_high), placed = house & is_in;
    group->last_turn = either(is_in, all(turn), group->last_turn);
    group->last_house = either(is_in, (is_low & 1) | (is_high & 2), group->last_house);
    /* The ends of the bottom row come first. */
    const Bytes first = have_common(group->ends[0], house), last = have_common(group->ends[1], house);
    const Bytes at_left = first & mask(group->chosen == 0) & is_in;
    const Bytes chosen = group->chosen - (first & 1);
    const Bytes at_right = last & mask(chosen == 0) & ~at_left & is_in;
    const Bytes skipped = (chosen - (last & 1)) | at_left | at_right | ~is_in;
    group->at_end[0] = at_left;
    group->at_end[1] = at_right;
    for (int index = 0; index < HOUSE_COUNT; index++) {
        const Bytes minus_one = have_common(placed, all(1 << 2 * index));
        group->seats[turn].hand[index] += minus_one;
        group->lying[index] -= minus_one;
    }
    /* The height of each column whose slot is open to the house, else all bits. */
    Bytes keys[COLUMNS], before[COLUMNS];
    for (int column = 1; column < COLUMNS; column++) {
        keys[column] = group->height[column] | ~have_common(group->open[column], house);
        before[column] = all(column - 1);
    }
    /* Each column comes after those to its left that are not higher; of two slots in a row, the left one is first. */
    for (int column = 2; column < COLUMNS; column++)
        for (int other = 1; other < column; other++) {
            const Bytes comes_later = mask(keys[other] > keys[column]);
            before[column] += comes_later;
            before[other] -= comes_later;
        }
    for (int column = 1; column < COLUMNS; column++) {
        const Bytes key = keys[column];
        const Bytes card = key & mask(before[column] == skipped) & mask(key != 255);
        group->low[column] |= card & is_low;
        group->high[column] |= card & is_high;
        group->height[column] += card;
    }
    return any(at_left | at_right);
}

/* Place the chosen cards that go to an end of the bottom row. */
static void put_at_ends(Group *group) {
    const Bytes is_left = group->at_end[0], is_right = group->at_end[1];
    const Bytes is_low = group->is_low, is_high = group->is_high;
    for (int column = COLUMNS; column > 0; column--) {
        const Bytes card = is_right & mask(group->width == (uint8_t)(column - 1)) & 1;
        /* A card at the left end moves the columns to the right. */
        const bool is_first = column == 1;
        const Bytes low = is_first ? is_low & 1 : group->low[column - 1];
        const Bytes high = is_first ? is_high & 1 : group->high[column - 1];
        const Bytes height = is_first ? all(2) : group->height[column - 1];
        group->low[column] = either(is_left, low, group->low[column] + (card & is_low));
        group->high[column] = either(is_left, high, group->high[column] + (card & is_high));
        group->height[column] = either(is_left, height, group->height[column] + card);
    }
    group->width += (is_left | is_right) & 1;
    group->columns = least(group->columns + 1, COLUMNS);
}

/* `kernel.take_turn` for the seat of a turn, in the lanes where it can place. */
static void take_turns(const Job *job, int turn, Group *group) {
    const int limit = job->terms.width_limit, seat = (group->first_seat + turn) % job->terms.players;
    const int64_t *policy = job->memory + POLICIES + POLICY_SIZE * seat;
    if (!survey(limit, turn, group)) return;
    const bool is_greedy = decide(policy[ERRS], group);
    count_slots(group);
    if (is_greedy) {
        if (value_houses(turn, group)) value_ends(limit, group);
        for (int column = 1; column < group->columns; column++)
            if (any(group->open[column])) value_slot(column, group);
        keep_best(group);
        count_slots(group);
    }
    if (policy[BY_CARDS]) count_cards(turn, group);
    draw_move(group);
    if (policy[BY_CARDS]) find_slot(turn, group);
    if (put_cards(turn, group)) put_at_ends(group);
}

static bool is_anybody_in(const Group *group) {
    Bytes somebody = all(0);
    for (int turn = 0; turn < MOST_PLAYERS; turn++) somebody |= group->seats[turn].is_in;
    return any(somebody);
}

static void play_together(const Job *job, Group *group) {
    /* Each cycle of the table places a card at least. */
    for (int cycle = 0; cycle <= DECK_SIZE && is_anybody_in(group); cycle++)
        for (int turn = 0; turn < job->terms.players; turn++) take_turns(job, turn, group);
}

/* The ends of the rounds: by seat, the cards left in each lane; the cards of the courts; and the seat of each turn. */
typedef struct {
    uint8_t left[MOST_PLAYERS][LANES], placed[LANES], last_turn[LANES], last_house[LANES];
    uint8_t seats[256];
} Ends;

/* Items of lanes are read one by one, which GCC does fast from bytes in memory alone. */
static void find_ends(int players, const Group *group, Ends *ends) {
    for (int turn = 0, seat = group->first_seat; turn < players; turn++, seat = seat_after(players, seat)) {
        const Bytes *hand = group->seats[turn].hand, left = hand[0] + hand[1] + hand[2] + hand[3];
        memcpy(ends->left[seat], &left, sizeof left);
        ends->seats[turn] = (uint8_t)seat;
    }
    const Bytes placed = group->lying[0] + group->lying[1] + group->lying[2] + group->lying[3];
    memcpy(ends->placed, &placed, sizeof placed);
    memcpy(ends->last_turn, &group->last_turn, sizeof placed);
    memcpy(ends->last_house, &group->last_house, sizeof placed);
}

/* Write the results of `count` lanes to items `first`, `first + step`, … */
static void write_results(
    const Job *job, int64_t first, int64_t step, int64_t count, int placed_before, const Group *group) {
    const int players = job->terms.players;
    const int end = (int)(count < LANES ? count : LANES);
    Ends ends;
    find_ends(players, group, &ends);
    for (int seat = 0; seat < players; seat++) {
        int16_t *left = job->results.cards_left + first * players + seat;
        for (int lane = 0; lane < end; lane++, left += step * players) *left = ends.left[seat][lane];
    }
    for (int lane = 0; lane < end; lane++) {
        const int64_t at = first + lane * step;
        job->results.last_placer[at] = ends.seats[ends.last_turn[lane]];
        job->results.plies[at] = (int16_t)(ends.placed[lane] - placed_before);
        job->results.last_house[at] = ends.last_house[lane];
    }
}

static void whole_decks(Deck *deck) {
    Words counts[WORDS];
    for (int v = 0; v < WORDS; v++) counts[v] = all_words(WHOLE_DECK);
    deck_from_counts(counts, deck);
}

static void play_rounds_in_lanes(const RoundsJob *rounds) {
    const Job *job = &rounds->job;
    /* The lanes of a group start with the same seat: with a rotation, they are so many rounds apart. */
    const int players = job->terms.players, step = rounds->rotation ? players : 1;
    Group group;
    Deck deck;
    for (int64_t begin = 0; begin < step && begin < job->count; begin++)
        for (int64_t at = begin; at < job->count; at += (int64_t)step * LANES) {
            const uint64_t number = job->first + (uint64_t)at;
            group.first_seat = seat_that_starts(players, rounds->first_player, rounds->rotation, number);
            number_rounds(job->seed, number, (uint64_t)step, NUMBERS_A_ROUND, &group);
            whole_decks(&deck);
            shuffle_deck(DECK_SIZE, &group, &deck);
            deal_lanes(players, rounds->hand_size, rounds->starter_count, &deck, &group);
            play_together(job, &group);
            write_results(job, at, step, (job->count - at + step - 1) / step, rounds->starter_count, &group);
        }
}

/* Shuffle the Iron Throne cards, by their index in the variant. */
static void draw_throne_cards(int count, Group *group, Words cards[][WORDS]) {
    for (int card = 0; card < count; card++)
        for (int v = 0; v < WORDS; v++) cards[card][v] = all_words((uint64_t)card);
    for (int last = count - 1; last > 0; last--)
        for (int v = 0; v < WORDS; v++) {
            group->number[v] += STEP;
            const Words chosen = scramble_words(group->number[v]) * (uint64_t)(last + 1) >> 53;
            for (int card = 0; card < last; card++) {
                const Words change = (cards[card][v] ^ cards[last][v]) & (Words)(chosen == (uint64_t)card);
                cards[card][v] ^= change;
                cards[last][v] ^= change;
            }
        }
}

/* `thrones` and `decks` are working memory: the Iron Throne cards, and the decks of each round. */
static void play_games_in_lanes(const GamesJob *games, Words thrones[][WORDS], Deck *decks) {
    const Job *job = &games->job;
    const int players = job->terms.players, round_count = games->round_count;
    Group group;
    for (int64_t at = 0; at < job->count; at += LANES) {
        const int64_t count = job->count - at < LANES ? job->count - at : LANES;
        Deck deck;
        number_rounds(job->seed, job->first + (uint64_t)at, 1, games->numbers_a_game, &group);
        draw_throne_cards(games->throne_count, &group, thrones);
        whole_decks(&deck);
        for (int number = 0, size = DECK_SIZE; number < round_count; number++) {
            shuffle_deck(size, &group, &deck);
            decks[number] = deck;
            /* The cards still in the game are the first ones, which are put in the order of houses. */
            size = (int)games->rounds[ROUND_FACTS * number + ROUND_CARDS];
            Words counts[WORDS];
            for (int v = 0; v < WORDS; v++) counts[v] = counts_in(bit(size) - 1, size, &deck, v);
            deck_from_counts(counts, &deck);
        }
        for (int number = 0; number < round_count; number++) {
            const int64_t *facts = games->rounds + ROUND_FACTS * number;
            const int starter_count = (int)facts[ROUND_STARTERS];
            group.first_seat = (games->first_player + number) % players;
            deal_lanes(players, (int)facts[ROUND_HAND_SIZE], starter_count, decks + number, &group);
            play_together(job, &group);
            write_results(job, at * round_count + number, round_count, count, starter_count, &group);
            for (int64_t lane = 0; lane < count; lane++)
                games->throne_cards[(at + lane) * round_count + number] = (int16_t)*lane_of(thrones[number], (int)lane);
        }
    }
}

/* Load the seats of a position, whose hands are known so far, from the seat to move on. */
static void start_position(const Job *job, Words hands[MOST_PLAYERS][WORDS], Group *group) {
    const int players = job->terms.players;
    const int64_t *board = job->memory + START;
    Words planes[HOUSE_COUNT][WORDS];
    group->first_seat = (int)board[SEAT];
    for (int house = 0; house < HOUSE_COUNT; house++)
        for (int v = 0; v < WORDS; v++) planes[house][v] = all_words((uint64_t)board[house]);
    take_courts(planes, group);
    group->width = all((int)board[WIDTH]);
    group->last_turn = all(((int)board[LAST_SEAT] + players - group->first_seat) % players);
    group->last_house = all((int)board[LAST_HOUSE]);
    for (int seat = 0; seat < players; seat++)
        for (int v = 0; v < WORDS; v++) hands[seat][v] = all_words((uint64_t)board[HANDS + seat]);
}

static void take_all_hands(const Job *job, Words hands[MOST_PLAYERS][WORDS], Group *group) {
    const int players = job->terms.players;
    for (int turn = 0; turn < MOST_PLAYERS; turn++) {
        const int seat = (group->first_seat + turn) % players;
        const bool is_in = turn < players && !(job->memory[START + OUT] >> seat & 1);
        group->seats[turn].is_in = all(is_in ? 255 : 0);
        if (turn < players) take_hands(hands[seat], &group->seats[turn]);
    }
}

/* `kernel.draw_world` in each lane: the restricted piles one by one, the others together. */
static void draw_lanes(const Plan *whole_plan, Group *group, Words hands[MOST_PLAYERS][WORDS]) {
    const int64_t *plan = whole_plan->items;
    Words left[WORDS];
    for (int v = 0; v < WORDS; v++) left[v] = all_words((uint64_t)plan[UNSEEN_CARDS]);
    for (int lane = 0; plan[STEP_COUNT] && lane < LANES; lane++) {
        uint64_t *number = lane_of(group->number, lane);
        int64_t edge = plan[FIRST_NODE];
        for (int step = 0; step < plan[STEP_COUNT]; step++) {
            *number += STEP;
            edge = pass_edges(whole_plan, edge, scramble(*number));
            const int64_t share = plan[edge + SHARE], seat = plan[PILES + step];
            *lane_of(left, lane) -= (uint64_t)share;
            if (seat >= 0) *lane_of(hands[seat], lane) += (uint64_t)share;
            edge = plan[edge + NEXT_NODE];
        }
    }
    if (!plan[FREE_COUNT]) return;
    Deck deck;
    deck_from_counts(left, &deck);
    shuffle_deck((int)plan[FREE_CARDS], group, &deck);
    for (int pile = 0; pile < plan[FREE_COUNT]; pile++) {
        const int64_t *at = plan + PILES + plan[STEP_COUNT] + 3 * pile;
        const uint64_t cards = (bit((int)at[2]) - 1) << at[1];
        for (int v = 0; v < WORDS; v++) hands[at[0]][v] += counts_in(cards, (int)at[2], &deck, v);
    }
}

static void play_worlds_in_lanes(const WorldsJob *worlds) {
    const Job *job = &worlds->job;
    Group group;
    Words hands[MOST_PLAYERS][WORDS];
    for (int64_t at = 0; at < job->count; at += LANES) {
        number_rounds(job->seed, job->first + (uint64_t)at, 1, NUMBERS_A_ROUND, &group);
        start_position(job, hands, &group);
        draw_lanes(&worlds->plan, &group, hands);
        take_all_hands(job, hands, &group);
        play_together(job, &group);
        write_results(job, at, 1, job->count - at, (int)job->memory[START + PLACED], &group);
    }
}

static void draw_worlds_in_lanes(const DrawingJob *drawing) {
    const Job *job = &drawing->worlds.job;
    const int players = job->terms.players;
    Group group;
    Words hands[MOST_PLAYERS][WORDS];
    for (int64_t at = 0; at < job->count; at += LANES) {
        number_rounds(job->seed, job->first + (uint64_t)at, 1, NUMBERS_A_WORLD, &group);
        for (int seat = 0; seat < players; seat++)
            for (int v = 0; v < WORDS; v++) hands[seat][v] = all_words((uint64_t)job->memory[START + HANDS + seat]);
        draw_lanes(&drawing->worlds.plan, &group, hands);
        for (int lane = 0; lane < LANES && at + lane < job->count; lane++) {
            int64_t *world = drawing->drawn + (at + lane) * 2 * players;
            for (int seat = 0; seat < players; seat++) {
                world[seat] = (int64_t)*lane_of(hands[seat], lane);
                world[players + seat] = job->memory[START + STACKS + seat];
            }
        }
    }
}

/* The board after each move comes from `board.put_card`; all worlds of a move come before those of the next. */
static void try_moves_in_lanes(const TrialsJob *trials) {
    const Job *job = &trials->job;
    const int players = job->terms.players, hero = job->terms.hero;
    const int64_t count = job->count * trials->move_count;
    Group group;
    Words hands[MOST_PLAYERS][WORDS], planes[HOUSE_COUNT][WORDS], widths[WORDS], houses[WORDS];
    for (int64_t begin = 0; begin < count; begin += LANES) {
        int64_t board[BOARD_SIZE], made = -1;
        for (int lane = 0; lane < LANES; lane++) {
            /* Spare lanes repeat the last trial. */
            const int64_t trial = begin + lane < count ? begin + lane : count - 1;
            const int64_t move = trial / job->count, at = trial - move * job->count;
            const int64_t *world = trials->worlds + at * 2 * players;
            const uint64_t number = (job->first + (uint64_t)at) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW;
            if (move != made) {
                memcpy(board, job->memory + START, sizeof board);
                put_card(board, (int)trials->moves[move]);
                made = move;
            }
            const int house = (int)trials->moves[move] >> 6 & 3;
            *lane_of(group.number, lane) = job->seed + number * STEP;
            for (int plane = 0; plane < HOUSE_COUNT; plane++) *lane_of(planes[plane], lane) = (uint64_t)board[plane];
            for (int seat = 0; seat < players; seat++)
                *lane_of(hands[seat], lane) = (uint64_t)(world[seat] - (seat == hero ? one_card(house) : 0));
            *lane_of(widths, lane) = (uint64_t)board[WIDTH];
            *lane_of(houses, lane) = (uint64_t)house;
        }
        group.first_seat = (hero + 1) % players;
        take_courts(planes, &group);
        narrow(widths, &group.width);
        narrow(houses, &group.last_house);
        group.last_turn = all(players - 1);
        take_all_hands(job, hands, &group);
        play_together(job, &group);
        Ends ends;
        find_ends(players, &group, &ends);
        for (int lane = 0; lane < LANES && begin + lane < count; lane++) {
            int left[MOST_PLAYERS];
            for (int seat = 0; seat < players; seat++) left[seat] = ends.left[seat][lane];
            write_end(trials, left, ends.seats[ends.last_turn[lane]], ends.last_house[lane], begin + lane);
        }
    }
}

#endif
