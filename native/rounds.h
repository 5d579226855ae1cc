/* Many rounds by the kernel, one after another: simulations, playouts, worlds and trials.

   Each function is the one of that name in `rounds.py` or `trial_kernel.py`. `lanes.h` plays the same rounds many at a
   time; tables with automated seats are played here, since stacks would slow lanes down. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include "kernel.h"

static const int64_t DOUBT = (int64_t)(0.7 * (double)(INT64_C(1) << 53));

static int seat_that_starts(int players, int first_player, int rotation, uint64_t number) {
    return (int)(((uint64_t)first_player + number % (uint64_t)players * (uint64_t)rotation) % (uint64_t)players);
}

static void write_result(const Job *job, int64_t at, int placed_before) {
    const int64_t *memory = job->memory;
    const int players = job->terms.players;
    for (int seat = 0; seat < players; seat++)
        job->results.cards_left[at * players + seat] = (int16_t)size_of(memory[HANDS + seat]);
    job->results.last_placer[at] = (int16_t)memory[LAST_SEAT];
    job->results.plies[at] = (int16_t)(memory[PLACED] - placed_before);
    job->results.last_house[at] = (int16_t)memory[LAST_HOUSE];
}

/* `thrones` and `decks` are working memory: the Iron Throne cards, and a deck for each round. */
static void play_games_one_by_one(const GamesJob *games, int64_t *thrones, int64_t *decks) {
    const Job *job = &games->job;
    int64_t *memory = job->memory;
    for (int64_t game = 0; game < job->count; game++) {
        memory[NUMBER] = skip_numbers((int64_t)job->seed, (job->first + (uint64_t)game) * games->numbers_a_game);
        for (int card = 0; card < games->throne_count; card++) thrones[card] = card;
        shuffle(thrones, games->throne_count, memory);
        int64_t share = WHOLE_DECK;
        for (int number = 0; number < games->round_count; number++) {
            int64_t *deck = decks + DECK_SIZE * number;
            shuffle_share(share, memory);
            memcpy(deck, memory + DECK, DECK_SIZE * sizeof *deck);
            share = 0;
            for (int card = 0; card < games->rounds[ROUND_FACTS * number + ROUND_CARDS]; card++)
                share += one_card((int)(deck[card] & 3));
        }
        for (int number = 0; number < games->round_count; number++) {
            const int64_t *facts = games->rounds + ROUND_FACTS * number, at = game * games->round_count + number;
            const int starter_count = (int)facts[ROUND_STARTERS];
            memcpy(memory + DECK, decks + DECK_SIZE * number, DECK_SIZE * sizeof *decks);
            deal(&job->terms, (int)facts[ROUND_HAND_SIZE], starter_count, memory);
            memory[SEAT] = (games->first_player + number) % job->terms.players;
            play_on(&job->terms, memory);
            write_result(job, at, starter_count);
            games->throne_cards[at] = (int16_t)thrones[number];
        }
    }
}

static void play_worlds_one_by_one(const WorldsJob *worlds) {
    const Job *job = &worlds->job;
    int64_t *memory = job->memory;
    for (int64_t at = 0; at < job->count; at++) {
        memory[NUMBER] = skip_numbers((int64_t)job->seed, (job->first + (uint64_t)at) * NUMBERS_A_ROUND);
        start(memory);
        draw_world(&job->terms, &worlds->plan, memory);
        play_on(&job->terms, memory);
        write_result(job, at, (int)memory[START + PLACED]);
    }
}

static void draw_worlds_one_by_one(const DrawingJob *drawing) {
    const Job *job = &drawing->worlds.job;
    const int players = job->terms.players;
    int64_t *memory = job->memory, *world = drawing->drawn;
    for (int64_t at = 0; at < job->count; at++, world += 2 * players) {
        memory[NUMBER] = skip_numbers((int64_t)job->seed, (job->first + (uint64_t)at) * NUMBERS_A_WORLD);
        start(memory);
        draw_world(&job->terms, &drawing->worlds.plan, memory);
        memcpy(world, memory + HANDS, (size_t)players * sizeof *world);
        memcpy(world + players, memory + STACKS, (size_t)players * sizeof *world);
    }
}

/* Write the end of a trial, as `end_of` has it; `left` are the cards left to each seat. */
static void write_end(const TrialsJob *trials, const int *left, int last_seat, int last_house, int64_t trial) {
    const int players = trials->job.terms.players, hero = trials->job.terms.hero;
    const int64_t count = trials->job.count * trials->move_count;
    int64_t sum = 0, own = 0;
    for (int seat = 0; seat < players; seat++) {
        const int cards = least(left[seat], trials->most_left);
        int64_t points = trials->points[(cards * HOUSE_COUNT + last_house) * players + seat];
        if (seat == last_seat) points -= LAST_WORTH;
        sum += points;
        if (seat == hero) own = points;
    }
    trials->tried[trial] = sum - players * own;
    trials->tried[count + trial] = own;
    trials->tried[2 * count + trial] = last_seat == hero;
}

static void try_moves_one_by_one(const TrialsJob *trials) {
    const Job *job = &trials->job;
    const int players = job->terms.players;
    int64_t *memory = job->memory;
    for (int move = 0; move < trials->move_count; move++)
        for (int64_t at = 0; at < job->count; at++) {
            const int64_t *world = trials->worlds + at * 2 * players;
            const uint64_t number = (job->first + (uint64_t)at) * NUMBERS_A_WORLD + NUMBERS_TO_DRAW;
            int left[MOST_PLAYERS];
            start(memory);
            memcpy(memory + HANDS, world, (size_t)players * sizeof *world);
            memcpy(memory + STACKS, world + players, (size_t)players * sizeof *world);
            put_card(memory, (int)trials->moves[move]);
            memory[HANDS + job->terms.hero] &= WHOLE_HAND;
            memory[SEAT] = (job->terms.hero + 1) % players;
            memory[NUMBER] = skip_numbers((int64_t)job->seed, number);
            play_on(&job->terms, memory);
            for (int seat = 0; seat < players; seat++) left[seat] = size_of(memory[HANDS + seat]);
            write_end(trials, left, (int)memory[LAST_SEAT], (int)memory[LAST_HOUSE], move * job->count + at);
        }
}

/* Return in `sums` the sums of the numbers of a kind for each move, as `trial_kernel.add_up` does. */
static void add_up(const int64_t *tried, int64_t moves, int64_t worlds, int kind, int64_t win_worth, int64_t best,
    bool of_squares, int64_t *sums) {
    const int64_t *numbers = tried + kind * moves * worlds, *wins = tried + WIN * moves * worlds;
    for (int64_t move = 0; move < moves; move++) {
        sums[move] = 0;
        for (int64_t world = 0; world < worlds; world++) {
            const int64_t at = move * worlds + world, compared = best * worlds + world;
            int64_t number = numbers[at] + win_worth * wins[at];
            if (best >= 0) number -= numbers[compared] + win_worth * wins[compared];
            sums[move] += of_squares ? number * number : number;
        }
    }
}

static int64_t likelihood_of(const Terms *terms, int64_t hand, const int64_t *choice, const int64_t *memory) {
    const int seat = (int)choice[CHOICE_SEAT], code = (int)choice[CHOICE_MOVE];
    const int64_t own_errs = memory[POLICIES + POLICY_SIZE * seat + ERRS], errs = own_errs > DOUBT ? own_errs : DOUBT;
    const int move_count = count_moves(memory, one_of_each(hand)), cards = count_of(hand, code >> 6 & 3);
    if (!move_count || !cards) return 0; /* never: the seat had the card */
    Choices choices;
    int64_t likelihood = errs / move_count;
    const int best_count = best_moves(terms, hand, memory, &choices);
    if (best_count && choices.best[code >> 6 & 3] >> (code & 63) & 1) likelihood += (ALWAYS - errs) / best_count;
    return likelihood / cards;
}

static void weigh_worlds(const Terms *terms, const int64_t *choices, int64_t choice_count, const int64_t *worlds,
    int64_t *memory, int64_t *weights, int64_t count) {
    for (int64_t world = 0; world < count; world++) weights[world] = INT64_C(1) << WEIGHT_BITS;
    for (const int64_t *choice = choices; choice < choices + choice_count * CHOICE_SIZE; choice += CHOICE_SIZE) {
        for (int house = 0; house < HOUSE_COUNT; house++) memory[house] = choice[house];
        memory[WIDTH] = choice[CHOICE_WIDTH];
        find_slots(terms, memory);
        int64_t most = 1;
        for (int64_t world = 0; world < count; world++) {
            const int64_t hand = worlds[world * 2 * terms->players + choice[CHOICE_SEAT]] + choice[CHOICE_PLACED];
            const int64_t likelihood = likelihood_of(terms, hand, choice, memory);
            weights[world] = weights[world] * (likelihood >> 21) >> 32;
            if (weights[world] > most) most = weights[world];
        }
        for (int64_t world = 0; world < count; world++) weights[world] = (weights[world] << WEIGHT_BITS) / most;
    }
}

#endif
