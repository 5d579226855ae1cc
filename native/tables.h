/* Games played with a learner: each table stops when the learner decides.

   Each function is the one of that name in `lock_step.py`, which explains the list of integers that a table is. */
#ifndef TABLES_H
#define TABLES_H

#include "network.h"

static const int64_t MOST_ICONS = 999999999; /* Of `cards.py`. */

static void place(int players, int code, int64_t *memory) {
    const int seat = (int)memory[SEAT], width = (int)memory[WIDTH];
    int cell = code & 63;
    if (cell == LEFT_END && width) memory[GROWN_LEFT]++;
    if (cell == RIGHT_END) cell = width;
    if (memory[PLIES] < DECK_SIZE) memory[WAY + memory[PLIES]++] = seat << 16 | (int)memory[GROWN_LEFT] << 8 | cell;
    put_card(memory, code);
    memory[SEAT] = seat_after(players, seat);
}

static void note_eliminations(const Terms *terms, int64_t out, int64_t *memory) {
    for (int seat = 0; seat < terms->players; seat++) {
        if (!((memory[OUT] & ~out) >> seat & 1)) continue;
        memory[OUT_AFTER + seat] = 1 + memory[PLIES];
        if (memory[HANDS + seat])
            for (int house = 0; house < HOUSE_COUNT; house++)
                if (memory[SLOTS + house]) memory[LACKED + seat] |= (int64_t)1 << house;
        if (terms->automated >> seat & 1) memory[KNOWN + seat] = memory[STACK_SIZES + seat];
    }
}

static int find_forced_move(int64_t hand, const int64_t *memory) {
    if (count_moves(memory, one_of_each(hand)) != 1) return -1;
    return move_at(0, memory + SLOTS, hand);
}

static void look_at(const Terms *terms, const Mind *mind, int64_t *memory) {
    const int counted = (int)memory[COUNTED];
    memcpy(mind->board, memory, BOARD_SIZE * sizeof *memory);
    for (int seat = 0; seat < terms->players; seat++) {
        mind->seen[SIZES + seat] = size_of(memory[HANDS + seat]);
        mind->seen[MISSING + seat] = memory[LACKED + seat];
    }
    count_openings(memory, memory + WAY + counted, (int)memory[PLIES] - counted, (int)memory[GROWN_LEFT],
        memory + OPENINGS_SO_FAR);
    memory[COUNTED] = memory[PLIES];
    memcpy(mind->seen + OPENED, memory + OPENINGS_SO_FAR, (size_t)(HOUSE_COUNT * terms->players) * sizeof *memory);
}

/* Return the next of the numbers given to a seat, or the last one again. */
static int64_t next_given(const LockStepTerms *terms, int seat, int64_t *memory) {
    const int64_t count = (int64_t)MOST_TURNS * terms->round_count;
    int64_t *used = memory + terms->given + seat * (1 + count);
    const int64_t next = *used < 0 || *used >= count ? count : *used + 1;
    *used = next;
    return used[next] & (ALWAYS - 1);
}

static int choose_by_number(const Terms *terms, int seat, int64_t number, const int64_t *memory) {
    const int64_t hand = memory[HANDS + seat], one_each = one_of_each(hand);
    if (memory[POLICIES + POLICY_SIZE * seat + ERRS] == ALWAYS)
        return move_at((int)(number * count_moves(memory, one_each) >> 53), memory + SLOTS, one_each);
    Choices choices;
    const int best = (int)(number * best_moves(terms, hand, memory, &choices) >> 53);
    return move_at(best, choices.best, one_each);
}

/* `mind` is NULL if the seat has a policy. */
static void take_turn_at_table(const Terms *terms, const Mind *mind, int64_t *memory) {
    const int players = terms->players, seat = (int)memory[SEAT];
    if (terms->automated >> seat & 1) {
        const int aside = set_aside_by(seat, memory);
        place(players, follow_procedure(terms, memory), memory);
        const int unturned = (int)memory[STACK_SIZES + seat] - aside;
        memory[KNOWN + seat] = least((int)memory[KNOWN + seat], unturned) + aside;
    } else if (!mind) {
        place(players, choose_move(terms, seat, memory), memory);
    } else {
        int code = find_forced_move(memory[HANDS + seat], memory);
        if (code < 0) {
            look_at(terms, mind, memory);
            code = best_by_network(terms, mind);
        }
        place(players, code, memory);
    }
}

static void place_for_seat(const LockStepTerms *terms, const Mind *mind, int64_t *memory) {
    const Terms *table = &terms->table;
    const int seat = (int)memory[SEAT];
    const bool by_network = terms->by_network >> seat & 1, is_automated = table->automated >> seat & 1;
    if (terms->given && !by_network && !is_automated)
        place(table->players, choose_by_number(table, seat, next_given(terms, seat, memory), memory), memory);
    else
        take_turn_at_table(table, by_network ? mind : NULL, memory);
}

static void start_round(const LockStepTerms *terms, int64_t *memory) {
    const int number = (int)memory[ROUND];
    const int64_t *deck = memory + terms->chance + terms->throne_count + DECK_SIZE * number;
    memcpy(memory + DECK, deck, DECK_SIZE * sizeof *memory);
    deal(&terms->table, (int)terms->hand_sizes[number], (int)terms->starter_counts[number], memory);
    memory[SEAT] = (terms->first_player + number) % terms->table.players;
    memset(memory + GROWN_LEFT, 0, (TABLE_POINTS - GROWN_LEFT) * sizeof *memory);
    memset(memory + COUNTED, 0, (TABLE_SIZE - COUNTED) * sizeof *memory);
}

static void score_round(const LockStepTerms *terms, float *rewards, int64_t *memory) {
    const int players = terms->table.players, last_house = (int)memory[LAST_HOUSE], drawer = (int)memory[LAST_SEAT];
    const int drawn = (int)memory[terms->chance + memory[ROUND]];
    for (int seat = 0; seat < players; seat++) {
        const int left = least(size_of(memory[HANDS + seat]), terms->most_left);
        const int64_t points = terms->points[(left * HOUSE_COUNT + last_house) * players + seat];
        memory[TABLE_POINTS + seat] += points;
        if (!terms->is_for_victory) rewards[seat] -= (float)points;
    }
    memory[DRAWN + drawer]++;
    const int throne_card = greatest(0, least(drawn, terms->throne_count - 1));
    memory[THRONE_PILES + drawer] += (int64_t)1 << (PILE_BITS * (terms->throne_values[throne_card] - 1) & 63);
    const int best = least((int)memory[FEWEST + drawer], terms->throne_count) - 1;
    if (best < 0 || terms->throne_icons[throne_card] < terms->throne_icons[best])
        memory[FEWEST + drawer] = throne_card + 1;
    memory[ROUND]++;
}

static int64_t value_of(int64_t pile) {
    return (pile & PILE) + 2 * (pile >> PILE_BITS & PILE) + 3 * (pile >> 2 * PILE_BITS & PILE);
}

static void draw_game(const LockStepTerms *terms, int64_t *memory) {
    int64_t *thrones = memory + terms->chance, *deck = thrones + terms->throne_count, share = WHOLE_DECK;
    memory[NUMBER] = skip_numbers((int64_t)terms->seed, (uint64_t)memory[GAME] * terms->numbers_a_game);
    for (int card = 0; card < terms->throne_count; card++) thrones[card] = card;
    shuffle(thrones, terms->throne_count, memory);
    for (int number = 0; number < terms->round_count; number++, deck += DECK_SIZE) {
        shuffle_share(share, memory);
        share = 0;
        for (int card = 0; card < terms->cards_in_game[number]; card++) {
            deck[card] = memory[DECK + card];
            share += one_card((int)(deck[card] & 3));
        }
    }
}

static void begin_game(const LockStepTerms *terms, int64_t *memory) {
    if (!terms->given) draw_game(terms, memory);
    memset(memory + TABLE_POINTS, 0, (WAY - TABLE_POINTS) * sizeof *memory);
    memory[ROUND] = 0;
}

/* A total and, for ties, the fewest icons as a single number: the lowest wins. */
static int64_t order_of(const LockStepTerms *terms, int seat, const int64_t *memory) {
    const int best = least((int)memory[FEWEST + seat], terms->throne_count) - 1;
    const int64_t icons = best >= 0 ? terms->throne_icons[best] : MOST_ICONS + 1;
    return (memory[TABLE_POINTS + seat] - value_of(memory[THRONE_PILES + seat])) * (MOST_ICONS + 2) + icons;
}

static void pay(const LockStepTerms *terms, float *rewards, const int64_t *memory) {
    const int players = terms->table.players;
    int64_t lowest_order = 0;
    int winners = 0;
    if (!terms->is_for_victory) {
        for (int seat = 0; seat < players; seat++) rewards[seat] += (float)value_of(memory[THRONE_PILES + seat]);
        return;
    }
    for (int seat = 0; seat < players; seat++) {
        const int64_t order = order_of(terms, seat, memory);
        if (winners == 0 || order < lowest_order) {
            lowest_order = order;
            winners = 0;
        }
        winners += order == lowest_order;
    }
    for (int seat = 0; seat < players; seat++)
        if (order_of(terms, seat, memory) == lowest_order) rewards[seat] = (float)(1.0 / winners);
}

static bool play_table_on(const LockStepTerms *terms, const Mind *mind, float *rewards, int64_t *memory, bool begins) {
    const Terms *table = &terms->table;
    bool must_deal = begins, is_over = false;
    for (;;) {
        if (begins) begin_game(terms, memory);
        if (must_deal) start_round(terms, memory);
        const int64_t out = memory[OUT];
        const bool goes_on = start_turn(table, memory);
        if (memory[OUT] != out) note_eliminations(table, out, memory);
        if (!goes_on) score_round(terms, rewards, memory);
        must_deal = !goes_on;
        begins = must_deal && memory[ROUND] == terms->round_count;
        if (begins) {
            pay(terms, rewards, memory);
            if (terms->given) return true;
            memory[GAME] += terms->stride;
            is_over = true;
        } else if (goes_on && memory[LEARNERS] >> memory[SEAT] & 1) {
            return is_over;
        } else if (goes_on) {
            place_for_seat(terms, mind, memory);
        }
    }
}

#endif
