"""Worlds of agents, whose positions and velocities are arrays of numpy's."""
from __future__ import annotations

from typing import Any, Callable, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import api
from ._wend import ffi, lib
from .api import AgentDef, Event, Filter, Goal, Grid, Mesh, Plan, RayHit, Reason, Recipe, WorldDef, WorldStats
from .core import Array, Floats, Vec, VecLike, VecsLike, WendError, address, array, callback, dtype, fail, moved, settle
from .things import Obstacles

Ids = Union[int, Iterable[int]]
_BODY = set(api.Agent._fields()) - {'id'}


def _each(ids: Ids) -> Iterable[int]:
    return (int(id) for id in ids) if isinstance(ids, Iterable) else (int(ids),)


def _split(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields of an agent's body may stand beside those of its definition."""
    outer = {name: value for name, value in fields.items() if name not in _BODY}
    body = {name: value for name, value in fields.items() if name in _BODY}
    if body:
        given = outer.get('agent', {})
        outer['agent'] = {**given, **body} if isinstance(given, dict) else given.copy().change(**body)
    return outer


class World(api.World):
    """A world of agents. Takes what differs from WorldDef's defaults, and what stands in it."""

    def __init__(self, definition: Optional[WorldDef] = None, *, grid: Optional[Grid] = None, mesh: Optional[Mesh] = None,
                 obstacles: Optional[Obstacles] = None, **given: Any) -> None:
        made = WorldDef() if definition is None else definition.copy()
        made.change(**given)
        if grid is not None:
            made.grid = grid
        if mesh is not None:
            made.mesh = mesh
        if obstacles is not None:
            made.caster = obstacles.caster()
        self.definition = made
        self._recorder: Any = None
        error = ffi.new('wend_error *')
        self._take(lib.wend_world_create(made._p, error), error, lib.wend_world_destroy)

    def _check(self, status: int) -> None:
        if status:
            fail(status, lib.wend_world_error(self._p))
        settle()

    # ---- agents

    def __len__(self) -> int:
        return lib.wend_world_count(self._p)

    def __contains__(self, id: int) -> bool:
        return api.world_has(self, id)

    def spawn(self, definition: Optional[AgentDef] = None, **fields: Any) -> int:
        """A new agent: what differs from the definition, or from the default one. Fields of its body need no `agent`."""
        made = (AgentDef() if definition is None else definition.copy()).change(**_split(fields))
        id = lib.wend_world_spawn(self._p, made._p).value
        if id == 0:
            fail(0, lib.wend_world_error(self._p))
        return id

    def spawn_many(self, positions: VecsLike, velocities: Optional[VecsLike] = None, *, definition: Optional[AgentDef] = None,
                   **fields: Any) -> npt.NDArray[np.uint64]:
        """As many new agents as there are positions, all or none. A field is one value for all, or an array with one for each."""
        made = AgentDef() if definition is None else definition
        count = len(positions)
        defs = np.repeat(np.frombuffer(ffi.buffer(made._p), dtype(AgentDef)), count)
        for name, value in {'position': positions, 'velocity': velocities, **fields}.items():
            if value is None:
                continue
            rows = defs['agent'] if name in _BODY else defs
            if rows.dtype.names is None or name not in rows.dtype.names or name == 'agent':
                raise WendError(f'an agent has no field {name}')
            given = np.asarray(value)
            if rows[name].ndim == 2:
                if count and (given.shape[-1:] not in ((2,), (3,)) or given.ndim > 2 or given.ndim == 1 and name == 'position'):
                    raise WendError(f'{name} has the shape {given.shape}, must have rows of 2 or 3 numbers')
                rows[name][:, :given.shape[-1]] = given
                if given.shape[-1] == 2:
                    rows[name][:, 2] = 0
            else:
                rows[name] = given
                if given.dtype.kind in 'iuf' and rows[name].dtype.kind in 'iu' and not np.all(rows[name] == given):
                    limits = np.iinfo(rows[name].dtype)
                    wrong = np.broadcast_to(given, count)[rows[name] != given][0]
                    raise WendError(f'{name} is {wrong}, must be a whole number in [{limits.min}, {limits.max}]')
        ids = np.zeros(count, np.uint64)
        self._check(lib.wend_world_spawn_many(self._p, array('wend_agent_def', defs)[0], count, ffi.from_buffer('wend_agent_id[]', ids)))
        return ids

    def remove(self, ids: Ids) -> None:
        """Takes agents out, all or none."""
        ids = list(_each(ids))
        api.world_remove_many(self, ids)
        for id in ids:
            self._borrowed.pop(id, None)
            self._recipes.pop(id, None)

    def get(self, id: int) -> AgentDef:
        """What an agent is now."""
        return api.world_get(self, id)

    def set(self, ids: Ids, **fields: Any) -> None:
        """Changes what agents are, but not where."""
        for id in _each(ids):
            api.world_set(self, id, api.world_get(self, id).change(**_split(fields)))

    # Functions that a goal or a recipe names live as long as an agent may call them.
    @property
    def _borrowed(self) -> dict[int, list[tuple[int, dict[Any, Any]]]]:
        return self.__dict__.setdefault('_goals', {})

    @property
    def _recipes(self) -> dict[int, tuple[int, dict[Any, Any]]]:
        return self.__dict__.setdefault('_kept_recipes', {})

    def set_goal(self, ids: Ids, goal: Goal) -> None:
        for id in _each(ids):
            api.world_set_goal(self, id, goal)
            self._borrowed.pop(id, None)
            if goal._kept:
                self._borrowed[id] = [(address(goal._p), dict(goal._kept))]

    def queue_goal(self, ids: Ids, goal: Goal) -> None:
        """A goal that begins when those before it are done."""
        for id in _each(ids):
            api.world_queue_goal(self, id, goal)
            if goal._kept:
                self._borrowed.setdefault(id, []).append((address(goal._p), dict(goal._kept)))

    def goal(self, id: int) -> Goal:
        """The present goal, with the functions that it names: it may be changed and set again."""
        goal = api.world_get_goal(self, id)
        held = self._borrowed.get(id, [])
        if len(held) == 1:
            goal._kept.update(moved(held[0][1], held[0][0], address(goal._p)))
        elif held:
            goal._kept['queued'] = tuple(held)
        return goal

    def set_recipe(self, ids: Ids, recipe: Recipe) -> None:
        for id in _each(ids):
            api.world_set_recipe(self, id, recipe)
            self._recipes.pop(id, None)
            if recipe._kept:
                self._recipes[id] = address(recipe._p), dict(recipe._kept)

    def recipe(self, id: int) -> Recipe:
        """How an agent moves, with the functions that the recipe names: it may be changed and set again."""
        recipe = api.world_get_recipe(self, id)
        if id in self._recipes:
            start, kept = self._recipes[id]
            recipe._kept.update(moved(kept, start, address(recipe._p)))
        return recipe

    def has_arrived(self, id: int) -> bool:
        return api.world_has_arrived(self, id)

    def plan(self, id: int) -> Plan:
        return api.world_plan(self, id)

    def way(self, id: int) -> Floats:
        """The planned way that an agent still has before it."""
        return api.world_way(self, id)

    def teleport(self, id: int, position: VecLike, velocity: VecLike = (0, 0), heading: VecLike = (1, 0)) -> None:
        api.world_teleport(self, id, position, velocity, heading)

    # ---- time

    def step(self, seconds: float = 1 / 60, times: int = 1) -> None:
        """Moves everybody."""
        for _ in range(times):
            self._check(lib.wend_world_step(self._p, seconds))

    def think(self, seconds: float = 1 / 60) -> None:
        """Only thinks: the velocities are wishes, and you report where everybody ended up."""
        self._check(lib.wend_world_think(self._p, seconds))

    def report(self, positions: Optional[VecsLike] = None, velocities: Optional[VecsLike] = None, ids: Any = None) -> None:
        """Where everybody, or those with these ids, ended up by physics of your own. Arrays of float32 with three columns are read where they lie."""
        report = ffi.new('wend_motion_reports *')
        kept: list[Any] = []
        for name, values in ('positions', positions), ('velocities', velocities), ('ids', ids):
            if values is None:
                continue
            block, count = array('wend_agent_id' if name == 'ids' else 'wend_vec', values)
            if kept and count != report.count:
                raise WendError(f'{name} are {count}, must be {report.count}')
            kept.append(block)
            setattr(report, name, block)
            report.count = count
        report.position_stride = report.velocity_stride = 12
        self._check(lib.wend_world_report_many(self._p, report))

    # ---- results

    def _read(self, field: int, width: int, kind: Any) -> npt.NDArray[Any]:
        blocks = self.__dict__.setdefault('_blocks', {})
        count = lib.wend_world_count(self._p)
        if field not in blocks or len(blocks[field]) < count:
            blocks[field] = np.zeros((count, width) if width > 1 else count, kind)
        block = blocks[field]
        lib.wend_world_read(self._p, field, ffi.from_buffer(block), block.strides[0], count)
        view = block[:count]
        view.flags.writeable = False
        return view

    @property
    def positions(self) -> Floats:
        """x, y and z of everybody in order of ids: C writes them into one block that stays, and this is a view of it. So take it anew after each update,
        and copy what is to be kept from before."""
        return self._read(api.FIELD_POSITION, 3, np.float32)

    @property
    def velocities(self) -> Floats:
        """The velocities that the last update published, likewise."""
        return self._read(api.FIELD_VELOCITY, 3, np.float32)

    @property
    def headings(self) -> Floats:
        return self._read(api.FIELD_HEADING, 3, np.float32)

    @property
    def before(self) -> Floats:
        """The positions before the last step."""
        return self._read(api.FIELD_BEFORE, 3, np.float32)

    @property
    def ids(self) -> npt.NDArray[np.uint64]:
        return self._read(api.FIELD_ID, 1, np.uint64)

    @property
    def users(self) -> npt.NDArray[np.uint64]:
        return self._read(api.FIELD_USER, 1, np.uint64)

    def position(self, id: int) -> Vec:
        return api.world_position(self, id)

    def velocity(self, id: int) -> Vec:
        return api.world_velocity(self, id)

    def heading(self, id: int) -> Vec:
        return api.world_heading(self, id)

    @property
    def stats(self) -> WorldStats:
        return api.world_get_stats(self)

    @property
    def seconds(self) -> float:
        return self.stats.seconds

    def events(self) -> list[Event]:
        """What happened in the last update."""
        count = ffi.new('int *')
        found = lib.wend_world_events(self._p, count)
        return [event.copy() for event in Array(Event, ffi.cast('wend_event *', found), count[0])]

    def within(self, point: VecLike, radius: float, filter: Optional[Filter] = None) -> npt.NDArray[np.uint64]:
        return api.world_within(self, point, radius, filter)

    def nearest(self, point: VecLike, radius: float, k: int = 1, filter: Optional[Filter] = None) -> npt.NDArray[np.uint64]:
        return api.world_nearest(self, point, radius, filter, k)

    def ray(self, start: VecLike, end: VecLike, filter: Optional[Filter] = None) -> RayHit:
        return api.world_ray(self, start, end, filter)

    def watch(self, id: int, is_watched: bool = True) -> None:
        api.watch(self, id, is_watched)

    def explain(self, id: int) -> Reason:
        """Why a watched agent moved as it did."""
        return api.explain(self, id)

    # ---- the state

    def hash(self) -> int:
        """One number for everything that decides what happens next: the same on every machine."""
        return lib.wend_world_hash(self._p)

    def save(self) -> bytes:
        """All of that as a block."""
        size = lib.wend_world_save(self._p, ffi.NULL, 0)
        block = bytearray(size)
        if size == 0 or lib.wend_world_save(self._p, ffi.from_buffer(block), size) != size:
            fail(0, lib.wend_world_error(self._p))
        return bytes(block)

    def load(self, block: bytes) -> None:
        self._check(lib.wend_world_load(self._p, block, len(block)))

    def record(self, write: Optional[Callable[[bytes], Any]]) -> None:
        """Tells `write` every call that changes the world from now on; None ends it. See World.replay."""
        function = callback('wend_record_fn *', write)
        self._check(lib.wend_world_record(self._p, function, ffi.NULL))
        self._recorder = function

    def replay(self, recording: bytes, until: float = float('inf')) -> None:
        """Plays a recording up to that time of the world's. The world must have been made with the same definition."""
        self._check(lib.wend_replay(self._p, recording, len(recording), min(until, float(np.finfo(np.float64).max)), ffi.NULL, ffi.NULL))
