"""Complex values as pairs of real ones: a Program without complex kinds that rounds as the emulation of the complex one does.

Sums and moves act on the two parts. Products, quotients and functions are computed in binary64 (or wider, where a format is), and each
part is rounded once, as emulation in that carrier does. Formulas: NumPy's for products; Smith 1962 (CACM 5, 435) for quotients;
Abramowitz & Stegun 4.1.2, 4.3.55-56, 3.7.26-27 for log, sin and cos, sqrt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from precis.emit.plan.body import NotEmittable
from precis.emit.plan.elements import carrier
from precis.formats import Assignment
from precis.ir.build import Build, Names
from precis.ir.emulate import value_formats
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import ROUTINE, VIEW
from precis.ir.types import Block, Container, Node, Program, Value, values_of

Pair = tuple[Value, Value]
PARTS = (".re", ".im")
LARGEST_POWER = 64  # integer exponents up to this are products

# Operations that act on each part alone; indices and other integer operands stay.
EACH = ("add", "sub", "neg", "update", "update_add", "concatenate", "pad", "sum", "cumsum", "store", "astype", "stop", "round")


def has_complex(program: Program) -> bool:
    return any(v.kind == "complex" for v in values_of(program.body))


def in_parts(program: Program, assignment: Assignment) -> tuple[Program, Assignment]:
    """(the program in reals, the assignment for it). Parameters and results stay in order, a complex one becomes two."""
    return _Splitter(program, assignment).split()


def split_arrays(values: Sequence[Value], arrays: Sequence[Any]) -> list[np.ndarray]:
    """Arrays for `values` as arrays of their parts."""
    made: list[np.ndarray] = []
    for v, x in zip(values, arrays, strict=True):
        made += [np.array(np.real(x)), np.array(np.imag(x))] if v.kind == "complex" else [x]
    return made


def join_arrays(values: Sequence[Value], arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The inverse of split_arrays."""
    rest = iter(arrays)
    return [joined(next(rest), next(rest)) if v.kind == "complex" else next(rest) for v in values]


def joined(re: np.ndarray, im: np.ndarray) -> np.ndarray:
    out = np.empty(re.shape, np.result_type(re.dtype, np.complex64))
    out.real, out.imag = re, im
    return out


class _Splitter:
    def __init__(self, program: Program, assignment: Assignment):
        self.program, self.assignment = program, assignment
        self.names = Names({v.name for v in values_of(program.body)})
        formats = value_formats(program, assignment)
        self.wide = carrier(*(f for f in formats.values() if f))
        self.values = dict(assignment.values)
        self.constants = dict(program.constants)
        self.pairs: dict[str, Pair] = {}

    def split(self) -> tuple[Program, Assignment]:
        body = self._block(self.program.body, Build(self.names))
        complex_names = {c.name for c in self.program.containers if c.kind == "complex"}
        containers = tuple(p for c in self.program.containers for p in self._containers(c))
        storage = {k: f for k, f in self.assignment.storage.items() if k not in complex_names}
        storage |= {k + part: f for k, f in self.assignment.storage.items() if k in complex_names for part in PARTS}
        assignment = replace(self.assignment, storage=storage, values=self.values)
        mutated = tuple(v.name for m in self.program.mutated for v in self.pairs.get(m, (Value(m),)))
        return replace(self.program, body=body, containers=containers, mutated=mutated, constants=self.constants), assignment

    def _containers(self, c: Container) -> tuple[Container, ...]:
        return tuple(replace(c, name=c.name + part, kind="real") for part in PARTS) if c.kind == "complex" else (c,)

    def both(self, v: Value) -> Pair:
        """The parts of a complex value; new ones where it is defined."""
        if v.name not in self.pairs:
            parts = tuple(Value(self.names.fresh(v.name + part), v.shape, "real", v.container and v.container + part) for part in PARTS)
            self.pairs[v.name] = parts  # type: ignore[assignment]
            if v.name in self.assignment.values:
                self.values |= {p.name: self.assignment.values[v.name] for p in parts}
        return self.pairs[v.name]

    def flat(self, values: Sequence[Value]) -> tuple[Value, ...]:
        return tuple(p for v in values for p in (self.both(v) if v.kind == "complex" else (v,)))

    def _block(self, block: Block, b: Build) -> Block:
        params = self.flat(block.params)
        for node in block.nodes:
            b.span = node.span
            self._node(node, b)
        return b.block(params, self.flat(block.results))

    def _node(self, node: Node, b: Build) -> None:
        if node.blocks:
            blocks = tuple(self._block(inner, b.child()) for inner in node.blocks)
            b.learn(replace(node, inputs=self.flat(node.inputs), outputs=self.flat(node.outputs), blocks=blocks))
        elif "complex" in (v.kind for v in node.inputs + node.outputs):
            self._complex(node, b)
        else:
            b.learn(node)

    def _complex(self, node: Node, b: Build) -> None:
        targets = self.flat(node.outputs)
        known = self._known(node, b)
        if known is not None:
            for target, part in zip(targets, known):
                b.learn(Node("const", (), (target,), {"value": part, "kind": "real"}, (), node.span))
        elif node.op in EACH or OPS[node.op].category == VIEW:
            for k, target in enumerate(targets):
                parts = tuple(self.both(v)[k] if v.kind == "complex" else v for v in node.inputs)
                b.learn(replace(node, inputs=parts, outputs=(target,)))
        elif OPS[node.op].category == ROUTINE:
            b.learn(Node("routine", self.flat(node.inputs), targets, {"call": node}, (), node.span))
        elif node.op in _RULES:
            for target, value in zip(targets, _RULES[node.op](_Arithmetic(self, node, b), node), strict=True):
                b.learn(Node("astype" if target.kind == "real" else "stop", (value,), (target,), {}, (), node.span))
        else:
            raise NotEmittable(f"{node.op} of complex numbers", node.span)

    def _known(self, node: Node, b: Build) -> tuple[Any, Any] | None:
        """The parts of a constant."""
        if node.op == "convert" and node.output.kind == "complex" and node.output.shape == ():
            value = b.constant_of(node.inputs[0])
            return None if value is None else (float(value), 0.0)
        value = node.attrs["value"] if node.op == "const" else None
        if not isinstance(value, ArrayConstant):
            return None if value is None else (value.real, value.imag)
        array = self.constants[value.name]
        for part, half in zip(PARTS, (np.real(array), np.imag(array))):
            self.constants[value.name + part] = np.ascontiguousarray(half)
        return tuple(ArrayConstant((value.name + part, value.shape)) for part in PARTS)  # type: ignore[return-value]


class _Arithmetic:
    """Real operations in the carrier, on operands rounded to the site's compute format."""

    def __init__(self, splitter: _Splitter, node: Node, b: Build):
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
        return self("mul", re, scale), self("mul", im, scale)

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


def _select(a: _Arithmetic, node: Node) -> tuple[Value, ...]:
    condition, (x, y) = node.inputs[0], (a.operand(1), a.operand(2))
    return tuple(a.b.select(condition, p, q) for p, q in zip(x, y))


def _pow(a: _Arithmetic, node: Node) -> tuple[Value, ...]:
    exponent = a.b.constant_of(a.splitter.both(node.inputs[1])[0])
    imaginary = a.b.constant_of(a.splitter.both(node.inputs[1])[1])
    x = a.operand(0)
    if exponent is not None and imaginary == 0 and float(exponent).is_integer() and abs(exponent) <= LARGEST_POWER:
        return a.power(x, int(exponent))
    zero = a.const(0.0)
    nothing = a.b.bit_and(a.b.eq(x[0], zero), a.b.eq(x[1], zero))
    re, im = a.exp(a.mul(a.log(x), a.operand(1)))
    return a("select", nothing, zero, re), a("select", nothing, zero, im)


def _convert(a: _Arithmetic, node: Node) -> tuple[Value, ...]:
    (x,), kind = node.inputs, node.attrs["kind"]
    if x.kind == "complex" and kind == "complex":
        return a.splitter.both(x)
    if x.kind == "complex":
        return (a.b.convert(a.splitter.both(x)[0], kind=kind),)
    re = a.b.convert(x, kind="real")
    return re, a.b.zeros(x.shape)


def _einsum(a: _Arithmetic, node: Node) -> tuple[Value, ...]:
    (p, q), (r, s) = (a.splitter.both(v) for v in node.inputs)
    spec = node.attrs["spec"]
    return (a.b.sub(a.b.einsum(p, r, spec=spec), a.b.einsum(q, s, spec=spec)),
            a.b.add(a.b.einsum(p, s, spec=spec), a.b.einsum(q, r, spec=spec)))


def _sin(a: _Arithmetic, node: Node) -> tuple[Value, ...]:
    x, y = a.operand(0)
    return a("mul", a("sin", x), a("cosh", y)), a("mul", a("cos", x), a("sinh", y))


def _cos(a: _Arithmetic, node: Node) -> tuple[Value, ...]:
    x, y = a.operand(0)
    return a("mul", a("cos", x), a("cosh", y)), a("neg", a("mul", a("sin", x), a("sinh", y)))


def _test(op: str, join: str) -> Callable[[_Arithmetic, Node], tuple[Value, ...]]:
    def rule(a: _Arithmetic, node: Node) -> tuple[Value, ...]:
        operands = [a.operand(k) for k in range(len(node.inputs))]
        return (a.b.call(join, *(a.b.call(op, *(x[k] for x in operands)) for k in range(2))),)
    return rule


def _plain(rule: Callable[..., Pair]) -> Callable[[_Arithmetic, Node], tuple[Value, ...]]:
    return lambda a, node: rule(a, *(a.operand(k) for k in range(len(node.inputs))))


_RULES: dict[str, Callable[[_Arithmetic, Node], tuple[Value, ...]]] = {
    "mul": _plain(_Arithmetic.mul), "div": _plain(_Arithmetic.div), "exp": _plain(_Arithmetic.exp), "log": _plain(_Arithmetic.log),
    "sqrt": _plain(_Arithmetic.sqrt), "sin": _sin, "cos": _cos, "pow": _pow, "select": _select, "convert": _convert, "einsum": _einsum,
    "magnitude": lambda a, node: (a("hypot", *a.operand(0)),),
    "conj": lambda a, node: (a.operand(0)[0], a.b.neg(a.operand(0)[1])),
    "re": lambda a, node: (a.operand(0)[0],), "im": lambda a, node: (a.operand(0)[1],),
    "complex": lambda a, node: node.inputs,
    "probe": lambda a, node: a.splitter.both(node.inputs[0]),
    "eq": _test("eq", "bit_and"), "ne": _test("ne", "bit_or"), "isnan": _test("isnan", "bit_or"), "isinf": _test("isinf", "bit_or"),
    "isfinite": _test("isfinite", "bit_and"),
}
