"""Calls of one signature in well under a microsecond: from Python right into compiled code (runtime/precis_call.hpp).

It compares types, dtypes, shapes and sizes with those of an earlier call, and the addresses of what changes with all others; where
something differs it does nothing, and the call goes the way of precis.emit.caller.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from precis.emit.cpu.build import FLAGS, build
from precis.errors import BuildError

HEADER = "precis_call.hpp"
MAIN = "call.cpp"
OTHERWISE = object()  # what a direct call answers where it is none
MOST_BYTES, MOST_RESULTS, MOST_AXES = 4096, 64, 8  # of a struct of arguments and of parts of results, as in the header
ITSELF = -1  # of an item: no result
_TYPES = (np.ndarray, float, np.float64, np.float32, int, np.int64, np.int32)
_TWINS = {np.dtype(a).num: np.dtype(b) for a, b in ("lq", "ql", "LQ", "QL")}  # of the same width, but for NumPy not the same
_FASTCALL = 0x0080  # METH_FASTCALL


class Take(IntEnum):
    """What an argument is taken for."""

    ARRAY, CHANGED, REAL, WHOLE, SIZE, SAME = range(6)


class Returned(IntEnum):
    """What is returned: what `rebuild` makes of the results, the only one of them, all as a tuple, `rebuild` itself, the only item, all
    items as a tuple."""

    REBUILT, ONE, ALL, GIVEN, ITEM, ITEMS = range(6)


class Step(ctypes.Structure):
    """How an argument is taken: what it is, the offset in the struct, the code of its numbers, bytes of an array, and the only objects
    that it (of an array: its dtype) may be."""

    _fields_ = [("take", ctypes.c_int64), ("offset", ctypes.c_int64), ("code", ctypes.c_int64), ("bytes", ctypes.c_int64),
                ("same", ctypes.c_void_p), ("other", ctypes.c_void_p)]


class _Result(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_int64), ("bytes", ctypes.c_int64), ("made", ctypes.c_void_p), ("converted", ctypes.c_void_p)]


class _Item(ctypes.Structure):
    _fields_ = [("result", ctypes.c_int64), ("axes", ctypes.c_int64), ("lengths", ctypes.c_void_p), ("made", ctypes.c_void_p)]


class _State(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int64) for name in ("arguments", "results", "bytes", "returned", "items")] + \
               [(name, ctypes.c_void_p) for name in ("steps", "signature", "homes", "parts", "packed", "types", "run",
                                                     "empty", "scalar", "rebuild", "failed", "otherwise")]


class _Method(ctypes.Structure):  # PyMethodDef
    _fields_ = [("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p)]


class _Array(ctypes.Structure):  # PyArrayObject_fields
    _fields_ = [("references", ctypes.c_ssize_t), ("type", ctypes.c_void_p), ("memory", ctypes.c_void_p), ("rank", ctypes.c_int),
                ("shape", ctypes.POINTER(ctypes.c_ssize_t)), ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("base", ctypes.c_void_p),
                ("dtype", ctypes.c_void_p), ("flags", ctypes.c_int)]


@lru_cache
def possible() -> bool:
    """Whether arrays lie in memory as the header says: a probe is compared with what NumPy tells of it."""
    if sys.implementation.name != "cpython" or sys.platform != "linux" or sysconfig.get_config_var("Py_GIL_DISABLED") \
            or object.__basicsize__ != _Array.memory.offset or np.ndarray.__basicsize__ < ctypes.sizeof(_Array):
        return False
    probe = np.zeros((3, 5), np.float32)[::2, 1:]
    read = _Array.from_address(id(probe))
    pointers = (read.type, read.memory, read.base, read.dtype)
    if read.rank != 2 or pointers != (id(np.ndarray), probe.ctypes.data, id(probe.base), id(probe.dtype)):
        return False
    return (tuple(read.shape[:2]), tuple(read.strides[:2]), read.flags) == (probe.shape, probe.strides, probe.flags.num)


@lru_cache
def entry() -> int | None:
    """The address of the function that Python calls, whichever program it runs: it is compiled once, into a library of its own, and not
    before a program is called again. None where it cannot be had."""
    if not possible():
        return None
    header = resources.files("precis.emit").joinpath("runtime", HEADER).read_text(encoding="utf-8")
    try:
        function = ctypes.CDLL(str(build({HEADER: header, MAIN: f'#include "{HEADER}"\n'}, MAIN, flags=FLAGS))).precis_direct
    except BuildError:
        return None
    return ctypes.cast(function, ctypes.c_void_p).value


@dataclass(frozen=True)
class Home:
    """Where the address of a result goes, the array that a call makes for it, and what makes of a number what is returned."""

    offset: int
    shape: tuple[int, ...]
    dtype: np.dtype
    converted: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class Item:
    """What is returned in one place: result number `result`; where there are `lengths`, its first elements alone, along each axis so many
    as the result of that number says (-1: all), or what `made` makes of them. ITSELF: `made`, whatever it is."""

    result: int
    lengths: tuple[int, ...] = ()
    made: Any = None


def array_step(take: Take, offset: int, dtype: np.dtype, shape: Sequence[int]) -> Step:
    count = int(np.prod(shape, dtype=object))
    return Step(take, offset, 0, count * dtype.itemsize, id(np.dtype(dtype.type)), id(_TWINS.get(dtype.num, np.dtype(dtype.type))))


def number_step(take: Take, offset: int, code: str, dtype: np.dtype) -> Step:
    """A number, or an array without axes that holds one."""
    return Step(take, offset, ord(code), dtype.itemsize, id(np.dtype(dtype.type)), id(_TWINS.get(dtype.num, np.dtype(dtype.type))))


def direct(function: Any, steps: Sequence[Step], signature: Sequence[int], packed: bytes, homes: Sequence[Home],
           returned: Returned, items: Sequence[Item], rebuild: Any, failed: Callable[[int], Any]) -> Callable[..., Any] | None:
    """A function of arguments of one signature: what the program returns, or OTHERWISE. None where there are too many of them,
    or where Python cannot call.

    `packed` is the struct with all that does not change from call to call; `rebuild` makes what is returned of the tuple of results (see
    Returned; where items are longer than their results, too), and `failed` raises for a status that is not 0."""
    if len(packed) > MOST_BYTES or len(homes) > MOST_RESULTS or (entered := entry()) is None:
        return None
    made = [np.empty((), h.dtype) if h.shape == () else (h.shape, h.dtype) for h in homes]
    results = [_Result(h.offset, 0 if h.shape else h.dtype.itemsize, id(m), id(h.converted) if h.converted else None)
               for h, m in zip(homes, made)]
    called = (np.empty, (), rebuild, failed, OTHERWISE)
    lengths = [(ctypes.c_int64 * len(i.lengths))(*i.lengths) for i in items]
    given = [_Item(i.result, len(i.lengths), ctypes.addressof(n), None if i.made is None and i.result != ITSELF else id(i.made))
             for i, n in zip(items, lengths)]
    parts = ((Step * len(steps))(*steps), (ctypes.c_int64 * len(signature))(*signature), (_Result * len(homes))(*results),
             (_Item * len(given))(*given), ctypes.create_string_buffer(packed, len(packed)),
             (ctypes.c_void_p * (len(_TYPES) + 1))(*map(id, _TYPES), None))
    state = _State(len(steps), len(homes), len(packed), returned, len(items), *map(ctypes.addressof, parts),
                   ctypes.cast(function, ctypes.c_void_p).value, *map(id, called))
    method = _Method(b"direct", entered, _FASTCALL, None)
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.py_object]
    # The last argument, the module of a function, is what the function keeps alive as long as it lives itself.
    return new(ctypes.addressof(method), ctypes.addressof(state), (method, state, parts, lengths, items, made, homes, called, function))


def signature_of(key: Sequence[Any]) -> list[int]:
    """Shapes and sizes in a row: the rank before each shape."""
    return [int(x) for k in key for x in ((len(k), *k) if isinstance(k, tuple) else (k,))]


def offsets(codes: Sequence[str], calcsize: Callable[[str], int]) -> list[int]:
    """Where each field of a struct begins."""
    return [calcsize("".join(codes[:k]) + "0" + c) for k, c in enumerate(codes)]
