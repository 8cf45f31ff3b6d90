// Prints the hash of every scene after four seconds of its demo: a line a scene.      usage: hash_scenes [THREADS]
#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    scene_options options = {0};
    options.threads = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < scene_count; i++)
    {
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
