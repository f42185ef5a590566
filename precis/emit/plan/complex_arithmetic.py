"""Arithmetic of complex values by operations on their parts.

Products, quotients, exp and sizes are computed in binary32 or binary64, as their site is, other functions in binary64, all of them in
something wider where a format is; each part is then rounded once, as emulation in that carrier does
(docs/adr/0226-complex-numbers-in-binary32.md). Formulas: NumPy's for products (docs/adr/0225-products-of-complex-arrays-are-fused.md);
Smith 1962 (CACM 5, 435) for quotients; Abramowitz & Stegun 4.1.2, 4.5.49-50, 3.7.26-27 for log, sinh and cosh, sqrt. Functions of
infinite and NaN parts are those of Annex G of C99, as in NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from precis.formats import Format
from precis.ir.build import Build, Names
from precis.ir.complex_products import fuses
from precis.ir.types import Node, Value

Pair = tuple[Value, Value]
TINY = 2.0**-500  # below it a hypotenuse may have lost places
# up to where exp, and sinh and cosh, are computed as they are; the step down from there; what it costs
FAR_UP = {"binary64": (709.0, 709.0, math.exp(709.0)), "binary32": (88.0, 88.0, math.exp(88.0))}
FAR_OUT = {"binary64": (700.0, 350.0, math.exp(350.0))}


class Splitter(Protocol):
    """What rules need of the program: `values` has formats of single values."""

    names: Names
    values: dict[str, Format]

    def both(self, v: Value) -> Pair: ...
    def flat(self, values: Sequence[Value]) -> tuple[Value, ...]: ...
    def library_format(self, node: Node) -> Format | None: ...
    def nothing(self, v: Value, b: Build) -> bool: ...


class Arithmetic:
    """Real operations in the format `wide`, on operands rounded to the site's compute format."""

    def __init__(self, splitter: Splitter, node: Node, b: Build, wide: Format):
        self.splitter, self.node, self.b, self.wide = splitter, node, b, wide

    def operand(self, k: int) -> Pair:
        v = self.node.inputs[k]
        parts = self.splitter.both(v) if v.kind == "complex" else (v, self.b.const(0.0))
        return self.b.astype(parts[0]), self.b.astype(parts[1])

    def __call__(self, op: str, *operands: Value) -> Value:
        out = self.b.call(op, *operands)
        if out.kind == "real":
            self.splitter.values[out.name] = self.wide
        return out

    def const(self, value: float) -> Value:
        return self.b.const(value)

    def product(self, x: Pair, y: Pair) -> Pair:
        """Of the node's operands."""
        if not fuses(self.node.output.rank, self.wide):
            return self.mul(x, y)
        (a, b), (c, d) = x, y
        return self("fma", a, c, self("neg", self("mul", b, d))), self("fma", a, d, self("mul", b, c))

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
        """An angle that is no number counts where the size is a number."""
        a, b = x
        if self.splitter.nothing(a, self.b):
            return self._turned(self("add", self.const(1.0), a), b)
        a, factor = self._below(a, FAR_UP)
        size = self("exp", a)
        turns, infinite = self.b.call("isfinite", b), self.b.call("isinf", a)
        shrunk = self.b.eq(a, self.const(-np.inf))
        cos = self("select", self.b.bit_or(turns, self.b.bit_not(infinite)), self("cos", b), self.const(1.0))
        sin = self("select", self.b.bit_or(turns, self.b.bit_not(shrunk)), self("sin", b), self.const(1.0))
        re, im = (self("mul", self("mul", size, part), factor) for part in (cos, sin))
        return re, self("select", self.b.eq(b, self.const(0.0)), b, im)

    def _turned(self, size: Value, angle: Value) -> Pair:
        """exp of what is 0 or NaN, `size` 1 beyond it, and an angle."""
        im = self("mul", size, self("sin", angle))
        return self("mul", size, self("cos", angle)), self("select", self.b.eq(angle, self.const(0.0)), angle, im)

    def log(self, x: Pair) -> Pair:
        """Of sizes near 1 by log1p of what the square is beyond 1; of those that have lost places, times 2^600."""
        big, small = (self(pick, *(self("abs", part) for part in x)) for pick in ("maximum", "minimum"))
        one, size = self.const(1.0), self("hypot", *x)
        tiny, near = self.b.lt(size, self.const(TINY)), self.b.lt(self("abs", self("sub", size, one)), self.const(0.25))
        factor = self("select", tiny, self.const(2.0**600), one)
        raised = self("hypot", *(self("mul", part, factor) for part in x))
        size = self("sub", self("log", raised), self("select", tiny, self.const(600 * math.log(2.0)), self.const(0.0)))
        beyond = self("add", self("mul", self("sub", big, one), self("add", big, one)), self("mul", small, small))
        beyond = self("log1p", self("select", near, beyond, one))
        return self("select", near, self("mul", self.const(0.5), beyond), size), self("arctan2", x[1], x[0])

    def sqrt(self, x: Pair) -> Pair:
        (a, b), restored = self._scaled(x)
        zero, infinity = self.const(0.0), self.const(np.inf)
        t = self("sqrt", self("mul", self.const(0.5), self("add", self("hypot", a, b), self("abs", a))))
        other = self("select", self.b.eq(t, zero), zero, self("div", self("mul", self.const(0.5), self("abs", b)), t))
        endless = self.b.call("isinf", b)
        t, other = (self("select", endless, infinity, self("mul", part, restored)) for part in (t, other))
        right = self.b.ge(a, zero)
        return self("select", right, t, other), self("copysign", self("select", right, other, t), b)

    def sinh(self, x: Pair) -> Pair:
        a, b = x
        a, factor = self._below(a, FAR_OUT)
        zero, turns = self.const(0.0), self.b.call("isfinite", b)
        no_number = self.b.bit_or(self.b.eq(a, zero), self.b.call("isinf", a))
        sign = self("copysign", self.const(1.0), self("add", a, zero))
        cos = self("select", self.b.bit_or(turns, self.b.bit_not(no_number)), self("cos", b), sign)
        im = self("mul", self("mul", self("cosh", a), self("sin", b)), factor)
        return self("mul", self("mul", self("sinh", a), cos), factor), self("select", self.b.eq(b, zero), b, im)

    def cosh(self, x: Pair) -> Pair:
        a, b = x
        a, factor = self._below(a, FAR_OUT)
        zero, turns = self.const(0.0), self.b.call("isfinite", b)
        cos = self("select", self.b.bit_or(turns, self.b.bit_not(self.b.call("isinf", a))), self("cos", b), self.const(1.0))
        flat = self.b.bit_or(self.b.bit_and(self.b.eq(a, zero), self.b.bit_not(turns)), self.b.eq(b, zero))
        im = self("mul", self("mul", self("sinh", a), self("sin", b)), factor)
        signed = self("mul", self("copysign", zero, a), self("copysign", self.const(1.0), b))
        return self("mul", self("mul", self("cosh", a), cos), factor), self("select", flat, signed, im)

    def _below(self, x: Value, ends: Mapping[str, tuple[float, float, float]]) -> tuple[Value, Value]:
        """(x without a step where it is far out, the factor by which a growing function of it is then too small), where `ends` say how in
        this format: products with sines and cosines may be numbers where the function itself is too large."""
        if self.wide.name not in ends:
            return x, self.const(1.0)
        most, step, factor = ends[self.wide.name]
        size = x if ends is FAR_UP else self("abs", x)
        far = self.b.gt(size, self.const(most))
        less = self("sub", x, self("copysign", self.const(step), x))
        return self("select", far, less, x), self("select", far, self.const(factor), self.const(1.0))

    def _scaled(self, x: Pair) -> tuple[Pair, Value]:
        """(x times an even power of two that keeps its square between the ends of binary64, what its root is to be multiplied with)"""
        one = self.const(1.0)
        size = self("maximum", *(self("abs", part) for part in x))
        large, small = self.b.gt(size, self.const(2.0**1020)), self.b.lt(size, self.const(2.0**-960))

        def choose(at_large: float, at_small: float) -> Value:
            return self("select", large, self.const(at_large), self("select", small, self.const(at_small), one))
        factor = choose(2.0**-4, 2.0**120)
        return (self("mul", x[0], factor), self("mul", x[1], factor)), choose(4.0, 2.0**-60)

    def zero(self, x: Pair) -> Value:
        """Whether both parts are 0."""
        return self.b.bit_and(*(self.b.eq(part, self.const(0.0)) for part in x))

    def recovered(self, x: Pair, y: Pair) -> Pair:
        """The product, where C recovers an infinity of which the parts, taken one by one, leave no number."""
        parts = self.mul(x, y)
        ends = tuple(self.b.bit_or(*(self.b.call("isinf", part) for part in z)) for z in (x, y))
        lost = self.b.bit_and(self.b.bit_and(*(self.b.call("isnan", part) for part in parts)), self.b.bit_or(*ends))
        boxed = self.mul(self._boxed(x, *ends), self._boxed(y, *reversed(ends)))
        re, im = (self("select", lost, self("mul", self.const(np.inf), b), part) for b, part in zip(boxed, parts))
        return re, im

    def _boxed(self, x: Pair, endless: Value, other: Value) -> Pair:
        """Signs for infinities and zeros for other parts where there is an infinity; zeros for NaN where the other factor has one."""
        def boxed(part: Value) -> Value:
            size = self("select", self.b.call("isinf", part), self.const(1.0), self.const(0.0))
            none = self.b.bit_and(other, self.b.call("isnan", part))
            kept = self("select", none, self("copysign", self.const(0.0), part), part)
            return self("select", endless, self("copysign", size, part), kept)
        return boxed(x[0]), boxed(x[1])

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
