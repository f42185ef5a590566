"""The reference interpreter: a Program over any arithmetic.

Slow and obviously right: values are arrays, updates copy, loops are Python loops. Compiled code is checked against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.errors import InputError, Span
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.live import MOST
from precis.ir.no_room import NoRoom
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ruled import RULED
from precis.ir.size import Size
from precis.ir.types import Block, Node, Program, Value

Watch = Callable[[Node, tuple[Any, ...]], None]


@dataclass
class Scope:
    """What a running block sees: arrays by value name, ints by size symbol; lookups go outward."""

    arithmetic: Any
    constants: Mapping[str, np.ndarray]
    values: dict[str, Any] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    watch: Watch | None = None
    spec: bool = True  # which block an `approx` node runs

    def inner(self) -> Scope:
        return Scope(self.arithmetic, self.constants, dict(self.values), dict(self.sizes), self.watch, self.spec)

    def size(self, size: Size) -> int:
        return size.value(self.sizes)


def interpret(program: Program, inputs: Sequence[Any], binding: Mapping[str, int] | None = None, *,
              arithmetic: Any = None, watch: Watch | None = None, spec: bool = True) -> tuple[Any, ...]:
    """Run `program` on one array per body parameter; returns one array per body result.

    inputs      arrays (any NumPy dtype) in the order of `program.body.params`; never modified
    binding     ints for `program.sizes` (default: the example binding)
    arithmetic  NumpyArithmetic(float64) by default
    watch       called after every node with its outputs, for measuring and logging
    spec        `approx` nodes run their spec (True) or their impl (False)
    """
    arithmetic = arithmetic or NumpyArithmetic()
    scope = Scope(arithmetic, program.constants, {}, dict(program.binding if binding is None else binding), watch, spec)
    params = [arithmetic.convert(np.asarray(x), p.kind) for x, p in zip(inputs, program.body.params, strict=True)]
    with np.errstate(all="ignore"):
        return run_block(program.body, params, scope)


def run_block(block: Block, arguments: Sequence[Any], scope: Scope) -> tuple[Any, ...]:
    """Run a block in `scope` (which it extends); returns its results."""
    values, watch = scope.values, scope.watch
    for p, a in zip(block.params, arguments, strict=True):
        values[p.name] = a
    for node in block.nodes:
        outputs = run_node(node, [values[v.name] for v in node.inputs], scope)
        for v, a in zip(node.outputs, outputs, strict=True):
            values[v.name] = a
        if watch:
            watch(node, outputs)
    return tuple([values[v.name] for v in block.results])


def run_node(node: Node, inputs: list[Any], scope: Scope) -> tuple[Any, ...]:
    control = _CONTROL.get(node.op)
    if control:
        return control(node, inputs, scope)
    if node.op == "const" and isinstance(node.attrs["value"], ArrayConstant):
        array = scope.constants[node.attrs["value"].name]
        return (scope.arithmetic.convert(array, node.attrs["kind"]),)
    return (OPS[node.op].evaluate(scope.arithmetic, inputs, node.attrs, scope.size),)


def _run_loop(node: Node, inputs: list[Any], scope: Scope) -> tuple[Any, ...]:
    range_, (body,) = node.attrs["range"], node.blocks
    start, trips = scope.size(range_.start), scope.size(range_.trips)
    carries, rows = tuple(inputs), []
    inner = scope.inner()
    for k in range(trips):
        inner.sizes[node.attrs["index"]] = start + k * range_.step
        results = run_block(body, carries, inner)
        carries = results[: len(inputs)]
        rows.append(results[len(inputs):])
    stacks = node.outputs[len(inputs):]
    return (*carries, *(_stack([r[j] for r in rows], v, scope) for j, v in enumerate(stacks)))


def _stack(rows: list[Any], stacked: Value, scope: Scope) -> np.ndarray:
    if rows:
        return np.stack([np.asarray(r) for r in rows])
    return scope.arithmetic.convert(np.zeros(tuple(map(scope.size, stacked.shape))), stacked.kind)


def _run_while(node: Node, inputs: list[Any], scope: Scope) -> tuple[Any, ...]:
    condition, body = node.blocks
    carries, inner = tuple(inputs), scope.inner()
    while bool(run_block(condition, carries, inner)[0]):
        carries = run_block(body, carries, inner)
    return carries


def _run_cond(node: Node, inputs: list[Any], scope: Scope) -> tuple[Any, ...]:
    return run_block(node.blocks[0 if bool(inputs[0]) else 1], (), scope.inner())


def _run_approx(node: Node, inputs: list[Any], scope: Scope) -> tuple[Any, ...]:
    return run_block(node.blocks[0 if scope.spec else 1], inputs, scope.inner())


def _ended(count: int, most: int, span: Span | None) -> InputError:
    """A run ends that has more than `most` of something."""
    if most > 0:
        return NoRoom(f"an array has {count} elements", count, most, span)
    return InputError("a position here is out of bounds" if most else f"arrays here have lengths that do not fit, {count} apart", span)


def _run_size(node: Node, inputs: list[Any], scope: Scope) -> tuple[Any, ...]:
    count = scope.sizes[node.attrs["symbol"]] = int(inputs[0])
    if MOST in node.attrs and count > (most := scope.size(node.attrs[MOST])):
        raise _ended(count, most, node.span)
    return ()


def _hand_on(node: Node, inputs: list[Any], scope: Scope) -> tuple[Any, ...]:
    return tuple(inputs[:len(node.outputs)])


_CONTROL = {"loop": _run_loop, "while": _run_while, "cond": _run_cond, "approx": _run_approx, "size": _run_size,
            **dict.fromkeys(RULED, _hand_on)}
