"""The record of an operation, and the table that holds them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from precis.ir.size import Size
from precis.ir.types import Attrs, Node, Shape, Value

Type = tuple[Shape, str]  # (shape, kind) of an output
Adjoint = Callable[[Any, Node, Value], Sequence[Value | None]]  # (builder, node, cotangent) -> one per input

POINTWISE, VIEW, STRUCTURE, REDUCTION, CONTRACTION, SOURCE, ACCUMULATE, ROUTINE = (
    "pointwise", "view", "structure", "reduction", "contraction", "source", "accumulate", "routine")

EXACT = "exact"  # the result is representable wherever the operands are: no rounding
ONCE = "once"  # correctly rounded once: + - * / sqrt fma
LIBRARY = "library"  # an elementary function: rounded once up to a stated number of ulps
SUM = "sum"  # a sum of n terms: n - 1 roundings in the accumulator format
STABLE = "stable"  # a library routine: computed throughout in binary32 or binary64 (`routine_format`), with a small backward error
FORMAT = "format"  # `round`: rounds to its own format


@dataclass(frozen=True, slots=True)
class Op:
    """One operation of the IR with a single output.

    name      as in the text form
    category  one of pointwise (NumPy broadcasting), view (an index map, no arithmetic), structure, reduction, contraction,
              source (no inputs), accumulate (adds into its first input), routine (whole arrays, by a library; on the host where a
              target has no code for it)
    infer     (inputs, attrs) -> (shape, kind); raises ValueError with a sentence for inputs that do not fit
    evaluate  (arithmetic, arrays, attrs, size) -> array: the exact meaning; `size` turns a Size into an int
    adjoint   (builder, node, cotangent) -> cotangents of the inputs (None = zero), up to broadcasting; None = no derivative
              (integer and boolean results)
    rounding  one of the words above
    flops     floating-point operations per output element (reductions: per input element)
    spelling  C-family expression with {0}, {1}, ... for pointwise ops
    attrs     names of the attributes that a node must carry
    """

    name: str
    category: str
    infer: Callable[[tuple[Value, ...], Attrs], Type]
    evaluate: Callable[[Any, Sequence[Any], Attrs, Callable[[Size], int]], Any]
    adjoint: Adjoint | None = None
    rounding: str = EXACT
    flops: int = 0
    spelling: str = ""
    attrs: tuple[str, ...] = ()


CONTROL: Mapping[str, str] = {
    "loop": "counted loop", "while": "loop while a condition holds", "cond": "two branches",
    "approx": "a block beside its replacement", "ruled": "results whose derivatives follow a rule",
    "underivable": "results whose rule of derivatives is not known here", "size": "binds a size symbol at run time"}


def table(*groups: Sequence[Op]) -> dict[str, Op]:
    found: dict[str, Op] = {}
    for op in (op for group in groups for op in group):
        if op.name in found or op.name in CONTROL:
            raise ValueError(f"two operations are called {op.name}")
        found[op.name] = op
    return found
