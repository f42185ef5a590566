"""Filters of scipy.ndimage and scipy.signal by their definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.fourier import sized

PADDING: dict[str, Any] = {
    "reflect": "symmetric", "grid-mirror": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "grid-wrap": "wrap"}


def framed(moved, before, after, mode, cval) -> Any:
    """With `before` and `after` more elements along the first axis; numpy.pad and ndimage call the same modes differently."""
    assert before >= 0 and after >= 0, "an origin outside of the filter"
    widths = ((before, after),) + ((0, 0),) * (moved.ndim - 1)
    if mode == "constant" or mode == "grid-constant":
        return np.pad(moved, widths, "constant", constant_values=cval)
    if mode != "nearest" and max(before, after) >= moved.shape[0]:
        if moved.shape[0] == 0:
            return np.zeros((before + after, *moved.shape[1:]), dtype=moved.dtype)
        return moved[_seen(mode, np.arange(-before, moved.shape[0] + after), moved.shape[0])]
    return np.pad(moved, widths, PADDING[mode])


def _seen(mode, place, n):
    """Which of n elements stands at a place however far outside."""
    if mode in ("wrap", "grid-wrap"):
        return place % n
    period = 2 * n if mode in ("reflect", "grid-mirror") else max(2 * n - 2, 1)
    return np.minimum(place % period, period - place % period - (1 if mode in ("reflect", "grid-mirror") else 0))


def kept(input, weights):
    """Whether sums have the dtype of the input without being cut off or wrapped. SciPy conjugates complex weights."""
    return weights.dtype.kind != "c" and (input.dtype.kind in "fc" or (input.dtype.kind == "i" and weights.dtype.kind == "i"))


def correlate1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Of the dtype of the input."""
    assert output is None
    weights = np.asarray(weights)
    assert kept(input, weights)
    moved = np.moveaxis(input, axis, 0) * 1.0
    m, n = weights.shape[0], moved.shape[0]
    before = m // 2 + origin
    whole = framed(moved, before, m - 1 - before, mode, cval)
    total = weights[0] * whole[:n]
    for k in range(1, m):
        total = total + weights[k] * whole[k:k + n]
    return np.moveaxis(total.astype(input.dtype), 0, axis)


def convolve1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    weights = np.asarray(weights)
    return correlate1d(input, weights[::-1], axis, output, mode, cval, -origin - (1 if weights.shape[0] % 2 == 0 else 0))


def for_axis(x, k):
    return x[k] if isinstance(x, (tuple, list)) else x


def uniform_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    return correlate1d(input, np.full(size, 1.0 / size), axis, output, mode, cval, origin)


def uniform_filter(input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    assert axes is None
    for k in range(input.ndim):
        input = uniform_filter1d(input, for_axis(size, k), k, output, for_axis(mode, k), cval, for_axis(origin, k))
    return input


def laplace(input, output=None, mode="reflect", cval=0.0, *, axes=None):
    """Second differences along all axes."""
    assert axes is None
    total = correlate1d(input, (1, -2, 1), 0, output, mode, cval)
    for k in range(1, input.ndim):
        total = total + correlate1d(input, (1, -2, 1), k, output, mode, cval)
    return total


def sobel(input, axis=-1, output=None, mode="reflect", cval=0.0):
    return _slope(input, axis, (1, 2, 1), output, mode, cval)


def prewitt(input, axis=-1, output=None, mode="reflect", cval=0.0):
    return _slope(input, axis, (1, 1, 1), output, mode, cval)


def _slope(input, axis, across, output, mode, cval):
    found = correlate1d(input, (-1, 0, 1), axis, output, mode, cval)
    for k in range(input.ndim):
        if k != axis % input.ndim:
            found = correlate1d(found, across, k, output, mode, cval)
    return found


def lfilter(b, a, x, axis=-1, zi=None):
    """Difference equations in the transposed direct form II, as SciPy computes them."""
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    n = max(b.shape[0], a.shape[0])
    b = np.concatenate((b, np.zeros(n - b.shape[0], dtype=b.dtype))) / a[0]
    a = np.concatenate((a, np.zeros(n - a.shape[0], dtype=a.dtype))) / a[0]
    moved = np.moveaxis(x, axis, 0)
    dtype = np.result_type(b, a, x) if zi is None else np.result_type(b, a, x, zi)
    y = np.zeros(moved.shape, dtype)
    z = np.zeros((n,) + moved.shape[1:], dtype)
    if zi is not None:
        z[:-1] = np.moveaxis(zi, axis, 0)
    for i in range(moved.shape[0]):
        y[i] = z[0] + b[0] * moved[i]
        for k in range(1, n):
            z[k - 1] = z[k] + b[k] * moved[i] - a[k] * y[i]
    out = np.moveaxis(y, 0, axis)
    return out if zi is None else (out, np.moveaxis(z[:-1], 0, axis))


def sosfilt(sos, x, axis=-1, zi=None):
    """One section after the other; with their states, also where these end."""
    if zi is not None:
        states = []
        for s in range(sos.shape[0]):
            x, z = lfilter(sos[s, :3], sos[s, 3:], x, axis, zi[s])
            states.append(z)
        return x, np.stack(states)
    for s in range(sos.shape[0]):
        x = lfilter(sos[s, :3], sos[s, 3:], x, axis)
    return x


def lfilter_zi(b: Any, a: Any):
    """The state of a filter whose input and output are constant."""
    n = max(b.shape[0], a.shape[0])
    b = np.concatenate((b, np.zeros(n - b.shape[0], dtype=b.dtype))) / a[0]
    a = np.concatenate((a, np.zeros(n - a.shape[0], dtype=a.dtype))) / a[0]
    gain = b[1:] - a[1:] * b[0]
    z: Any = np.zeros(n - 1, dtype=gain.dtype)
    z[0] = np.sum(gain) / (1.0 + np.sum(a[1:]))
    for k in range(1, n - 1):
        z[k] = (1.0 + np.sum(a[1:k + 1])) * z[0] - np.sum(gain[:k])
    return z


def filtfilt(b, a, x, axis=-1, padtype: Any = "odd", padlen: Any = None, method="pad"):
    """Forwards and backwards, from extensions at the ends."""
    assert method == "pad"
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    moved = np.moveaxis(x, axis, 0)
    edge = 0 if padtype is None else 3 * max(b.shape[0], a.shape[0]) if padlen is None else padlen
    n = moved.shape[0]
    longer = _extended(moved, edge, padtype)
    z = lfilter_zi(np.atleast_1d(b), np.atleast_1d(a)).reshape((-1,) + (1,) * (moved.ndim - 1))
    there: Any = lfilter(b, a, longer, 0, z * longer[:1])[0]
    turned = there[::-1]
    back: Any = lfilter(b, a, turned, 0, z * turned[:1])[0]
    return np.moveaxis(back[::-1][edge:edge + n], 0, axis)


def _extended(x, edge, kind):
    """With more elements on both sides: turned about the ends, mirrored, or like the ends."""
    assert kind in ("odd", "even", "constant", None)
    if kind is None or edge == 0:
        return x
    if kind != "odd":
        return framed(x, edge, edge, "mirror" if kind == "even" else "nearest", 0.0)
    n = x.shape[0]
    return np.concatenate((2 * x[:1] - x[1:edge + 1][::-1], x, 2 * x[-1:] - x[n - edge - 1:n - 1][::-1]))


def sosfilt_zi(sos):
    """The states of sections whose inputs and outputs are constant."""
    scale: Any = 1.0
    states = []
    for s in range(sos.shape[0]):
        states.append(scale * lfilter_zi(sos[s, :3], sos[s, 3:]))
        scale = scale * np.sum(sos[s, :3]) / np.sum(sos[s, 3:])
    return np.stack(states)


def _settled(sos, x):
    """Filtered as if the first element had stood there always."""
    z, first = sosfilt_zi(sos), x[:1]
    for s in range(sos.shape[0]):
        x = lfilter(sos[s, :3], sos[s, 3:], x, 0, z[s].reshape((-1,) + (1,) * (x.ndim - 1)) * first)[0]
    return x


def sosfiltfilt(sos, x, axis=-1, padtype: Any = "odd", padlen: Any = None):
    """Forwards and backwards, from extensions at the ends, which are shorter where sections are of first order."""
    moved = np.moveaxis(x, axis, 0)
    fewer = min(np.count_nonzero(sos[:, 2] == 0.0), np.count_nonzero(sos[:, 5] == 0.0))
    edge = 0 if padtype is None else 3 * (2 * sos.shape[0] + 1 - fewer) if padlen is None else padlen
    there: Any = _settled(sos, _extended(moved, edge, padtype))
    back: Any = _settled(sos, there[::-1])
    return np.moveaxis(back[::-1][edge:edge + moved.shape[0]], 0, axis)


def hilbert(x, N=None, axis=-1):
    """The analytic signal: negative frequencies are left out, positive ones doubled."""
    assert x.dtype.kind != "c", "of real signals"
    moved = np.moveaxis(sized(x, N, axis), axis, -1)
    n = moved.shape[-1]
    weights = np.zeros(n, dtype=(moved * 1.0).dtype)
    weights[0] = 1.0
    weights[1:(n + 1) // 2] = 2.0
    weights[n // 2] += 1 - n % 2
    return np.moveaxis(np.fft.ifft(np.fft.fft(moved) * weights), -1, axis)


def detrend(data, axis=-1, type="linear"):
    """Less the mean, or less the straight line of least squares."""
    moved = np.moveaxis(data, axis, -1)
    level = moved - np.mean(moved, axis=-1, keepdims=True)
    if type == "constant":
        return np.moveaxis(level, -1, axis)
    t = np.arange(moved.shape[-1]) - (moved.shape[-1] - 1) / 2
    slope = np.sum(t * level, axis=-1, keepdims=True) / np.sum(t * t)
    return np.moveaxis((level - slope * t).astype(level.dtype), -1, axis)
