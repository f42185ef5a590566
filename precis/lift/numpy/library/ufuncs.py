"""Methods of ufuncs that have no operation of their own, element by element; integer and bit functions."""

import numpy as np


def _operands(ufunc, array):
    """Of logical functions every result is a bool, the first element, too."""
    return array != 0 if ufunc is np.logical_and or ufunc is np.logical_or or ufunc is np.logical_xor else array


def reduce(ufunc, array, axis=0):
    rows = np.moveaxis(_operands(ufunc, array), axis, 0)
    out = rows[0]
    for k in range(1, rows.shape[0]):
        out = ufunc(out, rows[k])
    return out


def accumulate(ufunc, array, axis=0):
    given = _operands(ufunc, array)
    out = np.array(given)
    rows, found = np.moveaxis(given, axis, 0), np.moveaxis(out, axis, 0)
    for k in range(1, rows.shape[0]):
        found[k] = ufunc(found[k - 1], rows[k])
    return out


def reduceat(ufunc, array, indices, axis=0):
    """From each index to the next one, the last to the end; one element where the next index is not larger."""
    rows = np.moveaxis(array, axis, 0)
    n = indices.shape[0]
    out = rows[indices]
    for k in range(n):
        end = indices[k + 1] if k < n - 1 else rows.shape[0]
        for j in range(indices[k] + 1, end):
            out[k] = ufunc(out[k], rows[j])
    return np.moveaxis(out, 0, axis)


def at(ufunc, a, indices, b):
    """One index after the other."""
    index = indices if isinstance(indices, tuple) else (indices,)
    places = np.broadcast_arrays(*index)
    flat = [p.ravel() for p in places]
    values = np.broadcast_to(b, places[0].shape + a.shape[len(index):])
    values = values.reshape((-1,) + a.shape[len(index):])
    for k in range(flat[0].shape[0]):
        place = tuple([p[k] for p in flat])
        a[place] = ufunc(a[place], values[k])


def gcd(x1, x2):
    """Euclid, for all elements at once."""
    a, b = np.broadcast_arrays(np.abs(x1), np.abs(x2))
    a, b = a.copy(), b.copy()
    while np.any(b != 0):
        rest = np.where(b == 0, 0, a % np.where(b == 0, 1, b))
        a, b = np.where(b == 0, a, b), rest
    return np.abs(a)  # the least integer has no absolute value: remainders by it are negative


def lcm(x1, x2):
    divisor = gcd(x1, x2)
    return np.where(divisor == 0, 0, np.abs(x1) // np.where(divisor == 0, 1, divisor) * np.abs(x2))


def packbits(a, axis=None, bitorder="big"):
    """Eight bits along an axis, or of the flat array, to a byte; the first the highest, or ("little") the lowest."""
    rows = a.ravel() if axis is None else np.moveaxis(a, axis, -1)
    n = rows.shape[-1]
    bytes_ = (n + 7) // 8
    bits = np.zeros(rows.shape[:-1] + (8 * bytes_,), dtype=np.uint8)
    bits[..., :n] = np.where(rows != 0, 1, 0)
    powers = np.array([128, 64, 32, 16, 8, 4, 2, 1]) if bitorder == "big" else np.array([1, 2, 4, 8, 16, 32, 64, 128])
    found = np.sum(bits.reshape(rows.shape[:-1] + (bytes_, 8)) * powers, axis=-1).astype(np.uint8)
    return found if axis is None else np.moveaxis(found, -1, axis)


def unpackbits(a, axis=None, count=None, bitorder="big"):
    rows = a.ravel() if axis is None else np.moveaxis(a, axis, -1)
    shifts = np.array([7, 6, 5, 4, 3, 2, 1, 0]) if bitorder == "big" else np.array([0, 1, 2, 3, 4, 5, 6, 7])
    bits = ((rows[..., None] >> shifts) & 1).astype(np.uint8).reshape(rows.shape[:-1] + (8 * rows.shape[-1],))
    if count is not None:
        bits = bits[..., :count]
    return bits if axis is None else np.moveaxis(bits, -1, axis)


def bitwise_count(x):
    """By the bits of the absolute value."""
    rest, count = np.abs(x).astype(np.uint64), np.zeros(np.shape(x), dtype=np.uint8)
    for _ in range(64):
        count = count + (rest & np.uint64(1)).astype(np.uint8)
        rest = rest >> np.uint64(1)
    return count


def logaddexp2(x1, x2):
    two = float(np.log(2.0))
    return np.logaddexp(x1 * two, x2 * two) / two


def isposinf(x):
    return np.isinf(x) & (x > 0)


def isneginf(x):
    return np.isinf(x) & (x < 0)


def iscomplex(x):
    return np.imag(x) != 0


def isreal(x):
    return np.imag(x) == 0


def _conjugate(x):
    return np.conj(x) if np.result_type(x).kind == "c" else x


def _total(products, axis):
    """Their sum in their own dtype."""
    return np.any(products, axis=axis) if products.dtype.kind == "b" else np.sum(products, axis=axis, dtype=products.dtype)


def vecdot(x1, x2, *, axis=-1):
    return _total(_conjugate(x1) * x2, axis)


def matvec(x1, x2):
    return _total(x1 * x2[..., None, :], -1)


def vecmat(x1, x2):
    return _total(_conjugate(x1)[..., :, None] * x2, -2)
