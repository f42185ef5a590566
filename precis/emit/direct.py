"""Calls of one signature in about two microseconds: the library itself takes the arguments out of their tuple (runtime/precis_call.hpp).

It compares types, formats, shapes and sizes with those of an earlier call, and the addresses of what changes with all others; where
something differs it does nothing, and the call goes the way of precis.emit.caller.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

HEADER = "precis_call.hpp"
OTHERWISE = -1
MOST_BYTES = 4096  # of a struct of arguments, as in the header
POSSIBLE = sys.platform == "linux" and not sysconfig.get_config_var("Py_GIL_DISABLED")
ARRAY, CHANGED, REAL, WHOLE, SIZE, SAME = range(6)
_TYPES = (np.ndarray, float, np.float64, np.float32, int, np.int64, np.int32)


class Step(ctypes.Structure):
    """How an argument is taken: what it is, the offset in the struct, the code of its numbers, the only object that it may be."""

    _fields_ = [("take", ctypes.c_int64), ("offset", ctypes.c_int64), ("code", ctypes.c_int64), ("same", ctypes.c_void_p)]


class _State(ctypes.Structure):
    _fields_ = [("arguments", ctypes.c_int64), ("results", ctypes.c_int64), ("bytes", ctypes.c_int64), ("steps", ctypes.c_void_p),
                ("signature", ctypes.c_void_p), ("homes", ctypes.c_void_p), ("packed", ctypes.c_void_p), ("types", ctypes.c_void_p),
                ("run", ctypes.c_void_p)]


def entry(path: Path) -> Any:
    """The function of a library that takes calls from Python, which keeps its lock for it; None where it has none."""
    if not POSSIBLE:
        return None
    function = getattr(ctypes.PyDLL(str(path)), "precis_direct", None)
    if function is not None:
        function.restype, function.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.py_object, ctypes.py_object]
    return function


class Direct:
    """Calls with arguments of one signature."""

    def __init__(self, entered: Any, function: Any, steps: Sequence[Step], signature: Sequence[int], packed: bytes,
                 homes: Sequence[tuple[str, int, np.dtype]], shapes: Sequence[tuple[int, ...]],
                 rebuild: Callable[[dict[str, np.ndarray]], Any]):
        """`homes`: name, offset of the address and dtype of every array that the function makes; `packed`: the struct with all that
        does not change from call to call."""
        self.entered, self.rebuild = entered, rebuild
        self.names = [name for name, _, _ in homes]
        self.shapes, self.dtypes = list(shapes), [dtype for _, _, dtype in homes]
        self.kept = ((Step * len(steps))(*steps), (ctypes.c_int64 * len(signature))(*signature),
                     (ctypes.c_int64 * len(homes))(*(offset for _, offset, _ in homes)), ctypes.create_string_buffer(packed, len(packed)),
                     (ctypes.c_void_p * (len(_TYPES) + 1))(*map(id, _TYPES), None))
        state = _State(len(steps), len(homes), len(packed), *map(ctypes.addressof, self.kept), ctypes.cast(function, ctypes.c_void_p).value)
        self.state, self.where = state, ctypes.addressof(state)

    def __call__(self, args: tuple[Any, ...]) -> tuple[int, Any]:
        """(what the compiled function returned or OTHERWISE, what the program returns)."""
        made = tuple(map(np.empty, self.shapes, self.dtypes))
        status = self.entered(self.where, args, made)
        return status, None if status else self.rebuild(dict(zip(self.names, made)))


def signature_of(key: Sequence[Any]) -> list[int]:
    """Shapes and sizes in a row: the rank before each shape."""
    return [int(x) for k in key for x in ((len(k), *k) if isinstance(k, tuple) else (k,))]


def offsets(codes: Sequence[str], calcsize: Callable[[str], int]) -> list[int]:
    """Where each field of a struct begins."""
    return [calcsize("".join(codes[:k]) + "0" + c) for k, c in enumerate(codes)]


__all__ = ["ARRAY", "CHANGED", "OTHERWISE", "REAL", "SAME", "SIZE", "WHOLE", "Direct", "Step", "entry", "offsets", "signature_of"]
