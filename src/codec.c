#include "codec.h"

#include "hashing.h"

#define LANES  8
#define STRIDE (LANES * sizeof(uint64_t))

uint64_t codec_sum(const void *bytes, size_t size, uint64_t sum)
{
    const byte *at = bytes;
    uint64_t lanes[LANES], words[LANES];
    for (int i = 0; i < LANES; i++)
        lanes[i] = HASH_BEGIN + (uint64_t)i;
    for (size_t left = size; left > 0; at += STRIDE)
    {
        size_t some = left < STRIDE ? left : STRIDE;
        if (some < STRIDE)
            memset(words, 0, sizeof words);
        memcpy(words, at, some);
        for (int i = 0; i < LANES; i++)
            lanes[i] = (lanes[i] ^ CODEC_TURN64(words[i])) * 0x9e3779b97f4a7c15u;
        for (int i = 0; i < LANES; i++)
            lanes[i] ^= lanes[i] >> 29;
        left -= some;
    }
    hash_word(&sum, size);
    for (int i = 0; i < LANES; i++)
        hash_word(&sum, lanes[i]);
    return sum;
}
