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

// ---- legend -------------------------------------------------------------------------------------------------------

enum
{
    MAX_COLUMNS = 8
};

static const float SIGN_GAP = 7.0f;    // between a sample and its word
static const float COLUMN_GAP = 22.0f; // at least

// How wide the columns are if there are so many; returns their sum with all gaps.
static float measure_columns(canvas *c, float size, const scene_legend *legend, int columns, float widths[MAX_COLUMNS])
{
    float sum = COLUMN_GAP * (float)(columns - 1);
    for (int column = 0; column < columns; column++)
    {
        widths[column] = 0.0f;
        for (int i = column; i < legend->count; i += columns)
        {
            float width = SCENE_SIGN_WIDTH + SIGN_GAP + canvas_text_width(c, size, legend->signs[i].word);
            widths[column] = fmaxf(widths[column], width);
        }
        sum += widths[column];
    }
    return sum;
}

// A small view that the sample is drawn into just as its scene would draw it.
static void draw_sign(canvas *c, float x, float y, float size, const scene_sign *sign)
{
    float middle = y + 0.6f * size;
    canvas_view(c, wend_xyz(0.0f, 0.0f, 0.0f), wend_xyz(SCENE_SIGN_WIDTH, SCENE_SIGN_HEIGHT, 0.0f), (int)lrintf(x),
                (int)lrintf(middle - 0.5f * SCENE_SIGN_HEIGHT), (int)SCENE_SIGN_WIDTH, (int)SCENE_SIGN_HEIGHT);
    wend_draw table = canvas_table(c);
    scene_draw_sign(sign, &table);
    canvas_text(c, x + SCENE_SIGN_WIDTH + SIGN_GAP, y, size, LOOK_MUTED, sign->word);
}

float panel_legend(canvas *c, float x, float y, float width, float size, const scene_legend *legend, bool is_drawn)
{
    float widths[MAX_COLUMNS], pitch = 1.5f * size;
    int columns = legend->count < MAX_COLUMNS ? legend->count : MAX_COLUMNS;
    while (columns > 1 && measure_columns(c, size, legend, columns, widths) > width)
    {
        columns--;
    }
    if (columns < 1)
    {
        return 0.0f;
    }
    measure_columns(c, size, legend, columns, widths);
    float left = x;
    for (int i = 0; is_drawn && i < legend->count; i++)
    {
        left = i % columns == 0 ? x : left + widths[i % columns - 1] + COLUMN_GAP;
        draw_sign(c, left, y + pitch * (float)(i / columns), size, &legend->signs[i]);
    }
    return pitch * (float)((legend->count + columns - 1) / columns);
}
