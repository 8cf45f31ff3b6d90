#include "window.h"

#include "window_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool say_sdl(const char *what)
{
    fprintf(stderr, "wend: %s: %s\n", what, SDL_GetError());
    return false;
}

static bool open_renderer(window *w)
{
    w->renderer = SDL_CreateRenderer(w->sdl, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (!w->renderer)
    {
        w->renderer = SDL_CreateRenderer(w->sdl, -1, SDL_RENDERER_SOFTWARE);
    }
    SDL_RendererInfo info;
    if (!w->renderer || SDL_GetRendererInfo(w->renderer, &info) != 0)
    {
        return say_sdl("can't draw in a window");
    }
    w->is_synced = (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
    return true;
}

static bool open_window(window *w)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
    {
        return say_sdl("can't open a window");
    }
    // Without a display SDL falls back to a window that nobody sees, and nobody could close.
    if (!SDL_getenv("SDL_VIDEODRIVER") && strcmp(SDL_GetCurrentVideoDriver(), "offscreen") == 0)
    {
        SDL_SetError("there is no display");
        return say_sdl("can't open a window");
    }
    int anywhere = SDL_WINDOWPOS_UNDEFINED;
    w->sdl = SDL_CreateWindow("wend", anywhere, anywhere, 1280, 800, SDL_WINDOW_RESIZABLE);
    if (!w->sdl)
    {
        return say_sdl("can't open a window");
    }
    SDL_SetWindowMinimumSize(w->sdl, 640, 420);
    SDL_StopTextInput();
    if (!open_renderer(w))
    {
        return false;
    }
    SDL_GetRendererOutputSize(w->renderer, &w->width, &w->height);
    w->c = canvas_over(w->renderer, w->width, w->height, &w->error);
    w->previews = calloc((size_t)scene_count + 1, sizeof *w->previews);
    if (!w->c || !w->previews)
    {
        fprintf(stderr, "wend: can't open a window: %s\n", w->c ? "out of memory" : w->error.text);
        return false;
    }
    w->last = SDL_GetPerformanceCounter();
    return true;
}

static void close_window(window *w)
{
    for (int i = 0; w->previews && i < scene_count; i++)
    {
        if (w->previews[i].run)
        {
            scene_stop(w->previews[i].run);
        }
    }
    free(w->previews);
    window_leave(w);
    canvas_close(w->c);
    if (w->renderer)
    {
        SDL_DestroyRenderer(w->renderer);
    }
    if (w->sdl)
    {
        SDL_DestroyWindow(w->sdl);
    }
    SDL_Quit();
}

static void count_time(window *w)
{
    double passed = window_seconds_since(w->last);
    w->last = SDL_GetPerformanceCounter();
    w->frame_seconds += 0.05 * (passed - w->frame_seconds);
    double step = w->run ? fmax(w->run->kind->step_seconds, 1e-4) : 0.0;
    // A screen that is nearly as fast as the steps gets just one a frame; else there'd be none or two now and then.
    bool is_nearly = fabs(passed - step) < 0.002;
    w->owed += w->is_counted || is_nearly ? step : fmin(passed, 0.25);
}

static void run_frame(window *w, bool has_picker)
{
    Uint64 start = SDL_GetPerformanceCounter();
    window_collect_events(w);
    count_time(w);
    if (w->now.is_escape)
    {
        w->has_ended = !w->run || !has_picker;
        window_leave(w);
    }
    else if (w->run)
    {
        window_frame_scene(w);
    }
    else
    {
        window_frame_picker(w);
    }
    w->work_seconds += 0.05 * (window_seconds_since(start) - w->work_seconds);
    // A new view hands over to the renderer what the canvas has collected.
    canvas_view(w->c, wend_xyz(0, 0, 0), wend_xyz(1, 1, 0), 0, 0, w->width, w->height);
    SDL_RenderPresent(w->renderer);
    double left = 1.0 / 60.0 - window_seconds_since(start);
    if (!w->is_synced && !w->is_counted && left > 0.0)
    {
        SDL_Delay((Uint32)(left * 1000.0));
    }
}

int window_play(const char *scene_name, int frames)
{
    const scene *kind = scene_name ? scene_find(scene_name) : NULL;
    if (scene_name && !kind)
    {
        fprintf(stderr, "wend: there is no scene %s\n", scene_name);
        return 1;
    }
    window w;
    memset(&w, 0, sizeof w);
    w.is_counted = frames > 0;
    bool is_good = open_window(&w) && (!kind || window_enter(&w, kind));
    for (int i = 0; is_good && !w.has_ended && !w.now.is_closed && (frames == 0 || i < frames); i++)
    {
        run_frame(&w, kind == NULL);
        is_good = !w.has_failed;
    }
    close_window(&w);
    return is_good ? 0 : 1;
}
