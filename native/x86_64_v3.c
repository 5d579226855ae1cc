/* The entries for processors with AVX2. The module calls them only where the processor has all that the pragma names;
   GCC and Clang write it differently. */
#if defined __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#define SIZE 32
#define NAME "AVX2"
#define ENTRIES entries_of_v3
#include "set.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int nothing;
#endif
