"""Elementwise operations: dtypes as NumPy resolves them, broadcasting, masked operands, `out` and `where`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Cut, New, Shape, Value
from precis.lift.numpy.arrays import fitted, shown, spread, stretched, write
from precis.lift.numpy.computations import same_value
from precis.lift.numpy.doubtful import check_same, note_doubt
from precis.lift.numpy.kinds import BOOL, COMPARING, INT, dtypes_of_call, is_integer
from precis.lift.numpy.lengths import own, positions_of, written_out
from precis.lift.numpy.numbers import constant, is_numeric, known, operand, runtime_size, scalar, shape_of, value_of
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Int, Masked, MaskPart, Scalar, View

Rule = Callable[..., Value]  # (lift, *values, dtype) -> value: one ufunc on operands that are already of its dtype


@dataclass(frozen=True, slots=True)
class Elementwise:
    """A ufunc that precis lifts: how it computes, from operands already broadcast and converted."""

    ufunc: np.ufunc
    rule: Rule


def apply(lift: Lifting, entry: Elementwise, *operands: Any, out: Any = None, where: Any = True, dtype: Any = None,
          casting: Any = "same_kind") -> Any:
    """What `ufunc(*operands, out=..., where=...)` gives: a number, a fresh array, `out`, or a masked selection."""
    xs = [scalar(lift, positions_of(lift, x) if isinstance(x, MaskPart) else x) for x in operands]
    if not one_mask(lift, xs):
        xs = [written_out(lift, x) for x in xs]
    for x in xs:
        if not is_numeric(x):
            lift.refuse(f"{entry.ufunc.__name__} needs numbers or arrays, not {type(x).__name__}")
    dtypes = _dtypes(lift, entry.ufunc, xs, dtype)
    if entry.ufunc is np.power and is_integer(dtypes[-1]) and isinstance(xs[1], Int) and lift.sizes.nonnegative(xs[1].size) is False:
        lift.wrong("Integers to negative integer powers are not allowed.", "make the base a float")
    values = [value_of(lift, x, t) for x, t in zip(xs, dtypes)]
    mask = common_mask(xs)
    if entry.ufunc in POLES and (where is not True or mask is not None):
        _keep_off_poles(lift, entry.ufunc, xs, values, where, mask)
    result = dtypes[entry.ufunc.nin]
    value = compute(lift, entry, values, dtypes)
    if mask is not None:
        selected = replace(mask, value=spread(lift, value, broadcast_shape(lift, [value.shape, mask.value.shape])), dtype=result, of=None)
        return selected if out is None else put_out(lift, out, value_of(lift, written_out(lift, selected)), result, where, casting)
    if out is not None:
        return put_out(lift, out, value, result, where, casting)
    if where is not True:
        lift.refuse("where= without out= leaves elements undefined", "give out=, or use np.where")
    return with_known(lift, entry.ufunc, xs, lift.wrap(value, result))


# Functions that have poles, or overflow: the operand in question and a value at which they do neither. Where elements are left out, by
# where= or because a mask does not select them, that value takes their place, so that they have a finite value and derivative.
POLES: dict[np.ufunc, tuple[int, int]] = {
    **dict.fromkeys((np.true_divide, np.floor_divide, np.remainder, np.fmod), (1, 1)),
    **dict.fromkeys((np.reciprocal, np.log, np.log2, np.log10, np.log1p, np.sqrt, np.cbrt, np.power), (0, 1)),
    **dict.fromkeys((np.exp, np.exp2, np.expm1, np.sinh, np.cosh, np.arcsin, np.arccos, np.arctanh), (0, 0)),
    np.arccosh: (0, 2)}


def _keep_off_poles(lift: Lifting, ufunc: np.ufunc, xs: Sequence[Any], values: list[Value], where: Any, mask: Masked | None) -> None:
    """The harmless value of POLES in the elements of an operand that are left out."""
    k, harmless = POLES[ufunc]
    if where is not True:
        values[k] = _safe(lift, values[k], value_of(lift, where, BOOL), harmless)
    elif isinstance(xs[k], Masked) and mask is not None:
        values[k] = _safe(lift, values[k], aligned_mask(lift, lift.settle(mask.mask), mask.axis, len(values[k].shape)), harmless)


def _safe(lift: Lifting, x: Value, kept: Value, harmless: int) -> Value:
    kept, x, other = together(lift, [kept, x, constant(lift, harmless, lift.dtypes[x.name])])
    return lift.emit("select", kept, x, other, dtype=lift.dtypes[x.name])


def _dtypes(lift: Lifting, ufunc: np.ufunc, xs: Sequence[Any], dtype: Any) -> tuple[np.dtype, ...]:
    operands = [operand(x) for x in xs]
    if ufunc in COMPARING:
        operands = [_holding(lift, x, operands) if o is int else o for x, o in zip(xs, operands)]
    if dtype is not None:
        operands = [np.dtype(dtype)] * len(xs)
    return dtypes_of_call(ufunc, operands)


def _holding(lift: Lifting, x: Any, operands: Sequence[Any]) -> Any:
    """int; for an int that a dtype it is compared with does not hold, one that does: NumPy compares with ints of any size."""
    number, others = known(lift, x), [o for o in operands if isinstance(o, np.dtype) and o.kind in "iu"]
    if number is None or all(np.iinfo(o).min <= number <= np.iinfo(o).max for o in others):
        return int
    if not -2**63 <= number < 2**63:
        lift.refuse(f"a comparison with {number}, which 64 bits do not hold", "it has one answer: write that")
    return np.min_scalar_type(number)


def compute(lift: Lifting, entry: Elementwise, values: Sequence[Value], dtypes: Sequence[np.dtype]) -> Value:
    """The rule on operands with their sizes unified; the dtype in which a comparison compares is noted."""
    values = together(lift, values)
    value = entry.rule(lift, *values, dtype=dtypes[entry.ufunc.nin])
    if value.kind == "bool" and values[0].kind == "real":
        lift.operands[value.name] = dtypes[0]
    return value


def with_known(lift: Lifting, ufunc: np.ufunc, xs: Sequence[Any], result: Any) -> Any:
    """The result with its number, where all operands are known: for sizes and decisions that depend on constants."""
    if not isinstance(result, Scalar):
        return result
    facts = [f for f in (example(lift, x) for x in xs) if f is not None]
    if len(facts) < len(xs):
        return result
    numbers = [float(f[0]) if isinstance(f[0], int) and result.dtype == np.float64 else f[0] for f in facts]  # 10 ** -3
    try:
        with np.errstate(all="ignore"):
            number = ufunc(*numbers).item()
    except (ValueError, TypeError, OverflowError) as problem:
        lift.wrong(str(problem))
    given = frozenset().union(*(f[1] for f in facts))
    return replace(result, known=number, given=given, again=_again(ufunc, xs, result.dtype) if given else None)


def _again(ufunc: np.ufunc, xs: Sequence[Any], dtype: np.dtype) -> Callable[[Mapping[str, Any]], Any]:
    """The result for other sizes of what the operands depend on."""
    def one(x: Any, sizes: Mapping[str, Any]) -> Any:
        if isinstance(x, Int):
            n = x.size.value(sizes)
            return n if x.dtype is None and dtype != np.float64 else np.asarray(n, x.dtype or dtype)[()]
        return x.again(sizes) if isinstance(x, Scalar) and x.again else x.known if isinstance(x, Scalar) else x
    return lambda sizes: ufunc(*(one(x, sizes) for x in xs))


def example(lift: Lifting, x: Any) -> tuple[Any, frozenset[str]] | None:
    """(number, sizes it depends on) where x follows from constants and sizes alone."""
    if isinstance(x, bool):
        return x, frozenset()
    if isinstance(x, Int):
        n = lift.sizes.example(x.size)
        return None if n is None else ((x.dtype or np.dtype(int)).type(n) if x.dtype else n, lift.sizes.resolve(x.size).symbols())
    if isinstance(x, Scalar) and x.known is not None:
        return (x.known if x.weak else x.dtype.type(x.known)), x.given
    return None


def together(lift: Lifting, values: Sequence[Value]) -> list[Value]:
    """Values whose sizes are unified so that they broadcast."""
    if not any(v.shape for v in values):
        return list(values)
    target = broadcast_shape(lift, [v.shape for v in values])
    return [fitted_to_shape(lift, v, target) for v in values]


def fitted_to_shape(lift: Lifting, v: Value, target: Shape) -> Value:
    v = lift.settle(v)
    tail = lift.shape(target)[len(target) - len(v.shape):]
    for k, (d, n) in enumerate(zip(v.shape, tail)):
        if d != n and d.constant != 1 and lift.sizes.example(d - n) is None and not lift.sizes.unify(d, n):
            v = stretched(lift, v, k, n)
    return fitted(lift, v, tuple(ONE if d.constant == 1 else n for d, n in zip(v.shape, tail)))


def broadcast_shape(lift: Lifting, shapes: Sequence[Shape]) -> Shape:
    """NumPy's broadcast shape; sizes that are equal in the example are unified. Raises where shapes do not fit."""
    rank = max(map(len, shapes), default=0)
    target: list[Size] = [ONE] * rank
    for shape in shapes:
        for k, d in enumerate(shape, rank - len(shape)):
            target[k] = _joined(lift, target[k], lift.sizes.resolve(d), shapes)
    return lift.shape(tuple(target))


def _joined(lift: Lifting, a: Size, b: Size, shapes: Sequence[Shape]) -> Size:
    sizes = lift.sizes
    if a.constant == 1 or b.constant == 1:
        return b if a.constant == 1 else a
    if sizes.unify(a, b):
        return sizes.resolve(a)
    for one, other in ((a, b), (b, a)):
        if sizes.example(one) == 1 and sizes.unify(one, ONE):
            return other
    if sizes.example(a - b) is None:
        return _met(lift, a, b)
    lift.mismatch("operands could not be broadcast together with shapes " + " ".join(shown(lift, s) for s in shapes), shapes)


def _met(lift: Lifting, a: Size, b: Size) -> Size:
    """The common length of dimensions that only a run can compare: it ends unless they are equal, or one of them is 1."""
    for size, other in ((a, b), (b, a)):
        if lift.sizes.example(size) is not None and lift.sizes.equal(size, ONE) is False:
            check_same(lift, other, size, or_one=True)
            return size
    note_doubt(lift, a, b)
    first, second = (value_of(lift, Int(s), INT) for s in (a, b))
    single = lift.emit("eq", first, constant(lift, 1, INT), dtype=BOOL)
    size = runtime_size(lift, lift.emit("select", single, second, first, dtype=INT))
    lift.sizes.limits[str(size)] = (ZERO, lift.sizes.larger(a, b))
    check_same(lift, b, size, or_one=True)
    return size


def one_mask(lift: Lifting, xs: Sequence[Any]) -> bool:
    """Whether selections among the operands have one mask and meet nothing but numbers, so that whole arrays can be computed with."""
    masked = [x for x in xs if isinstance(x, Masked)]
    def where(m: Masked) -> tuple[int, int]:
        return m.axis, len(m.value.shape)
    return all(where(m) == where(masked[0]) and same_value(lift, m.mask, masked[0].mask) for m in masked) and not (
        masked and any(not isinstance(x, Masked) and shape_of(lift, x) for x in xs))


def common_mask(xs: Sequence[Any]) -> Masked | None:
    """The mask that selections among the operands share."""
    return next((x for x in xs if isinstance(x, Masked)), None)


def put_out(lift: Lifting, out: Any, value: Value, dtype: np.dtype, where: Any = True, casting: str = "same_kind") -> Any:
    """`out[...] = value` (where a mask holds); returns out."""
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if isinstance(out, Masked):
        out = own(lift, out)
    if not isinstance(out, (Array, View)):
        lift.refuse("out= needs an array")
    assign_into(lift, out, lift.wrap(value, dtype), casting, where)
    return out


def assign_into(lift: Lifting, target: Array | View, x: Any, casting: str = "unsafe", where: Any = True) -> None:
    """target[...] = x, cast to target's dtype; where a mask holds."""
    source = operand(x)
    if isinstance(source, np.dtype) and not np.can_cast(source, target.dtype, casting):  # type: ignore[arg-type]
        lift.wrong(f"cannot cast the result from {source} to {target.dtype}, the dtype of the array that it is written into",
                   f"convert it: .astype(np.{target.dtype})")
    value = value_of(lift, written_out(lift, x), target.dtype)
    if where is not True:
        mask = value_of(lift, where, np.dtype(bool))
        value, mask, old = together(lift, [value, mask, value_of(lift, target)])
        value = lift.emit("select", mask, value, old, dtype=target.dtype)
    write(lift, target, value)


def aligned_mask(lift: Lifting, mask: Value, axis: int, rank: int) -> Value:
    """A mask of dimensions axis, axis + 1, ... with new dimensions behind it, to broadcast against rank `rank`."""
    behind = rank - axis - len(mask.shape)
    if not behind:
        return mask
    return lift.emit("slice", mask, at=(*(Cut(Size.of(0), d) for d in lift.shape(mask.shape)), *(New(),) * behind))


