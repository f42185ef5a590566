"""NumPy functions by their definitions, in terms of functions that are lifted themselves. Inlined at the user's call."""

import numpy as np


def as_list(items):
    """list(items)"""
    found = []
    for item in items:
        found.append(item)
    return found


def keys_of(f, items):
    """f of every item, as a list"""
    found = []
    for item in items:
        found.append(f(item))
    return found


def stable_order(keys, reverse):
    """Places in the order of keys; equal ones keep their order, also where it is reversed."""
    found = np.array(keys)
    if not reverse:
        return np.argsort(found, kind="stable")
    return len(found) - 1 - np.flip(np.argsort(np.flip(found), kind="stable"))


def each(f, items):
    """f of every item"""
    found = []
    for item in items:
        found.append(f(item))
    return np.array(found)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """NumPy's formula: sum of d * (y[1:] + y[:-1]) / 2."""
    if x is None:
        d = dx
    elif x.ndim == 1:
        d = np.diff(x)
        shape = [1] * y.ndim
        shape[axis] = d.shape[0]
        d = d.reshape(tuple(shape))
    else:
        d = np.diff(x, axis=axis)
    moved = np.moveaxis(y, axis, -1)
    sums = np.moveaxis(moved[..., 1:] + moved[..., :-1], -1, axis)
    return (d * sums / 2.0).sum(axis)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Vectors of two or three components along an axis; the product of plane vectors is a number."""
    if axis is not None:
        axisa, axisb, axisc = axis, axis, axis
    a, b = np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1)
    if a.shape[-1] == 2 and b.shape[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    if a.shape[-1] == 2:
        a = np.concatenate((a, np.zeros_like(a[..., :1])), axis=-1)
    if b.shape[-1] == 2:
        b = np.concatenate((b, np.zeros_like(b[..., :1])), axis=-1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return np.stack([x, y, z], axis=axisc)


def gradient(f, *varargs, axis=None, edge_order=1):
    """Second-order central differences inside, one-sided at the ends, of first order or of second; spacings are numbers, or places."""
    axes = tuple(range(f.ndim)) if axis is None else (axis if isinstance(axis, tuple) else (axis,))
    f = f.astype(float) if f.dtype.kind in "iu" else f
    results = []
    for n, k in enumerate(axes):
        slope = np.empty_like(f)
        along, out = np.moveaxis(f, k, 0), np.moveaxis(slope, k, 0)
        if len(varargs) == 0:
            _unit_slope(along, edge_order, out)
        else:
            _slope(along, varargs[n] if len(varargs) > 1 else varargs[0], edge_order, out)
        results.append(slope)
    return results[0] if len(axes) == 1 else tuple(results)


def _unit_slope(f, edge_order, out):
    """Between places one apart: what a division by 1.0 leaves as it is, is not divided."""
    out[1:-1] = (f[2:] - f[:-2]) / 2.0
    if edge_order == 1:
        out[0] = f[1] - f[0]
        out[-1] = f[-1] - f[-2]
    else:
        out[0] = -1.5 * f[0] + 2.0 * f[1] + -0.5 * f[2]
        out[-1] = 0.5 * f[-3] + -2.0 * f[-2] + 1.5 * f[-1]


def _slope(f, h, edge_order, out):
    """Along the first axis, into `out`."""
    if np.ndim(h) == 1:
        steps = np.diff(h)
        left = steps[:-1].reshape((-1,) + (1,) * (f.ndim - 1))
        right = steps[1:].reshape((-1,) + (1,) * (f.ndim - 1))
        a = -right / (left * (left + right))
        b = (right - left) / (left * right)
        c = left / (right * (left + right))
        out[1:-1] = a * f[:-2] + b * f[1:-1] + c * f[2:]
        if edge_order == 1:
            out[0] = (f[1] - f[0]) / steps[0]
            out[-1] = (f[-1] - f[-2]) / steps[-1]
            return
        p, q = steps[0], steps[1]
        out[0] = -(2.0 * p + q) / (p * (p + q)) * f[0] + (p + q) / (p * q) * f[1] + -p / (q * (p + q)) * f[2]
        p, q = steps[-2], steps[-1]
        out[-1] = q / (p * (p + q)) * f[-3] + -(q + p) / (p * q) * f[-2] + (2.0 * q + p) / (q * (p + q)) * f[-1]
        return
    out[1:-1] = (f[2:] - f[:-2]) / (2.0 * h)
    if edge_order == 1:
        out[0] = (f[1] - f[0]) / h
        out[-1] = (f[-1] - f[-2]) / h
    else:
        out[0] = (-1.5 / h) * f[0] + (2.0 / h) * f[1] + (-0.5 / h) * f[2]
        out[-1] = (0.5 / h) * f[-3] + (-2.0 / h) * f[-2] + (1.5 / h) * f[-1]


def polyval(p, x):
    """Horner's rule from the highest coefficient."""
    y = np.zeros_like(x)
    for k in range(len(p)):
        y = y * x + p[k]
    return y


def convolve(a, v, mode="full"):
    """Sums of shifted products."""
    n = a.shape[0]
    m = v.shape[0]
    full = np.zeros(n + m - 1, dtype=np.result_type(a.dtype, v.dtype))
    for k in range(m):
        full[k:k + n] += v[k] * a
    if mode == "full":
        return full
    small = min(n, m)
    if mode == "valid":
        return full[small - 1:n + m - small]
    start = (small - 1) // 2
    return full[start:start + max(n, m)]


def interp(x, xp, fp, left=None, right=None, period=None):
    """Piecewise linear interpolation in a table of increasing xp, or of any xp within a period; in binary64, as NumPy."""
    x, xp, fp = wide(x), wide(xp), wide(fp)
    if period is not None:
        period = abs(period)
        order = np.argsort(xp % period)
        x, xp, fp = x % period, (xp % period)[order], fp[order]
        xp = np.concatenate((xp[-1:] - period, xp, xp[:1] + period))
        fp = np.concatenate((fp[-1:], fp, fp[:1]))
    low = fp[0] if left is None else left
    high = fp[-1] if right is None else right
    if xp.shape[0] == 1:
        return np.where(x < xp[0], low, np.where(x > xp[0], high, fp[0]))
    j = np.clip(np.searchsorted(xp, x, side="right") - 1, 0, xp.shape[0] - 2)
    x0, x1, f0, f1 = xp[j], xp[j + 1], fp[j], fp[j + 1]
    slope = (f1 - f0) / (x1 - x0)
    inside = slope * (x - x0) + f0
    # beside infinite knots or values: the value at a knot itself, or the line from its other end
    other = np.where((f0 == f1) & (x == x), f0, slope * (x - x1) + f1)
    inside = np.where(np.isnan(inside), np.where(x == x0, f0, other), inside)
    return np.where(x < xp[0], low, np.where(x >= xp[-1], np.where(x > xp[-1], high, fp[-1]), inside))


def wide(x):
    """In binary64, real or complex."""
    kind = np.result_type(x).kind
    return np.asarray(x, dtype=np.complex128 if kind == "c" else np.float64)


def bincount(x, weights=None, minlength=0):
    """Counts of 0, 1, ... up to the largest; where minlength is given, of those below it: what is not counts in one more, left out."""
    x = x.astype(np.int64) if x.dtype.kind == "b" else x
    bounded = minlength > 0
    places = np.minimum(x.astype(np.uint64), minlength).astype(np.int64) if bounded else x
    counts = np.zeros(minlength + 1 if bounded else np.max(x) + 1, dtype=np.int64 if weights is None else np.float64)
    np.add.at(counts, places, 1 if weights is None else weights)
    return counts[:-1] if bounded else counts


def vander(x, N=None, increasing=False):
    """Powers as NumPy has them: multiplied up one by one, which rounds otherwise than `**` does."""
    n = x.shape[0] if N is None else N
    powers = np.ones((x.shape[0], n), dtype=np.result_type(x.dtype, np.int64))
    power = x.astype(powers.dtype)
    for k in range(1, n):
        powers[:, k if increasing else n - 1 - k] = power
        power = power * x
    return powers


def sinc(x):
    kind = np.result_type(x)
    y = np.pi * np.where(x == 0, np.finfo(kind).eps if kind.kind == "f" else 1.0e-20, x)
    return np.sin(y) / y


def math_isclose(a, b, rel_tol=1e-09, abs_tol=0.0):
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = a + 0.0, b + 0.0
    near = (a == b) | (np.isfinite(b) & (np.abs(a - b) <= atol + rtol * np.abs(b)))
    return near | (np.isnan(a) & np.isnan(b)) if equal_nan else near


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    if a1.shape != a2.shape:
        return False
    return bool(np.all((a1 == a2) | (np.isnan(a1) & np.isnan(a2))) if equal_nan else np.all(a1 == a2))


def diagflat(v, k=0):
    return np.diag(v.ravel(), k)


def insert(arr, obj, values, axis=None):
    """Rows along an axis, or elements of the flattened array, before the position obj, or before each of several."""
    rows = arr.ravel() if axis is None else np.moveaxis(arr, axis, 0)
    values = np.asarray(values, dtype=arr.dtype)
    if np.ndim(obj) == 0:
        if not -rows.shape[0] <= obj <= rows.shape[0]:
            raise IndexError("the position is out of bounds")
        new = values[None] if values.ndim < rows.ndim else values
        new = np.broadcast_to(new, (new.shape[0],) + rows.shape[1:])
        found = np.concatenate((rows[:obj], new, rows[obj:]))
    else:
        places = np.asarray(obj)
        places = np.where(places < 0, places + rows.shape[0], places)
        new = np.broadcast_to(values, places.shape + rows.shape[1:])
        order = np.argsort(np.concatenate((places, np.arange(rows.shape[0]))), kind="stable")
        found = np.concatenate((new, rows))[order]
    return found if axis is None else np.moveaxis(found, 0, axis)


def ediff1d(ary, to_end=None, to_begin=None):
    flat = ary.ravel()
    found = flat[1:] - flat[:-1]
    if to_begin is not None:
        found = np.append(np.ravel(to_begin).astype(found.dtype), found)
    return found if to_end is None else np.append(found, np.ravel(to_end).astype(found.dtype))


def nan_to_num(x, nan, posinf, neginf):
    if x.dtype.kind == "i" or x.dtype.kind == "u" or x.dtype.kind == "b":
        return x.copy()
    if x.dtype.kind == "c":
        found = x.copy()
        found.real, found.imag = nan_to_num(x.real, nan, posinf, neginf), nan_to_num(x.imag, nan, posinf, neginf)
        return found
    most = np.finfo(x.dtype).max
    high, low = most if posinf is None else posinf, -most if neginf is None else neginf
    return np.where(np.isnan(x), nan, np.where(x == np.inf, high, np.where(x == -np.inf, low, x)))


def angle(z, deg=False):
    found = np.arctan2(z.imag if np.result_type(z).kind == "c" else 0, z.real)
    return found * (180.0 / np.pi) if deg else found


def real(val):
    return val.real


def imag(val):
    return val.imag


def fromfunction(function, shape, dtype=float):
    return function(*np.indices(shape, dtype=dtype))


def piecewise(x, condlist, funclist, *args, **kw):
    """Every function where its condition holds."""
    y = np.zeros_like(x)
    if len(funclist) > len(condlist):
        y[...] = funclist[-1](x, *args, **kw) if callable(funclist[-1]) else funclist[-1]
    for condition, f in zip(condlist, funclist):
        y[condition] = f(x[condition], *args, **kw) if callable(f) else f
    return y


def around(a, decimals=0):
    """NumPy's own way: scale, round to the nearest, scale back; of integers an integer."""
    if np.result_type(a).kind in "iu":
        return np.array(a) if decimals >= 0 else (np.rint(a / 10.0**-decimals) * 10.0**-decimals).astype(np.result_type(a))
    if decimals == 0:
        return np.rint(a)
    if decimals > 0:
        return np.rint(a * 10.0**decimals) / 10.0**decimals
    return np.rint(a / 10.0**-decimals) * 10.0**-decimals


def round_decimal(x, digits):
    """Python's round(x, digits) of a float: the decimal that is nearest to its exact value, ties to even. x 10^n is p + e exactly
    (Dekker 1971: products of halves), p is rounded to an integer, and where it is half-way, e decides."""
    scale = 10.0**digits
    p = x * scale
    c, d = 134217729.0 * x, 134217729.0 * scale
    x1, s1 = c - (c - x), d - (d - scale)
    x2, s2 = x - x1, scale - s1
    e = ((x1 * s1 - p) + x1 * s2 + x2 * s1) + x2 * s2
    low = np.floor(p)
    half = p - low == 0.5
    whole = np.where(half & (e > 0.0), low + 1.0, np.where(half & (e < 0.0), low, np.rint(p)))
    return np.where(np.abs(p) < 4503599627370496.0, whole / scale, x)


def i0(x, in_binary64):
    return in_binary64(wide(x)).astype(x.dtype if x.dtype.kind == "f" else np.float64)


def modf(x):
    x = x if np.result_type(x).kind == "f" else x + np.float16(0.0)
    whole = np.trunc(x)
    return np.copysign(np.where(np.isinf(x), 0.0, x - whole), x), whole


def ldexp(x1, x2):
    """By three powers of 2 that are finite and not zero: the quotient of the largest number and the smallest has 2098 binary places."""
    first = np.clip(x2, -1000, 1000)
    second = np.clip(x2 - first, -1000, 1000)
    found = x1 * 2.0**first * 2.0**second * 2.0**np.clip(x2 - first - second, -1000, 1000)
    kind = np.result_type(x1)
    kind = kind if kind.kind == "f" else np.result_type(kind, np.float16)
    return np.asarray(found).astype(kind) if kind.itemsize < 8 else found


def apply_over_axes(func, a, axes):
    for axis in axes:
        found = func(a, axis)
        a = np.expand_dims(found, axis) if found.ndim < a.ndim else found
    return a


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """Functions of one dimension that give numbers or arrays, which then stand along the axis."""
    moved = np.moveaxis(arr, axis, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    results = []
    for row in rows:
        results.append(func1d(row, *args, **kwargs))
    found = np.array(results)
    if found.ndim == 1:
        return found.reshape(moved.shape[:-1])
    return np.moveaxis(found.reshape(moved.shape[:-1] + found.shape[1:]), -1, axis)


def multiplied(rows):
    """np.prod of rows of complex numbers: compiled code has no product of these over an axis."""
    total = np.ones(rows.shape[1:], rows.dtype)
    for k in range(len(rows)):
        total = total * rows[k]
    return total


def multiplied_so_far(x, axis):
    """np.cumprod of complex numbers."""
    out = x.copy()
    rows = np.moveaxis(out, axis, 0)
    for k in range(1, len(rows)):
        rows[k] = rows[k - 1] * rows[k]
    return out
