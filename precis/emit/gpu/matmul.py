"""Recognises the nest of a matrix product, C[i, j] += A[i, k] B[k, j], or of a batch of them, and the format of its multiplicands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from precis.emit.plan.fills import filled
from precis.emit.plan.kernels import Access, Axis, Buffer, Element, Instr, Nest, Statement
from precis.formats import FORMATS, Format
from precis.ir.size import Size, product

# (format of the multiplicands, format of the accumulator) of matrix units. A processor that lacks an 8-bit one multiplies in bfloat16,
# which holds all its values, and without one of binary32 lets lanes multiply by themselves, from the same tiles.
Units = frozenset[tuple[str, str]]
NARROW = ("e4m3", "e5m2", "binary16", "bfloat16", "tf32", "binary32")
UNITS: Units = frozenset({*((f, "binary32") for f in NARROW), ("binary64", "binary64")})
BATCH_AXES = 2  # of a launch
ZERO = Size()


@dataclass(frozen=True, slots=True)
class Factor:
    """Where the first element of a matrix lies, and its steps along rows, columns and the batch axes, in elements."""

    buffer: str
    first: Size
    row: Size
    column: Size
    batch: tuple[Size, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """C += A B, for every value of the batch axes; C = A B where `fresh`, since the nest before it cleared C."""

    a: Factor
    b: Factor
    c: Factor
    m: Size
    n: Size
    k: Size
    batch: tuple[Size, ...]
    multiply: str
    sites: tuple[str, ...]
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class _Axis:
    """An axis by its extent and its steps in A, B and C."""

    extent: Size
    a: Size
    b: Size
    c: Size

    def around(self, inner: _Axis) -> _Axis | None:
        """This axis and the next inner one as a single one, where all three matrices run through both evenly."""
        even = all(outer == step * inner.extent for outer, step in ((self.a, inner.a), (self.b, inner.b), (self.c, inner.c)))
        return _Axis(self.extent * inner.extent, inner.a, inner.b, inner.c) if even else None


def with_products(statements: tuple[Statement, ...], buffers: dict[str, Buffer], units: Units) -> tuple[Statement | Product, ...]:
    """The statements of a block with products in place of the nests that the matrix units take over."""
    found: list[Statement | Product] = []
    for s in statements:
        made = as_product(s, buffers, units) if isinstance(s, Nest) else None
        if made is not None and found and _clears(found[-1], made, buffers):
            found[-1] = replace(made, fresh=True)
        else:
            found.append(made or s)
    return tuple(found)


def _clears(before: Statement | Product, made: Product, buffers: dict[str, Buffer]) -> bool:
    """Whether a nest fills all of C with zeros, and the product then adds to all of it."""
    fill = None if isinstance(before, Product) else filled(before)
    every = product(buffers[made.c.buffer].shape)
    return fill is not None and (fill[0].buffer, fill[1]) == (made.c.buffer, 0) and product((made.m, made.n, *made.batch)) == every


def flat(access: Access) -> Size:
    """Row-major position of an access, as a Size over axes and symbols."""
    place = Size()
    for d, i in zip(access.shape, access.index):
        place = place * d + i
    return place


def as_product(nest: Nest, buffers: dict[str, Buffer], units: Units) -> Product | None:
    """The product that a nest computes in one of `units`, or None. The accumulator must be the buffer C itself."""
    if nest.reductions or nest.hole or len(nest.axes) < 3 or len(nest.sequential) != 1:
        return None
    by_name = {i.name: i for i in nest.body}
    stores = [i for i in nest.body if i.op == "store"]
    if len(stores) != 1 or stores[0].access is None:
        return None
    added = _strip(by_name[stores[0].args[0]], by_name)
    if added.op != "add":
        return None
    parts = [_strip(by_name[a], by_name) for a in added.args]
    old = next((p for p in parts if p.op == "load" and p.access == stores[0].access), None)
    multiplied = next((p for p in parts if p.op == "mul"), None)
    if old is None or multiplied is None or len(_computing(nest)) > 2:
        return None
    factors = [_strip(by_name[a], by_name) for a in multiplied.args]
    held = buffers[stores[0].access.buffer].element
    multiply = _unit([_narrowest(by_name[a], by_name) for a in multiplied.args], held, units)
    if any(f.op != "load" or f.access is None for f in factors) or multiply is None:
        return None
    return _oriented(nest, factors, stores[0].access, multiply)


def _unit(factors: list[Format | None], held: Element, units: Units) -> str | None:
    """The narrowest multiplicand format of a unit that adds in `held` and holds both factors."""
    if None in factors:
        return None
    fit = [FORMATS[m] for m, c in units if c == str(held) and all(FORMATS[m].contains(f) for f in factors if f)]
    return min(fit, key=lambda f: (f.precision, f.emax)).name if fit else None


def _computing(nest: Nest) -> list[Instr]:
    return [i for i in nest.body if i.op not in ("load", "store", "cast", "const", "size")]


def _strip(i: Instr, by_name: dict[str, Instr]) -> Instr:
    """The instruction behind casts."""
    while i.op == "cast":
        i = by_name[i.args[0]]
    return i


def _narrowest(i: Instr, by_name: dict[str, Instr]) -> Format | None:
    """The narrowest format between a load and the product: what the multiplicand is rounded to."""
    found = []
    while True:
        if isinstance(i.element, Format):
            found.append(i.element)
        if i.op != "cast":
            break
        i = by_name[i.args[0]]
    return min(found, key=lambda f: f.precision, default=None)


def _oriented(nest: Nest, factors: list[Instr], c: Access, multiply: str) -> Product | None:
    accesses = [*(f.access for f in factors if f.access), c]
    if c.buffer in (x.buffer for x in accesses[:2]):  # what is added would be read again
        return None
    axes = {x.symbol: _axis(x, accesses) for x in nest.axes}
    (inner,) = nest.sequential
    depth = axes.pop(inner)
    outer = [x for x in axes.values() if x is not None]
    if depth is None or len(outer) < len(axes) or depth.c != ZERO or ZERO in (depth.a, depth.b) or any(x.c == ZERO for x in outer):
        return None
    if outer[-1].b == ZERO:  # the columns, which are neighbours in C, belong to B
        return _oriented(nest, factors[::-1], c, multiply) if outer[-1].a == ZERO else None
    both = [x for x in outer if ZERO not in (x.a, x.b)]
    rows, columns = _merged([x for x in outer if x.b == ZERO]), _merged([x for x in outer if x.a == ZERO])
    batch = [*both, *rows[:-1], *columns[:-1]]
    if not rows or not columns or len(batch) > BATCH_AXES:
        return None
    i, j = rows[-1], columns[-1]
    first = [flat(x).substitute({a.symbol: 0 for a in nest.axes}) for x in accesses]
    return Product(Factor(accesses[0].buffer, first[0], i.a, depth.a, tuple(x.a for x in batch)),
                   Factor(accesses[1].buffer, first[1], depth.b, j.b, tuple(x.b for x in batch)),
                   Factor(c.buffer, first[2], i.c, j.c, tuple(x.c for x in batch)),
                   i.extent, j.extent, depth.extent, tuple(x.extent for x in batch), multiply, nest.sites)


def _axis(axis: Axis, accesses: list[Access]) -> _Axis | None:
    """An axis that A, B and C run through evenly."""
    a, b, c = (flat(x).coefficient(axis.symbol) for x in accesses)
    return None if a is None or b is None or c is None else _Axis(axis.extent, a, b, c)


def _merged(axes: list[_Axis]) -> list[_Axis]:
    """Axes from outermost to innermost, neighbours made one where that is possible."""
    found: list[_Axis] = []
    for x in axes:
        one = found[-1].around(x) if found else None
        found[-1:] = [one] if one else [*found[-1:], x]
    return found
