"""Positions that stand in arguments are compared with the ends of their dimension in front of everything else, array by array.

    for k: inside(idx[k] < n); s += x[idx[k]]    ->    inside(idx < n);  for k: s += x[idx[k]]

Where all of an array is inside, all parts of it are, and nothing in loops asks. Where it is not, the run ends before it has written
anything, and is made again by code that asks at each place (precis.emit.engine): elements that nobody reads may hold anything. Of arrays
that a program reads few elements of, by the example that it was lifted with, these are compared where they are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from precis.emit.plan.boxes import bound_inside
from precis.emit.plan.checks import AHEAD, POSITIONS
from precis.errors import Span
from precis.ir.build import Build, Names
from precis.ir.live import MOST, live
from precis.ir.size import Size, product
from precis.ir.types import Block, Node, Program, Value, values_of

LARGER = 4  # times as many elements as are read, which an array may have that is compared ahead
PARTS = ("slice", "reshape", "broadcast", "transpose", "store")  # what gives elements of its first operand
EXTREMES = {"lt": "min", "ge": "max"}  # the element for which a test holds, if it does for any
TESTS = ("bit_or", *EXTREMES)
SCALARS = ("index", "neg", "const", "convert")
Test = tuple[Any, ...]  # how elements are compared: the operation, its attributes, its operands; () for the elements themselves


@dataclass(frozen=True, slots=True)
class Check:
    """A comparison of a part of an argument."""

    symbol: str
    base: Value
    test: Test
    elements: int | None  # that are compared, in all iterations; None where that is not known
    span: Span | None


def positions_ahead(program: Program) -> Program:
    groups: dict[tuple[str, Test], list[Check]] = defaultdict(list)
    for check in _checks(program.body, {}, 1, program):
        groups[check.base.name, check.test].append(check)
    worth = [checks for checks in groups.values() if _read(checks, program.binding)]
    if not worth:
        return program
    build = Build(Names({v.name for v in values_of(program.body)} | set(program.binding) | set(bound_inside(program.body))))
    ends: dict[tuple[str, str], Value] = {}
    for first, *_ in worth:
        build.span = first.span
        outside = _compared(build, first.test, first.base, ends)
        beyond = build.sub(build.convert(outside, kind="int64"), build.const(1, "int64"))
        build.nodes.append(Node("size", (beyond,), (), {"symbol": build.names.fresh("ahead"), MOST: AHEAD}, (), first.span))
    rest = _without(program.body, {c.symbol for checks in worth for c in checks})
    return program.with_body(live(replace(rest, nodes=(*build.nodes, *rest.nodes))))


def _compared(build: Build, test: Test, base: Value, ends: dict[tuple[str, str], Value]) -> Value:
    """Whether a test holds of the largest or smallest element of an array, which are computed once: of none, both are inside."""
    op, attrs, (a, b) = test
    if op == "bit_or":
        return build.bit_or(_compared(build, a, base, ends), _compared(build, b, base, ends))
    end = EXTREMES[op]
    if (base.name, end) not in ends:
        ends[base.name, end] = build.call(end, base, axes=tuple(range(base.rank)))
    return build.call(op, _again(build, a, ends[base.name, end]), _again(build, b, base), **dict(attrs))


def _read(checks: list[Check], example: Mapping[str, int]) -> bool:
    """Whether much of an array is."""
    counts = [c.elements for c in checks]
    return None in counts or sum(c or 0 for c in counts) * LARGER >= product(checks[0].base.shape).value(example)


def _checks(block: Block, around: Mapping[str, Node], times: int | None, program: Program) -> Iterator[Check]:
    made = {**around, **{v.name: n for n in block.nodes for v in n.outputs}}
    for node in block.nodes:
        if node.op == "size" and node.attrs.get(MOST) == POSITIONS and (check := _check(node, made, times, program)):
            yield check
        trips = _known(node.attrs["range"].trips, program.binding) if node.op == "loop" else None if node.op == "while" else 1
        for inner in node.blocks:
            yield from _checks(inner, made, _product(times, trips), program)


def _known(size: Size, example: Mapping[str, int]) -> int | None:
    return max(0, size.value(example)) if size.symbols() <= example.keys() else None


def _product(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a * b


def _check(node: Node, made: Mapping[str, Node], times: int | None, program: Program) -> Check | None:
    """A comparison of elements of an argument with sizes of arguments."""
    sub = made.get(node.inputs[0].name)
    convert = made.get(sub.inputs[0].name) if sub is not None and sub.op == "sub" else None
    tested = convert.inputs[0] if convert is not None and convert.op == "convert" else None
    if tested is None:
        return None
    every = made.get(tested.name)
    tested = every.inputs[0] if every is not None and every.op == "any" else tested
    bases: dict[str, Value] = {}
    test = _test(tested, made, bases)
    base = next(iter(bases.values()), None)
    if not test or base is None or len(bases) > 1 or base.name not in {p.name for p in program.body.params} or not base.shape:
        return None
    symbols = {s for size in _sizes(test) for s in size.symbols()}
    if not symbols <= program.binding.keys():
        return None
    return Check(node.attrs["symbol"], base, test, _product(times, _known(product(tested.shape), program.binding)), node.span)


def _test(v: Value, made: Mapping[str, Node], bases: dict[str, Value]) -> Test | None:
    """How elements are compared; notes the array that they are of."""
    node = made.get(v.name)
    if node is not None and (node.op in TESTS or (not v.shape and node.op in SCALARS and not _element(node, made))):
        inner = [_test(i, made, bases) for i in node.inputs]
        return None if None in inner else (node.op, tuple(sorted(node.attrs.items())), tuple(inner))
    widened: Test = ()
    while node is not None and (node.op in PARTS or (node.op == "convert" and node.inputs[0].kind != "real")):
        widened = ("convert", tuple(node.attrs.items()), ((),)) if node.op == "convert" and not widened else widened
        v = node.inputs[0]
        node = made.get(v.name)
    bases[v.name] = v
    return widened


def _element(node: Node, made: Mapping[str, Node]) -> bool:
    """Whether a number is an element of an array, under another kind."""
    source: Node | None = node
    while source is not None and source.op in ("convert", *PARTS):
        if any(not source.output.shape and i.shape for i in source.inputs[:1]):
            return True
        source = made.get(source.inputs[0].name)
    return source is None


def _sizes(test: Test) -> Iterator[Size]:
    if test:
        yield from (a for _, a in test[1] if isinstance(a, Size))
        for inner in test[2]:
            yield from _sizes(inner)


def _again(build: Build, test: Test, element: Value) -> Value:
    return build.call(test[0], *(_again(build, t, element) for t in test[2]), **dict(test[1])) if test else element


def _without(block: Block, gone: Set[str]) -> Block:
    kept = (n for n in block.nodes if n.op != "size" or n.attrs["symbol"] not in gone)
    return replace(block, nodes=tuple(replace(n, blocks=tuple(_without(b, gone) for b in n.blocks)) if n.blocks else n for n in kept))
