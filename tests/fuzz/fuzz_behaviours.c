// A target about the plain functions: what goes in is finite and within its interval, so what comes out is finite.
#include "fuzz.h"

#include <math.h>
#include <string.h>

#define NEIGHBOURS 12
#define HITS       6

typedef struct scene
{
    fuzz_input *in;
    bool is_spatial;
    wend_agent self;
    wend_vec wish, point, velocity;
    wend_neighbour neighbours[NEIGHBOURS];
    int count;
    wend_hit hits[HITS];
    int hit_count;
    wend_obstacles *set;
    wend_caster caster;
} scene;

static void check(const scene *s, wend_vec v, const char *name)
{
    FUZZ_FACT(fuzz_is_finite(v), "%s: %g %g %g", name, (double)v.x, (double)v.y, (double)v.z);
    (void)s;
}

#define WISH(call) check(s, call, #call)

static void make_scene(scene *s, fuzz_input *in)
{
    unsigned what = fuzz_byte(in);
    *s = (scene){.in = in, .is_spatial = what & 1};
    s->self = fuzz_agent(in, s->is_spatial);
    s->wish = fuzz_place(in, s->is_spatial);
    s->point = fuzz_place(in, s->is_spatial);
    s->velocity = fuzz_place(in, s->is_spatial);
    s->count = fuzz_int(in, 0, NEIGHBOURS);
    for (int i = 0; i < s->count; i++)
        s->neighbours[i] = (wend_neighbour){
            {1000 + (uint64_t)i}, fuzz_place(in, s->is_spatial), fuzz_place(in, s->is_spatial), fuzz_positive(in)};
    wend_obstacles_def def = wend_default_obstacles_def();
    def.is_spatial = s->is_spatial;
    s->set = wend_obstacles_create(&def, NULL);
    for (int i = fuzz_int(in, 0, 3); i > 0; i--)
    {
        wend_shape shape = wend_default_shape(fuzz_bool(in) ? WEND_SHAPE_BOX : WEND_SHAPE_CIRCLE);
        shape.position = fuzz_place(in, s->is_spatial);
        shape.radius = fuzz_positive(in);
        wend_obstacles_add(s->set, &shape);
    }
    s->caster = wend_obstacles_caster(s->set);
    int found = s->caster.around(s->self.position, 1e6f, 0, 0, s->hits, HITS, s->caster.user);
    s->hit_count = found < HITS ? found : HITS;
}

static void play_steer(scene *s)
{
    const wend_agent *self = &s->self;
    float a = fabsf(fuzz_finite(s->in)), b = fabsf(fuzz_finite(s->in)), share = (float)fuzz_byte(s->in) / 255;
    wend_prediction how = {(wend_divisor)fuzz_int(s->in, 0, 2), a, fuzz_bool(s->in)};
    WISH(wend_seek(self, s->point));
    WISH(wend_flee(self, s->point, a, share));
    WISH(wend_arrive(self, s->point));
    WISH(wend_arrive_linear(self, s->point, fuzz_positive(s->in)));
    float seconds = wend_predict(self, s->point, s->velocity, &how);
    FUZZ_FACT(isfinite(seconds) && seconds >= 0, "predicts %g s", (double)seconds);
    seconds = wend_intercept(self, s->point, s->velocity, b);
    FUZZ_FACT(!isnan(seconds), "intercepts in %g s", (double)seconds);
    WISH(wend_pursue(self, s->point, s->velocity, &how));
    WISH(wend_evade(self, s->point, s->velocity, b, &how));
    WISH(wend_match(self, s->velocity));
    WISH(wend_cruise(self, a));
    WISH(wend_hold(self, s->point, a));
    WISH(wend_interpose(self, s->point, s->velocity, s->wish, s->self.velocity, share));
    wend_leader leader = {s->point, s->velocity, fuzz_unit(s->in, s->is_spatial), s->wish};
    WISH(wend_leader_place(&leader));
    WISH(wend_offset_pursue(self, &leader));
    WISH(wend_keep_range(self, s->point, a < b ? a : b, a < b ? b : a));
    WISH(wend_orbit(self, s->point, a, fuzz_bool(s->in)));
    WISH(wend_keep_in_circle(self, s->point, a));
    WISH(wend_keep_in_box(self, s->point, s->wish));
    wend_wander_state wander = {0};
    wend_random random = wend_random_seed(1, 2);
    WISH(wend_wander(self, &wander, &random, a, s->is_spatial, 0.1));
    WISH(wend_face(self, s->point));
    WISH(wend_look(self, s->velocity, a));
    WISH(wend_aim(self, s->point, s->velocity, b));
    wend_estimator estimator = {s->point, s->velocity, true};
    WISH(wend_estimate(&estimator, s->wish, 0.1, a));
    WISH(wend_keep_place(self, s->point, s->velocity));
    wend_agent other = s->self;
    other.position = s->point, other.velocity = s->velocity;
    WISH(wend_follow_leader(self, &other, a));
}

static void play_flock(scene *s)
{
    const wend_agent *self = &s->self;
    wend_flock_def def = wend_default_flock_def();
    def.separation = fabsf(fuzz_finite(s->in)), def.alignment = fabsf(fuzz_finite(s->in));
    def.cohesion = fabsf(fuzz_finite(s->in)), def.sight_cos = (float)fuzz_int(s->in, -8, 8) / 8;
    def.does_align_headings = fuzz_bool(s->in);
    wend_flock_wishes wishes = wend_flock(self, s->neighbours, s->count, &def);
    check(s, wishes.separation, "separation");
    check(s, wishes.alignment, "alignment");
    check(s, wishes.cohesion, "cohesion");
    FUZZ_FACT(wend_equal(wishes.separation, wend_separate(self, s->neighbours, s->count, &def)), "separation alone");
    WISH(wend_queue(self, s->wish, s->neighbours, s->count, fabsf(fuzz_finite(s->in))));
    WISH(wend_give_way(self, s->wish, s->neighbours, s->count, 0.2f, fuzz_positive(s->in)));
    WISH(wend_avoid_movers(self, s->wish, s->neighbours, s->count, fuzz_positive(s->in)));
    wend_social social = fuzz_bool(s->in) ? wend_default_social() : wend_social_of_1995();
    WISH(wend_social_force(self, s->wish, s->neighbours, s->count, s->hits, s->hit_count, &social,
                           (double)fuzz_positive(s->in)));
}

static void play_combine(scene *s)
{
    wend_wish wishes[4];
    for (int i = 0; i < 4; i++)
        wishes[i] = (wend_wish){fuzz_place(s->in, s->is_spatial), fabsf(fuzz_finite(s->in)), {0}};
    int count = fuzz_int(s->in, 0, 4);
    float limit = fabsf(fuzz_finite(s->in));
    WISH(wend_combine_sum(&s->self, wishes, count, limit));
    WISH(wend_combine_priority(&s->self, wishes, count, limit, fabsf(fuzz_finite(s->in))));
    WISH(wend_combine_budget(&s->self, wishes, count, limit));
    WISH(wend_combine_flock(&s->self, wishes, count));
    for (int i = 0; i < count; i++)
        check(s, wishes[i].taken, "taken");
}

static void play_avoid(scene *s)
{
    const wend_agent *self = &s->self;
    wend_cast casts[WEND_WHISKERS];
    wend_hit met[WEND_WHISKERS];
    wend_side side = {0};
    wend_feel_def feel = wend_default_feel_def();
    feel.seconds = fabsf(fuzz_finite(s->in));
    WISH(wend_feel_ahead(self, s->wish));
    int count = wend_whisker_rays(self, wend_feel_ahead(self, s->wish), &feel, casts);
    wend_sense(&s->caster, casts, count, met);
    WISH(wend_avoid_feelers(self, s->wish, casts, met, count, NULL, &side));
    WISH(wend_avoid_walls(self, s->wish, s->hits, s->hit_count, fuzz_positive(s->in), fabsf(fuzz_finite(s->in))));
    wend_fan_def fan = wend_default_fan_def();
    fan.farthest = fuzz_positive(s->in), fan.seconds = fuzz_positive(s->in);
    WISH(wend_avoid_fan(self, s->wish, &s->caster, &fan, NULL));
    WISH(wend_contain(self, s->wish, &s->caster, fuzz_positive(s->in)));
    WISH(wend_follow_wall(self, s->wish, s->hits, s->hit_count, fabsf(fuzz_finite(s->in)), fuzz_bool(s->in)));
    WISH(wend_leave(self, s->wish, s->hits, s->hit_count));
    wend_cover_def cover = wend_default_cover_def();
    cover.range = fuzz_positive(s->in);
    wend_vec place = {0};
    wend_find_cover(self, s->point, &s->caster, &cover, &place);
    check(s, place, "cover");
    float width = wend_passage_width(&s->caster, s->self.position, s->wish, fabsf(fuzz_finite(s->in)), 0);
    FUZZ_FACT(width >= 0 && isfinite(width), "a passage of %g", (double)width);
    wend_sampled sampled = wend_default_sampled();
    sampled.turns = fuzz_int(s->in, 1, 20), sampled.seconds = fuzz_positive(s->in);
    WISH(wend_dodge_sampled(self, s->wish, s->neighbours, s->count, &s->caster, NULL, NULL, &sampled));
}

static void play_orca(scene *s)
{
    wend_orca_def def = wend_default_orca_def();
    wend_orca_state state = {0};
    wend_orca_result result;
    float shares[NEIGHBOURS];
    for (int i = 0; i < NEIGHBOURS; i++)
        shares[i] = (float)fuzz_int(s->in, 0, 4) / 4;
    def.seconds = fuzz_positive(s->in), def.wall_seconds = fuzz_positive(s->in);
    def.part_seconds = fuzz_positive(s->in), def.gap = fabsf(fuzz_finite(s->in));
    def.most = fuzz_int(s->in, 0, 16);
    wend_orca_query query = {.self = &s->self,
                             .wish = s->wish,
                             .neighbours = s->neighbours,
                             .shares = shares,
                             .count = s->count,
                             .caster = &s->caster,
                             .def = &def,
                             .is_spatial = s->is_spatial,
                             .has_reach = fuzz_bool(s->in),
                             .seconds = fabs((double)fuzz_finite(s->in))};
    for (int i = 0; i < 3; i++)
    {
        wend_vec v = wend_orca(&query, &state, &result);
        check(s, v, "orca");
        FUZZ_FACT(query.seconds == 0 || (double)wend_length(v) <= (double)s->self.max_speed * (1 + 1e-5) + 1e-37,
                  "orca: %g, at most %g", (double)wend_length(v), (double)s->self.max_speed);
        for (int k = 0; k < result.count; k++)
            FUZZ_FACT(fuzz_is_finite(result.halves[k].point) && fuzz_is_finite(result.halves[k].normal), "half %d", k);
        FUZZ_FACT(state.pent >= 0 && state.pent <= 1, "pent up by %g", (double)state.pent);
    }
}

static void play_ring(scene *s)
{
    static wend_ring ring; // large
    wend_choice_result result;
    wend_mark mark = wend_default_mark();
    wend_sweep sweep = wend_default_sweep();
    wend_movers movers = wend_default_movers();
    wend_blocker blockers[2] = {{s->point, fuzz_positive(s->in), 5}, {s->velocity, 0, 6}};
    FUZZ_FACT(wend_ring_begin(&ring, s->is_spatial ? 6 : fuzz_int(s->in, 4, 64), s->is_spatial) == WEND_OK, "a ring");
    mark.offset = s->point, mark.strength = fabsf(fuzz_finite(s->in)), mark.scale = fuzz_positive(s->in);
    mark.fade = (wend_fade)fuzz_int(s->in, 0, 2);
    sweep.range = fuzz_positive(s->in), sweep.reach = fabsf(fuzz_finite(s->in)),
    sweep.speed = fabsf(fuzz_finite(s->in));
    sweep.turning_radius = fuzz_bool(s->in) ? fabsf(fuzz_finite(s->in)) : 0, sweep.heading = s->self.heading;
    movers.horizon = fuzz_positive(s->in);
    wend_ring_aim(&ring, s->wish, fabsf(fuzz_finite(s->in)), 1);
    wend_ring_toward(&ring, WEND_RING_INTEREST, &mark);
    wend_ring_away(&ring, WEND_RING_SOFT, &mark);
    wend_ring_rival(&ring, 1, 2, &mark);
    wend_ring_block(&ring, blockers, 2, &sweep);
    wend_ring_hits(&ring, s->self.position, s->hits, s->hit_count, &sweep);
    wend_ring_movers(&ring, &s->self, s->neighbours, s->count, &movers);
    wend_ring_write(&ring, WEND_RING_HARD, fuzz_int(s->in, -1, 64), fuzz_float(s->in), 3);
    wend_choice choice = wend_default_choice();
    choice.slowing = (float)fuzz_int(s->in, 0, 4) / 4, choice.is_stepped = fuzz_bool(s->in);
    wend_ring_choose(&ring, &choice, s->self.heading, s->velocity, &result);
    check(s, result.direction, "choice");
    FUZZ_FACT(result.speed >= 0 && result.speed <= 1, "a share of %g", (double)result.speed);
    for (int layer = 0; layer < WEND_RING_LAYERS; layer++)
        for (int i = 0; i < ring.count; i++)
            FUZZ_FACT(isfinite(wend_ring_value(&ring, (wend_ring_layer)layer, i)), "slot %d of map %d", i, layer);
    WISH(wend_steer_ring(&s->self, &result));
}

static void check_move(const scene *s, wend_move move, double seconds, const char *name)
{
    check(s, move.velocity, name);
    check(s, move.heading, name);
    FUZZ_FACT(seconds == 0 || (double)wend_length(move.velocity) <= (double)s->self.max_speed * (1 + 1e-5) + 1e-37,
              "%s: %g, at most %g", name, (double)wend_length(move.velocity), (double)s->self.max_speed);
    FUZZ_FACT(fabsf(wend_length(move.heading) - 1) < 1e-4f && isfinite(move.spin), "%s: a heading of %g", name,
              (double)wend_length(move.heading));
}

static void play_motion(scene *s)
{
    double seconds = fabs((double)fuzz_finite(s->in));
    wend_turner turner = {fabsf(fuzz_finite(s->in)), fabsf(fuzz_finite(s->in))};
    wend_car car = wend_default_car();
    wend_car_state state = {0};
    wend_flyer flyer = wend_default_flyer();
    float spin = fuzz_finite(s->in);
    wend_vec v = wend_point_mass(&s->self, s->wish, seconds, NULL);
    check(s, v, "point mass");
    FUZZ_FACT(seconds == 0 || (double)wend_length(v) <= (double)s->self.max_speed * (1 + 1e-5) + 1e-37,
              "%g, at most %g", (double)wend_length(v), (double)s->self.max_speed);
    check_move(s, wend_turn_on_spot(&s->self, s->wish, &turner, spin, seconds), seconds, "turn");
    car.turning_radius = fuzz_positive(s->in), car.across = fabsf(fuzz_finite(s->in));
    car.reach = fabsf(fuzz_finite(s->in)), car.keeps_rolling = fuzz_bool(s->in);
    for (int i = 0; i < 3; i++)
        check_move(s, wend_drive(&s->self, s->wish, &car, &state, seconds), seconds, "drive");
    flyer.turn_rate = fabsf(fuzz_finite(s->in)), flyer.least_speed = fabsf(fuzz_finite(s->in));
    flyer.gravity = fuzz_positive(s->in), flyer.pitch_rate = fabsf(fuzz_finite(s->in));
    check_move(s, wend_fly(&s->self, s->wish, &flyer, spin, seconds), seconds, "fly");
    FUZZ_FACT(isfinite(wend_bank(s->self.max_speed, spin, flyer.gravity)), "a bank");
    wend_can_reach(&s->self, s->point, car.turning_radius);
}

static bool is_right_of(wend_vec from, wend_vec to, float radius, void *user)
{
    (void)radius, (void)user;
    return from.x <= to.x;
}

static void play_path(scene *s)
{
    wend_vec points[16];
    wend_path path = {points, fuzz_int(s->in, 0, 8), fuzz_bool(s->in)};
    wend_follow how = wend_default_follow();
    for (int i = 0; i < path.count; i++)
        points[i] = fuzz_place(s->in, s->is_spatial);
    how.follower = (wend_follower)fuzz_int(s->in, 0, 3);
    how.ahead = fuzz_positive(s->in), how.switch_radius = fuzz_positive(s->in), how.tube = fuzz_positive(s->in);
    how.is_backward = fuzz_bool(s->in), how.is_there_and_back = fuzz_bool(s->in), how.runs_through = fuzz_bool(s->in);
    if (fuzz_bool(s->in))
        how.sees = is_right_of;
    FUZZ_FACT(isfinite(wend_path_length(&path)), "a length");
    WISH(wend_path_point(&path, fuzz_finite(s->in)));
    WISH(wend_path_nearest(&path, s->point).point);
    wend_path_progress progress = wend_path_begin(&path, s->self.position, &how);
    for (int i = 0; i < 4; i++)
    {
        wend_vec v = wend_follow_path(&s->self, &path, &progress, &how, 0.1);
        check(s, v, "follow");
        check(s, progress.aim, "aim");
        FUZZ_FACT(isfinite(wend_path_left(&path, &progress, &how)), "what is left");
        s->self.position = fuzz_place(s->in, s->is_spatial);
    }
    int count = wend_path_pull(points, path.count, 0.25f, is_right_of, NULL);
    FUZZ_FACT(count >= 0 && count <= path.count, "%d points of %d", count, path.count);
    count = wend_path_tighten(points, count, 0.25f, is_right_of, NULL);
    for (int i = 0; i < count; i++)
        check(s, points[i], "tighten");
}

static void play_formation(scene *s)
{
    wend_member members[10] = {0};
    wend_vec places[10];
    int place_of[10], count = fuzz_int(s->in, 0, 10);
    wend_formation f = wend_formation_begin(s->point, fuzz_unit(s->in, false));
    f.def.kind = (wend_formation_kind)fuzz_int(s->in, 0, 4);
    f.def.spacing = fuzz_positive(s->in), f.def.files = fuzz_int(s->in, 0, 4);
    for (int i = 0; i < count; i++)
        members[i].body = fuzz_agent(s->in, false);
    for (int i = 0; i < 4; i++)
    {
        f.def.width = fabsf(fuzz_finite(s->in));
        wend_error error = {0};
        wend_status status = wend_formation_step(&f, s->wish, members, count, 0.1, &error);
        FUZZ_FACT(status == WEND_OK, "%s", error.text);
        check(s, f.position, "frame");
        for (int k = 0; k < count; k++)
            check(s, members[k].point, "place"), check(s, members[k].velocity, "velocity");
    }
    wend_formation_places(&f.def, count, 0.25f, places);
    float sum = wend_match_places(places, places, count, place_of);
    FUZZ_FACT(isfinite(sum), "a sum of ways");
}

static void play_near(scene *s)
{
    wend_near_def def = wend_default_near_def();
    wend_vec positions[NEIGHBOURS];
    int found[NEIGHBOURS], nearest[NEIGHBOURS];
    def.is_spatial = s->is_spatial, def.cell_size = fuzz_positive(s->in);
    wend_near *near_index = wend_near_create(&def, NULL);
    FUZZ_FACT(near_index, "an index");
    for (int i = 0; i < s->count; i++)
        positions[i] = s->neighbours[i].offset;
    FUZZ_FACT(wend_near_build(near_index, positions, sizeof *positions, s->count) == WEND_OK, "is built");
    float radius = fabsf(fuzz_finite(s->in));
    int count = wend_near_radius(near_index, s->point, radius, found, NEIGHBOURS);
    FUZZ_FACT(wend_near_nearest(near_index, s->point, radius, nearest, NEIGHBOURS) == count, "%d within", count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            FUZZ_FACT(found[i] != found[k] && nearest[i] != nearest[k], "somebody twice");
    wend_near_destroy(near_index);
}

static void play_numbers(scene *s)
{
    float a = fuzz_finite(s->in), b = fuzz_finite(s->in);
    wend_vec v = s->wish, w = s->point;
    FUZZ_FACT(fabsf(wend_sin(a)) <= 1 && fabsf(wend_cos(a)) <= 1, "sine of %g", (double)a);
    FUZZ_FACT(fabsf(wend_atan2(a, b)) < 3.1416f && wend_acos(a) >= 0 && wend_exp(a) >= 0 && isfinite(wend_exp(a)),
              "%g %g", (double)a, (double)b);
    FUZZ_FACT(isfinite(wend_length(v)) && isfinite(wend_distance(v, w)) && isfinite(wend_angle_between(v, w)),
              "length");
    WISH(wend_normalize(v));
    WISH(wend_cut(v, fabsf(a)));
    WISH(wend_rotate(v, a));
    WISH(wend_turn(v, w, fabsf(a)));
    wend_memory memory = {0};
    wend_vec guess = {0};
    wend_remember(&memory, 5, v, w, 1);
    float sure = wend_recall(&memory, 5, (double)fabsf(a), fuzz_positive(s->in), &guess);
    FUZZ_FACT(sure >= 0 && sure <= 1, "sure by %g", (double)sure);
    check(s, guess, "guess");
    wend_sees(&s->self, w, fabsf(a), 0.5f, &s->caster);
}

void fuzz_behaviours(const uint8_t *bytes, size_t size)
{
    static void (*const plays[])(scene *) = {play_steer,     play_flock, play_combine, play_avoid,
                                             play_orca,      play_ring,  play_motion,  play_path,
                                             play_formation, play_near,  play_numbers};
    fuzz_input in = {bytes, bytes + size};
    for (int i = 0; i < 8 && fuzz_has(&in); i++)
    {
        scene s;
        unsigned which = fuzz_byte(&in);
        make_scene(&s, &in);
        plays[which % (sizeof plays / sizeof *plays)](&s);
        wend_obstacles_destroy(s.set);
    }
}
