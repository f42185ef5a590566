"""Reading and writing arrays and views of them."""

from __future__ import annotations

from collections.abc import Sequence

from precis.ir.shapes import identity_index, indexed
from precis.ir.size import Size
from precis.ir.types import Cut, Pick, Shape, Value
from precis.lift.numpy.doubtful import check_same
from precis.lift.numpy.identity import change_relatives
from precis.lift.numpy.kinds import INT, real_part
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Cutting, Diagonal, Parting, Reshaping, Spreading, Step, Transposing
from precis.lift.numpy.values import Array, View


def read(lift: Lifting, x: Array | View) -> Value:
    """The present value of an array or view."""
    if isinstance(x, Array):
        return lift.settle(lift.held(x))
    v = lift.settle(lift.held(x.base))
    for step in x.steps:
        v = _apply(lift, v, step)
    return v


def _apply(lift: Lifting, v: Value, step: Step) -> Value:
    if isinstance(step, Cutting):
        return lift.emit("slice", v, *step.picks, at=step.at)
    if isinstance(step, Transposing):
        return lift.emit("transpose", v, perm=step.perm)
    if isinstance(step, Reshaping):
        return reshaped(lift, v, step.shape)
    if isinstance(step, Spreading):
        return spread(lift, v, step.shape)
    if isinstance(step, Diagonal):
        return diagonal_value(lift, v, step.offset)
    dtype = lift.dtypes[v.name]
    return lift.emit(step.part, v, dtype=real_part(dtype))


def diagonal_places(lift: Lifting, shape: Shape, offset: Size) -> tuple[Size, Size, Size]:
    """(first row, first column, length) of a diagonal."""
    rows, columns = lift.shape(shape)
    below = lift.sizes.nonnegative(offset) is False
    row, column = (-offset, ZERO) if below else (ZERO, offset)
    length = lift.sizes.smaller(rows - row, columns - column)
    return row, column, length if lift.sizes.nonnegative(length) is not False else ZERO


def diagonal_value(lift: Lifting, v: Value, offset: Size) -> Value:
    """The diagonal of a matrix, gathered."""
    v = lift.settle(v)
    return lift.emit("slice", v, *_diagonal_picks(lift, v, offset), at=(Pick(0), Pick(1)))


def _diagonal_picks(lift: Lifting, v: Value, offset: Size) -> list[Value]:
    """The rows and the columns of a diagonal, counted."""
    row, column, length = diagonal_places(lift, v.shape, offset)
    return [_counted_from(lift, start, length) for start in (row, column)]


def _counted_from(lift: Lifting, start: Size, length: Size) -> Value:
    v = lift.emit("iota", dtype=INT, length=length)
    if lift.sizes.resolve(start) == ZERO:
        return v
    return lift.emit("add", v, lift.emit("index", dtype=INT, value=start), dtype=INT)


def reshaped(lift: Lifting, v: Value, shape: Shape) -> Value:
    """`reshape`; new dimensions of length 1 at sizes that no polynomial equality shows are taken as they are."""
    v, shape = lift.settle(v), lift.shape(shape)
    return v if v.shape == shape else lift.emit("reshape", v, shape=shape)


def fitted(lift: Lifting, v: Value, shape: Shape) -> Value:
    """`v` under another shape whose sizes are equal by guard only: slices that take everything."""
    v, shape = lift.settle(v), lift.shape(shape)
    if v.shape == shape:
        return v
    return lift.emit("slice", v, at=tuple(Cut(d - d, d) for d in shape))


def write(lift: Lifting, x: Array | View, new: Value) -> None:
    """Put `new`, of x's kind and broadcastable to its shape, into all of x."""
    base = x if isinstance(x, Array) else x.base
    if base.frozen:
        lift.refuse(f"{base.frozen} is changed here", "pass it as an argument, or change a copy of it")
    if isinstance(x, Array):
        value = keep(lift, spread(lift, new, x.shape), base)
    else:
        value = _rebuilt(lift, lift.settle(lift.held(base)), x.steps, new, base)
    lift.hold(base, value)
    change_relatives(lift, base)


def spread(lift: Lifting, v: Value, shape: Shape) -> Value:
    """`v` broadcast to a shape; leading dimensions of length 1 that are too many go."""
    v, shape = lift.settle(v), lift.shape(shape)
    if len(v.shape) > len(shape):
        v = reshaped(lift, v, v.shape[len(v.shape) - len(shape):])
    v = fitted_to(lift, v, shape)
    return v if v.shape == shape else lift.emit("broadcast", v, shape=shape)


def fitted_to(lift: Lifting, v: Value, shape: Shape) -> Value:
    """Unify the sizes of `v` with those of the shape that it broadcasts to; those that only a run can compare are met then."""
    tail = shape[len(shape) - len(v.shape):]
    for k, (d, n) in enumerate(zip(v.shape, tail)):
        if d.constant == 1 or lift.sizes.unify(d, n) or (lift.sizes.example(d) == 1 and lift.sizes.unify(d, ONE)):
            continue
        if lift.sizes.example(d - n) is None:
            check_same(lift, d, n, or_one=True)
            v = stretched(lift, v, k, n)
        else:
            lift.mismatch(f"could not broadcast an array of shape {shown(lift, v.shape)} into shape {shown(lift, shape)}", [v.shape, shape])
    v = lift.settle(v)
    return fitted(lift, v, tuple(d if d.constant == 1 else n for d, n in zip(v.shape, lift.shape(tail))))


def stretched(lift: Lifting, v: Value, axis: int, length: Size) -> Value:
    """`v` along an axis of another length that is the same or, where `v` has one element there, any: NumPy's broadcast where the two fit,
    which is checked before."""
    v = lift.settle(v)
    last = lift.emit("index", dtype=INT, value=v.shape[axis] - 1)
    place = lift.emit("minimum", lift.emit("iota", dtype=INT, length=length), last, dtype=INT)
    return lift.emit("slice", v, place, at=tuple(Pick(0) if k == axis else Cut(ZERO, d) for k, d in enumerate(v.shape)))


def agreeing(lift: Lifting, v: Value, axis: int, length: Size) -> Value | None:
    """`v` with an axis of this length; where only a run can compare it with its own, it ends unless they are equal. None where they
    differ."""
    v = lift.settle(v)
    if lift.sizes.unify(v.shape[axis], length):
        return lift.settle(v)
    if lift.sizes.example(v.shape[axis] - length) is not None or lift.sizes.equal(v.shape[axis], length) is False:
        return None
    check_same(lift, v.shape[axis], length)
    return lift.emit("slice", v, at=tuple(Cut(ZERO, length if k == axis else d) for k, d in enumerate(v.shape)))


def shown(lift: Lifting, shape: Shape) -> str:
    """A shape in a message, by its example sizes where it has them."""
    sizes = [lift.sizes.example(d) for d in shape]
    texts = [str(lift.sizes.resolve(d) if n is None else n) for d, n in zip(shape, sizes)]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def keep(lift: Lifting, v: Value, array: Array) -> Value:
    """`v` stored where the array is kept, if the user named it."""
    container = lift.container(array)
    return lift.emit("store", v, dtype=array.dtype, container=container) if container else v


def _rebuilt(lift: Lifting, old: Value, steps: Sequence[Step], new: Value, base: Array) -> Value:
    """The value of `base` once the view `steps` of it holds `new`."""
    container = lift.container(base)
    first, *rest = steps
    if rest:
        new = _inner(lift, _apply(lift, old, first), rest, new)
    return _put(lift, old, first, new, container)


def _inner(lift: Lifting, old: Value, steps: Sequence[Step], new: Value) -> Value:
    first, *rest = steps
    if rest:
        new = _inner(lift, _apply(lift, old, first), rest, new)
    return _put(lift, old, first, new, None)


def _put(lift: Lifting, old: Value, step: Step, new: Value, container: str | None) -> Value:
    """`old` with the part that `step` views replaced by `new`."""
    dtype = lift.dtypes[old.name]
    if isinstance(step, Cutting):
        return _put_cut(lift, old, step, new, container)
    if isinstance(step, Diagonal) and step.writable:
        places = _diagonal_picks(lift, old, step.offset)
        new = fitted_to_region(lift, new, places[0].shape)
        return lift.emit("update", old, new, *places, dtype=dtype, container=container, at=(Pick(0), Pick(1)))
    if isinstance(step, (Spreading, Diagonal)):
        what = "a broadcast array" if isinstance(step, Spreading) else "a diagonal"
        lift.wrong(f"{what} is read-only", "copy it, or use an index")
    if isinstance(step, Transposing):
        shape = tuple(old.shape[p] for p in step.perm)
        out = lift.emit("transpose", spread(lift, new, shape), perm=tuple(step.perm.index(k) for k in range(len(shape))))
    elif isinstance(step, Reshaping):
        out = reshaped(lift, spread(lift, new, step.shape), old.shape)
    else:
        out = _put_part(lift, old, step, new)
    return lift.emit("store", out, dtype=dtype, container=container) if container else out


def _put_cut(lift: Lifting, old: Value, step: Cutting, new: Value, container: str | None) -> Value:
    dtype = lift.dtypes[old.name]
    if not step.picks and lift_index(lift, step) == identity_index(lift.shape(old.shape)):
        whole = spread(lift, new, old.shape)
        return lift.emit("store", whole, dtype=dtype, container=container) if container else whole
    return update(lift, old, new, step, dtype, container)


def lift_index(lift: Lifting, step: Cutting) -> tuple:
    resolve = lift.sizes.resolve
    return tuple(Cut(resolve(i.start), resolve(i.length), i.step) if isinstance(i, Cut) else i for i in step.at)


def update(lift: Lifting, old: Value, new: Value, step: Cutting, dtype, container: str | None) -> Value:
    """`old` with the region `step` of it replaced by `new`, which broadcasts to it."""
    new = fitted_to_region(lift, new, region_of(lift, old, step))
    return lift.emit("update", old, new, *step.picks, dtype=dtype, container=container, at=step.at)


def region_of(lift: Lifting, old: Value, step: Cutting) -> Shape:
    return lift.shape(indexed(lift.shape(old.shape), step.at, [lift.settle(p) for p in step.picks]))


def fitted_to_region(lift: Lifting, new: Value, region: Shape) -> Value:
    new = lift.settle(new)
    if len(new.shape) > len(region):
        new = reshaped(lift, new, new.shape[len(new.shape) - len(region):])
    return fitted_to(lift, new, region)


def _put_part(lift: Lifting, old: Value, step: Parting, new: Value) -> Value:
    dtype = lift.dtypes[old.name]
    real = real_part(dtype)
    new = spread(lift, new, old.shape)
    parts = [new if step.part == p else lift.emit(p, old, dtype=real) for p in ("re", "im")]
    return lift.emit("complex", *parts, dtype=dtype)


