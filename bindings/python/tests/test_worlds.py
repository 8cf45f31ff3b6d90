"""Worlds, their arrays, and what is in them."""
import numpy as np
import pytest

import wend


def make_flock(count=200, **given):
    world = wend.World(edge=wend.EDGE_WRAP, high=(40, 40), **given)
    random = np.random.default_rng(3)
    ids = world.spawn_many(random.uniform(0, 40, (count, 2)), random.normal(size=(count, 2)), group=1, max_speed=2.0, user=np.arange(count))
    world.set_goal(ids, wend.goal_wander())
    return world, ids


def test_arrays_are_what_single_agents_say():
    world, ids = make_flock()
    world.step(0.1, times=5)
    assert world.positions.shape == (200, 3) and world.positions.dtype == np.float32
    assert np.array_equal(world.ids, ids) and np.array_equal(world.users, np.arange(200))
    for i in (0, 57, 199):
        assert tuple(world.positions[i]) == world.position(ids[i])
        assert tuple(world.velocities[i]) == world.velocity(ids[i])
        assert tuple(world.headings[i]) == world.heading(ids[i])


def test_arrays_are_one_block_that_stays():
    world, _ = make_flock()
    before = world.positions
    address, first = before.ctypes.data, before[0].copy()
    world.step(0.5)
    assert world.positions.ctypes.data == address and not np.array_equal(before[0], first)
    assert np.array_equal(world.before[0], first)
    with pytest.raises(ValueError):
        before[0] = 0


def test_a_step_is_velocity_times_time():
    world = wend.World()
    world.spawn(position=(1, 2), velocity=(1, 0), max_speed=3)
    world.set_goal(world.ids, wend.goal_cruise(1))
    world.step(0.25, times=4)
    assert np.allclose(world.positions, [[2, 2, 0]], atol=1e-5) and abs(world.seconds - 1) < 1e-12


def test_thinking_and_reporting():
    world = wend.World()
    ids = world.spawn_many([(0, 0), (5, 0)], max_speed=1.0)
    world.set_goal(ids, wend.goal_seek((0, 9)))
    world.think(0.1)
    assert np.all(world.velocities[:, 1] > 0) and np.array_equal(world.positions[:, 1], [0, 0])
    places = np.array([[1, 1, 0], [2, 2, 0]], np.float32)
    world.report(positions=places)
    assert np.array_equal(world.positions, places)
    world.report(positions=[(7, 7)], ids=ids[1:])
    assert world.position(ids[1]) == (7, 7, 0) and world.position(ids[0]) == (1, 1, 0)
    with pytest.raises(wend.WendError):
        world.report(positions=places[:1])
    with pytest.raises(wend.WendError, match='must be'):
        world.report(positions=places, velocities=places[:1])


def test_a_flat_world_in_a_3d_game():
    world = wend.World(plane=wend.XZ)
    id = world.spawn(position=(1, 5, 2), max_speed=1)
    world.set_goal(id, wend.goal_seek((1, 5, 9)))
    world.step(0.5)
    assert world.positions[0][1] == 5 and world.positions[0][2] > 2


def test_threads_and_instruction_sets_change_nothing():
    hashes = set()
    for threads in 1, 2, 3:
        world, _ = make_flock(600, threads=threads)
        world.step(1 / 60, times=30)
        hashes.add(world.hash())
    assert len(hashes) == 1


def test_save_and_load():
    world, _ = make_flock()
    world.step(0.1, times=3)
    block, before = world.save(), world.hash()
    world.step(0.1, times=3)
    after = world.hash()
    world.load(block)
    assert world.hash() == before
    world.step(0.1, times=3)
    assert world.hash() == after
    with pytest.raises(wend.WendError) as refused:
        world.load(block[:-1] + bytes([block[-1] ^ 1]))
    assert refused.value.status == wend.ERROR_BLOCK and world.hash() == after


def test_recordings():
    world, _ = make_flock(50)
    pieces = []
    world.record(pieces.append)
    world.step(0.1, times=4)
    world.record(None)
    other = wend.World(edge=wend.EDGE_WRAP, high=(40, 40))
    other.replay(b''.join(pieces))
    assert other.hash() == world.hash()


def test_agents_come_and_go():
    world, ids = make_flock(10)
    assert len(world) == 10 and ids[3] in world
    world.remove(ids[3])
    assert len(world) == 9 and ids[3] not in world and len(world.positions) == 9
    with pytest.raises(wend.WendError):
        world.remove(ids[3])
    world.set(ids[4], max_speed=7.0, power=3.0)
    assert world.get(ids[4]).agent.max_speed == 7 and world.get(ids[4]).power == 3
    with pytest.raises(wend.WendError, match='no field speed'):
        world.spawn_many([(0, 0)], speed=1)
    with pytest.raises(wend.WendError):
        world.spawn_many([(0, 0), (np.nan, 0)])
    assert len(world) == 9


def test_queries():
    world = wend.World()
    ids = world.spawn_many([(0, 0), (3, 0), (6, 0), (9, 0)], radius=0.5, user=[1, 2, 3, 4])
    assert sorted(world.within((3, 0), 3.0)) == sorted(ids[:3])
    assert list(world.nearest((8, 0), 100, 2)) == [ids[3], ids[2]]
    assert list(world.nearest((8, 0), 100, 9, wend.Filter(accepts=lambda id: id != ids[3]))) == [ids[2], ids[1], ids[0]]
    hit = world.ray((-5, 0), (20, 0))
    assert hit.agent == ids[0] and hit.distance == 4.5


def test_goals_events_and_reasons():
    world = wend.World()
    id = world.spawn(max_speed=2.0)
    world.set_goal(id, wend.goal_arrive((1, 0)))
    world.queue_goal(id, wend.goal_flee((0, 0), 5))
    world.watch(id)
    kinds = []
    for _ in range(120):
        world.step(1 / 30)
        kinds += [event.kind for event in world.events()]
    assert wend.EventKind.ARRIVED in kinds and wend.EventKind.NEXT_GOAL in kinds
    assert world.goal(id).kind == wend.GOAL_FLEE
    assert 'agent' in wend.explain_text(world.explain(id))


def test_minds_of_ones_own():
    asked = []
    world = wend.World(decide=lambda agent, seconds: (asked.append(agent.id), world.set_goal(agent.id, wend.goal_seek((9, 0))))[0])
    ids = world.spawn_many([(0, 0), (0, 5)], max_speed=1.0)
    world.step(0.1)
    assert asked == list(ids) and world.goal(ids[0]).kind == wend.GOAL_SEEK and np.all(world.velocities[:, 0] > 0)


def test_what_a_callback_raises_comes_out():
    def mind(agent, seconds):
        raise LookupError('nothing to do')

    world = wend.World(decide=mind)
    world.spawn()
    with pytest.raises(LookupError, match='nothing to do'):
        world.step()


def test_a_dodge_a_field_and_a_source_of_ones_own():
    world = wend.World(dodge=lambda agent, wish: (wish.x, 1.0))
    id = world.spawn(max_speed=2.0)
    world.set_goal(id, wend.Goal(kind=wend.GOAL_FOLLOW_FIELD, field=lambda point: (1, 0)))
    world.step(0.1, times=20)
    assert world.velocity(id).x > 0.5 and world.velocity(id).y > 0.5
    people = {}
    source = {'add': people.__setitem__, 'query': lambda point, radius, out: query(out)}

    def query(out):
        everybody = sorted(people)
        out[:len(everybody)] = everybody
        return len(everybody)

    hosted = wend.World(search=wend.SEARCH_HOST, source=source)
    plain = wend.World()
    for world in hosted, plain:
        world.spawn_many([(0, 0), (1, 0), (1, 1)], group=1, neighbour_radius=5.0)
        world.step(0.1, times=3)
    assert len(people) == 3 and np.array_equal(hosted.positions, plain.positions)


def test_walls_stop_those_who_walk_into_them():
    walls = wend.Obstacles()
    walls.add(wend.SHAPE_SEGMENT, from_=(2, -5), to=(2, 5))
    world = wend.World(obstacles=walls)
    del walls  # the world keeps it
    id = world.spawn(max_speed=3.0, radius=0.5)
    world.set_goal(id, wend.goal_seek((9, 0)))
    world.step(0.1, times=50)
    assert 1.4 < world.position(id).x < 1.51
    world.destroy()
    with pytest.raises(wend.WendError, match='null'):
        world.step()


def test_travelling_on_a_grid():
    grid = wend.Grid('..........\n.########.\n..........\n')
    world = wend.World(grid=grid)
    id = world.spawn(position=(5, 0.5), max_speed=4.0, radius=0.2)
    world.set_goal(id, wend.goal_travel((5, 2.5)))
    world.step(1 / 30, times=200)
    assert np.allclose(world.position(id), (5, 2.5, 0), atol=0.3) and world.has_arrived(id)
