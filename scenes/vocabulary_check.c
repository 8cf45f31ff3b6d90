// Facts about the rooms of the vocabulary, told by what each room measures.
#include "vocabulary.h"

#include <math.h>

/// While a room's own time is within [from, to], the least or the most that it measures lies within [low, high].
typedef struct fact
{
    const char *label;
    double from, to;
    bool is_most; ///< else the least
    float low, high;
    const char *text;
} fact;

static const double ever = 1e9;

static const fact facts[] = {
    {"seek", 2.8, 5.9, true, 0.3f, 9.0f, "shoots past the point"},
    {"seek", 2.0, 5.9, false, 0.0f, 0.05f, "meets the point"},
    {"arrive", 5.9, 5.99, true, 0.0f, 0.01f, "stands on the point"},
    {"arrive_linear", 3.0, 3.5, true, 0.15f, 9.0f, "overshoots with a short radius"},
    {"flee", 3.5, 3.6, false, 4.0f, 9.0f, "opens the gap"},
    {"predict", 0.5, 1.0, false, 1.5f, 9.0f, "looks ahead"},
    {"match", 2.0, 14.0, true, 0.0f, 0.3f, "has the other one's velocity"},
    {"cruise", 0.5, ever, true, 1.59f, 1.61f, "goes at its speed"},
    {"stop", 3.8, 4.2, true, 0.0f, 0.02f, "stands still"},
    {"hold", 2.0, 2.4, true, 1.0f, 9.0f, "is dragged away"},
    {"hold", 5.0, 5.5, true, 0.0f, 0.15f, "is home again"},
    {"interpose", 4.0, ever, true, 0.0f, 0.2f, "is between the two"},
    {"offset_pursue", 4.0, ever, true, 0.0f, 0.7f, "keeps its place"},
    {"keep_range", 4.0, ever, false, 1.2f, 9.0f, "doesn't come too near"},
    {"keep_range", 4.0, ever, true, 0.0f, 2.4f, "doesn't stay too far"},
    {"orbit", 4.0, ever, false, 2.4f, 2.6f, "circles not nearer than its radius"},
    {"orbit", 4.0, ever, true, 2.4f, 2.6f, "circles not farther than its radius"},
    {"keep_in_circle", 0.0, ever, true, 2.0f, 2.42f, "goes to the rim and not beyond"},
    {"keep_in_box", 0.0, ever, true, -0.1f, 0.02f, "goes to the edge and not beyond"},
    {"wander", 1.0, ever, false, 0.8f * 2.4f, 2.41f, "stays at speed"},
    {"follow_field", 2.0, 12.0, true, 0.0f, 0.1f, "goes as the field says"},
    {"face", 0.5, ever, true, 0.0f, 0.5f, "looks at the target, as fast as it can turn"},
    {"look", 0.0, ever, true, 0.0f, 0.01f, "looks where it goes"},
    {"aim", 12.0, ever, false, 0.7f, 1.0f, "hits"},
    {"estimate", 1.0, ever, true, 0.0f, 0.6f, "guesses the velocity"},
    {"separate", 3.5, 4.5, false, 0.5f, 9.0f, "makes room"},
    {"align", 0.0, 0.1, false, 0.0f, 0.2f, "begins with all headings"},
    {"align", 3.0, 5.4, false, 0.99f, 1.01f, "gets one heading"},
    {"cohere", 2.0, 3.0, true, 0.0f, 1.0f, "comes together"},
    {"flock", 8.0, ever, false, 0.8f, 1.01f, "flies one way"},
    {"avoid_feelers: 1", 0.0, ever, false, 0.0f, 1.0f, "passes the pillar without touching it"},
    {"avoid_feelers: 3", 0.0, ever, false, 0.0f, 1.0f, "passes the pillars without touching one"},
    {"avoid_walls", 0.0, ever, false, 0.0f, 1.0f, "passes between the walls without touching one"},
    {"avoid_fan", 0.0, ever, false, 0.0f, 1.0f, "passes the block without touching it"},
    {"avoid_movers", 0.0, ever, false, 0.0f, 1.0f, "crosses without touching anybody"},
    {"contain", 0.0, ever, false, -0.001f, 0.5f, "comes to the walls and stays within them"},
    {"follow_wall", 1.0, ever, false, 0.6f, 1.2f, "doesn't come too near to the wall"},
    {"follow_wall", 1.0, ever, true, 0.6f, 1.2f, "doesn't leave the wall"},
    {"find_cover", 2.0, ever, true, 0.0f, 0.5f, "isn't seen for long"},
    {"leave", 0.0, 0.1, true, -9.0f, -0.1f, "begins inside"},
    {"leave", 2.0, 2.4, false, 0.01f, 9.0f, "gets out"},
    {"path: waypoint", 1.5, 20.0, true, 0.0f, 0.8f, "stays by the path"},
    {"path: carrot", 1.5, 20.0, true, 0.0f, 0.8f, "stays by the path"},
    {"path: predict", 1.5, 20.0, true, 0.3f, 0.85f, "cuts corners, within the tube"},
    {"path: goal", 1.5, 20.0, true, 1.5f, 9.0f, "leaves the path"},
    {"path_pull", 0.0, 20.0, false, 0.0f, 1.0f, "passes the blocks without touching one"},
};

#define FACTS ((int)(sizeof facts / sizeof *facts))

/// Plays so long, and sees for each fact the least or the most.
static void check_facts(scene_run *run, double seconds)
{
    float seen[sizeof facts / sizeof *facts];
    bool has_seen[sizeof facts / sizeof *facts] = {false};
    for (double played = 0.0; played < seconds; played += ROOM_STEP)
    {
        part_play(run, (scene_input){0}, ROOM_STEP);
        for (int i = 0; i < FACTS; i++)
        {
            const room *r = room_named(run, facts[i].label);
            if (r->seconds < facts[i].from || r->seconds > facts[i].to)
                continue;
            float now = r->kind->measure(r);
            seen[i] = !has_seen[i] ? now : facts[i].is_most ? fmaxf(seen[i], now) : fminf(seen[i], now);
            has_seen[i] = true;
        }
    }
    for (int i = 0; i < FACTS; i++)
        scene_check(run, has_seen[i] && seen[i] >= facts[i].low && seen[i] <= facts[i].high, "not true: %s %s (%s %g)",
                    facts[i].label, facts[i].text, facts[i].is_most ? "at most" : "at least",
                    has_seen[i] ? (double)seen[i] : -1.0);
}

/// From the beginning, with another value of a parameter, until a time.
static void play_anew(scene_run *run, const char *param, float value, double seconds)
{
    int index = scene_param_index(run->kind, param);
    float before = run->params[index];
    run->params[index] = value;
    scene_restart(run, NULL);
    part_play(run, (scene_input){0}, seconds);
    run->params[index] = before;
}

/// When a room first came to its end, played from the beginning; 100 if it doesn't within 15 seconds.
static double end_of(scene_run *run, const char *label)
{
    const room *r = room_named(run, label);
    for (int frame = 0; frame < 900; frame++)
    {
        if (r->done_at > 0.0)
            return r->done_at;
        part_play(run, (scene_input){0}, ROOM_STEP);
    }
    return 100.0;
}

static float measured(scene_run *run, const char *how, const char *label)
{
    return room_named(run, how)->kind->measure(room_named(run, label));
}

static void check_prediction(scene_run *run)
{
    int index = scene_param_index(run->kind, "prediction");
    double pursue[2], intercept[2];
    float evade[2] = {9.0f, 9.0f}, aim[2];
    for (int predicts = 0; predicts < 2; predicts++)
    {
        run->params[index] = (float)predicts;
        scene_restart(run, NULL);
        pursue[predicts] = end_of(run, "pursue");
        scene_restart(run, NULL);
        intercept[predicts] = end_of(run, "intercept");
        scene_restart(run, NULL);
        for (int frame = 0; frame < 240; frame++)
        {
            part_play(run, (scene_input){0}, ROOM_STEP);
            evade[predicts] = fminf(evade[predicts], measured(run, "evade", "evade"));
        }
        part_play(run, (scene_input){0}, 9.0);
        aim[predicts] = measured(run, "aim", "aim");
    }
    scene_check(run, pursue[1] < pursue[0] - 0.3, "pursue catches after %g s with prediction, %g s without", pursue[1],
                pursue[0]);
    scene_check(run, intercept[1] < intercept[0] - 0.3, "intercept catches after %g s, without prediction %g s",
                intercept[1], intercept[0]);
    scene_check(run, evade[1] > evade[0] + 0.5f, "evade keeps %g away with prediction, %g without", (double)evade[1],
                (double)evade[0]);
    scene_check(run, aim[1] > 0.7f && aim[0] < 0.3f, "aim hits %g with prediction, %g without", (double)aim[1],
                (double)aim[0]);
}

/// What the flock is without a rule, compared with what it is with all of them.
static void check_weights(scene_run *run)
{
    play_anew(run, "prediction", 1.0f, 4.0);
    float gap = measured(run, "separate", "flock"), width = measured(run, "cohere", "flock");
    play_anew(run, "separation", 0.0f, 4.0);
    scene_check(run, measured(run, "separate", "separate") < -0.6f, "without separation two on one spot part");
    scene_check(run, measured(run, "separate", "flock") < fminf(gap, 0.0f) - 0.1f,
                "a flock without separation keeps %g apart, with it %g", (double)measured(run, "separate", "flock"),
                (double)gap);
    scene_check(run, measured(run, "cohere", "flock") < width, "a flock without separation is no narrower than %g",
                (double)width);
    play_anew(run, "alignment", 0.0f, 5.0);
    scene_check(run, measured(run, "align", "align") < 0.3f, "without alignment headings become one: %g",
                (double)measured(run, "align", "align"));
    scene_check(run, measured(run, "flock", "flock") < 0.6f, "a flock without alignment flies one way: %g",
                (double)measured(run, "flock", "flock"));
    play_anew(run, "cohesion", 0.0f, 4.0);
    scene_check(run, measured(run, "cohere", "cohere") > 2.5f, "without cohesion they come together: %g",
                (double)measured(run, "cohere", "cohere"));
    scene_check(run, measured(run, "cohere", "flock") > width, "a flock without cohesion is no wider than %g: %g",
                (double)width, (double)measured(run, "cohere", "flock"));
}

static void check_paths(scene_run *run)
{
    scene_restart(run, NULL);
    double straight = end_of(run, "path: goal"), least = straight + 1.0;
    static const char *const others[3] = {"path: carrot", "path: waypoint", "path: predict"};
    for (int i = 0; i < 3; i++)
    {
        double end = end_of(run, others[i]);
        scene_check(run, end > least && end < 14.0, "%s arrives after %g s, straight on takes %g", others[i], end,
                    straight);
    }
    const room *pull = room_named(run, "path_pull");
    scene_check(run, pull->pulled_count < pull->point_count - 3, "%d of %d points are left after pulling",
                pull->pulled_count, pull->point_count);
}

/// Those who go to and fro have been on both sides.
static void check_legs(scene_run *run)
{
    static const char *const labels[] = {"avoid_feelers: 1", "avoid_feelers: 3", "avoid_walls", "avoid_fan",
                                         "avoid_movers"};
    for (int i = 0; i < (int)(sizeof labels / sizeof *labels); i++)
        scene_check(run, room_named(run, labels[i])->legs[0] >= 3, "%s has come to %d targets only", labels[i],
                    room_named(run, labels[i])->legs[0]);
}

static void check_pages(scene_run *run)
{
    const room *pursue = room_named(run, "pursue");
    scene_input click = {.has_pointer = true, .is_clicked = true, .pointer = pursue->middle};
    part_play(run, click, 0.1);
    scene_check(run, pursue->is_large && run->high.x - run->low.x < 20.0f, "a click doesn't show a room by itself");
    part_play(run, (scene_input){.arrows = {1.0f, 0.0f, 0.0f}}, 0.5);
    scene_check(run, room_named(run, "evade")->is_large && !pursue->is_large, "an arrow key doesn't turn the page");
    part_play(run, (scene_input){.key = 'd'}, 0.1);
    scene_check(run, !room_predicts(pursue), "D doesn't turn prediction off");
    part_play(run, (scene_input){.key = 'g'}, 0.1);
    scene_check(run, run->high.x - run->low.x > 80.0f, "G doesn't show all rooms");
}

void vocabulary_check(scene_run *run)
{
    check_facts(run, 19.0);
    check_legs(run);
    check_prediction(run);
    check_weights(run);
    check_paths(run);
    check_pages(run);
}
