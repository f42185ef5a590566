"""The shadow run: an emulated run and the exact run beside it, node by node, in NumPy's longdouble.

Both follow the decisions of the rounded run, so that their values can be compared all along. Unlike the compiled pairs
of precis.bitwidth.pairs every value of every iteration can be looked at, one place can be computed exactly (`heal`), and
one decision can be turned round (`force`): what then changes in the results is evidence, not a pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.pairs import JUMPS
from precis.formats import FORMATS, Assignment, Format
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.emulate import ROUNDED, emulate, value_formats
from precis.ir.interpret import Scope, run_node
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import ROUTINE
from precis.ir.types import Block, Node, Program, Value

CARRIER = FORMATS["binary80"]
NODES, ELEMENTS = 35_000, 10_000_000  # observed of a run; beyond, only its first part is
DENSE = 10_000  # elements of a matrix that routines of linear algebra take in longdouble, without LAPACK
WIDE = NumpyArithmetic(np.longdouble)
RELATIONS = ("lt", "le", "gt", "ge", "eq", "ne")


class Pair(NamedTuple):
    """A value in the rounded and in the exact run; `inexact`: whether anything was rounded on the way to it."""

    rounded: np.ndarray
    exact: np.ndarray
    inexact: bool = False

    @property
    def values(self) -> tuple[np.ndarray, np.ndarray]:
        return self.rounded, self.exact


class Step(NamedTuple):
    """One execution of an operation.

    at     iteration numbers of the loops around it, outermost first
    count  how often it was executed before
    own    what the exact run alone would have decided, for comparisons, positions, roundings to integers
    format of the result (of the first operand, for decisions)
    """

    node: Node
    at: tuple[int, ...]
    count: int
    inputs: list[Pair]
    output: Pair
    own: np.ndarray
    format: Format


class Turn(NamedTuple):
    """One iteration of a loop: carries before and after; `going`: for a while loop, whether (the rounded, the exact) run
    would have gone into it."""

    node: Node
    at: tuple[int, ...]
    number: int
    before: list[Pair]
    after: list[Pair]
    going: tuple[bool, bool]


def products(node: Node, inputs: Sequence[Pair]) -> int:
    """How many products a contraction forms."""
    operands = node.attrs["spec"].split("->")[0].split(",")
    sizes = {label: n for labels, p in zip(operands, inputs) for label, n in zip(labels, np.shape(p.rounded))}
    return int(np.prod(list(sizes.values()), dtype=float))


class Truncated(Exception):
    """The budget is spent."""


@dataclass(frozen=True, slots=True)
class Forced:
    """One decision turned round: of this node, in this execution, at this flat index, to this value."""

    name: str
    count: int
    index: int
    value: Any


@dataclass
class Shadow:
    """See the module. `see` and `turn` are called for every operation and iteration."""

    program: Program
    assignment: Assignment
    arrays: Sequence[Any]
    binding: Mapping[str, int]
    see: Callable[[Step], None] = lambda step: None
    turn: Callable[[Turn], None] = lambda turn: None
    heal: frozenset[str] = frozenset()  # names of outputs that are exact
    force: Forced | None = None
    last: tuple[int, ...] = ()  # of the outermost loop that is running: where to stop
    counts: dict[str, int] = field(default_factory=dict)
    nodes: int = 0
    elements: int = 0
    whole: bool = True
    last_turn: int = 0  # of the outermost loop that was running
    seen: list[Pair] = field(default_factory=list)  # the state of the outermost loop, where the run was cut short
    plain: Program = field(init=False)
    emulated: Program = field(init=False)
    formats: Mapping[str, Format | None] = field(init=False)

    def __post_init__(self) -> None:
        self.plain = inline_impl(self.program)
        self.emulated = emulate(self.plain, self.assignment, CARRIER)
        self.formats = value_formats(self.plain, self.assignment)

    @property
    def work(self) -> float:
        """What has run, in runs of the largest size that is watched."""
        return max(self.nodes / NODES, self.elements / ELEMENTS)

    def run(self) -> list[Pair]:
        """The results, or the state of the outermost loop where the budget ended in one."""
        body = self.emulated.body
        given = [WIDE.convert(np.asarray(x), p.kind) for x, p in zip(self.arrays, body.params)]
        scope = Scope(WIDE, self.emulated.constants, {}, dict(self.binding))
        with np.errstate(all="ignore"):
            try:
                return self._block(body, [Pair(x, x) for x in given], {}, scope, ())
            except Truncated:
                self.whole = False
                return self.seen

    def _block(self, block: Block, arguments: Sequence[Pair], env: dict, scope: Scope, at: tuple[int, ...]) -> list[Pair]:
        env.update((p.name, a) for p, a in zip(block.params, arguments))
        skip = False
        for k, node in enumerate(block.nodes):
            if skip:
                skip = False
                continue
            following = block.nodes[k + 1] if k + 1 < len(block.nodes) else None
            skip = self._node(node, following, env, scope, at)
        return [env[v.name] for v in block.results]

    def _node(self, node: Node, following: Node | None, env: dict, scope: Scope, at: tuple[int, ...]) -> bool:
        """Run a node; with it the rounding of its result, where that follows. True where it did."""
        if node.blocks or node.op == "size":
            _CONTROL[node.op](self, node, env, scope, at)
            return False
        inputs = [env[v.name] for v in node.inputs]
        self._charge(node, inputs)
        rounded = _evaluate(node, [p.rounded for p in inputs], scope, node.attrs)
        out = node.output
        inexact = any(p.inexact for p in inputs)
        fused = following is not None and following.op == "round" and following.inputs[0].name == out.name
        if fused and following is not None:
            wide, rounded = rounded, WIDE.round(rounded, following.attrs["format"])
            inexact = inexact or not np.array_equal(wide, rounded, equal_nan=True)
        same = all(p.rounded is p.exact for p in inputs)
        plain = _unrounded(node, inputs)
        if same and not fused and plain.keys() == node.attrs.keys() and node.op != "round":
            own = rounded
        else:
            own = inputs[0].exact if node.op == "round" else _evaluate(node, [p.exact for p in inputs], scope, plain)
        follows = out.kind not in ROUNDED or node.op in JUMPS
        rounded = self._turned(out.name, rounded)
        exact = rounded if follows else own
        if out.name in self.heal and not follows:
            rounded, inexact = exact, False
        pair = Pair(rounded, exact, inexact and not follows)
        env[out.name] = pair
        if fused and following is not None:
            env[following.output.name] = pair
        self._report(node, inputs, pair, own, at)
        return fused

    def _charge(self, node: Node, inputs: list[Pair]) -> None:
        """A contraction whose products alone are beyond the budget is not begun."""
        if node.op == "einsum":
            count = products(node, inputs)
            self.elements += count
            if count > ELEMENTS or (self.elements > ELEMENTS and not self.last):
                raise Truncated

    def _turned(self, name: str, value: np.ndarray) -> np.ndarray:
        f = self.force
        if f is None or f.name != name or f.count != self.counts.get(name, 0):
            return value
        changed = np.array(value, copy=True)
        changed.reshape(-1)[f.index] = f.value
        return changed

    def _report(self, node: Node, inputs: list[Pair], pair: Pair, own: np.ndarray, at: tuple[int, ...]) -> None:
        name = node.output.name
        count = self.counts.get(name, 0)
        self.counts[name] = count + 1
        self.nodes += 1
        self.elements += np.size(pair.rounded)
        fmt = self.formats.get(name) or next((f for v in node.inputs if (f := self.formats.get(v.name))), None) or CARRIER
        self.see(Step(node, at, count, inputs, pair, own, fmt))
        if (self.nodes > NODES or self.elements > ELEMENTS) and not self.last:
            raise Truncated

    def _after(self, t: Turn) -> None:
        self.turn(t)
        if not t.at:
            self.seen, self.last_turn = t.after, t.number
            if self.last and t.number >= self.last[0]:
                raise Truncated


def _unrounded(node: Node, inputs: Sequence[Pair]) -> dict[str, Any]:
    """Attributes of a node that rounds nothing: sums have no accumulator of their own, small routines run in the carrier."""
    routine = OPS[node.op].category == ROUTINE and all(np.size(p.rounded) <= DENSE for p in inputs)
    return {k: a for k, a in node.attrs.items() if k != "accumulate" and not (routine and k == "format")}


def _evaluate(node: Node, inputs: list[Any], scope: Scope, attrs: Mapping[str, Any]) -> np.ndarray:
    if node.op == "const" and isinstance(node.attrs["value"], ArrayConstant):
        return run_node(node, inputs, scope)[0]
    return np.asarray(OPS[node.op].evaluate(WIDE, inputs, attrs, scope.size))


def _loop(s: Shadow, node: Node, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
    range_, (body,) = node.attrs["range"], node.blocks
    start, trips = scope.size(range_.start), scope.size(range_.trips)
    carries, rows, n = [env[v.name] for v in node.inputs], [], len(node.inputs)
    inner, local = scope.inner(), dict(env)
    for k in range(trips):
        inner.sizes[node.attrs["index"]] = start + k * range_.step
        results = s._block(body, carries, local, inner, (*at, k))
        s._after(Turn(node, at, k, carries, results[:n], (True, True)))
        carries = results[:n]
        rows.append(results[n:])
    for v, p in zip(node.outputs, carries):
        env[v.name] = p
    for j, v in enumerate(node.outputs[n:]):
        env[v.name] = _stack([r[j] for r in rows], v, scope)


def _stack(rows: list[Pair], v: Value, scope: Scope) -> Pair:
    if not rows:
        empty = WIDE.convert(np.zeros(tuple(map(scope.size, v.shape))), v.kind)
        return Pair(empty, empty)
    return Pair(np.stack([r.rounded for r in rows]), np.stack([r.exact for r in rows]), any(r.inexact for r in rows))


def _while(s: Shadow, node: Node, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
    condition, body = node.blocks
    carries, inner, local, k = [env[v.name] for v in node.inputs], scope.inner(), dict(env), 0
    while True:
        (go,) = s._block(condition, carries, local, inner, (*at, k))
        mine = _alone(condition, carries, local, inner)
        if not bool(go.rounded):
            s._after(Turn(node, at, k, carries, carries, (False, mine)))
            break
        results = s._block(body, carries, local, inner, (*at, k))
        s._after(Turn(node, at, k, carries, results, (True, mine)))
        carries, k = results, k + 1
    for v, p in zip(node.outputs, carries):
        env[v.name] = p


def _alone(condition: Block, carries: Sequence[Pair], env: dict, scope: Scope) -> bool:
    """What the exact run by itself would decide."""
    values = {name: p.exact for name, p in env.items()} | {p.name: c.exact for p, c in zip(condition.params, carries)}
    inner = Scope(WIDE, scope.constants, values, dict(scope.sizes))
    for node in condition.nodes:
        if node.op == "round":
            inner.values[node.output.name] = inner.values[node.inputs[0].name]
            continue
        plain = _unrounded(node, [])
        bare = Node(node.op, node.inputs, node.outputs, plain, node.blocks, node.span)
        outputs = run_node(bare, [inner.values[v.name] for v in node.inputs], inner)
        inner.values.update((v.name, a) for v, a in zip(node.outputs, outputs))
    return bool(inner.values[condition.results[0].name])


def _cond(s: Shadow, node: Node, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
    taken = node.blocks[0 if bool(env[node.inputs[0].name].rounded) else 1]
    results = s._block(taken, (), dict(env), scope.inner(), at)
    for v, p in zip(node.outputs, results):
        env[v.name] = p


def _size(s: Shadow, node: Node, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
    scope.sizes[node.attrs["symbol"]] = int(env[node.inputs[0].name].rounded)


_CONTROL = {"loop": _loop, "while": _while, "cond": _cond, "size": _size}
