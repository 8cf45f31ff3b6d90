#include "codec.h"

#include "hashing.h"

#define LANES  8
#define STRIDE (LANES * sizeof(uint64_t))

/// One word into a lane: no two words lead to the same, and every bit comes to every place.
static inline uint64_t mix(uint64_t lane, const byte *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return ((lane << 29 | lane >> 35) ^ CODEC_TURN64(word)) * 0x9e3779b97f4a7c15u;
}

uint64_t codec_sum(const void *bytes, size_t size, uint64_t sum)
{
    const byte *at = bytes, *end = at + size / STRIDE * STRIDE;
    uint64_t a = sum, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7; // apart, so that they run side by side
    for (; at < end; at += STRIDE)
    {
        a = mix(a, at), b = mix(b, at + 8), c = mix(c, at + 16), d = mix(d, at + 24);
        e = mix(e, at + 32), f = mix(f, at + 40), g = mix(g, at + 48), h = mix(h, at + 56);
    }
    byte rest[STRIDE] = {0};
    memcpy(rest, at, size % STRIDE);
    uint64_t lanes[LANES] = {a, b, c, d, e, f, g, h}, hash = HASH_BEGIN;
    hash_word(&hash, size);
    for (int i = 0; i < LANES; i++)
        hash_word(&hash, mix(lanes[i], rest + 8 * i));
    return hash;
}
