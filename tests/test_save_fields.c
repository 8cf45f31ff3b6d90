// Nobody forgets to save a field: the structs behind src/saved.h have the sizes that they had when its lists were made.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "../src/flows.h"
#include "../src/saved.h"

typedef struct known_size
{
    const char *name;
    size_t size, known;
} known_size;

#define OF(type, known)                                                                                                \
    {                                                                                                                  \
#type, sizeof(type), known                                                                                     \
    }

static void t_no_struct_has_grown(void **state)
{
    (void)state;
    static const known_size sizes[] = {
        OF(wend_agent, 72),          OF(agent_rest, 304),      OF(agent_mind, 72),      OF(agent_extra, 568),
        OF(agent_motion, 24),        OF(wend_goal, 136),       OF(wend_recipe, 1840),   OF(agent_plan, 120),
        OF(plan_desk, 256),          OF(plan_group, 40),       OF(wend_grid_query, 64), OF(wend_mesh_query, 48),
        OF(wend_event, 40),          OF(wend_world_stats, 48), OF(wend_flow, 720),      OF(wend_world_def, 296),
        OF(struct wend_world, 3296),
    };
    if (sizeof(void *) != 8)
        skip(); // known for 64 bits
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++)
        if (sizes[i].size != sizes[i].known)
            fail_msg("%s has %zu bytes, had %zu: a new field that decides what happens next belongs into its list in "
                     "src/saved.h (of a recipe: src/recipes.h; of a definition: traits_of in src/save.c), then raise "
                     "SAVE_VERSION; then write the new size here",
                     sizes[i].name, sizes[i].size, sizes[i].known);
}

#define ADD(field) +sizeof(((struct_type *)NULL)->field)

// What the lists leave out is known by name: so an entry that gets lost is noticed as well.
static void t_lists_and_what_they_leave_out_make_the_whole(void **state)
{
    (void)state;
#define struct_type wend_agent
    assert_int_equal(SAVED_BODY(ADD) SAVED_ABILITIES(ADD) ADD(id), sizeof(wend_agent));
#undef struct_type
#define struct_type agent_mind
    assert_in_range(SAVED_MIND(ADD), sizeof(agent_mind) - 16, sizeof(agent_mind)); // gaps
#undef struct_type
#define struct_type wend_sighting
    assert_in_range(SAVED_SIGHTING(ADD), sizeof(wend_sighting) - 7, sizeof(wend_sighting));
#undef struct_type
#define struct_type wend_world_stats
    assert_in_range(SAVED_STATS(ADD), sizeof(wend_world_stats) - 8, sizeof(wend_world_stats));
#undef struct_type
#define struct_type agent_rest
    size_t apart = 0 ADD(goal) ADD(recipe) ADD(extra) ADD(plan) ADD(watched) ADD(queue_count) ADD(queue_first)
        ADD(queue_last) ADD(names_agents) ADD(has_time_limit);
    assert_in_range(apart SAVED_OWN(ADD) SAVED_REST(ADD) SAVED_KIND(ADD) SAVED_PILE(ADD), sizeof(agent_rest) - 16,
                    sizeof(agent_rest));
#undef struct_type
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_no_struct_has_grown),
        cmocka_unit_test(t_lists_and_what_they_leave_out_make_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
