// path.h: ends, corners, laps, crossings, huge numbers, pulling straight.
#include "testing_path.h"

// ---- ends, corners

static void t_osc_04_one_approach(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {10, 0, 0}};
    wend_path path = PATH(points);
    for (int i = 0; i < COUNT_OF(followers); i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            wend_follow how = wend_default_follow();
            how.follower = followers[i];
            how.seconds_ahead = 1.5f;
            wend_agent self = agent_at(0, 0);
            self.max_speed = 1;
            wend_path_progress progress = {0};
            double last = 0;
            for (double time = 0; time < 40; time += 1 / rates[r])
            {
                wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 1 / rates[r]);
                move_by(&self, wend_point_mass(&self, wish, 1 / rates[r], NULL), 1 / rates[r]);
                assert_true((double)self.position.x >= last && self.position.x <= 10.0001f);
                last = (double)self.position.x;
            }
            assert_true(progress.has_arrived);
            assert_vec(self.position, 10, 0, 0, 0.003);
            assert_close(exact_length(self.velocity), 0, 0.01);
        }
    }
}

static void t_pth_01_ends_and_tips(void **state)
{
    (void)state;
    const wend_vec line[] = {{0, 0, 0}, {10, 0, 0}}, tip[] = {{0, 0, 0}, {5, 8, 0}, {10, 0, 0}};
    wend_path path = PATH(line), v = PATH(tip);
    for (int i = 0; i < 3; i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            double dt = 1 / rates[r];
            wend_follow how = wend_default_follow();
            how.follower = followers[i];
            how.seconds_ahead = 1.5f;
            // fast near the end: it comes back and stays
            wend_agent self = mover(9.8f, 0, 4, 0);
            wend_path_progress progress = wend_path_begin(&path, self.position, &how);
            for (double time = 0; time < 10; time += dt)
            {
                wend_vec wish = wend_follow_path(&self, &path, &progress, &how, dt);
                move_by(&self, wend_point_mass(&self, wish, dt, NULL), dt);
                assert_vec(progress.aim, 10, 0, 0, 0); // never the start
            }
            assert_vec(self.position, 10, 0, 0, 0.01);
            // the tip is visited within the tube
            self = agent_at(0, 0);
            progress = (wend_path_progress){0};
            double nearest = 1e9;
            for (double time = 0; time < 20 && !progress.has_arrived; time += dt)
            {
                wend_vec wish = wend_follow_path(&self, &v, &progress, &how, dt);
                wend_vec before = self.position;
                move_by(&self, wend_point_mass(&self, wish, dt, NULL), dt);
                nearest = fmin(nearest, off_segment(tip[1], before, self.position));
            }
            assert_true(progress.has_arrived && nearest <= 1);
        }
    }
}

static void t_slows_for_a_sharp_corner(void **state)
{
    (void)state;
    // 90 degrees: from (v, 0) to (0, v) along the diagonal, so v / (a sqrt(1/2)) seconds, in which a body goes on by
    // v^2 / (2 a sqrt(1/2)) = 0.5, the tube: with a = 8, v^2 = 5.65685.
    const wend_vec points[] = {{0, 0, 0}, {20, 0, 0}, {20, 20, 0}};
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    how.tube = 0.5f;
    wend_agent self = mover(20, 0, 4, 0);
    self.response_time = 0;
    wend_path_progress progress = wend_path_begin(&path, v2(10, 0), &how);
    assert_close(exact_length(wend_follow_path(&self, &path, &progress, &how, 0.01)), sqrt(5.65685), 1e-3);
    // a quarter of a unit before it what can be braked: v^2 + 2 * 8 * 0.25
    self.position = v2(19.75f, 0);
    progress = wend_path_begin(&path, v2(10, 0), &how);
    assert_close(exact_length(wend_follow_path(&self, &path, &progress, &how, 0.01)), sqrt(9.65685), 1e-3);
    // and as far behind it the same
    progress = wend_path_begin(&path, v2(20, 1), &how);
    self.position = v2(20, 0.25f);
    assert_close(exact_length(wend_follow_path(&self, &path, &progress, &how, 0.01)), sqrt(9.65685), 1e-3);
    progress = wend_path_begin(&path, v2(10, 0), &how);
    self.position = v2(10, 0);
    assert_close(exact_length(wend_follow_path(&self, &path, &progress, &how, 0.01)), 4, 1e-5);
    how.ignores_corners = true;
    self.position = v2(20, 0);
    assert_close(exact_length(wend_follow_path(&self, &path, &progress, &how, 0.01)), 4, 1e-5);
}

static void t_corners_are_taken_within_the_tube(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {20, 0, 0}, {20, 20, 0}, {10, 5, 0}, {0, 20, 0}};
    wend_path path = PATH(points);
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        wend_follow how = wend_default_follow();
        how.follower = WEND_FOLLOW_WAYPOINT;
        how.switch_radius = 0.5f;
        wend_agent self = agent_at(0, 0);
        self.max_speed = 10;
        trip t = walk(self, &path, &how, 1 / rates[r], 60);
        assert_true(t.has_arrived && t.farthest < 1 && !(t.events & WEND_PATH_LEFT));
        how.ignores_corners = true;
        trip fast = walk(self, &path, &how, 1 / rates[r], 60);
        assert_true(fast.has_arrived && fast.farthest > 1.5 && (fast.events & WEND_PATH_LEFT) != 0);
    }
}

static void t_any_corner_within_the_tube(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            for (int turn = 10; turn <= 180; turn += 10)
            {
                double angle = turn * PI / 180;
                const wend_vec points[] = {
                    {0, 0, 0}, {20, 0, 0}, v2((float)(20 + 20 * cos(angle)), (float)(20 * sin(angle)))};
                wend_path path = PATH(points);
                wend_follow how = wend_default_follow();
                how.follower = followers[i];
                how.switch_radius = 0.5f;
                wend_agent self = agent_at(0, 0);
                self.max_speed = 10;
                trip t = walk(self, &path, &how, 1 / rates[r], 60);
                assert_true(t.has_arrived && t.farthest <= 1 && t.seconds < 10);
            }
        }
    }
}

static void t_runs_through_the_end(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {10, 0, 0}};
    wend_path path = PATH(points);
    for (int i = 0; i < COUNT_OF(followers); i++)
    {
        wend_follow how = wend_default_follow();
        how.follower = followers[i];
        how.runs_through = true;
        trip t = walk(mover(0, 0, 4, 0), &path, &how, 1.0 / 60, 20);
        assert_true(t.has_arrived);
        assert_close(t.seconds, (10 - 0.8) / 4, 2.0 / 60);
        assert_close(exact_length(t.self.velocity), 4, 1e-3);
    }
}

static void t_pth_04_height(void **state)
{
    (void)state;
    // Up through the floor: the third point stands straight above the second.
    const wend_vec points[] = {{0, 0, 0}, {5, 0, 0}, {5, 0, 4}, {0, 0, 4}};
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_WAYPOINT;
    how.height = 0.5f;
    for (int i = 0; i < 4; i++)
    {
        const float heights[] = {0, 3.4f, 3.6f, 4.6f};
        wend_agent self = agent_at(5, 0);
        self.position.z = heights[i];
        wend_path_progress progress = {.leg = 1, .has_begun = true, .has_entered = true, .last = self.position};
        wend_follow_path(&self, &path, &progress, &how, 0.1);
        assert_int_equal(progress.leg, i == 2 ? 2 : 1);
    }
    // Arriving: the end is above.
    const wend_vec end[] = {{0, 0, 4}, {5, 0, 4}};
    wend_path above = PATH(end);
    wend_agent self = agent_at(5, 0);
    wend_path_progress progress = wend_path_begin(&above, self.position, &how);
    wend_follow_path(&self, &above, &progress, &how, 0.1);
    assert_false(progress.has_arrived);
    self.position.z = 3.5f;
    wend_follow_path(&self, &above, &progress, &how, 0.1);
    assert_true(progress.has_arrived);
    // A body that can climb does it.
    for (int r = 0; r < COUNT_OF(rates); r++)
    {
        for (int k = 0; k < 3; k++)
        {
            how.follower = followers[k];
            trip t = walk(agent_at(0, 0), &path, &how, 1 / rates[r], 20);
            assert_true(t.has_arrived && t.passed == 2);
        }
    }
}

// ---- laps, crossings, back and forth

static void t_never_jumps(void **state)
{
    (void)state;
    // A figure of eight that crosses itself in the origin, and a hairpin whose legs lie half a unit apart.
    const wend_vec eight[] = {{-8, -6, 0}, {8, 6, 0}, {8, -6, 0}, {-8, 6, 0}};
    const wend_vec hairpin[] = {{0, 0, 0}, {20, 0, 0}, {20, 0.5f, 0}, {0, 0.5f, 0}, {0, 1, 0}, {20, 1, 0}};
    for (int i = 0; i < 3; i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            double dt = 1 / rates[r], time = 0, length = 0;
            wend_follow how = wend_default_follow();
            how.follower = followers[i];
            wend_path loop = LOOP(eight), open = PATH(hairpin);
            wend_agent self = agent_at(-8, -6);
            wend_path_progress progress = {0};
            int corners = 0, laps = 0;
            for (; time < 200 && progress.lap < 3; time += dt)
            {
                wend_vec wish = wend_follow_path(&self, &loop, &progress, &how, dt);
                wend_vec before = self.position;
                move_by(&self, wend_point_mass(&self, wish, dt, NULL), dt);
                length += (double)wend_distance(before, self.position);
                corners += progress.passed;
                laps += (progress.events & WEND_PATH_LAP) != 0;
                assert_false(progress.events & WEND_PATH_ARRIVED);
            }
            // 20 + 12 + 20 + 12 a lap; corners may be cut
            assert_int_equal(progress.lap, 3);
            assert_int_equal(laps, 3);
            assert_int_equal(corners, 12);
            assert_true(length > 3 * 64 * 0.85 && length < 3 * 64 * 1.1);

            how.switch_radius = 0.2f;
            how.tube = 0.25f;
            how.ahead = 0.4f;
            trip t = walk(agent_at(0, 0), &open, &how, dt, 60);
            assert_true(t.has_arrived && t.passed == 4);
            assert_true(t.seconds > 60 / 4.0);
        }
    }
}

static void t_pushed_onto_a_crossing_leg(void **state)
{
    (void)state;
    const wend_vec eight[] = {{-8, -6, 0}, {8, 6, 0}, {8, -6, 0}, {-8, 6, 0}};
    wend_path loop = LOOP(eight);
    for (int i = 0; i < 3; i++)
    {
        wend_follow how = wend_default_follow();
        how.follower = followers[i];
        wend_agent self = agent_at(0, 0);
        wend_path_progress progress = {.has_entered = true};
        wend_follow_path(&self, &loop, &progress, &how, 0.1);
        self.position = v2(4, -3); // on leg 2
        wend_follow_path(&self, &loop, &progress, &how, 0.1);
        assert_int_equal(progress.leg, 0);
        assert_true(progress.is_off && (progress.events & WEND_PATH_LEFT) != 0);
        assert_close(progress.off, off_segment(v2(4, -3), eight[0], eight[1]), 1e-5);
        self.position = v2(1.6f, 1.2f);
        wend_follow_path(&self, &loop, &progress, &how, 0.1);
        assert_true(!progress.is_off && (progress.events & WEND_PATH_BACK) != 0);
        wend_follow_path(&self, &loop, &progress, &how, 0.1);
        assert_int_equal(progress.events, 0);
    }
}

static void t_there_and_back_and_backwards(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}};
    wend_path path = PATH(points), loop = LOOP(points);
    for (int i = 0; i < COUNT_OF(followers); i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            double dt = 1 / rates[r];
            wend_follow how = wend_default_follow();
            how.follower = followers[i];
            how.is_backward = true;
            trip t = walk(agent_at(6, 6), &path, &how, dt, 20);
            assert_true(t.has_arrived && t.progress.is_reversed);
            assert_vec(t.self.position, 0, 0, 0, 0.021);
            // there and back: visits both ends
            how.is_backward = false;
            how.is_there_and_back = true;
            wend_agent self = agent_at(0, 0);
            wend_path_progress progress = {0};
            double nearest[2] = {1e9, 1e9}; // to the start on the second way, to the end on the first and third
            for (double time = 0; time < 60 && progress.lap < 4; time += dt)
            {
                wend_vec wish = wend_follow_path(&self, &path, &progress, &how, dt);
                assert_int_equal(progress.is_reversed, progress.lap % 2);
                move_by(&self, wend_point_mass(&self, wish, dt, NULL), dt);
                int end = progress.lap % 2;
                nearest[end] = fmin(nearest[end], (double)wend_distance(self.position, points[end ? 0 : 2]));
            }
            assert_int_equal(progress.lap, 4);
            assert_true(nearest[0] <= 0.81 && nearest[1] <= 0.81);
            // a loop the other way round: first from (0, 0) to (6, 6)
            how.is_there_and_back = false;
            how.is_backward = true;
            self = agent_at(0, 0);
            progress = (wend_path_progress){0};
            for (double time = 0; time < 1; time += dt)
            {
                wend_vec wish = wend_follow_path(&self, &loop, &progress, &how, dt);
                move_by(&self, wend_point_mass(&self, wish, dt, NULL), dt);
            }
            assert_close(self.position.x, self.position.y, 1e-3);
            assert_true(self.position.x > 0.5f);
        }
    }
}

static void t_begin_and_left(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}};
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    wend_path_progress progress = wend_path_begin(&path, v2(11, 4), &how);
    assert_int_equal(progress.leg, 1);
    assert_close(progress.along, 4, 0);
    assert_close(progress.off, 1, 0);
    assert_close(wend_path_left(&path, &progress, &how), 6, 1e-6);
    how.is_backward = true;
    progress = wend_path_begin(&path, v2(11, 4), &how);
    assert_int_equal(progress.leg, 0);
    assert_close(progress.along, 6, 0);
    assert_close(wend_path_left(&path, &progress, &how), 14, 1e-6);
    wend_path none = {NULL, 0, false};
    progress = wend_path_begin(&none, v2(11, 4), NULL);
    assert_close(wend_path_left(&none, &progress, NULL), 0, 0);
}

static void t_other_bodies_follow_too(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {10, 0, 0}, {10, 8, 0}, {2, 8, 0}, {8, 12, 0}};
    wend_path path = PATH(points);
    for (int i = 0; i < 3; i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            for (int body = 0; body < 3; body++)
            {
                double dt = 1 / rates[r];
                wend_follow how = wend_default_follow();
                how.follower = followers[i];
                wend_agent self = agent_at(0, 0);
                wend_path_progress progress = {0};
                wend_car car = wend_default_car();
                car.turning_radius = 1.5f;
                car.reverse_share = body == 2 ? 0.5f : 0;
                wend_car_state memory = {0};
                double time = 0;
                for (; time < 60 && !progress.has_arrived; time += dt)
                {
                    wend_vec wish = wend_follow_path(&self, &path, &progress, &how, dt);
                    memory.aim = progress.aim;
                    memory.has_aim = true;
                    wend_move move =
                        body ? wend_drive(&self, wish, &car, &memory, dt) : wend_turn_on_spot(&self, wish, NULL, 0, dt);
                    move_by(&self, move.velocity, dt);
                    self.heading = move.heading;
                }
                assert_true(progress.has_arrived);
                assert_true(time < 25);
            }
        }
    }
}

// ---- finite, huge, no time

static void t_no_time_no_change(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {10, 0, 0}};
    wend_path path = PATH(points);
    wend_agent self = agent_at(5, 5);
    wend_path_progress progress = {.leg = 0, .along = 3, .passed = 7, .events = 5}, before = progress;
    wend_vec wish = wend_follow_path(&self, &path, &progress, NULL, 0);
    assert_memory_equal(&progress, &before, sizeof before);
    wend_vec same = wend_follow_path(&self, &path, &progress, NULL, 0.1);
    assert_same(wish, same);
}

static void t_huge_coordinates(void **state)
{
    (void)state;
    const float m = FLT_MAX;
    const wend_vec points[] = {{-m, -m, 0}, {m, m, 0}, {m, -m, 0}};
    wend_path path = PATH(points), loop = LOOP(points);
    assert_close(wend_path_length(&path), FLT_MAX, 0);
    wend_path_spot spot = wend_path_nearest(&path, v2(0, 0));
    assert_vec(spot.tangent, sqrt(0.5), sqrt(0.5), 0, 1e-6);
    assert_finite(wend_path_point(&loop, m));
    wend_agent self = agent_at(0, 0);
    wend_path_progress progress = {.has_entered = true};
    assert_vec(wend_follow_path(&self, &path, &progress, NULL, 0.1), 4 * sqrt(0.5), 4 * sqrt(0.5), 0, 1e-5);
}

static void t_finite_in_finite_out(void **state)
{
    (void)state;
    uint64_t random = 8;
    const double steps[] = {0, 1e-300, 1e-9, 1.0 / 60, 1, 1e300};
    for (int i = 0; i < 100000; i++)
    {
        wend_vec points[6];
        for (int k = 0; k < 6; k++)
            points[k] = k > 0 && draw(&random) % 4 == 0 ? points[k - 1] : draw_wild(&random);
        wend_path path = {points, (int)(draw(&random) % 7), draw(&random) % 2};
        wend_follow how = {.follower = followers[draw(&random) % 4],
                           .ahead = draw_positive(&random),
                           .switch_radius = draw_positive(&random),
                           .height = draw_not_negative(&random),
                           .tube = draw_positive(&random),
                           .seconds_ahead = draw_not_negative(&random),
                           .tolerance = draw_not_negative(&random),
                           .is_backward = draw(&random) % 2,
                           .is_there_and_back = draw(&random) % 2,
                           .runs_through = draw(&random) % 2,
                           .ignores_corners = draw(&random) % 2};
        wend_agent self = draw_wild_agent(&random);
        wend_path_progress progress = {.leg = (int)(draw(&random) % 9) - 2,
                                       .lap = draw(&random) % 8 == 0 ? 2147483647 : (int)(draw(&random) % 3) - 1,
                                       .has_begun = draw(&random) % 2,
                                       .has_entered = draw(&random) % 2,
                                       .last = draw_wild(&random)};
        for (int k = 0; k < 3; k++)
        {
            wend_vec wish = wend_follow_path(&self, &path, &progress, &how, steps[draw(&random) % 6]);
            assert_finite(wish);
            assert_true(exact_length(wish) <= (double)self.max_speed * (1 + 1e-6) + 1e-44);
            assert_finite(progress.aim);
            assert_true(isfinite(progress.along) && isfinite(progress.off));
            assert_true(isfinite(wend_path_left(&path, &progress, &how)));
            self.position = draw_wild(&random);
        }
        assert_true(isfinite(wend_path_length(&path)));
        assert_finite(wend_path_point(&path, draw_magnitude(&random)));
        wend_path_spot spot = wend_path_nearest(&path, self.position);
        assert_finite(spot.point);
        assert_finite(spot.tangent);
        assert_true(isfinite(spot.off) && isfinite(spot.along));
    }
}

// ---- pulled straight

/// A box that is in the way.
typedef struct box
{
    float low_x, low_y, high_x, high_y;
    int asked;
} box;

static bool misses_box(wend_vec from, wend_vec to, float radius, void *user)
{
    box *b = user;
    b->asked++;
    for (int i = 0; i <= 1000; i++)
    {
        wend_vec p = wend_lerp(from, to, (float)i / 1000);
        float dx = fmaxf(fmaxf(b->low_x - p.x, p.x - b->high_x), 0);
        float dy = fmaxf(fmaxf(b->low_y - p.y, p.y - b->high_y), 0);
        if (dx * dx + dy * dy < radius * radius)
            return false;
    }
    return true;
}

static void t_pull_straight(void **state)
{
    (void)state;
    // A path on a grid round a box, with steps of half a unit.
    wend_vec points[64];
    int count = 0;
    for (int i = 0; i <= 12; i++)
        points[count++] = v2(0, (float)i * 0.5f);
    for (int i = 1; i <= 20; i++)
        points[count++] = v2((float)i * 0.5f, 6);
    for (int i = 11; i >= 0; i--)
        points[count++] = v2(10, (float)i * 0.5f);
    points[count] = points[count - 1]; // repeated
    count++;
    box b = {2, -10, 8, 5, 0};
    int left = wend_path_pull(points, count, 0.4f, misses_box, &b);
    assert_true(b.asked <= 6 * count);
    assert_true(left >= 3 && left <= 5);
    assert_vec(points[0], 0, 0, 0, 0);
    assert_vec(points[left - 1], 10, 0, 0, 0);
    for (int i = 0; i + 1 < left; i++)
        assert_true(misses_box(points[i], points[i + 1], 0.4f, &b));
    for (int i = 1; i + 1 < left; i++)
        assert_false(misses_box(points[i - 1], points[i + 1], 0.4f, &b)); // none can be left out
    // nothing in the way
    b.low_y = b.high_y = 1000;
    left = wend_path_pull(points, left, 0.4f, misses_box, &b);
    assert_int_equal(left, 2);
    assert_int_equal(wend_path_pull(points, 1, 1, misses_box, &b), 1);
    assert_int_equal(wend_path_pull(NULL, 0, 1, misses_box, &b), 0);
    const wend_vec repeated[] = {{1, 1, 0}, {1, 1, 0}, {2, 1, 0}, {2, 1, 0}, {3, 1, 0}, {3, 1, 0}};
    memcpy(points, repeated, sizeof repeated);
    assert_int_equal(wend_path_pull(points, 6, 1, NULL, NULL), 3);
    assert_vec(points[2], 3, 1, 0, 0);
    points[1] = points[2] = points[0];
    assert_int_equal(wend_path_pull(points, 3, 1, NULL, NULL), 2); // first and last stay, even in one place
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_osc_04_one_approach),
        cmocka_unit_test(t_pth_01_ends_and_tips),
        cmocka_unit_test(t_slows_for_a_sharp_corner),
        cmocka_unit_test(t_corners_are_taken_within_the_tube),
        cmocka_unit_test(t_any_corner_within_the_tube),
        cmocka_unit_test(t_runs_through_the_end),
        cmocka_unit_test(t_pth_04_height),
        cmocka_unit_test(t_never_jumps),
        cmocka_unit_test(t_pushed_onto_a_crossing_leg),
        cmocka_unit_test(t_there_and_back_and_backwards),
        cmocka_unit_test(t_begin_and_left),
        cmocka_unit_test(t_other_bodies_follow_too),
        cmocka_unit_test(t_no_time_no_change),
        cmocka_unit_test(t_huge_coordinates),
        cmocka_unit_test(t_finite_in_finite_out),
        cmocka_unit_test(t_pull_straight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
