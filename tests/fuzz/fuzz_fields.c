// The fields of wend's structs, each of which bytes may change.
#include "fuzz.h"

static void change(fuzz_input *in, void *what, const fuzz_field *field)
{
    char *at = (char *)what + field->offset;
    switch (field->kind)
    {
    case FUZZ_FLOAT: *(float *)(void *)at = fuzz_float(in); break;
    case FUZZ_DOUBLE: *(double *)(void *)at = fuzz_seconds(in); break;
    case FUZZ_INT: *(int *)(void *)at = fuzz_bool(in) ? fuzz_int(in, -1, 64) : (int)(uint32_t)fuzz_word(in); break;
    case FUZZ_ENUM: *(int *)(void *)at = fuzz_int(in, -1, field->most); break;
    case FUZZ_BITS: *(uint32_t *)(void *)at = (uint32_t)fuzz_word(in); break;
    case FUZZ_BOOL: *(bool *)(void *)at = fuzz_bool(in); break;
    case FUZZ_VEC: *(wend_vec *)(void *)at = fuzz_vec(in); break;
    }
}

void fuzz_change(fuzz_input *in, void *what, const fuzz_field *fields, int count)
{
    for (int left = fuzz_int(in, 0, 7); left > 0; left--)
        change(in, what, &fields[fuzz_byte(in) % (unsigned)count]);
}

#define FIELD(field, kind, most)                                                                                       \
    {                                                                                                                  \
        offsetof(STRUCT, field), kind, most                                                                            \
    }
#define F(field)             FIELD(field, FUZZ_FLOAT, 0)
#define D(field)             FIELD(field, FUZZ_DOUBLE, 0)
#define I(field)             FIELD(field, FUZZ_INT, 0)
#define E(field, most)       FIELD(field, FUZZ_ENUM, most)
#define U(field)             FIELD(field, FUZZ_BITS, 0)
#define B(field)             FIELD(field, FUZZ_BOOL, 0)
#define V(field)             FIELD(field, FUZZ_VEC, 0)
#define CHANGE(what, fields) fuzz_change(in, what, fields, (int)(sizeof(fields) / sizeof *(fields)))

#define STRUCT wend_goal
void fuzz_change_goal(fuzz_input *in, wend_goal *goal)
{
    static const fuzz_field fields[] = {F(radius),
                                        V(point),
                                        V(high),
                                        F(outer),
                                        F(fade),
                                        F(share),
                                        F(speed),
                                        F(rate),
                                        F(tolerance),
                                        F(seconds),
                                        B(is_clockwise),
                                        E(prediction.divisor, 3),
                                        F(prediction.longest),
                                        B(prediction.is_exact),
                                        B(begins_nearest),
                                        V(point),
                                        F(radius)};
    CHANGE(goal, fields);
}
#undef STRUCT

#define STRUCT wend_recipe
void fuzz_change_recipe(fuzz_input *in, wend_recipe *recipe)
{
    static const fuzz_field fields[] = {E(combiner, 5),
                                        E(combiner, 5),
                                        F(limit),
                                        F(flock.separation),
                                        F(flock.alignment),
                                        F(flock.cohesion),
                                        F(flock.separation_radius),
                                        F(flock.sight_cos),
                                        B(flock.does_align_headings),
                                        F(movers_seconds),
                                        F(gap),
                                        E(sense.kind, 5),
                                        E(sense.kind, 5),
                                        F(sense.seconds),
                                        F(sense.feel.seconds),
                                        F(sense.feel.side_angle),
                                        F(sense.feel.side_share),
                                        F(sense.feel.width),
                                        U(sense.feel.mask),
                                        F(sense.avoid.push),
                                        F(sense.avoid.aside),
                                        F(sense.avoid.differ),
                                        F(sense.radius),
                                        F(sense.push),
                                        B(sense.needs_sight),
                                        F(sense.sight_range),
                                        F(sense.sight_cos),
                                        F(sense.half_life),
                                        F(sense.oldest),
                                        E(context.slots, 65),
                                        I(context.rays),
                                        F(context.margin),
                                        F(context.range),
                                        F(context.choice.hard.value),
                                        B(context.choice.hard.is_share),
                                        F(context.choice.soft.value),
                                        F(context.choice.interest.value),
                                        F(context.choice.last_bonus),
                                        F(context.choice.masked_bonus),
                                        F(context.choice.blocked),
                                        F(context.choice.slowing),
                                        B(context.choice.is_stepped),
                                        B(context.choice.can_lean_to_masked),
                                        F(context.movers.horizon),
                                        F(context.movers.speed),
                                        F(context.movers.margin),
                                        E(context.class_count, 5),
                                        E(context.classes[0].as, 4),
                                        F(context.classes[0].strength),
                                        F(context.classes[0].scale),
                                        F(context.classes[0].radius),
                                        E(follow.follower, 4),
                                        F(follow.ahead),
                                        F(follow.switch_radius),
                                        F(follow.height),
                                        F(follow.tube),
                                        F(follow.seconds_ahead),
                                        F(follow.tolerance),
                                        B(follow.is_backward),
                                        B(follow.is_there_and_back),
                                        B(follow.runs_through),
                                        B(follow.ignores_corners),
                                        E(plan.search, 7),
                                        E(plan.diagonal, 4),
                                        E(plan.pull, 3),
                                        E(plan.share, 3),
                                        U(plan.mask),
                                        F(plan.reach),
                                        F(plan.seconds),
                                        B(plan.goes_near),
                                        B(plan.minds_every_edit),
                                        E(dodge, 6),
                                        E(dodge, 6),
                                        F(fan.seconds),
                                        F(fan.farthest),
                                        F(fan.padding),
                                        F(sampled.seconds),
                                        F(sampled.room),
                                        F(sampled.danger),
                                        F(sampled.side),
                                        F(sampled.standing),
                                        F(sampled.share),
                                        I(sampled.turns),
                                        I(sampled.speeds),
                                        I(sampled.neighbours),
                                        F(social.relaxation),
                                        F(social.strength),
                                        F(social.range),
                                        F(social.wall),
                                        F(social.wall_range),
                                        F(social.behind),
                                        F(social.body),
                                        F(social.friction),
                                        F(social.stride),
                                        I(recovery.rounds),
                                        F(recovery.seconds),
                                        F(separation),
                                        F(orca.seconds),
                                        F(orca.wall_seconds),
                                        I(orca.most),
                                        F(orca.gap),
                                        F(orca.part_seconds),
                                        F(orca.yield),
                                        F(orca.patience),
                                        I(orca.priority),
                                        U(orca.mask),
                                        E(body, 4),
                                        E(body, 4),
                                        F(turner.turn_rate),
                                        F(turner.turn_acceleration),
                                        F(car.turning_radius),
                                        F(car.across),
                                        F(car.least_share),
                                        F(car.reverse_share),
                                        F(car.reach),
                                        B(car.keeps_rolling),
                                        F(flyer.turn_rate),
                                        F(flyer.turn_acceleration),
                                        F(flyer.pitch_rate),
                                        F(flyer.climb_angle),
                                        F(flyer.least_speed),
                                        F(flyer.bank_angle),
                                        F(flyer.gravity),
                                        E(facing, 4),
                                        V(face_point),
                                        F(aim_speed),
                                        F(turn_rate),
                                        F(think_seconds),
                                        U(cookie)};
    CHANGE(recipe, fields);
}
#undef STRUCT

#define STRUCT wend_agent_def
void fuzz_change_agent(fuzz_input *in, wend_agent_def *def)
{
    static const fuzz_field fields[] = {U(cookie),
                                        E(group, 3),
                                        E(group, 3),
                                        U(layers),
                                        U(mask),
                                        F(power),
                                        V(agent.position),
                                        V(agent.velocity),
                                        V(agent.heading),
                                        F(agent.radius),
                                        F(agent.max_speed),
                                        F(agent.max_acceleration),
                                        F(agent.arrival_radius),
                                        F(agent.neighbour_radius),
                                        F(agent.response_time),
                                        F(agent.mass),
                                        F(decide_seconds),
                                        V(agent.position),
                                        V(agent.velocity)};
    CHANGE(def, fields);
}
#undef STRUCT

#define STRUCT wend_world_def
void fuzz_change_world(fuzz_input *in, wend_world_def *def)
{
    static const fuzz_field fields[] = {U(cookie),
                                        E(plane, 3),
                                        E(plane, 3),
                                        B(has_serial_callbacks),
                                        E(edge, 4),
                                        V(low),
                                        V(high),
                                        B(does_push_apart),
                                        B(does_stop_at_hulls),
                                        B(does_stop_at_hulls),
                                        F(height_range),
                                        F(cell_size),
                                        I(crowd_limit),
                                        E(search, 3),
                                        F(cast_height),
                                        B(does_stop_at_obstacles),
                                        I(plan_budget),
                                        E(flow_count, 65)};
    CHANGE(def, fields);
}
#undef STRUCT

#define STRUCT wend_grid_query
void fuzz_change_grid_query(fuzz_input *in, wend_grid_query *query)
{
    static const fuzz_field fields[] = {E(end, 4),      F(range),        E(kind, 7), E(kind, 7),
                                        E(diagonal, 4), E(heuristic, 5), F(radius),  B(is_straight),
                                        E(budget, 60),  I(start.x),      I(goal.y)};
    CHANGE(query, fields);
}
#undef STRUCT

#define STRUCT wend_mesh_query
void fuzz_change_mesh_query(fuzz_input *in, wend_mesh_query *query)
{
    static const fuzz_field fields[] = {V(start), V(goal), E(kind, 3), F(radius), F(reach), U(mask), E(budget, 60)};
    CHANGE(query, fields);
}
#undef STRUCT

#define STRUCT wend_shape
void fuzz_change_shape(fuzz_input *in, wend_shape *shape)
{
    static const fuzz_field fields[] = {V(position),  V(position), F(angle), V(axis),      F(radius),
                                        V(half),      V(from),     V(to),    B(is_closed), U(layers),
                                        B(is_sensor), V(velocity), F(radius)};
    CHANGE(shape, fields);
}
#undef STRUCT
