// The page's texts: each scene has one, and there is none without a scene.
#include "testing_scene.h"

#include <dirent.h>
#include <stdio.h>

static void read_text(const char *name, char *text, size_t capacity)
{
    char path[1024];
    snprintf(path, sizeof path, WEND_SOURCE "/web/texts/%s.html", name);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, capacity - 1, file) : 0;
    text[length] = 0;
    if (file)
        fclose(file);
}

static void t_each_scene_has_its_text(void **state)
{
    (void)state;
    static char text[32768];
    for (int i = 0; i < scene_count; i++)
    {
        const scene *kind = scene_table[i];
        read_text(kind->name, text, sizeof text);
        int stars = 0;
        assert_in_scene(kind, sscanf(text, "stars: %d", &stars) == 1 && stars >= 1 && stars <= 3);
        assert_in_scene(kind, strstr(text, "class=\"formula\""));
        assert_in_scene(kind, strstr(text, "<h2>Try this</h2>"));
        assert_in_scene(kind, strlen(text) > 600);
    }
}

static void t_each_text_has_its_scene(void **state)
{
    (void)state;
    DIR *folder = opendir(WEND_SOURCE "/web/texts");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
    {
        char name[64];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(entry->d_name, "."), entry->d_name);
        if (!scene_find(name))
            fail_msg("web/texts/%s belongs to no scene", entry->d_name);
        count++;
    }
    closedir(folder);
    assert_int_equal(count, scene_count);
}

/// What the page makes a link of must be a parameter of the scene: href="?name=value&amp;name=value".
static void t_links_name_parameters(void **state)
{
    (void)state;
    static char text[32768];
    for (int i = 0; i < scene_count; i++)
    {
        const scene *kind = scene_table[i];
        read_text(kind->name, text, sizeof text);
        for (const char *at = text; (at = strstr(at, "href=\"?"));)
        {
            at += strlen("href=\"?");
            for (bool has_more = *at != '"'; has_more;)
            {
                char name[32];
                float value;
                int used = 0;
                if (sscanf(at, "%31[a-z0-9_]=%f%n", name, &value, &used) < 2)
                    fail_msg("%s: a link has no name=value at %.20s", kind->name, at);
                int param = scene_param_index(kind, name);
                if (param < 0 && strcmp(name, "seed") != 0)
                    fail_msg("%s: a link names %s, which is no parameter", kind->name, name);
                if (param >= 0 && (value < kind->params[param].low || value > kind->params[param].high))
                    fail_msg("%s: a link has %s=%g, beyond its ends", kind->name, name, (double)value);
                at += used;
                has_more = strncmp(at, "&amp;", 5) == 0;
                at += has_more ? 5 : 0;
            }
        }
    }
}

static void t_whole_numbers_have_whole_ends(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count; i++)
        for (int k = 0; k < scene_table[i]->whole_count; k++)
        {
            const scene *kind = scene_table[i];
            const scene_whole *whole = &kind->wholes[k];
            assert_in_scene(kind, whole->param >= 0 && whole->param < kind->param_count);
            const scene_param *param = &kind->params[whole->param];
            assert_in_scene(kind, param->low == floorf(param->low) && param->high == floorf(param->high));
            for (int value = 0; whole->names && value <= (int)(param->high - param->low); value++)
                assert_in_scene(kind, is_text(whole->names[value]));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_each_scene_has_its_text),
        cmocka_unit_test(t_each_text_has_its_scene),
        cmocka_unit_test(t_links_name_parameters),
        cmocka_unit_test(t_whole_numbers_have_whole_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
