#include "mesh_read.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_BYTES = 256 << 20
};

typedef struct reader
{
    char *text;
    const char *at;
    int line; ///< of the last word
    int next_line;
    int corners, corner_capacity;
    mesh_file *out;
    mesh_file_error *error;
} reader;

static bool fail(reader *r, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(reader *r, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, list);
    va_end(list);
    r->error->line = line;
    return false;
}

static char *read_text(const char *path, mesh_file_error *error)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, capacity = 0;
    bool is_good = file != NULL;
    while (is_good)
    {
        if (size + 1 >= capacity)
        {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *larger = capacity <= MOST_BYTES ? realloc(text, capacity) : NULL;
            is_good = larger != NULL;
            text = larger ? larger : text;
            if (!is_good)
                break;
        }
        size_t got = fread(text + size, 1, capacity - size - 1, file);
        size += got;
        if (got == 0)
            break;
    }
    if (!is_good || ferror(file))
    {
        snprintf(error->text, sizeof error->text, "%s",
                 file && !ferror(file) ? "the file is too large" : strerror(errno));
        error->line = 0;
        free(text);
        text = NULL;
    }
    else
        text[size] = '\0';
    if (file)
        fclose(file);
    return text;
}

/// The next word, ended by white space or the end of the file; false at its end.
static bool next_word(reader *r, char word[48])
{
    for (; *r->at && strchr(" \t\r\n", *r->at); r->at++)
        r->next_line += *r->at == '\n';
    r->line = r->next_line;
    size_t length = strcspn(r->at, " \t\r\n");
    snprintf(word, 48, "%.*s", (int)(length < 47 ? length : 47), r->at);
    r->at += length;
    return length > 0;
}

static bool want_word(reader *r, const char *expected)
{
    char word[48];
    if (!next_word(r, word) || strcmp(word, expected) != 0)
        return fail(r, r->line, "'%s' stands where '%s' must stand", word, expected);
    return true;
}

static bool read_float(reader *r, const char *what, float *out)
{
    char word[48], *end = word;
    double value = next_word(r, word) ? strtod(word, &end) : 0.0;
    if (end == word || *end || !isfinite(value) || fabs(value) > 3.4e38)
        return fail(r, r->line, "%s is '%s', must be a number", what, word);
    *out = (float)value;
    return true;
}

static bool read_int(reader *r, const char *what, int low, int high, int *out)
{
    char word[48], *end = word;
    errno = 0;
    long value = next_word(r, word) ? strtol(word, &end, 10) : 0;
    if (end == word || *end || errno || value < low || value > high)
        return fail(r, r->line, "%s is '%s', must be a whole number in [%d, %d]", what, word, low, high);
    *out = (int)value;
    return true;
}

static bool take_arrays(reader *r, int points, int polygons)
{
    mesh_file *f = r->out;
    f->def.point_count = points;
    f->def.polygon_count = polygons;
    f->points = points > 0 ? calloc((size_t)points, sizeof *f->points) : f->points;
    f->counts = polygons > 0 ? calloc((size_t)polygons, sizeof *f->counts) : f->counts;
    return (points == 0 || f->points) && (polygons == 0 || f->counts) ? true : fail(r, 0, "there is no memory for it");
}

/// Corners and neighbours of a polygon; `shift`: the neighbour beside a corner is that of the edge before it.
static bool read_polygon(reader *r, int polygon, int shift)
{
    mesh_file *f = r->out;
    int count;
    if (!read_int(r, "the number of corners", 3, WEND_MESH_MOST, &count))
        return false;
    if (r->corners + count > r->corner_capacity)
    {
        int capacity = r->corner_capacity > count ? 2 * r->corner_capacity : r->corner_capacity + 2 * count;
        int *corners = realloc(f->corners, (size_t)capacity * sizeof *corners);
        f->corners = corners ? corners : f->corners;
        int *neighbours = realloc(f->neighbours, (size_t)capacity * sizeof *neighbours);
        f->neighbours = neighbours ? neighbours : f->neighbours;
        if (!corners || !neighbours || capacity > 2 * WEND_MESH_MOST)
            return fail(r, 0, "there is no memory for it");
        r->corner_capacity = capacity;
    }
    f->counts[polygon] = count;
    for (int i = 0; i < count; i++)
        if (!read_int(r, "a corner", 0, f->def.point_count - 1, &f->corners[r->corners + i]))
            return false;
    for (int i = 0; i < count; i++)
        if (!read_int(r, "a neighbour", -1, f->def.polygon_count - 1,
                      &f->neighbours[r->corners + (i + count - shift) % count]))
            return false;
    r->corners += count;
    return true;
}

static bool read_navmesh(reader *r)
{
    int points, polygons;
    if (!want_word(r, "1") || !want_word(r, "vertices") ||
        !read_int(r, "the number of vertices", 3, WEND_MESH_MOST, &points) || !take_arrays(r, points, 0))
        return false;
    for (int i = 0; i < points; i++)
        if (!read_float(r, "x", &r->out->points[i].x) || !read_float(r, "y", &r->out->points[i].y) ||
            !read_float(r, "z", &r->out->points[i].z))
            return false;
    if (!want_word(r, "polygons") || !read_int(r, "the number of polygons", 1, WEND_MESH_MOST / 3, &polygons) ||
        !take_arrays(r, 0, polygons))
        return false;
    r->out->def.point_count = points;
    r->out->def.is_y_up = true;
    for (int i = 0; i < polygons; i++)
        if (!read_polygon(r, i, 0))
            return false;
    return true;
}

static bool read_polyanya(reader *r)
{
    int points, polygons, around, ignored;
    if (!want_word(r, "2") || !read_int(r, "the number of vertices", 3, WEND_MESH_MOST, &points) ||
        !read_int(r, "the number of polygons", 1, WEND_MESH_MOST / 3, &polygons) || !take_arrays(r, points, polygons))
        return false;
    for (int i = 0; i < points; i++)
    {
        if (!read_float(r, "x", &r->out->points[i].x) || !read_float(r, "y", &r->out->points[i].y) ||
            !read_int(r, "the number of polygons round a vertex", 0, WEND_MESH_MOST, &around))
            return false;
        for (int k = 0; k < around; k++)
            if (!read_int(r, "a polygon round a vertex", -1, polygons - 1, &ignored))
                return false;
    }
    for (int i = 0; i < polygons; i++)
        if (!read_polygon(r, i, 1))
            return false;
    return true;
}

bool mesh_file_read(const char *path, mesh_file *file, mesh_file_error *error)
{
    char word[48];
    *file = (mesh_file){.def = wend_default_mesh_def()};
    *error = (mesh_file_error){0};
    reader r = {.next_line = 1, .out = file, .error = error};
    r.text = read_text(path, error);
    if (!r.text)
        return false;
    r.at = r.text;
    bool has_word = next_word(&r, word), is_good;
    if (has_word && strcmp(word, "navmesh") == 0)
        is_good = read_navmesh(&r);
    else if (has_word && strcmp(word, "mesh") == 0)
        is_good = read_polyanya(&r);
    else
        is_good = fail(&r, r.line, "'%s' stands where 'navmesh' or 'mesh' must stand", word);
    if (is_good && next_word(&r, word))
        is_good = fail(&r, r.line, "'%s' stands where the file must end", word);
    free(r.text);
    file->def.points = file->points;
    file->def.counts = file->counts;
    file->def.corners = file->corners;
    file->def.neighbours = file->neighbours;
    if (!is_good)
        mesh_file_free(file);
    return is_good;
}

void mesh_file_free(mesh_file *file)
{
    free(file->points);
    free(file->counts);
    free(file->corners);
    free(file->neighbours);
    *file = (mesh_file){0};
}
