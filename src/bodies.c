#include "bodies.h"

#include "extras.h"
#include "hits.h"
#include "hulls.h"
#include "lanes.h"
#include "probe.h"
#include "real.h"
#include "wishes.h"

static const wend_recipe *recipe_of(const wend_world *world, int index)
{
    return &world->recipes[world->rest[index].recipe].recipe;
}

// ---- dodge ----------------------------------------------------------------------------------------------------------

/// By itself, among obstacles.
static wend_vec dodge_obstacles(const wend_world *world, int index, wend_vec wish)
{
    const wend_recipe *recipe = recipe_of(world, index);
    const wend_agent *self = &world->body[index];
    probe_view view = probe_view_of(world, index);
    view.mask = recipe->fan.mask;
    view.ignore = recipe->fan.ignore;
    wend_caster caster = probe_caster(&view);
    if (!caster.cast)
        return wish;
    switch (recipe->dodge)
    {
    case WEND_DODGE_FAN: return wend_avoid_fan(self, wish, &caster, &recipe->fan, NULL);
    case WEND_DODGE_CONTAIN: return wend_contain(self, wish, &caster, recipe->fan.seconds);
    default: return wish;
    }
}

/// How much of the work of keeping clear of one another is agent i's, of a pair of which it notices j.
static float orca_share(const wend_world *world, int i, int j)
{
    const agent_rest *a = &world->rest[i], *b = &world->rest[j];
    const wend_recipe *mine = recipe_of(world, i), *its = recipe_of(world, j);
    if (its->dodge != WEND_DODGE_ORCA || (b->mask & a->layers) == 0)
        return 1.0f;
    if (mine->orca.priority != its->orca.priority)
        return mine->orca.priority > its->orca.priority ? 0.0f : 1.0f;
    float both = mine->orca.yield + its->orca.yield;
    return both > 0.0f ? mine->orca.yield / both : 0.0f;
}

bool bodies_share_alike(const wend_world *world, double *share)
{
    const wend_orca_def *first = NULL;
    if (is_spatial(world) || world->def.search != WEND_SEARCH_CELLS || world->together.has_odd_layers ||
        world->together.has_odd_masks || world->def.height_range != FLT_MAX)
        return false;
    for (int i = 0; i < world->recipe_count; i++)
    {
        const kept_recipe *kept = &world->recipes[i];
        const wend_orca_def *orca = &kept->recipe.orca;
        if (kept->users == (i == 0)) // the first one is kept in any case
            continue;
        if (kept->recipe.dodge != WEND_DODGE_ORCA)
            return false;
        first = first ? first : orca;
        if (orca->priority != first->priority || orca->yield != first->yield)
            return false;
    }
    *share = first && first->yield > 0.0f ? (double)(first->yield / (first->yield + first->yield)) : 0.0;
    return *share > 0.0;
}

/// With the others, and among obstacles.
static bool dodge_all(wend_world *world, int index, double seconds, int worker, wend_vec wish, wend_vec *dodged)
{
    hits_list list;
    if (!hits_listed(world, index, worker, &list))
        return false;
    world->crowded[index] |= list.is_crowded;
    if (world->seen[index] < list.count)
        world->seen[index] = list.count;
    const wend_recipe *recipe = recipe_of(world, index);
    float *shares = world->shares + (size_t)worker * (size_t)world->hit_capacity;
    for (int k = 0; k < list.count; k++)
        shares[k] = orca_share(world, index, world->cells->index[list.places[k]]);
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    wend_orca_query query = {0};
    query.self = &world->body[index];
    query.wish = wish;
    query.neighbours = list.neighbours;
    query.shares = shares;
    query.count = list.count;
    query.caster = caster.cast ? &caster : NULL;
    query.def = &recipe->orca;
    query.is_spatial = is_spatial(world);
    query.has_reach = recipe->body == WEND_BODY_POINT;
    query.seconds = seconds;
    int watched = world->rest[index].watched;
    watched_orca *kept = watched >= 0 ? world->watched_orcas[watched] : NULL;
    *dodged = wend_orca(&query, &world->next_mind[index].orca, kept ? &kept->result[1 - kept->current] : NULL);
    if (kept)
        kept->is_written = true;
    return true;
}

bool bodies_dodge(wend_world *world, int index, double seconds, int worker, wend_vec *dodged)
{
    if (recipe_of(world, index)->dodge == WEND_DODGE_ORCA)
        return dodge_all(world, index, seconds, worker, world->wish[index], dodged);
    if (hits_dodge_is_needed(world, index))
        return bodies_dodge_others(world, index, seconds, worker, dodged);
    *dodged = dodge_obstacles(world, index, world->wish[index]);
    return true;
}

// ---- limit ----------------------------------------------------------------------------------------------------------

static unsigned limit_point(const wend_world *world, int index, wend_vec wish, double seconds, agent_motion *out)
{
    unsigned cut_by;
    wend_agent body = world->body[index];
    if (recipe_of(world, index)->dodge == WEND_DODGE_ORCA)
        body.response_time = 0.0f; // it was part of the program
    out->velocity = wend_point_mass(&body, wish, seconds, &cut_by);
    out->heading = wishes_facing(world, index, out->velocity);
    float turn_rate = recipe_of(world, index)->turn_rate;
    if (turn_rate > 0.0f)
        out->heading = wend_turn(world->body[index].heading, out->heading, real_to_float((double)turn_rate * seconds));
    return cut_by;
}

unsigned bodies_limit(wend_world *world, int index, wend_vec wish, double seconds, agent_motion *out)
{
    const wend_recipe *recipe = recipe_of(world, index);
    if (recipe->body == WEND_BODY_POINT)
        return limit_point(world, index, wish, seconds, out);
    const wend_agent *self = &world->body[index];
    agent_extra *extra = next_extra_of(world, index);
    wend_move made;
    switch (recipe->body)
    {
    case WEND_BODY_TURNS: made = wend_turn_on_spot(self, wish, &recipe->turner, extra->spin, seconds); break;
    case WEND_BODY_CAR: made = wend_drive(self, wish, &recipe->car, &extra->car, seconds); break;
    default: made = wend_fly(self, wish, &recipe->flyer, extra->spin, seconds); break;
    }
    extra->spin = made.spin;
    *out = (agent_motion){made.velocity, made.heading};
    return made.cut_by;
}

void bodies_limit_one(wend_world *world, int index, const limit_job *job)
{
    const wend_agent *self = &world->body[index];
    agent_motion *next = &job->next[index];
    int watched = world->rest[index].watched;
    unsigned cut_by = bodies_limit(world, index, job->wish[index], job->seconds, next);
    if (watched < 0)
        return;
    wend_reason *reason = &world->next_reasons[watched];
    real_vec change = real_sub(real_of(next->velocity), real_of(self->velocity));
    reason->dodged = to_outer(world, job->wish[index], 0.0f);
    reason->result = to_outer(world, next->velocity, 0.0f);
    reason->steering = to_outer(world, real_to_vec(real_scale(change, 1.0 / fmax(job->seconds, 1e-300))), 0.0f);
    reason->cut_by = cut_by;
}

// ---- move -----------------------------------------------------------------------------------------------------------

static wend_slider slider_of(const wend_world *world, int index)
{
    const wend_agent *body = &world->body[index];
    return (wend_slider){body->position, body->velocity, body->radius, world->rest[index].mask,
                         recipe_of(world, index)->sense.feel.ignore};
}

/// A body that moves only along its heading has the speed that it really made, and is no faster for being pushed.
static wend_vec speed_made(const wend_agent *body, wend_vec before, double seconds)
{
    real_vec moved = real_sub(real_of(body->position), real_of(before)), heading = real_of(body->heading);
    double asked = real_dot(real_of(body->velocity), heading), made = real_dot(moved, heading) / seconds;
    made = asked >= 0.0 ? real_clamp(made, 0.0, asked) : real_clamp(made, asked, 0.0);
    return real_to_vec(real_scale(heading, made));
}

/// The edges stop or turn a body; where they turn its velocity they turn one that moves along its heading with it.
static void keep_inside(const wend_world *world, int index)
{
    wend_agent *body = &world->body[index];
    wend_vec before = body->velocity;
    hulls_keep_inside(world, body);
    if (world->def.edge != WEND_EDGE_BOUNCE || recipe_of(world, index)->body == WEND_BODY_POINT)
        return;
    body->heading.x = body->velocity.x != before.x ? -body->heading.x : body->heading.x;
    body->heading.y = body->velocity.y != before.y ? -body->heading.y : body->heading.y;
    body->heading.z = body->velocity.z != before.z ? -body->heading.z : body->heading.z;
}

/// As far as obstacles let it.
static void move_among_obstacles(wend_world *world, int index, wend_vec way, double seconds)
{
    wend_agent *body = &world->body[index];
    wend_vec before = body->position;
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    wend_slider slider = slider_of(world, index);
    bool was_stopped = wend_slide(&caster, &slider, way);
    body->position = slider.position;
    if (was_stopped)
        body->velocity =
            recipe_of(world, index)->body == WEND_BODY_POINT ? slider.velocity : speed_made(body, before, seconds);
}

#define PLANE (2 / REALS) // registers for x and y

/// Where nothing but an edge that wraps is in the way. Sums stay in double until they are stored: rounding changes no
/// order, so box and edges may be compared with them. `is_space` is a constant.
ALWAYS_INLINE void move_freely(wend_world *world, int begin, int end, const agent_motion *motion, double seconds,
                               points_box *box, bool is_space)
{
    bool does_wrap = world->def.edge == WEND_EDGE_WRAP;
    wend_vec low = to_inner(world, world->def.low), high = to_inner(world, world->def.high);
    reals edge_low[PLANE], edge_high[PLANE], least[PLANE], most[PLANE];
    double z = 0.0, z_low = (double)box->low.z, z_high = (double)box->high.z;
    for (int k = 0; k < PLANE; k++)
    {
        edge_low[k] = reals_load(&(const float[]){low.x, low.y}[k * REALS]);
        edge_high[k] = reals_load(&(const float[]){high.x, high.y}[k * REALS]);
        least[k] = reals_load(&(const float[]){box->low.x, box->low.y}[k * REALS]);
        most[k] = reals_load(&(const float[]){box->high.x, box->high.y}[k * REALS]);
    }
    for (int i = begin; i < end; i++)
    {
        wend_agent *body = &world->body[i];
        float from[2] = {body->position.x, body->position.y}, along[2] = {motion[i].velocity.x, motion[i].velocity.y};
        float to[2];
        unsigned outside = 0;
        world->before[i] = body->position;
        body->velocity = motion[i].velocity;
        body->heading = motion[i].heading;
        reals sum[PLANE];
        for (int k = 0; k < PLANE; k++)
        {
            sum[k] = reals_load(from + k * REALS) + reals_load(along + k * REALS) * reals_all(seconds);
            outside |= reals_bits(reals_less(sum[k], edge_low[k]) | reals_less(edge_high[k], sum[k]));
            reals_store(to + k * REALS, sum[k]);
        }
        if (is_space)
        {
            z = (double)body->position.z + (double)motion[i].velocity.z * seconds;
            outside |= (z < (double)low.z) | (z > (double)high.z);
        }
        body->position = wend_xyz(to[0], to[1], is_space ? real_to_float(z) : 0.0f);
        if (does_wrap && outside)
        {
            body->position = world_wrap(world, body->position);
            cells_box_add(box, body->position);
            continue;
        }
        for (int k = 0; k < PLANE; k++)
        {
            least[k] = reals_smaller(sum[k], least[k]);
            most[k] = reals_larger(sum[k], most[k]);
        }
        z_low = z < z_low ? z : z_low;
        z_high = z > z_high ? z : z_high;
    }
    float corner[4];
    for (int k = 0; k < PLANE; k++)
    {
        reals_store(corner + k * REALS, least[k]);
        reals_store(corner + 2 + k * REALS, most[k]);
    }
    cells_box_join(box, &(points_box){{corner[0], corner[1], real_to_float(z_low)},
                                      {corner[2], corner[3], real_to_float(z_high)}});
}

void bodies_move(wend_world *world, int begin, int end, const agent_motion *motion, double seconds, points_box *box)
{
    bool can_be_stopped = bodies_can_be_stopped(world), has_edge = world->def.edge != WEND_EDGE_NONE;
    if (!can_be_stopped && (!has_edge || world->def.edge == WEND_EDGE_WRAP))
    {
        if (is_spatial(world))
            move_freely(world, begin, end, motion, seconds, box, true);
        else
            move_freely(world, begin, end, motion, seconds, box, false);
        return;
    }
    for (int i = begin; i < end; i++)
    {
        wend_agent *body = &world->body[i];
        world->before[i] = body->position;
        body->velocity = motion[i].velocity;
        body->heading = motion[i].heading;
        real_vec way = real_scale(real_of(body->velocity), seconds);
        if (can_be_stopped && world->rest[i].mask != 0)
            move_among_obstacles(world, i, real_to_vec(way), seconds);
        else
            body->position = real_to_vec(real_add(real_of(body->position), way));
        if (has_edge)
            keep_inside(world, i);
        cells_box_add(box, body->position);
    }
}

void bodies_clear(wend_world *world, int index, wend_vec moved)
{
    wend_agent *body = &world->body[index];
    if (world->rest[index].mask == 0 || wend_equal(body->position, moved))
        return;
    probe_view view = probe_view_of(world, index);
    wend_caster caster = probe_caster(&view);
    wend_slider slider = slider_of(world, index);
    wend_vec pushed_to = world_image(world, moved, body->position);
    slider.position = moved; // nobody is pushed through a wall
    wend_slide(&caster, &slider, real_to_vec(real_sub(real_of(pushed_to), real_of(moved))));
    body->position = slider.position;
    hulls_keep_inside(world, body);
}
