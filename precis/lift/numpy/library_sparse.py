"""Sparse matrices of SciPy, given or made: compressed rows and columns, by their definitions.

Products add the entries of a row in the order in which they are stored, as SciPy does."""

from typing import Any

import numpy as np


class Compressed:
    """What compressed rows and columns share: entries, their places along the other axis, and where each row (column) begins."""

    def __init__(self, data: Any, indices: Any, indptr: Any, shape: Any):
        self.data, self.indices, self.indptr, self.shape = data, indices, indptr, shape

    @property
    def nnz(self):
        return self.data.shape[0]

    @property
    def dtype(self):
        return self.data.dtype

    def with_data(self, data: Any) -> Any:
        return type(self)(data, self.indices, self.indptr, self.shape)

    def copy(self):
        return self.with_data(self.data.copy())

    def toarray(self) -> Any:
        raise NotImplementedError("rows and columns have their own")

    def tocsr(self: Any, copy: bool = False):
        return self

    def tocsc(self: Any, copy: bool = False):
        return self

    def transpose(self: Any):
        return self.T

    def dot(self, x: Any):
        return self @ x

    def __rmatmul__(self: Any, x: Any):
        return (self.T @ x.T).T

    def __mul__(self, x: Any):
        return self.with_data(self.data * x) if np.ndim(x) == 0 else self @ x

    def __rmul__(self, x: Any):
        return self.with_data(self.data * x) if np.ndim(x) == 0 else x @ self

    def __truediv__(self, x: Any):
        return self.with_data(self.data / x)

    def __neg__(self):
        return self.with_data(-self.data)

    def sum(self: Any, axis: Any = None):
        return np.sum(self.data) if axis is None else np.sum(self.toarray(), axis=axis)

    def __add__(self: Any, other: Any):
        return added(self.tocsr(), other.tocsr()) if isinstance(other, Compressed) else self.toarray() + other

    def __sub__(self: Any, other: Any):
        return added(self.tocsr(), -other.tocsr()) if isinstance(other, Compressed) else self.toarray() - other

    def multiply(self: Any, other: Any):
        dense = other.toarray() if isinstance(other, Compressed) else other
        return self * other if np.ndim(dense) == 0 else from_dense(self.toarray() * dense)

    def getrow(self: Any, i: Any):
        return self[i]

    def __getitem__(self: Any, index: Any):
        found = self.toarray()[index]
        return found if np.ndim(found) == 0 else from_dense(np.atleast_2d(found))

    def asformat(self: Any, format: Any, copy: bool = False):
        return self

    def todia(self):
        return self

    def tocoo(self, copy: bool = False):
        return self

    def tolil(self: Any, copy: bool = False):
        return Changing(self.toarray())

    def astype(self, dtype: Any):
        return self.with_data(self.data.astype(dtype))

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
        return Columns(self.data, self.indices, self.indptr, (self.shape[1], self.shape[0]))

    def __matmul__(self, x: Any):
        if isinstance(x, Compressed):
            return from_dense(self @ x.toarray())
        out = np.zeros((self.shape[0],) + x.shape[1:], dtype=np.result_type(self.data.dtype, x.dtype))
        for i in range(self.shape[0]):
            for k in range(self.indptr[i], self.indptr[i + 1]):
                out[i] += self.data[k] * x[self.indices[k]]
        return out

    def diagonal(self):
        out = np.zeros(min(self.shape[0], self.shape[1]), dtype=self.data.dtype)
        for i in range(out.shape[0]):
            for k in range(self.indptr[i], self.indptr[i + 1]):
                if self.indices[k] == i:
                    out[i] += self.data[k]
        return out

    def toarray(self):
        out = np.zeros(self.shape, dtype=self.data.dtype)
        for i in range(self.shape[0]):
            for k in range(self.indptr[i], self.indptr[i + 1]):
                out[i, self.indices[k]] += self.data[k]
        return out


class Filled(Rows):
    """Made of a full matrix: what is zero is not counted."""

    @property
    def nnz(self):
        return np.count_nonzero(self.data)


class Columns(Compressed):
    """csc_matrix and csc_array"""

    def tocsr(self: Any, copy: bool = False):
        return from_entries(self.data, self.indices, rows_of(self), self.shape)

    @property
    def T(self):
        return Rows(self.data, self.indices, self.indptr, (self.shape[1], self.shape[0]))

    def __matmul__(self, x: Any):
        if isinstance(x, Compressed):
            return from_dense(self @ x.toarray())
        out = np.zeros((self.shape[0],) + x.shape[1:], dtype=np.result_type(self.data.dtype, x.dtype))
        for j in range(self.shape[1]):
            for k in range(self.indptr[j], self.indptr[j + 1]):
                out[self.indices[k]] += self.data[k] * x[j]
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


CLASSES = {"csr": Rows, "csc": Columns}


def rows_of(m: Any):
    """The row (of compressed columns: the column) of every entry."""
    return np.searchsorted(m.indptr, np.arange(m.data.shape[0]), side="right") - 1


def from_entries(data: Any, row: Any, column: Any, shape: Any):
    """Compressed rows; entries at one place stay apart, and add up in all that is computed."""
    order = np.argsort(row * shape[1] + column, kind="stable")
    begins = np.searchsorted(row[order], np.arange(shape[0] + 1), side="left")
    return Rows(data[order], column[order], begins, (shape[0], shape[1]))


def from_dense(a: Any):
    m, n = a.shape
    return Filled(np.ravel(a).copy(), np.tile(np.arange(n), m), np.arange(m + 1) * n, (m, n))


def added(a: Any, b: Any):
    return from_entries(np.concatenate((a.data, b.data)), np.concatenate((rows_of(a), rows_of(b))),
                        np.concatenate((a.indices, b.indices)), a.shape)
