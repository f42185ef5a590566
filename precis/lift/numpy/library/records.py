"""Arrays of a structured dtype: an array for every field, all of which begin with the shape of the records."""

from typing import Any

import numpy as np

WHOLES_COMPARED = False


class Records:
    """np.ndarray of records; a record is one without dimensions, whose fields are parts of those of the array."""

    stands_for = (np.ndarray,)

    def __init__(self, dtype: Any, ndim: Any, fields: Any):
        self.dtype, self.ndim, self.fields = dtype, ndim, fields

    def _first(self):
        return self.fields[self.dtype.names[0]]

    @property
    def shape(self):
        return self._first().shape[:self.ndim]

    @property
    def size(self):
        n = 1
        for d in self.shape:
            n = n * d
        return n

    def __len__(self):
        return self._first().shape[0]

    def __iter__(self):
        if self.ndim == 0:
            for name in self.dtype.names:
                yield self[name]
            return
        for k in range(self._first().shape[0]):
            yield self[k]

    def __getitem__(self, k: Any):
        if self.ndim == 0 and isinstance(k, int):
            return self[self.dtype.names[k]]
        if isinstance(k, str):
            field = self.fields[k]
            return field if field.ndim > 0 else field[()]
        parts = {name: field[(*k, Ellipsis) if isinstance(k, tuple) else (k, Ellipsis)] for name, field in self.fields.items()}
        name = self.dtype.names[0]
        return Records(self.dtype, parts[name].ndim - self.fields[name].ndim + self.ndim, parts)

    def argsort(self, axis: int = -1, kind: Any = None, order: Any = None):
        """By the fields of `order`, then by the others as they stand in the dtype."""
        assert axis in (-1, 0)
        first = [] if order is None else [order] if isinstance(order, str) else list(order)
        names = [*first, *[name for name in self.dtype.names if name not in first]]
        assert self.ndim == 1 and all(self.fields[name].ndim == 1 for name in names)
        return np.lexsort(tuple([self.fields[name] for name in reversed(names)]))

    def sort(self, axis: int = -1, kind: Any = None, order: Any = None):
        places = self.argsort(axis, kind, order)
        for name, field in self.fields.items():
            self.fields[name][...] = field[places]

    def __setitem__(self, k: Any, x: Any):
        if isinstance(k, str):
            self.fields[k][...] = x
        else:
            assert isinstance(x, (Records, tuple, list))  # what else there is, NumPy puts into every field
            given = list(x.fields.values()) if isinstance(x, Records) else list(x) if isinstance(x, tuple) else _columns(x)
            assert len(given) == len(self.fields)
            place = (*k, Ellipsis) if isinstance(k, tuple) else (k, Ellipsis)
            for name, new in zip(self.dtype.names, given):
                self.fields[name][place] = new

    def __eq__(self, other: Any):
        assert WHOLES_COMPARED, "compare the fields"

    def __ne__(self, other: Any):
        assert WHOLES_COMPARED, "compare the fields"

    def copy(self):
        return Records(self.dtype, self.ndim, {name: field.copy() for name, field in self.fields.items()})


def _columns(rows: Any):
    """The fields of [(1.0, 2), (0.5, 3)]"""
    assert isinstance(rows, list) and isinstance(rows[0], tuple)  # in a list, NumPy takes tuples for records
    return [np.array(column) for column in zip(*rows)]


def of_rows(dtype: Any, kinds: Any, rows: Any):
    """np.array([(1.0, 2), (0.5, 3)], dtype)"""
    columns = _columns(rows)
    return Records(dtype, 1, {name: columns[k].astype(kind) for k, (name, kind) in enumerate(kinds)})


def in_order(a: Any, axis: int = -1, kind: Any = None, order: Any = None):
    return a[a.argsort(axis, kind, order)]


def places_in_order(a: Any, axis: int = -1, kind: Any = None, order: Any = None):
    return a.argsort(axis, kind, order)
