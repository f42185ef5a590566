"""Checkpoints of a while, whose number of trips is not known before it has run.

    while p(x): x = f(x)     ->     while p(x): thin out if all slots are taken; slot[n] = x; n += 1
                                                k = 0; while p(x) and k < interval: x = f(x); k += 1

There are `slots` places for carries at the start of segments of `interval` iterations. When all are taken, every other one is given
up and the interval doubles, so that memory stays what it was however long the while runs (online checkpointing; Stumm & Walther,
New algorithms for optimal online checkpointing, SIAM J. Sci. Comput. 32, 2010; with evenly spaced checkpoints as here the tape of a
segment holds at most 2 trips / slots iterations).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from precis.ad.fresh import renewed
from precis.ir.build import Build, Names
from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Pick, Value

SLOTS = 32
FEWEST = 4
SEGMENT = 2**22  # bytes of tape that stay in the cache: less is not faster


@dataclass(frozen=True, slots=True)
class Plan:
    """slots: checkpoints that are kept at most, an even number; length: iterations of a segment before any is given up."""

    slots: int
    length: int


@dataclass(frozen=True, slots=True)
class Run:
    """Size symbols that a run binds: its trips, its segments, iterations per segment."""

    trips: str
    segments: str
    interval: str


def checkpoints(tape: float, carry: float, memory: float) -> Plan | None:
    """The plan for `tape` bytes per iteration and `carry` bytes per checkpoint; None where `memory` holds too few of them."""
    slots = min(SLOTS, int(memory / 2 // max(carry, 1)) // 2 * 2)
    most = int(memory / 2 // tape)
    length = max(2, int(SEGMENT // tape), math.ceil(carry / tape))
    return Plan(slots, min(length, most)) if slots >= FEWEST and most >= 1 else None


def checkpointed(node: Node, kept: Sequence[int], plan: Plan, run: Run, names: Names) -> tuple[tuple[Node, ...], tuple[Value, ...]]:
    """(the while `node` with checkpoints of its carries `kept`, which binds the symbols of `run`; the filled slots)."""
    b = Build(names, node.span)
    slots = tuple(b.zeros((Size.of(plan.slots), *node.inputs[j].shape), node.inputs[j].kind) for j in kept)
    zero, length = b.const(0, "int64"), b.const(plan.length, "int64")
    full = tuple(b.value("", s.shape, s.kind) for s in slots)
    counters = tuple(b.value("", (), "int64") for _ in range(3))
    test, _ = renewed(node.blocks[0], names, {}, {})
    test = replace(test, params=(*test.params, *(replace(v, name=names.fresh()) for v in (*full, *counters))))
    step = _segment(node, kept, plan, names)
    b.nodes.append(replace(node, inputs=(*node.inputs, *slots, zero, length, zero), outputs=(*node.outputs, *full, *counters),
                           blocks=(test, step)))
    for symbol, v in zip((run.segments, run.interval, run.trips), counters):
        b.nodes.append(Node("size", (v,), (), {"symbol": symbol}, (), node.span))
    return tuple(b.nodes), full


def _segment(node: Node, kept: Sequence[int], plan: Plan, names: Names) -> Block:
    """Keep the carries, then run for as many trips as the interval says."""
    b = Build(names, node.span)
    carries = tuple(replace(p, name=names.fresh(p.container or "")) for p in node.blocks[1].params)
    slots = tuple(b.value("", (Size.of(plan.slots), *carries[j].shape), carries[j].kind) for j in kept)
    used, interval, trips = (b.value("", (), "int64") for _ in range(3))
    *thinned, place, length = _thinned(b, (*slots, used, interval), plan)
    filled = tuple(b.update(s, carries[j], place, at=(Pick(0),)) for s, j in zip(thinned, kept))
    *ends, ran = _limited(b, node, carries, length)
    results = (*ends, *filled, b.add(place, b.const(1, "int64")), length, b.add(trips, ran))
    return b.block((*carries, *slots, used, interval, trips), results)


def _thinned(b: Build, carries: Sequence[Value], plan: Plan) -> tuple[Value, ...]:
    """Every other slot given up, and the interval doubled, where all slots are taken: a while of one trip at most."""
    test, step, half = b.child(), b.child(), Size.of(plan.slots // 2)
    before, inside = ([b.value("", v.shape, v.kind) for v in carries] for _ in range(2))
    taken = test.ge(before[-2], test.const(plan.slots, "int64"))
    fewer = [step.update(s, step.slice(s, at=(Cut(Size(), half, 2),)), at=(Cut(Size(), half),)) for s in inside[:-2]]
    results = (*fewer, step.const(plan.slots // 2, "int64"), step.mul(inside[-1], step.const(2, "int64")))
    return b.while_(carries, test.block(before, (taken,)), step.block(inside, results))


def _limited(b: Build, node: Node, carries: Sequence[Value], length: Value) -> tuple[Value, ...]:
    """`node` for `length` trips at most; its carries, then the number of its trips."""
    test, step = b.child(), b.child()
    condition, body = node.blocks
    before, during = (b.value("", (), "int64") for _ in range(2))
    test.nodes += condition.nodes
    goes_on = test.bit_and(condition.results[0], test.lt(before, length))
    step.nodes += body.nodes
    after = step.add(during, step.const(1, "int64"))
    return b.while_((*carries, b.const(0, "int64")), test.block((*condition.params, before), (goes_on,)),
                    step.block((*body.params, during), (*body.results, after)))
