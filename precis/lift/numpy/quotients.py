"""What is known of sizes that are divided: a // c is a part of a, c*(a // c) what of a its parts cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from precis.ir.size import Call, Size


def quotients_of(size: Size) -> list[Call]:
    return [a for monomial, _ in size.terms for a in monomial if isinstance(a, Call) and a.name == "floordiv"]


@lru_cache(maxsize=10_000)
def weight(size: Size) -> int:
    """How many atoms a size is written with."""
    return sum(1 if isinstance(a, str) else 1 + sum(map(weight, a.args)) for monomial, _ in size.terms for a in monomial)


def has_quotients(size: Size) -> bool:
    return bool(quotients_of(size))


def least_of_quotients(size: Size, holds: Callable[[Size], bool]) -> Size:
    """The least that size may be, by quotients a // c of a positive c: c*(a // c) is between a - c + 1 and a, and a // c not below 0 where
    a is not. `holds`: whether a size is >= 0."""
    for atom in quotients_of(size):
        (over, c), factor = atom.args, factor_of(size, atom)
        if factor is None or not holds(c - 1):
            continue
        times = _times(factor, c)
        rest = factor - c * times
        if not rest.terms or (holds(rest) and holds(over)):
            size = size - factor * Size((((atom,), 1),)) + (over - (c - 1 if times > 0 else 0)) * times
    return size


def factor_of(size: Size, atom: Call) -> Size | None:
    """What multiplies an atom that occurs linearly."""
    factor = Size()
    for monomial, k in size.terms:
        if monomial.count(atom) > 1:
            return None
        if atom in monomial:
            rest = list(monomial)
            rest.remove(atom)
            factor = factor + Size(((tuple(rest), k),))
    return factor


def multiple(factor: Size, c: Size) -> int | None:
    """k where factor == k*c."""
    k = _times(factor, c)
    return k if k and factor == c * k else None


def _times(factor: Size, c: Size) -> int:
    """How often the first term of c is in factor."""
    monomial, k = c.terms[0] if c.terms else ((), 0)
    return next((n // k for m, n in factor.terms if k and m == monomial), 0)


def cancelled(difference: Size) -> Size:
    """Without the atoms that all terms share: n*a is n*b where a is b; empty arrays, where n is 0, are not worth a wider rule."""
    if len(difference.terms) == 1:  # n itself is 0
        return difference
    shared, *others = (Counter(monomial) for monomial, _ in difference.terms)
    for monomial in others:
        shared &= monomial
    return Size(tuple((tuple((Counter(monomial) - shared).elements()), k) for monomial, k in difference.terms))
