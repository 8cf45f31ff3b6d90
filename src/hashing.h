// Hashes of numbers: FNV-1a with 64-bit words instead of bytes. The same for -0 and +0.
#ifndef WEND_SRC_HASHING_H
#define WEND_SRC_HASHING_H

#include "wend/vec.h"

#include <string.h>

#define HASH_BEGIN 14695981039346656037u

static inline void hash_word(uint64_t *hash, uint64_t word)
{
    *hash = (*hash ^ word) * 1099511628211u;
    *hash ^= *hash >> 32; // bring the high bits down, which the multiplication alone never does
}

static inline void hash_double(uint64_t *hash, double value)
{
    uint64_t word;
    value += 0.0;
    memcpy(&word, &value, sizeof word);
    hash_word(hash, word);
}

static inline void hash_floats(uint64_t *hash, const float *values, int count)
{
    for (int i = 0; i < count; i++)
    {
        uint32_t word;
        float value = values[i] + 0.0f;
        memcpy(&word, &value, sizeof word);
        hash_word(hash, word);
    }
}

static inline void hash_vec(uint64_t *hash, wend_vec v)
{
    const float values[3] = {v.x, v.y, v.z};
    hash_floats(hash, values, 3);
}

#endif
