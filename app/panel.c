#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void rounded_box(canvas *c, float x, float y, float width, float height, float radius, wend_colour colour)
{
    float r = fminf(radius, 0.5f * fminf(width, height));
    canvas_disc(c, x + r, y + r, r, colour);
    canvas_disc(c, x + width - r, y + r, r, colour);
    canvas_disc(c, x + r, y + height - r, r, colour);
    canvas_disc(c, x + width - r, y + height - r, r, colour);
    canvas_rectangle(c, x + r, y, width - 2.0f * r, height, colour);
    canvas_rectangle(c, x, y + r, r, height - 2.0f * r, colour);
    canvas_rectangle(c, x + width - r, y + r, r, height - 2.0f * r, colour);
}

// ---- text in lines ------------------------------------------------------------------------------------------------

enum
{
    LINE_BYTES = 240
};

static void copy_line(char line[LINE_BYTES], const char *text, size_t length)
{
    size_t bytes = length < LINE_BYTES - 4 ? length : LINE_BYTES - 4;
    memcpy(line, text, bytes);
    line[bytes] = '\0';
}

// How many bytes of the text fit into one line, broken between words; at least one word.
static size_t fitting(canvas *c, const char *text, float width, float size)
{
    char line[LINE_BYTES];
    size_t best = 0;
    for (size_t end = 0;; end++)
    {
        if (text[end] != '\0' && text[end] != ' ')
        {
            continue;
        }
        copy_line(line, text, end);
        if (best > 0 && (end > LINE_BYTES - 4 || canvas_text_width(c, size, line) > width))
        {
            return best;
        }
        best = end;
        if (text[end] == '\0')
        {
            return best;
        }
    }
}

float text_block(canvas *c, float x, float y, float width, float size, wend_colour colour, const char *text, int lines,
                 bool is_drawn)
{
    float height = 0.0f;
    for (int i = 0; i < lines && text && *text; i++)
    {
        char line[LINE_BYTES];
        size_t length = fitting(c, text, width, size);
        copy_line(line, text, length);
        text += length + strspn(text + length, " ");
        if (i + 1 == lines && *text)
        {
            strcat(line, "...");
        }
        if (is_drawn)
        {
            canvas_text(c, x, y + height, size, colour, line);
        }
        height += size * 1.22f;
    }
    return height;
}

// ---- widgets ------------------------------------------------------------------------------------------------------

static bool is_over(const panel *p, float x, float y, float width, float height)
{
    return p->mouse.x >= x && p->mouse.x < x + width && p->mouse.y >= y && p->mouse.y < y + height;
}

void panel_begin(panel *p, canvas *c, float x, float y, float width, panel_mouse mouse)
{
    p->c = c;
    p->x = x;
    p->y = y;
    p->width = width;
    p->mouse = mouse;
    if (!mouse.is_down)
    {
        p->held = NULL;
    }
}

void panel_space(panel *p, float height)
{
    p->y += height;
}

void panel_title(panel *p, const char *text)
{
    canvas_text(p->c, p->x, p->y, 26.0f, LOOK_TEXT, text);
    p->y += 34.0f;
}

void panel_heading(panel *p, const char *text)
{
    canvas_text(p->c, p->x, p->y, 13.0f, LOOK_ACCENT, text);
    p->y += 22.0f;
}

void panel_text(panel *p, const char *text)
{
    p->y += text_block(p->c, p->x, p->y, p->width, 15.0f, LOOK_MUTED, text, 6, true);
}

static void write_right(panel *p, float right, float y, const char *text)
{
    canvas_text(p->c, right - canvas_text_width(p->c, 15.0f, text), y, 15.0f, LOOK_TEXT, text);
}

static void write_value(panel *p, float value, float low, float high)
{
    char text[32];
    float span = high - low;
    int digits = span >= 100.0f ? 0 : span >= 10.0f ? 1 : 2;
    snprintf(text, sizeof text, "%.*f", digits, (double)value);
    write_right(p, p->x + p->width, p->y, text);
}

bool panel_slider(panel *p, const char *label, float *value, float low, float high)
{
    float track = p->y + 27.0f, old = *value;
    bool is_hot = is_over(p, p->x, p->y + 16.0f, p->width, 22.0f);
    if (is_hot && p->mouse.is_clicked)
    {
        p->held = value;
    }
    if (p->held == value)
    {
        float share = fminf(fmaxf((p->mouse.x - p->x) / p->width, 0.0f), 1.0f);
        *value = low + share * (high - low);
    }
    bool is_lit = p->held == value || (is_hot && !p->held);
    float share = fminf(fmaxf((*value - low) / (high - low), 0.0f), 1.0f);
    float knob = p->x + 7.0f + share * (p->width - 14.0f);
    canvas_text(p->c, p->x, p->y, 15.0f, is_lit ? LOOK_TEXT : LOOK_MUTED, label);
    write_value(p, *value, low, high);
    rounded_box(p->c, p->x, track - 2.0f, p->width, 4.0f, 2.0f, LOOK_HOVER);
    rounded_box(p->c, p->x, track - 2.0f, knob - p->x, 4.0f, 2.0f, LOOK_ACCENT);
    canvas_disc(p->c, knob, track, is_lit ? 8.0f : 7.0f, LOOK_TEXT);
    p->y += 42.0f;
    return *value != old;
}

bool panel_switch(panel *p, const char *label, float *value)
{
    bool is_hot = is_over(p, p->x, p->y - 4.0f, p->width, 28.0f) && !p->held;
    bool is_flipped = is_hot && p->mouse.is_clicked;
    if (is_flipped)
    {
        *value = *value >= 0.5f ? 0.0f : 1.0f;
    }
    bool is_on = *value >= 0.5f;
    float left = p->x + p->width - 38.0f;
    canvas_text(p->c, p->x, p->y, 15.0f, is_hot ? LOOK_TEXT : LOOK_MUTED, label);
    rounded_box(p->c, left, p->y - 1.0f, 38.0f, 20.0f, 10.0f, is_on ? LOOK_ACCENT : LOOK_HOVER);
    canvas_disc(p->c, is_on ? left + 28.0f : left + 10.0f, p->y + 9.0f, 7.0f, LOOK_TEXT);
    p->y += 32.0f;
    return is_flipped;
}

bool panel_button(panel *p, const char *label, int index, int count)
{
    float gap = 8.0f, width = (p->width - gap * (float)(count - 1)) / (float)count, height = 30.0f;
    float x = p->x + (float)index * (width + gap), y = p->y;
    bool is_hot = is_over(p, x, y, width, height) && !p->held;
    rounded_box(p->c, x, y, width, height, 6.0f, is_hot ? LOOK_HOVER : LOOK_RAISED);
    float inset = 0.5f * (width - canvas_text_width(p->c, 15.0f, label));
    canvas_text(p->c, x + inset, y + 6.0f, 15.0f, LOOK_TEXT, label);
    if (index + 1 == count)
    {
        p->y += height + gap;
    }
    return is_hot && p->mouse.is_clicked;
}

// ---- keys ---------------------------------------------------------------------------------------------------------

static void write_key(panel *p, const char *part)
{
    char key[24], what[LINE_BYTES];
    const char *colon = strchr(part, ':');
    size_t length = colon ? (size_t)(colon - part) : strcspn(part, " ");
    snprintf(key, sizeof key, "%.*s", (int)length, part);
    snprintf(what, sizeof what, "%s", part + length + strspn(part + length, ": "));
    float cap = canvas_text_width(p->c, 13.0f, key) + 12.0f;
    rounded_box(p->c, p->x, p->y, cap, 20.0f, 4.0f, LOOK_RAISED);
    canvas_text(p->c, p->x + 6.0f, p->y + 2.0f, 13.0f, LOOK_TEXT, key);
    float indent = fmaxf(cap + 10.0f, 76.0f);
    float height = text_block(p->c, p->x + indent, p->y + 1.0f, p->width - indent, 15.0f, LOOK_MUTED, what, 3, true);
    p->y += fmaxf(height, 20.0f) + 5.0f;
}

void panel_keys(panel *p, const char *keys)
{
    while (keys && *keys)
    {
        char part[LINE_BYTES];
        keys += strspn(keys, ", ");
        size_t length = strcspn(keys, ",");
        copy_line(part, keys, length);
        keys += length;
        if (*part)
        {
            write_key(p, part);
        }
    }
}

float panel_legend(canvas *c, float x, float y, float size)
{
    static const struct
    {
        const char *name;
        wend_colour colour;
        bool is_dashed;
    } rows[4] = {{"velocity", WEND_COLOUR_VELOCITY, false},
                 {"wish", WEND_COLOUR_WISH, true},
                 {"steering", WEND_COLOUR_STEERING, false},
                 {"aim", WEND_COLOUR_AIM, false}};
    float right = x;
    for (int i = 0; i < 4; i++)
    {
        canvas_segment(c, right, y + 0.55f * size, right + 22.0f, y + 0.55f * size, 2.2f, rows[i].colour,
                       rows[i].is_dashed);
        canvas_text(c, right + 28.0f, y, size, LOOK_MUTED, rows[i].name);
        right += 28.0f + canvas_text_width(c, size, rows[i].name) + 16.0f;
    }
    return right - 16.0f - x;
}
