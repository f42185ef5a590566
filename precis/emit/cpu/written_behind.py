"""Arrays that loops make anew from their own later elements are written over, behind the reads.

    for k: (for i: b[i] = f(a[i], a[i + 1])); a, b = b, a    ->    for k: for i in order: a[i] = f(a[i], a[i + 1])

Lattice recursions, triangles of differences and upwind steps are such loops. Half of the memory is gone through, and nothing has to be
fetched for the sake of being written over. No element is read once the nest has come to it, so that results are the same bit for bit
(an antidependence that goes forward: vectors keep its order). Threads that share the nest have no such order: they go on to make the
other array, and exchange the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Instr, Loop, Nest, Plan, Rotate, Statement, While
from precis.emit.plan.walking import accesses
from precis.formats import Format
from precis.ir.size import Size

Block = tuple[Statement, ...]

SIMPLE = ("load", "store", "const", "add", "sub", "mul", "div", "neg", "fma")  # of which compilers make vectors without being told to


def written_behind(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan, touches(plan.statements)))


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    return tuple(_loop(map_blocks(s, lambda block: _block(block, plan, uses)), plan, uses) for s in statements)


def _loop(s: Statement, plan: Plan, uses: Counter[str]) -> Statement:
    """A loop at whose end arrays change places, without that for those that may be written over."""
    if not isinstance(s, (Loop, While)) or not s.body or not isinstance(last := s.body[-1], Rotate):
        return s
    body, pairs = s.body[:-1], set(last.pairs)
    over = [(old, new) for old, new in last.pairs if (new, old) in pairs and _replaceable(body, old, new, plan, uses)]
    by_nest = {k: [pair for pair in over if pair[1] in accesses(t)[1]] for k, t in enumerate(body)}
    made = {k: n for k, found in by_nest.items() if found and isinstance(t := body[k], Nest) and (n := _over(t, found))}
    gone = [pair for k in made for pair in by_nest[k]]
    if not gone:
        return s
    both = tuple(pair for a, b in gone for pair in ((a, b), (b, a)))
    threads, left = Rotate(both, threads=True), tuple(pair for pair in last.pairs if pair not in both)
    rest = (Rotate(left),) if left else ()
    return replace(s, body=(*(made.get(k, t) for k, t in enumerate(body)), threads, *rest))


def _replaceable(body: Block, old: str, new: str, plan: Plan, uses: Counter[str]) -> bool:
    """Whether one nest makes all that there is of `new`, for the next iteration, and nothing behind it wants `old`."""
    a, b = plan.buffers[old], plan.buffers[new]
    own = b.role == WORKSPACE and uses[new] == 2 and not (a.tape or b.tape or a.carried or b.carried)
    if not own or a.element != b.element or not isinstance(a.element, Format) or not a.shape:
        return False
    k = next((k for k, s in enumerate(body) if new in accesses(s)[1]), None)
    return k is not None and isinstance(body[k], Nest) and not any(old in name for s in body[k + 1:] for name in accesses(s))


def _over(n: Nest, pairs: Iterable[tuple[str, str]]) -> Nest | None:
    """The nest that writes over its old arrays when all is read; None where it comes to an element before that is read."""
    olds = {new: old for old, new in pairs}
    plain = len(n.axes) == 1 and not (n.reductions or n.sequential or n.hole) and n.begin is None and n.bins is None
    if not plain or not all(i.op in SIMPLE and not i.guard and not i.where for i in n.body):
        return None
    stores = [i for i in n.body if i.op == "store" and i.access and i.access.buffer in olds]
    if len(stores) > len(olds) or not all(_ahead(n, i.access, olds[i.access.buffer]) for i in stores if i.access):
        return None
    last = tuple(replace(i, access=replace(i.access, buffer=olds[i.access.buffer])) for i in stores if i.access)
    body = (*(i for i in n.body if i not in stores), *last)
    made = replace(n, body=body, behind=tuple((old, new) for new, old in olds.items()))
    return made if printer_of(made) is StreamPrinter else None


def _ahead(n: Nest, place: Access, old: str) -> bool:
    """Whether all that a nest reads of an array is at the place that it writes, or behind it in memory, where it comes later."""
    steps = [_step(i, place) for i in n.body if i.access and i.access.buffer == old]
    along = len(place.index) == 1 and place.index[0].coefficient(n.axes[0].symbol) == Size.of(1)
    return along and all(step is not None and step >= 0 for step in steps)


def _step(i: Instr, place: Access) -> int | None:
    """How far a read is from a place; None where that changes, or is no read."""
    same = i.op == "load" and i.access is not None and len(i.access.index) == 1
    return (i.access.index[0] - place.index[0]).constant if same and i.access else None
