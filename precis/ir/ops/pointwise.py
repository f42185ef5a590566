"""Pointwise operations: NumPy broadcasting, one result per element."""

from __future__ import annotations

import math

from precis.ir.ops import kinds
from precis.ir.ops import pointwise_adjoints as adjoints
from precis.ir.ops.record import EXACT, FORMAT, LIBRARY, ONCE, POINTWISE, Adjoint, Op, Type
from precis.ir.shapes import broadcast
from precis.ir.types import Attrs, Value


def _op(name: str, arity: int, kind: kinds.KindRule, spelling: str, rounding: str = EXACT, flops: int = 1,
        adjoint: Adjoint | None = None) -> Op:
    def infer(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
        if len(inputs) != arity:
            raise ValueError(f"{name} takes {arity} operands, not {len(inputs)}")
        return broadcast([v.shape for v in inputs]), kind(tuple(v.kind for v in inputs))

    def evaluate(xp, arrays, attrs, size):
        return xp.call_in(attrs["format"], name, *arrays) if "format" in attrs else xp.call(name, *arrays)

    return Op(name, POINTWISE, infer, evaluate, adjoint, rounding, flops, spelling)


_ARITHMETIC = (
    _op("add", 2, kinds.same, "({0} + {1})", ONCE, adjoint=lambda b, n, g: (g, g)),
    _op("sub", 2, kinds.number, "({0} - {1})", ONCE, adjoint=lambda b, n, g: (g, b.neg(g))),
    _op("mul", 2, kinds.same, "({0} * {1})", ONCE, adjoint=adjoints.mul),
    _op("div", 2, kinds.floating, "({0} / {1})", ONCE, 4, adjoints.div),
    _op("neg", 1, kinds.number, "(-{0})", adjoint=lambda b, n, g: (b.neg(g),)),
    _op("fma", 3, kinds.real, "fma({0}, {1}, {2})", ONCE, 2, adjoints.fma),
    _op("sqrt", 1, kinds.floating, "sqrt({0})", ONCE, 4, adjoints.scaled(lambda b, x, y: b.div(b.const(0.5, y.kind), y))),
    _op("mod", 2, kinds.ordered_number, "mod({0}, {1})", ONCE, 8, adjoints.mod),
    _op("fmod", 2, kinds.ordered_number, "fmod({0}, {1})", EXACT, 8, adjoints.fmod),
    _op("remainder", 2, kinds.real, "remainder({0}, {1})", EXACT, 8, adjoints.remainder),
    _op("floordiv", 2, kinds.ordered_number, "floordiv({0}, {1})", ONCE, 4, adjoints.zero),
)

_EXACT = (
    _op("abs", 1, kinds.ordered_number, "abs({0})", adjoint=lambda b, n, g: (b.mul(g, b.sign(n.inputs[0])),)),
    _op("sign", 1, kinds.ordered_number, "sign({0})", adjoint=adjoints.zero),
    _op("copysign", 2, kinds.real, "copysign({0}, {1})",
        adjoint=lambda b, n, g: (b.mul(g, b.mul(b.sign(n.inputs[0]), b.sign(n.output))), None)),
    _op("maximum", 2, kinds.ordered, "maximum({0}, {1})", adjoint=adjoints.pick("gt")),
    _op("minimum", 2, kinds.ordered, "minimum({0}, {1})", adjoint=adjoints.pick("lt")),
    _op("floor", 1, kinds.real, "floor({0})", adjoint=adjoints.zero),
    _op("ceil", 1, kinds.real, "ceil({0})", adjoint=adjoints.zero),
    _op("trunc", 1, kinds.real, "trunc({0})", adjoint=adjoints.zero),
    _op("rint", 1, kinds.real, "rint({0})", adjoint=adjoints.zero),
    _op("select", 3, kinds.select, "({0} ? {1} : {2})",
        adjoint=lambda b, n, g: (None, b.select(n.inputs[0], g, b.const(0.0, g.kind)),
                                 b.select(n.inputs[0], b.const(0.0, g.kind), g))),
)

_LN2 = math.log(2.0)
_TWO_OVER_SQRT_PI = 2.0 / math.sqrt(math.pi)

_ELEMENTARY = (
    _op("exp", 1, kinds.floating, "exp({0})", LIBRARY, 12, adjoints.scaled(lambda b, x, y: y)),
    _op("exp2", 1, kinds.real, "exp2({0})", LIBRARY, 12, adjoints.scaled(lambda b, x, y: b.mul(y, b.const(_LN2)))),
    _op("expm1", 1, kinds.real, "expm1({0})", LIBRARY, 14, adjoints.scaled(lambda b, x, y: b.add(y, b.const(1.0)))),
    _op("log", 1, kinds.floating, "log({0})", LIBRARY, 12, lambda b, n, g: (b.div(g, adjoints.conj(b, n, 0)),)),
    _op("log2", 1, kinds.real, "log2({0})", LIBRARY, 12, lambda b, n, g: (b.div(g, b.mul(n.inputs[0], b.const(_LN2))),)),
    _op("log10", 1, kinds.real, "log10({0})", LIBRARY, 12,
        lambda b, n, g: (b.div(g, b.mul(n.inputs[0], b.const(math.log(10.0)))),)),
    _op("log1p", 1, kinds.real, "log1p({0})", LIBRARY, 14, lambda b, n, g: (b.div(g, b.add(n.inputs[0], b.const(1.0))),)),
    _op("sin", 1, kinds.floating, "sin({0})", LIBRARY, 14, adjoints.scaled(lambda b, x, y: b.cos(x))),
    _op("cos", 1, kinds.floating, "cos({0})", LIBRARY, 14, adjoints.scaled(lambda b, x, y: b.neg(b.sin(x)))),
    _op("tan", 1, kinds.real, "tan({0})", LIBRARY, 18, adjoints.scaled(lambda b, x, y: adjoints.one_plus_square(b, y))),
    _op("arcsin", 1, kinds.real, "asin({0})", LIBRARY, 18,
        lambda b, n, g: (b.div(g, b.sqrt(adjoints.one_minus_square(b, n.inputs[0]))),)),
    _op("arccos", 1, kinds.real, "acos({0})", LIBRARY, 18,
        lambda b, n, g: (b.neg(b.div(g, b.sqrt(adjoints.one_minus_square(b, n.inputs[0])))),)),
    _op("arctan", 1, kinds.real, "atan({0})", LIBRARY, 18, lambda b, n, g: (b.div(g, adjoints.one_plus_square(b, n.inputs[0])),)),
    _op("sinh", 1, kinds.real, "sinh({0})", LIBRARY, 16, adjoints.scaled(lambda b, x, y: b.cosh(x))),
    _op("cosh", 1, kinds.real, "cosh({0})", LIBRARY, 16, adjoints.scaled(lambda b, x, y: b.sinh(x))),
    _op("tanh", 1, kinds.real, "tanh({0})", LIBRARY, 16, adjoints.scaled(lambda b, x, y: b.sub(b.const(1.0), b.mul(y, y)))),
    _op("arcsinh", 1, kinds.real, "asinh({0})", LIBRARY, 18,
        lambda b, n, g: (b.div(g, b.sqrt(adjoints.one_plus_square(b, n.inputs[0]))),)),
    _op("arccosh", 1, kinds.real, "acosh({0})", LIBRARY, 18,
        lambda b, n, g: (b.div(g, b.sqrt(b.mul(b.sub(n.inputs[0], b.const(1.0)), b.add(n.inputs[0], b.const(1.0))))),)),
    _op("arctanh", 1, kinds.real, "atanh({0})", LIBRARY, 18, lambda b, n, g: (b.div(g, adjoints.one_minus_square(b, n.inputs[0])),)),
    _op("erf", 1, kinds.real, "erf({0})", LIBRARY, 16,
        adjoints.scaled(lambda b, x, y: b.mul(b.const(_TWO_OVER_SQRT_PI), b.exp(b.neg(b.mul(x, x)))))),
    _op("erfc", 1, kinds.real, "erfc({0})", LIBRARY, 16,
        adjoints.scaled(lambda b, x, y: b.mul(b.const(-_TWO_OVER_SQRT_PI), b.exp(b.neg(b.mul(x, x)))))),
    _op("tgamma", 1, kinds.real, "tgamma({0})", LIBRARY, 40, adjoints.scaled(lambda b, x, y: b.mul(y, adjoints.digamma(b, x)))),
    _op("lgamma", 1, kinds.real, "lgamma({0})", LIBRARY, 40, adjoints.scaled(lambda b, x, y: adjoints.digamma(b, x))),
    _op("cbrt", 1, kinds.real, "cbrt({0})", LIBRARY, 16, lambda b, n, g: (b.div(g, b.mul(b.const(3.0), b.mul(n.output, n.output))),)),
    _op("rsqrt", 1, kinds.real, "rsqrt({0})", LIBRARY, 6,
        adjoints.scaled(lambda b, x, y: b.mul(b.const(-0.5), b.div(y, x)))),
    _op("logistic", 1, kinds.real, "logistic({0})", LIBRARY, 16,
        adjoints.scaled(lambda b, x, y: b.mul(y, b.sub(b.const(1.0), y)))),
    _op("pow", 2, kinds.number, "pow({0}, {1})", LIBRARY, 30, adjoints.pow),
    _op("arctan2", 2, kinds.real, "atan2({0}, {1})", LIBRARY, 20, adjoints.arctan2),
    _op("hypot", 2, kinds.real, "hypot({0}, {1})", LIBRARY, 10, adjoints.hypot),
)

_COMPARISONS = tuple(
    _op(name, 2, kinds.relation if name in ("eq", "ne") else kinds.order, f"({{0}} {sign} {{1}})")
    for name, sign in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")))

_LOGIC = (
    _op("bit_and", 2, kinds.bits, "({0} & {1})"),
    _op("bit_or", 2, kinds.bits, "({0} | {1})"),
    _op("bit_xor", 2, kinds.bits, "({0} ^ {1})"),
    _op("bit_not", 1, kinds.bits, "bit_not({0})"),
    _op("shift_left", 2, kinds.integer, "shift_left({0}, {1})"),
    _op("shift_right", 2, kinds.integer, "shift_right({0}, {1})"),
    _op("isnan", 1, kinds.test, "isnan({0})"),
    _op("isinf", 1, kinds.test, "isinf({0})"),
    _op("isfinite", 1, kinds.test, "isfinite({0})"),
)

_COMPLEX = (
    _op("magnitude", 1, kinds.magnitude, "magnitude({0})", LIBRARY, 10, adjoints.magnitude),
    _op("complex", 2, kinds.complex, "complex({0}, {1})", adjoint=lambda b, n, g: (b.re(g), b.im(g))),
    _op("re", 1, kinds.complex_part, "re({0})", adjoint=adjoints.re),
    _op("im", 1, kinds.complex_part, "im({0})", adjoint=adjoints.im),
    _op("conj", 1, kinds.number, "conj({0})", adjoint=lambda b, n, g: (b.conj(g),)),
)


def _infer_convert(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return _infer_same(inputs, attrs)[0], attrs["kind"]


def _infer_same(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if len(inputs) != 1:
        raise ValueError("takes 1 operand")
    return inputs[0].shape, inputs[0].kind


def _infer_round(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    shape, kind = _infer_same(inputs, attrs)
    return shape, kinds.floating((kind,))


def _infer_probe(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if len(inputs) != 2:
        raise ValueError("takes a value and its weight")
    return inputs[0].shape, inputs[0].kind


_IDENTITIES = (
    Op("convert", POINTWISE, _infer_convert, lambda xp, a, attrs, size: xp.convert(a[0], attrs["kind"]), adjoints.convert, ONCE, 1,
       "convert", ("kind",)),
    Op("store", POINTWISE, _infer_same, lambda xp, a, attrs, size: xp.copy(a[0]), lambda b, n, g: (g,), EXACT, 0, "{0}"),
    Op("astype", POINTWISE, _infer_same, lambda xp, a, attrs, size: a[0], lambda b, n, g: (g,), EXACT, 0, "{0}"),
    Op("round", POINTWISE, _infer_round, lambda xp, a, attrs, size: xp.round(a[0], attrs["format"]), lambda b, n, g: (g,),
       FORMAT, 1, "round", ("format",)),
    Op("stop", POINTWISE, _infer_same, lambda xp, a, attrs, size: a[0], adjoints.zero, EXACT, 0, "{0}"),
    Op("probe", POINTWISE, _infer_probe, lambda xp, a, attrs, size: a[0],
       lambda b, n, g: (g, None), EXACT, 0, "{0}", ("key",)),
)

OPS = _ARITHMETIC + _EXACT + _ELEMENTARY + _COMPARISONS + _LOGIC + _COMPLEX + _IDENTITIES
