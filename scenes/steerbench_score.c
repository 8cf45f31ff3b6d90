// What is measured in each frame, and what it is worth.
#include "steerbench_parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    TOUCHED = 256,           // neighbours that are looked at for contacts
    FIRST_OBSTACLE = 1 << 30 // in the numbers of things that are touched
};

static const float TOUCHES = 0.001f; // shallower isn't a contact

static bool add_contact(steerbench_sim *sim, int body, int thing, float depth)
{
    if (depth <= TOUCHES)
        return true;
    sim->deepest = fmax(sim->deepest, (double)depth);
    if (sim->contact_count == sim->contact_capacity)
    {
        int capacity = sim->contact_capacity ? 2 * sim->contact_capacity : 256;
        uint64_t *now = realloc(sim->contacts, (size_t)capacity * sizeof *now);
        sim->contacts = now ? now : sim->contacts;
        uint64_t *before = realloc(sim->contacts_before, (size_t)capacity * sizeof *before);
        sim->contacts_before = before ? before : sim->contacts_before;
        if (!now || !before)
            return false;
        sim->contact_capacity = capacity;
    }
    sim->contacts[sim->contact_count++] = (uint64_t)body << 32 | (uint64_t)thing;
    return true;
}

static bool find_contacts_of(steerbench_sim *sim, int self, float widest)
{
    int found[TOUCHED];
    const steerbench_body *body = &sim->bodies[self];
    wend_vec here = wend_xyz(body->position.x, body->position.z, 0);
    int count = wend_near_radius(sim->near_index, here, body->radius + widest, found, TOUCHED);
    for (int i = 0; i < count && i < TOUCHED; ++i)
    {
        int other = sim->live[found[i]];
        const steerbench_body *o = &sim->bodies[other];
        float depth = body->radius + o->radius - wend_distance(body->position, o->position);
        if (other != self && !add_contact(sim, self, other, depth))
            return false;
    }
    count = steerbench_near(sim, body->position, body->radius);
    for (int i = 0; i < count; ++i)
    {
        const steerbench_obstacle *o = &sim->obstacles[sim->nearby[i]];
        float depth = steerbench_penetration(o, sim->test->corners, body->position, body->radius);
        if (!add_contact(sim, self, FIRST_OBSTACLE + sim->nearby[i], depth))
            return false;
    }
    return true;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Counts the contacts that weren't there in the frame before.
bool steerbench_count(steerbench_sim *sim)
{
    uint64_t *before = sim->contacts_before;
    sim->contacts_before = sim->contacts, sim->contacts = before;
    sim->contact_before_count = sim->contact_count, sim->contact_count = 0;
    float widest = 0;
    for (int i = 0; i < sim->live_count; ++i)
        widest = fmaxf(widest, sim->bodies[sim->live[i]].radius);
    for (int i = 0; i < sim->live_count; ++i)
        if (!find_contacts_of(sim, sim->live[i], widest))
            return false;
    if (sim->contact_count > 1)
        qsort(sim->contacts, (size_t)sim->contact_count, sizeof *sim->contacts, by_value);
    for (int i = 0, k = 0; i < sim->contact_count; ++i)
    {
        while (k < sim->contact_before_count && sim->contacts_before[k] < sim->contacts[i])
            ++k;
        if (k == sim->contact_before_count || sim->contacts_before[k] != sim->contacts[i])
            ++sim->bodies[sim->contacts[i] >> 32].collisions;
    }
    return true;
}

void steerbench_measure(steerbench_body *body, double dt)
{
    double x = (double)body->velocity.x, z = (double)body->velocity.z, square = x * x + z * z;
    ++body->frames;
    body->seconds += dt;
    body->energy += 0.5 * square;
    body->ple += (2.23 + 1.26 * square) * dt;
    body->distance += sqrt(square) * dt;
}

/// Is it on the way because an emitter never ends?
static bool is_extra(const steerbench_sim *sim, int body)
{
    const steerbench_body *b = &sim->bodies[body];
    if (b->is_done || sim->test->sources[b->source].kind != STEERBENCH_EMITTER)
        return false;
    for (int i = 0; i < sim->count; ++i)
        if (sim->bodies[i].source == b->source && sim->bodies[i].is_done)
            return true;
    return false;
}

steerbench_scores steerbench_score(const steerbench_sim *sim, bool without_last)
{
    steerbench_scores s = {.penetration_max = sim->deepest};
    for (int i = 0; i < sim->count; ++i)
    {
        if (without_last && is_extra(sim, i))
            continue;
        ++s.agents;
        s.finished += sim->bodies[i].is_done;
        s.collisions += sim->bodies[i].collisions;
        s.time += sim->bodies[i].seconds;
        s.energy += sim->bodies[i].energy;
        s.ple += sim->bodies[i].ple;
        s.distance += sim->bodies[i].distance;
        if (sim->bodies[i].straight > 0 && sim->bodies[i].speed > 0)
            s.straight_time += (double)sim->bodies[i].straight / (double)sim->bodies[i].speed;
    }
    double each = s.agents > 0 ? 1.0 / s.agents : 0;
    s.time *= each, s.energy *= each, s.ple *= each, s.distance *= each, s.straight_time *= each;
    s.composite01 = 50 * s.collisions * each + s.time + s.energy;
    return s;
}

bool steerbench_begin(steerbench_sim *sim)
{
    bool is_fine = steerbench_count(sim);
    sim->deepest_start = sim->deepest;
    sim->deepest = 0;
    sim->contact_count = 0;
    for (int i = 0; i < sim->count; ++i)
        sim->bodies[i].collisions = 0;
    return is_fine;
}
