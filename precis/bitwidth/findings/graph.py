"""Where values come from and go to: the data flow of a Program, through stores, views, roundings and loop carries."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from precis.ir.emulate import ROUNDED
from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.types import Block, Node, Program, Value

MOVES = ("round", "store", "astype", "stop", "probe", "convert")


@dataclass
class Graph:
    """maker: value -> the node that gives it (loops and conds too); users: value -> the nodes that take it;
    carry: loop parameter -> (loop, position); inside: value -> the loops around its definition;
    leaves: result of a block -> what it is outside, and in the next iteration."""

    maker: dict[str, Node] = field(default_factory=dict)
    users: dict[str, list[Node]] = field(default_factory=dict)
    carry: dict[str, tuple[Node, int]] = field(default_factory=dict)
    inside: dict[str, tuple[str, ...]] = field(default_factory=dict)
    leaves: dict[str, list[Value]] = field(default_factory=dict)

    @staticmethod
    def of(program: Program) -> Graph:
        graph = Graph()
        graph._learn(program.body, ())
        return graph

    def _learn(self, block: Block, around: tuple[str, ...]) -> None:
        self.inside.update((p.name, around) for p in block.params)
        for node in block.nodes:
            for v in node.inputs:
                self.users.setdefault(v.name, []).append(node)
            for v in node.outputs:
                self.maker[v.name] = node
                self.inside[v.name] = around
            looping = node.op in ("loop", "while")
            for inner in node.blocks:
                if looping:
                    self.carry.update((p.name, (node, k)) for k, p in enumerate(inner.params))
                if node.op != "while" or inner is node.blocks[-1]:
                    for k, v in enumerate(inner.results):
                        self.leaves.setdefault(v.name, []).extend((*node.outputs[k : k + 1], *inner.params[k : k + 1]))
                self._learn(inner, (*around, node.outputs[0].name) if looping and node.outputs else around)

    def origin(self, v: Value, carries: bool = False) -> Value:
        """`v` before it was stored, rounded, cut or reshaped; with `carries` also the start of a loop's carry."""
        while True:
            node = self.maker.get(v.name)
            if node is not None and (node.op in MOVES or (node.op in OPS and OPS[node.op].category == VIEW)):
                v = node.inputs[0]
            elif node is None and carries and v.name in self.carry:
                loop, k = self.carry[v.name]
                v = loop.inputs[k]
            else:
                return v

    def node(self, v: Value) -> Node | None:
        """The operation that really computes `v`."""
        return self.maker.get(self.origin(v).name)

    def before(self, v: Value, depth: int = 12, through: Collection[str] | None = None) -> Iterator[Node]:
        """Operations that `v` comes from, nearest first, through loops and branches; `through`: not beyond other ones than these."""
        seen: set[str] = set()
        front = [v]
        for _ in range(depth):
            following: list[Value] = []
            for w in front:
                w = self.origin(w)
                if w.name in seen:
                    continue
                seen.add(w.name)
                node = self.maker.get(w.name)
                if node is None:
                    if w.name in self.carry:
                        loop, k = self.carry[w.name]
                        following += [loop.inputs[k], loop.blocks[-1].results[k]]
                elif node.blocks:
                    k = [o.name for o in node.outputs].index(w.name)
                    following += [b.results[k] for b in node.blocks if k < len(b.results)]
                    following += node.inputs[k : k + 1] if node.op in ("loop", "while") else []
                else:
                    yield node
                    following += [x for x in node.inputs if x.kind in ROUNDED and (through is None or node.op in through)]
            front = following

    def after(self, v: Value, depth: int = 8) -> Iterator[Node]:
        """Operations that `v` goes into, nearest first, within its block and out of loops; what only moves a value counts for none."""
        seen: set[str] = set()
        front = [v]
        for _ in range(depth):
            following: list[Value] = []
            for w in front:
                for node in self.users.get(w.name, ()):
                    if node.outputs and node.outputs[0].name not in seen:
                        seen.add(node.outputs[0].name)
                        if node.op in MOVES:
                            front += node.outputs
                            continue
                        yield node
                        following += node.outputs
                following += [v for v in self.leaves.get(w.name, ()) if v.name not in seen]
                seen.update(v.name for v in self.leaves.get(w.name, ()))
            front = following

    def same(self, a: Value, b: Value) -> bool:
        return self.origin(a).name == self.origin(b).name

    def squared(self, v: Value) -> Value | None:
        """x where v is x * x or x ** 2, else None."""
        node = self.node(v)
        if node is None or not node.inputs:
            return None
        if node.op == "mul" and self.same(*node.inputs):
            return self.origin(node.inputs[0])
        if node.op == "pow" and self.constant(node.inputs[1]) == 2.0:
            return self.origin(node.inputs[0])
        return None

    def constant(self, v: Value) -> float | None:
        """The number where `v` is a scalar constant."""
        node = self.node(v)
        value = node.attrs.get("value") if node is not None and node.op == "const" else None
        return float(value) if isinstance(value, (int, float)) else None

    def adds_to_itself(self, node: Node) -> Value | None:
        """The other operand where `node` adds to a carry of the loop around it, whose next value it is; else None."""
        if node.op not in ("add", "sub"):
            return None
        for mine, other in (node.inputs, node.inputs[::-1]):
            start = self.origin(mine)
            if start.name in self.carry:
                loop, k = self.carry[start.name]
                nexts = loop.blocks[-1].results[k]
                if any(n is node for n in self.before_updates(nexts)):
                    return other
        return None

    def before_updates(self, v: Value) -> Iterator[Node]:
        """The operation that gives `v`, and those stored into parts of it."""
        node = self.node(v)
        while node is not None:
            yield node
            if node.op not in ("update", "update_add", "cond", "select"):
                return
            if node.op == "update" and (stored := self.node(node.inputs[1])) is not None:
                yield stored
            if node.op == "cond":
                k = [o.name for o in node.outputs].index(self.origin(v).name)
                for block in node.blocks:
                    yield from self.before_updates(block.results[k])
                return
            v = node.inputs[0]
            node = self.node(v)
