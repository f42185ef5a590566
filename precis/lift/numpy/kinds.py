"""Kinds of the IR for NumPy dtypes, and the least dtype of mixed operands (NEP 50, as NumPy itself resolves it)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from precis.errors import InputError, UnsupportedProgram
from precis.formats import format_of_dtype
from precis.ir.types import KINDS

BOOL, INT, FLOAT, COMPLEX = np.dtype(bool), np.dtype(np.int64), np.dtype(np.float64), np.dtype(np.complex128)
COMPARING = (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)
PYTHON = {"i": int, "f": float, "c": complex}


@cache
def kind_of(dtype: np.dtype) -> str:
    """The IR kind of a dtype; UnsupportedProgram where it has none."""
    if dtype.kind == "c":
        return "complex"
    if format_of_dtype(dtype) is not None:
        return "real"
    if dtype.name in KINDS:
        return dtype.name
    raise UnsupportedProgram(f"arrays of dtype {dtype} cannot be lifted", hints=("use float, complex, integer or bool arrays",))


def dtypes_of_call(ufunc: np.ufunc, operands: Sequence[Any]) -> tuple[np.dtype, ...]:
    """Dtypes in which `ufunc` computes on operands (dtypes, or int, float, complex for Python numbers), then of its results."""
    if all(isinstance(o, type) for o in operands):
        operands = [np.dtype(o) for o in operands]
    elif int in operands and ufunc in COMPARING:  # NumPy compares with Python ints of any size
        operands = [np.result_type(*(o for o in operands if o is not int), 0) if o is int else o for o in operands]
    try:
        return ufunc.resolve_dtypes((*operands, *(None,) * ufunc.nout))
    except TypeError as problem:
        raise InputError(str(problem).split("\n")[0]) from None


def real_part(dtype: np.dtype) -> np.dtype:
    """The dtype of the parts of a complex dtype."""
    return np.dtype({8: np.float32, 16: np.float64}.get(dtype.itemsize, np.longdouble)) if dtype.kind == "c" else dtype


def is_integer(dtype: np.dtype) -> bool:
    return dtype.kind in "iu"
