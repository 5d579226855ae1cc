/* The instructions that this processor, and its operating system, can run. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

/* Return the number of sets of instructions, from the baseline on: on x86-64, AVX2 and AVX-512 come after it. */
int count_sets(void);

#endif
