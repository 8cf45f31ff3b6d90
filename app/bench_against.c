// Earlier measurements, to compare with: what `wend bench --csv` wrote.                            floor 6
#include "bench.h"
#include "command.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COLUMNS = 9,  // of which the last one is the value
    LONGEST = 512 // of a line
};

/// A line: what was measured, as it was written, and its value.
typedef struct earlier_row
{
    char what[LONGEST];
    double value;
} earlier_row;

struct earlier
{
    earlier_row *rows;
    int count, capacity;
    double sum; ///< of logarithms
    int asked;
};

/// The end of the first `count` columns of a line, or null if there are fewer.
static char *after_columns(char *line, int count)
{
    for (int i = 0; i < count; ++i)
    {
        line = strchr(line, ',');
        if (!line)
            return NULL;
        ++line;
    }
    return line;
}

static int columns_of(const char *line)
{
    int columns = 1;
    for (; *line; ++line)
        columns += *line == ',';
    return columns;
}

static bool add(earlier *e, const char *what, double value)
{
    if (e->count == e->capacity)
    {
        int capacity = e->capacity > 0 ? 2 * e->capacity : 64;
        earlier_row *rows = realloc(e->rows, (size_t)capacity * sizeof *rows);
        if (!rows)
            return !command_fail(1, "bench", "no memory for the earlier table");
        e->rows = rows;
        e->capacity = capacity;
    }
    snprintf(e->rows[e->count].what, LONGEST, "%s", what);
    e->rows[e->count++].value = value;
    return true;
}

static bool read_row(earlier *e, const char *file, int number, char *line)
{
    int columns = columns_of(line);
    if (columns < COLUMNS)
        return !command_fail(1, "bench", "%s:%d: has %d columns, must have %d", file, number, columns, COLUMNS);
    char *text = after_columns(line, COLUMNS - 1), *end;
    text[-1] = '\0';
    text[strcspn(text, ",")] = '\0'; // what was compared then
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || *end || errno || !(value > 0) || value > 1e300)
        return !command_fail(1, "bench", "%s:%d: value is '%s', must be a number above 0", file, number, text);
    return add(e, line, value);
}

static bool read_rows(earlier *e, const char *file, FILE *stream)
{
    char line[LONGEST];
    for (int number = 1; fgets(line, sizeof line, stream); ++number)
    {
        bool is_whole = strchr(line, '\n') || feof(stream);
        line[strcspn(line, "\r\n")] = '\0';
        if (number == 1 && strncmp(line, BENCH_COLUMNS, strlen(BENCH_COLUMNS)) != 0)
            return !command_fail(1, "bench", "%s:1: is no table of wend bench --csv, which begins with %s", file,
                                 BENCH_COLUMNS);
        if (!is_whole)
            return !command_fail(1, "bench", "%s:%d: is longer than %d characters", file, number, LONGEST);
        if (number > 1 && line[0] && !read_row(e, file, number, line))
            return false;
    }
    if (ferror(stream))
        return !command_fail(1, "bench", "can't read %s: %s", file, strerror(errno));
    return e->count > 0 || !command_fail(1, "bench", "%s: there is no measurement in it", file);
}

earlier *earlier_read(const char *file)
{
    FILE *stream = fopen(file, "r");
    if (!stream)
    {
        command_fail(1, "bench", "can't read %s: %s", file, strerror(errno));
        return NULL;
    }
    earlier *e = calloc(1, sizeof *e);
    bool is_read = e && read_rows(e, file, stream);
    fclose(stream);
    if (is_read)
        return e;
    earlier_free(e);
    return NULL;
}

void earlier_free(earlier *e)
{
    if (e)
        free(e->rows);
    free(e);
}

double earlier_value(const earlier *e, const bench_row *r)
{
    char what[LONGEST];
    snprintf(what, sizeof what, "%s,%s,%d,%d,%d,%d,%s,%s", r->bench, r->variant, r->dimension, r->agents, r->neighbours,
             r->threads, r->isa, r->unit);
    for (int i = 0; i < e->count; ++i)
        if (strcmp(e->rows[i].what, what) == 0)
            return e->rows[i].value;
    return 0;
}

void earlier_note(earlier *e, double ratio)
{
    e->sum += log(ratio);
    e->asked++;
}

double earlier_mean(const earlier *e, int *count)
{
    *count = e->asked;
    return e->asked > 0 ? exp(e->sum / e->asked) : 0;
}
