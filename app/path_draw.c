// A picture of one way: the map, what the search has seen, and the way. However large the map is, it fits.
#include "path.h"

#include "canvas.h"
#include "command.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    SIDE = 1100,      // pixels of the longer side of a map, about
    MOST_PIXELS = 24, // of a cell
    LEAST_WIDTH = 640,
    EDGE = 20,
    HEADER = 70,
    FOOTER = 44
};

static const wend_colour back = 0x0c1016ffu, wall = 0x4a5665ffu, land = 0x161d26ffu, water = 0x173a4effu,
                         trees = 0x39493effu;
static const wend_colour open_cell = 0x3fc7d6ffu, way = 0xfff2a8ffu, nearest = 0xe0674bffu, jump_line = 0x64bdf268u;
static const wend_colour start = 0x3ecf6affu, goal = 0xf0693cffu, text = 0xe8eef4ffu, muted = 0x9aa6b4ffu;

/// Where cells lie in the picture. Either a cell is `pixels` wide, or a pixel `cells`.
typedef struct layout
{
    const path_map *map;
    const wend_grid_search *search;
    int pixels, cells;
    int left, top, width, height; // of the map, in pixels
    double most;                  // the cost of the dearest cell that is closed
    bool is_whole;                // does the way lead to the goal?
    canvas *c;
} layout;

static layout layout_of(const path_map *map, const wend_grid_search *search)
{
    int side = map->width > map->height ? map->width : map->height;
    layout l = {.map = map, .search = search, .pixels = SIDE / side, .cells = (side + SIDE - 1) / SIDE};
    l.pixels = l.pixels < 1 ? 1 : l.pixels > MOST_PIXELS ? MOST_PIXELS : l.pixels;
    l.width = (map->width + l.cells - 1) / l.cells * l.pixels;
    l.height = (map->height + l.cells - 1) / l.cells * l.pixels;
    l.left = l.width + 2 * EDGE < LEAST_WIDTH ? (LEAST_WIDTH - l.width) / 2 : EDGE;
    l.top = HEADER;
    return l;
}

static void find_most(layout *l)
{
    for (int y = 0; y < l->map->height; y++)
        for (int x = 0; x < l->map->width; x++)
        {
            double cost = 0;
            if (wend_grid_search_seen(l->search, (wend_cell){x, y}, NULL, &cost) == WEND_SEEN_CLOSED)
                l->most = fmax(l->most, cost);
        }
}

static wend_colour colour_of_cell(const layout *l, wend_cell cell)
{
    path_ground ground = path_map_at(l->map, cell);
    double cost = 0;
    if (ground == PATH_WALL)
        return wall;
    switch (wend_grid_search_seen(l->search, cell, NULL, &cost))
    {
    case WEND_SEEN_OPEN: return open_cell;
    case WEND_SEEN_CLOSED: return part_heat(l->most > 0 ? (float)(cost / l->most) : 0);
    default: return ground == PATH_WATER ? water : ground == PATH_TREES ? trees : land;
    }
}

/// The mean of the cells that a pixel covers.
static wend_colour colour_of_pixel(const layout *l, int column, int row)
{
    unsigned sums[3] = {0}, count = 0;
    for (int y = row * l->cells; y < (row + 1) * l->cells && y < l->map->height; y++)
        for (int x = column * l->cells; x < (column + 1) * l->cells && x < l->map->width; x++, count++)
        {
            wend_colour colour = colour_of_cell(l, (wend_cell){x, y});
            for (int k = 0; k < 3; k++)
                sums[k] += colour >> (24 - 8 * k) & 255;
        }
    wend_colour out = 0xff;
    for (int k = 0; k < 3; k++)
        out |= (wend_colour)(sums[k] / count) << (24 - 8 * k);
    return out;
}

/// Row by row, cells of one colour in one go.
static void draw_cells(const layout *l)
{
    int columns = l->width / l->pixels, rows = l->height / l->pixels;
    for (int row = 0; row < rows; row++)
        for (int from = 0, column = 1; from < columns; from = column++)
        {
            wend_colour colour = colour_of_pixel(l, from, row);
            while (column < columns && colour_of_pixel(l, column, row) == colour)
                column++;
            canvas_rectangle(l->c, (float)(l->left + from * l->pixels), (float)(l->top + row * l->pixels),
                             (float)((column - from) * l->pixels), (float)l->pixels, colour);
        }
}

static wend_vec pixel_of(const layout *l, float x, float y)
{
    float scale = (float)l->pixels / (float)l->cells;
    return wend_xyz((float)l->left + x * scale, (float)l->top + y * scale, 0);
}

static wend_vec pixel_of_cell(const layout *l, wend_cell cell)
{
    return pixel_of(l, (float)cell.x + 0.5f, (float)cell.y + 0.5f);
}

static void draw_line(const layout *l, wend_vec a, wend_vec b, float thickness, wend_colour colour)
{
    canvas_segment(l->c, a.x, a.y, b.x, b.y, thickness, colour, false);
}

/// From where each cell was come to, if that isn't beside it: the jumps of jump points. True if there are any.
static bool draw_jumps(const layout *l)
{
    bool has_jumps = false;
    for (int y = 0; y < l->map->height; y++)
        for (int x = 0; x < l->map->width; x++)
        {
            wend_cell cell = {x, y}, from = cell;
            if (wend_grid_search_seen(l->search, cell, &from, NULL) == WEND_SEEN_NEVER)
                continue;
            int dx = x - from.x, dy = y - from.y, wide = abs(dx), high = abs(dy), both = wide < high ? wide : high;
            if (wide <= 1 && high <= 1)
                continue;
            wend_cell bend = {from.x + (dx > 0 ? both : -both), from.y + (dy > 0 ? both : -both)};
            draw_line(l, pixel_of_cell(l, from), pixel_of_cell(l, bend), 1, jump_line);
            draw_line(l, pixel_of_cell(l, bend), pixel_of_cell(l, cell), 1, jump_line);
            wend_vec at = pixel_of_cell(l, cell);
            canvas_disc(l->c, at.x, at.y, fmaxf(2.5f, 0.4f * (float)l->pixels), colour_of_cell(l, cell));
            has_jumps = true;
        }
    return has_jumps;
}

/// The way, in another colour where it doesn't lead to the goal.
static bool draw_way(layout *l, wend_cell end)
{
    int count = wend_grid_search_points(l->search, NULL, 0);
    wend_vec *points = malloc((size_t)(count + 1) * sizeof *points);
    if (!points)
        return !command_fail(1, "path", "no memory for a way of %d points", count);
    wend_grid_search_points(l->search, points, count);
    const wend_vec *last = &points[count > 0 ? count - 1 : 0];
    l->is_whole = count > 0 && (int)last->x == end.x && (int)last->y == end.y;
    float thickness = fmaxf(2.5f, 0.3f * (float)l->pixels);
    for (int pass = 0; pass < 2; pass++) // a dark edge, so that it is seen on anything
        for (int i = 1; i < count; i++)
            draw_line(l, pixel_of(l, points[i - 1].x, points[i - 1].y), pixel_of(l, points[i].x, points[i].y),
                      pass == 0 ? thickness + 2 : thickness,
                      pass == 0     ? back
                      : l->is_whole ? way
                                    : nearest);
    free(points);
    return true;
}

static void draw_end(const layout *l, wend_cell cell, wend_colour colour)
{
    wend_vec at = pixel_of_cell(l, cell);
    float radius = fmaxf(5, 0.42f * (float)l->pixels);
    canvas_disc(l->c, at.x, at.y, radius + 1.5f, back);
    canvas_disc(l->c, at.x, at.y, radius, colour);
}

static float draw_sign(const layout *l, float x, float y, wend_colour colour, const char *word)
{
    canvas_rectangle(l->c, x, y + 3, 18, 10, colour);
    canvas_text(l->c, x + 24, y, 15, muted, word);
    return x + 24 + canvas_text_width(l->c, 15, word) + 20;
}

static void draw_legend(const layout *l, bool has_jumps)
{
    float x = EDGE, y = (float)(l->top + l->height + 14);
    x = draw_sign(l, x, y, start, "start");
    x = draw_sign(l, x, y, goal, "goal");
    x = draw_sign(l, x, y, l->is_whole ? way : nearest, l->is_whole ? "way" : "way to the nearest cell");
    x = draw_sign(l, x, y, wall, "wall");
    if (l->map->count[PATH_TREES] > 0)
        x = draw_sign(l, x, y, trees, "trees");
    if (l->map->count[PATH_WATER] > 0)
        x = draw_sign(l, x, y, water, "water");
    if (has_jumps)
        x = draw_sign(l, x, y, jump_line, "jump");
    x = draw_sign(l, x, y, open_cell, "open");
    for (int i = 0; i < 60; i++)
        canvas_rectangle(l->c, x + (float)i, y + 3, 1, 10, part_heat((float)i / 59));
    canvas_text(l->c, x + 68, y, 15, muted, "closed, by cost");
}

int path_draw(const path_map *map, const wend_grid_search *search, const path_row *row, const char *const captions[2],
              const char *file)
{
    wend_error error = {0};
    layout l = layout_of(map, search);
    int width = l.width + 2 * EDGE > LEAST_WIDTH ? l.width + 2 * EDGE : LEAST_WIDTH;
    l.c = canvas_open(width, HEADER + l.height + FOOTER, &error);
    if (!l.c)
        return command_fail(1, "path", "%s", error.text);
    canvas_clear(l.c, back);
    find_most(&l);
    canvas_text(l.c, EDGE, 12, 20, text, captions[0]);
    canvas_text(l.c, EDGE, 40, 16, muted, captions[1]);
    draw_cells(&l);
    bool has_jumps = draw_jumps(&l);
    bool is_drawn = draw_way(&l, row->goal);
    draw_end(&l, row->start, start);
    draw_end(&l, row->goal, goal);
    draw_legend(&l, has_jumps);
    is_drawn = is_drawn && (canvas_save(l.c, file, &error) || !command_fail(1, "path", "%s", error.text));
    canvas_close(l.c);
    return is_drawn ? 0 : 1;
}
