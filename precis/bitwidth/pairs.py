"""Paired trajectories: an emulated run and the exact run beside it in one Program, each with probes weighted by the
real residuals.

Every floating value has a rounded twin and an exact twin. The exact twin follows the decisions of the rounded one
(trips, branches, integer and boolean values, floors and signs) and is rounded nowhere. A residual d = round(x) - x is
that of the rounded twin. Along the runs v(s) with residuals s d, dy/ds = sum adjoint(s) d, so the error y(1) - y(0) is
the integral of it, and the mean of the sweeps at both ends (trapezoid rule) is exact where the adjoints are linear in
s, that is to second order.
"""

from __future__ import annotations

from dataclasses import replace

from precis.ir.build import Build, Names
from precis.ir.emulate import ROUNDED
from precis.ir.ops.sorting import taken_along
from precis.ir.trees import Leaf
from precis.ir.types import Block, Node, Program, Value, values_of

EXACT_RUN, ROUNDED_RUN = "exact", "rounded"
JUMPS = ("sign", "floor", "ceil", "rint", "trunc", "floordiv")  # constant between jumps: decisions of the rounded run

Twins = dict[str, tuple[Value, Value]]  # value name -> (rounded, exact)


def pair(emulated: Program) -> Program:
    """The paired Program of `emulate(program, assignment, carrier)`, with the same parameters.

    Results: those of `emulated`, then the exact twin of every floating one, in order. Probe keys are those of its
    `round` nodes ((kind, name), of sums ("accumulate", site)) with "rounded" or "exact" behind them for the run whose
    adjoint they take.
    """
    names = Names({v.name for v in values_of(emulated.body)})
    twins = {p.name: (p, p) for p in emulated.body.params}
    b = Build(names)
    _nodes(emulated.body, b, twins)
    body = b.block(emulated.body.params, _both(emulated.body.results, twins))
    containers = tuple(replace(c, role="input" if c.role == "inout" else c.role) for c in emulated.containers)
    returns = tuple(Leaf("value", v.name) for v in body.results)
    return replace(
        emulated,
        name=f"{emulated.name}_paired",
        body=body,
        containers=containers,
        returns=returns,
        mutated=(),
        original=None,
    )


def following(program: Program) -> Program:
    """`program` run twice: behind its parameters stand the floating ones of a second run, which takes the decisions of the first.
    Results: those of the second run."""
    b = Build(Names({v.name for v in values_of(program.body)}))
    own = {p.name: b.value("", p.shape, p.kind) for p in program.body.params if p.kind in ROUNDED}
    twins = {p.name: (p, own.get(p.name, p)) for p in program.body.params}
    _nodes(program.body, b, twins)
    body = b.block((*program.body.params, *own.values()), tuple(_exact(v, twins) for v in program.body.results))
    return replace(program, body=body, mutated=(), original=None, returns=tuple(Leaf("value", v.name) for v in body.results),
                   containers=tuple(replace(c, role="input" if c.role == "inout" else c.role) for c in program.containers))


def _both(values: tuple[Value, ...], twins: Twins) -> tuple[Value, ...]:
    """The rounded twins of all values, then the exact twins of the floating ones."""
    return tuple(_rounded(v, twins) for v in values) + tuple(_exact(v, twins) for v in values if v.kind in ROUNDED)


def _rounded(v: Value, twins: Twins) -> Value:
    return twins[v.name][0] if v.name in twins else v


def _exact(v: Value, twins: Twins) -> Value:
    return twins[v.name][1] if v.name in twins else v


def _nodes(block: Block, b: Build, twins: Twins) -> None:
    for node in block.nodes:
        b.span = node.span
        if node.op in ("loop", "while"):
            _repeat(node, b, twins)
        elif node.op == "cond":
            _branch(node, b, twins)
        elif node.op == "size":
            b.learn(replace(node, inputs=tuple(_rounded(v, twins) for v in node.inputs)))
        else:
            _operation(node, b, twins)


def _operation(node: Node, b: Build, twins: Twins) -> None:
    out = node.output
    rounded = tuple(_rounded(v, twins) for v in node.inputs)
    exact = tuple(_exact(v, twins) for v in node.inputs)
    if node.op == "probe":
        twins[out.name] = _probes(node.attrs["key"], rounded, exact, b)
        return
    b.learn(replace(node, inputs=rounded))
    if out.kind not in ROUNDED or node.op in JUMPS or not any(v.kind in ROUNDED for v in node.inputs):
        twins[out.name] = out, out  # decisions, constants and integers are shared
    elif node.op == "round":
        twins[out.name] = _probed(out, exact[0], rounded[0], _key(node), b)
    elif "accumulate" in node.attrs or "format" in node.attrs:  # a sum or a routine in a narrower arithmetic
        attrs = {k: a for k, a in node.attrs.items() if k not in ("accumulate", "format")}
        unrounded, meant = b.call(node.op, *rounded, **attrs), b.call(node.op, *exact, **attrs)
        kind = "accumulate" if "accumulate" in node.attrs else "compute"
        twins[out.name] = _probed(out, meant, unrounded, (kind, node.site), b)
    elif node.op == "sort":  # the rounded run decides on the order
        axis = node.attrs["axis"]
        twins[out.name] = out, taken_along(b, exact[0], b.argsort(rounded[0], axis=axis), axis)
    else:
        twins[out.name] = out, b.call(node.op, *exact, **node.attrs)


def _probes(key: tuple[str, ...], rounded: tuple[Value, ...], exact: tuple[Value, ...], b: Build) -> tuple[Value, Value]:
    """Both twins of a value that is probed already: a model error."""
    (v, weight), (e, meant) = rounded, exact
    return _probe(b, v, weight, (*key, ROUNDED_RUN)), _probe(b, e, meant, (*key, EXACT_RUN))


def _key(node: Node) -> tuple[str, ...]:
    """The key of a `round` node; a carry without a name belongs to its statement."""
    kind, name = node.attrs["key"]
    return (kind, name) if name is not None else ("compute", node.site)


def _probed(after: Value, exact: Value, before: Value, key: tuple[str, ...], b: Build) -> tuple[Value, Value]:
    """Both twins of a rounded value, with probes that weigh the residual after - before."""
    residual = b.stop(b.sub(after, before))
    return _probe(b, after, residual, (*key, ROUNDED_RUN)), _probe(b, exact, residual, (*key, EXACT_RUN))


def _probe(b: Build, v: Value, weight: Value, key: tuple[str, ...]) -> Value:
    if v.kind != "complex":
        return b.probe(v, weight, key=key)
    return b.complex(b.probe(b.re(v), b.re(weight), key=key), b.probe(b.im(v), b.im(weight), key=key))


def _repeat(node: Node, b: Build, twins: Twins) -> None:
    """A loop or while whose carries are the rounded ones, then the exact ones; stacks likewise."""
    carried = len(node.inputs)
    start = _both(node.inputs, twins)
    *conditions, body = node.blocks
    blocks = []
    for inner in conditions:  # the rounded run decides
        c, local, params = _inside(inner, b, twins)
        blocks.append(c.block(params, tuple(_rounded(v, local) for v in inner.results)))
    c, local, params = _inside(body, b, twins)
    blocks.append(c.block(params, _both(body.results[:carried], local) + _both(body.results[carried:], local)))
    outputs = _with_twins(node.outputs[:carried], b, twins) + _with_twins(node.outputs[carried:], b, twins)
    b.learn(replace(node, inputs=start, outputs=outputs, blocks=tuple(blocks)))


def _inside(block: Block, b: Build, twins: Twins) -> tuple[Build, Twins, tuple[Value, ...]]:
    """The nodes of a loop's block in a builder of their own; its twins; its parameters, then the exact ones."""
    c, local = b.child(), dict(twins)
    exact = {p.name: c.value("", p.shape, p.kind) for p in block.params if p.kind in ROUNDED}
    local.update((p.name, (p, exact.get(p.name, p))) for p in block.params)
    _nodes(block, c, local)
    return c, local, block.params + tuple(exact.values())


def _with_twins(values: tuple[Value, ...], b: Build, twins: Twins) -> tuple[Value, ...]:
    """The outputs of a control node, then a new exact twin for every floating one."""
    found = []
    for v in values:
        twin = b.value("", v.shape, v.kind) if v.kind in ROUNDED else v
        twins[v.name] = v, twin
        if v.kind in ROUNDED:
            found.append(twin)
    return values + tuple(found)


def _branch(node: Node, b: Build, twins: Twins) -> None:
    blocks = []
    for inner in node.blocks:
        c, local = b.child(), dict(twins)
        _nodes(inner, c, local)
        blocks.append(c.block((), _both(inner.results, local)))
    predicate = tuple(_rounded(v, twins) for v in node.inputs)
    b.learn(replace(node, inputs=predicate, outputs=_with_twins(node.outputs, b, twins), blocks=tuple(blocks)))
