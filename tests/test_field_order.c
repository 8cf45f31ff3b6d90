// FIELD-CASES that no other file has: the same whatever the order (DET), and across the edge (TOR).
#include "testing_world.h"

/// The cases' agent has radius 0.5.
static wend_agent_id add_wide(wend_world *world, wend_agent agent, uint32_t group)
{
    agent.radius = 0.5f;
    return add_to(world, agent, group);
}

// ---- the same whatever the order

/// The next of all orders of five: Heap's algorithm, one swap at a time. False after the last one.
static bool next_order(int order[5], int counters[5], int *depth)
{
    while (*depth < 5)
    {
        if (counters[*depth] < *depth)
        {
            int other = *depth % 2 ? counters[*depth] : 0, kept = order[other];
            order[other] = order[*depth];
            order[*depth] = kept;
            counters[*depth]++;
            *depth = 1;
            return true;
        }
        counters[(*depth)++] = 0;
    }
    return false;
}

// Five at distance 5, reported in all 120 orders, and put on the five places in all 120 ways: always the lowest id.
static void t_DET_03_five_at_one_distance(void **state)
{
    (void)state;
    const wend_vec places[] = {{5, 0, 0}, {-3, 4, 0}, {0, -5, 0}, {4, -3, 0}, {-5, 0, 0}};
    wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
    wend_agent_id ids[5], out[5];
    for (int i = 0; i < 5; i++)
        ids[i] = add_wide(world, agent_at(50, 50), 0);
    for (int does_swap_places = 0; does_swap_places < 2; does_swap_places++)
    {
        int order[5] = {0, 1, 2, 3, 4}, counters[5] = {0}, depth = 1, orders = 0;
        do
        {
            for (int i = 0; i < 5; i++)
            {
                int who = order[i], where = does_swap_places ? i : who;
                assert_int_equal(wend_world_report(world, ids[who], places[where], v2(0, 0)), WEND_OK);
            }
            assert_int_equal(wend_world_nearest(world, v2(0, 0), 10, NULL, out, 1), 1);
            assert_true(wend_same_agent(out[0], ids[0]));
            assert_int_equal(wend_world_nearest(world, v2(0, 0), 10, NULL, out, 5), 5);
            assert_memory_equal(out, ids, sizeof ids);
            orders++;
        } while (next_order(order, counters, &depth));
        assert_int_equal(orders, 120);
    }
    wend_world_destroy(world);
}

// 50 of a flock, the same ids, told in another order every time: the same bits. (An id is given by the order in which
// agents are made, so that order can't be shuffled; but others may have come and gone in between.)
static void t_DET_05_shuffled_reports(void **state)
{
    (void)state;
    wend_vec first[50];
    for (int round = 0; round < 20; round++)
    {
        wend_world *world = make_edged(WEND_EDGE_NONE, 0, 100);
        wend_agent_id ids[50], shuffled[50];
        wend_vec positions[50], velocities[50];
        uint64_t random = 5, order = (uint64_t)round + 1;
        for (int i = 0; i < 50; i++)
            ids[i] = shuffled[i] = add_wide(world, agent_at(0, 0), 1);
        for (int i = 49; i > 0; i--)
        {
            int k = (int)(draw(&order) >> 33) % (i + 1);
            wend_agent_id kept = shuffled[i];
            shuffled[i] = shuffled[k];
            shuffled[k] = kept;
        }
        for (int i = 0; i < 50; i++)
        {
            wend_vec p = draw_in_box(&random, 6, false), v = draw_in_box(&random, 2, false);
            for (int k = 0; k < 50; k++)
                if (wend_same_agent(shuffled[k], ids[i]))
                    positions[k] = p, velocities[k] = v;
        }
        wend_motion_reports reports = {shuffled, 50, positions, sizeof *positions, velocities, sizeof *velocities};
        assert_int_equal(wend_world_report_many(world, &reports), WEND_OK);
        assert_int_equal(wend_world_think(world, 0.1), WEND_OK);
        for (int i = 0; i < 50; i++)
        {
            wend_vec v = wend_world_velocity(world, ids[i]);
            first[i] = round == 0 ? v : first[i];
            assert_same(v, first[i]);
        }
        wend_world_destroy(world);
    }
    assert_false(wend_equal(first[0], first[1])); // there is something to compare
}

// ---- across the edge

// Wandering, looking ahead and asking who is near at x = 99.9: the same as 50 to the left of it, but for the last bits.
static void t_TOR_04_all_of_it_wraps(void **state)
{
    (void)state;
    wend_world *worlds[2];
    wend_agent_id wanderer[2], target[2], hunter[2], threatened[2];
    for (int i = 0; i < 2; i++)
    {
        float x = i ? 49.9f : 99.9f, beyond = i ? 52.0f : 2.0f;
        worlds[i] = make_edged(WEND_EDGE_WRAP, 0, 100);
        wanderer[i] = add_wide(worlds[i], mover(x, 50, 4, 0), 0);
        target[i] = add_wide(worlds[i], mover(beyond, 20, 0, 4), 0);
        hunter[i] = add_wide(worlds[i], agent_at(x, 20), 0);
        threatened[i] = add_wide(worlds[i], agent_at(x - 2, 20), 0);
        give(worlds[i], wanderer[i], wend_goal_wander());
        give(worlds[i], target[i], wend_goal_cruise(4));
        give(worlds[i], hunter[i], wend_goal_pursue(target[i]));
        give(worlds[i], threatened[i], wend_goal_evade(target[i], 10));
        wend_agent_id out[4];
        wend_filter filter = {.ignore = hunter[i]};
        wend_vec from = at(worlds[i], hunter[i]);
        assert_int_equal(wend_world_within(worlds[i], from, 2.2f, &filter, out, 4), 2);
        assert_int_equal(wend_world_within(worlds[i], from, 2.05f, &filter, out, 4), 1);
        assert_true(wend_same_agent(out[0], threatened[i])); // 2 behind; the target is 2.1 ahead, across the edge
        assert_int_equal(wend_world_nearest(worlds[i], from, 10, &filter, out, 2), 2);
        assert_true(wend_same_agent(out[0], threatened[i]) && wend_same_agent(out[1], target[i]));
    }
    bool has_crossed = false;
    for (int k = 0; k < 300; k++)
    {
        const wend_agent_id *all[] = {wanderer, target, hunter, threatened};
        for (int i = 0; i < 2; i++)
            step(worlds[i], 1 / 60.0);
        for (int i = 0; i < COUNT_OF(all); i++)
        {
            wend_vec p = at(worlds[0], all[i][0]), q = at(worlds[1], all[i][1]);
            wend_vec v = wend_world_velocity(worlds[0], all[i][0]);
            assert_true(p.x >= 0 && p.x <= 100 && p.y >= 0 && p.y <= 100);
            assert_close(remainder((double)p.x - (double)q.x - 50, 100), 0, 0.01);
            assert_close(remainder((double)p.y - (double)q.y, 100), 0, 0.01);
            q = wend_world_velocity(worlds[1], all[i][1]);
            assert_vec(v, q.x, q.y, 0, 0.01);
        }
        has_crossed = has_crossed || at(worlds[0], wanderer[0]).x < 50;
    }
    assert_true(has_crossed);
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_DET_03_five_at_one_distance),
        cmocka_unit_test(t_DET_05_shuffled_reports),
        cmocka_unit_test(t_TOR_04_all_of_it_wraps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
