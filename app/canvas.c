#include "canvas_parts.h"

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

// ---- ink on SDL ---------------------------------------------------------------------------------------------------

static ink_pixels pixels_of(SDL_Surface *surface)
{
    SDL_Rect clip = surface->clip_rect;
    return (ink_pixels){surface->pixels, surface->w, surface->h, surface->pitch, {clip.x, clip.y, clip.w, clip.h}};
}

static void show_batch(ink *batch)
{
    canvas *c = batch->user;
    if (c->renderer)
    {
        bool is_plain = batch->is_sorted && batch->is_opaque;
        const ink_vertex *v = batch->vertices;
        SDL_Color colours = {0, 0, 0, 0};
        SDL_SetRenderDrawBlendMode(c->renderer, is_plain ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
        _Static_assert(sizeof colours == sizeof v->colour, "a colour is four bytes");
        SDL_RenderGeometryRaw(c->renderer, NULL, &v->x, sizeof *v, (const SDL_Color *)(const void *)&v->colour,
                              sizeof *v, NULL, 0, batch->vertex_count, batch->indices, batch->index_count,
                              sizeof *batch->indices);
        return;
    }
    ink_pixels pixels = pixels_of(c->surface);
    for (int i = 0; i < batch->index_count; i += 3)
    {
        const uint16_t *k = batch->indices + i;
        ink_triangle(&pixels, batch->vertices + k[0], batch->vertices + k[1], batch->vertices + k[2]);
    }
}

static void clip_batch(ink *batch)
{
    canvas *c = batch->user;
    SDL_Rect view = {batch->view.x, batch->view.y, batch->view.w, batch->view.h};
    const SDL_Rect *clip = batch->is_clipped ? &view : NULL;
    if (c->renderer)
    {
        SDL_RenderSetClipRect(c->renderer, clip);
    }
    else if (c->surface)
    {
        SDL_SetClipRect(c->surface, clip);
    }
}

static void write_text(ink *batch, float x, float y, ink_rgba colour, const char *text)
{
    letters_draw(batch->user, x, y, TEXT_SIZE, true, colour, text);
}

static SDL_Surface *shrunk(SDL_Surface *from, int width, int height)
{
    SDL_Surface *out = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGBA32);
    if (out)
    {
        ink_pixels large = pixels_of(from), little = pixels_of(out);
        ink_shrink(&large, &little);
    }
    return out;
}

wend_draw canvas_table(canvas *c)
{
    return ink_table(&c->ink);
}

void canvas_view(canvas *c, wend_vec low, wend_vec high, int x, int y, int width, int height)
{
    int scale = c->ink.scale;
    ink_view(&c->ink, low, high, (ink_box){x * scale, y * scale, width * scale, height * scale});
}

wend_vec canvas_to_world(const canvas *c, float x, float y)
{
    float scale = (float)c->ink.scale;
    return ink_to_world(&c->ink, x * scale, y * scale);
}

// ---- in pixels ----------------------------------------------------------------------------------------------------

void canvas_rectangle(canvas *c, float x, float y, float width, float height, wend_colour colour)
{
    ink_clip(&c->ink, false);
    float scale = (float)c->ink.scale;
    float left = rintf(x * scale), top = rintf(y * scale);
    float right = rintf((x + width) * scale), bottom = rintf((y + height) * scale);
    ink_point p[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    ink_fan(&c->ink, p, 4, ink_colour(colour), false);
}

void canvas_segment(canvas *c, float x0, float y0, float x1, float y1, float thickness, wend_colour colour,
                    bool is_dashed)
{
    ink_clip(&c->ink, false);
    float scale = (float)c->ink.scale;
    ink_point a = {x0 * scale, y0 * scale}, b = {x1 * scale, y1 * scale};
    ink_segment(&c->ink, a, b, thickness * scale, ink_colour(colour), is_dashed);
}

void canvas_disc(canvas *c, float x, float y, float radius, wend_colour colour)
{
    ink_clip(&c->ink, false);
    float scale = (float)c->ink.scale;
    ink_disc(&c->ink, x * scale, y * scale, radius * scale, ink_colour(colour));
}

void canvas_text(canvas *c, float x, float y, float size, wend_colour colour, const char *text)
{
    ink_clip(&c->ink, false);
    letters_draw(c, x * (float)c->ink.scale, y * (float)c->ink.scale, size, false, ink_colour(colour), text);
}

float canvas_text_width(canvas *c, float size, const char *text)
{
    return letters_width(c, size, text);
}

void canvas_clear(canvas *c, wend_colour colour)
{
    ink_clip(&c->ink, false);
    c->ink.vertex_count = 0;
    c->ink.index_count = 0;
    ink_rgba full = ink_colour(colour);
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
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, c->ink.width * c->ink.scale, c->ink.height * c->ink.scale,
                                                          32, SDL_PIXELFORMAT_RGBA32);
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
    c->ink.width = width;
    c->ink.height = height;
    c->ink.scale = scale;
    c->ink.is_smooth = true;
    c->ink.hand_over = show_batch;
    c->ink.clip = clip_batch;
    c->ink.text = write_text;
    c->ink.user = c;
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
        c->ink.is_sorted = (info.flags & SDL_RENDERER_SOFTWARE) != 0;
        c->ink.is_smooth = !c->ink.is_sorted;
    }
    return c;
}

void canvas_close(canvas *c)
{
    if (!c)
    {
        return;
    }
    letters_forget(c);
    SDL_FreeSurface(c->surface);
    TTF_Quit();
    free(c);
}

void canvas_resize(canvas *c, int width, int height)
{
    ink_clip(&c->ink, false);
    ink_flush(&c->ink);
    int old_width = c->ink.width, old_height = c->ink.height;
    c->ink.width = width < 1 ? 1 : width > MAX_SIDE ? MAX_SIDE : width;
    c->ink.height = height < 1 ? 1 : height > MAX_SIDE ? MAX_SIDE : height;
    if (!c->renderer && !make_surface(c, NULL))
    {
        c->ink.width = old_width;
        c->ink.height = old_height;
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
    ink_flush(&c->ink);
    SDL_Surface *picture = shrunk(c->surface, c->ink.width, c->ink.height);
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
    ink_flush(&from->ink);
    SDL_Rect place = {x * to->ink.scale, y * to->ink.scale, width * to->ink.scale, height * to->ink.scale};
    SDL_Surface *picture = from->surface && width > 0 && height > 0 ? shrunk(from->surface, place.w, place.h) : NULL;
    if (!picture)
    {
        return;
    }
    ink_clip(&to->ink, false);
    ink_flush(&to->ink);
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
