import heapq

import numpy as np

NEIGHBOURS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def drain(ground):
    """Barnes' priority flood: terrain without depressions, the cell that each drains to, and from how many cells water comes.

    Cells are numbered row by row; a cell of the border drains to itself.
    """
    rows, columns = ground.shape
    filled = ground.copy()
    to = np.full((rows, columns), -1, dtype=np.int64)
    order = np.empty(rows * columns, dtype=np.int64)
    heap = []
    for i in range(rows):
        for j in range(columns):
            if i in (0, rows - 1) or j in (0, columns - 1):
                to[i, j] = i * columns + j
                heapq.heappush(heap, (filled[i, j], i * columns + j))
    count = 0
    while heap:
        level, cell = heapq.heappop(heap)
        order[count] = cell
        count += 1
        i, j = cell // columns, cell % columns
        for di, dj in NEIGHBOURS:
            p, q = i + di, j + dj
            if 0 <= p < rows and 0 <= q < columns and to[p, q] < 0:
                to[p, q] = cell
                filled[p, q] = max(filled[p, q], level)
                heapq.heappush(heap, (filled[p, q], p * columns + q))
    area = np.ones(rows * columns, dtype=np.int64)
    target = to.ravel()
    for cell in order[::-1]:
        if target[cell] != cell:
            area[target[cell]] += area[cell]
    return filled, to, area.reshape(rows, columns), np.sum(filled - ground)
