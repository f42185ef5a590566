"""Adjoints of the pointwise operations of precis.ir.ops.pointwise.

Rules may return cotangents of the broadcast shape; the AD driver sums them back to the operand's shape.
Derivatives: Abramowitz & Stegun 3.3, 4.1-4.6, 7.1; at kinks (abs at 0, maximum and minimum at ties) the mean of those of the sides.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from precis.ir.ops.record import Adjoint
from precis.ir.types import Value


def conjugate(b, x):
    """Cotangents are those of the real inner product Re(conj(g) x), so derivatives enter conjugated."""
    return b.conj(x) if x.kind == "complex" else x


def conj(b, node, k):
    return conjugate(b, node.inputs[k])


def mul(b, n, g):
    return b.mul(g, conj(b, n, 1)), b.mul(g, conj(b, n, 0))


def div(b, n, g):
    over = b.div(g, conj(b, n, 1))
    return over, b.neg(b.mul(over, conjugate(b, n.output)))


def pow(b, n, g):
    """d(x^p) = p x^(p-1) dx + x^p log(x) dp. Zero for p = 0, and no share of p where x <= 0, where x^p is no function of p."""
    x, p = n.inputs
    one, zero = b.const(1.0, p.kind), b.const(0.0, p.kind)
    known = b.constant_of(p)
    if known is not None:
        return (b.mul(g, conjugate(b, b.mul(p, power(b, x, known - 1, p.kind)))) if known else None), None
    dx = b.mul(p, b.pow(x, b.select(b.eq(p, zero), one, b.sub(p, one))))
    defined = b.ne(x, zero) if x.kind == "complex" else b.gt(x, zero)
    dp = b.select(defined, b.mul(n.output, b.log(b.select(defined, x, one))), zero)
    return b.mul(g, conjugate(b, dx)), b.mul(g, conjugate(b, dp))


def power(b, x, exponent, kind):
    """x^exponent, as products, a root or a quotient where they will do: they take a tenth of the time."""
    if exponent in (-0.5, -1, -2):
        return b.div(b.const(1.0, kind), power(b, x, -exponent, kind))
    if exponent == 0.5:
        return root(b, x, kind)
    return x if exponent == 1 else b.mul(x, x) if exponent == 2 else b.pow(x, b.const(exponent, kind))


def root(b, x, kind):
    """x^0.5 by a square root, which differs in -0.0 and -inf: powers of them are 0.0 and inf (C11 F.10.4.4)."""
    if kind == "complex":
        return b.sqrt(x)
    infinity = b.const(math.inf, kind)
    return b.select(b.eq(x, b.neg(infinity)), infinity, b.sqrt(b.add(x, b.const(0.0, kind))))


def pick(relation: str) -> Adjoint:
    """maximum / minimum: the cotangent goes to the operand that was taken; half to each at a tie."""
    def rule(b, n, g):
        x, y = n.inputs
        half = b.mul(g, b.const(0.5))
        zero = b.const(0.0)
        tie = b.eq(x, y)
        first = b.call(relation, x, y)
        return (b.select(tie, half, b.select(first, g, zero)), b.select(tie, half, b.select(first, zero, g)))
    return rule


def scaled(derivative: Callable) -> Adjoint:
    """Unary real function: cotangent times `derivative(b, x, y)`."""
    def rule(b, n, g):
        return (b.mul(g, conjugate(b, derivative(b, n.inputs[0], n.output))),)
    return rule


def one_minus_square(b, v):
    """As a product: 1 - v is exact near 1, where 1 - v^2 would be left with the rounding of v^2."""
    one = b.const(1.0)
    return b.mul(b.sub(one, v), b.add(one, v))


def one_plus_square(b, v):
    return b.add(b.const(1.0), b.mul(v, v))


def arctan2(b, n, g):
    """x / r^2 and -y / r^2 by the quotient of the lesser over the greater, as Smith divides: squares would overflow and underflow."""
    y, x = n.inputs
    steep = b.gt(b.abs(y), b.abs(x))
    most = b.select(steep, y, x)
    slope = b.div(b.select(steep, x, y), most)
    whole = b.div(g, b.mul(most, one_plus_square(b, slope)))
    rest = b.mul(whole, slope)
    return b.select(steep, rest, whole), b.neg(b.select(steep, whole, rest))


def hypot(b, n, g):
    """At the tip of the cone, where there is no derivative, the slope along either axis: independent errors a and b of two zeros
    leave hypot(a, b)."""
    one, tip = b.const(1.0), b.eq(n.output, b.const(0.0))
    over = b.div(g, b.select(tip, one, n.output))
    return tuple(b.mul(over, b.select(tip, one, v)) for v in n.inputs)


def magnitude(b, n, g):
    """d|z| = Re(conj(z) dz) / |z|; zero at 0, but where infinity times zero is asked for, as of sqrt(|z|)."""
    zero = b.const(0.0)
    away = b.gt(n.output, zero)
    share = b.select(away, b.div(g, b.select(away, n.output, b.const(1.0))), b.mul(g, zero))
    return (b.mul(b.convert(share, kind="complex"), n.inputs[0]),)


def re(b, n, g):
    return (b.complex(g, b.const(0.0)) if n.inputs[0].kind == "complex" else g,)


def im(b, n, g):
    return (b.complex(b.const(0.0), g) if n.inputs[0].kind == "complex" else None,)


def fma(b, n, g):
    x, y, _ = n.inputs
    return b.mul(g, y), b.mul(g, x), g


def mod(b, n, g):
    return g, b.neg(b.mul(g, b.floor(b.div(n.inputs[0], n.inputs[1]))))


def fmod(b, n, g):
    return g, b.neg(b.mul(g, b.trunc(b.div(n.inputs[0], n.inputs[1]))))


def remainder(b, n, g):
    return g, b.neg(b.mul(g, b.rint(b.div(n.inputs[0], n.inputs[1]))))


def convert(b, n, g):
    source, target = n.inputs[0].kind, n.output.kind
    if (source, target) == ("real", "complex"):
        return (b.re(g),)
    if (source, target) == ("complex", "real"):
        return (b.complex(g, b.const(0.0)),)
    return (g,) if source == target else (None,)


def zero(b, n, g):
    return (None,) * len(n.inputs)


def digamma(b, x: Value) -> Value:
    """psi(x) = d log|Gamma| / dx from operations of the table: reflection below 1/2 (DLMF 5.5.4), 8 steps of the recurrence
    (5.5.2) and 8 terms of the asymptotic series (5.11.2): 1e-15 of the largest term."""
    half, pi = b.const(0.5), b.const(math.pi)
    low = b.lt(x, half)
    y = b.select(low, b.sub(b.const(1.0), x), x)
    shift = b.const(0.0)
    for _ in range(8):
        shift = b.add(shift, b.div(b.const(1.0), y))
        y = b.add(y, b.const(1.0))
    square = b.div(b.const(1.0), b.mul(y, y))
    tail = b.const(0.0)
    for c in reversed(_DIGAMMA):
        tail = b.mul(square, b.add(tail, b.const(c)))
    psi = b.sub(b.sub(b.sub(b.log(y), b.div(half, y)), tail), shift)
    angle = b.select(low, b.mul(pi, b.sub(x, b.rint(x))), b.const(1.0))  # exact next to the poles
    return b.select(low, b.sub(psi, b.div(pi, b.tan(angle))), psi)


# B_2k / 2k, k = 1 .. 8 (Bernoulli numbers)
_DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)
