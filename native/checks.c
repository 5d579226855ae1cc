/* Checks of the lists of integers that Python hands over: see `checks.h`. */
#include "checks.h"

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
