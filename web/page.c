#include "page.h"

#include <stdio.h>
#include <string.h>

scene_run *page_run;
char page_text[PAGE_TEXT];

PAGE(page_scenes) int page_scenes(void)
{
    return scene_count;
}

static bool keep_error(const wend_error *error)
{
    snprintf(page_text, sizeof page_text, "%s", error->text);
    return false;
}

/// False with the reason in page_text.
PAGE(page_open) bool page_open(int index, uint64_t seed)
{
    scene_stop(page_run);
    wend_error error = {WEND_OK, ""};
    scene_options options = {.seed = seed};
    page_run = index >= 0 && index < scene_count ? scene_start(scene_table[index], &options, &error) : NULL;
    return page_run || keep_error(&error);
}

PAGE(page_close) void page_close(void)
{
    scene_stop(page_run);
    page_run = NULL;
}

PAGE(page_restart) bool page_restart(uint64_t seed)
{
    wend_error error = {WEND_OK, ""};
    page_run->seed = seed ? seed : 1;
    return scene_restart(page_run, &error) == WEND_OK || keep_error(&error);
}

/// As many floats as the scene has parameters; may be written to.
PAGE(page_params) float *page_params(void)
{
    return page_run->params;
}

PAGE(page_seconds) double page_seconds(void)
{
    return page_run->seconds;
}

PAGE(page_is_paused) bool page_is_paused(void)
{
    return page_run->is_paused;
}

enum
{
    HAS_POINTER = 1,
    IS_DOWN = 2,
    IS_CLICKED = 4,
    IS_SPACE = 8
};

/// One frame. The pointer is in device pixels of the last drawing.
PAGE(page_advance) void page_advance(float x, float y, int flags, int right, int up, int key)
{
    scene_input input = {.pointer = ink_to_world(&page_ink, x, y),
                         .has_pointer = flags & HAS_POINTER,
                         .is_down = flags & IS_DOWN,
                         .is_clicked = flags & IS_CLICKED,
                         .arrows = wend_xyz((float)right, (float)up, 0.0f),
                         .is_space_down = flags & IS_SPACE,
                         .key = (char)key};
    scene_advance(page_run, &input);
}

PAGE(page_demo) void page_demo(int frames)
{
    for (int i = 0; i < frames; i++)
        scene_advance_demo(page_run);
}

PAGE(page_hash) uint64_t page_hash(void)
{
    return scene_hash(page_run);
}

/// How many checks passed, or 0 with the first that failed in page_text.
PAGE(page_verify) int page_verify(void)
{
    bool is_good = scene_verify(page_run);
    snprintf(page_text, sizeof page_text, "%s", page_run->failure);
    return is_good ? page_run->checks_passed : 0;
}

// ---- who is watched -------------------------------------------------------------------------------------------------

PAGE(page_is_watching) bool page_is_watching(void)
{
    return page_run->watched.value != 0 && wend_world_has(page_run->world, page_run->watched);
}

PAGE(page_unwatch) void page_unwatch(void)
{
    scene_watch(page_run, (wend_agent_id){0});
}

/// Watches the agent `steps` after the one that is watched, in order of ids; of nobody the first.
PAGE(page_watch_next) void page_watch_next(int steps)
{
    static wend_agent_id ids[65536];
    int count = wend_world_list(page_run->world, ids, 65536), shown = 0, at = -1;
    count = count < 65536 ? count : 65536;
    for (int i = 0; i < count; i++)
    {
        wend_agent_def def;
        if (wend_world_get(page_run->world, ids[i], &def) != WEND_OK || def.user == SCENE_HIDDEN)
            continue;
        if (wend_same_agent(ids[i], page_run->watched))
            at = shown;
        ids[shown++] = ids[i];
    }
    if (shown == 0)
        return;
    at = at < 0 ? (steps > 0 ? 0 : shown - 1) : ((at + steps) % shown + shown) % shown;
    if (!wend_same_agent(ids[at], page_run->watched))
        scene_watch(page_run, ids[at]);
}

/// Where page_open, page_restart and page_verify leave their texts.
PAGE(page_error) const char *page_error(void)
{
    return page_text;
}

/// What is seen: low x, low y, high x, high y.
PAGE(page_view) const float *page_view(void)
{
    static float view[4];
    view[0] = page_run->low.x;
    view[1] = page_run->low.y;
    view[2] = page_run->high.x;
    view[3] = page_run->high.y;
    return view;
}

PAGE(page_version) const char *page_version(void)
{
    return wend_version();
}
