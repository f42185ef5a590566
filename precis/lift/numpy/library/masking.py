"""np.ma's functions: of masked arrays, and those that mask."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.masked import MASKED, MaskedArray, _data


def within(ufunc: Any, fill: float, bad: Any, x: Any):
    """A function of some numbers; others are masked."""
    outside = bad(x.data) | x.whole
    return MaskedArray(np.where(outside, fill, ufunc(np.where(outside, np.ones_like(x.data), x.data))), outside, fill_value=x.fill)


def negative(x: Any):
    return x < 0.0


def not_positive(x: Any):
    return x <= 0.0


def sqrt(x: Any):
    return within(np.sqrt, 0.0, negative, x)


def log(x: Any):
    return within(np.log, 1.0, not_positive, x)


def log10(x: Any):
    return within(np.log10, 1.0, not_positive, x)


def masked_where(condition: Any, a: Any, copy: bool = True):
    """Where nothing is masked, NumPy leaves an array without a mask without one."""
    fits = np.asarray(_data(condition), dtype=bool)
    assert fits.ndim == _data(a).ndim, "a condition has the shape of its array"
    return MaskedArray(a, fits, copy=copy, sure=MASKED)


def masked_invalid(a: Any, copy: bool = True):
    return MaskedArray(a, ~np.isfinite(_data(a)), copy=copy)


def masked_greater(x: Any, value: Any, copy: bool = True):
    return masked_where(_data(x) > value, x, copy)


def masked_greater_equal(x: Any, value: Any, copy: bool = True):
    return masked_where(_data(x) >= value, x, copy)


def masked_less(x: Any, value: Any, copy: bool = True):
    return masked_where(_data(x) < value, x, copy)


def masked_less_equal(x: Any, value: Any, copy: bool = True):
    return masked_where(_data(x) <= value, x, copy)


def masked_not_equal(x: Any, value: Any, copy: bool = True):
    return masked_where(_data(x) != value, x, copy)


def masked_equal(x: Any, value: Any, copy: bool = True):
    found = masked_where(_data(x) == value, x, copy)
    found.fill = value
    return found


def masked_inside(x: Any, v1: Any, v2: Any, copy: bool = True):
    return masked_where((_data(x) >= np.minimum(v1, v2)) & (_data(x) <= np.maximum(v1, v2)), x, copy)


def masked_outside(x: Any, v1: Any, v2: Any, copy: bool = True):
    return masked_where((_data(x) < np.minimum(v1, v2)) | (_data(x) > np.maximum(v1, v2)), x, copy)


def median(a: Any, axis: Any = None):
    """Of what is not masked; NaN where a NaN is not masked."""
    if not isinstance(a, MaskedArray):
        return np.median(a, axis=axis)
    found = np.nanmedian(np.where(a.whole, np.nan, a.data), axis=axis)
    found = np.where(np.any(np.isnan(a.data) & ~a.whole, axis=axis), np.nan, found)[()]
    return found if axis is None else MaskedArray(found, a.count(axis) == 0)


def filled(a: Any, fill_value: Any = None):
    return a.filled(fill_value) if isinstance(a, MaskedArray) else a


def getmaskarray(arr: Any):
    return arr.whole if isinstance(arr, MaskedArray) else np.zeros(arr.shape, dtype=bool)


def getmask(a: Any):
    assert isinstance(a, MaskedArray), "the mask of what is no masked array is False"
    return a.mask


def is_masked(x: Any):
    return bool(np.any(x.whole)) if isinstance(x, MaskedArray) else False


def isMaskedArray(x: Any):
    return isinstance(x, MaskedArray)
