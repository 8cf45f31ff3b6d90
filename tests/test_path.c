// path.h: the path as a line, progress along it, waypoints, prediction. Ends, laps, pulling straight: test_path_ends.c.
#include "testing_path.h"

// ---- the path as a line

static const wend_vec line_points[] = {{0, 0, 0}, {2, 0, 0}, {3, 0, 0}, {2, 2, 0}};

static void t_peer_opensteer_polyline(void **state)
{
    (void)state;
    wend_path open = PATH(line_points), loop = LOOP(line_points), none = {NULL, 0, false};
    const double root5 = sqrt(5), root8 = sqrt(8);
    assert_close(wend_path_length(&open), 3 + root5, 1e-6);
    assert_close(wend_path_length(&loop), 3 + root5 + root8, 1e-6);
    assert_close(wend_path_length(&none), 0, 0);
    assert_vec(wend_path_point(&open, 0), 0, 0, 0, 0);
    assert_vec(wend_path_point(&open, 1), 1, 0, 0, 0);
    assert_vec(wend_path_point(&open, (float)(3 + root5 / 2)), 2.5, 1, 0, 1e-6);
    assert_vec(wend_path_point(&open, 5.2360680f), 2, 2, 0, 1e-6);
    assert_vec(wend_path_point(&open, 10), 2, 2, 0, 0);
    assert_vec(wend_path_point(&open, -1), 0, 0, 0, 0);
    assert_vec(wend_path_point(&loop, 10), 10 - 3 - root5 - root8, 0, 0, 1e-6);
    assert_vec(wend_path_point(&loop, -1), 0, 0, 0, 0);
    const struct
    {
        float x, y;
        double nx, ny, off, along;
    } rows[] = {{-1, 0, 0, 0, 1, 0},
                {-1, 1, 0, 0, 1.41421356, 0},
                {0, 1, 0, 0, 1, 0},
                {1, 1, 1, 0, 1, 1},
                {1, 0.1f, 1, 0, 0.1, 1},
                {2, 0.1f, 2, 0, 0.1, 2},
                {2.5f, 0.1f, 2.5, 0, 0.1, 2.5},
                {2.5f, 0, 2.5, 0, 0, 2.5}};
    for (int i = 0; i < COUNT_OF(rows); i++)
    {
        wend_path_spot spot = wend_path_nearest(&open, v2(rows[i].x, rows[i].y));
        assert_vec(spot.point, rows[i].nx, rows[i].ny, 0, 1e-6);
        assert_vec(spot.tangent, 1, 0, 0, 0);
        assert_close(spot.off, rows[i].off, 1e-6);
        assert_close(spot.along, rows[i].along, 1e-6);
    }
    assert_close(wend_path_nearest_on(&open, 0, v2(3, 1)).along, 2, 0);
    assert_close(wend_path_nearest_on(&open, 0, v2(-1, 1)).along, 0, 0);
    assert_int_equal(wend_path_nearest(&open, v2(3, 3)).leg, 2);
}

static void t_peer_gdx_ai_and_gsai(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}};
    wend_path path = PATH(points);
    assert_close(wend_path_length(&path), 20, 0);
    assert_close(wend_path_nearest(&path, v2(5, 2)).along, 5, 0);
    assert_close(wend_path_nearest(&path, v2(12, 5)).along, 15, 0);
    assert_vec(wend_path_point(&path, 15), 10, 5, 0, 0);
    assert_vec(wend_path_point(&path, 25), 10, 10, 0, 0);
    assert_vec(wend_path_point(&path, -3), 0, 0, 0, 0);
    wend_follow how = wend_default_follow();
    how.ahead = 3;
    wend_agent self = agent_at(5, 2);
    wend_path_progress progress = {0};
    wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 0.1);
    assert_vec(progress.aim, 8, 0, 0, 1e-6);
    assert_vec(wish, 4 * 3 / sqrt(13), -4 * 2 / sqrt(13), 0, 1e-5);
    assert_close(wend_path_left(&path, &progress, &how), 15, 1e-6);
}

static void t_path_of_one_place(void **state)
{
    (void)state;
    const wend_vec points[] = {{3, 3, 0}, {3, 3, 0}, {3, 3, 0}};
    for (int count = 0; count <= 3; count++)
    {
        wend_path path = {points, count, count % 2 == 0};
        assert_close(wend_path_length(&path), 0, 0);
        wend_vec place = count ? points[0] : v2(0, 0);
        assert_same(wend_path_point(&path, 5), place);
        wend_path_spot spot = wend_path_nearest(&path, v2(0, 0));
        assert_same(spot.point, place);
        assert_vec(spot.tangent, 0, 0, 0, 0);
        assert_close(spot.off, count ? 3 * sqrt(2) : 0, 1e-6);
    }
}

// ---- 0 and 1 points, repeated points

static void t_unr_04_api_03_none_and_one(void **state)
{
    (void)state;
    const wend_vec points[] = {{3, 3, 0}, {3, 3, 0}};
    wend_agent self = mover(0, 0, 1, 0);
    for (int i = 0; i < COUNT_OF(followers); i++)
    {
        wend_follow how = wend_default_follow();
        how.follower = followers[i];
        wend_path none = {NULL, 0, i % 2};
        wend_path_progress progress = {0};
        for (int k = 0; k < 2; k++)
        {
            assert_vec(wend_follow_path(&self, &none, &progress, &how, 0.1), 0, 0, 0, 0);
            assert_int_equal(progress.events, WEND_PATH_NONE);
        }
        for (int count = 1; count <= 2; count++)
        {
            for (int r = 0; r < COUNT_OF(rates); r++)
            {
                wend_path one = {points, count, r % 2};
                trip t = walk(agent_at(0, 0), &one, &how, 1 / rates[r], 20);
                assert_true(t.has_arrived && t.passed == 0);
                assert_vec(t.self.position, 3, 3, 0, 0.021);
                // and it stays there
                for (int k = 0; k < 400; k++)
                {
                    wend_vec wish = wend_follow_path(&t.self, &one, &t.progress, &how, 1 / rates[r]);
                    move_by(&t.self, wend_point_mass(&t.self, wish, 1 / rates[r], NULL), 1 / rates[r]);
                    assert_int_equal(t.progress.events, 0);
                }
                assert_vec(t.self.position, 3, 3, 0, 0.003);
            }
        }
    }
}

static void t_nan_06_repeated_points(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {0, 0, 0}, {3, 0, 0}, {3, 0, 0}, {3, 0, 0}, {6, 0, 0}, {6, 0, 0}};
    wend_path path = PATH(points);
    for (int i = 0; i < COUNT_OF(followers); i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            wend_follow how = wend_default_follow();
            how.follower = followers[i];
            trip t = walk(agent_at(0, 0), &path, &how, 1 / rates[r], 20);
            assert_true(t.has_arrived);
            assert_vec(t.self.position, 6, 0, 0, 0.021);
            assert_int_equal(t.passed, followers[i] == WEND_FOLLOW_GOAL && t.passed == 0 ? 0 : 1);
        }
    }
}

static void t_nan_15_symmetry(void **state)
{
    (void)state;
    const wend_vec up[] = {{3, 0, 0}, {3, 10, 0}}, right[] = {{0, 3, 0}, {10, 3, 0}};
    wend_path a = PATH(up), b = PATH(right);
    for (int i = 0; i < COUNT_OF(followers); i++)
    {
        wend_follow how = wend_default_follow();
        how.follower = followers[i];
        trip s = walk(agent_at(3, 0), &a, &how, 1.0 / 60, 20), t = walk(agent_at(0, 3), &b, &how, 1.0 / 60, 20);
        assert_true(s.has_arrived && t.has_arrived);
        assert_close(s.seconds, t.seconds, 1.0 / 60 + 1e-9);
    }
}

// ---- waypoints

static void t_peer_yuka_waypoints(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 10}, {0, 10, 10}, {0, 10, 0}, {0, 1, 0}};
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_WAYPOINT;
    how.switch_radius = 1;
    how.ignores_corners = true;
    wend_agent self = agent_at(0, 0);
    self.max_speed = 1;
    wend_path_progress progress = {0};
    assert_vec(wend_follow_path(&self, &path, &progress, &how, 0.1), 0, 0, 1, 1e-6); // to the first point first
    assert_int_equal(progress.events & WEND_PATH_PASSED, 0);
    progress = (wend_path_progress){0};
    self.position.z = 9.5f;
    assert_vec(wend_follow_path(&self, &path, &progress, &how, 0.1), 0, 0.99875, 0.04994, 1e-4);
    // the last point: as wend_arrive, here by the text book's formula alone
    self.position = v2(0, 0);
    self.arrival_radius = 3;
    self.max_acceleration = 1e6f;
    self.response_time = 0;
    progress = (wend_path_progress){.leg = 2, .has_begun = true, .has_entered = true};
    assert_vec(wend_follow_path(&self, &path, &progress, &how, 0.1), 0, 1.0 / 3, 0, 1e-6);
}

static void t_swept_no_waypoint_is_stepped_over(void **state)
{
    (void)state;
    wend_vec points[101];
    for (int i = 0; i <= 100; i++)
        points[i] = v2((float)i, 0);
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_WAYPOINT;
    how.switch_radius = 0.1f;
    how.runs_through = true;
    wend_agent self = mover(0, 0, 50, 0);
    self.max_speed = 50;
    wend_path_progress progress = {0};
    int passed = 0;
    for (int i = 0; i < 29; i++)
    {
        wend_follow_path(&self, &path, &progress, &how, 1.0 / 15);
        passed += progress.passed;
        assert_int_equal(passed, (int)((double)self.position.x + 0.1)); // reached 0.1 before it
        move_by(&self, self.velocity, 1.0 / 15);
    }
    // One that was put elsewhere hasn't walked there.
    const wend_vec corner[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}};
    wend_path other = PATH(corner);
    for (int is_put = 0; is_put < 2; is_put++)
    {
        self = agent_at(3, 0);
        progress = wend_path_begin(&other, self.position, &how);
        self.position = v2(5, 0);
        wend_follow_path(&self, &other, &progress, &how, is_put ? 0.01 : 0.5);
        assert_int_equal(progress.passed, !is_put);
    }
}

static void t_exactly_at_the_switch_radius(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}};
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_WAYPOINT;
    how.switch_radius = 0.5f;
    for (int i = 0; i < 2; i++)
    {
        wend_agent self = agent_at(i ? 3.5f : 3.49f, 0);
        wend_path_progress progress = wend_path_begin(&path, v2(3.4f, 0), &how);
        wend_follow_path(&self, &path, &progress, &how, 0.1);
        assert_int_equal(progress.leg, i);
        assert_int_equal(progress.passed, i);
    }
}

static void t_dt_04_ten_frames_a_second(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {5, 0, 0}, {5, 5, 0}};
    wend_path path = PATH(points);
    for (int i = 0; i < 3; i++)
    {
        for (int ignores = 0; ignores < 2; ignores++)
        {
            wend_follow how = wend_default_follow();
            how.follower = followers[i];
            how.switch_radius = 0.1f;
            how.ignores_corners = ignores;
            wend_agent self = agent_at(0, 0);
            self.max_speed = 10;
            self.max_acceleration = 40;
            trip t = walk(self, &path, &how, 0.1, 30);
            assert_true(t.has_arrived);
            assert_int_equal(t.passed, 1);
            assert_vec(t.self.position, 5, 5, 0, 0.3);
        }
    }
}

static void t_003_68_switch_radius(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {400, 0, 0}, {400, 400, 0}};
    const float radii[] = {1, 12, 36, 100};
    wend_path path = PATH(points);
    double last_off = -1, last_time = 1e9;
    for (int i = 0; i < 4; i++)
    {
        wend_follow how = wend_default_follow();
        how.follower = WEND_FOLLOW_WAYPOINT;
        how.switch_radius = radii[i];
        how.ignores_corners = true;
        how.tolerance = 1;
        wend_agent self = chaser(0, 0, 0.15f);
        wend_path_progress progress = {0};
        double nearest = 1e9, time = 0;
        for (; time < 20 && !progress.has_arrived; time += 1.0 / 60)
        {
            wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 1.0 / 60);
            move_by(&self, wend_point_mass(&self, wish, 1.0 / 60, NULL), 1.0 / 60);
            nearest = fmin(nearest, (double)wend_distance(self.position, points[1]));
        }
        assert_true(progress.has_arrived);
        assert_true(nearest <= (double)radii[i] + 1e-3 && nearest > last_off);
        assert_true(time < last_time);
        last_off = nearest;
        last_time = time;
    }
    assert_close(last_off, 38.6, 8); // the row's last figure, on a path that the row doesn't give
}

/// The course of CLAIMS 2.2: the corridor's path from a start.
static trip course(const wend_follow *how, double y, double dt)
{
    const wend_vec points[] = {v2(1, (float)y), v2(12.5f, 3.5f), v2(15.5f, 8.5f),
                               v2(24.5f, 8.5f), v2(27.5f, 4.5f), v2(36.5f, 3)};
    wend_path path = PATH(points);
    wend_agent self = agent_at(1, (float)y);
    self.radius = 0.4f;
    self.max_speed = 3;
    self.max_acceleration = 12;
    return walk(self, &path, how, dt, 45);
}

static wend_follow course_follow(wend_follower follower)
{
    wend_follow how = wend_default_follow();
    how.follower = follower;
    how.runs_through = true;
    how.ignores_corners = true;
    return how;
}

static void t_001_12_too_early_and_too_late(void **state)
{
    (void)state;
    const double radii[] = {0.15, 0.4, 0.8, 1.6, 2.5}, offs[] = {0.29, 0.10, 0.29, 0.55, 0.86};
    for (int i = 0; i < 5; i++)
    {
        wend_follow how = course_follow(WEND_FOLLOW_WAYPOINT);
        how.switch_radius = (float)radii[i];
        double farthest = 0;
        for (int y = 1; y <= 3; y++)
        {
            trip t = course(&how, y, 1.0 / 60);
            assert_true(t.has_arrived && t.passed == 4);
            farthest = fmax(farthest, t.farthest);
        }
        if (i < 3) // the reference's wider ones were held back by the walls (22.9 and 35.9 % contact)
            assert_close(farthest, offs[i], 0.06);
        else
            assert_true(farthest >= offs[i]);
    }
}

static void t_001_13_the_aim_moves_smoothly(void **state)
{
    (void)state;
    wend_follow waypoint = course_follow(WEND_FOLLOW_WAYPOINT), carrot = course_follow(WEND_FOLLOW_CARROT);
    for (int y = 1; y <= 3; y++)
    {
        double jump = degrees(course(&waypoint, y, 1.0 / 60).aim_turn);
        assert_true(jump > 40 && jump < 65);
        assert_true(degrees(course(&carrot, y, 1.0 / 60).aim_turn) < 9);
    }
}

static void t_course_is_walked_in_time(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
    {
        for (int r = 0; r < COUNT_OF(rates); r++)
        {
            wend_follow how = course_follow(followers[i]);
            for (int y = 1; y <= 3; y++)
            {
                trip t = course(&how, y, 1 / rates[r]);
                assert_true(t.has_arrived && t.farthest < (followers[i] == WEND_FOLLOW_PREDICT ? 1.2 : 0.5));
                assert_true(t.seconds > 39.3 / 3 - 0.7 && t.seconds < 14.2);
            }
        }
    }
}

// ---- prediction

static void t_001_14_the_tube(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {100, 0, 0}};
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_PREDICT;
    how.seconds_ahead = 1;
    how.tube = 1;
    uint64_t random = 4;
    for (int i = 0; i < 2000; i++)
    {
        wend_agent self = agent_at(draw_float(&random, 5, 50), draw_float(&random, -2, 2));
        double angle = draw_between(&random, -PI, PI);
        self.velocity = wend_cut(v2((float)(4 * cos(angle)), (float)(4 * sin(angle))), 4);
        double predicted = (double)self.position.y + (double)self.velocity.y;
        wend_path_progress progress = {0};
        wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 0.1);
        if (fabs(fabs(predicted) - 1) < 1e-3)
            continue;
        if (fabs(predicted) < 1 && self.velocity.x > 0)
            assert_vec(wish, self.velocity.x, self.velocity.y, 0, 1e-6); // no correction
        else
        {
            assert_vec(progress.aim, fmin((double)self.position.x + (double)self.velocity.x, 100) + 2, 0, 0, 1e-4);
            wend_vec way = wend_normalize(wend_sub(progress.aim, self.position));
            assert_vec(wish, 4 * (double)way.x, 4 * (double)way.y, 0, 1e-4);
        }
    }
}

static void t_peer_yuka_on_path(void **state)
{
    (void)state;
    const wend_vec points[] = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}};
    wend_path path = PATH(points);
    wend_follow how = wend_default_follow();
    how.follower = WEND_FOLLOW_PREDICT;
    how.seconds_ahead = 1;
    how.ignores_corners = true;
    wend_agent self = agent_at(0, 0);
    self.max_speed = 1;
    self.velocity = wend_xyz(0, 0, 1);
    wend_path_progress progress = {0};
    assert_same(wend_follow_path(&self, &path, &progress, &how, 0.1), self.velocity); // yuka: no steering
    self.velocity = wend_xyz(2, 0, 1);
    progress = (wend_path_progress){0};
    wend_vec wish = wend_follow_path(&self, &path, &progress, &how, 0.1);
    assert_true(wend_sub(wish, self.velocity).x <= -2); // yuka: (-2, 0, 0)
    assert_vec(wish, 0, 0, 1, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_peer_opensteer_polyline),
        cmocka_unit_test(t_peer_gdx_ai_and_gsai),
        cmocka_unit_test(t_path_of_one_place),
        cmocka_unit_test(t_unr_04_api_03_none_and_one),
        cmocka_unit_test(t_nan_06_repeated_points),
        cmocka_unit_test(t_nan_15_symmetry),
        cmocka_unit_test(t_peer_yuka_waypoints),
        cmocka_unit_test(t_swept_no_waypoint_is_stepped_over),
        cmocka_unit_test(t_exactly_at_the_switch_radius),
        cmocka_unit_test(t_dt_04_ten_frames_a_second),
        cmocka_unit_test(t_003_68_switch_radius),
        cmocka_unit_test(t_001_12_too_early_and_too_late),
        cmocka_unit_test(t_001_13_the_aim_moves_smoothly),
        cmocka_unit_test(t_course_is_walked_in_time),
        cmocka_unit_test(t_001_14_the_tube),
        cmocka_unit_test(t_peer_yuka_on_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
