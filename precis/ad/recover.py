"""Getting forward values back where the reverse of a block runs.

The reverse of a block is first written as if all forward values were at hand. This pass then puts in front of each reverse node
what brings back the forward values that the node uses: a row of the tape, a rolled-back array, or the operation run again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.ad.forward import Forward, unnamed
from precis.ad.fresh import renewed_nodes
from precis.ad.logs import Logs, logged
from precis.ad.plan import Plan
from precis.ad.rollback import saving
from precis.ad.tape import Tape
from precis.ir.build import Build, Names
from precis.ir.rewrite import free_values, substitute, symbols_of
from precis.ir.shapes import identity_index
from precis.ir.size import Size
from precis.ir.types import At, Block, Node, Value

Restored = Mapping[str, Value]  # value that a reverse node gives -> forward value that it equals


class OutOfOrder(Exception):
    """A rolled-back array is wanted before the reverse node that restores it. readers: values that are computed from it for a reverse
    node, nearest first."""

    def __init__(self, name: str, readers: Sequence[str]):
        super().__init__(name)
        self.name, self.readers = name, readers


@dataclass(frozen=True, slots=True)
class Recovered:
    """forward: nodes of the forward body, saves included; saved: what the plan saves; stacked, stacks: as what it is stacked, and the
    stacks' values outside; logs: those of what is not stacked; states: carries that the reverse loop rolls back or hands on, or follows
    where it runs in order, its last parameters but for how long the logs are; rolled: whether some are rolled back; bytes: of the tape, per
    iteration."""

    forward: tuple[Node, ...]
    saved: tuple[Value, ...]
    stacked: tuple[Value, ...]
    stacks: tuple[Value, ...]
    logs: Logs
    states: tuple[int, ...]
    rolled: bool
    block: Block
    bytes: int


class Recovery:
    """Emits reverse nodes into `b`. recipes: name -> node that computes it from other forward values, None where only a
    reverse node restores it."""

    def __init__(self, forward: Forward, b: Build, recipes: Mapping[str, Node | None], sizes: Mapping[str, Size]):
        self.forward, self.b, self.recipes, self.sizes = forward, b, recipes, dict(sizes)
        self.known: dict[str, Value] = {}
        self.needed: set[str] = set()

    def reverse(self, nodes: Sequence[Node], results: Sequence[Value], restored: Restored) -> list[Value]:
        """Emit `nodes`; returns `results` as they are called here."""
        self.needed = self._closure(self.forward.wants(nodes, results))
        for node in nodes:
            (new,) = self._here((node,)).nodes
            self.b.nodes.append(new)
            for old, v in zip(node.outputs, new.outputs):
                if old.name in restored:
                    self.known.setdefault(self.forward.root(restored[old.name]).name, v)
        return [self.get(v) for v in results]

    def get(self, v: Value) -> Value:
        """`v`, brought back if it is a forward value."""
        v = self.forward.root(v)
        pending, readers = [v] if v.name in self.forward.values else [], {v.name: ""}
        while pending:
            top = pending[-1]
            missing = [] if top.name in self.known else [w for w in self._sources(top, readers) if w.name not in self.known]
            pending += missing
            readers |= {w.name: top.name for w in missing}
            if not missing:
                pending.pop()
                if top.name not in self.known:
                    self._emit(top)
        return self.known.get(v.name) or replace(v, shape=tuple(d.substitute(self.sizes) for d in v.shape))

    def _sources(self, v: Value, readers: Mapping[str, str]) -> list[Value]:
        recipe = self.recipes[v.name]
        if recipe is None:
            raise OutOfOrder(v.name, list(_chain(v.name, readers)))
        return self._narrowed(recipe)[1]

    def _narrowed(self, recipe: Node) -> tuple[Node, list[Value]]:
        """`recipe` with the outputs that are needed and come from it: others are read from the tape or are ends of what is rolled back, and
        what they take is not at hand."""
        missing = self.needed - self.known.keys()
        return self.forward.source(recipe, [o for o in recipe.outputs if o.name in missing and self.recipes[o.name] is recipe])

    def _closure(self, wanted: Sequence[Value]) -> set[str]:
        found = set(self.known)
        pending = list(wanted)
        while pending:
            v = pending.pop()
            recipe = self.recipes.get(v.name)
            if v.name not in found and recipe is not None:
                pending += self.forward.source(recipe, [v] if v in recipe.outputs else recipe.outputs)[1]
            found.add(v.name)
        return found

    def _emit(self, v: Value) -> None:
        recipe, _ = self._narrowed(self.recipes[v.name])  # type: ignore[arg-type]
        values = self._uses((recipe,))
        nodes, new = renewed_nodes((recipe,), self.b.names, values, self.sizes)
        self.b.nodes += nodes
        for o in recipe.outputs:
            self.known.setdefault(o.name, new[o.name])

    def _here(self, nodes: tuple[Node, ...]) -> Block:
        values = self._uses(nodes)
        return substitute(Block((), nodes, ()), values, self.sizes)

    def _uses(self, nodes: tuple[Node, ...]) -> dict[str, Value]:
        """Bring back all that `nodes` use: forward values and run-time sizes."""
        for symbol in sorted(set().union(*map(symbols_of, nodes))):
            if symbol in self.forward.counts and symbol not in self.sizes:
                self.sizes[symbol] = self.b.size(self.get(self.forward.counts[symbol]), symbol)
        return {v.name: self.get(v) for v in free_values(Block((), nodes, ())) if self._is_forward(v)}

    def _is_forward(self, v: Value) -> bool:
        return v.name in self.forward.values or v.name in self.forward.equal


def _chain(name: str, readers: Mapping[str, str]) -> Iterator[str]:
    """What a value was wanted for, nearest first."""
    while name := readers[name]:
        yield name


def recover_branch(forward: Forward, reverse: Block, restored: Restored, names: Names) -> Block:
    """The reverse of a branch, with everything run again from the values around it."""
    b = Build(names)
    recovery = Recovery(forward, b, {name: unnamed(n) for name, n in forward.defined_by.items()}, {})
    return b.block(reverse.params, recovery.reverse(reverse.nodes, reverse.results, restored))


@dataclass(frozen=True, slots=True)
class RecoveredSide:
    """forward: nodes of a side of a branch, saves included; kept: what it returns for its reverse, which finds it in `slots`."""

    forward: tuple[Node, ...]
    kept: tuple[Value, ...]
    slots: tuple[Value, ...]
    block: Block


def recover_side(forward: Forward, reverse: Block, restored: Restored, plan: Plan, tape: Tape, ends: Mapping[str, Value],
                 starts: Sequence[Value], names: Names) -> RecoveredSide:
    """The reverse of one side of a branch under `plan`, which gives `starts` last. ends: what its last versions are called outside. Raises
    OutOfOrder."""
    forward = _saving(forward, plan, names)
    padded, kept = _stacked(plan.saved, tape, names)
    slots = tuple(replace(v, name=names.fresh(), container=None) for v in kept)
    parts = {v.name: _part(v, s) for v, s in zip(plan.saved, slots) if v.shape != s.shape}
    recovery = Recovery(forward, b := Build(names), _recipes(forward, plan) | parts, {})
    recovery.known |= {**ends, **{v.name: s for v, s in zip(plan.saved, slots) if v.shape == s.shape}}
    block = b.block((), recovery.reverse(reverse.nodes, (*reverse.results, *starts), restored))
    return RecoveredSide(forward.nodes + padded, kept, slots, block)


def recover_loop(forward: Forward, reverse: Block, restored: Restored, plan: Plan, tape: Tape, index: str,
                 names: Names) -> Recovered:
    """The reverse of an iteration under `plan`; its index symbol is `index`. Raises OutOfOrder."""
    logs = logged([v for v in plan.saved if tape.logged(v)], names)
    forward = _saving(forward, plan, names)
    forward = replace(forward, params=forward.params + logs.params, nodes=forward.nodes + logs.nodes)
    rows = [v for v in plan.saved if not tape.logged(v)]
    padded, stacked = _stacked(rows, tape, names)
    stacks = tuple(Value(names.fresh(), (tape.range.trips, *v.shape), v.kind) for v in stacked)
    recipes = _recipes(forward, plan) | {v.name: _row(v, s, tape) for v, s in zip(rows, stacks)} | logs.recipes()
    b = Build(names)
    recovery = Recovery(forward, b, recipes, {tape.index: Size.of(index)})
    rolled = tuple(j for c in plan.rolled for j in c.carries)
    put_back = rolled + plan.handed
    states = put_back + plan.followed
    params = tuple(_state(forward, j, names) for j in states)
    now = [*(forward.root(forward.results[j]) for j in put_back), *(forward.params[j] for j in plan.followed)]
    lengths = tuple(replace(c.after, name=names.fresh()) for c in logs.counts)
    recovery.known |= {v.name: p for v, p in zip(now, params)} | {c.after.name: p for c, p in zip(logs.counts, lengths)}
    results = recovery.reverse(reverse.nodes, [*reverse.results, *(forward.results[j] for j in plan.followed)], restored)
    results[len(reverse.results):len(reverse.results)] = [recovery.get(forward.params[j]) for j in put_back]
    results += [recovery.get(c.before) for c in logs.counts]
    block = b.block((*reverse.params, *params, *lengths), results)
    return Recovered(forward.nodes + padded, plan.saved, stacked, stacks, logs, states, bool(rolled), block, _bytes(stacked, logs, tape))


def _bytes(stacked: Sequence[Value], logs: Logs, tape: Tape) -> int:
    """Of the tape per iteration."""
    tape.extent.example |= {c.used: tape.extent.longest for c in logs.counts}  # for the loops around
    return sum(tape.extent.bytes(v.shape, v.kind) for v in stacked) + math.ceil(sum(tape.piece(x.piece) for x in logs.logs))


def _saving(forward: Forward, plan: Plan, names: Names) -> Forward:
    """The block with the slices read that are overwritten in what the plan rolls back. What was stored there before, and is read back from
    the array, is on the tape all the same: the array is rolled back by it."""
    steps = [s for c in plan.rolled for s in c.all_steps()]
    made = replace(forward, nodes=tuple(n for node in forward.nodes for n in saving(node, steps, names)))
    reread = {v.name for v, _ in plan.reread}
    return replace(made, apart=frozenset(v.name for s in steps for v in s.saves if made.root(v).name in reread))


def _recipes(forward: Forward, plan: Plan) -> dict[str, Node | None]:
    found: dict[str, Node | None] = {name: unnamed(n) for name, n in forward.defined_by.items()}
    found |= {v.name: unnamed(replace(node, outputs=(v,))) for v, node in plan.reread}
    found |= {name: node for name, node in forward.at_ends.items() if name in forward.values}
    for cycle in plan.rolled:
        found |= {s.before.name: s.recipe for s in cycle.all_steps()}
    return found


def _state(forward: Forward, j: int, names: Names) -> Value:
    p = forward.params[j]
    return replace(p, name=names.fresh(p.container or ""))


def _stacked(saved: Sequence[Value], tape: Tape, names: Names) -> tuple[tuple[Node, ...], tuple[Value, ...]]:
    """Nodes that pad values to the shapes in which they are stacked, and the padded values."""
    b, found = Build(names), []
    for v in saved:
        shape = tape.shape(v)
        assert shape is not None, "the plan saves only what can be stacked"
        found.append(v if shape == v.shape else b.pad(v, shape=shape))
    return tuple(b.nodes), tuple(found)


def _part(v: Value, slot: Value) -> Node:
    """Reads `v` from what it was padded to."""
    return Node("slice", (slot,), (replace(v, container=None),), {"at": identity_index(v.shape)})


def _row(v: Value, stack: Value, tape: Tape) -> Node:
    """Reads `v` of the current iteration from its stack."""
    at = (At(tape.range.iteration(tape.index)), *(identity_index(v.shape) if v.shape != stack.shape[1:] else ()))
    return Node("slice", (stack,), (replace(v, container=None),), {"at": at})
