import numpy as np


def tree(ptr, col):
    """The parent of each column: the first row below its diagonal where the factor is not nothing."""
    n = ptr.size - 1
    parent = np.full(n, -1, dtype=np.int64)
    root = np.full(n, -1, dtype=np.int64)
    for i in range(n):
        for j in col[ptr[i]:ptr[i + 1] - 1]:
            while root[j] != -1 and root[j] != i:
                up = root[j]
                root[j] = i
                j = up
            if root[j] == -1:
                parent[j] = i
                root[j] = i
    return parent


def pattern(i, ptr, col, parent, seen, row):
    """Columns left of the diagonal in row i of the factor, rising; `seen` holds the last row that met each column."""
    count = 0
    seen[i] = i
    for j in col[ptr[i]:ptr[i + 1] - 1]:
        while seen[j] != i:
            seen[j] = i
            row[count] = j
            count += 1
            j = parent[j]
    return np.sort(row[:count])


def solve(lptr, lrow, ldata, b):
    x = b.copy()
    n = b.size
    for j in range(n):
        x[j] /= ldata[lptr[j]]
        x[lrow[lptr[j] + 1:lptr[j + 1]]] -= x[j] * ldata[lptr[j] + 1:lptr[j + 1]]
    for j in range(n - 1, -1, -1):
        x[j] -= ldata[lptr[j] + 1:lptr[j + 1]] @ x[lrow[lptr[j] + 1:lptr[j + 1]]]
        x[j] /= ldata[lptr[j]]
    return x


def uplookch(ptr, col, data, b):
    """The tree, the factor by columns and the solution."""
    n = b.size
    parent = tree(ptr, col)
    row = np.zeros(n, dtype=np.int64)
    seen = np.full(n, -1, dtype=np.int64)
    count = np.ones(n, dtype=np.int64)
    for i in range(n):
        count[pattern(i, ptr, col, parent, seen, row)] += 1
    lptr = np.zeros(n + 1, dtype=np.int64)
    lptr[1:] = np.cumsum(count)
    lrow = np.zeros(lptr[-1], dtype=np.int64)
    ldata = np.zeros(lptr[-1])
    end = lptr[:-1].copy()
    x = np.zeros(n)
    seen[:] = -1
    for i in range(n):
        x[col[ptr[i]:ptr[i + 1]]] = data[ptr[i]:ptr[i + 1]]
        diagonal = x[i]
        for j in pattern(i, ptr, col, parent, seen, row):
            first, last = lptr[j], end[j]
            value = x[j] / ldata[first]
            x[lrow[first + 1:last]] -= value * ldata[first + 1:last]
            diagonal -= value * value
            lrow[last], ldata[last] = i, value
            end[j] += 1
            x[j] = 0.0
        lrow[end[i]], ldata[end[i]] = i, np.sqrt(diagonal)
        end[i] += 1
        x[i] = 0.0
    return parent, lptr, lrow, ldata, solve(lptr, lrow, ldata, b)
