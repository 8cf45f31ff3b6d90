// The course to look at: choose map, motion, follower, sense and combiner by keys; click an agent to see what it sees.
#include "course.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct course_scene
{
    course *course;
    course_setup setup;               // that the course was opened with
    wend_agent_id ids[COURSE_AGENTS]; // the same agents in the run's world, which explains their motion
} course_scene;

enum
{
    MAP,
    MOTION,
    FOLLOW,
    SENSE,
    COMBINE,
    RING,
    HYSTERESIS,
    CRATES
};

static const scene_param params[] = {
    [MAP] = {"map", "M map", 0.0f, 2.0f, 1.0f, false},
    [MOTION] = {"motion", "1 motion", 0.0f, 2.0f, 0.0f, false},
    [FOLLOW] = {"follow", "2 follower", 0.0f, 3.0f, 1.0f, false},
    [SENSE] = {"sense", "3 sense", 0.0f, 4.0f, 4.0f, false},
    [COMBINE] = {"combine", "4 combiner", 0.0f, 3.0f, 3.0f, false},
    [RING] = {"ring", "slots of the ring", 4.0f, 32.0f, 16.0f, false},
    [HYSTERESIS] = {"hysteresis", "bonus near the last way", 0.0f, 1.0f, 0.3f, false},
    [CRATES] = {"crates", "C crates", 0.0f, 1.0f, 0.0f, true},
};

static const scene_whole wholes[] = {{MAP, course_map_names},         {MOTION, course_motion_names},
                                     {FOLLOW, course_follow_names},   {SENSE, course_sense_names},
                                     {COMBINE, course_combine_names}, {RING, NULL}};

static int whole(const scene_run *run, int param)
{
    return (int)(run->params[param] + 0.5f);
}

static course_setup wanted_setup(const scene_run *run)
{
    course_setup setup = course_default();
    setup.map = (course_map)whole(run, MAP);
    setup.motion = (course_motion)whole(run, MOTION);
    setup.follow = (course_follow)whole(run, FOLLOW);
    setup.sense = (course_sense)whole(run, SENSE);
    setup.combine = (course_combine)whole(run, COMBINE);
    setup.ring = whole(run, RING);
    setup.hysteresis = run->params[HYSTERESIS];
    setup.has_crates = run->params[CRATES] > 0.5f;
    setup.seed = run->seed;
    return setup;
}

static bool is_same(const course_setup *a, const course_setup *b)
{
    return a->map == b->map && a->motion == b->motion && a->follow == b->follow && a->sense == b->sense &&
           a->combine == b->combine && a->ring == b->ring && a->hysteresis == b->hysteresis &&
           a->has_crates == b->has_crates;
}

static bool reopen(scene_run *run)
{
    course_scene *s = run->state;
    course_setup setup = wanted_setup(run);
    course *fresh = course_open(&setup);
    if (!fresh)
        return false;
    course_close(s->course);
    s->course = fresh;
    s->setup = setup;
    run->low = wend_xyz(-1.0f, -1.0f, 0.0f);
    run->high = wend_add(fresh->high, wend_xyz(1.0f, 1.0f, 0.0f));
    return true;
}

/// Tells the run's world where everybody is and what they wish, so that it can say why they move as they do.
static void mirror(scene_run *run)
{
    const course_scene *s = run->state;
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        const course_agent *a = &s->course->agents[i];
        wend_goal go = wend_goal_of(WEND_GOAL_MATCH);
        go.point = a->has_arrived ? wend_xyz(0.0f, 0.0f, 0.0f) : a->wish;
        wend_world_set_goal(run->world, s->ids[i], &go);
        wend_world_report(run->world, s->ids[i], a->body.position, a->body.velocity);
    }
    wend_world_think(run->world, COURSE_STEP);
}

static wend_status course_init(scene_run *run, wend_error *error)
{
    course_scene *s = run->state;
    wend_world_def def = part_world_def(run);
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    if (!reopen(run))
        return WEND_ERROR_MEMORY;
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        wend_agent_def agent = wend_default_agent_def();
        agent.agent = s->course->agents[i].body;
        s->ids[i] = wend_world_spawn(run->world, &agent);
        if (s->ids[i].value == 0)
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

static void course_stop(scene_run *run)
{
    course_scene *s = run->state;
    course_close(s->course);
    s->course = NULL;
}

static void next_value(scene_run *run, int param)
{
    float *value = &run->params[param];
    *value = *value + 1.0f > params[param].high ? params[param].low : floorf(*value + 1.0f);
}

static void course_input(scene_run *run)
{
    const course_scene *s = run->state;
    switch (run->input.key)
    {
    case 'm': next_value(run, MAP); break;
    case '1': next_value(run, MOTION); break;
    case '2': next_value(run, FOLLOW); break;
    case '3': next_value(run, SENSE); break;
    case '4': next_value(run, COMBINE); break;
    case 'c': part_toggle(run, "crates"); break;
    default: break;
    }
    course_setup setup = wanted_setup(run);
    if (!is_same(&setup, &s->setup))
        reopen(run);
}

static void course_advance(scene_run *run)
{
    course_step(((course_scene *)run->state)->course);
    mirror(run);
}

// ---- drawing ------------------------------------------------------------------------------------------------------

static const wend_colour wall_colour = 0x8b97a582u, ray_colour = 0x64bdf250u, path_colour = 0x64bdf260u;

// Where a map has room for the ring of the watched agent.
static const struct
{
    wend_vec at;
    float radius;
} corners[COURSE_MAPS] = {[COURSE_CORRIDOR] = {{6.0f, 8.4f, 0.0f}, 1.4f},
                          [COURSE_PILLARS] = {{2.95f, 10.9f, 0.0f}, 1.25f},
                          [COURSE_DEADEND] = {{26.6f, 10.9f, 0.0f}, 1.1f}};

/// The last corner of the closed line that begins with a segment, plus 1.
static int end_of_loop(const course *c, int start)
{
    int end = start + 1;
    while (end < c->outline_count && !wend_equal(c->outline[end - 1][1], c->outline[start][0]))
        end++;
    return end;
}

/// Closed lines: the first one is the room, all others are solid. Seen as bands, such as boxes and the cup are: the
/// k-th corner lies across from the k-th last.
static void draw_walls(const course *c, const wend_draw *draw)
{
    for (int start = end_of_loop(c, 0), end; start < c->outline_count; start = end)
    {
        end = end_of_loop(c, start);
        for (int low = start, high = end - 1; low + 1 < high; low++, high--)
        {
            const wend_vec piece[4] = {c->outline[low][0], c->outline[low + 1][0], c->outline[high - 1][0],
                                       c->outline[high][0]};
            draw->polygon(piece, 4, wall_colour, draw->user);
        }
    }
    for (int i = 0; i < end_of_loop(c, 0); i++)
        draw->line(c->outline[i][0], c->outline[i][1], COLOUR_GREY, false, draw->user);
}

static void draw_crates(const course *c, const wend_draw *draw)
{
    for (int k = 0; k < 3; k++)
    {
        wend_shape crate;
        if (c->crates[k].value == 0 || wend_obstacles_get(c->walls, c->crates[k], &crate) != WEND_OK)
            continue;
        float h = crate.half.x;
        wend_vec p = crate.position;
        const wend_vec box[4] = {
            {p.x - h, p.y - h, 0}, {p.x + h, p.y - h, 0}, {p.x + h, p.y + h, 0}, {p.x - h, p.y + h, 0}};
        draw->polygon(box, 4, faded(COLOUR_ORANGE, 160), draw->user);
    }
}

static void draw_path(const course_agent *a, const wend_draw *draw)
{
    for (int i = 0; i + 1 < a->path.count; i++)
        draw->line(a->points[i], a->points[i + 1], path_colour, true, draw->user);
    wend_vec goal = a->points[a->path.count - 1];
    draw->circle(goal, 0.6f, COLOUR_GREEN, false, draw->user);
}

static bool has_ring(const course_scene *s)
{
    return s->setup.sense == COURSE_RING || (s->setup.combine == COURSE_CONTEXT && s->setup.sense != COURSE_NOTHING);
}

/// Large, where the map is empty: round the agent itself it would lie on all that it is about.
static void draw_ring(const course_scene *s, const course_agent *a, const wend_draw *draw)
{
    wend_ring_figure figure = wend_default_ring_figure();
    figure.at = corners[s->setup.map].at;
    figure.radius = corners[s->setup.map].radius;
    part_draw_watched(draw, figure.at, a->body.heading, 0.26f * figure.radius, COLOUR_TEXT);
    wend_draw_ring(draw, &a->ring, &a->choice, &figure);
    wend_vec above = wend_add(figure.at, wend_xyz(-1.9f * figure.radius, 2.15f * figure.radius, 0.0f));
    draw->text(above, "ring of the watched agent", COLOUR_GREY, draw->user);
}

/// From the hull on: what begins in the middle hides who it belongs to.
static void draw_ray(const course_agent *a, int i, const wend_draw *draw)
{
    const wend_cast *cast = &a->casts[i];
    bool is_hit = a->hits[i].body != 0;
    wend_vec end = is_hit ? a->hits[i].point : wend_add(cast->from, cast->along);
    wend_vec start = wend_add(cast->from, wend_scale(wend_normalize(cast->along), a->body.radius));
    if (wend_distance(cast->from, end) > a->body.radius)
        draw->line(start, end, is_hit ? faded(COLOUR_RED, 170) : ray_colour, false, draw->user);
    if (is_hit)
        draw->circle(end, 0.1f, COLOUR_RED, true, draw->user);
}

static void draw_senses(const course_scene *s, const course_agent *a, const wend_draw *draw)
{
    for (int i = 0; i < a->ray_count; i++)
        draw_ray(a, i, draw);
    draw->line(a->body.position, a->aim, WEND_COLOUR_AIM, true, draw->user);
    draw->circle(a->aim, 0.14f, WEND_COLOUR_AIM, true, draw->user);
    if (has_ring(s))
        draw_ring(s, a, draw);
}

/// The watched agent while it is on its way, or null.
static const course_agent *watched_one(const scene_run *run)
{
    const course_scene *s = run->state;
    for (int i = 0; run->watched.value != 0 && i < COURSE_AGENTS; i++)
        if (wend_same_agent(s->ids[i], run->watched) && !s->course->agents[i].has_arrived)
            return &s->course->agents[i];
    return NULL;
}

static wend_colour colour_of(const course_agent *a)
{
    return a->has_arrived ? COLOUR_GREEN : a->is_touching ? COLOUR_RED : COLOUR_SKY;
}

static void course_draw(const scene_run *run, const wend_draw *draw)
{
    const course_scene *s = run->state;
    const course *c = s->course;
    const course_agent *watched = watched_one(run);
    draw_walls(c, draw);
    draw_crates(c, draw);
    for (int i = 0; i < COURSE_AGENTS; i++)
        draw_path(&c->agents[i], draw);
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        const course_agent *a = &c->agents[i];
        wend_colour colour = watched ? faded(colour_of(a), 90) : colour_of(a);
        if (a == watched)
            part_draw_watched(draw, a->body.position, a->body.heading, a->body.radius, COLOUR_TEXT);
        else
            wend_draw_agent(draw, a->body.position, a->body.heading, a->body.radius, colour);
    }
    if (watched) // over all bodies
        draw_senses(s, watched, draw);
}

static void course_legend(const scene_run *run, scene_legend *legend)
{
    const course_scene *s = run->state;
    const course_agent *watched = watched_one(run);
    int going = 0, touching = 0, arrived = 0, hits = 0;
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        const course_agent *a = &s->course->agents[i];
        arrived += a->has_arrived;
        touching += a != watched && !a->has_arrived && a->is_touching;
        going += a != watched && !a->has_arrived && !a->is_touching;
    }
    if (going > 0)
        scene_add_sign(legend, SCENE_BODY, COLOUR_SKY, "agent");
    if (touching > 0)
        scene_add_sign(legend, SCENE_BODY, COLOUR_RED, "touches something");
    if (arrived > 0)
        scene_add_sign(legend, SCENE_BODY, COLOUR_GREEN, "has arrived");
    scene_add_sign(legend, SCENE_DASHED, path_colour, "planned path");
    scene_add_sign(legend, SCENE_CIRCLE, COLOUR_GREEN, "goal");
    if (s->setup.has_crates)
        scene_add_sign(legend, SCENE_BAR, faded(COLOUR_ORANGE, 160), "crate, moves");
    if (!watched)
        return;
    scene_add_sign(legend, SCENE_CIRCLE, COLOUR_TEXT, "watched agent");
    for (int i = 0; i < watched->ray_count; i++)
        hits += watched->hits[i].body != 0;
    if (hits < watched->ray_count)
        scene_add_sign(legend, SCENE_LINE, ray_colour, "ray, free");
    if (hits > 0)
        scene_add_sign(legend, SCENE_DOT, COLOUR_RED, "hit of a ray");
    scene_add_sign(legend, SCENE_DASHED, WEND_COLOUR_AIM, "aim");
    if (has_ring(s))
        scene_add_ring(legend, &watched->ring, &watched->choice, "wall danger", "enemy danger");
}

static void course_status(const scene_run *run, char *text, size_t capacity)
{
    const course_scene *s = run->state;
    course_result r = course_results(s->course);
    snprintf(text, capacity,
             "map %s   motion %s   follower %s   sense %s   combiner %s   %.1f s   %d of %d arrived   "
             "touching %.1f %%   turning %.0f deg/s",
             course_map_names[s->setup.map], course_motion_names[s->setup.motion], course_follow_names[s->setup.follow],
             course_sense_names[s->setup.sense], course_combine_names[s->setup.combine], s->course->seconds,
             r.agents - r.stuck, r.agents, r.contact, r.wobble);
}

static void course_demo(const scene_run *run, scene_input *input)
{
    const course_scene *s = run->state;
    input->has_pointer = true;
    input->is_clicked = (int)(run->seconds / COURSE_STEP + 0.5) == 60; // on the middle one of the first three
    input->pointer = s->course->agents[1].body.position;
}

static uint64_t course_hash(const scene_run *run)
{
    const course_scene *s = run->state;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < COURSE_AGENTS; i++)
    {
        const wend_agent *body = &s->course->agents[i].body;
        const float values[] = {body->position.x, body->position.y, body->velocity.x,
                                body->velocity.y, body->heading.x,  body->heading.y};
        hash = part_hash(hash, values, 6);
    }
    return hash;
}

/// Plays one setting of a map to its end.
static course_result play_map(scene_run *run, int map, int motion, int sense)
{
    run->params[MAP] = (float)map;
    run->params[MOTION] = (float)motion;
    run->params[SENSE] = (float)sense;
    part_play(run, (scene_input){0}, 0.02);
    part_play(run, (scene_input){0}, COURSE_LIMIT + 1.0);
    return course_results(((course_scene *)run->state)->course);
}

static void course_verify(scene_run *run)
{
    for (int motion = 0; motion < COURSE_MOTIONS; motion++)
        for (int map = 0; map < COURSE_MAPS; map++)
        {
            course_result r = play_map(run, map, motion, COURSE_RING);
            scene_check(run, r.stuck == 0, "context: %d stuck on %s as %s", r.stuck, course_map_names[map],
                        course_motion_names[motion]);
        }
    course_result nothing = play_map(run, COURSE_PILLARS, COURSE_POINT, COURSE_NOTHING);
    scene_check(run, nothing.stuck == 6, "without a sense %d are stuck at the pillar, not 6", nothing.stuck);
    part_play(run, (scene_input){.key = 'm'}, 0.1);
    scene_check(run, whole(run, MAP) == COURSE_DEADEND, "M doesn't change the map");
}

const scene scene_course = {
    .name = "course",
    .title = "Course",
    .about =
        "Three maps; any motion, follower, sense and combiner. Click an agent to see what it sees and why it turns.",
    .keys = "M: map, 1: motion, 2: follower, 3: sense, 4: combiner, C: crates, click: watch an agent",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(course_scene),
    .step_seconds = COURSE_STEP,
    .picture_seconds = 4.0,
    .low = {-1.0f, -1.0f, 0.0f},
    .high = {31.0f, 15.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = course_init,
    .input = course_input,
    .step = course_advance,
    .draw = course_draw,
    .legend = course_legend,
    .status = course_status,
    .demo = course_demo,
    .hash = course_hash,
    .verify = course_verify,
    .stop = course_stop,
};
