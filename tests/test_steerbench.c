// SteerSuite's test cases through the command: its own ones in place, the metrics worked out again from --csv, and
// files written here. Those that are refused: test_steerbench_refused.c.
#include "testing_case.h"

#include <dirent.h>

#define CASES WEND_SOURCE "/../shared/steerbench/cases"

// ---- SteerSuite's own cases

enum
{
    MOST_CASES = 100,
    ALL_CASES = 70,
    PATH = 1024
};

static bool has_cases(void)
{
    if (access(CASES, R_OK) == 0)
        return true;
    printf("skipped: there is no %s\n", CASES);
    return false;
}

/// The paths of all XML files below a folder. Returns how many there are.
static int find_cases(const char *below, char (*paths)[PATH], int count)
{
    DIR *directory = opendir(below);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    {
        char path[PATH];
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%.700s/%s", below, entry->d_name);
        DIR *inner = opendir(path);
        if (inner)
        {
            closedir(inner);
            count = find_cases(path, paths, count);
        }
        else if (length > 4 && strcmp(entry->d_name + length - 4, ".xml") == 0)
        {
            assert_true(count < MOST_CASES);
            memcpy(paths[count++], path, sizeof path);
        }
    }
    closedir(directory);
    return count;
}

static void check_scores_are_sane(const char *path)
{
    double agents = value_of("agents"), finished = value_of("finished"), collisions = value_of("collisions");
    bool is_sane = agents >= 0 && finished >= 0 && finished <= agents && collisions >= 0;
    is_sane = is_sane && value_of("penetration_max") >= 0 && value_of("time") >= 0 && value_of("time") <= 1.001;
    is_sane = is_sane && value_of("energy") >= 0 && value_of("ple") >= 0 && value_of("composite01") >= 0;
    if (is_sane)
        return;
    print_error("%s: odd scores:\n%s", path, out);
    fail();
}

static void t_all_cases_load_or_are_refused_with_a_reason(void **state)
{
    (void)state;
    static char paths[MOST_CASES][PATH];
    if (!has_cases())
        return;
    int count = find_cases(CASES, paths, 0), played = 0;
    assert_int_equal(count, ALL_CASES);
    for (int i = 0; i < count; ++i)
    {
        if (strstr(paths[i], "scenarioSpace") || strstr(paths[i], "random.xml"))
            continue; // of thousands of agents: they take longer than a test may
        int code = run(paths[i], "--seconds 0.05");
        if (code == 0 && err[0] == '\0')
        {
            check_scores_are_sane(paths[i]);
            ++played;
        }
        else if (code != 1 || !is_refusal(paths[i]))
        {
            print_error("%s: exit code %d; %s\n", paths[i], code, err);
            fail();
        }
    }
    assert_true(played > ALL_CASES / 2);
}

static const char *const quiet_cases[] = {
    "simple-2",   "plain-unobstructed", "oncoming-1",      "oncoming-3", "crossing-1",
    "crossing-3", "crossing-5",         "4-way-confusion", "fan-in",     "frogger"};

static void t_in_ten_cases_every_agent_finishes(void **state)
{
    (void)state;
    if (!has_cases())
        return;
    for (int i = 0; i < COUNT_OF(quiet_cases); ++i)
    {
        char path[PATH];
        snprintf(path, sizeof path, "%s/%s.xml", CASES, quiet_cases[i]);
        assert_plays(path, "");
        if (value_of("finished") != value_of("agents") || value_of("agents") < 1)
        {
            print_error("%s: not everybody finished:\n%s", quiet_cases[i], out);
            fail();
        }
    }
}

/// Five hundred before a gap of 3.4 m queue: nobody turns aside or backs off in a queue, by which only 59 got through in
/// a minute. And pushes, which share a way wholly among those who want one point, led past walls into others: 1.6 cm.
static void t_crowds_queue_at_doors_and_keep_apart(void **state)
{
    (void)state;
    if (!has_cases() || IS_SLOW)
        return;
    assert_plays(CASES "/bottleneck-hallway-3.xml", "--seconds 60");
    assert_true(value_of("finished") >= 80 && value_of("penetration_max") <= 0.01);
    assert_plays(CASES "/basic-office.xml", "--seconds 15");
    assert_true(value_of("penetration_max") <= 0.01);
}

// ---- the metrics, worked out again

enum
{
    MOST_AGENTS = 16,
    MOST_FRAMES = 3600,
    MOST_THINGS = 4
};

/// Where somebody is in each frame, from --csv.
typedef struct way
{
    double radius;
    double x[MOST_FRAMES + 1], z[MOST_FRAMES + 1]; // frame 0 is the start
    int frames;                                    // the last one in which it is still there
} way;

/// A box (turned by degrees), or a circle where width is 0.
typedef struct thing
{
    double x, z, width, depth, degrees, radius;
} thing;

typedef struct scores
{
    double agents, collisions, penetration_max, time, energy, ple;
} scores;

static way ways[MOST_AGENTS];

/// Fills the ways of agents who all start at once, in order of their ids.
static void read_ways(const char *name, int agents, double dt)
{
    char *text = read_output(name, NULL);
    const char *row = strchr(text, '\n') + 1; // behind the header
    uint64_t ids[MOST_AGENTS] = {0};
    for (int known = 0; *row; row = strchr(row, '\n') + 1)
    {
        char *at;
        int frame = (int)lround(strtod(row, &at) / dt), k = 0;
        uint64_t id = strtoull(at + 1, &at, 10);
        while (k < known && ids[k] != id)
            ++k;
        if (k == known)
        {
            assert_true(known < agents && frame == 1 && (k == 0 || ids[k - 1] < id));
            ids[known++] = id;
        }
        assert_true(frame <= MOST_FRAMES && frame == ways[k].frames + 1); // nobody is left out for a while
        ways[k].frames = frame;
        ways[k].x[frame] = strtod(at + 1, &at);
        strtod(at + 1, &at); // y is up
        ways[k].z[frame] = strtod(at + 1, &at);
    }
    free(text);
}

static double penetration_of(const way *w, int frame, const thing *t)
{
    double dx = w->x[frame] - t->x, dz = w->z[frame] - t->z;
    if (t->width == 0)
        return w->radius + t->radius - sqrt(dx * dx + dz * dz);
    // x' = x cos + z sin, z' = z cos - x sin turns the box; the same with -sin turns back.
    double c = cos(t->degrees * PI / 180), s = sin(t->degrees * PI / 180);
    double x = fabs(dx * c - dz * s) - t->width / 2, z = fabs(dz * c + dx * s) - t->depth / 2;
    return x <= 0 && z <= 0 ? w->radius : w->radius - hypot(fmax(x, 0), fmax(z, 0));
}

/// How deep agent i is in agent or thing k (things follow the agents) in a frame; 0: not at all.
static double depth_of(int i, int k, int agents, const thing *things, int frame)
{
    const way *w = &ways[i];
    if (k >= agents)
        return penetration_of(w, frame, &things[k - agents]);
    const way *o = &ways[k];
    if (k == i || o->frames < frame)
        return 0;
    return w->radius + o->radius - hypot(w->x[frame] - o->x[frame], w->z[frame] - o->z[frame]);
}

/// The README's rules, word for word.
static scores work_out(int agents, const thing *things, int thing_count, double dt)
{
    scores s = {.agents = agents};
    for (int i = 0; i < agents; ++i)
    {
        bool was_touching[MOST_AGENTS + MOST_THINGS] = {false};
        for (int frame = 1; frame <= ways[i].frames; ++frame)
        {
            double vx = (ways[i].x[frame] - ways[i].x[frame - 1]) / dt;
            double vz = (ways[i].z[frame] - ways[i].z[frame - 1]) / dt;
            double speed_squared = vx * vx + vz * vz;
            s.time += dt / agents;
            s.energy += 0.5 * speed_squared / agents;
            s.ple += (2.23 + 1.26 * speed_squared) * dt / agents;
            for (int k = 0; k < agents + thing_count; ++k)
            {
                double depth = depth_of(i, k, agents, things, frame);
                bool is_touching = depth > 0.001;
                s.collisions += is_touching && !was_touching[k];
                s.penetration_max = is_touching ? fmax(s.penetration_max, depth) : s.penetration_max;
                was_touching[k] = is_touching;
            }
        }
    }
    return s;
}

/// What was printed is what the rules say. The last printed place and the floats of the places are allowed for.
static void check_scores(scores s)
{
    assert_close(value_of("agents"), s.agents, 0);
    assert_close(value_of("collisions"), s.collisions, 0);
    assert_close(value_of("penetration_max"), s.penetration_max, 0.0001);
    assert_close(value_of("time"), s.time, 0.001);
    assert_close(value_of("energy"), s.energy, 0.001 + 1e-5 * s.energy);
    assert_close(value_of("ple"), s.ple, 0.001 + 1e-5 * s.ple);
    double composite = 50 * s.collisions / s.agents + s.time + s.energy;
    assert_close(value_of("composite01"), composite, 0.001 + 1e-5 * composite);
    // And among the printed values, which are means already but for the collisions.
    composite = 50 * value_of("collisions") / value_of("agents") + value_of("time") + value_of("energy");
    assert_close(value_of("composite01"), composite, 0.002);
}

/// The starts of a case whose agents all stand at fixed places. Returns how many there are.
static int read_starts(const char *path)
{
    char *text = read_file(path, NULL);
    assert_non_null(text);
    int agents = 0;
    for (const char *at = text; (at = strstr(at, "<agent>")) != NULL; ++at, ++agents)
    {
        assert_true(agents < MOST_AGENTS);
        const char *radius = strstr(at, "<radius>"), *place = strstr(at, "<position>");
        assert_true(radius && place);
        const char *x = strstr(place, "<x>"), *z = strstr(place, "<z>");
        assert_true(x && z);
        ways[agents].frames = 0;
        ways[agents].radius = atof(radius + 8);
        ways[agents].x[0] = atof(x + 3);
        ways[agents].z[0] = atof(z + 3);
    }
    assert_null(strstr(text, "bstacle"));
    free(text);
    return agents;
}

static void t_the_metrics_of_cases_are_those_of_the_rules(void **state)
{
    (void)state;
    static const char *const names[] = {"simple-2", "oncoming-1", "4-way-confusion", "fan-in"};
    if (!has_cases())
        return;
    for (int i = 0; i < COUNT_OF(names); ++i)
        for (int k = 0; k < 2; ++k)
        {
            char path[PATH];
            snprintf(path, sizeof path, "%s/%s.xml", CASES, names[i]);
            int agents = read_starts(path);
            assert_plays(path, k == 0 ? "--csv case.csv" : "--csv case.csv --dt 0.02 --seconds 5");
            double dt = k == 0 ? 0.05 : 0.02;
            read_ways("case.csv", agents, dt);
            check_scores(work_out(agents, NULL, 0, dt));
        }
}

// ---- cases written here

static void t_the_metrics_of_contacts_are_those_of_the_rules(void **state)
{
    (void)state;
    // One round a box, one round a turned box, one along a circle, five who start as a heap.
    static const char text[] =
        HEAD AGENT(AT("-8", "10"), SEEK(AT("8", "10"))) AGENT(AT("-8", "20"), SEEK(AT("8", "20")))
            AGENT(AT("-8", "30"), SEEK(AT("8", "30"))) AGENT(AT("-6", "0.0"), SEEK(AT("6", "0")))
                AGENT(AT("-6", "0.1"), SEEK(AT("6", "0"))) AGENT(AT("-6.1", "0.05"), SEEK(AT("6", "0.5")))
                    AGENT(AT("-6.05", "0.02"), SEEK(AT("6", "-3"))) AGENT(AT("-5.95", "0.07"), SEEK(AT("6", "3"))) //
        "<obstacle><xmin>-1</xmin><xmax>2</xmax><ymin>0</ymin><ymax>9</ymax><zmin>9.3</zmin><zmax>12</zmax></"
        "obstacle>\n"
        "<orientedBoxObstacle><thetaY>30</thetaY><size>" AT("4", "1") "</size>" PLACE(AT(
            "0", "18.6")) "</orientedBoxObstacle>\n<circleObstacle>" PLACE(AT("0", "31.5")) "<radius>1.2</"
                                                                                            "radius><height>1</height>"
                                                                                            "</circleObstacle>\n" TAIL;
    static const double starts[][2] = {{-8, 10},  {-8, 20},     {-8, 30},      {-6, 0},
                                       {-6, 0.1}, {-6.1, 0.05}, {-6.05, 0.02}, {-5.95, 0.07}};
    static const thing things[] = {
        {.x = 0.5, .z = 10.65, .width = 3, .depth = 2.7},
        {.x = 0, .z = 18.6, .width = 4, .depth = 1, .degrees = 30},
        {.x = 0, .z = 31.5, .radius = 1.2},
    };
    int agents = COUNT_OF(starts);
    for (int i = 0; i < agents; ++i)
    {
        ways[i].frames = 0;
        ways[i].radius = 0.5;
        ways[i].x[0] = (double)(float)starts[i][0];
        ways[i].z[0] = (double)(float)starts[i][1];
    }
    write_text("contacts.xml", text);
    assert_plays("contacts.xml", "--csv contacts.csv");
    read_ways("contacts.csv", agents, 0.05);
    scores s = work_out(agents, things, COUNT_OF(things), 0.05);
    for (int i = 0; i < 3; ++i) // they go round what is in their way
        for (int frame = 0; frame <= ways[i].frames; ++frame)
            assert_true(penetration_of(&ways[i], frame, &things[i]) <= 0.001);
    assert_true(s.collisions >= 2 && s.penetration_max > 0.002); // the heap, which a step can't take apart
    check_scores(s);
    assert_close(value_of("finished"), agents, 0);
}

static void t_someone_alone_takes_the_time_that_it_takes(void **state)
{
    (void)state;
    // At rest, then 4 m/s^2 up to 1.3 m/s: 1.3^2 / 8 m are walked in the 0.325 s of speeding up; done within 1.25 m.
    write_text("alone.xml", HEAD AGENT(AT("-20", "3"), SEEK(AT("20", "3"))) TAIL);
    assert_plays("alone.xml", "");
    double walked = 40 - 1.25, time = 0.325 + (walked - 1.3 * 1.3 / 8) / 1.3;
    assert_close(value_of("time"), time, 0.15); // three frames of 0.05 s: of steps, and because it leaves in the last
    assert_close(value_of("energy"), 0.5 * 1.3 * 1.3 * value_of("time") / 0.05, 10);
    assert_close(value_of("ple"), (2.23 + 1.26 * 1.3 * 1.3) * value_of("time"), 1);
    assert_close(value_of("finished"), 1, 0);
    assert_close(value_of("collisions"), 0, 0);
}

static void t_what_is_written_otherwise_is_the_same_case(void **state)
{
    (void)state;
    static const struct
    {
        const char *what, *text;
    } rows[] = {
        {"a comment first", "<!-- one\n -->\n\n<!--two--> \n" HEAD AGENT(AT("-3", "1"), SEEK(AT("5", "2"))) TAIL},
        {"another order", HEAD "<agent>" SEEK(AT("5", "2")) "<initialConditions>" SPEED("0") LOOK
         "<position><z>1</z><x>-3</x><y>0</y></position>" RADIUS("0.5") "</initialConditions>"
                                                                        "<name>A</name></agent>\n" TAIL},
        {"numbers with room, signs and exponents",
         HEAD "<agent>" SEEK(AT("\n +5.0 ", " 20e-1\t")) "<initialConditions>" RADIUS("5.0E-1")
             PLACE(AT("-3.000", "0.01e2")) LOOK SPEED("-0") "</initialConditions></agent>" TAIL},
        {"things to ignore",
         HEAD "<suggestedCameraView><fovy>45</fovy></suggestedCameraView>\n<agent><initialConditions>" RADIUS("0.5")
             PLACE(AT("-3", "1")) LOOK SPEED("0") "<color>" AT(
                 "1", "1") "</color></initialConditions>"
                           "<goalSequence><seekStaticTarget><Behaviour><SteeringAlgorithm>x"
                           "</SteeringAlgorithm><Parameters><parameter><key>k</key><value>v"
                           "</value></parameter></Parameters></Behaviour><desiredSpeed>1.3"
                           "</desiredSpeed><random>false</random><targetLocation>" AT(
                               "5", "2") "</targetLocation></seekStaticTarget></goalSequence></agent>"
                                         "<suggestedCameraView></suggestedCameraView>" TAIL},
        {"a prefix", "<s:SteerBenchTestCase xmlns:s=\"x\"><s:header><s:worldBounds>" SIDES(
                         "-50", "50") "</s:worldBounds></s:header><s:agent>" INITIAL(AT("-3", "1"))
                         SEEK(AT("5", "2")) "</s:agent></s:SteerBenchTestCase>"},
        {"CDATA and entities", HEAD AGENT(AT("<![CDATA[-3]]>", "&#49;"), SEEK(AT("5", "2"))) TAIL},
    };
    write_text("plain.xml", HEAD AGENT(AT("-3", "1"), SEEK(AT("5", "2"))) TAIL);
    uint64_t hash = hash_of("plain.xml", "--seconds 2");
    for (int i = 0; i < COUNT_OF(rows); ++i)
    {
        write_text("otherwise.xml", rows[i].text);
        if (hash_of("otherwise.xml", "--seconds 2") != hash)
        {
            print_error("%s: makes another case\n", rows[i].what);
            fail();
        }
    }
}

static void t_lines_may_end_as_they_do_elsewhere(void **state)
{
    (void)state;
    static const char text[] = HEAD AGENT(AT("-3", "1"), SEEK(AT("5", "2"))) TAIL;
    char other[2 * sizeof text];
    size_t size = 0;
    for (const char *c = text; *c; ++c)
    {
        if (*c == '\n')
            other[size++] = '\r';
        other[size++] = *c;
    }
    write_text("plain.xml", text);
    uint64_t hash = hash_of("plain.xml", "--seconds 2");
    write_bytes("otherwise.xml", other, size);
    assert_int_equal(hash_of("otherwise.xml", "--seconds 2"), hash);
    memcpy(other, "\xef\xbb\xbf", 3); // a byte order mark
    memcpy(other + 3, text, strlen(text));
    write_bytes("otherwise.xml", other, strlen(text) + 3);
    assert_int_equal(hash_of("otherwise.xml", "--seconds 2"), hash);
}

static void t_random_places_are_drawn_within_their_region(void **state)
{
    (void)state;
    static const char text[] = HEAD "<agent>" INITIAL("<random>true</random>") IDLE
        "</agent>\n" REGION("12", "10", "20") OBSTACLES("3", "2", "10", "20") TAIL;
    write_text("random.xml", text);
    uint64_t hash = hash_of("random.xml", "--seconds 0.1");
    assert_int_equal(hash_of("random.xml", "--seconds 0.1 --seed 1 --threads 3"), hash);
    assert_int_not_equal(hash_of("random.xml", "--seconds 0.1 --seed 2"), hash);
    for (int seed = 1; seed <= 5; ++seed)
    {
        char options[64];
        int agents = 13;
        memset(ways, 0, sizeof ways);
        snprintf(options, sizeof options, "--csv random.csv --dt 0.001 --seconds 0.001 --seed %d", seed);
        assert_plays("random.xml", options);
        assert_close(value_of("agents"), agents, 0);
        assert_close(value_of("collisions"), 0, 0);
        read_ways("random.csv", agents, 0.001);
        // Ids count in order of birth: fixed places first, then the random ones in order of the file. A step of a
        // millisecond moves nobody by more than 4e-6 m.
        for (int i = 0; i < agents; ++i)
        {
            double low = i == 0 ? -49.5 : 10.5, high = i == 0 ? 49.5 : 19.5, x = ways[i].x[1], z = ways[i].z[1];
            assert_true(x >= low - 1e-5 && x <= high + 1e-5 && z >= low - 1e-5 && z <= high + 1e-5);
            for (int k = 0; k < i; ++k)
                assert_true(hypot(x - ways[k].x[1], z - ways[k].z[1]) >= 1 - 1e-5);
        }
    }
}

static void t_nobody_to_do_anything_is_a_case_as_well(void **state)
{
    (void)state;
    static const char *const texts[] = {
        HEAD TAIL,
        HEAD REGION("0", "-9", "9") OBSTACLES("0", "1", "-9", "9") TAIL,
        HEAD "<obstacle>" SIDES("3", "-3") "</obstacle>" TAIL,
    };
    for (int i = 0; i < COUNT_OF(texts); ++i)
    {
        write_text("nobody.xml", texts[i]);
        assert_plays("nobody.xml", "--png nobody.png --csv nobody.csv");
        static const char *const names[] = {"agents", "finished", "collisions", "time", "energy", "ple", "composite01"};
        for (int k = 0; k < COUNT_OF(names); ++k)
            assert_close(value_of(names[k]), 0, 0);
        char *table = read_output("nobody.csv", NULL);
        assert_string_equal(table, "time,agent,x,y,z,vx,vy,vz\n");
        free(table);
    }
    // Without a goal there is nothing to be done: it is done at once.
    write_text("idler.xml", HEAD AGENT(AT("0", "0"), "") TAIL);
    assert_plays("idler.xml", "--png nobody.png");
    assert_close(value_of("agents"), 1, 0);
    assert_close(value_of("finished"), 1, 0);
    assert_close(value_of("time"), 0, 0);
}

static void t_time_and_places_at_the_edge_give_finite_scores(void **state)
{
    (void)state;
    static const char text[] = HEAD AGENT(AT("1e7", "-1e7"), SEEK(AT("-1e7", "1e7")))
        AGENT(AT("1e7", "-1e7"), SEEK(AT("1e7", "1e7"))) "<agent><initialConditions>" RADIUS("1000") PLACE(AT("0", "0"))
            LOOK SPEED("1e6") "</initialConditions>" SEEK(
                AT("0", "0")) "</agent>"
                              "<agent><initialConditions>" RADIUS("0.001")
                                  PLACE(AT("0", "0")) "<direction>" AT("0", "0") "</direction>" SPEED(
                                      "5") "</"
                                           "initialConditions><goalSequence><seekStaticTarget><"
                                           "targetLocation>" AT("40", "0") "</targetLocation><desiredSpeed>0</"
                                                                           "desiredSpeed></seekStaticTarget>"
                                                                           "</goalSequence></agent>\n" TAIL;
    static const char *const options[] = {"--seconds 1", "--dt 1 --seconds 20", "--dt 0.0001 --seconds 0.01",
                                          "--seconds 0", "--seconds 1 --png edge.png"};
    write_text("edge.xml", text);
    for (int i = 0; i < COUNT_OF(options); ++i)
    {
        static const char *const names[] = {"penetration_max", "time", "energy", "ple", "composite01"};
        assert_plays("edge.xml", options[i]);
        assert_close(value_of("agents"), 4, 0);
        for (int k = 0; k < COUNT_OF(names); ++k)
            assert_true(value_of(names[k]) >= 0);
    }
}

static void t_an_emitter_sends_the_next_one_when_one_is_done(void **state)
{
    (void)state;
    // 4 m less 1.25 m at 1.3 m/s: a bit over two seconds each, so four are through in ten seconds and the fifth walks.
    write_text("emitter.xml", HEAD "<agentEmitter>" INITIAL(AT("0", "0")) SEEK(AT("4", "0")) "</agentEmitter>" TAIL);
    assert_plays("emitter.xml", "--seconds 10");
    assert_close(value_of("agents"), value_of("finished") + 1, 0);
    assert_close(value_of("finished"), 4, 0);
    assert_close(value_of("collisions"), 0, 0);
}

// ---- all of them

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_all_cases_load_or_are_refused_with_a_reason),
        cmocka_unit_test(t_in_ten_cases_every_agent_finishes),
        cmocka_unit_test(t_crowds_queue_at_doors_and_keep_apart),
        cmocka_unit_test(t_the_metrics_of_cases_are_those_of_the_rules),
        cmocka_unit_test(t_the_metrics_of_contacts_are_those_of_the_rules),
        cmocka_unit_test(t_someone_alone_takes_the_time_that_it_takes),
        cmocka_unit_test(t_what_is_written_otherwise_is_the_same_case),
        cmocka_unit_test(t_lines_may_end_as_they_do_elsewhere),
        cmocka_unit_test(t_random_places_are_drawn_within_their_region),
        cmocka_unit_test(t_nobody_to_do_anything_is_a_case_as_well),
        cmocka_unit_test(t_time_and_places_at_the_edge_give_finite_scores),
        cmocka_unit_test(t_an_emitter_sends_the_next_one_when_one_is_done),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
