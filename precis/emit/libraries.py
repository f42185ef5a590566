"""Addresses of the BLAS and LAPACK routines that NumPy itself calls, so that native code computes what NumPy computes, bit for bit.

They are looked for under their Fortran names in what NumPy's own linear algebra is linked to (its wheels prefix them and append `64_`),
then in the capsules of SciPy's Cython interface.
"""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

import numpy as np

from precis.emit.transforms import LOOPS, loop_address

SPELLINGS = ("scipy_{}64_", "{}64_", "{}")  # of a Fortran name that ends in an underscore


@lru_cache
def address(routine: str) -> int | None:
    """The address of a routine, such as "dgemm_"; None where there is none."""
    if routine in LOOPS:
        return loop_address(routine)
    return _of_numpy(routine) or _of_scipy(routine.rstrip("_"))


@lru_cache
def _linked() -> ctypes.CDLL | None:
    """NumPy's extension module, through which the libraries that it is linked to are seen."""
    umath: Any = getattr(np.linalg, "_umath_linalg", None)
    try:
        return ctypes.CDLL(umath.__file__)
    except (AttributeError, OSError, TypeError):
        return None


def _of_numpy(routine: str) -> int | None:
    library = _linked()
    for spelling in SPELLINGS if library else ():
        try:
            return ctypes.cast(library[spelling.format(routine)], ctypes.c_void_p).value  # type: ignore[index]
        except AttributeError:
            continue
    return None


def _of_scipy(routine: str) -> int | None:
    try:
        from scipy.linalg import cython_blas, cython_lapack  # type: ignore[attr-defined]  # loads slowly
    except ImportError:
        return None
    capsule = {**cython_lapack.__pyx_capi__, **cython_blas.__pyx_capi__}.get(routine)
    if capsule is None:
        return None
    name, pointer = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return pointer(capsule, name(capsule))
