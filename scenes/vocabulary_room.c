// What the rooms of the vocabulary are written with.
#include "vocabulary.h"

#include <math.h>

// ---- agents

wend_agent room_body(const room *r, int i)
{
    wend_agent_def def = wend_default_agent_def();
    wend_world_get(r->run->world, r->ids[i], &def);
    return def.agent;
}

int room_neighbours(const room *r, int i, wend_neighbour out[ROOM_AGENTS])
{
    int count = 0;
    wend_vec from = room_position(r, i);
    for (int j = 0; j < r->kind->bodies; j++)
    {
        wend_agent other = room_body(r, j);
        if (j != i)
            out[count++] = (wend_neighbour){r->ids[j], wend_sub(other.position, from), other.velocity, other.radius};
    }
    return count;
}

float room_gap(const room *r, int i, int j)
{
    wend_agent a = room_body(r, i), b = room_body(r, j);
    return wend_distance(a.position, b.position) - a.radius - b.radius;
}

float room_clearance(const room *r)
{
    wend_agent self = room_body(r, 0);
    wend_hit hit;
    if (!wend_obstacles_closest(r->walls, self.position, 6.0f, 0, &hit))
        return 6.0f;
    return hit.distance - self.radius;
}

float room_least_gap(const room *r)
{
    return part_least_gap(r->run, r->ids, r->kind->bodies);
}

float room_own_speed(const room *r)
{
    return wend_length(room_velocity(r, 0));
}

float room_from_target(const room *r)
{
    return wend_distance(room_position(r, 0), r->targets[0]);
}

void room_put(room *r, int i, wend_vec at, float velocity_x, float velocity_y)
{
    wend_vec velocity = wend_xyz(velocity_x, velocity_y, 0.0f);
    wend_vec heading = velocity_x != 0.0f || velocity_y != 0.0f ? wend_normalize(velocity) : wend_xyz(1.0f, 0.0f, 0.0f);
    wend_world_teleport(r->run->world, r->ids[i], at, velocity, heading);
}

void room_set_speed(room *r, int i, float speed)
{
    wend_agent_def def;
    wend_world_get(r->run->world, r->ids[i], &def);
    def.agent.max_speed = speed;
    wend_world_set(r->run->world, r->ids[i], &def);
}

void room_set_sight(room *r, int i, float neighbour_radius)
{
    wend_agent_def def;
    wend_world_get(r->run->world, r->ids[i], &def);
    def.agent.neighbour_radius = neighbour_radius;
    wend_world_set(r->run->world, r->ids[i], &def);
}

void room_make_mover(room *r, int i)
{
    wend_agent_def def;
    wend_world_get(r->run->world, r->ids[i], &def);
    def.agent.max_speed = 4.0f;
    def.agent.max_acceleration = 1000.0f;
    def.agent.response_time = 0.0f;
    wend_world_set(r->run->world, r->ids[i], &def);
}

void room_goal(room *r, int i, const wend_goal *goal)
{
    wend_world_set_goal(r->run->world, r->ids[i], goal);
}

void room_wish(room *r, int i, wend_vec wish)
{
    wend_goal goal = wend_goal_of(WEND_GOAL_MATCH);
    goal.point = wish;
    room_goal(r, i, &goal);
}

void room_lead(room *r, int i, wend_vec next)
{
    room_wish(r, i, wend_scale(wend_sub(next, room_position(r, i)), (float)(1.0 / ROOM_STEP)));
}

static wend_vec round_place(const room *r, const room_round *round, double seconds)
{
    float angle = 2.0f * WEND_PI * (float)(seconds / (double)round->lap);
    return room_at(r, round->x + round->radius_x * wend_cos(angle), round->y + round->radius_y * wend_sin(angle));
}

void room_begin_round(room *r, int i, const room_round *round)
{
    room_make_mover(r, i);
    room_put(r, i, round_place(r, round, 0.0), 0.0f, 2.0f * WEND_PI * round->radius_y / round->lap);
}

void room_go_round(room *r, int i, const room_round *round)
{
    room_lead(r, i, round_place(r, round, r->seconds + ROOM_STEP));
}

// ---- time

void room_finish(room *r, double pause)
{
    if (r->done_at > 0.0)
        return;
    r->done_at = r->seconds;
    r->ends = r->seconds + pause;
}

float room_swing(double seconds, double period, float reach)
{
    double share = seconds / period - floor(seconds / period);
    return reach * (float)(share < 0.5 ? 4.0 * share - 1.0 : 3.0 - 4.0 * share);
}

bool room_predicts(const room *r)
{
    return part_param(r->run, "prediction") > 0.5f;
}

wend_prediction room_prediction(const room *r)
{
    wend_prediction how = wend_default_prediction();
    how.longest = room_predicts(r) ? how.longest : 0.0f;
    return how;
}

// ---- obstacles

void room_add(room *r, wend_shape shape)
{
    shape.position = room_at(r, shape.position.x, shape.position.y);
    wend_obstacles_add(r->walls, &shape);
    r->shapes[r->shape_count++] = shape;
}

void room_add_pillar(room *r, float x, float y, float radius)
{
    wend_shape pillar = wend_default_shape(WEND_SHAPE_CIRCLE);
    pillar.position = wend_xyz(x, y, 0.0f);
    pillar.radius = radius;
    room_add(r, pillar);
}

void room_add_block(room *r, float x, float y, float half_x, float half_y)
{
    wend_shape block = wend_default_shape(WEND_SHAPE_BOX);
    block.position = wend_xyz(x, y, 0.0f);
    block.half = wend_xyz(half_x, half_y, 0.0f);
    room_add(r, block);
}

wend_caster room_caster(const room *r)
{
    return wend_obstacles_caster(r->walls);
}

void room_feel_around(room *r, float radius)
{
    int count = wend_obstacles_around(r->walls, room_position(r, 0), radius, 0, 0, r->hits, ROOM_RAYS);
    r->hit_count = count < ROOM_RAYS ? count : ROOM_RAYS;
}

// ---- drawing

void room_draw_target(const wend_draw *draw, wend_vec at, wend_colour colour)
{
    draw->circle(at, 0.36f, colour, false, draw->user);
    draw->circle(at, 0.1f, colour, true, draw->user);
}

void room_draw_place(const room *r, const wend_draw *draw)
{
    room_draw_target(draw, r->targets[0], COLOUR_ORANGE);
}

void room_draw_hits(const room *r, const wend_draw *draw)
{
    wend_vec at = room_position(r, 0);
    draw->circle(at, r->kind->radius, faded(COLOUR_SKY, 110), false, draw->user);
    for (int i = 0; i < r->hit_count; i++)
    {
        draw->line(at, r->hits[i].point, faded(COLOUR_RED, 150), false, draw->user);
        draw->circle(r->hits[i].point, 0.14f, COLOUR_RED, true, draw->user);
    }
}

void room_note(const room *r, const wend_draw *draw, wend_vec at, const char *text)
{
    if (r->is_large)
        draw->text(at, text, COLOUR_GREY, draw->user);
}
