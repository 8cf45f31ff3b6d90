#include "menge_read.h"

#include "steerbench_read.h"

#include <errno.h>
#include <expat.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_AGENTS = 2000,
    MOST_GOALS = 64,
    MOST_STATES = 32,
    MOST_PROFILES = 32,
    MOST_CORNERS = 20000,
    MOST_OBSTACLES = 5000,
    NAME = 48,
    PATH = 1024
};

typedef struct profile
{
    char name[NAME];
    float radius, speed;
} profile;

typedef struct place
{
    int set, id;
    steerbench_bounds bounds; // a point where low and high are one
} place;

typedef struct state
{
    char name[NAME], selector[NAME];
    int set, goal;
    bool is_final, mirrors_x, mirrors_y;
    char next[NAME];
    float within;
    bool has_box; // the next one begins in it
    steerbench_bounds box;
} state;

typedef struct agent
{
    wend_vec at;
    float radius, speed;
    char state[NAME];
} agent;

typedef struct reader
{
    XML_Parser parser;
    const char *file; // that is read or was read last, as the project names it; null: the project itself
    steerbench_error *error;
    char folder[PATH], scene[PATH], behaviour[PATH];
    profile profiles[MOST_PROFILES], *group_profile;
    char group_state[NAME], transition_from[NAME], transition_to[NAME];
    int profile_count, state_count, place_count, agent_count, goal_set;
    state states[MOST_STATES];
    place places[MOST_GOALS];
    agent *agents;
    steerbench_case *out;
    bool is_explicit, has_failed;
} reader;

/// In a file that the project names the text says which one it is, and where in it.
__attribute__((format(printf, 2, 3))) static bool fail(reader *r, const char *format, ...)
{
    if (r->has_failed)
        return false;
    char what[112], where[16] = "";
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    int line = r->parser ? (int)XML_GetCurrentLineNumber(r->parser) : 0;
    if (line > 0)
        snprintf(where, sizeof where, ":%d", line);
    r->error->line = r->file ? 0 : line;
    if (r->file)
        snprintf(r->error->text, sizeof r->error->text, "%.60s%s: %s", r->file, where, what);
    else
        snprintf(r->error->text, sizeof r->error->text, "%s", what);
    r->has_failed = true;
    return false;
}

// ---- attributes -----------------------------------------------------------------------------------------------------

static const char *text_of(const XML_Char **attributes, const char *name)
{
    for (int i = 0; attributes[i]; i += 2)
        if (strcmp(attributes[i], name) == 0)
            return attributes[i + 1];
    return NULL;
}

/// An interval of numbers.
typedef struct range
{
    double low, high;
} range;

static const range anywhere = {-1e6, 1e6}, radii = {1e-3, 1e3}, speeds = {0, 1e3}, switches = {0, 1};

static float number_of(reader *r, const XML_Char **attributes, const char *name, float otherwise, const range *in)
{
    const char *text = text_of(attributes, name);
    char *end = NULL;
    if (!text)
        return otherwise;
    double value = strtod(text, &end);
    bool is_read = end != text && end[strspn(end, " \t\r\n")] == '\0';
    if (is_read && value >= in->low && value <= in->high) // nan is neither
        return (float)value;
    fail(r, "%s is '%.30s', must be a number from %g to %g", name, text, in->low, in->high);
    return otherwise;
}

static int whole_of(reader *r, const XML_Char **attributes, const char *name)
{
    float value = number_of(r, attributes, name, 0, &anywhere);
    if (value != floorf(value))
        fail(r, "%s is '%.30s', must be a whole number", name, text_of(attributes, name));
    return (int)value;
}

static bool switch_of(reader *r, const XML_Char **attributes, const char *name, bool otherwise)
{
    const char *text = text_of(attributes, name);
    if (text && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0))
        return text[0] == 't';
    return number_of(r, attributes, name, otherwise, &switches) != 0;
}

static void copy(char *to, const XML_Char **attributes, const char *name)
{
    const char *text = text_of(attributes, name);
    snprintf(to, NAME, "%.40s", text ? text : "");
}

static wend_vec ground(reader *r, const XML_Char **attributes, const char *x, const char *y)
{
    return wend_xyz(number_of(r, attributes, x, 0, &anywhere), 0, number_of(r, attributes, y, 0, &anywhere));
}

// ---- the scene ------------------------------------------------------------------------------------------------------

static profile *find_profile(reader *r, const char *name)
{
    for (int i = 0; name && i < r->profile_count; ++i)
        if (strcmp(r->profiles[i].name, name) == 0)
            return &r->profiles[i];
    return NULL;
}

static void begin_profile(reader *r, const XML_Char **a)
{
    if (r->profile_count == MOST_PROFILES)
    {
        fail(r, "there are too many profiles");
        return;
    }
    profile *p = &r->profiles[r->profile_count++], *parent = find_profile(r, text_of(a, "inherits"));
    *p = parent ? *parent : (profile){.radius = 0.25f, .speed = 1.34f};
    copy(p->name, a, "name");
}

/// A property is drawn by a distribution: its middle is taken.
static void set_property(reader *r, profile *p, const XML_Char **a)
{
    const char *name = text_of(a, "name"), *kind = text_of(a, "dist");
    bool is_radius = name && strcmp(name, "r") == 0;
    if (!name || !kind || !(is_radius || strcmp(name, "pref_speed") == 0))
        return;
    const range *in = is_radius ? &radii : &speeds;
    float *value = is_radius ? &p->radius : &p->speed;
    if (kind[0] == 'u')
        *value = 0.5f * (number_of(r, a, "min", *value, in) + number_of(r, a, "max", *value, in));
    else
        *value = number_of(r, a, kind[0] == 'n' ? "mean" : "value", *value, in);
}

static void add_agent(reader *r, wend_vec at)
{
    if (r->agent_count == MOST_AGENTS || !r->group_profile)
    {
        fail(r, r->group_profile ? "there are too many agents" : "a group of agents has no known profile");
        return;
    }
    agent *one = &r->agents[r->agent_count++];
    *one = (agent){.at = at, .radius = r->group_profile->radius, .speed = r->group_profile->speed};
    memcpy(one->state, r->group_state, NAME);
}

static void add_grid(reader *r, const XML_Char **a)
{
    wend_vec anchor = ground(r, a, "anchor_x", "anchor_y"), offset = ground(r, a, "offset_x", "offset_y");
    int wide = whole_of(r, a, "count_x"), high = whole_of(r, a, "count_y");
    for (int y = 0; y < high && !r->has_failed; ++y)
        for (int x = 0; x < wide && !r->has_failed; ++x)
            add_agent(r, wend_xyz(anchor.x + (float)x * offset.x, 0, anchor.z + (float)y * offset.z));
}

static void add_corner(reader *r, wend_vec at)
{
    steerbench_case *c = r->out;
    if (c->obstacle_count == 0 || c->corner_count == MOST_CORNERS)
    {
        fail(r, c->obstacle_count == 0 ? "a Vertex stands before every Obstacle" : "there are too many corners");
        return;
    }
    steerbench_obstacle *o = &c->obstacles[c->obstacle_count - 1];
    bool is_first = o->corners++ == 0;
    o->bounds.low = is_first ? at : wend_xyz(fminf(o->bounds.low.x, at.x), 0, fminf(o->bounds.low.z, at.z));
    o->bounds.high = is_first ? at : wend_xyz(fmaxf(o->bounds.high.x, at.x), 0, fmaxf(o->bounds.high.z, at.z));
    c->corners[c->corner_count++] = at;
}

static void add_obstacle(reader *r, bool is_open)
{
    if (r->out->obstacle_count == MOST_OBSTACLES)
    {
        fail(r, "there are too many obstacles");
        return;
    }
    r->out->obstacles[r->out->obstacle_count++] =
        (steerbench_obstacle){.kind = STEERBENCH_POLYGON, .corner = r->out->corner_count, .is_open = is_open};
}

/// The obstacles of a navigation mesh: its edges without a neighbour.
static bool add_mesh(reader *r, const char *name)
{
    char path[2 * PATH];
    static const int columns[] = {2, 4, 4};
    wend_vec *vertices = NULL;
    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(r, "the navigation mesh of its obstacles can't be read");
    int counts[3] = {0};
    bool is_fine = true;
    for (int part = 0; is_fine && part < 3; ++part)
    {
        is_fine = fscanf(file, "%d", &counts[part]) == 1 && counts[part] >= 0 && counts[part] <= MOST_CORNERS;
        if (is_fine && part == 0)
            is_fine = (vertices = calloc((size_t)counts[0] + 1, sizeof *vertices)) != NULL;
        for (int i = 0; is_fine && i < counts[part]; ++i)
        {
            double v[4] = {0};
            for (int k = 0; k < columns[part]; ++k)
                is_fine = is_fine && fscanf(file, "%lf", &v[k]) == 1 && fabs(v[k]) <= 1e6;
            if (is_fine && part == 0)
                vertices[i] = wend_xyz((float)v[0], 0, (float)v[1]);
            is_fine = is_fine && (part != 2 || (v[0] >= 0 && v[0] < counts[0] && v[1] >= 0 && v[1] < counts[0]));
            if (!is_fine || part != 2)
                continue;
            add_obstacle(r, true);
            add_corner(r, vertices[(int)v[0]]);
            add_corner(r, vertices[(int)v[1]]);
            is_fine = !r->has_failed;
        }
    }
    fclose(file);
    free(vertices);
    return is_fine || fail(r, "the navigation mesh of its obstacles is broken");
}

static void XMLCALL begin_of_scene(void *user, const XML_Char *name, const XML_Char **a)
{
    reader *r = user;
    profile *last = r->profile_count > 0 ? &r->profiles[r->profile_count - 1] : NULL;
    const char *type = text_of(a, "type");
    if (strcmp(name, "AgentProfile") == 0)
        begin_profile(r, a);
    else if (strcmp(name, "Common") == 0 && last)
    {
        last->radius = number_of(r, a, "r", last->radius, &radii);
        last->speed = number_of(r, a, "pref_speed", last->speed, &speeds);
    }
    else if (strcmp(name, "Property") == 0 && last)
        set_property(r, last, a);
    else if (strcmp(name, "ProfileSelector") == 0)
        r->group_profile = find_profile(r, text_of(a, "name"));
    else if (strcmp(name, "StateSelector") == 0)
        copy(r->group_state, a, "name");
    else if (strcmp(name, "Generator") == 0 && type && strcmp(type, "rect_grid") == 0)
        add_grid(r, a);
    else if (strcmp(name, "Agent") == 0)
        add_agent(r, ground(r, a, "p_x", "p_y"));
    else if (strcmp(name, "ObstacleSet") == 0 && type && strcmp(type, "nav_mesh") == 0 && text_of(a, "file_name"))
        add_mesh(r, text_of(a, "file_name"));
    else if (strcmp(name, "Obstacle") == 0)
        add_obstacle(r, !switch_of(r, a, "closed", true));
    else if (strcmp(name, "Vertex") == 0)
        add_corner(r, ground(r, a, "p_x", "p_y"));
}

// ---- the behaviour --------------------------------------------------------------------------------------------------

static state *find_state(reader *r, const char *name)
{
    for (int i = 0; i < r->state_count; ++i)
        if (strcmp(r->states[i].name, name) == 0)
            return &r->states[i];
    return NULL;
}

static void add_state(reader *r, const XML_Char **a)
{
    if (r->state_count == MOST_STATES)
    {
        fail(r, "there are too many states, %d are allowed", MOST_STATES);
        return;
    }
    state *s = &r->states[r->state_count++];
    *s = (state){.is_final = switch_of(r, a, "final", false)};
    copy(s->name, a, "name");
}

static steerbench_bounds box_of(reader *r, const XML_Char **a)
{
    return (steerbench_bounds){ground(r, a, "min_x", "min_y"), ground(r, a, "max_x", "max_y")};
}

static void add_place(reader *r, const XML_Char **a)
{
    const char *type = text_of(a, "type");
    if (r->place_count == MOST_GOALS)
    {
        fail(r, "there are too many goals");
        return;
    }
    place *p = &r->places[r->place_count++];
    *p = (place){.set = r->goal_set, .id = whole_of(r, a, "id")};
    wend_vec point = ground(r, a, "x", "y");
    p->bounds = type && strcmp(type, "AABB") == 0 ? box_of(r, a) : (steerbench_bounds){point, point};
}

static void add_condition(reader *r, const XML_Char **a)
{
    state *from = find_state(r, r->transition_from);
    const char *type = text_of(a, "type");
    if (!from)
        fail(r, "there is no state '%s'", r->transition_from);
    if (!from || !type)
        return;
    memcpy(from->next, r->transition_to, NAME);
    from->within = number_of(r, a, "distance", 0, &anywhere);
    from->has_box = strcmp(type, "AABB") == 0 && switch_of(r, a, "inside", true);
    from->box = box_of(r, a);
}

static void XMLCALL begin_of_behaviour(void *user, const XML_Char *name, const XML_Char **a)
{
    reader *r = user;
    state *last = r->state_count > 0 ? &r->states[r->state_count - 1] : NULL;
    if (strcmp(name, "GoalSet") == 0)
        r->goal_set = whole_of(r, a, "id");
    else if (strcmp(name, "Goal") == 0)
        add_place(r, a);
    else if (strcmp(name, "State") == 0)
        add_state(r, a);
    else if (strcmp(name, "GoalSelector") == 0 && last)
    {
        copy(last->selector, a, "type");
        last->set = whole_of(r, a, "goal_set");
        last->goal = whole_of(r, a, "goal");
        last->mirrors_x = switch_of(r, a, "mirror_x", false);
        last->mirrors_y = switch_of(r, a, "mirror_y", false);
    }
    else if (strcmp(name, "Transition") == 0)
    {
        copy(r->transition_from, a, "from");
        copy(r->transition_to, a, "to");
    }
    else if (strcmp(name, "Condition") == 0)
        add_condition(r, a);
}

// ---- files ----------------------------------------------------------------------------------------------------------

static void XMLCALL begin_of_project(void *user, const XML_Char *name, const XML_Char **a)
{
    reader *r = user;
    if (strcmp(name, "Project") != 0 || !text_of(a, "scene") || !text_of(a, "behavior"))
        return;
    snprintf(r->scene, sizeof r->scene, "%.900s", text_of(a, "scene"));
    snprintf(r->behaviour, sizeof r->behaviour, "%.900s", text_of(a, "behavior"));
}

static bool parse(reader *r, const char *path, XML_StartElementHandler begin)
{
    char bytes[4096];
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(r, "%s", strerror(errno));
    r->parser = XML_ParserCreate(NULL);
    bool is_fine = r->parser || fail(r, "out of memory");
    if (is_fine)
    {
        XML_SetUserData(r->parser, r);
        XML_SetElementHandler(r->parser, begin, NULL);
    }
    for (bool is_last = false; is_fine && !is_last;)
    {
        size_t size = fread(bytes, 1, sizeof bytes, file);
        is_last = size < sizeof bytes;
        if (ferror(file))
            break;
        if (XML_Parse(r->parser, bytes, (int)size, is_last) != XML_STATUS_OK)
            is_fine = fail(r, "%s", XML_ErrorString(XML_GetErrorCode(r->parser)));
        is_fine = is_fine && !r->has_failed;
    }
    if (r->parser)
        XML_ParserFree(r->parser);
    r->parser = NULL;
    if (ferror(file))
        is_fine = fail(r, "%s", strerror(errno)); // of no line
    fclose(file);
    return is_fine;
}

static bool parse_beside(reader *r, const char *path, const char *name, XML_StartElementHandler begin)
{
    char whole[2 * PATH];
    const char *slash = strrchr(path, '/');
    snprintf(whole, sizeof whole, "%.*s%s", slash ? (int)(slash - path + 1) : 0, path, name);
    const char *end = strrchr(whole, '/');
    snprintf(r->folder, sizeof r->folder, "%.*s", end ? (int)(end - whole) : 1, end ? whole : ".");
    r->file = name;
    return parse(r, whole, begin);
}

// ---- the case -------------------------------------------------------------------------------------------------------

static wend_vec middle(const steerbench_bounds *b)
{
    return wend_lerp(b->low, b->high, 0.5f);
}

/// The place that a state leads an agent to; null: it leads nowhere.
static const place *choose(const reader *r, const state *s, wend_vec from)
{
    const place *best = NULL;
    bool is_nearest = strcmp(s->selector, "nearest") == 0, is_farthest = strcmp(s->selector, "farthest") == 0;
    for (int i = 0; i < r->place_count; ++i)
    {
        const place *p = &r->places[i];
        if (p->set != s->set || (!is_nearest && !is_farthest && p->id != s->goal))
            continue;
        float now = wend_distance(from, middle(&p->bounds)),
              then = best ? wend_distance(from, middle(&best->bounds)) : 0;
        if (!best || (is_nearest && now < then) || (is_farthest && now > then))
            best = p;
    }
    return best;
}

static void add_goal(reader *r, const state *s, const steerbench_bounds *where, float speed)
{
    bool is_point = wend_equal(where->low, where->high);
    r->out->goals[r->out->goal_count++] = (steerbench_goal){.kind = is_point ? STEERBENCH_SEEK : STEERBENCH_SEEK_BOX,
                                                            .point = middle(where),
                                                            .bounds = *where,
                                                            .speed = speed,
                                                            .seconds = 1e5f,
                                                            .within = fmaxf(s->within, 0.05f)};
}

/// The goals of an agent: those of the states that it goes through.
static bool add_goals(reader *r, const agent *one, steerbench_source *source)
{
    state *s = find_state(r, one->state);
    wend_vec from = one->at;
    if (!s)
        return fail(r, "there is no state '%s', where agents begin", one->state);
    source->goal = r->out->goal_count;
    for (int i = 0; s && !s->is_final && i < r->state_count; ++i)
    {
        steerbench_bounds where = {from, from};
        const place *p = choose(r, s, from);
        if (strcmp(s->selector, "mirror") == 0)
            where.low = where.high = wend_xyz(s->mirrors_x ? -from.x : from.x, 0, s->mirrors_y ? -from.z : from.z);
        else if (p)
            where = p->bounds;
        if (s->has_box)
            where = s->box;
        add_goal(r, s, &where, one->speed);
        from = middle(&where);
        if (s->next[0] && !find_state(r, s->next))
            return fail(r, "there is no state '%s', where '%s' leads", s->next, s->name);
        s = s->next[0] ? find_state(r, s->next) : NULL;
    }
    source->goal_count = r->out->goal_count - source->goal;
    return true;
}

static bool make_case(reader *r)
{
    steerbench_case *out = r->out;
    out->name = "";
    out->bounds = (steerbench_bounds){wend_xyz(-100, 0, -100), wend_xyz(100, 0, 100)};
    for (int i = 0; i < r->agent_count; ++i)
    {
        const agent *one = &r->agents[i];
        steerbench_source *source = &out->sources[out->source_count++];
        *source = (steerbench_source){.count = 1,
                                      .radius = one->radius,
                                      .position = one->at,
                                      .direction = wend_xyz(1, 0, 0),
                                      .bounds = out->bounds};
        if (!add_goals(r, one, source))
            return false;
    }
    int kept = 0;
    for (int i = 0; i < out->obstacle_count; ++i)
        if (out->obstacles[i].corners >= 2)
            out->obstacles[kept++] = out->obstacles[i];
    out->obstacle_count = kept;
    return true;
}

bool menge_read(const char *path, steerbench_case *out, steerbench_error *error)
{
    *out = (steerbench_case){0};
    *error = (steerbench_error){0};
    reader *r = calloc(1, sizeof *r);
    agent *agents = calloc(MOST_AGENTS, sizeof *agents);
    out->sources = calloc(MOST_AGENTS, sizeof *out->sources);
    out->goals = calloc((size_t)MOST_AGENTS * MOST_STATES, sizeof *out->goals);
    out->obstacles = calloc(MOST_OBSTACLES + 1, sizeof *out->obstacles);
    out->corners = calloc(MOST_CORNERS, sizeof *out->corners);
    bool is_fine = r && agents && out->sources && out->goals && out->obstacles && out->corners;
    if (!is_fine)
        snprintf(error->text, sizeof error->text, "out of memory");
    else
    {
        r->agents = agents;
        r->out = out;
        r->error = error;
        is_fine = parse(r, path, begin_of_project);
        if (is_fine && r->scene[0] == '\0')
            is_fine = fail(r, "it is no project of Menge: it names no scene and behavior");
        is_fine = is_fine && parse_beside(r, path, r->scene, begin_of_scene) &&
                  parse_beside(r, path, r->behaviour, begin_of_behaviour);
        is_fine = is_fine && make_case(r);
    }
    free(agents);
    free(r);
    if (!is_fine)
        steerbench_free(out);
    return is_fine;
}
