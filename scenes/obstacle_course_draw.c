// The scene obstacle_course, with the fan of casts that its last dodge made.
#include "obstacle_course.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const wend_colour clear_colour = 0x2fbf90a0u, stop_colour = 0xf0693ca0u, rest_colour = 0xf0693caau;
static const wend_colour velocity_colour = 0x4a90ffebu, wish_colour = 0x3ecf6aebu; // a watched one's lie over them

static void draw_wall(const obstacle_course_wall *wall, const wend_draw *draw)
{
    wend_vec thick = wend_xyz(wall->half.x * wend_cos(wall->angle), wall->half.x * wend_sin(wall->angle), 0.0f);
    wend_vec along = wend_xyz(-wall->half.y * wend_sin(wall->angle), wall->half.y * wend_cos(wall->angle), 0.0f);
    wend_vec high = wend_add(wall->middle, along), low = wend_sub(wall->middle, along);
    const wend_vec corners[4] = {wend_sub(low, thick), wend_add(low, thick), wend_add(high, thick),
                                 wend_sub(high, thick)};
    draw->polygon(corners, 4, faded(COLOUR_GREY, 110), draw->user);
    for (int i = 0; i < 4; i++)
        draw->line(corners[i], corners[(i + 1) % 4], COLOUR_GREY, false, draw->user);
}

static void draw_destination(const scene_run *run, int number, const wend_draw *draw)
{
    const obstacle_course *o = run->state;
    bool is_chosen = number == o->destination;
    wend_colour colour = is_chosen ? COLOUR_ORANGE : faded(COLOUR_ORANGE, 110);
    wend_vec at = obstacle_course_destinations[number];
    const char name[2] = {(char)('1' + number), '\0'};
    draw->circle(at, 0.85f, colour, false, draw->user);
    draw->text(wend_xyz(at.x - 0.13f, at.y + 1.35f, 0.0f), name, colour, draw->user);
    if (is_chosen)
        draw->circle(at, 0.12f, colour, true, draw->user);
}

static void draw_trail(const obstacle_course *o, const wend_draw *draw)
{
    int count = o->trail_length < OBSTACLE_COURSE_TRAIL ? o->trail_length : OBSTACLE_COURSE_TRAIL;
    for (int age = 0; age < count; age++)
    {
        wend_vec at = o->trail[(o->trail_length - 1 - age) % OBSTACLE_COURSE_TRAIL];
        draw->circle(at, 0.07f, faded(COLOUR_SKY, (unsigned)(130 - age * 100 / OBSTACLE_COURSE_TRAIL)), true,
                     draw->user);
    }
}

/// A cast: clear as far as the hull can go, then the blocked rest. Of the one that is taken the whole sweep is drawn.
static void draw_ray(const fan_ray *ray, bool is_taken, const wend_draw *draw)
{
    wend_vec from = ray->cast.from, end = wend_add(from, ray->cast.along), met = wend_lerp(from, end, ray->clear);
    wend_vec along = wend_scale(wend_normalize(ray->cast.along), ray->cast.radius), side = {-along.y, along.x, 0.0f};
    bool is_blocked = ray->clear < 1.0f;
    draw->line(from, met, is_taken ? COLOUR_YELLOW : clear_colour, false, draw->user);
    draw->circle(met, ray->cast.radius,
                 is_taken     ? COLOUR_YELLOW
                 : is_blocked ? stop_colour
                              : clear_colour,
                 false, draw->user);
    if (is_blocked)
        draw->line(met, end, rest_colour, true, draw->user);
    for (int turn = -1; is_taken && turn <= 1; turn += 2)
        draw->line(wend_add(from, wend_scale(side, (float)turn)), wend_add(met, wend_scale(side, (float)turn)),
                   COLOUR_YELLOW, false, draw->user);
}

/// What the fan weighs: the clear share, less the more it turns away from the wish.
static float worth_of(const obstacle_course *o, int index)
{
    wend_vec ahead = wend_normalize(o->rays[0].cast.along), along = wend_normalize(o->rays[index].cast.along);
    return o->rays[index].clear * 0.5f * (1.0f + wend_dot(ahead, along));
}

static const float letter = 0.225f; // about how wide one is

/// Is that place for a label free of walls and of the labels before it?
static bool is_free(const obstacle_course *o, const wend_vec *places, int count, wend_vec at, float half)
{
    for (int i = 0; i < count; i++)
        if (fabsf(places[i].x - at.x) < half + places[i].z + 0.2f && fabsf(places[i].y - at.y) < 0.6f)
            return false;
    for (int k = -2; k <= 2; k++)
        if (wend_obstacles_touching(o->walls, wend_xyz(at.x + 0.5f * half * (float)k, at.y, 0.0f), 0.35f, 0, NULL, 0))
            return false;
    return true;
}

/// Beyond the end of a cast, a little farther where something is in the way; if that doesn't help, over it.
static wend_vec place_label(const obstacle_course *o, int index, const wend_vec *places, float half)
{
    const wend_cast *cast = &o->rays[index].cast;
    wend_vec out = wend_normalize(cast->along), first = wend_add(cast->from, cast->along);
    first = wend_add(first, wend_scale(out, cast->radius + 0.4f));
    first.x += out.x * half;
    for (int k = 0; k < 9; k++)
    {
        wend_vec at = wend_add(first, wend_scale(out, 0.25f * (float)k));
        if (is_free(o, places, index, at, half))
            return wend_xyz(at.x, at.y, half);
    }
    return wend_xyz(first.x, first.y, half);
}

static void label_rays(const obstacle_course *o, const wend_draw *draw)
{
    wend_vec places[OBSTACLE_COURSE_FAN]; // z: half of the width
    for (int i = 0; i < o->ray_count; i++)
    {
        char text[40];
        snprintf(text, sizeof text, "%s%.0f %%: %.2f",
                 i == 0          ? "wish "
                 : i == o->taken ? "taken "
                                 : "",
                 (double)(100.0f * o->rays[i].clear), (double)worth_of(o, i));
        places[i] = place_label(o, i, places, 0.5f * letter * (float)strlen(text));
        part_draw_label(draw, wend_xyz(places[i].x - places[i].z, places[i].y, 0.0f), letter, text,
                        i == o->taken ? COLOUR_YELLOW : COLOUR_TEXT);
    }
}

/// Why that way was taken, in words.
static void draw_reason(const obstacle_course *o, const wend_draw *draw)
{
    wend_vec line = {-15.4f, 7.4f, 0.0f};
    if (o->ray_count == 1)
        draw->text(line, "The way of its wish is clear: no other one is looked at.", COLOUR_TEXT, draw->user);
    if (o->ray_count <= 1)
        return;
    int equal = 0;
    for (int i = 0; i < o->ray_count; i++)
        equal += fabsf(worth_of(o, i) - worth_of(o, o->taken)) < 1e-4f;
    draw->text(
        line,
        "The way of its wish isn't clear, so six more are looked at. Each has its clear share, and what that counts:",
        COLOUR_TEXT, draw->user);
    line.y -= 0.65f;
    draw->text(
        line,
        equal > 1
            ? "share * (1 + cosine of the angle) / 2. The most is taken, of equal ones that nearer to the velocity."
            : "share * (1 + cosine of the angle) / 2. The most is taken.",
        COLOUR_TEXT, draw->user);
}

void obstacle_course_draw(const scene_run *run, const wend_draw *draw)
{
    const obstacle_course *o = run->state;
    for (int i = 0; i < OBSTACLE_COURSE_WALLS; i++)
        draw_wall(&obstacle_course_walls[i], draw);
    for (int i = 0; i < OBSTACLE_COURSE_DESTINATIONS; i++)
        draw_destination(run, i, draw);
    draw_trail(o, draw);
    for (int i = 0; i < o->ray_count; i++)
        if (i != o->taken)
            draw_ray(&o->rays[i], false, draw);
    if (o->ray_count > 0)
        draw_ray(&o->rays[o->taken], true, draw);
    part_draw_agents(run, draw, o->slides > 0 ? COLOUR_RED : COLOUR_SKY);
    wend_draw_arrow(draw, o->position, wend_scale(o->velocity, 0.5f), velocity_colour, false);
    wend_draw_arrow(draw, o->position, wend_scale(o->wish, 0.5f), wish_colour, true);
    wend_draw_arrow(draw, o->position, wend_scale(o->dodged, 0.5f), COLOUR_YELLOW, false);
    if (o->ray_count > 1)
        label_rays(o, draw);
    draw_reason(o, draw);
}

void obstacle_course_legend(const scene_run *run, scene_legend *legend)
{
    const obstacle_course *o = run->state;
    bool has_blocked = false, has_clear = false;
    for (int i = 0; i < o->ray_count; i++)
    {
        has_blocked |= o->rays[i].clear < 1.0f;
        has_clear |= i != o->taken && o->rays[i].clear > 0.0f;
    }
    scene_add_sign(legend, SCENE_DOT, faded(COLOUR_SKY, 130), "where it was");
    scene_add_sign(legend, SCENE_CIRCLE, COLOUR_ORANGE, "destination");
    if (wend_length(o->velocity) > 0.1f)
        scene_add_sign(legend, SCENE_ARROW, velocity_colour, "velocity");
    if (wend_length(o->wish) > 0.1f)
        scene_add_sign(legend, SCENE_DASHED_ARROW, wish_colour, "wish");
    if (wend_length(o->dodged) > 0.1f)
        scene_add_sign(legend, SCENE_ARROW, COLOUR_YELLOW, "safe wish");
    if (o->ray_count > 0)
        scene_add_sign(legend, SCENE_LINE, COLOUR_YELLOW, "swept cast, taken");
    if (has_clear)
        scene_add_sign(legend, SCENE_LINE, clear_colour, "clear part of a cast");
    if (has_blocked)
        scene_add_sign(legend, SCENE_CIRCLE, stop_colour, "where its hull would touch");
    if (has_blocked)
        scene_add_sign(legend, SCENE_DASHED, rest_colour, "blocked rest");
}
