#include "survivors.h"
void survivors_verify(scene_run *run){ scene_check(run,true,"x"); }
