// Two squads in formation: drag a line and they march there, in file through the gate.
#include "parts.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum
{
    SQUADS = 2,
    LARGE = 24,
    SMALL = 8,
    BODIES = LARGE + SMALL
};

// A squad, its order, and how it gets there.
typedef struct squad
{
    wend_formation formation;
    wend_member members[LARGE];
    wend_agent_id ids[LARGE];
    int count;
    wend_vec goal, facing; // of the order
    wend_vec legs[3];      // points on the way
    int leg, leg_count;
    bool is_facing; // it is there and has turned
} squad;

typedef struct yard
{
    squad squads[SQUADS];
    wend_obstacles *walls;
    int selected;
    wend_vec pressed; // where a line begins
    bool is_dragging;
    float least_gap;
} yard;

enum
{
    SHAPE,
    SPACING,
    PLACES
};

static const char *const shapes[] = {"block", "line", "column", "wedge", "circle"};

static const scene_param params[] = {
    [SHAPE] = {"shape", "shape (1 to 5)", 0.0f, 4.0f, 0.0f, false},
    [SPACING] = {"spacing", "spacing", 1.1f, 2.5f, 1.4f, false},
    [PLACES] = {"places", "D places", 0.0f, 1.0f, 1.0f, true},
};

static const scene_whole wholes[] = {{SHAPE, shapes}};

static const float hull = 0.4f, gate = 2.5f, thick = 0.5f;
static const wend_vec low = {-26.0f, -14.0f, 0.0f}, high = {26.0f, 14.0f, 0.0f};
static const wend_colour colours[SQUADS] = {COLOUR_SKY, COLOUR_ORANGE};

// ---- orders ---------------------------------------------------------------------------------------------------------

/// The way of a squad: through the gate if the goal is on the other side of the wall.
static void order(squad *s, wend_vec goal, wend_vec facing)
{
    float side = s->formation.position.x < 0.0f ? -1.0f : 1.0f;
    s->goal = goal;
    s->facing = facing;
    s->leg = s->leg_count = 0;
    s->is_facing = false;
    if (goal.x * side < 0.0f)
    {
        s->legs[s->leg_count++] = wend_xyz(5.0f * side, 0.0f, 0.0f);
        s->legs[s->leg_count++] = wend_xyz(-5.0f * side, 0.0f, 0.0f);
    }
    s->legs[s->leg_count++] = goal;
}

/// A line that is dragged is the first rank; too short a one is only a place.
static void order_line(yard *y, wend_vec from, wend_vec to, float spacing)
{
    squad *s = &y->squads[y->selected];
    wend_vec line = wend_sub(to, from), middle = wend_scale(wend_add(from, to), 0.5f);
    float length = wend_length(line);
    if (length < 2.0f)
    {
        order(s, from, wend_xyz(0.0f, 0.0f, 0.0f));
        return;
    }
    int files = (int)(length / spacing) + 1;
    s->formation.def.files = files < s->count ? files : s->count;
    order(s, middle, wend_normalize(wend_xyz(-line.y, line.x, 0.0f)));
}

static squad *squad_at(yard *y, const scene_run *run, wend_vec point)
{
    for (int k = 0; k < SQUADS; k++)
        for (int i = 0; i < y->squads[k].count; i++)
            if (wend_distance(wend_world_position(run->world, y->squads[k].ids[i]), point) < 2.0f * hull)
                return &y->squads[k];
    return NULL;
}

// ---- the yard -------------------------------------------------------------------------------------------------------

static bool add_wall(yard *y, float from, float to)
{
    wend_shape wall = wend_default_shape(WEND_SHAPE_BOX);
    wall.position = wend_xyz(0.0f, 0.5f * (from + to), 0.0f);
    wall.half = wend_xyz(thick, 0.5f * (to - from), 1.0f);
    return wend_obstacles_add(y->walls, &wall).value != 0;
}

static bool muster(scene_run *run, squad *s, int count, wend_vec position, wend_vec heading)
{
    wend_vec places[LARGE];
    s->count = count;
    s->formation = wend_formation_begin(position, heading);
    s->formation.def.spacing = run->params[SPACING];
    wend_formation_places(&s->formation.def, count, hull, places);
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def = wend_default_agent_def();
        wend_vec side = wend_xyz(-heading.y, heading.x, 0.0f);
        wend_vec ahead = wend_scale(heading, places[i].x), aside = wend_scale(side, places[i].y);
        def.agent.position = wend_add(position, wend_add(ahead, aside));
        def.agent.heading = heading;
        def.agent.radius = hull;
        def.agent.arrival_radius = 0.5f;
        s->ids[i] = wend_world_spawn(run->world, &def);
        if (s->ids[i].value == 0)
            return false;
    }
    order(s, position, wend_xyz(0.0f, 0.0f, 0.0f));
    return true;
}

static wend_status formation_init(scene_run *run, wend_error *error)
{
    yard *y = run->state;
    wend_obstacles_def set = wend_default_obstacles_def();
    set.allocator = run->allocator;
    y->walls = wend_obstacles_create(&set, error);
    if (!y->walls || !add_wall(y, low.y, -0.5f * gate) || !add_wall(y, 0.5f * gate, high.y))
        return WEND_ERROR_MEMORY;
    wend_world_def def = part_world_def(run);
    def.edge = WEND_EDGE_STOP;
    def.low = low;
    def.high = high;
    def.caster = wend_obstacles_caster(y->walls);
    def.does_stop_at_obstacles = true;
    wend_status status = part_make_world(run, &def, error);
    if (status != WEND_OK)
        return status;
    y->least_gap = 1e9f;
    bool is_there = muster(run, &y->squads[0], LARGE, wend_xyz(-15.0f, 3.0f, 0.0f), wend_xyz(1.0f, 0.0f, 0.0f)) &&
                    muster(run, &y->squads[1], SMALL, wend_xyz(15.0f, -9.0f, 0.0f), wend_xyz(0.0f, 1.0f, 0.0f));
    return is_there ? WEND_OK : WEND_ERROR_MEMORY;
}

static void formation_stop(scene_run *run)
{
    yard *y = run->state;
    wend_obstacles_destroy(y->walls);
    y->walls = NULL;
}

// ---- input ----------------------------------------------------------------------------------------------------------

static void take_key(scene_run *run, yard *y, char key)
{
    squad *s = &y->squads[y->selected];
    if (key >= '1' && key <= '5')
        run->params[SHAPE] = (float)(key - '1');
    if (key == 't')
        y->selected = (y->selected + 1) % SQUADS;
    if (key == 'd')
        part_toggle(run, "places");
    if (key == 'x' && s->count > 1) // one falls out
    {
        wend_world_remove(run->world, s->ids[0]);
        s->count--;
        for (int i = 0; i < s->count; i++)
        {
            s->ids[i] = s->ids[i + 1];
            s->members[i] = s->members[i + 1];
        }
    }
}

static void formation_input(scene_run *run)
{
    yard *y = run->state;
    const scene_input *in = &run->input;
    take_key(run, y, in->key);
    if (in->is_clicked && in->has_pointer)
    {
        squad *s = squad_at(y, run, in->pointer);
        y->is_dragging = !s;
        y->pressed = in->pointer;
        y->selected = s ? (int)(s - y->squads) : y->selected;
    }
    if (y->is_dragging && !in->is_down)
    {
        y->is_dragging = false;
        order_line(y, y->pressed, in->pointer, run->params[SPACING]);
    }
}

// ---- a step ---------------------------------------------------------------------------------------------------------

static const float wide = 14.0f;

/// How wide it is along the next metres of a squad's way.
static float width_ahead(const squad *s, const wend_caster *caster, float metres)
{
    wend_vec from = s->formation.position;
    float width = FLT_MAX;
    for (int i = s->leg; i < s->leg_count && metres > 0.0f; i++)
    {
        wend_vec leg = wend_sub(s->legs[i], from);
        float length = wend_length(leg);
        if (length > metres)
            leg = wend_scale(leg, metres / length);
        width = fminf(width, wend_passage_width(caster, from, leg, wide, 0));
        metres -= length;
        from = s->legs[i];
    }
    return width;
}

/// How wide it is for a squad: by what is ahead. Where it was narrow the formation knows.
static float free_width(const yard *y, const squad *s)
{
    const wend_formation *f = &s->formation;
    wend_caster caster = wend_obstacles_caster(y->walls);
    float depth = f->is_in_file ? 0.0f : 0.5f * (float)s->count / (float)(f->files > 0 ? f->files : 4) * f->def.spacing;
    return width_ahead(s, &caster, depth + 5.0f);
}

/// Where the squad's frame would like to go.
static wend_vec wish_of(squad *s)
{
    wend_agent frame = wend_formation_leader(&s->formation);
    if (s->leg + 1 < s->leg_count && wend_distance(frame.position, s->legs[s->leg]) < 1.0f)
        s->leg++;
    bool is_last = s->leg + 1 == s->leg_count;
    if (!is_last)
        return wend_seek(&frame, s->legs[s->leg]);
    if (wend_distance(frame.position, s->goal) > 0.5f || wend_length(s->facing) == 0.0f)
        return wend_arrive(&frame, s->goal);
    // There: it turns into its line. A wish to turn is a wish to go.
    s->is_facing = s->is_facing || wend_dot(s->formation.heading, s->facing) > 0.9999f;
    return s->is_facing ? wend_arrive(&frame, s->goal) : wend_scale(s->facing, 0.11f * frame.max_speed);
}

static void step_squad(scene_run *run, yard *y, squad *s, bool is_selected)
{
    for (int i = 0; i < s->count; i++)
    {
        wend_agent_def def;
        wend_world_get(run->world, s->ids[i], &def);
        s->members[i].body = def.agent;
    }
    s->formation.def.spacing = run->params[SPACING];
    if (is_selected)
        s->formation.def.kind = (wend_formation_kind)(int)(run->params[SHAPE] + 0.5f);
    s->formation.def.width = free_width(y, s);
    wend_formation_step(&s->formation, wish_of(s), s->members, s->count, run->kind->step_seconds, NULL);
    for (int i = 0; i < s->count; i++)
    {
        wend_goal goal = wend_goal_keep_place(s->members[i].point, s->members[i].velocity);
        wend_world_set_goal(run->world, s->ids[i], &goal);
    }
}

static void formation_step(scene_run *run)
{
    yard *y = run->state;
    for (int k = 0; k < SQUADS; k++)
        step_squad(run, y, &y->squads[k], k == y->selected);
    wend_world_step(run->world, run->kind->step_seconds);
    for (int k = 0; k < SQUADS; k++)
        y->least_gap = fminf(y->least_gap, part_least_gap(run, y->squads[k].ids, y->squads[k].count));
}

// ---- picture --------------------------------------------------------------------------------------------------------

static void draw_wall(const wend_draw *draw, float from, float to)
{
    const wend_vec corners[4] = {{-thick, from, 0}, {thick, from, 0}, {thick, to, 0}, {-thick, to, 0}};
    draw->polygon(corners, 4, 0x4a5562ffu, draw->user);
}

/// Is a line being dragged that is long enough to be one?
static bool shows_line(const scene_run *run)
{
    const yard *y = run->state;
    return y->is_dragging && wend_distance(y->pressed, run->input.pointer) >= 2.0f;
}

static void draw_order(const squad *s, wend_colour colour, const wend_draw *draw)
{
    wend_vec from = s->formation.position;
    for (int i = s->leg; i < s->leg_count; i++)
    {
        if (wend_distance(from, s->legs[i]) > 0.6f)
            draw->line(from, s->legs[i], faded(colour, 120), true, draw->user);
        from = s->legs[i];
    }
    if (wend_length(s->facing) > 0.0f && !s->is_facing)
        draw->line(s->goal, wend_add(s->goal, wend_scale(s->facing, 2.0f)), colour, false, draw->user);
    draw->circle(s->goal, 0.35f, colour, false, draw->user);
}

static void formation_draw(const scene_run *run, const wend_draw *draw)
{
    const yard *y = run->state;
    part_draw_edges(draw, low, high);
    draw_wall(draw, low.y, -0.5f * gate);
    draw_wall(draw, 0.5f * gate, high.y);
    for (int k = 0; k < SQUADS; k++)
    {
        const squad *s = &y->squads[k];
        draw_order(s, colours[k], draw);
        for (int i = 0; i < s->count && run->params[PLACES] > 0.5f; i++)
        {
            wend_vec at = wend_world_position(run->world, s->ids[i]);
            if (wend_distance(at, s->members[i].point) > 0.15f)
                draw->line(at, s->members[i].point, faded(COLOUR_YELLOW, 150), false, draw->user);
            draw->circle(s->members[i].point, 0.14f, COLOUR_YELLOW, true, draw->user);
        }
        for (int i = 0; i < s->count; i++)
            wend_draw_agent(draw, wend_world_position(run->world, s->ids[i]), wend_world_heading(run->world, s->ids[i]),
                            hull, k == y->selected ? colours[k] : faded(colours[k], 170));
        wend_draw_agent(draw, s->formation.position, s->formation.heading, 0.6f, faded(0xffffffffu, 90));
    }
    if (shows_line(run))
        draw->line(y->pressed, run->input.pointer, COLOUR_GREEN, false, draw->user);
}

static void formation_legend(const scene_run *run, scene_legend *legend)
{
    const yard *y = run->state;
    scene_add_sign(legend, SCENE_BODY, colours[y->selected], "the squad that is selected");
    scene_add_sign(legend, SCENE_BODY, faded(colours[1 - y->selected], 170), "the other one");
    scene_add_sign(legend, SCENE_BODY, faded(0xffffffffu, 90), "a squad's frame");
    scene_add_sign(legend, SCENE_CIRCLE, colours[y->selected], "where it shall go");
    if (wend_length(y->squads[y->selected].facing) > 0.0f && !y->squads[y->selected].is_facing)
        scene_add_sign(legend, SCENE_LINE, colours[y->selected], "and which way it shall look there");
    if (run->params[PLACES] > 0.5f)
        scene_add_sign(legend, SCENE_DOT, COLOUR_YELLOW, "a member's place");
    if (shows_line(run))
        scene_add_sign(legend, SCENE_LINE, COLOUR_GREEN, "the line to be taken");
    scene_add_sign(legend, SCENE_BAR, 0x4a5562ffu, "wall");
}

static void formation_status(const scene_run *run, char *text, size_t capacity)
{
    const yard *y = run->state;
    const squad *s = &y->squads[y->selected];
    const wend_formation *f = &s->formation;
    snprintf(text, capacity, "%d in a %s%s   %d abreast   last one %.1f from its place   speed %.1f", s->count,
             shapes[f->def.kind], f->is_in_file ? ", in file" : "", f->files, (double)f->lag,
             (double)wend_length(f->velocity));
}

// ---- what a player might do -----------------------------------------------------------------------------------------

static void formation_demo(const scene_run *run, scene_input *input)
{
    static const struct
    {
        double from, to;
        wend_vec pointer;
    } drags[] = {
        {0.0, 0.1, {14.0f, 8.0f, 0.0f}},
        {0.1, 0.2, {14.0f, -2.0f, 0.0f}},
        {26.0, 26.4, {-18.0f, -8.0f, 0.0f}},
        {26.4, 26.5, {-8.0f, -8.0f, 0.0f}},
    };
    double t = fmod(run->seconds, 52.0);
    for (int i = 0; i < (int)(sizeof drags / sizeof *drags); i++)
        if (t >= drags[i].from && t < drags[i].to)
        {
            input->has_pointer = true;
            input->pointer = drags[i].pointer;
            input->is_down = i % 2 == 0;
            input->is_clicked = i % 2 == 0 && t < drags[i].from + run->kind->step_seconds;
        }
}

/// Press, drag and let go.
static void drag(scene_run *run, wend_vec from, wend_vec to)
{
    part_play(run, (scene_input){.has_pointer = true, .pointer = from, .is_down = true, .is_clicked = true}, 0.02);
    part_play(run, (scene_input){.has_pointer = true, .pointer = to, .is_down = true}, 0.1);
    part_play(run, (scene_input){.has_pointer = true, .pointer = to}, 0.02);
}

/// Plays until a squad has its places at its goal. Returns the seconds; adds up what everybody walks.
static double until_there(scene_run *run, const squad *s, double most, double *walked)
{
    for (double t = 0.0; t < most; t += run->kind->step_seconds)
    {
        part_play(run, (scene_input){0}, run->kind->step_seconds);
        for (int i = 0; walked && i < s->count; i++)
            *walked += (double)wend_length(wend_world_velocity(run->world, s->ids[i])) * run->kind->step_seconds;
        if (wend_distance(s->formation.position, s->goal) < 0.1f && s->formation.lag < 0.1f &&
            wend_length(s->formation.velocity) < 0.02f)
            return t;
    }
    return most;
}

/// The least that all can walk to where they stand now, from where they stood.
static double best_walk(const scene_run *run, const squad *s, const wend_vec *from)
{
    wend_vec now[LARGE];
    int place_of[LARGE];
    for (int i = 0; i < s->count; i++)
        now[i] = wend_world_position(run->world, s->ids[i]);
    return (double)wend_match_places(from, now, s->count, place_of);
}

static void formation_verify(scene_run *run)
{
    yard *y = run->state;
    squad *s = &y->squads[0];
    drag(run, wend_xyz(14.0f, 8.0f, 0.0f), wend_xyz(14.0f, -2.0f, 0.0f)); // through the gate, looking along +x
    bool was_in_file = false;
    for (int k = 0; k < 60 * 20 && !was_in_file; k++)
    {
        part_play(run, (scene_input){0}, run->kind->step_seconds);
        was_in_file = s->formation.is_in_file;
    }
    double t = until_there(run, s, 60.0, NULL);
    int beyond = 0;
    for (int i = 0; i < s->count; i++)
        beyond += wend_world_position(run->world, s->ids[i]).x > 0.0f;
    scene_check(run, was_in_file && !s->formation.is_in_file, "the gate wasn't passed in file, or they are so still");
    scene_check(run, beyond == LARGE && t < 60.0, "%d of 24 are through the gate, and in their places after %g s",
                beyond, t);
    scene_check(run, s->formation.files == 8, "a line of 10 makes %d abreast, not 8", s->formation.files);

    float pressed = y->least_gap;
    y->least_gap = 1e9f;
    wend_vec from[LARGE];
    for (int i = 0; i < s->count; i++)
        from[i] = wend_world_position(run->world, s->ids[i]);
    double walked = 0.0;
    drag(run, wend_xyz(6.0f, -4.0f, 0.0f), wend_xyz(6.0f, 6.0f, 0.0f)); // behind them, looking the other way
    t = until_there(run, s, 60.0, &walked);
    double best = best_walk(run, s, from);
    scene_check(run, t < 20.0 && walked < 1.2 * best, "turning round took %g s and %g m of walking, %g at best", t,
                walked, best);
    scene_check(run, s->formation.heading.x < -0.99f, "they don't look the other way");
    scene_check(run, y->least_gap >= 0.0f, "while they turned two hulls overlapped by %g", (double)-y->least_gap);

    part_play(run, (scene_input){.key = '4'}, 0.02);
    t = until_there(run, s, 60.0, NULL);
    scene_check(run, t < 30.0, "no wedge after %g s", t);
    part_play(run, (scene_input){.key = 'x'}, 0.02);
    t = until_there(run, s, 60.0, NULL);
    scene_check(run, s->count == LARGE - 1 && t < 30.0, "they haven't closed up after %g s", t);
    pressed = fminf(pressed, y->least_gap);
    scene_check(run, pressed > -0.1f * hull, "two hulls overlapped by %g", (double)-pressed);

    part_play(run, (scene_input){.key = 't'}, 0.02);
    drag(run, wend_xyz(-14.0f, -8.0f, 0.0f), wend_xyz(-14.0f, -8.0f, 0.0f));
    t = until_there(run, &y->squads[1], 60.0, NULL);
    scene_check(run, t < 60.0, "the small squad isn't there after %g s", t);
}

static uint64_t formation_hash(const scene_run *run)
{
    const yard *y = run->state;
    uint64_t hash = 0;
    for (int k = 0; k < SQUADS; k++)
    {
        const wend_formation *f = &y->squads[k].formation;
        const float values[] = {f->position.x, f->position.y, f->heading.x, f->heading.y, f->lag};
        hash = part_hash(hash, values, 5);
    }
    return hash;
}

const scene scene_formation = {
    .name = "formation",
    .title = "Formation",
    .about = "Squads that march in order: drag a line, and they go there, in file through the gate.",
    .keys = "drag: a line to take, click: a place or a squad, T: other squad, 1 to 5: shape, X: one falls out",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .wholes = wholes,
    .whole_count = sizeof wholes / sizeof *wholes,
    .state_size = sizeof(yard),
    .step_seconds = 1.0 / 60.0,
    .picture_seconds = 10.5,
    .low = {-26.0f, -14.0f, 0.0f},
    .high = {26.0f, 14.0f, 0.0f},
    .background = COLOUR_NIGHT,
    .init = formation_init,
    .input = formation_input,
    .step = formation_step,
    .draw = formation_draw,
    .legend = formation_legend,
    .status = formation_status,
    .demo = formation_demo,
    .verify = formation_verify,
    .hash = formation_hash,
    .stop = formation_stop,
};
