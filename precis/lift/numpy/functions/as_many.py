"""How many elements an array has, and a new shape for it: sizes that have to agree, and what is left over for -1.

Where only a run tells both numbers, they are taken to be the same, which is said (docs/adr/0472).
"""

from __future__ import annotations

import math

from precis.ir.size import Size, product
from precis.ir.types import Shape
from precis.lift.numpy.arrays import shown
from precis.lift.numpy.state import Lifting


def with_rest(lift: Lifting, shape: Shape, parts: list[Size]) -> Shape:
    """The shape with -1 replaced by what is left over."""
    free = [k for k, p in enumerate(parts) if lift.sizes.nonnegative(p) is False]
    if not free:
        return tuple(parts)
    if len(free) > 1:
        lift.wrong("a reshape can have one unknown dimension")
    others = [lift.sizes.resolve(p) for k, p in enumerate(parts) if k != free[0]]
    parts[free[0]] = quotient(lift, shape, others)
    return tuple(parts)


def quotient(lift: Lifting, shape: Shape, others: list[Size]) -> Size:
    """The product of `shape` divided by the product of `others`, exactly where factors cancel."""
    whole, parts = product(shape), product(others)
    if parts.constant and (whole // parts * parts - whole).constant == 0:  # whatever the sizes are, though one may be alike in the example
        return whole // parts
    left, over = list(shape), []
    for d in others:
        varying = [e for e in left if e.constant is None]
        if d.constant is not None and d not in left and len(varying) == 1:  # the other factor is a multiple rather than this number
            over.append(d)
            continue
        alike = [e for e in left if lift.sizes.example(e) == lift.sizes.example(d) is not None]
        twin = d if d in left else next(iter(alike), None)
        if twin is not None and lift.sizes.unify(twin, d):
            left.remove(twin)
        else:
            over.append(d)
    left = [lift.sizes.resolve(d) for d in left]
    total, divisor = _cancelled(product(left), product(over))
    if divisor.constant == 1:
        return total
    found = total // divisor
    lift.sizes.unify(found * divisor, total)
    return lift.sizes.resolve(found)


def _cancelled(total: Size, divisor: Size) -> tuple[Size, Size]:
    """Both without the numbers that divide them."""
    shared = math.gcd(*(k for size in (total, divisor) for _, k in size.terms)) or 1
    total, divisor = (Size(tuple((m, k // shared) for m, k in size.terms)) for size in (total, divisor))
    return total, divisor


def same_number(lift: Lifting, old: Shape, new: Shape) -> bool:
    """Make two shapes have the same number of elements: dimensions that agree in the example are unified one by one, from the
    front; then the products of the others. Where no symbol can be solved for, dimensions that are divided become multiples, else
    all are pinned."""
    if product(old) == product(new):
        return True
    left, right = ([d for d in shape if d.constant != 1] for shape in (old, new))
    for d in list(right):
        if d in left:
            left.remove(d)
            right.remove(d)
    while left and right and lift.sizes.example(left[0]) == lift.sizes.example(right[0]) is not None:
        lift.sizes.unify(left.pop(0), right.pop(0))
    whole = [product(lift.shape(tuple(dims))) for dims in (left, right)]
    _unify_factors(lift, *whole)
    if not lift.sizes.unify(*map(lift.sizes.resolve, whole)):
        return False
    while product(lift.shape(old)) != product(lift.shape(new)):
        if lift.sizes.divide(product(lift.shape(old)) - product(lift.shape(new))):
            continue
        return all(lift.sizes.pin(d.symbols(), "the shape of an array") for d in (*left, *right))
    return True


def _unify_factors(lift: Lifting, a: Size, b: Size) -> None:
    """N M and P Q, or N M and L L, of two arrays whose dimensions agree in the example: the dimensions are one by one the same."""
    pairs = list(zip(*map(_factors, (a, b))))
    if len(_factors(a)) == len(_factors(b)) and all(lift.sizes.example(p) == lift.sizes.example(q) is not None for p, q in pairs):
        for p, q in pairs:
            lift.sizes.unify(p, q)


def _factors(size: Size) -> list[Size]:
    """The symbols of a product of these, as often as they stand there."""
    atoms = size.terms[0][0] if len(size.terms) == 1 else ()
    symbols = [atom for atom in atoms if isinstance(atom, str)]
    return [Size.of(symbol) for symbol in sorted(symbols)] if len(symbols) == len(atoms) else []


def take_as_same(lift: Lifting, old: Shape, new: Shape) -> None:
    """Take two numbers of elements that differ for all that lifting knows as the same, if only a run tells them; else refuse."""
    for length in new:
        if lift.sizes.loops_behind(length):
            lift.fixed(length, "the new shape of an array")
    symbols = frozenset().union(*(lift.sizes.resolve(d).symbols() for d in (*old, *new)))
    if symbols <= lift.sizes.binding.keys() | lift.sizes.ranges.keys():
        lift.wrong(f"an array of shape {shown(lift, old)} cannot be reshaped to {shown(lift, new)}")
    lift.assume("an array that is reshaped has as many elements as its new shape")
