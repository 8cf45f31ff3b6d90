#include "canvas_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int points_of(const canvas *c, float size)
{
    return (int)fminf(fmaxf(size * (float)c->ink.scale * 0.84f + 0.5f, 4.0f), 400.0f);
}

static TTF_Font *font_of(canvas *c, int points)
{
    for (int i = 0; i < MAX_FONTS; i++)
    {
        if (c->fonts[i].font && c->fonts[i].points == points)
        {
            return c->fonts[i].font;
        }
    }
    font_entry *entry = c->fonts + c->next_font;
    if (entry->font)
    {
        TTF_CloseFont(entry->font);
        entry->font = NULL;
    }
#ifdef WEND_FONT
    entry->font = TTF_OpenFont(WEND_FONT, points);
#endif
    if (entry->font)
    {
        entry->points = points;
        TTF_SetFontHinting(entry->font, TTF_HINTING_LIGHT);
        c->next_font = (c->next_font + 1) % MAX_FONTS;
    }
    return entry->font;
}

static void forget_text(text_entry *entry)
{
    free(entry->text);
    SDL_FreeSurface(entry->surface);
    if (entry->texture)
    {
        SDL_DestroyTexture(entry->texture);
    }
    memset(entry, 0, sizeof *entry);
}

static bool render_text(canvas *c, text_entry *entry, int points, const char *text)
{
    TTF_Font *font = font_of(c, points);
    SDL_Color white = {255, 255, 255, 255};
    size_t size = strlen(text) + 1;
    entry->surface = font ? TTF_RenderUTF8_Blended(font, text, white) : NULL;
    entry->text = entry->surface ? malloc(size) : NULL;
    if (!entry->text)
    {
        forget_text(entry);
        return false;
    }
    memcpy(entry->text, text, size);
    entry->points = points;
    entry->width = entry->surface->w;
    entry->height = entry->surface->h;
    if (c->renderer)
    {
        entry->texture = SDL_CreateTextureFromSurface(c->renderer, entry->surface);
        SDL_FreeSurface(entry->surface);
        entry->surface = NULL;
    }
    return true;
}

static text_entry *text_of(canvas *c, int points, const char *text)
{
    text_entry *oldest = c->texts;
    for (int i = 0; i < MAX_TEXTS; i++)
    {
        text_entry *entry = c->texts + i;
        if (entry->text && entry->points == points && strcmp(entry->text, text) == 0)
        {
            entry->used = ++c->tick;
            return entry;
        }
        if (entry->used < oldest->used)
        {
            oldest = entry;
        }
    }
    forget_text(oldest);
    if (!render_text(c, oldest, points, text))
    {
        return NULL;
    }
    oldest->used = ++c->tick;
    return oldest;
}

void letters_draw(canvas *c, float x, float y, float size, bool is_middle, ink_rgba colour, const char *text)
{
    text_entry *entry = text && *text && ink_sees(&c->ink, x, y - size, x + 4096.0f, y + 2.0f * size)
                            ? text_of(c, points_of(c, size), text)
                            : NULL;
    if (!entry)
    {
        return;
    }
    float top = is_middle ? y - 0.5f * (float)entry->height : y;
    ink_flush(&c->ink);
    SDL_Rect place = {(int)lrintf(x), (int)lrintf(top), entry->width, entry->height};
    if (c->renderer)
    {
        SDL_SetTextureColorMod(entry->texture, colour.r, colour.g, colour.b);
        SDL_SetTextureAlphaMod(entry->texture, colour.a);
        SDL_RenderCopy(c->renderer, entry->texture, NULL, &place);
        return;
    }
    SDL_SetSurfaceColorMod(entry->surface, colour.r, colour.g, colour.b);
    SDL_SetSurfaceAlphaMod(entry->surface, colour.a);
    SDL_BlitSurface(entry->surface, NULL, c->surface, &place);
}

float letters_width(canvas *c, float size, const char *text)
{
    TTF_Font *font = text && *text ? font_of(c, points_of(c, size)) : NULL;
    int width = 0;
    if (!font || TTF_SizeUTF8(font, text, &width, NULL) != 0)
    {
        return 0.0f;
    }
    return (float)width / (float)c->ink.scale;
}

void letters_forget(canvas *c)
{
    for (int i = 0; i < MAX_TEXTS; i++)
    {
        forget_text(c->texts + i);
    }
    for (int i = 0; i < MAX_FONTS; i++)
    {
        if (c->fonts[i].font)
        {
            TTF_CloseFont(c->fonts[i].font);
        }
    }
}
