// Reads .map and .scen files. Every complaint knows its line.
#include "path.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_BYTES = 80 << 20, // 8192 rows of 8192 letters and two for the end of the line, and more
    SHOWN = 40             // bytes of a line that is quoted
};

/// A file in memory, line by line.
typedef struct reader
{
    char *bytes;
    size_t size, next;
    char *line; // the line that was read last, its end replaced by a null
    size_t length;
    int number;
    path_error *error;
} reader;

static bool fail(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(reader *r, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, list);
    va_end(list);
    r->error->line = r->number;
    return false;
}

static bool load_from(reader *r, FILE *file)
{
    size_t room = 1 << 16;
    r->bytes = malloc(room + 1);
    while (r->bytes)
    {
        r->size += fread(r->bytes + r->size, 1, room - r->size, file);
        if (r->size < room)
            break;
        room *= 2;
        char *more = r->size < MOST_BYTES ? realloc(r->bytes, room + 1) : NULL;
        if (!more)
            return fail(r, r->size < MOST_BYTES ? "out of memory" : "too large, must be less than %d MB",
                        MOST_BYTES >> 20);
        r->bytes = more;
    }
    if (!r->bytes)
        return fail(r, "out of memory");
    if (ferror(file))
        return fail(r, "%s", strerror(errno));
    return true;
}

static bool load(reader *r, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(r, "%s", strerror(errno));
    bool is_loaded = load_from(r, file);
    fclose(file);
    return is_loaded;
}

/// The next line, without what ends it. False at the end of the file.
static bool read_line(reader *r)
{
    if (r->next >= r->size)
        return false;
    char *begin = r->bytes + r->next, *end = memchr(begin, '\n', r->size - r->next);
    r->length = end ? (size_t)(end - begin) : r->size - r->next;
    r->next += r->length + 1;
    r->line = begin;
    r->number++;
    if (r->length > 0 && begin[r->length - 1] == '\r')
        r->length--;
    begin[r->length] = '\0';
    return true;
}

/// Some of a line, for a message: what can't be printed as a question mark.
static const char *quoted(const char *text, char out[SHOWN + 4])
{
    size_t length = strnlen(text, SHOWN + 1);
    for (size_t i = 0; i < length && i < SHOWN; i++)
        out[i] = (char)(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    strcpy(out + (length < SHOWN ? length : SHOWN), length > SHOWN ? "..." : "");
    return out;
}

static bool is_blank(const reader *r)
{
    return strspn(r->line, " \t") == r->length;
}

/// Behind the last line that means something there may be empty ones only.
static bool read_end(reader *r, const char *what, int count)
{
    while (read_line(r))
        if (!is_blank(r))
            return fail(r, "there are more than the %d %s that the header says", count, what);
    return true;
}

// ---- maps -----------------------------------------------------------------------------------------------------------

static bool read_size(reader *r, const char *text, const char *name, int *out)
{
    char shown[SHOWN + 4], *end;
    errno = 0;
    long size = strtol(text, &end, 10);
    if (end == text || end[strspn(end, " \t")] != '\0' || errno != 0 || size < 1 || size > WEND_GRID_MOST)
        return fail(r, "%s is '%s', must be a whole number from 1 to %d", name, quoted(text, shown), WEND_GRID_MOST);
    if (*out != 0)
        return fail(r, "%s is there twice", name);
    *out = (int)size;
    return true;
}

static bool read_header(reader *r, path_map *map)
{
    char shown[SHOWN + 4], word[16], rest[16];
    bool has_type = false;
    while (read_line(r))
    {
        int count = sscanf(r->line, "%15s %15s", word, rest);
        if (count == 1 && strcmp(word, "map") == 0)
        {
            const char *missing = !has_type ? "type" : map->height == 0 ? "height" : map->width == 0 ? "width" : NULL;
            return !missing || fail(r, "the header ends without a %s", missing);
        }
        const char *value = count == 2 ? strstr(r->line, word) + strlen(word) + 1 : "";
        if (count == 2 && strcmp(word, "type") == 0)
        {
            if (strcmp(rest, "octile") != 0)
                return fail(r, "type is '%s', must be octile", quoted(value, shown));
            has_type = true;
        }
        else if (count == 2 && strcmp(word, "height") == 0)
        {
            if (!read_size(r, value, "height", &map->height))
                return false;
        }
        else if (count == 2 && strcmp(word, "width") == 0)
        {
            if (!read_size(r, value, "width", &map->width))
                return false;
        }
        else
            return fail(r, "'%s' is no line of a header, which has: type octile, height, width, map",
                        quoted(r->line, shown));
    }
    r->number = r->number > 0 ? r->number : 1;
    return fail(r, "the file ends before the line 'map'");
}

/// PATH_GROUNDS: not a letter of a map.
static path_ground ground_of(char letter)
{
    switch (letter)
    {
    case '.':
    case 'G':
    case 'S': return PATH_LAND;
    case '@':
    case 'O': return PATH_WALL;
    case 'W': return PATH_WATER;
    case 'T': return PATH_TREES;
    default: return PATH_GROUNDS;
    }
}

static bool read_cells(reader *r, path_map *map)
{
    size_t width = (size_t)map->width;
    map->cells = malloc(width * (size_t)map->height);
    if (!map->cells)
        return fail(r, "out of memory");
    for (int y = 0; y < map->height; y++)
    {
        if (!read_line(r))
            return fail(r, "the file ends after %d of %d rows", y, map->height);
        for (size_t x = 0; x < r->length && x < width; x++)
        {
            path_ground ground = ground_of(r->line[x]);
            char letter = r->line[x];
            if (ground == PATH_GROUNDS)
                return fail(r, "letter %d of the row is '%c', must be one of . G S W T @ O", (int)x + 1,
                            letter >= ' ' && letter <= '~' ? letter : '?');
            map->cells[(size_t)y * width + x] = (uint8_t)ground;
            map->count[ground]++;
        }
        if (r->length != width)
            return fail(r, "the row has %zu letters, must have %d", r->length, map->width);
    }
    return read_end(r, "rows", map->height);
}

static void name_map(const char *path, path_map *map)
{
    const char *slash = strrchr(path, '/');
    snprintf(map->name, sizeof map->name, "%s", slash ? slash + 1 : path);
    size_t length = strlen(map->name);
    if (length > 4 && strcmp(map->name + length - 4, ".map") == 0)
        map->name[length - 4] = '\0';
}

bool path_map_read(const char *path, float radius, path_map *out, path_error *error)
{
    *out = (path_map){.radius = radius};
    *error = (path_error){0};
    reader r = {.error = error};
    name_map(path, out);
    bool is_read = load(&r, path) && read_header(&r, out) && read_cells(&r, out);
    free(r.bytes);
    if (!is_read)
        path_map_free(out);
    return is_read;
}

void path_map_free(path_map *map)
{
    free(map->cells);
    for (int i = 0; i < PATH_GROUNDS; i++)
        wend_grid_destroy(map->grids[i]);
    *map = (path_map){0};
}

path_ground path_map_at(const path_map *map, wend_cell cell)
{
    bool is_inside = cell.x >= 0 && cell.y >= 0 && cell.x < map->width && cell.y < map->height;
    return is_inside ? (path_ground)map->cells[(size_t)cell.y * (size_t)map->width + (size_t)cell.x] : PATH_WALL;
}

/// A grid in which only cells of that ground are open.
static wend_grid *make_grid(const path_map *map, path_ground ground, wend_error *error)
{
    size_t count = (size_t)map->width * (size_t)map->height;
    uint8_t *costs = malloc(count);
    wend_grid_def def = wend_default_grid_def();
    def.width = map->width;
    def.height = map->height;
    def.costs = costs;
    def.radii = &map->radius;
    def.radius_count = map->radius > 0;
    for (size_t i = 0; costs && i < count; i++)
        costs[i] = map->cells[i] == ground;
    *error = (wend_error){WEND_ERROR_MEMORY, "out of memory"};
    wend_grid *grid = costs ? wend_grid_create(&def, error) : NULL;
    free(costs);
    return grid;
}

const wend_grid *path_map_grid(path_map *map, wend_cell start, wend_error *error)
{
    path_ground ground = path_map_at(map, start);
    ground = ground == PATH_WALL ? PATH_LAND : ground;
    if (!map->grids[ground])
        map->grids[ground] = make_grid(map, ground, error);
    return map->grids[ground];
}

// ---- scenarios ------------------------------------------------------------------------------------------------------

enum
{
    FIELDS = 9,
    NUMBERS = 6 // width, height, start and goal
};

/// The line's words; more than FIELDS count as one more.
static int split(char *line, char *fields[FIELDS])
{
    int count = 0;
    for (char *word = strtok(line, " \t"); word; word = strtok(NULL, " \t"))
    {
        if (count < FIELDS)
            fields[count] = word;
        count++;
    }
    return count;
}

static bool read_numbers(reader *r, char *fields[FIELDS], int numbers[NUMBERS], double *length)
{
    static const char *const names[NUMBERS] = {"width", "height", "start x", "start y", "goal x", "goal y"};
    char shown[SHOWN + 4], *end;
    for (int i = 0; i < NUMBERS; i++)
    {
        errno = 0;
        long number = strtol(fields[2 + i], &end, 10);
        if (*end != '\0' || errno != 0 || number < 0 || number > 1 << 20)
            return fail(r, "%s is '%s', must be a whole number from 0 on", names[i], quoted(fields[2 + i], shown));
        numbers[i] = (int)number;
    }
    *length = strtod(fields[8], &end);
    if (*end != '\0' || !isfinite(*length) || *length < 0)
        return fail(r, "length is '%s', must be a number from 0 on", quoted(fields[8], shown));
    return true;
}

static bool read_row(reader *r, const path_map *map, path_row *row)
{
    char *fields[FIELDS];
    int numbers[NUMBERS], count = split(r->line, fields);
    if (count != FIELDS)
        return fail(r, "the row has %d fields, must have %d", count, FIELDS);
    if (!read_numbers(r, fields, numbers, &row->length))
        return false;
    if (numbers[0] != map->width || numbers[1] != map->height)
        return fail(r, "the row is for a map of %d x %d, this one is %d x %d", numbers[0], numbers[1], map->width,
                    map->height);
    row->start = (wend_cell){numbers[2], numbers[3]};
    row->goal = (wend_cell){numbers[4], numbers[5]};
    const wend_cell ends[2] = {row->start, row->goal};
    for (int i = 0; i < 2; i++)
        if (ends[i].x >= map->width || ends[i].y >= map->height)
            return fail(r, "%s is (%d, %d), must be inside the map of %d x %d", i == 0 ? "start" : "goal", ends[i].x,
                        ends[i].y, map->width, map->height);
    return true;
}

static bool read_version(reader *r)
{
    char shown[SHOWN + 4], *end;
    bool is_there = read_line(r);
    r->number = 1;
    if (!is_there)
        return fail(r, "the file is empty, must begin with 'version 1'");
    bool is_version = strncmp(r->line, "version ", 8) == 0;
    if (!is_version || strtod(r->line + 8, &end) != 1 || end[strspn(end, " \t")] != '\0')
        return fail(r, "the file begins with '%s', must begin with 'version 1'", quoted(r->line, shown));
    return true;
}

static bool read_rows(reader *r, const path_map *map, path_rows *out)
{
    if (!read_version(r))
        return false;
    int room = 0;
    while (read_line(r))
    {
        if (is_blank(r))
            continue;
        if (out->count == room)
        {
            room = room == 0 ? 1024 : 2 * room;
            path_row *more = realloc(out->rows, (size_t)room * sizeof *more);
            if (!more)
                return fail(r, "out of memory");
            out->rows = more;
        }
        if (!read_row(r, map, &out->rows[out->count]))
            return false;
        out->count++;
    }
    return out->count > 0 || fail(r, "there are no rows");
}

bool path_rows_read(const char *path, const path_map *map, path_rows *out, path_error *error)
{
    *out = (path_rows){0};
    *error = (path_error){0};
    reader r = {.error = error};
    bool is_read = load(&r, path) && read_rows(&r, map, out);
    free(r.bytes);
    if (!is_read)
        path_rows_free(out);
    return is_read;
}

void path_rows_free(path_rows *rows)
{
    free(rows->rows);
    *rows = (path_rows){0};
}
