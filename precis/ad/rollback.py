"""Rolling arrays back: a carry that an iteration only changes by updates is restored from the slices that were overwritten.

The versions of such a carry form a chain from the iteration's result back to the parameter. The forward loop saves
each overwritten slice just before it is overwritten; the reverse loop carries the array itself and undoes step after step.
Carries that trade places (double buffering) roll back together, as a cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace

from precis.ad.forward import Forward
from precis.ir.build import Build, Names
from precis.ir.rewrite import free_values
from precis.ir.shapes import indexed
from precis.ir.types import Block, Node, Pick, Value

UPDATES = ("update", "update_add")


@dataclass(frozen=True, slots=True)
class Step:
    """One change of an array: `after = node(before, ...)`.

    recipe  a node that computes `before` from `after` and the saved slices; None where the reverse of `node`, a loop, restores it
    saves   the slices that the forward block has to save
    branches  for a branch: the steps inside each side
    """

    node: Node
    after: Value
    before: Value
    recipe: Node | None
    saves: tuple[Value, ...] = ()
    branches: tuple[tuple[Step, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Cycle:
    """Carries that roll back together, with the steps of each, newest first."""

    carries: tuple[int, ...]
    steps: tuple[tuple[Step, ...], ...]

    def all_steps(self) -> Iterator[Step]:
        for steps in self.steps:
            yield from steps

    @property
    def saves(self) -> list[Value]:
        return [v for step in self.all_steps() for v in step.saves]

    def versions(self, forward: Forward) -> set[str]:
        newest = {forward.root(forward.results[j]).name for j in self.carries}
        return newest | {step.before.name for step in self.all_steps()}


def cycles(forward: Forward, restored: Set[str], names: Names) -> list[Cycle]:
    """Every set of carries of a loop body that can be rolled back. `restored`: outputs of inner loops and
    whiles whose reverse restores the matching input."""
    place = {p.name: j for j, p in enumerate(forward.params)}
    ends: dict[int, tuple[int, tuple[Step, ...]]] = {}
    for j in range(len(forward.params)):
        found = _chain(forward, forward.root(forward.results[j]), restored, names)
        if found and found[0].name in place and forward.params[j].name not in forward.equal:
            ends[j] = (place[found[0].name], found[1])
    return [c for c in (_cycle(j, ends) for j in ends) if c and c.carries[0] == min(c.carries)]


def _cycle(first: int, ends: Mapping[int, tuple[int, tuple[Step, ...]]]) -> Cycle | None:
    carries = [first]
    while (following := ends[carries[-1]][0]) != first:
        if following not in ends or following in carries:
            return None
        carries.append(following)
    return Cycle(tuple(carries), tuple(ends[j][1] for j in carries))


def _chain(forward: Forward, v: Value, restored: Set[str], names: Names) -> tuple[Value, tuple[Step, ...]] | None:
    """(oldest version, steps newest first); None where some change cannot be undone."""
    steps: list[Step] = []
    while v.name in forward.defined_by:
        step = _step(forward, forward.defined_by[v.name], v, restored, names)
        if step is None:
            return None
        steps.append(step)
        v = step.before
    return v, tuple(steps)


def _step(forward: Forward, node: Node, after: Value, restored: Set[str], names: Names) -> Step | None:
    before = forward.root(node.inputs[0]) if node.inputs else after
    if node.op in UPDATES:
        saved = _overwritten(node, names)
        return Step(node, after, before, _undo(node, after, saved, before), (saved,))
    if node.op in ("loop", "while") and after.name in restored:
        return Step(node, after, forward.root(node.inputs[node.outputs.index(after)]), None)
    return _cond_step(forward, node, after, names) if node.op == "cond" else None


def _overwritten(node: Node, names: Names) -> Value:
    target, picks = node.inputs[0], node.inputs[2:]
    return Value(names.fresh(), indexed(target.shape, node.attrs["at"], picks), target.kind)


def _undo(node: Node, after: Value, saved: Value, before: Value) -> Node:
    return Node("update", (after, saved, *node.inputs[2:]), (before,), {"at": node.attrs["at"]}, (), node.span)


def _cond_step(forward: Forward, node: Node, after: Value, names: Names) -> Step | None:
    """Undo a branch: both branches change the same array, by updates at positions that are known outside."""
    k = node.outputs.index(after)
    found = [_branch(block, block.results[k], names) for block in node.blocks]
    ends = [f for f in found if f is not None]
    if len(ends) < 2 or ends[0][0].name != ends[1][0].name:
        return None
    branches = tuple(steps for _, steps in ends)
    before = forward.root(ends[0][0])
    recipe = Node("cond", node.inputs, (before,), {}, tuple(_undo_block(s, after, names) for s in branches), node.span)
    return Step(node, after, before, recipe, tuple(s.saves[0] for steps in branches for s in steps), branches)


def _branch(block: Block, result: Value, names: Names) -> tuple[Value, tuple[Step, ...]] | None:
    inside = Forward((), block.nodes, block.results)
    found = _chain(inside, inside.root(result), frozenset(), names)
    if found is None or any(s.node.op not in UPDATES for s in found[1]):
        return None
    outside = all(v.name not in inside.values for s in found[1] for v in s.node.inputs[2:])
    return found if outside else None


def _undo_block(steps: tuple[Step, ...], after: Value, names: Names) -> Block:
    b, array = Build(names), after
    for s in steps:
        array = b.update(array, s.saves[0], *s.node.inputs[2:], at=s.node.attrs["at"])
    return b.block((), (array,))


def saving(node: Node, steps: Iterable[Step], names: Names) -> tuple[Node, ...]:
    """`node` with the slices that it overwrites read first."""
    before: list[Node] = []
    for step in steps:
        if step.saves and step.after in node.outputs:
            if node.op == "cond":
                node = _saving_cond(node, step, names)
            else:
                picks, attrs = step.node.inputs[2:], {"at": step.node.attrs["at"]}
                before.append(Node("slice", (node.inputs[0], *picks), step.saves, attrs, (), node.span))
    return (*before, node)


def _saving_cond(node: Node, step: Step, names: Names) -> Node:
    """The branches also return the slices that they overwrite, zeros for those of the other branch."""
    blocks = tuple(_saving_branch(block, steps, step.saves, names) for block, steps in zip(node.blocks, step.branches))
    return replace(node, outputs=node.outputs + step.saves, blocks=blocks)


def _saving_branch(block: Block, steps: tuple[Step, ...], saves: tuple[Value, ...], names: Names) -> Block:
    own = {s.saves[0].name: replace(s.saves[0], name=names.fresh()) for s in steps}
    steps = tuple(replace(s, saves=(own[s.saves[0].name],)) for s in steps)
    b = Build(names)
    b.nodes += [n for node in block.nodes for n in saving(node, steps, names)]
    return b.block((), (*block.results, *(own[v.name] if v.name in own else b.zeros(v.shape, v.kind) for v in saves)))


def positions_of(step: Step) -> list[Value]:
    """Run-time positions and predicates that the recipe of a step uses."""
    if step.recipe is None:
        return []
    inner = [v for b in step.recipe.blocks for v in free_values(b)]
    known = {step.after.name, *(s.name for s in step.saves)}
    return [v for v in (*step.recipe.inputs, *inner) if v.name not in known]


def stored(step: Step) -> tuple[Value, Node] | None:
    """(value, node that reads it back from the array it was stored in) of a plain store, else None."""
    node = step.node
    if node.op != "update" or any(isinstance(i, Pick) and node.inputs[2 + i.operand].rank for i in node.attrs["at"]):
        return None
    new = node.inputs[1]
    if step.saves[0].shape != new.shape:
        return None
    return new, Node("slice", (step.after, *node.inputs[2:]), (new,), {"at": node.attrs["at"]}, (), node.span)
