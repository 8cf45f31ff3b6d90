// Plans in a block, and the desk where they are made. A search that is under way isn't written: it begins again when
// it is needed, and goes as far as it had come.
#include "plans.h"
#include "saved.h"

// ---- plans ----------------------------------------------------------------------------------------------------------

void save_plan(saving *s, const agent_plan *plan)
{
    byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(plan->field);
    SAVED_PLAN(SAVE)
#undef SAVE
    PUT(edits_behind(map_edits(s->world), plan->edits));
    writer_end(&s->out, p);
    for (int i = 0; i < plan->count; i++)
    {
        p = writer_begin(&s->out);
        PUT(plan->points[i]), PUT(plan->heights[i]);
        writer_end(&s->out, p);
    }
}

/// Points of a way into a plan of the world, which has room for them; null: only looks at them.
static bool load_way(loading *l, int count, agent_plan *plan)
{
    reader *r = &l->in;
    for (int i = 0; i < count; i++)
    {
        wend_vec point;
        float height;
        unsigned bad = 0;
        const byte *p = reader_begin(r);
        GET(point), GET(height);
        reader_end(r, p, bad);
        if (!lies_in(l->world, point))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a way out of the plane");
        if (!plan)
            continue;
        plan->points[i] = point;
        plan->heights[i] = height;
    }
    return load_is_fine(l);
}

static bool is_bad(const loading *l, const agent_plan *plan, const agent_rest *rest, const wend_path_progress *progress)
{
    const wend_world *world = l->world;
    int polygons = world->def.mesh ? wend_mesh_count(world->def.mesh) : 0;
    bool travels = rest->goal.kind == WEND_GOAL_TRAVEL,
         has_begun = plan->is_wanted || plan->is_shared || plan->count > 0;
    return (unsigned)plan->state >= WEND_PLAN_STATE_COUNT || (unsigned)plan->event >= WEND_EVENT_KIND_COUNT ||
           travels != (plan->state != WEND_PLAN_IDLE) || (!travels && has_begun) || plan->count < 0 ||
           (size_t)plan->count > (size_t)(l->in.end - l->in.at) / (4 * sizeof(float)) ||
           (plan->count > 0 && progress->leg >= plan->count) || plan->spot.polygon < -1 ||
           plan->spot.polygon >= polygons || plan->group < -1 || plan->group >= l->groups ||
           (plan->is_shared && !world->desk.flows) || !lies_in(world, plan->end) || rest->extra < 0 ||
           l->plans >= l->counts.plans;
}

bool load_plan(loading *l, const agent_rest *rest, const wend_path_progress *progress)
{
    wend_world *world = l->world;
    reader *r = &l->in;
    agent_plan plan = {0};
    unsigned bad = 0;
    const byte *p = reader_begin(r);
#define LOAD(field) GET(plan.field);
    SAVED_PLAN(LOAD)
#undef LOAD
    GET(plan.edits);
    reader_end(r, p, bad);
    if (!load_is_fine(l) || is_bad(l, &plan, rest, progress))
        return load_fails(l, WEND_ERROR_BLOCK, "block has a plan, number %d, that can't be", l->plans);
    plan.edits = edits_behind(l->edits, plan.edits);
    agent_plan *own = &world->desk.plans[l->plans++];
    if (!l->does_take)
        return plans_reserve_points(world, own, plan.count)
                   ? load_way(l, plan.count, NULL)
                   : load_fails(l, WEND_ERROR_MEMORY, "no memory for a way of %d points", plan.count);
    plan.points = own->points;
    plan.heights = own->heights;
    plan.capacity = own->capacity;
    *own = plan;
    return load_way(l, plan.count, own);
}

// ---- the desk -------------------------------------------------------------------------------------------------------

static bool has_question(const plan_desk *desk)
{
    return desk->asking.value != 0 || desk->is_answered;
}

void save_desk(saving *s)
{
    const wend_world *world = s->world;
    const plan_desk *desk = &world->desk;
    const wend_grid_query *grid = &desk->query.grid;
    const wend_mesh_query *mesh = &desk->query.mesh;
    byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(desk->field);
    SAVED_DESK(SAVE)
    PUT(edits_behind(map_edits(world), desk->group_edits));
    if (has_question(desk))
    {
        SAVED_QUESTION(SAVE)
#undef SAVE
        PUT(edits_behind(map_edits(world), desk->edits));
#define SAVE(field) PUT(grid->field);
        SAVED_GRID(SAVE)
#undef SAVE
#define SAVE(field) PUT(mesh->field);
        SAVED_MESH(SAVE)
#undef SAVE
    }
    writer_end(&s->out, p);
}

bool load_desk(loading *l)
{
    plan_desk desk = {0};
    wend_grid_query *grid = &desk.query.grid;
    wend_mesh_query *mesh = &desk.query.mesh;
    *grid = wend_default_grid_query();
    *mesh = wend_default_mesh_query();
    reader *r = &l->in;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
#define LOAD(field) GET(desk.field);
    SAVED_DESK(LOAD)
    GET(desk.group_edits);
    if (has_question(&desk))
    {
        SAVED_QUESTION(LOAD)
#undef LOAD
        GET(desk.edits);
#define LOAD(field) GET(grid->field);
        SAVED_GRID(LOAD)
#undef LOAD
#define LOAD(field) GET(mesh->field);
        SAVED_MESH(LOAD)
#undef LOAD
    }
    reader_end(r, p, bad);
    bool has_map = l->world->def.grid || l->world->def.mesh;
    if (!load_is_fine(l) || desk.group_count < 0 || (size_t)desk.group_count > (size_t)(r->end - r->at) ||
        desk.begun_anew < 0 || desk.begun_anew > 1000 || desk.expanded < 0 ||
        ((has_question(&desk) || l->counts.plans > 0) && !has_map) || (desk.group_count > 0 && !l->world->desk.flows))
        return load_fails(l, WEND_ERROR_BLOCK, "block has bad questions to the map");
    l->groups = desk.group_count;
    if (!plans_reserve_all(l->world, l->groups > l->counts.plans ? l->groups : l->counts.plans))
        return load_fails(l, WEND_ERROR_MEMORY, "no memory for %d plans", l->counts.plans);
    if (!l->does_take)
        return true;
    plan_desk *own = &l->world->desk;
    own->asking = desk.asking;
    own->served = desk.served;
    own->is_answered = desk.is_answered;
    own->is_grouped = desk.is_grouped;
    own->group_edits = edits_behind(l->edits, desk.group_edits);
    own->begun_anew = desk.begun_anew;
    own->expanded = desk.expanded;
    own->edits = edits_behind(l->edits, desk.edits);
    own->query = desk.query;
    own->must_repeat = has_question(&desk);
    own->points_wanted = 0;
    own->users = own->made = l->counts.plans;
    own->first_free = NO_ENTRY;
    return true;
}
