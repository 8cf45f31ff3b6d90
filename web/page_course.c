#include "course.h"
#include "page.h"

#include <stdio.h>

static course *now;

/// Opens one setting on one map, nominal; false for want of memory.
PAGE(page_course_open) bool page_course_open(int map, int motion, int follow, int sense, int combine, bool has_crates)
{
    course_close(now);
    course_setup setup = course_default();
    setup.map = (course_map)map;
    setup.motion = (course_motion)motion;
    setup.follow = (course_follow)follow;
    setup.sense = (course_sense)sense;
    setup.combine = (course_combine)combine;
    setup.has_crates = has_crates;
    now = course_open(&setup);
    return now != NULL;
}

/// True while it goes on.
PAGE(page_course_step) bool page_course_step(int steps)
{
    bool goes_on = true;
    for (int i = 0; goes_on && i < steps; i++)
        goes_on = course_step(now);
    return goes_on;
}

PAGE(page_course_results) const char *page_course_results(void)
{
    course_result r = course_results(now);
    snprintf(page_text, sizeof page_text,
             "{\"agents\":%d,\"stuck\":%d,\"time\":%.9g,\"contact\":%.9g,\"wobble\":%.9g,\"rays\":%.9g}", r.agents,
             r.stuck, r.time, r.contact, r.wobble, r.rays);
    return page_text;
}

static size_t add_names(size_t at, const char *kind, const char *const *names, int count)
{
    at += (size_t)snprintf(page_text + at, sizeof page_text - at, "\"%s\":[", kind);
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(page_text + at, sizeof page_text - at, "%s\"%s\"", i > 0 ? "," : "", names[i]);
    return at + (size_t)snprintf(page_text + at, sizeof page_text - at, "]");
}

/// The names of all maps, motions, followers, senses and combiners.
PAGE(page_course_names) const char *page_course_names(void)
{
    size_t at = 0;
    page_text[at++] = '{';
    at = add_names(at, "map", course_map_names, COURSE_MAPS);
    page_text[at++] = ',';
    at = add_names(at, "motion", course_motion_names, COURSE_MOTIONS);
    page_text[at++] = ',';
    at = add_names(at, "follow", course_follow_names, COURSE_FOLLOWS);
    page_text[at++] = ',';
    at = add_names(at, "sense", course_sense_names, COURSE_SENSES);
    page_text[at++] = ',';
    at = add_names(at, "combine", course_combine_names, COURSE_COMBINES);
    snprintf(page_text + at, sizeof page_text - at, "}");
    return page_text;
}
