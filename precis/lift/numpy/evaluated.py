"""Integers and bools that a program computes of its own constants (docs/adr/0540): what they are is known while it is lifted.

Only operations that have one result, whatever computes them: functions that libraries round as they like decide nothing here, and floats
of other dtypes than float64 neither. What is decided so stays, also where narrower formats are chosen later.
"""

from __future__ import annotations

from math import prod

import numpy as np

from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.size import Size
from precis.ir.types import Node, Value
from precis.lift.numpy.kinds import FLOAT
from precis.lift.numpy.state import Lifting

MOST, STEPS = 1 << 14, 200  # elements of an array, operations
EXACT = frozenset((
    "add", "sub", "mul", "div", "neg", "sqrt", "mod", "fmod", "remainder", "floordiv", "abs", "sign", "copysign", "maximum", "minimum",
    "floor", "ceil", "trunc", "rint", "select", "lt", "le", "gt", "ge", "eq", "ne", "bit_and", "bit_or", "bit_xor", "bit_not", "isnan",
    "isinf", "isfinite", "convert", "store", "slice", "transpose", "reshape", "broadcast", "update", "concatenate", "pad", "iota", "index",
    "any", "all", "max", "min", "argmax", "argmin",
))
OF_INTEGERS = frozenset({"sum", "prod", "cumsum", "cumprod", "pow"})  # sums of floats have an order


class _Unknown(Exception):
    """Something is not made of constants."""


def evaluated(lift: Lifting, v: Value) -> np.ndarray | None:
    """What an array or number of ints or bools is; None where that is not computed of constants alone."""
    if v.kind in ("real", "complex") or not _short(lift, v):
        return None
    found: dict[str, np.ndarray] = {}
    try:
        return _of(lift, v, found)
    except (_Unknown, ValueError, TypeError, IndexError, OverflowError, ZeroDivisionError):
        return None


def _short(lift: Lifting, v: Value) -> bool:
    lengths = [d.constant for d in lift.shape(v.shape)]
    return None not in lengths and prod(d or 0 for d in lengths) <= MOST


def _of(lift: Lifting, v: Value, found: dict[str, np.ndarray]) -> np.ndarray:
    if v.name not in found:
        node = lift.definitions.get(v.name)
        if node is None or len(found) > STEPS or not _short(lift, v):
            raise _Unknown
        found[v.name] = _result(lift, node, found)
    return found[v.name]


def _result(lift: Lifting, node: Node, found: dict[str, np.ndarray]) -> np.ndarray:
    dtype, arithmetic = lift.dtypes[node.output.name], NumpyArithmetic()
    if dtype.kind not in "iub" and dtype != FLOAT:
        raise _Unknown
    if node.op == "const":
        given = node.attrs["value"]
        return arithmetic.convert(lift.constants[given.name] if isinstance(given, ArrayConstant) else given, node.attrs["kind"])
    if node.op not in EXACT and (node.op not in OF_INTEGERS or dtype == FLOAT):
        raise _Unknown
    inputs = [_of(lift, i, found) for i in node.inputs]
    with np.errstate(all="ignore"):
        result = np.asarray(OPS[node.op].evaluate(arithmetic, inputs, node.attrs, lambda size: _number(lift, size)))
    if result.dtype != dtype:
        raise _Unknown
    return result


def _number(lift: Lifting, size: Size) -> int:
    n = lift.sizes.resolve(size).constant
    if n is None:
        raise _Unknown
    return n
