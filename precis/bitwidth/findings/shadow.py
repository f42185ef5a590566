"""The shadow run: an emulated run and the exact run beside it, node by node, in NumPy's longdouble.

Both follow the decisions of the rounded run, so that their values can be compared all along. Unlike the compiled pairs
of precis.bitwidth.pairs every value of every iteration can be looked at, one place can be computed exactly (`heal`), and
one decision can be turned round (`force`): what then changes in the results is evidence, not a pattern.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.findings.fault import Cure, Execution, exactly, implanted
from precis.bitwidth.findings.operations import CARRIER, QUIET, Operation, Steps, plain_node
from precis.formats import Assignment, Format
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.emulate import emulate, value_formats
from precis.ir.interpret import Scope, run_node
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Program, Value

NODES, ELEMENTS = 35_000, 10_000_000  # observed of a run; beyond, only its first part is
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
    gone   where the result is infinite, NaN or zero, and that of the exact run is not; None where it is so nowhere
    """

    node: Node
    at: tuple[int, ...]
    count: int
    inputs: list[Pair]
    output: Pair
    own: np.ndarray
    format: Format
    gone: np.ndarray | None = None


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
    see: Callable[[Step], None] | None = None
    turn: Callable[[Turn], None] | None = None
    heal: frozenset[str] = frozenset()  # names of outputs that are cured
    cure: Cure = exactly
    alone: bool = False  # the fault is left in the exact run instead
    force: Forced | None = None
    last: tuple[int, ...] = ()  # of the outermost loop that is running: where to stop
    counts: dict[str, int] = field(default_factory=dict)
    nodes: int = 0
    elements: int = 0
    whole: bool = True
    last_turn: int = 0  # of the outermost loop that was running
    seen: list[Pair] = field(default_factory=list)  # the state of the outermost loop, where the run was cut short
    plain: Program = field(init=False)
    steps: Steps = field(init=False)

    def __post_init__(self) -> None:
        self.plain = inline_impl(self.program)
        self.steps = Steps(emulate(self.plain, self.assignment, CARRIER), value_formats(self.plain, self.assignment))

    @property
    def emulated(self) -> Program:
        return self.steps.program

    @property
    def formats(self) -> Mapping[str, Format | None]:
        return self.steps.formats

    def again(self, last: tuple[int, ...], heal: frozenset[str], cure: Cure, alone: bool, force: Forced | None) -> Shadow:
        """The same run with one place cured, or one decision turned round; nothing watches it."""
        other = copy.copy(self)
        other.see = other.turn = None
        other.heal, other.cure, other.alone, other.force, other.last, other.counts, other.seen = heal, cure, alone, force, last, {}, []
        other.nodes, other.elements, other.whole, other.last_turn = 0, 0, True, 0
        return other

    @property
    def work(self) -> float:
        """What has run, in runs of the largest size that is watched."""
        return max(self.nodes / NODES, self.elements / ELEMENTS)

    def run(self) -> list[Pair]:
        """The results, or the state of the outermost loop where the budget ended in one."""
        body = self.emulated.body
        given = [WIDE.convert(np.asarray(x), p.kind) for x, p in zip(self.arrays, body.params)]
        scope = Scope(QUIET, self.emulated.constants, {}, dict(self.binding))
        with np.errstate(all="ignore"):
            try:
                return self._block(body, [Pair(x, x) for x in given], {}, scope, ())
            except Truncated:
                self.whole = False
                return self.seen

    def _block(self, block: Block, arguments: Sequence[Pair], env: dict, scope: Scope, at: tuple[int, ...]) -> list[Pair]:
        env.update((p.name, a) for p, a in zip(block.params, arguments))
        for step in self.steps.of(block):
            if isinstance(step, Node):
                _CONTROL[step.op](self, step, env, scope, at)
            else:
                self._operation(step, env, scope, at)
        return [env[v.name] for v in block.results]

    def _operation(self, op: Operation, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
        """Run an operation, with the rounding of its result where that follows."""
        node = op.node
        inputs = [env[name] for name in op.operands]
        if node.op == "einsum":
            self._charge(node, inputs)
        unrounded = _evaluate(node, [p.rounded for p in inputs], scope, node.attrs)
        inexact = any(p.inexact for p in inputs)
        rounded = QUIET.round(unrounded, op.rounding) if op.rounding else unrounded
        inexact = inexact or (op.rounding is not None and _differ(unrounded, rounded))
        own = self._exactly(op, inputs, unrounded, scope)
        rounded = self._turned(op.name, rounded) if self.force else rounded
        exact = rounded if op.follows else own
        pair = Pair(rounded, exact, inexact and not op.follows)
        if op.name in self.heal and not op.follows:
            pair = self._cured(op, inputs, pair, scope)
        for name in op.names:
            env[name] = pair
        self._report(op, inputs, pair, own, at)

    def _cured(self, op: Operation, inputs: list[Pair], p: Pair, scope: Scope) -> Pair:
        """Without the fault in the rounded run, or with it in the exact one."""
        own = lambda: _evaluate(op.node, [i.rounded for i in inputs], scope, op.unrounded(inputs))  # noqa: E731
        run = Execution([i.values for i in inputs], p.rounded, p.exact, own, op.format)
        clean = self.cure(run)
        if self.alone:
            return Pair(p.rounded, implanted(run, clean), p.inexact)
        return Pair(clean, p.exact, p.inexact and clean is not p.exact)

    def _exactly(self, op: Operation, inputs: list[Pair], unrounded: np.ndarray, scope: Scope) -> np.ndarray:
        """The result without any rounding; that of the rounded run where nothing was rounded on the way to it."""
        if op.node.op == "round":
            return inputs[0].exact
        plain = op.unrounded(inputs)
        if plain is op.node.attrs and all(p.rounded is p.exact for p in inputs):
            return unrounded
        return _evaluate(op.node, [p.exact for p in inputs], scope, plain)

    def _charge(self, node: Node, inputs: list[Pair]) -> None:
        """A contraction whose products alone are beyond the budget is not begun."""
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

    def _report(self, op: Operation, inputs: list[Pair], pair: Pair, own: np.ndarray, at: tuple[int, ...]) -> None:
        count = self.counts.get(op.name, 0)
        self.counts[op.name] = count + 1
        self.nodes += 1
        self.elements += pair.rounded.size
        if self.see:
            self.see(Step(op.node, at, count, inputs, pair, own, op.format, _gone(pair, op.format)))
        if (self.nodes > NODES or self.elements > ELEMENTS) and not self.last:
            raise Truncated

    def after(self, t: Turn) -> None:
        """An iteration has ended."""
        if self.turn:
            self.turn(t)
        if not t.at:
            self.seen, self.last_turn = t.after, t.number
            if self.last and t.number >= self.last[0]:
                raise Truncated


def _gone(p: Pair, fmt: Format) -> np.ndarray | None:
    """Where a result left the range of its format; most do not, and nothing looks at them for longer than it takes to see that."""
    r, e, _ = p
    if r is e or r.dtype.kind != "f" or (bool(np.isfinite(r).all()) and bool(r.all())):
        return None
    small = (e != 0) & (np.abs(e) < float(fmt.min_normal))
    gone = (~np.isfinite(r) & np.isfinite(e)) | ((r == 0) & small)
    return gone if gone.any() else None


def _differ(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether rounding changed anything; NaN stays what it is."""
    changed = a != b
    return bool(changed.any()) and bool((changed & (a == a)).any())


def _evaluate(node: Node, inputs: list[Any], scope: Scope, attrs: Mapping[str, Any]) -> np.ndarray:
    if node.op == "const" and isinstance(node.attrs["value"], ArrayConstant):
        return run_node(node, inputs, scope)[0]
    return np.asarray(OPS[node.op].evaluate(QUIET, inputs, attrs, scope.size))


def _loop(s: Shadow, node: Node, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
    range_, (body,) = node.attrs["range"], node.blocks
    start, trips = scope.size(range_.start), scope.size(range_.trips)
    carries, rows, n = [env[v.name] for v in node.inputs], [], len(node.inputs)
    inner, local = scope.inner(), dict(env)
    for k in range(trips):
        inner.sizes[node.attrs["index"]] = start + k * range_.step
        results = s._block(body, carries, local, inner, (*at, k))
        s.after(Turn(node, at, k, carries, results[:n], (True, True)))
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
    alone = _Alone(condition, env)
    while True:
        (go,) = s._block(condition, carries, local, inner, (*at, k))
        mine = alone.decides(carries, inner)
        if not bool(go.rounded):
            s.after(Turn(node, at, k, carries, carries, (False, mine)))
            break
        results = s._block(body, carries, local, inner, (*at, k))
        s.after(Turn(node, at, k, carries, results, (True, mine)))
        carries, k = results, k + 1
    for v, p in zip(node.outputs, carries):
        env[v.name] = p


class _Alone:
    """A condition in the exact run by itself."""

    def __init__(self, condition: Block, env: Mapping[str, Pair]):
        self.condition = condition
        self.given = {v.name: env[v.name].exact for v in free_values(condition)}
        self.nodes = [plain_node(n) for n in condition.nodes]

    def decides(self, carries: Sequence[Pair], scope: Scope) -> bool:
        values = self.given | {p.name: c.exact for p, c in zip(self.condition.params, carries)}
        inner = Scope(QUIET, scope.constants, values, dict(scope.sizes))
        for node in self.nodes:
            if node.op == "round":
                values[node.output.name] = values[node.inputs[0].name]
                continue
            outputs = run_node(node, [values[v.name] for v in node.inputs], inner)
            values.update((v.name, a) for v, a in zip(node.outputs, outputs))
        return bool(values[self.condition.results[0].name])


def _cond(s: Shadow, node: Node, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
    taken = node.blocks[0 if bool(env[node.inputs[0].name].rounded) else 1]
    results = s._block(taken, (), dict(env), scope.inner(), at)
    for v, p in zip(node.outputs, results):
        env[v.name] = p


def _size(s: Shadow, node: Node, env: dict, scope: Scope, at: tuple[int, ...]) -> None:
    scope.sizes[node.attrs["symbol"]] = int(env[node.inputs[0].name].rounded)


_CONTROL = {"loop": _loop, "while": _while, "cond": _cond, "size": _size}
