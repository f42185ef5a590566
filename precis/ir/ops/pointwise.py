"""Pointwise operations: NumPy broadcasting, one result per element.

Adjoint rules may return cotangents of the broadcast shape; the AD driver sums them back to the operand's shape.
Derivatives: Abramowitz & Stegun 3.3, 4.1-4.6, 7.1; at kinks (abs, maximum, minimum) that of the branch taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from precis.ir.ops.record import EXACT, FORMAT, LIBRARY, ONCE, POINTWISE, Adjoint, Op, Type
from precis.ir.shapes import broadcast
from precis.ir.types import Attrs, Value

KindRule = Callable[[tuple[str, ...]], str]
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def _same(kinds: tuple[str, ...]) -> str:
    if len(set(kinds)) != 1:
        raise ValueError(f"operands of different kinds {', '.join(kinds)}")
    return kinds[0]


def _number(kinds: tuple[str, ...]) -> str:
    if _same(kinds) == "bool":
        raise ValueError("booleans where numbers are needed")
    return kinds[0]


def _ordered(kinds: tuple[str, ...]) -> str:
    if _same(kinds) == "complex":
        raise ValueError("complex numbers have no order")
    return kinds[0]


def _ordered_number(kinds: tuple[str, ...]) -> str:
    return _ordered(kinds) and _number(kinds)


def _order(kinds: tuple[str, ...]) -> str:
    return _ordered(kinds) and "bool"


def _floating(kinds: tuple[str, ...]) -> str:
    if _same(kinds) not in ("real", "complex"):
        raise ValueError(f"{kinds[0]} where real or complex is needed")
    return kinds[0]


def _real(kinds: tuple[str, ...]) -> str:
    if _same(kinds) != "real":
        raise ValueError(f"{kinds[0]} where real is needed")
    return "real"


def _magnitude(kinds: tuple[str, ...]) -> str:
    if kinds != ("complex",):
        raise ValueError(f"{kinds[0]} where complex is needed")
    return "real"


def _relation(kinds: tuple[str, ...]) -> str:
    return _same(kinds) and "bool"


def _test(kinds: tuple[str, ...]) -> str:
    return _floating(kinds) and "bool"


def _bits(kinds: tuple[str, ...]) -> str:
    if _same(kinds) in ("real", "complex"):
        raise ValueError(f"{kinds[0]} where bool or integers are needed")
    return kinds[0]


def _integer(kinds: tuple[str, ...]) -> str:
    if _same(kinds) not in INTEGERS:
        raise ValueError(f"{kinds[0]} where integers are needed")
    return kinds[0]


def _select(kinds: tuple[str, ...]) -> str:
    if kinds[0] != "bool":
        raise ValueError(f"the condition is {kinds[0]}, not bool")
    return _same(kinds[1:])


def _complex_part(kinds: tuple[str, ...]) -> str:
    return "real" if kinds[0] in ("complex", "real") else kinds[0]


def _complex(kinds: tuple[str, ...]) -> str:
    return _real(kinds) and "complex"


def _op(name: str, arity: int, kinds: KindRule, spelling: str, rounding: str = EXACT, flops: int = 1,
        adjoint: Adjoint | None = None) -> Op:
    def infer(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
        if len(inputs) != arity:
            raise ValueError(f"{name} takes {arity} operands, not {len(inputs)}")
        return broadcast([v.shape for v in inputs]), kinds(tuple(v.kind for v in inputs))

    def evaluate(xp, arrays, attrs, size):
        return xp.call(name, *arrays)

    return Op(name, POINTWISE, infer, evaluate, adjoint, rounding, flops, spelling)


def _conjugate(b, x):
    """Cotangents are those of the real inner product Re(conj(g) x), so derivatives enter conjugated."""
    return b.conj(x) if x.kind == "complex" else x


def _conj(b, node, k):
    return _conjugate(b, node.inputs[k])


def _d_mul(b, n, g):
    return b.mul(g, _conj(b, n, 1)), b.mul(g, _conj(b, n, 0))


def _d_div(b, n, g):
    over = b.div(g, _conj(b, n, 1))
    return over, b.neg(b.mul(over, _conjugate(b, n.output)))


def _d_pow(b, n, g):
    """d(x^p) = p x^(p-1) dx + x^p log(x) dp. Zero for p = 0, and no share of p where x <= 0, where x^p is no function of p."""
    x, p = n.inputs
    one, zero = b.const(1.0, p.kind), b.const(0.0, p.kind)
    known = b.constant_of(p)
    if known is not None:
        return (b.mul(g, _conjugate(b, b.mul(p, _power(b, x, known - 1, p.kind)))) if known else None), None
    dx = b.mul(p, b.pow(x, b.select(b.eq(p, zero), one, b.sub(p, one))))
    defined = b.ne(x, zero) if x.kind == "complex" else b.gt(x, zero)
    dp = b.select(defined, b.mul(n.output, b.log(b.select(defined, x, one))), zero)
    return b.mul(g, _conjugate(b, dx)), b.mul(g, _conjugate(b, dp))


def _power(b, x, exponent, kind):
    """x^exponent, as products, a root or a quotient where they will do: they take a tenth of the time."""
    if exponent in (-0.5, -1, -2):
        return b.div(b.const(1.0, kind), _power(b, x, -exponent, kind))
    if exponent == 0.5:
        return _root(b, x, kind)
    return x if exponent == 1 else b.mul(x, x) if exponent == 2 else b.pow(x, b.const(exponent, kind))


def _root(b, x, kind):
    """x^0.5 by a square root, which differs in -0.0 and -inf: powers of them are 0.0 and inf (C11 F.10.4.4)."""
    if kind == "complex":
        return b.sqrt(x)
    infinity = b.const(math.inf, kind)
    return b.select(b.eq(x, b.neg(infinity)), infinity, b.sqrt(b.add(x, b.const(0.0, kind))))


def _d_pick(relation: str) -> Adjoint:
    """maximum / minimum: the cotangent goes to the operand that was taken; half to each at a tie."""
    def rule(b, n, g):
        x, y = n.inputs
        half = b.mul(g, b.const(0.5))
        zero = b.const(0.0)
        tie = b.eq(x, y)
        first = b.call(relation, x, y)
        return (b.select(tie, half, b.select(first, g, zero)), b.select(tie, half, b.select(first, zero, g)))
    return rule


def _scaled(derivative: Callable) -> Adjoint:
    """Unary real function: cotangent times `derivative(b, x, y)`."""
    def rule(b, n, g):
        return (b.mul(g, _conjugate(b, derivative(b, n.inputs[0], n.output))),)
    return rule


def _one_minus_square(b, v):
    """As a product: 1 - v is exact near 1, where 1 - v^2 would be left with the rounding of v^2."""
    one = b.const(1.0)
    return b.mul(b.sub(one, v), b.add(one, v))


def _one_plus_square(b, v):
    return b.add(b.const(1.0), b.mul(v, v))


def _d_arctan2(b, n, g):
    """x / r^2 and -y / r^2 by the quotient of the lesser over the greater, as Smith divides: squares would overflow and underflow."""
    y, x = n.inputs
    steep = b.gt(b.abs(y), b.abs(x))
    most = b.select(steep, y, x)
    slope = b.div(b.select(steep, x, y), most)
    whole = b.div(g, b.mul(most, _one_plus_square(b, slope)))
    rest = b.mul(whole, slope)
    return b.select(steep, rest, whole), b.neg(b.select(steep, whole, rest))


def _d_hypot(b, n, g):
    """At the tip of the cone, where there is no derivative, the slope along either axis: independent errors a and b of two zeros
    leave hypot(a, b)."""
    one, tip = b.const(1.0), b.eq(n.output, b.const(0.0))
    over = b.div(g, b.select(tip, one, n.output))
    return tuple(b.mul(over, b.select(tip, one, v)) for v in n.inputs)


def _d_magnitude(b, n, g):
    """d|z| = Re(conj(z) dz) / |z|; zero at 0, but where infinity times zero is asked for, as of sqrt(|z|)."""
    zero = b.const(0.0)
    away = b.gt(n.output, zero)
    share = b.select(away, b.div(g, b.select(away, n.output, b.const(1.0))), b.mul(g, zero))
    return (b.mul(b.convert(share, kind="complex"), n.inputs[0]),)


def _d_re(b, n, g):
    return (b.complex(g, b.const(0.0)) if n.inputs[0].kind == "complex" else g,)


def _d_im(b, n, g):
    return (b.complex(b.const(0.0), g) if n.inputs[0].kind == "complex" else None,)


def _d_fma(b, n, g):
    x, y, _ = n.inputs
    return b.mul(g, y), b.mul(g, x), g


def _d_mod(b, n, g):
    return g, b.neg(b.mul(g, b.floor(b.div(n.inputs[0], n.inputs[1]))))


def _d_fmod(b, n, g):
    return g, b.neg(b.mul(g, b.trunc(b.div(n.inputs[0], n.inputs[1]))))


def _d_remainder(b, n, g):
    return g, b.neg(b.mul(g, b.rint(b.div(n.inputs[0], n.inputs[1]))))


def _zero(b, n, g):
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
    angle = b.select(low, b.mul(pi, b.sub(x, b.floor(x))), b.const(1.0))
    return b.select(low, b.sub(psi, b.div(pi, b.tan(angle))), psi)


# B_2k / 2k, k = 1 .. 8 (Bernoulli numbers)
_DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)


_ARITHMETIC = (
    _op("add", 2, _same, "({0} + {1})", ONCE, adjoint=lambda b, n, g: (g, g)),
    _op("sub", 2, _number, "({0} - {1})", ONCE, adjoint=lambda b, n, g: (g, b.neg(g))),
    _op("mul", 2, _same, "({0} * {1})", ONCE, adjoint=_d_mul),
    _op("div", 2, _floating, "({0} / {1})", ONCE, 4, _d_div),
    _op("neg", 1, _number, "(-{0})", adjoint=lambda b, n, g: (b.neg(g),)),
    _op("fma", 3, _real, "fma({0}, {1}, {2})", ONCE, 2, _d_fma),
    _op("sqrt", 1, _floating, "sqrt({0})", ONCE, 4, _scaled(lambda b, x, y: b.div(b.const(0.5, y.kind), y))),
    _op("mod", 2, _ordered_number, "mod({0}, {1})", ONCE, 8, _d_mod),
    _op("fmod", 2, _ordered_number, "fmod({0}, {1})", EXACT, 8, _d_fmod),
    _op("remainder", 2, _real, "remainder({0}, {1})", EXACT, 8, _d_remainder),
    _op("floordiv", 2, _ordered_number, "floordiv({0}, {1})", ONCE, 4, _zero),
)

_EXACT = (
    _op("abs", 1, _ordered_number, "abs({0})", adjoint=lambda b, n, g: (b.mul(g, b.sign(n.inputs[0])),)),
    _op("sign", 1, _ordered_number, "sign({0})", adjoint=_zero),
    _op("copysign", 2, _real, "copysign({0}, {1})",
        adjoint=lambda b, n, g: (b.mul(g, b.mul(b.sign(n.inputs[0]), b.sign(n.output))), None)),
    _op("maximum", 2, _ordered, "maximum({0}, {1})", adjoint=_d_pick("gt")),
    _op("minimum", 2, _ordered, "minimum({0}, {1})", adjoint=_d_pick("lt")),
    _op("floor", 1, _real, "floor({0})", adjoint=_zero),
    _op("ceil", 1, _real, "ceil({0})", adjoint=_zero),
    _op("trunc", 1, _real, "trunc({0})", adjoint=_zero),
    _op("rint", 1, _real, "rint({0})", adjoint=_zero),
    _op("select", 3, _select, "({0} ? {1} : {2})",
        adjoint=lambda b, n, g: (None, b.select(n.inputs[0], g, b.const(0.0, g.kind)),
                                 b.select(n.inputs[0], b.const(0.0, g.kind), g))),
)

_LN2 = math.log(2.0)
_TWO_OVER_SQRT_PI = 2.0 / math.sqrt(math.pi)

_ELEMENTARY = (
    _op("exp", 1, _floating, "exp({0})", LIBRARY, 12, _scaled(lambda b, x, y: y)),
    _op("exp2", 1, _real, "exp2({0})", LIBRARY, 12, _scaled(lambda b, x, y: b.mul(y, b.const(_LN2)))),
    _op("expm1", 1, _real, "expm1({0})", LIBRARY, 14, _scaled(lambda b, x, y: b.add(y, b.const(1.0)))),
    _op("log", 1, _floating, "log({0})", LIBRARY, 12, lambda b, n, g: (b.div(g, _conj(b, n, 0)),)),
    _op("log2", 1, _real, "log2({0})", LIBRARY, 12, lambda b, n, g: (b.div(g, b.mul(n.inputs[0], b.const(_LN2))),)),
    _op("log10", 1, _real, "log10({0})", LIBRARY, 12,
        lambda b, n, g: (b.div(g, b.mul(n.inputs[0], b.const(math.log(10.0)))),)),
    _op("log1p", 1, _real, "log1p({0})", LIBRARY, 14, lambda b, n, g: (b.div(g, b.add(n.inputs[0], b.const(1.0))),)),
    _op("sin", 1, _floating, "sin({0})", LIBRARY, 14, _scaled(lambda b, x, y: b.cos(x))),
    _op("cos", 1, _floating, "cos({0})", LIBRARY, 14, _scaled(lambda b, x, y: b.neg(b.sin(x)))),
    _op("tan", 1, _real, "tan({0})", LIBRARY, 18, _scaled(lambda b, x, y: _one_plus_square(b, y))),
    _op("arcsin", 1, _real, "asin({0})", LIBRARY, 18,
        lambda b, n, g: (b.div(g, b.sqrt(_one_minus_square(b, n.inputs[0]))),)),
    _op("arccos", 1, _real, "acos({0})", LIBRARY, 18,
        lambda b, n, g: (b.neg(b.div(g, b.sqrt(_one_minus_square(b, n.inputs[0])))),)),
    _op("arctan", 1, _real, "atan({0})", LIBRARY, 18, lambda b, n, g: (b.div(g, _one_plus_square(b, n.inputs[0])),)),
    _op("sinh", 1, _real, "sinh({0})", LIBRARY, 16, _scaled(lambda b, x, y: b.cosh(x))),
    _op("cosh", 1, _real, "cosh({0})", LIBRARY, 16, _scaled(lambda b, x, y: b.sinh(x))),
    _op("tanh", 1, _real, "tanh({0})", LIBRARY, 16, _scaled(lambda b, x, y: b.sub(b.const(1.0), b.mul(y, y)))),
    _op("arcsinh", 1, _real, "asinh({0})", LIBRARY, 18,
        lambda b, n, g: (b.div(g, b.sqrt(_one_plus_square(b, n.inputs[0]))),)),
    _op("arccosh", 1, _real, "acosh({0})", LIBRARY, 18,
        lambda b, n, g: (b.div(g, b.sqrt(b.mul(b.sub(n.inputs[0], b.const(1.0)), b.add(n.inputs[0], b.const(1.0))))),)),
    _op("arctanh", 1, _real, "atanh({0})", LIBRARY, 18, lambda b, n, g: (b.div(g, _one_minus_square(b, n.inputs[0])),)),
    _op("erf", 1, _real, "erf({0})", LIBRARY, 16,
        _scaled(lambda b, x, y: b.mul(b.const(_TWO_OVER_SQRT_PI), b.exp(b.neg(b.mul(x, x)))))),
    _op("erfc", 1, _real, "erfc({0})", LIBRARY, 16,
        _scaled(lambda b, x, y: b.mul(b.const(-_TWO_OVER_SQRT_PI), b.exp(b.neg(b.mul(x, x)))))),
    _op("tgamma", 1, _real, "tgamma({0})", LIBRARY, 40, _scaled(lambda b, x, y: b.mul(y, digamma(b, x)))),
    _op("lgamma", 1, _real, "lgamma({0})", LIBRARY, 40, _scaled(lambda b, x, y: digamma(b, x))),
    _op("cbrt", 1, _real, "cbrt({0})", LIBRARY, 16, lambda b, n, g: (b.div(g, b.mul(b.const(3.0), b.mul(n.output, n.output))),)),
    _op("rsqrt", 1, _real, "rsqrt({0})", LIBRARY, 6,
        _scaled(lambda b, x, y: b.mul(b.const(-0.5), b.div(y, x)))),
    _op("logistic", 1, _real, "logistic({0})", LIBRARY, 16,
        _scaled(lambda b, x, y: b.mul(y, b.sub(b.const(1.0), y)))),
    _op("pow", 2, _number, "pow({0}, {1})", LIBRARY, 30, _d_pow),
    _op("arctan2", 2, _real, "atan2({0}, {1})", LIBRARY, 20, _d_arctan2),
    _op("hypot", 2, _real, "hypot({0}, {1})", LIBRARY, 10, _d_hypot),
)

_COMPARISONS = tuple(
    _op(name, 2, _relation if name in ("eq", "ne") else _order, f"({{0}} {sign} {{1}})")
    for name, sign in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")))

_LOGIC = (
    _op("bit_and", 2, _bits, "({0} & {1})"),
    _op("bit_or", 2, _bits, "({0} | {1})"),
    _op("bit_xor", 2, _bits, "({0} ^ {1})"),
    _op("bit_not", 1, _bits, "bit_not({0})"),
    _op("shift_left", 2, _integer, "shift_left({0}, {1})"),
    _op("shift_right", 2, _integer, "shift_right({0}, {1})"),
    _op("isnan", 1, _test, "isnan({0})"),
    _op("isinf", 1, _test, "isinf({0})"),
    _op("isfinite", 1, _test, "isfinite({0})"),
)

_COMPLEX = (
    _op("magnitude", 1, _magnitude, "magnitude({0})", LIBRARY, 10, _d_magnitude),
    _op("complex", 2, _complex, "complex({0}, {1})", adjoint=lambda b, n, g: (b.re(g), b.im(g))),
    _op("re", 1, _complex_part, "re({0})", adjoint=_d_re),
    _op("im", 1, _complex_part, "im({0})", adjoint=_d_im),
    _op("conj", 1, _number, "conj({0})", adjoint=lambda b, n, g: (b.conj(g),)),
)


def _infer_convert(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return _infer_same(inputs, attrs)[0], attrs["kind"]


def _d_convert(b, n, g):
    source, target = n.inputs[0].kind, n.output.kind
    if (source, target) == ("real", "complex"):
        return (b.re(g),)
    if (source, target) == ("complex", "real"):
        return (b.complex(g, b.const(0.0)),)
    return (g,) if source == target else (None,)


def _infer_same(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if len(inputs) != 1:
        raise ValueError("takes 1 operand")
    return inputs[0].shape, inputs[0].kind


def _infer_round(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    shape, kind = _infer_same(inputs, attrs)
    return shape, _floating((kind,))


def _infer_probe(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if len(inputs) != 2:
        raise ValueError("takes a value and its weight")
    return inputs[0].shape, inputs[0].kind


_IDENTITIES = (
    Op("convert", POINTWISE, _infer_convert, lambda xp, a, attrs, size: xp.convert(a[0], attrs["kind"]), _d_convert, ONCE, 1,
       "convert", ("kind",)),
    Op("store", POINTWISE, _infer_same, lambda xp, a, attrs, size: xp.copy(a[0]), lambda b, n, g: (g,), EXACT, 0, "{0}"),
    Op("astype", POINTWISE, _infer_same, lambda xp, a, attrs, size: a[0], lambda b, n, g: (g,), EXACT, 0, "{0}"),
    Op("round", POINTWISE, _infer_round, lambda xp, a, attrs, size: xp.round(a[0], attrs["format"]), lambda b, n, g: (g,),
       FORMAT, 1, "round", ("format",)),
    Op("stop", POINTWISE, _infer_same, lambda xp, a, attrs, size: a[0], _zero, EXACT, 0, "{0}"),
    Op("probe", POINTWISE, _infer_probe, lambda xp, a, attrs, size: a[0],
       lambda b, n, g: (g, None), EXACT, 0, "{0}", ("key",)),
)

OPS = _ARITHMETIC + _EXACT + _ELEMENTARY + _COMPARISONS + _LOGIC + _COMPLEX + _IDENTITIES
