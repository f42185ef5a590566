import numba as nb
import numpy as np


@nb.njit
def before(filled, a, b):
    return filled[a] < filled[b] or (filled[a] == filled[b] and a < b)


@nb.njit
def push(heap, size, filled, cell):
    i = size
    while i > 0:
        up = (i - 1) >> 1
        if not before(filled, cell, heap[up]):
            break
        heap[i] = heap[up]
        i = up
    heap[i] = cell


@nb.njit
def pop(heap, size, filled):
    """The first cell; size counts it."""
    first = heap[0]
    cell = heap[size - 1]
    size -= 1
    i = 0
    while True:
        c = 2 * i + 1
        if c >= size:
            break
        if c + 1 < size and before(filled, heap[c + 1], heap[c]):
            c += 1
        if not before(filled, heap[c], cell):
            break
        heap[i] = heap[c]
        i = c
    heap[i] = cell
    return first


@nb.njit
def drain(ground):
    """The heap holds cells alone, their levels are looked up."""
    rows, columns = ground.shape
    filled = ground.copy().ravel()
    to = np.full(rows * columns, -1, np.int64)
    order, heap = np.empty(rows * columns, np.int64), np.empty(rows * columns, np.int64)
    size = 0
    for i in range(rows):
        for j in range(columns):
            if i == 0 or i == rows - 1 or j == 0 or j == columns - 1:
                to[i * columns + j] = i * columns + j
                push(heap, size, filled, i * columns + j)
                size += 1
    count = 0
    while size > 0:
        cell = pop(heap, size, filled)
        size -= 1
        order[count] = cell
        count += 1
        i, j = cell // columns, cell % columns
        for p in range(max(i - 1, 0), min(i + 2, rows)):
            for q in range(max(j - 1, 0), min(j + 2, columns)):
                k = p * columns + q
                if to[k] < 0:
                    to[k] = cell
                    filled[k] = max(filled[k], filled[cell])
                    push(heap, size, filled, k)
                    size += 1
    area = np.ones(rows * columns, np.int64)
    for m in range(count - 1, -1, -1):
        cell = order[m]
        if to[cell] != cell:
            area[to[cell]] += area[cell]
    shape = (rows, columns)
    filled = filled.reshape(shape)
    return filled, to.reshape(shape), area.reshape(shape), np.sum(filled - ground)
