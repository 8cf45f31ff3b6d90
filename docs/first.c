// One hunter, one runner: a first program with wend.
#include <stdio.h>
#include <wend/wend.h>

int main(void)
{
    wend_world_def world_def = wend_default_world_def();
    wend_world *world = wend_world_create(&world_def, NULL);

    wend_agent_def def = wend_default_agent_def();
    def.agent.position = wend_xyz(10, 5, 0);
    wend_agent_id runner = wend_world_spawn(world, &def);
    def.agent.position = wend_xyz(0, 0, 0);
    def.agent.max_speed = 6;
    wend_agent_id hunter = wend_world_spawn(world, &def);

    wend_goal roam = wend_goal_wander(), chase = wend_goal_pursue(runner);
    wend_world_set_goal(world, runner, &roam);
    wend_world_set_goal(world, hunter, &chase);
    for (int frame = 0; frame < 600; frame++)
        wend_world_step(world, 1.0 / 60.0);

    wend_vec gap = wend_sub(wend_world_position(world, runner), wend_world_position(world, hunter));
    printf("after ten seconds the hunter is %.2f away\n", (double)wend_length(gap));
    wend_world_destroy(world);
}
