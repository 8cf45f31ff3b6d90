#include "menge_read.h"

#include "steerbench_read.h"

#include <errno.h>
#include <expat.h>
#include <math.h>
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

static bool fail(reader *r, const char *what)
{
    if (!r->has_failed)
    {
        snprintf(r->error->text, sizeof r->error->text, "%s", what);
        r->error->line = r->parser ? (int)XML_GetCurrentLineNumber(r->parser) : 0;
    }
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

static float number_of(const XML_Char **attributes, const char *name, float otherwise)
{
    const char *text = text_of(attributes, name);
    double value = text ? strtod(text, NULL) : (double)otherwise;
    return isfinite(value) && fabs(value) < 1e6 ? (float)value : otherwise;
}

static void copy(char *to, const XML_Char **attributes, const char *name)
{
    const char *text = text_of(attributes, name);
    snprintf(to, NAME, "%.40s", text ? text : "");
}

static wend_vec ground(const XML_Char **attributes, const char *x, const char *y)
{
    return wend_xyz(number_of(attributes, x, 0), 0, number_of(attributes, y, 0));
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
static void set_property(profile *p, const XML_Char **a)
{
    const char *name = text_of(a, "name"), *kind = text_of(a, "dist");
    if (!name || !kind)
        return;
    float value = kind[0] == 'u'   ? 0.5f * (number_of(a, "min", 0) + number_of(a, "max", 0))
                  : kind[0] == 'n' ? number_of(a, "mean", 0)
                                   : number_of(a, "value", 0);
    if (strcmp(name, "r") == 0 && value > 0)
        p->radius = value;
    if (strcmp(name, "pref_speed") == 0 && value >= 0)
        p->speed = value;
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
    wend_vec anchor = ground(a, "anchor_x", "anchor_y"), offset = ground(a, "offset_x", "offset_y");
    int wide = (int)number_of(a, "count_x", 0), high = (int)number_of(a, "count_y", 0);
    for (int y = 0; y < high && !r->has_failed; ++y)
        for (int x = 0; x < wide && !r->has_failed; ++x)
            add_agent(r, wend_xyz(anchor.x + (float)x * offset.x, 0, anchor.z + (float)y * offset.z));
}

static void add_corner(reader *r, wend_vec at)
{
    steerbench_case *c = r->out;
    steerbench_obstacle *o = &c->obstacles[c->obstacle_count - 1];
    if (c->obstacle_count == 0 || c->corner_count == MOST_CORNERS)
    {
        fail(r, "there are too many corners");
        return;
    }
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
                is_fine = is_fine && fscanf(file, "%lf", &v[k]) == 1;
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
        last->radius = number_of(a, "r", last->radius);
        last->speed = number_of(a, "pref_speed", last->speed);
    }
    else if (strcmp(name, "Property") == 0 && last)
        set_property(last, a);
    else if (strcmp(name, "ProfileSelector") == 0)
        r->group_profile = find_profile(r, text_of(a, "name"));
    else if (strcmp(name, "StateSelector") == 0)
        copy(r->group_state, a, "name");
    else if (strcmp(name, "Generator") == 0 && type && strcmp(type, "rect_grid") == 0)
        add_grid(r, a);
    else if (strcmp(name, "Agent") == 0)
        add_agent(r, ground(a, "p_x", "p_y"));
    else if (strcmp(name, "ObstacleSet") == 0 && type && strcmp(type, "nav_mesh") == 0 && text_of(a, "file_name"))
        add_mesh(r, text_of(a, "file_name"));
    else if (strcmp(name, "Obstacle") == 0)
        add_obstacle(r, number_of(a, "closed", 1) == 0);
    else if (strcmp(name, "Vertex") == 0)
        add_corner(r, ground(a, "p_x", "p_y"));
}

// ---- the behaviour --------------------------------------------------------------------------------------------------

static state *find_state(reader *r, const char *name)
{
    for (int i = 0; i < r->state_count; ++i)
        if (strcmp(r->states[i].name, name) == 0)
            return &r->states[i];
    return NULL;
}

static steerbench_bounds box_of(const XML_Char **a)
{
    return (steerbench_bounds){ground(a, "min_x", "min_y"), ground(a, "max_x", "max_y")};
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
    *p = (place){.set = r->goal_set, .id = (int)number_of(a, "id", 0)};
    wend_vec point = ground(a, "x", "y");
    p->bounds = type && strcmp(type, "AABB") == 0 ? box_of(a) : (steerbench_bounds){point, point};
}

static void add_condition(reader *r, const XML_Char **a)
{
    state *from = find_state(r, r->transition_from);
    const char *type = text_of(a, "type");
    if (!from || !type)
        return;
    memcpy(from->next, r->transition_to, NAME);
    from->within = number_of(a, "distance", 0);
    from->has_box = strcmp(type, "AABB") == 0 && number_of(a, "inside", 1) != 0;
    from->box = box_of(a);
}

static void XMLCALL begin_of_behaviour(void *user, const XML_Char *name, const XML_Char **a)
{
    reader *r = user;
    state *last = r->state_count > 0 ? &r->states[r->state_count - 1] : NULL;
    if (strcmp(name, "GoalSet") == 0)
        r->goal_set = (int)number_of(a, "id", 0);
    else if (strcmp(name, "Goal") == 0)
        add_place(r, a);
    else if (strcmp(name, "State") == 0 && r->state_count < MOST_STATES)
    {
        state *s = &r->states[r->state_count++];
        *s = (state){.is_final = number_of(a, "final", 0) != 0};
        copy(s->name, a, "name");
    }
    else if (strcmp(name, "GoalSelector") == 0 && last)
    {
        copy(last->selector, a, "type");
        last->set = (int)number_of(a, "goal_set", 0);
        last->goal = (int)number_of(a, "goal", 0);
        last->mirrors_x = number_of(a, "mirror_x", 0) != 0;
        last->mirrors_y = number_of(a, "mirror_y", 0) != 0;
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
        return fail(r, strerror(errno));
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
        if (XML_Parse(r->parser, bytes, (int)size, is_last) != XML_STATUS_OK)
            is_fine = fail(r, XML_ErrorString(XML_GetErrorCode(r->parser)));
        is_fine = is_fine && !r->has_failed;
    }
    if (r->parser)
        XML_ParserFree(r->parser);
    r->parser = NULL;
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
static void add_goals(reader *r, const agent *one, steerbench_source *source)
{
    state *s = find_state(r, one->state);
    wend_vec from = one->at;
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
        s = find_state(r, s->next);
    }
    source->goal_count = r->out->goal_count - source->goal;
}

static void make_case(reader *r)
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
        add_goals(r, one, source);
    }
    int kept = 0;
    for (int i = 0; i < out->obstacle_count; ++i)
        if (out->obstacles[i].corners >= 2)
            out->obstacles[kept++] = out->obstacles[i];
    out->obstacle_count = kept;
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
        if (is_fine)
            make_case(r);
    }
    free(agents);
    free(r);
    if (!is_fine)
        steerbench_free(out);
    return is_fine;
}
