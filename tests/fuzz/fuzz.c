// The program: which target, and numbers from bytes.
#include "fuzz.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const fuzz_target targets[] = {
    {"map", fuzz_map},
    {"steersuite", fuzz_steersuite},
    {"menge", fuzz_menge},
    {"mesh_file", fuzz_mesh_file},
    {"tape", fuzz_tape},
    {"options", fuzz_options},
    {"block", fuzz_block},
    {"recording", fuzz_recording},
    {"world", fuzz_world},
    {"grid", fuzz_grid},
    {"mesh", fuzz_mesh},
    {"obstacles", fuzz_obstacles},
    {"behaviours", fuzz_behaviours},
    {"minds", fuzz_minds},
};

#define TARGETS ((int)(sizeof targets / sizeof *targets))

static const fuzz_target *target;
static FILE *told; // where stderr went before -close_fd_mask closed it

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/// `--target=NAME`; `--targets` prints all names.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    for (int i = 1; i < *argc; i++)
    {
        const char *option = (*argv)[i];
        for (int k = 0; k < TARGETS; k++)
        {
            if (strcmp(option, "--targets") == 0)
                puts(targets[k].name);
            if (strncmp(option, "--target=", 9) == 0 && strcmp(option + 9, targets[k].name) == 0)
                target = &targets[k];
        }
        if (strcmp(option, "--targets") == 0)
            exit(0);
    }
    int kept = dup(STDERR_FILENO);
    told = kept < 0 ? stderr : fdopen(kept, "w");
    if (target && told)
        return 0;
    fprintf(stderr, "wend_fuzz needs --target=NAME; --targets tells which there are\n");
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    target->play(bytes, size);
    return 0;
}

void fuzz_broken(const char *file, int line, const char *fact, const char *format, ...)
{
    fprintf(told, "%s:%d: %s doesn't hold: ", file, line, fact);
    va_list list;
    va_start(list, format);
    vfprintf(told, format, list);
    va_end(list);
    fputc('\n', told);
    fflush(told);
    abort();
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
    {
        perror(name);
        exit(2);
    }
    return name;
}

// ---- numbers --------------------------------------------------------------------------------------------------------

uint64_t fuzz_word(fuzz_input *in)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | fuzz_byte(in);
    return word;
}

static float of_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

float fuzz_float(fuzz_input *in)
{
    static const float odd[] = {0,        -0.0f,         1,           -1,       0.5f,      1e-3f, 1e-6f,
                                1e-20f,   FLT_MIN,       1e-45f,      -1e-45f,  1e3f,      1e6f,  16777216.0f,
                                1e9f,     -1e9f,         1e15f,       1e19f,    -1e19f,    1e30f, FLT_MAX,
                                -FLT_MAX, 2147483648.0f, 3.14159265f, INFINITY, -INFINITY, NAN};
    unsigned kind = fuzz_byte(in);
    if (kind < 192)
        return ((float)fuzz_byte(in) + (float)kind / 256.0f - 128.0f) / 8.0f;
    if (kind < 240)
        return odd[fuzz_byte(in) % (sizeof odd / sizeof *odd)];
    return of_bits((uint32_t)(fuzz_word(in) >> 32));
}

float fuzz_finite(fuzz_input *in)
{
    float f = fuzz_float(in);
    return isfinite(f) ? f : FLT_MAX;
}

float fuzz_positive(fuzz_input *in)
{
    float f = fabsf(fuzz_finite(in));
    return f > 0 ? f : 0.25f;
}

double fuzz_seconds(fuzz_input *in)
{
    unsigned kind = fuzz_byte(in);
    if (kind < 200)
        return (kind % 16) / 64.0;
    return (double)fuzz_float(in);
}

wend_vec fuzz_vec(fuzz_input *in)
{
    float x = fuzz_float(in), y = fuzz_float(in);
    return wend_xyz(x, y, fuzz_bool(in) ? fuzz_float(in) : 0.0f);
}

wend_vec fuzz_place(fuzz_input *in, bool is_spatial)
{
    float x = fuzz_finite(in), y = fuzz_finite(in);
    return wend_xyz(x, y, is_spatial ? fuzz_finite(in) : 0.0f);
}

wend_vec fuzz_unit(fuzz_input *in, bool is_spatial)
{
    wend_vec v = wend_normalize(fuzz_place(in, is_spatial));
    return v.x == 0 && v.y == 0 && v.z == 0 ? wend_xyz(1, 0, 0) : v;
}

wend_agent fuzz_agent(fuzz_input *in, bool is_spatial)
{
    wend_agent a = wend_default_agent();
    a.id.value = 1 + fuzz_byte(in);
    a.position = fuzz_place(in, is_spatial);
    a.velocity = fuzz_place(in, is_spatial);
    a.heading = fuzz_unit(in, is_spatial);
    unsigned which = fuzz_byte(in);
    if (which & 1)
        a.radius = fuzz_positive(in);
    if (which & 2)
        a.max_speed = fabsf(fuzz_finite(in));
    if (which & 4)
        a.max_acceleration = fabsf(fuzz_finite(in));
    if (which & 8)
        a.arrival_radius = fuzz_positive(in);
    if (which & 16)
        a.neighbour_radius = fuzz_positive(in);
    if (which & 32)
        a.response_time = fabsf(fuzz_finite(in));
    if (which & 64)
        a.mass = fuzz_positive(in);
    return a;
}
