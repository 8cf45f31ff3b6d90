// The figures of the scene pathfinder: two panels, each with its map, its flood, its way, and its counts.
#include "pathfinder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const wend_colour floor_colour = 0x1a222cffu, wall_colour = 0x566272ffu, narrow_colour = 0x4a2f33ffu;
static const wend_colour open_colour = 0x3fc7d6ffu, tree_colour = 0xffffff50u, way_colour = 0xfff2a8ffu;
static const wend_colour so_far_colour = 0xcfc79a90u, near_colour = 0xe0674bffu;

enum
{
    SHADES = 24 // of cost
};

// ---- a panel --------------------------------------------------------------------------------------------------------

/// What is drawn just now, for the legend.
typedef struct finder_seen
{
    bool has_open, has_cheap, has_dear, has_narrow, has_tree, has_way, has_so_far, has_nearest, has_walker;
} finder_seen;

typedef struct panel_view
{
    const scene_run *run;
    const finder *f;
    const finder_panel *p;
    const wend_draw *draw; // null: only look
    wend_vec low, high;
    int index;
    finder_seen *seen;
} panel_view;

static wend_vec middle_of(const panel_view *v, wend_cell cell)
{
    return wend_add(wend_grid_point(v->f->grid, cell), finder_offset(v->index));
}

static void fill(const panel_view *v, wend_vec low, wend_vec high, wend_colour colour)
{
    const wend_vec corners[4] = {low, {high.x, low.y, 0.0f}, high, {low.x, high.y, 0.0f}};
    if (v->draw)
        v->draw->polygon(corners, 4, colour, v->draw->user);
}

static void fill_cell(const panel_view *v, wend_cell cell, float half, wend_colour colour)
{
    wend_vec at = middle_of(v, cell), reach = {half, half, 0.0f};
    fill(v, wend_sub(at, reach), wend_add(at, reach), colour);
}

/// A bar from one point to another.
static void fill_bar(const panel_view *v, wend_vec from, wend_vec to, float half, wend_colour colour)
{
    wend_vec along = wend_scale(wend_normalize(wend_sub(to, from)), half), side = {-along.y, along.x, 0.0f};
    wend_vec begin = wend_sub(from, along), end = wend_add(to, along);
    const wend_vec corners[4] = {wend_add(begin, side), wend_sub(begin, side), wend_sub(end, side),
                                 wend_add(end, side)};
    if (v->draw)
        v->draw->polygon(corners, 4, colour, v->draw->user);
}

static void line(const panel_view *v, wend_vec from, wend_vec to, wend_colour colour)
{
    if (v->draw)
        v->draw->line(from, to, colour, false, v->draw->user);
}

static void text(const panel_view *v, float x, float y, wend_colour colour, const char *words)
{
    if (v->draw)
        v->draw->text(wend_xyz(v->low.x + x, y, 0.0f), words, colour, v->draw->user);
}

/// A shade of cost: 0 is where the search begins.
static int shade_of(const finder *f, double cost)
{
    double share = f->dearest > 0.0 ? cost / f->dearest : 0.0;
    return (int)fmin(share * SHADES, SHADES - 1);
}

static wend_colour colour_of_shade(int shade)
{
    return part_heat((float)shade / (SHADES - 1));
}

static void draw_cell(const panel_view *v, wend_cell cell)
{
    double cost = 0.0;
    if (wend_grid_get(v->f->grid, cell) == 0)
    {
        fill_cell(v, cell, 0.5f, wall_colour);
        return;
    }
    switch (wend_grid_search_seen(v->p->shown, cell, NULL, &cost))
    {
    case WEND_SEEN_OPEN:
        fill_cell(v, cell, 0.46f, open_colour);
        v->seen->has_open = true;
        return;
    case WEND_SEEN_CLOSED:
        fill_cell(v, cell, 0.46f, colour_of_shade(shade_of(v->f, cost)));
        v->seen->has_cheap |= shade_of(v->f, cost) == 0;
        v->seen->has_dear |= shade_of(v->f, cost) == SHADES - 1;
        return;
    case WEND_SEEN_NEVER: break;
    }
    if (!wend_grid_fits(v->f->grid, cell, finder_radius(v->run)))
    {
        fill_cell(v, cell, 0.5f, narrow_colour);
        v->seen->has_narrow = true;
    }
}

/// From where a cell was come to: beside it, or by a jump, which goes diagonally first (of four directions: up or down).
static void draw_origin(const panel_view *v, wend_cell cell)
{
    wend_cell from = cell;
    if (wend_grid_search_seen(v->p->shown, cell, &from, NULL) == WEND_SEEN_NEVER ||
        (from.x == cell.x && from.y == cell.y))
        return;
    int dx = cell.x - from.x, dy = cell.y - from.y, both = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    wend_cell bend = {from.x + (dx > 0 ? both : -both), from.y + (dy > 0 ? both : -both)};
    if (finder_choice(v->run, FINDER_CORNERS) == WEND_DIAGONAL_NEVER)
        bend = (wend_cell){from.x, cell.y};
    if (finder_search_of(v->run, v->index)->is_any_angle)
        bend = from;
    line(v, middle_of(v, from), middle_of(v, bend), tree_colour);
    line(v, middle_of(v, bend), middle_of(v, cell), tree_colour);
    v->seen->has_tree = true;
}

static void draw_way(const panel_view *v)
{
    wend_vec points[FINDER_CELLS];
    int count = wend_grid_search_points(v->p->shown, points, FINDER_CELLS);
    bool is_found = v->p->now.way == WEND_WAY_FOUND, is_over = finder_is_done(v->p);
    wend_colour colour = is_found ? way_colour : is_over ? near_colour : so_far_colour;
    for (int i = 1; i < count; i++)
    {
        wend_vec from = wend_add(points[i - 1], finder_offset(v->index)),
                 to = wend_add(points[i], finder_offset(v->index));
        if (is_over)
            fill_bar(v, from, to, 0.19f, COLOUR_NIGHT);
    }
    for (int i = 1; i < count; i++)
        fill_bar(v, wend_add(points[i - 1], finder_offset(v->index)), wend_add(points[i], finder_offset(v->index)),
                 is_over ? 0.12f : 0.07f, colour);
    v->seen->has_way |= count > 1 && is_found;
    v->seen->has_nearest |= count > 1 && is_over && !is_found;
    v->seen->has_so_far |= count > 1 && !is_over;
}

static void draw_end(const panel_view *v, wend_cell cell, wend_colour colour, char word)
{
    const char words[2] = {word, '\0'};
    wend_vec at = middle_of(v, cell);
    if (!v->draw)
        return;
    v->draw->circle(at, 0.56f, COLOUR_NIGHT, true, v->draw->user);
    v->draw->circle(at, 0.48f, colour, true, v->draw->user);
    v->draw->text(wend_xyz(at.x - 0.27f, at.y, 0.0f), words, COLOUR_NIGHT, v->draw->user);
}

static void draw_walker(const panel_view *v)
{
    if (v->p->point_count < 2)
        return;
    wend_vec at = wend_world_position(v->run->world, v->p->walker);
    wend_vec heading = wend_world_heading(v->run->world, v->p->walker);
    float radius = finder_radius(v->run);
    if (v->draw && wend_same_agent(v->run->watched, v->p->walker))
        part_draw_watched(v->draw, at, heading, 0.42f, COLOUR_TEXT);
    else if (v->draw)
        wend_draw_agent(v->draw, at, heading, 0.42f, COLOUR_PINK);
    if (v->draw && radius > 0.5f)
        v->draw->circle(at, radius, COLOUR_PINK, false, v->draw->user);
    v->seen->has_walker |= !wend_same_agent(v->run->watched, v->p->walker);
}

// ---- words ----------------------------------------------------------------------------------------------------------

/// Words in lines of at most so many letters, downward from y.
static void draw_block(const panel_view *v, float y, const char *words, int wide, wend_colour colour)
{
    char row[80];
    while (*words)
    {
        int length = (int)strlen(words);
        if (length > wide)
            for (length = wide; length > 1 && words[length] != ' '; length--)
                continue;
        snprintf(row, sizeof row, "%.*s", length, words);
        if (v->draw)
            part_draw_label(v->draw, wend_xyz(v->low.x + 0.8f, y, 0.0f), 0.47f, row, colour);
        words += length + (words[length] == ' ');
        y -= 1.0f;
    }
}

static int count_turns(const finder_panel *p)
{
    int points = wend_grid_search_points(p->shown, NULL, 0);
    return points > 2 ? points - 2 : 0;
}

static void draw_title(const panel_view *v)
{
    char words[96];
    const wend_grid_result *now = &v->p->now;
    bool is_done = finder_is_done(v->p);
    const char *name = finder_search_of(v->run, v->index)->name;
    text(v, 0.0f, v->high.y + 2.0f, COLOUR_TEXT, name);
    if (now->way == WEND_WAY_FOUND)
        snprintf(words, sizeof words, "found: length %.2f, %d turns", now->cost, count_turns(v->p));
    else
        snprintf(words, sizeof words, "%s", is_done ? wend_way_name(now->way) : "searching ...");
    wend_colour colour = now->way == WEND_WAY_FOUND ? way_colour : is_done ? near_colour : COLOUR_GREY;
    text(v, 0.0f, v->high.y + 0.9f, colour, words);
    if (now->way == WEND_WAY_REFUSED)
        draw_block(v, v->low.y + 12.0f, wend_grid_search_error(v->p->shown)->text, 56, COLOUR_TEXT);
}

static int count_open(const finder_panel *p)
{
    int count = 0;
    for (int i = 0; i < FINDER_CELLS; i++)
        count += wend_grid_search_seen(p->shown, (wend_cell){i % FINDER_WIDTH, i / FINDER_WIDTH}, NULL, NULL) ==
                 WEND_SEEN_OPEN;
    return count;
}

/// A bar for what was expanded so far, on the scale of the one that expands more in the end.
static void draw_count(const panel_view *v)
{
    char words[96];
    double most = fmax((double)v->f->panels[0].full.expanded, (double)v->f->panels[1].full.expanded);
    double so_far = (double)v->p->now.expanded, whole = (double)v->p->full.expanded;
    float y = v->low.y - 1.3f, wide = v->high.x - v->low.x;
    fill(v, wend_xyz(v->low.x, y - 0.3f, 0.0f), wend_xyz(v->high.x, y + 0.3f, 0.0f), floor_colour);
    if (most > 0.0)
    {
        fill(v, wend_xyz(v->low.x, y - 0.3f, 0.0f), wend_xyz(v->low.x + wide * (float)(whole / most), y + 0.3f, 0.0f),
             faded(COLOUR_SKY, 60));
        fill(v, wend_xyz(v->low.x, y - 0.3f, 0.0f), wend_xyz(v->low.x + wide * (float)(so_far / most), y + 0.3f, 0.0f),
             COLOUR_SKY);
    }
    bool is_exact = finder_search_of(v->run, v->index)->kind == WEND_GRID_ANY_ANGLE;
    int length = snprintf(words, sizeof words, "%lld of %lld %s expanded", (long long)v->p->now.expanded,
                          (long long)v->p->full.expanded, is_exact ? "cones of sight" : "cells");
    if (!is_exact)
        snprintf(words + length, sizeof words - (size_t)length, ", %d open", count_open(v->p));
    text(v, 0.0f, y - 1.2f, COLOUR_TEXT, words);
}

// ---- all of it ------------------------------------------------------------------------------------------------------

static void draw_panel(const panel_view *v)
{
    fill(v, v->low, v->high, floor_colour);
    for (int i = 0; i < FINDER_CELLS; i++)
        draw_cell(v, (wend_cell){i % FINDER_WIDTH, i / FINDER_WIDTH});
    for (int i = 0; i < FINDER_CELLS && v->run->params[FINDER_TREE] > 0.5f; i++)
        draw_origin(v, (wend_cell){i % FINDER_WIDTH, i / FINDER_WIDTH});
    draw_way(v);
    draw_end(v, v->f->start, COLOUR_GREEN, 'S');
    draw_end(v, v->f->goal, COLOUR_RED, 'G');
    draw_walker(v);
    draw_title(v);
    draw_count(v);
}

static finder_seen draw_all(const scene_run *run, const wend_draw *draw)
{
    const finder *f = run->state;
    finder_seen seen = {0};
    for (int i = 0; i < FINDER_PANELS; i++)
    {
        panel_view v = {.run = run, .f = f, .p = &f->panels[i], .draw = draw, .index = i, .seen = &seen};
        const wend_vec half = {0.5f, 0.5f, 0.0f};
        v.low = wend_sub(middle_of(&v, (wend_cell){0, 0}), half);
        v.high = wend_add(middle_of(&v, (wend_cell){FINDER_WIDTH - 1, FINDER_HEIGHT - 1}), half);
        draw_panel(&v);
    }
    return seen;
}

void finder_draw(const scene_run *run, const wend_draw *draw)
{
    draw_all(run, draw);
}

void finder_legend(const scene_run *run, scene_legend *legend)
{
    finder_seen seen = draw_all(run, NULL);
    const struct
    {
        bool is_there;
        scene_mark mark;
        wend_colour colour;
        const char *word;
    } signs[] = {
        {true, SCENE_DOT, COLOUR_GREEN, "start"},
        {true, SCENE_DOT, COLOUR_RED, "goal"},
        {seen.has_open, SCENE_BAR, open_colour, "open: come to, not yet expanded"},
        {seen.has_cheap, SCENE_BAR, colour_of_shade(0), "expanded, cheap to get to"},
        {seen.has_dear, SCENE_BAR, colour_of_shade(SHADES - 1), "expanded, dear"},
        {seen.has_tree, SCENE_LINE, tree_colour, "from where"},
        {seen.has_way, SCENE_BAR, way_colour, "way"},
        {seen.has_so_far, SCENE_BAR, so_far_colour, "to the nearest cell so far"},
        {seen.has_nearest, SCENE_BAR, near_colour, "to the nearest cell"},
        {seen.has_narrow, SCENE_BAR, narrow_colour, "too narrow for the body"},
        {seen.has_walker, SCENE_BODY, COLOUR_PINK, "walker"},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].is_there)
            scene_add_sign(legend, signs[i].mark, signs[i].colour, signs[i].word);
}
