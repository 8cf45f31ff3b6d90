#include "wend/explain.h"
#include "compiler.h"

#include "brief.h"
#include "extras.h"
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>

/// Room for the reasons, and for ring and half-planes of the one with number `watched`.
static bool make_reasons(wend_world *world, int watched)
{
    watched_ring **ring = &world->watched_rings[watched];
    if (!*ring)
        *ring = memory_take(&world->allocator, sizeof **ring);
    if (!*ring)
        return false;
    (*ring)->has_ring = (*ring)->is_written = false;
    watched_orca **orca = &world->watched_orcas[watched];
    if (!*orca)
        *orca = memory_take(&world->allocator, sizeof **orca);
    if (!*orca)
        return false;
    (*orca)->has_result = (*orca)->is_written = false;
    if (world->reasons)
        return true;
    memory_array arrays[] = {{(void **)&world->reasons, sizeof(wend_reason)},
                             {(void **)&world->next_reasons, sizeof(wend_reason)}};
    return memory_grow(&world->allocator, arrays, 2, 0, WEND_MAX_WATCHED);
}

wend_status wend_watch(wend_world *world, wend_agent_id id, bool is_watched)
{
    if (!world)
        return WEND_ERROR_NULL;
    if (world->is_updating)
        return world_fail(world, WEND_ERROR_BUSY, "wend_watch was called during an update, from a callback");
    int index = world_index(world, id);
    if (index < 0)
        return world_fail(world, WEND_ERROR_ID, "wend_watch: there is no agent %llu in this world",
                          (unsigned long long)id.value);
    agent_rest *rest = &world->rest[index];
    brief_forget(world);
    if (!is_watched && rest->watched >= 0)
    {
        world->reason_used[rest->watched] = false;
        rest->watched = -1;
    }
    if (!is_watched || rest->watched >= 0)
        return WEND_OK;
    int watched = 0;
    while (watched < WEND_MAX_WATCHED && world->reason_used[watched])
        watched++;
    if (watched == WEND_MAX_WATCHED)
        return world_fail(world, WEND_ERROR_FULL, "%d agents are watched already, at most %d can be", WEND_MAX_WATCHED,
                          WEND_MAX_WATCHED);
    if (!make_reasons(world, watched))
        return world_fail(world, WEND_ERROR_MEMORY, "no memory to watch an agent");
    world->reason_used[watched] = true;
    world->reasons[watched] = world->next_reasons[watched] = (wend_reason){0};
    rest->watched = watched;
    return WEND_OK;
}

wend_status wend_explain(const wend_world *world, wend_agent_id id, wend_reason *out)
{
    if (!world || !out)
        return WEND_ERROR_NULL;
    int index = world_index(world, id);
    if (index < 0 || world->rest[index].watched < 0)
        return WEND_ERROR_ID;
    const wend_reason *reason = &world->reasons[world->rest[index].watched];
    if (!wend_same_agent(reason->agent, id))
        return WEND_ERROR_ID; // it hasn't thought since
    *out = *reason;
    return WEND_OK;
}

int wend_explain_hits(const wend_world *world, wend_agent_id id, wend_hit *hits, int capacity)
{
    int index = world ? world_index(world, id) : -1, found = 0;
    const agent_extra *extra = index >= 0 ? extra_of(world, index) : NULL;
    for (int i = 0; extra && i < extra->hit_count; i++)
    {
        wend_hit hit = extra_hits_of(world, index)[i];
        if (hit.body == 0)
            continue;
        hit.point = to_outer(world, hit.point, world->rest[index].height);
        hit.normal = to_outer(world, hit.normal, 0.0f);
        hit.velocity = to_outer(world, hit.velocity, 0.0f);
        if (hits && found < capacity)
            hits[found] = hit;
        found++;
    }
    return found;
}

wend_status wend_explain_ring(const wend_world *world, wend_agent_id id, wend_ring *ring, wend_choice_result *choice)
{
    if (!world || !ring || !choice)
        return WEND_ERROR_NULL;
    int index = world_index(world, id), watched = index >= 0 ? world->rest[index].watched : -1;
    const watched_ring *kept = watched >= 0 ? world->watched_rings[watched] : NULL;
    if (!kept || !kept->has_ring)
        return WEND_ERROR_ID;
    *ring = kept->ring[kept->current];
    *choice = kept->choice[kept->current];
    return WEND_OK;
}

wend_status wend_explain_orca(const wend_world *world, wend_agent_id id, wend_orca_result *result,
                              wend_orca_state *state)
{
    if (!world || !result)
        return WEND_ERROR_NULL;
    int index = world_index(world, id), watched = index >= 0 ? world->rest[index].watched : -1;
    const watched_orca *kept = watched >= 0 ? world->watched_orcas[watched] : NULL;
    if (!kept || !kept->has_result)
        return WEND_ERROR_ID;
    *result = kept->result[kept->current];
    result->velocity = to_outer(world, result->velocity, 0.0f);
    result->wanted = to_outer(world, result->wanted, 0.0f);
    for (int i = 0; i < result->count; i++)
    {
        result->halves[i].point = to_outer(world, result->halves[i].point, 0.0f);
        result->halves[i].normal = to_outer(world, result->halves[i].normal, 0.0f);
    }
    if (state)
        *state = world->mind[index].orca;
    return WEND_OK;
}

// ---- in words -----------------------------------------------------------------------------------------------------

// A text that is written piece by piece, and measured beyond its end.
typedef struct writer
{
    char *text;
    int capacity, length;
} writer;

PRINTF_LIKE(2, 3) static void write_text(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int left = w->capacity > w->length ? w->capacity - w->length : 0;
    int more = vsnprintf(left > 0 ? w->text + w->length : NULL, (size_t)left, format, arguments);
    va_end(arguments);
    w->length += more > 0 ? more : 0;
}

static void write_vec(writer *w, const char *before, wend_vec v)
{
    write_text(w, "%s(%.3g, %.3g, %.3g)", before, (double)v.x, (double)v.y, (double)v.z);
}

static void write_wishes(writer *w, const wend_reason *reason)
{
    for (int i = 0; i < reason->wish_count; i++)
    {
        const wend_reason_wish *from = &reason->wishes[i];
        bool has_goal = from->kind == WEND_WISH_GOAL || from->kind == WEND_WISH_ALSO;
        write_text(w, "  %s%s%s", wend_wish_name(from->kind), has_goal ? " " : "",
                   has_goal ? wend_goal_name(from->goal) : "");
        write_vec(w, " wants ", from->wish.velocity);
        write_text(w, ", weight %.3g", (double)from->wish.weight);
        write_vec(w, ", got ", from->wish.taken);
        write_text(w, "\n");
    }
}

static void write_plan(writer *w, const wend_plan *plan)
{
    if (plan->state == WEND_PLAN_IDLE)
        return;
    write_text(w, "  plan: %s", wend_plan_state_name(plan->state));
    if (plan->points > 0)
        write_text(w, ", %.3g along %d points", (double)plan->left, plan->points);
    write_text(w, "%s%s\n", plan->is_short ? ", not as far as the goal" : "",
               plan->is_waiting ? ", waits for an answer" : "");
}

static int bits_of(uint64_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static void write_choice(writer *w, const wend_choice_result *choice)
{
    if (choice->status == WEND_CHOICE_BLOCKED)
        write_text(w, "  ring: all is blocked, ");
    else if (choice->status == WEND_CHOICE_NOTHING)
        write_text(w, "  ring: nothing is wanted, ");
    else
        write_text(w, "  ring: slot %d of %d candidates, ", choice->slot, bits_of(choice->candidates));
    write_text(w, "%d masked by hard danger, %d by soft, speed %.3g\n", bits_of(choice->masked_by_hard),
               bits_of(choice->masked_by_soft), (double)choice->speed);
}

int wend_explain_text(const wend_reason *reason, char *text, int capacity)
{
    writer w = {text, text ? capacity : 0, 0};
    if (text && capacity > 0)
        text[0] = 0;
    if (!reason)
        return 0;
    write_text(&w, "agent %llu at %.3f s", (unsigned long long)reason->agent.value, reason->seconds);
    write_vec(&w, ": at ", reason->position);
    write_vec(&w, ", moving ", reason->velocity);
    write_text(&w, ", sees %d%s\n", reason->neighbours, reason->is_crowded ? " (more than it can look at)" : "");
    if (reason->is_kept)
        write_text(&w, "  keeps its last wish\n");
    write_wishes(&w, reason);
    write_plan(&w, &reason->plan);
    if (reason->has_choice)
        write_choice(&w, &reason->choice);
    write_vec(&w, "together ", reason->combined);
    write_vec(&w, ", dodged ", reason->dodged);
    write_vec(&w, ", result ", reason->result);
    static const struct
    {
        unsigned flag;
        const char *name;
    } cuts[] = {{WEND_CUT_BY_RESPONSE, "response time"},  {WEND_CUT_BY_ACCELERATION, "acceleration limit"},
                {WEND_CUT_BY_SPEED, "top speed"},         {WEND_CUT_BY_TURN, "turn rate"},
                {WEND_CUT_BY_FACING, "facing elsewhere"}, {WEND_CUT_BY_CLIMB, "climb angle"}};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++)
        if (reason->cut_by & cuts[i].flag)
            write_text(&w, "%s%s", (reason->cut_by & (cuts[i].flag - 1)) ? ", " : "; cut by ", cuts[i].name);
    write_text(&w, "\n");
    return w.length;
}
