"""Rings, obstacles, grids, meshes and flow fields."""
from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import api
from ._wend import ffi, lib
from .api import (Cell, Caster, ChoiceResult, Choice, FlowDef, FlowSample, FlowState, GridDef, GridQuery, GridResult, Mark, MeshDef, MeshQuery, MeshResult,
                  ObstaclesDef, RingLayer, Shape, ShapeKind, Way)
from .core import Floats, Vec, VecLike, VecsLike, WendError, fail, vec

CellLike = Union[Cell, tuple[int, int]]


def _mark(mark: Optional[Mark], given: dict[str, Any]) -> Mark:
    return (Mark() if mark is None else mark.copy()).change(**given)


class Ring(api.Ring):
    """Interest and danger, direction by direction."""

    def __init__(self, slots: int = 16, is_spatial: bool = False) -> None:
        super().__init__()
        api.ring_begin(self, slots, is_spatial)

    def _layer(self, layer: int) -> Floats:
        view: Floats = self.value[layer, :self.count]
        view.flags.writeable = False
        return view

    @property
    def interest(self) -> Floats:
        """How much each slot is wanted: a view of the ring's own memory, to be read; see `toward`, `away` and `write`."""
        return self._layer(api.RING_INTEREST)

    @property
    def hard(self) -> Floats:
        """Danger that masks first, likewise."""
        return self._layer(api.RING_HARD)

    @property
    def soft(self) -> Floats:
        return self._layer(api.RING_SOFT)

    @property
    def directions(self) -> Floats:
        """The slots' unit directions, a row each."""
        return np.stack([self.x, self.y, self.z], axis=1)[:self.count]

    def clear(self) -> None:
        api.ring_clear(self)

    def direction(self, slot: int) -> Vec:
        return api.ring_direction(self, slot)

    def toward(self, layer: RingLayer, mark: Optional[Mark] = None, **given: Any) -> None:
        """Writes the way to a place (an offset from the agent), or what else a mark says, into a map."""
        api.ring_toward(self, layer, _mark(mark, given))

    def away(self, layer: RingLayer, mark: Optional[Mark] = None, **given: Any) -> None:
        api.ring_away(self, layer, _mark(mark, given))

    def write(self, layer: RingLayer, slot: int, value: float, writer: int = 0) -> None:
        api.ring_write(self, layer, slot, value, writer)

    def choose(self, heading: VecLike = (0, 0), last: VecLike = (0, 0), how: Optional[Choice] = None, **given: Any) -> ChoiceResult:
        return api.ring_choose(self, (Choice() if how is None else how.copy()).change(**given), heading, last)


class Obstacles(api.Obstacles):
    """Circles, segments, boxes and polygons that are in the way."""

    def __init__(self, **given: Any) -> None:
        error = ffi.new('wend_error *')
        self._take(lib.wend_obstacles_create(ObstaclesDef(**given)._p, error), error, lib.wend_obstacles_destroy)

    def __len__(self) -> int:
        return api.obstacles_count(self)

    def add(self, kind: ShapeKind, **given: Any) -> int:
        """A shape: its kind, and what differs from the default one of that kind. Returns its id."""
        shape = api.default_shape(kind).change(**given)
        id = api.obstacles_add(self, shape)
        if id == 0:
            fail(0, lib.wend_obstacles_error(self._p))
        return id

    def remove(self, id: int) -> None:
        api.obstacles_remove(self, id)

    def move(self, id: int, position: VecLike, angle: float = 0.0) -> None:
        api.obstacles_move(self, id, position, angle)

    def sees(self, start: VecLike, end: VecLike, radius: float = 0.0, mask: int = 0xFFFFFFFF) -> bool:
        return api.obstacles_sees(self, start, end, radius, mask)

    def caster(self) -> Caster:
        return api.obstacles_caster(self)


class Grid(api.Grid):
    """A cost grid: rows of text ('.' open, '#' a wall, digits costs), or costs as an array of rows, 0 a wall."""

    def __init__(self, map: Union[str, npt.ArrayLike, None] = None, **given: Any) -> None:
        definition, error = GridDef(), ffi.new('wend_error *')
        if isinstance(map, str):
            definition.change(**given)
            handle = lib.wend_grid_create_text(definition._p, map.encode(), error)
        else:
            if map is not None:
                rows = np.asarray(map)
                if rows.ndim != 2:
                    raise WendError(f'costs have {rows.ndim} dimensions, must be 2')
                for name in sorted({'width', 'height', 'costs', 'pitch'} & given.keys()):
                    raise WendError(f'{name} is given, must be left out: the map says it')
                given = {'height': rows.shape[0], 'width': rows.shape[1], 'costs': rows, **given}
            if given.get('costs') is not None:
                rows = np.asarray(given['costs'])
                with np.errstate(invalid='ignore'):
                    costs = np.ascontiguousarray(rows.astype(np.uint8))
                if not np.array_equal(costs, rows):
                    raise WendError(f'a cost is {rows[costs != rows][0]}, must be a whole number in [0, 255]')
                given = {**given, 'costs': costs}
            definition.change(**given)
            width, height, pitch = definition.width, definition.height, definition.pitch
            if given.get('costs') is not None and width > 0 and height > 0 and (height - 1) * (pitch or width) + width > given['costs'].size:
                raise WendError(f'costs are {given["costs"].size}, must be {width} x {height}')
            handle = lib.wend_grid_create(definition._p, error)
        self._take(handle, error, lib.wend_grid_destroy)
        self._search = api.grid_search_create()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        size = api.grid_size(self)
        return size.x, size.y

    @property
    def costs(self) -> npt.NDArray[np.uint8]:
        """All costs, row by row, as they are now: a copy."""
        width, height = self.size
        costs = np.zeros((height, width), np.uint8)
        lib.python_grid_read(self._p, ffi.from_buffer('unsigned char[]', costs))
        return costs

    def __getitem__(self, cell: CellLike) -> int:
        return api.grid_get(self, cell)

    def __setitem__(self, cell: CellLike, cost: int) -> None:
        api.grid_set(self, cell, cost)

    def point(self, cell: CellLike) -> Vec:
        """The middle of a cell."""
        return api.grid_point(self, cell)

    def cell(self, point: VecLike) -> Optional[tuple[int, int]]:
        """The cell in which a point is; None: outside."""
        found = api.grid_cell(self, point)
        return None if found is None else (found.x, found.y)

    def sees(self, start: VecLike, end: VecLike, radius: float = 0.0) -> bool:
        return api.grid_sees(self, start, end, radius)

    def find(self, start: CellLike, goal: CellLike, **query: Any) -> GridResult:
        """A way from cell to cell; see `cells` and `points`. `query`: what differs from GridQuery's defaults."""
        found = api.grid_find(self._search, self, GridQuery(start=start, goal=goal, **query))
        if found.way == Way.REFUSED:
            fail(0, lib.wend_grid_search_error(self._search._p))
        return found

    def cells(self) -> npt.NDArray[np.int32]:
        """The cells of the last way, a row each."""
        return np.array([(cell.x, cell.y) for cell in api.grid_search_cells(self._search)], np.int32).reshape(-1, 2)

    def points(self) -> Floats:
        """The points of the last way."""
        return api.grid_search_points(self._search)

    def caster(self) -> Caster:
        """Its walls, as obstacles."""
        return api.grid_caster(self)


class Mesh(api.Mesh):
    """A navigation mesh: points, and for each polygon the indices of its corners."""

    def __init__(self, points: VecsLike, polygons: Sequence[Sequence[int]], **given: Any) -> None:
        definition, error = MeshDef(), ffi.new('wend_error *')
        corners = [corner for polygon in polygons for corner in polygon]
        definition.change(points=points, counts=[len(polygon) for polygon in polygons], corners=corners, **given)
        for name, count in ('neighbours', len(corners)), ('costs', len(polygons)), ('layers', len(polygons)):
            if given.get(name) is not None and np.size(given[name]) != count:
                raise WendError(f'{name} are {np.size(given[name])}, must be {count}')
        self._take(lib.wend_mesh_create(definition._p, error), error, lib.wend_mesh_destroy)
        self._search = api.mesh_search_create()

    def __len__(self) -> int:
        return api.mesh_count(self)

    def find(self, start: VecLike, goal: VecLike, **query: Any) -> MeshResult:
        """A way from point to point; see `points`."""
        found = api.mesh_find(self._search, self, MeshQuery(start=start, goal=goal, **query))
        if found.way == Way.REFUSED:
            fail(0, lib.wend_mesh_search_error(self._search._p))
        return found

    def points(self) -> Floats:
        """The points of the last way."""
        return api.mesh_search_points(self._search)


class Flow(api.Flow):
    """A flow field over a grid: what the way to a goal costs from each cell, and where it leads."""

    def __init__(self, grid: Grid, goal: Optional[CellLike] = None, **given: Any) -> None:
        error = ffi.new('wend_error *')
        self._take(lib.wend_flow_create(ffi.NULL, error), error, lib.wend_flow_destroy)
        self.grid, self._map = grid, grid._p  # C goes on with it
        if goal is not None:
            given['goal'] = goal
        api.flow_begin(self, grid, FlowDef(**given))
        self.update()

    def update(self, budget: int = 0) -> bool:
        """Takes up edits of the grid. True when it is finished."""
        return api.flow_update(self, budget)

    def at(self, point: VecLike) -> FlowSample:
        return api.flow_at(self, point)

    def cost(self, cell: CellLike) -> float:
        """What the way from a cell costs; infinite: there is none."""
        cost = api.flow_cost(self, cell)
        return cost if cost < np.finfo(np.float64).max else float('inf')

    def arrays(self) -> tuple[npt.NDArray[np.float64], Floats]:
        """The costs (rows, columns) and the directions at the middles (rows, columns, 2) of all cells, as copies."""
        size = lib.wend_grid_size(self._map)
        width, height = size.x, size.y
        costs, directions = np.zeros((height, width)), np.zeros((height, width, 2), np.float32)
        lib.python_flow_read(self._p, self._map, ffi.from_buffer('double[]', costs), ffi.from_buffer('float[]', directions))
        costs[costs == np.finfo(np.float64).max] = np.inf
        return costs, directions
