import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tree(ptr, col):
    n = ptr.size - 1
    parent, root = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    for i in range(n):
        for p in range(ptr[i], ptr[i + 1] - 1):
            j = col[p]
            while root[j] != -1 and root[j] != i:
                up = root[j]
                root[j] = i
                j = up
            if root[j] == -1:
                parent[j] = i
                root[j] = i
    return parent


@nb.njit(error_model="numpy")
def pattern(i, ptr, col, parent, seen, row):
    count = 0
    seen[i] = i
    for p in range(ptr[i], ptr[i + 1] - 1):
        j = col[p]
        while seen[j] != i:
            seen[j] = i
            row[count] = j
            count += 1
            j = parent[j]
    return count


@nb.njit(error_model="numpy")
def uplookch(ptr, col, data, b):
    n = b.size
    parent = tree(ptr, col)
    row, seen = np.zeros(n, np.int64), np.full(n, -1, np.int64)
    lptr, end = np.zeros(n + 1, np.int64), np.ones(n, np.int64)
    for i in range(n):
        for c in range(pattern(i, ptr, col, parent, seen, row)):
            end[row[c]] += 1
    for i in range(n):
        lptr[i + 1] = lptr[i] + end[i]
        end[i] = lptr[i]
    lrow, ldata = np.zeros(lptr[n], np.int64), np.zeros(lptr[n])
    x = np.zeros(n)
    seen[:] = -1
    for i in range(n):
        for p in range(ptr[i], ptr[i + 1]):
            x[col[p]] = data[p]
        diagonal = x[i]
        count = pattern(i, ptr, col, parent, seen, row)
        row[:count].sort()
        for c in range(count):
            j = row[c]
            last = end[j]
            value = x[j] / ldata[lptr[j]]
            for p in range(lptr[j] + 1, last):
                x[lrow[p]] -= value * ldata[p]
            diagonal -= value * value
            lrow[last], ldata[last] = i, value
            end[j] = last + 1
            x[j] = 0.0
        lrow[end[i]], ldata[end[i]] = i, np.sqrt(diagonal)
        end[i] += 1
        x[i] = 0.0
    x[:] = b
    for j in range(n):
        x[j] /= ldata[lptr[j]]
        for p in range(lptr[j] + 1, lptr[j + 1]):
            x[lrow[p]] -= x[j] * ldata[p]
    for j in range(n - 1, -1, -1):
        total = x[j]
        for p in range(lptr[j] + 1, lptr[j + 1]):
            total -= ldata[p] * x[lrow[p]]
        x[j] = total / ldata[lptr[j]]
    return parent, lptr, lrow, ldata, x
