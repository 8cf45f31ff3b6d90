#include "window_parts.h"

static void add_key(events *now, SDL_Keysym key)
{
    SDL_Keycode symbol = key.sym;
    if (symbol == SDLK_KP_PLUS || (symbol == SDLK_EQUALS && (key.mod & KMOD_SHIFT)))
    {
        symbol = '+';
    }
    if (symbol == SDLK_KP_MINUS)
    {
        symbol = '-';
    }
    if (symbol >= SDLK_KP_1 && symbol <= SDLK_KP_9)
    {
        symbol = '1' + symbol - SDLK_KP_1;
    }
    if (symbol == SDLK_KP_0)
    {
        symbol = '0';
    }
    if (symbol >= ' ' && symbol <= '~' && now->key_count < MAX_KEYS)
    {
        now->keys[now->key_count++] = (char)symbol;
    }
}

static void hold_key(events *now, SDL_Keycode symbol, bool is_held)
{
    switch (symbol)
    {
    case SDLK_LEFT: now->is_left = is_held; break;
    case SDLK_RIGHT: now->is_right = is_held; break;
    case SDLK_UP: now->is_up = is_held; break;
    case SDLK_DOWN: now->is_down_key = is_held; break;
    case SDLK_SPACE: now->is_space = is_held; break;
    default: break;
    }
}

static void press_key(events *now, const SDL_KeyboardEvent *key)
{
    SDL_Keycode symbol = key->keysym.sym;
    now->steps_x += (symbol == SDLK_RIGHT) - (symbol == SDLK_LEFT);
    now->steps_y += (symbol == SDLK_DOWN) - (symbol == SDLK_UP);
    if (key->repeat)
    {
        return;
    }
    hold_key(now, symbol, true);
    now->is_escape |= symbol == SDLK_ESCAPE;
    now->is_return |= symbol == SDLK_RETURN || symbol == SDLK_KP_ENTER;
    add_key(now, key->keysym);
}

static void take_window_event(window *w, const SDL_WindowEvent *event)
{
    events *now = &w->now;
    if (event->event == SDL_WINDOWEVENT_FOCUS_LOST)
    {
        now->is_left = now->is_right = now->is_up = now->is_down_key = now->is_space = now->is_down = false;
    }
    if (event->event == SDL_WINDOWEVENT_LEAVE)
    {
        now->has_mouse = false;
    }
}

static void take_event(window *w, const SDL_Event *event)
{
    events *now = &w->now;
    switch (event->type)
    {
    case SDL_QUIT: now->is_closed = true; break;
    case SDL_WINDOWEVENT: take_window_event(w, &event->window); break;
    case SDL_KEYDOWN: press_key(now, &event->key); break;
    case SDL_KEYUP: hold_key(now, event->key.keysym.sym, false); break;
    case SDL_MOUSEWHEEL: now->wheel += event->wheel.preciseY; break;
    case SDL_MOUSEMOTION:
        now->x = (float)event->motion.x;
        now->y = (float)event->motion.y;
        now->has_mouse = now->has_moved = true;
        break;
    case SDL_MOUSEBUTTONDOWN:
        now->x = (float)event->button.x;
        now->y = (float)event->button.y;
        now->has_mouse = now->has_moved = now->is_down = now->is_clicked = true;
        break;
    case SDL_MOUSEBUTTONUP: now->is_down = false; break;
    default: break;
    }
}

void window_collect_events(window *w)
{
    events *now = &w->now;
    now->has_moved = now->is_clicked = now->is_escape = now->is_return = false;
    now->wheel = 0.0f;
    now->steps_x = now->steps_y = now->key_count = 0;
    SDL_Event event;
    while (SDL_PollEvent(&event))
    {
        take_event(w, &event);
    }
    int width = 0, height = 0;
    SDL_GetRendererOutputSize(w->renderer, &width, &height);
    if (width != w->width || height != w->height)
    {
        w->width = width;
        w->height = height;
        canvas_resize(w->c, width, height);
    }
}

double window_seconds_since(Uint64 start)
{
    return (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
}
