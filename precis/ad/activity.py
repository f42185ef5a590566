"""Which values matter to an adjoint: those that vary with an input (or a probe) and reach a result.

A value is varied if it depends, through floating operations, on a chosen parameter or on the output of a probe; it is useful if
a floating result depends on it. The cotangents of all other values are zero or unwanted. (Activity analysis: Griewank
& Walther, Evaluating Derivatives, 2nd ed., section 6.2.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from precis.ir.ops import OPS
from precis.ir.ruled import RULED
from precis.ir.types import Block, Node, Value

FLOATING = ("real", "complex")


def active_values(body: Block, inputs: Iterable[Value]) -> set[str]:
    """Names of the values of `body`, nested blocks included, whose cotangents an adjoint with respect to `inputs` needs."""
    varied: set[str] = set()
    _mark(varied, inputs)
    _vary(body, varied)
    return varied & useful_values(body)


def useful_values(body: Block) -> set[str]:
    """Names of the values that a floating result depends on through floating operations."""
    useful: set[str] = set()
    _mark(useful, body.results)
    _use(body, useful)
    return useful


def differentiable(node: Node) -> bool:
    """Whether the derivative of `node` is not zero everywhere (or undefined, as for integers)."""
    return node.op in OPS and OPS[node.op].adjoint not in (None, OPS["stop"].adjoint)


def varying(node: Node) -> tuple[Value, ...]:
    """What results with a rule vary with: its arguments, whatever stands for the function. Where the rule is not known, the results."""
    return node.inputs[len(node.blocks[-1].params):] if node.blocks else node.inputs


def carried(node: Node) -> list[tuple[Value, Value, Value, Value]]:
    """(input, parameter, result, output) of each carry of a loop or while."""
    body = node.blocks[-1]
    return list(zip(node.inputs, body.params, body.results, node.outputs))


def _mark(found: set[str], values: Iterable[Value]) -> None:
    found.update(v.name for v in values if v.kind in FLOATING)


def _any(found: set[str], values: Sequence[Value]) -> bool:
    return any(v.name in found for v in values)


def _vary(block: Block, varied: set[str]) -> None:
    for node in block.nodes:
        if node.op in ("loop", "while"):
            _vary_loop(node, varied)
        elif node.op == "cond":
            for inner in node.blocks:
                _vary(inner, varied)
            for o, *results in zip(node.outputs, *(b.results for b in node.blocks)):
                _mark(varied, (o,) if _any(varied, results) else ())
        elif node.op in RULED:
            _mark(varied, node.outputs if _any(varied, varying(node)) else ())
        elif node.op == "probe" or (differentiable(node) and _any(varied, node.inputs)):
            _mark(varied, node.outputs)


def _vary_loop(node: Node, varied: set[str]) -> None:
    body, carries = node.blocks[-1], carried(node)
    known = -1
    while known != len(varied):
        known = len(varied)
        for x, p, r, _ in carries:
            _mark(varied, (p,) if _any(varied, (x, r)) else ())
        _vary(body, varied)
    for _, p, r, o in carries:
        _mark(varied, (o,) if _any(varied, (p, r)) else ())
    for r, o in zip(body.results[len(carries):], node.outputs[len(carries):]):
        _mark(varied, (o,) if r.name in varied else ())


def _use(block: Block, useful: set[str]) -> None:
    for node in reversed(block.nodes):
        if node.op in ("loop", "while"):
            _use_loop(node, useful)
        elif node.op == "cond":
            for inner in node.blocks:
                _mark(useful, (r for o, r in zip(node.outputs, inner.results) if o.name in useful))
                _use(inner, useful)
        elif node.op in RULED:
            _mark(useful, varying(node) if _any(useful, node.outputs) else ())
        elif node.op == "probe":
            _mark(useful, node.inputs[:1] if _any(useful, node.outputs) else ())
        elif differentiable(node) and _any(useful, node.outputs):
            _mark(useful, node.inputs)


def _use_loop(node: Node, useful: set[str]) -> None:
    body, carries = node.blocks[-1], carried(node)
    for r, o in zip(body.results, node.outputs):
        _mark(useful, (r,) if o.name in useful else ())
    known = -1
    while known != len(useful):
        known = len(useful)
        for _, p, r, _ in carries:
            _mark(useful, (r,) if p.name in useful else ())
        _use(body, useful)
    for x, p, _, o in carries:
        _mark(useful, (x,) if _any(useful, (p, o)) else ())
