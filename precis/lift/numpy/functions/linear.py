"""Products of matrices and vectors: two-operand contractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.ir.types import Cut, New, Value
from precis.lift.numpy import library
from precis.lift.numpy.arrays import agreeing, fitted, read, reshaped, shown
from precis.lift.numpy.elementwise import apply, broadcast_shape, put_out
from precis.lift.numpy.functions.axes import axes_of, each_axis
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.reductions import extreme, folding
from precis.lift.numpy.functions.shaping import ravel
from precis.lift.numpy.functions.ufuncs import UFUNCS
from precis.lift.numpy.kinds import FLOAT, real_part
from precis.lift.numpy.numbers import convert, known, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_2, Int, Items, Scalar

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def operands(lift: Lifting, *xs: Any) -> list[Any]:
    """Arrays of one dtype."""
    return [asarray(lift, x) for x in xs]


def contract(lift: Lifting, spec: str, values: Sequence[Value], dtype: np.dtype) -> Value:
    """einsum of two operands; sizes of shared labels are unified; where only a run can compare them, that counts which is known before."""
    labels, result = spec.split("->")
    parts = labels.split(",")
    lengths = [(label, d) for part, v in zip(parts, values) for label, d in zip(part, v.shape)]
    known = [(label, d) for label, d in lengths if lift.sizes.example(d) is not None]
    sizes = dict((*reversed(lengths), *reversed(known)))
    agreed = []
    for part, v in zip(parts, values):
        for axis, label in enumerate(part):
            found = agreeing(lift, v, axis, sizes[label])
            if found is None:
                shapes = [x.shape for x in values]
                lift.mismatch("shapes " + " and ".join(shown(lift, s) for s in shapes) + f" do not fit for the product {spec}", shapes)
            v = found
        agreed.append(v)
    values = [fitted(lift, v, tuple(sizes[label] for label in part)) for part, v in zip(parts, agreed)]
    return lift.emit("einsum", *values, dtype=dtype, spec=f"{labels}->{result}")


def matmul(lift: Lifting, a: Any, b: Any, out: Any = None) -> Any:
    """a @ b: vectors, matrices, and stacks of matrices that broadcast."""
    x, y = operands(lift, a, b)
    if not x.shape or not y.shape:
        lift.wrong("matmul: a number is no matrix", "use * for numbers")
    dtype = np.result_type(x.dtype, y.dtype)
    v, w = _as_it_lies(lift, *(value_of(lift, z, dtype) for z in (x, y)))
    value = _stacks(lift, v, w, dtype) if len(v.shape) > 2 or len(w.shape) > 2 else contract(lift, _MATMUL[len(v.shape), len(w.shape)],
                                                                                             [v, w], dtype)
    return lift.wrap(value, dtype) if out is None else put_out(lift, out, value, dtype)


def _as_it_lies(lift: Lifting, v: Value, w: Value) -> tuple[Value, Value]:
    """The same product with the matrix beside a vector as it lies in memory: A.T @ w is w @ A, whose rows add up side by side."""
    for matrix, vector, turned in ((v, w, lambda a: (w, a)), (w, v, lambda a: (a, v))):
        made = lift.definitions.get(matrix.name)
        if made and made.op == "transpose" and len(matrix.shape) == 2 and len(vector.shape) == 1:
            return turned(made.inputs[0])
    return v, w


_MATMUL = {(1, 1): "i,i->", (2, 1): "ij,j->i", (1, 2): "i,ij->j", (2, 2): "ij,jk->ik"}


def _stacks(lift: Lifting, v: Value, w: Value, dtype: np.dtype) -> Value:
    """Stacks of matrices: leading dimensions broadcast; those of length 1 beside longer ones are dropped first."""
    inner_v, inner_w = ("ij", "jk") if len(v.shape) > 1 and len(w.shape) > 1 else ("ij", "j") if len(w.shape) == 1 else ("i", "ik")
    if len(v.shape) == 1:
        inner_v, inner_w = "j", "jk"
    batch = broadcast_shape(lift, [v.shape[:len(v.shape) - len(inner_v)], w.shape[:len(w.shape) - len(inner_w)]])
    letters = LETTERS[15:15 + len(batch)]
    v, left = _without_ones(lift, v, len(inner_v), batch, letters)
    w, right = _without_ones(lift, w, len(inner_w), batch, letters)
    kept = "".join(c for c in letters if c in left + right)
    result = kept + "".join(c for c in inner_v + inner_w if c != "j")
    value = contract(lift, f"{left}{inner_v},{right}{inner_w}->{result}", [v, w], dtype)
    shape = iter(lift.settle(value).shape[len(kept):])
    return reshaped(lift, value, (*lift.shape(batch), *shape))


def _without_ones(lift: Lifting, v: Value, inner: int, batch: Any, letters: str) -> tuple[Value, str]:
    v = lift.settle(v)
    outer = v.shape[:len(v.shape) - inner]
    names = letters[len(letters) - len(outer):]
    kept = [k for k, d in enumerate(outer) if d.constant != 1]
    shape = (*(outer[k] for k in kept), *v.shape[len(outer):])
    return reshaped(lift, v, shape), "".join(names[k] for k in kept)


def dot(lift: Lifting, a: Any, b: Any, out: Any = None) -> Any:
    """np.dot: with a number a product, with vectors and matrices matmul, else the last axis with the last but one."""
    x, y = operands(lift, a, b)
    if not x.shape or not y.shape:
        return apply(lift, UFUNCS[np.multiply], x, y, out=out)
    if len(x.shape) <= 2 and len(y.shape) <= 2:
        return matmul(lift, x, y, out)
    over = len(y.shape) - 2 if len(y.shape) > 1 else 0
    found = tensordot(lift, x, y, (Int.of(len(x.shape) - 1), Int.of(over)))
    return found if out is None else put_out(lift, out, value_of(lift, found), found.dtype)


def inner(lift: Lifting, a: Any, b: Any) -> Any:
    x, y = operands(lift, a, b)
    if not x.shape or not y.shape:
        return apply(lift, UFUNCS[np.multiply], x, y)
    return tensordot(lift, x, y, (Int.of(len(x.shape) - 1), Int.of(len(y.shape) - 1)))


def outer(lift: Lifting, a: Any, b: Any, out: Any = None) -> Any:
    """Every product of an element of a and one of b."""
    x, y = (ravel(lift, z) for z in operands(lift, a, b))
    column = lift.new_array(lift.emit("slice", read(lift, x), at=(Cut(ZERO, lift.shape(x.shape)[0]), New())), x.dtype)
    return apply(lift, UFUNCS[np.multiply], column, y, out=out)


def vdot(lift: Lifting, a: Any, b: Any) -> Any:
    x, y = (ravel(lift, z) for z in operands(lift, a, b))
    return matmul(lift, apply(lift, UFUNCS[np.conjugate], x) if x.dtype.kind == "c" else x, y)


def tensordot(lift: Lifting, a: Any, b: Any, axes: Any = INT_2) -> Any:
    x, y = operands(lift, a, b)
    left, right = _contracted(lift, axes, len(x.shape), len(y.shape))
    names = list(LETTERS[:len(x.shape) + len(y.shape)])
    p, q = names[:len(x.shape)], names[len(x.shape):]
    for i, j in zip(left, right):
        q[j] = p[i]
    result = [c for k, c in enumerate(p) if k not in left] + [c for k, c in enumerate(q) if k not in right]
    dtype = np.result_type(x.dtype, y.dtype)
    values = [value_of(lift, z, dtype) for z in (x, y)]
    return lift.wrap(contract(lift, f"{''.join(p)},{''.join(q)}->{''.join(result)}", values, dtype), dtype)


def _contracted(lift: Lifting, axes: Any, a: int, b: int) -> tuple[list[int], list[int]]:
    if isinstance(axes, Int):
        n = lift.fixed(axes.size, "axes")
        return list(range(a - n, a)), list(range(n))
    pair = lift.held(axes) if isinstance(axes, Items) else axes
    return each_axis(lift, pair[0], a), each_axis(lift, pair[1], b)


def norm(lift: Lifting, x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    """np.linalg.norm: 2-norms of vectors, Frobenius norms, and vector norms 1, 2, inf, by their definitions."""
    a = asarray(lift, x)
    if a.dtype.kind in "biu":
        a = lift.new_array(convert(lift, read(lift, a), FLOAT), FLOAT)
    order = lift.fixed(ord.size, "the order of a norm") if isinstance(ord, Int) else known(lift, ord) if isinstance(ord, Scalar) else ord
    if order is None and ord is not None:
        lift.refuse("a norm whose order is computed cannot be lifted", "write the norm by its definition")
    axes = axes_of(lift, axis, len(a.shape))
    vector = len(axes) == 1
    if order in (None, "fro") or (order == 2 and vector):
        return apply(lift, UFUNCS[np.sqrt], folding("sum", 0)(lift, _squares(lift, a), axis, keepdims=keepdims))
    magnitude = apply(lift, UFUNCS[np.absolute], a)
    if vector and order in (1, np.inf, -np.inf):
        handler = folding("sum", 0) if order == 1 else extreme("max" if order > 0 else "min")
        return handler(lift, magnitude, axis, keepdims=keepdims)
    if vector and isinstance(order, (int, float)):
        return lift.call(library.linear.vector_norm, [a, ord, axis, keepdims], {})
    if len(axes) != 2 or order not in (1, -1, 2, -2, np.inf, -np.inf, "nuc"):
        lift.wrong(f"np.linalg.norm has no ord={order!r} over {len(axes)} axes")
    pair = lift.held(axis) if isinstance(axis, Items) else axis or (Int.of(0), Int.of(1))
    moved = lift.call(np.moveaxis, [a, tuple(pair), (Int.of(-2), Int.of(-1))], {})
    result = lift.call(library.linear.matrix_norm, [moved, ord], {})
    return _with_axes(lift, result, axes) if keepdims else result


def _with_axes(lift: Lifting, x: Any, axes: tuple[int, ...]) -> Any:
    """With the axes that a reduction took, of length 1."""
    for k in axes:
        x = lift.call(np.expand_dims, [x, Int.of(k)], {})
    return x


def _squares(lift: Lifting, a: Any) -> Any:
    if a.dtype.kind != "c":
        return apply(lift, UFUNCS[np.multiply], a, a)
    real = real_part(a.dtype)
    parts = [lift.wrap(lift.emit(p, read(lift, a), dtype=real), real) for p in ("re", "im")]
    return apply(lift, UFUNCS[np.add], *(apply(lift, UFUNCS[np.multiply], p, p) for p in parts))


def _ones(rank: int, x: Any) -> tuple[New, ...]:
    """The axes, in pairs, that np.kron puts before those of the array with fewer."""
    return (New(),) * (2 * (rank - len(x.shape)))


def kron(lift: Lifting, a: Any, b: Any) -> Any:
    x, y = operands(lift, a, b)
    rank = max(len(x.shape), len(y.shape))
    v = lift.emit("slice", read(lift, x), at=(*_ones(rank, x), *(i for d in lift.shape(x.shape) for i in (Cut(ZERO, d), New()))))
    w = lift.emit("slice", read(lift, y), at=(*_ones(rank, y), *(i for d in lift.shape(y.shape) for i in (New(), Cut(ZERO, d)))))
    product = apply(lift, UFUNCS[np.multiply], lift.new_array(v, x.dtype), lift.new_array(w, y.dtype))
    shape = product.shape
    return lift.new_array(lift.emit("reshape", read(lift, product), shape=tuple(shape[2 * k] * shape[2 * k + 1] for k in range(rank))),
                          product.dtype)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.matmul: matmul, np.dot: dot, np.inner: inner, np.outer: outer, np.vdot: vdot, np.tensordot: tensordot,
    np.linalg.norm: norm, np.kron: kron,
}
for _name, _handler in (("matmul", matmul), ("outer", outer), ("tensordot", tensordot)):
    if hasattr(np.linalg, _name):
        FUNCTIONS[getattr(np.linalg, _name)] = _handler

