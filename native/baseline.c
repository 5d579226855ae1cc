/* The entries for any processor: with vectors of 128 bits, which SSE2, NEON and WebAssembly have. */
#define SIZE 16
#define NAME "128 bits"
#define ENTRIES entries_of_baseline
#include "set.h"
