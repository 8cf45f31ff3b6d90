// What the fuzz targets share: bytes as decisions and numbers, facts that must hold, a table of targets.
//
// A target is a function over bytes. `tests/fuzz/run` builds all of them into one program, which plays one of them:
// wend_fuzz --target=NAME. A fact that doesn't hold ends the program, so libFuzzer keeps the bytes that broke it.
#ifndef WEND_FUZZ_H
#define WEND_FUZZ_H

#include "wend/wend.h"

typedef struct fuzz_target
{
    const char *name;
    void (*play)(const uint8_t *bytes, size_t size);
} fuzz_target;

// ---- targets, a file for each family

void fuzz_map(const uint8_t *bytes, size_t size);
void fuzz_steersuite(const uint8_t *bytes, size_t size);
void fuzz_menge(const uint8_t *bytes, size_t size);
void fuzz_mesh_file(const uint8_t *bytes, size_t size);
void fuzz_tape(const uint8_t *bytes, size_t size);
void fuzz_options(const uint8_t *bytes, size_t size);
void fuzz_block(const uint8_t *bytes, size_t size);
void fuzz_recording(const uint8_t *bytes, size_t size);
void fuzz_world(const uint8_t *bytes, size_t size);
void fuzz_grid(const uint8_t *bytes, size_t size);
void fuzz_mesh(const uint8_t *bytes, size_t size);
void fuzz_obstacles(const uint8_t *bytes, size_t size);
void fuzz_behaviours(const uint8_t *bytes, size_t size);
void fuzz_minds(const uint8_t *bytes, size_t size);

// ---- facts

/// Ends the program where a fact doesn't hold.
#define FUZZ_FACT(fact, ...)                                                                                           \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(fact))                                                                                                   \
            fuzz_broken(__FILE__, __LINE__, #fact, __VA_ARGS__);                                                       \
    } while (0)

_Noreturn void fuzz_broken(const char *file, int line, const char *fact, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static inline bool fuzz_is_finite(wend_vec v)
{
    return v.x - v.x == 0 && v.y - v.y == 0 && v.z - v.z == 0;
}

/// The bytes as a file in the present folder; returns its name.
const char *fuzz_file(const char *name, const void *bytes, size_t size);

// ---- bytes as decisions: at their end all are 0

typedef struct fuzz_input
{
    const uint8_t *at, *end;
} fuzz_input;

static inline bool fuzz_has(const fuzz_input *in)
{
    return in->at < in->end;
}

static inline unsigned fuzz_byte(fuzz_input *in)
{
    return fuzz_has(in) ? *in->at++ : 0;
}

/// In [low, high], of at most 256 numbers.
static inline int fuzz_int(fuzz_input *in, int low, int high)
{
    return low + (int)(fuzz_byte(in) % (unsigned)(high - low + 1));
}

static inline bool fuzz_bool(fuzz_input *in)
{
    return fuzz_byte(in) & 1;
}

uint64_t fuzz_word(fuzz_input *in);

/// Of all magnitudes, three times in four an everyday one; the other one may be no number.
float fuzz_float(fuzz_input *in);

/// The same, but finite.
float fuzz_finite(fuzz_input *in);

/// In [0, 20], mostly, else of any magnitude > 0.
float fuzz_positive(fuzz_input *in);

/// Mostly everyday seconds, else of any kind.
double fuzz_seconds(fuzz_input *in);

/// Any, and a finite one. `is_spatial` false: z is mostly 0.
wend_vec fuzz_vec(fuzz_input *in);
wend_vec fuzz_place(fuzz_input *in, bool is_spatial);

/// A unit vector.
wend_vec fuzz_unit(fuzz_input *in, bool is_spatial);

/// A body within the intervals of agent.h.
wend_agent fuzz_agent(fuzz_input *in, bool is_spatial);

// ---- structs whose fields are changed by bytes

typedef enum fuzz_kind
{
    FUZZ_FLOAT,
    FUZZ_DOUBLE,
    FUZZ_INT,  // any
    FUZZ_ENUM, // [-1, most]
    FUZZ_BITS,
    FUZZ_BOOL,
    FUZZ_VEC
} fuzz_kind;

/// A field of a struct.
typedef struct fuzz_field
{
    size_t offset;
    fuzz_kind kind;
    int most;
} fuzz_field;

/// Changes 0 to 7 fields.
void fuzz_change(fuzz_input *in, void *what, const fuzz_field *fields, int count);

void fuzz_change_goal(fuzz_input *in, wend_goal *goal);
void fuzz_change_recipe(fuzz_input *in, wend_recipe *recipe);
void fuzz_change_agent(fuzz_input *in, wend_agent_def *def);
void fuzz_change_world(fuzz_input *in, wend_world_def *def);
void fuzz_change_grid_query(fuzz_input *in, wend_grid_query *query);
void fuzz_change_mesh_query(fuzz_input *in, wend_mesh_query *query);
void fuzz_change_shape(fuzz_input *in, wend_shape *shape);

#endif
