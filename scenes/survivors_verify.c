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
    wend_vec place[EVERYBODY];   // where it has been
    double since[EVERYBODY];     // since then
    double stay;                 // the longest one
    int who;                     // whose; the gunner comes last
    float outside;               // how far somebody got out of the field
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

// Spots, seen from where he starts.
enum
{
    CLOSE_ONE = 2,
    DISTANT_ONE = 4
};

/// With so much left, and nobody about: what does he choose?
static int first_choice(scene_run *run, float health, float ammo, bool is_health_close)
{
    const survivors *s = run->state;
    const float left[NEEDS] = {health, ammo};
    const int close_first[NEEDS] = {CLOSE_ONE, DISTANT_ONE}, distant_first[NEEDS] = {DISTANT_ONE, CLOSE_ONE};
    scene_restart(run, NULL);
    survivors_arrange(run, left, is_health_close ? close_first : distant_first);
    part_play(run, (scene_input){0}, 0.1);
    return s->gunner.choice;
}

/// And what does he take then, within 20 seconds? -1: nothing.
static int first_taken(scene_run *run)
{
    const survivors *s = run->state;
    for (int frame = 0; frame < 60 * 20; frame++)
    {
        part_play(run, (scene_input){0}, run->kind->step_seconds);
        for (int k = 0; k < NEEDS; k++)
            if (s->taken[k] > 0)
                return k;
    }
    return -1;
}

static void check_choices(scene_run *run)
{
    static const struct
    {
        float health, ammo;
        bool is_health_close;
        int urgency, plain; // what either chooses
    } cases[] = {
        {85.0f, 90.0f, true, HEALTH, -1}, // 0.15 and 0.10 are within the band: the nearer one
        {85.0f, 90.0f, false, AMMO, -1},
        {45.0f, 10.0f, true, AMMO, HEALTH}, // 0.55 and 0.90: the more urgent one, however far
        {60.0f, 40.0f, true, AMMO, AMMO},
        {100.0f, 100.0f, true, -1, -1},
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++)
        for (int plain = 0; plain < 2; plain++)
        {
            run->params[0] = (float)plain;
            int expected = plain ? cases[i].plain : cases[i].urgency;
            int chosen = first_choice(run, cases[i].health, cases[i].ammo, cases[i].is_health_close);
            scene_check(run, chosen == expected, "case %d: by %s he chooses %d", i, survivors_choices[plain], chosen);
            int taken = expected >= 0 ? first_taken(run) : -1;
            scene_check(run, taken == expected, "case %d: by %s he fetches %d", i, survivors_choices[plain], taken);
        }
}

void survivors_verify(scene_run *run)
{
    check_ten_minutes(run);
    check_choices(run);
}
