// The XML is read into a small tree first, so that elements can come in any order and every complaint knows its line.
#include "steerbench_read.h"

#include <errno.h>
#include <expat.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_BYTES = 16 << 20,
    MOST_DEPTH = 64,
    MOST_TEXT = 1 << 16, // of one element: entities can blow up

    MOST_RANDOM_OBSTACLES = 10000
};

typedef struct xml_node
{
    struct xml_node *parent, *first, *last, *next;
    struct xml_node *made_before; // all of them, to be freed
    int line;
    bool is_open; // isClosed="false"
    char *text;
    size_t length;
    char name[48];
} xml_node;

typedef struct reader
{
    XML_Parser parser;
    steerbench_case *out;
    steerbench_error *error;
    xml_node *root, *here, *made;
    int depth;
    int lines_before; // skipped in front of <?xml
    bool has_failed;
} reader;

static bool fail(reader *r, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(reader *r, int line, const char *format, ...)
{
    if (!r->has_failed)
    {
        va_list list;
        va_start(list, format);
        vsnprintf(r->error->text, sizeof r->error->text, format, list);
        va_end(list);
        r->error->line = line;
    }
    r->has_failed = true;
    return false;
}

// ---- the tree -----------------------------------------------------------------------------------------------------

static void free_tree(xml_node *made)
{
    while (made)
    {
        xml_node *before = made->made_before;
        free(made->text);
        free(made);
        made = before;
    }
}

static int line_now(const reader *r)
{
    return r->lines_before + (int)XML_GetCurrentLineNumber(r->parser);
}

static void stop(reader *r, const char *what)
{
    fail(r, line_now(r), "%s", what);
    XML_StopParser(r->parser, XML_FALSE);
}

static void XMLCALL begin_element(void *user, const XML_Char *name, const XML_Char **attributes)
{
    reader *r = user;
    xml_node *node = calloc(1, sizeof *node);
    if (!node)
    {
        stop(r, "out of memory");
        return;
    }
    const char *colon = strrchr(name, ':');
    snprintf(node->name, sizeof node->name, "%s", colon ? colon + 1 : name);
    node->line = line_now(r);
    for (int i = 0; attributes[i]; i += 2)
        node->is_open |= strcmp(attributes[i], "isClosed") == 0 && strcmp(attributes[i + 1], "false") == 0;
    node->made_before = r->made, r->made = node;
    node->parent = r->here;
    if (!r->here)
        r->root = node;
    else if (r->here->last)
        r->here->last->next = node;
    else
        r->here->first = node;
    if (r->here)
        r->here->last = node;
    r->here = node;
    if (++r->depth > MOST_DEPTH)
        stop(r, "elements are nested too deeply");
}

static void XMLCALL end_element(void *user, const XML_Char *name)
{
    (void)name;
    reader *r = user;
    xml_node *node = r->here;
    if (r->has_failed)
        return;
    while (node->length > 0 && strchr(" \t\r\n", node->text[node->length - 1]))
        node->text[--node->length] = '\0';
    r->here = node->parent;
    --r->depth;
}

static void XMLCALL add_text(void *user, const XML_Char *text, int length)
{
    reader *r = user;
    xml_node *node = r->here;
    if (r->has_failed)
        return;
    while (node->length == 0 && length > 0 && strchr(" \t\r\n", *text))
        ++text, --length;
    if (length == 0)
        return;
    if (node->length + (size_t)length > MOST_TEXT)
    {
        stop(r, "the text of an element is too long, 65536 bytes at most");
        return;
    }
    char *longer = realloc(node->text, node->length + (size_t)length + 1);
    if (!longer)
    {
        stop(r, "out of memory");
        return;
    }
    memcpy(longer + node->length, text, (size_t)length);
    node->text = longer;
    node->length += (size_t)length;
    longer[node->length] = '\0';
}

// Some cases have a comment before <?xml, which no parser takes: returns where the declaration is, or 0.
static size_t declaration_at(const char *bytes, size_t size)
{
    size_t at = 0;
    for (;;)
    {
        while (at < size && strchr(" \t\r\n", bytes[at]) && bytes[at] != '\0')
            ++at;
        if (size - at < 6 || strncmp(bytes + at, "<!--", 4) != 0)
            break;
        const char *end = strstr(bytes + at + 4, "-->");
        if (!end)
            break;
        at = (size_t)(end - bytes) + 3;
    }
    return size - at >= 6 && strncmp(bytes + at, "<?xml ", 6) == 0 ? at : 0;
}

static bool parse(reader *r, const char *bytes, size_t size)
{
    size_t at = declaration_at(bytes, size);
    for (size_t i = 0; i < at; ++i)
        r->lines_before += bytes[i] == '\n';
    r->parser = XML_ParserCreate(NULL);
    if (!r->parser)
        return fail(r, 0, "out of memory");
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r->parser, add_text);
    if (XML_Parse(r->parser, bytes + at, (int)(size - at), XML_TRUE) != XML_STATUS_OK)
        fail(r, line_now(r), "broken XML: %s", XML_ErrorString(XML_GetErrorCode(r->parser)));
    XML_ParserFree(r->parser);
    return !r->has_failed;
}

// All bytes and a null behind them; null with the reason told.
static char *load(reader *r, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
    {
        fail(r, 0, "%s", strerror(errno));
        return NULL;
    }
    char *bytes = NULL;
    size_t capacity = 0;
    *size = 0;
    do
    {
        capacity = capacity ? 2 * capacity : 1 << 16;
        char *more = capacity <= MOST_BYTES ? realloc(bytes, capacity + 1) : NULL;
        if (!more)
        {
            fail(r, 0, capacity > MOST_BYTES ? "is too large, 16 MB at most" : "out of memory");
            break;
        }
        bytes = more;
        *size += fread(bytes + *size, 1, capacity - *size, file);
    } while (*size == capacity);
    if (ferror(file))
        fail(r, 0, "%s", strerror(errno));
    fclose(file);
    if (bytes)
        bytes[*size] = '\0';
    if (!r->has_failed)
        return bytes;
    free(bytes);
    return NULL;
}

// ---- what is in it ------------------------------------------------------------------------------------------------

static const xml_node *child(const xml_node *node, const char *name)
{
    for (const xml_node *c = node->first; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static const xml_node *need(reader *r, const xml_node *node, const char *name)
{
    const xml_node *found = child(node, name);
    if (!found)
        fail(r, node->line, "%s has no %s", node->name, name);
    return found;
}

static bool read_number(reader *r, const xml_node *node, double low, double high, float *out)
{
    const char *text = node->text ? node->text : "";
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number) || fabs(number) > (double)FLT_MAX)
        return fail(r, node->line, "%s is '%.40s', must be a finite number", node->name, text);
    if (number < low || number > high)
        return fail(r, node->line, "%s is %.9g, must be from %.9g to %.9g", node->name, number, low, high);
    *out = (float)number;
    return true;
}

// Places beyond these are of no use in a float: their neighbours are metres away.
static const double FAR_OFF = 1e7;
static const double SMALLEST = 1e-3;

static bool need_number(reader *r, const xml_node *node, const char *name, double low, double high, float *out)
{
    const xml_node *found = need(r, node, name);
    return found && read_number(r, found, low, high, out);
}

static bool need_count(reader *r, const xml_node *node, const char *name, int most, int *out)
{
    float number;
    if (!need_number(r, node, name, 0, most, &number))
        return false;
    if (number != floorf(number))
        return fail(r, child(node, name)->line, "%s is %.9g, must be a whole number", name, (double)number);
    *out = (int)number;
    return true;
}

static bool is_random(const xml_node *node)
{
    const xml_node *found = child(node, "random");
    return found && found->text && (strcmp(found->text, "true") == 0 || strcmp(found->text, "1") == 0);
}

// x and z of an element; y is up, and nobody looks at it.
static bool read_ground(reader *r, const xml_node *node, wend_vec *out)
{
    *out = wend_xyz(0, 0, 0);
    return need_number(r, node, "x", -FAR_OFF, FAR_OFF, &out->x) &&
           need_number(r, node, "z", -FAR_OFF, FAR_OFF, &out->z);
}

static bool need_ground(reader *r, const xml_node *node, const char *name, wend_vec *out)
{
    const xml_node *found = need(r, node, name);
    return found && read_ground(r, found, out);
}

// Sides that were swapped are swapped back: the circle cases have world bounds that end before they begin.
static bool read_bounds(reader *r, const xml_node *node, steerbench_bounds *out)
{
    float a, b, c, d;
    if (!need_number(r, node, "xmin", -FAR_OFF, FAR_OFF, &a) || !need_number(r, node, "xmax", -FAR_OFF, FAR_OFF, &b) ||
        !need_number(r, node, "zmin", -FAR_OFF, FAR_OFF, &c) || !need_number(r, node, "zmax", -FAR_OFF, FAR_OFF, &d))
        return false;
    out->low = wend_xyz(fminf(a, b), 0, fminf(c, d));
    out->high = wend_xyz(fmaxf(a, b), 0, fmaxf(c, d));
    return true;
}

static bool need_bounds(reader *r, const xml_node *node, const char *name, steerbench_bounds *out)
{
    const xml_node *found = need(r, node, name);
    return found && read_bounds(r, found, out);
}

static void set_box(steerbench_obstacle *box, wend_vec centre, wend_vec half, float degrees)
{
    float angle = degrees * (WEND_PI / 180);
    box->kind = STEERBENCH_BOX;
    box->centre = centre;
    box->half = half;
    box->cosine = wend_cos(angle), box->sine = wend_sin(angle);
    float x = half.x * fabsf(box->cosine) + half.z * fabsf(box->sine);
    float z = half.z * fabsf(box->cosine) + half.x * fabsf(box->sine);
    box->bounds.low = wend_sub(centre, wend_xyz(x, 0, z));
    box->bounds.high = wend_add(centre, wend_xyz(x, 0, z));
}

static bool read_box(reader *r, const xml_node *node, steerbench_obstacle *out)
{
    steerbench_bounds b;
    if (!read_bounds(r, node, &b))
        return false;
    set_box(out, wend_lerp(b.low, b.high, 0.5f), wend_scale(wend_sub(b.high, b.low), 0.5f), 0);
    return true;
}

static bool read_circle(reader *r, const xml_node *node, steerbench_obstacle *out)
{
    if (!need_ground(r, node, "position", &out->centre) || !need_number(r, node, "radius", 0, FAR_OFF, &out->radius))
        return false;
    wend_vec reach = wend_xyz(out->radius, 0, out->radius);
    out->kind = STEERBENCH_CIRCLE;
    out->bounds = (steerbench_bounds){wend_sub(out->centre, reach), wend_add(out->centre, reach)};
    return true;
}

static bool read_oriented_box(reader *r, const xml_node *node, steerbench_obstacle *out)
{
    wend_vec centre, size;
    float degrees;
    if (!need_ground(r, node, "position", &centre) || !need_ground(r, node, "size", &size) ||
        !need_number(r, node, "thetaY", -FAR_OFF, FAR_OFF, &degrees))
        return false;
    if (size.x < 0 || size.z < 0)
        return fail(r, child(node, "size")->line, "size is below 0");
    set_box(out, centre, wend_scale(size, 0.5f), degrees);
    return true;
}

static bool read_polygon(reader *r, const xml_node *node, steerbench_obstacle *out)
{
    out->kind = STEERBENCH_POLYGON;
    out->is_open = node->is_open;
    out->corner = r->out->corner_count;
    for (const xml_node *c = node->first; c; c = c->next)
    {
        wend_vec at;
        if (strcmp(c->name, "vertex") != 0)
            return fail(r, c->line, "polygonObstacle has a %s, must be vertex", c->name);
        if (!read_ground(r, c, &at))
            return false;
        steerbench_bounds *b = &out->bounds;
        b->low = out->corners ? wend_xyz(fminf(b->low.x, at.x), 0, fminf(b->low.z, at.z)) : at;
        b->high = out->corners ? wend_xyz(fmaxf(b->high.x, at.x), 0, fmaxf(b->high.z, at.z)) : at;
        r->out->corners[r->out->corner_count++] = at;
        ++out->corners;
    }
    return out->corners >= 2 ||
           fail(r, node->line, "polygonObstacle has %d vertices, must be 2 at least", out->corners);
}

static bool read_obstacle_region(reader *r, const xml_node *node)
{
    steerbench_obstacle_region *out = &r->out->regions[r->out->region_count++];
    out->line = node->line;
    return need_count(r, node, "numObstacles", MOST_RANDOM_OBSTACLES, &out->count) &&
           need_number(r, node, "obstacleSize", SMALLEST, FAR_OFF, &out->side) &&
           need_bounds(r, node, "regionBounds", &out->bounds);
}

typedef struct goal_row
{
    const char *name;
    steerbench_goal_kind kind;
} goal_row;

static const goal_row goal_rows[] = {
    {"seekStaticTarget", STEERBENCH_SEEK},
    {"groupTarget", STEERBENCH_SEEK},
    {"seekDynamicTarget", STEERBENCH_SEEK_AGENT},
    {"seekAxisAlignedBoxRegion", STEERBENCH_SEEK_BOX},
    {"fleeStaticTarget", STEERBENCH_FLEE},
    {"fleeDynamicTarget", STEERBENCH_FLEE_AGENT},
    {"flowStaticDirection", STEERBENCH_FLOW},
    {"flowDynamicDirection", STEERBENCH_FLOW},
    {"idle", STEERBENCH_IDLE},
};

static bool read_goal_target(reader *r, const xml_node *node, steerbench_goal *out)
{
    bool is_flow = out->kind == STEERBENCH_FLOW;
    const xml_node *place = child(node, is_flow ? "targetDirection" : "targetLocation");
    const xml_node *name = child(node, "targetName");
    out->is_random = is_random(node) || (place && is_random(place));
    if (is_flow)
        out->point = wend_xyz(1, 0, 0);
    if (out->kind == STEERBENCH_SEEK_BOX)
        return need_bounds(r, node, "goalRegionBounds", &out->bounds);
    if (out->kind == STEERBENCH_SEEK_AGENT || out->kind == STEERBENCH_FLEE_AGENT)
    {
        out->target_name = name ? name->text : NULL;
        return out->is_random || out->target_name || fail(r, node->line, "%s has no targetName", node->name);
    }
    return out->is_random || !place || read_ground(r, place, &out->point);
}

static bool read_goal(reader *r, const xml_node *node)
{
    steerbench_goal *out = &r->out->goals[r->out->goal_count++];
    *out = (steerbench_goal){.line = node->line, .speed = 1.33f, .seconds = 100000};
    size_t row = 0, rows = sizeof goal_rows / sizeof goal_rows[0];
    while (row < rows && strcmp(goal_rows[row].name, node->name) != 0)
        ++row;
    if (row == rows)
        return fail(r, node->line, "unknown goal %s, the usual one is seekStaticTarget", node->name);
    out->kind = goal_rows[row].kind;
    const xml_node *speed = child(node, "desiredSpeed"), *seconds = child(node, "timeDuration");
    if (speed && !read_number(r, speed, 0, 1e6, &out->speed))
        return false;
    if (seconds && !read_number(r, seconds, 0, (double)FLT_MAX, &out->seconds))
        return false;
    return read_goal_target(r, node, out);
}

static bool read_direction(reader *r, const xml_node *node, steerbench_source *out)
{
    const xml_node *direction = need(r, node, "direction");
    if (!direction)
        return false;
    out->is_random_direction = is_random(direction);
    if (!out->is_random_direction && !read_ground(r, direction, &out->direction))
        return false;
    out->direction = wend_normalize(out->direction);
    return need_number(r, node, "speed", 0, 1e6, &out->speed);
}

static bool read_position(reader *r, const xml_node *node, const xml_node *initial, steerbench_source *out)
{
    out->bounds = r->out->bounds;
    out->count = 1;
    if (out->kind == STEERBENCH_REGION)
    {
        out->is_random_position = true;
        return need_count(r, node, "numAgents", STEERBENCH_MOST_AGENTS, &out->count) &&
               need_bounds(r, node, "regionBounds", &out->bounds);
    }
    const xml_node *position = need(r, initial, "position");
    if (!position)
        return false;
    out->is_random_position = is_random(position);
    return out->is_random_position || read_ground(r, position, &out->position);
}

static bool read_source(reader *r, const xml_node *node, steerbench_source_kind kind)
{
    steerbench_source *out = &r->out->sources[r->out->source_count++];
    const xml_node *initial = need(r, node, "initialConditions");
    const xml_node *name = child(node, "name");
    *out = (steerbench_source){.kind = kind, .line = node->line, .name = name ? name->text : NULL};
    out->goal = r->out->goal_count;
    if (!initial || !need_number(r, initial, "radius", SMALLEST, 1e3, &out->radius) ||
        !read_direction(r, initial, out) || !read_position(r, node, initial, out))
        return false;
    const xml_node *sequence = child(node, "goalSequence"); // without one there is nothing to be done
    for (const xml_node *goal = sequence ? sequence->first : NULL; goal; goal = goal->next)
        if (!read_goal(r, goal))
            return false;
    out->goal_count = r->out->goal_count - out->goal;
    return true;
}

static bool read_header(reader *r)
{
    const xml_node *header = need(r, r->root, "header");
    if (!header || !need_bounds(r, header, "worldBounds", &r->out->bounds))
        return false;
    const xml_node *name = child(header, "name");
    r->out->name = name && name->text ? name->text : "";
    return true;
}

typedef bool obstacle_fn(reader *r, const xml_node *node, steerbench_obstacle *out);

static obstacle_fn *obstacle_reader(const char *name)
{
    return strcmp(name, "obstacle") == 0              ? read_box
           : strcmp(name, "circleObstacle") == 0      ? read_circle
           : strcmp(name, "orientedBoxObstacle") == 0 ? read_oriented_box
           : strcmp(name, "polygonObstacle") == 0     ? read_polygon
                                                      : NULL;
}

static bool read_element(reader *r, const xml_node *node)
{
    obstacle_fn *obstacle = obstacle_reader(node->name);
    if (obstacle)
        return obstacle(r, node, &r->out->obstacles[r->out->obstacle_count++]);
    if (strcmp(node->name, "agent") == 0)
        return read_source(r, node, STEERBENCH_AGENT);
    if (strcmp(node->name, "agentRegion") == 0)
        return read_source(r, node, STEERBENCH_REGION);
    if (strcmp(node->name, "agentEmitter") == 0)
        return read_source(r, node, STEERBENCH_EMITTER);
    if (strcmp(node->name, "obstacleRegion") == 0)
        return read_obstacle_region(r, node);
    if (strcmp(node->name, "header") == 0 || strcmp(node->name, "suggestedCameraView") == 0)
        return true;
    return fail(r, node->line, "%s is not supported in a test case", node->name);
}

// Room for as many of each as the tree could hold at most.
static bool make_room(reader *r)
{
    size_t elements = 1, corners = 1, goals = 1;
    for (const xml_node *node = r->root->first; node; node = node->next, ++elements)
        for (const xml_node *c = node->first; c; c = c->next, ++corners)
            for (const xml_node *g = c->first; g; g = g->next)
                ++goals;
    steerbench_case *out = r->out;
    out->sources = calloc(elements, sizeof *out->sources);
    out->obstacles = calloc(elements, sizeof *out->obstacles);
    out->regions = calloc(elements, sizeof *out->regions);
    out->goals = calloc(goals, sizeof *out->goals);
    out->corners = calloc(corners, sizeof *out->corners);
    return (out->sources && out->obstacles && out->regions && out->goals && out->corners) ||
           fail(r, 0, "out of memory");
}

static bool count_agents(reader *r)
{
    int count = 0;
    for (int i = 0; i < r->out->source_count; ++i)
    {
        count += r->out->sources[i].count;
        if (count > STEERBENCH_MOST_AGENTS)
            return fail(r, r->out->sources[i].line, "there are more than %d agents", STEERBENCH_MOST_AGENTS);
    }
    return true;
}

static bool count_obstacles(reader *r)
{
    int count = 0;
    for (int i = 0; i < r->out->region_count; ++i)
    {
        count += r->out->regions[i].count;
        if (count > MOST_RANDOM_OBSTACLES)
            return fail(r, r->out->regions[i].line, "there are more than %d random obstacles", MOST_RANDOM_OBSTACLES);
    }
    return true;
}

static bool find_targets(reader *r)
{
    for (int i = 0; i < r->out->goal_count; ++i)
    {
        steerbench_goal *goal = &r->out->goals[i];
        int source = 0;
        if (!goal->target_name || goal->is_random)
            continue;
        while (source < r->out->source_count &&
               (!r->out->sources[source].name || strcmp(r->out->sources[source].name, goal->target_name) != 0))
            ++source;
        if (source == r->out->source_count)
            return fail(r, goal->line, "targetName is '%.60s', there is no agent of that name", goal->target_name);
        goal->source = source;
    }
    return true;
}

static bool read_tree(reader *r)
{
    if (strcmp(r->root->name, "SteerBenchTestCase") != 0)
        return fail(r, r->root->line, "the root is %s, must be SteerBenchTestCase", r->root->name);
    if (!make_room(r) || !read_header(r))
        return false;
    for (const xml_node *node = r->root->first; node; node = node->next)
        if (!read_element(r, node))
            return false;
    return count_agents(r) && count_obstacles(r) && find_targets(r);
}

bool steerbench_read(const char *path, steerbench_case *out, steerbench_error *error)
{
    *out = (steerbench_case){0};
    *error = (steerbench_error){0};
    reader r = {.out = out, .error = error};
    size_t size;
    char *bytes = load(&r, path, &size);
    bool is_read = bytes && parse(&r, bytes, size) && read_tree(&r);
    free(bytes);
    out->memory = r.made;
    if (!is_read)
        steerbench_free(out);
    return is_read;
}

void steerbench_free(steerbench_case *c)
{
    free_tree(c->memory);
    free(c->sources);
    free(c->goals);
    free(c->obstacles);
    free(c->regions);
    free(c->corners);
    *c = (steerbench_case){0};
}
