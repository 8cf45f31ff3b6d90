// A layer: any number of states at once, each to a degree.
#include "decides.h"

static float within_degrees(float degree)
{
    return !(degree > 0.0f) ? 0.0f : degree < 100.0f ? degree : 100.0f;
}

/// What it should be now, but not lower than where it has faded to.
static void find_degree(const wend_activation *row, wend_layer *layer, int i, const void *user)
{
    float wanted = row->degree ? within_degrees(row->degree(user)) : 0.0f;
    float faded = 0.0f;
    if (row->fade && layer->top[i] > wanted)
        faded =
            within_degrees(layer->top[i] * wend_curve_at(row->fade, (float)(layer->seconds - layer->held[i])) / 100);
    if (!(faded > wanted))
    {
        layer->top[i] = wanted;
        layer->held[i] = layer->seconds;
    }
    layer->degree[i] = faded > wanted ? faded : wanted;
}

static bool should_be_active(const wend_activation *row, const wend_layer *layer, int i, bool is_active)
{
    float degree = layer->degree[i];
    if (!is_active)
        return degree > 0.0f && degree >= row->enter;
    bool is_kept = layer->seconds - layer->entered[i] < (double)row->dwell;
    return is_kept || (degree > 0.0f && degree >= row->exit);
}

uint32_t wend_layer_step(const wend_layer_def *def, wend_layer *layer, double seconds, void *user)
{
    if (!def || !layer)
        return 0;
    layer->seconds += seconds;
    uint32_t wanted = 0;
    for (int i = 0; i < def->count; i++)
    {
        find_degree(&def->rows[i], layer, i, user);
        bool is_active = (layer->active >> i & 1) != 0;
        wanted |= (uint32_t)should_be_active(&def->rows[i], layer, i, is_active) << i;
    }
    uint32_t left = layer->active & ~wanted, entered = wanted & ~layer->active;
    for (int i = 0; i < def->count && left != 0; i++)
        if (left >> i & 1)
        {
            state_act(def->rows[i].state.exit, user);
            layer->active &= ~((uint32_t)1 << i);
        }
    for (int i = 0; i < def->count && entered != 0; i++)
        if (entered >> i & 1)
        {
            layer->active |= (uint32_t)1 << i;
            layer->entered[i] = layer->seconds;
            state_act(def->rows[i].state.enter, user);
        }
    for (int i = 0; i < def->count; i++)
        if (wanted >> i & 1)
            state_update(&def->rows[i].state, seconds, user);
    return layer->active;
}

void wend_layer_raise(wend_layer *layer, int row, float degree)
{
    if (!layer)
        return;
    degree = within_degrees(degree);
    if (row < 0 || row >= WEND_DEGREES || !(degree > layer->degree[row]))
        return;
    layer->degree[row] = layer->top[row] = degree;
    layer->held[row] = layer->seconds;
}

void wend_layer_stop(const wend_layer_def *def, wend_layer *layer, void *user)
{
    if (!def || !layer)
        return;
    for (int i = 0; i < def->count; i++)
        if (layer->active >> i & 1)
        {
            state_act(def->rows[i].state.exit, user);
            layer->active &= ~((uint32_t)1 << i);
        }
}

static wend_status check_row(const wend_activation *row, int i, wend_error *error)
{
    if (!row->state.name)
        return error_set(error, WEND_ERROR_NULL, "activation %d has no name, must have one", i);
    const char *name = row->state.name;
    if (!(row->enter >= 0.0f && row->enter <= 100.0f))
        return error_set(error, WEND_ERROR_VALUE, "activation %.40s has enter %g, must be within 0..100", name,
                         (double)row->enter);
    if (!(row->exit >= 0.0f && row->exit <= row->enter))
        return error_set(error, WEND_ERROR_VALUE, "activation %.40s has exit %g, must be within 0..%g, its enter", name,
                         (double)row->exit, (double)row->enter);
    if (!(row->dwell >= 0.0f && row->dwell <= FLT_MAX))
        return error_set(error, WEND_ERROR_VALUE, "activation %.40s has dwell %g, must be >= 0 and finite", name,
                         (double)row->dwell);
    wend_error inner;
    if (row->fade && wend_curve_check(row->fade, &inner) != WEND_OK)
        return error_set(error, inner.status, "activation %.40s has a fade whose %.120s", name, inner.text);
    return WEND_OK;
}

wend_status wend_layer_check(const wend_layer_def *def, wend_error *error)
{
    if (!def || !def->rows)
        return error_set(error, WEND_ERROR_NULL, "the layer is null");
    if (def->count < 1 || def->count > WEND_DEGREES)
        return error_set(error, WEND_ERROR_VALUE, "layer count is %d, must be within 1..%d", def->count, WEND_DEGREES);
    wend_status status = WEND_OK;
    for (int i = 0; i < def->count && status == WEND_OK; i++)
        status = check_row(&def->rows[i], i, error);
    return status;
}
