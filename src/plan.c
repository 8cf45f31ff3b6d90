#include "wend/plan.h"

wend_plan_def wend_default_plan_def(void)
{
    wend_plan_def def = {0};
    def.diagonal = WEND_DIAGONAL_NONE;
    def.mask = WEND_MESH_ALL;
    def.seconds = 0.5f;
    return def;
}

const char *wend_plan_state_name(wend_plan_state state)
{
    static const char *const names[WEND_PLAN_STATE_COUNT] = {
        "idle",          "planning",     "moving",       "arrived",       "unreachable", "goal blocked",
        "start blocked", "goal off map", "goal unknown", "agent off map", "too large"};
    return (unsigned)state < WEND_PLAN_STATE_COUNT ? names[state] : "unknown";
}
