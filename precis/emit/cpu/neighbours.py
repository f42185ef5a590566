"""Products whose differences are stored beside sums are rounded before.

    y[2 i] = a b - c; y[2 i + 1] = d e + f    ->    y[2 i] = pr::product(a, b) - c; y[2 i + 1] = pr::product(d, e) + f

Of neighbours in memory of which one subtracts and the other adds, g++ 12 makes vectors that multiply, subtract and add with one rounding
(vfmaddsub), whatever -ffp-contract says: its pattern for loops asks no flag (docs/adr/0225-products-of-complex-arrays-are-fused.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.emit.cpu.vector import vectorisable
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Instr, Nest, Plan, Statement
from precis.emit.plan.maps import linear
from precis.emit.plan.walking import walk
from precis.formats import FORMATS
from precis.ir.size import Size

ROUNDED = "product"  # a product that no compiler takes into a sum
FUSIBLE = (FORMATS["binary32"], FORMATS["binary64"])
AXIS = "%"  # with which the symbols of a nest's own axes and scalars begin
Place = tuple[str, Size]


def neighbours_rounded(plan: Plan) -> Plan:
    nests = [s for s in walk(plan.statements) if isinstance(s, Nest)]
    own = {id(n) for n in nests if _meet([place for place in _stored(n) if _moves(place, axis=True)])}
    around = _meet([place for n in nests for place in _stored(n) if _moves(place, axis=False)])
    if not own and not around:
        return plan

    def block(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(_rounded(s) if isinstance(s, Nest) and (around or id(s) in own) else map_blocks(s, block) for s in statements)
    return replace(plan, statements=block(plan.statements))


def _stored(nest: Nest) -> Iterator[Place]:
    accesses: list[Access] = [i.access for i in nest.body if i.op == "store" and i.access and i.element in FUSIBLE]
    accesses += [r.target for r in nest.reductions if r.element in FUSIBLE]
    return ((a.buffer, linear(a.shape, a.index)) for a in accesses)


def _moves(place: Place, axis: bool) -> bool:
    """Whether the place differs from one iteration to the next: of the nest that stores there, or only of loops around it."""
    symbols = place[1].symbols()
    return bool(symbols) and any(s.startswith(AXIS) for s in symbols) == axis


def _meet(places: list[Place]) -> bool:
    """Whether two of them lie a constant number of elements apart."""
    found: dict[Place, set[int]] = {}
    for buffer, at in dict.fromkeys(places):
        constant = dict(at.terms).get((), 0)
        found.setdefault((buffer, at - constant), set()).add(constant)
    return any(len(constants) > 1 for constants in found.values())


def _rounded(nest: Nest) -> Nest:
    """The nest, where products that come first in differences, and in sums, are rounded by themselves: g++ fuses no others."""
    by_name = {i.name: i for i in nest.body}
    if not any(i.op == "sub" and _fusible(by_name.get(i.args[0])) for i in nest.body) or vectorisable(nest):
        return nest
    alone = {a for i in nest.body if i.op in ("sub", "add") and _fusible(by_name.get(a := i.args[0]))}
    return replace(nest, body=tuple(replace(i, op=ROUNDED) if i.name in alone else i for i in nest.body))


def _fusible(i: Instr | None) -> bool:
    return i is not None and i.op == "mul" and i.element in FUSIBLE
