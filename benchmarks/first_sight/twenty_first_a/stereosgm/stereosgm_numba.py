import numba as nb
import numpy as np


@nb.njit
def signature(image):
    ny, nx = image.shape
    code = np.zeros((ny, nx), np.uint8)
    for j in range(ny):
        for i in range(nx):
            bits = 0
            for a in range(-1, 2):
                for b in range(-1, 2):
                    if a != 0 or b != 0:
                        p, q = min(max(j + a, 0), ny - 1), min(max(i + b, 0), nx - 1)
                        bits = 2 * bits + (image[p, q] < image[j, i])
            code[j, i] = bits
    return code


@nb.njit
def carry(before, here, small, large, after, total):
    shifts = before.size
    least = before[0]
    for d in range(shifts):
        least = min(least, before[d])
    for d in range(shifts):
        best = min(before[d], least + large)
        if d > 0:
            best = min(best, before[d - 1] + small)
        if d < shifts - 1:
            best = min(best, before[d + 1] + small)
        after[d] = here[d] + best - least
        total[d] += after[d]


@nb.njit
def stereosgm(left, right, shifts, small=2, large=9):
    small, large = np.int32(small), np.int32(large)
    ny, nx = left.shape
    bits = np.zeros(256, np.int32)
    for v in range(256):
        bits[v] = (v & 1) + bits[v >> 1]
    one, two = signature(left), signature(right)
    cost, total = np.empty((ny, nx, shifts), np.int32), np.zeros((ny, nx, shifts), np.int32)
    for j in range(ny):
        for i in range(nx):
            for d in range(shifts):
                cost[j, i, d] = bits[one[j, i] ^ two[j, i - d]] if i >= d else 8
    line, other = np.empty((nx, shifts), np.int32), np.empty((nx, shifts), np.int32)
    for way in range(2):
        for t in range(ny):
            j = t if way == 0 else ny - 1 - t
            if t == 0:
                line[:] = cost[j]
                total[j] += line
            else:
                for i in range(nx):
                    carry(line[i], cost[j, i], small, large, other[i], total[j, i])
                line, other = other, line
    a, b = np.empty(shifts, np.int32), np.empty(shifts, np.int32)
    for way in range(2):
        for j in range(ny):
            for t in range(nx):
                i = t if way == 0 else nx - 1 - t
                if t == 0:
                    a[:] = cost[j, i]
                    total[j, i] += a
                else:
                    carry(a, cost[j, i], small, large, b, total[j, i])
                    a, b = b, a
    best, least = np.empty((ny, nx), np.int64), np.empty((ny, nx), np.int32)
    for j in range(ny):
        for i in range(nx):
            at, low = 0, total[j, i, 0]
            for d in range(1, shifts):
                if total[j, i, d] < low:
                    at, low = d, total[j, i, d]
            best[j, i], least[j, i] = at, low
    return best, least
