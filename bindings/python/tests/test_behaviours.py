"""Plain functions: numbers worked out by hand, and every name of the library."""
import math
import re
from pathlib import Path

import numpy as np
import pytest

import wend
from conftest import ROOT

# What has no function of its own here: it is done by classes, or makes no sense in Python.
BY_CLASSES = {'world_read', 'world_save', 'world_load', 'world_record', 'world_note', 'world_events', 'world_spawn_many', 'world_report_many', 'replay',
              'near_build', 'grid_is_clear'}


def near(vector, expected):
    return np.allclose(vector, expected, atol=1e-6)


@pytest.fixture
def agent():
    return wend.Agent(max_speed=2, max_acceleration=0, position=(1, 1), velocity=(1, 0), heading=(1, 0), radius=0.5, neighbour_radius=10, arrival_radius=2)


def test_every_function_is_there():
    names = [name[len('wend_'):] for name in (ROOT / 'packages/symbols.txt').read_text().split()]
    missing = [name for name in names if not hasattr(wend, name) and not re.search('_(destroy|error)$', name) and name not in BY_CLASSES]
    assert missing == []
    assert len(names) > 250


def test_every_struct_and_constant_is_there():
    headers = ''.join(header.read_text() for header in (ROOT / 'include/wend').glob('*.h'))
    structs = set(re.findall(r'^typedef struct wend_(\w+)$', headers, re.MULTILINE)) - {'vec', 'agent_id', 'obstacle_id'}
    assert [name for name in structs if not hasattr(wend, ''.join(part.capitalize() for part in name.split('_')))] == []
    assert wend.EDGE_WRAP is wend.Edge.WRAP and wend.MAX_AGENTS == 16777216 and wend.STUCK_SECONDS == 4.0


def test_seek_and_flee(agent):
    assert near(wend.seek(agent, (4, 5)), (1.2, 1.6, 0))
    assert near(wend.flee(agent, (4, 5), 10, 0), (-1.2, -1.6, 0))
    assert near(wend.flee(agent, (40, 5), 10, 0), agent.velocity)


def test_stop_match_cruise_hold(agent):
    assert near(wend.stop(agent), (0, 0, 0))
    assert near(wend.match(agent, (0, 10)), (0, 2, 0))
    assert near(wend.cruise(agent, 1.5), (1.5, 0, 0))
    assert near(wend.keep_range(agent, (1, 4), 1, 2), (0, 2, 0))


def test_interception(agent):
    # It is 3 ahead and flies across at 1.2; at 2 one meets it after t: 4 t^2 = 9 + 1.44 t^2.
    assert math.isclose(wend.intercept(agent, (4, 1), (0, 1.2), 2), 3 / math.sqrt(4 - 1.44), rel_tol=1e-6)
    assert wend.pursue(agent, (4, 1), (0, 1.2), wend.Prediction(is_exact=True)).y > 0
    assert wend.evade(agent, (4, 1), (0, 1.2), 100).x < 0


def test_flock_of_two(agent):
    other = wend.Neighbour(id=7, offset=(2, 0), velocity=(0, 1), radius=0.5)
    rules = wend.FlockDef(separation=1, alignment=0.5, cohesion=0.25)
    # velocity + weight * top speed * direction away * (r + r) / distance
    assert near(wend.separate(agent, [other], rules), (1 - 1 * 2 * 1 * 1 / 2, 0, 0))
    assert near(wend.align(agent, [other], rules), (1 + 0.5 * (0 - 1), 0.5 * 1, 0))
    assert near(wend.cohere(agent, [other], rules), (1 + 0.25 * 2 * 2 / 10, 0, 0))
    wishes = wend.flock(agent, [other], rules)
    assert wishes.count == 1 and near(wishes.alignment, (0.5, 0.5, 0))
    block = np.zeros(1, wend.dtype(wend.Neighbour))
    block['id'], block['offset'], block['velocity'], block['radius'] = 7, (2, 0, 0), (0, 1, 0), 0.5
    assert wend.separate(agent, block, rules) == wend.separate(agent, [other], rules)
    assert near(wend.separate(agent, []), agent.velocity)


def test_combining_writes_what_each_got(agent):
    wishes = [wend.Wish(velocity=(2, 0), weight=1), wend.Wish(velocity=(1, 1), weight=1)]
    together = wend.combine_sum(agent, wishes, 0)
    assert near(together, (2, 1, 0))
    assert near(wishes[0].taken, (1, 0, 0)) and near(wishes[1].taken, (0, 1, 0))


def test_avoidance_sees_a_wall(agent):
    walls = wend.Obstacles()
    walls.add(wend.SHAPE_SEGMENT, from_=(3, -5), to=(3, 5))
    assert len(walls) == 1
    caster = walls.caster()
    casts = wend.feeler_ray(agent, wend.feel_ahead(agent, (2, 0)), wend.FeelDef(seconds=3))
    hits = wend.sense(caster, casts)
    assert len(hits) == 1 and math.isclose(hits[0].point.x, 3) and near(hits[0].normal, (-1, 0, 0))
    assert wend.avoid_feelers(agent, (2, 0), casts, hits, None, wend.Side()).x < 2
    ring = wend.ring_rays(agent, 8, 4.0)
    met = wend.sense(caster, ring)
    assert len(met) == 8 and sum(hit.body != 0 for hit in met) == 3
    assert [round(hit.distance, 4) for hit in wend.obstacles_around(walls, (1, 0), 2.5)] == [2.0]
    assert wend.obstacles_cast(walls, wend.Cast(from_=(4, 0), along=(1, 0), mask=1)) is None


def test_orca_shares_the_work():
    one = wend.Agent(id=1, position=(0, 0), velocity=(1, 0), radius=0.5, max_speed=1, neighbour_radius=20)
    other = wend.Neighbour(id=2, offset=(4, 0.1), velocity=(-1, 0), radius=0.5)
    query = wend.OrcaQuery(agent=one, wish=(1, 0), neighbours=[other], definition=wend.OrcaDef(), seconds=0.1)
    assert query.count == 1
    velocity, result = wend.orca(query, wend.OrcaState())
    assert velocity.y < -0.01 and result.count == 1 and not result.is_forced
    assert len(result.halves) == 48 and result.halves[0].cause == 2


def test_paths():
    path = wend.Path(points=[(0, 0), (3, 0), (3, 4)])
    assert path.count == 3 and wend.path_length(path) == 7 and wend.path_point(path, 5) == (3, 2, 0)
    spot = wend.path_nearest(path, (4, 1))
    assert spot.leg == 1 and math.isclose(spot.along, 4)
    assert len(wend.path_pull([(0, 0), (1, 1), (2, 0)], 0.1, lambda start, end, radius: True)) == 2
    assert len(wend.path_pull([(0, 0), (1, 1), (2, 0)], 0.1, lambda start, end, radius: False)) == 3
    goal = wend.goal_follow([(0, 0), (3, 0)])
    assert goal.path.count == 2 and goal.kind is wend.GoalKind.FOLLOW_PATH


def test_bodies(agent):
    assert near(wend.point_mass(agent, (0, 0), 0.1)[0], wend.Vec(*agent.velocity) * (wend.point_mass(agent, (0, 0), 0.1)[0].x))
    car = wend.drive(agent, (0, 2), wend.Car(turning_radius=2), wend.CarState(), 0.1)
    assert 0 < math.atan2(car.heading.y, car.heading.x) < 0.2
    turned = wend.turn_on_spot(agent, (0, 2), wend.Turner(turn_rate=1), 0.0, 0.1)
    assert math.isclose(math.atan2(turned.heading.y, turned.heading.x), 0.1, rel_tol=1e-4)


def test_places_are_matched_by_the_least_sum():
    length, place_of = wend.match_places([(0, 0), (10, 0)], [(11, 0), (1, 0)])
    assert list(place_of) == [1, 0] and math.isclose(length, 2)
    assert len(wend.formation_places(wend.FormationDef(spacing=2), 5, 0.5)) == 5


def test_minds_call_back():
    log = []
    states = [wend.State(name='idle', enter=lambda: log.append('idle')), wend.State(name='run', enter=lambda: log.append('run'))]
    machine, table = wend.Machine(), wend.MachineDef(
        states=states, transitions=[wend.Transition(from_=0, to=1, guard=lambda: len(log) == 1, kind=wend.TransitionKind(0))])
    wend.machine_check(table)
    for _ in range(3):
        wend.machine_step(table, machine, 0.1)
    assert log == ['idle', 'run'] and wend.machine_state(machine) == 1


def test_vectors():
    v = wend.Vec(1, 2)
    assert v == (1, 2, 0) and v + (1, 1) == (2, 3, 0) and -v * 2 == (-2, -4, 0) and 2 * v - v == v
    with pytest.raises(wend.WendError, match='2 or 3'):
        wend.length((1,))


def test_structs():
    recipe = wend.Recipe(combiner=wend.COMBINE_BUDGET, flock={'cohesion': 0.7})
    assert recipe.cookie == wend.default_recipe().cookie and math.isclose(recipe.flock.cohesion, 0.7, rel_tol=1e-6)
    copy = recipe.copy()
    copy.flock.cohesion = 0.1
    assert math.isclose(recipe.flock.cohesion, 0.7, rel_tol=1e-6) and copy != recipe and recipe == recipe.copy()
    recipe.wishes[1].weight = 0.25
    assert recipe.wishes[1].weight == 0.25 and 'weight=0.25' in repr(recipe)
    with pytest.raises(wend.WendError, match='Agent has no field speed'):
        wend.Agent(speed=3)
    with pytest.raises(IndexError):
        recipe.wishes[8]


def test_refusals_are_in_the_library_s_words():
    with pytest.raises(wend.WendError, match='radius is -1, must be') as refused:
        wend.World().spawn(radius=-1)
    assert refused.value.status == wend.ERROR_VALUE
    with pytest.raises(wend.WendError):
        wend.goal_check(wend.Goal(kind=wend.GOAL_SEEK, point=(math.nan, 0)))


def test_docstrings_are_the_headers():
    assert 'panic' in wend.flee.__doc__ and 'max_speed: ' in wend.Agent.__doc__
