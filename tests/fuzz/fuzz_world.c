// Targets about whole worlds: calls in any order; blocks and recordings whose bytes were changed.
#include "fuzz_stage.h"

#include "../../src/codec.h"

#include <math.h>
#include <stdlib.h>

void fuzz_world(const uint8_t *bytes, size_t size)
{
    fuzz_input in = {bytes, bytes + size};
    fuzz_stage s;
    if (!stage_open(&s, &in))
        return;
    for (int i = 0; i < 100 && fuzz_has(&in); i++)
        stage_call(&s, &in);
    stage_check_twin(&s);
    stage_check(&s);
    stage_close(&s);
}

// ---- changed bytes --------------------------------------------------------------------------------------------------

typedef struct piece
{
    uint8_t *bytes;
    size_t size, room;
} piece;

static void append(const void *bytes, size_t size, void *user)
{
    piece *p = user;
    if (p->size + size > p->room)
    {
        p->room = 2 * (p->size + size);
        p->bytes = realloc(p->bytes, p->room);
    }
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
}

/// Changes a few bytes by what is left of the input: sets, adds, copies, cuts off.
static void damage(fuzz_input *in, piece *p, size_t least)
{
    static const uint32_t odd[] = {0,          1,          0x7f800000, 0x7fc00000, 0x7f7fffff, 0xff7fffff, 0x80000000,
                                   0xffffffff, 0x7fffffff, 0x00000001, 0x3f800000, 64,         0x10000,    0x00800000};
    for (int i = 0; i < 16 && fuzz_has(in); i++)
    {
        unsigned how = fuzz_byte(in);
        size_t at = fuzz_byte(in);
        at = (at << 8 | fuzz_byte(in)) % p->size;
        unsigned value = fuzz_byte(in);
        if (at < least || at + 8 >= p->size)
            continue;
        if (how < 100)
            p->bytes[at] = (uint8_t)value;
        else if (how < 140)
            p->bytes[at] = (uint8_t)(p->bytes[at] + value);
        else if (how < 210)
            put_u32(p->bytes + at, odd[value % (sizeof odd / sizeof *odd)]);
        else if (how < 230)
            memmove(p->bytes + at, p->bytes + least, value < p->size - at ? value % (p->size - at) : 0);
        else if (how < 240)
            p->size = at + 8;
        else
            p->bytes[at] ^= (uint8_t)(1u << value % 8);
    }
}

/// A world in which much is going on, by a few bytes; the same ones every time.
static bool open_busy(fuzz_stage *s, fuzz_input *in)
{
    if (!stage_open(s, in))
        return false;
    for (int i = fuzz_int(in, 0, 24); i > 0 && fuzz_has(in); i--)
        stage_call(s, in);
    return true;
}

/// A changed block does no harm, and what can be loaded can be played.
void fuzz_block(const uint8_t *bytes, size_t size)
{
    fuzz_input in = {bytes, bytes + size};
    fuzz_stage s;
    if (!open_busy(&s, &in))
        return;
    piece p = {0};
    p.bytes = stage_save(s.world, &p.size);
    p.room = p.size;
    damage(&in, &p, 32);
    put_u64(p.bytes + 16, p.size);
    put_u64(p.bytes + 24, codec_sum(p.bytes + 32, p.size - 32, codec_sum(p.bytes, 24, 0)));
    uint64_t before = wend_world_hash(s.world);
    wend_status status = wend_world_load(s.world, p.bytes, p.size);
    if (status == WEND_OK)
    {
        stage_check_twin(&s);
        stage_check(&s);
    }
    else
        FUZZ_FACT(wend_world_hash(s.world) == before, "a block that was refused changed something: %s",
                  wend_world_error(s.world)->text);
    free(p.bytes);
    stage_close(&s);
}

/// Gives each call of a recording its right checksum.
static void repair_tape(piece *p)
{
    uint64_t sum = 0;
    for (size_t at = 16; at + 14 <= p->size;)
    {
        uint32_t length;
        unsigned none = 0;
        get_u32(p->bytes + at, &length, &none);
        if (length > p->size - at - 14)
            break;
        sum = codec_sum(p->bytes + at, 6 + length, sum);
        put_u64(p->bytes + at + 6 + length, sum);
        at += 14 + length;
    }
}

/// A changed recording does no harm.
void fuzz_recording(const uint8_t *bytes, size_t size)
{
    fuzz_input in = {bytes, bytes + size};
    fuzz_stage s;
    piece p = {0};
    if (!open_busy(&s, &in))
        return;
    if (s.is_taped)
        wend_world_record(s.world, NULL, NULL);
    s.is_taped = false;
    FUZZ_FACT(wend_world_record(s.world, append, &p) == WEND_OK, "%s", wend_world_error(s.world)->text);
    for (int i = fuzz_int(&in, 0, 12); i > 0 && fuzz_has(&in); i--)
    {
        s.is_taped = true; // nothing else begins another one
        if (fuzz_byte(&in) == 0)
            wend_world_note(s.world, "note", 4);
        else if (in.end - in.at > 1 && in.at[0] % 20 != 19)
            stage_call(&s, &in);
    }
    wend_world_record(s.world, NULL, NULL);
    s.is_taped = false;
    size_t block = 16 + 14;
    damage(&in, &p, fuzz_bool(&in) ? 16 : block);
    repair_tape(&p);
    wend_replay(s.world, p.bytes, p.size, fuzz_bool(&in) ? 0.25 : HUGE_VAL, NULL, NULL);
    stage_check(&s);
    free(p.bytes);
    stage_close(&s);
}
