// wend plot: figures of what the library's own functions answer.                               floor 6
#include "axes.h"
#include "command.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const wend_colour GROUND = 0x14181fffu, TEXT = 0xc8d0dcffu, TITLE = 0xeef2f7ffu;
static const wend_colour BLUE = 0x5b9dffffu, GREEN = 0x4fd07affu, YELLOW = 0xffd23effu;
static const wend_colour ORANGE = 0xff9a5cffu;

static void arrow(const plot *p, wend_vec from, wend_vec to, wend_colour colour, bool is_dashed)
{
    float x0 = axes_x(p, (double)from.x), y0 = axes_y(p, (double)from.y);
    float x1 = axes_x(p, (double)to.x), y1 = axes_y(p, (double)to.y);
    float length = sqrtf((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
    float ux = (x1 - x0) / length, uy = (y1 - y0) / length;
    canvas_segment(p->c, x0, y0, x1 - 6 * ux, y1 - 6 * uy, 3, colour, is_dashed);
    canvas_segment(p->c, x1 - 13 * ux - 6 * uy, y1 - 13 * uy + 6 * ux, x1, y1, 3, colour, false);
    canvas_segment(p->c, x1 - 13 * ux + 6 * uy, y1 - 13 * uy - 6 * ux, x1, y1, 3, colour, false);
}

// ---- cap ----------------------------------------------------------------------------------------------------------

// What a body does in one frame, as an acceleration.
static wend_vec steering(float limit)
{
    const double frame = 1.0 / 60;
    wend_agent body = wend_default_agent();
    body.velocity = wend_xyz(0, 50, 0);
    body.max_speed = 220;
    body.max_acceleration = limit;
    body.response_time = 0.25f;
    wend_vec after = wend_point_mass(&body, wend_xyz(100, 0, 0), frame, NULL);
    return wend_scale(wend_sub(after, body.velocity), (float)(1 / frame));
}

static void plot_cap(canvas *c)
{
    plot p = axes_begin(c, "One frame of steering, and its cap");
    // As high as the sides allow with equal units on both axes: the limit is a circle.
    p.left = -40, p.right = 480, p.bottom = -230, p.top = p.bottom + 520 * (double)(p.height / p.width);
    axes_draw(&p, "x: px/s for velocities, px/s\xc2\xb2 for steering", "y");
    wend_vec zero = wend_xyz(0, 0, 0), velocity = wend_xyz(0, 50, 0), wish = wend_xyz(100, 0, 0);
    wend_vec wanted = steering(1e6f), capped = steering(380);
    for (int i = 0; i < 360; ++i)
    {
        double a = (i - 180) * 3.14159265 / 180, b = (i - 179) * 3.14159265 / 180;
        axes_segment(&p, 380 * cos(a), 380 * sin(a), 380 * cos(b), 380 * sin(b), 2, AXES_LINE, false);
    }
    canvas_text(c, axes_x(&p, 386), axes_y(&p, 45), 16, TEXT, "limit 380");
    arrow(&p, zero, wanted, ORANGE, true);
    arrow(&p, zero, capped, YELLOW, false);
    arrow(&p, velocity, wish, AXES_LINE, true);
    arrow(&p, zero, velocity, BLUE, false);
    arrow(&p, zero, wish, GREEN, false);
    char text[128];
    p.legend_x = 14, p.legend_y = 318;
    axes_legend(&p, BLUE, false, "velocity (0, 50)");
    axes_legend(&p, GREEN, false, "wish (100, 0)");
    axes_legend(&p, AXES_LINE, true, "wish - velocity");
    snprintf(text, sizeof text, "divided by the response time 0.25 s: (%.1f, %.1f), length %.1f", (double)wanted.x,
             (double)wanted.y, (double)wend_length(wanted));
    axes_legend(&p, ORANGE, true, text);
    snprintf(text, sizeof text, "capped at 380, direction kept: (%.1f, %.1f)", (double)capped.x, (double)capped.y);
    axes_legend(&p, YELLOW, false, text);
}

// ---- arrive -------------------------------------------------------------------------------------------------------

static double arrive_speed(double distance, float radius)
{
    wend_agent body = wend_default_agent();
    body.max_speed = 220;
    body.max_acceleration = 380;
    return (double)wend_length(wend_arrive_linear(&body, wend_xyz((float)distance, 0, 0), radius));
}

static void plot_arrive(canvas *c)
{
    const double piece = 0.25, braking = 220.0 * 220 / (2 * 380);
    plot p = axes_begin(c, "How fast to come in: arrive, and what the brakes allow");
    p.left = 0, p.right = 200, p.bottom = 0, p.top = 280;
    axes_draw(&p, "distance to the point, px", "wanted speed, px/s");
    axes_segment(&p, braking, 0, braking, p.top, 1.5f, AXES_LINE, true);
    for (double d = 0; d < p.right; d += piece)
    {
        axes_segment(&p, d, sqrt(2 * 380 * d), d + piece, sqrt(2 * 380 * (d + piece)), 3, YELLOW, false);
        axes_segment(&p, d, arrive_speed(d, 150), d + piece, arrive_speed(d + piece, 150), 6, GREEN, false);
        axes_segment(&p, d, arrive_speed(d, 50), d + piece, arrive_speed(d + piece, 50), 3, ORANGE, false);
    }
    char text[128];
    snprintf(text, sizeof text, "braking distance from 220 px/s at 380 px/s\xc2\xb2: %.1f px", braking);
    p.legend_x = 350, p.legend_y = 290;
    axes_legend(&p, YELLOW, false, "the brakes: v = sqrt(2 a d)");
    axes_legend(&p, GREEN, false, "arrive, radius 150: always below, it stops in time");
    axes_legend(&p, ORANGE, false, "arrive, radius 50: above, it overshoots");
    axes_legend(&p, AXES_LINE, true, text);
}

// ---- pursue -------------------------------------------------------------------------------------------------------

enum
{
    MOST_FRAMES = 600
};

typedef struct chase
{
    wend_vec way[MOST_FRAMES + 1];
    int frames; ///< until they met
} chase;

static wend_vec target_at(int frame)
{
    return wend_xyz(-200 + 110 * (float)frame / 60, 230, 0);
}

static chase run_chase(bool does_pursue)
{
    const double frame = 1.0 / 60;
    wend_prediction how = wend_default_prediction();
    how.divisor = WEND_DIVIDE_BY_TOP, how.longest = 1;
    wend_agent body = wend_default_agent();
    body.max_speed = 220, body.max_acceleration = 380, body.response_time = 0.15f;
    chase out = {0};
    while (out.frames < MOST_FRAMES && wend_distance(body.position, target_at(out.frames)) > 12)
    {
        wend_vec target = target_at(out.frames), along = wend_xyz(110, 0, 0);
        wend_vec wish = does_pursue ? wend_pursue(&body, target, along, &how) : wend_seek(&body, target);
        body.velocity = wend_point_mass(&body, wish, frame, NULL);
        body.position = wend_add(body.position, wend_scale(body.velocity, (float)frame));
        out.way[++out.frames] = body.position;
    }
    return out;
}

static void draw_way(const plot *p, const chase *c, wend_colour colour)
{
    for (int i = 0; i < c->frames; ++i)
    {
        wend_vec a = c->way[i], b = c->way[i + 1];
        axes_segment(p, (double)a.x, (double)a.y, (double)b.x, (double)b.y, 3, colour, false);
        if (i % 15 == 0)
            canvas_disc(p->c, axes_x(p, (double)a.x), axes_y(p, (double)a.y), 4, colour);
    }
    wend_vec met = c->way[c->frames];
    canvas_disc(p->c, axes_x(p, (double)met.x), axes_y(p, (double)met.y), 7, colour);
}

static void plot_pursue(canvas *c)
{
    static chase seek, pursue; // too large for some stacks
    seek = run_chase(false), pursue = run_chase(true);
    plot p = axes_begin(c, "Where it is, or where it will be");
    p.left = -340, p.right = 260, p.bottom = -30, p.top = p.bottom + 600 * (double)(p.height / p.width);
    axes_draw(&p, "x, px (a dot every quarter of a second)", "y, px");
    int last = seek.frames > pursue.frames ? seek.frames : pursue.frames;
    for (int i = 0; i < last; ++i)
    {
        wend_vec a = target_at(i), b = target_at(i + 1);
        axes_segment(&p, (double)a.x, (double)a.y, (double)b.x, (double)b.y, 3, BLUE, false);
        if (i % 15 == 0)
            canvas_disc(c, axes_x(&p, (double)a.x), axes_y(&p, (double)a.y), 4, BLUE);
    }
    draw_way(&p, &seek, ORANGE);
    draw_way(&p, &pursue, GREEN);
    char text[128];
    p.legend_x = 530, p.legend_y = 300;
    axes_legend(&p, BLUE, false, "target, 110 px/s");
    snprintf(text, sizeof text, "pursue: meets after %.3f s", pursue.frames / 60.0);
    axes_legend(&p, GREEN, false, text);
    snprintf(text, sizeof text, "seek: meets after %.3f s", seek.frames / 60.0);
    axes_legend(&p, ORANGE, false, text);
}

// ---- wander -------------------------------------------------------------------------------------------------------

enum
{
    WALKS = 4000,
    SHOWN = 6,
    WANDER_SECONDS = 2
};

/// A way of turning at random, at so many steps a second.
typedef struct turner
{
    int rate;
    bool is_by_root; ///< wend_wander; else a step in proportion to the time, 5 radians a second at most
    wend_agent body;
    wend_wander_state state;
    wend_random random;
    double angle; ///< turned so far, radians
} turner;

static void turn(turner *t)
{
    double seconds = 1.0 / t->rate;
    if (!t->is_by_root)
    {
        t->angle += 5 * seconds * (double)wend_random_between(&t->random, -1, 1);
        return;
    }
    wend_vec before = t->state.direction;
    wend_wander(&t->body, &t->state, &t->random, WEND_WANDER_RATE, false, seconds);
    wend_vec now = t->state.direction;
    t->angle += (double)wend_atan2(wend_cross(before, now).z, wend_dot(before, now));
}

static turner new_turner(int rate, bool is_by_root, int walk)
{
    return (turner){.rate = rate,
                    .is_by_root = is_by_root,
                    .body = wend_default_agent(),
                    .state = {wend_xyz(1, 0, 0)},
                    .random = wend_random_seed(3, (uint64_t)walk)};
}

static double degrees(double radians)
{
    return radians * 180 / 3.14159265358979;
}

static void draw_walk(const plot *p, turner t, wend_colour colour)
{
    for (int i = 0; i < t.rate * WANDER_SECONDS; ++i)
    {
        double before = degrees(t.angle);
        turn(&t);
        axes_segment(p, (double)i / t.rate, before, (double)(i + 1) / t.rate, degrees(t.angle), 1, colour, false);
    }
}

// The standard deviation of many walks, drawn on both sides; returns the one after a second.
static double draw_spread(const plot *p, int rate, bool is_by_root, wend_colour colour)
{
    static double squares[144 * WANDER_SECONDS + 1];
    int steps = rate * WANDER_SECONDS;
    memset(squares, 0, sizeof squares);
    for (int walk = 0; walk < WALKS; ++walk)
    {
        turner t = new_turner(rate, is_by_root, walk);
        for (int i = 1; i <= steps; ++i)
        {
            turn(&t);
            squares[i] += t.angle * t.angle / WALKS;
        }
    }
    for (int i = 0; i < steps; ++i)
        for (int side = -1; side <= 1; side += 2)
            axes_segment(p, (double)i / rate, side * degrees(sqrt(squares[i])), (double)(i + 1) / rate,
                         side * degrees(sqrt(squares[i + 1])), 3, colour, false);
    return degrees(sqrt(squares[rate]));
}

static void plot_turners(canvas *c, bool is_by_root, float x, const char *label)
{
    static const int rates[] = {30, 144};
    static const wend_colour faint[] = {0xff9a5c70u, 0x5b9dff70u};
    const wend_colour bold[] = {ORANGE, BLUE};
    plot p = {.c = c, .x = x, .y = 84, .width = 370, .height = AXES_HEIGHT - 84 - 64};
    p.left = 0, p.right = WANDER_SECONDS, p.bottom = -120, p.top = 120;
    axes_draw(&p, "time, s", label);
    for (int walk = 0; walk < SHOWN; ++walk)
        for (int k = 0; k < 2; ++k)
            draw_walk(&p, new_turner(rates[k], is_by_root, walk), faint[k]);
    p.legend_x = 12, p.legend_y = 10;
    for (int k = 0; k < 2; ++k)
    {
        char text[96];
        double spread = draw_spread(&p, rates[k], is_by_root, bold[k]);
        snprintf(text, sizeof text, "%d steps a second: %.1f\xc2\xb0 after 1 s", rates[k], spread);
        axes_legend(&p, bold[k], false, text);
    }
}

static void plot_wander(canvas *c)
{
    canvas_clear(c, GROUND);
    canvas_text(c, 70, 16, 24, TITLE, "Wandering at 30 and at 144 steps a second");
    plot_turners(c, false, 70, "turned, degrees: random step * dt");
    plot_turners(c, true, 505, "turned, degrees: * root of dt (wend_wander)");
}

// ---- the command --------------------------------------------------------------------------------------------------

typedef struct plot_row
{
    const char *name, *about;
    void (*draw)(canvas *c);
} plot_row;

static const plot_row plots[] = {
    {"cap", "one frame of steering and its cap", plot_cap},
    {"arrive", "wanted speed against the braking curve", plot_arrive},
    {"pursue", "the ways of a seeker and of a pursuer", plot_pursue},
    {"wander", "wandering at two step rates, scaled by time and by its root", plot_wander},
};
static const int plot_count = (int)(sizeof plots / sizeof plots[0]);

static void list_plots(FILE *file)
{
    for (int i = 0; i < plot_count; ++i)
        fprintf(file, "%-8s %s\n", plots[i].name, plots[i].about);
}

static int save(const plot_row *row, const char *path)
{
    wend_error error = {0};
    canvas *c = canvas_open(AXES_WIDTH, AXES_HEIGHT, &error);
    if (!c)
        return command_fail(1, "plot", "%s", error.text);
    row->draw(c);
    bool is_saved = canvas_save(c, path, &error);
    canvas_close(c);
    return is_saved ? 0 : command_fail(1, "plot", "%s", error.text);
}

int command_plot(int argc, char **argv)
{
    const char *path = NULL;
    const option_row rows[] = {{"png", "FILE", "where the figure goes", OPTION_FILE, &path, 0, 0}};
    const option_table table = {.command = "plot",
                                .usage = "NAME --png FILE",
                                .about =
                                    "Plots what the library's functions answer. Without a name it lists the plots.",
                                .rows = rows,
                                .count = 1,
                                .arguments = "one name",
                                .most = 1};
    int code;
    int plain = options_read(&table, argc, argv, &code);
    if (plain < 0)
        return code;
    if (plain == 0 && path)
        return command_fail(COMMAND_WRONG, "plot", "--png needs a NAME of a plot; without both they are listed");
    if (plain == 0)
    {
        list_plots(stdout);
        return 0;
    }
    for (int i = 0; i < plot_count; ++i)
        if (strcmp(plots[i].name, argv[1]) == 0)
            return path ? save(&plots[i], path) : command_fail(COMMAND_WRONG, "plot", "needs --png FILE");
    command_fail(COMMAND_WRONG, "plot", "there is no plot '%s', there are:", argv[1]);
    list_plots(stderr);
    return COMMAND_WRONG;
}
