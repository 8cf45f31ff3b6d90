#include "steerbench_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_SOURCES = 64,
    MOST_BOXES = 64
};

static const float SPEED = 1.3f, RADIUS = 0.5f;
static const float PERSON = 0.22f, WALK = 1.34f; // as people are, not as the benchmark has them

/// A case and all that it points to.
typedef struct made_case
{
    steerbench_case test; // first, so that it can be freed by it
    steerbench_source sources[MOST_SOURCES];
    steerbench_goal goals[MOST_SOURCES];
    steerbench_obstacle boxes[MOST_BOXES];
} made_case;

static void add_box(made_case *m, float left, float low, float right, float high)
{
    steerbench_obstacle *box = &m->boxes[m->test.obstacle_count++];
    *box = (steerbench_obstacle){.kind = STEERBENCH_BOX, .cosine = 1};
    box->bounds = (steerbench_bounds){wend_xyz(left, 0, low), wend_xyz(right, 0, high)};
    box->centre = wend_lerp(box->bounds.low, box->bounds.high, 0.5f);
    box->half = wend_scale(wend_sub(box->bounds.high, box->bounds.low), 0.5f);
}

static steerbench_source *add_source(made_case *m, float radius, float speed, float goal_x, float goal_z)
{
    m->goals[m->test.goal_count] = (steerbench_goal){
        .kind = STEERBENCH_SEEK, .point = wend_xyz(goal_x, 0, goal_z), .speed = speed, .seconds = 1e5f};
    steerbench_source *source = &m->sources[m->test.source_count++];
    *source = (steerbench_source){.count = 1, .radius = radius, .direction = wend_xyz(1, 0, 0), .goal_count = 1};
    source->goal = m->test.goal_count++;
    return source;
}

static void add_agent(made_case *m, float x, float z, float goal_x, float goal_z)
{
    add_source(m, RADIUS, SPEED, goal_x, goal_z)->position = wend_xyz(x, 0, z);
}

/// So many at random places of a rectangle.
static steerbench_source *add_region(made_case *m, int count, steerbench_bounds where, float goal_x, float goal_z)
{
    steerbench_source *source = add_source(m, RADIUS, SPEED, goal_x, goal_z);
    source->kind = STEERBENCH_REGION;
    source->count = count;
    source->is_random_position = true;
    source->bounds = where;
    return source;
}

static steerbench_bounds area(float left, float low, float right, float high)
{
    return (steerbench_bounds){wend_xyz(left, 0, low), wend_xyz(right, 0, high)};
}

// ---- the cases --------------------------------------------------------------------------------------------------

static void oncoming(made_case *m)
{
    add_agent(m, -9, 0, 9, 0);
    add_agent(m, 9, 0, -9, 0);
}

static void crossing(made_case *m)
{
    for (int i = -1; i <= 1; ++i)
    {
        add_agent(m, -10, 1.5f * (float)i, 10, 1.5f * (float)i);
        add_agent(m, 1.5f * (float)i, -10, 1.5f * (float)i, 10);
    }
}

static void squeeze(made_case *m)
{
    add_box(m, -9, 1.3f, 9, 4);
    add_box(m, -9, -4, 9, -1.3f);
    for (int i = -1; i <= 1; ++i)
        add_agent(m, -12, 1.4f * (float)i, 12, 0);
    add_agent(m, 12, 0, -12, 0);
}

static void doorway(made_case *m)
{
    add_box(m, -0.5f, 0.8f, 0.5f, 8);
    add_box(m, -0.5f, -8, 0.5f, -0.8f);
    for (int i = -1; i <= 1; ++i)
    {
        add_agent(m, -7, 2 * (float)i, 8, 2 * (float)i);
        add_agent(m, 7, 2 * (float)i, -8, 2 * (float)i);
    }
}

static void circle(made_case *m)
{
    enum
    {
        COUNT = 16
    };
    for (int i = 0; i < COUNT; ++i)
    {
        float angle = 2 * WEND_PI * (float)i / COUNT, x = 11 * wend_cos(angle), z = 11 * wend_sin(angle);
        add_agent(m, x, z, -x, -z);
    }
}

static void pillars(made_case *m)
{
    for (int x = -2; x <= 2; ++x)
        for (int z = -2; z <= 2; ++z)
            add_box(m, 5 * (float)x - 0.7f, 5 * (float)z - 0.7f, 5 * (float)x + 0.7f, 5 * (float)z + 0.7f);
    add_region(m, 12, area(-20, -9, -15, 9), 18, 0);
    add_region(m, 12, area(15, -9, 20, 9), -18, 0);
}

static void hallway(made_case *m)
{
    add_box(m, -30, 4.5f, 30, 6);
    add_box(m, -30, -6, 30, -4.5f);
    for (int lane = -1; lane <= 1; ++lane)
    {
        add_region(m, 12, area(-30, 2.6f * (float)lane - 1.3f, -12, 2.6f * (float)lane + 1.3f), 30, 2.6f * (float)lane);
        add_region(m, 12, area(12, 2.6f * (float)lane - 1.3f, 30, 2.6f * (float)lane + 1.3f), -30, 2.6f * (float)lane);
    }
}

static void bottleneck(made_case *m)
{
    add_box(m, -1, 1.2f, 1, 12);
    add_box(m, -1, -12, 1, -1.2f);
    add_region(m, 60, area(-18, -9, -4, 9), 14, 0);
}

/// A room of 30 x 20 m with people in it, and exits of a metre in its long walls, as in the ninth test of RiMEA.
static void room(made_case *m, int exits)
{
    static const float doors[] = {-9, 9};
    for (int side = -1; side <= 1; side += 2)
    {
        float low = side > 0 ? 10 : -10.4f, high = side > 0 ? 10.4f : -10;
        bool has_both = exits == 4;
        float at = -15.4f;
        for (int k = 0; k < 2; ++k)
        {
            if (!has_both && k == 1)
                continue;
            add_box(m, at, low, doors[k] - 0.5f, high);
            at = doors[k] + 0.5f;
        }
        add_box(m, at, low, 15.4f, high);
    }
    add_box(m, -15.4f, -10, -15, 10);
    add_box(m, 15, -10, 15.4f, 10);
    for (int x = 0; x < 2; ++x)
        for (int side = -1; side <= 1; side += 2)
        {
            steerbench_bounds where = area(x ? 0 : -15, side < 0 ? -10 : 0, x ? 15 : 0, side < 0 ? 0 : 10);
            float door = exits == 4 ? doors[x] : doors[0];
            steerbench_source *people = add_region(m, 50, where, door, 12.5f * (float)side);
            people->radius = PERSON;
            m->goals[people->goal].speed = WALK;
        }
}

static void four_exits(made_case *m)
{
    room(m, 4);
}

static void two_exits(made_case *m)
{
    room(m, 2);
}

/// Six rooms of 12 x 8 m with doors of 1.2 m to a passage of 4 m, and exits of 1.6 m at its ends, or at one of them.
static void rooms(made_case *m, int exits)
{
    for (int side = -1; side <= 1; side += 2)
    {
        float s = (float)side, near_wall = 2 * s, far_wall = 10 * s;
        add_box(m, -18.2f, fminf(far_wall, far_wall + 0.4f * s), 18.2f, fmaxf(far_wall, far_wall + 0.4f * s));
        for (int k = -1; k <= 1; ++k)
        {
            float door = 12 * (float)k, low = fminf(near_wall, near_wall + 0.2f * s),
                  high = fmaxf(near_wall, near_wall + 0.2f * s);
            add_box(m, door - 6, low, door - 0.6f, high);
            add_box(m, door + 0.6f, low, door + 6, high);
            add_box(m, door - 6.1f, fminf(near_wall, far_wall), door - 5.9f, fmaxf(near_wall, far_wall));
            steerbench_source *people =
                add_region(m, 20, area(door - 5.8f, fminf(2.4f * s, 9.8f * s), door + 5.8f, fmaxf(2.4f * s, 9.8f * s)),
                           exits == 2 && k <= 0 ? -21 : 21, 0);
            people->radius = PERSON;
            m->goals[people->goal].speed = WALK;
        }
        add_box(m, 17.9f, fminf(near_wall, far_wall), 18.1f, fmaxf(near_wall, far_wall));
        add_box(m, 18, fminf(0.8f * s, 2.2f * s), 18.2f, fmaxf(0.8f * s, 2.2f * s));
        if (exits == 2)
            add_box(m, -18.2f, fminf(0.8f * s, 2.2f * s), -18, fmaxf(0.8f * s, 2.2f * s));
    }
    if (exits == 1)
        add_box(m, -18.2f, -2.2f, -18, 2.2f);
}

static void rooms_two(made_case *m)
{
    rooms(m, 2);
}

static void rooms_one(made_case *m)
{
    rooms(m, 1);
}

static void free_walk(made_case *m)
{
    add_source(m, PERSON, WALK, 40, 0)->position = wend_xyz(0, 0, 0);
}

typedef struct case_row
{
    const char *name;
    void (*make)(made_case *m);
} case_row;

static const case_row rows[] = {
    {"oncoming", oncoming},         {"crossing", crossing},     {"squeeze", squeeze},
    {"doorway", doorway},           {"circle", circle},         {"pillars", pillars},
    {"hallway", hallway},           {"bottleneck", bottleneck}, {"four exits", four_exits},
    {"two exits", two_exits},       {"free", free_walk},        {"rooms", rooms_two},
    {"rooms, one exit", rooms_one},
};

const int steerbench_case_count = (int)(sizeof rows / sizeof *rows);

const char *steerbench_case_name(int index)
{
    return rows[index].name;
}

int steerbench_case_find(const char *name)
{
    for (int i = 0; i < steerbench_case_count; ++i)
        if (strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

steerbench_case *steerbench_case_make(int index)
{
    made_case *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->test.name = rows[index].name;
    m->test.sources = m->sources;
    m->test.goals = m->goals;
    m->test.obstacles = m->boxes;
    m->test.bounds = area(-50, -50, 50, 50);
    rows[index].make(m);
    return &m->test;
}

void steerbench_case_free(steerbench_case *made)
{
    free(made);
}
