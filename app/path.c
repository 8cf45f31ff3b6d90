// wend path: all ways of a scenario on a map, counted, compared and measured.                                 floor 6
#include "path.h"
#include "command.h"
#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    RANDOM_ROWS = 100, // where there is no scenario
    REPEATS = 3        // best of so many
};

static const double SLOW = 0.002; // seconds: what takes longer isn't repeated

/// A search by its name.
typedef struct path_search
{
    const char *name;
    wend_grid_kind kind;
    bool is_any_angle; ///< its ways have any direction
} path_search;

static const path_search searches[] = {
    {"auto", WEND_GRID_AUTO, false},     {"dijkstra", WEND_GRID_DIJKSTRA, false},
    {"astar", WEND_GRID_ASTAR, false},   {"jps", WEND_GRID_JUMP, false},
    {"theta", WEND_GRID_THETA, true},    {"lazytheta", WEND_GRID_LAZY_THETA, true},
    {"anya", WEND_GRID_ANY_ANGLE, true},
};

enum
{
    SEARCHES = sizeof searches / sizeof *searches
};

static const char *const heuristic_names[] = {"auto", "manhattan", "euclidean", "octile", "chebyshev"};
static const char *const corner_names[] = {"never", "none", "one", "always"};

typedef struct path_options
{
    const char *search, *heuristic, *corners, *from, *to, *png;
    double radius;
    int row, rows, repeat;
    uint64_t seed;
    bool is_csv;
} path_options;

/// What one search came to in all rows.
typedef struct path_outcome
{
    int solved, wrong;
    double total, median;  ///< seconds
    double length, wanted; ///< summed over the rows that have both
    int64_t expanded;
    wend_grid_result last;
} path_outcome;

typedef struct path_run
{
    const path_options *options;
    path_map map;
    path_rows rows;
    const char *rows_name;
    wend_grid_search *search, *check; ///< `check` finds the lengths to compare with
    wend_grid_query query;
    bool is_wanted[SEARCHES];
    double *seconds; ///< by row
    double best;     ///< of the last search
    int exit_code;   ///< after a refusal
    progress progress;
    int done;
} path_run;

// ---- one row --------------------------------------------------------------------------------------------------------

static double found_length(const wend_grid_result *result)
{
    return result->way == WEND_WAY_FOUND || result->way == WEND_WAY_THERE ? result->cost : -1;
}

static wend_grid_query query_for(const path_run *r, const path_row *row, wend_grid_kind kind)
{
    wend_grid_query query = r->query;
    query.start = row->start;
    query.goal = row->goal;
    query.kind = kind;
    if (kind == WEND_GRID_DIJKSTRA)
        query.heuristic = WEND_HEURISTIC_AUTO;
    return query;
}

/// Asks; false after a message if the question is refused.
static bool find(path_run *r, wend_grid_search *search, const path_row *row, wend_grid_kind kind,
                 wend_grid_result *result)
{
    wend_error error = {0};
    const wend_grid *grid = path_map_grid(&r->map, row->start, &error);
    wend_grid_query query = query_for(r, row, kind);
    double best = 1e30;
    // What is only to be compared with isn't measured.
    int repeat = search == r->search ? r->options->repeat : 1;
    for (int i = 0; grid && i < repeat && (i == 0 || best < SLOW); i++)
    {
        double began = command_own_clock();
        *result = wend_grid_find(search, grid, &query);
        best = fmin(best, command_own_clock() - began);
    }
    r->best = best;
    if (grid && result->way != WEND_WAY_REFUSED)
        return true;
    const wend_error *reason = grid ? wend_grid_search_error(search) : &error;
    r->exit_code = command_fail(reason->status == WEND_ERROR_MEMORY ? 1 : COMMAND_WRONG, "path", "%s: %s", r->map.name,
                                reason->text);
    return false;
}

/// What a length is compared with.
typedef enum path_measure
{
    MEASURE_FILE,
    MEASURE_DIJKSTRA, ///< what Dijkstra finds under the same rule
    MEASURE_EXACT,    ///< the exact search at any angle
    MEASURE_NO_LONGER, ///< the file's or Dijkstra's, which a way at any angle must not exceed: the exact search itself, and
                       ///< where there is none
} path_measure;

/// Does the file say how long the way is, under the rule that is asked for?
static bool is_told(const path_run *r, const path_row *row)
{
    return row->length >= 0 && r->query.diagonal == WEND_DIAGONAL_NONE && r->options->radius == 0;
}

static path_measure measure_for(const path_run *r, const path_row *row, const path_search *how)
{
    bool has_exact = r->query.diagonal != WEND_DIAGONAL_ALWAYS && r->options->radius == 0;
    if (how->is_any_angle)
        return has_exact && how->kind != WEND_GRID_ANY_ANGLE ? MEASURE_EXACT : MEASURE_NO_LONGER;
    return is_told(r, row) ? MEASURE_FILE : MEASURE_DIJKSTRA;
}

/// How long the way should be, < 0 if there should be none.
static bool find_wanted(path_run *r, const path_row *row, path_measure measure, double *wanted)
{
    wend_grid_result result;
    *wanted = row->length;
    if (measure != MEASURE_EXACT && is_told(r, row))
        return true;
    if (!find(r, r->check, row, measure == MEASURE_EXACT ? WEND_GRID_ANY_ANGLE : WEND_GRID_DIJKSTRA, &result))
        return false;
    *wanted = found_length(&result);
    return true;
}

static bool is_wrong(double length, double wanted, path_measure measure)
{
    double most = 0.01 + 1e-5 * wanted, over = length - wanted;
    if (length < 0 || wanted < 0)
        return (length < 0) != (wanted < 0);
    return over > most || (measure != MEASURE_NO_LONGER && over < -most);
}

// ---- all rows -------------------------------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

static bool run_row(path_run *r, const path_search *how, int i, path_outcome *out)
{
    const path_row *row = &r->rows.rows[i];
    double wanted;
    if (!find(r, r->search, row, how->kind, &out->last))
        return false;
    r->seconds[i] = r->best;
    double length = found_length(&out->last);
    path_measure measure = measure_for(r, row, how);
    if (!find_wanted(r, row, measure, &wanted))
        return false;
    out->solved += length >= 0;
    out->wrong += is_wrong(length, wanted, measure);
    out->total += r->seconds[i];
    out->expanded += out->last.expanded;
    out->length += length >= 0 && wanted >= 0 ? length : 0;
    out->wanted += length >= 0 && wanted >= 0 ? wanted : 0;
    return true;
}

static bool run_all(path_run *r, const path_search *how, int whole, path_outcome *out)
{
    *out = (path_outcome){0};
    // The first search takes memory: that isn't measured.
    if (!find(r, r->search, &r->rows.rows[0], how->kind, &out->last))
        return false;
    for (int i = 0; i < r->rows.count; i++)
    {
        if (!run_row(r, how, i, out))
            return false;
        progress_tell(&r->progress, ++r->done, whole);
    }
    out->median = median(r->seconds, r->rows.count);
    return true;
}

static void print_header(const path_run *r)
{
    if (r->options->is_csv)
    {
        puts("map,search,rows,solved,wrong,total_us,median_us,expanded");
        return;
    }
    printf("%s, %d x %d, %s\n\n", r->map.name, r->map.width, r->map.height, r->rows_name);
    printf("%-10s %7s %7s %7s %12s %10s %10s %12s %12s %9s\n", "search", "rows", "solved", "wrong", "total ms",
           "mean us", "median us", "expanded", "M expanded/s", "length");
}

static void print_outcome(const path_run *r, const path_search *how, const path_outcome *o)
{
    double total = o->total * 1e6, middle = o->median * 1e6;
    int rows = r->rows.count;
    if (r->options->is_csv)
        printf("%s,%s,%d,%d,%d,%.2f,%.2f,%lld\n", r->map.name, how->name, rows, o->solved, o->wrong, total, middle,
               (long long)o->expanded);
    else
    {
        char ratio[32] = "-";
        if (o->wanted > 0)
            snprintf(ratio, sizeof ratio, "%.5f", o->length / o->wanted);
        printf("%-10s %7d %7d %7d %12.3f %10.2f %10.2f %12lld %12.1f %9s\n", how->name, rows, o->solved, o->wrong,
               total * 1e-3, total / rows, middle, (long long)o->expanded, (double)o->expanded / fmax(total, 1e-9),
               ratio);
    }
    fflush(stdout);
}

static void print_way(const path_row *row, const path_search *how, const wend_grid_result *result)
{
    printf("%-10s from (%d, %d) to (%d, %d): %s", how->name, row->start.x, row->start.y, row->goal.x, row->goal.y,
           wend_way_name(result->way));
    if (found_length(result) >= 0)
        printf(", length %.6g, %d cells", result->cost, result->cells);
    putchar('\n');
}

// ---- the picture ----------------------------------------------------------------------------------------------------

/// The row with the longest way.
static int longest_row(const path_run *r)
{
    int longest = 0;
    double most = -1;
    for (int i = 0; i < r->rows.count; i++)
    {
        const path_row *row = &r->rows.rows[i];
        double length =
            row->length >= 0 ? row->length : wend_grid_estimate(WEND_HEURISTIC_OCTILE, row->start, row->goal);
        if (length > most)
        {
            most = length;
            longest = i;
        }
    }
    return longest;
}

static int draw_row(path_run *r, const path_search *how)
{
    int i = longest_row(r);
    const path_row *row = &r->rows.rows[i];
    wend_grid_result result;
    if (!find(r, r->search, row, how->kind, &result))
        return r->exit_code;
    char title[200], line[200];
    snprintf(title, sizeof title, "%s, %d x %d: %s from (%d, %d) to (%d, %d)", r->map.name, r->map.width, r->map.height,
             how->name, row->start.x, row->start.y, row->goal.x, row->goal.y);
    snprintf(line, sizeof line, "%s, length %.2f, %lld cells expanded, %.0f us, corners: %s, radius %g",
             wend_way_name(result.way), result.cost, (long long)result.expanded, r->best * 1e6,
             corner_names[r->query.diagonal], r->options->radius);
    const char *const captions[2] = {title, line};
    return path_draw(&r->map, r->search, row, captions, r->options->png);
}

// ---- rows -----------------------------------------------------------------------------------------------------------

static bool read_cell(const path_map *map, const char *option, const char *text, wend_cell *out)
{
    int length = 0;
    bool is_read = sscanf(text, "%7d,%7d%n", &out->x, &out->y, &length) == 2 && text[length] == '\0';
    if (is_read && out->x >= 0 && out->y >= 0 && out->x < map->width && out->y < map->height)
        return true;
    return !command_fail(COMMAND_WRONG, "path", "--%s is '%s', must be x,y inside the map of %d x %d", option, text,
                         map->width, map->height);
}

static bool is_ground(uint8_t cell, path_ground ground)
{
    return ground == PATH_WALL ? cell == PATH_LAND || cell == PATH_WATER : cell == ground;
}

/// A random cell, or the next after it, of that ground (PATH_WALL: of land or water). There is one.
static wend_cell random_cell(const path_map *map, wend_random *random, path_ground ground)
{
    uint32_t width = (uint32_t)map->width, count = width * (uint32_t)map->height;
    uint32_t i = wend_random_next(random) % count;
    while (!is_ground(map->cells[i], ground))
        i = (i + 1) % count;
    return (wend_cell){(int)(i % width), (int)(i / width)};
}

static int make_random_rows(path_run *r, int count)
{
    static char name[96];
    const path_map *map = &r->map;
    wend_random random = wend_random_seed(r->options->seed, 1);
    if (map->count[PATH_LAND] + map->count[PATH_WATER] == 0)
        return command_fail(1, "path", "%s: there is neither land nor water", map->name);
    for (int i = 0; i < count; i++)
    {
        path_row *row = &r->rows.rows[i];
        row->start = random_cell(map, &random, PATH_WALL);
        row->goal = random_cell(map, &random, path_map_at(map, row->start));
        row->length = -1;
    }
    snprintf(name, sizeof name, "%d random rows, seed %llu", count, (unsigned long long)r->options->seed);
    r->rows_name = name;
    return 0;
}

static int make_rows(path_run *r)
{
    const path_options *o = r->options;
    bool is_pair = o->from != NULL;
    int count = is_pair ? 1 : o->rows > 0 ? o->rows : RANDOM_ROWS;
    r->rows = (path_rows){calloc((size_t)count, sizeof(path_row)), count};
    if (!r->rows.rows)
        return command_fail(1, "path", "no memory for %d rows", count);
    if (!is_pair)
        return make_random_rows(r, count);
    path_row *row = &r->rows.rows[0];
    row->length = -1;
    r->rows_name = "one way";
    return read_cell(&r->map, "from", o->from, &row->start) && read_cell(&r->map, "to", o->to, &row->goal)
               ? 0
               : COMMAND_WRONG;
}

/// The scenario of a map: beside it, or in a folder scen beside the folder maps. False if there is none.
static bool find_scenario(const char *map, char *out, size_t capacity)
{
    int length = snprintf(out, capacity, "%s.scen", map);
    if (length > 0 && (size_t)length < capacity && access(out, R_OK) == 0)
        return true;
    const char *folder = NULL;
    for (const char *at = strstr(map, "maps/"); at; at = strstr(at + 1, "maps/"))
        folder = at == map || at[-1] == '/' ? at : folder;
    if (!folder)
        return false;
    length = snprintf(out, capacity, "%.*sscen/%s.scen", (int)(folder - map), map, folder + 5);
    return length > 0 && (size_t)length < capacity && access(out, R_OK) == 0;
}

static int fail_file(const char *file, const path_error *error)
{
    return command_fail_in("path", file, error->line, error->text);
}

/// Leaves only the row that was asked for.
static int choose_row(path_run *r)
{
    int row = r->options->row;
    if (row > r->rows.count)
        return command_fail(COMMAND_WRONG, "path", "--row is %d, there are %d rows", row, r->rows.count);
    if (row > 0)
    {
        r->rows.rows[0] = r->rows.rows[row - 1];
        r->rows.count = 1;
    }
    return 0;
}

static int read_files(path_run *r, const char *map, const char *scenario)
{
    static char found[1024], name[1200];
    path_error error;
    if (!path_map_read(map, (float)r->options->radius, &r->map, &error))
        return fail_file(map, &error);
    bool is_made = r->options->from || r->options->rows > 0;
    if (!scenario && !is_made && find_scenario(map, found, sizeof found))
        scenario = found;
    int code = 0;
    if (!scenario)
        code = make_rows(r);
    else if (!path_rows_read(scenario, &r->map, &r->rows, &error))
        code = fail_file(scenario, &error);
    else
    {
        const char *slash = strrchr(scenario, '/');
        snprintf(name, sizeof name, "%d rows of %s", r->rows.count, slash ? slash + 1 : scenario);
        r->rows_name = name;
    }
    return code ? code : choose_row(r);
}

// ---- the command ----------------------------------------------------------------------------------------------------

static int index_of(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static int refuse_word(const char *option, const char *word, int length, const char *const *names, int count)
{
    char all[160] = "";
    for (int i = 0; i < count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "", names[i]);
    return command_fail(COMMAND_WRONG, "path", "--%s is '%.*s', must be one of %s", option, length, word, all);
}

/// "all", or names with commas between them.
static int read_searches(path_run *r)
{
    const char *names[SEARCHES + 1];
    for (int i = 0; i < SEARCHES; i++)
        names[i] = searches[i].name;
    names[SEARCHES] = "all";
    for (const char *word = r->options->search; word;)
    {
        size_t length = strcspn(word, ",");
        int found = -1;
        for (int i = 0; i <= SEARCHES; i++)
            if (strlen(names[i]) == length && strncmp(names[i], word, length) == 0)
                found = i;
        if (found < 0)
            return refuse_word("search", word, (int)length, names, SEARCHES + 1);
        for (int i = 0; i < SEARCHES; i++)
            r->is_wanted[i] |= i == found || found == SEARCHES;
        word = word[length] ? word + length + 1 : NULL;
    }
    return 0;
}

static int read_rule(path_run *r)
{
    const path_options *o = r->options;
    int heuristic = index_of(o->heuristic, heuristic_names, 5), corners = index_of(o->corners, corner_names, 4);
    if (heuristic < 0)
        return refuse_word("heuristic", o->heuristic, (int)strlen(o->heuristic), heuristic_names, 5);
    if (corners < 0)
        return refuse_word("corners", o->corners, (int)strlen(o->corners), corner_names, 4);
    r->query = wend_default_grid_query();
    r->query.heuristic = (wend_heuristic)heuristic;
    r->query.diagonal = (wend_diagonal)corners;
    r->query.radius = (float)o->radius;
    return read_searches(r);
}

static int check_rows_options(const path_options *o, bool has_scenario)
{
    if (!o->from != !o->to)
        return command_fail(COMMAND_WRONG, "path", "--from and --to belong together");
    if (has_scenario && (o->from || o->rows > 0))
        return command_fail(COMMAND_WRONG, "path", "--%s makes rows of its own: leave it or the scenario away",
                            o->from ? "from" : "rows");
    if (o->from && o->rows > 0)
        return command_fail(COMMAND_WRONG, "path", "--from and --rows exclude each other");
    return 0;
}

static int run_searches(path_run *r)
{
    int wanted = 0;
    const path_search *first = NULL;
    for (int i = SEARCHES - 1; i >= 0; i--)
    {
        wanted += r->is_wanted[i];
        first = r->is_wanted[i] ? &searches[i] : first;
    }
    r->seconds = malloc((size_t)r->rows.count * sizeof *r->seconds);
    r->search = wend_grid_search_create(NULL, NULL);
    r->check = wend_grid_search_create(NULL, NULL);
    if (!r->seconds || !r->search || !r->check)
        return command_fail(1, "path", "no memory");
    bool has_header = false, is_missed = false; // one way was asked for, and there is none
    for (int i = 0; i < SEARCHES; i++)
    {
        path_outcome outcome;
        if (!r->is_wanted[i])
            continue;
        bool is_done = run_all(r, &searches[i], wanted * r->rows.count, &outcome);
        progress_end(&r->progress);
        if (!is_done)
            return r->exit_code;
        if (!has_header)
            print_header(r);
        has_header = true;
        if (r->rows.count == 1 && !r->options->is_csv)
            print_way(&r->rows.rows[0], &searches[i], &outcome.last);
        print_outcome(r, &searches[i], &outcome);
        is_missed |= r->options->from && outcome.solved == 0;
    }
    int code = r->options->png ? draw_row(r, first) : 0;
    return code == 0 && is_missed ? 1 : code;
}

int command_path(int argc, char **argv)
{
    path_options o = {.search = "auto", .heuristic = "auto", .corners = "none", .repeat = REPEATS, .seed = 1};
    const option_row rows[] = {
        {"search", "S", "auto, dijkstra, astar, jps, theta, lazytheta, anya, several with commas, or all; default auto",
         OPTION_TEXT, &o.search, 0, 0},
        {"heuristic", "H", "auto, manhattan, euclidean, octile or chebyshev; default auto", OPTION_TEXT, &o.heuristic,
         0, 0},
        {"corners", "C", "diagonal moves beside walls: never, none, one or always; default none", OPTION_TEXT,
         &o.corners, 0, 0},
        {"radius", "R", "of the body, in cells, default 0", OPTION_NUMBER, &o.radius, 0, 63},
        {"row", "N", "only row N of the scenario, from 1 on", OPTION_COUNT, &o.row, 1, 1e9},
        {"from", "X,Y", "one way from this cell, instead of a scenario", OPTION_TEXT, &o.from, 0, 0},
        {"to", "X,Y", "to this one", OPTION_TEXT, &o.to, 0, 0},
        {"rows", "N", "so many random rows instead of a scenario", OPTION_COUNT, &o.rows, 1, 1e6},
        {"seed", "S", "of random rows, default 1", OPTION_SEED, &o.seed, 0, 0},
        {"repeat", "N", "the best time of so many runs, default 3", OPTION_COUNT, &o.repeat, 1, 1000},
        {"csv", NULL, "comma-separated values instead of a table", OPTION_SWITCH, &o.is_csv, 0, 0},
        {"png", "FILE", "a picture of the first search in the row with the longest way", OPTION_FILE, &o.png, 0, 0},
    };
    const option_table table = {
        .command = "path",
        .usage = "MAP [SCEN] [options]",
        .about =
            "Finds all ways of a scenario of the MovingAI benchmark: how many rows are solved, how many have a wrong\n"
            "length, how long the searches took, how many cells they expanded. Without SCEN: the scenario beside MAP\n"
            "(x.map.scen beside x.map, or in scen/ beside maps/), or else 100 random rows. A way stays where it "
            "begins: on land\n"
            "(. G S), in water (W) or among trees (T).\n"
            "A length is compared with the file's where corners and radius are the file's (none, 0), otherwise with\n"
            "Dijkstra's under the same rule. Those of theta and lazytheta are compared with anya's, the exact search "
            "at\n"
            "any angle; its own, and where it can't be asked (a radius, corners always), must not exceed Dijkstra's.\n"
            "What differs by more than 0.01 + 1e-5 of the length is wrong: theta doesn't promise the shortest way.\n"
            "A time is that of the search with its length, in the thread's own time: the best of 3 runs in a row, of\n"
            "one where that takes longer than 2 ms. CSV columns: map, search, rows, solved, wrong, total_us,\n"
            "median_us, expanded.\n"
            "In grid.h jps is WEND_GRID_JUMP, lazytheta WEND_GRID_LAZY_THETA, anya WEND_GRID_ANY_ANGLE; the others "
            "are\n"
            "named as here. A way from --from to --to that isn't found makes the command end with 1.",
        .rows = rows,
        .count = (int)(sizeof rows / sizeof *rows),
        .arguments = "a map and at most one scenario",
        .least = 1,
        .most = 2};
    int code, plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    path_run *r = calloc(1, sizeof *r);
    if (!r)
        return command_fail(1, "path", "no memory");
    r->options = &o;
    r->progress = (progress){.what = "path", .unit = "rows"};
    code = check_rows_options(&o, plain == 2);
    code = code ? code : read_rule(r);
    code = code ? code : read_files(r, argv[1], plain == 2 ? argv[2] : NULL);
    code = code ? code : run_searches(r);
    wend_grid_search_destroy(r->search);
    wend_grid_search_destroy(r->check);
    path_map_free(&r->map);
    path_rows_free(&r->rows);
    free(r->seconds);
    free(r);
    return code;
}
