#include "wend/formation.h"

#include "memory.h"
#include "real.h"

#include <string.h>

wend_formation_def wend_default_formation_def(void)
{
    wend_formation_def def = {0};
    def.spacing = 1.5f;
    def.width = FLT_MAX;
    return def;
}

wend_formation wend_formation_begin(wend_vec position, wend_vec heading)
{
    wend_formation f = {0};
    f.def = f.matched = wend_default_formation_def();
    f.position = position;
    f.heading = wend_normalize(wend_xyz(heading.x, heading.y, 0.0f));
    if (f.heading.x == 0.0f && f.heading.y == 0.0f)
        f.heading = wend_xyz(1.0f, 0.0f, 0.0f);
    f.top = wend_default_agent().max_speed;
    f.acceleration = wend_default_agent().max_acceleration;
    return f;
}

wend_agent wend_formation_leader(const wend_formation *formation)
{
    if (!formation)
        return wend_default_agent();
    wend_agent body = wend_default_agent();
    body.position = formation->position;
    body.heading = formation->heading;
    body.velocity = formation->velocity;
    body.max_speed = formation->top;
    body.max_acceleration = formation->acceleration;
    return body;
}

// ---- shapes ---------------------------------------------------------------------------------------------------------

/// Ranks of so many, the front one first; the last one in the middle.
static void fill_ranks(wend_vec *places, int count, int files, float spacing)
{
    for (int i = 0; i < count; i++)
    {
        int rank = i / files, left = count - rank * files, in_rank = left < files ? left : files;
        double aside = 0.5 * (in_rank - 1) - i % files;
        places[i] = real_to_vec((real_vec){-(double)spacing * rank, (double)spacing * aside, 0.0});
    }
}

static void fill_wedge(wend_vec *places, int count, float spacing)
{
    double slant = (double)(spacing * 0.70710678f);
    for (int i = 0; i < count; i++)
    {
        double back = slant * ((i + 1) / 2);
        places[i] = real_to_vec((real_vec){-back, i % 2 ? back : -back, 0.0});
    }
    if (count > 0)
        places[0].y = 0.0f;
}

static void fill_circle(wend_vec *places, int count, float spacing)
{
    double half = count > 1 ? (double)WEND_PI / count : 0.0;
    double radius = count > 1 ? 0.5 * (double)spacing / (double)wend_sin((float)half) : 0.0;
    for (int i = 0; i < count; i++)
    {
        float turn = (float)(2.0 * half * i);
        places[i] = real_to_vec((real_vec){radius * (double)wend_cos(turn), radius * (double)wend_sin(turn), 0.0});
    }
}

static void centre(wend_vec *places, int count)
{
    real_vec sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++)
        sum = real_add(sum, real_of(places[i]));
    for (int i = 0; i < count; i++)
        places[i] = real_to_vec(real_sub(real_of(places[i]), real_scale(sum, 1.0 / count)));
}

static float width_of(const wend_vec *places, int count, float radius)
{
    float low = 0.0f, high = 0.0f;
    for (int i = 0; i < count; i++)
    {
        low = fminf(low, places[i].y);
        high = fmaxf(high, places[i].y);
    }
    return high - low + 2.0f * radius;
}

static int square_files(int count)
{
    int files = 1;
    while (files * files < 2 * count)
        files++;
    return files < count ? files : count > 0 ? count : 1;
}

/// How many go abreast through a width.
static int files_within(const wend_formation_def *def, int most, float radius)
{
    int files = 1;
    while (files < most && (float)files * def->spacing + 2.0f * radius <= def->width)
        files++;
    return files;
}

// What is set up of a shape.
typedef struct layout
{
    int files;
    bool is_in_file;
} layout;

static layout lay_out(const wend_formation_def *def, int count, float radius, wend_vec *places)
{
    layout l = {0, def->kind == WEND_FORMATION_COLUMN};
    bool is_block =
        def->kind == WEND_FORMATION_BLOCK || (def->kind == WEND_FORMATION_GIVEN && count > def->place_count);
    if (l.is_in_file)
        l.files = def->files > 0 ? def->files : 1;
    else if (is_block)
        l.files = def->files > 0 ? def->files : square_files(count);
    else if (def->kind == WEND_FORMATION_LINE)
        l.files = count > 0 ? count : 1;
    else if (def->kind == WEND_FORMATION_WEDGE)
        fill_wedge(places, count, def->spacing);
    else if (def->kind == WEND_FORMATION_CIRCLE)
        fill_circle(places, count, def->spacing);
    else
        memcpy(places, def->places, (size_t)count * sizeof *places);
    if (l.files > 0)
        fill_ranks(places, count, l.files, def->spacing);
    if (width_of(places, count, radius) > def->width)
    {
        l.files = files_within(def, l.files > 0 ? l.files : count, radius);
        l.is_in_file = true;
        fill_ranks(places, count, l.files, def->spacing);
    }
    if (!l.is_in_file && def->kind != WEND_FORMATION_GIVEN)
        centre(places, count);
    return l;
}

static wend_status check_def(const wend_formation_def *def, wend_error *error)
{
    if (def->kind == WEND_FORMATION_GIVEN && def->place_count > 0 && !def->places)
        return error_set(error, WEND_ERROR_NULL, "formation places is null, must be given with a place_count of %d",
                         def->place_count);
    if ((unsigned)def->kind > WEND_FORMATION_GIVEN)
        return error_set(error, WEND_ERROR_VALUE, "formation kind is %d, must be within 0..%d", (int)def->kind,
                         (int)WEND_FORMATION_GIVEN);
    if (def->files < 0 || def->place_count < 0)
        return error_set(error, WEND_ERROR_VALUE, "formation %s is %d, must be >= 0",
                         def->files < 0 ? "files" : "place_count", def->files < 0 ? def->files : def->place_count);
    wend_status status = check_range(error, "formation spacing", def->spacing, FLT_TRUE_MIN, FLT_MAX, "> 0 and finite");
    return status == WEND_OK ? check_range(error, "formation width", def->width, 0.0f, FLT_MAX, ">= 0 and finite")
                             : status;
}

int wend_formation_places(const wend_formation_def *def, int count, float radius, wend_vec *places)
{
    if (!def || !places || count < 0 || count > WEND_FORMATION_MOST || check_def(def, NULL) != WEND_OK ||
        !(radius >= 0.0f))
        return 0;
    return lay_out(def, count, radius, places).files;
}

// ---- who goes where -------------------------------------------------------------------------------------------------

#define WAY_MOST (4.0 * (double)FLT_MAX)

static double way_between(const wend_vec *points, const wend_vec *places, int point, int place)
{
    double way = real_length(real_sub(real_of(points[point]), real_of(places[place])));
    return way < WAY_MOST ? way : WAY_MOST; // also of what isn't finite: the search for the least must end
}

float wend_match_places(const wend_vec *points, const wend_vec *places, int count, int *place_of)
{
    // Prices of points and places, numbered from 1; place 0 is where a point begins that has none yet.
    if (!points || !places || !place_of || count < 0 || count > WEND_FORMATION_MOST)
        return 0.0f;
    double of_point[WEND_FORMATION_MOST + 1] = {0.0}, of_place[WEND_FORMATION_MOST + 1] = {0.0};
    int owner[WEND_FORMATION_MOST + 1] = {0}, came_from[WEND_FORMATION_MOST + 1];
    for (int point = 1; point <= count; point++)
    {
        double least[WEND_FORMATION_MOST + 1];
        bool is_done[WEND_FORMATION_MOST + 1] = {false};
        int place = 0;
        for (int j = 0; j <= count; j++)
            least[j] = (double)INFINITY;
        owner[0] = point;
        do
        {
            int holder = owner[place], next = 0;
            double step = (double)INFINITY;
            is_done[place] = true;
            for (int j = 1; j <= count; j++)
            {
                if (is_done[j])
                    continue;
                double cost = way_between(points, places, holder - 1, j - 1) - of_point[holder] - of_place[j];
                if (cost < least[j])
                    least[j] = cost, came_from[j] = place;
                if (least[j] < step)
                    step = least[j], next = j;
            }
            for (int j = 0; j <= count; j++)
            {
                if (is_done[j])
                    of_point[owner[j]] += step, of_place[j] -= step;
                else
                    least[j] -= step;
            }
            place = next;
        } while (owner[place] != 0);
        for (; place != 0; place = came_from[place])
            owner[place] = owner[came_from[place]];
    }
    double sum = 0.0;
    for (int j = 1; j <= count; j++)
    {
        place_of[owner[j] - 1] = j - 1;
        sum += way_between(points, places, owner[j] - 1, j - 1);
    }
    return real_to_float(sum);
}

// ---- where places are in the world ----------------------------------------------------------------------------------

static real_vec left_of(real_vec v)
{
    return (real_vec){-v.y, v.x, 0.0};
}

// A place of the trail, and how the way goes on there.
typedef struct spot
{
    real_vec point, along;
} spot;

/// So far behind the frame, along the way that it came; beyond the beginning straight on.
static spot behind(const wend_formation *f, double distance)
{
    real_vec from = real_of(f->position), along = real_of(f->heading);
    for (int i = 0; i < f->trail_count; i++)
    {
        real_vec leg = real_sub(from, real_of(f->trail[i]));
        double length = real_length(leg);
        if (length == 0.0)
            continue;
        along = real_scale(leg, 1.0 / length);
        if (distance <= length)
            break;
        distance -= length;
        from = real_of(f->trail[i]);
    }
    return (spot){real_sub(from, real_scale(along, distance)), along};
}

static spot spot_of(const wend_formation *f, wend_vec place)
{
    real_vec ahead = real_of(f->heading);
    spot s = {real_of(f->position), ahead};
    if (f->is_in_file && place.x < 0.0f)
        s = behind(f, -(double)place.x);
    else
        s.point = real_add(s.point, real_scale(ahead, (double)place.x));
    s.point = real_add(s.point, real_scale(left_of(s.along), (double)place.y));
    return s;
}

/// Where all places are, for a frame that stands as it does.
static void find_points(const wend_formation *f, const wend_vec *places, int count, wend_vec *points)
{
    for (int i = 0; i < count; i++)
        points[i] = real_to_vec(spot_of(f, places[i]).point);
}

// ---- where it is narrow ---------------------------------------------------------------------------------------------

#define FREE FLT_MAX

/// The least width of the places of the trail that are known to be narrow.
static float narrowest_of(const wend_formation *f)
{
    float least = FREE;
    for (int i = 0; i < f->trail_count; i++)
        least = fminf(least, f->trail_width[i]);
    return least;
}

/// The number of the place of the trail that is nearest to a point; -1: the frame itself is.
static int nearest_on_trail(const wend_formation *f, wend_vec point)
{
    int best = -1;
    double least = real_length(real_sub(real_of(point), real_of(f->position)));
    for (int i = 0; i < f->trail_count; i++)
    {
        double away = real_length(real_sub(real_of(point), real_of(f->trail[i])));
        if (away < least)
            least = away, best = i;
    }
    return best;
}

/// Forgets narrow places that everybody has passed. Returns the width of the narrowest that is left.
static float find_narrowest(wend_formation *f, const wend_vec *points, int count)
{
    int last = -1;
    if (narrowest_of(f) == FREE)
        return FREE;
    for (int i = 0; i < count; i++)
    {
        int at = nearest_on_trail(f, points[i]);
        last = at > last ? at : last;
    }
    for (int i = last + 1; i < f->trail_count; i++)
        f->trail_width[i] = FREE;
    return narrowest_of(f);
}

/// Here it is too narrow for the shape. Of what is said at one place of the trail the widest counts, as a look from a
/// body that sways may be blocked for a moment.
static void keep_narrow(wend_formation *f)
{
    if (f->trail_count > 0)
        f->trail_width[0] = f->trail_width[0] == FREE ? f->def.width : fmaxf(f->trail_width[0], f->def.width);
}

/// Where somebody who isn't in file must go first: out of the narrow, which the others have left.
static bool must_come_through(const wend_formation *f, wend_vec point, wend_vec *first)
{
    int exit = 0;
    while (exit < f->trail_count && f->trail_width[exit] == FREE)
        exit++;
    if (f->is_in_file || exit == f->trail_count || nearest_on_trail(f, point) < exit)
        return false;
    *first = exit > 0 ? f->trail[exit - 1] : f->position;
    return true;
}

/// Places and points of a frame that faces about: a column's last rank becomes its first.
static wend_formation faced_about(const wend_formation *f, const wend_vec *places, int count)
{
    wend_formation g = *f;
    g.heading = wend_negate(f->heading);
    g.trail_count = 0;
    if (!f->is_in_file || count == 0)
        return g;
    double length = -(double)places[count - 1].x, step = 0.5 * (double)f->def.spacing;
    spot last = behind(f, length);
    g.position = real_to_vec(last.point);
    g.heading = wend_negate(real_to_vec(last.along));
    for (double back = length - step; back > 0.0 && g.trail_count < WEND_FORMATION_TRAIL - 1; back -= step)
        g.trail[g.trail_count++] = real_to_vec(behind(f, back).point);
    if (g.trail_count > 0 || length > 0.0)
        g.trail[g.trail_count++] = f->position;
    for (int i = 0; i < g.trail_count; i++)
        g.trail_width[i] = narrowest_of(f);
    return g;
}

// ---- one step -------------------------------------------------------------------------------------------------------

// What is known of all members.
typedef struct crew
{
    float radius; // of the largest
    wend_vec points[WEND_FORMATION_MOST];
    wend_vec places[WEND_FORMATION_MOST];
    double outermost; // place, from the frame's position, half a spacing at least
} crew;

static void look_at(const wend_member *members, int count, crew *c)
{
    c->radius = 0.0f;
    for (int i = 0; i < count; i++)
    {
        c->radius = fmaxf(c->radius, members[i].body.radius);
        c->points[i] = wend_xyz(members[i].body.position.x, members[i].body.position.y, 0.0f);
    }
}

static void find_limits(wend_formation *f, const wend_member *members, int count)
{
    if (count == 0)
        return;
    f->top = f->acceleration = FLT_MAX;
    for (int i = 0; i < count; i++)
    {
        const wend_agent *body = &members[i].body;
        f->top = fminf(f->top, 0.9f * body->max_speed);
        f->acceleration = fminf(f->acceleration, 0.5f * body->max_acceleration / body->mass);
    }
}

static void match(wend_formation *f, const crew *c, wend_member *members, int count)
{
    wend_vec points[WEND_FORMATION_MOST];
    int place_of[WEND_FORMATION_MOST];
    find_points(f, c->places, count, points);
    wend_match_places(c->points, points, count, place_of);
    for (int i = 0; i < count; i++)
        members[i].place = place_of[i];
}

/// Is it less walking to face about than to wheel round by an angle?
static bool is_better_about(const wend_formation *about, const crew *c, int count, double angle)
{
    wend_vec points[WEND_FORMATION_MOST];
    int place_of[WEND_FORMATION_MOST];
    double wheeling = 0.0;
    for (int i = 0; i < count; i++)
        wheeling += angle * real_length(real_of(c->places[i]));
    find_points(about, c->places, count, points);
    return (double)wend_match_places(c->points, points, count, place_of) < wheeling;
}

static bool has_changed(const wend_formation *f, const layout *now, int count)
{
    const wend_formation_def *a = &f->def, *b = &f->matched;
    return f->count != count || f->files != now->files || f->is_in_file != now->is_in_file || a->kind != b->kind ||
           a->spacing != b->spacing || a->places != b->places || a->place_count != b->place_count;
}

static void keep_trail(wend_formation *f, wend_vec before)
{
    double step = 0.5 * (double)f->def.spacing;
    if (f->trail_count > 0 && real_length(real_sub(real_of(f->position), real_of(f->trail[0]))) < step)
        return;
    int kept = f->trail_count < WEND_FORMATION_TRAIL ? f->trail_count : WEND_FORMATION_TRAIL - 1;
    memmove(f->trail + 1, f->trail, (size_t)kept * sizeof *f->trail);
    memmove(f->trail_width + 1, f->trail_width, (size_t)kept * sizeof *f->trail_width);
    f->trail[0] = before;
    f->trail_width[0] = FREE;
    f->trail_count = kept + 1;
}

/// The share of its speed that those behind leave the frame.
static double patience(const wend_formation *f)
{
    double spacing = (double)f->def.spacing, late = (double)f->lag - 0.5 * spacing;
    return real_clamp(1.0 - late / spacing, 0.1, 1.0);
}

// Wishes of less than this share of the top speed are followed without turning; with less than that it stands.
#define SLIDING  0.1
#define STANDING 0.2

/// What the frame turns by in this step.
static double turn_toward(wend_formation *f, double angle, double outermost, double seconds)
{
    double speed = real_length(real_of(f->velocity)), change = (double)f->acceleration * seconds;
    double most = fmax(0.0, (double)f->top - speed) * patience(f) / outermost;
    most = fmin(most, sqrt(2.0 * (double)f->acceleration / outermost * fabs(angle))); // it can stop turning in time
    most = fmin(most, fabs((double)f->spin) + change / outermost);
    double turn = fmin(most * seconds, fabs(angle)) * (angle > 0.0 ? 1.0 : -1.0);
    f->spin = seconds > 0.0 ? real_to_float(turn / seconds) : f->spin;
    return turn;
}

/// Turns and moves the frame.
static void move_frame(wend_formation *f, real_vec wish, double outermost, double seconds)
{
    real_vec ahead = real_of(f->heading), wanted = real_scale(wish, patience(f));
    double speed = real_length(wish), top = (double)f->top, angle = 0.0;
    if (speed > SLIDING * top)
    {
        double cosine = real_dot(ahead, wish), sine = ahead.x * wish.y - ahead.y * wish.x;
        angle = (double)wend_atan2(real_to_float(sine / speed), real_to_float(cosine / speed));
        // Within a second it would like to be turned, and leaves the outermost the speed for that.
        double spared = fmax(0.0, top - outermost * fabs(angle)), facing = fmax(0.0, cosine / speed);
        wanted = real_scale(ahead, fmin(spared, speed * facing * facing) * patience(f));
    }
    real_vec change = real_cut(real_sub(wanted, real_of(f->velocity)), (double)f->acceleration * seconds);
    f->velocity = real_to_vec(real_add(real_of(f->velocity), change));
    f->heading = wend_normalize(wend_rotate(f->heading, real_to_float(turn_toward(f, angle, outermost, seconds))));
    wend_vec before = f->position;
    f->position = real_to_vec(real_add(real_of(before), real_scale(real_of(f->velocity), seconds)));
    keep_trail(f, before);
}

/// In file one waits where one stands until the own place has come up from behind.
static bool is_waiting(const wend_formation *f, const spot *place, wend_vec position)
{
    real_vec ahead = real_sub(real_of(position), place->point);
    ahead.z = 0.0;
    return f->is_in_file && real_dot(ahead, place->along) > 0.25 * (double)f->def.spacing;
}

static void write_place(const wend_formation *f, wend_vec place, wend_member *member)
{
    spot s = spot_of(f, place);
    real_vec velocity = real_of(f->velocity);
    if (is_waiting(f, &s, member->body.position))
    {
        member->point = member->body.position;
        member->velocity = wend_xyz(0.0f, 0.0f, 0.0f);
        return;
    }
    if (must_come_through(f, member->body.position, &member->point))
    {
        member->velocity = wend_xyz(0.0f, 0.0f, 0.0f);
        return;
    }
    if (f->is_in_file && place.x < 0.0f)
        velocity = real_scale(s.along, real_dot(velocity, real_of(f->heading)));
    else
        velocity = real_add(velocity, real_scale(left_of(real_sub(s.point, real_of(f->position))), (double)f->spin));
    member->point = real_to_vec(s.point);
    member->point.z = member->body.position.z;
    member->velocity = real_to_vec(velocity);
}

static void write_places(wend_formation *f, const crew *c, wend_member *members, int count)
{
    double last = 0.0;
    for (int i = 0; i < count; i++)
    {
        write_place(f, c->places[members[i].place], &members[i]);
        last = fmax(last, (double)wend_distance(members[i].body.position, members[i].point));
    }
    f->lag = real_to_float(last);
}

static wend_status check_member(const wend_member *member, int number, wend_error *error)
{
    const wend_agent *body = &member->body;
    if (!wend_is_finite(body->position))
        return error_set(error, WEND_ERROR_VALUE, "position of member %d is (%g, %g, %g), must be finite", number,
                         (double)body->position.x, (double)body->position.y, (double)body->position.z);
    if (!(body->max_speed >= 0.0f) || !(body->mass > 0.0f))
        return error_set(error, WEND_ERROR_VALUE, "max_speed and mass of member %d are %g and %g, must be >= 0 and > 0",
                         number, (double)body->max_speed, (double)body->mass);
    return WEND_OK;
}

static wend_status check(const wend_formation *f, wend_vec wish, const wend_member *members, int count, double seconds,
                         wend_error *error)
{
    if (!f || (count > 0 && !members))
        return error_set(error, WEND_ERROR_NULL, "%s is null", f ? "members" : "formation");
    if (count < 0 || count > WEND_FORMATION_MOST)
        return error_set(error, WEND_ERROR_VALUE, "count of members is %d, must be within 0..%d", count,
                         WEND_FORMATION_MOST);
    if (!(seconds >= 0.0 && seconds <= (double)FLT_MAX))
        return error_set(error, WEND_ERROR_VALUE, "seconds is %g, must be finite and >= 0", seconds);
    wend_status status = check_finite(error, "formation wish", wish.x, wish.y, wish.z);
    if (status == WEND_OK)
        status = check_def(&f->def, error);
    for (int i = 0; i < count && status == WEND_OK; i++)
        status = check_member(&members[i], i, error);
    return status;
}

/// A shape as wide as it may be: as is free ahead and, while it goes on, where somebody still is.
static layout find_layout(wend_formation *f, crew *c, int count, bool is_standing)
{
    wend_formation_def def = f->def;
    layout wide = {0};
    def.width = FREE;
    wide = lay_out(&def, count, c->radius, c->places);
    if (width_of(c->places, count, c->radius) > f->def.width)
        keep_narrow(f);
    float narrowest = find_narrowest(f, c->points, count);
    def.width = is_standing ? f->def.width : fminf(f->def.width, narrowest);
    return def.width < FREE ? lay_out(&def, count, c->radius, c->places) : wide;
}

wend_status wend_formation_step(wend_formation *formation, wend_vec wish, wend_member *members, int count,
                                double seconds, wend_error *error)
{
    wend_status status = check(formation, wish, members, count, seconds, error);
    if (status != WEND_OK)
        return status;
    wend_formation *f = formation;
    crew c;
    look_at(members, count, &c);
    find_limits(f, members, count);
    layout now = find_layout(f, &c, count, real_length(real_of(wish)) < STANDING * (double)f->top);
    bool is_new = has_changed(f, &now, count);
    f->files = now.files;
    f->is_in_file = now.is_in_file;
    wish.z = 0.0f;
    real_vec ahead = real_of(f->heading), to = real_unit(real_of(wish));
    double cosine = real_dot(ahead, to);
    if (cosine < -0.1 && real_length(real_of(wish)) > SLIDING * (double)f->top)
    {
        wend_formation about = faced_about(f, c.places, count);
        if (is_better_about(&about, &c, count, (double)wend_acos((float)real_clamp(cosine, -1.0, 1.0))))
            *f = about, is_new = true;
    }
    if (is_new)
        match(f, &c, members, count);
    f->count = count;
    f->matched = f->def;
    c.outermost = 0.5 * (double)f->def.spacing;
    for (int i = 0; i < count && !f->is_in_file; i++)
        c.outermost = fmax(c.outermost, (double)wend_length(c.places[i]));
    move_frame(f, real_of(wish), c.outermost, seconds);
    write_places(f, &c, members, count);
    return WEND_OK;
}

// ---- how wide it is -------------------------------------------------------------------------------------------------

static bool is_clear(const wend_caster *caster, wend_vec from, wend_vec along, double width, uint32_t mask)
{
    wend_cast cast = {.from = from, .along = along, .radius = real_to_float(0.5 * width), .mask = mask};
    wend_hit hit;
    return !caster->cast(&cast, &hit, caster->user);
}

float wend_passage_width(const wend_caster *caster, wend_vec from, wend_vec along, float most, uint32_t mask)
{
    double low = 0.0, high = (double)most;
    wend_hit nearest;
    if (!caster || !(most >= 0.0f) || !wend_is_finite(from) || !wend_is_finite(along))
        return caster ? 0.0f : FLT_MAX;
    if (caster->around && caster->around(from, 0.5f * most, mask, 0, &nearest, 1, caster->user) > 0)
        high = fmax(0.0, fmin(high, 2.0 * (double)nearest.distance));
    if (!caster->cast || is_clear(caster, from, along, high, mask))
        return high < (double)most ? real_to_float(high) : FLT_MAX;
    for (int i = 0; i < 8; i++)
    {
        double middle = 0.5 * (low + high);
        if (is_clear(caster, from, along, middle, mask))
            low = middle;
        else
            high = middle;
    }
    return real_to_float(low);
}
