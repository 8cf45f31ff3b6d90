// The rooms of steerbench.h, among themselves.
#ifndef WEND_STEERBENCH_PARTS_H
#define WEND_STEERBENCH_PARTS_H

#include "steerbench.h"

#define STEERBENCH_TRIES 10000 // to find a place at random

/// Writes what is wrong. Returns false.
bool steerbench_fail(steerbench_error *error, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Things (steerbench_things.c): an index over obstacles; which of them a circle may touch, into sim->nearby.
bool steerbench_index(steerbench_sim *sim, steerbench_error *error);
int steerbench_near(const steerbench_sim *sim, wend_vec centre, float radius);

// Random things (steerbench_random.c).
wend_vec steerbench_draw(steerbench_sim *sim, const steerbench_bounds *within, float shrink);
bool steerbench_has_room(const steerbench_sim *sim, wend_vec centre, float radius); ///< among bodies
bool steerbench_is_clear(const steerbench_sim *sim, wend_vec centre, float radius);
bool steerbench_place_body(steerbench_sim *sim, const steerbench_source *source, wend_vec *out,
                           steerbench_error *error);
bool steerbench_place_obstacles(steerbench_sim *sim, steerbench_error *error);

/// What agents see and plan on (steerbench_map.c): the obstacles as a caster, and a grid of them.
bool steerbench_map(steerbench_sim *sim, steerbench_error *error);

// Metrics (steerbench_score.c): contacts of a frame that weren't there in the one before; all else.
bool steerbench_count(steerbench_sim *sim);
bool steerbench_begin(steerbench_sim *sim); ///< how deep things are in one another before the first frame
void steerbench_measure(steerbench_body *body, double dt);

#endif
