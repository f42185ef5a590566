"""The arguments of one call as compiled code takes them, where they can be taken as they are or converted in one step."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from precis.ir.call import words_of

NUMBERS = {"real": (float, int, np.float64, np.float32), "bool": (bool, np.bool_), "complex": (complex, float, int)}
WHOLE = (int, np.integer)
ROUNDED = {("float32", "bfloat16"), ("float32", "float16"), ("float64", "float16")}
CONVERTED = {np.dtype(np.float64), np.dtype(np.float32)}
_COMPLEX = NUMBERS["complex"]
_ARRAY = np.ndarray
_pinned: Any = ctypes.c_char.from_buffer  # a view of memory that may be written


def address_of(x: np.ndarray) -> int:
    """Of the first element of an array that has any. Dtypes that are not NumPy's own are no part of the buffer protocol."""
    return ctypes.addressof(_pinned(x)) if x.flags.writeable and x.dtype.isbuiltin == 1 else x.ctypes.data


def seen(xs: Sequence[Any]) -> Sequence[Any]:
    """Arrays of JAX as NumPy sees them, where they lie, and of typed keys the words; anything else as it is."""
    return [np.asarray(words_of(x)) if _of_jax(x) else x for x in xs] if any(map(_of_jax, xs)) else xs


def _of_jax(x: Any) -> bool:
    """An array of JAX, or a variable of a library on top of it that holds one."""
    return type(x).__name__ in ("ArrayImpl", "PRNGKeyArray") or hasattr(type(x), "__jax_array__")


class Given:
    """The arguments of one call. Each `take_` answers whether it could."""

    __slots__ = ("arrays", "changed", "key", "returned", "values")

    def __init__(self, values: list[Any]):
        self.values = values  # numbers and addresses, by slot
        self.arrays: dict[int, np.ndarray] = {}
        self.changed: list[int] = []  # slots of arrays that change where they lie
        self.returned: list[tuple[np.ndarray, np.ndarray]] = []  # arrays that change, and what was converted of them
        self.key: list[Any] = []  # shapes and sizes

    def take_size(self, x: Any) -> bool:
        self.key.append(x)  # equal integers of NumPy have equal hashes
        return type(x) is int or isinstance(x, np.integer)

    def take_number(self, x: Any, slot: int, types: Any) -> bool:
        if not isinstance(x, types) and (type(x) is not _ARRAY or x.ndim or not isinstance(x := x[()], types)):
            return False
        self.values[slot] = x
        if types is _COMPLEX:
            self.values[slot], self.values[slot + 1] = x.real, x.imag
        return True

    def take_array(self, x: Any, slot: int, dtype: np.dtype, changes: bool) -> bool:
        if type(x) is not _ARRAY or not x.size:
            return False
        self.key.append(x.shape)
        if x.dtype is dtype:  # what follows is for the few others
            fits = _laid_out(x, changes)
        elif x.dtype != dtype and x.dtype in CONVERTED and dtype in CONVERTED:
            given, x, fits = x, x.astype(dtype, "C"), True
            if changes:
                self.returned.append((given, x))
        elif x.dtype != dtype and not changes and _rounds_once(x.dtype, dtype):
            x, fits = x.astype(dtype, "C"), True
        else:
            fits = x.dtype == dtype and _laid_out(x, changes)
        if not fits:
            return False
        self.values[slot] = address_of(x)
        self.arrays[slot] = x
        if changes:
            self.changed.append(slot)
        return True

    def give_back(self) -> None:
        """Arrays that were converted get what their copies have become."""
        for x, converted in self.returned:
            x[...] = converted


def _rounds_once(given: np.dtype, dtype: np.dtype) -> bool:
    """Whether what is only read is converted at once, and rounded once: NumPy's bfloat16 rounds binary64 to binary32 first."""
    return (given.kind in "iu" and dtype.kind in "iu") or (given.name, dtype.name) in ROUNDED


def _laid_out(x: np.ndarray, changes: bool) -> bool:
    flags = x.flags
    return flags.carray or (not changes and flags.c_contiguous and flags.aligned)


def overlap(values: Sequence[int], arrays: Mapping[int, np.ndarray], changed: Sequence[int]) -> bool:
    """Whether an array that changes shares memory with another."""
    for c in changed:
        first = values[c]
        last = first + arrays[c].nbytes
        for slot, x in arrays.items():
            if slot != c and values[slot] < last and first < values[slot] + x.nbytes:
                return True
    return False
