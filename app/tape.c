#include "tape.h"

#include "command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SUM 14695981039346656037u
#define INPUT     "pointer %a %a %a over %d down %d click %d arrows %a %a %a space %d key %d" // as a scene_input has it

static uint64_t sum_of(uint64_t sum, const char *text)
{
    for (; *text; text++)
        sum = (sum ^ (unsigned char)*text) * 1099511628211u;
    return sum;
}

// ---- writing --------------------------------------------------------------------------------------------------------

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static void
write_line(tape_writer *t, const char *format, ...)
{
    char line[512];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    t->sum = sum_of(t->sum, line);
    fputs(line, t->file);
}

bool tape_begin(tape_writer *t, const char *path, const scene_run *run)
{
    *t = (tape_writer){.path = path, .sum = FIRST_SUM};
    if (!path)
        return true;
    t->file = fopen(path, "w");
    if (!t->file)
        return !command_fail(1, "run", "%s: %s", path, strerror(errno));
    memcpy(t->params, run->params, sizeof t->params);
    write_line(t, "wend tape 1\nscene %s\nseed %" PRIu64 "\n", run->kind->name, run->seed);
    return true;
}

void tape_before(tape_writer *t, const scene_run *run)
{
    for (int i = 0; t->file && i < run->kind->param_count; ++i)
        if (run->params[i] != t->params[i])
            write_line(t, "%d param %s %a\n", t->frames, run->kind->params[i].name, (double)run->params[i]);
}

static bool is_same(const scene_input *a, const scene_input *b)
{
    return wend_equal(a->pointer, b->pointer) && a->has_pointer == b->has_pointer && a->is_down == b->is_down &&
           a->is_clicked == b->is_clicked && wend_equal(a->arrows, b->arrows) && a->is_space_down == b->is_space_down &&
           a->key == b->key;
}

void tape_after(tape_writer *t, const scene_run *run)
{
    const scene_input *in = &run->input;
    if (t->file && !is_same(in, &t->last))
        write_line(t, "%d " INPUT "\n", t->frames, (double)in->pointer.x, (double)in->pointer.y, (double)in->pointer.z,
                   in->has_pointer, in->is_down, in->is_clicked, (double)in->arrows.x, (double)in->arrows.y,
                   (double)in->arrows.z, in->is_space_down, in->key);
    t->last = *in;
    memcpy(t->params, run->params, sizeof t->params);
    t->frames++;
}

bool tape_end(tape_writer *t, const scene_run *run)
{
    if (!t->file)
        return true;
    write_line(t, "end %d hash 0x%016" PRIx64, t->frames, scene_hash(run));
    fprintf(t->file, " sum 0x%016" PRIx64 "\n", t->sum);
    bool is_written = !ferror(t->file);
    is_written = fclose(t->file) == 0 && is_written;
    t->file = NULL;
    return is_written || !command_fail(1, "run", "can't write %s", t->path);
}

// ---- reading --------------------------------------------------------------------------------------------------------

/// A file that is being read, and where in it.
typedef struct reading
{
    FILE *file;
    const char *path;
    int line; ///< 0: none in particular
    wend_error *error;
} reading;

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static bool
fail(const reading *r, const char *format, ...)
{
    char what[96], where[16] = "";
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    if (r->line > 0)
        snprintf(where, sizeof where, ":%d", r->line);
    r->error->status = WEND_ERROR_BLOCK;
    snprintf(r->error->text, sizeof r->error->text, "%.80s%s: %s", r->path, where, what);
    return false;
}

static bool read_param(const tape *t, const reading *r, const char *name, tape_change *change)
{
    change->param = scene_param_index(t->kind, name);
    if (change->param < 0)
        return fail(r, "%s has no parameter '%.40s'", t->kind->name, name);
    const scene_param *param = &t->kind->params[change->param];
    if (!(change->value >= param->low && change->value <= param->high)) // nan is neither
        return fail(r, "parameter %s is %.9g, must be from %.9g to %.9g", name, (double)change->value,
                    (double)param->low, (double)param->high);
    return true;
}

static bool read_change(const tape *t, const reading *r, const char *line, tape_change *out)
{
    char name[64];
    int over, down, click, space, key, length = 0;
    wend_vec *p = &out->input.pointer, *a = &out->input.arrows;
    *out = (tape_change){.param = -1};
    if (sscanf(line, "%d param %63s %a%n", &out->frame, name, &out->value, &length) == 3 && line[length] == '\n')
        return read_param(t, r, name, out);
    int read = sscanf(line, "%d " INPUT "%n", &out->frame, &p->x, &p->y, &p->z, &over, &down, &click, &a->x, &a->y,
                      &a->z, &space, &key, &length);
    if (read != 12 || line[length] != '\n' || !wend_is_finite(*p) || !wend_is_finite(*a))
        return fail(r, "says nothing that a player can do");
    out->input.has_pointer = over, out->input.is_down = down, out->input.is_clicked = click;
    out->input.is_space_down = space, out->input.key = (char)key;
    return true;
}

static bool add_change(tape *t, const tape_change *change)
{
    if (t->count == t->capacity)
    {
        int capacity = 2 * t->capacity + 64;
        tape_change *more = realloc(t->changes, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        t->changes = more;
        t->capacity = capacity;
    }
    t->changes[t->count++] = *change;
    return true;
}

/// The last line: the checksum is that of everything before it.
static bool read_end(tape *t, const char *line, uint64_t sum)
{
    uint64_t written;
    const char *tail = strstr(line, " sum ");
    if (!tail || sscanf(line, "end %d hash 0x%" SCNx64 " sum 0x%" SCNx64, &t->frames, &t->hash, &written) != 3)
        return false;
    char head[512] = {0};
    memcpy(head, line, (size_t)(tail - line));
    return sum_of(sum, head) == written && t->frames >= 0;
}

static bool read_lines(tape *t, reading *r)
{
    char line[512], name[64] = "";
    uint64_t sum = FIRST_SUM;
    for (r->line = 1; fgets(line, sizeof line, r->file); ++r->line)
    {
        tape_change change;
        if (r->line == 1 && strcmp(line, "wend tape 1\n") != 0)
            return fail(r, "must be 'wend tape 1', what wend run --record writes");
        if (r->line == 2 && (sscanf(line, "scene %63s", name) != 1 || !(t->kind = scene_find(name))))
            return fail(r, "names no scene");
        if (r->line == 3 && sscanf(line, "seed %" SCNu64, &t->seed) != 1)
            return fail(r, "has no seed");
        if (r->line > 3 && strncmp(line, "end ", 4) == 0)
            return (read_end(t, line, sum) && !fgets(line, sizeof line, r->file)) ||
                   fail(r, "the file is damaged: its checksum is wrong");
        if (r->line > 3 && !read_change(t, r, line, &change))
            return false;
        if (r->line > 3 && !add_change(t, &change))
            return fail(r, "out of memory");
        sum = sum_of(sum, line);
    }
    r->line = 0;
    return ferror(r->file) ? fail(r, "%s", strerror(errno)) : fail(r, "the file is cut off: it has no end");
}

bool tape_read(tape *t, const char *path, wend_error *error)
{
    *t = (tape){0};
    reading r = {.file = fopen(path, "r"), .path = path, .error = error};
    if (!r.file)
        return fail(&r, "%s", strerror(errno));
    bool is_read = read_lines(t, &r);
    fclose(r.file);
    if (!is_read)
        tape_free(t);
    return is_read;
}

void tape_free(tape *t)
{
    free(t->changes);
    *t = (tape){0};
}

void tape_play(const tape *t, scene_run *run, int frames)
{
    scene_input input = {0};
    progress p = {.what = t->kind->name};
    for (int frame = 0, next = 0; frame < frames; ++frame)
    {
        for (; next < t->count && t->changes[next].frame <= frame; ++next)
        {
            const tape_change *change = &t->changes[next];
            if (change->param >= 0)
                run->params[change->param] = change->value;
            else
                input = change->input;
        }
        scene_advance(run, &input);
        progress_tell(&p, frame * t->kind->step_seconds, frames * t->kind->step_seconds);
    }
    progress_end(&p);
}
