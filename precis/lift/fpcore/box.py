"""Preconditions: the box of inputs that :pre describes, one interval per argument.

Conjunctions of comparisons with constants give the box; a comparison of two arguments narrows both; a disjunction gives the hull of
its parts. What a box cannot say (relations, negations) stays in the predicate, which is checked at every sample and sub-box.
Strict inequalities end at the next number of the argument's format, since inputs are such numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from precis.errors import ParseError
from precis.formats import FORMATS, Format
from precis.lift.fpcore.literals import REAL_CONSTANTS, number
from precis.lift.fpcore.problem import Problems
from precis.lift.fpcore.reader import Atom, Datum, List
from precis.lift.fpcore.syntax import Core

DEFAULT = (2.0**-10, 2.0**10)  # of an argument that nothing is said about
SPREAD = 2.0**10  # from the one end that is given to the one that is not
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}
ROUNDS = 8  # of narrowing through relations


@dataclass(frozen=True, slots=True)
class Interval:
    """low <= x <= high, both numbers of binary64."""

    low: float = -math.inf
    high: float = math.inf

    def meet(self, other: Interval) -> Interval:
        return Interval(max(self.low, other.low), min(self.high, other.high))

    def join(self, other: Interval) -> Interval:
        return Interval(min(self.low, other.low), max(self.high, other.high))

    @property
    def empty(self) -> bool:
        return not self.low <= self.high

    def __str__(self) -> str:
        return f"[{self.low:.6g}, {self.high:.6g}]"


Box = Mapping[str, Interval]


def box_of(core: Core, formats: Mapping[str, Format], problems: Problems) -> tuple[dict[str, Interval], tuple[str, ...]]:
    """(interval of every argument, what had to be assumed). Raises ParseError where no input is left."""
    pre = core.properties.get(":pre")
    names = [a.name for a in core.arguments]
    found = {name: Interval() for name in names}
    if pre is not None:
        for _ in range(ROUNDS):
            before, found = found, _narrowed(pre, found, formats, True)
            if found == before:
                break
        _check(core, found, pre, problems)
    notes = []
    for name in names:
        found[name], note = _closed(name, found[name])
        notes += [note] if note else []
    return found, tuple(notes)


def _check(core: Core, found: Box, pre: Datum, problems: Problems) -> None:
    if isinstance(pre, Atom) and pre.text == "FALSE":
        raise problems.wrong("the precondition never holds", pre)
    for a in core.arguments:
        if found[a.name].empty:
            raise _empty(f"the precondition leaves no value for {a.name}", pre, problems)


def _empty(message: str, pre: Datum, problems: Problems) -> ParseError:
    return problems.wrong(message, pre, "look for bounds that are the wrong way round")


def _closed(name: str, x: Interval) -> tuple[Interval, str]:
    """A bounded interval, and the sentence that says what was assumed."""
    low, high = x.low, x.high
    if math.isinf(low) and math.isinf(high):
        low, high, what = *DEFAULT, "neither a lower nor an upper bound"
    elif math.isinf(high):
        high, what = low + SPREAD * max(1.0, abs(low)), "no upper bound"
    elif math.isinf(low):
        low, what = high - SPREAD * max(1.0, abs(high)), "no lower bound"
    else:
        return x, ""
    box = Interval(max(low, -float(FORMATS["binary64"].max)), min(high, float(FORMATS["binary64"].max)))
    return box, f"{name} has {what} in :pre; {box} is used"


def _narrowed(x: Datum, box: Box, formats: Mapping[str, Format], holds: bool) -> dict[str, Interval]:
    """The box of the inputs in `box` at which the condition `x` may hold (or fail)."""
    if isinstance(x, List):
        parts = x.items[1:]
        if x.head == "not" and len(parts) == 1:
            return _narrowed(parts[0], box, formats, not holds)
        if x.head in ("and", "or"):
            return _all(parts, box, formats, holds) if (x.head == "and") == holds else _any(parts, box, formats, holds)
        if x.head in MIRRORED and (holds or len(parts) == 2):
            sign = x.head if holds else {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": ""}[x.head]
            return _compared(sign, parts, box, formats)
    return dict(box)


def _all(parts, box: Box, formats: Mapping[str, Format], holds: bool) -> dict[str, Interval]:
    for part in parts:
        box = _narrowed(part, box, formats, holds)
    return dict(box)


def _any(parts, box: Box, formats: Mapping[str, Format], holds: bool) -> dict[str, Interval]:
    """The hull of the parts that leave something."""
    found = [b for b in (_narrowed(part, box, formats, holds) for part in parts) if not any(i.empty for i in b.values())]
    if not found:
        return {name: Interval(math.inf, -math.inf) for name in box} if parts else dict(box)
    return {name: _hull([b[name] for b in found]) for name in box}


def _hull(intervals: list[Interval]) -> Interval:
    hull = intervals[0]
    for i in intervals[1:]:
        hull = hull.join(i)
    return hull


def _compared(sign: str, parts, box: Box, formats: Mapping[str, Format]) -> dict[str, Interval]:
    """(< a b c) narrows what it compares, forwards and backwards through the chain."""
    box = dict(box)
    neighbours = list(pairwise(parts)) if sign else []
    for a, b in neighbours:
        _narrow(b, sign, _range(a, box), box, formats, upper=False)
    for a, b in reversed(neighbours):
        _narrow(a, sign, _range(b, box), box, formats, upper=True)
    return box


def _narrow(x: Datum, sign: str, other: Interval, box: dict[str, Interval], formats: Mapping[str, Format], upper: bool) -> None:
    """Use `x sign other` (upper) or `other sign x` to narrow the argument x, or what it is the size of."""
    relation = sign if upper else MIRRORED[sign]
    bounded = isinstance(x, List) and x.head == "fabs" and len(x.items) == 2
    name = x.items[1] if bounded else x  # type: ignore[union-attr]
    if not isinstance(name, Atom) or name.text not in box:
        return
    fmt = formats.get(name.text, FORMATS["binary64"])
    high = _below(other.high, fmt, relation == "<") if relation in ("<", "<=", "==") else math.inf
    low = -_below(-other.low, fmt, relation == ">") if relation in (">", ">=", "==") else -math.inf
    if bounded:
        low = -high  # |x| >= c leaves both sides: only the predicate says it
    box[name.text] = box[name.text].meet(Interval(low, high))


def _below(bound: float, fmt: Format, strictly: bool) -> float:
    """The largest number of the format (binary64 at the widest) that is at most, or below, `bound`."""
    if math.isinf(bound):
        return bound
    real = {"binary16": np.float16, "binary32": np.float32}.get(fmt.name, np.float64)
    with np.errstate(all="ignore"):
        nearest = real(bound)
        if float(nearest) > bound or (strictly and float(nearest) == bound):
            nearest = np.nextafter(nearest, real(-np.inf))
    return float(nearest)


def _range(x: Datum, box: Box) -> Interval:
    """The values of one side of a comparison: of a constant just that, rounded outward; of an argument its interval."""
    if isinstance(x, Atom) and x.text in box:
        return box[x.text]
    exact = constant_value(x)
    if exact is None:
        return Interval()
    return _enclosed(exact)


def _enclosed(exact: Fraction) -> Interval:
    try:
        nearest = float(exact)
    except OverflowError:
        return Interval(float(FORMATS["binary64"].max), math.inf) if exact > 0 else Interval(-math.inf, -float(FORMATS["binary64"].max))
    low = nearest if Fraction(nearest) <= exact else math.nextafter(nearest, -math.inf)
    return Interval(low, nearest if Fraction(nearest) >= exact else math.nextafter(nearest, math.inf))


def constant_value(x: Datum) -> Fraction | None:
    """A constant expression of + - * / and literals, exactly; PI and the like as binary64 numbers; else None."""
    if isinstance(x, Atom):
        named = REAL_CONSTANTS.get(x.text)
        try:
            return Fraction(named) if named is not None else number(x.text)
        except OverflowError:
            return None
    if not isinstance(x, List):
        return None
    values = [constant_value(i) for i in x.items[1:]]
    if x.head == "digits" or not values or any(v is None for v in values):
        return None
    return _folded(x.head, [v for v in values if v is not None])


def _folded(head: str, values: list[Fraction]) -> Fraction | None:
    total = values[0]
    if head == "-" and len(values) == 1:
        return -total
    for v in values[1:]:
        if head not in ("+", "-", "*", "/") or (head == "/" and v == 0):
            return None
        total = total + v if head == "+" else total - v if head == "-" else total * v if head == "*" else total / v
    return total if head in ("+", "-", "*", "/") else None
