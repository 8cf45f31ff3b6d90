// wend_find_cover: behind discs, thin walls and boxes, and in space.
#include "testing_obstacle.h"

#include "wend/avoid.h"

static bool is_between(const wend_obstacles *set, wend_vec threat, wend_vec place)
{
    return !wend_obstacles_sees(set, threat, place, 0, 0);
}

/// The centre and the rim on both sides.
static void assert_hidden(const wend_obstacles *set, wend_vec threat, wend_vec place, float radius)
{
    wend_vec away = wend_normalize(wend_sub(place, threat)), side = wend_scale(v2(-away.y, away.x), radius);
    assert_true(is_between(set, threat, place));
    assert_true(is_between(set, threat, wend_add(place, side)));
    assert_true(is_between(set, threat, wend_sub(place, side)));
}

static void t_cover_behind_the_middle_of_a_disc(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_agent self = agent_at(8, 1.5f);
    wend_caster caster = wend_obstacles_caster(set);
    wend_vec place = v2(7, 7);
    assert_false(wend_find_cover(&self, v2(0, 0), &caster, NULL, &place)); // nothing to hide behind
    assert_vec(place, 7, 7, 0, 0);
    add(set, circle(5, 0, 2));
    for (int i = 0; i < 30; i++) // going there: nearer and nearer to the axis
    {
        assert_true(wend_find_cover(&self, v2(0, 0), &caster, NULL, &place));
        assert_hidden(set, v2(0, 0), place, self.radius);
        assert_close(exact_length(wend_sub(place, v2(5, 0))), 2.5, 0.06); // radius, margin 0.25, own radius 0.25
        self.position = place;
    }
    assert_vec(place, 7.5, 0, 0, 1e-3);
    wend_cover_def def = wend_default_cover_def();
    def.mask = 2; // the disc is on layer 1
    assert_false(wend_find_cover(&self, v2(0, 0), &caster, &def, &place));
    def.mask = 0;
    def.range = 0.4f; // its surface is half a metre away
    assert_false(wend_find_cover(&self, v2(0, 0), &caster, &def, &place));
    assert_false(wend_find_cover(&self, v2(0, 0), &(wend_caster){0}, NULL, &place));
    wend_obstacles_destroy(set);
}

static void t_cover_behind_a_thin_wall(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_caster caster = wend_obstacles_caster(set);
    add(set, wall(0, -3, 0, 3));
    wend_agent self = agent_at(-2, 0); // on the threat's side: round the wall, to its other side
    wend_vec place;
    assert_true(wend_find_cover(&self, v2(-6, 0), &caster, NULL, &place));
    assert_vec(place, 0.5, 0, 0, 1e-5);
    self = agent_at(2, 1);
    assert_true(wend_find_cover(&self, v2(-6, 0), &caster, NULL, &place));
    assert_hidden(set, v2(-6, 0), place, self.radius);
    assert_true(place.x > 0.45f && place.x < 0.55f);
    self = agent_at(2, 3.1f); // by the end of the wall: far enough inside that all of it is hidden
    assert_true(wend_find_cover(&self, v2(-6, 3), &caster, NULL, &place));
    assert_hidden(set, v2(-6, 3), place, self.radius);
    wend_obstacles_destroy(set);
}

static void t_cover_too_thin_hides_the_centre(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, false);
    wend_caster caster = wend_obstacles_caster(set);
    wend_agent self = agent_at(3, 1);
    wend_vec place;
    add(set, circle(2, 0, 0.1f));
    assert_true(wend_find_cover(&self, v2(0, 0), &caster, NULL, &place));
    assert_true(is_between(set, v2(0, 0), place));
    add(set, circle(6, 0, 2)); // farther, but it hides all
    assert_true(wend_find_cover(&self, v2(0, 0), &caster, NULL, &place));
    assert_hidden(set, v2(0, 0), place, self.radius);
    assert_close(exact_length(wend_sub(place, v2(6, 0))), 2.5, 0.3);
    wend_obstacles_destroy(set);
}

static void t_cover_is_free_and_hidden_among_anything(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(11, 4);
    int found = 0, whole = 0;
    for (int round = 0; round < 300; round++)
    {
        wend_obstacles *set = set_with(0, false);
        wend_caster caster = wend_obstacles_caster(set);
        for (int i = 0; i < 8; i++)
        {
            float x = wend_random_between(&random, -8, 8), y = wend_random_between(&random, -8, 8);
            float size = wend_random_between(&random, 0.3f, 1.5f), angle = wend_random_between(&random, -3, 3);
            add(set, i % 2 ? circle(x, y, size) : box(x, y, size, 2 - size, angle));
        }
        wend_agent self = agent_at(wend_random_between(&random, -8, 8), wend_random_between(&random, -8, 8));
        wend_vec threat = v2(wend_random_between(&random, -9, 9), wend_random_between(&random, -9, 9)), place;
        wend_touch touch;
        if (wend_obstacles_touching(set, threat, 0.1f, 0, &touch, 1) == 0 &&
            wend_find_cover(&self, threat, &caster, NULL, &place))
        {
            wend_vec away = wend_normalize(wend_sub(place, threat)),
                     side = wend_scale(v2(-away.y, away.x), self.radius);
            found++;
            assert_true(is_between(set, threat, place));
            assert_int_equal(wend_obstacles_touching(set, place, 0.999f * self.radius, 0, &touch, 1), 0);
            whole += is_between(set, threat, wend_add(place, side)) && is_between(set, threat, wend_sub(place, side));
        }
        wend_obstacles_destroy(set);
    }
    assert_true(found > 200);
    assert_true(whole > found * 9 / 10);
}

static void t_cover_in_space(void **state)
{
    (void)state;
    wend_obstacles *set = set_with(0, true);
    wend_caster caster = wend_obstacles_caster(set);
    wend_shape sphere = wend_default_shape(WEND_SHAPE_SPHERE);
    sphere.position = wend_xyz(0, 0, 5);
    sphere.radius = 2;
    add(set, sphere);
    wend_agent self = agent_at(3, 0);
    self.position.z = 8;
    wend_vec place; // right above the threat
    for (int i = 0; i < 30; i++, self.position = place)
        assert_true(wend_find_cover(&self, wend_xyz(0, 0, 0), &caster, NULL, &place));
    assert_vec(place, 0, 0, 7.5, 1e-3);
    wend_obstacles_destroy(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_cover_behind_the_middle_of_a_disc),
        cmocka_unit_test(t_cover_behind_a_thin_wall),
        cmocka_unit_test(t_cover_too_thin_hides_the_centre),
        cmocka_unit_test(t_cover_is_free_and_hidden_among_anything),
        cmocka_unit_test(t_cover_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
