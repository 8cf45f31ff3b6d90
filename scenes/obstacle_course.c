// A body that the scene moves itself: wend says how fast and which way, the scene's own physics what comes of it.
#include "obstacle_course.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    TRAIL_EVERY = 4, // steps
    BOUNCES = 4      // in a step
};

static const scene_param params[] = {
    {"speed", "top speed", 2.0f, 12.0f, 4.0f, false},
    {"look", "seconds looked ahead", 0.25f, 1.5f, 0.75f, false},
    {"fan", "fan of casts", 0.0f, 1.0f, 1.0f, true},
};

// ---- the steering -------------------------------------------------------------------------------------------------

/// The walls as a caster that writes down what it was asked.
static bool noting_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    obstacle_course *o = user;
    bool is_hit = wend_obstacles_cast(o->walls, cast, hit);
    float length = wend_length(cast->along);
    if (o->ray_count < OBSTACLE_COURSE_FAN)
        o->rays[o->ray_count++] = (fan_ray){*cast, is_hit && length > 0.0f ? hit->distance / length : 1.0f};
    return is_hit;
}

static int noting_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                         void *user)
{
    const obstacle_course *o = user;
    return wend_obstacles_around(o->walls, centre, radius, mask, ignore, hits, capacity);
}

static int ray_along(const obstacle_course *o, wend_vec direction)
{
    int best = 0;
    float nearest = -1.0f;
    for (int i = 0; i < o->ray_count; i++)
    {
        float cosine = wend_dot(wend_normalize(o->rays[i].cast.along), wend_normalize(direction));
        if (cosine > nearest)
        {
            nearest = cosine;
            best = i;
        }
    }
    return best;
}

/// The world asks this for a safe wish.
static wend_vec dodge(const wend_agent *self, wend_vec wish, void *user)
{
    const scene_run *run = user;
    obstacle_course *o = run->state;
    o->ray_count = 0;
    o->wish = o->dodged = wish;
    if (part_param(run, "fan") < 0.5f)
        return wish;
    wend_fan_def fan = wend_default_fan_def();
    fan.seconds = part_param(run, "look");
    o->dodged = wend_avoid_fan(self, wish, &o->caster, &fan, NULL);
    o->taken = ray_along(o, o->dodged);
    return o->dodged;
}

// ---- the physics --------------------------------------------------------------------------------------------------

static wend_vec without(wend_vec v, wend_vec normal)
{
    return wend_sub(v, wend_scale(normal, fminf(0.0f, wend_dot(v, normal))));
}

/// One straight piece of a step. Looked at again from both ends, by other means than the cast that allowed it.
static void go(obstacle_course *o, wend_vec along)
{
    wend_vec before = o->position;
    o->position = wend_add(before, along);
    o->breaches += !wend_obstacles_sees(o->walls, before, o->position, 0.0f, 0);
}

/// Sweep the hull along its velocity; at a wall, stop just before it and go on along it with what is left.
static void move_body(obstacle_course *o, float seconds)
{
    const float skin = 0.001f;
    wend_vec left = wend_scale(o->velocity, seconds), wall = {0};
    o->slides = 0;
    while (o->slides < BOUNCES)
    {
        wend_cast cast = {o->position, left, obstacle_course_radius, 0, 0};
        wend_hit hit;
        if (!wend_obstacles_cast(o->walls, &cast, &hit))
        {
            go(o, left);
            break;
        }
        float share = fmaxf(0.0f, hit.distance - skin) / wend_length(left);
        go(o, wend_scale(left, share));
        left = without(wend_scale(left, 1.0f - share), hit.normal);
        o->velocity = without(o->velocity, hit.normal);
        if (o->slides++ > 0 && wend_dot(left, wall) < 0.0f)
            break; // a corner: along the one wall leads into the other
        wall = hit.normal;
    }
    o->overlaps += wend_obstacles_touching(o->walls, o->position, obstacle_course_radius, 0, NULL, 0) > 0;
}

static void obstacle_course_step(scene_run *run)
{
    obstacle_course *o = run->state;
    if (o->steps++ % TRAIL_EVERY == 0)
        o->trail[o->trail_length++ % OBSTACLE_COURSE_TRAIL] = o->position;
    wend_world_think(run->world, run->kind->step_seconds);
    o->velocity = wend_world_velocity(run->world, o->agent);
    move_body(o, (float)run->kind->step_seconds);
    wend_world_report(run->world, o->agent, o->position, o->velocity);
}

// ---- a life -------------------------------------------------------------------------------------------------------

static void go_to(scene_run *run, int destination)
{
    obstacle_course *o = run->state;
    o->destination = destination;
    wend_goal goal = wend_goal_arrive(obstacle_course_destinations[destination]);
    wend_world_set_goal(run->world, o->agent, &goal);
}

static wend_status add_walls(scene_run *run, wend_error *error)
{
    obstacle_course *o = run->state;
    wend_obstacles_def def = wend_default_obstacles_def();
    def.allocator = run->allocator;
    o->walls = wend_obstacles_create(&def, error);
    for (int i = 0; o->walls && i < OBSTACLE_COURSE_WALLS; i++)
    {
        wend_shape box = wend_default_shape(WEND_SHAPE_BOX);
        box.position = obstacle_course_walls[i].middle;
        box.half = obstacle_course_walls[i].half;
        box.angle = obstacle_course_walls[i].angle;
        if (wend_obstacles_add(o->walls, &box).value == 0)
            return WEND_ERROR_MEMORY;
    }
    o->caster = (wend_caster){noting_cast, noting_around, o};
    return o->walls ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_status obstacle_course_init(scene_run *run, wend_error *error)
{
    obstacle_course *o = run->state;
    wend_world_def def = part_world_def(run);
    def.dodge = dodge;
    def.dodge_user = run;
    wend_status status = part_make_world(run, &def, error);
    if (status == WEND_OK)
        status = add_walls(run, error);
    if (status != WEND_OK)
        return status;
    wend_agent_def body = wend_default_agent_def();
    body.agent.radius = obstacle_course_radius;
    body.agent.position = o->position = obstacle_course_start;
    o->agent = wend_world_spawn(run->world, &body);
    go_to(run, 0);
    return o->agent.value ? WEND_OK : WEND_ERROR_MEMORY;
}

static void obstacle_course_stop(scene_run *run)
{
    obstacle_course *o = run->state;
    wend_obstacles_destroy(o->walls);
    o->walls = NULL;
}

static void obstacle_course_input(scene_run *run)
{
    const obstacle_course *o = run->state;
    wend_agent_def def;
    wend_world_get(run->world, o->agent, &def);
    def.agent.max_speed = part_param(run, "speed");
    def.agent.max_acceleration = 2.0f * def.agent.max_speed;
    wend_world_set(run->world, o->agent, &def);
    for (int i = 0; i < OBSTACLE_COURSE_DESTINATIONS; i++)
        if (part_key(run, (char)('1' + i)))
            go_to(run, i);
}

// ---- the player -----------------------------------------------------------------------------------------------------

static void obstacle_course_status(const scene_run *run, char *text, size_t capacity)
{
    const obstacle_course *o = run->state;
    float away = wend_distance(o->position, obstacle_course_destinations[o->destination]);
    snprintf(text, capacity, "to %d: %.2f away%s   casts %d   speed %.2f   slides along %d walls   %d steps in a wall",
             o->destination + 1, (double)away, wend_world_has_arrived(run->world, o->agent) ? ", arrived" : "",
             o->ray_count, (double)wend_length(o->velocity), o->slides, o->overlaps);
}

static void obstacle_course_demo(const scene_run *run, scene_input *input)
{
    const obstacle_course *o = run->state;
    if (wend_world_has_arrived(run->world, o->agent) && wend_length(o->velocity) == 0.0f)
        input->key = (char)('1' + 1 - o->destination);
}

// ---- the checks ---------------------------------------------------------------------------------------------------

static void check_trip(scene_run *run, char key, const char *how)
{
    const obstacle_course *o = run->state;
    part_play(run, (scene_input){.key = key}, 14.0);
    float off = wend_distance(o->position, obstacle_course_destinations[key - '1']);
    scene_check(run, off < 0.05f, "%s it stands %g from destination %c", how, (double)off, key);
    scene_check(run, wend_world_has_arrived(run->world, o->agent), "%s it hasn't arrived at %c", how, key);
    scene_check(run, o->overlaps == 0, "%s it overlapped a wall after %d steps", how, o->overlaps);
    scene_check(run, o->breaches == 0, "%s it went through a wall %d times", how, o->breaches);
}

static void obstacle_course_verify(scene_run *run)
{
    obstacle_course *o = run->state;
    check_trip(run, '1', "from the start");
    check_trip(run, '2', "on its way back");

    part_play(run, (scene_input){.key = '1'}, 2.0);
    wend_vec before = o->position;
    scene_check(run, wend_length(o->velocity) > 2.0f, "2 doesn't send it back");
    part_play(run, (scene_input){.key = ' '}, 2.0);
    scene_check(run, wend_equal(o->position, before), "Space doesn't pause");
    part_play(run, (scene_input){.key = ' '}, 1.0);
    scene_check(run, wend_distance(o->position, before) > 1.0f, "Space doesn't go on");
    part_play(run, (scene_input){.key = '2'}, 0.1);
    part_play(run, (scene_input){.key = 'r'}, 1.0 / 60.0);
    scene_check(run, wend_distance(o->position, obstacle_course_start) < 0.01f && o->destination == 0,
                "R doesn't begin again");

    // Faster than any wall is thick, and straight at it: the physics alone must hold.
    run->params[0] = 900.0f;
    run->params[2] = 0.0f;
    int slides = 0;
    for (int k = 0; k < 600; k++)
    {
        part_play(run, (scene_input){.key = k % 60 ? '\0' : k % 120 ? '2' : '1'}, 1.0 / 60.0);
        slides += o->slides;
    }
    scene_check(run, slides > 0, "without the fan it never meets a wall");
    scene_check(run, o->overlaps == 0 && o->breaches == 0, "at 900 a second it was in a wall %d times, through %d",
                o->overlaps, o->breaches);
}

const scene scene_obstacle_course = {
    .name = "obstacle_course",
    .title = "Obstacle course",
    .about = "A body with a physics of its own passes three walls: a fan of swept casts says which way is clear.",
    .keys = "1, 2: go there, Space: pause, R: begin again",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .state_size = sizeof(obstacle_course),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 5.5,
    .low = {-16.0f, -8.0f, 0.0f},
    .high = {16.0f, 8.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = obstacle_course_init,
    .input = obstacle_course_input,
    .step = obstacle_course_step,
    .draw = obstacle_course_draw,
    .legend = obstacle_course_legend,
    .status = obstacle_course_status,
    .demo = obstacle_course_demo,
    .verify = obstacle_course_verify,
    .stop = obstacle_course_stop,
};
