// sense.h: rays as lists, sight, memory; over a caster of the test's own, which knows one wall and one disc.
#include "testing.h"

#include "wend/sense.h"

/// The wall x = 3, and a disc of radius 1 at (0, 5).
static bool scene_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    int *calls = user;
    *calls += 1;
    double length = exact_length(cast->along), best = 2;
    if (cast->along.x > 0)
    {
        best = (3.0 - (double)cast->radius - (double)cast->from.x) / (double)cast->along.x;
        hit->normal = v2(-1, 0);
        hit->body = 7;
    }
    double fx = (double)cast->from.x, fy = (double)cast->from.y - 5, dx = (double)cast->along.x / length,
           dy = (double)cast->along.y / length, r = 1 + (double)cast->radius;
    double middle = -(fx * dx + fy * dy), off = fx * fx + fy * fy - middle * middle;
    if (off < r * r && middle > 0 && (middle - sqrt(r * r - off)) / length < best)
    {
        best = (middle - sqrt(r * r - off)) / length;
        hit->normal = v2(0, -1);
        hit->body = 8;
    }
    if (!(best >= 0 && best < 1))
    {
        return false;
    }
    hit->distance = (float)(best * length);
    hit->point = wend_add(cast->from, wend_scale(cast->along, (float)best));
    return true;
}

static int no_around(wend_vec centre, float radius, uint32_t mask, uint64_t ignore, wend_hit *hits, int capacity,
                     void *user)
{
    (void)centre, (void)radius, (void)mask, (void)ignore, (void)hits, (void)capacity, (void)user;
    return 0;
}

static void t_001_21_whiskers_reach_as_the_course_says(void **state)
{
    (void)state;
    wend_agent self = agent_at(1, 2); // radius 0.4, top speed 3: 0.4 + 3 * 0.7 = 2.5 ahead, 0.65 of it at +-0.6 rad
    self.radius = 0.4f;
    self.max_speed = 3;
    wend_cast rays[WEND_WHISKERS];
    assert_int_equal(wend_whisker_rays(&self, v2(0, 1), NULL, rays), 3);
    for (int i = 0; i < 3; i++)
    {
        assert_same(rays[i].from, self.position);
        assert_close(rays[i].radius, 0.4, 1e-7); // as wide as the body
    }
    assert_vec(rays[0].along, 0, 2.5, 0, 1e-5);
    assert_vec(rays[1].along, -1.625 * sin(0.6), 1.625 * cos(0.6), 0, 1e-5); // left of +y is -x
    assert_vec(rays[2].along, 1.625 * sin(0.6), 1.625 * cos(0.6), 0, 1e-5);
    wend_feel_def def = wend_default_feel_def();
    def.width = 0;
    wend_whisker_rays(&self, v2(0, 1), &def, rays);
    assert_close(rays[1].radius, 0, 0);
    def.seconds = 1;
    def.mask = 6;
    def.ignore = 9;
    wend_whisker_rays(&self, v2(0, 1), &def, rays + 0);
    assert_vec(rays[0].along, 0, 3.4, 0, 1e-5);
    assert_true(rays[2].mask == 6 && rays[2].ignore == 9);
    wend_whisker_rays(&self, v2(0, 1), NULL, rays);
    wend_cast one[1];
    assert_int_equal(wend_feeler_ray(&self, v2(0, 1), NULL, one), 1);
    assert_same(one[0].along, rays[0].along);
}

static void t_feeling_ahead_follows_what_it_does(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    self.heading = v2(0, -1);
    assert_vec(wend_feel_ahead(&self, v2(0, 0)), 0, -1, 0, 0);   // at rest and without a wish: the heading
    assert_vec(wend_feel_ahead(&self, v2(0, 2)), 0, 1, 0, 1e-6); // at rest: the wish
    self.velocity = v2(0.39f, 0);
    assert_vec(wend_feel_ahead(&self, v2(0, 2)), 0, 1, 0, 1e-6); // slower than a tenth of 4
    self.velocity = v2(0.41f, 0);
    assert_vec(wend_feel_ahead(&self, v2(0, 2)), 1, 0, 0, 1e-6); // its velocity
}

static void t_001_34_a_ring_of_rays(void **state)
{
    (void)state;
    wend_agent self = agent_at(0, 0);
    wend_cast rays[64];
    assert_int_equal(wend_ring_rays(&self, 8, 2, rays), 8);
    for (int i = 0; i < 8; i++) // +y turned by i * 45 degrees, counter-clockwise
    {
        double angle = 3.14159265358979 / 4 * i;
        assert_vec(rays[i].along, -2 * sin(angle), 2 * cos(angle), 0, 1e-5);
    }
    assert_int_equal(wend_ring_rays(&self, 0, 2, rays), 0);
    assert_int_equal(wend_ring_rays(&self, 65, 2, rays), 0);
    assert_int_equal(wend_ring_rays(&self, 64, 2, rays), 64);
}

static void t_hits_belong_to_their_casts(void **state)
{
    (void)state;
    int calls = 0;
    wend_caster caster = {scene_cast, no_around, &calls};
    wend_agent self = agent_at(0, 0);
    wend_cast rays[8];
    wend_hit hits[8];
    wend_ring_rays(&self, 8, 5, rays);
    // slot 0 is +y: the disc at 4; 6 is +x: the wall at 3; 5 and 7 are 45 degrees off: the wall at 3 sqrt 2
    assert_int_equal(wend_sense(&caster, rays, 8, hits), 4);
    assert_int_equal(calls, 8);
    const double distance[8] = {4, 5, 5, 5, 5, 3 * sqrt(2), 3, 3 * sqrt(2)};
    const uint64_t body[8] = {8, 0, 0, 0, 0, 7, 7, 7};
    for (int i = 0; i < 8; i++)
    {
        assert_close(hits[i].distance, distance[i], 1e-5);
        assert_true(hits[i].body == body[i]);
    }
}

static bool mad_cast(const wend_cast *cast, wend_hit *hit, void *user)
{
    (void)cast, (void)user;
    hit->distance = NAN;
    hit->normal = v2(NAN, 0);
    hit->body = 3;
    return true;
}

static void t_a_hit_that_is_not_finite_counts_as_clear(void **state)
{
    (void)state;
    wend_caster caster = {mad_cast, no_around, NULL};
    wend_cast cast = {.along = {2, 0, 0}};
    wend_hit hit;
    assert_int_equal(wend_sense(&caster, &cast, 1, &hit), 0);
    assert_true(hit.body == 0 && hit.distance == 2);
}

static void t_FOV_02_FOV_03_sight(void **state)
{
    (void)state;
    int calls = 0;
    wend_caster caster = {scene_cast, no_around, &calls};
    wend_agent self = agent_at(0, 0);
    const double right = 3.14159265358979 / 180;
    float half = (float)cos(45 * right); // a cone of 90 degrees
    assert_true(wend_sees(&self, v2((float)cos(44 * right), (float)sin(44 * right)), 5, half, NULL));
    assert_false(wend_sees(&self, v2((float)cos(46 * right), (float)sin(46 * right)), 5, half, NULL));
    assert_true(wend_sees(&self, v2(-1, 0), 5, -1, NULL)); // exactly behind, seen all round
    assert_true(wend_sees(&self, v2(5, 0), 5, -1, NULL));  // exactly at the range
    assert_false(wend_sees(&self, v2(5.001f, 0), 5, -1, NULL));
    assert_true(wend_sees(&self, v2(2.9f, 0), 5, -1, &caster));
    assert_false(wend_sees(&self, v2(3.1f, 0), 5, -1, &caster)); // behind the wall
    assert_true(wend_sees(&self, self.position, 0, 1, &caster));
}

static void t_memory_fades_and_is_bounded(void **state)
{
    (void)state;
    wend_memory memory = {0};
    wend_vec guess;
    assert_close(wend_recall(&memory, 5, 0, 1, &guess), 0, 0);
    wend_remember(&memory, 0, v2(9, 9), v2(0, 0), 0); // nobody
    for (int i = 0; i < WEND_MEMORY; i++)
    {
        wend_remember(&memory, (uint64_t)(i + 1), v2((float)i, 0), v2(0, 2), i);
    }
    assert_close(wend_recall(&memory, 3, 2, 1, &guess), 1, 1e-6);     // seen now
    assert_close(wend_recall(&memory, 3, 5, 1, &guess), 0.125, 1e-6); // three half-lives later
    assert_vec(guess, 2, 6, 0, 1e-5);                                 // it went on at 2 for three seconds
    wend_remember(&memory, 3, v2(50, 0), v2(0, 0), 6);
    assert_close(wend_recall(&memory, 3, 6, 1, &guess), 1, 1e-6);
    assert_vec(guess, 50, 0, 0, 0);
    wend_remember(&memory, 99, v2(1, 1), v2(0, 0), 9); // no room: body 1, seen at 0, is the oldest
    assert_close(wend_recall(&memory, 1, 9, 1, NULL), 0, 0);
    assert_true(wend_recall(&memory, 2, 9, 1, NULL) > 0 && wend_recall(&memory, 99, 9, 1, NULL) == 1);
    wend_forget(&memory, 9, 3); // seen at 1, 3, 4, 5 go; at 6 and later stay
    for (uint64_t body = 1; body <= WEND_MEMORY; body++)
    {
        bool is_kept = body == 3 || body >= 7;
        assert_int_equal(wend_recall(&memory, body, 9, 1, NULL) > 0, is_kept);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_001_21_whiskers_reach_as_the_course_says),
        cmocka_unit_test(t_feeling_ahead_follows_what_it_does),
        cmocka_unit_test(t_001_34_a_ring_of_rays),
        cmocka_unit_test(t_hits_belong_to_their_casts),
        cmocka_unit_test(t_a_hit_that_is_not_finite_counts_as_clear),
        cmocka_unit_test(t_FOV_02_FOV_03_sight),
        cmocka_unit_test(t_memory_fades_and_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
