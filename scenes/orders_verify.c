#include "orders.h"
void orders_verify(scene_run *run)
{
    part_play(run, (scene_input){0}, 10.0);
    scene_check(run, true, "x");
}
