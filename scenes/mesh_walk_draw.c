// The scene mesh_walk, with the corridor of the one that is shown.
#include "mesh_walk.h"

#include <math.h>

static const wend_colour floor_colour = 0x64bdf214u, edge_colour = 0x8b97a53cu, border_colour = 0x8b97a5d0u;
static const wend_colour corridor_colour = 0x2fbf9038u, added_colour = 0xf0a83090u, portal_colour = 0x2fbf90a0u;
static const wend_colour path_colour = 0xf2e65affu, other_path_colour = 0x64bdf25au, gust_colour = 0xf0693c00u;

static void fill(const mesh_walk *m, const wend_draw *draw, int polygon, wend_colour colour)
{
    wend_vec corners[8];
    int count = wend_mesh_polygon(m->mesh, polygon, corners, 8);
    draw->polygon(corners, count, colour, draw->user);
}

static void draw_floor(const mesh_walk *m, const wend_draw *draw)
{
    for (int p = 0; p < wend_mesh_count(m->mesh); p++)
        fill(m, draw, p, floor_colour);
}

static void draw_edges(const mesh_walk *m, const wend_draw *draw)
{
    for (int p = 0; p < wend_mesh_count(m->mesh); p++)
    {
        wend_vec corners[8];
        int count = wend_mesh_polygon(m->mesh, p, corners, 8);
        for (int i = 0; i < count; i++)
        {
            int neighbour = wend_mesh_neighbour(m->mesh, p, i);
            if (neighbour < p) // each shared edge once
                draw->line(corners[i], corners[(i + 1) % count], neighbour < 0 ? border_colour : edge_colour, false,
                           draw->user);
        }
    }
}

static void draw_corridor(const mesh_walk *m, const wend_draw *draw)
{
    const wend_corridor *c = &m->walkers[m->shown].corridor;
    for (int i = 0; i < c->count; i++)
        fill(m, draw, c->polygons[i], corridor_colour);
    for (int p = 0; p < MESH_POLYGONS; p++)
        if (m->added[p] > 0.0f)
            fill(m, draw, p, faded(added_colour, (unsigned)(130.0f * m->added[p] / mesh_walk_added_seconds)));
    for (int i = 0; i + 1 < c->count; i++)
    {
        wend_portal portal;
        if (wend_mesh_portal(m->mesh, c->polygons[i], c->polygons[i + 1], &portal))
            draw->line(portal.left, portal.right, portal_colour, false, draw->user);
    }
}

/// A line that is as wide as a body's foot, so that it stands out.
static void draw_leg(wend_vec a, wend_vec b, const wend_draw *draw)
{
    wend_vec along = wend_normalize(wend_sub(b, a)), side = {-along.y * 0.055f, along.x * 0.055f, 0.0f};
    const wend_vec bar[4] = {wend_sub(a, side), wend_sub(b, side), wend_add(b, side), wend_add(a, side)};
    draw->polygon(bar, 4, path_colour, draw->user);
}

static void draw_path(const mesh_walk *m, const wend_draw *draw)
{
    wend_vec points[32];
    int count = wend_corridor_corners(&m->walkers[m->shown].corridor, m->mesh, points, 32);
    for (int i = 0; i + 1 < count; i++)
        draw_leg(points[i], points[i + 1], draw);
    for (int i = 1; i + 1 < count; i++)
        draw->circle(points[i], 0.14f, path_colour, true, draw->user);
    if (count > 1)
    {
        draw->circle(points[count - 1], 0.5f, path_colour, false, draw->user);
        draw->circle(points[count - 1], 0.18f, path_colour, true, draw->user);
    }
}

static void draw_others(const mesh_walk *m, const wend_draw *draw)
{
    for (int i = 0; i < MESH_WALKERS; i++)
    {
        wend_vec points[2];
        if (i != m->shown && wend_corridor_corners(&m->walkers[i].corridor, m->mesh, points, 2) == 2)
            draw->line(points[0], points[1], other_path_colour, true, draw->user);
    }
}

void mesh_walk_draw(const scene_run *run, const wend_draw *draw)
{
    const mesh_walk *m = run->state;
    draw_floor(m, draw);
    draw_corridor(m, draw);
    draw_edges(m, draw);
    draw_others(m, draw);
    draw_path(m, draw);
    if (m->gust_seconds > 0.0f)
        draw->circle(m->gust, mesh_walk_gust_radius * (1.0f - 0.8f * m->gust_seconds),
                     faded(gust_colour, (unsigned)(255.0f * m->gust_seconds)), false, draw->user);
    for (int i = 0; i < MESH_WALKERS; i++)
    {
        wend_vec at = wend_world_position(run->world, m->walkers[i].id);
        bool is_pushed = wend_length(m->walkers[i].push) > 0.5f;
        wend_colour colour = i == m->shown ? COLOUR_YELLOW : COLOUR_SKY;
        wend_draw_agent(draw, at, wend_world_heading(run->world, m->walkers[i].id), 0.3f, colour);
        if (is_pushed)
            wend_draw_arrow(draw, at, wend_scale(m->walkers[i].push, 0.25f), COLOUR_RED, false);
    }
}

void mesh_walk_legend(const scene_run *run, scene_legend *legend)
{
    const mesh_walk *m = run->state;
    bool has_added = false, is_pushed = false, has_other = false;
    wend_vec points[2];
    for (int p = 0; p < MESH_POLYGONS; p++)
        has_added |= m->added[p] > 0.0f;
    for (int i = 0; i < MESH_WALKERS; i++)
    {
        const wend_corridor *c = &m->walkers[i].corridor;
        is_pushed |= wend_length(m->walkers[i].push) > 0.5f;
        has_other |= i != m->shown && wend_corridor_corners(c, m->mesh, points, 2) == 2;
    }
    const wend_corridor *shown = &m->walkers[m->shown].corridor;
    scene_add_sign(legend, SCENE_BODY, COLOUR_YELLOW, "whose corridor is shown");
    scene_add_sign(legend, SCENE_BODY, COLOUR_SKY, "others");
    scene_add_sign(legend, SCENE_LINE, border_colour, "border: as far as middles can go");
    if (shown->count > 1)
        scene_add_sign(legend, SCENE_LINE, portal_colour, "edge to pass");
    scene_add_sign(legend, SCENE_BAR, corridor_colour, "corridor");
    if (has_added)
        scene_add_sign(legend, SCENE_BAR, added_colour, "added to the way after a push");
    if (wend_corridor_corners(shown, m->mesh, points, 2) == 2)
        scene_add_sign(legend, SCENE_DOT, path_colour, "corner, goal");
    if (has_other)
        scene_add_sign(legend, SCENE_DASHED, other_path_colour, "next corner of others");
    if (m->gust_seconds > 0.0f)
        scene_add_sign(legend, SCENE_CIRCLE, faded(gust_colour, (unsigned)(255.0f * m->gust_seconds)), "push");
    if (is_pushed)
        scene_add_sign(legend, SCENE_ARROW, COLOUR_RED, "is being pushed");
}
