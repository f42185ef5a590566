"""Operations on complex values as operations on their parts.

Numbers by precis.emit.plan.complex_arithmetic; products of matrices may be a library's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.emit.plan.complex_arithmetic import Arithmetic, Pair
from precis.emit.plan.contract import LOOPS
from precis.emit.plan.prepare import INTERLEAVE, PRODUCT
from precis.ir.build import Build
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size
from precis.ir.types import At, Cut, Index, Node, Shape, Value

TWO = Size.of(2)
LARGEST_POWER = 64  # integer exponents up to this are products


def _select(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    condition, (x, y) = node.inputs[0], (a.operand(1), a.operand(2))
    return tuple(a.b.select(condition, p, q) for p, q in zip(x, y))


def _pow(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    exponent = a.b.constant_of(a.splitter.both(node.inputs[1])[0])
    imaginary = a.b.constant_of(a.splitter.both(node.inputs[1])[1])
    x = a.operand(0)
    if exponent is not None and imaginary == 0 and float(exponent).is_integer() and abs(exponent) <= LARGEST_POWER:
        found = a.power(x, int(exponent))
        return found if exponent >= 0 else tuple(a("select", a.zero(x), a.const(np.nan), part) for part in found)
    y, zero = a.operand(1), a.const(0.0)
    of_zero = a("select", a.b.gt(y[0], zero), zero, a.const(np.nan))
    found = (a("select", a.zero(x), of_zero, part) for part in a.exp(a.recovered(a.log(x), y)))
    whole = a.b.eq(y[1], zero)
    for n in range(3):
        chosen = a.b.bit_and(whole, a.b.eq(y[0], a.const(float(n))))
        found = tuple(a("select", chosen, known, part) for known, part in zip(a.power(x, n), found))
    return tuple(found)


def _convert(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    (x,), kind = node.inputs, node.attrs["kind"]
    if x.kind == "complex" and kind == "complex":
        return a.splitter.both(x)
    if x.kind == "complex":
        return (a.b.convert(a.splitter.both(x)[0], kind=kind),)
    re = a.b.convert(x, kind="real")
    return re, a.b.zeros(x.shape)


def _einsum(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    """Four contractions of parts; those that may be matrix products stand in one node, which a library may compute."""
    spec, inputs = node.attrs["spec"], a.splitter.flat(node.inputs)
    fmt = a.splitter.library_format(node)
    x, y, result = contraction_labels(spec)
    if fmt is None or all(c in x and c in y for c in result):  # inner products are no library's
        return _contracted(a.b, inputs, {"spec": spec})
    inner = a.b.child()
    parts = _contracted(inner, inputs, {"spec": spec, LOOPS: True})
    wholes = [Value(a.splitter.names.fresh("product"), (*node.output.shape, TWO)) for _ in range(2)]
    a.splitter.values |= {v.name: fmt for v in wholes}
    inner.learn(Node(INTERLEAVE, parts, (wholes[0],), {}, (), node.span))
    a.b.learn(Node(PRODUCT, inputs, (wholes[1],), {"spec": spec, "format": fmt}, (inner.block((), (wholes[0],)),), node.span))
    return tuple(a.b.slice(wholes[1], at=part_of(node.output.shape, k)) for k in range(2))


def _contracted(b: Build, inputs: tuple[Value, ...], attrs: dict[str, Any]) -> tuple[Value, ...]:
    p, q, r, s = inputs

    def einsum(x: Value, y: Value) -> Value:
        return b.call("einsum", x, y, **attrs)
    return b.sub(einsum(p, r), einsum(q, s)), b.add(einsum(p, s), einsum(q, r))


def part_of(shape: Shape, k: int) -> Index:
    """Where the real (0) or imaginary (1) parts of an array of `shape` lie."""
    return (*(Cut(Size(), d) for d in shape), At(Size.of(k)))


def _sin(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    """-i sinh(i z), which is odd"""
    x, y = a.operand(0)
    im, re = a.sinh((y, x))
    return re, im


def _cos(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    """cosh(i z), which is even"""
    x, y = a.operand(0)
    return a.cosh((y, a("neg", x)))


def _test(op: str, join: str) -> Callable[[Arithmetic, Node], tuple[Value, ...]]:
    def rule(a: Arithmetic, node: Node) -> tuple[Value, ...]:
        operands = [a.operand(k) for k in range(len(node.inputs))]
        return (a.b.call(join, *(a.b.call(op, *(x[k] for x in operands)) for k in range(2))),)
    return rule


def _plain(rule: Callable[..., Pair]) -> Callable[[Arithmetic, Node], tuple[Value, ...]]:
    return lambda a, node: rule(a, *(a.operand(k) for k in range(len(node.inputs))))


RULES: dict[str, Callable[[Arithmetic, Node], tuple[Value, ...]]] = {
    "mul": _plain(Arithmetic.product), "div": _plain(Arithmetic.div), "exp": _plain(Arithmetic.exp), "log": _plain(Arithmetic.log),
    "sqrt": _plain(Arithmetic.sqrt), "sin": _sin, "cos": _cos, "pow": _pow, "select": _select, "convert": _convert, "einsum": _einsum,
    "magnitude": lambda a, node: (a("hypot", *a.operand(0)),),
    "conj": lambda a, node: (a.operand(0)[0], a.b.neg(a.operand(0)[1])),
    "re": lambda a, node: (a.operand(0)[0],), "im": lambda a, node: (a.operand(0)[1],),
    "complex": lambda a, node: node.inputs,
    "probe": lambda a, node: a.splitter.both(node.inputs[0]),
    "eq": _test("eq", "bit_and"), "ne": _test("ne", "bit_or"), "isnan": _test("isnan", "bit_or"), "isinf": _test("isinf", "bit_or"),
    "isfinite": _test("isfinite", "bit_and"),
}
