// Bytes in a fixed order: what blocks and recordings are made of. Little-endian, without gaps.
#ifndef WEND_SRC_CODEC_H
#define WEND_SRC_CODEC_H

#include "wend/agent.h"
#include "wend/grid.h"

#include <string.h>

#define CODEC_ROOM 1024 // what is written or read between two questions for room is never more

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CODEC_TURN32(word) ((word) >> 24 | ((word) >> 8 & 0xff00u) | ((word) << 8 & 0xff0000u) | (word) << 24)
#define CODEC_TURN64(word) ((uint64_t)CODEC_TURN32((uint32_t)(word)) << 32 | CODEC_TURN32((uint32_t)((word) >> 32)))
#else
#define CODEC_TURN32(word) (word)
#define CODEC_TURN64(word) (word)
#endif

typedef unsigned char byte;

/// Where bytes go. What doesn't fit is counted, but not written.
typedef struct writer
{
    byte *at, *end;
    size_t size;            // of all that was written, or would have been
    byte spill[CODEC_ROOM]; // in place of what isn't there
} writer;

/// Where bytes come from. What isn't there reads as zero, and is bad.
typedef struct reader
{
    const byte *at, *end;
    unsigned is_bad; // not 0: something was missing, not finite, or no truth value
    byte tail[CODEC_ROOM];
} reader;

// ---- room -----------------------------------------------------------------------------------------------------------

/// Begins to write into `bytes`; null: nothing has room.
static inline void writer_start(writer *w, void *bytes, size_t capacity)
{
    w->at = bytes ? bytes : w->spill;
    w->end = w->at + (bytes ? capacity : 0);
    w->size = 0;
}

/// Begins a piece of at most CODEC_ROOM bytes: PUT writes at the cursor that comes back.
static inline byte *writer_begin(writer *w)
{
    return w->end - w->at >= CODEC_ROOM ? w->at : w->spill;
}

/// Ends a piece, with the cursor as PUT left it.
static inline void writer_end(writer *w, const byte *cursor)
{
    bool is_spilt = w->end - w->at < CODEC_ROOM;
    size_t size = (size_t)(cursor - (is_spilt ? w->spill : w->at)), room = (size_t)(w->end - w->at);
    w->size += size;
    if (is_spilt && size <= room && size > 0)
        memcpy(w->at, w->spill, size);
    w->at += size <= room ? size : room;
}

/// The same for reading: GET reads from the cursor, and notes in `bad` what it finds.
static inline const byte *reader_begin(reader *r)
{
    size_t room = (size_t)(r->end - r->at);
    if (room >= CODEC_ROOM)
        return r->at;
    memset(r->tail, 0, sizeof r->tail);
    if (room > 0)
        memcpy(r->tail, r->at, room);
    return r->tail;
}

static inline void reader_end(reader *r, const byte *cursor, unsigned is_bad)
{
    size_t room = (size_t)(r->end - r->at), size = (size_t)(cursor - (room < CODEC_ROOM ? r->tail : r->at));
    r->is_bad |= is_bad | (size > room);
    r->at += size <= room ? size : room;
}

// ---- numbers --------------------------------------------------------------------------------------------------------

static inline byte *put_u32(byte *p, uint32_t word)
{
    uint32_t turned = CODEC_TURN32(word);
    memcpy(p, &turned, sizeof turned);
    return p + sizeof turned;
}

static inline byte *put_u64(byte *p, uint64_t word)
{
    uint64_t turned = CODEC_TURN64(word);
    memcpy(p, &turned, sizeof turned);
    return p + sizeof turned;
}

static inline byte *put_int(byte *p, int value)
{
    return put_u32(p, (uint32_t)value);
}

static inline byte *put_i64(byte *p, int64_t value)
{
    return put_u64(p, (uint64_t)value);
}

static inline byte *put_float(byte *p, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return put_u32(p, word);
}

static inline byte *put_double(byte *p, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return put_u64(p, word);
}

static inline byte *put_bool(byte *p, bool value)
{
    *p = value;
    return p + 1;
}

static inline byte *put_vec(byte *p, wend_vec v)
{
    return put_float(put_float(put_float(p, v.x), v.y), v.z);
}

static inline byte *put_id(byte *p, wend_agent_id id)
{
    return put_u64(p, id.value);
}

static inline byte *put_cell(byte *p, wend_cell cell)
{
    return put_int(put_int(p, cell.x), cell.y);
}

static inline const byte *get_u32(const byte *p, uint32_t *out, unsigned *is_bad)
{
    (void)is_bad;
    uint32_t turned;
    memcpy(&turned, p, sizeof turned);
    *out = CODEC_TURN32(turned);
    return p + sizeof turned;
}

static inline const byte *get_u64(const byte *p, uint64_t *out, unsigned *is_bad)
{
    (void)is_bad;
    uint64_t turned;
    memcpy(&turned, p, sizeof turned);
    *out = CODEC_TURN64(turned);
    return p + sizeof turned;
}

static inline const byte *get_int(const byte *p, int *out, unsigned *is_bad)
{
    uint32_t word;
    p = get_u32(p, &word, is_bad);
    memcpy(out, &word, sizeof *out);
    return p;
}

static inline const byte *get_i64(const byte *p, int64_t *out, unsigned *is_bad)
{
    uint64_t word;
    p = get_u64(p, &word, is_bad);
    memcpy(out, &word, sizeof *out);
    return p;
}

// One more than an exponent of ones only, of what isn't finite, is the sign.

static inline const byte *get_float(const byte *p, float *out, unsigned *is_bad)
{
    uint32_t word;
    p = get_u32(p, &word, is_bad);
    *is_bad |= ((word & 0x7f800000u) + 0x00800000u) >> 31;
    memcpy(out, &word, sizeof *out);
    return p;
}

static inline const byte *get_double(const byte *p, double *out, unsigned *is_bad)
{
    uint64_t word;
    p = get_u64(p, &word, is_bad);
    *is_bad |= (unsigned)(((word & 0x7ff0000000000000u) + 0x0010000000000000u) >> 63);
    memcpy(out, &word, sizeof *out);
    return p;
}

static inline const byte *get_bool(const byte *p, bool *out, unsigned *is_bad)
{
    *is_bad |= *p > 1;
    *out = *p & 1;
    return p + 1;
}

static inline const byte *get_vec(const byte *p, wend_vec *out, unsigned *is_bad)
{
    uint64_t xy; // two at once
    const byte *z = get_u64(p, &xy, is_bad);
    uint64_t odd = (xy & 0x7f8000007f800000u) + 0x0080000000800000u;
    *is_bad |= (unsigned)((odd | odd << 32) >> 63);
    uint32_t words[2] = {(uint32_t)xy, (uint32_t)(xy >> 32)}; // x comes first, and is the lower half
    memcpy(&out->x, &words[0], sizeof words[0]);
    memcpy(&out->y, &words[1], sizeof words[1]);
    return get_float(z, &out->z, is_bad);
}

static inline const byte *get_id(const byte *p, wend_agent_id *out, unsigned *is_bad)
{
    return get_u64(p, &out->value, is_bad);
}

static inline const byte *get_cell(const byte *p, wend_cell *out, unsigned *is_bad)
{
    return get_int(get_int(p, &out->x, is_bad), &out->y, is_bad);
}

// clang-format off

/// Writes or reads a thing at the cursor `p`, by its type. Enumerations go as whole numbers; the reader's caller looks
/// whether there is such a one.
#define PUT(thing)                                                                                                     \
    (p = _Generic((thing), float: put_float, double: put_double, bool: put_bool, int: put_int, uint32_t: put_u32,      \
                  uint64_t: put_u64, int64_t: put_i64, wend_vec: put_vec, wend_agent_id: put_id,                       \
                  wend_cell: put_cell)(p, thing))
#define GET(thing)                                                                                                     \
    (p = _Generic((thing), float: get_float, double: get_double, bool: get_bool, int: get_int, uint32_t: get_u32,      \
                  uint64_t: get_u64, int64_t: get_i64, wend_vec: get_vec, wend_agent_id: get_id,                       \
                  wend_cell: get_cell)(p, &(thing), &bad))

// clang-format on

// ---- a checksum -----------------------------------------------------------------------------------------------------

/// Of any bytes: 64-bit words in eight lanes, each of which keeps apart all that differ in one word.
uint64_t codec_sum(const void *bytes, size_t size, uint64_t sum);

#endif
