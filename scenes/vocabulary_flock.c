// Rooms of flock.h: each rule by itself, and all three; the sliders set their weights, down to 0.
#include "vocabulary.h"

/// The rules of a room, with the weights that the sliders say.
static wend_recipe rules(const room *r, bool separates, bool aligns, bool coheres)
{
    wend_recipe recipe = wend_default_recipe();
    recipe.combiner = WEND_COMBINE_SUM;
    recipe.wish_count = 0;
    recipe.flock.separation = part_param(r->run, "separation");
    recipe.flock.alignment = part_param(r->run, "alignment");
    recipe.flock.cohesion = part_param(r->run, "cohesion");
    if (separates)
        wend_recipe_add(&recipe, WEND_WISH_SEPARATE, 1.0f);
    if (aligns)
        wend_recipe_add(&recipe, WEND_WISH_ALIGN, 1.0f);
    if (coheres)
        wend_recipe_add(&recipe, WEND_WISH_COHERE, 1.0f);
    return recipe;
}

static void give_all(room *r, wend_recipe recipe)
{
    for (int i = 0; i < r->kind->bodies; i++)
        wend_world_set_recipe(r->run->world, r->ids[i], &recipe);
}

/// All in a heap of that size; the first two on one spot.
static void heap_up(room *r, float width, float height)
{
    for (int i = 0; i < r->kind->bodies; i++)
    {
        int k = i == 1 ? 0 : i;
        float x = width * (part_spread(k, 2) - 0.5f), y = height * (part_spread(k, 3) - 0.5f);
        room_put(r, i, room_at(r, x, y - 0.2f), 0.0f, 0.0f);
    }
}

static void begin_separate(room *r)
{
    heap_up(r, 1.6f, 1.2f);
    for (int i = 0; i < r->kind->bodies; i++)
    {
        room_set_speed(r, i, 0.8f);
        room_set_sight(r, i, 1.8f);
    }
}

static void step_separate(room *r)
{
    give_all(r, rules(r, true, false, false));
}

/// Circle of sight of agent 0, and the neighbours in it.
static void draw_sight(const room *r, const wend_draw *draw)
{
    wend_agent self = room_body(r, 0);
    draw->circle(self.position, self.neighbour_radius, faded(COLOUR_GREY, 120), false, draw->user);
    room_note(r, draw, wend_add(self.position, wend_xyz(-0.7f, -self.neighbour_radius - 0.2f, 0.0f)),
              "neighbour radius");
}

static void begin_align(room *r)
{
    for (int i = 0; i < r->kind->bodies; i++)
    {
        float angle = 2.0f * WEND_PI * part_spread(i, 2), x = 7.0f * (part_spread(i, 3) - 0.5f);
        wend_vec velocity = wend_add(wend_xyz(0.25f, 0.1f, 0.0f), wend_rotate(wend_xyz(0.7f, 0.0f, 0.0f), angle));
        room_set_speed(r, i, 1.2f);
        room_set_sight(r, i, 3.5f);
        room_put(r, i, room_at(r, x, 4.0f * (part_spread(i, 2) - 0.5f) - 0.2f), velocity.x, velocity.y);
    }
}

static void step_align(room *r)
{
    give_all(r, rules(r, false, true, false));
}

static void draw_headings(const room *r, const wend_draw *draw)
{
    for (int i = 1; i < r->kind->bodies; i++)
        wend_draw_arrow(draw, room_position(r, i), room_velocity(r, i), faded(COLOUR_SKY, 130), false);
    draw_sight(r, draw);
}

/// 1: all head the same way; about 0: each its own.
static float order(const room *r)
{
    wend_vec sum = {0};
    for (int i = 0; i < r->kind->bodies; i++)
        sum = wend_add(sum, wend_normalize(room_velocity(r, i)));
    return wend_length(sum) / (float)r->kind->bodies;
}

static void begin_cohere(room *r)
{
    heap_up(r, 10.5f, 5.8f);
    for (int i = 0; i < r->kind->bodies; i++)
    {
        room_set_speed(r, i, 1.5f);
        room_set_sight(r, i, 5.0f);
    }
}

static void step_cohere(room *r)
{
    give_all(r, rules(r, false, false, true));
}

/// Where its neighbours have their centre.
static void draw_centre(const room *r, const wend_draw *draw)
{
    wend_neighbour near_by[ROOM_AGENTS];
    wend_agent self = room_body(r, 0);
    wend_vec sum = {0};
    int seen = 0;
    for (int i = 0, count = room_neighbours(r, 0, near_by); i < count; i++)
    {
        if (wend_length(near_by[i].offset) > self.neighbour_radius)
            continue;
        sum = wend_add(sum, near_by[i].offset);
        seen++;
    }
    if (seen == 0)
        return;
    wend_vec centre = wend_add(self.position, wend_scale(sum, 1.0f / (float)seen));
    draw->line(self.position, centre, faded(COLOUR_ORANGE, 120), true, draw->user);
    room_draw_target(draw, centre, COLOUR_ORANGE);
    room_note(r, draw, room_at(r, -5.6f, -3.1f), "orange: the centre of those within its neighbour radius");
}

/// The mean distance from their common centre.
static float spread(const room *r)
{
    wend_vec centre = {0};
    float sum = 0.0f, share = 1.0f / (float)r->kind->bodies;
    for (int i = 0; i < r->kind->bodies; i++)
        centre = wend_add(centre, wend_scale(room_position(r, i), share));
    for (int i = 0; i < r->kind->bodies; i++)
        sum += share * wend_distance(room_position(r, i), centre);
    return sum;
}

static void begin_flock(room *r)
{
    r->targets[0] = room_at(r, 0.0f, -0.1f);
    heap_up(r, 5.0f, 4.0f);
    for (int i = 0; i < r->kind->bodies; i++)
    {
        wend_vec velocity = wend_rotate(wend_xyz(1.2f, 0.0f, 0.0f), 2.0f * WEND_PI * part_spread(i, 3));
        room_set_speed(r, i, 1.7f);
        room_set_sight(r, i, 3.0f);
        room_put(r, i, i == 1 ? r->targets[0] : room_position(r, i), velocity.x, velocity.y);
    }
}

/// The three rules, and two wishes more so that there is something to see: on at a speed, and on a leash.
static void step_flock(room *r)
{
    wend_recipe recipe = rules(r, true, true, true);
    recipe.flock.separation_radius = 1.1f;
    wend_goal on = wend_goal_cruise(1.4f), leash = wend_goal_of(WEND_GOAL_KEEP_IN_CIRCLE);
    leash.point = r->targets[0];
    leash.radius = r->kind->radius;
    wend_recipe_also(&recipe, &on, 1.0f);
    wend_recipe_also(&recipe, &leash, 1.0f);
    give_all(r, recipe);
}

static void draw_flock(const room *r, const wend_draw *draw)
{
    draw->circle(r->targets[0], r->kind->radius, faded(COLOUR_ORANGE, 70), false, draw->user);
    draw_sight(r, draw);
}

const room_kind rooms_flock[] = {
    {.label = "separate",
     .call = "wend_separate",
     .about = "Keep a little room: away from each neighbour, the more the nearer. Two begin on one spot.",
     .measured = "least gap",
     .bodies = 9,
     .trails = 1,
     .period = 4.5,
     .is_flock = true,
     .others = COLOUR_GREEN,
     .begin = begin_separate,
     .step = step_separate,
     .draw = draw_sight,
     .measure = room_least_gap},
    {.label = "align",
     .call = "wend_align",
     .about = "Fly the way the neighbours fly.",
     .measured = "same heading (1: all)",
     .bodies = 10,
     .trails = 1,
     .period = 5.5,
     .is_flock = true,
     .others = COLOUR_GREEN,
     .begin = begin_align,
     .step = step_align,
     .draw = draw_headings,
     .measure = order},
    {.label = "cohere",
     .call = "wend_cohere",
     .about = "Stay together: toward the centre of the neighbours.",
     .measured = "mean distance from the middle",
     .bodies = 10,
     .trails = 1,
     .period = 6.0,
     .is_flock = true,
     .others = COLOUR_GREEN,
     .begin = begin_cohere,
     .step = step_cohere,
     .draw = draw_centre,
     .measure = spread},
    {.label = "flock",
     .call = "wend_flock",
     .about = "All three in one pass over the neighbours.",
     .measured = "same heading (1: all)",
     .radius = 3.2f,
     .bodies = 12,
     .trails = 1,
     .is_flock = true,
     .others = COLOUR_GREEN,
     .begin = begin_flock,
     .step = step_flock,
     .draw = draw_flock,
     .measure = order},
};
const int rooms_flock_count = (int)(sizeof rooms_flock / sizeof *rooms_flock);
