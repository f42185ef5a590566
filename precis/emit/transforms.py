"""Addresses of the loops with which NumPy computes Fourier transforms (pocketfft), so that native code computes what NumPy computes.

NumPy's transforms are universal functions, objects whose layout its C headers publish (ufuncobject.h: PyUFuncObject): behind each type
signature stands the address of an inner loop. What is read is compared with what NumPy tells of the function, and a loop is tried before
it is used. It takes the direction of complex transforms as the address of a bool, which holds for forward ones.
"""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

import numpy as np

_LOOP = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_TRIED = 6  # the length of what a loop is tried on; half of that of a real signal is 4
# name among routines -> (universal function, its types)
LOOPS = {"zfft_": ("fft", "Dd->D"), "cfft_": ("fft", "Ff->F"), "zirfft_": ("irfft", "Dd->d"), "cirfft_": ("irfft", "Ff->f"),
         "drfft_even_": ("rfft_n_even", "dd->D"), "srfft_even_": ("rfft_n_even", "ff->F"),
         "drfft_odd_": ("rfft_n_odd", "dd->D"), "srfft_odd_": ("rfft_n_odd", "ff->F")}


class _Ufunc(ctypes.Structure):  # PyUFuncObject, as far as it is read
    _fields_ = [("head", ctypes.c_char * object.__basicsize__), *((name, ctypes.c_int) for name in ("nin", "nout", "nargs", "identity")),
                ("functions", ctypes.POINTER(ctypes.c_void_p)), ("data", ctypes.c_void_p), ("ntypes", ctypes.c_int),
                ("reserved", ctypes.c_int), ("name", ctypes.c_char_p), ("types", ctypes.POINTER(ctypes.c_byte))]


@lru_cache
def loop_address(routine: str) -> int | None:
    """The address of the loop `routine` of LOOPS; None where this NumPy has it elsewhere."""
    name, types = LOOPS.get(routine, ("", ""))
    module: Any = getattr(np.fft, "_pocketfft_umath", None)
    function = getattr(module, name, None)
    if not isinstance(function, np.ufunc) or types not in function.types:
        return None
    read, k = _Ufunc.from_address(id(function)), function.types.index(types)
    told = (function.nin, function.nout, function.nargs, function.ntypes)
    if (read.nin, read.nout, read.nargs, read.ntypes) != told or read.name != name.encode():
        return None
    codes = bytes(read.types[3 * k + j] for j in range(3))
    if codes != bytes(np.dtype(t).num for t in types.replace("->", "")):
        return None
    address = read.functions[k]
    return address if address and _right(function, types, address) else None


def _right(function: np.ufunc, types: str, address: int) -> bool:
    """Whether the loop computes what the universal function does, of two signals."""
    real = {"fft": False, "irfft": True, "rfft_n_even": True, "rfft_n_odd": True}[function.__name__]
    length = _TRIED - (function.__name__ == "rfft_n_odd")
    half = length // 2 + 1 if real else length
    sizes = (half, length) if function.__name__ == "irfft" else (length, half)
    x = np.cos(np.arange(2.0 * sizes[0])).reshape(2, -1).astype(types[0])
    factor, found = np.array(0.5, types[1]), np.zeros((2, sizes[1]), types[-1])
    wanted = function(x, factor, np.zeros_like(found))
    forward, addresses = ctypes.c_bool(True), (ctypes.c_void_p * 3)(x.ctypes.data, factor.ctypes.data, found.ctypes.data)
    lengths, steps = (ctypes.c_int64 * 3)(2, *sizes), (ctypes.c_int64 * 5)(x.strides[0], 0, found.strides[0], x.itemsize, found.itemsize)
    _LOOP(address)(ctypes.addressof(addresses), ctypes.addressof(lengths), ctypes.addressof(steps), ctypes.addressof(forward))
    return bool(np.array_equal(found, wanted))
