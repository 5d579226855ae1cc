/* Vectors of `SIZE` bytes, with the operators of C. GCC and Clang make them for any processor, and split them where
   its registers are smaller. The file that includes this chooses `SIZE` and the instructions: see `functions.h`. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined __x86_64__
#include <immintrin.h>
#endif

typedef uint8_t Bytes __attribute__((vector_size(SIZE)));
typedef int8_t SignedBytes __attribute__((vector_size(SIZE)));
typedef uint16_t Halves __attribute__((vector_size(SIZE)));
typedef int32_t Numbers __attribute__((vector_size(SIZE)));
typedef int16_t Shorts __attribute__((vector_size(SIZE)));
typedef int16_t Weights __attribute__((vector_size(SIZE / 2)));
typedef uint64_t Words __attribute__((vector_size(SIZE)));

enum { NUMBERS = SIZE / 4, SHORTS = SIZE / 2, WORDS = 8, LANES_A_WORD = SIZE / 8 };
/* The numbers of a vector; the vectors of words that have one for each byte of a vector, and the words of one. */
enum { REGISTERS = SIZE == 64 ? 16 : 8 }; /* For sums: half of those that there are. */

static inline Shorts load_shorts(const int16_t *row) {
    Shorts numbers;
    memcpy(&numbers, row, sizeof numbers);
    return numbers;
}

/* Return the first or the second half of some numbers. */
static inline Numbers widen_shorts(Shorts numbers, int half) {
#if defined __x86_64__ && SIZE == 64
    return (Numbers)_mm512_cvtepi16_epi32(
        half ? _mm512_extracti64x4_epi64((__m512i)numbers, 1) : _mm512_castsi512_si256((__m512i)numbers));
#elif defined __x86_64__ && SIZE == 32
    return (Numbers)_mm256_cvtepi16_epi32(
        half ? _mm256_extracti128_si256((__m256i)numbers, 1) : _mm256_castsi256_si128((__m256i)numbers));
#elif defined __x86_64__
    const __m128i all = (__m128i)numbers;
    return (Numbers)_mm_srai_epi32(half ? _mm_unpackhi_epi16(all, all) : _mm_unpacklo_epi16(all, all), 16);
#else
    Weights weights;
    memcpy(&weights, (const int16_t *)&numbers + half * NUMBERS, sizeof weights);
    return __builtin_convertvector(weights, Numbers);
#endif
}

/* Return the numbers of two vectors in 16 bits, at least 0 and at most `most`. */
static inline Shorts limit_numbers(Numbers first, Numbers second, int16_t most) {
#if defined __x86_64__ && SIZE == 64
    /* Packed vectors have 16 bytes of each in turn. */
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    const __m512i numbers = _mm512_permutexvar_epi64(order, _mm512_packs_epi32((__m512i)first, (__m512i)second));
    return (Shorts)_mm512_min_epi16(_mm512_max_epi16(numbers, _mm512_setzero_si512()), _mm512_set1_epi16(most));
#elif defined __x86_64__ && SIZE == 32
    const __m256i numbers = _mm256_permute4x64_epi64(_mm256_packs_epi32((__m256i)first, (__m256i)second), 0xD8);
    return (Shorts)_mm256_min_epi16(_mm256_max_epi16(numbers, _mm256_setzero_si256()), _mm256_set1_epi16(most));
#elif defined __x86_64__
    const __m128i numbers = _mm_packs_epi32((__m128i)first, (__m128i)second);
    return (Shorts)_mm_min_epi16(_mm_max_epi16(numbers, _mm_setzero_si128()), _mm_set1_epi16(most));
#else
    Shorts numbers;
    for (int at = 0; at < SHORTS; at++) {
        const int32_t number = at < NUMBERS ? first[at] : second[at - NUMBERS];
        numbers[at] = (int16_t)(number < 0 ? 0 : number < most ? number : most);
    }
    return numbers;
#endif
}

/* Return, for each unit, the sum of two numbers of 16 bits multiplied with its two weights. */
static inline Numbers multiply_pairs(Numbers weights, int32_t pair) {
    const Numbers pairs = (Numbers){0} + pair;
#if defined __x86_64__ && SIZE == 64
    return (Numbers)_mm512_madd_epi16((__m512i)weights, (__m512i)pairs);
#elif defined __x86_64__ && SIZE == 32
    return (Numbers)_mm256_madd_epi16((__m256i)weights, (__m256i)pairs);
#elif defined __x86_64__
    return (Numbers)_mm_madd_epi16((__m128i)weights, (__m128i)pairs);
#else /* Which half of a word has the first number of a pair does not matter. */
    const Numbers low = weights << 16 >> 16, high = weights >> 16;
    return low * (pairs << 16 >> 16) + high * (pairs >> 16);
#endif
}

/* Return which numbers are not 0, as bits. */
static inline uint32_t which_are_not_zero(Numbers numbers) {
#if defined __x86_64__ && SIZE == 64
    return _mm512_test_epi32_mask((__m512i)numbers, (__m512i)numbers);
#elif defined __x86_64__ && SIZE == 32
    return (uint32_t)_mm256_movemask_ps((__m256)(numbers != 0));
#elif defined __x86_64__
    return (uint32_t)_mm_movemask_ps((__m128)(numbers != 0));
#else
    uint32_t some = 0;
    for (int at = 0; at < NUMBERS; at++) some |= (uint32_t)(numbers[at] != 0) << at;
    return some;
#endif
}

#endif
