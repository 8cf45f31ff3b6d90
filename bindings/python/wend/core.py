"""What the generated module `api` is made of: structs, vectors, arrays, callbacks and errors over cffi."""
from __future__ import annotations

import enum
import operator
from typing import Any, Callable, Generic, Iterator, NamedTuple, NoReturn, Optional, Sequence, Type, TypeVar, Union, overload

import numpy as np
import numpy.typing as npt

from ._wend import ffi, lib

Get = TypeVar('Get')
Set = TypeVar('Set')
AnyStruct = TypeVar('AnyStruct', bound='Struct')
AnyEnum = TypeVar('AnyEnum', bound=enum.IntEnum)


class Vec(NamedTuple):
    """A point, a direction or a velocity. A planar world keeps z at 0. Where one is wanted, any two or three numbers will do."""

    x: float
    y: float
    z: float = 0.0

    def __add__(self, other: VecLike) -> Vec:  # type: ignore[override]
        x, y, z = vec(other)
        return Vec(self.x + x, self.y + y, self.z + z)

    def __sub__(self, other: VecLike) -> Vec:
        x, y, z = vec(other)
        return Vec(self.x - x, self.y - y, self.z - z)

    def __mul__(self, factor: float) -> Vec:  # type: ignore[override]
        return Vec(self.x * factor, self.y * factor, self.z * factor)

    def __rmul__(self, factor: float) -> Vec:  # type: ignore[override]
        return self * factor

    def __neg__(self) -> Vec:
        return self * -1.0


VecLike = Union[Vec, Sequence[float], npt.NDArray[Any]]
Structs = Union[Sequence[AnyStruct], npt.NDArray[Any]]
VecsLike = Union[Sequence[VecLike], npt.NDArray[Any]]
Floats = npt.NDArray[np.float32]


class WendError(Exception):
    """What the library refuses, in its own words: the field, the value and what is allowed."""

    def __init__(self, text: str, status: int = 0) -> None:
        super().__init__(text)
        self.status = status


# ---- errors ---------------------------------------------------------------------------------------------------------

_raised: list[BaseException] = []


def settle() -> None:
    """After a call that may have called back: raises what a callback raised."""
    if _raised:
        error = _raised[0]
        _raised.clear()
        raise error


def fail(status: int, error: Any = None) -> NoReturn:
    """Raises the text that the library left, or what the status means."""
    settle()
    if error and error.status != 0:
        raise WendError(ffi.string(error.text).decode(), error.status)
    raise WendError(ffi.string(lib.wend_status_text(status)).decode(), status)


def made(handle: Any, error: Any) -> Any:
    if handle == ffi.NULL:
        fail(0, error)
    return handle


# ---- values ---------------------------------------------------------------------------------------------------------

def vec(given: VecLike) -> Any:
    if len(given) == 3:
        return tuple(given)
    if len(given) != 2:
        raise WendError(f'a vector has {len(given)} numbers, must have 2 or 3')
    return given[0], given[1], 0.0


def from_vec(c: Any) -> Vec:
    return Vec(c.x, c.y, c.z)


def ident(value: int) -> tuple[int]:
    return (int(value),)


def c_text(given: Optional[str]) -> Any:
    return ffi.NULL if given is None else ffi.new('char[]', given.encode())


def value(given: Any, kind: str) -> Any:
    """A struct by value; numbers in a row will do."""
    return given._p[0] if isinstance(given, Struct) else ffi.new(f'{kind} *', given)[0]


def from_text(c: Any) -> str:
    return '' if c == ffi.NULL else ffi.string(c).decode()


def member(kind: Type[AnyEnum], value: int) -> AnyEnum:
    try:
        return kind(value)
    except ValueError:
        return value  # type: ignore[return-value]


def pointer(value: Any) -> Any:
    """A struct, a thing with a life, or nothing."""
    return ffi.NULL if value is None else value._p


NUMBERS = {'float': np.float32, 'double': np.float64, 'int': np.int32, 'int32_t': np.int32, 'uint32_t': np.uint32, 'uint8_t': np.uint8,
           'int8_t': np.int8, 'int16_t': np.int16, 'uint16_t': np.uint16, 'int64_t': np.int64, 'uint64_t': np.uint64, 'size_t': np.uint64,
           'unsigned int': np.uint32, '_Bool': np.bool_}


def array(of: str, values: Any) -> tuple[Any, int]:
    """An array for C and its length: numbers, ids and vectors are borrowed from numpy where they lie as in C, structs are copied."""
    if values is None:
        return ffi.NULL, 0
    if of == 'wend_vec':
        flat = np.asarray(values, np.float32)
        if flat.size == 0:
            flat = np.zeros((0, 3), np.float32)
        if flat.ndim != 2 or flat.shape[1] not in (2, 3):
            raise WendError(f'an array of vectors has the shape {flat.shape}, must have rows of 2 or 3 numbers')
        if flat.shape[1] == 2:
            flat = np.concatenate([flat, np.zeros((len(flat), 1), np.float32)], axis=1)
        return ffi.from_buffer('wend_vec[]', np.ascontiguousarray(flat)), len(flat)
    if of in IDS:
        values = np.ascontiguousarray(values, np.uint64)
        return ffi.from_buffer(f'{of}[]', values), len(values)
    if of in NUMBERS:
        values = np.ascontiguousarray(values, NUMBERS[of])
        return ffi.from_buffer(f'{of}[]', values), values.size
    if isinstance(values, np.ndarray):
        return ffi.from_buffer(f'{of}[]', np.ascontiguousarray(values, dtype(of))), len(values)
    if isinstance(values, Array):
        return values._p, len(values)
    block = ffi.new(f'{of}[]', len(values))
    for i, one in enumerate(values):
        block[i] = value(one, of)
    return block, len(values)


def copy_back(values: Any, block: Any) -> None:
    """What a function wrote into a copied list of structs."""
    if not isinstance(values, (np.ndarray, Array)):
        for i, one in enumerate(values):
            one._p[0] = block[i]


def listed(of: str, struct: Any, call: Callable[[Any, int], int]) -> Any:
    """All that a function writes into an array, however many there are."""
    room = 32
    while True:
        block = ffi.new(f'{of}[]', room)
        count = call(block, room)
        if count < room:
            return from_array(of, struct, block, max(count, 0))
        room = max(2 * room, count + 1)


def from_array(of: str, struct: Any, block: Any, count: int) -> Any:
    if of == 'wend_vec':
        return np.frombuffer(ffi.buffer(block), np.float32).reshape(-1, 3)[:count]
    if of in IDS or of in NUMBERS:
        return np.frombuffer(ffi.buffer(block), NUMBERS.get(of, np.uint64))[:count]
    return Array(struct, block, count)


def dtype(struct: Any) -> np.dtype[Any]:
    """How an array of a struct lies in memory, for numpy: by its class, or by its name in C."""
    kind = struct if isinstance(struct, ffi.CType) else ffi.typeof(struct if isinstance(struct, str) else struct._c)
    if kind.kind == 'primitive':
        return np.dtype(NUMBERS[kind.cname])
    if kind.kind == 'enum':
        return np.dtype(np.uint32)
    if kind.kind == 'pointer':
        return np.dtype(np.uintp)
    if kind.kind == 'array':
        return np.dtype((dtype(kind.item), (kind.length,)))
    if kind.cname == 'wend_vec':
        return np.dtype((np.float32, (3,)))
    if kind.cname in IDS:
        return np.dtype(np.uint64)
    fields = kind.fields
    return np.dtype({'names': [name for name, _ in fields], 'formats': [dtype(field.type) for _, field in fields],
                     'offsets': [field.offset for _, field in fields], 'itemsize': ffi.sizeof(kind)})


IDS = ('wend_agent_id', 'wend_obstacle_id')

# ---- callbacks ------------------------------------------------------------------------------------------------------

STRUCTS: dict[str, Type[Struct]] = {}


def _argument(kind: Any, value: Any, following: Any) -> Any:
    name = kind.cname
    if name == 'wend_vec':
        return from_vec(value)
    if name in IDS:
        return value.value
    if kind.kind != 'pointer':
        return value
    item = kind.item.cname
    if item == 'void':
        return bytes(ffi.buffer(value, following))
    if item == 'char':
        return from_text(value)
    if following is not None:
        if item == 'wend_vec' or item in IDS or item in NUMBERS:
            return from_array(item, None, ffi.cast(f'{item}(*)[{following}]', value), following)
        return Array(STRUCTS[item], value, following)
    return STRUCTS[item]._view(value, {}) if item in STRUCTS else value


def callback(kind: str, function: Optional[Callable[..., Any]]) -> Any:
    """A function of Python's as C calls it: without the `user` at the end, arrays with their length as one."""
    if function is None:
        return ffi.NULL
    if isinstance(function, ffi.CData):
        return function
    signature = ffi.typeof(kind)
    kinds = signature.args[:-1]
    counted = [k.kind == 'pointer' and k.item.cname != 'char' and i + 1 < len(kinds) and kinds[i + 1].cname in ('int', 'size_t')
               for i, k in enumerate(kinds)]

    def call(*values: Any) -> Any:
        given = [_argument(k, values[i], values[i + 1] if counted[i] else None) for i, k in enumerate(kinds) if i == 0 or not counted[i - 1]]
        answer = function(*given)  # type: ignore[misc]
        if signature.result.cname == 'wend_vec':
            return vec(answer)
        return None if signature.result.kind == 'void' else answer

    def note(_: Any, error: BaseException, __: Any) -> None:
        _raised.append(error)

    return ffi.callback(signature, call, onerror=note)


# ---- what C borrows -------------------------------------------------------------------------------------------------

def address(c: Any) -> int:
    return int(ffi.cast('uintptr_t', c))


def lasting(what: Any) -> Any:
    """What has to live for that: the memory of a handle, which `destroy` only lets go of."""
    return what._p if isinstance(what, Handle) else what


def moved(kept: dict[Any, Any], start: int, end: int) -> dict[Any, Any]:
    """What a struct at one address keeps, for a copy of it at another, whatever is set in the first later."""
    return {(key[0] - start + end, key[1]) if isinstance(key, tuple) else key: what for key, what in kept.items()}


# ---- structs --------------------------------------------------------------------------------------------------------

class AnyField(Generic[Get, Set]):
    """A field of a struct."""

    def __set_name__(self, owner: Any, name: str) -> None:
        self.name = owner._names.get(name, name)

    @overload
    def __get__(self, struct: None, owner: Any) -> AnyField[Get, Set]: ...
    @overload
    def __get__(self, struct: Struct, owner: Any) -> Get: ...

    def __get__(self, struct: Optional[Struct], owner: Any) -> Any:
        return self if struct is None else self.read(struct)

    def __set__(self, struct: Struct, value: Set) -> None:
        self.write(struct, value)

    def read(self, struct: Struct) -> Any:
        return getattr(struct._p, self.name)

    def write(self, struct: Struct, value: Any) -> None:
        setattr(struct._p, self.name, value)

    def keep(self, struct: Struct, what: Any) -> None:
        """C only borrows what a pointer leads to."""
        struct._kept[address(struct._p), self.name] = lasting(what)


class VecField(AnyField[Vec, VecLike]):
    def read(self, struct: Struct) -> Vec:
        return from_vec(getattr(struct._p, self.name))

    def write(self, struct: Struct, value: Any) -> None:
        setattr(struct._p, self.name, vec(value))


class IdField(AnyField[int, int]):
    def read(self, struct: Struct) -> int:
        return getattr(struct._p, self.name).value

    def write(self, struct: Struct, value: Any) -> None:
        setattr(struct._p, self.name, ident(value))


class EnumField(AnyField[AnyEnum, int]):
    def __init__(self, kind: Type[AnyEnum]) -> None:
        self.kind = kind

    def read(self, struct: Struct) -> Any:
        return member(self.kind, getattr(struct._p, self.name))


class TextField(AnyField[str, str]):
    def read(self, struct: Struct) -> str:
        return from_text(getattr(struct._p, self.name))

    def write(self, struct: Struct, value: Any) -> None:
        block = c_text(value)
        setattr(struct._p, self.name, block)
        self.keep(struct, block)


class StructField(AnyField[AnyStruct, AnyStruct]):
    def __init__(self, kind: Type[AnyStruct]) -> None:
        self.kind = kind

    def read(self, struct: Struct) -> Any:
        return self.kind._view(ffi.addressof(struct._p[0], self.name), struct._kept)

    def write(self, struct: Struct, given: Any) -> None:
        setattr(struct._p, self.name, value(given, self.kind._c))
        if isinstance(given, Struct):
            self.keep(struct, tuple(given._kept.values()))


class ArrayField(AnyField[Any, Any]):
    """An array inside a struct: of numbers and vectors a view for numpy."""

    def __init__(self, of: str, *shape: int, struct: Optional[Type[Struct]] = None) -> None:
        self.of, self.shape, self.struct = of, shape, struct

    def read(self, struct: Struct) -> Any:
        inside = getattr(struct._p, self.name)
        if self.struct is not None:
            return Array(self.struct, inside, self.shape[0], struct)
        view = np.frombuffer(ffi.buffer(inside), np.float32 if self.of == 'wend_vec' else NUMBERS[self.of])
        return view.reshape(*self.shape, 3) if self.of == 'wend_vec' else view.reshape(self.shape)

    def write(self, struct: Struct, value: Any) -> None:
        inside = self.read(struct)
        if self.struct is None:
            inside[...] = value
        else:
            for i, one in enumerate(value):
                inside[i] = one


class PointerField(AnyField[Any, Any]):
    """An array outside of a struct, which the struct then keeps alive; the field with its length is set with it."""

    def __init__(self, of: str, counts: str = '') -> None:
        self.of, self.counts = of, counts

    def write(self, struct: Struct, value: Any) -> None:
        if value is None or isinstance(value, (Struct, Handle)):
            setattr(struct._p, self.name, pointer(value))
            self.keep(struct, value)
            return
        block, count = array(self.of, value)
        setattr(struct._p, self.name, block)
        self.keep(struct, (block, value, [tuple(one._kept.values()) for one in value if isinstance(one, Struct)] if isinstance(value, (list, tuple)) else None))
        if self.counts:
            setattr(struct._p, self.counts, count)


class CallbackField(AnyField[Any, Optional[Callable[..., Any]]]):
    """A function of Python's that C calls. The `user` at the end isn't handed to it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def write(self, struct: Struct, value: Any) -> None:
        function = callback(self.kind, value)
        setattr(struct._p, self.name, function)
        self.keep(struct, function)


class Struct:
    """A struct in C's memory; fields are read and written in place. Made with what differs from the library's default."""

    __slots__ = ('_p', '_kept')
    _c = ''
    _names: dict[str, str] = {}  # what fields are called in C, where that is no name here
    _default: Any = None
    _p: Any
    _kept: dict[Any, Any]

    def __init_subclass__(cls) -> None:
        STRUCTS.setdefault(cls._c, cls)

    def __init__(self, **given: Any) -> None:
        self._p, self._kept = ffi.new(f'{self._c} *'), {}
        if self._default:
            self._p[0] = self._default()
        self.change(**given)

    def change(self: AnyStruct, **given: Any) -> AnyStruct:
        """Sets some fields. Those of a struct inside may be given as a dict."""
        for name, value in given.items():
            if not isinstance(getattr(type(self), name, None), AnyField):
                raise WendError(f'{type(self).__name__} has no field {name}')
            if isinstance(value, dict):
                getattr(self, name).change(**value)
            else:
                setattr(self, name, value)
        return self

    @classmethod
    def _view(cls: Type[AnyStruct], c: Any, kept: dict[Any, Any]) -> AnyStruct:
        self = cls.__new__(cls)
        self._p, self._kept = c, kept
        return self

    @classmethod
    def _of(cls: Type[AnyStruct], c: Any, *borrowed: Any) -> AnyStruct:
        """A struct that came back by value, and what it borrows."""
        self = cls._view(ffi.new(f'{cls._c} *', c), {})
        if borrowed:
            self._kept['borrowed'] = tuple(lasting(what) for what in borrowed)
        return self

    @classmethod
    def _fields(cls) -> list[str]:
        return [name for base in reversed(cls.__mro__) for name, field in vars(base).items() if isinstance(field, AnyField)]

    def copy(self: AnyStruct) -> AnyStruct:
        other = type(self)._view(ffi.new(f'{self._c} *', self._p[0]), {})
        other._kept = moved(self._kept, address(self._p), address(other._p))
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Struct) or other._c != self._c:
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f'{type(self).__name__}({", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields() if name != "cookie")})'


class Array(Sequence[AnyStruct]):
    """Structs side by side in C's memory, each a view."""

    def __init__(self, struct: Type[AnyStruct], c: Any, count: int, owner: Optional[Struct] = None) -> None:
        self._struct, self._p, self._count = struct, c, count
        self._kept = {} if owner is None else owner._kept

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(self._count))]
        k = operator.index(i)
        k += self._count if k < 0 else 0
        if not 0 <= k < self._count:
            raise IndexError(f'{i} of {self._count}')
        return self._struct._view(self._p + k, self._kept) if self._p else None

    def __setitem__(self, i: int, value: AnyStruct) -> None:
        at = self[i]
        at._p[0] = value._p[0]
        self._kept[address(at._p), ''] = tuple(value._kept.values())

    def __iter__(self) -> Iterator[AnyStruct]:
        return (self[i] for i in range(self._count))

    def __repr__(self) -> str:
        return repr(list(self))


class Handle:
    """A thing with a life. It is freed when nothing uses it any more."""

    _c = ''
    _p: Any = ffi.NULL

    def _take(self, handle: Any, error: Any, free: Any) -> None:
        self._p = ffi.gc(made(handle, error), free)

    @classmethod
    def _own(cls, handle: Any, error: Any, free: Any) -> Any:
        self = cls.__new__(cls)
        self._take(handle, error, free)
        return self

    @classmethod
    def _borrow(cls, handle: Any, *owner: Any) -> Any:
        self = cls.__new__(cls)
        self._p, self._owner = handle, tuple(lasting(what) for what in owner)
        return self

    _owner: Any = ()

    def destroy(self) -> None:
        """Lets go of it: what else is done with it afterwards is refused. It is freed at once, or when the last world that uses it is gone."""
        self._p = ffi.NULL

    def __del__(self) -> None:
        self.destroy()  # before what it borrows
