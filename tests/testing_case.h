// What the tests of SteerSuite's cases share: playing a file, and the pieces of one that is written here.
#ifndef WEND_TESTING_CASE_H
#define WEND_TESTING_CASE_H

#include "testing_command.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SLOW 1
#endif
#endif
#ifndef IS_SLOW
#define IS_SLOW 0
#endif

// ---- calling the command

/// `wend run FILE OPTIONS` inside the temporary folder. Returns the exit code; 124: it took too long.
static inline int run(const char *file, const char *options)
{
    char arguments[2048];
    snprintf(arguments, sizeof arguments, "run '%s' %s", file, options);
    return call(arguments, IS_SLOW ? 60 : 10);
}

/// It plays, and says nothing beside its results.
static inline void check_plays(const char *file, const char *options, int line)
{
    int code = run(file, options);
    if (code == 0 && err[0] == '\0' && strncmp(out, "case: ", 6) == 0)
        return;
    print_error("wend run %s %s: exit code %d; %s\n", file, options, code, err);
    _fail(__FILE__, line);
}

#define assert_plays(file, options) check_plays(file, options, __LINE__)

/// What stands behind "name: " in a line of the output.
static inline double value_of(const char *name)
{
    char *end;
    double value = strtod(text_of(name), &end);
    assert_true(*end == '\n' && isfinite(value));
    return value;
}

static inline uint64_t hash_of(const char *file, const char *options)
{
    char with_hash[256];
    snprintf(with_hash, sizeof with_hash, "%s --hash", options);
    assert_plays(file, with_hash);
    const char *hash = strstr(out, "\nhash: 0x");
    assert_non_null(hash);
    return strtoull(hash + 7, NULL, 16);
}

/// One line, "wend run: PATH:LINE: REASON".
static inline bool is_refusal(const char *path)
{
    char beginning[1100];
    snprintf(beginning, sizeof beginning, "wend run: %s:", path);
    size_t length = strlen(beginning), digits = 0;
    if (strncmp(err, beginning, length) != 0 || out[0] != '\0')
        return false;
    digits = strspn(err + length, "0123456789");
    const char *reason = err + length + digits;
    const char *end = strchr(reason, '\n');
    return digits > 0 && strncmp(reason, ": ", 2) == 0 && end > reason + 6 && end[1] == '\0';
}

// ---- cases written here

#define HEAD                                                                                                           \
    "<?xml version=\"1.0\"?>\n<SteerBenchTestCase>\n<header><version>1.0</version><name>edge</name>\n<worldBounds>"    \
    "<xmin>-50</xmin><xmax>50</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-50</zmin><zmax>50</zmax></worldBounds>\n"       \
    "</header>\n"
#define TAIL       "</SteerBenchTestCase>\n"
#define AT(x, z)   "<x>" x "</x><y>0</y><z>" z "</z>"
#define RADIUS(r)  "<radius>" r "</radius>"
#define PLACE(p)   "<position>" p "</position>"
#define LOOK       "<direction>" AT("1", "0") "</direction>"
#define SPEED(v)   "<speed>" v "</speed>"
#define INITIAL(p) "<initialConditions>" RADIUS("0.5") PLACE(p) LOOK SPEED("0") "</initialConditions>"
#define SEEK(p)                                                                                                        \
    "<goalSequence><seekStaticTarget><targetLocation>" p "</targetLocation><desiredSpeed>1.3</desiredSpeed>"           \
    "<timeDuration>1000</timeDuration></seekStaticTarget></goalSequence>"
#define AGENT(p, goals)   "<agent><name>A</name>" INITIAL(p) goals "</agent>\n"
#define GOAL(goal)        AGENT(AT("0", "0"), "<goalSequence>" goal "</goalSequence>")
#define BOUNDS(low, high) "<regionBounds>" SIDES(low, high) "</regionBounds>"
#define SIDES(low, high)                                                                                               \
    "<xmin>" low "</xmin><xmax>" high "</xmax><ymin>0</ymin><ymax>0</ymax><zmin>" low "</zmin><zmax>" high "</zmax>"
#define IDLE "<goalSequence><idle><timeDuration>1000</timeDuration></idle></goalSequence>"
#define REGION(count, low, high)                                                                                       \
    "<agentRegion><numAgents>" count "</numAgents>" BOUNDS(low, high) "<initialConditions>" RADIUS("0.5")              \
        LOOK SPEED("0") "</initialConditions>" IDLE "</agentRegion>\n"
#define OBSTACLES(count, side, low, high)                                                                              \
    "<obstacleRegion><numObstacles>" count "</numObstacles><obstacleSize>" side                                        \
    "</obstacleSize><obstacleHeight>1</obstacleHeight>" BOUNDS(low, high) "</obstacleRegion>\n"
#define FIRST_LINE 6 // of what follows HEAD

static inline void write_bytes(const char *name, const char *bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

#endif
