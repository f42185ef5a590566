"""erfc and its relatives, digamma and zeta, composed of operations that the IR has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from precis.formats import FORMATS
from precis.ir.ops.pointwise_adjoints import digamma as derivative_of_lgamma
from precis.ir.types import Value

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

# erfc(x) = exp(-x^2) P(x) / Q(x) for 1 <= x < 8 and exp(-x^2) R(x) / S(x) beyond (Cephes 2.8, ndtr.c; highest power first),
# to 1e-15 relative; 1 - erf(x) below 1; 2 - erfc(-x) for negative x.
P = (2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687, 4.86371970985681366614e1,
     1.96520832956077098242e2, 5.26445194995477358631e2, 9.34528527171957607540e2, 1.02755188689515710272e3,
     5.57535335369399327526e2)
Q = (1.0, 1.32281951154744992508e1, 8.67072140885989742329e1, 3.54937778887819891062e2, 9.75708501743205489753e2,
     1.82390916687909736289e3, 2.24633760818710981792e3, 1.65666309194161350182e3, 5.57535340817727675546e2)
R = (5.64189583547755073984e-1, 1.27536670759978104416, 5.01905042251180477414, 6.16021097993053585195,
     7.40974269950448939160, 2.97886665372100240670)
S = (1.0, 2.26052863220117276590, 9.39603524938001434673, 1.20489539808096656605e1, 1.70814450747565897222e1,
     9.60896809063285878198, 3.36907645100081516050)

ERFC_VANISHES = 28.0  # exp(-x^2) is 0 in binary64

# erf_inv(x) = x p(w), w = -log1p(-x^2), by ranges of w (M. Giles 2012, Approximating the erfinv function, tables 4 and 5):
# (upper end of the range, square root taken, shift, coefficients with the highest power first).
ERF_INV_SINGLE = (
    (5.0, False, 2.5, (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
                       -0.00417768164, 0.246640727, 1.50140941)),
    (None, True, 3.0, (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613,
                       0.00943887047, 1.00167406, 2.83297682)),
)
ERF_INV_DOUBLE = (
    (6.25, False, 3.125, (
        -3.6444120640178196996e-21, -1.685059138182016589e-19, 1.2858480715256400167e-18, 1.115787767802518096e-17,
        -1.333171662854620906e-16, 2.0972767875968561637e-17, 6.6376381343583238325e-15, -4.0545662729752068639e-14,
        -8.1519341976054721522e-14, 2.6335093153082322977e-12, -1.2975133253453532498e-11, -5.4154120542946279317e-11,
        1.051212273321532285e-09, -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07,
        -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352, -0.00074070253416626697512,
        -0.0060336708714301490533, 0.24015818242558961693, 1.6536545626831027356)),
    (16.0, True, 3.25, (
        2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08,
        1.5027403968909827627e-06, -4.013867526981545969e-06, 2.9234449089955446044e-06, 1.2475304481671778723e-05,
        -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
        0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066, -0.0037512085075692412107,
        0.005370914553590063617, 1.0052589676941592334, 3.0838856104922207635)),
    (None, True, 5.0, (
        -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09, -3.7894654401267369937e-09,
        7.6157012080783393804e-09, -1.4960026627149240478e-08, 2.9147953450901080826e-08, -6.7711997758452339498e-08,
        2.2900482228026654717e-07, -9.9298272942317002539e-07, 4.5260625972231537039e-06, -1.9681778105531670567e-05,
        7.5995277030017761139e-05, -0.00021503011930044477347, -0.00013871931833623122026, 1.0103004648645343977,
        4.8499064014085844221)),
)


def _polynomial(lo: Lowering, x: Value, coefficients: Sequence[float]) -> Value:
    """Horner's rule."""
    constants = [lo.b.const(c) for c in coefficients]
    return reduce(lambda total, c: lo.b.add(lo.b.mul(total, x), c), constants[1:], constants[0])


def in_single(function: Callable[[Lowering, Value, bool], Value]) -> Callable[..., Value]:
    """A handler from `function(lowering, operand, double)`; 16-bit operands are computed in binary32 and rounded, as XLA does."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        bits = 8 * eqn.outvars[0].aval.dtype.itemsize
        if bits >= 32:
            return function(lo, x[0], bits == 64)
        mark = len(lo.b.nodes)
        wide = function(lo, lo.b.astype(x[0]), False)
        lo.shared.formats.update((v.name, FORMATS["binary32"]) for node in lo.b.nodes[mark:] for v in node.outputs)
        return lo.b.astype(wide)
    return handler


@in_single
def erfc(lo: Lowering, value: Value, double: bool) -> Value:
    b = lo.b
    size = b.minimum(b.abs(value), b.const(ERFC_VANISHES))  # the polynomials overflow far behind it
    tail = b.exp(b.neg(b.mul(size, size)))
    near = b.div(b.mul(tail, _polynomial(lo, size, P)), _polynomial(lo, size, Q))
    far = b.div(b.mul(tail, _polynomial(lo, size, R)), _polynomial(lo, size, S))
    outside = b.select(b.lt(size, b.const(8.0)), near, far)
    outside = b.select(b.lt(value, b.const(0.0)), b.sub(b.const(2.0), outside), outside)
    return b.select(b.lt(size, b.const(1.0)), b.sub(b.const(1.0), b.erf(value)), outside)


@in_single
def erf_inv(lo: Lowering, value: Value, double: bool) -> Value:
    b, table = lo.b, ERF_INV_DOUBLE if double else ERF_INV_SINGLE
    w = b.neg(b.log1p(b.neg(b.mul(value, value))))
    result = None
    for end, root, shift, coefficients in reversed(table):
        base = b.sqrt(b.maximum(w, b.const(1.0))) if root else w  # roots serve large w; below, their derivative is infinite
        p = _polynomial(lo, b.sub(base, b.const(shift)), coefficients)
        result = p if result is None else b.select(b.lt(w, b.const(end)), p, result)
    assert result is not None
    edge = b.eq(b.abs(value), b.const(1.0))
    infinite = b.select(b.lt(value, b.const(0.0)), b.const(-float("inf")), b.const(float("inf")))
    return b.select(edge, infinite, b.mul(result, value))


@in_single
def digamma(lo: Lowering, value: Value, double: bool) -> Value:
    return _digamma(lo, value)


def _digamma(lo: Lowering, value: Value) -> Value:
    """NaN at its poles 0, -1, -2, ..., as XLA has it."""
    b = lo.b
    pole = b.bit_and(b.le(value, b.const(0.0)), b.eq(value, b.floor(value)))
    return b.select(pole, b.const(float("nan")), derivative_of_lgamma(b, value))


BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330)
DIRECT = 9  # terms of zeta that are summed directly, as in Cephes


def _zeta(lo: Lowering, x: Value, q: Value) -> Value:
    """sum over k >= 0 of (q + k)^-x for x > 1, q > 0: nine terms, the rest by the Euler-Maclaurin formula (DLMF 25.11.28)."""
    b = lo.b
    minus, one = b.neg(x), b.const(1.0)
    total = reduce(b.add, (b.pow(b.add(q, b.const(float(k))), minus) for k in range(DIRECT)))
    end = b.add(q, b.const(float(DIRECT)))
    power = b.pow(end, minus)
    total = b.add(total, b.add(b.div(b.mul(end, power), b.sub(x, one)), b.mul(b.const(0.5), power)))
    factor, over = b.div(b.mul(x, power), end), b.div(one, b.mul(end, end))
    scale = 1.0
    for k, number in enumerate(BERNOULLI, 1):
        scale *= (2 * k - 1) * (2 * k)
        total = b.add(total, b.mul(b.const(number / scale), factor))
        factor = b.mul(b.mul(factor, over), b.mul(b.add(x, b.const(2.0 * k - 1.0)), b.add(x, b.const(2.0 * k))))
    return _in_domain(lo, x, q, total)


def _in_domain(lo: Lowering, x: Value, q: Value, total: Value) -> Value:
    """zeta as XLA has it elsewhere: infinite for x = 1, and for even x at its poles q = 0, -1, ...; NaN there for other x, for x < 1, and
    where powers of negative numbers are not real."""
    b, zero, one, infinite, nan = lo.b, *map(lo.b.const, (0.0, 1.0, float("inf"), float("nan")))
    below = b.le(q, zero)
    pole = b.bit_and(below, b.eq(q, b.floor(q)))
    found = b.select(b.bit_or(pole, b.bit_and(below, b.ne(x, b.floor(x)))), nan, total)
    found = b.select(b.gt(x, one), found, b.select(b.eq(x, one), infinite, nan))
    return b.select(b.bit_and(pole, b.eq(b.fmod(x, b.const(2.0)), zero)), infinite, found)


def _in_single_of_two(function: Callable[[Lowering, Value, Value], Value]) -> Callable[..., Value]:
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        return in_single(lambda lo, first, double: function(lo, first, x[1]))(lo, eqn, x)
    return handler


zeta = _in_single_of_two(_zeta)


@_in_single_of_two
def polygamma(lo: Lowering, n: Value, x: Value) -> Value:
    """The n-th derivative of digamma: (-1)^(n + 1) n! zeta(n + 1, x) for n >= 1 (DLMF 25.11.12); digamma itself for n = 0."""
    b, one, two = lo.b, lo.b.const(1.0), lo.b.const(2.0)
    after = b.add(n, one)
    size = b.mul(b.exp(b.lgamma(after)), _zeta(lo, b.maximum(after, two), x))
    odd = b.ne(b.fmod(n, two), b.const(0.0))
    found = b.select(b.eq(n, b.const(0.0)), _digamma(lo, x), b.select(odd, size, b.neg(size)))
    whole = b.bit_and(b.ge(n, b.const(0.0)), b.eq(n, b.floor(n)))
    return b.select(whole, found, b.const(float("nan")))
