// Rings of interest and danger in space: flyers cross a field of 200 spheres and touch none.
#include "spheres.h"

#include <math.h>
#include <stdio.h>

enum
{
    SLOTS,
    RANGE,
    SPEED,
    CAMERA
};

static const scene_param params[] = {
    [SLOTS] = {"slots", "slots of the ring", 16.0f, 64.0f, 64.0f, false},
    [RANGE] = {"range", "seconds looked ahead", 0.2f, 2.0f, 0.9f, false},
    [SPEED] = {"speed", "top speed", 2.0f, 9.0f, 6.0f, false},
    [CAMERA] = {"camera", "camera swings", 0.0f, 1.0f, 1.0f, true},
};

static const scene_whole wholes[] = {{SLOTS, NULL}};

const wend_vec spheres_low = {-25.0f, -8.0f, -8.0f}, spheres_high = {25.0f, 8.0f, 8.0f};

static const camera start_camera = {
    .tilt = 0.3f, .distance = 66.0f, .focal = 2.75f, .lift = 0.02f, .clear = 52.0f, .farthest = 100.0f};
static const float hull = 0.3f, margin = 0.3f, other_side = 28.0f;
static const int think_every = 3; // steps between two choices of a flyer; they take turns

// ---- the field ------------------------------------------------------------------------------------------------------

static wend_vec random_in_box(wend_random *random, wend_vec low, wend_vec high)
{
    float x = wend_random_between(random, low.x, high.x), y = wend_random_between(random, low.y, high.y);
    return wend_xyz(x, y, wend_random_between(random, low.z, high.z));
}

/// Spheres that leave a way between any two of them.
static bool add_spheres(scene_run *run)
{
    spheres *s = run->state;
    wend_random random = wend_random_seed(run->seed, 1);
    const float way = 2.0f * (hull + margin) + 0.1f;
    for (int count = 0; count < SPHERES_COUNT;)
    {
        wend_shape shape = wend_default_shape(WEND_SHAPE_SPHERE);
        shape.position = random_in_box(&random, spheres_low, spheres_high);
        shape.radius = wend_random_between(&random, 0.45f, 1.35f);
        wend_hit hit;
        if (wend_obstacles_closest(s->set, shape.position, shape.radius + way, 0, &hit))
            continue;
        wend_obstacle_id id = wend_obstacles_add(s->set, &shape);
        if (id.value == 0)
            return false;
        s->centre[count] = shape.position;
        s->radius[count] = shape.radius;
        s->body[count++] = id.value;
    }
    return true;
}

/// Places beside the field: a grid, on the other side a quarter turned, so that the ways twist round each other.
static wend_vec place_of(int number, int side)
{
    float y = 4.0f * ((float)(number % 4) - 1.5f), z = 4.0f * ((float)(number / 4) - 1.5f);
    return side == 0 ? wend_xyz(-other_side - 2.0f, y, z) : wend_xyz(other_side + 2.0f, -z, y);
}

static bool add_flyers(scene_run *run)
{
    spheres *s = run->state;
    for (int i = 0; i < SPHERES_FLYERS; i++)
    {
        spheres_flyer *f = &s->flyers[i];
        wend_agent_def def = wend_default_agent_def();
        def.agent.radius = hull;
        def.agent.max_speed = run->params[SPEED];
        def.agent.max_acceleration = 20.0f;
        def.agent.position = place_of(i, 0);
        def.agent.velocity = wend_xyz(run->params[SPEED], 0.0f, 0.0f);
        f->body = def.agent;
        f->id = wend_world_spawn(run->world, &def);
        f->body.id = f->id;
        f->ring = s->blank;
        f->goal = place_of(i, 1);
        f->wish = f->body.velocity;
        if (f->id.value == 0)
            return false;
    }
    return true;
}

static wend_status spheres_init(scene_run *run, wend_error *error)
{
    spheres *s = run->state;
    wend_world_def def = part_world_def(run);
    def.plane = WEND_XYZ;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    wend_obstacles_def field = wend_default_obstacles_def();
    field.is_spatial = true;
    field.allocator = run->allocator;
    s->set = wend_obstacles_create(&field, error);
    s->camera = start_camera;
    s->least_gap = 1e30f;
    wend_ring_begin(&s->blank, (int)(run->params[SLOTS] + 0.5f), true);
    return s->set && add_spheres(run) && add_flyers(run) ? WEND_OK : WEND_ERROR_MEMORY;
}

static void spheres_stop(scene_run *run)
{
    spheres *s = run->state;
    wend_obstacles_destroy(s->set);
    s->set = NULL;
}

// ---- a choice -------------------------------------------------------------------------------------------------------

enum
{
    MOST_NEAR = 32
};

static void write_spheres(const spheres *s, spheres_flyer *f, float range)
{
    wend_sweep sweep = wend_default_sweep();
    sweep.reach = hull + margin;
    sweep.range = range;
    wend_hit hits[MOST_NEAR];
    wend_blocker blockers[MOST_NEAR];
    int count = wend_obstacles_around(s->set, f->body.position, range + sweep.reach, 0, 0, hits, MOST_NEAR);
    count = count < MOST_NEAR ? count : MOST_NEAR;
    for (int i = 0; i < count; i++)
    {
        wend_shape shape;
        wend_obstacles_get(s->set, (wend_obstacle_id){hits[i].body}, &shape);
        blockers[i] = (wend_blocker){wend_sub(shape.position, f->body.position), shape.radius, hits[i].body};
    }
    wend_ring_block(&f->ring, blockers, count, &sweep);
}

static void write_others(const spheres *s, spheres_flyer *f)
{
    wend_neighbour near[SPHERES_FLYERS];
    int count = 0;
    for (int i = 0; i < SPHERES_FLYERS; i++)
    {
        const wend_agent *other = &s->flyers[i].body;
        wend_vec offset = wend_sub(other->position, f->body.position);
        if (other->id.value != f->body.id.value && wend_length(offset) < 8.0f)
            near[count++] = (wend_neighbour){other->id, offset, other->velocity, other->radius};
    }
    wend_movers how = wend_default_movers();
    how.horizon = 1.0f;
    wend_ring_movers(&f->ring, &f->body, near, count, &how);
}

static void choose(const spheres *s, spheres_flyer *f, float seconds_ahead)
{
    wend_choice how = wend_default_choice();
    how.slowing = 0.4f;
    how.soft.value = 0.5f;
    wend_ring_clear(&f->ring);
    wend_ring_aim(&f->ring, wend_sub(f->goal, f->body.position), 1.0f, f->id.value);
    write_spheres(s, f, seconds_ahead * f->body.max_speed);
    write_others(s, f);
    wend_ring_choose(&f->ring, &how, f->body.heading, f->last, &f->choice);
    f->last = f->choice.direction;
    f->wish = wend_steer_ring(&f->body, &f->choice);
}

// ---- playing --------------------------------------------------------------------------------------------------------

static void follow_params(scene_run *run)
{
    spheres *s = run->state;
    int slots = (int)(run->params[SLOTS] + 0.5f);
    if (s->blank.count != slots)
    {
        wend_ring_begin(&s->blank, slots, true);
        for (int i = 0; i < SPHERES_FLYERS; i++)
            s->flyers[i].ring = s->blank;
    }
    for (int i = 0; i < SPHERES_FLYERS; i++)
        s->flyers[i].body.max_speed = run->params[SPEED];
}

static void spheres_input(scene_run *run)
{
    spheres *s = run->state;
    s->camera_turn += run->input.arrows.x * 0.03f;
    s->camera.tilt = fminf(fmaxf(s->camera.tilt + run->input.arrows.y * 0.02f, -0.2f), 1.3f);
    float swing = run->params[CAMERA] > 0.5f ? 0.4f * wend_cos(0.2f * (float)run->seconds) : 0.0f;
    s->camera.turn = s->camera_turn + swing;
    follow_params(run);
}

static void fly(spheres_flyer *f, double seconds)
{
    wend_flyer how = wend_default_flyer();
    how.turn_rate = 4.0f;
    how.pitch_rate = 4.0f;
    how.climb_angle = 1.2f;
    how.gravity = 30.0f;
    how.least_speed = 1.0f;
    wend_move made = wend_fly(&f->body, f->wish, &how, f->spin, seconds);
    f->body.velocity = made.velocity;
    f->body.heading = made.heading;
    f->spin = made.spin;
    f->body.position = wend_add(f->body.position, wend_scale(made.velocity, (float)seconds));
}

/// On the other side it turns round.
static void arrive(scene_run *run, int number)
{
    spheres *s = run->state;
    spheres_flyer *f = &s->flyers[number];
    bool is_right = f->goal.x > 0.0f;
    if (is_right ? f->body.position.x < other_side : f->body.position.x > -other_side)
        return;
    double seconds = run->seconds + run->kind->step_seconds;
    s->slowest = fmax(s->slowest, seconds - f->set_off);
    f->set_off = seconds;
    f->crossings++;
    f->goal = place_of(number, is_right ? 0 : 1);
}

static void look_for_contact(spheres *s)
{
    for (int i = 0; i < SPHERES_FLYERS; i++)
    {
        const wend_agent *body = &s->flyers[i].body;
        wend_touch touch;
        wend_hit hit;
        s->touches += wend_obstacles_touching(s->set, body->position, body->radius, 0, &touch, 1) > 0;
        if (wend_obstacles_closest(s->set, body->position, 3.0f, 0, &hit))
            s->least_gap = fminf(s->least_gap, hit.distance - body->radius);
        for (int k = 0; k < i; k++)
            s->meetings += wend_distance(body->position, s->flyers[k].body.position) < 2.0f * hull;
    }
}

/// Tells the run's world where everybody is and what they wish, so that it can say why they move as they do.
static void mirror(scene_run *run)
{
    const spheres *s = run->state;
    for (int i = 0; i < SPHERES_FLYERS; i++)
    {
        wend_goal go = wend_goal_of(WEND_GOAL_MATCH);
        go.point = s->flyers[i].wish;
        wend_world_set_goal(run->world, s->flyers[i].id, &go);
        wend_world_report(run->world, s->flyers[i].id, s->flyers[i].body.position, s->flyers[i].body.velocity);
    }
    wend_world_think(run->world, run->kind->step_seconds);
}

static void remember(spheres_flyer *f)
{
    f->trail[f->trail_at] = f->body.position;
    f->trail_at = (f->trail_at + 1) % SPHERES_TRAIL;
    f->trail_count += f->trail_count < SPHERES_TRAIL;
}

static void spheres_step(scene_run *run)
{
    spheres *s = run->state;
    int frame = (int)(run->seconds / run->kind->step_seconds + 0.5);
    for (int i = 0; i < SPHERES_FLYERS; i++) // all look at the same moment
        if ((frame + i) % think_every == 0)
            choose(s, &s->flyers[i], run->params[RANGE]);
    for (int i = 0; i < SPHERES_FLYERS; i++)
    {
        fly(&s->flyers[i], run->kind->step_seconds);
        arrive(run, i);
        if (frame % 2 == 0)
            remember(&s->flyers[i]);
    }
    look_for_contact(s);
    mirror(run);
}

static wend_vec spheres_project(const scene_run *run, wend_vec point)
{
    return camera_project(&((const spheres *)run->state)->camera, point);
}

static int crossings_of(const spheres *s)
{
    int sum = 0;
    for (int i = 0; i < SPHERES_FLYERS; i++)
        sum += s->flyers[i].crossings;
    return sum;
}

static void spheres_status(const scene_run *run, char *text, size_t capacity)
{
    const spheres *s = run->state;
    char crossed[64] = "nobody has crossed yet";
    if (crossings_of(s) > 0)
        snprintf(crossed, sizeof crossed, "%d crossings, the slowest %.1f s", crossings_of(s), s->slowest);
    snprintf(text, capacity, "%d flyers, %d spheres   %s   touched: %d   nearest: %.2f", SPHERES_FLYERS, SPHERES_COUNT,
             crossed, s->touches, s->least_gap < 3.0f ? (double)s->least_gap : 3.0);
}

static void spheres_demo(const scene_run *run, scene_input *input)
{
    wend_vec at = spheres_project(run, ((const spheres *)run->state)->flyers[5].body.position);
    input->has_pointer = true;
    input->is_clicked = (int)(run->seconds / run->kind->step_seconds + 0.5) == 60;
    input->pointer = wend_xyz(at.x, at.y, 0.0f);
}

static uint64_t spheres_hash(const scene_run *run)
{
    const spheres *s = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < SPHERES_FLYERS; i++)
    {
        hash = part_hash(hash, &s->flyers[i].body.position.x, 3);
        hash = part_hash(hash, &s->flyers[i].body.velocity.x, 3);
        hash = part_hash(hash, &s->flyers[i].wish.x, 3);
    }
    return hash;
}

static void spheres_verify(scene_run *run)
{
    enum
    {
        FIELDS = 12
    };
    const double limit = 14.0; // straight ahead they need 9.7 seconds
    uint64_t seed = run->seed;
    for (uint64_t field = 0; field < FIELDS; field++)
    {
        run->seed = seed + field;
        scene_restart(run, NULL);
        const spheres *s = run->state;
        part_play(run, (scene_input){0}, limit);
        int there = 0;
        for (int i = 0; i < SPHERES_FLYERS; i++)
            there += s->flyers[i].crossings > 0;
        scene_check(run, there == SPHERES_FLYERS, "field %d: %d of %d are across after %g s", (int)run->seed, there,
                    SPHERES_FLYERS, limit);
        scene_check(run, s->touches == 0, "field %d: a sphere was touched in %d steps", (int)run->seed, s->touches);
        scene_check(run, s->meetings == 0, "field %d: flyers touched in %d steps", (int)run->seed, s->meetings);
        scene_check(run, wend_obstacles_count(s->set) == SPHERES_COUNT, "there aren't 200 spheres");
    }
    run->seed = seed;
}

const scene scene_spheres = {
    .name = "spheres",
    .title = "Spheres",
    .about =
        "Sixteen flyers cross a field of 200 spheres, each by a ring of 64 directions in space. Click one to see it.",
    .keys = "arrows: turn the camera, click: watch a flyer",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(spheres),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 6.0,
    .low = {-1.25f, -0.62f, 0.0f},
    .high = {1.25f, 0.62f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = spheres_init,
    .input = spheres_input,
    .step = spheres_step,
    .draw = spheres_draw,
    .legend = spheres_legend,
    .project = spheres_project,
    .status = spheres_status,
    .demo = spheres_demo,
    .hash = spheres_hash,
    .verify = spheres_verify,
    .stop = spheres_stop,
};
