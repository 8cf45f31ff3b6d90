#include "ink.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

static const float LINE_WIDTH = 1.6f;
static const float TEXT_SIZE = 14.0f;

static bool fail(wend_error *error, wend_status status, const char *what, const char *name, const char *why)
{
    if (error)
    {
        error->status = status;
        snprintf(error->text, sizeof error->text, "%s%s%s: %s", what, *name ? " " : "", name, why);
    }
    return false;
}

// ---- the draw table -----------------------------------------------------------------------------------------------

static SDL_FPoint to_pixels(const canvas *c, wend_vec v)
{
    return (SDL_FPoint){(float)c->view.x + 0.5f * (float)c->view.w + (v.x - c->middle.x) * c->zoom,
                        (float)c->view.y + 0.5f * (float)c->view.h - (v.y - c->middle.y) * c->zoom};
}

static void draw_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    canvas *c = user;
    ink_clip(c, true);
    ink_segment(c, to_pixels(c, from), to_pixels(c, to), LINE_WIDTH * (float)c->scale, ink_colour(colour), is_dashed);
}

static void draw_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    canvas *c = user;
    ink_clip(c, true);
    SDL_FPoint at = to_pixels(c, centre);
    if (is_filled)
    {
        ink_disc(c, at.x, at.y, radius * c->zoom, ink_colour(colour));
    }
    else
    {
        ink_ring(c, at.x, at.y, radius * c->zoom, LINE_WIDTH * (float)c->scale, ink_colour(colour));
    }
}

static void draw_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    canvas *c = user;
    ink_clip(c, true);
    SDL_FPoint p[MAX_CORNERS];
    // One with very many corners is drawn as several that share the first.
    for (int start = 1; start + 1 < count; start += MAX_CORNERS - 2)
    {
        int here = count - start < MAX_CORNERS - 1 ? count - start : MAX_CORNERS - 1;
        p[0] = to_pixels(c, corners[0]);
        for (int i = 0; i < here; i++)
        {
            p[i + 1] = to_pixels(c, corners[start + i]);
        }
        ink_fan(c, p, here + 1, ink_colour(colour), c->is_smooth);
    }
}

static void draw_text(wend_vec at, const char *text, wend_colour colour, void *user)
{
    canvas *c = user;
    ink_clip(c, true);
    SDL_FPoint pixel = to_pixels(c, at);
    ink_text(c, pixel.x, pixel.y, TEXT_SIZE, true, ink_colour(colour), text);
}

wend_draw canvas_table(canvas *c)
{
    wend_draw table = wend_default_draw();
    table.line = draw_line;
    table.circle = draw_circle;
    table.polygon = draw_polygon;
    table.text = draw_text;
    table.user = c;
    return table;
}

void canvas_view(canvas *c, wend_vec low, wend_vec high, int x, int y, int width, int height)
{
    ink_clip(c, false);
    ink_flush(c);
    SDL_Rect view = {x * c->scale, y * c->scale, width * c->scale, height * c->scale};
    c->view = view;
    c->middle = wend_lerp(low, high, 0.5f);
    float wide = fmaxf(high.x - low.x, 1e-6f), tall = fmaxf(high.y - low.y, 1e-6f);
    c->zoom = fminf((float)view.w / wide, (float)view.h / tall);
}

wend_vec canvas_to_world(const canvas *c, float x, float y)
{
    float right = x * (float)c->scale - (float)c->view.x - 0.5f * (float)c->view.w;
    float down = y * (float)c->scale - (float)c->view.y - 0.5f * (float)c->view.h;
    float zoom = fmaxf(c->zoom, 1e-6f);
    return wend_xyz(c->middle.x + right / zoom, c->middle.y - down / zoom, 0.0f);
}

// ---- in pixels ----------------------------------------------------------------------------------------------------

void canvas_rectangle(canvas *c, float x, float y, float width, float height, wend_colour colour)
{
    ink_clip(c, false);
    float scale = (float)c->scale;
    float left = rintf(x * scale), top = rintf(y * scale);
    float right = rintf((x + width) * scale), bottom = rintf((y + height) * scale);
    SDL_FPoint p[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    ink_fan(c, p, 4, ink_colour(colour), false);
}

void canvas_segment(canvas *c, float x0, float y0, float x1, float y1, float thickness, wend_colour colour,
                    bool is_dashed)
{
    ink_clip(c, false);
    float scale = (float)c->scale;
    SDL_FPoint a = {x0 * scale, y0 * scale}, b = {x1 * scale, y1 * scale};
    ink_segment(c, a, b, thickness * scale, ink_colour(colour), is_dashed);
}

void canvas_disc(canvas *c, float x, float y, float radius, wend_colour colour)
{
    ink_clip(c, false);
    float scale = (float)c->scale;
    ink_disc(c, x * scale, y * scale, radius * scale, ink_colour(colour));
}

void canvas_text(canvas *c, float x, float y, float size, wend_colour colour, const char *text)
{
    ink_clip(c, false);
    ink_text(c, x * (float)c->scale, y * (float)c->scale, size, false, ink_colour(colour), text);
}

float canvas_text_width(canvas *c, float size, const char *text)
{
    return ink_text_width(c, size, text);
}

void canvas_clear(canvas *c, wend_colour colour)
{
    ink_clip(c, false);
    c->vertex_count = 0;
    c->index_count = 0;
    SDL_Color full = ink_colour(colour);
    if (c->renderer)
    {
        SDL_SetRenderDrawColor(c->renderer, full.r, full.g, full.b, 255);
        SDL_RenderClear(c->renderer);
    }
    else
    {
        SDL_FillRect(c->surface, NULL, SDL_MapRGB(c->surface->format, full.r, full.g, full.b));
    }
}

// ---- a life -------------------------------------------------------------------------------------------------------

static bool make_surface(canvas *c, wend_error *error)
{
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, c->width * c->scale, c->height * c->scale, 32, SDL_PIXELFORMAT_RGBA32);
    if (!surface)
    {
        return fail(error, WEND_ERROR_MEMORY, "can't make a picture", "", SDL_GetError());
    }
    SDL_FreeSurface(c->surface);
    c->surface = surface;
    return true;
}

static canvas *new_canvas(int width, int height, int scale, wend_error *error)
{
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    {
        fail(error, WEND_ERROR_VALUE, "can't make a picture", "", "each side must be in [1, 8192] pixels");
        return NULL;
    }
    canvas *c = calloc(1, sizeof *c);
    if (!c)
    {
        fail(error, WEND_ERROR_MEMORY, "can't make a picture", "", "out of memory");
        return NULL;
    }
    if (TTF_Init() != 0)
    {
        fail(error, WEND_ERROR_VALUE, "can't write text", "", TTF_GetError());
        free(c);
        return NULL;
    }
    c->width = width;
    c->height = height;
    c->scale = scale;
    c->is_smooth = true;
    canvas_view(c, wend_xyz(0, 0, 0), wend_xyz((float)width, (float)height, 0), 0, 0, width, height);
    return c;
}

canvas *canvas_open(int width, int height, wend_error *error)
{
    canvas *c = new_canvas(width, height, 2, error);
    if (c && !make_surface(c, error))
    {
        canvas_close(c);
        return NULL;
    }
    if (c)
    {
        canvas_clear(c, 0x000000ffu);
    }
    return c;
}

canvas *canvas_over(void *sdl_renderer, int width, int height, wend_error *error)
{
    canvas *c = new_canvas(width, height, 1, error);
    SDL_RendererInfo info;
    if (c && SDL_GetRendererInfo(sdl_renderer, &info) != 0)
    {
        fail(error, WEND_ERROR_VALUE, "can't draw in the window", "", SDL_GetError());
        canvas_close(c);
        return NULL;
    }
    if (c)
    {
        c->renderer = sdl_renderer;
        c->is_slow = (info.flags & SDL_RENDERER_SOFTWARE) != 0;
        c->is_smooth = !c->is_slow;
    }
    return c;
}

void canvas_close(canvas *c)
{
    if (!c)
    {
        return;
    }
    ink_forget_text(c);
    SDL_FreeSurface(c->surface);
    TTF_Quit();
    free(c);
}

void canvas_resize(canvas *c, int width, int height)
{
    ink_clip(c, false);
    ink_flush(c);
    int old_width = c->width, old_height = c->height;
    c->width = width < 1 ? 1 : width > MAX_SIDE ? MAX_SIDE : width;
    c->height = height < 1 ? 1 : height > MAX_SIDE ? MAX_SIDE : height;
    if (!c->renderer && !make_surface(c, NULL))
    {
        c->width = old_width;
        c->height = old_height;
    }
}

// ---- what has been drawn ------------------------------------------------------------------------------------------

static void write_bytes(void *user, void *bytes, int size)
{
    fwrite(bytes, 1, (size_t)size, user); // ferror tells how it went
}

// stb's own writer of files doesn't notice a full disk.
static bool write_png(const SDL_Surface *picture, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
    {
        return false;
    }
    bool is_written =
        stbi_write_png_to_func(write_bytes, file, picture->w, picture->h, 4, picture->pixels, picture->pitch) != 0;
    is_written = is_written && !ferror(file);
    return fclose(file) == 0 && is_written;
}

bool canvas_save(canvas *c, const char *path, wend_error *error)
{
    if (c->renderer)
    {
        return fail(error, WEND_ERROR_VALUE, "can't write", path, "what is in a window can't be saved");
    }
    ink_flush(c);
    SDL_Surface *picture = ink_shrunk(c->surface, c->width, c->height);
    if (!picture)
    {
        return fail(error, WEND_ERROR_MEMORY, "can't write", path, SDL_GetError());
    }
    errno = 0;
    bool is_written = write_png(picture, path);
    int reason = errno;
    SDL_FreeSurface(picture);
    return is_written ||
           fail(error, WEND_ERROR_VALUE, "can't write", path, reason ? strerror(reason) : "no reason given");
}

void canvas_paste(canvas *to, canvas *from, int x, int y, int width, int height)
{
    ink_flush(from);
    SDL_Rect place = {x * to->scale, y * to->scale, width * to->scale, height * to->scale};
    SDL_Surface *picture =
        from->surface && width > 0 && height > 0 ? ink_shrunk(from->surface, place.w, place.h) : NULL;
    if (!picture)
    {
        return;
    }
    ink_clip(to, false);
    ink_flush(to);
    if (to->renderer)
    {
        SDL_Texture *texture = SDL_CreateTextureFromSurface(to->renderer, picture);
        SDL_RenderCopy(to->renderer, texture, NULL, &place);
        SDL_DestroyTexture(texture);
    }
    else
    {
        SDL_SetSurfaceBlendMode(picture, SDL_BLENDMODE_NONE);
        SDL_BlitSurface(picture, NULL, to->surface, &place);
    }
    SDL_FreeSurface(picture);
}
