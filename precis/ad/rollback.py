"""Rolling arrays back: a carry that an iteration only changes by updates is restored from the slices that were overwritten.

The versions of such a carry form a chain from the iteration's result back to the parameter. The forward loop saves
each overwritten slice just before it is overwritten; the reverse loop carries the array itself and undoes step after step.
Carries that trade places (double buffering) roll back together, as a cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.ad.forward import Forward, expensive, unnamed
from precis.ad.fresh import renewed_nodes
from precis.ir.build import Build, Names
from precis.ir.rewrite import free_values, symbols_of
from precis.ir.shapes import indexed
from precis.ir.types import Block, Node, Pick, Value

UPDATES = ("update", "update_add")


@dataclass(frozen=True, slots=True)
class Step:
    """One change of an array: `after = node(before, ...)`.

    recipe  a node that computes `before` from `after` and the saved slices; None where the reverse of `node` restores it
    saves   the slices that the forward block has to save
    branches  for a branch: the steps inside each side
    shared  for a branch: of each side, name of a slice that it saves -> the one of `saves` that it leaves as
    """

    node: Node
    after: Value
    before: Value
    recipe: Node | None
    saves: tuple[Value, ...] = ()
    branches: tuple[tuple[Step, ...], ...] = ()
    shared: tuple[Mapping[str, Value], ...] = ()


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


def cycles(forward: Forward, restored: Mapping[str, Value], names: Names) -> list[Cycle]:
    """Every set of carries of a loop body that can be rolled back. `restored`: outputs of inner loops, whiles and branches -> what their
    reverse restores."""
    place = {p.name: j for j, p in enumerate(forward.params)}
    ends: dict[int, tuple[int, tuple[Step, ...]]] = {}
    for j in range(len(forward.params)):
        found = chain(forward, forward.root(forward.results[j]), restored, names)
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


def chain(forward: Forward, v: Value, restored: Mapping[str, Value], names: Names) -> tuple[Value, tuple[Step, ...]] | None:
    """(oldest version, steps newest first); None where some change cannot be undone."""
    steps: list[Step] = []
    while v.name in forward.defined_by:
        step = _step(forward, forward.defined_by[v.name], v, restored, names)
        if step is None:
            return None
        steps.append(step)
        v = step.before
    return v, tuple(steps)


def _step(forward: Forward, node: Node, after: Value, restored: Mapping[str, Value], names: Names) -> Step | None:
    if node.op in UPDATES:
        before, saved = forward.root(node.inputs[0]), _overwritten(node, names)
        return Step(node, after, before, _undo(node, after, saved, before), (saved,))
    if after.name in restored:
        return Step(node, after, forward.root(restored[after.name]), None)
    return _cond_step(forward, node, after, names) if node.op == "cond" else None


def _overwritten(node: Node, names: Names) -> Value:
    target, picks = node.inputs[0], node.inputs[2:]
    return Value(names.fresh(), indexed(target.shape, node.attrs["at"], picks), target.kind)


def _undo(node: Node, after: Value, saved: Value, before: Value) -> Node:
    return Node("update", (after, saved, *node.inputs[2:]), (before,), {"at": node.attrs["at"]}, (), node.span)


def _cond_step(forward: Forward, node: Node, after: Value, names: Names) -> Step | None:
    """Undo a branch: both sides change the same array, by updates and branches at positions that are known outside."""
    k = node.outputs.index(after)
    sides = [side for block in node.blocks if (side := _side(block, block.results[k], names)) is not None]
    if len(sides) < 2 or sides[0].oldest.name != sides[1].oldest.name:
        return None
    before = forward.root(sides[0].oldest)
    saves, shared = shared_slots([[v for s in side.steps for v in s.saves] for side in sides], names)
    blocks = tuple(_undo_side(side, after, own, names) for side, own in zip(sides, shared))
    step = Step(node, after, before, Node("cond", node.inputs, (before,), {}, blocks, node.span), saves,
                tuple(side.steps for side in sides), shared)
    return step if before.name not in {forward.root(v).name for v in positions_of(step)} else None


@dataclass(frozen=True, slots=True)
class _Side:
    """What one side of a branch does to an array. around: nodes of the side that compute positions and predicates of the steps."""

    oldest: Value
    steps: tuple[Step, ...]
    around: tuple[Node, ...]


def _side(block: Block, result: Value, names: Names) -> _Side | None:
    inside = Forward((), block.nodes, block.results)
    found = chain(inside, inside.root(result), {}, names)
    if found is None or any(s.recipe is None for s in found[1]):
        return None
    around = _around(inside, found[1])
    return None if around is None else _Side(*found, around)


def _around(inside: Forward, steps: Sequence[Step]) -> tuple[Node, ...] | None:
    """The nodes that compute where and whether `steps` store; None where that depends on the array itself, or on what is not simple."""
    versions = {v.name for s in steps for v in (s.after, s.before)}
    pending, found = [v for s in steps for v in positions_of(s)], set()
    while pending:
        v = pending.pop()
        node = inside.defined_by.get(v.name)
        if inside.root(v).name in versions or (node is not None and (node.blocks or node.op == "size" or expensive(node))):
            return None
        if node is not None and v.name not in found:
            found |= {o.name for o in node.outputs}
            pending += node.inputs
    around = tuple(unnamed(n) for n in inside.nodes if n.outputs and n.outputs[0].name in found)
    recipes = (s.recipe for s in steps if s.recipe)
    return None if any(symbols_of(n) & set(inside.counts) for n in (*around, *recipes)) else around


def shared_slots(own: Sequence[Sequence[Value]], names: Names) -> tuple[tuple[Value, ...], tuple[Mapping[str, Value], ...]]:
    """(the slices that a branch saves, for each side which of them its own leave as): only one side runs, so that slices of one shape
    take turns."""
    saves: list[Value] = []
    shared: list[Mapping[str, Value]] = []
    for mine in own:
        free, leaving = list(saves), {}
        for v in mine:
            same = next((s for s in free if (s.shape, s.kind) == (v.shape, v.kind)), None)
            if same is None:
                saves.append(same := replace(v, name=names.fresh()))
            else:
                free.remove(same)
            leaving[v.name] = same
        shared.append(leaving)
    return tuple(saves), tuple(shared)


def _undo_side(side: _Side, after: Value, saved: Mapping[str, Value], names: Names) -> Block:
    if not side.steps:
        return Block((), (), (after,))
    undo = tuple(s.recipe for s in side.steps if s.recipe)
    nodes, new = renewed_nodes((*side.around, *undo), names, {**saved, side.steps[0].after.name: after}, {})
    return Block((), nodes, (new[side.oldest.name],))


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
    """The sides also return the slices that they overwrite, zeros where the other side has more of them."""
    blocks = tuple(_saving_side(*side, step.saves, names) for side in zip(node.blocks, step.branches, step.shared))
    return replace(node, outputs=node.outputs + step.saves, blocks=blocks)


def _saving_side(block: Block, steps: tuple[Step, ...], shared: Mapping[str, Value], saves: tuple[Value, ...], names: Names) -> Block:
    own = {shared[v.name].name: v for s in steps for v in s.saves}
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
