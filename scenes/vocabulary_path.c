// Rooms of path.h: one path, four followers; and a path pulled straight.
#include "vocabulary.h"

static wend_path path_of(const room *r)
{
    bool is_pulled = r->pulled_count > 0;
    return (wend_path){is_pulled ? r->pulled : r->points, is_pulled ? r->pulled_count : r->point_count, false};
}

static void add_points(room *r, const wend_vec *points, int count)
{
    for (int i = 0; i < count; i++)
        r->points[r->point_count++] = room_at(r, points[i].x, points[i].y);
}

static void build_meander(room *r)
{
    static const wend_vec points[6] = {{-4.9f, -2.4f, 0.0f}, {-1.9f, -2.4f, 0.0f}, {-1.9f, 1.9f, 0.0f},
                                       {1.9f, 1.9f, 0.0f},   {1.9f, -2.4f, 0.0f},  {4.9f, -2.4f, 0.0f}};
    add_points(r, points, 6);
}

static void begin_follow(room *r)
{
    room_put(r, 0, wend_add(r->points[0], wend_xyz(0.0f, 1.4f, 0.0f)), 0.0f, 0.0f);
}

static void follow(room *r, wend_follower follower, float ahead)
{
    wend_follow how = wend_default_follow();
    how.follower = follower;
    how.ahead = ahead;
    how.tube = 0.8f;
    wend_agent self = room_body(r, 0);
    wend_path path = path_of(r);
    room_wish(r, 0, wend_follow_path(&self, &path, &r->progress, &how, r->seconds > 0.0 ? ROOM_STEP : 0.0));
    if (r->progress.has_arrived)
        room_finish(r, 1.0);
}

static void step_carrot(room *r)
{
    follow(r, WEND_FOLLOW_CARROT, 1.6f);
}

/// Round corners that lead past walls: a shorter carrot cuts less.
static void step_pulled(room *r)
{
    follow(r, WEND_FOLLOW_CARROT, 0.8f);
}

static void step_waypoint(room *r)
{
    follow(r, WEND_FOLLOW_WAYPOINT, 1.6f);
}

static void step_predict(room *r)
{
    follow(r, WEND_FOLLOW_PREDICT, 1.6f);
}

static void step_goal(room *r)
{
    follow(r, WEND_FOLLOW_GOAL, 1.6f);
}

static void draw_legs(const wend_vec *points, int count, wend_colour colour, const wend_draw *draw)
{
    for (int i = 0; i < count; i++)
    {
        draw->circle(points[i], 0.1f, colour, true, draw->user);
        if (i > 0)
            draw->line(points[i - 1], points[i], colour, true, draw->user);
    }
}

static void draw_aim(const room *r, const wend_draw *draw)
{
    if (r->progress.has_arrived || !r->progress.has_begun)
        return;
    draw->line(room_position(r, 0), r->progress.aim, faded(WEND_COLOUR_AIM, 160), true, draw->user);
    draw->circle(r->progress.aim, 0.16f, WEND_COLOUR_AIM, true, draw->user);
}

static void draw_path(const room *r, const wend_draw *draw)
{
    wend_path path = path_of(r);
    draw_legs(path.points, path.count, faded(COLOUR_ORANGE, 150), draw);
    room_draw_target(draw, path.points[path.count - 1], COLOUR_ORANGE);
    draw_aim(r, draw);
}

static void draw_waypoints(const room *r, const wend_draw *draw)
{
    for (int i = 0; i < r->point_count; i++)
        draw->circle(r->points[i], wend_default_follow().switch_radius, faded(COLOUR_ORANGE, 90), false, draw->user);
    draw_path(r, draw);
}

/// Two lines at both sides of each leg.
static void draw_tube(const room *r, const wend_draw *draw)
{
    for (int i = 0; i + 1 < r->point_count; i++)
    {
        wend_vec along = wend_normalize(wend_sub(r->points[i + 1], r->points[i]));
        wend_vec left = wend_scale(wend_xyz(-along.y, along.x, 0.0f), 0.8f);
        draw->line(wend_add(r->points[i], left), wend_add(r->points[i + 1], left), faded(COLOUR_ORANGE, 70), false,
                   draw->user);
        draw->line(wend_sub(r->points[i], left), wend_sub(r->points[i + 1], left), faded(COLOUR_ORANGE, 70), false,
                   draw->user);
    }
    draw_path(r, draw);
}

static float off_path(const room *r)
{
    wend_path path = path_of(r);
    return wend_path_nearest(&path, room_position(r, 0)).off;
}

// ---- pulled straight -----------------------------------------------------------------------------------------------

static bool walk_is_clear(wend_vec from, wend_vec to, float radius, void *user)
{
    const room *r = user;
    return wend_obstacles_sees(r->walls, from, to, radius, 0);
}

/// A path as a search over cells gives it, round two blocks.
static void build_pull(room *r)
{
    static const wend_vec points[11] = {{-5.0f, -2.6f, 0.0f}, {-5.0f, -1.3f, 0.0f}, {-3.8f, -1.3f, 0.0f},
                                        {-3.8f, 0.0f, 0.0f},  {-2.6f, 0.0f, 0.0f},  {-2.6f, 1.9f, 0.0f},
                                        {0.0f, 1.9f, 0.0f},   {0.0f, -0.6f, 0.0f},  {1.2f, -0.6f, 0.0f},
                                        {1.2f, -2.6f, 0.0f},  {5.0f, -2.6f, 0.0f}};
    room_add_block(r, -1.3f, -0.7f, 0.8f, 1.9f);
    room_add_block(r, 2.9f, 0.2f, 0.8f, 1.9f);
    add_points(r, points, 11);
    for (int i = 0; i < r->point_count; i++)
        r->pulled[i] = r->points[i];
    r->pulled_count = wend_path_pull(r->pulled, r->point_count, room_body(r, 0).radius + 0.2f, walk_is_clear, r);
}

static void draw_pulled(const room *r, const wend_draw *draw)
{
    draw_legs(r->points, r->point_count, faded(COLOUR_GREY, 130), draw);
    room_note(r, draw, wend_add(r->points[2], wend_xyz(-1.4f, 0.4f, 0.0f)), "from a grid: 11 points");
    draw_path(r, draw);
}

const room_kind rooms_path[] = {
    {.label = "path: waypoint",
     .call = "wend_follow_path, WEND_FOLLOW_WAYPOINT",
     .about = "The next point of the path, until it is within the switch radius.",
     .measured = "off the path by",
     .bodies = 1,
     .trails = 1,
     .period = 20.0,
     .build = build_meander,
     .begin = begin_follow,
     .step = step_waypoint,
     .draw = draw_waypoints,
     .measure = off_path},
    {.label = "path: carrot",
     .call = "wend_follow_path, WEND_FOLLOW_CARROT",
     .about = "A point that runs ahead on the path, a fixed distance from the nearest place.",
     .measured = "off the path by",
     .bodies = 1,
     .trails = 1,
     .period = 20.0,
     .build = build_meander,
     .begin = begin_follow,
     .step = step_carrot,
     .draw = draw_path,
     .measure = off_path},
    {.label = "path: predict",
     .call = "wend_follow_path, WEND_FOLLOW_PREDICT",
     .about = "Straight on as long as the way ahead stays in the tube, else back to the path.",
     .measured = "off the path by",
     .bodies = 1,
     .trails = 1,
     .period = 20.0,
     .build = build_meander,
     .begin = begin_follow,
     .step = step_predict,
     .draw = draw_tube,
     .measure = off_path},
    {.label = "path: goal",
     .call = "wend_follow_path, WEND_FOLLOW_GOAL",
     .about = "Straight at the last point, whatever lies between.",
     .measured = "off the path by",
     .bodies = 1,
     .trails = 1,
     .period = 20.0,
     .build = build_meander,
     .begin = begin_follow,
     .step = step_goal,
     .draw = draw_path,
     .measure = off_path},
    {.label = "path_pull",
     .call = "wend_path_pull",
     .about = "Leaves out every point that a straight walk of its own width makes needless.",
     .measured = "gap to a wall",
     .bodies = 1,
     .trails = 1,
     .period = 20.0,
     .build = build_pull,
     .begin = begin_follow,
     .step = step_pulled,
     .draw = draw_pulled,
     .measure = room_clearance},
};
const int rooms_path_count = (int)(sizeof rooms_path / sizeof *rooms_path);
