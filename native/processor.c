/* The instructions that this processor, and its operating system, can run: see `processor.h`.

   `__builtin_cpu_supports` would need a part of the compiler's library that not every build has. */
#include "processor.h"

#include <stdbool.h>
#include <stdint.h>

#if defined __x86_64__
#include <cpuid.h>

/* Return whether all bits are set. */
static bool has(unsigned bits, unsigned all) {
    return (bits & all) == all;
}

/* Return which registers the operating system keeps when it turns from one program to another. */
static unsigned kept_registers(void) {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

int count_sets(void) {
    enum { XSAVE = 1 << 27, AVX = 1 << 28, POPCNT = 1 << 23, BMI = 1 << 3, AVX2 = 1 << 5, BMI2 = 1 << 8 };
    enum { KEEPS_AVX = 6, KEEPS_AVX_512 = 0xE6 };
    const unsigned avx_512 = 1U << 16 | 1U << 17 | 1U << 28 | 1U << 30 | 1U << 31; /* F, DQ, CD, BW and VL. */
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !has(c, XSAVE | AVX | POPCNT)) return 1;
    if (!has(kept_registers(), KEEPS_AVX)) return 1;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !has(b, BMI | AVX2 | BMI2)) return 1;
    return has(b, avx_512) && has(kept_registers(), KEEPS_AVX_512) ? 3 : 2;
}
#else
int count_sets(void) {
    return 1;
}
#endif
