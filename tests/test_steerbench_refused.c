// SteerSuite's test cases that are refused: what is wrong in a file, and in which line.
#include "testing_case.h"

static void check_is_refused(const char *what, const char *text, int line, const char *words)
{
    char beginning[64];
    write_text("edge.xml", text);
    int code = run("edge.xml", "--seconds 1");
    snprintf(beginning, sizeof beginning, "wend run: edge.xml:%d: ", line);
    bool is_right_line = line == 0 ? is_refusal("edge.xml") : strncmp(err, beginning, strlen(beginning)) == 0;
    if (code == 1 && is_refusal("edge.xml") && is_right_line && strstr(err, words))
        return;
    print_error("%s: exit code %d, must be refused in line %d with '%s'; it says: %s%s\n", what, code, line, words, err,
                out);
    fail();
}

static const struct
{
    const char *what, *text;
    int line;
    const char *words;
} refused[] = {
    // What is missing.
    {"another root", "<scene></scene>\n", 1, "the root is scene, must be SteerBenchTestCase"},
    {"no header", "<SteerBenchTestCase>\n" TAIL, 1, "SteerBenchTestCase has no header"},
    {"no bounds", "<SteerBenchTestCase>\n\n<header></header>\n" TAIL, 3, "header has no worldBounds"},
    {"half a bound",
     "<SteerBenchTestCase>\n<header>\n<worldBounds><xmin>0</xmin><xmax>1</xmax></worldBounds></header>" TAIL, 3,
     "worldBounds has no zmin"},
    {"an empty agent", HEAD "<agent>\n</agent>\n" TAIL, FIRST_LINE, "agent has no initialConditions"},
    {"no radius",
     HEAD "<agent>\n<initialConditions>" PLACE(AT("0", "0")) LOOK SPEED("0") "</initialConditions></agent>" TAIL,
     FIRST_LINE + 1, "initialConditions has no radius"},
    {"no place", HEAD "<agent>\n<initialConditions>" RADIUS("1") LOOK SPEED("0") "</initialConditions></agent>" TAIL,
     FIRST_LINE + 1, "initialConditions has no position"},
    {"no direction",
     HEAD "<agent>\n<initialConditions>" RADIUS("1") PLACE(AT("0", "0")) SPEED("0") "</initialConditions></agent>" TAIL,
     FIRST_LINE + 1, "initialConditions has no direction"},
    {"no speed",
     HEAD "<agent>\n<initialConditions>" RADIUS("1") PLACE(AT("0", "0")) LOOK "</initialConditions></agent>" TAIL,
     FIRST_LINE + 1, "initialConditions has no speed"},
    {"no z",
     HEAD "<agent><initialConditions>" RADIUS("1") "\n<position><x>0</x></position>" LOOK SPEED(
         "0") "</initialConditions></agent>" TAIL,
     FIRST_LINE + 1, "position has no z"},
    {"no number of agents", HEAD "<agentRegion>" BOUNDS("0", "9") INITIAL("") "</agentRegion>" TAIL, FIRST_LINE,
     "agentRegion has no numAgents"},
    {"a target without a name", HEAD GOAL("\n<seekDynamicTarget></seekDynamicTarget>") TAIL, FIRST_LINE + 1,
     "seekDynamicTarget has no targetName"},
    {"a target that isn't there",
     HEAD GOAL("\n<fleeDynamicTarget><targetName>Zed</targetName></fleeDynamicTarget>") TAIL, FIRST_LINE + 1,
     "targetName is 'Zed', there is no agent of that name"},
    {"an unknown goal", HEAD GOAL("\n\n<danceTarget></danceTarget>") TAIL, FIRST_LINE + 2, "unknown goal danceTarget"},
    {"an unknown element", HEAD "\n<volcano><hot>1</hot></volcano>\n" TAIL, FIRST_LINE + 1, "volcano is not supported"},
    // Bad numbers.
    {"a word", HEAD AGENT("\n" AT("west", "0"), "") TAIL, FIRST_LINE + 1, "x is 'west', must be a finite number"},
    {"nothing", HEAD AGENT(AT("", "0"), "") TAIL, FIRST_LINE, "x is '', must be a finite number"},
    {"two numbers", HEAD AGENT(AT("1 2", "0"), "") TAIL, FIRST_LINE, "x is '1 2'"},
    {"a comma", HEAD AGENT(AT("1,5", "0"), "") TAIL, FIRST_LINE, "x is '1,5'"},
    {"NaN", HEAD AGENT(AT("nan", "0"), "") TAIL, FIRST_LINE, "x is 'nan'"},
    {"infinity", HEAD AGENT(AT("0", "-inf"), "") TAIL, FIRST_LINE, "z is '-inf'"},
    {"beyond double", HEAD AGENT(AT("0", "1e999"), "") TAIL, FIRST_LINE, "z is '1e999'"},
    {"beyond float", HEAD AGENT(AT("0", "1e39"), "") TAIL, FIRST_LINE, "z is '1e39'"},
    {"too far", HEAD AGENT(AT("1e8", "0"), "") TAIL, FIRST_LINE, "x is 100000000, must be from -10000000 to 10000000"},
    {"an element inside a number", HEAD AGENT(AT("1<b>2</b>3x", "0"), "") TAIL, FIRST_LINE, "x is '13x'"},
    {"radius 0",
     HEAD "<agent><initialConditions>" RADIUS("0") PLACE(AT("0", "0"))
         LOOK SPEED("0") "</initialConditions></agent>" TAIL,
     FIRST_LINE, "radius is 0, must be from"},
    {"radius -1",
     HEAD "<agent><initialConditions>" RADIUS("-1") PLACE(AT("0", "0"))
         LOOK SPEED("0") "</initialConditions></agent>" TAIL,
     FIRST_LINE, "radius is -1, must be from"},
    {"speed -1",
     HEAD "<agent><initialConditions>" RADIUS("1") PLACE(AT("0", "0"))
         LOOK SPEED("-1") "</initialConditions></agent>" TAIL,
     FIRST_LINE, "speed is -1, must be from 0"},
    {"desired speed -1", HEAD GOAL("<idle><desiredSpeed>-1</desiredSpeed></idle>") TAIL, FIRST_LINE,
     "desiredSpeed is -1, must be from 0"},
    {"duration -1", HEAD GOAL("<idle><timeDuration>-1</timeDuration></idle>") TAIL, FIRST_LINE,
     "timeDuration is -1, must be from 0"},
    {"a circle of -1", HEAD "<circleObstacle>" PLACE(AT("0", "0")) RADIUS("-1") "</circleObstacle>" TAIL, FIRST_LINE,
     "radius is -1, must be from 0"},
    {"a box of -1",
     HEAD "<orientedBoxObstacle>" PLACE(AT("0", "0")) "<size>" AT(
         "-1", "1") "</size><thetaY>0</thetaY></orientedBoxObstacle>" TAIL,
     FIRST_LINE, "size"},
    {"a corner alone", HEAD "<polygonObstacle><vertex>" AT("0", "0") "</vertex></polygonObstacle>" TAIL, FIRST_LINE,
     "polygonObstacle has 1 vertices"},
    {"no corner", HEAD "<polygonObstacle>\n<radius>1</radius></polygonObstacle>" TAIL, FIRST_LINE + 1,
     "polygonObstacle has a radius, must be vertex"},
    // Huge counts, and no room.
    {"a billion agents", HEAD REGION("1000000000", "-9", "9") TAIL, FIRST_LINE,
     "numAgents is 1e+09, must be from 0 to 20000"},
    {"one too many", HEAD REGION("20001", "-9", "9") TAIL, FIRST_LINE, "numAgents is 20001, must be from 0 to 20000"},
    {"too many together", HEAD REGION("12000", "-9", "9") "\n" REGION("12000", "-9", "9") TAIL, FIRST_LINE + 2,
     "more than 20000 agents"},
    {"minus one agent", HEAD REGION("-1", "-9", "9") TAIL, FIRST_LINE, "numAgents is -1, must be from 0"},
    {"one and a half", HEAD REGION("1.5", "-9", "9") TAIL, FIRST_LINE, "numAgents is 1.5, must be a whole number"},
    {"NaN agents", HEAD REGION("nan", "-9", "9") TAIL, FIRST_LINE, "numAgents is 'nan'"},
    {"no room for agents", HEAD REGION("40", "-2", "2") TAIL, FIRST_LINE, "no room for agent"},
    {"a billion obstacles", HEAD OBSTACLES("1e9", "1", "-9", "9") TAIL, FIRST_LINE,
     "numObstacles is 1e+09, must be from 0 to"},
    {"too many obstacles together",
     HEAD OBSTACLES("6000", "0.01", "-9", "9") "\n\n" OBSTACLES("6000", "0.01", "-9", "9") TAIL, FIRST_LINE + 3,
     "more than 10000 random obstacles"},
    {"obstacles of nothing", HEAD OBSTACLES("5", "0", "-9", "9") TAIL, FIRST_LINE, "obstacleSize is 0, must be from"},
    {"no room for obstacles", HEAD OBSTACLES("40", "1", "-2", "2") TAIL, FIRST_LINE, "no room for a random obstacle"},
    // Not XML.
    {"an open element", HEAD "<agent>\n", FIRST_LINE + 1, "broken XML"},
    {"crossed elements", HEAD "\n<agent></header>\n" TAIL, FIRST_LINE + 1, "broken XML"},
    {"an unknown entity", HEAD "<agent>&what;</agent>" TAIL, FIRST_LINE, "broken XML"},
    {"two roots", HEAD TAIL HEAD TAIL, 0, "broken XML"},
    {"an open comment first", "<!-- one\n" HEAD TAIL, 0, "broken XML"},
    {"text first", "text\n" HEAD TAIL, 0, "broken XML"},
    {"bytes that are no text", HEAD "\n\xff\xfe\x80" TAIL, FIRST_LINE + 1, "broken XML"},
    {"another encoding", "<?xml version=\"1.0\" encoding=\"rot13\"?>\n<SteerBenchTestCase/>", 1, "broken XML"},
    // The line counts what stands before <?xml.
    {"a comment first", "<!--\n\n-->\n" HEAD "<agent>\n</agent>\n" TAIL, FIRST_LINE + 3,
     "agent has no initialConditions"},
    {"a comment first, broken", "<!--\n\n-->\n" HEAD "<agent>\n</header>\n" TAIL, FIRST_LINE + 4, "broken XML"},
};

static void t_what_is_wrong_is_refused_with_its_line(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(refused); ++i)
        check_is_refused(refused[i].what, refused[i].text, refused[i].line, refused[i].words);
}

/// `head`, then `piece` so many times, then `tail`; to be freed.
static char *repeated(const char *head, const char *piece, int times, const char *tail)
{
    size_t length = strlen(piece), before = strlen(head);
    char *text = malloc(before + length * (size_t)times + strlen(tail) + 1);
    assert_non_null(text);
    memcpy(text, head, before);
    for (int i = 0; i < times; ++i)
        memcpy(text + before + length * (size_t)i, piece, length);
    memcpy(text + before + length * (size_t)times, tail, strlen(tail) + 1);
    return text;
}

static void check_pile_is_refused(const char *what, const char *head, const char *piece, int times, const char *tail,
                                  const char *words)
{
    char *text = repeated(head, piece, times, tail);
    check_is_refused(what, text, 0, words);
    free(text);
}

static void t_garbage_without_end_is_refused(void **state)
{
    (void)state;
    check_pile_is_refused("deep", HEAD, "<a>", 200000, "", "nested too deeply");
    check_pile_is_refused("deep comments", HEAD "<!--", "<!", 200000, "", "broken XML");
    check_pile_is_refused("a long text", HEAD "<agent><name>", "0123456789", 10000, "</name></agent>" TAIL, "too long");
    check_pile_is_refused("a long number", HEAD AGENT(AT("1", "0"), "") "<circleObstacle><radius>", "1", 60000,
                          "</radius>" PLACE(AT("0", "0")) "</circleObstacle>" TAIL, "radius is '1111111111");
    check_pile_is_refused("a long name", HEAD "<", "name", 20000, "/>" TAIL, "is not supported");
    check_pile_is_refused("many regions", HEAD, REGION("20000", "-9", "9"), 1000, TAIL, "more than 20000 agents");
    check_pile_is_refused("many obstacles", HEAD, OBSTACLES("10000", "0.01", "-9", "9"), 1000, TAIL,
                          "more than 10000 random obstacles");
    // Each entity is ten of the one before it.
    char bomb[4096] = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY e0 \"0123456789\">";
    for (int i = 1; i < 12; ++i)
    {
        char entity[128];
        snprintf(entity, sizeof entity, "<!ENTITY e%d \"&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;\">", i,
                 i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
        strcat(bomb, entity);
    }
    strcat(bomb, "]>\n<SteerBenchTestCase><header><name>&e11;</name></header>" TAIL);
    check_is_refused("entities that blow up", bomb, 0, "");
}

static void t_a_file_that_is_cut_off_anywhere_is_refused(void **state)
{
    (void)state;
    static const char text[] = HEAD AGENT(AT("-3", "1"), SEEK(AT("5", "2"))) OBSTACLES("2", "1", "3", "9") TAIL;
    size_t whole = strlen(text) - 2; // without the last > and its line feed
    for (size_t size = 0; size <= whole; size += IS_SLOW ? 97 : 23)
    {
        write_bytes("edge.xml", text, size);
        assert_int_equal(run("edge.xml", "--seconds 1"), 1);
        assert_true(is_refusal("edge.xml"));
        assert_non_null(strstr(err, "broken XML"));
    }
}

static void t_a_file_that_is_too_large_is_refused(void **state)
{
    (void)state;
    char *text = repeated(HEAD, "<!-- 0123456789abcdefghijklmnopqrstuvwxyz -->\n", 400000, TAIL); // 18 MB
    write_text("edge.xml", text);
    free(text);
    assert_int_equal(run("edge.xml", ""), 1);
    assert_string_equal(err, "wend run: edge.xml: is too large, 16 MB at most\n");
    assert_string_equal(out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_what_is_wrong_is_refused_with_its_line),
        cmocka_unit_test(t_garbage_without_end_is_refused),
        cmocka_unit_test(t_a_file_that_is_cut_off_anywhere_is_refused),
        cmocka_unit_test(t_a_file_that_is_too_large_is_refused),
    };
    if (WEND_COMMAND[0] == '\0')
    {
        printf("skipped: the command isn't built\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
