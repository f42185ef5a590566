"""Lengths and roots that are only compared with a number are compared before the root is taken.

    hypot(x, y) < c    ->    x * x + y * y < t,    t the least number whose root is not below c

Roots are rounded to the nearest, which keeps the order of numbers: both tell the same of all x and y, where c lies between 2^-399 and
2^499 (hypot takes larger and smaller numbers by parts). For a c that only the run knows both are printed, and t is found in front of loops.
Lengths in binary32 are roots in binary64, rounded: there t is known for constants c between 2^-100 and 2^100.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace

import numpy as np

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, Element, If, Instr, Loop, Nest, Plan, Statement, Strips, While
from precis.emit.plan.walking import accesses
from precis.formats import FORMATS

Block = tuple[Statement, ...]
Compared = dict[str, tuple[tuple[str, str], Instr]]
BINARY64, BINARY32 = FORMATS["binary64"], FORMATS["binary32"]
LEAST, MOST = 2.0**-399, 2.0**499
CONSTANTS: dict[Element, tuple[float, float]] = {BINARY64: (LEAST, MOST), BINARY32: (2.0**-100, 2.0**100)}  # between which they may lie
MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
# comparison with c -> (comparison with t, the operation that finds t)
REACHED = {"lt": ("lt", "root_not_below"), "ge": ("ge", "root_not_below"), "le": ("lt", "root_above"), "gt": ("ge", "root_above")}


@dataclass(frozen=True, slots=True)
class Reach:
    """Scalars that follow from the number in the scalar `source`: whether it is moderate, and t for each operation."""

    source: str
    moderate: str
    limits: tuple[tuple[str, str], ...]


def before_roots(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    statements, wanted = _block(plan.statements, made, frozenset())
    return replace(plan, statements=(*map(_found, wanted), *statements), buffers=made)


def _block(statements: Block, made: dict[str, Buffer], around: Set[str]) -> tuple[Block, list[Reach]]:
    """The statements, and what has to be found in front of all of them. `around`: scalars that a loop around them changes."""
    changed = frozenset().union(*(accesses(s)[1] for s in statements)) if statements else frozenset()
    out: list[Statement] = []
    outside: list[Reach] = []
    for s in statements:
        s, wanted = _statement(s, made, around)
        for reach in wanted:
            writers = [k for k, t in enumerate(out) if reach.source in accesses(t)[1]]
            if reach.source not in changed:
                outside.append(reach)
            else:
                out.insert(writers[-1] + 1 if writers else len(out), _found(reach))
        out.append(s)
    return tuple(out), outside


def _statement(s: Statement, made: dict[str, Buffer], around: Set[str]) -> tuple[Statement, list[Reach]]:
    if isinstance(s, Nest):
        return _nest(s, made, around)
    wanted: list[Reach] = []
    around = around | accesses(s)[1] if isinstance(s, (Loop, Strips, While)) else around

    def inside(block: Block) -> Block:
        block, more = _block(block, made, around)
        wanted.extend(more)
        return block
    return map_blocks(s, inside), wanted


def _nest(nest: Nest, made: dict[str, Buffer], around: Set[str]) -> tuple[Statement, list[Reach]]:
    compared = _compared(nest, accesses(nest)[1] | around)
    sources = {i.access.buffer for _, i in compared.values() if i.access}
    if not compared:
        return nest, []
    names = dict.fromkeys(REACHED[op][1] for (op, _), i in compared.values() if i.access)
    limits = {way: _scalar(made, "limit", BINARY64) for way in names}
    plain = replace(nest, body=tuple(_instead(nest, compared, limits)))
    if not sources:
        return plain, []
    reach = Reach(sources.pop(), _scalar(made, "moderate", "bool"), tuple(limits.items()))
    return If(reach.moderate, (plain,), (nest,), nest.sites), [reach]


def _scalar(made: dict[str, Buffer], what: str, element: Element) -> str:
    name = f"{what} {len(made)}"
    made[name] = Buffer(name, (), element, WORKSPACE)
    return name


def _compared(nest: Nest, changed: Set[str]) -> Compared:
    """Comparisons of roots with numbers that the nest and the loops around it do not change: name -> ((comparison, root), number)."""
    by_name = {i.name: i for i in nest.body}
    users: dict[str, list[Instr | None]] = {}
    for i in nest.body:
        for a in {*i.args, *(s for size in i.sizes for s in size.symbols())}:
            users.setdefault(a, []).append(i)
    for r in nest.reductions:
        for a in r.args:
            users.setdefault(a, []).append(None)
    if not nest.axes or any(r.op == "tally" for r in nest.reductions):
        return {}
    found: Compared = {}
    sources: set[str] = set()  # one number that only the run knows: for each both are printed
    for root in nest.body:
        if not root.guard and _is_root(root, by_name):
            these = {i.name: _with(i, root, by_name, changed) for i in users.get(root.name, []) if i}
            known = {name: c for name, c in these.items() if c}
            own = {number.access.buffer for _, number in known.values() if number.access}
            if len(known) == len(users.get(root.name, [])) and len(sources | own) < 2:
                found.update(known)
                sources |= own
    return found


def _is_root(i: Instr, by_name: dict[str, Instr]) -> bool:
    if i.op == "hypot":
        return i.element in CONSTANTS
    return i.op == "sqrt" and i.element == BINARY64 and _positive(i.args[0], by_name)


def _positive(name: str, by_name: dict[str, Instr]) -> bool:
    """Whether it is a sum of squares."""
    i = by_name.get(name)
    return i is not None and ((i.op == "mul" and i.args[0] == i.args[1]) or (i.op == "add" and all(_positive(a, by_name) for a in i.args)))


def _with(i: Instr, root: Instr, by_name: dict[str, Instr], changed: Set[str]) -> tuple[tuple[str, str], Instr] | None:
    if i.op not in MIRRORED or i.guard or i.args[0] == i.args[1]:
        return None
    op, other = (i.op, by_name[i.args[1]]) if i.args[0] == root.name else (MIRRORED[i.op], by_name[i.args[0]])
    scalar = other.op == "load" and other.access is not None and not other.access.shape and other.access.buffer not in changed
    low, high = CONSTANTS[root.element]
    known = other.op == "const" and low < other.value < high
    return ((op, root.name), other) if other.element == root.element and ((scalar and root.element == BINARY64) or known) else None


def _instead(nest: Nest, compared: Compared, limits: dict[str, str]) -> Iterator[Instr]:
    by_name = {i.name: i for i in nest.body}
    roots = {root for (_, root), _ in compared.values()}
    for i in nest.body:
        if i.name in roots and i.op == "hypot":
            x, y = i.args if i.element == BINARY64 else (f"{i.name} wide 0", f"{i.name} wide 1")
            for wide, a in zip((x, y), i.args):
                if i.element != BINARY64:
                    yield Instr(wide, "cast", (a,), BINARY64)
            yield Instr(f"{i.name} x", "mul", (x, x), BINARY64)
            yield Instr(f"{i.name} y", "mul", (y, y), BINARY64)
            yield Instr(f"{i.name} square", "add", (f"{i.name} x", f"{i.name} y"), BINARY64)
        elif i.name in compared:
            (op, root), number = compared[i.name]
            op, way = REACHED[op]
            square = f"{root} square" if by_name[root].op == "hypot" else by_name[root].args[0]
            limit = f"{i.name} limit"
            if number.access:
                yield Instr(limit, "load", (), BINARY64, Access(limits[way], (), ()))
            else:
                yield Instr(limit, "const", (), BINARY64, value=least(number.value, way == "root_above", by_name[root].element))
            if op == "lt" or by_name[root].op == "sqrt":
                yield replace(i, op=op, args=(square, limit))
                continue
            yield Instr(f"{i.name} beyond", op, (square, limit), "bool")  # an infinity beside NaN is far, too
            for k, a in enumerate(by_name[root].args):
                yield Instr(f"{i.name} far {k}", "isinf", (a,), "bool")
            yield Instr(f"{i.name} far", "bit_or", (f"{i.name} far 0", f"{i.name} far 1"), "bool")
            yield replace(i, op="bit_or", args=(f"{i.name} beyond", f"{i.name} far"))
        elif i.name not in roots:
            yield i


def least(c: float, above: bool, fmt: Element = BINARY64) -> float:
    """The least number of binary64 whose root, rounded to `fmt`, is not below `c`, or is above it."""
    t = c * c if fmt == BINARY64 else _middle(c, above) ** 2

    def reaches(t: float) -> bool:
        root = math.sqrt(t) if fmt == BINARY64 else float(np.float32(math.sqrt(t)))
        return root > c or (root == c and not above)
    while reaches(t):
        t = math.nextafter(t, 0.0)
    while not reaches(t):
        t = math.nextafter(t, math.inf)
    return t


def _middle(c: float, above: bool) -> float:
    """Between a number of binary32 and its neighbour, from where roots are rounded away from that."""
    return (c + float(np.nextafter(np.float32(c), np.float32(math.inf if above else 0.0)))) / 2


def _found(reach: Reach) -> Nest:
    """Finds what follows from a number."""
    body = [Instr("%c", "load", (), BINARY64, Access(reach.source, (), ())), Instr("%least", "const", (), BINARY64, value=LEAST),
            Instr("%most", "const", (), BINARY64, value=MOST), Instr("%above", "gt", ("%c", "%least"), "bool"),
            Instr("%below", "lt", ("%c", "%most"), "bool"), Instr("%moderate", "bit_and", ("%above", "%below"), "bool"),
            Instr("%told", "store", ("%moderate",), "bool", Access(reach.moderate, (), ()))]
    for way, limit in reach.limits:
        body += [Instr(f"%{way}", way, ("%c",), BINARY64),
                 Instr(f"%stored {way}", "store", (f"%{way}",), BINARY64, Access(limit, (), ()))]
    return Nest((), tuple(body))
