"""Sizes: integer polynomials with floor division, min and max over size symbols.

A Size is kept in a normal form, so that two Sizes that are equal as polynomials over the same atoms are equal as
Python objects. `N - 2`, `(N * M) // 2`, `min(C, T - C * s)` are Sizes. Symbols are dimensions and integer
parameters of a Program, loop indices, and run-time counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import Union

CALLS = ("floordiv", "min", "max")


@dataclass(frozen=True, slots=True, order=True)
class Call:
    """An atom that is not a symbol: `floordiv(a, b)`, `min(a, b)` or `max(a, b)` of Sizes."""

    name: str
    args: tuple[Size, ...]
    symbols: frozenset[str] = field(init=False, repr=False, compare=False)  # that occur in the arguments
    hashed: int = field(init=False, repr=False, compare=False)  # of all below: proofs about sizes look them up millions of times

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", frozenset().union(*(a.symbols() for a in self.args)))
        object.__setattr__(self, "hashed", hash((self.name, self.args)))

    def __hash__(self) -> int:
        return self.hashed

    def __reduce__(self) -> tuple:  # another process hashes its strings otherwise
        return Call, (self.name, self.args)

    def __str__(self) -> str:
        if self.name == "floordiv":
            return f"({self.args[0]}) // ({self.args[1]})"
        return f"{self.name}({', '.join(map(str, self.args))})"


Atom = Union[str, Call]
Monomial = tuple[Atom, ...]  # sorted factors with repetition; () is the constant monomial
SizeLike = Union["Size", int, str]


@lru_cache(maxsize=100_000)
def _order(atom: Atom) -> tuple[int, str]:
    return (isinstance(atom, Call), str(atom))


@dataclass(frozen=True, slots=True, init=False)
class Size:
    """An integer polynomial: `terms` is a sorted tuple of (monomial, non-zero coefficient)."""

    terms: tuple[tuple[Monomial, int], ...]
    hashed: int | None = field(repr=False, compare=False)  # this and the next are computed when they are asked for first
    mentioned: frozenset[str] | None = field(repr=False, compare=False)

    def __init__(self, terms: tuple[tuple[Monomial, int], ...] = ()):
        _set_terms(self, terms)
        _set_hashed(self, None)
        _set_mentioned(self, None)

    def __hash__(self) -> int:
        found = self.hashed
        if found is None:
            found = hash(self.terms)
            _set_hashed(self, found)
        return found

    def __reduce__(self) -> tuple:  # another process hashes its strings otherwise
        return Size, (self.terms,)

    @staticmethod
    def of(value: SizeLike) -> Size:
        """A Size from an int (constant) or a str (symbol)."""
        if isinstance(value, Size):
            return value
        if isinstance(value, str):
            return Size((((value,), 1),))
        return _integer(int(value))

    @property
    def constant(self) -> int | None:
        """The value when the Size is a constant, else None."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and self.terms[0][0] == () else None

    @property
    def symbol(self) -> str | None:
        """The name when the Size is one bare symbol, else None."""
        if len(self.terms) == 1 and self.terms[0][1] == 1 and len(self.terms[0][0]) == 1:
            atom = self.terms[0][0][0]
            return atom if isinstance(atom, str) else None
        return None

    def __add__(self, other: SizeLike) -> Size:
        other = Size.of(other)
        if not self.terms or not other.terms:
            return other if not self.terms else self
        if len(other.terms) == 1 and other.terms[0][0] == ():  # which stands last
            rest, k = (self.terms[:-1], self.terms[-1][1]) if self.terms[-1][0] == () else (self.terms, 0)
            return Size((*rest, ((), k + other.terms[0][1]))) if k + other.terms[0][1] else Size(rest)
        total = dict(self.terms)
        for monomial, k in other.terms:
            total[monomial] = total.get(monomial, 0) + k
        return _from_terms(total)

    def __neg__(self) -> Size:
        return Size(tuple((m, -k) for m, k in self.terms))

    def __sub__(self, other: SizeLike) -> Size:
        return self + -Size.of(other)

    def __mul__(self, other: SizeLike) -> Size:
        other = Size.of(other)
        if (factor := other.constant) is not None:
            return Size(tuple((m, k * factor) for m, k in self.terms)) if factor else other
        total: dict[Monomial, int] = {}
        for m1, k1 in self.terms:
            for m2, k2 in other.terms:
                m = _product(m1, m2)
                total[m] = total.get(m, 0) + k1 * k2
        return _from_terms(total)

    def __floordiv__(self, other: SizeLike) -> Size:
        b = Size.of(other)
        if b.constant == 0:
            raise ZeroDivisionError(f"{self} // 0")
        if b.constant == 1:
            return self
        if self.constant is not None and b.constant:
            return Size.of(self.constant // b.constant)
        if b.constant and all(k % b.constant == 0 for m, k in self.terms if m):  # the floor of a constant alone
            return Size(tuple((m, k // b.constant) for m, k in self.terms if k // b.constant))
        return Size((((Call("floordiv", (self, b)),), 1),))

    def __mod__(self, other: SizeLike) -> Size:
        return self - (self // other) * other

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: SizeLike) -> Size:
        return Size.of(other) - self

    def __rfloordiv__(self, other: SizeLike) -> Size:
        return Size.of(other) // self

    def symbols(self) -> frozenset[str]:
        """Every symbol that occurs, also inside calls."""
        found = self.mentioned
        if found is None:
            atoms = [atom for monomial, _ in self.terms for atom in monomial]
            found = frozenset().union(*((a,) if isinstance(a, str) else a.symbols for a in atoms))
            _set_mentioned(self, found)
        return found

    def _mentions(self, binding: Mapping[str, SizeLike]) -> bool:
        """Whether a symbol of the binding occurs."""
        for monomial, _ in self.terms:
            for atom in monomial:
                if atom in binding if isinstance(atom, str) else not atom.symbols.isdisjoint(binding):
                    return True
        return False

    def substitute(self, binding: Mapping[str, SizeLike]) -> Size:
        """Replace symbols by Sizes (or ints); absent symbols stay."""
        if not self._mentions(binding):
            return self
        total = Size()
        for monomial, k in self.terms:
            total = total + reduce(lambda p, a: p * _substitute_atom(a, binding), monomial, Size.of(k))
        return total

    def value(self, binding: Mapping[str, int]) -> int:
        """The integer under a binding of every symbol. Raises KeyError for an unbound symbol."""
        total = 0
        for monomial, k in self.terms:  # interpreters come here several times per operation
            for atom in monomial:
                k *= binding[atom] if isinstance(atom, str) else _atom_value(atom, binding)
            total += k
        return total

    def affine(self) -> tuple[dict[str, int], int] | None:
        """(coefficients per symbol, constant) when affine with integer coefficients, else None."""
        coefficients: dict[str, int] = {}
        for monomial, k in self.terms:
            if len(monomial) > 1 or (monomial and isinstance(monomial[0], Call)):
                return None
            if monomial:
                coefficients[str(monomial[0])] = k
        return coefficients, dict(self.terms).get((), 0)

    def coefficient(self, name: str) -> Size | None:
        """The factor of `name` when the Size is linear in it (other symbols may multiply it), else None."""
        factor = Size()
        for monomial, k in self.terms:
            if any(isinstance(a, Call) and name in a.symbols for a in monomial) or monomial.count(name) > 1:
                return None
            if name in monomial:
                factor = factor + Size(((tuple(a for a in monomial if a != name), k),))
        return factor

    def render(self, symbol: Callable[[str], str] = str, call: Callable[[str, list[str]], str] | None = None) -> str:
        """The Size as an expression; `symbol` spells symbols, `call` spells floordiv, min and max (default: Python)."""
        if not self.terms:
            return "0"
        text = ""
        for monomial, k in self.terms:
            factors = [_render_atom(a, symbol, call) for a in monomial]
            if abs(k) != 1 or not factors:
                factors.insert(0, str(abs(k)))
            sign = ("-" if k < 0 else "") if not text else (" - " if k < 0 else " + ")
            text += sign + "*".join(factors)
        return text

    def __str__(self) -> str:
        return self.render()

    __repr__ = __str__


# A frozen dataclass would set its fields by names: proofs make sizes by the million.
_set_terms, _set_hashed, _set_mentioned = (getattr(Size, name).__set__ for name in ("terms", "hashed", "mentioned"))


@lru_cache(maxsize=100_000)
def _integer(value: int) -> Size:
    return Size((((), value),) if value else ())


def _from_terms(terms: Mapping[Monomial, int]) -> Size:
    kept = [(m, k) for m, k in terms.items() if k]
    if len(kept) < 2:
        return Size(tuple(kept))
    return Size(tuple(sorted(kept, key=_place)))


def _place(term: tuple[Monomial, int]) -> tuple[bool, int, list[tuple[int, str]]]:
    return _place_of(term[0])


@lru_cache(maxsize=100_000)
def _product(a: Monomial, b: Monomial) -> Monomial:
    return tuple(sorted(a + b, key=_order))


@lru_cache(maxsize=100_000)
def _place_of(monomial: Monomial) -> tuple[bool, int, list[tuple[int, str]]]:
    """Where a monomial stands among the terms: long ones first, the constant last."""
    return monomial == (), -len(monomial), [_order(a) for a in monomial]


def _substitute_atom(atom: Atom, binding: Mapping[str, SizeLike]) -> Size:
    if isinstance(atom, str):
        return Size.of(binding.get(atom, atom))
    return call(atom.name, *(a.substitute(binding) for a in atom.args))


def _atom_value(atom: Call, binding: Mapping[str, int]) -> int:
    """The value of a call."""
    a, b = (x.value(binding) for x in atom.args)
    return a // b if atom.name == "floordiv" else min(a, b) if atom.name == "min" else max(a, b)


def _render_atom(atom: Atom, symbol: Callable[[str], str], spell: Callable[[str, list[str]], str] | None) -> str:
    if isinstance(atom, str):
        return symbol(atom)
    args = [a.render(symbol, spell) for a in atom.args]
    if spell:
        return spell(atom.name, args)
    return f"(({args[0]}) // ({args[1]}))" if atom.name == "floordiv" else f"{atom.name}({', '.join(args)})"


def call(name: str, a: SizeLike, b: SizeLike) -> Size:
    """`floordiv`, `min` or `max` of two Sizes, simplified where the difference is a constant or one takes part in the other."""
    a, b = Size.of(a), Size.of(b)
    if name == "floordiv":
        return a // b
    difference = (a - b).constant
    if difference is not None:
        return (a if difference <= 0 else b) if name == "min" else (a if difference >= 0 else b)
    ours, theirs = _compared(name, a), _compared(name, b)
    if ours <= theirs or theirs <= ours:
        return a if theirs <= ours else b
    return Size((((Call(name, tuple(sorted((a, b), key=str))),), 1),))


def _compared(name: str, size: Size) -> frozenset[Size]:
    """The sizes of which `size` is the least (min) or the largest (max)."""
    atom = size.terms[0][0][0] if len(size.terms) == 1 and size.terms[0][1] == 1 and len(size.terms[0][0]) == 1 else None
    if not isinstance(atom, Call) or atom.name != name:
        return frozenset((size,))
    return _compared(name, atom.args[0]) | _compared(name, atom.args[1])


def smallest(a: SizeLike, b: SizeLike) -> Size:
    return call("min", a, b)


def largest(a: SizeLike, b: SizeLike) -> Size:
    return call("max", a, b)


def product(sizes: Iterable[SizeLike]) -> Size:
    return reduce(lambda p, s: p * s, sizes, Size.of(1))


def exactly(a: Size, b: Size) -> Size | None:
    """The size that `b` is multiplied by to give `a`; None where no polynomial does."""
    quotient = Size()
    while b.terms and a.terms:
        (above, k), (below, j) = max(a.terms, key=_leading), max(b.terms, key=_leading)
        if k % j or Counter(below) - Counter(above):
            return None
        rest = (Counter(above) - Counter(below)).elements()
        step = Size(((tuple(sorted(rest, key=_order)), k // j),))
        quotient, a = quotient + step, a - step * b
    return quotient if b.terms else None


def _leading(term: tuple[Monomial, int]) -> tuple[int, list[tuple[int, str]]]:
    """By degree, then by factors: an order that products keep."""
    return len(term[0]), [_order(a) for a in term[0]]


@dataclass(frozen=True, slots=True)
class Extreme:
    """A size that is the `name` (min or max) of two sizes."""

    name: str
    parts: tuple[Size, Size]

    def holds(self, test: Callable[[Size], bool]) -> bool:
        """Whether a lower bound holds for the extreme that holds for sizes where `test` says so."""
        return (all if self.name == "min" else any)(map(test, self.parts))


def taken_apart(size: Size, symbol: str = "") -> Extreme | None:
    """`c + k*min(a, b)` as min(c + k*a, c + k*b), or as max where k is negative; the same for max. Of the first such term (in which
    `symbol` takes part); None where there is none."""
    for monomial, k in size.terms:
        atom = monomial[0] if len(monomial) == 1 else ""
        if isinstance(atom, Call) and atom.name != "floordiv" and (not symbol or symbol in atom.symbols):
            rest = size - Size(((monomial, k),))
            a, b = (rest + x * k for x in atom.args)
            return Extreme(atom.name if k > 0 else "max" if atom.name == "min" else "min", (a, b))
    return None


def bounds(size: Size, ranges: Mapping[str, tuple[Size, Size]]) -> tuple[Size, Size] | None:
    """Lowest and highest value of `size` while each symbol of `ranges` runs between its inclusive ends.

    Symbols are eliminated innermost first (the ranges of inner loops may mention outer indices), by the sign of a constant
    coefficient; None where that sign is not known.
    """
    return _bounds(size, tuple(ranges.items()))


@lru_cache(maxsize=10_000)
def _bounds(size: Size, ranges: tuple[tuple[str, tuple[Size, Size]], ...]) -> tuple[Size, Size] | None:
    low = high = size
    for name, (first, last) in reversed(ranges):
        lower, upper = _eliminate(low, name, first, last), _eliminate(high, name, last, first)
        if lower is None or upper is None:
            return None
        low, high = lower, upper
    return low, high


def _eliminate(size: Size, name: str, at_positive: Size, at_negative: Size) -> Size | None:
    factor = size.coefficient(name)
    if factor is None or factor.constant is None:
        return None
    return size.substitute({name: at_positive if factor.constant >= 0 else at_negative})
