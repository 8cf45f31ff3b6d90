// Any-angle search: which cone of sight comes next, and when there is enough.
#include "any_angle.h"
#include "compiler.h"

#include <string.h>

#define BUCKETS 4.0 // a cell's length

// So many cones, and one more for four cells, before asking whether there is a way at all; never more than a quarter of a
// million.
#define PATIENCE      1024
#define MOST_PATIENCE (1 << 18)

// ---- open cones ----------------------------------------------------------------------------------------------------

void cone_push(wend_grid_search *s, const any_cone *cone, double f)
{
    any_angle *any = s->any;
    uint32_t place = any->free;
    if (place != NO_CELL)
        any->free = any->cones[place].next;
    else
    {
        if (any->cone_count == any->cone_capacity)
        {
            memory_array cones = {(void **)&any->cones, sizeof *any->cones};
            if (any->is_out || !memory_grow(&s->allocator, &cones, 1, any->cone_count, 2 * (size_t)any->cone_capacity))
            {
                any->is_out = true;
                return;
            }
            any->cone_capacity *= 2;
        }
        place = any->cone_count++;
    }
    uint64_t bucket = (uint64_t)(f * BUCKETS);
    bucket = bucket > any->now ? bucket : any->now;
    uint32_t slot = (uint32_t)bucket & (any->ring - 1);
    uint64_t bit = (uint64_t)1 << (slot & 63);
    any->cones[place] = *cone;
    any->cones[place].next = any->bits[slot >> 6] & bit ? any->head[slot] : NO_CELL;
    any->bits[slot >> 6] |= bit;
    any->head[slot] = place;
    any->open_count++;
}

/// Goes to the next bucket that holds any; there is one.
static void next_bucket(any_angle *any)
{
    uint32_t slot = (uint32_t)any->now & (any->ring - 1), word = slot >> 6;
    uint64_t bits = any->bits[word] >> (slot & 63);
    if (!bits)
    {
        uint64_t skipped = 64 - (slot & 63);
        while (!(bits = any->bits[word = (word + 1) & (any->ring / 64 - 1)]))
            skipped += 64;
        any->now += skipped;
    }
    any->now += (uint64_t)zeros_below_64(bits);
}

static void cone_pop(any_angle *any, any_cone *cone)
{
    uint32_t slot = (uint32_t)any->now & (any->ring - 1), place = any->head[slot];
    *cone = any->cones[place];
    if (cone->next == NO_CELL)
        any->bits[slot >> 6] &= ~((uint64_t)1 << (slot & 63));
    else
        any->head[slot] = cone->next;
    any->cones[place].next = any->free;
    any->free = place;
    any->open_count--;
}
// ---- a search ------------------------------------------------------------------------------------------------------

/// A cell that is seen from a root: is it the nearest to the goal so far?
static void look_at_cell(wend_grid_search *s, int x, int y, uint32_t root)
{
    any_angle *any = s->any;
    if (any->best < NO_LENGTH)
        return;
    uint32_t cell = grid_index(s->stride, x, y);
    bool is_end;
    uint64_t away = search_distance(s, x, y, false, &is_end);
    if (away > s->nearest_distance || (away == s->nearest_distance && cell >= s->end))
        return;
    s->nearest_distance = away;
    s->end = cell;
    any->end_x = x + 0.5;
    any->end_y = y + 0.5;
    any->end_root = root;
}

/// A root's first cone: a way is known into the cell that it comes to.
static void look_at_root(wend_grid_search *s, const any_cone *cone)
{
    int line = cone->down > 0 ? cone->row : cone->row + 1;
    if (cone->root != NO_CELL && (double)cone->y == line)
        look_at_cell(s, (int)cone->x - (cone->left < 0 ? 1 : 0), cone->row, cone->root);
}

/// Expands cones until the shortest way is known, or so many.
static wend_way expand_all(wend_grid_search *s, int64_t limit)
{
    any_angle *any = s->any;
    for (;;)
    {
        if (any->open_count == 0)
            break;
        next_bucket(any);
        if (any->best * BUCKETS < (double)any->now)
            break;
        if (s->result.expanded >= limit)
            return WEND_WAY_OUT_OF_BUDGET;
        any_cone cone;
        cone_pop(any, &cone);
        // since then a shorter way to its root was found
        if (cone.root != NO_CELL && (s->stamp | length_bits(cone.length)) > s->nodes[cone.root].word)
            continue;
        look_at_root(s, &cone);
        s->result.expanded++;
        cone_expand(s, &cone);
        if (any->is_out)
            return WEND_WAY_REFUSED;
    }
    return any->best < NO_LENGTH ? WEND_WAY_FOUND : WEND_WAY_UNREACHABLE;
}

/// Forgets everything but what can be seen from the start.
static void begin(wend_grid_search *s)
{
    any_angle *any = s->any;
    search_new_stamp(s);
    s->nearest_distance = UINT64_MAX;
    s->end = NO_CELL;
    memset(any->bits, 0, any->ring / 64 * sizeof *any->bits);
    any->now = 0;
    any->cone_count = any->open_count = 0;
    any->free = NO_CELL;
    any->is_out = false;
    any->best = NO_LENGTH;
    look_at_cell(s, s->query.start.x, s->query.start.y, NO_CELL);
    cones_from_start(s);
}

bool any_angle_reserve(wend_grid_search *s, const wend_grid *grid)
{
    if (!s->any)
        s->any = memory_take(&s->allocator, sizeof *s->any);
    any_angle *any = s->any;
    if (!any)
        return false;
    // an interval adds no more than twice the diagonal of the map
    uint32_t ring = 1024, across = (uint32_t)(grid->def.width + grid->def.height);
    while (ring < across * (uint32_t)(2 * BUCKETS))
        ring *= 2;
    any->ring = ring;
    if (ring > any->ring_capacity)
    {
        memory_array head = {(void **)&any->head, sizeof *any->head};
        memory_array bits = {(void **)&any->bits, sizeof *any->bits};
        if (!memory_grow(&s->allocator, &head, 1, 0, ring) || !memory_grow(&s->allocator, &bits, 1, 0, ring / 64))
            return false;
        any->ring_capacity = ring;
    }
    uint32_t cones = 1024 + grid->cells / 4;
    cones = cones < 1 << 18 ? cones : 1 << 18;
    if (cones > any->cone_capacity)
    {
        memory_array array = {(void **)&any->cones, sizeof *any->cones};
        if (!memory_grow(&s->allocator, &array, 1, 0, cones))
            return false;
        any->cone_capacity = cones;
    }
    return true;
}

void any_angle_give(wend_grid_search *s)
{
    if (!s->any)
        return;
    memory_give(&s->allocator, s->any->cones);
    memory_give(&s->allocator, s->any->head);
    memory_give(&s->allocator, s->any->bits);
    memory_give(&s->allocator, s->any);
}

void any_angle_begin(wend_grid_search *s, const any_places *places)
{
    any_angle *any = s->any;
    s->stride = s->grid->stride;
    any->phase = ANY_FIRST;
    uint32_t patience = PATIENCE + s->grid->cells / 4;
    any->patience = places ? INT64_MAX : patience < MOST_PATIENCE ? patience : MOST_PATIENCE;
    any->start_x = places ? places->start_x : s->query.start.x + 0.5;
    any->start_y = places ? places->start_y : s->query.start.y + 0.5;
    any->goal_x = places ? places->goal_x : s->goals[0].x + 0.5;
    any->goal_y = places ? places->goal_y : s->goals[0].y + 0.5;
    s->result = (wend_grid_result){.way = WEND_WAY_OUT_OF_BUDGET, .end = s->query.start};
    begin(s);
}

/// No way was found so far, perhaps for long. Is there one? That is for a search by moves to say; what it expands counts.
static void begin_moves(wend_grid_search *s)
{
    int64_t expanded = s->result.expanded;
    s->any->phase = ANY_MOVES;
    search_begin_moves(s);
    s->result.expanded = expanded;
}

wend_way any_angle_run(wend_grid_search *s)
{
    any_angle *any = s->any;
    if (any->phase == ANY_FIRST)
    {
        wend_way way = expand_all(s, s->limit < any->patience ? s->limit : any->patience);
        if (way == WEND_WAY_FOUND || way == WEND_WAY_REFUSED)
            return way;
        if (way == WEND_WAY_OUT_OF_BUDGET && s->result.expanded < any->patience)
            return way;
        begin_moves(s);
    }
    if (any->phase == ANY_MOVES)
    {
        wend_way way = search_run(s);
        if (way == WEND_WAY_OUT_OF_BUDGET)
            return way;
        any->phase = ANY_LAST;
        if (way == WEND_WAY_UNREACHABLE)
        {
            any->phase = ANY_NEAREST;
            any->goal_x = (int)(s->end % s->stride) - 0.5;
            any->goal_y = (int)(s->end / s->stride) - 0.5;
            s->goals[0] = (wend_cell){(int)any->goal_x, (int)any->goal_y};
        }
        begin(s);
    }
    wend_way way = expand_all(s, s->limit);
    return way == WEND_WAY_FOUND && any->phase == ANY_NEAREST ? WEND_WAY_UNREACHABLE : way;
}
