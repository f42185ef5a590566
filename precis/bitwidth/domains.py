"""Which values must not be rounded to zero, or below it: what a program divides by, takes logarithms of or roots of, and what that is
made of, as far as a zero or a sign there is one here.

    y / (2 (a - b))      2 (a - b) must not become 0, so a - b must not
    sqrt(x x + c)        a square is never negative, so neither x nor x x matters; x x + c does, if c may be negative

A sum of values of one sign is 0 only where all of them are: so the walk ends at sums. It does not follow elements that loops store in
arrays either, or that arrays of positions pick from them (a diagonal), since which of them are asked for is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.types import Block, Node, Program, Value, values_of

ZERO, NEGATIVE = "zero", "negative"
Danger = tuple[str, str]
"""(name of a value, what it must not become); of a factor of what must not become negative: it must not change its sign."""

DIVISIONS = ("div", "mod", "fmod", "remainder", "floordiv")
LOGARITHMS = ("log", "log2", "log10")
MOVES = ("store", "update", "stop", "probe", "astype", "round", "copysign")  # the result is the first operand, or most of it
SUMS = ("add", "sub")
KEEP_ZERO = ("abs", "sqrt", "cbrt", "pow")  # 0 where the first operand is


def dangers(program: Program) -> frozenset[Danger]:
    """All of `program`, whose `approx` nodes have been inlined."""
    made, moved = _definitions(program.body), {}
    for node in program.body.walk():
        for v, origins in moves(node):
            moved.setdefault(v.name, []).extend(o for o in origins if node.op != "select" or not sum_behind(o, made))
    kinds = {v.name: v.kind for v in values_of(program.body)}
    found: set[Danger] = set()
    waiting = [d for node in program.body.walk() for d in edges_of(node, made)]
    while waiting:
        danger = waiting.pop()
        if danger in found or kinds[danger[0]] != "real":
            continue
        found.add(danger)
        name, what = danger
        waiting += [(v.name, what) for v in moved.get(name, ())]
        if name in made:
            waiting += _made_of(made[name], what, made)
    return frozenset(found)


def _definitions(block: Block) -> dict[str, Node]:
    return {n.output.name: n for n in block.walk() if not n.blocks and len(n.outputs) == 1}


def edges_of(node: Node, made: Mapping[str, Node]) -> Iterator[Danger]:
    """What the operation itself asks of its operands; `made`: name -> the node that makes it."""
    if node.op in DIVISIONS:
        yield node.inputs[1].name, ZERO
    elif node.op in LOGARITHMS or node.op == "rsqrt":
        yield from ((node.inputs[0].name, what) for what in (ZERO, NEGATIVE))
    elif node.op == "sqrt":
        yield node.inputs[0].name, NEGATIVE
    elif node.op == "pow" and (exponent := _constant(node.inputs[1], made)) is not None:
        if exponent < 0.0:
            yield node.inputs[0].name, ZERO
        if exponent != round(exponent):
            yield node.inputs[0].name, NEGATIVE


def _made_of(node: Node, what: str, made: Mapping[str, Node]) -> Iterable[Danger]:
    """Operands that must not become `what` since the result must not."""
    if node.op in ("mul", "div"):
        square = node.op == "mul" and _origin(node.inputs[0], made) == _origin(node.inputs[1], made)
        operands = node.inputs[:1] if node.op == "div" else node.inputs
        return [] if what == NEGATIVE and square else [(v.name, what) for v in operands]
    if node.op == "maximum":
        least = max((c for v in node.inputs if (c := _constant(v, made)) is not None), default=-1.0)
        return [] if least > 0.0 or (what == NEGATIVE and least == 0.0) else [(v.name, what) for v in node.inputs]
    return [(node.inputs[0].name, what)] if node.op == "neg" or (what == ZERO and node.op in KEEP_ZERO) else []


def moves(node: Node) -> Iterator[tuple[Value, list[Value]]]:
    """(value, the values that it, or an element of it, may be)."""
    if node.op in ("loop", "while"):
        body, carried = node.blocks[-1], len(node.inputs)
        for start, p, after, out in zip(node.inputs, body.params, body.results, node.outputs):
            yield p, [start, after]
            yield out, [start, after]
        yield from ((out, [r]) for r, out in zip(body.results[carried:], node.outputs[carried:]))
    elif node.op == "cond":
        yield from ((out, list(results)) for out, *results in zip(node.outputs, *(b.results for b in node.blocks)))
    elif node.op in ("select", "concatenate", "minimum"):
        yield node.output, [v for v in node.inputs if v.kind == "real"]
    elif node.op in MOVES or (node.op in OPS and OPS[node.op].category == VIEW and not any(p.rank for p in node.inputs[1:])):
        yield node.output, [node.inputs[0]]


def _constant(v: Value, made: Mapping[str, Node]) -> float | None:
    """The number that `v` is throughout; None where that is not known."""
    node = made.get(_origin(v, made))
    value = node.attrs["value"] if node is not None and node.op == "const" else None
    return float(value) if isinstance(value, (int, float)) else None


def sum_behind(v: Value, made: Mapping[str, Node]) -> Node | None:
    """The sum that `v` is. One that a selection takes elements of is looked at there, since the selection may guard it."""
    node = made.get(_origin(v, made))
    return node if node is not None and node.op in SUMS else None


def _origin(v: Value, made: Mapping[str, Node]) -> str:
    """The name of what probes, stores and broadcasts only pass on."""
    name = v.name
    while name in made and made[name].op in ("probe", "store", "stop", "broadcast"):
        name = made[name].inputs[0].name
    return name
