/* Checks of the lists of integers that Python hands over, before anything reads them.

   They keep every index inside its list and every loop finite. That a position can come about in a game is not checked:
   Python makes the lists from checked values. */
#ifndef CHECKS_H
#define CHECKS_H

#include "layout.h"

/* Each returns a fault, in words that follow the list's name, or NULL. */
const char *find_fault_of_board(const Terms *terms, const int64_t *board);
const char *find_fault_of_plan(const Terms *terms, const int64_t *plan, int64_t count);
const char *find_fault_of_rounds(const Terms *terms, const int64_t *rounds, int64_t count);
const char *find_fault_of_learners(const Terms *terms, const int64_t *memory);
const char *find_fault_of_table(const LockStepTerms *terms, const int64_t *memory);
const char *find_fault_of_search(const Terms *terms, const Search *work);
const char *find_fault_of_hands(const int64_t *hands, int64_t count);

#endif
