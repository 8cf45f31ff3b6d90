#include "window_parts.h"

#include <math.h>

enum
{
    PICKER_HEADER = 84,
    CARD_WIDTH = 330, // at least
    CARD_GAP = 20,
    CARD_TEXT = 104
};

static const double PREVIEW_SECONDS = 0.006; // what is spent in a frame on the small views
static const double TOO_SLOW = 0.025;        // a step or a drawing that takes longer has no place in the picker

typedef struct grid
{
    int columns, rows;
    float width, view; // of a card, and how high its small view is
    float pitch;       // from row to row
} grid;

static grid grid_of(const window *w)
{
    grid g;
    int columns = (w->width - CARD_GAP) / (CARD_WIDTH + CARD_GAP);
    g.columns = columns < 1 ? 1 : columns;
    g.rows = (scene_count + g.columns - 1) / g.columns;
    g.width = (float)(w->width - CARD_GAP * (g.columns + 1)) / (float)g.columns;
    g.view = rintf(g.width * 0.58f);
    g.pitch = g.view + CARD_TEXT + CARD_GAP;
    return g;
}

static SDL_FRect card_of(const window *w, const grid *g, int index)
{
    float x = CARD_GAP + (float)(index % g->columns) * (g->width + CARD_GAP);
    float y = PICKER_HEADER + (float)(index / g->columns) * g->pitch - w->scroll;
    return (SDL_FRect){rintf(x), rintf(y), rintf(g->width), g->view + CARD_TEXT};
}

static void start_preview(preview *view, const scene *kind)
{
    view->is_tried = true;
    view->run = scene_start(kind, NULL, NULL);
}

static void step_preview(preview *view)
{
    Uint64 start = SDL_GetPerformanceCounter();
    scene_advance_demo(view->run);
    view->is_still = window_seconds_since(start) > TOO_SLOW;
}

static void play_previews(window *w)
{
    Uint64 start = SDL_GetPerformanceCounter();
    preview *chosen = w->previews + w->chosen;
    if (chosen->run && !chosen->is_still)
    {
        step_preview(chosen);
    }
    for (int i = 0; i < scene_count; i++)
    {
        preview *view = w->previews + i;
        if (!view->is_tried && window_seconds_since(start) < PREVIEW_SECONDS)
        {
            start_preview(view, scene_table[i]);
        }
        // Counted in frames: a demo that pauses its scene would stay at the same second for ever.
        double step = fmax(scene_table[i]->step_seconds, 1e-4);
        while (view->run && !view->is_still && view->frames * step < scene_table[i]->picture_seconds &&
               window_seconds_since(start) < PREVIEW_SECONDS)
        {
            step_preview(view);
            view->frames++;
        }
    }
}

static void draw_preview(window *w, int index, SDL_FRect card, float height)
{
    preview *view = w->previews + index;
    int x = (int)card.x, y = (int)card.y;
    canvas_rectangle(w->c, card.x, card.y, card.w, height, scene_table[index]->background);
    if (!view->run)
    {
        return;
    }
    canvas_view(w->c, view->run->low, view->run->high, x, y, (int)card.w, (int)height);
    wend_draw table = canvas_table(w->c);
    table.text = wend_default_draw().text; // it would be too large here
    Uint64 start = SDL_GetPerformanceCounter();
    scene_draw(view->run, &table);
    if (window_seconds_since(start) > TOO_SLOW)
    {
        scene_stop(view->run);
        view->run = NULL;
    }
}

static void draw_card(window *w, const grid *g, int index)
{
    SDL_FRect card = card_of(w, g, index);
    if (card.y > (float)w->height || card.y + card.h < 0.0f)
    {
        return;
    }
    const scene *kind = scene_table[index];
    bool is_chosen = index == w->chosen;
    if (is_chosen)
    {
        rounded_box(w->c, card.x - 3.0f, card.y - 3.0f, card.w + 6.0f, card.h + 6.0f, 6.0f, LOOK_ACCENT);
    }
    canvas_rectangle(w->c, card.x, card.y, card.w, card.h, is_chosen ? LOOK_RAISED : LOOK_PANEL);
    draw_preview(w, index, card, g->view);
    float top = card.y + g->view;
    canvas_text(w->c, card.x + 14.0f, top + 10.0f, 19.0f, LOOK_TEXT, kind->title);
    text_block(w->c, card.x + 14.0f, top + 38.0f, card.w - 28.0f, 14.0f, LOOK_MUTED, kind->about, 3, true);
}

static void keep_chosen_in_sight(window *w, const grid *g)
{
    SDL_FRect card = card_of(w, g, w->chosen);
    if (card.y < PICKER_HEADER)
    {
        w->scroll -= PICKER_HEADER - card.y;
    }
    if (card.y + card.h + CARD_GAP > (float)w->height)
    {
        w->scroll += card.y + card.h + CARD_GAP - (float)w->height;
    }
}

static void choose(window *w, const grid *g)
{
    const events *now = &w->now;
    if (now->steps_x != 0 || now->steps_y != 0)
    {
        int index = w->chosen + now->steps_x + now->steps_y * g->columns;
        w->chosen = index < 0 ? 0 : index >= scene_count ? scene_count - 1 : index;
        keep_chosen_in_sight(w, g);
    }
    float beyond = fmaxf(PICKER_HEADER + (float)g->rows * g->pitch - (float)w->height, 0.0f);
    w->scroll = fminf(fmaxf(w->scroll - now->wheel * 60.0f, 0.0f), beyond);
    for (int i = 0; i < scene_count && now->has_moved && now->y >= PICKER_HEADER; i++)
    {
        SDL_FRect card = card_of(w, g, i);
        SDL_FPoint mouse = {now->x, now->y};
        if (SDL_PointInFRect(&mouse, &card))
        {
            w->chosen = i;
            w->has_picked = now->is_clicked;
        }
    }
    w->has_picked |= now->is_return;
}

void window_frame_picker(window *w)
{
    grid g = grid_of(w);
    w->has_picked = false;
    choose(w, &g);
    play_previews(w);
    canvas_clear(w->c, LOOK_BACK);
    for (int i = 0; i < scene_count; i++)
    {
        draw_card(w, &g, i);
    }
    canvas_rectangle(w->c, 0.0f, 0.0f, (float)w->width, PICKER_HEADER - 8.0f, LOOK_BACK);
    canvas_rectangle(w->c, CARD_GAP, 20.0f, 5.0f, 42.0f, LOOK_ACCENT);
    canvas_text(w->c, CARD_GAP + 16.0f, 14.0f, 30.0f, LOOK_TEXT, "wend");
    canvas_text(w->c, CARD_GAP + 16.0f, 46.0f, 15.0f, LOOK_MUTED,
                "Choose with the arrow keys and Return, or click. Esc quits.");
    if (w->has_picked)
    {
        window_enter(w, scene_table[w->chosen]);
    }
}
