"""When the values of a block are read, directly and through what is inlined, and what must be computed before an update works in place.

Programs of a few hundred lines have adjoints of thousands of nodes with hundreds of updates in one block: deciding that a value is
computed where it is defined changes when its operands are read last, and nothing else, so only these are looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from precis.emit.plan.body import lazy_op
from precis.emit.plan.gather import Chain
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Value

FIRST = ("update", "update_add", "tally")  # may overwrite their first operand
CLOBBERS = (*FIRST, "loop", "while")  # may overwrite operands


@dataclass
class Roots:
    """What a block materialises and reads.

    materialised  names of lazy values that get a buffer where they are defined
    last_read     name of a value in memory -> position of the last node that reads it (len(nodes): the results)
    chains        name of the last result of a chain of updates -> the chain, gathered where it ends
    members       names of the results inside chains, which are never in memory
    spread        the chains whose last results are in no memory either, by their names: they are computed where they are wanted
    """

    materialised: set[str] = field(default_factory=set)
    last_read: dict[str, int] = field(default_factory=dict)
    chains: dict[str, Chain] = field(default_factory=dict)
    members: frozenset[str] = frozenset()
    spread: dict[str, Chain] = field(default_factory=dict)

    def gather(self, names: Set[str]) -> None:
        """Compute these chains where they end after all."""
        for name in names:
            self.chains[name] = self.spread.pop(name)
        self.members -= names


class Reads:
    """The reads of `block`, as `roots` decides so far.

    lazy     name -> node of every lazy value; `inlined`: those that stay so
    alive    names of the lazy values that something uses
    outer    the values in memory that reading a value from outside reads
    owned    whether a value from outside may be overwritten
    """

    def __init__(self, block: Block, roots: Roots, lazy: Mapping[str, Node], alive: Set[str], inlined: Set[str],
                 outer: Callable[[str], frozenset[str]], owned: Callable[[str], bool]):
        self.block, self.roots, self.lazy, self.alive, self.inlined, self.owned = block, roots, lazy, alive, inlined, owned
        self.end = len(block.nodes)
        self.position = {v.name: k for k, n in enumerate(block.nodes) for v in n.outputs}
        self.inner = [tuple(v.name for b in n.blocks for v in free_values(b)) for n in block.nodes]
        inside = self.position.keys() | {v.name for v in block.params}
        self.read = [frozenset().union(*({name} if name in inside else {name} | outer(name) for name in (*map(_name, n.inputs), *inner)))
                     for n, inner in zip(block.nodes, self.inner)]
        self.users = _by_name(self.read)
        self.inlining = _by_name([tuple(map(_name, n.inputs)) for n in block.nodes])
        self.results = frozenset(map(_name, block.results))

    def make_way(self) -> None:
        """Materialise lazy values so that updates can work in place: those that read what is overwritten, and are used after it."""
        last, direct, q = self.last(), self._direct(), 0
        while q < self.end:
            clash = self._clash(q, last, direct)
            spread = clash & self.roots.spread.keys()
            self.roots.gather(spread)
            self.roots.materialised |= clash - spread
            if spread:
                last, direct, q = self.last(), self._direct(), 0
            elif clash:
                self._read_sooner(clash, last)
                q = min([q, *(k for name in clash for k in self.users[name])])  # updates of them may overwrite them now
            else:
                q += 1

    def last_of_memory(self) -> dict[str, int]:
        """The last position at which each value in memory is read, directly or through lazy ones."""
        found: dict[str, frozenset[str]] = {}
        positions = self.last()
        last = {name: at for name, at in positions.items() if not self._inlines(name)}
        for name, at in positions.items():
            if self._inlines(name):
                for leaf in self._leaves(name, found):
                    last[leaf] = max(last.get(leaf, -1), at)
        return last

    def last(self) -> dict[str, int]:
        """The last position at which a root reads each value, directly or through lazy ones."""
        last = dict.fromkeys(self.results, self.end)
        for k in range(self.end - 1, -1, -1):
            at = self._at(k, last)
            for name in self.read[k]:
                last[name] = max(last.get(name, -1), at)
        return last

    def _at(self, k: int, last: Mapping[str, int]) -> int:
        """When the operands of a node are read: where it is, or where what inlines it is."""
        outputs = self.block.nodes[k].outputs
        return last.get(outputs[0].name, -1) if len(outputs) == 1 and self._inlines(outputs[0].name) else k

    def _read_sooner(self, names: Set[str], last: dict[str, int]) -> None:
        """Correct `last` for the operands of values that were inlined and are materialised now."""
        pending = [x for name in names for x in self.read[self.position[name]]]
        while pending:
            name = pending.pop()
            at = self.end if name in self.results else max(self._at(k, last) for k in self.users[name])
            if at < last[name]:
                last[name] = at
                if self._inlines(name):
                    pending.extend(self.read[self.position[name]])

    def _inlines(self, name: str) -> bool:
        """Whether reading a value reads what it is computed from."""
        return name in self.roots.members or (name in self.lazy and name not in self.roots.materialised)

    def _leaves(self, name: str, found: dict[str, frozenset[str]]) -> frozenset[str]:
        """Values in memory that reading a value reads."""
        if not self._inlines(name):
            return frozenset((name,))
        if name not in found:
            found[name] = frozenset().union(*(self._leaves(x, found) for x in self.read[self.position[name]]))
        return found[name]

    def _direct(self) -> dict[str, int]:
        """The last position at which each value is an operand of a node that is alive, or a result."""
        ends = {name: self.position[c.last.name] for c in self.roots.chains.values() for name in c.members}
        last: dict[str, int] = {}
        for k, node in enumerate(self.block.nodes):
            if lazy_op(node) and node.output.name not in self.alive:
                continue
            at = ends.get(node.output.name, k) if len(node.outputs) == 1 else k
            for name in (*map(_name, node.inputs), *self.inner[k]):
                last[name] = max(last.get(name, -1), at)
        return last | dict.fromkeys(self.results, self.end)

    def _clash(self, q: int, last: Mapping[str, int], direct: Mapping[str, int]) -> set[str]:
        """What is inlined after node `q`, or into its blocks, and reads what that node could overwrite otherwise."""
        for target in self._targets(q):
            if direct.get(target, -1) > q or target in self.inner[q]:
                continue
            clash = {name for name in self._readers(target, q, last)
                     if self._first(name) < q and (self._until(name, last, direct) > q or name in self.inner[q])}
            if clash:
                return clash
        return set()

    def _targets(self, q: int) -> Iterator[str]:
        node = self.block.nodes[q]
        gathered = any(v.name in self.roots.members or v.name in self.roots.chains for v in node.outputs)
        if node.op in CLOBBERS and not gathered:
            for v in node.inputs[:1] if node.op in FIRST else node.inputs:
                if not self._inlines(v.name) and (v.name in self.position or self.owned(v.name)):
                    yield v.name

    def _readers(self, target: str, q: int, last: Mapping[str, int]) -> Iterator[str]:
        """What can be materialised of that which reads `target`, itself or through others, and is read at `q` or later."""
        seen, pending = {target}, [target]
        while pending:
            for k in self.inlining.get(pending.pop(), ()):
                name = self.block.nodes[k].outputs[0].name if self.block.nodes[k].outputs else ""
                if name in seen or not self._inlines(name) or last.get(name, -1) < q:
                    continue
                seen.add(name)
                pending.append(name)
                if name in self.roots.spread or (name in self.lazy and name not in self.inlined):
                    yield name

    def _first(self, name: str) -> int:
        """Where the computation of a value begins."""
        chain = self.roots.spread.get(name)
        return self.position[chain.nodes[0].output.name if chain else name]

    def _until(self, name: str, last: Mapping[str, int], direct: Mapping[str, int]) -> int:
        """The last position for which an inlined value is computed."""
        at = last.get(name, -1)
        return at if name in self.roots.spread else min(direct.get(name, -1), at)


def _name(v: Value) -> str:
    return v.name


def _by_name(read: Sequence[Iterable[str]]) -> dict[str, list[int]]:
    """Name -> the positions that read it."""
    users: dict[str, list[int]] = {}
    for k, names in enumerate(read):
        for name in names:
            users.setdefault(name, []).append(k)
    return users
