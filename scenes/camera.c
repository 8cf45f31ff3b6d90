#include "camera.h"

#include <math.h>

wend_vec camera_project(const camera *c, wend_vec point)
{
    wend_vec turned = wend_rotate(point, -c->turn);
    float cosine = wend_cos(c->tilt), sine = wend_sin(c->tilt);
    float depth = turned.y * cosine - turned.z * sine + c->distance, scale = camera_scale(c, depth);
    return wend_xyz(turned.x * scale, (turned.z * cosine + turned.y * sine) * scale + c->lift, depth);
}

wend_vec camera_eye(const camera *c)
{
    return wend_rotate(wend_xyz(0.0f, -wend_cos(c->tilt), wend_sin(c->tilt)), c->turn);
}

float camera_scale(const camera *c, float depth)
{
    return c->focal / fmaxf(depth, 1.0f);
}

wend_colour camera_shade(const camera *c, wend_colour colour, float light, float depth)
{
    float haze = fminf(fmaxf((depth - c->clear) / (c->farthest - c->clear), 0.0f), 0.7f);
    wend_colour shaded = 0;
    for (int k = 24; k > 0; k -= 8)
    {
        float value = (float)(colour >> k & 255u) * (0.45f + 0.55f * light), night = (float)(COLOUR_NIGHT >> k & 255u);
        shaded |= (wend_colour)(value + haze * (night - value)) << k;
    }
    return shaded | (colour & 255u);
}

void camera_draw_ball(const camera *c, const wend_draw *draw, wend_vec centre, float radius, wend_colour colour)
{
    enum
    {
        SHELLS = 12
    };
    wend_vec at = camera_project(c, centre);
    float size = radius * camera_scale(c, at.z);
    for (int k = 0; k < SHELLS; k++)
    {
        // Each shell is smaller, lighter and nearer to the lamp.
        float t = (float)k / (float)SHELLS, shift = 0.42f * t * size;
        draw->circle(wend_xyz(at.x - 0.6f * shift, at.y + 0.8f * shift, 0.0f), size * (1.0f - 0.92f * t),
                     camera_shade(c, colour, 1.15f * t - 0.35f, at.z), true, draw->user);
    }
}

void camera_draw_dart(const camera *c, const wend_draw *draw, wend_vec at, wend_vec heading, float roll, float size,
                      wend_colour colour)
{
    wend_vec right = wend_normalize(wend_cross(heading, wend_xyz(0.0f, 0.0f, 1.0f)));
    if (wend_length(right) == 0.0f)
        right = wend_xyz(1.0f, 0.0f, 0.0f);
    wend_vec above = wend_cross(right, heading);
    wend_vec side = wend_sub(wend_scale(right, wend_cos(roll)), wend_scale(above, wend_sin(roll)));
    wend_vec up = wend_cross(side, heading);
    wend_vec tip = wend_add(at, wend_scale(heading, size * 2.4f)), tail = wend_sub(at, wend_scale(heading, size));
    wend_vec rim[3] = {wend_add(tail, wend_scale(side, size)), wend_add(tail, wend_scale(up, size)),
                       wend_sub(tail, wend_scale(side, size))};
    rim[1] = wend_sub(rim[1], wend_scale(heading, 0.3f * size));
    const int faces[4][3] = {{3, 0, 1}, {3, 1, 2}, {3, 2, 0}, {0, 2, 1}};
    const wend_vec light = {-0.35f, 0.2f, 0.91f};
    for (int f = 0; f < 4; f++)
    {
        wend_vec corner[3], seen[3];
        for (int k = 0; k < 3; k++)
        {
            corner[k] = faces[f][k] == 3 ? tip : rim[faces[f][k]];
            seen[k] = camera_project(c, corner[k]);
        }
        wend_vec normal = wend_normalize(wend_cross(wend_sub(corner[1], corner[0]), wend_sub(corner[2], corner[0])));
        float area =
            (seen[1].x - seen[0].x) * (seen[2].y - seen[0].y) - (seen[1].y - seen[0].y) * (seen[2].x - seen[0].x);
        if (area > 0.0f)
            draw->polygon(seen, 3, camera_shade(c, colour, fmaxf(0.0f, wend_dot(normal, light)), seen[0].z),
                          draw->user);
    }
}

void camera_draw_box(const camera *c, const wend_draw *draw, wend_vec low, wend_vec high, wend_colour colour)
{
    const float ends[2][3] = {{low.x, low.y, low.z}, {high.x, high.y, high.z}};
    for (int edge = 0; edge < 12; edge++)
    {
        int axis = edge / 4, bits = edge % 4;
        float a[3], b[3];
        for (int k = 0, bit = 0; k < 3; k++)
        {
            if (k == axis)
                a[k] = ends[0][k], b[k] = ends[1][k];
            else
                a[k] = b[k] = ends[bits >> bit++ & 1][k];
        }
        draw->line(camera_project(c, wend_xyz(a[0], a[1], a[2])), camera_project(c, wend_xyz(b[0], b[1], b[2])), colour,
                   false, draw->user);
    }
}

// ---- a table --------------------------------------------------------------------------------------------------------

static void view_line(wend_vec from, wend_vec to, wend_colour colour, bool is_dashed, void *user)
{
    const camera_view *v = user;
    v->draw->line(camera_project(v->camera, from), camera_project(v->camera, to), colour, is_dashed, v->draw->user);
}

static void view_circle(wend_vec centre, float radius, wend_colour colour, bool is_filled, void *user)
{
    const camera_view *v = user;
    wend_vec at = camera_project(v->camera, centre);
    v->draw->circle(at, radius * camera_scale(v->camera, at.z), colour, is_filled, v->draw->user);
}

static void view_polygon(const wend_vec *corners, int count, wend_colour colour, void *user)
{
    const camera_view *v = user;
    wend_vec seen[16];
    int most = (int)(sizeof seen / sizeof *seen);
    count = count < most ? count : most; // what is drawn through a camera has few corners
    for (int i = 0; i < count; i++)
        seen[i] = camera_project(v->camera, corners[i]);
    v->draw->polygon(seen, count, colour, v->draw->user);
}

static void view_text(wend_vec at, const char *text, wend_colour colour, void *user)
{
    const camera_view *v = user;
    v->draw->text(camera_project(v->camera, at), text, colour, v->draw->user);
}

wend_draw camera_table(const camera *c, const wend_draw *draw, camera_view *view)
{
    *view = (camera_view){c, draw};
    return (wend_draw){view_line, view_circle, view_polygon, view_text, view};
}
