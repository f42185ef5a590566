"""Discrete Fourier transforms along one axis, by NumPy's definitions and norms.

    fft    y_k = c sum_j x_j exp(-2 pi i j k / n),  of complex values; `inverse`: with exp(+2 pi i j k / n)
    rfft   the first n // 2 + 1 of them, of real values
    irfft  the `length` real values whose rfft (with the other norm) has these first half; imaginary parts that a real signal cannot
           have are not read

with c = 1, 1/n or 1/sqrt(n) for the forward transform under `norm` = "backward", "forward", "ortho", and the other way round for an
inverse one. Cooley & Tukey 1965; evaluated by NumPy (pocketfft), with mpmath by the definition.
Adjoints: the transform is linear, its adjoint F^H is the transform of the other sign under the norm that swaps 1 and 1/n.
"""

from __future__ import annotations

import numpy as np

from precis.ir.ops.record import Op, Type
from precis.ir.ops.routine import routine
from precis.ir.shapes import ONE, text
from precis.ir.size import Size
from precis.ir.types import Attrs, Shape, Value

NORMS = {"backward": "forward", "forward": "backward", "ortho": "ortho"}  # norm -> that of the adjoint


def _checked(inputs: tuple[Value, ...], attrs: Attrs, kind: str) -> tuple[Value, int]:
    (x,), axis = inputs, attrs["axis"]
    if x.kind != kind:
        raise ValueError(f"{x.kind} where {kind} is needed")
    if not 0 <= axis < x.rank or attrs["norm"] not in NORMS:
        raise ValueError(f"axis {axis}, norm {attrs['norm']!r} for shape {text(x.shape)}")
    return x, axis


def _with(shape: Shape, axis: int, d: Size) -> Shape:
    return (*shape[:axis], d, *shape[axis + 1:])


def _infer_fft(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return _checked(inputs, attrs, "complex")[0].shape, "complex"


def _infer_rfft(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    x, axis = _checked(inputs, attrs, "real")
    return _with(x.shape, axis, x.shape[axis] // 2 + 1), "complex"


def _infer_irfft(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    x, axis = _checked(inputs, attrs, "complex")
    n = attrs["length"]
    if x.shape[axis] != n // 2 + 1:
        raise ValueError(f"{x.shape[axis]} values are not half of the transform of {n}")
    return _with(x.shape, axis, n), "real"


def scale_halves(inverse: bool, norm: str) -> int:
    """0, 1 or 2: the result of a transform of n values is divided by n^(half of it)."""
    return 1 if norm == "ortho" else 2 if (norm == "backward") == inverse else 0


def _defined(x: np.ndarray, axis: int, inverse: bool, norm: str) -> np.ndarray:
    """The sum of the definition, on mpmath numbers."""
    rows = np.moveaxis(x, axis, -1)
    n, context = rows.shape[-1], rows.ravel()[0].context
    sign = 2 if inverse else -2
    roots = [context.expjpi(context.mpf(sign * k) / n) for k in range(n)]
    waves = np.array([[roots[j * k % n] for k in range(n)] for j in range(n)], dtype=object)
    return np.moveaxis(rows @ waves / context.sqrt(n) ** scale_halves(inverse, norm), -1, axis)


def fft(x: np.ndarray, axis: int, inverse: bool, norm: str) -> np.ndarray:
    if not x.size:
        return x
    if x.dtype == object:
        return _defined(x, axis, inverse, norm)
    return (np.fft.ifft if inverse else np.fft.fft)(x, axis=axis, norm=norm)  # type: ignore[arg-type]


def rfft(x: np.ndarray, axis: int, norm: str) -> np.ndarray:
    if x.dtype != object:
        return np.fft.rfft(x, axis=axis, norm=norm)  # type: ignore[arg-type]
    return np.take(_defined(x, axis, False, norm), range(x.shape[axis] // 2 + 1), axis)


def irfft(x: np.ndarray, axis: int, length: int, norm: str) -> np.ndarray:
    if x.dtype != object:
        return np.fft.irfft(x, length, axis=axis, norm=norm)  # type: ignore[arg-type]
    rows = np.moveaxis(x, axis, -1).copy()
    context = rows.ravel()[0].context
    part = np.frompyfunc(lambda v: context.mpc(v.real), 1, 1)
    rows[..., 0] = part(rows[..., 0])
    if length % 2 == 0:
        rows[..., -1] = part(rows[..., -1])
    rest = np.frompyfunc(lambda v: v.conjugate(), 1, 1)(rows[..., (length - 1) // 2:0:-1])
    whole = _defined(np.concatenate([rows, rest], -1), -1, True, norm)
    return np.moveaxis(np.asarray(np.frompyfunc(lambda v: v.real, 1, 1)(whole), object), -1, axis)


def _d_fft(b, n, g):
    return (b.fft(g, axis=n.attrs["axis"], inverse=not n.attrs["inverse"], norm=NORMS[n.attrs["norm"]]),)


def _d_rfft(b, n, g):
    """Of a real signal Re(conj(g) y) counts every frequency once, irfft counts those with a mirror image twice."""
    x, axis = n.inputs[0], n.attrs["axis"]
    g = b.mul(g, _mirrored(b, x.shape[axis], g, axis, 0.5))
    return (b.irfft(g, axis=axis, length=x.shape[axis], norm=NORMS[n.attrs["norm"]]),)


def _d_irfft(b, n, g):
    axis, length = n.attrs["axis"], n.attrs["length"]
    back = b.rfft(g, axis=axis, norm=NORMS[n.attrs["norm"]])
    return (b.mul(back, _mirrored(b, length, back, axis, 2.0)),)


def _mirrored(b, length: Size, like: Value, axis: int, weight: float) -> Value:
    """`weight` at the frequencies 0 < k < length / 2, which stand for two of the transform; 1 at the others. Complex, along the axis."""
    count = like.shape[axis]
    k = b.iota(length=count)
    inner = b.bit_and(b.gt(k, b.const(0)), b.lt(b.mul(k, b.const(2)), b.index(value=length)))
    factors = b.select(inner, b.const(weight), b.const(1.0))
    shape = tuple(count if j == axis else ONE for j in range(like.rank))
    return b.convert(b.reshape(factors, shape=shape), kind="complex")


OPS: tuple[Op, ...] = (
    routine("fft", _infer_fft, fft, _d_fft, 50, ("axis", "inverse", "norm")),
    routine("rfft", _infer_rfft, rfft, _d_rfft, 50, ("axis", "norm")),
    routine("irfft", _infer_irfft, irfft, _d_irfft, 50, ("axis", "length", "norm")),
)
