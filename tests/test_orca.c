// Reciprocal avoidance as a plain function: the program against brute force, single agents and pairs. Rows of section 6
// of the facts about other libraries are numbers of an independent program with radius 0.5 and steps of 0.25 s.
#include "testing.h"

#include "wend/orca.h"

// ---- the program: compared with all points at which the best one can be

enum
{
    MOST = 12,
    TRIALS = 4000
};

typedef struct puzzle
{
    wend_half_space halves[MOST];
    int count;
    wend_velocity_ball balls[2];
    int ball_count;
    wend_vec wish;
    bool is_spatial;
} puzzle;

static wend_vec random_vec(wend_random *random, float size, bool is_spatial)
{
    float x = wend_random_between(random, -size, size), y = wend_random_between(random, -size, size);
    return wend_xyz(x, y, is_spatial ? wend_random_between(random, -size, size) : 0);
}

static puzzle random_puzzle(wend_random *random, bool is_spatial)
{
    puzzle p = {.is_spatial = is_spatial};
    p.count = (int)(wend_random_next(random) % (MOST + 1));
    for (int i = 0; i < p.count; i++)
    {
        p.halves[i].normal = wend_normalize(random_vec(random, 1, is_spatial));
        p.halves[i].point = wend_scale(p.halves[i].normal, wend_random_between(random, -1.5f, 0.6f));
    }
    p.ball_count = 1 + (int)(wend_random_next(random) % 2);
    p.balls[0] = (wend_velocity_ball){{0, 0, 0}, 1};
    p.balls[1] = (wend_velocity_ball){random_vec(random, 0.7f, is_spatial), wend_random_between(random, 0.2f, 1)};
    p.wish = wend_cut(random_vec(random, 1, is_spatial), 1);
    return p;
}

static double beyond(const wend_half_space *half, wend_vec v)
{
    return exact_dot(half->point, half->normal) - exact_dot(v, half->normal);
}

/// How far a velocity is beyond the worst of the halves first..count, or a ball.
static double worst_beyond(const puzzle *p, int first, wend_vec v)
{
    double worst = -1e9;
    for (int i = first; i < p->count; i++)
        worst = fmax(worst, beyond(&p->halves[i], v));
    return worst;
}

static double out_of_balls(const puzzle *p, wend_vec v)
{
    double worst = -1e9;
    for (int i = 0; i < p->ball_count; i++)
        worst = fmax(worst, exact_length(wend_sub(v, p->balls[i].centre)) - (double)p->balls[i].radius);
    return worst;
}

/// The best velocity of a lattice that gets finer and finer: the nearest to the wish that is allowed, or, if `is_least`,
/// that which is the least far beyond any half (both sets are convex, so the search doesn't lose its way).
static wend_vec search(const puzzle *p, bool is_least, double *score)
{
    wend_vec best = p->balls[p->ball_count - 1].centre, middle = best;
    double size = 1.0, least = 1e18;
    for (int round = 0; round < (p->is_spatial ? 34 : 40); round++, size *= 0.7)
    {
        const int n = p->is_spatial ? 5 : 9;
        for (int k = 0; k < n * n * (p->is_spatial ? n : 1); k++)
        {
            double at[3] = {(double)(k % n), (double)(k / n % n), (double)(k / n / n)};
            wend_vec v = {(float)((double)middle.x + size * (2 * at[0] / (n - 1) - 1)),
                          (float)((double)middle.y + size * (2 * at[1] / (n - 1) - 1)),
                          p->is_spatial ? (float)((double)middle.z + size * (2 * at[2] / (n - 1) - 1)) : 0};
            double out = fmax(out_of_balls(p, v), 0), over = fmax(worst_beyond(p, 0, v), 0);
            double value = is_least ? 100 * out + over : 100 * fmax(out, over) + exact_length(wend_sub(v, p->wish));
            if (value < least)
                least = value, best = v;
        }
        middle = best;
    }
    *score = least;
    return best;
}

static void check_puzzle(const puzzle *p)
{
    bool is_forced;
    wend_vec v = wend_permitted(p->halves, p->count, 0, p->balls, p->ball_count, p->wish, p->is_spatial, &is_forced);
    assert_true(is_finite(v));
    assert_true(out_of_balls(p, v) < 1e-5);
    double score, over = fmax(worst_beyond(p, 0, v), 0);
    if (!is_forced)
    {
        assert_true(over < 1e-5);
        search(p, false, &score);
        // The search may stop early in a corner, but never finds anything better.
        assert_true(exact_length(wend_sub(v, p->wish)) <= score + 1e-3);
        return;
    }
    search(p, true, &score);
    assert_true(over > 0);
    assert_true(over <= score + 1e-3);
}

static void t_the_program_is_as_good_as_a_search(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(5, 1);
    for (int i = 0; i < TRIALS; i++)
    {
        puzzle p = random_puzzle(&random, i % 4 == 3);
        wend_vec to = wend_sub(p.balls[1].centre, p.balls[0].centre);
        if (p.ball_count == 2 && exact_length(to) > 0.95 * (1.0 + (double)p.balls[1].radius))
            continue; // hardly anything in both
        check_puzzle(&p);
    }
}

static void t_hard_halves_are_kept_before_others(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(6, 1);
    int forced = 0;
    for (int i = 0; i < TRIALS; i++)
    {
        puzzle p = random_puzzle(&random, i % 4 == 3);
        p.ball_count = 1;
        int hard = p.count < 3 ? p.count : 3;
        bool is_forced, is_hard_forced;
        wend_permitted(p.halves, hard, 0, p.balls, 1, p.wish, p.is_spatial, &is_hard_forced);
        wend_vec v = wend_permitted(p.halves, p.count, hard, p.balls, 1, p.wish, p.is_spatial, &is_forced);
        forced += is_forced && !is_hard_forced;
        for (int k = 0; k < hard && !is_hard_forced; k++)
            assert_true(beyond(&p.halves[k], v) < 1e-5);
    }
    assert_true(forced > 100);
}

static void t_parallel_halves_are_given_up_alike(void **state)
{
    (void)state;
    // x >= 0.5 and x <= -0.1: the middle, wherever the wish.
    const wend_half_space halves[] = {{{0.5f, 0, 0}, {1, 0, 0}, 1, false}, {{-0.1f, 0, 0}, {-1, 0, 0}, 2, false}};
    const wend_velocity_ball ball = {{0, 0, 0}, 1};
    bool is_forced;
    wend_vec v = wend_permitted(halves, 2, 0, &ball, 1, v2(1, 0), false, &is_forced);
    assert_true(is_forced);
    check_close((double)v.x, 0.2, 1e-6, "x", __FILE__, __LINE__);
}

// ---- alone, and in pairs

static wend_agent walker(float x, float y, float vx, float vy)
{
    wend_agent agent = wend_default_agent();
    agent.position = v2(x, y), agent.velocity = v2(vx, vy);
    agent.radius = 0.5f, agent.max_speed = 1.5f;
    agent.response_time = 0;
    agent.max_acceleration = 1e6f;
    return agent;
}

static wend_orca_def plain_def(float seconds)
{
    wend_orca_def def = wend_default_orca_def();
    def.seconds = seconds, def.gap = 0, def.patience = 0;
    return def;
}

/// Agents 1, 2, ... with their wishes make a step of 0.25 s.
static void step(wend_agent *agents, const wend_vec *wishes, int count, const wend_orca_def *def, const float *shares)
{
    wend_vec next[4];
    for (int i = 0; i < count; i++)
    {
        wend_neighbour others[4];
        float share[4];
        int found = 0;
        agents[i].id.value = (uint64_t)i + 1;
        for (int j = 0; j < count; j++)
        {
            if (j == i)
                continue;
            share[found] = shares ? shares[i] : 0.5f;
            others[found++] = (wend_neighbour){{(uint64_t)j + 1},
                                               wend_sub(agents[j].position, agents[i].position),
                                               agents[j].velocity,
                                               agents[j].radius};
        }
        wend_orca_query query = {0};
        query.self = &agents[i], query.wish = wishes[i], query.neighbours = others, query.shares = share;
        query.count = found, query.def = def, query.has_reach = true, query.seconds = 0.25;
        next[i] = wend_orca(&query, NULL, NULL);
    }
    for (int i = 0; i < count; i++)
    {
        agents[i].velocity = next[i];
        agents[i].position = wend_add(agents[i].position, wend_scale(next[i], 0.25f));
    }
}

static void t_alone_it_gets_its_wish(void **state)
{
    (void)state;
    wend_orca_def def = plain_def(10);
    const wend_vec wishes[] = {v2(1, 0), v2(3, 0), v2(3, 4)}, expected[] = {v2(1, 0), v2(2, 0), v2(1.2f, 1.6f)};
    for (int i = 0; i < 3; i++)
    {
        wend_agent agent = walker(0, 0, 0, 0);
        agent.max_speed = 2;
        step(&agent, &wishes[i], 1, &def, NULL);
        check_close((double)agent.velocity.x, (double)expected[i].x, 1e-6, "x", __FILE__, __LINE__);
        check_close((double)agent.velocity.y, (double)expected[i].y, 1e-6, "y", __FILE__, __LINE__);
    }
}

/// Two agents' first velocities, and the least distance of their centres in `steps` steps.
static double meet(wend_agent a, wend_agent b, wend_vec wish_a, wend_vec wish_b, float horizon, int steps,
                   wend_vec first[2], wend_agent last[2])
{
    wend_agent agents[2] = {a, b};
    wend_vec wishes[2] = {wish_a, wish_b};
    wend_orca_def def = plain_def(horizon);
    double least = 1e9;
    for (int i = 0; i < steps; i++)
    {
        step(agents, wishes, 2, &def, NULL);
        if (i == 0)
            first[0] = agents[0].velocity, first[1] = agents[1].velocity;
        least = fmin(least, exact_length(wend_sub(agents[0].position, agents[1].position)));
    }
    last[0] = agents[0], last[1] = agents[1];
    return least;
}

static void check_velocity(wend_vec v, double x, double y, int line)
{
    check_close((double)v.x, x, 2e-6, "x", __FILE__, line);
    check_close((double)v.y, y, 2e-6, "y", __FILE__, line);
}

/// Section 6: (0.99, -0.099499) and mirrored; after 20 steps at (-0.050001, -0.497494), least distance 1.
static void t_head_on_both_give_way_to_the_right(void **state)
{
    (void)state;
    wend_vec first[2];
    wend_agent last[2];
    double least = meet(walker(-5, 0, 1, 0), walker(5, 0, -1, 0), v2(1, 0), v2(-1, 0), 10, 20, first, last);
    check_velocity(first[0], 0.99, -0.099499, __LINE__);
    check_velocity(first[1], -0.99, 0.099499, __LINE__);
    check_close((double)last[0].position.x, -0.050001, 1e-4, "x", __FILE__, __LINE__);
    check_close((double)last[0].position.y, -0.497494, 1e-4, "y", __FILE__, __LINE__);
    assert_true(least > 0.99999);
}

/// Section 6: offset by 0.1 each passes on its own side; crossing at right angles.
static void t_pairs_as_the_paper_has_them(void **state)
{
    (void)state;
    wend_vec first[2];
    wend_agent last[2];
    meet(walker(-5, 0.1f, 1, 0), walker(5, -0.1f, -1, 0), v2(1, 0), v2(-1, 0), 10, 1, first, last);
    check_velocity(first[0], 0.993590, 0.079807, __LINE__);
    check_velocity(first[1], -0.993590, -0.079807, __LINE__);
    double least = meet(walker(-5, 0, 1, 0), walker(0, -5, 0, 1), v2(1, 0), v2(0, 1), 10, 40, first, last);
    check_velocity(first[0], 0.92, -0.06, __LINE__);
    check_velocity(first[1], 0.08, 1.06, __LINE__);
    assert_true(least > 0.9999); // OUT-06
    meet(walker(-3, 0.05f, 1.3f, 0), walker(0, 0, 0.6f, 0), v2(1.3f, 0), v2(0.6f, 0), 5, 1, first, last);
    check_velocity(first[0], 1.264711, 0.105384, __LINE__);
    check_velocity(first[1], 0.635289, -0.105384, __LINE__);
}

static void t_mirrored_agents_mirror_one_another(void **state)
{
    (void)state;
    wend_vec up[2], down[2];
    wend_agent last[2];
    meet(walker(-5, 0.3f, 1, 0.1f), walker(4, -0.2f, -1, 0), v2(1, 0), v2(-1, 0.2f), 10, 1, up, last);
    meet(walker(-5, -0.3f, 1, -0.1f), walker(4, 0.2f, -1, 0), v2(1, 0), v2(-1, -0.2f), 10, 1, down, last);
    for (int i = 0; i < 2; i++)
        assert_true(up[i].x == down[i].x && up[i].y == -down[i].y);
}

/// Parallel and parting agents keep their wishes exactly (section 6).
static void t_who_does_not_meet_changes_nothing(void **state)
{
    (void)state;
    wend_vec first[2];
    wend_agent last[2];
    meet(walker(0, 0, 1, 0), walker(0, 3, 1, 0), v2(1, 0), v2(1, 0), 10, 1, first, last);
    assert_true(first[0].x == 1.0f && first[0].y == 0.0f && first[1].x == 1.0f && first[1].y == 0.0f);
    meet(walker(-2, 0, -1, 0), walker(2, 0, 1, 0), v2(-1, 0), v2(1, 0), 10, 1, first, last);
    assert_true(first[0].x == -1.0f && first[0].y == 0.0f);
}

static void t_shares_of_a_pair(void **state)
{
    (void)state;
    wend_orca_def def = plain_def(10);
    wend_agent agents[2] = {walker(-5, 0, 1, 0), walker(5, 0.2f, -1, 0)};
    const wend_vec wishes[2] = {v2(1, 0), v2(-1, 0)};
    const float shares[2] = {0, 1};
    double least = 1e9;
    for (int i = 0; i < 40; i++)
    {
        step(agents, wishes, 2, &def, shares);
        least = fmin(least, exact_length(wend_sub(agents[0].position, agents[1].position)));
        assert_true(agents[0].velocity.x == 1.0f && agents[0].velocity.y == 0.0f); // dead straight
    }
    assert_true(least > 0.9999 && agents[1].position.x < -4);
}

/// OUT-03: on one spot; they part smoothly, no faster than the depth in part_seconds.
static void t_overlapping_agents_part(void **state)
{
    (void)state;
    wend_orca_def def = plain_def(2);
    wend_agent agents[2] = {walker(0, 0, 0, 0), walker(0, 0, 0, 0)};
    const wend_vec wishes[2] = {v2(0, 0), v2(0, 0)};
    for (int i = 0; i < 20; i++)
    {
        double before = exact_length(wend_sub(agents[0].position, agents[1].position));
        step(agents, wishes, 2, &def, NULL);
        double after = exact_length(wend_sub(agents[0].position, agents[1].position));
        assert_true(after >= before - 1e-6 && after <= 1.0001);
        assert_true(after - before <= 0.25 * (1 - before) / (double)def.part_seconds + 1e-6);
    }
    check_close(exact_length(wend_sub(agents[0].position, agents[1].position)), 1, 1e-3, "apart", __FILE__, __LINE__);
}

static void t_acceleration_is_part_of_the_program(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(9, 2);
    for (int trial = 0; trial < 500; trial++)
    {
        wend_agent self = wend_default_agent();
        self.velocity = random_vec(&random, 2, false);
        self.max_acceleration = wend_random_between(&random, 0.1f, 20);
        self.mass = wend_random_between(&random, 0.5f, 3);
        wend_neighbour others[6];
        for (int i = 0; i < 6; i++)
            others[i] = (wend_neighbour){
                {(uint64_t)i + 2}, random_vec(&random, 2, false), random_vec(&random, 3, false), 0.25f};
        wend_orca_query query = {0};
        query.self = &self, query.wish = random_vec(&random, 4, false), query.neighbours = others, query.count = 6;
        query.has_reach = true, query.seconds = 0.05;
        wend_orca_result result;
        wend_vec v = wend_orca(&query, NULL, &result);
        double change = exact_length(wend_sub(v, self.velocity));
        assert_true(change <= 0.05 * (double)self.max_acceleration / (double)self.mass * (1 + 1e-5) + 1e-6);
        assert_true(exact_length(v) <= 4.00001 && result.count == 6 && !result.is_cut);
    }
}

static void t_the_nearest_count_and_a_cut_is_told(void **state)
{
    (void)state;
    wend_agent self = walker(0, 0, 0, 0);
    wend_neighbour others[5];
    for (int i = 0; i < 5; i++) // 3 and 1 are equally far
        others[i] = (wend_neighbour){{(uint64_t)(9 - i)}, v2(i == 3 ? -3.0f : 2.0f + (float)i, 0), v2(0, 0), 0.5f};
    wend_orca_def def = plain_def(2);
    def.most = 3;
    wend_orca_query query = {0};
    query.self = &self, query.wish = v2(1, 0), query.neighbours = others, query.count = 5, query.def = &def;
    query.seconds = 0.1;
    wend_orca_result result;
    wend_orca(&query, NULL, &result);
    assert_true(result.is_cut);
    assert_int_equal(result.count, 3);
    assert_true(result.halves[0].cause == 9 && result.halves[1].cause == 6 && result.halves[2].cause == 8);
    def.most = 5;
    wend_orca(&query, NULL, &result);
    assert_false(result.is_cut);
    query.seconds = 0;
    self.velocity = v2(0.3f, -0.1f);
    assert_true(wend_equal(wend_orca(&query, NULL, NULL), self.velocity));
}

static void t_odd_numbers_have_finite_answers(void **state)
{
    (void)state;
    const float odd[] = {0, 1e-38f, 1e-20f, 1, 1e10f, 1e30f, FLT_MAX, -1e30f};
    for (int i = 0; i < 8 * 8 * 8; i++)
    {
        float a = odd[i % 8], b = odd[i / 8 % 8], c = odd[i / 64];
        wend_agent self = wend_default_agent();
        self.velocity = v2(a, b);
        self.radius = fabsf(c) > 0 ? fabsf(c) : 1;
        wend_neighbour others[2] = {{{7}, v2(b, c), v2(c, a), 1}, {{8}, v2(c, 0), v2(-a, b), fabsf(a) + 1e-3f}};
        wend_orca_query query = {0};
        query.self = &self, query.wish = v2(c, a), query.neighbours = others, query.count = 2;
        query.has_reach = i % 2, query.seconds = i % 3 ? 0.1 : 1e-6, query.is_spatial = i % 5 == 0;
        wend_orca_state memory = {0};
        wend_orca_result result;
        assert_true(is_finite(wend_orca(&query, &memory, &result)));
        assert_true(isfinite(memory.pent));
    }
}

// In a step that is as good as endless it is as pent up as it is held up.
static void t_an_endless_step_pends_it_up(void **state)
{
    (void)state;
    wend_agent self = wend_default_agent();
    self.id.value = 1, self.velocity = v2(1, 0);
    wend_neighbour other = {{2}, v2(0.6f, 0.01f), v2(0, 0), 0.25f};
    wend_orca_def def = wend_default_orca_def();
    def.patience = 1e-30f;
    wend_orca_query query = {.self = &self, .wish = v2(4, 0), .neighbours = &other, .count = 1, .def = &def};
    query.seconds = 1e280;
    wend_orca_state memory = {0};
    for (int i = 0; i < 3; i++)
    {
        assert_true(is_finite(wend_orca(&query, &memory, NULL)));
        assert_true(memory.pent > 0 && memory.pent <= 1);
    }
}

// ---- walls

/// A wall x = 2 without end: its nearest point.
static int wall_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                       void *user)
{
    (void)mask, (void)ignore, (void)user;
    if (2 - centre.x > radius || capacity < 1)
        return 0;
    hits[0] = (wend_hit){2 - centre.x, v2(2, centre.y), v2(-1, 0), v2(0, 0), 5};
    return 1;
}

static bool wall_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    (void)hit, (void)user;
    return cast->from.x + cast->along.x + cast->radius > 2;
}

/// Section 6: from (-3, 0) with 2 s ahead it closes in on x = 1.5 and never touches; v 0.875 at step 12, 0.300658 at
/// step 20, 0.020808 at step 40. From (1, 0) with (1, 1) vx falls by 7/8 a step from 0.25 and vy stays 1.
static void t_a_wall_is_neared_slowly_and_slid_along(void **state)
{
    (void)state;
    wend_caster caster = {wall_cast, wall_around, NULL};
    wend_orca_def def = plain_def(2);
    def.wall_seconds = 2;
    for (int slide = 0; slide < 2; slide++)
    {
        wend_agent agent = slide ? walker(1, 0, 0, 0) : walker(-3, 0, 1, 0);
        for (int i = 1; i <= 40; i++)
        {
            wend_orca_query query = {0};
            query.self = &agent, query.wish = slide ? v2(1, 1) : v2(1, 0), query.caster = &caster, query.def = &def;
            query.has_reach = true, query.seconds = 0.25;
            agent.velocity = wend_orca(&query, NULL, NULL);
            agent.position = wend_add(agent.position, wend_scale(agent.velocity, 0.25f));
            assert_true(agent.position.x < 1.5f);
            if (slide)
                check_velocity(agent.velocity, 0.25 * pow(0.875, i - 1), 1, __LINE__);
            else if (i == 12 || i == 20 || i == 40)
                check_velocity(agent.velocity, i == 12 ? 0.875 : i == 20 ? 0.300658 : 0.020808, 0, __LINE__);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_the_program_is_as_good_as_a_search),
        cmocka_unit_test(t_hard_halves_are_kept_before_others),
        cmocka_unit_test(t_parallel_halves_are_given_up_alike),
        cmocka_unit_test(t_alone_it_gets_its_wish),
        cmocka_unit_test(t_head_on_both_give_way_to_the_right),
        cmocka_unit_test(t_pairs_as_the_paper_has_them),
        cmocka_unit_test(t_mirrored_agents_mirror_one_another),
        cmocka_unit_test(t_who_does_not_meet_changes_nothing),
        cmocka_unit_test(t_shares_of_a_pair),
        cmocka_unit_test(t_overlapping_agents_part),
        cmocka_unit_test(t_acceleration_is_part_of_the_program),
        cmocka_unit_test(t_the_nearest_count_and_a_cut_is_told),
        cmocka_unit_test(t_odd_numbers_have_finite_answers),
        cmocka_unit_test(t_an_endless_step_pends_it_up),
        cmocka_unit_test(t_a_wall_is_neared_slowly_and_slid_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
