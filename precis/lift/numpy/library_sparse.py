"""Sparse matrices of SciPy that are arguments: compressed rows and columns, by their definitions.

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

    def tocsr(self):
        return self

    def tocsc(self):
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

    def sum(self, axis: Any = None):
        assert axis is None
        return np.sum(self.data)

    def todense(self: Any):
        return self.toarray()


class Rows(Compressed):
    """csr_matrix and csr_array"""

    @property
    def T(self):
        return Columns(self.data, self.indices, self.indptr, (self.shape[1], self.shape[0]))

    def __matmul__(self, x: Any):
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


class Columns(Compressed):
    """csc_matrix and csc_array"""

    @property
    def T(self):
        return Rows(self.data, self.indices, self.indptr, (self.shape[1], self.shape[0]))

    def __matmul__(self, x: Any):
        out = np.zeros((self.shape[0],) + x.shape[1:], dtype=np.result_type(self.data.dtype, x.dtype))
        for j in range(self.shape[1]):
            for k in range(self.indptr[j], self.indptr[j + 1]):
                out[self.indices[k]] += self.data[k] * x[j]
        return out

    def diagonal(self):
        return self.T.diagonal()

    def toarray(self):
        return self.T.toarray().T


CLASSES = {"csr": Rows, "csc": Columns}


def spsolve(A: Any, b: Any):
    """Solved as a full matrix."""
    return np.linalg.solve(A.toarray(), b)
