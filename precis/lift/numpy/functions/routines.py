"""Handlers of precis/lift/numpy/primitives.py: operations of the IR on whole arrays; packed results taken apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Cut, Value
from precis.lift.numpy import primitives
from precis.lift.numpy.arrays import agreeing, read, reshaped, spread
from precis.lift.numpy.elementwise import broadcast_shape
from precis.lift.numpy.functions.axes import one_axis
from precis.lift.numpy.functions.casts import cast_value
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.kinds import FLOAT, INT, real_part
from precis.lift.numpy.numbers import as_size, dtype_of, is_weak, known, value_of
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tries import failing
from precis.lift.numpy.values import Int, Scalar


def _value(lift: Lifting, x: Any, dtype: np.dtype | None = None) -> tuple[Value, np.dtype]:
    array = asarray(lift, x)
    wanted = dtype or array.dtype
    return lift.settle(cast_value(lift, read(lift, array), array.dtype, wanted)), wanted


def stop(lift: Lifting, x: Any) -> Any:
    held = lift.emit("stop", value_of(lift, x), dtype=dtype_of(x))
    lift.stopped.add(held.name)
    found = lift.wrap(held, dtype_of(x))
    return replace(found, weak=True) if is_weak(x) and isinstance(found, Scalar) else found


def whole(lift: Lifting, n: Any) -> Int:
    return Int(as_size(lift, n))


def counted(lift: Lifting, n: Any) -> bool:
    return lift.sizes.highest(as_size(lift, n), lambda s: s not in lift.sizes.binding, False) != lift.sizes.resolve(as_size(lift, n))


def elementwise(lift: Lifting) -> bool:
    if len(lift.sparse) > 1:
        lift.refuse("`*` and `**` mean one thing for sparse arrays and another for sparse matrices, and here are both",
                    "write @ for products of matrices, .multiply() and .power() for those of elements")
    return lift.sparse == {"array"}


def _floating(lift: Lifting, *arrays: Any) -> np.dtype:
    """The dtype in which LAPACK and pocketfft compute: integers in binary64."""
    found = np.result_type(*(asarray(lift, a).dtype for a in arrays))
    if found == np.float16:
        lift.refuse("a library routine in float16 cannot be lifted: no library has it", "convert: a.astype(np.float32)")
    return FLOAT if found.kind in "biu" else found


def _complex(dtype: np.dtype) -> np.dtype:
    return np.result_type(dtype, np.complex64)


def ordering(op: str) -> Callable[..., Any]:
    """sort and argsort."""
    def handler(lift: Lifting, x: Any, axis: Any) -> Any:
        v, dtype = _value(lift, x)
        if dtype.kind == "c":
            lift.refuse("complex numbers cannot be sorted", "sort np.abs(z), or z[np.argsort(np.abs(z))]")
        out = INT if op == "argsort" else dtype
        return lift.new_array(lift.emit(op, v, dtype=out, axis=one_axis(lift, axis, len(v.shape))), out)
    return handler


def searchsorted(lift: Lifting, table: Any, x: Any, right: bool) -> Any:
    dtype = np.result_type(asarray(lift, table).dtype, asarray(lift, x).dtype)
    values = [_value(lift, a, dtype)[0] for a in (table, x)]
    return lift.wrap(lift.emit("searchsorted", *values, dtype=INT, right=right), INT)


def fft(lift: Lifting, x: Any, axis: Any, inverse: bool, norm: str) -> Any:
    v, dtype = _value(lift, x, _complex(_floating(lift, x)))
    out = lift.emit("fft", v, dtype=dtype, axis=one_axis(lift, axis, len(v.shape)), inverse=inverse, norm=norm)
    return lift.new_array(out, dtype)


def rfft(lift: Lifting, x: Any, axis: Any, norm: str) -> Any:
    dtype = _floating(lift, x)
    if dtype.kind == "c":
        lift.wrong("the transform of a real signal is given complex numbers", "use np.fft.fft, or x.real")
    v, _ = _value(lift, x, dtype)
    out = _complex(dtype)
    return lift.new_array(lift.emit("rfft", v, dtype=out, axis=one_axis(lift, axis, len(v.shape)), norm=norm), out)


def irfft(lift: Lifting, x: Any, n: Any, axis: Any, norm: str) -> Any:
    v, dtype = _value(lift, x, _complex(_floating(lift, x)))
    out, which = real_part(dtype), one_axis(lift, axis, len(v.shape))
    half = n.size // 2 + 1
    lift.sizes.unify(v.shape[which], half)
    if lift.sizes.resolve(v.shape[which] - half).constant != 0:  # equal in the example: no rule of sizes says that they always are
        n = Int.of(lift.fixed(n.size, "the length of a transform"))
        lift.fixed(v.shape[which], "the length of a transform")
    return lift.new_array(lift.emit("irfft", v, dtype=out, axis=which, length=n.size, norm=norm), out)


# Linear algebra


def _matrix(lift: Lifting, a: Any, square: bool = False, dtype: np.dtype | None = None) -> tuple[Value, np.dtype]:
    v, dtype = _value(lift, a, dtype or _floating(lift, a))
    if len(v.shape) < 2:
        lift.wrong(f"matrices are needed; this array has {len(v.shape)} dimension{'s' * (len(v.shape) != 1)}")
    found = agreeing(lift, v, len(v.shape) - 1, v.shape[-2]) if square else lift.settle(v)
    if found is None:
        lift.wrong("square matrices are needed")
    return found, dtype


def two(op: str) -> Callable[..., Any]:
    """Matrices and right-hand sides, whose leading dimensions broadcast."""
    def handler(lift: Lifting, a: Any, b: Any, *flags: Any) -> Any:
        dtype = _floating(lift, a, b)
        (v, _), (w, _) = _matrix(lift, a, op != "lstsq", dtype), _matrix(lift, b, dtype=dtype)
        found = agreeing(lift, w, len(w.shape) - 2, v.shape[-2])
        if found is None:
            lift.wrong("the matrix and the right-hand sides have different numbers of rows")
        v, w = lift.settle(v), found
        lead = broadcast_shape(lift, [v.shape[:-2], w.shape[:-2]])
        v, w = spread(lift, v, (*lead, *v.shape[-2:])), spread(lift, w, (*lead, v.shape[-2], w.shape[-1]))
        attrs = dict(zip(("rcond",) if op == "lstsq" else ("lower", "unit"), (plain(lift, f) for f in flags)))
        found = lift.new_array(lift.emit(op, v, w, dtype=dtype, **attrs), dtype)
        if op == "solve":
            failing(lift, np.linalg.LinAlgError, found, *(lift.new_array(x, dtype) for x in (v, w)))
        return found
    return handler


def plain(lift: Lifting, x: Any) -> Any:
    """A flag or a constant as it is in Python."""
    return x if x is None or isinstance(x, (bool, str)) else float(known(lift, x))


def _lesser(lift: Lifting, v: Value) -> Size:
    return lift.sizes.smaller(*v.shape[-2:])


def cholesky(lift: Lifting, a: Any) -> Any:
    v, dtype = _matrix(lift, a, square=True)
    found = lift.new_array(lift.emit("cholesky", v, dtype=dtype), dtype)
    failing(lift, np.linalg.LinAlgError, found)
    return found


def lu(lift: Lifting, a: Any) -> Any:
    v, dtype = _matrix(lift, a)
    return lift.new_array(lift.emit("lu", v, dtype=dtype, length=_lesser(lift, v)), dtype)


def lu_order(lift: Lifting, a: Any, exchanges: bool) -> Any:
    v, _ = _matrix(lift, a)
    return lift.new_array(lift.emit("lu_order", v, dtype=INT, length=_lesser(lift, v), exchanges=exchanges), INT)


def _part(lift: Lifting, v: Value, *cuts: Cut) -> Value:
    """The cuts of the last dimensions."""
    whole = tuple(Cut(ZERO, d) for d in v.shape[:len(v.shape) - len(cuts)])
    return lift.emit("slice", v, at=(*whole, *cuts))


def _unpacked(lift: Lifting, v: Value, *shapes: Sequence[Size]) -> list[Value]:
    """Matrices and vectors that lie one behind the other in the last dimension."""
    v, start, found = lift.settle(v), ZERO, []
    for shape in shapes:
        count = shape[0] if len(shape) == 1 else shape[0] * shape[1]
        found.append(reshaped(lift, _part(lift, v, Cut(start, count)), (*v.shape[:-1], *shape)))
        start = start + count
    return found


def qr(lift: Lifting, a: Any, complete: bool) -> Any:
    v, dtype = _matrix(lift, a)
    m, n = v.shape[-2:]
    k = _lesser(lift, v)
    c = m if complete else k
    out = lift.emit("qr", v, dtype=dtype, length=k, complete=complete)
    return tuple(lift.new_array(x, dtype) for x in _unpacked(lift, out, (m, c), (c, n)))


def _real(lift: Lifting, v: Value, dtype: np.dtype) -> Any:
    real = real_part(dtype)
    return lift.wrap(lift.emit("re", v, dtype=real) if dtype.kind == "c" else v, real)


def eigen(op: str) -> Callable[..., Any]:
    """eigh and eig: (values, vectors)."""
    def handler(lift: Lifting, a: Any) -> Any:
        v, given = _matrix(lift, a, square=True)
        dtype = given if op == "eigh" else _complex(given)
        n = v.shape[-1]
        out = lift.settle(lift.emit(op, v, dtype=dtype, vectors=True))
        values = reshaped(lift, _part(lift, out, Cut(ZERO, ONE), Cut(ZERO, n)), (*out.shape[:-2], n))
        vectors = lift.new_array(_part(lift, out, Cut(ONE, n), Cut(ZERO, n)), dtype)
        return (_real(lift, values, dtype) if op == "eigh" else lift.new_array(values, dtype)), vectors
    return handler


def eigenvalues(op: str) -> Callable[..., Any]:
    def handler(lift: Lifting, a: Any) -> Any:
        v, given = _matrix(lift, a, square=True)
        dtype = real_part(given) if op == "eigh" else _complex(given)
        return lift.new_array(lift.emit(op, v, dtype=dtype, vectors=False), dtype)
    return handler


def svd(lift: Lifting, a: Any, full: bool) -> Any:
    v, dtype = _matrix(lift, a)
    m, n = v.shape[-2:]
    k = _lesser(lift, v)
    p, q = (m, n) if full else (k, k)
    out = lift.emit("svd", v, dtype=dtype, length=k, vectors=True, full=full)
    u, s, vh = _unpacked(lift, out, (m, p), (k,), (q, n))
    return lift.new_array(u, dtype), _real(lift, s, dtype), lift.new_array(vh, dtype)


def svdvals(lift: Lifting, a: Any) -> Any:
    v, dtype = _matrix(lift, a)
    real = real_part(dtype)
    return lift.new_array(lift.emit("svd", v, dtype=real, length=_lesser(lift, v), vectors=False, full=False), real)


def det(lift: Lifting, a: Any) -> Any:
    v, dtype = _matrix(lift, a, square=True)
    return lift.wrap(lift.emit("det", v, dtype=dtype), dtype)


def slogdet(lift: Lifting, a: Any) -> Any:
    v, dtype = _matrix(lift, a, square=True)
    out = lift.settle(lift.emit("slogdet", v, dtype=dtype))
    sign, size = (reshaped(lift, _part(lift, out, Cut(Size.of(k), ONE)), out.shape[:-1]) for k in (0, 1))
    return lift.wrap(sign, dtype), _real(lift, size, dtype)


def pinv(lift: Lifting, a: Any, rcond: Any) -> Any:
    v, dtype = _matrix(lift, a)
    return lift.new_array(lift.emit("pinv", v, dtype=dtype, rcond=plain(lift, rcond)), dtype)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    primitives.stop: stop, primitives.counted: counted, primitives.whole: whole, primitives.elementwise: elementwise,
    primitives.sort: ordering("sort"), primitives.argsort: ordering("argsort"), primitives.searchsorted: searchsorted,
    primitives.fft: fft, primitives.rfft: rfft, primitives.irfft: irfft,
    primitives.solve: two("solve"), primitives.triangular_solve: two("triangular_solve"), primitives.lstsq: two("lstsq"),
    primitives.cholesky: cholesky, primitives.lu: lu, primitives.lu_order: lu_order, primitives.qr: qr,
    primitives.eigh: eigen("eigh"), primitives.eigvalsh: eigenvalues("eigh"), primitives.eig: eigen("eig"),
    primitives.eigvals: eigenvalues("eig"), primitives.svd: svd, primitives.svdvals: svdvals,
    primitives.det: det, primitives.slogdet: slogdet, primitives.pinv: pinv,
}

