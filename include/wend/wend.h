// wend: characters that move as if they mean it.                                          floor 4, includes all
//
//   I want to ...                                        function                          header
//   go to a point, at full speed                         wend_seek                         steer.h
//   go to a point and stop on it                         wend_arrive                       steer.h
//   run away from a point                                wend_flee                         steer.h
//   chase something that moves                           wend_pursue                       steer.h
//   run away from something that moves                   wend_evade                        steer.h
//   know when two things can meet                        wend_intercept, wend_predict      steer.h
//   roam about                                           wend_wander                       steer.h
//   keep a speed, take over a velocity                   wend_cruise, wend_match           steer.h
//   get between two                                      wend_interpose                    steer.h
//   walk beside somebody                                 wend_offset_pursue                steer.h
//   keep my distance, kite, circle something             wend_keep_range, wend_orbit       steer.h
//   stay in an area                                      wend_keep_in_circle, _in_box      steer.h
//   follow a field of velocities                         wend_follow_field                 steer.h
//   stand still, stay where I am                         wend_stop, wend_hold              steer.h
//   look at something, aim ahead of it                   wend_face, wend_look, wend_aim    steer.h
//   know the velocity of what has only positions         wend_estimate                     steer.h
//   keep a little room; fly like a flock                 wend_separate, wend_flock         flock.h
//   follow a leader, queue, step aside                  wend_follow_leader, _queue, ...    group.h
//   march in formation                                   wend_formation_step               formation.h
//   want several things at once                          wend_combine_sum, _budget, ...    combine.h
//   turn a wish into motion within limits                wend_point_mass                   motion.h
//   move as a tank, a car or a bird does                 wend_turn_on_spot, _drive, _fly   motion.h
//   follow a path                                        wend_follow_path                  path.h
//   pull a path straight, pull it tight                  wend_path_pull, _tighten          path.h
//   find a way on a grid                                 wend_grid_find                    grid.h
//   lead many to one goal                                wend_follow_flow, wend_flow_at    flow.h
//   see across a grid                                    wend_grid_sees                    grid_sight.h
//   make a grid's walls of obstacles                     wend_grid_rasterize               raster.h
//   be stopped by the walls of a grid                    wend_grid_caster                  grid_caster.h
//   find a way over a navigation mesh                    wend_mesh_find, wend_funnel       mesh.h
//   walk it, be pushed off it, and see ahead             wend_corridor_move, _corners      corridor.h
//   go far: have a way planned and follow it             wend_goal_travel                  goal.h
//   know what came of planning, see the way              wend_world_plan, wend_world_way   world.h
//   know what is in the way                              wend_obstacles_cast, _around      obstacle.h
//   feel walls with whiskers, see somebody, remember     wend_sense, _sees, _remember      sense.h
//   keep clear of walls and of others                    wend_avoid_feelers, _fan, ...     avoid.h
//   dodge others, in a car as well                       wend_dodge_sampled                dodge.h
//   compare with social forces                           wend_social_force                 social.h
//   pass others who do the same                          wend_orca                         orca.h
//   choose a direction among many wishes and dangers     wend_ring_choose                  context.h
//   be in one of several states                          wend_machine_step                 decide.h
//   be in several at once, each to a degree              wend_layer_step                   decide.h
//   do things in order, or the first that works          wend_tree_step                    decide.h
//   spread thinking over frames, tell somebody later     wend_regulate, wend_mail_post     decide.h
//   make a number of a number, by a curve                wend_curve_at                     urge.h
//   pick what is most urgent, and keep to it             wend_pick, wend_utility           urge.h
//   decide by vague rules                                wend_fuzzy_centroid               urge.h
//   find who is near                                     wend_near_radius, _nearest        near.h
//   have all of that done for everyone at once           wend_world_step                   world.h
//   have it thought, but move everyone myself            wend_world_think                  world.h
//   know why somebody went there                         wend_explain                      explain.h
//   see it                                               wend_draw_reason, _ring           draw.h
//   know which settings don't fit together               wend_check                        check.h
//   compare two runs                                     wend_world_hash                   save.h
//   save a world and load it, roll back                  wend_world_save, wend_world_load  save.h
//   record what is done to a world, and play it again    wend_world_record, wend_replay    record.h
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include "wend/avoid.h"
#include "wend/check.h"
#include "wend/context.h"
#include "wend/corridor.h"
#include "wend/decide.h"
#include "wend/draw.h"
#include "wend/flow.h"
#include "wend/formation.h"
#include "wend/grid.h"
#include "wend/grid_caster.h"
#include "wend/grid_sight.h"
#include "wend/path.h"
#include "wend/raster.h"
#include "wend/record.h"
#include "wend/save.h"
#include "wend/sense.h"

#endif
