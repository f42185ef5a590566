"""A forward block as its reverse sees it: where each value comes from and what recomputing it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from precis.ad.regions import Region, disjoint
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION
from precis.ir.rewrite import free_values, symbols_of
from precis.ir.ruled import RULED, handed_on
from precis.ir.types import Block, Node, Value

IDENTITIES = ("store", "astype", "probe", "stop")  # the real value of the output is that of the first input


@dataclass
class Forward:
    """Definitions of one block.

    inputs       of the loop whose body this is, one per leading parameter
    known_equal  values that equal others by construction
    at_ends      slices that are read from values outside the block
    apart        values that count as equal to no other
    equal        value -> a value that it equals, maybe outside the block
    asked        what `source` was asked: (node, names of outputs) -> its answer; nodes by id, so that they are `kept`
    """

    params: tuple[Value, ...]
    nodes: tuple[Node, ...]
    results: tuple[Value, ...]
    inputs: tuple[Value, ...] = ()
    known_equal: Mapping[str, Value] = field(default_factory=dict)
    at_ends: Mapping[str, Node] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
    defined_by: dict[str, Node] = field(init=False)
    values: dict[str, Value] = field(init=False)
    place: dict[str, int] = field(init=False)
    counts: dict[str, Value] = field(init=False)
    equal: dict[str, Value] = field(init=False)
    asked: dict[tuple[int, tuple[str, ...]], tuple[Node, list[Value]]] = field(default_factory=dict, init=False)
    kept: list[Node] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.defined_by = {v.name: n for n in self.nodes for v in n.outputs}
        self.values = {v.name: v for v in self.params} | {v.name: v for n in self.nodes for v in n.outputs}
        self.place = {name: k for k, name in enumerate(self.values)}
        self.counts = {n.attrs["symbol"]: n.inputs[0] for n in self.nodes if n.op == "size"}
        self.equal = dict(self.known_equal) | {n.output.name: n.inputs[0] for n in self.nodes if n.op in IDENTITIES}
        self.equal |= {o.name: x for n in self.nodes if n.op in RULED for o, x in handed_on(n)}
        self.equal |= {name: v for name, v in self._stored() if name not in self.equal and name not in self.apart}
        for p, r, x in zip(self.params, self.results, self.inputs):
            if self.root(r).name == p.name:
                self.equal[p.name] = x

    def _stored(self) -> Iterator[tuple[str, Value]]:
        """(name of a slice, what was stored there before)."""
        for node in self.nodes:
            if node.op == "slice" and (new := self._stored_at(node)) is not None:
                yield node.output.name, new

    def _stored_at(self, node: Node) -> Value | None:
        """What was stored last where a slice reads, if that was just there."""
        region, v = Region(node.attrs["at"], node.inputs[1:]), self.root(node.inputs[0])
        while (store := self.defined_by.get(v.name)) is not None and store.op == "update":
            stored, new = Region(store.attrs["at"], store.inputs[2:]), store.inputs[1]
            if stored == region and region.plain and (new.shape, new.kind) == (node.output.shape, node.output.kind):
                return new
            if not disjoint(stored, region):
                return None
            v = self.root(store.inputs[0])
        return None

    def root(self, v: Value) -> Value:
        """The earliest value that `v` equals."""
        while v.name in self.equal:
            v = self.equal[v.name]
        return v

    def wants(self, nodes: Sequence[Node], results: Sequence[Value] = ()) -> list[Value]:
        """Values of this block that `nodes` and `results` use, size counts included, as roots; each once."""
        used = [*free_values(Block((), tuple(nodes), tuple(results)))]
        if self.counts:  # of few blocks: symbols of all that a long node holds are not collected in vain
            used += [self.counts[s] for n in nodes for s in sorted(symbols_of(n)) if s in self.counts]
        roots = {r.name: r for r in map(self.root, used)}
        return [r for name, r in roots.items() if name in self.values]

    def lengths(self, v: Value) -> list[Value]:
        """The counts of this block that the shape of a value asks for, as roots."""
        symbols = set().union(*(d.symbols() for d in v.shape))
        return [r for s in sorted(symbols & self.counts.keys()) if (r := self.root(self.counts[s])).name in self.values]

    def source(self, node: Node, outputs: Sequence[Value]) -> tuple[Node, list[Value]]:
        """(`node` with only what these of its outputs need, the values of this block that it uses then)."""
        key = id(node), tuple(v.name for v in outputs)
        if key not in self.asked:
            trimmed = live(Block((), (node,), tuple(outputs))).nodes[0] if node.op == "loop" else node
            self.kept.append(node)
            self.asked[key] = trimmed, self.wants((trimmed,))
        return self.asked[key]


def expensive(node: Node) -> bool:
    """Whether `node` is better saved than run again: loops and contractions, inside branches too."""
    if node.op in ("loop", "while") or (node.op in OPS and OPS[node.op].category == CONTRACTION):
        return True
    return any(expensive(n) for b in node.blocks for n in b.nodes)


def unnamed(node: Node) -> Node:
    """`node` with results kept in no container, for values that are recomputed."""
    if node.blocks or not any(v.container for v in node.outputs):
        return node
    return replace(node, outputs=tuple(replace(v, container=None) for v in node.outputs))
