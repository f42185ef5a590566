"""Abstract values of JAX and kinds of the IR."""

from __future__ import annotations

from typing import Any

import numpy as np

from precis.formats import format_of_dtype
from precis.ir.ops.kinds import INTEGERS

KINDS = {"f": "real", "V": "real", "c": "complex", "b": "bool"}


def kind_of(aval: Any) -> str:
    """The kind of an abstract value; ValueError for one that the IR has no kind for."""
    dtype = aval.dtype
    if getattr(dtype, "itemsize", None) is None or not isinstance(dtype, np.dtype):
        raise ValueError(f"values of type {dtype}")
    if dtype.name in INTEGERS:
        return dtype.name
    if dtype.kind in "fcV" and format_of_dtype(dtype) is not None:
        return KINDS[dtype.kind]
    if dtype.kind == "b":
        return "bool"
    raise ValueError(f"values of type {dtype.name}")
