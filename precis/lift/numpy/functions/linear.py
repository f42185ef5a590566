"""Products of matrices and vectors: two-operand contractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.ir.types import Cut, New, Value
from precis.lift.numpy import library_arrays, library_linear
from precis.lift.numpy.arrays import agreeing, diagonal_value, fitted, read, reshaped, shown
from precis.lift.numpy.elementwise import apply, broadcast_shape, put_out
from precis.lift.numpy.functions.axes import axes_of, one_axis
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.reductions import extreme, folding
from precis.lift.numpy.functions.shaping import ravel, transpose
from precis.lift.numpy.functions.ufuncs import UFUNCS
from precis.lift.numpy.kinds import FLOAT, real_part
from precis.lift.numpy.numbers import as_size, convert, known, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_2, Int, Items, Scalar

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def operands(lift: Lifting, *xs: Any) -> list[Any]:
    """Arrays of one dtype."""
    return [asarray(lift, x) for x in xs]


def contract(lift: Lifting, spec: str, values: Sequence[Value], dtype: np.dtype) -> Value:
    """einsum of two operands; sizes of shared labels are unified."""
    labels, result = spec.split("->")
    parts = labels.split(",")
    sizes: dict[str, Any] = {}
    agreed = []
    for part, v in zip(parts, values):
        for axis, label in enumerate(part):
            found = agreeing(lift, v, axis, sizes.setdefault(label, v.shape[axis]))
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
    found = []
    for part, rank in zip(pair, (a, b)):
        part = lift.held(part) if isinstance(part, Items) else part
        found.append([one_axis(lift, k, rank) for k in (part if isinstance(part, tuple) else (part,))])
    return found[0], found[1]


def einsum(lift: Lifting, subscripts: Any, *xs: Any, optimize: Any = False, out: Any = None) -> Any:
    """Any number of operands, from the left two at a time."""
    if not isinstance(subscripts, str):
        subscripts, xs = _from_lists(lift, (subscripts, *xs))
    arrays = operands(lift, *xs)
    inputs, result = _subscripts(lift, subscripts.replace(" ", ""), [len(a.shape) for a in arrays])
    dtype = np.result_type(*(a.dtype for a in arrays))
    terms = [_single_labels(lift, labels, value_of(lift, a, dtype)) for labels, a in zip(inputs, arrays)]
    for k, (labels, v) in enumerate(terms):
        if len(labels) != len(v.shape):
            lift.wrong(f"operand {k} of einsum has {len(v.shape)} dimensions, its subscripts {len(labels)}")
    labels, value = terms[0]
    for k, (others, w) in enumerate(terms[1:], 2):
        later = set(result).union(*(set(t[0]) for t in terms[k:]))
        labels, value = _pair(lift, labels, value, others, w, later, dtype)
    value = _ordered(lift, *_summed(lift, labels, value, set(result), dtype), result)
    return lift.wrap(value, dtype) if out is None else put_out(lift, out, value, dtype)


def einsum_path(lift: Lifting, subscripts: Any, *xs: Any, optimize: Any = "greedy") -> Any:
    """(path, what NumPy says of it) for arrays of the example's shapes; einsum itself takes its operands from the left."""
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
    parts = lift.call(library_arrays.diagonals, [lift.new_array(v, lift.dtypes[v.name]), Int.of(0), *axes], {})
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
        return lift.call(library_linear.vector_norm, [a, ord, axis, keepdims], {})
    if len(axes) != 2 or order not in (1, -1, 2, -2, np.inf, -np.inf, "nuc"):
        lift.wrong(f"np.linalg.norm has no ord={order!r} over {len(axes)} axes")
    pair = lift.held(axis) if isinstance(axis, Items) else axis or (Int.of(0), Int.of(1))
    moved = lift.call(np.moveaxis, [a, tuple(pair), (Int.of(-2), Int.of(-1))], {})
    result = lift.call(library_linear.matrix_norm, [moved, ord], {})
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


def kron(lift: Lifting, a: Any, b: Any) -> Any:
    x, y = operands(lift, a, b)
    if len(x.shape) != len(y.shape):
        lift.refuse("np.kron of arrays of different rank cannot be lifted", "give both the same number of dimensions")
    rank = len(x.shape)
    v = lift.emit("slice", read(lift, x), at=tuple(i for d in lift.shape(x.shape) for i in (Cut(ZERO, d), New())))
    w = lift.emit("slice", read(lift, y), at=tuple(i for d in lift.shape(y.shape) for i in (New(), Cut(ZERO, d))))
    product = apply(lift, UFUNCS[np.multiply], lift.new_array(v, x.dtype), lift.new_array(w, y.dtype))
    shape = product.shape
    return lift.new_array(lift.emit("reshape", read(lift, product), shape=tuple(shape[2 * k] * shape[2 * k + 1] for k in range(rank))),
                          product.dtype)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.matmul: matmul, np.dot: dot, np.inner: inner, np.outer: outer, np.vdot: vdot, np.tensordot: tensordot, np.einsum: einsum,
    np.einsum_path: einsum_path,
    np.linalg.norm: norm, np.kron: kron,
}
for _name, _handler in (("matmul", matmul), ("outer", outer), ("tensordot", tensordot), ("matrix_transpose", transpose)):
    if hasattr(np.linalg, _name):
        FUNCTIONS[getattr(np.linalg, _name)] = _handler

