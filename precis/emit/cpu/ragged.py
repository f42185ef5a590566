"""Places that counts lay down are gone through count by count.

    for p: y[t[p + b[r[p]]]] += v[r[p]], with r[p] = how many of ends[0], ends[1], ... are p or less
    ->  for k: for p from ends[k - 1] to ends[k]: y[t[p + b[k]]] += v[k]

`np.repeat(v, counts)`, and the edges of chosen nodes, are found by a search for 0, 1, 2 ... in the ends of all ranges (ADR 418). Loops that
go through them in order, as sums at places do, need neither the search nor its result, and what is the same for a range is read once.
The order of the places stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from precis.emit.cpu.promote import scalar_loop
from precis.emit.plan.body import Code
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Buffer, Instr, Loop, Nest, Plan, Routine, SizeBind, Statement
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses, walk
from precis.ir.size import Size

Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """A search for 0, 1, 2 ... in `count` whole numbers."""

    routine: Routine
    table: Access
    found: str
    count: Size
    length: Size

    @property
    def behind(self) -> int:
        """What is added to an end for the first place behind its range."""
        return 0 if self.routine.attrs["right"] else 1


def ragged(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    statements = _block(plan.statements, touches(plan.statements), made)
    return replace(plan, statements=statements, buffers=made)


def _block(block: Block, uses: Counter[str], made: dict[str, Buffer]) -> Block:
    block = tuple(map_blocks(s, lambda b: _block(b, uses, made)) for s in block)
    for ends in [e for s in block if (e := _ends(s, made))]:
        k = next(k for k, s in enumerate(block) if s is ends.routine)
        readers = [j for j, s in enumerate(block) if j > k and ends.found in accesses(s)[0]]
        loops = {j: loop for j in readers if (loop := _in_order(block[j])) and _follows(block, k, j, loop, ends)}
        if loops and touches(tuple(block[j] for j in loops))[ends.found] == uses[ends.found] - 1:
            block = tuple(t for j, s in enumerate(block) if s is not ends.routine and s != Allocate(ends.found)
                          for t in (_by_counts(loops[j], ends, made) if j in loops else (s,)))
    return block


def _ends(s: Statement, buffers: dict[str, Buffer]) -> Ends | None:
    if not isinstance(s, Routine) or s.op != "searchsorted" or len(s.inputs) != 1:
        return None
    (table,), (found,) = s.inputs[0].parts, s.output.parts
    plain = s.inputs[0].element == "int64" and found.index == table.index == (Size(),) and buffers[found.buffer].role == WORKSPACE
    return Ends(s, table, found.buffer, s.inputs[0].shape[0], s.output.shape[0]) if plain else None


def _follows(block: Block, k: int, j: int, s: Loop, ends: Ends) -> bool:
    """Whether a loop behind the search goes through all its places, with the same ends."""
    if not all(_reads(i, t, s, ends) for t in walk(s.body) if isinstance(t, Nest) for i in t.body):
        return False
    sizes = ends.count.symbols() | ends.length.symbols()
    return not any(ends.table.buffer in accesses(t)[1] or (isinstance(t, SizeBind) and t.symbol in sizes) for t in block[k + 1:j + 1])


def _in_order(s: Statement) -> Loop | None:
    """A nest of one axis whose iterations run in order, or a loop over scalar statements, as a loop from 0 on."""
    if isinstance(s, Loop):
        return s if s.start == Size() and s.step == 1 and scalar_loop(s) else None
    if not isinstance(s, Nest) or len(s.axes) != 1 or s.sequential != {s.axes[0].symbol} or s.reductions or s.hole or s.begin is not None:
        return None
    index = f"{s.axes[0].symbol[1:]} of {s.body[0].name}"
    body = tuple(moved(i, {s.axes[0].symbol: index}) for i in s.body)
    return Loop(index, Size(), s.axes[0].extent, 1, (replace(s, axes=(), sequential=frozenset(), body=body),), s.sites)


def _reads(i: Instr, t: Nest, s: Loop, ends: Ends) -> bool:
    """Whether an instruction reads what was found for the place of its iteration, or for the last one, or nothing of it."""
    if i.access is None or i.access.buffer != ends.found:
        return True
    by_name = {x.name: x for x in t.body}
    (index,), place = i.access.index, Size.of(s.index)
    if i.op != "load" or i.where or index == place:
        return i.op == "load" and not i.where
    least = by_name.get(index.symbol or "")
    if least is None or least.op != "minimum":
        return False
    sizes = [by_name[a].value for a in least.args if by_name[a].op == "size"]
    return sizes in ([place, ends.length - 1], [ends.length - 1, place])


def _by_counts(s: Loop, ends: Ends, made: dict[str, Buffer]) -> Iterator[Statement]:
    """The loop for one range after the other."""
    index, place, begin, end = (f"{word} {len(made)}" for word in ("range", "place", "begin", "end"))
    made.update((name, Buffer(name, (), "int64")) for name in (begin, end))
    first, last = f"{begin} size", f"{end} size"
    body = tuple(_there(t, s, index, place, ends) for t in s.body)
    inner = Loop(place, Size.of(first), Size.of(last) - Size.of(first), 1, body, s.sites, short=True)
    yield _number(begin, [Instr("%0", "const", (), "int64", value=0)], s)
    yield Loop(index, Size(), ends.count + 1, 1, (
        _number(end, _end_of(Size.of(index), begin, ends, s), s), SizeBind(first, begin), SizeBind(last, end), inner,
        _number(begin, [Instr("%0", "load", (), "int64", Access(end, (), ()))], s)), s.sites)


def _there(t: Statement, s: Loop, index: str, place: str, ends: Ends) -> Statement:
    """A statement of the loop in a range."""
    if not isinstance(t, Nest):
        return map_blocks(t, lambda block: tuple(_there(u, s, index, place, ends) for u in block))
    here = {s.index: place}
    return replace(t, body=tuple(_told(i, index) if i.access and i.access.buffer == ends.found else moved(i, here) for i in t.body))


def _told(i: Instr, index: str) -> Instr:
    return Instr(i.name, "size", (), "int64", value=Size.of(index), guard=i.guard)


def _number(name: str, body: list[Instr], s: Loop) -> Nest:
    return Nest((), (*body, Instr(f"%{len(body)}", "store", (body[-1].name,), "int64", Access(name, (), ()))), sites=s.sites)


def _end_of(k: Size, begin: str, ends: Ends, s: Loop) -> list[Instr]:
    """The place behind range k: no range ends before it begins, and what is beyond the search belongs to the last one of it."""
    code = Code()
    runs = ((k, Size(), ends.count),)
    at = code.emit("load", (), "int64", Access(ends.table.buffer, (k,), ends.table.shape), None, runs)
    end = code.emit("add", (at, code.emit("const", (), "int64", None, ends.behind)), "int64") if ends.behind else at
    known = code.emit("lt", (at, code.emit("size", (), "int64", None, ends.length - ends.behind)), "bool")
    behind = code.emit("lt", (code.emit("size", (), "int64", None, k), code.emit("size", (), "int64", None, ends.count)), "bool")
    whole = code.emit("size", (), "int64", None, s.trips)
    before = code.emit("load", (), "int64", Access(begin, (), ()))
    short = code.emit("maximum", (before, code.emit("minimum", (end, whole), "int64")), "int64")
    code.emit("select", (code.emit("bit_and", (known, behind), "bool"), short, whole), "int64")
    return code.instrs
