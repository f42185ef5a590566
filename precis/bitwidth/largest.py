"""The worst case of first order under one Assignment: every rounding errs by as much as it can at the value it rounds, with the worst
sign.

Where `precis.bitwidth.estimate` has u |v| for every format at once, one Assignment says more:

- rounding v to nearest errs by at most half the spacing there, u 2^floor(log2 |v|), u 2^emin below the normal range, and by no more
  than |v|;
- operands a and b of a sum are numbers of its format, multiples of the smaller of their two spacings, and so is a + b: below 2^p of
  them it is exact (which holds Sterbenz's theorem; Higham, 2nd ed., theorem 2.5), and it errs by no more than min(|a|, |b|), since b
  and a are numbers of the format;
- products with powers of two, and quotients by them, are exact in the normal range;
- an elementary function errs by the ulps that `precis.bitwidth.bound.ulps` states;
- a constant errs by what it is known to;
- n additions whose partial sums have the root sum square w err by at most u sqrt(n) w (Cauchy-Schwarz).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from precis.ad import adjoint, probe_keys
from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.bound.ulps import ULPS, ulps_of
from precis.bitwidth.places import Place, Rounding, format_at
from precis.bitwidth.probes import instrument
from precis.bitwidth.repeated import computed_once
from precis.bitwidth.singular import ABSOLUTE
from precis.bitwidth.sums import roundings, sum_of
from precis.bitwidth.trips import Sizes, inside
from precis.errors import Span
from precis.formats import FORMATS, Assignment, Format, round_array
from precis.ir.arithmetic import MpArithmetic
from precis.ir.build import Build, Names
from precis.ir.emulate import ROUNDED
from precis.ir.interpret import interpret
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY
from precis.ir.types import Block, Node, Program, Value, values_of
from precis.lift.fpcore.literals import Exact, as_mpf

BINARY64 = FORMATS["binary64"]
BITS = 106  # of the runs: those of binary64 err by as much as what they tell


class LargestErrors:
    """The worst case of first order of `program` under `assignment`, at one input after the other.

    formats: argument -> format of the numbers that it is given (default binary64); literals: number in the program -> what was written.
    """

    def __init__(self, program: Program, assignment: Assignment, formats: Mapping[str, Format] | None = None,
                 literals: Mapping[float, Exact] | None = None):
        program, assignment = _with_sites_of_values(program, assignment)
        probed = instrument(computed_once(inline_impl(program), program.binding))
        self.program, self.assignment, self.formats = program, assignment, formats or {}
        self.adjoint = adjoint(_weighed(probed, _Rules(assignment, literals or {})))
        self.rounds = bool(probe_keys(probed))  # else there is no tally

    def at(self, arrays: Sequence[Any], number: int = 0, element: int = 0) -> float:
        """The largest |computed - exact| there, to first order, of one element of the floating result `number`; NaN or infinite where a
        derivative is."""
        floating = [v for v in self.program.body.results if v.kind in ROUNDED]
        cotangents = [np.zeros([d.value(self.program.binding) for d in v.shape]) for v in floating]
        cotangents[floating.index(self.program.body.results[number])].reshape(-1)[element] = 1.0
        with np.errstate(all="ignore"):
            return self._at(arrays, cotangents)

    def _at(self, arrays: Sequence[Any], cotangents: Sequence[np.ndarray]) -> float:
        found = interpret(self.adjoint, [*arrays, *cotangents], arithmetic=MpArithmetic(BITS), spec=False)
        given = [(p, x) for p, x in zip(self.program.body.params, arrays) if p.kind in ROUNDED]
        made = sum(float(row[ABSOLUTE]) for row in found[-1]) if self.rounds else 0.0
        return made + sum(float(np.sum(np.abs(np.asarray(g, float) * self._stored(p, x)))) for (p, x), g in zip(given, found))

    def _stored(self, p: Value, x: Any) -> np.ndarray:
        """What storing an argument adds to its numbers."""
        name = p.container or p.name
        fmt = self.assignment.storage_of(name)
        if fmt.contains(self.formats.get(name, BINARY64)):
            return np.zeros(np.shape(x))
        return np.asarray(round_array(np.asarray(x, float), fmt), float) - x


def _with_sites_of_values(program: Program, assignment: Assignment) -> tuple[Program, Assignment]:
    """Values whose formats are their own (Assignment.values) as results of sites of their own."""
    sites: dict[str, Format] = {}

    def apart(node: Node) -> Node:
        fmt = assignment.value_of(node.outputs[0].name) if node.outputs else None
        node = replace(node, blocks=tuple(replace(b, nodes=tuple(map(apart, b.nodes))) for b in node.blocks))
        if fmt is None or node.blocks or node.output.container:
            return node
        span = replace(node.span or Span("", 0), file=f"{node.output.name} of {node.span.file if node.span else ''}")
        sites[span.site] = fmt
        return replace(node, span=span)
    body = replace(program.body, nodes=tuple(map(apart, program.body.nodes)))
    return replace(program, body=body), assignment.with_compute(sites).with_accumulate(sites)


@dataclass(frozen=True, slots=True)
class _Rules:
    """What decides the weights: the formats, and the exact values of literals."""

    assignment: Assignment
    literals: Mapping[float, Exact]

    def format(self, place: Place) -> Format:
        return BINARY64 if place[0] == "model" else format_at(place, self.assignment)

    def weight(self, b: Build, node: Node, defined: Mapping[str, Node], sizes: Sizes) -> Value:
        """The largest error of what the probe `node` stands for. defined: name -> the operation that makes it."""
        (v, w), cause = node.inputs, Rounding.of(node.attrs["key"])
        fmt = self.format(cause.place)
        if cause.what == "model":
            return w
        if cause.source is not None and fmt.contains(self.format(cause.source)):
            return _zero(b, v)
        if cause.what.startswith("constant:"):
            return b.const(self._of_constant(float.fromhex(cause.what.partition(":")[2]), fmt))
        if v != w:
            summed = sum_of(node, defined)
            count = roundings(summed, sizes) if summed else 1.0
            return b.mul(b.const(fmt.u * math.sqrt(count)), b.abs(w))
        made = defined.get(v.name)
        found = _of_value(b, v, fmt) if cause.source is not None or made is None else _of_operation(b, made, v, fmt)
        if cause.what == "power":
            return b.select(b.lt(b.abs(v), b.const(float(fmt.min_normal))), found, _zero(b, v))
        if cause.what == "integer":
            return b.select(b.le(b.abs(v), b.const(2.0**fmt.held)), _zero(b, v), found)
        return found

    def _of_constant(self, value: float, fmt: Format) -> float:
        if not math.isfinite(value):
            return 0.0
        mp = MpArithmetic(BITS).mp
        return abs(float(mp.mpf(float(round_array(value, fmt))) - as_mpf(self.literals.get(value, Fraction(value)), mp)))


def _weighed(probed: Program, rules: _Rules) -> Program:
    """A Program of `instrument` whose weights are the largest errors."""
    names = Names({v.name for v in values_of(probed.body)})
    return replace(probed, body=_block(probed.body, Build(names), {}, rules, dict(probed.binding)))


def _block(block: Block, b: Build, outer: Mapping[str, Node], rules: _Rules, sizes: Sizes) -> Block:
    defined = dict(outer)
    for node in block.nodes:
        b.span = node.span
        within, _ = inside(node, sizes)
        node = replace(node, blocks=tuple(_block(i, b.child(), defined, rules, within) for i in node.blocks))
        defined.update((v.name, node) for v in node.outputs)
        if node.op == "probe":
            weight = rules.weight(b, node, defined, sizes)
            node = replace(node, inputs=(node.inputs[0], b.stop(weight)))
        b.learn(node)
    return b.block(block.params, block.results)


def _of_operation(b: Build, made: Node, v: Value, fmt: Format) -> Value:
    """Of the result `v` of an operation."""
    op = OPS.get(made.op)
    if op is not None and op.rounding == LIBRARY and made.op in ULPS:
        return _of_function(b, made.op, v, fmt)
    found = _of_value(b, v, fmt)
    if made.op in ("add", "sub") and v.kind == "real":
        return _of_sum(b, made.inputs, v, found, fmt)
    if made.op in ("mul", "div") and v.kind == "real":
        return _of_scaled(b, made.inputs if made.op == "mul" else made.inputs[1:], v, found, fmt)
    return found


def _of_value(b: Build, v: Value, fmt: Format) -> Value:
    """Half the spacing of a format at `v`, and no more than |v|."""
    size = b.abs(v)
    return b.minimum(b.mul(b.const(fmt.u), _binade(b, size, fmt)), size)


def _binade(b: Build, size: Value, fmt: Format) -> Value:
    """2^floor(log2 size), 2^emin below the normal range."""
    return b.exp2(b.maximum(b.floor(b.log2(size)), b.const(float(fmt.emin))))


def _of_function(b: Build, op: str, v: Value, fmt: Format) -> Value:
    """The ulps of a library's function; of a narrower format, with the rounding of its result."""
    count, of = ulps_of(op, fmt)
    ulps = b.mul(b.const(2.0 * count * of.u), _binade(b, b.abs(v), of))
    return ulps if of == fmt else b.add(ulps, _of_value(b, v, fmt))


def _of_sum(b: Build, terms: Sequence[Value], v: Value, found: Value, fmt: Format) -> Value:
    """`found`, or less where a sum of two numbers of the format has to be closer to one."""
    if terms[0] == terms[1]:  # x + x, which is exact as 2 x is
        return _zero(b, v)
    x, y = map(b.abs, terms)
    smaller = b.minimum(x, y)
    exact = b.le(b.abs(v), b.mul(b.const(2.0), _binade(b, smaller, fmt)))
    return b.select(exact, _zero(b, v), b.minimum(found, smaller))


def _of_scaled(b: Build, scales: Sequence[Value], v: Value, found: Value, fmt: Format) -> Value:
    """`found`, or 0 where one of `scales` is a power of two and the result is not below the normal range."""
    normal = b.le(b.const(float(fmt.min_normal)), b.abs(v))
    for scale in scales:
        size = b.abs(scale)
        exact = b.bit_and(normal, b.eq(size, _binade(b, size, fmt)))
        found = b.select(exact, _zero(b, v), found)
    return found


def _zero(b: Build, v: Value) -> Value:
    return b.zeros(v.shape)
