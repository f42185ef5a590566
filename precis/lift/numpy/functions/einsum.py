"""np.einsum: contractions of any number of operands, two at a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from precis.ir.types import Value
from precis.lift.numpy import library
from precis.lift.numpy.arrays import diagonal_places, diagonal_value, read
from precis.lift.numpy.elementwise import put_out
from precis.lift.numpy.functions.conversion import itself
from precis.lift.numpy.functions.linear import contract, operands
from precis.lift.numpy.functions.shaping import transpose
from precis.lift.numpy.numbers import as_size, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Diagonal
from precis.lift.numpy.values import Int, Items
from precis.lift.numpy.views import same_elements, view

ALL = 6  # operands of which all orders are looked at; of more, the next two products


def einsum(lift: Lifting, subscripts: Any, *xs: Any, optimize: Any = False, out: Any = None) -> Any:
    """Any number of operands, two at a time."""
    if not isinstance(subscripts, str):
        subscripts, xs = _from_lists(lift, (subscripts, *xs))
    arrays = operands(lift, *xs)
    inputs, result = _subscripts(lift, subscripts.replace(" ", ""), [len(a.shape) for a in arrays])
    if len(inputs) == 1 and out is None and (shown := _view(lift, itself(lift, xs[0]), inputs[0], result)) is not None:
        return shown
    dtype = np.result_type(*(a.dtype for a in arrays))
    terms = [_single_labels(lift, labels, value_of(lift, a, dtype)) for labels, a in zip(inputs, arrays)]
    for k, (labels, v) in enumerate(terms):
        if len(labels) != len(v.shape):
            lift.wrong(f"operand {k} of einsum has {len(v.shape)} dimensions, its subscripts {len(labels)}")
    while len(terms) > 1:
        j, k = _next_pair([labels for labels, _ in terms], result)
        later = _wanted([labels for i, (labels, _) in enumerate(terms) if i not in (j, k)], result)
        terms[j] = _pair(lift, *terms[j], *terms.pop(k), later, dtype)
    ((labels, value),) = terms
    value = _ordered(lift, *_summed(lift, labels, value, set(result), dtype), result)
    return lift.wrap(value, dtype) if out is None else put_out(lift, out, value, dtype)


def _view(lift: Lifting, a: Any, labels: str, result: str) -> Any:
    """Of one operand that nothing is summed of, NumPy gives a view, which may be written: axes in another order, or the diagonal of a
    matrix. None for others."""
    if not labels or set(labels) != set(result) or len(labels) != len(a.shape):
        return None
    if len(labels) == len(set(labels)):
        return same_elements(lift, a) if labels == result else transpose(lift, a, tuple(Int.of(labels.index(c)) for c in result))
    if len(labels) == 2:
        return view(lift, a, Diagonal(ZERO, writable=True), (diagonal_places(lift, a.shape, ZERO)[2],))
    return None


def _next_pair(inputs: list[str], result: str) -> tuple[int, int]:
    """Which operands to multiply first: of orders that are as good, the cheap products first, the leftmost before others. Products that are
    not added up are rounded as NumPy rounds them, from the left."""
    if not set("".join(inputs)) - set(result):
        return 0, 1
    further = len(inputs) if len(inputs) <= ALL else 1
    return min(_pairs(inputs), key=lambda pair: (_cost(inputs, pair, result, further), len(set().union(*(inputs[k] for k in pair)))))


def _pairs(inputs: Sequence[str]) -> Iterator[tuple[int, int]]:
    return itertools.combinations(range(len(inputs)), 2)


def _cost(inputs: Sequence[str], pair: tuple[int, int], result: str, further: int) -> tuple[list[int], int, int, int]:
    """What comes of multiplying two operands first: how many labels the products have, the most first; how many of them have
    more labels than either operand and add nothing up; how many labels are left in between; how many sums go along no last axis of an
    operand, which libraries take as it lies."""
    both, others = set().union(*(inputs[k] for k in pair)), [i for k, i in enumerate(inputs) if k not in pair]
    left = both & _wanted(others, result)
    along = any(inputs[k] and inputs[k][-1] not in left for k in pair)
    outer = left == both and all(set(inputs[k]) != both for k in pair)
    labels, plain, between, across = [len(both)], int(outer), len(left), int(left != both and not along)
    if not others or not further:
        return labels, plain, between, across
    rest = [*others, "".join(sorted(left))]
    most, *counts = min(_cost(rest, p, result, further - 1) for p in _pairs(rest))
    return sorted(labels + most, reverse=True), plain + counts[0], between + counts[1], across + counts[2]


def _wanted(inputs: Sequence[str], result: str) -> set[str]:
    """The labels of these operands and of the result."""
    return set(result).union(*inputs)


def einsum_path(lift: Lifting, subscripts: Any, *xs: Any, optimize: Any = "greedy") -> Any:
    """(path, what NumPy says of it) for arrays of the example's shapes; einsum itself goes by the labels alone."""
    shapes = [[lift.sizes.example(d) for d in a.shape] for a in operands(lift, *xs)]
    if any(d is None for shape in shapes for d in shape):
        lift.refuse("how long an axis is, only a run tells", "leave the path out: np.einsum(..., optimize=True)")
    path, text = np.einsum_path(subscripts, *(np.broadcast_to(0.0, shape) for shape in shapes), optimize=optimize)  # type: ignore
    return lift.new_items(list, tuple(p if isinstance(p, str) else tuple(map(Int.of, p)) for p in path)), text


def _from_lists(lift: Lifting, given: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """Subscripts given as a list of numbers behind every operand, and for the result at the end, as a string."""
    def text(labels: Any) -> str:
        held = lift.held(labels) if isinstance(labels, Items) else labels
        return "".join("..." if i is Ellipsis else chr(ord("a") + lift.fixed(as_size(lift, i), "a subscript of einsum")) for i in held)
    pairs = len(given) // 2
    left = ",".join(text(given[2 * k + 1]) for k in range(pairs))
    return left + (f"->{text(given[-1])}" if len(given) % 2 else ""), tuple(given[2 * k] for k in range(pairs))


def _subscripts(lift: Lifting, text: str, ranks: list[int]) -> tuple[list[str], str]:
    """Labels of every operand and of the result; those that an ellipsis stands for are written out as capitals not used otherwise."""
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(ranks):
        lift.wrong(f"einsum has {len(ranks)} operands, but subscripts for {len(inputs)}")
    free = [c for c in "ZYXWVUTSRQPONMLKJIHGFEDCBA" if c not in text]
    widths = [rank - len(i) + 3 for i, rank in zip(inputs, ranks) if "..." in i]
    spread_ = "".join(free[:max(widths, default=0)])[::-1]
    wide = [i.replace("...", spread_[len(spread_) - (rank - len(i) + 3):]) if "..." in i else i for i, rank in zip(inputs, ranks)]
    letters = left.replace(",", "").replace("...", "")
    single = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    return wide, right.replace("...", spread_) if arrow else spread_ + single


def _single_labels(lift: Lifting, labels: str, v: Value) -> tuple[str, Value]:
    """A label that stands twice in one operand takes its diagonal."""
    twice = next((c for c in labels if labels.count(c) > 1), None)
    if twice is None:
        return labels, v
    if len(labels) == 2:
        return labels[0], diagonal_value(lift, v, ZERO)
    first, second = [k for k, c in enumerate(labels) if c == twice][:2]
    axes = [Int.of(k) for k in (first, second)]
    parts = lift.call(library.arrays.diagonals, [lift.new_array(v, lift.dtypes[v.name]), Int.of(0), *axes], {})
    rest = "".join(c for k, c in enumerate(labels) if k not in (first, second))
    return _single_labels(lift, rest + twice, read(lift, parts))


def _summed(lift: Lifting, labels: str, v: Value, kept: set[str], dtype: np.dtype) -> tuple[str, Value]:
    """Sum over labels that nothing else mentions."""
    axes = tuple(k for k, c in enumerate(labels) if c not in kept)
    if not axes:
        return labels, v
    return "".join(c for c in labels if c in kept), lift.emit("sum", v, dtype=dtype, axes=axes)


def _ordered(lift: Lifting, labels: str, v: Value, result: str) -> Value:
    return v if labels == result else lift.emit("transpose", v, perm=tuple(labels.index(c) for c in result))


def _pair(lift: Lifting, a: str, v: Value, b: str, w: Value, later: set[str], dtype: np.dtype) -> tuple[str, Value]:
    """Two operands as one: labels of one operand alone that nothing else needs are summed first; without a shared sum, a product."""
    a, v = _summed(lift, a, v, set(b) | later, dtype)
    b, w = _summed(lift, b, w, set(a) | later, dtype)
    result = "".join(dict.fromkeys(c for c in a + b if c in later))
    return result, contract(lift, f"{a},{b}->{result}", [v, w], dtype)


FUNCTIONS: dict[Any, Callable[..., Any]] = {np.einsum: einsum, np.einsum_path: einsum_path}
