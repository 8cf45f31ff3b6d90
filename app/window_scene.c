#include "window_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    PANEL_WIDTH = 320,
    STATUS_HEIGHT = 34,
    MAX_STEPS = 4 // a frame: what is slower than that is shown slower
};

bool window_enter(window *w, const scene *kind)
{
    w->run = scene_start(kind, NULL, &w->error);
    if (!w->run)
    {
        fprintf(stderr, "wend: %s: %s\n", kind->name, w->error.text);
        w->has_failed = true;
        return false;
    }
    char title[160];
    snprintf(title, sizeof title, "wend: %s", kind->title);
    SDL_SetWindowTitle(w->sdl, title);
    w->owed = 0.0;
    w->due_count = 0;
    w->is_click_due = w->is_pressed = false;
    w->panel_scroll = 0.0f;
    return true;
}

void window_leave(window *w)
{
    if (w->run)
    {
        scene_stop(w->run);
        w->run = NULL;
    }
    if (w->sdl)
    {
        SDL_SetWindowTitle(w->sdl, "wend");
    }
}

static void push_key(window *w, char key)
{
    if (w->due_count < MAX_KEYS)
    {
        w->due[w->due_count++] = key;
    }
}

static bool is_over_view(const window *w)
{
    const events *now = &w->now;
    return now->has_mouse && now->x < (float)(w->width - PANEL_WIDTH) && now->y < (float)(w->height - STATUS_HEIGHT);
}

// Keys and clicks wait until a step takes them, one a step: none is lost or seen twice.
static scene_input next_input(window *w)
{
    const events *now = &w->now;
    scene_input input = {.has_pointer = is_over_view(w) || w->is_pressed,
                         .is_down = w->is_pressed,
                         .is_clicked = w->is_click_due,
                         .is_space_down = now->is_space};
    input.pointer = canvas_to_world(w->c, now->x, now->y);
    input.arrows = wend_xyz((float)(now->is_right - now->is_left), (float)(now->is_up - now->is_down_key), 0.0f);
    w->is_click_due = false;
    if (w->due_count > 0)
    {
        input.key = w->due[0];
        memmove(w->due, w->due + 1, (size_t)--w->due_count);
    }
    return input;
}

static void play_scene(window *w)
{
    const events *now = &w->now;
    for (int i = 0; i < now->key_count; i++)
    {
        push_key(w, now->keys[i]);
    }
    w->is_click_due |= now->is_clicked && is_over_view(w);
    w->is_pressed = now->is_down && (w->is_pressed || w->is_click_due);
    double step = fmax(w->run->kind->step_seconds, 1e-4);
    for (int i = 0; i < MAX_STEPS && w->owed >= step; i++)
    {
        scene_input input = next_input(w);
        scene_advance(w->run, &input);
        w->owed -= step;
    }
    w->owed = fmin(w->owed, step);
}

static void draw_status(window *w)
{
    char text[400] = "";
    float top = (float)(w->height - STATUS_HEIGHT), width = (float)(w->width - PANEL_WIDTH);
    canvas_rectangle(w->c, 0.0f, top, width, STATUS_HEIGHT, LOOK_BACK);
    if (w->run->kind->status)
    {
        w->run->kind->status(w->run, text, sizeof text);
    }
    text_block(w->c, 16.0f, top + 8.0f, width - 40.0f, 15.0f, LOOK_TEXT, text, 1, true);
}

static void draw_params(window *w)
{
    const scene *kind = w->run->kind;
    panel *p = &w->panel;
    if (kind->param_count == 0)
    {
        return;
    }
    panel_heading(p, "SETTINGS");
    for (int i = 0; i < kind->param_count; i++)
    {
        const scene_param *param = kind->params + i;
        if (param->is_switch)
        {
            panel_switch(p, param->label, w->run->params + i);
        }
        else
        {
            panel_slider(p, param->label, w->run->params + i, param->low, param->high);
        }
    }
    if (panel_button(p, "As at the start", 0, 1))
    {
        for (int i = 0; i < kind->param_count; i++)
        {
            w->run->params[i] = kind->params[i].start;
        }
    }
    panel_space(p, 12.0f);
}

static void draw_controls(window *w)
{
    panel *p = &w->panel;
    if (panel_button(p, w->run->is_paused ? "Go on" : "Pause", 0, 3))
    {
        push_key(w, 'p');
    }
    if (panel_button(p, "One step", 1, 3))
    {
        push_key(w, 'n');
    }
    if (panel_button(p, "Restart", 2, 3) && scene_restart(w->run, &w->error) != WEND_OK)
    {
        fprintf(stderr, "wend: %s: %s\n", w->run->kind->name, w->error.text);
        w->has_failed = true;
    }
    panel_space(p, 12.0f);
}

static void draw_keys(panel *p, const char *keys)
{
    panel_heading(p, "KEYS");
    panel_keys(p, keys);
    // Where a scene has a use of its own for R, that is what R does.
    bool has_own_r = keys && (strncmp(keys, "R ", 2) == 0 || strstr(keys, ", R ") || strstr(keys, "R:"));
    panel_keys(p, has_own_r ? "P pause, N one step, Esc back" : "P pause, N one step, R restart, Esc back");
}

static void draw_pace(window *w)
{
    char text[64];
    double frames = w->frame_seconds > 0.0 ? 1.0 / w->frame_seconds : 0.0;
    snprintf(text, sizeof text, "%.1f ms a frame, %.0f frames a second", w->work_seconds * 1000.0, frames);
    panel_space(&w->panel, 8.0f);
    panel_text(&w->panel, text);
}

static void draw_legend(window *w)
{
    panel *p = &w->panel;
    scene_legend legend;
    scene_list_signs(w->run, &legend);
    if (legend.count == 0)
    {
        return;
    }
    panel_space(p, 12.0f);
    panel_heading(p, "WHAT IS DRAWN");
    panel_space(p, panel_legend(w->c, p->x, p->y, p->width, 13.0f, &legend, true));
}

static void draw_panel(window *w)
{
    const scene *kind = w->run->kind;
    panel *p = &w->panel;
    float left = (float)(w->width - PANEL_WIDTH), height = (float)w->height;
    canvas_rectangle(w->c, left, 0.0f, PANEL_WIDTH, height, LOOK_PANEL);
    canvas_rectangle(w->c, left, 0.0f, 1.0f, height, LOOK_LINE);
    panel_mouse mouse = {w->now.x, w->now.y, w->now.is_down && !w->is_pressed, w->now.is_clicked && !w->is_pressed};
    panel_begin(p, w->c, left + 22.0f, 16.0f - w->panel_scroll, PANEL_WIDTH - 44.0f, mouse);
    panel_title(p, kind->title);
    panel_text(p, kind->about);
    panel_space(p, 16.0f);
    draw_controls(w);
    draw_params(w);
    draw_keys(p, kind->keys);
    draw_pace(w);
    draw_legend(w); // last: it grows and shrinks with what is to be seen
    float beyond = fmaxf(p->y + w->panel_scroll + 8.0f - height, 0.0f);
    float wheel = is_over_view(w) ? 0.0f : w->now.wheel * 40.0f;
    w->panel_scroll = fminf(fmaxf(w->panel_scroll - wheel, 0.0f), beyond);
}

void window_frame_scene(window *w)
{
    int width = w->width > PANEL_WIDTH ? w->width - PANEL_WIDTH : 1;
    int height = w->height > STATUS_HEIGHT ? w->height - STATUS_HEIGHT : 1;
    canvas_view(w->c, w->run->low, w->run->high, 0, 0, width, height);
    play_scene(w);
    // A scene may move its view while it plays.
    canvas_view(w->c, w->run->low, w->run->high, 0, 0, width, height);
    canvas_clear(w->c, w->run->kind->background);
    wend_draw table = canvas_table(w->c);
    scene_draw(w->run, &table);
    if (w->run->is_paused)
    {
        rounded_box(w->c, 16.0f, 16.0f, 84.0f, 30.0f, 15.0f, LOOK_RAISED);
        canvas_text(w->c, 32.0f, 22.0f, 15.0f, LOOK_WARM, "paused");
    }
    draw_status(w);
    draw_panel(w);
}
