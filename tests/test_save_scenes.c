// Save, load, run equals run: for the world of every scene, at ten moments of its demo.
#include "testing_save.h"
#include "testing_scene.h"

enum
{
    MOMENTS = 10,
    FRAMES = 300,
    STEPS = 8
};

/// The hashes of the next steps of a world.
static void run_on(wend_world *world, double seconds, uint64_t hashes[STEPS])
{
    for (int k = 0; k < STEPS; ++k)
    {
        step(world, seconds);
        hashes[k] = wend_world_hash(world);
    }
}

static void check_moment(const scene *kind, wend_world *world, uint64_t plain[STEPS])
{
    wend_world *twin = twin_of(world);
    block now = save(world);
    uint64_t hash = wend_world_hash(world), again[STEPS];
    load(twin, now);
    block same = save(twin);
    assert_in_scene(kind, wend_world_hash(twin) == hash);
    assert_in_scene(kind, is_same_block(now, same));
    run_on(world, kind->step_seconds, plain);
    run_on(twin, kind->step_seconds, again);
    assert_in_scene(kind, memcmp(plain, again, sizeof again) == 0);
    load(world, now); // back to where it was
    assert_in_scene(kind, wend_world_hash(world) == hash);
    run_on(world, kind->step_seconds, again);
    assert_in_scene(kind, memcmp(plain, again, sizeof again) == 0);
    load(world, now);
    free(now.bytes);
    free(same.bytes);
    wend_world_destroy(twin);
}

/// Minds change what the scene keeps itself: they are asleep while its world is tried out.
static void try_out(scene_run *run)
{
    wend_link links[64];
    uint64_t plain[STEPS];
    wend_decide_fn *decide = run->world->def.decide;
    run->world->def.decide = NULL;
    link_fields(run->world, links, COUNT_OF(links));
    check_moment(run->kind, run->world, plain);
    run->world->def.links = NULL;
    run->world->def.link_count = 0;
    run->world->def.decide = decide;
}

static void every_scene_goes_on_as_if_nothing_had_been(void **state)
{
    (void)state;
    wend_random random = wend_random_seed(6, 1);
    for (int i = 0; i < scene_count; ++i)
    {
        const scene *kind = scene_table[i];
        scene_run *run = start(kind), *plain = start(kind);
        bool is_moment[FRAMES] = {false};
        for (int k = 0; k < MOMENTS; ++k)
            is_moment[wend_random_next(&random) % FRAMES] = true;
        for (int frame = 0; frame < FRAMES; ++frame)
        {
            scene_advance_demo(run);
            scene_advance_demo(plain);
            if (is_moment[frame])
                try_out(run);
        }
        assert_in_scene(kind, hash_of(run) == hash_of(plain));
        scene_stop(run);
        scene_stop(plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_goes_on_as_if_nothing_had_been),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
