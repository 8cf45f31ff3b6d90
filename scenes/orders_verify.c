// The scene orders plays itself, and counts.
#include "orders.h"

#include <math.h>

static const float step_seconds = 1.0f / 60.0f;

/// What is looked at in each frame.
typedef struct watch
{
    float deepest;   ///< in boxes
    int most, waits; ///< cells in an update; updates in which somebody waited for an answer
    int walled;      ///< points of ways that were too near to a wall of the map
} watch;

static int in_state(const scene_run *run, orders_state state)
{
    int n[ORDERS_STATES];
    orders_count(run, n);
    return n[state];
}

/// Is there room for the body all along what is left of its way, by the map alone? The agent itself may be beside it.
static bool is_way_clear(const scene_run *run, int index)
{
    const orders *o = run->state;
    wend_vec points[ORDERS_WAY];
    int count = wend_world_way(run->world, o->ids[index], points, ORDERS_WAY);
    for (int k = 1; k + 1 < count && k + 1 < ORDERS_WAY; k++)
        for (float share = 0.0f; share <= 1.0f; share += 0.125f)
        {
            wend_vec p = wend_add(points[k], wend_scale(wend_sub(points[k + 1], points[k]), share));
            for (int i = 0; i < 25; i++)
            {
                wend_cell cell = {(int)p.x + i % 5 - 2, (int)p.y + i / 5 - 2};
                if (!walled_is_open(&o->map, cell) && walled_distance(cell, p) < orders_radius(index) - 1e-3f)
                    return false;
            }
        }
    return true;
}

static void look(const scene_run *run, watch *w)
{
    const orders *o = run->state;
    wend_world_stats stats = wend_world_get_stats(run->world);
    w->most = (int)stats.expanded > w->most ? (int)stats.expanded : w->most;
    w->waits += stats.waiting > 0;
    for (int i = 0; i < ORDERS_COUNT; i++)
    {
        wend_plan plan;
        wend_vec at = wend_world_position(run->world, o->ids[i]);
        w->deepest = fmaxf(w->deepest, walled_depth(&o->map, at, orders_radius(i)));
        wend_world_plan(run->world, o->ids[i], &plan);
        if (!plan.is_waiting && (i + (int)stats.updates) % 8 == 0)
            w->walled += !is_way_clear(run, i);
    }
}

/// Plays until so many have arrived, or the time is over. Returns how many have.
static int play_until(scene_run *run, int wanted, double most, watch *w)
{
    for (double t = 0.0; t < most && in_state(run, ORDERS_ARRIVED) < wanted; t += run->kind->step_seconds)
    {
        part_play(run, (scene_input){0}, (double)step_seconds);
        look(run, w);
    }
    return in_state(run, ORDERS_ARRIVED);
}

static void click(scene_run *run, float x, float y)
{
    scene_advance(run, &(scene_input){.has_pointer = true, .pointer = {x, y, 0.0f}, .is_clicked = true});
}

/// A click on the floor at a place or, as a click on somebody is no order, right of it. Returns where.
static wend_vec order(scene_run *run, float x, float y)
{
    while (wend_world_within(run->world, wend_xyz(x, y, 0.0f), orders_large + 1.0f, NULL, NULL, 0) > 0)
        x += 0.5f;
    click(run, x, y);
    return wend_xyz(x, y, 0.0f);
}

static void press(scene_run *run, char key)
{
    scene_advance(run, &(scene_input){.key = key});
}

static void turn(scene_run *run, int door)
{
    const orders_door *d = &orders_doors[door];
    click(run, (float)d->x + 0.5f, (float)d->y + 0.5f);
}

/// How many of the large ones, or of the small ones, are in a state.
static int of_size(const scene_run *run, bool is_large, orders_state state)
{
    int count = 0;
    for (int i = is_large ? 0 : ORDERS_LARGE; i < (is_large ? ORDERS_LARGE : ORDERS_COUNT); i++)
        count += orders_state_of(run, i) == state;
    return count;
}

static void verify_budget(scene_run *run, watch *w)
{
    int index = scene_param_index(run->kind, "budget"), frames[2];
    for (int k = 0; k < 2; k++)
    {
        run->params[index] = k == 0 ? 40.0f : 2000.0f;
        *w = (watch){.deepest = w->deepest, .walled = w->walled};
        press(run, 'x');
        for (frames[k] = 1; frames[k] < 600 && wend_world_get_stats(run->world).waiting > 0; frames[k]++)
        {
            part_play(run, (scene_input){0}, (double)step_seconds);
            look(run, w);
        }
        scene_check(run, w->most <= (int)run->params[index], "%d cells were expanded in an update of %g", w->most,
                    (double)run->params[index]);
    }
    scene_check(run, frames[0] > 30 && frames[1] < 8, "orders for all took %d and %d frames", frames[0], frames[1]);
}

/// All go to the hall, by two fields, while two of its doors close.
static void verify_hall(scene_run *run, watch *w)
{
    orders *o = run->state;
    order(run, 27.0f, 17.0f);
    part_play(run, (scene_input){0}, 2.0);
    scene_check(run, of_size(run, true, ORDERS_SHARED) > 10 && of_size(run, false, ORDERS_SHARED) > 60,
                "by shared fields go %d large and %d small", of_size(run, true, ORDERS_SHARED),
                of_size(run, false, ORDERS_SHARED));
    turn(run, 7);
    turn(run, 10);
    scene_check(run, !o->is_open[7] && !o->is_open[10], "a click didn't close a door");
    int there = play_until(run, ORDERS_COUNT, 60.0, w);
    scene_check(run, there == ORDERS_COUNT, "%d of %d are in the hall", there, ORDERS_COUNT);
    scene_check(run, o->is_shut[7] && o->is_shut[10], "a door didn't shut");
    press(run, 'o');
    for (int i = 0; i < ORDERS_DOORS; i++)
        scene_check(run, o->is_open[i] && !o->is_shut[i], "door %d didn't open", i);
}

/// One room of whose three doors only one is for the large: when it closes they have no way, the small have one. Then
/// all doors of it close: nobody has. When they open all go.
static void verify_cut_off(scene_run *run, watch *w)
{
    orders *o = run->state;
    press(run, 'l');
    order(run, 6.0f, 16.5f); // out of the way of the small
    play_until(run, ORDERS_COUNT, 30.0, w);
    press(run, 'a');
    turn(run, 6);
    order(run, 34.0f, 24.5f);
    part_play(run, (scene_input){0}, 1.0);
    scene_check(run, of_size(run, true, ORDERS_CUT_OFF) == ORDERS_LARGE, "%d of the large are cut off",
                of_size(run, true, ORDERS_CUT_OFF));
    scene_check(run, of_size(run, false, ORDERS_CUT_OFF) == 0, "%d of the small are cut off",
                of_size(run, false, ORDERS_CUT_OFF));
    turn(run, 2);
    turn(run, 5);
    part_play(run, (scene_input){0}, 2.0);
    scene_check(run, in_state(run, ORDERS_CUT_OFF) > ORDERS_COUNT / 2, "behind doors are only %d",
                in_state(run, ORDERS_CUT_OFF));
    press(run, 's'); // the large stay where they are
    order(run, 34.0f, 25.0f);
    turn(run, 2);
    turn(run, 5);
    int there = play_until(run, ORDERS_COUNT - ORDERS_LARGE, 40.0, w);
    scene_check(run, there == ORDERS_COUNT - ORDERS_LARGE, "%d came through the doors that opened", there);
    scene_check(run, of_size(run, true, ORDERS_CUT_OFF) == ORDERS_LARGE,
                "only %d of the large are cut off, %d arrived, %d stuck", of_size(run, true, ORDERS_CUT_OFF),
                of_size(run, true, ORDERS_ARRIVED), of_size(run, true, ORDERS_STUCK));
    press(run, 'o');
    part_play(run, (scene_input){0}, 2.0);
    scene_check(run, of_size(run, true, ORDERS_CUT_OFF) == 0, "%d didn't notice that a door opened",
                of_size(run, true, ORDERS_CUT_OFF));
    scene_check(run, o->closed == 3, "doors closed %d times", o->closed);
}

/// In the store there is room for the small only.
static void verify_store(scene_run *run)
{
    press(run, 'l');
    click(run, 59.0f, 24.0f);
    part_play(run, (scene_input){0}, 1.0);
    scene_check(run, of_size(run, true, ORDERS_NO_ROOM) == ORDERS_LARGE, "%d of the large find no room in the store",
                of_size(run, true, ORDERS_NO_ROOM));
    press(run, 'a');
}

/// A frame that is pulled chooses who is in it; a click then sends no one else.
static void verify_frame(scene_run *run)
{
    orders *o = run->state;
    wend_vec from = {0.5f, 21.0f, 0.0f}, to = {30.0f, 32.5f, 0.0f};
    scene_input input = {.has_pointer = true, .is_clicked = true, .is_down = true, .pointer = from};
    scene_advance(run, &input);
    input.is_clicked = false;
    input.pointer = to;
    scene_advance(run, &input);
    scene_check(run, orders_is_framing(run), "no frame was pulled");
    input.is_down = false;
    int inside = 0;
    for (int i = 0; i < ORDERS_COUNT; i++)
    {
        wend_vec p = wend_world_position(run->world, o->ids[i]);
        inside += p.x > from.x && p.x < to.x && p.y > from.y && p.y < to.y;
    }
    scene_advance(run, &input);
    scene_check(run, o->chosen == inside && inside > 0 && inside < ORDERS_COUNT, "%d are chosen, %d are inside",
                o->chosen, inside);
    wend_vec place = order(run, 2.0f, 5.0f);
    int sent = 0;
    for (int i = 0; i < ORDERS_COUNT; i++)
    {
        bool is_sent = wend_equal(o->goals[i], place);
        scene_check(run, is_sent == o->is_chosen[i], "agent %d was sent, or wasn't", i);
        sent += is_sent;
    }
    scene_check(run, sent == inside, "%d were sent", sent);
}

void orders_verify(scene_run *run)
{
    watch w = {0};
    verify_budget(run, &w);
    verify_hall(run, &w);
    scene_restart(run, NULL);
    verify_frame(run);
    scene_restart(run, NULL);
    verify_cut_off(run, &w);
    verify_store(run);
    scene_check(run, w.deepest < 0.01f, "somebody was %g deep in a wall", (double)w.deepest);
    scene_check(run, w.walled == 0, "ways came too near to walls %d times", w.walled);
}
