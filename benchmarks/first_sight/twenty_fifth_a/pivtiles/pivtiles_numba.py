import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def fft(x, twiddle, place):
    """Powers of two, in place."""
    n = x.size
    for i in range(n):
        j = place[i]
        if i < j:
            x[i], x[j] = x[j], x[i]
    span = 1
    while span < n:
        skip = n // (2 * span)
        for start in range(0, n, 2 * span):
            for k in range(span):
                far = x[start + span + k] * twiddle[k * skip]
                x[start + span + k] = x[start + k] - far
                x[start + k] += far
        span *= 2


@nb.njit(error_model="numpy")
def fft2(z, twiddle, place, line):
    n = z.shape[0]
    for i in range(n):
        fft(z[i], twiddle, place)
    for j in range(n):
        for i in range(n):
            line[i] = z[i, j]
        fft(line, twiddle, place)
        for i in range(n):
            z[i, j] = line[i]


@nb.njit(error_model="numpy")
def between(left, middle, right):
    a, b, c = np.log(max(left, 1e-6)), np.log(max(middle, 1e-6)), np.log(max(right, 1e-6))
    below = a - 2.0 * b + c
    return 0.5 * (a - c) / below if below < -1e-9 else 0.0


@nb.njit(error_model="numpy")
def median8(values):
    for i in range(1, 8):
        v, j = values[i], i - 1
        while j >= 0 and values[j] > v:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = v
    return 0.5 * (values[3] + values[4])


@nb.njit(error_model="numpy")
def unlike(field, i, j, around):
    k = 0
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if di or dj:
                around[k] = field[i + di, j + dj]
                k += 1
    middle = median8(around)
    for k in range(8):
        around[k] = abs(around[k] - middle)
    return abs(field[i, j] - middle) / (median8(around) + 0.1), middle


@nb.njit(error_model="numpy")
def pivtiles(first, second, size, step):
    rows, cols = (first.shape[0] - size) // step + 1, (first.shape[1] - size) // step + 1
    u, v = np.empty((rows, cols)), np.empty((rows, cols))
    twiddle, place, line = np.empty(size // 2, np.complex128), np.zeros(size, np.int64), np.empty(size, np.complex128)
    for k in range(size // 2):
        twiddle[k] = np.exp(-2j * np.pi * k / size)
    for i in range(size):
        bits, left, right = 0, i, size
        while right > 1:
            bits, left, right = bits * 2 + left % 2, left // 2, right // 2
        place[i] = bits
    z, w = np.empty((size, size), np.complex128), np.empty((size, size), np.complex128)
    for r in range(rows):
        for c in range(cols):
            ma, mb = 0.0, 0.0
            for i in range(size):
                for j in range(size):
                    ma += first[r * step + i, c * step + j]
                    mb += second[r * step + i, c * step + j]
            mean = complex(ma, mb) / (size * size)
            for i in range(size):
                for j in range(size):
                    z[i, j] = complex(first[r * step + i, c * step + j], second[r * step + i, c * step + j]) - mean
            fft2(z, twiddle, place, line)
            for i in range(size):
                for j in range(size):
                    here, there = z[i, j], np.conj(z[-i % size, -j % size])
                    a, b = 0.5 * (here + there), -0.5j * (here - there)
                    w[i, j] = a * np.conj(b) / (size * size)
            fft2(w, twiddle, place, line)
            y, x = 0, 0
            for i in range(size):
                for j in range(size):
                    if w[i, j].real > w[y, x].real:
                        y, x = i, j
            top = w[y, x].real
            dy = y + between(w[(y - 1) % size, x].real, top, w[(y + 1) % size, x].real)
            dx = x + between(w[y, (x - 1) % size].real, top, w[y, (x + 1) % size].real)
            v[r, c] = dy - size if dy > size / 2 else dy
            u[r, c] = dx - size if dx > size / 2 else dx
    cleanu, cleanv, around, bad = u.copy(), v.copy(), np.empty(8), 0
    for i in range(1, rows - 1):
        for j in range(1, cols - 1):
            du, mu = unlike(u, i, j, around)
            dv, mv = unlike(v, i, j, around)
            if np.hypot(du, dv) > 2.0:
                cleanu[i, j], cleanv[i, j] = mu, mv
                bad += 1
    curl = np.empty((rows, cols))
    for i in range(rows):
        up, down = max(i - 1, 0), min(i + 1, rows - 1)
        for j in range(cols):
            left, right = max(j - 1, 0), min(j + 1, cols - 1)
            along = (cleanv[i, right] - cleanv[i, left]) / ((right - left) * step)
            curl[i, j] = along - (cleanu[down, j] - cleanu[up, j]) / ((down - up) * step)
    return cleanu, cleanv, curl, bad
