"""Functions of the C library that emitted code calls, for interpreters: Python's own are others."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

_C = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)


def function_of_c(name: str, number: Any = ctypes.c_double, operands: int = 1) -> Callable[..., float]:
    function = getattr(_C, name)
    function.restype, function.argtypes = number, [number] * operands
    return function
