"""Derivatives where there are none: sqrt at 0, log at 0, arcsin at 1, arctan2 at the origin, products with infinite values.

Their rules give infinities, and zero times infinity further back spoils every cotangent that it meets. A guarded sweep rests on two
facts instead. What has the cotangent 0 does not reach the results, so nothing before it does so through it. And an infinite
derivative times an exact 0, as of sqrt(p t) with respect to t at p = 0, is 0, as the limit of finite ones is: infinite
derivatives are therefore large numbers, far beyond what any other derivative is multiplied with. A kink must not hide them: of
abs at 0 the slope of a side is taken, not the 0 between the two, and of the magnitude of a complex 0 that along either axis.

Large numbers swallow the others that they are added to, and may cancel afterwards: sqrt(|u - v|) + x, with u and v of x, leaves
HUGE + 1 - HUGE = 0. So a sweep may also take infinite derivatives for 0: what it finds is what all others add up to.
"""

from __future__ import annotations

from dataclasses import replace

from precis.ir.build import Build
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY, ONCE, POINTWISE, ROUTINE
from precis.ir.ops.spectral_adjoints import FINITE
from precis.ir.types import Node, Value

HUGE = 2.0**400  # stands for infinity: its square is still a binary64 number
KINKS = ("abs", "magnitude")
LINEAR = ("add", "sub", "convert")  # never make infinities of finite cotangents


def is_guarded(node: Node) -> bool:
    op = OPS[node.op]
    return op.name in KINKS or (op.category == POINTWISE and op.rounding in (ONCE, LIBRARY) and op.name not in LINEAR)


def told_finite(node: Node) -> Node:
    """`node` as its rule is to see it: what equal eigenvalues leave open (precis.ir.ops.spectral_adjoints) is 0."""
    return replace(node, attrs={**node.attrs, FINITE: True}) if OPS[node.op].category == ROUTINE else node


def guarded(b: Build, node: Node, g: Value, d: Value, infinite: float = HUGE) -> Value:
    """`d`, a cotangent of an operand of `node`, whose result has the cotangent `g`; `infinite` stands for what is not finite."""
    if node.op in KINKS:
        return b.select(b.eq(node.output, b.const(0.0)), b.complex(g, g) if d.kind == "complex" else g, d)
    if d.kind == "real":
        d = b.select(b.lt(b.abs(d), b.const(HUGE)), d, b.copysign(b.const(infinite), d))  # NaN is not less
    return b.select(b.eq(g, b.const(0.0, g.kind)), b.const(0.0, d.kind), d)


def unmet(b: Build, g: Value, w: Value) -> Value:
    """The cotangent `g` of a real weight, 0 where nothing is there to be rounded."""
    zero = b.const(0.0)
    return b.select(b.eq(w, zero), zero, g)
