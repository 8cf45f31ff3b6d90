#include "course.h"

#include <math.h>
#include <stdlib.h>

const char *const course_map_names[] = {"corridor", "pillars", "deadend"};
const char *const course_motion_names[] = {"point", "turn", "car"};
const char *const course_follow_names[] = {"waypoint", "carrot", "predict", "none"};
const char *const course_sense_names[] = {"nothing", "feeler", "whiskers", "query", "context"};
const char *const course_combine_names[] = {"sum", "priority", "budget", "context"};

static const float radius = 0.4f, margin = 0.05f, arrived_within = 0.6f, query_radius = 1.4f, query_push = 1.6f;
static const float turning_radius = 1.0f; // the car's

course_setup course_default(void)
{
    course_setup setup = {0};
    setup.follow = COURSE_CARROT;
    setup.sense = COURSE_RING;
    setup.combine = COURSE_CONTEXT;
    setup.ring = 16;
    setup.hysteresis = 0.3f;
    setup.reach = 1.5f;
    setup.speed = 3.0f;
    setup.carrot = 2.0f;
    setup.switch_radius = 0.8f;
    setup.seed = 1;
    return setup;
}

// ---- the maps -----------------------------------------------------------------------------------------------------

typedef struct plan
{
    course *course;
    wend_random random; // of the jitter
    bool is_whole;      // nothing has been refused
} plan;

/// A number in -spread..spread on a jittered copy, 0 on the nominal course.
static float jitter(plan *p, float spread)
{
    return p->course->setup.jitter == 0 ? 0.0f : wend_random_between(&p->random, -spread, spread);
}

static void note_segment(course *c, wend_vec a, wend_vec b)
{
    c->outline[c->outline_count][0] = a;
    c->outline[c->outline_count++][1] = b;
}

static void add_shape(plan *p, const wend_shape *shape)
{
    p->is_whole &= wend_obstacles_add(p->course->walls, shape).value != 0;
}

/// A closed line of thin walls.
static void add_outline(plan *p, const wend_vec *corners, int count)
{
    for (int i = 0; i < count; i++)
    {
        wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
        wall.from = corners[i];
        wall.to = corners[(i + 1) % count];
        note_segment(p->course, wall.from, wall.to);
        add_shape(p, &wall);
    }
}

static void note_box(course *c, wend_vec at, float half)
{
    const float x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
    for (int i = 0; i < 4; i++)
    {
        int k = (i + 1) % 4;
        note_segment(c, wend_xyz(at.x + half * x[i], at.y + half * y[i], 0.0f),
                     wend_xyz(at.x + half * x[k], at.y + half * y[k], 0.0f));
    }
}

static wend_shape box_at(wend_vec at, float half)
{
    wend_shape box = wend_default_shape(WEND_SHAPE_BOX);
    box.position = at;
    box.half = wend_xyz(half, half, half);
    return box;
}

static void add_pillar(plan *p, float x, float y)
{
    wend_vec at = {x + jitter(p, 0.3f), y + jitter(p, 0.3f), 0.0f};
    wend_shape box = box_at(at, 0.6f);
    note_box(p->course, at, 0.6f);
    add_shape(p, &box);
}

static void add_crate(plan *p, int number, float x, float y, float side, const float swing[3])
{
    course *c = p->course;
    c->crate_side = side;
    c->crate_at[number] = wend_xyz(x + jitter(p, 0.3f), y + jitter(p, 0.3f), 0.0f);
    c->crate_swing[number][0] = swing[0];
    c->crate_swing[number][1] = swing[1];
    c->crate_swing[number][2] = swing[2] + jitter(p, 3.0f);
    wend_shape box = box_at(c->crate_at[number], 0.5f * side);
    c->crates[number] = wend_obstacles_add(c->walls, &box);
    p->is_whole &= c->crates[number].value != 0;
}

static void set_path(course *c, int agent, const wend_vec *via, int count)
{
    course_agent *a = &c->agents[agent];
    a->points[0] = a->body.position;
    for (int i = 0; i < count; i++)
        a->points[i + 1] = via[i];
    a->path = (wend_path){a->points, count + 1, false};
    c->goal[agent] = via[count - 1];
}

static void start_at(plan *p, int agent, float x, float y)
{
    p->course->agents[agent].body.position = wend_xyz(x + jitter(p, 0.2f), y + jitter(p, 0.2f), 0.0f);
}

static void plan_corridor(plan *p)
{
    course *c = p->course;
    const wend_vec outline[] = {{0, 0, 0},  {16, 0, 0}, {16, 8, 0},  {24, 8, 0},  {24, 1, 0}, {38, 1, 0},
                                {38, 5, 0}, {28, 5, 0}, {28, 12, 0}, {12, 12, 0}, {12, 4, 0}, {0, 4, 0}};
    const wend_vec way[] = {{12.5f, 3.5f, 0}, {15.5f, 8.5f, 0}, {24.5f, 8.5f, 0}, {27.5f, 4.5f, 0}, {36.5f, 3, 0}};
    const float swings[3][3] = {{0.75f, 5, 0}, {0.75f, 6, 1}, {0.75f, 5.5f, 2}};
    c->high = wend_xyz(38, 12, 0);
    add_outline(p, outline, 12);
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        start_at(p, i, i < 3 ? 1.0f : 2.2f, 1.0f + (float)(i % 3));
        set_path(c, i, way, 5);
    }
    const float x[3] = {7, 20, 32.5f}, y[3] = {2, 10, 3};
    for (int k = 0; c->setup.has_crates && k < 3; k++)
        add_crate(p, k, x[k], y[k], 0.8f, swings[k]);
}

static void add_room(plan *p)
{
    const wend_vec room[] = {{0, 0, 0}, {30, 0, 0}, {30, 14, 0}, {0, 14, 0}};
    p->course->high = wend_xyz(30, 14, 0);
    add_outline(p, room, 4);
    for (int i = 0; i < COURSE_AGENTS; i++)
        start_at(p, i, i < 3 ? 2.0f : 3.2f, 6.3f + 0.7f * (float)(i % 3));
}

static void plan_pillars(plan *p)
{
    static const float pillars[][2] = {
        {7, 3.6f},   {7, 10.4f}, {11, 11}, {11, 3},  {15, 3.4f}, {15, 10.6f},
        {19, 10.2f}, {19, 3.8f}, {23, 4},  {23, 10}, {15, 7.15f}}; // the last one unknown
    const wend_vec way[] = {{28, 7, 0}};
    const float swings[2][3] = {{2, 12, 0}, {2, 14, 1}};
    course *c = p->course;
    add_room(p);
    for (int i = 0; i < 11; i++)
        add_pillar(p, pillars[i][0], pillars[i][1]);
    for (int i = 0; i < COURSE_AGENTS; i++)
        set_path(c, i, way, 1);
    for (int k = 0; c->setup.has_crates && k < 2; k++)
        add_crate(p, k, k == 0 ? 9.5f : 21.0f, 7, 1, swings[k]);
}

static void plan_deadend(plan *p)
{
    const wend_vec cup[] = {{11, 3.5f, 0}, {17.5f, 3.5f, 0}, {17.5f, 10.5f, 0}, {11, 10.5f, 0},
                            {11, 10, 0},   {17, 10, 0},      {17, 4, 0},        {11, 4, 0}};
    const wend_vec below[] = {{10.5f, 3, 0}, {18, 3, 0}, {27, 7, 0}},
                   above[] = {{10.5f, 11, 0}, {18, 11, 0}, {27, 7, 0}};
    const float swings[3][3] = {{1.5f, 9, 0}, {1.5f, 10, 2}, {2.5f, 15, 1}};
    const float x[3] = {8, 8, 22.5f}, y[3] = {9.5f, 4.5f, 7};
    course *c = p->course;
    add_room(p);
    add_outline(p, cup, 8);
    for (int i = 0; i < COURSE_AGENTS; i++)
        set_path(c, i, i % 2 == 0 ? below : above, 3);
    for (int k = 0; c->setup.has_crates && k < 3; k++)
        add_crate(p, k, x[k], y[k], 1, swings[k]);
}

course *course_open(const course_setup *setup)
{
    course *c = calloc(1, sizeof *c);
    wend_obstacles_def def = wend_default_obstacles_def();
    if (!c)
        return NULL;
    c->setup = *setup;
    c->walls = wend_obstacles_create(&def, NULL);
    plan p = {c, wend_random_seed(setup->seed, setup->jitter), c->walls != NULL};
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        wend_agent *body = &c->agents[i].body;
        *body = wend_default_agent();
        body->radius = radius;
        body->max_speed = setup->speed;
        body->max_acceleration = 12.0f;
        wend_ring_begin(&c->agents[i].ring, setup->ring, false);
    }
    if (p.is_whole && setup->map == COURSE_CORRIDOR)
        plan_corridor(&p);
    if (p.is_whole && setup->map == COURSE_PILLARS)
        plan_pillars(&p);
    if (p.is_whole && setup->map == COURSE_DEADEND)
        plan_deadend(&p);
    if (!p.is_whole)
    {
        course_close(c);
        return NULL;
    }
    c->caster = wend_obstacles_caster(c->walls);
    return c;
}

void course_close(course *c)
{
    if (c)
        wend_obstacles_destroy(c->walls);
    free(c);
}

static float crate_turn(const course *c, int k)
{
    return (float)(2.0 * 3.14159265358979323846 * c->seconds / (double)c->crate_swing[k][1]) + c->crate_swing[k][2];
}

static float crate_speed(const course *c, int k)
{
    return c->crate_swing[k][0] * 6.2831853f / c->crate_swing[k][1] * wend_cos(crate_turn(c, k));
}

// ---- one agent ----------------------------------------------------------------------------------------------------

static bool is_in_sight(wend_vec from, wend_vec to, float body, void *user)
{
    const course *c = user;
    wend_cast cast = {0};
    wend_hit hit;
    cast.from = from;
    cast.along = wend_sub(to, from);
    cast.radius = body;
    return !c->caster.cast(&cast, &hit, c->caster.user);
}

/// Where the path says to go, at top speed.
static wend_vec follow(const course *c, int number)
{
    course_agent *a = &((course *)c)->agents[number];
    wend_follow how = wend_default_follow();
    how.runs_through = true;
    how.ignores_corners = true;
    how.ahead = c->setup.carrot;
    how.switch_radius = c->setup.switch_radius;
    how.follower = c->setup.follow == COURSE_CARROT     ? WEND_FOLLOW_CARROT
                   : c->setup.follow == COURSE_WAYPOINT ? WEND_FOLLOW_WAYPOINT
                                                        : WEND_FOLLOW_PREDICT;
    if (c->setup.sense == COURSE_RING)
    {
        how.sees = is_in_sight;
        how.sees_user = (void *)c;
    }
    if (c->setup.follow == COURSE_NONE)
    {
        a->aim = c->goal[number];
        return wend_seek(&a->body, a->aim);
    }
    wend_vec wish = wend_follow_path(&a->body, &a->path, &a->progress, &how, COURSE_STEP);
    a->aim = a->progress.aim;
    return wend_length(wish) > 0.0f ? wend_scale(wend_normalize(wish), c->setup.speed) : wend_seek(&a->body, a->aim);
}

static wend_vec looking(const course *c, const course_agent *a, wend_vec wish)
{
    return c->setup.motion == COURSE_POINT ? wend_feel_ahead(&a->body, wish) : a->body.heading;
}

/// As far as the ring looks: what lies beyond the aim is in nobody's way. A car has to see a quarter of its circle,
/// which it needs to turn aside.
static float range_of(const course *c, const course_agent *a)
{
    float range = fminf(c->setup.reach, fmaxf(wend_distance(a->body.position, a->aim), 0.1f));
    return c->setup.motion == COURSE_CAR ? fmaxf(range, 1.5708f * turning_radius) : range;
}

/// Rays round the agent, one for each slot or several: so many that nothing as wide as the body fits between two of
/// them.
static int look_round(const course *c, course_agent *a)
{
    float body = radius + margin, length = body + range_of(c, a);
    int rays = wend_rays_needed(c->setup.ring, body, length);
    a->range = length - body;
    return wend_ring_rays(&a->body, rays, length, a->casts);
}

/// What the sense met, into the agent's list.
static int look(const course *c, course_agent *a, wend_vec wish)
{
    a->ray_count = 0;
    switch (c->setup.sense)
    {
    case COURSE_FEELER: a->ray_count = wend_feeler_ray(&a->body, looking(c, a, wish), NULL, a->casts); break;
    case COURSE_WHISKERS: a->ray_count = wend_whisker_rays(&a->body, looking(c, a, wish), NULL, a->casts); break;
    case COURSE_RING: a->ray_count = look_round(c, a); break;
    case COURSE_QUERY:
        return c->caster.around(a->body.position, query_radius, 0, 0, a->hits, WEND_RING_MOST, c->caster.user);
    default: return 0;
    }
    a->rays += a->ray_count;
    wend_sense(&c->caster, a->casts, a->ray_count, a->hits);
    return a->ray_count;
}

/// What the sense adds to a velocity.
static wend_vec avoid(const course *c, course_agent *a, wend_vec wish, int seen)
{
    if (c->setup.sense == COURSE_QUERY)
        return wend_avoid_walls(&a->body, wish, a->hits, seen, query_radius, query_push);
    if (c->setup.sense == COURSE_FEELER || c->setup.sense == COURSE_WHISKERS)
        return wend_avoid_feelers(&a->body, wish, a->casts, a->hits, seen, NULL, &a->side);
    return wish;
}

static wend_vec choose(const course *c, course_agent *a, wend_vec wish, int seen)
{
    wend_sweep sweep = wend_default_sweep();
    wend_choice how = wend_default_choice();
    sweep.reach = radius + margin;
    sweep.range = c->setup.sense == COURSE_RING ? a->range : c->setup.reach;
    sweep.turning_radius = c->setup.motion == COURSE_CAR ? turning_radius : 0.0f;
    sweep.heading = a->body.heading;
    sweep.speed = c->setup.speed; // crates move
    how.last_bonus = c->setup.hysteresis;
    how.masked_bonus = 2.5f * c->setup.hysteresis;
    how.interest.value = 0.0f; // the bonus alone keeps it from changing its mind
    how.blocked = 1.0f;        // and it goes at full speed, always
    wend_ring_clear(&a->ring);
    wend_ring_aim(&a->ring, wish, 1.0f, 1);
    wend_ring_hits(&a->ring, a->body.position, a->hits, seen, &sweep);
    wend_ring_choose(&a->ring, &how, a->body.heading, a->chosen, &a->choice);
    a->chosen = a->choice.direction;
    return wend_steer_ring(&a->body, &a->choice);
}

static wend_vec wish_of(const course *c, int number)
{
    course_agent *a = &((course *)c)->agents[number];
    wend_vec wish = follow(c, number);
    int seen = look(c, a, wish);
    if (c->setup.sense == COURSE_NOTHING)
        return wish;
    if (c->setup.combine == COURSE_CONTEXT || c->setup.sense == COURSE_RING)
        return choose(c, a, wish, seen);
    if (c->setup.combine == COURSE_SUM)
        return avoid(c, a, wish, seen);
    wend_wish wishes[2] = {{avoid(c, a, a->body.velocity, seen), 1.0f, {0, 0, 0}}, {wish, 1.0f, {0, 0, 0}}};
    if (c->setup.combine == COURSE_PRIORITY)
        return wend_combine_priority(&a->body, wishes, 2, 0.0f, 0.001f * c->setup.speed);
    return wend_combine_budget(&a->body, wishes, 2, c->setup.speed);
}

static void move(const course *c, course_agent *a)
{
    wend_move made = {0};
    wend_turner turner = wend_default_turner();
    wend_car car = wend_default_car();
    switch (c->setup.motion)
    {
    case COURSE_TURN: made = wend_turn_on_spot(&a->body, a->wish, &turner, a->spin, COURSE_STEP); break;
    case COURSE_CAR:
        car.keeps_rolling = true;
        car.turning_radius = turning_radius;
        car.reverse_share = c->setup.reverse;
        a->car.aim = a->aim;
        a->car.has_aim = false;
        made = wend_drive(&a->body, a->wish, &car, &a->car, COURSE_STEP);
        break;
    default:
        made.velocity = wend_point_mass(&a->body, a->wish, COURSE_STEP, NULL);
        made.heading = wend_look(&a->body, made.velocity, 0.1f * c->setup.speed);
        break;
    }
    a->turning += (double)wend_angle_between(a->body.heading, made.heading);
    a->body.velocity = made.velocity;
    a->body.heading = made.heading;
    a->spin = made.spin;
    a->body.position = wend_add(a->body.position, wend_scale(made.velocity, (float)COURSE_STEP));
}

/// Out of the walls. A point mass loses the velocity into them; the others take the speed that they really made.
static void collide(const course *c, course_agent *a, wend_vec before)
{
    a->is_touching = false;
    for (int round = 0; round < 4; round++)
    {
        wend_hit hits[8];
        int count = c->caster.around(a->body.position, radius, 0, 0, hits, 8, c->caster.user);
        bool was_inside = false;
        for (int i = 0; i < count && i < 8; i++)
        {
            float depth = radius - hits[i].distance;
            if (depth <= 1e-6f)
                continue;
            a->body.position = wend_add(a->body.position, wend_scale(hits[i].normal, depth));
            a->is_touching = was_inside = true;
            float into = wend_dot(a->body.velocity, hits[i].normal);
            if (c->setup.motion == COURSE_POINT && into < 0.0f)
                a->body.velocity = wend_sub(a->body.velocity, wend_scale(hits[i].normal, into));
            break; // the next one is looked for from where it is now
        }
        if (!was_inside)
            break;
    }
    if (a->is_touching && c->setup.motion != COURSE_POINT)
    {
        float made = wend_dot(wend_sub(a->body.position, before), a->body.heading) / (float)COURSE_STEP;
        made = fminf(fmaxf(made, -c->setup.speed), c->setup.speed); // what a crate shoves it isn't its own speed
        a->body.velocity = wend_scale(a->body.heading, made);
    }
}

static void swing_crates(course *c)
{
    for (int k = 0; k < 3; k++)
    {
        if (c->crates[k].value == 0)
            continue;
        wend_vec at = c->crate_at[k];
        at.y += c->crate_swing[k][0] * wend_sin(crate_turn(c, k));
        wend_obstacles_move(c->walls, c->crates[k], at, 0.0f);
        wend_obstacles_set_velocity(c->walls, c->crates[k], wend_xyz(0.0f, crate_speed(c, k), 0.0f));
    }
}

bool course_step(course *c)
{
    int under_way = 0;
    if (c->seconds >= COURSE_LIMIT - 1e-9)
        return false;
    swing_crates(c);
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        course_agent *a = &c->agents[i];
        if (a->has_arrived)
            continue;
        wend_vec before = a->body.position;
        a->wish = wish_of(c, i);
        move(c, a);
        collide(c, a, before);
        a->seconds += COURSE_STEP;
        a->touching += a->is_touching ? COURSE_STEP : 0.0;
        a->has_arrived = wend_distance(a->body.position, c->goal[i]) <= arrived_within;
        under_way += !a->has_arrived;
    }
    c->seconds += COURSE_STEP;
    return under_way > 0;
}

course_result course_results(const course *c)
{
    course_result r = {0};
    double seconds = 0.0;
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        const course_agent *a = &c->agents[i];
        r.agents++;
        r.stuck += !a->has_arrived;
        r.time += (a->has_arrived ? a->seconds : COURSE_LIMIT) / COURSE_AGENTS;
        r.contact += 100.0 * a->touching / (a->seconds > 0.0 ? a->seconds : 1.0) / COURSE_AGENTS;
        r.wobble += a->turning / (a->seconds > 0.0 ? a->seconds : 1.0) * 180.0 / 3.14159265358979323846 / COURSE_AGENTS;
        r.rays += (double)a->rays;
        seconds += a->seconds;
    }
    r.rays = seconds > 0.0 ? r.rays * COURSE_STEP / seconds : 0.0;
    return r;
}
