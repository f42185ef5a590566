"""Operations on complex values as operations on their parts.

Products, quotients and functions are computed in binary64 (or wider, where a format is), and each part is rounded once, as emulation in
that carrier does. Products of matrices may be a library's. Formulas: NumPy's for products; Smith 1962 (CACM 5, 435) for quotients;
Abramowitz & Stegun 4.1.2, 4.3.55-56, 3.7.26-27 for log, sin and cos, sqrt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from precis.emit.plan.contract import LOOPS
from precis.emit.plan.prepare import INTERLEAVE, PRODUCT
from precis.formats import Format
from precis.ir.build import Build, Names
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size
from precis.ir.types import At, Cut, Index, Node, Shape, Value

Pair = tuple[Value, Value]
TWO = Size.of(2)
LARGEST_POWER = 64  # integer exponents up to this are products


class Splitter(Protocol):
    """What rules need of the program: `values` has formats of single values, `wide` is the carrier."""

    names: Names
    values: dict[str, Format]
    wide: Format

    def both(self, v: Value) -> Pair: ...
    def flat(self, values: Sequence[Value]) -> tuple[Value, ...]: ...
    def library_format(self, node: Node) -> Format | None: ...


class Arithmetic:
    """Real operations in the carrier, on operands rounded to the site's compute format."""

    def __init__(self, splitter: Splitter, node: Node, b: Build):
        self.splitter, self.node, self.b = splitter, node, b

    def operand(self, k: int) -> Pair:
        v = self.node.inputs[k]
        parts = self.splitter.both(v) if v.kind == "complex" else (v, self.b.const(0.0))
        return self.b.astype(parts[0]), self.b.astype(parts[1])

    def __call__(self, op: str, *operands: Value) -> Value:
        out = self.b.call(op, *operands)
        if out.kind == "real":
            self.splitter.values[out.name] = self.splitter.wide
        return out

    def const(self, value: float) -> Value:
        return self.b.const(value)

    def mul(self, x: Pair, y: Pair) -> Pair:
        (a, b), (c, d) = x, y
        return self("sub", self("mul", a, c), self("mul", b, d)), self("add", self("mul", a, d), self("mul", b, c))

    def div(self, x: Pair, y: Pair) -> Pair:
        (a, b), (c, d) = x, y
        first = self.b.ge(self("abs", c), self("abs", d))
        big, small = self("select", first, c, d), self("select", first, d, c)
        ratio = self("div", small, big)
        scale = self("div", self.const(1.0), self("add", big, self("mul", small, ratio)))
        ar, br = self("mul", a, ratio), self("mul", b, ratio)
        re = self("select", first, self("add", a, br), self("add", ar, b))
        im = self("select", first, self("sub", b, ar), self("sub", br, a))
        by_zero = self.zero(y)  # NumPy divides the parts by 0 then
        scale = self("select", by_zero, self.const(np.inf), scale)
        return self("mul", self("select", by_zero, a, re), scale), self("mul", self("select", by_zero, b, im), scale)

    def exp(self, x: Pair) -> Pair:
        size = self("exp", x[0])
        return self("mul", size, self("cos", x[1])), self("mul", size, self("sin", x[1]))

    def log(self, x: Pair) -> Pair:
        return self("log", self("hypot", *x)), self("arctan2", x[1], x[0])

    def sqrt(self, x: Pair) -> Pair:
        a, b = x
        zero = self.const(0.0)
        t = self("sqrt", self("mul", self.const(0.5), self("add", self("hypot", a, b), self("abs", a))))
        other = self("select", self.b.eq(t, zero), zero, self("div", self("mul", self.const(0.5), self("abs", b)), t))
        right = self.b.ge(a, zero)
        return self("select", right, t, other), self("copysign", self("select", right, other, t), b)

    def zero(self, x: Pair) -> Value:
        """Whether both parts are 0."""
        return self.b.bit_and(*(self.b.eq(part, self.const(0.0)) for part in x))

    def power(self, x: Pair, n: int) -> Pair:
        result: Pair = (self.const(1.0), self.const(0.0))
        square, rest = x, abs(n)
        started = False
        while rest:
            if rest & 1:
                result, started = (self.mul(result, square) if started else square), True
            rest >>= 1
            square = self.mul(square, square) if rest else square
        return result if n >= 0 else self.div((self.const(1.0), self.const(0.0)), result)


def _select(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    condition, (x, y) = node.inputs[0], (a.operand(1), a.operand(2))
    return tuple(a.b.select(condition, p, q) for p, q in zip(x, y))


def _pow(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    exponent = a.b.constant_of(a.splitter.both(node.inputs[1])[0])
    imaginary = a.b.constant_of(a.splitter.both(node.inputs[1])[1])
    x = a.operand(0)
    if exponent is not None and imaginary == 0 and float(exponent).is_integer() and abs(exponent) <= LARGEST_POWER:
        return a.power(x, int(exponent))
    y, zero = a.operand(1), a.const(0.0)
    of_zero = a("select", a.b.gt(y[0], zero), zero, a.const(np.nan))
    found = (a("select", a.zero(x), of_zero, part) for part in a.exp(a.mul(a.log(x), y)))
    return tuple(a("select", a.zero(y), a.const(one), part) for one, part in zip((1.0, 0.0), found))


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
    x, y = a.operand(0)
    return a("mul", a("sin", x), a("cosh", y)), a("mul", a("cos", x), a("sinh", y))


def _cos(a: Arithmetic, node: Node) -> tuple[Value, ...]:
    x, y = a.operand(0)
    return a("mul", a("cos", x), a("cosh", y)), a("neg", a("mul", a("sin", x), a("sinh", y)))


def _test(op: str, join: str) -> Callable[[Arithmetic, Node], tuple[Value, ...]]:
    def rule(a: Arithmetic, node: Node) -> tuple[Value, ...]:
        operands = [a.operand(k) for k in range(len(node.inputs))]
        return (a.b.call(join, *(a.b.call(op, *(x[k] for x in operands)) for k in range(2))),)
    return rule


def _plain(rule: Callable[..., Pair]) -> Callable[[Arithmetic, Node], tuple[Value, ...]]:
    return lambda a, node: rule(a, *(a.operand(k) for k in range(len(node.inputs))))


RULES: dict[str, Callable[[Arithmetic, Node], tuple[Value, ...]]] = {
    "mul": _plain(Arithmetic.mul), "div": _plain(Arithmetic.div), "exp": _plain(Arithmetic.exp), "log": _plain(Arithmetic.log),
    "sqrt": _plain(Arithmetic.sqrt), "sin": _sin, "cos": _cos, "pow": _pow, "select": _select, "convert": _convert, "einsum": _einsum,
    "magnitude": lambda a, node: (a("hypot", *a.operand(0)),),
    "conj": lambda a, node: (a.operand(0)[0], a.b.neg(a.operand(0)[1])),
    "re": lambda a, node: (a.operand(0)[0],), "im": lambda a, node: (a.operand(0)[1],),
    "complex": lambda a, node: node.inputs,
    "probe": lambda a, node: a.splitter.both(node.inputs[0]),
    "eq": _test("eq", "bit_and"), "ne": _test("ne", "bit_or"), "isnan": _test("isnan", "bit_or"), "isinf": _test("isinf", "bit_or"),
    "isfinite": _test("isfinite", "bit_and"),
}
