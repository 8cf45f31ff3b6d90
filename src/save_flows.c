// Fields that are shared, in a block. One that is finished follows from the map: where this world has it already it is
// taken as it is, else it is built anew. Of one that isn't finished every cell is written.
#include "flows.h"
#include "plans.h"
#include "saved.h"

#define RING 4096 // buckets of a field

enum
{
    NODE = 16, // bytes of a cell
    NODES = CODEC_ROOM / NODE
};

static bool is_whole(const wend_flow *flow)
{
    return !flow->is_new && flow->open.count == 0 && !flow_lags(flow);
}

// ---- a field --------------------------------------------------------------------------------------------------------

static void save_nodes(saving *s, const wend_flow *flow)
{
    for (uint32_t first = 0; first < flow->grid->cells; first += NODES)
    {
        byte *p = writer_begin(&s->out);
        for (uint32_t cell = first; cell < first + NODES && cell < flow->grid->cells; cell++)
        {
            const grid_node *node = &flow->nodes[cell];
            bool is_old = (node->word - flow->base) >> FLOW_SHIFT != 0, is_open = !is_old && node->prev != CLOSED;
            uint64_t word = is_old ? UINT64_MAX : node->word - flow->base;
            uint32_t next = is_open ? node->next : NO_CELL, prev = is_open ? node->prev : CLOSED;
            PUT(word), PUT(next), PUT(prev);
        }
        writer_end(&s->out, p);
    }
}

/// The edits that a field doesn't know yet; so many that it will be built anew count as none of it being there.
static uint64_t missed_by(const wend_flow *flow)
{
    return flow->grid->edits - flow->edits + (uint64_t)flow->missed_count;
}

static void save_missed(saving *s, const wend_flow *flow)
{
    byte *p = writer_begin(&s->out);
    int count = (int)missed_by(flow);
    PUT(count), PUT(flow->was_raised);
    writer_end(&s->out, p);
    for (int i = 0; i < count; i++)
    {
        uint64_t edit = flow->edits + (uint64_t)(i - flow->missed_count);
        wend_cell cell = i < flow->missed_count ? flow->missed[i] : flow->grid->edited[edit & (GRID_EDITS - 1)];
        p = writer_begin(&s->out);
        PUT(cell);
        writer_end(&s->out, p);
    }
}

static void save_flow(saving *s, const flow_entry *entry)
{
    const wend_flow *flow = entry->flow;
    bool is_new = flow->is_new || missed_by(flow) > GRID_EDITS;
    byte *p = writer_begin(&s->out);
    PUT(entry->asked);
    PUT(flow->goals[0]), PUT(flow->def.diagonal), PUT(flow->def.radius), PUT(is_whole(flow));
#define SAVE(field) PUT(flow->field);
    SAVED_FLOW(SAVE)
#undef SAVE
    PUT(is_new);
    writer_end(&s->out, p);
    if (is_new || is_whole(flow))
        return;
    save_missed(s, flow);
    save_nodes(s, flow);
}

void save_flows(saving *s)
{
    const wend_flow_cache *cache = s->world->desk.flows;
    int count = 0;
    for (int i = 0; cache && i < cache->count; i++)
        count += cache->entries[i].asked > 0;
    byte *p = writer_begin(&s->out);
    PUT(count);
    if (cache)
        PUT(cache->questions), PUT(cache->before);
    writer_end(&s->out, p);
    for (int i = 0; cache && i < cache->count; i++)
        if (cache->entries[i].asked > 0)
            save_flow(s, &cache->entries[i]);
}

// ---- reading a field ------------------------------------------------------------------------------------------------

/// What comes before the cells.
typedef struct flow_image
{
    uint64_t asked;
    wend_flow_def def;
    bool is_whole, begins;
    wend_flow flow; // of which only what SAVED_FLOW lists
} flow_image;

static bool read_flow(loading *l, flow_image *image)
{
    reader *r = &l->in;
    *image = (flow_image){.def = wend_default_flow_def()};
    wend_flow *flow = &image->flow;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(image->asked);
    GET(image->def.goal), GET(image->def.diagonal), GET(image->def.radius), GET(image->is_whole);
#define LOAD(field) GET(flow->field);
    SAVED_FLOW(LOAD)
#undef LOAD
    GET(image->begins);
    reader_end(r, p, bad);
    wend_error error;
    if (load_is_fine(l) && image->asked > 0 && flow->open.now >> 40 == 0 && flow->touched >= 0 &&
        flow->touched >> 50 == 0 && flow->cheapest > 0 && flow->cheapest < 256 && !(image->begins && image->is_whole) &&
        flow_check(l->world->def.grid, &image->def, &error) == WEND_OK)
        return true;
    return load_fails(l, WEND_ERROR_BLOCK, "block has a field that can't be");
}

typedef struct node_image
{
    uint64_t word;
    uint32_t next, prev;
} node_image;

static node_image node_at(const byte *nodes, uint32_t cell)
{
    const byte *at = nodes + (size_t)cell * NODE;
    node_image node;
    unsigned none = 0;
    get_u32(get_u32(get_u64(at, &node.word, &none), &node.next, &none), &node.prev, &none);
    return node;
}

/// Lists of open cells, looked at from outside: where each begins and how many cells are in any.
typedef struct open_lists
{
    uint64_t begun[RING / 64 + 1];
    uint32_t cells, open;
    const byte *nodes;
} open_lists;

static bool is_bad_link(open_lists *lists, uint32_t cell, const node_image *node)
{
    if (node->next != NO_CELL && (node->next >= lists->cells || node_at(lists->nodes, node->next).prev != cell))
        return true;
    if (!(node->prev >> 31))
        return node->prev >= lists->cells || node_at(lists->nodes, node->prev).next != cell;
    uint32_t slot = node->prev & ~(1u << 31);
    if (slot > RING || (lists->begun[slot >> 6] >> (slot & 63) & 1))
        return true;
    lists->begun[slot >> 6] |= (uint64_t)1 << (slot & 63);
    return false;
}

/// Is a cell not where its cost belongs? `least`: the first bucket that may be behind the ring.
static bool is_bad_bucket(const open_lists *lists, uint64_t now, uint64_t least, uint32_t head)
{
    uint32_t slot = node_at(lists->nodes, head).prev & ~(1u << 31);
    for (uint32_t cell = head; cell != NO_CELL; cell = node_at(lists->nodes, cell).next)
    {
        uint64_t bucket = node_at(lists->nodes, cell).word >> 2 >> BUCKET_SHIFT;
        if (slot < RING ? bucket - now >= RING || (bucket & (RING - 1)) != slot : bucket < now || bucket < least)
            return true;
    }
    return false;
}

static bool check_nodes(const wend_grid *grid, const flow_image *image, const byte *nodes)
{
    open_lists lists = {.cells = grid->cells, .nodes = nodes};
    uint32_t goal = grid_index(grid->stride, image->def.goal.x, image->def.goal.y), walked = 0;
    for (uint32_t cell = 0; cell < grid->cells; cell++)
    {
        node_image node = node_at(nodes, cell);
        bool is_old = node.word == UINT64_MAX, is_open = node.prev != CLOSED;
        wend_cell place = {(int)(cell % grid->stride) - 1, (int)(cell / grid->stride) - 1};
        if ((!is_old && (node.word >> FLOW_SHIFT != 0 || !grid_is_inside(grid, place))) ||
            (!is_old && (node.word & FLOW_GOAL) != (cell == goal ? FLOW_GOAL : 0)))
            return false;
        if (!is_open && node.next == NO_CELL)
            continue;
        if (!is_open || is_old || is_bad_link(&lists, cell, &node))
            return false;
        lists.open++;
    }
    // Each list is gone through from its head: what isn't come to is in a circle.
    for (uint32_t cell = 0; cell < grid->cells; cell++)
    {
        node_image node = node_at(nodes, cell);
        if (node.prev == CLOSED || !(node.prev >> 31))
            continue;
        if (is_bad_bucket(&lists, image->flow.open.now, image->flow.later_least, cell))
            return false;
        for (uint32_t in_list = cell; in_list != NO_CELL; in_list = node_at(nodes, in_list).next)
            walked++;
    }
    return walked == lists.open;
}

static void take_nodes(wend_flow *flow, const byte *nodes)
{
    for (uint32_t cell = 0; cell < flow->grid->cells; cell++)
    {
        node_image node = node_at(nodes, cell);
        bool is_old = node.word == UINT64_MAX;
        flow->nodes[cell] = (grid_node){is_old ? UINT64_MAX : flow->base | node.word, node.next, node.prev};
        if (node.prev == CLOSED)
            continue;
        flow->open.count++;
        uint32_t slot = node.prev & ~(1u << 31);
        if (!(node.prev >> 31))
            continue;
        flow->open.head[slot] = cell;
        flow->open.bits[slot >> 6] |= (uint64_t)1 << (slot & 63);
    }
}

/// The edits that a field missed; into `flow`, which has room for them, or (null) only looks at them.
static int load_missed(loading *l, wend_flow *flow, bool *was_raised)
{
    reader *r = &l->in;
    int count;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(count), GET(*was_raised);
    reader_end(r, p, bad);
    if (count < 0 || count > GRID_EDITS)
        return load_fails(l, WEND_ERROR_BLOCK, "block has a field that missed %d edits", count);
    for (int i = 0; i < count; i++)
    {
        wend_cell cell;
        p = reader_begin(r);
        GET(cell);
        reader_end(r, p, bad);
        if (!grid_is_inside(l->world->def.grid, cell))
            return load_fails(l, WEND_ERROR_BLOCK, "block has an edit of a cell (%d, %d) that isn't on the map", cell.x,
                              cell.y);
        if (flow)
            flow->missed[i] = cell;
    }
    return count;
}

/// Goes past the cells of a field. Null: they can't be.
static const byte *pass_nodes(loading *l, const flow_image *image)
{
    const wend_grid *grid = l->world->def.grid;
    const byte *nodes = l->in.at;
    if (l->in.is_bad || (size_t)(l->in.end - nodes) < (size_t)grid->cells * NODE)
        return NULL;
    l->in.at += (size_t)grid->cells * NODE;
    return l->does_take || check_nodes(grid, image, nodes) ? nodes : NULL;
}

// ---- all of them ----------------------------------------------------------------------------------------------------

static bool reserve_missed(wend_flow *flow, int count)
{
    memory_array missed = {(void **)&flow->missed, sizeof *flow->missed};
    if (count <= flow->missed_capacity)
        return true;
    if (!memory_grow(&flow->allocator, &missed, 1, (size_t)flow->missed_count, (size_t)count))
        return false;
    flow->missed_capacity = count;
    return true;
}

/// Any field of the world must do for any of the block.
static bool reserve_fields(loading *l, int count, int missed)
{
    wend_flow_cache *cache = l->world->desk.flows;
    while (cache->count < count)
    {
        wend_flow *flow = wend_flow_create(&cache->allocator, NULL);
        if (!flow)
            return load_fails(l, WEND_ERROR_MEMORY, "no memory for a field");
        cache->entries[cache->count++] = (flow_entry){flow, 0};
    }
    for (int i = 0; i < count; i++)
        if (!flow_reserve(cache->entries[i].flow, l->world->def.grid->cells, 1) ||
            !reserve_missed(cache->entries[i].flow, missed))
            return load_fails(l, WEND_ERROR_MEMORY, "no memory for a field");
    return true;
}

static bool look_at_fields(loading *l, int count)
{
    int most = 0;
    for (int i = 0; i < count; i++)
    {
        flow_image image;
        bool was_raised;
        if (!read_flow(l, &image))
            return false;
        if (image.is_whole || image.begins)
            continue;
        int missed = load_missed(l, NULL, &was_raised);
        most = missed > most ? missed : most;
        if (!load_is_fine(l))
            return false;
        if (!pass_nodes(l, &image))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a field whose cells can't be");
    }
    return count == 0 || reserve_fields(l, count, most);
}

/// Brings to place `number` a field of the world that leads to the same and is finished; else one that is used least.
static wend_flow *choose_field(wend_flow_cache *cache, int number, const flow_image *image)
{
    int best = number;
    for (int i = number; i < cache->count; i++)
        if (image->is_whole && flow_leads_to(cache->entries[i].flow, image->flow.grid, &image->def) &&
            is_whole(cache->entries[i].flow))
        {
            best = i;
            break;
        }
    flow_entry entry = cache->entries[best];
    cache->entries[best] = cache->entries[number];
    cache->entries[number] = entry;
    cache->entries[number].asked = image->asked;
    return entry.flow;
}

static void take_field(loading *l, wend_flow *flow, const flow_image *image)
{
    const wend_grid *grid = l->world->def.grid;
    bool is_there = image->is_whole && flow_leads_to(flow, grid, &image->def) && is_whole(flow);
    if (!is_there)
        wend_flow_begin(flow, grid, &image->def); // there is room for it
    if (image->begins)
        return;
    if (image->is_whole)
        flow_run(flow, 0);
    else
    {
        flow_adopt(flow);
        flow->missed_count = load_missed(l, flow, &flow->was_raised);
        take_nodes(flow, pass_nodes(l, image));
    }
    flow->touched = image->flow.touched;
    flow->later_least = image->flow.later_least;
    flow->open.now = image->flow.open.now;
    flow->cheapest = image->flow.cheapest;
    flow->is_even = image->flow.is_even;
}

bool load_flows(loading *l)
{
    wend_flow_cache *cache = l->world->desk.flows;
    reader *r = &l->in;
    int count;
    uint64_t questions = 0, before = 0;
    unsigned bad = 0;
    const byte *p = reader_begin(r);
    GET(count);
    if (cache)
        GET(questions), GET(before);
    reader_end(r, p, bad);
    if (r->is_bad || count < 0 || count > (cache ? cache->capacity : 0))
        return load_fails(l, WEND_ERROR_BLOCK, "block has %d fields", count);
    l->fields = count;
    if (!l->does_take)
        return look_at_fields(l, count);
    for (int i = 0; i < count; i++)
    {
        flow_image image;
        if (!read_flow(l, &image))
            return false;
        image.flow.grid = l->world->def.grid;
        take_field(l, choose_field(cache, i, &image), &image);
    }
    for (int i = count; cache && i < cache->count; i++)
        cache->entries[i].asked = 0;
    if (cache)
        cache->questions = questions, cache->before = before;
    return load_is_fine(l);
}

// ---- groups ---------------------------------------------------------------------------------------------------------

/// Which of the fields that are written it is, or -1.
static int number_of(const wend_flow_cache *cache, const wend_flow *flow)
{
    int number = 0;
    for (int i = 0; flow && i < cache->count; i++)
    {
        if (cache->entries[i].flow == flow)
            return number;
        number += cache->entries[i].asked > 0;
    }
    return NO_ENTRY;
}

void save_groups(saving *s)
{
    const plan_desk *desk = &s->world->desk;
    for (int i = 0; i < desk->group_count; i++)
    {
        const plan_group *group = &desk->groups[i];
        byte *p = writer_begin(&s->out);
#define SAVE(field) PUT(group->field);
        SAVED_GROUP(SAVE)
#undef SAVE
        PUT(number_of(desk->flows, group->flow));
        writer_end(&s->out, p);
    }
}

bool load_groups(loading *l)
{
    plan_desk *desk = &l->world->desk;
    reader *r = &l->in;
    int left = l->world->def.flow_count; // that groups may have
    for (int i = 0; i < l->groups; i++)
    {
        plan_group group = {0};
        int field;
        unsigned bad = 0;
        const byte *p = reader_begin(r);
#define LOAD(field) GET(group.field);
        SAVED_GROUP(LOAD)
#undef LOAD
        GET(field);
        reader_end(r, p, bad);
        left -= group.has_field;
        if (r->is_bad || left < 0 || field < NO_ENTRY || field >= l->fields || (field >= 0 && !group.has_field) ||
            (unsigned)group.diagonal > WEND_DIAGONAL_ALWAYS || !grid_is_inside(l->world->def.grid, group.goal))
            return load_fails(l, WEND_ERROR_BLOCK, "block has a group, number %d, that can't be", i);
        if (!l->does_take)
            continue;
        group.flow = field < 0 ? NULL : desk->flows->entries[field].flow;
        desk->groups[i] = group;
    }
    if (l->does_take)
        desk->group_count = l->groups;
    return load_is_fine(l);
}
