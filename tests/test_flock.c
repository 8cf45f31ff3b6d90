// flock.h: the three rules by hand (with wend's factor top speed: CLAIMS 0.1), who is seen, one spot, extreme sizes.
#include "testing.h"

#include "wend/combine.h"
#include "wend/flock.h"
#include "wend/motion.h"
#include "wend/steer.h"

static wend_neighbour near_at(uint64_t id, float x, float y, float vx, float vy)
{
    wend_neighbour other = {{id}, {x, y, 0}, {vx, vy, 0}, 0.25f};
    return other;
}

/// An agent at the origin with id 1.
static wend_agent first_agent(float vx, float vy)
{
    wend_agent self = mover(0, 0, vx, vy);
    self.id.value = 1;
    return self;
}

/// Only one rule, at weight 1 and all round.
static wend_flock_def only(float separation, float alignment, float cohesion)
{
    wend_flock_def def = wend_default_flock_def();
    def.separation = separation;
    def.alignment = alignment;
    def.cohesion = cohesion;
    return def;
}

static void t_004_03_defaults(void **state)
{
    (void)state;
    wend_flock_def def = wend_default_flock_def();
    assert_close(def.separation, 1.5, 0);
    assert_close(def.alignment, 0.5, 0);
    assert_close(def.cohesion, 0.3f, 0);
    assert_close(def.separation_radius, 0, 0);
    assert_close(def.sight_cos, -1, 0);
    assert_false(def.does_align_headings);
}

static void t_PEER_2_nobody_near_wants_no_change(void **state)
{
    (void)state;
    wend_agent self = first_agent(1.3f, -0.7f);
    wend_flock_def def = wend_default_flock_def();
    wend_neighbour beyond = near_at(2, 7, 0, 5, 5);
    for (int count = 0; count < 2; count++)
    {
        assert_same(wend_separate(&self, &beyond, count, &def), self.velocity);
        assert_same(wend_align(&self, &beyond, count, &def), self.velocity);
        assert_same(wend_cohere(&self, &beyond, count, &def), self.velocity);
        wend_flock_wishes wishes = wend_flock(&self, &beyond, count, &def);
        assert_same(wishes.separation, self.velocity);
        assert_same(wishes.alignment, self.velocity);
        assert_same(wishes.cohesion, self.velocity);
        assert_int_equal(wishes.count, 0);
    }
    assert_same(wend_flock(&self, NULL, 0, NULL).separation, self.velocity);
}

static void t_004_40_the_radius_counts(void **state)
{
    (void)state;
    wend_agent self = first_agent(0, 0);
    wend_neighbour at = near_at(2, 6, 0, 0, 0), beyond = near_at(2, 6.0001f, 0, 0, 0);
    assert_vec(wend_separate(&self, &at, 1, NULL), -0.125 * 4, 0, 0, 1e-6); // 1.5 * 0.5 / 6 of the top speed
    assert_same(wend_separate(&self, &beyond, 1, NULL), self.velocity);
    assert_int_equal(wend_flock(&self, &at, 1, NULL).count, 1);
    assert_int_equal(wend_flock(&self, &beyond, 1, NULL).count, 0);
    self.neighbour_radius = 5; // its own radius counts; exact with 3, 4, 5
    wend_neighbour slanted = near_at(2, -3, 4, 0, 0);
    assert_int_equal(wend_flock(&self, &slanted, 1, NULL).count, 1);
    self.neighbour_radius = 4.9999995f;
    assert_int_equal(wend_flock(&self, &slanted, 1, NULL).count, 0);
}

// The row's bare sums 0.25, 0.75, 1.5, 3, 4, times the top speed 4.
static void t_004_41_separation_by_distance(void **state)
{
    (void)state;
    const float distances[] = {3, 1, 0.5f, 0.25f, 0.1875f};
    const double bare[] = {0.25, 0.75, 1.5, 3, 4};
    wend_agent self = first_agent(0.5f, 0.25f);
    for (int i = 0; i < COUNT_OF(distances); i++)
    {
        wend_neighbour other = near_at(2, 0, distances[i], 3, 3);
        assert_vec(wend_separate(&self, &other, 1, NULL), 0.5, 0.25 - 4 * bare[i], 0, 1e-5);
    }
    wend_neighbour other = near_at(2, 0, -2, 0, 0);
    other.radius = 0.75f;
    wend_flock_def def = only(2, 0, 0);
    assert_vec(wend_separate(&self, &other, 1, &def), 0.5, 0.25 + 2 * 4 * 1.0 / 2, 0, 1e-5);
    wend_neighbour above = near_at(2, 0, 0, 0, 0);
    above.offset.z = 0.5f;
    assert_vec(wend_separate(&self, &above, 1, NULL), 0.5, 0.25, -6, 1e-5);
}

static void t_002_23_at_half_the_distance_twice_the_push(void **state)
{
    (void)state;
    wend_agent self = first_agent(0, 0);
    for (float d = 5; d > 1e-3f; d *= 0.7f)
    {
        wend_neighbour other = near_at(2, 0.6f * d, 0.8f * d, 0, 0), half = near_at(2, 0.3f * d, 0.4f * d, 0, 0);
        double push = exact_length(wend_separate(&self, &other, 1, NULL));
        assert_close(exact_length(wend_separate(&self, &half, 1, NULL)) / push, 2, 1e-5);
    }
}

static void t_004_44_golden_three_agents(void **state)
{
    (void)state;
    wend_agent self = first_agent(1, 0);
    wend_neighbour others[] = {near_at(2, 2, 0, 0, 2), near_at(3, 0, 3, 0, 0)};
    others[1].radius = 0.5f;
    wend_flock_wishes wishes = wend_flock(&self, others, 2, NULL);
    assert_vec(wishes.separation, 1 - 0.375 * 4, -0.375 * 4, 0, 1e-6);
    assert_vec(wishes.alignment, 0.5, 0.5, 0, 1e-6); // (1,0) + 0.5 ((0,1) - (1,0))
    assert_vec(wishes.cohesion, 1.2, 0.3, 0, 1e-6);  // (1,0) + 0.3 * 4 * (1, 1.5) / 6
    assert_int_equal(wishes.count, 2);
    wend_neighbour swapped[] = {others[1], others[0]};
    wishes = wend_flock(&self, swapped, 2, NULL);
    assert_vec(wishes.separation, -0.5, -1.5, 0, 1e-6);
}

static void t_002_24_cohesion_toward_the_centre(void **state)
{
    (void)state;
    wend_agent self = first_agent(0, 0);
    wend_neighbour others[] = {near_at(2, 2, 0, 9, 9), near_at(3, 0, 2, 9, 9)};
    wend_flock_def def = only(0, 0, 1);
    assert_vec(wend_cohere(&self, others, 2, &def), 4.0 / 6, 4.0 / 6, 0, 1e-6);
    self.position = v2(1000, -50); // offsets are relative
    assert_vec(wend_cohere(&self, others, 2, &def), 4.0 / 6, 4.0 / 6, 0, 1e-6);
}

// 0.1 averages velocities; 002's mean of directions is an option.
static void t_002_25_alignment_of_headings(void **state)
{
    (void)state;
    wend_agent self = first_agent(1, 0);
    wend_neighbour others[] = {near_at(2, 2, 0, 1, 0), near_at(3, 0, 2, 0, 100)};
    wend_flock_def def = only(0, 1, 0);
    assert_vec(wend_align(&self, others, 2, &def), 0.5, 50, 0, 1e-5);
    def.does_align_headings = true;
    double half = 4 * sqrt(0.5);
    assert_vec(wend_align(&self, others, 2, &def), half, half, 0, 1e-5);
    others[0].velocity = v2(100, 0); // speeds count the same
    others[1].velocity = v2(0, 1e-3f);
    assert_vec(wend_align(&self, others, 2, &def), half, half, 0, 1e-5);
    def.alignment = 0.25f;
    assert_vec(wend_align(&self, others, 2, &def), 1 + 0.25 * (half - 1), 0.25 * half, 0, 1e-5);
    others[0].velocity = v2(0, 0);
    others[1].velocity = v2(0, 0);
    assert_finite(wend_align(&self, others, 2, &def)); // nobody has a direction
    others[0].velocity = v2(1, 0);
    others[1].velocity = v2(-1, 0);
    assert_finite(wend_align(&self, others, 2, &def));
}

static void t_separation_radius(void **state)
{
    (void)state;
    wend_agent self = first_agent(0, 0);
    wend_neighbour others[] = {near_at(2, 2, 0, 0, 0), near_at(3, 0, 2.5f, 0, 0), near_at(4, 0, -7, 0, 0)};
    wend_flock_def def = only(1, 0, 1);
    def.separation_radius = 2; // exactly at it counts
    wend_flock_wishes wishes = wend_flock(&self, others, 3, &def);
    assert_vec(wishes.separation, -1, 0, 0, 1e-6);                   // 4 * 0.5 / 2 from the first only
    assert_vec(wishes.cohesion, 4 * 1.0 / 6, 4 * 1.25 / 6, 0, 1e-6); // the second too
    assert_int_equal(wishes.count, 2);
    def.separation_radius = 1.9999f;
    assert_same(wend_separate(&self, others, 3, &def), self.velocity);
    def.separation_radius = 100; // never beyond the neighbour radius
    assert_vec(wend_separate(&self, others, 3, &def), -1, -0.8, 0, 1e-6);
}

// ---- who is seen

static bool is_seen(const wend_agent *self, double angle, float sight_cos)
{
    wend_flock_def def = wend_default_flock_def();
    def.sight_cos = sight_cos;
    wend_neighbour other = near_at(2, (float)(3 * cos(angle)), (float)(3 * sin(angle)), 0, 0);
    bool seen = wend_flock(self, &other, 1, &def).count == 1;
    bool changes = !wend_equal(wend_cohere(self, &other, 1, &def), self->velocity);
    assert_int_equal(seen, changes);
    return seen;
}

static void t_002_22_only_those_in_front(void **state)
{
    (void)state;
    wend_agent self = first_agent(-1, -1); // sight goes by the heading, not the velocity
    self.heading = v2(0, 1);
    double ahead = PI / 2, degree = PI / 180;
    assert_true(is_seen(&self, ahead, 0));
    assert_true(is_seen(&self, ahead + 89 * degree, 0));
    assert_true(is_seen(&self, ahead - 89 * degree, 0));
    assert_false(is_seen(&self, ahead + 91 * degree, 0));
    assert_false(is_seen(&self, ahead - 91 * degree, 0));
    assert_false(is_seen(&self, ahead + 180 * degree, 0));
    wend_flock_def def = wend_default_flock_def();
    def.sight_cos = 0;
    wend_neighbour beside = near_at(2, 3, 0, 0, 0);
    assert_int_equal(wend_flock(&self, &beside, 1, &def).count, 1); // exactly 90 degrees: the edge is seen
    beside.offset = v2(-3, -1e-6f);
    assert_int_equal(wend_flock(&self, &beside, 1, &def).count, 0);
}

static void t_FOV_02_cone_by_cosine(void **state)
{
    (void)state;
    wend_agent self = first_agent(1, 0);
    float half = (float)cos(PI / 4); // a cone of 90 degrees
    for (int turn = 0; turn < 36; turn++)
    {
        double ahead = turn * PI / 18;
        self.heading = v2((float)cos(ahead), (float)sin(ahead));
        for (int side = -1; side <= 1; side += 2)
        {
            assert_true(is_seen(&self, ahead + side * 44 * PI / 180, half));
            assert_false(is_seen(&self, ahead + side * 46 * PI / 180, half));
        }
        assert_true(is_seen(&self, ahead + 119 * PI / 180, -0.5f));
        assert_false(is_seen(&self, ahead + 121 * PI / 180, -0.5f));
    }
}

static void t_FOV_03_all_round_sees_exactly_behind(void **state)
{
    (void)state;
    wend_agent self = first_agent(1, 0);
    uint64_t random = 31;
    for (int i = 0; i < 20000; i++)
    {
        self.heading = draw_unit(&random);
        wend_neighbour behind = near_at(2, 0, 0, 0, 0);
        behind.offset = wend_scale(self.heading, -draw_float(&random, 1e-3, 5.9));
        assert_int_equal(wend_flock(&self, &behind, 1, NULL).count, 1);
    }
    self.heading = v2(1, 0);
    wend_neighbour behind = near_at(2, -1, 0, 0, 0);
    assert_vec(wend_separate(&self, &behind, 1, NULL), 4, 0, 0, 1e-5);
}

// ---- on one spot

static void t_NAN_01_two_on_one_spot(void **state)
{
    (void)state;
    wend_agent first = first_agent(0, 0), second = first;
    second.id.value = 2;
    wend_neighbour see_second = near_at(2, 0, 0, 0, 0), see_first = near_at(1, 0, 0, 0, 0);
    wend_vec push = wend_separate(&first, &see_second, 1, NULL), other = wend_separate(&second, &see_first, 1, NULL);
    assert_finite(push);
    assert_true(wend_equal(push, wend_negate(other)));
    assert_close(exact_length(push), 1.5 * 4 * 0.5 / 1e-6, 1e-5 * 3e6); // they count as 1e-6 apart
    wend_vec way = wend_part(first.id, second.id);
    assert_close(exact_dot(push, way), exact_length(push), 1e-5 * 3e6);
    assert_same(wend_separate(&first, &see_second, 1, NULL), push);
    assert_finite(wend_align(&first, &see_second, 1, NULL));
    assert_finite(wend_cohere(&first, &see_second, 1, NULL));
}

static void t_NAN_09_a_pair_that_is_too_close_parts(void **state)
{
    (void)state;
    wend_agent first = first_agent(0, 0), second = mover(1e-9f, 0, 0, 0);
    second.id.value = 2;
    wend_neighbour see_second = near_at(2, 1e-9f, 0, 0, 0), see_first = near_at(1, -1e-9f, 0, 0, 0);
    wend_vec push = wend_separate(&first, &see_second, 1, NULL), other = wend_separate(&second, &see_first, 1, NULL);
    assert_finite(push);
    assert_true(wend_equal(push, wend_negate(other)));
    assert_true(exact_length(push) > 1e6);
    for (int i = 0; i < 120; i++)
    {
        see_second.offset = wend_sub(second.position, first.position);
        see_first.offset = wend_negate(see_second.offset);
        wend_vec a = wend_separate(&first, &see_second, 1, NULL), b = wend_separate(&second, &see_first, 1, NULL);
        move_by(&first, wend_point_mass(&first, a, 1.0 / 60, NULL), 1.0 / 60);
        move_by(&second, wend_point_mass(&second, b, 1.0 / 60, NULL), 1.0 / 60);
    }
    assert_true(wend_distance(first.position, second.position) > 0.5f); // NAN-02's bound: touching no more within 2 s
    assert_close(first.position.x + second.position.x, 0, 1e-4);
}

static void t_part_is_a_unit_vector_and_its_opposite(void **state)
{
    (void)state;
    for (uint64_t a = 1; a < 60; a++)
    {
        for (uint64_t b = 1; b < 60; b++)
        {
            wend_agent_id one = {a << 24 | a}, two = {b << 24 | b};
            if (a != b)
            {
                wend_vec way = wend_part(one, two);
                assert_close(exact_length(way), 1, 1e-6);
                assert_close(way.z, 0, 0);
                assert_true(wend_equal(way, wend_negate(wend_part(two, one))));
            }
        }
    }
    wend_agent_id same = {7};
    assert_finite(wend_part(same, same));
}

static void t_many_on_one_spot_spread_round_the_circle(void **state)
{
    (void)state;
    const int sizes[] = {3, 4, 10, 40};
    for (int k = 0; k < COUNT_OF(sizes); k++)
    {
        int count = sizes[k], quarters[4] = {0};
        double sum_x = 0, sum_y = 0, largest = 0;
        for (int i = 0; i < count; i++)
        {
            wend_neighbour others[40];
            int seen = 0;
            for (int j = 0; j < count; j++)
            {
                if (j != i)
                {
                    others[seen++] = near_at((uint64_t)(j + 1), 0, 0, 0, 0);
                }
            }
            wend_agent self = first_agent(0, 0);
            self.id.value = (uint64_t)(i + 1);
            wend_vec push = wend_separate(&self, others, seen, NULL);
            double length = exact_length(push);
            assert_true(length > 1);
            sum_x += (double)push.x, sum_y += (double)push.y;
            largest = fmax(largest, length);
            quarters[(push.x < 0) + 2 * (push.y < 0)]++;
        }
        assert_close(sum_x / largest, 0, 1e-4); // what one gets, others get the opposite way
        assert_close(sum_y / largest, 0, 1e-4);
        int used = (quarters[0] > 0) + (quarters[1] > 0) + (quarters[2] > 0) + (quarters[3] > 0);
        assert_true(used >= (count < 10 ? 2 : 3));
    }
}

// ---- one pass, extreme sizes

static int draw_crowd(uint64_t *random, wend_neighbour *others, double spread)
{
    int count = (int)(draw(random) % 41);
    for (int k = 0; k < count; k++)
    {
        others[k].id.value = (uint64_t)(k + 2);
        others[k].offset = draw(random) % 16 == 0 ? v2(0, 0) : draw_in_box(random, spread, true);
        others[k].velocity = draw_in_box(random, 4, true);
        others[k].radius = draw_float(random, 0.1, 1);
    }
    return count;
}

static void t_one_pass_equals_single_rules(void **state)
{
    (void)state;
    uint64_t random = 12;
    wend_neighbour others[41];
    int most = 0;
    for (int i = 0; i < 5000; i++)
    {
        int count = draw_crowd(&random, others, 6);
        wend_agent self = first_agent(0, 0);
        self.velocity = draw_in_box(&random, 4, true);
        self.heading = draw_unit(&random);
        wend_flock_def def = wend_default_flock_def();
        def.separation_radius = i % 3 == 0 ? 0 : draw_float(&random, 0, 8);
        def.sight_cos = i % 2 == 0 ? -1 : draw_float(&random, -1, 1);
        def.does_align_headings = i % 5 == 0;
        wend_flock_wishes wishes = wend_flock(&self, others, count, &def);
        assert_same(wishes.separation, wend_separate(&self, others, count, &def));
        assert_same(wishes.alignment, wend_align(&self, others, count, &def));
        assert_same(wishes.cohesion, wend_cohere(&self, others, count, &def));
        most = wishes.count > most ? wishes.count : most;
    }
    assert_in_range(most, 20, 41);
    wend_flock_def def = wend_default_flock_def();
    wend_agent self = first_agent(1, 2);
    int count = draw_crowd(&random, others, 3);
    assert_same(wend_flock(&self, others, count, NULL).separation, wend_flock(&self, others, count, &def).separation);
}

static void t_sums_equal_exact_ones(void **state)
{
    (void)state;
    uint64_t random = 13;
    wend_neighbour others[41];
    for (int i = 0; i < 3000; i++)
    {
        int count = draw_crowd(&random, others, 5), seen = 0;
        wend_agent self = first_agent(1, -1);
        double push[3] = {0}, mean[3] = {0}, centre[3] = {0}, size = 0;
        for (int k = 0; k < count; k++)
        {
            others[k].offset.x += others[k].offset.x >= 0 ? 0.01f : -0.01f; // none on one spot
            wend_vec offset = others[k].offset, velocity = others[k].velocity;
            double d = exact_length(offset);
            if (fabs(d - 6) < 1e-5)
            {
                others[k].offset = offset = v2(1, 0), d = 1;
            }
            if (d > 6)
            {
                continue;
            }
            double share = (0.25 + (double)others[k].radius) / (d * d);
            push[0] -= (double)offset.x * share, push[1] -= (double)offset.y * share,
                push[2] -= (double)offset.z * share;
            size += share * d;
            mean[0] += (double)velocity.x, mean[1] += (double)velocity.y, mean[2] += (double)velocity.z;
            centre[0] += (double)offset.x, centre[1] += (double)offset.y, centre[2] += (double)offset.z;
            seen++;
        }
        wend_flock_wishes wishes = wend_flock(&self, others, count, NULL);
        assert_int_equal(wishes.count, seen);
        if (seen > 0)
        {
            double n = seen, tiny = 1e-5 + 1e-5 * size;
            assert_vec(wishes.separation, 1 + 6 * push[0], -1 + 6 * push[1], 6 * push[2], tiny);
            assert_vec(wishes.alignment, 1 + 0.5 * (mean[0] / n - 1), -1 + 0.5 * (mean[1] / n + 1), 0.5 * mean[2] / n,
                       1e-5);
            assert_vec(wishes.cohesion, 1 + 0.2 * centre[0] / n, -1 + 0.2 * centre[1] / n, 0.2 * centre[2] / n, 1e-5);
        }
    }
}

static void t_sums_too_large_for_floats(void **state)
{
    (void)state;
    wend_agent self = first_agent(0, 0);
    wend_neighbour others[20];
    for (int k = 0; k < 20; k++)
    {
        others[k] = near_at((uint64_t)(k + 2), 1, (float)k * 0.1f, 3e38f, 0);
    }
    wend_vec wish = wend_align(&self, others, 20, NULL); // the sum is 6e39, the mean 3e38
    assert_close(wish.x / 1.5e38f, 1, 1e-5);
    self.neighbour_radius = 3e38f;
    for (int k = 0; k < 20; k++)
    {
        others[k] = near_at((uint64_t)(k + 2), 0, 2e38f, 0, 0);
    }
    wish = wend_cohere(&self, others, 20, NULL);
    assert_vec(wish, 0, 0.3 * 4 * 2 / 3, 0, 1e-5);
    others[0] = near_at(2, 1e30f, 0, 0, 0); // the square is beyond all floats
    self.neighbour_radius = 1e31f;
    assert_int_equal(wend_flock(&self, others, 1, NULL).count, 1);
    assert_vec(wend_cohere(&self, others, 1, NULL), 0.12, 0, 0, 1e-6);
    self.radius = 1e30f; // 4 * 1.5 * (1e30 + 0.25) / 1e30
    assert_vec(wend_separate(&self, others, 1, NULL), -6, 0, 0, 1e-5);
}

static void t_sizes_whose_squares_vanish_or_overflow(void **state)
{
    (void)state;
    const float radii[] = {1e-40f, 1e-25f, 1e-15f, 1, 1e15f, 1e25f, 1e37f};
    for (int i = 0; i < COUNT_OF(radii); i++)
    {
        wend_agent self = first_agent(0, 0);
        self.neighbour_radius = radii[i];
        wend_neighbour inside = near_at(2, 0.9f * radii[i], 0, 0, 0), outside = near_at(3, 1.1f * radii[i], 0, 0, 0);
        assert_int_equal(wend_flock(&self, &inside, 1, NULL).count, 1);
        assert_int_equal(wend_flock(&self, &outside, 1, NULL).count, 0);
        assert_vec(wend_cohere(&self, &inside, 1, NULL), 0.3 * 4 * 0.9, 0, 0, 1e-4);
        assert_same(wend_cohere(&self, &outside, 1, NULL), self.velocity);
    }
}

static void t_002_25_headings_of_any_speed(void **state)
{
    (void)state;
    const float speeds[] = {1e-40f, 1e-25f, 1e-15f, 1e15f, 1e25f, 3e38f};
    wend_agent self = first_agent(0, 0);
    wend_flock_def def = only(0, 1, 0);
    def.does_align_headings = true;
    for (int i = 0; i < COUNT_OF(speeds); i++)
    {
        wend_neighbour others[] = {near_at(2, 2, 0, 1, 0), near_at(3, 0, 2, 0, speeds[i])};
        assert_vec(wend_align(&self, others, 2, &def), 4 * sqrt(0.5), 4 * sqrt(0.5), 0, 1e-5); // all count the same
    }
}

static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 17;
    wend_neighbour others[24];
    for (int i = 0; i < 50000; i++)
    {
        wend_agent self = draw_wild_agent(&random);
        int count = (int)(draw(&random) % 24);
        for (int k = 0; k < count; k++)
        {
            others[k].id.value = (uint64_t)(k + 5);
            others[k].offset = draw_wild(&random);
            others[k].velocity = draw_wild(&random);
            others[k].radius = draw_positive(&random);
        }
        wend_flock_def def = wend_default_flock_def();
        def.separation = draw_not_negative(&random);
        def.alignment = draw_not_negative(&random);
        def.cohesion = draw_not_negative(&random);
        def.separation_radius = draw_not_negative(&random);
        def.sight_cos = draw_float(&random, -1, 1);
        def.does_align_headings = i % 2 == 0;
        wend_flock_wishes wishes = wend_flock(&self, others, count, i % 3 == 0 ? NULL : &def);
        assert_finite(wishes.separation);
        assert_finite(wishes.alignment);
        assert_finite(wishes.cohesion);
        assert_in_range(wishes.count, 0, count);
    }
}

// ---- together

enum
{
    HUNTERS = 3,
    BOIDS = 40
};

/// Everybody else, as self sees them; within `wide` x `high` the short way round, unless that is 0.
static int look_round(const wend_agent *agents, int count, int self, wend_neighbour *others, double wide, double high)
{
    int seen = 0;
    for (int k = 0; k < count; k++)
    {
        wend_vec offset = wend_sub(agents[k].position, agents[self].position);
        if (wide > 0)
        {
            offset.x = (float)remainder((double)offset.x, wide);
            offset.y = (float)remainder((double)offset.y, high);
        }
        if (k != self)
        {
            wend_neighbour other = {agents[k].id, offset, agents[k].velocity, agents[k].radius};
            others[seen++] = other;
        }
    }
    return seen;
}

// The reading that 0.1 takes: times the top speed, so hunters round a still target never touch.
static void t_004_42_hunters_keep_apart(void **state)
{
    (void)state;
    wend_agent hunters[HUNTERS];
    for (int i = 0; i < HUNTERS; i++)
    {
        hunters[i] = agent_at(-10, 1.5f * (float)(i - 1) + 0.2f);
        hunters[i].id.value = (uint64_t)(i + 1);
    }
    for (int step = 0; step < 60 * 30; step++)
    {
        wend_vec next[HUNTERS];
        for (int i = 0; i < HUNTERS; i++)
        {
            wend_neighbour others[HUNTERS];
            int seen = look_round(hunters, HUNTERS, i, others, 0, 0);
            wend_wish wishes[] = {{wend_separate(&hunters[i], others, seen, NULL), 1, v2(0, 0)},
                                  {wend_seek(&hunters[i], v2(0, 0)), 1, v2(0, 0)}};
            next[i] = wend_point_mass(&hunters[i], wend_combine_flock(&hunters[i], wishes, 2), 1.0 / 60, NULL);
        }
        for (int i = 0; i < HUNTERS; i++)
        {
            move_by(&hunters[i], next[i], 1.0 / 60);
        }
        for (int i = 0; i < HUNTERS; i++)
        {
            assert_true(wend_distance(hunters[i].position, hunters[(i + 1) % HUNTERS].position) > 0.5f);
        }
    }
    for (int i = 0; i < HUNTERS; i++)
    {
        assert_true(wend_length(hunters[i].position) < 4);
    }
}

// The row's eased rules: with the literal ones the flock is a buzzing ball (cosine 0.28, speed 14).
static void t_003_70_a_flock_flies_one_way(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++)
    {
        uint64_t random = seed;
        wend_agent boids[BOIDS];
        for (int i = 0; i < BOIDS; i++)
        {
            boids[i] = chaser(draw_float(&random, 0, 1000), draw_float(&random, 0, 700), 0.15f);
            float angle = draw_float(&random, -PI, PI);
            boids[i].velocity = v2(110 * cosf(angle), 110 * sinf(angle));
            boids[i].id.value = (uint64_t)(i + 1);
            boids[i].neighbour_radius = 70;
            boids[i].radius = 4;
        }
        wend_flock_def def = only(1.5f, 1, 1);
        def.separation_radius = 25;
        def.does_align_headings = true;
        double cosines = 0, speeds = 0;
        int pairs = 0;
        for (int step = 0; step < 60 * 15; step++)
        {
            wend_vec next[BOIDS];
            for (int i = 0; i < BOIDS; i++)
            {
                wend_neighbour others[BOIDS];
                int seen = look_round(boids, BOIDS, i, others, 1000, 700);
                wend_flock_wishes rules = wend_flock(&boids[i], others, seen, &def);
                wend_wish wishes[] = {
                    {rules.separation, 1, v2(0, 0)}, {rules.alignment, 1, v2(0, 0)}, {rules.cohesion, 1, v2(0, 0)}};
                next[i] = wend_point_mass(&boids[i], wend_combine_sum(&boids[i], wishes, 3, 0), 1.0 / 60, NULL);
            }
            for (int i = 0; i < BOIDS; i++)
            {
                move_by(&boids[i], next[i], 1.0 / 60);
                boids[i].position.x = (float)remainder((double)boids[i].position.x, 1000);
                boids[i].position.y = (float)remainder((double)boids[i].position.y, 700);
            }
        }
        for (int i = 0; i < BOIDS; i++)
        {
            wend_neighbour others[BOIDS];
            int seen = look_round(boids, BOIDS, i, others, 1000, 700);
            for (int k = 0; k < seen; k++)
            {
                double product = exact_length(others[k].velocity) * exact_length(boids[i].velocity);
                if (wend_length(others[k].offset) <= 70)
                {
                    cosines += exact_dot(others[k].velocity, boids[i].velocity) / product;
                    pairs++;
                }
            }
            speeds += exact_length(boids[i].velocity) / BOIDS;
        }
        assert_true(pairs > BOIDS);
        assert_true(cosines / pairs > 0.9);
        assert_true(speeds > 180);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_004_03_defaults),
        cmocka_unit_test(t_PEER_2_nobody_near_wants_no_change),
        cmocka_unit_test(t_004_40_the_radius_counts),
        cmocka_unit_test(t_004_41_separation_by_distance),
        cmocka_unit_test(t_002_23_at_half_the_distance_twice_the_push),
        cmocka_unit_test(t_004_44_golden_three_agents),
        cmocka_unit_test(t_002_24_cohesion_toward_the_centre),
        cmocka_unit_test(t_002_25_alignment_of_headings),
        cmocka_unit_test(t_separation_radius),
        cmocka_unit_test(t_002_22_only_those_in_front),
        cmocka_unit_test(t_FOV_02_cone_by_cosine),
        cmocka_unit_test(t_FOV_03_all_round_sees_exactly_behind),
        cmocka_unit_test(t_NAN_01_two_on_one_spot),
        cmocka_unit_test(t_NAN_09_a_pair_that_is_too_close_parts),
        cmocka_unit_test(t_part_is_a_unit_vector_and_its_opposite),
        cmocka_unit_test(t_many_on_one_spot_spread_round_the_circle),
        cmocka_unit_test(t_one_pass_equals_single_rules),
        cmocka_unit_test(t_sums_equal_exact_ones),
        cmocka_unit_test(t_sums_too_large_for_floats),
        cmocka_unit_test(t_sizes_whose_squares_vanish_or_overflow),
        cmocka_unit_test(t_002_25_headings_of_any_speed),
        cmocka_unit_test(t_finite_in_finite_out),
        cmocka_unit_test(t_004_42_hunters_keep_apart),
        cmocka_unit_test(t_003_70_a_flock_flies_one_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
