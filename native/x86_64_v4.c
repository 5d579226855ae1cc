/* The entries for processors with AVX-512: see `x86_64_v3.c`. */
#if defined __x86_64__
#ifdef __clang__
#pragma clang attribute push( \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")
#endif
#define SIZE 64
#define NAME "AVX-512"
#define ENTRIES entries_of_v4
#include "set.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int nothing;
#endif
