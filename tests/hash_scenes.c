// Prints the hash of every scene after four seconds of its demo: a line a scene.
//   usage: hash_scenes [THREADS [SET [SCENE...]]]     an instruction set of src/isa.h; one that isn't there: exit code 3
#include "../src/isa.h"
#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_named(const char *scene, int count, char **names)
{
    bool is = count <= 0;
    for (int i = 0; i < count; i++)
        is = is || strcmp(scene, names[i]) == 0;
    return is;
}

int main(int argc, char **argv)
{
    scene_options options = {0};
    options.threads = argc > 1 ? atoi(argv[1]) : 1;
    isa_set set = ISA_SET_BASELINE;
    while (argc > 2 && set < ISA_SET_COUNT && strcmp(argv[2], isa_name(set)) != 0)
        set++;
    if (argc > 2 && (set == ISA_SET_COUNT || !isa_use(set)))
    {
        fprintf(stderr, "this machine hasn't got %s\n", argv[2]);
        return 3;
    }
    for (int i = 0; i < scene_count; i++)
    {
        if (!is_named(scene_table[i]->name, argc - 3, argv + 3))
            continue;
        wend_error error = {0};
        scene_run *run = scene_start(scene_table[i], &options, &error);
        if (!run)
        {
            fprintf(stderr, "%s: %s\n", scene_table[i]->name, error.text);
            return 1;
        }
        for (int frame = 0; frame < 240; frame++)
            scene_advance_demo(run);
        printf("%s 0x%016" PRIx64 "\n", scene_table[i]->name, scene_hash(run));
        scene_stop(run);
    }
    return 0;
}
