/* The kernel: the choices of seats, and rounds played to their end, on a board.

   Each function is the one of that name in `kernel.py`, on the same list of integers. What that list has as
   scratch, such as the compared moves, is local here. */
#ifndef KERNEL_H
#define KERNEL_H

#include "board.h"

static const int64_t ALWAYS = INT64_C(1) << 53;
static const uint64_t STEP = 0x9E3779B97F4A7C15; /* As in `chance.py`. */
static const uint64_t NO_NEIGHBOURS = 0x01010101, NEIGHBOURS = UINT64_C(0x01010101) << 32;

/* `chance.skip_numbers`. */
static inline int64_t skip_numbers(int64_t number, uint64_t count) {
    return (int64_t)((uint64_t)number + count * STEP);
}

/* `chance.scramble`. */
static inline int64_t scramble(uint64_t number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return (int64_t)((number ^ number >> 31) >> 11);
}

static inline int64_t next_number(int64_t *memory) {
    memory[NUMBER] = skip_numbers(memory[NUMBER], 1);
    return scramble((uint64_t)memory[NUMBER]);
}

static inline int draw_below(int bound, int64_t *memory) {
    return (int)(next_number(memory) * bound >> 53);
}

static void shuffle(int64_t *cards, int size, int64_t *memory) {
    for (int last = size - 1; last > 0; last--) {
        const int chosen = draw_below(last + 1, memory);
        const int64_t card = cards[last];
        cards[last] = cards[chosen];
        cards[chosen] = card;
    }
}

/* At most the 36 cards that the deck has room for. */
static void shuffle_share(int64_t share, int64_t *memory) {
    int size = 0;
    for (int house = 0; house < HOUSE_COUNT; house++)
        for (int card = 0; card < count_of(share, house) && size < DECK_SIZE; card++) memory[DECK + size++] = house;
    shuffle(memory + DECK, size, memory);
}

static void deal_cards(const Terms *terms, int seat, int first, int size, int64_t *memory) {
    for (int place = 0; place < size; place++) {
        const int house = (int)(memory[DECK + first + place] & 3);
        memory[HANDS + seat] += one_card(house);
        if (terms->automated >> seat & 1) memory[STACKS + seat] |= (int64_t)house << 2 * place;
    }
}

/* Return the edge that a number drawn leads to, from the first one of a node; the last edge of a plan is certain. */
static inline int64_t pass_edges(const Plan *plan, int64_t edge, int64_t drawn) {
    while (edge < plan->last_edge && drawn >= plan->items[edge + CHANCE]) edge += EDGE_SIZE;
    return edge < plan->last_edge ? edge : plan->last_edge;
}

static void draw_world(const Terms *terms, const Plan *whole_plan, int64_t *memory) {
    const int64_t *plan = whole_plan->items;
    int64_t left = plan[UNSEEN_CARDS], edge = plan[FIRST_NODE];
    for (int step = 0; step < plan[STEP_COUNT]; step++) {
        edge = pass_edges(whole_plan, edge, next_number(memory));
        const int64_t share = plan[edge + SHARE];
        const int seat = (int)plan[PILES + step];
        left -= share;
        edge = plan[edge + NEXT_NODE];
        if (seat >= 0 && terms->automated >> seat & 1) {
            shuffle_share(share, memory);
            deal_cards(terms, seat, 0, size_of(share), memory);
        } else if (seat >= 0) {
            memory[HANDS + seat] += share;
        }
    }
    if (plan[FREE_COUNT]) {
        shuffle_share(left, memory);
        for (int pile = 0; pile < plan[FREE_COUNT]; pile++) {
            const int64_t *at = plan + PILES + plan[STEP_COUNT] + 3 * pile;
            deal_cards(terms, (int)at[0], (int)at[1], (int)at[2], memory);
        }
    }
}

static void start(int64_t *memory) {
    memcpy(memory, memory + START, BOARD_SIZE * sizeof *memory);
}

static void deal(const Terms *terms, int hand_size, int starter_count, int64_t *memory) {
    memset(memory, 0, BOARD_SIZE * sizeof *memory);
    for (int place = 0; place < hand_size; place++)
        for (int seat = 0; seat < terms->players; seat++) {
            const int64_t house = memory[DECK + place * terms->players + seat] & 3;
            memory[HANDS + seat] += one_card((int)house);
            memory[STACKS + seat] |= house << 2 * place;
            memory[STACK_SIZES + seat] = hand_size;
        }
    for (int column = 0; column < starter_count; column++)
        memory[memory[DECK + terms->players * hand_size + column] & 3] |= (int64_t)bit(column);
    memory[WIDTH] = memory[PLACED] = starter_count;
}

/* The planes are those of open slots, or of a house's best moves. */
static int move_at(int chosen, const int64_t *planes, int64_t hand) {
    for (int house = 0; house < HOUSE_COUNT; house++) {
        uint64_t cells = (uint64_t)planes[house];
        const int cards = count_of(hand, house), moves = popcount(cells) * cards;
        if (chosen < moves) {
            for (int skipped = chosen / cards; skipped > 0; skipped--) cells &= cells - 1;
            return house << 6 | lowest(cells);
        }
        chosen -= moves;
    }
    return 0; /* never: one house has the chosen move */
}

static inline int house_at(int cell, uint64_t low, uint64_t high) {
    return (int)((low >> cell & 1) | (high >> cell & 1) << 1);
}

/* What `kernel.py` keeps in its memory while it compares moves. */
typedef struct {
    uint64_t beside[HOUSE_COUNT];
    int own_worth[HOUSE_COUNT];
    int moves[MOST_CHOICES]; /* A worth and a code. */
    int64_t best[HOUSE_COUNT];
} Choices;

static inline int beside(int house, int neighbour, const Choices *choices) {
    return (int)(choices->beside[house] >> 8 * neighbour & BYTE) - BIAS;
}

static inline int weigh(int house, int cell, int left, int right, int value, int end, Choices *choices) {
    int worth = value + choices->own_worth[house];
    worth += beside(house, left, choices) + beside(house, right, choices);
    choices->moves[end] = worth * 256 + (house << 6 | cell);
    return worth;
}

static int best_moves(const Terms *terms, int64_t hand, const int64_t *memory, Choices *choices) {
    const int width = (int)memory[WIDTH];
    uint64_t cells = 0, worths = 0;
    int total = 0;
    for (int house = 0; house < HOUSE_COUNT; house++) {
        /* An open slot is worth twice the house's cards in the hand, minus its unseen ones out of 9. */
        const int worth = (3 * count_of(hand, house) + popcount(plane_of(memory, house))) & 127;
        worths |= (uint64_t)worth << (32 + 8 * house);
        total += worth;
    }
    for (int house = 0; house < HOUSE_COUNT; house++) {
        const int own = count_of(hand, house);
        const uint64_t slots = slots_of(memory, house);
        const int worth = (int)(worths >> (32 + 8 * house) & BYTE);
        /* The placed card leaves the hand, which costs each slot of its house 2. */
        const uint64_t pairs = worths + (uint64_t)(worth + BIAS - 2 * CARDS_PER_HOUSE - 2) * NEIGHBOURS;
        const uint64_t alone = (uint64_t)(int64_t)(worth - CARDS_PER_HOUSE) << (32 + 8 * house);
        choices->beside[house] = pairs - alone + BIAS * NO_NEIGHBOURS;
        choices->own_worth[house] = own ? 4 * own - 2 * popcount(slots) : NEVER;
        choices->best[house] = 0;
        cells |= own ? slots : 0;
    }
    int most = NEVER / 2, end = 0;
    const uint64_t low = (uint64_t)(memory[1] | memory[3]), high = (uint64_t)(memory[2] | memory[3]);
    const uint64_t above_low = low & ~BOTTOM_ROW, above_high = high & ~BOTTOM_ROW;
    const uint64_t above = ((uint64_t)memory[0] | low | high) & ~BOTTOM_ROW;
    for (uint64_t upper = cells & ~BOTTOM_ROW; upper; upper &= upper - 1) {
        const int cell = lowest(upper), after = least(cell + 1, 63);
        const int left = house_at(cell - 1, above_low, above_high) | (int)(above >> (cell - 1) & 1) << 2;
        const int right = house_at(after, above_low, above_high) | (int)(above >> after & 1) << 2;
        const int one = house_at(cell - 8, low, high), other = house_at(cell - 7, low, high);
        const int closed = beside(one, 4 + other, choices);
        most = greatest(most, weigh(one, cell, left, right, -closed, end, choices));
        most = greatest(most, weigh(other, cell, left, right, -closed, end + 1, choices));
        end += 2;
    }
    if (cells & BOTTOM_ROW) {
        /* A full row also closes its other end; in an empty row, a second end opens. */
        const int opened = width + 1 == terms->width_limit ? -2 : width ? 0 : 1;
        const int value = opened * (total - HOUSE_COUNT * CARDS_PER_HOUSE - 2);
        for (int cell = 0; cell < (width ? 2 : 1); cell++) {
            const int last = cell == RIGHT_END ? width - 1 : 0;
            const int neighbour = house_at(last, low, high) | (width > 0 ? 4 : 0);
            for (int house = 0; house < HOUSE_COUNT; house++)
                most = greatest(most, weigh(house, cell, neighbour, 0, value, end + house, choices));
            end += HOUSE_COUNT;
        }
    }
    int count = 0;
    for (int move = 0; move < end; move++) {
        const int code = choices->moves[move] & BYTE;
        choices->best[code >> 6] |= (int64_t)(choices->moves[move] >> 8 == most) << (code & 63);
    }
    for (int house = 0; house < HOUSE_COUNT; house++) {
        go_one_by_one();
        count += popcount((uint64_t)choices->best[house]);
    }
    return count;
}

static int choose_move(const Terms *terms, int seat, int64_t *memory) {
    const int64_t errs = memory[POLICIES + POLICY_SIZE * seat + ERRS];
    int64_t hand = memory[HANDS + seat];
    if (errs == ALWAYS || (errs > 0 && next_number(memory) < errs)) {
        if (!memory[POLICIES + POLICY_SIZE * seat + BY_CARDS]) hand = one_of_each(hand);
        return move_at(draw_below(count_moves(memory, hand), memory), memory + SLOTS, hand);
    }
    Choices choices;
    const int best = draw_below(best_moves(terms, hand, memory, &choices), memory);
    return move_at(best, choices.best, one_of_each(hand));
}

static int take_turn(const Terms *terms, int64_t *memory) {
    const int seat = (int)memory[SEAT];
    const bool is_automated = terms->automated >> seat & 1;
    const int code = is_automated ? follow_procedure(terms, memory) : choose_move(terms, seat, memory);
    put_card(memory, code);
    memory[SEAT] = seat_after(terms->players, seat);
    return code;
}

static void play_on(const Terms *terms, int64_t *memory) {
    while (start_turn(terms, memory)) take_turn(terms, memory);
}

#endif
