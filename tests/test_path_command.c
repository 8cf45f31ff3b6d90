// `wend path` from outside: maps and scenarios, good and broken, and the ways of published scenarios.
#include "testing_command.h"

#include <math.h>

static void check_ends(int wanted, const char *arguments, int line)
{
    int code = wend(arguments);
    if (code == wanted && err[0] == '\0')
        return;
    print_error("wend %s: exit code %d, must be %d; it says:\n%s%s\n", arguments, code, wanted, out, err);
    _fail(__FILE__, line);
}

/// It ends with this code, and one line on stderr that contains `words`.
static void check_refuses(int wanted, const char *arguments, const char *words, int line)
{
    int code = wend(arguments);
    const char *end = strchr(err, '\n');
    if (code == wanted && strncmp(err, "wend path: ", 11) == 0 && strstr(err, words) && end && end[1] == '\0' &&
        out[0] == '\0')
        return;
    print_error("wend %s: exit code %d, must be %d; it must say '%s', and says:\n%s%s\n", arguments, code, wanted,
                words, out, err);
    _fail(__FILE__, line);
}

#define assert_works(arguments)                check_ends(0, arguments, __LINE__)
#define assert_ends(code, arguments)           check_ends(code, arguments, __LINE__)
#define assert_refuses(code, arguments, words) check_refuses(code, arguments, words, __LINE__)

// ---- tables

/// A row of the CSV.
typedef struct row
{
    char map[64], search[16];
    int rows, solved, wrong;
    double total, median;
    long long expanded;
} row;

/// Reads the table; returns how many rows it has.
static int read_table(row *rows, int capacity)
{
    static const char header[] = "map,search,rows,solved,wrong,total_us,median_us,expanded\n";
    assert_memory_equal(out, header, strlen(header));
    int count = 0;
    for (const char *line = out + strlen(header); *line; line = strchr(line, '\n') + 1, count++)
    {
        assert_true(count < capacity);
        row *r = &rows[count];
        assert_int_equal(sscanf(line, "%63[^,],%15[^,],%d,%d,%d,%lf,%lf,%lld", r->map, r->search, &r->rows, &r->solved,
                                &r->wrong, &r->total, &r->median, &r->expanded),
                         8);
        assert_true(r->total >= 0 && r->median >= 0 && isfinite(r->total) && isfinite(r->median));
        assert_true(r->median <= r->total + 0.01);
    }
    return count;
}

// A room with a pond, trees, and a wall; rows that end in CR LF. x from 0, y from 0 downward.
static const char small_map[] = "type octile\r\nheight 5\r\nwidth 8\r\nmap\r\n"
                                "........\r\n"
                                "..@@..WW\r\n"
                                "..@GS.WW\r\n"
                                "..@@..WW\r\n"
                                "TT.....O\r\n";

// (1,2) to (3,2): up 2, over to (4,0), down 2, back 1: 8, and below the wall the same. Where corners are cut: up 1, over
// three of them, and 1 between: 2 + 3 sqrt(2) = 6.24264.
static const char small_scenario[] = "version 1\r\n"
                                     "0\tother/small.map\t8\t5\t0\t0\t0\t0\t0\r\n"
                                     "0\tsmall.map\t8\t5\t0\t0\t3\t0\t3\r\n"
                                     "\r\n"
                                     "1 small.map 8 5 6 1 7 3 2.41421\r\n"
                                     "0 small.map 8 5 0 4 1 4 1\r\n"
                                     "2 small.map 8 5 1 2 3 2 8";

static void write_small(void)
{
    write_file("small.map", small_map);
    write_file("small.map.scen", small_scenario);
}

static void t_a_scenario_is_counted_by_every_search(void **state)
{
    (void)state;
    static const char *const searches[] = {"auto", "dijkstra", "astar", "jps"};
    row rows[4];
    write_small();
    assert_works("path small.map small.map.scen --search auto,dijkstra,astar,jps --csv");
    assert_int_equal(read_table(rows, 4), 4);
    for (int i = 0; i < 4; ++i)
    {
        assert_string_equal(rows[i].map, "small");
        assert_string_equal(rows[i].search, searches[i]);
        assert_int_equal(rows[i].rows, 5);
        assert_int_equal(rows[i].solved, 5);
        assert_int_equal(rows[i].wrong, 0);
        assert_true(rows[i].expanded > 0);
    }
    assert_true(rows[1].expanded > rows[2].expanded && rows[2].expanded > rows[3].expanded);
    assert_works("path small.map --csv"); // the scenario lies beside the map
    assert_int_equal(read_table(rows, 4), 1);
    assert_int_equal(rows[0].rows, 5);
    assert_works("path small.map --search jps");
    assert_non_null(strstr(out, "small, 8 x 5, 5 rows of small.map.scen\n"));
    assert_non_null(strstr(out, "mean us"));
}

static void t_wrong_lengths_are_counted(void **state)
{
    (void)state;
    // Tolerance 0.01 + 1e-5 of the length: of 3 it is 0.01003. Nothing leads into the pond or out of it.
    static const struct
    {
        const char *row;
        int solved, wrong;
    } cases[] = {{"0 m 8 5 0 0 3 0 3", 1, 0},      {"0 m 8 5 0 0 3 0 3.0100", 1, 0}, {"0 m 8 5 0 0 3 0 3.0102", 1, 1},
                 {"0 m 8 5 0 0 3 0 2.9900", 1, 0}, {"0 m 8 5 0 0 3 0 2.9898", 1, 1}, {"0 m 8 5 0 0 7 2 9", 0, 1},
                 {"0 m 8 5 7 4 0 0 9", 0, 1},      {"0 m 8 5 0 0 2 1 2", 0, 1},      {"0 m 8 5 6 1 5 1 1", 0, 1},
                 {"0 m 8 5 0 0 0 0 0.0001", 1, 0}, {"0 m 8 5 0 0 0 0 1", 1, 1},      {"0 m 8 5 0 4 1 3 1.41", 0, 1}};
    write_small();
    for (int i = 0; i < COUNT_OF(cases); ++i)
    {
        char text[128];
        row r;
        snprintf(text, sizeof text, "version 1.0\n%s\n", cases[i].row);
        write_file("one.scen", text);
        assert_works("path small.map one.scen --csv");
        assert_int_equal(read_table(&r, 1), 1);
        if (r.solved != cases[i].solved || r.wrong != cases[i].wrong)
            print_error("%s\n", cases[i].row);
        assert_int_equal(r.solved, cases[i].solved);
        assert_int_equal(r.wrong, cases[i].wrong);
    }
}

/// Under another rule than the file's its lengths mean nothing: Dijkstra is asked instead.
static void t_other_rules_are_compared_with_dijkstra(void **state)
{
    (void)state;
    static const char *const rules[] = {"--corners never", "--corners one", "--corners always", "--radius 0.8",
                                        "--corners never --heuristic euclidean"};
    row rows[4];
    write_small();
    for (int i = 0; i < COUNT_OF(rules); ++i)
    {
        char line[128];
        snprintf(line, sizeof line, "path small.map %s --search dijkstra,astar,jps --csv", rules[i]);
        assert_works(line);
        assert_int_equal(read_table(rows, 4), 3);
        for (int k = 0; k < 3; ++k)
        {
            assert_int_equal(rows[k].wrong, 0);
            assert_int_equal(rows[k].solved, i == 3 ? 0 : 5); // rooms of two cells are too narrow at the edge
        }
    }
    assert_works("path small.map --row 5 --corners one");
    assert_non_null(strstr(out, "from (1, 2) to (3, 2): found, length 6.24264,"));
    assert_works("path small.map --row 5 --corners never");
    assert_non_null(strstr(out, "length 8,"));
}

static void t_one_way_between_two_cells(void **state)
{
    (void)state;
    write_small();
    assert_works("path small.map --from 0,0 --to 3,0");
    assert_non_null(strstr(out, "from (0, 0) to (3, 0): found, length 3, 4 cells\n"));
    assert_works("path small.map --from 6,1 --to 7,3");
    assert_non_null(strstr(out, "found, length 2.41421, 3 cells\n"));
    assert_ends(1, "path small.map --from 0,0 --to 7,2");
    assert_non_null(strstr(out, ": goal blocked\n"));
    assert_ends(1, "path small.map --from 2,2 --to 0,0");
    assert_non_null(strstr(out, ": start blocked\n"));
    assert_works("path small.map --from 1,1 --to 1,1");
    assert_non_null(strstr(out, ": already there, length 0, 1 cells\n"));
}

/// Straight from (0,0) over (4,0) to (5,2) at any angle, and round corners of walls, which are squares.
static void t_any_angle_ways_are_compared_with_the_exact_one(void **state)
{
    (void)state;
    row rows[3];
    write_small();
    assert_works("path small.map --from 0,0 --to 7,0 --search theta,lazytheta,anya");
    assert_non_null(strstr(out, "anya       from (0, 0) to (7, 0): found, length 7,"));
    // (1,2) to (3,2) in the middles: up to the wall's corner (2,1), over it to (4,1), and into the niche by (4,2).
    assert_works("path small.map --row 5 --search anya");
    double length = hypot(0.5, 1.5) + 2 + 1 + hypot(0.5, 0.5);
    const char *found = strstr(out, "found, length ");
    assert_non_null(found);
    assert_close(atof(found + 14), length, 1e-4);
    assert_works("path small.map --search theta,lazytheta,anya --csv");
    assert_int_equal(read_table(rows, 3), 3);
    assert_string_equal(rows[2].search, "anya");
    assert_int_equal(rows[2].wrong, 0);
    for (int i = 0; i < 3; ++i)
        assert_int_equal(rows[i].solved, 5);
    assert_int_equal(rows[0].wrong, 1); // it turns in the middles of cells, not at corners
    assert_works("path small.map --search theta --csv --corners always");
    assert_int_equal(read_table(rows, 3), 1);
    assert_int_equal(rows[0].solved, 5);
}

static void t_random_rows_come_from_a_seed(void **state)
{
    (void)state;
    row a, b, c;
    write_file("plain.map", small_map);
    assert_works("path plain.map --csv");
    assert_int_equal(read_table(&a, 1), 1);
    assert_int_equal(a.rows, 100);
    assert_int_equal(a.wrong, 0);
    assert_string_equal(a.map, "plain");
    assert_works("path plain.map --csv --seed 1 --search astar --rows 37");
    assert_int_equal(read_table(&a, 1), 1);
    assert_works("path plain.map --csv --seed 1 --search astar --rows 37");
    assert_int_equal(read_table(&b, 1), 1);
    assert_works("path plain.map --csv --seed 2 --search astar --rows 37");
    assert_int_equal(read_table(&c, 1), 1);
    assert_int_equal(a.rows, 37);
    assert_true(a.expanded == b.expanded && a.expanded != c.expanded);
}

static void t_png_is_a_picture(void **state)
{
    (void)state;
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const char *const searches[] = {"dijkstra", "astar", "jps"};
    write_small();
    for (int i = 0; i < COUNT_OF(searches); ++i)
    {
        char line[128];
        size_t size;
        snprintf(line, sizeof line, "path small.map --search %s --row %d --png way.png", searches[i], 3 + i % 2);
        assert_works(line);
        char *bytes = read_output("way.png", &size);
        assert_true(size > 1000);
        assert_memory_equal(bytes, signature, sizeof signature);
        free(bytes);
    }
    assert_int_equal(wend("path small.map --csv --png missing/way.png"), 1);
    assert_non_null(strstr(err, "missing/way.png: No such file or directory"));
}

// ---- what is wrong

static const struct
{
    const char *arguments, *words;
} wrong[] = {
    {"path", "needs a map"},
    {"path a b c", "'c' is too many"},
    {"path small.map --search bogus", "--search is 'bogus', must be one of auto, "},
    {"path small.map --search astar,", "--search is '', must be one of"},
    {"path small.map --search astar,x,jps", "--search is 'x', must be one of"},
    {"path small.map --heuristic best", "--heuristic is 'best', must be one of auto, manhattan, "},
    {"path small.map --corners some", "--corners is 'some', must be one of never, none, one, always"},
    {"path small.map --radius -1", "--radius is '-1', must be a number from 0"},
    {"path small.map --radius nan", "--radius is 'nan'"},
    {"path small.map --row 0", "--row is '0'"},
    {"path small.map --row 6", "--row is 6, there are 5 rows"},
    {"path small.map --from 1,1", "--from and --to belong together"},
    {"path small.map --to 1,1", "--from and --to belong together"},
    {"path small.map --from 1,1 --to 8,0", "--to is '8,0', must be x,y inside the map of 8 x 5"},
    {"path small.map --from 1,-1 --to 1,0", "--from is '1,-1', must be x,y"},
    {"path small.map --from 1 --to 1,0", "--from is '1', must be x,y"},
    {"path small.map --from 1,1x --to 1,0", "--from is '1,1x', must be x,y"},
    {"path small.map --from 1,1 --to 1,0 --rows 2", "exclude each other"},
    {"path small.map small.map.scen --rows 2", "--rows makes rows of its own"},
    {"path small.map small.map.scen --from 1,1 --to 1,2", "--from makes rows of its own"},
    {"path small.map --rows 0", "--rows is '0'"},
    {"path small.map --repeat 0", "--repeat is '0'"},
    {"path small.map --search astar --heuristic manhattan", "which overestimates diagonal moves"},
    {"path small.map --search theta --heuristic octile", "which overestimates straight lines"},
    {"path small.map --search anya --radius 1", "which leads a point"},
};

static void t_wrong_arguments_are_named(void **state)
{
    (void)state;
    write_small();
    for (int i = 0; i < COUNT_OF(wrong); ++i)
        assert_refuses(2, wrong[i].arguments, wrong[i].words);
}

static const struct
{
    const char *text, *words;
} broken_maps[] = {
    {"", "m.map:1: the file ends before the line 'map'"},
    {"\n", "m.map:1: '' is no line of a header"},
    {"type tile\n", "m.map:1: type is 'tile', must be octile"},
    {"type octile\nheight 0\n", "m.map:2: height is '0', must be a whole number from 1 to 8192"},
    {"type octile\nheight 8193\n", "m.map:2: height is '8193'"},
    {"type octile\nheight 2x\n", "m.map:2: height is '2x'"},
    {"type octile\nheight 99999999999999999999\n", "m.map:2: height is '99999999999999999999'"},
    {"type octile\nheight 2\nwidth -2\n", "m.map:3: width is '-2'"},
    {"type octile\nheight 2\nheight 2\n", "m.map:3: height is there twice"},
    {"type octile\nheight 2\nwidth 2\n", "m.map:3: the file ends before the line 'map'"},
    {"type octile\nheight 2\nmap\n", "m.map:3: the header ends without a width"},
    {"height 2\nwidth 2\nmap\n", "m.map:3: the header ends without a type"},
    {"type octile\nheight 2\nwidth 2\nmap\n", "m.map:4: the file ends after 0 of 2 rows"},
    {"type octile\nheight 2\nwidth 2\nmap\n..\n", "m.map:5: the file ends after 1 of 2 rows"},
    {"type octile\nheight 2\nwidth 2\nmap\n..\n.", "m.map:6: the row has 1 letters, must have 2"},
    {"type octile\nheight 2\nwidth 2\nmap\n..\n...\n", "m.map:6: the row has 3 letters, must have 2"},
    {"type octile\nheight 2\nwidth 2\nmap\n.x\n..\n",
     "m.map:5: letter 2 of the row is 'x', must be one of . G S W T @ O"},
    {"type octile\nheight 2\nwidth 2\nmap\n.\x01\n..\n", "m.map:5: letter 2 of the row is '?'"},
    {"type octile\nheight 1\nwidth 2\nmap\n..\n\n..\n", "m.map:7: there are more than the 1 rows"},
    {"This is no map, and its first line is rather long, so that it is cut.\n",
     "m.map:1: 'This is no map, and its first line is ra...' is no line of a header"},
    {"type octile\nheight 1\nwidth 2\nmap\nTO\n", "m: there is neither land nor water"},
};

static const struct
{
    const char *text, *words;
} broken_scenarios[] = {
    {"", "m.scen:1: the file is empty, must begin with 'version 1'"},
    {"0 small.map 8 5 0 0 3 0 3\n", "m.scen:1: the file begins with '0 small.map"},
    {"version 2\n", "m.scen:1: the file begins with 'version 2'"},
    {"version 1\n", "m.scen:1: there are no rows"},
    {"version 1\n\n0 m 8 5 0 0 3 0\n", "m.scen:3: the row has 8 fields, must have 9"},
    {"version 1\n0 m 8 5 0 0 3 0 3 4\n", "m.scen:2: the row has 10 fields, must have 9"},
    {"version 1\n0 m 8 6 0 0 3 0 3\n", "m.scen:2: the row is for a map of 8 x 6, this one is 8 x 5"},
    {"version 1\n0 m 8 5 8 0 3 0 3\n", "m.scen:2: start is (8, 0), must be inside the map of 8 x 5"},
    {"version 1\n0 m 8 5 0 0 3 5 3\n", "m.scen:2: goal is (3, 5), must be inside the map of 8 x 5"},
    {"version 1\n0 m 8 5 -1 0 3 0 3\n", "m.scen:2: start x is '-1', must be a whole number"},
    {"version 1\n0 m 8 5 0 0 3 0.5 3\n", "m.scen:2: goal y is '0.5', must be a whole number"},
    {"version 1\n0 m 8 5 0 0 99999999999 0 3\n", "m.scen:2: goal x is '99999999999'"},
    {"version 1\n0 m 8 5 0 0 3 0 nan\n", "m.scen:2: length is 'nan', must be a number from 0 on"},
    {"version 1\n0 m 8 5 0 0 3 0 -3\n", "m.scen:2: length is '-3'"},
    {"version 1\n0 m 8 5 0 0 3 0 long\n", "m.scen:2: length is 'long'"},
};

static void t_broken_files_are_named_with_their_line(void **state)
{
    (void)state;
    write_small();
    for (int i = 0; i < COUNT_OF(broken_maps); ++i)
    {
        write_file("m.map", broken_maps[i].text);
        assert_refuses(1, "path m.map", broken_maps[i].words);
    }
    for (int i = 0; i < COUNT_OF(broken_scenarios); ++i)
    {
        write_file("m.scen", broken_scenarios[i].text);
        assert_refuses(1, "path small.map m.scen", broken_scenarios[i].words);
    }
    assert_refuses(1, "path missing.map", "missing.map: No such file or directory");
    assert_refuses(1, "path .", ".: Is a directory");
    assert_refuses(1, "path small.map missing.scen", "missing.scen: No such file or directory");
    assert_refuses(1, "path small.map .", ".: Is a directory");
}

/// Whatever is cut off, changed or doubled: a table, or one line that says what is wrong.
static void t_files_in_pieces_break_nothing(void **state)
{
    (void)state;
    uint64_t dice = 5;
    write_small();
    for (int i = 0; i < 60; ++i)
    {
        bool is_map = i % 2 == 0;
        const char *whole = is_map ? small_map : small_scenario;
        char text[400];
        snprintf(text, sizeof text, "%s", whole);
        size_t length = strlen(text), cut = draw(&dice) % length;
        if (i % 3 == 0)
            text[cut] = '\0';
        else
            text[cut] = (char)(1 + draw(&dice) % 255);
        write_file("piece", text);
        int code = wend(is_map ? "path piece small.map.scen --csv" : "path small.map piece --csv");
        assert_true(code == 0 || code == 1);
        const char *end = strchr(err, '\n');
        assert_true(code == 0 ? err[0] == '\0' : end && end[1] == '\0' && strncmp(err, "wend path: ", 11) == 0);
    }
}

// ---- published scenarios

#define DATA WEND_SOURCE "/../shared/movingai"

static const char *const published[] = {"dao/arena",           "dao/den312d",           "dao/brc202d",
                                        "da2/ht_chantry_n",    "sc1/Aftershock",        "bg512/AR0011SR",
                                        "mazes/maze512-4-0",   "mazes/maze512-32-5",    "rooms/16room_003",
                                        "wc3maps512/icecrown", "random/random512-25-0", "cities/Berlin_0_256"};

/// Some rows of a scenario, all of a short one; returns how many.
static int write_sample(const char *name, int most)
{
    char path[512];
    snprintf(path, sizeof path, "%s/scen/%s.map.scen", DATA, name);
    char *whole = read_file(path, NULL);
    assert_non_null(whole);
    int lines = 0, kept = 0;
    for (const char *c = whole; *c; ++c)
        lines += *c == '\n';
    int step = lines / most + 1;
    snprintf(path, sizeof path, "%s/sample.scen", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    int line = 0;
    for (char *at = whole, *end; (end = strchr(at, '\n')); at = end + 1, ++line)
        if (line == 0 || line % step == step - 1)
        {
            fwrite(at, 1, (size_t)(end + 1 - at), file);
            kept += line > 0;
        }
    assert_int_equal(fclose(file), 0);
    free(whole);
    return kept;
}

static void t_ways_of_published_scenarios_have_the_published_length(void **state)
{
    (void)state;
    if (access(DATA "/maps", R_OK) != 0)
    {
        printf("skipped: there is no ../shared/movingai\n");
        return;
    }
    for (int i = 0; i < COUNT_OF(published); ++i)
    {
        char line[600];
        row rows[5];
        int count = write_sample(published[i], 25);
        assert_true(count >= 12);
        snprintf(line, sizeof line,
                 "path '%s/maps/%s.map' sample.scen --repeat 1 --search dijkstra,astar,jps,auto,anya --csv", DATA,
                 published[i]);
        assert_works(line);
        assert_int_equal(read_table(rows, 5), 5);
        for (int k = 0; k < 5; ++k)
        {
            if (rows[k].wrong > 0)
                print_error("%s with %s\n", published[i], rows[k].search);
            assert_int_equal(rows[k].rows, count);
            assert_int_equal(rows[k].solved, count);
            assert_int_equal(rows[k].wrong, 0);
        }
    }
    assert_works("path '" DATA "/maps/dao/arena.map' --csv"); // finds the scenario in its folder beside
    row all;
    assert_int_equal(read_table(&all, 1), 1);
    assert_int_equal(all.rows, 160);
    assert_int_equal(all.wrong, 0);
}

/// A floor of 4 by 4: the way across it, and none to what lies beside it.
static void t_ways_over_a_mesh(void **state)
{
    (void)state;
    write_file("floor.txt", "navmesh 1\nvertices 4\n0 0 0  4 0 0  4 0 4  0 0 4\npolygons 1\n4 0 1 2 3 -1 -1 -1 -1\n");
    assert_int_equal(wend("mesh floor.txt --from 1,1 --to 3,1"), 0);
    assert_int_equal(strncmp(text_of("way"), "found\n", 6), 0);
    assert_close(atof(text_of("length")), 2, 1e-6);
    assert_int_equal(wend("mesh floor.txt --from 1,1 --to 1,1"), 0);
    assert_int_equal(strncmp(text_of("way"), "already there\n", 14), 0);
    assert_int_equal(wend("mesh floor.txt --from 1,1 --to 9,9"), 1);
    assert_int_equal(strncmp(text_of("way"), "goal blocked\n", 13), 0);
    assert_int_equal(wend("mesh floor.txt --from 9,9 --to 1,1"), 1);
    assert_int_equal(strncmp(text_of("way"), "start blocked\n", 14), 0);
    assert_int_equal(wend("mesh floor.txt --from 1,1"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_a_scenario_is_counted_by_every_search),
        cmocka_unit_test(t_wrong_lengths_are_counted),
        cmocka_unit_test(t_other_rules_are_compared_with_dijkstra),
        cmocka_unit_test(t_one_way_between_two_cells),
        cmocka_unit_test(t_any_angle_ways_are_compared_with_the_exact_one),
        cmocka_unit_test(t_ways_over_a_mesh),
        cmocka_unit_test(t_random_rows_come_from_a_seed),
        cmocka_unit_test(t_png_is_a_picture),
        cmocka_unit_test(t_wrong_arguments_are_named),
        cmocka_unit_test(t_broken_files_are_named_with_their_line),
        cmocka_unit_test(t_files_in_pieces_break_nothing),
        cmocka_unit_test(t_ways_of_published_scenarios_have_the_published_length),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
