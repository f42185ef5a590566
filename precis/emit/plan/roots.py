"""Which values of a block are materialised, and until when each is read.

A lazy value (pointwise, view, small source) is inlined into the nests that use it, unless that costs more than writing and reading
it, or a nested block, a contraction or an update between its definition and its use needs it in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Set

from precis.emit.plan.body import lazy_op
from precis.emit.plan.gather import box_of, find_chains, in_order, value_index
from precis.emit.plan.maps import Indices, axes_of, disjoint, out_of_step, reshaped
from precis.emit.plan.prepare import ROLL
from precis.emit.plan.prices import FAST, NAMING, flops, prices_of
from precis.emit.plan.reads import Reads, Roots
from precis.emit.plan.rotations import innermost_turn, keeps
from precis.emit.plan.uses import TAKEN, lazy_uses, operand_uses, returned_to, taken_once
from precis.formats import Format
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, ROUTINE, VIEW
from precis.ir.rewrite import free_values
from precis.ir.size import product
from precis.ir.types import Block, Node, Pick, Shape, Value

RECOMPUTED = 6  # flops that are repeated rather than kept in memory: about one store and one load in the nearest cache
STREAMED = 16  # the same where each element is stored once and loaded once: arrays that come and go through the caches
WAITED = 2  # flops more that an array takes whose elements are divided, or have a root taken, again
AGAIN = 3  # times that a block is looked at again with what turned out to be in memory
TABLE = 4096  # numbers that are looked up
ORDERING = ("argsort", "searchsorted")  # leave what they read as it is
HANDED = 2  # arrays from which what repeats lay down is computed again and again
SPREAD = 48  # operations, in all nests that want it, in place of a pass over memory for a chain of updates

Use = tuple[int, Indices, Shape]  # position of the reading root, index in its nest, shape of the nest


def find_roots(block: Block, in_memory: Callable[[str], bool], owned: Callable[[str], bool],
               formats: dict[str, Format | None], outer: Callable[[str], frozenset[str]]) -> Roots:
    """Decide for one block. `in_memory`: whether a value from outside has a buffer; `owned`: whether it may be overwritten here;
    `outer`: the values in memory that reading a value from outside reads."""
    def finder(known: Set[str]) -> _Finder:
        return _Finder(block, in_memory, owned, formats, outer, known)
    first = finder(frozenset())
    found = first.find()
    known = first.underrated() | first.shared()
    for _ in range(AGAIN):
        if not known:
            break
        later = finder(known).find()
        if known <= later.materialised:
            return later
        known &= later.materialised  # what was dear only with others computed again in it
    return found


class _Finder:
    def __init__(self, block: Block, in_memory: Callable[[str], bool], owned: Callable[[str], bool],
                 formats: dict[str, Format | None], outer: Callable[[str], frozenset[str]], known: Set[str]):
        self.block, self.in_memory, self.owned, self.formats, self.outer, self.known = block, in_memory, owned, formats, outer, known
        self.inside = {v.name for v in block.params} | {v.name for n in block.nodes for v in n.outputs}
        self.end = len(block.nodes)
        self.lazy = {n.output.name: n for n in block.nodes if lazy_op(n)}
        self.read_once = frozenset(name for name, n in self.lazy.items() if _cheap_in_sums(n))
        chains = find_chains(block)
        self.roots = Roots(chains={c.last.name: c for c in chains}, members=frozenset().union(*(c.members for c in chains)))
        defined = {n.output.name: n for n in block.nodes if len(n.outputs) == 1}
        self.even = {c.last.name for c in chains if in_order(c, defined)}
        self.inlined = frozenset().union(*(c.inlined for c in chains))
        self.searches = {n.output.name: n for n in block.nodes if n.op == "searchsorted" and len(n.inputs) == 1}
        self.uses: dict[str, dict[Use, None]] = {}  # in order: how parts are told apart depends on it
        self.forced: set[str] = set()  # to be in memory, or a plain view of what is
        self.whole: set[str] = set()  # to be in memory themselves
        self.kept: frozenset[str] = frozenset()  # pointwise ones that some root reads whole, which views of them may as well
        self.tallies = any(n.op == "tally" for n in block.nodes)
        self.streamed = STREAMED if self.tallies else RECOMPUTED
        self.prices = prices_of(block, self.lazy, lambda cost, used: cost > self.streamed and used > 1, known, self.tallies)

    def find(self) -> Roots:
        self._uses_of_roots()
        for k in range(self.end - 1, -1, -1):
            node = self.block.nodes[k]
            if lazy_op(node) and (node.output.name in self.uses or node.output.name in self.forced):
                self._decide(k, node)
            elif self._gathered(node):
                self._weigh(k, node)
            elif self._member(node):
                self._pass_on(node)
        self.roots.materialised |= self._turned_twice()
        reads = Reads(self.block, self.roots, self.lazy, self.uses.keys() | self.forced, self.inlined, self.outer, self.owned)
        reads.make_way()
        self.roots.last_read = reads.last_of_memory()
        return self.roots

    def _turned_twice(self) -> set[str]:
        """Lazy values to materialise so that no position begins anew twice along an innermost axis: they are rotated, and what they are
        computed from was. Neighbours would lie anywhere."""
        found: set[str] = set()
        turned: set[str] = set()
        for name, node in self.lazy.items():
            before = [v.name for v in node.inputs if v.name in turned - found]
            if innermost_turn(node) and name in self.uses:
                found.update(before)
                before = [name]
            if before and name not in self.roots.materialised:
                turned.add(name)
        return found - self.inlined

    def _gathered(self, node: Node) -> bool:
        """Whether `node` ends a chain."""
        return len(node.outputs) == 1 and node.output.name in self.roots.chains

    def _weigh(self, k: int, node: Node) -> None:
        """Spread the chain that ends with `node`, or use what it is made of: cotangents of what slices are taken of are such chains, and
        many of them are wanted in one nest only, element by element."""
        v, chain = node.output, self.roots.chains[node.output.name]
        uses = self.uses.get(v.name, {})
        here = all(index == axes_of(v.shape)[1] and shape == v.shape for _, index, shape in uses)
        tallied = any(place < self.end and self.block.nodes[place].op == "tally" for place, _, _ in uses)
        work = sum(1 + self.prices.inlined.get(n.inputs[1].name, 0) for n in chain.nodes) * len({self._once(u) for u in uses})
        if v.name in self.even and here and tallied and v.name not in self.forced and work <= SPREAD:
            self.roots.spread[v.name] = self.roots.chains.pop(v.name)
            self.roots.members |= {v.name}
            self._pass_on(node)
            return
        for operand, index, shape in self._operands(node):
            self._use(operand, k, index, shape)

    def _pass_on(self, node: Node) -> None:
        """What tallies of a result inside a chain use: the target of the update, and what it writes."""
        for place, index, shape in self.uses.get(node.output.name, ()):
            self._use(node.inputs[0], place, index, shape)
            self._use(node.inputs[1], place, value_index(node, box_of(node) or (), index), shape)

    def underrated(self) -> frozenset[str]:
        """What is in memory although it was thought to be computed again: what others were made to wait for it may cost less than that."""
        if self.tallies:
            return frozenset()
        return frozenset(name for name in self.roots.materialised if self.prices.inlined[name] and self.lazy[name].output.rank)

    def shared(self) -> frozenset[str]:
        """What several values in memory are found from by little more than an operation and no other array: in memory in their place, it is
        one array. Halves that a mask divides it into would need the mask beside it."""
        if self.tallies:
            return frozenset()
        kept = self.roots.materialised
        found = (self._computed(n) for name, n in self.lazy.items() if name in kept and self._pointwise(name))
        cheap = [n for n in found if n.output.rank and flops(n) <= FAST]
        arrays = [{v.name for v in n.inputs if v.shape == n.output.shape} for n in cheap]
        read = Counter(name for names in arrays if len(names) == 1 for name in names)
        return frozenset(name for name, times in read.items() if times > 1 and self._pointwise(name) and name not in kept)

    def _computed(self, node: Node) -> Node:
        """What computes the result of a node that may only name it."""
        while node.op in NAMING and node.inputs[0].name in self.lazy:
            node = self.lazy[node.inputs[0].name]
        return node

    def _read_whole(self) -> Iterator[str]:
        """The pointwise arrays that roots read as they lie in memory."""
        for node in self.block.nodes:
            if not lazy_op(node) and not self._member(node) and not self._gathered(node):
                yield from (v.name for v, index, _ in self._operands(node) if index is None and self._pointwise(v.name))

    def _pointwise(self, name: str) -> bool:
        node = self.lazy.get(name) if name not in self.inlined else None
        return node is not None and node.op in OPS and OPS[node.op].category == POINTWISE

    def _uses_of_roots(self) -> None:
        self.kept = frozenset(self._read_whole())
        called = self._called()
        for k, node in enumerate(self.block.nodes):
            if not lazy_op(node) and not self._member(node) and not self._gathered(node):
                for v, index, shape in self._operands(node):
                    self._use(v, k, None if called[v.name] > 1 and _routine(node) else index, shape)  # one copy for all routines
            for inner in node.blocks:
                for v in free_values(inner):
                    self._need(v)
        for v in self.block.results:
            self.forced.add(v.name)

    def _called(self) -> Counter[str]:
        """How many routines each value is computed for; what is ordered, or taken from anywhere, is in memory for them, where others may
        read it."""
        routines = [n for n in self.block.nodes if _routine(n)]
        called = Counter(v.name for n in routines for v in dict.fromkeys(n.inputs))
        kept = {v.name for n in routines for v in n.inputs if (n.op in ORDERING and self._pointwise(v.name)) or self._taken(v.name)}
        called.update(v.name for n in self.block.nodes if not _routine(n) for v in n.inputs if v.name in kept)
        return called

    def _taken(self, name: str) -> bool:
        return name in self.lazy and name not in self.inlined and self._gathers(self._computed(self.lazy[name]))

    def _member(self, node: Node) -> bool:
        return len(node.outputs) == 1 and node.output.name in self.roots.members

    def _operands(self, node: Node) -> Iterator[tuple[Value, Indices | None, Shape]]:
        chain = self.roots.chains.get(node.outputs[0].name) if node.outputs else None
        if chain is None:
            yield from operand_uses(node, self.read_once)
            return
        shape, point = chain.point()
        yield chain.base, point, shape
        for n, box in zip(chain.nodes, chain.boxes):
            yield n.inputs[1], value_index(n, box, point), shape

    def _use(self, v: Value, k: int, index: Indices | None, shape: Shape) -> None:
        if index is None:
            self._need(v)
        else:
            self.uses.setdefault(v.name, {})[k, index, shape] = None

    def _need(self, v: Value) -> None:
        """`v` is read by a nested block or whole: it must be in memory or a plain view of what is. One element goes to a
        register, since the nested block may update the array that it stands in."""
        element = v.rank == 0 and v.name in self.lazy and self.lazy[v.name].op == "slice"
        if element:
            self.whole.add(v.name)
        if element or not self._plain(v):
            self.forced.add(v.name)

    def _plain(self, v: Value) -> bool:
        node = self.lazy.get(v.name)
        if node is None:
            return True
        if node.op in ("const", "index", "iota"):
            return True
        if node.op == ROLL or OPS[node.op].category != VIEW or (node.op == "slice" and len(node.inputs) > 1):
            return False
        source = next(iter(node.inputs))
        return self._simple_reshape(node) and (source.name in self.kept or self._plain(source))

    def _simple_reshape(self, node: Node) -> bool:
        if node.op != "reshape":
            return True
        source = node.inputs[0]
        return reshaped(source.shape, node.output.shape, axes_of(node.output.shape)[1]) is not None or source.name not in self.lazy

    def _decide(self, k: int, node: Node) -> None:
        v = node.output
        uses = self.uses.get(v.name, {})
        wanted = (v.name in self.forced and not self._trivial_result(node)) or self._costly(node, uses)
        if wanted and v.name not in self.inlined:
            self.roots.materialised.add(v.name)
            uses = {(k, axes_of(v.shape)[1], v.shape): None}
        for place, index, shape in uses:
            for operand, inner in lazy_uses(node, index):
                if inner is None and operand.name in self.lazy:
                    self.forced.add(operand.name)
                    self.whole.add(operand.name)
                elif inner is not None:
                    self.uses.setdefault(operand.name, {})[place, inner, shape] = None
        if v.name in self.forced and v.name not in self.roots.materialised:
            for operand in node.inputs:
                self._need(operand)

    def _trivial_result(self, node: Node) -> bool:
        """Forced values that stay lazy: constants and plain views, which nested blocks resolve themselves."""
        name = node.output.name
        return self._plain(node.output) and name not in self.whole and name not in {r.name for r in self.block.results}

    def _costly(self, node: Node, uses: Collection[Use]) -> bool:
        if node.op == ROLL:
            return keeps(node, [(self._root(k), index, shape) for k, index, shape in uses], self.lazy)
        category = OPS[node.op].category
        cost, long = self.prices.full[node.output.name], node.output.name in self.prices.long
        if node.op == "slice" and node.output.rank == 0 and uses:
            return len({u[:2] for u in uses}) > 1 or any(shape for _, _, shape in uses)
        if self._gathers(node) and (any(returned_to(index, shape) for _, index, shape in uses) or self._gathered_again(uses)):
            return True
        if self._laid_down(node, uses):
            return True
        if category != POINTWISE or not uses:
            return False
        if node.output.rank == 0:
            return len(uses) > 1 or any(shape for _, _, shape in uses) or long
        reused = any(self._reused(index, shape) for _, index, shape in uses)
        scattered = len({u[0] for u in uses if self._scattered(u)})  # several may become one nest, which finds positions once
        most = FAST if scattered > 1 else RECOMPUTED if reused or scattered else self.streamed
        once = {self._once(u): u[2] for u in uses}
        price = cost + WAITED * (node.output.name in self.prices.slow and not self.tallies)
        repeated = (len(once) - 1) * price > most and (_times([(index, shape) for (_, index), shape in once.items()]) - 1) * price > most
        again = node.output.name in self.prices.slow and any(returned_to(index, shape) for _, index, shape in uses)
        dear = cost > RECOMPUTED or node.output.name in self.known  # as it was thought to be before
        return repeated or long or again or (reused and dear) or (cost > 0 and self._table(node, uses)) or self._looked_up(node, uses)

    def _looked_up(self, node: Node, uses: Collection[Use]) -> bool:
        """Whether truth values that some nest computes everywhere are wanted at places that a list of them holds, too: one byte is looked
        up there instead of one number in each array that they are computed from."""
        v = node.output
        whole = any(index == axes_of(shape)[1] and shape == v.shape for _, index, shape in uses)
        picked = any(shape and str(index[0]).startswith(TAKEN) for _, index, shape in uses if index)
        return v.kind == "bool" and v.rank == 1 and whole and picked and not self.tallies and self._sources(node) > 1

    def _laid_down(self, node: Node, uses: Collection[Use]) -> bool:
        """Whether `np.repeat(x, counts)` would compute x for each place that it is laid down at. Finding where each begins takes a pass
        over the counts anyway, however many there are to each."""
        if self.tallies or not any(self._by_counts(node.output, index) for _, index, _ in uses):
            return False
        return node.output.name in self.prices.slow or self._sources(node) > HANDED

    def _by_counts(self, v: Value, index: Indices) -> bool:
        """Whether an index runs along an array by a search for 0, 1, 2 ... in a table of its length."""
        place = str(index[0]).split() if len(index) == 1 else []
        search = self.searches.get(place[1]) if place[:1] == [TAKEN.strip()] else None
        return search is not None and search.inputs[0].shape == v.shape

    def _sources(self, node: Node) -> int:
        """How many arrays the elements of a lazy value are computed from."""
        found: set[str] = set()
        pending = list(node.inputs)
        while pending:
            v = pending.pop()
            inner = self.lazy.get(v.name)
            if v.rank and v.name not in found:
                found.add(v.name)
                pending += inner.inputs if inner else ()
        return sum(name not in self.lazy for name in found)

    def _table(self, node: Node, uses: Collection[Use]) -> bool:
        """Whether a few numbers are looked up, from arrays of more numbers than these: shades of an image, classes, rules."""
        count = product(node.output.shape).constant
        looked_up = (shape for _, index, shape in uses if any(s.startswith(TAKEN) for i in index for s in i.symbols()))
        return count is not None and count <= TABLE and any(product(shape).constant is None for shape in looked_up)

    def _scattered(self, use: Use) -> bool:
        """Whether elements are added one by one, wherever their positions are found."""
        node = self._root(use[0])
        return node is not None and node.op == "update_add" and any(p.rank for p in node.inputs[2:])

    def _root(self, k: int) -> Node | None:
        """The node that a use is of; None for the results of the block."""
        return self.block.nodes[k] if k < self.end else None

    def _once(self, use: Use) -> tuple[object, Indices]:
        """The same for uses that share what they compute: tallies over one shape become one nest."""
        k, index, shape = use
        tallied = k < self.end and self.block.nodes[k].op == "tally"
        return (shape if tallied else k), index

    def _gathers(self, node: Node) -> bool:
        """Whether a slice takes elements wherever an array says, rather than along a diagonal."""
        picks = [p for p in node.inputs[1:] if p.rank] if node.op == "slice" else []
        return any(p.name not in self.lazy or self.lazy[p.name].op != "iota" for p in picks)

    def _gathered_again(self, uses: Collection[Use]) -> bool:
        """Whether one nest takes an element at several places, as neighbours do: what several nests take at one place, fusion shares."""
        nests: dict[int, list[tuple[Indices, Shape]]] = {}
        for k, index, shape in uses:
            nests.setdefault(k, []).append((index, shape))
        return not self.tallies and any(len(of) > 1 and _times(of) > 1 for of in nests.values())

    def _reused(self, index: Indices, shape: Shape) -> bool:
        """Whether some axis of the nest does not occur in the index, so that elements would be computed again and again."""
        if any(map(taken_once, index)):
            return False
        axes, _ = axes_of(shape)
        present = frozenset().union(*(i.symbols() for i in index))
        return any(a.symbol not in present for a in axes)


def _times(uses: list[tuple[Indices, Shape]]) -> int:
    """How often an element is computed: parts that are surely apart, as even and odd ones, count together as one use of all."""
    together: list[list[tuple[Indices, Shape]]] = []
    for use in uses:
        room = next((group for group in together if all(_apart(use, other) for other in group)), None)
        if room is None:
            together.append([use])
        else:
            room.append(use)
    return len(together)


def _apart(a: tuple[Indices, Shape], b: tuple[Indices, Shape]) -> bool:
    if a[1] == b[1]:
        return disjoint(a[0], b[0], axes_of(a[1])[0])
    return any(out_of_step(x, y) for x, y in zip(a[0], b[0]))


def _cheap_in_sums(node: Node) -> bool:
    """Whether a contraction that reads each element once had better compute it than read it: squares, and what is gathered."""
    if node.op == "slice":
        return any(isinstance(i, Pick) for i in node.attrs["at"]) and node.output.rank > 1
    return node.op == "mul" and node.inputs[0] == node.inputs[1] and node.output.rank > 0


def _routine(node: Node) -> bool:
    return node.op in OPS and OPS[node.op].category == ROUTINE
