"""Calls from compiled code back to the host: library routines that native code cannot call itself run by their meaning in NumPy.

Compiled code passes the number of the routine, pointers to its operands and its result, and the values of the sizes that shapes mention.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.emit.cpu.routines import may_need_host
from precis.emit.memory import memory_dtype
from precis.emit.plan.kernels import Operand, Plan, Routine
from precis.emit.plan.walking import walk
from precis.formats import Format
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.ops import OPS

SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_int64))
Pointers = Any
Sizer = Callable[[Any], int]


def routines_of(made: Plan) -> list[Routine]:
    """The routines that the host may have to compute, in the order of their numbers."""
    return [s for s in walk(made.statements) if isinstance(s, Routine) and may_need_host(s)]


class Host:
    """The function that compiled code calls, and what last went wrong in it."""

    def __init__(self, made: Plan):
        self.runs = [_prepared(s) for s in routines_of(made)]
        self.failure: BaseException | None = None
        self.function = SIGNATURE(self._run)

    @property
    def address(self) -> int | None:
        return ctypes.cast(self.function, ctypes.c_void_p).value

    def _run(self, number: int, pointers: Pointers, sizes: Any) -> int:
        try:
            self.runs[number](pointers, sizes)
        except BaseException as problem:  # an exception must not pass through compiled code
            self.failure = problem
            return 1
        return 0

    def failed(self) -> BaseException:
        problem, self.failure = self.failure, None
        return problem or RuntimeError("the host has no function for a library routine")


def _prepared(s: Routine) -> Callable[[Pointers, Any], None]:
    op, names = OPS[s.op], s.sizes
    floats = [o.element for o in (*s.inputs, s.output) if isinstance(o.element, Format)]
    arithmetic = NumpyArithmetic(memory_dtype(floats[0]).type if floats else np.float64)
    inputs, output = [_Array(o) for o in s.inputs], _Array(s.output)

    def run(pointers: Pointers, sizes: Any) -> None:
        binding = {name: sizes[k] for k, name in enumerate(names)}

        def size(d: Any) -> int:
            return d.value(binding)
        at, arrays = 0, []
        for o in inputs:
            arrays.append(o.read(pointers, at, size))
            at += len(o.operand.parts)
        with np.errstate(all="ignore"):
            output.write(pointers, at, size, op.evaluate(arithmetic, arrays, s.attrs, size))
    return run


class _Array:
    def __init__(self, operand: Operand):
        self.operand, self.dtype = operand, memory_dtype(operand.element)
        known = [d.constant for d in operand.shape]
        self.known = None if None in known else tuple(known)

    def _views(self, pointers: Pointers, at: int, size: Sizer) -> list[np.ndarray]:
        shape: Any = self.known if self.known is not None else tuple(map(size, self.operand.shape))
        count = int(np.prod(shape)) * self.dtype.itemsize
        if not count:
            return [np.empty(shape, self.dtype) for _ in self.operand.parts]
        kind: Any = ctypes.c_char * count
        return [np.ndarray(shape, self.dtype, kind.from_address(pointers[at + k])) for k in range(len(self.operand.parts))]

    def read(self, pointers: Pointers, at: int, size: Sizer) -> np.ndarray:
        parts = self._views(pointers, at, size)
        if len(parts) == 1:
            return parts[0]
        whole = np.empty(parts[0].shape, np.result_type(self.dtype, np.complex64))
        whole.real, whole.imag = parts
        return whole

    def write(self, pointers: Pointers, at: int, size: Sizer, value: Any) -> None:
        parts = self._views(pointers, at, size)
        if len(parts) == 1:
            parts[0][...] = value
        else:
            parts[0][...], parts[1][...] = np.real(value), np.imag(value)
