#include "page.h"

#include <stdlib.h>
#include <string.h>

enum
{
    MAX_TEXT_BYTES = 96
};

// A batch as the page gets it: where its vertices and indices begin, and how many indices there are.
typedef struct batch
{
    int first_vertex, first_index, indices;
} batch;

// A line of text: the left end of its middle, in device pixels.
typedef struct label
{
    float x, y;
    ink_rgba colour;
    char text[MAX_TEXT_BYTES];
} label;

// A list that grows and is never given back: a page draws about the same in every frame.
typedef struct list
{
    char *bytes;
    size_t size, used, room; // of an element; elements
} list;

ink page_ink;
static list vertices = {NULL, sizeof(ink_vertex), 0, 0}, indices = {NULL, sizeof(uint16_t), 0, 0},
            batches = {NULL, sizeof(batch), 0, 0}, labels = {NULL, sizeof(label), 0, 0};
static ink_pixels paper; // bytes null: batches are kept for the page

static void *add(list *l, size_t count)
{
    if (l->used + count > l->room)
    {
        size_t room = 2 * (l->used + count);
        char *bytes = realloc(l->bytes, room * l->size);
        if (!bytes)
            return NULL;
        l->bytes = bytes;
        l->room = room;
    }
    l->used += count;
    return l->bytes + (l->used - count) * l->size;
}

static void keep_batch(ink *c)
{
    if (paper.bytes)
    {
        for (int i = 0; i < c->index_count; i += 3)
        {
            const uint16_t *k = c->indices + i;
            ink_triangle(&paper, c->vertices + k[0], c->vertices + k[1], c->vertices + k[2]);
        }
        return;
    }
    batch b = {(int)vertices.used, (int)indices.used, c->index_count};
    void *to_vertices = add(&vertices, (size_t)c->vertex_count), *to_indices = add(&indices, (size_t)c->index_count);
    batch *to = add(&batches, 1);
    if (!to_vertices || !to_indices || !to)
        return;
    memcpy(to_vertices, c->vertices, (size_t)c->vertex_count * sizeof *c->vertices);
    memcpy(to_indices, c->indices, (size_t)c->index_count * sizeof *c->indices);
    *to = b;
}

static void keep_text(ink *c, float x, float y, ink_rgba colour, const char *text)
{
    bool is_seen = ink_sees(c, x, y, x + 1000.0f, y);
    label *to = is_seen && !paper.bytes ? add(&labels, 1) : NULL;
    if (!to)
        return;
    memset(to, 0, sizeof *to);
    to->x = x;
    to->y = y;
    to->colour = colour;
    strncpy(to->text, text, MAX_TEXT_BYTES - 1);
}

void page_begin(int width, int height, int scale, bool is_light)
{
    vertices.used = indices.used = batches.used = labels.used = 0;
    page_ink.width = width;
    page_ink.height = height;
    page_ink.scale = scale;
    page_ink.is_smooth = true;
    page_ink.is_light = is_light;
    page_ink.hand_over = keep_batch;
    page_ink.text = keep_text;
}

void page_end(void)
{
    ink_flush(&page_ink);
}

PAGE(page_vertices) const void *page_vertices(void)
{
    return vertices.bytes;
}

PAGE(page_vertex_count) int page_vertex_count(void)
{
    return (int)vertices.used;
}

PAGE(page_indices) const void *page_indices(void)
{
    return indices.bytes;
}

PAGE(page_index_count) int page_index_count(void)
{
    return (int)indices.used;
}

PAGE(page_batches) const void *page_batches(void)
{
    return batches.bytes;
}

PAGE(page_batch_count) int page_batch_count(void)
{
    return (int)batches.used;
}

PAGE(page_labels) const void *page_labels(void)
{
    return labels.bytes;
}

PAGE(page_label_count) int page_label_count(void)
{
    return (int)labels.used;
}

static wend_colour shown(wend_colour colour, bool is_light)
{
    return is_light ? ink_daylight(colour) : colour;
}

/// The colour behind a scene, 0xRRGGBBAA.
PAGE(page_background) wend_colour page_background(int index, bool is_light)
{
    return shown(scene_table[index]->background, is_light);
}

static void draw_scene(int width, int height)
{
    ink_view(&page_ink, page_run->low, page_run->high, (ink_box){0, 0, width, height});
    wend_draw table = ink_table(&page_ink);
    scene_draw(page_run, &table);
    page_end();
}

/// Draws the run into a view of that size in device pixels.
PAGE(page_draw) void page_draw(int width, int height, int scale, bool is_light)
{
    page_begin(width, height, scale, is_light);
    draw_scene(width, height);
}

// ---- in pixels ------------------------------------------------------------------------------------------------------

enum
{
    MAX_PIXELS = 4 * 1024 * 1024
};

// A paper of that size, filled.
static bool lay_paper(int width, int height, wend_colour colour)
{
    static uint8_t *bytes;
    static int room;
    if (width < 1 || height < 1 || width > MAX_PIXELS / height)
        return false;
    if (width * height > room)
    {
        free(bytes);
        room = width * height;
        bytes = malloc((size_t)room * 4);
    }
    if (!bytes)
    {
        room = 0;
        return false;
    }
    ink_rgba c = ink_colour(colour);
    for (int i = 0; i < width * height; i++)
        memcpy(bytes + 4 * i, (uint8_t[4]){c.r, c.g, c.b, 255}, 4);
    paper = (ink_pixels){bytes, width, height, width * 4, {0, 0, width, height}};
    return true;
}

static const void *shrink_paper(int width, int height)
{
    ink_pixels to = {paper.bytes, width, height, width * 4, {0, 0, width, height}};
    ink_shrink(&paper, &to); // a pixel is written after all those that it is made of were read
    paper.bytes = NULL;
    return to.bytes;
}

/// A picture of the run without texts: rows of red, green, blue, 255; or null.
PAGE(page_paint) const void *page_paint(int width, int height, bool is_light)
{
    page_begin(2 * width, 2 * height, 2, is_light);
    if (!lay_paper(2 * width, 2 * height, shown(page_run->kind->background, is_light)))
        return NULL;
    draw_scene(2 * width, 2 * height);
    return shrink_paper(width, height);
}

/// A sample of a legend on a background that is already a light one where is_light; SCENE_SIGN_WIDTH x
/// SCENE_SIGN_HEIGHT pixels, `scale` times as many.
PAGE(page_paint_sign)
const void *page_paint_sign(int mark, wend_colour colour, int scale, bool is_light, wend_colour background)
{
    int width = (int)SCENE_SIGN_WIDTH * scale, height = (int)SCENE_SIGN_HEIGHT * scale;
    page_begin(2 * width, 2 * height, 2 * scale, is_light);
    if (!lay_paper(2 * width, 2 * height, background))
        return NULL;
    ink_view(&page_ink, wend_xyz(0, 0, 0), wend_xyz(SCENE_SIGN_WIDTH, SCENE_SIGN_HEIGHT, 0),
             (ink_box){0, 0, 2 * width, 2 * height});
    wend_draw table = ink_table(&page_ink);
    scene_sign sign = {(scene_mark)mark, colour, ""};
    scene_draw_sign(&sign, &table);
    page_end();
    return shrink_paper(width, height);
}

/// The ring in which the watched agent made its last choice, in a square; null where there is none.
PAGE(page_paint_ring) const void *page_paint_ring(int side, int scale, bool is_light, wend_colour background)
{
    static wend_ring ring;
    wend_choice_result choice;
    if (wend_explain_ring(page_run->world, page_run->watched, &ring, &choice) != WEND_OK)
        return NULL;
    page_begin(2 * side, 2 * side, 2 * scale, is_light);
    if (!lay_paper(2 * side, 2 * side, background))
        return NULL;
    ink_view(&page_ink, wend_xyz(-2.2f, -2.2f, 0), wend_xyz(2.2f, 2.2f, 0), (ink_box){0, 0, 2 * side, 2 * side});
    wend_draw table = ink_table(&page_ink);
    wend_draw_ring(&table, &ring, &choice, NULL);
    page_end();
    return shrink_paper(side, side);
}
