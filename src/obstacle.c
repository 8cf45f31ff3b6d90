#include "shapes.h"

#include <string.h>

#define SLOT_MASK    (((uint64_t)1 << SLOT_BITS) - 1)
#define FIRST_SERIAL ((uint64_t)1 << 38) // so far up that no id is that of an agent

// ---- definitions ---------------------------------------------------------------------------------------------------

wend_obstacles_def wend_default_obstacles_def(void)
{
    wend_obstacles_def def = {0};
    return def;
}

wend_shape wend_default_shape(wend_shape_kind kind)
{
    wend_shape shape = {0};
    shape.kind = kind;
    shape.axis = wend_xyz(0.0f, 0.0f, 1.0f);
    shape.radius = 0.5f;
    shape.half = wend_xyz(0.5f, 0.5f, 0.5f);
    shape.from = wend_xyz(-0.5f, 0.0f, 0.0f);
    shape.to = wend_xyz(0.5f, 0.0f, 0.0f);
    shape.is_closed = true;
    shape.layers = 1;
    return shape;
}

// ---- a life --------------------------------------------------------------------------------------------------------

wend_obstacles *wend_obstacles_create(const wend_obstacles_def *def, wend_error *error)
{
    if (!def)
    {
        error_set(error, WEND_ERROR_NULL, "the definition of a set of obstacles is null");
        return NULL;
    }
    if (check_range(error, "cell_size", def->cell_size, 0.0f, FLT_MAX, ">= 0 and finite") != WEND_OK ||
        check_allocator(error, &def->allocator) != WEND_OK)
        return NULL;
    wend_allocator allocator = memory_or_default(&def->allocator);
    wend_obstacles *set = memory_take(&allocator, sizeof *set);
    if (set)
    {
        set->def = *def;
        set->def.allocator = allocator;
        set->dimensions = def->is_spatial ? 3 : 2;
        set->first_free = -1;
        set->serial = FIRST_SERIAL;
        if (cells_rebuild(set))
            return set;
        memory_give(&allocator, set);
    }
    error_set(error, WEND_ERROR_MEMORY, "no memory for a set of obstacles");
    return NULL;
}

void wend_obstacles_destroy(wend_obstacles *set)
{
    if (!set)
        return;
    wend_allocator allocator = set->def.allocator;
    cells_free(set);
    void *blocks[] = {set->bodies, set->pieces, set->homes, set->loose, set->solids, set};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        memory_give(&allocator, blocks[i]);
}

const wend_error *wend_obstacles_error(const wend_obstacles *set)
{
    static const wend_error null_set = {WEND_ERROR_NULL, "the set of obstacles is null"};
    return set ? &set->error : &null_set;
}

int wend_obstacles_count(const wend_obstacles *set)
{
    return set ? set->alive : 0;
}

static body *find(const wend_obstacles *set, wend_obstacle_id id)
{
    uint64_t slot = id.value & SLOT_MASK;
    if (id.value == 0 || slot >= (uint64_t)set->body_count || set->bodies[slot].id != id.value)
        return NULL;
    return &set->bodies[slot];
}

static wend_status unknown(wend_obstacles *set, wend_obstacle_id id)
{
    return error_set(&set->error, WEND_ERROR_ID, "obstacle %llu is not in the set", (unsigned long long)id.value);
}

// ---- adding --------------------------------------------------------------------------------------------------------

static bool reserve_bodies(wend_obstacles *set)
{
    if (set->body_count < set->body_capacity)
        return true;
    int capacity = set->body_capacity * 2 + 16;
    memory_array arrays[] = {{(void **)&set->bodies, sizeof(body)}, {(void **)&set->solids, sizeof(int)}};
    if (!memory_grow(&set->def.allocator, arrays, 2, (size_t)set->body_count, (size_t)capacity))
        return false;
    set->body_capacity = capacity;
    return true;
}

static bool reserve_pieces(wend_obstacles *set, int more)
{
    if (more <= set->piece_capacity - set->piece_count)
        return true;
    long long capacity = ((long long)set->piece_count + more) * 3 / 2 + 32;
    memory_array arrays[] = {{(void **)&set->pieces, sizeof(piece)},
                             {(void **)&set->homes, sizeof(piece_home)},
                             {(void **)&set->loose, sizeof(int)}};
    if (capacity > 1 << 29 || !memory_grow(&set->def.allocator, arrays, 3, (size_t)set->piece_count, (size_t)capacity))
        return false;
    set->piece_capacity = (int)capacity;
    return true;
}

/// A free slot that has as many pieces, taken off the list; or -1.
static int reuse_slot(wend_obstacles *set, int count)
{
    int *link = &set->first_free;
    for (int looked = 0; *link >= 0 && looked < 64; looked++)
    {
        int slot = *link;
        if (set->bodies[slot].count == count)
        {
            *link = set->bodies[slot].next_free;
            return slot;
        }
        link = &set->bodies[slot].next_free;
    }
    return -1;
}

/// A slot with room for that many pieces; -1 where memory is short.
static int take_slot(wend_obstacles *set, int count)
{
    int slot = reuse_slot(set, count);
    if (slot >= 0 || !reserve_bodies(set) || !reserve_pieces(set, count))
        return slot;
    slot = set->body_count++;
    set->bodies[slot] = (body){0};
    set->bodies[slot].first = set->piece_count;
    set->bodies[slot].count = count;
    set->piece_count += count;
    for (int i = 0; i < count; i++)
        set->pieces[set->bodies[slot].first + i].body = slot;
    return slot;
}

static void give_slot(wend_obstacles *set, int slot)
{
    body *b = &set->bodies[slot];
    b->id = 0;
    b->next_free = set->first_free;
    set->first_free = slot;
    set->live_pieces -= b->count;
}

/// Which side of its triangles is out: the sign of the volume that they enclose.
static float side_of(const wend_obstacles *set, const body *b)
{
    double volume = 0.0;
    for (int i = b->first; i < b->first + b->count; i++)
    {
        real_vec origin = real_of(set->homes[b->first].a), p = real_sub(real_of(set->homes[i].a), origin);
        real_vec u = real_sub(real_of(set->homes[i].b), origin), v = real_sub(real_of(set->homes[i].c), origin);
        volume += p.x * (u.y * v.z - u.z * v.y) + p.y * (u.z * v.x - u.x * v.z) + p.z * (u.x * v.y - u.y * v.x);
    }
    return volume < 0.0 ? -1.0f : 1.0f;
}

/// Lets the pieces know whether the body has a velocity.
static void set_moving(wend_obstacles *set, const body *b)
{
    bool is_moving = !wend_equal(b->shape.velocity, wend_xyz(0.0f, 0.0f, 0.0f));
    for (int i = b->first; i < b->first + b->count; i++)
        set->pieces[i].is_moving = is_moving;
}

static void fill_body(wend_obstacles *set, body *b, const wend_shape *shape)
{
    int first = b->first, slot = (int)(b - set->bodies);
    shape_cut(shape, set->def.is_spatial, set->pieces + first, set->homes + first);
    b->shape = *shape;
    b->shape.points = NULL;
    b->shape.triangles = NULL;
    bool has_closed = shape->kind == WEND_SHAPE_POLYGON || shape->kind == WEND_SHAPE_MESH;
    b->is_solid = shape->kind == WEND_SHAPE_BOX || (has_closed && shape->is_closed);
    b->out = set->def.is_spatial ? side_of(set, b) : 1.0f;
    for (int i = first; i < first + b->count; i++)
    {
        piece *p = &set->pieces[i];
        p->body = slot;
        p->id = b->id;
        p->layers = shape->layers;
        p->is_sensor = shape->is_sensor;
        p->is_solid = b->is_solid;
    }
    set_moving(set, b);
    body_place(set, b);
}

wend_obstacle_id wend_obstacles_add(wend_obstacles *set, const wend_shape *shape)
{
    const wend_obstacle_id none = {0};
    if (!set)
        return none;
    if (!shape)
    {
        error_set(&set->error, WEND_ERROR_NULL, "a shape is null");
        return none;
    }
    if (shape_check(&set->error, shape, set->def.is_spatial) != WEND_OK)
        return none;
    if (set->first_free < 0 && set->body_count > (int)SLOT_MASK)
    {
        error_set(&set->error, WEND_ERROR_FULL, "a set holds at most %d obstacles", (int)SLOT_MASK + 1);
        return none;
    }
    int slot = take_slot(set, shape_cut(shape, set->def.is_spatial, NULL, NULL));
    if (slot < 0)
    {
        error_set(&set->error, WEND_ERROR_MEMORY, "no memory for another obstacle");
        return none;
    }
    body *b = &set->bodies[slot];
    b->id = (set->serial + 1) << SLOT_BITS | (uint64_t)slot;
    fill_body(set, b, shape);
    set->live_pieces += b->count;
    bool is_rebuilt = set->live_pieces >= set->rebuild_at && cells_rebuild(set);
    if (!is_rebuilt && !cells_room(set, b))
    {
        give_slot(set, slot);
        error_set(&set->error, WEND_ERROR_MEMORY, "no memory for another obstacle");
        return none;
    }
    if (!is_rebuilt)
        cells_put(set, b);
    set->serial++;
    set->alive++;
    return (wend_obstacle_id){b->id};
}

// ---- changing ------------------------------------------------------------------------------------------------------

wend_status wend_obstacles_remove(wend_obstacles *set, wend_obstacle_id id)
{
    if (!set)
        return WEND_ERROR_NULL;
    body *b = find(set, id);
    if (!b)
        return unknown(set, id);
    cells_take(set, b);
    give_slot(set, (int)(b - set->bodies));
    set->alive--;
    return WEND_OK;
}

static void stand(wend_obstacles *set, body *b, wend_vec position, float angle)
{
    b->shape.position = position;
    b->shape.angle = angle;
    body_place(set, b);
}

wend_status wend_obstacles_move(wend_obstacles *set, wend_obstacle_id id, wend_vec position, float angle)
{
    if (!set)
        return WEND_ERROR_NULL;
    body *b = find(set, id);
    if (!b)
        return unknown(set, id);
    wend_status status = check_finite(&set->error, "position", position.x, position.y, position.z);
    if (status == WEND_OK)
        status = check_range(&set->error, "angle", angle, -FLT_MAX, FLT_MAX, "finite");
    if (status != WEND_OK)
        return status;
    wend_vec old_position = b->shape.position;
    float old_angle = b->shape.angle;
    cells_take(set, b);
    stand(set, b, position, angle);
    if (!cells_room(set, b))
    {
        // Where it stood there is still room.
        stand(set, b, old_position, old_angle);
        status = error_set(&set->error, WEND_ERROR_MEMORY, "no memory to move an obstacle");
    }
    cells_put(set, b);
    return status;
}

wend_status wend_obstacles_set_velocity(wend_obstacles *set, wend_obstacle_id id, wend_vec velocity)
{
    if (!set)
        return WEND_ERROR_NULL;
    body *b = find(set, id);
    if (!b)
        return unknown(set, id);
    wend_status status = check_finite(&set->error, "velocity", velocity.x, velocity.y, velocity.z);
    if (status != WEND_OK)
        return status;
    b->shape.velocity = velocity;
    set_moving(set, b);
    return WEND_OK;
}

wend_status wend_obstacles_get(const wend_obstacles *set, wend_obstacle_id id, wend_shape *shape)
{
    if (!set || !shape)
        return WEND_ERROR_NULL;
    const body *b = find(set, id);
    if (!b)
        return WEND_ERROR_ID;
    *shape = b->shape;
    shape->count = shape->triangle_count = 0;
    return WEND_OK;
}
