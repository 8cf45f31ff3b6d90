// motion.h with steer.h: bodies that follow what moves, and every behaviour at a coarse and a fine step.
#include "testing.h"

#include "wend/combine.h"
#include "wend/flock.h"
#include "wend/motion.h"
#include "wend/steer.h"

static const double rates[] = {60, 144};

// ---- toward what moves

static const wend_prediction chapter = {WEND_DIVIDE_BY_TOP, 1, false};

/// When the distance to a target from (-200, 230) at 110 along +x is first within 12.
static double time_to_meet(bool does_pursue, double rate)
{
    wend_agent self = chaser(0, 0, 0.15f);
    for (int i = 1; i < 10 * (int)rate; i++)
    {
        wend_vec target = v2((float)(-200 + 110 * (i - 1) / rate), 230);
        wend_vec wish = does_pursue ? wend_pursue(&self, target, v2(110, 0), &chapter) : wend_seek(&self, target);
        move_by(&self, wend_point_mass(&self, wish, 1 / rate, NULL), 1 / rate);
        if (hypot((double)self.position.x - (-200 + 110 * i / rate), (double)self.position.y - 230) <= 12)
        {
            return i / rate;
        }
    }
    return 99;
}

static void t_003_41_pursue_meets_sooner_than_seek(void **state)
{
    (void)state;
    const double all[] = {60, 144, 240};
    for (int i = 0; i < COUNT_OF(all); i++)
    {
        assert_close(time_to_meet(true, all[i]), 1.35, 0.02);
        assert_close(time_to_meet(false, all[i]), 2.5, 0.02);
    }
}

typedef enum chase
{
    CHASE_SEEK,
    CHASE_PURSUE,
    CHASE_ARRIVE
} chase;

/// Mean distance in the seventh second from a target at 144 a second on a circle of radius 200 (or straight on: 0).
static double trail_behind(chase how, double circle, double rate, double *own_radius)
{
    wend_agent self = chaser(150, 0, 0.15f);
    double sum = 0, around = 0;
    int count = 0;
    for (int i = 0; i < (int)(10 * rate); i++)
    {
        double s = 144 * i / rate, angle = circle > 0 ? s / circle : 0;
        wend_vec target = circle > 0 ? v2((float)(circle * cos(angle)), (float)(circle * sin(angle))) : v2((float)s, 0);
        wend_vec velocity = circle > 0 ? v2((float)(-144 * sin(angle)), (float)(144 * cos(angle))) : v2(144, 0);
        if (i > (int)(6 * rate))
        {
            sum += exact_length(wend_sub(target, self.position));
            around += exact_length(self.position);
            count++;
        }
        wend_vec wish = how == CHASE_SEEK     ? wend_seek(&self, target)
                        : how == CHASE_PURSUE ? wend_pursue(&self, target, velocity, &chapter)
                                              : wend_arrive_linear(&self, target, 150);
        move_by(&self, wend_point_mass(&self, wish, 1 / rate, NULL), 1 / rate);
    }
    *own_radius = around / count;
    return sum / count;
}

static void t_003_45_arrivers_trail_inside(void **state)
{
    (void)state;
    double own = 0;
    for (int i = 0; i < COUNT_OF(rates); i++)
    {
        double behind = trail_behind(CHASE_ARRIVE, 200, rates[i], &own);
        assert_true(behind > 90 && behind < 99);
        assert_close(own, 187, 3);
        assert_close(trail_behind(CHASE_ARRIVE, 0, rates[i], &own), 95.8, 2.5);
    }
}

static void t_003_46_seekers_and_pursuers_ride_on_the_target(void **state)
{
    (void)state;
    double own = 0;
    for (int i = 0; i < COUNT_OF(rates); i++)
    {
        assert_true(trail_behind(CHASE_SEEK, 200, rates[i], &own) < 6);
        assert_true(trail_behind(CHASE_PURSUE, 200, rates[i], &own) < 6);
    }
}

static void t_003_48_evaders_escape_more_often(void **state)
{
    (void)state;
    const float speeds[] = {144, 200, 300, 400};
    int touched[2] = {0, 0};
    for (int way = 0; way < 2; way++)
    {
        for (uint64_t pass = 0; pass < 400; pass++)
        {
            uint64_t random = pass + 1;
            float speed = speeds[pass % 4];
            wend_agent self = chaser(0, 0, 0.15f);
            double angle = draw_between(&random, -PI, PI), miss = draw_between(&random, -100, 100);
            wend_vec threat =
                v2((float)(600 * cos(angle) - miss * sin(angle)), (float)(600 * sin(angle) + miss * cos(angle)));
            wend_vec velocity = v2((float)(-(double)speed * cos(angle)), (float)(-(double)speed * sin(angle)));
            bool is_touched = false;
            for (int i = 0; i < 60 * 8; i++)
            {
                wend_vec wish =
                    way == 0 ? wend_flee(&self, threat, 220, 0) : wend_evade(&self, threat, velocity, 220, &chapter);
                move_by(&self, wend_point_mass(&self, wish, 1.0 / 60, NULL), 1.0 / 60);
                threat = wend_add(threat, wend_scale(velocity, 1.0f / 60));
                is_touched = is_touched || wend_distance(threat, self.position) < 12;
            }
            touched[way] += is_touched;
        }
    }
    assert_true(touched[1] < touched[0]);
}

// The row's numbers belong to another separation; what must hold is that nobody overlaps, and without it all do.
static void t_003_66_separation_keeps_a_loose_huddle(void **state)
{
    (void)state;
    for (int with = 0; with < 2; with++)
    {
        wend_agent agents[6];
        for (int i = 0; i < 6; i++)
        {
            agents[i] = chaser(300 * cosf((float)i), 300 * sinf((float)i), 0.15f);
            agents[i].id.value = (uint64_t)(i + 1);
            agents[i].neighbour_radius = 30;
        }
        for (int step = 0; step < 60 * 15; step++)
        {
            wend_vec next[6];
            for (int i = 0; i < 6; i++)
            {
                wend_neighbour others[6];
                int seen = 0;
                for (int k = 0; k < 6; k++)
                {
                    if (k != i)
                    {
                        others[seen].id = agents[k].id;
                        others[seen].offset = wend_sub(agents[k].position, agents[i].position);
                        others[seen].velocity = agents[k].velocity;
                        others[seen++].radius = agents[k].radius;
                    }
                }
                wend_wish wishes[] = {{wend_separate(&agents[i], others, seen, NULL), 1, v2(0, 0)},
                                      {wend_arrive(&agents[i], v2(0, 0)), 1, v2(0, 0)}};
                wend_vec wish = with ? wend_combine_flock(&agents[i], wishes, 2) : wishes[1].velocity;
                next[i] = wend_point_mass(&agents[i], wish, 1.0 / 60, NULL);
            }
            for (int i = 0; i < 6; i++)
            {
                move_by(&agents[i], next[i], 1.0 / 60);
            }
        }
        double nearest = 1e9, farthest = 0;
        for (int i = 0; i < 6; i++)
        {
            farthest = fmax(farthest, exact_length(agents[i].position));
            for (int k = 0; k < i; k++)
            {
                nearest = fmin(nearest, (double)wend_distance(agents[i].position, agents[k].position));
            }
        }
        assert_true(with ? nearest > 12 : nearest < 1); // two radii
        assert_true(with ? farthest < 60 : farthest < 1);
    }
}

// ---- any frame rate

static wend_vec run_seek(const wend_agent *self, double now)
{
    (void)now;
    return wend_seek(self, v2(100, 30));
}

static wend_vec run_flee(const wend_agent *self, double now)
{
    (void)now;
    return wend_flee(self, v2(-2, 1), 9, 0.5f);
}

static wend_vec run_arrive(const wend_agent *self, double now)
{
    (void)now;
    return wend_arrive(self, v2(8, 4));
}

static wend_vec run_arrive_linear(const wend_agent *self, double now)
{
    (void)now;
    return wend_arrive_linear(self, v2(8, 4), 2);
}

static wend_vec run_pursue(const wend_agent *self, double now)
{
    return wend_pursue(self, v2(10, (float)(5 - now)), v2(0, -1), NULL);
}

static wend_vec run_evade(const wend_agent *self, double now)
{
    return wend_evade(self, v2((float)(12 - 5 * now), 1), v2(-5, 0), 6, NULL);
}

static wend_vec run_match(const wend_agent *self, double now)
{
    (void)now;
    return wend_match(self, v2(-1, 3));
}

static wend_vec run_cruise(const wend_agent *self, double now)
{
    (void)now;
    return wend_cruise(self, 2);
}

static wend_vec run_stop(const wend_agent *self, double now)
{
    (void)now;
    return wend_stop(self);
}

static wend_vec run_hold(const wend_agent *self, double now)
{
    (void)now;
    return wend_hold(self, v2(-5, -5), 1);
}

static wend_vec run_interpose(const wend_agent *self, double now)
{
    return wend_interpose(self, v2(6, (float)now), v2(0, 1), v2(10, (float)-now), v2(0, -1), 0.5f);
}

static wend_vec run_offset_pursue(const wend_agent *self, double now)
{
    wend_leader leader = {v2((float)(5 + 2 * now), 5), v2(2, 0), v2(1, 0), v2(-2, 1)};
    return wend_offset_pursue(self, &leader);
}

static wend_vec run_keep_range(const wend_agent *self, double now)
{
    return wend_keep_range(self, v2((float)(1 - now), 0), 4, 6);
}

static wend_vec run_orbit(const wend_agent *self, double now)
{
    (void)now;
    return wend_orbit(self, v2(5, 0), 4, false);
}

static wend_vec run_keep_in_circle(const wend_agent *self, double now)
{
    (void)now;
    return wend_keep_in_circle(self, v2(1, 0), 5);
}

static wend_vec run_keep_in_box(const wend_agent *self, double now)
{
    (void)now;
    return wend_keep_in_box(self, v2(-3, -3), v2(4, 6));
}

static wend_vec swirl(wend_vec position, void *user)
{
    (void)user;
    return v2(2 - 0.3f * position.y, 0.3f * position.x);
}

static wend_vec run_follow_field(const wend_agent *self, double now)
{
    (void)now;
    return wend_follow_field(self, swirl, NULL);
}

static void follow(wend_vec (*wish)(const wend_agent *self, double now), int rate, wend_vec *places)
{
    wend_agent self = mover(0, 0, 1.5f, 0.5f);
    for (int i = 0; i < 5 * rate; i++)
    {
        move_by(&self, wend_point_mass(&self, wish(&self, (double)i / rate), 1.0 / rate, NULL), 1.0 / rate);
        if ((i + 1) % (rate / 15) == 0)
        {
            places[(i + 1) / (rate / 15) - 1] = self.position;
        }
    }
}

// A body that follows with a lag is ahead by step * change of velocity in the coarse run: 0.06 * 5.6 after the first
// change at most, and again with each later one. Keeping a range turns right round twice, orbiting never stops turning.
static void t_003_27_every_behaviour_at_15_and_240_steps(void **state)
{
    (void)state;
    static const struct
    {
        const char *name;
        wend_vec (*wish)(const wend_agent *self, double now);
        double allowed;
    } table[] = {
        {"seek", run_seek, 0.2},
        {"flee", run_flee, 0.4},
        {"arrive", run_arrive, 0.2},
        {"arrive_linear", run_arrive_linear, 0.27},
        {"pursue", run_pursue, 0.27},
        {"evade", run_evade, 0.4},
        {"match", run_match, 0.2},
        {"cruise", run_cruise, 0.1},
        {"stop", run_stop, 0.1},
        {"hold", run_hold, 0.25},
        {"interpose", run_interpose, 0.25},
        {"offset_pursue", run_offset_pursue, 0.25},
        {"keep_range", run_keep_range, 1.5},
        {"orbit", run_orbit, 0.5},
        {"keep_in_circle", run_keep_in_circle, 0.1},
        {"keep_in_box", run_keep_in_box, 0.1},
        {"follow_field", run_follow_field, 0.27},
    };
    int wrong = 0;
    for (int i = 0; i < COUNT_OF(table); i++)
    {
        static wend_vec coarse[75], fine[75];
        follow(table[i].wish, 15, coarse);
        follow(table[i].wish, 240, fine);
        double widest = 0;
        for (int k = 0; k < 75; k++)
        {
            widest = fmax(widest, exact_length(wend_sub(coarse[k], fine[k])));
        }
        if (!(widest <= table[i].allowed))
        {
            print_error("%s: %g apart, allowed %g\n", table[i].name, widest, table[i].allowed);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_003_41_pursue_meets_sooner_than_seek),
        cmocka_unit_test(t_003_45_arrivers_trail_inside),
        cmocka_unit_test(t_003_46_seekers_and_pursuers_ride_on_the_target),
        cmocka_unit_test(t_003_48_evaders_escape_more_often),
        cmocka_unit_test(t_003_66_separation_keeps_a_loose_huddle),
        cmocka_unit_test(t_003_27_every_behaviour_at_15_and_240_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
