#include "page.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- JSON -----------------------------------------------------------------------------------------------------------

static size_t length;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(page_text + length, sizeof page_text - length, format, arguments);
    va_end(arguments);
    length += more > 0 ? (size_t)more : 0;
    if (length > sizeof page_text - 1)
        length = sizeof page_text - 1;
}

static void begin(void)
{
    length = 0;
    page_text[0] = 0;
}

static void say_text(const char *name, const char *text)
{
    say("\"%s\":\"", name);
    for (; text && *text; text++)
        if (*text == '"' || *text == '\\')
            say("\\%c", *text);
        else if (*text == '\n')
            say("\\n");
        else
            say("%c", *text);
    say("\"");
}

// What isn't finite has no place in JSON.
static void say_number(const char *name, double value)
{
    say("\"%s\":%.9g", name, isfinite(value) ? value : 0.0);
}

static void say_vec(const char *name, wend_vec v)
{
    say("\"%s\":[%.9g,%.9g,%.9g]", name, isfinite(v.x) ? (double)v.x : 0.0, isfinite(v.y) ? (double)v.y : 0.0,
        isfinite(v.z) ? (double)v.z : 0.0);
}

// ---- scenes ---------------------------------------------------------------------------------------------------------

static void say_whole(const scene *kind, int param)
{
    for (int i = 0; i < kind->whole_count; i++)
    {
        const scene_whole *whole = &kind->wholes[i];
        const scene_param *p = &kind->params[param];
        if (whole->param != param)
            continue;
        say(",\"isWhole\":true");
        for (int k = 0; whole->names && k <= (int)(p->high - p->low); k++)
            say("%s\"%s\"%s", k > 0 ? "," : ",\"names\":[", whole->names[k], k == (int)(p->high - p->low) ? "]" : "");
    }
}

static void say_params(const scene *kind)
{
    say("\"params\":[");
    for (int i = 0; i < kind->param_count; i++)
    {
        const scene_param *p = kind->params + i;
        say("%s{", i > 0 ? "," : "");
        say_text("name", p->name);
        say(",");
        say_text("label", p->label);
        say_whole(kind, i);
        say(",\"low\":%.9g,\"high\":%.9g,\"start\":%.9g,\"isSwitch\":%s}", (double)p->low, (double)p->high,
            (double)p->start, p->is_switch ? "true" : "false");
    }
    say("]");
}

/// What a scene says of itself.
PAGE(page_describe) const char *page_describe(int index)
{
    const scene *kind = scene_table[index];
    begin();
    say("{");
    say_text("name", kind->name);
    say(",");
    say_text("title", kind->title);
    say(",");
    say_text("about", kind->about);
    say(",");
    say_text("keys", kind->keys);
    say(",\"hasOwnR\":%s,\"hasOwnSpace\":%s,", kind->has_own_r ? "true" : "false",
        kind->has_own_space ? "true" : "false");
    say_number("step", kind->step_seconds);
    say(",");
    say_number("pictureSeconds", kind->picture_seconds);
    say(",");
    say_vec("low", kind->low);
    say(",");
    say_vec("high", kind->high);
    say(",");
    say_params(kind);
    say("}");
    return page_text;
}

PAGE(page_status) const char *page_status(void)
{
    page_text[0] = 0;
    if (page_run->kind->status)
        page_run->kind->status(page_run, page_text, sizeof page_text);
    return page_text;
}

/// What is drawn just now.
PAGE(page_legend) const char *page_legend(void)
{
    scene_legend legend;
    scene_list_signs(page_run, &legend);
    begin();
    say("[");
    for (int i = 0; i < legend.count; i++)
    {
        const scene_sign *sign = legend.signs + i;
        say("%s{\"mark\":%d,\"colour\":%u,", i > 0 ? "," : "", (int)sign->mark, (unsigned)sign->colour);
        say_text("word", sign->word);
        say("}");
    }
    say("]");
    return page_text;
}

// ---- why ------------------------------------------------------------------------------------------------------------

static void say_wishes(const wend_reason *reason)
{
    say("\"wishes\":[");
    for (int i = 0; i < reason->wish_count; i++)
    {
        const wend_reason_wish *from = &reason->wishes[i];
        bool has_goal = from->kind == WEND_WISH_GOAL || from->kind == WEND_WISH_ALSO;
        char name[64];
        snprintf(name, sizeof name, "%s%s%s", wend_wish_name(from->kind), has_goal ? ": " : "",
                 has_goal ? wend_goal_name(from->goal) : "");
        say("%s{", i > 0 ? "," : "");
        say_text("name", name);
        say(",");
        say_number("weight", (double)from->wish.weight);
        say(",");
        say_vec("wants", from->wish.velocity);
        say(",");
        say_vec("got", from->wish.taken);
        say("}");
    }
    say("],");
}

static int bits_of(uint64_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static void say_choice(const wend_choice_result *choice)
{
    static const char *const kinds[] = {[WEND_CHOICE_OK] = "a direction is chosen",
                                        [WEND_CHOICE_BLOCKED] = "all directions are blocked",
                                        [WEND_CHOICE_NOTHING] = "nothing is wanted"};
    say("\"choice\":{");
    say_text("status", (unsigned)choice->status < sizeof kinds / sizeof *kinds ? kinds[choice->status] : "");
    say(",\"candidates\":%d,\"hard\":%d,\"soft\":%d,", bits_of(choice->candidates), bits_of(choice->masked_by_hard),
        bits_of(choice->masked_by_soft));
    say_number("speed", (double)choice->speed);
    say("},");
}

static void say_cuts(unsigned cut_by)
{
    static const struct
    {
        unsigned flag;
        const char *name;
    } cuts[] = {{WEND_CUT_BY_RESPONSE, "response time"},  {WEND_CUT_BY_ACCELERATION, "acceleration limit"},
                {WEND_CUT_BY_SPEED, "top speed"},         {WEND_CUT_BY_TURN, "turn rate"},
                {WEND_CUT_BY_FACING, "facing elsewhere"}, {WEND_CUT_BY_CLIMB, "climb angle"}};
    char text[160] = "";
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++)
        if (cut_by & cuts[i].flag)
        {
            if (text[0])
                strcat(text, ", ");
            strcat(text, cuts[i].name);
        }
    say_text("cut", text);
}

/// Why the watched agent goes where it goes; {} if nobody is watched.
PAGE(page_why) const char *page_why(void)
{
    wend_reason reason;
    wend_agent_def def;
    begin();
    if (page_run->watched.value == 0 || wend_explain(page_run->world, page_run->watched, &reason) != WEND_OK ||
        wend_world_get(page_run->world, page_run->watched, &def) != WEND_OK)
    {
        say("{}");
        return page_text;
    }
    say("{\"agent\":%u,\"neighbours\":%d,\"isKept\":%s,\"isSpatial\":%s,", (unsigned)(reason.agent.value & 0xffffffffu),
        reason.neighbours, reason.is_kept ? "true" : "false",
        page_run->kind->project && (reason.heading.z != 0.0f || reason.position.z != 0.0f) ? "true" : "false");
    say_number("topSpeed", (double)def.agent.max_speed);
    say(",");
    say_vec("position", reason.position);
    say(",");
    say_vec("velocity", reason.velocity);
    say(",");
    say_wishes(&reason);
    say_vec("together", reason.combined);
    say(",");
    say_vec("dodged", reason.dodged);
    say(",");
    say_vec("result", reason.result);
    say(",");
    if (reason.plan.state != WEND_PLAN_IDLE)
    {
        say_text("plan", wend_plan_state_name(reason.plan.state));
        say(",\"points\":%d,", reason.plan.points);
        say_number("left", (double)reason.plan.left);
        say(",");
    }
    if (reason.has_choice)
        say_choice(&reason.choice);
    say_cuts(reason.cut_by);
    say("}");
    return page_text;
}
