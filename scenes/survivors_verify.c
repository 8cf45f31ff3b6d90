// Ten minutes of survivors, looked at step by step; then single choices.
#include "survivors.h"

#include <math.h>

#define EVERYBODY (ZOMBIES + 1)

// Somebody is stuck who could go, but for long hasn't got farther from one place than this.
static const float a_place = 0.5f;
static const double longest_stay = 5.0;

// What ten minutes were like.
typedef struct record
{
    wend_vec place[EVERYBODY]; // where it has been
    double since[EVERYBODY];   // since then
    double stay;               // the longest one
    int who;                   // whose; the gunner comes last
    float outside;             // how far somebody got out of the field
    double spent[GUNNER_STATES]; // seconds, by decision
    double aimed;
} record;

/// Does it stand where it should? Who is down does, a gunner who aims, a zombie that bites.
static bool may_stand(const scene_run *run, int who)
{
    const survivors *s = run->state;
    const gunner *g = &s->gunner;
    if (who == ZOMBIES)
        return g->is_down || g->is_aiming;
    const zombie *z = &s->zombies[who];
    float away = wend_distance(survivors_place(run, z->id), survivors_place(run, g->id));
    return !z->is_up || (!g->is_down && away < 2.0f * HULL + 0.5f);
}

static void look_at_one(const scene_run *run, record *r, int who)
{
    const survivors *s = run->state;
    wend_vec at = survivors_place(run, who == ZOMBIES ? s->gunner.id : s->zombies[who].id);
    const wend_vec l = survivors_low, h = survivors_high;
    r->outside = fmaxf(r->outside, fmaxf(fmaxf(l.x - at.x, at.x - h.x), fmaxf(l.y - at.y, at.y - h.y)) + HULL);
    if (may_stand(run, who) || wend_distance(at, r->place[who]) > a_place)
    {
        r->place[who] = at;
        r->since[who] = run->seconds;
    }
    if (run->seconds - r->since[who] > r->stay)
    {
        r->stay = run->seconds - r->since[who];
        r->who = who;
    }
}

static void check_ten_minutes(scene_run *run)
{
    const survivors *s = run->state;
    const gunner *g = &s->gunner;
    record r = {.outside = -FLT_MAX};
    while (run->seconds < 600.0)
    {
        scene_advance_demo(run);
        for (int who = 0; who < EVERYBODY; who++)
            look_at_one(run, &r, who);
        r.spent[g->decision] += g->is_down ? 0.0 : run->kind->step_seconds;
        r.aimed += g->is_aiming ? run->kind->step_seconds : 0.0;
    }
    scene_check(run, r.outside < 0.01f, "somebody got %g out of the field", (double)r.outside);
    scene_check(run, r.stay <= longest_stay, "%s %d was stuck for %g s", r.who == ZOMBIES ? "gunner" : "zombie", r.who,
                r.stay);
    for (int k = 0; k < GUNNER_STATES; k++)
        scene_check(run, r.spent[k] > 2.0, "in ten minutes he decided to %s for %g s", gunner_layer.rows[k].state.name,
                    r.spent[k]);
    scene_check(run, r.aimed > 2.0, "in ten minutes he aimed for %g s", r.aimed);
    scene_check(run, s->taken[HEALTH] > 0 && s->taken[AMMO] > 0, "he fetched health %d times, ammunition %d times",
                s->taken[HEALTH], s->taken[AMMO]);
    scene_check(run, s->kills > 20 && s->lives < 30, "he shot %d zombies in %d lives", s->kills, s->lives);
}

/// With so much left, and nobody about: what does he take first? -1: nothing in 20 seconds.
static int first_taken(scene_run *run, float health, float ammo, int health_spot, int ammo_spot)
{
    survivors *s = run->state;
    const float left[NEEDS] = {health, ammo};
    const int spots[NEEDS] = {health_spot, ammo_spot};
    scene_restart(run, NULL);
    survivors_arrange(run, left, spots);
    for (int frame = 0; frame < 60 * 20; frame++)
    {
        scene_advance(run, &(scene_input){0});
        for (int k = 0; k < NEEDS; k++)
            if (s->taken[k] > 0)
                return k;
    }
    return -1;
}

// Spots, seen from where he starts.
enum
{
    CLOSE_ONE = 2,
    DISTANT_ONE = 4
};

void survivors_verify(scene_run *run)
{
    check_ten_minutes(run);
    for (int plain = 0; plain < 2; plain++)
    {
        run->params[0] = (float)plain;
        // 0.15 and 0.10 are within the band: the nearer one. The plain rule sees no need at all.
        int nearer = first_taken(run, 85.0f, 90.0f, CLOSE_ONE, DISTANT_ONE);
        scene_check(run, nearer == (plain ? -1 : HEALTH), "85 health, 90 ammunition, health is nearer: %d", nearer);
        nearer = first_taken(run, 85.0f, 90.0f, DISTANT_ONE, CLOSE_ONE);
        scene_check(run, nearer == (plain ? -1 : AMMO), "85 health, 90 ammunition, ammunition is nearer: %d", nearer);
        // 0.55 and 0.90: the more urgent one, however far. The plain rule never looks at ammunition first.
        int urgent = first_taken(run, 45.0f, 10.0f, CLOSE_ONE, DISTANT_ONE);
        scene_check(run, urgent == (plain ? HEALTH : AMMO), "45 health, 10 ammunition: %d", urgent);
        urgent = first_taken(run, 60.0f, 40.0f, CLOSE_ONE, DISTANT_ONE);
        scene_check(run, urgent == AMMO, "60 health, 40 ammunition: %d", urgent);
    }
}
