"""The scenes that come with wend: each a demo, a test and a golden hash."""
from __future__ import annotations

from typing import Any, Optional

from ._wend import ffi, lib
from .api import Draw
from .core import Vec, VecLike, WendError, from_text, from_vec, made, settle, vec
from .worlds import World


def scenes() -> dict[str, str]:
    """The names of all scenes, and what each shows."""
    table = lib.scene_table
    return {from_text(table[i].name): from_text(table[i].about) for i in range(lib.scene_count)}


class Params:
    """A scene's sliders and switches by name; they are taken up in the next frame, or by a restart."""

    def __init__(self, run: Any) -> None:
        self._run = run

    def _index(self, name: str) -> int:
        kind = self._run.kind
        for i in range(kind.param_count):
            if from_text(kind.params[i].name) == name:
                return i
        raise WendError(f'{from_text(kind.name)} has no parameter {name}, it has: {", ".join(self)}')

    def __iter__(self) -> Any:
        kind = self._run.kind
        return (from_text(kind.params[i].name) for i in range(kind.param_count))

    def __getitem__(self, name: str) -> float:
        return self._run.params[self._index(name)]

    def __setitem__(self, name: str, value: float) -> None:
        i = self._index(name)
        param = self._run.kind.params[i]
        if not param.low <= value <= param.high:
            raise WendError(f'{name} is {value}, must be in [{param.low:g}, {param.high:g}]')
        self._run.params[i] = value

    def __repr__(self) -> str:
        return repr({name: self[name] for name in self})


class Scene:
    """A running scene."""

    def __init__(self, name: str, *, seed: int = 1, threads: int = 1) -> None:
        kind = lib.scene_find(name.encode())
        if kind == ffi.NULL:
            raise WendError(f"there is no scene '{name}', there are: {', '.join(scenes())}")
        error = ffi.new('wend_error *')
        options = ffi.new('scene_options *', {'seed': seed, 'threads': threads})
        self._run = ffi.gc(made(lib.scene_start(kind, options, error), error), lib.scene_stop)
        self.name, self.params = name, Params(self._run)
        self._world: Optional[World] = None

    @property
    def world(self) -> World:
        """Its world, which lives as long as the scene and until it begins anew: what is done with it after that is refused."""
        if self._world is None:
            self._world = World._borrow(self._run.world, self._run)
        return self._world

    def _let_go(self) -> None:
        if self._world is not None:
            self._world._p = ffi.NULL
        self._world = None

    def _look_again(self) -> None:
        """After a frame, which may have begun the scene anew."""
        if self._world is not None and self._world._p != self._run.world:
            self._let_go()

    @property
    def seconds(self) -> float:
        return self._run.seconds

    @property
    def view(self) -> tuple[Vec, Vec]:
        """The corners of what is seen."""
        return from_vec(self._run.low), from_vec(self._run.high)

    def play(self, seconds: Optional[float] = None, *, frames: Optional[int] = None) -> None:
        """Plays on with the input of its demo, for so long or for so many frames."""
        if (seconds is None) == (frames is None):
            raise WendError('give either seconds or frames')
        if frames is None:
            frames = round((seconds or 0.0) / self._run.kind.step_seconds)
        for _ in range(frames):
            lib.scene_advance_demo(self._run)
        self._look_again()

    def advance(self, *, pointer: Optional[VecLike] = None, is_down: bool = False, is_clicked: bool = False, arrows: VecLike = (0, 0), key: str = '') -> None:
        """One frame with an input of your own."""
        lib.scene_advance(self._run, ffi.new('scene_input *', {
            'pointer': vec(pointer if pointer is not None else (0, 0)), 'has_pointer': pointer is not None, 'is_down': is_down, 'is_clicked': is_clicked,
            'arrows': vec(arrows), 'is_space_down': key == ' ', 'key': key.encode() or b'\0'}))
        self._look_again()

    def restart(self) -> None:
        """Back to the beginning, with the parameters as they are now."""
        self._let_go()
        error = ffi.new('wend_error *')
        if lib.scene_restart(self._run, error):
            made(ffi.NULL, error)

    def verify(self) -> bool:
        """Plays it from its beginning and checks what happens; `failure` says what was wrong."""
        self._let_go()
        return bool(lib.scene_verify(self._run))

    @property
    def failure(self) -> str:
        return from_text(self._run.failure)

    def hash(self) -> int:
        """One number for its state, as in tests/golden.txt after 240 frames."""
        return lib.scene_hash(self._run)

    def draw(self, draw: Draw) -> None:
        """Draws it by functions of yours: `line`, `circle`, `polygon` and `text` of a Draw."""
        lib.scene_draw(self._run, draw._p)
        settle()
