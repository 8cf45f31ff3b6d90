// avoid.h: rows 001-19..22, 004-70..78 and the peers' facts, over a caster of the test's own: walls and discs.
#include "testing.h"

#include "wend/avoid.h"
#include "wend/motion.h"

typedef struct ground
{
    double wall;                 // everything at x > wall is solid; INFINITY: none
    double disc_x, disc_y, disc; // radius 0: none
    int calls;
} ground;

static bool ground_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    ground *g = user;
    g->calls++;
    double length = exact_length(cast->along), best = length, r = (double)cast->radius;
    double dx = (double)cast->along.x / length, dy = (double)cast->along.y / length;
    bool is_met = false;
    if (dx > 1e-12 && ((g->wall - r) - (double)cast->from.x) / dx < best)
    {
        best = fmax(0, ((g->wall - r) - (double)cast->from.x) / dx);
        hit->normal = v2(-1, 0);
        is_met = true;
    }
    double fx = (double)cast->from.x - g->disc_x, fy = (double)cast->from.y - g->disc_y, reach = g->disc + r;
    double middle = -(fx * dx + fy * dy), off = fx * fx + fy * fy - middle * middle;
    if (g->disc > 0 && off < reach * reach && middle > 0 && middle - sqrt(reach * reach - off) < best)
    {
        best = fmax(0, middle - sqrt(reach * reach - off));
        wend_vec at = wend_add(cast->from, wend_scale(cast->along, (float)(best / length)));
        hit->normal = wend_normalize(wend_sub(at, v2((float)g->disc_x, (float)g->disc_y)));
        is_met = true;
    }
    hit->body = 1;
    hit->distance = (float)best;
    hit->point = wend_add(cast->from, wend_scale(cast->along, (float)(best / length)));
    return is_met;
}

static wend_caster caster_of(ground *g)
{
    return (wend_caster){ground_cast, NULL, g};
}

// ---- the fan ------------------------------------------------------------------------------------------------------

/// The direction that the fan takes before a wall so far ahead, in degrees; how many casts it made.
static double fan_before_wall(double away, int *casts)
{
    ground g = {.wall = away};
    wend_caster caster = caster_of(&g);
    wend_agent self = agent_at(0, 0);
    wend_vec wish = wend_avoid_fan(&self, v2(4, 0), &caster, NULL, casts);
    assert_int_equal(g.calls, *casts);
    assert_close(exact_length(wish), 4, 1e-5); // the wish's own speed
    return atan2((double)wish.y, (double)wish.x) * 180 / 3.14159265358979;
}

static void t_004_70_fan_before_a_wide_wall(void **state)
{
    (void)state;
    const double rows[][3] = {{3.31, 0, 1}, {3.2, 0, 7},  {3, 30, 7}, {2.5, 30, 7},
                              {2, 60, 7},   {1.5, 60, 7}, {1, 90, 7}, {0.6, 90, 7}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        int casts;
        assert_close(fan_before_wall(rows[i][0], &casts), rows[i][1], 1e-3);
        assert_int_equal(casts, (int)rows[i][2]);
    }
}

static void t_004_71_73_straight_and_clear(void **state)
{
    (void)state;
    ground g = {.wall = HUGE_VAL, .disc_x = 10, .disc = 0.5};
    wend_caster caster = caster_of(&g);
    wend_agent self = agent_at(0, 0);
    int casts;
    assert_vec(wend_avoid_fan(&self, v2(4, 0), &caster, NULL, &casts), 4, 0, 0, 0); // the post is out of reach
    assert_int_equal(casts, 1);
    assert_vec(wend_avoid_fan(&self, v2(1.3e-6f, 0), &caster, NULL, &casts), 1.3e-6, 0, 0, 1e-12);
    assert_int_equal(casts, 0);
    g.wall = 9; // at speed 20 the cast is 8 long, not 15
    assert_vec(wend_avoid_fan(&self, v2(20, 0), &caster, NULL, &casts), 20, 0, 0, 0);
    g.wall = 8.2;
    wend_avoid_fan(&self, v2(20, 0), &caster, NULL, &casts);
    assert_int_equal(casts, 7);
}

static void t_004_72_74_what_the_fan_sweeps(void **state)
{
    (void)state;
    ground g = {.wall = 2.29}; // radius 0.25 and padding 0.05: 1.99 is left of the 2 that are swept in 0.5 s
    wend_caster caster = caster_of(&g);
    wend_agent self = agent_at(0, 0);
    wend_fan_def def = wend_default_fan_def();
    int casts;
    def.seconds = 0.5f;
    wend_avoid_fan(&self, v2(4, 0), &caster, &def, &casts);
    assert_int_equal(casts, 7);
    def.padding = 0.03f;
    wend_avoid_fan(&self, v2(4, 0), &caster, &def, &casts);
    assert_int_equal(casts, 1);
}

static void t_004_75_a_post_straight_ahead(void **state)
{
    (void)state;
    ground g = {.wall = HUGE_VAL, .disc_x = 2, .disc = 0.5};
    wend_caster caster = caster_of(&g);
    wend_agent self = agent_at(0, 0);
    assert_vec(wend_avoid_fan(&self, v2(4, 0), &caster, NULL, NULL), 4 * cos(0.5235987756), 2, 0, 1e-5); // true tie: +
    self.velocity = v2(3.5f, -1); // of two equally clear ones the one nearer to what it does (0.1 instead of the row)
    assert_vec(wend_avoid_fan(&self, v2(4, 0), &caster, NULL, NULL), 4 * cos(0.5235987756), -2, 0, 1e-5);
}

static void t_004_78_straight_up(void **state)
{
    (void)state;
    ground g = {.wall = INFINITY};
    wend_caster caster = caster_of(&g);
    wend_agent self = agent_at(0, 0);
    assert_vec(wend_avoid_fan(&self, wend_xyz(0, 0, 4), &caster, NULL, NULL), 0, 0, 4, 0);
}

// ---- feelers and walls --------------------------------------------------------------------------------------------

/// A hit ahead of an agent of radius 0.4 and top speed 3, so far away, on a wall with that normal.
static wend_vec feel(double distance, wend_vec normal, const wend_avoid_def *def, wend_side *side)
{
    wend_agent self = agent_at(0, 0);
    self.radius = 0.4f;
    self.max_speed = 3;
    wend_cast cast = {.along = {2.5f, 0, 0}};
    wend_hit hit = {.distance = (float)distance, .point = {(float)distance, 0, 0}, .normal = normal, .body = 1};
    return wend_avoid_feelers(&self, v2(3, 0), &cast, &hit, 1, def, side);
}

static void t_001_19_without_the_side_it_only_brakes(void **state)
{
    (void)state;
    wend_avoid_def def = wend_default_avoid_def();
    def.aside = 0;
    def.push = 1.5f;
    // half way: k = 1 - (1.45 - 0.4) / 2.1 = 0.5, push 0.75 of 3
    assert_vec(feel(1.45, v2(-1, 0), &def, NULL), 0.75, 0, 0, 1e-5);
    assert_vec(feel(2.5, v2(-1, 0), &def, NULL), 3, 0, 0, 1e-5);    // at the ray's end: nothing
    assert_vec(feel(0.4, v2(-1, 0), &def, NULL), -1.5, 0, 0, 1e-5); // hull touches
}

static void t_001_19_the_side_and_its_memory(void **state)
{
    (void)state;
    wend_side side = {0};
    wend_avoid_def def = wend_default_avoid_def();
    def.push = 1.5f;
    // dead ahead: left at first; (0.75, 2.25) is within 3
    assert_vec(feel(1.45, v2(-1, 0), &def, &side), 0.75, 2.25, 0, 1e-5);
    assert_int_equal(side.side, 1);
    side.side = -1;
    assert_vec(feel(1.45, v2(-1, 0), &def, &side), 0.75, -2.25, 0, 1e-5); // it keeps its side
    // a wall that slants: along it the way one is going, whatever the memory says
    wend_vec right = feel(1.45, wend_normalize(v2(-1, -0.5f)), &def, &side);
    assert_true(right.y < 0);
    assert_int_equal(side.side, -1);
    wend_vec left = feel(1.45, wend_normalize(v2(-1, 0.5f)), &def, &side);
    assert_true(left.y > 0);
    assert_int_equal(side.side, 1);
}

static void t_001_21_the_freer_whisker_decides(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_cast casts[3] = {{.along = {2.5f, 0, 0}}, {.along = {1.3f, 0.9f, 0}}, {.along = {1.3f, -0.9f, 0}}};
    wend_hit hits[3] = {{.distance = 1, .normal = {-1, 0, 0}, .body = 1}, {.distance = 1}, {.distance = 1.2f}};
    wend_side side = {1};
    assert_true(wend_avoid_feelers(&self, v2(4, 0), casts, hits, 3, NULL, &side).y < 0); // freer on the right
    assert_int_equal(side.side, -1);
    hits[2].distance = 1.04f; // by less than 5 cm: the memory
    side.side = 1;
    assert_true(wend_avoid_feelers(&self, v2(4, 0), casts, hits, 3, NULL, &side).y > 0);
    hits[0].body = 0; // nothing ahead, nothing at the sides
    assert_vec(wend_avoid_feelers(&self, v2(4, 0), casts, hits, 3, NULL, &side), 4, 0, 0, 0);
}

static void t_001_22_the_wall_query_stalls_dead_ahead(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    self.radius = 0.4f;
    self.max_speed = 3;
    wend_hit hit = {.distance = 0.9f, .normal = {-1, 0, 0}, .body = 1};
    // 1.6 * (1.4 - 0.9) / (1.4 - 0.4) = 0.8 of 3
    assert_vec(wend_avoid_walls(&self, v2(3, 0), &hit, 1, 1.4f, 1.6f), 0.6, 0, 0, 1e-5);
    hit.distance = 1.5f;
    assert_vec(wend_avoid_walls(&self, v2(3, 0), &hit, 1, 1.4f, 1.6f), 3, 0, 0, 0);
    hit.distance = 0.775f; // where both are equal it stands still: 1.6 * 0.625 = 1
    assert_vec(wend_avoid_walls(&self, v2(3, 0), &hit, 1, 1.4f, 1.6f), 0, 0, 0, 1e-5);
}

static void t_004_77_out_of_what_one_is_in(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_hit hits[2] = {{.distance = -0.5f, .normal = {0, 1, 0}, .body = 1},
                        {.distance = -0.2f, .normal = {1, 0, 0}, .body = 1}};
    assert_vec(wend_leave(&self, v2(-1, 0), hits, 2), 4, 0, 0, 1e-6); // the shortest way
    hits[0].distance = hits[1].distance = 0.3f;
    assert_vec(wend_leave(&self, v2(-1, 0), hits, 2), -1, 0, 0, 0);
}

static void t_along_a_wall(void **state)
{
    (void)state;
    // The wall is below, its normal up. On the right-hand side one goes to +x ... with the wall on the right, heading
    // west would have it on the left.
    for (int left = 0; left < 2; left++)
    {
        wend_agent self = agent_at(0, 3);
        for (int i = 0; i < 600; i++)
        {
            wend_hit hit = {.distance = self.position.y, .normal = {0, 1, 0}, .body = 1};
            wend_vec wish = wend_follow_wall(&self, v2(0, 0), &hit, 1, 0.5f, left == 1);
            self.velocity = wend_point_mass(&self, wish, 1 / 60.0, NULL);
            self.position = wend_add(self.position, wend_scale(self.velocity, 1 / 60.0f));
        }
        assert_close(self.position.y, 0.75, 0.02); // 0.5 and its own radius
        assert_close(self.velocity.x, left ? -4 : 4, 0.05);
    }
}

static void t_contained(void **state)
{
    (void)state;
    ground g = {.wall = 10};
    wend_caster caster = caster_of(&g);
    wend_agent self = agent_at(0, 0);
    for (int i = 0; i < 900; i++)
    {
        wend_vec wish = wend_contain(&self, v2(4, 1), &caster, 1);
        self.velocity = wend_point_mass(&self, wish, 1 / 60.0, NULL);
        self.position = wend_add(self.position, wend_scale(self.velocity, 1 / 60.0f));
        assert_true(self.position.x <= 9.75f + 1e-3f); // its hull never enters
    }
    assert_true(self.position.x > 9.5f); // it came to the wall
    assert_true(self.velocity.y > 0.9f); // and slides along it
}

// ---- others, hiding -----------------------------------------------------------------------------------------------

static wend_vec meet(wend_vec offset, wend_vec velocity)
{
    wend_agent self = agent_at(0, 0);
    self.velocity = v2(1, 0);
    self.radius = 0.5f;
    wend_neighbour other = {{2}, offset, velocity, 0.5f};
    return wend_avoid_movers(&self, v2(1, 0), &other, 1, 10);
}

static void t_peers_unaligned_avoidance(void **state)
{
    (void)state;
    // gdx-ai's rows: closest approach in 5 s; ours uses the true one. Urgency 1 - 5 / 10, top speed 4.
    assert_vec(meet(v2(10, 0.6f), v2(-1, 0)), 1, -2, 0, 1e-5); // it will be on the left: to the right
    assert_vec(meet(v2(10, 0), v2(-1, 0)), 1, 2, 0, 1e-5);     // an exact hit: on the left
    assert_vec(meet(v2(10, 5), v2(-1, 0)), 1, 0, 0, 0);        // passes by
    assert_vec(meet(v2(-10, 0), v2(-1, 0)), 1, 0, 0, 0);       // goes apart
    assert_vec(meet(v2(3, 0), v2(1, 0)), 1, 0, 0, 0);          // NAN-03: the same velocity is no threat
}

static void t_NAN_03_the_third_is_still_found(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    self.velocity = v2(1, 0);
    self.radius = 0.5f;
    wend_neighbour others[2] = {{{2}, {3, 0, 0}, {1, 0, 0}, 0.5f}, {{3}, {6, 0, 0}, {-1, 0, 0}, 0.5f}};
    wend_vec wish = wend_avoid_movers(&self, v2(1, 0), others, 2, 10);
    assert_vec(wish, 1, 4 * (1 - 3.0 / 10), 0, 1e-5); // nearest in three seconds
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_70_fan_before_a_wide_wall),
        cmocka_unit_test(t_004_71_73_straight_and_clear),
        cmocka_unit_test(t_004_72_74_what_the_fan_sweeps),
        cmocka_unit_test(t_004_75_a_post_straight_ahead),
        cmocka_unit_test(t_004_78_straight_up),
        cmocka_unit_test(t_001_19_without_the_side_it_only_brakes),
        cmocka_unit_test(t_001_19_the_side_and_its_memory),
        cmocka_unit_test(t_001_21_the_freer_whisker_decides),
        cmocka_unit_test(t_001_22_the_wall_query_stalls_dead_ahead),
        cmocka_unit_test(t_004_77_out_of_what_one_is_in),
        cmocka_unit_test(t_along_a_wall),
        cmocka_unit_test(t_contained),
        cmocka_unit_test(t_peers_unaligned_avoidance),
        cmocka_unit_test(t_NAN_03_the_third_is_still_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
