"""Rows that know nothing of one another are worked on side by side, turned so that they lie beside each other.

    for r: for k: for i: f[r, i] = (f[r, i] - f[r, i - 1]) / x[k, i]
    ->  for strips of r: t[i, r] = f[r, i];  for k: for i: for all r: t[i, r] = (t[i, r] - t[i - 1, r]) / x[k, i];  f[r, i] = t[i, r]

(Outer-loop vectorization; Nuzman & Zaks, PACT 2008.) Elements of a row wait for one another, and loops along short rows are short vectors;
those of neighbouring rows are vectors of which each is wanted. It is done where loops in loops go through rows, which pays for turning
them, and read elements beside those that they store; where each iteration touches its own row, which is short, and stores nothing else;
and where what else it reads is the same for all rows. Each row keeps its order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.emit.cpu.abreast import bare
from precis.emit.cpu.outer_vectors import IN_VECTORS
from precis.emit.cpu.registers import plain
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Axis, Buffer, Instr, Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import walk
from precis.ir.size import Size, product, smallest

Block = tuple[Statement, ...]
Buffers = dict[str, Buffer]

STRIP = 32  # rows: four vectors of binary64
FEWEST = 16  # rows, in the example
LONGEST = 64  # elements of a row, in the example: longer ones are vectors by themselves, and a strip of them leaves the first cache
ACROSS = "%i0"
TAKEN = IN_VECTORS | {"load", "store", "const"}


def rows_abreast(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    statements = _block(plan.statements, plan.example, made)
    return replace(plan, buffers=made, statements=statements)


def _block(statements: Block, example: Mapping[str, int], made: Buffers) -> Block:
    return tuple(s if isinstance(s, Strips) else _statement(s, example, made) for s in statements)


def _statement(s: Statement, example: Mapping[str, int], made: Buffers) -> Statement:
    if isinstance(s, Loop) and s.step == 1 and _known(s.trips, example) >= FEWEST and _over_elements(s):
        rows = _stored(s)
        if all(_row(made[name], example) and _own(made[name], s) for name in rows) and _same(s, rows) and _beside(s):
            return _turned(s, rows, made)
    return map_blocks(s, lambda block: _block(block, example, made))


def _known(size: Size, example: Mapping[str, int]) -> int:
    return size.value(example) if size.symbols() <= set(example) else 0


def _over_elements(s: Loop) -> bool:
    """Whether the body is loops in loops over statements that store elements, with the same ranges for all rows."""
    inside = list(walk(s.body))
    loops = [t for t in inside if isinstance(t, Loop)]
    nests = [t for t in inside if isinstance(t, Nest)]
    deep = any(isinstance(u, Loop) for t in loops for u in t.body)
    still = all(s.index not in t.start.symbols() | t.trips.symbols() for t in loops)
    return deep and still and len(loops) + len(nests) == len(inside) and all(bare(t) and all(map(_plain, t.body)) for t in nests)


def _plain(i: Instr) -> bool:
    return i.op in TAKEN and (i.access is None or not any(x.startswith("%") for size in i.access.index for x in size.symbols()))


def _stored(s: Loop) -> frozenset[str]:
    return frozenset(a.buffer for a, stores in _places(s) if stores)


def _places(s: Loop) -> list[tuple[Access, bool]]:
    """What the body touches, and whether it stores there."""
    return [(i.access, i.op == "store") for t in walk(s.body) if isinstance(t, Nest) for i in t.body if i.access]


def _row(b: Buffer, example: Mapping[str, int]) -> bool:
    """Whether an array has short rows."""
    return len(b.shape) > 1 and not b.tape and not b.capacity and plain(b.element) and 0 < _known(product(b.shape[1:]), example) <= LONGEST


def _own(b: Buffer, s: Loop) -> bool:
    """Whether each iteration touches its own row of an array only."""
    places = [a for a, _ in _places(s) if a.buffer == b.name]
    return all(a.shape == b.shape and a.index[0] == Size.of(s.index) and s.index not in _symbols(a.index[1:]) for a in places)


def _symbols(index: tuple[Size, ...]) -> frozenset[str]:
    return frozenset().union(*(x.symbols() for x in index))


def _same(s: Loop, rows: frozenset[str]) -> bool:
    """Whether all that is read beside the rows is the same for all of them."""
    return all(s.index not in _symbols(a.index) for a, _ in _places(s) if a.buffer not in rows)


def _beside(s: Loop) -> bool:
    """Whether every innermost loop reads other elements of a row than the one that it stores."""
    inner = [t for t in walk(s.body) if isinstance(t, Loop) and not any(isinstance(u, Loop) for u in t.body)]
    return all(any(a.buffer == b.buffer and a != b for a, stores in _places(t) if stores for b, _ in _places(t)) for t in inner)


def _turned(s: Loop, rows: frozenset[str], made: Buffers) -> Loop:
    lying = {name: replace(b, name=f"{name} abreast {len(made)}", shape=(*b.shape[1:], Size.of(STRIP)), role=WORKSPACE, original="",
                           carried=False) for name in sorted(rows) for b in [made[name]]}
    made.update((b.name, b) for b in lying.values())
    strip = Size.of(f"{s.index} strip")
    begin, count = s.start + strip * STRIP, smallest(STRIP, s.trips - strip * STRIP)

    def across(t: Statement) -> Statement:
        if not isinstance(t, Nest):
            return map_blocks(t, lambda block: tuple(map(across, block)))
        return replace(t, axes=(Axis(ACROSS, count),), body=tuple(there(moved(i, {s.index: begin + Size.of(ACROSS)})) for i in t.body))

    def there(i: Instr) -> Instr:
        b = lying.get(i.access.buffer) if i.access else None
        return replace(i, access=Access(b.name, (*i.access.index[1:], Size.of(ACROSS)), b.shape)) if b and i.access else i
    copies = [(_moves(made[name], b, begin, count, s, back=False), _moves(made[name], b, begin, count, s, back=True))
              for name, b in lying.items()]
    body = (*(to for to, _ in copies), *map(across, s.body), *(back for _, back in copies))
    return Loop(strip.symbol or "", Size(), (s.trips + STRIP - 1) // STRIP, 1, body, s.sites)


def _moves(row: Buffer, turned: Buffer, begin: Size, count: Size, s: Loop, back: bool) -> Nest:
    """The rows of a strip to where they lie side by side, or `back`."""
    axes = (Axis(ACROSS, count), *(Axis(f"%i{k}", d) for k, d in enumerate(row.shape[1:], 1)))
    along = tuple(Size.of(a.symbol) for a in axes[1:])
    places = [Access(row.name, (begin + Size.of(ACROSS), *along), row.shape), Access(turned.name, (*along, Size.of(ACROSS)), turned.shape)]
    source, target = places[::-1] if back else places
    return Nest(axes, (Instr("%0", "load", (), row.element, source), Instr("%1", "store", ("%0",), row.element, target)), sites=s.sites)
