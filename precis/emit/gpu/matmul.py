"""Recognises the nest of a matrix product, C[i, j] += A[i, k] B[k, j], and the multiplicand format of the matrix units for it."""

from __future__ import annotations

from dataclasses import dataclass

from precis.emit.plan.kernels import Access, Buffer, Instr, Nest
from precis.formats import Format
from precis.ir.size import Size

# (format of the multiplicands, format of the accumulator) of matrix units. A processor that lacks an 8-bit one multiplies in bfloat16,
# which holds all its values.
NVIDIA = frozenset({*((f, "binary32") for f in ("e4m3", "e5m2", "binary16", "bfloat16", "tf32")), ("binary64", "binary64")})
AMD = NVIDIA | {("binary32", "binary32")}


@dataclass(frozen=True, slots=True)
class Product:
    """C += A B; strides are (row, column) in elements."""

    a: Access
    b: Access
    c: Access
    a_strides: tuple[Size, Size]
    b_strides: tuple[Size, Size]
    c_strides: tuple[Size, Size]
    m: Size
    n: Size
    k: Size
    multiply: str
    axes: tuple[str, str, str]

    def offset(self, access: Access) -> Size:
        """Flat position of the element at i = j = k = 0."""
        return flat(access).substitute(dict.fromkeys(self.axes, 0))


def flat(access: Access) -> Size:
    """Row-major position of an access, as a Size over axes and symbols."""
    place = Size()
    for d, i in zip(access.shape, access.index):
        place = place * d + i
    return place


def as_product(nest: Nest, buffers: dict[str, Buffer], units: frozenset[tuple[str, str]]) -> Product | None:
    """The product that a nest computes in one of `units`, or None. The accumulator must be the buffer C itself."""
    if nest.reductions or len(nest.axes) != 3 or len(nest.sequential) != 1:
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
    formats = [_narrowest(by_name[a], by_name) for a in multiplied.args]
    if any(f.op != "load" or f.access is None for f in factors) or formats[0] != formats[1]:
        return None
    held = buffers[stores[0].access.buffer].element
    if not isinstance(held, Format) or (formats[0], held.name) not in units:
        return None
    return _oriented(nest, factors, stores[0].access, formats[0])


def _computing(nest: Nest) -> list[Instr]:
    return [i for i in nest.body if i.op not in ("load", "store", "cast", "const", "size")]


def _strip(i: Instr, by_name: dict[str, Instr]) -> Instr:
    """The instruction behind casts."""
    while i.op == "cast":
        i = by_name[i.args[0]]
    return i


def _narrowest(i: Instr, by_name: dict[str, Instr]) -> str:
    """The narrowest format between a load and the product: what the multiplicand is rounded to."""
    found = []
    while True:
        if isinstance(i.element, Format):
            found.append(i.element)
        if i.op != "cast":
            break
        i = by_name[i.args[0]]
    return min(found, key=lambda f: f.precision).name if found else ""


def _oriented(nest: Nest, factors: list[Instr], c: Access, multiply: str) -> Product | None:
    (inner,) = nest.sequential
    i, j = (a.symbol for a in nest.axes if a.symbol != inner)
    extent = {a.symbol: a.extent for a in nest.axes}
    a, b = (f.access for f in factors)
    assert a is not None and b is not None
    if {i, j, inner} & flat(a).symbols() != {i, inner}:
        a, b = b, a
    strides = [_strides(a, i, inner), _strides(b, inner, j), _strides(c, i, j)]
    if any(s is None for s in strides) or {i, j, inner} & flat(a).symbols() != {i, inner} or (
            {i, j, inner} & flat(b).symbols() != {inner, j}) or {i, j, inner} & flat(c).symbols() != {i, j}:
        return None
    return Product(a, b, c, strides[0], strides[1], strides[2], extent[i], extent[j], extent[inner], multiply,  # type: ignore[arg-type]
                   (i, j, inner))


def _strides(access: Access, row: str, column: str) -> tuple[Size, Size] | None:
    place = flat(access)
    r, c = place.coefficient(row), place.coefficient(column)
    return None if r is None or c is None else (r, c)
