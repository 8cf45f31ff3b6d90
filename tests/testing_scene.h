// What the tests of scenes share: runs, keys, what was drawn, somebody who moves.
#ifndef WEND_TESTING_SCENE_H
#define WEND_TESTING_SCENE_H

#include "testing.h"

#include "scenes.h"

#include <ctype.h>
#include <stdlib.h>

// ---- running

static inline scene_run *start(const scene *kind)
{
    wend_error error = {0};
    scene_run *run = scene_start(kind, NULL, &error);
    if (!run)
    {
        print_error("%s: %s\n", kind->name, error.text);
        fail();
    }
    if (kind->param_count > 0 && kind->params[0].start > 10000.0f)
    {
        run->params[0] = 2000.0f; // more would take too long here; their hash is looked at elsewhere
        assert_int_equal(scene_restart(run, NULL), WEND_OK);
    }
    return run;
}

static inline void play(scene_run *run, int frames)
{
    for (int i = 0; i < frames; ++i)
        scene_advance_demo(run);
}

static inline int frames_in(const scene *kind, double seconds)
{
    return (int)lround(seconds / kind->step_seconds);
}

static inline uint64_t hash_of(const scene_run *run)
{
    return scene_hash(run);
}

static inline double world_seconds(const scene_run *run)
{
    return wend_world_get_stats(run->world).seconds;
}

static inline void press(scene_run *run, char key)
{
    scene_advance(run, &(scene_input){.key = key});
}

/// The place of the caller, and the scene.
#define assert_in_scene(kind, fact)                                                                                    \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(fact))                                                                                                   \
        {                                                                                                              \
            print_error("scene %s: not true: %s\n", (kind)->name, #fact);                                              \
            fail();                                                                                                    \
        }                                                                                                              \
    } while (0)

static inline bool is_text(const char *text)
{
    return text && text[0] && !isspace((unsigned char)text[0]) && !strchr(text, '\n');
}

// ---- drawing

/// What came through a draw table.
typedef struct picture
{
    int lines, circles, polygons, texts;
    int broken; // calls with something that can't be drawn
    bool has_velocity, has_wish, has_steering;
} picture;

static inline void see_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    picture *p = user;
    ++p->lines;
    p->broken += !is_finite(from) || !is_finite(to);
    p->has_velocity |= colour == WEND_COLOUR_VELOCITY && !is_dashed;
    p->has_wish |= colour == WEND_COLOUR_WISH && is_dashed;
    p->has_steering |= colour == WEND_COLOUR_STEERING && !is_dashed;
}

static inline void see_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    (void)colour, (void)is_filled;
    picture *p = user;
    ++p->circles;
    p->broken += !is_finite(centre) || !isfinite(radius) || radius < 0;
}

static inline void see_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    (void)colour;
    picture *p = user;
    ++p->polygons;
    p->broken += count < 3;
    for (int i = 0; i < count; ++i)
        p->broken += !is_finite(corners[i]);
}

static inline void see_text(wend_vec at, const char *text, wend_colour colour, void *user)
{
    (void)colour;
    picture *p = user;
    ++p->texts;
    p->broken += !is_finite(at) || !is_text(text);
}

static inline picture look_at(const scene_run *run)
{
    picture p = {0};
    wend_draw table = {see_line, see_circle, see_polygon, see_text, &p};
    scene_draw(run, &table);
    return p;
}

static inline wend_vec seen_at(const scene_run *run, wend_vec point)
{
    wend_vec at = run->kind->project ? run->kind->project(run, point) : point;
    at.z = 0;
    return at;
}

/// Somebody who is a body, moves, and stands within the view; zero: nobody.
static inline wend_agent_id find_mover(const scene_run *run)
{
    wend_agent_id ids[4000];
    int count = wend_world_list(run->world, ids, COUNT_OF(ids));
    for (int i = 0; i < count && i < COUNT_OF(ids); ++i)
    {
        wend_agent_def def;
        assert_int_equal(wend_world_get(run->world, ids[i], &def), WEND_OK);
        wend_vec at = seen_at(run, def.agent.position);
        bool is_inside = at.x > run->low.x && at.x < run->high.x && at.y > run->low.y && at.y < run->high.y;
        if (def.user != SCENE_HIDDEN && is_inside && exact_length(def.agent.velocity) > 0)
            return ids[i];
    }
    return (wend_agent_id){0};
}

/// Sliders at both ends, all at once and one by one.
/// The largest value that is tried: a million of anything takes too long here.
static inline float most_of(const scene_param *param)
{
    return param->high < 5000.0f ? param->high : 5000.0f;
}

static inline void at_all_ends(void (*check)(const scene_run *run))
{
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        scene_run *run = start(kind);
        for (int k = -1; k < kind->param_count; ++k)
            for (int end = 0; end < 2; ++end)
            {
                for (int j = 0; j < kind->param_count; ++j)
                    run->params[j] = k >= 0 && k != j ? kind->params[j].start
                                     : end == 0       ? kind->params[j].low
                                                      : most_of(&kind->params[j]);
                play(run, 10);
                check(run);
                assert_int_equal(scene_restart(run, NULL), WEND_OK);
                play(run, 5);
                check(run);
            }
        scene_stop(run);
    }
}

#endif
