#include "picture.h"

#include "panel.h"
#include "vocabulary.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum
{
    COLUMNS = 3,
    CELL_WIDTH = 480,
    CELL_HEIGHT = 320,
    CELL_TEXT = 76,
    CELL_GAP = 24,
    SHEET_HEADER = 96
};

// ---- one picture --------------------------------------------------------------------------------------------------

typedef struct layout
{
    int width, header, view, footer;
} layout;

static layout layout_of(const scene *kind)
{
    float wide = fmaxf(kind->high.x - kind->low.x, 1e-6f), tall = fmaxf(kind->high.y - kind->low.y, 1e-6f);
    float aspect = fminf(fmaxf(wide / tall, 0.6f), 3.0f);
    layout out;
    out.width = (int)fminf(fmaxf(sqrtf(600000.0f * aspect), 720.0f), 1100.0f);
    out.view = (int)((float)out.width / aspect);
    out.header = 0;
    out.footer = 0;
    return out;
}

static void draw_scene(canvas *c, const scene_run *run, int x, int y, int width, int height)
{
    canvas_rectangle(c, (float)x, (float)y, (float)width, (float)height, run->kind->background);
    canvas_view(c, run->low, run->high, x, y, width, height);
    wend_draw table = canvas_table(c);
    scene_draw(run, &table);
}

static float draw_header(canvas *c, const scene *kind, float width, bool is_drawn)
{
    if (is_drawn)
    {
        canvas_rectangle(c, 20.0f, 17.0f, 4.0f, 24.0f, LOOK_ACCENT);
        canvas_text(c, 34.0f, 14.0f, 25.0f, LOOK_TEXT, kind->title);
    }
    return 46.0f + text_block(c, 34.0f, 46.0f, width - 54.0f, 16.0f, LOOK_MUTED, kind->about, 3, is_drawn) + 12.0f;
}

static float draw_footer(canvas *c, const scene_run *run, float top, float width, bool is_drawn)
{
    char text[400] = "";
    if (run->kind->status)
    {
        run->kind->status(run, text, sizeof text);
    }
    float y = top + 11.0f;
    y += text_block(c, 20.0f, y, width - 40.0f, 15.0f, LOOK_TEXT, text, 3, is_drawn);
    scene_legend legend;
    scene_list_signs(run, &legend);
    y += legend.count > 0 && text[0] ? 7.0f : 0.0f;
    y += panel_legend(c, 20.0f, y, width - 40.0f, 14.0f, &legend, is_drawn);
    return y > top + 11.0f ? y + 10.0f - top : 0.0f;
}

bool picture_of(scene_run *run, const char *path, wend_error *error)
{
    layout size = layout_of(run->kind);
    float width = (float)size.width;
    // The text is measured first: how many lines it takes decides how high the picture is.
    canvas *c = canvas_open(size.width, size.view, error);
    if (!c)
    {
        return false;
    }
    size.header = (int)draw_header(c, run->kind, width, false);
    size.footer = (int)draw_footer(c, run, 0.0f, width, false);
    canvas_resize(c, size.width, size.header + size.view + size.footer);
    canvas_clear(c, LOOK_BACK);
    draw_scene(c, run, 0, size.header, size.width, size.view);
    draw_header(c, run->kind, width, true);
    draw_footer(c, run, (float)(size.header + size.view), width, true);
    bool is_saved = canvas_save(c, path, error);
    canvas_close(c);
    return is_saved;
}

// ---- all of them --------------------------------------------------------------------------------------------------

static void play_demo(scene_run *run)
{
    double step = run->kind->step_seconds;
    long count = step > 0.0 ? lround(run->kind->picture_seconds / step) : 0;
    for (long i = 0; i < count; i++)
    {
        scene_advance_demo(run);
    }
}

static bool paste_view(canvas *sheet, const scene_run *run, int index, wend_error *error)
{
    int x = CELL_GAP + index % COLUMNS * (CELL_WIDTH + CELL_GAP);
    int y = SHEET_HEADER + index / COLUMNS * (CELL_HEIGHT + CELL_TEXT + CELL_GAP);
    // Twice the size of its place, so that lines and text become finer with the rest.
    canvas *view = canvas_open(CELL_WIDTH * 2, CELL_HEIGHT * 2, error);
    if (!view)
    {
        return false;
    }
    draw_scene(view, run, 0, 0, CELL_WIDTH * 2, CELL_HEIGHT * 2);
    canvas_paste(sheet, view, x, y, CELL_WIDTH, CELL_HEIGHT);
    canvas_close(view);
    float left = (float)x, top = (float)(y + CELL_HEIGHT) + 9.0f;
    canvas_text(sheet, left, top, 20.0f, LOOK_TEXT, run->kind->title);
    text_block(sheet, left, top + 25.0f, (float)CELL_WIDTH, 14.0f, LOOK_MUTED, run->kind->about, 2, true);
    return true;
}

static bool add_scene(canvas *sheet, int index, const char *folder, wend_error *error)
{
    scene_run *run = scene_start(scene_table[index], NULL, error);
    if (!run)
    {
        return false;
    }
    play_demo(run);
    bool is_done = true;
    if (folder)
    {
        char path[1024];
        int length = snprintf(path, sizeof path, "%s/%s.png", folder, run->kind->name);
        is_done = length < (int)sizeof path && picture_of(run, path, error);
        if (length >= (int)sizeof path)
        {
            error->status = WEND_ERROR_VALUE;
            snprintf(error->text, sizeof error->text, "the name of the folder is longer than 1000 bytes");
        }
    }
    is_done = is_done && paste_view(sheet, run, index, error);
    scene_stop(run);
    return is_done;
}

static canvas *new_sheet(wend_error *error)
{
    int rows = (scene_count + COLUMNS - 1) / COLUMNS;
    int width = CELL_GAP + COLUMNS * (CELL_WIDTH + CELL_GAP);
    canvas *sheet = canvas_open(width, SHEET_HEADER + rows * (CELL_HEIGHT + CELL_TEXT + CELL_GAP), error);
    if (sheet)
    {
        canvas_clear(sheet, LOOK_BACK);
        canvas_rectangle(sheet, (float)CELL_GAP, 26.0f, 5.0f, 46.0f, LOOK_ACCENT);
        canvas_text(sheet, CELL_GAP + 17.0f, 20.0f, 34.0f, LOOK_TEXT, "wend");
        canvas_text(sheet, CELL_GAP + 17.0f, 56.0f, 16.0f, LOOK_MUTED, "to go one's way, slowly and by turns");
    }
    return sheet;
}

static void show_progress(int index)
{
    if (isatty(2))
    {
        bool is_last = index == scene_count;
        fprintf(stderr, "\r\033[K");
        if (!is_last)
        {
            fprintf(stderr, "%d of %d: %s", index + 1, scene_count, scene_table[index]->name);
        }
        fflush(stderr);
    }
}

int picture_gallery(const char *folder, const char *sheet_path)
{
    wend_error error = {WEND_OK, ""};
    canvas *sheet = new_sheet(&error);
    bool is_done = sheet != NULL;
    const char *where = "";
    for (int i = 0; is_done && i < scene_count; i++)
    {
        show_progress(i);
        is_done = add_scene(sheet, i, folder, &error);
        where = is_done ? "" : scene_table[i]->name;
    }
    show_progress(scene_count);
    is_done = is_done && canvas_save(sheet, sheet_path, &error);
    canvas_close(sheet);
    if (!is_done)
    {
        fprintf(stderr, "wend: %s%s%s\n", where, *where ? ": " : "", error.text);
    }
    return is_done ? 0 : 1;
}

// ---- the behaviours -----------------------------------------------------------------------------------------------

enum
{
    ROOM_PIXELS_WIDE = 360,
    ROOM_PIXELS_HIGH = 216
};

/// The floor of a room; "path: carrot" becomes path_carrot.png.
static bool save_room(scene_run *run, const char *folder, const room *r, wend_error *error)
{
    char path[1024], name[64];
    int length = 0;
    canvas *c = canvas_open(ROOM_PIXELS_WIDE, ROOM_PIXELS_HIGH, error);
    if (!c)
    {
        return false;
    }
    for (const char *at = r->kind->label; *at && length < (int)sizeof name - 1; at++)
    {
        if (*at != ' ')
            name[length++] = *at == ':' ? '_' : *at;
    }
    name[length] = '\0';
    run->low = wend_sub(r->middle, wend_xyz(ROOM_HALF_X, ROOM_HALF_Y, 0.0f));
    run->high = wend_add(r->middle, wend_xyz(ROOM_HALF_X, ROOM_HALF_Y, 0.0f));
    draw_scene(c, run, 0, 0, ROOM_PIXELS_WIDE, ROOM_PIXELS_HIGH);
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    bool is_saved = canvas_save(c, path, error);
    canvas_close(c);
    return is_saved;
}

int picture_behaviours(const char *folder)
{
    wend_error error = {WEND_OK, ""};
    scene_run *run = scene_start(scene_find("vocabulary"), NULL, &error);
    bool is_done = run != NULL;
    if (is_done)
    {
        play_demo(run);
        run->is_paused = true;
    }
    for (int page = 1; is_done && vocabulary_room(run, page); page++)
    {
        run->params[scene_param_index(run->kind, "page")] = (float)page;
        scene_advance(run, &(scene_input){0});
        is_done = save_room(run, folder, vocabulary_room(run, page), &error);
    }
    scene_stop(run);
    if (!is_done)
    {
        fprintf(stderr, "wend gallery: %s\n", error.text);
    }
    return is_done ? 0 : 1;
}
