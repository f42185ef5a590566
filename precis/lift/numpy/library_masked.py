"""np.ma: arrays some of whose elements are masked. A number of which NumPy says `masked` (of nothing) is NaN or neutral here."""

from typing import Any

import numpy as np

EQUALITY = False  # whether == and != of masked arrays are lifted
TINY = float(np.finfo(float).tiny)


class MaskedArray:
    """np.ma.masked_array: `data` and, of the same shape, `mask`; operations leave out what is masked in one of their operands."""

    def __init__(self, data: Any, mask: Any = False, dtype: Any = None, copy: bool = False, fill_value: Any = None):
        given = np.asarray(data.data if isinstance(data, MaskedArray) else data, dtype=dtype)
        whole = np.zeros(given.shape, dtype=bool) | np.asarray(mask, dtype=bool)
        self.data = given.copy() if copy else given
        self.mask = whole | data.mask if isinstance(data, MaskedArray) else whole
        self.fill_value = (1e20 if given.dtype.kind in "fc" else 999999) if fill_value is None else fill_value

    @property
    def shape(self):
        return self.data.shape

    @property
    def ndim(self):
        return self.data.ndim

    @property
    def size(self):
        return self.data.size

    @property
    def dtype(self):
        return self.data.dtype

    @property
    def T(self):
        return MaskedArray(self.data.T, self.mask.T, fill_value=self.fill_value)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, k: Any):
        part = self.data[k]
        assert np.ndim(part) > 0, "an element of a masked array may be masked"
        return MaskedArray(part, self.mask[k], fill_value=self.fill_value)

    def __setitem__(self, k: Any, x: Any):
        self.data[k] = _data(x)
        self.mask[k] = _mask(x)

    def filled(self, fill_value: Any = None):
        return np.where(self.mask, np.asarray(self.fill_value if fill_value is None else fill_value, dtype=self.dtype), self.data)

    def compressed(self):
        return self.data[~self.mask]

    def copy(self):
        return MaskedArray(self.data.copy(), self.mask.copy(), fill_value=self.fill_value)

    def count(self, axis: Any = None):
        return np.sum(~self.mask, axis=axis)

    def _reduced(self, found: Any, axis: Any):
        return found if axis is None else MaskedArray(found, self.count(axis) == 0)

    def sum(self, axis: Any = None):
        return self._reduced(np.sum(np.where(self.mask, np.zeros_like(self.data), self.data), axis=axis), axis)

    def mean(self, axis: Any = None):
        total = np.sum(np.where(self.mask, np.zeros_like(self.data), self.data), axis=axis)
        return total * 1.0 / self.count() if axis is None else MaskedArray(total * 1.0 / _least(self.count(axis)), self.count(axis) == 0)

    def var(self, axis: Any = None, ddof: int = 0):
        count = np.sum(~self.mask, axis=axis, keepdims=True)
        center = np.sum(np.where(self.mask, np.zeros_like(self.data), self.data), axis=axis, keepdims=True) * 1.0 / _least(count)
        apart = np.where(self.mask, 0.0, self.data - center)
        if axis is None:
            return np.sum(apart**2) / (self.count() - ddof)
        free = self.count(axis) - ddof
        return MaskedArray(np.sum(apart**2, axis=axis) / _least(free), free <= 0)

    def std(self, axis: Any = None, ddof: int = 0):
        found = self.var(axis, ddof)
        if axis is None:
            return np.sqrt(found)  # type: ignore[arg-type]
        return MaskedArray(np.sqrt(np.where(found.mask, 1.0, found.data)), found.mask)

    def max(self, axis: Any = None):
        assert self.dtype.kind == "f"
        return self._reduced(np.max(np.where(self.mask, -np.inf, self.data), axis=axis), axis)

    def min(self, axis: Any = None):
        assert self.dtype.kind == "f"
        return self._reduced(np.min(np.where(self.mask, np.inf, self.data), axis=axis), axis)

    def __neg__(self):
        return computed(np.negative, self)

    def __abs__(self):
        return computed(np.absolute, self)

    def __add__(self, other: Any):
        return applied(np.add, self, other)

    def __radd__(self, other: Any):
        return applied(np.add, other, self)

    def __iadd__(self, other: Any):
        self.mask = self.mask | _mask(other)
        self.data += np.where(self.mask, 0, _data(other))
        return self

    def __isub__(self, other: Any):
        self.mask = self.mask | _mask(other)
        self.data -= np.where(self.mask, 0, _data(other))
        return self

    def __imul__(self, other: Any):
        self.mask = self.mask | _mask(other)
        self.data *= np.where(self.mask, 1, _data(other))
        return self

    def __itruediv__(self, other: Any):
        x, y = self.data, _data(other)
        self.mask = self.mask | _mask(other) | (np.absolute(x) * TINY >= np.absolute(y))
        self.data /= np.where(self.mask, 1, y)
        return self

    def __ipow__(self, other: Any):
        assert EQUALITY, "powers in place: write x = x ** n"

    def __sub__(self, other: Any):
        return applied(np.subtract, self, other)

    def __rsub__(self, other: Any):
        return applied(np.subtract, other, self)

    def __mul__(self, other: Any):
        return applied(np.multiply, self, other)

    def __rmul__(self, other: Any):
        return applied(np.multiply, other, self)

    def __truediv__(self, other: Any):
        return divided(self, other)

    def __rtruediv__(self, other: Any):
        return divided(other, self)

    def __lt__(self, other: Any):
        return computed(np.less, self, other)

    def __le__(self, other: Any):
        return computed(np.less_equal, self, other)

    def __gt__(self, other: Any):
        return computed(np.greater, self, other)

    def __ge__(self, other: Any):
        return computed(np.greater_equal, self, other)

    def __eq__(self, other: Any):
        assert EQUALITY, "what == says of masked elements depends on both masks"

    def __ne__(self, other: Any):
        assert EQUALITY, "what != says of masked elements depends on both masks"

    def __pow__(self, other: Any):
        assert np.ndim(other) == 0 and other >= 0
        return MaskedArray(np.where(self.mask, self.data, self.data**other), self.mask)


def _least(count: Any):
    """Numbers of elements to divide by; where there are none, the result is masked."""
    return np.where(count <= 0, 1, count)


def _data(x: Any):
    return x.data if isinstance(x, MaskedArray) else np.asarray(x)


def _mask(x: Any):
    return x.mask if isinstance(x, MaskedArray) else np.asarray(False)


def applied(ufunc: Any, *operands: Any):
    """A function of numbers of what is not masked; what is masked keeps what stands there in the first operand."""
    found = ufunc(*[x.data if isinstance(x, MaskedArray) else x for x in operands])
    mask = np.zeros(found.shape, dtype=bool)
    for x in operands:
        mask = mask | _mask(x)
    return MaskedArray(np.where(mask, _data(operands[0]).astype(found.dtype), found), mask)


def computed(ufunc: Any, *operands: Any):
    """A function of all numbers, also of those that are masked."""
    found = ufunc(*[x.data if isinstance(x, MaskedArray) else x for x in operands])
    mask = np.zeros(found.shape, dtype=bool)
    for x in operands:
        mask = mask | _mask(x)
    return MaskedArray(found, mask)


def within(ufunc: Any, fill: float, bad: Any, x: Any):
    """A function of some numbers; others are masked."""
    outside = bad(x.data) | x.mask
    return MaskedArray(np.where(outside, fill, ufunc(np.where(outside, np.ones_like(x.data), x.data))), outside)


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


def divided(a: Any, b: Any):
    """a / b, masked also where b is 0 or too small."""
    x, y = _data(a), _data(b)
    mask = _mask(a) | _mask(b) | (np.absolute(x) * TINY >= np.absolute(y))
    return MaskedArray(np.where(mask, x, x / np.where(mask, np.ones_like(y), y)), mask)


def masked_where(condition: Any, a: Any, copy: bool = True):
    return MaskedArray(a, _data(condition), copy=copy)


def masked_invalid(a: Any, copy: bool = True):
    return MaskedArray(a, ~np.isfinite(_data(a)), copy=copy)


def masked_greater(x: Any, value: Any, copy: bool = True):
    return MaskedArray(x, _data(x) > value, copy=copy)


def masked_greater_equal(x: Any, value: Any, copy: bool = True):
    return MaskedArray(x, _data(x) >= value, copy=copy)


def masked_less(x: Any, value: Any, copy: bool = True):
    return MaskedArray(x, _data(x) < value, copy=copy)


def masked_less_equal(x: Any, value: Any, copy: bool = True):
    return MaskedArray(x, _data(x) <= value, copy=copy)


def masked_inside(x: Any, v1: Any, v2: Any, copy: bool = True):
    return MaskedArray(x, (_data(x) >= np.minimum(v1, v2)) & (_data(x) <= np.maximum(v1, v2)), copy=copy)


def masked_outside(x: Any, v1: Any, v2: Any, copy: bool = True):
    return MaskedArray(x, (_data(x) < np.minimum(v1, v2)) | (_data(x) > np.maximum(v1, v2)), copy=copy)


def filled(a: Any, fill_value: Any = None):
    return a.filled(fill_value) if isinstance(a, MaskedArray) else a


def getmaskarray(arr: Any):
    return arr.mask if isinstance(arr, MaskedArray) else np.zeros(arr.shape, dtype=bool)
