// Facts about the rooms of the vocabulary.
#include "vocabulary.h"

void vocabulary_check(scene_run *run)
{
    scene_check(run, room_named(run, "seek") != NULL, "no room is named seek");
}
