"""Guards: what the sizes of a call have to fulfil for a lifted Program to serve them, from the facts that lifting took for granted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from precis.errors import Span
from precis.ir.size import Atom, Size, taken_apart
from precis.ir.types import Guard
from precis.lift.numpy.quotients import least_of_quotients


def guards_of(facts: Iterable[tuple[str, Size, Span | None]], lengths: frozenset[str]) -> tuple[Guard, ...]:
    """Guards in plain form, without those that follow from others; `lengths` are symbols that are never negative."""
    lowest: dict[Size, int] = {}
    asked: dict[Size, Span | None] = {}
    found: list[Guard] = []
    for relation, difference, span in facts:
        if difference.constant is not None:
            continue
        varying, constant = _varying(difference)
        if relation == ">=":
            if constant <= lowest.get(varying, constant):
                lowest[varying], asked[varying] = constant, span
        else:
            found.append(_balanced(varying, relation, constant, span))
    counts = lengths | {v.symbol for v, c in lowest.items() if v.symbol and c <= 0}  # those that other guards keep from being negative
    weak = [_balanced(v, "<=", c, asked[v]) for v, c in lowest.items() if not _given(v + c, lowest, lengths if v.symbol else counts)]
    return tuple(dict.fromkeys(weak + found))


def _varying(size: Size) -> tuple[Size, int]:
    """A size as what varies and a constant."""
    constant = dict(size.terms).get((), 0)
    return size - constant, constant


def _given(size: Size, lowest: Mapping[Size, int], lengths: frozenset[str]) -> bool:
    """Whether a guard `size >= 0` needs no saying: of an extreme or a quotient, where parts of it are guards of their own."""
    def holds(part: Size) -> bool:
        varying, constant = _varying(part)
        return lowest.get(varying, constant + 1) <= constant or _given(part, lowest, lengths)
    apart, least = taken_apart(size), least_of_quotients(size, holds)
    return always(size, lengths) or (least != size and holds(least)) or (apart is not None and apart.holds(holds))


def always(size: Size, lengths: frozenset[str]) -> bool:
    """Whether no term of a size is negative, where the symbols `lengths` are not."""
    return all(k > 0 and all(_atom_always(a, lengths) for a in monomial) for monomial, k in size.terms)


def _atom_always(atom: Atom, lengths: frozenset[str]) -> bool:
    if isinstance(atom, str):
        return atom in lengths
    test = any if atom.name == "max" else all
    return test(always(a, lengths) for a in atom.args)


def _balanced(varying: Size, relation: str, constant: int, span: Span | None) -> Guard:
    """varying + constant (>=, ==, !=) 0 with positive terms on both sides; >= is written as left <= right."""
    right = Size(tuple((m, k) for m, k in varying.terms if k > 0))
    left = right - varying
    if constant < 0:
        left = left - constant
    else:
        right = right + constant
    return Guard(left, relation, right, span)
