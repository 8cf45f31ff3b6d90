// Arrays that grow, from the host's allocator; checks of what the host hands in.
#ifndef WEND_SRC_MEMORY_H
#define WEND_SRC_MEMORY_H

#include "compiler.h"
#include "wend/base.h"

#include <string.h>

// What a default function writes into a definition, so that one it hasn't made can be told.
#define COOKIE_WORLD  0x77644f52u
#define COOKIE_AGENT  0x77644147u
#define COOKIE_RECIPE 0x77645243u

/// malloc and free where the host gives nothing.
wend_allocator memory_or_default(const wend_allocator *allocator);

/// Zeroed memory, or null.
void *memory_take(const wend_allocator *allocator, size_t size);
void memory_give(const wend_allocator *allocator, void *block);

/// memcpy, but by the C library even where the size is known: compilers copy large structs word by word.
void memory_copy(void *to, const void *from, size_t size);

/// One array among several that grow together.
typedef struct memory_array
{
    void **array;
    size_t item;
} memory_array;

/// Room for `capacity` items in each array, what is there (`used` items) kept, what is new zeroed. All or none: false
/// leaves everything as it was.
bool memory_grow(const wend_allocator *allocator, const memory_array *arrays, int count, size_t used, size_t capacity);

#define AHEAD 8 // agents whose memory is asked for before their turn

/// Asks for memory that will be needed soon.
static inline void memory_soon(const void *block)
{
    FETCH(block);
    FETCH((const char *)block + 64);
}

/// The pointer as a `user` of callbacks that only read, or of a block that is the library's own.
static inline void *without_const(const void *block)
{
    void *plain;
    memcpy(&plain, &block, sizeof plain);
    return plain;
}

/// Writes a status and its text into an error, which may be null. Returns the status.
wend_status error_set(wend_error *error, wend_status status, const char *format, ...) PRINTF_LIKE(3, 4);

/// WEND_OK if an allocator has both functions, or none; it may be null.
wend_status check_allocator(wend_error *error, const wend_allocator *allocator);

/// WEND_OK if the value is finite and within low..high; else an error that names the field, the value and the interval,
/// which `allowed` says in words.
wend_status check_range(wend_error *error, const char *what, float value, float low, float high, const char *allowed);

/// WEND_OK if all coordinates are finite.
wend_status check_finite(wend_error *error, const char *what, float x, float y, float z);

#endif
