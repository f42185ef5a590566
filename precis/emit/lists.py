"""Lists of the caller as arrays, read by compiled code (runtime/precis_lists.hpp): a fifth of the time that Python and NumPy take, or less.

It reads numbers of Python, tuples and lists of them, and lists of these; where an item is of another form it answers nothing, and the call
goes the way of precis.ir.listed, which says what is wrong.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from precis.emit.cpu.build import FLAGS, build
from precis.emit.direct import possible
from precis.emit.given import address_of
from precis.errors import BuildError
from precis.ir.listed import MIXED, RAGGED, Form

HEADER, MAIN = "precis_lists.hpp", "lists.cpp"
SHORT = 8  # items that Python reads as fast
CODES = {frozenset({float}): "d", frozenset({int}): "q", frozenset({bool}): "?", MIXED: "m"}

Reader = Callable[[list[Any]], "list[np.ndarray] | None"]


class _Column(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int64), ("out", ctypes.c_void_p), ("stride", ctypes.c_int64)]


class _Kinds(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("floats", "ints", "bools", "truth", "lists", "tuples")]


class _Rows(ctypes.Structure):
    _fields_ = [("kinds", ctypes.c_void_p), ("kind", ctypes.c_void_p), ("parts", ctypes.c_int64), ("columns", ctypes.c_void_p)]


_KINDS = _Kinds(*map(id, (float, int, bool, True, list, tuple)))


@lru_cache
def _library() -> Any:
    """The functions of the header, compiled once; None where they cannot be had."""
    if not possible():
        return None
    header = resources.files("precis.emit").joinpath("runtime", HEADER).read_text(encoding="utf-8")
    try:
        found = ctypes.PyDLL(str(build({HEADER: header, MAIN: f'#include "{HEADER}"\n'}, MAIN, flags=FLAGS)))
    except BuildError:
        return None
    found.precis_list.argtypes = [ctypes.py_object, ctypes.c_int64, ctypes.c_void_p]
    found.precis_runs.argtypes = [ctypes.py_object, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    found.precis_runs.restype = ctypes.c_int64
    found.precis_lists.argtypes = [ctypes.py_object, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    return found


def reader(form: Form) -> Reader | None:
    """What reads lists of items of a form; None where Python has to."""
    nested = form.kind is list and not form.keys
    rows = form.parts[0] if nested else form
    codes = [CODES.get(part.types, "") for part in (rows.parts if rows.keys else (rows,))]
    if not all(codes) or rows.kind not in (None, tuple, list) or _library() is None:
        return None
    return _Nested(form, rows, codes) if nested else _Flat(rows, codes)


class _Flat:
    """Of numbers, tuples or lists."""

    def __init__(self, form: Form, codes: Sequence[str]):
        self.form, self.codes, self.joined = form, codes, form.joined
        self.kind = id(form.kind) if form.keys else None
        self.dtypes = [form.parts[0].dtype] if form.joined else [part.dtype for part in form.parts or (form,)]

    def room(self, count: int) -> tuple[list[np.ndarray], Any]:
        """(arrays for so many items, what says where they lie)"""
        parts = len(self.codes)
        arrays = [np.empty((count, parts) if self.joined else count, dtype) for dtype in self.dtypes]
        if self.joined:
            first, size = address_of(arrays[0]), arrays[0].itemsize
            columns = [_Column(ord(c), first + k * size, parts * size) for k, c in enumerate(self.codes)]
        else:
            columns = [_Column(ord(c), address_of(a), a.itemsize) for c, a in zip(self.codes, arrays)]
        kept = (_Column * parts)(*columns)
        return arrays, (kept, _Rows(ctypes.addressof(_KINDS), self.kind, parts, ctypes.addressof(kept)))

    def __call__(self, items: list[Any]) -> list[np.ndarray] | None:
        count = len(items)
        if count < SHORT:
            return None
        arrays, (_, rows) = self.room(count)
        return arrays if _library().precis_list(items, count, ctypes.addressof(rows)) else None


class _Nested(_Flat):
    """Of lists of such."""

    def __init__(self, form: Form, rows: Form, codes: Sequence[str]):
        super().__init__(rows, codes)
        self.ragged = form.width == RAGGED

    def __call__(self, items: list[Any]) -> list[np.ndarray] | None:
        count = len(items)
        if not count:
            return None
        begins, ends = np.empty(count, np.int64), np.empty(count, np.int64)
        places = address_of(begins), address_of(ends)
        found = _library().precis_runs(items, count, ctypes.addressof(_KINDS), *places)
        width = int(ends[0])
        if found < SHORT or not (self.ragged or (found == count * width and np.all(ends - begins == width))):
            return None
        arrays, (_, rows) = self.room(found)
        if not _library().precis_lists(items, count, ctypes.addressof(rows), *places):
            return None
        return [begins, ends, *arrays] if self.ragged else [arrays[0].reshape(count, width)]
