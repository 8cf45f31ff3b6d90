// formation.h: shapes by hand, the best match against all matches, marches with FRM-01..03.
#include "testing.h"

#include "wend/formation.h"
#include "wend/group.h"
#include "wend/motion.h"
#include "wend/steer.h"

static void t_shapes_by_hand(void **state)
{
    (void)state;
    wend_vec p[WEND_FORMATION_MOST];
    wend_formation_def def = wend_default_formation_def();
    def.spacing = 2;
    // twice as wide as deep: four abreast, the last two in the middle; the middle of all is 0
    assert_int_equal(wend_formation_places(&def, 6, 0.5f, p), 4);
    double x = 2.0 / 3;
    assert_vec(p[0], x, 3, 0, 1e-6);
    assert_vec(p[3], x, -3, 0, 1e-6);
    assert_vec(p[4], x - 2, 1, 0, 1e-6);
    assert_vec(p[5], x - 2, -1, 0, 1e-6);
    def.files = 2;
    assert_int_equal(wend_formation_places(&def, 4, 0.5f, p), 2);
    assert_vec(p[0], 1, 1, 0, 1e-6);
    assert_vec(p[3], -1, -1, 0, 1e-6);
    def.kind = WEND_FORMATION_LINE;
    assert_int_equal(wend_formation_places(&def, 3, 0.5f, p), 3);
    assert_vec(p[0], 0, 2, 0, 1e-6);
    assert_vec(p[1], 0, 0, 0, 1e-6);
    def.kind = WEND_FORMATION_COLUMN; // the first rank is at 0
    assert_int_equal(wend_formation_places(&def, 4, 0.5f, p), 2);
    assert_vec(p[0], 0, 1, 0, 1e-6);
    assert_vec(p[3], -2, -1, 0, 1e-6);
    def.files = 0;
    assert_int_equal(wend_formation_places(&def, 4, 0.5f, p), 1);
    assert_vec(p[3], -6, 0, 0, 1e-6);
    def.kind = WEND_FORMATION_WEDGE; // sides at 45 degrees, neighbours 2 apart
    assert_int_equal(wend_formation_places(&def, 5, 0.5f, p), 0);
    double s = sqrt(2), middle = -6 * s / 5;
    assert_vec(p[0], -middle, 0, 0, 1e-5);
    assert_vec(p[1], -s - middle, s, 0, 1e-5);
    assert_vec(p[4], -2 * s - middle, -2 * s, 0, 1e-5);
    def.kind = WEND_FORMATION_CIRCLE; // a square of sides 2
    assert_int_equal(wend_formation_places(&def, 4, 0.5f, p), 0);
    assert_vec(p[0], s, 0, 0, 1e-5);
    assert_vec(p[1], 0, s, 0, 1e-5);
    assert_int_equal(wend_formation_places(&def, 1, 0.5f, p), 0);
    assert_vec(p[0], 0, 0, 0, 0);
    const wend_vec own[] = {{1, 2, 0}, {3, 4, 0}};
    def.kind = WEND_FORMATION_GIVEN;
    def.places = own, def.place_count = 2;
    assert_int_equal(wend_formation_places(&def, 2, 0.5f, p), 0);
    assert_vec(p[1], 3, 4, 0, 0);
    assert_int_equal(wend_formation_places(&def, 4, 0.5f, p), 3); // more than there are places: a block
    assert_int_equal(wend_formation_places(&def, 0, 0.5f, p), 0);
}

static void t_too_wide_goes_in_file(void **state)
{
    (void)state;
    wend_vec p[WEND_FORMATION_MOST];
    wend_formation_def def = wend_default_formation_def(); // spacing 1.5
    def.width = 2.5f;                                      // 1.5 + 2 * 0.5: exactly two
    assert_int_equal(wend_formation_places(&def, 24, 0.5f, p), 2);
    assert_vec(p[23], -1.5 * 11, -0.75, 0, 1e-5);
    def.width = 2.4f;
    assert_int_equal(wend_formation_places(&def, 24, 0.5f, p), 1);
    def.width = 0.2f; // not even one: one all the same
    assert_int_equal(wend_formation_places(&def, 24, 0.5f, p), 1);
    def.width = 100;
    assert_int_equal(wend_formation_places(&def, 24, 0.5f, p), 7);
    def.width = 3;
    for (int kind = 0; kind <= WEND_FORMATION_CIRCLE; kind++)
    {
        def.kind = (wend_formation_kind)kind;
        wend_formation_places(&def, 24, 0.5f, p);
        for (int i = 0; i < 24; i++)
        {
            assert_true(fabsf(p[i].y) + 0.5f <= 1.5f);
            for (int k = 0; k < i; k++)
                assert_true(wend_distance(p[i], p[k]) > 1.49f);
        }
    }
}

// ---- the best match

static double best_of_all(const wend_vec *points, const wend_vec *places, int count, unsigned taken, int point)
{
    double best = point == count ? 0 : 1e30;
    for (int j = 0; j < count && point < count; j++)
        if (!(taken >> j & 1))
            best = fmin(best, exact_length(wend_sub(points[point], places[j])) +
                                  best_of_all(points, places, count, taken | 1u << j, point + 1));
    return best;
}

static void t_matches_are_the_best_of_all(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 300; round++)
    {
        wend_vec points[7], places[7];
        int place_of[7], count = 1 + round % 7;
        for (int i = 0; i < count; i++)
        {
            points[i] = draw_in_box(&random, 5, false);
            places[i] = draw_in_box(&random, 5, false);
            if (round % 3 == 0) // with many ties
                points[i] = v2(roundf(points[i].x), roundf(points[i].y)), places[i] = v2((float)i, 0);
        }
        double sum = (double)wend_match_places(points, places, count, place_of), own = 0;
        unsigned taken = 0;
        for (int i = 0; i < count; i++)
        {
            assert_in_range(place_of[i], 0, count - 1);
            taken |= 1u << place_of[i];
            own += exact_length(wend_sub(points[i], places[place_of[i]]));
        }
        assert_int_equal(taken, (1u << count) - 1);
        assert_close(own, sum, 1e-5 * (1 + sum));
        assert_close(sum, best_of_all(points, places, count, 0, 0), 1e-4);
    }
    int none[1];
    assert_close(wend_match_places(NULL, NULL, 0, none), 0, 0);
}

// ---- marches

typedef struct march
{
    wend_formation f;
    wend_member crew[WEND_FORMATION_MOST];
    int count;
    double nearest, walked[WEND_FORMATION_MOST], farthest_off; // gap of centres; from the own place
} march;

static march muster(wend_formation_def def, int count, float radius, float speed)
{
    march m = {.f = wend_formation_begin(v2(0, 0), v2(1, 0)), .count = count, .nearest = 1e9};
    wend_vec places[WEND_FORMATION_MOST];
    m.f.def = def;
    wend_formation_places(&def, count, radius, places);
    for (int i = 0; i < count; i++)
    {
        m.crew[i].body = wend_default_agent();
        m.crew[i].body.position = places[(i * 7 + 3) % count]; // not in order
        m.crew[i].body.radius = radius;
        m.crew[i].body.max_speed = speed;
        m.crew[i].body.arrival_radius = 0.5f;
    }
    return m;
}

/// One step: the frame by a wish, everybody to the own place.
static void march_on(march *m, wend_vec wish)
{
    const double dt = 1.0 / 60;
    assert_int_equal(wend_formation_step(&m->f, wish, m->crew, m->count, dt, NULL), WEND_OK);
    for (int i = 0; i < m->count; i++)
    {
        wend_agent *body = &m->crew[i].body;
        assert_finite(m->crew[i].point);
        body->velocity = wend_point_mass(body, wend_keep_place(body, m->crew[i].point, m->crew[i].velocity), dt, NULL);
        m->walked[i] += exact_length(body->velocity) * dt;
        move_by(body, body->velocity, dt);
        m->farthest_off = fmax(m->farthest_off, (double)wend_distance(body->position, m->crew[i].point));
    }
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < i; k++)
            m->nearest = fmin(m->nearest, (double)wend_distance(m->crew[i].body.position, m->crew[k].body.position));
}

/// To a point, until the frame is there and all have their places.
static double march_to(march *m, wend_vec goal, double most)
{
    for (double t = 0; t < most; t += 1.0 / 60)
    {
        wend_agent frame = wend_formation_leader(&m->f);
        march_on(m, wend_arrive(&frame, goal));
        if (wend_distance(m->f.position, goal) < 0.1f && m->f.lag < 0.1f && wend_length(m->f.velocity) < 0.01f)
            return t;
    }
    return most;
}

static void t_marches_without_changing_places(void **state)
{
    (void)state;
    march m = muster(wend_default_formation_def(), 24, 0.5f, 4);
    int places[24];
    march_on(&m, v2(0, 0));
    for (int i = 0; i < 24; i++)
        places[i] = m.crew[i].place;
    assert_true(m.farthest_off < 1e-5); // everybody has the place where he stands
    double t = march_to(&m, v2(40, 0), 60);
    assert_true(t < 40 / 3.6 + 6);
    t = march_to(&m, v2(40, 40), 60); // wheels by a right angle
    assert_true(t < 60);
    assert_close(m.f.heading.y, 1, 1e-2);
    for (int i = 0; i < 24; i++)
        assert_int_equal(m.crew[i].place, places[i]);
    assert_true(m.nearest > 1.2); // 1.5 apart
    assert_true(m.farthest_off < 1);
}

static void t_FRM_01_reversing_a_line_is_facing_about(void **state)
{
    (void)state;
    wend_formation_def def = wend_default_formation_def();
    def.kind = WEND_FORMATION_LINE;
    def.spacing = 10;
    march m = muster(def, 6, 0.5f, 4);
    assert_true(march_to(&m, v2(30, 0), 30) < 30);
    for (int i = 0; i < 6; i++)
        m.walked[i] = 0;
    assert_true(march_to(&m, v2(-30, 0), 60) < 30);
    assert_true(m.nearest > 9);
    for (int i = 0; i < 6; i++)
        assert_close(m.walked[i], 60, 2); // straight back, each on the other side of the line
}

static void t_FRM_02_a_goal_behind_and_two_speeds(void **state)
{
    (void)state;
    wend_formation_def def = wend_default_formation_def();
    def.files = 3;
    march m = muster(def, 9, 0.5f, 4);
    for (int i = 0; i < 9; i += 2)
        m.crew[i].body.max_speed = 6;
    assert_true(march_to(&m, v2(-20, 0), 30) < 12);
    double all = 0;
    for (int i = 0; i < 9; i++)
        all += m.walked[i];
    assert_true(all <= 1.2 * 9 * 20); // from 3 x 3 to 3 x 3, 20 away, is 20 each at best
    assert_true(m.farthest_off < 2);
    assert_true(m.nearest > 1.0);
}

/// FRM-03: through a gate two wide, and a block again. The width is told from 6 before to when the last one is through.
static void t_FRM_03_in_file_through_a_gate(void **state)
{
    (void)state;
    wend_formation_def def = wend_default_formation_def();
    def.files = 8;
    march m = muster(def, 24, 0.4f, 4);
    double t = 0;
    bool was_in_file = false;
    wend_vec goal = v2(60, 0);
    for (; t < 120; t += 1.0 / 60)
    {
        float last = 1e9f;
        for (int i = 0; i < 24; i++)
            last = fminf(last, m.crew[i].body.position.x);
        m.f.def.width = m.f.position.x > 20 && last < 31 ? 2.5f : FLT_MAX;
        wend_agent frame = wend_formation_leader(&m.f);
        march_on(&m, wend_arrive(&frame, goal));
        was_in_file |= m.f.is_in_file;
        for (int i = 0; i < 24; i++)
            if (fabsf(m.crew[i].body.position.x - 30) < 1) // the gate
                assert_true(fabsf(m.crew[i].body.position.y) + 0.4f < 1.25f);
        if (wend_distance(m.f.position, goal) < 0.1f && m.f.lag < 0.1f)
            break;
    }
    assert_true(was_in_file && !m.f.is_in_file && m.f.files == 8);
    assert_true(t < 60);
}

/// Walls across x = 30 with a gate 2.5 wide; also behind it, so that it is as long as a corridor.
static wend_obstacles *gate_walls(float thick)
{
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    wend_shape wall = wend_default_shape(WEND_SHAPE_BOX);
    wall.half = wend_xyz(thick, 20, 1);
    for (int side = -1; side <= 1; side += 2)
    {
        wall.position = v2(30, 21.25f * (float)side);
        wend_obstacles_add(set, &wall);
    }
    return set;
}

/// Through the gate by the very lines of the header, members stopped by the walls. For a while it may be told to stand.
static void march_through(float thick, float goal, double stop_at, double go_at)
{
    wend_obstacles *set = gate_walls(thick);
    wend_caster caster = wend_obstacles_caster(set);
    wend_formation_def def = wend_default_formation_def();
    def.files = 8;
    march m = muster(def, 24, 0.4f, 4);
    const double dt = 1.0 / 60;
    bool was_in_file = false;
    double t = 0;
    for (; t < 120; t += dt)
    {
        wend_agent frame = wend_formation_leader(&m.f);
        wend_vec ahead = wend_scale(m.f.heading, 8);
        m.f.def.width = wend_passage_width(&caster, m.f.position, ahead, 20, 0);
        bool stands = t >= stop_at && t < go_at;
        wend_vec wish = stands ? v2(0, 0) : wend_arrive(&frame, v2(goal, 0));
        assert_int_equal(wend_formation_step(&m.f, wish, m.crew, m.count, dt, NULL), WEND_OK);
        was_in_file |= m.f.is_in_file;
        for (int i = 0; i < 24; i++)
        {
            wend_agent *body = &m.crew[i].body;
            wend_vec own = wend_keep_place(body, m.crew[i].point, m.crew[i].velocity);
            wend_slider slider = {body->position, wend_point_mass(body, own, dt, NULL), body->radius, 0, 0};
            wend_slide(&caster, &slider, wend_scale(slider.velocity, (float)dt));
            body->position = slider.position;
            body->velocity = slider.velocity;
        }
        if (fabsf(m.f.position.x - goal) < 0.1f && m.f.lag < 0.1f && !m.f.is_in_file)
            break;
    }
    for (int i = 0; i < 24; i++)
        if (m.crew[i].body.position.x < 30)
            fail_msg("%d is left behind at (%g, %g)", i, (double)m.crew[i].body.position.x,
                     (double)m.crew[i].body.position.y);
    assert_true(was_in_file && m.f.files == 8 && t < 100);
    wend_obstacles_destroy(set);
}

static void t_FRM_03_the_header_leaves_nobody_behind(void **state)
{
    (void)state;
    march_through(0.5f, 70, 1e9, 1e9);
    march_through(4, 70, 1e9, 1e9);
    march_through(0.5f, 38, 1e9, 1e9); // nearer to the gate than the file is long
    march_through(0.5f, 70, 11, 14);   // stands while half of them are through
    march_through(0.5f, 70, 10, 11);
    march_through(0.5f, 70, 12, 30);
}

/// Told of a narrow place only while it goes by, of two widths in turns, it stays in file until the last one is past, as
/// many abreast as the wider one of both lets through: a look may be blocked for a moment.
static void t_knows_where_it_was_narrow(void **state)
{
    (void)state;
    wend_formation_def def = wend_default_formation_def(); // spacing 1.5
    def.files = 8;
    march m = muster(def, 24, 0.4f, 4);
    int seen_behind = 0, seen_past = 0;
    for (int frame = 0; frame < 60 * 60 && seen_past < 60; frame++)
    {
        float x = m.f.position.x, last = x;
        for (int i = 0; i < 24; i++)
            last = fminf(last, m.crew[i].body.position.x);
        bool is_told = x >= 20 && x < 21.5f;
        m.f.def.width = is_told ? frame % 2 ? 2.5f : 4.0f : FLT_MAX; // two abreast need 2.3, three 3.8
        wend_agent body = wend_formation_leader(&m.f);
        march_on(&m, wend_arrive(&body, v2(90, 0)));
        if (x > 22 && last < 20)
        {
            assert_true(m.f.is_in_file);
            assert_int_equal(m.f.files, 3);
            seen_behind++;
        }
        else if (last > 23)
        {
            assert_false(m.f.is_in_file);
            assert_int_equal(m.f.files, 8);
            seen_past++;
        }
    }
    assert_true(seen_behind > 60);
    assert_int_equal(seen_past, 60);
}

static void t_a_column_bends_with_its_way(void **state)
{
    (void)state;
    wend_formation_def def = wend_default_formation_def();
    def.kind = WEND_FORMATION_COLUMN;
    march m = muster(def, 10, 0.4f, 4);
    march_to(&m, v2(30, 0), 60);
    for (double t = 0; t < 60 && wend_distance(m.f.position, v2(30, 10)) > 0.2f; t += 1.0 / 60)
    {
        wend_agent frame = wend_formation_leader(&m.f);
        march_on(&m, wend_arrive(&frame, v2(30, 10)));
        for (int i = 0; i < 10; i++) // on an L, rounded by a metre or so
        {
            wend_vec p = m.crew[i].body.position;
            assert_true(fabsf(p.y) < 1.5f || fabsf(p.x - 30) < 1.5f);
        }
    }
    assert_true(m.nearest > 0.8);
    // Back the same way: the last one goes first.
    wend_vec tail = m.crew[0].body.position;
    for (int i = 0; i < 10; i++)
        tail = m.crew[i].body.position.x < tail.x ? m.crew[i].body.position : tail;
    march_on(&m, v2(0, -4));
    assert_true(wend_distance(m.f.position, tail) < 0.5f);
    m.farthest_off = 0;
    march_to(&m, v2(0, 0), 60);
    assert_true(m.nearest > 0.8);
    assert_true(m.farthest_off < 1.5);
}

static void t_waits_for_the_slow_and_closes_up(void **state)
{
    (void)state;
    march m = muster(wend_default_formation_def(), 8, 0.4f, 4);
    march_on(&m, v2(0, 0));
    m.crew[3].body.position.x -= 12; // one has lost the others
    march_on(&m, v2(4, 0));
    for (int k = 0; k < 60; k++)
        march_on(&m, v2(4, 0));
    assert_true(m.f.position.x < 0.45f); // a tenth of 3.6 in a second
    march_to(&m, v2(30, 0), 60);
    assert_true(m.f.lag < 0.1f);
    for (int i = 5; i < 8; i++) // one falls out of the first rank, say
        m.crew[i - 1] = m.crew[i];
    m.count = 7;
    march_to(&m, v2(40, 0), 60);
    assert_int_equal(m.f.count, 7);
    unsigned places = 0;
    for (int i = 0; i < 7; i++)
        places |= 1u << m.crew[i].place;
    assert_int_equal(places, 0x7f);
    assert_true(m.f.lag < 0.1f);
}

static void t_refused(void **state)
{
    (void)state;
    march m = muster(wend_default_formation_def(), 4, 0.4f, 4);
    wend_formation before = m.f;
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), m.crew, -1, 0.1, NULL), WEND_ERROR_VALUE);
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), m.crew, 129, 0.1, NULL), WEND_ERROR_VALUE);
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), NULL, 4, 0.1, NULL), WEND_ERROR_NULL);
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), m.crew, 4, -0.1, NULL), WEND_ERROR_VALUE);
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), m.crew, 4, (double)NAN, NULL), WEND_ERROR_VALUE);
    assert_int_equal(wend_formation_step(&m.f, v2(NAN, 0), m.crew, 4, 0.1, NULL), WEND_ERROR_VALUE);
    m.f.def.spacing = 0;
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), m.crew, 4, 0.1, NULL), WEND_ERROR_VALUE);
    m.f.def.spacing = 1.5f;
    m.crew[2].body.position.x = INFINITY;
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), m.crew, 4, 0.1, NULL), WEND_ERROR_VALUE);
    assert_memory_equal(&m.f, &before, sizeof before);
    assert_int_equal(wend_formation_step(&m.f, v2(1, 0), NULL, 0, 0.1, NULL), WEND_OK); // nobody: the frame goes alone
    assert_true(m.f.position.x > 0);
}

static void t_how_wide_it_is(void **state)
{
    (void)state;
    wend_obstacles_def def = wend_default_obstacles_def();
    wend_obstacles *set = wend_obstacles_create(&def, NULL);
    wend_caster caster = wend_obstacles_caster(set);
    assert_close(wend_passage_width(&caster, v2(0, 0), v2(20, 0), 8, 0), FLT_MAX, 0);
    wend_shape wall = wend_default_shape(WEND_SHAPE_SEGMENT);
    wall.from = v2(10, 1.25f), wall.to = v2(10, 9);
    wend_obstacles_add(set, &wall);
    wall.from = v2(10, -1.25f), wall.to = v2(10, -9);
    wend_obstacles_add(set, &wall);
    assert_close(wend_passage_width(&caster, v2(0, 0), v2(20, 0), 8, 0), 2.5, 8.0 / 256);
    assert_close(wend_passage_width(&caster, v2(0, 0), v2(4, 0), 8, 0), FLT_MAX, 0);      // before it
    assert_close(wend_passage_width(&caster, v2(10, 0), v2(4, 0), 8, 0), 2.5, 8.0 / 256); // in it
    assert_close(wend_passage_width(&caster, v2(0, 5), v2(20, 0), 8, 0), 0, 8.0 / 256);
    assert_close(wend_passage_width(&(wend_caster){0}, v2(0, 5), v2(20, 0), 8, 0), FLT_MAX, 0);
    assert_close(wend_passage_width(NULL, v2(0, 5), v2(20, 0), 8, 0), FLT_MAX, 0);
    wend_obstacles_destroy(set);
}

// Places that aren't finite are no nearer than any other; the search for the least sum ends, and nobody shares a place.
static void t_places_that_are_no_places(void **state)
{
    (void)state;
    const wend_vec points[] = {{NAN, 0, 0}, {FLT_MAX, -FLT_MAX, 0}, {1, 2, 0}, {INFINITY, 0, 0}};
    const wend_vec places[] = {{0, 0, 0}, {-FLT_MAX, NAN, 0}, {INFINITY, 1, 0}, {-FLT_MAX, FLT_MAX, 0}};
    int place_of[4], taken = 0;
    wend_match_places(points, places, 4, place_of);
    for (int i = 0; i < 4; i++)
        taken |= 1 << place_of[i];
    assert_int_equal(taken, 15);
}

// Found by fuzzing: ranks farther apart than floats reach, and a frame that faces about over them.
static void t_odd_numbers_stay_finite(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++)
    {
        wend_formation f = wend_formation_begin(wend_xyz(1, 2, 3), v2(1, 0));
        wend_member members[6] = {0};
        f.def.kind = (wend_formation_kind)kind;
        f.def.spacing = 3e38f;
        for (int i = 0; i < 6; i++)
        {
            members[i].body = wend_default_agent();
            members[i].body.position = wend_xyz((float)i, -2, 1);
        }
        for (int step = 0; step < 6; step++)
        {
            f.def.width = step % 2 ? FLT_MAX : 1.0f;
            wend_vec wish = v2(step % 3 ? -4.0f : 4.0f, 0.1f);
            assert_int_equal(wend_formation_step(&f, wish, members, 6, 0.1, NULL), WEND_OK);
            assert_true(wend_is_finite(f.position) && wend_is_finite(f.velocity) && wend_is_finite(f.heading));
            for (int i = 0; i < 6; i++)
                assert_true(wend_is_finite(members[i].point) && wend_is_finite(members[i].velocity));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_places_that_are_no_places),
        cmocka_unit_test(t_shapes_by_hand),
        cmocka_unit_test(t_too_wide_goes_in_file),
        cmocka_unit_test(t_matches_are_the_best_of_all),
        cmocka_unit_test(t_marches_without_changing_places),
        cmocka_unit_test(t_FRM_01_reversing_a_line_is_facing_about),
        cmocka_unit_test(t_FRM_02_a_goal_behind_and_two_speeds),
        cmocka_unit_test(t_FRM_03_in_file_through_a_gate),
        cmocka_unit_test(t_FRM_03_the_header_leaves_nobody_behind),
        cmocka_unit_test(t_knows_where_it_was_narrow),
        cmocka_unit_test(t_a_column_bends_with_its_way),
        cmocka_unit_test(t_waits_for_the_slow_and_closes_up),
        cmocka_unit_test(t_refused),
        cmocka_unit_test(t_how_wide_it_is),
        cmocka_unit_test(t_odd_numbers_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
