"""Library routines: operations that see whole arrays at once.

In an emulated Program a routine that rounds carries the attribute `format`, binary32 or binary64, in which all of it runs; without, it
runs in the arithmetic of the interpreter. Sixteen-bit arithmetic is not offered: libraries have none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.formats import FORMATS, Format
from precis.ir.dense import narrowed
from precis.ir.ops.record import ROUTINE, STABLE, Adjoint, Op, Type
from precis.ir.shapes import text
from precis.ir.size import Size
from precis.ir.types import Attrs, Value

Run = Callable[..., Any]  # (*arrays, **attrs) -> array
LIBRARY_FORMATS = (FORMATS["binary32"], FORMATS["binary64"])
TYPES = {"binary32": (np.float32, np.complex64), "binary64": (np.float64, np.complex128)}


def routine_format(compute: Format, carrier: Format) -> Format | None:
    """The format in which a routine runs where its site computes in `compute`; None: in the carrier itself."""
    fmt = next((f for f in LIBRARY_FORMATS if f.contains(compute)), None)
    return None if fmt is None or fmt.contains(carrier) else fmt


def evaluated(run: Run) -> Callable[..., Any]:
    """The meaning of an operation from a function of arrays in one arithmetic."""
    def evaluate(xp: Any, arrays: Sequence[Any], attrs: Attrs, size: Callable[[Size], int]) -> Any:
        rest = {k: size(a) if isinstance(a, Size) else a for k, a in attrs.items() if k not in ("format", "key")}
        xs = [np.asarray(a) for a in arrays]
        fmt = attrs.get("format")
        with np.errstate(all="ignore"):
            out = np.asarray(run(*(x if fmt is None else _in(x, fmt) for x in xs), **rest))
        kind = {"f": "real", "c": "complex"}.get(out.dtype.kind)
        return out if kind is None or out.dtype == xp.dtype(kind) else xp.convert(out, kind)
    return evaluate


def _in(x: np.ndarray, fmt: Format) -> np.ndarray:
    if x.dtype != object and x.dtype.kind not in "fc":
        return x
    x = narrowed(x)
    return x.astype(TYPES[fmt.name][x.dtype.kind == "c"])


def routine(name: str, infer: Callable[[tuple[Value, ...], Attrs], Type], run: Run, adjoint: Adjoint | None, flops: int,
            attrs: tuple[str, ...] = (), rounding: str = STABLE) -> Op:
    return Op(name, ROUTINE, infer, evaluated(run), adjoint, rounding, flops, attrs=attrs)


def floating(v: Value) -> str:
    if v.kind not in ("real", "complex"):
        raise ValueError(f"{v.kind} where real or complex is needed")
    return v.kind


def matrix(v: Value, square: bool = False) -> tuple[tuple[Size, ...], Size, Size]:
    """(leading dimensions, rows, columns) of a stack of matrices."""
    floating(v)
    if v.rank < 2 or (square and v.shape[-1] != v.shape[-2]):
        raise ValueError(f"takes {'square ' if square else ''}matrices, not shape {text(v.shape)}")
    return v.shape[:-2], v.shape[-2], v.shape[-1]
