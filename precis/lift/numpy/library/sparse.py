"""Sparse matrices of SciPy, given or made: compressed rows and columns, by their definitions.

Products add the entries of a row in the order in which they are stored, as SciPy does."""

from typing import Any

import numpy as np

from precis.lift.numpy import primitives


class Compressed:
    """What compressed rows and columns share: entries, their places along the other axis, and where each row (column) begins.

    In matrices that the program makes, entries at one place stay apart and full matrices keep their zeros; `counts` tells what SciPy
    would store: every "entry" (coo), every "place" that has entries, of "diagonals" all of their elements, or what is "nonzero"; it
    is "unsaid" of Kronecker products and sums of diagonals, where SciPy chooses by the entries.
    """

    not_lifted = dict.fromkeys(("data", "indices", "indptr", "row", "col", "offsets"),
                               "take .toarray(), or the rows, columns and entries that the matrix is made of")

    def __init__(self, values: Any, places: Any, begins: Any, shape: Any, counts: str = "place"):
        self.values, self.places, self.begins, self.shape, self.counts = values, places, begins, shape, counts

    @property
    def nnz(self: Any):
        assert self.counts != "unsaid"
        if self.counts in ("entry", "diagonals"):
            return self.values.shape[0]
        if self.counts == "nonzero":
            return np.count_nonzero(self.toarray())
        key = rows_of(self) * max(self.shape[0], self.shape[1]) + self.places
        return min(key.shape[0], 1) + np.count_nonzero(np.diff(key))

    @property
    def dtype(self):
        return self.values.dtype

    def with_data(self, data: Any) -> Any:
        return type(self)(data, self.places, self.begins, self.shape, self.counts)

    def copy(self):
        return self.with_data(self.values.copy())

    def toarray(self) -> Any:
        raise NotImplementedError("rows and columns have their own")

    def tocsr(self: Any, copy: bool = False):
        return compressed(self)

    def tocsc(self: Any, copy: bool = False):
        return compressed(self)

    def transpose(self: Any):
        return self.T

    def dot(self, x: Any):
        return self @ x

    def __rmatmul__(self: Any, x: Any):
        return (self.T @ x.T).T

    def __mul__(self, x: Any):
        if not isinstance(x, Compressed) and np.ndim(x) == 0:
            return self.with_data(self.values * x)
        return self.multiply(x) if primitives.elementwise() else self @ x

    def __rmul__(self, x: Any):
        if np.ndim(x) == 0:
            return self.with_data(self.values * x)
        return self.multiply(x) if primitives.elementwise() else x @ self

    def __pow__(self: Any, n: int):
        if primitives.elementwise():
            return self.power(n)
        assert n > 0
        found = self
        for _ in range(n - 1):
            found = found @ self
        return found

    def power(self: Any, n: Any):
        assert n > 0
        return from_dense(self.toarray() ** n)

    def __truediv__(self, x: Any):
        return self.with_data(self.values / x)

    def __neg__(self):
        return self.with_data(-self.values)

    def sum(self: Any, axis: Any = None):
        return np.sum(self.values) if axis is None else np.sum(self.toarray(), axis=axis)

    def __add__(self: Any, other: Any):
        return added(self, other) if isinstance(other, Compressed) else self.toarray() + other

    def __sub__(self: Any, other: Any):
        return added(self, -other) if isinstance(other, Compressed) else self.toarray() - other

    def multiply(self: Any, other: Any):
        dense = other.toarray() if isinstance(other, Compressed) else other
        return self.with_data(self.values * dense) if np.ndim(dense) == 0 else from_dense(self.toarray() * dense)

    def getrow(self: Any, i: Any):
        return self[i]

    def __getitem__(self: Any, index: Any):
        found = self.toarray()[index]
        return found if np.ndim(found) == 0 else from_dense(np.atleast_2d(found))

    def asformat(self: Any, format: Any, copy: bool = False):
        return compressed(self) if format in ("csr", "csc") else self

    def todia(self):
        return self

    def tocoo(self, copy: bool = False):
        return self

    def tolil(self: Any, copy: bool = False):
        return Changing(self.toarray())

    def astype(self, dtype: Any):
        return self.with_data(self.values.astype(dtype))

    def eliminate_zeros(self):
        return None

    def sum_duplicates(self):
        return None

    def todense(self: Any):
        return self.toarray()


class Rows(Compressed):
    """csr_matrix and csr_array"""

    @property
    def T(self):
        return Columns(self.values, self.places, self.begins, (self.shape[1], self.shape[0]), self.counts)

    def __matmul__(self, x: Any):
        if isinstance(x, Compressed):
            return from_dense(self @ x.toarray())
        out = np.zeros((self.shape[0],) + x.shape[1:], dtype=np.result_type(self.values.dtype, x.dtype))
        for i in range(self.shape[0]):
            for k in range(self.begins[i], self.begins[i + 1]):
                out[i] += self.values[k] * x[self.places[k]]
        return out

    def diagonal(self):
        out = np.zeros(min(self.shape[0], self.shape[1]), dtype=self.values.dtype)
        for i in range(out.shape[0]):
            for k in range(self.begins[i], self.begins[i + 1]):
                if self.places[k] == i:
                    out[i] += self.values[k]
        return out

    def toarray(self):
        out = np.zeros(self.shape, dtype=self.values.dtype)
        for i in range(self.shape[0]):
            for k in range(self.begins[i], self.begins[i + 1]):
                out[i, self.places[k]] += self.values[k]
        return out


class Columns(Compressed):
    """csc_matrix and csc_array"""

    def tocsr(self: Any, copy: bool = False):
        return from_entries(self.values, self.places, rows_of(self), self.shape, COMPRESSED[self.counts])

    @property
    def T(self):
        return Rows(self.values, self.places, self.begins, (self.shape[1], self.shape[0]), self.counts)

    def __matmul__(self, x: Any):
        if isinstance(x, Compressed):
            return from_dense(self @ x.toarray())
        out = np.zeros((self.shape[0],) + x.shape[1:], dtype=np.result_type(self.values.dtype, x.dtype))
        for j in range(self.shape[1]):
            for k in range(self.begins[j], self.begins[j + 1]):
                out[self.places[k]] += self.values[k] * x[j]
        return out

    def diagonal(self):
        return self.T.diagonal()

    def toarray(self):
        return self.T.toarray().T


class Changing:
    """lil_matrix and dok_matrix: held as a full matrix while it is filled."""

    def __init__(self, full: Any):
        self.full = full
        self.shape = full.shape

    def __setitem__(self, index: Any, value: Any):
        self.full[index] = value

    def __getitem__(self, index: Any):
        return self.full[index]

    def __matmul__(self, x: Any):
        return self.full @ x

    def dot(self, x: Any):
        return self.full @ x

    def setdiag(self, values: Any, k: int = 0):
        self.full[:] = self.full + np.diag(values - np.diagonal(self.full, k), k)

    def toarray(self):
        return self.full.copy()

    def todense(self):
        return self.full.copy()

    def tocsr(self, copy: bool = False):
        return from_dense(self.full)

    def tocsc(self, copy: bool = False):
        return from_dense(self.full)


class Given:
    """Handed in as it is stored, so that its parts are the user's own."""

    counts = "entry"

    def __init__(self, data: Any, indices: Any, indptr: Any, shape: Any, counts: str = "entry"):
        self.data, self.indices, self.indptr, self.shape = data, indices, indptr, shape

    @property
    def values(self):
        return self.data

    @property
    def places(self):
        return self.indices

    @property
    def begins(self):
        return self.indptr


class GivenRows(Given, Rows):
    """csr_matrix and csr_array, of data, indices and indptr."""

    def tocsr(self: Any, copy: bool = False):
        return self

    @property
    def T(self):
        return GivenColumns(self.data, self.indices, self.indptr, (self.shape[1], self.shape[0]))


class GivenColumns(Given, Columns):
    """csc_matrix and csc_array, of data, indices and indptr."""

    def tocsc(self: Any, copy: bool = False):
        return self

    @property
    def T(self):
        return GivenRows(self.data, self.indices, self.indptr, (self.shape[1], self.shape[0]))


CLASSES = {"csr": GivenRows, "csc": GivenColumns}
COMPRESSED = {"entry": "place", "place": "place", "diagonals": "nonzero", "nonzero": "nonzero", "unsaid": "unsaid"}


def rows_of(m: Any):
    """The row (of compressed columns: the column) of every entry."""
    return np.searchsorted(m.begins, np.arange(m.values.shape[0]), side="right") - 1


def compressed(m: Any):
    """The same matrix, counted as compressed rows or columns are."""
    return type(m)(m.values, m.places, m.begins, m.shape, COMPRESSED[m.counts])


def from_entries(data: Any, row: Any, column: Any, shape: Any, counts: str = "place"):
    """Compressed rows; entries at one place stay apart, and add up in all that is computed."""
    order = np.argsort(row * shape[1] + column, kind="stable")
    begins = np.searchsorted(row[order], np.arange(shape[0] + 1), side="left")
    return Rows(data[order], column[order], begins, (shape[0], shape[1]), counts)


def from_dense(a: Any):
    m, n = a.shape
    return Rows(np.ravel(a).copy(), np.tile(np.arange(n), m), np.arange(m + 1) * n, (m, n), "nonzero")


def added(a: Any, b: Any):
    counts = "unsaid" if a.counts == b.counts == "diagonals" else "nonzero"
    a, b = a.tocsr(), b.tocsr()
    return from_entries(np.concatenate((a.values, b.values)), np.concatenate((rows_of(a), rows_of(b))),
                        np.concatenate((a.places, b.places)), a.shape, counts)
