"""What is computed of transposes alone, and transposed in the end, is computed upright.

    fy = flux(rho.T, c.T).T     ->     fy = flux(rho, c)

Programs reuse what they do along one axis for the other. Where nothing of it is kept in memory, loops read it in the order of what they
write; what is kept, as reverse sweeps do, would lie across rows and be read so by each that wants it. Each element is computed as before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE
from precis.ir.rewrite import free_values, substitute
from precis.ir.types import Block, Node, Program, Shape, Value, values_of

Perm = tuple[int, ...]
Views = Mapping[str, Node]  # the transposes and broadcast numbers in sight, by the name of what they make


def upright_program(program: Program) -> Program:
    """The program with such computations upright, and what keeps their results; as it was where that keeps others of another shape."""
    body = upright(program.body)
    shapes = defaultdict[str | None, set[Shape]](set)
    for v in values_of(body):
        shapes[v.container].add(v.shape)
    if any(len(shapes[c.name]) > 1 for c in program.containers):
        return program
    containers = tuple(replace(c, shape=next(iter(shapes[c.name]), c.shape)) for c in program.containers)
    return replace(program.with_body(body), containers=containers)


def upright(block: Block, outer: Views | None = None) -> Block:
    """The block, and those inside it, with such computations upright."""
    views = dict(outer or {}) | {n.output.name: n for n in block.nodes if n.op == "transpose" or _number(n)}
    turned = _Turned(block, views).found()
    named = {v.name for v in block.results} if outer is None else set[str]()  # a Program returns these
    found = {n.output.name: replace(n.inputs[0], shape=n.output.shape) for n in block.nodes
             if n.op == "transpose" and n.inputs[0].name in turned and n.output.name not in named}
    nodes = [_upright(n, turned, views) for n in block.nodes if not n.outputs or n.outputs[0].name not in found]
    views = {name: n for name, n in views.items() if n.inputs[0].name not in turned}
    inner = (replace(n, blocks=tuple(upright(b, views) for b in n.blocks)) if n.blocks else n for n in nodes)
    return substitute(replace(block, nodes=tuple(inner)), found)


def _number(node: Node) -> bool:
    return node.op == "broadcast" and node.inputs[0].rank == 0


def _upright(node: Node, turned: Mapping[str, Perm], views: Views) -> Node:
    """The node with what it is computed of upright, if it is; what is turned back no further, if it only has to have a name."""
    if node.op == "transpose" and node.inputs[0].name in turned:
        return replace(node, inputs=(replace(node.inputs[0], shape=node.output.shape),), attrs={"perm": tuple(range(node.output.rank))})
    if not node.outputs or (perm := turned.get(node.outputs[0].name)) is None:
        return node
    back = _inverse(perm)
    inputs = tuple(_source(v, views) if v.name in views else _turned_back(v, back) if v.rank else v for v in node.inputs)
    return replace(node, inputs=inputs, outputs=(_turned_back(node.output, back),))


def _source(v: Value, views: Views) -> Value:
    return views[v.name].inputs[0]


def _turned_back(v: Value, back: Perm) -> Value:
    return replace(v, shape=tuple(v.shape[k] for k in back))


def _inverse(perm: Perm) -> Perm:
    return tuple(sorted(range(len(perm)), key=perm.__getitem__))


@dataclass(frozen=True, slots=True)
class _Turned:
    """Finds what is computed of transposes by one permutation, number by number, and used by such computations or to be turned back."""

    block: Block
    views: Views

    def found(self) -> dict[str, Perm]:
        """Value -> the permutation by which its operands are turned."""
        users = self._users()
        turned = self._computed([n for n in self.block.nodes if len(n.outputs) == 1])
        while True:
            kept = {name for name, perm in turned.items() if all(_may_use(u, perm, turned) for u in users[name])}
            if len(kept) == len(turned):
                return turned
            turned = self._computed([n for n in self.block.nodes if len(n.outputs) == 1 and n.output.name in kept])

    def _computed(self, nodes: Iterable[Node]) -> dict[str, Perm]:
        """What of `nodes` is computed of what is turned."""
        found: dict[str, Perm] = {}
        for node in nodes:
            if (perm := self._perm(node, found)) is not None:
                found[node.output.name] = perm
        return found

    def _perm(self, node: Node, found: Mapping[str, Perm]) -> Perm | None:
        """The permutation that all operands of a node with as many axes have been turned by."""
        if node.op not in OPS or OPS[node.op].category != POINTWISE or node.output.rank < 2:
            return None
        arrays = [v for v in node.inputs if v.rank and not (v.name in self.views and _number(self.views[v.name]))]
        perms = {self._turned_by(v, found) if v.shape == node.output.shape else None for v in arrays}
        return perms.pop() if len(perms) == 1 else None

    def _turned_by(self, v: Value, found: Mapping[str, Perm]) -> Perm | None:
        view = self.views.get(v.name)
        if view is None or view.op != "transpose":
            return found.get(v.name)
        return view.attrs["perm"] if view.inputs[0].name not in found else None  # which is upright itself, then

    def _users(self) -> dict[str, list[Node | None]]:
        """Value -> the nodes that use it; None for the block, whose results they are."""
        users: dict[str, list[Node | None]] = defaultdict(list)
        for node in self.block.nodes:
            for v in (*node.inputs, *_free(node)):
                users[v.name].append(node)
        for v in self.block.results:
            users[v.name].append(None)
        return users


def _may_use(user: Node | None, perm: Perm, turned: Mapping[str, Perm]) -> bool:
    """Whether what is turned by `perm` may be upright for a node that uses it."""
    if user is None or user.blocks or len(user.outputs) != 1:
        return False
    return user.attrs["perm"] == _inverse(perm) if user.op == "transpose" else turned.get(user.output.name) == perm


def _free(node: Node) -> Iterable[Value]:
    return (v for b in node.blocks for v in free_values(b))
