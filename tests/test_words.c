// Names and texts: every one there is, what isn't one, and the sentences that are made of them. Goals that are refused, in words.
#include "testing_world.h"

#include "wend/wend.h"

#include <ctype.h>

// ---- names

#define NAME_OF(name, text) #name,
#define TEXT_OF(name, text) text,

static void t_every_status_has_its_name_and_its_text(void **state)
{
    (void)state;
    static const char *const names[] = {WEND_STATUS_LIST(NAME_OF)}, *const texts[] = {WEND_STATUS_LIST(TEXT_OF)};
    assert_int_equal(COUNT_OF(names), WEND_ERROR_BLOCK + 1);
    for (int i = 0; i < COUNT_OF(names); i++)
    {
        assert_string_equal(wend_status_name((wend_status)i), names[i]);
        assert_string_equal(wend_status_text((wend_status)i), texts[i]);
    }
    assert_string_equal(names[WEND_ERROR_BUSY], "WEND_ERROR_BUSY");
    const int odd[] = {-1, COUNT_OF(names), 1000};
    for (int i = 0; i < COUNT_OF(odd); i++)
    {
        assert_string_equal(wend_status_name((wend_status)odd[i]), "unknown status");
        assert_string_equal(wend_status_text((wend_status)odd[i]), "unknown status");
    }
}

static const char *way_name(int i)
{
    return wend_way_name((wend_way)i);
}

static const char *wish_name(int i)
{
    return wend_wish_name((wend_wish_kind)i);
}

static const char *goal_name(int i)
{
    return wend_goal_name((wend_goal_kind)i);
}

static const char *plan_name(int i)
{
    return wend_plan_state_name((wend_plan_state)i);
}

static const char *event_name(int i)
{
    return wend_event_name((wend_event_kind)i);
}

static const char *warning_name(int i)
{
    return wend_warning_name((wend_warning_kind)i);
}

// Each kind of a thing has a name of its own; what is none is "unknown".
static void t_every_kind_has_a_name_of_its_own(void **state)
{
    (void)state;
    const struct
    {
        const char *(*name)(int);
        int count;
    } rows[] = {{way_name, WEND_WAY_OUT_OF_BUDGET + 1}, {wish_name, WEND_WISH_KIND_COUNT},
                {goal_name, WEND_GOAL_KIND_COUNT},      {plan_name, WEND_PLAN_STATE_COUNT},
                {event_name, WEND_EVENT_KIND_COUNT},    {warning_name, WEND_WARNING_COUNT}};
    for (int r = 0; r < COUNT_OF(rows); r++)
    {
        for (int i = 0; i < rows[r].count; i++)
        {
            assert_true(isalpha((unsigned char)rows[r].name(i)[0]));
            assert_string_not_equal(rows[r].name(i), "unknown");
            for (int k = 0; k < i; k++)
                assert_string_not_equal(rows[r].name(i), rows[r].name(k));
        }
        assert_string_equal(rows[r].name(rows[r].count), "unknown");
        assert_string_equal(rows[r].name(-1), "unknown");
    }
}

// ---- reasons in words

static const char *text_of(const wend_reason *reason)
{
    static char text[2000];
    int length = wend_explain_text(reason, text, (int)sizeof text);
    assert_int_equal(length, strlen(text));
    return text;
}

#define SAYS(text, words)                                                                                              \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!strstr(text, words))                                                                                      \
            fail_msg("\"%s\" isn't in:\n%s", words, text);                                                             \
    } while (0)

static void t_what_a_reason_says(void **state)
{
    (void)state;
    wend_reason reason = {.agent = {7}, .neighbours = 3};
    const char *text = text_of(&reason);
    SAYS(text, "agent 7 at 0.000 s: at (0, 0, 0), moving (0, 0, 0), sees 3\n");
    assert_null(strstr(text, "plan"));
    assert_null(strstr(text, "ring"));
    assert_null(strstr(text, "cut by"));
    reason.is_crowded = reason.is_kept = true;
    SAYS(text_of(&reason), "sees 3 (more than it can look at)\n  keeps its last wish\n");
    reason.plan.state = WEND_PLAN_MOVING;
    SAYS(text_of(&reason), "  plan: moving\n");
    reason.plan.points = 4, reason.plan.left = 12.5f;
    reason.plan.is_short = reason.plan.is_waiting = true;
    SAYS(text_of(&reason), "  plan: moving, 12.5 along 4 points, not as far as the goal, waits for an answer\n");
    reason.has_choice = true;
    reason.choice = (wend_choice_result){.status = WEND_CHOICE_OK,
                                         .slot = 5,
                                         .candidates = 0x8000000000000021u, // three bits
                                         .masked_by_hard = 0xf0,
                                         .masked_by_soft = 1,
                                         .speed = 2};
    SAYS(text_of(&reason), "  ring: slot 5 of 3 candidates, 4 masked by hard danger, 1 by soft, speed 2\n");
    reason.choice.status = WEND_CHOICE_BLOCKED;
    SAYS(text_of(&reason), "  ring: all is blocked, 4 masked");
    reason.choice.status = WEND_CHOICE_NOTHING;
    SAYS(text_of(&reason), "  ring: nothing is wanted, 4 masked");
    reason.cut_by = WEND_CUT_BY_TURN | WEND_CUT_BY_SPEED | WEND_CUT_BY_CLIMB;
    SAYS(text_of(&reason), "; cut by top speed, turn rate, climb angle\n");
    char untouched[8] = "before";
    assert_int_equal(wend_explain_text(NULL, untouched, sizeof untouched), 0);
    assert_string_equal(untouched, "");
}

static void t_what_can_not_be_explained(void **state)
{
    (void)state;
    fixture f = two();
    wend_ring ring;
    wend_choice_result choice;
    wend_orca_result orca;
    wend_hit hits[4];
    wend_agent_id nobody = {99};
    assert_int_equal(wend_explain_hits(NULL, f.a, hits, 4), 0);
    assert_int_equal(wend_explain_hits(f.world, nobody, hits, 4), 0);
    assert_int_equal(wend_explain_hits(f.world, f.a, hits, 4), 0); // it senses nothing
    assert_int_equal(wend_explain_ring(NULL, f.a, &ring, &choice), WEND_ERROR_NULL);
    assert_int_equal(wend_explain_ring(f.world, f.a, NULL, &choice), WEND_ERROR_NULL);
    assert_int_equal(wend_explain_ring(f.world, f.a, &ring, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_explain_ring(f.world, nobody, &ring, &choice), WEND_ERROR_ID);
    assert_int_equal(wend_explain_ring(f.world, f.a, &ring, &choice), WEND_ERROR_ID); // not watched
    assert_int_equal(wend_explain_orca(NULL, f.a, &orca, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_explain_orca(f.world, f.a, NULL, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_explain_orca(f.world, nobody, &orca, NULL), WEND_ERROR_ID);
    wend_watch(f.world, f.a, true);
    wend_recipe recipe = wend_default_recipe();
    recipe.dodge = WEND_DODGE_ORCA;
    assert_int_equal(wend_world_set_recipe(f.world, f.a, &recipe), WEND_OK);
    assert_int_equal(wend_explain_orca(f.world, f.a, &orca, NULL), WEND_ERROR_ID); // it hasn't thought since
    step(f.world, 0.1);
    assert_int_equal(wend_explain_orca(f.world, f.a, &orca, NULL), WEND_OK);
    assert_int_equal(wend_explain_ring(f.world, f.a, &ring, &choice), WEND_ERROR_ID); // it has no ring
    wend_world_destroy(f.world);
}

// Of a traveller the reason has its plan, as it was when it thought.
static void t_a_reason_has_the_plan(void **state)
{
    (void)state;
    wend_grid_def map = wend_default_grid_def();
    wend_grid *grid = wend_grid_create_text(&map, "......\n..##..\n..##..\n......\n", NULL);
    wend_world_def def = wend_default_world_def();
    def.grid = grid;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 0.5f, 1.5f);
    give(world, id, wend_goal_travel(v2(5.5f, 2.5f)));
    wend_watch(world, id, true);
    step(world, 0.1);
    wend_reason reason;
    assert_int_equal(wend_explain(world, id, &reason), WEND_OK);
    assert_int_equal(reason.plan.state, WEND_PLAN_PLANNING);
    wend_plan plan;
    assert_int_equal(wend_world_plan(world, id, &plan), WEND_OK);
    step(world, 0.1);
    assert_int_equal(wend_explain(world, id, &reason), WEND_OK);
    assert_int_equal(reason.plan.state, WEND_PLAN_MOVING);
    assert_int_equal(reason.plan.points, plan.points);
    assert_true(reason.plan.points >= 2);
    assert_close(reason.plan.left, plan.left, 0);
    assert_true(reason.plan.left > 5); // as the crow flies it is 5.1
    wend_world_destroy(world);
    wend_grid_destroy(grid);
}

// More is felt than there is room for: the first ones come, and the number of all.
static void t_hits_are_counted_beyond_the_room(void **state)
{
    (void)state;
    wend_obstacles_def walls = wend_default_obstacles_def();
    wend_obstacles *set = wend_obstacles_create(&walls, NULL);
    wend_shape pillar = wend_default_shape(WEND_SHAPE_CIRCLE);
    pillar.radius = 0.5f;
    for (int i = 0; i < 8; i++)
    {
        pillar.position = v2(3 * (float)cos(i * PI / 4), 3 * (float)sin(i * PI / 4));
        assert_true(wend_obstacles_add(set, &pillar).value != 0);
    }
    wend_world_def def = wend_default_world_def();
    def.caster = wend_obstacles_caster(set);
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 0, 0);
    wend_recipe recipe = wend_default_recipe();
    recipe.sense.kind = WEND_SENSE_RING;
    recipe.combiner = WEND_COMBINE_CONTEXT;
    recipe.context.slots = recipe.context.rays = 8;
    recipe.context.range = 5;
    assert_int_equal(wend_world_set_recipe(world, id, &recipe), WEND_OK);
    give(world, id, wend_goal_seek(v2(9, 0)));
    think(world, 0.1);
    wend_hit hits[16], few[3] = {{.body = 0}};
    int all = wend_explain_hits(world, id, hits, 16);
    assert_int_equal(all, 8);
    assert_int_equal(wend_explain_hits(world, id, few, 2), all);
    assert_memory_equal(few, hits, 2 * sizeof *few);
    assert_int_equal(few[2].body, 0);
    assert_int_equal(wend_explain_hits(world, id, NULL, 0), all);
    wend_world_destroy(world);
    wend_obstacles_destroy(set);
}

// ---- warnings in words

static void t_what_a_warning_says(void **state)
{
    (void)state;
    char text[300], piece[8];
    wend_warning w = {.agent = {3}, .agents = 1, .field = "agent.radius", .value = 2, .fits = 0.5, .is_most = true};
    int length = wend_warning_text(&w, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_true(strncmp(text, "agent 3: agent.radius is 2, at most 0.5 would do: ", 50) == 0);
    w.is_most = false, w.agents = 4;
    wend_warning_text(&w, text, sizeof text);
    assert_true(strncmp(text, "agent 3 and 3 more: agent.radius is 2, at least 0.5 would do: ", 62) == 0);
    w.is_plain = true, w.field = NULL, w.kind = WEND_WARNING_COUNT;
    length = wend_warning_text(&w, text, sizeof text);
    assert_string_equal(text, "agent 3 and 3 more: : unknown");
    assert_int_equal(wend_warning_text(&w, piece, sizeof piece), length);
    assert_string_equal(piece, "agent 3");
    assert_int_equal(wend_warning_text(&w, NULL, 0), length);
    assert_int_equal(wend_warning_text(&w, NULL, 5), 0);
    assert_int_equal(wend_warning_text(NULL, text, sizeof text), 0);
    assert_int_equal(wend_check(NULL, 0.1, &w, 1), 0);
}

/// Is a traveller, or a seeker, on a map without a caster told that it walks through walls?
static bool is_told_of_walls(bool has_map, bool travels)
{
    wend_grid_def map = wend_default_grid_def();
    wend_grid *grid = wend_grid_create_text(&map, "....\n....\n", NULL);
    wend_world_def def = wend_default_world_def();
    def.grid = has_map ? grid : NULL;
    wend_world *world = wend_world_create(&def, NULL);
    wend_agent_id id = spawn(world, 0.5f, 0.5f);
    give(world, id, travels ? wend_goal_travel(v2(3.5f, 1.5f)) : wend_goal_seek(v2(3.5f, 1.5f)));
    wend_warning list[16];
    int count = wend_check(world, 1.0 / 60, list, 16);
    bool is_told = false;
    for (int i = 0; i < count && i < 16; i++)
        is_told |= list[i].kind == WEND_WARN_NO_WALLS;
    wend_world_destroy(world);
    wend_grid_destroy(grid);
    return is_told;
}

static void t_only_travellers_on_a_map_are_warned_of_walls(void **state)
{
    (void)state;
    assert_true(is_told_of_walls(true, true));
    assert_false(is_told_of_walls(true, false));
    assert_false(is_told_of_walls(false, false));
}

// ---- goals that are refused

static wend_goal goal_with(wend_goal_kind kind)
{
    wend_goal goal = wend_goal_of(kind);
    goal.target.value = 1;
    return goal;
}

static void refuse(const wend_goal *goal, wend_status status, const char *text)
{
    wend_error error = {0};
    assert_string_equal(wend_status_name(wend_goal_check(goal, &error)), wend_status_name(status));
    SAYS(error.text, text);
}

static void t_goals_are_refused_by_field(void **state)
{
    (void)state;
    refuse(NULL, WEND_ERROR_NULL, "a goal is null");
    wend_goal goal = goal_with((wend_goal_kind)-1);
    refuse(&goal, WEND_ERROR_VALUE, "goal kind is -1");
    goal = goal_with(WEND_GOAL_INTERPOSE);
    refuse(&goal, WEND_ERROR_ID, "goal interpose has no other agent");
    goal.other.value = 2;
    assert_int_equal(wend_goal_check(&goal, NULL), WEND_OK);
    goal.target.value = 0;
    refuse(&goal, WEND_ERROR_ID, "goal interpose has no target");
    goal = goal_with(WEND_GOAL_KEEP_RANGE);
    goal.radius = 3, goal.outer = 2.5f;
    refuse(&goal, WEND_ERROR_VALUE, "goal outer is 2.5, must be at least the radius, 3");
    goal.outer = 3;
    assert_int_equal(wend_goal_check(&goal, NULL), WEND_OK);
    const wend_goal_kind round[] = {WEND_GOAL_ORBIT, WEND_GOAL_KEEP_IN_CIRCLE};
    for (int i = 0; i < COUNT_OF(round); i++)
    {
        goal = goal_with(round[i]);
        goal.radius = 0;
        refuse(&goal, WEND_ERROR_VALUE, "goal radius is 0, must be > 0 for");
        goal.radius = 1;
        assert_int_equal(wend_goal_check(&goal, NULL), WEND_OK);
    }
    goal = goal_with(WEND_GOAL_KEEP_IN_BOX);
    for (int axis = 0; axis < 3; axis++)
    {
        goal.point = wend_xyz(-1, -1, -1), goal.high = wend_xyz(1, 1, 1);
        assert_int_equal(wend_goal_check(&goal, NULL), WEND_OK);
        *(axis == 0 ? &goal.point.x : axis == 1 ? &goal.point.y : &goal.point.z) = 2;
        refuse(&goal, WEND_ERROR_VALUE, "goal point is not below goal high");
    }
    goal = goal_with(WEND_GOAL_FOLLOW_FIELD);
    refuse(&goal, WEND_ERROR_NULL, "goal field is null");
    goal = goal_with(WEND_GOAL_PURSUE);
    goal.prediction.divisor = (wend_divisor)9;
    refuse(&goal, WEND_ERROR_VALUE, "goal prediction divisor is 9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_every_status_has_its_name_and_its_text),
        cmocka_unit_test(t_every_kind_has_a_name_of_its_own),
        cmocka_unit_test(t_what_a_reason_says),
        cmocka_unit_test(t_what_can_not_be_explained),
        cmocka_unit_test(t_a_reason_has_the_plan),
        cmocka_unit_test(t_hits_are_counted_beyond_the_room),
        cmocka_unit_test(t_what_a_warning_says),
        cmocka_unit_test(t_only_travellers_on_a_map_are_warned_of_walls),
        cmocka_unit_test(t_goals_are_refused_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
