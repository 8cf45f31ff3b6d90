"""What C borrows lives as long as it is used, and what isn't as large as C takes it to be is refused."""
import gc

import numpy as np
import pytest

import wend


def rushed():
    """What isn't held any more is gone, and its memory is used again."""
    gc.collect()
    for k in range(200):
        wend.Goal(kind=wend.GOAL_FOLLOW_FIELD, field=lambda point, k=k: (k, 0))


def test_a_goal_that_is_changed_and_set_again_keeps_its_function():
    world = wend.World()
    id = world.spawn(max_speed=1.0)
    world.set_goal(id, wend.Goal(kind=wend.GOAL_FOLLOW_FIELD, field=lambda point: (0, 1)))
    for _ in range(5):
        goal = world.goal(id)
        goal.speed = 2
        world.set_goal(id, goal)
        del goal
        rushed()
        world.step(0.1)
    assert world.velocity(id)[1] > 0 and world.velocity(id)[0] == 0
    assert len(world._borrowed[id]) == 1 and len(world._borrowed[id][0][1]) == 1  # nothing piles up


def test_a_goal_that_is_changed_after_it_was_set_is_another():
    world = wend.World()
    id = world.spawn(max_speed=1.0)
    goal = wend.Goal(kind=wend.GOAL_FOLLOW_FIELD, field=lambda point: (0, 1))
    copied = goal.copy()
    world.set_goal(id, goal)
    goal.field = lambda point: (1, 0)
    rushed()
    world.step(0.1)
    assert world.velocity(id)[1] > 0
    world.set_goal(id, copied)
    del copied
    rushed()
    world.step(0.1)
    assert world.velocity(id)[0] == 0


def test_queued_goals_keep_their_functions_when_the_present_one_is_set_again():
    world = wend.World()
    id = world.spawn(max_speed=1.0)
    world.set_goal(id, wend.Goal(kind=wend.GOAL_FOLLOW_FIELD, field=lambda point: (0, 1)))
    world.queue_goal(id, wend.Goal(kind=wend.GOAL_FOLLOW_FIELD, field=lambda point: (1, 0)))
    world.set_goal(id, world.goal(id))
    rushed()
    world.step(0.1)
    assert world.velocity(id)[1] > 0


def test_a_recipe_that_is_changed_and_set_again_keeps_its_function():
    world, asked = wend.World(), []
    id = world.spawn(max_speed=1.0)
    world.set_goal(id, wend.goal_seek((9, 0)))
    recipe = wend.default_recipe()
    recipe.change(combiner=wend.COMBINE_CONTEXT, context=dict(write=lambda agent, *rest: asked.append(agent.id), slots=8))
    world.set_recipe(id, recipe)
    del recipe
    recipe = world.recipe(id)
    recipe.flock.cohesion = 0.25
    world.set_recipe(id, recipe)
    del recipe
    rushed()
    world.step(0.1)
    assert asked == [id]


def test_what_a_world_uses_outlives_its_own_end():
    obstacles = wend.Obstacles()
    obstacles.add(wend.SHAPE_CIRCLE, position=(3, 0), radius=1)
    grid = wend.Grid('....\n....')
    world = wend.World(obstacles=obstacles, grid=grid)
    id = world.spawn(max_speed=1.0)
    world.set_goal(id, wend.goal_seek((9, 0)))
    caster, flow = obstacles.caster(), wend.Flow(grid, (3, 1))
    obstacles.destroy()
    grid.destroy()
    assert len(obstacles) == 0
    rushed()
    world.step(0.1, times=30)
    assert world.position(id)[0] > 0
    assert wend.passage_width(caster, (0, 0), (1, 0), 9.0) < 9
    assert flow.arrays()[0].shape == (2, 4)


def test_the_world_of_a_scene_ends_when_the_scene_begins_anew():
    scene = wend.Scene('chase')
    world = scene.world
    scene.play(0.5)
    assert world is scene.world and len(world) > 0
    scene.restart()
    assert len(world) == 0 and len(world.positions) == 0
    with pytest.raises(wend.WendError):
        world.step(0.1)
    anew = scene.world
    assert len(anew) > 0
    assert scene.verify() and len(anew) == 0
    anew = scene.world
    scene.advance(key='r')
    assert len(scene.world) > 0
    world = scene.world
    del scene
    gc.collect()
    assert len(world) > 0


def test_arrays_that_are_too_short_are_refused():
    with pytest.raises(wend.WendError, match='height is given'):
        wend.Grid([[1, 1], [1, 1]], width=50, height=50)
    with pytest.raises(wend.WendError, match='costs are 4, must be 50 x 50'):
        wend.Grid(costs=[1, 1, 1, 1], width=50, height=50)
    assert wend.Grid(costs=[1, 2, 3, 4], width=2, height=2).costs.tolist() == [[1, 2], [3, 4]]
    square = dict(points=[(0, 0), (1, 0), (1, 1), (0, 1)], polygons=[[0, 1, 2, 3]])
    for name, values in ('neighbours', [-1]), ('costs', []), ('layers', [1, 1]):
        with pytest.raises(wend.WendError, match=f'{name} are'):
            wend.Mesh(**square, **{name: values})
    assert len(wend.Mesh(**square, neighbours=[-1] * 4, costs=[1], layers=[1])) == 1


def test_costs_that_are_no_costs_are_refused():
    for wrong in 300, 1.5, -1, float('nan'):
        with pytest.raises(wend.WendError, match='a cost is'):
            wend.Grid([[1, wrong]])
    assert wend.Grid([[True, False]]).costs.tolist() == [[1, 0]]


def test_places_and_numbers_that_would_be_bent_are_refused():
    world = wend.World()
    for wrong in [1.0, 2.0, 3.0], np.zeros((3, 1)), np.zeros((3, 4)), np.zeros((3, 3, 1)):
        with pytest.raises(wend.WendError, match='position has the shape'):
            world.spawn_many(wrong)
    for wrong in -1, 1 << 32, 1.5, [1, 2, -7]:
        with pytest.raises(wend.WendError, match='group is'):
            world.spawn_many(np.zeros((3, 2)), group=wrong)
    assert len(world) == 0 and len(world.spawn_many([])) == 0
    assert len(world.spawn_many(np.zeros((3, 2)), (1, 0), group=[1, 2, 3])) == 3


def test_arrays_of_no_vectors():
    world = wend.World()
    world.report(np.zeros((0, 3)))
    with pytest.raises(wend.WendError):
        wend.World().set_goal(1, wend.goal_follow([], False))
    with pytest.raises(wend.WendError, match='must have rows of 2 or 3'):
        world.report(np.zeros((2, 4)))
