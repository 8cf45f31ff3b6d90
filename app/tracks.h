// Where people walked: tracks from files or from a simulation, and what is measured of them.       floor 6
#ifndef WEND_TRACKS_H
#define WEND_TRACKS_H

#include "steerbench.h"

/// One person: places at equal steps of time, metres.
typedef struct track
{
    int id;
    double begin; ///< seconds
    wend_vec *at; ///< x and y
    int count, capacity;
} track;

typedef struct track_set
{
    track *tracks;
    int count, capacity;
    double step; ///< seconds between two places
} track_set;

/// Lines "id frame x y z" in metres (or centimetres, which is seen by their size); # begins a comment. Frames are from 0
/// to 1e7, and those of one id follow one another. `rate`: frames a second. False with the reason in `error`.
bool tracks_read(track_set *set, const char *path, double rate, steerbench_error *error);

/// Adds the next place of somebody. False: no memory.
bool tracks_add(track_set *set, int id, double seconds, wend_vec at);
void tracks_free(track_set *set);

/// What is to be measured.
typedef struct track_gate
{
    double y;                         ///< the line that is crossed, toward negative y
    wend_vec low, high;               ///< the area of speeds and densities
    double interval;                  ///< seconds over which a speed is measured
    double first_second, last_second; ///< of densities and speeds
} track_gate;

/// What came of one moment.
typedef struct track_moment
{
    double density, speed; ///< heads per square metre, their mean speed
} track_moment;

typedef struct track_measures
{
    double flow;               ///< (N - 1) / (last - first crossing), per second
    int crossed;               ///< N
    double density, speed;     ///< means
    double slow, middle, fast; ///< speeds of 5, 50 and 95 % of all
    double *crossings;         ///< seconds, ascending
    track_moment *moments;
    int moment_count;
} track_measures;

/// False: no memory.
bool tracks_measure(const track_set *set, const track_gate *gate, track_measures *out);
void tracks_measures_free(track_measures *m);

#endif
