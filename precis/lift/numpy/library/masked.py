"""np.ma's class: arrays some of whose elements are masked. A number of which NumPy says `masked` (of nothing) is NaN or neutral here."""

from typing import Any

import numpy as np

EQUALITY = False  # whether == and != of masked arrays are lifted
TINY = float(np.finfo(float).tiny)
NO, MASKED, YES = 0, 1, 2


class MaskedArray:
    """np.ma.masked_array: `data` and, of the same shape, `whole`, its mask; operations leave out what is masked in one of their operands.

    sure     whether NumPy has an array as its mask: YES, or where something is MASKED, or it is False without dimensions: NO
    shared   whether another masked array has, or may have, the same mask
    fill     what `fill_value` was set to
    """

    stands_for = (np.ma.MaskedArray,)

    def __init__(self, data: Any, mask: Any = None, dtype: Any = None, copy: bool = False, fill_value: Any = None, sure: Any = YES):
        given = np.asarray(data.data if isinstance(data, MaskedArray) else data, dtype=dtype)
        own = mask is not None and np.ndim(mask) > 0
        whole = np.asarray(_data(mask) if own else False, dtype=bool)
        assert not own or whole.ndim == given.ndim, "a mask has the shape of its array"
        self.data = given.copy() if copy else given
        self.shared, self.sure, self.fill = False, sure, fill_value
        if isinstance(data, MaskedArray):
            self.shared, self.fill = mask is None and not copy, data.fill if fill_value is None else fill_value
            self.sure = data.sure if mask is None else np.maximum(data.sure, sure)
            self.whole = (data.whole.copy() if copy or data.sure == NO else data.whole) if mask is None else whole | data.whole
        elif own:
            self.whole = whole.copy() if copy else whole
        else:
            self.sure = NO if mask is None or (np.ndim(mask) == 0 and not mask) else YES
            self.whole = np.zeros(given.shape, dtype=bool) if mask is None else np.zeros(given.shape, dtype=bool) | whole

    @property
    def mask(self):
        assert self.sure != NO, "the mask of an array without one is False, without dimensions: write np.ma.getmaskarray(m)"
        if self.sure == MASKED and not np.any(self.whole):
            raise ValueError("nothing is masked: .mask is False, without dimensions")
        return self.whole

    @mask.setter
    def mask(self, mask: Any):
        self._masking()
        self.whole[...] = mask

    @property
    def fill_value(self):
        return default_fill(self.dtype) if self.fill is None else self.fill

    @fill_value.setter
    def fill_value(self, value: Any):
        self.fill = value

    def _masking(self):
        """The mask is written: from now on it is an array, also in NumPy."""
        if self.shared and self.sure == MASKED and not np.any(self.whole):
            raise ValueError("nothing is masked: these arrays do not share a mask")
        self.sure = YES

    def _taken(self, data: Any, whole: Any):
        """Some elements, in another shape; those that share data share the mask, where there is one."""
        found = MaskedArray(data, whole.copy() if self.sure == NO else whole, fill_value=self.fill, sure=self.sure)
        found.shared = self.sure != NO
        return found

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
        return self._taken(self.data.T, self.whole.T)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, k: Any):
        part = self.data[k]
        assert np.ndim(part) > 0, "an element of a masked array may be masked"
        return self._taken(part, self.whole[k])

    def __setitem__(self, k: Any, x: Any):
        if x is not np.ma.masked:
            self.data[k] = _data(x)
        if x is np.ma.masked or isinstance(x, MaskedArray) or self.sure != NO:
            self._masking()
            self.whole[k] = True if x is np.ma.masked else _mask(x)

    def filled(self, fill_value: Any = None):
        return np.where(self.whole, np.asarray(self.fill_value if fill_value is None else fill_value, dtype=self.dtype), self.data)

    def compressed(self):
        return self.data[~self.whole]

    def copy(self):
        return MaskedArray(self.data.copy(), self.whole.copy(), fill_value=self.fill, sure=self.sure)

    def reshape(self, *shape: Any):
        return self._taken(self.data.reshape(*shape), self.whole.reshape(*shape))

    def ravel(self):
        return self._taken(self.data.ravel(), self.whole.ravel())

    def count(self, axis: Any = None):
        return np.sum(~self.whole, axis=axis)

    def _reduced(self, found: Any, axis: Any):
        return found if axis is None else MaskedArray(found, self.count(axis) == 0)

    def sum(self, axis: Any = None):
        return self._reduced(np.sum(np.where(self.whole, np.zeros_like(self.data), self.data), axis=axis), axis)

    def mean(self, axis: Any = None):
        total = np.sum(np.where(self.whole, np.zeros_like(self.data), self.data), axis=axis)
        return total * 1.0 / self.count() if axis is None else MaskedArray(total * 1.0 / _least(self.count(axis)), self.count(axis) == 0)

    def var(self, axis: Any = None, ddof: int = 0):
        count = np.sum(~self.whole, axis=axis, keepdims=True)
        center = np.sum(np.where(self.whole, np.zeros_like(self.data), self.data), axis=axis, keepdims=True) * 1.0 / _least(count)
        apart = np.where(self.whole, 0.0, self.data - center)
        if axis is None:
            return np.sum(apart**2) / (self.count() - ddof)
        free = self.count(axis) - ddof
        return MaskedArray(np.sum(apart**2, axis=axis) / _least(free), free <= 0)

    def std(self, axis: Any = None, ddof: int = 0):
        found = self.var(axis, ddof)
        if axis is None:
            return np.sqrt(found)  # type: ignore[arg-type]
        return MaskedArray(np.sqrt(np.where(found.whole, 1.0, found.data)), found.whole)

    def max(self, axis: Any = None):
        assert self.dtype.kind == "f"
        return self._reduced(np.max(np.where(self.whole, -np.inf, self.data), axis=axis), axis)

    def min(self, axis: Any = None):
        assert self.dtype.kind == "f"
        return self._reduced(np.min(np.where(self.whole, np.inf, self.data), axis=axis), axis)

    def __neg__(self):
        return computed(np.negative, self)

    def __abs__(self):
        return computed(np.absolute, self)

    def __add__(self, other: Any):
        return applied(np.add, self, other)

    def __radd__(self, other: Any):
        return applied(np.add, other, self)

    def _also(self, other: Any):
        if isinstance(other, MaskedArray):
            self._masking()
            self.whole |= other.whole

    def __iadd__(self, other: Any):
        self._also(other)
        self.data += np.where(self.whole, 0, _data(other))
        return self

    def __isub__(self, other: Any):
        self._also(other)
        self.data -= np.where(self.whole, 0, _data(other))
        return self

    def __imul__(self, other: Any):
        self._also(other)
        self.data *= np.where(self.whole, 1, _data(other))
        return self

    def __itruediv__(self, other: Any):
        x, y = self.data, _data(other)
        self._masking()
        self.whole |= _mask(other) | (np.absolute(x) * TINY >= np.absolute(y))
        self.data /= np.where(self.whole, 1, y)
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
        return compared(np.less, self, other)

    def __le__(self, other: Any):
        return compared(np.less_equal, self, other)

    def __gt__(self, other: Any):
        return compared(np.greater, self, other)

    def __ge__(self, other: Any):
        return compared(np.greater_equal, self, other)

    def __eq__(self, other: Any):
        assert EQUALITY, "what == says of masked elements depends on both masks"

    def __ne__(self, other: Any):
        assert EQUALITY, "what != says of masked elements depends on both masks"

    def __pow__(self, other: Any):
        assert np.ndim(other) == 0 and other >= 0
        return MaskedArray(np.where(self.whole, self.data, self.data**other), self.whole.copy(), fill_value=self.fill, sure=self.sure)


def _least(count: Any):
    """Numbers of elements to divide by; where there are none, the result is masked."""
    return np.where(count <= 0, 1, count)


def _data(x: Any):
    return x.data if isinstance(x, MaskedArray) else np.asarray(x)


def _mask(x: Any):
    return x.whole if isinstance(x, MaskedArray) else np.asarray(False)


def _filling(operands: Any):
    """The fill value of the first masked operand."""
    first, *_ = [x.fill for x in operands if isinstance(x, MaskedArray)]
    return first


def _sure(operands: Any):
    """Whether operands without domains have a mask together."""
    most = NO
    for x in operands:
        most = max(most, x.sure if isinstance(x, MaskedArray) else NO)
    return most


def default_fill(dtype: Any):
    return True if dtype.kind == "b" else 1e20 if dtype.kind in "fc" else 999999


def applied(ufunc: Any, *operands: Any):
    """A function of numbers of what is not masked; what is masked keeps what stands there in the first operand."""
    found = ufunc(*[x.data if isinstance(x, MaskedArray) else x for x in operands])
    mask = np.zeros(found.shape, dtype=bool)
    for x in operands:
        mask = mask | _mask(x)
    kept = np.where(mask, _data(operands[0]).astype(found.dtype), found)
    return MaskedArray(kept, mask, fill_value=_filling(operands), sure=_sure(operands))


def computed(ufunc: Any, *operands: Any):
    """A function of all numbers, also of those that are masked; one of a single array shares its mask."""
    found = ufunc(*[x.data if isinstance(x, MaskedArray) else x for x in operands])
    if len(operands) == 1:
        alone = MaskedArray(found, operands[0].whole, fill_value=operands[0].fill)
        alone.shared = True
        return alone
    mask = np.zeros(found.shape, dtype=bool)
    for x in operands:
        mask = mask | _mask(x)
    return MaskedArray(found, mask, fill_value=_filling(operands))


def compared(ufunc: Any, *operands: Any):
    found = computed(ufunc, *operands)
    found.sure, found.fill = _sure(operands), None
    return found


def divided(a: Any, b: Any):
    """a / b, masked also where b is 0 or too small."""
    x, y = _data(a), _data(b)
    mask = _mask(a) | _mask(b) | (np.absolute(x) * TINY >= np.absolute(y))
    return MaskedArray(np.where(mask, x, x / np.where(mask, np.ones_like(y), y)), mask, fill_value=_filling((a, b)))
