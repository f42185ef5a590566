"""Updates of large boxes, gathered: each element of the result is computed once from everything that the updates put there.

A chain x1 = update(x0, v1, at=box1), x2 = update_add(x1, v2, at=box2), ... would be a pass over memory for each. Where all boxes are
the whole array but for a few elements at its ends, elements in the intersection of the boxes take part in all updates: one nest
computes them in a register, in the order of the chain, and writes them into other memory than x0, so that the updates may read x0 at
other places (a stencil in place becomes double buffering). Elements outside the intersection are brought by one pass per update that
leaves the intersection out. Adjoints of stencils are such chains.

Results inside a chain are in no memory. Tallies may read them all the same, where computing them once more takes a few operations: at
each element they choose between what an update puts there and what was there before.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

from precis.emit.plan.body import lazy_op
from precis.emit.plan.maps import Indices, aligned, axes_of, covers
from precis.emit.plan.prices import DEEPEST
from precis.emit.plan.uses import lazy_uses
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE
from precis.ir.rewrite import free_values
from precis.ir.shapes import indexed
from precis.ir.types import Block, Cut, Node, Shape, Value

MARGIN = 8  # elements at an end that a box may leave out
AGAIN = 12  # operations of a chain that are done again for tallies of what is inside it

Users = dict[str, list["Node | None"]]
Box = tuple[tuple[int, int], ...]  # per dimension: elements left out at the start and at the end


@dataclass(frozen=True, slots=True)
class Chain:
    """Consecutive updates, each of the result of the one before; only the last result is used elsewhere, but for tallies."""

    nodes: tuple[Node, ...]
    boxes: tuple[Box, ...]
    inlined: frozenset[str] = frozenset()  # lazy values through which an update reads the result of the one before

    @property
    def last(self) -> Value:
        return self.nodes[-1].output

    @property
    def members(self) -> frozenset[str]:
        """Names of the results in between."""
        return frozenset(n.output.name for n in self.nodes[:-1])

    @property
    def base(self) -> Value:
        return self.nodes[0].inputs[0]

    @property
    def shape(self) -> Shape:
        return self.base.shape

    @property
    def inside(self) -> Box:
        """The intersection of the boxes."""
        return tuple((max(low for low, _ in ends), max(high for _, high in ends)) for ends in zip(*self.boxes))

    def point(self) -> tuple[Shape, Indices]:
        """(shape of the intersection, index of its elements in the array)."""
        shape = tuple(d - low - high for d, (low, high) in zip(self.shape, self.inside))
        return shape, tuple(i + low for i, (low, _) in zip(axes_of(shape)[1], self.inside))


def box_of(node: Node, short: bool = True) -> Box | None:
    """The box that an update covers, if it leaves out a few elements only. short: whether it may cover short axes."""
    target, at = node.inputs[0], node.attrs["at"]
    if len(node.inputs) > 2 or not target.shape or any(not isinstance(i, Cut) or i.step != 1 for i in at):
        return None
    ends: list[tuple[int, int]] = []
    for k, d in enumerate(target.shape):
        low, length = (at[k].start.constant, at[k].length) if k < len(at) else (0, d)
        high = None if low is None else (d - low - length).constant
        if low is None or high is None or not 0 <= low <= MARGIN or not 0 <= high <= MARGIN:
            return None
        if d.constant is not None and d.constant < 4 * MARGIN and (low or high or not short):
            return None
        ends.append((low, high))
    return tuple(ends)


def value_index(node: Node, box: Box, point: Indices) -> Indices:
    """The index into the value that an update writes, at a point of the array inside the box."""
    region = indexed(node.inputs[0].shape, node.attrs["at"], ())
    return aligned(node.inputs[1].shape, tuple(i - low for i, (low, _) in zip(point, box))) if region else ()


def find_chains(block: Block) -> list[Chain]:
    """The chains of a block that are worth gathering: of two updates or more, or of one that reads its target at other places. What has
    short axes is gathered where blocks tally; elsewhere nests over it run row by row, in the caches (precis.emit.cpu.together)."""
    defined = {v.name: n for n in block.nodes for v in n.outputs}
    users = _users(block)
    tallied = _tallied(block, users)
    weighed = {v.name for n in block.nodes if n.op == "tally" for v in n.inputs[1:]}
    taken: set[str] = set()
    found: list[Chain] = []
    for node in reversed(block.nodes):
        if node.op in ("update", "update_add") and node.output.name not in taken:
            grown = _grown(node, defined, users, tallied, bool(tallied))
            chain = _cheap(grown, defined, users, tallied) or _grown(node, defined, users, frozenset(), bool(tallied))
            alone = node.output.name in weighed and chain is not None and in_order(chain, defined)
            if chain is not None and (len(chain.nodes) > 1 or _shifted(chain, defined) or alone):
                found.append(chain)
                taken |= {n.output.name for n in chain.nodes}
    return found


def _grown(node: Node, defined: dict[str, Node], users: Users, tallied: Set[str], short: bool) -> Chain | None:
    """The longest chain that ends with `node`, none of whose operations stands deeper inside of others than expressions may be."""
    nodes: list[Node] = []
    boxes: list[Box] = []
    inlined: set[str] = set()
    while node.op in ("update", "update_add") and not (node.op == "update" and covers(node.attrs["at"], node.inputs[0].shape)):
        box = box_of(node, short)
        path = _private(node.output, nodes[0], boxes[0], defined, users, tallied) if nodes else set()
        if box is None or path is None or len(nodes) + len(inlined | path) > DEEPEST:
            break
        inlined |= path
        nodes.insert(0, node)
        boxes.insert(0, box)
        if node.inputs[0].name not in defined:
            break
        node = defined[node.inputs[0].name]
    return Chain(tuple(nodes), tuple(boxes), frozenset(inlined)) if nodes else None


def _cheap(chain: Chain | None, defined: dict[str, Node], users: Users, tallied: Set[str]) -> Chain | None:
    """A chain whose members may be computed again for tallies, with all that this takes inlined; None where it takes too much."""
    if chain is None or all(len(users[name]) == len(_others(Value(name), users, tallied)) for name in chain.members):
        return chain
    found: set[str] = set()
    pending = [v for n in chain.nodes for v in n.inputs[:2]]
    while pending:
        node = defined.get(pending.pop().name)
        if node is not None and lazy_op(node) and node.output.name not in found:
            found.add(node.output.name)
            pending += node.inputs
    work = sum(OPS[defined[name].op].flops or 1 for name in found if OPS[defined[name].op].category == POINTWISE)
    alone = frozenset(name for name in found if None not in users[name])
    return replace(chain, inlined=chain.inlined | alone) if work <= AGAIN else None


def in_order(chain: Chain, defined: Mapping[str, Node]) -> bool:
    """Whether vectors of neighbours of the result can be computed wherever they lie: the chain does not begin with what is in memory, and
    what it is made of lies in the order in which it is wanted."""
    base, seen = defined.get(chain.base.name), {n.output.name for n in chain.nodes}
    pending = [v for n in chain.nodes for v in n.inputs[:2]]
    while pending:
        v = pending.pop()
        node = defined.get(v.name)
        inlined = node is not None and lazy_op(node)
        if v.name not in seen and (v.kind != "real" if not inlined else not _neighbours(node)):
            return False
        pending += node.inputs if inlined and v.name not in seen else ()  # type: ignore[union-attr]
        seen.add(v.name)
    return base is not None and lazy_op(base)


def _neighbours(node: Node | None) -> bool:
    """Whether neighbours of the result of a lazy node are computed from neighbours."""
    if node is None:
        return False
    if node.op == "slice":
        return len(node.inputs) == 1 and all(not isinstance(i, Cut) or i.step == 1 for i in node.attrs["at"])
    return node.op in ("const", "broadcast") or (node.op in OPS and OPS[node.op].category == POINTWISE)


def _private(v: Value, successor: Node, box: Box, defined: dict[str, Node], users: Users, tallied: Set[str]) -> set[str] | None:
    """If `v` is used by the next update of the chain only, as its target, and in the value it writes at the same point, and by
    tallies: the lazy values on the way; else None."""
    point = axes_of(v.shape)[1]
    seen: list[Indices] = []
    path = _path(successor.inputs[1], value_index(successor, box, point), v, defined, users, tallied, seen)
    rest = [u for u in _others(v, users, tallied) if u is not successor and (u is None or not any(o.name in path for o in u.outputs))]
    return path if not rest and all(i == point for i in seen) else None


def _others(v: Value, users: Users, tallied: Set[str]) -> list[Node | None]:
    """The users of `v` that do not just tally it."""
    return [u for u in users.get(v.name, []) if u is None or not any(o.name in tallied for o in u.outputs)]


def _tallied(block: Block, users: Users) -> set[str]:
    """Names of the results of tallies, and of lazy values that only tallies use."""
    found = {n.output.name for n in block.nodes if n.op == "tally"}
    for node in reversed(block.nodes):
        if lazy_op(node) and users.get(node.output.name) and not _others(node.output, users, found):
            found.add(node.output.name)
    return found


def _path(w: Value, index: Indices, v: Value, defined: dict[str, Node], users: Users, tallied: Set[str],
          seen: list[Indices]) -> set[str]:
    """Names of the lazy values between `v` and `w` that have one user each, tallies aside; indices at which they read `v`."""
    node = defined.get(w.name)
    if w.name == v.name:
        seen.append(index)
        return set()
    if node is None or not lazy_op(node) or len(_others(w, users, tallied)) != 1:
        return set()
    found: set[str] = set()
    for operand, inner in lazy_uses(node, index):
        if inner is not None:
            deeper = _path(operand, inner, v, defined, users, tallied, seen)
            found |= deeper | ({w.name} if deeper or operand.name == v.name else set())
    return found


def _shifted(chain: Chain, defined: dict[str, Node]) -> bool:
    """Whether the only update of a chain reads its target at another point than it writes."""
    (node,), (box,) = chain.nodes, chain.boxes
    point = axes_of(chain.shape)[1]
    stack = [(node.inputs[1], value_index(node, box, point))]
    seen: set[tuple[str, Indices]] = set()
    while stack:
        v, index = stack.pop()
        if v.name == chain.base.name and index != point:
            return True
        inner = defined.get(v.name)
        if inner is not None and lazy_op(inner) and (v.name, index) not in seen:
            seen.add((v.name, index))
            stack += [(w, i) for w, i in lazy_uses(inner, index) if i is not None]
    return False


def _users(block: Block) -> Users:
    """Users of each value, one entry per use; None: the block's results or a nested block."""
    users: Users = {}
    for node in block.nodes:
        for v in node.inputs:
            users.setdefault(v.name, []).append(node)
        for inner in node.blocks:
            for v in free_values(inner):
                users.setdefault(v.name, []).append(None)
    for v in block.results:
        users.setdefault(v.name, []).append(None)
    return users

