"""What is known of integers while lowering: constants, loop indices, and what is computed from them.

JAX writes `u[i - 1]` as a comparison, an addition and a selection that wrap a negative index, then a clamped slice. With i an
affine Size of known range, all of that folds to the position `i - 1`. Facts are object arrays of Sizes (for real
values: of constant integers, exact in the value's format) or of bools, one per element, for arrays of at most LIMIT elements.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.formats import format_of_dtype
from precis.ir.size import Size, bounds
from precis.ir.types import Value

LIMIT = 1024
Elements = np.ndarray  # of Size or bool objects


@dataclass
class Facts:
    """Facts by value name.

    elements     what every element is
    columns      integer arrays built by joining columns along the last axis: the columns, without that axis
    flags        the bool behind an integer that was converted from it
    signs        the bits of a number -> whether that is negative
    progression  (first, step) of the elements of a rank-1 array, of any length
    ranges       index symbol of each loop around -> (lowest, highest) value
    """

    elements: dict[str, Elements] = field(default_factory=dict)
    columns: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    flags: dict[str, Value] = field(default_factory=dict)
    signs: dict[str, Value] = field(default_factory=dict)
    progression: dict[str, tuple[int, int]] = field(default_factory=dict)
    ranges: dict[str, tuple[Size, Size]] = field(default_factory=dict)

    def same(self, new: Value, old: Value) -> None:
        """Whatever is known of `old` holds of `new`."""
        for table in (self.elements, self.columns, self.flags, self.signs, self.progression):
            if old.name in table:
                table[new.name] = table[old.name]  # type: ignore[index]

    def scalar(self, v: Value) -> Size | bool | None:
        known = self.elements.get(v.name)
        return known.item() if known is not None and known.size == 1 else None

    def between(self, size: Size, low: int, high: int) -> bool:
        """Whether low <= size <= high is sure."""
        found = bounds(size, self.ranges)
        if found is None:
            return False
        below, above = (found[0] - low).constant, (Size.of(high) - found[1]).constant
        return below is not None and above is not None and below >= 0 and above >= 0

    def within(self, v: Value, low: int, high: int) -> bool:
        """Whether every element of the integer array `v` is surely between low and high."""
        known = self.elements.get(v.name)
        return known is not None and all(isinstance(s, Size) and self.between(s, low, high) for s in known.flat)

    def sign(self, size: Size) -> tuple[bool, bool, bool]:
        """Whether `size` is surely negative, surely zero, surely positive."""
        if size.constant is not None:
            return size.constant < 0, size.constant == 0, size.constant > 0
        found = bounds(size, self.ranges)
        low, high = (found[0].constant, found[1].constant) if found else (None, None)
        return high is not None and high < 0, False, low is not None and low > 0

    def nonnegative(self, size: Size) -> bool:
        found = bounds(size, self.ranges)
        return found is not None and found[0].constant is not None and found[0].constant >= 0


def constant_elements(value: Any, dtype: Any) -> Elements | None:
    """The facts of a constant array: integers, bools, and reals that are integers."""
    array = np.asarray(value)
    if array.size > LIMIT:
        return None
    if array.dtype.kind == "b":
        return array.astype(object)
    if array.dtype.kind not in "iu":
        array = array.astype(np.float64) if np.dtype(dtype).kind in "fV" else np.full((), np.nan)
        if not np.all(np.isfinite(array)) or not np.all(array == np.trunc(array)) or not exact(array, dtype):
            return None
        if np.any(np.signbit(array) & (array == 0)):
            return None
    return _map(lambda n: Size.of(int(n)), array)


def exact(array: Any, dtype: Any) -> bool:
    """Whether integers of this size are exact in a dtype, and stay so when few of them are added."""
    fmt = format_of_dtype(dtype)
    limit = 2.0 ** (fmt.precision if fmt else 31)
    return bool(np.all(np.abs(np.asarray(array, float)) < limit))


def fold(facts: Facts, eqn: Any, inputs: list[Value]) -> Elements | None:
    """The facts of the only output of `eqn`, of the shape that JAX gives it, or None."""
    name, avals = eqn.primitive.name, [v.aval for v in eqn.invars]
    known = [facts.elements[v.name] for v in inputs if v.name in facts.elements]
    if name not in FOLDS or not known or len(known) < len(inputs) or any(a.size > LIMIT for a in avals):
        return None
    if name in _INTEGER_ONLY and eqn.outvars[0].aval.dtype.kind not in "iu":
        return None
    out = FOLDS[name](facts, eqn.params, *(np.broadcast_to(k, a.shape) for k, a in zip(known, avals)))
    return _checked(out, eqn.outvars[0].aval) if out is not None and out.size <= LIMIT else None


def narrowed(known: Elements, shape: tuple[int, ...]) -> Elements:
    """Elements of a value that is kept in a shape which broadcasts to that of `known`."""
    known = known[(0,) * (known.ndim - len(shape))]
    return known[tuple(slice(0, 1) if n == 1 else slice(None) for n in shape)]


def advance(facts: Facts, eqn: Any, inputs: list[Value]) -> tuple[int, int] | None:
    """The progression of an integer array that is computed from one and a constant."""
    name = eqn.primitive.name
    for v, other in ((inputs[0], inputs[1:]), (inputs[-1], inputs[:-1])) if inputs else ():
        found = facts.progression.get(v.name)
        if found and name == "convert_element_type" and eqn.outvars[0].aval.dtype.kind in "iu":
            return found
        k = facts.scalar(other[0]) if found and len(other) == 1 and name in ("add", "mul") else None
        if found and isinstance(k, Size) and k.constant is not None:
            first, step = found
            return (first + k.constant, step) if name == "add" else (first * k.constant, step * k.constant)
    return None


def _checked(out: Elements, aval: Any) -> Elements | None:
    """Drop facts that the output's dtype cannot hold exactly, and symbolic ones of reals."""
    if any(e is None for e in out.flat):
        return None
    if aval.dtype.kind == "b":
        return out if all(isinstance(e, bool) for e in out.flat) else None
    if not all(isinstance(e, Size) for e in out.flat):
        return None
    if aval.dtype.kind in "iu":
        info = np.iinfo(aval.dtype)
        return out if all(e.constant is None or info.min <= e.constant <= info.max for e in out.flat) else None
    constants = [e.constant for e in out.flat]
    return out if None not in constants and exact(constants, aval.dtype) else None


def _map(function: Callable, *arrays: Any) -> Elements:
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays), dtype=object)


def _each(function: Callable) -> Callable:
    """A fold from a function on single elements: function(facts, *elements) -> element or None."""
    return lambda facts, params, *known: _map(lambda *e: function(facts, *e), *known)


def _sizes(function: Callable) -> Callable:
    """The same for Sizes only."""
    return _each(lambda facts, *e: function(facts, *e) if all(isinstance(x, Size) for x in e) else None)


def _relation(negative: bool, zero: bool, positive: bool) -> Callable:
    """a relation b from the sign of a - b; the arguments say in which cases it holds."""
    def decide(facts: Facts, a: Size, b: Size) -> bool | None:
        sure = facts.sign(a - b)
        if any(sure):
            return bool((negative, zero, positive)[sure.index(True)])
        if negative == zero and facts.nonnegative(b - a):  # a <= b
            return negative
        if positive == zero and facts.nonnegative(a - b):
            return positive
        return None
    return _sizes(decide)


def _largest(facts: Facts, a: Size, b: Size) -> Size | None:
    return a if facts.nonnegative(a - b) else b if facts.nonnegative(b - a) else None


def _smallest(facts: Facts, a: Size, b: Size) -> Size | None:
    return b if facts.nonnegative(a - b) else a if facts.nonnegative(b - a) else None


def _clamp(facts: Facts, low: Size, x: Size, high: Size) -> Size | None:
    above = _largest(facts, x, low)
    return _smallest(facts, above, high) if above is not None else None


def _quotient(facts: Facts, a: Size, b: Size) -> Size | None:
    return a // b if b.constant and b.constant > 0 and facts.nonnegative(a) else None


def _remainder(facts: Facts, a: Size, b: Size) -> Size | None:
    return a % b if b.constant and b.constant > 0 and facts.nonnegative(a) else None


def _product(facts: Facts, a: Size, b: Size) -> Size | None:
    return a * b if a.constant is not None or b.constant is not None else None


def _select(facts: Facts, params: Mapping, which: Elements, *cases: Elements) -> Elements:
    def pick(w: Size | bool, *c: Any) -> Any:
        k = int(w) if isinstance(w, bool) else w.constant
        return None if k is None else c[k]
    return _map(pick, which, *cases)


def _convert(facts: Facts, params: Mapping, known: Elements) -> Elements | None:
    if np.dtype(params["new_dtype"]).kind == "b":
        return _map(lambda e: e if isinstance(e, bool) else None if e.constant is None else e.constant != 0, known)
    return _map(lambda e: Size.of(int(e)) if isinstance(e, bool) else e, known)


def _broadcast(facts: Facts, params: Mapping, known: Elements) -> Elements | None:
    shape = tuple(params["shape"])
    if int(np.prod(shape)) > LIMIT:
        return None
    aligned = [1] * len(shape)
    for d, n in zip(params["broadcast_dimensions"], known.shape):
        aligned[d] = n
    return np.broadcast_to(known.reshape(aligned), shape)


def _slice(facts: Facts, params: Mapping, known: Elements) -> Elements:
    steps = params["strides"] or (1,) * known.ndim
    return known[tuple(map(slice, params["start_indices"], params["limit_indices"], steps))]


def _bools(function: Callable) -> Callable:
    return _each(lambda facts, *e: function(*e) if all(isinstance(x, bool) for x in e) else None)


_INTEGER_ONLY = ("div", "rem", "mul", "neg")  # among reals: quotients round, and products and negations may be -0

FOLDS: dict[str, Callable] = {
    "add": _sizes(lambda facts, a, b: a + b), "sub": _sizes(lambda facts, a, b: a - b), "mul": _sizes(_product),
    "neg": _sizes(lambda facts, a: -a), "div": _sizes(_quotient), "rem": _sizes(_remainder),
    "max": _sizes(_largest), "min": _sizes(_smallest), "clamp": _sizes(_clamp),
    "lt": _relation(True, False, False), "le": _relation(True, True, False), "gt": _relation(False, False, True),
    "ge": _relation(False, True, True), "eq": _relation(False, True, False), "ne": _relation(True, False, True),
    "and": _bools(operator.and_), "or": _bools(operator.or_), "xor": _bools(operator.xor), "not": _bools(operator.not_),
    "select_n": _select, "convert_element_type": _convert, "broadcast_in_dim": _broadcast, "slice": _slice,
    "reshape": lambda facts, params, known: None if params["dimensions"] else known.reshape(tuple(params["new_sizes"])),
    "squeeze": lambda facts, params, known: np.squeeze(known, tuple(params["dimensions"])),
    "transpose": lambda facts, params, known: np.transpose(known, params["permutation"]),
    "concatenate": lambda facts, params, *known: np.concatenate(known, params["dimension"]),
    "rev": lambda facts, params, known: np.flip(known, tuple(params["dimensions"])),
    "stop_gradient": lambda facts, params, known: known, "copy": lambda facts, params, known: known,
}
