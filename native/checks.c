/* Checks of the lists of integers that Python hands over: see `checks.h`. */
#include "checks.h"

static bool is_within(int64_t number, int64_t least, int64_t most) {
    return least <= number && number <= most;
}

const char *find_fault_of_hands(const int64_t *hands, int64_t count) {
    for (int64_t at = 0; at < count; at++)
        if (!is_within(hands[at], 0, WHOLE_HAND)) return "has a hand that is no count of four houses";
    return NULL;
}

const char *find_fault_of_board(const Terms *terms, const int64_t *board) {
    if (!is_within(board[SEAT], 0, terms->players - 1)) return "has a seat to move that is not at the table";
    if (!is_within(board[WIDTH], 0, terms->width_limit)) return "has a bottom row that is too wide";
    if (!is_within(board[PLACED], 0, DECK_SIZE)) return "has too many cards in its court";
    if (!is_within(board[LAST_SEAT], 0, terms->players - 1)) return "has a last seat that is not at the table";
    if (!is_within(board[LAST_HOUSE], 0, HOUSE_COUNT - 1)) return "has a last card of no house";
    for (int seat = 0; seat < terms->players; seat++)
        if (!is_within(board[STACK_SIZES + seat], 0, MOST_CARDS)) return "has a stack that is too large";
    return find_fault_of_hands(board + HANDS, terms->players);
}

const char *find_fault_of_plan(const Terms *terms, const int64_t *plan, int64_t count) {
    const int64_t steps = plan[STEP_COUNT], piles = plan[FREE_COUNT];
    if (!is_within(plan[UNSEEN_CARDS], 0, WHOLE_HAND)) return "has unseen cards that are no count of four houses";
    if (!is_within(steps, 0, MOST_PLAYERS + 2) || !is_within(piles, 0, MOST_PLAYERS)) return "has too many piles";
    if (!is_within(plan[FREE_CARDS], 0, DECK_SIZE)) return "has too many cards";
    const int64_t first_edge = PILES + steps + 3 * piles;
    if (count < first_edge || (count - first_edge) % EDGE_SIZE) return "is too short for its piles and edges";
    for (int64_t step = 0; step < steps; step++)
        if (!is_within(plan[PILES + step], -1, terms->players - 1)) return "has a pile of a seat not at the table";
    for (const int64_t *pile = plan + PILES + steps; pile < plan + first_edge; pile += 3)
        if (!is_within(pile[0], 0, terms->players - 1) || !is_within(pile[1], 0, DECK_SIZE) ||
            !is_within(pile[2], 0, MOST_CARDS) || pile[1] + pile[2] > DECK_SIZE)
            return "has a pile outside its deck";
    if (!steps) return NULL;
    if (count == first_edge || plan[FIRST_NODE] < first_edge) return "has no edges";
    for (int64_t edge = first_edge; edge < count; edge += EDGE_SIZE)
        if (!is_within(plan[edge + SHARE], 0, WHOLE_HAND) || plan[edge + NEXT_NODE] < first_edge)
            return "has an edge that leads outside";
    return NULL;
}

const char *find_fault_of_rounds(const Terms *terms, const int64_t *rounds, int64_t count) {
    for (const int64_t *facts = rounds; facts < rounds + ROUND_FACTS * count; facts += ROUND_FACTS)
        if (!is_within(facts[ROUND_HAND_SIZE], 1, MOST_CARDS) ||
            !is_within(facts[ROUND_STARTERS], 0, terms->width_limit) || !is_within(facts[ROUND_CARDS], 0, DECK_SIZE) ||
            facts[ROUND_HAND_SIZE] * terms->players + facts[ROUND_STARTERS] > DECK_SIZE)
            return "has a round that needs more cards than there are";
    return NULL;
}

/* Without one, a table would never stop. */
const char *find_fault_of_learners(const Terms *terms, const int64_t *memory) {
    const int64_t people = ((INT64_C(1) << terms->players) - 1) & ~(int64_t)terms->automated;
    return memory[LEARNERS] & people ? NULL : "has a table without a learner";
}

const char *find_fault_of_table(const LockStepTerms *terms, const int64_t *memory) {
    if (!is_within(memory[ROUND], 0, terms->round_count - 1)) return "has a table past its last round";
    if (!is_within(memory[PLIES], 0, DECK_SIZE)) return "has a table with too many placements";
    if (!is_within(memory[COUNTED], 0, memory[PLIES])) return "has a table with too many counted placements";
    if (!is_within(memory[GROWN_LEFT], 0, memory[WIDTH])) return "has a table that has grown too far";
    return find_fault_of_board(&terms->table, memory);
}

const char *find_fault_of_search(const Terms *terms, const Search *work) {
    const int64_t ply = work->line[PLY];
    if (!is_within(ply, AT_START, MOST_PLIES)) return "goes on from a ply that it cannot reach";
    for (int64_t before = 0; before <= ply; before++) {
        const int64_t at = work->line[PATH + before];
        const int64_t first = before ? MOVES_OF_A_NODE * before : 0, size = before ? MOVES_OF_A_NODE : 1;
        if (!is_within(at, first, first + size - 1)) return "goes on from a node that it cannot reach";
        if (!is_within(work->nodes[NODE_SIZE * at + MOVE_COUNT], 0, MOVES_OF_A_NODE)) return "has too many moves";
        const char *fault = find_fault_of_board(terms, work->boards + BOARD_SIZE * before);
        if (fault) return fault;
    }
    return NULL;
}
