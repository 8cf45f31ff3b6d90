"""Rings, grids, meshes, flow fields and scenes."""
import numpy as np
import pytest

import wend


def test_a_ring():
    ring = wend.Ring(16)
    ring.toward(wend.RING_INTEREST, offset=(1, 0), strength=1.0)
    ring.write(wend.RING_HARD, 12, 1.0, writer=5)
    assert ring.interest.argmax() == 12 and ring.hard[12] == 1 and ring.soft.max() == 0
    choice = ring.choose(heading=(1, 0), is_stepped=True)
    assert choice.slot in (11, 13) and choice.masked_by_hard == 1 << 12
    assert np.allclose(ring.directions[choice.slot], choice.direction, atol=1e-6)
    ring.clear()
    assert ring.interest.max() == 0
    with pytest.raises(wend.WendError):
        wend.Ring(3)


def test_a_ring_s_maps_are_views():
    ring = wend.Ring(8)
    interest = ring.interest
    ring.write(wend.RING_INTEREST, 2, 0.75)
    assert interest[2] == 0.75
    with pytest.raises(ValueError):
        interest[2] = 0


def test_a_ring_in_space():
    ring = wend.Ring(32, is_spatial=True)
    assert np.allclose(np.linalg.norm(ring.directions, axis=1), 1, atol=1e-6)


def test_grids_from_arrays_and_text():
    costs = np.ones((3, 4), np.uint8)
    costs[1, 1:3] = 0
    for grid in wend.Grid(costs), wend.Grid('....\n.##.\n....\n'):
        assert grid.size == (4, 3) and np.array_equal(grid.costs, costs)
        found = grid.find((0, 0), (3, 2))
        assert found.way == wend.WAY_FOUND and found.cost == 5 and len(grid.cells()) == 6
    grid[1, 1] = 1
    assert grid[1, 1] == 1 and grid.find((0, 0), (3, 2), diagonal=wend.DIAGONAL_ALWAYS).cost < 5
    assert grid.cell(grid.point((2, 1))) == (2, 1) and grid.cell((-1, 0)) is None
    assert not grid.sees((2.5, 0.5), (2.5, 2.5)) and grid.sees((0.5, 0.5), (3.5, 0.5))
    with pytest.raises(wend.WendError):
        grid.find((0, 0), (9, 9))
    with pytest.raises(wend.WendError):
        wend.Grid('..x\n')


def test_a_flow_field():
    grid = wend.Grid('....\n.##.\n....\n')
    flow = wend.Flow(grid, (3, 2))
    costs, directions = flow.arrays()
    assert costs[0].tolist() == [5, 4, 3, 2] and np.isinf(costs[1, 1]) and directions.shape == (3, 4, 2)
    assert flow.at((0.5, 2.5)).state == wend.FlowState.WAY and flow.at(grid.point((3, 2))).state == wend.FlowState.THERE
    grid[1, 1] = 1
    grid[2, 1] = 1
    assert flow.update() and abs(flow.cost((1, 1)) - 1 - 2 ** 0.5) < 1e-6
    several = wend.Flow(grid, goals=[(0, 0), (3, 2)])
    assert several.cost((1, 0)) == 1 and several.cost((3, 1)) == 1


def test_a_mesh():
    mesh = wend.Mesh([(0, 0), (4, 0), (4, 4), (0, 4), (8, 4), (8, 8), (4, 8)], [[0, 1, 2, 3], [2, 4, 5, 6]])
    assert len(mesh) == 2
    assert mesh.find((1, 1), (3, 1)).way == wend.WAY_FOUND and mesh.points().shape == (2, 3)
    assert mesh.find((1, 1), (6, 6)).way == wend.WAY_UNREACHABLE


def test_obstacles():
    things = wend.Obstacles()
    ball = things.add(wend.SHAPE_CIRCLE, position=(5, 0), radius=1.0)
    assert not things.sees((0, 0), (9, 0)) and things.sees((0, 0), (9, 0), mask=2)
    things.move(ball, (5, 9))
    assert things.sees((0, 0), (9, 0))
    things.remove(ball)
    assert len(things) == 0
    polygon = things.add(wend.SHAPE_POLYGON, points=[(0, 0), (2, 0), (2, 2), (0, 2)])
    assert wend.obstacles_get(things, polygon).kind == wend.SHAPE_POLYGON
    with pytest.raises(wend.WendError, match='radius'):
        things.add(wend.SHAPE_CIRCLE, radius=-1.0)


@pytest.mark.parametrize('name', list(wend.scenes()))
def test_the_hash_of_a_scene_is_the_golden_one(name, golden):
    scene = wend.Scene(name, threads=2)
    scene.play(frames=240)
    assert f'0x{scene.hash():016x}' == golden[name]


def test_all_scenes_are_listed(golden):
    assert list(wend.scenes()) == list(golden)


def test_scenes_can_be_played():
    scene = wend.Scene('flock', seed=7)
    assert scene.params['count'] == 400
    scene.params['count'] = 100
    scene.restart()
    scene.play(0.5)
    assert 100 <= len(scene.world) <= 101 and abs(scene.seconds - 0.5) < 0.02 and scene.world.positions.shape[1] == 3
    scene.advance(pointer=(10, 10), is_clicked=True)
    low, high = scene.view
    assert high.x > low.x
    drawn = []
    note = lambda *given: drawn.append(given)  # noqa: E731
    scene.draw(wend.Draw(line=note, circle=note, polygon=note, text=note))
    assert len(drawn) >= 100
    with pytest.raises(wend.WendError, match='must be in'):
        scene.params['count'] = -1
    with pytest.raises(wend.WendError, match='there are: quick_start'):
        wend.Scene('nothing')


def test_scenes_verify_themselves():
    scene = wend.Scene('quick_start')
    assert scene.verify() and scene.failure == ''
