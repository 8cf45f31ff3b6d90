// The floors of the house: no file includes a higher floor or a sibling.
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How high a header stands. Those of one height are siblings; a header may include only lower ones.
static const struct
{
    const char *name;
    int height;
} floors[] = {
    // clang-format off
    {"wend/base.h", 0},
    {"compiler.h", 0},
    {"lanes.h", 2},
    {"lanes_plain.h", 1},
    {"memory.h", 1},
    {"wend/vec.h", 1},
    {"real.h", 2},
    {"hashing.h", 2},
    {"jobs.h", 2},
    {"isa.h", 2},
    {"isa_begin.h", 2},
    {"isa_end.h", 2},
    {"wend/agent.h", 2},
    {"wend/obstacle.h", 2},
    {"wend/grid.h", 2},
    {"buckets.h", 2},
    {"wend/mesh.h", 2},
    {"wend/corridor.h", 3},
    {"wend/urge.h", 2},
    {"wend/decide.h", 3},
    {"decides.h", 4},
    {"grids.h", 3},
    {"wend/grid_sight.h", 3},
    {"sight.h", 4},
    {"any_angle.h", 4},
    {"meshes.h", 3},
    {"shapes.h", 3},
    {"touch.h", 4},
    {"casts.h", 5},
    {"arrive.h", 3},
    {"aside.h", 3},
    {"wend/sense.h", 10},
    {"wend/dodge.h", 10},
    {"wend/avoid.h", 10},
    {"wend/context.h", 10},
    {"wend/path.h", 10},
    {"wend/raster.h", 10},
    {"wend/grid_caster.h", 10},
    {"wend/steer.h", 10},
    {"wend/flock.h", 10},
    {"wend/formation.h", 10},
    {"wend/group.h", 10},
    {"wend/combine.h", 10},
    {"wend/motion.h", 10},
    {"wend/near.h", 10},
    {"wend/flow.h", 10},
    {"wend/social.h", 11},
    {"wend/orca.h", 12},
    {"program.h", 3},
    {"orcas.h", 13},
    {"kernel_program.h", 25},
    {"kernel_orca.h", 27},
    {"kernel_walk.h", 27},
    {"flows.h", 11},
    {"flock_sum.h", 11},
    {"slots.h", 11},
    {"context_block.c", 11},
    {"context_choose.c", 11},
    {"cells.h", 11},
    {"wend/goal.h", 20},
    {"wend/plan.h", 20},
    {"goals.h", 21},
    {"wend/recipe.h", 21},
    {"wend/reason.h", 22},
    {"recipes.h", 22},
    {"wend/world.h", 23},
    {"store.h", 24},
    {"storage.h", 25},
    {"brief.h", 25},
    {"hits.h", 25},
    {"flock_tile.h", 25},
    {"kernels.h", 25},
    {"kernel_needs.h", 27},
    {"kernel_flock.h", 26},
    {"kernel_cells.h", 25},
    {"kernel_hulls.h", 25},
    {"kernel_plain.h", 25},
    {"hulls.h", 25},
    {"wishes.h", 25},
    {"minds.h", 25},
    {"extras.h", 25},
    {"paths.h", 25},
    {"piles.h", 25},
    {"plans.h", 25},
    {"bodies.h", 26},
    {"thought.h", 26},
    {"progress.h", 25},
    {"stuck.h", 25},
    {"yield.h", 25},
    {"probe.h", 26},
    {"rings.h", 26},
    {"wend/check.h", 30},
    {"wend/explain.h", 30},
    {"wend/draw.h", 31},
    {"wend/save.h", 31},
    {"wend/record.h", 32},
    {"wend/wend.h", 33},
    {"codec.h", 3},
    {"record.h", 25},
    {"saved.h", 26},
    {"scenes.h", 40},
    {"parts.h", 41},
    {"course.h", 42},
    {"context_rings.h", 42},
    {"vocabulary.h", 42},
    {"obstacle_course.h", 42},
    {"arena.h", 42},
    {"pathfinder.h", 42},
    {"maze_crowd.h", 43},
    {"mesh_walk.h", 42},
    {"states.h", 42},
    {"survivors.h", 42},
    {"steerbench.h", 40},
    {"steerbench_parts.h", 41},
    {"steerbench_cases.h", 41},
    {"crowd_show.h", 43},
    {"chipmunk.h", 40},
    {"recast.h", 40},
    {"camera.h", 42},
    {"walled.h", 42},
    {"orders.h", 43},
    {"spheres.h", 43},
    // clang-format on
};

enum
{
    APP = 50,
    UNKNOWN = -1
};

static int height_of(const char *name)
{
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++)
    {
        if (strcmp(floors[i].name, name) == 0)
        {
            return floors[i].height;
        }
    }
    return UNKNOWN;
}

/// The name by which a file of a folder is included, and its height. A source stands with its header, or on top of its
/// folder.
static int height_of_file(const char *folder, const char *file)
{
    char name[512];
    bool is_source = strcmp(file + strlen(file) - 2, ".c") == 0;
    snprintf(name, sizeof name, "%s%s", strcmp(folder, "include/wend") == 0 ? "wend/" : "", file);
    name[strlen(name) - 1] = 'h';
    int height = height_of(name);
    if (height == UNKNOWN && strcmp(folder, "src") == 0)
    {
        char public_name[600];
        snprintf(public_name, sizeof public_name, "wend/%s", name);
        height = height_of(public_name);
    }
    if (height == UNKNOWN && is_source)
    {
        height = strcmp(folder, "src") == 0 ? 29 : strcmp(folder, "scenes") == 0 ? 49 : APP;
    }
    return strcmp(folder, "app") == 0 ? APP : height;
}

/// Looks at every include of a file. Returns how many there are.
static int check_file(const char *folder, const char *file)
{
    char path[512], line[512], own[512];
    snprintf(path, sizeof path, "%s/%s/%s", WEND_SOURCE, folder, file);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    int height = height_of_file(folder, file), found = 0;
    if (height == UNKNOWN)
    {
        print_error("%s/%s stands on no floor: add it to the table\n", folder, file);
        fail();
    }
    bool is_source = strcmp(file + strlen(file) - 2, ".c") == 0;
    snprintf(own, sizeof own, "%s", file);
    own[strlen(own) - 1] = 'h';
    while (fgets(line, sizeof line, stream))
    {
        char name[512];
        if (sscanf(line, "#include \"%127[^\"]\"", name) != 1)
        {
            continue;
        }
        found++;
        int other = height_of(name);
        const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
        bool is_own = is_source && strcmp(base, own) == 0;
        // Inside src the floors of the world may use one another's internal headers.
        bool is_inside = is_source && strcmp(folder, "src") == 0 && height >= 23 && other > 23 && other < 29;
        bool is_of_app = height == APP && other == UNKNOWN;
        // A source of the library may look into the internals that belong to its own floor or below it.
        bool is_internal = is_source && strcmp(folder, "src") == 0 && strchr(name, '/') == NULL && other <= height + 1;
        if (!is_own && !is_inside && !is_of_app && !is_internal && (other == UNKNOWN || other >= height))
        {
            print_error("%s/%s (height %d) includes %s (height %d)\n", folder, file, height, name, other);
            fail();
        }
    }
    fclose(stream);
    return found;
}

static int check_folder(const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", WEND_SOURCE, folder);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    int found = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    {
        size_t length = strlen(entry->d_name);
        bool is_code = length > 2 &&
                       (strcmp(entry->d_name + length - 2, ".c") == 0 || strcmp(entry->d_name + length - 2, ".h") == 0);
        found += is_code ? check_file(folder, entry->d_name) : 0;
    }
    closedir(directory);
    return found;
}

static void t_no_file_includes_a_higher_floor_or_a_sibling(void **state)
{
    (void)state;
    assert_true(check_folder("include/wend") > 10);
    assert_true(check_folder("src") > 30);
    assert_true(check_folder("scenes") > 5);
    assert_true(check_folder("adapters") > 1);
    assert_true(check_folder("app") > 10);
}

/// Does a file say what only some compilers know?
static bool is_for_some_compilers(const char *file)
{
    static const char *const words[] = {"__GNUC__", "__builtin_", "__attribute__", "__atomic_", "__extension__",
                                        "__typeof", "_Pragma",    "vector_size",   "#pragma"};
    char path[512], line[512];
    snprintf(path, sizeof path, "%s/src/%s", WEND_SOURCE, file);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    bool is_found = false;
    while (fgets(line, sizeof line, stream))
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            is_found |= strstr(line, words[i]) != NULL;
    fclose(stream);
    return is_found;
}

// compiler.h, with registers of several numbers (lanes.h) and other instruction sets (isa*) where it says so.
static void t_only_one_header_knows_what_compilers_know(void **state)
{
    (void)state;
    static const char *const may[] = {"compiler.h", "lanes.h", "isa.c", "isa_begin.h", "isa_end.h", "kernels_avx512.c"};
    DIR *directory = opendir(WEND_SOURCE "/src");
    assert_non_null(directory);
    int found = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    {
        if (entry->d_name[0] == '.' || !is_for_some_compilers(entry->d_name))
            continue;
        bool is_allowed = false;
        for (size_t i = 0; i < sizeof may / sizeof *may; i++)
            is_allowed |= strcmp(may[i], entry->d_name) == 0;
        if (!is_allowed)
        {
            print_error("src/%s asks for more than C17: see src/compiler.h\n", entry->d_name);
            fail();
        }
        found++;
    }
    closedir(directory);
    assert_int_equal(found, sizeof may / sizeof *may);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_no_file_includes_a_higher_floor_or_a_sibling),
        cmocka_unit_test(t_only_one_header_knows_what_compilers_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
